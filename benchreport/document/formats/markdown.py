"""A report as Markdown in GitHub's flavour, with its pictures beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from urllib.parse import quote

from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.render import Markup, Numbers, body
from benchreport.document.model.blocks import Figure, Report, figures_of
from benchreport.files import name_as_text

SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|~$=])")
# Readers of Markdown make links of bare addresses and of names behind an @; an empty comment parts them.
LIVE = re.compile(r"(:)(?=//)|(\bwww)(?=\.)|(@)(?=\w)", re.IGNORECASE)


def escape(text: str) -> str:
    r"""Return any text harmless in Markdown.

    Examples
    --------
    >>> escape("<b>A_1</b> | B")
    '&lt;b&gt;A\\_1&lt;/b&gt; \\| B'
    >>> escape("@ada https://a.example")
    '@<!-- -->ada https:<!-- -->//a.example'
    """
    line = re.sub(r"\s+", " ", text).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return LIVE.sub(r"\g<0><!-- -->", SPECIAL.sub(r"\\\1", line))


def markup_for(folder: str) -> Markup:
    """Return the markup of a report whose pictures lie in a folder beside it."""
    source: Callable[[Figure], str] = lambda figure: f"{quote(os.fsencode(folder))}/{figure.id}.png"  # noqa: E731
    return Markup("markdown", escape, source, folder=name_as_text(folder))


def markdown_files(report: Report, folder: str) -> tuple[str, dict[str, bytes]]:
    """Return the text and the pictures that belong beside it."""
    form = markup_for(folder).looking(report.look)
    names = Numbers.of(report).names
    contents = [(part.id, names[part.id].partition(" ")[2], form.text(part.title)) for part in report.sections]
    text = form.macros.document({"title": form.text(report.title), "contents": contents, "body": body(form, report)})
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", {
        f"{figure.id}.png": figure.png for figure in figures_of(report)
    }


def _written(report: Report, output: Output) -> Written:
    text, pictures = markdown_files(report, output.folder.name)
    beside = {output.folder / name: content for name, content in pictures.items()}
    return Written(files={**beside, output.main: text.encode()})


MARKDOWN_FORMAT = Format(id="markdown", title="Markdown", suffixes=(".md",), write=_written)
