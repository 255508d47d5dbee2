"""Order of algorithms by tests and simplicity: the simpler first unless a costlier one is significantly better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.result_rows import plain, smallest
from benchreport.document.evidence.runs import several_runs, without_gaps
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.errors import OptionError
from benchreport.method import Method
from benchreport.numerals import counted
from benchreport.options import PAIR_TEST
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.many_algorithms.complete_blocks import average_ranks
from benchreport.stats.multiplicity.adjusting import adjust, adjustment_name
from benchreport.stats.ordering.complete_order import complexity_tests, multitest_order, order_tests
from benchreport.tables.schema import RUN_KEYS

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


@dataclass(frozen=True, slots=True, kw_only=True)
class First:
    """Which algorithm comes first by one metric, over the datasets or over the runs of the only one, and why."""

    metric: str
    dataset: str | None
    blocks: str
    name: str
    why: Literal["none better", "simplest", "unbeaten"]
    test: Method
    n_tests: str
    n_untested: int
    smallest: float | None
    rows: pl.DataFrame
    table: Table


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordering:
    """What the template ``ordering`` prints; ``firsts`` counts who comes first on single datasets."""

    FORMER: ClassVar[Mapping[str, str]] = {"complexity": "options.complexity", "parts": "s.metrics"}

    metrics: tuple[First, ...]
    figures: tuple[Figure, ...]
    firsts: Table | None


def ordering_section(evidence: Evidence) -> Section | None:
    """Return the section on the order by tests and simplicity; none unless an order of complexity is declared."""
    if not evidence.options.complexity:
        return None
    _refuse_incomplete(evidence)
    orders = [order for c in evidence.on_blocks if (order := _ordered(evidence, c)) is not None]
    if not orders:
        return None
    printed = max(MOST_PRINTED // len(orders), LEAST_PRINTED)
    record = Ordering(
        metrics=tuple(_first(evidence, order, printed) for order in orders),
        figures=tuple(_graph(evidence, order) for order in orders[:DRAWN_METRICS]),
        firsts=_firsts(evidence) if any(order.dataset is None for order in orders) else None,
    )
    return evidence.section("ordering", record)


def _refuse_incomplete(evidence: Evidence) -> None:
    lacking = [name for name in evidence.algorithms if name not in evidence.options.complexity]
    if lacking:
        raise OptionError(
            f"{lacking[0]!r} is not in the order of complexity", hint="name every algorithm once, simplest first"
        )


def _ordered(evidence: Evidence, compared: Comparison) -> Ordered | None:
    """Return the order over datasets where there are several, else over the runs of the only one."""
    by: tuple[str, ...] = ("metric",)
    metric, dataset = compared.metric, None
    scores: pl.DataFrame = evidence.completed.of_metrics(metric.name)
    # Raw differences of metrics with units are not comparable, and wins are.
    test: Any = _one_sided(evidence.options.test_of_two if metric.comparable else "sign_test", PAIR_TEST)
    if compared.reason is not None:
        runs = several_runs(evidence.of(metric), evidence.design.filter(pl.col("metric") == metric.name))
        if runs is None:
            return None
        scores = without_gaps(runs, policy=evidence.options.missing).matched
        if scores.get_column("dataset").n_unique() != 1:
            return None
        by, dataset = ("dataset", "metric"), str(scores.get_column("dataset")[0])
        test = _one_sided(evidence.options.test_for("folds"), "corrected_resampled_t")
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


def _one_sided(test: str, default: str) -> str:
    """Return the test asked for where it can be one-sided, else the default."""
    return test if test in order_tests() else default


def _block(scores: pl.DataFrame, dataset: str | None) -> list[str]:
    return ["dataset"] if dataset is None else [name for name in RUN_KEYS if name in scores.columns]


def _declared(complexity: Sequence[str], scores: pl.DataFrame) -> list[str]:
    present = set(scores.get_column("algorithm").cast(pl.String).unique())
    return [name for name in complexity if name in present]


def _first(evidence: Evidence, order: Ordered, printed: int) -> First:
    clear = order.rows.filter(pl.col("p_adjusted") <= evidence.options.alpha)
    first = order.order.row(0, named=True)
    simplest = first["complexity"] == order.order["complexity"].min()
    return First(
        metric=order.metric.name,
        dataset=order.dataset,
        blocks=order.blocks,
        name=first["algorithm"],
        why="unbeaten" if not simplest else "simplest" if clear.height else "none better",
        test=METHODS[order.test],
        n_tests=counted(order.rows.height, "pair"),
        n_untested=order.rows["p_value"].null_count(),
        smallest=smallest(order.rows["p_adjusted"]),
        rows=order.rows,
        table=_table(order, printed),
    )


def _table(order: Ordered, printed: int) -> Table:
    columns = (
        column("position", "place"),
        label("algorithm"),
        column("complexity"),
        label("shown_better_than", "significantly better than", when=order.order["shown_better_than"].count() > 0),
        label("reason", "reason of the place"),
    )
    rest = order.order.height - printed
    words = f"The other {rest} are in" if rest > 0 else ""
    caption = f"Full order by {order.metric.name}, from tests and simplicity; complexity 1 is simplest."
    name = f"order-{order.metric.slug}"
    return exhibits.table(name, caption, order.order.head(printed), columns, twin=order.order, rest=words)


def _graph(evidence: Evidence, order: Ordered) -> Figure:
    from benchreport.figures.comparison.hasse import order_numbers

    labels = {
        "metric": pl.lit(order.metric.name),
        "direction": pl.lit("lower" if order.metric.lower else "higher"),
        "posthoc": pl.lit(f"one-sided {METHODS[order.test].name.removeprefix('the ').removeprefix('Wilcoxon’s ')}"),
        "judged": pl.lit(f"{adjustment_name(ADJUSTMENT)} adjustment"),
        "alpha": pl.lit(evidence.options.alpha),
    }
    points = "datasets" if order.dataset is None else "runs"
    numbers = order_numbers(order.rows, order.ranks, labels, alpha=evidence.options.alpha, points=points)
    caption = (
        f"Costlier algorithms that are significantly better than simpler ones by {order.metric.name}: a line leads "
        "down from the better to the simpler."
    )
    return evidence.drawn("hasse", numbers, id=f"order-graph-{order.metric.slug}", caption=caption)


def _firsts(evidence: Evidence) -> Table | None:
    """Return the table of how often each algorithm comes first on single datasets, from their runs."""
    runs = several_runs(evidence.scores, evidence.design)
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
        own = counts.filter(pl.col("metric") == metric.name).select("algorithm", pl.col("n").alias(name))
        board = board.join(own, on="algorithm", how="left", maintain_order="left").with_columns(
            pl.col(name).fill_null(0)
        )
        columns.append(column(name, metric.name, group="datasets on which first", named=True))
    caption = (
        "Number of datasets on which each algorithm comes first, by the corrected resampled t test on its runs; "
        "simplest on top."
    )
    return exhibits.table("order-firsts", caption, board, columns, twin=plain(order))


ORDERING = Part(id="ordering", after="aggregates", make=ordering_section, record=Ordering)
