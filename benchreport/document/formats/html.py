"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64encode

from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.fonts import figure_face, text_faces
from benchreport.document.formats.render import Markup, body, turning_spelt
from benchreport.document.model.blocks import Figure, Report, figures_of
from benchreport.document.model.looks import style_text
from benchreport.errors import TemplateError
from benchreport.resources import resource

# Nothing is fetched; the one script is allowed by its hash, and figures carry style attributes.
POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
SCREEN_FONT = re.compile(r"--screen-(?:heading-|table-)?font:([^;}]+)")
# Any other http-equiv could lead a reader away; in texts its hyphen is spelt as an entity, so that it is no attribute.
HTTP_EQUIV = re.compile("http-equiv", re.IGNORECASE)
STRUCTURE = re.compile(r"<!doctype|<html[\s>/]|<head[\s>/]", re.IGNORECASE)
OWN_ID = re.compile(r'(\bid="|url\(#|href="#)')


def escape(text: str) -> str:
    """Return any text harmless in HTML.

    Examples
    --------
    >>> escape('<script>alert("1")</script>')
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'
    """
    return _without_attribute(html.escape(text, quote=True))


def _without_attribute(text: str) -> str:
    return HTTP_EQUIV.sub(lambda word: word[0].replace("-", "&#45;"), text)


def inline_svg(figure: Figure) -> str:
    """Return a figure as an SVG element whose ids clash with no other figure's."""
    drawing = METADATA.sub("", PROLOGUE.sub("", figure.svg.decode("utf8")))
    drawing = TAG.sub(lambda tag: OWN_ID.sub(lambda match: f"{match[1]}{figure.id}-", tag[0]), drawing)
    drawing = _without_attribute(drawing)
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{escape(turning_spelt(figure.alternative))}" ', 1)


HTML = Markup("html", escape, inline_svg)


def html_text(report: Report, folder: str = "") -> str:
    """Return a report as one self-contained HTML page: no network, one script, allowed by its hash."""
    form = HTML.looking(report.look).with_data(folder)
    script = resource("templates", "styles/report.js").read_text(encoding="utf8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"{POLICY}; script-src 'sha256-{digest}'"
    content = body(form, report)
    style = style_text(report.look, "screen")
    text = form.macros.document(
        {
            "title": form.text(report.title),
            "contents": [(section.id, form.text(section.title)) for section in report.sections],
            "body": content,
            "style": f"{_faces(report, style, content)}\n{style}",
            "script": script,
        }
    )
    return _page(text, policy)


def _faces(report: Report, style: str, content: str) -> str:
    """Return the font of the figures, and those of ours that the theme sets its words in, as a style sheet."""
    drawn = "".join(figure.svg.decode("utf8") for figure in figures_of(report))
    families = ",".join(SCREEN_FONT.findall(style))
    words = html.unescape(TAG.sub("", content)) + report.title
    faces = [figure_face(drawn)] if drawn else []
    return "\n".join([*faces, text_faces(families, "".join(sorted(set(words))))])


def _page(text: str, policy: str) -> str:
    """Return a page with doctype, charset and policy, which no template writes: it may come from a stranger."""
    head = f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
"""
    if STRUCTURE.search(text) or HTTP_EQUIV.search(text):
        raise TemplateError(
            "formats/html.jinja writes a part of the page's head that benchreport writes",
            hint="leave doctype, html, head, charset and http-equiv out of its macro document",
        )
    return head + text.lstrip()


def _written(report: Report, output: Output) -> Written:
    return Written(files={output.main: html_text(report, output.folder.name).encode()})


HTML_FORMAT = Format(id="html", title="HTML", suffixes=(".html", ".htm"), write=_written)
