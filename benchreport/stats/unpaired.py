"""Do two algorithms differ, when their runs are not matched? Every pair, as two samples, group by group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns import unpaired as columns
from benchreport.stats.folds import KFOLD_PAIRED_T, PER_DATASET, kfold_paired_t
from benchreport.stats.paired import WILCOXON, wilcoxon
from benchreport.stats.rows import (
    COMPUTED,
    SHARED_RUNS,
    Frame,
    doubted,
    fields,
    in_metric_units,
    over_table,
    table_remarks,
)
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells
from benchreport.tables.groups import By, group_columns
from benchreport.tables.sizes import dependent_runs
from benchreport.tables.unmatched import samples

Rewards = Literal["welch", "permutation", "paired_t", "wilcoxon"]
Rows = Callable[[pl.DataFrame], pl.DataFrame]
MATCHED = Remark(
    code="matched_runs",
    note="runs of both have the same names: where these mean the same splits, a paired test would use that",
)


def unpaired_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.UnpairedVariant = "welch",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """T test of every two algorithms, their runs taken as two separate samples.

    For runs with different seeds, splits or numbers of folds. ``n`` is the size of the smaller sample, the note gives
    both. Where both were measured on the same blocks the row says that a paired test would see more.

    Parameters
    ----------
    table
        Scores; gaps do not matter.
    by
        Groups to test separately. With ``dataset`` among them the values are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    variant
        "welch" degrees of freedom, "conservative" ones (the smaller sample minus 1), or "pooled" variances.
    alpha
        Level of the interval.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.unpaired_t(scores, control="Majority").select("dataset", "a", "n", "status").row(0)
    ('breast_cancer', 'DecisionTree', 10, 'approximate')
    """
    columns.checked_unpaired_t(alternative, variant, alpha)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return columns.t_rows(lists, alternative, variant, alpha)

    return _over_samples(table, by, control, reduce, UNPAIRED_T, rows)


def mann_whitney(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.RankSumVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Mann-Whitney test of every two algorithms, their runs taken as two separate samples.

    The p-value is exact, ties included, up to 50 runs of both together; ``statistic`` is U, the number of pairs of runs
    in which the value of ``a`` is the larger, ties half, whichever way is better. ``estimate`` is the Hodges-Lehmann
    shift a - b, ``effect`` is Cliff's delta. Other parameters as in :func:`unpaired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.mann_whitney(scores, control="Majority").select("a", "statistic", "effect").row(0)
    ('DecisionTree', 100.0, 1.0)
    """
    columns.checked_mann_whitney(alternative, variant, alpha)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return columns.rank_rows(lists, alternative, variant, alpha)

    return _over_samples(table, by, control, reduce, MANN_WHITNEY, rows)


def permutation_two_sample(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: columns.SplitVariant = "mean",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
    reduce: Reduce = "mean",
) -> Frame:
    """Permutation test of every two algorithms, their runs taken as two separate samples.

    Counts all splits of the runs up to 100,000 of them, else ``draws`` random ones and the observed split. The variant
    "studentized" divides the difference of the means by Welch's standard error, for spreads that differ. Other
    parameters as in :func:`unpaired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> one = scores.filter(pl.col("repeat") < 3)
    >>> br.permutation_two_sample(one, control="Majority").select("a", "n", "law").row(0)
    ('DecisionTree', 4, 'all splits')
    """
    columns.checked_permutation(alternative, variant, alpha, draws)

    def rows(lists: pl.DataFrame) -> pl.DataFrame:
        return columns.split_rows(lists, alternative, variant, alpha, draws, seed)

    return _over_samples(table, by, control, reduce, PERMUTATION_TWO_SAMPLE, rows)


def reward_comparison(
    table: Frame,
    *,
    by: By = PER_DATASET,
    control: str | None = None,
    variant: Rewards = "welch",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    draws: int = 9999,
    seed: int = 0,
) -> Frame:
    """Compare the rewards of every two learners; one value per independently seeded run.

    Runs that share no environment seeds are two samples: "welch", or "permutation" where rewards are skewed. Runs
    matched by environment seed are pairs: "paired_t", or "wilcoxon". Episodes of one run are no replicates: average
    them first. Other parameters as in :func:`unpaired_t`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")
    >>> br.reward_comparison(scores, control="Majority").select("a", "method", "variant").row(0)
    ('DecisionTree', 'reward_comparison', 'welch')
    """
    one_of(variant, REWARD_COMPARISON.variants, name="variant")

    def run(scores: Any) -> pl.DataFrame:
        options: dict[str, Any] = {"by": by, "control": control, "alternative": alternative, "alpha": alpha}
        if variant == "welch":
            rows = unpaired_t(scores, **options)
        elif variant == "permutation":
            rows = permutation_two_sample(scores, draws=draws, seed=seed, **options)
        else:
            rows = (kfold_paired_t if variant == "paired_t" else wilcoxon)(scores, **options)
        named = pl.lit(REWARD_COMPARISON.id).alias("method"), pl.lit(variant).alias("variant")
        told: pl.DataFrame = rows.with_columns(*named)
        return told

    return over_table(table, by, RESULT_COLUMNS, run)


