"""Database queries: one SELECT or WITH, read without the right to write where the database has such a mode."""

from __future__ import annotations

import json
import re
import socket
import struct
import subprocess
import sys
import threading
from collections.abc import Mapping, Sequence
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any
from urllib.parse import unquote, urlsplit

import polars as pl

from benchreport.errors import ReadError

# Seconds for a host to answer the first knock, and for a login.
KNOCK, LOGIN = 2.0, 2.5
PORTS: Mapping[str, int] = {
    **dict.fromkeys(("postgres", "postgresql"), 5432),
    **dict.fromkeys(("mysql", "mariadb"), 3306),
    "redshift": 5439,
    "mssql": 1433,
    "oracle": 1521,
    "clickhouse": 8123,
    "trino": 8080,
    "bigquery": 443,
}
# Said before the query, so that nothing in it can write.
READ_ONLY: Mapping[str, str] = {
    **dict.fromkeys(("postgres", "postgresql"), "SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY"),
    **dict.fromkeys(("mysql", "mariadb"), "SET SESSION TRANSACTION READ ONLY"),
}
# A server of the first kind answers a question whether it speaks TLS; one of the second speaks first.
TLS_QUESTION = struct.pack("!II", 8, 80877103)
GREETINGS: Mapping[str, bytes] = {
    **dict.fromkeys(("postgres", "postgresql", "redshift"), TLS_QUESTION),
    **dict.fromkeys(("mysql", "mariadb"), b""),
}
# Databases that are a file, and the bytes by which one is known, with their place.
FILES: Mapping[str, tuple[int, bytes]] = {"sqlite": (0, b"SQLite format 3\x00"), "duckdb": (8, b"DUCK")}
LIMITED_ACCOUNT = "use an account that cannot write: {scheme} has no read-only mode for the query of a study"
ONE_SELECT = "query='SELECT * FROM scores'; one statement that begins with SELECT or WITH"

# Texts, quoted names and comments, in which no word of SQL counts.
QUOTED = re.compile(r"'(?:[^']|'')*'|\"(?:[^\"]|\"\")*\"|`[^`]*`|--[^\n]*|/\*.*?\*/", re.DOTALL)
DATABASE_ERROR = re.compile(r"db error: (.*)")
WORD = re.compile(r"[A-Za-z_]\w*")
WRITING = frozenset({"INSERT", "UPDATE", "DELETE", "MERGE", "TRUNCATE", "DROP", "ALTER", "CREATE", "GRANT", "CALL"})

SQLITE_REFUSED_FUNCTIONS = frozenset({"load_extension", "fts3_tokenizer", "readfile", "writefile", "edit"})

# Drivers log to standard error whatever happens and cannot be interrupted, so they work in a process of their own.
DRIVER = """
import json, sys
from io import BytesIO

import polars as pl

asked = json.load(sys.stdin)
answer = sys.stdout.buffer

def ask(query):
    return pl.read_database_uri(query, asked["uri"], pre_execution_query=asked["before"])

try:
    import connectorx
    answer.write(b"ready\\n")
    answer.flush()
    ask(asked["probe"])
    answer.write(b"login\\n")
    answer.flush()
    content = BytesIO()
    ask(asked["query"]).write_ipc(content)
    answer.write(b"table\\n" + content.getvalue())
except ImportError:
    answer.write(b"package\\n")
except BaseException as problem:
    answer.write(b"problem\\n" + str(problem).encode())
"""


def read_query(address: str, query: str) -> pl.DataFrame:
    """Read the rows that one SELECT or WITH gives.

    Examples
    --------
    >>> read_query("sqlite:///scores.db", "DELETE FROM scores")
    Traceback (most recent call last):
    benchreport.errors.ReadError: the query begins with DELETE
    hint: query='SELECT * FROM scores'; one statement that begins with SELECT or WITH
    """
    refuse_writing(query)
    if scheme_of(address) == "sqlite":
        return _read_sqlite(address, query)
    if scheme_of(address) == "duckdb":
        return read_duckdb(database_file(address), query)
    _refuse_silent_host(address)
    return _with_rows(_read_by_driver(address, query))


def _with_rows(frame: pl.DataFrame) -> pl.DataFrame:
    if frame.height == 0:
        raise ReadError("the query gave no rows", hint="check its conditions and the name of the table")
    return frame


def scheme_of(address: str) -> str:
    """Return what stands before the colon of an address.

    Examples
    --------
    >>> scheme_of("PostgreSQL://host/results")
    'postgresql'
    """
    return address.partition("://")[0].lower().partition("+")[0]


def may_write(address: str) -> bool:
    """Return whether the account alone decides what a query can do to a database.

    Examples
    --------
    >>> may_write("mssql://host/results"), may_write("sqlite:///results.db")
    (True, False)
    """
    return scheme_of(address) not in (*READ_ONLY, *FILES)


