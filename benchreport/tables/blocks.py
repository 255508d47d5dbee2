"""Blocks: a score table laid out once for a question, one value per group, block and algorithm; pairs of algorithms."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Hashable, Iterator, Sequence
from dataclasses import field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, Self, TypeVar

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import (
    ColumnError,
    DirectionError,
    DuplicateKeyError,
    IncompleteError,
    TooFewAlgorithmsError,
    one_of,
    refuse_unknown,
)
from benchreport.method import RESULT_COLUMNS
from benchreport.records import dataclass
from benchreport.tables.checks import repeated
from benchreport.tables.groups import By, aggregate, group_columns, taken, under_own_names
from benchreport.tables.reduction import Codes, exact_sums, full_means, numbered, sorted_numbers
from benchreport.tables.schema import BOOKKEEPING, HISTORY, RUN_KEYS, canonical_kind
from benchreport.tables.scores import as_scores, refuse_unknown_directions
from benchreport.threads import undivided

if TYPE_CHECKING:
    from polars._typing import JoinStrategy

Reduce = Literal["mean", "median"]
# What is done about missing results, in the words of `complete`; where results stand in, they are the control's.
Missing = Literal["refuse", "auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in"]
REDUCE = ("mean", "median")
MISSING = ("refuse", "auto", "drop_blocks", "drop_algorithms", "subtable", "available", "worst", "stand_in")
KEPT = ("refuse", "available")
GAPPY = ("available", "auto")
Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.bool_]
Shared = TypeVar("Shared")
NO_RUNS = np.iinfo(np.int64).max
# Numbers the groups beside columns of users, whose names do not begin so.
GROUP = "__group"


class ScoreTable(pl.DataFrame):
    """A score table that remembers how it was laid out: a report asks the same table many questions.

    It is a frame like any other; a part of its rows is a table of its own, the same table where none is left out, and
    :meth:`of_metrics` gives a part that shares the layouts of the whole.

    Examples
    --------
    >>> import benchreport as br
    >>> table = ScoreTable(br.read_scores(br.example("small_study_5x2.csv")))
    >>> table.blocks("metric") is table.blocks("metric")
    True
    """

    _whole: ScoreTable | None = None

    @property
    def metrics(self) -> list[str]:
        """The metrics of the table, sorted."""
        return self._levels.cast(pl.String).sort().to_list()

    def blocks(self, by: By = "metric", reduce: Reduce = "mean") -> Blocks:
        """Return the layout of the table for a question, the same one whenever it is asked for."""
        layouts: dict[tuple[tuple[str, ...], Reduce], Blocks] = self.__dict__.setdefault("_layouts", {})
        groups = tuple(group_columns(self, by))
        if (groups, reduce) not in layouts:
            if self._whole is not None and "metric" in groups:
                blocks = self._whole.blocks(groups, reduce)
                chosen = blocks.keys["metric"].cast(pl.String).is_in(self.metrics).to_numpy()
                layouts[groups, reduce] = blocks.where(chosen, source=self)
            else:
                layouts[groups, reduce] = lay_out(self, groups, reduce)
        return layouts[groups, reduce]

    @cached_property
    def _levels(self) -> pl.Series:
        return self.get_column("metric").unique()

    @cached_property
    def cells(self) -> pl.DataFrame:
        """What the runs of each algorithm on each dataset by each metric come to, one row per cell, in no order.

        ``measured`` counts its values and ``n_failed`` its rows without one; ``least``, ``most`` and ``mean`` are those
        of its values, ``imputed`` counts those filled in, ``direction`` is that of its metric.
        """
        value, filled = pl.col("value"), pl.col("imputed") if "imputed" in self.columns else pl.lit(False)
        with undivided():
            return self.group_by("metric", "dataset", "algorithm").agg(
                pl.col("direction").first(),
                measured=value.count().cast(pl.Int64),
                n_failed=value.null_count().cast(pl.Int64),
                least=value.min(),
                most=value.max(),
                mean=value.mean(),
                imputed=filled.sum().cast(pl.Int64),
            )

    def with_cells(self, cells: pl.DataFrame) -> ScoreTable:
        """Return this table with its cells, where they are known from one with the same runs."""
        self.__dict__["cells"] = cells
        return self

    @property
    def has_cells(self) -> bool:
        """Whether the cells were computed already."""
        return "cells" in self.__dict__

    @cached_property
    def results(self) -> pl.DataFrame:
        """The cells that have a value."""
        return self.cells.filter(pl.col("measured") > 0)

    def once(self, compute: Callable[..., Shared], *options: Hashable) -> Shared:
        """Return what a function makes of this table and options, computed once however often it is asked for."""
        computed: dict[tuple[Hashable, ...], Any] = self.__dict__.setdefault("_computed", {})
        key = (compute, *options)
        if key not in computed:
            computed[key] = compute(self, *options)
        shared: Shared = computed[key]
        return shared

    def filter(self, *predicates: Any, **constraints: Any) -> ScoreTable:
        """Return the rows that meet some conditions."""
        return self._part(super().filter(*predicates, **constraints))

    def join(self, other: pl.DataFrame, on: Any = None, how: JoinStrategy = "inner", **options: Any) -> pl.DataFrame:
        """Return the table joined with another; the rows that have a partner, or none, are a score table too."""
        joined = super().join(other, on, how, **options)
        return self._part(joined) if how in ("semi", "anti") else joined

    def _part(self, rows: pl.DataFrame) -> ScoreTable:
        return self if rows.height == self.height else ScoreTable(rows)

    def of_metrics(self, *metrics: str) -> ScoreTable:
        """Return the scores by some metrics, the same table whenever it is asked for."""
        parts: dict[frozenset[str], ScoreTable] = self.__dict__.setdefault("_parts", {})
        named = frozenset(metrics)
        if named not in parts:
            levels = self._levels
            # Names are looked at once, and rows by the numbers behind them.
            chosen = levels.filter(levels.cast(pl.String).is_in(list(named))).to_physical()
            part = self.filter(pl.col("metric").to_physical().is_in(chosen.implode()))
            if part is not self:
                part._whole = self if self._whole is None else self._whole
            parts[named] = part
        return parts[named]


def computed_once(table: pl.DataFrame, compute: Callable[..., Shared], *options: Hashable) -> Shared:
    """Return what a function makes of a table and options; a :class:`ScoreTable` remembers it.

    Examples
    --------
    >>> table = ScoreTable({"value": [0.5]})
    >>> computed_once(table, pl.DataFrame.sum) is computed_once(table, pl.DataFrame.sum)
    True
    """
    return table.once(compute, *options) if isinstance(table, ScoreTable) else compute(table, *options)


def score_table(scores: pl.DataFrame) -> ScoreTable:
    """Return a canonical table of scores as one that remembers; one that does is itself.

    Examples
    --------
    >>> import benchreport as br
    >>> table = score_table(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> score_table(table) is table
    True
    """
    return scores if isinstance(scores, ScoreTable) else ScoreTable(scores)


@dataclass(frozen=True, kw_only=True, eq=False)
class Grouped:
    """A score table split into groups, numbered in the order of ``keys``: what holds for each group as a whole."""

    by: tuple[str, ...]
    source: pl.DataFrame
    keys: pl.DataFrame  # one row per group
    algorithms: pl.Series
    members: Integers  # groups by columns: the number of the algorithm

    @classmethod
    def split(cls, table: pl.DataFrame, by: By, **further: Any) -> Self:
        """Return a canonical table, of scores or of predictions, with its groups numbered; ``further`` are fields.

        Examples
        --------
        >>> import benchreport as br
        >>> Grouped.split(br.read_scores(br.example("small_study_5x2.csv")), "dataset").n_groups
        4
        """
        groups = group_columns(table, by)
        group, first = sorted_numbers(Codes(table, groups), groups)
        algorithms = table.get_column("algorithm").unique().sort()
        takes_part = np.zeros((len(first) if groups else 1, len(algorithms)), dtype=bool)
        takes_part[group, numbered(table.get_column("algorithm"))[0]] = True
        return cls(
            by=tuple(groups),
            source=table,
            keys=table.select(groups)[first] if groups else NO_KEYS,
            algorithms=algorithms,
            members=members_of(takes_part),
            **further,
        )

    @property
    def n_groups(self) -> int:
        """How many groups there are."""
        return self.keys.height if self.by else 1

    @property
    def width(self) -> int:
        """How many algorithms the largest group has."""
        return int(self.members.shape[1])

    @cached_property
    def present(self) -> Flags:
        """Which columns are algorithms of which group, with or without a value: groups by columns."""
        return self.members >= 0

    @property
    def takes_part(self) -> Flags:
        """Which algorithms each group has: groups by algorithms."""
        flags = np.zeros((self.n_groups, len(self.algorithms)), dtype=bool)
        if self.present.all():
            flags[np.arange(self.n_groups)[:, None], self.members] = True
        else:
            group, column = np.nonzero(self.present)
            flags[group, self.members[group, column]] = True
        return flags

    @cached_property
    def n_algorithms(self) -> Integers:
        """How many algorithms each group has."""
        return np.asarray(np.count_nonzero(self.present, axis=1))

    @cached_property
    def seats(self) -> pl.DataFrame:
        """The algorithms of each group: columns ``group`` and ``algorithm``, sorted by both."""
        group, column = np.nonzero(self.present)
        return pl.DataFrame({"group": group, "algorithm": self.names(group, column)})

    def names(self, group: Integers, column: Integers) -> pl.Series:
        """Return the names of the algorithms in some columns of some groups."""
        return self.algorithms[self.members[group, column]]

    @cached_property
    def column_of(self) -> Integers:
        """The column of every algorithm in each group that has it: groups by algorithms."""
        columns = np.zeros((self.n_groups, len(self.algorithms)), dtype=np.int64)
        group, column = np.nonzero(self.present)
        columns[group, self.members[group, column]] = column
        return columns

    @cached_property
    def source_group(self) -> Integers:
        """The group number of every row of the source."""
        return sorted_numbers(Codes(self.source, self.by), self.by)[0]

    @cached_property
    def rows(self) -> pl.DataFrame:
        """The source, with the number of the group of every row in ``__group``."""
        return self.source.with_columns(pl.Series(GROUP, self.source_group))

    @property
    def number(self) -> list[str]:
        """The column of ``rows`` that tells the groups apart; none where all rows are one group."""
        return [GROUP] if self.by else []

    def of_source(self, **aggregates: pl.Expr) -> pl.DataFrame:
        """Return aggregates of the columns of the source: one row per group, in the order of ``keys``."""
        return self.rows.group_by(GROUP).agg(**aggregates).sort(GROUP).drop(GROUP)

    @cached_property
    def history(self) -> pl.DataFrame:
        """What a policy for missing results did to each group: the number of blocks dropped, and the policy."""
        if not self._was_completed:
            dropped, policy = pl.Series("n_dropped", [0]), pl.Series("policy", [None], dtype=pl.String)
            return pl.DataFrame([column.new_from_index(0, self.n_groups) for column in (dropped, policy)])
        return self.of_source(n_dropped=pl.col("n_dropped").max(), policy=pl.col("policy").cast(pl.String).max())

    @cached_property
    def _was_completed(self) -> bool:
        """Whether a policy for missing results did anything to the table."""
        if not set(HISTORY) <= set(self.source.columns) or set(HISTORY) & set(self.by):
            return False
        imputed, dropped, policy = (self.source.get_column(name) for name in HISTORY)
        return bool(policy.null_count() < policy.len() or imputed.any() or dropped.max())

    @cached_property
    def dependent(self) -> Flags:
        """Which groups have runs of one dataset as blocks that share training data; seeds do not."""
        return self.sharing() if "dataset" in self.by else np.zeros(self.n_groups, dtype=bool)

    @property
    def declares_seeds(self) -> bool:
        """Whether any run is declared as a seed."""
        columns = self.source.columns
        return "design" in columns and bool((self.source["design"].cast(pl.String) == "seeds").any())

    def sharing(self, *within: str) -> Flags:
        """Return which groups have several runs, not declared as seeds, for some level of further columns."""
        runs = [name for name in RUN_KEYS if name in self.source.columns and name not in self.by]
        if not runs or self.source.is_empty():
            return np.zeros(self.n_groups, dtype=bool)
        several = pl.any_horizontal(pl.col(name).ne_missing(pl.col(name).first()).any() for name in runs)
        seeds = pl.lit(False)
        if "design" in self.source.columns:
            seeds = (pl.col("design").cast(pl.String) == "seeds").all().fill_null(False)
        if not within:
            return self.of_source(sharing=several & ~seeds)["sharing"].to_numpy()
        each = self.rows.group_by(GROUP, *within).agg(sharing=several & ~seeds)
        return each.group_by(GROUP).agg(pl.col("sharing").any()).sort(GROUP)["sharing"].to_numpy()

    def numbers(self, rows: pl.DataFrame) -> Integers:
        """Return the group of every row: the column ``group`` or ``__group``; without one there is a row per group."""
        for name in ("group", GROUP):
            if self.by and name in rows.columns:
                return rows.get_column(name).to_numpy()
        return np.arange(rows.height) if self.by else np.zeros(rows.height, dtype=np.int64)

    def with_keys(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the keys of their group in place of its number."""
        plain = rows[[name for name in rows.columns if name not in ("group", GROUP)]]
        return taken(self.keys, self.numbers(rows)).hstack(plain) if self.by else plain

    def numbered(self, rows: pl.DataFrame) -> pl.DataFrame:
        """Return rows with the number of their group in place of its keys: the reverse of :meth:`with_keys`."""
        if not self.by:
            return rows.with_columns(group=pl.lit(0, dtype=pl.Int64)).select("group", pl.exclude("group"))
        number = self.keys.with_columns(__group=pl.int_range(pl.len()))
        placed = rows.join(number, on=self.by, how="left", maintain_order="left").drop(self.by)
        return placed.select(pl.col("__group").alias("group"), pl.exclude("__group"))

    def owners(self, part: Grouped) -> pl.Series:
        """Return for each group of another layout, of the same groups or of parts of them, the number of its group."""
        if not self.by:
            return pl.zeros(part.n_groups, dtype=pl.Int64, eager=True)
        return self.numbered(part.keys.select(self.by))["group"]


@dataclass(frozen=True, kw_only=True, eq=False)
class Blocks(Grouped):
    """A matrix with one row per block, sorted by group, and one column per algorithm of the group, sorted by name.

    Here two groups, ``acc`` and ``auc``, of two datasets each; NaN is a gap, and ``group`` numbers the rows::

        keys        group  block_keys     values   A     B     C
        acc (0)     0      iris                   0.91  0.93  0.90
                    0      wine                   0.88  0.88  0.95
        auc (1)     1      iris                   0.97  0.98   NaN
                    1      wine                   0.95  0.96   NaN

    ``members`` says which algorithm each column of a group is; -1 fills up where a group has fewer than others. A
    user's own columns live in ``keys`` and in ``source`` alone. Methods compute on arrays, or on frames that hold
    nothing but our own names and the number of the group, and :meth:`with_keys` puts the keys back; so no name of a
    user can collide with ours.
    """

    block_keys: pl.DataFrame  # one row per block: dataset, or repeat and fold
    group: Integers  # group number of every block
    values: Floats
    n_values: Integers  # runs behind each value; -1 where the table has no such cell
    regular: bool = False  # whether all groups surely have the same blocks
    _computed: dict[Callable[[Blocks], Any], Any] = field(default_factory=dict, repr=False)

    @classmethod
    def of(
        cls,
        table: Any,
        *,
        by: By = "metric",
        reduce: Reduce = "mean",
        missing: Missing = "refuse",
        control: str | None = None,
        alone: bool = False,
    ) -> Blocks:
        """Return the layout of a table; a :class:`ScoreTable` is laid out once for every question.

        Parameters
        ----------
        table
            Scores.
        by
            Groups to compare within. With ``dataset`` among them the blocks are runs, else datasets.
        reduce
            How several runs of a block become one value.
        missing
            "refuse" a table with gaps, keep what is "available", or settle it first by a policy of :func:`complete`.
        control
            The algorithm that no policy leaves out, and whose results stand in.
        alone
            Whether a table of a single algorithm will do.

        Examples
        --------
        >>> import benchreport as br
        >>> blocks = Blocks.of(br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy"))
        >>> blocks.values.shape, blocks.keys.rows(), int(blocks.n_values.max())
        ((4, 6), [('accuracy',)], 10)
        """
        one_of(missing, MISSING, name="missing")
        one_of(reduce, REDUCE, name="reduce")
        scores = grouped_scores(table if missing in KEPT else _settled(table, by, missing, control), by)
        if not alone:
            refuse_single_algorithm(scores)
        if isinstance(scores, ScoreTable):
            blocks = scores.blocks(by, reduce)
        else:
            blocks = lay_out(scores, group_columns(scores, by), reduce)
        if missing not in GAPPY and not blocks.is_complete:
            raise incomplete(blocks.gaps, [*blocks.by, *blocks.block_keys.columns])
        return blocks

    @cached_property
    def start(self) -> Integers:
        """The first block of each group, and the number of blocks at the end."""
        return np.searchsorted(self.group, np.arange(self.n_groups + 1))

    @cached_property
    def n_listed(self) -> Integers:
        """How many blocks each group has, with or without a value."""
        return np.diff(self.start)

    @cached_property
    def dependent(self) -> Flags:
        """Which groups have runs of one dataset as blocks that share training data; seeds do not."""
        if "dataset" not in self.by:
            return np.zeros(self.n_groups, dtype=bool)
        several: Flags = self.n_listed > 1
        if not self.declares_seeds:
            return several
        seeds = (pl.col("design").cast(pl.String) == "seeds").all().fill_null(False)
        return np.asarray(several & ~self.of_source(seeds=seeds)["seeds"].to_numpy())

    @cached_property
    def measured(self) -> Flags:
        """Where there is a value."""
        return ~np.isnan(self.values)

    @cached_property
    def used(self) -> Flags:
        """Which blocks have any value."""
        if self.measured.all():
            return np.ones(len(self.values), dtype=bool)
        return np.asarray(self.measured.any(axis=1))

    @cached_property
    def n_blocks(self) -> Integers:
        """How many blocks of each group have a value."""
        return np.bincount(self.group[self.used], minlength=self.n_groups)

    @cached_property
    def is_whole(self) -> Flags:
        """In which groups every block with a value has one of every algorithm."""
        if self.measured.all():
            return np.ones(self.n_groups, dtype=bool)
        measured = np.bincount(self.group, np.count_nonzero(self.measured, axis=1), self.n_groups)
        return np.asarray(measured == self.n_algorithms * self.n_blocks)

    @property
    def is_complete(self) -> bool:
        """Whether every group is whole."""
        return bool(self.is_whole.all())

    @cached_property
    def gaps(self) -> pl.DataFrame:
        """The values that are missing where others of the group have one: keys of group and block, and algorithm."""
        row, column = np.nonzero(self.present[self.group] & self.used[:, None] & ~self.measured)
        places = [frame[rows] for frame, rows in ((self.keys, self.group[row]), (self.block_keys, row)) if frame.width]
        return pl.concat([*places, self.names(self.group[row], column).to_frame("algorithm")], how="horizontal")

    @cached_property
    def orientation(self) -> Floats:
        """1 for each group where higher is better, -1 where lower is."""
        direction = self.source.get_column("direction")
        codes = direction.to_physical()
        if codes.len() and codes.min() == codes.max():
            return np.full(self.n_groups, -1.0 if direction[0] == "lower" else 1.0)
        if "metric" in self.by:
            metrics, lower = _directions(self.source)
            return np.where(np.isin(self.keys["metric"].to_physical().to_numpy(), metrics[lower]), -1.0, 1.0)
        return np.where(self.of_source(lower=pl.col("direction").first() == "lower")["lower"].to_numpy(), -1.0, 1.0)

    @cached_property
    def oriented(self) -> Floats:
        """The values turned so that higher is better."""
        turned = self.orientation[self.group] < 0
        return np.where(turned[:, None], -self.values, self.values) if turned.any() else self.values

    @cached_property
    def n_imputed(self) -> Integers:
        """How many of the runs behind each value were filled in."""
        if not self._was_completed or not self.source.get_column("imputed").any():
            return np.broadcast_to(np.int64(0), self.values.shape)
        imputed = self.source.get_column("imputed").to_numpy()
        row, column = (place[imputed] for place in self.source_cell)
        count = np.bincount(row * self.width + column, minlength=self.values.size)
        return count.reshape(self.values.shape)

    @cached_property
    def source_cell(self) -> tuple[Integers, Integers]:
        """The block and the column of every row of the source."""
        keys = [*self.by, *self.block_keys.columns]
        row, _ = sorted_numbers(Codes(self.source, keys), keys)
        number = pl.DataFrame({"algorithm": self.algorithms, "__number": np.arange(len(self.algorithms))})
        algorithm = self.source.select("algorithm").join(number, on="algorithm", maintain_order="left")
        return row, self.column_of[self.group[row], algorithm.get_column("__number").to_numpy()]

    def blanked(self, lacking: Flags) -> Blocks:
        """Return the same layout without the values of some cells."""
        return replace(self, values=np.where(lacking, np.nan, self.values), _computed={})

    @cached_property
    def facts(self) -> pl.DataFrame:
        """What the cells of each group went through, one row per group.

        ``n`` counts the blocks with a value, ``n_dropped`` those left out by a policy or without any value, ``least``
        and ``most`` the runs behind a value.
        """
        least, most = self.runs
        columns = {
            "group": np.arange(self.n_groups),
            "n": self.n_blocks,
            "n_algorithms": self.n_algorithms,
            "n_dropped": self.history["n_dropped"].to_numpy() + self.n_listed - self.n_blocks,
            "policy": self.history["policy"],
            "orientation": self.orientation,
            "least": pl.Series(least.min(axis=1, initial=NO_RUNS)).set(pl.Series(self.n_blocks == 0), None),
            "most": most.max(axis=1, initial=0),
        }
        # Column by column: of several at a time Polars makes threads.
        return pl.DataFrame([pl.Series(name, column) for name, column in columns.items()])

    @cached_property
    def same_runs(self) -> int | None:
        """How many runs are behind every value, where all cells have a value and as many runs; else None."""
        alike = self.n_values.size > 0 and self.n_values.strides == (0, 0) and self.measured.all()
        return int(self.n_values[0, 0]) if alike else None

    @cached_property
    def runs(self) -> tuple[Integers, Integers]:
        """The fewest and the most runs behind a value of each algorithm, groups by columns; NO_RUNS and 0 if none."""
        least = most = self.n_values
        if self.same_runs is not None and (self.n_listed > 0).all():
            same = np.full((self.n_groups, self.width), self.same_runs)
            return same, same
        if not self.measured.all():
            least, most = np.where(self.measured, least, NO_RUNS), np.where(self.measured, most, 0)
        return self.over_blocks(np.minimum, least), self.over_blocks(np.maximum, most)

    @cached_property
    def seat(self) -> Integers:
        """The row of :attr:`seats` that every column of each group has; groups by columns."""
        return np.asarray(np.cumsum(self.present.ravel()).reshape(self.present.shape) - 1)

    @cached_property
    def cells(self) -> Cells:
        """The measured values one after the other."""
        row, column = np.nonzero(self.measured)
        number = np.cumsum(self.used) - 1
        owner, _ = np.nonzero(self.present)
        return Cells(
            values=self.values[row, column],
            oriented=self.oriented[row, column],
            group=self.group[row],
            block=number[row],
            algorithm=self.seat[self.group[row], column],
            group_of_block=self.group[self.used],
            group_of_algorithm=owner,
            n_groups=self.n_groups,
        )

    def long(self) -> pl.DataFrame:
        """Return one row per cell of the table, sorted by group, block and algorithm, with or without a value.

        ``block`` numbers the blocks; their own columns follow. ``n_dropped`` and ``policy`` are those of the group.
        """
        row, column = np.nonzero(self.n_values >= 0)
        group = self.group[row]
        frame = pl.DataFrame({"group": group, "block": row})
        frame = frame.hstack(self.block_keys[row]) if self.block_keys.width else frame
        return frame.with_columns(
            algorithm=self.names(group, column),
            value=pl.Series(self.values[row, column], nan_to_null=True),
            orientation=pl.Series(self.orientation[group]),
            n_values=pl.Series(self.n_values[row, column]),
            n_imputed=pl.Series(self.n_imputed[row, column]),
            **{name: self.history[name][group] for name in self.history.columns},
        )

    def shapes(self) -> Iterator[tuple[Integers, Integers, int]]:
        """Yield the groups of each shape, their blocks with a value (groups by blocks), and their number of columns."""
        rows, starts = np.flatnonzero(self.used), np.cumsum(self.n_blocks) - self.n_blocks
        for height, width in sorted(set(zip(self.n_blocks.tolist(), self.n_algorithms.tolist(), strict=True))):
            alike = np.flatnonzero((self.n_blocks == height) & (self.n_algorithms == width))
            yield alike, rows[starts[alike, None] + np.arange(height)], width

    def once(self, compute: Callable[[Blocks], Shared]) -> Shared:
        """Return what a function makes of these blocks, computed once however many methods ask for it."""
        if compute not in self._computed:
            self._computed[compute] = compute(self)
        shared: Shared = self._computed[compute]
        return shared

    def where(self, chosen: Flags, source: pl.DataFrame | None = None) -> Blocks:
        """Return the layout of some groups only, without laying anything out again; ``source`` are their rows."""
        if chosen.all():
            return self
        number, blocks = np.cumsum(chosen) - 1, chosen[self.group]
        members = self.members[chosen]
        width = int((members >= 0).sum(axis=1).max(initial=0))
        return replace(
            self,
            source=self.source.filter(pl.Series(chosen[self.source_group])) if source is None else source,
            keys=self.keys.filter(pl.Series(chosen)),
            block_keys=self.block_keys.filter(pl.Series(blocks)) if self.block_keys.width else self.block_keys,
            group=number[self.group[blocks]],
            members=members[:, :width],
            values=self.values[blocks][:, :width],
            n_values=self.n_values[blocks][:, :width],
            _computed={},
        )

    def over_blocks(self, reduction: np.ufunc, cells: npt.NDArray[Any]) -> npt.NDArray[Any]:
        """Return a matrix of blocks by columns reduced over each group, by np.add, np.maximum or np.minimum."""
        shape = (self.n_groups, *cells.shape[1:])
        return np.asarray(reduction.reduceat(cells, self.start[:-1])) if len(cells) else np.zeros(shape, cells.dtype)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cells:
    """The measured values of blocks one after the other, sorted by group, block and algorithm.

    Blocks with a value, and algorithms, are numbered through all groups; ``group_of_block`` and ``group_of_algorithm``
    say whose they are. Algorithms are in the order of :attr:`Blocks.seats`.
    """

    values: Floats
    oriented: Floats  # turned so that higher is better
    group: Integers
    block: Integers
    algorithm: Integers
    group_of_block: Integers
    group_of_algorithm: Integers
    n_groups: int

    def per_group(self, amounts: Floats) -> Floats:
        """Return the sum of an amount per value, group by group."""
        return np.bincount(self.group, amounts, self.n_groups).astype(np.float64)

    def per_algorithm(self, amounts: Floats) -> Floats:
        """Return the sum of an amount per value, algorithm by algorithm."""
        return np.bincount(self.algorithm, amounts, len(self.group_of_algorithm)).astype(np.float64)

    def per_block(self, amounts: Floats) -> Floats:
        """Return the sum of an amount per value, block by block."""
        return np.bincount(self.block, amounts, len(self.group_of_block)).astype(np.float64)

    def of_algorithms(self, amounts: Floats) -> Floats:
        """Return the sum of an amount per algorithm, group by group."""
        return np.bincount(self.group_of_algorithm, amounts, self.n_groups).astype(np.float64)

    def of_blocks(self, amounts: Floats) -> Floats:
        """Return the sum of an amount per block, group by group."""
        return np.bincount(self.group_of_block, amounts, self.n_groups).astype(np.float64)

    def largest(self) -> Floats:
        """Return the largest absolute value of each group; 0 where nothing was measured."""
        most = np.zeros(self.n_groups)
        np.maximum.at(most, self.group, np.abs(self.values))
        return most

    def matrices(self) -> Iterator[tuple[Integers, Integers]]:
        """Yield the groups of each size, and where their values lie: groups x blocks x algorithms, all complete."""
        n = np.bincount(self.group_of_block, minlength=self.n_groups)
        width = np.bincount(self.group_of_algorithm, minlength=self.n_groups)
        counts = np.bincount(self.group, minlength=self.n_groups)
        starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        complete = (counts == n * width) & (counts > 0)
        for blocks, algorithms in sorted(set(zip(n[complete].tolist(), width[complete].tolist(), strict=True))):
            chosen = np.flatnonzero(complete & (n == blocks) & (width == algorithms))
            places = starts[chosen, None] + np.arange(blocks * algorithms)
            yield chosen, places.reshape(len(chosen), blocks, algorithms)


def grouped_scores(table: Any, by: By, door: Callable[[Any], pl.DataFrame] = as_scores) -> pl.DataFrame:
    """Return a canonical table; group columns keep their names, whatever the door would make of them."""
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if isinstance(table, pl.DataFrame) and canonical_kind(table.schema) == "scores":
        return door(table)
    return under_own_names(table, by, RESULT_COLUMNS, door)


def _settled(table: Any, by: By, missing: Missing, control: str | None) -> pl.DataFrame:
    from benchreport.tables.complete import complete

    return complete(table, missing, by=by, reference=control)


def block_columns(table: pl.DataFrame, by: Sequence[str]) -> list[str]:
    """Return what a block is: the dataset, or within one dataset the run.

    Examples
    --------
    >>> table = pl.DataFrame(schema=["dataset", "fold"])
    >>> block_columns(table, ["metric"]), block_columns(table, ["dataset", "metric"])
    (['dataset'], ['fold'])
    """
    if "dataset" not in by:
        return ["dataset"]
    return [name for name in RUN_KEYS if name in table.columns and name not in by]


def lay_out(scores: pl.DataFrame, by: Sequence[str], reduce: Reduce) -> Blocks:
    """Return the matrix of blocks of a canonical table: the one place where scores are pivoted."""
    block = block_columns(scores, by)
    refuse_unlike(scores, by)
    if reduce == "mean" and "metric" in by:
        runs = [key for key in _run_keys(scores, by) if key not in (*by, *block, "algorithm")]
        cube = full_means(scores, [*by, *block, "algorithm"], runs)
        if cube is not None:
            return _of_cube(scores, by, block, *cube)
    return _scattered(scores, by, block, reduce)


def _of_cube(
    scores: pl.DataFrame, by: Sequence[str], block: Sequence[str], cube: Floats, levels: Sequence[pl.Series], runs: int
) -> Blocks:
    """Return the layout of a table in which every combination of keys occurs."""
    shape, k = cube.shape[:-1], cube.shape[-1]
    rows, groups, blocks = (math.prod(part) for part in (shape, shape[: len(by)], shape[len(by) :]))
    return Blocks(
        by=tuple(by),
        source=scores,
        keys=_crossed(by, levels[: len(by)]),
        block_keys=_crossed(block, levels[len(by) : -1], groups) if block else NO_KEYS,
        group=np.repeat(np.arange(groups), blocks),
        algorithms=levels[-1],
        members=np.tile(np.arange(k), (groups, 1)),
        values=np.ascontiguousarray(cube).reshape(rows, k),
        n_values=np.broadcast_to(np.int64(runs), (rows, k)),
        regular=True,
    )


NO_KEYS = pl.DataFrame()


def _crossed(names: Sequence[str], levels: Sequence[pl.Series], times: int = 1) -> pl.DataFrame:
    """Return every combination of some levels, the last running fastest, and all of them so many times."""
    inner = math.prod(level.len() for level in levels)
    total, columns = inner * times, {}
    for name, level in zip(names, levels, strict=True):
        inner //= level.len()
        places = np.repeat(np.arange(level.len(), dtype=np.uint32), inner)
        columns[name] = level[pl.Series(np.tile(places, total // max(len(places), 1)))]
    return pl.DataFrame(columns)


def _scattered(scores: pl.DataFrame, by: Sequence[str], block: Sequence[str], reduce: Reduce) -> Blocks:
    """Return the layout of any table: number the blocks and the algorithms, then put every row in its cell."""
    keys = [*by, *block]
    codes = Codes(scores, keys)
    _refuse_repeated(scores, by, codes.copy(), keys)
    row, rows = sorted_numbers(codes, keys)
    places = scores.select(keys)[rows]
    group = places.select(pl.struct(by).rle_id()).to_series().to_numpy().astype(np.int64) if by else np.zeros_like(rows)
    n_groups = int(group.max(initial=-1)) + 1
    algorithms = scores.get_column("algorithm").unique().sort()
    name, _ = numbered(scores.get_column("algorithm"))
    takes_part = np.zeros((n_groups, len(algorithms)), dtype=bool)
    takes_part[group[row], name] = True
    members = members_of(takes_part)
    width = members.shape[1]
    column = name if takes_part.all() else (np.cumsum(takes_part, axis=1) - 1)[group[row], name]
    values, n_values = _reduced(row * width + column, (len(rows), width), scores.get_column("value"), reduce)
    return Blocks(
        by=tuple(by),
        source=scores,
        keys=places.select(by)[np.flatnonzero(np.diff(group, prepend=-1))] if by else NO_KEYS,
        block_keys=places.select(block) if block else NO_KEYS,
        group=group,
        algorithms=algorithms,
        members=members,
        values=values,
        n_values=n_values,
    )


def members_of(takes_part: Flags) -> Integers:
    """Return the numbers of the algorithms that take part in each group, -1 beyond them: groups by columns.

    Examples
    --------
    >>> members_of(np.array([[True, False, True], [False, True, False]])).tolist()
    [[0, 2], [1, -1]]
    """
    width = int(takes_part.sum(axis=1).max(initial=0))
    members = np.argsort(~takes_part, axis=1, kind="stable")[:, :width]
    members[~np.take_along_axis(takes_part, members, axis=1)] = -1
    return members


def _reduced(cell: Integers, shape: tuple[int, int], column: pl.Series, reduce: Reduce) -> tuple[Floats, Integers]:
    """Return the mean or median of the runs of every cell, and their number, -1 where the table has no such cell."""
    size = shape[0] * shape[1]
    values = column.to_numpy()
    rows = np.bincount(cell, minlength=size)
    if column.null_count():
        measured = ~np.isnan(values)
        cell, values = cell[measured], values[measured]
    counts = np.bincount(cell, minlength=size) if column.null_count() else rows
    most = int(counts.max(initial=0))
    sums = exact_sums(cell, size, values, most) if reduce == "mean" or most < 2 else None
    if sums is not None:
        with np.errstate(invalid="ignore"):
            reduced = sums / counts
    else:
        value = pl.col("value").sort().mean() if reduce == "mean" else pl.col("value").median()
        means = pl.DataFrame({"cell": cell, "value": values}).group_by("cell").agg(value)
        reduced = np.full(size, np.nan)
        reduced[means["cell"].to_numpy()] = means["value"].to_numpy()
    return reduced.reshape(shape), np.where(rows == 0, -1, counts).reshape(shape)


def cells_of(table: Any, by: By = "metric") -> pl.DataFrame:
    """Return the layout of a table with one row per cell, sorted by group, block and algorithm, for people to read.

    Examples
    --------
    >>> import benchreport as br
    >>> cells_of(br.read_scores(br.example("demsar2006_auc.csv"))).columns[:5]
    ['metric', 'dataset', 'algorithm', 'value', 'orientation']
    """
    blocks = Blocks.of(table, by=by, missing="available", alone=True)
    long = blocks.long()
    return blocks.with_keys(long[[name for name in long.columns if name != "block"]])


@dataclass(frozen=True, kw_only=True, eq=False)
class Pairs:
    """Every two algorithms of each group: the number of the group and the columns of both, sorted by them."""

    blocks: Blocks
    group: Integers
    a: Integers
    b: Integers

    @property
    def size(self) -> int:
        """How many pairs there are."""
        return len(self.group)

    @cached_property
    def _everywhere(self) -> tuple[Integers, Integers, Integers]:
        """The pair of every block of its group, and where in the matrix the values of both algorithms lie."""
        blocks = self.blocks
        n = np.diff(blocks.start)[self.group]
        pair = np.repeat(np.arange(self.size), n)
        begin, steps = blocks.start[:-1][self.group] - (np.cumsum(n) - n), blocks.width * np.arange(len(pair))
        x, y = (np.repeat(begin * blocks.width + side, n) for side in (self.a, self.b))
        x += steps
        y += steps
        return pair, x, y

    @cached_property
    def _common(self) -> tuple[Integers, Integers, Integers]:
        """As ``_everywhere``, of the blocks in which both algorithms have a value."""
        pair, x, y = self._everywhere
        if self.blocks.measured.all():
            return pair, x, y
        measured = self.blocks.measured.ravel()
        common = measured[x] & measured[y]
        return pair[common], x[common], y[common]

    @cached_property
    def n_common(self) -> Integers:
        """How many blocks both algorithms of each pair have."""
        if self.blocks.measured.all():
            return np.asarray(np.diff(self.blocks.start)[self.group])
        return np.bincount(self._common[0], minlength=self.size)

    def _both(self, cells: npt.NDArray[Any]) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        """Return the entries of a matrix for both algorithms, pair by pair and block by block."""
        _, x, y = self._common
        if cells.strides == (0, 0) and cells.size:  # the same everywhere
            same = np.broadcast_to(cells[0, 0], len(x))
            return same, same
        flat = np.ravel(cells)
        return flat[x], flat[y]

    def _values(self, turned: bool) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
        return self._both(self.blocks.oriented if turned else self.blocks.values)

    def named(self) -> pl.DataFrame:
        """Return one row per pair: ``group``, ``a``, ``b``, and what the group went through."""
        blocks = self.blocks
        return pl.DataFrame(
            {
                "group": self.group,
                "a": blocks.names(self.group, self.a),
                "b": blocks.names(self.group, self.b),
                "orientation": blocks.orientation[self.group],
                "policy": blocks.history["policy"][self.group],
            }
        )

    def spans(self) -> pl.DataFrame:
        """Return one row per pair, as :meth:`named`, with what its cells went through.

        ``n_dropped`` counts the blocks left out, ``n_imputed`` the values filled in, ``least`` and ``most`` the runs
        behind a value.
        """
        blocks, pair = self.blocks, self._common[0]
        dropped = blocks.history["n_dropped"].to_numpy()[self.group] + blocks.n_blocks[self.group] - self.n_common
        runs = self._both(blocks.n_values)
        least, most = np.full(self.size, NO_RUNS), np.zeros(self.size, dtype=np.int64)
        if runs[0] is runs[1]:
            least[:] = most[:] = runs[0][0] if len(pair) else 0
        else:
            some = self.n_common > 0  # the blocks of a pair lie one after another
            first = (np.cumsum(self.n_common) - self.n_common)[some]
            least[some] = np.minimum.reduceat(np.minimum(*runs), first)
            most[some] = np.maximum.reduceat(np.maximum(*runs), first)
        imputed = np.zeros(self.size, dtype=np.int64)
        if blocks.n_imputed.any():
            imputed += np.bincount(pair, np.add(*self._both(blocks.n_imputed)), self.size).astype(np.int64)
        return self.named().with_columns(
            n_dropped=pl.Series(dropped),
            n_imputed=pl.Series(imputed),
            least=pl.when(pl.Series(self.n_common > 0)).then(pl.Series(least)),
            most=pl.when(pl.Series(self.n_common > 0)).then(pl.Series(most)),
        )

    def long(self, *, turned: bool = False) -> pl.DataFrame:
        """Return one row per pair and common block, with the values of a and b as ``x`` and ``y``.

        They are ``turned`` on request, so that higher is better. ``pair`` numbers the pairs and ``block`` the blocks,
        whose own columns (``dataset``, or ``repeat`` and ``fold``) follow. A pair without a common block has one row of
        nulls.
        """
        pair, place, _ = self._common
        x, y = self._values(turned)
        row = place // max(self.blocks.width, 1)
        long = pl.DataFrame({"pair": pair, "block": row, "x": x, "y": y})
        long = long.hstack(self.blocks.block_keys[row]) if self.blocks.block_keys.width else long
        return self._with_empty(long)

    def counts(self) -> pl.DataFrame:
        """Return the rows of :meth:`long` with the runs behind the values, ``n_x`` and ``n_y``, and ``n_imputed``."""
        n_x, n_y = self._both(self.blocks.n_values)
        imputed = np.add(*self._both(self.blocks.n_imputed))
        return self._with_empty(pl.DataFrame({"pair": self._common[0], "n_x": n_x, "n_y": n_y, "n_imputed": imputed}))

    def _with_empty(self, long: pl.DataFrame) -> pl.DataFrame:
        empty = np.flatnonzero(self.n_common == 0)
        return pl.concat([long, pl.DataFrame({"pair": empty})], how="diagonal").sort("pair") if len(empty) else long

    def lists(self, *, turned: bool = False) -> pl.DataFrame:
        """Return one row per pair, as :meth:`spans`, with the values of the common blocks as lists ``x`` and ``y``."""
        x, y = (as_lists(side, self.n_common) for side in self._values(turned))
        return self.spans().with_columns(x=x, y=y)

    def samples(self) -> pl.DataFrame:
        """Return one row per pair, as :meth:`named`, with all values of a and all of b as ascending lists.

        They are turned so that higher is better, and gaps do not matter. ``shared`` tells whether both have values in
        the same blocks, of which there are several; ``n_dropped`` counts the blocks that lack a value of a or of b
        though the table names them, ``least`` and ``most`` the runs behind a value.
        """
        blocks = self.blocks
        cells = blocks.cells
        order = np.lexsort((cells.oriented, cells.algorithm))
        n = np.bincount(cells.algorithm, minlength=len(cells.group_of_algorithm))
        lists = as_lists(cells.oriented[order], n)
        first, second = (blocks.seat[self.group, side] for side in (self.a, self.b))
        empty = np.zeros(self.size, dtype=np.int64)
        if (blocks.n_values == 0).any():
            pair, x, y = self._everywhere
            lacks = (blocks.n_values == 0).ravel()
            empty = np.bincount(pair[lacks[x] | lacks[y]], minlength=self.size)
        least, most = ((runs[self.group, self.a], runs[self.group, self.b]) for runs in blocks.runs)
        return self.named().with_columns(
            x=lists.gather(first),
            y=lists.gather(second),
            shared=pl.Series((n[first] > 1) & (n[first] == self.n_common) & (n[second] == self.n_common)),
            n_dropped=pl.Series(blocks.history["n_dropped"].to_numpy()[self.group] + empty),
            least=pl.Series(np.minimum(*least)),
            most=pl.Series(np.maximum(*most)),
        )


def as_lists(values: Floats, lengths: Integers) -> pl.Series:
    """Return values cut into lists of given lengths.

    Examples
    --------
    >>> as_lists(np.array([1.0, 2.0, 3.0]), np.array([2, 0, 1])).to_list()
    [[1.0, 2.0], [], [3.0]]
    """
    size = len(lengths)
    if size and lengths[0] and (lengths == lengths[0]).all():
        return pl.Series(values.reshape(size, -1)).cast(pl.List(pl.Float64))
    lists = pl.DataFrame({"row": np.repeat(np.arange(size), lengths), "value": values})
    some = lists.group_by("row", maintain_order=True).agg("value")
    every = pl.DataFrame({"row": np.arange(size)}).join(some, on="row", how="left", maintain_order="left")
    return every["value"].fill_null(pl.lit([], dtype=pl.List(pl.Float64)))


def pairs_of(blocks: Blocks, control: str | None = None) -> Pairs:
    """Return all pairs of each group, or the pairs with a control, which is then ``b``."""
    if control is None:
        first, second = np.triu_indices(blocks.width, 1)
        group, pair = np.nonzero(blocks.present[:, second])
        return Pairs(blocks=blocks, group=group, a=first[pair], b=second[pair])
    place = control_columns(blocks, control)
    group, a = np.nonzero(blocks.present & (np.arange(blocks.width) != place[:, None]))
    return Pairs(blocks=blocks, group=group, a=a, b=place[group])


def control_columns(table: Grouped, control: str) -> Integers:
    """Return the column of the control in each group; a control that is unknown, or lacking in a group, is refused."""
    names = table.algorithms.cast(pl.String).to_list()
    refuse_unknown([control], names, "no algorithm {!r} to be the control")
    place = table.members == names.index(control)
    lacking = np.flatnonzero(~place.any(axis=1))
    if len(lacking):
        first = ", ".join(map(str, table.keys.row(int(lacking[0]))))
        more = f" and {len(lacking) - 1} more" if len(lacking) > 1 else ""
        raise IncompleteError(
            f"group {first}{more} lacks the control {control!r}",
            hint="filter them out, or choose a control that was measured in every group",
        )
    return np.asarray(place.argmax(axis=1))


def pairs(
    table: Any, *, by: By = "metric", control: str | None = None, missing: Missing = "refuse", reduce: Reduce = "mean"
) -> pl.DataFrame:
    """Return every two algorithms side by side: one row per group, pair and block.

    ``a`` sorts before ``b``; with ``control`` only pairs with it are made and ``b`` is the control. ``x`` and ``y`` are
    the values of ``a`` and ``b``, ``orientation`` is -1 where lower values are better. With ``missing="available"``
    blocks that one of the two lacks are left out and counted in ``n_dropped``.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.pairs(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> table.select("a", "b", "dataset", "x", "y").row(0)
    ('C4.5', 'C4.5+cf', 'adult (sample)', 0.763, 0.771)
    """
    blocks = Blocks.of(table, by=by, reduce=reduce, missing=missing)
    couples = pairs_of(blocks, control)
    long = couples.long().hstack(couples.counts().drop("pair"))
    facts = couples.spans().select(
        "group", "a", "b", "orientation", "n_dropped", policy=pl.col("policy").cast(pl.Categorical)
    )
    rows = facts[long["pair"].to_numpy()].hstack(long.drop("pair", "block"))
    shared = pl.when(pl.col("x").is_not_null()).then("orientation").alias("orientation")
    counts = ["n_x", "n_y", "n_imputed", "n_dropped", "policy"]
    return blocks.with_keys(rows.select("group", "a", "b", *blocks.block_keys.columns, "x", "y", shared, *counts))


def refuse_single_algorithm(table: pl.DataFrame) -> None:
    """Raise when there is nothing to compare."""
    codes = table.get_column("algorithm").to_physical()
    if codes.is_empty() or (codes[0] == codes[-1] and codes.min() == codes.max()):
        names = table.get_column("algorithm").unique().to_list()
        raise TooFewAlgorithmsError(
            f"only one algorithm, {names[0]!r}" if names else "no rows are left to compare",
            hint="a comparison needs two; does another column name the algorithm? --column your_column=algorithm",
        )


def refuse_mixtures(table: pl.DataFrame, by: Sequence[str]) -> None:
    """Raise when values of unlike kinds, or the same run twice, would be averaged or ranked together."""
    refuse_unlike(table, by)
    _refuse_repeated(table, by, Codes(table), ())


def _refuse_repeated(table: pl.DataFrame, by: Sequence[str], codes: Codes, coded: Sequence[str]) -> None:
    """Raise when a run occurs twice; ``codes`` are numbers of the columns ``coded``."""
    keys = _run_keys(table, by)
    for key in keys:
        if key not in coded:
            codes.add(key)
    if not codes.are_distinct():
        raise several_rows(table, keys)


def several_rows(table: pl.DataFrame, keys: Sequence[str], answers: Collection[str] = ()) -> DuplicateKeyError:
    """Return the error for several rows with the same keys; it names a column, none of the answers, that varies."""
    varying = [name for name in varying_columns(repeated(table, keys), keys) if name not in answers]
    return DuplicateKeyError(
        f"several rows per {', '.join(keys)}" + (f"; column {varying[0]!r} varies" if varying else ""),
        hint=_remedy(varying[0]) if varying else "drop the repeated rows",
    )


def _remedy(factor: str) -> str:
    """Return how a table with a factor is compared: each level apart, or one of them alone."""
    return (
        f"by=[{factor!r}, 'metric'] compares each level apart (--by {factor},metric); "
        f'--where "{factor} = …" keeps one; a report takes all (--factor {factor})'
    )


def _run_keys(table: pl.DataFrame, by: Sequence[str]) -> list[str]:
    """Return the columns that tell one measurement from another."""
    keys = ["algorithm", "dataset", *RUN_KEYS, "metric", *by]
    return list(dict.fromkeys(key for key in keys if key in table.columns))


def refuse_unlike(table: pl.DataFrame, by: Sequence[str]) -> None:
    """Raise when values of unlike metrics, or of unknown direction, would be compared."""
    if table.get_column("direction").null_count():
        refuse_unknown_directions(table)
    _refuse_two_directions(table)
    if "metric" not in by:
        mixed = aggregate(table, by, __metrics=pl.col("metric").unique().sort().implode()).get_column("__metrics")
        several = mixed.filter(mixed.list.len() > 1)
        if several.len():
            raise ColumnError(
                f"metrics {', '.join(min(several.to_list()))} would be compared with each other",
                hint="put 'metric' into by",
            )


def _refuse_two_directions(table: pl.DataFrame) -> None:
    codes = table.get_column("direction").to_physical()
    if codes.min() == codes.max():
        return
    metrics, _ = _directions(table)
    if (np.diff(metrics) > 0).all():
        return
    ways = table.select("metric", "direction").unique()
    contradictory = ways.filter(pl.col("metric").is_duplicated()).get_column("metric").sort().to_list()
    raise DirectionError(f"metric {contradictory[0]!r} has two directions", hint="give each metric one direction")


def _directions(table: pl.DataFrame) -> tuple[Integers, Flags]:
    """Return the codes of the metrics, ascending, once for every direction that one has; and whether that is lower."""
    lower = (table.get_column("direction") == "lower").to_numpy()
    codes = np.flatnonzero(
        np.bincount(2 * table.get_column("metric").to_physical().to_numpy().astype(np.int64) + lower)
    )
    return codes // 2, codes % 2 == 1


def varying_columns(table: pl.DataFrame, keys: Sequence[str]) -> list[str]:
    """Return the columns, values and bookkeeping apart, that take several values within a key.

    A column with empty cells, such as the texts of failures, cannot tell rows apart.
    """
    others = [name for name in table.columns if name not in (*keys, *BOOKKEEPING, "value")]
    others = [name for name in others if not table.get_column(name).null_count()]
    varies = table.group_by(keys).agg(pl.col(others).n_unique() > 1)
    return [name for name in others if varies.get_column(name).any()]


def incomplete(lacking: pl.DataFrame, places: Sequence[str]) -> IncompleteError:
    """Return the error that names the first of the results that are missing."""
    first_rows = lacking.head(3).to_dicts()
    first = "; ".join(
        ", ".join(str(row[place]) for place in places) + f" lacks {row['algorithm']}" for row in first_rows
    )
    more = f"; {lacking.height - 3} more" if lacking.height > 3 else ""
    return IncompleteError(
        f"results are missing: {first}{more}",
        hint="br.complete(scores, 'drop_blocks') first, or another policy; --missing drop_blocks on the command line",
    )
