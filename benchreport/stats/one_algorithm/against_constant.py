"""Tests against a stated value: z, t, sign and Wilcoxon tests of results, binomial and normal tests of rates."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark, schema_of
from benchreport.stats.forms import rates as counting
from benchreport.stats.forms import sides
from benchreport.stats.forms.distributions import IntoExpr, as_expr, measured, normal_isf, ordered, t_isf
from benchreport.stats.forms.over import PER_DATASET, Frame, over_algorithms
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rates import Rate
from benchreport.stats.forms.rows import NO_MEAN, SHARED_RUNS, checked_number, nullable, summarised, values_where
from benchreport.stats.kernels import binomial as kernels
from benchreport.stats.one_algorithm.means import MEAN, STEADY, MeanVariant, N, about_mean
from benchreport.stats.two_algorithms import over_datasets as paired
from benchreport.tables.blocks import Blocks, Reduce
from benchreport.tables.groups import By, listed
from benchreport.tables.rounding import TOLERANCE, Floats

CONSTANT = pl.col("constant")
NO_CONSTANT = Remark(code="no_constant", note="no constant to compare with")
BinomialVariant = Literal["exact", "midp"]
NormalVariant = Literal["plain", "corrected"]
NOT_A_RATE = Remark(code="constant_not_rate", note="the rate to compare with must lie between 0 and 1")
UNREACHABLE = Remark(code="unreachable_trials", topic="unreachable", note="cannot reach alpha with so few trials")
EDGE = Remark(code="edge_rate", note="a rate of 0 or 1 leaves nothing to approximate; see binomial_test")
FEW_EXPECTED = Remark(
    code="few_expected", note=f"fewer than {counting.FEW} successes or failures expected; the exact p is {{0}}"
)


@documented
def z_test_mean(
    table: Frame,
    *,
    by: By = PER_DATASET,
    constant: float,
    sigma: float,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the z test of the mean result of every algorithm against a constant; the standard deviation is known.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    sigma
        The known standard deviation of one block's result.
    alternative
        "greater" means that the algorithm is better than the constant.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.z_test_mean(scores, by="metric", constant=0.75, sigma=0.15)
    >>> rows.select("a", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 1.3702, 0.1706)
    """
    test = partial(z_test_mean_expr, constant=checked_number(constant, "constant"), sigma=sigma, alpha=alpha)
    return over_algorithms(Z_TEST_MEAN, test, table, by=by, alternative=alternative, reduce=reduce)


