"""Do the results in a column lie above or below a stated value?"""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.method import RESULT_COLUMNS, Alternative, Method, Remark, schema_of
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, measured, normal_isf, normal_sf, ordered, t_isf
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import NO_MEAN, averaged, checked_number, fields, first_that_holds
from benchreport.stats.forms.sides import (
    NEVER_VARIES,
    NO_RATIO,
    checked_level,
    corrected_error,
    limits,
    moments,
    ratio_of,
    student,
    summed,
    tail_of,
)
from benchreport.stats.two_algorithms import over_datasets as paired
from benchreport.tables.rounding import TOLERANCE

NO_CONSTANT = Remark(code="no_constant", note="no constant to compare with")


def z_test_mean(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    sigma: float,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Test of the mean of a column against a constant when the standard deviation is known.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14]})
    >>> row = errors.select(br.expr.z_test_mean("x", constant=0.12, sigma=0.02)).unnest("z_test_mean")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.0, 0.317311)
    """
    level = checked_level(alpha, alternative)
    checked_number(sigma, "sigma", least=0, strict=True)
    rows = partial(_z_rows, sigma=sigma, alternative=alternative, alpha=alpha, level=level)
    return averaged(Z_TEST_MEAN, rows, (x,), moments(x) | {"constant": _constant(constant)})


def _z_rows(lists: pl.DataFrame, *, sigma: float, alternative: Alternative, alpha: float, level: float) -> pl.DataFrame:
    n, mean, constant = pl.col("n"), pl.col("mean"), pl.col("constant")
    error = sigma / n.sqrt()
    z, reach = (mean - constant) / error, error * normal_isf(level)
    enough = n >= 1
    known = enough & constant.is_not_null()
    row = fields(
        Z_TEST_MEAN,
        variant=pl.format("against {}", constant),
        n=n,
        statistic=pl.when(known).then(z),
        p_value=pl.when(known).then(tail_of(z, alternative, normal_sf)),
        estimate=mean,
        **limits("ci", alternative, enough, mean - reach, mean + reach),
        effect=(mean - constant) / sigma,
        alpha=alpha,
        law="normal",
        alternative=alternative,
        status=first_that_holds([(~enough, "too_few"), (~known, "undefined")], "ok"),
    )
    return summed(lists).select(row)


@documented
def one_sample_t(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    ratio: IntoExpr | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.Expr:
    """Student's t test of the mean of a column against a constant.

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
    level = checked_level(alpha, alternative)
    facts = moments(x) | {"ratio": ratio_of(ratio), "constant": _constant(constant)}
    return averaged(ONE_SAMPLE_T, partial(_t_rows, alternative=alternative, alpha=alpha, level=level), (x,), facts)


def _t_rows(lists: pl.DataFrame, *, alternative: Alternative, alpha: float, level: float) -> pl.DataFrame:
    n, mean, constant, ratio = pl.col("n"), pl.col("mean"), pl.col("constant"), pl.col("ratio")
    gap = mean - constant
    size = pl.max_horizontal("largest", constant.abs())
    tied = pl.col("steady") & (gap.abs() <= TOLERANCE * size).fill_null(False)
    facts = summed(lists).with_columns(error=corrected_error(), tied=tied)
    error, steady, tied = pl.col("error"), pl.col("steady"), pl.col("tied")
    enough, known = n >= 2, ratio.is_not_null() & constant.is_not_null()
    testable = enough & known & ~steady
    reach = error * t_isf(level, n - 1)
    form = pl.when(ratio == 0).then(pl.lit("plain")).otherwise(pl.lit("corrected"))
    row = fields(
        ONE_SAMPLE_T,
        **student(gap / error, n - 1, error / pl.col("sd"), alternative, level, where=testable, tied=enough & tied),
        variant=pl.format("{}, against {}", form, constant),
        n=n,
        estimate=mean,
        **limits("ci", alternative, testable, mean - reach, mean + reach),
        alpha=alpha,
        status=first_that_holds(
            [(~enough, "too_few"), (tied, "all_ties"), (steady, "zero_variance"), (~known, "undefined")], "ok"
        ),
        remarks=joined_remarks(
            NEVER_VARIES.where(enough & steady & ~tied),
            NO_RATIO.where(enough & ~steady & ratio.is_null()),
            NO_CONSTANT.where(constant.is_null()),
        ),
    )
    return facts.select(row)


