"""Do two algorithms differ in several metrics at once?"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import RESULT_COLUMNS, Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.columns.moments import NO_RATIO
from benchreport.stats.distributions import f_sf
from benchreport.stats.matrices import LEFT_OUT, Array, Basis, left_out, orthonormal
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    checked_draws,
    doubted,
    fields,
    first_that_holds,
    over_table,
)
from benchreport.stats.sheets import AT, SHEET_REMARKS, Couples, Sheets, couples, first_word, sheet_remarks, sheets
from benchreport.tables.cells import Reduce
from benchreport.tables.groups import By, joined
from benchreport.tables.pairs import Missing
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.sizes import NEEDS_DESIGN, dependent_runs, size_ratios
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
DRAWN = Remark(code="drawn", note="{0} draws, seed {1}, Monte Carlo standard error {2}")


def hotelling(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: str | Sequence[str] | None = None,
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
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    metrics
        The metrics to compare in, all by default. Of metrics that depend on each other the first is kept.
    control
        Compare all others with this algorithm only; it becomes ``b``.
    variant
        "paired" on shared blocks; "corrected", a heuristic for cross-validation that divides T-squared, and with it
        F, by 1 + K n_test/n_train; "permutation", which flips the signs of whole blocks and needs no normality: exact
        up to 14 blocks; "two_sample", which takes the blocks of the two for unrelated.
    alpha
        Level of the decision.
    missing
        "refuse" incomplete tables, or compare each pair on the blocks "available" to both.
    reduce
        How several runs of a block become one value.
    seed, draws
        Of the permutation test beyond 14 blocks.

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

    def run(given: Any) -> pl.DataFrame:
        laid_out = sheets(given, by, metrics, missing=missing, reduce=reduce, control=control)
        return hotelling_rows(laid_out, HOTELLING, control, variant, alpha, seed, draws)

    return over_table(table, by, RESULT_COLUMNS, run)


def hotelling_rows(
    laid_out: Sheets,
    method: Method,
    control: str | None,
    variant: HotellingVariant,
    alpha: float,
    seed: int,
    draws: int,
) -> pl.DataFrame:
    """Test every pair of every group."""
    kernel = {"permutation": _flipped, "two_sample": _two_sample}.get(variant, _paired)
    found = [_tested(pairs, laid_out, kernel, seed, draws) for pairs in couples(laid_out, control)]
    tested = laid_out.placed(found, "a", "b")
    groups = laid_out.groups
    if variant == "corrected":
        tested = joined(tested, size_ratios(laid_out.scores, groups), groups)
    divisor = (1 + pl.col("n") * pl.col("ratio")) if variant == "corrected" else 1
    F, t2 = pl.col("f") / divisor, pl.col("t2") / divisor
    law_f = variant != "permutation"
    p_value = f_sf(F, pl.col("df1"), pl.col("df2")) if law_f else pl.col("p")
    known = pl.col("ratio").is_not_null() if variant == "corrected" else pl.lit(True)
    tied, fine = pl.col("tied"), pl.col("trouble").is_null() & known
    rows = tested.select(
        *groups,
        *fields(
            method,
            a=pl.col("a"),
            b=pl.col("b"),
            better=pl.col("better"),
            variant=variant,
            n=pl.col("n"),
            n_dropped=pl.col("dropped") + pl.col("unshared"),
            statistic=pl.when(fine & law_f).then(F),
            df1=pl.when(fine & law_f).then("df1"),
            df2=pl.when(fine & law_f).then("df2"),
            p_value=pl.when(fine).then(p_value).when(tied).then(1.0),
            estimate=pl.when(fine).then(t2),
            effect=pl.when(pl.col("trouble").is_null()).then("distance"),
            alpha=alpha,
            law="F" if law_f else pl.col("law"),
            alternative="two-sided",
            status=first_that_holds(
                [
                    (pl.col("trouble") == "too_few", "too_few"),
                    (tied, "all_ties"),
                    (pl.col("trouble") == "zero_variance", "zero_variance"),
                    (~known, "undefined"),
                    (pl.lit(variant == "corrected") | pl.col("law").str.starts_with("Monte"), "approximate"),
                ],
                "ok",
            ),
            remarks=joined_remarks(
                pl.col("left_out"),
                FEW_FOR_METRICS.where(pl.col("trouble") == "too_few"),
                SAME_AMOUNT.where(pl.col("trouble") == "zero_variance"),
                NO_RATIO.where(~known),
                HEURISTIC.where(fine & pl.lit(variant == "corrected")),
                *([NEEDS_DESIGN.where(fine & pl.col("assumed"))] if variant == "corrected" else []),
                pl.col("drawn"),
                *sheet_remarks(),
            ),
        ),
    )
    return doubted(rows, SHARED_RUNS, dependent_runs(laid_out.scores, groups)) if variant != "corrected" else rows


def _tested(pairs: Couples, laid_out: Sheets, kernel: Any, seed: int, draws: int) -> pl.DataFrame:
    mean = pairs.x.mean(axis=1) - pairs.y.mean(axis=1) if pairs.n else np.zeros(pairs.largest.shape)
    ahead = np.where(np.abs(mean) <= TOLERANCE * pairs.largest, 0.0, mean) * laid_out.signs(pairs.metrics)
    better = np.full(len(pairs.at), None, dtype=object)
    for winner, sign in ((pairs.a, 1), (pairs.b, -1)):
        leads = (sign * ahead >= 0).all(axis=1) & (ahead != 0).any(axis=1)
        better[leads] = winner[leads]
    return pl.DataFrame(
        {
            AT: pairs.at,
            "a": pl.Series(pairs.a.tolist(), dtype=pl.String),
            "b": pl.Series(pairs.b.tolist(), dtype=pl.String),
            "better": pl.Series(better.tolist(), dtype=pl.String),
            "n": np.full(len(pairs.at), pairs.n),
            "unshared": pairs.dropped,
            **kernel(pairs, seed, draws),
        }
    )


def differences(pairs: Couples) -> tuple[Array, Array, Array]:
    """Give the differences of every pair, their mean, and whether all of them are within rounding of the values."""
    difference = pairs.x - pairs.y
    tied = np.abs(difference) <= TOLERANCE * np.maximum(np.abs(pairs.x), np.abs(pairs.y))
    mean = difference.mean(axis=1) if pairs.n else np.zeros(pairs.largest.shape)
    return difference, mean, tied.all(axis=(1, 2))


def separated(difference: Array, mean: Array, largest: Array) -> Basis:
    """Orthonormalise centred differences; carried along are the mean, in standard errors, and the identity."""
    many, n, p = difference.shape
    carried = np.concatenate([np.sqrt(n) * mean[:, None], np.tile(np.eye(p), (many, 1, 1))], axis=1)
    return orthonormal(difference - mean[:, None], carried, largest, tested=1)


def _paired(pairs: Couples, seed: int, draws: int) -> dict[str, Any]:  # noqa: ARG001
    difference, mean, tied = differences(pairs)
    return _judged(separated(difference, mean, pairs.largest), pairs, pairs.n - 1, pairs.n, tied)


def _two_sample(pairs: Couples, seed: int, draws: int) -> dict[str, Any]:  # noqa: ARG001
    n = pairs.n
    empty = np.zeros(pairs.largest.shape)
    x, y = (part.mean(axis=1) if n else empty for part in (pairs.x, pairs.y))
    rows = np.concatenate([pairs.x - x[:, None], pairs.y - y[:, None]], axis=1)
    basis = orthonormal(rows, np.sqrt(n / 2) * (x - y)[:, None], pairs.largest)
    tied = basis.steady.all(axis=1) & (np.abs(x - y) <= TOLERANCE * pairs.largest).all(axis=1)
    return _judged(basis, pairs, 2 * n - 2, n / 2, np.asarray(tied))


def _judged(basis: Basis, pairs: Couples, freedom: int, weight: float, tied: Array) -> dict[str, Any]:
    """Refer T-squared to F; ``weight`` is what the squared distance is multiplied with."""
    rank = basis.rank
    with np.errstate(all="ignore"):
        t2 = freedom * (basis.carried[:, 0] ** 2).sum(axis=1)
        df2 = freedom - rank + 1
        f = t2 * df2 / (rank * freedom) if freedom > 0 else np.full(len(rank), np.nan)
    fewer = (rank < len(pairs.metrics)) & ~basis.steady.all(axis=1)
    few = (freedom < 1) | (df2 < 1) | (fewer & (rank >= freedom)) | (len(pairs.metrics) == 0)
    tied = ~few & tied
    clash = ~few & ~tied & (basis.clashing.any(axis=1) | (rank == 0))
    return {
        "t2": t2,
        "distance": np.sqrt(t2 / weight) if weight else t2,
        "f": f,
        "df1": rank.astype(float),
        "df2": df2.astype(float),
        "p": np.full(len(rank), np.nan),
        "law": pl.Series(["F"] * len(rank), dtype=pl.String),
        "drawn": pl.Series([None] * len(rank), dtype=pl.String),
        "tied": tied,
        "trouble": first_word(len(rank), (few, "too_few"), (tied, "all_ties"), (clash, "zero_variance")),
        "left_out": _sayings(basis, pairs.metrics, ~few & ~tied),
    }


def _sayings(basis: Basis, metrics: tuple[str, ...], where: Array) -> pl.Series:
    said = left_out(basis, metrics)
    return pl.Series([text if told else None for text, told in zip(said, where, strict=True)], dtype=pl.String)


def _flipped(pairs: Couples, seed: int, draws: int) -> dict[str, Any]:
    """Compare T-squared with its values under flipped signs of whole blocks.

    The uncentred scatter M of the differences stays the same under flips, and T-squared grows with n m' M^-1 m; in an
    orthonormal basis of the differences that is the squared length of the sum of signed rows, over n.
    """
    difference, _, tied = differences(pairs)
    n, many = pairs.n, len(pairs.at)
    basis = orthonormal(difference, np.zeros((many, 0, difference.shape[2])), pairs.largest)
    few = np.full(many, n < 2 or len(pairs.metrics) == 0)
    tied = ~few & tied
    exact = n <= EXACT_UP_TO
    signs = _signs(n, exact, seed, draws)
    share = (basis.columns.sum(axis=1) ** 2).sum(axis=1) / max(n, 1)
    reached = np.zeros(many)
    step = max(1, CHUNK // max(len(signs) * difference.shape[2], 1))
    for start in range(0, many, step):
        columns = basis.columns[start : start + step]
        drawn = (fast_product(signs, columns) ** 2).sum(axis=2) / max(n, 1)
        reached[start : start + step] = (drawn >= share[start : start + step, None] - SLACK).sum(axis=1)
    p = reached / len(signs) if exact else (reached + 1) / (len(signs) + 1)
    with np.errstate(all="ignore"):
        t2 = np.where(1 - share > SLACK, (n - 1) * share / (1 - share), np.nan)
    error = np.sqrt(p * (1 - p) / len(signs))
    drawn_remarks = [DRAWN.spelled(len(signs), seed, f"{e:.2g}") for e in error]
    return {
        "t2": t2,
        "distance": np.sqrt(t2 / max(n, 1)),
        "f": np.full(many, np.nan),
        "df1": basis.rank.astype(float),
        "df2": np.full(many, np.nan),
        "p": p,
        "law": pl.Series(["exact sign flips" if exact else "Monte Carlo sign flips"] * many, dtype=pl.String),
        "drawn": pl.Series([None] * many if exact else drawn_remarks, dtype=pl.String),
        "tied": tied,
        "trouble": first_word(many, (few, "too_few"), (tied, "all_ties")),
        "left_out": _sayings(basis, pairs.metrics, ~few & ~tied),
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
    kind="table",
    shape="scores",
    also=("counts",),
    door="metrics",
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
    remarks=(*LEFT_OUT, FEW_FOR_METRICS, SAME_AMOUNT, NO_RATIO, HEURISTIC, DRAWN, *SHEET_REMARKS, SHARED_RUNS),
    table=hotelling,
)
