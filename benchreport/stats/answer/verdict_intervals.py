"""Intervals that agree with adjusted verdicts: they exclude the null value exactly where the test rejects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import with_remarks
from benchreport.stats.answer.deciding import Weights, page_family, reference_weights
from benchreport.stats.forms.over import Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.forms.samples import flat
from benchreport.stats.kernels.signed_rank import WalshLimits, walsh_limits_of_lists
from benchreport.stats.multiplicity.adjusting import NONE_REJECTABLE, NOT_REJECTABLE, Adjustment
from benchreport.stats.two_algorithms.differences import (
    NULL_VALUES,
    SIGNED_RANK_REMARKS,
    Group,
    PairTest,
    Scales,
    compared_lists,
    paired_rows,
    wins_and_losses,
)
from benchreport.tables.blocks import Blocks, Floats, Missing, Reduce
from benchreport.tables.groups import By, within

Family = Literal["group", "all"]
Level = Literal["family", "verdict"]
LEVELS: tuple[Level, ...] = ("family", "verdict")
MEDIAN_RATIO, MEAN_RATIO = "median ratio a / b", "ratio of geometric means a / b"
RATIOS = (MEDIAN_RATIO, MEAN_RATIO)
MEAN_DIFFERENCE, WIN_SHARE = "mean difference a - b", "probability that a beats b"
FEW_FOR_INTERVAL = Remark(code="few_for_interval", note="an interval at this level needs at least {0} datasets")

# What verdicts and their intervals say beyond the columns of all result rows.
VERDICT_COLUMNS: Mapping[str, tuple[str, str]] = {
    **RESULT_COLUMNS,
    "procedure": ("String", "what decides: a test of pairs, or none"),
    "scale": ("String", "scale of the metric: share, area, correlation, ratio, ordinal or unknown"),
    "null_value": ("Float64", "value of the estimate where the two do not differ"),
    "level": ("Float64", "confidence level of ci_low and ci_high"),
    "low_open": ("Boolean", "whether ci_low itself is excluded, being cut at the null value"),
    "high_open": ("Boolean", "whether ci_high itself is excluded, being cut at the null value"),
    "single_low": ("Float64", "lower limit of this comparison alone, at level 1 - alpha"),
    "single_high": ("Float64", "upper limit of this comparison alone, at level 1 - alpha"),
    "wins": ("Int64", "blocks on which a is better"),
    "losses": ("Int64", "blocks on which b is better"),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What verdicts are asked for; the fields are options of :func:`verdicts`."""

    control: str | None = None
    adjustment: Adjustment = "holm"
    weights: Weights | None = None
    family: Family = "group"
    level: Level = "family"
    test: PairTest = PAIR_TEST
    scales: Scales = None
    group: Group = None
    alpha: float = 0.05
    missing: Missing = "refuse"
    reduce: Reduce = "mean"

    def __post_init__(self) -> None:
        checked_alpha(self.alpha)

    @property
    def keys(self) -> list[str]:
        """The columns that delimit a family."""
        return ["group"] if self.family == "group" else []

    def lists(self, blocks: Blocks) -> pl.DataFrame:
        """Return the values of every pair that is asked for, on the metric's scale."""
        control = None if self.weights else self.control
        return compared_lists(blocks, control=control, scales=self.scales, group=self.group, test=self.test)


