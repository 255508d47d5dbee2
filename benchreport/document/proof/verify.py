"""Does a report still say what its data say? Everything is computed again and compared."""

from __future__ import annotations

import difflib
import hashlib
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.corrections import is_corrected
from benchreport.document.build import sections_of, unwarned_report
from benchreport.document.contents import OTHERS, SectionMaker
from benchreport.document.evidence import Provenance, installed_versions
from benchreport.document.exhibits.numbers import counted
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Look, Report, rows_of
from benchreport.document.model.looks import decides_markup, themes
from benchreport.document.proof.attach import (
    COUNTS,
    INPUT,
    PREDICTIONS,
    PROVENANCE,
    RECIPE,
    RESULTS,
    TEMPLATES,
    files_inside,
)
from benchreport.document.proof.cache import cached
from benchreport.document.proof.pdf_objects import (
    additions_of,
    damage_as_errors,
    object_differences,
    raw_problems,
    reader_of,
)
from benchreport.document.sections import PARTS
from benchreport.errors import BenchreportError, ReadError
from benchreport.registry import METHODS
from benchreport.study import Study, older_words, study_from, study_text
from benchreport.tables.reading.read import panics_as_errors, table_files
from benchreport.tables.schema import BOOKKEEPING, COLUMNS_OF, known_direction
from benchreport.version import __version__