def one_sample_sign(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    ties: paired.Ties = "drop",
    alpha: float = 0.05,
) -> pl.Expr:
    """Sign test of a column against a constant; arguments as in :func:`benchreport.expr.sign_test`.

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


def one_sample_wilcoxon(
    x: IntoExpr,
    *,
    constant: IntoExpr,
    alternative: Alternative = "two-sided",
    zeros: paired.Zeros = "drop",
    variant: paired.WilcoxonVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Wilcoxon signed-rank test of a column against a constant; arguments as in :func:`benchreport.expr.wilcoxon`.

    ``estimate`` is the pseudomedian, the median of the means of every two results.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [1.5, 2.0, 2.5, 4.0, 5.5]})
    >>> row = errors.select(br.expr.one_sample_wilcoxon("x", constant=1)).unnest("one_sample_wilcoxon")
    >>> row.select("statistic", "p_value", "estimate").row(0)
    (15.0, 0.0625, 3.0)
    """
    beside = _beside(x, constant)
    inner = paired.wilcoxon_expr(ordered(x), beside, alternative=alternative, zeros=zeros, variant=variant, alpha=alpha)
    return _renamed(ONE_SAMPLE_WILCOXON, inner, constant, shift=True)


def _constant(constant: IntoExpr) -> pl.Expr:
    return measured(constant).drop_nulls().first()


def _beside(x: IntoExpr, constant: IntoExpr) -> pl.Expr:
    # The rows of x, each with the constant: a bare number would not be filtered along with them.
    return pl.when(ordered(x).is_not_null()).then(measured(constant))


def _renamed(method: Method, inner: pl.Expr, constant: IntoExpr, *, shift: bool = False) -> pl.Expr:
    """Hand the row of a paired test over to its one-sample form."""
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


Z_TEST_MEAN = Method(
    id="z_test_mean",
    title="z test of a mean",
    question="Does the expected result of an algorithm differ from a stated value, when its spread is known?",
    kind="columns",
    symbol="z",
    formula="z = sqrt(n) (m - mu0) / sigma",
    tex=r"z = \frac{\sqrt{n} \, (\bar{x} - \mu_0)}{\sigma}",
    null="the expected result is mu0",
    assumes=("results are independent", "results are about normal, or many", "sigma is known, not estimated"),
    cites=("alpaydin2010",),
    estimand="mean of a",
    effect="mean minus the constant, in standard deviations",
    signed=True,
    remarks=(NO_MEAN,),
    expr=z_test_mean,
)

ONE_SAMPLE_T = Method(
    id="one_sample_t",
    title="One-sample t test",
    question="Does the expected result of an algorithm differ from a stated value?",
    kind="columns",
    symbol="t",
    formula="t = (m - mu0) / (s sqrt(1/n)) with n - 1 degrees of freedom; corrected: s sqrt(1/n + n_test/n_train)",
    tex=r"t = \frac{\bar{x} - \mu_0}{s \sqrt{1/n}}",
    null="the expected result is mu0",
    assumes=(
        "results are independent, or their correlation is n_test / (n_train + n_test)",
        "results are about normal",
    ),
    cites=("student1908", "nadeau2003", "alpaydin2010"),
    estimand="mean of a",
    effect="mean minus the constant, in standard deviations",
    variants=("corrected", "plain"),
    signed=True,
    remarks=(NEVER_VARIES, NO_RATIO, NO_CONSTANT, NO_MEAN),
    expr=one_sample_t,
)

ONE_SAMPLE_SIGN = Method(
    id="one_sample_sign",
    title="Sign test against a constant",
    question="Does an algorithm exceed a stated value on more datasets than chance allows?",
    kind="columns",
    symbol="w",
    formula="w = number of results better than the constant; w ~ Binomial(n, 1/2)",
    tex=r"w \sim \mathrm{Bin}(n, 1/2)",
    null="a result is better or worse than the constant with probability one half",
    assumes=("results are independent",),
    cites=("alpaydin2010", "demsar2006"),
    estimand="probability that a beats the constant",
    effect="wins minus losses, as a share",
    remarks=paired.SIGN_TEST.remarks,
    expr=one_sample_sign,
)

ONE_SAMPLE_WILCOXON = Method(
    id="one_sample_wilcoxon",
    title="Wilcoxon signed-rank test against a constant",
    question="Do the results of an algorithm lie above or below a stated value, when the sizes of the gaps count?",
    kind="columns",
    symbol="W^+",
    formula="W+ = sum of the ranks of |x - constant| where x > constant; all 2^n signs equally likely",
    tex=r"W^+ = \sum_{d_i > 0} \mathrm{rank} \, |d_i|, \quad d_i = x_i - \mu_0",
    null="the results are symmetric about the constant",
    assumes=("results are independent", "results are symmetric about their centre"),
    cites=("wilcoxon1945", "pratt1959"),
    estimand="pseudomedian of a",
    effect="matched-pairs rank-biserial correlation",
    variants=("exact", "normal", "normal_corrected"),
    remarks=paired.WILCOXON.remarks,
    expr=one_sample_wilcoxon,
)
