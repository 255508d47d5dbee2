"""Venues: the widths of text and column, and the size of type, that a paper is set in there."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from benchreport.errors import one_of
from benchreport.records import dataclass

# Widths by name: a venue means a column of it, with a star both columns, as figure* does in LaTeX.
VenueWidth = Literal[
    "neurips", "iclr", "jmlr", "tmlr", "lncs", "icml", "aistats", "uai", "aaai", "cvpr", "ieee", "acm",
    "icml*", "aistats*", "uai*", "aaai*", "cvpr*", "ieee*", "acm*",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Venue:
    """The width of a column and of the page's text in inches, the size of the text in points, columns on a page."""

    column: float
    page: float
    size: float
    columns: int = 1


VENUES: Mapping[str, Venue] = {
    "neurips": Venue(5.5, 5.5, 10),
    "iclr": Venue(5.5, 5.5, 10),
    "icml": Venue(3.25, 6.75, 10, 2),
    "aistats": Venue(3.25, 6.75, 10, 2),
    "uai": Venue(3.25, 6.75, 10, 2),
    "jmlr": Venue(6.0, 6.0, 10.95),
    "tmlr": Venue(6.5, 6.5, 10),
    "aaai": Venue(3.3, 6.975, 10, 2),
    "cvpr": Venue(3.25, 6.875, 10, 2),
    "lncs": Venue(4.8, 4.8, 9),
    "ieee": Venue(3.5, 7.16, 10, 2),
    "acm": Venue(3.33, 7.0, 9, 2),
}


def named_widths() -> dict[str, float]:
    """Return the widths of all venues in inches by name; a star stands for both columns.

    Examples
    --------
    >>> named_widths()["icml"], named_widths()["icml*"]
    (3.25, 6.75)
    """
    both = {f"{name}*": venue.page for name, venue in VENUES.items() if venue.columns == 2}
    return {name: venue.column for name, venue in VENUES.items()} | both


def check_venue(name: str, venue: str) -> None:
    """Raise on a venue whose widths are not known."""
    one_of(venue, VENUES, name=name)
