"""Read the tables of an oracle by their layout: what a file is called decides nothing."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.harness import Oracle

METRIC = "value"


def path_of(oracle: Oracle) -> Path:
    return oracle.folder / (oracle.data.get("file") or oracle.data["csv"])


def read(path: Path) -> pl.DataFrame:
    if path.suffix == ".parquet":
        return pl.read_parquet(path)
    return pl.read_csv(path, infer_schema_length=None, null_values="NA")


def filtered(frame: pl.DataFrame, condition: str | None) -> pl.DataFrame:
    """Keep the rows of a condition as entries write it: column==value, or column in {value,value}.

    Examples
    --------
    >>> frame = pl.DataFrame({"fold": [0, 1, 2]})
    >>> filtered(frame, "fold==1")["fold"].to_list(), filtered(frame, "fold in {0,2}")["fold"].to_list()
    ([1], [0, 2])
    >>> filtered(frame, "all out-of-fold rows").height
    3
    """
    found = re.fullmatch(r"\s*(\w+)\s*(?:==\s*(.+?)|in\s*\{(.*)\})\s*", condition or "")
    if found is None:
        return frame
    column, value, values = found.groups()
    wanted = [value] if value else [name.strip() for name in values.split(",")]
    return frame.filter(pl.col(column).cast(pl.String).is_in(wanted))


def table(oracle: Oracle) -> pl.DataFrame:
    """Read the file of an oracle as far as its filter goes."""
    return filtered(read(path_of(oracle)), oracle.data.get("filter"))


def is_sample(oracle: Oracle) -> bool:
    """Tell whether a table holds independent samples: in each row a value and the group that it belongs to."""
    return "csv" in oracle.data and read(path_of(oracle)).width == 2


def samples(oracle: Oracle, direction: Any = "max") -> pl.DataFrame:
    """Read independent samples as algorithms; the rows of a group are numbered."""
    frame = read(path_of(oracle)).drop_nulls()
    value, group = frame.columns[:2]
    numbered = frame.select(
        algorithm=pl.col(group).cast(pl.String),
        dataset=pl.int_range(pl.len()).over(group).cast(pl.String),
        value=pl.col(value).cast(pl.Float64),
    )
    return br.scores(numbered, metric=METRIC, directions={METRIC: direction})


def group_column(frame: pl.DataFrame) -> str:
    """Return the one column of a table of measurements that holds names."""
    (name,) = [name for name, kind in frame.schema.items() if kind == pl.String]
    return name


def formula(call: str) -> tuple[str, list[str]]:
    """Return the response and the factors of a model formula of R.

    Examples
    --------
    >>> formula('TukeyHSD(aov(breaks~wool+tension),"tension")'), formula("aov(y~a*b)")
    (('breaks', ['wool', 'tension']), ('y', ['a', 'b']))
    """
    found = re.search(r"([\w.]+)\s*~\s*([\w.]+(?:\s*[+*]\s*[\w.]+)*)", call)
    if found is None:
        raise ValueError(f"no formula in {call}")
    return found[1], [name.strip() for name in re.split(r"[+*]", found[2])]
