"""Vectors: the values of several metrics at one block and algorithm; groups of one shape as arrays."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import refuse_unknown
from benchreport.records import dataclass
from benchreport.tables.blocks import (
    KEPT,
    NO_KEYS,
    NO_RUNS,
    Blocks,
    Flags,
    Floats,
    Grouped,
    Integers,
    Missing,
    Reduce,
    ScoreTable,
    control_columns,
    incomplete,
    members_of,
    refuse_single_algorithm,
)
from benchreport.tables.groups import By, group_columns, listed, taken
from benchreport.tables.reduction import Codes, sorted_numbers

Names = npt.NDArray[np.object_]
# Cells of a confusion matrix come last, errors before right answers; all other metrics in the order of their names.
CELL_ORDER = ("fp", "fn", "tp", "tn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Stack:
    """Sets of algorithms with equally many blocks and the same metrics, each set from one group.

    ``algorithms`` (sets, algorithms) are names, ``values`` (sets, blocks, algorithms, metrics) numbers with NaN where
    one is missing; ``n_dropped`` counts the blocks of each set that were left out.
    """

    group: Integers
    metrics: tuple[str, ...]
    algorithms: Names
    values: Floats
    n_dropped: Integers

    @property
    def n(self) -> int:
        """How many blocks every set has."""
        return int(self.values.shape[1])

    @property
    def width(self) -> int:
        """How many algorithms every set has."""
        return int(self.values.shape[2])

    @property
    def largest(self) -> Floats:
        """The size of the values behind each metric: sets by metrics."""
        return largest_sizes(self.values)

    def named(self, column: int) -> pl.Series:
        """Return the names of one algorithm of each set."""
        return pl.Series(self.algorithms[:, column].tolist(), dtype=pl.String)

    def rows(self, times: int = 1, **columns: Any) -> pl.DataFrame:
        """Return so many rows per set: its group, ``n`` blocks, those left out as ``unshared``, and further columns.

        A column has an entry per set, or, as an array of sets by rows, an entry per row. NaN becomes null.
        """
        own = {"group": self.group, "n": np.full(len(self.group), self.n), "unshared": self.n_dropped}
        inner = {name for name, column in columns.items() if isinstance(column, np.ndarray) and column.ndim > 1}
        rows = _nullable(own | {name: column for name, column in columns.items() if name not in inner})
        rows = taken(rows, np.repeat(np.arange(len(self.group)), times)) if times != 1 else rows
        return rows.hstack(_nullable({name: np.ravel(columns[name]) for name in columns if name in inner}))

    def per_metric(self, **columns: Any) -> pl.DataFrame:
        """Return :meth:`rows`, one per set and metric, which is named in ``term``."""
        metrics = pl.Series(list(self.metrics) * len(self.group), dtype=pl.String)
        return self.rows(len(self.metrics), **columns).with_columns(term=metrics)

    def subsets(self, columns: Integers) -> Stack:
        """Return smaller sets, each from some columns: sets by subsets by columns, or the same subsets of every set."""
        owner = np.repeat(np.arange(len(self.group)), columns.shape[-2])
        chosen = np.broadcast_to(columns, (len(self.group), *columns.shape[-2:])).reshape(-1, columns.shape[-1])
        return replace(
            self,
            group=self.group[owner],
            algorithms=self.algorithms[owner[:, None], chosen],
            values=self.values[owner[:, None], :, chosen].swapaxes(1, 2),
            n_dropped=self.n_dropped[owner],
        )

    def complete(self) -> Iterator[Stack]:
        """Yield the sets by how many of their blocks lack nothing, with these blocks alone."""
        gaps = np.isnan(self.values)
        if not gaps.any():
            yield self
            return
        whole = ~gaps.any(axis=(2, 3))
        counts, front = whole.sum(axis=1), np.argsort(~whole, axis=1, kind="stable")
        for n in np.unique(counts):
            alike = counts == n
            yield replace(
                self,
                group=self.group[alike],
                algorithms=self.algorithms[alike],
                values=np.take_along_axis(self.values[alike], front[alike, :n, None, None], axis=1),
                n_dropped=self.n_dropped[alike] + self.n - n,
            )


def largest_sizes(values: Floats) -> Floats:
    """Return the largest size of each metric in each set: sets by metrics, from the values of a stack.

    Examples
    --------
    >>> largest_sizes(np.array([[[[1.0, -3.0], [-2.0, 1.0]]]])).tolist()
    [[2.0, 3.0]]
    """
    many, n, width, p = values.shape
    sizes = np.abs(values).reshape(many, n * width, p)
    if not n * width:
        return np.zeros((many, p))
    # By halves: NumPy takes long over many short rows.
    while sizes.shape[1] > 1:
        half = -(-sizes.shape[1] // 2)
        sizes = np.maximum(sizes[:, :half], sizes[:, -half:])
    return np.asarray(sizes[:, 0])


@dataclass(frozen=True, kw_only=True, eq=False)
class Vectors(Grouped):
    """A score table whose metrics belong together, group by group.

    ``blocks`` has a group per group and metric, and ``owner`` says which group of this table each of them is part of.
    ``remark`` is what every row should say of the table.
    """

    blocks: Blocks
    owner: Integers
    metrics: tuple[str, ...]
    remark: str | None = None

    @classmethod
    def of(
        cls,
        scores: pl.DataFrame,
        *,
        by: By,
        metrics: str | Sequence[str] | None = None,
        reduce: Reduce = "mean",
        missing: Missing = "refuse",
        control: str | None = None,
        alone: bool = False,
        remark: str | None = None,
    ) -> Vectors:
        """Return the vectors of canonical scores: of the metrics named, in their order, or of all.

        Examples
        --------
        >>> import benchreport as br
        >>> scores = br.read_scores(br.example("small_study_5x2.csv"))
        >>> vectors = Vectors.of(scores, by="dataset", metrics=["accuracy", "auc"])
        >>> [stack.values.shape for stack in vectors.stacks], [stack.values.shape for stack in vectors.pairs()]
        ([(4, 10, 6, 2)], [(60, 10, 2, 2)])
        """
        groups = group_columns(scores, by)
        order = [] if metrics is None else chosen_metrics(scores, metrics)
        inner = groups if "metric" in groups else [*groups, "metric"]
        named = None if metrics is None else pl.col("metric").cast(pl.String).is_in(order)
        chosen = scores if named is None else scores.filter(named)
        if not alone:
            refuse_single_algorithm(chosen)
        if isinstance(scores, ScoreTable) and missing in KEPT:
            blocks = scores.blocks(inner, reduce)
            if named is not None:
                blocks = blocks.where(blocks.keys.select(named).to_series().to_numpy(), source=chosen)
            if missing == "refuse" and not blocks.is_complete:
                raise incomplete(blocks.gaps, [*inner, *blocks.block_keys.columns])
        else:
            blocks = Blocks.of(chosen, by=inner, reduce=reduce, missing=missing, control=control, alone=True)
        keys = blocks.keys[groups] if groups else NO_KEYS
        owner = keys.select(pl.struct(groups).rle_id()).to_series().to_numpy().astype(np.int64) if groups else None
        owner = np.zeros(blocks.n_groups, dtype=np.int64) if owner is None else owner
        first = np.flatnonzero(np.diff(owner, prepend=-1))
        takes_part = np.zeros((1, len(blocks.algorithms)), dtype=bool)
        if blocks.n_groups:
            takes_part = np.logical_or.reduceat(blocks.takes_part, first)
        return cls(
            by=tuple(groups),
            source=blocks.source,
            keys=taken(keys, first) if groups else NO_KEYS,
            algorithms=blocks.algorithms,
            members=members_of(takes_part),
            blocks=blocks,
            owner=owner,
            metrics=tuple(order or chosen_metrics(blocks.keys, None)),
            remark=remark,
        )

    @cached_property
    def metric(self) -> Integers:
        """The number of the metric of each group of the blocks."""
        column = self.blocks.keys.get_column("metric")
        # A name is looked at once, however many groups have the metric.
        levels, codes = column.unique(), column.to_physical().to_numpy()
        numbers = np.zeros(int(codes.max(initial=0)) + 1, dtype=np.int64)
        numbers[levels.to_physical().to_numpy()] = [self.metrics.index(name) for name in levels.cast(pl.String)]
        return np.asarray(numbers[codes])

    @cached_property
    def signs(self) -> dict[str, float]:
        """1 for each metric of which more is better, -1 for the others."""
        signs = zip(self.metric.tolist(), self.blocks.orientation.tolist(), strict=True)
        return {self.metrics[number]: sign for number, sign in signs}

    @cached_property
    def numbered_blocks(self) -> tuple[Integers, Integers, Integers]:
        """The number of every block of ``blocks`` within its group, and per group those with a value, and all.

        Blocks without any value have the number -1.
        """
        blocks = self.blocks
        group = self.owner[blocks.group]
        if blocks.regular:
            size = len(group) // max(blocks.n_groups, 1)
            block = group * size + np.arange(len(group)) % max(size, 1)
            owner = np.repeat(np.arange(self.n_groups), size)
        else:
            places = pl.DataFrame({"__owner": group})
            places = places.hstack(blocks.block_keys) if blocks.block_keys.width else places
            keys = ["__owner", *blocks.block_keys.columns]
            block, rows = sorted_numbers(Codes(places, keys), keys)
            owner = group[rows]
        used = np.zeros(len(owner), dtype=bool)
        used[block[blocks.used]] = True
        n_used, n_all = (np.bincount(owner[part], minlength=self.n_groups) for part in (used, slice(None)))
        within = np.where(used, np.cumsum(used) - 1 - (np.cumsum(n_used) - n_used)[owner], -1)
        return within[block], n_used, n_all

    @cached_property
    def n_numbered(self) -> tuple[Integers, Integers]:
        """The number of blocks of each group with a value, and of all, as in :attr:`numbered_blocks`."""
        blocks = self.blocks
        if not (blocks.regular and blocks.measured.all()):
            return self.numbered_blocks[1:]
        size = np.full(self.n_groups, len(blocks.group) // max(blocks.n_groups, 1))
        return size, size

    @cached_property
    def facts(self) -> pl.DataFrame:
        """What the values of each group went through, one row per group; as in :attr:`Blocks.facts`."""
        blocks, (n_used, n_all) = self.blocks, self.n_numbered
        if blocks.same_runs is None:
            first = np.searchsorted(self.owner[blocks.group], np.arange(self.n_groups))
            runs = np.where(blocks.measured, blocks.n_values, NO_RUNS)
            # Group by group first: NumPy takes long over many short rows.
            least = np.minimum.reduceat(runs, first).min(axis=1, initial=NO_RUNS)
            most = np.maximum.reduceat(blocks.n_values, first).max(axis=1, initial=0)
        else:
            least = most = np.full(self.n_groups, blocks.same_runs)
        last = np.searchsorted(self.owner, np.arange(self.n_groups), side="right") - 1
        # Column by column: of several at a time Polars makes threads.
        return pl.DataFrame(
            [
                pl.Series("least", least),
                pl.Series("most", most),
                pl.Series("n_dropped", self.history["n_dropped"].to_numpy() + n_all - n_used),
                blocks.history.get_column("policy")[pl.Series(last.astype(np.uint32))],
                pl.Series("remark", [self.remark], dtype=pl.String).new_from_index(0, self.n_groups),
            ]
        )

    @cached_property
    def dependent(self) -> Flags:
        """Which groups have runs of one dataset as blocks that share training data; seeds do not."""
        if "dataset" not in self.by or not self.blocks.regular or self.declares_seeds:
            return Grouped.sharing(self) if "dataset" in self.by else np.zeros(self.n_groups, dtype=bool)
        return np.asarray(self.n_numbered[1] > 1)

    @cached_property
    def stacks(self) -> list[Stack]:
        """All algorithms of each group, on the blocks with any value, and its metrics with any value."""
        stack = self._one_stack()
        return self._stacks_of_cells() if stack is None else [stack]

    def _one_stack(self) -> Stack | None:
        """Return the stack of a table in which every group has all metrics, blocks and algorithms; else None."""
        blocks, p = self.blocks, len(self.metrics)
        own = np.tile(self.metric[:p], self.n_groups)
        if not (blocks.regular and blocks.measured.all() and np.array_equal(self.metric, own)):
            return None
        if len(set(own[:p].tolist())) < p or not np.array_equal(self.owner, np.repeat(np.arange(self.n_groups), p)):
            return None
        cube = blocks.values.reshape(self.n_groups, p, -1, blocks.width)
        values = np.empty((self.n_groups, *cube.shape[2:], p))
        for place, number in enumerate(np.argsort(own[:p])):
            values[..., place] = cube[:, number]
        names = np.array(self.algorithms.cast(pl.String).to_list(), dtype=object)
        return Stack(
            group=np.arange(self.n_groups),
            metrics=self.metrics,
            algorithms=names[self.members],
            values=values,
            n_dropped=np.zeros(self.n_groups, dtype=np.int64),
        )

    def _stacks_of_cells(self) -> list[Stack]:
        """Return the stacks of any table: every value is put in the place of its block, algorithm and metric."""
        blocks, metric, (place, n_blocks, _) = self.blocks, self.metric, self.numbered_blocks
        measured = np.zeros((self.n_groups, len(self.metrics)), dtype=bool)
        measured[self.owner[blocks.n_blocks > 0], metric[blocks.n_blocks > 0]] = True
        # A group without any result still gets rows that say so.
        measured[~measured.any(axis=1)] = True
        names = np.array(self.algorithms.cast(pl.String).to_list(), dtype=object)
        row, column = np.nonzero(blocks.measured)
        inner = blocks.group[row]
        group, place = self.owner[inner], place[row]
        seat = self.column_of[group, blocks.members[inner, column]]
        spot = (np.cumsum(measured, axis=1) - 1)[self.owner, metric][inner]
        value = blocks.values[row, column]
        shapes = np.column_stack([n_blocks, self.n_algorithms, measured])
        distinct, which = np.unique(shapes, axis=0, return_inverse=True)
        which = which.ravel()
        stacks = []
        for number, (height, width, *pattern) in enumerate(distinct.tolist()):
            alike = np.flatnonzero(which == number)
            inside: Flags | slice = which[group] == number if len(distinct) > 1 else slice(None)
            chosen = tuple(name for name, present in zip(self.metrics, pattern, strict=True) if present)
            values = np.full((len(alike), height, width, len(chosen)), np.nan)
            places = np.searchsorted(alike, group[inside])
            values[places, place[inside], seat[inside], spot[inside]] = value[inside]
            stacks.append(
                Stack(
                    group=alike,
                    metrics=chosen,
                    algorithms=names[self.members[alike, :width]],
                    values=values,
                    n_dropped=np.zeros(len(alike), dtype=np.int64),
                )
            )
        return stacks

    def whole(self) -> list[Stack]:
        """Return all algorithms of each group on their complete blocks."""
        return [part for stack in self.stacks for part in stack.complete()]

    def singles(self) -> list[Stack]:
        """Return every algorithm of each group by itself, on its complete blocks."""
        return [part for s in self.stacks for part in s.subsets(np.arange(s.width)[:, None]).complete()]

    def pairs(self, control: str | None = None) -> list[Stack]:
        """Return every two algorithms of each group, or each of the others and a control, on their complete blocks."""
        place = None if control is None else control_columns(self, control)
        parts: list[Stack] = []
        for stack in self.stacks:
            first, second = np.triu_indices(stack.width, 1)
            if place is not None:
                second = np.repeat(place[stack.group, None], stack.width - 1, axis=1)
                first = np.arange(stack.width - 1) + (np.arange(stack.width - 1) >= second)
            parts += stack.subsets(np.stack([first, second], axis=-1)).complete()
        return parts


def _nullable(columns: Mapping[str, Any]) -> pl.DataFrame:
    """Return columns as a frame with null for NaN, one by one: of several at a time Polars makes threads."""
    return pl.DataFrame([pl.Series(name, values, nan_to_null=True) for name, values in columns.items()])


def chosen_metrics(scores: pl.DataFrame, metrics: str | Sequence[str] | None) -> list[str]:
    """Return the metrics named, each once, or all of a table; a name that it does not have is refused."""
    present = sorted(name for name in scores.get_column("metric").unique().cast(pl.String) if name is not None)
    if metrics is None:
        return sorted(present, key=lambda name: (CELL_ORDER.index(name) if name in CELL_ORDER else -1, name))
    names = list(dict.fromkeys(listed(metrics)))
    refuse_unknown(names, present, "no metric {!r} to compare")
    return names
