"""The reference of the command line, from the commands themselves."""

from __future__ import annotations

import inspect
import re

import click

from benchreport.cli import main as program
from benchreport.cli.group import EXIT_CODES
from docs.building.markdown import anchored, fenced, parts, plain, table, typed

VERBATIM = "\b\n"


def command_line_page() -> str:
    """Return the page on the command line."""
    context = click.Context(program, info_name="benchreport")
    names = program.list_commands(context)
    commands = {name: program.get_command(context, name) for name in names}
    listing = [
        [f"[`{name}`](#command-{name})", plain(command.get_short_help_str(100))] for name, command in commands.items()
    ]
    return parts(
        "# Command line",
        "`benchreport COMMAND --help` prints what is below. An option that takes a list takes several words, or one "
        "with commas. `--json` and `--csv` print every column, for scripts.",
        table(["command", "what it does"], listing),
        anchored("exit-codes", "Exit codes"),
        table(["code", "meaning"], [[str(code), plain(meaning)] for code, meaning in EXIT_CODES.items()]),
        *(_entry(context, name, command) for name, command in commands.items()),
    )


def _entry(parent: click.Context, name: str, command: click.Command) -> str:
    context = click.Context(command, info_name=name, parent=parent)
    usage = " ".join(["benchreport", name, *command.collect_usage_pieces(context)])
    options = [
        [" ".join(f"`{part.strip()}`" for part in flags.split(" / ")), typed(meaning)]
        for parameter in command.get_params(context)
        if (record := parameter.get_help_record(context)) is not None
        for flags, meaning in [record]
    ]
    return parts(
        anchored(f"command-{name}", f"benchreport {name}"),
        fenced("text", usage),
        *_paragraphs(command.help or ""),
        table(["option", "meaning"], options),
    ).rstrip()


def _paragraphs(text: str) -> list[str]:
    """Return a help text in paragraphs; those whose lines are laid out stay so."""
    paragraphs = re.split(r"\n\s*\n", inspect.cleandoc(text).partition("\f")[0])
    return [
        fenced("text", paragraph.removeprefix(VERBATIM)) if paragraph.startswith("\b") else typed(paragraph)
        for paragraph in paragraphs
        if paragraph.strip()
    ]
