"""Totals among the data: datasets, algorithms and metrics that are means, sums, ranks or wins of the others."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from benchreport.numerals import counted
from benchreport.tables.designs.doubtful import decimals_of
from benchreport.tables.schema import RUN_KEYS, normalised

TOTALS = frozenset(["average", "avg", "mean", "median", "total", "overall", "all", "sum", "rank", "ranks", "wins"])
BESIDE_TOTALS = frozenset(["score", "scores", "dataset", "datasets", "task", "tasks", "of", "over", "the"])
# What may be a total, and of whom it is one.
UNITS = {"dataset": "algorithm", "algorithm": "dataset", "metric": "algorithm"}
MEANS = {"mean": "means", "median": "medians", "sum": "sums"}
PLACES = {"rank": "mean ranks", "place": "ranks", "wins": "numbers of wins"}
LEAST_OTHERS = 2


def is_total(name: str) -> bool:
    """Return whether a name is one that papers give to a row or column of totals.

    Examples
    --------
    >>> [is_total(name) for name in ("Avg.", "Mean rank", "average (all datasets)", "mean_field", "Over")]
    [True, True, True, False, False]
    """
    words = set(normalised(name).split("_"))
    return bool(words & TOTALS) and words <= TOTALS | BESIDE_TOTALS


def without_totals(long: pl.DataFrame, named: Sequence[str] = ()) -> tuple[pl.DataFrame, list[str], list[str]]:
    """Return scores without totals, what was left out, and which names of totals are kept because their values are not.

    A metric that the user ``named`` stays.

    Examples
    --------
    >>> rows = {"dataset": ["d", "e", "Avg."] * 2, "algorithm": list("AAABBB"), "value": [0.1, 0.5, 0.3, 1.0, 0.8, 0.9]}
    >>> table, left_out, _ = without_totals(pl.DataFrame(rows).with_columns(metric=pl.lit("f1")))
    >>> table.height, left_out
    (4, ["dataset 'Avg.' (2 values: means of the other datasets)"])
    """
    left_out, namesakes = [], []
    for axis, unit in UNITS.items():
        names = long.get_column(axis).unique().cast(pl.String).sort().to_list()
        likely = [name for name in names if is_total(name) and not (axis == "metric" and name in named)]
        if not likely or len(names) - len(likely) < LEAST_OTHERS:
            continue
        name = pl.col(axis).cast(pl.String)
        others, totals = long.filter(~name.is_in(likely)), []
        for total in likely:
            rows = long.filter(name == total)
            kind = _kind(rows, others, axis, unit)
            if kind:
                totals.append(total)
                n = counted(rows.get_column("value").count(), "value")
                left_out.append(f"{axis} {total!r} ({n}: {kind} of the other {axis}s)")
            elif axis == "dataset":
                namesakes.append(f"dataset {total!r} is kept: it is no mean, median, sum or rank of the other datasets")
        long = long.filter(~name.is_in(totals))
    return long, left_out, namesakes


def _kind(total: pl.DataFrame, others: pl.DataFrame, axis: str, unit: str) -> str:
    """Return what the values of a total are of the others, run by run or over the means of all runs; else nothing."""
    group = "dataset" if axis == "metric" else "metric"
    runs = [name for name in RUN_KEYS if name in total.columns]
    for keys in dict.fromkeys([tuple(runs), ()]):
        kind = _kind_at([group, *keys], total, others, axis, unit)
        if kind:
            return kind
    return ""


def _kind_at(keys: list[str], total: pl.DataFrame, others: pl.DataFrame, axis: str, unit: str) -> str:
    value, place = pl.col("value"), [*keys, axis]
    cells = others.group_by([*place, unit]).agg(value.mean()).drop_nulls("value")
    mean = {"mean": value.mean(), "median": value.median(), "sum": value.sum()}
    ways = (("", True), ("_low", False))
    ranks = {f"rank{way}": value.rank(descending=high).over(place) for way, high in ways}
    ranks |= {f"wins{way}": (value == (value.max() if high else value.min())).over(place) for way, high in ways}
    facts = (
        cells.with_columns(**ranks)
        .group_by([*keys, unit])
        .agg(
            **mean,
            **{f"rank{way}": pl.col(f"rank{way}").mean() for way, _ in ways},
            **{f"wins{way}": pl.col(f"wins{way}").sum() for way, _ in ways},
            n=pl.len(),
        )
    )
    facts = facts.with_columns(**{f"place{way}": pl.col("mean").rank(descending=high).over(keys) for way, high in ways})
    own = total.group_by([*keys, unit]).agg(value.mean()).drop_nulls("value")
    compared = own.join(facts, on=[*keys, unit], how="inner")
    # An average of what is there and one of everything differ, so whole units decide where there are some.
    compared = compared.filter(pl.col("n") == pl.col("n").max().over(keys))
    if compared.is_empty():
        return ""
    group = keys[0]
    rounding = decimals_of(total, group).join(decimals_of(others, group), on=group, suffix="_others")
    compared = compared.join(rounding, on=group)
    half = 0.5 * pl.lit(10.0).pow(-pl.col("decimals")) + 1e-9 * (1 + value.abs())
    each = 0.5 * pl.lit(10.0).pow(-pl.col("decimals_others"))
    kinds = MEANS if axis != "dataset" else MEANS | PLACES
    for kind, words in kinds.items():
        within = half + (each * pl.col("n") if kind == "sum" else each if kind in MEANS else 0.0)
        for column in [kind] if kind in MEANS else [kind, f"{kind}_low"]:
            agrees = ((value - pl.col(column)).abs() <= within).all().over(group)
            if compared.filter(agrees).height >= min(2, compared.height):
                return words
    return ""
