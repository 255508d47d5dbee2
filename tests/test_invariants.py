"""Laws that hold for every test of two columns, whatever the numbers: METHODS section 14."""

from __future__ import annotations

import inspect
from typing import Any

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from tests.contract import NEEDS

MEAN_TYPE = ("kfold_paired_t", "unpaired_t", "permutation_two_sample", "cohen_d", "hedges_g", "tost_paired_t")
# Statistics that change sign with the two columns; counts and rank sums are mirrored about their middle instead.
SIGNED = ("kfold_paired_t", "unpaired_t", "permutation_two_sample", "sign_test_normal")


def two_columns(method: br.Method) -> bool:
    """Tell the methods whose column form takes two columns of measurements and nothing else."""
    if method.kind != "columns" or method.shape != "scores":
        return False
    names = [
        name
        for name, option in inspect.signature(getattr(br.expr, method.id)).parameters.items()
        if option.kind is not inspect.Parameter.KEYWORD_ONLY
    ]
    return names == ["x", "y"]


METHODS = [method for method in br.METHODS.values() if two_columns(method)]
# Two separate samples, or two metrics: what is added to a block does not cancel.
UNPAIRED = (
    *("unpaired_t", "mann_whitney", "permutation_two_sample", "cliff_delta", "vargha_delaney"),
    *("spearman", "kendall_tau"),
)
PAIRED = [method for method in METHODS if "unpaired" not in method.variants and method.id not in UNPAIRED]

every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
every_paired = pytest.mark.parametrize("method", PAIRED, ids=lambda method: method.id)
# Many methods obey each law: a third of the usual examples for each.
some = settings(max_examples=max(settings.default.max_examples // 3, 1))
numbers = st.lists(st.tuples(st.integers(0, 40), st.integers(0, 40)), min_size=1, max_size=9)


def row(method: br.Method, frame: pl.DataFrame, first: str = "x", second: str = "y") -> dict[str, Any]:
    column = getattr(br.expr, method.id)
    known = inspect.signature(column).parameters
    options = {name: value for name, value in NEEDS.get(method.id, {}).items() if name in known}
    return frame.select(column(first, second, **options)).unnest(method.id).row(0, named=True)


def same(ours: float | None, theirs: float | None, sign: float = 1.0) -> bool:
    if ours is None or theirs is None:
        return ours is theirs
    return bool(ours == pytest.approx(sign * theirs, rel=1e-9, abs=1e-9))


def columns(data: list[tuple[int, int]]) -> pl.DataFrame:
    return pl.DataFrame(data, schema={"x": pl.Float64, "y": pl.Float64}, orient="row") / 40


@every_method
@some
@given(data=numbers)
def test_swapping_the_columns_negates_effects_and_leaves_the_two_sided_p(
    method: br.Method, data: list[tuple[int, int]]
) -> None:
    frame = columns(data)
    ours, theirs = row(method, frame), row(method, frame, "y", "x")
    assert ours["status"] == theirs["status"]
    assert same(ours["p_value"], theirs["p_value"])
    assert same(ours["effect"], theirs["effect"], -1)
    assert same(ours["effect_low"], theirs["effect_high"], -1)
    if (method.estimand or "").endswith("a - b"):
        assert same(ours["estimate"], theirs["estimate"], -1)
        assert same(ours["ci_low"], theirs["ci_high"], -1)
    if method.id in SIGNED:
        assert same(ours["statistic"], theirs["statistic"], -1)


@every_method
@some
@given(data=numbers)
def test_error_and_accuracy_tell_the_same_story(method: br.Method, data: list[tuple[int, int]]) -> None:
    frame = columns(data)
    turned = frame.select(x=1 - pl.col("x"), y=1 - pl.col("y"))
    ours, theirs = row(method, frame), row(method, turned)
    assert ours["status"] == theirs["status"]
    assert same(ours["p_value"], theirs["p_value"])
    assert same(ours["effect"], theirs["effect"], -1)
    if method.id in MEAN_TYPE:
        assert same(ours["estimate"], theirs["estimate"], -1)


@every_paired
@some
@given(data=numbers, shift=st.lists(st.integers(-20, 20), min_size=9, max_size=9))
def test_adding_a_constant_to_both_on_a_block_leaves_paired_tests_unchanged(
    method: br.Method, data: list[tuple[int, int]], shift: list[int]
) -> None:
    frame = columns(data)
    moved = frame.select(pl.all() + pl.Series(shift[: len(data)], dtype=pl.Float64) / 4)
    ours, theirs = row(method, frame), row(method, moved)
    for name in ("p_value", "statistic", "effect", "effect_low", "estimate"):
        assert same(ours[name], theirs[name]), name


@every_method
@some
@given(data=numbers, seed=st.integers(0, 99))
def test_the_order_of_rows_changes_nothing(method: br.Method, data: list[tuple[int, int]], seed: int) -> None:
    frame = columns(data)
    ours, theirs = row(method, frame), row(method, frame.sample(fraction=1.0, shuffle=True, seed=seed))
    for name in ("p_value", "statistic", "effect", "effect_low", "effect_high", "estimate", "ci_low", "ci_high"):
        assert same(ours[name], theirs[name]), name
    assert ours["status"] == theirs["status"]


@every_method
@some
@given(data=numbers)
def test_intervals_hold_their_estimates(method: br.Method, data: list[tuple[int, int]]) -> None:
    found = row(method, columns(data))
    for low, middle, high in (("ci_low", "estimate", "ci_high"), ("effect_low", "effect", "effect_high")):
        if None not in (found[low], found[middle], found[high]):
            assert found[low] - 1e-9 <= found[middle] <= found[high] + 1e-9


@given(data=numbers)
def test_the_wilcoxon_rank_sums_of_both_sides_are_all_ranks(data: list[tuple[int, int]]) -> None:
    frame = columns(data)
    ours, theirs = row(br.METHODS["wilcoxon"], frame), row(br.METHODS["wilcoxon"], frame, "y", "x")
    if ours["n"]:
        assert ours["statistic"] + theirs["statistic"] == pytest.approx(ours["n"] * (ours["n"] + 1) / 2)


@given(data=numbers)
def test_mann_whitney_is_the_share_of_pairs_won(data: list[tuple[int, int]]) -> None:
    frame = columns(data)
    u, a = row(br.METHODS["mann_whitney"], frame), row(br.METHODS["vargha_delaney"], frame)
    assert u["statistic"] / len(data) ** 2 == pytest.approx(a["estimate"])
