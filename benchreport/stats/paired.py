"""Do two algorithms differ over the blocks of a table? Every pair of a score table, group by group."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns import paired as columns
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.rows import COMPUTED, Frame, doubted, fields, in_metric_units, over_table, table_remarks
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.pairs import Missing, pair_lists, pairs
from benchreport.tables.sizes import dependent_runs

DEPENDENT = Remark(
    code="shared_runs_see_corrected",
    note="runs share training data (unless they are seeds), so this test rejects too often; see corrected_resampled_t",
)
ColumnTest = Callable[[IntoExpr, IntoExpr], pl.Expr]


def sign_test(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: columns.Ties = "drop",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Sign test of every two algorithms over the blocks they share.

    Counts the blocks where ``a`` is better than ``b``, whichever direction the metric has.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    ties
        "drop" leaves tied blocks out, "split" gives half of them to each side.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.
    reduce
        How several runs of a block become one value.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.sign_test(scores, control="C4.5")
    >>> rows.select("a", "n", "n_ties", "statistic", "p_value", "better").row(1)
    ('C4.5+m', 12, 2, 10.0, 0.03857421875, 'C4.5+m')
    """

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.sign_test(x, y, alternative=alternative, ties=ties, alpha=alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = pairs(scores, by=by, control=control, missing=missing, reduce=reduce)
        return doubted(over_pairs(side_by_side, SIGN_TEST, test), DEPENDENT, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def sign_test_normal(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: columns.Ties = "drop",
    variant: columns.SignVariant = "plain",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Sign test of every two algorithms by the normal law, "corrected" for continuity on request.

    Always approximate; :func:`sign_test` is exact and as cheap. Other parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.sign_test_normal(scores, control="C4.5").select("a", "n", "status").row(1)
    ('C4.5+m', 12, 'approximate')
    """

    def test(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.sign_test_normal(x, y, alternative=alternative, ties=ties, variant=variant, alpha=alpha)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = pairs(scores, by=by, control=control, missing=missing, reduce=reduce)
        return doubted(over_pairs(side_by_side, SIGN_TEST_NORMAL, test), DEPENDENT, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    zeros: columns.Zeros = "drop",
    variant: columns.WilcoxonVariant = "exact",
    alpha: float = 0.05,
    estimate: bool = True,
    estimate_zeros: columns.EstimateZeros = "keep",
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Wilcoxon signed-rank test of every two algorithms over the blocks they share.

    ``statistic`` is W+, the rank sum of the blocks where the value of ``a`` is the larger, whichever way is better. The
    p-value is exact, ties included, up to 500 blocks. ``estimate`` is the Hodges-Lehmann difference a - b in the
    metric's own units, over all blocks: the ``n`` that the test uses and the ``n_ties`` without a difference, which it
    leaves out.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "greater" means that a is better than b.
    zeros
        Blocks without a difference: "drop", "pratt" or "split", as in :func:`benchreport.expr.wilcoxon`.
    variant
        "exact", "normal" or "normal_corrected".
    alpha
        Level of the interval.
    estimate
        Whether to estimate the difference; without it thousands of pairs are tested several times faster.
    estimate_zeros
        "keep" blocks without a difference in the estimate and its interval, or "drop" them as R does.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.
    reduce
        How several runs of a block become one value.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.wilcoxon(scores, control="C4.5").pipe(br.adjust, "holm")
    >>> rows.select("a", "statistic", "p_value", "p_adjusted").row(1)
    ('C4.5+m', 71.5, 0.00732421875, 0.02197265625)
    """

    rows = columns.wilcoxon_rows(alternative, zeros, variant, alpha, estimate, estimate_zeros)

    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        lists = pair_lists(scores, by=by, control=control, missing=missing, reduce=reduce)
        return doubted(over_lists(lists, WILCOXON, rows), DEPENDENT, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def over_pairs(side_by_side: pl.DataFrame, method: Method, test: ColumnTest) -> pl.DataFrame:
    """Apply a column test to every pair of a table made by :func:`pairs`.

    The test sees values turned so that higher is better; estimates in metric units are turned back.
    """
    groups = side_by_side.columns[: side_by_side.columns.index("a")]
    x, y = pl.col("x") * pl.col("orientation"), pl.col("y") * pl.col("orientation")
    tested = side_by_side.group_by(*groups, "a", "b", maintain_order=True).agg(
        test(x, y),
        pl.col("orientation").drop_nulls().first(),
        pl.col("n_dropped").first().alias("dropped"),
        pl.col("policy").first(),
        pl.col("n_imputed").sum(),
        least=pl.min_horizontal("n_x", "n_y").min(),
        most=pl.max_horizontal("n_x", "n_y").max(),
    )
    return _finished(tested.drop(method.id), tested.get_column(method.id).struct.unnest(), groups, method)


def over_lists(lists: pl.DataFrame, method: Method, rows: Callable[[pl.DataFrame], pl.DataFrame]) -> pl.DataFrame:
    """As :func:`over_pairs`, by a function of lists ``x`` and ``y``, on a table made by :func:`pair_lists`.

    Where the statistic is a rank sum, the function also gives the one of b - a, in a column ``mirrored``.
    """
    groups = lists.columns[: lists.columns.index("a")]
    turned = lists.select("x", "y")
    if (lists.get_column("orientation") == -1).any():
        turned = lists.select(pl.col("x", "y") * pl.col("orientation"))
    told = lists.drop("x", "y").rename({"n_dropped": "dropped"})
    return _finished(told, rows(turned), groups, method)


def _finished(told: pl.DataFrame, tested: pl.DataFrame, groups: list[str], method: Method) -> pl.DataFrame:
    """Finish the rows: which algorithm is better, numbers in metric units, what the cells went through."""
    mirrored = pl.col("mirrored") if "mirrored" in tested.columns else None
    rows = told.hstack(tested.select(*COMPUTED, *(["mirrored"] if mirrored is not None else [])))
    in_units = (method.estimand or "").endswith("a - b")
    lower = pl.col("orientation") == -1
    ahead = pl.coalesce("effect", "estimate") if in_units else pl.col("effect")
    better = pl.when(ahead > 0).then("a").when(ahead < 0).then("b")
    changed = {
        "a": pl.col("a"),
        "b": pl.col("b"),
        "better": better,
        "n_dropped": pl.col("dropped"),
        **in_metric_units(method, lower, in_units=in_units, mirrored=mirrored),
        "remarks": joined_remarks(pl.col("remarks"), *table_remarks()),
    }
    kept = {name: pl.col(name) for name in COMPUTED}
    return rows.select(*groups, *fields(method, **(kept | changed)))


SIGN_TEST = replace(columns.SIGN_TEST, remarks=(*columns.SIGN_TEST.remarks, DEPENDENT), table=sign_test)

SIGN_TEST_NORMAL = replace(
    columns.SIGN_TEST_NORMAL, remarks=(*columns.SIGN_TEST_NORMAL.remarks, DEPENDENT), table=sign_test_normal
)

WILCOXON = replace(columns.WILCOXON, remarks=(*columns.WILCOXON.remarks, DEPENDENT), table=wilcoxon)
