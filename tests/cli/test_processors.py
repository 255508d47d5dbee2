"""How many threads does the program start?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchreport.cli.processors import BLAS, POLARS, SMALL, are_small
from tests.cli.shell import DEMSAR

# What the libraries read, after a command has run; the command itself need not succeed.
AFTER = """
import os, sys
from benchreport.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
import polars
print([os.environ.get(name) for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS")], polars.thread_pool_size())
"""


def threads(*words: str, **own: str) -> str:
    """Return the threads of BLAS that a program has asked for, and those that Polars has."""
    others = {name: value for name, value in os.environ.items() if name not in (*BLAS, POLARS)}
    done = subprocess.run(
        [sys.executable, "-c", AFTER, *words], env=others | own, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


def test_a_small_table_is_read_by_one_thread() -> None:
    assert threads("check", str(DEMSAR)) == "['1', None] 1"


def test_a_large_file_and_one_of_unknown_size_keep_the_threads_of_polars(tmp_path: Path) -> None:
    path = tmp_path / "large.csv"
    path.write_bytes(b"algorithm,dataset,accuracy\n" + b"\n" * SMALL)
    usual = threads("check", "-", POLARS_MAX_THREADS="2")
    assert usual == "['1', None] 2"
    size = [sys.executable, "-c", "import polars; print(polars.thread_pool_size())"]
    others = {name: value for name, value in os.environ.items() if name != POLARS}
    everyone = subprocess.run(size, env=others, capture_output=True, text=True, check=True).stdout.strip()
    assert threads("check", str(path)) == threads("check", str(tmp_path)) == f"['1', None] {everyone}"


def test_what_the_user_has_set_stays() -> None:
    assert threads("check", str(DEMSAR), POLARS_MAX_THREADS="3", OPENBLAS_NUM_THREADS="2") == "['2', None] 3"
    assert threads("check", str(DEMSAR), OMP_NUM_THREADS="2") == "[None, '2'] 1"


def test_importing_the_library_settles_nothing() -> None:
    program = (
        "import os; before = dict(os.environ); import benchreport as br; br.METHODS; assert before == dict(os.environ)"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize(
    ("words", "small"),
    [
        (["build", "small.csv", "-o", "large.html"], True),
        (["build", "small.csv", "--output=large.html", "-olarge.html"], True),
        (["build", "small.csv", "-o", "."], True),
        (["build", "large.html"], False),
        (["compare", "small.csv", "half.csv", "half.csv"], False),
        (["build", "small.csv", "--predictions", "large.html"], False),
        (["build", "small.csv", "--predictions=large.html"], False),
        (["build", "."], False),
        (["build", "-"], False),
        (["build", "study.toml"], False),
        (["build", "sqlite:///small.db"], False),
        (["build", "*.csv"], False),
        (["build", "a\0b", "x" * 5000], True),
        ([], True),
    ],
    ids=str,
)
def test_only_files_that_are_read_and_known_make_a_command_small(
    words: list[str], small: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, size in {"small.csv": 100, "half.csv": SMALL // 2, "large.html": SMALL + 1, "study.toml": 10}.items():
        Path(name).write_bytes(b" " * size)
    assert are_small(words) == small
