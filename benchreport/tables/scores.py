"""Tables of scores in any shape, recognised, checked and canonical: one number per algorithm, dataset, run, metric."""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal, Unpack

import polars as pl

from benchreport.errors import ColumnError, DirectionError, OptionError, refuse_unknown
from benchreport.tables.checks import (
    ROW,
    TEXTS,
    Infinite,
    holds_decimals,
    is_numeric,
    labels,
    numbers,
    refuse_duplicates,
    refuse_empty,
    run_labels,
    sizes,
    without_infinite,
    words,
)
from benchreport.tables.designs.declared_design import refuse_contradictions, with_declared_design
from benchreport.tables.designs.doubtful import is_count
from benchreport.tables.designs.families import GROUP, with_groups
from benchreport.tables.groups import listed
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import FILE, name_of, read_frame
from benchreport.tables.schema import (
    ALIASES,
    COLUMNS_OF,
    DESIGN_OF_NAME,
    INFINITE,
    RUN_KEYS,
    Declared,
    Direction,
    canonical_kind,
    canonical_names,
    declared_name,
    direction_word,
    displaced,
    known_direction,
    normalised,
    refuse_unknown_keywords,
    renamed,
    shows_declarations,
    table_kind,
    unknown_direction,
)

LOGGER = logging.getLogger("benchreport")
SIZES = ("n_train", "n_test")
UNNAMED_METRIC = "score"
INDEX_COLUMN = re.compile(r"^(|Unnamed: ?\d+|_duplicated_\d+|__index_level_\d+__)$")
KEY_ALIASES = frozenset(
    alias for key in ("algorithm", "dataset", *RUN_KEYS, "metric") for alias in ALIASES[key] if alias != key
)
VALUE_ALIASES = frozenset(ALIASES["value"]) - {"value"}


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
    metrics = listed(declared.get("metrics"))
    refuse_unknown(metrics, long.get_column("metric").unique().sort().to_list(), "no metric {!r} to keep")
    long = long.filter(pl.col("metric").is_in([*metrics, *SIZES])) if metrics else long
    refuse_duplicates(long, keys)
    long = _sizes_to_columns(long, [key for key in keys if key != "metric"])
    long = _with_direction(long, declared.get("directions") or {})
    long = without_infinite(long, declared.get("infinite", INFINITE)).drop(ROW, strict=False)
    long = with_declared_design(long, declared.get("design"))
    refuse_contradictions(long)
    suggested = [own for own in recognition.names if normalised(own) in DESIGN_OF_NAME]
    if suggested and "design" not in long.columns:
        design = DESIGN_OF_NAME[normalised(suggested[0])]
        LOGGER.info("column %r suggests design=%r, which is not declared", suggested[0], design)
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Recognition:
    """What a score table was taken for.

    ``names`` maps the table's own column names to canonical ones; ``spread`` are the columns that were
    stacked, one per metric or one per algorithm; ``left_out`` are the columns of no use.
    """

    shape: Literal["long", "metrics", "algorithms"]
    names: Mapping[str, str]
    spread: tuple[str, ...] = ()
    left_out: tuple[str, ...] = ()

    def sentence(self) -> str:
        """Return the recognition in words."""
        kinds = {
            "long": "a long table, one score per row",
            "metrics": f"one column per metric ({_listed(self.spread)})",
            "algorithms": f"one column per algorithm ({_listed(self.spread)})",
        }
        renamed = [f"{own!r} read as {name}" for own, name in self.names.items() if own != name]
        dropped = [
            f"{'row index ' if INDEX_COLUMN.match(name) else ''}{name!r} left out"
            for name in self.left_out
            if name != FILE
        ]
        return "; ".join([kinds[self.shape], *renamed, *dropped])


def recognise(
    table: pl.DataFrame, *, columns: Mapping[str, str] | None = None, factors: Sequence[str] = ()
) -> Recognition:
    """Return which shape a table of scores has.

    When several files were read, each names its dataset in a table without one, or its algorithm where every column
    of numbers is a known metric.

    Examples
    --------
    >>> recognise(pl.DataFrame({"model": ["a"], "data": ["x"], "accuracy": [0.9], "logloss": [0.3]})).sentence()
    "one column per metric (accuracy, logloss); 'model' read as algorithm; 'data' read as dataset"
    """
    declared = columns or {}
    kind = table_kind(table, declared)
    if kind != "scores":
        raise ColumnError(
            f"this is a table of {kind}, not of scores",
            hint=f"benchreport measure TABLE -o scores.csv makes scores of it; br.read_{kind} reads it",
        )
    # A factor with a canonical name is what that name says, and a factor besides.
    own = table.drop(FILE, *(name for name in factors if name not in COLUMNS_OF["scores"]), strict=False)
    names = _names(own, declared)
    index = [name for name in own.columns if INDEX_COLUMN.match(name) and name not in names]
    useless = [*index, *displaced(own.columns, names)]
    rest = own.drop(*names, *useless, strict=False)
    scores = [name for name in rest.columns if is_numeric(rest.get_column(name))]
    several_files = FILE in table.columns
    if several_files and _file_names_algorithm(names.values(), scores):
        names[FILE] = "algorithm"
    if "algorithm" in names.values():
        recognition = _one_row_each(own, scores, names, declared)
    else:
        recognition = _one_column_each(rest, scores, names)
    if several_files and "dataset" not in recognition.names.values():
        recognition = replace(recognition, names={**recognition.names, FILE: "dataset"})
    if several_files and FILE not in recognition.names:
        useless.append(FILE)
    return replace(recognition, left_out=tuple(useless))


