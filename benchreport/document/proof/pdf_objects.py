"""The objects of two PDF files compared: everything a reader could see or a program could read, not only the pages."""

from __future__ import annotations

import io
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import Any

from benchreport.errors import BenchreportError, ReadError
from benchreport.records import dataclass

# How a stream is packed, not what it holds.
PACKING = frozenset({"/Length", "/Filter", "/DecodeParms", "/DL"})
# What a program that saves a file again may set: numbers of objects, and who saved it when.
BOOKKEEPING = frozenset({"/Info/Producer", "/Info/ModDate"})
# What the reader of PDF files raises on objects of the wrong kind, beside its own errors.
MALFORMED = (
    *(TypeError, ValueError, LookupError, AttributeError, ArithmeticError, AssertionError, RecursionError, OSError),
    *(NotImplementedError, zlib.error, struct.error),
)
# Entries of a document and of a page that decide what is shown or done; benchreport writes none of them.
DOCUMENT_ADDITIONS = ("/OpenAction", "/AA", "/OCProperties", "/AcroForm", "/Collection", "/Threads", "/URI")
PAGE_ADDITIONS = ("/AA", "/Rotate", "/CropBox", "/UserUnit", "/B", "/Dur", "/Trans")
AUTHORED = ("/Title", "/Author", "/Subject", "/Keywords")
SHAPES = {"dictionary": "a dictionary", "stream": "a stream", "array": "an array"}
END_OF_FILE = b"%%EOF"
MOST_DIFFERENCES = 50
HEADER = re.compile(rb"%PDF-\d\.\d")


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectDifference:
    """One place where the objects of two files differ."""

    where: str
    given: str
    made: str


@contextmanager
def damage_as_errors(name: str = "the file") -> Iterator[None]:
    """Raise ``ReadError`` where the objects of a PDF are not what the format demands.

    The reader trusts what it reads and raises whatever Python raises on other types.
    """
    from pypdf.errors import PyPdfError

    try:
        yield
    except BenchreportError:
        raise
    except (PyPdfError, *MALFORMED) as problem:
        raise ReadError(
            f"{name} is not a readable PDF", hint="name the .pdf of a report, such as report.pdf"
        ) from problem


def reader_of(content: bytes) -> Any:
    """Read a PDF strictly enough that nothing is guessed."""
    from pypdf import PdfReader

    with damage_as_errors():
        return PdfReader(io.BytesIO(content))


@damage_as_errors()
def object_differences(given: bytes, made: bytes) -> list[ObjectDifference]:
    """Return how the object graphs of two PDF files differ, from their trailers on.

    Numbers of objects, compression, file ids and the name of the program that saved last are not compared.
    """
    theirs, ours = (reader_of(content).trailer for content in (given, made))
    return list(islice(_walk(_top(theirs), _top(ours)), MOST_DIFFERENCES))


def _top(trailer: Any) -> dict[str, Any]:
    return {name: trailer.raw_get(name) for name in trailer if name in ("/Root", "/Info", "/Encrypt")}


def _walk(given: Any, made: Any) -> Iterator[ObjectDifference]:
    """Yield the differences of two graphs, side by side; objects that were met together before are not walked again."""
    met: set[tuple[Any, Any]] = set()
    pending: list[tuple[str, Any, Any]] = [("", given, made)]
    while pending:
        where, left, right = pending.pop()
        keys = _key(left), _key(right)
        if keys[0] is not None and keys[1] is not None:
            if keys in met:
                continue
            met.add(keys)
        left, right = _resolved(left), _resolved(right)
        if where in BOOKKEEPING:
            continue
        yield from _differing(where, left, right)
        pending += _children(where, left, right)


def _key(value: Any) -> Any:
    from pypdf import generic

    return (value.idnum, value.generation) if isinstance(value, generic.IndirectObject) else None


def _resolved(value: Any) -> Any:
    from pypdf import generic

    steps = 0
    while isinstance(value, generic.IndirectObject):
        value, steps = value.get_object(), steps + 1
        if steps > 50:
            raise ReadError("an object of the PDF refers to itself", hint="the file was changed; ask its author")
    return generic.NullObject() if value is None else value


