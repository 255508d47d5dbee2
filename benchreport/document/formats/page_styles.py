"""Styles of a page without a style attribute: classes instead, and colours that have a dark partner."""

from __future__ import annotations

import re
from collections.abc import Mapping

STYLE_BEGUN = re.compile(r'style="(?<=\sstyle=")')
STYLED_TAG = re.compile(r'<[a-zA-Z][^<>]*\sstyle="[^"<>]*"[^<>]*>')
STYLE = re.compile(r'\s+style="([^"]*)"')
CLASS = re.compile(r'\sclass="')
COLOUR = re.compile(r"#([0-9a-fA-F]{6}|[0-9a-fA-F]{3})\b")
# What drawings of matplotlib say of all lines, once in every figure; the style sheet says it once.
DRAWN_SHEET = re.compile(r'<style type="text/css">[^<]*</style>')
# Greys with less chroma than that have no hue; white is the paper itself.
GREY, WHITE = 0.04, "#ffffff"


def classed(markup: str) -> tuple[str, str]:
    """Return markup whose style attributes have become classes, and the style sheet of these.

    Colours are variables, named by their value, with a partner for dark pages.

    Examples
    --------
    >>> markup, sheet = classed('<p class="a" style="color: #000"><b style="color: #000">')
    >>> markup
    '<p class="a s0"><b class="s0">'
    >>> sheet.splitlines()[0]
    '.s0{color: var(--c000000)}'
    """
    names: dict[str, str] = {}

    def replaced(tag: re.Match[str]) -> str:
        style = STYLE.search(tag[0])
        if style is None:
            return tag[0]
        name = names.setdefault(style[1].strip().rstrip(";"), f"s{len(names)}")
        plain = STYLE.sub("", tag[0])
        if CLASS.search(plain):
            return re.sub(r'(\sclass="[^"]*)"', rf'\1 {name}"', plain, count=1)
        end = -2 if plain.endswith("/>") else -1
        return f'{plain[:end]} class="{name}"{plain[end:]}'

    bare = DRAWN_SHEET.sub("", markup)
    parts, place = [], 0
    for begun in STYLE_BEGUN.finditer(bare):
        # Few tags have a style, and to look at the others takes longer.
        tag = STYLED_TAG.match(bare, max(bare.rfind("<", place, begun.start()), place))
        if tag is not None:
            parts += [bare[place : tag.start()], replaced(tag)]
            place = tag.end()
    text = "".join([*parts, bare[place:]])
    colours: dict[str, str] = {}
    rules = [f".{name}{{{COLOUR.sub(lambda hit: _variable(hit[0], colours), rule)}}}" for rule, name in names.items()]
    return text, "\n".join([*rules, *_partners(colours)])


def _variable(colour: str, colours: dict[str, str]) -> str:
    digits = colour[1:].lower()
    full = "".join(digit * 2 for digit in digits) if len(digits) == 3 else digits
    colours[f"--c{full}"] = f"#{full}"
    return f"var(--c{full})"


def _partners(colours: Mapping[str, str]) -> list[str]:
    """Return the variables of a light and of a dark page."""
    if not colours:
        return []
    light = ";".join(f"{name}:{colour}" for name, colour in colours.items())
    dark = ";".join(f"{name}:{dark_partner(colour)}" for name, colour in colours.items())
    return [
        f":root{{{light}}}",
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{dark}}}}}",
        f"@media screen{{:root[data-theme=dark]{{{dark}}}}}",
    ]


def dark_partner(colour: str) -> str:
    """Return the colour that takes the place of another one on a dark page: the same hue, light for dark.

    Examples
    --------
    >>> dark_partner("#ffffff"), dark_partner("#000000"), dark_partner("#0b62c4")
    ('var(--paper)', '#eeeeee', '#4593f9')
    """
    if colour == WHITE:
        return "var(--paper)"
    lightness, a, b = _oklab(colour)
    lighter = 0.95 - 0.72 * lightness if (a * a + b * b) ** 0.5 < GREY else 1.02 - 0.70 * lightness
    return _hex(lighter, a, b)


def _oklab(colour: str) -> tuple[float, float, float]:
    """Return a colour in Ottosson's OKLab, in which equal steps of lightness look equal."""
    red, green, blue = (_linear(int(colour[start : start + 2], 16) / 255) for start in (1, 3, 5))
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    medium = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * medium - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * medium + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * medium - 0.8086757660 * short,
    )


def _hex(lightness: float, a: float, b: float) -> str:
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    channels = (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
    return "#" + "".join(f"{round(255 * _shown(min(1.0, max(0.0, channel)))):02x}" for channel in channels)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4


def _shown(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055
