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
    ``reads_sections`` it also takes the other sections, which are made before. The part stands behind the one named by
    ``after``, and first where that is None. Its words are in the template ``sections/<id>.jinja``, which prints the
    fields of a ``record`` under the name ``s``.

    Examples
    --------
    >>> PARTS["matrix"].after
    'ranks'
    """

    id: str
    after: str | None
    make: Callable[..., Section | Sequence[Section] | None]
    reads_sections: bool = False
    record: type | None = None


PARTS = Index("benchreport.document.sections", Part)
