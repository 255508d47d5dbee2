"""Tests of two algorithms on the same blocks: sign test, its normal approximation, Wilcoxon signed-rank test."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.records import dataclass
from benchreport.stats.forms.distributions import IntoExpr, beta_quantile, binomial_tail, ordered
from benchreport.stats.forms.over import Frame, over_lists, over_pairs
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import status_where, summarised, values_where
from benchreport.stats.forms.samples import flat, matched_lists
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.stats.kernels import signed_rank
from benchreport.stats.kernels.signed_ranks_left_out import without_each
from benchreport.stats.multiplicity.adjusting import least_of_sign_flips
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import is_zero
from benchreport.tables.ties import sign_of_difference

Ties = Literal["drop", "split"]
Zeros = Literal["drop", "pratt", "split"]
EstimateZeros = Literal["keep", "drop"]
SignVariant = Literal["plain", "corrected"]
WilcoxonVariant = Literal["exact", "normal", "normal_corrected"]
NORMAL_FROM = 20
UNREACHABLE = Remark(
    code="unreachable",
    topic="unreachable",
    note="cannot reach alpha with so few blocks",
    sentence="Pairs with many ties have too few datasets left to become significant.",
)
FEW_FOR_NORMAL = Remark(
    code="few_for_normal", note=f"fewer than {NORMAL_FROM} blocks without a tie: use the exact sign test"
)
MANY_BLOCKS = Remark(
    code="many_blocks",
    note=f"more than {signed_rank.EXACT_UP_TO} blocks: normal approximation",
    sentence=f"With more than {signed_rank.EXACT_UP_TO} datasets the normal approximation is used.",
)
NO_INTERVAL = Remark(code="no_interval", note="no interval at this level from so few blocks")
INFINITE_RANKED = Remark(code="infinite_ranked", note="{0} infinite and ranked above all other differences")
NO_ESTIMATE = Remark(
    code="no_estimate",
    note=f"no estimate of the difference from more than {signed_rank.WALSH_UP_TO} blocks",
    sentence="With so many datasets no difference is estimated.",
)
DEPENDENT = Remark(
    code="shared_runs_see_corrected",
    note="runs share training data (unless they are seeds), so this test rejects too often; see corrected_resampled_t",
)


@documented
def sign_test(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: Ties = "drop",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the sign test of every two algorithms over the blocks they share.

    Counts the blocks where ``a`` is better than ``b``, whichever direction the metric has.

    Parameters
    ----------
    ties
        "drop" leaves tied blocks out, "split" gives half of them to each side.

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
    test = partial(sign_test_expr, alternative=alternative, ties=ties, alpha=alpha)
    return over_pairs(SIGN_TEST, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT)


def sign_test_expr(
    x: IntoExpr, y: IntoExpr, *, alternative: Alternative = "two-sided", ties: Ties = "drop", alpha: float = 0.05
) -> pl.Expr:
    """Compute the sign test of two matched columns.

    Counts on how many rows ``x`` exceeds ``y``. Ties are left out and counted in ``n_ties``; with ``ties="split"`` they
    go half to each side, an odd one left out. ``estimate`` is the share of wins with its exact interval.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"new": [4, 5, 6, 9, 7], "old": [3, 3, 3, 5, 8]})
    >>> pairs.select(br.expr.sign_test("new", "old")).unnest("sign_test").select("n", "statistic", "p_value").row(0)
    (5, 4.0, 0.375)
    """
    options = checked_options(SIGN_TEST, alternative, alpha)
    one_of(ties, ("drop", "split"), name="ties")
    rows = partial(_sign_rows, options=options, ties=ties)
    return summarised(SIGN_TEST, rows, **sign_counts(x, y))


@documented
def sign_test_normal(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    ties: Ties = "drop",
    variant: SignVariant = "plain",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the sign test of every two algorithms by the normal law, "corrected" for continuity on request.

    Always approximate; :func:`sign_test` is exact and as cheap. Other parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.sign_test_normal(scores, control="C4.5").select("a", "n", "status").row(1)
    ('C4.5+m', 12, 'approximate')
    """
    test = partial(sign_test_normal_expr, alternative=alternative, ties=ties, variant=variant, alpha=alpha)
    return over_pairs(
        SIGN_TEST_NORMAL, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT
    )


