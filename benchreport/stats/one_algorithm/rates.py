"""Intervals of rates: Wilson, Wald, Clopper-Pearson, Blaker and others; of every rate of a confusion matrix."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import polars as pl

from benchreport.errors import OptionError
from benchreport.measures.confusion import counted_cells, decided
from benchreport.method import Alternative, Method, Remark
from benchreport.records import dataclass
from benchreport.stats.forms import rates as counting
from benchreport.stats.forms.distributions import IntoExpr
from benchreport.stats.forms.over import over_layout
from benchreport.stats.forms.parameters import options_as_in
from benchreport.stats.forms.rates import Rate
from benchreport.stats.forms.rows import Frame, checked_alpha, result_rows, summarised
from benchreport.stats.forms.sides import OptionsOfTest, checked_options, sided
from benchreport.stats.kernels import binomial as kernels
from benchreport.tables.blocks import GROUP, Grouped, grouped_scores
from benchreport.tables.groups import By
from benchreport.tables.scored import LINE, as_decisions

NOTHING = Remark(code="rate_of_nothing", note="a rate of nothing: no such instances or calls")
# Name of the rate: what is counted, out of what.
RATES = {
    "accuracy": (pl.col("tp") + pl.col("tn"), "total"),
    "tpr": (pl.col("tp"), "positives"),
    "tnr": (pl.col("tn"), "negatives"),
    "fpr": (pl.col("fp"), "negatives"),
    "fnr": (pl.col("fn"), "positives"),
    "precision": (pl.col("tp"), "called_positive"),
    "npv": (pl.col("tn"), "called_negative"),
}
WilsonVariant = Literal["plain", "corrected"]
JeffreysVariant = Literal["equal_tailed", "hpd"]
Scale = Literal["logit", "probit", "cloglog", "arcsine", "likelihood"]
ALIKE = Remark(
    code="all_alike", note="all trials ended alike, where this interval fails; see ci_wilson or ci_clopper_pearson"
)
FEW_COUNTED = Remark(
    code="few_counted", note=f"fewer than {counting.FEW} successes or failures; see ci_wilson or ci_clopper_pearson"
)
OUTSIDE = Remark(code="limit_outside_rates", note="a limit lies outside [0, 1]")
# Limits by variant.
WILSON = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}
JEFFREYS = {"equal_tailed": kernels.jeffreys, "hpd": kernels.jeffreys_hpd}
SCALES = {
    "logit": kernels.logit,
    "probit": kernels.probit,
    "cloglog": kernels.cloglog,
    "arcsine": kernels.arcsine,
    "likelihood": kernels.likelihood,
}


def ci_wilson(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: WilsonVariant = "plain",
    alpha: float = 0.05,
) -> Frame:
    """Compute Wilson's score interval of the error rate of every algorithm; the default interval for rates.

    Parameters
    ----------
    table
        Predictions or confusion counts.
    by
        Groups to count separately.
    rate
        "error", the share of wrong predictions, or "accuracy", the share of right ones.
    alternative
        "two-sided", or one bound alone: "greater" bounds how bad the algorithm may be (an upper bound of its error, a
        lower bound of its accuracy), "less" how good.
    variant
        "plain", or "corrected" for continuity.
    alpha
        Level of the interval.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, named in ``a``, sorted by them. Where counts of several folds are pooled the
        status is "approximate".

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_wilson(table).select("a", "n", "estimate", pl.col("ci_low", "ci_high").round(4)).row(0)
    ('kNN', 40, 0.3, 0.1807, 0.4543)
    """
    return counting.over_rates(
        CI_WILSON, table, by=by, rate=rate, alternative=alternative, variant=variant, alpha=alpha
    )


def ci_proportion_wald(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Compute Wald's normal interval of the error rate of every algorithm, for comparison with :func:`ci_wilson`.

    Where all predictions are right or all wrong it would have no width, and is not given. Parameters as in
    :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_proportion_wald(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.158, 0.442)
    """
    return counting.over_rates(CI_PROPORTION_WALD, table, by=by, rate=rate, alternative=alternative, alpha=alpha)


