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
    """Something that takes a stranger's input: ``cases`` is how often it is tried."""

    group: str
    cases: int
    attempt: Attempt


def each(group: str, attempts: Mapping[str, Attempt], cases: int | Mapping[str, int]) -> dict[str, Target]:
    """Return the targets of a group; a number of cases is shared among them, rounded up."""
    shares = dict.fromkeys(attempts, -(-cases // len(attempts))) if isinstance(cases, int) else cases
    return {f"{group}: {name}": Target(group=group, cases=shares[name], attempt=attempts[name]) for name in attempts}


TARGETS: Mapping[str, Target] = {
    **each("reader", readers.ATTEMPTS, 2_000 * len(readers.ATTEMPTS)),
    **each("importer", importers.ATTEMPTS, 2_000 * len(importers.ATTEMPTS)),
    **each("study file", studies.ATTEMPTS, {"text": 3000, "check": 1200, "build": 300}),
    **each("template", templates.ATTEMPTS, {"own section": 600, "our sections": 300, "formats": 300}),
    **each("PDF", pdfs.ATTEMPTS, {"bytes": 200, "objects": 200, "attached files": 200, "command line": 40}),
}
