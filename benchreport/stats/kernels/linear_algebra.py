"""Orthonormal columns of many matrices at a time, and which columns are independent of those before them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.method import BETWEEN, Remark
from benchreport.records import dataclass
from benchreport.stats.kernels.centring import power_of_two
from benchreport.tables.rounding import TOLERANCE

Array = npt.NDArray[Any]
# A column that keeps less than this share of its length is a combination of those before it: the condition number of
# the correlation matrix would exceed 1e12.
NEW = 1e-6
LINEAR_METRICS = Remark(
    code="linear_metrics",
    topic="left_out",
    note="left out {0}, to six digits {2|a linear function|linear functions} of {1}",
)
CONSTANT_METRICS = Remark(code="constant_metrics", topic="left_out", note="left out {0}, where nothing varies")
# What may be remarked on metrics that were left out.
LEFT_OUT = (LINEAR_METRICS, CONSTANT_METRICS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Basis:
    """Orthonormal columns of many matrices, and further rows put through the same steps.

    ``spanned`` (columns, rows, many) and ``moved`` (columns, carried rows, many) are zero where a column was left out.
    ``independent`` marks the columns that say something new, ``steady`` those without any spread, ``clashing`` those
    left out although a carried row is not explained by the columns used: they would be infinitely far out.
    """

    spanned: Array
    moved: Array
    independent: Array
    steady: Array
    clashing: Array

    @property
    def columns(self) -> Array:
        """The orthonormal columns, matrix by matrix: (many, rows, columns)."""
        return np.ascontiguousarray(self.spanned.transpose(2, 1, 0))

    @property
    def carried(self) -> Array:
        """The further rows, matrix by matrix: (many, carried rows, columns)."""
        return np.ascontiguousarray(self.moved.transpose(2, 1, 0))

    @property
    def rank(self) -> Array:
        """Number of independent columns."""
        return np.asarray(self.independent.sum(axis=1))


def orthonormal(rows: Array, carried: Array, largest: Array, tested: int | None = None) -> Basis:
    """Compute orthonormal columns of every matrix from left to right, leaving out those that say nothing new.

    Parameters
    ----------
    rows
        Matrices of shape (many, rows, columns); what they hold may be lost.
    carried
        Further rows (many, any, columns) that the same combinations of columns are formed of; they may be lost too.
    largest
        Size of the values behind each column (many, columns); a spread within rounding of it is none.
    tested
        How many of the carried rows may not stick out of a column that is left out; all by default.

    Examples
    --------
    >>> rows = np.array([[[1.0, -1.0, 0.0], [-1.0, 1.0, 1.0], [0.0, 0.0, -1.0]]])
    >>> orthonormal(rows, np.zeros((1, 1, 3)), np.ones((1, 3))).independent.tolist()
    [[True, False, True]]
    """
    length, width = rows.shape[1:]
    # Matrices lie along the last axis: NumPy takes long over many short rows.
    unit = power_of_two(largest).T
    columns, riders = (np.ascontiguousarray(part.transpose(2, 1, 0)) for part in (rows, carried))
    columns /= unit[:, None]
    riders /= unit[:, None]
    independent, steady, clashing = (np.zeros(unit.shape, dtype=bool) for _ in range(3))
    # Written over again and again, since fresh memory costs more than the sums.
    scratch, smaller = (np.empty((max(width - 1, 1), *part.shape[1:])) for part in (columns, riders))
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        rounding = TOLERANCE * np.sqrt(max(length, 1)) * (largest.T / unit)
        for j, (column, rider) in enumerate(zip(columns, riders, strict=True)):
            size, weight = _length(column, scratch[0]), _length(rider[:tested], smaller[0, :tested])
            for _ in range(2 if j else 0):  # once more, since rounding leaves a trace of the first columns
                shared = row_sums(np.multiply(columns[:j], column, out=scratch[:j]))[:, None]
                column -= np.multiply(columns[:j], shared, out=scratch[:j]).sum(axis=0)
                rider -= np.multiply(riders[:j], shared, out=smaller[:j]).sum(axis=0)
            remainder, rest = _length(column, scratch[0]), _length(rider[:tested], smaller[0, :tested])
            steady[j] = ~(size > rounding[j])
            independent[j] = ~steady[j] & (remainder > NEW * size)
            clashing[j] = ~independent[j] & (rest > NEW * np.hypot(size, weight) + rounding[j])
            for vectors in (column, rider):
                vectors /= remainder
                vectors[:, ~independent[j]] = 0.0
    return Basis(spanned=columns, moved=riders, independent=independent.T, steady=steady.T, clashing=clashing.T)


def row_sums(terms: Array) -> Array:
    """Return the sums along the last axis but one, in an order that depends on their number alone.

    Halves are added to each other, in place: the terms are lost. NumPy would add what lies side by side in memory in
    another order than what does not, and so one matrix otherwise than several.

    Examples
    --------
    >>> row_sums(np.array([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]])).tolist()
    [6.0, 60.0]
    """
    length = terms.shape[-2]
    if not length:
        return np.zeros(terms.shape[:-2] + terms.shape[-1:])
    while length > 1:
        half = length // 2
        terms[..., :half, :] += terms[..., half : 2 * half, :]
        if length % 2:
            terms[..., 0, :] += terms[..., length - 1, :]
        length = half
    return terms[..., 0, :].copy()


def _length(vectors: Array, scratch: Array) -> Array:
    """Return the length of columns side by side, of numbers about 1 in size."""
    return np.asarray(np.sqrt(row_sums(np.square(vectors, out=scratch))))


def length_of(vectors: Array) -> Array:
    """Return the length of many vectors along the second axis, without the overflow of squares.

    Examples
    --------
    >>> length_of(np.array([[0.0, 4e200]])).tolist()
    [4e+200]
    """
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    scale = np.where(largest > 0, largest, 1.0)
    return np.asarray(scale * np.sqrt(((vectors / np.expand_dims(scale, 1)) ** 2).sum(axis=1)) * (largest > 0))


def left_out(basis: Basis, names: tuple[str, ...]) -> list[str | None]:
    """Return for every matrix the remarks on columns that were left out, null for none; each pattern is spelled once.

    Examples
    --------
    >>> rows = np.array([[[1.0, -1.0], [-1.0, 1.0]]])
    >>> left_out(orthonormal(rows, np.zeros((1, 0, 2)), np.ones((1, 2))), ("fp", "tn"))
    ['linear_metrics:tn:fp:1']
    """
    patterns = np.concatenate([basis.independent, basis.steady], axis=1)
    if patterns.shape[1] == 0 or basis.independent.all():
        return [None] * len(patterns)
    distinct, which = np.unique(patterns, axis=0, return_inverse=True)
    width = len(names)
    spelled = [_spelled(row[:width], row[width:], names) for row in distinct]
    return [spelled[i] for i in which.ravel()]


def _spelled(independent: Array, steady: Array, names: tuple[str, ...]) -> str | None:
    used = [name for name, keep in zip(names, independent, strict=True) if keep]
    still = [name for name, flat in zip(names, steady, strict=True) if flat]
    rest = [name for name, keep, flat in zip(names, independent, steady, strict=True) if not keep and not flat]
    parts = []
    if rest and used:
        # Numbers cannot tell what follows from the definition: one diverged run makes any two metrics proportional.
        parts.append(LINEAR_METRICS.spelled(", ".join(rest), ", ".join(used), len(rest)))
    if still:
        parts.append(CONSTANT_METRICS.spelled(", ".join(still)))
    return BETWEEN.join(parts) or None
