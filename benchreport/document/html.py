"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64encode

from benchreport.document.blocks import Figure, Report, figures_of
from benchreport.document.fonts import figure_face, text_faces
from benchreport.document.looks import style_text
from benchreport.document.render import Format, body, turning_spelt
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
OWN_ID = re.compile(r'(\bid="|url\(#|href="#)')


def escape(text: str) -> str:
    """Make any text harmless in HTML.

    Examples
    --------
    >>> escape('<script>alert("1")</script>')
    '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;'
    """
    return html.escape(text, quote=True)


def inline_svg(figure: Figure) -> str:
    """Give a figure as an SVG element whose ids clash with no other figure's."""
    drawing = METADATA.sub("", PROLOGUE.sub("", figure.svg.decode("utf8")))
    drawing = TAG.sub(lambda tag: OWN_ID.sub(lambda found: f"{found[1]}{figure.id}-", tag[0]), drawing)
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{escape(turning_spelt(figure.alternative))}" ', 1)


HTML = Format("html", escape, inline_svg)


def html_text(report: Report) -> str:
    """Write a report as one self-contained HTML page: no network, one script, allowed by its hash."""
    form = HTML.looking(report.look)
    script = resource("templates", "styles/report.js").read_text(encoding="utf8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = f"{POLICY}; script-src 'sha256-{digest}'"
    told = body(form, report)
    style = style_text(report.look, "screen")
    text = form.macros.document(
        {
            "title": form.text(report.title),
            "contents": [(section.id, form.text(section.title)) for section in report.sections],
            "body": told,
            "style": f"{_faces(report, style, told)}\n{style}",
            "script": script,
            "policy": policy,
        }
    )
    return _guarded(text, policy)


def _faces(report: Report, style: str, told: str) -> str:
    """Bring the font of the figures, and those of ours that the theme sets its words in."""
    drawn = "".join(figure.svg.decode("utf8") for figure in figures_of(report))
    families = ",".join(SCREEN_FONT.findall(style))
    words = html.unescape(TAG.sub("", told)) + report.title
    faces = [figure_face(drawn)] if drawn else []
    return "\n".join([*faces, text_faces(families, "".join(sorted(set(words))))])


def _guarded(text: str, policy: str) -> str:
    """Refuse a page that a template has stripped of its policy: it may have come from a stranger."""
    head = re.match(r"\s*<!DOCTYPE html>\s*<html[^<>]*>\s*<head>\s*<meta charset=\"utf-8\">\s*(<meta [^<>]*>)", text)
    if head is None or policy not in head[1] or 'http-equiv="Content-Security-Policy"' not in head[1]:
        raise TemplateError(
            "formats/html.jinja does not begin with the policy that forbids scripts and the network",
            hint="keep the first lines of the macro document as they are, down to d.policy",
        )
    return text
