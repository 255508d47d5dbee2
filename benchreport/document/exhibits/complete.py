"""Complete tables: every result of every algorithm on every dataset, with digits by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport import numerals
from benchreport.document.evidence.comparison import Metric
from benchreport.document.evidence.result_rows import in_order, largest, median
from benchreport.document.exhibits.paper import fits_upright, parts_of
from benchreport.document.exhibits.tables import emphases
from benchreport.document.model.blocks import Cell, Column, Table, Words, data_file
from benchreport.naming import plural
from benchreport.records import dataclass
from benchreport.tables.blocks import cells_of
from benchreport.tables.reading.frames import ends_of
from benchreport.tables.schema import SPREADS
from benchreport.tables.spreads import given_kinds, kind_of

# A hairline stands above every so many rows.
RULED = 5
# Small tables of several metrics become one, up to so many rows.
TOGETHER = 40
# Of more algorithms than that on no more than so many datasets and metrics, each is a row instead of a column.
MANY_ALGORITHMS, FEW_RESULTS = 20, 12
# Standard deviations are printed up to so many algorithms.
SPREADS_UP_TO = 8
# Fewer rows have digits of their own.
FEWEST_ALIKE = 3
MOST_DECIMALS = 6
ROUNDING = 1e-10
MISSING = "—"

# Writes a number with so many decimals.
Writer = Callable[[float | None, int], str]
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """The results by one metric: a row per dataset and a column per algorithm, in the order of places.

    ``spreads`` are standard deviations over runs in the same places, or None; those in the table are of the kind
    ``given``. Whether they are printed says ``fits``. ``runs`` are the fewest and the most runs behind a result.
    ``standings`` are the mean ranks of the algorithms, or under gaps their places (``placed``), over at most
    ``ranked`` datasets. With an ``own_order`` algorithms are as the user listed them.
    """

    metric: Metric
    values: pl.DataFrame
    spreads: pl.DataFrame | None
    given: str
    fits: bool
    runs: tuple[int, int]
    standings: tuple[float | None, ...]
    placed: bool
    ranked: int
    own_order: bool = False

    @property
    def algorithms(self) -> list[str]:
        """The algorithms, best first or as asked for."""
        return self.values.columns[1:]

    @property
    def order(self) -> str:
        """What the algorithms are ordered by."""
        return "place" if self.placed else "mean rank"

    def rows(self) -> list[tuple[str, Row]]:
        """Return every dataset with its printed results, the best in bold."""
        values = self.values.drop("dataset")
        nothing = [(None,) * values.width] * values.height
        printed = self.spreads.drop("dataset") if self.spreads is not None and self.fits else None
        spreads = nothing if printed is None else printed.rows()
        writer, decimals = _written(values, self.metric, printed if self.given else None)
        rows: list[tuple[str, Row]] = []
        for dataset, results, deviations, places in zip(
            self.values["dataset"], values.rows(), spreads, decimals, strict=True
        ):
            texts = [
                writer(value, digits) + ("" if spread is None else f" ± {writer(spread, digits)}")
                for value, spread, digits in zip(results, deviations, places, strict=True)
            ]
            rows.append((dataset, _cells(results, texts, lower=self.metric.lower)))
        return rows

    def without_spreads(self) -> Grid:
        """Return the same results without printed spreads; those given stay in the file."""
        return replace(self, spreads=self.spreads if self.given else None, fits=False)


def grid_of(
    scores: pl.DataFrame,
    metric: Metric,
    ranks: pl.DataFrame,
    *,
    placed: bool = False,
    algorithms: Sequence[str] = (),
    datasets: Sequence[str] = (),
) -> Grid:
    """Return the results of one metric in their table; ``ranks`` are its mean ranks, best first.

    ``algorithms`` and ``datasets`` are in an order that was asked for, if one was.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> metric = Metric(name="auc", slug="auc", lower=False, scale="area")
    >>> grid = grid_of(scores, metric, br.average_ranks(scores).sort("mean_rank"))
    >>> name, cells = grid.rows()[0]
    >>> name, [cell.text for cell in cells], [cell.emphasis for cell in cells]
    ('adult (sample)', ['.798', '.768', '.771', '.763'], ['best', '', '', ''])
    """
    cells = cells_of(scores).with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    standing = "place" if placed else "mean_rank"
    standings = dict(ranks.select(pl.col("algorithm").cast(pl.String), standing).rows())
    present = [*standings, *sorted(set(cells["algorithm"]) - set(standings))]
    order = [name for name in algorithms if name in present] or present
    least, most = ends_of(cells.filter(pl.col("value").is_not_null())["n_values"])
    few, kinds = len(order) <= SPREADS_UP_TO, [] if most > 1 else given_kinds(scores)
    spreads = None
    if kinds or (most > 1 and few):
        spread = pl.coalesce(kinds).max() if kinds else pl.col("value").std()
        cell = scores.group_by(pl.col("algorithm", "dataset").cast(pl.String)).agg(value=spread)
        spreads = _wide(cell, order, datasets)
    return Grid(
        metric=metric,
        values=_wide(cells, order, datasets),
        spreads=spreads,
        given=kind_of(kinds),
        fits=spreads is not None and few,
        runs=(int(least), int(most)),
        standings=tuple(standings.get(name) for name in order),
        placed=placed,
        ranked=int(largest(ranks["n"]) or 0),
        own_order=bool(algorithms),
    )


def _wide(cells: pl.DataFrame, order: Sequence[str], datasets: Sequence[str]) -> pl.DataFrame:
    wide = cells.pivot("algorithm", index="dataset", values="value", sort_columns=True)
    by_name = wide.sort(pl.col("dataset").str.to_lowercase(), "dataset").select("dataset", *order)
    return in_order(by_name, "dataset", datasets) if datasets else by_name


def complete_tables(grids: Sequence[Grid], noun: str) -> list[Table]:
    """Return every result: a table for each metric, or one for all where they are small.

    ``noun`` is what an algorithm is called.
    """
    rows = sum(grid.values.height for grid in grids)
    algorithms = set(grids[0].algorithms)
    alike = all(set(grid.algorithms) == algorithms for grid in grids)
    if len(algorithms) > MANY_ALGORITHMS and rows <= FEW_RESULTS and alike:
        return [_algorithms_down(grids, noun)]
    if len(grids) > 1 and rows <= TOGETHER and len(algorithms) <= MANY_ALGORITHMS and alike:
        return [_together(grids, noun)]
    return [_of_metric(grid, noun) for grid in grids]


def _of_metric(grid: Grid, noun: str) -> Table:
    heads = (Column(title="dataset", align="left"), *_named(grid.algorithms))
    rows = [(Cell(text=name), *cells) for name, cells in grid.rows()]
    foot = _standings(grid) if grid.values.height > 1 else ()
    way = "Lower" if grid.metric.lower else "Higher"
    name = f"complete-{grid.metric.slug}"
    table = Table(
        id=name,
        caption=(f"Every result by {grid.metric.name}. {_said([grid], noun)} {way} is better.",),
        columns=heads,
        rows=(*rows, *foot),
        frame=_twin(grid),
        note=_note([grid], name, foot=bool(foot)),
        foot=len(foot),
        complete=True,
        turned=not fits_upright(heads, [*rows, *foot]),
        rules=tuple(range(RULED, len(rows), RULED)),
    )
    return _of_metric(grid.without_spreads(), noun) if grid.fits and len(parts_of(table)) > 1 else table


def _together(grids: Sequence[Grid], noun: str) -> Table:
    """Return one table of several metrics, one below the other; algorithms are in the order of the first."""
    order = grids[0].algorithms
    one_dataset = all(grid.values.height == 1 for grid in grids)
    alike = [_reordered(grid, order) for grid in grids]
    rows: list[Row] = []
    rules: list[int] = []
    for grid in alike:
        rules += [len(rows)] if rows and not one_dataset else []
        part = grid.rows()
        names = [_titled(grid.metric)] if len(part) == 1 else [grid.metric.name, *_way(grid.metric), *[""] * len(part)]
        for title, (dataset, cells) in zip(names, part, strict=False):
            rows.append((Cell(text=title), *([] if one_dataset else [Cell(text=dataset)]), *cells))
    heads = (
        *(Column(title=name, align="left") for name in (["metric"] if one_dataset else ["metric", "dataset"])),
        *_named(order),
    )
    table = _of_metrics(alike, _said(alike, noun), heads, rows, rules)
    spread = any(grid.fits for grid in alike)
    fits = not spread or len(parts_of(table)) == 1
    return table if fits else _together([grid.without_spreads() for grid in alike], noun)


def _algorithms_down(grids: Sequence[Grid], noun: str) -> Table:
    """Return one table of many algorithms on few datasets, each algorithm a row in the order of the first metric."""
    order = grids[0].algorithms
    alike = [_reordered(grid.without_spreads(), order) for grid in grids]
    one_dataset = all(grid.values.height == 1 for grid in grids)
    heads = [Column(title=noun, align="left")]
    columns: list[Row] = []
    for grid in alike:
        group = "" if one_dataset or len(grids) == 1 else _titled(grid.metric)
        for dataset, cells in grid.rows():
            columns.append(cells)
            title = _titled(grid.metric) if one_dataset else dataset
            heads.append(Column(title=title, align="right", group=group, named=True))
    rows = [(Cell(text=name), *cells) for name, cells in zip(order, zip(*columns, strict=True), strict=True)]
    return _of_metrics(alike, _said(alike, noun, down=True), heads, rows, range(RULED, len(rows), RULED))


def _of_metrics(
    grids: Sequence[Grid], words: str, heads: Sequence[Column], rows: Sequence[Row], rules: Iterable[int]
) -> Table:
    """Return the one table of all metrics."""
    frames = [_twin(grid).select(pl.lit(grid.metric.name).alias("metric"), pl.all()) for grid in grids]
    return Table(
        id="complete",
        caption=(f"Every result. {words}",),
        columns=tuple(heads),
        rows=tuple(rows),
        frame=pl.concat(frames, how="diagonal"),
        note=_note(grids, "complete", foot=False),
        complete=True,
        turned=not fits_upright(heads, rows),
        rules=tuple(rules),
    )


def _named(names: Iterable[str]) -> list[Column]:
    return [Column(title=name, align="right", named=True) for name in names]


def _reordered(grid: Grid, order: Sequence[str]) -> Grid:
    spreads = None if grid.spreads is None else grid.spreads.select("dataset", *order)
    return replace(grid, values=grid.values.select("dataset", *order), spreads=spreads)


def _twin(grid: Grid) -> pl.DataFrame:
    """Return all digits of the results, and behind them the standard deviations."""
    if grid.spreads is None:
        return grid.values
    deviations = grid.spreads.rename({name: f"{name} ({grid.given or 'sd'})" for name in grid.algorithms})
    return grid.values.join(deviations, on="dataset", how="left", maintain_order="left")


def _titled(metric: Metric) -> str:
    return " ".join([metric.name, *(f"({way})" for way in _way(metric))])


def _way(metric: Metric) -> list[str]:
    return ["lower is better"] if metric.lower else []


def _said(grids: Sequence[Grid], noun: str, *, down: bool = False) -> str:
    """Return what a complete table holds: whose means, in which order, what is bold."""
    least, most = min(grid.runs[0] for grid in grids), max(grid.runs[1] for grid in grids)
    own = " ± standard deviation over them" if any(grid.fits and not grid.given for grid in grids) else ""
    kind = kind_of([grid.given for grid in grids if grid.fits and grid.given])
    means = [f"Means of {numerals.counted(most, 'run', least)}{own}"] if most > 1 else []
    means += [f"{'single values' if means else 'Values'} ± {SPREADS[kind]} as given"] if kind else []
    first = f" by {grids[0].metric.name}" if len(grids) > 1 else ""
    order = f"{plural(noun)} in the order {'given' if grids[0].own_order else f'of {grids[0].order}{first}'}"
    best = f"best of {'the column' if down else f'all {len(grids[0].algorithms)}'} in bold"
    return f"{'; '.join([*means, order if means else order.capitalize(), best])}."


def _note(grids: Sequence[Grid], name: str, *, foot: bool) -> Words:
    """Return the note of a complete table: what its last row rests on, and where all digits are."""
    grid = grids[0]
    partial_ranks = foot and not grid.placed and grid.ranked < grid.values.height
    ranks = f"Mean ranks over {numerals.counted(grid.ranked, 'dataset')}. " if partial_ranks else ""
    gaps = any(grid.values.null_count().sum_horizontal().item() for grid in grids)
    hidden = any(grid.given and not grid.fits for grid in grids)
    what = f"All digits{' and the spreads given' if hidden else ''} are in "
    return (f"{ranks}{f'{MISSING}: no result. ' if gaps else ''}{what}", data_file(name), ".")


def _standings(grid: Grid) -> tuple[Row, ...]:
    """Return the row of mean ranks or places below a table; none where nobody has one."""
    if not any(value is not None for value in grid.standings):
        return ()
    digits = 0 if grid.placed else 1 if len(grid.standings) > 15 else 2
    texts = [numerals.fixed(value, digits) for value in grid.standings]
    return ((Cell(text=grid.order), *_cells(grid.standings, texts, lower=True)),)


def _cells(values: Sequence[float | None], texts: Sequence[str], *, lower: bool) -> Row:
    """Return numbers as cells, the best in bold."""
    marks = emphases(values, lower=lower)
    return tuple(
        Cell(text=text or MISSING, value=value, emphasis="best" if mark == "best" else "")
        for text, value, mark in zip(texts, values, marks, strict=True)
    )


def _written(values: pl.DataFrame, metric: Metric, given: pl.DataFrame | None) -> tuple[Writer, list[list[int]]]:
    """Return what writes the results and their ``given`` spreads, and the decimals."""
    within_one = _within_one(values) and (given is None or _within_one(given))
    writer: Writer = numerals.bounded if not metric.comparable else numerals.rate if within_one else numerals.fixed
    return writer, result_decimals(values, comparable=metric.comparable, given=given)


def result_decimals(values: pl.DataFrame, *, comparable: bool, given: pl.DataFrame | None = None) -> list[list[int]]:
    """Return the decimals of results, a row per dataset: on one scale alike in all rows, with units by row.

    Spreads that are ``given`` with few decimals keep them.

    Examples
    --------
    >>> result_decimals(pl.DataFrame({"kNN": [0.763, 0.599], "SVM": [0.768, 0.6]}), comparable=True)
    [[3, 3], [3, 3]]
    """
    if not comparable:
        alike = _alike(values)
        return [numerals.row_decimals(row) if alike is None else [alike] * values.width for row in values.rows()]
    numbers = values.unpivot()["value"].drop_nulls().to_numpy()
    within_one = _within_one(values)
    spread = median(values.select(pl.concat_list(pl.all()).list.std()).to_series())
    needed = numerals.decimals_for(spread, MOST_DECIMALS)
    deserved = MOST_DECIMALS if needed == numerals.SCIENTIFIC else max(3 if within_one else 1, needed)
    # Results published with few decimals get no zeros behind them.
    most = max(deserved, 3)
    decimals = _exact(numbers, 0, most, deserved)
    if given is not None:
        spreads = given.unpivot()["value"].drop_nulls()
        one_digit = max(decimals, min(numerals.decimals_for(median(spreads)) - 1, MOST_DECIMALS))
        decimals = _exact(spreads.to_numpy(), decimals, most + 1, one_digit)
    return [[max(decimals, 2) if within_one else decimals] * values.width] * values.height


def _exact(numbers: npt.NDArray[np.float64], least: int, most: int, otherwise: int) -> int:
    """Return the fewest decimals, below ``most``, that lose nothing of numbers."""
    enough = (few for few in range(least, most) if (abs(numbers - numbers.round(few)) < ROUNDING).all())
    return next(enough, otherwise)


def _within_one(values: pl.DataFrame) -> bool:
    return bool((abs(values.unpivot()["value"].drop_nulls().to_numpy()) <= 1).all())


def _alike(values: pl.DataFrame) -> int | None:
    """Return the decimals of all rows where their scales are alike: three digits of a usual result; else None."""
    middles = values.select(pl.concat_list(pl.all()).list.eval(pl.element().abs()).list.median()).to_series()
    middles = middles.filter(middles > 0)
    low, high, usual = (middles.quantile(share) for share in (0.1, 0.9, 0.5))
    if low is None or high is None or usual is None or values.height < FEWEST_ALIKE or high > numerals.FAR_APART * low:
        return None
    return numerals.significant_decimals(usual)
