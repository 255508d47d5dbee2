"""The section of datasets: every algorithm on every dataset."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric
from benchreport.document.exhibits.paper import must_turn
from benchreport.document.exhibits.tables import MOST_ROWS, emphases
from benchreport.document.model.blocks import Cell, Column, Section, Table, Words, data_file
from benchreport.document.sections import Part
from benchreport.naming import short_names
from benchreport.numerals import SCIENTIFIC, counted, decimals_for, fixed, integer, number
from benchreport.registry import METHODS
from benchreport.tables.blocks import cells_of

MOST_COLUMNS = 10
# Of more algorithms than that so many are printed, which fit an upright page.
COLUMNS_OF_MANY = 8
LONGEST_HEAD = 16
BETTER, WORSE = "▴", "▾"
ROUNDING = 1e-10
FEWEST_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Datasets:
    """What the template ``datasets`` prints: a table for each metric, and whether runs are averaged."""

    tables: tuple[tuple[str, Table], ...]
    repeated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Columns:
    """The columns of a table of single results by one metric: the algorithms in their order, and their mean ranks.

    ``averaged`` tells results that are means over runs from single ones; ``placed`` says that results are missing and
    the ranks are places adjusted for that.
    """

    metric: Metric
    order: tuple[str, ...]
    ranks: pl.DataFrame
    averaged: bool = True
    placed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ReferenceTests:
    """Tests against one algorithm on single datasets: result rows with dataset, a, b, better, p_adjusted and alpha."""

    control: str
    test: str
    rows: pl.DataFrame


def datasets_section(evidence: Evidence) -> Section | None:
    """Return the section on every result; none for a single dataset, whose results are on the leaderboard."""
    if len(evidence.datasets) == 1 and evidence.design["complete"].all():
        return None
    tables = [(metric.name, _table(evidence, metric)) for metric in evidence.metrics]
    turned = any(table.wide for _, table in tables)  # one broad table turns the pages of all
    alike = tuple((name, replace(table, wide=turned)) for name, table in tables)
    return evidence.section("datasets", Datasets(tables=alike, repeated=evidence.repeated))


def _table(evidence: Evidence, metric: Metric) -> Table:
    scores, ranks = evidence.of(metric), evidence.ranks_of(metric)
    names = ranks["algorithm"].cast(pl.String).to_list()
    unranked = [name for name in scores["algorithm"].cast(pl.String).unique().sort() if name not in names]
    columns = Columns(
        metric=metric,
        order=(*names, *unranked),
        ranks=ranks,
        averaged=evidence.repeated,
        placed=evidence.policies[metric.name] == "available",
    )
    within = next((within for within in evidence.within if within.metric == metric), None)
    if within is None:
        return dataset_table(cells_of(scores), columns)
    test = " and ".join(METHODS[name].name for name in within.tests)
    against = ReferenceTests(control=within.focus, test=test, rows=within.with_focus)
    return dataset_table(cells_of(scores), columns, against=against)


def dataset_table(cells: pl.DataFrame, columns: Columns, *, against: ReferenceTests | None = None) -> Table:
    """Print the mean result of every algorithm on every dataset, best in bold, second underlined, ranks below.

    ``against`` puts a mark behind every result that is significantly better or worse than that of one algorithm.

    Examples
    --------
    >>> cells = pl.DataFrame({"dataset": ["iris", "iris"], "algorithm": ["kNN", "SVM"], "value": [0.91, 0.95]})
    >>> ranks = pl.DataFrame({"algorithm": ["SVM", "kNN"], "mean_rank": [1.0, 2.0]})
    >>> metric = Metric(name="auc", slug="auc", lower=False)
    >>> table = dataset_table(cells, Columns(metric=metric, order=("SVM", "kNN"), ranks=ranks))
    >>> [(cell.text, cell.emphasis) for cell in table.rows[0]]
    [('iris', ''), ('0.95', 'best'), ('0.91', 'second')]
    """
    printed = list(columns.order[: COLUMNS_OF_MANY if len(columns.order) > MOST_COLUMNS else MOST_COLUMNS])
    wide = cells.with_columns(pl.col("algorithm", "dataset").cast(pl.String)).pivot(
        "algorithm", index="dataset", values="value", sort_columns=True
    )
    wide = wide.sort("dataset").select("dataset", *columns.order)
    decimals = _decimals(wide)
    marks = {} if against is None else marks_of(against)
    rows = []
    for dataset, *values in wide.head(MOST_ROWS).iter_rows():
        strengths = emphases(values, lower=columns.metric.lower)
        row = [
            Cell(text=fixed(value, decimals) or "—", value=value, emphasis=mark, sup=marks.get((dataset, name), ""))
            for name, value, mark in zip(printed, values, strengths, strict=False)
        ]
        rows.append((Cell(text=dataset), *row))
    heads = (
        Column(title="dataset", align="left"),
        *(Column(title=name) for name in short_names(printed, LONGEST_HEAD)),
    )
    marked = against if any(cell.sup for row in rows for cell in row) else None
    return Table(
        id=f"datasets-{columns.metric.slug}",
        caption=(
            f"{'Mean' if columns.averaged else 'Results by'} {columns.metric.name} per dataset "
            f"({'lower' if columns.metric.lower else 'higher'} is better).",
        ),
        columns=heads,
        rows=(*rows, _rank_row(columns, len(printed))),
        frame=wide,
        note=_notes(columns, wide.height, marked),
        wide=must_turn(heads, rows),
        foot=1,
    )


def _decimals(wide: pl.DataFrame) -> int:
    spread = wide.select(pl.concat_list(pl.exclude("dataset")).list.std().median()).item()
    deserved = decimals_for(spread)
    if deserved == SCIENTIFIC:
        return deserved
    most = max(deserved + 1, FEWEST_DECIMALS)
    values = wide.drop("dataset").unpivot().get_column("value").drop_nulls().to_numpy()
    fewer = range(FEWEST_DECIMALS, most)
    # Results published with few decimals get no zeros behind them.
    return next((few for few in fewer if (abs(values - values.round(few)) < ROUNDING).all()), most)


def marks_of(against: ReferenceTests) -> Mapping[tuple[str, str], str]:
    """Return the mark of every result that differs significantly, by dataset and algorithm.

    Examples
    --------
    >>> tested = {"dataset": "iris", "a": "SVM", "b": "kNN", "better": "SVM", "p_adjusted": 0.01, "alpha": 0.05}
    >>> marks_of(ReferenceTests(control="kNN", test="a t test", rows=pl.DataFrame(tested)))
    {('iris', 'SVM'): '▴'}
    """
    control = pl.lit(against.control)
    clear = against.rows.with_columns(pl.col("dataset", "a", "b", "better").cast(pl.String)).filter(
        (pl.col("p_adjusted") <= pl.col("alpha"))
        & ((pl.col("a") == control) | (pl.col("b") == control))
        & pl.col("better").is_not_null()
    )
    other = pl.when(pl.col("b") == control).then("a").otherwise("b")
    mark = pl.when(pl.col("better") == control).then(pl.lit(WORSE)).otherwise(pl.lit(BETTER))
    return {(dataset, name): sign for dataset, name, sign in clear.select("dataset", other, mark).rows()}


def _rank_row(columns: Columns, printed: int) -> tuple[Cell, ...]:
    """Print the mean ranks, or under gaps the places, below the columns."""
    standing, digits = ("place", 0) if columns.placed else ("mean_rank", 2)
    ranks = dict(columns.ranks.select(pl.col("algorithm").cast(pl.String), standing).rows())
    values = [ranks.get(name) for name in columns.order]
    cells = [
        Cell(text=fixed(value, digits) or "—", value=value, emphasis=mark)
        for value, mark in zip(values[:printed], emphases(values, lower=True), strict=False)
    ]
    return (Cell(text="place" if columns.placed else "mean rank"), *cells)


def _notes(columns: Columns, datasets: int, against: ReferenceTests | None) -> Words:
    notes = ["Bold: best of all algorithms. Underlined: second."]
    if against is not None:
        alpha = number(against.rows["alpha"].drop_nulls()[0])
        notes.append(
            f"{BETTER} significantly better and {WORSE} significantly worse than {against.control} on that dataset "
            f"({against.test}, adjusted, level {alpha})."
        )
    if columns.placed:
        notes.append("Places are by Skillings-Mack effects, which adjust for missing results.")
    parts = []
    if len(columns.order) > MOST_COLUMNS:
        parts.append(f"the {COLUMNS_OF_MANY} algorithms of best mean rank out of {len(columns.order)}")
    if datasets > MOST_ROWS:
        parts.append(f"the first {MOST_ROWS} of {integer(datasets)} datasets")
    if parts:
        if not columns.placed:
            notes.append(f"Mean ranks are over {counted(max(columns.ranks['n']), 'dataset')} and all algorithms.")
        notes.append(f"Printed are {' and '.join(parts)}; all results are in ")
        return (" ".join(notes), data_file(f"datasets-{columns.metric.slug}"), ".")
    return (" ".join(notes),)


DATASETS = Part(id="datasets", after="advice", make=datasets_section, record=Datasets)
