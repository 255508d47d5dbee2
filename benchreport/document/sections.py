"""How do the words of a section become blocks? Templates are rendered once, to text and nodes."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import SandboxedEnvironment

from benchreport.document.blocks import (
    Bibliography,
    Block,
    Figure,
    Finding,
    Inline,
    Mark,
    MarkKind,
    Section,
    Table,
    Text,
    Words,
)
from benchreport.document.numbers import p_statement
from benchreport.resources import PLACES

MARKER = re.compile("\x00(\\d+)\x00")


class Marker(str):
    """Stands in rendered text where a node belongs; NUL never occurs in input, so nothing else can look like it."""

    __slots__ = ()


class Nodes:
    """The ``m`` of section templates: every call leaves a marker and keeps the node."""

    def __init__(self) -> None:
        self.kept: list[Inline | Words | Block] = []

    def keep(self, node: Inline | Words | Block) -> Marker:
        """Keep a node and give its marker."""
        self.kept.append(node)
        return Marker(f"\x00{len(self.kept) - 1}\x00")

    def _mark(self, kind: MarkKind, text: Any) -> Marker:
        return self.keep(Mark(kind, str(text)))

    def strong(self, text: Any) -> Marker:
        """Print in bold."""
        return self._mark("strong", text)

    def em(self, text: Any) -> Marker:
        """Print in italics."""
        return self._mark("em", text)

    def code(self, text: Any) -> Marker:
        """Print literally."""
        return self._mark("code", text)

    def math(self, tex: str) -> Marker:
        """Print a formula."""
        return self._mark("math", tex)

    def cite(self, *keys: str) -> Marker:
        """Cite works of the bibliography."""
        return self._mark("cite", ",".join(keys))

    def ref(self, block: Table | Figure | Section) -> Marker:
        """Refer to a table, a figure or a section."""
        return self._mark("ref", block.id)

    def p(self, value: float | None) -> Marker:
        """Print a p-value as a statement."""
        return self.keep((Mark("em", "p"), f" {p_statement(value)}"))

    def table(self, table: Table) -> Marker:
        """Place a table."""
        return self.keep(table)

    def figure(self, figure: Figure) -> Marker:
        """Place a figure."""
        return self.keep(figure)

    def finding(self, rows: Any, words: str) -> Marker:
        """Place a verdict, with the rows it was read from."""
        return self.keep(Finding(words=self.words(words), rows=rows))

    def bibliography(self, works: Any) -> Marker:
        """Place the list of references, where citations lead."""
        return self.keep(Bibliography(works=tuple(works)))

    def literal(self, text: str) -> Marker:
        """Place a block of literal text."""
        return self.keep(Text(kind="literal", words=(text,)))

    def words(self, text: str) -> Words:
        """Split rendered text at its markers."""
        words: list[Inline] = []
        for position, part in enumerate(MARKER.split(text)):
            if position % 2 == 0:
                words += [re.sub(r"\s+", " ", part)] if part else []
                continue
            node = self.kept[int(part)]
            words += node if isinstance(node, tuple) else [node]  # type: ignore[list-item]
        return tuple(words)

    def block(self, text: str) -> Block | None:
        """Give the block that a paragraph consists of, if it is nothing but its marker."""
        found = MARKER.fullmatch(text.strip())
        node = self.kept[int(found[1])] if found else None
        return node if isinstance(node, (Table, Figure, Finding, Text, Bibliography)) else None


@lru_cache(maxsize=1)
def _loader() -> FileSystemLoader:
    return FileSystemLoader([str(place / "sections") for place in PLACES["templates"]])


def section(name: str, context: dict[str, Any], *, id: str | None = None) -> Section:  # noqa: A002
    """Render one section template into a section.

    Whatever a template prints that is not a node is the user's text: it can break neither paragraph nor heading.
    """
    nodes = Nodes()
    finalize: Callable[[Any], Marker] = lambda value: value if isinstance(value, Marker) else nodes.keep(_plain(value))  # noqa: E731
    environment = SandboxedEnvironment(
        loader=_loader(),
        finalize=finalize,
        autoescape=False,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    text = environment.get_template(f"{name}.jinja").render(m=nodes, **context)
    title, *paragraphs = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    blocks = [block for paragraph in paragraphs for block in _blocks(nodes, paragraph.strip())]
    heading = "".join(word if isinstance(word, str) else word.text for word in nodes.words(title.strip()))
    return Section(id=id or name, title=heading.removeprefix("# "), blocks=tuple(blocks))


def _blocks(nodes: Nodes, paragraph: str) -> list[Block]:
    placed = nodes.block(paragraph)
    if placed is not None:
        return [placed]
    if paragraph.startswith("## "):
        return [Text(kind="heading", words=nodes.words(paragraph[3:]))]
    if paragraph.startswith("- "):
        return [
            Text(kind="item", words=nodes.words(item)) for item in re.split(r"(?:^|\n)- ", paragraph) if item.strip()
        ]
    return [Text(kind="paragraph", words=nodes.words(paragraph))]


def _plain(value: Any) -> str:
    return re.sub(r"\s+", " ", str(value))
