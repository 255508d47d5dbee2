"""A column of any name may split a table into groups, unless the results have a column of that name."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.tables.groups import listed
from benchreport.tables.schema import COLUMNS_OF, RUN_KEYS
from tests import contract
from tests import test_contract_predictions as over_predictions

METHODS = [
    method
    for method in br.METHODS.values()
    if method.kind in ("table", "columns", "measure")
    and hasattr(br, method.id)
    and "by" in inspect.signature(getattr(br, method.id)).parameters
]
every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)

# Names of columns that methods make on the way to their results, and that a user may well have too.
INNOCENT = (
    *("key", "rank", "position", "level", "mean", "x", "y", "orientation", "least", "most", "dropped", "ratio"),
    *("tied", "chi2", "squares", "assumed", "repeated", "folds", "total", "largest", "share", "variance", "flat", "f"),
    *("at", "values", "keys", "sizes", "spread", "blocks", "matched", "dependent", "weight", "label", "positive"),
    *("policy", "group", "block", "pair", "column", "measured", "named", "seat", "member"),
    *("infinite", "clustered", "pooled", "criterion", "correlation", "z", "low", "high", "hits", "some", "alone"),
)
# Options without which a method cannot be called, or would take long.
NEEDS: Mapping[str, Mapping[str, Any]] = {
    "bootstrap_632": {"training": {"accuracy": "auc"}},
    "bootstrap_632_plus": {"training": {"accuracy": "auc"}, "no_information": {"accuracy": 0.5}},
    "ci_empirical_bernstein": {"bound": (-5, 5)},
    "ci_hoeffding_mean": {"bound": (-5, 5)},
    "ci_mean_z": {"sigma": 0.1},
    "contrasts": {"weights": {"kNN": 1, "Majority": -1}},
    "dunnett": {"control": "kNN"},
    "rate_intervals": {"positive": 1},
}
SIMPLEST_FIRST = ("Majority", "GaussianNB", "kNN", "DecisionTree", "LogisticRegression", "RandomForest")
ORDERED = ("jonckheere", "multitest_order", "page_trend")
SEPARATE = ("ci_difference_errors", "delong_unpaired", "two_proportions")


@cache
def study() -> pl.DataFrame:
    scores = br.read_scores(br.example("small_study_5x2.csv"), metrics=["accuracy", "auc"])
    return scores.filter(pl.col("repeat") < 3)


@cache
def shuffled() -> pl.DataFrame:
    runs = pl.DataFrame({"permutation_id": range(40), "accuracy": np.linspace(0.9, 0.4, 40)})
    return br.scores(runs.with_columns(model=pl.lit("kNN"), dataset=pl.lit("toy")), factors="permutation_id")


@cache
def response() -> pl.DataFrame:
    grid = [(d, r, 1 - (d - 2) ** 2 / 9 - (r - 1) ** 2 / 7 + 0.01 * d * r) for d in range(4) for r in range(4)]
    frame = pl.DataFrame(grid, schema=["depth", "rate", "reward"], orient="row")
    return br.scores(frame.with_columns(model=pl.lit("net"), dataset=pl.lit("d")), factors=["depth", "rate"])


def table_of(method: br.Method) -> pl.DataFrame:
    if method.id == "label_permutation_test":
        return shuffled()
    if method.id == "response_surface":
        return response()
    if method.shape == "scores":
        scores = study()
        if method.id == "group_test":
            return scores.with_columns(group=pl.col("dataset"))
        return scores
    predicted = over_predictions.predicted(br.METHODS[SEPARATE[0]] if method.id in SEPARATE else method)
    if method.id in over_predictions.NUMERIC:
        predicted = predicted.with_columns(pl.col("truth").cast(pl.Float64), prediction=pl.col("score"))
    return predicted


def options_of(method: br.Method) -> dict[str, Any]:
    takes = inspect.signature(getattr(br, method.id)).parameters
    needs: dict[str, Any] = {}
    for source in (contract.NEEDS, over_predictions.NEEDS, NEEDS):
        needs |= source.get(method.id, {})
    if "draws" in takes:
        needs.setdefault("draws", 99)
    if "positive" in takes and takes["positive"].default is inspect.Parameter.empty:
        needs.setdefault("positive", 1)
    if method.id in ORDERED:
        needs["order"] = [name for name in SIMPLEST_FIRST if name in study()["algorithm"].unique().to_list()]
    if method.id == "response_surface":
        needs["factors"] = ["depth", "rate"]
    needs.pop("by", None)
    return needs


def grouped(method: br.Method, names: list[str]) -> pl.DataFrame:
    """Run a method by its usual groups and further columns, of which each holds one word."""
    function: Callable[..., Any] = getattr(br, method.id)
    usual = inspect.signature(function).parameters["by"].default
    by = (*listed(usual), *names)
    words = [pl.lit("one").alias(name) for name in names]
    return function(table_of(method).with_columns(words), by=by, **options_of(method))


@every_method
def test_columns_named_like_temporaries_of_any_method_are_groups_like_any_other(method: br.Method) -> None:
    own = {*grouped(method, []).columns, *(COLUMNS_OF["predictions"] if method.shape != "scores" else ())}
    own |= {"group"} if method.id == "group_test" else set()  # it asks for this column
    names = [name for name in INNOCENT if name not in own]
    plain = [f"colour {number}" for number in range(len(names))]
    rows, others = grouped(method, names), grouped(method, plain)
    if "family" in rows.columns and rows.schema["family"] == pl.String:
        # A family is told by its groups, under the names that the user gave.
        assert not rows["family"].drop_nulls().str.contains("__", literal=True).any()
        rows, others = rows.drop("family"), others.drop("family")
    assert_frame_equal(rows.rename(dict(zip(names, plain, strict=True))), others)
    refused = next(
        (name for name in INNOCENT if name in own and name not in (*COLUMNS_OF["predictions"], "group")), None
    )
    if refused is not None:
        with pytest.raises(br.BenchreportError, match="column of the results"):
            grouped(method, [refused])


@pytest.mark.parametrize("name", ["key", "rank", "position", "level", "mean"])
def test_the_usual_names_of_factors_group_scores(name: str) -> None:
    twice = pl.concat(study().with_columns(pl.lit(level).alias(name)) for level in ("low", "high"))
    rows = br.wilcoxon(twice, by=("metric", name))
    alone = br.wilcoxon(study(), by="metric")
    assert rows.columns[:2] == ["metric", name]
    assert_frame_equal(rows.filter(pl.col(name) == "low").drop(name), alone)
    lazy = br.friedman(twice.lazy(), by=("metric", name))
    assert lazy.collect_schema().names()[:2] == ["metric", name]
    assert_frame_equal(lazy.collect(), br.friedman(twice, by=("metric", name)))


def test_frames_of_other_libraries_may_be_grouped_by_such_names_too() -> None:
    ranked = study().with_columns(rank=pl.lit("low"))
    texts = ranked.select(pl.col("algorithm", "dataset", "metric", "rank").cast(pl.String), *RUN_KEYS, "value")
    assert_frame_equal(
        br.average_ranks(texts.to_pandas(), by=("metric", "rank")), br.average_ranks(texts, by=("metric", "rank"))
    )


@pytest.mark.parametrize("name", ["p_value", "n", "status", "__rank"])
def test_columns_of_the_results_and_names_with_underscores_are_refused(name: str) -> None:
    with pytest.raises(br.BenchreportError, match=f"'{name}' (is a column of the results|cannot name a group)"):
        br.wilcoxon(study().with_columns(pl.lit("one").alias(name)), by=("metric", name))


def test_an_error_names_the_column_as_the_user_does() -> None:
    holey = study().with_columns(rank=pl.when(pl.col("fold") == 1).then(pl.lit("low")))
    with pytest.raises(br.BenchreportError, match=r"the group column 'rank' has empty cells") as caught:
        br.wilcoxon(holey, by=("metric", "rank"))
    assert "__" not in str(caught.value)


def test_completing_and_pairing_take_such_groups_too() -> None:
    table = study().with_columns(rank=pl.lit("one"))
    assert br.pairs(table, by=("metric", "rank")).columns[:2] == ["metric", "rank"]
    assert br.complete(table, "worst", by=("metric", "rank")).columns[: len(table.columns)] == table.columns
    assert br.missing_cells(table, by=("metric", "rank")).columns[:2] == ["metric", "rank"]