def sign_test_normal_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    ties: Ties = "drop",
    variant: SignVariant = "plain",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute the sign test of two matched columns by the normal law.

    "corrected" brings the count half a win nearer to chance. The exact :func:`sign_test` is as cheap and always better.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> pairs = pl.DataFrame({"new": [1] * 7 + [0] * 2, "old": [0] * 7 + [1] * 2})
    >>> row = pairs.select(br.expr.sign_test_normal("new", "old", alternative="greater")).unnest("sign_test_normal")
    >>> row.select(pl.col("statistic", "p_value").round(6)).row(0)
    (1.666667, 0.04779)
    """
    options = checked_options(SIGN_TEST_NORMAL, alternative, alpha, variant)
    one_of(ties, ("drop", "split"), name="ties")
    rows = partial(_sign_normal_rows, options=options, ties=ties)
    return summarised(SIGN_TEST_NORMAL, rows, **sign_counts(x, y))


@documented
def wilcoxon(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "drop",
    variant: WilcoxonVariant = "exact",
    alpha: float = 0.05,
    estimate: bool = True,
    estimate_zeros: EstimateZeros = "keep",
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Wilcoxon signed-rank test of every two algorithms over the blocks they share.

    ``statistic`` is W+, the rank sum of the blocks where the value of ``a`` is the larger, whichever way is better. The
    p-value is exact, ties included, up to 500 blocks. ``estimate`` is the Hodges-Lehmann difference a - b in the
    metric's own units, over all blocks: the ``n`` that the test uses and the ``n_ties`` without a difference, which it
    leaves out.

    Parameters
    ----------
    zeros
        Blocks without a difference: "drop", "pratt" or "split", as in :func:`benchreport.expr.wilcoxon`.
    variant
        "exact", "normal" or "normal_corrected".
    estimate
        Whether to estimate the difference; without it thousands of pairs are tested several times faster.
    estimate_zeros
        "keep" blocks without a difference in the estimate and its interval, or "drop" them as R does.

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
    test = wilcoxon_rows(alternative, zeros, variant, alpha, estimate, estimate_zeros)
    return over_lists(WILCOXON, test, table, by=by, control=control, missing=missing, reduce=reduce, doubt=DEPENDENT)


def wilcoxon_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    zeros: Zeros = "drop",
    variant: WilcoxonVariant = "exact",
    alpha: float = 0.05,
    estimate: bool = True,
    estimate_zeros: EstimateZeros = "keep",
) -> pl.Expr:
    """Compute the Wilcoxon signed-rank test of two matched columns.

    The p-value is exact, given the ranks at hand with their ties, up to 500 rows; beyond that, or on request, it is
    the tie-corrected normal approximation. ``estimate`` is the Hodges-Lehmann shift of ``x`` against ``y`` over all
    rows, ``n + n_ties`` of them, with the interval of the signed-rank law without ties (with ties it errs on the safe
    side): rows without a difference leave the test, but to drop them from the estimate would overstate the shift.
    ``effect`` is the matched-pairs rank-biserial correlation, over all ranks given, with a score interval that agrees
    with the normal form of the test.

    Parameters
    ----------
    x, y
        Columns of equal length.
    alternative
        "greater" means x lies above y.
    zeros
        Rows without a difference: "drop" leaves them out, "pratt" ranks them first and then leaves them out,
        "split" counts half of their ranks.
    variant
        "exact", "normal", or "normal_corrected" for continuity.
    alpha
        Level of the interval.
    estimate
        Whether to estimate the shift; without it the test of many columns is several times faster.
    estimate_zeros
        "keep" rows without a difference in the estimate and its interval, or "drop" them as R's ``wilcox.test`` does.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    >>> after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    >>> row = pl.DataFrame({"x": before, "y": after}).select(br.expr.wilcoxon("x", "y")).unnest("wilcoxon")
    >>> row.select("statistic", "p_value").row(0)
    (40.0, 0.0390625)
    """
    rows = wilcoxon_rows(alternative, zeros, variant, alpha, estimate, estimate_zeros)
    return summarised(WILCOXON, rows, **matched_lists(x, y))


def wilcoxon_rows(
    alternative: Alternative,
    zeros: Zeros,
    variant: WilcoxonVariant,
    alpha: float,
    estimate: bool,
    estimate_zeros: EstimateZeros = "keep",
) -> Callable[[pl.DataFrame], pl.DataFrame]:
    """Return the function that makes results of lists ``x`` and ``y``, one row per group; options are checked now.

    Its rows have a further column ``mirrored``: the statistic of y against x.
    """
    options = checked_options(WILCOXON, alternative, alpha, variant)
    one_of(zeros, ("drop", "pratt", "split"), name="zeros")
    one_of(estimate_zeros, ("keep", "drop"), name="estimate_zeros")
    facts = (alternative, zeros, variant, alpha, estimate, estimate_zeros)
    row = _wilcoxon_row(options, zeros, estimate)
    decided = pl.when(pl.col("n") > 0).then("mirrored").alias("mirrored")
    return lambda lists: signed_rank_facts(lists, *facts).select(*row, decided)


def sign_counts(x: IntoExpr, y: IntoExpr) -> dict[str, pl.Expr]:
    """Return the numbers of rows where x lies above, below and at y."""
    sign = sign_of_difference(ordered(x), ordered(y))
    return {"above": _size(sign > 0), "below": _size(sign < 0), "tied": _size(sign == 0)}


def _decided(counts: pl.DataFrame, ties: Ties) -> pl.DataFrame:
    half = pl.col("tied") // 2 if ties == "split" else 0
    both = pl.col("above") + pl.col("below") > 0
    half = pl.when(both).then(half).otherwise(0)
    decided = counts.select("tied", wins=pl.col("above") + half, losses=pl.col("below") + half)
    return decided.with_columns(n=pl.col("wins") + pl.col("losses"))


def _size(condition: pl.Expr) -> pl.Expr:
    # Counts are UInt32 in Polars: 0 - 1 would be 4294967295.
    return condition.sum().cast(pl.Int64)


def _sign_rows(counts: pl.DataFrame, *, options: OptionsOfTest, ties: Ties) -> pl.DataFrame:
    wins, losses, n = pl.col("wins"), pl.col("losses"), pl.col("n")
    decided = n > 0
    low, high = beta_quantile(options.level, wins, losses + 1), beta_quantile(1 - options.level, wins + 1, losses)
    row = options.row(
        **_shares(wins, binomial_tail(wins, n, 0.5, options.alternative), "ok"),
        variant=f"ties {ties}",
        **options.limits(low, high, where=decided),
        **options.limits(2 * low - 1, 2 * high - 1, where=decided, name="effect"),
        law="binomial",
        remarks=[UNREACHABLE.where(decided & (pl.lit(0.5).pow(n) > options.level))],
    )
    return _decided(counts, ties).select(row)


def _sign_normal_rows(counts: pl.DataFrame, *, options: OptionsOfTest, ties: Ties) -> pl.DataFrame:
    n = pl.col("n")
    distance, spread = pl.col("wins") - n / 2, (n / 4).sqrt()
    step = 0.5 if options.variant == "corrected" else 0.0
    z = {
        "two-sided": distance.sign() * (distance.abs() - step).clip(lower_bound=0.0) / spread,
        "greater": (distance - step) / spread,
        "less": (distance + step) / spread,
    }[options.alternative]
    row = options.row(
        **_shares(z, options.tail(z), "approximate"),
        variant=f"{options.variant}, ties {ties}",
        law="normal",
        remarks=[FEW_FOR_NORMAL.where((n > 0) & (n < NORMAL_FROM))],
    )
    return _decided(counts, ties).select(row)


def _shares(statistic: pl.Expr, p: pl.Expr, status: str) -> dict[str, Any]:
    """Return the columns that all sign tests make of wins and losses; p is 1 where all rows are tied."""
    tied, wins, losses, n = pl.col("tied"), pl.col("wins"), pl.col("losses"), pl.col("n")
    decided = n > 0
    return {
        "n": n,
        "n_ties": tied,
        "statistic": pl.when(decided).then(statistic),
        "p_value": pl.when(decided).then(p).when(tied > 0).then(1.0),
        "estimate": wins / n,
        "effect": (wins - losses) / n,
        "status": status_where("too_few", **{status: decided}, all_ties=tied > 0),
    }


def _wilcoxon_row(options: OptionsOfTest, zeros: Zeros, estimate: bool) -> list[pl.Expr]:
    n, exact = pl.col("n"), pl.col("exact")
    decided = n > 0
    exactly = options.variant == "exact"
    measured = n + pl.col("n_zero") > 0
    infinite = pl.col("n_infinite")
    unlimited = pl.col("ci_low").is_nan() & pl.col("ci_high").is_nan()
    many = measured & pl.col("estimate").is_nan() & pl.lit(estimate) & (infinite == 0)
    return options.row(
        variant=signed_rank_variant(exact, options, zeros),
        n=n,
        n_ties=pl.col("n_zero"),
        **values_where(decided, statistic="statistic", effect="effect"),
        p_value=pl.when(decided).then("p_value").when(pl.col("n_zero") > 0).then(1.0),
        estimate=pl.col("estimate"),
        ci_low=pl.col("ci_low"),
        ci_high=pl.col("ci_high"),
        **options.limits("effect_low", "effect_high", where=decided, name="effect"),
        law=pl.when(exact).then(pl.lit("exact signed-rank")).otherwise(pl.lit("normal")),
        status=status_where("too_few", ok=decided & exact, approximate=decided, all_ties=pl.col("n_zero") > 0),
        remarks=[
            UNREACHABLE.where(decided & exact & (pl.lit(0.5).pow(n) > options.level)),
            MANY_BLOCKS.where(decided & ~exact & exactly),
            NO_INTERVAL.where(measured & ~many & pl.lit(estimate) & unlimited & (infinite == 0)),
            INFINITE_RANKED.where(infinite > 0, infinite),
            NO_ESTIMATE.where(many),
        ],
    )


def signed_rank_variant(exact: pl.Expr, options: OptionsOfTest, zeros: Zeros) -> pl.Expr:
    """Return the variant of a signed-rank test as its row names it; beyond the exact law it is the normal one."""
    normal = "normal" if options.variant == "exact" else options.variant
    return pl.format(f"{{}}, zeros {zeros}", pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit(normal)))


def signed_rank_facts(
    lists: pl.DataFrame,
    alternative: Alternative,
    zeros: Zeros,
    variant: WilcoxonVariant,
    alpha: float,
    estimate: bool = True,
    estimate_zeros: EstimateZeros = "keep",
) -> pl.DataFrame:
    """Compute the statistics of every group, whose matched values are lists ``x`` and ``y``.

    Groups with the same number of rows, and of ranked ones, go through together. The estimate and its limits rest on
    all rows, or on those with a difference where ``estimate_zeros`` is "drop".
    """
    (x, lengths), (y, _) = (flat(lists.get_column(name)) for name in ("x", "y"))
    groups, starts = len(lengths), np.cumsum(lengths) - lengths
    names = ("statistic", "mirrored", "p_value", "effect", "effect_low", "effect_high", "estimate", "ci_low", "ci_high")
    columns = {name: np.full(groups, np.nan) for name in names}
    n_zero, n_infinite = np.zeros(groups, dtype=np.int64), np.zeros(groups, dtype=np.int64)
    infinite = bool(np.isinf(x).any() or np.isinf(y).any())
    drop, level = zeros == "drop", alpha / 2 if alternative == "two-sided" else alpha
    for size in np.unique(lengths[lengths > 0]).tolist():
        alike = np.flatnonzero(lengths == size)
        places = slice(None) if len(alike) == groups else starts[alike][:, None] + np.arange(size)
        first, second = x[places].reshape(-1, size), y[places].reshape(-1, size)
        keys, ties = signed_rank.sorted_differences(first, second, drop=drop)
        n_zero[alike] = ties
        if infinite:
            n_infinite[alike] = (np.isinf(first) != np.isinf(second)).sum(axis=1)
            n_infinite[alike] += (np.isinf(first) & np.isinf(second) & (first != second)).sum(axis=1)
        if estimate and estimate_zeros == "keep":
            _estimate(columns, alike, _differences(first, second), level, alternative)
        for n_ties in np.unique(ties[ties < size]).tolist():
            same = np.flatnonzero(ties == n_ties)
            rows = alike[same]
            sums = signed_rank.rank_sums(keys[same, n_ties if drop else 0 :])
            whole = float(sums.width * (sums.width + 1))
            shared = whole - sums.decided
            half = shared / 2 if zeros == "split" else 0
            columns["statistic"][rows] = (sums.above + half) / 2
            columns["mirrored"][rows] = (sums.decided - sums.above + half) / 2
            effect = (2 * sums.above - sums.decided) / whole
            columns["effect"][rows] = effect
            limits = score_limits(effect, whole**2 / sums.squares, level)
            columns["effect_low"][rows], columns["effect_high"][rows] = limits
            if variant == "exact" and size - n_ties <= signed_rank.EXACT_UP_TO:
                columns["p_value"][rows] = _exact_p(sums, alternative)
            else:
                squares = sums.all_squares if zeros == "split" else sums.squares
                columns["p_value"][rows] = _normal_p(sums.above - sums.decided / 2, squares, alternative, variant)
            if estimate and estimate_zeros == "drop":
                differs = ~is_zero(first[same], second[same])
                difference = _differences(first[same], second[same])[differs].reshape(len(same), -1)
                _estimate(columns, rows, difference, level, alternative)
    n = lengths - n_zero
    exact = (n <= signed_rank.EXACT_UP_TO) & (variant == "exact")
    return pl.DataFrame({"n": n, "n_zero": n_zero, "n_infinite": n_infinite, "exact": exact, **columns})


@dataclass(frozen=True, slots=True, kw_only=True)
class WithoutEach:
    """Exact signed-rank tests without each of the values of every group, one after another; zeros are dropped.

    ``p_value`` is two-sided, and NaN where nothing is left; ``balance`` is above 0 where x is ahead. ``counts`` marks
    the values whose difference is not zero: without others nothing changes, and ``p_value`` and ``balance`` are NaN.
    """

    p_value: np.ndarray
    balance: np.ndarray
    counts: np.ndarray


def wilcoxon_without_each(lists: pl.DataFrame) -> WithoutEach | None:
    """Compute the signed-rank tests of matched lists ``x`` and ``y`` without each value, from one sort of all values.

    None where a tie within rounding would fall apart without one of its members: then ranks have to be made anew.

    Examples
    --------
    >>> tests = wilcoxon_without_each(pl.DataFrame({"x": [[3.0, 1.0, 5.0, 7.0]], "y": [[1.0, 2.0, 1.0, 7.0]]}))
    >>> tests.p_value.tolist(), tests.counts.tolist()
    ([1.0, 0.5, 1.0, nan], [True, True, True, False])
    """
    (x, lengths), (y, _) = (flat(lists.get_column(name)) for name in ("x", "y"))
    starts = np.cumsum(lengths) - lengths
    p_value, balance, counts = np.full(len(x), np.nan), np.full(len(x), np.nan), np.zeros(len(x), dtype=bool)
    for size in np.unique(lengths[lengths > 0]).tolist():
        places = starts[lengths == size][:, None] + np.arange(size)
        ordered = signed_rank.ordered_differences(x[places], y[places])
        if ordered.loose.any():
            return None
        for n_ties in np.unique(ordered.n_zero[ordered.n_zero < size]).tolist():
            same = np.flatnonzero(ordered.n_zero == n_ties)
            left_out = without_each(ordered.keys[same, n_ties:])
            own = np.take_along_axis(places[same], ordered.places[same, n_ties:], axis=1)
            counts[own] = True
            balance[own] = 2 * left_out.above - left_out.decided
            if size - n_ties == 1:
                p_value[own] = 1.0 if n_ties else np.nan
            elif left_out.is_exact:
                p_value[own] = np.minimum(1.0, 2 * left_out.tail())
            else:
                distance = left_out.above - left_out.decided / 2
                p_value[own] = _normal_p(distance, left_out.squares, "two-sided", "exact")
    return WithoutEach(p_value=p_value, balance=balance, counts=counts)


def _differences(first: np.ndarray, second: np.ndarray) -> np.ndarray:
    """Return differences; those of equal infinities, and those within rounding, are zero."""
    with np.errstate(invalid="ignore", over="ignore"):
        return np.where(is_zero(first, second), 0.0, first - second)


def _estimate(
    columns: dict[str, np.ndarray], rows: np.ndarray, differences: np.ndarray, level: float, alternative: Alternative
) -> None:
    """Write the Hodges-Lehmann estimates of some rows, with the limits that the alternative asks for."""
    limits = signed_rank.walsh_limits(differences, 2 * level)
    columns["estimate"][rows] = limits.estimate
    if alternative != "less":
        columns["ci_low"][rows] = limits.low
    if alternative != "greater":
        columns["ci_high"][rows] = limits.high


def score_limits(balance: np.ndarray, weight: np.ndarray, level: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the limits of a balance between -1 and 1 whose variance is (1 - balance^2) / weight, as Wilson's.

    Examples
    --------
    >>> low, high = score_limits(np.array([1.0]), np.array([6.0]), 0.025)
    >>> low.round(4).tolist(), high.tolist()
    ([0.2193], [1.0])
    """
    from scipy.special import ndtri

    ratio = ndtri(level) ** 2 / weight
    reach = np.sqrt(ratio * (1 - balance**2) + ratio**2)
    return (balance - reach) / (1 + ratio), (balance + reach) / (1 + ratio)


