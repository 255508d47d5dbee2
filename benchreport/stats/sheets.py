"""Which values were measured together? Every block and algorithm of a group with all its metrics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean, one_of
from benchreport.stats.count_vectors import (
    CELL_ORDER,
    SEVERAL_CLASSES,
    TWO_CLASSES,
    cell_scores,
    error_vectors,
    remark_on,
)
from benchreport.stats.matrices import Array
from benchreport.stats.rows import table_remarks
from benchreport.tables.cells import (
    Reduce,
    as_scores,
    block_columns,
    cells,
    complete_cells,
    refuse_mixtures,
    refuse_single_algorithm,
)
from benchreport.tables.groups import By, aggregate, group_columns, listed
from benchreport.tables.pairs import Missing
from benchreport.tables.predictions import holds_counts
from benchreport.tables.reduction import Codes, sorted_by
from benchreport.tables.schema import HISTORY, RUN_KEYS

AT = "__at"
MEASURE = "__measure"
# What is said of the cells of a count table that are not compared.
COUNTED = "__counted"
ALONE = "value"
# Names that the methods over sheets use on the way.
TAKEN = (
    *(
        "unshared",
        "t2",
        "distance",
        "f",
        "p",
        "drawn",
        "trouble",
        "left_out",
        "cut",
        "criterion",
        "order",
        "exact",
        "s",
    ),
    *("p_drawn", "mean", "sd", "largest", "sign", "weight", "scaled", "t", "kept", "few", "clash", "within", "between"),
    *("steady", "number", "root", "share", "real", "theta", "error", "apart", "lost"),
)
# Above so many places, numbers with gaps are closed up.
SPARSE = 5_000_000
# What every row may remark on the table it came from.
SHEET_REMARKS = (TWO_CLASSES, SEVERAL_CLASSES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Groups with as many blocks and algorithms as each other and the same metrics.

    ``at`` are the positions of the groups in the table of keys, ``algorithms`` (groups, algorithms) the names in order,
    ``values`` (groups, blocks, algorithms, metrics) the numbers, NaN where missing.
    """

    at: Array
    metrics: tuple[str, ...]
    algorithms: Array
    values: Array

    @property
    def complete(self) -> Array:
        """Tell the blocks (groups, blocks) in which nothing is missing."""
        return np.asarray(~np.isnan(self.values).any(axis=(2, 3)))


@dataclass(frozen=True)
class Sheets:
    """All groups of a table: ``keys`` has a row per group, ``classes`` their values."""

    scores: pl.DataFrame
    groups: list[str]
    keys: pl.DataFrame
    orientation: Mapping[str, float]
    classes: list[Sheet]

    def signs(self, metrics: Sequence[str]) -> Array:
        """Give 1 for metrics of which more is better, -1 for the others."""
        return np.array([self.orientation[metric] for metric in metrics])

    def placed(self, parts: Sequence[pl.DataFrame], *order: str) -> pl.DataFrame:
        """Bring the rows of all classes into order, with what every row of a group says about the table it came from.

        Rows of one class are in order already.
        """
        rows = parts[0] if len(parts) == 1 else pl.concat(parts).sort(AT, *order, maintain_order=True)
        facts = self.keys.select(*self.groups, "dropped", "policy", "least", "most", COUNTED)
        return rows.hstack(facts[rows.get_column(AT).to_numpy()])


