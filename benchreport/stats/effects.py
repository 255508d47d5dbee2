"""How large is the difference between two algorithms? Effect sizes of every pair, with their intervals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method
from benchreport.stats.columns import effects as columns
from benchreport.stats.columns.paired import Zeros
from benchreport.stats.distributions import IntoExpr
from benchreport.stats.pairs_of_frames import over_pairs
from benchreport.stats.rows import Frame, checked_alpha, doubted, over_table
from benchreport.stats.single import DEPENDENT_INTERVAL
from benchreport.stats.unpaired import MATCHED, counted_samples, with_pairs
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, group_columns
from benchreport.tables.pairs import Missing, pairs
from benchreport.tables.sizes import dependent_runs

Rows = Callable[[pl.DataFrame], pl.DataFrame]
ColumnEffect = Callable[[IntoExpr, IntoExpr], pl.Expr]


def cohen_d(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    variant: columns.Design = "paired",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Cohen's d of every two algorithms, with its interval from the noncentral t law.

    ``effect`` is positive when ``a`` is better; ``estimate`` is the mean difference a - b in metric units.

    Parameters
    ----------
    table
        Scores.
    by
        Groups to treat separately. With ``dataset`` among them the blocks are runs, else datasets.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    variant
        "paired" divides by the spread of the differences block by block, "independent" by the pooled spread within the
        algorithms.
    alpha
        Level of the interval.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both. Independent samples may
        have gaps in any case.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.cohen_d(scores, control="C4.5")
    >>> rows.select("a", pl.col("effect", "effect_low", "effect_high").round(3)).row(1)
    ('C4.5+m', 0.761, 0.151, 1.348)
    """
    return _standardised(table, by, control, COHEN_D, variant, None, alpha, missing, reduce)


def hedges_g(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    variant: columns.Design = "paired",
    correction: columns.Correction = "exact",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Hedges' g of every two algorithms: Cohen's d without its bias in small samples.

    ``correction`` is the "exact" factor or its "approximate" form 1 - 3 / (4 df - 1). Other parameters as in
    :func:`cohen_d`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.hedges_g(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.716)
    """
    one_of(correction, ("exact", "approximate"), name="correction")
    return _standardised(table, by, control, HEDGES_G, variant, correction, alpha, missing, reduce)


def rank_biserial(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    zeros: Zeros = "drop",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Matched-pairs rank-biserial correlation of every two algorithms; the effect that belongs to Wilcoxon's test.

    ``zeros`` as in Wilcoxon's test, other parameters as in :func:`cohen_d`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.rank_biserial(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.833)
    """

    def effect(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.rank_biserial(x, y, zeros=zeros, alpha=alpha)

    return _matched(table, by, control, missing, reduce, RANK_BISERIAL, effect)


def win_tie_loss(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Wins, ties and losses of every two algorithms; ``statistic`` counts the wins of ``a``.

    Parameters as in :func:`cohen_d`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.win_tie_loss(scores, control="C4.5").select("a", "note").row(1)
    ('C4.5+m', '10 wins, 2 ties, 2 losses')
    """

    def effect(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        return columns.win_tie_loss(x, y, alpha=alpha)

    return _matched(table, by, control, missing, reduce, WIN_TIE_LOSS, effect)


def cliff_delta(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Cliff's delta of every two algorithms, their values taken as two separate samples.

    Parameters as in :func:`cohen_d`; gaps do not matter.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.cliff_delta(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.107)
    """
    checked_alpha(alpha)
    return _unmatched(
        table, by, control, reduce, CLIFF_DELTA, lambda lists: columns.dominance_rows(lists, CLIFF_DELTA, alpha)
    )


def vargha_delaney(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Vargha and Delaney's A of every two algorithms, their values taken as two separate samples.

    ``estimate`` is A, the probability that a value of ``a`` is better, ties half. Parameters as in :func:`cohen_d`;
    gaps do not matter.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.vargha_delaney(scores, control="C4.5").select("a", pl.col("estimate").round(3)).row(1)
    ('C4.5+m', 0.554)
    """
    checked_alpha(alpha)
    return _unmatched(
        table, by, control, reduce, VARGHA_DELANEY, lambda lists: columns.dominance_rows(lists, VARGHA_DELANEY, alpha)
    )


def _standardised(
    table: Frame,
    by: By,
    control: str | None,
    method: Method,
    variant: columns.Design,
    correction: columns.Correction | None,
    alpha: float,
    missing: Missing,
    reduce: Reduce,
) -> Frame:
    one_of(variant, method.variants, name="variant")
    checked_alpha(alpha)
    if variant == "independent":

        def rows(lists: pl.DataFrame) -> pl.DataFrame:
            return columns.independent_rows(lists, method, correction, alpha)

        return _unmatched(table, by, control, reduce, method, rows)

    def effect(x: IntoExpr, y: IntoExpr) -> pl.Expr:
        if correction is None:
            return columns.cohen_d(x, y, alpha=alpha)
        return columns.hedges_g(x, y, correction=correction, alpha=alpha)

    return _matched(table, by, control, missing, reduce, method, effect)


def _matched(
    table: Frame,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce,
    method: Method,
    effect: ColumnEffect,
) -> Frame:
    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        rows = over_pairs(pairs(scores, by=by, control=control, missing=missing, reduce=reduce), method, effect)
        return doubted(rows, DEPENDENT_INTERVAL, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


def _unmatched(table: Frame, by: By, control: str | None, reduce: Reduce, method: Method, rows: Rows) -> Frame:
    def run(given: Any) -> pl.DataFrame:
        scores = as_scores(given)
        side_by_side = counted_samples(scores, by, control, reduce)
        told = with_pairs(side_by_side, method, rows(side_by_side.select("x", "y")), group_columns(scores, by))
        return doubted(told, DEPENDENT_INTERVAL, dependent_runs(scores, by))

    return over_table(table, by, RESULT_COLUMNS, run)


COHEN_D = replace(columns.COHEN_D, remarks=(*columns.COHEN_D.remarks, MATCHED, DEPENDENT_INTERVAL), table=cohen_d)

HEDGES_G = replace(columns.HEDGES_G, remarks=(*columns.HEDGES_G.remarks, MATCHED, DEPENDENT_INTERVAL), table=hedges_g)

RANK_BISERIAL = replace(
    columns.RANK_BISERIAL, remarks=(*columns.RANK_BISERIAL.remarks, DEPENDENT_INTERVAL), table=rank_biserial
)

CLIFF_DELTA = replace(
    columns.CLIFF_DELTA, remarks=(*columns.CLIFF_DELTA.remarks, MATCHED, DEPENDENT_INTERVAL), table=cliff_delta
)

VARGHA_DELANEY = replace(
    columns.VARGHA_DELANEY, remarks=(*columns.VARGHA_DELANEY.remarks, MATCHED, DEPENDENT_INTERVAL), table=vargha_delaney
)

WIN_TIE_LOSS = replace(
    columns.WIN_TIE_LOSS, remarks=(*columns.WIN_TIE_LOSS.remarks, DEPENDENT_INTERVAL), table=win_tie_loss
)
