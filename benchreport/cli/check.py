"""benchreport check: design, coverage and problems of a table."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.printing import Form, busy, output_options, print_design, print_remarks, print_rows
from benchreport.cli.reading import declared, study_of, table_options, with_declared_dataset
from benchreport.cli.terminal import echo, line_width

if TYPE_CHECKING:
    import polars as pl


@click.command(short_help="Say what is in a table.")
@click.argument("source")
@table_options
@output_options
def check(source: str, form: Form | None, **reading: Any) -> None:
    """Print what is in a table: design, coverage, ties, missing results, problems.

    SOURCE is a file, a folder, a quoted pattern, a database address, or a study file (.toml).
    """
    from benchreport.numerals import integer
    from benchreport.tables.designs.design import design
    from benchreport.tables.designs.prediction_design import describe_counts, prediction_design
    from benchreport.tables.importers.foreign import unpacked
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_frame
    from benchreport.tables.reading.rows import kept_rows
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import open_scores, recognise

    study = study_of(source, reading)
    declarations = declared(study)
    with busy("reading"):
        frame = kept_rows(read_frame(study.scores, encoding=study.encoding, query=study.query), study.where)
        kind = table_kind(frame, study.columns)
        if kind == "scores":
            foreign = unpacked(frame, declarations)
            if foreign is None:
                content = recognise(frame, columns=study.columns, factors=study.factors).sentence()
                table = open_scores(frame, **declarations)
            else:
                content = foreign.sentence
                table = open_scores(foreign.table, **foreign.declared)
            described = design(table)
        elif kind == "predictions":
            content = "a table of predictions"
            table = predictions(frame, **declarations)
            described = prediction_design(table)
        else:
            content = "a table of counts"
            table = counts(frame, **declarations)
            described = describe_counts(table)
    with_declared_dataset(study, table)
    if form:
        print_rows(described, form)
        return
    echo(f"{Path(study.scores).name or Path(study.scores).resolve().name}: {integer(frame.height)} rows; {content}")
    echo(_sizes(table) + "\n")
    if kind == "scores":
        print_design(described, table)
    elif kind == "predictions":
        _print_prediction_design(described)
    else:
        print_rows(described)


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
