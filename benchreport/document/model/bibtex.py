"""BibTeX: entries read and written, markup as plain text."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping

from benchreport.errors import ReadError
from benchreport.records import dataclass

FILE = "references.bib"
MOST = 10_000
BARE = re.compile(r"(?<!\\)[%&]")
MARKUP = re.compile(r"[\\{}$~]|``|''")
# A value in braces, on one line, with at most braces inside: how we write them, and how most capitals are protected.
VALUE = r"\{(?! )((?:[^{}\\\n]|\{[^{}\\\n]*\})+)(?<! )\}"
# Words, some of them in braces, without anything else that LaTeX reads as markup.
GROUPED = re.compile(r"(?:[^{}\\$~`#^_<>%&]|\{[^{}\\$~`#^_<>%&]*\})*")
FIELD = re.compile(rf"^  ([a-z]+) = {VALUE},\n", re.MULTILINE)
ENTRY = re.compile(
    rf"^@(?!comment|preamble|string)([a-z]+)\{{([^\s,{{}}@#=\"]+),\n((?:  [a-z]+ = {VALUE},\n)+)\}}$", re.MULTILINE
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Work:
    """An entry of BibTeX: its type, its key, its fields by name; ``bare`` stand without braces, as ``jan``."""

    kind: str
    key: str
    fields: Mapping[str, str]
    bare: frozenset[str] = frozenset()


def works_in(text: str) -> list[Work]:
    """Read BibTeX, its abbreviations resolved and the names of its fields in small letters.

    Examples
    --------
    >>> works_in('@string{a = "An abbreviation"} @book{key, Title = a, year = 2020}')
    [Work(kind='book', key='key', fields={'title': 'An abbreviation', 'year': '2020'}, bare=frozenset())]
    """
    if text.count("@") > MOST:
        raise ReadError(f"{FILE} has more than {MOST:,} entries", hint="keep the works that are cited")
    works = _as_we_write(text)
    return _parsed(text) if works is None else works


def _as_we_write(text: str) -> list[Work] | None:
    """Return the works of a file in the form that we write, a field to a line; None of any other."""
    entries = list(ENTRY.finditer(text))
    works = [Work(kind=entry[1], key=entry[2], fields=dict(FIELD.findall(entry[3]))) for entry in entries]
    once = all(len(work.fields) == entry[3].count("\n") for work, entry in zip(works, entries, strict=True))
    return (
        works if once and len({work.key for work in works}) == len(works) and not ENTRY.sub("", text).strip() else None
    )


def _parsed(text: str) -> list[Work]:
    import bibtexparser
    from bibtexparser.middlewares import NormalizeFieldKeys

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
    return [
        Work(
            kind=entry.entry_type,
            key=entry.key,
            fields={field.key: field.value for field in entry.fields},
            bare=frozenset(field.key for field in entry.fields if field.enclosing == "no-enclosing"),
        )
        for entry in library.entries
    ]


def written(works: Iterable[Work]) -> str:
    """Return works as a file of BibTeX, each field on a line of its own.

    Examples
    --------
    >>> print(written([Work(kind="book", key="key", fields={"year": "2020"})]), end="")
    @book{key,
      year = {2020},
    }
    """
    return "\n\n".join(f"@{work.kind}{{{work.key},\n{''.join(_lines(work))}}}\n" for work in works)


def _lines(work: Work) -> Iterator[str]:
    for name, value in work.fields.items():
        yield f"  {name} = {value},\n" if name in work.bare else f"  {name} = {{{value}}},\n"


def plain(value: str) -> str:
    r"""Return a value without its LaTeX markup. A percent sign and an ampersand are taken as they stand.

    Examples
    --------
    >>> plain(r"{\"U}ber 50 % {Bayes}")
    'Über 50 % Bayes'
    """
    text = value.replace("---", "—").replace("--", "–")
    quoted = text.replace("``", "“").replace("''", "”")
    if GROUPED.fullmatch(quoted):
        text = quoted.replace("{", "").replace("}", "")
    elif MARKUP.search(text):
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
