"""The sections of a report: a topic in each module, which declares its sections."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from benchreport.scan import Index

if TYPE_CHECKING:
    from benchreport.document.model.blocks import Section


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A part of a report, declared in the module of the function that makes it.

    ``make`` takes the evidence and returns a section, several, or None where the data call for none; with
    ``reads_sections`` it also takes the other sections, which are made before. The parts of the standard report stand
    in the order of ``STANDARD``; any other stands behind the one named by ``after``, and first of them where that is
    None. Its words are in the template ``sections/<id>.jinja``, which prints the fields of a ``record`` under the name
    ``s``.

    Examples
    --------
    >>> PARTS["matrix"].after
    'ranks'
    """

    id: str
    make: Callable[..., Section | Sequence[Section] | None]
    after: str | None = None
    reads_sections: bool = False
    record: type | None = None


# The standard report: what comes before the sections that are asked for by name, and what closes it.
OPENING = ("answer", "data", "results", "sensitivity", "sizes", "cost", "singles", "predictions", "errors")
CLOSING = ("tables", "methods", "references")
STANDARD = OPENING + CLOSING
PARTS = Index("benchreport.document.sections", Part)
