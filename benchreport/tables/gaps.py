"""Patterns of missing results, and what they suggest to compare."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import field

import numpy as np
import polars as pl

from benchreport.records import dataclass
from benchreport.tables.blocks import Blocks, Flags, Floats, Integers
from benchreport.tables.subtables import FEWEST, Demand, Subtable, largest_subtable
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
class Choice:
    """What is compared in every group: ``rules`` by their number in `missing_auto`, and the sub-tables chosen.

    ``counts`` are those that the rules read, one number per group.
    """

    blocks: Blocks
    rules: Integers
    subtables: Mapping[int, Subtable]
    counts: Mapping[str, Integers] = field(default_factory=dict)

    @property
    def policies(self) -> list[str]:
        """The policy of every group."""
        return [POLICY_OF_RULE[rule - 1] for rule in self.rules.tolist()]

    def kept(self) -> Flags:
        """Return which cells, blocks by columns, the sub-tables keep."""
        cells = np.zeros(self.blocks.values.shape, dtype=bool)
        for group, best in self.subtables.items():
            cells[rows_of(self.blocks, group)[list(best.rows), None], list(best.columns)] = True
        return cells


def rows_of(blocks: Blocks, group: int) -> Integers:
    """Return the blocks of a group that have a value."""
    start, end = blocks.start[group : group + 2]
    return np.asarray(start + np.flatnonzero(blocks.used[start:end]))


def places_of(blocks: Blocks, algorithm: str | None) -> list[int | None]:
    """Return the column of an algorithm in each group, None where the group does not have it."""
    names = blocks.algorithms.cast(pl.String).to_list()
    if algorithm not in names:
        return [None] * blocks.n_groups
    seat = blocks.members == names.index(algorithm)
    return [int(own.argmax()) if own.any() else None for own in seat]


def choose(blocks: Blocks, *, alpha: float, reference: str | None = None) -> Choice:
    """Return for every group whether complete blocks, available pairs or a complete sub-table are compared.

    Only the pattern of gaps is read. With a reference the comparisons are those with it, and no sub-table lacks it.
    """
    places, heights = places_of(blocks, reference), blocks.n_blocks
    counts = _counts(blocks, places, alpha)
    complete, needed = counts["n_complete"], counts["n_needed"]
    rules = np.select(
        [
            complete == heights,
            (OF * complete >= ENOUGH * heights) & (complete >= needed),
            counts["least"] >= needed,
        ],
        [COMPLETE, BLOCKS, PAIRS],
        LAST_RESORT,
    )
    subtables = searched(blocks, rules == LAST_RESORT, places, alpha=alpha)
    rules[list(subtables)] = SUBTABLE
    return Choice(blocks=blocks, rules=rules, subtables=subtables, counts=counts)


def largest(blocks: Blocks, reference: str | None = None) -> Choice:
    """Return the largest complete sub-table of every group that has gaps, with the reference in it."""
    gappy = n_results(blocks) < blocks.n_blocks * blocks.n_algorithms
    subtables = searched(blocks, gappy, places_of(blocks, reference))
    return Choice(blocks=blocks, rules=np.where(gappy, SUBTABLE, COMPLETE), subtables=subtables)


def n_results(blocks: Blocks) -> Integers:
    """Return the number of results of each group."""
    return np.bincount(blocks.group, blocks.measured.sum(axis=1), blocks.n_groups).astype(np.int64)


def searched(
    blocks: Blocks, chosen: Flags, places: Sequence[int | None], *, alpha: float | None = None
) -> dict[int, Subtable]:
    """Return the largest complete sub-table of the chosen groups that have one, by the number of the group.

    With ``alpha`` it must have half the algorithms, and blocks enough for a difference between them to be found.
    """
    searches: dict[tuple[bytes, int, int | None], Subtable | None] = {}
    best: dict[int, Subtable] = {}
    for group in np.flatnonzero(chosen).tolist():
        width, place = int(blocks.n_algorithms[group]), places[group]
        pattern = blocks.measured[rows_of(blocks, group), :width]
        # Metrics often share their gaps, and the search is the same for equal patterns.
        key = (pattern.tobytes(), width, place)
        if key not in searches:
            searches[key] = largest_subtable(pattern, _demand(width, place, alpha))
        subtable = searches[key]
        if subtable is not None:
            best[group] = subtable
    return best


def _demand(width: int, place: int | None, alpha: float | None) -> Demand:
    if alpha is None:
        return Demand.none(width, place)
    rows = [
        FEWEST if k < FEWEST else max(FEWEST, blocks_needed(_comparisons(k, place), alpha)) for k in range(width + 1)
    ]
    return Demand(rows=np.array(rows), columns=max(FEWEST, -(-width // 2)), fixed=place)


def _comparisons(algorithms: int, place: int | None) -> int:
    return algorithms * (algorithms - 1) // 2 if place is None else algorithms - 1


def _counts(blocks: Blocks, places: Sequence[int | None], alpha: float) -> dict[str, Integers]:
    """Return counts of complete blocks, of blocks that both algorithms of a pair have, and of undecidable pairs."""
    names = ("n_complete", "n_needed", "least", "most", "n_undecidable", "with_reference")
    counts = {name: np.zeros(blocks.n_groups, dtype=np.int64) for name in names}
    counts["with_reference"][:] = [place is not None for place in places]
    for alike, rows, width in blocks.shapes():
        present = blocks.measured[rows][:, :, :width]
        counts["n_complete"][alike] = present.all(axis=2).sum(axis=1)
        for place in {places[group] for group in alike}:
            members = [number for number, group in enumerate(alike) if places[group] == place]
            if width < FEWEST:
                continue
            needed = blocks_needed(_comparisons(width, place), alpha)
            shared = _shared(present[members], place)
            counts["n_needed"][alike[members]] = needed
            counts["least"][alike[members]] = shared.min(axis=1)
            counts["most"][alike[members]] = shared.max(axis=1)
            counts["n_undecidable"][alike[members]] = (holm_floors(shared) > alpha).sum(axis=1)
    return counts


def _shared(present: Flags, place: int | None) -> Integers:
    """Return, for every comparison of each group, the number of blocks with both results."""
    number = present.astype(np.float32)
    if place is not None:
        others = np.delete(np.arange(present.shape[2]), place)
        return np.asarray(np.einsum("gb,gba->ga", number[:, :, place], number[:, :, others]), dtype=np.int64)
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
