"""Flags of the command line: those of declared options, old ones that are still taken, the files to write."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Sequence
from copy import copy
from types import NoneType
from typing import Any

import click

from benchreport.cli.reading import Decorator, comma_separated, value_of
from benchreport.errors import OptionError
from benchreport.options import Option
from benchreport.values import alternatives, is_list

# The output that is standard output.
STANDARD_OUTPUT = "-"
PLAIN = {int: click.INT, float: click.FLOAT}
WIDTH = 78
# Whatever has no flag of its own.
SETTINGS = click.option(
    "--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any further option; VALUE may be JSON."
)


class Flag(click.Option):
    """A flag that help shows by its last name; the names before it are old words, which are still taken."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the line of the help text."""
        newest = copy(self)
        newest.opts = self.opts[-1:]
        return super(Flag, newest).get_help_record(ctx)

    def get_error_hint(self, ctx: click.Context | None) -> str:  # noqa: ARG002
        """Return the name that errors use."""
        return f"'{self.opts[-1]}'"


class ListCommand(click.Command):
    """A command whose flags of lists take several words behind the table: ``--omit A B`` is ``--omit A --omit B``."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line."""
        flags = [flag for flag in self.params if isinstance(flag, click.Option)]
        lists = {name for flag in flags if isinstance(flag, Flag) and flag.multiple for name in flag.opts}
        valued = {name for flag in flags if not flag.is_flag for name in flag.opts}
        words: list[str] = []
        table, flag = False, ""
        for word in args:
            free = not word.startswith("-") and not (words and words[-1] in valued)
            if free and table and flag:
                words.append(flag)
            if word.startswith("-"):
                flag = word if word in lists else ""
            table = table or free
            words.append(word)
        return super().parse_args(ctx, words)


def reference_flag(help: str) -> Decorator:  # noqa: A002
    """Return what adds the flag of the reference algorithm, which methods and figures call ``control``."""
    return click.option("--baseline", "--control", "--reference", "control", cls=Flag, metavar="NAME", help=help)


def flag_of(option: Option) -> Decorator:
    """Return what adds the flag of an option: its type, help and default are those that the option declares."""
    names = [f"--{word}".replace("_", "-") for word in (*option.also, option.name)]
    if option.type is bool:
        return click.option(*names, option.name, cls=Flag, is_flag=True, default=None, help=option.help)
    listed = "A,B" if is_list(option.type) else None
    usual = f" Default: {option.default}." if isinstance(option.default, str | int | float) else ""
    return click.option(
        *names,
        option.name,
        cls=Flag,
        type=click.Choice(option.choices) if option.choices else PLAIN.get(option.type, click.STRING),
        metavar=option.metavar or listed,
        multiple=listed is not None,
        help=f"{option.help}{usual}",
    )


def flag_value(option: Option, value: Any) -> Any:
    """Return what was typed behind a flag as a value of its option: lists have commas, numbers and tables are JSON.

    Examples
    --------
    >>> from benchreport.options import Options, options_of
    >>> options = options_of(Options)
    >>> flag_value(options["omit"], ("bayes, advice", "cost")), flag_value(options["rope"], "0.1")
    (['bayes', 'advice', 'cost'], 0.1)
    """
    if is_list(option.type):
        form = f"--{option.name.replace('_', '-')} {','.join(option.example or ['NAME', 'NAME'])}"
        return [name for words in value for name in comma_separated(words, form)]
    if not isinstance(value, str):
        return value
    kinds = [kind for kind in alternatives(option.type) if kind is not NoneType]
    return value if str in kinds or option.choices else value_of(value)


def settings_help(options: Iterable[Option]) -> str:
    """Return the end of a help text that lists options without a flag of their own.

    Examples
    --------
    >>> from benchreport.options import Options, options_of
    >>> print(settings_help([options_of(Options)["seed"]]))
    \b
    Further options, given as --set NAME=VALUE; VALUE may be JSON:
      seed  Seed of everything random.
    """
    words = {option.name: option.help for option in options}
    width = max(map(len, words))
    lines = [
        textwrap.fill(meaning, WIDTH, initial_indent=f"  {name:<{width}}  ", subsequent_indent=" " * (width + 4))
        for name, meaning in words.items()
    ]
    return "\n".join(["\b\nFurther options, given as --set NAME=VALUE; VALUE may be JSON:", *lines])


class OutputOption(click.Option):
    """An option whose help names every format of a report."""

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """Return the option and its help; formats are looked up only where a help is printed."""
        from benchreport.document.formats import output_names

        record = super().get_help_record(ctx)
        return record and (record[0], f"{output_names()}; repeatable.")


def outputs_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the option that names the files of a report."""
    words = "A file or folder to write; repeatable."
    return click.option("-o", "--output", "outputs", cls=OutputOption, multiple=True, help=words)(command)


def format_option(example: str) -> Decorator:
    """Return what adds the option that says in which format ``-o -`` is written."""
    words = f"What `-o -` writes to standard output, such as {example}."
    return click.option("--format", "stdout_format", metavar="ENDING", help=words)


def output_ending(outputs: Sequence[str], stdout_format: str | None, example: str) -> str | None:
    """Return the ending of what goes to standard output; None where nothing does.

    Examples
    --------
    >>> output_ending(["-"], "HTML", "html"), output_ending(["report.html"], None, "html")
    ('.html', None)
    """
    streams = [output for output in outputs if output == STANDARD_OUTPUT]
    if stdout_format and not streams:
        raise OptionError("--format is for standard output", hint=f"-o - --format {stdout_format}, or -o a file name")
    if streams and not stdout_format:
        raise OptionError("standard output has no ending that tells the format", hint=f"-o - --format {example}")
    if len(streams) > 1:
        raise OptionError("only one format can be written to standard output", hint=f"-o - --format {example}")
    return f".{str(stdout_format).lower().removeprefix('.')}" if streams else None


def force_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the option to replace files that benchreport did not write."""
    words = "Replace files that you did not name, even where benchreport did not write them."
    return click.option("--force", is_flag=True, help=words)(command)
