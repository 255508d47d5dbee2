"""Tables of scores, one number per algorithm, dataset, run and metric, checked and canonical."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from benchreport.errors import DirectionError, OptionError, one_of, refuse_unknown
from benchreport.tables.checks import (
    ROW,
    Infinite,
    labels,
    numbers,
    refuse_duplicates,
    refuse_empty,
    run_labels,
    sizes,
    without_infinite,
    words,
)
from benchreport.tables.designs.declared_design import refuse_contradictions
from benchreport.tables.designs.doubtful import is_count
from benchreport.tables.designs.families import GROUP, with_groups
from benchreport.tables.groups import listed
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import name_of as name_of
from benchreport.tables.reading.read import read_frame
from benchreport.tables.recognise import Recognition
from benchreport.tables.recognise import recognise as recognise
from benchreport.tables.schema import (
    COLUMNS_OF,
    DESIGN_OF_NAME,
    DESIGNS,
    INFINITE,
    RUN_KEYS,
    Declared,
    Direction,
    canonical_kind,
    declared_name,
    direction_word,
    known_direction,
    normalised,
    refuse_unknown_keywords,
    renamed,
    shows_declarations,
    unknown_direction,
)

LOGGER = logging.getLogger("benchreport")
SIZES = ("n_train", "n_test")
UNNAMED_METRIC = "score"


@shows_declarations
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
        One SELECT or WITH, when ``source`` is a database address. SQLite, PostgreSQL and MySQL are read without the
        right to write; for other databases use an account that cannot write.
    **declared
        Further parameters as in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> scores.head(1).to_dicts()[0]
    {'algorithm': 'C4.5', 'dataset': 'adult (sample)', 'metric': 'auc', 'value': 0.763, 'direction': 'higher'}
    """
    declared["dataset"] = declared_name(declared, "dataset", name_of(source))
    return scores(read_frame(source, encoding=encoding, query=query), **declared)


@shows_declarations
def scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Check a table of scores in memory and bring it into canonical form.

    Long tables, tables with a column per metric and tables with a column per algorithm are recognised; what was
    recognised is logged to the logger ``benchreport``. Failed runs (null or NaN) are kept as null.

    Parameters
    ----------
    frame
        Polars (eager or lazy), pandas, PyArrow, DuckDB or Spark.
    columns
        Own name to canonical name, ``{"model": "algorithm"}``.
    directions
        Metric to "higher" or "lower", for metrics whose name does not settle it.
    metric
        The metric's name in a table without one.
    metrics
        The metrics to keep, all by default.
    dataset
        The dataset's name in a table without one.
    factors
        Further columns that tell rows apart.
    design
        How the runs came about, such as "kfold_cv", "repeated_holdout" or "seeds"; a column ``design`` may say it too.
        It is checked against the table.
    infinite
        "refuse" infinite values, naming their runs, or count them as "missing" where they are bad.
    groups
        Dataset to family, where datasets are variants of one source and so not independent; a column ``group`` may say
        it too.

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
    table = _without_counts(open_scores(frame, **declared))
    refuse_unknown_directions(table)
    return table


def as_scores(
    table: Any, door: Callable[..., pl.DataFrame] | None = None, *, infinite: Infinite = "refuse"
) -> pl.DataFrame:
    """Return a canonical table as it is, and anything else checked and canonical; NaN is null in both.

    Infinite values are refused with the names of their runs, or count as missing where they are bad.
    """
    if isinstance(table, pl.LazyFrame):
        table = table.collect()
    if not isinstance(table, pl.DataFrame) or canonical_kind(table.schema) != "scores":
        enter = door or scores
        return enter(table) if infinite == "refuse" else enter(table, infinite=infinite)
    value = table.get_column("value")
    # A sum is finite only if all its terms are, and takes a fraction of the time.
    if math.isfinite(value.sum() or 0.0):
        return table
    return without_infinite(table.with_columns(pl.col("value").fill_nan(None)), infinite)


def _without_counts(table: pl.DataFrame) -> pl.DataFrame:
    """Return scores without counts such as ``n_correct``, unless their direction was declared or nothing is left."""
    unknown = table.filter(pl.col("direction").is_null()).get_column("metric").unique().cast(pl.String).sort()
    counts = [name for name in unknown if is_count(name)]
    measured = table.filter(~pl.col("metric").cast(pl.String).is_in(counts))
    if not counts or measured.is_empty():
        return table
    LOGGER.info("left out %s: a count, not a metric", ", ".join(counts))
    return measured


def refuse_unknown_directions(table: pl.DataFrame) -> None:
    """Raise when it is not known for some metric whether higher or lower is better."""
    unknown = pl.col("direction").is_null()
    metrics = table.filter(unknown).get_column("metric").unique().to_list()
    if metrics:
        raise unknown_direction(metrics, table.filter(~unknown).get_column("metric").unique().to_list())


