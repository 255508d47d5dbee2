"""BibTeX: entries read and written, markup as plain text."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from typing import TYPE_CHECKING

from benchreport.errors import ReadError

if TYPE_CHECKING:
    from bibtexparser import Library
    from bibtexparser.model import Entry

FILE = "references.bib"
MOST = 10_000
BARE = re.compile(r"(?<!\\)[%&]")
MARKUP = re.compile(r"[\\{}$~]|``|''")


def library(text: str) -> Library:
    """Read BibTeX, its abbreviations resolved and the names of its fields in small letters.

    Examples
    --------
    >>> works = library('@string{a = "An abbreviation"} @book{key, Title = a, year = 2020}')
    >>> [(field.key, field.value) for field in works.entries[0].fields]
    [('title', 'An abbreviation'), ('year', '2020')]
    """
    import bibtexparser
    from bibtexparser.middlewares import NormalizeFieldKeys

    if text.count("@") > MOST:
        raise ReadError(f"{FILE} has more than {MOST:,} entries", hint="keep the works that are cited")
    _silence("bibtexparser")
    library = bibtexparser.parse_string(text, append_middleware=[NormalizeFieldKeys()])
    for block in library.failed_blocks:
        raise ReadError(
            f"the entry at line {(block.start_line or 0) + 1} of {FILE} cannot be read",
            hint="@article{key, author = {...}, year = {...}, title = {...}}: each key and each field once, "
            "each brace and quote closed",
        )
    for entry in library.entries:
        for field in entry.fields:
            if field.enclosing == "no-enclosing" and "#" in field.value:
                raise ReadError(
                    f"the {field.key} of the work {entry.key!r} is concatenated with #", hint="write it as one text"
                )
    return library


def written(works: Iterable[Entry]) -> str:
    """Return entries as a file of BibTeX, each field on a line of its own."""
    from bibtexparser import BibtexFormat, Library, write_string

    form = BibtexFormat()
    form.indent, form.trailing_comma, form.block_separator = "  ", True, "\n\n"
    return write_string(Library([*works]), bibtex_format=form)


def plain(value: str) -> str:
    r"""Return a value without its LaTeX markup. A percent sign and an ampersand are taken as they stand.

    Examples
    --------
    >>> plain(r"{\"U}ber 50 % {Bayes}")
    'Über 50 % Bayes'
    """
    text = value.replace("---", "—").replace("--", "–")
    if MARKUP.search(text):
        from pylatexenc.latex2text import LatexNodes2Text

        _silence("pylatexenc")
        try:
            text = LatexNodes2Text().latex_to_text(BARE.sub(r"\\\g<0>", text))
        except RecursionError as problem:
            raise ReadError(f"braces are nested too deeply in {FILE}", hint="remove some") from problem
    return " ".join(text.split())


def _silence(library: str) -> None:
    """Check that the log of a library stays off the terminal: our own error says what is broken."""
    logging.getLogger(library).addHandler(logging.NullHandler())
