"""How does a table look on a terminal?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.document.numbers import integer, number, p_value

P_COLUMNS = ("p_value", "p_adjusted")


def text_table(frame: pl.DataFrame, *, titles: Mapping[str, str] | None = None) -> str:
    """Lay out a frame as aligned text: words to the left, numbers to the right, no frame around.

    Examples
    --------
    >>> print(text_table(pl.DataFrame({"algorithm": ["kNN", "SVM"], "n": [14, 9], "p_value": [0.0312, 1e-9]})))
    algorithm   n  p_value
    kNN        14   0.0312
    SVM         9  < 0.001
    """
    names = titles or {}
    columns = [_column(names.get(name, name), frame.get_column(name)) for name in frame.columns]
    return "\n".join("  ".join(parts).rstrip() for parts in zip(*columns, strict=True))


def _column(title: str, values: pl.Series) -> list[str]:
    cells = [title, *(_cell(values.name, value) for value in values.to_list())]
    width = max(map(len, cells))
    to_right = values.dtype.is_numeric()
    return [cell.rjust(width) if to_right else cell.ljust(width) for cell in cells]


def _cell(name: str, value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return p_value(value) if name in P_COLUMNS else number(value)
    if isinstance(value, int):
        return integer(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)
