"""Does a report still say what its data say? Everything is computed again and compared."""

from __future__ import annotations

import difflib
import io
import json
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.document.attach import INPUT, PREDICTIONS, PROVENANCE, RECIPE, RESULTS, files_inside
from benchreport.document.blocks import Report, rows_of
from benchreport.document.pdf import pdf_bytes
from benchreport.document.story import Provenance, installed_versions, report
from benchreport.errors import BenchreportError, ReadError
from benchreport.study import Study, read_study

TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where a report does not follow from its data."""

    where: str
    said: str
    computed: str

    def __str__(self) -> str:
        return f"{self.where}: says {self.said}, computed {self.computed}"


def verify(path: str | Path) -> list[Difference]:
    """Compute a PDF report again from the data inside it; gives every difference, none if all is as it should be.

    First the result rows are recomputed and compared: texts and whole numbers exactly, others to 1e-9. Then the
    document is made again and its pages are compared, word by word and, with the same software, stroke by stroke.

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
        again = report_inside(inside)
        recorded = pl.read_parquet(io.BytesIO(inside[RESULTS]))
    except (BenchreportError, pl.exceptions.PolarsError, ValueError, OSError) as problem:
        return [Difference(where="attached data", said="a table and a recipe", computed=str(problem).splitlines()[0])]
    differences = list(row_differences(recorded, rows_of(again)))
    remade, _ = pdf_bytes(again)
    recorded_versions = json.loads(inside[PROVENANCE])["versions"]
    same_software = recorded_versions == installed_versions()
    return differences + list(page_differences(content, remade, strokes=same_software))


def rebuild(path: str | Path) -> Report:
    """Make the report inside a PDF again, to be written in any format.

    Examples
    --------
    >>> import benchreport as br, tempfile
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     pdf = br.report(scores, title="Appendix B").write(Path(folder) / "appendix.pdf")
    ...     br.rebuild(pdf).title
    'Appendix B'
    """
    return report_inside(_inside(_read(path), path))


def report_inside(files: Mapping[str, bytes]) -> Report:
    """Make a report from the files that a PDF carries."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / RECIPE).write_bytes(files[RECIPE])
        study = read_study(Path(folder) / RECIPE)
    table = pl.read_parquet(io.BytesIO(files[_input(files)]))
    return report_of(study, table, Provenance(**json.loads(files[PROVENANCE])))


def _input(files: Mapping[str, bytes]) -> str:
    return PREDICTIONS if PREDICTIONS in files else INPUT


def report_of(study: Study, table: pl.DataFrame, provenance: Provenance | None = None) -> Report:
    """Make the report that a study declares."""
    missing: Any = study.missing or "drop_blocks"
    adjustment: Any = study.adjust or "holm"
    return report(
        table,
        title=study.title,
        baseline=study.control,
        missing=missing,
        alpha=study.alpha,
        adjustment=adjustment,
        positive=study.positive,
        metrics=study.metrics if "truth" in table.columns else (),
        provenance=provenance,
    )


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
    lacking = [name for name in (_input(inside), RECIPE, RESULTS, PROVENANCE) if name not in inside]
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
