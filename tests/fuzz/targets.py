"""What is fuzzed: every reader, importer, study file, template, and PDF given to verify."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from benchreport.document.blocks import Look
from benchreport.document.sections import section
from benchreport.study import study_from
from tests.fuzz.mutations import mutated_bytes, mutated_structure

READERS = ("csv", "tsv", "json", "ndjson", "parquet", "arrow")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """Something that takes a stranger's input: ``cases`` is how often it is tried."""

    cases: int
    attempt: Callable[[random.Random, Path], Any]


@cache
def table() -> pl.DataFrame:
    rows = [
        {"algorithm": name, "dataset": f"d{j}", "fold": fold, "accuracy": 0.5 + j / 50 + place / 20 + fold / 100}
        for j in range(5)
        for place, name in enumerate(("SVM 5", "kNN, k=3", "Träd"))
        for fold in range(2)
    ]
    return pl.DataFrame(rows)


@cache
def file_of(kind: str) -> bytes:
    stream = io.BytesIO()
    frame = table()
    if kind in ("csv", "tsv"):
        frame.write_csv(stream, separator="," if kind == "csv" else "\t")
    elif kind == "json":
        frame.write_json(stream)
    elif kind == "ndjson":
        frame.write_ndjson(stream)
    elif kind == "parquet":
        frame.write_parquet(stream)
    else:
        frame.write_ipc(stream)
    return stream.getvalue()


def read(kind: str) -> Callable[[random.Random, Path], Any]:
    def attempt(chance: random.Random, folder: Path) -> Any:
        path = folder / f"table.{kind}"
        path.write_bytes(mutated_bytes(file_of(kind), chance))
        return br.read_scores(path)

    return attempt


IMPORTED: Mapping[str, Any] = {
    "from_lm_eval": {
        "results": {"arc": {"acc,none": 0.5, "acc_stderr,none": 0.01, "alias": "arc"}},
        "configs": {"arc": {"task": "arc"}},
        "config": {"model": "hf", "model_args": "pretrained=a"},
        "model_name": "a",
        "higher_is_better": {"arc": {"acc": True}},
    },
    "from_cross_validate": {
        "a": {"test_score": [0.5, 0.6], "fit_time": [1.0, 1.1], "score_time": [0.1, 0.1]},
        "b": {"test_score": [0.4, 0.7], "fit_time": [1.0, 1.1], "score_time": [0.1, 0.1]},
    },
    "from_search": {
        "params": [{"k": 1}, {"k": 2}],
        "split0_test_score": [0.5, 0.6],
        "split1_test_score": [0.4, 0.7],
        "mean_test_score": [0.45, 0.65],
    },
    "from_mlflow": [
        {
            "info": {"run_id": "1", "run_name": "a", "status": "FINISHED"},
            "data": {
                "metrics": [{"key": "accuracy", "value": 0.5, "step": 0}],
                "params": [{"key": "dataset", "value": "d"}],
                "tags": [{"key": "mlflow.runName", "value": "a"}],
            },
        }
    ],
    "from_optuna": [
        {"number": 0, "value": 0.5, "params": {"k": 1}, "state": "COMPLETE", "user_attrs": {}},
        {"number": 1, "value": 0.6, "params": {"k": 2}, "state": "COMPLETE", "user_attrs": {}},
    ],
    "from_automlbenchmark": [
        {"id": "t", "task": "adult", "framework": "A", "fold": 0, "type": "binary", "result": 0.9, "metric": "auc"},
        {"id": "t", "task": "adult", "framework": "B", "fold": 0, "type": "binary", "result": 0.8, "metric": "auc"},
    ],
    "from_lm_eval_samples": [
        {"doc_id": 0, "target": "a", "resps": [["a"]], "filtered_resps": ["a"], "acc": 1.0, "doc_hash": "x"},
        {"doc_id": 1, "target": "b", "resps": [["a"]], "filtered_resps": ["a"], "acc": 0.0, "doc_hash": "y"},
    ],
}


def imported(name: str) -> Callable[[random.Random, Path], Any]:
    def attempt(chance: random.Random, folder: Path) -> Any:
        changed = mutated_structure(IMPORTED[name], chance)
        if chance.random() < 0.5:
            path = folder / "other.json"
            path.write_text(json.dumps(changed), encoding="utf8")
            return getattr(br, name)(path)
        return getattr(br, name)(changed)

    return attempt


STUDY = """scores = "scores.csv"
title = "A study"
alpha = 0.05
control = "kNN"
sections = ["summary", "..."]
[columns]
model = "algorithm"
[directions]
gain = "higher"
[tests]
pairs = "wilcoxon"
"""


def study(chance: random.Random, _: Path) -> Any:
    return study_from(mutated_bytes(STUDY.encode(), chance).decode("utf8", "replace"))


TEMPLATE = """# Title

{% for name in names %}
- {{ m.strong(name) }} {{ '{:.2f}'.format(0.5) }}
{% endfor %}

{{ m.table(board) }}

{% if names | length > 1 %}{{ m.cite("demsar2006") }}{% endif %}
"""


def template(chance: random.Random, _: Path) -> Any:
    text = mutated_bytes(TEMPLATE.encode(), chance).decode("utf8", "replace")
    board = br.table(table().head(2), caption="A table.", id="board")
    return section("own", {"names": ["a", "b"], "board": board}, look=Look(templates={"sections/own.jinja": text}))


@cache
def report() -> bytes:
    from benchreport.document.pdf import pdf_bytes

    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    return pdf_bytes(br.report(scores, sections=["setup"]))[0]


def pdf(chance: random.Random, folder: Path) -> Any:
    path = folder / "report.pdf"
    path.write_bytes(mutated_bytes(report(), chance))
    return br.verification(path)


TARGETS: Mapping[str, Target] = {
    **{f"reader {kind}": Target(cases=5000 // len(READERS) + 1, attempt=read(kind)) for kind in READERS},
    **{f"importer {name}": Target(cases=5000 // len(IMPORTED) + 1, attempt=imported(name)) for name in IMPORTED},
    "study file": Target(cases=5000, attempt=study),
    "template": Target(cases=300, attempt=template),
    "pdf": Target(cases=300, attempt=pdf),
}