def sheets(
    table: Any,
    by: By,
    metrics: str | Sequence[str] | None,
    *,
    missing: Missing = "refuse",
    reduce: Reduce = "mean",
    control: str | None = None,
    together: bool = True,
    single: bool = False,
) -> Sheets:
    """Lay every group of a table out as blocks by algorithms by metrics.

    Takes scores, and tables of confusion counts, which become vectors of errors. Unless ``metric`` is among the
    groups, all metrics of a group belong together. With ``together=False`` a group has one metric only, the last axis
    has one entry, and its values are turned so that higher is better. A table with one algorithm is refused unless a
    ``single`` one will do.

    Examples
    --------
    >>> import benchreport as br
    >>> laid_out = sheets(br.read_scores(br.example("small_study_5x2.csv")), "dataset", ["accuracy", "auc"])
    >>> [sheet.values.shape for sheet in laid_out.classes]
    [(4, 10, 6, 2)]
    """
    given = scores_of(table, metrics)
    counted = remark_on(given).spelled() if metrics is None and holds_counts(table) else None
    scores = as_scores(given)
    groups = group_columns(scores, by, TAKEN)
    scores, order = _chosen(scores, metrics)
    if not single:
        refuse_single_algorithm(scores)
    block = block_columns(scores, groups)
    inner = [*groups, *(["metric"] if together and "metric" not in groups else [])]
    grid = _grid(scores, inner, block, reduce)
    if together:
        grid = grid.with_columns(pl.col("metric").alias(MEASURE))
    else:
        order = [ALONE]
        grid = grid.with_columns(pl.col("value") * pl.col("orientation"), pl.lit(ALONE, pl.Categorical).alias(MEASURE))
    if control is not None:
        _refuse_without(grid, groups, control)
    keys, at = _keys(grid, groups, block)
    keys = keys.with_columns(pl.lit(counted, dtype=pl.String).alias(COUNTED))
    laid_out = Sheets(scores, groups, keys, _orientation(grid), _classes(grid, at, keys.height, block, order))
    if missing == "refuse" and any(_partly(sheet) for sheet in laid_out.classes):
        complete_cells(scores, inner, reduce=reduce)
    return laid_out


def scores_of(table: Any, metrics: str | Sequence[str] | None = None) -> Any:
    """Turn confusion counts into scores; anything else is left as it is.

    Counts are compared as vectors of errors. Single cells are metrics only where ``metrics`` are named.

    Examples
    --------
    >>> one = pl.DataFrame({"model": ["kNN"], "tp": [40], "fp": [5], "fn": [10], "tn": [45]})
    >>> scores_of(one).select("metric", "value", "direction").row(1)
    ('fn', 10.0, 'lower')
    """
    frame = table.collect() if isinstance(table, pl.LazyFrame) else table
    if not holds_counts(frame):
        return frame
    vectors = error_vectors(frame)
    if metrics is None:
        return vectors
    named = vectors.get_column("metric").unique().cast(pl.String).to_list()
    cells = cell_scores(frame).filter(~pl.col("metric").cast(pl.String).is_in(named))
    return pl.concat([vectors, cells.select(vectors.columns)])


def _chosen(scores: pl.DataFrame, metrics: str | Sequence[str] | None) -> tuple[pl.DataFrame, list[str]]:
    known = scores.get_column("metric").unique().cast(pl.String).sort().to_list()
    if metrics is None:
        place = {name: at for at, name in enumerate(CELL_ORDER)}
        return scores, sorted(known, key=lambda name: (place.get(name, -1), name))
    asked = list(dict.fromkeys(listed(metrics)))
    for name in asked:
        if name not in known:
            raise ColumnError(f"no metric {name!r} to compare", hint=did_you_mean(name, known))
    return scores.filter(pl.col("metric").cast(pl.String).is_in(asked)), asked


def _refuse_without(grid: pl.DataFrame, groups: list[str], control: str) -> None:
    known = grid.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    if control not in known:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, known))
    lacking = aggregate(grid, groups, lacks=(pl.col("algorithm") != control).all()).filter("lacks")
    if not lacking.is_empty():
        first = ", ".join(map(str, lacking.select(groups).sort(groups).row(0)))
        raise IncompleteError(
            f"group {first} lacks the control {control!r}",
            hint="filter it out, or choose a control that was measured in every group",
        )


def _orientation(grid: pl.DataFrame) -> dict[str, float]:
    ways = grid.select(pl.col(MEASURE), "orientation")[Codes(grid, [MEASURE]).representatives()]
    return dict(ways.select(pl.col(MEASURE).cast(pl.String), "orientation").rows())


