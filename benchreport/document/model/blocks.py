"""Blocks of a report, which know no format: texts, findings, tables, figures, sections, the report itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol

from benchreport.document.proof.cache import has_kept, key_of, remembered
from benchreport.document.times import timed
from benchreport.document.workers import Promise, promised
from benchreport.errors import OptionError, refuse_unknown
from benchreport.numerals import counted
from benchreport.records import dataclass

if TYPE_CHECKING:
    import polars as pl

    from benchreport.figures.style import Format

MarkKind = Literal["strong", "em", "code", "math", "formula", "cite", "ref", "page", "file"]
TextKind = Literal["paragraph", "heading", "item", "literal", "headline", "lead", "formula"]
Emphasis = Literal["", "best", "second"]
Align = Literal["left", "right", "decimal"]
# Ids become file names and links, so they can hold nothing that leads elsewhere.
ID = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")


def check_id(name: str) -> None:
    """Check that an id can name a file and a link.

    Examples
    --------
    >>> check_id("../stolen")
    Traceback (most recent call last):
    benchreport.errors.OptionError: '../stolen' cannot be an id
    hint: an id has lower-case letters, digits and single hyphens, as in 'stolen'
    """
    if not isinstance(name, str) or ID.fullmatch(name) is None:
        similar = "-".join(re.findall(r"[a-z0-9]+", str(name).lower())) or "mean-ranks"
        raise OptionError(
            f"{name!r} cannot be an id",
            hint=f"an id has lower-case letters, digits and single hyphens, as in {similar!r}",
        )


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of text that is more than text: emphasis, a formula, a citation, a reference."""

    kind: MarkKind
    text: str


def data_file(table: str) -> Mark:
    """Return a mark for the data of a table; every format says where its file lies.

    Examples
    --------
    >>> data_file("board").text
    'board.csv'
    """
    return Mark("file", f"{table}.csv")


