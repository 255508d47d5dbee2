"""benchreport table: the table of a paper."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from benchreport.cli.build import opened
from benchreport.cli.flags import Flag, ListCommand, flag_of, flag_value
from benchreport.cli.printing import busy
from benchreport.cli.reading import READING, comma_separated, decorated, settings_of, study_of, table_options
from benchreport.cli.terminal import echo
from benchreport.options import Options, options_of
from benchreport.study import merged, study_options

ENDINGS = ".tex, .typ, .md, .html, .csv, .xlsx"
# Options of a report that a table has a use for.
SHARED = (
    *("reference", "alpha", "adjust", "missing", "without_algorithms", "without_datasets"),
    *("algorithm_order", "dataset_order", "venue"),
)
FLAGS = [options_of(Options)[name] for name in SHARED]


def shared_flags(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the flags of those options of a report that a table has a use for."""
    return decorated(command, map(flag_of, reversed(FLAGS)))


@click.command(cls=ListCommand)
@click.argument("source")
@click.option(
    "-o", "--output", "outputs", multiple=True, help=f"{ENDINGS}; repeatable. Without it Markdown is printed."
)
@click.option("--rows", metavar="A,B", help="dataset, algorithm, metric or subset, or two of them. Default: dataset.")
@click.option(
    "--columns", "heads", metavar="A,B", help="The same, the outer heading first. Default: algorithm, under metrics."
)
@click.option("--cell", help='Numbers of a cell: mean, median, min, max, sd, n. Default: "mean ± sd".')
@click.option("--bold", type=click.Choice(["best", "none"]), help="What is bold. Default: best.")
@click.option("--second", is_flag=True, help="Underline the second best.")
@click.option(
    "--mark", metavar="TEST", help="Mark what differs from the reference: wilcoxon, corrected_resampled_t, ..."
)
@click.option("--ranks", is_flag=True, help="Print mean ranks.")
@click.option("--decimals", type=int, help="Of the results. Default: as many as they deserve.")
@click.option("--in-percent", is_flag=True, help="Print shares as percentages.")
@click.option("--caption", help="Default: what the table holds.")
@click.option("--label", "id", metavar="NAME", help="What references lead to. Default: results.")
@click.option("--siunitx", is_flag=True, help="LaTeX numbers by siunitx.")
@click.option("--set", "settings", cls=Flag, multiple=True, metavar="NAME=VALUE", help="Any other option of a study.")
@shared_flags
@table_options
def table(source: str, outputs: tuple[str, ...], **values: Any) -> None:
    """Write the table that a paper prints: results by dataset, algorithm and metric, the best in bold, marks of a test.

    \b
    benchreport table scores.csv --mark wilcoxon --reference SVM --ranks -o table.tex
    benchreport table scores.csv --rows algorithm --columns metric -o board.xlsx
    """
    from benchreport.document.crossed import Layout
    from benchreport.document.table_files import check_table_name, table_bytes, table_text
    from benchreport.document.table_of import unwarned_table
    from benchreport.files import FileSet, write_sets

    paths = [check_table_name(output) for output in outputs]
    study = study_of(source, {name: values.pop(name) for name in READING})
    settings = settings_of(values.pop("settings"), "--set alpha=0.1")
    keys = study_options()
    flags = {name: flag_value(keys[name], values.pop(name)) for name in SHARED if values.get(name) not in (None, ())}
    study = merged(study, flags | settings, "--set" if settings else "table", commas=True)
    sides: dict[str, Any] = {
        name: tuple(comma_separated(given, f"--{name} metric,algorithm"))
        for name, given in (("rows", values.pop("rows")), ("columns", values.pop("heads")))
        if given
    }
    words = {name: given for name in ("id", "caption") if (given := values.pop(name))}
    siunitx = values.pop("siunitx") or study.siunitx
    looks = {name: value for name, value in values.items() if value is not None and name not in SHARED}
    layout = Layout(percent=looks.pop("in_percent"), **sides, **looks)
    with busy("computing"):
        tables, _, remarks, _ = opened(study)
        paper, complaints = unwarned_table([*tables.values()], layout, study.options, **words)
        files = {path: table_bytes(paper, path.suffix.lower().removeprefix("."), siunitx=siunitx) for path in paths}
    write_sets([FileSet(folder=path.parent, files={path: files[path]}, named=frozenset({path})) for path in paths])
    for path in outputs:
        echo(path)
    if not outputs:
        echo(table_text(paper, "md"), nl=False)
    for warning in [*remarks, *complaints]:
        echo(f"warning: {warning}", err=True)
