"""What is fuzzed, in groups: every reader, importer, study file, template, and PDF given to verify."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz import importers, pdfs, readers, studies, templates

Attempt = Callable[[random.Random | None, Path], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Something that takes a stranger's input: ``cases`` is how often it is tried, each within ``seconds``."""

    group: str
    cases: int
    attempt: Attempt
    seconds: float = 10.0


def each(
    group: str, attempts: Mapping[str, Attempt], cases: int | Mapping[str, int], *, seconds: float = 10.0
) -> dict[str, Target]:
    """Return the targets of a group; a number of cases is shared among them, rounded up."""
    shares = dict.fromkeys(attempts, -(-cases // len(attempts))) if isinstance(cases, int) else cases
    return {
        f"{group}: {name}": Target(group=group, cases=shares[name], attempt=attempts[name], seconds=seconds)
        for name in attempts
    }


TARGETS: Mapping[str, Target] = {
    **each("reader", readers.ATTEMPTS, 1_000 * len(readers.ATTEMPTS)),
    **each("importer", importers.ATTEMPTS, 1_000 * len(importers.ATTEMPTS)),
    **each("study file", studies.ATTEMPTS, {"text": 2000, "check": 800, "build": 200}),
    **each("template", templates.ATTEMPTS, {"own section": 300, "our sections": 100, "formats": 100}),
    **each("PDF", pdfs.ATTEMPTS, {"bytes": 110, "objects": 100, "attached files": 100}),
    # Two programs start, and the second has twenty seconds by its own limit.
    **each("PDF", pdfs.SHELL, {"at the command line": 20}, seconds=30.0),
}
