"""Did another tool write this table?"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import polars as pl

from benchreport.errors import BenchreportError
from benchreport.tables.importers.automlbenchmark import is_automlbenchmark, stacked_results
from benchreport.tables.importers.guarded import MALFORMED, malformed
from benchreport.tables.importers.scikit_learn import stacked_candidates
from benchreport.tables.importers.tracking import stacked_runs, stacked_trials
from benchreport.tables.schema import Declared

FIRST_SPLIT = re.compile(r"^split0_test_")


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout:
    """How the tables of a tool are known, and how they are read.

    ``own_keys`` says that its keys need no declaring: a user who does so wants the table read in another way.
    """

    sentence: str
    tool: str
    own_keys: bool
    fits: Callable[[Sequence[str]], bool]
    read: Callable[[pl.DataFrame, Declared], tuple[pl.DataFrame, Declared]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Foreign:
    """A table of another tool as a long table, and what is left to declare of it."""

    sentence: str
    table: pl.DataFrame
    declared: Declared


def unpacked(table: pl.DataFrame, declared: Declared) -> Foreign | None:
    """Read the table of another tool, if its columns leave no doubt which one wrote it.

    Examples
    --------
    >>> runs = pl.DataFrame({"run_id": ["1"], "status": ["FINISHED"], "params.model": ["kNN"], "metrics.auc": [0.9]})
    >>> found = unpacked(runs, {})
    >>> found.sentence, found.table.select("algorithm", "metric", "value").row(0)
    ('runs of MLflow', ('kNN', 'auc', 0.9))
    >>> unpacked(pl.DataFrame({"algorithm": ["kNN"], "auc": [0.9]}), {}) is None
    True
    """
    layout = next((layout for layout in LAYOUTS if layout.fits(table.columns)), None)
    if layout is None or (layout.own_keys and declared.get("columns")):
        return None
    try:
        long, rest = layout.read(table, declared)
    except BenchreportError:
        raise
    except MALFORMED as problem:
        raise malformed(
            layout.tool, problem, "columns={'your column': 'algorithm'} says what its columns are"
        ) from problem
    return Foreign(sentence=layout.sentence, table=long, declared=rest)


def _is_mlflow(columns: Sequence[str]) -> bool:
    return {"run_id", "status"} <= set(columns) and any(name.startswith("metrics.") for name in columns)


def _is_optuna(columns: Sequence[str]) -> bool:
    valued = "value" in columns or any(name.startswith("values_") for name in columns)
    return {"number", "state", "datetime_start"} <= set(columns) and valued


def _is_search(columns: Sequence[str]) -> bool:
    named = "params" in columns or any(name.startswith("param_") for name in columns)
    return named and any(map(FIRST_SPLIT.match, columns))


LAYOUTS = (
    Layout(
        sentence="results of the AutoML benchmark",
        tool="the AutoML benchmark",
        own_keys=True,
        fits=is_automlbenchmark,
        read=stacked_results,
    ),
    Layout(sentence="runs of MLflow", tool="MLflow", own_keys=False, fits=_is_mlflow, read=stacked_runs),
    Layout(sentence="trials of Optuna", tool="Optuna", own_keys=False, fits=_is_optuna, read=stacked_trials),
    Layout(
        sentence="candidates of a scikit-learn search",
        tool="scikit-learn",
        own_keys=True,
        fits=_is_search,
        read=stacked_candidates,
    ),
)
