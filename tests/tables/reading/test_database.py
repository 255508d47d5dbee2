"""A query reads one SELECT, changes nothing, and waits for nobody who does not answer."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import polars as pl
import pytest

from benchreport.errors import ReadError
from benchreport.tables.reading import database
from benchreport.tables.reading.read import read_frame
from tests.cli.shell import refused, run, study

ROWS = [("A", "d1", 0.5), ("B", "d1", 0.25)]


@pytest.fixture
def stored(tmp_path: Path) -> Path:
    connection = sqlite3.connect(path := tmp_path / "results.db")
    connection.execute("create table scores (algorithm text, dataset text, accuracy real)")
    connection.executemany("insert into scores values (?, ?, ?)", ROWS)
    connection.commit()
    connection.close()
    return path


def rows_in(path: Path) -> list[tuple[str, str, float]]:
    connection = sqlite3.connect(path)
    try:
        return connection.execute("select * from scores").fetchall()
    finally:
        connection.close()


WRITES = [
    "DELETE FROM scores",
    "delete from scores returning *",
    "INSERT INTO scores VALUES ('C', 'd1', 1)",
    "DROP TABLE scores",
    "VACUUM INTO '{folder}/copy.db'",
    "ATTACH '{folder}/new.db' AS other",
    "PRAGMA user_version = 3",
    "SELECT 1; DELETE FROM scores",
    "WITH gone AS (SELECT 1) DELETE FROM scores",
    "/* SELECT */ DELETE FROM scores",
    "-- SELECT\nDELETE FROM scores",
    "",
    "  ;  ",
]


@pytest.mark.parametrize("query", WRITES)
def test_a_study_file_cannot_write_through_its_query(stored: Path, query: str) -> None:
    text = query.format(folder=stored.parent).replace("\n", "\\n")
    made = study(stored.parent, f'scores = "sqlite://{stored}"\nquery = "{text}"')
    before = {path.name: path.read_bytes() for path in stored.parent.iterdir()}
    done = run("check", made)
    assert {path.name: path.read_bytes() for path in stored.parent.iterdir()} == before
    assert done.exit_code == 2
    error, hint = done.stderr.splitlines()
    assert "query" in error
    assert "SELECT" in hint


@pytest.mark.parametrize(
    "query", ["DELETE FROM scores", "ATTACH 'new.db' AS other", "VACUUM INTO 'copy.db'", "PRAGMA journal_mode = wal"]
)
def test_sqlite_itself_refuses_to_write_where_the_words_get_through(
    stored: Path, query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(stored.parent)
    monkeypatch.setattr(database, "refuse_writing", lambda _: None)
    with pytest.raises(ReadError, match="did not answer the query"):
        read_frame(f"sqlite://{stored}", query=query)
    assert rows_in(stored) == ROWS
    assert [path.name for path in stored.parent.iterdir()] == ["results.db"]


@pytest.mark.parametrize(
    "query",
    [
        "select * from scores",
        "SELECT * FROM scores;",
        "  -- into the report; delete nothing\n SELECT * FROM scores",
        "WITH best AS (SELECT * FROM scores) SELECT * FROM best",
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1) SELECT scores.* FROM scores, n",
        "SELECT algorithm, dataset, accuracy FROM scores WHERE algorithm <> 'delete; into'",
        'SELECT algorithm, dataset, accuracy AS "accuracy" FROM scores /* ; update */ ORDER BY lower(algorithm)',
    ],
)
def test_one_select_is_read_whatever_its_texts_and_comments_say(stored: Path, query: str) -> None:
    assert read_frame(f"sqlite://{stored}", query=query).rows() == ROWS


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * INTO copy FROM scores",
        "SELECT 'a' INTO OUTFILE '/tmp/x'",
        "SELECT 1 /*! INTO OUTFILE '/tmp/x' */",
        "WITH gone AS (DELETE FROM scores RETURNING *) SELECT * FROM gone",
        "SELECT '\\'; DELETE FROM scores -- '",
        "SELECT 1 # '\n; DELETE FROM scores # '",
        "SELECT $a$ $b$; DELETE FROM scores; SELECT $b$",
        "COPY scores TO PROGRAM 'rm'",
        "CALL clear()",
    ],
)
def test_other_databases_are_not_even_asked_to_write(query: str) -> None:
    with pytest.raises(ReadError, match="query"):
        database.refuse_writing(query)


def test_a_query_is_prepared_by_a_read_only_transaction_where_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    echo = 'import json, sys; sys.stdout.write("problem\\n" + str(json.load(sys.stdin)["before"]))'
    monkeypatch.setattr(database, "DRIVER", echo)
    monkeypatch.setattr(database, "_refuse_silent_host", lambda _: None)
    for scheme, words in {
        "postgresql": "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY",
        "mysql": "SET SESSION TRANSACTION READ ONLY",
        "mssql": "None",
    }.items():
        with pytest.raises(ReadError, match=words):
            read_frame(f"{scheme}://db/results", query="SELECT 1")


def test_a_database_without_read_only_mode_comes_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "read_query", lambda *_: pl.DataFrame())
    monkeypatch.setattr("benchreport.tables.reading.read.read_query", lambda *_: pl.DataFrame({"a": [1]}))
    for scheme, hinted in {"mssql": True, "oracle": True, "postgresql": False, "sqlite": False}.items():
        said = run("check", f"{scheme}://db/results", "--query", "SELECT 1").stderr
        assert ("use an account that cannot write" in said) == hinted


@pytest.fixture
def silent() -> Iterator[int]:
    """A host that takes calls and says nothing."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize("scheme", ["postgresql", "mysql"])
