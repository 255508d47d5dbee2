"""Simulated levels of intervals that miss their nominal level: figures of ``make calibrate``."""

from __future__ import annotations

import csv
from functools import cache
from pathlib import Path

import polars as pl

from benchreport.method import Remark

# Written by the simulation beside its own record: interval, law of the results, datasets, share of misses.
SOURCE = Path(__file__).with_suffix(".csv")
SIMULATED_ALPHA = 0.05
# An interval that holds this much less often than it says carries its simulated level.
OFF = 0.01
SIMULATED_LEVEL = Remark(code="simulated_level", note="simulated level {0} %")
SIMULATED_LEVELS = Remark(code="simulated_levels", note="simulated level {0} to {1} %")
LEVEL_REMARKS = (SIMULATED_LEVEL, SIMULATED_LEVELS)


@cache
def simulated() -> dict[str, dict[int, tuple[float, float]]]:
    """Return the lowest and highest simulated level of every interval, by number of datasets."""
    with SOURCE.open(encoding="utf8", newline="") as file:
        rows = list(csv.DictReader(file))
    levels: dict[str, dict[int, list[float]]] = {}
    for row in rows:
        levels.setdefault(row["interval"], {}).setdefault(int(row["datasets"]), []).append(1 - float(row["share"]))
    return {name: {n: (min(held), max(held)) for n, held in by.items()} for name, by in levels.items()}


def simulated_level(interval: str, n: int, alpha: float = SIMULATED_ALPHA) -> tuple[float, float] | None:
    """Return between which levels an interval held in simulations, where the lowest is off what it says.

    The number of datasets is the largest simulated one that is no larger, so that the level is not overstated; None
    where the interval keeps its level, or was not simulated at this one.

    Examples
    --------
    >>> low, high = simulated_level("bootstrap_t", 14)
    >>> 0.88 < low < 0.94 < high < 0.98
    True
    >>> simulated_level("order_statistics", 14) is None
    True
    """
    if interval not in simulated() or abs(alpha - SIMULATED_ALPHA) > 1e-9:
        return None
    levels = simulated()[interval]
    sizes = [size for size in levels if size <= n] or [min(levels)]
    low, high = levels[max(sizes)]
    return (low, high) if low < 1 - alpha - OFF else None


def level_words(interval: str, n: int, alpha: float = SIMULATED_ALPHA) -> str:
    """Return the words for the levels at which an interval held in simulations; none where it keeps its level.

    Examples
    --------
    >>> level_words("order_statistics", 14)
    ''
    """
    percentages = _percentages(interval, n, alpha)
    return f"{' to '.join(map(str, percentages))} %" if percentages else ""


def _percentages(interval: str, n: int, alpha: float) -> list[int]:
    """Return the lowest and highest simulated level in percent, one number where they agree, none where it is kept."""
    return list(dict.fromkeys(round(100 * end) for end in simulated_level(interval, n, alpha) or ()))


def level_remark(interval: str, alpha: float) -> pl.Expr:
    """Return the remark on the simulated level of rows with ``n_datasets``, null where there is nothing to say."""
    n = pl.col("n_datasets")
    remarks = pl.lit(None, dtype=pl.String)
    for size in sorted(simulated().get(interval, {})):
        percentages = _percentages(interval, size, alpha)
        remark = SIMULATED_LEVELS if len(percentages) > 1 else SIMULATED_LEVEL
        spelled = pl.lit(remark.spelled(*percentages) if percentages else None, dtype=pl.String)
        smallest = size == min(simulated()[interval])
        remarks = pl.when((n >= size) | pl.lit(smallest)).then(spelled).otherwise(remarks)
    return remarks
