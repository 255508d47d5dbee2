"""What is a report made of? Immutable blocks that know no format."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import polars as pl

MarkKind = Literal["strong", "em", "code", "math", "cite", "ref"]
Emphasis = Literal["", "best", "second"]
Align = Literal["left", "right"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A stretch of text that is more than text: emphasis, a formula, a citation, a reference."""

    kind: MarkKind
    text: str


Inline = str | Mark
Words = tuple[Inline, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Text:
    """A paragraph, a subheading, a list item or a block of literal text."""

    kind: Literal["paragraph", "heading", "item", "literal"]
    words: Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A verdict that a reader may quote, with the result rows it was read from."""

    words: Words
    rows: pl.DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class Column:
    """The head of a table column; columns with the same ``group`` share a heading above theirs."""

    title: str
    align: Align = "right"
    group: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """One printed cell: its text, its emphasis, and the value it sorts by."""

    text: str
    emphasis: Emphasis = ""
    value: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A printed table and its machine-readable twin, ``frame``, which has every row."""

    id: str
    caption: Words
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    frame: pl.DataFrame
    note: Words = ()
    wide: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A drawn figure in the formats documents need, with its words for those who cannot see it."""

    id: str
    caption: Words
    alternative: str
    svg: bytes
    pdf: bytes
    png: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Bibliography:
    """The works that were cited, by key, each as a line of text."""

    works: tuple[tuple[str, str], ...]


Block = Text | Finding | Table | Figure | Bibliography


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A titled run of blocks."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Package:
    """What a report was made from: the table as it went in, the recipe as a study file, where both came from."""

    table: pl.DataFrame
    recipe: str
    provenance: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """A finished report. :meth:`write` gives it any of its forms.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), title="C4.5 and its variants")
    >>> report.sections[0].title
    'Setup and aim'
    """

    title: str
    sections: tuple[Section, ...]
    warnings: tuple[str, ...] = field(default=())
    package: Package | None = None

    def write(self, path: str | Path, *, data: bool = True) -> Path:
        """Write the report: ``.html``, ``.pdf``, ``.md``, or LaTeX into a folder.

        Everything is written beside and then moved into place, so that a failure leaves nothing half done. A PDF
        carries the input, the recipe and the result rows, so that :func:`verify` can compute it again; with
        ``data=False`` it does not, for blind review.
        """
        from benchreport.document.write import write_report

        return write_report(self, Path(path), data=data)


def tables_of(report: Report) -> list[Table]:
    """List the tables of a report in order."""
    return [block for section in report.sections for block in section.blocks if isinstance(block, Table)]


def figures_of(report: Report) -> list[Figure]:
    """List the figures of a report in order."""
    return [block for section in report.sections for block in section.blocks if isinstance(block, Figure)]


def rows_of(report: Report) -> pl.DataFrame:
    """Stack the result rows that findings and tables were read from; ``place`` says which, ``row`` counts within.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows_of(report)["method"].drop_nulls().unique().sort().to_list()
    ['friedman', 'iman_davenport', 'wilcoxon']
    """
    import polars as pl

    found: list[tuple[str, pl.DataFrame]] = []
    for section in report.sections:
        findings = 0
        for block in section.blocks:
            if isinstance(block, Finding):
                findings += 1
                found.append((f"{section.id}/finding-{findings}", block.rows))
            elif isinstance(block, Table) and "method" in block.frame.columns:
                found.append((f"{section.id}/{block.id}", block.frame))
    stacked = [
        frame.select(pl.lit(place).alias("place"), pl.int_range(pl.len()).alias("row"), pl.all())
        for place, frame in found
        if frame.height
    ]
    if not stacked:
        return pl.DataFrame(schema={"place": pl.String, "row": pl.Int64})
    together = pl.concat(stacked, how="diagonal_relaxed")
    return together.with_columns(pl.col(pl.Categorical).cast(pl.String))
