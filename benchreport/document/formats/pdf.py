"""A report as PDF: the same words as the HTML, laid out for paper."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import io
import logging
import re
import warnings
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

from benchreport.document.exhibits.paper import line_of, on_paper, with_pages
from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.fonts import SCHEME, font_of, paper_faces
from benchreport.document.formats.html import escape
from benchreport.document.formats.render import Markup, Numbers, section_texts, turning_spelt
from benchreport.document.machine import PANGO_FIX, absent_libraries
from benchreport.document.model.blocks import Figure, Finding, Inline, Report, Table, figures_of, rows_of, tables_of
from benchreport.document.model.looks import decides_markup, style_text
from benchreport.document.proof.attach import RELATIONS, attached_files
from benchreport.errors import ReadError, TemplateError
from benchreport.files import made_at, stated_moment
from benchreport.registry import METHODS


def _legible(text: str) -> str:
    """Return a text escaped; what no installed font can show is spelt out by its code points."""
    from benchreport.figures.style import legible

    return escape(re.sub(r"\S+", lambda run: legible(run[0]), text))


def data_image(figure: Figure) -> str:
    """Return a figure as an image element; drawn inline, WeasyPrint would complain about every attribute it ignores."""
    drawing = b64encode(figure.svg).decode()
    return f'<img alt="{escape(turning_spelt(figure.alternative))}" src="data:image/svg+xml;base64,{drawing}">'


PAPER = Markup("html", _legible, data_image)
# Marked as such, with everything the marks ask for that can be tested here; no validator has judged it.
VARIANT = "pdf/a-3u"
SUMMARY = "summary"
# What a loader says where memory is short.
NO_ROOM = ("cannot allocate memory", "failed to map segment", "cannot create shared object")


def pdf_bytes(report: Report, *, data: bool = True, folder: str = "") -> tuple[bytes, list[str]]:
    """Return a report laid out on paper, and what the typesetter complained of.

    With ``data`` the file carries what :func:`verify` needs to make it again, and the data files that it names.
    """
    with _quiet() as complaints:
        try:
            from weasyprint import HTML, Attachment
            from weasyprint.urls import FatalURLFetchingError, URLFetcher, URLFetcherResponse
        except OSError as problem:
            raise _not_loaded(problem) from problem

        class Fetcher(URLFetcher):  # type: ignore[misc]
            """Fetches pictures that are written out and fonts that ship, and nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url.startswith(SCHEME):
                    return URLFetcherResponse(url, font_of(url), {"Content-Type": "font/ttf"})
                return super().fetch(url, headers)

        fetcher = Fetcher(allowed_protocols={"data"}, fail_on_errors=True)
        page = _page(report, PAPER.looking(report.look).with_data(folder, attached=data))
        inside = attached_files(report) if data else {}
        digest = hashlib.sha256(page.encode())
        for name, (_, content) in inside.items():
            digest.update(name.encode() + content)
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
        try:
            written = HTML(string=page, url_fetcher=fetcher).write_pdf(
                pdf_tags=True,
                pdf_variant=VARIANT,
                pdf_identifier=digest.digest()[:16],
                presentational_hints=False,
                attachments=attachments or None,
            )
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
    return bytes(written), complaints


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
    paged = with_pages(on_paper(report))
    numbers = Numbers.of(paged)
    names = numbers.names
    texts = section_texts(form, paged)
    # The summary is the first page; what there is to find stands behind it.
    first = 1 if paged.sections and paged.sections[0].id == SUMMARY else 0
    moment = stated_moment()

    def listed(exhibits: Sequence[Table | Figure]) -> list[tuple[str, str, str]]:
        return [(item.id, names[item.id].partition(" ")[2], form.text(line_of(item.caption))) for item in exhibits]

    return form.macros.paper(
        {
            "title": form.text(paged.title),
            "description": escape(turning_spelt(_subject(paged))),
            "keywords": escape(", ".join(_methods(paged))),
            "created": moment.strftime("%Y-%m-%dT%H:%M:%SZ") if moment else "",
            "contents": [(s.id, names[s.id].removeprefix("Section "), form.text(s.title)) for s in paged.sections],
            "tables": listed([table for table in tables_of(paged) if table.part == 1]),
            "figures": listed(figures_of(paged)),
            "summary": "\n".join(texts[:first]),
            "body": "\n".join(texts[first:]),
            "style": f"{paper_faces()}\n{style_text(report.look, 'paper')}",
        }
    )


def _subject(report: Report) -> str:
    """Return what the report found: its first verdict."""
    findings = [block for section in report.sections for block in section.blocks if isinstance(block, Finding)]
    words = findings[0].words if findings else ()
    return "".join(word if isinstance(word, str) else word.text for word in words if _spoken(word))


def _spoken(word: Inline) -> bool:
    return isinstance(word, str) or word.kind not in ("ref", "page", "cite")


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
    content, complaints = pdf_bytes(report, data=output.data, folder=output.folder.name)
    return Written(files={output.main: content}, complaints=complaints)


PDF_FORMAT = Format(id="pdf", title="PDF", suffixes=(".pdf",), write=_written)
