"""Do two algorithms differ in several metrics at once?"""

from __future__ import annotations

from functools import partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import f_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import DRAWN, SHARED_RUNS, checked_alpha, checked_draws, first_that_holds, result_rows
from benchreport.stats.forms.sides import NO_RATIO
from benchreport.stats.forms.vectors import (
    COUNT_REMARKS,
    Metrics,
    first_word,
    over_stacks,
    over_vectors,
    vector_remarks,
)
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, Array, Basis, left_out, orthonormal
from benchreport.tables.blocks import Missing, Reduce
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.vectors import Stack, Vectors
from benchreport.threads import fast_product

HotellingVariant = Literal["paired", "corrected", "permutation", "two_sample"]
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
    """Hotelling's T-squared test of every two algorithms over several metrics at once.

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
        up to 14 blocks; "two_sample", which takes the blocks of the two for unrelated.
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
    one_of(variant, HOTELLING.variants, name="variant")
    checked_alpha(alpha)
    checked_draws(draws)
    rows = partial(
        hotelling_rows, method=HOTELLING, control=control, variant=variant, alpha=alpha, seed=seed, draws=draws
    )
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
    """Test every pair of every group."""
    corrected, flipped = variant == "corrected", variant == "permutation"
    kernels = {"permutation": partial(_flipped, seed=seed, draws=draws), "two_sample": _two_sample}
    test = partial(_tested, signs=vectors.signs, kernel=kernels.get(variant, _paired))
    tested = over_stacks(vectors, vectors.pairs(control), test, "a", "b")
    divisor: pl.Expr | int = 1
    known = pl.lit(True)
    if corrected:
        tested = tested.hstack(sizes_of(vectors)[tested.get_column("group").to_numpy()])
        divisor, known = 1 + pl.col("n") * pl.col("ratio"), pl.col("ratio").is_not_null()
    F, trouble = pl.col("f") / divisor, pl.col("trouble")
    fine = trouble.is_null() & known
    drawn = pl.col("law").str.starts_with("Monte")
    return result_rows(
        tested,
        method,
        variant=variant,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=None if flipped else pl.when(fine).then(F),
        df1=None if flipped else pl.when(fine).then("df1"),
        df2=None if flipped else pl.when(fine).then("df2"),
        p_value=pl.when(fine)
        .then("p" if flipped else f_sf(F, pl.col("df1"), pl.col("df2")))
        .when(trouble == "all_ties")
        .then(1.0),
        estimate=pl.when(fine).then(pl.col("t2") / divisor),
        effect=pl.when(trouble.is_null()).then("distance"),
        alpha=alpha,
        alternative="two-sided",
        status=first_that_holds(
            [
                (trouble == "too_few", "too_few"),
                (trouble == "all_ties", "all_ties"),
                (trouble == "zero_variance", "zero_variance"),
                (~known, "undefined"),
                (pl.lit(corrected) | drawn, "approximate"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            pl.when(trouble.is_null() | (trouble == "zero_variance")).then("left_out"),
            FEW_FOR_METRICS.where(trouble == "too_few"),
            SAME_AMOUNT.where(trouble == "zero_variance"),
            NO_RATIO.where(~known),
            HEURISTIC.where(fine & pl.lit(corrected)),
            *([NEEDS_DESIGN.where(fine & pl.col("assumed"))] if corrected else []),
            *([DRAWN.where(drawn, pl.lit(draws), pl.lit(seed), "error")] if flipped else []),
            *vector_remarks(),
        ),
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
    """Orthonormalise centred differences; carried along are the mean, in standard errors, and the identity."""
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
    """Refer T-squared to F; ``weight`` is what the squared distance is multiplied with."""
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
        "law": pl.Series(["F"] * len(rank), dtype=pl.String),
        "trouble": first_word(len(rank), (few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")),
        "left_out": pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    }


def _flipped(pairs: Stack, seed: int, draws: int) -> dict[str, Any]:
    """Compare T-squared with its values under flipped signs of whole blocks.

    The uncentred scatter M of the differences stays the same under flips, and T-squared grows with n m' M^-1 m; in an
    orthonormal basis of the differences that is the squared length of the sum of signed rows, over n.
    """
    difference, _, tied = differences(pairs)
    n, many = pairs.n, len(pairs.group)
    basis = orthonormal(difference, np.zeros((many, 0, difference.shape[2])), pairs.largest)
    few = np.full(many, n < 2 or len(pairs.metrics) == 0)
    exact = n <= EXACT_UP_TO
    signs = _signs(n, exact, seed, draws)
    share = (basis.columns.sum(axis=1) ** 2).sum(axis=1) / max(n, 1)
    reached = np.zeros(many)
    step = max(1, CHUNK // max(len(signs) * difference.shape[2], 1))
    for start in range(0, many, step):
        columns = basis.columns[start : start + step]
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
        "law": pl.Series(["exact sign flips" if exact else "Monte Carlo sign flips"] * many, dtype=pl.String),
        "trouble": first_word(many, (few, "too_few"), (tied, "all_ties")),
        "left_out": pl.Series(left_out(basis, pairs.metrics), dtype=pl.String),
    }


def _signs(n: int, exact: bool, seed: int, draws: int) -> Array:
    """List all sign vectors whose first entry is positive, or draw some."""
    if exact:
        codes = np.arange(2 ** max(n - 1, 0))
        flips = (codes[:, None] >> np.arange(n)) & 1
        return np.asarray(1.0 - 2.0 * flips)
    return np.asarray(np.random.default_rng([seed, n]).choice([-1.0, 1.0], size=(draws, n)))


HOTELLING = Method(
    id="hotelling",
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
    cites=("hotelling1931", "alpaydin2010"),
    estimand="Hotelling's T-squared",
    effect="Mahalanobis distance of the mean difference",
    variants=("paired", "corrected", "permutation", "two_sample"),
    remarks=(*LEFT_OUT, FEW_FOR_METRICS, SAME_AMOUNT, NO_RATIO, HEURISTIC, DRAWN, *COUNT_REMARKS, SHARED_RUNS),
    table=hotelling,
)
