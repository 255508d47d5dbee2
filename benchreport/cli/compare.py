"""benchreport compare: what changed between two reports or tables."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.build import JUDGING, SETTING, opened, study_with_options
from benchreport.cli.flags import ListCommand, flag_of
from benchreport.cli.group import DONE, FINDING
from benchreport.cli.limits import announce, is_inside, run_inside
from benchreport.cli.printing import Form, busy, output_options, print_rows
from benchreport.cli.reading import decorated, table_options
from benchreport.cli.terminal import echo
from benchreport.cli.verify import silence_reader
from benchreport.errors import OptionError
from benchreport.numerals import counted

if TYPE_CHECKING:
    import polars as pl

    from benchreport.document.proof.changes import Side

# Of changes of one kind, so many are printed.
MOST_LINES = 20
WORDS = "benchreport.compare.words"


class CompareCommand(ListCommand):
    """A command that remembers its words, to hand them to a child process."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Read the words of the command line."""
        ctx.meta[WORDS] = list(args)
        return super().parse_args(ctx, args)


def judging_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options that say how tables are judged."""
    return table_options(decorated(command, (SETTING, *map(flag_of, reversed(JUDGING)))))


@click.command(cls=CompareCommand)
@click.argument("old")
@click.argument("new")
@click.option("-o", "--output", "output", metavar="FILE", help="Write all changes to a file: .csv or .md.")
@judging_options
@output_options
def compare(old: str, new: str, output: str | None, form: Form | None, **values: Any) -> None:
    """Print what changed from OLD to NEW: verdicts, places, numbers, names, options and versions.

    OLD and NEW are PDF reports, tables or study files (.toml). Tables are judged with the options of build; beside a
    PDF, with the options of that report. A PDF says what it recorded: verify checks that it is true. Exit code 1 says
    that a verdict changed.

    OLD and NEW are two states of one report: the same data with other options or another version, or a paper before
    and after its revision. For new measurements this is no gate: noise alone changes a verdict in most nights.

    A stranger's PDF is worked on in a child process: within 20 s and 1 GB, and more for each page and table row.
    """
    from benchreport.document.proof.changes import changes, is_report
    from benchreport.files import file_named, write_file

    write = _writer(output)
    place = file_named(output) if output is not None else Path()
    reports = [name for name in (old, new) if is_report(name)]
    if reports and not is_inside():
        words = click.get_current_context().meta[WORDS]
        with busy("comparing"):
            sys.exit(run_inside(reports[0], ["compare", *words]))
    with busy("comparing"):
        rows = changes(*_sides((old, new), reports, values))
    if output is not None:
        write_file(place, write(rows))
    if form:
        print_rows(rows, form)
    elif output is not None:
        echo(f"{output}: {_counts(rows)}")
    else:
        _print_for_reading(rows)
    sys.exit(FINDING if rows.filter(change="verdict").height else DONE)


def _sides(names: tuple[str, str], reports: list[str], values: Mapping[str, Any]) -> list[Side]:
    """Return both reports: what a PDF holds, or what tables come to."""
    from benchreport.document.proof.changes import judged_side, recorded_side
    from benchreport.document.proof.rebuild import size_of

    silence_reader()
    sizes = [size_of(name) for name in reports]
    announce(sum(pages for pages, _ in sizes), sum(rows for _, rows in sizes))
    recorded = {name: recorded_side(name) for name in reports}
    base = next((side.options for side in recorded.values()), None)
    sides = []
    for name in names:
        if name in recorded:
            sides.append(recorded[name])
            continue
        study = study_with_options(name, {**values, "outputs": ()}, base=base)
        sides.append(judged_side([*opened(study)[0].values()], study.options))
    return sides


def _print_for_reading(rows: pl.DataFrame) -> None:
    """Print what differs, then a line for each change; of a kind with many, the first."""
    import polars as pl

    from benchreport.document.exhibits.plain import text_table

    if rows.is_empty():
        echo(_counts(rows))
        return
    heading = pl.col("change").is_in(["summary", "note"])
    for words in rows.filter(heading)["words"]:
        echo(words)
    echo(_counts(rows))
    listed = rows.filter(~heading)
    first = listed.filter(pl.int_range(pl.len()).over("change") < MOST_LINES)
    if first.height:
        echo(text_table(first.select("change", pl.col("words").alias("what changed"))))
    for kind, count in listed.group_by("change", maintain_order=True).len().rows():
        if count > MOST_LINES:
            echo(f"… and {count - MOST_LINES} more of the kind {kind}; -o changes.csv has all")


def _counts(rows: pl.DataFrame) -> str:
    """Return how many verdicts changed, as a sentence."""
    verdicts = rows.filter(change="verdict").height
    nothing = "No verdict changed." if rows.height else "Nothing changed."
    return f"{counted(verdicts, 'verdict')} changed." if verdicts else nothing


def _writer(output: str | None) -> Callable[[pl.DataFrame], bytes]:
    writers = {".csv": _csv, ".md": _markdown}
    suffix = ".csv" if output is None else Path(output).suffix.lower()
    if suffix not in writers:
        raise OptionError(f"unknown kind of table {output!r}", hint=f"end the name with {' or '.join(writers)}")
    return writers[suffix]


def _csv(rows: pl.DataFrame) -> bytes:
    from benchreport.document.write import csv_text

    return csv_text(rows).encode()


def _markdown(rows: pl.DataFrame) -> bytes:
    from benchreport.document.formats.markdown import escape

    cells = [[escape(text) for text in row] for row in rows.select("change", "words").rows()]
    lines = [f"| {' | '.join(row)} |" for row in (["change", "what changed"], ["---", "---"], *cells)]
    return ("\n".join(lines) + "\n").encode()
