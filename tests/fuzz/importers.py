"""Every importer: the structures, frames and files that other tools hand over."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

import benchreport as br
from tests.fuzz.mutations import mutated_bytes, mutated_frame, mutated_structure

Attempt = Callable[[random.Random | None, Path], object]

HARNESS = {
    "results": {
        "arc": {"alias": "arc", "acc,none": 0.5, "acc_stderr,none": 0.01, "acc_norm,none": 0.6},
        "gsm": {"alias": "gsm", "exact_match,strict": 0.25},
        "both": {"acc,none": 0.4},
    },
    "group_subtasks": {"both": ["arc", "gsm"]},
    "higher_is_better": {"arc": {"acc": True, "acc_norm": True}, "gsm": {"exact_match": True}},
    "n-samples": {"arc": {"original": 20, "effective": 20}, "gsm": {"original": 8, "effective": 8}},
    "config": {"model": "hf", "model_args": "pretrained=gpt2,dtype=float"},
}
SAMPLES = [
    {"doc_id": i, "target": "a", "resps": [["a"]], "filter": "none", "acc": float(i % 2), "doc_hash": f"h{i}"}
    for i in range(4)
]
VALIDATED = {
    name: {
        "test_accuracy": [0.9, 0.8],
        "test_neg_log_loss": [-0.3, -0.1],
        "fit_time": [1.0, 2.0],
        "indices": {"train": [[0, 1], [2, 3]], "test": [[2, 3], [0, 1]]},
    }
    for name in ("kNN", "SVM")
}
SEARCHED = {
    "params": [{"k": 1}, {"k": 3}],
    "param_k": [1, 3],
    "split0_test_score": [0.8, 0.9],
    "split1_test_score": [0.7, 0.9],
    "mean_test_score": [0.75, 0.9],
}
RUNS = {
    "run_id": ["1", "2", "3"],
    "status": ["FINISHED", "FINISHED", "RUNNING"],
    "params.model": ["kNN", "SVM", "SVM"],
    "params.dataset": ["iris", "iris", "wine"],
    "params.fold": ["0", "0", "0"],
    "metrics.accuracy": [0.9, 0.8, 0.7],
    "tags.mlflow.parentRunId": [None, None, "4"],
}
TRIALS = {
    "number": [0, 1, 2],
    "value": [0.9, None, 0.8],
    "params_k": [1, 3, 5],
    "user_attrs_dataset": ["a", "a", "a"],
    "state": ["COMPLETE", "FAIL", "COMPLETE"],
}
BENCHMARK = {
    "id": ["t", "t", "t"],
    "task": ["kc2", "kc2", "adult"],
    "framework": ["RF", "kNN", "RF"],
    "fold": [0, 0, 0],
    "result": [-0.35, -0.3, 0.9],
    "metric": ["neg_logloss", "neg_logloss", "auc"],
    "seed": [1, 2, 3],
    "acc": [0.7, 0.8, 0.9],
    "auc": [0.7, 0.8, 0.9],
    "utc": ["x", "y", "z"],
    "info": [None, None, None],
}


def from_structure(read: Callable[[Any], object], whole: Any) -> Attempt:
    return lambda chance, _: read(mutated_structure(whole, chance))


def from_file(read: Callable[[Any], object], whole: Any, name: str) -> Attempt:
    """Return an attempt at a JSON file with a changed structure, or changed bytes."""

    def attempt(chance: random.Random | None, folder: Path) -> object:
        path = folder / name
        in_bytes = chance is not None and chance.random() < 0.5
        content = _json(whole if in_bytes else mutated_structure(whole, chance), lines=name.endswith("l"))
        path.write_bytes(mutated_bytes(content, chance) if in_bytes else content)
        return read(path)

    return attempt


def _json(value: Any, *, lines: bool) -> bytes:
    if lines and isinstance(value, list):
        return "\n".join(map(json.dumps, value)).encode()
    return json.dumps(value).encode()


def from_frame(read: Callable[[Any], object], columns: Mapping[str, list[Any]]) -> Attempt:
    """Return an attempt at a Polars frame of strange columns, or a pandas one of changed cells."""

    def attempt(chance: random.Random | None, _: Path) -> object:
        if chance is None or chance.random() < 0.5:
            return read(mutated_frame(pl.DataFrame(columns, strict=False), chance))
        changed = mutated_structure(columns, chance)
        try:
            frame = pd.DataFrame(changed)
        except Exception:  # columns of unlike length make no frame
            return read(changed)
        return read(frame)

    return attempt


def from_csv(read: Callable[[Any], object], columns: Mapping[str, list[Any]]) -> Attempt:
    def attempt(chance: random.Random | None, folder: Path) -> object:
        path = folder / "results.csv"
        path.write_bytes(mutated_bytes(pl.DataFrame(columns).write_csv().encode(), chance))
        return read(path)

    return attempt


ATTEMPTS: Mapping[str, Attempt] = {
    "from_lm_eval": from_structure(br.from_lm_eval, HARNESS),
    "from_lm_eval, file": from_file(br.from_lm_eval, HARNESS, "results_2024.json"),
    "from_lm_eval_samples": from_structure(
        br.from_lm_eval_samples, {"model_name": "gpt2", "results": {}, "samples": {"arc": SAMPLES}}
    ),
    "from_lm_eval_samples, file": from_file(br.from_lm_eval_samples, SAMPLES, "samples_arc.jsonl"),
    "from_cross_validate": from_structure(br.from_cross_validate, VALIDATED),
    "from_cross_validate, datasets": from_structure(
        br.from_cross_validate, {name: {"iris": kept} for name, kept in VALIDATED.items()}
    ),
    "from_search": from_structure(br.from_search, SEARCHED),
    "from_search, frame": from_frame(br.from_search, SEARCHED),
    "from_mlflow": from_frame(br.from_mlflow, RUNS),
    "from_optuna": from_frame(partial(br.from_optuna, metric="accuracy"), TRIALS),
    "from_automlbenchmark": from_frame(br.from_automlbenchmark, BENCHMARK),
    "from_automlbenchmark, file": from_csv(br.from_automlbenchmark, BENCHMARK),
    "scores, recognised layouts": from_csv(br.read_scores, BENCHMARK),
}
