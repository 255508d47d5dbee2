"""Which works do the methods cite?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from benchreport.errors import ReadError
from benchreport.resources import resource

ENTRY = re.compile(r"@\w+\{(?P<key>[^,]+),(?P<body>.*?)\n\}", re.DOTALL)
MARKUP = {"{": "", "}": "", "\\&": "&", "``": "“", "''": "”", " -- ": " – ", "--": "-"}
FIELD = re.compile(r"(\w+)\s*=\s*\{(.*?)\}\s*(?:,\s*\n|,?\s*$)", re.DOTALL)


@lru_cache(maxsize=1)
def references() -> Mapping[str, Mapping[str, str]]:
    """Read the bibliography that ships with the templates: key to fields.

    Examples
    --------
    >>> references()["demsar2006"]["year"]
    '2006'
    """
    text = resource("templates", "references.bib").read_text(encoding="utf8")
    return {
        entry["key"].strip(): {name.lower(): _plain(value) for name, value in FIELD.findall(entry["body"])}
        for entry in ENTRY.finditer(text)
    }


def reference(key: str) -> str:
    """Write one work as a line of plain text.

    Examples
    --------
    >>> print(reference("holm1979"))
    Holm, S. (1979). A simple sequentially rejective multiple test procedure.
    Scandinavian Journal of Statistics 6, 65-70.
    """
    known = references()
    if key not in known:
        raise ReadError(f"no work {key!r} in the bibliography", hint="cite a key of templates/references.bib")
    work = known[key]
    where = work.get("journal") or work.get("booktitle") or work.get("publisher") or work.get("school", "")
    volume = f" {work['volume']}" if "volume" in work else ""
    pages = f", {work['pages']}" if "pages" in work else ""
    title = work["title"] + ("" if work["title"][-1] in ".?!" else ".")
    return f"{work['author']} ({work['year']}). {title} {where}{volume}{pages}."


def _plain(value: str) -> str:
    for markup, plain in MARKUP.items():
        value = value.replace(markup, plain)
    return re.sub(r"\s+", " ", value).strip()
