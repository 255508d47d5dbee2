"""Multivariate analysis of variance, with tests per metric and pair, and the directions that separate algorithms."""

from __future__ import annotations

from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.records import dataclass
from benchreport.stats.forms.distributions import f_sf
from benchreport.stats.forms.over import Frame
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import DRAWN, SHARED_RUNS, checked_alpha, checked_draws, first_that_holds, result_rows
from benchreport.stats.forms.sides import NO_RATIO
from benchreport.stats.forms.vectors import OF_COUNTS, Metrics, first_word, over_stacks, over_vectors, vector_remarks
from benchreport.stats.kernels.linear_algebra import (
    LEFT_OUT,
    Array,
    Basis,
    left_out,
    length_of,
    orthonormal,
    row_sums,
)
from benchreport.stats.several_metrics.t2_tests import (
    CHUNK,
    DEPENDENT_WEIGHTS,
    FEW_FOR_METRICS,
    HOTELLING,
    LEFT_OUT_METRICS,
    SAME_AMOUNT,
    SLACK,
    TROUBLE,
    hotelling_rows,
)
from benchreport.tables.blocks import Reduce
from benchreport.tables.designs.sizes import NEEDS_DESIGN, sizes_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import TOLERANCE, Flags
from benchreport.tables.vectors import Stack, Vectors, largest_sizes
from benchreport.threads import fast_product, product, roots, roots_and_axes

