"""Numbers that are the same to the last bit whatever the number of threads: sums in Polars, products of matrices.

A BLAS library shares the terms of a sum out among its threads, and Polars the rows of a group and the columns of a sum
across columns; where the parts begin, and so how the sum is rounded, depends on how many threads there are.
"""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import wraps
from threading import Lock
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    import polars as pl

Array = npt.NDArray[Any]
P = ParamSpec("P")
R = TypeVar("R")

# Polars reads it whenever it groups: every group is then added up by one thread, in the order of its rows.
UNDIVIDED = "POLARS_NO_PARTITION"
# LAPACK works on matrices up to this size in one thread; OpenBLAS divides them from about 50 rows on.
SMALL = 40
# OpenBLAS multiplies matrices of so many products of numbers in one thread; tiles have so many rows and columns.
# Of columns it takes so many at a time.
TILE, SIDE, LANES = 2**18, 64, 16

_lock = Lock()
_inside: list[str | None] = []


@contextmanager
def undivided() -> Iterator[None]:
    """Run a block in which Polars adds up every group in one thread.

    Examples
    --------
    >>> with undivided():
    ...     os.environ[UNDIVIDED]
    '1'
    """
    with _lock:
        _inside.append(os.environ.get(UNDIVIDED))
        os.environ[UNDIVIDED] = "1"
    try:
        yield
    finally:
        with _lock:
            before = _inside.pop() if len(_inside) > 1 else _inside.pop(0)
            if not _inside:
                if before is None:
                    os.environ.pop(UNDIVIDED, None)
                else:
                    os.environ[UNDIVIDED] = before


def in_one_order(function: Callable[P, R]) -> Callable[P, R]:
    """Run a function :func:`undivided`."""

    @wraps(function)
    def run(*args: P.args, **options: P.kwargs) -> R:
        with undivided():
            return function(*args, **options)

    return run


def added(terms: Iterable[pl.Expr]) -> pl.Expr:
    """Return the sum of columns of decimals, nulls left out, adding up in one order.

    Examples
    --------
    >>> import polars as pl
    >>> frame = pl.DataFrame({"a": [0.5, None], "b": [0.25, 1.0], "c": [1.0, 2.0]})
    >>> frame.select(sum=added(pl.col(name) for name in "abc"))["sum"].to_list()
    [1.75, 3.0]
    """
    sums = [term.fill_null(0.0) for term in terms]
    while len(sums) > 1:  # by twos, since a long chain of sums is too deep for Polars
        pairs = zip(sums[::2], sums[1::2], strict=False)
        sums = [first + second for first, second in pairs] + (sums[-1:] if len(sums) % 2 else [])
    return sums[0]


def product(first: Array, second: Array) -> Array:
    """Compute the product of matrices, stacks of them or vectors as ``@`` does, adding up in one order.

    Examples
    --------
    >>> product(np.array([[1.0, 2.0], [3.0, 4.0]]), np.array([5.0, 6.0])).tolist()
    [17.0, 39.0]
    """
    if first.ndim == second.ndim == 1:  # asked thousands of times for short ones
        return np.asarray(np.einsum("j,j->", first, second))
    if first.ndim == 1 or second.ndim == 1:
        left, right = ("j" if first.ndim == 1 else "...ij"), ("j" if second.ndim == 1 else "...jk")
        result = "..." + ("" if first.ndim == 1 else "i") + ("" if second.ndim == 1 else "k")
        result = result if "..." in left + right else ""
        return np.asarray(np.einsum(f"{left},{right}->{result}", first, second))
    if first.ndim > 2 or second.ndim > 2 or min(len(first), second.shape[1]) < 2 or first.size * len(second.T) < TILE:
        return np.asarray(np.einsum("...ij,...jk->...ik", first, np.ascontiguousarray(second)))
    return _tiled(first, second)


