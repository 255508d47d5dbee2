"""Every reader of tables: each format, packing and encoding, for scores, predictions and counts."""

from __future__ import annotations

import csv
import gzip
import io
import json
import random
import sqlite3
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any

import polars as pl
import pyarrow as pa

import benchreport as br
from benchreport.tables.reading.delimited import separator_of
from benchreport.tables.reading.read import read_frame
from tests.fuzz.lost import LostError, check_delimited, check_records, records_of
from tests.fuzz.mutations import mutated_bytes, mutated_frame, mutated_structure

Reader = Callable[..., pl.DataFrame]
Bytes = Callable[[pl.DataFrame], bytes]


@cache
def scores() -> pl.DataFrame:
    rows = [
        {"algorithm": name, "dataset": f"d{j}", "fold": fold, "accuracy": 0.5 + j / 50 + place / 20 + fold / 100}
        for j in range(5)
        for place, name in enumerate(("SVM 5", "kNN, k=3", "Träd"))
        for fold in range(2)
    ]
    return pl.DataFrame(rows).with_columns(pl.col("accuracy").round(4))


@cache
def wide() -> pl.DataFrame:
    return scores().pivot("algorithm", index=["dataset", "fold"], values="accuracy")


@cache
def predictions() -> pl.DataFrame:
    rows = [
        {"algorithm": name, "instance": i, "truth": "ab"[i % 2], "prediction": "ab"[(i + i % 3 * place) % 2]}
        | {"prob_a": 0.75 if i % 2 else 0.25, "prob_b": 0.25 if i % 2 else 0.75}
        for place, name in enumerate(("SVM", "kNN"))
        for i in range(12)
    ]
    return pl.DataFrame(rows)


@cache
def counts() -> pl.DataFrame:
    rows = [
        {"algorithm": name, "dataset": dataset, "tp": 40 + i, "fp": 5, "fn": 10 - i, "tn": 45}
        for i, name in enumerate(("SVM", "kNN"))
        for dataset in ("d1", "d2")
    ]
    return pl.DataFrame(rows)


def delimited(separator: str = ",", encoding: str = "utf8") -> Bytes:
    return lambda frame: frame.write_csv(separator=separator).encode(encoding)


def written(method: str, **options: Any) -> Bytes:
    def content(frame: pl.DataFrame) -> bytes:
        stream = io.BytesIO()
        getattr(frame, method)(stream, **options)
        return stream.getvalue()

    return content


def packed(kind: str, content: Bytes) -> Bytes:
    if kind == "gz":
        return lambda frame: gzip.compress(content(frame), mtime=0)
    return lambda frame: pa.Codec("zstd").compress(content(frame), asbytes=True)


# Ending of the file, how it is written, and what read_scores is told of it.
FORMATS: Mapping[str, tuple[str, Bytes, Mapping[str, str]]] = {
    "csv": ("csv", delimited(), {}),
    "csv with semicolons": ("csv", delimited(";"), {}),
    "tsv": ("tsv", delimited("\t"), {}),
    "txt with bars": ("txt", delimited("|"), {}),
    "csv in latin1": ("csv", delimited(encoding="latin1"), {"encoding": "latin1"}),
    "csv in utf-16": ("csv", delimited(encoding="utf-16"), {"encoding": "utf-16"}),
    "csv.gz": ("csv.gz", packed("gz", delimited()), {}),
    "csv.zst": ("csv.zst", packed("zst", delimited()), {}),
    "json": ("json", written("write_json"), {}),
    "ndjson": ("ndjson", written("write_ndjson"), {}),
    "parquet": ("parquet", written("write_parquet"), {}),
    "parquet, snappy, no statistics": ("pq", written("write_parquet", compression="snappy", statistics=False), {}),
    "arrow": ("arrow", written("write_ipc"), {}),
    "arrow, compressed": ("feather", written("write_ipc", compression="zstd"), {}),
    "arrow stream": ("ipc", written("write_ipc_stream"), {}),
}
TEXTS = ("csv", "csv with semicolons", "tsv", "txt with bars", "json", "ndjson")


def in_bytes(
    name: str, table: Callable[[], pl.DataFrame], read: Reader
) -> Callable[[random.Random | None, Path], object]:
    """Return an attempt at a file whose bytes were changed."""
    ending, content, options = FORMATS[name]

    def attempt(chance: random.Random | None, folder: Path) -> object:
        path = folder / f"table.{ending}"
        path.write_bytes(mutated_bytes(content(table()), chance))
        if name in TEXTS:
            check_text(path, read_frame(path))
        return read(path, **options)

    return attempt


def in_columns(
    name: str, table: Callable[[], pl.DataFrame], read: Reader
) -> Callable[[random.Random | None, Path], object]:
    """Return an attempt at a sound file of strange columns."""
    ending, content, options = FORMATS[name]

    def attempt(chance: random.Random | None, folder: Path) -> object:
        path = folder / f"table.{ending}"
        path.write_bytes(content(mutated_frame(table(), chance)))
        return read(path, **options)

    return attempt


