"""The command line: parse, call, print."""

from __future__ import annotations

import click

from benchreport.cli.about import completion, demo, doctor
from benchreport.cli.build import build
from benchreport.cli.check import check
from benchreport.cli.compare import compare
from benchreport.cli.group import Commands, with_exit_codes
from benchreport.cli.init import init
from benchreport.cli.measure import measure
from benchreport.cli.methods import methods
from benchreport.cli.plan import plan
from benchreport.cli.plot import plot
from benchreport.cli.table import table
from benchreport.cli.test import test
from benchreport.cli.verify import rebuild, verify
from benchreport.cli.watch import watch
from benchreport.version import __version__


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=with_exit_codes(None),
)
@click.version_option(__version__, prog_name="benchreport")
@click.option("--traceback", is_flag=True, help="Show the full Python traceback of an error.")
def main(traceback: bool) -> None:
    """Write reports that can be published from tables of benchmark results.

    \b
    benchreport build scores.csv -o report.html     the whole report; also .pdf, .md, LaTeX
    benchreport check scores.csv                    what is in this table?
    benchreport table scores.csv -o table.tex       the table of the paper
    benchreport test friedman scores.csv            one method, every metric
    benchreport compare old.pdf new.pdf             what changed?
    benchreport methods                             what can be asked
    """


for command in (
    *(init, build, watch, verify, rebuild, compare, check, measure, test, plan, plot, table),
    *(methods, demo, doctor, completion),
):
    main.add_command(command)
