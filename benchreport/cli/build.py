"""benchreport build: the whole report, in one or several formats."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.flags import (
    STANDARD_OUTPUT,
    ListCommand,
    flag_of,
    flag_value,
    force_option,
    format_option,
    output_ending,
    outputs_option,
    settings_help,
)
from benchreport.cli.memory import settle_memory
from benchreport.cli.printing import print_outputs, progress_bar
from benchreport.cli.reading import (
    READING,
    Decorator,
    declared,
    declared_scores,
    decorated,
    settings_of,
    study_of,
    table_options,
    with_declared_dataset,
)
from benchreport.cli.terminal import echo, write_out
from benchreport.document.times import timed, times_printed
from benchreport.document.workers import started
from benchreport.errors import FindingError, OptionError, WriteError
from benchreport.files import FileSet, name_as_text
from benchreport.options import Options, options_of
from benchreport.study import Study, merged, study_options, study_text
from benchreport.tables.schema import WRITING

if TYPE_CHECKING:
    import polars as pl

    from benchreport.document.evidence import Provenance
    from benchreport.document.formats import Output

# Bytes of data inside a file that its author is told of.
MUCH_DATA = 20_000_000
# So many letters that no font has are named.
MOST_LETTERS = 12
FLAGS = [option for option in (*options_of(Options).values(), *options_of(Study).values()) if option.flag]
# What of them decides how algorithms are judged, not how the report looks or what it is made of.
SHAPING = ("title", "sections", "omit", "theme", "venue", "templates", "siunitx", "pgf", "predictions")
JUDGING = [option for option in FLAGS if option.name not in SHAPING]
SETTING = click.option("--set", "settings", multiple=True, metavar="NAME=VALUE", help="Any other option of a study.")
# What decides how the files are made, not what they say.
SWITCHES = ("strict", "no_data", "no_cache", "anonymous", "force", "stdout_format")
WORKERS = "BENCHREPORT_WORKERS"
TIMES = "BENCHREPORT_TIMES=1 prints how long each stage of a build took, in seconds of processor and by the clock."
SETTINGS = [option for option in options_of(Options).values() if not option.flag and option.name not in READING]


def build_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options that say what to build."""
    options: tuple[Decorator, ...] = (
        force_option,
        click.option("--no-cache", is_flag=True, help="Draw every figure anew; see BENCHREPORT_CACHE."),
        click.option("--no-data", is_flag=True, help="Leave data and recipe out of the PDF."),
        click.option(
            "--anonymous",
            is_flag=True,
            help="For blind review: leave out the names of files and folders; algorithms and datasets keep theirs.",
        ),
        click.option("--strict", is_flag=True, help="Write nothing and fail when there are warnings."),
        SETTING,
        *(flag_of(option) for option in reversed(FLAGS)),
        format_option("html"),
        outputs_option,
        click.argument("source"),
    )
    return table_options(decorated(command, options))


@click.command(cls=ListCommand, epilog=f"{settings_help(SETTINGS)}\n\n{TIMES}")
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    envvar=WORKERS,
    show_envvar=True,
    help="Processes that share the work; the files are the same with any number.",
)
@build_options
@times_printed(lambda line: echo(line, err=True))
def build(source: str, **values: Any) -> None:
    """Write a report from a table of scores, predictions or confusion counts, or from a study file (.toml).

    Several formats are written at once.
    """
    with started(values.pop("workers")):
        _built(source, values)


def _built(source: str, values: dict[str, Any]) -> None:
    """Write what a command of ``build`` asks for."""
    switches = {name: values.pop(name) for name in SWITCHES}
    study = study_to_build(source, values)
    outputs, problem = _possible_outputs(study.outputs, strict=switches["strict"])
    warnings = build_study(replace(study, outputs=outputs), **switches)
    print_outputs([name for name in outputs if name != STANDARD_OUTPUT], warnings)
    if problem:
        from benchreport.document.machine import PANGO_FIX

        raise WriteError(f"no PDF was written: {problem}", hint=PANGO_FIX)


