"""References: the works that can be cited, as text and BibTeX, and those that sections cite."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from benchreport.document.model.bibtex import FILE, Work, plain, works_in, written
from benchreport.document.model.blocks import Bibliography, Look, Mark, Section, words_in
from benchreport.document.model.looks import template_text
from benchreport.errors import ReadError

OTHERS = "others"
OURS = Look()
NEEDED = ("author", "year", "title")


@lru_cache(maxsize=8)
def entries(look: Look = OURS) -> Mapping[str, Work]:
    """Return the works that can be cited, ours and then the user's: entries of BibTeX by key, abbreviations resolved.

    Examples
    --------
    >>> entries()["holm1979"].kind, entries()["holm1979"].fields["year"]
    ('article', '1979')
    """
    texts = [template_text(OURS, FILE), look.templates.get(FILE, "")]
    return {entry.key: entry for text in texts for entry in works_in(text)}


def bibtex(keys: Iterable[str], look: Look = OURS) -> str:
    """Return works as a file of BibTeX.

    Examples
    --------
    >>> print(bibtex(["nemenyi1963"]))
    @phdthesis{nemenyi1963,
      author = {Nemenyi, P. B.},
      title = {Distribution-free Multiple Comparisons},
      school = {Princeton University},
      year = {1963},
    }
    <BLANKLINE>
    """
    works = entries(look)
    return written(works[key] for key in keys)


@lru_cache(maxsize=1024)
def work(key: str, look: Look = OURS) -> Mapping[str, str]:
    """Return the fields of a work as plain text.

    Examples
    --------
    >>> work("demsar2006")["author"]
    'Demšar, J.'
    """
    works = entries(look)
    if key not in works:
        raise ReadError(
            f"no work {key!r} in the bibliography",
            hint="cite a key of references.bib; one in a folder of templates adds to ours",
        )
    fields = {name: plain(value) for name, value in works[key].fields.items()}
    lacking = [name for name in NEEDED if not fields.get(name)]
    if lacking:
        raise ReadError(
            f"the work {key!r} has no {' and no '.join(lacking)}", hint=f"{lacking[0]} = {{...}} in references.bib"
        )
    return fields


def short_reference(key: str, *, look: Look = OURS) -> str:
    """Return a work by its authors and year.

    Examples
    --------
    >>> short_reference("demsar2006"), short_reference("garcia2008"), short_reference("benavoli2016")
    ('Demšar 2006', 'García and Herrera 2008', 'Benavoli et al. 2016')
    """
    fields = work(key, look)
    names = [name.split(",")[0] for name in fields["author"].split(" and ")]
    many = len(names) > 2 or names[-1] == OTHERS
    authors = f"{names[0]} et al." if many else " and ".join(names)
    return f"{authors} {fields['year']}"


def reference(key: str, *, look: Look = OURS) -> str:
    """Return one work as a line of plain text.

    Examples
    --------
    >>> print(reference("holm1979"))
    Holm, S. (1979). A simple sequentially rejective multiple test procedure.
    Scandinavian Journal of Statistics 6, 65–70.
    """
    fields = work(key, look)
    where = fields.get("journal") or fields.get("booktitle") or fields.get("publisher") or fields.get("school", "")
    volume = f" {fields['volume']}" if "volume" in fields else ""
    pages = f", {fields['pages'].replace('-', '–')}" if "pages" in fields else ""
    title = fields["title"] + ("" if fields["title"][-1] in ".?!" else ".")
    return f"{_authors(fields['author'])} ({fields['year']}). {title} {where}{volume}{pages}."


def _authors(names: str) -> str:
    """Return the authors of a work as a bibliography does.

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


def works_cited(sections: Sequence[Section], *, reasons: bool = False) -> list[str]:
    """Return the works that sections cite or list, each once, by alphabet; on request those of their reasons too.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Text
    >>> words = ("Ranks ", Mark("cite", "demsar2006,friedman1937"), ".")
    >>> works_cited([Section(id="s", title="S", blocks=(Text(kind="item", words=words),))])
    ['demsar2006', 'friedman1937']
    """
    blocks = [block for section in sections for block in section.blocks]
    listed = {key for block in blocks if isinstance(block, Bibliography) for key, _ in block.works}
    reasoning = [choice.reason for section in sections for choice in section.choices] if reasons else []
    marks = [word for words in (*map(words_in, blocks), *reasoning) for word in words if isinstance(word, Mark)]
    return sorted(listed | {key for mark in marks if mark.kind == "cite" for key in mark.text.split(",")})
