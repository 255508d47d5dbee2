"""How is a hint that names an argument in Python said at a shell?"""

from __future__ import annotations

import ast
import json
import re
import shlex
from typing import Any

import click

from benchreport.errors import BenchreportError

# NAME=VALUE, where the value is a text, a number, a list or a mapping.
ARGUMENT = re.compile(r"""\b([a-z][a-z_0-9]*)=(\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|'[^']*'|"[^"]*"|-?\d[\d.e-]*)""")
METHOD = re.compile(r"\bbr\.([a-z][a-z_0-9]*)\b(?!\()")
# Options that say several pairs, each with a flag of its own.
PAIRS = {"columns": "--column", "directions": "--direction"}
# Their flags say how the table is read, not which part of it is meant.
READ_FROM = ("settings", "dataset", "metric")
COMMAS = ("metrics", "by", "family", "costs")


def at_the_shell(hint: str, command: click.Command | None) -> str:
    """Turn the arguments that a hint names into options of a command; a hint that names options already stays.

    Examples
    --------
    >>> from benchreport.cli.test import test
    >>> at_the_shell("missing='available' keeps them; or br.mcnemar", test)
    '--missing available keeps them; or benchreport test mcnemar'
    >>> print(at_the_shell('order=["linear", "tree"], simplest first', test))
    --set 'order=["linear", "tree"]', simplest first
    """
    if command is None or " --" in f" {hint}".replace("(--", " --"):
        return hint
    flags = {option.name: option.opts[-1] for option in command.params if isinstance(option, click.Option)}
    said = ARGUMENT.sub(lambda found: _option(found, flags), hint)
    return METHOD.sub(lambda found: _command(found[1]) or found[0], said)


def failure_words(problem: BaseException, command: click.Command | None, again: str = "again") -> tuple[str, str, str]:
    """Return the kind of a failure, what is wrong, and what would help; ``again`` is what is to be run again."""
    if isinstance(problem, BenchreportError):
        return "error", problem.problem, at_the_shell(problem.hint, command)
    if isinstance(problem, OSError):
        where = f" {problem.filename!r}" if problem.filename else ""
        return "error", f"{problem.strerror or problem}{where}", "check that the path exists and is writable"
    if isinstance(problem, MemoryError):
        return "error", "not enough memory", "leave out sections with --omit, or keep fewer algorithms and datasets"
    hint = f"run {again} with --traceback and report what it prints"
    return "internal error", f"{type(problem).__name__}: {problem}", hint


def _option(found: re.Match[str], flags: dict[str, str]) -> str:
    name = found[1]
    try:
        value = ast.literal_eval(found[2])
    except (ValueError, SyntaxError):
        return found[0]
    if name in PAIRS and name in flags and isinstance(value, dict):
        return " ".join(f"{PAIRS[name]} {shlex.quote(f'{own}={canonical}')}" for own, canonical in value.items())
    if name in flags and name not in READ_FROM:
        return f"{flags[name]} {shlex.quote(_word(value, commas=name in COMMAS))}"
    if "settings" in flags:
        return f"--set {shlex.quote(f'{name}={_word(value)}')}"
    return found[0]


def _word(value: Any, *, commas: bool = False) -> str:
    if isinstance(value, str):
        return value
    if commas and isinstance(value, list | tuple):
        return ",".join(map(str, value))
    return json.dumps(value)


def _command(name: str) -> str | None:
    from benchreport.registry import METHODS

    record = METHODS.get(name)
    return f"benchreport test {name}" if record is not None and record.kind in ("table", "columns") else None
