"""Do results fall off along an order of the algorithms that was declared beforehand?"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import permutations
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean, one_of
from benchreport.method import ALTERNATIVES, RESULT_COLUMNS, Alternative, Method, Remark
from benchreport.options import PAIR_TEST
from benchreport.remarks import joined_remarks
from benchreport.stats.distributions import normal_sf
from benchreport.stats.layout import FEW_COMPLETE_BLOCKS, FEW_VALUES_EACH, Floats, Integers, Layout, laid_out
from benchreport.stats.midranks import double_midranks
from benchreport.stats.ranks import FEW_BLOCKS, ROUGH
from benchreport.stats.rows import (
    SHARED_RUNS,
    Frame,
    checked_alpha,
    doubted,
    fields,
    first_that_holds,
    over_table,
    table_remarks,
)
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By
from benchreport.tables.rounding import tie_keys
from benchreport.tables.sizes import dependent_runs

PageVariant = Literal["auto", "exact", "normal"]
# The exact law is taken by itself up to so many algorithms and blocks; beyond them the normal law is close.
MOST_ALGORITHMS, MOST_BLOCKS = 8, 60
TOO_MANY = Remark(
    code="too_many_algorithms",
    note=f"the exact law is computed for up to {MOST_ALGORITHMS} algorithms, so p is from the normal law",
)
SHARED_BLOCKS = Remark(
    code="shared_blocks_see_page",
    note="the algorithms share their blocks, which this test ignores: see page_trend",
)
FEW_FOR_TREND = Remark(code="few_for_trend", note=f"fewer than three algorithms make no trend: use {PAIR_TEST}")


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
    """Page's test for a declared order of the algorithms on shared blocks, one row per group.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to test separately. With ``dataset`` among them the blocks are runs, else datasets.
    order
        All algorithms, the one expected to be best first.
    alternative
        "greater" means that the declared order holds, "less" that the reverse does.
    variant
        "auto" takes the exact law over all arrangements of the ranks within blocks for up to eight algorithms and
        sixty blocks, else the normal one; "exact" whatever the number of blocks; "normal" throughout.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.page_trend(scores, order=["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"])
    >>> rows.select("estimate", pl.col("statistic", "p_value").round(4)).row(0)
    (382.0, 3.1229, 0.0007)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, taken=("z", "criterion", "correlation", "exact_p"))
        position = _positions(layout, order)
        facts = layout.facts.with_columns(**_page(layout, position, variant, alternative))
        enough = (pl.col("n_algorithms") >= 3) & (pl.col("n") >= 2)
        exact = pl.col("exact_p").is_not_null()
        few = (pl.col("n") < FEW_BLOCKS) & ~exact
        rows = _trend_rows(
            PAGE_TREND,
            facts,
            layout.groups,
            alternative,
            checked_alpha(alpha),
            enough,
            variant=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit("normal")),
            p=pl.coalesce("exact_p", _normal_p(alternative)),
            law=pl.when(exact).then(pl.lit("exact")).otherwise(pl.lit("normal")),
            approximate=few | (pl.lit(variant == "exact") & ~exact),
            effect=pl.col("correlation"),
            remarks=(
                FEW_FOR_TREND.where(pl.col("n_algorithms") < 3),
                FEW_COMPLETE_BLOCKS.where((pl.col("n_algorithms") >= 3) & (pl.col("n") < 2)),
                ROUGH.where(enough & ~pl.col("all_tied") & few),
                TOO_MANY.where(enough & ~pl.col("all_tied") & pl.lit(variant == "exact") & ~exact),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, layout.groups))

    one_of(variant, PAGE_TREND.variants, name="variant")
    one_of(alternative, ALTERNATIVES, name="alternative")
    return over_table(table, by, RESULT_COLUMNS, run)


