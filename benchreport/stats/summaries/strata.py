"""Intervals from runs or datasets drawn again: strata of runs, bootstrap limits, result rows."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.records import dataclass
from benchreport.remarks import joined_remarks
from benchreport.stats.forms import rows as result
from benchreport.stats.forms.over import doubted
from benchreport.stats.kernels.bootstrap import percentile_limits, resampled_counts
from benchreport.stats.summaries.interval_levels import LEVEL_REMARKS, level_remark
from benchreport.tables.blocks import Blocks
from benchreport.tables.rounding import TOLERANCE, Floats, Integers
from benchreport.tables.ties import tie_key

VALUE = pl.col("value")
Resample = Literal["runs", "datasets"]
RESAMPLES = ("runs", "datasets")
# One number per row and draw, from rows x strata x runs, draws x strata x runs and the sizes of the strata.
Statistic = Callable[[Floats, Floats, Integers], Floats]
# Replicates held at once before their quantiles are taken.
REPLICATES = 1 << 23
# One number per name for each row of strata; a name that is left out has none.
Limits = Mapping[str, Floats]
DRAWN_AGAIN = Remark(code="drawn_again", note="{0} draws, seed {1}")
RESAMPLED_LIMITS = Remark(code="resampled_limits", note="{0} draws, seed {1}, Monte Carlo error of the limits {2}")
NONE = Remark(code="without_runs", note="no runs")
LONELY = Remark(code="lone_runs", note="one run per dataset, nothing to draw again; resample='datasets' draws datasets")
ENDLESS = Remark(code="tied_datasets", note="too many datasets have the same value for an interval with two ends")
STEADY = Remark(code="steady_draws", note="what is drawn again does not vary")
SOME_LONELY = Remark(code="some_lone_runs", note="{0} of {1} datasets have a single run and add no spread")
DEPENDENT = Remark(
    code="shared_runs_declare_seeds",
    note="runs share training data, so the interval is too narrow; declare design='seeds' if they do not",
)
# What the rows of an interval may carry, beside why there are too few datasets.
INTERVAL_REMARKS = (NONE, LONELY, ENDLESS, RESAMPLED_LIMITS, *LEVEL_REMARKS, STEADY, SOME_LONELY)


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """What is drawn again, how often, from which seed, and the level of the interval.

    Examples
    --------
    >>> Resampling(resample="runs", draws=2000, seed=0, alpha=0.05).law
    'bootstrap of runs within datasets'
    """

    resample: Resample
    draws: int
    seed: int
    alpha: float

    def __post_init__(self) -> None:
        one_of(self.resample, RESAMPLES, name="resample")
        result.checked_draws(self.draws)
        result.checked_alpha(self.alpha)
        result.checked_seed(self.seed)

    @property
    def law(self) -> str:
        """Return the name of the law that the interval comes from."""
        return "bootstrap of runs within datasets" if self.resample == "runs" else "bootstrap of datasets"

    def limits_remark(self, condition: pl.Expr) -> pl.Expr:
        """Return the remark on how limits were drawn, with their Monte Carlo error in the column ``error``."""
        error = pl.col("error").round_sig_figs(2)
        return RESAMPLED_LIMITS.where(condition, pl.lit(self.draws), pl.lit(self.seed), error)

    def counts(self, sizes: Integers, *, stream: int = 0, width: int | None = None) -> Iterator[Floats]:
        """Yield how often each run is drawn: see :func:`resampled_counts`."""
        return resampled_counts(
            sizes,
            whole_strata=self.resample == "datasets",
            draws=self.draws,
            seed=self.seed,
            stream=stream,
            width=width,
        )


def strata(blocks: Blocks, value: pl.Expr = VALUE) -> pl.DataFrame:
    """Return the runs of each group and algorithm, dataset by dataset, in the order of :attr:`Blocks.seats`.

    Within a dataset runs are sorted, the worst first, so that their labels do not matter. ``keys`` number the distinct
    values of each dataset, the worst first. ``value`` is what is gathered of each run.
    """
    turned = pl.when(pl.col("direction") == "lower").then(-VALUE).otherwise(VALUE)
    own = blocks.source.select(
        "algorithm", "dataset", "value", pl.Series("group", blocks.source_group), __value=value, turned=turned
    )
    runs = (
        own.filter(VALUE.is_not_null())
        .with_columns(value="__value", keys=tie_key(pl.col("turned"), ["group", "dataset"]))
        .sort("group", "algorithm", "dataset", "keys", "value")
        .group_by("group", "algorithm", "dataset", maintain_order=True)
        .agg("value", "keys", size=pl.len().cast(pl.Int64), range=VALUE.max() - VALUE.min(), top=VALUE.abs().max())
        .group_by("group", "algorithm", maintain_order=True)
        .agg(
            values=VALUE.explode(empty_as_null=False),
            keys=pl.col("keys").explode(empty_as_null=False),
            sizes="size",
            spread=pl.col("range").max(),
            largest=pl.col("top").max(),
            singles=(pl.col("size") == 1).sum().cast(pl.Int64),
        )
    )
    rows = blocks.seats.join(runs, on=["group", "algorithm"], how="left", maintain_order="left")
    group = rows.get_column("group").to_numpy()
    return rows.with_columns(
        orientation=pl.Series(blocks.orientation[group]),
        n_dropped=blocks.history["n_dropped"].gather(group),
        policy=blocks.history["policy"].gather(group),
        least=pl.col("sizes").list.min().min().over("group"),
        most=pl.col("sizes").list.max().max().over("group"),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """An interval over datasets: its name and law, the fewest datasets and why so many, the estimate and its limits.

    ``level`` is the name under which its level was simulated, where that is not its own.
    """

    name: str
    law: str
    fewest: int
    why: Remark
    estimate: Callable[[Floats], Floats] | None = None
    limits: Callable[[Floats, Resampling], Limits] | None = None
    drawn: bool = False
    level: str = ""

    def remark(self, alpha: float) -> pl.Expr:
        """Return the remark on the simulated level of the interval."""
        return level_remark(self.level or self.name, alpha)


def with_limits(rows: pl.DataFrame, compute: Callable[[Floats, Integers], Limits]) -> pl.DataFrame:
    """Return rows of :func:`strata` with the estimate, the interval and its Monte Carlo error."""
    columns = {name: np.full(rows.height, np.nan) for name in ("estimate", "low", "high", "error")}
    for places, part, (sizes,) in by_sizes(rows, "sizes"):
        for name, values in compute(cube(part.get_column("values"), sizes), sizes).items():
            columns[name][places] = values
    return rows.with_columns(**{name: pl.Series(values, nan_to_null=True) for name, values in columns.items()})


def by_sizes(rows: pl.DataFrame, *sizes: str) -> Iterator[tuple[npt.NDArray[Any], pl.DataFrame, list[Integers]]]:
    """Yield the rows whose strata have the same sizes: their places, the rows, and the sizes."""
    text = [pl.col(name).cast(pl.List(pl.String)).list.join(",") for name in sizes]
    keyed = rows.with_row_index("__place").with_columns(__sizes=pl.concat_str(text, separator="|"))
    for part in keyed.drop_nulls(sizes).partition_by("__sizes", maintain_order=True):
        own = [part.get_column(name)[0].to_numpy() for name in sizes]
        yield part.get_column("__place").to_numpy(), part.drop("__place", "__sizes"), own


def cube(lists: pl.Series, sizes: npt.NDArray[Any]) -> Floats:
    """Return lists of runs as rows x strata x runs; where a stratum is short its first run stands in, uncounted."""
    flat = lists.explode(empty_as_null=False).to_numpy().reshape(lists.len(), -1)
    width = int(sizes.max())
    starts = np.cumsum(sizes) - sizes
    places = starts[:, None] + np.where(np.arange(width) < sizes[:, None], np.arange(width), 0)
    laid: Floats = flat[:, places]
    return laid


def bootstrapped(rows: pl.DataFrame, statistic: Statistic, resampling: Resampling) -> pl.DataFrame:
    """Return the rows with limits from drawing runs or datasets again."""
    together = max(1, REPLICATES // resampling.draws)

    def limits(runs: Floats, sizes: Integers) -> Limits:
        once = (np.arange(runs.shape[2]) < sizes[:, None])[None].astype(np.float64)
        parts = []
        for start in range(0, len(runs), together):
            part = runs[start : start + together]
            drawn = [statistic(part, counts, sizes) for counts in resampling.counts(sizes)]
            parts.append(percentile_limits(np.concatenate(drawn, axis=1), resampling.alpha))
        ends = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return {"estimate": statistic(runs, once, sizes)[:, 0], **ends}

    return with_limits(rows, limits)


def over_datasets(rows: pl.DataFrame, kind: Kind, resampling: Resampling) -> pl.DataFrame:
    """Return the rows with limits from one value per dataset, the mean of its runs."""
    estimate, ends = kind.estimate, kind.limits
    if estimate is None or ends is None:
        raise TypeError(f"{kind.name} has no limits of its own")

    def limits(runs: Floats, sizes: Integers) -> Limits:
        means = np.where(np.arange(runs.shape[2]) < sizes[:, None], runs, 0.0).sum(axis=2) / sizes
        return {"estimate": estimate(means), **ends(means, resampling)}

    return with_limits(rows, limits)


def interval_rows(
    method: Method, rows: pl.DataFrame, blocks: Blocks, resampling: Resampling, kind: Kind, **more: Any
) -> pl.DataFrame:
    """Return the rows of an interval: one per group and algorithm, the interval left out where nothing can vary."""
    n = pl.col("sizes").list.len().fill_null(0).cast(pl.Int64)
    runs = resampling.resample == "runs"
    alone = (pl.col("singles") == n) if runs else n < kind.fewest
    steady = (pl.col("spread") <= TOLERANCE * pl.col("largest")).fill_null(False) if runs else pl.lit(False)
    # Whatever is drawn, a summary that never moves has no spread to show.
    blur = TOLERANCE * pl.col("largest") * pl.col("sizes").list.sum().sqrt()
    steady = steady | (pl.col("high") - pl.col("low") <= blur).fill_null(False)
    endless = (n > 0) & ~alone & pl.col("low").is_null() if not runs else pl.lit(False)
    sound = (n > 0) & ~alone & ~steady & ~endless
    some = runs & (pl.col("singles") > 0) & ~alone
    values = {
        "a": pl.col("algorithm"),
        "variant": "runs" if runs else kind.name,
        "n": n,
        "estimate": pl.col("estimate"),
        **result.values_where(sound, ci_low="low", ci_high="high"),
        "alpha": resampling.alpha,
        "law": resampling.law if runs else kind.law,
        "status": result.first_that_holds(
            [((n == 0) | alone, "too_few"), (steady, "zero_variance"), (endless, "too_few"), (some, "approximate")],
            "ok",
        ),
        "remarks": joined_remarks(
            NONE.where(n == 0),
            (LONELY if runs else kind.why).where((n > 0) & alone),
            (ENDLESS if kind.drawn else kind.why).where(~steady & endless),
            resampling.limits_remark(sound & (runs or kind.drawn)),
            pl.when(sound & (not runs)).then(kind.remark(resampling.alpha)),
            STEADY.where(~alone & steady),
            SOME_LONELY.where(some & ~steady, "singles", n),
            *result.table_remarks(),
        ),
    }
    finished = result.result_rows(rows.with_columns(n_datasets=n), method, **(values | more))
    return with_dependence(finished, blocks, resampling)


def with_dependence(rows: pl.DataFrame, blocks: Blocks, resampling: Resampling) -> pl.DataFrame:
    """Return the rows, with a doubt where intervals come from drawing folds again."""
    if resampling.resample != "runs":
        return rows
    datasets = Blocks.of(
        blocks.source, by=tuple(dict.fromkeys((*blocks.by, "dataset"))), missing="available", alone=True
    )
    sharing = np.bincount(blocks.owners(datasets), datasets.dependent, blocks.n_groups) > 0
    return doubted(rows, blocks, DEPENDENT, sharing)
