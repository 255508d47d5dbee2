"""Areas under the ROC curves of the algorithms of a table: of every line, of every two, of whole groups."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.measures.classes import CHANCE, IS_POSITIVE, Positive
from benchreport.measures.ranked import ranking
from benchreport.records import dataclass
from benchreport.stats.kernels.delong import Areas, Classes, areas
from benchreport.tables.scored import Flags, Floats, Integers, Pairs, Scored, refuse_two_truths

# Larger groups have arrays of their own; smaller ones are filled up to a power of two and stacked.
STACKED_UP_TO = 4096
CHUNK = 4_000_000


@dataclass(frozen=True, kw_only=True)
class ScoreMatrix:
    """The scores of a layout, items by algorithms, the class of every item, and what lacks a score."""

    scored: Scored
    scores: Floats
    flags: Classes
    lacking: Flags

    @cached_property
    def is_complete(self) -> bool:
        """Whether every item with a class has the scores of all algorithms of its group."""
        return not self.lacking.any()

    @property
    def gapped(self) -> Flags:
        """Which groups lack a score."""
        gapped = np.zeros(self.scored.n_groups, dtype=bool)
        if self.is_complete:
            return gapped
        gapped[self.scored.items.group[self.lacking.any(axis=1)]] = True
        return gapped

    @property
    def n(self) -> Integers:
        """How many items of each group have a class."""
        return np.bincount(self.scored.items.group[self.flags >= 0], minlength=self.scored.n_groups)

    def problems(self, group: Integers, columns: Integers) -> Iterator[tuple[Integers, Areas]]:
        """Compute areas of some algorithms of a group each, on the items that all of them scored, in stacks.

        ``columns`` has a row for every ``group``; positions in them are returned with their areas.
        """
        start, sizes = self.scored.items.start, self.scored.items.sizes[group]
        power = 2 ** np.ceil(np.log2(np.maximum(sizes, 1))).astype(np.int64)
        widths = np.where(sizes > STACKED_UP_TO, sizes, power)
        for width in np.unique(widths):
            members = np.flatnonzero(widths == width)
            step = max(1, CHUNK // int(width * columns.shape[1]))
            for begin in range(0, len(members), step):
                part = members[begin : begin + step]
                if len(part) == 1 and width == sizes[part[0]]:
                    yield part, self._areas_of(slice(first := start[group[part[0]]], first + width), columns[part[0]])
                    continue
                inside = np.arange(width) < sizes[part][:, None]
                item = start[group[part]][:, None] + np.where(inside, np.arange(width), 0)
                scores = self.scores[item[:, None, :], columns[part][:, :, None]]
                scored = inside & ~np.isnan(scores).any(axis=1)
                yield part, areas(scores, np.where(scored, self.flags[item], np.int8(-1)))

    def _areas_of(self, items: slice, columns: Integers) -> Areas:
        """Compute the areas of some algorithms of one group, whose scores are not copied where these are all."""
        everyone = np.array_equal(columns, np.arange(self.scores.shape[1]))
        chosen: slice | Integers = slice(None) if everyone else columns
        flags = self.flags[items]
        if not self.is_complete:
            flags = np.where(self.lacking[items, chosen].any(axis=1), np.int8(-1), flags)
        return areas(self.scores.T[chosen, items][None], flags[None])


def score_matrix(scored: Scored, positive: Positive) -> ScoreMatrix:
    """Return the scores of all algorithms side by side; one that an algorithm of the group does not have is lacking."""
    scored.once(refuse_two_truths)
    ranked, items = ranking(scored, positive), scored.items
    chances = ranked.get_column(CHANCE)
    scores = scored.matrix(chances.cast(pl.Float64).to_numpy())
    flags = items.of_first(ranked.get_column(IS_POSITIVE)).cast(pl.Int8).fill_null(-1).to_numpy()
    if items.is_full and not chances.null_count():
        lacking = np.zeros(scores.shape, dtype=bool)
    else:
        lacking = np.isnan(scores) & (flags >= 0)[:, None] & scored.present[items.group]
    return ScoreMatrix(scored=scored, scores=scores, flags=flags, lacking=lacking)


def group_areas(matrix: ScoreMatrix) -> Areas:
    """Compute the areas of all groups in which every algorithm scored all items, groups by algorithms.

    There is NaN where an algorithm takes no part, and -1 positives and negatives where the group has gaps.
    """
    present = matrix.scored.present
    groups, k = present.shape
    whole = Areas(
        positives=np.full(groups, -1),
        negatives=np.full(groups, -1),
        twice_u=np.zeros((groups, k), dtype=np.int64),
        auc=np.full((groups, k), np.nan),
        covariance=np.full((groups, k, k), np.nan),
        spread=np.full((groups, k, k), np.nan),
    )
    rows = np.where(matrix.gapped, 0, present.sum(axis=1))
    for n_rows in np.unique(rows[rows > 0]):
        members = np.flatnonzero(rows == n_rows)
        columns = np.nonzero(present[members])[1].reshape(len(members), n_rows)
        for part, stack in matrix.problems(members, columns):
            place, own = members[part][:, None], columns[part]
            whole.positives[members[part]], whole.negatives[members[part]] = stack.positives, stack.negatives
            whole.twice_u[place, own], whole.auc[place, own] = stack.twice_u, stack.auc
            square = place[:, :, None], own[:, :, None], own[:, None, :]
            whole.covariance[square], whole.spread[square] = stack.covariance, stack.spread
    return whole


def line_areas(matrix: ScoreMatrix) -> pl.DataFrame:
    """Compute the area of every line, its ``variance`` and the sizes of the classes, on the items it has scores of."""
    whole = group_areas(matrix)
    group, column = np.nonzero(matrix.scored.present)
    auc, variance = whole.auc[group, column], whole.covariance[group, column, column]
    n1, n0 = whole.positives[group], whole.negatives[group]
    rest = np.flatnonzero(matrix.gapped[group])
    for part, stack in matrix.problems(group[rest], column[rest][:, None]):
        place = rest[part]
        auc[place], variance[place] = stack.auc[:, 0], stack.covariance[:, 0, 0]
        n1[place], n0[place] = stack.positives, stack.negatives
    return _frame(auc=auc, variance=variance, positives=n1, negatives=n0)


def pair_areas(matrix: ScoreMatrix, pairs: Pairs) -> pl.DataFrame:
    """Compute the ``gap`` of every two areas, its variance ``spread``, and the sizes of the classes both scored."""
    whole, group = group_areas(matrix), pairs.group
    twice = whole.twice_u[group, pairs.a] - whole.twice_u[group, pairs.b]
    spread = whole.spread[group, pairs.a, pairs.b]
    n1, n0 = whole.positives[group], whole.negatives[group]
    rest = np.flatnonzero(matrix.gapped[group])
    for part, stack in matrix.problems(group[rest], np.stack([pairs.a[rest], pairs.b[rest]], axis=1)):
        place = rest[part]
        twice[place], spread[place] = stack.twice_u[:, 0] - stack.twice_u[:, 1], stack.spread[:, 0, 1]
        n1[place], n0[place] = stack.positives, stack.negatives
    with np.errstate(divide="ignore", invalid="ignore"):
        return _frame(gap=twice / (2.0 * n1 * n0), spread=spread, positives=n1, negatives=n0)


def _frame(**columns: npt.NDArray[Any]) -> pl.DataFrame:
    return pl.DataFrame(
        {name: pl.Series(values.astype(np.float64), nan_to_null=True) for name, values in columns.items()}
    )
