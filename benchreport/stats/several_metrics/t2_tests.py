"""Hotelling's T-squared test of two algorithms in several metrics, with tests per metric and the best direction."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import f_sf, t_isf, t_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import DRAWN, SHARED_RUNS, checked_alpha, checked_draws, first_that_holds, result_rows
from benchreport.stats.forms.sides import NO_RATIO, OptionsOfTest, checked_options, design_of
from benchreport.stats.forms.vectors import OF_COUNTS, Metrics, first_word, over_stacks, over_vectors, vector_remarks
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, Array, Basis, left_out, length_of, orthonormal
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.vectors import Stack, Vectors
from benchreport.threads import fast_product

HotellingVariant = Literal["paired", "corrected", "permutation", "unpaired"]
HEURISTIC = Remark(
    code="divided_t2", note="T2 is divided by 1 + n n_test/n_train, a heuristic for shared training data"
)
SAME_AMOUNT = Remark(
    code="same_combination", note="some combination of metrics differs by the same amount on every block"
)
# Sign vectors and their negatives count alike, so that K blocks have 2^(K-1) of them.
EXACT_UP_TO = 14
CHUNK = 2_000_000
SLACK = 1e-11
FEW_FOR_METRICS = Remark(code="few_for_metrics", note="fewer blocks than the metrics need")
DEPENDENT_WEIGHTS = Remark(
    code="shared_runs_weights",
    note="runs share training data (unless they are seeds), so the covariance behind the weights is too small",
)
PosthocVariant = Literal["paired", "corrected"]
SAME_DIFFERENCE = Remark(code="same_difference", note="the same difference on every block")
# What keeps a pair from being tested, as a status; null where nothing does.
TROUBLE = pl.col("trouble")
LEFT_OUT_METRICS = pl.when(TROUBLE.is_null() | (TROUBLE == "zero_variance")).then("left_out")


@documented
def hotelling(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    control: str | None = None,
    variant: HotellingVariant = "paired",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 9999,
) -> Frame:
    """Compute Hotelling's T-squared test of every two algorithms over several metrics at once.

    ``statistic`` is F, ``estimate`` is T-squared, ``effect`` the distance between the two algorithms in standard
    deviations along the direction that separates them best; ``better`` names the one that is ahead in every metric.
    Metrics that are linear functions of others to six digits (error of accuracy) are left out one by one, and the note
    names them. Confusion counts are compared as vectors of errors: ``fp`` and ``fn`` of two classes, the misses of each
    true class of more.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts (``tp fp fn tn``, or ``actual``, ``predicted``, ``n``).
    metrics
        The metrics to compare in, all by default. Of metrics that depend on each other the first is kept.
    variant
        "paired" on shared blocks; "corrected", a heuristic for cross-validation that divides T-squared, and with it
        F, by 1 + K n_test/n_train; "permutation", which flips the signs of whole blocks and needs no normality: exact
        up to 14 blocks; "unpaired", which takes the blocks of the two for unrelated.
    draws
        How many sign flips are drawn beyond 14 blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("dataset", "a", "df1", "df2", pl.col("statistic").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 2.0, 8.0, 49.6371)
    """
    variant = design_of(variant, HOTELLING)
    one_of(variant, HOTELLING.variants, name="variant")
    options: dict[str, Any] = {"alpha": checked_alpha(alpha), "seed": seed, "draws": checked_draws(draws)}
    rows = partial(hotelling_rows, method=HOTELLING, control=control, variant=variant, **options)
    doubt = None if variant == "corrected" else SHARED_RUNS
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, doubt=doubt
    )


def hotelling_rows(
    vectors: Vectors,
    *,
    method: Method,
    control: str | None = None,
    variant: HotellingVariant = "paired",
    alpha: float,
    seed: int = 0,
    draws: int = 0,
) -> pl.DataFrame:
    """Return the rows of the test of every pair of every group."""
    corrected, flipped = variant == "corrected", variant == "permutation"
    kernels = {"permutation": partial(_flipped, seed=seed, draws=draws), "unpaired": _two_sample}
    test = partial(_tested, signs=vectors.signs, kernel=kernels.get(variant, _paired))
    tested = over_stacks(vectors, vectors.pairs(control), test, "a", "b")
    divisor: pl.Expr | int = 1
    sized = pl.lit(True)
    if corrected:
        tested = tested.hstack(sizes_of(vectors)[tested.get_column("group").to_numpy()])
        divisor, sized = 1 + pl.col("n") * pl.col("ratio"), pl.col("ratio").is_not_null()
    F, df1, df2 = pl.col("f") / divisor, pl.col("df1"), pl.col("df2")
    fine = TROUBLE.is_null() & sized
    drawn = pl.col("law").str.starts_with("Monte")
    tail = pl.col("p") if flipped else f_sf(F, df1, df2)
    return result_rows(
        tested,
        method,
        variant=variant,
        statistic=None if flipped else pl.when(fine).then(F),
        df1=None if flipped else pl.when(fine).then(df1),
        df2=None if flipped else pl.when(fine).then(df2),
        p_value=pl.when(fine).then(tail).when(TROUBLE == "all_ties").then(1.0),
        estimate=pl.when(fine).then(pl.col("t2") / divisor),
        effect=pl.when(TROUBLE.is_null()).then("distance"),
        alpha=alpha,
        alternative="two-sided",
        status=pl.coalesce(
            TROUBLE, first_that_holds([(~sized, "undefined"), (pl.lit(corrected) | drawn, "approximate")], "ok")
        ),
        remarks=[
            LEFT_OUT_METRICS,
            FEW_FOR_METRICS.where(TROUBLE == "too_few"),
            SAME_AMOUNT.where(TROUBLE == "zero_variance"),
            NO_RATIO.where(~sized),
            HEURISTIC.where(fine & pl.lit(corrected)),
            *([NEEDS_DESIGN.where(fine & pl.col("assumed"))] if corrected else []),
            *([DRAWN.where(drawn, pl.lit(draws), pl.lit(seed), "error")] if flipped else []),
            *vector_remarks(),
        ],
    )


def _tested(pairs: Stack, *, signs: dict[str, float], kernel: Any) -> pl.DataFrame:
    x, y, largest = pairs.values[:, :, 0], pairs.values[:, :, 1], pairs.largest
    mean = x.mean(axis=1) - y.mean(axis=1) if pairs.n else np.zeros(largest.shape)
    turned = np.array([signs[metric] for metric in pairs.metrics])
    ahead = np.where(np.abs(mean) <= TOLERANCE * largest, 0.0, mean) * turned
    better = np.full(len(pairs.group), None, dtype=object)
    for side, sign in enumerate((1, -1)):
        leads = (sign * ahead >= 0).all(axis=1) & (ahead != 0).any(axis=1)
        better[leads] = pairs.algorithms[leads, side]
    ahead_of_all = pl.Series(better.tolist(), dtype=pl.String)
    return pairs.rows(a=pairs.named(0), b=pairs.named(1), better=ahead_of_all, **kernel(pairs))


def differences(pairs: Stack) -> tuple[Array, Array, Array]:
    """Return the differences of every pair, their mean, and whether all of them are within rounding of the values."""
    difference = pairs.values[:, :, 0] - pairs.values[:, :, 1]
    tied = np.abs(difference) <= TOLERANCE * np.abs(pairs.values).max(axis=2)
    mean = difference.mean(axis=1) if pairs.n else np.zeros(pairs.largest.shape)
    return difference, mean, tied.all(axis=(1, 2))


def separated(difference: Array, mean: Array, largest: Array) -> Basis:
    """Return the basis of centred differences; carried along are the mean, in standard errors, and the identity."""
    many, n, p = difference.shape
    carried = np.concatenate([np.sqrt(n) * mean[:, None], np.tile(np.eye(p), (many, 1, 1))], axis=1)
    return orthonormal(difference - mean[:, None], carried, largest, tested=1)


def _paired(pairs: Stack) -> dict[str, Any]:
    difference, mean, tied = differences(pairs)
    return _judged(separated(difference, mean, pairs.largest), pairs, pairs.n - 1, pairs.n, tied)


def _two_sample(pairs: Stack) -> dict[str, Any]:
    n, largest = pairs.n, pairs.largest
    means = pairs.values.mean(axis=1) if n else np.zeros((len(pairs.group), 2, len(pairs.metrics)))
    gap = means[:, 0] - means[:, 1]
    centred = (pairs.values - means[:, None]).swapaxes(1, 2).reshape(len(gap), 2 * n, len(pairs.metrics))
    basis = orthonormal(centred, np.sqrt(n / 2) * gap[:, None], largest)
    tied = basis.steady.all(axis=1) & (np.abs(gap) <= TOLERANCE * largest).all(axis=1)
    return _judged(basis, pairs, 2 * n - 2, n / 2, np.asarray(tied))


def _judged(basis: Basis, pairs: Stack, freedom: int, weight: float, tied: Array) -> dict[str, Any]:
    """Return T-squared with its F; ``weight`` is what the squared distance is multiplied with."""
    rank = basis.rank
    with np.errstate(all="ignore"):
        t2 = freedom * (basis.carried[:, 0] ** 2).sum(axis=1)
        df2 = freedom - rank + 1
        f = t2 * df2 / (rank * freedom) if freedom > 0 else np.full(len(rank), np.nan)
    fewer = (rank < len(pairs.metrics)) & ~basis.steady.all(axis=1)
    few = (freedom < 1) | (df2 < 1) | (fewer & (rank >= freedom)) | (len(pairs.metrics) == 0)
    clash = basis.clashing.any(axis=1) | (rank == 0)
    return {
        "t2": t2,
        "distance": np.sqrt(t2 / weight) if weight else t2,
        "f": f,
        "df1": rank.astype(float),
        "df2": df2.astype(float),
        "law": np.full(len(rank), "F"),
        "trouble": first_word(len(rank), (few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")),
        "left_out": pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    }


def _flipped(pairs: Stack, seed: int, draws: int) -> dict[str, Any]:
    """Return T-squared with its p-value among those under flipped signs of whole blocks.

    The uncentred scatter M of the differences stays the same under flips, and T-squared grows with n m' M^-1 m; in an
    orthonormal basis of the differences that is the squared length of the sum of signed rows, over n.
    """
    difference, _, tied = differences(pairs)
    n, many = pairs.n, len(pairs.group)
    basis = orthonormal(difference, np.zeros((many, 0, difference.shape[2])), pairs.largest)
    few = np.full(many, n < 2 or len(pairs.metrics) == 0)
    exact = n <= EXACT_UP_TO
    signs = _signs(n, exact, seed, draws)
    units = basis.columns
    share = (units.sum(axis=1) ** 2).sum(axis=1) / max(n, 1)
    reached = np.zeros(many)
    step = max(1, CHUNK // max(len(signs) * difference.shape[2], 1))
    for start in range(0, many, step):
        columns = units[start : start + step]
        lengths = (fast_product(signs, columns) ** 2).sum(axis=2) / max(n, 1)
        reached[start : start + step] = (lengths >= share[start : start + step, None] - SLACK).sum(axis=1)
    p = reached / len(signs) if exact else (reached + 1) / (len(signs) + 1)
    with np.errstate(all="ignore"):
        t2 = np.where(1 - share > SLACK, (n - 1) * share / (1 - share), np.nan)
    error = np.sqrt(p * (1 - p) / len(signs))
    return {
        "t2": t2,
        "distance": np.sqrt(t2 / max(n, 1)),
        "f": np.full(many, np.nan),
        "p": p,
        "error": pl.Series([f"{e:.2g}" for e in error], dtype=pl.String),
        "law": np.full(many, "exact sign flips" if exact else "Monte Carlo sign flips"),
        "trouble": first_word(many, (few, "too_few"), (tied, "all_ties")),
        "left_out": pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    }


def _signs(n: int, exact: bool, seed: int, draws: int) -> Array:
    """Return all sign vectors whose first entry is positive, or some that are drawn."""
    if exact:
        flips = (np.arange(2 ** max(n - 1, 0))[:, None] >> np.arange(n)) & 1
        return np.asarray(1.0 - 2.0 * flips)
    return np.asarray(np.random.default_rng([seed, n]).choice([-1.0, 1.0], size=(draws, n)))


@documented
def hotelling_posthoc(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    control: str | None = None,
    alternative: Alternative = "two-sided",
    variant: PosthocVariant = "paired",
    alpha: float = 0.05,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the paired t test of every two algorithms in each metric, after :func:`hotelling`.

    One row per group, pair and metric, the metric in ``term``. ``estimate`` is a - b in metric units, and ``statistic``
    has its sign, whichever way is better. Adjust with ``br.adjust``.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    metrics
        The metrics to compare in, all by default.
    variant
        "paired", or "corrected" for runs that share training data.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling_posthoc(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("dataset", "a", "term", "better", pl.col("statistic").round(4)).row(0)
    ('breast_cancer', 'DecisionTree', 'accuracy', 'kNN', -10.4256)
    """
    options = checked_options(HOTELLING_POSTHOC, alternative, alpha, variant)
    rows = partial(_t_rows, control=control, options=options)
    doubt = None if variant == "corrected" else SHARED_RUNS
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, doubt=doubt
    )


