"""Rule 0.2.7: two numbers are the same where their gap is rounding of their own operands."""

from __future__ import annotations

import math
from itertools import pairwise

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.tables.rounding import is_zero, new_values, order_within, row_tie_keys, tie_keys
from benchreport.tables.ties import sign_of_difference, tie_key

VALUES = st.floats(-1e9, 1e9)


def keys(values: list[float | None]) -> list[int | None]:
    frame = pl.DataFrame({"x": values, "place": ["p"] * len(values)}, schema={"x": pl.Float64, "place": pl.String})
    return frame.select(tie_key(pl.col("x"), "place")).to_series().to_list()


def sign(x: float, y: float) -> float:
    return pl.DataFrame({"x": [x], "y": [y]}).select(sign_of_difference(pl.col("x"), pl.col("y"))).item()


@pytest.mark.parametrize("scale", [1e-300, 1e-13, 1e-6, 0.01, 1.0, 3.0, 9.5, 1e3, 1e12, 1e15, 1e300])
def test_a_gap_of_a_hundredth_part_of_a_million_millionth_is_none_and_twice_that_is_one(scale: float) -> None:
    first, second, third = keys([scale, scale * (1 + 0.9e-14), scale * (1 + 3e-14)])
    assert first == second != third


def test_decimal_error_rates_keep_their_ties() -> None:
    assert keys([0.1 + 0.2, 0.3, 0.31]) == [0, 0, 1]


def test_one_diverged_run_ties_nothing_else() -> None:
    assert keys([1e12, 0.1, 0.9, 1e-7, 3e-7]) == [4, 2, 3, 0, 1]


def test_neighbours_that_are_the_same_make_one_tie_however_long_the_run() -> None:
    run = [1.0 + step * 0.8e-14 for step in range(5)]
    assert len(set(keys(run))) == 1


def test_the_operands_of_other_rows_have_no_say() -> None:
    # Two differences of 1e-7, one of 3e-7, and one of 1 between numbers of a million.
    sizes, operands = np.array([1e-7, 1e-7, 3e-7, 1.0]), np.array([2e-7, 2e-7, 9e-7, 1e6])
    assert new_values(sizes, operands).tolist() == [True, False, True, True]
    assert new_values(np.array([1.0, 1.001]), np.array([1e12, 1.0])).tolist() == [True, False]


@pytest.mark.parametrize("decimals", [1, 3, 17])
@pytest.mark.parametrize("outliers", [[], [1e9], [math.inf, math.inf, -math.inf, -math.inf], [math.nan]])
@pytest.mark.parametrize("width", [1, 25, 5_000])
def test_neighbours_are_the_same_in_long_tables_as_in_each_row_by_itself(
    decimals: int, outliers: list[float], width: int
) -> None:
    values = np.random.default_rng(3).normal(size=10_000).round(decimals)
    values[: 2 * len(outliers)] = outliers * 2
    values[5_000:] = values[:5_000] * (1 + 1e-15)
    rows = np.sort(values.reshape(-1, width), axis=1)
    expected = [[True] + [not math.isclose(x, y, rel_tol=1e-14) for x, y in pairwise(row)] for row in rows.tolist()]
    measured = ~np.isnan(rows)
    assert (new_values(rows) == np.array(expected))[measured].all()


def test_zeros_are_equal_whatever_their_sign() -> None:
    assert keys([0.0, -0.0]) == [0, 0]


def test_infinite_values_tie_with_nothing_but_themselves() -> None:
    assert keys([math.inf, 5.0, -math.inf, math.inf]) == [2, 1, 0, 2]
    assert tie_keys([np.zeros(4)], np.array([math.inf, 5.0, -math.inf, math.inf])).tolist() == [2, 1, 0, 2]
    assert (sign(math.inf, math.inf), sign(math.inf, 5.0), sign(5.0, math.inf)) == (0.0, 1.0, -1.0)
    assert is_zero(np.array([math.inf, math.inf]), np.array([math.inf, 5.0])).tolist() == [True, False]