def jonckheere(
    table: Frame,
    *,
    by: By = "metric",
    order: Sequence[str],
    alternative: Alternative = "greater",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Jonckheere and Terpstra's test for a declared order of independent samples, one row per group.

    On shared blocks :func:`page_trend` uses the pairing, and the note says so. Parameters as there.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> rows = br.jonckheere(scores, order=["C4.5+m+cf", "C4.5+m", "C4.5+cf", "C4.5"])
    >>> rows.select("estimate", pl.col("statistic", "p_value").round(4)).row(0)
    (630.5, 0.622, 0.267)
    """

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, missing="available", taken=("z", "criterion"))
        facts = layout.facts.with_columns(**_jonckheere(layout, _positions(layout, order)))
        enough = (pl.col("n_algorithms") >= 2) & (pl.col("n") >= 2)
        rows = _trend_rows(
            JONCKHEERE,
            facts,
            layout.groups,
            alternative,
            checked_alpha(alpha),
            enough,
            p=_normal_p(alternative),
            law=pl.lit("normal"),
            approximate=pl.col("n") < FEW_BLOCKS,
            remarks=(
                FEW_VALUES_EACH.where(~enough),
                ROUGH.where(enough & ~pl.col("all_tied") & (pl.col("n") < FEW_BLOCKS)),
                SHARED_BLOCKS.where(enough & ~pl.col("all_tied")),
            ),
        )
        return doubted(rows, SHARED_RUNS, dependent_runs(known, layout.groups))

    one_of(alternative, ALTERNATIVES, name="alternative")
    return over_table(table, by, RESULT_COLUMNS, run)


def _trend_rows(
    method: Method,
    facts: pl.DataFrame,
    groups: list[str],
    alternative: Alternative,
    alpha: float,
    enough: pl.Expr,
    *,
    p: pl.Expr,
    law: pl.Expr,
    approximate: pl.Expr,
    remarks: Sequence[pl.Expr],
    **values: Any,
) -> pl.DataFrame:
    tied = pl.col("all_tied")
    sound = enough & ~tied
    known = {name: pl.when(sound).then(value) if name == "effect" else value for name, value in values.items()}
    return facts.select(
        *groups,
        *fields(
            method,
            n=pl.col("n"),
            n_dropped=pl.col("n_dropped"),
            n_ties=pl.col("n_ties"),
            statistic=pl.when(sound).then(pl.col("z")),
            p_value=pl.when(sound).then(p).when(enough & tied).then(1.0),
            estimate=pl.when(sound).then(pl.col("criterion")),
            alpha=alpha,
            law=law,
            alternative=alternative,
            status=first_that_holds([(~enough, "too_few"), (tied, "all_ties"), (approximate, "approximate")], "ok"),
            remarks=joined_remarks(*remarks, *table_remarks()),
            **known,
        ),
    )


def _normal_p(alternative: Alternative) -> pl.Expr:
    z = pl.col("z")
    tails = {"greater": normal_sf(z), "less": normal_sf(-z), "two-sided": 2 * normal_sf(z.abs())}
    return tails[alternative]


def _positions(layout: Layout, order: Sequence[str]) -> Integers:
    """Number the algorithms of every group by their place in the declared order, from 1."""
    known = layout.algorithms.get_column("algorithm").unique().sort().to_list()
    named = list(order) if not isinstance(order, str) else [order]
    if len(set(named)) != len(named):
        raise OptionError("order names an algorithm twice", hint="name each algorithm once, the best first")
    for name in named:
        if name not in known:
            raise ColumnError(f"no algorithm {name!r} to order", hint=did_you_mean(name, known))
    left_out = [name for name in known if name not in named]
    if left_out:
        raise OptionError(f"order does not place {left_out[0]!r}", hint="name all algorithms, or filter the others out")
    place = {name: number for number, name in enumerate(named)}
    raw = np.array([place[name] for name in layout.algorithms.get_column("algorithm").to_list()], dtype=np.int64)
    # Among those the group has.
    return double_midranks([layout.group_of_algorithm], raw)[0] // 2


def _page(layout: Layout, position: Integers, variant: PageVariant, alternative: Alternative) -> dict[str, pl.Series]:
    doubled, tied = double_midranks([layout.block], -layout.oriented())
    ranks = doubled / 2
    n = layout.facts.get_column("n").to_numpy().astype(np.float64)
    k = layout.facts.get_column("n_algorithms").to_numpy().astype(np.float64)
    spot = position[layout.algorithm]
    criterion = layout.per_group(ranks * spot)
    with np.errstate(all="ignore"):
        middle = n * k * (k + 1) ** 2 / 4
        spread = layout.per_group((ranks - (k[layout.group] + 1) / 2) ** 2)
        variance = k * (k**2 - 1) / 12 / (k - 1) * spread
        z = (criterion - middle) / np.sqrt(variance)
        correlation = (criterion - middle) / (n * k * (k**2 - 1) / 12)
    exact = np.full(layout.size, np.nan)
    for chosen, places in layout.matrices() if variant != "normal" else ():
        _, blocks, algorithms = places.shape
        if algorithms <= MOST_ALGORITHMS and (variant == "exact" or blocks <= MOST_BLOCKS):
            exact[chosen] = _exact_page(doubled[places], np.rint(2 * criterion[chosen]).astype(np.int64), alternative)
    return {
        "criterion": pl.Series(criterion),
        "z": pl.Series(z).fill_nan(None),
        "correlation": pl.Series(correlation).fill_nan(None),
        "exact_p": pl.Series(exact).fill_nan(None),
        "n_ties": pl.Series(layout.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        "all_tied": pl.Series((n > 0) & (spread == 0)),
    }


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
        at = observed[rows] - least
        below, above = np.cumsum(law)[at], np.cumsum(law[::-1])[::-1][at]
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


def _jonckheere(layout: Layout, position: Integers) -> dict[str, pl.Series]:
    key = tie_keys([layout.group], -layout.oriented())
    spot = position[layout.algorithm]
    criterion = np.zeros(layout.size)
    counts = layout.per_algorithm(np.ones(len(key)))
    for place in range(2, int(position.max(initial=1)) + 1):
        # The later sample's ranks among itself and all earlier ones count the earlier values that beat it.
        chosen = spot <= place
        ranks = double_midranks([layout.group[chosen]], key[chosen])[0] / 2
        own = spot[chosen] == place
        total = np.bincount(layout.group[chosen][own], ranks[own], layout.size)
        size = np.bincount(layout.group[chosen][own], minlength=layout.size)
        criterion += total - size * (size + 1) / 2
    M = layout.per_group(np.ones(len(key)))
    tied = double_midranks([layout.group], key)[1].astype(np.float64)

    def sizes(power: Any) -> tuple[Floats, Floats]:
        return layout.of_algorithms(power(counts) * counts), layout.per_group(power(tied))

    with np.errstate(all="ignore"):
        squares = layout.of_algorithms(counts**2)
        cubic = sizes(lambda t: (t - 1) * (2 * t + 5))
        triple, double = sizes(lambda t: (t - 1) * (t - 2)), sizes(lambda t: t - 1)
        variance = (
            (M * (M - 1) * (2 * M + 5) - cubic[0] - cubic[1]) / 72
            + np.nan_to_num(triple[0] * triple[1] / (36 * M * (M - 1) * (M - 2)))
            + np.nan_to_num(double[0] * double[1] / (8 * M * (M - 1)))
        )
        z = (criterion - (M**2 - squares) / 4) / np.sqrt(variance)
    return {
        "criterion": pl.Series(criterion),
        "z": pl.Series(z).fill_nan(None),
        "n_ties": pl.Series(layout.per_group((tied > 1).astype(np.float64))).cast(pl.Int64),
        "all_tied": pl.Series((M > 0) & (layout.per_group(tied) == M**2)),
    }


PAGE_TREND = Method(
    id="page_trend",
    title="Page's trend test",
    question="Do the algorithms rank on the datasets in the order that was declared?",
    kind="table",
    shape="scores",
    door="many",
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
    table=page_trend,
)

JONCKHEERE = Method(
    id="jonckheere",
    title="Jonckheere-Terpstra test",
    question="Do results fall off along the declared order, taking them as independent samples?",
    kind="table",
    shape="scores",
    door="many",
    symbol="J",
    formula="J = how often an earlier algorithm of the order beats a later one; z = (J - E J) / sd(J) given the ties",
    tex=r"J = \sum_{i<j} U_{ij}, \quad z = \frac{J - \mathrm{E} J}{\mathrm{sd}(J)}",
    null="all algorithms have the same distribution of results",
    assumes=("samples are independent, which shared datasets are not", "the order was declared beforehand"),
    cites=("jonckheere1954", "terpstra1952"),
    estimand="Jonckheere's J",
    remarks=(FEW_VALUES_EACH, ROUGH, SHARED_BLOCKS, SHARED_RUNS),
    table=jonckheere,
)
