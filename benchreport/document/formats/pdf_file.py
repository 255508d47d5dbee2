"""The file of a PDF: objects and streams compressed once, with the table that says where each of them is.

The library compresses as hard as it can, and does so for the file and again for its identifier.
"""

from __future__ import annotations

import hashlib
import zlib
from typing import Any

MARK = b"%\xf0\x9f\x96\xa4"
# How many bytes of the table say of an object whether it is free, in the file or packed; where; which of those packed.
WIDTHS = (1, 4, 4)
FREE, WRITTEN, PACKED = 0, 1, 2


def stream_content(sheet: Any) -> bytes:
    """Return what is inside a stream of a PDF, not compressed."""
    sheet.compress = False
    return bytes(sheet.data).split(b"stream\n", 1)[1].removesuffix(b"\nendstream")


def pdf_file(pdf: Any, version: str, identifier: bytes) -> bytes:
    """Return the bytes of a PDF whose objects are complete; its streams are compressed in place."""
    import pydyf

    if pdf.info:
        pdf.add_object(pdf.info)
    packed = [item for item in pdf.objects if item.compressible and item.free != "f"]
    contents = [bytes(item.data) for item in packed]
    places, place = [], 0
    for item, content in zip(packed, contents, strict=True):
        places += [item.number, place]
        place += len(content) + 1
    head = " ".join(map(str, places)).encode()
    extra: dict[str, Any] = {"Type": "/ObjStm", "N": len(packed), "First": len(head) + 1}
    pdf.add_object(pydyf.Stream([head, *contents], extra, compress=True))
    inside = {item.number: number for number, item in enumerate(packed)}
    parts = [b"%%PDF-%s\n%s\n" % (version.encode(), MARK)]
    position = len(parts[0])
    table: list[tuple[int, int, int]] = []
    for item in pdf.objects:
        if item.free == "f":
            table.append((FREE, 0, 65535))
        elif item.number in inside:
            table.append((PACKED, pdf.objects[-1].number, inside[item.number]))
        else:
            if isinstance(item, pydyf.Stream):
                compress_stream(item)
            parts.append(item.indirect + b"\n")
            table.append((WRITTEN, position, 0))
            position += len(parts[-1])
    table.append((WRITTEN, position, 0))
    entries = b"".join(number.to_bytes(size, "big") for row in table for size, number in zip(WIDTHS, row, strict=True))
    digest = hashlib.md5(b"".join(parts), usedforsecurity=False).hexdigest()
    names = (pydyf.String(identifier).data, pydyf.String(digest).data)
    extra = {"Type": "/XRef", "W": pydyf.Array(WIDTHS), "Size": len(table), "Root": pdf.catalog.reference}
    extra |= {"ID": pydyf.Array(names)} | ({"Info": pdf.info.reference} if pdf.info else {})
    pdf.add_object(pydyf.Stream([entries], extra, compress=True))
    compress_stream(pdf.objects[-1])
    parts.append(pdf.objects[-1].indirect + b"\nstartxref\n%d\n%%%%EOF\n" % position)
    return b"".join(parts)


def compress_stream(stream: Any) -> None:
    """Write a stream compressed, unless it is so already or must not be."""
    import pydyf

    if stream.compress:
        stream.stream = [zlib.compress(stream_content(pydyf.Stream(stream.stream)))]
        stream.extra["Filter"], stream.compress = "/FlateDecode", False
