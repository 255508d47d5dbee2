"""Scores in a results file of the AutoML benchmark."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from benchreport.errors import refuse_unknown
from benchreport.tables.checks import is_numeric, numbers
from benchreport.tables.importers import Importer, TableForm
from benchreport.tables.importers.foreign import with_design_warnings, written_by
from benchreport.tables.importers.scikit_learn import NEGATED
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import FILE, read_frame
from benchreport.tables.schema import Declared
from benchreport.tables.scores import scores

WRITTEN = "hand in its results.csv, or a frame with the same columns"
NEEDED = ("task", "framework", "fold", "result")
# Columns of the tool that are no measures; those in KEPT tell rows apart or why they failed.
KEPT = ("constraint", "type", "version", "info")
OTHER = (
    "id", "metric", "mode", "params", "tag", "app_version", "utc", "models", "models_count", "models_ensemble_count",
    "seed",
)  # fmt: skip
N_FOLDS = 10
# Measures of the tool whose names do not settle it.
DIRECTIONS = {"max_pce": "lower", "f2": "higher", "f05": "higher"}


@written_by("the AutoML benchmark", WRITTEN)
def from_automlbenchmark(results: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Read a ``results.csv`` of the AutoML benchmark, as scores.

    The column ``result`` mixes metrics and directions between tasks, so every measure is read from its own column;
    where the metric of a task has none, it is taken from ``result``. Seeds are counted up with the folds and are no
    repeats. A measure that no framework has on a task does not belong to it; one that only some lack is a failed run.

    Parameters
    ----------
    results
        A path or a frame.
    **declared
        ``metrics``, ``directions``, ``factors`` and ``design``, as in :func:`scores`. Several time limits are told
        apart with ``factors="constraint"``.

    Examples
    --------
    >>> import benchreport as br
    >>> row = {"task": "kc2", "framework": "RandomForest", "fold": 0, "result": -0.35, "metric": "neg_logloss"}
    >>> br.from_automlbenchmark(pl.DataFrame([row | {"seed": 26, "acc": 0.79}])).select("metric", "value").rows()
    [('acc', 0.79), ('logloss', 0.35)]
    """
    table = read_frame(results) if isinstance(results, str | Path) else to_polars(results)
    refuse_unknown(NEEDED, table.columns, "no column {!r}, which the AutoML benchmark writes")
    long, rest = stacked_results(table, declared)
    return with_design_warnings(scores(long, **rest))


def is_automlbenchmark(columns: Sequence[str]) -> bool:
    """Return whether columns are those of a results file of the AutoML benchmark.

    Examples
    --------
    >>> is_automlbenchmark(["id", "task", "framework", "fold", "result", "utc", "seed", "acc"])
    True
    """
    return set(NEEDED) <= set(columns) and "value" not in columns and bool({"constraint", "utc"} & set(columns))


def stacked_results(table: pl.DataFrame, declared: Declared) -> tuple[pl.DataFrame, Declared]:
    """Return a long table, one row per framework, task, fold and measure, and what is left to declare of it."""
    long = _stacked(table)
    directions = {metric: way for metric, way in DIRECTIONS.items() if (long["metric"] == metric).any()}
    return long, {**declared, "directions": directions | dict(declared.get("directions") or {})}


def _stacked(table: pl.DataFrame) -> pl.DataFrame:
    fixed = {*NEEDED, *KEPT, *OTHER, FILE}
    measures = [name for name in table.columns if name not in fixed and is_numeric(table.get_column(name))]
    factors = [name for name in KEPT if name in table.columns]
    # Files of 2019 do not say which metric a result is.
    own = pl.col("metric").cast(pl.String) if "metric" in table.columns else pl.lit(None, dtype=pl.String)
    loss = own.str.starts_with(NEGATED)
    result = numbers(table, "result")
    base = table.with_columns(*(numbers(table, name) for name in measures)).with_columns(
        __metric=own.str.strip_prefix(NEGATED), __result=pl.when(loss).then(0.0 - result).otherwise(result)
    )
    # Its ten folds are those of OpenML; of fewer it is not known what they are.
    fold = "fold" if table.get_column("fold").n_unique() == N_FOLDS else "run"
    keys = [pl.col("framework").alias("algorithm"), pl.col("task").alias("dataset"), pl.col("fold").alias(fold)]
    keys += [pl.col(name) for name in factors]
    rows = [
        base.select(*keys, pl.lit(name).alias("metric"), pl.col(name).alias("value"), "__metric") for name in measures
    ]
    unlisted = base.filter(~pl.col("__metric").is_in(measures).fill_null(True))
    rows.append(
        unlisted.select(*keys, pl.col("__metric").alias("metric"), pl.col("__result").alias("value"), "__metric")
    )
    long = pl.concat(rows).filter(pl.col("metric").is_not_null())
    # The metric a task was run for stays even if every framework failed.
    measured = pl.col("value").is_not_null().any() | (pl.col("metric") == pl.col("__metric")).any().fill_null(False)
    return long.filter(measured.over("dataset", "metric")).drop("__metric")


FROM_AUTOMLBENCHMARK = Importer(
    id="from_automlbenchmark",
    tool="the AutoML benchmark",
    reads="results of the AutoML benchmark",
    function=from_automlbenchmark,
    form=TableForm(fits=is_automlbenchmark, read=stacked_results, own_keys=True),
)
