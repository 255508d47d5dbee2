"""How did every algorithm do on every dataset?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import polars as pl

from benchreport.document.exhibits.numbers import SCIENTIFIC, counted, decimals_for, fixed, integer, number
from benchreport.document.exhibits.split import must_turn
from benchreport.document.exhibits.tables import MOST_ROWS, emphases
from benchreport.document.model.blocks import Cell, Column, Table, Words, data_file
from benchreport.document.model.names import short_names

MOST_COLUMNS = 10
# Of more algorithms than that so many are printed, which fit an upright page.
COLUMNS_OF_MANY = 8
LONGEST_HEAD = 16
BETTER, WORSE = "▴", "▾"
ROUNDING = 1e-10
FEWEST_DECIMALS = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a table of single results is about: the metric, the algorithms in their order, and their mean ranks.

    ``averaged`` tells results that are means over runs from single ones; ``placed`` says that results are missing and
    the ranks are places adjusted for that.
    """

    metric: str
    slug: str
    lower: bool
    order: tuple[str, ...]
    ranks: pl.DataFrame | None = None
    averaged: bool = True
    placed: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Against:
    """Tests against one algorithm on single datasets: result rows with dataset, a, b, better, p_adjusted and alpha."""

    control: str
    test: str
    rows: pl.DataFrame


def dataset_table(cells: pl.DataFrame, shown: Shown, *, against: Against | None = None) -> Table:
    """Print the mean result of every algorithm on every dataset, best in bold, second underlined, ranks below.

    ``against`` puts a mark behind every result that is significantly better or worse than that of one algorithm.

    Examples
    --------
    >>> cells = pl.DataFrame({"dataset": ["iris", "iris"], "algorithm": ["kNN", "SVM"], "value": [0.91, 0.95]})
    >>> table = dataset_table(cells, Shown(metric="auc", slug="auc", lower=False, order=("SVM", "kNN")))
    >>> [(cell.text, cell.emphasis) for cell in table.rows[0]]
    [('iris', ''), ('0.95', 'best'), ('0.91', 'second')]
    """
    printed = list(shown.order[: COLUMNS_OF_MANY if len(shown.order) > MOST_COLUMNS else MOST_COLUMNS])
    wide = cells.with_columns(pl.col("algorithm", "dataset").cast(pl.String)).pivot(
        "algorithm", index="dataset", values="value", sort_columns=True
    )
    wide = wide.sort("dataset").select("dataset", *shown.order)
    decimals = _decimals(wide)
    marks = {} if against is None else marks_of(against)
    rows = []
    for dataset, *values in wide.head(MOST_ROWS).iter_rows():
        strengths = emphases(values, lower=shown.lower)
        row = [
            Cell(text=fixed(value, decimals) or "—", value=value, emphasis=mark, sup=marks.get((dataset, name), ""))
            for name, value, mark in zip(printed, values, strengths, strict=False)
        ]
        rows.append((Cell(text=dataset), *row))
    foot = [] if shown.ranks is None else [_rank_row(shown, len(printed))]
    columns = (
        Column(title="dataset", align="left"),
        *(Column(title=name) for name in short_names(printed, LONGEST_HEAD)),
    )
    marked = against if any(cell.sup for row in rows for cell in row) else None
    return Table(
        id=f"datasets-{shown.slug}",
        caption=(
            f"{'Mean' if shown.averaged else 'Results by'} {shown.metric} per dataset "
            f"({'lower' if shown.lower else 'higher'} is better).",
        ),
        columns=columns,
        rows=(*rows, *foot),
        frame=wide,
        note=_notes(shown, wide.height, marked),
        wide=must_turn(columns, rows),
        foot=len(foot),
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


def marks_of(against: Against) -> Mapping[tuple[str, str], str]:
    """Return the mark of every result that differs significantly, by dataset and algorithm.

    Examples
    --------
    >>> tested = {"dataset": "iris", "a": "SVM", "b": "kNN", "better": "SVM", "p_adjusted": 0.01, "alpha": 0.05}
    >>> marks_of(Against(control="kNN", test="a t test", rows=pl.DataFrame(tested)))
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


def _rank_row(shown: Shown, printed: int) -> tuple[Cell, ...]:
    """Print the mean ranks, or under gaps the places, below the columns."""
    ranks = pl.DataFrame() if shown.ranks is None else shown.ranks
    standing, digits = ("place", 0) if shown.placed else ("mean_rank", 2)
    known = dict(ranks.select(pl.col("algorithm").cast(pl.String), standing).rows())
    values = [known.get(name) for name in shown.order]
    cells = [
        Cell(text=fixed(value, digits) or "—", value=value, emphasis=mark)
        for value, mark in zip(values[:printed], emphases(values, lower=True), strict=False)
    ]
    return (Cell(text="place" if shown.placed else "mean rank"), *cells)


def _notes(shown: Shown, datasets: int, against: Against | None) -> Words:
    notes = ["Bold: best of all algorithms. Underlined: second."]
    if against is not None:
        alpha = number(against.rows["alpha"].drop_nulls()[0])
        notes.append(
            f"{BETTER} significantly better and {WORSE} significantly worse than {against.control} on that dataset "
            f"({against.test}, adjusted, level {alpha})."
        )
    if shown.placed:
        notes.append("Places are by Skillings-Mack effects, which adjust for missing results.")
    left = []
    if len(shown.order) > MOST_COLUMNS:
        left.append(f"the {COLUMNS_OF_MANY} algorithms of best mean rank out of {len(shown.order)}")
    if datasets > MOST_ROWS:
        left.append(f"the first {MOST_ROWS} of {integer(datasets)} datasets")
    if left:
        if shown.ranks is not None and not shown.placed:
            notes.append(f"Mean ranks are over {counted(max(shown.ranks['n']), 'dataset')} and all algorithms.")
        notes.append(f"Printed are {' and '.join(left)}; all results are in ")
        return (" ".join(notes), data_file(f"datasets-{shown.slug}"), ".")
    return (" ".join(notes),)
