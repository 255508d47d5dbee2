"""Orders of algorithms from tests of pairs: MultiTest with declared complexity, partial order."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from inspect import signature
from typing import Any

import polars as pl

from benchreport.errors import OptionError, one_of, refuse_unknown
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.registry import METHODS
from benchreport.stats.forms.over import PER_DATASET, Frame, over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import checked_alpha
from benchreport.stats.kernels.graphs import cheapest_sinks_first, members, reachable, transitive_reduction
from benchreport.stats.multiplicity.adjusting import Adjustment, adjust
from benchreport.stats.ordering.indistinguishable_sets import over_rows, standings
from benchreport.tables.blocks import Blocks, ScoreTable
from benchreport.tables.groups import By

# The id of a one-sided test of pairs; order_tests() lists them.
OrderTest = str
UNTESTED = Remark(code="untested_pairs", note="{0} pairs could not be tested")
CYCLE = Remark(code="cycle", note="part of a cycle: the tests contradict an order")


# One row per group and algorithm, first to last.
ORDER_COLUMNS: Mapping[str, tuple[str, str]] = {
    "position": ("Int64", "place in the order, 1 is first"),
    "algorithm": ("Categorical", "the algorithm"),
    "complexity": ("Int64", "place in the declared order of complexity, 1 is simplest"),
    "shown_better_than": ("String", "simpler algorithms it was shown to be better than"),
    "reason": ("String", "why it stands here"),
    "method": ("String", "test of the pairs"),
    "adjustment": ("String", "adjustment for multiplicity"),
    "alpha": ("Float64", "level of the tests"),
    **REMARK_COLUMNS,
}


@documented
def multitest_order(
    table: Frame,
    *,
    by: By = PER_DATASET,
    order: Sequence[str] | None = None,
    test: OrderTest = "corrected_resampled_t",
    adjustment: Adjustment = "bonferroni",
    alpha: float = 0.05,
) -> Frame:
    """Return the algorithms in one order: the simpler first, unless a costlier one was shown to be better.

    Parameters
    ----------
    order
        All algorithms from the simplest to the costliest; settle ties of cost yourself.
    test
        One-sided test of the pairs.
    adjustment
        Adjustment over the L (L-1) / 2 tests of a group.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm, first to last; columns as in ``ORDER_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> from benchreport.options import PAIR_TEST
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> simple_first = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    >>> rows = br.multitest_order(scores, by="metric", order=simple_first, test=PAIR_TEST)
    >>> rows.select("algorithm", "shown_better_than").rows()
    [('C4.5+m', 'C4.5'), ('C4.5+cf', None), ('C4.5+m+cf', 'C4.5'), ('C4.5', None)]
    """
    level = checked_alpha(alpha)
    one_of(test, order_tests(), name="test")
    rows = partial(_orders, declared=_declared(order), test=test, adjustment=adjustment, alpha=level)
    return over_blocks(table, rows, by=by, columns=ORDER_COLUMNS)


def _orders(
    blocks: Blocks, *, declared: list[str], test: OrderTest, adjustment: Adjustment, alpha: float
) -> pl.DataFrame:
    _refuse_undeclared(blocks.source, declared)
    tested = complexity_tests(ScoreTable(blocks.source), blocks.by, declared, test=test, alpha=alpha)
    rows = blocks.numbered(tested.pipe(adjust, adjustment))
    ordered = list(_ordered(rows, declared, test, adjustment, alpha))
    return pl.DataFrame(ordered, schema={"group": pl.Int64(), **schema_of(ORDER_COLUMNS)}, orient="row")


def _declared(order: Sequence[str] | None) -> list[str]:
    if order is None or isinstance(order, str) or len(order) < 2:
        raise OptionError("an order of complexity is needed", hint='order=["linear", "tree", "forest"], simplest first')
    names = list(order)
    twice = sorted({name for name in names if names.count(name) > 1})
    if twice:
        raise OptionError(f"{twice[0]!r} is twice in the order", hint="name every algorithm once")
    return names


def _refuse_undeclared(scores: pl.DataFrame, declared: list[str]) -> None:
    names = scores.get_column("algorithm").cast(pl.String).unique().sort().to_list()
    lacking = [name for name in names if name not in declared]
    if lacking:
        raise OptionError(f"{lacking[0]!r} is not in the order of complexity", hint="declare all: " + ", ".join(names))
    refuse_unknown(declared, names, "no algorithm {!r} to order", OptionError)


def order_tests() -> list[str]:
    """Return the tests of matched pairs that can be one-sided, by id.

    Examples
    --------
    >>> "sign_test" in order_tests(), "cv52_f" in order_tests()
    (True, False)
    """
    pairs = dict.fromkeys((*METHODS.answering("pairs"), *METHODS.answering("folds")))
    return [
        name
        for name in pairs
        if METHODS[name].matched and "alternative" in signature(METHODS[name].table or order_tests).parameters
    ]


def complexity_tests(
    scores: pl.DataFrame, groups: Sequence[str], declared: Sequence[str], *, test: OrderTest, alpha: float
) -> pl.DataFrame:
    """Return tests of every pair that the costlier is better: the result rows that :func:`multitest_order` rests on."""
    cost = {name: place for place, name in enumerate(declared)}
    a, b = (pl.col(side).cast(pl.String).replace_strict(cost, return_dtype=pl.Int64) for side in "ab")
    sides = {"greater": a > b, "less": a < b}
    function: Any = METHODS[test].table
    parts: list[pl.DataFrame] = [
        function(scores, by=list(groups), alternative=side, alpha=alpha).filter(tested)
        for side, tested in sides.items()
    ]
    return pl.concat(parts).sort(*groups, "a", "b")


def _ordered(
    rows: pl.DataFrame, declared: list[str], test: str, adjustment: str, alpha: float
) -> Iterator[dict[str, Any]]:
    pairs = rows.select("group", pl.col("a", "b").cast(pl.String), "p_adjusted")
    for (group,), part in pairs.group_by("group", maintain_order=True):
        triples = part.select("a", "b", "p_adjusted").rows()
        names = [name for name in declared if any(name in pair[:2] for pair in triples)]
        place = {name: number for number, name in enumerate(names)}
        edges = [0] * len(names)
        for first, second, p in triples:
            simpler, costlier = sorted((place[first], place[second]))
            if p is not None and p <= alpha:
                edges[simpler] |= 1 << costlier
        untested = sum(p is None for *_, p in triples)
        placed = cheapest_sinks_first(edges)
        for position, node in enumerate(placed):
            beaten = [simpler for simpler in range(node) if edges[simpler] >> node & 1]
            remaining = [other for other in placed[position:] if other < node]
            yield {
                "group": group,
                "position": position + 1,
                "algorithm": names[node],
                "complexity": declared.index(names[node]) + 1,
                "shown_better_than": ", ".join(names[other] for other in beaten) or None,
                "reason": _reason([other in beaten for other in remaining]),
                "method": test,
                "adjustment": adjustment,
                "alpha": alpha,
                "remarks": UNTESTED.spelled(untested) if untested else None,
            }


def _reason(simpler_left: list[bool]) -> str:
    if not simpler_left:
        return "simplest of the rest, none of which is significantly better"
    if all(simpler_left):
        return "significantly better than the simpler ones left"
    return "simplest of the rest that none was shown to beat"


def partial_order(rows: Frame, *, alpha: float = 0.05) -> Frame:
    """Return the significant differences of a test of all pairs as an order, without those that follow from others.

    Parameters
    ----------
    rows
        Result rows of any test of all pairs, with any groups. A pair counts when its adjusted p-value, or its p-value
        where there is none, is at most ``alpha``.
    alpha
        Level at which two algorithms differ.

    Returns
    -------
    polars.DataFrame
        One row per group and edge: ``above``, ``below``, ``p``, and a remark where it lies on a cycle.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.partial_order(br.nemenyi(scores), alpha=0.1).select("above", "below").rows()
    [('C4.5+m', 'C4.5'), ('C4.5+m+cf', 'C4.5')]
    """
    checked_alpha(alpha)

    def run(frame: pl.DataFrame) -> Iterator[dict[str, Any]]:
        for group in standings(frame, None, alpha):
            reach = reachable(group.ahead)
            edges = [
                (group.names[node], group.names[step], node, step)
                for node, steps in enumerate(transitive_reduction(group.ahead))
                for step in members(steps)
            ]
            for above, below, node, step in sorted(edges):
                on_cycle = bool(reach[step] >> node & 1)
                yield group.keys | {
                    "above": above,
                    "below": below,
                    "p": group.p_values[min(node, step), max(node, step)],
                    "remarks": CYCLE.spelled() if on_cycle else None,
                    "note": CYCLE.words() if on_cycle else None,
                }

    names = {"above": pl.Categorical(), "below": pl.Categorical(), "p": pl.Float64(), **schema_of(REMARK_COLUMNS)}
    return over_rows(rows, run, names)


MULTITEST_ORDER = Method(
    table=multitest_order,
    title="Full order by tests and simplicity (MultiTest)",
    question="Which algorithm comes first, when the simpler one is preferred unless another is shown to be better?",
    symbol="",
    formula=(
        "one-sided test for every i simpler than j that j is better, adjusted; a rejection puts j before i; again and "
        "again the simplest of the rest that nothing of the rest was shown to beat comes next"
    ),
    null="the costlier algorithm is no better than the simpler one",
    assumes=("an order of complexity declared beforehand", "the assumptions of the test of the pairs"),
    cites=("alpaydin2010", "yildiz2006"),
    remarks=(UNTESTED,),
)

PARTIAL_ORDER = Method(
    table=partial_order,
    title="Order by significant differences",
    question="Which algorithms were shown to be better than which, without what follows from the rest?",
    kind="numbers",
    shape="rows",
    symbol="",
    formula="an edge from the better to the worse of every pair with p <= alpha, less those that a longer path implies",
    assumes=("all pairs were tested",),
    cites=("demsar2006",),
    remarks=(CYCLE,),
)