ManovaVariant = Literal["oneway", "blocked", "corrected", "permutation"]
CRITERIA = ("wilks", "pillai", "hotelling_lawley", "roy")
TOO_MANY = Remark(code="few_degrees_of_freedom", note="fewer residual degrees of freedom than metrics")
SHARED = Remark(
    code="shared_blocks_see_blocked", note="blocks are shared, which this form ignores; see variant blocked"
)
DIVIDED = Remark(code="divided_h", note="H is divided by 1 + n n_test/n_train, a heuristic for shared training data")
LOWER_BOUND = Remark(code="lower_bound", note="the F of Roy's root is an upper bound, so p is a lower bound")
FEW_FOR_MANOVA = Remark(code="few_for_manova", note="fewer than two algorithms or two complete blocks")
Design = Literal["oneway", "blocked"]
PAIR_TERM = "all metrics"
ONE_DIRECTION = 0.9
SAME_STEP = Remark(code="same_amount", note="the algorithms differ by the same amount on every block")
NO_MORE_DIRECTIONS = Remark(code="no_further_direction", note="as many directions as independent metrics")
ESSENTIALLY_ONE = Remark(code="one_direction", note="the algorithms differ along essentially one direction")


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
    """Compute the multivariate analysis of variance: four rows per group, one for each criterion.

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
    options: dict[str, Any] = {"alpha": checked_alpha(alpha), "seed": seed, "draws": checked_draws(draws)}
    rows = partial(_criterion_rows, variant=variant, **options)
    doubt = None if variant == "corrected" else SHARED_RUNS
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=doubt)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scatter:
    """What separates the algorithms of many groups, in units of what does not.

    ``between`` is E^-1 H in the coordinates of the basis, whose last carried rows are the metrics.
    """

    basis: Basis
    between: Array
    freedom: int

    def roots(self) -> Array:
        """Return the eigenvalues of E^-1 H, largest first."""
        return np.maximum(roots(self.between)[:, ::-1], 0.0)

    def directions(self) -> tuple[Array, Array]:
        """Return the eigenvalues of E^-1 H, largest first, and their vectors in metric units."""
        values, axes = roots_and_axes(self.between)
        metrics = self.basis.carried[:, -axes.shape[1] :]
        return np.maximum(values[:, ::-1], 0.0), product(metrics, axes[:, :, ::-1])


def groups_last(values: Array) -> Array:
    """Return the same array, whose first axis varies fastest in memory: NumPy takes long over many short rows.

    Examples
    --------
    >>> groups_last(np.zeros((5, 4, 3, 2))).strides
    (8, 120, 40, 480)
    """
    return np.ascontiguousarray(values.transpose(3, 1, 2, 0)).transpose(3, 1, 2, 0)


def parted(values: Array, *, blocked: bool) -> tuple[Array, Array, int]:
    """Return the means of algorithms, what is left of the values, and its degrees of freedom."""
    many, n, width, p = values.shape
    means = values.mean(axis=1) if n else np.zeros((many, width, p))
    residuals = values - means[:, None]
    if not blocked:
        return means, residuals, width * (n - 1)
    return means, residuals - _over_algorithms(residuals)[:, :, None], (width - 1) * (n - 1)


def _over_algorithms(values: Array) -> Array:
    """Return the means over the last axis but one, added up one by one, whatever lies side by side in memory."""
    width = values.shape[-2]
    return np.asarray(sum(values[..., place, :] for place in range(width)) / width)


def scatter(values: Array, *, blocked: bool) -> Scatter:
    """Return the scatter between algorithms and the rest, for groups of one shape."""
    many, n, width, p = values.shape
    values = groups_last(values)
    means, residuals, freedom = parted(values, blocked=blocked)
    largest = largest_sizes(values)
    apart = np.sqrt(n) * (means - _over_algorithms(means)[:, None])
    carried = np.concatenate([apart, np.broadcast_to(np.eye(p), (many, p, p))], axis=1)
    basis = orthonormal(residuals.reshape(many, n * width, p), carried, largest, tested=width)
    moved = basis.moved[:, :width]
    between = np.array([row_sums(moved * column) for column in moved]).reshape(p, p, many)
    return Scatter(basis=basis, between=np.ascontiguousarray(between.transpose(2, 0, 1)), freedom=freedom)


def tied_metrics(values: Array) -> Array:
    """Return the metrics of each group in which all algorithms have the same value on every block, within rounding."""
    # One block excludes almost all groups.
    tied = _tied(values[:, :1])
    doubtful = tied.any(axis=1)
    tied[doubtful] = _tied(values[doubtful])
    return tied


def _tied(values: Array) -> Flags:
    spread = values.max(axis=2, initial=-np.inf) - values.min(axis=2, initial=np.inf)
    return np.asarray((spread <= TOLERANCE * np.abs(values).max(axis=2, initial=0.0)).all(axis=1))


def _criterion_rows(vectors: Vectors, *, variant: ManovaVariant, alpha: float, seed: int, draws: int) -> pl.DataFrame:
    sizes = sizes_of(vectors) if variant == "corrected" else None
    ratios = (
        np.zeros(vectors.n_groups) if sizes is None else sizes["ratio"].cast(pl.Float64).fill_null(np.nan).to_numpy()
    )
    test = partial(_tested, variant=variant, seed=seed, draws=draws, ratios=ratios)
    facts = over_stacks(vectors, vectors.whole(), test, "order")
    if sizes is not None:
        facts = facts.hstack(sizes.select("assumed")[facts.get_column("group").to_numpy()])
    return result_rows(facts, MANOVA, alpha=alpha, **_criterion_words(variant, seed, draws))


# An expression takes longer to make than to work out on a few groups.
@lru_cache(maxsize=16)
def _criterion_words(variant: ManovaVariant, seed: int, draws: int) -> dict[str, Any]:
    """Return what the rows of :func:`_tested` have beside numbers: law, status and remarks."""
    corrected, drawn = variant == "corrected", variant == "permutation"
    whole, fine, possible, bound = TROUBLE.is_null(), pl.col("fine"), pl.col("possible"), pl.col("bound")
    law = pl.when("exact").then(pl.lit("F")).otherwise(pl.lit("F, approximately"))
    problems = [(~pl.col("sized"), "undefined"), (~possible, "too_few"), (bound, "approximate")]
    p = pl.col("p_value")
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    remarks = [
        pl.when(whole).then("left_out"),
        FEW_FOR_MANOVA.where(TROUBLE == "too_few"),
        TOO_MANY.where((TROUBLE == "singular") | (whole & ~possible)),
        SAME_AMOUNT.where(TROUBLE == "zero_variance"),
        NO_RATIO.where(~pl.col("sized") & whole),
        LOWER_BOUND.where(bound),
        *([DIVIDED.where(fine), NEEDS_DESIGN.where(fine & pl.col("assumed"))] if corrected else []),
        *([SHARED.where(fine)] if variant == "oneway" else []),
        *([DRAWN.where(fine, pl.lit(draws), pl.lit(seed), error)] if drawn else []),
        *vector_remarks(),
    ]
    return {
        "law": "Monte Carlo permutations" if drawn else law,
        "status": pl.coalesce(TROUBLE, first_that_holds(problems, "approximate" if corrected or drawn else "ok")),
        "remarks": remarks,
    }


def _tested(part: Stack, *, variant: ManovaVariant, seed: int, draws: int, ratios: Array) -> pl.DataFrame:
    """Return the criteria of groups of one shape; ``ratios`` of test to training size divide H, NaN where unknown."""
    from scipy.special import fdtrc

    values, drawn = groups_last(part.values), variant == "permutation"
    many, n, width, p = values.shape
    parts = scatter(values, blocked=variant != "oneway")
    rank, freedom, q = parts.basis.rank, parts.freedom, width - 1
    few, tied = np.full(many, n < 2 or width < 2 or p == 0), np.asarray(tied_metrics(values).all(axis=1))
    singular = (rank < p) & (rank >= freedom) & ~parts.basis.steady.all(axis=1)
    clash = parts.basis.clashing.any(axis=1) | (rank == 0)
    problems = ((few, "too_few"), (tied, "all_ties"), (singular, "singular"), (clash, "zero_variance"))
    sized, whole = ~np.isnan(ratios[part.group]), ~(few | tied | singular | clash)
    value, numbers = _criteria(parts.roots() / (1 + n * ratios[part.group])[:, None], rank, q, freedom)
    if drawn:
        shuffled = n >= 2 and width >= 2 and p
        p_value, numbers = _shuffled(part.values, seed, draws) if shuffled else np.full(value.shape, np.nan), {}
        possible = ~np.isnan(p_value)
    else:
        p_value, possible = fdtrc(numbers["df1"], numbers["df2"], numbers["statistic"]), numbers["df2"] > 0
    sound = (whole & sized)[:, None]
    fine, s = sound & possible, np.minimum(rank, q)[:, None]
    names = pl.Series([name if variant == "oneway" else f"{name}, {variant}" for name in CRITERIA], dtype=pl.String)
    order = np.tile(np.arange(len(CRITERIA), dtype=np.uint32), many)
    rows = part.rows(
        len(CRITERIA),
        order=order.reshape(many, len(CRITERIA)),
        **{name: np.where(fine, number, np.nan) for name, number in numbers.items()},
        p_value=np.where(fine, p_value, np.where(tied & ~few, 1.0, np.nan)[:, None]),
        estimate=np.where(sound, value, np.nan),
        exact=(s <= np.array([2, 1, 1, 1])) & (s > 0),
        fine=fine,
        possible=possible,
        bound=fine & (s > 1) & (np.array(CRITERIA) == "roy") & (not drawn),
        sized=sized,
        trouble=first_word(many, *problems),
        left_out=pl.Series(left_out(parts.basis, part.metrics), dtype=pl.String),
    )
    return rows.hstack([names[pl.Series(order)].alias("variant")])


def _criteria(roots: Array, rank: Array, q: int, freedom: int) -> tuple[Array, dict[str, Array]]:
    """Return the four criteria, and F and degrees of freedom as R has them, columns in the order of CRITERIA."""
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
    return np.column_stack([np.exp(log_wilks), pillai, lawley, roy]), {"statistic": f, "df1": df1, "df2": df2}


def _shuffled(values: Array, seed: int, draws: int) -> Array:
    """Return the share of shuffles of algorithms within blocks whose criteria reach the observed ones.

    What is left of the values without their block means has the same scatter whatever the shuffle, so in an orthonormal
    basis of it every criterion depends on the sums per algorithm only.
    """
    many, n, width, p = values.shape
    centred = values - values.mean(axis=2, keepdims=True)
    largest = largest_sizes(values)
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
    """Return criteria that grow with the evidence, as functions of the shares H / (H + E), from sums per algorithm."""
    share = np.linalg.eigvalsh(fast_product(sums.swapaxes(2, 3), sums) / n)
    share = np.clip(share, 0.0, 1.0)
    with np.errstate(all="ignore"):
        odds = share / np.maximum(1 - share, SLACK)
        return np.stack(
            [-np.log(np.maximum(1 - share, SLACK)).sum(-1), share.sum(-1), odds.sum(-1), odds.max(-1)], axis=-1
        )


@documented
def manova_posthoc(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: Design = "oneway",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute an analysis of variance of each metric and Hotelling's test of each pair, after :func:`manova`.

    Rows of metrics name the metric in ``term`` and have no pair; ``estimate`` is the share of variance that the
    algorithms explain. Rows of pairs have the term "all metrics". Adjust with ``br.adjust``, which takes all rows of a
    group for one family.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    metrics
        The metrics to compare in, all by default.
    variant
        Of the analyses of variance: "oneway", or "blocked" without what blocks share. Pairs are always compared block
        by block.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.manova_posthoc(scores, metrics=["accuracy", "auc"])
    >>> rows.select("a", "b", "term", pl.col("statistic").round(3)).rows()[1:3]
    [(None, None, 'auc', 5866.807), ('DecisionTree', 'GaussianNB', 'all metrics', 21.113)]
    """
    one_of(variant, MANOVA_POSTHOC.variants, name="variant")
    rows = partial(_posthoc_rows, variant=variant, alpha=checked_alpha(alpha))
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=SHARED_RUNS)


