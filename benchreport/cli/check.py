"""benchreport check: design, coverage and problems of a table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.group import failure_words
from benchreport.cli.printing import Form, busy, output_options, print_design, print_remarks, print_rows
from benchreport.cli.reading import declared, study_of, table_options, with_declared_dataset
from benchreport.cli.suggestions import commands_for
from benchreport.cli.terminal import echo, line_width
from benchreport.errors import ColumnError

if TYPE_CHECKING:
    import polars as pl

    from benchreport.tables.scores import OpenedScores


@click.command()
@click.argument("source")
@table_options
@output_options
def check(source: str, form: Form | None, **reading: Any) -> None:
    """Print what is in a table: design, coverage, ties, missing results, problems.

    SOURCE is a file, a folder, a quoted pattern, - for standard input, a database address, or a study file (.toml).
    """
    from benchreport.numerals import integer
    from benchreport.tables.designs.design import design
    from benchreport.tables.designs.prediction_design import describe_counts, design_of
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_with_digests
    from benchreport.tables.reading.rows import kept_rows
    from benchreport.tables.reading.streams import is_stream
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import OpenedScores, opened_scores

    study = study_of(source, reading)
    declarations = declared(study)
    opened = OpenedScores()
    with busy("reading"):
        whole = read_with_digests(
            study.scores, encoding=study.encoding, query=study.query, decimal=study.decimal, categories=True
        )
        frame = kept_rows(whole.frame, study.where)
        kind = table_kind(frame, study.columns)
        if kind == "scores":
            opened = opened_scores(frame, declarations, tolerant=True)
            _raise_all(opened)
            content, table = opened.sentence, opened.table
            described = design(table)
        elif kind == "predictions":
            content = "a table of predictions"
            table = predictions(frame, **declarations)
            described = design_of(table)
        else:
            content = "a table of counts"
            table = counts(frame, **declarations)
            described = describe_counts(table)
    with_declared_dataset(study, table)
    if form:
        print_rows(described, form)
        return
    echo(f"{_title(study.scores)}: {integer(frame.height)} rows; {content}")
    echo(_sizes(table) + "\n")
    if kind == "scores":
        print_design(described, table)
    elif kind == "predictions":
        _print_prediction_design(described)
    else:
        print_rows(described)
    _print_oddities(table, opened, [*whole.notes, *whole.skipped])
    if not is_stream(source):  # what came out of a pipe is gone
        _print_commands(commands_for(table, kind, source, reading))


def _title(source: str) -> str:
    from benchreport.tables.reading.streams import is_stream

    return "standard input" if is_stream(source) else Path(source).name or Path(source).resolve().name


def _raise_all(opened: OpenedScores) -> None:
    """Raise the problems of a table; all but the last are printed before."""
    from benchreport.tables.spellings import FIX, similar_names

    if not opened.problems:
        return
    similar = [ColumnError(text, hint=FIX) for text in similar_names(opened.table)]
    problems = [*opened.problems, *similar]
    for doubt in opened.doubts:
        echo(f"note: {doubt}", err=True)
    for problem in problems[:-1]:
        kind, words, hint = failure_words(problem, check)
        echo(f"{kind}: {words}\nhint: {hint}", err=True)
    raise problems[-1]


def _print_oddities(table: pl.DataFrame, opened: OpenedScores, notes: Sequence[str]) -> None:
    """Print what was read in another way than it is written, what is not used, and names that look alike."""
    from benchreport.tables.spellings import FIX, similar_names

    totals = [f"left out as a total: {total}; another name keeps it" for total in opened.totals]
    for note in (*notes, *opened.notes, *totals):
        echo(f"note: {note}")
    for column, reason in opened.unused.items():
        echo(f"not used: column {column!r}: {reason}")
    for text in similar_names(table):
        echo(f"note: {text}\nhint: {FIX}")


def _print_commands(commands: Sequence[str]) -> None:
    if commands:
        echo("\nyou could ask:")
    for command in commands:
        echo(f"  {command}")


def _sizes(table: pl.DataFrame) -> str:
    from benchreport.numerals import counted

    names = [name for name in ("algorithm", "dataset", "metric") if name in table.columns]
    return ", ".join(counted(table.get_column(name).n_unique(), name) for name in names)


def _print_prediction_design(described: pl.DataFrame) -> None:
    """Print the design of every dataset, then every problem once with the datasets it is in."""
    from benchreport.document.exhibits.plain import text_table

    columns = described.select(
        "dataset",
        "task",
        classes="n_classes",
        algorithms="n_algorithms",
        same="same_instances",
        leaks="n_leaks",
        design="summary",
    )
    empty = [name for name in columns.columns if columns.get_column(name).null_count() == columns.height]
    echo(text_table(columns.drop(empty), width=line_width()))
    print_remarks(described, "dataset")