def _shape(value: Any) -> str:
    from pypdf import generic

    kinds = (
        (generic.StreamObject, "stream"),
        (dict, "dictionary"),
        (generic.ArrayObject, "array"),
        (generic.NameObject, "name"),
        ((generic.TextStringObject, generic.ByteStringObject), "string"),
        (generic.BooleanObject, "truth"),
        (generic.NullObject, "null"),
        ((int, float), "number"),
    )
    return next((name for kind, name in kinds if isinstance(value, kind)), type(value).__name__)


def _names(value: Any) -> set[str]:
    return set(value) - (PACKING if _shape(value) == "stream" else frozenset())


def _differing(where: str, left: Any, right: Any) -> Iterator[ObjectDifference]:
    """Yield how two values of the graphs differ; what lies inside them is walked on its own."""
    shapes = _shape(left), _shape(right)
    place = where or "the trailer"
    if shapes[0] != shapes[1]:
        yield ObjectDifference(where=place, given=_brief(left), made=_brief(right))
        return
    if shapes[0] in ("dictionary", "stream"):
        for name in sorted(_names(left) ^ _names(right)):
            given, made = (_brief(_raw(value, name)) if name in value else "nothing" for value in (left, right))
            if f"{where}{name}" not in BOOKKEEPING:
                yield ObjectDifference(where=f"{where}{name}", given=given, made=made)
        if shapes[0] == "stream" and _data(left) != _data(right):
            yield ObjectDifference(where=place, given="other content", made="the content made again")
    elif shapes[0] == "array":
        if len(left) != len(right):
            yield ObjectDifference(where=place, given=f"{len(left)} entries", made=f"{len(right)} entries")
    elif _plain(left) != _plain(right):
        yield ObjectDifference(where=place, given=_brief(left), made=_brief(right))


def _children(where: str, left: Any, right: Any) -> list[tuple[str, Any, Any]]:
    shape = _shape(left)
    if shape != _shape(right):
        return []
    if shape in ("dictionary", "stream"):
        shared = sorted(_names(left) & _names(right), reverse=True)
        return [(f"{where}{name}", _raw(left, name), _raw(right, name)) for name in shared]
    if shape == "array":
        both = list(zip(_raw_items(left), _raw_items(right), strict=False))
        return [(f"{where}[{place}]", *both[place]) for place in reversed(range(len(both)))]
    return []


def _raw(value: Any, name: str) -> Any:
    return value.raw_get(name) if hasattr(value, "raw_get") else value[name]


def _raw_items(value: Any) -> Sequence[Any]:
    return list(list.__iter__(value))


def _data(stream: Any) -> bytes:
    from pypdf.errors import PyPdfError

    try:
        return bytes(stream.get_data())
    except (PyPdfError, ValueError, KeyError, TypeError, NotImplementedError) as problem:
        raise ReadError(
            "a stream of the PDF cannot be unpacked", hint="the file was changed or damaged; ask its author"
        ) from problem


def _plain(value: Any) -> Any:
    from pypdf.generic import ByteStringObject

    if isinstance(value, ByteStringObject):
        return bytes(value).decode("latin-1")
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return float(value)
    return str(value)


def _brief(value: Any) -> str:
    text = str(_plain(value)) if _shape(value) not in ("dictionary", "stream", "array") else SHAPES[_shape(value)]
    return text if len(text) <= 80 else f"{text[:77]}..."


@damage_as_errors()
def raw_problems(content: bytes) -> list[str]:
    """Return what the bytes of a file hold that no reader shows, or that readers show in different ways."""
    problems = []
    end = content.rfind(END_OF_FILE)
    if end < 0:
        problems.append("the file has no end mark")
    elif content[end + len(END_OF_FILE) :].strip():
        problems.append("the file goes on behind its end mark")
    if not HEADER.match(content):
        problems.append("the file does not begin with a PDF header")
    problems += [f"an object has the key {name} twice" for name in _doubled_keys(content)]
    problems += [f"two attached files are called {name!r}" for name in _doubled_attachments(content)]
    return problems