def _exact_p(sums: signed_rank.RankSums, alternative: Alternative) -> np.ndarray:
    below = sums.decided - sums.above
    if alternative == "less":
        return sums.tail(sums.above)
    if alternative == "greater":
        return sums.tail(below)
    return np.minimum(1.0, 2 * sums.tail(np.minimum(sums.above, below)))


def _normal_p(
    distance: np.ndarray, squares: np.ndarray, alternative: Alternative, variant: WilcoxonVariant
) -> np.ndarray:
    from scipy.special import ndtr

    # Everything is in doubled ranks; the mean of the squares of midranks holds the tie correction.
    scale = np.sqrt(squares) / 2
    step = 1.0 if variant == "normal_corrected" else 0.0
    if alternative == "two-sided":
        return np.asarray(np.minimum(1.0, 2 * ndtr(-(np.abs(distance) - step * (distance != 0)) / scale)))
    side = distance if alternative == "greater" else -distance
    return np.asarray(ndtr(-(side - step) / scale))


SIGN_TEST = Method(
    table=sign_test,
    title="Sign test",
    question="Does one algorithm win on more datasets than chance allows?",
    prose="the sign test",
    plural="sign tests",
    short="sign test",
    symbol="w",
    formula="w = number of wins of a; w ~ Binomial(n, 1/2)",
    tex=r"w \sim \mathrm{Bin}(n, 1/2)",
    null="each algorithm wins a dataset with probability one half",
    assumes=("datasets are independent",),
    account=(
        "The sign test counts the $w$ datasets on which the first of two algorithms is better, of the $n$ on which "
        "they differ."
    ),
    cites=("alpaydin2010", "demsar2006"),
    estimand="probability that a beats b",
    effect="wins minus losses, as a share",
    answers=("pairs", "posthoc"),
    reason="It counts wins alone, so it needs no comparable differences.",
    least_p=least_of_sign_flips,
    drops_ties=True,
    remarks=(UNREACHABLE, DEPENDENT),
)