@documented
def one_sample_t(
    table: Frame,
    *,
    by: By = PER_DATASET,
    constant: float,
    alternative: Alternative = "two-sided",
    variant: MeanVariant = "corrected",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Student's t test of the mean result of every algorithm against a constant.

    Where the blocks are runs on one dataset that share training data, the variance is corrected as by Nadeau and
    Bengio; ``variant`` of each row says "plain" where there was nothing to correct. ``statistic`` has the sign of the
    mean minus the constant, whichever way is better.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    variant
        "corrected" for training data that runs share, or "plain" as if all blocks were independent.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.one_sample_t(scores, by="metric", constant=0.75, alternative="greater")
    >>> rows.select("a", "variant", pl.col("statistic", "p_value").round(4)).row(0)
    ('C4.5', 'plain, against 0.75', 1.283, 0.1109)
    """
    one_of(variant, ONE_SAMPLE_T.variants, name="variant")
    corrected, value = variant == "corrected", checked_number(constant, "constant")
    test = partial(one_sample_t_expr, constant=value, ratio="ratio" if corrected else None, alpha=alpha)
    return over_algorithms(
        ONE_SAMPLE_T, test, table, by=by, alternative=alternative, reduce=reduce, corrected=corrected
    )


@documented
def one_sample_sign(
    table: Frame,
    *,
    by: By = "metric",
    constant: float,
    alternative: Alternative = "two-sided",
    ties: paired.Ties = "drop",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the sign test of the results of every algorithm against a constant.

    Counts the blocks where the algorithm is better than the constant, whichever direction the metric has.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    ties
        "drop" leaves tied blocks out, "split" gives half of them to each side.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_sign(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 10.0, 0.1796)
    """
    test = partial(one_sample_sign_expr, constant=checked_number(constant, "constant"), ties=ties, alpha=alpha)
    return over_algorithms(
        ONE_SAMPLE_SIGN, test, table, by=by, alternative=alternative, reduce=reduce, finish=_counted_better
    )


@documented
def one_sample_wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    constant: float,
    alternative: Alternative = "two-sided",
    zeros: paired.Zeros = "drop",
    variant: paired.WilcoxonVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Wilcoxon's signed-rank test of the results of every algorithm against a constant.

    ``estimate`` is the pseudomedian in the metric's own units, ``statistic`` the rank sum of the results above the
    constant.

    Parameters
    ----------
    constant
        The value to compare with, in the metric's units.
    alternative
        "greater" means that the algorithm is better than the constant.
    zeros
        Blocks at the constant: "drop", "pratt" or "split", as in Wilcoxon's test of pairs.
    variant
        "exact", "normal" or "normal_corrected".

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.one_sample_wilcoxon(scores, constant=0.65).select("a", "n", "statistic", pl.col("p_value").round(4)).row(0)
    ('C4.5', 14, 91.0, 0.0134)
    """
    value = checked_number(constant, "constant")
    test = partial(one_sample_wilcoxon_expr, constant=value, zeros=zeros, variant=variant, alpha=alpha)
    return over_algorithms(ONE_SAMPLE_WILCOXON, test, table, by=by, alternative=alternative, reduce=reduce)


def _counted_better(rows: pl.DataFrame, blocks: Blocks) -> pl.DataFrame:
    """Return rows that count, where lower is better, the blocks below the constant instead of those above it."""
    lower = pl.lit(pl.Series(blocks.orientation[rows["group"].to_numpy()] < 0))
    shares = {"estimate": "estimate", "ci_low": "ci_high", "ci_high": "ci_low"}
    return rows.with_columns(
        statistic=pl.when(lower).then(pl.col("n") - pl.col("statistic")).otherwise("statistic"),
        **{name: pl.when(lower).then(1 - pl.col(end)).otherwise(name) for name, end in shares.items()},
    )


def binomial_test(
    table: Frame,
    *,
    by: By = "dataset",
    constant: float | Mapping[str, float],
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: BinomialVariant = "exact",
    alpha: float = 0.05,
) -> Frame:
    """Compute the exact test whether the error rate of every algorithm is above or below a stated value.

    To certify that the error is below the value, take ``alternative="greater"``, better than the constant: it is the
    lower tail of the error count. ``statistic`` is the number of errors.

    Parameters
    ----------
    table
        Predictions or confusion counts.
    by
        Groups to test separately.
    constant
        The rate to compare with: one for all, or one for each dataset.
    rate
        "error", the share of wrong predictions, or "accuracy", the share of right ones; ``constant`` is one of these.
    alternative
        "greater" means that the algorithm is better than the constant, "less" that it is worse.
    variant
        "exact", or "midp", which counts half of the chance of the observed number.
    alpha
        Level of the interval and of the decision.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> worse = br.binomial_test(table, constant=0.2, alternative="less")
    >>> worse.select("a", "n", "statistic", pl.col("p_value").round(6)).row(0)
    ('kNN', 40, 12.0, 0.087505)
    """
    against = _by_dataset(constant, by) if isinstance(constant, Mapping) else _checked_rate(constant)
    options: dict[str, Any] = {"constant": against, "variant": variant, "alpha": alpha}
    return counting.over_rates(BINOMIAL_TEST, table, by=by, rate=rate, alternative=alternative, **options)


def approx_normal_test(
    table: Frame,
    *,
    by: By = "dataset",
    constant: float,
    rate: Rate = "error",
    alternative: Alternative = "two-sided",
    variant: NormalVariant = "plain",
    alpha: float = 0.05,
) -> Frame:
    """Compute the test whether the error rate of every algorithm is above or below a stated value, by the normal law.

    Where fewer than five errors or right answers are expected the status is "approximate" and the note gives the exact
    p-value. ``statistic`` is z of the rate minus the constant. Parameters as in :func:`binomial_test`;
    ``variant="corrected"`` is the continuity correction.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.counts(pl.DataFrame({"model": ["kNN"], "tp": [10], "fp": [5], "fn": [7], "tn": [18]}))
    >>> worse = br.approx_normal_test(table, constant=0.2, alternative="less")
    >>> worse.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.581139, 0.056923)
    """
    options: dict[str, Any] = {"constant": _checked_rate(constant), "variant": variant, "alpha": alpha}
    return counting.over_rates(APPROX_NORMAL_TEST, table, by=by, rate=rate, alternative=alternative, **options)


def _checked_rate(constant: float) -> float:
    """Return a rate; raise an error for what is none."""
    return checked_number(constant, "constant", least=0, most=1)


def _by_dataset(constants: Mapping[str, float], by: By) -> pl.Expr:
    if "dataset" not in listed(by):
        raise OptionError("constants are given by dataset, but the groups are not", hint="by='dataset'")
    rates = {name: _checked_rate(value) for name, value in constants.items()}
    return pl.col("dataset").cast(pl.String).replace_strict(rates, default=None, return_dtype=pl.Float64)


def z_test_mean_expr(
    x: IntoExpr, *, constant: IntoExpr, sigma: float, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute the z test of the mean of a column against a constant; the standard deviation is known.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14]})
    >>> row = errors.select(br.expr.z_test_mean("x", constant=0.12, sigma=0.02)).unnest("z_test_mean")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.0, 0.317311)
    """
    options = sides.checked_options(Z_TEST_MEAN, alternative, alpha)
    error, enough = checked_number(sigma, "sigma", least=0, strict=True) / N.sqrt(), N >= 1
    testable, z = enough & CONSTANT.is_not_null(), (MEAN - CONSTANT) / error
    return about_mean(
        options,
        x,
        error * normal_isf(options.level),
        enough,
        [(~enough, "too_few"), (~testable, "undefined")],
        aggregates={"constant": _constant(constant)},
        variant=pl.format("against {}", CONSTANT),
        **values_where(testable, statistic=z, p_value=options.tail(z)),
        effect=(MEAN - CONSTANT) / sigma,
        law="normal",
    )