def refuse_writing(query: str) -> None:
    """Raise unless a query is one statement that begins with SELECT or WITH and says nothing of writing.

    Examples
    --------
    >>> refuse_writing("-- all of them\\nSELECT * FROM scores WHERE note <> 'into; delete';")
    """
    if "/*!" in query:
        raise ReadError("the query holds a comment that MySQL runs", hint=ONE_SELECT)
    bare = QUOTED.sub(" '' ", query)
    if "\\" in query or set("#$") & set(bare):
        bare = query  # where texts and comments end depends on the database, so that every word counts
    bare = bare.strip().rstrip("; \t\r\n")
    words = [word.upper() for word in WORD.findall(bare)]
    if not words:
        raise ReadError("the query is empty", hint=ONE_SELECT)
    if words[0] not in ("SELECT", "WITH"):
        raise ReadError(f"the query begins with {words[0]}", hint=ONE_SELECT)
    if ";" in bare:
        raise ReadError("the query holds several statements", hint=ONE_SELECT)
    writing = [word for word in words if word == "INTO" or (words[0] == "WITH" and word in WRITING)]
    if writing:
        raise ReadError(f"the query says {writing[0]}, which writes", hint=ONE_SELECT)


def database_file(address: str) -> Path:
    """Return the file of an address; ``sqlite:///results.db`` is relative, as SQLAlchemy reads it, or absolute.

    Raise where both are there, or none.
    """
    scheme = scheme_of(address)
    written = unquote(address.partition("://")[2].split("?")[0])
    relative = written.removeprefix("/") if not written.startswith("//") else written
    paths = [path for path in (Path(written), Path(relative)) if path.is_file()]
    if not paths:
        hint = f"an address looks like {scheme}:///folder/results.db, or {scheme}:////home/you/results.db"
        raise ReadError(f"no database {relative or written!r}", hint=hint)
    if not paths[0].samefile(paths[-1]):
        raise ReadError(
            f"{address!r} could be {str(paths[0])!r} or {str(paths[-1].resolve())!r}",
            hint=f"say which: {scheme}:///{paths[0]} or {scheme}://{relative}",
        )
    return paths[0]


def _is_file_of(scheme: str, path: Path) -> bool:
    place, mark = FILES[scheme]
    if not path.is_file():
        return False
    with path.open("rb") as stream:
        return stream.read(place + len(mark))[place:] == mark


def is_duckdb(path: Path) -> bool:
    """Return whether a file is a database of DuckDB, by its first bytes."""
    return _is_file_of("duckdb", path)


def refuse_sqlite_file(path: Path) -> None:
    """Raise for a database of SQLite that was named as a file, with the address and the query to type."""
    if not _is_file_of("sqlite", path):
        return
    import sqlite3

    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_master WHERE type IN ('table', 'view')")]
    except sqlite3.Error:
        names = []
    finally:
        connection.close()
    slash = "" if not path.is_absolute() else "/"
    address = f"sqlite://{slash or '/'}{path}"
    raise ReadError(
        f"{path.name!r} is a SQLite database{_tables(names)}",
        hint=f"{address} with query='SELECT * FROM {_quoted(names[0]) if names else 'scores'}' (--query)",
    )


def _tables(names: Sequence[str]) -> str:
    return f" with the tables {', '.join(names)}" if len(names) > 1 else f" with the table {names[0]}" if names else ""


def _quoted(name: str) -> str:
    return name if re.fullmatch(r"[A-Za-z_]\w*", name) else f'"{name}"'


def read_duckdb(path: Path, query: str | None) -> pl.DataFrame:
    """Read the rows that one SELECT or WITH gives, or the only table of a DuckDB file."""
    try:
        import duckdb
    except ImportError as problem:
        raise ReadError(
            f"reading the DuckDB database {path.name!r} needs one more package",
            hint="pip install 'benchreport[duckdb]'",
        ) from problem
    try:
        connection = duckdb.connect(str(path), read_only=True, config={"enable_external_access": "false"})
    except duckdb.Error as problem:
        raise _unanswered(str(problem)) from problem
    with connection:
        try:
            if query is None:
                names = [
                    row[0] for row in connection.execute("SELECT table_name FROM information_schema.tables").fetchall()
                ]
                if len(names) != 1:
                    hint = f"query='SELECT * FROM {_quoted(names[0]) if names else 'scores'}' (--query) reads one"
                    raise ReadError(f"{path.name!r} is a DuckDB database{_tables(names)}", hint=hint)
                query = f'SELECT * FROM "{names[0]}"'
            refuse_writing(query)
            cursor = connection.execute(query)
            return _frame(cursor.description or (), cursor.fetchall())
        except (duckdb.Error, pl.exceptions.PolarsError, TypeError, ValueError) as problem:
            raise _unanswered(str(problem)) from problem