@documented
def manova_directions(
    table: Frame, *, by: By = ("dataset",), metrics: Metrics = None, variant: Design = "oneway", reduce: Reduce = "mean"
) -> Frame:
    """Compute the combinations of metrics that separate the algorithms best.

    One row per group, direction and metric: ``variant`` numbers the direction, ``term`` is the metric, ``estimate`` its
    weight with the largest at 1, ``statistic`` the eigenvalue of the direction and ``effect`` its share of all
    eigenvalues. Above 0.9 the algorithms differ along essentially one direction.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts.
    variant
        "oneway", or "blocked" without what blocks share.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.manova_directions(scores, metrics=["accuracy", "auc"])
    >>> rows.select("dataset", "variant", "term", pl.col("estimate", "effect").round(4)).row(0)
    ('breast_cancer', 'direction 1', 'accuracy', 0.2815, 0.9959)
    """
    one_of(variant, MANOVA_DIRECTIONS.variants, name="variant")
    rows = partial(_direction_rows, variant=variant)
    return over_vectors(table, rows, by=by, metrics=metrics, reduce=reduce, doubt=DEPENDENT_WEIGHTS)


def _posthoc_rows(vectors: Vectors, *, variant: Design, alpha: float) -> pl.DataFrame:
    pairs = hotelling_rows(vectors, method=MANOVA_POSTHOC, alpha=alpha)
    pairs = pairs.with_columns(term=pl.lit(PAIR_TERM), estimand=pl.lit(HOTELLING.estimand))
    rows = pl.concat([_metric_rows(vectors, variant, alpha), pairs])
    return rows.sort("group", "a", "b", nulls_last=False, maintain_order=True)


