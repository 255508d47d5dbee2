"""Which points of a curve can be left out without changing its picture?"""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.errors import OptionError

X, Y = pl.col("x"), pl.col("y")


def checked_resolution(resolution: int | None) -> int | None:
    """Refuse a resolution that is not a whole number of at least 2."""
    fits = isinstance(resolution, int) and not isinstance(resolution, bool) and resolution >= 2
    if resolution is not None and not fits:
        raise OptionError(f"resolution is {resolution!r}", hint="a whole number such as 1000, or None for all points")
    return resolution


def thinned(curve: pl.DataFrame, keys: Sequence[str], resolution: int | None) -> pl.DataFrame:
    """Leave out points that the eye cannot miss: those on a straight line between their neighbours, and all but the
    first and last of a run inside one cell of a square grid of ``resolution`` cells a side.

    A curve of any length keeps at most about four points per cell it passes through, and no point that is left out
    lies further than a cell from what is drawn.

    Examples
    --------
    >>> curve = pl.DataFrame({"c": [1] * 4, "x": [0.0, 0.0, 0.0, 1.0], "y": [0.0, 0.2, 0.4, 1.0]})
    >>> thinned(curve, ["c"], 1000)["y"].to_list()
    [0.0, 0.4, 1.0]
    """
    if resolution is None:
        return curve
    before, after = pl.struct(X.shift(1), Y.shift(1)), pl.struct(X.shift(-1), Y.shift(-1))
    moved = curve.with_columns(__before=before.over(keys), __after=after.over(keys))
    x0, y0, x1, y1 = (pl.col(f"__{side}").struct.field(axis) for side in ("before", "after") for axis in "xy")
    turn = ((X - x0) * (y1 - Y) - (Y - y0) * (x1 - X)).abs()
    ends = x0.is_null() | x1.is_null()
    bent = moved.filter(ends | (turn > 1e-12)).drop("__before", "__after")
    cell = pl.struct((X * resolution).floor(), (Y * resolution).floor()).rle_id().over(keys)
    marked = bent.with_columns(__cell=cell)
    place = pl.int_range(pl.len()).over([*keys, "__cell"])
    count = pl.len().over([*keys, "__cell"])
    return marked.filter((place == 0) | (place == count - 1)).drop("__cell")
