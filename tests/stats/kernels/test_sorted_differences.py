"""Are sorted differences, and sums of their ranks, those of a sort of all places with every operand?"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt
import pytest

from benchreport.stats.kernels.signed_rank import ordered_differences, rank_sums, sorted_differences

Floats = npt.NDArray[np.float64]
KINDS: dict[str, Callable[[np.random.Generator, Floats], Floats]] = {
    "whole numbers": lambda _, x: x,
    "thousandths": lambda _, x: x / 1000,
    "thirds with noise of rounding": lambda rng, x: x / 3 + rng.normal(0, 1e-15, x.shape),
    "noise as large as ties allow": lambda rng, x: x / 10 + rng.normal(0, 2e-14, x.shape),
    "of very different sizes": lambda rng, x: x * 10.0 ** rng.integers(-9, 9, x.shape),
    "far from zero": lambda _, x: x + 1e12,
    "of both signs": lambda _, x: x - 12,
    "infinite": lambda rng, x: np.where(rng.random(x.shape) < 0.1, rng.choice([-np.inf, np.inf], x.shape), x),
    "hardly above zero": lambda rng, x: x * np.where(rng.random(x.shape) < 0.3, 5e-324, 1e-310),
}


@pytest.mark.parametrize("width", [1, 2, 7, 24])
@pytest.mark.parametrize("kind", KINDS)
def test_rows_that_are_clear_are_sorted_as_with_their_operands(kind: str, width: int) -> None:
    rng = np.random.default_rng(width)
    x, y = (KINDS[kind](rng, rng.integers(0, 25, (300, width)).astype(np.float64)) for _ in range(2))
    ordered = ordered_differences(x, y)
    dropped, n_zero = sorted_differences(x, y, drop=True)
    kept, _ = sorted_differences(x, y, drop=False)
    np.testing.assert_array_equal(n_zero, ordered.n_zero)
    for number in np.unique(n_zero[n_zero < width]).tolist():
        rows = n_zero == number
        assert (dropped[rows, :number] == -1).all()
        assert (kept[rows, :number] == 1).all()
        for keys, expected in (
            (dropped[rows, number:], ordered.keys[rows, number:]),
            (kept[rows], np.where(ordered.keys < 0, 1, ordered.keys)[rows]),
        ):
            ours, theirs = rank_sums(keys), rank_sums(expected)
            for name in ("tied", "counted", "above", "decided", "squares", "all_squares"):
                np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name))
