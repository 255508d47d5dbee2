"""Which fonts does a document bring along, so that it looks the same everywhere?"""

from __future__ import annotations

from base64 import b64encode
from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path

FACES = {
    "STIXGeneral.ttf": ("STIXGeneral", "normal", "normal"),
    "STIXGeneralBol.ttf": ("STIXGeneral", "bold", "normal"),
    "STIXGeneralItalic.ttf": ("STIXGeneral", "normal", "italic"),
    "STIXGeneralBolIta.ttf": ("STIXGeneral", "bold", "italic"),
    "DejaVuSans.ttf": ("DejaVu Sans", "normal", "normal"),
    "DejaVuSans-Bold.ttf": ("DejaVu Sans", "bold", "normal"),
    "DejaVuSansMono.ttf": ("DejaVu Sans Mono", "normal", "normal"),
}


def font_file(name: str) -> Path:
    """Find a font that matplotlib ships."""
    spec = find_spec("matplotlib")
    folder = Path(spec.origin).parent if spec and spec.origin else Path()
    return folder / "mpl-data" / "fonts" / "ttf" / name


@lru_cache(maxsize=1)
def paper_faces() -> str:
    """Give the style sheet that brings all fonts of the PDF, whole; WeasyPrint keeps what is used."""
    return "\n".join(_face(name, font_file(name).read_bytes(), "ttf") for name in FACES)


def figure_face(characters: str) -> str:
    """Give the style sheet that brings the font of the figures, cut down to the characters used."""
    from fontTools import subset

    options = subset.Options(flavor="woff2", layout_features=["kern"], notdef_outline=True, drop_tables=["FFTM"])
    font = subset.load_font(str(font_file("DejaVuSans.ttf")), options)
    chosen = subset.Subsetter(options)
    chosen.populate(text="".join(sorted(set(characters))))
    chosen.subset(font)
    font.flavor = "woff2"
    packed = BytesIO()
    font.save(packed)
    font.close()
    return _face("DejaVuSans.ttf", packed.getvalue(), "woff2")


def _face(name: str, content: bytes, kind: str) -> str:
    family, weight, style = FACES[name]
    mime = {"ttf": "font/ttf", "woff2": "font/woff2"}[kind]
    data = b64encode(content).decode()
    return (
        f'@font-face{{font-family:"{family}";font-weight:{weight};font-style:{style};'
        f"src:url(data:{mime};base64,{data})}}"
    )
