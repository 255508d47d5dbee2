"""A report as PDF: the same words as the HTML, laid out for paper."""

from __future__ import annotations

import contextlib
import errno
import gc
import hashlib
import io
import logging
import re
import warnings
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, lru_cache, partial
from importlib import import_module
from typing import Any

from benchreport.document.exhibits.paper import on_paper, with_pages
from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.drawings import Letters, drawing_of, outline_of
from benchreport.document.formats.fonts import SCHEME, font_of, paper_faces
from benchreport.document.formats.html import escape, title_parts
from benchreport.document.formats.pagination import Stretch, Typesetter, laid_out, overflowing
from benchreport.document.formats.pdf_file import pdf_file
from benchreport.document.formats.render import Markup, contents_of, section_texts, turning_spelt
from benchreport.document.formats.row_blocks import RowBlocks
from benchreport.document.machine import PANGO_FIX, absent_libraries, libraries_by_file
from benchreport.document.model.blocks import Figure, Picture, Report, figures_of, rows_of
from benchreport.document.model.looks import decides_markup, style_text
from benchreport.document.proof.attach import RELATIONS, Attached, attached_files
from benchreport.document.times import timed
from benchreport.errors import ReadError, TemplateError
from benchreport.figures.formulas import set_formula
from benchreport.figures.kinds import kind_of
from benchreport.files import made_at, stated_moment
from benchreport.registry import METHODS

# Words that are read from the right; a mark behind them keeps the bracket or number that follows in its place.
RIGHT = "[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+"
FROM_THE_RIGHT = re.compile(rf"{RIGHT}(?:\s+{RIGHT})*")


@lru_cache(maxsize=10_000)
def _legible(text: str) -> str:
    """Return a text escaped; what no installed font can show is spelt out by its code points."""
    from benchreport.figures.style import legible

    return FROM_THE_RIGHT.sub("\\g<0>\u200e", escape(re.sub(r"\S+", lambda run: legible(run[0]), text)))


# What figures are drawn like, by their addresses.
Pictures = dict[str, bytes]


def placed_image(pictures: Pictures, figure: Figure) -> str:
    """Return a figure as an image element; drawn inline, WeasyPrint would complain about every attribute it ignores."""
    return f'<img alt="{escape(turning_spelt(figure.alternative))}" src="{_address(pictures, figure)}">'


def _address(pictures: Pictures, figure: Figure) -> str:
    """Return the address of a figure, under which the layout fetches it; as part of the page it would be parsed too."""
    address = f"{FIGURE}{hashlib.sha256(figure.svg).hexdigest()}"
    pictures[address] = figure.svg
    return address


def stretches_of(report: Report, pictures: Pictures) -> dict[str, Stretch]:
    """Return the figures of a report that can be drawn with another height."""
    elastic: dict[str, Stretch] = {}
    for figure in figures_of(report):
        stretch = kind_of(figure.picture.kind).stretch if isinstance(figure.picture, Picture) else None
        if stretch is None:
            continue
        natural = _height(figure)
        low, high = (cache(partial(_stretched_height, figure, stretch, share)) for share in (0.0, 1.0))
        elastic[figure.id] = Stretch(
            natural=natural,
            bound=LOWEST * natural,
            least=partial(_least, natural, low),
            most=partial(_most, natural, high),
            redrawn=partial(_redrawn, pictures, figure, stretch, low, high),
        )
    return elastic


def _stretched_height(figure: Figure, stretch: tuple[str, float, float], share: float) -> float:
    return _height(_stretched(figure, stretch, share))


def _least(natural: float, low: Callable[[], float]) -> float:
    """Return how high a figure must be drawn at least."""
    return max(low(), LOWEST * natural)


def _most(natural: float, high: Callable[[], float]) -> float:
    """Return how high a figure may be drawn at most; 0 where it cannot be higher than it is."""
    return min(high(), HIGHEST * natural) if high() > natural else 0.0


def _stretched(figure: Figure, stretch: tuple[str, float, float], share: float) -> Figure:
    """Return a figure with so much of what its kind can be stretched by."""
    option, least, most = stretch
    return figure.with_looks(**{option: round(least + share * (most - least), 4)})


