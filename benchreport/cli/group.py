"""The group of commands: errors become a line, a hint in the words of the shell, and an exit code."""

from __future__ import annotations

import atexit
import gc
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping, MutableMapping, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import click

from benchreport.cli.memory import settle_frames
from benchreport.cli.processors import settle_threads
from benchreport.cli.terminal import echo
from benchreport.errors import BenchreportError, BenchreportWarning, did_you_mean

DONE, FINDING, WRONG, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
EXIT_CODES: Mapping[int, str] = {
    DONE: "done",
    FINDING: "a finding: differences, warnings under --strict, a check that failed",
    WRONG: "wrong use or input, or something could not be read, computed or written",
    UNDECIDED: "undecided: less was compared than asked",
    INTERRUPTED: "interrupted",
}
# NAME=VALUE, where the value is a text, a number, a list or a mapping.
ARGUMENT = re.compile(r"""\b([a-z][a-z_0-9]*)=(\{[^}]*\}|\[[^\]]*\]|\([^)]*\)|'[^']*'|"[^"]*"|-?\d[\d.e-]*)""")
# Hints that list names, which may look like arguments.
NAMING = ("did you mean ", "choose from ")
METHOD = re.compile(r"\bbr\.([a-z][a-z_0-9]*)\b(?!\()")
# Options that say several pairs, each with a flag of its own.
PAIRS = {"columns": "--column", "directions": "--direction"}
# Their flags say how the table is read, not which part of it is meant.
READ_FROM = ("settings", "dataset", "metric")
COMMAS = ("metrics", "by", "family", "costs")
# So many objects are made before Python looks for garbage among the young, the older and all of them. A small report
# makes fewer, and to look through those of its imports takes longer than to count its numbers.
GARBAGE = (400_000, 20, 50)


class DeclaredCommands(MutableMapping[str, click.Command]):
    """Commands by their names; the module of a command is imported when it is asked for.

    ``declared`` has the module of every command, in which it bears its own name, and the first sentence of its help.
    """

    def __init__(self, declared: Mapping[str, tuple[str, str]]) -> None:
        self.declared = dict(declared)
        self._imported: dict[str, click.Command] = {}

    def __getitem__(self, name: str) -> click.Command:
        if name not in self._imported:
            module, sentence = self.declared[name]
            command = getattr(import_module(module), name)
            command.short_help = sentence
            self[name] = command
        return self._imported[name]

    def __setitem__(self, name: str, command: click.Command) -> None:
        """Write the exit codes at the end of a command's help, let its words be completed, and add it."""
        from benchreport.cli.completing import with_completion

        command.epilog = with_exit_codes(command.epilog)
        self._imported[name] = with_completion(command)

    def __delitem__(self, name: str) -> None:
        self.declared.pop(name, None)
        self._imported.pop(name, None)

    def __iter__(self) -> Iterator[str]:
        return iter({**self.declared, **self._imported})

    def __len__(self) -> int:
        return len({**self.declared, **self._imported})


