"""Which of six quick classifiers does best on the four small data sets that come with scikit-learn?

Runs the study and writes its scores, predictions and description, in about two minutes:

    pip install numpy polars scikit-learn
    python examples/make_small_study.py                  # into the folder `data` beside this script
    python examples/make_small_study.py --out elsewhere

The same versions on the same machine give the same bytes. scikit-learn is not a dependency of benchreport.
"""

import argparse
import json
import platform
from pathlib import Path

import numpy as np
import polars as pl
import sklearn
from sklearn.base import ClassifierMixin, clone
from sklearn.datasets import load_breast_cancer, load_digits, load_iris, load_wine
from sklearn.dummy import DummyClassifier
from sklearn.ensemble import RandomForestClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import accuracy_score, balanced_accuracy_score, log_loss, roc_auc_score
from sklearn.model_selection import RepeatedStratifiedKFold
from sklearn.naive_bayes import GaussianNB
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
from threadpoolctl import threadpool_limits

SEED = 20060101
KEYS = ["algorithm", "dataset", "repeat", "fold"]
DESIGN = {
    "small_study_5x2.csv": "stratified cross-validation, 5 repeats of 2 folds",
    "small_study_10x10.parquet": "stratified cross-validation, 10 repeats of 10 folds",
    "small_study_predictions.parquet": "test predictions of repeat 1 of the 10 x 10 folds",
}
LOADERS = {"breast_cancer": load_breast_cancer, "digits": load_digits, "iris": load_iris, "wine": load_wine}
CLASSIFIERS = {
    "DecisionTree": DecisionTreeClassifier(min_samples_leaf=5, random_state=SEED),
    "GaussianNB": GaussianNB(),
    "LogisticRegression": make_pipeline(StandardScaler(), LogisticRegression(max_iter=1000, random_state=SEED)),
    "Majority": DummyClassifier(strategy="prior", random_state=SEED),
    "RandomForest": RandomForestClassifier(n_estimators=50, n_jobs=1, random_state=SEED),
    "kNN": make_pipeline(StandardScaler(), KNeighborsClassifier(n_neighbors=5, n_jobs=1)),
}


