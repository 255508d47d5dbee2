"""Completion of words at the shell: methods, figures, sections, adjustments, files, and the names inside a table."""

from __future__ import annotations

import os
import shlex
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from typing import Any

import click
from click.shell_completion import CompletionItem

from benchreport.errors import BenchreportError

# Larger tables are not read while someone waits for a word.
MOST_BYTES = 50_000_000
Words = Callable[[click.Context], Iterable[str] | Mapping[str, str]]


def with_completion(command: click.Command) -> click.Command:
    """Return a command whose parameters complete what they take, by their names."""
    for parameter in command.params:
        name = str(parameter.name)
        if (words := WORDS.get(f"{command.name} {name}") or WORDS.get(name)) is not None:
            parameter.shell_complete = partial(_completed, words, name in LISTS)  # type: ignore[method-assign]
        elif name in PLACES:
            parameter.shell_complete = partial(_place, PLACES[name])  # type: ignore[method-assign]
    return command


def _completed(words: Words, listed: bool, ctx: click.Context, incomplete: str) -> list[CompletionItem[str]]:
    """Return the words that begin as typed; in a list with commas the last of them is completed."""
    before, comma, typed = incomplete.rpartition(",") if listed else ("", "", incomplete)
    try:
        choices = words(ctx)
    except (BenchreportError, OSError):  # a table that cannot be read is an error of the command, not of a key
        return []
    described = choices if isinstance(choices, Mapping) else dict.fromkeys(choices, "")
    begin = f"{before}{comma}"
    return [
        CompletionItem(_in_the_shell(f"{begin}{name}"), help=text or None)
        for name, text in described.items()
        if name.startswith(typed) and name not in before.split(",")
    ]


def _in_the_shell(word: str) -> str:
    """Return a word as bash must be given it; zsh and fish quote for themselves."""
    return shlex.quote(word) if os.environ.get("_BENCHREPORT_COMPLETE", "").startswith("bash") else word


def _place(kind: str, _: click.Context, incomplete: str) -> list[CompletionItem[str]]:
    return [CompletionItem(incomplete, type=kind)]


def _methods_of_tables(_: click.Context) -> Mapping[str, str]:
    from benchreport.registry import METHODS
    from benchreport.running import runnable_methods

    return {name: METHODS[name].question for name in runnable_methods()}


def _all_methods(_: click.Context) -> Mapping[str, str]:
    from benchreport.registry import METHODS

    return {name: method.question for name, method in METHODS.items()}


def _adjustments(_: click.Context) -> Iterable[str]:
    from benchreport.registry import METHODS

    return METHODS.adjustments


def _variants(ctx: click.Context) -> Iterable[str]:
    from benchreport.registry import METHODS

    method = _argument(ctx, "method")
    return METHODS[method].variants if method in METHODS else ()


def _kinds(_: click.Context) -> Mapping[str, str]:
    from benchreport.figures.kinds import KINDS

    return {name: str(KINDS.declared[name].field("title", "")) for name in sorted(KINDS)}


def _sections(_: click.Context) -> Iterable[str]:
    from benchreport.document.build import section_order

    return ["standard", "all", *section_order()]


def _themes(_: click.Context) -> Iterable[str]:
    from benchreport.document.model.blocks import Look
    from benchreport.document.model.looks import themes

    return themes(Look())


def _venues(_: click.Context) -> Iterable[str]:
    from benchreport.venues import VENUES

    return VENUES


def _doors(_: click.Context) -> Mapping[str, str]:
    from benchreport.method import DOOR_QUESTIONS

    return {str(door): question for door, question in DOOR_QUESTIONS.items()}


def _designs(_: click.Context) -> Iterable[str]:
    from benchreport.tables.schema import DESIGNS

    return DESIGNS


def _measures(_: click.Context) -> Iterable[str]:
    from benchreport.measures.metrics import MEASURES

    return MEASURES


def _names_in(column: str, ctx: click.Context) -> Iterable[str]:
    """Return the metrics, algorithms or datasets of the table that was named before."""
    table = _table_of(ctx)
    if table is None:
        return []
    if column not in table.columns:  # predictions have metrics when they are measured
        return _measures(ctx) if column == "metric" else []
    return table.get_column(column).unique(maintain_order=True).cast(str).to_list()  # type: ignore[no-any-return]


def _columns(ctx: click.Context) -> Iterable[str]:
    table = _table_of(ctx)
    return [] if table is None else [*table.columns, "none"]


def _argument(ctx: click.Context, name: str) -> str:
    """Return an argument that was typed before; click leaves them unread where the last option lacks its value."""
    arguments = [parameter.name for parameter in ctx.command.params if isinstance(parameter, click.Argument)]
    unread = dict(zip(arguments, ctx.args, strict=False))
    return str(ctx.params.get(name) or unread.get(name, ""))


def _table_of(ctx: click.Context) -> Any:
    """Read the table that was named before, if it is a file that can be read at once."""
    from benchreport.cli.reading import READING, declared, study_of
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_frame
    from benchreport.tables.reading.rows import kept_rows
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import open_scores

    source = _argument(ctx, "source")
    if not source or not Path(source).is_file() or Path(source).stat().st_size > MOST_BYTES:
        return None
    reading = {name: ctx.params.get(name) for name in READING if name != "metrics"}
    study = study_of(source, reading)
    if "://" in study.scores:
        return None
    frame = kept_rows(read_frame(study.scores, encoding=study.encoding), study.where)
    doors: Mapping[str, Callable[..., Any]] = {"scores": open_scores, "predictions": predictions, "counts": counts}
    return doors[table_kind(frame, study.columns)](frame, **declared(study))


_algorithms, _datasets = partial(_names_in, "algorithm"), partial(_names_in, "dataset")

# By the name of a parameter, or that of a command and its parameter.
WORDS: Mapping[str, Words] = {
    "test method": _methods_of_tables,
    "methods method": _all_methods,
    "measure metrics": _measures,
    "kind": _kinds,
    "sections": _sections,
    "omit": _sections,
    "adjust": _adjustments,
    "adjustment": _adjustments,
    "variant": _variants,
    "theme": _themes,
    "venue": _venues,
    "door": _doors,
    "design": _designs,
    "metrics": partial(_names_in, "metric"),
    "reference": _algorithms,
    "control": _algorithms,
    "without_algorithms": _algorithms,
    "without_datasets": _datasets,
    "by": _columns,
    "family": _columns,
    "factors": _columns,
}
LISTS = frozenset({"sections", "omit", "metrics", "without_algorithms", "without_datasets", "by", "family"})
PLACES = {
    **dict.fromkeys(("source", "report", "outputs", "output", "predictions"), "file"),
    **dict.fromkeys(("templates", "folder", "names"), "dir"),
}