def _names(own: pl.DataFrame, declared: Mapping[str, str]) -> dict[str, str]:
    """Return the canonical names of the columns, warily where none names the algorithm."""
    likely = [name for name in own.columns if name in declared or not _may_be_algorithm(own.get_column(name))]
    names = canonical_names(likely, "scores", declared)
    return canonical_names(own.columns, "scores", declared) if "algorithm" in names.values() else names


def _may_be_algorithm(column: pl.Series) -> bool:
    """Return whether a column may bear the name of an algorithm: "Bootstrap" with decimals, or "Score"."""
    name = normalised(column.name)
    return name in VALUE_ALIASES or (name in KEY_ALIASES and holds_decimals(column))


def _file_names_algorithm(canonical: Iterable[str], scores: Sequence[str]) -> bool:
    keys = set(canonical)
    if "algorithm" in keys or "dataset" not in keys:
        return False
    return {"metric", "value"} <= keys or (bool(scores) and all(map(known_direction, scores)))


def _one_row_each(
    own: pl.DataFrame, scores: Sequence[str], names: Mapping[str, str], declared: Mapping[str, str]
) -> Recognition:
    """Return whether a table with a column of algorithms is long or has a column per metric."""
    value = next((own_name for own_name, name in names.items() if name == "value"), None)
    per_row = "metric" in names.values()
    metrics = [name for name in scores if known_direction(name)]
    if value and (per_row or value in declared or normalised(value) == "value" or not metrics):
        _refuse_misspelt_metric(own, names)
        return Recognition(shape="long", names=names)
    # A column called "result" beside known metrics is one more metric.
    spread = [name for name in own.columns if name == value or name in (metrics if value else scores)]
    if per_row or not spread:
        likely = scores[0] if scores else "your_score"
        raise ColumnError(
            f"no column of scores among {_listed(own.columns)}",
            hint=f"columns={{{likely!r}: 'value'}} names it (--column {likely}=value)",
        )
    keys = {own_name: name for own_name, name in names.items() if own_name != value}
    return Recognition(shape="metrics", names=keys, spread=tuple(spread))


def _refuse_misspelt_metric(own: pl.DataFrame, names: Mapping[str, str]) -> None:
    """Raise when a column of words is nearly called "metric": its scores would all pass for one metric."""
    words = [name for name, kind in own.schema.items() if isinstance(kind, TEXTS) and name not in names]
    near = get_close_matches("metric", words, n=1, cutoff=0.8)
    if near and "metric" not in names.values():
        raise ColumnError(
            f"column {near[0]!r} is nearly called 'metric'",
            hint=f"columns={{{near[0]!r}: 'metric'}} (--column {near[0]}=metric), or factors=[{near[0]!r}] if not",
        )


def _one_column_each(rest: pl.DataFrame, scores: Sequence[str], names: Mapping[str, str]) -> Recognition:
    """Return the algorithms of a table in which no column names them."""
    words = [name for name, kind in rest.schema.items() if isinstance(kind, TEXTS) and name not in scores]
    if "value" in names.values() or len(scores) < 2 or all(map(known_direction, scores)):
        likely = next(iter([*get_close_matches("algorithm", words, n=1), *words]), "your_column")
        raise ColumnError(
            f"no column names the algorithm among {_listed([*names, *rest.columns])}",
            hint=f"columns={{{likely!r}: 'algorithm'}} (--column {likely}=algorithm), or a column per algorithm",
        )
    # Words before the first score describe the row; among the scores they are failures to be named.
    described = rest.columns[: rest.columns.index(scores[0])]
    key = None
    if "dataset" not in names.values():
        key = next((name for name in described if name in words), None) or _counter(rest, scores)
    spread = [name for name in rest.columns if name != key and name not in described and name in (*scores, *words)]
    named = {**names, key: "dataset"} if key is not None else names
    return Recognition(shape="algorithms", names=named, spread=tuple(spread))


def _counter(table: pl.DataFrame, scores: Sequence[str]) -> str | None:
    """Return the first column if it merely counts the rows."""
    first = table.get_column(scores[0])
    counts = first.dtype.is_integer() and first.null_count() == 0 and first.len() > 1 and (first.diff(1) == 1).sum()
    return scores[0] if counts and counts == first.len() - 1 and first[0] in (0, 1) else None


def _listed(names: Sequence[str], most: int = 6) -> str:
    first = ", ".join(names[:most])
    return f"{first} … {len(names)} in all" if len(names) > most else first
