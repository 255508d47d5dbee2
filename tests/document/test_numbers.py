"""Does every number read as a reader of tables expects?"""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.document.numbers import integer, number, p_value


@pytest.mark.parametrize(
    ("value", "text"), [(0, "0"), (999, "999"), (1000, "1,000"), (-1234567, "-1,234,567"), (None, "")]
)
def test_counts_have_their_thousands_apart(value: int | None, text: str) -> None:
    assert integer(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (1.0, "1"),
        (-0.5, "−0.5"),
        (0.123456, "0.1235"),
        (3.142857, "3.143"),
        (1234.5678, "1235"),
        (9999.6, "10000"),
        (123456.7, "123457"),
        (999999999.0, "999999999"),
        (1e9, "1e+09"),
        (0.0001234, "0.0001234"),
        (0.00001234, "1.234e−05"),
        (-123456.7, "−123457"),
    ],
)
def test_numbers_have_four_significant_digits_and_no_needless_exponent(value: float, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize("value", [None, math.nan])
def test_what_was_not_computed_is_not_written(value: float | None) -> None:
    assert number(value) == ""
    assert p_value(value) == ""


def test_zero_has_no_sign() -> None:
    assert number(-0.0) == "0"


def test_the_digits_can_be_chosen() -> None:
    assert [number(2 / 3, digits) for digits in (1, 2, 6)] == ["0.7", "0.67", "0.666667"]


@given(st.floats(min_value=-1e8, max_value=1e8, allow_nan=False))
def test_a_written_number_reads_back_to_four_digits(value: float) -> None:
    assert float(number(value).replace("−", "-")) == pytest.approx(value, rel=5.001e-4, abs=1e-300)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (1.0, "1"),
        (0.5, "0.5"),
        (0.0385742, "0.0386"),
        (0.00732421875, "0.00732"),
        (0.001, "0.001"),
        (0.0009999, "< 0.001"),
        (0.0, "< 0.001"),
        (1e-300, "< 0.001"),
    ],
)
def test_p_values_have_three_digits_and_small_ones_a_bound(value: float, text: str) -> None:
    assert p_value(value) == text
