"""How far does an area under the ROC curve vary, and how do two vary together? DeLong's covariances of many sheets."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.measures.classes import CHANCE, IS_POSITIVE, Positive
from benchreport.measures.ranked import ranking
from benchreport.tables.scored import Flags, Floats, Integers, Pairs, Scored, refuse_two_truths
from benchreport.threads import fast_product

Classes = npt.NDArray[np.int8]  # 1 positive, 0 negative, -1 none of both

NO_SPREAD = 1e-14
# Numbers that are worked on together, so that they stay near the processor.
IN_CACHE = 131_072
# Larger groups have arrays of their own; smaller ones are filled up to a power of two and stacked.
STACKED_UP_TO = 4096
CHUNK = 4_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Areas:
    """Areas of stacked sheets and how they vary: ``auc`` and twice U per row, ``covariance`` of every two rows,
    ``spread`` the variance of their difference; NaN where a class has fewer than two instances."""

    positives: Integers
    negatives: Integers
    twice_u: Integers
    auc: Floats
    covariance: Floats
    spread: Floats


def areas(scores: Floats, flags: Classes) -> Areas:
    """Compute the areas of stacked sheets (stack, row, column) and DeLong's covariances.

    Examples
    --------
    >>> found = areas(np.array([[[0.9, 0.4, 0.4, 0.1]]]), np.array([[1, 0, 1, 0]], dtype=np.int8))
    >>> found.auc.tolist(), found.covariance.ravel().tolist()
    ([[0.875]], [0.03125])
    """
    placed = double_placements(scores, flags)
    n1, n0 = (flags == 1).sum(axis=-1), (flags == 0).sum(axis=-1)
    twice_u, *ups = _scatter(placed, flags == 1, n1, n0)
    _, *downs = _scatter(placed, flags == 0, n0, n1)
    covariance, spread = ups[0] + downs[0], ups[1] + downs[1]
    with np.errstate(divide="ignore", invalid="ignore"):
        auc = twice_u / (2.0 * n1[:, None] * n0[:, None])
    own = np.diagonal(covariance, axis1=1, axis2=2)
    spread = np.where(spread <= NO_SPREAD * (own[:, :, None] + own[:, None, :]), 0.0, spread)
    return Areas(
        positives=n1, negatives=n0, twice_u=twice_u, auc=auc, covariance=covariance,
        spread=np.where(np.isnan(covariance), np.nan, spread),
    )  # fmt: skip


def _scatter(
    placed: npt.NDArray[np.int32], chosen: npt.NDArray[np.bool_], n: Integers, other: Integers
) -> tuple[Integers, Floats, Floats]:
    """Return the sums of the placements of one class, the covariances of their means, and the variances of differences.

    Placements are whole numbers; taken about a whole number near their mean their products add up without rounding,
    so the order of instances does not matter.
    """
    # One sheet alone is cut to the columns of the class, a stack keeps its shape.
    alone = len(chosen) == 1
    own = placed.take(np.flatnonzero(chosen[0]), axis=2) if alone else np.where(chosen[:, None, :], placed, 0)
    total = own.sum(axis=-1, dtype=np.int64)
    with np.errstate(divide="ignore", invalid="ignore"):
        middle = np.nan_to_num(np.round(total / n[:, None]))
        apart = own - middle[:, :, None]
        if not alone:
            apart *= chosen[:, None, :]
        sums = total - n[:, None] * middle
        products = fast_product(apart, apart.transpose(0, 2, 1))  # of whole numbers
        scale = (np.where(n > 1, n * (n - 1.0), np.nan) * 4.0 * other.astype(np.float64) ** 2)[:, None, None]
        squares = np.diagonal(products, axis1=1, axis2=2)
        apart_squares = squares[:, :, None] + squares[:, None, :] - 2 * products
        gap = sums[:, :, None] - sums[:, None, :]
        size = n[:, None, None]
        covariance = (products - sums[:, :, None] * sums[:, None, :] / size) / scale
        spread = (apart_squares - gap**2 / size) / scale
    return total, covariance, np.maximum(spread, 0.0)


def double_placements(scores: Floats, flags: Classes) -> npt.NDArray[np.int32]:
    """Count, twice, the negatives below each positive and the positives above each negative; ties count half.

    Examples
    --------
    >>> double_placements(np.array([[[0.9, 0.4, 0.4, 0.1]]]), np.array([[1, 0, 1, 0]], dtype=np.int8)).tolist()
    [[[4, 3, 3, 4]]]
    """
    stack, rows, width = scores.shape
    values, of = scores.reshape(stack * rows, width), np.repeat(np.arange(stack), rows)
    placed = np.empty((stack * rows, width), dtype=np.int32)
    step = max(1, IN_CACHE // max(width, 1))
    for begin in range(0, stack * rows, step):
        part = slice(begin, begin + step)
        _place(values[part], flags[of[part]], placed[part])
    return placed.reshape(stack, rows, width)


def _place(values: Floats, flags: Classes, placed: npt.NDArray[np.int32]) -> None:
    if (flags < 0).any():
        values = np.where(flags < 0, np.nan, values)
    rows, width = values.shape
    order = np.argsort(values, axis=1)
    order += (np.arange(rows) * width)[:, None]
    sorted_values, sorted_flags = values.take(order), flags.take(order)
    up, down = sorted_flags == 1, sorted_flags == 0
    ups, downs = np.cumsum(up, axis=1, dtype=np.int32), np.cumsum(down, axis=1, dtype=np.int32)
    found = 2 * np.where(up, downs, ups[:, -1:] - ups)
    # Whether a place is tied with the one before it; ties are stretches, and the first of a row begins one.
    tied = np.zeros(rows * width + 1, dtype=bool)
    tied[:-1].reshape(rows, width)[:, 1:] = sorted_values[:, 1:] == sorted_values[:, :-1]
    places = np.flatnonzero(tied[:-1] | tied[1:])
    if len(places):
        fresh = np.flatnonzero(~tied[places])
        lengths = np.diff(np.append(fresh, len(places)))
        starts, ends = places[fresh], places[fresh] + lengths - 1
        below = downs.take(starts) - down.take(starts) + downs.take(ends)
        above = 2 * ups[starts // width, -1] - (ups.take(starts) - up.take(starts) + ups.take(ends))
        found.ravel()[places] = np.where(up.take(places), np.repeat(below, lengths), np.repeat(above, lengths))
    placed.reshape(-1)[order.ravel()] = found.ravel()


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreMatrix:
    """The scores of a layout, items by algorithms, the class of every item, and what lacks a score."""

    scored: Scored
    scores: Floats
    flags: Classes
    lacking: Flags

    @property
    def gapped(self) -> Flags:
        """Which groups lack a score."""
        gapped = np.zeros(self.scored.n_groups, dtype=bool)
        gapped[self.scored.items.group[self.lacking.any(axis=1)]] = True
        return gapped

    @property
    def n(self) -> Integers:
        """How many items of each group have a class."""
        return np.bincount(self.scored.items.group[self.flags >= 0], minlength=self.scored.n_groups)

    def problems(self, group: Integers, columns: Integers) -> Iterator[tuple[Integers, Areas]]:
        """Compute areas of some algorithms of a group each, on the items that all of them scored, in stacks.

        ``columns`` has a row for every ``group``; what is given back are positions in them, and their areas.
        """
        start, sizes = self.scored.items.start, self.scored.items.sizes[group]
        power = 2 ** np.ceil(np.log2(np.maximum(sizes, 1))).astype(np.int64)
        widths = np.where(sizes > STACKED_UP_TO, sizes, power)
        for width in np.unique(widths):
            members = np.flatnonzero(widths == width)
            step = max(1, CHUNK // int(width * columns.shape[1]))
            for begin in range(0, len(members), step):
                part = members[begin : begin + step]
                inside = np.arange(width) < sizes[part][:, None]
                item = start[group[part]][:, None] + np.where(inside, np.arange(width), 0)
                if len(part) == 1 and width == sizes[part[0]]:
                    scores = self.scores.T[columns[part[0]], item[0, 0] : item[0, -1] + 1][None]
                else:
                    scores = self.scores[item[:, None, :], columns[part][:, :, None]]
                scored = inside & ~np.isnan(scores).any(axis=1)
                yield part, areas(scores, np.where(scored, self.flags[item], np.int8(-1)))


def score_matrix(scored: Scored, positive: Positive) -> ScoreMatrix:
    """Put the scores of all algorithms side by side; one that an algorithm of the group does not have is lacking."""
    scored.once(refuse_two_truths)
    known, items = ranking(scored, positive), scored.items
    scores = scored.matrix(known.get_column(CHANCE).fill_null(np.nan).to_numpy())
    flags = known.get_column(IS_POSITIVE).cast(pl.Int8).fill_null(-1).to_numpy()[items.first]
    lacking = np.isnan(scores)
    if lacking.any():
        lacking &= (flags >= 0)[:, None] & scored.present[items.group]
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