@options_as_in(ci_proportion_wald)
def ci_clopper_pearson(table: Frame, **options: Any) -> Frame:
    """Compute the exact interval of the error rate of every algorithm; its coverage is at least 1 - alpha.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> br.ci_clopper_pearson(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.1656, 0.4653)
    """
    return counting.over_rates(CI_CLOPPER_PEARSON, table, **options)


@options_as_in(ci_proportion_wald)
def ci_midp(table: Frame, **options: Any) -> Frame:
    """Compute the mid-p interval of the error rate of every algorithm, less cautious than the exact one.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [0], "fn": [0], "tn": [5]}))
    >>> br.ci_midp(table).select("ci_low", pl.col("ci_high").round(4)).row(0)
    (0.0, 0.2589)
    """
    return counting.over_rates(CI_MIDP, table, **options)


def ci_blaker(table: Frame, *, by: By = "dataset", rate: Rate = "error", alpha: float = 0.05) -> Frame:
    """Compute Blaker's exact interval of the error rate of every algorithm: two-sided, inside Clopper and Pearson's.

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_blaker(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0051, 0.4444)
    """
    return counting.over_rates(CI_BLAKER, table, by=by, rate=rate, alpha=alpha)


def ci_jeffreys(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: JeffreysVariant = "equal_tailed",
    alpha: float = 0.05,
) -> Frame:
    """Compute the Bayesian interval of the error rate of every algorithm under Jeffreys' prior.

    ``variant="hpd"`` is the shortest such interval. Other parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_jeffreys(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.011, 0.3813)
    """
    return counting.over_rates(
        CI_JEFFREYS, table, by=by, rate=rate, alternative=alternative, variant=variant, alpha=alpha
    )


@options_as_in(ci_proportion_wald)
def ci_agresti_coull(table: Frame, **options: Any) -> Frame:
    """Compute Agresti and Coull's interval of the error rate of every algorithm; a limit may leave [0, 1].

    Parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_agresti_coull(table).select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (-0.0039, 0.426)
    """
    return counting.over_rates(CI_AGRESTI_COULL, table, **options)


@options_as_in(ci_proportion_wald)
def ci_hoeffding(table: Frame, **options: Any) -> Frame:
    """Compute the interval of the error rate of every algorithm by Hoeffding's inequality, valid whatever the law.

    Parameters as in :func:`ci_wilson`; for losses other than 0 and 1 see :func:`ci_hoeffding_mean`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [300], "fp": [150], "fn": [100], "tn": [450]}))
    >>> br.ci_hoeffding(table).select(((pl.col("ci_high") - pl.col("ci_low")) / 2).round(4)).item()
    0.0429
    """
    return counting.over_rates(CI_HOEFFDING, table, **options)


