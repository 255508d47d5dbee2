"""Summaries over datasets, probability of improvement."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Call, Oracle
from tests.oracles.tables import read

AGGREGATES = {
    "mean": br.mean_score,
    "median": br.median_score,
    "iqm": br.iqm,
    "optimality_gap": br.optimality_gap,
}


@cache
def scores(path: Path, metric: str) -> pl.DataFrame:
    return br.scores(read(path).filter(pl.col("metric") == metric))


def table(oracle: Oracle) -> pl.DataFrame:
    return scores(oracle.folder / oracle.data["file"], oracle.data["metric"])


def aggregates(oracle: Oracle) -> Any:
    found = {
        name: dict(call(table(oracle), draws=99).select("a", "estimate").rows()) for name, call in AGGREGATES.items()
    }
    return {algorithm: {name: found[name][algorithm] for name in found} for algorithm in oracle.result}


def probability_of_improvement(oracle: Oracle) -> Any:
    rows = br.probability_of_improvement(table(oracle), draws=99)
    found = {(a, b): p for a, b, p in rows.select("a", "b", "estimate").rows()}
    return [{"p": found[pair["a"], pair["b"]]} for pair in oracle.result]


REFERENCES: Mapping[str, Call] = {
    "rliable_aggregates": aggregates,
    "rliable_probability_of_improvement": probability_of_improvement,
}
VARIANTS: Mapping[str, Call] = {}
