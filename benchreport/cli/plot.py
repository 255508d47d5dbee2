"""benchreport plot: one figure of a table."""

from __future__ import annotations

from typing import Any

import click

from benchreport.cli.flags import SETTINGS, format_option, output_ending, reference_flag
from benchreport.cli.printing import Form, busy, output_options, print_rows
from benchreport.cli.reading import READING, read_table, settings_of, study_of, table_options, value_of
from benchreport.cli.terminal import echo, write_out
from benchreport.errors import OptionError, did_you_mean, one_of
from benchreport.figures.kinds import KINDS
from benchreport.options import FILLING, PAIR_TEST, in_parameters
from benchreport.study import Study

FORMATS = ".svg, .pdf, .png or .pgf"


class PlotCommand(click.Command):
    """The command whose help lists every kind of figure."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the kinds of figures, then the end of the help of every command."""
        width = max(map(len, KINDS))
        titles = {name: declaration.field("title") for name, declaration in KINDS.declared.items()}
        formatter.write_paragraph()
        with formatter.indentation():
            formatter.write_text("\b\n" + "\n".join(f"{name:<{width}}  {titles[name]}" for name in sorted(titles)))
        super().format_epilog(ctx, formatter)


@click.command(cls=PlotCommand)
@click.argument("kind")
@click.argument("source", required=False, default="")
@click.option("-o", "--output", help=f"The file: {FORMATS}.")
@format_option("svg")
@click.option("--posthoc", help=f"The test of all pairs behind a comparison. Default: {PAIR_TEST}.")
@click.option("--adjust", help="Adjustment of the pairwise tests. Default: holm.")
@reference_flag("An algorithm to compare with, or to highlight.")
@click.option("--alpha", type=float, help="Level of decisions and intervals. Default: 0.05.")
@click.option("--positive", help="The positive class of a table of predictions.")
@click.option("--width", help="column, page, a venue such as neurips or icml*, or inches.")
@click.option("--dpi", type=click.IntRange(50, 1200), default=200, show_default=True, help="Of .png files.")
@click.option("--missing", type=click.Choice(FILLING), help="Policy for missing results. Default: drop_blocks.")
@SETTINGS
@click.option("--alt", is_flag=True, help="Print what the figure shows, in words.")
@table_options
@output_options
def plot(
    kind: str, source: str, output: str | None, stdout_format: str | None, form: Form | None, **values: Any
) -> None:
    """Draw one figure of a KIND from a table into a file; some kinds need no table.

    With --csv or --json the numbers behind the figure are printed.
    """
    import benchreport as br
    from benchreport.figures.marks import unmarked
    from benchreport.figures.plot import options_of, plot_data, words_of
    from benchreport.figures.style import rendered, save
    from benchreport.files import file_named

    one_of(kind, KINDS, name="figure")
    if output is None and not (form or values["alt"]):
        raise OptionError("no output file", hint=f"-o {kind}.pdf, or {FORMATS}")
    ending = output_ending([output] if output else [], stdout_format, "svg")
    if output is not None and ending is None:
        file_named(output)
    if ending is not None and form:
        raise OptionError("numbers and a figure cannot both be printed", hint="leave out --json, --csv or -o -")
    record = KINDS[kind]
    reading = {name: values.pop(name) for name in READING}
    study = study_of(source, reading) if source or record.shape != "none" else Study(scores="")
    missing: Any = values.pop("missing") or study.stated_option("missing") or "drop_blocks"
    dpi, words, settings = values.pop("dpi"), values.pop("alt"), values.pop("settings")
    accepted = options_of(kind)
    options = {name: value_of(value) for name, value in values.items() if value is not None}
    options |= in_parameters(settings_of(settings, "--set alpha=0.1"), accepted)
    for name in options:
        if name not in accepted:
            word = "reference" if name == "control" else name
            raise OptionError(f"figure {kind!r} has no option --{word}", hint=did_you_mean(word, accepted))
    adjust = study.stated_option("adjust")
    stated = {"control": study.options.reference, "alpha": study.options.alpha, "adjust": adjust}
    stated |= {"posthoc": study.options.tests.get("pairs"), "scales": study.options.scales or None}
    for name, value in stated.items():
        if name in accepted and value is not None:
            options.setdefault(name, value)
    with busy("drawing"):
        table: Any = None
        if study.scores:
            shapes = [shape for shape in (record.shape, *record.also) if shape != "none"]
            table, shape = read_table(study, shapes, f"figure {kind}", missing=missing)
            table = br.complete(table, missing, reference=study.options.reference) if shape == "scores" else table
        looks = {name: value for name, value in options.items() if name in record.draw.__annotations__}
        choices = {name: value for name, value in options.items() if name in record.data.__annotations__}
        numbers = plot_data(kind, table, **choices)
        drawn = record.draw(numbers, **looks) if output is not None else None
        if drawn is not None and output is not None and ending is None:
            save(drawn, output, dpi=dpi)
    if drawn is not None and ending is not None:
        write_out([unmarked(rendered(drawn, _kind_of_file(ending), dpi=dpi))], ending)
    if form:
        print_rows(numbers, form)
    if words:
        echo(words_of(kind, numbers))
    if output is not None and ending is None and not form:
        echo(output)


def _kind_of_file(ending: str) -> Any:
    kinds = ("svg", "pdf", "png", "pgf")
    one_of(ending.removeprefix("."), kinds, name="format")
    return ending.removeprefix(".")
