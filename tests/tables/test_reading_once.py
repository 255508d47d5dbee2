"""Files are read once, as bytes: what is fingerprinted is what was parsed, whoever writes meanwhile."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from benchreport.errors import ReadError
from benchreport.tables import schema
from benchreport.tables.reading import read
from benchreport.tables.reading.read import read_frame
from tests.cli.shell import run

CSV = "algorithm,dataset,error\n" + "".join(
    f"{name},d{number},0.{number + 1}\n" for name in "AB" for number in range(5)
)

# Reads a large table while another thread cuts it short, as an editor does that writes it anew.
CUT_WHILE_READ = """
import os, sys, threading, time
from benchreport.errors import ReadError
from benchreport.tables.reading.read import read_frame
import polars as pl
pl.read_csv(b"a,b\\n1,2\\n")

def cut():
    time.sleep(0.03)
    os.truncate(sys.argv[1], 1000)

threading.Thread(target=cut).start()
try:
    print(read_frame(sys.argv[1]).height)
except ReadError as problem:
    print(problem.problem)
"""


@pytest.mark.parametrize("name", ["t.csv", "t.parquet", "t.arrow", "t.json"])
def test_the_printed_sha256_is_of_the_bytes_that_were_read(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    frame = pl.read_csv(CSV.encode())
    writers = {".csv": frame.write_csv, ".parquet": frame.write_parquet, ".arrow": frame.write_ipc}
    path = tmp_path / name
    writers.get(path.suffix, frame.write_json)(path)
    digest = hashlib.sha256(path.read_bytes()).hexdigest()
    kind_of = schema.table_kind

    def rewritten(*words: Any, **options: Any) -> Any:
        path.write_bytes(b"somebody writes the next results\n")
        return kind_of(*words, **options)

    monkeypatch.setattr(schema, "table_kind", rewritten)  # called when the rows are there
    done = run("build", path, "-o", tmp_path / "r.md", "--sections", "provenance")
    assert done.exit_code == 0, done.stderr
    assert digest in (tmp_path / "r.md").read_text(encoding="utf8")


def test_a_table_cut_short_by_another_program_does_not_kill_the_reader(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"algorithm,dataset,error\n" + b"some algorithm,some dataset,0.123456789\n" * 1_000_000)
    words = [sys.executable, "-c", CUT_WHILE_READ, str(path)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr)  # -7 is SIGBUS
    assert done.stdout in ("1000000\n", "'large.csv' changed while it was read\n")


@pytest.mark.parametrize("name", ["t.csv", "t.csv.gz", "t.parquet", "t.json"])
def test_a_table_that_changes_while_it_is_read_is_refused(
    tmp_path: Path, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (path := tmp_path / name).write_bytes(CSV.encode())
    state_of = os.fstat

    def cut(handle: int) -> os.stat_result:
        known = state_of(handle)
        os.truncate(path, 100)
        return known

    monkeypatch.setattr(read.os, "fstat", cut)
    with pytest.raises(ReadError, match=r"'t\.\S+' changed while it was read"):
        read_frame(path)


def test_no_table_is_read_through_a_memory_map(tmp_path: Path) -> None:
    frame = pl.read_csv(CSV.encode())
    for name, write in {"t.parquet": frame.write_parquet, "t.arrow": frame.write_ipc, "t.csv": frame.write_csv}.items():
        write(path := tmp_path / name)
        table = read_frame(path)
        assert str(path) not in Path("/proc/self/maps").read_text(encoding="utf8")
        assert table.height == 10