def _possible_outputs(outputs: Sequence[str], *, strict: bool) -> tuple[list[str], str]:
    """Return the outputs that this machine can make, where these are some, and why it cannot make the others."""
    from benchreport.document.machine import pango_problem
    from benchreport.document.write import output_of

    others = [output for output in outputs if output == STANDARD_OUTPUT or output_of(output).kind != "pdf"]
    if strict or not others or len(others) == len(outputs) or not (problem := pango_problem()):
        return list(outputs), ""
    return others, problem


def study_to_build(source: str, values: Mapping[str, Any]) -> Study:
    """Return what a study file says, joined with what the options of ``build`` say; raise where nothing is written."""
    study = study_with_options(source, values)
    if not study.outputs:
        raise OptionError("no output file", hint="-o report.html -o report.pdf, or outputs = [...] in the study")
    return study


def study_with_options(source: str, values: Mapping[str, Any], *, base: Options | None = None) -> Study:
    """Return what a study file says, or ``base`` for a table alone, joined with what the options of ``build`` say."""
    options = dict(values)
    study = study_of(source, {name: options.pop(name) for name in READING}, base=base)
    settings = settings_of(options.pop("settings"), "--set rope=0.01")
    outputs = options.pop("outputs")
    keys = study_options()
    flags = {name: flag_value(keys[name], value) for name, value in options.items() if value not in (None, ())}
    study = merged(study, flags | settings, "--set" if settings else "build", commas=True)
    return replace(study, outputs=list(outputs)) if outputs else study


def build_study(
    study: Study,
    *,
    strict: bool = False,
    no_data: bool = False,
    no_cache: bool = False,
    anonymous: bool = False,
    force: bool = False,
    stdout_format: str | None = None,
) -> list[str]:
    """Write every output of a study and return the warnings; files appear only when all of them could be made."""
    from benchreport.document.build import unwarned_report
    from benchreport.document.formats import FORMATS
    from benchreport.document.proof.cache import cached, usual_folder
    from benchreport.document.write import files_of, main_content, output_of, standard_output
    from benchreport.files import made_at, write_sets

    made_at()  # raises before a long computation
    ending = output_ending(study.outputs, stdout_format, "html")
    outputs = [
        standard_output(ending) if ending and name == STANDARD_OUTPUT else output_of(name) for name in study.outputs
    ]
    if any(output.kind == "pdf" for output in outputs):  # the largest of all
        settle_memory(os.environ)
    sets: list[FileSet] = []
    with progress_bar("", total=3 + len(outputs)) as tell, cached(None if no_cache else usual_folder()):
        tell(description="reading", advance=1)
        tables, digests, remarks, totals = opened(study)
        tell(description="computing and drawing", advance=1)
        provenance = replace(provenance_of(study, digests, anonymous=anonymous), totals=totals)
        report = unwarned_report(
            [*tables.values()],
            study.options,
            provenance=provenance,
            templates=study.templates,
            forms=sorted({form for output in outputs if (form := FORMATS[output.kind].figures)}),
        )
        if not any(FORMATS[output.kind].explored for output in outputs):
            report = replace(report, explorer=None)  # which holds all that was computed
        warnings = [*remarks, *report.warnings]
        warnings += ["'by' is for single tests; a report ignores it"] if study.by else []
        for output in outputs:
            tell(description=f"laying out {output.kind}", advance=1)
            files, complaints = files_of(report, output, data=not no_data, siunitx=study.siunitx, pgf=study.pgf)
            sets.append(files)
            warnings += [f"{output.kind}: {complaint}" for complaint in complaints]
        if strict and (warnings or report.losses):
            raise FindingError("; ".join([*warnings, *report.losses]), hint="fix them, or build without --strict")
        tell(description="writing", advance=1)
        streams = [place for place, name in enumerate(study.outputs) if name == STANDARD_OUTPUT]
        with timed("write"):
            write_sets([files for place, files in enumerate(sets) if place not in streams], force=force)
    for place in streams:
        write_out(main_content(sets[place], outputs[place]), outputs[place].main.suffix)
    for note in (*report.notes, *_carried(sets, outputs), *_spelt(tables.values())):
        echo(f"note: {note}", err=True)
    return warnings


def _carried(sets: Sequence[FileSet], outputs: Sequence[Output]) -> Iterator[str]:
    """Yield what is to be known of files that carry much data."""
    for files, output in zip(sets, outputs, strict=True):
        if files.carried > MUCH_DATA:
            size = f"{files.carried / 1e6:.0f} MB"
            yield f"{name_as_text(output.main.name)} carries {size} of data; --no-data leaves them out"


