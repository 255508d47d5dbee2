"""Tests of equivalence and non-inferiority against a margin: paired t, Wilcoxon, separate and paired proportions."""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, one_of
from benchreport.method import ALTERNATIVES, Alternative, Method, Remark
from benchreport.stats.forms import over
from benchreport.stats.forms.distributions import IntoExpr, normal_sf, ordered, t_isf, t_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.predictions import over_predictions
from benchreport.stats.forms.rows import (
    NO_MEAN,
    SHARED_RUNS,
    averaged,
    checked_number,
    nullable,
    status_where,
    summarised,
    values_where,
)
from benchreport.stats.forms.samples import difference_facts, matched_lists, spread_facts
from benchreport.stats.forms.sides import (
    NO_RATIO,
    OptionsOfTest,
    checked_options,
    corrected_error,
    effect_limits,
    ratio_of,
)
from benchreport.stats.kernels.binomial import tango_limits, tango_score
from benchreport.stats.kernels.roots import bisected
from benchreport.stats.two_algorithms import over_datasets
from benchreport.stats.two_algorithms.on_instances import INSTANCE_REMARKS, compared_answers
from benchreport.stats.two_algorithms.over_datasets import WilcoxonVariant, Zeros
from benchreport.tables.blocks import Blocks, Missing, Reduce, pairs_of
from benchreport.tables.designs.sizes import sizes_of
from benchreport.tables.groups import By
from benchreport.tables.schema import RUN_KEYS

RateVariant = Literal["score", "wald"]
# Which claim a test of equivalence or non-inferiority is about.
EQUIVALENCE = Remark(code="equivalence", note="tests equivalence within {0}; interval of level {1} %")
A_NOT_WORSE = Remark(code="a_not_worse", note="tests a is not worse than b by {0} or more")
B_NOT_WORSE = Remark(code="b_not_worse", note="tests b is not worse than a by {0} or more")
CLAIMS = (EQUIVALENCE, A_NOT_WORSE, B_NOT_WORSE)
SAME_ON_BLOCKS = Remark(
    code="same_difference_blocks", note="the same difference on every block: no spread to judge it by"
)
NOT_RATES = Remark(code="not_rates", note="these are no rates between 0 and 1")
# The normal law of the score is rough when so few instances tell the two apart or may do so at the margin.
FEW = 10
FEW_AT_MARGIN = Remark(
    code="few_at_margin", note=f"rough with fewer than {FEW} instances expected to differ at the margin"
)
Correction = Literal["plain", "corrected"]
SAME_RUNS = Remark(code="same_runs", note="both were tested on the same runs, so the rates are no separate samples")
REPEATED_RUNS = Remark(
    code="repeated_runs_variant",
    note="runs of repeated cross-validation are no independent sample; use variant='corrected'",
)
# Whether the scores at both margins are finite.
FINITE_SCORES = pl.col("z_low").is_finite() & pl.col("z_high").is_finite()
REPEATED = Remark(code="repeated_counts", note="instances of repeated runs are counted more than once")


