"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

import hashlib
import html
import re
from base64 import b64encode

from benchreport.document.blocks import Figure, Report, figures_of
from benchreport.document.fonts import figure_face
from benchreport.document.render import Format, body, turning_spelt
from benchreport.resources import resource

# Nothing is fetched; the one script is allowed by its hash, and figures carry style attributes.
POLICY = (
    "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
)
PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
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
    script = resource("templates", "styles/report.js").read_text(encoding="utf8")
    digest = b64encode(hashlib.sha256(script.encode()).digest()).decode()
    drawn = "".join(figure.svg.decode("utf8") for figure in figures_of(report))
    style = resource("templates", "styles/screen.css").read_text(encoding="utf8")
    faces = figure_face(drawn) if drawn else ""
    return str(
        HTML.macros.document(
            {
                "title": HTML.text(report.title),
                "contents": [(section.id, HTML.text(section.title)) for section in report.sections],
                "body": body(HTML, report),
                "style": f"{faces}\n{style}",
                "script": script,
                "policy": f"{POLICY}; script-src 'sha256-{digest}'",
            }
        )
    )
