"""How does a kind of figure become a figure of the report?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.document.model.blocks import Figure
from benchreport.document.model.pictures import Picture


def drawn(
    kind: str,
    numbers: pl.DataFrame,
    *,
    id: str,  # noqa: A002
    caption: str,
    colours: Mapping[str, str] | None = None,
    **looks: Any,
) -> Figure:
    """Make a figure of the numbers of its kind, with its words for those who cannot see it."""
    from benchreport.figures.plot import words_of

    return Figure(
        id=id,
        caption=(caption,),
        alternative=words_of(kind, numbers),
        picture=Picture(kind=kind, numbers=numbers, looks=looks, colours=colours or {}),
    )
