"""Is every method that a written catalogue lists covered, in the groups that it says, and no other?"""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchreport.cli.coverage import coverage, group_titles

NAME = re.compile(r"`([a-z][a-z_0-9]*)`")
# An entry is a heading of the fourth level, or a row of a table; both begin with the names.
ENTRY = re.compile(r"^(?:#### (?P<heading>.*)|\| (?P<cell>`[^|]*)\|.*)$", re.MULTILINE)
GROUP = re.compile(r"^(?P<number>\d+)\. \*\*[^*]+\*\*: (?P<names>.*)$", re.MULTILINE)


def listed(text: str) -> list[str]:
    """Give the names of all entries, in the order of the text."""
    entries = (found["heading"] or found["cell"] for found in ENTRY.finditer(text))
    return list(dict.fromkeys(name for entry in entries for name in NAME.findall(entry)))


def grouped(text: str) -> Iterator[tuple[str, int]]:
    """Give every covered method that a numbered group names, with the number."""
    for found in GROUP.finditer(text):
        for name in re.findall(r"[a-z][a-z_0-9]+", found["names"]):
            if name in coverage():
                yield name, int(found["number"])


def uncovered(text: str) -> list[str]:
    """Say what the catalogue lists and we do not cover, what we cover beyond it, and whose group differs."""
    names, titles = listed(text), group_titles()
    return [
        *(f"{name}: listed, and not covered" for name in names if name not in coverage()),
        *(f"{name}: covered, and not listed" for name in coverage() if name not in names),
        *(
            f"{name}: not in group {number}"
            for name, number in grouped(text)
            if titles[number - 1] not in coverage()[name].groups
        ),
    ]
