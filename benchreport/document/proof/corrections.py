"""Printed numbers of earlier versions that were wrong: read by verify, and the source of CORRECTIONS.md."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """A change of printed numbers: in which versions they were wrong, which methods and columns, and how.

    Empty ``methods`` or ``columns`` stand for all. Where ``explains`` is false the change shows on rare data only, and
    excuses no difference in a file.
    """

    id: str
    versions: tuple[str, ...]
    title: str
    was: str
    now: str
    affects: str
    methods: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    explains: bool = True


@cache
def corrections() -> tuple[Correction, ...]:
    """Read every correction, newest version last.

    Examples
    --------
    >>> corrections()[0].versions
    ('0.1.0',)
    """
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf8")
    return tuple(_correction(entry) for entry in tomllib.loads(text)["correction"])


def _correction(entry: dict[str, Any]) -> Correction:
    lists = {name: tuple(value) for name, value in entry.items() if isinstance(value, list)}
    return Correction(**(entry | lists))


def is_corrected(method: str, column: str, version: str) -> bool:
    """Return whether a correction explains why a number of an earlier version is another one now.

    Examples
    --------
    >>> is_corrected("delong", "statistic", "0.1.0"), is_corrected("delong", "statistic", "0.2.0")
    (True, False)
    """
    return any(
        entry.explains
        and version in entry.versions
        and (not entry.methods or method in entry.methods)
        and (not entry.columns or column in entry.columns)
        for entry in corrections()
    )


def corrections_text() -> str:
    """Return CORRECTIONS.md."""
    head = (
        "# Corrections\n\nPrinted numbers and statements of earlier versions that were wrong, for people who used "
        "them. `benchreport verify` reads the same list\nand tells a corrected number from a tampered one. "
        "Written by\n`python -m benchreport.document.proof.corrections` from the list beside it; do not edit.\n"
    )
    parts = [
        f"\n## {entry.title}\n\nVersions: {', '.join(entry.versions)}. {entry.affects}\n\n"
        f"- Was: {entry.was}\n- Is now: {entry.now}\n"
        for entry in corrections()
    ]
    return head + "".join(parts)


if __name__ == "__main__":
    import sys

    sys.stdout.write(corrections_text())
