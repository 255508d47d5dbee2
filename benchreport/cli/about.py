"""benchreport methods, demo, doctor, completion: what is there, and does it work?"""

from __future__ import annotations

import textwrap
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.printing import LINE, Form, output_options, print_design, print_outputs, print_rows
from benchreport.cli.terminal import echo
from benchreport.errors import OptionError, one_of
from benchreport.options import PAIR_TEST

if TYPE_CHECKING:
    import polars as pl


@click.command(short_help="List the methods, or describe one.")
@click.argument("method", required=False)
@click.option("--search", metavar="TEXT", help="Only methods whose description holds this text.")
@click.option("--door", metavar="NAME", help="Only methods of one question: one, two, many, posthoc, ...")
@click.option("--coverage", "covered", is_flag=True, help="List what delivers each method of the field.")
@output_options
def methods(method: str | None, search: str | None, door: str | None, covered: bool, form: Form | None) -> None:
    """Return the methods, or describe one METHOD: question, formula, assumptions, citations, what delivers it."""
    from benchreport.catalogue import methods as catalogue
    from benchreport.coverage import coverage
    from benchreport.registry import ADVICE, METHODS

    if covered:
        if method is not None:
            raise OptionError("--coverage lists all methods", hint=f"benchreport methods {method} describes one")
        _list_coverage(form)
    elif method is None:
        print_rows(catalogue(search=search, door=door).drop("expression"), form)
    else:
        one_of(method, dict.fromkeys([*METHODS, *ADVICE, *coverage(), *METHODS.former_names]), name="method")
        if form:
            print_rows(_described(method), form)
        else:
            _describe(method)


def _list_coverage(form: Form | None) -> None:
    """Return the groups of questions, and under each its methods with what delivers them."""
    import polars as pl

    from benchreport.coverage import coverage, group_titles

    every = coverage().values()
    if form:
        listed = [{"id": one.id, "groups": list(one.groups), "delivered_by": list(one.said())} for one in every]
        print_rows(pl.DataFrame(listed), form)
        return
    width = max(len(one.id) for one in every) + 4
    for number, title in enumerate(group_titles(), start=1):
        echo(f"{number}. {title}", bold=True)
        for one in (one for one in every if title in one.groups):
            first, rest = f"  {one.id}".ljust(width), " " * width
            said = "; ".join(one.said())
            echo(textwrap.fill(said, LINE, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False))


def _described(method: str) -> pl.DataFrame:
    """Return all that is known of one method, in one row."""

    import polars as pl

    from benchreport.coverage import coverage

    texts = coverage()[method].said() if method in coverage() else ()
    record = {name: value for name, value in _fields(method).items() if not callable(value)}
    lists = {name: list(value) for name, value in record.items() if isinstance(value, tuple)}
    lists["delivered_by"] = list(texts)
    return pl.DataFrame([record | lists], schema_overrides=dict.fromkeys(lists, pl.List(pl.String)))


def _fields(method: str) -> dict[str, Any]:
    """Return what the record of a method or of a piece of advice says, without what only programs need."""
    from benchreport.registry import ADVICE, METHODS

    if method in METHODS:
        record = METHODS[method]
        values = {field.name: getattr(record, field.name) for field in fields(record)}
        return {name: value for name, value in values.items() if name not in ("least_p", "table", "expr", "kernel")} | {
            "remarks": tuple(remark.note for remark in record.remarks)
        }
    if method in ADVICE:
        return {field.name: getattr(ADVICE[method], field.name) for field in fields(ADVICE[method])}
    return {"id": method}


def _describe(method: str) -> None:
    from benchreport.coverage import coverage
    from benchreport.document.model.references import reference
    from benchreport.registry import ADVICE, METHODS

    record, advice = METHODS.get(method), ADVICE.get(method)
    echo(record.title if record is not None else advice.title if advice is not None else method)
    lines: dict[str, tuple[str | None, ...]] = {}
    if advice is not None:
        lines = {
            "id": (advice.id,),
            "asks": (advice.question,),
            "says": (advice.fact,),
            "assumes": ("; ".join(advice.assumes),),
            "cites": tuple(map(reference, advice.cites)),
        }
    if record is not None:
        lines = {
            "id": (record.id,),
            "asks": (record.question,),
            "computes": (record.formula,),
            "null": (record.null,),
            "controls": (f"{record.controls}, {record.dependence}" if record.controls else None,),
            "assumes": ("; ".join(record.assumes),),
            "variants": (", ".join(record.variants),),
            "estimates": (record.estimand,),
            "effect": (record.effect,),
            "caveats": tuple(remark.note for remark in record.remarks),
            "cites": tuple(map(reference, record.cites)),
        }
    if method in coverage():
        lines["delivered"] = coverage()[method].said()
    for name, texts in lines.items():
        for position, text in enumerate(filter(None, texts)):
            echo(f"  {name if position == 0 else '':<11}{text}")


@click.command(short_help="Make the report of a published table.")
@click.option("-o", "--output", "folder", default="build/demo", show_default=True, help="Where the reports go.")
def demo(folder: str) -> None:
    """Make the report of a published table, C4.5 variants on 14 datasets (Demsar 2006), in all four formats."""
    from pathlib import Path

    import benchreport as br
    from benchreport.cli.build import build_study
    from benchreport.document.machine import examine
    from benchreport.options import Options
    from benchreport.study import Study

    source = br.example("demsar2006_auc.csv")
    scores = br.read_scores(source)
    echo("What is in the table", bold=True)
    print_design(br.design(scores), scores)
    echo("\nWhich pairs differ? Exact Wilcoxon signed-rank tests, Holm", bold=True)
    print_rows(br.run(PAIR_TEST, scores, adjust="holm"))
    without_pango = [finding for finding in examine() if finding.what.startswith("Pango") and not finding.good]
    names = ["report.html", "report.md", "latex", *([] if without_pango else ["report.pdf"])]
    outputs = [str(Path(folder) / name) for name in names]
    title = "C4.5 and its variants on fourteen datasets"
    study = Study(scores=str(source), outputs=outputs, options=Options(title=title))
    warnings = build_study(study)
    echo("\nThe reports", bold=True)
    print_outputs(outputs, warnings)
    for finding in without_pango:
        echo(f"no PDF: {finding.seen}; fix: {finding.fix}", err=True)


@click.command(short_help="Check this machine.")
def doctor() -> None:
    """Check this machine: Python, packages, Pango, fonts; with the fix for each problem."""
    from benchreport.document.machine import examine

    findings = examine()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark = "ok " if finding.good else "-- " if finding.optional else "!! "
        echo(f"{mark}{finding.what:<{width}}  {finding.seen}" + ("" if finding.good else f"\n   fix: {finding.fix}"))
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
    echo(kind(root, {}, "benchreport", "_BENCHREPORT_COMPLETE").source())