def in_cells(
    name: str, table: Callable[[], pl.DataFrame], read: Reader
) -> Callable[[random.Random | None, Path], object]:
    """Return an attempt at a text file of changed cells, each written by the rules of its format or without any."""
    ending = FORMATS[name][0]

    def attempt(chance: random.Random | None, folder: Path) -> object:
        path = folder / f"table.{ending}"
        path.write_bytes(_text(ending, table(), chance).encode("utf8", "replace"))
        check_text(path, read_frame(path))
        return read(path)

    return attempt


def _text(ending: str, frame: pl.DataFrame, chance: random.Random | None) -> str:
    if ending in ("json", "ndjson"):
        records = mutated_structure(frame.to_dicts(), chance)
        if ending == "json" or not isinstance(records, list):
            return json.dumps(records)
        return "\n".join(map(json.dumps, records))
    rows = mutated_structure([frame.columns, *map(list, frame.rows())], chance)
    rows = [row if isinstance(row, list) else [row] for row in rows] if isinstance(rows, list) else [[rows]]
    stream = io.StringIO()
    if chance is not None and chance.random() < 0.5:
        stream.write("\n".join(",".join(map(str, row)) for row in rows))
    else:
        csv.writer(stream).writerows(rows)
    return stream.getvalue()


def check_text(path: Path, frame: pl.DataFrame) -> None:
    """Raise where the table that was read lacks something of the text."""
    content = path.read_bytes()
    text = content.decode("utf8")
    if path.suffix in (".json", ".ndjson"):
        try:
            records = records_of(text.removeprefix("\ufeff"))
        except ValueError as problem:
            raise LostError(f"a table was made of what is not JSON: {problem}") from problem
        check_records([records] if isinstance(records, dict) else records, frame)
    else:
        check_delimited(text, separator_of(content.removeprefix(b"\xef\xbb\xbf")), frame)


@cache
def database() -> bytes:
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE scores (algorithm TEXT, dataset TEXT, fold INTEGER, accuracy REAL)")
    connection.executemany("INSERT INTO scores VALUES (?, ?, ?, ?)", scores().rows())
    connection.commit()
    return connection.serialize()


def in_database(chance: random.Random | None, folder: Path) -> object:
    path = folder / "results.db"
    path.write_bytes(mutated_bytes(database(), chance))
    return br.read_scores(f"sqlite:///{path}", query="SELECT * FROM scores")


QUERY = "WITH best AS (SELECT * FROM scores WHERE accuracy > 0.5 -- all\n) SELECT 'a;b' AS note, * FROM best"


def in_query(chance: random.Random | None, folder: Path) -> object:
    path = folder / "results.db"
    path.write_bytes(database())
    try:
        return br.read_scores(
            f"sqlite:///{path}", query=mutated_bytes(QUERY.encode(), chance).decode("utf8", "replace"), factors="note"
        )
    finally:
        if path.read_bytes() != database():
            raise LostError("the query changed the database")


def in_folder(chance: random.Random | None, folder: Path) -> object:
    """Try two files that are stacked, of which one was changed."""
    tables = folder / "tables"
    tables.mkdir(exist_ok=True)
    first = scores().filter(pl.col("fold") == 0)
    (tables / "a.csv").write_bytes(first.write_csv().encode())
    (tables / "b.csv").write_bytes(mutated_bytes(scores().filter(pl.col("fold") == 1).write_csv().encode(), chance))
    stacked = read_frame(tables)
    if stacked.height < first.height + 1:
        raise LostError(f"two files, {stacked.height} rows")
    return br.read_scores(tables)


ATTEMPTS: Mapping[str, Callable[[random.Random | None, Path], object]] = {
    **{f"scores, {name}": in_bytes(name, scores, br.read_scores) for name in FORMATS},
    "scores, wide csv": in_bytes("csv", wide, partial(br.read_scores, metric="accuracy")),
    **{f"scores, {name}, cells": in_cells(name, scores, br.read_scores) for name in ("csv", "json", "ndjson")},
    **{f"scores, {name}, columns": in_columns(name, scores, br.read_scores) for name in ("parquet", "arrow")},
    **{f"predictions, {name}": in_bytes(name, predictions, br.read_predictions) for name in ("csv", "ndjson")},
    "predictions, csv, cells": in_cells("csv", predictions, br.read_predictions),
    "predictions, parquet, columns": in_columns("parquet", predictions, br.read_predictions),
    "counts, csv": in_bytes("csv", counts, br.read_counts),
    "counts, json, cells": in_cells("json", counts, br.read_counts),
    "counts, arrow, columns": in_columns("arrow", counts, br.read_counts),
    "scores, folder": in_folder,
    "scores, sqlite": in_database,
    "scores, sqlite, query": in_query,
}
