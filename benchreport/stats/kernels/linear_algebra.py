"""Orthonormal columns of many matrices at a time, and which columns are independent of those before them."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from benchreport.method import BETWEEN, Remark
from benchreport.records import dataclass
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

    ``columns`` and ``carried`` are zero where a column was left out. ``independent`` marks the columns that say
    something new, ``steady`` those without any spread, ``clashing`` those left out although a carried row is not
    explained by the columns used: they would be infinitely far out.
    """

    columns: Array
    carried: Array
    independent: Array
    steady: Array
    clashing: Array

    @property
    def rank(self) -> Array:
        """Number of independent columns."""
        return np.asarray(self.independent.sum(axis=1))


def orthonormal(rows: Array, carried: Array, largest: Array, tested: int | None = None) -> Basis:
    """Compute orthonormal columns of every matrix from left to right, leaving out those that say nothing new.

    Parameters
    ----------
    rows
        Matrices of shape (many, rows, columns).
    carried
        Further rows (many, any, columns) that the same combinations of columns are formed of.
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
    many, length, width = rows.shape
    basis, moved = np.zeros_like(rows), np.zeros_like(carried)
    independent, steady, clashing = (np.zeros((many, width), dtype=bool) for _ in range(3))
    watched = carried.shape[1] if tested is None else tested
    with np.errstate(divide="ignore", invalid="ignore", over="ignore", under="ignore"):
        for j in range(width):
            column, rider = rows[:, :, j], carried[:, :, j]
            size, weight = length_of(column), length_of(rider[:, :watched])
            rounding = TOLERANCE * np.sqrt(max(length, 1)) * largest[:, j]
            for _ in range(2 if j else 0):  # once more, since rounding leaves a trace of the first columns
                shared = np.einsum("gnj,gn->gj", basis[:, :, :j], column)
                column = column - np.einsum("gnj,gj->gn", basis[:, :, :j], shared)
                rider = rider - np.einsum("grj,gj->gr", moved[:, :, :j], shared)
            remainder, rest = (length_of(column), length_of(rider[:, :watched])) if j else (size, weight)
            steady[:, j] = ~(size > rounding)
            independent[:, j] = ~steady[:, j] & (remainder > NEW * size)
            over = rest > NEW * np.hypot(size, weight) + rounding
            clashing[:, j] = ~independent[:, j] & over
            scale = np.where(independent[:, j], remainder, 1.0)[:, None]
            basis[:, :, j] = np.where(independent[:, j, None], column / scale, 0.0)
            moved[:, :, j] = np.where(independent[:, j, None], rider / scale, 0.0)
    return Basis(columns=basis, carried=moved, independent=independent, steady=steady, clashing=clashing)


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
