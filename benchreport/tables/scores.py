"""One number per algorithm, dataset, run and metric: whatever shape the user's table has."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Unpack

import polars as pl

from benchreport.errors import ColumnError, DirectionError, OptionError, did_you_mean, one_of
from benchreport.tables.checks import ROW, is_numeric, labels, numbers, refuse_duplicates, refuse_empty, run_labels
from benchreport.tables.groups import listed
from benchreport.tables.read import read_frame, to_polars
from benchreport.tables.schema import (
    COLUMNS_OF,
    DESIGN_OF_NAME,
    DESIGNS,
    RUN_KEYS,
    Declared,
    canonical_names,
    direction_word,
    known_direction,
    normalised,
    table_kind,
    unknown_direction,
)

LOGGER = logging.getLogger("benchreport")
SIZES = ("n_train", "n_test")
UNNAMED_METRIC = "score"
INDEX_COLUMN = re.compile(r"^(|Unnamed: ?\d+|_duplicated_\d+|__index_level_\d+__)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """What a score table was taken for.

    ``names`` maps the table's own column names to canonical ones; ``spread`` are the columns that were
    stacked, one per metric or one per algorithm.
    """

    shape: Literal["long", "metrics", "algorithms"]
    names: Mapping[str, str]
    spread: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Say it in words."""
        kinds = {
            "long": "a long table, one score per row",
            "metrics": f"one column per metric ({_listed(self.spread)})",
            "algorithms": f"one column per algorithm ({_listed(self.spread)})",
        }
        renamed = [f"{own!r} read as {name}" for own, name in self.names.items() if own != name]
        return "; ".join([kinds[self.shape], *renamed, *self.remarks])


