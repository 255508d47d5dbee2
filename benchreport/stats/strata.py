"""Which runs of an algorithm belong together when runs or datasets are drawn again?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.bootstrap import RESAMPLED_LIMITS, Floats, Resampling, by_sizes, cube, intervals
from benchreport.stats.interval_levels import LEVEL_REMARKS
from benchreport.stats.rows import doubted, fields, first_that_holds, table_remarks
from benchreport.tables.cells import as_scores, cells, complete_cells
from benchreport.tables.groups import By, aggregate, group_columns, within
from benchreport.tables.rounding import TOLERANCE, tie_key
from benchreport.tables.sizes import dependent_runs

# Names that the tables here use themselves.
TAKEN = ("values", "keys", "sizes", "spread", "largest", "singles")
ON_THE_WAY = ("size", "range", "top")
VALUE = pl.col("value")
# Gives one number per row and draw, from rows x strata x runs, draws x strata x runs and the sizes of the strata.
Sizes = npt.NDArray[Any]
Statistic = Callable[[Floats, Floats, Sizes], Floats]
NONE = Remark(code="without_runs", note="no runs")
LONELY = Remark(code="lone_runs", note="one run per dataset, nothing to draw again; resample='datasets' draws datasets")
LONE_DATASET = Remark(code="lone_dataset", note="one dataset, nothing to draw again")
ENDLESS = Remark(code="tied_datasets", note="too many datasets have the same value for an interval with two ends")
STEADY = Remark(code="steady_draws", note="what is drawn again does not vary")
SOME_LONELY = Remark(code="some_lone_runs", note="{0} of {1} datasets have a single run and add no spread")
DEPENDENT = Remark(
    code="shared_runs_declare_seeds",
    note="runs share training data, so the interval is too narrow; declare design='seeds' if they do not",
)
# What the rows of an interval may carry, beside why there are too few datasets.
INTERVAL_REMARKS = (NONE, LONELY, ENDLESS, RESAMPLED_LIMITS, *LEVEL_REMARKS, STEADY, SOME_LONELY)


def strata(
    table: Any, by: By, *, several: bool = False, value: pl.Expr = VALUE
) -> tuple[pl.DataFrame, list[str], pl.DataFrame]:
    """Gather the runs of each group and algorithm, dataset by dataset; also the groups and the scores.

    Within a dataset runs are sorted, the worst first, so that their labels do not matter. ``keys`` number the distinct
    values of each dataset, the worst first. ``several`` refuses a table of one algorithm; ``value`` is what is gathered
    of each run.
    """
    scores = as_scores(table)
    groups = group_columns(scores, by, (*TAKEN, *ON_THE_WAY))
    if several or scores.get_column("algorithm").n_unique() > 1:
        grid = complete_cells(scores, groups)
    else:
        grid = cells(scores, groups)
    place = [] if "dataset" in groups else ["dataset"]
    facts = grid.group_by(*groups, "algorithm").agg(
        orientation=pl.col("orientation").first(),
        n_dropped=pl.col("n_dropped").max(),
        policy=pl.col("policy").first(),
    )
    turned = pl.when(pl.col("direction") == "lower").then(-VALUE).otherwise(VALUE)
    runs = (
        scores.filter(VALUE.is_not_null())
        .with_columns(value=value, keys=tie_key(turned, within([*groups, "dataset"])))
        .sort(*groups, "algorithm", *place, "keys", "value")
        .group_by(*groups, "algorithm", *place, maintain_order=True)
        .agg("value", "keys", size=pl.len().cast(pl.Int64), range=VALUE.max() - VALUE.min(), top=VALUE.abs().max())
        .group_by(*groups, "algorithm", maintain_order=True)
        .agg(
            values=VALUE.explode(empty_as_null=False),
            keys=pl.col("keys").explode(empty_as_null=False),
            sizes="size",
            spread=pl.col("range").max(),
            largest=pl.col("top").max(),
            singles=(pl.col("size") == 1).sum().cast(pl.Int64),
        )
    )
    span = {"least": pl.col("sizes").list.min().min(), "most": pl.col("sizes").list.max().max()}
    known = facts.join(runs, on=[*groups, "algorithm"], how="left")
    known = known.with_columns(expression.over(within(groups)).alias(name) for name, expression in span.items())
    return known.sort(*groups, "algorithm"), groups, scores


def bootstrapped(rows: pl.DataFrame, statistic: Statistic, resampling: Resampling) -> pl.DataFrame:
    """Add to rows of :func:`strata` the estimate, the interval and its Monte Carlo error."""
    found = {name: np.full(rows.height, np.nan) for name in ("estimate", "low", "high", "error")}
    full = rows.with_row_index("__row").filter(pl.col("sizes").is_not_null())
    back = full.get_column("__row").to_numpy()
    for places, part in by_sizes(full.drop("__row"), "sizes"):
        sizes = first_sizes(part, "sizes")
        laid = cube(part.get_column("values"), sizes)

        def drawn(which: slice, counts: Floats, laid: Floats = laid, sizes: Sizes = sizes) -> Floats:
            return statistic(laid[which], counts, sizes)

        once = (np.arange(laid.shape[2]) < sizes[:, None])[None].astype(np.float64)
        found["estimate"][back[places]] = statistic(laid, once, sizes)[:, 0]
        for name, values in intervals(len(laid), sizes, drawn, resampling).items():
            found[name][back[places]] = values
    return rows.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in found.items()})


@dataclass(frozen=True, slots=True, kw_only=True)
class Datasets:
    """What the rows of an interval over datasets hold: its law, the fewest datasets and why, and a remark."""

    variant: str = "datasets"
    law: str = "bootstrap of datasets"
    fewest: int = 2
    why: Remark = LONE_DATASET
    drawn: bool = True
    remark: pl.Expr = field(default_factory=lambda: pl.lit(None, dtype=pl.String))


def over_datasets(
    rows: pl.DataFrame,
    estimate: Callable[[Floats], Floats],
    limits: Callable[[Floats, Resampling], Mapping[str, Floats]],
    resampling: Resampling,
) -> pl.DataFrame:
    """Add to rows of :func:`strata` the estimate and the interval from one value per dataset, the mean of its runs."""
    found = {name: np.full(rows.height, np.nan) for name in ("estimate", "low", "high", "error")}
    full = rows.with_row_index("__row").filter(pl.col("sizes").is_not_null())
    back = full.get_column("__row").to_numpy()
    for places, part in by_sizes(full.drop("__row"), "sizes"):
        sizes = first_sizes(part, "sizes")
        laid = cube(part.get_column("values"), sizes)
        present = np.arange(laid.shape[2]) < sizes[:, None]
        means = np.where(present, laid, 0.0).sum(axis=2) / sizes
        found["estimate"][back[places]] = estimate(means)
        for name, values in limits(means, resampling).items():
            found[name][back[places]] = values
    return rows.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in found.items()})


def interval_rows(
    method: Method,
    rows: pl.DataFrame,
    groups: list[str],
    resampling: Resampling,
    datasets: Datasets | None = None,
    **more: Any,
) -> pl.DataFrame:
    """Finish the rows of an interval: one per group and algorithm, the interval left out where nothing can vary."""
    over = datasets or Datasets()
    n = pl.col("sizes").list.len().fill_null(0).cast(pl.Int64)
    runs = resampling.resample == "runs"
    alone = (pl.col("singles") == n) if runs else n < over.fewest
    steady = (pl.col("spread") <= TOLERANCE * pl.col("largest")).fill_null(False) if runs else pl.lit(False)
    # Whatever is drawn, a summary that never moves has no spread to show.
    blur = TOLERANCE * pl.col("largest") * pl.col("sizes").list.sum().sqrt()
    steady = steady | (pl.col("high") - pl.col("low") <= blur).fill_null(False)
    endless = (n > 0) & ~alone & pl.col("low").is_null() if not runs else pl.lit(False)
    sound = (n > 0) & ~alone & ~steady & ~endless
    drawn = runs or over.drawn
    some = runs & (pl.col("singles") > 0) & ~alone
    values = {
        "a": pl.col("algorithm"),
        "variant": resampling.resample if runs else over.variant,
        "n": n,
        "n_dropped": pl.col("n_dropped"),
        "estimate": pl.col("estimate"),
        "ci_low": pl.when(sound).then("low"),
        "ci_high": pl.when(sound).then("high"),
        "alpha": resampling.alpha,
        "law": resampling.law if runs else over.law,
        "status": first_that_holds(
            [((n == 0) | alone, "too_few"), (steady, "zero_variance"), (endless, "too_few"), (some, "approximate")],
            "ok",
        ),
        "remarks": joined_remarks(
            NONE.where(n == 0),
            (LONELY if runs else over.why).where((n > 0) & alone),
            (ENDLESS if over.drawn else over.why).where(~steady & endless),
            resampling.limits_remark(sound & drawn),
            pl.when(sound & (not runs)).then(over.remark),
            STEADY.where(~alone & steady),
            SOME_LONELY.where(some & ~steady, "singles", n),
            *table_remarks(),
        ),
    }
    return rows.with_columns(n_datasets=n).select(*groups, *fields(method, **(values | more)))


def with_dependence(
    rows: pl.DataFrame, scores: pl.DataFrame, groups: list[str], resampling: Resampling
) -> pl.DataFrame:
    """Doubt the intervals from drawing folds again."""
    if resampling.resample == "datasets":
        return rows
    each = dependent_runs(scores, list(dict.fromkeys([*groups, "dataset"])))
    return doubted(rows, DEPENDENT, aggregate(each, groups, dependent=pl.col("dependent").any()))


def first_sizes(part: pl.DataFrame, name: str) -> Sizes:
    """Give the sizes of strata that all rows of a part share."""
    sizes: Sizes = part.get_column(name)[0].to_numpy()
    return sizes
