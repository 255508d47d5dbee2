"""Databases that are files: addresses relative and absolute, the address to type, DuckDB."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from benchreport.errors import ReadError
from benchreport.tables.reading.read import read_frame, read_with_digests

ROWS = [("kNN", "iris", 0.9), ("SVM", "iris", 0.8)]
ALL = "SELECT * FROM scores"


@pytest.fixture
def sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "bench.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE scores (model TEXT, dataset TEXT, auc REAL)")
    connection.executemany("INSERT INTO scores VALUES (?, ?, ?)", ROWS)
    connection.commit()
    connection.close()
    monkeypatch.chdir(tmp_path)
    return path


@pytest.fixture
def duck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "bench.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute("CREATE TABLE scores (model TEXT, dataset TEXT, auc DOUBLE)")
        connection.executemany("INSERT INTO scores VALUES (?, ?, ?)", ROWS)
    monkeypatch.chdir(tmp_path)
    return path


@pytest.mark.parametrize("address", ["sqlite:///bench.db", "sqlite://bench.db", "sqlite://{0}", "sqlite:///{0}"])
def test_relative_and_absolute_addresses_are_read(address: str, sqlite: Path) -> None:
    assert read_frame(address.format(sqlite), query=ALL).rows() == ROWS


def test_a_database_named_as_a_file_says_the_address_and_the_query_to_type(sqlite: Path) -> None:
    for source in ("bench.db", str(sqlite)):
        with pytest.raises(ReadError, match=r"'bench\.db' is a SQLite database with the table scores") as caught:
            read_frame(source)
        address, _, rest = caught.value.hint.partition(" ")
        query = rest.split("'")[1]
        assert read_frame(address, query=query).rows() == ROWS


def test_a_database_that_is_not_there_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ReadError, match=r"no database 'none\.db'"):
        read_frame("sqlite:///none.db", query=ALL)


def test_a_duckdb_file_with_one_table_is_read(duck: Path) -> None:
    reading = read_with_digests(duck)
    assert reading.frame.rows() == ROWS
    assert list(reading.digests) == [duck]
    assert read_frame("duckdb:///bench.duckdb").rows() == ROWS


@pytest.mark.parametrize("source", ["bench.duckdb", "duckdb:///bench.duckdb", "duckdb://{0}"])
def test_duckdb_is_read_by_a_query(source: str, duck: Path) -> None:
    assert read_frame(source.format(duck), query=f"{ALL} WHERE model = 'kNN'").rows() == ROWS[:1]


def test_a_duckdb_file_with_several_tables_needs_a_query(duck: Path) -> None:
    with duckdb.connect(str(duck)) as connection:
        connection.execute("CREATE TABLE other (n INTEGER)")
    with pytest.raises(ReadError, match=r"(?s)with the tables (scores, other|other, scores).*--query"):
        read_frame(duck)


@pytest.mark.parametrize("query", ["DELETE FROM scores", "SELECT * FROM read_csv('/etc/passwd')", "SELECT * FROM none"])
def test_a_query_can_neither_write_nor_leave_the_file(query: str, duck: Path) -> None:
    with pytest.raises(ReadError):
        read_frame(duck, query=query)
    assert read_frame(duck).rows() == ROWS


def test_without_duckdb_the_line_to_install_it_is_said(duck: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(ReadError, match=r"(?s)needs one more package.*pip install 'benchreport\[duckdb\]'"):
        read_frame(duck)


def test_a_command_that_reads_duckdb_ends_without_a_word_of_its_binding(tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / "b.duckdb")) as database:
        database.execute(
            "create table s as select 'A' as algorithm, 'd' || i as dataset, 0.5 as accuracy from range(3) t(i)"
        )
    words = [sys.executable, "-m", "benchreport", "check", "b.duckdb"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0
    assert done.stderr == ""