def test_a_host_that_does_not_answer_is_an_error_within_five_seconds(silent: int, scheme: str) -> None:
    start = time.perf_counter()
    done = run("check", f"{scheme}://bob:secret@127.0.0.1:{silent}/results", "--query", "SELECT * FROM scores")
    assert time.perf_counter() - start < 5
    assert done.exit_code == 2
    error, hint = done.stderr.splitlines()  # and no line of a driver's log
    assert error == f"error: the database at 127.0.0.1:{silent} does not answer: no answer"
    assert hint.startswith("hint: ")


def test_a_host_that_cannot_be_reached_is_named_without_the_password() -> None:
    with socket.create_server(("127.0.0.1", 0)) as closed:
        port = closed.getsockname()[1]
    error, _ = refused("check", f"postgresql://bob:secret@127.0.0.1:{port}/r", "--query", "SELECT 1", code=2)
    assert error == f"the database at 127.0.0.1:{port} does not answer: Connection refused"


def test_an_unknown_kind_of_database_is_refused() -> None:
    error, _ = refused("check", "mongodb://host/results", "--query", "SELECT 1", code=2)
    assert "mongodb:// is not a database that can be read" in error


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A real server, where there is one."""
    if shutil.which("initdb") is None or shutil.which("pg_ctl") is None:
        pytest.skip("PostgreSQL is not installed")
    with TemporaryDirectory() as place:
        yield from served(Path(place))


def served(folder: Path) -> Iterator[str]:
    user = {}
    if os.geteuid() == 0:  # the server refuses to run as root
        folder.chmod(0o777)
        user = {"user": "postgres"}
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]

    def do(*words: str) -> None:
        subprocess.run(words, check=True, capture_output=True, cwd=folder, **user)

    do("initdb", "-D", "data", "-U", "bench", "--auth=trust", "-N")
    options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
    with (folder / "log").open("w") as log:
        (folder / "log").chmod(0o666)
        words = ["pg_ctl", "-D", "data", "-w", "-o", options, "start"]
        subprocess.run(words, check=True, stdout=log, stderr=log, cwd=folder, **user)
    try:
        setup = """create table scores (algorithm text, dataset text, accuracy double precision);
            insert into scores values ('A', 'd1', 0.5), ('B', 'd1', 0.25);
            create function clear() returns int language sql as 'delete from scores; select 1';"""
        do("psql", "-h", "127.0.0.1", "-p", str(port), "-U", "bench", "-c", setup, "postgres")
        yield f"postgresql://bench@127.0.0.1:{port}/postgres"
    finally:
        do("pg_ctl", "-D", "data", "-m", "immediate", "stop")


def test_a_select_that_would_write_fails_in_a_real_database(postgres: str) -> None:
    with pytest.raises(ReadError, match="read-only transaction"):
        read_frame(postgres, query="SELECT clear() AS n")
    assert read_frame(postgres, query="SELECT * FROM scores").rows() == ROWS


def test_a_refused_login_gives_the_reason_and_no_log_lines(postgres: str) -> None:
    error, _ = refused("check", postgres.replace("bench@", "nobody@"), "--query", "SELECT 1", code=2)
    assert error == 'the database refuses the login: FATAL: role "nobody" does not exist'