def test_missing_values_stay_missing() -> None:
    assert keys([None, 0.5, None, 0.1]) == [None, 1, None, 0]


def test_a_group_without_values_has_no_keys() -> None:
    assert keys([None, None]) == [None, None]


def test_each_place_is_numbered_by_itself() -> None:
    frame = pl.DataFrame({"place": ["a", "b", "a", "b"], "x": [2.0, 2.0, 1.0, 2.0]})
    assert frame.select(tie_key(pl.col("x"), "place")).to_series().to_list() == [1, 0, 0, 0]


@given(st.lists(VALUES, min_size=1, max_size=8))
def test_columns_arrays_and_rows_are_numbered_alike(values: list[float]) -> None:
    array = np.array(values)
    assert keys(values) == tie_keys([np.zeros(len(values))], array).tolist() == (row_tie_keys(array) - 1).tolist()


@given(st.lists(VALUES, min_size=2, max_size=8))
def test_numbers_keep_the_order(values: list[float]) -> None:
    ordered = keys(sorted(values))
    assert ordered == sorted(ordered, key=lambda key: key or 0)


@given(st.lists(VALUES, min_size=2, max_size=8), st.sampled_from([-30, 30]))
def test_the_scale_of_a_group_changes_no_tie(values: list[float], power: int) -> None:
    assert keys(values) == keys([math.ldexp(value, power) for value in values])


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (0.1 + 0.2, 0.3, 0.0),
        (0.3, 0.1 + 0.2, 0.0),
        (1.0, 1.0 + 0.9e-14, 0.0),
        (1.0, 1.0 + 2e-14, -1.0),
        (1e5, 1e5 * (1 + 5e-15), 0.0),
        (1e5, 1e5 * (1 + 5e-14), -1.0),
        (2e-13, 1e-13, 1.0),
        (0.0, 0.0, 0.0),
        (0.0, -1e-300, 1.0),
        (-0.5, 0.5, -1.0),
    ],
)
def test_the_sign_of_a_difference_is_zero_within_rounding(x: float, y: float, expected: float) -> None:
    assert sign(x, y) == expected
    assert bool(is_zero(np.array([x]), np.array([y]))[0]) == (expected == 0)


@given(VALUES, VALUES)
def test_swapping_two_values_turns_the_sign(x: float, y: float) -> None:
    assert sign(x, y) == -sign(y, x)


def test_the_sign_of_a_missing_difference_is_missing() -> None:
    frame = pl.DataFrame({"x": [1.0, None], "y": [None, None]}, schema={"x": pl.Float64, "y": pl.Float64})
    assert frame.select(sign_of_difference(pl.col("x"), pl.col("y"))).to_series().to_list() == [None, None]


@pytest.mark.parametrize(
    "group",
    [[0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 1], [1, 1, 1, 0, 0, 0], [0, 1, 0, 1, 0, 1], [0, 0, 1, 1, 0, 0], [4] * 6, []],
    ids=["alike", "unlike sizes", "descending", "mixed", "torn", "single", "none"],
)
def test_the_order_within_groups_is_that_of_a_stable_sort_by_group_and_value(group: list[int]) -> None:
    rng = np.random.default_rng(0)
    numbers = np.array(group, dtype=np.int64)
    for _ in range(20):
        values = rng.integers(0, 3, len(group)).astype(np.float64)
        assert order_within(values, numbers).tolist() == np.lexsort((values, numbers)).tolist()


@pytest.mark.parametrize("size", [1, 2, 30, 300])
def test_only_rows_with_ties_are_sorted_once_more_and_all_are_in_stable_order(size: int) -> None:
    rng = np.random.default_rng(size)
    distinct, tied = rng.normal(size=(2, 20, size))
    tied[:, ::3] = 0.0
    tied[:, 1::6] = -0.0
    tied[3] = np.nan
    values = np.stack([distinct, tied], axis=1).ravel()
    group = np.repeat(np.arange(40), size)
    assert order_within(values, group).tolist() == np.lexsort((values, group)).tolist()
