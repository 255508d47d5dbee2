"""Output of the commands: rows for people or for programs, designs, progress, the files that were written."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Literal

import click

from benchreport.cli.terminal import echo, folded, line_width
from benchreport.document.stages import heard_by, patient
from benchreport.errors import OptionError

if TYPE_CHECKING:
    import polars as pl

MOST_MISSING = 5
UNLIMITED = sys.maxsize
# Columns of a design that a narrow terminal goes without where nothing was counted.
COUNTS = ("constant", "partial", "missing", "tied")
Form = Literal["json", "csv", "all"]


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options for machine-readable output, which it receives as ``form``."""

    @wraps(command)
    def run(*args: Any, as_json: bool, as_csv: bool, **values: Any) -> Any:
        if as_json and as_csv:
            raise OptionError("--json and --csv cannot both be printed", hint="choose one")
        return command(*args, form="json" if as_json else "csv" if as_csv else None, **values)

    run = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, all columns.")(run)
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, all columns.")(run)


@contextlib.contextmanager
def busy(activity: str) -> Iterator[None]:
    """Print on a terminal what is going on, as long as the block lasts."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(activity):
        yield


@contextlib.contextmanager
def progress_bar(activity: str, total: int | None = None) -> Iterator[Callable[..., None]]:
    """Yield the function that moves a bar on a terminal, which shows how far something has got.

    Elsewhere it prints one line per stage, once the work has taken ten seconds.
    """
    if not sys.stderr.isatty():
        listener = patient(lambda words: echo(words, err=True))
        with heard_by(listener):
            yield lambda description="", **_: listener(description) if description else None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task(activity, total=total)
        with heard_by(lambda words: progress.update(task, description=words)):
            yield partial(progress.update, task)


def print_rows(rows: pl.DataFrame, form: Form | None = None) -> None:
    """Print all columns for a machine; for a person those that fit the terminal, without empty or constant ones."""
    import polars as pl

    if form == "json":
        echo(rows.write_json())
    elif form == "csv":
        lists = [name for name, kind in rows.schema.items() if isinstance(kind, pl.List)]
        echo(rows.with_columns(pl.col(lists).list.join(";")).write_csv(), nl=False)
    else:
        _print_for_reading(rows, whole=form == "all")


def _print_for_reading(rows: pl.DataFrame, *, whole: bool) -> None:
    from benchreport.document.exhibits.plain import readable, text_table

    width = UNLIMITED if whole else line_width()
    result = readable(rows, width=width)
    echo(text_table(result.frame, width=width))
    if result.once:
        echo(folded(f"({result.once})", rest=" "))
    for mark, note in result.notes:
        echo(folded(note, first=f"{mark} "))
    if result.spared:
        everything = "--all" if _takes_all() else "--json"
        echo(folded(f"(too narrow for {', '.join(result.spared)}; {everything} prints all columns)", rest=" "))


def _takes_all() -> bool:
    context = click.get_current_context(silent=True)
    return context is not None and any(option.name == "whole" for option in context.command.params)


def print_design(described: pl.DataFrame, table: pl.DataFrame) -> None:
    """Print a design as a person reads it, then every problem with its remedy."""
    import polars as pl

    from benchreport.document.evidence.exclusions import doubts
    from benchreport.document.exhibits.plain import text_table, too_many
    from benchreport.tables.designs.doubtful_results import doubtful_results

    columns = described.select(
        "metric",
        better=pl.col("direction").cast(pl.String).fill_null("unknown"),
        design="design",
        datasets="n_datasets",
        algorithms="n_algorithms",
        runs=pl.when(pl.col("n_repeats") > 1)
        .then(pl.format("{} x {}", "n_repeats", "n_folds"))
        .otherwise(pl.col("n_folds").cast(pl.String)),
        missing="n_missing",
        partial="n_partial",
        tied="n_tied",
        constant="n_constant",
        paired="paired",
    )
    zero = [name for name in COUNTS if not columns.get_column(name).sum()]
    fitting = columns.drop(too_many(columns, zero, line_width()))
    echo(text_table(fitting, width=line_width()))
    print_remarks(described, "metric")
    _print_unknown_directions(described)
    for doubt in doubts(table):
        echo(f"note: {doubt}")
    for label, sentence in doubtful_results(table):
        echo(folded(f"{label.lower()}: {sentence}", first="note: "))
    _print_missing(table)


def print_remarks(described: pl.DataFrame, names: str) -> None:
    """Print every remark once, in words, with the names of the rows that carry it."""
    from benchreport.remarks import parts_in_words

    carriers: dict[str, list[str]] = {}
    for name, spelled in described.select(names, "remarks").rows():
        for words in parts_in_words(spelled):
            carriers.setdefault(words, []).append(name)
    for words, rows in carriers.items():
        echo(folded(f"{words} ({', '.join(dict.fromkeys(rows))})", first="note: "))


def _print_unknown_directions(described: pl.DataFrame) -> None:
    import polars as pl

    from benchreport.remarks import carries
    from benchreport.tables.designs.design import MIXED_DIRECTIONS
    from benchreport.tables.designs.doubtful import is_count
    from benchreport.tables.scores import UNNAMED_METRIC

    unknown = described.filter(pl.col("direction").is_null())
    unknown = unknown.filter(~pl.col("metric").is_in([name for name in unknown.get_column("metric") if is_count(name)]))
    directed = described.filter(pl.col("direction").is_not_null()).get_column("metric").unique().sort().to_list()
    mixed = carries(MIXED_DIRECTIONS).first()
    for metric, left_out in unknown.group_by("metric", maintain_order=True).agg(mixed.alias("mixed")).rows():
        remedies = [] if left_out else [f"--direction {metric}=higher or {metric}=lower says it"]
        if metric == UNNAMED_METRIC:
            remedies.insert(0, "--metric auc, say, names it")
        if directed:
            remedies.append(f"--metrics {','.join(directed)} keeps the others")
        echo(f"hint: {'; '.join(remedies)}")


def _print_missing(table: pl.DataFrame) -> None:
    import polars as pl

    from benchreport.tables.complete import missing_cells
    from benchreport.tables.designs.design import with_factors

    named = with_factors(table)
    _print_failed_runs(named)
    cells = missing_cells(named.with_columns(pl.col("direction").fill_null("higher")))
    gone = cells.filter(pl.col("n_missing") == pl.col("n_runs")).unique(["dataset", "algorithm"], maintain_order=True)
    if gone.height:
        first = [
            f"{algorithm} on {dataset}"
            for algorithm, dataset in gone.select("algorithm", "dataset").rows()[:MOST_MISSING]
        ]
        echo(f"missing: {', '.join(first)}{' …' if gone.height > MOST_MISSING else ''}")
        echo("hint: a report decides by --missing auto; a single test needs a policy, such as --missing drop_blocks")


def _print_failed_runs(table: pl.DataFrame) -> None:
    """Print which runs have no value, of those whose cell has others."""
    import polars as pl

    from benchreport.tables.checks import run_in_words

    cell = ("algorithm", "dataset", "metric")
    failed = table.filter(pl.col("value").is_null() & pl.col("value").is_not_null().any().over(cell))
    if failed.height:
        first = [run_in_words(row) for row in failed.head(MOST_MISSING).iter_rows(named=True)]
        more = f"; and {failed.height - MOST_MISSING} more" if failed.height > MOST_MISSING else ""
        echo(f"failed: {'; '.join(first)}{more}")


def print_outputs(outputs: Sequence[str], warnings: Sequence[str]) -> None:
    """Print the files that were written, and what their author should know."""
    for path in outputs:
        echo(path)
    for warning in warnings:
        echo(f"warning: {warning}", err=True)
