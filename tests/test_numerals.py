"""Numbers as text: counts, values, p-values, limits."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.numerals import SCIENTIFIC, fixed, integer, limits, number, p_statement, p_value, rate


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
        (1.0, "> .999"),
        (0.9996, "> .999"),
        (0.9994, ".999"),
        (0.5, ".500"),
        (0.15, ".150"),
        (0.0385742, ".039"),
        (0.00732421875, ".007"),
        (0.001, ".001"),
        (0.0009999, "< .001"),
        (0.0, "< .001"),
        (1e-300, "< .001"),
    ],
)
def test_p_values_have_three_decimals_no_leading_zero_and_bounds_at_both_ends(value: float, text: str) -> None:
    assert p_value(value) == text


@pytest.mark.parametrize(
    ("value", "text"), [(0.0503, ".0503"), (0.05001, ".05001"), (0.05, ".050"), (0.0496, ".050"), (0.0506, ".051")]
)
def test_a_p_value_above_the_level_never_rounds_onto_it(value: float, text: str) -> None:
    assert p_value(value) == text


def test_a_half_is_rounded_one_way_whatever_the_sum_lost() -> None:
    halves = [0.8075, 0.8075 - 1e-16, 0.8075 + 1e-16, (0.807 + 0.808) / 2]
    assert {fixed(value, 3) for value in halves} == {"0.808"}
    assert {rate(value) for value in halves} == {".808"}
    # Exact halves as the page of the browser rounds them, which takes the larger one.
    assert (p_value(0.3125), p_value(0.0625), fixed(-0.0625, 3)) == (".313", ".063", "−0.063")
    assert fixed(0.8074999999, 3) == "0.807"


def test_the_level_that_a_p_value_may_not_round_onto_can_be_another() -> None:
    assert p_value(0.1004, alpha=0.1) == ".1004"
    assert p_value(0.0503, alpha=0.1) == ".050"


def test_a_p_value_in_a_sentence_is_compared_or_equal() -> None:
    assert [p_statement(p) for p in (1e-9, 0.2, 1.0)] == ["< .001", "= .200", "> .999"]


def test_limits_never_round_onto_the_null_value_against_the_test() -> None:
    # A Wilcoxon test with p = .031 stood beside "[−0.118, 0.000]".
    assert limits(-0.1174, -0.0003, 3) == "[−0.1174, −0.0003]"
    assert limits(1.0004, 1.21, 2, null=1.0) == "[1.0004, 1.2100]"
    assert limits(0.5001, 0.64, 2, null=0.5) == "[0.5001, 0.6400]"
    assert limits(-0.0097, 0.0021, 2, null=(-0.01, 0.01)) == "[−0.0097, 0.0021]"


def test_a_limit_on_the_null_value_stays_there() -> None:
    assert limits(-0.118, 0.0, 3) == "[−0.118, 0.000]"


def test_limits_are_rounded_outward_but_rounding_noise_is_not() -> None:
    assert limits(-0.1231, 0.1231, 3) == "[−0.124, 0.124]"
    assert limits(0.1 + 0.2, 0.7 + 0.1, 1, null=None) == "[0.3, 0.8]"
    assert limits(-1234567.1, 1.5e-9, SCIENTIFIC, null=None) == "[−1.24e+06, 1.50e−09]"


def test_a_limit_that_was_cut_is_open_and_exact() -> None:
    # ANSWER verdict_interval prints "(0, 0.034]" for C4.5+m against C4.5.
    assert limits(0.0, 0.0345, 4, open_low=True) == "(0, 0.0345]"
    assert limits(0.782460796436, 1.0, 3, null=1.0, open_high=True) == "[0.782, 1)"


@given(
    st.floats(min_value=-1e5, max_value=1e5, allow_nan=False, allow_subnormal=False),
    st.floats(min_value=0, max_value=1e5, allow_nan=False, allow_subnormal=False),
    st.integers(min_value=0, max_value=6),
)
def test_printed_limits_contain_the_interval_and_the_null_value_only_if_it_does(
    low: float, width: float, decimals: int
) -> None:
    high = low + width
    ends = limits(low, high, decimals).strip("[]").replace("−", "-").split(", ")
    least, most = (float(end.replace(",", "")) for end in ends)
    assert least <= low + 1e-7 * max(1, abs(low))
    assert most >= high - 1e-7 * max(1, abs(high))
    if low > 1e-9 or high < -1e-9:
        assert least > 0 or most < 0
    if low <= 0 <= high:
        assert least <= 0 <= most
