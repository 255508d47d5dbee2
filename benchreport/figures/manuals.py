"""Matplotlib without manuals: its artists get theirs while they are imported, and a command shows them to nobody."""

from __future__ import annotations

from importlib import import_module
from typing import Any


def import_without_manuals() -> None:
    """Run the import of matplotlib's artists without writing the lists of their properties, a quarter of its time.

    For commands alone: who draws in Python may want to read ``help(Line2D.set)``.
    """
    artist: Any = import_module("matplotlib.artist")
    kwdoc = artist.kwdoc
    artist.kwdoc = _no_properties
    try:
        import_module("matplotlib.figure")
    finally:
        artist.kwdoc = kwdoc


def _no_properties(_artist: object) -> str:
    return ""