def cross_validate(dataset: str, *, repeats: int, folds: int) -> pl.DataFrame:
    """Predict every instance by every classifier on the same stratified splits; repeats and folds count from 1."""
    bunch = LOADERS[dataset]()
    features, target = bunch.data, bunch.target_names.astype(str)[bunch.target]
    splitter = RepeatedStratifiedKFold(n_splits=folds, n_repeats=repeats, random_state=SEED)
    predicted = [
        predict(classifier, features, target, train, test).select(
            pl.lit(algorithm).alias("algorithm"),
            pl.lit(dataset).alias("dataset"),
            pl.lit(split // folds + 1, pl.Int64).alias("repeat"),
            pl.lit(split % folds + 1, pl.Int64).alias("fold"),
            pl.all(),
        )
        for split, (train, test) in enumerate(splitter.split(features, target))
        for algorithm, classifier in CLASSIFIERS.items()
    ]
    return pl.concat(predicted).sort(*KEYS, "instance")


def predict(
    classifier: ClassifierMixin, features: np.ndarray, target: np.ndarray, train: np.ndarray, test: np.ndarray
) -> pl.DataFrame:
    """Fit on the training rows; one row per test instance, its prediction the most probable class."""
    fitted = clone(classifier).fit(features[train], target[train])
    probability = fitted.predict_proba(features[test])
    prediction = fitted.classes_[probability.argmax(axis=1)]
    by_class = {f"prob_{name}": probability[:, column] for column, name in enumerate(fitted.classes_)}
    return pl.DataFrame({"instance": test, "truth": target[test], "prediction": prediction, **by_class})


def measure(fold: pl.DataFrame) -> dict[str, float]:
    """Compute the four metrics of one test fold; its ``prob_`` columns without nulls are the classes.

    AUC is one-vs-rest averaged over the classes; of two classes, the alphabetically last is the positive one.
    """
    known = sorted(column.name for column in fold.select("^prob_.*$") if column.null_count() == 0)
    classes = [name.removeprefix("prob_") for name in known]
    truth, prediction = fold["truth"].to_list(), fold["prediction"].to_list()
    probability = fold.select(known).to_numpy()
    score = probability[:, 1] if len(classes) == 2 else probability
    return {
        "accuracy": float(accuracy_score(truth, prediction)),
        "auc": float(roc_auc_score(truth, score, multi_class="ovr", average="macro", labels=classes)),
        "balanced_accuracy": float(balanced_accuracy_score(truth, prediction)),
        "log_loss": float(log_loss(truth, probability, labels=classes)),
    }


def scores_of(predictions: pl.DataFrame) -> pl.DataFrame:
    """One row per algorithm, data set, fold and metric, in the order of the predictions."""
    rows = [
        (*key, metric, value, fold.height)
        for key, fold in predictions.group_by(KEYS, maintain_order=True)
        for metric, value in measure(fold).items()
    ]
    scores = pl.DataFrame(rows, schema=[*KEYS, "metric", "value", "n_test"], orient="row")
    sizes = predictions.group_by("dataset").agg(pl.col("instance").n_unique().cast(pl.Int64).alias("size"))
    n_train = (pl.col("size") - pl.col("n_test")).alias("n_train")
    return scores.join(sizes, on="dataset", maintain_order="left").select(*KEYS, "metric", "value", n_train, "n_test")


def declared(scores: pl.DataFrame, design: str) -> pl.DataFrame:
    """The scores with their design in a column: benchreport does not guess it from the numbers of the folds."""
    return scores.with_columns(design=pl.lit(design))


def run(*, repeats: int, folds: int) -> pl.DataFrame:
    """Predictions on all data sets; the probability of a class that a data set does not have is null."""
    frames = [cross_validate(dataset, repeats=repeats, folds=folds) for dataset in LOADERS]
    return pl.concat(frames, how="diagonal")


def check(predictions: pl.DataFrame, scores: pl.DataFrame) -> None:
    """Stop unless the stored predictions give the stored scores of repeat 1 again, to the last bit."""
    stored = scores.filter(pl.col("repeat") == 1)
    correct = (pl.col("truth") == pl.col("prediction")).mean().alias("value")
    accuracy = predictions.group_by(KEYS, maintain_order=True).agg(correct)["value"]
    if not accuracy.equals(stored.filter(pl.col("metric") == "accuracy")["value"]):
        raise SystemExit("the accuracy of the predictions is not the accuracy in the scores")
    if not scores_of(predictions).equals(stored.drop("design")):
        raise SystemExit("the metrics of the predictions are not those in the scores")


def description() -> dict[str, object]:
    """What it takes to repeat the study: seed, versions, classifiers with all their parameters, design."""
    steps = {name: [step for _, step in getattr(model, "steps", [("", model)])] for name, model in CLASSIFIERS.items()}
    modules = {"numpy": np, "polars": pl, "scikit-learn": sklearn}
    return {
        "seed": SEED,
        "versions": {"python": platform.python_version()} | {name: tool.__version__ for name, tool in modules.items()},
        "datasets": {name: f"sklearn.datasets.{loader.__name__}" for name, loader in LOADERS.items()},
        "classifiers": {name: {type(s).__name__: s.get_params() for s in parts} for name, parts in steps.items()},
        "design": DESIGN,
    }


def main() -> None:
    """Run both designs, write the four files, read the predictions back and check them."""
    parser = argparse.ArgumentParser(description="Run a small study with scikit-learn and write its tables.")
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "data", help="folder to write to")
    out: Path = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    with threadpool_limits(1):  # the order of sums must not depend on the number of cores
        two_fold, ten_fold = run(repeats=5, folds=2), run(repeats=10, folds=10)
    declared(scores_of(two_fold), "cv52").write_csv(out / "small_study_5x2.csv")
    declared(scores_of(ten_fold), "repeated_cv").write_parquet(out / "small_study_10x10.parquet")
    ten_fold.filter(pl.col("repeat") == 1).write_parquet(out / "small_study_predictions.parquet")
    (out / "small_study.json").write_text(json.dumps(description(), indent=2) + "\n", encoding="utf-8", newline="\n")
    check(pl.read_parquet(out / "small_study_predictions.parquet"), pl.read_parquet(out / "small_study_10x10.parquet"))


if __name__ == "__main__":
    main()
