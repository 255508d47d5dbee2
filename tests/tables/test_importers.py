"""What other tools write is read as scores or predictions, with the right sign, direction and design."""

from __future__ import annotations

import json
import warnings
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import BenchreportError, ColumnError, DirectionError, DuplicateKeyError, OptionError, ReadError
from benchreport.tables.importers.foreign import unpacked
from tests.tables.conftest import cell

# What is in doubt about the runs of these tables is told of in test_declared_designs.
pytestmark = pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")


def one(table: pl.DataFrame, **where: object) -> Any:
    return cell(table, **where)["value"]


# scikit-learn: made by the package itself


@pytest.fixture(scope="module")
def iris() -> tuple[Any, Any]:
    from sklearn.datasets import load_iris

    return load_iris(return_X_y=True)


def validated(iris: tuple[Any, Any], neighbours: int = 3, **options: Any) -> dict[str, Any]:
    from sklearn.model_selection import cross_validate
    from sklearn.neighbors import KNeighborsClassifier

    return cross_validate(KNeighborsClassifier(neighbours), *iris, **options)


def test_scores_of_cross_validate_are_kept_fold_by_fold(iris: tuple[Any, Any]) -> None:
    result = validated(iris, cv=3, scoring=["accuracy", "neg_log_loss"], return_train_score=True)
    plain = br.from_cross_validate({"kNN": result}, dataset="iris")
    assert set(plain["metric"].unique()) == {"accuracy", "log_loss"}
    table = br.from_cross_validate({"kNN": result}, dataset="iris", times=True)
    assert set(table["metric"].unique()) == {"accuracy", "log_loss", "fit_time", "score_time"}
    named = br.from_cross_validate({"kNN": result}, dataset="iris", metrics=["accuracy", "fit_time"])
    assert set(named["metric"].unique()) == {"accuracy", "fit_time"}
    assert table.filter(metric="accuracy")["value"].to_list() == result["test_accuracy"].tolist()
    assert table.filter(metric="log_loss")["value"].to_list() == (-result["test_neg_log_loss"]).tolist()
    ways = dict(table.select("metric", "direction").unique().iter_rows())
    assert ways == {"accuracy": "higher", "log_loss": "lower", "fit_time": "lower", "score_time": "lower"}


def test_pairs_of_algorithm_and_dataset_name_a_result(iris: tuple[Any, Any]) -> None:
    nested = {name: {"d": validated(iris, k, cv=2), "e": validated(iris, k, cv=3)} for name, k in (("A", 1), ("B", 3))}
    paired = {(name, dataset): result for name, inner in nested.items() for dataset, result in inner.items()}
    assert_frame_equal(br.from_cross_validate(paired), br.from_cross_validate(nested))


@pytest.mark.parametrize(
    ("results", "problem"),
    [
        ({"A": {"test_x": [1.0]}, ("B", "d"): {"test_x": [1.0]}}, "some results name their dataset and others do not"),
        ({"A": {"test_x": [1.0]}, "B": {"d": {"test_x": [1.0]}}}, "some results name their dataset and others do not"),
        ({("A", "d", 1): {"test_x": [1.0]}}, "names neither an algorithm nor an algorithm and a dataset"),
        ({("A", "d"): {"e": {"test_x": [1.0]}}}, "this holds no results that can be read"),
        ({1: {"test_x": [1.0]}, "1": {"test_x": [1.0]}}, "two results are named '1'"),
    ],
)
def test_ambiguous_names_of_results_are_refused(results: Any, problem: str) -> None:
    with pytest.raises(ColumnError, match=problem):
        br.from_cross_validate(results)


def test_a_fitted_search_is_read_as_its_results(iris: tuple[Any, Any]) -> None:
    from sklearn.model_selection import GridSearchCV
    from sklearn.neighbors import KNeighborsClassifier

    search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 3]}, cv=3)
    with pytest.raises(ColumnError, match="the GridSearchCV is not fitted"):
        br.from_search(search)
    search.fit(*iris)
    expected = br.from_search(search.cv_results_, metric="accuracy")
    assert_frame_equal(br.from_search(search, metric="accuracy"), expected)
    both = br.from_search({("kNN", "iris"): search}, metric="accuracy")
    assert both.select("dataset", "value").rows() == [("iris", value) for value in expected["value"]]


def test_results_of_cross_validate_in_a_file_are_recognised(iris: tuple[Any, Any], tmp_path: Path) -> None:
    results = {name: {"iris": validated(iris, k, cv=3)} for name, k in (("A", 1), ("B", 3))}
    path = tmp_path / "results.json"
    path.write_text(json.dumps(results, default=np.ndarray.tolist, indent=1))
    assert_frame_equal(br.read(path), br.from_cross_validate(results), check_column_order=False)


