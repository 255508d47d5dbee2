"""Which works do the methods cite?"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from benchreport.document.blocks import (
    Bibliography,
    Block,
    Figure,
    Finding,
    Look,
    Mark,
    Section,
    Table,
    Text,
    Words,
)
from benchreport.document.looks import template_text
from benchreport.errors import ReadError

START = re.compile(r"@\w+\{(?P<key>[^,{}@]+),")
ENTRY = re.compile(r"@\w+\{(?P<key>[^,]+),(?P<body>.*?)\n\}", re.DOTALL)
MARKUP = {"{": "", "}": "", "\\&": "&", "``": "“", "''": "”", " -- ": " – ", "--": "-"}
FILE = "references.bib"
OTHERS = "others"
OURS = Look()
FIELD = re.compile(r"(\w+)\s*=\s*\{(.*?)\}\s*(?:,\s*\n|,?\s*$)", re.DOTALL)


@lru_cache(maxsize=8)
def entries(look: Look = OURS) -> Mapping[str, str]:
    """Read the works that can be cited, ours and then the user's, as BibTeX: key to entry.

    Examples
    --------
    >>> entries()["holm1979"].splitlines()[0]
    '@article{holm1979,'
    """
    texts = [template_text(OURS, FILE), look.templates.get(FILE, "")]
    return {key: entry for text in texts for key, entry in _entries_in(text)}


def _entries_in(text: str) -> Iterator[tuple[str, str]]:
    """Return the keys and texts of BibTeX entries, in time that grows with the length of the text only."""
    place = 0
    while (start := START.search(text, place)) is not None:
        end = text.find("\n}", start.end())
        if end < 0:
            return  # no entry is closed any more
        yield start["key"].strip(), text[start.start() : end + 2]
        place = end + 2


@lru_cache(maxsize=8)
def references(look: Look = OURS) -> Mapping[str, Mapping[str, str]]:
    """Read the works that can be cited, ours and then the user's: key to fields.

    Examples
    --------
    >>> references()["demsar2006"]["year"]
    '2006'
    """
    bodies = {key: ENTRY.fullmatch(entry) for key, entry in entries(look).items()}
    return {
        key: {name.lower(): _plain(value) for name, value in FIELD.findall(found["body"])}
        for key, found in bodies.items()
        if found is not None
    }


def short_reference(key: str, *, look: Look = OURS) -> str:
    """Name a work by its authors and year.

    Examples
    --------
    >>> short_reference("demsar2006"), short_reference("garcia2008"), short_reference("benavoli2016")
    ('Demšar 2006', 'García and Herrera 2008', 'Benavoli et al. 2016')
    """
    work = _work(key, look)
    names = [name.split(",")[0] for name in work["author"].split(" and ")]
    many = len(names) > 2 or names[-1] == OTHERS
    authors = f"{names[0]} et al." if many else " and ".join(names)
    return f"{authors} {work['year']}"


def reference(key: str, *, look: Look = OURS) -> str:
    """Write one work as a line of plain text.

    Examples
    --------
    >>> print(reference("holm1979"))
    Holm, S. (1979). A simple sequentially rejective multiple test procedure.
    Scandinavian Journal of Statistics 6, 65–70.
    """
    work = _work(key, look)
    where = work.get("journal") or work.get("booktitle") or work.get("publisher") or work.get("school", "")
    volume = f" {work['volume']}" if "volume" in work else ""
    pages = f", {work['pages'].replace('-', '–')}" if "pages" in work else ""
    title = work["title"] + ("" if work["title"][-1] in ".?!" else ".")
    return f"{_authors(work['author'])} ({work['year']}). {title} {where}{volume}{pages}."


def _authors(names: str) -> str:
    """List the authors of a work as a bibliography does.

    Examples
    --------
    >>> _authors("Cawley, G. C. and Talbot, N. L. C."), _authors("Ismail-Fawaz, A. and others")
    ('Cawley, G. C. and Talbot, N. L. C.', 'Ismail-Fawaz, A. et al.')
    >>> _authors("Benavoli, A. and Corani, G. and Mangili, F.")
    'Benavoli, A., Corani, G. and Mangili, F.'
    """
    *first, last = names.split(" and ")
    if last == OTHERS:
        return f"{', '.join(first)} et al."
    return f"{', '.join(first)} and {last}" if first else last


def _work(key: str, look: Look) -> Mapping[str, str]:
    known = references(look)
    if key not in known:
        raise ReadError(
            f"no work {key!r} in the bibliography",
            hint="cite a key of references.bib; one in a folder of templates adds to ours",
        )
    lacking = [name for name in ("author", "year", "title") if not known[key].get(name)]
    if lacking:
        raise ReadError(
            f"the work {key!r} has no {' and no '.join(lacking)}",
            hint=f"{lacking[0]} = {{...}}, on a line of its own in references.bib",
        )
    return known[key]


def _plain(value: str) -> str:
    for markup, plain in MARKUP.items():
        value = value.replace(markup, plain)
    return re.sub(r"\s+", " ", value).strip()


def works_cited(sections: Sequence[Section], *, reasons: bool = False) -> list[str]:
    """Name the works that sections cite or list, each once, in alphabetical order; on request those of their reasons.

    Examples
    --------
    >>> words = ("Ranks ", Mark("cite", "demsar2006,friedman1937"), ".")
    >>> works_cited([Section(id="s", title="S", blocks=(Text(kind="item", words=words),))])
    ['demsar2006', 'friedman1937']
    """
    blocks = [block for section in sections for block in section.blocks]
    listed = {key for block in blocks if isinstance(block, Bibliography) for key, _ in block.works}
    told = [choice.reason for section in sections for choice in section.choices] if reasons else []
    marks = [word for words in (*map(_words, blocks), *told) for word in words if isinstance(word, Mark)]
    return sorted(listed | {key for mark in marks if mark.kind == "cite" for key in mark.text.split(",")})


def _words(block: Block) -> Words:
    match block:
        case Text() | Finding():
            return block.words
        case Table():
            return (*block.caption, *block.note)
        case Figure():
            return block.caption
    return ()