def ci_transformed(
    table: Frame,
    *,
    by: By = "dataset",
    rate: Rate = "error",
    variant: Scale = "logit",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> Frame:
    """Compute the interval of the error rate of every algorithm on another scale.

    ``variant`` is "logit", "probit", "cloglog", "arcsine" or "likelihood". Other parameters as in :func:`ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [5], "fp": [1], "fn": [0], "tn": [4]}))
    >>> br.ci_transformed(table, variant="probit").select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0096, 0.4121)
    """
    return counting.over_rates(
        CI_TRANSFORMED, table, by=by, rate=rate, alternative=alternative, variant=variant, alpha=alpha
    )


def rate_intervals(table: Frame, *, by: By = "dataset", positive: Any, alpha: float = 0.05) -> Frame:
    """Compute Wilson's interval of every rate of the two-class confusion matrix, one row per algorithm and rate.

    ``term`` names the rate: accuracy, tpr, tnr, fpr, fnr, precision, npv. A rate of nothing is undefined. Counts are
    pooled over folds.

    Parameters
    ----------
    table
        Predictions, or counts of confusions.
    by
        Groups to count separately.
    positive
        The positive class; it is never guessed.
    alpha
        Level of the intervals.

    Examples
    --------
    >>> import benchreport as br
    >>> counts = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]}))
    >>> rows = br.rate_intervals(counts, positive="positive").filter(pl.col("term") == "tpr")
    >>> rows.select("n", "estimate", pl.col("ci_low", "ci_high").round(4)).row(0)
    (50, 0.8, 0.6696, 0.8876)
    """
    layout, rows = partial(_confused, by=by, positive=positive), partial(_intervals, alpha=checked_alpha(alpha))
    return over_layout(table, layout, rows, by=by)


@dataclass(frozen=True, kw_only=True, eq=False)
class Confused(Grouped):
    """Predictions or counts split into groups, their two-class ``cells``, and the ``instances`` that are judged."""

    cells: pl.DataFrame  # one row per group and algorithm
    instances: Grouped


def _confused(table: Any, *, by: By, positive: Any) -> Confused:
    entered = grouped_scores(table, by, as_decisions)
    decisions = decided(entered, by, positive)
    counts = counted_cells(decisions, positive).sort(LINE)
    cells = decisions.scored.lines(counts.get_column(LINE).to_numpy()).hstack(counts.drop(LINE))
    return Confused.split(decisions.scored.source, by, cells=cells, instances=counting.split_instances(entered, by=by))


def _intervals(table: Confused, *, alpha: float) -> pl.DataFrame:
    cells, of_cell = table.cells.with_columns(whole=True), pl.col("group", "n_dropped", "whole")
    counts = pl.concat(
        cells.select(of_cell, a="algorithm", term=pl.lit(name), k=hits.cast(pl.Float64), n=pl.col(of).cast(pl.Float64))
        for name, (hits, of) in RATES.items()
    )
    limits = counting.with_limits(kernels.wilson, counting.judged_counts(counts), alpha / 2)
    # Pooled folds, repeated instances and clusters are judged once, for the error rate.
    test = ci_wilson_expr("__successes", "__trials", alpha=alpha)
    judged = counting.rate_rows(table.instances, method=CI_WILSON, test=test, rate="error", alternative="two-sided")
    owner = table.owners(table.instances).gather(judged.get_column(GROUP))
    judged = judged.select(owner.alias("group"), "a", "status", "remarks")
    rows = limits.join(judged, on=["group", "a"], how="left", maintain_order="left")
    nothing, rough = pl.col("n") == 0, pl.col("status") == "approximate"
    finished = result_rows(
        rows,
        RATE_INTERVALS,
        estimate=pl.when("fine").then("estimate"),
        ci_low=pl.col("low"),
        ci_high=pl.col("high"),
        alpha=alpha,
        law="score",
        alternative="two-sided",
        status=[(nothing, "undefined"), (rough, "approximate")],
        remarks=[NOTHING.where(nothing), pl.col("remarks")],
    )
    return finished.sort("group", "a", "term")


def ci_proportion_wald_expr(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the Wald interval of a rate, for comparison: it is too narrow for small counts.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_proportion_wald(12, 40)).unnest("ci_proportion_wald")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.157987, 0.442013)
    """
    return _interval(CI_PROPORTION_WALD, kernels.wald, "normal", (successes, trials), alternative, alpha)


def ci_wilson_expr(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: WilsonVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Wilson's score interval of a rate.

    Parameters
    ----------
    successes, trials
        Counts, added up within a group; or one column of 0 and 1 (or truth values) alone.
    alternative
        "greater" gives the lower bound alone, "less" the upper bound.
    variant
        "plain", or "corrected" for continuity.
    alpha
        Level of the interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_wilson(12, 40)).unnest("ci_wilson")
    >>> row.select("n", "estimate", pl.col("ci_low", "ci_high").round(6)).row(0)
    (40, 0.3, 0.180748, 0.4543)
    """
    return _interval(CI_WILSON, WILSON, "normal", (successes, trials), alternative, alpha, variant)


