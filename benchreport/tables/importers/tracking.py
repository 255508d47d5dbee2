"""Scores in runs of MLflow and in trials of Optuna."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

import polars as pl

from benchreport.errors import ColumnError
from benchreport.tables.groups import listed
from benchreport.tables.importers import Importer, TableForm
from benchreport.tables.importers.foreign import with_design_warnings, written_by
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import (
    ALIASES,
    COLUMNS_OF,
    RUN_KEYS,
    Declared,
    canonical_names,
    declared_name,
    normalised,
)
from benchreport.tables.scores import LOGGER, UNNAMED_METRIC, scores

RUNS = "hand in mlflow.search_runs(...), with metrics.<name> columns"
TRIALS = "hand in study.trials_dataframe()"
WHOLE = r"^[+-]?\d+$"
METRICS = "metrics."
# Where Optuna keeps what a user said of a trial, and its values when there are several.
OBJECTS = ("user_attrs_", "params_")
OBJECTIVES = "values_"
# A run that is still going on has no result yet.
UNFINISHED = ("RUNNING", "SCHEDULED", "WAITING")


@written_by("MLflow", RUNS)
def from_mlflow(runs: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Read the frame that ``mlflow.search_runs`` gives, as scores.

    Every ``metrics.`` column is a metric. Algorithm, dataset, repeat and fold are looked for among the ``params.`` and
    ``tags.`` under their usual names: ``params.model`` is the algorithm. The metrics of a run that failed or was killed
    are null, runs that are not over are left out, and so are parent runs without metrics.

    Parameters
    ----------
    runs
        A frame, or a file read with ``polars.read_csv``.
    **declared
        As in :func:`scores`; ``columns={"params.kind": "algorithm"}`` takes MLflow's own names, with or without what
        stands before the point. ``factors`` keeps further parameters.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = {"run_id": ["1", "2"], "status": ["FINISHED"] * 2, "params.model": ["kNN", "SVM"]}
    >>> frame = pl.DataFrame(runs | {"params.fold": ["0", "0"], "metrics.accuracy": [0.9, 0.8]})
    >>> br.from_mlflow(frame, dataset="iris").select("algorithm", "fold", "value").rows()
    [('kNN', 0, 0.9), ('SVM', 0, 0.8)]
    """
    long, rest = stacked_runs(to_polars(runs), declared)
    return with_design_warnings(scores(long, **rest))


