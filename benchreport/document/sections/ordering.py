"""Order of algorithms by tests and simplicity: the simpler first unless a costlier one is significantly better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.result_rows import plain, smallest
from benchreport.document.evidence.runs import several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.errors import OptionError
from benchreport.numerals import counted
from benchreport.options import PAIR_TEST
from benchreport.registry import METHODS
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.multiplicity.adjusting import adjust, adjustment_name
from benchreport.stats.ordering.complete_order import complexity_tests, multitest_order, order_tests
from benchreport.tables.schema import RUN_KEYS

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

MOST_PRINTED = 60
LEAST_PRINTED = 5
DRAWN_METRICS = 2
# Orders on single datasets are counted up to so many pairs over all of them.
COUNTED_PAIRS = 20_000
ADJUSTMENT: Any = "bonferroni"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """The full order by one metric, first to last, and the one-sided tests it rests on."""

    metric: Metric
    test: str
    order: pl.DataFrame
    rows: pl.DataFrame
    ranks: pl.DataFrame
    blocks: str
    dataset: str | None


def ordering_section(evidence: Evidence) -> Section | None:
    """Write the order by tests and simplicity; none unless an order of complexity is declared."""
    if not evidence.options.complexity:
        return None
    _refuse_incomplete(evidence)
    found = [one for compared in evidence.on_blocks if (one := _ordered(evidence, compared)) is not None]
    if not found:
        return None
    printed = max(MOST_PRINTED // len(found), LEAST_PRINTED)
    figures = [_graph(evidence, one) for one in found[:DRAWN_METRICS]]
    context = {
        "parts": [_facts(evidence, one, printed) for one in found],
        "figures": figures,
        "firsts": _firsts(evidence, [one for one in found if one.dataset is None]),
    }
    return evidence.section("ordering", context)


def _refuse_incomplete(evidence: Evidence) -> None:
    lacking = [name for name in evidence.algorithms if name not in evidence.options.complexity]
    if lacking:
        raise OptionError(
            f"{lacking[0]!r} is not in the order of complexity", hint="name every algorithm once, simplest first"
        )


def _ordered(evidence: Evidence, compared: Comparison) -> Ordered | None:
    """Order over datasets where there are several, else over the runs of the only one."""
    by: tuple[str, ...] = ("metric",)
    metric, dataset = compared.metric, None
    scores: pl.DataFrame = evidence.completed_of(metric)
    # Raw differences of metrics with units are not comparable, and wins are.
    wanted = evidence.options.test_for("pairs") if metric.comparable else "sign_test"
    test: Any = _known_test(wanted, PAIR_TEST)
    if compared.reason is not None:
        runs = several_runs(evidence.of(metric), evidence.design.filter(pl.col("metric") == metric.name))
        if runs is None:
            return None
        scores = without_gaps(runs, policy=evidence.options.missing).matched
        if scores.get_column("dataset").n_unique() != 1:
            return None
        by, dataset = ("dataset", "metric"), str(scores.get_column("dataset")[0])
        test = _known_test(evidence.options.test_for("folds"), "corrected_resampled_t")
    declared = _declared(evidence.options.complexity, scores)
    if len(declared) < 2:
        return None
    alpha = evidence.options.alpha
    rows = complexity_tests(scores, by, declared, test=test, alpha=alpha).pipe(adjust, ADJUSTMENT)
    order = multitest_order(scores, by=by, order=declared, test=test, adjustment=ADJUSTMENT, alpha=alpha)
    return Ordered(
        metric=metric,
        test=test,
        order=plain(order),
        rows=plain(rows),
        ranks=average_ranks(scores),
        blocks=counted(scores.select(*_block(scores, dataset)).n_unique(), "run" if dataset else "dataset"),
        dataset=dataset,
    )


def _known_test(wanted: str, default: str) -> str:
    """Return the test asked for where it can be one-sided, else the default."""
    return wanted if wanted in order_tests() else default


def _block(scores: pl.DataFrame, dataset: str | None) -> list[str]:
    return ["dataset"] if dataset is None else [name for name in RUN_KEYS if name in scores.columns]


def _declared(complexity: Sequence[str], scores: pl.DataFrame) -> list[str]:
    present = set(scores.get_column("algorithm").cast(pl.String).unique())
    return [name for name in complexity if name in present]


def _facts(evidence: Evidence, one: Ordered, printed: int) -> dict[str, Any]:
    clear = one.rows.filter(pl.col("p_adjusted") <= evidence.options.alpha)
    first = one.order.row(0, named=True)
    return {
        "one": one,
        "first": first["algorithm"],
        "simplest": first["complexity"] == one.order["complexity"].min(),
        "n_tests": counted(one.rows.height, "pair"),
        "n_clear": clear.height,
        "n_untested": one.rows["p_value"].null_count(),
        "smallest": smallest(one.rows["p_adjusted"]),
        "test": METHODS[one.test].name,
        "table": _table(one, printed),
    }


def _table(one: Ordered, printed: int) -> Table:
    columns = (
        column("position", "place"),
        label("algorithm"),
        column("complexity"),
        label("shown_better_than", "significantly better than", when=one.order["shown_better_than"].count() > 0),
        label("reason", "reason of the place"),
    )
    left = one.order.height - printed
    rest = f"The other {left} are in" if left > 0 else ""
    caption = f"Full order by {one.metric.name}, from tests and simplicity; complexity 1 is simplest."
    name = f"order-{one.metric.slug}"
    return exhibits.table(name, caption, one.order.head(printed), columns, twin=one.order, rest=rest)


def _graph(evidence: Evidence, one: Ordered) -> Figure:
    from benchreport.figures.comparison.hasse import order_numbers

    said = {
        "metric": pl.lit(one.metric.name),
        "direction": pl.lit("lower" if one.metric.lower else "higher"),
        "posthoc": pl.lit(f"one-sided {METHODS[one.test].name.removeprefix('the ').removeprefix('Wilcoxon’s ')}"),
        "judged": pl.lit(f"{adjustment_name(ADJUSTMENT)} adjustment"),
        "alpha": pl.lit(evidence.options.alpha),
    }
    points = "datasets" if one.dataset is None else "runs"
    numbers = order_numbers(one.rows, one.ranks, said, alpha=evidence.options.alpha, points=points)
    caption = (
        f"Costlier algorithms that are significantly better than simpler ones by {one.metric.name}: a line leads down "
        "from the better to the simpler."
    )
    return evidence.drawn("hasse", numbers, id=f"order-graph-{one.metric.slug}", caption=caption)


def _firsts(evidence: Evidence, found: Sequence[Ordered]) -> Table | None:
    """Count how often each algorithm comes first on single datasets, from their runs."""
    runs = several_runs(evidence.scores, evidence.design) if found else None
    if runs is None:
        return None
    scores = without_gaps(runs, policy=evidence.options.missing).matched
    size = len(evidence.algorithms)
    groups = scores.select("dataset", "metric").unique().height
    if scores.is_empty() or groups * size * (size - 1) // 2 > COUNTED_PAIRS:
        return None
    order = multitest_order(
        scores,
        by=("dataset", "metric"),
        order=_declared(evidence.options.complexity, scores),
        test="corrected_resampled_t",
        adjustment=ADJUSTMENT,
        alpha=evidence.options.alpha,
    )
    firsts = plain(order).filter(pl.col("position") == 1)
    counts = firsts.group_by("algorithm", "metric").agg(n=pl.len().cast(pl.Int64))
    present = set(plain(order)["algorithm"])
    board = pl.DataFrame({"algorithm": [name for name in evidence.options.complexity if name in present]})
    columns = [label("algorithm")]
    for place, metric in enumerate(evidence.metrics):
        name = f"n_{place}"
        here = counts.filter(pl.col("metric") == metric.name).select("algorithm", pl.col("n").alias(name))
        board = board.join(here, on="algorithm", how="left", maintain_order="left").with_columns(
            pl.col(name).fill_null(0)
        )
        columns.append(column(name, metric.name, group="datasets on which first"))
    caption = (
        "Number of datasets on which each algorithm comes first, by the corrected resampled t test on its runs; "
        "simplest on top."
    )
    return exhibits.table("order-firsts", caption, board, columns, twin=plain(order))


ORDERING = Part(id="ordering", after="aggregates", make=ordering_section)