@documented
def hotelling_direction(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    control: str | None = None,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the weights of the combination of metrics that separates every two algorithms best.

    One row per group, pair and metric, the metric in ``term``: ``estimate`` is its weight, ``effect`` the weight times
    the standard deviation of the metric's differences, which can be compared between metrics; ``statistic`` is the t
    value of the combination, the root of Hotelling's T-squared. The sign and scale of weights mean nothing.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.hotelling_direction(scores, metrics=["accuracy", "auc"], control="kNN")
    >>> rows.select("a", "term", pl.col("effect").round(4)).rows()[:2]
    [('DecisionTree', 'accuracy', -3.0547), ('DecisionTree', 'auc', -0.598)]
    """
    rows = partial(_direction_rows, control=control)
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing=missing, reduce=reduce, control=control, doubt=DEPENDENT_WEIGHTS
    )


def _spread(pairs: Stack, signs: Mapping[str, float]) -> pl.DataFrame:
    difference, mean, _ = differences(pairs)
    sd = length_of(difference - mean[:, None]) / np.sqrt(max(pairs.n - 1, 1))
    sign = np.tile([signs[metric] for metric in pairs.metrics], (len(mean), 1))
    names = {"a": pairs.named(0), "b": pairs.named(1)}
    return pairs.per_metric(**names, mean=mean, sd=sd, largest=pairs.largest, sign=sign)


def _t_rows(vectors: Vectors, *, control: str | None, options: OptionsOfTest) -> pl.DataFrame:
    tested = over_stacks(vectors, vectors.pairs(control), partial(_spread, signs=vectors.signs), "a", "b")
    facts = tested.hstack(sizes_of(vectors)[tested.get_column("group").to_numpy()])
    n, mean, sd, sign = pl.col("n"), pl.col("mean"), pl.col("sd"), pl.col("sign")
    small = TOLERANCE * pl.col("largest")
    enough, steady = n >= 2, sd <= small
    tied = enough & steady & (mean.abs() <= small)
    ratio = pl.col("ratio") if options.variant == "corrected" else pl.lit(0.0)
    sized = ratio.is_not_null()
    testable = enough & ~steady & sized
    error, df, ahead = sd * (1 / n + ratio).sqrt(), n - 1, mean * sign
    reach = error * t_isf(options.level, df)
    lower, upper = pl.when(testable).then(mean - reach), pl.when(testable).then(mean + reach)
    if options.alternative != "two-sided":
        favours_high = (sign > 0) if options.alternative == "greater" else (sign < 0)
        lower, upper = pl.when(favours_high).then(lower), pl.when(~favours_high).then(upper)
    return result_rows(
        facts,
        HOTELLING_POSTHOC,
        better=pl.when(ahead > small).then("a").when(ahead < -small).then("b"),
        variant=options.variant,
        statistic=pl.when(testable).then(mean / error),
        df1=pl.when(testable).then(df),
        p_value=pl.when(testable).then(options.tail(ahead / error, t_sf, df)).when(tied).then(1.0),
        estimate=pl.when(n > 0).then(mean),
        ci_low=lower,
        ci_high=upper,
        effect=pl.when(enough & ~steady).then(ahead / sd),
        alpha=options.alpha,
        law="t",
        alternative=options.alternative,
        status=[(~enough, "too_few"), (tied, "all_ties"), (steady, "zero_variance"), (~sized, "undefined")],
        remarks=[
            SAME_DIFFERENCE.where(enough & steady & ~tied),
            NO_RATIO.where(enough & ~sized),
            NEEDS_DESIGN.where(testable & pl.col("assumed") & pl.lit(options.variant == "corrected")),
            *vector_remarks(),
        ],
    )


def _weights(pairs: Stack) -> pl.DataFrame:
    difference, mean, tied = differences(pairs)
    n = pairs.n
    basis = separated(difference, mean, pairs.largest)
    with np.errstate(all="ignore"):
        carried = basis.carried
        inverse, z = carried[:, 1:], carried[:, 0]
        weight = (n - 1) * np.einsum("gij,gj->gi", inverse, z) / np.sqrt(max(n, 1))
        sd = length_of(difference - mean[:, None]) / np.sqrt(max(n - 1, 1))
        t = np.sqrt(max(n - 1, 0) * (z**2).sum(axis=1))
    rank = basis.rank
    few = (n - 1 < rank) | (rank == 0) | ((rank < len(pairs.metrics)) & (rank >= n - 1))
    few &= ~tied if n > 1 else True
    clash = np.asarray(basis.clashing.any(axis=1))
    return pairs.per_metric(
        a=pairs.named(0),
        b=pairs.named(1),
        weight=weight,
        scaled=weight * sd,
        kept=basis.independent,
        t=t,
        trouble=first_word(len(rank), (few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")),
        left_out=pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    )


def _direction_rows(vectors: Vectors, *, control: str | None) -> pl.DataFrame:
    fine = TROUBLE.is_null()
    return result_rows(
        over_stacks(vectors, vectors.pairs(control), _weights, "a", "b"),
        HOTELLING_DIRECTION,
        statistic=pl.when(fine).then("t"),
        estimate=pl.when(fine & pl.col("kept")).then("weight"),
        effect=pl.when(fine & pl.col("kept")).then("scaled"),
        status=pl.coalesce(TROUBLE, pl.lit("ok")),
        remarks=[
            FEW_FOR_METRICS.where(TROUBLE == "too_few"),
            LEFT_OUT_METRICS,
            SAME_AMOUNT.where(TROUBLE == "zero_variance"),
            *vector_remarks(),
        ],
    )


HOTELLING = Method(
    table=hotelling,
    title="Hotelling's T-squared test",
    question="Do two algorithms differ in any combination of several metrics?",
    also=("counts",),
    symbol="T^2",
    formula=(
        "T2 = K m' S^-1 m, F = T2 (K-p) / (p (K-1)) with p and K-p degrees of freedom, "
        "m and S mean and covariance of the differences of p metrics"
    ),
    tex=r"T^2 = K \bar{d}^{\top} S^{-1} \bar{d}, \quad F = \frac{K - p}{p (K - 1)} T^2",
    null="the two algorithms have the same expectation in every metric",
    assumes=("blocks are independent, which cross-validation folds are not", "differences are about jointly normal"),
    account=(
        r"Hotelling’s $T^2$ test compares two algorithms in $p$ counts or metrics at once, from the mean $\bar{d}$ "
        "and covariance $S$ of their differences over $K$ runs."
    ),
    cites=("hotelling1931", "alpaydin2010"),
    estimand="Hotelling's T-squared",
    effect="Mahalanobis distance of the mean difference",
    variants=("paired", "corrected", "permutation", "unpaired"),
    remarks=(*LEFT_OUT, FEW_FOR_METRICS, SAME_AMOUNT, NO_RATIO, HEURISTIC, DRAWN, *OF_COUNTS, SHARED_RUNS),
)

HOTELLING_POSTHOC = Method(
    table=hotelling_posthoc,
    title="Paired t tests per metric",
    question="Which metric carries the difference between two algorithms?",
    also=("counts",),
    symbol="t",
    formula="t = sqrt(K) mean(d) / sd(d) with K - 1 degrees of freedom, for each metric",
    tex=r"t = \frac{\sqrt{K} \, \bar{d}}{s_d}",
    null="the two algorithms have the same expectation in this metric",
    assumes=("blocks are independent, which cross-validation folds are not", "differences are about normal"),
    account="Single metrics of a pair are compared by paired $t$ tests.",
    cites=("alpaydin2010", "nadeau2003"),
    estimand="mean difference a - b",
    effect="mean difference in standard deviations",
    variants=("paired", "corrected"),
    signed=True,
    remarks=(SAME_DIFFERENCE, NO_RATIO, *OF_COUNTS, SHARED_RUNS),
)

HOTELLING_DIRECTION = Method(
    table=hotelling_direction,
    title="Direction of the largest difference",
    question="Which combination of metrics tells two algorithms apart best?",
    also=("counts",),
    symbol="w",
    formula="w = S^-1 m; the projection of the differences on w has the largest |t| of all, t^2 = T2",
    tex=r"w = S^{-1} \bar{d}, \quad t_w^2 = T^2",
    assumes=("blocks are independent", "weights of correlated metrics are not to be read one by one"),
    account="The direction $w$ shows the difference of a pair best.",
    cites=("hotelling1931", "alpaydin2010"),
    estimand="weight of the metric",
    effect="weight in standard deviations of the metric",
    remarks=(FEW_FOR_METRICS, *LEFT_OUT, SAME_AMOUNT, *OF_COUNTS, DEPENDENT_WEIGHTS),
)
