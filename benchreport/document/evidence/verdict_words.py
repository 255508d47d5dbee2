"""Words for verdicts: how large a difference is, in the terms of the test that decided, and between which limits."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from benchreport.naming import named, spelled
from benchreport.numerals import decimals_for, fixed, limit_texts, limits, number, percent
from benchreport.registry import METHODS
from benchreport.stats.answer.verdict_intervals import MEAN_DIFFERENCE, MEAN_RATIO, MEDIAN_RATIO, WIN_SHARE
from benchreport.stats.answer.verdict_intervals import RATIOS as RATIOS
from benchreport.stats.answer.verdict_intervals import turned as turned

RANK_DIFFERENCE = METHODS["nemenyi"].estimand
# Tests whose verdicts a critical difference of mean ranks shows.
RULED = ("nemenyi", "nemenyi_confirmed")
LIMITS = ("ci_low", "ci_high", "null_value", "low_open", "high_open")
# From one half to twice a ratio reads best as a percentage.
PERCENT_UP_TO = 2.0
# What the estimate of a row is called at the head of a column, and in a note.
HEADS: Mapping[str, str] = {MEDIAN_RATIO: "a / b", MEAN_RATIO: "a / b", WIN_SHARE: "won by a"}
NAMES: Mapping[str, str] = {
    MEDIAN_RATIO: "Hodges-Lehmann estimate of the ratio",
    MEAN_RATIO: "ratio of the geometric means",
    WIN_SHARE: "share of the datasets without a tie that a wins",
    MEAN_DIFFERENCE: "mean difference",
    str(RANK_DIFFERENCE): "difference of the mean ranks",
}
HODGES_LEHMANN = "Hodges-Lehmann estimate of the difference"


def others(count: int) -> str:
    """Write "the other", "both others" or "all three others".

    Examples
    --------
    >>> others(1), others(2), others(3)
    ('the other', 'both others', 'all three others')
    """
    return {1: "the other", 2: "both others"}.get(count, f"all {spelled(count)} others")


def some(names: list[str], total: int) -> str:
    """Return the names of algorithms, or how many of the others they are where there are many.

    Examples
    --------
    >>> some(["A", "B"], 5), some(["A", "B"], 2), some(list("ABCDEFGH"), 9)
    ('A and B', 'both others', '8 of the 9 others')
    """
    return others(total) if len(names) == total > 1 else named(names, total)


def winners_first(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows turned so that a is the better of the two."""
    return turned(rows, pl.col("better").cast(pl.String) == pl.col("b").cast(pl.String))


def decimals_of(rows: pl.DataFrame) -> int:
    """Return the decimals of the estimates of some rows: two digits of a usual distance from the null value."""
    if not rows.height:
        return 3
    distance = rows.select((pl.col("estimate") - pl.col("null_value")).abs().median()).item()
    return decimals_for(distance)


def limits_of(row: Mapping[str, Any], decimals: int) -> str:
    """Write the interval of a verdict: limits rounded outward, open where it is cut at the null value.

    Examples
    --------
    >>> row = {"ci_low": 0.0, "ci_high": 0.0341, "null_value": 0.0, "low_open": True, "high_open": False}
    >>> limits_of(row, 3)
    '(0, 0.035]'
    """
    return verdict_limits(decimals)(*(row[name] for name in LIMITS))


def verdict_limits(decimals: int) -> Callable[..., str]:
    """Return what writes the interval of a verdict from the values of :data:`LIMITS`."""
    return lambda low, high, null, low_open, high_open: limits(
        low, high, decimals, null=null, open_low=bool(low_open), open_high=bool(high_open)
    )


def size_of(row: Mapping[str, Any], decimals: int, *, lower: bool) -> str:
    """Return how large a significant difference is, in the terms of its test; a is the better algorithm.

    Examples
    --------
    >>> row = {"estimand": "median ratio a / b", "estimate": 0.83, "ci_low": 0.76, "ci_high": 0.94, "null_value": 1.0}
    >>> row |= {"low_open": False, "high_open": False}
    >>> size_of(row, 2, lower=True)
    '17 % lower, 6 to 24 %'
    >>> size_of(row | {"estimate": 0.25, "ci_low": 0.2, "ci_high": 0.4}, 2, lower=True)
    'lower by a factor of 4, 2.5 to 5.0'
    """
    estimand = row["estimand"]
    if estimand == WIN_SHARE:
        ties = f", tied {row['n_ties']}" if row["n_ties"] else ""
        return f"won {row['wins']}, lost {row['losses']}{ties}"
    if estimand == RANK_DIFFERENCE:
        return f"mean ranks {fixed(abs(row['estimate']), 2)} apart"
    if estimand in RATIOS:
        return _ratio(row, lower=lower)
    noun = "mean difference" if estimand == MEAN_DIFFERENCE else "difference"
    interval = limits_of(row, decimals)
    return f"{noun} {fixed(row['estimate'], decimals)}{f', {interval}' if interval else ''}"


def _ratio(row: Mapping[str, Any], *, lower: bool) -> str:
    """Return a ratio as a percentage between one half and two, else as a factor."""
    ratio, low, high = row["estimate"], row["ci_low"], row["ci_high"]
    word = "lower" if lower else "higher"
    if 1 / PERCENT_UP_TO <= ratio <= PERCENT_UP_TO:
        sign = -1 if lower else 1
        share, bounds = sign * (ratio - 1), _sorted(low, high, lambda value: sign * (value - 1))
        open_ended = row["high_open"] if lower else row["low_open"]
        return f"{percent(share, 0)} {word}{_between(bounds, 100, open_ended)}{' %' if any(bounds) else ''}"
    factor, bounds = (1 / ratio if lower else ratio), _sorted(low, high, lambda value: 1 / value if lower else value)
    open_ended = row["high_open"] if lower else row["low_open"]
    return f"{word} by a factor of {number(factor, 2)}{_between(bounds, 1, open_ended)}"


def _sorted(low: float | None, high: float | None, way: Any) -> tuple[float | None, float | None]:
    """Return both limits on another scale, the smaller one first."""
    first, second = (None if value is None else way(value) for value in (low, high))
    if first is None or second is None:
        return (second, first) if way(2.0) < way(1.0) else (first, second)
    return (first, second) if first <= second else (second, first)


def _between(bounds: tuple[float | None, float | None], factor: float, cut: bool) -> str:
    low, high = bounds
    if low is None or high is None:
        return ""
    decimals = 0 if factor == 100 else decimals_for(high / 2, 3)
    null = 0.0 if factor == 100 else 1.0
    least, most = limit_texts(low * factor, high * factor, decimals, null=None if cut else null)
    return f", above {number(low * factor)} and at most {most}" if cut else f", {least} to {most}"
