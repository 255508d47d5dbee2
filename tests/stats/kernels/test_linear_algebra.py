"""Orthonormal columns of many matrices: against QR, whatever the number and the place in memory of the matrices."""

from __future__ import annotations

import numpy as np
import pytest

from benchreport.stats.kernels.linear_algebra import Basis, orthonormal, row_sums


def basis_of(rows: np.ndarray, carried: np.ndarray) -> Basis:
    # What is handed over may be lost.
    return orthonormal(rows.copy(), carried.copy(), np.abs(rows).max(axis=1))


@pytest.mark.parametrize("scale", [1.0, 1e-300, 1e200])
@pytest.mark.parametrize(("length", "width"), [(2, 1), (7, 3), (40, 3), (41, 12)])
def test_columns_are_those_of_qr_and_carried_rows_follow(length: int, width: int, scale: float) -> None:
    rng = np.random.default_rng(length)
    rows, carried = rng.normal(size=(5, length, width)), rng.normal(size=(5, 4, width))
    basis = basis_of(rows * scale, carried * scale)
    for number in range(5):
        q, r = np.linalg.qr(rows[number])
        side = np.sign(np.diag(r))
        np.testing.assert_allclose(basis.columns[number], q * side, atol=1e-12)
        np.testing.assert_allclose(basis.carried[number], carried[number] @ np.linalg.inv(r) * side, rtol=1e-9)


@pytest.mark.parametrize(("length", "width"), [(1, 2), (9, 1), (40, 3), (33, 12)])
def test_a_matrix_alone_gives_the_same_bits_as_among_others(length: int, width: int) -> None:
    rng = np.random.default_rng(width)
    rows, carried = rng.normal(size=(6, length, width)), rng.normal(size=(6, 9, width))
    rows[2, :, -1] = 2 * rows[2, :, 0]
    together, other_way = basis_of(rows, carried), basis_of(np.asfortranarray(rows), np.asfortranarray(carried))
    for number in range(6):
        alone = basis_of(rows[number : number + 1], carried[number : number + 1])
        for part in ("columns", "carried", "independent", "steady", "clashing"):
            expected = getattr(alone, part)[0].tobytes()
            assert getattr(together, part)[number].tobytes() == expected
            assert getattr(other_way, part)[number].tobytes() == expected


@pytest.mark.parametrize("length", [*range(12), 128, 1001])
def test_sums_of_rows_depend_on_their_number_alone(length: int) -> None:
    terms = np.random.default_rng(length).normal(size=(3, length, 5))
    sums = row_sums(terms.copy())
    np.testing.assert_allclose(sums, terms.sum(axis=1), atol=1e-12)
    for place in range(5):
        assert row_sums(terms[..., place : place + 1].copy())[:, 0].tobytes() == sums[:, place].tobytes()
