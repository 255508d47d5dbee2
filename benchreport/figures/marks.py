"""What the marks of a figure show: algorithm, dataset and value, carried through SVG to pages that say so."""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

# One text for everything that an artist draws, or one for each of its points, lines or cells.
Facts = str | Sequence[str] | None
# The attributes of a mark by the names they have on the way; those of an image hold JSON.
ATTRIBUTES = {"a": "data-a", "d": "data-d", "v": "data-v", "rows": "data-rows", "cols": "data-cols"}
ATTRIBUTES |= {"cells": "data-cells"}
SIGN = "marks."
CODE = re.compile(r' id="[^"]*?marks\.([A-Za-z0-9_=-]+)"')
PLAIN_CODE = re.compile(rb' id="marks\.[A-Za-z0-9_=-]+"')
MARKED = re.compile(r'<(?:g|image)\b[^>]* id="[^"]*?marks\.[A-Za-z0-9_=-]+"[^>]*>')
GROUP = re.compile(r"<g\b[^>]*?(/?)>|</g>")
DRAWN = re.compile(r"<(?:defs>.*?</defs>|(use|path)\b)", re.DOTALL)


def mark_of(algorithm: Facts = None, dataset: Facts = None, value: Facts = None) -> str | None:
    """Return what a mark shows as the ``gid`` of its artist; None where it shows neither.

    An artist that draws several points, lines or cells takes a text for each, or one for all of them.

    Examples
    --------
    >>> mark_of("C4.5", value="AUC 0.812")
    'marks.eyJhIjoiQzQuNSIsInYiOiJBVUMgMC44MTIifQ=='
    """
    return _code({"a": algorithm, "d": dataset, "v": value})


def mark_of_image(rows: Sequence[str], columns: Sequence[str], cells: Sequence[str]) -> str | None:
    """Return what an image of algorithms by datasets shows as its ``gid``: names from the top left, texts row by row.

    Examples
    --------
    >>> with_marks(f'<image id="{mark_of_image([], ["iris"], ["rank 1"])}"/>')
    '<image data-rows="[]" data-cols="[&quot;iris&quot;]" data-cells="[&quot;rank 1&quot;]"/>'
    """
    return _code({"rows": _compact(list(rows)), "cols": _compact(list(columns)), "cells": _compact(list(cells))})


def with_marks(drawing: str) -> str:
    """Return an SVG drawing whose elements say what they show, in place of the ids that said so.

    Examples
    --------
    >>> with_marks(f'<g id="{mark_of("<b>", ["iris", "wine"])}"><use x="1"/><use x="2"/></g>')
    '<g><use data-a="&lt;b&gt;" data-d="iris" x="1"/><use data-a="&lt;b&gt;" data-d="wine" x="2"/></g>'
    """
    parts, place = [], 0
    for tag in MARKED.finditer(drawing):
        end = _end(drawing, tag)
        facts = _facts(tag[0])
        head, body = CODE.sub("", tag[0]), drawing[tag.end() : end]
        texts = {name: text for name, text in facts.items() if not isinstance(text, list)}
        if len(texts) == len(facts):
            head = _with_attributes(head, texts)
        else:
            body = _each_marked(body, facts, texts)
        parts += [drawing[place : tag.start()], head, body]
        place = end
    return "".join([*parts, drawing[place:]])


def unmarked(svg: bytes) -> bytes:
    """Return an SVG file without the ids of marks.

    Examples
    --------
    >>> unmarked(f'<g id="{mark_of("C4.5")}"><path/></g>'.encode())
    b'<g><path/></g>'
    """
    return PLAIN_CODE.sub(b"", svg)


def _code(facts: Mapping[str, Facts]) -> str | None:
    texts = {name: text if isinstance(text, str) else list(text) for name, text in facts.items() if text is not None}
    return SIGN + urlsafe_b64encode(_compact(texts).encode()).decode() if texts else None


def _compact(content: Any) -> str:
    return json.dumps(content, separators=(",", ":"))


def _facts(tag: str) -> dict[str, Any]:
    """Return what a tag says by its id; nothing where a drawing of the user's own has such an id by chance."""
    code = CODE.search(tag)
    try:
        facts = json.loads(urlsafe_b64decode(code[1])) if code else {}
        texts = {name: facts[name] for name in ATTRIBUTES if name in facts}
    except (TypeError, ValueError):
        return {}
    counts = {len(column) for column in texts.values() if isinstance(column, list)}
    return texts if len(counts) < 2 else {}


def _end(drawing: str, tag: re.Match[str]) -> int:
    """Return where the content of an element ends."""
    if tag[0].endswith("/>") or not tag[0].startswith("<g"):
        return tag.end()
    depth = 1
    for other in GROUP.finditer(drawing, tag.end()):
        depth += -1 if other[0] == "</g>" else 0 if other[1] else 1
        if not depth:
            return other.start()
    return len(drawing)


def _each_marked(body: str, facts: Mapping[str, Any], shared: Mapping[str, str]) -> str:
    """Return the content of a group in which every point, or every line where there are none, has its own facts.

    The line through points says what they share. Where something was not drawn, nobody knows which, and all do.
    """
    shapes = [shape[1] for shape in DRAWN.finditer(body) if shape[1]]
    kind = "use" if "use" in shapes else "path"
    (count,) = {len(column) for column in facts.values() if isinstance(column, list)}
    rows: Iterator[Mapping[str, str]] = iter(
        [{name: text if isinstance(text, str) else text[i] for name, text in facts.items()} for i in range(count)]
        if count == shapes.count(kind)
        else [shared] * len(shapes)
    )
    return DRAWN.sub(
        lambda shape: shape[0] + (_attributes(next(rows) if shape[1] == kind else shared) if shape[1] else ""), body
    )


def _with_attributes(tag: str, facts: Mapping[str, str]) -> str:
    name = re.match(r"<\w+", tag)
    return f"{name[0]}{_attributes(facts)}{tag[name.end() :]}" if name else tag


def _attributes(facts: Mapping[str, str]) -> str:
    return "".join(f' {ATTRIBUTES[name]}="{escape(str(text))}"' for name, text in facts.items())