@documented
def verdict_interval(
    table: Frame,
    *,
    by: By = "metric",
    control: str | None = None,
    level: Level = "family",
    adjustment: Adjustment = "holm",
    weights: Weights | None = None,
    scales: Scales = None,
    group: Group = None,
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute exact tests of all pairs, adjusted, with intervals that exclude the null value iff the test rejects.

    At level "family" all intervals together hold with probability 1 - alpha; where only the steps of the adjustment
    reject, the interval is cut at the null value, which it then excludes (``low_open``, ``high_open``). At level
    "verdict" each interval holds with the level at which its own test was made. Datasets without a difference count in
    estimate and interval, though the test leaves them out: ``n`` counts those that differ, ``n_ties`` the others.
    Metrics with units have ratios, and where values reach 0 or below the share of wins.

    Parameters
    ----------
    control
        The declared reference; its comparisons are then the family.
    level
        "family" or "verdict".
    adjustment
        Name of an adjustment, as in :func:`adjust`. With "bh" and "by" the false coverage rate is held.
    weights
        "reference" for all pairs by weighted Holm, as in :func:`page_family`.
    scales
        Scale of metrics whose name does not settle it: "share", "area", "correlation", "ratio" or "ordinal".
    group
        Column or mapping that names families of datasets, as in :func:`group_test`.
    alpha
        One minus the level of all intervals together.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them; columns as in ``VERDICT_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.verdict_interval(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows.select("a", "b", pl.col("estimate", "ci_low", "ci_high").round(4), "high_open").row(1)
    ('C4.5', 'C4.5+m', -0.013, -0.0345, 0.0, True)
    """
    one_of(level, LEVELS, name="level")
    question = Question(
        control=control, adjustment=adjustment, weights=weights, level=level, scales=scales, group=group,
        alpha=alpha,
    )  # fmt: skip

    def rows(blocks: Blocks) -> pl.DataFrame:
        lists = question.lists(blocks)
        adjusted = adjusted_rows(blocks, paired_rows(lists, alpha=alpha), question)
        return with_intervals(adjusted, lists, question).select("group", *VERDICT_COLUMNS)

    return over_blocks(table, rows, by=by, reduce=reduce, missing=missing, control=control, columns=VERDICT_COLUMNS)


def turned(rows: pl.DataFrame, turn: pl.Expr) -> pl.DataFrame:
    """Return rows with a and b exchanged in some, and everything that depends on which is which."""
    estimand = pl.col("estimand")
    ratio, share = estimand.is_in(RATIOS).fill_null(False), (estimand == WIN_SHARE).fill_null(False)

    def other_way(value: pl.Expr) -> pl.Expr:
        return pl.when(ratio).then(1 / value).when(share).then(1 - value).otherwise(-value + 0.0)

    def swapped(first: str, second: str) -> dict[str, pl.Expr]:
        return {
            first: pl.when(turn).then(pl.col(second)).otherwise(pl.col(first)),
            second: pl.when(turn).then(pl.col(first)).otherwise(pl.col(second)),
        }

    def mirrored(low: str, high: str, way: Any = other_way) -> dict[str, pl.Expr]:
        return {
            low: pl.when(turn).then(way(pl.col(high))).otherwise(low),
            high: pl.when(turn).then(way(pl.col(low))).otherwise(high),
        }

    changed = swapped("a", "b") | mirrored("ci_low", "ci_high")
    changed |= mirrored("effect_low", "effect_high", lambda value: -value)
    changed |= {
        "estimate": pl.when(turn).then(other_way(pl.col("estimate"))).otherwise("estimate"),
        "effect": pl.when(turn).then(-pl.col("effect")).otherwise("effect"),
    }
    if "low_open" in rows.columns:
        changed |= swapped("low_open", "high_open") | mirrored("single_low", "single_high")
    if "wins" in rows.columns:
        changed |= swapped("wins", "losses")
    return rows.with_columns(**changed)


def adjusted_rows(blocks: Blocks, rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    """Return the rows of tests adjusted over their family, which is named by the keys of its group."""
    family = page_family(
        blocks.with_keys(rows),
        control=question.control,
        adjustment=question.adjustment,
        weights=question.weights,
        family=blocks.by if question.family == "group" else [],
        alpha=question.alpha,
    )
    return family.select(rows["group"], *RESULT_COLUMNS)


def with_intervals(
    rows: pl.DataFrame, lists: pl.DataFrame, question: Question, *, estimates: bool = True
) -> pl.DataFrame:
    """Return adjusted rows of pairs with estimates and intervals; ``lists`` has the same pairs in the same order.

    Wilcoxon tests go with Hodges-Lehmann estimates, t tests and sign flips with means, sign tests with shares of wins.
    Without ``estimates`` the columns are there, and empty.
    """
    alpha, test = question.alpha, question.test
    error = errors(rows, question.keys, alpha, question.level, question.control)
    differences, comparison = lists["difference"], lists["comparison"]
    sizes = differences if estimates else pl.Series([[]], dtype=pl.List(pl.Float64)).new_from_index(0, rows.height)
    by_means = test in ("kfold_paired_t", "permutation_signflip")
    kernel = mean_limits if test == "kfold_paired_t" else means_only if by_means else hodges_lehmann_limits
    limits, single = kernel(sizes, error, alpha)
    counts = wins_and_losses(lists)
    wins, losses = (counts.get_column(name).to_numpy().astype(np.float64) for name in ("wins", "losses"))
    signs, logs = ((comparison == name).to_numpy() for name in ("sign", "log ratio"))
    noise = lists["noise"].fill_null(0.0).to_numpy()

    def on_scale(values: Floats) -> Floats:
        # A limit that is zero but for rounding errors is zero, or it would fall on either side of the null value.
        values = np.where(np.abs(values) <= noise, 0.0, values)
        with np.errstate(over="ignore"):
            return np.exp(values, out=values, where=logs)

    numbers = {
        "estimate": on_scale(limits.estimate),
        "ci_low": on_scale(limits.low),
        "ci_high": on_scale(limits.high),
        "single_low": on_scale(single.low),
        "single_high": on_scale(single.high),
        "null_value": comparison.replace_strict(NULL_VALUES, return_dtype=pl.Float64).to_numpy(),
        "level": 1 - error,
    }
    if signs.any():
        pair = wins[signs], losses[signs]
        together, alone = _shares(*pair, error[signs]), _shares(*pair, np.full(int(signs.sum()), alpha))
        for name, values in zip(("estimate", "ci_low", "ci_high"), together, strict=True):
            numbers[name][signs] = values
        numbers["single_low"][signs], numbers["single_high"][signs] = alone[1:]
    ratio, difference = (MEAN_RATIO, MEAN_DIFFERENCE) if by_means else (MEDIAN_RATIO, VERDICT_INTERVAL.estimand)
    estimand = {"difference": difference, "log ratio": ratio, "sign": WIN_SHARE}
    estimated = rows.hstack(counts).with_columns(
        **{name: pl.Series(values, nan_to_null=True) for name, values in numbers.items()},
        procedure=pl.lit(PAIR_TEST),
        scale=lists["scale"],
        estimand=comparison.replace_strict(estimand, return_dtype=pl.String),
        orientation=lists["orientation"],
        blocks=differences.list.len().cast(pl.Int64),
    )
    # The exponent of the least sign-flip p that is within the error; log2 is exact where it matters, at powers of two.
    needed = pl.Series(np.ceil(1 + np.log2(1 / error) - 1e-12)).cast(pl.Int64)
    short = pl.col("ci_low").is_null() & (pl.col("blocks") > 0) & pl.lit(estimates and not by_means)
    return cut(with_remarks(estimated, FEW_FOR_INTERVAL.where(short, pl.lit(needed))), alpha)


def cut(rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Return intervals cut at the null value, so that they exclude it iff the adjusted p-value is at most alpha.

    Rows have ``null_value`` and ``orientation``, which is -1 where lower values of the estimate favour a.
    """
    low, high, null = pl.col("ci_low"), pl.col("ci_high"), pl.col("null_value")
    significant = (pl.col("p_adjusted") <= alpha).fill_null(False) & pl.col("better").is_not_null()
    # A share of wins favours a where it is large, whichever way the metric is read.
    turned = (pl.col("orientation") == -1) & (pl.col("estimand") != WIN_SHARE)
    above = significant & ((pl.col("better").cast(pl.String) == pl.col("a").cast(pl.String)) != turned)
    below = significant & ~above
    cut_low, cut_high = above & (low.is_null() | (low <= null)), below & (high.is_null() | (high >= null))
    open_question = ~significant
    return rows.with_columns(
        ci_low=pl.when(cut_low).then(null).when(open_question & (low > null)).then(null).otherwise(low),
        ci_high=pl.when(cut_high).then(null).when(open_question & (high < null)).then(null).otherwise(high),
        low_open=cut_low,
        high_open=cut_high,
    )


def errors(rows: pl.DataFrame, family: list[str], alpha: float, level: Level, control: str | None = None) -> Floats:
    """Compute the error of every interval: that of the whole family shared out, or that of its own verdict."""
    size = pl.len().over(within(family)).cast(pl.Float64)
    share = alpha / size
    adjustment = rows.get_column("adjustment").drop_nulls()
    name = str(adjustment[0]) if len(adjustment) else ""
    controls = METHODS[name].controls if name in METHODS.adjustments else "family-wise error rate"
    if controls == "false discovery rate":
        rejected = (pl.col("p_adjusted") <= alpha).sum().over(within(family)).clip(lower_bound=1)
        harmonic = pl.lit(1.0)
        if name == "by":
            sizes = rows.select(size.cast(pl.Int64)).to_series().to_numpy()
            sums = np.cumsum(1 / np.arange(1, sizes.max(initial=1) + 1))
            harmonic = pl.lit(pl.Series(sums[sizes - 1]))
        return rows.select(rejected * share / harmonic).to_series().to_numpy().astype(np.float64)
    if name == "weighted_holm" and control is not None:
        return np.asarray(alpha * reference_weights(rows, family, control).to_numpy())
    if level == "verdict":
        p, p_adjusted = pl.col("p_value"), pl.col("p_adjusted")
        share = pl.when((p > 0) & (p_adjusted > 0)).then(alpha * p / p_adjusted).otherwise(share)
    return rows.select(share).to_series().fill_null(alpha).to_numpy().astype(np.float64)


def mean_limits(differences: pl.Series, *errors: float | Floats) -> list[WalshLimits]:
    """Compute the mean of each list with the limits of Student's t, for each error; none where there is no spread.

    Examples
    --------
    >>> (limits,) = mean_limits(pl.Series([[1.0, 2.0, 4.0, 5.0]]), 0.05)
    >>> limits.estimate.tolist(), limits.low.round(4).tolist(), limits.high.round(4).tolist()
    ([3.0], [0.0948], [5.9052])
    """
    from scipy.special import stdtrit

    n = differences.list.len().to_numpy().astype(np.float64)
    mean, spread = (values.fill_null(np.nan).to_numpy() for values in (differences.list.mean(), differences.list.std()))
    some = (n > 1) & (spread > 0)
    limits = []
    for error in errors:
        own = np.broadcast_to(np.asarray(error, dtype=np.float64), len(n))
        reach = np.full(len(n), np.nan)
        reach[some] = -stdtrit(n[some] - 1, own[some] / 2) * spread[some] / np.sqrt(n[some])
        limits.append(WalshLimits(estimate=mean, low=mean - reach, high=mean + reach, level=1 - own))
    return limits


def hodges_lehmann_limits(differences: pl.Series, *errors: float | Floats) -> list[WalshLimits]:
    """Compute the Hodges-Lehmann estimate of each list with its limits, for each error."""
    return walsh_limits_of_lists(*flat(differences), *errors)


def means_only(differences: pl.Series, *errors: float | Floats) -> list[WalshLimits]:
    """Compute the mean of each list, without limits, once for each error.

    Examples
    --------
    >>> means_only(pl.Series([[1.0, 2.0, 6.0]]), 0.05)[0].estimate.tolist()
    [3.0]
    """
    nothing = np.full(len(differences), np.nan)
    return [replace(limits, low=nothing, high=nothing) for limits in mean_limits(differences, *errors)]


def _shares(wins: Floats, losses: Floats, error: Floats) -> tuple[Floats, Floats, Floats]:
    """Compute the share of wins with exact limits, which exclude one half iff the sign test rejects at that error."""
    with np.errstate(invalid="ignore", divide="ignore"):
        share = np.asarray(wins / (wins + losses))
    return share, _share_low(wins, losses, error), 1 - _share_low(losses, wins, error)


def _share_low(wins: Floats, losses: Floats, error: Floats) -> Floats:
    from scipy.special import betaincinv

    some = wins + losses > 0
    quantile = betaincinv(np.maximum(wins, 0.5), losses + 1, error / 2)
    return np.where(some, np.where(wins > 0, quantile, 0.0), np.nan)


VERDICT_INTERVAL = Method(
    table=verdict_interval,
    title="Interval that agrees with the adjusted verdict",
    question="How large is the difference, without contradicting the verdict?",
    symbol=r"\hat\theta",
    formula=(
        "median of the n (n+1) / 2 pairwise means of all differences, zeros kept; limits w_(c+1), w_(M-c) with c the "
        "largest integer such that 2 P(W <= c) <= a; family: a = alpha / m; verdict: a = alpha p / p_adjusted; "
        "bh, by: a = max(R, 1) alpha / m; cut at the null value where the verdict says otherwise"
    ),
    tex=(
        r"\hat{\theta} = \mathrm{median}_{i \leq j} \, \frac{d_i + d_j}{2}, "
        r"\quad \left[ w_{(c+1)}, \; w_{(M-c)} \right]"
    ),
    null="the differences between the two algorithms are symmetric about the null value",
    assumes=("datasets are independent",),
    account=(
        "A difference is estimated by the Hodges–Lehmann estimate, the median of the $M = n(n + 1)/2$ averages $w$ "
        "of two differences, zeros included. Its limits are order statistics of these averages, with $c$ from the "
        "exact law of the signed-rank statistic at a level adjusted for the $m$ comparisons; where such a limit "
        "contradicts the verdict, it is cut at the null value, so that intervals and verdicts agree."
    ),
    cites=("hodges1963", "benjamini2005", "holm1979"),
    estimand="median of pairwise mean differences a - b",
    remarks=(*SIGNED_RANK_REMARKS, NONE_REJECTABLE, NOT_REJECTABLE, FEW_FOR_INTERVAL),
)
