"""Codes of the remarks that rows carry."""

from __future__ import annotations

from collections.abc import Iterable

from benchreport.method import BETWEEN, WITHIN


def codes_of(spelled: Iterable[str | None]) -> set[str]:
    """Return the codes of all remarks."""
    return {part.partition(WITHIN)[0] for text in spelled if text for part in text.split(BETWEEN)}
