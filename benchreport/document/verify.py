"""Does a report still say what its data say? Everything is computed again and compared."""

from __future__ import annotations

import difflib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.document.attach import INPUT, PREDICTIONS, PROVENANCE, RECIPE, RESULTS, TEMPLATES, files_inside
from benchreport.document.blocks import Look, Report, rows_of
from benchreport.document.cache import cached
from benchreport.document.contents import ORDER, OTHERS, SectionMaker
from benchreport.document.evidence import Provenance, installed_versions
from benchreport.document.looks import decides_markup, themes
from benchreport.document.pdf import pdf_bytes
from benchreport.document.story import report, sections_of
from benchreport.errors import BenchreportError, ReadError
from benchreport.study import Study, study_from

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where a report does not follow from its data."""

    where: str
    said: str
    computed: str

    def __str__(self) -> str:
        return f"{self.where}: says {self.said}, computed {self.computed}"


@cached(None)  # nothing is taken on trust that was made before
def verify(path: str | Path, *, sections: Sequence[SectionMaker] = ()) -> list[Difference]:
    """Compute a PDF report again from the data inside it; gives every difference, none if all is as it should be.

    First the result rows are recomputed and compared: texts and whole numbers exactly, others to 1e-9. Then the
    document is made again and its pages are compared, word by word and, with the same software, stroke by stroke.
    Sections that functions of the author made are made again by the same functions, given as ``sections``.

    Examples
    --------
    >>> import benchreport as br, tempfile
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     br.verify(br.report(scores).write(Path(folder) / "appendix.pdf"))
    []
    """
    content = _read(path)
    inside = _inside(content, path)
    try:
        again = report_inside(inside, sections)
        recorded = pl.read_parquet(io.BytesIO(inside[RESULTS]))
    except UnknownSectionError:
        raise
    except (BenchreportError, pl.exceptions.PolarsError, ValueError, OSError) as problem:
        return [Difference(where="attached data", said="a table and a recipe", computed=str(problem).splitlines()[0])]
    differences = list(row_differences(recorded, rows_of(again)))
    remade, _ = pdf_bytes(again)
    recorded_versions = json.loads(inside[PROVENANCE])["versions"]
    same_software = recorded_versions == installed_versions()
    return differences + list(page_differences(content, remade, strokes=same_software))


def rebuild(path: str | Path, *, sections: Sequence[SectionMaker] = (), templates: bool = False) -> Report:
    """Make the report inside a PDF again, to be written in any format; ``sections`` as in :func:`verify`.

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
    inside = dict(_inside(_read(path), path))
    carried = templates_inside(inside)
    left_out = [] if templates else [name for name in carried if decides_markup(name)]
    if not left_out:
        return report_inside(inside, sections)
    kept = {name: text for name, text in carried.items() if name not in left_out}
    inside[TEMPLATES] = json.dumps(kept).encode()
    made = report_inside(inside, sections, usual_theme=True)
    names = ", ".join(left_out)
    remark = f"the PDF carries templates of its author's own that were not used: {names}; --with-templates uses them"
    return replace(made, warnings=(*made.warnings, remark))


class UnknownSectionError(ReadError):
    """A section was made by a function that is not at hand."""


def templates_inside(files: Mapping[str, bytes]) -> dict[str, str]:
    """Read the templates that a PDF carries: texts by their paths, and nothing else."""
    try:
        carried = json.loads(files.get(TEMPLATES, b"{}"))
    except ValueError:
        carried = None
    if not isinstance(carried, dict) or not all(isinstance(text, str) for text in carried.values()):
        raise ReadError(f"{TEMPLATES} inside the PDF is no list of texts", hint="the file was changed; ask its author")
    return carried


def report_inside(
    files: Mapping[str, bytes], sections: Sequence[SectionMaker] = (), *, usual_theme: bool = False
) -> Report:
    """Make a report from the files that a PDF carries; with ``usual_theme`` a theme that is not ours gives way."""
    study = study_from(files[RECIPE].decode())
    templates = templates_inside(files)
    if usual_theme and study.asked.theme not in themes(Look(templates=templates)):
        study = replace(study, asked=replace(study.asked, theme=Look().theme))
    _, own = sections_of(sections)
    known = {*ORDER, OTHERS, *own, *(Path(name).stem for name in templates)}
    strange = [name for name in study.asked.sections if name not in known]
    if strange:
        raise UnknownSectionError(
            f"the section {strange[0]!r} was made by a function that is not inside the file",
            hint=f"in Python, br.verify(path, sections=[{strange[0]}])",
        )
    tables = {name: pl.read_parquet(io.BytesIO(files[name])) for name in (INPUT, PREDICTIONS) if name in files}
    return report_of(study, tables, Provenance(**json.loads(files[PROVENANCE])), templates, own)


