"""Quadratic response surfaces: optimum, direction, and what to run next."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.planning.surface import SURFACE_COLUMNS


def scores(
    function: Any, levels: Any, *, metric: str = "reward", datasets: int = 1, names: tuple[str, ...] = ("x", "y")
) -> pl.DataFrame:
    rows = [("svm", f"d{d}", *point, float(function(*point)) + 0.01 * d) for point in levels for d in range(datasets)]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", *names, metric], orient="row")
    return br.scores(frame, factors=list(names))


GRID = list(product((0, 1, 2, 3), (10, 20, 40)))


def hill(x: float, y: float) -> float:
    return 0.9 - 0.05 * (x - 1.2) ** 2 - 0.0004 * (y - 24) ** 2 - 0.001 * (x - 1.2) * (y - 24)


def test_a_quadratic_hill_is_found_exactly() -> None:
    rows = br.response_surface(scores(hill, GRID, datasets=3))
    assert rows["factor"].to_list() == ["x", "y"]
    assert rows["stationary"].to_list() == pytest.approx([1.2, 24], rel=1e-8)
    assert rows["next_point"].to_list() == pytest.approx([1.2, 24], rel=1e-8)
    assert set(rows["shape"]) == {"interior optimum"}
    assert rows["fitted_next"].to_list() == pytest.approx([0.91, 0.91], rel=1e-8)
    assert rows["r_squared"].to_list() == pytest.approx([1, 1], rel=1e-9)
    assert rows["best_run"].to_list() == [1, 20]
    assert set(rows["status"]) == {"ok"}
    assert rows["note"].null_count() == 2


def test_lower_is_better_turns_the_surface_over() -> None:
    valley = br.response_surface(scores(lambda x, y: 1 - hill(x, y), GRID, metric="error"))
    assert set(valley["shape"]) == {"interior optimum"}
    assert valley["next_point"].to_list() == pytest.approx([1.2, 24], rel=1e-8)
    assert valley["fitted_next"].to_list() == pytest.approx([0.1, 0.1], rel=1e-8)
    upside_down = br.response_surface(scores(hill, GRID, metric="error"))
    assert set(upside_down["shape"]) == {"no interior optimum"}
    assert upside_down["stationary"].to_list() == pytest.approx([1.2, 24], rel=1e-8)
    assert upside_down["next_point"].to_list() == pytest.approx([3, 40], rel=1e-8)


def test_a_saddle_has_no_optimum_and_its_best_rim_comes_next() -> None:
    rows = br.response_surface(scores(lambda x, y: (x - 1) ** 2 - (y - 1) ** 2, list(product((0, 1, 3), (0, 1, 2)))))
    assert set(rows["shape"]) == {"no interior optimum"}
    assert rows["next_point"].to_list() == pytest.approx([3, 1], abs=1e-8)
    assert rows["fitted_next"].to_list() == pytest.approx([4, 4], rel=1e-8)
    assert "no interior optimum" in rows["note"].to_list()[0]


def test_an_optimum_beyond_the_range_is_not_interior() -> None:
    rows = br.response_surface(scores(lambda x, y: -((x - 9) ** 2) - (y - 1) ** 2, list(product((0, 1, 2), repeat=2))))
    assert set(rows["shape"]) == {"no interior optimum"}
    assert rows["stationary"].to_list() == pytest.approx([9, 1], rel=1e-7)
    assert rows["next_point"].to_list() == pytest.approx([2, 1], abs=1e-7)


def test_a_slope_leads_to_a_corner_and_has_no_stationary_point() -> None:
    rows = br.response_surface(scores(lambda x, y: x - 2 * y, list(product((0, 1, 2), repeat=2))))
    assert rows["stationary"].to_list() == [None, None]
    assert rows["next_point"].to_list() == pytest.approx([2, 0], abs=1e-8)


@given(
    numbers=st.lists(st.integers(-8, 8), min_size=6, max_size=6).filter(lambda numbers: any(numbers[1:])),
    lower=st.booleans(),
)
def test_the_next_point_is_the_best_of_the_fitted_surface(numbers: list[int], lower: bool) -> None:
    c, bx, by, bxx, byy, bxy = numbers

    def value(x: Any, y: Any) -> Any:
        return c + bx * x + by * y + bxx * x * x + byy * y * y + bxy * x * y

    levels = list(product((-1, 0, 1), repeat=2))
    rows = br.response_surface(scores(value, levels, metric="loss" if lower else "reward"))
    if rows["status"][0] != "ok":
        assert rows["status"][0] == "all_ties"
        return
    fine = np.linspace(-1, 1, 81)
    heights = value(*np.meshgrid(fine, fine))
    best = heights.min() if lower else heights.max()
    promised = rows["fitted_next"][0]
    assert value(*rows["next_point"].to_list()) == pytest.approx(promised, abs=1e-7)
    assert (promised <= best + 1e-7) if lower else (promised >= best - 1e-7)
    bends = np.linalg.eigvalsh([[bxx, bxy / 2], [bxy / 2, byy]]) * (-1 if lower else 1)
    if bends.max() >= 0:
        assert rows["shape"][0] == "no interior optimum"


def test_the_fit_is_that_of_least_squares() -> None:
    rng = np.random.default_rng(3)
    table = scores(lambda *_: rng.random(), GRID)
    x, y = np.array(GRID, dtype=float).T
    design = np.stack([np.ones(12), x, y, x * x, x * y, y * y], axis=1)
    value = table.sort("x", "y")["value"].to_numpy()
    weights = np.linalg.lstsq(design, value, rcond=None)[0]
    bend = np.array([[weights[3], weights[4] / 2], [weights[4] / 2, weights[5]]])
    rows = br.response_surface(table)
    assert rows["stationary"].to_list() == pytest.approx(np.linalg.solve(-2 * bend, weights[1:3]).tolist(), rel=1e-6)
    rest = ((value - design @ weights) ** 2).sum()
    assert rows["r_squared"][0] == pytest.approx(1 - rest / ((value - value.mean()) ** 2).sum(), rel=1e-8)


def test_one_factor_is_a_parabola() -> None:
    table = scores(lambda x: -((x - 3) ** 2), [(1,), (2,), (4,), (7,)], names=("depth",))
    row = br.response_surface(table).row(0, named=True)
    assert (row["factor"], row["next_point"], row["n"]) == ("depth", pytest.approx(3), 4)


def test_groups_that_cannot_be_fitted_say_why() -> None:
    nine = list(product((0, 1, 2), repeat=2))
    tables = {
        "accuracy": scores(hill, nine),
        "auc": scores(hill, nine[:5]),
        "f1": scores(lambda *_: 0.5, nine),
        "kappa": scores(hill, list(product((0, 1), (0, 1, 2, 3)))),
        "mcc": scores(hill, nine, datasets=2).filter(~((pl.col("dataset") == "d1") & (pl.col("x") == 0))),
        "recall": scores(hill, [(1, y) for y in range(9)]),
        "r2": scores(hill, nine[:-3]),
    }
    stacked = pl.concat(t.with_columns(metric=pl.lit(name).cast(pl.Categorical)) for name, t in tables.items())
    rows = br.response_surface(stacked)
    assert rows.height == 14
    status = dict(rows.select("metric", "status").rows())
    assert status == {
        "accuracy": "ok", "auc": "too_few", "f1": "all_ties", "kappa": "singular", "mcc": "undefined",
        "recall": "singular", "r2": "singular",
    }  # fmt: skip
    bad = rows.filter(pl.col("status") != "ok")
    assert bad["next_point"].null_count() == bad.height
    assert bad["shape"].null_count() == bad.height
    assert bad["note"].null_count() == 0


def test_as_many_runs_as_coefficients_fit_anything() -> None:
    six = [(0, 0), (1, 0), (2, 0), (0, 1), (0, 2), (1, 1)]
    row = br.response_surface(scores(hill, six)).row(0, named=True)
    assert row["status"] == "approximate"
    assert "nothing to check" in row["note"]


@pytest.mark.parametrize("size", [1e300, 1e-300])
def test_huge_and_tiny_values_are_fitted_too(size: float) -> None:
    rows = br.response_surface(scores(lambda x, y: size * hill(x, y) if size > 1 else size * (hill(x, y) - 0.9), GRID))
    floats = [name for name, kind in rows.schema.items() if kind == pl.Float64]
    assert all(rows[name].drop_nulls().is_finite().all() for name in floats)


def test_rows_do_not_depend_on_order_laziness_or_engine() -> None:
    table = pl.concat([scores(hill, GRID, datasets=2), scores(lambda x, y: x * y, GRID[:9], metric="auc", datasets=2)])
    expected = br.response_surface(table)
    assert expected.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(SURFACE_COLUMNS))
    assert_frame_equal(br.response_surface(table.sample(fraction=1.0, shuffle=True, seed=1)), expected)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(br.response_surface(table.lazy()).collect(engine=engine), expected)
    alone = table.filter(pl.col("metric") == "reward")
    assert_frame_equal(
        br.response_surface(alone, by=None), expected.filter(pl.col("metric") == "reward").drop("metric")
    )
    assert br.response_surface(table, by=("dataset", "metric")).height == 8


def test_factors_must_be_numbers_and_not_too_many(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="'algorithm' is not numeric"):
        br.response_surface(demsar)
    names = tuple("abcdefg")
    many = scores(lambda *levels: sum(levels), [(0,) * 7, (1,) * 7], names=names)
    with pytest.raises(br.BenchreportError, match="7 factors"):
        br.response_surface(many, factors=names)
    two = pl.concat([scores(hill, GRID), scores(hill, GRID).with_columns(algorithm=pl.lit("b").cast(pl.Categorical))])
    with pytest.raises(br.BenchreportError, match="several algorithms would share"):
        br.response_surface(two)
