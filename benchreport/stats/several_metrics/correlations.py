"""Rank correlations between metrics: Spearman's rho, Kendall's tau."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.distributions import IntoExpr, ordered
from benchreport.stats.forms.over import Frame, doubted, over_layout
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import (
    COMPUTED,
    SHARED_RUNS,
    nullable,
    result_rows,
    summarised,
    table_remarks,
    values_where,
)
from benchreport.stats.forms.samples import gathered
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.stats.forms.vectors import Metrics
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.stats.two_algorithms.over_datasets import UNREACHABLE
from benchreport.tables.blocks import Flags, Floats, Integers, Reduce, grouped_scores
from benchreport.tables.groups import By, listed
from benchreport.tables.vectors import Vectors

SpearmanVariant = Literal["exact", "t"]
KendallVariant = Literal["exact", "normal"]
# As in R: beyond so many blocks, and with ties, p-values are approximate.
SPEARMAN_EXACT_UP_TO, KENDALL_EXACT_UP_TO = 9, 49
STEADY = Remark(code="steady_metric", note="a metric never varies")
TIES = Remark(code="correlation_ties", note="ties: approximate p-value")
MANY = Remark(code="correlation_many_blocks", note="more than {0} blocks: approximate p-value")
REMARKS = (STEADY, UNREACHABLE, TIES, MANY, SHARED_RUNS)
# From groups of matched columns and the asked variant to facts, one row per group: n, ties, estimate, statistic, exact,
# and the probabilities of a correlation at least, and at most, as large.
Facts = Callable[[pl.DataFrame, str], pl.DataFrame]


@documented
def spearman(
    table: Frame,
    *,
    by: By = None,
    metrics: Metrics = None,
    alternative: Alternative = "two-sided",
    variant: SpearmanVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Spearman's rank correlation between every two metrics, over the blocks of each algorithm.

    One row per group, algorithm (in ``a``) and pair of metrics (in ``term``): a description of metrics, not a
    comparison of algorithms. ``estimate`` is rho of the values as measured, so two metrics of which one is better when
    lower are mostly negatively correlated; ``statistic`` is the sum of squared rank differences, with ties
    (n^3 - n) (1 - rho) / 6.

    Parameters
    ----------
    table
        Scores with several metrics.
    by
        Groups to describe separately, ``metric`` excepted. With ``dataset`` among them the blocks are runs, else
        datasets.
    alternative
        "greater" means a positive correlation.
    variant
        "exact" p-values up to 9 blocks without ties, else those of Student's t; or "t" throughout. The row says which.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.spearman(scores, metrics=["accuracy", "auc"])
    >>> rows.select("a", "term", "n", "estimate", pl.col("p_value").round(6)).row(0)
    ('DecisionTree', 'accuracy, auc', 4, 1.0, 0.083333)
    """
    test = spearman_expr("x", "y", alternative=alternative, variant=variant, alpha=alpha)
    return _between_metrics(SPEARMAN, test, table, by=by, metrics=metrics, reduce=reduce)