def read_scores(
    source: str | Path, *, encoding: str = "utf8", query: str | None = None, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read a table of scores from a file, folder, pattern or database, checked and canonical.

    Parameters
    ----------
    source
        CSV or TSV (also ``.gz``, ``.zst``), Parquet, Arrow IPC, JSON, NDJSON; a folder or glob of them; or a
        database address, with ``query``.
    encoding
        Of text files.
    query
        SQL, when ``source`` is a database address.
    **declared
        As in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> scores.head(1).to_dicts()[0]
    {'algorithm': 'C4.5', 'dataset': 'adult (sample)', 'metric': 'auc', 'value': 0.763, 'direction': 'higher'}
    """
    declared.setdefault("dataset", name_of(source))
    return scores(read_frame(source, encoding=encoding, query=query), **declared)


def scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Check a table of scores in memory and bring it into canonical form.

    Long tables, tables with a column per metric and tables with a column per algorithm are recognised; what was
    recognised is logged to the logger ``benchreport``. Failed runs (null or NaN) are kept as null.

    Parameters
    ----------
    frame
        Polars (eager or lazy), pandas, PyArrow, DuckDB or Spark.
    **declared
        ``columns``: own name to canonical name, ``{"model": "algorithm"}``. ``directions``: metric to "higher" or
        "lower", for metrics whose name does not settle it. ``metrics``: the metrics to keep, all by default.
        ``metric``: the metric's name in a table without one.
        ``dataset``: the dataset's name in a table without one. ``factors``: further columns that tell rows apart.
        ``design``: how the runs came about, such as "repeated_holdout" or "seeds".

    Returns
    -------
    polars.DataFrame
        Columns ``algorithm``, ``dataset``, [``repeat``], [``fold``], ``metric``, ``value``, ``direction``, and what
        else the table holds.

    Examples
    --------
    >>> import benchreport as br
    >>> wide = pl.DataFrame({"dataset": ["iris", "wine"], "kNN": [0.95, 0.97], "SVM": [0.96, 0.98]})
    >>> br.scores(wide, metric="accuracy").select("algorithm", "dataset", "value").rows()
    [('kNN', 'iris', 0.95), ('kNN', 'wine', 0.97), ('SVM', 'iris', 0.96), ('SVM', 'wine', 0.98)]
    """
    table = open_scores(frame, **declared)
    refuse_unknown_directions(table)
    return table


def refuse_unknown_directions(table: pl.DataFrame) -> None:
    """Raise when it is not known for some metric whether higher or lower is better."""
    unknown = pl.col("direction").is_null()
    metrics = table.filter(unknown).get_column("metric").unique().to_list()
    if metrics:
        raise unknown_direction(metrics, table.filter(~unknown).get_column("metric").unique().to_list())


def name_of(source: str | Path) -> str:
    """Name a table after its file or folder.

    Examples
    --------
    >>> name_of("results/iris.csv.gz")
    'iris'
    """
    path = Path(source)
    return (path.name or path.resolve().name).split(".")[0] or "data"


def open_scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """As :func:`scores`, but leave the direction null where it is not known."""
    table = to_polars(frame)
    refuse_empty(table)
    factors = _listed_factors(table, declared.get("factors", ()))
    found = recognise(table, columns=declared.get("columns"), factors=factors)
    LOGGER.info("recognised %s", found.sentence())
    long = _stack(table.with_row_index(ROW, offset=1), found, declared)
    long = _kept_metrics(_sizes_to_columns(long), listed(declared.get("metrics")))
    keys = [key for key in ("algorithm", "dataset", *RUN_KEYS, "metric") if key in long.columns] + factors
    refuse_duplicates(long, keys)
    long = _with_direction(long.drop(ROW), declared.get("directions", {}))
    design = declared.get("design") or _design_of(found.names)
    if design is not None:
        one_of(design, DESIGNS, name="design")
        long = long.with_columns(design=pl.lit(design, dtype=pl.Categorical))
    first = [name for name in COLUMNS_OF["scores"] if name in long.columns]
    return long.select(*first, pl.exclude(first))


def recognise(
    table: pl.DataFrame, *, columns: Mapping[str, str] | None = None, factors: Sequence[str] = ()
) -> Recognition:
    """Tell which shape a table of scores has.

    Examples
    --------
    >>> recognise(pl.DataFrame({"model": ["a"], "data": ["x"], "accuracy": [0.9], "logloss": [0.3]})).sentence()
    "one column per metric (accuracy, logloss); 'model' read as algorithm; 'data' read as dataset"
    """
    kind = table_kind(table.columns, columns)
    if kind != "scores":
        raise ColumnError(f"this is a table of {kind}, not of scores", hint=f"br.{kind} or br.read_{kind} takes it")
    names = canonical_names(table.columns, "scores", columns)
    left = [name for name in table.columns if name not in names and name not in factors]
    index = [name for name in left if INDEX_COLUMN.match(name)]
    free = [name for name in left if name not in index and is_numeric(table.get_column(name))]
    remarks = tuple(f"row index {name!r} left out" for name in index)
    canonical = set(names.values())
    if "algorithm" in canonical:
        value = next((own for own, name in names.items() if name == "value"), None)
        spread = tuple(name for name in free if known_direction(name)) if value else tuple(free)
        if value and ("metric" in canonical or normalised(value) == "value" or not spread):
            return Recognition(shape="long", names=names, remarks=remarks)
        if value:
            names.pop(value)
            spread = tuple(name for name in table.columns if name in spread or name == value)
        if not spread:
            raise ColumnError(
                f"no column of scores among {_listed(table.columns)}",
                hint="columns={'your_score': 'value'} names it (--column your_score=value)",
            )
        return Recognition(shape="metrics", names=names, spread=spread, remarks=remarks)
    if {"metric", "value"} <= canonical or len(free) < 2:
        raise ColumnError(
            f"no column names the algorithm among {_listed(table.columns)}",
            hint="columns={'your_column': 'algorithm'} (--column your_column=algorithm), or a column per algorithm",
        )
    if "dataset" not in canonical:
        key = next((name for name in left if name not in free), None) or _counter(table, free)
        if key is not None:
            names[key] = "dataset"
            free = [name for name in free if name != key]
    return Recognition(shape="algorithms", names=names, spread=tuple(free), remarks=remarks)


def _counter(table: pl.DataFrame, free: Sequence[str]) -> str | None:
    """Find a first column that merely counts the rows."""
    first = table.get_column(free[0])
    counts = first.dtype.is_integer() and first.null_count() == 0 and first.len() > 1 and (first.diff(1) == 1).sum()
    return free[0] if counts and counts == first.len() - 1 and first[0] in (0, 1) else None


def _stack(table: pl.DataFrame, found: Recognition, declared: Declared) -> pl.DataFrame:
    named = table.select(pl.exclude([name for name in table.columns if INDEX_COLUMN.match(name)]))
    for name in found.spread:
        named = named.with_columns(numbers(named, name))
    named = named.rename(dict(found.names))
    if found.shape != "long":
        variable = "metric" if found.shape == "metrics" else "algorithm"
        rest = [name for name in named.columns if name not in found.spread]
        named = named.unpivot(list(found.spread), index=rest, variable_name=variable, value_name="value")
    if "metric" in named.columns and "metric" in declared:
        raise OptionError(
            f"the table has metrics of its own, so it cannot all be {declared['metric']!r}",
            hint=f"metrics=[{declared['metric']!r}] keeps one of them (--metrics {declared['metric']})",
        )
    for name, fallback in (
        ("metric", declared.get("metric", UNNAMED_METRIC)),
        ("dataset", declared.get("dataset", "data")),
    ):
        if name not in named.columns:
            named = named.with_columns(pl.lit(fallback).alias(name))
    keys = [labels(named, name) for name in ("algorithm", "dataset", "metric")]
    runs = [run_labels(named, name) for name in RUN_KEYS if name in named.columns]
    sizes = [numbers(named, name).cast(pl.Int64) for name in SIZES if name in named.columns]
    return named.with_columns(*keys, *runs, *sizes, numbers(named, "value"))


def _sizes_to_columns(long: pl.DataFrame) -> pl.DataFrame:
    """Fold sizes that came as metrics become the columns they are."""
    sizes = [name for name in SIZES if name not in long.columns and (long["metric"] == name).any()]
    keys = [key for key in ("algorithm", "dataset", *RUN_KEYS) if key in long.columns]
    for name in sizes:
        size = long.filter(pl.col("metric") == name).select(*keys, pl.col("value").cast(pl.Int64).alias(name))
        long = long.filter(pl.col("metric") != name).join(size.unique(keys), on=keys, how="left", maintain_order="left")
    return long


def _kept_metrics(long: pl.DataFrame, metrics: list[str]) -> pl.DataFrame:
    known = long.get_column("metric").unique().sort().to_list()
    for metric in metrics:
        if metric not in known:
            raise ColumnError(f"no metric {metric!r} to keep", hint=did_you_mean(metric, known))
    return long.filter(pl.col("metric").is_in(metrics)) if metrics else long


def _with_direction(long: pl.DataFrame, declared: Mapping[str, str]) -> pl.DataFrame:
    metrics = long.get_column("metric").unique().to_list()
    for metric in declared:
        if metric not in metrics:
            raise DirectionError(f"a direction is declared for {metric!r}", hint=did_you_mean(metric, sorted(metrics)))
    known: dict[str, str | None] = {metric: known_direction(metric) for metric in metrics}
    if "direction" in long.columns:
        own = long.select("metric", pl.col("direction").cast(pl.String)).unique().drop_nulls()
        twice = own.filter(pl.col("metric").is_duplicated()).get_column("metric").unique().sort().to_list()
        if twice:
            raise DirectionError(f"metric {twice[0]!r} has two directions", hint="give each metric one direction")
        known |= {metric: direction_word(metric, word) for metric, word in own.iter_rows()}
    known |= {metric: direction_word(metric, word) for metric, word in declared.items()}
    return long.with_columns(
        direction=pl.col("metric").cast(pl.String).replace_strict(known, return_dtype=pl.String).cast(pl.Categorical)
    )


def _design_of(names: Mapping[str, str]) -> str | None:
    fold = next((own for own, name in names.items() if name == "fold"), "")
    return DESIGN_OF_NAME.get(normalised(fold))


def _listed_factors(table: pl.DataFrame, factors: str | Sequence[str]) -> list[str]:
    names = listed(factors)
    for name in names:
        if name not in table.columns:
            raise ColumnError(f"no column {name!r} to be a factor", hint=did_you_mean(name, table.columns))
    return names


def _listed(names: Sequence[str], most: int = 6) -> str:
    shown = ", ".join(names[:most])
    return f"{shown} … {len(names)} in all" if len(names) > most else shown