TOLERANCE = 1e-9
TABLES = (INPUT, PREDICTIONS, COUNTS, RESULTS)
# Results of experiments take more room than this in a Parquet file, and a page in a PDF.
ROWS_PER_BYTE, FREE_ROWS, LEAST_PAGE = 20, 100_000, 200
# Lines of a recipe that decide nothing about the results.
UNTOLD = ("scores", "predictions", "title", "theme", "templates", "[", "siunitx", "outputs")
# Columns that reports made before do not have; what they hold is in the words of the note too.
LATER = ("remarks",)
# What a result row is, and what it says.
IDENTITY = ("metric", "dataset", "algorithm", "a", "b", "method", "variant", "term", "alternative", "adjustment")
NUMBERS = (
    "n",
    "n_dropped",
    "n_ties",
    "statistic",
    "df1",
    "df2",
    "p_value",
    "p_adjusted",
    "estimate",
    "ci_low",
    "ci_high",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One place where a report does not follow from its data."""

    where: str
    said: str
    computed: str

    def __str__(self) -> str:
        return f"{self.where}: says {self.said}, computed {self.computed}"


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
    content = _read(path)
    inside = _inside(content, path)
    try:
        again = report_inside(inside, sections)
        recorded = attached_table(inside[RESULTS])
        versions = dict(json.loads(inside[PROVENANCE])["versions"])
        origins = dict(json.loads(inside[PROVENANCE])["sources"])
    except UnknownSectionError:
        raise
    except (BenchreportError, pl.exceptions.PolarsError, ValueError, KeyError, TypeError, OSError) as problem:
        broken = Difference(where="attached data", said="a table and a recipe", computed=_reason(problem))
        return Verification(differences=(broken,), compared="the attached data", complete=True)
    remarks = (*_about_origins(origins, source), *_about_recipe(inside))
    tampered = tuple(_origin_differences(origins, source))
    if versions.get("benchreport") != __version__:
        tampered = (*tampered, *_raw_differences(content))
        return _across_versions(recorded, again, str(versions.get("benchreport")), tampered, remarks)
    differences = (*tampered, *row_differences(recorded, rows_of(again)))
    remade, _ = pdf_bytes(again)
    if versions != installed_versions():
        pages = _pages_in(content)
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
    """Compare two files that should be one: their pages in words first, then every object, then the raw bytes."""
    in_words = list(page_differences(content, remade))
    yield from in_words
    for one in object_differences(content, remade):
        yield Difference(where=f"object {one.where}", said=one.given, computed=one.made)
    yield from _raw_differences(content)


def _version_free_differences(content: bytes, remade: bytes) -> Iterator[Difference]:
    """Compare what does not depend on the versions of the libraries, since a file may claim any version."""
    theirs, ours = additions_of(content), additions_of(remade)
    for what in sorted(theirs - ours):
        yield Difference(where="file", said=what, computed="nothing of the kind")
    for what in sorted(ours - theirs):
        yield Difference(where="file", said="nothing of the kind", computed=what)
    yield from _raw_differences(content)


def _raw_differences(content: bytes) -> Iterator[Difference]:
    for problem in raw_problems(content):
        yield Difference(where="file", said=problem, computed="nothing of the kind")


def _across_versions(
    recorded: pl.DataFrame, again: Report, made_by: str, tampered: tuple[Difference, ...], remarks: tuple[str, ...]
) -> Verification:
    """Compare the result rows of a report by another version of benchreport, row by row where both have the row."""
    found, compared, alone = version_differences(recorded, rows_of(again))
    explained = [is_corrected(method, column, made_by) for method, column, _ in found]
    corrected = tuple(one for (_, _, one), known in zip(found, explained, strict=True) if known)
    others = tuple(one for (_, _, one), known in zip(found, explained, strict=True) if not known)
    more = (f"{counted(alone, 'result row')} of the file {'has' if alone == 1 else 'have'} no counterpart here",)
    return Verification(
        differences=(*tampered, *others),
        compared=f"{counted(compared, 'result row')}; the report was made by benchreport {made_by}, so its pages were "
        f"not compared",
        complete=False,
        corrected=corrected,
        remarks=(*remarks, *(more if alone else ())),
    )


def _about_origins(origins: Mapping[str, str], source: str | Path | None) -> Iterator[str]:
    if source is None and origins:
        names = ", ".join(origins)
        yield f"without the source the SHA-256 of {names} cannot be checked; `benchreport verify REPORT SOURCE` does"


def _origin_differences(origins: Mapping[str, str], source: str | Path | None) -> Iterator[Difference]:
    """Compare the recorded fingerprints with those of the source at hand."""
    if source is None:
        return
    for path in table_files(str(source)):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest not in origins.values():
            said = ", ".join(origins.values()) or "no SHA-256"
            yield Difference(where=f"source {path.name}", said=said, computed=digest)


def _about_recipe(inside: Mapping[str, bytes]) -> Iterator[str]:
    """Name what the author decided: own templates, renamed things, turned directions, and the lines of the recipe."""
    study = study_from(inside[RECIPE].decode())
    own = templates_inside(inside)
    if own:
        yield f"made with the author's own templates: {', '.join(own)}"
    renamed = {**study.options.names, **study.options.labels}
    if renamed:
        yield "renamed by the recipe: " + ", ".join(f"{name} is called {label}" for name, label in renamed.items())
    if INPUT in inside:
        yield from _about_table(pl.read_parquet(io.BytesIO(inside[INPUT])))
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
    recipe = files[RECIPE].decode()
    study = study_from(recipe)
    templates = templates_inside(files)
    if usual_theme and study.options.theme not in themes(Look(templates=templates)):
        study = replace(study, options=replace(study.options, theme=Look().theme))
    _, own = sections_of(sections)
    known = {*PARTS, OTHERS, *own, *(Path(name).stem for name in templates)}
    strange = [name for name in study.options.sections if name not in known]
    if strange:
        raise UnknownSectionError(
            f"the section {strange[0]!r} was made by a function that is not inside the file",
            hint=f"in Python, br.verify(path, sections=[{strange[0]}])",
        )
    tables = {name: attached_table(files[name]) for name in (INPUT, PREDICTIONS, COUNTS) if name in files}
    made = report_of(study, tables, Provenance(**json.loads(files[PROVENANCE])), templates, own)
    return _in_words_of(made, recipe)


def _in_words_of(made: Report, recipe: str) -> Report:
    """Return a report whose recipe has the older names of options that another recipe has."""
    words = older_words(recipe)
    if not words or made.package is None:
        return made
    text = study_text(study_from(made.package.recipe), words=words)
    return replace(made, package=replace(made.package, recipe=text))


def report_of(
    study: Study,
    tables: Mapping[str, pl.DataFrame],
    provenance: Provenance | None = None,
    templates: str | Mapping[str, str] | None = None,
    own: Mapping[str, SectionMaker] | None = None,
) -> Report:
    """Make the report that a study declares."""
    first, *rest = tables.values()
    return unwarned_report(
        first,
        study.options,
        predictions=rest[0] if rest else None,
        provenance=provenance,
        templates=templates,
        own={name: make for name, make in (own or {}).items() if name in study.options.sections},
    )


def attached_table(content: bytes) -> pl.DataFrame:
    """Read a table that a PDF carries."""
    with panics_as_errors():
        return pl.read_parquet(io.BytesIO(content))


def _read(path: str | Path) -> bytes:
    try:
        if not Path(path).is_file():
            raise FileNotFoundError
        return Path(path).read_bytes()
    except OSError as problem:
        raise ReadError(f"no report {str(path)!r}", hint="benchreport verify appendix.pdf") from problem


def _inside(content: bytes, path: str | Path) -> Mapping[str, bytes]:
    with damage_as_errors(Path(path).name):
        inside = files_inside(content)
    _check_rows(inside)
    table = next((name for name in (PREDICTIONS, COUNTS) if name in inside), INPUT)
    lacking = [name for name in (table, RECIPE, RESULTS, PROVENANCE) if name not in inside]
    if lacking:
        raise ReadError(
            f"{Path(path).name} does not carry {', '.join(lacking)}",
            hint="it was built with --no-data, or is no report of benchreport",
        )
    return inside


def size_of(path: str | Path) -> tuple[int, int]:
    """Return how many pages a report has and how many rows its attached tables."""
    content = _read(path)
    inside = _inside(content, path)
    return min(_pages_in(content), len(content) // LEAST_PAGE), sum(_rows_in(inside, name) for name in TABLES)


def _pages_in(content: bytes) -> int:
    with damage_as_errors():
        return len(reader_of(content).pages)


def _rows_in(inside: Mapping[str, bytes], name: str) -> int:
    """Count the rows of an attached table from its own metadata, without unpacking it; 0 if it cannot be read."""
    if name not in inside:
        return 0
    try:
        with panics_as_errors():
            return int(pl.scan_parquet(io.BytesIO(inside[name])).select(pl.len()).collect().item())
    except (pl.exceptions.PolarsError, OSError, ValueError):
        return 0  # the comparison names the table


def _check_rows(inside: Mapping[str, bytes]) -> None:
    """Raise an error for a table that would unpack to far more rows than results of experiments can."""
    for name in TABLES:
        rows = _rows_in(inside, name)
        if rows > ROWS_PER_BYTE * len(inside.get(name, b"")) + FREE_ROWS:
            raise ReadError(
                f"{name} inside the PDF holds {rows:,} rows in {len(inside[name]):,} bytes",
                hint="results of experiments do not pack that well; the file was made to exhaust a machine",
            )


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
            if name in LATER and name not in said.columns:
                continue
            told = theirs[key].get(name)
            if not _same(told, value):
                yield Difference(where=f"{where}, {name}", said=str(told), computed=str(value))


def _same(told: Any, value: Any) -> bool:
    if isinstance(value, float) and isinstance(told, float):
        return abs(told - value) <= TOLERANCE * max(abs(told), abs(value))
    return bool(told == value)


def version_differences(
    said: pl.DataFrame, computed: pl.DataFrame
) -> tuple[list[tuple[str, str, Difference]], int, int]:
    """Compare result rows that two versions of benchreport share: matched by what they are, not by where they stand.

    Returns the differences with their method and column, the number of rows compared, and of those without counterpart.
    A method is the same under its former name.
    """
    keys = [name for name in IDENTITY if name in said.columns and name in computed.columns]
    numbers = [name for name in NUMBERS if name in said.columns and name in computed.columns]
    if "method" not in keys:
        return [], 0, said.height
    former = {name: METHODS[name].id for name in METHODS.former_names}
    said = said.with_columns(pl.col("method").cast(pl.String).replace(former))
    texts = [pl.col(name).cast(pl.String).fill_null("") for name in keys]
    mine = computed.select(*texts, *numbers).unique(keys, maintain_order=True)
    theirs = said.select(*texts, *numbers).unique(keys, maintain_order=True)
    both = theirs.join(mine, on=keys, suffix=" again", maintain_order="left")
    found = []
    for row in both.iter_rows(named=True):
        where = ", ".join(row[key] for key in keys if row[key])
        for name in numbers:
            if not _same(row[name], row[f"{name} again"]):
                one = Difference(where=f"{where}, {name}", said=str(row[name]), computed=str(row[f"{name} again"]))
                found.append((row["method"], name, one))
    return found, both.height, theirs.height - both.height


def page_differences(said: bytes, remade: bytes) -> Iterator[Difference]:
    """Compare the words and numbers of two PDFs page by page."""
    theirs, mine = _page_lines(said), _page_lines(remade)
    if len(theirs) != len(mine):
        yield Difference(where="document", said=f"{len(theirs)} pages", computed=f"{len(mine)} pages")
    for number, (words, expected) in enumerate(zip(theirs, mine, strict=False), 1):
        if words != expected:
            changed = [line for line in difflib.ndiff(words, expected) if line[:2] in ("- ", "+ ")]
            old = next((line[2:] for line in changed if line.startswith("- ")), "nothing")
            new = next((line[2:] for line in changed if line.startswith("+ ")), "nothing")
            yield Difference(where=f"page {number}", said=repr(old), computed=repr(new))


@damage_as_errors()
def _page_lines(content: bytes) -> list[list[str]]:
    """Return the lines of text of every page."""
    return [page.extract_text().splitlines() for page in reader_of(content).pages]