def _metric_rows(vectors: Vectors, variant: Design, alpha: float) -> pl.DataFrame:
    facts = over_stacks(vectors, vectors.whole(), partial(_analysis, blocked=variant == "blocked"))
    few, tied, steady = pl.col("few"), pl.col("tied"), pl.col("steady")
    fine = ~few & ~tied & ~steady
    F = (pl.col("between") / pl.col("within")) ** 2 * pl.col("df2") / pl.col("df1")
    explained = 1 / (1 + (pl.col("within") / pl.col("between")) ** 2)
    return result_rows(
        facts,
        MANOVA_POSTHOC,
        variant=variant,
        statistic=pl.when(fine).then(F),
        df1=pl.when(fine).then("df1"),
        df2=pl.when(fine).then("df2"),
        p_value=pl.when(fine).then(f_sf(F, pl.col("df1"), pl.col("df2"))).when(tied).then(1.0),
        estimate=pl.when(fine).then(explained),
        estimand="share of variance explained",
        alpha=alpha,
        law="F",
        status=[(few, "too_few"), (tied, "all_ties"), (steady, "zero_variance")],
        remarks=[
            FEW_FOR_MANOVA.where(few),
            SAME_STEP.where(~few & steady & ~tied),
            SHARED.where(fine & pl.lit(variant == "oneway")),
            *vector_remarks(),
        ],
    )


