"""benchreport build: the whole report, in every format asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.flags import Decorator, flag_of, flag_value, settings_help
from benchreport.cli.outputs import outputs_option
from benchreport.cli.printing import print_outputs, progress_bar
from benchreport.cli.reading import (
    READING,
    declared,
    declared_scores,
    settings_of,
    study_of,
    table_options,
    with_datasets_as_said,
)
from benchreport.cli.terminal import echo
from benchreport.errors import FindingError, OptionError
from benchreport.files import name_as_text
from benchreport.options import Options, options_of
from benchreport.study import Study, merged, study_options, study_text

if TYPE_CHECKING:
    import polars as pl

    from benchreport.document.evidence import Provenance


FLAGS = [option for option in (*options_of(Options).values(), *options_of(Study).values()) if option.flag]
SETTINGS = [option for option in options_of(Options).values() if not option.flag and option.name not in READING]


def force_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the option to replace files that were not written by benchreport."""
    words = "Replace files that you did not name, even where benchreport did not write them."
    return click.option("--force", is_flag=True, help=words)(command)


def build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say what to build."""
    decorators: tuple[Decorator, ...] = (
        force_option,
        click.option("--no-cache", is_flag=True, help="Draw every figure anew; see BENCHREPORT_CACHE."),
        click.option("--no-data", is_flag=True, help="Leave data and recipe out of the PDF."),
        click.option(
            "--anonymous",
            is_flag=True,
            help="For blind review: leave out the names of files and folders; algorithms and datasets keep theirs.",
        ),
        click.option("--strict", is_flag=True, help="Write nothing and fail when there are warnings."),
        click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any other option of a study."),
        *(flag_of(option) for option in reversed(FLAGS)),
        outputs_option,
        click.argument("source"),
    )
    for decorate in decorators:
        command = decorate(command)
    return table_options(command)


@click.command(short_help="Make the report, in one or several formats.", epilog=settings_help(SETTINGS))
@build_options
def build(source: str, strict: bool, no_data: bool, no_cache: bool, anonymous: bool, force: bool, **given: Any) -> None:
    """Make a report from a table of scores, predictions or confusion counts, or from a study file (.toml).

    Several formats are made at once.
    """
    study = study_to_build(source, given)
    warnings = build_study(study, strict=strict, data=not no_data, cache=not no_cache, anonymous=anonymous, force=force)
    print_outputs(study.outputs, warnings)


def study_to_build(source: str, given: dict[str, Any]) -> Study:
    """Join what a study file says with what the options of ``build`` say."""
    study = study_of(source, {name: given.pop(name) for name in READING})
    settings = settings_of(given.pop("settings"), "--set rope=0.01")
    outputs = given.pop("outputs")
    keys = study_options()
    flags = {name: flag_value(keys[name], value) for name, value in given.items() if value is not None}
    study = merged(study, flags | settings, "--set" if settings else "build", commas=True)
    if outputs:
        study = replace(study, outputs=list(outputs))
    if not study.outputs:
        raise OptionError("no output is named", hint="-o report.html -o report.pdf, or outputs = [...] in the study")
    return study


def build_study(
    study: Study,
    *,
    strict: bool = False,
    data: bool = True,
    cache: bool = False,
    anonymous: bool = False,
    force: bool = False,
) -> list[str]:
    """Make every output of a study; gives the warnings. Files appear only when all of them could be made."""
    from benchreport.document.proof.cache import cached, usual_folder
    from benchreport.document.proof.verify import report_of
    from benchreport.document.write import files_of, output_of
    from benchreport.files import write_sets
    from benchreport.moment import made_at

    made_at()  # said before a long computation
    outputs = [output_of(output) for output in study.outputs]
    sets = []
    with progress_bar("", total=3 + len(outputs)) as tell, cached(usual_folder() if cache else None):
        tell(description="reading", advance=1)
        tables, digests = opened(study)
        tell(description="computing and drawing", advance=1)
        made = report_of(study, tables, provenance_of(study, digests, anonymous=anonymous), study.templates)
        warnings = list(made.warnings) + (["'by' is for single tests; a report ignores it"] if study.by else [])
        for output in outputs:
            tell(description=f"laying out {output.kind}", advance=1)
            files, complaints = files_of(made, output, data=data, siunitx=study.siunitx)
            sets.append(files)
            warnings += [f"{output.kind}: {complaint}" for complaint in complaints]
        if strict and warnings:
            raise FindingError("; ".join(warnings), hint="fix them, or build without --strict")
        tell(description="writing", advance=1)
        write_sets(sets, force=force)
    for note in made.notes:
        echo(f"note: {note}", err=True)
    return warnings


def opened(study: Study) -> tuple[dict[str, pl.DataFrame], dict[Path, str]]:
    """Read the tables of a study: scores, predictions or counts, with the SHA-256 of every file as it was read."""
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_with_digests
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import open_scores

    reading = read_with_digests(study.scores, encoding=study.encoding, query=study.query)
    digests = dict(reading.digests)
    said = declared(study)
    own = {name: said[name] for name in ("columns", "dataset", "groups") if name in said}
    kind = table_kind(reading.frame, study.columns)
    if kind != "scores":
        own |= {"design": study.design} if study.design else {}
        door = predictions if kind == "predictions" else counts
        return {kind: with_datasets_as_said(study, door(reading.frame, **own))}, digests
    if study.options.positive is not None and study.predictions is None:
        raise OptionError("a positive class is named for a table of scores", hint="leave out --positive")
    tables = {"scores": with_datasets_as_said(study, open_scores(reading.frame, **declared_scores(study)))}
    if study.predictions is not None:
        behind = read_with_digests(study.predictions, encoding=study.encoding)
        tables["predictions"] = predictions(behind.frame, **own)
        digests |= behind.digests
    return tables, digests


def provenance_of(study: Study, digests: Mapping[Path, str], *, anonymous: bool = False) -> Provenance:
    """Return the SHA-256 of the input and the recipe; files are named without their folders, or not at all."""
    from benchreport.document.evidence import Provenance
    from benchreport.tables.reading.read import URI

    if URI.match(study.scores):
        # An address may hold a password.
        return Provenance(sources={"a database": "no file"}, recipe=study_text(replace(study, scores="a database")))
    named = _distinct_names(list(digests))
    said: Any = {name: Path(value).name for name in ("predictions", "templates") if (value := getattr(study, name))}
    said["scores"] = Path(study.scores).name
    if anonymous:
        named = [f"input {number}" for number in range(1, len(digests) + 1)]
        said = {"scores": "input 1", "templates": None} | ({"predictions": "input 2"} if study.predictions else {})
    recipe = name_as_text(study_text(replace(study, **said)))
    return Provenance(sources=dict(zip(named, digests.values(), strict=True)), recipe=recipe)


def _distinct_names(paths: Sequence[Path]) -> list[str]:
    """Return the names of files without their folders, with one folder or a number where names are the same."""
    names = [name_as_text(path.name) for path in paths]
    if len(set(names)) < len(names):
        names = [name_as_text("/".join(path.parts[-2:])) for path in paths]
    if len(set(names)) < len(names):
        names = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    return names
