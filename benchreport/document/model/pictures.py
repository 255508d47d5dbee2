"""What does a figure of a report look like in a format? It is drawn when that is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from benchreport.document.proof.cache import key_of, remembered

if TYPE_CHECKING:
    import polars as pl

    from benchreport.figures.style import Format


@dataclass(frozen=True, kw_only=True, eq=False)
class Picture:
    """A kind of figure, the numbers it shows, and how it shows them; drawn once, for all formats."""

    kind: str
    numbers: pl.DataFrame
    looks: Mapping[str, Any] = field(default_factory=dict)
    colours: Mapping[str, str] = field(default_factory=dict)

    def rendered(self, form: Format) -> bytes:
        """Return the bytes of a file, from the cache in use where they are there."""
        from benchreport.figures.style import installed_fonts, rendered

        return remembered(
            lambda: key_of("figure", form, self.kind, self.numbers, self.looks, self.colours, installed_fonts()),
            lambda: rendered(self._drawing, form),
        )

    @cached_property
    def _drawing(self) -> Any:
        from benchreport.figures.kinds import kind_of
        from benchreport.figures.layout.page import coloured

        with coloured(self.colours):
            return kind_of(self.kind).draw(self.numbers, **self.looks)


@dataclass(frozen=True, kw_only=True, eq=False)
class OwnDrawing:
    """A matplotlib figure that the user made. Nothing tells what it was made from, so it is never cached."""

    drawing: Any

    def rendered(self, form: Format) -> bytes:
        """Return the bytes of a file."""
        from benchreport.figures.style import rendered

        return rendered(self.drawing, form)
