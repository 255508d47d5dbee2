"""The report inside a PDF made again: its attached files are checked, then built into a report."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import polars as pl

from benchreport.document.build import FORMER, OTHERS, RUNS, SectionMaker, sections_of, unwarned_report
from benchreport.document.evidence import Provenance
from benchreport.document.model.blocks import Look, Report
from benchreport.document.model.looks import decides_markup, themes
from benchreport.document.proof import attach
from benchreport.document.proof.pdf_objects import damage_as_errors, reader_of
from benchreport.document.sections import PARTS
from benchreport.errors import ReadError
from benchreport.study import older_words, study_from, study_text
from benchreport.tables.reading.read import panics_as_errors

INPUTS = (attach.INPUT, attach.PREDICTIONS, attach.COUNTS)
# Results of experiments take more room than this in a Parquet file, and a page in a PDF.
ROWS_PER_BYTE, FREE_ROWS, LEAST_PAGE = 20, 100_000, 200


def rebuild(path: str | Path, *, sections: Sequence[SectionMaker] = (), templates: bool = False) -> Report:
    """Return the report inside a PDF, made again, to be written in any format; ``sections`` as in :func:`verify`.

    A PDF may carry format templates, styles and a bibliography of its author's own. They decide what the files are made
    of, so they are used only with ``templates=True``; the report's ``warnings`` name those that were left out. The
    author's words (templates of sections) are always used.

    Examples
    --------
    >>> import benchreport as br, tempfile
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pdf = br.report(scores, title="Appendix B").write(Path(folder) / "appendix.pdf")
    ...     br.rebuild(pdf).title
    'Appendix B'
    """
    inside = dict(attached_files_of(read_pdf(path), path))
    carried = templates_inside(inside)
    left_out = [] if templates else [name for name in carried if decides_markup(name)]
    if not left_out:
        return report_inside(inside, sections)
    inside[attach.TEMPLATES] = json.dumps({name: carried[name] for name in carried if name not in left_out}).encode()
    remade = report_inside(inside, sections, usual_theme=True)
    names = ", ".join(left_out)
    remark = f"the PDF carries templates of its author's own that were not used: {names}; --with-templates uses them"
    return replace(remade, warnings=(*remade.warnings, remark))


class UnknownSectionError(ReadError):
    """A section was made by a function that was not handed over."""


def templates_inside(files: Mapping[str, bytes]) -> dict[str, str]:
    """Read the templates that a PDF carries: texts by their paths, and nothing else."""
    try:
        carried = json.loads(files.get(attach.TEMPLATES, b"{}"))
    except ValueError:
        carried = None
    if not isinstance(carried, dict) or not all(isinstance(text, str) for text in carried.values()):
        raise ReadError(f"{attach.TEMPLATES} inside the PDF is not a list of texts", hint="the file was changed")
    return carried


def report_inside(
    files: Mapping[str, bytes], sections: Sequence[SectionMaker] = (), *, usual_theme: bool = False
) -> Report:
    """Return the report of the files that a PDF carries; with ``usual_theme`` a theme that is not ours gives way."""
    recipe = files[attach.RECIPE].decode()
    study = study_from(recipe)
    templates = templates_inside(files)
    if usual_theme and study.options.theme not in themes(Look(templates=templates)):
        study = replace(study, options=replace(study.options, theme=Look().theme))
    _, own = sections_of(sections)
    available = {*PARTS, *FORMER, OTHERS, *RUNS, *own, *(Path(name).stem for name in templates)}
    strange = [name for name in study.options.sections if name not in available]
    if strange:
        raise UnknownSectionError(
            f"the section {strange[0]!r} was made by a function that is not inside the file",
            hint=f"in Python, br.verify(path, sections=[{strange[0]}])",
        )
    remade = unwarned_report(
        [attached_table(files[name]) for name in INPUTS if name in files],
        study.options,
        provenance=Provenance(**json.loads(files[attach.PROVENANCE])),
        templates=templates,
        own={name: make for name, make in own.items() if name in study.options.sections},
    )
    return _in_words_of(remade, recipe)


def _in_words_of(remade: Report, recipe: str) -> Report:
    """Return a report whose recipe has the older names of options that another recipe has."""
    words = older_words(recipe)
    if not words or remade.package is None:
        return remade
    text = study_text(study_from(remade.package.recipe), words=words)
    return replace(remade, package=replace(remade.package, recipe=text))


def attached_table(content: bytes) -> pl.DataFrame:
    """Read a table that a PDF carries."""
    with panics_as_errors():
        return pl.read_parquet(io.BytesIO(content))


def read_pdf(path: str | Path) -> bytes:
    """Return the bytes of a report."""
    try:
        if not Path(path).is_file():
            raise FileNotFoundError
        return Path(path).read_bytes()
    except OSError as problem:
        raise ReadError(f"no report {str(path)!r}", hint="name the .pdf of a report, such as report.pdf") from problem


def attached_files_of(content: bytes, path: str | Path) -> Mapping[str, bytes]:
    """Return the files that the PDF of a report carries; raise where some are missing or made to exhaust a machine."""
    with damage_as_errors(Path(path).name):
        inside = attach.files_inside(content)
    _check_rows(inside)
    table = next((name for name in (attach.PREDICTIONS, attach.COUNTS) if name in inside), attach.INPUT)
    lacking = [name for name in (table, attach.RECIPE, attach.RESULTS, attach.PROVENANCE) if name not in inside]
    if lacking:
        raise ReadError(
            f"{Path(path).name} does not carry {', '.join(lacking)}",
            hint="it was built with --no-data, or is not a report of benchreport",
        )
    return inside


def size_of(path: str | Path) -> tuple[int, int]:
    """Return how many pages a report has and how many rows its attached tables."""
    content = read_pdf(path)
    inside = attached_files_of(content, path)
    rows = sum(_rows_in(inside, name) for name in (*INPUTS, attach.RESULTS))
    return min(pages_in(content), len(content) // LEAST_PAGE), rows


def pages_in(content: bytes) -> int:
    """Return how many pages a PDF has."""
    with damage_as_errors():
        return len(reader_of(content).pages)


def _rows_in(inside: Mapping[str, bytes], name: str) -> int:
    """Return the number of rows of an attached table from its metadata, without unpacking; 0 if it cannot be read."""
    if name not in inside:
        return 0
    try:
        with panics_as_errors():
            return int(pl.scan_parquet(io.BytesIO(inside[name])).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, OSError, ValueError):
        return 0  # the comparison names the table


def _check_rows(inside: Mapping[str, bytes]) -> None:
    """Raise an error for a table that would unpack to far more rows than results of experiments can."""
    for name in (*INPUTS, attach.RESULTS):
        rows = _rows_in(inside, name)
        if rows > ROWS_PER_BYTE * len(inside.get(name, b"")) + FREE_ROWS:
            raise ReadError(
                f"{name} inside the PDF holds {rows:,} rows in {len(inside[name]):,} bytes",
                hint="results of experiments do not pack that well; the file was made to exhaust the machine",
            )
