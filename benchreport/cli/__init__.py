"""The command line: parse, call, print."""

from __future__ import annotations

import click

from benchreport.cli.group import Commands, with_exit_codes
from benchreport.version import __version__

# The module of every command and the first sentence of its help, so that the list of commands imports none of them.
COMMANDS = {
    "init": ("init", "Write a study file to begin with, or copy the templates."),
    "build": ("build", "Make the report, in one or several formats."),
    "watch": ("watch", "Make the report again on every change."),
    "verify": ("verify", "Compute a report again and compare."),
    "rebuild": ("verify", "Make a report again from its PDF."),
    "compare": ("compare", "Print what changed between two reports or tables."),
    "check": ("check", "Say what is in a table."),
    "measure": ("measure", "Turn predictions or confusion counts into scores."),
    "test": ("test", "Run one method on a table."),
    "plan": ("plan", "Power, sample sizes and bounds from plain numbers."),
    "plot": ("plot", "Draw one figure."),
    "table": ("table", "Make the table of a paper."),
    "methods": ("methods", "List the methods, or describe one."),
    "demo": ("about", "Make the report of a published table."),
    "doctor": ("about", "Check this machine."),
    "completion": ("about", "Print a script that completes commands."),
}


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


main.declare({name: (f"{__name__}.{module}", sentence) for name, (module, sentence) in COMMANDS.items()})
