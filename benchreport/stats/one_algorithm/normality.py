"""Tests of normality: Shapiro-Wilk, Anderson-Darling, and Shapiro-Wilk for several metrics at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import one_of
from benchreport.method import Method, Remark
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.distributions import IntoExpr, measured
from benchreport.stats.forms.over import Frame, doubted, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import (
    DRAWN,
    NO_MEAN,
    SHARED_RUNS,
    averaged,
    checked_alpha,
    checked_draws,
    fields,
    first_that_holds,
    result_rows,
    table_remarks,
)
from benchreport.stats.forms.sides import NEVER_VARIES
from benchreport.stats.forms.vectors import (
    COUNT_REMARKS,
    Metrics,
    first_word,
    over_stacks,
    over_vectors,
    vector_remarks,
)
from benchreport.stats.kernels.centring import is_rounding, power_of_two
from benchreport.stats.kernels.linear_algebra import LEFT_OUT, Array, Basis, left_out, orthonormal
from benchreport.tables.blocks import NO_RUNS, Blocks, Flags, Floats, Integers, Reduce
from benchreport.tables.groups import By
from benchreport.tables.vectors import Stack, Vectors

# Statistic and p-value of samples of one size in rows, sorted, with mean 0 and standard deviation 1.
Kernel = Callable[[Floats], tuple[Floats, Floats]]
# Samples of one size: the positions of their groups, their values in rows, and the sizes of the numbers behind each.
Samples = tuple[Integers, Floats, Floats]
NormalityVariant = Literal["results", "residuals"]
MultivariateVariant = Literal["simulated", "univariate"]
LEAST = {"shapiro_wilk": 3, "anderson_darling": 8, "multivariate_shapiro": 3}
SHAPIRO_UP_TO = 5000  # the largest sample Royston fitted his polynomials to
CHUNK = 2_000_000  # numbers drawn at a time
FEW = Remark(code="few_for_normality", note="fewer than {0} values")
BEYOND = Remark(code="beyond_royston", note=f"the approximation was fitted to samples of up to {SHAPIRO_UP_TO} values")
SMALLEST_P = Remark(code="smallest_p", note="p is at most this: the approximation ends at 3.7e-24")
FEW_VECTORS = Remark(code="few_vectors", note="fewer than three complete blocks")
EQUALLY_FAR = Remark(code="equally_far", note="with so many metrics every block is equally far from the mean")
CHOSEN = Remark(code="chosen_direction", note="the direction was chosen as the most extreme one, so p is too small")

# Royston (1995): corrections of the two outermost weights as polynomials in 1 / sqrt(n), lowest power first.
FIRST_WEIGHT = (0.0, 0.221157, -0.147981, -2.07119, 4.434685, -2.706056)
SECOND_WEIGHT = (0.0, 0.042981, -0.293762, -1.752461, 5.682633, -3.582633)
# Mean and log standard deviation of the transformed 1 - W: up to 11 values in n, beyond in log n.
SMALL_MEAN = (0.544, -0.39978, 0.025054, -6.714e-4)
SMALL_LOG_SD = (1.3822, -0.77857, 0.062767, -0.0020322)
SMALL_BOUND = (-2.273, 0.459)
LARGE_MEAN = (-1.5861, -0.31082, -0.083751, 0.0038915)
LARGE_LOG_SD = (-0.4803, -0.082676, 0.0030302)
BEYOND_BOUND = 1e-99  # where W lies below all that the transformation of small samples reaches, as in R

# D'Agostino and Stephens (1986): upper end of the modified statistic, polynomial of the log of p, or of 1 - p.
ANDERSON_PIECES = (
    (0.2, (-13.436, 101.14, -223.73), True),
    (0.34, (-8.318, 42.796, -59.938), True),
    (0.6, (0.9177, -4.279, -1.38), False),
    (10.0, (1.2937, -5.709, 0.0186), False),
)
ANDERSON_LEAST_P = 3.7e-24


@documented
def shapiro_wilk(
    table: Frame,
    *,
    by: By = ("dataset", "metric"),
    variant: NormalityVariant = "results",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Shapiro-Wilk test of normality: a description, no reason to choose another test.

    Of the results of every algorithm, named in ``a``; or of the residuals of a group once the means of algorithms and
    blocks are taken out, which an analysis of variance of shared blocks assumes to be normal. The p-value is Royston's
    approximation, exact for three values.

    Parameters
    ----------
    table
        Scores. Residuals need a complete table.
    variant
        The "results" of every algorithm, or the "residuals" of algorithms and blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.shapiro_wilk(scores, by="metric").select("a", pl.col("statistic", "p_value").round(6)).row(0)
    ('C4.5', 0.856072, 0.026881)
    """
    return _over_table(table, SHAPIRO_WILK, _shapiro, by=by, variant=variant, alpha=alpha, reduce=reduce)


