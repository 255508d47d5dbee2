"""benchreport verify and rebuild: does a report follow from its data, and can it be made again?"""

from __future__ import annotations

import logging
import sys
from pathlib import Path

import click

from benchreport.cli.build import force_option
from benchreport.cli.printing import busy, output_options, print_rows, refuse_both
from benchreport.cli.terminal import echo
from benchreport.errors import OptionError

MOST_LINES = 20


def _silence_reader() -> None:
    """Keep the remarks of the PDF reader off the terminal: what is wrong with a file is said in our own words."""
    logging.getLogger("pypdf").setLevel(logging.CRITICAL)


@click.command(short_help="Compute a report again and compare.")
@click.argument("source")
@output_options
def verify(source: str, as_json: bool, as_csv: bool) -> None:
    """Recompute every number of a PDF report from the data inside it, and compare every page.

    The rows and pages that differ are named.
    """
    from dataclasses import asdict

    import polars as pl

    from benchreport.document.verify import verify as differences_of

    _silence_reader()
    refuse_both(as_json, as_csv)
    with busy("computing again"):
        differences = differences_of(source)
    if as_json or as_csv:
        schema = dict.fromkeys(("where", "said", "computed"), pl.String)
        print_rows(pl.DataFrame([asdict(one) for one in differences], schema=schema), as_json=as_json, as_csv=as_csv)
    elif not differences:
        echo(f"{Path(source).name}: every number and every page follows from the data inside")
    else:
        for one in differences[:MOST_LINES]:
            echo(str(one))
        if len(differences) > MOST_LINES:
            echo(f"… and {len(differences) - MOST_LINES} more")
    if differences:
        sys.exit(1)


@click.command(short_help="Make a report again from its PDF.")
@click.argument("source")
@click.option("-o", "--output", "outputs", multiple=True, help=".html, .pdf, .md, or a folder for LaTeX; repeatable.")
@click.option("--with-templates", is_flag=True, help="Use format templates, styles and bibliography inside the PDF.")
@force_option
def rebuild(source: str, outputs: tuple[str, ...], with_templates: bool, force: bool) -> None:
    """Make the report inside a PDF again, in any format.

    Format templates, styles and bibliographies inside the PDF decide what the new files are made of; they are used only
    if --with-templates says so, and named otherwise.
    """
    from benchreport.document.verify import rebuild as again
    from benchreport.document.write import files_of, output_of
    from benchreport.files import write_sets

    _silence_reader()
    if not outputs:
        raise OptionError("no output is named", hint="-o new.pdf, or .html, .md, a folder for LaTeX")
    places = [output_of(output) for output in outputs]
    with busy("building"):
        made = again(source, templates=with_templates)
        write_sets([files_of(made, place)[0] for place in places], force=force)
    for output in outputs:
        echo(output)
    for warning in made.warnings:
        echo(f"warning: {warning}", err=True)
