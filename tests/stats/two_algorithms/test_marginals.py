"""Do two classifiers use the classes alike?"""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of

# By hand: margins differ by d = (-20, 10, 10), S of the first two classes is ((30, -20), (-20, 30)), d' S^-1 d = 14.
WORKED = [[35, 5, 0], [15, 20, 5], [10, 5, 5]]


def calls(square: list[list[int]], **more: Any) -> pl.DataFrame:
    rows = [(i, j) for i, row in enumerate(square) for j, n in enumerate(row) for _ in range(n)]
    wide = pl.DataFrame(rows, schema=["A", "B"], orient="row").with_row_index("instance")
    long = wide.unpivot(["A", "B"], index="instance", variable_name="algorithm", value_name="prediction")
    return br.predictions(long.with_columns(truth=pl.lit(0), dataset=pl.lit("d")).with_columns(**more))


def test_a_table_worked_by_hand_gives_both_statistics() -> None:
    row = br.stuart_maxwell(calls(WORKED)).row(0, named=True)
    assert (row["statistic"], row["df1"]) == pytest.approx((14, 2))
    assert row["p_value"] == pytest.approx(stats.chi2.sf(row["statistic"], 2))
    assert (row["n"], row["n_ties"]) == (100, 60)
    symmetry = br.bowker(calls(WORKED)).row(0, named=True)
    assert (symmetry["statistic"], symmetry["df1"]) == pytest.approx((10**2 / 20 + 10**2 / 10 + 0, 3))


@given(st.lists(st.integers(0, 9), min_size=9, max_size=9))
def test_the_statistic_is_the_inverse_formula_where_it_exists(cells: list[int]) -> None:
    square = np.array(cells).reshape(3, 3)
    assume(all(square[label].any() or square[:, label].any() for label in range(3)))
    difference = (square.sum(axis=1) - square.sum(axis=0))[:2]
    spread = -(square + square.T).astype(float)
    np.fill_diagonal(spread, square.sum(axis=1) + square.sum(axis=0) - 2 * np.diag(square))
    assume(abs(np.linalg.det(spread[:2, :2])) >= 0.5)
    expected = difference @ np.linalg.solve(spread[:2, :2], difference)
    row = br.stuart_maxwell(calls(square.tolist())).row(0, named=True)
    assert (row["statistic"], row["df1"]) == pytest.approx((expected, 2), abs=1e-8)


def test_two_classes_give_mcnemar_in_both() -> None:
    square = [[40, 12], [4, 44]]
    for test in (br.stuart_maxwell, br.bowker):
        row = test(calls(square)).row(0, named=True)
        assert (row["statistic"], row["df1"]) == pytest.approx(((12 - 4) ** 2 / 16, 1))


def test_the_same_calls_everywhere_are_all_ties() -> None:
    for test in (br.stuart_maxwell, br.bowker):
        row = test(calls([[5, 0], [0, 5]])).row(0, named=True)
        assert (row["status"], row["p_value"], row["statistic"]) == ("all_ties", 1.0, None)


def test_few_differing_calls_are_marked_as_rough() -> None:
    row = br.bowker(calls([[40, 3], [1, 44]])).row(0, named=True)
    assert row["status"] == "approximate"
    assert br.bowker(calls([[40, 30], [1, 44]]))["status"][0] == "ok"


@pytest.mark.parametrize("test", [br.stuart_maxwell, br.bowker], ids=["stuart_maxwell", "bowker"])
def test_rows_keep_the_contract(test: Any) -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    rows = test(study)
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert rows.height == 4 * 15
    keys = ["dataset", "a", "b"]
    assert_frame_equal(rows.select(keys), rows.select(keys).sort(keys))
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=4)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(test(shuffled.lazy()).collect(engine=engine), rows)
    alone = test(study.filter(pl.col("dataset") == "wine"))
    assert_frame_equal(rows.filter(pl.col("dataset") == "wine"), alone)
    control = test(study, control="kNN")
    assert control["b"].unique().to_list() == ["kNN"]
    assert test(study.filter(pl.col("dataset") == "wine"), by=None).height == 15


def test_gaps_unknown_controls_and_bad_levels_are_refused() -> None:
    table = calls(WORKED)
    with pytest.raises(br.BenchreportError, match="lacks B"):
        br.bowker(table.filter(~((pl.col("instance") == 3) & (pl.col("algorithm") == "B"))))
    with pytest.raises(br.BenchreportError, match="to be the control"):
        br.bowker(table, control="C")
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.bowker(table, alpha=2)
    with pytest.raises(br.BenchreportError, match="only one algorithm"):
        br.bowker(table.filter(pl.col("algorithm") == "A"))
