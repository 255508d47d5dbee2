"""Tests for an order of the algorithms that was declared beforehand: Page, Jonckheere-Terpstra."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, partial
from itertools import permutations
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, refuse_unknown
from benchreport.method import Alternative, Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.stats.forms.omnibus import ENOUGH, FEW_COMPLETE_BLOCKS, FEW_VALUES_EACH, SOUND, Omnibus, omnibus_rows
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, nullable, table_remarks
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.stats.kernels.midranks import double_midranks
from benchreport.stats.many_algorithms.complete_blocks import (
    ENOUGH_RANKS,
    FEW_BLOCKS,
    ROUGH,
    L,
    N,
    rank_facts,
    ranks_within,
)
from benchreport.tables.blocks import Blocks, Floats, Integers, Reduce
from benchreport.tables.groups import By
from benchreport.tables.rounding import tie_keys

PageVariant = Literal["auto", "exact", "normal"]
# The exact law is taken by itself up to so many algorithms and blocks; beyond them the normal law is close.
MOST_ALGORITHMS, MOST_BLOCKS = 8, 60
TOO_MANY = Remark(
    code="too_many_algorithms",
    note=f"the exact law is computed for up to {MOST_ALGORITHMS} algorithms, so p is from the normal law",
)
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_page", note="the algorithms share their blocks, which this test ignores: see page_trend"
)
FEW_FOR_TREND = Remark(code="few_for_trend", note=f"fewer than three algorithms make no trend: use {PAIR_TEST}")


@documented
def page_trend(
    table: Frame,
    *,
    by: By = "metric",
    order: Sequence[str],
    alternative: Alternative = "greater",
    variant: PageVariant = "auto",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Page's test for a declared order of the algorithms on shared blocks, one row per group.

    Parameters
    ----------
    order
        All algorithms, the one expected to be best first.
    alternative
        "greater" means that the declared order holds, "less" that the reverse does.
    variant
        "auto" takes the exact law over all arrangements of the ranks within blocks for up to eight algorithms and
        sixty blocks, else the normal one; "exact" whatever the number of blocks; "normal" throughout.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.page_trend(scores, order=["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"])
    >>> rows.select("estimate", pl.col("statistic", "p_value").round(4)).row(0)
    (382.0, 3.1229, 0.0007)
    """
    options = checked_options(PAGE_TREND, alternative, alpha, variant)
    return over_blocks(table, partial(_page_rows, order=order, options=options), by=by, reduce=reduce)


