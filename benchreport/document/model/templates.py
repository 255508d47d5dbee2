"""Templates of sections, rendered once to text and nodes, and the blocks that these become."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from jinja2 import pass_context
from jinja2.runtime import Context

from benchreport.document.model import blocks, sandbox
from benchreport.document.model.former_names import place_of
from benchreport.document.model.mathml import mathml
from benchreport.document.times import timed
from benchreport.errors import TemplateError, refuse_unknown
from benchreport.numerals import Null, decimals_for, limits_in_words, p_statement
from benchreport.resources import shipped

BLOCKS = (blocks.Text, blocks.Finding, blocks.Care, blocks.Table, blocks.Figure, blocks.Bibliography)
OPENINGS: Mapping[str, blocks.TextKind] = {"##": "heading", "###": "headline", ">": "lead"}
OPENING = re.compile(r"(##|###|>)\s+")
# What a node counts for beside its text.
NODE_LENGTH = 10
MARKER = re.compile("\x00(\\d+)\x00")


class Marker(str):
    """Stands in rendered text where a node belongs; NUL never occurs in input, so nothing else can look like it."""

    __slots__ = ()


class Nodes(sandbox.Vocabulary):
    """The ``m`` of section templates: every call leaves a marker and keeps the node."""

    def __init__(self) -> None:
        self.kept: list[blocks.Inline | blocks.Words | blocks.Block] = []
        self.choices: list[blocks.Choice] = []
        self.used: list[str] = []
        self.length = 0

    def keep(self, node: blocks.Inline | blocks.Words | blocks.Block) -> Marker:
        """Return the marker of a node, which is kept."""
        if not isinstance(node, (str, tuple, blocks.Mark, *BLOCKS)):
            raise TypeError(f"{type(node).__name__} is nothing that a section can place")
        self.kept.append(node)
        self.length += NODE_LENGTH + (
            len(node.text) if isinstance(node, blocks.Mark) else len(node) if isinstance(node, str) else 0
        )
        sandbox.refuse_endless_output(self.length)
        return Marker(f"\x00{len(self.kept) - 1}\x00")

    def _mark(self, kind: blocks.MarkKind, text: Any) -> Marker:
        return self.keep(blocks.Mark(kind, str(text)))

    def _marks(self, kind: blocks.MarkKind, texts: Sequence[Any]) -> Marker:
        last = len(texts) - 1
        joints = ["" if place == 0 else " and " if place == last else ", " for place in range(len(texts))]
        pairs = zip(joints, texts, strict=True)
        return self.keep(tuple(word for joint, text in pairs for word in (joint, blocks.Mark(kind, str(text))) if word))

    def strong(self, *texts: Any) -> Marker:
        """Print in bold; several are joined by commas and an "and"."""
        return self._marks("strong", texts)

    def em(self, text: Any) -> Marker:
        """Print in italics."""
        return self._mark("em", text)

    def code(self, text: Any) -> Marker:
        """Print literally."""
        return self._mark("code", text)

    def math(self, symbol: str) -> Marker:
        """Print a small symbol such as ``chi^2_F``."""
        return self._mark("math", symbol)

    def formula(self, tex: str) -> Marker:
        """Print a formula in TeX; one that is a paragraph of its own is displayed."""
        mathml(tex)
        return self._mark("formula", tex)

    def cite(self, *keys: str) -> Marker:
        """Return a citation of works of the bibliography."""
        return self._mark("cite", ",".join(keys))

    def ref(self, *parts: blocks.Table | blocks.Figure | blocks.Section) -> Marker:
        """Return a reference to a table, a figure or a section, or to several."""
        return self._marks("ref", [part.id for part in parts])

    def p(self, value: float | None, *, most: bool = False) -> Marker:
        """Print a p-value as a statement; with ``most`` it is the largest of several."""
        return self.keep((blocks.Mark("em", "p"), f" {p_statement(value, most=most)}"))

    def limits(self, low: float | None, high: float | None, decimals: int | None = None, *, null: Null = 0.0) -> Marker:
        """Print the limits of an interval, rounded outward; without ``decimals`` to two digits of its width."""
        width = None if low is None or high is None else high - low
        return self.keep(limits_in_words(low, high, decimals_for(width) if decimals is None else decimals, null=null))

    def file(self, table: blocks.Table) -> Marker:
        """Return the name of the data file of a table."""
        return self.keep(blocks.data_file(table.id))

    def table(self, table: blocks.Table) -> Marker:
        """Return the place of a table."""
        return self.keep(table)

    def figure(self, figure: blocks.Figure) -> Marker:
        """Return the place of a figure."""
        return self.keep(figure)

    def finding(self, rows: Any, words: str, *, headline: bool = False) -> Marker:
        """Return the place of a verdict with the rows it was read from; a headline comes into the summary too."""
        spoken = self.words(words.strip())
        if not isinstance(rows, sandbox.Rows):
            raise TypeError("a finding needs the result rows it was read from")
        return self.keep(blocks.Finding(words=spoken, rows=rows.frame(), headline=headline))

    def chose(self, question: str, method: str, reason: str) -> Marker:
        """Write down a choice and its reason, for the section "Why these tests"."""
        self.choices.append(blocks.Choice(question=question, method=method, reason=self.words(reason.strip())))
        return Marker("")

    def uses(self, *methods: str) -> Marker:
        """Write down methods that no result row names, so that the appendix describes them."""
        self.used += methods
        return Marker("")

    def said(self, words: blocks.Words) -> Marker:
        """Return the place of words that another section has too."""
        return self.keep(words)

    def phrase(self, text: str) -> Marker:
        """Return the place of words put together with ``{% set %}``; blanks around them are dropped."""
        return self.keep(self.words(text.strip()))

    def care(self, items: Sequence[tuple[str, str | blocks.Words]]) -> Marker:
        """Return the place of what must be read with care: labels, each with its words."""
        spoken = [(str(label), words if isinstance(words, tuple) else self.words(words)) for label, words in items]
        return self.keep(blocks.Care(items=tuple(spoken)))

    def bibliography(self, works: Any) -> Marker:
        """Return the place of the list of references, where citations lead."""
        return self.keep(blocks.Bibliography(works=tuple(works)))

    def literal(self, text: str) -> Marker:
        """Return the place of a block of literal text."""
        return self.keep(blocks.Text(kind="literal", words=(text,)))

    def words(self, text: str) -> blocks.Words:
        """Return rendered text as words and nodes, parted at its markers."""
        words: list[blocks.Inline] = []
        for position, part in enumerate(MARKER.split(text)):
            if position % 2 == 0:
                words += [re.sub(r"\s+", " ", part)] if part else []
                continue
            node = self.kept[int(part)]
            if isinstance(node, BLOCKS):
                raise TypeError(f"a {type(node).__name__.lower()} stands in a paragraph of its own")
            words += node if isinstance(node, tuple) else [node]
        return tuple(words)

    def block(self, text: str) -> blocks.Block | None:
        """Return the block that a paragraph consists of, if it is nothing but its marker."""
        marker = MARKER.fullmatch(text.strip())
        node = self.kept[int(marker[1])] if marker else None
        if isinstance(node, blocks.Mark) and node.kind == "formula":
            return blocks.Text(kind="formula", words=(node,))
        return node if isinstance(node, BLOCKS) else None


@pass_context
def _as_node(context: Context, value: Any) -> Marker:
    return value if isinstance(value, Marker) else context["m"].keep(_plain(value))


@lru_cache(maxsize=16)
def section_environment(look: blocks.Look) -> sandbox.Sandbox:
    """Return the environment of the templates of sections."""
    return sandbox.environment(look, finalize=_as_node, autoescape=False, keep_trailing_newline=True)


@timed("markup")
def section(
    name: str, context: dict[str, Any], *, id: str | None = None, look: blocks.Look = blocks.Look()
) -> blocks.Section:
    """Return the section that one template renders to.

    Whatever a template prints that is not a node is the user's text: it can break neither paragraph nor heading.
    """
    nodes = Nodes()
    path = f"sections/{name}.jinja"
    paths = sorted(name for name in {*shipped("templates"), *look.templates} if name.startswith("sections/"))
    refuse_unknown([path], paths, "there is no template {}", TemplateError)
    with sandbox.blamed(look, ["m", *context], former=partial(place_of, context.get("s"))):
        parts = section_environment(look).get_template(path).generate(m=nodes, **sandbox.sealed(context))
        text = sandbox.joined_output(parts, path)
    if not text.lstrip().startswith("# "):
        raise TemplateError(f"{path} does not begin with a title", hint="its first line is `# Title of the section`")
    title, *paragraphs = [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    try:
        placed = [block for paragraph in paragraphs for block in _blocks(nodes, paragraph.strip())]
        heading = "".join(word if isinstance(word, str) else word.text for word in nodes.words(title.strip()))
    except TypeError as problem:
        raise TemplateError(f"{path}: {problem}", hint="leave an empty line before and after it") from problem
    return blocks.Section(
        id=id or name.lower().replace("_", "-").replace(".", "-").strip("-"),
        title=heading.removeprefix("# "),
        blocks=tuple(placed),
        choices=tuple(nodes.choices),
        uses=tuple(nodes.used),
    )


def _blocks(nodes: Nodes, paragraph: str) -> list[blocks.Block]:
    placed = nodes.block(paragraph)
    if placed is not None:
        return [placed]
    opening = OPENING.match(paragraph)
    if opening:
        return [blocks.Text(kind=OPENINGS[opening[1]], words=nodes.words(paragraph[opening.end() :]))]
    if paragraph.startswith("- "):
        return [
            blocks.Text(kind="item", words=nodes.words(item))
            for item in re.split(r"(?:^|\n)- ", paragraph)
            if item.strip()
        ]
    return [blocks.Text(kind="paragraph", words=nodes.words(paragraph))]


def blocks_of(text: str) -> list[blocks.Block]:
    """Read a text as a section template would: paragraphs, headings and lists.

    Examples
    --------
    >>> [block.kind for block in blocks_of("An aim.\\n\\n## Then\\n\\n- one\\n- two")]
    ['paragraph', 'heading', 'item', 'item']
    """
    nodes = Nodes()
    paragraphs = re.split(r"\n\s*\n", text.replace("\x00", ""))
    return [block for part in paragraphs if part.strip() for block in _blocks(nodes, part.strip())]


def _plain(value: Any) -> str:
    return re.sub(r"\s+", " ", str(value))