def ci_clopper_pearson_expr(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the exact interval of a rate by Clopper and Pearson; its coverage is at least 1 - alpha.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_clopper_pearson(12, 40)).unnest("ci_clopper_pearson")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.165627, 0.465316)
    """
    return _interval(CI_CLOPPER_PEARSON, kernels.clopper_pearson, "binomial", (successes, trials), alternative, alpha)


def ci_midp_expr(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the mid-p interval of a rate, less cautious than the exact one.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_midp(0, 10)).unnest("ci_midp")
    >>> row.select("ci_low", pl.col("ci_high").round(6)).row(0)
    (0.0, 0.258866)
    """
    return _interval(CI_MIDP, kernels.midp, "binomial", (successes, trials), alternative, alpha)


def ci_blaker_expr(successes: IntoExpr, trials: IntoExpr | None = None, *, alpha: float = 0.05) -> pl.Expr:
    """Compute Blaker's exact interval of a rate: two-sided, inside Clopper and Pearson's.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_blaker(1, 10)).unnest("ci_blaker")
    >>> row.select(pl.col("ci_low", "ci_high").round(4)).row(0)
    (0.0051, 0.4444)
    """
    return _interval(CI_BLAKER, kernels.blaker, "binomial", (successes, trials), "two-sided", alpha)


def ci_jeffreys_expr(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    alternative: Alternative = "two-sided",
    variant: JeffreysVariant = "equal_tailed",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the Bayesian interval of a rate under Jeffreys' prior.

    ``variant="hpd"`` is the shortest such interval, which is two-sided by nature. Other arguments as in
    :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_jeffreys(1, 10)).unnest("ci_jeffreys")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.011012, 0.381315)
    """
    interval = _interval(CI_JEFFREYS, JEFFREYS, "beta", (successes, trials), alternative, alpha, variant)
    if variant == "hpd" and alternative != "two-sided":
        raise OptionError("the shortest interval has two sides", hint='variant="equal_tailed" gives one-sided bounds')
    return interval


def ci_agresti_coull_expr(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute Agresti and Coull's interval of a rate: about two successes and two failures are added.

    Arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_agresti_coull(1, 10)).unnest("ci_agresti_coull")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (-0.003941, 0.425968)
    """
    return _interval(CI_AGRESTI_COULL, kernels.agresti_coull, "normal", (successes, trials), alternative, alpha)


def ci_hoeffding_expr(
    successes: IntoExpr, trials: IntoExpr | None = None, *, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the interval of a rate by Hoeffding's inequality: wide, and valid whatever the law.

    Arguments as in :func:`benchreport.expr.ci_wilson`; for losses other than 0 and 1 see ``ci_hoeffding_mean``.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_hoeffding(250, 1000)).unnest("ci_hoeffding")
    >>> row.select(((pl.col("ci_high") - pl.col("ci_low")) / 2).round(6)).item()
    0.042947
    """
    return _interval(CI_HOEFFDING, kernels.hoeffding, "Hoeffding", (successes, trials), alternative, alpha)


def ci_transformed_expr(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    variant: Scale = "logit",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the interval of a rate on another scale: logit, probit, complementary log-log, arcsine root, likelihood.

    Other arguments as in :func:`benchreport.expr.ci_wilson`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.ci_transformed(1, 10, variant="logit")).unnest("ci_transformed")
    >>> row.select(pl.col("ci_low", "ci_high").round(6)).row(0)
    (0.013882, 0.467237)
    """
    law = "chi-square" if variant == "likelihood" else "normal"
    return _interval(CI_TRANSFORMED, SCALES, law, (successes, trials), alternative, alpha, variant)