def open_scores(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Return :func:`scores` of a table, with a null direction where it is not known."""
    # The importers end in scores() themselves.
    from benchreport.tables.importers.foreign import unpacked

    refuse_unknown_keywords(declared)
    table = to_polars(frame)
    refuse_empty(table)
    foreign = unpacked(table, declared)
    if foreign is not None:
        LOGGER.info("recognised %s", foreign.sentence)
        table, declared = foreign.table, foreign.declared
    factors = listed(declared.get("factors") or ())
    refuse_unknown(factors, table.columns, "no column {!r} to be a factor")
    recognition = recognise(table, columns=declared.get("columns"), factors=factors)
    LOGGER.info("recognised %s", recognition.sentence())
    long = _stack(table.with_row_index(ROW, offset=1), recognition, declared)
    keys = [key for key in ("algorithm", "dataset", *RUN_KEYS, "metric") if key in long.columns]
    keys = list(dict.fromkeys([*keys, *(recognition.names.get(name, name) for name in factors)]))
    long = _kept_metrics(long, listed(declared.get("metrics")))
    refuse_duplicates(long, keys)
    long = _sizes_to_columns(long, [key for key in keys if key != "metric"])
    long = _with_direction(long, declared.get("directions") or {})
    long = without_infinite(long, declared.get("infinite", INFINITE)).drop(ROW, strict=False)
    long = with_design(long, declared.get("design"), recognition.names)
    long = with_groups(long, declared.get("groups"), GROUP in (declared.get("columns") or {}).values())
    first = [name for name in COLUMNS_OF["scores"] if name in long.columns]
    return long.select(*first, pl.exclude(first))


def _stack(table: pl.DataFrame, recognition: Recognition, declared: Declared) -> pl.DataFrame:
    """Return one row per score; every cell is checked before rows are stacked, so that errors name rows of the file."""
    named = renamed(table.drop(recognition.left_out, strict=False), recognition.names)
    if declared.get("metric") is not None and (recognition.shape == "metrics" or "metric" in named.columns):
        raise OptionError(
            f"the table has metrics of its own, so it cannot all be {declared['metric']!r}",
            hint=f"metrics=[{declared['metric']!r}] keeps one of them (--metrics {declared['metric']})",
        )
    variable = {"long": None, "metrics": "metric", "algorithms": "algorithm"}[recognition.shape]
    for name, fallback in (
        ("metric", declared_name(declared, "metric", UNNAMED_METRIC)),
        ("dataset", declared_name(declared, "dataset", "data")),
    ):
        if name not in named.columns and name != variable:
            named = named.with_columns(pl.lit(fallback).alias(name))
    checked = named.with_columns(
        *(labels(named, name) for name in ("algorithm", "dataset", "metric") if name != variable),
        *(run_labels(named, name) for name in RUN_KEYS if name in named.columns),
        *(sizes(named, name) for name in SIZES if name in named.columns),
        *(numbers(named, name, otherwise=_factor_hint(name), finite=False) for name in recognition.spread or ["value"]),
    )
    if variable is None:
        return checked
    rest = [name for name in checked.columns if name not in recognition.spread]
    long = checked.unpivot(recognition.spread, index=rest, variable_name=variable, value_name="value")
    return long.with_columns(labels(long, variable))


def _factor_hint(name: str) -> str:
    return "" if name == "value" else f"or is it no score? factors=[{name!r}] (--factor {name})"


def _sizes_to_columns(long: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return fold sizes that came as metrics in columns; a run without any score keeps a null one."""
    names = [name for name in SIZES if name not in long.columns and (long["metric"] == name).any()]
    if not names:
        return long
    is_size = pl.col("metric").is_in(names)
    measured = long.filter(~is_size)
    refuse_empty(measured)
    wide = long.filter(is_size).pivot("metric", index=keys, values="value")
    wide = wide.with_columns(sizes(wide, name) for name in names)
    failed = wide.join(measured, on=keys, how="anti", nulls_equal=True).select(keys)
    failed = failed.join(measured.select(pl.col("metric").unique()), how="cross")
    everything = pl.concat([measured, failed], how="diagonal")
    return everything.join(wide, on=keys, how="left", nulls_equal=True, maintain_order="left")


def _kept_metrics(long: pl.DataFrame, metrics: list[str]) -> pl.DataFrame:
    present = long.get_column("metric").unique().sort().to_list()
    refuse_unknown(metrics, present, "no metric {!r} to keep")
    return long.filter(pl.col("metric").is_in([*metrics, *SIZES])) if metrics else long


def _with_direction(long: pl.DataFrame, declared: Mapping[str, str]) -> pl.DataFrame:
    metrics = long.get_column("metric").unique().to_list()
    refuse_unknown(declared, sorted(metrics), "a direction is declared for {!r}", DirectionError)
    ways: dict[str, str | None] = {metric: known_direction(metric) for metric in metrics}
    if "direction" in long.columns:
        ways |= _own_directions(long)
    ways |= {metric: direction_word(metric, word) for metric, word in declared.items()}
    return long.with_columns(
        direction=pl.col("metric").cast(pl.String).replace_strict(ways, return_dtype=pl.String).cast(pl.Categorical)
    )


def _own_directions(long: pl.DataFrame) -> dict[str, Direction]:
    """Read the column of directions, which must agree within a metric."""
    directions: dict[str, Direction] = {}
    pairs = long.select("metric", words(long, "direction")).unique().drop_nulls().sort("metric", "direction")
    for metric, word in pairs.iter_rows():
        direction = direction_word(metric, word)
        if directions.setdefault(metric, direction) != direction:
            raise DirectionError(f"metric {metric!r} has two directions", hint="give each metric one direction")
    return directions


def with_design(long: pl.DataFrame, declared: str | None, names: Mapping[str, str]) -> pl.DataFrame:
    """Return scores with their design, declared here or in a column of that name, once it is found to fit them."""
    if declared is not None:
        one_of(declared, DESIGNS, name="design")
        long = long.with_columns(design=pl.lit(declared, dtype=pl.Categorical))
    elif "design" in long.columns:
        long = long.with_columns(pl.col("design").cast(pl.String).cast(pl.Categorical))
    elif suggested := [(own, DESIGN_OF_NAME[normalised(own)]) for own in names if normalised(own) in DESIGN_OF_NAME]:
        LOGGER.info("column %r suggests design=%r, which is not declared", *suggested[0])
    refuse_contradictions(long)
    return long