@documented
def anderson_darling(
    table: Frame,
    *,
    by: By = ("dataset", "metric"),
    variant: NormalityVariant = "results",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the Anderson-Darling test of normality: a description, no reason to choose another test.

    Mean and variance are estimated, and the p-value is D'Agostino and Stephens' approximation. It needs eight values.

    Parameters
    ----------
    table
        Scores. Residuals need a complete table.
    variant
        The "results" of every algorithm, or the "residuals" of algorithms and blocks.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.anderson_darling(scores, by="metric").select("a", pl.col("statistic", "p_value").round(6)).row(0)
    ('C4.5', 0.815089, 0.026035)
    """
    return _over_table(table, ANDERSON_DARLING, _anderson, by=by, variant=variant, alpha=alpha, reduce=reduce)


def shapiro_wilk_expr(x: IntoExpr, *, alpha: float = 0.05) -> pl.Expr:
    """Compute the Shapiro-Wilk test of normality of a column; of paired results, test their difference.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.shapiro_wilk("x")).unnest("shapiro_wilk")
    >>> row.select("n", pl.col("statistic", "p_value").round(6)).row(0)
    (10, 0.969189, 0.883224)
    """
    return _column_form(SHAPIRO_WILK, _shapiro, x, alpha)


def anderson_darling_expr(x: IntoExpr, *, alpha: float = 0.05) -> pl.Expr:
    """Compute the Anderson-Darling test of normality of a column; of paired results, test their difference.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = pl.DataFrame({"x": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]})
    >>> row = errors.select(br.expr.anderson_darling("x")).unnest("anderson_darling")
    >>> row.select("n", pl.col("statistic", "p_value").round(6)).row(0)
    (10, 0.19062, 0.863052)
    """
    return _column_form(ANDERSON_DARLING, _anderson, x, alpha)


@documented
def multivariate_shapiro(
    table: Frame,
    *,
    by: By = ("dataset",),
    metrics: Metrics = None,
    variant: MultivariateVariant = "simulated",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
    seed: int = 0,
    draws: int = 9999,
) -> Frame:
    """Compute the Shapiro-Wilk test of joint normality of several metrics, one row per group and algorithm.

    The statistic is Shapiro and Wilk's W of the blocks projected on the direction of the block farthest from the mean
    in Mahalanobis' distance, as in ``mshapiro.test`` of the R package mvnormtest. That package takes the p-value of a
    direction given beforehand ("univariate"), which rejects 14 % of normal samples of 20 blocks and two metrics at a
    level of 5 %, and 58 % with four metrics. By default the law of the statistic is simulated instead; it depends on
    the numbers of blocks and metrics alone.

    Parameters
    ----------
    table
        Scores with several metrics, or confusion counts (``tp fp fn tn``, or ``actual``, ``predicted``, ``n``).
    metrics
        The metrics to test, all by default. Of metrics that depend on each other the first is kept.
    variant
        "simulated", or "univariate" as in mvnormtest.
    draws
        How many samples are simulated.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.multivariate_shapiro(scores, metrics=["accuracy", "auc"])
    >>> rows.select("dataset", "a", "n", pl.col("statistic").round(6), "p_value").row(0)
    ('breast_cancer', 'DecisionTree', 10, 0.927196, 0.6217)
    """
    one_of(variant, MULTIVARIATE_SHAPIRO.variants, name="variant")
    checked_alpha(alpha)
    checked_draws(draws)
    rows = partial(_multivariate_rows, variant=variant, alpha=alpha, seed=seed, draws=draws)
    return over_vectors(
        table, rows, by=by, metrics=metrics, missing="available", reduce=reduce, alone=True, doubt=SHARED_RUNS
    )


def _column_form(method: Method, kernel: Kernel, x: IntoExpr, alpha: float) -> pl.Expr:
    checked_alpha(alpha)
    rows = partial(_list_rows, method=method, kernel=kernel, alpha=alpha)
    return averaged(method, rows, (x,), {"values": measured(x).drop_nulls().sort().implode()})


def _list_rows(lists: pl.DataFrame, *, method: Method, kernel: Kernel, alpha: float) -> pl.DataFrame:
    column = lists.get_column("values")
    n = column.list.len().fill_null(0).to_numpy().astype(np.int64)
    flat = column.explode(empty_as_null=False).drop_nulls().to_numpy()
    facts = pl.DataFrame({"n": n, **_tested(method, kernel, len(n), _samples(flat, n))})
    return facts.select(_fields(method, alpha, size=pl.col("n"), remarks=[]))


def _samples(flat: Floats, n: Integers) -> Iterator[Samples]:
    """Yield the samples of each size from their values one after the other."""
    starts = np.cumsum(n) - n
    for size in np.unique(n):
        chosen = np.flatnonzero(n == size)
        values = flat[starts[chosen][:, None] + np.arange(size)]
        yield chosen, values, np.abs(values)


def _over_table(
    table: Frame, method: Method, kernel: Kernel, *, by: By, variant: NormalityVariant, alpha: float, reduce: Reduce
) -> Frame:
    one_of(variant, method.variants, name="variant")
    checked_alpha(alpha)
    if variant == "residuals":
        rows = partial(_residual_rows, method=method, kernel=kernel, alpha=alpha)
        return over_blocks(table, rows, by=by, reduce=reduce)
    rows = partial(_result_rows, method=method, kernel=kernel, alpha=alpha)
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available", alone=True)


def _result_rows(blocks: Blocks, *, method: Method, kernel: Kernel, alpha: float) -> pl.DataFrame:
    """Test the results of every algorithm."""
    cells, many = blocks.cells, blocks.seats.height
    turned = cells.values * blocks.orientation[cells.group]
    n = np.bincount(cells.algorithm, minlength=many)
    runs, least, most = blocks.n_values[blocks.measured], np.full(many, NO_RUNS), np.zeros(many, dtype=np.int64)
    np.minimum.at(least, cells.algorithm, runs)
    np.maximum.at(most, cells.algorithm, runs)
    group = cells.group_of_algorithm
    samples = _samples(turned[np.lexsort((turned, cells.algorithm))], n)
    facts = blocks.seats.with_columns(
        n=pl.Series(n),
        n_dropped=pl.Series(blocks.history["n_dropped"].to_numpy()[group] + np.diff(blocks.start)[group] - n),
        policy=blocks.history["policy"].gather(group),
        least=pl.Series(least),
        most=pl.Series(most),
        **_tested(method, kernel, many, samples),
    )
    row = _fields(method, alpha, size=pl.col("n"), remarks=table_remarks(), a=pl.col("algorithm"), variant="results")
    return doubted(facts.select("group", *row), blocks, SHARED_RUNS)


def _residual_rows(blocks: Blocks, *, method: Method, kernel: Kernel, alpha: float) -> pl.DataFrame:
    """Test what is left of every group once the means of its algorithms and blocks are taken out."""
    size, samples = np.zeros(blocks.n_groups, dtype=np.int64), []
    for chosen, rows, width in blocks.shapes():
        many, n_blocks = rows.shape
        if n_blocks < 3 or width < 2:
            continue
        x = blocks.values[rows][:, :, :width]
        # In units in which no sum overflows, and about a value of the block, since sums of raw values lose digits.
        x = x / power_of_two(np.abs(x).max(axis=(1, 2)))[:, None, None]
        within = x - x[:, :, :1]
        contrast = within - within.mean(axis=2, keepdims=True)
        residual = contrast - contrast.mean(axis=1, keepdims=True)
        size[chosen] = n_blocks * width
        samples.append((chosen, residual.reshape(many, -1), np.abs(x).reshape(many, -1)))
    facts = blocks.facts.with_columns(size=pl.Series(size), **_tested(method, kernel, blocks.n_groups, samples))
    row = _fields(method, alpha, size=pl.col("size"), remarks=table_remarks(), variant="residuals")
    return doubted(facts.select("group", *row), blocks, SHARED_RUNS)


def _tested(method: Method, kernel: Kernel, many: int, samples: Iterable[Samples]) -> dict[str, pl.Series]:
    """Compute ``outcome`` and ``p`` of many samples; ``steady`` tells those that vary by no more than rounding."""
    outcome, p = np.full(many, np.nan), np.full(many, np.nan)
    steady = np.zeros(many, dtype=bool)
    for chosen, values, operands in samples:
        if values.shape[1] < LEAST[method.id]:
            continue
        standard, still = standardised(values, operands)
        steady[chosen] = still
        outcome[chosen[~still]], p[chosen[~still]] = kernel(standard[~still])
    numbers = {"outcome": outcome, "p": p}
    return {name: pl.Series(column).fill_nan(None) for name, column in numbers.items()} | {"steady": pl.Series(steady)}


def _fields(method: Method, alpha: float, size: pl.Expr, remarks: Sequence[pl.Expr], **values: Any) -> list[pl.Expr]:
    least, steady = LEAST[method.id], pl.col("steady")
    enough = size >= least
    shapiro = method.id == SHAPIRO_WILK.id
    beyond = pl.lit(shapiro) & (size > SHAPIRO_UP_TO) & ~steady
    ended = pl.lit(not shapiro) & (pl.col("p") == ANDERSON_LEAST_P)
    exact = pl.lit(shapiro) & (size == 3)
    return fields(
        method,
        n=pl.col("n"),
        n_dropped=pl.col("n_dropped") if "variant" in values else None,
        statistic=pl.col("outcome"),
        p_value=pl.col("p"),
        alpha=alpha,
        law=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit("normal" if shapiro else "D'Agostino and Stephens")),
        status=first_that_holds(
            [(~enough, "too_few"), (steady, "zero_variance"), (beyond | ended.fill_null(False), "approximate")], "ok"
        ),
        remarks=joined_remarks(
            FEW.where(~enough, pl.lit(least)),
            NEVER_VARIES.where(steady),
            BEYOND.where(beyond),
            SMALLEST_P.where(ended),
            *remarks,
        ),
        **values,
    )


def standardised(values: Floats, operands: Floats) -> tuple[Floats, Flags]:
    """Return samples in rows sorted, with mean 0 and standard deviation 1; and which vary by no more than rounding.

    ``operands`` are the sizes of the numbers that each value comes from.

    Examples
    --------
    >>> rows = np.array([[3.0, 1.0, 2.0], [0.3, 0.1 + 0.2, 0.3]])
    >>> standard, still = standardised(rows, np.abs(rows))
    >>> standard[0].tolist(), still.tolist()
    ([-1.0, 0.0, 1.0], [False, True])
    """
    unit = power_of_two(operands.max(axis=1))[:, None]
    x, sizes = values / unit, operands / unit
    # About the middle of the range, since sums of raw values lose digits.
    x = x - (x.min(axis=1, keepdims=True) + x.max(axis=1, keepdims=True)) / 2
    x = x - x.mean(axis=1, keepdims=True)
    still = np.asarray(is_rounding(x, sizes, sizes.mean(axis=1, keepdims=True)).all(axis=1))
    with np.errstate(all="ignore"):
        return np.sort(x, axis=1) / np.sqrt((x**2).sum(axis=1, keepdims=True) / (x.shape[1] - 1)), still


@lru_cache(maxsize=256)
def shapiro_weights(n: int) -> Floats:
    """Compute Royston's weights of n sorted values, symmetric about 0.

    Examples
    --------
    >>> shapiro_weights(5).round(6).tolist()
    [-0.664639, -0.24136, 0.0, 0.24136, 0.664639]
    """
    from scipy.special import ndtri

    if n == 3:
        return np.array([-np.sqrt(0.5), 0.0, np.sqrt(0.5)])
    scores = -ndtri((np.arange(1, n // 2 + 1) - 0.375) / (n + 0.25))
    squares = 2 * (scores**2).sum()
    corrections = (FIRST_WEIGHT, SECOND_WEIGHT)[: 2 if n > 5 else 1]
    outer = np.array([_polynomial(terms, n**-0.5) for terms in corrections]) + scores[: len(corrections)] / squares**0.5
    # The inner weights are normal scores, scaled so that all squares add up to one.
    inner = squares - 2 * (scores[: len(outer)] ** 2).sum()
    weights = scores * np.sqrt((1 - 2 * (outer**2).sum()) / inner)
    weights[: len(outer)] = outer
    return np.concatenate([-weights, np.zeros(n % 2), weights[::-1]])


def _shapiro(standard: Floats) -> tuple[Floats, Floats]:
    """Compute W, the squared correlation of sorted values with Royston's weights, and its p-value."""
    from scipy.special import ndtr

    n = standard.shape[1]
    weights = shapiro_weights(n)
    squares = (weights**2).sum() * (standard**2).sum(axis=1)
    length, shared = np.sqrt(squares), (standard * weights).sum(axis=1)
    # 1 - W by its factors, since W is close to 1 in large samples.
    rest = (length - shared) * (length + shared) / squares
    with np.errstate(all="ignore"):
        if n == 3:
            angle = np.arcsin(np.sqrt(np.clip(1 - rest, 0.75, 1.0)))
            return 1 - rest, 6 / np.pi * (angle - np.pi / 3)
        log_rest = np.log(rest)
        if n <= 11:
            bound = _polynomial(SMALL_BOUND, n)
            z = (-np.log(bound - log_rest) - _polynomial(SMALL_MEAN, n)) / np.exp(_polynomial(SMALL_LOG_SD, n))
            return 1 - rest, np.where(log_rest < bound, ndtr(-z), BEYOND_BOUND)
        z = (log_rest - _polynomial(LARGE_MEAN, np.log(n))) / np.exp(_polynomial(LARGE_LOG_SD, np.log(n)))
        return 1 - rest, ndtr(-z)


