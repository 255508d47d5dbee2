"""Which score did every algorithm give to every instance? One sheet per group, for arithmetic over all of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import ColumnError, DuplicateKeyError
from benchreport.measures.classes import CHANCE, IS_POSITIVE, Positive
from benchreport.measures.instances import as_predictions
from benchreport.measures.ranked import TAKEN, scored
from benchreport.tables.groups import By, aggregate, group_columns
from benchreport.tables.reduction import Codes, sorted_by
from benchreport.tables.schema import RUN_KEYS, probability_columns

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]
Flags = npt.NDArray[np.int8]

# Longer rows have arrays of their own; shorter ones are filled up to a power of two and stacked.
STACKED_UP_TO = 4096
CHUNK = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheets:
    """Scores of every group as a sheet, one row per algorithm and one column per instance; NaN where there is none.

    ``places`` names the rows of all sheets, sorted; ``group_of`` tells the group of each and ``start`` where it begins
    in ``scores``. ``flags`` are 1 for positives, 0 for others, -1 where the dataset has no such class; those of a group
    begin at ``first`` and are ``sizes`` many. ``facts`` has one row per group.
    """

    groups: list[str]
    places: pl.DataFrame
    group_of: Integers
    start: Integers
    scores: Floats
    flags: Flags
    first: Integers
    sizes: Integers
    facts: pl.DataFrame
    units: pl.DataFrame

    @property
    def rows(self) -> Integers:
        """Count the algorithms of every group."""
        return np.bincount(self.group_of, minlength=len(self.sizes))

    @property
    def lacking(self) -> npt.NDArray[np.bool_]:
        """Tell the scores that are not there, though the instance has a class."""
        none = np.isnan(self.scores)
        if none.any():
            none &= self.flags[counted_on(self.first[self.group_of], self.sizes[self.group_of])] >= 0
        return none


def counted_on(starts: Integers, lengths: Integers) -> Integers:
    """Count on from every start, one run after the other."""
    total = int(lengths.sum())
    return np.asarray(np.arange(total) + np.repeat(starts - (np.cumsum(lengths) - lengths), lengths))


def sheets(table: Any, by: By, positive: Positive) -> Sheets:
    """Lay a table of predictions out as sheets, whatever the order of its rows and without sorting them."""
    known = scored(as_predictions(table), positive)
    groups = group_columns(known, by, taken=(*TAKEN, *probability_columns(known.columns)))
    runs = [name for name in RUN_KEYS if name in known.columns and name not in groups]
    group = Codes(known, groups)
    place = group.copy()
    place.add("algorithm")
    regular = _regular(known, groups, runs, group, place)
    if regular is not None:
        return regular
    unit = group.copy()
    for name in (*(["dataset"] if "dataset" not in groups else []), "instance"):
        unit.add(name)
    numbers, size, again = _told_apart(known, unit, place, group, runs)
    names = known.select(groups)[group.representatives()] if groups else pl.DataFrame()
    order = sorted_by(names, groups) if groups else np.zeros(1, dtype=np.int64)
    rank = np.zeros(group.size, dtype=np.int64)
    rank[group.numbers[group.representatives()][order]] = np.arange(len(order))
    of_row = rank[group.numbers]
    # Units keep the order of their numbers, so that groups are told apart by where their units begin.
    anyone = np.full(size, -1, dtype=np.int64)
    anyone[numbers] = np.arange(len(numbers))
    used = np.flatnonzero(anyone >= 0)
    their_group = of_row[anyone[used]]
    sizes = np.bincount(their_group, minlength=len(order))
    first = np.cumsum(sizes) - sizes
    at = np.empty(size, dtype=np.int64)
    at[used[np.argsort(their_group, kind="stable")]] = counted_on(np.zeros(len(order), dtype=np.int64), sizes)
    column = at[numbers]

    seats = known.select(*groups, "algorithm")[place.representatives()]
    seating = sorted_by(seats, [*groups, "algorithm"])
    line = np.zeros(place.size, dtype=np.int64)
    line[place.numbers[place.representatives()][seating]] = np.arange(len(seating))
    group_of = of_row[place.representatives()][seating]
    widths = sizes[group_of]
    start = np.cumsum(widths) - widths

    scores = np.full(int(widths.sum()), np.nan)
    scores[start[line[place.numbers]] + column] = known.get_column(CHANCE).to_numpy()
    truth = known.get_column(IS_POSITIVE).cast(pl.Int8).fill_null(-1).to_numpy()
    flags = np.full(int(sizes.sum()), -1, dtype=np.int8)
    where = first[of_row] + column
    flags[where] = truth
    _refuse_two_truths(known, flags[where] != truth)
    facts = _facts(known, groups, runs, names[order] if groups else names)
    repeats = np.zeros(len(order), dtype=bool)
    repeats[rank[again]] = True
    sample = anyone[used[np.argsort(their_group, kind="stable")]]
    return Sheets(
        groups=groups,
        places=seats[seating],
        group_of=group_of,
        start=start,
        scores=scores,
        flags=flags,
        first=first,
        sizes=sizes,
        facts=facts.with_columns(again=pl.Series(repeats)),
        units=known.select(*groups, *(name for name in ("dataset", "instance") if name not in groups))[sample],
    )


def _facts(known: pl.DataFrame, groups: list[str], runs: list[str], names: pl.DataFrame) -> pl.DataFrame:
    """Tell the groups that hold several runs; ``names`` are the groups in their order."""
    if not runs:
        return names.with_columns(pooled=pl.lit(False)) if groups else pl.DataFrame({"pooled": [False]})
    pooled = aggregate(known, groups, pooled=pl.struct(runs).n_unique() > 1)
    return pooled.sort(groups) if groups else pooled


def _regular(known: pl.DataFrame, groups: list[str], runs: list[str], group: Codes, place: Codes) -> Sheets | None:
    """Take the table as one sheet if it is one already: a single group, algorithm by algorithm, instances in one order.

    Large tables mostly are, and then nothing has to be put in place; None for others.
    """
    height, single = known.height, group.size == 1 or len(group.representatives()) == 1
    if not single:
        return None
    numbers = place.numbers
    rows = np.flatnonzero(np.r_[True, numbers[1:] != numbers[:-1]])
    if height % len(rows):
        return None
    width = height // len(rows)
    regular = (rows == np.arange(len(rows)) * width).all() and len(np.unique(numbers[rows])) == len(rows)
    keys = [known.get_column(name) for name in ("dataset", "instance") if name not in groups]
    if not regular or any(key.null_count() for key in keys):
        return None
    for key in keys:
        lines = key.to_physical().to_numpy().reshape(len(rows), width)
        if (lines[1:] != lines[:1]).any():
            return None
    first_line = known[:width]
    if not Codes(first_line, [key.name for key in keys]).are_distinct():
        return None
    truth = known.get_column(IS_POSITIVE).cast(pl.Int8).fill_null(-1).to_numpy().reshape(len(rows), width)
    if (truth[1:] != truth[:1]).any():
        return None
    seats = known.select(*groups, "algorithm")[rows]
    order = sorted_by(seats, ["algorithm"])
    scores = known.get_column(CHANCE).to_numpy().reshape(len(rows), width)
    facts = _facts(known, groups, runs, seats.select(groups)[:1])
    return Sheets(
        groups=groups,
        places=seats[order],
        group_of=np.zeros(len(rows), dtype=np.int64),
        start=np.arange(len(rows)) * width,
        scores=(scores if (order == np.arange(len(rows))).all() else scores[order]).ravel(),
        flags=truth[0],
        first=np.zeros(1, dtype=np.int64),
        sizes=np.array([width]),
        facts=facts.with_columns(again=pl.lit(False)),
        units=first_line.select(*groups, *(key.name for key in keys)),
    )


def _told_apart(
    known: pl.DataFrame, unit: Codes, place: Codes, group: Codes, runs: list[str]
) -> tuple[Integers, int, Integers]:
    """Number the units; give the groups in which an algorithm predicted an instance again, in another run."""
    twice = _repeated(unit.numbers, place.numbers, place.size)
    if not len(twice):
        return unit.numbers, unit.size, np.zeros(0, dtype=np.int64)
    again = np.unique(group.numbers[twice])
    run = Codes(known, runs)
    needs = np.zeros(group.size, dtype=bool)
    needs[again] = True
    both = unit.numbers * run.size + np.where(needs[group.numbers], run.numbers, 0)
    distinct, numbers = np.unique(both, return_inverse=True)
    still = _repeated(numbers, place.numbers, place.size)
    if len(still):
        row = known[int(still[0])]
        names = [name for name in ("algorithm", "dataset", *RUN_KEYS, "instance") if name in known.columns]
        raise DuplicateKeyError(
            "several rows per " + ", ".join(f"{name} {row.item(0, name)}" for name in names),
            hint="put the column that tells them apart into by, or drop the repeated rows",
        )
    return numbers.reshape(-1), len(distinct), again


def _repeated(units: Integers, places: Integers, size: int) -> Integers:
    """Give rows whose unit and place occurred before."""
    both = units * size + places
    if len(both) and int(both.max()) < 16 * len(both) + 1_000:
        seen = np.zeros(int(both.max()) + 1, dtype=bool)
        seen[both] = True
        if int(np.count_nonzero(seen)) == len(both):
            return np.zeros(0, dtype=np.int64)
    distinct, firsts = np.unique(both, return_index=True)
    if len(distinct) == len(both):
        return np.zeros(0, dtype=np.int64)
    fresh = np.zeros(len(both), dtype=bool)
    fresh[firsts] = True
    return np.flatnonzero(~fresh)


def _refuse_two_truths(known: pl.DataFrame, differ: npt.NDArray[np.bool_]) -> None:
    if differ.any():
        names = [name for name in ("dataset", "instance") if name in known.columns]
        first = ", ".join(map(str, known.filter(pl.Series(differ)).select(names).sort(names).row(0)))
        raise ColumnError(
            f"the truth of {int(differ.sum())} instances differs between algorithms, first {first}",
            hint="number the instances alike for all algorithms",
        )


def stacks(problems: Sheets, wanted: npt.NDArray[np.bool_] | None = None) -> Iterator[tuple[Integers, Floats, Flags]]:
    """Give the sheets of groups in stacks of one shape: which groups, their scores and their flags.

    ``wanted`` says which groups; all by default. A sheet is filled up with columns of flag -1.
    """
    rows = problems.rows
    width = np.where(
        problems.sizes > STACKED_UP_TO,
        problems.sizes,
        2 ** np.ceil(np.log2(np.maximum(problems.sizes, 1))).astype(np.int64),
    )
    line = np.cumsum(rows) - rows  # places are sorted by group
    chosen = np.ones(len(rows), dtype=bool) if wanted is None else wanted
    shapes = np.unique(np.stack([rows[chosen], width[chosen]], axis=1), axis=0)
    for n_rows, n_columns in shapes.tolist():
        members = np.flatnonzero(chosen & (rows == n_rows) & (width == n_columns))
        step = max(1, CHUNK // max(1, n_rows * n_columns))
        for begin in range(0, len(members), step):
            part = members[begin : begin + step]
            inside = np.arange(n_columns)[None, :] < problems.sizes[part][:, None]
            column = np.where(inside, np.arange(n_columns)[None, :], 0)
            flags = np.where(inside, problems.flags[problems.first[part][:, None] + column], -1).astype(np.int8)
            starts = problems.start[line[part][:, None] + np.arange(n_rows)[None, :]]
            if inside.all() and n_rows and len(part) == 1:
                begin_at = int(starts[0, 0])
                scores = problems.scores[begin_at : begin_at + n_rows * n_columns].reshape(1, n_rows, n_columns)
            else:
                scores = problems.scores[starts[:, :, None] + column[:, None, :]]
            yield part, scores, flags


def subsets(data: Sheets, rows: Integers) -> Sheets:
    """Take rows of sheets as sheets of their own, of the instances that all of them scored.

    ``rows`` has one line per new sheet: the places in it, all of one group.
    """
    group = data.group_of[rows[:, 0]]
    sizes = data.sizes[group]
    flags = data.flags[counted_on(data.first[group], sizes)]
    for position in range(rows.shape[1]):
        flags = np.where(np.isnan(data.scores[counted_on(data.start[rows[:, position]], sizes)]), -1, flags)
    lengths = np.repeat(sizes, rows.shape[1])
    return Sheets(
        groups=[],
        places=data.places[rows.ravel()],
        group_of=np.repeat(np.arange(len(rows)), rows.shape[1]),
        start=np.cumsum(lengths) - lengths,
        scores=data.scores[counted_on(data.start[rows.ravel()], lengths)],
        flags=flags.astype(np.int8),
        first=np.cumsum(sizes) - sizes,
        sizes=sizes,
        facts=data.facts[group],
        units=data.units,
    )
