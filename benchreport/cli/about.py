"""benchreport methods, demo, doctor, completion: what is there, and does it work?"""

from __future__ import annotations

from typing import Any

import click

from benchreport.cli.printing import output_options, print_design, print_rows, refuse_both
from benchreport.errors import OptionError, one_of


@click.command(short_help="List the methods, or describe one.")
@click.argument("method", required=False)
@output_options
def methods(method: str | None, as_json: bool, as_csv: bool) -> None:
    """List the methods, or describe one METHOD: question, formula, assumptions, citations."""
    from dataclasses import asdict

    import polars as pl

    from benchreport.catalogue import METHODS

    refuse_both(as_json, as_csv)
    if method is None:
        listed = pl.DataFrame([{"id": m.id, "title": m.title, "question": m.question} for m in METHODS.values()])
        print_rows(listed, as_json=as_json, as_csv=as_csv)
        return
    one_of(method, METHODS, name="method")
    record = METHODS[method]
    if as_json or as_csv:
        lists = {name: list(value) for name, value in asdict(record).items() if isinstance(value, tuple)}
        texts = dict.fromkeys(lists, pl.List(pl.String))
        print_rows(pl.DataFrame([asdict(record) | lists], schema_overrides=texts), as_json=as_json, as_csv=as_csv)
        return
    _describe(record)


def _describe(record: Any) -> None:
    from benchreport.document.references import reference

    lines = {
        "id": record.id,
        "asks": record.question,
        "computes": record.formula,
        "null": record.null,
        "assumes": "; ".join(record.assumes),
        "variants": ", ".join(record.variants),
        "estimates": record.estimand,
        "effect": record.effect,
    }
    click.echo(record.title)
    for name, text in lines.items():
        if text:
            click.echo(f"  {name:<11}{text}")
    for key in record.cites:
        click.echo(f"  {'cites' if key == record.cites[0] else '':<11}{reference(key)}")


@click.command(short_help="Make the report of a published table.")
@click.option("-o", "--output", "folder", default="build/demo", show_default=True, help="Where the reports go.")
def demo(folder: str) -> None:
    """Make the report of a published table, C4.5 variants on 14 datasets (Demsar 2006), in all four formats."""
    from pathlib import Path

    import benchreport as br
    from benchreport.cli.build import build_study
    from benchreport.document.machine import examine
    from benchreport.study import Study

    source = br.example("demsar2006_auc.csv")
    scores = br.read_scores(source)
    click.secho("What is in the table", bold=True)
    print_design(br.design(scores), scores)
    click.secho("\nWhich pairs differ? Exact Wilcoxon signed-rank tests, Holm", bold=True)
    print_rows(br.adjust(br.wilcoxon(scores), "holm"))
    without_pango = [finding for finding in examine() if finding.what.startswith("Pango") and not finding.good]
    names = ["report.html", "report.md", "latex", *([] if without_pango else ["report.pdf"])]
    outputs = [str(Path(folder) / name) for name in names]
    title = "C4.5 and its variants on fourteen datasets"
    warnings = build_study(Study(scores=str(source), title=title, design="kfold_cv", outputs=outputs))
    click.secho("\nThe reports", bold=True)
    for output in outputs:
        click.echo(output)
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)
    for finding in without_pango:
        click.echo(f"no PDF: {finding.seen}; fix: {finding.fix}", err=True)


@click.command(short_help="Check this machine.")
def doctor() -> None:
    """Check this machine: Python, packages, Pango, fonts; with the fix for each problem."""
    from benchreport.document.machine import examine

    findings = examine()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark = "ok " if finding.good else "-- " if finding.optional else "!! "
        click.echo(
            f"{mark}{finding.what:<{width}}  {finding.seen}" + ("" if finding.good else f"\n   fix: {finding.fix}")
        )
    if any(not finding.good and not finding.optional for finding in findings):
        raise click.exceptions.Exit(1)


@click.command(short_help="Print a script that completes commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands in a SHELL: eval "$(benchreport completion bash)"."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise OptionError(f"no completion for {shell!r}", hint="choose bash, zsh or fish")
    root = click.get_current_context().find_root().command
    click.echo(kind(root, {}, "benchreport", "_BENCHREPORT_COMPLETE").source())