def _keys(grid: pl.DataFrame, groups: list[str], block: list[str]) -> tuple[pl.DataFrame, Array]:
    """Give a row per group, in order, with what is told about its cells; and for every cell the row of its group."""
    codes = Codes(grid, groups)
    found = codes.representatives()
    found = found[sorted_by(grid.select(groups)[found], groups)] if groups else found
    place = np.zeros(codes.size, dtype=np.int64)
    place[codes.numbers[found]] = np.arange(len(found))
    at = place[codes.numbers]
    n_values = grid.get_column("n_values").to_numpy()
    dropped, least, most = (
        np.zeros(len(found), int),
        np.full(len(found), np.iinfo(np.int64).max),
        np.zeros(len(found), int),
    )
    np.maximum.at(dropped, at, grid.get_column("n_dropped").to_numpy())
    if grid.get_column("value").null_count():
        # A block on which nobody could be measured is left out for all, and counted.
        places = [name for name in block if name not in groups]
        seen = grid.select(*places, __at=pl.Series(at), __there=pl.col("value").is_not_null())
        empty = seen.group_by("__at", *places).agg(pl.col("__there").any()).filter(~pl.col("__there"))
        dropped += np.bincount(empty.get_column("__at").to_numpy(), minlength=len(found))
    np.maximum.at(most, at, n_values)
    np.minimum.at(least, at[n_values > 0], n_values[n_values > 0])
    keys = grid.select(*groups, "policy")[found].with_columns(
        dropped=pl.Series(dropped), least=pl.Series(np.minimum(least, most)), most=pl.Series(most)
    )
    return keys, at


def _grid(scores: pl.DataFrame, inner: list[str], block: list[str], reduce: Reduce) -> pl.DataFrame:
    """Give one row per cell, as :func:`cells` does; where every row is a cell there is nothing to average."""
    if any(name in scores.columns and name not in (*inner, *block) for name in RUN_KEYS):
        return cells(scores, inner, reduce=reduce)
    one_of(reduce, ("mean", "median"), name="reduce")
    refuse_mixtures(scores, inner)
    completed = all(name in scores.columns for name in HISTORY)
    return scores.select(
        *inner,
        *(name for name in block if name not in inner),
        "algorithm",
        "value",
        orientation=pl.when(pl.col("direction") == "lower").then(-1.0).otherwise(1.0),
        n_values=pl.col("value").is_not_null().cast(pl.Int64),
        n_dropped=pl.col("n_dropped") if completed else pl.lit(0, dtype=pl.Int64),
        policy=pl.col("policy") if completed else pl.lit(None, dtype=pl.Categorical),
    )


def _classes(grid: pl.DataFrame, at: Array, many: int, block: list[str], order: list[str]) -> list[Sheet]:
    there = grid.get_column("value").is_not_null().to_numpy()
    names = grid.get_column("algorithm").unique().cast(pl.String).sort().to_list()
    everyone = _codes(grid.get_column("algorithm"), names)
    has_algorithm = np.zeros((many, len(names)), dtype=bool)
    has_algorithm[at, everyone] = True
    kept = slice(None) if there.all() else there
    at, algorithm = at[kept], everyone[kept]
    metric = _codes(grid.get_column(MEASURE), order)[kept]
    run = _block_codes(grid, block, many)[kept]
    has_metric = np.zeros((many, len(order)), dtype=bool)
    has_metric[at, metric] = True
    # A group without any result still gets rows that say so.
    has_metric[~has_metric.any(axis=1)] = True
    has_run = np.zeros((many, int(run.max(initial=0)) + 1), dtype=bool)
    has_run[at, run] = True
    value = grid.get_column("value").to_numpy()[kept]
    k, j, m = (
        _places(has, at, code) for has, code in ((has_run, run), (has_algorithm, algorithm), (has_metric, metric))
    )
    shapes = np.column_stack([has_run.sum(axis=1), has_algorithm.sum(axis=1), has_metric])
    distinct, which = np.unique(shapes, axis=0, return_inverse=True)
    which = which.ravel()
    found = []
    for c, shape in enumerate(distinct):
        rows, columns, has = int(shape[0]), int(shape[1]), shape[2:].astype(bool)
        here = np.flatnonzero(which == c)
        place = np.full(many, -1)
        place[here] = np.arange(len(here))
        values = np.full((len(here), rows, columns, int(has.sum())), np.nan)
        mine = place[at] >= 0 if len(distinct) > 1 else slice(None)
        cell = ((place[at[mine]] * rows + k[mine]) * columns + j[mine]) * values.shape[3] + m[mine]
        values.reshape(-1)[cell] = value[mine]
        members = np.nonzero(has_algorithm[here])[1].reshape(len(here), columns)
        found.append(
            Sheet(
                at=here,
                metrics=tuple(name for name, there in zip(order, has, strict=True) if there),
                algorithms=np.array(names, dtype=object)[members],
                values=values,
            )
        )
    return found


