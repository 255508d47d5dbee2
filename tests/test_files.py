"""A set of files appears as one or not at all, and replaces nothing that is not ours."""

from __future__ import annotations

import errno
import hashlib
import json
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchreport import files
from benchreport.errors import OptionError, WriteError
from benchreport.files import MARK, FileSet, file_named, place_named, write_file, write_sets

NAMES = ("main.tex", "tables/a.tex", "tables/b.tex", "data/deep/a.csv")


def a_set(folder: Path, text: str) -> FileSet:
    return FileSet(folder=folder, files={folder / name: f"{text} {name}".encode() for name in NAMES})


def tree(folder: Path) -> dict[str, str]:
    """Give the files below a folder, hidden ones too, with their texts."""
    found = sorted(path for path in folder.rglob("*") if path.is_file())
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf8") for path in found}


@contextmanager
def umask(mask: int) -> Iterator[None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


def failing(call: Callable[..., Any], at: int, problem: BaseException) -> Callable[..., Any]:
    """Make the call fail the time that ``at`` says, counted from 0."""
    calls = iter(range(10_000))

    def broken(*words: Any, **options: Any) -> Any:
        if next(calls) == at:
            raise problem
        return call(*words, **options)

    return broken


def full_disk() -> OSError:
    return OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


UNNAMED = [True, False]


@pytest.fixture(params=UNNAMED, ids=["unnamed drafts", "named drafts"])
def drafts(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> bool:
    """Write drafts without names, or as a file system does that has none."""
    if not request.param:
        monkeypatch.setattr(files, "MOST_UNNAMED", 0)
    return bool(request.param)


@pytest.mark.usefixtures("drafts")
@pytest.mark.parametrize("there", [False, True], ids=["new", "again"])
@pytest.mark.parametrize("call", ["write", "link", "open"])
@pytest.mark.parametrize("problem", [full_disk(), KeyboardInterrupt()], ids=["full disk", "interrupt"])
def test_a_failure_at_any_call_leaves_the_old_set_whole_and_no_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, there: bool, call: str, problem: BaseException
) -> None:
    folder = tmp_path / "latex"
    if there:
        write_sets([a_set(folder, "old")])
    before = tree(tmp_path)
    real = getattr(os, call)
    failures = 0
    for at in range(100):
        with monkeypatch.context() as patch:
            patch.setattr(files.os, call, failing(real, at, problem))
            try:
                write_sets([a_set(folder, "new")], force=True)
            except (WriteError, KeyboardInterrupt):
                failures += 1
                assert tree(tmp_path) == before
                assert folder.exists() == there
            else:
                break
    assert tree(folder)["data/deep/a.csv"] == "new data/deep/a.csv"
    assert failures > 0 or (call == "link" and not files.MOST_UNNAMED and not there)
    assert not [name for name in tree(tmp_path) if ".benchreport-" in name]


def test_the_message_names_the_file_that_could_not_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files.os, "write", failing(os.write, 1, full_disk()))
    with pytest.raises(WriteError) as caught:
        write_sets([a_set(tmp_path, "new")])
    assert (
        caught.value.problem == f"{str(tmp_path / 'tables' / 'a.tex')!r} could not be written: No space left on device"
    )
    assert "nothing was changed" in caught.value.hint


KILLED = """
import os, signal, sys
from pathlib import Path
from benchreport import files

at, folder, calls, real = int(sys.argv[1]), Path(sys.argv[2]), iter(range(1000)), os.write

def write(handle, content):
    if next(calls) == at:
        real(handle, bytes(content)[:2])
        os.kill(os.getpid(), signal.SIGKILL)
    return real(handle, content)

files.os.write = write
names = ("main.tex", "tables/a.tex", "tables/b.tex", "data/deep/a.csv")
files.write_sets([files.FileSet(folder=folder, files={folder / name: b"new" for name in names})], force=True)
"""


@pytest.mark.skipif(not hasattr(os, "O_TMPFILE"), reason="only Linux has files without names")
@pytest.mark.parametrize("at", range(5))  # four files and the manifest
def test_a_kill_at_any_write_leaves_the_old_set_whole_and_no_draft(tmp_path: Path, at: int) -> None:
    write_sets([a_set(tmp_path / "latex", "old")])
    before = tree(tmp_path)
    words = [sys.executable, "-c", KILLED, str(at), str(tmp_path / "latex")]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    assert tree(tmp_path) == before


@pytest.mark.usefixtures("drafts")
@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_the_umask_is_respected(tmp_path: Path, mask: int) -> None:
    with umask(mask):
        write_file(path := tmp_path / "report.html", b"new")
        write_file(path, b"newer")
    assert stat.S_IMODE(path.stat().st_mode) == 0o666 & ~mask