def _frame(description: Sequence[Sequence[Any]], rows: Sequence[Any]) -> pl.DataFrame:
    names = [column[0] for column in description]
    return _with_rows(pl.DataFrame(rows, schema=names, orient="row", infer_schema_length=None))


def _read_sqlite(address: str, query: str) -> pl.DataFrame:
    import sqlite3

    path = database_file(address)
    connection = sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)
    try:
        connection.set_authorizer(_sqlite_verdict)
        cursor = connection.execute(query)
        return _frame(cursor.description, cursor.fetchall())
    except (sqlite3.Error, sqlite3.Warning, pl.exceptions.PolarsError, TypeError, ValueError) as problem:
        raise _unanswered(str(problem)) from problem
    finally:
        connection.close()


def _sqlite_verdict(action: int, _: str | None, name: str | None, *__: str | None) -> int:
    import sqlite3

    if action == sqlite3.SQLITE_FUNCTION:
        return sqlite3.SQLITE_DENY if name in SQLITE_REFUSED_FUNCTIONS else sqlite3.SQLITE_OK
    # What a SELECT does inside SQLite; attaching, pragmas and everything that writes are not among it.
    reads = (sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_RECURSIVE)
    return sqlite3.SQLITE_OK if action in reads else sqlite3.SQLITE_DENY


def _refuse_silent_host(address: str) -> None:
    """Raise where nobody listens, or listens and says nothing; the drivers would wait for half a minute."""
    scheme = scheme_of(address)
    if scheme not in PORTS:
        raise ReadError(
            f"{scheme}:// is not a database that can be read", hint=f"use one of {', '.join((*FILES, *PORTS))}"
        )
    try:
        place = urlsplit(address)
        host, port = place.hostname, place.port or PORTS[scheme]
    except ValueError as problem:
        raise ReadError(
            f"the address of the database cannot be read: {problem}", hint=f"{scheme}://user@host:{PORTS[scheme]}/name"
        ) from problem
    if scheme == "bigquery" or not host or "," in host:
        return
    verdicts: list[str] = []
    # Looking up a name can take longer than all the rest, and cannot be interrupted.
    knocking = threading.Thread(target=lambda: verdicts.append(_knock(host, port, GREETINGS.get(scheme))), daemon=True)
    knocking.start()
    knocking.join(2 * KNOCK)
    if verdicts != [""]:
        reason = verdicts[0] if verdicts else "no answer"
        raise ReadError(
            f"the database at {host}:{port} does not answer: {reason}", hint="check the address, and the network"
        )


def _knock(host: str, port: int, greeting: bytes | None) -> str:
    try:
        with socket.create_connection((host, port), timeout=KNOCK) as line:
            if greeting is not None:
                line.sendall(greeting)
                line.recv(1)
    except TimeoutError:
        return "no answer"
    except OSError as problem:
        return problem.strerror or str(problem)
    return ""


def _read_by_driver(address: str, query: str) -> pl.DataFrame:
    request = {
        "uri": address,
        "query": query,
        "before": READ_ONLY.get(scheme_of(address)),
        "probe": "SELECT 1 FROM dual" if scheme_of(address) == "oracle" else "SELECT 1",
    }
    words = [sys.executable, "-c", DRIVER]
    with (
        TemporaryFile() as log,
        subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log) as driver,
    ):
        if driver.stdin is None or driver.stdout is None:  # for the type checker: both are pipes
            raise RuntimeError("no pipe to the driver")
        try:
            driver.stdin.write(json.dumps(request).encode())
            driver.stdin.close()
            state = driver.stdout.readline()
            if state == b"ready\n":
                overdue = threading.Timer(LOGIN, driver.kill)
                overdue.start()
                state = driver.stdout.readline()
                overdue.cancel()
                if not state:
                    log.seek(0)
                    raise _refused(log.read().decode(errors="replace"))
            if state == b"login\n":
                state = driver.stdout.readline()
            content = driver.stdout.read()
        finally:
            driver.kill()
    if state == b"package\n":
        raise ReadError("reading a database needs one more package", hint="pip install 'benchreport[sql]'")
    if state != b"table\n":
        raise _unanswered(content.decode(errors="replace") or "the driver stopped")
    return pl.read_ipc(BytesIO(content))


def _refused(log: str) -> ReadError:
    """Return the error of a login that failed for the reason that the driver logged last, if it did."""
    reasons = DATABASE_ERROR.findall(log)
    reason = f"refuses the login: {reasons[-1].strip()}" if reasons else "does not answer a login"
    return ReadError(f"the database {reason}", hint="check the address, the account and the network")


def _unanswered(problem: str) -> ReadError:
    first = (problem.strip() or "no reason given").split("\n")[0]
    return ReadError(f"the database did not answer the query: {first}", hint="check the address and the query")