def _interval(
    method: Method,
    limits: kernels.Limits | Mapping[str, kernels.Limits],
    law: str,
    counts: tuple[IntoExpr, IntoExpr | None],
    alternative: Alternative,
    alpha: float,
    *variant: str,
) -> pl.Expr:
    """Return the interval of a rate by the limits of a variant; ``counts`` are successes and trials."""
    options = checked_options(method, alternative, alpha, *variant)
    kernel, row = limits[options.variant] if isinstance(limits, Mapping) else limits, _interval_row(options, law)
    return summarised(
        method,
        lambda sums: counting.with_limits(kernel, counting.judged_counts(sums), options.level).select(row),
        **counting.counted(*counts),
    )


def _interval_row(options: OptionsOfTest, law: str) -> list[pl.Expr]:
    k, n, fine, low, high = (pl.col(name) for name in ("k", "n", "fine", "low", "high"))
    by_normal_law = FEW_COUNTED in options.method.remarks
    none = fine & low.is_null()
    few = fine & ~none & (pl.min_horizontal(k, n - k) < counting.FEW) & by_normal_law
    beyond = {"greater": low < 0, "less": high > 1}.get(options.alternative, (low < 0) | (high > 1))
    return counting.count_row(
        options,
        problems=[(none, "zero_variance" if by_normal_law else "undefined"), (few, "approximate")],
        remarks=[ALIKE.where(none), FEW_COUNTED.where(few), OUTSIDE.where(fine & beyond)],
        variant=sided(options.variant, options.alternative),
        law=law,
        **options.limits(low, high),
    )


RATE_INTERVALS = Method(
    table=rate_intervals,
    title="Wilson intervals of the rates",
    question="Where do the true rates of a classifier lie: of hits, of false alarms, of right calls?",
    shape="predictions",
    also=("counts",),
    symbol="p",
    formula="Wilson's score interval of tp/p, tn/n, fp/n, fn/p, tp/p', tn/n' and (tp + tn)/N",
    tex=r"\frac{2 m f + z^2 \pm z \sqrt{4 m f (1 - f) + z^2}}{2 (m + z^2)}",
    assumes=("instances are independent", "the classifier was not trained on them"),
    account="The rates $f$ of the confusion matrix have Wilson score intervals.",
    cites=("wilson1927", "brown2001"),
    estimand="rate",
    remarks=(NOTHING, *counting.COUNT_REMARKS),
)

_interval_record = partial(
    Method,
    question="Where does the true error rate of a classifier lie?",
    shape="predictions",
    also=("counts",),
    symbol="p",
    assumes=(counting.INDEPENDENT,),
    estimand="rate of successes",
    remarks=(counting.NOT_COUNTS, *counting.COUNT_REMARKS),
)

CI_PROPORTION_WALD = _interval_record(
    table=ci_proportion_wald,
    title="Wald interval",
    formula="f +- z sqrt(f (1 - f) / m), f = r / m",
    account="A rate $f$ out of $m$ instances has the Wald interval.",
    cites=("brown2001",),
    tex=r"f \pm z_{1-\alpha/2} \sqrt{\frac{f (1 - f)}{m}}, \quad f = \frac{r}{m}",
    short="Wald",
    answers=("rates",),
    remarks=(counting.NOT_COUNTS, ALIKE, FEW_COUNTED, OUTSIDE, *counting.COUNT_REMARKS),
    reason="It is the interval of most textbooks.",
)

CI_WILSON = _interval_record(
    table=ci_wilson,
    title="Wilson score interval",
    formula="(f + z^2/(2m) +- z sqrt(f (1 - f)/m + z^2/(4 m^2))) / (1 + z^2/m)",
    account="A rate $f$ out of $m$ instances has the Wilson score interval.",
    cites=("wilson1927", "brown2001"),
    tex=r"\frac{2 m f + z^2 \pm z \sqrt{4 m f (1 - f) + z^2}}{2 (m + z^2)}",
    variants=tuple(WILSON),
    short="Wilson",
    answers=("rates",),
    reason="Its coverage is close to nominal for all rates.",
)