def test_the_name_of_a_draft_cannot_be_guessed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_UNNAMED", 0)
    names: list[str] = []
    real = os.open

    def watched(path: Any, *words: Any, **options: Any) -> int:
        names.append(Path(path).name)
        return real(path, *words, **options)

    monkeypatch.setattr(files.os, "open", watched)
    for _ in range(3):
        write_file(tmp_path / "report.html", b"new")
    drafts = {name for name in names if name.startswith(".benchreport-")}
    assert len(drafts) == 3
    assert all(len(name.removeprefix(".benchreport-")) >= 32 for name in drafts)  # 128 bits


def test_a_named_file_is_replaced_and_the_files_beside_it_are_not(tmp_path: Path) -> None:
    named, beside = tmp_path / "r.html", tmp_path / "r_files" / "a.csv"
    beside.parent.mkdir()
    for path in (named, beside):
        path.write_text("somebody's")
    one = FileSet(folder=beside.parent, files={named: b"ours", beside: b"ours"}, named=frozenset({named}))
    with pytest.raises(WriteError, match=r"a\.csv.* would be replaced(?s:.)*--force"):
        write_sets([one])
    assert tree(tmp_path) == {"r.html": "somebody's", "r_files/a.csv": "somebody's"}
    beside.unlink()
    write_sets([one])
    assert named.read_text() == beside.read_text() == "ours"


def test_what_we_wrote_is_replaced_and_what_somebody_changed_is_not(tmp_path: Path) -> None:
    write_sets([a_set(tmp_path, "old")])
    write_sets([a_set(tmp_path, "new")])
    assert tree(tmp_path)["main.tex"] == "new main.tex"
    (tmp_path / "data" / "deep" / "a.csv").write_text("numbers of my own")
    with pytest.raises(WriteError, match=r"a\.csv' would be replaced"):
        write_sets([a_set(tmp_path, "newer")])
    assert tree(tmp_path)["main.tex"] == "new main.tex"
    write_sets([a_set(tmp_path, "newer")], force=True)
    assert tree(tmp_path)["data/deep/a.csv"] == "newer data/deep/a.csv"


def test_files_in_pieces_are_written_and_recognised_like_whole_ones(tmp_path: Path) -> None:
    def in_pieces(text: str) -> FileSet:
        whole = a_set(tmp_path, text)
        return replace(
            whole,
            files={
                path: lambda content=content: [content[:3], b"", content[3:]] for path, content in whole.files.items()
            },
        )

    write_sets([in_pieces("old")])
    digest = hashlib.sha256(b"old main.tex").hexdigest()
    assert tree(tmp_path)["main.tex"] == "old main.tex"
    assert json.loads(tree(tmp_path)[".benchreport.json"])["files"]["main.tex"] == digest
    (tmp_path / ".benchreport.json").unlink()
    write_sets([in_pieces("old")])  # the same bytes are nobody's loss
    (tmp_path / "main.tex").write_text("my paper")
    with pytest.raises(WriteError, match="would be replaced"):
        write_sets([in_pieces("new")])


def test_a_piece_that_cannot_be_made_leaves_the_old_set_whole(tmp_path: Path) -> None:
    write_sets([a_set(tmp_path, "old")])
    before = tree(tmp_path)

    def pieces() -> Iterator[bytes]:
        yield b"begun"
        raise MemoryError

    broken = FileSet(folder=tmp_path, files={**a_set(tmp_path, "new").files, tmp_path / "data" / "z.csv": pieces})
    with pytest.raises(MemoryError):
        write_sets([broken])
    assert tree(tmp_path) == before


def test_a_file_with_our_mark_in_its_first_line_is_replaced_without_a_manifest(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(f"% {MARK}\nedited")
    write_sets([a_set(tmp_path, "new")])
    assert tree(tmp_path)["main.tex"] == "new main.tex"


def test_a_mark_below_the_first_line_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "main.tex").write_text(f"my paper\n% {MARK}\n")
    with pytest.raises(WriteError, match=r"main\.tex"):
        write_sets([a_set(tmp_path, "new")])


@pytest.mark.parametrize("text", ["not JSON", "[1]", '{"files": 3}'])
def test_a_file_in_the_place_of_the_manifest_that_is_none_is_not_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / ".benchreport.json").write_text(text)
    with pytest.raises(WriteError, match=r"\.benchreport\.json"):
        write_sets([a_set(tmp_path, "new")])
    assert tree(tmp_path) == {".benchreport.json": text}


def test_a_link_is_nobodys_but_the_users(tmp_path: Path) -> None:
    (tmp_path / "mine.tex").write_text(f"% {MARK}\n")
    (folder := tmp_path / "latex").mkdir()
    (folder / "main.tex").symlink_to(tmp_path / "mine.tex")
    with pytest.raises(WriteError, match=r"main\.tex"):
        write_sets([a_set(folder, "new")])


@pytest.mark.parametrize("text", ["", "  ", "/", "//", "/.", "/tmp/.."])
def test_no_name_and_the_root_are_refused(text: str) -> None:
    with pytest.raises(OptionError):
        place_named(text)


def test_a_folder_is_no_file(tmp_path: Path) -> None:
    for text in (f"{tmp_path}/new.svg/", str(tmp_path)):
        with pytest.raises(OptionError, match="is a folder"):
            file_named(text)