@documented
def kendall_tau(
    table: Frame,
    *,
    by: By = None,
    metrics: Metrics = None,
    alternative: Alternative = "two-sided",
    variant: KendallVariant = "exact",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Kendall's rank correlation tau-b between every two metrics, over the blocks of each algorithm.

    ``statistic`` is the number of concordant less that of discordant pairs of blocks. P-values are exact up to 49
    blocks without ties, else by the normal law with its variance corrected for ties. Rows are those of
    :func:`spearman`.

    Parameters
    ----------
    table
        Scores with several metrics.
    alternative
        "greater" means a positive correlation.
    variant
        "exact" p-values where they are possible, or those of the "normal" law throughout. The row says which.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
    >>> rows = br.kendall_tau(scores, metrics=["accuracy", "auc"])
    >>> rows.select("a", "term", "n", pl.col("estimate", "p_value").round(6)).row(0)
    ('DecisionTree', 'accuracy, auc', 4, 1.0, 0.083333)
    """
    test = kendall_tau_expr("x", "y", alternative=alternative, variant=variant, alpha=alpha)
    return _between_metrics(KENDALL_TAU, test, table, by=by, metrics=metrics, reduce=reduce)


def spearman_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: SpearmanVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Spearman's rank correlation of two matched columns; options as in :func:`benchreport.spearman`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [1, 2, 3, 4, 5], "y": [2, 1, 4, 3, 5]})
    >>> row = folds.select(br.expr.spearman("x", "y")).unnest("spearman")
    >>> row.select("statistic", "estimate", pl.col("p_value").round(6), "law").row(0)
    (4.0, 0.8, 0.133333, 'exact')
    """
    return _column_form(checked_options(SPEARMAN, alternative, alpha, variant), _spearman_facts, x, y)


def kendall_tau_expr(
    x: IntoExpr,
    y: IntoExpr,
    *,
    alternative: Alternative = "two-sided",
    variant: KendallVariant = "exact",
    alpha: float = 0.05,
) -> pl.Expr:
    """Compute Kendall's tau-b of two matched columns; options as in :func:`benchreport.kendall_tau`.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> folds = pl.DataFrame({"x": [1, 2, 3, 4, 5], "y": [2, 1, 4, 3, 5]})
    >>> row = folds.select(br.expr.kendall_tau("x", "y")).unnest("kendall_tau")
    >>> row.select("statistic", "estimate", pl.col("p_value").round(6), "law").row(0)
    (6.0, 0.6, 0.233333, 'exact')
    """
    return _column_form(checked_options(KENDALL_TAU, alternative, alpha, variant), _kendall_facts, x, y)


def _between_metrics(method: Method, test: pl.Expr, table: Frame, *, by: By, metrics: Metrics, reduce: Reduce) -> Frame:
    """Return the rows of a test of the columns ``x`` and ``y`` for every two metrics of each group and algorithm."""
    layout = partial(_vectors, by=by, metrics=metrics, reduce=reduce)
    return over_layout(table, layout, partial(_rows, method=method, test=test), by=by)


def _vectors(table: Any, *, by: By, metrics: Metrics, reduce: Reduce) -> Vectors:
    """Return the vectors of the named metrics; raise for a name that is none, and for fewer than two."""
    scores = grouped_scores(table, by)
    if "metric" in listed(by):
        raise OptionError("metrics are correlated with each other, not grouped by", hint="leave 'metric' out of by")
    present = scores.get_column("metric").unique().cast(pl.String).sort().to_list()
    chosen = list(dict.fromkeys(listed(metrics))) or present
    refuse_unknown(chosen, present, "no metric {!r} to correlate")
    if len(chosen) < 2:
        raise OptionError(
            f"only one metric, {chosen[0]!r}" if chosen else "no rows are left to correlate",
            hint="a correlation needs two metrics of the same runs",
        )
    return Vectors.of(scores, by=by, metrics=chosen, reduce=reduce, missing="available", alone=True)


def _rows(vectors: Vectors, *, method: Method, test: pl.Expr) -> pl.DataFrame:
    one_sided = pl.col("x").is_null() != pl.col("y").is_null()
    counts = (pl.col("n_values"), pl.col("n_values_y"))
    tested = (
        _side_by_side(vectors)
        .group_by("group", "algorithm", "first", "second", maintain_order=True)
        .agg(
            test.struct.field(*COMPUTED),
            pl.coalesce("policy", "policy_y").drop_nulls().first(),
            dropped=pl.max_horizontal("n_dropped", "n_dropped_y").max() + one_sided.sum().cast(pl.Int64),
            least=pl.min_horizontal(count.filter(count > 0).min() for count in counts),
            most=pl.max_horizontal(count.max() for count in counts),
        )
    )
    changed = {
        "a": pl.col("algorithm"),
        "term": pl.format("{}, {}", pl.col("first").cast(pl.String), pl.col("second").cast(pl.String)),
        "n_dropped": pl.col("dropped"),
        "remarks": [pl.col("remarks"), *table_remarks()],
    }
    return doubted(result_rows(tested, method, **changed), vectors, SHARED_RUNS)


def _side_by_side(vectors: Vectors) -> pl.DataFrame:
    """Return a row per group, algorithm, two of its metrics and block, sorted, with the values ``x`` and ``y``."""
    blocks = vectors.blocks
    long = blocks.long().drop("block", "orientation", "n_imputed")
    inner = long.get_column("group").to_numpy()
    long = long.with_columns(group=pl.Series(vectors.owner[inner]), metric=blocks.keys["metric"].gather(inner))
    owner, place = ["group", "algorithm"], ["group", "algorithm", *blocks.block_keys.columns]
    metrics = long.select(*owner, "metric").unique()
    pairs = metrics.rename({"metric": "first"}).join(metrics.rename({"metric": "second"}), on=owner)
    rows = pairs.filter(pl.col("first") < pl.col("second")).join(long.select(place).unique(), on=owner)
    for metric, value in (("first", "x"), ("second", "y")):
        side = long.rename({"metric": metric, "value": value})
        rows = rows.join(side, on=[*place, metric], how="left", nulls_equal=True, suffix="_y")
    return rows.sort(*owner, "first", "second", *blocks.block_keys.columns)


def _column_form(options: OptionsOfTest, facts_of: Facts, x: IntoExpr, y: IntoExpr) -> pl.Expr:
    row, first, second = _row(options), ordered(x), ordered(y)
    both = first.is_not_null() & second.is_not_null()
    lists = {"x": first.filter(both).implode(), "y": second.filter(both).implode()}
    return summarised(options.method, lambda columns: facts_of(columns, options.variant).select(row), **lists)


def _row(options: OptionsOfTest) -> list[pl.Expr]:
    n, exact = pl.col("n"), pl.col("exact")
    approximation = options.method.variants[1]
    up_to = SPEARMAN_EXACT_UP_TO if options.method.id == SPEARMAN.id else KENDALL_EXACT_UP_TO
    # Student's t has n - 2 degrees of freedom.
    enough = (n >= 2) & (exact | (n >= 3))
    steady = pl.col("estimate").is_null()
    sound = enough & ~steady
    at_least, at_most = pl.col("at_least"), pl.col("at_most")
    tails = {
        "greater": at_least,
        "less": at_most,
        "two-sided": (2 * pl.min_horizontal(at_least, at_most)).clip(upper_bound=1.0),
    }
    wants_exact = pl.lit(options.variant == "exact")
    unreachable = options.alpha / options.level * pl.col("least_tail") > options.alpha
    return options.row(
        variant=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit(approximation)),
        n=n,
        n_ties=pl.col("n_ties"),
        statistic=pl.when(sound).then("statistic"),
        df1=pl.when(sound & ~exact).then(n - 2) if approximation == "t" else None,
        **values_where(sound, p_value=tails[options.alternative], estimate="estimate"),
        law=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit(LAWS[approximation])),
        status=[(~enough, "too_few"), (steady, "zero_variance"), (~exact, "approximate")],
        remarks=[
            STEADY.where(enough & steady),
            UNREACHABLE.where(sound & unreachable),
            TIES.where(sound & wants_exact & (pl.col("n_ties") > 0)),
            MANY.where(sound & wants_exact & (n > up_to), pl.lit(up_to)),
        ],
    )


