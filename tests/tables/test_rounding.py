"""Rule 0.2.7: equal to twelve digits of the largest value of the group is equal."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.tables.rounding import rounded, rounded_array, sign_of_difference


def keys(values: list[float | None], largest: float | None = None) -> list[float | None]:
    column = pl.col("x")
    size = column.abs().max() if largest is None else pl.lit(largest)
    return pl.DataFrame({"x": values}, schema={"x": pl.Float64}).select(rounded(column, size)).to_series().to_list()


def sign(x: float, y: float) -> float:
    return pl.DataFrame({"x": [x], "y": [y]}).select(sign_of_difference(pl.col("x"), pl.col("y"))).item()


@pytest.mark.parametrize("scale", [1e-13, 1e-6, 0.01, 1.0, 3.0, 9.5, 10.0, 1e3, 1e5, 1e6, 1e12, 1e15])
def test_the_thirteenth_digit_does_not_count_and_the_twelfth_does(scale: float) -> None:
    exponent = int(f"{scale:e}".split("e")[1])
    unit = float(f"1e{exponent - 11}")  # one in the twelfth digit
    first, second, third = keys([scale, scale - 0.3 * unit, scale - 0.8 * unit], scale)
    assert first == second != third


@pytest.mark.parametrize("power", range(-15, 19))
def test_a_power_of_ten_has_twelve_digits(power: int) -> None:
    assert keys([float(f"1e{power}")]) == [pytest.approx(1e11, rel=1e-12)]


@given(st.lists(st.floats(-1e9, 1e9), min_size=1, max_size=6))
def test_columns_and_arrays_round_alike(values: list[float]) -> None:
    array = np.array(values)
    assert keys(values) == rounded_array(array, np.abs(array).max()).tolist()


def test_decimal_error_rates_keep_their_ties() -> None:
    first, second, third = keys([0.1 + 0.2, 0.3, 0.31])
    assert first == second != third


def test_small_values_beside_a_large_one_are_rounded_to_its_digits() -> None:
    first, second, third = keys([1e6, 1e-7, 3e-7])
    assert (second, third) == (0.0, 0.0)
    assert first is not None


def test_tiny_losses_are_not_erased() -> None:
    first, second = keys([1e-13, 2e-13])
    assert first != second


def test_zeros_are_equal_whatever_their_sign() -> None:
    assert keys([0.0, -0.0]) == [0.0, 0.0]


def test_missing_values_stay_missing() -> None:
    first, second = keys([None, 0.5])
    assert first is None
    assert second is not None


def test_a_group_without_values_has_no_keys() -> None:
    assert set(keys([None, None])) <= {None, 0.0}


@given(st.lists(st.floats(-1e6, 1e6), min_size=2, max_size=8))
def test_rounding_keeps_the_order(values: list[float]) -> None:
    ordered = keys(sorted(values))
    assert ordered == sorted(ordered, key=lambda key: key or 0.0)


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0.1 + 0.2, 0.3, 0.0),
        (0.3, 0.1 + 0.2, 0.0),
        (1.0, 1.0 + 0.9e-12, 0.0),
        (1.0, 1.0 + 2e-12, -1.0),
        (1e5, 1e5 * (1 + 5e-13), 0.0),
        (1e5, 1e5 * (1 + 5e-12), -1.0),
        (2e-13, 1e-13, 1.0),
        (0.0, 0.0, 0.0),
        (0.0, -1e-300, 1.0),
        (-0.5, 0.5, -1.0),
    ],
)
def test_the_sign_of_a_difference_is_zero_within_rounding(x: float, y: float, expected: float) -> None:
    assert sign(x, y) == expected


@given(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9))
def test_swapping_two_values_turns_the_sign(x: float, y: float) -> None:
    assert sign(x, y) == -sign(y, x)


def test_the_sign_of_a_missing_difference_is_missing() -> None:
    frame = pl.DataFrame({"x": [1.0, None], "y": [None, None]}, schema={"x": pl.Float64, "y": pl.Float64})
    assert frame.select(sign_of_difference(pl.col("x"), pl.col("y"))).to_series().to_list() == [None, None]
