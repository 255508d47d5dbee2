"""Do several algorithms differ in several metrics at once?"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Literal

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
from benchreport.stats.several_metrics.t2_tests import CHUNK, SAME_AMOUNT, SLACK
from benchreport.tables.blocks import Reduce
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE
from benchreport.tables.vectors import Stack, Vectors
from benchreport.threads import fast_product, product, roots_and_axes

ManovaVariant = Literal["oneway", "blocked", "corrected", "permutation"]
CRITERIA = ("wilks", "pillai", "hotelling_lawley", "roy")
TOO_MANY = Remark(code="few_degrees_of_freedom", note="fewer residual degrees of freedom than metrics")
SHARED = Remark(
    code="shared_blocks_see_blocked", note="blocks are shared, which this form ignores; see variant blocked"
)
DIVIDED = Remark(code="divided_h", note="H is divided by 1 + n n_test/n_train, a heuristic for shared training data")
LOWER_BOUND = Remark(code="lower_bound", note="the F of Roy's root is an upper bound, so p is a lower bound")
FEW_FOR_MANOVA = Remark(code="few_for_manova", note="fewer than two algorithms or two complete blocks")


@documented
def manova(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: ManovaVariant = "oneway",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 9999,
) -> Frame:
    """Multivariate analysis of variance: four rows per group, one for each criterion.

    ``variant`` of a row names the criterion; Wilks' lambda decides, the others stand beside it. ``estimate`` is the
    criterion, ``statistic`` its F. Metrics that are linear functions of others to six digits are left
    out one by one, and the note names them. Confusion counts are compared as vectors of errors: ``fp`` and ``fn`` of
    two classes, the misses of each true class of more.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts (``tp fp fn tn``, or ``actual``, ``predicted``, ``n``).
    metrics
        The metrics to compare in, all by default. Of metrics that depend on each other the first is kept.
    variant
        "oneway" takes the blocks of the algorithms for unrelated; "blocked" removes what blocks share; "corrected" is
        blocked with H, the scatter between algorithms, divided by 1 + K n_test/n_train, a heuristic for
        cross-validation; "permutation" shuffles the algorithms within blocks and needs no normality.
    draws
        How many shuffles are drawn.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.manova(scores, metrics=["accuracy", "auc"], variant="blocked")
    >>> rows.select("dataset", "variant", "df1", "df2", pl.col("estimate").round(6)).row(0)
    ('breast_cancer', 'wilks, blocked', 10.0, 88.0, 0.000286)
    """
    one_of(variant, MANOVA.variants, name="variant")
    checked_alpha(alpha)
    checked_draws(draws)
    rows = partial(_rows, variant=variant, alpha=alpha, seed=seed, draws=draws)
    doubt = None if variant == "corrected" else SHARED_RUNS
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=doubt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scatter:
    """What separates the algorithms of many groups, in units of what does not.

    ``values`` (groups, blocks, algorithms, metrics) are the complete blocks, ``roots`` the eigenvalues of E^-1 H,
    largest first, ``vectors`` their vectors in metric units.
    """

    values: Array
    basis: Basis
    roots: Array
    vectors: Array
    freedom: int


def parted(values: Array, *, blocked: bool) -> tuple[Array, Array, int]:
    """Return the means of algorithms, what is left of the values, and its degrees of freedom."""
    many, n, width, p = values.shape
    means = values.mean(axis=1) if n else np.zeros((many, width, p))
    residuals = values - means[:, None]
    if not blocked:
        return means, residuals, width * (n - 1)
    return means, residuals - residuals.mean(axis=2, keepdims=True), (width - 1) * (n - 1)


def scatter(values: Array, *, blocked: bool) -> Scatter:
    """Separate the scatter between algorithms from the rest, for groups of one shape."""
    many, n, width, p = values.shape
    means, residuals, freedom = parted(values, blocked=blocked)
    grand = means.mean(axis=1, keepdims=True)
    carried = np.concatenate([np.sqrt(n) * (means - grand), np.tile(np.eye(p), (many, 1, 1))], axis=1)
    largest = np.abs(values).max(axis=(1, 2), initial=0.0)
    basis = orthonormal(residuals.reshape(many, n * width, p), carried, largest, tested=width)
    between = basis.carried[:, :width]
    roots, turned = roots_and_axes(product(between.transpose(0, 2, 1), between))
    vectors = product(basis.carried[:, width:], turned[:, :, ::-1])
    return Scatter(values=values, basis=basis, roots=np.maximum(roots[:, ::-1], 0.0), vectors=vectors, freedom=freedom)


def tied_values(values: Array) -> Array:
    """Tell the groups in which all algorithms have the same values on every block, within rounding."""
    size = np.abs(values).max(axis=2, initial=0.0)
    spread = values.max(axis=2, initial=-np.inf) - values.min(axis=2, initial=np.inf)
    return np.asarray((spread <= TOLERANCE * size).all(axis=(1, 2)))


def _rows(vectors: Vectors, *, variant: ManovaVariant, alpha: float, seed: int, draws: int) -> pl.DataFrame:
    corrected, drawn = variant == "corrected", variant == "permutation"
    ratios = sizes_of(vectors) if corrected else pl.DataFrame({"ratio": np.zeros(vectors.n_groups)})
    divided = ratios.get_column("ratio").cast(pl.Float64).fill_null(np.nan).to_numpy()
    test = partial(_tested, variant=variant, seed=seed, draws=draws, ratios=divided)
    facts = over_stacks(vectors, vectors.whole(), test, "order")
    facts = facts.hstack(ratios[facts.get_column("group").to_numpy()])
    F = pl.col("f")
    known = pl.col("ratio").is_not_null()
    trouble, tied, roy = pl.col("trouble"), pl.col("tied"), pl.col("criterion") == "roy"
    whole = trouble.is_null() & ~tied
    possible = pl.col("p_drawn").is_not_null() if drawn else pl.col("df2") > 0
    fine = whole & known & possible
    bound = fine & roy & (pl.col("s") > 1) & pl.lit(not drawn)
    tail = pl.col("p_drawn") if drawn else f_sf(F, pl.col("df1"), pl.col("df2"))
    # In columns, since what is mentioned several times is worked out several times.
    facts = facts.with_columns(__f=F, __whole=whole, __fine=fine, __bound=bound, __tail=tail)
    F, whole, fine, bound = (pl.col(name) for name in ("__f", "__whole", "__fine", "__bound"))
    exact = pl.col("exact")
    form = "" if variant == "oneway" else f", {variant}"
    return result_rows(
        facts,
        MANOVA,
        variant=pl.col("criterion") + form,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=None if drawn else pl.when(fine).then(F),
        df1=None if drawn else pl.when(fine).then("df1"),
        df2=None if drawn else pl.when(fine).then("df2"),
        p_value=pl.when(fine).then("__tail").when(tied).then(1.0),
        estimate=pl.when(whole & known).then("value"),
        alpha=alpha,
        law="Monte Carlo permutations"
        if drawn
        else pl.when(exact).then(pl.lit("F")).otherwise(pl.lit("F, approximately")),
        status=first_that_holds(
            [
                (tied, "all_ties"),
                (trouble == "too_few", "too_few"),
                (trouble == "singular", "singular"),
                (trouble == "zero_variance", "zero_variance"),
                (~known, "undefined"),
                (~possible, "too_few"),
                (bound | pl.lit(corrected or drawn), "approximate"),
            ],
            "ok",
        ),
        remarks=joined_remarks(
            pl.when(whole).then("left_out"),
            FEW_FOR_MANOVA.where(trouble == "too_few"),
            TOO_MANY.where((trouble == "singular") | (whole & ~possible)),
            SAME_AMOUNT.where(trouble == "zero_variance"),
            NO_RATIO.where(~known & whole),
            LOWER_BOUND.where(bound),
            DIVIDED.where(fine & pl.lit(corrected)),
            *([NEEDS_DESIGN.where(fine & pl.col("assumed"))] if corrected else []),
            SHARED.where(fine & pl.lit(variant == "oneway")),
            DRAWN.where(
                fine & pl.lit(drawn),
                pl.lit(draws),
                pl.lit(seed),
                (pl.col("p_drawn") * (1 - pl.col("p_drawn")) / draws).sqrt().round_sig_figs(2),
            ),
            *vector_remarks(),
        ),
    )


def _tested(part: Stack, *, variant: ManovaVariant, seed: int, draws: int, ratios: Array) -> pl.DataFrame:
    """Test groups of one shape; ``ratios`` of test to training size divide H, NaN where they are not known."""
    values = part.values
    many, n, width, p = values.shape
    found = scatter(values, blocked=variant != "oneway")
    rank, freedom, q = found.basis.rank, found.freedom, width - 1
    tied = tied_values(values) & (n >= 2) & (width >= 2) & (p > 0)
    few = np.full(many, n < 2 or width < 2 or p == 0) & ~tied
    steady = found.basis.steady.all(axis=1)
    singular = ~few & ~tied & (rank < p) & (rank >= freedom) & ~steady
    clash = ~few & ~tied & ~singular & (found.basis.clashing.any(axis=1) | (rank == 0))
    roots = found.roots / (1 + n * ratios[part.group])[:, None]
    criteria = _criteria(roots, rank, q, freedom)
    p_drawn = np.full((many, len(CRITERIA)), np.nan)
    if variant == "permutation" and n >= 2 and width >= 2 and p:
        p_drawn = _shuffled(values, seed, draws)
    s = np.minimum(rank, q)
    return part.rows(
        len(CRITERIA),
        order=np.tile(np.arange(len(CRITERIA)), (many, 1)),
        **criteria,
        p_drawn=p_drawn,
        exact=(s[:, None] <= np.array([2, 1, 1, 1])) & (s[:, None] > 0),
        s=s,
        tied=tied,
        trouble=first_word(many, (few, "too_few"), (singular, "singular"), (clash, "zero_variance")),
        left_out=pl.Series(left_out(found.basis, part.metrics), dtype=pl.String),
    ).with_columns(criterion=pl.Series(list(CRITERIA) * many, dtype=pl.String))


def _criteria(roots: Array, rank: Array, q: int, freedom: int) -> dict[str, Array]:
    """Return the four criteria with F and degrees of freedom as R does, columns in the order of CRITERIA."""
    p = rank.astype(float)
    s = np.minimum(p, q)
    m, half = (np.abs(p - q) - 1) / 2, (freedom - p - 1) / 2
    with np.errstate(all="ignore"):
        log_wilks = -np.log1p(roots).sum(axis=1)
        pillai = (roots / (1 + roots)).sum(axis=1)
        lawley = roots.sum(axis=1)
        roy = roots.max(axis=1, initial=0.0)
        below = p**2 + q**2 - 5
        t = np.where(below > 0, np.sqrt(np.maximum((p * q) ** 2 - 4, 0) / np.where(below > 0, below, 1.0)), 1.0)
        wilks_df2 = (freedom - (p - q + 1) / 2) * t - (p * q - 2) / 2
        wide = s * (2 * m + s + 1)
        largest = np.maximum(p, q)
        df1 = np.column_stack([p * q, wide, wide, largest])
        df2 = np.column_stack([wilks_df2, s * (2 * half + s + 1), 2 * (s * half + 1), freedom - largest + q])
        f = np.column_stack(
            [
                np.expm1(-log_wilks / t) * wilks_df2 / (p * q),
                pillai / (s - pillai) * (2 * half + s + 1) / (2 * m + s + 1),
                2 * (s * half + 1) * lawley / (s**2 * (2 * m + s + 1)),
                roy * (freedom - largest + q) / largest,
            ]
        )
    return {"value": np.column_stack([np.exp(log_wilks), pillai, lawley, roy]), "f": f, "df1": df1, "df2": df2}


def _shuffled(values: Array, seed: int, draws: int) -> Array:
    """Compare the criteria with their values when algorithms are shuffled within blocks.

    What is left of the values without their block means has the same scatter whatever the shuffle, so in an orthonormal
    basis of it every criterion depends on the sums per algorithm only.
    """
    many, n, width, p = values.shape
    centred = values - values.mean(axis=2, keepdims=True)
    largest = np.abs(values).max(axis=(1, 2), initial=0.0)
    basis = orthonormal(centred.reshape(many, n * width, p), np.zeros((many, 0, p)), largest)
    columns = basis.columns.reshape(many, n, width, p)
    observed = _shares(columns.sum(axis=1)[:, None], n)
    order = np.random.default_rng([seed, n, width]).permuted(np.tile(np.arange(width), (draws, n, 1)), axis=2)
    reached = np.zeros((many, len(CRITERIA)))
    step = max(1, CHUNK // max(draws * width * p, 1))
    for start in range(0, many, step):
        part = columns[start : start + step]
        sums = np.zeros((len(part), draws, width, p))
        for k in range(n):
            sums += part[:, k][:, order[:, k]]
        beyond = _shares(sums, n) >= observed[start : start + step] - SLACK
        reached[start : start + step] = beyond.sum(axis=1)
    return np.asarray((reached + 1) / (draws + 1))


def _shares(sums: Array, n: int) -> Array:
    """Turn sums per algorithm into criteria that grow with the evidence, as functions of the shares H / (H + E)."""
    share = np.linalg.eigvalsh(fast_product(sums.swapaxes(2, 3), sums) / n)
    share = np.clip(share, 0.0, 1.0)
    with np.errstate(all="ignore"):
        odds = share / np.maximum(1 - share, SLACK)
        return np.stack(
            [-np.log(np.maximum(1 - share, SLACK)).sum(-1), share.sum(-1), odds.sum(-1), odds.max(-1)], axis=-1
        )


MANOVA = Method(
    id="manova",
    title="Multivariate analysis of variance",
    question="Do several algorithms differ in any combination of several metrics?",
    also=("counts",),
    symbol="\\Lambda",
    formula=(
        "Lambda = |E| / |E + H|, rejected when small; F by Rao, with Pillai's trace, the Hotelling-Lawley trace "
        "and Roy's root beside; H and E are the scatter between and within algorithms"
    ),
    tex=r"\Lambda = \frac{|E|}{|E + H|}",
    null="all algorithms have the same expectation in every metric",
    assumes=(
        "blocks are independent, which cross-validation folds are not",
        "residuals are about jointly normal with one covariance",
        "one-way form: the algorithms' blocks are unrelated",
    ),
    cites=("wilks1932", "pillai1955", "rencher2002", "alpaydin2010"),
    estimand="the criterion",
    variants=("oneway", "blocked", "corrected", "permutation"),
    remarks=(
        *LEFT_OUT,
        FEW_FOR_MANOVA,
        TOO_MANY,
        SAME_AMOUNT,
        NO_RATIO,
        LOWER_BOUND,
        DIVIDED,
        SHARED,
        DRAWN,
        *COUNT_REMARKS,
        SHARED_RUNS,
    ),
    table=manova,
)