@documented
def one_sample_t_expr(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    ratio: IntoExpr | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Student's t test of the mean of a column against a constant.

    Parameters
    ----------
    x
        Results, one row per block.
    constant
        The value to compare with: a number, or a column that is constant in a group.
    ratio
        Test size over training size where the rows are runs that share training data: the variance is then corrected
        as by Nadeau and Bengio.
    alternative
        "greater" means that the mean lies above the constant.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.one_sample_t("x", constant=0.12, alternative="greater")).unnest("one_sample_t")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.819349, 0.051104)
    """
    options, error = sides.checked_options(ONE_SAMPLE_T, alternative, alpha), sides.corrected_error()
    gap, size_ratio = MEAN - CONSTANT, pl.col("ratio")
    size = pl.max_horizontal("largest", CONSTANT.abs())
    tied = STEADY & (gap.abs() <= TOLERANCE * size).fill_null(False)
    enough, defined = N >= 2, size_ratio.is_not_null() & CONSTANT.is_not_null()
    testable = enough & defined & ~STEADY
    form = pl.when(size_ratio == 0).then(pl.lit("plain")).otherwise(pl.lit("corrected"))
    return about_mean(
        options,
        x,
        error * t_isf(options.level, N - 1),
        testable,
        [(~enough, "too_few"), (tied, "all_ties"), (STEADY, "zero_variance"), (~defined, "undefined")],
        sides.NEVER_VARIES.where(enough & STEADY & ~tied),
        sides.NO_RATIO.where(enough & ~STEADY & size_ratio.is_null()),
        NO_CONSTANT.where(CONSTANT.is_null()),
        aggregates={"ratio": sides.ratio_of(ratio), "constant": _constant(constant)},
        **sides.student(
            gap / error, N - 1, error / pl.col("sd"), alternative, options.level, where=testable, tied=enough & tied
        ),
        variant=pl.format("{}, against {}", form, CONSTANT),
    )


def one_sample_sign_expr(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    ties: paired.Ties = "drop",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the sign test of a column against a constant; arguments as in :func:`benchreport.expr.sign_test`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [4, 5, 6, 9, 2]})
    >>> row = errors.select(br.expr.one_sample_sign("x", constant=3)).unnest("one_sample_sign")
    >>> row.select("n", "statistic", "p_value").row(0)
    (5, 4.0, 0.375)
    """
    inner = paired.sign_test_expr(ordered(x), _beside(x, constant), alternative=alternative, ties=ties, alpha=alpha)
    return _renamed(ONE_SAMPLE_SIGN, inner, constant)


