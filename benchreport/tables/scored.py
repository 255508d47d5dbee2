"""Scored: predictions laid out once for a question, with numbers in place of groups, items and algorithms."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, IncompleteError, did_you_mean
from benchreport.records import dataclass
from benchreport.tables.blocks import several_rows
from benchreport.tables.groups import By, group_columns, refuse_results
from benchreport.tables.predictions import counts, predictions
from benchreport.tables.reduction import SPARSE, Codes, numbered, sorted_by, sorted_numbers, sorted_stretches
from benchreport.tables.schema import COLUMNS_OF, RUN_KEYS, canonical_kind, probability_columns, table_kind

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Shared = TypeVar("Shared")
# The numbers of the group, and of group and algorithm, in frames that a layout gives keys to.
GROUP, LINE = "group", "__line"
# Rows that are looked at together where a few numbers per line come of them.
BATCH = 500_000
ANSWERS = ("truth", "prediction", "score", "weight", "cluster")


class PredictionTable(pl.DataFrame):
    """Predictions that remember how they were laid out: a report asks the same table many questions.

    It is a frame like any other; what is made of it by ``filter`` or ``select`` is a table of its own, but
    :meth:`of_datasets` gives a part that shares the layouts of the whole.

    Examples
    --------
    >>> import benchreport as br
    >>> table = PredictionTable(br.read_predictions(br.example("small_study_predictions.parquet")))
    >>> table.scored("dataset") is table.scored("dataset")
    True
    """

    _whole: PredictionTable | None = None

    def scored(self, by: By = "dataset") -> Scored:
        """Return the layout of the table for a question, the same one whenever it is asked for."""
        layouts: dict[tuple[str, ...], Scored] = self.__dict__.setdefault("_layouts", {})
        groups = tuple(group_columns(self, by))
        if groups not in layouts:
            if self._whole is not None and "dataset" in groups:
                scored = self._whole.scored(groups)
                chosen = scored.keys["dataset"].is_in(self.get_column("dataset").unique().implode())
                layouts[groups] = scored.where(chosen.to_numpy(), source=self)
            else:
                layouts[groups] = lay_out(self, groups)
        return layouts[groups]

    def once(self, compute: Callable[[pl.DataFrame], Shared]) -> Shared:
        """Return what a function makes of the table, computed once however many sections ask for it."""
        computed: dict[Hashable, Shared] = self.__dict__.setdefault("_computed", {})
        if compute not in computed:
            computed[compute] = compute(self)
        return computed[compute]

    def of_datasets(self, datasets: Iterable[str]) -> PredictionTable:
        """Return the predictions on some datasets, the same table whenever it is asked for."""
        parts: dict[frozenset[str], PredictionTable] = self.__dict__.setdefault("_parts", {})
        named = frozenset(datasets)
        if named not in parts:
            levels = self.get_column("dataset").unique()
            # Names are looked at once, and rows by the numbers behind them.
            chosen = levels.filter(levels.cast(pl.String).is_in(list(named))).to_physical()
            if chosen.len() == levels.len():
                parts[named] = self
                return self
            part = PredictionTable(self.filter(pl.col("dataset").to_physical().is_in(chosen.implode())))
            part._whole = self if self._whole is None else self._whole
            parts[named] = part
        return parts[named]


def remembering(predicted: pl.DataFrame) -> PredictionTable:
    """Return canonical predictions as a table that remembers its layouts; the same one where it does already."""
    return predicted if isinstance(predicted, PredictionTable) else PredictionTable(predicted)


@dataclass(frozen=True, kw_only=True, eq=False)
class Scored:
    """Numbers of group and algorithm for every row of a table of predictions, and of the item that the row answers.

    Here two algorithms and two groups; ``matrix`` puts the rows of the source side by side, NaN where there is none::

        keys        items         group  matrix   A     B
        iris (0)    instance 1    0              0.91  0.93
                    instance 2    0              0.88   NaN
        wine (1)    instance 1    1              0.97  0.98

    A user's own columns live in ``keys`` and in ``source`` alone. Methods compute on arrays, or on frames that hold
    nothing but our own names, and get the keys back by group number; so no name of a user can collide with ours. Items
    may be answered by a class or a number, or by a score without any truth.
    """

    by: tuple[str, ...]
    source: pl.DataFrame
    keys: pl.DataFrame  # one row per group
    group: Integers  # group number of every row of the source
    algorithms: pl.Series
    stretches: Integers  # algorithm number of every stretch of rows
    stretch: int  # how many rows of the source a stretch has
    _computed: dict[Hashable, Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, table: Any, *, by: By = "dataset") -> Scored:
        """Return the layout of a table of predictions; a :class:`PredictionTable` remembers it.

        Examples
        --------
        >>> import benchreport as br
        >>> scored = Scored.of(br.read_predictions(br.example("small_study_predictions.parquet")))
        >>> scored.keys.rows()[:2], scored.items.n, len(scored.algorithms)
        ([('breast_cancer',), ('digits',)], 2694, 6)
        """
        source = as_predictions(table)
        return source.scored(by) if isinstance(source, PredictionTable) else lay_out(source, group_columns(source, by))

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return self.keys.height if self.by else 1

    @property
    def runs(self) -> list[str]:
        """The columns that number the runs within a group."""
        return [name for name in RUN_KEYS if name in self.source.columns and name not in self.by]

    @cached_property
    def answers(self) -> pl.DataFrame:
        """The columns of the source that have names of ours."""
        own = (*COLUMNS_OF["predictions"], *COLUMNS_OF["counts"], *probability_columns(self.source.columns))
        return self.source.select(name for name in self.source.columns if name in own)

    @cached_property
    def algorithm(self) -> Integers:
        """The algorithm number of every row of the source."""
        return self.stretches if self.stretch == 1 else np.repeat(self.stretches, self.stretch)

    @cached_property
    def line(self) -> Integers:
        """The number of group and algorithm of every row; lines are sorted by both."""
        return self.algorithm if self.n_groups == 1 else self.group * len(self.algorithms) + self.algorithm

    @cached_property
    def is_regular(self) -> bool:
        """Whether the rows of each algorithm lie together, with the same items in the same order, as mostly they do."""
        n, height = self.stretch, self.source.height
        once = len(self.stretches) == len(self.algorithms) == len(np.unique(self.stretches))
        if not height or not once:
            return False
        if self.n_groups > 1 and not np.array_equal(self.group[n:], self.group[:-n]):
            return False
        columns = (self.source.get_column(name).to_physical() for name in self.item_names)
        return all(column.slice(n).equals(column.slice(0, height - n)) for column in columns)

    @property
    def item_names(self) -> list[str]:
        """The columns that name the items within a group, without the runs."""
        return [name for name in ("dataset", "instance") if name not in self.by]

    @cached_property
    def present(self) -> Flags:
        """Which algorithms take part in which group: groups by algorithms."""
        if self.is_regular:
            return np.ones((self.n_groups, len(self.algorithms)), dtype=bool)
        counts = np.bincount(self.line, minlength=self.n_groups * len(self.algorithms))
        return counts.reshape(self.n_groups, len(self.algorithms)) > 0

    @cached_property
    def run(self) -> Integers:
        """The number of the run of every row, whichever its group."""
        return Codes(self.source, self.runs).numbers

    @cached_property
    def several(self) -> Flags:
        """Which groups hold several runs."""
        if not self.runs:
            return np.zeros(self.n_groups, dtype=bool)
        return distinct(self.group, self.run, self.n_groups) > 1

    @cached_property
    def pooled(self) -> Flags:
        """Which lines hold several runs."""
        if not self.runs:
            return np.zeros(self.present.size, dtype=bool)
        return distinct(self.line, self.run, self.present.size) > 1

    @cached_property
    def items(self) -> Items:
        """The items that are answered, sorted by group."""
        return _numbered_items(self)

    def matrix(self, values: npt.NDArray[Any]) -> Floats:
        """Return values of all rows as a matrix of items by algorithms, NaN where there is none."""
        cells = self.items.taken(values)
        return cells.T if self.items.is_full else np.where(self.items.rows >= 0, cells, np.nan).T

    def column(self, name: str) -> pl.Series:
        """Return a column of the source for every item, as the first of its algorithms has it."""
        return self.items.of_first(self.source.get_column(name))

    def once(self, compute: Callable[..., Shared], *options: Hashable) -> Shared:
        """Return what a function makes of this layout and options, computed once however many methods ask for it."""
        key = (compute, *options)
        if key not in self._computed:
            self._computed[key] = compute(self, *options)
        shared: Shared = self._computed[key]
        return shared

    def where(self, chosen: Flags, source: pl.DataFrame) -> Scored:
        """Return the layout of some groups only, without laying anything out again; ``source`` are their rows."""
        if chosen.all():
            return self
        rows, number = chosen[self.group], np.cumsum(chosen) - 1
        part = replace(
            self,
            source=source,
            keys=self.keys.filter(pl.Series(chosen)),
            group=number[self.group[rows]],
            stretches=self.algorithm[rows],
            stretch=1,
            _computed={},
        )
        part.__dict__["items"] = self.items.where(chosen, np.cumsum(rows) - 1)
        return part

    def with_keys(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the keys of their group in place of ``group``; columns of results are no names of groups."""
        plain = rows.drop(GROUP)
        refuse_results(self.by, plain.columns)
        return self.keys[rows.get_column(GROUP).to_numpy()].hstack(plain) if self.by else plain

    def batches(self, names: Sequence[str], rows: int = BATCH) -> Iterator[pl.DataFrame]:
        """Yield columns of the source with the number of their line in ``LINE``: whole lines, about so many rows."""
        columns = self.source.select(names).with_columns(pl.Series(LINE, self.line))
        ends = np.cumsum(np.bincount(self.line, minlength=self.present.size))
        if ends[-1] <= rows:
            yield columns
            return
        cuts = np.flatnonzero(np.diff((ends - 1) // rows)) + 1
        for first, last in zip([0, *cuts], [*cuts, len(ends)], strict=True):
            yield columns.filter(pl.col(LINE).is_between(first, last, closed="left"))

    def lines(self, line: Integers) -> pl.DataFrame:
        """Return the group number and the algorithm of lines."""
        group, algorithm = np.divmod(line, len(self.algorithms))
        return pl.DataFrame({GROUP: group, "algorithm": self.algorithms.gather(algorithm)})

    def with_lines(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the keys and the algorithm of their line in place of ``LINE``, sorted by them."""
        rows = rows.sort(LINE, maintain_order=True)
        return self.with_keys(self.lines(rows.get_column(LINE).to_numpy()).hstack(rows.drop(LINE)))


@dataclass(frozen=True, kw_only=True)
class Items:
    """What the rows of predictions are about: an instance, told apart by its run where a group holds it several times.

    ``instance`` numbers instances in the order of dataset and name: items of one instance are its attempts.
    ``repeated`` tells groups with such items. Where the rows of each algorithm are the items in their order, ``begin``
    is the first row of each, and there are no ``scattered`` ones.
    """

    keys: pl.DataFrame  # dataset, runs, instance; those that tell no items of the group apart are null
    group: Integers
    start: Integers  # the first item of each group, and the number of items at the end
    instance: Integers
    repeated: Flags
    begin: Integers | None = None
    scattered: Integers | None = None

    @property
    def n(self) -> int:
        """How many items there are."""
        return len(self.group)

    @property
    def sizes(self) -> Integers:
        """How many items each group has."""
        return np.diff(self.start)

    @cached_property
    def rows(self) -> Integers:
        """The row of the source by algorithm and item, -1 where there is none."""
        if self.begin is not None:
            return np.asarray(self.begin[:, None] + np.arange(self.n))
        return np.empty((0, self.n), dtype=np.int64) if self.scattered is None else self.scattered

    @cached_property
    def is_full(self) -> bool:
        """Whether every algorithm answers every item."""
        return self.begin is not None or bool(self.rows.min(initial=0) >= 0)

    @cached_property
    def in_order(self) -> bool:
        """Whether the rows of the source lie in this order already, as those of large tables mostly do."""
        if self.begin is not None:
            return bool(np.array_equal(self.begin, np.arange(len(self.begin)) * self.n))
        rows = self.rows.ravel()
        # Whole numbers that grow at every step and end at their count minus one are all of those below it.
        return self.is_full and bool((rows[1:] > rows[:-1]).all()) and rows.size == int(rows[-1:].max(initial=-1)) + 1

    def taken(self, values: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return the values of the rows by algorithm and item; any value where there is none."""
        if self.begin is not None and len(values) == len(self.begin) * self.n:
            stretches = values.reshape(len(self.begin), self.n)
            return stretches if self.in_order else stretches[self.begin // self.n]
        if self.in_order and len(values) == self.rows.size:
            return values.reshape(self.rows.shape)
        return np.asarray(values[self.rows])

    @cached_property
    def first(self) -> Integers:
        """The row of the first algorithm that answers each item."""
        if self.is_full:
            return np.asarray(self.rows[0] if self.begin is None else self.begin[0] + np.arange(self.n))
        return np.asarray(self.rows[(self.rows >= 0).argmax(axis=0), np.arange(self.n)])

    def of_first(self, column: pl.Series) -> pl.Series:
        """Return the value of each item in a column of the source, in the row of the first algorithm to answer it."""
        return column.head(self.n) if self.in_order else column[self.first]

    @property
    def of_row(self) -> Integers:
        """The item of every row of the source."""
        there = self.rows >= 0
        item = np.empty(np.count_nonzero(there), dtype=np.int64)
        item[self.rows[there]] = np.nonzero(there)[1]
        return item

    def where(self, chosen: Flags, row: Integers) -> Items:
        """Return the items of some groups, when the rows of the source that stay are numbered anew."""
        stays, number = chosen[self.group], np.cumsum(chosen) - 1
        rows, group = self.rows[:, stays], number[self.group[stays]]
        return Items(
            keys=self.keys.filter(pl.Series(stays)),
            group=group,
            start=np.searchsorted(group, np.arange(chosen.sum() + 1)),
            scattered=np.where(rows >= 0, row[rows], -1),
            instance=self.instance[stays],
            repeated=self.repeated[chosen],
        )

    def places(self, groups: pl.DataFrame, items: Integers) -> list[str]:
        """Return the keys of the group and the names of items in words, to be told of in errors."""
        own = self.keys[items]
        whole = groups[self.group[items]].hstack(own) if groups.width else own
        return [", ".join(str(value) for value in row if value is not None) for row in whole.rows()]


def as_predictions(table: Any) -> pl.DataFrame:
    """Return canonical predictions as they are, and anything else checked and canonical."""
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    canonical = isinstance(table, pl.DataFrame) and canonical_kind(table.schema) == "predictions"
    return table if canonical else predictions(table)


def as_decisions(table: Any) -> pl.DataFrame:
    """Return confusion counts or predictions, checked and canonical."""
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    return counts(table) if table_kind(table) == "counts" else as_predictions(table)


def lay_out(source: pl.DataFrame, by: Sequence[str]) -> Scored:
    """Return the numbered groups and algorithms of canonical predictions, confusion counts or scored items."""
    group, rows = sorted_numbers(Codes(source, by), by)
    stretches, stretch, rows_of = sorted_stretches(Codes(source, ["algorithm"]), ["algorithm"])
    return Scored(
        by=tuple(by),
        source=source,
        keys=source.select(by)[rows] if by else pl.DataFrame(),
        group=group,
        algorithms=source.get_column("algorithm")[rows_of],
        stretches=stretches,
        stretch=stretch,
    )


def _regular_items(scored: Scored) -> Items | None:
    """Return the items of a regular table, which the rows of any algorithm name; None where one is named twice."""
    if not scored.is_regular:
        return None
    n, own = scored.stretch, scored.item_names
    keyed = scored.source.select(*own, *scored.runs).tail(n).insert_column(0, pl.Series(GROUP, scored.group[-n:]))
    if not Codes(keyed, [GROUP, *own]).are_distinct():
        return None
    begin, nowhere = np.argsort(scored.stretches) * n, np.zeros(scored.n_groups, dtype=bool)
    items = _sorted_items(keyed, np.arange(n)[None], dict.fromkeys(scored.runs, nowhere), nowhere)
    if items.in_order:
        return replace(items, begin=begin, scattered=None)
    return replace(items, scattered=begin[:, None] + items.rows)


def _numbered_items(scored: Scored) -> Items:
    """Return the items; runs tell them apart in groups where an algorithm answers an instance several times."""
    regular = _regular_items(scored)
    if regular is not None:
        return regular
    own = scored.item_names
    keyed = scored.source.select(*own, *scored.runs).insert_column(0, pl.Series(GROUP, scored.group))
    codes = Codes(keyed, [GROUP, *own] if scored.n_groups > 1 else own)
    item, size = _dense(codes.numbers, codes.size)
    rows, lost = _scattered(scored, item, size)
    repeated_groups = np.zeros(scored.n_groups, dtype=bool)
    repeated_groups[scored.group[lost]] = True
    needed = {}
    for name in scored.runs:
        needs = np.zeros(scored.n_groups, dtype=bool)
        needs[scored.group[lost]] = True
        needed[name] = needs
        if len(lost):
            level, levels = numbered(keyed.get_column(name))
            item, size = _dense(item * levels + np.where(needs[scored.group], level, 0), size * levels)
            rows, lost = _scattered(scored, item, size)
    if len(lost):
        names = [name for name in ("dataset", *scored.runs, "instance") if name not in scored.by]
        answers = {*ANSWERS, *probability_columns(scored.source.columns)}
        raise several_rows(scored.source, [*scored.by, "algorithm", *names], answers)
    return _sorted_items(keyed[rows.max(axis=0)], rows, needed, repeated_groups)


def _sorted_items(keyed: pl.DataFrame, rows: Integers, needed: Mapping[str, Flags], repeated_groups: Flags) -> Items:
    """Return items sorted by group and name; ``keyed`` has a row for each, and ``needed`` says where a run counts."""
    group = keyed.get_column(GROUP).to_numpy()
    keyed = keyed.with_columns(
        pl.select(pl.when(pl.Series(needs[group])).then(keyed.get_column(name))).to_series().alias(name)
        for name, needs in needed.items()
    )
    names = [name for name in ("dataset", *needed, "instance") if name in keyed.columns]
    order = sorted_by(keyed, [GROUP, *names])
    if (order[1:] < order[:-1]).any():
        keyed, group, rows = keyed[order], group[order], rows[:, order]
    instance = np.arange(len(group))
    if repeated_groups.any():
        own = [GROUP, *(name for name in names if name not in needed)]
        instance, _ = sorted_numbers(Codes(keyed, own), own)
    return Items(
        keys=keyed.select(names),
        group=group,
        start=np.searchsorted(group, np.arange(len(repeated_groups) + 1)),
        scattered=rows,
        instance=instance,
        repeated=repeated_groups,
    )


def distinct(of: Integers, values: Integers, size: int) -> Integers:
    """Return the number of different values of each of so many places.

    Examples
    --------
    >>> distinct(np.array([0, 0, 2]), np.array([5, 5, 5]), 3).tolist()
    [1, 0, 1]
    """
    if (values == values[:1]).all():
        return np.bincount(of, minlength=size).clip(max=1)
    pairs = pl.DataFrame({"of": of, "value": values}).unique()
    return np.bincount(pairs.get_column("of").to_numpy(), minlength=size)


def _dense(numbers: Integers, size: int) -> tuple[Integers, int]:
    """Return numbers without gaps, in their order, and how many there are."""
    if size > SPARSE * (len(numbers) + 1_000):
        distinct, dense = np.unique(numbers, return_inverse=True)
        return dense, len(distinct)
    used = np.zeros(size, dtype=bool)
    used[numbers] = True
    if used.all():
        return numbers, size
    place = np.cumsum(used) - 1
    return place[numbers], int(place[-1]) + 1


def _scattered(scored: Scored, item: Integers, size: int) -> tuple[Integers, Integers]:
    """Return the row of every algorithm and item, -1 where there is none; and the rows that another one took over."""
    shape, own = (len(scored.algorithms), size), np.arange(len(item))
    cell = scored.algorithm * size + item
    # Large tables mostly lie in that order already.
    if len(own) == shape[0] * size and np.array_equal(cell, own):
        return own.reshape(shape), own[:0]
    rows = np.full(shape[0] * size, -1, dtype=np.int64)
    rows[cell] = own
    lost = own[:0] if np.count_nonzero(rows >= 0) == len(own) else np.flatnonzero(rows[cell] != own)
    return rows.reshape(shape), lost


def refuse_two_truths(scored: Scored) -> None:
    """Raise when the truth of an item differs between algorithms, which then do not number instances alike."""
    items, truth = scored.items, scored.source.get_column("truth").to_physical().to_numpy()
    differs = items.taken(truth) != truth[items.first]
    if not items.is_full:
        differs &= items.rows >= 0
    if differs.any():
        places = np.flatnonzero(differs.any(axis=0))
        first = items.places(scored.keys, places[:1])[0]
        raise ColumnError(
            f"the truth of {len(places)} instances differs between algorithms, first {first}",
            hint="number the instances alike for all algorithms",
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Pairs:
    """Every two algorithms of each group: numbers of the group and of both algorithms, sorted by them."""

    group: Integers
    a: Integers
    b: Integers


def named_pairs(scored: Scored, pairs: Pairs) -> pl.DataFrame:
    """Return a row for every pair: the number of its group, and the names of both algorithms, ``a`` and ``b``."""
    a, b = (scored.algorithms.gather(numbers) for numbers in (pairs.a, pairs.b))
    return pl.DataFrame({GROUP: pairs.group, "a": a, "b": b})


def pairs_of(scored: Scored, control: str | None = None, *, everywhere: bool = True) -> Pairs:
    """Return all pairs of each group, or the pairs with a control, which is then ``b``.

    A group without the control is refused, unless it need not be ``everywhere``: then such a group has no pairs.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> len(pairs_of(Scored.of(table)).a), len(pairs_of(Scored.of(table), "kNN").a)
    (60, 20)
    """
    names = scored.algorithms.cast(pl.String).to_list()
    if control is None:
        first, second = np.triu_indices(len(names), 1)
    elif control in names:
        place = names.index(control)
        if everywhere:
            _refuse_without(scored, place, control)
        first = np.delete(np.arange(len(names)), place)
        second = np.full(len(first), place)
    else:
        raise ColumnError(f"no algorithm {control!r} to be the control", hint=did_you_mean(control, names))
    group, pair = np.nonzero(scored.present[:, first] & scored.present[:, second])
    return Pairs(group=group, a=first[pair], b=second[pair])


def _refuse_without(scored: Scored, place: int, control: str) -> None:
    lacking = np.flatnonzero(~scored.present[:, place])
    if len(lacking):
        raise IncompleteError(
            f"group {', '.join(map(str, scored.keys.row(int(lacking[0]))))} lacks the control {control!r}",
            hint="filter it out, or choose a control that was measured in every group",
        )
