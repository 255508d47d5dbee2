"""Corrections: printed numbers of earlier versions that were wrong, for verify and for CORRECTIONS.md."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from benchreport.records import dataclass


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
    entries: list[dict[str, Any]] = tomllib.loads(text)["correction"]
    lists = [{name: tuple(value) for name, value in entry.items() if isinstance(value, list)} for entry in entries]
    return tuple(Correction(**(entry | values)) for entry, values in zip(entries, lists, strict=True))


def is_corrected(method: str, column: str, version: str) -> bool:
    """Return whether a correction explains why a number of an earlier version has changed.

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
