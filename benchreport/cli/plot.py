"""benchreport plot: one figure."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from benchreport.cli.printing import busy
from benchreport.cli.reading import READING, declared, study_of, table_options
from benchreport.errors import OptionError
from benchreport.study import FILLING

POSTHOCS = ("wilcoxon", "sign_test", "nemenyi")


@click.group(short_help="Draw one figure.")
def plot() -> None:
    """Draw one figure into a file: .svg, .pdf or .png."""


@plot.command(short_help="Critical-difference diagram of mean ranks.")
@click.argument("source")
@click.option("-o", "--output", required=True, help="The file: .svg, .pdf or .png.")
@click.option("--posthoc", type=click.Choice(POSTHOCS), default="wilcoxon", help="What the bars are made of.")
@click.option("--adjust", help="Adjustment of the pairwise tests. Default: holm.")
@click.option("--control", help="An algorithm to highlight.")
@click.option("--alpha", type=float, help="Level of the decisions. Default: 0.05.")
@click.option("--missing", type=click.Choice(FILLING), help="Policy for missing results. Default: drop_blocks.")
@table_options
def cd(source: str, output: str, posthoc: str, **given: Any) -> None:
    """Draw the mean ranks of one metric; bars join algorithms between which no pair differs."""
    import benchreport as br
    from benchreport.figures.critical_difference import critical_difference_diagram
    from benchreport.figures.style import save
    from benchreport.stats.cliques import indistinguishable

    study = study_of(source, {name: given.pop(name) for name in READING})
    alpha = study.alpha if given["alpha"] is None else given["alpha"]
    control = given["control"] or study.control
    missing: Any = given["missing"] or study.missing or "drop_blocks"
    adjust: Any = given["adjust"] or study.adjust or "holm"
    with busy("drawing"):
        scores = br.read_scores(study.scores, encoding=study.encoding, query=study.query, **declared(study))
        metrics = scores.get_column("metric").unique().sort().to_list()
        if len(metrics) > 1:
            raise OptionError(f"the table has {len(metrics)} metrics", hint=f"--metrics {metrics[0]} draws one of them")
        scores = br.complete(scores, missing)
        ranks = br.average_ranks(scores)
        rows = getattr(br, posthoc)(scores, alpha=alpha)
        if posthoc != "nemenyi":
            rows = br.adjust(rows, adjust)
        n = ranks["n"].to_list()[0]
        ruled = posthoc == "nemenyi" and ranks.height > 2 and n > 1
        difference = br.critical_difference(ranks.height, n, alpha=alpha) if ruled else None
        groups = indistinguishable(ranks, rows, alpha=alpha)
        save(critical_difference_diagram(ranks, groups, difference=difference, control=control), Path(output))
    click.echo(output)