def _places(has: Array, at: Array, code: Array) -> Array:
    """Number what each group has, without gaps, and look the numbers up; where all have all, codes are numbers."""
    if has.all():
        return code
    return np.asarray((np.cumsum(has, axis=1) - 1).ravel()[at * has.shape[1] + code])


def _codes(column: pl.Series, order: list[str]) -> Array:
    """Number the entries of a categorical column by their place in a list."""
    distinct = column.unique()
    stored = distinct.to_physical().to_numpy()
    place = np.zeros(int(stored.max(initial=0)) + 1, dtype=np.int64)
    place[stored] = [order.index(name) for name in distinct.cast(pl.String).to_list()]
    return np.asarray(place[column.to_physical().to_numpy()])


def _block_codes(grid: pl.DataFrame, block: list[str], many: int) -> Array:
    """Number the blocks in order, perhaps with gaps; a block has the same number in every group."""
    code = np.zeros(grid.height, dtype=np.int64)
    for name in block:
        column = grid.get_column(name)
        if column.dtype.is_integer() and not column.null_count():
            number = column.to_numpy().astype(np.int64)
            number = number - number.min(initial=np.iinfo(np.int64).max)
        else:
            distinct = column.unique().sort()
            places = pl.DataFrame({name: distinct, "__place": np.arange(len(distinct))})
            lookup = grid.select(name).join(places, on=name, how="left", nulls_equal=True, maintain_order="left")
            number = lookup.get_column("__place").to_numpy()
        code = code * (int(number.max(initial=0)) + 1) + number
        if many * int(code.max(initial=0)) > SPARSE:
            code = np.unique(code, return_inverse=True)[1]
    return code


def _partly(sheet: Sheet) -> bool:
    """Tell whether some algorithm lacks what others have in the same block."""
    gaps = np.isnan(sheet.values)
    return bool((gaps.any(axis=2) & ~gaps.all(axis=2)).any())


def sheet_remarks() -> list[pl.Expr]:
    """Return what every row remarks on the table it came from: counts, gaps, averaged runs."""
    return [pl.col(COUNTED), *table_remarks()]


def first_word(many: int, *cases: tuple[Array, str]) -> pl.Series:
    """Give the word of the first condition that holds, null where none does.

    Examples
    --------
    >>> first_word(2, (np.array([True, False]), "too_few")).to_list()
    ['too_few', None]
    """
    words = np.full(many, None, dtype=object)
    for condition, word in reversed(cases):
        words[condition] = word
    return pl.Series(words.tolist(), dtype=pl.String)


@dataclass(frozen=True, slots=True, kw_only=True)
class Vectors:
    """Algorithms with equally many complete blocks and the same metrics.

    ``values`` (algorithms, blocks, metrics) are the results of ``a``, ``dropped`` counts the blocks left out.
    """

    at: Array
    a: Array
    metrics: tuple[str, ...]
    values: Array
    dropped: Array


