"""From predictions to scores."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal
from sklearn import metrics as sk

import benchreport as br
from benchreport.errors import OptionError
from benchreport.measures.classes import INFINITE, SOME_NOT_PREDICTED
from benchreport.measures.metrics import MEASURES, SYNONYMS
from tests.remark_codes import codes_of

# Fixture FX7 of the method catalogue: tp = 40, fn = 10, fp = 5, tn = 45.
FX7 = [("+", "+")] * 40 + [("+", "-")] * 10 + [("-", "+")] * 5 + [("-", "-")] * 45
SHARES = st.integers(0, 20)


def predicted(pairs: list[tuple[Any, Any]], **more: Any) -> pl.DataFrame:
    frame = pl.DataFrame(pairs, schema=["truth", "prediction"], orient="row").with_row_index("instance")
    extra = {"algorithm": pl.lit("m"), "dataset": pl.lit("d")} | more
    return br.predictions(frame.with_columns(**extra))


def values(table: Any, **options: Any) -> dict[str, float | None]:
    scores = br.measure(table, **options)
    return dict(scores.select("metric", "value").rows())


def test_fixture_seven_gives_the_rates_of_the_catalogue() -> None:
    expected = {
        "accuracy": 0.85,
        "error_rate": 0.15,
        "tpr": 0.8,
        "fpr": 0.1,
        "precision": 0.888888888889,
        "tnr": 0.9,
        "fnr": 0.2,
        "f_score": 0.842105263158,
        "balanced_accuracy": 0.85,
        "mcc": 0.703526470681,
    }
    table = predicted(FX7)
    assert values(table, metrics=list(expected), positive="+") == pytest.approx(expected, rel=1e-11)
    frame = table.select("truth", "prediction")
    for name, value in expected.items():
        of = {} if name in ("accuracy", "error_rate") else {"positive": "+"}
        ours = frame.select(getattr(br.expr, name)("truth", "prediction", **of)).item()
        assert ours == pytest.approx(value, rel=1e-11), name


def test_costs_of_fixture_seven_are_those_of_the_catalogue() -> None:
    found = values(predicted(FX7), metrics=["asymmetric_loss", "total_cost"], positive="+", costs=(5, 1))
    assert found == {"asymmetric_loss": 0.35, "total_cost": 35.0}
    matrix = {("-", "+"): 5.0, ("+", "-"): 1.0}
    assert values(predicted(FX7), metrics="total_cost", costs=matrix) == {"total_cost": 35.0}
    with pytest.raises(br.BenchreportError, match="no costs"):
        br.measure(predicted(FX7), metrics="total_cost", positive="+")


def test_a_majority_rule_has_accuracy_but_no_correlation() -> None:
    # Seed 003: 97 % of one class.
    table = predicted([("no", "no")] * 97 + [("yes", "no")] * 3)
    scores = br.measure(table, metrics=["accuracy", "balanced_accuracy", "mcc", "precision"], positive="yes")
    assert scores["value"].to_list() == [0.97, 0.5, None, None]
    assert scores["note"].to_list()[2:] == ["truth or decision never varies", "nothing was called positive"]
    filled = values(table, metrics=["mcc", "precision", "tpr"], positive="yes", undefined=0)
    assert filled == {"mcc": 0.0, "precision": 0.0, "tpr": 0.0}


def test_probability_losses_give_the_values_of_the_catalogue() -> None:
    frame = pl.DataFrame(
        {
            "algorithm": ["a", "b", "c"],
            "truth": [1, 1, 1],
            "prob_1": [0.7, 1 / 3, 0.0],
            "prob_2": [0.2, 1 / 3, 1.0],
            "prob_3": [0.1, 1 / 3, 0.0],
            "instance": [0, 0, 0],
        }
    )
    table = br.predictions(frame)
    names = ["quadratic_probability_loss", "informational_loss", "log_loss", "conditional_log_likelihood"]
    scores = br.measure(table, metrics=names).pivot("algorithm", index="metric", values="value")
    found = {row["metric"]: row for row in scores.iter_rows(named=True)}
    assert found["quadratic_probability_loss"]["a"] == pytest.approx(0.14, rel=1e-12)
    assert found["quadratic_probability_loss"]["b"] == pytest.approx(0.666666666667, rel=1e-11)
    assert found["quadratic_probability_loss"]["c"] == 2.0
    assert found["informational_loss"]["a"] == pytest.approx(0.51457317283, rel=1e-10)
    assert found["informational_loss"]["b"] == pytest.approx(1.58496250072, rel=1e-10)
    assert found["log_loss"]["a"] == pytest.approx(0.356674943939, rel=1e-10)
    assert found["conditional_log_likelihood"]["a"] == pytest.approx(-0.356674943939, rel=1e-10)
    endless = br.measure(table, metrics="log_loss").row(2, named=True)
    assert endless["value"] is None
    assert "1 true classes were given probability 0" in endless["note"]
    assert values(table.filter(pl.col("algorithm") == "c"), metrics="log_loss", clip=1e-15)[
        "log_loss"
    ] == pytest.approx(-np.log(1e-15))


def test_bits_are_least_at_the_true_probabilities() -> None:
    # Catalogue: p* = (.5, .3, .2) has 1.48547529723 bits.
    shares = pl.DataFrame({"p": [0.5, 0.3, 0.2], "weight": [0.5, 0.3, 0.2]})
    bits = shares.select(br.expr.informational_loss("p", weight="weight")).item()
    assert bits == pytest.approx(1.48547529723, rel=1e-10)


def test_one_column_of_probabilities_doubles_in_the_quadratic_convention() -> None:
    frame = pl.DataFrame({"algorithm": "m", "instance": range(4), "truth": [1, 0, 1, 0], "score": [0.9, 0.2, 0.4, 0.7]})
    found = values(br.predictions(frame), metrics=["brier_score", "quadratic_probability_loss", "log_loss"], positive=1)
    assert found["brier_score"] == pytest.approx(sk.brier_score_loss(frame["truth"], frame["score"]))
    assert found["quadratic_probability_loss"] == pytest.approx(2 * found["brier_score"])  # type: ignore[operator]
    assert found["log_loss"] == pytest.approx(sk.log_loss(frame["truth"], frame["score"]))
    with pytest.raises(br.BenchreportError, match="not a probability"):
        br.measure(br.predictions(frame.with_columns(score=pl.col("score") * 3)), metrics="log_loss", positive=1)


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc")), min_size=1, max_size=30))
def test_every_shared_measure_of_decisions_agrees_with_scikit_learn(pairs: list[tuple[str, str]]) -> None:
    truth, said = zip(*pairs, strict=True)
    names = [name for name in MEASURES if MEASURES[name].reads == "decision" and "cost" not in name]
    names = [name for name in names if name not in ("weighted_accuracy", "asymmetric_loss")]
    table = predicted(pairs)
    positive = truth[0]
    ours = values(table, metrics=names, positive=positive)
    labels = sorted(set(truth) | set(said))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs: dict[str, float] = {
            "accuracy": sk.accuracy_score(truth, said),
            "error_rate": sk.zero_one_loss(truth, said),
            "balanced_accuracy": sk.balanced_accuracy_score(truth, said),
            "mcc": sk.matthews_corrcoef(truth, said),
            "cohen_kappa": sk.cohen_kappa_score(truth, said),
        }
        of_positive = {"labels": [positive], "average": "micro", "zero_division": np.nan}
        theirs["tpr"] = sk.recall_score(truth, said, **of_positive)
        theirs["precision"] = sk.precision_score(truth, said, **of_positive)
        theirs["f_score"] = sk.f1_score(truth, said, **of_positive)
        for average in ("macro", "micro", "weighted"):
            theirs[f"{average}_precision"] = sk.precision_score(truth, said, average=average, zero_division=np.nan)
            theirs[f"{average}_recall"] = sk.recall_score(truth, said, average=average, zero_division=np.nan)
            theirs[f"{average}_f1"] = sk.f1_score(truth, said, average=average, zero_division=np.nan)
    for name, value in theirs.items():
        if ours[name] is not None:
            assert ours[name] == pytest.approx(value, abs=1e-12), name
    assert ours["accuracy"] + ours["error_rate"] == pytest.approx(1)  # type: ignore[operator]
    assert ours["tpr"] + ours["fnr"] == pytest.approx(1)  # type: ignore[operator]
    # What they fill in silently is undefined here, and nothing else is.
    counts = {label: (truth.count(label), said.count(label)) for label in labels}
    assert (ours["macro_recall"] is None) == any(row == 0 for row, _ in counts.values())
    assert (ours["macro_precision"] is None) == any(col == 0 for _, col in counts.values())
    assert (ours["mcc"] is None) == (len(set(truth)) == 1 or len(set(said)) == 1)
    assert (ours["balanced_accuracy"] is None) == any(row == 0 for row, _ in counts.values())
    assert ours["macro_f1"] is not None


@given(st.lists(st.tuples(SHARES, SHARES, SHARES, st.integers(0, 2)), min_size=2, max_size=20))
def test_every_shared_measure_of_probabilities_agrees_with_scikit_learn(rows: list[tuple[int, int, int, int]]) -> None:
    parts = np.array([row[:3] for row in rows], dtype=float) + 1
    chances = parts / parts.sum(axis=1, keepdims=True)
    truth = np.array([row[3] for row in rows])
    frame = pl.DataFrame({f"prob_{k}": chances[:, k] for k in range(3)}).with_columns(
        truth=pl.Series(truth), instance=pl.int_range(pl.len()), algorithm=pl.lit("m")
    )
    found = values(br.predictions(frame), metrics=["log_loss", "quadratic_probability_loss", "ece"])
    assert found["log_loss"] == pytest.approx(sk.log_loss(truth, chances, labels=[0, 1, 2]))
    one_hot = np.eye(3)[truth]
    assert found["quadratic_probability_loss"] == pytest.approx(((chances - one_hot) ** 2).sum(axis=1).mean())
    top, hit = chances.max(axis=1), chances.argmax(axis=1) == truth
    at = np.minimum(np.floor(np.round(top * 10, 12)), 9)
    ece = sum(abs((top - hit)[at == b].sum()) for b in range(10)) / len(top)
    assert found["ece"] == pytest.approx(ece)


@given(st.lists(st.tuples(st.integers(-50, 50), st.integers(-50, 50)), min_size=2, max_size=20))
def test_every_measure_of_numbers_agrees_with_scikit_learn(pairs: list[tuple[int, int]]) -> None:
    truth, said = (np.array(column) / 4 + 0.01 for column in zip(*pairs, strict=True))
    table = predicted(list(zip(truth.tolist(), said.tolist(), strict=True)))
    found = values(table)
    assert set(found) == {"rmse", "mae", "r2"}
    assert found["rmse"] == pytest.approx(np.sqrt(sk.mean_squared_error(truth, said)))
    assert found["mae"] == pytest.approx(sk.mean_absolute_error(truth, said))
    assert values(table, metrics="mse")["mse"] == pytest.approx(sk.mean_squared_error(truth, said))
    if np.ptp(truth) > 0:
        assert found["r2"] == pytest.approx(sk.r2_score(truth, said))
    else:
        assert found["r2"] is None


@settings(max_examples=10)
@given(st.lists(st.tuples(st.booleans(), st.booleans(), st.integers(1, 5)), min_size=2, max_size=20))
def test_weights_count_instances_several_times(rows: list[tuple[bool, bool, int]]) -> None:
    frame = pl.DataFrame(rows, schema=["truth", "prediction", "weight"], orient="row").with_columns(
        pl.col("truth", "prediction").cast(pl.Int64), algorithm=pl.lit("m")
    )
    heavy = br.predictions(frame.with_row_index("instance"))
    copied = frame.select(pl.exclude("weight").repeat_by("weight").explode()).with_row_index("instance")
    names = ["accuracy", "mcc", "cohen_kappa", "macro_f1"]
    names += ["tpr", "precision", "f_score"] if 1 in frame["truth"] else []
    positive = 1 if 1 in frame["truth"] else None
    weighted = values(heavy, metrics=names, positive=positive, weighted=True)
    assert weighted == pytest.approx(values(br.predictions(copied), metrics=names, positive=positive))
    own = values(heavy, metrics="weighted_accuracy")["weighted_accuracy"]
    assert own == pytest.approx(weighted["accuracy"])


def test_beta_above_one_favours_recall() -> None:
    truth, said = zip(*FX7, strict=True)
    expected = sk.fbeta_score(truth, said, beta=2, pos_label="+")
    assert values(predicted(FX7), metrics="f_beta", positive="+", beta=2)["f_beta"] == pytest.approx(expected)


def test_the_positive_class_is_never_guessed_and_must_exist() -> None:
    with pytest.raises(br.BenchreportError, match="never guessed"):
        br.measure(predicted(FX7), metrics="precision")
    with pytest.raises(br.BenchreportError, match="no class 'x' to be positive"):
        br.measure(predicted(FX7), metrics="precision", positive="x")
    with pytest.raises(br.BenchreportError, match="no dataset 'e'"):
        br.measure(predicted(FX7), metrics="precision", positive={"e": "+"})


def test_every_dataset_may_have_a_positive_class_of_its_own() -> None:
    other = [("spam" if t == "+" else "ham", "spam" if p == "+" else "ham") for t, p in FX7]
    table = pl.concat([predicted(FX7), predicted(other, dataset=pl.lit("e"))])
    both = br.measure(table, metrics="tpr", positive={"d": "+", "e": "spam"})
    assert both["value"].to_list() == [0.8, 0.8]
    one = br.measure(table, metrics="tpr", positive="spam")
    assert one["value"].to_list() == [None, 0.8]
    assert one["note"][0] == "no such class in this dataset"


def test_a_score_at_the_cut_is_a_positive_call() -> None:
    frame = pl.DataFrame({"algorithm": "m", "instance": range(4), "truth": [1, 1, 0, 0], "score": [0.9, 0.5, 0.5, 0.1]})
    table = br.predictions(frame)
    found = values(table, metrics=["tpr", "fpr", "accuracy"], positive=1, cut=0.5)
    assert found == {"tpr": 1.0, "fpr": 0.5, "accuracy": 0.75}
    with pytest.raises(br.BenchreportError, match="only scores"):
        br.measure(table, metrics="accuracy")


def test_without_predictions_the_most_probable_class_is_called() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet")).filter(pl.col("dataset") == "iris")
    ours = br.measure(study.drop("prediction"), metrics="accuracy", average="pooled")
    theirs = br.measure(study, metrics="accuracy", average="pooled")
    same = ours.join(theirs, on=["algorithm", "dataset"])
    assert ((same["value"] - same["value_right"]).abs() < 0.03).all()


def test_folds_keep_the_classes_of_the_dataset_and_pooling_adds_counts() -> None:
    table = predicted([("a", "a"), ("b", "b"), ("a", "a"), ("a", "b")], fold=pl.Series([1, 1, 2, 2]))
    folds = br.measure(table, metrics=["balanced_accuracy", "macro_recall"])
    assert folds["value"].to_list() == [1.0, 1.0, None, None]
    assert folds["fold"].to_list() == [1, 1, 2, 2]
    pooled = br.measure(table, metrics="balanced_accuracy", average="pooled")
    assert pooled["value"].to_list() == pytest.approx([(2 / 3 + 1) / 2])
    assert "fold" not in pooled.columns
    assert pooled["n_test"].to_list() == [4]


def test_instances_without_a_prediction_leave_the_run_without_a_value() -> None:
    row = br.measure(predicted([("a", "a"), ("b", None)]), metrics=["accuracy", "mcc"]).row(0, named=True)
    assert row["value"] is None
    assert row["note"] == "1 of 2 instances were not predicted"


def test_baselines_stand_beside_the_algorithms() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    scores = br.measure(study, average="pooled", baselines=True)
    iris = scores.filter(pl.col("dataset") == "iris")
    found = {(a, m): v for a, m, v in iris.select("algorithm", "metric", "value").rows()}
    assert found["(majority)", "accuracy"] == pytest.approx(1 / 3)
    assert found["(uniform)", "accuracy"] == pytest.approx(1 / 3)
    assert found["(uniform)", "mcc"] == 0
    assert found["(majority)", "log_loss"] == pytest.approx(np.log(3))
    assert found["(majority)", "quadratic_probability_loss"] == pytest.approx(2 / 3)
    assert set(iris["n_test"]) == {150}
    cancer = scores.filter((pl.col("dataset") == "breast_cancer") & (pl.col("metric") == "accuracy"))
    by_name = dict(cancer.select("algorithm", "value").rows())
    assert by_name["(majority)"] == pytest.approx(357 / 569)
    assert by_name["(uniform)"] == pytest.approx(0.5)
    plain = br.measure(study, average="pooled")
    assert_frame_equal(scores.filter(~pl.col("algorithm").cast(pl.String).str.starts_with("(")), plain)
    numbers = br.measure(predicted([(1.5, 2.0), (2.5, 2.0), (4.0, 3.0)]), metrics="r2", baselines=True)
    assert dict(numbers.select("algorithm", "value").rows())["(majority)"] == pytest.approx(0)


def test_scores_go_straight_into_the_tests() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    scores = br.measure(study, metrics=["accuracy", "error_rate"])
    rows = br.friedman(scores)
    assert rows["statistic"][0] == pytest.approx(rows["statistic"][1])
    assert br.corrected_resampled_t(scores).height == 2 * 4 * 15


def test_the_order_of_rows_and_laziness_change_nothing() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    names = ["accuracy", "mcc", "macro_f1", "quadratic_probability_loss"]
    expected = br.measure(study, metrics=names)
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=2)
    assert_frame_equal(br.measure(shuffled, metrics=names), expected)
    lazy = br.measure(shuffled.lazy(), metrics=names)
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), expected)  # type: ignore[call-overload]


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"metrics": "acuracy"}, "accuracy"),
        ({"metrics": "log_loss"}, "probabilities"),
        ({"metrics": "rmse"}, "numbers"),
        ({"metrics": "weighted_accuracy"}, "weights"),
        ({"average": "mean"}, "average"),
        ({"beta": 0}, "beta"),
        ({"clip": 2}, "clip"),
        ({"undefined": 0.5}, "undefined"),
        ({"metrics": "ece", "bins": 0}, "bins"),
        ({"cut": 0.5, "positive": "+"}, "no score to cut"),
    ],
)
def test_what_cannot_be_measured_is_refused(options: dict[str, Any], match: str) -> None:
    with pytest.raises(br.BenchreportError, match=match):
        br.measure(predicted(FX7), **options)


def test_classes_are_refused_where_the_truth_has_decimals() -> None:
    with pytest.raises(br.BenchreportError, match="decimals"):
        br.measure(predicted([(0.5, 0.5)]), metrics="accuracy")


def test_every_synonym_names_a_measure() -> None:
    assert set(SYNONYMS.values()) <= set(MEASURES)
    assert not set(SYNONYMS) & set(MEASURES)


@pytest.mark.parametrize("metric", ["auc", "brier_score", "average_precision"])
@pytest.mark.parametrize("lazy", [False, True])
def test_a_metric_of_scores_asks_for_scores_where_there_are_none(metric: str, lazy: bool) -> None:
    table = pl.DataFrame(
        {
            "algorithm": ["A"] * 4,
            "dataset": "d",
            "instance": range(4),
            "truth": [0, 1, 0, 1],
            "prediction": [0, 1, 1, 1],
        }
    )
    with pytest.raises(br.BenchreportError, match=f"{metric} needs scores") as caught:
        br.measure(table.lazy() if lazy else table, metrics=metric, positive=1).lazy().collect()
    assert "--column your_column=score" in caught.value.hint


@pytest.mark.parametrize(
    "options",
    [
        {"metrics": 3},
        {"metrics": [3]},
        {"cut": "a", "positive": 1},
        {"cut": float("nan"), "positive": 1},
        {"clip": "x"},
    ],
)
def test_arguments_of_the_wrong_kind_are_refused_in_words(options: dict[str, Any]) -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    with pytest.raises(OptionError):
        br.measure(table.filter(pl.col("dataset") == "breast_cancer"), **options)


def test_probabilities_that_are_partly_empty_are_said_to_be() -> None:
    table = pl.DataFrame(
        {"algorithm": ["A"], "dataset": "d", "instance": [0], "truth": [0], "prob_0": [0.9], "prob_1": [None]},
        schema_overrides={"prob_1": pl.Float64},
    )
    with pytest.raises(br.BenchreportError, match=r"1 row .*sum 0\.9, some are empty"):
        br.measure(table, metrics="log_loss")


def test_curves_of_no_rows_are_refused() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    with pytest.raises(br.BenchreportError, match="no rows"):
        br.roc_curve(table.head(0), positive="malignant")


def test_scores_without_a_value_carry_the_code_of_why() -> None:
    scores = br.measure(predicted([("+", "-"), ("+", "-")]), metrics=["precision", "mcc", "accuracy"], positive="+")
    assert dict(scores.select("metric", "remarks").rows()) == {
        "accuracy": None,
        "mcc": "constant_decision",
        "precision": "nothing_called",
    }
    assert codes_of(scores["remarks"]) <= {
        remark.code for name in ("precision", "mcc") for remark in br.METHODS[name].remarks
    }


def test_the_record_of_a_measure_lists_the_remarks_of_its_scores() -> None:
    for name, measure in MEASURES.items():
        record = br.METHODS.get(name)
        if record is not None and record.table is None:
            assert record.remarks == (measure.absent, SOME_NOT_PREDICTED, INFINITE, measure.why), name


@pytest.mark.parametrize("label", [str, int])
def test_measures_of_counts_and_of_instances_agree_side_by_side_and_alone(label: Any) -> None:
    rng = np.random.default_rng(5)
    truth, score = rng.integers(0, 2, 90), rng.uniform(size=90)
    calls = [None if row == 7 else label(call) for row, call in enumerate((score > 0.4).astype(int).tolist())]
    pairs = list(zip([label(cls) for cls in truth.tolist()], calls, strict=True))
    table = predicted(pairs, score=pl.Series(score), fold=pl.Series(np.arange(90) % 3))
    names = ["accuracy", "mcc", "macro_f1", "tpr", "auc"]
    both = br.measure(table, metrics=names, positive=label(1))
    alone = pl.concat(br.measure(table, metrics=[name], positive=label(1)) for name in names)
    assert_frame_equal(both, alone.sort("fold", "metric").select(both.columns), check_row_order=False)
    assert both.filter(pl.col("metric") == "accuracy")["remarks"].null_count() == 2  # one fold lacks a prediction
    right = [call == cls for row, (cls, call) in enumerate(pairs) if row % 3 == 0]
    first = both.filter(pl.col("fold") == 0, pl.col("metric") == "accuracy")
    assert first["value"].item() == sum(right) / 30