def _anderson(standard: Floats) -> tuple[Floats, Floats]:
    """Compute A-squared of standardised values against the normal law, and its p-value."""
    from scipy.special import log_ndtr

    n = standard.shape[1]
    odd = 2 * np.arange(1, n + 1) - 1
    statistic = -n - (odd * (log_ndtr(standard) + log_ndtr(-standard)[:, ::-1])).mean(axis=1)
    modified = statistic * (1 + 0.75 / n + 2.25 / n**2)
    p = np.full(len(standard), ANDERSON_LEAST_P)
    for end, terms, complement in reversed(ANDERSON_PIECES):
        share = np.exp(_polynomial(terms, np.minimum(modified, end)))
        p = np.where(modified < end, 1 - share if complement else share, p)
    return statistic, p


def _polynomial(terms: Sequence[float], x: Any) -> Any:
    return np.polynomial.polynomial.polyval(x, terms)


def farthest_projection(values: Array) -> tuple[Array, Basis]:
    """Project the vectors of every sample on the direction of the one farthest from the mean, in Mahalanobis' sense.

    Columns that say nothing new are left out.

    Examples
    --------
    >>> sample = np.array([[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [9.0, 9.0]]])
    >>> farthest_projection(sample)[0].round(4).tolist()
    [[-0.2876, -0.2301, -0.2301, 0.7478]]
    """
    many, _, p = values.shape
    rows = values - values.mean(axis=1, keepdims=True)
    basis = orthonormal(rows, np.zeros((many, 0, p)), np.abs(values).max(axis=1))
    distance = (basis.columns**2).sum(axis=2)
    farthest = basis.columns[np.arange(many), distance.argmax(axis=1)]
    return np.einsum("gnp,gp->gn", basis.columns, farthest), basis