def report_of(
    study: Study,
    tables: Mapping[str, pl.DataFrame],
    provenance: Provenance | None = None,
    templates: str | Mapping[str, str] | None = None,
    own: Mapping[str, SectionMaker] | None = None,
) -> Report:
    """Make the report that a study declares."""
    wishes: Any = {one.name: getattr(study.asked, one.name) for one in fields(study.asked)}
    wishes["sections"] = [(own or {}).get(name, name) for name in study.asked.sections]
    first, *rest = tables.values()
    return report(first, predictions=rest[0] if rest else None, provenance=provenance, templates=templates, **wishes)


def _read(path: str | Path) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as problem:
        raise ReadError(f"no report {str(path)!r}", hint="benchreport verify appendix.pdf") from problem


def _inside(content: bytes, path: str | Path) -> Mapping[str, bytes]:
    from pypdf.errors import PyPdfError

    try:
        inside = files_inside(content)
    except (PyPdfError, ValueError) as problem:
        raise ReadError(
            f"{Path(path).name} is not a readable PDF", hint="verify takes the .pdf of a report"
        ) from problem
    table = PREDICTIONS if PREDICTIONS in inside else INPUT
    lacking = [name for name in (table, RECIPE, RESULTS, PROVENANCE) if name not in inside]
    if lacking:
        raise ReadError(
            f"{Path(path).name} does not carry {', '.join(lacking)}",
            hint="it was built with --no-data, or is no report of benchreport",
        )
    return inside


def row_differences(said: pl.DataFrame, computed: pl.DataFrame) -> Iterator[Difference]:
    """Compare result rows: keys, texts and counts exactly, other numbers to 1e-9."""
    keys = ["place", "row"]
    if not set(keys) <= set(said.columns):
        yield Difference(where="result rows", said="no places", computed=", ".join(keys))
        return
    mine = {tuple(row[key] for key in keys): row for row in computed.iter_rows(named=True)}
    theirs = {tuple(row[key] for key in keys): row for row in said.iter_rows(named=True)}
    for key in theirs.keys() - mine.keys():
        yield Difference(where=f"{key[0]}, row {key[1] + 1}", said="a row", computed="none")
    for key, row in mine.items():
        where = f"{key[0]}, row {key[1] + 1}"
        if key not in theirs:
            yield Difference(where=where, said="no row", computed="a row")
            continue
        for name, value in row.items():
            told = theirs[key].get(name)
            if not _same(told, value):
                yield Difference(where=f"{where}, {name}", said=str(told), computed=str(value))


def _same(told: Any, value: Any) -> bool:
    if isinstance(value, float) and isinstance(told, float):
        return abs(told - value) <= TOLERANCE * max(abs(told), abs(value))
    return bool(told == value)


def page_differences(said: bytes, remade: bytes, *, strokes: bool) -> Iterator[Difference]:
    """Compare two PDFs page by page: their words, and their strokes where the same software drew them."""
    from pypdf import PdfReader

    theirs, mine = (PdfReader(io.BytesIO(content)).pages for content in (said, remade))
    if len(theirs) != len(mine):
        yield Difference(where="document", said=f"{len(theirs)} pages", computed=f"{len(mine)} pages")
    for number, (told, again) in enumerate(zip(theirs, mine, strict=False), 1):
        if _drawing(told) == _drawing(again):
            continue
        words, expected = told.extract_text().splitlines(), again.extract_text().splitlines()
        if words != expected:
            changed = [line for line in difflib.ndiff(words, expected) if line[:2] in ("- ", "+ ")]
            old = next((line[2:] for line in changed if line.startswith("- ")), "nothing")
            new = next((line[2:] for line in changed if line.startswith("+ ")), "nothing")
            yield Difference(where=f"page {number}", said=repr(old), computed=repr(new))
        elif strokes:
            yield Difference(where=f"page {number}", said="the same words, drawn otherwise", computed="another drawing")


def _drawing(page: Any) -> list[bytes]:
    """Gather what is drawn on a page: its own strokes and those of the pictures it uses."""
    from pypdf.generic import DictionaryObject

    content = page.get_contents()
    found = [content.get_data() if content is not None else b""]
    pending: list[Any] = [page.get("/Resources", DictionaryObject())]
    while pending:
        pictures = pending.pop().get_object().get("/XObject", DictionaryObject()).get_object()
        for name in sorted(pictures):
            picture = pictures[name].get_object()
            found.append(picture.get_data())
            pending.append(picture.get("/Resources", DictionaryObject()))
    return found
