"""How do the values of a table lie as arrays: which group, block and algorithm does each belong to?"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.stats.centring import power_of_two
from benchreport.tables.cells import Reduce, as_scores, block_columns, cells, complete_cells, refuse_single_algorithm
from benchreport.tables.groups import By, aggregate, group_columns, joined
from benchreport.tables.pairs import Missing

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Truths = npt.NDArray[np.bool_]
# Names that the facts of a group use beside those of the results.
FACTS = (
    "mean", "variance", "df_error", "ms_error", "sd_error", "ss_error", "df_between", "ss_between", "ss_blocks",
    "ms_between", "largest", "flat", "level", "f", "share", "epsilon", "at", "offset",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """The measured values of a table, sorted by group, block and algorithm.

    ``group``, ``block`` and ``algorithm`` number what each value belongs to; blocks and algorithms are numbered through
    all groups, and ``group_of_block`` and ``group_of_algorithm`` say whose they are. ``facts`` has one row per group,
    ``algorithms`` one per group and algorithm, both sorted.
    """

    groups: list[str]
    facts: pl.DataFrame
    algorithms: pl.DataFrame
    values: Floats
    group: Integers
    block: Integers
    algorithm: Integers
    group_of_block: Integers
    group_of_algorithm: Integers

    @property
    def size(self) -> int:
        """Count the groups."""
        return self.facts.height

    def per_group(self, amounts: Floats) -> Floats:
        """Add up, group by group, an amount per value."""
        return np.bincount(self.group, amounts, self.size).astype(np.float64)

    def per_algorithm(self, amounts: Floats) -> Floats:
        """Add up, algorithm by algorithm, an amount per value."""
        return np.bincount(self.algorithm, amounts, len(self.group_of_algorithm)).astype(np.float64)

    def per_block(self, amounts: Floats) -> Floats:
        """Add up, block by block, an amount per value."""
        return np.bincount(self.block, amounts, len(self.group_of_block)).astype(np.float64)

    def of_algorithms(self, amounts: Floats) -> Floats:
        """Add up, group by group, an amount per algorithm."""
        return np.bincount(self.group_of_algorithm, amounts, self.size).astype(np.float64)

    def of_blocks(self, amounts: Floats) -> Floats:
        """Add up, group by group, an amount per block."""
        return np.bincount(self.group_of_block, amounts, self.size).astype(np.float64)

    def largest(self) -> Floats:
        """Give the largest absolute value of each group; 0 where nothing was measured."""
        most = np.zeros(self.size)
        np.maximum.at(most, self.group, np.abs(self.values))
        return most

    def scaled(self) -> tuple[Floats, Floats]:
        """Give the values in units of a power of two, in which no square overflows; and the unit of each group."""
        unit = power_of_two(self.largest())
        return np.asarray(self.values / unit[self.group]), unit

    def oriented(self) -> Floats:
        """Give the values turned so that higher is better."""
        return np.asarray(self.values * self.facts.get_column("orientation").to_numpy()[self.group])

    def matrices(self) -> Iterator[tuple[Integers, Integers]]:
        """Give the groups of each size, and where their values lie: groups x blocks x algorithms, all complete."""
        n = np.bincount(self.group_of_block, minlength=self.size)
        width = np.bincount(self.group_of_algorithm, minlength=self.size)
        counts = np.bincount(self.group, minlength=self.size)
        starts = np.concatenate(([0], np.cumsum(counts)[:-1]))
        complete = (counts == n * width) & (counts > 0)
        for blocks, algorithms in sorted(set(zip(n[complete].tolist(), width[complete].tolist(), strict=True))):
            chosen = np.flatnonzero(complete & (n == blocks) & (width == algorithms))
            places = starts[chosen, None] + np.arange(blocks * algorithms)
            yield chosen, places.reshape(len(chosen), blocks, algorithms)


def laid_out(
    table: Any, by: By, *, reduce: Reduce = "mean", missing: Missing = "refuse", taken: Sequence[str] = ()
) -> Layout:
    """Lay the cells of a table out as arrays; a table with gaps is refused unless what is available will do."""
    scores = as_scores(table)
    refuse_single_algorithm(scores)
    groups = group_columns(scores, by, (*FACTS, *taken))
    block = block_columns(scores, groups)
    grid = (complete_cells if missing == "refuse" else cells)(scores, groups, reduce=reduce)
    return layout_of(grid.sort(*groups, *block, "algorithm"), groups, block)


def layout_of(grid: pl.DataFrame, groups: list[str], block: list[str]) -> Layout:
    """Lay sorted cells out as arrays."""
    measured = pl.col("value").is_not_null()
    number = _number([*groups, *block])
    # A block on which nobody could be measured is left out for all, and counted.
    empty = number.n_unique() - number.filter(measured).n_unique()
    facts = aggregate(
        grid,
        groups,
        n=number.filter(measured).n_unique().cast(pl.Int64),
        n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64),
        n_dropped=pl.col("n_dropped").max() + empty.cast(pl.Int64),
        policy=pl.col("policy").first(),
        orientation=pl.col("orientation").first(),
        least=pl.col("n_values").filter(measured).min(),
        most=pl.col("n_values").max(),
    )
    facts = facts.sort(groups) if groups else facts
    numbered = facts.select(*groups, pl.int_range(pl.len()).alias("at"))
    algorithms = joined(grid.select(*groups, "algorithm").unique().sort(*groups, "algorithm"), numbered, groups)
    owners = algorithms.get_column("at").to_numpy()
    algorithms = algorithms.select(*groups, "algorithm", pl.int_range(pl.len()).alias("at"))
    kept = grid.filter(measured)
    which = kept.select(*groups, "algorithm").join(algorithms, on=[*groups, "algorithm"], maintain_order="left")
    group = joined(kept.select(*groups, "algorithm"), numbered, groups).get_column("at").to_numpy()
    block_of = kept.select(number).to_series().to_numpy().astype(np.int64)
    first = np.flatnonzero(np.diff(block_of, prepend=-1))
    return Layout(
        groups=groups,
        facts=facts,
        algorithms=algorithms.drop("at"),
        values=kept.get_column("value").to_numpy(),
        group=group,
        block=block_of,
        algorithm=which.get_column("at").to_numpy(),
        group_of_block=group[first],
        group_of_algorithm=owners,
    )


def _number(columns: Sequence[str]) -> pl.Expr:
    """Number the runs of equal rows in a sorted table."""
    return pl.struct(columns).rle_id() if columns else pl.int_range(pl.len()) * 0
