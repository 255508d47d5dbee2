"""U2, a data scientist in a notebook: cross_validate and a search of scikit-learn, a figure, a report."""

from __future__ import annotations

from io import BytesIO
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy.stats import rankdata

import benchreport as br
from benchreport.errors import BenchreportWarning, OptionError
from tests.journeys.desk import Desk

MODELS = """
from sklearn.datasets import load_breast_cancer, load_iris, load_wine
from sklearn.dummy import DummyClassifier
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import GridSearchCV, RepeatedStratifiedKFold, cross_validate
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import StandardScaler
from sklearn.tree import DecisionTreeClassifier
models = {
    "LR": make_pipeline(StandardScaler(), LogisticRegression()),
    "kNN": KNeighborsClassifier(),
    "tree": DecisionTreeClassifier(random_state=0),
    "dummy": DummyClassifier(),
}
datasets = {"iris": load_iris, "wine": load_wine, "cancer": load_breast_cancer}
"""
EVALUATED = """
cv = RepeatedStratifiedKFold(n_splits=3, n_repeats=2, random_state=0)
results = {
    (name, on): cross_validate(model, *load(return_X_y=True), cv=cv, scoring=["accuracy", "f1_macro"])
    for name, model in models.items()
    for on, load in datasets.items()
}
"""


def test_from_cross_validate_to_a_figure_a_report_and_a_file(desk: Desk) -> None:
    desk.cell(f"import benchreport as br\n{MODELS}")
    desk.cell(EVALUATED)
    with pytest.warns(BenchreportWarning, match="folds, resamples or seeds") as doubts:
        report = desk.cell("scores = br.from_cross_validate(results)\nreport = br.report(scores)\nreport")
    scores, results = desk.names["scores"], desk.names["results"]
    assert scores["algorithm"].unique().cast(pl.String).sort().to_list() == ["LR", "dummy", "kNN", "tree"]
    assert scores["dataset"].n_unique() == 3
    assert scores["metric"].unique().cast(pl.String).sort().to_list() == ["accuracy", "f1_macro"], (
        "times are no metrics"
    )

    # What the notebook keeps and shows is light, and has the answer.
    assert len(repr(report).splitlines()) == 1
    shown = report._repr_html_()
    assert len(shown) < 60_000
    names = ["LR", "kNN", "tree", "dummy"]
    means = np.array([[results[name, on]["test_accuracy"].mean() for name in names] for on in desk.names["datasets"]])
    ranks = rankdata(-means, axis=1).mean(axis=0)
    assert names[int(ranks.argmin())] in shown
    assert f"{ranks.min():.2f}" in shown

    assert "design='kfold_cv'" in str(doubts[0].message), "what to type is said"
    desk.cell("scores = br.from_cross_validate(results, repeats=2)\nbr.report(scores)")
    assert desk.names["scores"]["repeat"].n_unique() == 2

    figure = desk.cell('br.plot("box", scores, metric="accuracy")')
    image, size = figure._repr_png_()
    assert image.startswith(b"\x89PNG")
    assert size["width"] > 200
    own = desk.cell(
        "from matplotlib.figure import Figure\nfigure = Figure(figsize=(8, 6))\n"
        'br.plot("box", scores, metric="accuracy", ax=figure.subplots())\nfigure'
    )
    with BytesIO() as drawn, BytesIO() as empty:
        own.savefig(drawn)
        own.__class__(figsize=(8, 6)).savefig(empty)
        assert len(drawn.getvalue()) > 3 * len(empty.getvalue()), "something is drawn in the axes"

    desk.cell('scores.write_parquet("scores.parquet")')
    seen = desk.shell("benchreport check scores.parquet")
    assert "4 algorithms, 3 datasets, 2 metrics" in seen.out
    assert "repeated" in seen.out
    assert (desk.commands, desk.edits) == (8, 0)


def test_a_fitted_search_is_handed_in_as_it_is(desk: Desk) -> None:
    desk.cell(f"import benchreport as br\n{MODELS}")
    search = desk.cell(
        'search = GridSearchCV(KNeighborsClassifier(), {"n_neighbors": [1, 5, 15]}, cv=4)\n'
        "search.fit(*load_iris(return_X_y=True))"
    )
    with pytest.warns(BenchreportWarning, match="design='kfold_cv'"):
        desk.cell("br.from_search(search)")
    rows = desk.cell("scores = br.from_search(search, design='kfold_cv')\nbr.corrected_resampled_t(scores)")
    five = desk.names["scores"].filter(pl.col("algorithm").cast(pl.String).str.ends_with("=5")).sort("fold")
    assert five["value"].to_list() == [search.cv_results_[f"split{fold}_test_score"][1] for fold in range(4)]
    assert rows.height == len(list(combinations(range(3), 2)))
    assert rows["status"].unique().to_list() == ["ok"]
    assert (desk.commands, desk.edits) == (4, 0)


def test_swapped_names_are_refused_where_they_can_be_recognised(desk: Desk) -> None:
    desk.cell(f"import benchreport as br\n{MODELS}")
    desk.cell('result = cross_validate(models["kNN"], *load_iris(return_X_y=True), cv=3)')
    with pytest.raises(br.BenchreportError) as caught:
        desk.cell('br.from_cross_validate({("kNN", "iris", 1): result})')
    assert caught.value.hint
    with pytest.raises(OptionError, match="tukey_hsd cannot decide over datasets: it has one variance for all pairs"):
        desk.cell(
            'scores = br.read_scores(br.example("demsar2006_auc.csv"))\nbr.report(scores, tests={"pairs": "tukey_hsd"})'
        )
    assert (desk.commands, desk.edits) == (4, 0)
