"""benchreport build: the whole report, in every format asked for."""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.reading import READING, declared, study_of, table_options, with_datasets_as_said
from benchreport.errors import BenchreportError, OptionError
from benchreport.study import FILLING, study_text

if TYPE_CHECKING:
    import polars as pl

    from benchreport.document.story import Provenance
    from benchreport.study import Study


@click.command(short_help="Make the report: HTML, PDF, LaTeX, Markdown.")
@click.argument("source")
@click.option("-o", "--output", "outputs", multiple=True, help=".html, .pdf, .md, or a folder for LaTeX; repeatable.")
@click.option("--title", help="Title of the report.")
@click.option("--baseline", help="Compare all others with this algorithm in the printed tables.")
@click.option("--alpha", type=float, help="Level of the decisions. Default: 0.05.")
@click.option("--missing", type=click.Choice(FILLING), help="Policy for missing results. Default: drop_blocks.")
@click.option("--adjust", metavar="NAME", help="Adjustment of the pairwise tests. Default: holm.")
@click.option("--positive", metavar="CLASS", help="The positive class of a table of predictions.")
@click.option("--strict", is_flag=True, help="Write nothing and fail when there are warnings.")
@click.option("--no-data", is_flag=True, help="Leave data and recipe out of the PDF, for blind review.")
@table_options
def build(source: str, outputs: tuple[str, ...], strict: bool, no_data: bool, **given: Any) -> None:
    """Make a report from a table of scores or predictions, or from a study file (.toml), in several formats at once."""
    study = study_of(source, {name: given.pop(name) for name in READING})
    given["control"] = given.pop("baseline")
    said = {name: value for name, value in given.items() if value is not None}
    study = replace(study, **said | ({"outputs": list(outputs)} if outputs else {}))
    if not study.outputs:
        raise OptionError("no output is named", hint="-o report.html -o report.pdf, or outputs = [...] in the study")
    warnings = build_study(study, strict=strict, data=not no_data)
    for path in study.outputs:
        click.echo(path)
    for warning in warnings:
        click.echo(f"warning: {warning}", err=True)


def build_study(study: Study, *, strict: bool = False, data: bool = True) -> list[str]:
    """Make every output of a study; gives the warnings. Files appear only when all of them could be made."""
    from benchreport.document.verify import report_of
    from benchreport.document.write import files_of, format_of, place

    if study.missing not in (None, *FILLING):
        raise OptionError(
            f"a report cannot be made with missing = {study.missing!r}", hint=f"choose from {', '.join(FILLING)}"
        )
    paths = [Path(output) for output in study.outputs]
    kinds = [format_of(path) for path in paths]
    files: dict[Path, bytes] = {}
    with steps(3 + len(paths)) as step:
        step("reading")
        table = opened(study)
        step("computing and drawing")
        made = report_of(study, table, provenance_of(study))
        warnings = list(made.warnings) + (["'by' is for single tests; a report ignores it"] if study.by else [])
        for path, kind in zip(paths, kinds, strict=True):
            step(f"laying out {kind}")
            new, complaints = files_of(made, path, data=data)
            files |= new
            warnings += [f"{kind}: {complaint}" for complaint in complaints]
        if strict and warnings:
            raise BenchreportError("; ".join(warnings), hint="mend them, or build without --strict")
        step("writing")
        for path, content in files.items():
            place(path, content)
    return warnings


def opened(study: Study) -> pl.DataFrame:
    """Read the table of a study, scores or predictions."""
    from benchreport.tables.predictions import predictions
    from benchreport.tables.read import read_frame
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import open_scores

    frame = read_frame(study.scores, encoding=study.encoding, query=study.query)
    said = declared(study)
    if table_kind(frame.columns, study.columns) != "predictions":
        if study.positive is not None:
            raise OptionError("a positive class is named for a table of scores", hint="leave out --positive")
        return with_datasets_as_said(study, open_scores(frame, **said))
    own = {name: said[name] for name in ("columns", "dataset") if name in said}
    return with_datasets_as_said(study, predictions(frame, **own))


def provenance_of(study: Study) -> Provenance:
    """Fingerprint the input and write down the recipe; files are named without their folders."""
    from benchreport.document.story import Provenance
    from benchreport.tables.read import URI, table_files

    if URI.match(study.scores):
        # An address may hold a password.
        return Provenance(sources={"a database": "no file"}, recipe=study_text(replace(study, scores="a database")))
    paths = table_files(study.scores)
    names = [path.name for path in paths]
    named = names if len(set(names)) == len(names) else ["/".join(path.parts[-2:]) for path in paths]
    digests = [hashlib.sha256(path.read_bytes()).hexdigest() for path in paths]
    recipe = study_text(replace(study, scores=Path(study.scores).name))
    return Provenance(sources=dict(zip(named, digests, strict=True)), recipe=recipe)


@contextmanager
def steps(total: int) -> Iterator[Any]:
    """Show the progress of several steps on a terminal."""
    if not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        task = progress.add_task("", total=total)
        yield lambda what: progress.update(task, description=what, advance=1)
