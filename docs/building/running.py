"""Pages run as their readers would: one folder and one Python session each, blocks in order, printed text compared."""

from __future__ import annotations

import doctest
import io
import os
import re
import subprocess
import sys
import tempfile
import traceback
import warnings
from collections.abc import Iterator, Mapping
from contextlib import chdir, contextmanager, redirect_stdout
from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path
from typing import Any

import matplotlib.font_manager

import benchreport as br
from benchreport.errors import BenchreportError, BenchreportWarning
from benchreport.study import study_from
from docs.building.blocks import Block, Command, Page
from docs.building.not_run import NOT_RUN

ROOT = Path(__file__).parents[2]
LIMIT = 600  # seconds of one command, on a busy machine
# A slow machine prints the stages of a long build; a page does not.
PROGRAM = """from benchreport.document import stages
from benchreport.cli import main
stages.PATIENCE = float("inf")
main(prog_name="benchreport")"""
PROGRAMS = {"benchreport": f"-P -c '{PROGRAM}'", "python": "", "python3": ""}
ENVIRONMENT = {
    "BENCHREPORT_CACHE": "off",
    "COLUMNS": "100",
    "LC_ALL": "C.UTF-8",
    "NO_COLOR": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "TERM": "dumb",
}
SCORES = re.compile(r"^scores *=", re.MULTILINE)
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
# A blank line in what a console prints is a blank line, and a row of a table keeps its columns.
EXACT = doctest.ELLIPSIS | doctest.DONT_ACCEPT_BLANKLINE


@dataclass(slots=True)
class Session:
    """A page under way: its folder, its Python names, what went wrong."""

    page: Page
    folder: Path
    names: dict[str, Any] = field(default_factory=lambda: {"__name__": "__main__"})
    faults: list[str] = field(default_factory=list)

    def fault(self, line: int, words: str) -> None:
        """Write down what is wrong at a line."""
        self.faults.append(f"{self.page.path.name}, line {line}: {words}")


def run_page(page: Page, folder: Path) -> list[str]:
    """Run the blocks of a page in a folder; return what differs from what the page says."""
    session = Session(page, folder)
    for name, example in page.files.items():
        (folder / name).write_bytes(br.example(example).read_bytes())
    with tempfile.TemporaryDirectory() as programs, chdir(folder), _own_modules(folder), _visible_warnings():
        environment = _environment(Path(programs), folder)
        blocks = page.blocks
        for block, follower in zip_longest(blocks, blocks[1:]):
            _run_block(session, block, follower, environment)
            if session.faults:
                break  # what follows rests on it
    return session.faults


def _run_block(session: Session, block: Block, follower: Block | None, environment: Mapping[str, str]) -> None:
    match block.role:
        case "console":
            for command in block.commands:
                _run_command(session, command, environment)
        case "doctest":
            _run_doctest(session, block)
        case "python":
            _run_script(session, block, follower.text if follower and follower.role == "output" else "")
        case "file":
            path = session.folder / block.file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf8")
            if path.name == "study.toml":
                _check_study(session, block)
        case "study":
            _check_study(session, block)


def _check_study(session: Session, block: Block) -> None:
    try:
        study_from(block.text if SCORES.search(block.text) else f'scores = "scores.csv"\n{block.text}')
    except BenchreportError as problem:
        session.fault(block.line, f"not a part of a study file: {problem}")


def _run_command(session: Session, command: Command, environment: Mapping[str, str]) -> None:
    if without_comment(command.text) in NOT_RUN:
        return
    done = subprocess.run(
        ["bash", "-c", command.text],
        cwd=session.folder,
        env=dict(environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf8",
        timeout=LIMIT,
        check=False,
    )
    printed = "".join(f"{line.rstrip()}\n" for line in done.stdout.splitlines())
    if done.returncode:
        session.fault(command.line, f"`{command.text}` ended with {done.returncode}:\n{printed}")
    elif command.output is not None:
        _compare(session, command.line, command.text, command.output, printed, EXACT)


def without_comment(command: str) -> str:
    """Return a command without the remark behind it.

    Examples
    --------
    >>> without_comment("make demo     # creates .venv")
    'make demo'
    """
    return command.partition(" #")[0].strip()


def _compare(session: Session, line: int, source: str, expected: str, printed: str, flags: int) -> None:
    checker = doctest.OutputChecker()
    if not checker.check_output(expected, printed, flags):
        example = doctest.Example(source, expected)
        difference = checker.output_difference(example, printed, flags | doctest.REPORT_NDIFF)
        session.fault(line, f"`{source.splitlines()[0]}` prints otherwise\n{difference}")


def _run_doctest(session: Session, block: Block) -> None:
    test = doctest.DocTestParser().get_doctest(
        block.text, session.names, session.page.path.name, str(session.page.path), block.line - 1
    )
    differences: list[str] = []
    doctest.DocTestRunner(verbose=False, optionflags=FLAGS).run(test, out=differences.append, clear_globs=False)
    session.names |= test.globs
    if differences:
        session.fault(block.line, "".join(differences))


def _run_script(session: Session, block: Block, expected: str) -> None:
    """Run a block without prompts; what it prints is the text below it, or nothing."""
    stream = io.StringIO()
    try:
        code = compile("\n" * (block.line - 1) + block.text, session.page.path.name, "exec")
        with redirect_stdout(stream):
            exec(code, session.names)
    except Exception:  # whatever a page does, its line is named
        session.fault(block.line, traceback.format_exc(limit=-2))
        return
    printed = "".join(f"{line.rstrip()}\n" for line in stream.getvalue().splitlines())
    _compare(session, block.line, block.text, expected, printed, EXACT)


def _environment(programs: Path, folder: Path) -> dict[str, str]:
    """Return the environment of commands, with the programs of this installation first."""
    for name, arguments in PROGRAMS.items():
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}" {arguments} "$@"\n', encoding="utf8")
        script.chmod(0o755)
    # In a new home Matplotlib looks at every font anew, and says so where that takes long.
    fonts = {"MPLCONFIGDIR": matplotlib.get_cachedir()}
    paths = {"PATH": f"{programs}{os.pathsep}{os.environ['PATH']}", "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    return {**os.environ, **ENVIRONMENT, **paths, **fonts}


@contextmanager
def _own_modules(folder: Path) -> Iterator[None]:
    """Run a block that may import modules from a folder; they are forgotten afterwards."""
    sys.path.insert(0, str(folder))
    before = set(sys.modules)
    try:
        yield
    finally:
        sys.path.remove(str(folder))
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).is_relative_to(folder):
                del sys.modules[name]


@contextmanager
def _visible_warnings() -> Iterator[None]:
    """Run a block in which warnings of ours are printed, so that a page must show them; all others are errors."""

    def write(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
        print(f"{category.__name__}: {message}")

    with warnings.catch_warnings():
        warnings.simplefilter("error")
        warnings.simplefilter("always", BenchreportWarning)
        warnings.showwarning = write
        yield
