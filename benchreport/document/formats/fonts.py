"""Fonts that a document carries, so that it looks the same everywhere."""

from __future__ import annotations

import re
import string
from base64 import b64encode
from functools import lru_cache, partial
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

from benchreport.resources import resource

SCHEME = "font:"
SANS = "Source Sans Pro"
# The name of a file, with the family, weight and style that it is known by.
FACES = {
    "STIXGeneral.ttf": ("STIXGeneral", "normal", "normal"),
    "STIXGeneralBol.ttf": ("STIXGeneral", "bold", "normal"),
    "STIXGeneralItalic.ttf": ("STIXGeneral", "normal", "italic"),
    "STIXGeneralBolIta.ttf": ("STIXGeneral", "bold", "italic"),
    "SourceSansPro-Regular.ttf": (SANS, "normal", "normal"),
    "SourceSansPro-Semibold.ttf": (SANS, "600", "normal"),
    "SourceSansPro-It.ttf": (SANS, "normal", "italic"),
    "SourceSansPro-SemiboldIt.ttf": (SANS, "600", "italic"),
    "DejaVuSans.ttf": ("DejaVu Sans", "normal", "normal"),
    "DejaVuSans-Bold.ttf": ("DejaVu Sans", "bold", "normal"),
    "DejaVuSansMono.ttf": ("DejaVu Sans Mono", "normal", "normal"),
}

# What reports are written with, apart from names: of these signs, fonts lie ready in templates/fonts/page.
USUAL = frozenset(
    string.printable
    + "\u00a0\u2004\u2007\u2008\u2009\u202f§¯°±²³µ·¹×ıˆ˜áéíāłńśŠšΔΛΦαβγδεηθλμνρστχψ‐‑–—‘’“”…′⁰⁴⁵⁶⁷⁸⁹⁻"
    + "←↑→↓↩⇄∈∑−∞∼≈≠≤≥≻⊤⌈⌉⌊⌋▲▴►▼▾◄◇○●◐☰✕⪰𝟏"
)


def font_file(name: str) -> Path:
    """Return the path of a font: Source Sans ships with benchreport, the others with matplotlib."""
    if name in FACES and FACES[name][0] == SANS:
        return resource("templates", f"fonts/{name}")
    spec = find_spec("matplotlib")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    return folder / "mpl-data" / "fonts" / "ttf" / name


@lru_cache(maxsize=1)
def paper_faces() -> str:
    """Return the style sheet that names all fonts of the PDF; the layout fetches them and keeps what is used.

    Written out as data, the fonts would take longer to parse than the rest of the document takes to lay out.
    """
    return "\n".join(_face(name, f"{SCHEME}{name}") for name in FACES)


def font_of(address: str) -> bytes:
    """Return the font that an address of :func:`paper_faces` names."""
    name = address.removeprefix(SCHEME)
    if name not in FACES:
        raise ValueError(f"{address} is not a font of a report")
    return font_file(name).read_bytes()


def text_faces(families: str, characters: str) -> str:
    """Return the style sheet that brings those of our fonts that a text names, cut down to few characters.

    These are the usual ones, or those of a text that has others.
    """
    named = [name for name, (family, _, _) in FACES.items() if re.search(rf"\b{family}\b(?! Mono)", families)]
    signs = frozenset(characters)
    cut = _ready_font if signs <= USUAL else partial(cut_font, characters="".join(sorted(signs)))
    return "\n".join(_face(name, f"data:font/woff2;base64,{b64encode(cut(name)).decode()}") for name in named)


def _ready_font(name: str) -> bytes:
    return resource("templates", f"fonts/page/{Path(name).stem}.woff2").read_bytes()


@lru_cache(maxsize=16)
def cut_font(name: str, characters: str, *, renamed: bool = False) -> bytes:
    """Return a font cut down to some characters, compressed for a page.

    Where it is ``renamed``, it does not bear the name of the whole font, which is reserved.
    """
    from fontTools import subset

    options = subset.Options(
        flavor="woff2", layout_features=["kern"], notdef_outline=True, drop_tables=["FFTM"], obfuscate_names=renamed
    )
    font = subset.load_font(str(font_file(name)), options)
    chosen = subset.Subsetter(options)
    chosen.populate(text=characters)
    chosen.subset(font)
    font.flavor = "woff2"
    packed = BytesIO()
    font.save(packed)
    font.close()
    return packed.getvalue()


def _face(name: str, address: str) -> str:
    family, weight, style = FACES[name]
    return f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};src:url({address})}}'
