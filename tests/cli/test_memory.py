"""What the program writes into the C library, and for the library from which Polars takes its memory."""

import ctypes
import os
import subprocess
import sys
from types import SimpleNamespace

import pytest

from benchreport.cli.memory import JEMALLOC, TRIM_THRESHOLD, USUAL, settle_memory
from tests.cli.shell import DEMSAR

# jemalloc prints how it was set when the program ends.
AFTER = f"""
import os, sys
from benchreport.cli import main
try:
    main(sys.argv[1:])
except SystemExit:
    pass
print(os.environ.get({JEMALLOC!r}))
"""


def frames_kept(*words: str, **own: str) -> str:
    """Return what is written for the memory of frames, after a command has run."""
    others = {name: value for name, value in os.environ.items() if name != JEMALLOC}
    done = subprocess.run(
        [sys.executable, "-c", AFTER, *words], env=others | own, capture_output=True, text=True, check=True
    )
    return done.stdout.splitlines()[-1]


def test_frames_of_a_check_go_back_at_once_and_those_of_other_commands_soon() -> None:
    # Polars writes its own choice before them; the later one holds.
    assert frames_kept("check", str(DEMSAR)).endswith("dirty_decay_ms:0,muzzy_decay_ms:0")
    assert frames_kept("methods").endswith("dirty_decay_ms:100,muzzy_decay_ms:0")
    own = frames_kept("check", str(DEMSAR), **{JEMALLOC: "narenas:1"})
    assert own.endswith("narenas:1")
    assert ":0" not in own


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere Polars has another allocator")
def test_polars_reads_what_is_written() -> None:
    own = os.environ | {JEMALLOC: "muzzy_decay_ms:0,stats_print:true"}
    done = subprocess.run([sys.executable, "-c", "import polars"], env=own, capture_output=True, text=True, check=True)
    assert "opt.muzzy_decay_ms: 0" in done.stderr


def test_glibc_keeps_its_usual_threshold_unless_its_user_chose_one(monkeypatch: pytest.MonkeyPatch) -> None:
    chosen: list[tuple[int, int]] = []
    monkeypatch.setattr(ctypes, "pythonapi", SimpleNamespace(mallopt=lambda *pair: chosen.append(pair)))
    settle_memory({"MALLOC_TRIM_THRESHOLD_": "1"})
    assert chosen == []
    settle_memory({})
    assert chosen == [(TRIM_THRESHOLD, USUAL)]


def test_other_libraries_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctypes, "pythonapi", SimpleNamespace())
    settle_memory({})
