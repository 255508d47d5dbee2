"""A report as one HTML file that needs nothing else."""

from __future__ import annotations

import hashlib
import html
import json
import re
import string
from base64 import b64encode
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any

from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.fonts import text_faces
from benchreport.document.formats.page_styles import classed
from benchreport.document.formats.render import Markup, body, headings_of, turning_spelt
from benchreport.document.model.blocks import Figure, Finding, Report, Text, figures_of, spoken
from benchreport.document.model.looks import style_text
from benchreport.document.model.mathml import mathml
from benchreport.errors import TemplateError
from benchreport.figures.formulas import set_formula
from benchreport.figures.marks import with_marks
from benchreport.resources import resource

# Nothing is fetched; the one script and the style sheet are allowed by their hashes, and no text becomes markup.
POLICY = (
    "default-src 'none'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'; "
    "require-trusted-types-for 'script'; trusted-types 'none'"
)
# What the script of the page may write beside the words of the report.
WRITTEN_BY_SCRIPT = string.printable.strip() + "−–×±…’∞·↑↓▲▼◄►↩"
SHEET = re.compile(r"<style>(.*?)</style>", re.DOTALL)
PROLOGUE = re.compile(r"^.*?(?=<svg)", re.DOTALL)
METADATA = re.compile(r"<metadata>.*?</metadata>", re.DOTALL)
TAG = re.compile(r"<[^>]*>")
DRAWN_FONT = re.compile(r'font(?:-family)?:([^;"]+)')
SCREEN_FONT = re.compile(r"--screen-(?:heading-|table-)?font:([^;}]+)")
# Any other http-equiv could lead a reader away; in texts its hyphen is spelt as an entity, so that it is no attribute.
# What must be in a match is spelt first, and what stands before it looked back at: long texts are searched at once.
HTTP_EQUIV = re.compile("-(?i:equiv)(?<=(?i:http-equiv))")
STRUCTURE = re.compile(r"<!doctype|<html[\s>/]|<head[\s>/]", re.IGNORECASE)
ID = re.compile(r'id="(?<=\bid=")')
OWN_ID = re.compile(rf'{ID.pattern}|url\(#|href="#')


@lru_cache(maxsize=4096)
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
    drawing = METADATA.sub("", PROLOGUE.sub("", figure.marked.decode("utf8")))
    if OWN_ID.search(TAG.sub("", drawing)) is None:
        drawing = _owned(drawing, figure.id)
    else:  # a text that looks like an attribute
        drawing = TAG.sub(lambda tag: _owned(tag[0], figure.id), drawing)
    drawing = _without_attribute(turning_spelt(with_marks(drawing)))
    return drawing.replace("<svg ", f'<svg role="img" aria-label="{escape(turning_spelt(figure.alternative))}" ', 1)


def _owned(tags: str, name: str) -> str:
    """Return tags of a figure whose ids, and what refers to them, begin with its name."""
    named = ID.sub(f'id="{name}-', tags)
    return named.replace("url(#", f"url(#{name}-").replace('href="#', f'href="#{name}-')


def inline_formula(tex: str, display: bool) -> str:
    """Return a formula as outlines for those who see it, and as MathML for those who hear it."""
    drawing = set_formula(tex, display=display)
    shape = f'<svg aria-hidden="true" viewBox="{drawing.view}" style="{drawing.style}">'
    outline = f'<path fill="currentColor" d="{drawing.outline}"/></svg>'
    return f'<span class="tex">{mathml(tex, display=display)}{shape}{outline}</span>'


HTML = Markup("html", escape, inline_svg, inline_formula)


def html_text(report: Report, folder: str = "") -> str:
    """Return a report as one self-contained HTML page: no network, one script, allowed by its hash."""
    opens = any(section.id == "answer" for section in report.sections)
    data = page_data(report.explorer.block if report.explorer is not None and opens else None)
    form = replace(HTML.looking(report.look).with_data(folder), explored=bool(data))
    script = page_script()
    content, classes = classed(body(form, report))
    style = f"{style_text(report.look, 'screen')}\n{classes}"
    text = form.macros.document(
        {
            **title_parts(form, report),
            "contents": headings_of(form, report),
            "body": content,
            "style": f"{_faces(report, style, content)}\n{style}",
            "parts": resource("templates", "styles/page/parts.html").read_text(encoding="utf8"),
            "data": data,
            "script": script,
        }
    )
    sheets = " ".join(_hashed(sheet) for sheet in SHEET.findall(text))
    return _page(text, f"{POLICY}; script-src {_hashed(script)}; style-src {sheets}")


def page_data(block: Mapping[str, Any] | None) -> str:
    """Return the data of the page as JSON in which no name can end a script, or turn what follows; nothing of none.

    Examples
    --------
    >>> page_data({"algorithms": ["</script>"]})
    '{"algorithms":["\\\\u003c/script\\\\u003e"]}'
    """
    if block is None:
        return ""
    text = turning_spelt(json.dumps(block, separators=(",", ":"), ensure_ascii=False, allow_nan=False))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return HTTP_EQUIV.sub(lambda word: word[0].replace("-", r"\u002d"), text)


def page_script() -> str:
    """Return the script of the page: its parts in one scope, for a policy of hashes lets none import another."""
    names = resource("templates", "styles/page/ORDER").read_text(encoding="utf8").split()
    parts = (resource("templates", f"styles/page/{name}.js").read_text(encoding="utf8") for name in names)
    return '"use strict";\n(() => {\n' + "\n".join(parts) + "\n})();\n"


def _hashed(text: str) -> str:
    """Return by which expression a policy allows exactly this text."""
    return f"'sha256-{b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def title_parts(form: Markup, report: Report) -> dict[str, Any]:
    """Return what stands above a report, and what it found, for those who only see its name."""
    return {
        "title": form.text(report.title),
        "author": form.text(report.author),
        "facts": [form.text(fact) for fact in report.facts],
        "description": escape(turning_spelt(_subject(report))),
    }


def _subject(report: Report) -> str:
    """Return what a report found in a sentence: its headline, or else its first verdict."""
    blocks = [block for section in report.sections for block in section.blocks]
    headlines = [block.words for block in blocks if isinstance(block, Text) and block.kind == "headline"]
    verdicts = [block.words for block in blocks if isinstance(block, Finding)]
    words = next(iter(headlines + verdicts), ())
    return spoken(words)


def _faces(report: Report, style: str, content: str) -> str:
    """Return those of our fonts that the theme and the figures set words in, as a style sheet."""
    drawn = "".join(figure.svg.decode("utf8") for figure in figures_of(report))
    families = ",".join([*SCREEN_FONT.findall(style), *sorted(set(DRAWN_FONT.findall(drawn)))])
    words = html.unescape(TAG.sub("", content)) + report.title + report.author + "".join(report.facts)
    return text_faces(families, words + html.unescape(TAG.sub("", drawn)) + WRITTEN_BY_SCRIPT)


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


HTML_FORMAT = Format(id="html", title="HTML", suffixes=(".html", ".htm"), figures="svg", explored=True, write=_written)