@documented
def jonckheere(
    table: Frame,
    *,
    by: By = "metric",
    order: Sequence[str],
    alternative: Alternative = "greater",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute Jonckheere and Terpstra's test for a declared order of independent samples, one row per group.

    On shared blocks :func:`page_trend` uses the pairing, and the note says so.

    Parameters
    ----------
    order
        All algorithms, the one expected to be best first.
    alternative
        "greater" means that the declared order holds, "less" that the reverse does.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.jonckheere(scores, order=["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"])
    >>> rows.select("estimate", pl.col("statistic", "p_value").round(4)).row(0)
    (630.5, 0.622, 0.267)
    """
    rows = partial(_jonckheere_rows, order=order, options=checked_options(JONCKHEERE, alternative, alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, missing="available")


ESTIMATE = pl.when(SOUND).then("criterion")


def _page_rows(blocks: Blocks, *, order: Sequence[str], options: OptionsOfTest) -> pl.DataFrame:
    ranked = blocks.once(rank_facts).with_columns(n_dropped=blocks.facts["n_dropped"])
    facts = ranked.with_columns(_page(blocks, _positions(blocks, order), options))
    exact = pl.col("exact_p").is_not_null()
    few, too_many = (N < FEW_BLOCKS) & ~exact, pl.lit(options.variant == "exact") & ~exact
    law = pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit("normal"))
    test = Omnibus(
        statistic=pl.col("z"),
        p_value=pl.coalesce("exact_p", options.tail(pl.col("z"))),
        enough=ENOUGH_RANKS,
        tied=pl.col("all_tied"),
        rough=few | too_many,
        remarks=(
            FEW_FOR_TREND.where(L < 3),
            FEW_COMPLETE_BLOCKS.where((L >= 3) & (N < 2)),
            ROUGH.where(SOUND & few),
            TOO_MANY.where(SOUND & too_many),
            *table_remarks(),
        ),
    )
    values: dict[str, Any] = {"alpha": options.alpha, "alternative": options.alternative, "law": law, "variant": law}
    effect = pl.when(SOUND).then("correlation")
    return omnibus_rows(PAGE_TREND, test, facts, blocks, estimate=ESTIMATE, effect=effect, **values)


def _jonckheere_rows(blocks: Blocks, *, order: Sequence[str], options: OptionsOfTest) -> pl.DataFrame:
    facts = blocks.facts.with_columns(_jonckheere(blocks, _positions(blocks, order)))
    test = Omnibus(
        statistic=pl.col("z"),
        p_value=options.tail(pl.col("z")),
        enough=(L >= 2) & (N >= 2),
        tied=pl.col("all_tied"),
        rough=N < FEW_BLOCKS,
        remarks=(
            FEW_VALUES_EACH.where(~ENOUGH),
            ROUGH.where(SOUND & (N < FEW_BLOCKS)),
            SHARED_BLOCKS.where(SOUND),
            *table_remarks(),
        ),
    )
    values: dict[str, Any] = {"alpha": options.alpha, "alternative": options.alternative, "law": "normal"}
    return omnibus_rows(JONCKHEERE, test, facts, blocks, estimate=ESTIMATE, **values)


def _positions(blocks: Blocks, order: Sequence[str]) -> Integers:
    """Return the place of every algorithm of each group in the declared order, from 1."""
    seated = blocks.seats.get_column("algorithm").cast(pl.String)
    present = seated.unique().sort().to_list()
    named = list(order) if not isinstance(order, str) else [order]
    if len(set(named)) != len(named):
        raise OptionError("order names an algorithm twice", hint="name each algorithm once, the best first")
    refuse_unknown(named, present, "no algorithm {!r} to order")
    left_out = [name for name in present if name not in named]
    if left_out:
        raise OptionError(f"order does not place {left_out[0]!r}", hint="name all algorithms, or filter the others out")
    place = {name: number for number, name in enumerate(named)}
    # Among those the group has.
    places = np.array([place[name] for name in seated.to_list()], dtype=np.int64)
    return double_midranks([blocks.cells.group_of_algorithm], places)[0] // 2


def _page(blocks: Blocks, position: Integers, options: OptionsOfTest) -> list[pl.Series]:
    cells, n, k = blocks.cells, blocks.n_blocks, blocks.n_algorithms
    doubled = blocks.once(ranks_within).doubled[blocks.measured]
    ranks = doubled / 2
    criterion = cells.per_group(ranks * position[cells.algorithm])
    with np.errstate(all="ignore"):
        middle = n * k * (k + 1) ** 2 / 4
        spread = cells.per_group((ranks - (k[cells.group] + 1) / 2) ** 2)
        variance = k * (k**2 - 1) / 12 / (k - 1) * spread
        z = (criterion - middle) / np.sqrt(variance)
        correlation = (criterion - middle) / (n * k * (k**2 - 1) / 12)
    exact = np.full(cells.n_groups, np.nan)
    for chosen, places in cells.matrices() if options.variant != "normal" else ():
        _, size, algorithms = places.shape
        if algorithms <= MOST_ALGORITHMS and (options.variant == "exact" or size <= MOST_BLOCKS):
            observed = np.rint(2 * criterion[chosen]).astype(np.int64)
            exact[chosen] = _exact_page(doubled[places], observed, options.alternative)
    return nullable(criterion=criterion, z=z, correlation=correlation, exact_p=exact)


def _exact_page(doubled: Integers, observed: Integers, alternative: Alternative) -> Floats:
    """Return the tails of twice Page's L when every block shuffles its ranks, for groups x blocks x algorithms.

    Groups whose blocks have the same ties share one law.
    """
    groups, blocks, k = doubled.shape
    patterns, which = np.unique(np.sort(doubled, axis=2).reshape(-1, k), axis=0, return_inverse=True)
    shapes, shape_of = np.unique(np.sort(which.reshape(groups, blocks), axis=1), axis=0, return_inverse=True)
    laws = [_law_of_one_block(pattern) for pattern in patterns]
    p = np.empty(groups)
    for number, shape in enumerate(shapes):
        law, least = np.ones(1), 0
        for pattern in shape:
            law, least = np.convolve(law, laws[pattern][0]), least + laws[pattern][1]
        rows = np.flatnonzero(shape_of.ravel() == number)
        place = observed[rows] - least
        below, above = np.cumsum(law)[place], np.cumsum(law[::-1])[::-1][place]
        tails = {"greater": above, "less": below, "two-sided": 2 * np.minimum(above, below)}
        p[rows] = np.minimum(tails[alternative], 1.0)
    return p


def _law_of_one_block(ranks: Integers) -> tuple[Floats, int]:
    """Return the probabilities of sum j r_j over all arrangements of the ranks of a block, and the least sum."""
    sums = (ranks[_arrangements(len(ranks))] * np.arange(1, len(ranks) + 1)).sum(axis=1)
    counts = np.bincount(sums - sums.min())
    return counts / counts.sum(), int(sums.min())


@cache
def _arrangements(k: int) -> Integers:
    return np.array(list(permutations(range(k))), dtype=np.int64)


def _jonckheere(blocks: Blocks, position: Integers) -> list[pl.Series]:
    cells = blocks.cells
    key = tie_keys([cells.group], -cells.oriented)
    spot = position[cells.algorithm]
    criterion = np.zeros(cells.n_groups)
    counts = cells.per_algorithm(np.ones(len(key)))
    for place in range(2, int(position.max(initial=1)) + 1):
        # The later sample's ranks among itself and all earlier ones count the earlier values that beat it.
        chosen = spot <= place
        ranks = double_midranks([cells.group[chosen]], key[chosen])[0] / 2
        own = spot[chosen] == place
        total = np.bincount(cells.group[chosen][own], ranks[own], cells.n_groups)
        size = np.bincount(cells.group[chosen][own], minlength=cells.n_groups)
        criterion += total - size * (size + 1) / 2
    M = cells.per_group(np.ones(len(key)))
    tied = double_midranks([cells.group], key)[1].astype(np.float64)

    with np.errstate(all="ignore"):
        squares = cells.of_algorithms(counts**2)
        # Sums over samples, and over ties, of t (t - 1) (2 t + 5), t (t - 1) (t - 2) and t (t - 1).
        cubic, triple, double = (
            (cells.of_algorithms(own * counts), cells.per_group(shared))
            for own, shared in zip(_size_terms(counts), _size_terms(tied), strict=True)
        )
        variance = (
            (M * (M - 1) * (2 * M + 5) - cubic[0] - cubic[1]) / 72
            + np.nan_to_num(triple[0] * triple[1] / (36 * M * (M - 1) * (M - 2)))
            + np.nan_to_num(double[0] * double[1] / (8 * M * (M - 1)))
        )
        z = (criterion - (M**2 - squares) / 4) / np.sqrt(variance)
    n_ties = cells.per_group((tied > 1).astype(np.float64)).astype(np.int64)
    return nullable(criterion=criterion, z=z, n_ties=n_ties, all_tied=(M > 0) & (cells.per_group(tied) == M**2))


def _size_terms(t: Floats) -> tuple[Floats, Floats, Floats]:
    return (t - 1) * (2 * t + 5), (t - 1) * (t - 2), t - 1


PAGE_TREND = Method(
    table=page_trend,
    title="Page's trend test",
    question="Do the algorithms rank on the datasets in the order that was declared?",
    symbol="L",
    formula=(
        "L = sum_j j R_j, R_j the rank sum of the j-th algorithm of the order; z = (L - E L) / sd(L), given ties;"
        " exact: the law of L over all arrangements of the ranks of each block"
    ),
    tex=r"L = \sum_j j R_j, \quad z = \frac{L - \mathrm{E} L}{\mathrm{sd}(L)}",
    null="all algorithms rank alike on every dataset",
    assumes=("datasets are independent", "the order was declared before the results were seen"),
    cites=("page1963",),
    estimand="Page's L",
    effect="mean rank correlation with the declared order",
    variants=("auto", "exact", "normal"),
    remarks=(FEW_FOR_TREND, FEW_COMPLETE_BLOCKS, ROUGH, TOO_MANY, SHARED_RUNS),
)

JONCKHEERE = Method(
    table=jonckheere,
    title="Jonckheere-Terpstra test",
    question="Do results fall off along the declared order, taking them as independent samples?",
    symbol="J",
    formula="J = how often an earlier algorithm of the order beats a later one; z = (J - E J) / sd(J) given the ties",
    tex=r"J = \sum_{i<j} U_{ij}, \quad z = \frac{J - \mathrm{E} J}{\mathrm{sd}(J)}",
    null="all algorithms have the same distribution of results",
    assumes=("samples are independent, which shared datasets are not", "the order was declared beforehand"),
    cites=("jonckheere1954", "terpstra1952"),
    estimand="Jonckheere's J",
    remarks=(FEW_VALUES_EACH, ROUGH, SHARED_BLOCKS, SHARED_RUNS),
)
