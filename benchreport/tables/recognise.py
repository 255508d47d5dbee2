"""Shapes of score tables: long, one column per metric, one column per algorithm."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Literal

import polars as pl

from benchreport.errors import ColumnError
from benchreport.tables.checks import TEXTS, holds_decimals, is_numeric
from benchreport.tables.reading.read import FILE
from benchreport.tables.schema import (
    ALIASES,
    COLUMNS_OF,
    RUN_KEYS,
    canonical_names,
    displaced,
    known_direction,
    normalised,
    table_kind,
)

INDEX_COLUMN = re.compile(r"^(|Unnamed: ?\d+|_duplicated_\d+|__index_level_\d+__)$")
KEY_ALIASES = frozenset(
    alias for key in ("algorithm", "dataset", *RUN_KEYS, "metric") for alias in ALIASES[key] if alias != key
)
VALUE_ALIASES = frozenset(ALIASES["value"]) - {"value"}


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
            hint=f"br.{kind} or br.read_{kind} takes it; benchreport check describes it",
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
