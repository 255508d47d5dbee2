"""Measures of predictions, agreement with the truth, and whether two classifiers use the classes alike."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Call, Oracle

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
def read(path: Path, fold: int | None) -> pl.DataFrame:
    frame = pl.read_parquet(path) if path.suffix == ".parquet" else pl.read_csv(path, infer_schema_length=None)
    chosen = frame if fold is None else frame.filter(pl.col("fold") == fold)
    chances = [name for name in frame.columns if name.startswith("prob_")]
    # Some of their rows sum to 1 only to six digits; theirs were divided by the sum, too.
    whole = pl.sum_horizontal(chances)
    return br.predictions(chosen.with_columns(pl.col(name) / whole for name in chances) if chances else chosen)


def table(oracle: Oracle) -> pl.DataFrame:
    found = re.fullmatch(r"fold==(\d+)", oracle.data["filter"])
    return read(oracle.folder / oracle.data["file"], int(found[1]) if found else None)


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


def stuart_maxwell_bowker(oracle: Oracle) -> Any:
    """Compare Stuart's test; R gives NaN for symmetry where two cells are 0/0, and where nothing differs."""
    stuart = {(row["a"], row["b"]): row for row in br.stuart_maxwell(table(oracle)).iter_rows(named=True)}
    ours = []
    for pair in oracle.result:
        row = stuart[pair["a"], pair["b"]]
        degenerate = pair["stuart"]["chi2"] == "NaN"
        if degenerate and row["status"] != "all_ties":
            raise ValueError(f"{pair['a']}, {pair['b']}: theirs is 0/0, ours is {row['status']}")
        ours.append({} if degenerate else {"stuart": {"chi2": row["statistic"], "p": row["p_value"]}})
    return ours


REFERENCES: Mapping[str, Call] = {
    "classification_metrics": classification_metrics,
    "cohen_kappa": cohen_kappa,
    "stuart_maxwell_bowker": stuart_maxwell_bowker,
}
VARIANTS: Mapping[str, Call] = {}