CI_CLOPPER_PEARSON = _interval_record(
    table=ci_clopper_pearson,
    title="Clopper-Pearson interval",
    formula="the rates p with P(X >= r) > alpha/2 and P(X <= r) > alpha/2, X ~ Binomial(m, p)",
    account="A rate has the exact Clopper–Pearson interval.",
    cites=("clopper1934",),
    tex=(
        r"\left\{ p : \Pr(X \geq r) > \frac{\alpha}{2}, \; \Pr(X \leq r) > \frac{\alpha}{2} \right\}, "
        r"\quad X \sim \mathrm{Bin}(m, p)"
    ),
    short="Clopper-Pearson",
    answers=("rates",),
    reason="Its coverage is never below nominal.",
)

CI_MIDP = _interval_record(
    table=ci_midp,
    title="Mid-p interval",
    formula="as Clopper-Pearson, with half of P(X = r) in each tail",
    cites=("brown2001",),
    tex=(
        r"\left\{ p : G(X > r) > \frac{\alpha}{2}, \; G(X < r) > \frac{\alpha}{2} \right\}, "
        r"\quad G(A) = \Pr(A) + \frac{1}{2} \Pr(X = r)"
    ),
)

CI_BLAKER = _interval_record(
    table=ci_blaker,
    title="Blaker interval",
    formula="the rates p at which P(min tail of X <= min tail of r) > alpha, X ~ Binomial(m, p)",
    cites=("blaker2000",),
    tex=(
        r"\left\{ p : \Pr(\gamma(X) \leq \gamma(r)) > \alpha \right\}, "
        r"\quad \gamma(x) = \min(\Pr(X \leq x), \Pr(X \geq x))"
    ),
)

CI_JEFFREYS = _interval_record(
    table=ci_jeffreys,
    title="Jeffreys interval",
    formula="quantiles of Beta(r + 1/2, m - r + 1/2)",
    account="A rate has the Jeffreys interval.",
    cites=("brown2001",),
    tex=r"\left[ B_{\alpha/2}, \; B_{1-\alpha/2} \right], \quad B \sim \mathrm{Beta}(r + 1/2, m - r + 1/2)",
    variants=tuple(JEFFREYS),
    short="Jeffreys",
    answers=("rates",),
    reason="Its coverage is close to nominal on average.",
)

CI_AGRESTI_COULL = _interval_record(
    table=ci_agresti_coull,
    title="Agresti-Coull interval",
    formula="Wald's formula with r + z^2/2 successes of m + z^2",
    cites=("agresti1998",),
    tex=(
        r"\tilde{f} \pm z \sqrt{\frac{\tilde{f} (1 - \tilde{f})}{m + z^2}}, \quad \tilde{f} = \frac{r + z^2/2}{m + z^2}"
    ),
    remarks=(counting.NOT_COUNTS, OUTSIDE, *counting.COUNT_REMARKS),
)

CI_HOEFFDING = _interval_record(
    table=ci_hoeffding,
    title="Hoeffding interval",
    formula="f +- sqrt(ln(2/alpha) / (2m)), whatever the law",
    account="A rate has the Hoeffding interval.",
    cites=("hoeffding1963",),
    tex=r"f \pm \sqrt{\frac{\ln(2/\alpha)}{2 m}}",
    remarks=(counting.NOT_COUNTS, OUTSIDE, *counting.COUNT_REMARKS),
    short="Hoeffding",
    answers=("rates",),
    reason="It holds whatever the law of the results.",
)

CI_TRANSFORMED = _interval_record(
    table=ci_transformed,
    title="Interval for a rate on another scale",
    formula=(
        "g^-1(g(f) +- z se(g(f))) with g the logit, probit, complementary log-log or arcsine root; or the rates whose "
        "likelihood ratio is within z^2"
    ),
    cites=("brown2001",),
    tex=r"g^{-1}\left( g(f) \pm z_{1-\alpha/2} \, \mathrm{se}(g(f)) \right)",
    variants=tuple(SCALES),
    remarks=(counting.NOT_COUNTS, ALIKE, *counting.COUNT_REMARKS),
)