def _over_samples(table: Frame, by: By, control: str | None, reduce: Reduce, method: Method, rows: Rows) -> Frame:
    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = counted_samples(scores, by, control, reduce)
        told = with_pairs(side_by_side, method, rows(side_by_side.select("x", "y")), group_columns(scores, by))
        return doubted(told, SHARED_RUNS, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def counted_samples(scores: pl.DataFrame, by: By, control: str | None, reduce: Reduce) -> pl.DataFrame:
    """As :func:`samples`, with the blocks that give no value of ``a`` or of ``b`` counted in ``n_dropped``."""
    side_by_side = samples(scores, by=by, control=control, reduce=reduce)
    if not scores.get_column("value").null_count():
        return side_by_side
    groups = group_columns(scores, by)
    block = block_columns(scores, groups)
    grid = cells(scores, groups, reduce=reduce).filter(pl.col("value").is_null())
    place = pl.struct(block).hash() if block else pl.lit(0, dtype=pl.UInt64)
    empty = grid.with_columns(place.alias("__empty")).group_by(*groups, "algorithm").agg("__empty")
    for side in ("a", "b"):
        known = empty.rename({"algorithm": side, "__empty": f"__{side}"})
        side_by_side = side_by_side.join(known, on=[*groups, side], how="left", maintain_order="left")
    nowhere = pl.lit([], dtype=pl.List(pl.UInt64))
    lost = pl.col("__a").fill_null(nowhere).list.set_union(pl.col("__b").fill_null(nowhere)).list.len().cast(pl.Int64)
    return side_by_side.with_columns(n_dropped=pl.col("n_dropped") + lost).drop("__a", "__b")


def with_pairs(side_by_side: pl.DataFrame, method: Method, rows: pl.DataFrame, groups: list[str]) -> pl.DataFrame:
    """Name the pairs of result rows made from :func:`samples`, and turn their numbers back into metric units."""
    known = side_by_side.select(
        *groups, "a", "b", "orientation", "policy", "matched", "least", "most", dropped="n_dropped"
    )
    mirrored = pl.col("mirrored") if "mirrored" in rows.columns else None
    further = ["mirrored"] if mirrored is not None else []
    both = pl.concat([known, rows.select(*COMPUTED, *further)], how="horizontal")
    in_units = (method.estimand or "").endswith("a - b")
    lower = pl.col("orientation") == -1
    ahead = pl.coalesce("effect", "estimate") if in_units else pl.col("effect")
    sound = pl.col("status").is_in(["ok", "approximate"])
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": pl.when(ahead > 0).then("a").when(ahead < 0).then("b"),
        "n_dropped": pl.col("dropped"),
        **in_metric_units(method, lower, in_units=in_units, mirrored=mirrored),
        "remarks": joined_remarks(pl.col("remarks"), MATCHED.where(sound & pl.col("matched")), *table_remarks()),
    }
    return both.select(*groups, *fields(method, **({name: pl.col(name) for name in COMPUTED} | changed)))


UNPAIRED_T = replace(columns.UNPAIRED_T, remarks=(*columns.UNPAIRED_T.remarks, MATCHED, SHARED_RUNS), table=unpaired_t)

MANN_WHITNEY = replace(
    columns.MANN_WHITNEY, remarks=(*columns.MANN_WHITNEY.remarks, MATCHED, SHARED_RUNS), table=mann_whitney
)

PERMUTATION_TWO_SAMPLE = replace(
    columns.PERMUTATION_TWO_SAMPLE,
    remarks=(*columns.PERMUTATION_TWO_SAMPLE.remarks, MATCHED, SHARED_RUNS),
    table=permutation_two_sample,
)

REWARD_COMPARISON = Method(
    id="reward_comparison",
    title="Comparison of expected rewards",
    question="Which of two learners earns the larger expected reward?",
    kind="table",
    shape="scores",
    door="two",
    symbol="t",
    formula="the test named in variant, one value per independently seeded run",
    null="both learners have the same expected reward",
    assumes=("each run is an independent replicate: episodes of one run are averaged first, they are not replicates",),
    cites=("alpaydin2010", "welch1947"),
    estimand="difference in reward a - b",
    effect="effect size of the test used",
    variants=("welch", "permutation", "paired_t", "wilcoxon"),
    signed=True,
    remarks=tuple(
        dict.fromkeys(
            remark
            for method in (UNPAIRED_T, PERMUTATION_TWO_SAMPLE, KFOLD_PAIRED_T, WILCOXON)
            for remark in method.remarks
        )
    ),
    table=reward_comparison,
)