@documented
def tost_paired_t(
    table: Frame,
    *,
    by: By = over.PER_DATASET,
    margin: float,
    control: str | None = None,
    variant: Correction = "plain",
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute two one-sided paired t tests of every two algorithms: is the mean difference smaller than a margin?

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
    plain = variant == "plain"
    return over.over_pairs(
        TOST_PAIRED_T,
        partial(_t_tests, ratio=None if plain else "ratio", margin=margin, alternative=alternative, alpha=alpha),
        table,
        by=by,
        control=control,
        missing=missing,
        doubt=SHARED_RUNS if plain else None,
        facts=None if plain else sizes_of,
        finish=_without_repeated if plain else over.with_guessed_sizes,
    )


def tost_paired_t_expr(
    x: IntoExpr, y: IntoExpr, *, margin: float, alternative: Alternative = "two-sided", alpha: float = 0.05
) -> pl.Expr:
    """Compute two one-sided paired t tests of two matched columns.

    "two-sided" asks whether the mean difference lies within plus or minus ``margin``; "greater" asks only whether x is
    not worse by more than the margin, "less" whether y is not. The interval has level 1 - 2 alpha: equivalence is shown
    when it lies within the margins.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14], "y": [0.13, 0.14, 0.12, 0.14]})
    >>> row = folds.select(br.expr.tost_paired_t("x", "y", margin=0.02)).unnest("tost_paired_t")
    >>> row.select(pl.col("statistic", "p_value", "ci_low", "ci_high").round(4)).row(0)
    (3.6556, 0.0177, -0.0138, 0.0088)
    """
    return _t_tests(x, y, ratio=None, margin=margin, alternative=alternative, alpha=alpha)


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
    """Compute two one-sided Wilcoxon tests of every two algorithms: is the typical difference smaller than a margin?

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
    options = _checked(TOST_WILCOXON, margin, alternative, alpha, variant)
    one_of(zeros, ("drop", "pratt", "split"), name="zeros")
    test = partial(_wilcoxon_rows, options=options, margin=margin, zeros=zeros, variant=variant)
    doubt = SHARED_RUNS
    return over.over_lists(
        TOST_WILCOXON, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=doubt
    )


def tost_wilcoxon_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    margin: float,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "drop",
    variant: WilcoxonVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute two one-sided Wilcoxon signed-rank tests of two matched columns; options as in :func:`tost_paired_t`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"x": [0.80, 0.85, 0.91, 0.74, 0.88], "y": [0.81, 0.85, 0.90, 0.75, 0.87]})
    >>> row = pairs.select(br.expr.tost_wilcoxon("x", "y", margin=0.05)).unnest("tost_wilcoxon")
    >>> row.select("statistic", "p_value").row(0)
    (15.0, 0.03125)
    """
    options = _checked(TOST_WILCOXON, margin, alternative, alpha, variant)
    one_of(zeros, ("drop", "pratt", "split"), name="zeros")
    rows = partial(_wilcoxon_rows, options=options, margin=margin, zeros=zeros, variant=variant)
    return summarised(TOST_WILCOXON, rows, **matched_lists(x, y))


@documented
def tost_proportions(
    table: Frame,
    *,
    by: By = over.PER_DATASET,
    margin: float,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: RateVariant = "score",
    alpha: float = 0.05,
) -> Frame:
    """Compute two one-sided tests of the rates of every two algorithms on separate test sets of ``n_test`` instances.

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
    test = partial(_rate_rows, options=_checked(TOST_PROPORTIONS, margin, alternative, alpha, variant), margin=margin)
    return over.over_blocks(table, partial(_tested_rates, test=test, control=control), by=by, missing="available")


def tost_proportions_expr(
    successes_x: IntoExpr,
    n_x: IntoExpr,
    successes_y: IntoExpr,
    n_y: IntoExpr,
    *,
    margin: float,
    alternative: Alternative = "two-sided",
    variant: RateVariant = "score",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute two one-sided tests of two rates from separate test sets: columns of counts, which are summed.

    "score" takes the standard error from the rates most likely at the margin, "wald" from the observed ones. Other
    options as in :func:`tost_paired_t`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> tested = pl.DataFrame({"right_x": [180], "n_x": [200], "right_y": [178], "n_y": [200]})
    >>> test = br.expr.tost_proportions("right_x", "n_x", "right_y", "n_y", margin=0.1)
    >>> tested.select(test).unnest("tost_proportions").select(pl.col("statistic", "p_value").round(4)).row(0)
    (-2.789, 0.0026)
    """
    options = _checked(TOST_PROPORTIONS, margin, alternative, alpha, variant)
    checked_number(margin, "margin", least=0, most=1, strict=True)
    rows = partial(_rate_rows, options=options, margin=margin)
    columns = {"s_x": successes_x, "m_x": n_x, "s_y": successes_y, "m_y": n_y}
    return summarised(TOST_PROPORTIONS, rows, **{name: ordered(value).sum() for name, value in columns.items()})


def _checked(method: Method, margin: float, alternative: Alternative, alpha: float, *variant: str) -> OptionsOfTest:
    """Return the options of a test, or raise: an interval of level 1 - 2 alpha needs an alpha below one half."""
    checked_number(margin, "margin", least=0, strict=True)
    one_of(alternative, ALTERNATIVES, name="alternative")
    checked_number(alpha, "alpha", least=0, most=0.5, strict=True)
    return checked_options(method, alternative, alpha, *variant)


def _t_tests(
    x: IntoExpr, y: IntoExpr, *, ratio: IntoExpr | None, margin: float, alternative: Alternative, alpha: float
) -> pl.Expr:
    """Compute two one-sided t tests, with the variance corrected for shared training data where ``ratio`` is not 0."""
    rows = partial(_t_rows, options=_checked(TOST_PAIRED_T, margin, alternative, alpha), margin=margin)
    return averaged(TOST_PAIRED_T, rows, (x, y), difference_facts(x, y) | {"ratio": ratio_of(ratio)})


def _binding_side(alternative: Alternative, low: tuple[pl.Expr, ...], high: tuple[pl.Expr, ...]) -> tuple[pl.Expr, ...]:
    """Return statistic, p and more of the side that decides; of both sides, the one with the larger p."""
    if alternative != "two-sided":
        return low if alternative == "greater" else high
    first = low[1] >= (1 - 1e-12) * high[1]  # of equals the lower, whatever their last bits
    return tuple(pl.when(first).then(lower).otherwise(upper) for lower, upper in zip(low, high, strict=True))


def _claim_where(condition: pl.Expr, options: OptionsOfTest, margin: float) -> pl.Expr:
    """Return the remark on the claim of a test of equivalence or non-inferiority, where a condition holds."""
    if options.alternative == "two-sided":
        return EQUIVALENCE.where(condition, pl.lit(f"{margin:g}"), pl.lit(f"{100 * (1 - 2 * options.alpha):g}"))
    return (A_NOT_WORSE if options.alternative == "greater" else B_NOT_WORSE).where(condition, pl.lit(f"{margin:g}"))


def _t_rows(sums: pl.DataFrame, *, options: OptionsOfTest, margin: float) -> pl.DataFrame:
    n, mean, error, unit, sd = (pl.col(name) for name in ("n", "mean", "error", "unit", "sd"))
    ratio, steady = pl.col("ratio"), pl.col("steady")
    enough, sized = n >= 2, ratio.is_not_null()
    testable = enough & sized & ~steady
    df, scaled = n - 1, margin / unit
    t_low, t_high = (mean + scaled) / error, (mean - scaled) / error
    statistic, p = _binding_side(options.alternative, (t_low, t_sf(t_low, df)), (t_high, t_sf(-t_high, df)))
    reach = error * t_isf(options.alpha, df)
    row = options.row(
        variant=pl.when(ratio > 0).then(pl.lit("corrected")).otherwise(pl.lit("plain")),
        n=n,
        **values_where(testable, statistic=statistic, df1=df, p_value=p, effect=mean / sd),
        estimate=mean * unit,
        **options.limits((mean - reach) * unit, (mean + reach) * unit, where=testable),
        **options.limits(*effect_limits(mean / error, df, error / sd, options.alpha), where=testable, name="effect"),
        law="t",
        status=status_where(too_few=~enough, zero_variance=steady, undefined=~sized),
        remarks=[
            _claim_where(enough, options, margin),
            SAME_ON_BLOCKS.where(enough & steady),
            NO_RATIO.where(enough & ~sized),
        ],
    )
    return spread_facts(sums).with_columns(error=corrected_error()).select(row)


def _wilcoxon_rows(
    lists: pl.DataFrame, *, options: OptionsOfTest, margin: float, zeros: Zeros, variant: WilcoxonVariant
) -> pl.DataFrame:
    """Return the rows of lists ``x`` and ``y``, with a further column ``mirrored``, the statistic of y against x."""
    alternative, alpha = options.alternative, options.alpha
    plain = over_datasets.signed_rank_facts(lists, "two-sided", zeros, variant, 2 * alpha).drop("mirrored")
    sides: dict[str, tuple[Alternative, float]] = {"low": ("greater", margin), "high": ("less", -margin)}
    for side, (way, shift) in sides.items():
        moved = lists.with_columns(x=pl.col("x").list.eval(pl.element() + shift))
        tested = over_datasets.signed_rank_facts(moved, way, zeros, variant, alpha, estimate=False)
        # Without a single decided block nothing speaks against the null hypothesis.
        p = pl.when(pl.col("n") > 0).then("p_value").otherwise(1.0)
        named = {"w": pl.col("statistic"), "m": pl.col("mirrored"), "p": p, "exact": pl.col("exact")}
        plain = plain.hstack(tested.select(**{f"{name}_{side}": column for name, column in named.items()}))
    facts = plain.with_columns(size=lists["x"].list.len().cast(pl.Int64))
    low, high = ((pl.col(f"w_{side}"), pl.col(f"p_{side}"), pl.col(f"m_{side}")) for side in sides)
    statistic, p, mirrored = _binding_side(alternative, low, high)
    exact_sides = {"greater": ["exact_low"], "less": ["exact_high"], "two-sided": ["exact_low", "exact_high"]}
    exact, size = pl.all_horizontal(exact_sides[alternative]), pl.col("size")
    enough = size > 0
    row = options.row(
        variant=over_datasets.signed_rank_variant(exact, options, zeros),
        n=size,
        n_ties=pl.col("n_zero"),
        **values_where(
            enough, statistic=statistic, p_value=p, effect=pl.when(pl.col("n") > 0).then("effect").otherwise(0.0)
        ),
        estimate=pl.col("estimate"),
        **options.limits("ci_low", "ci_high", where=enough),
        **options.limits("effect_low", "effect_high", where=enough, name="effect"),
        law=pl.when(exact).then(pl.lit("exact signed-rank")).otherwise(pl.lit("normal")),
        status=status_where("approximate", too_few=~enough, ok=exact),
        remarks=[
            _claim_where(enough, options, margin),
            over_datasets.UNREACHABLE.where(exact & enough & (pl.lit(0.5).pow(size) > alpha)),
        ],
    )
    return facts.select(*row, mirrored=mirrored)


def _rate_rows(sums: pl.DataFrame, *, options: OptionsOfTest, margin: float) -> pl.DataFrame:
    """Return a result row per row of successes ``s_x``, ``s_y`` out of ``m_x``, ``m_y``."""
    s_x, m_x, s_y, m_y = (sums.get_column(name).to_numpy().astype(np.float64) for name in ("s_x", "m_x", "s_y", "m_y"))
    some = (m_x > 0) & (m_y > 0)
    finite = np.isfinite(m_x) & np.isfinite(m_y)
    with np.errstate(all="ignore"):
        p_x, p_y = s_x / m_x, s_y / m_y
        columns = {
            "n": np.where(finite, np.minimum(m_x, m_y), np.nan),
            "difference": p_x - p_y,
            "z_low": _rate_z(p_x, m_x, p_y, m_y, -margin, options.variant),
            "z_high": _rate_z(p_x, m_x, p_y, m_y, margin, options.variant),
            **dict(zip(("low", "high"), _rate_limits(p_x, m_x, p_y, m_y, options), strict=True)),
            "enough": some,
            "fits": some & finite & (s_x >= 0) & (s_y >= 0) & (s_x <= m_x) & (s_y <= m_y),
        }
    enough, fits = pl.col("enough"), pl.col("fits")
    # An infinite z of the plain form: no spread at all.
    testable = fits & FINITE_SCORES
    row = options.row(
        **_score_columns(options, fits, testable),
        n=pl.col("n").round().cast(pl.Int64),
        status=status_where("approximate", too_few=~enough, undefined=~fits, zero_variance=~testable),
        remarks=[_claim_where(fits, options, margin), NOT_RATES.where(enough & ~fits)],
    )
    return pl.DataFrame(nullable(**columns)).select(row)


def _score_columns(options: OptionsOfTest, measured: pl.Expr, testable: pl.Expr) -> dict[str, Any]:
    """Return the columns of a ``difference`` with limits, from its scores at the margins, ``z_low`` and ``z_high``."""
    low, high = (pl.col("z_low"), normal_sf("z_low")), (pl.col("z_high"), normal_sf(-pl.col("z_high")))
    statistic, p = _binding_side(options.alternative, low, high)
    return {
        **values_where(testable, statistic=statistic, p_value=p),
        "estimate": pl.when(measured).then("difference"),
        **options.limits("low", "high", where=testable),
        "law": "normal",
    }


def _rate_z(p_x: Any, m_x: Any, p_y: Any, m_y: Any, difference: Any, variant: str) -> Any:
    """Return the difference of two rates, standardised against a difference under the null hypothesis."""
    likely = (p_x, p_y) if variant == "wald" else _constrained_rates(p_x, m_x, p_y, m_y, difference)
    return (p_x - p_y - difference) / _rate_error(*likely, m_x, m_y)


def _rate_error(p_x: Any, p_y: Any, m_x: Any, m_y: Any) -> Any:
    return np.sqrt(p_x * (1 - p_x) / m_x + p_y * (1 - p_y) / m_y)


def _constrained_rates(p_x: Any, m_x: Any, p_y: Any, m_y: Any, difference: Any) -> tuple[Any, Any]:
    """Return the most likely rates that differ by a given amount: the root of a cubic, by Farrington and Manning."""
    share = m_y / m_x
    a = 1 + share
    b = -(1 + share + p_x + share * p_y + difference * (share + 2))
    c = difference**2 + difference * (2 * p_x + share + 1) + p_x + share * p_y
    d = -p_x * difference * (1 + difference)
    v = b**3 / (3 * a) ** 3 - b * c / (6 * a**2) + d / (2 * a)
    u = np.where(v < 0, -1.0, 1.0) * np.sqrt(np.maximum(b**2 / (3 * a) ** 2 - c / (3 * a), 0))
    cosine = np.clip(np.where(u == 0, 0.0, v / np.where(u == 0, 1.0, u) ** 3), -1, 1)
    root = 2 * u * np.cos((np.pi + np.arccos(cosine)) / 3) - b / (3 * a)
    likely_x = np.clip(root, np.maximum(difference, 0), np.minimum(1 + difference, 1))
    return likely_x, np.clip(likely_x - difference, 0, 1)


def _rate_limits(p_x: Any, m_x: Any, p_y: Any, m_y: Any, options: OptionsOfTest) -> tuple[Any, Any]:
    """Return the differences that a test of level alpha on each side does not reject."""
    from scipy.special import ndtri

    z = -float(ndtri(options.alpha))
    observed = p_x - p_y
    if options.variant == "wald":
        reach = z * _rate_error(p_x, p_y, m_x, m_y)
        return observed - reach, observed + reach

    def limit(side: float) -> Any:
        return bisected(
            lambda difference: side * _rate_z(p_x, m_x, p_y, m_y, difference, options.variant) < -z,
            observed,
            np.full_like(observed, side),
        )

    return limit(-1.0), limit(1.0)


def tost_paired_proportions(
    table: Frame,
    *,
    by: By = "dataset",
    margin: float,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
    missing: Missing = "refuse",
) -> Frame:
    """Compute two one-sided score tests of the error rates of every two classifiers on the instances both predicted.

    A large p-value of McNemar's test shows no equality; a small one of this test does, within the margin. The interval
    is Tango's, which agrees with the test: equivalence is shown where it lies within the margins.

    Parameters
    ----------
    table
        Predictions of classes.
    by
        Groups to test separately.
    margin
        The difference of error rates that matters, chosen before the results were seen, such as 0.02.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    alternative
        "two-sided" for equivalence, "greater" that a is not worse than b by the margin, "less" that b is not worse.
    alpha
        Level of each of the two tests; the interval has level 1 - 2 alpha.
    missing
        "refuse" tables in which someone lacks an instance, or compare on those "available" to both.

    Returns
    -------
    polars.DataFrame
        One row per group and pair; ``n_ties`` counts the instances on which both are right or both wrong.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = br.tost_paired_proportions(table, margin=0.05, control="kNN")
    >>> rows.select("dataset", "a", "n", pl.col("estimate").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 569, 0.0228)
    """
    options = _checked(TOST_PAIRED_PROPORTIONS, margin, alternative, alpha)
    if margin >= 1:
        raise OptionError(
            f"margin is {margin!r}", hint="rates lie between 0 and 1; a margin is a small share, like 0.02"
        )
    rows = partial(_answer_rows, options=options, margin=float(margin))
    return over_predictions(table, by, compared_answers, TOST_PAIRED_PROPORTIONS, rows, control, missing)


def _answer_rows(counts: pl.DataFrame, *, options: OptionsOfTest, margin: float) -> pl.DataFrame:
    names = ("both", "b", "c", "none", "n")
    both, b, c, none, n = (counts.get_column(name).to_numpy().astype(np.float64) for name in names)
    low, high = tango_limits(both, b, c, none, options.alpha)
    with np.errstate(divide="ignore", invalid="ignore"):
        z_low, z_high = (tango_score(b, c, n, np.full_like(n, end)) for end in (-margin, margin))
        facts = counts.with_columns(nullable(difference=(b - c) / n, low=low, high=high, z_low=z_low, z_high=z_high))
    enough = pl.col("n") > 0
    testable = enough & FINITE_SCORES
    few = testable & (pl.max_horizontal(pl.col("b") + pl.col("c"), margin * pl.col("n")) < FEW)
    row = options.row(
        **_score_columns(options, enough, testable),
        n=pl.col("n"),
        n_ties=pl.col("both") + pl.col("none"),
        status=status_where(too_few=~enough, undefined=~testable, approximate=few),
        remarks=[_claim_where(testable, options, margin), FEW_AT_MARGIN.where(few)],
    )
    return facts.select(row)


def _without_repeated(rows: pl.DataFrame, blocks: Blocks) -> pl.DataFrame:
    """Return rows without the tests over repeated cross-validation, whose runs the plain test takes as independent."""
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


def _tested_rates(blocks: Blocks, *, test: over.ListTest, control: str | None) -> pl.DataFrame:
    """Return the tests of the pooled rates of every pair of which both were tested."""
    pairs, pooled = pairs_of(blocks, control), _pooled(blocks)
    first, second = (pooled[blocks.seat[pairs.group, side]] for side in (pairs.a, pairs.b))
    counts = {"s_x": first["successes"], "m_x": first["tested"], "s_y": second["successes"], "m_y": second["tested"]}
    sound = pl.col("status") == "approximate"
    same, again = SAME_RUNS.where(sound & (first["runs"] == second["runs"])), REPEATED.where(sound & first["repeated"])
    unknown = {name: pl.lit(None) for name in ("n_dropped", "least", "most", "policy")}
    rows = over.pair_rows(
        TOST_PROPORTIONS, pairs.named().with_columns(**unknown), test(pl.DataFrame(counts)), same, again
    )
    return rows.filter(first["tested"].is_not_null() & second["tested"].is_not_null())


def _pooled(blocks: Blocks) -> pl.DataFrame:
    """Return successes and instances of each algorithm, in the order of the seats; errors are turned into successes."""
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


TOST_PAIRED_T = Method(
    table=tost_paired_t,
    title="Two one-sided paired t tests",
    question="Do two algorithms differ by less than a margin that matters?",
    symbol="t",
    formula="p = max of P(T >= (m + margin) / se) and P(T <= (m - margin) / se), m = mean(a - b)",
    tex=(
        r"p = \max\left\{ \Pr\left( T \geq \frac{\bar{d} + \Delta}{\mathrm{se}} \right), \; \Pr\left( T \leq "
        r"\frac{\bar{d} - \Delta}{\mathrm{se}} \right) \right\}"
    ),
    null="the expected difference is at least the margin, in either direction",
    assumes=("the margin was chosen before the results were seen", "differences are independent and about normal"),
    cites=("schuirmann1987",),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    signed=True,
    remarks=(*CLAIMS, SAME_ON_BLOCKS, NO_RATIO, NO_MEAN, SHARED_RUNS, REPEATED_RUNS),
)

TOST_WILCOXON = Method(
    table=tost_wilcoxon,
    title="Two one-sided Wilcoxon signed-rank tests",
    question="Is the typical difference of two algorithms over datasets smaller than a margin that matters?",
    symbol="W",
    formula="p = max of the one-sided Wilcoxon p of a - b + margin > 0 and of a - b - margin < 0",
    tex=r"p = \max( p_{d + \Delta > 0}, \; p_{d - \Delta < 0} )",
    null="the differences are symmetric about a value at least the margin away from zero",
    assumes=("the margin was chosen before the results were seen", "blocks are independent"),
    cites=("schuirmann1987", "wilcoxon1945"),
    estimand="median of pairwise mean differences a - b",
    effect="matched-pairs rank-biserial correlation",
    variants=("exact", "normal", "normal_corrected"),
    remarks=(*CLAIMS, over_datasets.UNREACHABLE, SHARED_RUNS),
)

TOST_PROPORTIONS = Method(
    table=tost_proportions,
    title="Two one-sided tests of two proportions",
    question="Do the rates of two algorithms on separate test sets differ by less than a margin that matters?",
    symbol="z",
    formula="z = (p_a - p_b -+ margin) / se, se from the rates most likely when they differ by the margin",
    tex=r"z = \frac{p_a - p_b \mp \Delta}{\mathrm{se}}",
    null="the rates differ by at least the margin, in either direction",
    assumes=("the margin was chosen before the results were seen", "the two test sets are separate samples"),
    cites=("farrington1990", "schuirmann1987"),
    estimand="difference of rates a - b",
    variants=("score", "wald"),
    signed=True,
    remarks=(*CLAIMS, NOT_RATES, SAME_RUNS, REPEATED),
)

TOST_PAIRED_PROPORTIONS = Method(
    table=tost_paired_proportions,
    title="Equivalence of two error rates on the same instances",
    question="Do two classifiers err equally often on the same instances, within a margin?",
    shape="predictions",
    symbol="z",
    formula=(
        "z = (b - c - n d) / sqrt(n (2 q + d (1 - d))) at d = -margin and d = margin, q most likely given d; "
        "p is the larger of both one-sided p"
    ),
    tex=r"z = \frac{b - c - n d}{\sqrt{n (2 q + d (1 - d))}}, \quad d = \mp \Delta",
    null="the error rates differ by the margin or more",
    assumes=(
        "the margin was chosen before the results were seen",
        "both classifiers predicted the same instances, which are independent",
    ),
    cites=("tango1998", "schuirmann1987"),
    estimand="difference of error rates a - b",
    signed=True,
    remarks=(*CLAIMS, FEW_AT_MARGIN, *INSTANCE_REMARKS),
)