def test_several_datasets_are_nested_under_the_algorithm(iris: tuple[Any, Any]) -> None:
    both = {name: {"d": validated(iris, k, cv=2), "e": validated(iris, k, cv=3)} for name, k in (("A", 1), ("B", 3))}
    table = br.from_cross_validate(both, metric="accuracy", metrics="accuracy")
    assert table.group_by("algorithm", "dataset").len().sort("algorithm", "dataset").rows() == [
        ("A", "d", 2),
        ("A", "e", 3),
        ("B", "d", 2),
        ("B", "e", 3),
    ]


@pytest.mark.parametrize(
    ("name", "options", "design", "shape"),
    [
        ("KFold", {"n_splits": 3}, "kfold_cv", (1, 3)),
        ("StratifiedKFold", {"n_splits": 3}, "kfold_cv", (1, 3)),
        ("RepeatedKFold", {"n_splits": 3, "n_repeats": 2, "random_state": 0}, "repeated_cv", (2, 3)),
        ("RepeatedStratifiedKFold", {"n_splits": 2, "n_repeats": 5, "random_state": 0}, "cv52", (5, 2)),
        ("ShuffleSplit", {"n_splits": 4, "random_state": 0}, "repeated_holdout", (1, 4)),
        ("ShuffleSplit", {"n_splits": 1, "random_state": 0}, "holdout", (1, 1)),
        ("TimeSeriesSplit", {"n_splits": 3}, "repeated_holdout", (1, 3)),
        ("LeaveOneOut", {}, "loo_cv", (1, 12)),
    ],
)
def test_indices_tell_the_design(
    iris: tuple[Any, Any], name: str, options: dict[str, Any], design: str, shape: tuple[int, int]
) -> None:
    from sklearn import model_selection

    few = slice(40, 52) if name == "LeaveOneOut" else slice(None)
    result = validated(
        tuple(part[few] for part in iris), cv=getattr(model_selection, name)(**options), return_indices=True
    )
    table = br.from_cross_validate({"kNN": result}, metric="accuracy", metrics="accuracy")
    facts = br.design(table)
    assert facts.select("design", "n_repeats", "n_folds").row(0) == (design, *shape)
    assert table["n_test"].to_list() == [len(rows) for rows in result["indices"]["test"]]
    assert table["n_train"].to_list() == [len(rows) for rows in result["indices"]["train"]]


def test_algorithms_tested_on_other_rows_are_refused(iris: tuple[Any, Any]) -> None:
    from sklearn.model_selection import KFold

    shuffled = {
        name: validated(iris, cv=KFold(3, shuffle=True, random_state=seed), return_indices=True)
        for name, seed in (("A", 0), ("B", 1))
    }
    with pytest.raises(ColumnError, match="not tested on the same rows, from split 0 on") as caught:
        br.from_cross_validate(shuffled)
    assert "random_state" in caught.value.hint


def test_repeats_can_be_declared_where_there_are_no_indices() -> None:
    result = {"test_accuracy": [0.1, 0.2, 0.3, 0.4, 0.5, 0.6]}
    table = br.from_cross_validate({"A": result}, repeats=2)
    assert table.select("repeat", "fold").rows() == [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]
    with pytest.raises(OptionError, match="6 splits"):
        br.from_cross_validate({"A": result}, repeats=4)


