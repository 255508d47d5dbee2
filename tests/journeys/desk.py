"""A desk to work at: what is typed and what is seen, the commands that it took and the edits of files."""

from __future__ import annotations

import ast
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from benchreport.cli import main

ROOT = Path(__file__).parents[2]
PROGRAM = "benchreport"
# Flags that a hint names: in brackets behind what they are in Python, or at its beginning.
FLAGS = re.compile(r"\((--[^)]+)\)|(?:^|; )(--[\w-]+) reads")


@dataclass(frozen=True, kw_only=True)
class Screen:
    """What a person sees after a command: what it printed, what it complained of, and its exit code."""

    out: str
    err: str
    code: int

    @property
    def problems(self) -> list[str]:
        """Return the errors, in the order in which they were printed."""
        return self._after("error: ")

    @property
    def hints(self) -> list[str]:
        """Return the hints, in the order in which they were printed."""
        return self._after("hint: ")

    @property
    def notes(self) -> list[str]:
        """Return the notes, wherever they were printed."""
        return self._after("note: ")

    @property
    def warnings(self) -> list[str]:
        """Return the warnings."""
        return self._after("warning: ")

    @property
    def flags(self) -> str:
        """Return all flags that the hints name, each once, as they are typed."""
        named = [first or second for hint in self.hints for first, second in FLAGS.findall(hint)]
        options = [option for flags in named for option in re.findall(r"--\S+(?: [^-]\S*)?", flags)]
        return " ".join(dict.fromkeys(option.strip() for option in options))

    @property
    def offered(self) -> list[str]:
        """Return the commands under "you could ask:"."""
        _, found, listed = self.out.partition("you could ask:\n")
        return [line.strip() for line in listed.splitlines()] if found else []

    def _after(self, word: str) -> list[str]:
        lines = [*self.out.splitlines(), *self.err.splitlines()]
        return [line.removeprefix(word) for line in lines if line.startswith(word)]


@dataclass(kw_only=True)
class Desk:
    """A folder in which somebody works; it counts commands and the edits of files."""

    folder: Path
    commands: int = 0
    edits: int = 0
    names: dict[str, Any] = field(default_factory=dict)

    def types(self, line: str, code: int = 0) -> Screen:
        """Run a command of ours as it is typed, within this process."""
        words = shlex.split(line)
        assert words[0] == PROGRAM, line
        self.commands += 1
        done = CliRunner().invoke(main, words[1:], prog_name=PROGRAM)
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return _seen(done.stdout, done.stderr, done.exit_code, code, line)

    def shell(self, line: str, code: int = 0, *, env: Mapping[str, str] | None = None, **options: Any) -> Screen:
        """Run a line of the shell, pipes and all, in processes of their own."""
        self.commands += len(re.findall(rf"\b{PROGRAM} ", line))
        usual = {"PYTHONPATH": str(ROOT), **os.environ} if env is None else dict(env)
        done = subprocess.run(
            ["bash", "-c", line],
            capture_output=True,
            text=True,
            check=False,
            cwd=self.folder,
            env=usual | {"PATH": f"{self._program()}{os.pathsep}{usual['PATH']}"},
            **options,
        )
        return _seen(done.stdout, done.stderr, done.returncode, code, line)

    def _program(self) -> Path:
        """Return a folder with the command of this checkout, run by this Python."""
        folder = self.folder.parent / "bin"
        if not folder.exists():
            folder.mkdir()
            script = folder / PROGRAM
            script.write_text(f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -m {PROGRAM} "$@"\n')
            script.chmod(0o755)
        return folder

    def edit(self, name: str, change: Callable[[list[str]], list[str]]) -> None:
        """Change the lines of a file, as in an editor: one edit."""
        path = self.folder / name
        lines = path.read_text(encoding="utf8").splitlines()
        changed = change(list(lines))
        assert changed != lines, "an edit that changes nothing"
        path.write_text("\n".join(changed) + "\n", encoding="utf8")
        self.edits += 1

    def delete_row(self, name: str, row: int) -> None:
        """Delete a row of a table, counted as the messages say: row 1 is the first below the header."""
        self.edit(name, lambda lines: lines[:row] + lines[row + 1 :])

    def cell(self, text: str) -> Any:
        """Run a cell of a notebook and return what it shows: the value of its last line, if that is an expression."""
        self.commands += 1
        body = ast.parse(text).body
        last = body.pop() if isinstance(body[-1], ast.Expr) else None
        exec(compile(ast.Module(body, []), "cell", "exec"), self.names)
        return (
            eval(compile(ast.Expression(last.value), "cell", "eval"), self.names)
            if isinstance(last, ast.Expr)
            else None
        )

    def read(self, name: str) -> str:
        """Return a text file as a person reads it, without the backslashes of Markdown."""
        text = (self.folder / name).read_text(encoding="utf8")
        return re.sub(r"\\([\\`*_{}\[\]()#+.!|=-])", r"\1", text) if name.endswith(".md") else text

    def headline(self, name: str) -> str:
        """Return the headline of a report in Markdown."""
        _, _, answer = self.read(name).partition('<a id="answer"></a>')
        match = re.search(r"\*\*(.+?)\*\*", answer)
        assert match, answer[:300]
        return match[1]


def _seen(out: str, err: str, code: int, expected: int, line: str) -> Screen:
    assert "Traceback" not in err, err
    assert code == expected, f"{line}\nexit code {code}\n{out}\n{err}"
    return Screen(out=out, err=err, code=code)
