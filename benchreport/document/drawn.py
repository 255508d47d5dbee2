"""How does a kind of figure become a figure of the report?"""

from __future__ import annotations

from typing import Any

import polars as pl

from benchreport.document.blocks import Figure


def drawn(kind: str, numbers: pl.DataFrame, *, id: str, caption: str, **looks: Any) -> Figure:  # noqa: A002
    """Draw the numbers of a kind of figure, with its words for those who cannot see it."""
    from benchreport.figures.plot import function_of, words_of
    from benchreport.figures.style import rendered

    figure = function_of(kind)(numbers, **looks)
    return Figure(
        id=id,
        caption=(caption,),
        alternative=words_of(kind, numbers),
        svg=rendered(figure, "svg"),
        pdf=rendered(figure, "pdf"),
        png=rendered(figure, "png"),
    )
