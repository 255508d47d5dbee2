"""Reports put together by hand: sections, tables, figures and findings; results in notebooks."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.document.evidence import slugs_of
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import column, label
from benchreport.document.exhibits.plain import readable, text_table
from benchreport.document.model.blocks import Block, Figure, Finding, Report, Section, Table, Text, spoken, tables_of
from benchreport.document.model.templates import blocks_of
from benchreport.errors import OptionError, refuse_unknown
from benchreport.records import dataclass
from benchreport.tables.reading.frames import to_polars

# Tables of who stands where, by id; the first that a report has is shown in notebooks.
BOARDS = ("standings", "board")
# What is left of a reference to a place that is not shown.
EMPTY = re.compile(r" \(\s*\)")
TITLES = {"p_value": "p", "p_adjusted": "p (adjusted)", "ci_low": "low", "ci_high": "high", "n_ties": "ties"}


def section(title: str, *parts: str | Table | Figure | Finding | pl.DataFrame, id: str | None = None) -> Section:
    """Return a section of texts, tables, figures and verdicts, in order.

    A text may hold several paragraphs, apart by a blank line; one that begins with ``##`` is a heading, lines that
    begin with ``-`` are a list. A frame is printed as a table.

    Parameters
    ----------
    title
        Of the section.
    *parts
        What it holds.
    id
        What links lead to; by default made from the title.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> part = br.section("Ranks", "Do they differ?", br.table(rows, caption="Friedman's test."))
    >>> [type(block).__name__ for block in part.blocks]
    ['Text', 'Table']
    """
    name = id or slugs_of([title])[0]
    blocks: list[Block] = []
    for place, part in enumerate(parts, 1):
        if isinstance(part, str):
            blocks += blocks_of(part)
        elif isinstance(part, pl.DataFrame):
            blocks.append(table(part, caption=f"{title}.", id=f"{name}-{place}"))
        elif isinstance(part, (Table, Figure, Finding)):
            blocks.append(part)
        else:
            raise OptionError(
                f"a section cannot hold {type(part).__name__}", hint="texts, br.table, br.figure, br.finding, frames"
            )
    return Section(id=name, title=title, blocks=tuple(blocks))


def table(
    frame: Any, *, caption: str, columns: Mapping[str, str] | None = None, note: str = "", id: str | None = None
) -> Table:
    """Return a frame as a table of a report, with all its rows beside the report as CSV.

    Of result rows, columns that are empty are left out, and what is the same in every row is printed below.

    Parameters
    ----------
    frame
        Any table: result rows, or a frame of your own.
    caption
        Printed above.
    columns
        The columns to print, each with its heading; by default all that say something.
    note
        Printed below.
    id
        What links lead to and files are called; by default made from the caption.

    Examples
    --------
    >>> import polars as pl
    >>> import benchreport as br
    >>> errors = br.table(pl.DataFrame({"algorithm": ["kNN"], "error": [0.125]}), caption="Errors.")
    >>> [cell.text for cell in errors.rows[0]]
    ['kNN', '0.125']
    """
    whole = to_polars(frame)
    rows, below = (whole, note) if columns else _for_reading(whole, note)
    titles = dict(columns) if columns else {name: TITLES.get(name, name.replace("_", " ")) for name in rows.columns}
    refuse_unknown(titles, whole.columns, "no column {!r} to print")
    texts = [name for name in titles if not rows.schema[name].is_numeric()]
    printed = rows.with_columns(_as_text(rows, name) for name in texts)
    heads = [label(name, title) if name in texts else column(name, title) for name, title in titles.items()]
    return exhibits.table(id or slugs_of([caption])[0], caption, printed, heads, twin=whole, note=below)


def _for_reading(rows: pl.DataFrame, note: str) -> tuple[pl.DataFrame, str]:
    if "method" not in rows.columns:
        return rows, note
    result = readable(rows)
    below = [note, f"{result.once}." if result.once else "", *(f"{mark} {words}." for mark, words in result.notes)]
    return result.frame, " ".join(filter(None, below))


def _as_text(frame: pl.DataFrame, name: str) -> pl.Expr:
    kind = frame.schema[name]
    if isinstance(kind, pl.List):
        return pl.col(name).cast(pl.List(pl.String)).list.join(", ")
    return pl.col(name) if isinstance(kind, pl.Boolean) else pl.col(name).cast(pl.String)


def figure(
    drawing: Any, data: Any = None, *, caption: str, alternative: str = "", id: str | None = None, **options: Any
) -> Figure:
    """Return a figure of a report: a kind of ours with its table, or a matplotlib figure of your own.

    Parameters
    ----------
    drawing
        A kind, as in :func:`plot`, or a matplotlib figure.
    data
        The table that a kind is drawn from.
    caption
        Printed below.
    alternative
        What the figure shows, in words, for those who cannot see it; a kind of ours has its own.
    id
        What links lead to and files are called; by default made from the caption.
    **options
        Of the kind, as in :func:`plot_data`.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.figure("cd", scores, caption="Mean ranks.").id
    'mean-ranks'
    """
    from benchreport.document.model.blocks import drawn
    from benchreport.figures.plot import plot_data

    name = id or slugs_of([caption])[0]
    if isinstance(drawing, str):
        if data is None:
            raise OptionError(f"{drawing!r} is drawn from a table", hint="br.figure('cd', scores, caption='Ranks.')")
        return drawn(drawing, plot_data(drawing, data, **options), id=name, caption=caption)
    if not alternative:
        raise OptionError(
            "a figure of your own needs a text for those who cannot see it", hint="alternative='Error falls with size.'"
        )
    return Figure.of(drawing, id=name, caption=caption, alternative=alternative)


def finding(words: str, rows: pl.DataFrame) -> Finding:
    """Return a verdict, with the result rows it was read from.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.friedman(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> br.finding("The variants differ.", rows).words
    ('The variants differ.',)
    """
    return Finding(words=(words,), rows=rows)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rendered:
    """Result rows as a person reads them: a table in a notebook, text on a terminal."""

    table: Table

    def _repr_html_(self) -> str:
        from benchreport.document.formats.html import HTML
        from benchreport.document.formats.render import block_text

        return block_text(HTML, self.table, {self.table.id: "Table"})

    def __repr__(self) -> str:
        titles = [column.title for column in self.table.columns]
        cells = [[cell.text for cell in row] for row in self.table.rows]
        return text_table(pl.DataFrame(cells, schema=dict.fromkeys(titles, pl.String), orient="row"))


def show(rows: Any, *, caption: str = "") -> Rendered:
    """Return result rows, or any frame, as the report would print them.

    In a notebook the value is a table; ``print`` gives text.

    Examples
    --------
    >>> import benchreport as br
    >>> br.show(br.friedman(br.read_scores(br.example("demsar2006_auc.csv"))))
    metric  n   ties  statistic  df1  p     effect
    auc     14  12    10.95      3    .012  0.261
    """
    return Rendered(table=table(rows, caption=caption or "Results."))


def outlined(report: Report) -> str:
    """Return the answer of a report and the table of who stands where, as a little HTML for a notebook."""
    from benchreport.document.formats.html import HTML, escape
    from benchreport.document.formats.render import block_text, names_of, turning_spelt

    names = names_of(report)
    opening = report.sections[0].blocks if report.sections else ()
    words = [(block.kind, EMPTY.sub("", spoken(block.words))) for block in opening if isinstance(block, Text)]
    tables = {block.id: block for block in tables_of(report)}
    board = next((tables[name] for name in BOARDS if name in tables), None)
    parts = {
        "title": escape(turning_spelt(report.title)),
        "texts": [
            (kind, escape(turning_spelt(text))) for kind, text in words if kind in ("headline", "lead", "paragraph")
        ],
        "table": "" if board is None else block_text(HTML, board, names),
    }
    return HTML.macros.outline(parts)


def framed(report: Report, *, height: int = 720) -> str:
    """Return a report as a frame of its own inside another page, so that neither changes the other's style."""
    from benchreport.document.formats.html import html_text

    page = html.escape(html_text(report), quote=True)
    title = html.escape(report.title, quote=True)
    return (
        f'<iframe title="{title}" srcdoc="{page}" style="width:100%;height:{height}px;border:1px solid #ccc"></iframe>'
    )