def _tiled(first: Array, second: Array) -> Array:
    """Compute the product of large matrices by BLAS, tile by tile: it leaves a tile to one thread."""
    kind = np.result_type(first, second, np.float32)
    # Copies, since a matrix times itself takes another way through BLAS.
    left, right = np.array(first, dtype=kind, order="C"), np.array(second, dtype=kind, order="C")
    (rows, n), columns = left.shape, right.shape[1]
    high, wide = min(rows, SIDE), min(columns, SIDE)
    deep = max(1, TILE // (high * wide))
    total = np.zeros((rows, columns), dtype=kind)
    for start in range(0, n, deep):
        terms = slice(start, start + deep)
        for top in range(0, rows, high):
            part = left[top : top + high, terms]
            for edge in range(0, columns, wide):
                total[top : top + high, edge : edge + wide] += np.matmul(part, right[terms, edge : edge + wide])
    return total


def fast_product(first: Array, second: Array, out: Array | None = None) -> Array:
    """Compute the product of matrices by BLAS, whose order of summation is any.

    For whole numbers, whose sums are exact in every order, and for sums that are only compared with a margin wider than
    rounding.

    Examples
    --------
    >>> fast_product(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]])).tolist()
    [[11.0]]
    """
    return np.asarray(np.matmul(first, second, out=out))


def undivided_product(first: Array, second: Array) -> Array:
    """Compute the product of two matrices as :func:`fast_product`, in tiles that BLAS leaves to one thread.

    Where others keep the processors busy, threads that wait for each other cost more than they save.

    Examples
    --------
    >>> undivided_product(np.array([[1.0, 2.0]]), np.array([[3.0], [4.0]])).tolist()
    [[11.0]]
    """
    (rows, n), columns = first.shape, second.shape[1]
    total = np.empty((rows, columns), dtype=np.result_type(first, second))
    side = max(1, min(columns, math.isqrt(2 * TILE // max(n, 1))))
    side -= side % LANES if side > LANES else 0
    high = max(1, TILE // max(1, n * side))
    tiles = rows // high
    even = tiles * high
    # Tiles one above the other are one call.
    stack, into = first[:even].reshape(tiles, high, n), total[:even].reshape(tiles, high, columns)
    for edge in range(0, columns, side):
        part = np.ascontiguousarray(second[:, edge : edge + side])
        np.matmul(stack, part, out=into[:, :, edge : edge + side])
        np.matmul(first[even:], part, out=total[even:, edge : edge + side])
    return total


def covariance(rows: Array) -> Array:
    """Compute the covariance matrix of the columns of a table of two rows or more.

    Examples
    --------
    >>> covariance(np.array([[1.0, 2.0], [3.0, 6.0]])).tolist()
    [[2.0, 4.0], [4.0, 8.0]]
    """
    apart = rows - rows.mean(axis=0)
    return product(apart.T, apart) / (len(rows) - 1)


def solve(matrices: Array, right: Array) -> Array:
    """Compute the solutions of equations, (many, n, n) with (many, n, m) on the right; LinAlgError if one is singular.

    Examples
    --------
    >>> solve(np.array([[[2.0, 0.0], [0.0, 4.0]]]), np.array([[[2.0], [2.0]]])).tolist()
    [[[1.0], [0.5]]]
    """
    n = matrices.shape[1]
    if n <= SMALL:
        return np.asarray(np.linalg.solve(matrices, right))
    # Gauss's elimination, the largest pivot of each column first.
    both = np.concatenate([matrices, right], axis=2).astype(np.float64)
    many = np.arange(len(both))
    for step in range(n):
        pivot = step + np.abs(both[:, step:, step]).argmax(axis=1)
        both[many, pivot], both[many, step] = both[many, step], both[many, pivot]
        if (both[:, step, step] == 0).any():
            raise np.linalg.LinAlgError("Singular matrix")
        share = both[:, step + 1 :, step] / both[:, step, step, None]
        both[:, step + 1 :, step:] -= share[:, :, None] * both[:, step, None, step:]
    solved = both[:, :, n:]
    for step in range(n - 1, -1, -1):
        solved[:, step] /= both[:, step, step, None]
        solved[:, :step] -= both[:, :step, step, None] * solved[:, step, None, :]
    return solved.copy()


def inverse(matrices: Array) -> Array:
    """Compute the inverses of matrices, (many, n, n).

    Examples
    --------
    >>> inverse(np.array([[[2.0, 0.0], [0.0, 4.0]]])).tolist()
    [[[0.5, 0.0], [0.0, 0.25]]]
    """
    n = matrices.shape[1]
    return solve(matrices, np.broadcast_to(np.eye(n), (len(matrices), n, n)))


def roots(matrices: Array) -> Array:
    """Compute the eigenvalues of symmetric matrices, (many, n, n), the smallest first.

    Examples
    --------
    >>> roots(np.array([[[3.0, 0.0], [0.0, 1.0]]])).tolist()
    [[1.0, 3.0]]
    """
    from scipy.linalg import eigvalsh_tridiagonal

    if matrices.shape[1] <= SMALL:
        return np.asarray(np.linalg.eigvalsh(matrices))
    return np.array([eigvalsh_tridiagonal(*_tridiagonal(matrix)[:2]) for matrix in matrices]).reshape(
        matrices.shape[:2]
    )


def roots_and_axes(matrices: Array) -> tuple[Array, Array]:
    """Compute the eigenvalues of symmetric matrices, the smallest first, and the eigenvectors as columns.

    Examples
    --------
    >>> [part.tolist() for part in roots_and_axes(np.array([[[1.0, 0.0], [0.0, 3.0]]]))]
    [[[1.0, 3.0]], [[[1.0, 0.0], [0.0, 1.0]]]]
    """
    from scipy.linalg import eigh_tridiagonal

    if matrices.shape[1] <= SMALL:
        values, axes = np.linalg.eigh(matrices)
        return np.asarray(values), np.asarray(axes)
    values, axes = np.empty(matrices.shape[:2]), np.empty(matrices.shape)
    for number, matrix in enumerate(matrices):
        diagonal, beside, mirrors = _tridiagonal(matrix)
        values[number], turned = eigh_tridiagonal(diagonal, beside)
        for step in range(len(mirrors) - 1, -1, -1):
            mirror = mirrors[step]
            turned -= 2 * mirror[:, None] * (mirror[:, None] * turned).sum(axis=0)
        axes[number] = turned
    return values, axes


def _tridiagonal(matrix: Array) -> tuple[Array, Array, list[Array]]:
    """Return two of the three diagonals that Householder's mirrors bring a symmetric matrix to, and the mirrors."""
    a = np.array(matrix, dtype=np.float64)
    n, mirrors = len(a), []
    for step in range(n - 2):
        column = a[step + 1 :, step].copy()
        length = float(np.sqrt((column**2).sum()))
        column[0] += np.copysign(length, column[0])
        size = float(np.sqrt((column**2).sum()))
        mirror = np.zeros(n)
        if size > 0:
            mirror[step + 1 :] = column / size
            rest, m = a[step:, step:], mirror[step:]
            moved = (rest * m).sum(axis=1)
            moved -= m * (m * moved).sum()
            rest -= 2 * (m[:, None] * moved + moved[:, None] * m)
        mirrors.append(mirror)
    return np.diagonal(a).copy(), np.diagonal(a, 1).copy(), mirrors
