"""What every method over predictions promises, asked of all of them alike."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal, assert_series_equal

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.forms.rows import TABLE_REMARKS
from tests import contract
from tests.remark_codes import codes_of

# Options without which a method cannot be called, or would take long; contract.NEEDS may add to them.
NEEDS: Mapping[str, Mapping[str, Any]] = {
    "approx_normal_test": {"constant": 0.2},
    "binomial_test": {"constant": 0.2},
    "bootstrap_paired": {"draws": 199},
    "permutation_signflip": {"by": "dataset"},
    "risk_test": {"costs": {(0, 1): 5, (1, 0): 1}},
}

# They compare all algorithms at once; the others that compare take a `control`.
OMNIBUS = frozenset({"cochran_q"})

# They compare algorithms that were tested on different instances, and refuse common ones.
SEPARATE = frozenset({"ci_difference_errors", "two_proportions"})

# They read numbers, not classes.
NUMERIC = frozenset({"f_test_regression", "pitman_morgan"})

# Over scores and over predictions.
BOTH = frozenset({"permutation_signflip"})

STATUSES = {"ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"}

METHODS = [
    method
    for method in br.METHODS.values()
    if contract.is_usual(method) and (method.shape in ("predictions", "counts") or method.id in BOTH)
]


def parameters(method: br.Method) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(getattr(br, method.id)).parameters


def compares(method: br.Method) -> bool:
    return "control" in parameters(method) or method.id in OMNIBUS


PAIRED = [method for method in METHODS if "control" in parameters(method)]

every_method = pytest.mark.parametrize("method", METHODS, ids=lambda method: method.id)
every_pair = pytest.mark.parametrize("method", PAIRED, ids=lambda method: method.id)
every_comparison = pytest.mark.parametrize("method", list(filter(compares, METHODS)), ids=lambda method: method.id)


def function_of(method: br.Method) -> Callable[..., Any]:
    return partial(getattr(br, method.id), **(dict(contract.NEEDS.get(method.id, {})) | dict(NEEDS.get(method.id, {}))))


def predicted(method: br.Method, algorithms: tuple[str, ...] = ("A", "B", "C"), folds: int = 1) -> pl.DataFrame:
    """Two datasets of two classes with probabilities; the algorithms err in a fifth to a third of the cases."""
    rng = np.random.default_rng(20260101)
    rows = []
    for dataset, n in (("large", 45), ("small", 36)):
        truth = rng.integers(0, 2, n)
        for position, name in enumerate(algorithms):
            wrong = rng.random(n) < 0.2 + 0.05 * position
            p = np.where(wrong ^ (truth == 1), 0.75, 0.25) + rng.uniform(-0.2, 0.2, n)
            offset = 1000 * position if method.id in SEPARATE else 0
            for i in range(n):
                said = int(p[i] > 0.5)
                rows.append((name, dataset, i % folds, i + offset, int(truth[i]), said, p[i], 1 - p[i], p[i]))
    schema = ["algorithm", "dataset", "fold", "instance", "truth", "prediction", "score", "prob_0", "prob_1"]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return br.predictions(frame if folds > 1 else frame.drop("fold"))


def hostile(method: br.Method) -> pl.DataFrame:
    """Groups of predictions that have broken other tools."""
    groups: dict[str, tuple[list[int], list[list[int]]]] = {
        "one_instance": ([1], [[1], [0], [1]]),
        "two_instances": ([1, 0], [[1, 0], [0, 1], [1, 1]]),
        "all_right": ([0, 1] * 4, [[0, 1] * 4] * 3),
        "all_wrong": ([0, 1] * 4, [[1, 0] * 4] * 3),
        "single_class": ([1] * 6, [[1] * 6, [0] * 6, [1, 0] * 3]),
        "same_predictions": ([0, 1, 1, 0], [[0, 0, 1, 1]] * 3),
        "opposite": ([0, 1] * 5, [[0, 1] * 5, [1, 0] * 5, [0, 0] * 5]),
        "two_algorithms": ([0, 1, 1], [[0, 1, 0], [1, 1, 1]]),
    }
    rows = [
        (name, f"m{j}", i + (100 * j if method.id in SEPARATE else 0), true, said)
        for name, (truth, everyone) in groups.items()
        for j, predictions in enumerate(everyone)
        for i, (true, said) in enumerate(zip(truth, predictions, strict=True))
    ]
    return br.predictions(
        pl.DataFrame(rows, schema=["dataset", "algorithm", "instance", "truth", "prediction"], orient="row")
    )


def is_sound(rows: pl.DataFrame, method: br.Method) -> None:
    assert set(rows["status"]) <= STATUSES
    assert codes_of(rows["remarks"]) <= {remark.code for remark in (*method.remarks, *TABLE_REMARKS)}
    lacking = rows.filter(pl.col("status").is_in(["ok", "approximate"]) & pl.col("p_value").is_null())
    # An interval has limits instead.
    assert lacking.filter(pl.all_horizontal("ci_low", "ci_high", "estimate").is_null()).is_empty(), method.id
    assert rows["p_value"].drop_nulls().is_between(0, 1).all()
    for name, kind in rows.schema.items():
        if kind == pl.Float64:
            assert rows[name].drop_nulls().is_finite().all(), name
    assert rows.filter(~pl.col("status").is_in(["ok", "approximate", "all_ties"]))["p_value"].null_count() == len(
        rows.filter(~pl.col("status").is_in(["ok", "approximate", "all_ties"]))
    )


@every_method
def test_every_method_is_public_and_documented_with_an_example(method: br.Method) -> None:
    assert method.id in br.__all__
    documentation = inspect.getdoc(getattr(br, method.id))
    assert documentation
    assert ">>>" in documentation
    options = list(parameters(method).values())
    assert [option.name for option in options[:2]] == ["table", "by"]
    assert all(option.kind is inspect.Parameter.KEYWORD_ONLY for option in options[1:])


@every_method
def test_results_have_the_one_schema(method: br.Method) -> None:
    rows = function_of(method)(predicted(method))
    assert rows.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert set(rows["method"]) == {method.id}
    is_sound(rows, method)


@every_method
def test_rows_are_sorted_by_their_keys(method: br.Method) -> None:
    keys = function_of(method)(predicted(method)).select("dataset", "a", "b")
    assert_frame_equal(keys, keys.sort("dataset", "a", "b"))


@every_method
@pytest.mark.parametrize("engine", ["in-memory", "streaming"])
def test_lazy_in_lazy_out_and_every_engine_agrees(method: br.Method, engine: Any) -> None:
    table = predicted(method)
    lazy = function_of(method)(table.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(engine=engine), function_of(method)(table))


@every_method
def test_plain_frames_go_through_the_door_lazily_too(method: br.Method) -> None:
    table = predicted(method)
    plain = table.with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    expected = function_of(method)(table)
    assert_frame_equal(function_of(method)(plain.lazy()).collect(), expected)
    assert_frame_equal(function_of(method)(plain.to_pandas()), expected)
    assert_frame_equal(function_of(method)(plain.to_arrow()), expected)


@every_method
def test_the_order_of_rows_changes_not_a_bit(method: br.Method) -> None:
    table = predicted(method)
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=7)
    assert_frame_equal(function_of(method)(shuffled), function_of(method)(table), check_exact=True)


@every_method
def test_a_group_is_not_touched_by_its_neighbours(method: br.Method) -> None:
    table = predicted(method)
    together = function_of(method)(table).filter(pl.col("dataset") == "small")
    assert_frame_equal(together, function_of(method)(table.filter(pl.col("dataset") == "small")))


@every_method
def test_groups_may_be_one_column_several_or_none(method: br.Method) -> None:
    table = predicted(method, folds=2)
    call = function_of(method)
    several = call(table, by=("dataset", "fold"))
    assert several.columns[:2] == ["dataset", "fold"]
    assert several["fold"].unique().sort().to_list() == [0, 1]
    single = table.filter(pl.col("dataset") == "small")
    assert_frame_equal(call(single, by=None), call(single, by="dataset").drop("dataset"))


@every_method
def test_hostile_predictions_give_rows_with_a_status(method: br.Method) -> None:
    table = hostile(method)
    rows = function_of(method)(table, by="dataset")
    assert rows["dataset"].unique().sort().to_list() == table["dataset"].unique().sort().to_list()
    is_sound(rows, method)


@pytest.mark.parametrize(
    "method", [method for method in PAIRED if method.id not in contract.PARTICULAR], ids=lambda method: method.id
)
def test_the_same_predictions_are_no_evidence(method: br.Method) -> None:
    rows = function_of(method)(hostile(method), by="dataset")
    same = rows.filter(pl.col("dataset").is_in(["same_predictions", "all_right", "all_wrong"]))
    assert set(same["p_value"]) <= {1.0, None}
    assert same["better"].null_count() == same.height


@every_method
def test_classes_may_be_any_text_even_none(method: br.Method) -> None:
    words = {0: "", 1: 'ja: £, "quoted"'}
    classes = pl.col("truth", "prediction").replace_strict(words, return_dtype=pl.String)
    table = predicted(method).drop("prob_0", "prob_1", "score")
    call = function_of(method)
    if method.id in NUMERIC:
        with pytest.raises(br.BenchreportError, match="needs numbers"):
            call(table.with_columns(classes))
        return
    options = {"costs": {("", words[1]): 5, (words[1], ""): 1}} if "costs" in parameters(method) else {}
    as_numbers = {"costs": {(0, 1): 5, (1, 0): 1}} if options else {}
    assert_frame_equal(call(table.with_columns(classes), **options), call(table, **as_numbers))


@every_comparison
def test_a_table_with_one_algorithm_is_refused(method: br.Method) -> None:
    table = predicted(method)
    with pytest.raises(br.BenchreportError, match="only one algorithm, 'A'"):
        function_of(method)(table.filter(pl.col("algorithm") == "A"))


@every_comparison
def test_missing_predictions_are_refused_and_the_place_named(method: br.Method) -> None:
    if "missing" not in parameters(method):
        pytest.skip("uses what is there")
    table = predicted(method)
    gap = (pl.col("dataset") == "small") & (pl.col("algorithm") == "B") & (pl.col("instance") == 3)
    unanswered = table.with_columns(prediction=pl.when(~gap).then("prediction"))
    for holey in (table.filter(~gap), unanswered):
        with pytest.raises(br.BenchreportError, match="small, 3 lacks"):
            function_of(method)(holey)
        rows = function_of(method)(holey, missing="available")
        assert rows["n_dropped"].sum() > 0


@every_method
@pytest.mark.parametrize("alpha", [0.0, 1.0, -0.1, float("nan")])
def test_a_level_outside_zero_and_one_is_refused(method: br.Method, alpha: float) -> None:
    with pytest.raises(br.BenchreportError, match="alpha"):
        function_of(method)(predicted(method), alpha=alpha)


@every_method
@pytest.mark.parametrize("name", ["n", "alpha", "status"])
def test_a_group_named_like_a_result_is_refused(method: br.Method, name: str) -> None:
    with pytest.raises(br.BenchreportError, match="column of the results"):
        function_of(method)(predicted(method).with_columns(pl.lit("a").alias(name)), by=("dataset", name))


@every_method
def test_empty_group_keys_are_refused(method: br.Method) -> None:
    holey = predicted(method).with_columns(noise=pl.when(pl.col("dataset") == "small").then(pl.lit("low")))
    with pytest.raises(br.BenchreportError, match="has empty cells"):
        function_of(method)(holey, by=("dataset", "noise"))


@every_pair
def test_swapping_the_names_mirrors_the_one_sided_p(method: br.Method) -> None:
    if "alternative" not in parameters(method):
        pytest.skip("two-sided by nature")
    table = predicted(method, ("A", "B"))
    swapped = table.with_columns(pl.col("algorithm").cast(pl.String).replace({"A": "B", "B": "A"}))
    call = function_of(method)
    for one, other in (("two-sided", "two-sided"), ("greater", "less"), ("less", "greater")):
        ours, theirs = call(table, alternative=one), call(swapped, alternative=other)
        assert_series_equal(ours["p_value"], theirs["p_value"], rel_tol=1e-9)
        mirrored = theirs["better"].cast(pl.String).replace({"A": "B", "B": "A"})
        assert ours["better"].cast(pl.String).to_list() == mirrored.to_list()


@every_pair
def test_a_control_is_the_second_of_every_pair(method: br.Method) -> None:
    table = predicted(method)
    rows = function_of(method)(table, control="A")
    assert set(rows["b"]) == {"A"}
    assert set(rows["a"]) == {"B", "C"}
    with pytest.raises(br.BenchreportError, match="'Z'"):
        function_of(method)(table, control="Z")
