"""The group of commands: errors leave it as two lines and an exit code."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from benchreport.cli.hints import failure_words
from benchreport.cli.terminal import echo
from benchreport.errors import BenchreportError, did_you_mean

DONE, FINDING, WRONG, UNDECIDED, INTERRUPTED = 0, 1, 2, 3, 130
EXIT_CODES: Mapping[int, str] = {
    DONE: "done",
    FINDING: "a finding: differences, warnings under --strict, a check that failed",
    WRONG: "wrong use or input, or something could not be read, computed or written",
    UNDECIDED: "undecided: less was compared than asked",
    INTERRUPTED: "interrupted",
}


class Commands(click.Group):
    """The group of commands; an error a user can cause becomes a line, a hint and an exit code."""

    def add_command(self, cmd: click.Command, name: str | None = None) -> None:
        """Add a command, whose help ends with the exit codes."""
        cmd.epilog = with_exit_codes(cmd.epilog)
        super().add_command(cmd, name)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the program; streams that were closed by the caller swallow what is printed."""
        _open_closed_streams()
        return super().main(*args, **extra)

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Take ``--traceback`` wherever it stands."""
        if "--traceback" in args:
            args = ["--traceback", *(word for word in args if word != "--traceback")]
        return super().parse_args(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except click.UsageError as problem:
            where = problem.ctx.command_path if problem.ctx else "benchreport"
            _say(ctx, problem.format_message(), f"`{where} --help` tells how it is called", problem.exit_code)
        except (KeyboardInterrupt, click.Abort):
            echo("interrupted", err=True)
            ctx.exit(INTERRUPTED)
        except (click.ClickException, click.exceptions.Exit, BrokenPipeError):
            raise
        except BaseException as problem:
            if not isinstance(problem, Exception) and type(problem).__name__ != "PanicException":
                raise
            command = self.get_command(ctx, ctx.invoked_subcommand or "")
            kind, words, hint = failure_words(problem, command)
            _say(ctx, words, hint, problem.exit_code if isinstance(problem, BenchreportError) else WRONG, kind=kind)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, suggesting the nearest to a misspelt one."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            hint = did_you_mean(args[0], self.list_commands(ctx))
            _say(ctx, f"no command {args[0]!r}", hint, WRONG)
        return super().resolve_command(ctx, args)


def _open_closed_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf8"))  # noqa: SIM115


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


def _say(ctx: click.Context, problem: str, hint: str, code: int, *, kind: str = "error") -> None:
    if ctx.params.get("traceback"):
        echo(traceback.format_exc(), err=True, nl=False)
    echo(f"{kind}: {problem}", err=True)
    echo(f"hint: {hint}", err=True)
    ctx.exit(code)