SIGN_TEST_NORMAL = Method(
    table=sign_test_normal,
    title="Sign test, normal approximation",
    question="Does one algorithm win on more datasets than chance allows, by the normal law?",
    symbol="z",
    formula="z = (w - n/2) / sqrt(n/4), w = number of wins of a",
    tex=r"z = \frac{w - n/2}{\sqrt{n/4}}",
    null="each algorithm wins a dataset with probability one half",
    assumes=("datasets are independent", "there are at least 20 of them without a tie"),
    cites=("alpaydin2010",),
    estimand="probability that a beats b",
    effect="wins minus losses, as a share",
    variants=("plain", "corrected"),
    answers=("posthoc",),
    drops_ties=True,
    remarks=(FEW_FOR_NORMAL, DEPENDENT),
)

WILCOXON = Method(
    table=wilcoxon,
    title="Wilcoxon signed-rank test",
    question="Is one algorithm better over datasets, when the sizes of the wins count too?",
    prose="Wilcoxon’s signed-rank test",
    plural="Wilcoxon tests",
    short="Wilcoxon",
    symbol="W^+",
    formula="W+ = sum of the ranks of |a - b| where a - b > 0; all 2^n signs equally likely",
    tex=r"W^+ = \sum_{d_i > 0} \mathrm{rank} \, |d_i|, \quad d_i = a_i - b_i",
    null="the differences between the two algorithms are symmetric about zero",
    assumes=("datasets are independent", "differences are comparable in size across datasets"),
    account=(
        "Wilcoxon’s signed-rank test ranks the absolute differences $d_i$ of two algorithms and sums the ranks of "
        "the positive ones. Zero differences are dropped; the $p$-value is exact, given the ties, up to 500 "
        "datasets."
    ),
    cites=("wilcoxon1945", "pratt1959", "demsar2006", "benavoli2016"),
    estimand="median of pairwise mean differences a - b",
    effect="matched-pairs rank-biserial correlation",
    variants=("exact", "normal", "normal_corrected"),
    answers=("pairs", "posthoc"),
    reason="It counts the sizes of differences, which need not be normal, and depends on the two algorithms alone.",
    least_p=least_of_sign_flips,
    drops_ties=True,
    remarks=(UNREACHABLE, MANY_BLOCKS, NO_INTERVAL, INFINITE_RANKED, NO_ESTIMATE, DEPENDENT),
)
