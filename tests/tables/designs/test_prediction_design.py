"""The test folds of predictions tell their design and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from tests.cli.shell import fine, rows

N = 60
CLASSES = [0, 1] * 20 + [0] * 20


def predicted(
    splits: Iterable[tuple[int, int, Iterable[int]]], truth: list[Any] | None = None, algorithms: str = "AB"
) -> pl.DataFrame:
    """Predictions from (repeat, fold, tested instances); every prediction is the truth."""
    labels = CLASSES if truth is None else truth
    lines = [
        {"algorithm": name, "dataset": "d", "repeat": repeat, "fold": fold, "instance": int(at), "truth": labels[at]}
        for name in algorithms
        for repeat, fold, tested in splits
        for at in tested
    ]
    frame = pl.DataFrame(lines).with_columns(prediction=pl.col("truth"))
    return frame.drop("repeat") if frame["repeat"].n_unique() == 1 else frame


def splits(name: str, n: int = N, **options: Any) -> list[tuple[int, int, list[int]]]:
    """The test parts of a splitter of scikit-learn, numbered within repeats."""
    from sklearn import model_selection

    per_repeat = options.get("n_splits", n) if "n_repeats" in options else None
    made = getattr(model_selection, name)(**options).split(np.zeros((n, 1)), CLASSES[:n])
    numbered = enumerate(test.tolist() for _, test in made)
    return [(at // per_repeat, at % per_repeat, test) if per_repeat else (0, at, test) for at, test in numbered]


def facts(table: pl.DataFrame) -> dict[str, Any]:
    return br.prediction_design(table).row(0, named=True)


def kfold(k: int = 5, **options: Any) -> list[tuple[int, int, list[int]]]:
    return splits("StratifiedKFold", n_splits=k, **options)


@pytest.mark.parametrize(
    ("name", "options", "design", "summary"),
    [
        ("KFold", {"n_splits": 2}, "kfold_cv", "2-fold cross-validation, n = 60, test folds of 30"),
        (
            "StratifiedKFold",
            {"n_splits": 7},
            "kfold_cv",
            "stratified 7-fold cross-validation, n = 60, test folds of 8 to 9",
        ),
        (
            "RepeatedStratifiedKFold",
            {"n_splits": 3, "n_repeats": 2, "random_state": 0},
            "repeated_cv",
            "stratified 2 x 3-fold cross-validation, n = 60, test folds of 20",
        ),
        (
            "RepeatedStratifiedKFold",
            {"n_splits": 2, "n_repeats": 5, "random_state": 0},
            "cv52",
            "stratified 5 x 2-fold cross-validation, n = 60, test folds of 30",
        ),
        ("LeaveOneOut", {}, "loo_cv", "leave-one-out cross-validation, n = 60, test folds of 1"),
        (
            "StratifiedShuffleSplit",
            {"n_splits": 8, "test_size": 0.25, "random_state": 0},
            "repeated_holdout",
            "8 stratified random splits, n = {}, test folds of 15",
        ),
        (
            "ShuffleSplit",
            {"n_splits": 1, "test_size": 20, "random_state": 0},
            "single",
            "one prediction per instance, n = 20",
        ),
    ],
)
def test_the_design_is_told_from_the_test_folds(name: str, options: dict[str, Any], design: str, summary: str) -> None:
    made = splits(name, **options)
    found = facts(predicted(made))
    tested = {at for _, _, test in made for at in test}
    assert (found["design"], found["summary"]) == (design, summary.format(len(tested)))
    assert found["same_instances"]
    assert (found["n_leaks"], found["leaks"], found["n_conflicts"]) == (0, [], 0)


def test_out_of_bag_parts_are_told_by_their_size() -> None:
    draw = np.random.default_rng(0)
    parts = [(0, at, sorted(set(range(N)) - set(draw.integers(0, N, N).tolist()))) for at in range(40)]
    found = facts(predicted(parts))
    assert (found["design"], found["n_leaks"]) == ("bootstrap_oob", 0)
    assert found["summary"].startswith("40 out-of-bag parts of a bootstrap")


def test_one_test_set_in_every_run_is_a_design_of_seeds() -> None:
    found = facts(predicted([(0, at, range(N)) for at in range(4)]))
    assert found["design"] == "seeds"
    assert "spread of seeds, not of data" in found["note"]


def test_repeats_of_a_single_split_are_resamples() -> None:
    parts = [(at, 0, test) for _, at, test in splits("ShuffleSplit", n_splits=6, random_state=0)]
    assert facts(predicted(parts))["design"] == "repeated_holdout"


def test_folds_may_be_numbered_through_the_repeats() -> None:
    made = splits("RepeatedKFold", n_splits=3, n_repeats=2, random_state=0)
    through = [(repeat, 3 * repeat + fold, test) for repeat, fold, test in made]
    found = facts(predicted(through))
    assert (found["design"], found["n_repeats"], found["n_folds"]) == ("repeated_cv", 2, 3)


# Leaks


def test_an_instance_in_two_test_folds_is_named() -> None:
    folds = kfold()
    folds[3] = (0, 3, [*folds[3][2], folds[0][2][0]])
    found = facts(predicted(folds))
    leaked = folds[0][2][0]
    assert (found["design"], found["n_leaks"]) == ("kfold_cv", 1)
    assert found["leaks"] == [f"instance {leaked} in folds 0 and 3"]
    assert f"leak: 1 instance is in two test folds of one repeat (instance {leaked} in folds 0 and 3)" in found["note"]


def test_a_leak_within_a_repeat_names_the_repeat() -> None:
    made = splits("RepeatedKFold", n_splits=3, n_repeats=2, random_state=0)
    repeat, fold, test = made[4]
    leaked = made[3][2][0]
    made[4] = (repeat, fold, [*test, leaked])
    found = facts(predicted(made))
    assert found["leaks"] == [f"instance {leaked} in repeat 1, folds 0 and 1"]


def test_only_the_first_leaks_are_named_and_all_are_counted() -> None:
    folds = splits("KFold", n_splits=2, n=N)
    folds[1] = (0, 1, [*folds[1][2], *range(6)])
    found = facts(predicted(folds))
    assert found["n_leaks"] == 6
    assert len(found["leaks"]) == 5
    assert ", …)" in found["note"]


def test_algorithms_with_other_splits_do_not_leak_but_do_not_pair() -> None:
    first = predicted(kfold(), algorithms="A")
    second = predicted(kfold(shuffle=True, random_state=1), algorithms="B")
    found = facts(pl.concat([first, second]))
    assert (found["design"], found["n_leaks"], found["same_instances"]) == ("kfold_cv", 0, False)


def test_an_instance_with_two_truths_is_counted() -> None:
    table = predicted(kfold())
    wrong = pl.when((pl.col("instance") == 7) & (pl.col("algorithm") == "B")).then(1 - pl.col("truth"))
    found = facts(table.with_columns(truth=wrong.otherwise("truth")))
    assert (found["design"], found["n_conflicts"]) == ("kfold_cv", 1)
    assert "1 instance has two truths" in found["note"]


def test_algorithms_that_disagree_on_the_truth_still_follow_a_design() -> None:
    table = pl.concat([predicted(kfold(), algorithms="A"), predicted(kfold(), [1 - y for y in CLASSES], "B")])
    found = facts(table)
    assert (found["design"], found["n_conflicts"]) == ("kfold_cv", N)
    assert "60 instances have two truths" in found["note"]


def test_numbers_that_start_anew_in_every_fold_do_not_name_instances() -> None:
    table = predicted(kfold()).with_columns(instance=pl.int_range(pl.len()).over("algorithm", "fold"))
    found = facts(table.with_columns(truth=(pl.col("instance") + pl.col("fold")) % 2))
    assert found["design"] == "unknown"
    assert "start anew" in found["note"]


# Classes


def test_folds_in_order_of_the_classes_are_not_stratified() -> None:
    truth = [0] * 40 + [1] * 20
    found = facts(predicted(splits("KFold", n_splits=3), truth))
    assert found["stratified"] is False
    assert found["share_gap"] == pytest.approx(2 / 3)
    assert found["n_single_class"] == 3
    assert "not stratified: class shares in folds are up to 0.667 off" in found["note"]
    assert "3 of 3 test folds hold one class only: AUC and recall are undefined there" in found["note"]


@pytest.mark.parametrize("k", [2, 3, 4, 7, 10])
@pytest.mark.parametrize("sizes", [(59, 71, 48), (17, 43), (10, 150), (11, 12, 13, 14)])
def test_stratified_splits_of_scikit_learn_are_stratified(sizes: tuple[int, ...], k: int) -> None:
    from sklearn.model_selection import StratifiedKFold

    truth = [name for name, size in enumerate(sizes) for _ in range(size)]
    made = StratifiedKFold(k, shuffle=True, random_state=0).split(np.zeros((len(truth), 1)), truth)
    found = facts(predicted([(0, at, test.tolist()) for at, (_, test) in enumerate(made)], truth))
    assert found["stratified"] is True


def test_random_folds_are_not_called_stratified() -> None:
    truth = CLASSES
    made = splits("KFold", n_splits=3, shuffle=True, random_state=0)
    counts = [sum(truth[at] for at in test) for _, _, test in made]
    assert max(counts) - min(counts) > 2
    assert facts(predicted(made))["stratified"] is False


def test_small_folds_are_noted() -> None:
    assert "fewer than 30 instances" in facts(predicted(kfold(3)))["note"]
    assert "fewer than 30" not in (facts(predicted(kfold(2)))["note"] or "")


def test_unequal_folds_are_noted() -> None:
    parts = [(0, 0, range(10)), (0, 1, range(10, N))]
    assert "unequal size, 10 to 50" in facts(predicted(parts))["note"]


def test_equally_frequent_classes_raise_the_question_of_balancing() -> None:
    found = facts(predicted(splits("KFold", n_splits=2), [0, 1] * 30))
    assert "precision needs the true share of positives" in found["note"]


def test_a_numeric_truth_has_no_classes() -> None:
    found = facts(predicted(splits("KFold", n_splits=2), [at / 7 for at in range(N)]))
    assert found["task"] == "regression"
    assert [found[name] for name in ("n_classes", "stratified", "share_gap", "n_single_class")] == [None] * 4
    assert found["note"] is None


# Coverage


def test_who_lacks_predictions_is_named() -> None:
    found = facts(predicted(kfold())[2:])
    assert found["same_instances"] is False
    assert "A lacks 2" in found["note"]


def test_repeats_that_miss_instances_are_noted() -> None:
    made = splits("RepeatedKFold", n_splits=3, n_repeats=2, random_state=0)
    found = facts(predicted(made[:5]))
    assert "the repeats do not test the same instances" in found["note"]


def test_algorithms_may_follow_designs_of_their_own() -> None:
    table = pl.concat([predicted(kfold(), algorithms="A"), predicted([(0, 0, range(N))], algorithms="B")])
    assert facts(table)["design"] == "mixed"


def test_the_order_of_rows_and_the_kind_of_frame_do_not_matter() -> None:
    folds = kfold()
    folds[1] = (0, 1, [*folds[1][2], *islice(folds[0][2], 3)])
    table = pl.concat([predicted(folds), predicted(kfold(3)).with_columns(dataset=pl.lit("e"))])
    found = br.prediction_design(table)
    assert found["dataset"].to_list() == ["d", "e"]
    assert_frame_equal(br.prediction_design(table.sample(fraction=1, shuffle=True, seed=1)), found)
    assert_frame_equal(br.prediction_design(table.lazy()), found)
    assert_frame_equal(br.prediction_design(table.to_pandas()), found)


# Command line


def test_check_prints_the_design_of_predictions_and_their_leaks(tmp_path: Path) -> None:
    folds = kfold()
    folds[3] = (0, 3, [*folds[3][2], folds[0][2][0]])
    path = tmp_path / "predictions.csv"
    predicted(folds).write_csv(path)
    text = fine("check", path)
    (summary,) = [row["summary"] for row in rows("check", path)]
    assert summary == "stratified 5-fold cross-validation, n = 60, test folds of 12 to 13"
    assert "stratified" in text
    assert "note: leak: 1 instance is in two test folds of one repeat" in text
    (row,) = rows("check", path)
    assert row["n_leaks"] == 1
    assert fine("check", path, "--csv").startswith("dataset,design,summary,")


def test_check_recognises_results_of_the_automl_benchmark(tmp_path: Path) -> None:
    path = tmp_path / "results.csv"
    path.write_text(
        "id,task,framework,constraint,fold,result,metric,utc,seed,acc,auc,logloss\n"
        "t,kc2,RF,1h,0,0.86,auc,2020,7,0.79,0.86,0.35\nt,kc2,RF,1h,1,0.85,auc,2020,8,0.78,0.85,0.36\n"
        "t,kc2,SVM,1h,0,0.8,auc,2020,7,0.7,0.8,0.4\nt,kc2,SVM,1h,1,0.81,auc,2020,8,0.71,0.81,0.41\n"
    )
    text = fine("check", path)
    assert "results of the AutoML benchmark" in text
    assert [(row["metric"], row["n_repeats"], row["n_folds"], row["paired"]) for row in rows("check", path)] == [
        ("acc", 1, 2, True),
        ("auc", 1, 2, True),
        ("logloss", 1, 2, True),
    ]


def test_faults_of_single_rows_are_counted() -> None:
    rows = pl.DataFrame(
        {
            "algorithm": ["A"] * 6,
            "dataset": ["d"] * 4 + ["e"] * 2,
            "instance": [0, 1, 2, 3, 0, 1],
            "truth": ["x", "y", "x", "y", "x", "y"],
            "prediction": ["x", None, "z", "y", "x", "y"],
            "prob_x": [1.0, 0.5, 0.7, 0.2, 0.9, 0.1],
            "prob_y": [0.0, 0.5, 0.2, 0.8, 0.1, 0.9],
            "prob_z": [0.0, 0.0, 0.0, 0.0, None, None],
        }
    )
    first, second = br.prediction_design(rows)["note"].to_list()
    assert "1 of 4 rows lack a prediction, score or probability" in first
    assert "the probabilities of 1 of 4 rows are negative or do not sum to 1" in first
    assert "called but never true: z" in first
    assert not any(word in second for word in ("lack", "sum", "never true"))  # e has no class z