def _spelt(tables: Iterable[pl.DataFrame]) -> Iterator[str]:
    """Yield which letters of names no installed font has, and the package that brings one."""
    import polars as pl

    named = [frame[name] for frame in tables for name in ("algorithm", "dataset", "metric") if name in frame.columns]
    names = "".join("".join(column.cast(pl.String).unique().drop_nulls()) for column in named)
    letters = {sign for sign in names if sign.isalpha() and not sign.isascii()}
    if not letters:
        return
    from benchreport.figures.style import font_packages, legible

    if lacking := "".join(sorted(sign for sign in letters if legible(sign) != sign)):
        fix = f"apt-get install {' '.join(font_packages(lacking))}"
        yield f"no installed font has {lacking[:MOST_LETTERS]}: PDF and figures print code points; {fix}"


@timed("read")
def opened(study: Study) -> tuple[dict[str, pl.DataFrame], dict[Path, str], list[str], list[str]]:
    """Read the tables of a study: scores, predictions or counts, with the SHA-256 of every file as it was read.

    Then what a person should look at: what was skipped, and columns that seem to hold scores and are not used. The last
    are the totals that were left out.
    """
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_with_digests
    from benchreport.tables.reading.rows import kept_rows
    from benchreport.tables.schema import table_kind
    from benchreport.tables.scores import opened_scores

    reading = read_with_digests(
        study.scores, encoding=study.encoding, query=study.query, decimal=study.decimal, categories=True
    )
    frame = kept_rows(reading.frame, study.where)
    for note in reading.notes:
        echo(f"note: {note}", err=True)
    digests = dict(reading.digests)
    declarations = declared(study)
    own = {name: declarations[name] for name in ("columns", "dataset", "groups", *WRITING) if name in declarations}
    kind = table_kind(frame, study.columns)
    if kind != "scores":
        own |= {"design": study.design} if study.design else {}
        door = predictions if kind == "predictions" else counts
        return {kind: with_declared_dataset(study, door(frame, **own))}, digests, list(reading.skipped), []
    if study.options.positive is not None and study.predictions is None:
        raise OptionError("a table of scores has no positive class", hint="leave out --positive")
    scores = opened_scores(frame, declared_scores(study))
    for note in scores.notes:
        echo(f"note: {note}", err=True)
    tables = {"scores": with_declared_dataset(study, scores.table)}
    if study.predictions is not None:
        predicted = read_with_digests(study.predictions, encoding=study.encoding, categories=True)
        tables["predictions"] = predictions(predicted.frame, **own)
        digests |= predicted.digests
    return tables, digests, [*reading.skipped, *scores.doubts], scores.totals


def provenance_of(study: Study, digests: Mapping[Path, str], *, anonymous: bool = False) -> Provenance:
    """Return the recipe and the SHA-256 of every input file, named without its folder, or not at all."""
    from benchreport.document.evidence import NO_FILE, Provenance
    from benchreport.tables.reading.read import URI

    if URI.match(study.scores):
        # An address may hold a password.
        return Provenance(sources={"a database": NO_FILE}, recipe=study_text(replace(study, scores="a database")))
    names = _distinct_names(list(digests))
    files: Any = {
        name: Path(value).name for name in ("scores", "predictions", "templates") if (value := getattr(study, name))
    }
    if anonymous:
        names = [f"input {number}" for number in range(1, len(digests) + 1)]
        files = {"scores": "input 1", "templates": None} | ({"predictions": "input 2"} if study.predictions else {})
    recipe = name_as_text(study_text(replace(study, **files)))
    return Provenance(sources=dict(zip(names, digests.values(), strict=True)), recipe=recipe)


def _distinct_names(paths: Sequence[Path]) -> list[str]:
    """Return the names of files without their folders, with one folder or a number where names are the same."""
    names = [name_as_text(path.name) for path in paths]
    if len(set(names)) < len(names):
        names = [name_as_text("/".join(path.parts[-2:])) for path in paths]
    if len(set(names)) < len(names):
        names = [f"{number}. {name}" for number, name in enumerate(names, 1)]
    return names
