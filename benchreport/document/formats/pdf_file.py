"""The file of a PDF: objects and streams compressed once, with the table that says where each of them is.

The library compresses as hard as it can, and does so for the file and again for its identifier.
"""

from __future__ import annotations

import hashlib
import zlib
from io import BytesIO
from itertools import accumulate
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
    numbers = [item.number for item in pdf.objects if item.compressible and item.free != "f"]
    inside = {number: place for place, number in enumerate(numbers)}
    pdf.add_object(_packed(pdf.objects, numbers))
    file = BytesIO()
    file.write(b"%%PDF-%s\n%s\n" % (version.encode(), MARK))
    table: list[tuple[int, int, int]] = []
    for item in pdf.objects:
        if item.free == "f":
            table.append((FREE, 0, 65535))
        elif item.number in inside:
            table.append((PACKED, pdf.objects[-1].number, inside[item.number]))
        else:
            if isinstance(item, pydyf.Stream):
                compress_stream(item)
            table.append((WRITTEN, file.tell(), 0))
            _write(file, item)
    position = file.tell()
    table.append((WRITTEN, position, 0))
    entries = b"".join(number.to_bytes(size, "big") for row in table for size, number in zip(WIDTHS, row, strict=True))
    digest = hashlib.md5(file.getbuffer(), usedforsecurity=False).hexdigest()
    names = (pydyf.String(identifier).data, pydyf.String(digest).data)
    extra = {"Type": "/XRef", "W": pydyf.Array(WIDTHS), "Size": len(table), "Root": pdf.catalog.reference}
    extra |= {"ID": pydyf.Array(names)} | ({"Info": pdf.info.reference} if pdf.info else {})
    pdf.add_object(_compressed(entries, extra))
    _write(file, pdf.objects[-1])
    file.write(b"startxref\n%d\n%%%%EOF\n" % position)
    return file.getvalue()


def _write(file: BytesIO, item: Any) -> None:
    """Write an object to a file, piece by piece: streams of data may be large."""
    file.write(b"%d %d obj\n" % (item.number, item.generation))
    file.write(item.data)
    file.write(b"\nendobj\n")


def _packed(objects: list[Any], numbers: list[int]) -> Any:
    """Return the stream that objects are packed in; of large reports they are much, so they are written out once."""
    contents = [bytes(objects[number].data) for number in numbers]
    places = accumulate((len(content) + 1 for content in contents), initial=0)
    head = " ".join(f"{number} {place}" for number, place in zip(numbers, places, strict=False)).encode()
    extra: dict[str, Any] = {"Type": "/ObjStm", "N": len(numbers), "First": len(head) + 1}
    return _compressed(b"\n".join([head, *contents]), extra)


def _compressed(content: bytes, extra: dict[str, Any]) -> Any:
    """Return a stream that holds a content compressed."""
    import pydyf

    return pydyf.Stream([zlib.compress(content)], {**extra, "Filter": "/FlateDecode"})


def compress_stream(stream: Any) -> None:
    """Write a stream compressed, unless it is so already or must not be."""
    import pydyf

    if stream.compress:
        whole = len(stream.stream) == 1 and isinstance(stream.stream[0], bytes)  # as data are, which may be large
        content = stream.stream[0] if whole else stream_content(pydyf.Stream(stream.stream))
        stream.stream = [zlib.compress(content)]
        stream.extra["Filter"], stream.compress = "/FlateDecode", False