def test_a_failed_fit_is_a_failed_run(iris: tuple[Any, Any]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        result = validated(iris, 120, cv=3, error_score=np.nan, scoring=["accuracy"])
    table = br.from_cross_validate({"kNN": result}, metrics="accuracy")
    assert table["value"].null_count() == 3


# Scorers count higher as better, whatever their name.
@pytest.mark.parametrize(
    ("name", "values", "metric", "kept", "way"),
    [
        ("neg_root_mean_squared_error", [-2.0, -3.0], "root_mean_squared_error", [2.0, 3.0], "lower"),
        ("mse", [-2.0, -3.0], "mse", [2.0, 3.0], "lower"),
        ("mse", [2.0, 3.0], "mse", [2.0, 3.0], "lower"),
        ("own", [-2.0, 3.0], "own", [-2.0, 3.0], "higher"),
        ("neg_gain", [2.0, 3.0], "neg_gain", [2.0, 3.0], "higher"),
        ("neg_log_loss", [0.0, 0.0], "log_loss", [0.0, 0.0], "lower"),
    ],
)
def test_negated_losses_get_their_sign_back(
    name: str, values: list[float], metric: str, kept: list[float], way: str
) -> None:
    table = br.from_cross_validate({"A": {f"test_{name}": values}})
    assert table.select("metric", "value", "direction").rows() == [(metric, value, way) for value in kept]
    assert all(np.copysign(1, value) > 0 or value < 0 for value in table["value"])


def test_a_loss_of_both_signs_must_be_declared() -> None:
    mixed = {"A": {"test_regret": [-1.0, 1.0]}}
    with pytest.raises(DirectionError, match="both signs"):
        br.from_cross_validate(mixed)
    table = br.from_cross_validate(mixed, directions={"regret": "higher"})
    assert table.select("value", "direction").rows() == [(-1.0, "higher"), (1.0, "higher")]


def test_a_name_for_the_metric_is_refused_where_the_metrics_have_names() -> None:
    named = pl.DataFrame({"run_id": ["1"], "status": ["FINISHED"], "params.model": ["A"], "metrics.auc": [0.5]})
    for call, given in ((br.from_cross_validate, {"A": {"test_auc": [0.5]}}), (br.from_mlflow, named)):
        with pytest.raises(OptionError, match="metrics of its own"):
            call(given, metric="accuracy")


@pytest.mark.parametrize("wrong", [{}, {"A": 3}, {"A": {"d": {"e": 1}}}, {"test_score": [1.0]}, [1.0]])
def test_what_is_no_result_of_cross_validate_is_refused(wrong: Any) -> None:
    with pytest.raises(ColumnError) as caught:
        br.from_cross_validate(wrong)
    assert "cross_validate(...)" in caught.value.hint


def searched(iris: tuple[Any, Any], **options: Any) -> Any:
    from sklearn.model_selection import GridSearchCV
    from sklearn.neighbors import KNeighborsClassifier

    grid = [{"n_neighbors": [1, 3]}, {"n_neighbors": [5], "weights": ["distance"]}]
    return GridSearchCV(KNeighborsClassifier(), grid, cv=2, **options).fit(*iris)


def test_candidates_of_a_search_are_algorithms(iris: tuple[Any, Any]) -> None:
    found = searched(iris).cv_results_
    table = br.from_search(found, metric="accuracy", dataset="iris")
    assert table["algorithm"].unique().cast(pl.String).sort().to_list() == [
        "n_neighbors=1",
        "n_neighbors=3",
        "n_neighbors=5, weights=distance",
    ]
    assert one(table, algorithm="n_neighbors=3", fold=1) == found["split1_test_score"][1]
    row = cell(table, algorithm="n_neighbors=5, weights=distance", fold=0)
    assert (row["param_n_neighbors"], row["param_weights"], row["metric"]) == ("5", "distance", "accuracy")
    assert cell(table, algorithm="n_neighbors=1", fold=0)["param_weights"] is None


def test_a_search_reads_the_same_as_mapping_pandas_and_csv(iris: tuple[Any, Any]) -> None:
    import pandas as pd

    found = searched(iris, scoring=["accuracy", "neg_log_loss"], refit=False).cv_results_
    table = br.from_search(found)
    assert set(table["metric"].unique()) == {"accuracy", "log_loss"}
    assert_frame_equal(br.from_search(pd.DataFrame(found)), table)
    written = pl.read_csv(pd.DataFrame(found).to_csv(index=False).encode())
    assert_frame_equal(br.from_search(written), table)


def test_several_searches_name_their_candidates_after_the_algorithm(iris: tuple[Any, Any]) -> None:
    found = searched(iris).cv_results_
    table = br.from_search({"kNN": {"iris": found}, "other": {"iris": found}}, metric="accuracy")
    assert "kNN (n_neighbors=1)" in table["algorithm"].unique().to_list()
    assert table["dataset"].unique().to_list() == ["iris"]


def test_a_frame_without_splits_is_no_search() -> None:
    with pytest.raises(ColumnError, match="no results"):
        br.from_search(pl.DataFrame({"mean_test_score": [0.5]}))


# MLflow: the columns of mlflow.search_runs() of MLflow 3.17.2, retyped from its output for four runs
MLFLOW = pl.DataFrame(
    {
        "run_id": ["2fa15a88", "27af13f8", "b64cd073", "068d36d1"],
        "experiment_id": ["1"] * 4,
        "status": ["FINISHED"] * 4,
        "artifact_uri": ["mlruns/1"] * 4,
        "metrics.accuracy": [0.91, 0.9, 0.93, 0.92],
        "metrics.log_loss": [0.3, 0.31, 0.32, 0.33],
        "params.fold": ["1", "0", "1", "0"],
        "params.n_neighbors": ["5", "5", "5", "5"],
        "params.model": ["SVM", "SVM", "kNN", "kNN"],
        "tags.mlflow.runName": ["SVM-1", "SVM-0", "kNN-1", "kNN-0"],
        "tags.mlflow.source.type": ["LOCAL"] * 4,
        "tags.mlflow.user": ["me"] * 4,
    }
)


def test_runs_of_mlflow_are_read_by_their_parameters() -> None:
    table = br.from_mlflow(MLFLOW, dataset="iris")
    assert table.columns == ["algorithm", "dataset", "fold", "metric", "value", "direction", "design"]
    assert table.schema["fold"] == pl.Int64
    assert one(table, algorithm="kNN", fold=1, metric="accuracy") == 0.93
    assert set(table.filter(metric="log_loss")["direction"]) == {"lower"}


def test_other_parameters_name_the_keys_when_declared() -> None:
    renamed = MLFLOW.rename({"params.model": "params.kind", "experiment_id": "experiment"})
    with pytest.raises(ColumnError, match="names the algorithm") as caught:
        br.from_mlflow(renamed)
    assert "params.kind" in caught.value.hint
    for own in ("params.kind", "kind"):
        table = br.from_mlflow(renamed, columns={own: "algorithm", "experiment": "dataset"})
        assert table["dataset"].unique().to_list() == ["1"]
        assert one(table, algorithm="SVM", fold=0, metric="accuracy") == 0.9


def test_a_parameter_of_mlflow_can_be_a_factor() -> None:
    both = pl.concat([MLFLOW, MLFLOW.with_columns(pl.lit("9").alias("params.n_neighbors"))])
    with pytest.raises(DuplicateKeyError):
        br.from_mlflow(both)
    assert br.from_mlflow(both, factors="n_neighbors")["n_neighbors"].unique().sort().to_list() == [5, 9]


def test_runs_that_failed_are_null_and_those_going_on_are_left_out() -> None:
    table = br.from_mlflow(MLFLOW.with_columns(status=pl.Series(["FAILED", "RUNNING", "FINISHED", "KILLED"])))
    assert table.filter(metric="accuracy").select("algorithm", "fold", "value").sort("algorithm", "fold").rows() == [
        ("SVM", 1, None),
        ("kNN", 0, None),
        ("kNN", 1, 0.93),
    ]


def test_a_parent_run_without_metrics_is_left_out() -> None:
    parent = pl.DataFrame({"run_id": ["p"], "status": ["FINISHED"]})
    children = MLFLOW.with_columns(pl.lit("p").alias("tags.mlflow.parentRunId"))
    table = pl.concat([parent, children], how="diagonal")
    assert_frame_equal(br.from_mlflow(table), br.from_mlflow(MLFLOW))


def test_a_frame_without_metrics_is_not_of_mlflow() -> None:
    with pytest.raises(ColumnError, match="metric of MLflow"):
        br.from_mlflow(MLFLOW.drop("metrics.accuracy", "metrics.log_loss"))


# Optuna: the columns of study.trials_dataframe() of Optuna 5.0.0, retyped from its output for four trials
OPTUNA = pl.DataFrame(
    {
        "number": [0, 1, 2, 3],
        "value": [0.5488135, 0.5448832, None, 0.3834415],
        "datetime_start": ["2026-11-16 13:16:02"] * 4,
        "datetime_complete": ["2026-11-16 13:16:03"] * 4,
        "duration": ["0 days 00:00:01"] * 4,
        "params_k": ["a", "b", "b", "a"],
        "params_x": [0.5488135, 0.5448832, 0.4375872, 0.3834415],
        "user_attrs_dataset": ["iris"] * 4,
        "user_attrs_fold": [0, 1, 0, 1],
        "state": ["COMPLETE", "COMPLETE", "PRUNED", "COMPLETE"],
    }
)


def test_trials_of_optuna_are_algorithms_unless_they_name_one() -> None:
    table = br.from_optuna(OPTUNA, metric="accuracy")
    assert table.select("algorithm", "dataset", "fold", "metric", "value", "param_k").rows() == [
        ("trial 0", "iris", 0, "accuracy", 0.5488135, "a"),
        ("trial 1", "iris", 1, "accuracy", 0.5448832, "b"),
        ("trial 2", "iris", 0, "accuracy", None, "b"),
        ("trial 3", "iris", 1, "accuracy", 0.3834415, "a"),
    ]


def test_a_parameter_may_name_the_algorithm_of_a_trial() -> None:
    named = OPTUNA.with_columns(params_classifier=pl.Series(["kNN", "kNN", "SVM", "SVM"]))
    table = br.from_optuna(named, metric="accuracy")
    assert one(table, algorithm="SVM", fold=1) == 0.3834415
    other = named.rename({"params_classifier": "user_attrs_kind"})
    declared = br.from_optuna(other, metric="accuracy", columns={"user_attrs_kind": "algorithm"})
    assert_frame_equal(declared.select(table.columns), table)


def test_a_value_of_a_pruned_trial_is_no_result() -> None:
    table = br.from_optuna(OPTUNA.with_columns(value=pl.lit(0.5)), metric="accuracy")
    assert one(table, algorithm="trial 2") is None


def test_a_trial_that_is_not_over_is_left_out() -> None:
    states = OPTUNA.with_columns(state=pl.Series(["COMPLETE", "RUNNING", "WAITING", "FAIL"]))
    table = br.from_optuna(states, metric="accuracy")
    assert table.select("algorithm", "value").rows() == [("trial 0", 0.5488135), ("trial 3", None)]


def test_several_objectives_are_several_metrics() -> None:
    # columns of a study with set_metric_names(["accuracy", "time"])
    two = OPTUNA.drop("value").with_columns(values_accuracy=pl.lit(0.9), values_time=pl.lit(2.0))
    table = br.from_optuna(two)
    assert table.select("metric", "direction").unique().sort("metric").rows() == [
        ("accuracy", "higher"),
        ("time", "lower"),
    ]
    unnamed = two.rename({"values_accuracy": "values_0", "values_time": "values_1"})
    with pytest.raises(DirectionError, match="'values_0', 'values_1'"):
        br.from_optuna(unnamed)
    both = br.from_optuna(unnamed, directions={"values_0": "maximize", "values_1": "minimize"})
    assert set(both["direction"]) == {"higher", "lower"}


def test_the_direction_of_an_unnamed_objective_is_asked_for() -> None:
    with pytest.raises(DirectionError):
        br.from_optuna(OPTUNA)


def test_several_studies_are_told_apart() -> None:
    table = br.from_optuna({"TPE": OPTUNA, "random": OPTUNA}, metric="accuracy")
    assert table["algorithm"].n_unique() == 8
    assert one(table, algorithm="TPE trial 3") == 0.3834415
    named = OPTUNA.with_columns(params_model=pl.lit("kNN")).drop("user_attrs_dataset")[:2]
    by_dataset = br.from_optuna({"iris": named, "wine": named}, metric="accuracy")
    assert by_dataset["dataset"].unique().sort().to_list() == ["iris", "wine"]


def test_two_levels_of_column_names_are_joined() -> None:
    import pandas as pd

    levels = [("number", ""), ("value", ""), ("params", "k"), ("user_attrs", "dataset"), ("state", "")]
    frame = pd.DataFrame([[0, 0.5, 1, "iris", "COMPLETE"]], columns=pd.MultiIndex.from_tuples(levels))
    assert br.from_optuna(frame, metric="accuracy").select("dataset", "value", "param_k").row(0) == ("iris", 0.5, 1)


def test_a_frame_without_trials_is_refused() -> None:
    with pytest.raises(ColumnError, match="value of a trial"):
        br.from_optuna(pl.DataFrame({"value": [1.0]}))


# AutoML benchmark: the sample file of its manual (openml/automlbenchmark, docs, "Results file format")
AUTOML = """\
id,task,framework,constraint,fold,result,metric,mode,version,params,tag,utc,duration,models,seed,info,acc,auc,balacc,\
logloss,mae,r2,rmse
openml.org/t/3913,kc2,RandomForest,test,0,0.865801,auc,local,0.23.2,{'n_estimators': 2000},,2020-12-04T19:27:46,3.2,\
2000,2633845682,,0.792453,0.865801,0.634199,0.350891,,,
openml.org/t/3913,kc2,RandomForest,test,1,0.86039,auc,local,0.23.2,{'n_estimators': 2000},,2020-12-04T19:27:52,3.0,\
2000,2633845683,,0.90566,0.86039,0.772727,0.406952,,,
openml.org/t/59,iris,RandomForest,test,0,0.126485,logloss,local,0.23.2,{'n_estimators': 2000},,2020-12-04T19:27:56,2.9,\
2000,2633845682,,0.933333,,0.933333,0.126485,,,
openml.org/t/59,iris,RandomForest,test,1,0.0271781,logloss,local,0.23.2,{'n_estimators': 2000},,2020-12-04T19:28:01,\
3.0,2000,2633845683,,1.0,,1.0,0.0271781,,,
openml.org/t/2295,cholesterol,RandomForest,test,0,44.3352,rmse,local,0.23.2,{'n_estimators': 2000},,\
2020-12-04T19:28:05,3.0,2000,2633845682,,,,,,35.6783,-0.014619,44.3352
openml.org/t/2295,cholesterol,RandomForest,test,1,55.3163,rmse,local,0.23.2,{'n_estimators': 2000},,\
2020-12-04T19:28:10,3.1,2000,2633845683,,,,,,43.1808,-0.0610752,55.3163
"""


@pytest.fixture
def automl(tmp_path: Path) -> Path:
    path = tmp_path / "results.csv"
    path.write_text(AUTOML)
    return path


def test_measures_of_the_automl_benchmark_are_read_from_their_columns(automl: Path) -> None:
    table = br.from_automlbenchmark(automl)
    assert "repeat" not in table.columns
    measured = table.group_by("dataset").agg(pl.col("metric").cast(pl.String).unique().sort()).sort("dataset")
    assert dict(measured.iter_rows()) == {
        "cholesterol": ["duration", "mae", "r2", "rmse"],
        "iris": ["acc", "balacc", "duration", "logloss"],
        "kc2": ["acc", "auc", "balacc", "duration", "logloss"],
    }
    assert one(table, dataset="kc2", fold=1, metric="auc") == 0.86039
    assert one(table, dataset="cholesterol", fold=0, metric="r2") == -0.014619
    assert dict(table.select("metric", "direction").unique().iter_rows())["logloss"] == "lower"


def test_a_failed_run_is_null_where_the_task_has_the_measure(automl: Path) -> None:
    frame = pl.read_csv(automl)
    measures = ["result", "acc", "auc", "balacc", "logloss", "mae", "r2", "rmse"]
    failed = frame.with_columns(
        pl.lit(None, dtype=pl.Float64).alias(name) for name in measures
    ).with_columns(framework=pl.lit("TPOT"), info=pl.lit("TimeoutError"))  # fmt: skip
    table = br.from_automlbenchmark(pl.concat([frame, failed]))
    assert one(table, algorithm="TPOT", dataset="iris", fold=0, metric="logloss") is None
    assert cell(table, algorithm="TPOT", dataset="iris", fold=0, metric="logloss")["info"] == "TimeoutError"
    assert table.filter(dataset="iris", metric="auc").is_empty()
    alone = br.from_automlbenchmark(failed)
    assert alone.filter(dataset="iris")["metric"].unique().cast(pl.String).sort().to_list() == ["duration", "logloss"]


def test_a_negated_result_without_a_column_of_its_own_is_turned() -> None:
    rows = {"task": ["a"], "framework": ["F"], "fold": [0], "result": [-0.25], "metric": ["neg_rmsle"], "seed": [7]}
    table = br.from_automlbenchmark(pl.DataFrame(rows))
    assert table.select("metric", "value", "direction").rows() == [("rmsle", 0.25, "lower")]


def test_files_of_2019_do_not_name_their_metric() -> None:
    # first rows of reports/results_small-8c4h.csv in openml/automlbenchmark, columns that are not read left out
    text = (
        "id,task,framework,fold,result,utc,duration,seed,info,acc,auc,logloss\n"
        "openml.org/t/146818,Australian,autosklearn,4,0.949066,2019-04-15T12:22:02,14445.0,4234893321,,0.898551,0.949066,\n"
        "openml.org/t/146821,car,autosklearn,0,0.00265179,2019-04-15T20:41:07,14494.6,4234893317,,1.0,,0.00265179\n"
    )
    table = br.from_automlbenchmark(pl.read_csv(text.encode()))
    assert sorted(table.filter(pl.col("metric") != "duration").select("dataset", "metric", "value").rows()) == [
        ("Australian", "acc", 0.898551),
        ("Australian", "auc", 0.949066),
        ("car", "acc", 1.0),
        ("car", "logloss", 0.00265179),
    ]


def test_time_limits_are_told_apart_when_declared(automl: Path) -> None:
    frame = pl.read_csv(automl)
    both = pl.concat([frame, frame.with_columns(constraint=pl.lit("1h8c"))])
    with pytest.raises(DuplicateKeyError, match="more than once") as caught:
        br.from_automlbenchmark(both)
    assert "constraint" in caught.value.hint
    assert br.from_automlbenchmark(both, factors="constraint")["constraint"].n_unique() == 2


def test_texts_of_failures_are_no_datasets(automl: Path) -> None:
    frame = pl.read_csv(automl).with_columns(info=pl.lit(None, dtype=pl.String))
    failed = pl.col("fold") == 1
    reason = pl.when(failed).then(pl.format("TimeoutError {}", "task")).alias("info")
    later = frame.with_columns(pl.when(~failed).then("acc").alias("acc"), reason, constraint=pl.lit("1h8c"))
    table = br.from_automlbenchmark(pl.concat([frame, later]), factors="constraint")
    described = br.design(table.filter(pl.col("metric") == "acc"))
    names = {name for names in described["datasets"] for name in names}
    assert names == {f"{task}, constraint={limit}" for task in ("kc2", "iris") for limit in ("test", "1h8c")}


def test_a_results_file_without_its_columns_is_refused() -> None:
    with pytest.raises(ColumnError, match="'framework'"):
        br.from_automlbenchmark(pl.DataFrame({"task": ["a"], "frameworks": ["b"], "fold": [0], "result": [1.0]}))


# lm-evaluation-harness: keys as in its results_*.json, numbers made up
def harness(model: str, arc: float, **more: Any) -> dict[str, Any]:
    return {
        "results": {
            "arc_easy": {
                "alias": "arc_easy",
                "sample_len": 3,
                "acc,none": arc,
                "acc_stderr,none": 0.0097,
                "acc_norm,none": 0.59,
                "acc_norm_stderr,none": 0.01,
            },
            "gsm8k": {
                "alias": "gsm8k",
                "exact_match,strict-match": 0.1,
                "exact_match_stderr,strict-match": "N/A",
                "exact_match,flexible-extract": 0.2,
            },
            "wikitext": {"alias": "wikitext", "word_perplexity,none": 17.5, "word_perplexity_stderr,none": "N/A"},
            "both": {"alias": "both", "acc,none": 0.4},
        },
        "group_subtasks": {"both": ["arc_easy", "gsm8k"], "arc_easy": [], "gsm8k": [], "wikitext": []},
        "higher_is_better": {
            "arc_easy": {"acc": True, "acc_norm": True},
            "gsm8k": {"exact_match": True},
            "wikitext": {"word_perplexity": False},
        },
        "n-samples": {name: {"original": 2000, "effective": 3} for name in ("arc_easy", "gsm8k", "wikitext")},
        "config": {"model": "hf", "model_args": f"pretrained={model},dtype=float16"},
        **more,
    }


def test_results_of_the_harness_say_their_directions() -> None:
    table = br.from_lm_eval([harness("gpt2", 0.43), harness("pythia", 0.44)])
    assert one(table, algorithm="pythia", dataset="arc_easy", metric="acc") == 0.44
    assert set(table["metric"].cast(pl.String)) == {
        "acc",
        "acc_norm",
        "exact_match (strict-match)",
        "exact_match (flexible-extract)",
        "word_perplexity",
    }
    assert set(table.filter(metric="word_perplexity")["direction"]) == {"lower"}
    assert "both" not in table["dataset"].to_list()
    assert table["n_test"].unique().to_list() == [3]


@pytest.mark.parametrize(
    ("more", "name"),
    [
        ({"model_name": "mine"}, "mine"),
        ({"model_name": "", "config": {"model": "vllm", "model_args": {"pretrained": "a/b"}}}, "a/b"),
        ({"config": {"model": "hf", "model_args": "pretrained=a/b,peft=a/lora"}}, "a/lora"),
        ({"config": {"model": "dummy", "model_args": None}}, "dummy"),
    ],
)
def test_a_model_is_named_by_its_arguments(more: dict[str, Any], name: str) -> None:
    assert br.from_lm_eval(harness("x", 0.1, **more))["algorithm"].unique().to_list() == [name]


def test_results_are_found_in_folders(tmp_path: Path) -> None:
    for model, value in (("gpt2", 0.43), ("pythia", 0.44)):
        (tmp_path / model).mkdir()
        (tmp_path / model / "results_2026-01-01T00-00-00.0.json").write_text(json.dumps(harness(model, value)))
    table = br.from_lm_eval(tmp_path)
    assert_frame_equal(table, br.from_lm_eval([harness("gpt2", 0.43), harness("pythia", 0.44)]))


def test_the_same_model_twice_is_refused() -> None:
    with pytest.raises(DuplicateKeyError):
        br.from_lm_eval([harness("gpt2", 0.43), harness("gpt2", 0.44)])


@pytest.mark.parametrize(
    "wrong", [{}, {"results": 3}, 3, {"results": {}}], ids=["empty", "number", "no table", "no task"]
)
def test_what_is_no_result_of_the_harness_is_refused(wrong: Any) -> None:
    with pytest.raises(BenchreportError):
        br.from_lm_eval(wrong)


def test_a_file_that_is_no_json_is_named(tmp_path: Path) -> None:
    (tmp_path / "results_x.json").write_text("{")
    with pytest.raises(ReadError, match=r"results_x\.json"):
        br.from_lm_eval(tmp_path)
    with pytest.raises(ReadError, match="samples"):
        br.from_lm_eval_samples(tmp_path)


def logged(hits: list[int], after: str = "none", **more: Any) -> list[dict[str, Any]]:
    # keys of a line of samples_<task>_<date>.jsonl in version 0.4.13
    return [
        {"doc_id": at, "doc": {"q": at}, "target": "0", "resps": [], "filtered_resps": [], "filter": after}
        | {"metrics": ["acc"], "acc": float(hit), "doc_hash": f"h{at}", **more}
        for at, hit in enumerate(hits)
    ]


def test_logged_answers_are_right_or_wrong(tmp_path: Path) -> None:
    for model, hits in (("gpt2", [1, 0, 1]), ("pythia", [1, 1, 0])):
        folder = tmp_path / f"some__{model}"
        folder.mkdir()
        (folder / "results_2026-01-01T00-00-00.5.json").write_text(json.dumps(harness(model, 0.4)))
        lines = "\n".join(map(json.dumps, logged(hits)))
        (folder / "samples_arc_easy_2026-01-01T00-00-00.5.jsonl").write_text(lines)
    table = br.from_lm_eval_samples(tmp_path)
    assert table.columns == ["algorithm", "dataset", "instance", "truth", "prediction"]
    assert table.filter(algorithm="gpt2")["prediction"].to_list() == ["right", "wrong", "right"]
    assert table["dataset"].unique().to_list() == ["arc_easy"]
    scored = br.measure(table, metrics="accuracy")
    assert scored["value"].to_list() == pytest.approx([2 / 3, 2 / 3])
    assert br.mcnemar(table)["n"].to_list() == [3]


def test_a_log_without_results_beside_it_is_named_after_its_folder(tmp_path: Path) -> None:
    path = tmp_path / "samples_my_task.jsonl"
    path.write_text("\n".join(map(json.dumps, logged([1, 0]))))
    table = br.from_lm_eval_samples(path)
    assert table.select("algorithm", "dataset").row(0) == (tmp_path.name, "my_task")
    assert br.from_lm_eval_samples(path, model="mine")["algorithm"].unique().to_list() == ["mine"]


def test_filters_of_a_task_are_tasks_unless_one_is_chosen() -> None:
    kept = {"gsm8k": logged([1, 0], "strict-match") + logged([1, 1], "flexible-extract")}
    record = harness("gpt2", 0.4, samples=kept)
    both = br.from_lm_eval_samples(record)
    assert both["dataset"].unique().sort().to_list() == ["gsm8k (flexible-extract)", "gsm8k (strict-match)"]
    single = br.from_lm_eval_samples(record, after_filter="strict-match")
    assert single.select("dataset", "prediction").rows() == [("gsm8k", "right"), ("gsm8k", "wrong")]
    with pytest.raises(ColumnError, match="no samples"):
        br.from_lm_eval_samples(record, after_filter="none")


def test_a_measure_that_is_no_hit_is_refused() -> None:
    record = harness("gpt2", 0.4, samples={"t": logged([1, 0], f1=0.5)})
    with pytest.raises(ColumnError, match="neither 0 nor 1"):
        br.from_lm_eval_samples(record, metric="f1")
    with pytest.raises(ColumnError, match="no metric 'acq'") as caught:
        br.from_lm_eval_samples(record, metric="acq")
    assert "'acc'" in caught.value.hint


def test_another_question_under_the_same_number_is_refused() -> None:
    first = harness("gpt2", 0.4, samples={"t": logged([1, 0])})
    second = harness("pythia", 0.4, samples={"t": logged([1, 0], doc_hash="other")})
    with pytest.raises(ColumnError, match="doc_id 0 of task 't' is not the same question"):
        br.from_lm_eval_samples([first, second])


# Recognition


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        (pl.read_csv(AUTOML.encode()), "results of the AutoML benchmark"),
        (MLFLOW, "runs of MLflow"),
        (OPTUNA, "trials of Optuna"),
        (pl.DataFrame({"param_k": [1], "split0_test_score": [0.5]}), "candidates of a scikit-learn search"),
    ],
    ids=["automlbenchmark", "mlflow", "optuna", "search"],
)
def test_a_table_of_another_tool_is_recognised(table: pl.DataFrame, sentence: str) -> None:
    unnamed = {"value", "split0_test_score"} & set(table.columns)
    found = unpacked(table, {"metric": "accuracy"} if unnamed else {})
    assert found is not None
    assert found.sentence == sentence
    assert br.scores(found.table, **found.declared).height > 0


def test_a_user_who_names_the_columns_reads_the_table_in_another_way() -> None:
    assert unpacked(pl.read_csv(AUTOML.encode()), {"columns": {"framework": "algorithm"}}) is None
    assert unpacked(MLFLOW, {"columns": {"params.model": "algorithm"}}) is not None


@pytest.mark.parametrize(
    "columns",
    [
        ["algorithm", "dataset", "metric", "value"],
        ["framework", "task", "fold", "acc", "logloss"],
        ["framework", "task", "fold", "metric", "result"],
        ["number", "value", "state"],
    ],
)
def test_ordinary_tables_are_nobody_elses(columns: list[str]) -> None:
    assert unpacked(pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64)), {}) is None


@pytest.mark.parametrize(
    "call",
    [br.from_cross_validate, br.from_search, br.from_mlflow, br.from_optuna, br.from_automlbenchmark, br.from_lm_eval],
)
def test_a_keyword_that_means_nothing_is_named(call: Any) -> None:
    with pytest.raises(OptionError, match="'datasets'"):
        call({}, datasets="iris")
