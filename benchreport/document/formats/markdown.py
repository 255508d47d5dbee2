"""A report as Markdown in GitHub's flavour, with its pictures beside it."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from urllib.parse import quote

from benchreport.document.formats import Format, Output, Written
from benchreport.document.formats.render import Markup, body, contents_of
from benchreport.document.model.blocks import Figure, Report, figures_of
from benchreport.files import name_as_text

FACTS = " · "
SPECIAL = re.compile(r"([\\`*_{}\[\]()#+\-!|~$=])")
# Readers of Markdown make links of bare addresses and of names behind an @; an empty comment parts them.
LIVE = re.compile(r"(:)(?=//)|(\bwww)(?=\.)|(@)(?=\w)", re.IGNORECASE)

# Markdown would take the backslash for its own, and `<` for the beginning of a tag.
WORDS_OF_SIGNS = {
    **{r"\{": r"\lbrace ", r"\}": r"\rbrace ", r"\,": r"\thinspace ", r"\;": r"\ "},
    **{"<": r"\lt ", ">": r"\gt "},
}


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


def formula(tex: str, display: bool) -> str:
    r"""Return a formula in dollar signs, safe from Markdown; one that is displayed has its signs from the macro.

    Examples
    --------
    >>> formula(r"\{ i : a_i < b \}", False)
    '$\\lbrace  i : a_i \\lt  b \\rbrace $'
    """
    for sign, word in WORDS_OF_SIGNS.items():
        tex = tex.replace(sign, word)
    return tex if display else f"${tex}$"


def markup_for(folder: str) -> Markup:
    """Return the markup of a report whose pictures lie in a folder beside it."""
    source: Callable[[Figure], str] = lambda figure: f"{quote(os.fsencode(folder))}/{figure.id}.png"  # noqa: E731
    return Markup("markdown", escape, source, formula, folder=name_as_text(folder))


def markdown_files(report: Report, folder: str) -> tuple[str, dict[str, bytes]]:
    """Return the text and the pictures that belong beside it."""
    form = markup_for(folder).looking(report.look)
    contents = contents_of(form, report)
    parts = {
        "title": form.text(report.title),
        "author": form.text(report.author),
        "facts": form.text(FACTS.join(report.facts)),
    }
    text = form.macros.document({**parts, "contents": contents, "body": body(form, report)})
    return re.sub(r"\n{3,}", "\n\n", text).strip() + "\n", {
        f"{figure.id}.png": figure.png for figure in figures_of(report)
    }


def _written(report: Report, output: Output) -> Written:
    text, pictures = markdown_files(report, output.folder.name)
    beside = {output.folder / name: content for name, content in pictures.items()}
    return Written(files={**beside, output.main: text.encode()})


MARKDOWN_FORMAT = Format(id="markdown", title="Markdown", suffixes=(".md",), figures="png", write=_written)
