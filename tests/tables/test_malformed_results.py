"""Malformed results of other tools are refused in our own words, whatever is wrong with them."""

from __future__ import annotations

import copy
import datetime
import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportError, ColumnError

pytestmark = pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")

CASES = 80  # make fuzz breaks thousands
STRANGE = (
    *(None, float("nan"), float("inf"), "", "x", "0.5", -1, 0, 1e308, True, 2**70, 1j, b"\xff", "\ud800"),
    *([], {}, [1], {"a": 1}, [None], [[1]], (1, 2), {1, 2}, range(3), datetime.date(2020, 1, 1)),
    *(np.array([1.0, 2.0]), np.float64(3)),
)
INDICES = {"train": [[0, 1], [2, 3]], "test": [[2, 3], [0, 1]]}
VALIDATED = {
    name: {"test_accuracy": [0.9, 0.8], "test_neg_log_loss": [-0.3, -0.1], "fit_time": [1.0, 2.0], "indices": INDICES}
    for name in ("kNN", "SVM")
}
SEARCHED = {
    "params": [{"k": 1}, {"k": 3}],
    "split0_test_score": [0.8, 0.9],
    "split1_test_score": [0.7, 0.9],
    "param_k": [1, 3],
}
HARNESS = {
    "results": {"arc": {"alias": "arc", "acc,none": 0.66, "acc_stderr,none": 0.01}, "g": {"acc,none": 0.5}},
    "higher_is_better": {"arc": {"acc": True}},
    "n-samples": {"arc": {"effective": 100}},
    "group_subtasks": {"g": ["arc"]},
    "config": {"model": "hf", "model_args": "pretrained=gpt2"},
}
SAMPLES = {
    "model_name": "gpt2",
    "results": {},
    "samples": {"arc": [{"doc_id": number, "filter": "none", "acc": 1.0, "doc_hash": "a"} for number in (0, 1)]},
}
RUNS = {
    "run_id": ["1", "2"],
    "status": ["FINISHED", "RUNNING"],
    "params.model": ["kNN", "SVM"],
    "params.dataset": ["iris", "iris"],
    "params.fold": ["0", "0"],
    "metrics.accuracy": [0.9, 0.8],
    "tags.mlflow.parentRunId": [None, "3"],
}
TRIALS = {
    "number": [0, 1],
    "values_accuracy": [0.9, None],
    "params_k": [1, 3],
    "state": ["COMPLETE", "FAIL"],
    "datetime_start": ["a", "b"],
}
BENCHMARK = {
    "task": ["kc2", "kc2"],
    "framework": ["RF", "kNN"],
    "fold": [0, 0],
    "result": [-0.35, -0.3],
    "metric": ["neg_logloss", "neg_logloss"],
    "seed": [1, 2],
    "acc": [0.7, 0.8],
    "utc": ["x", "y"],
}
IMPORTERS: dict[str, tuple[Callable[[Any], pl.DataFrame], dict[str, Any], bool]] = {
    "cross_validate": (br.from_cross_validate, VALIDATED, False),
    "search": (br.from_search, SEARCHED, False),
    "search frame": (br.from_search, SEARCHED, True),
    "lm_eval": (br.from_lm_eval, HARNESS, False),
    "lm_eval samples": (br.from_lm_eval_samples, SAMPLES, False),
    "mlflow": (br.from_mlflow, RUNS, True),
    "optuna": (br.from_optuna, TRIALS, True),
    "automlbenchmark": (br.from_automlbenchmark, BENCHMARK, True),
    "recognised": (br.scores, BENCHMARK, True),
}


def places(node: Any, above: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Give the way to everything inside a structure."""
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, inner in inside:
        yield (*above, key)
        yield from places(inner, (*above, key))


def broken(whole: dict[str, Any], rng: random.Random) -> Any:
    """Replace, delete, rename or double a few things of a structure."""
    result = copy.deepcopy(whole)
    for _ in range(rng.choice([1, 1, 2, 3])):
        way = list(places(result))
        if not way:
            break
        *above, key = rng.choice(way)
        node: Any = result
        for step in above:
            node = node[step]
        what = rng.random()
        if what < 0.6:
            node[key] = copy.deepcopy(rng.choice(STRANGE))
        elif what < 0.75:
            del node[key]
        elif what < 0.9 and isinstance(node, dict):
            node[rng.choice(["x", "", 3, "test_", "split0_test_", "metrics.", "params_", ("a", "b")])] = node.pop(key)
        else:
            node[key] = [node[key], node[key]]
    return result


def framed(columns: Any, rng: random.Random) -> Any:
    """Make a frame of columns, where one can be made."""
    kinds = [pl.DataFrame, pd.DataFrame] if rng.random() < 0.5 else [pd.DataFrame]
    for kind in kinds:
        try:
            return kind(columns)
        except Exception:  # columns of unlike length, or of no kind at all
            continue
    return columns


@pytest.mark.parametrize("name", IMPORTERS)
def test_an_importer_gives_a_table_or_an_error_of_ours(name: str) -> None:
    read, whole, is_frame = IMPORTERS[name]
    assert read(pl.DataFrame(whole) if is_frame else whole).height > 0
    refusals = 0
    for seed in range(CASES):
        rng = random.Random(f"{name} {seed}")
        results = broken(whole, rng)
        try:
            read(framed(results, rng) if is_frame else results)
        except BenchreportError:
            refusals += 1
    assert refusals > CASES / 5


def test_the_error_names_the_tool_and_what_to_hand_in() -> None:
    with pytest.raises(ColumnError, match=r"not as lm_eval writes them.*(?s:.)hint: hand in the results_"):
        br.from_lm_eval(HARNESS | {"higher_is_better": 3})


def test_a_wrong_call_stays_a_mistake_of_the_caller() -> None:
    with pytest.raises(TypeError, match="missing a required argument"):
        br.from_lm_eval()  # type: ignore[call-arg]