def _analysis(part: Stack, *, blocked: bool) -> pl.DataFrame:
    values = part.values
    many, n, width, p = values.shape
    means, residuals, freedom = parted(values, blocked=blocked)
    within = length_of(residuals.reshape(many, n * width, p))
    between = np.sqrt(n) * length_of(means - means.mean(axis=1, keepdims=True))
    enough = n >= 2 and width >= 2
    return part.per_metric(
        within=within,
        between=between,
        df1=np.full(many, float(width - 1)),
        df2=np.full(many, float(freedom)),
        few=np.full(many, not enough),
        tied=tied_metrics(values) & enough,
        steady=within <= TOLERANCE * np.sqrt(max(n * width, 1)) * part.largest,
    )


def _directions(part: Stack, *, blocked: bool) -> pl.DataFrame:
    values = part.values
    many, n, width, p = values.shape
    parts = scatter(values, blocked=blocked)
    rank = parts.basis.rank
    size = max(min(p, width - 1), 1 if p else 0)
    tied = tied_metrics(values).all(axis=1) & (n >= 2)
    few = ((n < 2) | (rank > parts.freedom) | ((rank < p) & (rank >= parts.freedom))) & ~tied
    clash = parts.basis.clashing.any(axis=1) | (rank == 0)
    trouble = first_word(many, (few, "singular"), (tied, "all_ties"), (clash, "zero_variance"))
    values_of, axes = parts.directions()
    with np.errstate(all="ignore"):
        share = values_of / values_of.sum(axis=1, keepdims=True)
        peak = np.take_along_axis(axes, np.abs(axes).argmax(axis=1)[:, None], axis=1)
        weights = axes / peak
    # A direction beyond the rank is none.
    real = np.arange(size) < np.minimum(rank, width - 1)[:, None]
    varying = p - parts.basis.steady.sum(axis=1)

    def each(array: Array) -> Array:
        return np.repeat(array[:, :size], p, axis=1)

    return part.rows(
        size * p,
        number=np.tile(np.repeat(np.arange(1, size + 1), p), (many, 1)),
        weight=weights[:, :, :size].swapaxes(1, 2),
        root=each(values_of),
        share=each(share),
        real=each(real),
        kept=np.repeat(parts.basis.independent[:, None], size, axis=1),
        trouble=trouble,
        most_directions=np.where(trouble.is_null(), np.clip(varying, 1, size), size),
        left_out=pl.Series(left_out(parts.basis, part.metrics), dtype=pl.String),
    ).with_columns(term=pl.Series(list(part.metrics) * size * many, dtype=pl.String))


