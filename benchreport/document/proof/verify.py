"""Verification: everything in a report is computed again from its data and compared."""

from __future__ import annotations

import difflib
import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.document.build import SectionMaker
from benchreport.document.evidence import Provenance, installed_versions
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Report, rows_of
from benchreport.document.proof import pdf_objects, rebuild
from benchreport.document.proof.attach import INPUT, PROVENANCE, RECIPE, RESULTS
from benchreport.document.proof.cache import cached
from benchreport.document.proof.corrections import is_corrected
from benchreport.errors import BenchreportError
from benchreport.numerals import counted
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.study import study_from
from benchreport.tables.reading.read import table_files
from benchreport.tables.schema import BOOKKEEPING, COLUMNS_OF, known_direction
from benchreport.version import __version__

TOLERANCE = 1e-9
# Lines of a recipe that decide nothing about the results.
UNTOLD = ("scores", "predictions", "title", "theme", "templates", "[", "siunitx", "pgf", "venue", "outputs")
# Columns that reports made before do not have; what they hold is in the words of the note too.
LATER = ("remarks",)
# What identifies a result row, and the numbers in it.
IDENTITY = ("metric", "dataset", "algorithm", "a", "b", "method", "variant", "term", "alternative", "adjustment")
NUMBERS = (
    *("n", "n_dropped", "n_ties", "statistic", "df1", "df2", "p_value", "p_adjusted"),
    *("estimate", "ci_low", "ci_high"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where a report does not follow from its data."""

    where: str
    printed: str
    computed: str

    @property
    def said(self) -> str:
        """What the report says, under the first name of the field."""
        return self.printed

    def __str__(self) -> str:
        return f"{self.where}: says {self.printed}, computed {self.computed}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """What a comparison of a report with its data found.

    ``compared`` says what was compared, ``complete`` whether that is everything. ``corrected`` are differences that a
    correction of benchreport explains. ``remarks`` are facts about the file that a reader should weigh.
    """

    differences: tuple[Difference, ...]
    compared: str
    complete: bool
    corrected: tuple[Difference, ...] = ()
    remarks: tuple[str, ...] = ()


def verify(path: str | Path, *, sections: Sequence[SectionMaker] = ()) -> list[Difference]:
    """Compute a PDF report again from the data inside it; return every difference, none if all is as it should be.

    First the result rows are recomputed and compared: texts and whole numbers exactly, others to 1e-9. Then the
    document is made again and, with the same software, every object of the two files is compared; with other versions
    the words and numbers of the pages are. :func:`verification` says which. Sections that functions of the author made
    are made again by the same functions, given as ``sections``.

    A report that passes follows from the data inside it. No program can prove that these data are real.

    Examples
    --------
    >>> import benchreport as br, tempfile
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     br.verify(br.report(scores).write(Path(folder) / "appendix.pdf"))
    []
    """
    return list(verification(path, sections=sections).differences)


@cached(None)  # nothing is taken on trust that was made before
def verification(
    path: str | Path, *, source: str | Path | None = None, sections: Sequence[SectionMaker] = ()
) -> Verification:
    """Compute a PDF report again and return what was compared and what differs; ``source`` is the table it names.

    Examples
    --------
    >>> import benchreport as br, tempfile
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     br.verification(br.report(scores).write(Path(folder) / "appendix.pdf")).compared
    'every object of the file'
    """
    content = rebuild.read_pdf(path)
    inside = rebuild.attached_files_of(content, path)
    try:
        again = rebuild.report_inside(inside, sections)
        recorded = rebuild.attached_table(inside[RESULTS])
        versions = dict(json.loads(inside[PROVENANCE])["versions"])
        origins = dict(json.loads(inside[PROVENANCE])["sources"])
    except rebuild.UnknownSectionError:
        raise
    except (BenchreportError, pl.exceptions.PolarsError, ValueError, KeyError, TypeError, OSError) as problem:
        broken = Difference(where="attached data", printed="a table and a recipe", computed=_reason(problem))
        return Verification(differences=(broken,), compared="the attached data", complete=True)
    remarks = (*_about_origins(origins, source), *_about_recipe(inside))
    tampered = tuple(_origin_differences(origins, source))
    if versions.get("benchreport") != __version__:
        tampered = (*tampered, *_raw_differences(content))
        return _across_versions(recorded, again, str(versions.get("benchreport")), tampered, remarks)
    differences = (*tampered, *row_differences(recorded, rows_of(again)))
    remade, _ = pdf_bytes(again)
    if versions != installed_versions():
        pages = rebuild.pages_in(content)
        other = ", ".join(name for name, number in installed_versions().items() if versions.get(name) != number)
        return Verification(
            differences=(*differences, *page_differences(content, remade), *_version_free_differences(content, remade)),
            compared=f"rows, words and numbers of {counted(pages, 'page')}; pictures were not compared, because the "
            f"report was made with other versions of {other}",
            complete=False,
            remarks=remarks,
        )
    if content != remade:
        differences = (*differences, *_file_differences(content, remade))
        if not differences:
            remarks = (*remarks, "same content, written by another program")
    return Verification(differences=differences, compared="every object of the file", complete=True, remarks=remarks)


def _reason(problem: BaseException) -> str:
    """Return the first line of an error, or its kind where it says nothing."""
    lines = str(problem).strip().splitlines()
    return lines[0] if lines else type(problem).__name__


def _file_differences(content: bytes, remade: bytes) -> Iterator[Difference]:
    """Yield how two files differ that should be one: their pages in words, then every object, then the raw bytes."""
    yield from page_differences(content, remade)
    for item in pdf_objects.object_differences(content, remade):
        yield Difference(where=f"object {item.where}", printed=item.given, computed=item.made)
    yield from _raw_differences(content)


def _version_free_differences(content: bytes, remade: bytes) -> Iterator[Difference]:
    """Yield differences in what no version of the libraries changes, since a file may claim any version."""
    theirs, ours = pdf_objects.additions_of(content), pdf_objects.additions_of(remade)
    for addition in sorted(theirs - ours):
        yield Difference(where="file", printed=addition, computed="nothing of the kind")
    for addition in sorted(ours - theirs):
        yield Difference(where="file", printed="nothing of the kind", computed=addition)
    yield from _raw_differences(content)


def _raw_differences(content: bytes) -> Iterator[Difference]:
    for problem in pdf_objects.raw_problems(content):
        yield Difference(where="file", printed=problem, computed="nothing of the kind")


def _across_versions(
    recorded: pl.DataFrame, again: Report, made_by: str, tampered: tuple[Difference, ...], remarks: tuple[str, ...]
) -> Verification:
    """Return how the result rows of another version of benchreport differ, row by row where both have the row."""
    differences, compared, alone = version_differences(recorded, rows_of(again))
    sorted_out: dict[bool, list[Difference]] = {True: [], False: []}
    for method, column, difference in differences:
        sorted_out[is_corrected(method, column, made_by)].append(difference)
    more = (f"{counted(alone, 'result row')} of the file {'has' if alone == 1 else 'have'} no counterpart here",)
    return Verification(
        differences=(*tampered, *sorted_out[False]),
        compared=f"{counted(compared, 'result row')}; the report was made by benchreport {made_by}, so its pages were "
        f"not compared",
        complete=False,
        corrected=tuple(sorted_out[True]),
        remarks=(*remarks, *(more if alone else ())),
    )


def _about_origins(origins: Mapping[str, str], source: str | Path | None) -> Iterator[str]:
    if source is None and origins:
        names = ", ".join(origins)
        yield f"without the source the SHA-256 of {names} cannot be checked; `benchreport verify REPORT SOURCE` does"


def _origin_differences(origins: Mapping[str, str], source: str | Path | None) -> Iterator[Difference]:
    """Yield the files of the source whose SHA-256 the report does not name."""
    if source is None:
        return
    for path in table_files(str(source)):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest not in origins.values():
            recorded = ", ".join(origins.values()) or "no SHA-256"
            yield Difference(where=f"source {path.name}", printed=recorded, computed=digest)


def _about_recipe(inside: Mapping[str, bytes]) -> Iterator[str]:
    """Yield what the author decided: own templates, what is left out or renamed, turned directions, the recipe."""
    study = study_from(inside[RECIPE].decode())
    own = rebuild.templates_inside(inside)
    if own:
        yield f"made with the author's own templates: {', '.join(own)}"
    left_out = (*study.options.without_algorithms, *study.options.without_datasets)
    if left_out:
        yield f"left out by the recipe: {', '.join(left_out)}"
    if predicate := Provenance(**json.loads(inside[PROVENANCE])).predicate:
        yield f"rows kept by the recipe: {predicate}"
    renamed = {**study.options.names, **study.options.labels}
    if renamed:
        yield "renamed by the recipe: " + ", ".join(f"{name} is called {label}" for name, label in renamed.items())
    if INPUT in inside:
        yield from _about_table(rebuild.attached_table(inside[INPUT]))
    lines = [line for line in inside[RECIPE].decode().splitlines() if line and not line.startswith(UNTOLD)]
    if lines:
        yield "recipe: " + "; ".join(lines)


def _about_table(scores: pl.DataFrame) -> Iterator[str]:
    turned: list[tuple[str, str]] = []
    if {"metric", "direction"} <= set(scores.columns):
        ways = scores.select(pl.col("metric", "direction").cast(pl.String)).unique().drop_nulls().sort("metric")
        turned = [(metric, way) for metric, way in ways.rows() if known_direction(metric) not in (None, way)]
    if turned:
        yield "directions unlike the usual: " + ", ".join(f"{metric} is better {way}" for metric, way in turned)
    further = [name for name in scores.columns if name not in (*COLUMNS_OF["scores"], *BOOKKEEPING)]
    if further:
        yield f"the attached table has further columns: {', '.join(further)}"


def row_differences(recorded: pl.DataFrame, computed: pl.DataFrame) -> Iterator[Difference]:
    """Yield how result rows differ: keys, texts and counts exactly, other numbers to 1e-9."""
    keys = ["place", "row"]
    if not set(keys) <= set(recorded.columns):
        yield Difference(where="result rows", printed="no places", computed=", ".join(keys))
        return
    ours = {tuple(row[key] for key in keys): row for row in computed.iter_rows(named=True)}
    theirs = {tuple(row[key] for key in keys): row for row in recorded.iter_rows(named=True)}
    for key in theirs.keys() - ours.keys():
        yield Difference(where=f"{key[0]}, row {key[1] + 1}", printed="a row", computed="none")
    for key, row in ours.items():
        where = f"{key[0]}, row {key[1] + 1}"
        if key not in theirs:
            yield Difference(where=where, printed="no row", computed="a row")
            continue
        for name, value in row.items():
            if name in LATER and name not in recorded.columns:
                continue
            recorded_value = theirs[key].get(name)
            if not _same(recorded_value, value):
                yield Difference(where=f"{where}, {name}", printed=str(recorded_value), computed=str(value))


def _same(recorded: Any, value: Any) -> bool:
    if isinstance(value, float) and isinstance(recorded, float):
        return abs(recorded - value) <= TOLERANCE * max(abs(recorded), abs(value))
    return bool(recorded == value)


def version_differences(
    recorded: pl.DataFrame, computed: pl.DataFrame
) -> tuple[list[tuple[str, str, Difference]], int, int]:
    """Return how the result rows differ that two versions of benchreport share, matched by what they are, not by place.

    Each difference comes with its method and column; then follow the number of rows compared, and of those without
    counterpart. A method is the same under its former name.
    """
    keys = [name for name in IDENTITY if name in recorded.columns and name in computed.columns]
    numbers = [name for name in NUMBERS if name in recorded.columns and name in computed.columns]
    if "method" not in keys:
        return [], 0, recorded.height
    former = {name: METHODS[name].id for name in METHODS.former_names}
    recorded = recorded.with_columns(pl.col("method").cast(pl.String).replace(former))
    texts = [pl.col(name).cast(pl.String).fill_null("") for name in keys]
    ours = computed.select(*texts, *numbers).unique(keys, maintain_order=True)
    theirs = recorded.select(*texts, *numbers).unique(keys, maintain_order=True)
    both = theirs.join(ours, on=keys, suffix=" again", maintain_order="left")
    differences = []
    for row in both.iter_rows(named=True):
        where = ", ".join(row[key] for key in keys if row[key])
        for name in numbers:
            if not _same(row[name], row[f"{name} again"]):
                again = str(row[f"{name} again"])
                difference = Difference(where=f"{where}, {name}", printed=str(row[name]), computed=again)
                differences.append((row["method"], name, difference))
    return differences, both.height, theirs.height - both.height


def page_differences(content: bytes, remade: bytes) -> Iterator[Difference]:
    """Yield the pages of two PDFs whose words and numbers differ."""
    theirs, ours = _page_lines(content), _page_lines(remade)
    if len(theirs) != len(ours):
        yield Difference(where="document", printed=f"{len(theirs)} pages", computed=f"{len(ours)} pages")
    for number, (words, expected) in enumerate(zip(theirs, ours, strict=False), 1):
        if words != expected:
            changed = [line for line in difflib.ndiff(words, expected) if line[:2] in ("- ", "+ ")]
            old = next((line[2:] for line in changed if line.startswith("- ")), "nothing")
            new = next((line[2:] for line in changed if line.startswith("+ ")), "nothing")
            yield Difference(where=f"page {number}", printed=repr(old), computed=repr(new))


@pdf_objects.damage_as_errors()
def _page_lines(content: bytes) -> list[list[str]]:
    """Return the lines of text of every page."""
    return [page.extract_text().splitlines() for page in pdf_objects.reader_of(content).pages]
