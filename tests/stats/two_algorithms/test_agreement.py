"""Where do two classifiers err?"""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from sklearn.metrics import cohen_kappa_score

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.two_algorithms.class_use import AGREEMENT_COLUMNS


def predictions(first: list[int], second: list[int]) -> pl.DataFrame:
    rows = [(name, i, 0, value) for name, values in (("1", first), ("2", second)) for i, value in enumerate(values)]
    return pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction"], orient="row")


def agreement(first: list[int], second: list[int]) -> dict[str, Any]:
    return br.same_rate_other_errors(predictions(first, second)).row(0, named=True)


def test_fixture_six_is_counted_as_in_the_catalogue() -> None:
    # METHODS FX6: both wrong 5, only the first wrong 12, only the second 4, both right 79.
    row = agreement([1] * 5 + [1] * 12 + [0] * 4 + [0] * 79, [1] * 5 + [0] * 12 + [1] * 4 + [0] * 79)
    counts = [row[name] for name in ("both_wrong", "only_a_wrong", "only_b_wrong", "both_right")]
    assert counts == [5, 12, 4, 79]
    assert (row["error_a"], row["error_b"], row["disagreement"], row["error_of_best"]) == (0.17, 0.09, 0.16, 0.05)
    assert (row["status"], row["note"]) == ("ok", None)


def test_equal_rates_with_other_errors_are_pointed_out() -> None:
    row = agreement([1, 1, 0, 0, 0], [0, 0, 1, 1, 0])
    assert row["error_a"] == row["error_b"]
    assert "only one of the two errs on 4 instances" in row["note"]


def test_the_same_errors_leave_nothing_to_gain() -> None:
    row = agreement([1, 0, 0], [1, 0, 0])
    assert (row["kappa"], row["disagreement"], row["note"]) == (1.0, 0.0, None)


def test_two_that_are_always_right_have_no_kappa() -> None:
    row = agreement([0, 0], [0, 0])
    assert (row["status"], row["kappa"], row["n"]) == ("undefined", None, 2)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), min_size=2, max_size=30))
def test_kappa_is_that_of_scikit_learn(data: list[tuple[int, int]]) -> None:
    x, y = map(list, zip(*data, strict=True))
    row = agreement(x, y)
    if row["kappa"] is not None:
        assert row["kappa"] == pytest.approx(cohen_kappa_score(x, y), abs=1e-12)


def test_the_table_has_its_schema_lazily_and_in_any_order() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    rows = br.same_rate_other_errors(study)
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(AGREEMENT_COLUMNS))
    assert_frame_equal(rows.select("dataset", "a", "b"), rows.select("dataset", "a", "b").sort("dataset", "a", "b"))
    for engine in ("in-memory", "streaming"):
        assert br.same_rate_other_errors(study.lazy()).collect(engine=engine).equals(rows)
    assert br.same_rate_other_errors(study.sample(fraction=1.0, shuffle=True, seed=2)).equals(rows)


def test_mcnemar_counts_the_same_instances() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    rows, tests = br.same_rate_other_errors(study), br.mcnemar(study)
    decided = tests["statistic"].is_not_null()
    assert rows.filter(decided)["only_b_wrong"].to_list() == tests.filter(decided)["statistic"].to_list()
    assert (rows["both_wrong"] + rows["both_right"]).to_list() == tests["n_ties"].to_list()