LAWS = {"t": "Student's t", "normal": "normal"}


def _spearman_facts(lists: pl.DataFrame, variant: str) -> pl.DataFrame:
    from scipy.special import stdtr

    samples = gathered(lists)
    group, many, n = samples.x_of, samples.groups, samples.n_x.astype(np.float64)
    (ranks_x, tied_x), (ranks_y, tied_y) = (double_midranks([group], values) for values in (samples.x, samples.y))
    # Doubled ranks less their mean are whole numbers, whose sums are exact.
    gap_x, gap_y = (ranks - (samples.n_x + 1)[group] for ranks in (ranks_x, ranks_y))
    square_x, square_y, shared = (
        np.bincount(group, a * b, many) for a, b in ((gap_x, gap_x), (gap_y, gap_y), (gap_x, gap_y))
    )
    ties = _tied(tied_x, tied_y, group, many)
    exact = (ties == 0) & (n <= SPEARMAN_EXACT_UP_TO) & (variant == "exact")
    with np.errstate(all="ignore"):
        length = np.sqrt(square_x * square_y)
        rho = np.clip(shared / length, -1.0, 1.0)
        t = shared * np.sqrt((n - 2) / np.maximum((length - shared) * (length + shared), 0.0))
        # Where the ranks are the same, or reversed, t is infinite; one of n! orders is so by chance.
        at_least, at_most = (np.where(side * t == -np.inf, _least_tail(n), stdtr(n - 2, side * t)) for side in (-1, 1))
        distances = np.bincount(group, ((ranks_x - ranks_y) // 2) ** 2, many).astype(np.int64)
    _put_exact_tails(spearman_law, samples.n_x, exact, distances, at_least, at_most)
    statistic = np.where(ties == 0, distances, (n**3 - n) * (1 - rho) / 6)
    return _facts(samples.n_x, ties, rho, statistic, exact, at_least, at_most)


def _kendall_facts(lists: pl.DataFrame, variant: str) -> pl.DataFrame:
    from scipy.special import ndtr

    samples = gathered(lists)
    group, many, n = samples.x_of, samples.groups, samples.n_x.astype(np.float64)
    (ranks_x, tied_x), (ranks_y, tied_y) = (double_midranks([group], values) for values in (samples.x, samples.y))
    _, tied_both = double_midranks([group, ranks_x], ranks_y)
    discordant = discordances(group, ranks_x, ranks_y, many)
    ties = _tied(tied_x, tied_y, group, many)
    exact = (ties == 0) & (n <= KENDALL_EXACT_UP_TO) & (variant == "exact")

    def summed(amounts: Integers) -> Floats:
        return np.bincount(group, amounts, many).astype(np.float64)

    # A sum over values is one over ties, each counted as often as it has values.
    same_x, same_y, same_both = (summed(tied - 1) for tied in (tied_x, tied_y, tied_both))
    third_x, third_y = (summed((tied - 1) * (tied - 2)) for tied in (tied_x, tied_y))
    spread_x, spread_y = (summed((tied - 1) * (2 * tied + 5)) for tied in (tied_x, tied_y))
    all_pairs = n * (n - 1)
    score = (all_pairs - same_x - same_y + same_both) / 2 - 2 * discordant
    with np.errstate(all="ignore"):
        tau = 2 * score / np.sqrt((all_pairs - same_x) * (all_pairs - same_y))
        variance = (all_pairs * (2 * n + 5) - spread_x - spread_y) / 18 + same_x * same_y / (2 * all_pairs)
        variance += np.where(n > 2, third_x * third_y / (9 * all_pairs * (n - 2)), 0.0)
        z = score / np.sqrt(variance)
        at_least, at_most = ndtr(-z), ndtr(z)
    _put_exact_tails(kendall_law, samples.n_x, exact, discordant, at_least, at_most)
    return _facts(samples.n_x, ties, np.clip(tau, -1.0, 1.0), score, exact, at_least, at_most)


def _tied(tied_x: Integers, tied_y: Integers, group: Integers, many: int) -> Integers:
    """Return how many blocks of each group are tied with another in either metric."""
    return np.asarray(np.bincount(group[(tied_x > 1) | (tied_y > 1)], minlength=many))


def _put_exact_tails(
    law: Callable[[int], Floats], n: Integers, exact: Flags, distance: Integers, at_least: Floats, at_most: Floats
) -> None:
    """Write the tails of the exact law, which is symmetric about its middle, where they are possible."""
    for size in np.unique(n[exact & (n >= 2)]):
        chosen = np.flatnonzero(exact & (n == size))
        summed = np.cumsum(law(int(size)))
        at_least[chosen], at_most[chosen] = summed[distance[chosen]], summed[len(summed) - 1 - distance[chosen]]


def _least_tail(n: Floats) -> Floats:
    """Return 1 / n!, the least probability of any order of n blocks."""
    from scipy.special import gammaln

    return np.asarray(np.exp(-gammaln(n + 1)))


def _facts(
    n: Integers, ties: Integers, estimate: Floats, statistic: Floats, exact: Flags, at_least: Floats, at_most: Floats
) -> pl.DataFrame:
    least = _least_tail(n.astype(np.float64))
    numbers = {"statistic": statistic, "at_least": at_least, "at_most": at_most, "least_tail": least}
    return pl.DataFrame(nullable(n=n, n_ties=ties, estimate=estimate, exact=exact, **numbers))


def discordances(group: Integers, x: Integers, y: Integers, many: int) -> Integers:
    """Return how many pairs of each group have one that is larger in x and the other in y.

    Sorted by x they are the inversions of y; those between two halves are counted for halves of 1, 2, 4, ... places.

    Examples
    --------
    >>> zeros = np.zeros(4, dtype=np.int64)
    >>> discordances(zeros, np.array([1, 2, 3, 3]), np.array([5, 4, 6, 4]), 1).tolist()
    [2]
    """
    order = np.lexsort((y, x, group))
    group, y = group[order], y[order]
    sizes = np.bincount(group, minlength=many)
    place = np.arange(len(group)) - (np.cumsum(sizes) - sizes)[group]
    total = np.zeros(many, dtype=np.int64)
    for level in range(int(sizes.max(initial=0) - 1).bit_length() if len(group) else 0):
        part, right = place >> (level + 1), (place >> level) & 1
        # Of equal values those on the left come first, so that they are not counted as larger.
        order = np.lexsort((right, y, part, group))
        is_left = 1 - right[order]
        lefts = np.cumsum(is_left)
        owner, whole = group[order], part[order]
        begins = np.flatnonzero(np.diff(owner, prepend=-1) | np.diff(whole, prepend=-1))
        ends = np.append(begins[1:], len(order)) - 1
        larger = np.repeat(lefts[ends], np.diff(begins, append=len(order))) - lefts
        total += np.bincount(owner, larger * (1 - is_left), many).astype(np.int64)
    return total


@lru_cache(maxsize=32)
def spearman_law(n: int) -> Floats:
    """Compute the probability of every sum of squared rank differences, from 0 on, when all orders are equally likely.

    Examples
    --------
    >>> (6 * spearman_law(3)).round(12).tolist()
    [1.0, 0.0, 2.0, 0.0, 0.0, 0.0, 2.0, 0.0, 1.0]
    """
    width = (n**3 - n) // 3 + 1
    # Ranks 1, 2, ... are assigned in turn; a row per set of ranks already assigned.
    counts = np.zeros((1 << n, width))
    counts[0, 0] = 1.0
    for assigned in range((1 << n) - 1):
        rank = assigned.bit_count()
        for other in range(n):
            if not assigned >> other & 1:
                step = (rank - other) ** 2
                counts[assigned | 1 << other, step:] += counts[assigned, : width - step]
    return np.asarray(counts[-1] / counts[-1].sum())


@lru_cache(maxsize=64)
def kendall_law(n: int) -> Floats:
    """Compute the probability of every number of discordant pairs, from 0 on, when all orders are equally likely.

    Examples
    --------
    >>> (6 * kendall_law(3)).round(12).tolist()
    [1.0, 2.0, 2.0, 1.0]
    """
    law = np.ones(1)
    for size in range(2, n + 1):
        # The last of them stands behind 0 to size - 1 larger ones, equally likely.
        law = np.convolve(law, np.full(size, 1 / size))
    return law


SPEARMAN = Method(
    table=spearman,
    title="Spearman's rank correlation",
    question="Do two metrics rank the datasets alike?",
    prose="Spearman’s rank correlation",
    short="Spearman",
    symbol="S",
    formula="rho = correlation of the mid-ranks, S = (n^3 - n) (1 - rho) / 6; t = rho sqrt((n - 2) / (1 - rho^2))",
    tex=r"S = \frac{(n^3 - n) (1 - \rho)}{6}, \quad t = \rho \sqrt{\frac{n - 2}{1 - \rho^2}}",
    null="the two metrics are independent",
    assumes=("blocks are independent",),
    account=r"Spearman’s $\rho$ is the correlation of ranks.",
    cites=("spearman1904", "best1975"),
    estimand="Spearman's rho",
    variants=("exact", "t"),
    remarks=REMARKS,
)

KENDALL_TAU = SPEARMAN.relative(
    table=kendall_tau,
    title="Kendall's rank correlation",
    question="Do two metrics order most pairs of datasets alike?",
    prose="Kendall’s rank correlation",
    short="Kendall",
    formula=(
        "S = concordant - discordant pairs, tau_b = S / sqrt((P - T_x) (P - T_y)) for P pairs, T tied; "
        "z = S / sd(S) with the variance corrected for ties"
    ),
    tex=r"\tau_b = \frac{S}{\sqrt{(P - T_x) (P - T_y)}}, \quad z = \frac{S}{\mathrm{sd}(S)}",
    account=r"Kendall’s $\tau_b$ relates concordant and discordant pairs, corrected for ties.",
    cites=("kendall1938", "kendall1945"),
    estimand="Kendall's tau-b",
    variants=("exact", "normal"),
)
