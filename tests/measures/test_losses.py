"""What a single prediction costs."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn import metrics

import benchreport as br
from benchreport.measures.losses import LOSSES, Priced, loss_of


def loss(table: dict[str, list[Any]], **options: Any) -> list[float | None]:
    frame = pl.DataFrame(table)
    return frame.select(loss_of(frame, Priced(**options))).to_series().to_list()


def test_the_zero_one_loss_says_right_or_wrong() -> None:
    assert loss({"truth": ["a", "b", "b"], "prediction": ["a", "a", None]}) == [0.0, 1.0, None]


def test_the_zero_one_loss_of_numbers_with_decimals_is_refused() -> None:
    with pytest.raises(br.BenchreportError, match="hardly ever hit exactly"):
        loss({"truth": [0.5], "prediction": [0.4]})


def test_numeric_losses_are_squares_and_distances() -> None:
    table = {"truth": [1.0, 2.0, 3.0], "prediction": [0.5, 4.0, None]}
    assert loss(table, loss="squared") == [0.25, 4.0, None]
    assert loss(table, loss="absolute") == [0.5, 2.0, None]


def test_squared_loss_is_four_times_the_zero_one_loss_for_labels_of_minus_one_and_one() -> None:
    # METHODS 1.2: true for labels in {-1, 1}, while labels of 0 and 1 give the zero-one loss itself.
    signs = {"truth": [-1, 1, 1], "prediction": [1, 1, -1]}
    assert loss(signs, loss="squared") == [4 * value for value in loss(signs) if value is not None]
    bits = {"truth": [0, 1, 1], "prediction": [1, 1, 0]}
    assert loss(bits, loss="squared") == loss(bits)


def test_fixture_seven_gives_the_cost_of_the_catalogue() -> None:
    # METHODS FX7: tp 40, fn 10, fp 5, tn 45 with costs 5 and 1 make 0.35 on average.
    truth = [1] * 50 + [0] * 50
    prediction = [1] * 40 + [0] * 10 + [1] * 5 + [0] * 45
    costs = loss({"truth": truth, "prediction": prediction}, costs=(5, 1), positive=1)
    assert np.mean(costs) == pytest.approx(0.35, rel=1e-12)
    matrix = {(0, 1): 5, (1, 0): 1}
    assert loss({"truth": truth, "prediction": prediction}, costs=matrix) == costs


def test_equal_costs_are_the_error_rate_times_the_cost() -> None:
    table = {"truth": ["a", "b", "b", "a"], "prediction": ["b", "b", "a", "a"]}
    assert loss(table, costs=(3, 3), positive="a") == [3 * value for value in loss(table) if value is not None]


def test_what_is_right_may_cost_something_if_said_so() -> None:
    table = {"truth": ["a", "b"], "prediction": ["a", "a"]}
    assert loss(table, costs={("a", "a"): 0.5, ("b", "a"): 2}) == [0.5, 2.0]


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"costs": (5, 1)}, "need the positive class"),
        ({"costs": (5, 1), "positive": "c"}, "no class 'c'"),
        ({"costs": (0, 1), "positive": "a"}, "the cost of 'a' for 'b' is 0"),
        ({"costs": (float("inf"), 1), "positive": "a"}, "the cost of 'a' for 'b' is inf"),
        ({"costs": {("a", "b"): 1}}, "no cost is given for predicting 'a' where 'b' is true"),
        ({"costs": (1, 2, 3), "positive": "a"}, "costs is"),
        ({"costs": (1, 2), "positive": "a", "loss": "squared"}, "another loss"),
        ({"loss": "hinge"}, "unknown loss 'hinge'"),
        ({"loss": "squared"}, "holds classes"),
        ({"loss": "brier"}, "needs a probability for every class"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_makes_no_sense_is_refused(options: dict[str, Any], problem: str) -> None:
    with pytest.raises(br.BenchreportError, match=problem):
        loss({"truth": ["a", "b"], "prediction": ["b", "a"]}, **options)


def test_a_loss_of_decisions_needs_a_prediction() -> None:
    with pytest.raises(br.BenchreportError, match="no column holds a prediction"):
        loss({"truth": ["a"], "score": [0.5]})


def test_the_catalogue_gives_brier_and_logarithmic_losses() -> None:
    # METHODS 1.2: p = (.7, .2, .1) and the first class true; the uniform forecast; certain and wrong.
    table = {
        "truth": ["x", "x", "x"],
        "prob_x": [0.7, 1 / 3, 0.0],
        "prob_y": [0.2, 1 / 3, 1.0],
        "prob_z": [0.1, 1 / 3, 0.0],
    }
    assert loss(table, loss="brier") == pytest.approx([0.14, 0.666666666667, 2.0], rel=1e-9)
    assert loss(table, loss="informational")[:2] == pytest.approx([0.51457317283, 1.58496250072], rel=1e-9)
    assert loss(table, loss="log_loss")[0] == pytest.approx(0.356674943939, rel=1e-9)
    assert loss(table, loss="log_loss")[2] == float("inf")


def test_the_classes_of_other_datasets_are_empty_and_count_for_nothing() -> None:
    table = {"truth": ["a", "x"], "prob_a": [0.9, None], "prob_b": [0.1, None], "prob_x": [None, None]}
    assert loss(table, loss="brier") == [pytest.approx(0.02), None]


@pytest.mark.parametrize("row", [(0.9, 0.2), (-0.1, 1.1)], ids=["sum", "sign"])
def test_probabilities_that_are_none_are_refused(row: tuple[float, float]) -> None:
    with pytest.raises(br.BenchreportError, match="do not sum to 1"):
        loss({"truth": ["a"], "prob_a": [row[0]], "prob_b": [row[1]]}, loss="brier")


def test_a_class_without_a_probability_is_refused() -> None:
    with pytest.raises(br.BenchreportError, match="class 'c' has no column"):
        loss({"truth": ["c"], "prob_a": [0.5], "prob_b": [0.5]}, loss="log_loss")


@given(st.lists(st.tuples(st.booleans(), st.floats(0.001, 0.999)), min_size=2, max_size=20))
def test_mean_losses_agree_with_scikit_learn(rows: list[tuple[bool, float]]) -> None:
    truth, p = [str(int(y)) for y, _ in rows], np.array([p for _, p in rows])
    table = {"truth": truth, "prob_0": list(1 - p), "prob_1": list(p), "prediction": [str(int(q > 0.5)) for q in p]}
    y = np.array([int(label) for label in truth])
    expected = metrics.log_loss(y, np.c_[1 - p, p], labels=[0, 1])
    assert np.mean(loss(table, loss="log_loss")) == pytest.approx(expected, rel=1e-9)
    assert np.mean(loss(table, loss="brier")) == pytest.approx(2 * metrics.brier_score_loss(y, p), rel=1e-9)
    assert np.mean(loss(table)) == pytest.approx(metrics.zero_one_loss(y, (p > 0.5).astype(int)))


def test_every_loss_has_a_name_that_works() -> None:
    table = {"truth": [1, 0], "prediction": [1, 1], "prob_0": [0.2, 0.4], "prob_1": [0.8, 0.6]}
    for name in LOSSES:
        assert all(value is not None and value >= 0 for value in loss(table, loss=name)), name
