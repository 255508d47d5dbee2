"""Are two algorithms the same for practical purposes? Every pair, against a margin in metric units."""

from __future__ import annotations

from functools import partial
from typing import Literal

import polars as pl

from benchreport.errors import ColumnError, one_of
from benchreport.method import Alternative, Remark
from benchreport.stats.forms.over import (
    PER_DATASET,
    Frame,
    ListTest,
    over_blocks,
    over_lists,
    over_pairs,
    pair_rows,
    with_guessed_sizes,
)
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS
from benchreport.stats.two_algorithms import equivalence__columns_equivalence as columns
from benchreport.stats.two_algorithms.over_datasets__columns_paired import WilcoxonVariant, Zeros
from benchreport.tables.blocks import Blocks, Missing, Reduce, pairs_of
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By
from benchreport.tables.schema import RUN_KEYS

Correction = Literal["plain", "corrected"]
SAME_RUNS = Remark(code="same_runs", note="both were tested on the same runs, so the rates are no separate samples")
REPEATED_RUNS = Remark(
    code="repeated_runs_variant",
    note="runs of repeated cross-validation are no independent sample; use variant='corrected'",
)
REPEATED = Remark(code="repeated_counts", note="instances of repeated runs are counted more than once")


@documented
def tost_paired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    margin: float,
    control: str | None = None,
    variant: Correction = "plain",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Two one-sided paired t tests of every two algorithms: is the mean difference smaller than a margin?

    A large p-value of an ordinary test shows no equality; a small one of this test does, within the margin. With
    ``alternative="greater"`` it is a test of non-inferiority of ``a``.

    Parameters
    ----------
    margin
        The difference that matters, in units of the metric, chosen before the results were seen.
    variant
        "plain", or "corrected" for the training data that runs share, as :func:`corrected_resampled_t`.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.tost_paired_t(scores, by="metric", margin=0.02, control="C4.5")
    >>> rows.select("a", pl.col("estimate", "p_value").round(4)).row(0)
    ('C4.5+cf', 0.0039, 0.0412)
    """
    one_of(variant, ("plain", "corrected"), name="variant")
    method = TOST_PAIRED_T
    if variant == "plain":
        test = partial(columns.paired_t, ratio=None, margin=margin, alternative=alternative, alpha=alpha)
        doubt, finish = SHARED_RUNS, _without_repeated
        return over_pairs(method, test, table, by=by, control=control, missing=missing, doubt=doubt, finish=finish)
    test = partial(columns.paired_t, ratio="ratio", margin=margin, alternative=alternative, alpha=alpha)
    facts, finish = sizes_of, with_guessed_sizes
    return over_pairs(method, test, table, by=by, control=control, missing=missing, facts=facts, finish=finish)


def _without_repeated(rows: pl.DataFrame, blocks: Blocks) -> pl.DataFrame:
    """Take back tests over runs of repeated cross-validation, which the plain t test counts as independent."""
    if "repeat" not in blocks.source.columns or "repeat" in blocks.by:
        return rows
    repeated = blocks.of_source(repeated=pl.col("repeat").n_unique() > 1)["repeated"] & pl.Series(blocks.dependent)
    void = repeated.gather(rows["group"].to_numpy()) & pl.col("status").is_in(["ok", "approximate"])
    emptied = ("statistic", "df1", "p_value", "ci_low", "ci_high", "effect_low", "effect_high")
    return rows.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in emptied),
        status=pl.when(void).then(pl.lit("undefined")).otherwise("status"),
        remarks=pl.coalesce(REPEATED_RUNS.where(void), "remarks"),
    )


@documented
def tost_wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    margin: float,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "drop",
    variant: WilcoxonVariant = "exact",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Two one-sided Wilcoxon tests of every two algorithms: is the typical difference smaller than a margin?

    Parameters
    ----------
    margin
        The difference that matters, in units of the metric, chosen before the results were seen.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    zeros
        Blocks without a difference: "drop", "pratt" or "split", as in Wilcoxon's test.
    variant
        "exact", "normal" or "normal_corrected".
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.tost_wilcoxon(scores, margin=0.02, control="C4.5")
    >>> rows.select("a", "n", pl.col("p_value").round(4)).row(0)
    ('C4.5+cf', 14, 0.0108)
    """
    test = columns.tost_wilcoxon_rows(margin, alternative, zeros, variant, alpha)
    doubt = SHARED_RUNS
    return over_lists(TOST_WILCOXON, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


@documented
def tost_proportions(
    table: Frame,
    *,
    by: By = PER_DATASET,
    margin: float,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.RateVariant = "score",
    alpha: float = 0.05,
) -> Frame:
    """Two one-sided tests of the rates of every two algorithms, measured on separate test sets of ``n_test`` instances.

    For metrics that are shares of instances, such as accuracy or error. Runs of a group are pooled by their test sizes.

    Parameters
    ----------
    margin
        The difference that matters, in shares, chosen before the results were seen.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    variant
        The standard error of the rates most likely at the margin, "score", or of the observed ones, "wald".
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> rows = br.tost_proportions(scores, margin=0.1)
    >>> rows.select("a", "b", "n", "status").row(0)
    ('DecisionTree', 'GaussianNB', 2845, 'approximate')
    """
    columns.checked_equivalence(margin, alternative, alpha)
    one_of(variant, TOST_PROPORTIONS.variants, name="variant")
    test = partial(columns.rate_rows, margin=margin, alternative=alternative, variant=variant, alpha=alpha)
    return over_blocks(table, partial(_tested_rates, test=test, control=control), by=by, missing="available")


def _tested_rates(blocks: Blocks, *, test: ListTest, control: str | None) -> pl.DataFrame:
    """Test the pooled rates of every pair of which both were tested."""
    pairs, pooled = pairs_of(blocks, control), _pooled(blocks)
    first, second = (pooled[blocks.seat[pairs.group, side]] for side in (pairs.a, pairs.b))
    counts = {"s_x": first["successes"], "m_x": first["tested"], "s_y": second["successes"], "m_y": second["tested"]}
    sound = pl.col("status") == "approximate"
    same, again = SAME_RUNS.where(sound & (first["runs"] == second["runs"])), REPEATED.where(sound & first["repeated"])
    unknown = {name: pl.lit(None) for name in ("n_dropped", "least", "most", "policy")}
    rows = pair_rows(TOST_PROPORTIONS, pairs.named().with_columns(**unknown), test(pl.DataFrame(counts)), same, again)
    return rows.filter(first["tested"].is_not_null() & second["tested"].is_not_null())


def _pooled(blocks: Blocks) -> pl.DataFrame:
    """Sum successes and instances of each algorithm, in the order of the seats; errors are turned into successes."""
    scores = blocks.source
    if "n_test" not in scores.columns:
        raise ColumnError("no column 'n_test'", hint="rates need the number of test instances of each run, n_test")
    runs = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in blocks.by]
    rate = pl.when(pl.col("direction") == "lower").then(1 - pl.col("value")).otherwise("value")
    rows = scores.select(
        "algorithm",
        "n_test",
        *runs,
        group=pl.Series(blocks.source_group),
        rate=rate,
        run=pl.struct(runs).hash() if runs else pl.lit(0, dtype=pl.UInt64),
    )
    pooled = (
        rows.filter(pl.col("rate").is_not_null() & pl.col("n_test").is_not_null())
        .sort("group", "algorithm", *runs)
        .group_by("group", "algorithm")
        .agg(
            successes=(pl.col("rate") * pl.col("n_test")).sum(),
            tested=pl.col("n_test").sum().cast(pl.Float64),
            runs=pl.col("run").sort(),
            repeated=pl.col("repeat").n_unique() > 1 if "repeat" in runs else pl.lit(False),
        )
    )
    return blocks.seats.join(pooled, on=["group", "algorithm"], how="left", maintain_order="left")


TOST_PAIRED_T = columns.TOST_PAIRED_T.with_table(tost_paired_t, SHARED_RUNS, REPEATED_RUNS)

TOST_WILCOXON = columns.TOST_WILCOXON.with_table(tost_wilcoxon, SHARED_RUNS)

TOST_PROPORTIONS = columns.TOST_PROPORTIONS.with_table(tost_proportions, SAME_RUNS, REPEATED)
