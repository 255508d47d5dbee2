"""Areas of more than two classes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn import metrics as sk

import benchreport as br


def table(truth: np.ndarray, chances: np.ndarray, **more: pl.Expr | pl.Series) -> pl.DataFrame:
    frame = pl.DataFrame({f"prob_{'abcde'[j]}": chances[:, j] for j in range(chances.shape[1])})
    frame = frame.with_columns(truth=pl.Series(["abcde"[label] for label in truth])).with_row_index("instance")
    return br.predictions(frame.with_columns(algorithm=pl.lit("m"), **more))


@settings(max_examples=25, deadline=None)
@given(st.integers(3, 5), st.integers(0, 2**32 - 1))
def test_hand_and_till_agrees_with_scikit_learn(classes: int, seed: int) -> None:
    rng = np.random.default_rng(seed)
    truth = np.r_[np.arange(classes), rng.integers(0, classes, 40)]
    # Thirty-seconds, so that dividing and adding up leaves ties as they are.
    counts = rng.multinomial(32, np.full(classes, 1 / classes), len(truth)) / 32
    ours = br.multiclass_auc(table(truth, counts))
    assert ours["auc"].item() == pytest.approx(sk.roc_auc_score(truth, counts, multi_class="ovo"), abs=1e-12)
    each = br.auc_rank(br.one_vs_rest(table(truth, counts)), by=("dataset", "label"), positive=1)
    theirs = [sk.roc_auc_score(truth == label, counts[:, label]) for label in range(classes)]
    assert each["auc"].to_list() == pytest.approx(theirs, abs=1e-12)


def test_two_classes_have_the_usual_area() -> None:
    rng = np.random.default_rng(1)
    truth, p = rng.integers(0, 2, 50), rng.integers(0, 9, 50) / 8
    both = table(truth, np.stack([1 - p, p], axis=1))
    assert br.multiclass_auc(both)["auc"].item() == pytest.approx(br.auc_rank(both, positive="b")["auc"].item())


def test_a_fold_without_one_of_the_classes_has_no_area() -> None:
    truth = np.array([0, 1, 2, 0, 1, 1])
    rows = br.multiclass_auc(
        table(truth, np.full((6, 3), 1 / 3), fold=pl.Series([0, 0, 0, 1, 1, 1])), by=("dataset", "fold")
    )
    assert rows.select("classes", "auc", "status").rows() == [(3, 0.5, "ok"), (3, None, "undefined")]
    assert rows["note"][1] == "1 of 3 classes do not occur"


def test_datasets_with_other_classes_do_not_disturb_each_other() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    together = br.multiclass_auc(study)
    for dataset in study["dataset"].unique():
        alone = br.multiclass_auc(study.filter(pl.col("dataset") == dataset))
        assert alone["auc"].to_list() == together.filter(pl.col("dataset") == dataset)["auc"].to_list()


def test_classes_without_probabilities_are_refused() -> None:
    frame = pl.DataFrame({"truth": ["a", "z"], "prob_a": [0.5, 0.5], "instance": [0, 1], "algorithm": "m"})
    with pytest.raises(br.BenchreportError, match="'z' has no column"):
        br.multiclass_auc(br.predictions(frame))
    with pytest.raises(br.BenchreportError, match="no column holds probabilities"):
        br.multiclass_auc(br.predictions(frame.drop("prob_a").with_columns(prediction=pl.col("truth"))))
