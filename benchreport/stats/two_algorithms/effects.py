"""Effect sizes of two algorithms with their intervals: Cohen's d, Hedges' g, rank correlations, Cliff's delta, wins."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, beta_quantile, elementwise, measured, t_isf
from benchreport.stats.forms.over import DEPENDENT_INTERVAL, MATCHED, Frame, over_pairs, over_samples
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import NO_MEAN, averaged, nullable, status_where, summarised, values_where
from benchreport.stats.forms.samples import difference_facts, gathered, matched_lists, spread_facts
from benchreport.stats.forms.sides import OptionsOfTest, checked_options, effect_limits
from benchreport.stats.kernels.two_samples import dominance, moments
from benchreport.stats.two_algorithms.over_datasets import Zeros, sign_counts, signed_rank_facts
from benchreport.stats.two_algorithms.separate_samples import SAMPLE_SIZES, both_samples, cliff_limits, pooled_sd
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By

Design = Literal["paired", "unpaired"]
Correction = Literal["exact", "approximate"]
TWO_SIDED: Alternative = "two-sided"
COUNTS = Remark(code="win_tie_loss", note="{0} wins, {1} ties, {2} losses")
NO_SPREAD = Remark(code="no_spread_for_effect", note="no spread to measure the difference by")
SINGLE_VALUE = Remark(code="single_value", note="no interval from a single value")


@documented
def cohen_d(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    variant: Design = "paired",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Cohen's d of every two algorithms, with its interval from the noncentral t law.

    ``effect`` is positive when ``a`` is better; ``estimate`` is the mean difference a - b in metric units.

    Parameters
    ----------
    variant
        "paired" divides by the spread of the differences block by block, "unpaired" by the pooled spread within the
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
    options = checked_options(COHEN_D, TWO_SIDED, alpha, variant)
    return _standardised(options, None, table, by, control, missing, reduce)


def cohen_d_expr(x: IntoExpr, y: IntoExpr, *, variant: Design = "paired", alpha: float = 0.05) -> pl.Expr:
    """Compute Cohen's d of two columns: of matched rows ("paired", also called d_z), or of two samples ("unpaired").

    The interval comes from the noncentral t law.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.cohen_d("x", "y")).unnest("cohen_d")
    >>> row.select(pl.col("effect", "effect_low", "effect_high").round(4)).row(0)
    (-1.4142, -2.8279, 0.0799)
    """
    return _standardised_expr(x, y, options=checked_options(COHEN_D, TWO_SIDED, alpha, variant), correction=None)


@documented
def hedges_g(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    variant: Design = "paired",
    correction: Correction = "exact",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Hedges' g of every two algorithms: Cohen's d without its bias in small samples.

    Parameters
    ----------
    variant
        "paired" or "unpaired", as in :func:`cohen_d`.
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
    options = checked_options(HEDGES_G, TWO_SIDED, alpha, variant)
    return _standardised(options, correction, table, by, control, missing, reduce)


def hedges_g_expr(
    x: IntoExpr, y: IntoExpr, *, variant: Design = "paired", correction: Correction = "exact", alpha: float = 0.05
) -> pl.Expr:
    """Compute Hedges' g of two columns: Cohen's d without its bias in small samples.

    The "approximate" correction is 1 - 3 / (4 df - 1).

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.14, 0.16, 0.15, 0.15]})
    >>> row = folds.select(br.expr.hedges_g("x", "y")).unnest("hedges_g")
    >>> row.select(pl.col("effect", "effect_low", "effect_high").round(4)).row(0)
    (-1.0233, -2.0463, 0.0578)
    """
    one_of(correction, ("exact", "approximate"), name="correction")
    return _standardised_expr(x, y, options=checked_options(HEDGES_G, TWO_SIDED, alpha, variant), correction=correction)


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
    """Compute the matched-pairs rank-biserial correlation of every two algorithms, the effect of Wilcoxon's test.

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
    effect = partial(rank_biserial_expr, zeros=zeros, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_pairs(RANK_BISERIAL, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


def rank_biserial_expr(x: IntoExpr, y: IntoExpr, *, zeros: Zeros = "drop", alpha: float = 0.05) -> pl.Expr:
    """Compute the rank-biserial correlation of two matched columns: 1 when x lies above y on every row.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"x": [4, 5, 6, 9, 7], "y": [3, 3, 3, 5, 8]})
    >>> row = pairs.select(br.expr.rank_biserial("x", "y")).unnest("rank_biserial")
    >>> row.select(pl.col("effect", "effect_low", "effect_high").round(4)).row(0)
    (0.8, -0.1532, 0.982)
    """
    one_of(zeros, ("drop", "pratt", "split"), name="zeros")
    rows = partial(_rank_biserial_rows, options=checked_options(RANK_BISERIAL, TWO_SIDED, alpha), zeros=zeros)
    return summarised(RANK_BISERIAL, rows, **matched_lists(x, y))


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
    """Compute wins, ties and losses of every two algorithms; ``statistic`` counts the wins of ``a``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.win_tie_loss(scores, control="C4.5").select("a", "note").row(1)
    ('C4.5+m', '10 wins, 2 ties, 2 losses')
    """
    effect = partial(win_tie_loss_expr, alpha=alpha)
    doubt = DEPENDENT_INTERVAL
    return over_pairs(WIN_TIE_LOSS, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


def win_tie_loss_expr(x: IntoExpr, y: IntoExpr, *, alpha: float = 0.05) -> pl.Expr:
    """Compute wins, ties and losses of x against y, row by row; the note spells them out.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"x": [4, 5, 6, 9, 7], "y": [3, 5, 3, 5, 8]})
    >>> pairs.select(br.expr.win_tie_loss("x", "y")).unnest("win_tie_loss").select("statistic", "n_ties", "note").row(0)
    (3.0, 1, '3 wins, 1 ties, 1 losses')
    """
    row = _counted_row(checked_options(WIN_TIE_LOSS, TWO_SIDED, alpha))
    return summarised(WIN_TIE_LOSS, lambda counts: counts.select(row), **sign_counts(x, y))


@documented
def cliff_delta(
    table: Frame, *, by: By = "metric", control: str | None = None, alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Compute Cliff's delta of every two algorithms, their values taken as two separate samples.

    Gaps do not matter.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.cliff_delta(scores, control="C4.5").select("a", pl.col("effect").round(3)).row(1)
    ('C4.5+m', 0.107)
    """
    effect = partial(_dominance_rows, options=checked_options(CLIFF_DELTA, TWO_SIDED, alpha))
    return over_samples(CLIFF_DELTA, effect, table, by=by, control=control, reduce=reduce)


def cliff_delta_expr(x: IntoExpr, y: IntoExpr, /, *, alpha: float = 0.05) -> pl.Expr:
    """Compute Cliff's delta of two columns as two samples: 1 when every value of x lies above every value of y.

    The interval rests on the unbiased variance with its ties and is asymmetric, after Feng and Cliff.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [4, 5, 6, 9, 7], "y": [3, 3, 3, 5, 8]})
    >>> row = runs.select(br.expr.cliff_delta("x", "y")).unnest("cliff_delta")
    >>> row.select(pl.col("effect", "effect_low", "effect_high").round(4)).row(0)
    (0.56, -0.2958, 0.9171)
    """
    rows = partial(_dominance_rows, options=checked_options(CLIFF_DELTA, TWO_SIDED, alpha))
    return summarised(CLIFF_DELTA, rows, **both_samples(x, y))


@documented
def vargha_delaney(
    table: Frame, *, by: By = "metric", control: str | None = None, alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Compute Vargha and Delaney's A of every two algorithms, their values taken as two separate samples.

    ``estimate`` is A, the probability that a value of ``a`` is better, ties half. Gaps do not matter.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.vargha_delaney(scores, control="C4.5").select("a", pl.col("estimate").round(3)).row(1)
    ('C4.5+m', 0.554)
    """
    effect = partial(_dominance_rows, options=checked_options(VARGHA_DELANEY, TWO_SIDED, alpha))
    return over_samples(VARGHA_DELANEY, effect, table, by=by, control=control, reduce=reduce)


def vargha_delaney_expr(x: IntoExpr, y: IntoExpr, /, *, alpha: float = 0.05) -> pl.Expr:
    """Compute Vargha and Delaney's A of two columns as two samples: the probability that x beats y, ties half.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"x": [4, 5, 6, 9, 7], "y": [3, 3, 3, 5, 8]})
    >>> row = runs.select(br.expr.vargha_delaney("x", "y")).unnest("vargha_delaney")
    >>> row.select(pl.col("estimate", "ci_low", "ci_high").round(4)).row(0)
    (0.78, 0.3521, 0.9586)
    """
    rows = partial(_dominance_rows, options=checked_options(VARGHA_DELANEY, TWO_SIDED, alpha))
    return summarised(VARGHA_DELANEY, rows, **both_samples(x, y))


def _rank_biserial_rows(lists: pl.DataFrame, *, options: OptionsOfTest, zeros: Zeros) -> pl.DataFrame:
    n, zero = pl.col("n"), pl.col("n_zero")
    decided = n > 0
    row = options.row(
        variant=f"zeros {zeros}",
        n=n,
        n_ties=zero,
        effect=pl.when(decided).then("effect").when(zero > 0).then(0.0),
        **options.limits("effect_low", "effect_high", where=decided, name="effect"),
        law="score interval",
        status=status_where("too_few", ok=decided, all_ties=zero > 0),
    )
    return signed_rank_facts(lists, TWO_SIDED, zeros, "normal", options.alpha, estimate=False).select(row)


def _counted_row(options: OptionsOfTest) -> list[pl.Expr]:
    wins, losses, tied = pl.col("above"), pl.col("below"), pl.col("tied")
    n, decided = wins + losses + tied, wins + losses
    low, high = beta_quantile(options.level, wins, losses + 1), beta_quantile(1 - options.level, wins + 1, losses)
    return options.row(
        n=n,
        n_ties=tied,
        statistic=pl.when(n > 0).then(wins),
        estimate=wins / decided,
        **options.limits(low, high, where=decided > 0),
        effect=(wins - losses) / n,
        law="binomial",
        status=status_where(too_few=n == 0, all_ties=decided == 0),
        remarks=[COUNTS.where(n > 0, wins, tied, losses)],
    )


def _standardised_expr(x: IntoExpr, y: IntoExpr, *, options: OptionsOfTest, correction: Correction | None) -> pl.Expr:
    """Compute a standardised mean difference of two columns, with a correction for bias or without."""
    if options.variant == "unpaired":
        samples = partial(_independent_rows, options=options, correction=correction)
        return averaged(options.method, samples, (x, y), both_samples(x, y, measured), matched=False)
    rows = partial(_paired_rows, options=options, correction=correction)
    return averaged(options.method, rows, (x, y), difference_facts(x, y))


def _paired_rows(sums: pl.DataFrame, *, options: OptionsOfTest, correction: Correction | None) -> pl.DataFrame:
    facts = spread_facts(sums).with_columns(
        df=(pl.col("n") - 1).cast(pl.Float64),
        factor=1 / pl.col("n").sqrt(),
        difference=pl.col("mean"),
        # With one degree of freedom the mean of d does not exist, and nothing takes its bias away.
        enough=pl.col("n") >= (2 if correction is None else 3),
    )
    return facts.select(_standard_row(options, correction))


def _independent_rows(lists: pl.DataFrame, *, options: OptionsOfTest, correction: Correction | None) -> pl.DataFrame:
    """Return a result row per row of two lists, taken as separate samples."""
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    facts = pl.DataFrame(nullable(**moments(gathered(lists)))).with_columns(
        n=pl.min_horizontal(n_x, n_y),
        df=(n_x + n_y - 2).cast(pl.Float64),
        sd=pooled_sd(),
        factor=(1 / n_x + 1 / n_y).sqrt(),
        tied=pl.col("steady") & pl.col("same"),
        enough=(n_x >= 2) & (n_y >= 2),
    )
    return facts.select(_standard_row(options, correction))


def _standard_row(options: OptionsOfTest, correction: Correction | None) -> list[pl.Expr]:
    df, factor, sd, unit, enough = (pl.col(name) for name in ("df", "factor", "sd", "unit", "enough"))
    difference, steady, tied = pl.col("difference"), pl.col("steady"), pl.col("tied")
    fits = enough & ~steady
    shrink = pl.lit(1.0) if correction is None else _unbiasing(df, correction)
    effect = difference / sd
    reach = sd * factor * t_isf(options.level, df)
    ends = effect_limits(effect / factor, df, factor * shrink, options.level)
    return options.row(
        n=pl.col("n"),
        **values_where(fits, df1=df, effect=effect * shrink),
        estimate=difference * unit,
        **options.limits((difference - reach) * unit, (difference + reach) * unit, where=fits),
        **options.limits(*ends, where=fits, name="effect"),
        law="noncentral t",
        status=status_where(too_few=~enough, all_ties=tied, zero_variance=steady),
        remarks=[NO_SPREAD.where(enough & steady & ~tied)],
    )


def _unbiasing(df: pl.Expr, correction: Correction) -> pl.Expr:
    if correction == "approximate":
        return 1 - 3 / (4 * df - 1)

    def factor(degrees: Any) -> Any:
        import numpy as np
        from scipy.special import gammaln

        return np.exp(gammaln(degrees / 2) - np.log(degrees / 2) / 2 - gammaln((degrees - 1) / 2))

    return elementwise(factor, df)


def _dominance_rows(lists: pl.DataFrame, *, options: OptionsOfTest) -> pl.DataFrame:
    """Return a result row per row of two lists, taken as separate samples, and in ``mirrored`` the U of y against x."""
    n_x, n_y = pl.col("n_x"), pl.col("n_y")
    enough = (n_x >= 1) & (n_y >= 1)
    all_tied = enough & (pl.col("crossed") == n_x * n_y)
    spread = (n_x > 1) & (n_y > 1) & ~all_tied
    low, high = (pl.when(spread).then(limit) for limit in cliff_limits(options.level))
    facts = pl.DataFrame(nullable(**dominance(gathered(lists)))).with_columns(low=low, high=high)
    probability: dict[str, Any] = {}
    if options.method.estimand:
        estimates = {"estimate": "delta", "ci_low": "low", "ci_high": "high"}
        probability = {name: (pl.col(column) + 1) / 2 for name, column in estimates.items()}
    row = options.row(
        n=pl.min_horizontal(n_x, n_y),
        n_ties=pl.col("crossed"),
        **values_where(enough, statistic="u", effect="delta"),
        **probability,
        effect_low=pl.col("low"),
        effect_high=pl.col("high"),
        law="t",
        status=status_where(too_few=~enough, all_ties=all_tied),
        remarks=[SAMPLE_SIZES.where(enough, "n_x", "n_y"), SINGLE_VALUE.where(enough & ~spread & ~all_tied)],
    )
    return facts.select(*row, mirrored=pl.when(enough).then(n_x * n_y - pl.col("u")))


def _standardised(
    options: OptionsOfTest,
    correction: Correction | None,
    table: Frame,
    by: By,
    control: str | None,
    missing: Missing,
    reduce: Reduce,
) -> Frame:
    """Compute a standardised mean difference of every two algorithms, with a correction for bias or without."""
    method, doubt = options.method, DEPENDENT_INTERVAL
    if options.variant == "unpaired":
        samples = partial(_independent_rows, options=options, correction=correction)
        return over_samples(method, samples, table, by=by, control=control, reduce=reduce)
    effect = partial(_standardised_expr, options=options, correction=correction)
    return over_pairs(method, effect, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt)


COHEN_D = Method(
    table=cohen_d,
    title="Cohen's d",
    question="How many standard deviations apart are two algorithms?",
    symbol="d",
    formula="d = mean(a - b) / sd(a - b) for matched blocks; (mean(a) - mean(b)) / pooled sd for separate samples",
    tex=r"d = \frac{\bar{a} - \bar{b}}{s_{a-b}}",
    null="none: this is an effect size with an interval",
    assumes=("differences, or results, are about normal", "blocks are independent"),
    cites=("cohen1988",),
    estimand="mean difference a - b",
    effect="Cohen's d",
    variants=("paired", "unpaired"),
    remarks=(NO_SPREAD, NO_MEAN, MATCHED, DEPENDENT_INTERVAL),
)

HEDGES_G = COHEN_D.relative(
    table=hedges_g,
    title="Hedges' g",
    question="How many standard deviations apart are two algorithms, without the bias of small samples?",
    symbol="g",
    formula="g = d Gamma(df/2) / (sqrt(df/2) Gamma((df - 1)/2))",
    tex=r"g = d \, \frac{\Gamma(\nu/2)}{\sqrt{\nu/2} \, \Gamma((\nu - 1)/2)}",
    cites=("hedges1981",),
    effect="Hedges' g",
)

RANK_BISERIAL = Method(
    table=rank_biserial,
    title="Matched-pairs rank-biserial correlation",
    question="How much of the rank sum of the differences speaks for one algorithm?",
    symbol="r",
    formula="r = (W+ - W-) / (W+ + W-), the signed-rank sums of the wins of a and of b",
    tex=r"r = \frac{W^+ - W^-}{W^+ + W^-}",
    null="none: this is an effect size with an interval",
    assumes=("blocks are independent", "differences are comparable in size across blocks"),
    account=(
        "The effect size $r$ is the matched-pairs rank-biserial correlation, the difference of the rank sums of "
        "wins and losses as a share of their total."
    ),
    cites=("kerby2014",),
    effect="matched-pairs rank-biserial correlation",
    remarks=(DEPENDENT_INTERVAL,),
)

CLIFF_DELTA = Method(
    table=cliff_delta,
    title="Cliff's delta",
    question="How much more often does a run of one algorithm beat a run of the other than the reverse?",
    symbol="delta",
    formula="delta = P(a beats b) - P(b beats a) over all pairs of runs",
    tex=r"\delta = \Pr(a \succ b) - \Pr(b \succ a)",
    null="none: this is an effect size with an interval",
    assumes=("the two samples of runs are independent",),
    cites=("cliff1993", "feng2004"),
    effect="Cliff's delta",
    remarks=(SAMPLE_SIZES, SINGLE_VALUE, MATCHED, DEPENDENT_INTERVAL),
)

VARGHA_DELANEY = CLIFF_DELTA.relative(
    table=vargha_delaney,
    title="Vargha and Delaney's A",
    question="How probable is it that a run of one algorithm beats a run of the other?",
    symbol="A",
    formula="A = P(a beats b) + P(tie) / 2 over all pairs of runs = (delta + 1) / 2",
    tex=r"A = \Pr(a \succ b) + \frac{1}{2} \Pr(a = b) = \frac{\delta + 1}{2}",
    cites=("vargha2000", "feng2004"),
    estimand="probability that a run of a beats a run of b, ties half",
)

WIN_TIE_LOSS = Method(
    table=win_tie_loss,
    title="Wins, ties and losses",
    question="On how many blocks does one algorithm win, tie and lose?",
    symbol="w",
    formula="wins, ties and losses of a against b, block by block",
    tex=r"w = \#\{ i : a_i \succ b_i \}",
    null="none: this is a count with an interval",
    assumes=("blocks are independent",),
    account=(
        "Wins, ties and losses count the datasets on which an algorithm is better than, equal to and worse than "
        "another."
    ),
    cites=("demsar2006",),
    estimand="probability that a beats b, ties left out",
    effect="wins minus losses, as a share of all blocks",
    remarks=(COUNTS, DEPENDENT_INTERVAL),
)