def one_sample_wilcoxon_expr(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    zeros: paired.Zeros = "drop",
    variant: paired.WilcoxonVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Wilcoxon's signed-rank test of a column against a constant.

    ``estimate`` is the pseudomedian, the median of the means of every two results. Other arguments as in
    :func:`benchreport.expr.wilcoxon`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [1.5, 2.0, 2.5, 4.0, 5.5]})
    >>> row = errors.select(br.expr.one_sample_wilcoxon("x", constant=1)).unnest("one_sample_wilcoxon")
    >>> row.select("statistic", "p_value", "estimate").row(0)
    (15.0, 0.0625, 3.0)
    """
    options: dict[str, Any] = {"alternative": alternative, "zeros": zeros, "variant": variant, "alpha": alpha}
    inner = paired.wilcoxon_expr(ordered(x), _beside(x, constant), **options)
    return _renamed(ONE_SAMPLE_WILCOXON, inner, constant, shift=True)


def _constant(constant: IntoExpr) -> pl.Expr:
    return measured(constant).drop_nulls().first()


def _beside(x: IntoExpr, constant: IntoExpr) -> pl.Expr:
    # The rows of x, each with the constant: a bare number would not be filtered along with them.
    return pl.when(ordered(x).is_not_null()).then(measured(constant))


def _renamed(method: Method, inner: pl.Expr, constant: IntoExpr, *, shift: bool = False) -> pl.Expr:
    """Return the row of a paired test as that of its one-sample form."""
    packed = pl.struct(inner.alias("__row"), _constant(constant).alias("__constant"))

    def finish(rows: pl.Series) -> pl.Series:
        both = rows.struct.unnest().unnest("__row")
        added = pl.col("__constant") if shift else 0.0
        finished = both.with_columns(
            pl.col("estimate", "ci_low", "ci_high") + added,
            method=pl.lit(method.id),
            estimand=pl.lit(method.estimand),
            effect_name=pl.lit(method.effect),
            variant=pl.format("{}, against {}", "variant", "__constant"),
        )
        return finished.drop("__constant").to_struct(method.id)

    kind = pl.Struct(schema_of(RESULT_COLUMNS))
    return packed.map_batches(finish, return_dtype=kind, is_elementwise=True).alias(method.id)


def binomial_test_expr(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    variant: BinomialVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the exact binomial test of a rate against a constant.

    ``statistic`` is the number of successes, ``estimate`` the rate with its Clopper-Pearson interval.

    Parameters
    ----------
    successes, trials
        Counts, added up within a group; or one column of 0 and 1 (or truth values) alone.
    constant
        The rate to compare with: a number, or a column that is constant in a group.
    alternative
        "greater" means that the rate lies above the constant.
    variant
        "exact", or "midp", which counts half of the chance of the observed number.
    alpha
        Level of the interval and of the decision.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> row = pl.select(br.expr.binomial_test(12, 40, constant=0.2, alternative="greater")).unnest("binomial_test")
    >>> row.select("statistic", pl.col("p_value").round(6)).row(0)
    (12.0, 0.087505)
    """
    options = sides.checked_options(BINOMIAL_TEST, alternative, alpha, variant)
    limits = {"exact": kernels.clopper_pearson, "midp": kernels.midp}[variant]
    return _tested(options, limits, _binomial_rows, successes, trials, constant)


