"""Which works do the methods cite?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from benchreport.document.blocks import Look
from benchreport.document.looks import template_text
from benchreport.errors import ReadError

ENTRY = re.compile(r"@\w+\{(?P<key>[^,]+),(?P<body>.*?)\n\}", re.DOTALL)
MARKUP = {"{": "", "}": "", "\\&": "&", "``": "“", "''": "”", " -- ": " – ", "--": "-"}
FILE = "references.bib"
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
    return {entry["key"].strip(): entry[0] for text in texts for entry in ENTRY.finditer(text)}


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
    authors = names[0] if len(names) == 1 else " and ".join(names) if len(names) == 2 else f"{names[0]} et al."
    return f"{authors} {work['year']}"


def reference(key: str, *, look: Look = OURS) -> str:
    """Write one work as a line of plain text.

    Examples
    --------
    >>> print(reference("holm1979"))
    Holm, S. (1979). A simple sequentially rejective multiple test procedure.
    Scandinavian Journal of Statistics 6, 65-70.
    """
    work = _work(key, look)
    where = work.get("journal") or work.get("booktitle") or work.get("publisher") or work.get("school", "")
    volume = f" {work['volume']}" if "volume" in work else ""
    pages = f", {work['pages']}" if "pages" in work else ""
    title = work["title"] + ("" if work["title"][-1] in ".?!" else ".")
    return f"{work['author']} ({work['year']}). {title} {where}{volume}{pages}."


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