@damage_as_errors()
def additions_of(content: bytes) -> set[str]:
    """Return what a file shows or does beside the text and pictures of its pages.

    Annotations, layers, actions, page boxes, alt texts and metadata are made by benchreport, whatever the versions of
    the libraries; so they can be compared where drawings cannot.
    """
    reader = reader_of(content)
    root = reader.trailer["/Root"]
    additions = {f"{key} of the document" for key in DOCUMENT_ADDITIONS if key in root}
    names = _resolved(root.get("/Names", {}))
    additions |= {f"{key} by name" for key in names if key not in ("/Dests", "/EmbeddedFiles")}
    additions |= {f"attached file {name!r}" for name in reader.attachments}
    information = reader.metadata or {}
    additions |= {f"metadata {key}: {information[key]}" for key in AUTHORED if key in information}
    for number, page in enumerate(reader.pages, 1):
        additions |= {f"{key} of page {number}" for key in PAGE_ADDITIONS if key in page and _plain(page[key]) != 0.0}
        annotations = _raw_items(_resolved(page.get("/Annots", [])))
        additions |= {_annotation(_resolved(reference), number) for reference in annotations}
    return additions | {f"alt text {text!r}" for text in _alt_texts(_resolved(root.get("/StructTreeRoot", {})))}


def _annotation(annotation: Any, page: int) -> str:
    """Return an annotation in words: a link by where it leads, anything else by its kind and words."""
    kind = str(annotation.get("/Subtype"))
    action = _resolved(annotation.get("/A", {}))
    if kind == "/Link" and action.get("/S", "/GoTo") in ("/GoTo", "/URI") and "/AA" not in annotation:
        return f"link to {action['/URI']}" if "/URI" in action else "link inside the document"
    return f"annotation {kind} on page {page}: {annotation.get('/Contents', '')}"


def _alt_texts(tree: Any) -> Iterator[str]:
    """Return the alternative and actual texts of the structure tree."""
    pending, met = [tree], set()
    while pending:
        item = _resolved(pending.pop())
        if _shape(item) == "array":
            pending += _raw_items(item)
        elif _shape(item) == "dictionary" and id(item) not in met:
            met.add(id(item))
            yield from (str(item[key]) for key in ("/Alt", "/ActualText") if key in item)
            if "/K" in item:
                pending.append(item.raw_get("/K"))


def _doubled_attachments(content: bytes) -> list[str]:
    names = reader_of(content).attachments
    return sorted(name for name, parts in names.items() if len(parts) > 1)


def _doubled_keys(content: bytes) -> list[str]:
    """Return keys that stand twice in one dictionary: readers disagree on which counts."""
    return sorted({key for text in _syntax(content) for key in _doubled_in(text)})


def _syntax(content: bytes) -> Iterator[bytes]:
    """Return the parts of a file that are PDF syntax: all objects, also packed ones, without the data of streams."""
    yield re.sub(rb"\bstream\r?\n.*?\r?\n?endstream\b", b"", content, flags=re.DOTALL)
    reader = reader_of(content)
    for number in sorted({reader.xref_objStm[inside][0] for inside in reader.xref_objStm}):
        yield _data(reader.get_object(number))


TOKEN = re.compile(
    rb"<<|>>|\[|\]|/[^\s<>\[\]()/%{}]*|\((?:\\.|[^\\()])*\)|<[0-9A-Fa-f\s]*>|%[^\r\n]*|[^\s<>\[\]()/%{}]+|\S", re.DOTALL
)


def _doubled_in(text: bytes) -> Iterator[str]:
    """Yield the doubled keys of dictionaries, read token by token; a key is every second value of a dictionary."""
    stack: list[tuple[bytes, set[bytes], list[int]]] = []
    for match in TOKEN.finditer(text):
        token = match[0]
        if token.startswith(b"%"):
            continue
        if token in (b"<<", b"["):
            if stack:
                stack[-1][2][0] += 1
            stack.append((token, set(), [0]))
        elif token in (b">>", b"]"):
            if stack:
                stack.pop()
        elif stack:
            kind, keys, count = stack[-1]
            if token == b"R" and count[0] >= 2:
                count[0] -= 1  # a reference is three tokens and one value
            else:
                if kind == b"<<" and count[0] % 2 == 0 and token.startswith(b"/"):
                    if token in keys:
                        yield token.decode("latin-1")
                    keys.add(token)
                count[0] += 1
