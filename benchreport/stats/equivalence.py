"""Are two algorithms the same for practical purposes? Every pair, against a margin in metric units."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, one_of
from benchreport.method import RESULT_COLUMNS, Alternative, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns import equivalence as columns
from benchreport.stats.columns.paired import WilcoxonVariant, Zeros
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.folds import PER_DATASET
from benchreport.stats.pairs_of_frames import over_lists, over_pairs
from benchreport.stats.rows import (
    COMPUTED,
    SHARED_RUNS,
    Frame,
    doubted,
    fields,
    in_metric_units,
    over_table,
    with_guessed_sizes,
)
from benchreport.tables.cells import Reduce, as_scores, refuse_mixtures, refuse_single_algorithm
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.pairs import Missing, pair_lists, pairs
from benchreport.tables.schema import RUN_KEYS
from benchreport.tables.sizes import dependent_runs, size_ratios

Correction = Literal["plain", "corrected"]
SAME_RUNS = Remark(code="same_runs", note="both were tested on the same runs, so the rates are no separate samples")
REPEATED_RUNS = Remark(
    code="repeated_runs_variant",
    note="runs of repeated cross-validation are no independent sample; use variant='corrected'",
)
REPEATED = Remark(code="repeated_counts", note="instances of repeated runs are counted more than once")


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
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    margin
        The difference that matters, in units of the metric, chosen before the results were seen.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    variant
        "plain", or "corrected" for the training data that runs share, as :func:`corrected_resampled_t`.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.tost_paired_t(scores, by="metric", margin=0.02, control="C4.5")
    >>> rows.select("a", pl.col("estimate", "p_value").round(4)).row(0)
    ('C4.5+cf', 0.0039, 0.0412)
    """
    one_of(variant, ("plain", "corrected"), name="variant")
    columns.checked_equivalence(margin, alternative, alpha)

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        ratio = pl.col("ratio") if variant == "corrected" else pl.lit(0.0)
        return columns.paired_t(x, y, ratio, margin, alternative, alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = pairs(scores, by=by, control=control, missing=missing)
        groups = group_columns(scores, by)
        if variant == "plain":
            rows = doubted(over_pairs(side_by_side, TOST_PAIRED_T, test), SHARED_RUNS, dependent_runs(scores, by))
            return _without_repeated(rows, scores, groups)
        ratios = size_ratios(scores, groups)
        rows = over_pairs(joined(side_by_side, ratios, groups), TOST_PAIRED_T, test)
        return with_guessed_sizes(rows, ratios, pl.col("p_value").is_not_null())

    return over_table(table, by, RESULT_COLUMNS, run)


def _without_repeated(rows: pl.DataFrame, scores: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Take back tests over runs of repeated cross-validation, which the plain t test counts as independent."""
    shared = dependent_runs(scores, groups).rename({"dependent": "__shared"})
    repeats = (
        pl.col("repeat").n_unique() > 1 if "repeat" in scores.columns and "repeat" not in groups else pl.lit(False)
    )
    facts = joined(aggregate(scores, groups, __repeated=repeats), shared, groups)
    judged = joined(rows, facts, groups)
    void = pl.col("__repeated") & pl.col("__shared") & pl.col("status").is_in(["ok", "approximate"])
    emptied = ("statistic", "df1", "p_value", "ci_low", "ci_high", "effect_low", "effect_high")
    return judged.with_columns(
        *(pl.when(~void).then(name).alias(name) for name in emptied),
        status=pl.when(void).then(pl.lit("undefined")).otherwise("status"),
        remarks=pl.coalesce(REPEATED_RUNS.where(void), "remarks"),
    ).select(rows.columns)


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

    ``zeros``, ``variant`` and ``reduce`` as in Wilcoxon's test of pairs, other parameters as in :func:`tost_paired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.tost_wilcoxon(scores, margin=0.02, control="C4.5")
    >>> rows.select("a", "n", pl.col("p_value").round(4)).row(0)
    ('C4.5+cf', 14, 0.0108)
    """

    rows = columns.tost_wilcoxon_rows(margin, alternative, zeros, variant, alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        lists = pair_lists(scores, by=by, control=control, missing=missing, reduce=reduce)
        return doubted(over_lists(lists, TOST_WILCOXON, rows), SHARED_RUNS, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


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
    Parameters as in :func:`tost_paired_t`; ``variant`` is "score" or "wald".

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

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        refuse_single_algorithm(scores)
        groups = group_columns(scores, by, ("matched", "successes", "tested"))
        refuse_mixtures(scores, groups)
        if "n_test" not in scores.columns:
            raise ColumnError("no column 'n_test'", hint="rates need the number of test instances of each run, n_test")
        side_by_side = _pooled(scores, groups, control)
        counts = side_by_side.select(s_x="successes", m_x="tested", s_y="successes_right", m_y="tested_right")
        rows = columns.rate_rows(counts, margin, alternative, variant, alpha)
        return _with_names(side_by_side, rows, groups)

    return over_table(table, by, RESULT_COLUMNS, run)


def _pooled(scores: pl.DataFrame, groups: list[str], control: str | None) -> pl.DataFrame:
    """Sum successes and instances of each algorithm; errors are turned into successes."""
    lower = pl.col("direction") == "lower"
    rate = pl.when(lower).then(1 - pl.col("value")).otherwise("value")
    runs = [name for name in ("dataset", *RUN_KEYS) if name in scores.columns and name not in groups]
    known = scores.filter(pl.col("value").is_not_null() & pl.col("n_test").is_not_null())
    place = (pl.struct(runs).hash() if runs else pl.lit(0, dtype=pl.UInt64)).alias("blocks")
    pooled = (
        known.with_columns(place)
        .sort(*groups, "algorithm", *runs)
        .group_by(*groups, "algorithm", maintain_order=True)
        .agg(
            successes=(rate * pl.col("n_test")).sum(),
            tested=pl.col("n_test").sum().cast(pl.Float64),
            blocks=pl.col("blocks").sort(),
            turned=lower.first(),
            repeated=pl.col("repeat").n_unique() > 1 if "repeat" in known.columns else pl.lit(False),
        )
    )
    first, second = pooled.rename({"algorithm": "a"}), pooled.rename({"algorithm": "b"})
    wanted = pl.col("a") < pl.col("b") if control is None else (pl.col("b") == control) & (pl.col("a") != control)
    return joined(first, second, groups).filter(wanted).sort(*groups, "a", "b")


def _with_names(side_by_side: pl.DataFrame, rows: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    known = side_by_side.select(
        *groups, "a", "b", "turned", "repeated", matched=pl.col("blocks") == pl.col("blocks_right")
    )
    both = pl.concat([known, rows.select(COMPUTED)], how="horizontal")
    ahead, turned, sound = pl.col("estimate"), pl.col("turned"), pl.col("status") == "approximate"
    kept = {name: pl.col(name) for name in ("a", "b", *COMPUTED)}
    changed = {
        "better": pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        **in_metric_units(TOST_PROPORTIONS, turned, in_units=True),
        "remarks": joined_remarks(
            pl.col("remarks"),
            SAME_RUNS.where(sound & pl.col("matched")),
            REPEATED.where(sound & pl.col("repeated")),
        ),
    }
    return both.select(*groups, *fields(TOST_PROPORTIONS, **(kept | changed)))


TOST_PAIRED_T = replace(
    columns.TOST_PAIRED_T,
    remarks=(*columns.TOST_PAIRED_T.remarks, SHARED_RUNS, REPEATED_RUNS),
    table=tost_paired_t,
)

TOST_WILCOXON = replace(
    columns.TOST_WILCOXON, remarks=(*columns.TOST_WILCOXON.remarks, SHARED_RUNS), table=tost_wilcoxon
)

TOST_PROPORTIONS = replace(
    columns.TOST_PROPORTIONS,
    remarks=(*columns.TOST_PROPORTIONS.remarks, SAME_RUNS, REPEATED),
    table=tost_proportions,
)
