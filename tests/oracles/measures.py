"""Measures of predictions, agreement with the truth, and whether two classifiers use the classes alike."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Call, LeftOut, Oracle
from tests.oracles.tables import filtered, path_of
from tests.oracles.tables import read as read_file

# Their names for ours; those of rankings are answered elsewhere.
DECISIONS = {
    "accuracy": "accuracy",
    "balanced_accuracy": "balanced_accuracy",
    "mcc": "mcc",
    "kappa": "cohen_kappa",
    "f1_macro": "macro_f1",
    "f1_micro": "micro_f1",
    "f1_weighted": "weighted_f1",
    "precision_macro": "macro_precision",
    "recall_macro": "macro_recall",
}
OF_POSITIVE = {"f1": "f_score", "precision": "precision", "recall": "tpr", "brier": "brier_score"}
SURE = 1e-15


@cache
def read(path: Path, condition: str | None) -> pl.DataFrame:
    chosen = filtered(read_file(path), condition)
    chances = [name for name in chosen.columns if name.startswith("prob_")]
    # Some of their rows sum to 1 only to six digits; theirs were divided by the sum, too.
    whole = pl.sum_horizontal(chances)
    return br.predictions(chosen.with_columns(pl.col(name) / whole for name in chances) if chances else chosen)


def table(oracle: Oracle) -> pl.DataFrame:
    return read(path_of(oracle), oracle.data.get("filter"))


def classification_metrics(oracle: Oracle) -> Any:
    predictions = table(oracle)
    first = next(iter(oracle.result.values()))
    wanted = DECISIONS | ({name: ours for name, ours in OF_POSITIVE.items() if name in first})
    scores = br.measure(predictions, metrics=[*wanted.values(), "log_loss"], positive=1, clip=SURE, average="pooled")
    found = {(a, m): v for a, m, v in scores.select("algorithm", "metric", "value").rows()}
    squares = br.confusion_multiclass(predictions).group_by("algorithm", "actual", maintain_order=True)
    matrix: dict[str, list[list[int]]] = {}
    for (algorithm, _), row in squares:
        matrix.setdefault(str(algorithm), []).append(row["n"].to_list())
    ours = {}
    for algorithm in oracle.result:
        ours[algorithm] = {name: found[algorithm, own] for name, own in wanted.items()}
        ours[algorithm] |= {"logloss_clip1e15": found[algorithm, "log_loss"], "confusion": matrix[algorithm]}
    return ours


def cohen_kappa(oracle: Oracle) -> Any:
    scores = br.measure(table(oracle), metrics="cohen_kappa", average="pooled")
    return {algorithm: {"kappa": value} for algorithm, value in scores.select("algorithm", "value").rows()}


NOTHING_DIFFERS = LeftOut("0/0 elsewhere where no prediction differs; ours is p = 1")


def stuart_maxwell_bowker(oracle: Oracle) -> Any:
    """Compare Stuart's test, which is 0/0 where no prediction differs.

    R's symmetry of all cells is not compared: it is NaN as soon as two cells are 0/0.
    """
    stuart = {(row["a"], row["b"]): row for row in br.stuart_maxwell(table(oracle)).iter_rows(named=True)}
    ours = []
    for pair in oracle.result:
        row = stuart[pair["a"], pair["b"]]
        p = NOTHING_DIFFERS if row["status"] == "all_ties" else row["p_value"]
        ours.append({"stuart": {"chi2": row["statistic"], "p": p}})
    return ours


REFERENCES: Mapping[str, Call] = {
    "classification_metrics": classification_metrics,
    "cohen_kappa": cohen_kappa,
    "stuart_maxwell_bowker": stuart_maxwell_bowker,
}
VARIANTS: Mapping[str, Call] = {}