@written_by("Optuna", TRIALS)
def from_optuna(trials: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Read the frame that ``study.trials_dataframe()`` gives, as scores.

    Algorithm, dataset, repeat and fold are looked for among the parameters and user attributes under their usual names;
    where none names the algorithm, every trial is one, called "trial 0" and so on. The value of a trial that was pruned
    or failed is null; trials that are not over are left out.

    The value of the best trial is the best of many and hence too good: compare tuned algorithms on data that the study
    did not see.

    Parameters
    ----------
    trials
        A frame, or ``{name: frame}`` for several studies. The name stands before the trial; where the trials name
        their algorithm but no dataset, it is the dataset.
    **declared
        As in :func:`scores`; ``metric="accuracy"`` names the value of a study with one objective, and ``directions``
        takes Optuna's words too: ``{"accuracy": "maximize"}``.

    Examples
    --------
    >>> import benchreport as br
    >>> trials = {"number": [0, 1], "value": [0.9, None], "params_k": [1, 3], "state": ["COMPLETE", "FAIL"]}
    >>> br.from_optuna(pl.DataFrame(trials), metric="accuracy").select("algorithm", "value", "param_k").rows()
    [('trial 0', 0.9, 1), ('trial 1', None, 3)]
    """
    long, rest = stacked_trials(trials, declared)
    return with_design_warnings(scores(long, **rest))


def stacked_runs(table: pl.DataFrame, declared: Declared) -> tuple[pl.DataFrame, Declared]:
    """Return the runs of MLflow as a long table, and what is left to declare of it."""
    metrics = [name for name in table.columns if name.startswith(METRICS)]
    if not metrics:
        raise ColumnError("no column holds a metric of MLflow", hint=RUNS)
    table = _without_parents(table, metrics)
    table = _finished(table, "status", "FINISHED", metrics)
    bare = _bare(table, (METRICS, "params.", "tags."), skip="tags.mlflow.")
    return _named(table, bare, [bare[name] for name in metrics], declared, "columns={'params.kind': 'algorithm'}")


def stacked_trials(trials: Any, declared: Declared) -> tuple[pl.DataFrame, Declared]:
    """Return the trials of Optuna as a long table, and what is left to declare of it."""
    studies = dict(trials) if isinstance(trials, Mapping) else {None: trials}
    renamed = {_without(own, OBJECTS): name for own, name in (declared.get("columns") or {}).items()}
    objective = declared_name(declared, "metric", UNNAMED_METRIC)
    parts = [_study(name, to_polars(_flat(frame)), renamed, objective) for name, frame in studies.items()]
    metrics = list(dict.fromkeys(name for _, values in parts for name in values))
    table = pl.concat([frame for frame, _ in parts], how="diagonal_relaxed")
    own = {name: name for name in table.columns}
    return _named(table, own, metrics, {**declared, "columns": renamed}, "columns={'user_attrs_kind': 'algorithm'}")


def _study(
    name: str | None, table: pl.DataFrame, renamed: Mapping[str, str], objective: str
) -> tuple[pl.DataFrame, list[str]]:
    values = [column for column in table.columns if column == "value" or column.startswith(OBJECTIVES)]
    if not values or "state" not in table.columns or "number" not in table.columns:
        raise ColumnError("no column holds the value of a trial", hint=TRIALS)
    table = _finished(table, "state", "COMPLETE", values)
    bare = _bare(table, OBJECTS)
    canonical_keys = canonical_names(list(bare.values()), "scores", renamed)
    keys = {own for own, canonical in canonical_keys.items() if canonical in ("algorithm", "dataset", *RUN_KEYS)}
    # A parameter that is no key keeps a sign of what it is, since it may bear any name: kNN has one called "metric".
    bare |= {column: f"param_{own}" for column, own in bare.items() if column.startswith("params_") and own not in keys}
    bare |= {column: _objective(column, objective) for column in values}
    trials = table.select(pl.col(column).alias(own) for column, own in bare.items())
    if "algorithm" not in canonical_keys.values():
        trial = pl.format("trial {}", "number") if name is None else pl.format("{} trial {}", pl.lit(name), "number")
        trials = trials.with_columns(table.select(algorithm=trial).to_series())
    elif name is not None and "dataset" not in canonical_keys.values():
        trials = trials.with_columns(dataset=pl.lit(name))
    return trials, [bare[column] for column in values]


def _objective(column: str, single: str) -> str:
    own = column.removeprefix(OBJECTIVES)
    return single if own == "value" else column if own.isdigit() else own


def _flat(frame: Any) -> Any:
    """Return a frame whose two levels of column names, as ``multi_index=True`` makes them, are joined."""
    columns = getattr(frame, "columns", ())
    if not any(isinstance(name, tuple) for name in columns):
        return frame
    flat = frame.copy()
    flat.columns = ["_".join(part for part in map(str, name) if part) for name in columns]
    return flat


def _without_parents(table: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    parent = "tags.mlflow.parentRunId"
    if parent not in table.columns or "run_id" not in table.columns:
        return table
    is_parent = pl.col("run_id").is_in(table.get_column(parent).drop_nulls().unique().to_list())
    return table.filter(~(is_parent & pl.all_horizontal(pl.col(name).is_null() for name in metrics)))


def _finished(table: pl.DataFrame, state: str, good: str, values: Sequence[str]) -> pl.DataFrame:
    """Return the runs that are over, with empty values where a run failed."""
    if state not in table.columns:
        return table
    status = pl.col(state).cast(pl.String).str.to_uppercase()
    over = table.filter(~status.is_in(UNFINISHED).fill_null(False))
    if over.height < table.height:
        LOGGER.info("%d runs are not over and were left out", table.height - over.height)
    return over.with_columns(pl.when(status == good).then(pl.col(name)).alias(name) for name in values)


def _without(name: str, prefixes: Iterable[str]) -> str:
    return next((name.removeprefix(prefix) for prefix in prefixes if name.startswith(prefix)), name)


def _bare(table: pl.DataFrame, prefixes: Iterable[str], *, skip: str = "\x00") -> dict[str, str]:
    """Return the columns that bear a prefix with their names without it; the first prefix wins."""
    bare: dict[str, str] = {}
    for prefix in prefixes:
        for column in table.columns:
            name = column.removeprefix(prefix)
            if name != column and not column.startswith(skip) and name not in bare.values():
                bare[column] = name
    return bare


def _named(
    table: pl.DataFrame, bare: Mapping[str, str], metrics: Sequence[str], declared: Declared, hint: str
) -> tuple[pl.DataFrame, Declared]:
    """Return keys, metrics and what was declared under the names that scores have, and what is left to declare."""
    renamed = {bare.get(own, own): name for own, name in (declared.get("columns") or {}).items()}
    factors = [bare.get(name, name) for name in listed(declared.get("factors"))]
    extra = [name for name in table.columns if name not in bare and name in renamed]
    columns = table.select(*(pl.col(column).alias(name) for column, name in bare.items()), *extra)
    usual = {alias for key in ("algorithm", "dataset", *RUN_KEYS, "n_train", "n_test") for alias in ALIASES[key]}
    names = [
        name
        for name in columns.columns
        if name in (*metrics, *renamed, *factors, *COLUMNS_OF["scores"][:4])
        or name.startswith("param_")
        or (normalised(name) in usual and name not in metrics)
    ]
    columns = _whole_numbers(columns.select(names), metrics)
    canonical = canonical_names([name for name in columns.columns if name not in metrics], "scores", renamed)
    if "algorithm" not in canonical.values():
        raise ColumnError("no parameter or tag names the algorithm", hint=hint)
    keys = [name for name in columns.columns if name not in metrics]
    long = columns.unpivot(metrics, index=keys, variable_name="metric", value_name="value").rename(canonical)
    rest: Declared = {**declared, "factors": [canonical.get(name, name) for name in factors]}
    rest.pop("columns", None)
    if rest.get("metric") in metrics:
        rest.pop("metric", None)
    return long, rest


def _whole_numbers(table: pl.DataFrame, metrics: Sequence[str]) -> pl.DataFrame:
    """Return parameters, which are kept as text, as whole numbers where all are, so that folds sort as numbers."""
    texts = [name for name, kind in table.schema.items() if kind == pl.String and name not in metrics]
    whole = [
        name for name in texts if table.get_column(name).str.contains(WHOLE).all() and table[name].null_count() == 0
    ]
    return table.with_columns(pl.col(whole).cast(pl.Int64))


def _is_mlflow(columns: Sequence[str]) -> bool:
    return {"run_id", "status"} <= set(columns) and any(name.startswith(METRICS) for name in columns)


def _is_optuna(columns: Sequence[str]) -> bool:
    valued = "value" in columns or any(name.startswith(OBJECTIVES) for name in columns)
    return {"number", "state", "datetime_start"} <= set(columns) and valued


FROM_MLFLOW = Importer(
    id="from_mlflow",
    tool="MLflow",
    reads="runs of MLflow",
    function=from_mlflow,
    form=TableForm(fits=_is_mlflow, read=stacked_runs),
)

FROM_OPTUNA = Importer(
    id="from_optuna",
    tool="Optuna",
    reads="trials of Optuna",
    function=from_optuna,
    form=TableForm(fits=_is_optuna, read=stacked_trials),
)
