"""How large is the difference between two algorithms? Effect sizes of every pair, with their intervals."""

from __future__ import annotations

from functools import partial

from benchreport.errors import one_of
from benchreport.method import Method
from benchreport.stats.forms.over import DEPENDENT_INTERVAL, MATCHED, Frame, over_pairs, over_samples
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.two_algorithms import effects__columns_effects as columns
from benchreport.stats.two_algorithms.over_datasets__columns_paired import Zeros
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By


@documented
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
    variant
        "paired" divides by the spread of the differences block by block, "independent" by the pooled spread within the
        algorithms.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both. Independent samples may
        have gaps in any case.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.cohen_d(scores, control="C4.5")
    >>> rows.select("a", pl.col("effect", "effect_low", "effect_high").round(3)).row(1)
    ('C4.5+m', 0.761, 0.151, 1.348)
    """
    return _standardised(COHEN_D, None, table, by, control, variant, alpha, missing, reduce)


@documented
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

    Parameters
    ----------
    variant
        "paired" or "independent", as in :func:`cohen_d`.
    correction
        The "exact" factor or its "approximate" form 1 - 3 / (4 df - 1).

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.hedges_g(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.716)
    """
    one_of(correction, ("exact", "approximate"), name="correction")
    return _standardised(HEDGES_G, correction, table, by, control, variant, alpha, missing, reduce)


@documented
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

    Parameters
    ----------
    zeros
        Blocks without a difference: "drop", "pratt" or "split", as in Wilcoxon's test.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.rank_biserial(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.833)
    """
    effect = partial(columns.rank_biserial, zeros=zeros, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_pairs(RANK_BISERIAL, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


@documented
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

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.win_tie_loss(scores, control="C4.5").select("a", "note").row(1)
    ('C4.5+m', '10 wins, 2 ties, 2 losses')
    """
    effect = partial(columns.win_tie_loss, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_pairs(WIN_TIE_LOSS, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


@documented
def cliff_delta(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Cliff's delta of every two algorithms, their values taken as two separate samples.

    Gaps do not matter.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.cliff_delta(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.107)
    """
    effect = partial(columns.dominance_rows, method=CLIFF_DELTA, alpha=checked_alpha(alpha))
    return over_samples(CLIFF_DELTA, effect, table, by=by, control=control, reduce=reduce, doubt=DEPENDENT_INTERVAL)


@documented
def vargha_delaney(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Vargha and Delaney's A of every two algorithms, their values taken as two separate samples.

    ``estimate`` is A, the probability that a value of ``a`` is better, ties half. Gaps do not matter.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.vargha_delaney(scores, control="C4.5").select("a", pl.col("estimate").round(3)).row(1)
    ('C4.5+m', 0.554)
    """
    effect = partial(columns.dominance_rows, method=VARGHA_DELANEY, alpha=checked_alpha(alpha))
    return over_samples(VARGHA_DELANEY, effect, table, by=by, control=control, reduce=reduce, doubt=DEPENDENT_INTERVAL)


def _standardised(
    method: Method,
    correction: columns.Correction | None,
    table: Frame,
    by: By,
    control: str | None,
    variant: columns.Design,
    alpha: float,
    missing: Missing,
    reduce: Reduce,
) -> Frame:
    """Compute a standardised mean difference, with a correction for bias or without."""
    one_of(variant, method.variants, name="variant")
    doubt = DEPENDENT_INTERVAL
    if variant == "independent":
        samples = partial(columns.independent_rows, method=method, correction=correction, alpha=checked_alpha(alpha))
        return over_samples(method, samples, table, by=by, control=control, reduce=reduce, doubt=doubt)
    effect = partial(columns.standardised, method, variant="paired", correction=correction, alpha=alpha)
    return over_pairs(method, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


COHEN_D = columns.COHEN_D.with_table(cohen_d, MATCHED, DEPENDENT_INTERVAL)

HEDGES_G = columns.HEDGES_G.with_table(hedges_g, MATCHED, DEPENDENT_INTERVAL)

RANK_BISERIAL = columns.RANK_BISERIAL.with_table(rank_biserial, DEPENDENT_INTERVAL)

CLIFF_DELTA = columns.CLIFF_DELTA.with_table(cliff_delta, MATCHED, DEPENDENT_INTERVAL)

VARGHA_DELANEY = columns.VARGHA_DELANEY.with_table(vargha_delaney, MATCHED, DEPENDENT_INTERVAL)

WIN_TIE_LOSS = columns.WIN_TIE_LOSS.with_table(win_tie_loss, DEPENDENT_INTERVAL)
