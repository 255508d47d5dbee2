"""Do the solvers find the roots of many equations at once?"""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import brentq

from benchreport.stats.kernels.roots import bisected, secant_root
from benchreport.tables.rounding import Flags, Floats

levels = st.lists(st.floats(1e-12, 1 - 1e-12), min_size=1, max_size=6)


@given(levels)
def test_bisection_finds_the_first_value_that_holds_to_the_last_bit(wanted: list[float]) -> None:
    level = np.array(wanted)
    found = bisected(lambda x: x >= level, np.zeros_like(level), np.ones_like(level))
    assert found.tolist() == wanted


@given(levels)
def test_bisection_runs_from_right_to_left_too(wanted: list[float]) -> None:
    level = np.array(wanted)
    found = bisected(lambda x: x <= level, np.ones_like(level), np.zeros_like(level))
    assert found.tolist() == wanted


def test_bisection_gives_the_far_end_where_the_condition_never_holds() -> None:
    ends = np.array([2.0, -3.0])
    assert bisected(lambda x: x > 9, np.zeros(2), ends).tolist() == [2.0, -3.0]


@given(levels)
def test_bisection_leaves_the_ends_it_was_given_alone(wanted: list[float]) -> None:
    low, high = np.zeros(len(wanted)), np.ones(len(wanted))
    bisected(lambda x: x >= np.array(wanted), low, high)
    assert (low.tolist(), high.tolist()) == ([0.0] * len(wanted), [1.0] * len(wanted))


@given(st.lists(st.floats(0.01, 50.0), min_size=1, max_size=6))
def test_secants_find_the_roots_that_a_bracketing_solver_finds_one_by_one(wanted: list[float]) -> None:
    level = np.array(wanted)

    def excess(x: Floats, sought: Flags) -> Floats:
        return np.asarray(np.expm1(x) + x - level[sought])

    near = np.log1p(level)
    found = secant_root(excess, near, near - 0.01, tolerance=1e-14)
    expected = [brentq(lambda x, to=to: np.expm1(x) + x - to, 0.0, 60.0, xtol=1e-15) for to in wanted]
    assert found == pytest.approx(np.array(expected), rel=1e-12, abs=1e-14)


def test_secants_ask_only_for_the_roots_still_sought() -> None:
    asked = []

    def excess(x: Floats, sought: Flags) -> Floats:
        asked.append((len(x), int(sought.sum())))
        return np.asarray(np.where(sought[:1].repeat(len(x)) & (np.arange(len(x)) == 0), 0.0, x**3 - 2))

    found = secant_root(excess, np.array([1.0, 1.0]), np.array([2.0, 2.0]), tolerance=1e-14)
    assert found[0] == 1.0
    assert all(size == sought for size, sought in asked)
    assert asked[-1][0] == 1


def test_a_long_step_is_cut() -> None:
    visited = []

    def excess(x: Floats, _: Flags) -> Floats:
        visited.append(x[0])
        return np.asarray(np.arctan(x - 9))

    assert secant_root(excess, np.zeros(1), np.full(1, 0.1), tolerance=1e-14, most_step=1.0) == pytest.approx(9.0)
    assert max(abs(np.diff([visited[0], *visited[2:]]))) <= 1.0 + 1e-12


def test_a_flat_function_ends_the_search() -> None:
    assert secant_root(lambda x, _: np.ones_like(x), np.zeros(1), np.ones(1), tolerance=1e-9).tolist() == [0.0]
