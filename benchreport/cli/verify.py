"""benchreport verify and rebuild: a report compared with its data, and made again."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from benchreport.cli.flags import force_option, outputs_option
from benchreport.cli.limits import announce, is_inside, run_inside
from benchreport.cli.printing import Form, busy, output_options, print_outputs, print_rows
from benchreport.cli.terminal import echo
from benchreport.errors import OptionError

if TYPE_CHECKING:
    from benchreport.document.proof.verify import Verification

MOST_LINES = 20
UNDECIDED = 3


def silence_reader() -> None:
    """Check that the PDF reader prints nothing: our own errors say what is wrong with a file."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)


@click.command()
@click.argument("report")
@click.argument("source", required=False)
@output_options
def verify(report: str, source: str | None, form: Form | None) -> None:
    """Compute every number of a PDF REPORT again from the data inside it, and compare every object of the file.

    With SOURCE, the table that the report names, its SHA-256 is compared too. A report that passes follows from the
    data inside it; no program can prove that these data are real. With other versions of the software than the report
    was made with, less is compared, and that is said.

    A stranger's file is worked on in a child process: within 20 s and 1 GB, and more for each page and table row.
    """
    silence_reader()
    if not is_inside():
        flags = [f"--{form}"] if form else []
        with busy("computing again"):
            sys.exit(run_inside(report, ["verify", report, *([source] if source else []), *flags]))
    from benchreport.document.proof.rebuild import size_of
    from benchreport.document.proof.verify import verification

    announce(*size_of(report))
    outcome = verification(report, source=source)
    if form:
        _print_differences(outcome, form)
    else:
        _print_for_reading(Path(report).name, outcome)
    sys.exit(1 if outcome.differences else 0 if outcome.complete else UNDECIDED)


def _print_differences(outcome: Verification, form: Form) -> None:
    import polars as pl

    columns = dict.fromkeys(("where", "said", "computed", "kind"), pl.String)
    kinds = {"difference": outcome.differences, "correction": outcome.corrected}
    rows = [(item.where, item.said, item.computed, kind) for kind, items in kinds.items() for item in items]
    print_rows(pl.DataFrame(rows, schema=columns, orient="row"), form)


def _print_for_reading(name: str, outcome: Verification) -> None:
    for difference in outcome.differences[:MOST_LINES]:
        echo(str(difference))
    if len(outcome.differences) > MOST_LINES:
        echo(f"… and {len(outcome.differences) - MOST_LINES} more")
    if outcome.corrected:
        echo(
            f"{len(outcome.corrected)} numbers differ because benchreport was corrected since; see CORRECTIONS.md, "
            f"first {outcome.corrected[0]}"
        )
    if not outcome.differences:
        verdict = "every number and every page follows from the data inside" if outcome.complete else "nothing differs"
        echo(f"{name}: {verdict}")
    echo(f"compared: {outcome.compared}")
    for remark in outcome.remarks:
        echo(f"note: {remark}")
    echo("A report that passes follows from the data inside it; no program can prove that these data are real.")


@click.command()
@click.argument("source")
@outputs_option
@click.option("--with-templates", is_flag=True, help="Use format templates, styles and bibliography inside the PDF.")
@force_option
def rebuild(source: str, outputs: tuple[str, ...], with_templates: bool, force: bool) -> None:
    """Write the report inside a PDF again, in any format.

    Format templates, styles and bibliographies inside the PDF decide what the new files are made of; they are used only
    if --with-templates says so, and named otherwise.

    A stranger's file is worked on in a child process: within 20 s and 1 GB, and more for each page and table row.
    """
    from benchreport.document.formats import output_names
    from benchreport.document.proof.rebuild import rebuild as again
    from benchreport.document.proof.rebuild import size_of
    from benchreport.document.write import files_of, output_of
    from benchreport.files import write_sets

    silence_reader()
    if not outputs:
        raise OptionError("no output file", hint=f"-o new.pdf, for example; formats: {output_names()}")
    places = [output_of(output) for output in outputs]
    if not is_inside():
        words = [word for output in outputs for word in ("-o", output)]
        flags = [flag for flag, on in (("--with-templates", with_templates), ("--force", force)) if on]
        with busy("building"):
            sys.exit(run_inside(source, ["rebuild", source, *words, *flags]))
    announce(*size_of(source))
    with busy("building"):
        report = again(source, templates=with_templates)
        write_sets([files_of(report, place)[0] for place in places], force=force)
    print_outputs(outputs, report.warnings)