Inline = str | Mark
Words = tuple[Inline, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph, a subheading, a list item, literal text or a displayed formula; on page one headlines and leads."""

    kind: TextKind
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A verdict that a reader may quote, with the result rows it was read from; the summary repeats a headline."""

    words: Words
    rows: pl.DataFrame
    headline: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Care:
    """What a reader must bear in mind, on page one: a label of two or three words and a sentence for each remark."""

    items: tuple[tuple[str, Words], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A test that was chosen: for which question, and why; never because of what it shows."""

    question: str
    method: str
    reason: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The head of a table column; columns with the same ``group`` share a heading above theirs.

    Numbers stand with their decimal signs one under the other. A title that is ``named`` is a name of the data, such as
    an algorithm called F, and never the symbol of a statistic.
    """

    title: str
    align: Align = "decimal"
    group: str = ""
    named: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One printed cell: its text, its emphasis, the value it sorts by, and a raised mark behind it."""

    text: str
    emphasis: Emphasis = ""
    value: float | None = None
    sup: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A printed table and its machine-readable twin, ``frame``, which has every row.

    The last ``foot`` rows sum up the others and are not in the twin. ``part`` counts the pieces of a table that is too
    broad for a page, from 1. A ``complete`` table has every result, set small and in blocks of columns, with heads
    ``turned`` on end where they would not fit side by side; ``rules`` are the rows with a hairline above them.
    """

    id: str
    caption: Words
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    frame: pl.DataFrame
    note: Words = ()
    wide: bool = False
    foot: int = 0
    part: int = 1
    complete: bool = False
    turned: bool = False
    rules: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        check_id(self.id)


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """A kind of figure, the numbers it shows, and how it shows them; drawn once, for all formats.

    ``cast`` are the algorithms that have a look of their own in the whole report, in order.
    """

    kind: str
    numbers: pl.DataFrame
    looks: Mapping[str, Any] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)
    cast: tuple[str, ...] = ()

    def begin(self, form: Format) -> None:
        """Run the drawing in a worker, where there is one and the cache in use does not have the figure."""
        if not has_kept(lambda: self._key(form)) and (promise := promised(_file_of, replace(self), form)) is not None:
            self._begun[form] = promise

    @timed("figures")
    def rendered(self, form: Format) -> bytes:
        """Return the figure as the bytes of a file, taken from a worker or from the cache in use where they have it."""
        promise = self._begun.get(form)
        return remembered(lambda: self._key(form), lambda: promise.result() if promise else self.rendered_here(form))

    def rendered_here(self, form: Format) -> bytes:
        """Return the figure as the bytes of a file, made in this process."""
        from benchreport.figures.style import document_font, rendered

        if form != "pgf":
            return rendered(self._drawing, form)
        with document_font():
            return rendered(self._drawn(), form)

    @property
    def width(self) -> float:
        """The width in inches that it is drawn at."""
        return float(self._drawing.get_size_inches()[0])

    @property
    def height(self) -> float:
        """The height in inches that it is drawn at, taken from the cache in use where it has it."""
        from benchreport.figures.style import installed_fonts

        drawn_at = remembered(
            lambda: key_of("height", self.kind, self.numbers, self.looks, self.colours, self.cast, installed_fonts()),
            lambda: repr(float(self._drawing.get_size_inches()[1])).encode(),
        )
        return float(drawn_at)

    def _key(self, form: Format) -> str:
        from benchreport.figures.style import installed_fonts

        return key_of("figure", form, self.kind, self.numbers, self.looks, self.colours, self.cast, installed_fonts())

    @cached_property
    def _begun(self) -> dict[str, Promise[bytes]]:
        return {}

    @cached_property
    @timed("figures")
    def _drawing(self) -> Any:
        return self._drawn()

    def _drawn(self) -> Any:
        from benchreport.figures.kinds import kind_of
        from benchreport.figures.layout.looks import coloured

        with coloured(self.colours, self.cast):
            return kind_of(self.kind).draw(self.numbers, **self.looks)


def _file_of(picture: Picture, form: Format) -> bytes:
    """Return what a worker makes of a picture."""
    return picture.rendered_here(form)


@dataclass(frozen=True, kw_only=True, eq=False)
class OwnDrawing:
    """A matplotlib figure that the user made. What it was made from is unknown, so it is never cached."""

    drawing: Any

    @property
    def width(self) -> float:
        """The width in inches that it was drawn at."""
        return float(self.drawing.get_size_inches()[0])

    @property
    def height(self) -> float:
        """The height in inches that it was drawn at."""
        return float(self.drawing.get_size_inches()[1])

    @timed("figures")
    def rendered(self, form: Format) -> bytes:
        """Return the figure as the bytes of a file."""
        from benchreport.figures.style import rendered

        return rendered(self.drawing, form)


@dataclass(frozen=True, kw_only=True)
class Figure:
    """A figure, with its words for those who cannot see it; it is drawn in a format when that is first asked for."""

    id: str
    caption: Words
    alternative: str
    picture: Picture | OwnDrawing

    def __post_init__(self) -> None:
        check_id(self.id)

    @classmethod
    def of(cls, drawing: Any, *, id: str, caption: str, alternative: str) -> Figure:
        """Return a matplotlib figure of the user's own as a block; the same drawing gives the same bytes.

        Examples
        --------
        >>> from matplotlib.figure import Figure as Drawing
        >>> drawing = Drawing(figsize=(2, 1))
        >>> _ = drawing.subplots().plot([1, 2], [3, 5])
        >>> Figure.of(drawing, id="growth", caption="Growth.", alternative="A rising line.").svg[:5]
        b'<?xml'
        """
        return cls(id=id, caption=(caption,), alternative=alternative, picture=OwnDrawing(drawing=drawing))

    def with_looks(self, **looks: Any) -> Figure:
        """Return the same figure drawn with other options; one of the user's own stays as it is."""
        if isinstance(self.picture, OwnDrawing):
            return self
        return replace(self, picture=replace(self.picture, looks={**self.picture.looks, **looks}))

    @cached_property
    def svg(self) -> bytes:
        """The figure as lines and texts."""
        from benchreport.figures.marks import unmarked

        return unmarked(self.marked)

    @cached_property
    def marked(self) -> bytes:
        """The figure for pages, whose ids hold what its marks show."""
        return self.picture.rendered("svg")

    @cached_property
    def pdf(self) -> bytes:
        """The figure for LaTeX."""
        return self.picture.rendered("pdf")

    @cached_property
    def png(self) -> bytes:
        """The figure as pixels."""
        return self.picture.rendered("png")


def drawn(
    kind: str,
    numbers: pl.DataFrame,
    *,
    id: str,
    caption: str,
    colours: Mapping[str, str] | None = None,
    cast: tuple[str, ...] = (),
    **looks: Any,
) -> Figure:
    """Return the figure of a kind that shows some numbers, with its words for those who cannot see it."""
    from benchreport.figures.plot import words_of

    return Figure(
        id=id,
        caption=(caption,),
        alternative=words_of(kind, numbers),
        picture=Picture(kind=kind, numbers=numbers, looks=looks, colours=colours or {}, cast=cast),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliography:
    """The works that were cited, by key, each as a line of text."""

    works: tuple[tuple[str, str], ...]


Block = Text | Finding | Care | Table | Figure | Bibliography


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A titled run of blocks, with the choices that were made for it and the methods that no result row names.

    One that is not ``numbered`` is printed without its title: the page that a report opens with. ``rows`` are the
    result rows behind its words, where these stand in no finding.
    """

    id: str
    title: str
    blocks: tuple[Block, ...]
    choices: tuple[Choice, ...] = ()
    uses: tuple[str, ...] = ()
    numbered: bool = True
    rows: pl.DataFrame | None = None

    def __post_init__(self) -> None:
        check_id(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What a report was made from: the tables as they went in, the recipe as a study file, where both came from."""

    tables: Mapping[str, pl.DataFrame]
    recipe: str
    provenance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What a report looks like: a theme, and templates that stand before ours, by path as in sections/setup.jinja."""

    theme: str = "article"
    templates: Mapping[str, str] = field(default_factory=dict, hash=False)


class Explored(Protocol):
    """The data that a page is explored by."""

    @property
    def block(self) -> Mapping[str, Any] | None:
        """All results and verdicts, in lists and numbers; None where nothing is compared."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Framed:
    """A whole report in a frame inside the page of a notebook."""

    report: Report
    height: int

    def _repr_html_(self) -> str:
        from benchreport.document.compose import framed

        return framed(self.report, height=self.height)

    def __repr__(self) -> str:
        return repr(self.report)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a report, declared in the module of the function that makes it.

    ``make`` takes the evidence and returns a section, several, or None where the data call for none; with
    ``reads_sections`` it also takes the other sections, which are made before. The parts of the standard report stand
    in the order of ``STANDARD``; any other stands behind the one named by ``after``, and first of them where that is
    None. Its words are in the template ``sections/<id>.jinja``, which prints the fields of a ``record`` under the name
    ``s``. ``begin`` takes the evidence before any section is made, to ask a worker for what takes long.

    Examples
    --------
    >>> from benchreport.document.sections import PARTS
    >>> PARTS["matrix"].after
    'ranks'
    """

    id: str
    make: Callable[..., Section | Sequence[Section] | None]
    after: str | None = None
    reads_sections: bool = False
    record: type | None = None
    begin: Callable[..., None] | None = None


@dataclass(frozen=True, slots=True, kw_only=True, repr=False)
class Report:
    """A finished report. :meth:`write` gives it any of its forms.

    ``facts`` are printed in a line below the title: what was compared, on what, from which source. LaTeX is
    made for the widths of the ``venue``; a page is explored by the data of ``explorer``. ``losses`` are the results
    that are missing and the datasets left out.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), title="C4.5 and its variants")
    >>> report.sections[0].title
    'Answer'
    """

    title: str
    sections: tuple[Section, ...]
    warnings: tuple[str, ...] = field(default=())
    notes: tuple[str, ...] = field(default=())
    package: Package | None = None
    look: Look = Look()
    facts: tuple[str, ...] = ()
    author: str = ""
    venue: str | None = None
    explorer: Explored | None = field(default=None, compare=False, repr=False)
    losses: tuple[str, ...] = field(default=(), compare=False, repr=False)

    def __post_init__(self) -> None:
        exhibits = [block for part in self.sections for block in part.blocks if isinstance(block, (Table, Figure))]
        ids = [item.id for item in (*self.sections, *exhibits)]
        twice = next((name for name in ids if ids.count(name) > 1), None)
        if twice is not None:
            raise OptionError(f"two parts of the report are called {twice!r}", hint="give one of them another id=")

    def with_sections(self, *sections: Section, after: str | None = None) -> Report:
        """Return the report with further sections, at its end or behind the section of an id.

        It no longer follows from its data alone, so its PDF carries none.

        Examples
        --------
        >>> import benchreport as br
        >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")))
        >>> report.with_sections(br.section("Limits", "Four variants only."), after="data").sections[2].title
        'Limits'
        """
        ids = [part.id for part in self.sections]
        refuse_unknown([] if after is None else [after], ids, "unknown section {!r}", OptionError)
        place = len(ids) if after is None else ids.index(after) + 1
        parts = (*self.sections[:place], *sections, *self.sections[place:])
        return replace(self, sections=parts, package=None)

    def __repr__(self) -> str:
        """Return the report in one line: its title, and how much it holds."""
        counts = ((len(self.sections), "section"), (len(tables_of(self)), "table"), (len(figures_of(self)), "figure"))
        return f"<Report {self.title!r}: {', '.join(counted(n, noun) for n, noun in counts)}>"

    def _repr_html_(self) -> str:
        from benchreport.document.compose import outlined

        return outlined(self)

    def show(self, *, height: int = 720) -> Framed:
        """Return the whole report to be shown in a notebook, in a frame so many pixels high.

        The page is saved with the notebook. A report that is the value of a cell shows its answer and who stands where.

        Examples
        --------
        >>> import benchreport as br
        >>> br.report(br.read_scores(br.example("demsar2006_auc.csv"))).show()
        <Report 'Four algorithms on 14 datasets': 8 sections, 4 tables, 4 figures>
        """
        return Framed(report=self, height=height)

    def write(
        self, path: str | Path, *, data: bool = True, siunitx: bool = False, pgf: bool = False, force: bool = False
    ) -> Path:
        """Write the report in the format that the ending of ``path`` means, such as ``.html`` or ``.pdf``.

        ``benchreport build --help`` lists the endings; a folder means LaTeX.

        Everything is written beside and then moved into place, so that a failure leaves nothing half done. Files that
        you did not name are replaced only where benchreport wrote them, unless ``force`` is set. A PDF carries the
        input, the recipe and the result rows, so that :func:`verify` can compute it again; with ``data=False`` it does
        not, for blind review. LaTeX tables need booktabs alone; with ``siunitx`` their numbers are set by that package.
        With ``pgf`` LaTeX sets the texts of the figures too, in the font of the document.
        """
        from benchreport.document.write import write_report

        return write_report(self, path, data=data, siunitx=siunitx, pgf=pgf, force=force)


def tables_of(report: Report) -> list[Table]:
    """Return the tables of a report in order."""
    return [block for section in report.sections for block in section.blocks if isinstance(block, Table)]


def figures_of(report: Report) -> list[Figure]:
    """Return the figures of a report in order."""
    return [block for section in report.sections for block in section.blocks if isinstance(block, Figure)]


def files_named(report: Report) -> set[str]:
    """Return the names of the data files that the words of a report refer to."""
    words = [word for section in report.sections for block in section.blocks for word in words_in(block)]
    return {word.text for word in words if isinstance(word, Mark) and word.kind == "file"}


def spoken(words: Words) -> str:
    """Return words as plain text, without references to other places.

    Examples
    --------
    >>> spoken(("A leads (", Mark("em", "p"), " = .01)", Mark("ref", "figure-1"), "."))
    'A leads (p = .01).'
    """
    places = ("ref", "page", "cite")
    texts = (word if isinstance(word, str) else "" if word.kind in places else word.text for word in words)
    return " ".join("".join(texts).split())


def words_in(block: Block) -> Words:
    """Return the running text of a block: its words, or its caption and note."""
    match block:
        case Text() | Finding():
            return block.words
        case Care():
            return tuple(word for label, words in block.items for word in (f"{label}. ", *words))
        case Table():
            return (*block.caption, *block.note)
        case Figure():
            return block.caption
    return ()


def rows_of(report: Report) -> pl.DataFrame:
    """Return the result rows behind words and tables, stacked; ``place`` says which, ``row`` counts within.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows_of(report).filter(place="results/all-pairs")["method"].n_unique()
    1
    """
    import polars as pl

    sources: list[tuple[str, pl.DataFrame]] = []
    for section in report.sections:
        sources += [] if section.rows is None else [(f"{section.id}/verdicts", section.rows)]
        findings = 0
        for block in section.blocks:
            if isinstance(block, Finding):
                findings += 1
                sources.append((f"{section.id}/finding-{findings}", block.rows))
            elif isinstance(block, Table) and "method" in block.frame.columns:
                sources.append((f"{section.id}/{block.id}", block.frame))
    stacked = [
        frame.select(pl.lit(place).alias("place"), pl.int_range(pl.len()).alias("row"), pl.all())
        for place, frame in sources
        if frame.height
    ]
    if not stacked:
        return pl.DataFrame(schema={"place": pl.String, "row": pl.Int64})
    together = pl.concat(stacked, how="diagonal_relaxed")
    return together.with_columns(pl.col(pl.Categorical).cast(pl.String))