@lru_cache(maxsize=64)
def simulated_shapiro(n: int, p: int, seed: int, draws: int) -> Floats:
    """Simulate the multivariate statistic of n normal vectors of p metrics; sorted.

    Examples
    --------
    >>> simulated_shapiro(10, 2, 0, 99).shape
    (99,)
    """
    random = np.random.default_rng([seed, n, p])
    step = max(1, CHUNK // (n * p))
    parts = []
    for start in range(0, draws, step):
        projected, _ = farthest_projection(random.standard_normal((min(step, draws - start), n, p)))
        parts.append(_shapiro(standardised(projected, np.abs(projected))[0])[0])
    return np.sort(np.concatenate(parts))


def _projected(part: Stack, variant: MultivariateVariant, seed: int, draws: int) -> pl.DataFrame:
    """Test samples of one size; ``trouble`` says what keeps a sample from being tested."""
    values = part.values[:, :, 0]
    many, n, p = values.shape
    outcome, p_value = np.full(many, np.nan), np.full(many, np.nan)
    few = np.full(many, n < LEAST["multivariate_shapiro"] or p == 0)
    rank = np.zeros(many, dtype=np.int64)
    words: list[str | None] = [None] * many
    if not few.any():
        projected, basis = farthest_projection(values)
        rank, words = basis.rank, left_out(basis, part.metrics)
        sound = np.flatnonzero((rank > 0) & (rank < n - 1))
        standard, _ = standardised(projected[sound], np.abs(projected[sound]))
        outcome[sound], p_value[sound] = _shapiro(standard)
        if variant == "simulated":
            for dimension in np.unique(rank[sound]):
                alike = sound[rank[sound] == dimension]
                law = simulated_shapiro(n, int(dimension), seed, draws)
                p_value[alike] = (np.searchsorted(law, outcome[alike], side="right") + 1) / (draws + 1)
    trouble = first_word(many, (few, "too_few"), (rank == 0, "zero_variance"), (rank >= n - 1, "singular"))
    spelled = pl.Series(words, dtype=pl.String)
    return part.rows(a=part.named(0), outcome=outcome, p=p_value, trouble=trouble, left_out=spelled)


def _multivariate_rows(
    vectors: Vectors, *, variant: MultivariateVariant, alpha: float, seed: int, draws: int
) -> pl.DataFrame:
    test = partial(_projected, variant=variant, seed=seed, draws=draws)
    facts = over_stacks(vectors, vectors.singles(), test, "a")
    trouble, p, drawn = pl.col("trouble"), pl.col("p"), variant == "simulated"
    whole = trouble.is_null()
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    return result_rows(
        facts,
        MULTIVARIATE_SHAPIRO,
        variant=variant,
        n_dropped=pl.col("n_dropped") + pl.col("unshared"),
        statistic=pl.col("outcome"),
        p_value=p,
        alpha=alpha,
        law="Monte Carlo" if drawn else "normal",
        status=pl.when(whole).then(pl.lit("approximate")).otherwise(trouble),
        remarks=joined_remarks(
            pl.when(whole).then("left_out"),
            FEW_VECTORS.where(trouble == "too_few"),
            NEVER_VARIES.where(trouble == "zero_variance"),
            EQUALLY_FAR.where(trouble == "singular"),
            DRAWN.where(whole, pl.lit(draws), pl.lit(seed), error) if drawn else CHOSEN.where(whole),
            *vector_remarks(),
        ),
    )


SHAPIRO_WILK = Method(
    id="shapiro_wilk",
    title="Shapiro-Wilk test of normality",
    question="Do the results of an algorithm look like a sample of a normal law?",
    kind="columns",
    prose="the Shapiro-Wilk test",
    short="Shapiro-Wilk",
    symbol="W",
    formula=(
        "W = (sum a_i x_(i))^2 / sum (x_i - m)^2 with Royston's weights a; 1 - W transformed to a normal law, "
        "residuals: x_kj - m_k - m_j + m"
    ),
    tex=r"W = \frac{\left( \sum_i a_i x_{(i)} \right)^2}{\sum_i (x_i - \bar{x})^2}",
    null="the values are a sample of a normal law",
    assumes=("values are independent",),
    cites=("shapiro1965", "royston1995"),
    variants=("results", "residuals"),
    remarks=(FEW, NEVER_VARIES, BEYOND, NO_MEAN, SHARED_RUNS),
    table=shapiro_wilk,
    expr=shapiro_wilk_expr,
)

ANDERSON_DARLING = Method(
    id="anderson_darling",
    title="Anderson-Darling test of normality",
    question="Do the results of an algorithm look like a sample of a normal law, above all in the tails?",
    kind="columns",
    prose="the Anderson-Darling test",
    short="Anderson-Darling",
    symbol="A^2",
    formula=(
        "A^2 = -n - mean of (2i - 1) (ln Phi(z_(i)) + ln(1 - Phi(z_(n+1-i)))), z = (x - m) / s; "
        "p from A^2 (1 + 0.75/n + 2.25/n^2)"
    ),
    tex=(
        r"A^2 = -n - \frac{1}{n} \sum_{i=1}^{n} (2i - 1) \left[ \ln \Phi(z_{(i)}) + \ln(1 - \Phi(z_{(n+1-i)})) "
        r"\right], \quad z = \frac{x - \bar{x}}{s}"
    ),
    null="the values are a sample of a normal law",
    assumes=("values are independent",),
    cites=("anderson1952", "dagostino1986"),
    variants=("results", "residuals"),
    remarks=(FEW, NEVER_VARIES, SMALLEST_P, NO_MEAN, SHARED_RUNS),
    table=anderson_darling,
    expr=anderson_darling_expr,
)

MULTIVARIATE_SHAPIRO = Method(
    behind="metrics",
    id="multivariate_shapiro",
    title="Multivariate Shapiro-Wilk test",
    question="Do the results of an algorithm in several metrics look like a sample of a multivariate normal law?",
    also=("counts",),
    symbol="W^*",
    formula=(
        "W* = Shapiro and Wilk's W of r_i' S^-1 r_j over all blocks i, r = x - mean, S = sum r r', "
        "j the block with the largest r_j' S^-1 r_j"
    ),
    tex=(
        r"W^{\ast} = W(y_1, \ldots, y_n), \quad y_i = r_i^{\top} S^{-1} r_j, "
        r"\quad j = \arg \max_i \, r_i^{\top} S^{-1} r_i"
    ),
    null="the vectors of results are a sample of a multivariate normal law",
    assumes=("blocks are independent",),
    cites=("domanski1998", "royston1995"),
    variants=("simulated", "univariate"),
    remarks=(*LEFT_OUT, FEW_VECTORS, NEVER_VARIES, EQUALLY_FAR, DRAWN, CHOSEN, *COUNT_REMARKS, SHARED_RUNS),
    table=multivariate_shapiro,
)
