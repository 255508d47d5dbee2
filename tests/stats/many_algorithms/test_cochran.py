"""Cochran's Q test over instances."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of

# Conover (1999), section 4.6: three sportsmen predict twelve games; T = 2.8, chi-square with 2 df, p 0.2466.
GAMES = [
    (1, 1, 1), (1, 1, 1), (0, 1, 0), (1, 1, 0), (0, 0, 0), (1, 1, 1), (1, 1, 1), (1, 1, 0), (0, 0, 1), (0, 1, 0),
    (1, 1, 1), (1, 1, 1),
]  # fmt: skip


def predictions_of(matrix: Any, dataset: str = "games") -> pl.DataFrame:
    rows = [(dataset, f"a{j}", i, 1, int(right)) for i, row in enumerate(matrix) for j, right in enumerate(row)]
    schema = ["dataset", "algorithm", "instance", "truth", "prediction"]
    return br.predictions(pl.DataFrame(rows, schema=schema, orient="row"))


def scores_of(matrix: Any) -> pl.DataFrame:
    rows = [(f"d{i}", f"a{j}", float(right)) for i, row in enumerate(matrix) for j, right in enumerate(row)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric="accuracy")


def test_the_textbook_example_gives_its_value() -> None:
    row = br.cochran_q(predictions_of(GAMES)).row(0, named=True)
    assert (row["statistic"], row["df1"]) == pytest.approx((2.8, 2), rel=1e-12)
    assert row["p_value"] == pytest.approx(np.exp(-1.4), rel=1e-12)
    assert (row["n"], row["n_ties"]) == (12, 7)
    assert row["status"] == "approximate"


def test_scores_of_zero_and_one_give_what_predictions_give() -> None:
    ours = br.cochran_q(scores_of(GAMES), by="metric").drop("metric")
    assert_frame_equal(ours, br.cochran_q(predictions_of(GAMES)).drop("dataset"))


def test_it_is_friedmans_test_on_zeros_and_ones() -> None:
    matrix = np.random.default_rng(0).integers(0, 2, (60, 4))
    q = br.cochran_q(predictions_of(matrix)).row(0, named=True)
    friedman = br.friedman(scores_of(matrix)).row(0, named=True)
    assert (q["statistic"], q["p_value"]) == pytest.approx((friedman["statistic"], friedman["p_value"]), rel=1e-9)
    assert q["status"] == "ok"


def test_two_classifiers_give_mcnemars_chi_square() -> None:
    # FX6 of the catalogue: 12 instances only the first has wrong, 4 only the second: (12 - 4)^2 / 16 = 4.
    matrix = [(0, 0)] * 5 + [(0, 1)] * 12 + [(1, 0)] * 4 + [(1, 1)] * 79
    assert br.cochran_q(predictions_of(matrix))["statistic"][0] == pytest.approx(4.0, rel=1e-12)


def test_classifiers_that_are_all_right_are_tied() -> None:
    row = br.cochran_q(predictions_of([(1, 1, 1)] * 9)).row(0, named=True)
    assert (row["status"], row["p_value"], row["statistic"]) == ("all_ties", 1.0, None)


def test_values_that_are_no_outcomes_are_undefined(fx4: pl.DataFrame) -> None:
    row = br.cochran_q(fx4, by="metric").row(0, named=True)
    assert (row["status"], row["p_value"]) == ("undefined", None)
    assert "other than 0 and 1" in row["note"]


def test_a_missing_prediction_is_refused_or_its_instance_left_out() -> None:
    holey = predictions_of(GAMES).filter(~((pl.col("instance") == 3) & (pl.col("algorithm") == "a2")))
    with pytest.raises(br.BenchreportError, match="games, 3 lacks 1"):
        br.cochran_q(holey)
    row = br.cochran_q(holey, missing="available").row(0, named=True)
    without = br.cochran_q(predictions_of([row for i, row in enumerate(GAMES) if i != 3])).row(0, named=True)
    assert (row["n"], row["n_dropped"], row["statistic"]) == (11, 1, without["statistic"])


def test_it_keeps_the_common_contract() -> None:
    table = pl.concat([predictions_of(GAMES), predictions_of([(1, 1, 1)] * 3, "easy")])
    rows = br.cochran_q(table)
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert rows["dataset"].to_list() == ["easy", "games"]
    assert_frame_equal(br.cochran_q(table.lazy()).collect(), rows)
    assert br.cochran_q(table.sample(fraction=1.0, shuffle=True, seed=1)).equals(rows)
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.cochran_q(table, alpha=0.0)


def test_pooled_folds_are_approximate() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    rows = br.cochran_q(table)
    assert set(rows["status"]) == {"approximate"}