def _redrawn(
    pictures: Pictures,
    figure: Figure,
    stretch: tuple[str, float, float],
    low: Callable[[], float],
    high: Callable[[], float],
    height: float,
) -> str:
    share = min(max((height - low()) / (high() - low()), 0.0), 1.0) if high() > low() else 0.0
    drawing = figure
    for _ in range(4):  # what is asked for and what is drawn need not go up together
        drawing = _stretched(figure, stretch, share)
        if _height(drawing) <= height + 1:
            break
        share *= 0.8
    return _address(pictures, drawing)


def _height(figure: Figure) -> float:
    """Return how high the drawing of a figure is, in pixels of CSS."""
    return figure.picture.height * 96


def formula_image(images: dict[str, Any], tex: str, display: bool) -> str:
    """Return a formula as an image element that stands on the line; its TeX is the text instead of it."""
    drawing = set_formula(tex, display=display)
    address = f"{FORMULA}{hashlib.sha256(f'{drawing.view} {drawing.outline}'.encode()).hexdigest()}"
    if address not in images:
        images[address] = outline_of(drawing.view, drawing.outline, INK)
    return f'<img class="tex" alt="{escape(tex)}" style="{drawing.style}" src="{address}">'


PAPER = Markup("html", _legible, partial(placed_image, {}), partial(formula_image, {}))
# Marked as such, with everything the marks ask for that can be tested here; no validator has judged it.
VARIANT = "pdf/a-3u"
INK = "#1a1a1a"
FIGURE, FORMULA = "figure:", "formula:"
# So many new objects are worth a look for garbage.
SELDOM = 1_000_000
OWN_TABLES = ("formats/html.jinja", "styles/paper.css")
# Pseudo-elements of notes, which no page of ours has.
NOTES = {"footnote-call", "footnote-marker", "note-call", "note-marker", "note-callback"}
OPENINGS = ("answer", "summary")
# How much lower or higher than usual a figure may be drawn to fit a page.
LOWEST, HIGHEST = 0.82, 1.3
# What a loader says where memory is short.
NO_ROOM = ("cannot allocate memory", "failed to map segment", "cannot create shared object")


