"""Profiles of algorithms: performance profiles by ratios to the best, distributions of scores."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_number, first_that_holds, values_where
from benchreport.stats.kernels.bootstrap import batches, percentile_limits
from benchreport.stats.summaries import strata as intervals
from benchreport.stats.summaries.aggregates import share_limits
from benchreport.stats.summaries.strata import Resample
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import Floats, is_zero
from benchreport.tables.ties import sign_of_difference
from benchreport.threads import product

POINTS = 101
NOT_POSITIVE = Remark(code="not_positive", note="ratios need positive values")
FAILED = Remark(code="failed_blocks", note="{0} of {1} failed")
NO_BAND = Remark(code="no_band", note="nothing to draw again, so no band")
EXACT_LIMITS = Remark(code="exact_limits", note="exact binomial limits, datasets as trials")

# One row per group, algorithm and point of its curve.
PROFILE_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "x": ("Float64", "factor of the best, or score that is reached"),
    "y": ("Float64", "share of the blocks or runs within it"),
    "ci_low": ("Float64", "lower pointwise confidence limit"),
    "ci_high": ("Float64", "upper pointwise confidence limit"),
    "n": ("Int64", "blocks or runs"),
    "n_failed": ("Int64", "blocks without a result, never within any factor"),
    "status": ("String", "ok, too_few or undefined"),
    **REMARK_COLUMNS,
}


@documented
def performance_profile(table: Frame, *, by: By = "metric", reduce: Reduce = "mean") -> Frame:
    """Compute Dolan and More's performance profile: the share of blocks within a factor of the best.

    Each curve starts at factor 1, where its height is the share of blocks that the algorithm wins or shares, and steps
    up at each of its own ratios. A missing result is a failure: it counts in ``n`` and is never reached.

    Parameters
    ----------
    table
        Scores, positive; gaps are failures.

    Returns
    -------
    polars.DataFrame
        One row per group, algorithm and step, sorted by them; columns as in ``PROFILE_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> wide = pl.DataFrame({"dataset": ["p", "q", "r"], "A": [1.0, 4.0, 9.0], "B": [2.0, 2.0, 9.0]})
    >>> rows = br.performance_profile(br.scores(wide, metric="runtime"))
    >>> rows.select("algorithm", "x", pl.col("y").round(4)).rows()
    [('A', 1.0, 0.6667), ('A', 2.0, 1.0), ('B', 1.0, 0.6667), ('B', 2.0, 1.0)]
    """
    return over_blocks(
        table, _ratio_curves, by=by, reduce=reduce, missing="available", alone=True, columns=PROFILE_COLUMNS
    )


@documented
def score_profile(
    table: Frame,
    *,
    by: By = "metric",
    thresholds: Sequence[float] | None = None,
    resample: Resample = "datasets",
    draws: int = 2000,
    seed: int = 0,
    alpha: float = 0.05,
) -> Frame:
    """Compute the share of the runs of each algorithm that reach a score, for many scores, with a pointwise band.

    "Reach" is at least the score, or at most where lower is better. Datasets weigh the same.

    Parameters
    ----------
    table
        Scores; an algorithm that lacks a dataset others have is refused.
    thresholds
        The scores to reach; by default 101 from the smallest to the largest of the group.
    resample
        "datasets" gives exact binomial limits with every dataset as a trial, which are cautious; "runs" draws the runs
        of each dataset again, and speaks of these datasets only.
    draws
        Number of bootstrap draws of runs.
    alpha
        Level of the band.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> rows = br.score_profile(scores, thresholds=[0.9], draws=200)
    >>> rows.select("algorithm", "x", "y", "n").row(0)
    ('DecisionTree', 0.9, 0.575, 40)
    """
    resampling = intervals.Resampling(resample=resample, draws=draws, seed=seed, alpha=alpha)
    points = None if thresholds is None else np.array(sorted({checked_number(t, "threshold") for t in thresholds}))
    if points is not None and not points.size:
        raise OptionError("no threshold is given", hint="thresholds=[0.8, 0.9]")
    rows = partial(_score_curves, thresholds=points, resampling=resampling)
    return over_blocks(table, rows, by=by, alone=True, columns=PROFILE_COLUMNS)


def _ratio_curves(blocks: Blocks) -> pl.DataFrame:
    """Compute the curves of ratios to the best of each block, 1 being best; gaps have no ratio."""
    value, lower = pl.col("value"), pl.col("orientation") < 0
    low, high = value.min().over("block"), value.max().over("block")
    ratio = pl.when(lower).then(value / low).otherwise(high / value)
    best = pl.when(lower).then(low).otherwise(high)
    ratios = blocks.long().select(
        "group",
        "algorithm",
        ratio=pl.when(sign_of_difference(value, best) == 0).then(1.0).otherwise(ratio),
        positive=(value > 0).all().over("group"),
    )
    group, column = np.nonzero(blocks.present)
    n = np.diff(blocks.start)[group]
    facts = blocks.seats.with_columns(
        n=pl.Series(n),
        n_failed=pl.Series(n - blocks.over_blocks(np.add, blocks.measured.astype(np.int64))[group, column]),
        policy=blocks.history["policy"].gather(group),
    ).join(ratios.group_by("group").agg(pl.col("positive").first()), on="group")
    reached = ratios.filter(pl.col("positive") & pl.col("ratio").is_not_null())
    curve = ["group", "algorithm"]
    starts = facts.select(*curve, ratio=pl.lit(1.0), hits=pl.lit(0, dtype=pl.UInt32))
    steps = pl.concat([starts, reached.group_by(*curve, "ratio").agg(hits=pl.len().cast(pl.UInt32))])
    steps = steps.group_by(*curve, "ratio").agg(pl.col("hits").sum()).sort(*curve, "ratio")
    steps = steps.with_columns(hits=pl.col("hits").cum_sum().over(curve)).join(facts, on=curve, maintain_order="left")
    sound = pl.col("positive")
    return _curves(
        steps,
        **values_where(sound, x="ratio", y=pl.col("hits") / pl.col("n")),
        status=first_that_holds([(~sound, "undefined")], "ok"),
        remarks=joined_remarks(
            NOT_POSITIVE.where(~sound),
            FAILED.where(sound & (pl.col("n_failed") > 0), "n_failed", "n"),
            pl.col("policy"),
        ),
    )


def _curves(rows: pl.DataFrame, **columns: pl.Expr) -> pl.DataFrame:
    """Return rows with the columns of a profile: those named, those they have, else null."""
    present = {name: pl.col(name) for name in rows.columns} | columns
    kinds = schema_of(PROFILE_COLUMNS)
    return rows.select(
        "group", *(present.get(name, pl.lit(None)).cast(kind).alias(name) for name, kind in kinds.items())
    )


def _score_curves(blocks: Blocks, *, thresholds: Floats | None, resampling: intervals.Resampling) -> pl.DataFrame:
    runs = intervals.strata(blocks).drop_nulls("sizes")
    lowest = pl.col("values").list.min().min().over("group")
    highest = pl.col("values").list.max().max().over("group")
    ends = runs.select(lowest.alias("lowest"), highest.alias("highest")).to_numpy()
    step = np.linspace(0, 1, POINTS)
    points = (
        ends[:, :1] * (1 - step) + ends[:, 1:] * step if thresholds is None else np.tile(thresholds, (runs.height, 1))
    )
    curves = {name: np.full(points.shape, np.nan) for name in ("y", "low", "high")}
    for places, part, (sizes,) in intervals.by_sizes(runs, "sizes"):
        laid = intervals.cube(part.get_column("values"), sizes)
        ways = part.get_column("orientation").to_numpy()
        weights = np.empty((0, laid[0].size))
        if resampling.resample == "runs":
            counts = np.concatenate(list(resampling.counts(sizes)))
            weights = (counts / (sizes * sizes.size)[:, None]).reshape(len(counts), -1)
        for rows in batches(len(laid), points.shape[1] * max(laid[0].size, resampling.draws)):
            place = places[rows]
            values, bars = laid[rows].reshape(place.size, 1, -1), points[place][:, :, None]
            better = (values - bars) * ways[rows][:, None, None] > 0
            hit = (better | is_zero(values, bars)).astype(np.float64)
            reached_runs = hit.reshape(place.size, -1, *laid.shape[1:]) * (np.arange(laid.shape[2]) < sizes[:, None])
            shares = reached_runs.sum(axis=3) / sizes
            curves["y"][place] = shares.mean(axis=2)
            if resampling.resample == "datasets":
                limits = share_limits(shares.reshape(-1, shares.shape[2]), resampling)
            else:
                limits = percentile_limits(product(hit.reshape(-1, weights.shape[1]), weights.T), resampling.alpha)
            for name in ("low", "high"):
                curves[name][place] = limits[name].reshape(place.size, -1).clip(0, 1)
    return intervals.with_dependence(_finished(runs, points, curves, resampling), blocks, resampling)


def _finished(
    rows: pl.DataFrame, points: Floats, curves: Mapping[str, Floats], resampling: intervals.Resampling
) -> pl.DataFrame:
    runs = resampling.resample == "runs"
    datasets = pl.col("sizes").list.len()
    alone = pl.col("singles") == datasets if runs else datasets < 2
    listed = rows.select(
        "group",
        "algorithm",
        *(pl.Series(name, list(values)) for name, values in (("x", points), *curves.items())),
        n=pl.col("sizes").list.sum().cast(pl.Int64),
        alone=alone,
    )
    long = listed.explode("x", "y", "low", "high", empty_as_null=False)
    banded = ~pl.col("alone")
    return _curves(
        long,
        **values_where(banded, ci_low="low", ci_high="high"),
        n_failed=pl.lit(0),
        status=first_that_holds([(pl.col("alone"), "too_few")], "ok"),
        remarks=joined_remarks(
            NO_BAND.where(pl.col("alone")),
            intervals.DRAWN_AGAIN.where(banded, pl.lit(resampling.draws), pl.lit(resampling.seed))
            if runs
            else EXACT_LIMITS.where(banded),
        ),
    )


PERFORMANCE_PROFILE = Method(
    table=performance_profile,
    title="Performance profile",
    question="On which share of the datasets is an algorithm within a factor of the best?",
    symbol="\\rho_a(\\tau)",
    formula="rho(tau) = share of datasets with value / best <= tau (best / value where higher is better)",
    tex=r"\rho_a(\tau) = \frac{1}{n} \#\left\{ i : \frac{x_{ia}}{\mathrm{best}_i} \leq \tau \right\}",
    assumes=("values are positive and on a ratio scale", "a missing result is a failure"),
    account=(
        "The performance profile of an algorithm is the share of datasets on which the ratio to the best result is "
        r"at most $\tau$."
    ),
    cites=("dolan2002",),
    remarks=(NOT_POSITIVE, FAILED),
)

SCORE_PROFILE = Method(
    table=score_profile,
    title="Score distribution",
    question="Which share of its runs does an algorithm bring to a score or beyond?",
    symbol="\\hat{F}_a(\\tau)",
    formula=(
        "F(tau) = mean over datasets of the share of runs at tau or better; pointwise exact binomial band,"
        " datasets as trials"
    ),
    tex=r"\hat{F}_a(\tau) = \frac{1}{n} \sum_{i=1}^{n} \frac{1}{K_i} \sum_{k=1}^{K_i} \mathbf{1}[x_{ik} \succeq \tau]",
    assumes=("values mean the same on every dataset",),
    account=(
        r"The score profile of an algorithm is the share of runs that reach the score $\tau$, averaged over the $n$ "
        "datasets."
    ),
    cites=("agarwal2021",),
    remarks=(NO_BAND, intervals.DRAWN_AGAIN, EXACT_LIMITS, intervals.DEPENDENT),
)
