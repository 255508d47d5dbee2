"""Where results are missing, and what the pattern of gaps alone says should be compared."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import polars as pl

from benchreport.tables.groups import aggregate, joined, within
from benchreport.tables.reduction import Floats, Integers
from benchreport.tables.subtables import FEWEST, Demand, Subtable, Truths, largest_subtable
from benchreport.threads import fast_product

# Rule 2 of `missing_auto`: complete blocks do if they are nine of ten.
ENOUGH, OF = 9, 10
COMPLETE, BLOCKS, PAIRS, SUBTABLE, LAST_RESORT = 1, 2, 3, 4, 5
POLICY_OF_RULE = ("complete", "drop_blocks", "available", "subtable", "available")


def blocks_needed(comparisons: int, alpha: float) -> int:
    """Return with how many blocks an exact test of signs can reject at all, adjusted for so many comparisons.

    Its least two-sided p-value is ``2 ** (1 - n)``, and Holm's first step multiplies it by the comparisons.

    Examples
    --------
    >>> [blocks_needed(k * (k - 1) // 2, 0.05) for k in (2, 3, 4, 5, 8, 10, 20, 40)]
    [6, 7, 8, 9, 11, 11, 13, 15]
    """
    n = max(1, math.ceil(1 + math.log2(comparisons / alpha)))
    # The logarithm may be off by its last digit.
    return n + 1 if math.ldexp(comparisons, 1 - n) > alpha else n


@dataclass(frozen=True, slots=True, kw_only=True)
class Gaps:
    """Which algorithm has a result in which block, group by group; blocks without any result are left out.

    ``facts`` has a row per group; ``algorithms`` and ``blocks`` are sorted by group, and the presence of each group
    lies in ``present``, block by block.
    """

    groups: list[str]
    block: list[str]
    facts: pl.DataFrame
    algorithms: pl.DataFrame
    blocks: pl.DataFrame
    present: Truths

    @property
    def widths(self) -> Integers:
        """The number of algorithms of each group."""
        return self.facts.get_column("n_algorithms").to_numpy()

    @property
    def heights(self) -> Integers:
        """The number of blocks of each group."""
        return self.facts.get_column("n_blocks").to_numpy()

    @property
    def starts(self) -> Integers:
        """Where the presence of each group begins, and where that of the last one ends."""
        return np.concatenate(([0], np.cumsum(self.heights * self.widths))).astype(np.int64)

    def results(self) -> Integers:
        """Return the number of results of each group."""
        return np.diff(np.concatenate(([0], np.cumsum(self.present)))[self.starts])

    def of_shape(self, chosen: Truths) -> Iterator[tuple[Integers, Truths]]:
        """Yield the chosen groups of each shape, and their presence: groups x blocks x algorithms."""
        starts, numbers = self.starts, np.flatnonzero(chosen)
        for height, width in sorted(set(zip(self.heights[numbers], self.widths[numbers], strict=True))):
            alike = numbers[(self.heights[numbers] == height) & (self.widths[numbers] == width)]
            places = starts[alike, None] + np.arange(height * width)
            yield alike, self.present[places].reshape(len(alike), height, width)

    def numbers_of(self, algorithm: str | None) -> list[int | None]:
        """Return the number of an algorithm within each group, None where the group does not have it."""
        if algorithm is None:
            return [None] * self.facts.height
        named = pl.col("algorithm").cast(pl.String).eq(algorithm)
        found = aggregate(self.algorithms, self.groups, number=named.cast(pl.Int8).arg_max(), there=named.any())
        in_order = joined(self.facts.select(*self.groups, "n_blocks"), found, self.groups)
        return in_order.select(pl.when("there").then("number")).to_series().to_list()


def gaps_of(cells: pl.DataFrame, groups: list[str], block: list[str]) -> Gaps:
    """Lay out which cells have a result: one row per group, block and algorithm, that says whether it is missing."""
    algorithms = cells.select(*groups, "algorithm").unique().sort(*groups, "algorithm")
    algorithms = algorithms.with_columns(__column=pl.int_range(pl.len()).over(within(groups)))
    measured = cells.filter(~pl.col("missing"))
    blocks = measured.select(*groups, *block).unique().sort(*groups, *block)
    blocks = blocks.with_columns(__row=pl.int_range(pl.len()).over(within(groups)))
    widths = aggregate(algorithms, groups, n_algorithms=pl.len().cast(pl.Int64))
    heights = aggregate(blocks, groups, n_blocks=pl.len().cast(pl.Int64))
    facts = widths.join(heights, on=groups, how="left") if groups else widths.join(heights, how="cross")
    facts = facts.with_columns(pl.col("n_blocks").fill_null(0))
    facts = facts.sort(groups) if groups else facts
    area = pl.col("n_algorithms") * pl.col("n_blocks")
    placed = facts.select(*groups, "n_algorithms", __start=area.cum_sum() - area)
    found = joined(measured.select(*groups, *block, "algorithm"), placed, groups)
    found = found.join(algorithms, on=[*groups, "algorithm"]).join(blocks, on=[*groups, *block], nulls_equal=True)
    present = np.zeros(int(facts.select(area.sum()).item()), dtype=bool)
    here = found.select(pl.col("__start") + pl.col("__row") * pl.col("n_algorithms") + pl.col("__column"))
    present[here.to_series().to_numpy()] = True
    return Gaps(
        groups=groups,
        block=block,
        facts=facts,
        algorithms=algorithms.drop("__column"),
        blocks=blocks.drop("__row"),
        present=present,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """What is compared in every group: ``rules`` by their number in `missing_auto`, and the sub-tables chosen.

    ``counts`` are those that the rules read, one number per group.
    """

    gaps: Gaps
    rules: Integers
    subtables: Mapping[int, Subtable]
    counts: Mapping[str, Integers] = field(default_factory=dict)

    @property
    def policies(self) -> list[str]:
        """The policy of every group."""
        return [POLICY_OF_RULE[rule - 1] for rule in self.rules.tolist()]

    def kept(self) -> tuple[pl.DataFrame, pl.DataFrame]:
        """Return the algorithms and the blocks, with their groups, that the sub-tables keep."""
        gaps = self.gaps
        first_column = np.concatenate(([0], np.cumsum(gaps.widths)))
        first_row = np.concatenate(([0], np.cumsum(gaps.heights)))
        columns = [first_column[group] + column for group, best in self.subtables.items() for column in best.columns]
        rows = [first_row[group] + row for group, best in self.subtables.items() for row in best.rows]
        return gaps.algorithms[columns], gaps.blocks[rows]


def choose(gaps: Gaps, *, alpha: float, reference: str | None = None) -> Choice:
    """Decide for every group between complete blocks, pairs available and a complete sub-table.

    Only the pattern of gaps is read. With a reference the comparisons are those with it, and no sub-table lacks it.
    """
    places = gaps.numbers_of(reference)
    counts = _counts(gaps, places, alpha)
    complete, needed = counts["n_complete"], counts["n_needed"]
    rules = np.select(
        [
            complete == gaps.heights,
            (OF * complete >= ENOUGH * gaps.heights) & (complete >= needed),
            counts["least"] >= needed,
        ],
        [COMPLETE, BLOCKS, PAIRS],
        LAST_RESORT,
    )
    subtables = searched(gaps, rules == LAST_RESORT, places, alpha=alpha)
    rules[list(subtables)] = SUBTABLE
    return Choice(gaps=gaps, rules=rules, subtables=subtables, counts=counts)


def largest(gaps: Gaps, reference: str | None = None) -> Choice:
    """Choose the largest complete sub-table of every group that has gaps, with the reference in it."""
    gappy = gaps.results() < gaps.heights * gaps.widths
    subtables = searched(gaps, gappy, gaps.numbers_of(reference))
    return Choice(gaps=gaps, rules=np.where(gappy, SUBTABLE, COMPLETE), subtables=subtables)


def searched(
    gaps: Gaps, chosen: Truths, places: Sequence[int | None], *, alpha: float | None = None
) -> dict[int, Subtable]:
    """Return the largest complete sub-table of the chosen groups that have one, by the number of the group.

    With ``alpha`` it must have half the algorithms, and blocks enough for a difference between them to be found.
    """
    known: dict[tuple[bytes, int, int | None], Subtable | None] = {}
    best: dict[int, Subtable] = {}
    starts, widths = gaps.starts, gaps.widths.tolist()
    for group in np.flatnonzero(chosen).tolist():
        width, kept = widths[group], places[group]
        pattern = gaps.present[starts[group] : starts[group + 1]].reshape(-1, width)
        # Metrics often share their gaps, and the search is the same for equal patterns.
        key = (pattern.tobytes(), width, kept)
        if key not in known:
            known[key] = largest_subtable(pattern, _demand(width, kept, alpha))
        found = known[key]
        if found is not None:
            best[group] = found
    return best


def _demand(width: int, kept: int | None, alpha: float | None) -> Demand:
    if alpha is None:
        return Demand.none(width, kept)
    rows = [
        FEWEST if k < FEWEST else max(FEWEST, blocks_needed(_comparisons(k, kept), alpha)) for k in range(width + 1)
    ]
    return Demand(rows=np.array(rows), columns=max(FEWEST, -(-width // 2)), kept=kept)


def _comparisons(algorithms: int, kept: int | None) -> int:
    return algorithms * (algorithms - 1) // 2 if kept is None else algorithms - 1


def _counts(gaps: Gaps, places: Sequence[int | None], alpha: float) -> dict[str, Integers]:
    """Count complete blocks, the blocks that the algorithms of a comparison share, and comparisons out of reach."""
    size = gaps.facts.height
    names = ("n_complete", "n_needed", "least", "most", "n_undecidable", "with_reference")
    counts = {name: np.zeros(size, dtype=np.int64) for name in names}
    counts["with_reference"][:] = [place is not None for place in places]
    everything = np.ones(size, dtype=bool)
    for alike, present in gaps.of_shape(everything):
        width = present.shape[2]
        counts["n_complete"][alike] = present.all(axis=2).sum(axis=1)
        for kept in {places[group] for group in alike}:
            mine = [at for at, group in enumerate(alike) if places[group] == kept]
            if width < FEWEST:
                continue
            needed = blocks_needed(_comparisons(width, kept), alpha)
            shared = _shared(present[mine], kept)
            counts["n_needed"][alike[mine]] = needed
            counts["least"][alike[mine]] = shared.min(axis=1)
            counts["most"][alike[mine]] = shared.max(axis=1)
            counts["n_undecidable"][alike[mine]] = (holm_floors(shared) > alpha).sum(axis=1)
    return counts


def _shared(present: Truths, kept: int | None) -> Integers:
    """Count, for every comparison of each group, the blocks with both results."""
    number = present.astype(np.float32)
    if kept is not None:
        others = np.delete(np.arange(present.shape[2]), kept)
        return np.asarray(np.einsum("gb,gba->ga", number[:, :, kept], number[:, :, others]), dtype=np.int64)
    first, second = np.triu_indices(present.shape[2], 1)
    return np.asarray(fast_product(number.transpose(0, 2, 1), number)[:, first, second], dtype=np.int64)


def holm_floors(shared: Integers) -> Floats:
    """Return the least p-values, adjusted by Holm, that exact tests of signs on so many blocks can reach.

    One row per family. All tests are as extreme as they can be, and the one with most blocks is the first step.

    Examples
    --------
    >>> holm_floors(np.array([[9, 6, 6]])).tolist()
    [[0.01171875, 0.0625, 0.0625]]
    """
    order = np.argsort(-shared, axis=1, kind="stable")
    least = np.ldexp(1.0, 1 - np.take_along_axis(shared, order, axis=1))
    steps = np.maximum.accumulate(least * np.arange(shared.shape[1], 0, -1), axis=1)
    floors = np.empty_like(steps)
    np.put_along_axis(floors, order, np.minimum(steps, 1.0), axis=1)
    return floors
