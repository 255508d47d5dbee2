"""The oldest allowed versions of the dependencies, as pins: ``python -m tests.oldest`` prints what pip takes with -c.

``make compat`` installs them and runs the contract tests, the examples of the documentation and the journeys.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

PROJECT = Path(__file__).parents[1] / "pyproject.toml"
BOUND = re.compile(r"([A-Za-z0-9_.-]+)\s*>=\s*([0-9][0-9.]*)")
# What users install beside the program; the tools of the tests may be as new as they like.
EXTRAS = ("sql", "spark")


def oldest_pins(project: str, extras: tuple[str, ...] = EXTRAS) -> Iterator[str]:
    """Yield ``name==version`` for the lower bound of every dependency; raise where one has none.

    Examples
    --------
    >>> text = '[project]\\ndependencies = ["polars>=2.0"]\\n[project.optional-dependencies]\\nsql = ["pyarrow>=18"]'
    >>> list(oldest_pins(text, ("sql",)))
    ['polars==2.0', 'pyarrow==18']
    """
    declared = tomllib.loads(project)["project"]
    groups = [declared["dependencies"], *(declared["optional-dependencies"][extra] for extra in extras)]
    for requirement in dict.fromkeys(line for group in groups for line in group):
        bound = BOUND.fullmatch(requirement)
        if bound is None:
            raise ValueError(f"{requirement!r} has no lower bound alone")
        yield f"{bound[1]}=={bound[2]}"


if __name__ == "__main__":
    print("\n".join(oldest_pins(PROJECT.read_text(encoding="utf8"))))
