"""Where must a reader of the paper be told the page, and what do the lists in front say?"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from benchreport.document.model.blocks import Block, Figure, Finding, Inline, Mark, Report, Table, Text, Words

# An exhibit so many blocks away is in sight.
NEAR = 2
LONGEST_LINE = 96


def with_pages(report: Report) -> Report:
    """Put the page behind every reference to something that is not in sight.

    Examples
    --------
    >>> from benchreport.document.model.blocks import Section
    >>> words = ("See ", Mark("ref", "b"), ".")
    >>> first = Section(id="a", title="A", blocks=(Text(kind="paragraph", words=words),))
    >>> told = with_pages(Report(title="T", sections=(first, Section(id="b", title="B", blocks=()))))
    >>> [word if isinstance(word, str) else (word.kind, word.text) for word in told.sections[0].blocks[0].words]
    ['See ', ('ref', 'b'), ('page', 'b'), '.']
    """
    places = {
        block.id: (section.id, place)
        for section in report.sections
        for place, block in enumerate(section.blocks)
        if isinstance(block, (Table, Figure))
    }
    return replace(
        report,
        sections=tuple(
            replace(
                section,
                blocks=tuple(_block(block, section.id, place, places) for place, block in enumerate(section.blocks)),
            )
            for section in report.sections
        ),
    )


def _block(block: Block, section: str, place: int, places: Mapping[str, tuple[str, int]]) -> Block:
    if not isinstance(block, (Text, Finding)):
        return block

    def in_sight(target: str) -> bool:
        there, at = places.get(target, (target, place))
        return there == section and abs(at - place) <= NEAR

    return replace(block, words=tuple(_with_page(block.words, in_sight)))


def _with_page(words: Words, in_sight: Callable[[str], bool]) -> Iterator[Inline]:
    for word in words:
        yield word
        if isinstance(word, Mark) and word.kind == "ref" and not in_sight(word.text):
            yield Mark("page", word.text)


def line_of(caption: Words) -> str:
    """Return the first sentence of a caption, short enough for a line of a list.

    Examples
    --------
    >>> line_of(("Mean ranks by auc; rank 1 is best. Bars join those not shown to differ.",))
    'Mean ranks by auc; rank 1 is best'
    """
    text = "".join(word if isinstance(word, str) else word.text for word in caption)
    sentence = text.split(". ")[0].rstrip(".")
    if len(sentence) <= LONGEST_LINE:
        return sentence
    return sentence[:LONGEST_LINE].rsplit(" ", 1)[0].rstrip(",;:") + " …"