def _direction_rows(vectors: Vectors, *, variant: Design) -> pl.DataFrame:
    facts = over_stacks(vectors, vectors.whole(), partial(_directions, blocked=variant == "blocked"))
    # What never varies has no direction; a group without any still has rows.
    facts = facts.filter(pl.col("number") <= pl.col("most_directions"))
    sound, real = TROUBLE.is_null(), pl.col("real")
    fine = sound & real
    return result_rows(
        facts,
        MANOVA_DIRECTIONS,
        variant=pl.format("direction {}" + (", blocked" if variant == "blocked" else ""), "number"),
        statistic=pl.when(fine).then("root"),
        estimate=pl.when(fine & pl.col("kept")).then("weight"),
        effect=pl.when(fine).then("share"),
        status=pl.coalesce(TROUBLE, first_that_holds([(~real, "undefined")], "ok")),
        remarks=[
            TOO_MANY.where(TROUBLE == "singular"),
            LEFT_OUT_METRICS,
            SAME_AMOUNT.where(TROUBLE == "zero_variance"),
            NO_MORE_DIRECTIONS.where(sound & ~real),
            ESSENTIALLY_ONE.where(fine & (pl.col("number") == 1) & (pl.col("share") > ONE_DIRECTION)),
            *vector_remarks(),
        ],
    )


MANOVA = Method(
    table=manova,
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
    account=(
        r"Wilks’ $\Lambda$ compares the scatter $H$ of the mean vectors of the algorithms with the scatter $E$ of "
        "the runs; $F$ is Rao’s approximation."
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
        *OF_COUNTS,
        SHARED_RUNS,
    ),
)

MANOVA_POSTHOC = Method(
    table=manova_posthoc,
    title="Tests after a multivariate analysis of variance",
    question="Which metrics and which pairs of algorithms carry the difference?",
    also=("counts",),
    symbol="F",
    formula="an analysis of variance per metric, and Hotelling's paired T2 per pair of algorithms",
    tex=(
        r"F = \frac{\mathrm{MS}_{\mathrm{algorithms}}}{\mathrm{MS}_{\mathrm{error}}}, "
        r"\quad T^2 = K \bar{d}^{\top} S^{-1} \bar{d}"
    ),
    null="all algorithms have the same expectation in this metric; or this pair in every metric",
    assumes=("blocks are independent, which cross-validation folds are not", "residuals are about normal"),
    account=(
        "After the multivariate test, single metrics are compared by analysis of variance and pairs by Hotelling’s "
        "$T^2$."
    ),
    cites=("rencher2002", "alpaydin2010"),
    estimand="share of variance explained",
    effect=HOTELLING.effect,
    variants=("oneway", "blocked"),
    remarks=(FEW_FOR_MANOVA, SAME_STEP, SHARED, *LEFT_OUT, FEW_FOR_METRICS, SAME_AMOUNT, *OF_COUNTS, SHARED_RUNS),
)

MANOVA_DIRECTIONS = Method(
    table=manova_directions,
    title="Directions of a multivariate analysis of variance",
    question="Which combinations of metrics tell several algorithms apart best?",
    also=("counts",),
    symbol="\\lambda",
    formula="eigenvectors of E^-1 H, largest entry 1, with eigenvalue lambda and share lambda / sum of lambda",
    tex=r"E^{-1} H v = \lambda v, \quad \mathrm{share} = \frac{\lambda}{\sum \lambda}",
    assumes=("blocks are independent", "weights of correlated metrics are not to be read one by one"),
    account=(
        "The directions of the differences are the eigenvectors $v$ of $E^{-1} H$; the share of a direction is that"
        " of its eigenvalue."
    ),
    cites=("rencher2002", "alpaydin2010"),
    estimand="weight of the metric",
    effect="share of the difference along this direction",
    variants=("oneway", "blocked"),
    remarks=(TOO_MANY, *LEFT_OUT, SAME_AMOUNT, NO_MORE_DIRECTIONS, ESSENTIALLY_ONE, *OF_COUNTS, DEPENDENT_WEIGHTS),
)
