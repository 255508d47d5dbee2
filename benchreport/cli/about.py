"""benchreport methods, demo, doctor, completion: the methods there are, and whether everything works."""

from __future__ import annotations

import textwrap
from dataclasses import fields
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.printing import Form, output_options, print_design, print_outputs, print_rows
from benchreport.cli.terminal import LINE, echo
from benchreport.errors import OptionError, one_of
from benchreport.options import PAIR_TEST
from benchreport.running import SEARCH

if TYPE_CHECKING:
    import polars as pl

# Fields of a method's record that only programs need.
FUNCTIONS = ("least_p", "table", "expr", "kernel")


@click.command(short_help="List the methods, or describe one.")
@click.argument("method", required=False)
@click.option("--search", metavar="TEXT", help="Only methods whose description holds this text.")
@click.option("--door", metavar="NAME", help="Only methods of one question: one, two, many, posthoc, ...")
@click.option("--coverage", "covered", is_flag=True, help="List what delivers each method of the field.")
@output_options
def methods(method: str | None, search: str | None, door: str | None, covered: bool, form: Form | None) -> None:
    """Print the methods, or all about one METHOD: question, formula, assumptions, citations, what delivers it."""
    from benchreport.cli.coverage import coverage
    from benchreport.registry import ADVICE, METHODS
    from benchreport.registry import methods as catalogue

    if covered:
        if method is not None:
            raise OptionError("--coverage lists all methods", hint=f"benchreport methods {method} describes one")
        _list_coverage(form)
    elif method is None:
        print_rows(catalogue(search=search, door=door).drop("expression"), form)
    else:
        known = {**coverage(), **ADVICE, **{name: METHODS[name] for name in (*METHODS.former_names, *METHODS)}}
        one_of(method, known, name="method", listed=SEARCH)
        if form:
            print_rows(_described(method), form)
        else:
            _describe(method)


def _list_coverage(form: Form | None) -> None:
    """Print the groups of questions, and under each its methods with what delivers them."""
    import polars as pl

    from benchreport.cli.coverage import coverage, group_titles

    methods = coverage().values()
    if form:
        columns = [
            {"id": method.id, "groups": list(method.groups), "delivered_by": list(method.texts())} for method in methods
        ]
        print_rows(pl.DataFrame(columns), form)
        return
    width = max(map(len, coverage())) + 4
    for number, title in enumerate(group_titles(), start=1):
        echo(f"{number}. {title}", bold=True)
        for method in (method for method in methods if title in method.groups):
            first, rest = f"  {method.id}".ljust(width), " " * width
            words = "; ".join(method.texts())
            echo(textwrap.fill(words, LINE, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False))


def _described(method: str) -> pl.DataFrame:
    """Return all that is known of one method or piece of advice, in one row."""
    import polars as pl

    from benchreport.cli.coverage import coverage
    from benchreport.registry import ADVICE, METHODS

    record = METHODS.get(method) or ADVICE.get(method)
    names = [field.name for field in fields(record) if field.name not in FUNCTIONS] if record else []
    values: dict[str, Any] = {"id": method} | {name: getattr(record, name) for name in names}
    if "remarks" in values:
        values["remarks"] = tuple(remark.note for remark in values["remarks"])
    lists = {name: list(value) for name, value in values.items() if isinstance(value, tuple)}
    lists["delivered_by"] = list(coverage()[method].texts()) if method in coverage() else []
    return pl.DataFrame([values | lists], schema_overrides=dict.fromkeys(lists, pl.List(pl.String)))


def _describe(method: str) -> None:
    from benchreport.cli.coverage import coverage
    from benchreport.document.model.references import reference
    from benchreport.registry import ADVICE, METHODS

    record, advice = METHODS.get(method), ADVICE.get(method)
    lines: dict[str, tuple[str | None, ...]] = {}
    if record is not None:
        lines = {
            "computes": (record.formula,),
            "null": (record.null,),
            "controls": (f"{record.controls}, {record.dependence}" if record.controls else None,),
            "assumes": ("; ".join(record.assumes),),
            "variants": (", ".join(record.variants),),
            "estimates": (record.estimand,),
            "effect": (record.effect,),
            "caveats": tuple(remark.note for remark in record.remarks),
        }
    elif advice is not None:
        lines = {"says": (advice.fact,), "assumes": ("; ".join(advice.assumes),)}
    described = record or advice
    echo(described.title if described else method)
    if described:
        cites = tuple(map(reference, described.cites))
        lines = {"id": (described.id,), "asks": (described.question,), **lines, "cites": cites}
    if method in coverage():
        lines["delivered"] = coverage()[method].texts()
    for name, texts in lines.items():
        for position, text in enumerate(filter(None, texts)):
            echo(f"  {name if position == 0 else '':<11}{text}")


@click.command(short_help="Make the report of a published table.")
@click.option("-o", "--output", "folder", default="build/demo", show_default=True, help="Where the reports go.")
def demo(folder: str) -> None:
    """Write the report of a published table, C4.5 variants on 14 datasets (Demsar 2006), in all four formats."""
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
    without_pango = [need for need in examine() if need.name.startswith("Pango") and not need.met]
    names = ["report.html", "report.md", "latex", *([] if without_pango else ["report.pdf"])]
    outputs = [str(Path(folder) / name) for name in names]
    title = "C4.5 and its variants on fourteen datasets"
    study = Study(scores=str(source), outputs=outputs, options=Options(title=title))
    warnings = build_study(study, no_cache=True)
    echo("\nThe reports", bold=True)
    print_outputs(outputs, warnings)
    for need in without_pango:
        echo(f"no PDF: {need.state}; fix: {need.fix}", err=True)


@click.command(short_help="Check this machine.")
def doctor() -> None:
    """Check this machine: Python, packages, Pango, fonts; with the fix for each problem."""
    from benchreport.document.machine import examine

    needs = examine()
    width = max(len(need.name) for need in needs)
    for need in needs:
        mark = "ok " if need.met else "-- " if need.optional else "!! "
        echo(f"{mark}{need.name:<{width}}  {need.state}" + ("" if need.met else f"\n   fix: {need.fix}"))
    if any(not need.met and not need.optional for need in needs):
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