def vectors(laid_out: Sheets) -> list[Vectors]:
    """Return the complete blocks of every algorithm of each group.

    Examples
    --------
    >>> import benchreport as br
    >>> laid_out = sheets(br.read_scores(br.example("small_study_5x2.csv")), "dataset", ["accuracy", "auc"])
    >>> [part.values.shape for part in vectors(laid_out)]
    [(24, 10, 2)]
    """
    parts = []
    for sheet in laid_out.classes:
        many, blocks, width, p = sheet.values.shape
        values = sheet.values.transpose(0, 2, 1, 3).reshape(many * width, blocks, p)
        there = ~np.isnan(values).any(axis=2)
        counts = there.sum(axis=1)
        front = np.argsort(~there, axis=1, kind="stable")[:, :, None]
        met = np.repeat((~np.isnan(sheet.values)).any(axis=(2, 3)).sum(axis=1), width)
        for n in np.unique(counts):
            alike = counts == n
            parts.append(
                Vectors(
                    at=np.repeat(sheet.at, width)[alike],
                    a=sheet.algorithms.ravel()[alike],
                    metrics=sheet.metrics,
                    values=np.take_along_axis(values[alike], front[alike][:, :n], axis=1),
                    dropped=met[alike] - n,
                )
            )
    return parts


@dataclass(frozen=True, slots=True, kw_only=True)
class Couples:
    """Pairs of algorithms that share equally many complete blocks and the same metrics.

    ``x`` and ``y`` (pairs, blocks, metrics) are the values of ``a`` and ``b``, ``dropped`` counts the blocks left out.
    """

    at: Array
    a: Array
    b: Array
    metrics: tuple[str, ...]
    x: Array
    y: Array
    dropped: Array

    @property
    def n(self) -> int:
        """Blocks that every pair shares."""
        return int(self.x.shape[1])

    @property
    def largest(self) -> Array:
        """Size of the values behind each metric."""
        return np.asarray(np.maximum(np.abs(self.x), np.abs(self.y)).max(axis=1, initial=0.0))


def couples(laid_out: Sheets, control: str | None = None) -> list[Couples]:
    """Put every two algorithms of each group side by side; with a control, each of the others and it.

    Examples
    --------
    >>> import benchreport as br
    >>> laid_out = sheets(br.read_scores(br.example("small_study_5x2.csv")), "dataset", ["accuracy", "auc"])
    >>> [pairs.x.shape for pairs in couples(laid_out)]
    [(60, 10, 2)]
    """
    found = []
    for sheet in laid_out.classes:
        many, _, width, p = sheet.values.shape
        if control is None:
            first, second = (np.tile(index, (many, 1)) for index in np.triu_indices(width, 1))
        else:
            is_control = sheet.algorithms == control
            second = np.repeat(is_control.argmax(axis=1)[:, None], width - 1, axis=1)
            first = np.argsort(is_control, axis=1, kind="stable")[:, :-1]
        group = np.repeat(np.arange(many), first.shape[1])
        first, second = first.ravel(), second.ravel()
        x, y = sheet.values[group, :, first], sheet.values[group, :, second]
        there = ~(np.isnan(x) | np.isnan(y)).any(axis=2)
        n_there = there.sum(axis=1)
        front = np.argsort(~there, axis=1, kind="stable")[:, :, None]
        met = (~np.isnan(sheet.values)).any(axis=(2, 3)).sum(axis=1)[group]
        for n in np.unique(n_there):
            here = n_there == n
            index = front[here][:, :n]
            found.append(
                Couples(
                    at=sheet.at[group[here]],
                    a=sheet.algorithms[group[here], first[here]],
                    b=sheet.algorithms[group[here], second[here]],
                    metrics=sheet.metrics,
                    x=np.take_along_axis(x[here], index, axis=1).reshape(len(index), n, p),
                    y=np.take_along_axis(y[here], index, axis=1).reshape(len(index), n, p),
                    dropped=met[here] - n,
                )
            )
    return found