class Commands(click.Group):
    """The group of commands; an error a user can cause becomes a line, a hint and an exit code."""

    def declare(self, commands: Mapping[str, tuple[str, str]]) -> None:
        """Read the commands of the group from their names, modules and first sentences; none is imported."""
        self.commands = DeclaredCommands(commands)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands from their first sentences, without importing them."""
        declared = self.commands.declared if isinstance(self.commands, DeclaredCommands) else {}
        rows = [
            (name, declared[name][1] if name in declared else self.commands[name].get_short_help_str())
            for name in self.list_commands(ctx)
        ]
        with formatter.section("Commands"):
            formatter.write_dl(rows)

    def main(self, args: Sequence[str] | None = None, *rest: Any, **extra: Any) -> Any:
        """Run the program; streams that were closed by the caller swallow what is printed."""
        _open_closed_streams()
        words = sys.argv[1:] if args is None else args
        settle_threads(words, os.environ)
        settle_frames(words, os.environ)
        gc.set_threshold(*GARBAGE)  # Python would look through all modules for garbage while it imports them
        atexit.register(_keep_garbage)  # and would take all of them apart before it ends
        return super().main(args, *rest, **extra)

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the words of the program; a reader who leaves its help is no failure."""
        try:
            return super().make_context(*args, **extra)
        except BrokenPipeError:
            raise click.exceptions.Exit(DONE if _reader_left() else WRONG) from None

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read ``--traceback`` wherever it stands."""
        if "--traceback" in args:
            args = ["--traceback", *(word for word in args if word != "--traceback")]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        from benchreport.files import made_at

        try:
            made_at()  # libraries read SOURCE_DATE_EPOCH when they are imported, and fail in their own words
            with warnings.catch_warnings():
                warnings.showwarning = _print_warning
                return super().invoke(ctx)
        except click.UsageError as problem:
            where = problem.ctx.command_path if problem.ctx else "benchreport"
            _print_error(ctx, problem.format_message(), f"see `{where} --help`", problem.exit_code)
        except (KeyboardInterrupt, click.Abort):
            echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit):
            raise
        except BaseException as problem:  # a panic of Polars is no Exception; what is none either goes on
            if isinstance(problem, BrokenPipeError) and _reader_left():
                ctx.exit(DONE)
            if not isinstance(problem, Exception) and type(problem).__name__ != "PanicException":
                raise
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            kind, words, hint = failure_words(problem, command)
            code = problem.exit_code if isinstance(problem, BenchreportError) else WRONG
            _print_error(ctx, words, hint, code, kind=kind)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return a command; raise with the nearest to a misspelt one."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            hint = did_you_mean(args[0], self.list_commands(ctx))
            _print_error(ctx, f"unknown command {args[0]!r}", hint, WRONG)
        return super().resolve_command(ctx, args)


def _print_warning(message: Warning | str, category: type[Warning], *_: Any, **__: Any) -> None:
    """Print a warning of ours in one line; what a library warns of is for those who write programs."""
    if issubclass(category, BenchreportWarning):
        echo(f"warning: {message}", err=True)


def _keep_garbage() -> None:
    """Run the end of a program without taking apart what it imported; what binds DuckDB would call that a leak."""
    if "duckdb" in sys.modules:
        return
    contents: list[Any] = [vars(module).copy() for module in list(sys.modules.values()) if type(module) is ModuleType]
    contents.append(contents)  # a circle, which nothing but a look for garbage would take apart
    gc.freeze()


def _reader_left() -> bool:
    """Return whether nobody reads standard output any more, as behind ``| head``, and write to nowhere if so."""
    try:
        echo()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # else Python fails again when it ends
        return True
    return False


def _open_closed_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf8"))  # noqa: PTH123, SIM115


def with_exit_codes(epilog: str | None) -> str:
    """Return the end of a help text with the table of exit codes below it.

    Examples
    --------
    >>> print(with_exit_codes("See also test.").splitlines()[3])
    Exit codes:
    """
    width = max(len(str(code)) for code in EXIT_CODES)
    lines = [f"  {code:>{width}}  {meaning}" for code, meaning in EXIT_CODES.items()]
    return "\n\n".join(part for part in (epilog, "\b\n" + "\n".join(["Exit codes:", *lines])) if part)


def _print_error(ctx: click.Context, problem: str, hint: str, code: int, *, kind: str = "error") -> None:
    if ctx.params.get("traceback"):
        import traceback

        echo(traceback.format_exc(), err=True, nl=False)
    echo(f"{kind}: {problem}", err=True)
    echo(f"hint: {hint}", err=True)
    ctx.exit(code)


def at_the_shell(hint: str, command: click.Command | None) -> str:
    """Return a hint whose Python arguments are options of a command; one that names options already stays.

    Examples
    --------
    >>> from benchreport.cli.test import test
    >>> at_the_shell("missing='available' keeps them; or br.mcnemar", test)
    '--missing available keeps them; or benchreport test mcnemar'
    >>> print(at_the_shell('order=["linear", "tree"], simplest first', test))
    --set 'order=["linear", "tree"]', simplest first
    >>> at_the_shell("did you mean 'higgs, noise=1'?", test)
    "did you mean 'higgs, noise=1'?"
    """
    if command is None or " --" in f" {hint}".replace("(--", " --") or hint.startswith(NAMING):
        return hint
    flags = {option.name: option.opts[-1] for option in command.params if isinstance(option, click.Option)}
    hint = ARGUMENT.sub(lambda match: _option(match, flags), hint)
    return METHOD.sub(lambda match: _command(match[1]) or match[0], hint)


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


def _option(match: re.Match[str], flags: dict[str, str]) -> str:
    import ast
    import shlex

    name = match[1]
    try:
        value = ast.literal_eval(match[2])
    except (ValueError, SyntaxError):
        return match[0]
    if name in PAIRS and name in flags and isinstance(value, dict):
        return " ".join(f"{PAIRS[name]} {shlex.quote(f'{own}={canonical}')}" for own, canonical in value.items())
    if name in flags and name not in READ_FROM:
        return f"{flags[name]} {shlex.quote(_word(value, commas=name in COMMAS))}"
    if "settings" in flags:
        return f"--set {shlex.quote(f'{name}={_word(value)}')}"
    return match[0]


def _word(value: Any, *, commas: bool = False) -> str:
    import json

    if isinstance(value, str):
        return value
    if commas and isinstance(value, list | tuple):
        return ",".join(map(str, value)) or "none"
    return json.dumps(value)


def _command(name: str) -> str | None:
    from benchreport.registry import METHODS

    record = METHODS.get(name)
    return f"benchreport test {name}" if record is not None and record.kind in ("table", "columns") else None
