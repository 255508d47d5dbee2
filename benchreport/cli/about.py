"""benchreport demo, doctor, completion: whether everything works."""

from __future__ import annotations

import click

from benchreport.cli.printing import print_design, print_outputs, print_rows
from benchreport.cli.terminal import echo
from benchreport.errors import OptionError
from benchreport.options import PAIR_TEST


@click.command()
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


@click.command()
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


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands in a SHELL: eval "$(benchreport completion bash)"."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise OptionError(f"no completion for {shell!r}", hint="choose bash, zsh or fish")
    root = click.get_current_context().find_root().command
    echo(kind(root, {}, "benchreport", "_BENCHREPORT_COMPLETE").source())
