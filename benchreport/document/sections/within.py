"""Comparisons of algorithms on the runs of single datasets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import ClassVar

import polars as pl

from benchreport.document.analyses.untested import untested
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.result_rows import ResultRow, grouped, median, outcome_of, result_row
from benchreport.document.evidence.runs import datasets_in
from benchreport.document.evidence.within import Within
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import (
    Printed,
    column,
    decimals,
    decision,
    degrees_of_freedom,
    interval,
    label,
    level_title,
)
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.document.model.former_names import REFERENCE
from benchreport.method import Method
from benchreport.naming import enumerated
from benchreport.numerals import counted, decimals_for, fixed, integer, limit_texts, none_or_integer
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.remarks import about
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.tables.schema import UNDECLARED

DRAWN_METRICS = 2
NAMED_DATASETS = 4
# Printed rows of the section, shared by its metrics; the rest is in the data files.
MOST_PRINTED = 60
LEAST_PRINTED = 10
NAMED_BETTER = 3
DRAWN_DATASETS = 12
DRAWN_ALGORITHMS = 12
UNPAIRED = "unpaired_t"


@dataclass(frozen=True, slots=True, kw_only=True)
class OnlyPair:
    """The only comparison of a metric: its result row, with statistic, estimate and limits as text."""

    row: ResultRow
    symbol: str
    statistic: str
    estimate: str
    low: str
    high: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Metrics:
    """The comparisons by one metric, or by several on which nothing could be tested for the same reason (``vain``).

    ``single`` is the dataset, where there is one only; ``worse``, ``better`` and ``open`` then name algorithms.
    ``ahead`` and ``behind`` count the comparisons that come out significantly for the algorithm in focus and against
    it, ``beaten`` names the datasets where some algorithm is significantly better. ``beside`` says of other tests
    how many comparisons they call significant, of how many that they can test.
    """

    metric: str
    focus: str
    test: str
    datasets: str
    single: str | None
    only: OnlyPair | None
    worse: str
    better: str
    open: str
    ahead: str
    behind: str
    beaten: str
    n_tested: str
    n_untested: str
    total: int
    reason: str
    vain: bool
    rows: pl.DataFrame
    beside: tuple[tuple[str, str, int], ...]
    table: Table | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WithinDatasets:
    """What the template ``within`` prints; ``undeclared`` says which datasets have runs without a declared design."""

    FORMER: ClassVar[Mapping[str, str]] = REFERENCE | {
        "asked_for": "options.tests",
        "parts": "s.metrics",
        "paired": "s.tests_beside",
        "halves": "s.tests_beside",
        "samples": "s.tests_beside",
    }

    undeclared: str
    metrics: tuple[Metrics, ...] = ()
    tests: tuple[Method, ...] = ()
    tests_beside: tuple[str, ...] = ()
    dependent: bool = False
    several: bool = False
    dropped: bool = False
    untested: tuple[tuple[str, str], ...] = ()
    out_of_reach: int = 0
    total: str = ""
    intervals: bool = False
    figures: tuple[Figure, ...] = ()
    more_figures: bool = False


def within_section(evidence: Evidence) -> Section | None:
    """Return the section on single datasets; none where no dataset has several runs."""
    comparisons, undeclared = evidence.within, _undeclared(evidence)
    if not comparisons:
        return evidence.section("within", WithinDatasets(undeclared=undeclared)) if undeclared else None
    rows = pl.concat([within.rows for within in comparisons])
    printed = max(MOST_PRINTED // len(comparisons), LEAST_PRINTED)
    metrics = _vain_together([_metric(within, evidence.options, printed) for within in comparisons])
    figures = [_differences(evidence, within) for within in comparisons[:DRAWN_METRICS]]
    drawn = tuple(figure for figure in figures if figure is not None)
    tests = dict.fromkeys(name for within in comparisons for name in within.tests)
    record = WithinDatasets(
        undeclared=undeclared,
        metrics=metrics,
        tests=tuple(METHODS[name] for name in tests),
        tests_beside=tuple({name for within in comparisons for name in within.beside["method"]}),
        dependent=any(METHODS[name].matched for name in tests),
        several=any(within.rows.height > within.rows["dataset"].n_unique() for within in comparisons),
        dropped=int(rows["n_dropped"].fill_null(0).sum()) > 0,
        untested=tuple(untested(rows, "comparison")),
        out_of_reach=rows.filter(about("unreachable")).height,
        total=integer(rows.height),
        intervals=any(part.single and part.rows["ci_low"].count() for part in metrics),
        figures=drawn,
        more_figures=len(comparisons) > DRAWN_METRICS and bool(drawn),
    )
    return evidence.section("within", record)


def _undeclared(evidence: Evidence) -> str:
    """Return how many datasets have several runs of which no design was declared, in words; empty for none."""
    rows = evidence.design.filter(pl.col("design") == UNDECLARED)
    names = sorted(set(datasets_in(rows)))
    return "" if not names else names[0] if len(names) == 1 else counted(len(names), "dataset")


def _metric(within: Within, options: Options, printed: int) -> Metrics:
    clear = pl.col("p_adjusted") <= options.alpha
    worse, better = clear & (pl.col("better") == within.focus), clear & (pl.col("better") != within.focus)
    rows = within.with_focus
    board = rows.group_by("dataset", maintain_order=True).agg(
        n=pl.col("n").max(),
        worse=worse.sum().cast(pl.Int64),
        better=better.sum().cast(pl.Int64),
        open=(~clear).sum().cast(pl.Int64),
        untested=pl.col("p_adjusted").null_count().cast(pl.Int64),
        names=pl.col("a").filter(better).sort().implode(),
    )
    single = board.height == 1
    outcome = outcome_of(rows.sort("a"), within.focus, options.alpha)
    reasons = untested(rows, "comparison")
    # Where nothing but equal results could be judged, nothing was tested.
    judged = pl.col("p_value").is_not_null() & (pl.col("status") != "all_ties")
    vain = bool(reasons) and rows.filter(judged).is_empty()
    beaten = board.filter(pl.col("better") > 0)["dataset"].to_list()
    lacking = rows["p_value"].null_count()
    exhibit = _pairs_table(within, options, printed) if single else _board_table(within, board, printed)
    return Metrics(
        metric=within.metric.name,
        focus=within.focus,
        test=" and ".join(METHODS[name].name for name in within.tests),
        datasets=counted(board.height, "dataset"),
        single=board["dataset"][0] if single else None,
        only=_only_pair(rows) if rows.height == 1 else None,
        worse=enumerated(outcome.worse) if single else "",
        better=enumerated(outcome.better) if single else "",
        open=enumerated(outcome.open, "or") if single else "",
        ahead=none_or_integer(int(board["worse"].sum())),
        behind=none_or_integer(int(board["better"].sum())),
        beaten=enumerated(beaten) if len(beaten) <= NAMED_DATASETS else counted(len(beaten), "dataset"),
        n_tested=integer(rows.height - lacking),
        n_untested=integer(lacking) if lacking else "",
        total=rows.height,
        reason=reasons[0][1] if reasons else "",
        vain=vain,
        rows=within.rows,
        beside=_beside(within, clear),
        table=None if vain and not single else exhibit,
    )


def _vain_together(parts: Sequence[Metrics]) -> tuple[Metrics, ...]:
    """Return the metrics on which nothing could be tested for the same reason as one, the others as they are."""

    def likeness(part: Metrics) -> tuple[str, ...]:
        return (part.metric,) if part.table is not None else (part.focus, part.datasets, part.reason)

    return tuple(
        replace(
            alike[0], metric=enumerated([part.metric for part in alike]), rows=pl.concat(part.rows for part in alike)
        )
        for alike in grouped(parts, likeness).values()
    )


def _only_pair(rows: pl.DataFrame) -> OnlyPair:
    """Return the only comparison there is, the estimate with the decimals it deserves."""
    row = result_row(rows)
    places = decimals_for(row.estimate)
    low, high = ("", "") if row.ci_low is None else limit_texts(row.ci_low, row.ci_high, places)
    return OnlyPair(
        row=row,
        symbol=symbol_of(row.method),
        statistic=fixed(row.statistic, 3),
        estimate=fixed(row.estimate, places),
        low=low or "",
        high=high or "",
    )


def _beside(within: Within, clear: pl.Expr) -> tuple[tuple[str, str, int], ...]:
    """Return what the tests given for comparison would have called significant, of how many."""
    if within.with_focus.height == 1:
        return ()
    tested = within.beside.filter(pl.col("p_value").is_not_null()).group_by("method", maintain_order=True)
    counts = tested.agg(clear.sum().cast(pl.Int64).alias("clear"), pl.len().cast(pl.Int64)).rows()
    return tuple((METHODS[name].name, none_or_integer(n), total) for name, n, total in counts)


def _board_table(within: Within, board: pl.DataFrame, printed: int) -> Table:
    """Return the table of how many algorithms are significantly worse and better than one, dataset by dataset.

    Where not all datasets can be printed, those with the most that are better come first.
    """
    rest = board.height - printed
    first = board if rest <= 0 else board.sort(-pl.col("better"), "dataset").head(printed)
    columns = (
        label("dataset"),
        column("n", "runs"),
        column("worse"),
        column("open", "not shown"),
        column("untested", "not tested", when=first["untested"].sum() > 0),
        column("better"),
        column("names", "which are better", _first_names, align="left", when=first["better"].sum() > 0),
    )
    metric = within.metric
    caption = f"Algorithms significantly worse and better than {within.focus} by {metric.name}, dataset by dataset."
    words = f"Those with the most that are better; the other {rest} are in" if rest > 0 else ""
    return exhibits.table(f"within-{metric.slug}", caption, first, columns, twin=_twin(within), rest=words)


def _first_names(names: Sequence[str]) -> str:
    return ", ".join(names[:NAMED_BETTER]) + (" …" if len(names) > NAMED_BETTER else "")


def _pairs_table(within: Within, options: Options, printed: int) -> Table:
    """Return the comparisons with one algorithm on a single dataset, the surest first where not all can be printed."""
    rest = within.with_focus.height - printed
    rows = within.with_focus
    rows = rows if rest <= 0 else rows.sort("p_adjusted", "a", nulls_last=True).head(printed)
    places = decimals_for(median(rows["estimate"].abs()))
    single = within.rows.height == 1
    p = "p" if single else f"p ({adjustment_name(options.adjust)})"
    frame, beside = _with_beside(rows, within, p)
    columns = (
        label("a"),
        column("n", "runs"),
        column("estimate", f"a − {within.focus}", decimals(places)),
        interval(level_title(options), places, align="right"),
        column("effect", printer=decimals(2), unless_empty=True),
        column("statistic", " or ".join(dict.fromkeys(symbol_of(name) for name in within.tests)), decimals(3)),
        degrees_of_freedom(),
        column("p_value", "p", when=not single),
        column("p_adjusted", p, decision(options.alpha)),
        *beside,
    )
    caption = f"Comparisons with {within.focus} by {within.metric.name}, over the runs of {rows['dataset'][0]}."
    notes = [exhibits.boldness(within.rows.height)] if (rows["p_adjusted"] <= options.alpha).any() else []
    if rows["effect"].count():
        notes.append(f"Effect: {rows['effect_name'].drop_nulls()[0]}, positive where a is better.")
    words = f"{counted(rest, 'less certain comparison')}: see" if rest > 0 else ""
    name = f"within-{within.metric.slug}"
    return exhibits.table(name, caption, frame, columns, twin=_twin(within), note=" ".join(notes), rest=words)


def _with_beside(rows: pl.DataFrame, within: Within, p: str) -> tuple[pl.DataFrame, list[Printed | None]]:
    """Return rows with the p-values of the tests given for comparison, where they have any, and their columns."""
    tested = within.beside.filter(pl.col("p_value").is_not_null())
    columns = []
    for place, name in enumerate(tested["method"].unique(maintain_order=True)):
        title = f"p_beside_{place}"
        beside = tested.filter(pl.col("method") == name).select("a", pl.col("p_adjusted").alias(title))
        rows = rows.join(beside, on="a", how="left", maintain_order="left")
        columns.append(column(title, METHODS[name].label, group=f"{p}, for comparison"))
    return rows, columns


def _twin(within: Within) -> pl.DataFrame:
    return pl.concat([within.rows, within.beside])


def symbol_of(method: str) -> str:
    """Return the sign of a statistic as it is printed.

    Examples
    --------
    >>> symbol_of("cv52_f"), symbol_of("corrected_resampled_t")
    ('F', 't')
    """
    return METHODS[method].symbol.replace("f", "F")


def _differences(evidence: Evidence, within: Within) -> Figure | None:
    """Return the figure of the differences run by run, where runs are matched and datasets and algorithms are few."""
    rows, metric = within.with_focus, within.metric
    datasets, others = rows["dataset"].unique(), rows["a"].unique()
    if UNPAIRED in within.tests or len(datasets) > DRAWN_DATASETS or len(others) > DRAWN_ALGORITHMS:
        return None
    if not rows["n"].fill_null(0).sum():
        return None
    where = f", on {datasets[0]}." if len(datasets) == 1 else "."
    return evidence.plotted(
        "fold_differences",
        evidence.of(metric).filter(pl.col("dataset").cast(pl.String).is_in(datasets.implode())),
        control=within.focus,
        id=f"differences-{metric.slug}",
        caption=f"Differences in {metric.name} to {within.focus}, a point per run, a bar at the mean{where}",
        width="page" if len(others) > 1 else None,
    )


WITHIN = Part(id="within", after="distributions", make=within_section, record=WithinDatasets)