def pdf_bytes(
    report: Report, *, data: bool = True, folder: str = "", inside: Attached | None = None
) -> tuple[bytes, list[str]]:
    """Return a report laid out on paper, and what the typesetter complained of.

    With ``data`` the file carries what :func:`verify` needs to make it again, and the data files that it names:
    ``inside``, where they are made already.
    """
    with _quiet() as complaints, _seldom_collected():
        try:
            load_typesetter()
            from weasyprint import DEFAULT_OPTIONS, HTML, Attachment
            from weasyprint.pdf import VARIANTS, generate_pdf
            from weasyprint.text.fonts import FontConfiguration
            from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse
        except OSError as problem:
            raise _not_loaded(problem) from problem

        pictures: Pictures = {}
        images: dict[str, Any] = {}
        font_config = FontConfiguration()
        letters = Letters(font_config=font_config)

        class Fetcher(URLFetcher):  # type: ignore[misc]
            """Fetches figures of the report, pictures that are written out and fonts that ship, and nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url.startswith(SCHEME):
                    return URLFetcherResponse(url, font_of(url), {"Content-Type": "font/ttf"})
                if url in pictures:
                    return URLFetcherResponse(url, pictures[url], {"Content-Type": "image/svg+xml"})
                return super().fetch(url, headers)

        fetcher = Fetcher(allowed_protocols={"data"}, fail_on_errors=True)
        # Whoever has templates of their own for tables or paper decides what becomes of every cell.
        own = [name for name in report.look.templates if name in OWN_TABLES]
        rows = RowBlocks()
        form = replace(
            PAPER.looking(report.look),
            figure_source=partial(placed_image, pictures),
            formula=partial(formula_image, images),
            row_blocks=None if own else rows,
        )
        page = _page(report, form.with_data(folder, attached=data))
        inside = (attached_files(report) if inside is None else inside) if data else {}
        digest = hashlib.sha256(page.encode())
        for name, (_, content) in inside.items():
            digest.update(name.encode() + content)
        for block in rows.by_address.values():
            digest.update(repr(block.rows).encode())
        moment = made_at()
        # An Attachment works once.
        attachments = [
            Attachment(
                string=content,
                name=name,
                description=words,
                created=moment,
                modified=moment,
                relationship=RELATIONS.get(name, "Data"),
            )
            for name, (words, content) in inside.items()
        ]
        images |= rows.by_address
        options: dict[str, Any] = {
            "pdf_tags": True,
            "pdf_variant": VARIANT,
            "pdf_identifier": digest.digest()[:16],
            "attachments": attachments or None,
        }

        class Sheet(HTML):  # type: ignore[misc]
            """A page of HTML in which no style is computed for notes, unless templates of an author have some."""

            def _ua_stylesheets(self, *args: Any) -> Any:
                usual = super()._ua_stylesheets(*args)
                return usual if report.look.templates else _without_notes(usual)

        def rendered(tree: Any) -> Any:
            sheet = Sheet(string="<html>", url_fetcher=fetcher)  # takes text alone; what was parsed once is enough
            sheet.wrapper_element = type(sheet.wrapper_element).from_html_root(tree, content_language=None)
            sheet.etree_element = sheet.wrapper_element.etree_element
            taken = {address: drawing_of(svg, letters) for address, svg in pictures.items() if address not in images}
            images.update({address: drawing for address, drawing in taken.items() if drawing is not None})
            # What WeasyPrint draws itself would hold the boxes of a draft, so each time has images of its own.
            return sheet.render(font_config=font_config, **options, cache=dict(images))

        typesetter = Typesetter(
            parse=lambda text: HTML(string=text, url_fetcher=fetcher).etree_element, render=rendered
        )
        try:
            document = laid_out(page, typesetter, lambda: stretches_of(report, pictures))
            complaints += [f"{element.get('id')} is wider than the page" for element in overflowing(document)]
            rows.measure(document)
            with timed("layout"):
                settings = DEFAULT_OPTIONS | VARIANTS[VARIANT][1] | options
                pdf = generate_pdf(document, None, 1, **settings)
                complete_structure(rows, document, pdf)
                written = pdf_file(pdf, settings["pdf_version"], settings["pdf_identifier"])
        except FatalURLFetchingError as problem:
            raise TemplateError(
                f"a template or style loads an external resource: {_first_line(problem)}",
                hint="nothing is downloaded; write pictures and fonts as data: URLs",
            ) from problem
        except MemoryError:
            raise
        except Exception as problem:  # markup and styles of an author can make WeasyPrint raise anything
            own = [name for name in report.look.templates if decides_markup(name)]
            if not own:
                raise
            raise TemplateError(
                f"the pages cannot be laid out with {', '.join(own)}: {_first_line(problem)}",
                hint="leave the templates out one by one to find the cause",
            ) from problem
    return written, complaints


def load_typesetter() -> None:
    """Read WeasyPrint in; its libraries are searched for only where no file has their name."""
    try:
        with libraries_by_file():
            import_module("weasyprint")
    except OSError:
        import_module("weasyprint")


def _without_notes(sheets: Sequence[Any]) -> Sequence[Any]:
    """Return style sheets without what they say of notes; WeasyPrint would compute that for every element."""
    lean = [copy(sheet) for sheet in sheets]
    try:
        for sheet in lean:
            sheet.matcher = copy(sheet.matcher)
            rules = sheet.matcher.other_selectors
            sheet.matcher.other_selectors = [rule for rule in rules if rule[3] not in NOTES]
    except (AttributeError, LookupError):  # kept in another way
        return sheets
    return lean


def complete_structure(row_blocks: RowBlocks, document: Any, pdf: Any) -> None:
    """Write what WeasyPrint leaves out of the structure of a PDF.

    These are the rows of tables in blocks, the scope of heads, and which images are formulas.
    """
    row_blocks.write(pdf)
    boxes = [box for sheet in document.pages for box in sheet._page_box.descendants() if box.element_tag == "img"]
    formulas = {box.element.get("alt") for box in boxes if "tex" in box.element.get("class", "").split()}
    elements: list[Any] = [item for item in pdf.objects if isinstance(item, dict) and "S" in item]
    structure = {item.reference: item for item in elements}
    for item in structure.values():
        if item["S"] == "/TH":
            rows = structure[structure[item["P"]]["P"]]
            item["A"]["Scope"] = "/Column" if rows["S"] == "/THead" else "/Row"
        elif item["S"] == "/Figure" and "Alt" in item and item["Alt"].string in formulas:
            item["S"] = "/Formula"


def _not_loaded(problem: OSError) -> ReadError:
    """Return the error for libraries that cannot be loaded: absent, or no room for them."""
    if problem.errno == errno.ENOMEM or any(words in str(problem).lower() for words in NO_ROOM):
        return ReadError("there is not enough memory to load Pango", hint="free some memory, or raise the limit")
    if absent_libraries():
        return ReadError("PDF needs Pango, which is not installed", hint=PANGO_FIX)
    return ReadError(f"Pango cannot be loaded: {_first_line(problem)}", hint=PANGO_FIX)


def _first_line(problem: BaseException) -> str:
    return (str(problem).strip() or type(problem).__name__).splitlines()[0]


def _page(report: Report, form: Markup) -> str:
    paper = on_paper(report)
    contents = contents_of(form, paper)
    texts = section_texts(form, with_pages(paper) if contents else paper)
    # A summary or answer is the first page; what there is to find stands behind it.
    first = 1 if paper.sections and paper.sections[0].id in OPENINGS else 0
    moment = stated_moment()
    page = form.macros.paper(
        {
            **title_parts(form, paper),
            "keywords": escape(", ".join(_methods(paper))),
            "created": moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment else "",
            "contents": contents,
            "opening": "\n".join(texts[:first]),
            "body": "\n".join(texts[first:]),
            "style": f"{paper_faces()}\n{style_text(report.look, 'paper')}",
        }
    )
    # Before an image that does not fit, WeasyPrint breaks the line too early unless it is told that it may break there.
    return str(page).replace(' <img class="tex"', ' \u200b<img class="tex"')


def _methods(report: Report) -> list[str]:
    """Return the titles of the methods whose results the report holds."""
    rows = rows_of(report)
    if "method" not in rows.columns:
        return []
    return [METHODS[name].title for name in rows["method"].unique(maintain_order=True) if name in METHODS]


@contextlib.contextmanager
def _quiet() -> Iterator[list[str]]:
    """Yield the list of what WeasyPrint logs; the banner it prints when Pango is missing is swallowed."""
    handler = _Complaints()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    try:
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            # WeasyPrint opens its colour profile and leaves the closing to the garbage collector.
            warnings.filterwarnings("ignore", message=".*sRGB2014", category=ResourceWarning)
            yield handler.complaints
    finally:
        for logger, (propagate, level) in zip(loggers, before, strict=True):
            logger.removeHandler(handler)
            logger.propagate = propagate
            logger.setLevel(level)


@contextlib.contextmanager
def _seldom_collected() -> Iterator[None]:
    """Run a layout with few collections of garbage, and none of them among the objects that were there before."""
    usual = gc.get_threshold()
    if usual[0]:  # else the user collects none
        gc.set_threshold(max(SELDOM, usual[0]), *usual[1:])
    frozen = gc.get_freeze_count()
    if not frozen:
        gc.freeze()
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        if not frozen:
            gc.unfreeze()


class _Complaints(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.complaints: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Write a complaint into the list, once."""
        text = record.getMessage()
        if text not in self.complaints:
            self.complaints.append(text)


def _written(report: Report, output: Output) -> Written:
    inside = attached_files(report) if output.data else {}
    content, complaints = pdf_bytes(report, data=output.data, folder=output.folder.name, inside=inside)
    carried = sum(len(data) for _, data in inside.values())
    return Written(files={output.main: content}, complaints=complaints, carried=carried)


PDF_FORMAT = Format(id="pdf", title="PDF", suffixes=(".pdf",), figures="svg", write=_written)