def approx_normal_test_expr(
    successes: IntoExpr,
    trials: IntoExpr | None = None,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    variant: NormalVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the test of a rate against a constant by the normal law.

    ``estimate`` is the rate with the Wilson interval that belongs to this test; where the law is rough, the note gives
    the exact p-value. Other arguments as in :func:`benchreport.expr.binomial_test`; ``variant="corrected"`` is the
    continuity correction.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> test = br.expr.approx_normal_test(12, 40, constant=0.2, alternative="greater")
    >>> pl.select(test).unnest("approx_normal_test").select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.581139, 0.056923)
    """
    options = sides.checked_options(APPROX_NORMAL_TEST, alternative, alpha, variant)
    limits = {"plain": kernels.wilson, "corrected": kernels.wilson_corrected}[variant]
    return _tested(options, limits, _normal_rows, successes, trials, constant)


def _tested(
    options: sides.OptionsOfTest,
    limits: kernels.Limits,
    rows: Callable[[sides.OptionsOfTest, pl.DataFrame], pl.DataFrame],
    successes: IntoExpr,
    trials: IntoExpr | None,
    constant: IntoExpr,
) -> pl.Expr:
    rate = pl.col("constant").is_between(0, 1).fill_null(False)

    def finish(counts: pl.DataFrame) -> pl.DataFrame:
        judged = counting.judged_counts(counts).with_columns(rate=rate, testable=pl.col("fine") & rate)
        return rows(options, counting.with_limits(limits, judged, options.level))

    against = as_expr(constant).cast(pl.Float64).drop_nulls().first()
    return summarised(options.method, finish, **counting.counted(successes, trials), constant=against)


def _binomial_rows(options: sides.OptionsOfTest, judged: pl.DataFrame) -> pl.DataFrame:
    p = _exact_p(judged, options.alternative, options.variant)
    # The smallest p-value that any count of these trials could have.
    ends = (judged.with_columns(k=end) for end in (pl.lit(0.0), pl.col("n")))
    least = np.fmin(*(_exact_p(end, options.alternative, options.variant) for end in ends))
    testable = pl.col("testable")
    row = _row(
        options,
        remarks=[UNREACHABLE.where(testable & (pl.col("least") > options.alpha))],
        statistic=pl.when(testable).then("k"),
        p_value=pl.col("p"),
        law="binomial",
    )
    return judged.with_columns(nullable(p=p, least=least)).select(row)


def _normal_rows(options: sides.OptionsOfTest, judged: pl.DataFrame) -> pl.DataFrame:
    n, constant, testable = pl.col("n"), pl.col("constant"), pl.col("testable")
    inner = testable & constant.is_between(0, 1, closed="none")
    edge = testable & ~inner
    distance = pl.col("k") - n * constant
    if options.variant == "corrected":
        # The correction never carries the count past the constant on a two-sided test.
        both = pl.min_horizontal(distance.abs(), pl.lit(0.5)) * distance.sign()
        distance -= {"greater": pl.lit(0.5), "less": pl.lit(-0.5)}.get(options.alternative, both)
    z = distance / (n * constant * (1 - constant)).sqrt()
    few = inner & (pl.min_horizontal(n * constant, n * (1 - constant)) < counting.FEW)
    row = _row(
        options,
        problems=[(edge, "undefined"), (few, "approximate")],
        remarks=[EDGE.where(edge), FEW_EXPECTED.where(few, pl.col("exact").round_sig_figs(4))],
        **values_where(inner, statistic=z, p_value=options.tail(z)),
        law="normal",
    )
    return judged.with_columns(nullable(exact=_exact_p(judged, options.alternative, "exact"))).select(row)


def _exact_p(judged: pl.DataFrame, alternative: Alternative, variant: str) -> Floats:
    p = np.full(judged.height, np.nan)
    testable = judged.get_column("testable").to_numpy()
    k, n, rate = judged.select("k", "n", "constant").to_numpy()[testable].T.copy()
    with np.errstate(all="ignore"):
        above, below = kernels.at_least(k, n, rate), kernels.at_most(k, n, rate)
        if variant == "midp":
            half = (above - kernels.at_least(k + 1, n, rate)) / 2
            above, below = above - half, below - half
            both = np.minimum(1.0, 2 * np.minimum(above, below))
        else:
            both = kernels.no_likelier(k, n, rate)
    p[testable] = {"two-sided": both, "greater": above, "less": below}[alternative]
    return p


def _row(
    options: sides.OptionsOfTest, *, remarks: list[pl.Expr], problems: Sequence[tuple[pl.Expr, str]] = (), **values: Any
) -> list[pl.Expr]:
    """Return a row of a test of a rate against a constant."""
    constant, no_rate = pl.col("constant"), ~pl.col("rate")
    return counting.count_row(
        options,
        problems=[(no_rate, "undefined"), *problems],
        remarks=[NOT_A_RATE.where(no_rate), *remarks],
        variant=pl.format(f"{options.variant}, against {{}}", constant),
        effect=pl.when("testable").then(pl.col("estimate") - constant),
        **options.limits(pl.col("low"), pl.col("high")),
        **values,
    )


Z_TEST_MEAN = Method(
    table=z_test_mean,
    title="z test of a mean",
    question="Does the expected result of an algorithm differ from a stated value, when its spread is known?",
    symbol="z",
    formula="z = sqrt(n) (m - mu0) / sigma",
    tex=r"z = \frac{\sqrt{n} \, (\bar{x} - \mu_0)}{\sigma}",
    null="the expected result is mu0",
    assumes=("results are independent", "results are about normal, or many", "sigma is known, not estimated"),
    cites=("alpaydin2010",),
    estimand="mean of a",
    effect="mean minus the constant, in standard deviations",
    signed=True,
    remarks=(NO_MEAN, SHARED_RUNS),
)

ONE_SAMPLE_T = Z_TEST_MEAN.relative(
    table=one_sample_t,
    title="One-sample t test",
    question="Does the expected result of an algorithm differ from a stated value?",
    symbol="t",
    formula="t = (m - mu0) / (s sqrt(1/n)) with n - 1 degrees of freedom; corrected: s sqrt(1/n + n_test/n_train)",
    tex=r"t = \frac{\bar{x} - \mu_0}{s \sqrt{1/n}}",
    assumes=(
        "results are independent, or their correlation is n_test / (n_train + n_test)",
        "results are about normal",
    ),
    account=r"The one-sample $t$ test compares the mean of the runs with a constant $\mu_0$.",
    cites=("student1908", "nadeau2003", "alpaydin2010"),
    variants=("corrected", "plain"),
    remarks=(sides.NEVER_VARIES, sides.NO_RATIO, NO_CONSTANT, NO_MEAN, SHARED_RUNS),
)

ONE_SAMPLE_SIGN = Method(
    table=one_sample_sign,
    title="Sign test against a constant",
    question="Does an algorithm exceed a stated value on more datasets than chance allows?",
    symbol="w",
    formula="w = number of results better than the constant; w ~ Binomial(n, 1/2)",
    tex=r"w \sim \mathrm{Bin}(n, 1/2)",
    null="a result is better or worse than the constant with probability one half",
    assumes=("results are independent",),
    cites=("alpaydin2010", "demsar2006"),
    estimand="probability that a beats the constant",
    effect="wins minus losses, as a share",
    remarks=(paired.UNREACHABLE, SHARED_RUNS),
)

ONE_SAMPLE_WILCOXON = Method(
    table=one_sample_wilcoxon,
    title="Wilcoxon signed-rank test against a constant",
    question="Do the results of an algorithm lie above or below a stated value, when the sizes of the gaps count?",
    symbol="W^+",
    formula="W+ = sum of the ranks of |x - constant| where x > constant; all 2^n signs equally likely",
    tex=r"W^+ = \sum_{d_i > 0} \mathrm{rank} \, |d_i|, \quad d_i = x_i - \mu_0",
    null="the results are symmetric about the constant",
    assumes=("results are independent", "results are symmetric about their centre"),
    cites=("wilcoxon1945", "pratt1959"),
    estimand="pseudomedian of a",
    effect="matched-pairs rank-biserial correlation",
    variants=("exact", "normal", "normal_corrected"),
    remarks=(*(remark for remark in paired.WILCOXON.remarks if remark is not paired.DEPENDENT), SHARED_RUNS),
)

_rate_test = partial(
    Method,
    shape="predictions",
    also=("counts",),
    null="the true rate is p0",
    estimand="rate of successes",
    effect="rate minus the constant",
)

BINOMIAL_TEST = _rate_test(
    table=binomial_test,
    title="Binomial test",
    question="Is the error rate of a classifier above or below a stated value?",
    symbol="r",
    formula="P(X >= r) or P(X <= r) with X ~ Binomial(m, p0); two-sided: all counts no likelier than r",
    tex=r"p = \Pr(X \geq r), \quad X \sim \mathrm{Bin}(m, p_0)",
    assumes=(counting.INDEPENDENT,),
    account="The binomial test compares a count $r$ of successes with a constant rate $p_0$.",
    cites=("alpaydin2010", "clopper1934"),
    variants=("exact", "midp"),
    remarks=(counting.NOT_COUNTS, NOT_A_RATE, UNREACHABLE, *counting.COUNT_REMARKS),
)

APPROX_NORMAL_TEST = _rate_test(
    table=approx_normal_test,
    title="Normal approximation to the binomial test",
    question="Is the error rate of a classifier above or below a stated value, by the normal law?",
    symbol="z",
    formula="z = (r/m - p0) / sqrt(p0 (1 - p0) / m)",
    tex=r"z = \frac{r/m - p_0}{\sqrt{p_0 (1 - p_0) / m}}",
    assumes=(counting.INDEPENDENT, "m p0 and m (1 - p0) are at least 5"),
    cites=("alpaydin2010",),
    variants=("plain", "corrected"),
    signed=True,
    remarks=(counting.NOT_COUNTS, NOT_A_RATE, EDGE, FEW_EXPECTED, *counting.COUNT_REMARKS),
)
