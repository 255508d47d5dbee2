"""A report as PDF: the same words as the HTML, laid out for paper."""

from __future__ import annotations

import contextlib
import hashlib
import io
import logging
import re
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

from benchreport.document.attach import attached_files, made_at
from benchreport.document.blocks import Figure, Report
from benchreport.document.fonts import SCHEME, font_of, paper_faces
from benchreport.document.html import escape
from benchreport.document.machine import PANGO_FIX
from benchreport.document.render import Format, Numbers, body, turning_spelt
from benchreport.errors import ReadError
from benchreport.resources import resource


def _shown(text: str) -> str:
    """Escape a text; what no font at hand can show is spelt out by its code points."""
    from benchreport.figures.style import legible

    return escape(re.sub(r"\S+", lambda run: legible(run[0]), text))


def data_image(figure: Figure) -> str:
    """Give a figure as an image element; drawn inline, WeasyPrint would complain about every attribute it ignores."""
    drawing = b64encode(figure.svg).decode()
    return f'<img alt="{escape(turning_spelt(figure.alternative))}" src="data:image/svg+xml;base64,{drawing}">'


PAPER = Format("html", _shown, data_image)


def pdf_bytes(report: Report, *, data: bool = True) -> tuple[bytes, list[str]]:
    """Lay a report out on paper; gives the file and what the typesetter complained of.

    With ``data`` the file carries what :func:`verify` needs to make it again.
    """
    with _quiet() as complaints:
        try:
            from weasyprint import HTML, Attachment
            from weasyprint.urls import URLFetcher, URLFetcherResponse
        except OSError as problem:
            raise ReadError("PDF needs Pango, which is not installed", hint=PANGO_FIX) from problem

        class Fetcher(URLFetcher):  # type: ignore[misc]
            """Fetches pictures that are written out and fonts that ship, and nothing else."""

            def fetch(self, url: str, headers: Any = None) -> Any:
                if url.startswith(SCHEME):
                    return URLFetcherResponse(url, font_of(url), {"Content-Type": "font/ttf"})
                return super().fetch(url, headers)

        fetcher = Fetcher(allowed_protocols={"data"}, fail_on_errors=True)
        page = _page(report)
        inside = attached_files(report) if data else {}
        digest = hashlib.sha256(page.encode())
        for name, (_, content) in inside.items():
            digest.update(name.encode() + content)
        moment = made_at()
        # An Attachment works once.
        attachments = [
            Attachment(
                string=content, name=name, description=words, created=moment, modified=moment, relationship="Data"
            )
            for name, (words, content) in inside.items()
        ]
        written = HTML(string=page, url_fetcher=fetcher).write_pdf(
            pdf_tags=True,
            pdf_identifier=digest.digest()[:16],
            presentational_hints=False,
            attachments=attachments or None,
        )
    return bytes(written), complaints


def _page(report: Report) -> str:
    style = resource("templates", "styles/paper.css").read_text(encoding="utf8")
    names = Numbers.of(report).names
    return str(
        PAPER.macros.paper(
            {
                "title": PAPER.text(report.title),
                "contents": [
                    (s.id, names[s.id].removeprefix("Section "), PAPER.text(s.title)) for s in report.sections
                ],
                "body": body(PAPER, report),
                "style": f"{paper_faces()}\n{style}",
            }
        )
    )


@contextlib.contextmanager
def _quiet() -> Iterator[list[str]]:
    """Collect what WeasyPrint logs, and swallow the banner it prints when Pango is missing."""
    heard = _Heard()
    loggers = [logging.getLogger(name) for name in ("weasyprint", "fontTools")]
    before = [(logger.propagate, logger.level) for logger in loggers]
    for logger in loggers:
        logger.addHandler(heard)
        logger.propagate = False
        logger.setLevel(logging.WARNING)
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            yield heard.complaints
    finally:
        for logger, (propagate, level) in zip(loggers, before, strict=True):
            logger.removeHandler(heard)
            logger.propagate = propagate
            logger.setLevel(level)


class _Heard(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.WARNING)
        self.complaints: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a complaint once."""
        text = record.getMessage()
        if text not in self.complaints:
            self.complaints.append(text)
