"""Delimited text, CSV and its kin: every data line becomes a row, or an error names the line."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

import polars as pl

from benchreport.errors import ReadError

SEPARATORS = ",;\t|"
BLANK_LINES = re.compile(rb"(?:\r?\n){2,}")
LONE_RETURN = re.compile(rb"\r(?!\n)")
# A cell in quotation marks, which may hold separators that separate nothing.
QUOTED_CELL = re.compile(r'(?:^|(?<=[,;\t|]))"(?:[^"]|"")*"(?=$|[,;\t|])')
PADDED = r"^\s*0\d"
DOUBLED_MARK = "write a quotation mark inside a cell twice, and quotation marks around that cell"


def read_delimited(content: bytes, name: str, *, decimal: str | None = None) -> pl.DataFrame:
    """Read UTF-8 text with a header line; the separator is the one that the header holds most of.

    Where a comma stands before ``decimal`` places, numbers with a point stay texts: 1.234 may be 1234.

    Quotation marks mean what they mean to Python's ``csv``: a cell that begins with one goes on to the next single
    one, and anywhere else a mark is a character like others. Blank lines are no data; a line with fewer cells than the
    header is a row whose last cells are missing.

    Examples
    --------
    >>> read_delimited(b'algorithm,error\\nSVM 5" wide,0.25\\n', "t.csv").row(0)
    ('SVM 5" wide', 0.25)
    """
    separator = separator_of(content)
    if b'"' in content or LONE_RETURN.search(content):
        header, plain, height = _rewritten(content, separator, name)
    else:
        header, plain, height = _without_marks(content, separator, name)
    try:
        frame = pl.read_csv(plain, separator=separator, infer_schema_length=None, glob=False)
        if frame.height != height:
            raise ReadError(
                f"{name!r} has {height} data lines, of which {frame.height} were read", hint="save it as Parquet"
            )
        whole = [place for place, kind in enumerate(frame.dtypes) if kind.is_integer()]
        if whole:
            # Numbers written with leading zeros are names: 007 is not 7.
            written = pl.read_csv(plain, separator=separator, columns=whole, infer_schema=False, glob=False)
            frame = frame.with_columns(column for column in written if column.str.contains(PADDED).any())
        pointed = [place for place, kind in enumerate(frame.dtypes) if kind.is_float() and decimal == ","]
        if pointed:
            frame = frame.with_columns(
                pl.read_csv(plain, separator=separator, columns=pointed, infer_schema=False, glob=False)
            )
    except pl.exceptions.PolarsError:
        _rewritten(content, separator, name)  # finds the line that is to blame, if one is
        raise
    return frame.rename(dict(zip(frame.columns, distinct_names(header), strict=True)))


def separator_of(content: bytes) -> str:
    """Return the separator of a table: of the usual ones the commonest outside the quoted cells of its first line.

    Examples
    --------
    >>> separator_of(b'"loss, mean";dataset')
    ';'
    """
    first = content.lstrip(b"\r\n").partition(b"\n")[0].decode(errors="replace").rstrip("\r")
    return max(SEPARATORS, key=QUOTED_CELL.sub("", first).count)


def distinct_names(header: Sequence[str]) -> list[str]:
    """Return the names of columns, a repeated one with a number behind it.

    Examples
    --------
    >>> distinct_names(["auc", "auc", "auc"])
    ['auc', 'auc_duplicated_0', 'auc_duplicated_1']
    """
    names: list[str] = []
    repeats: dict[str, int] = {}
    for name in header:
        candidate = name
        while candidate in names:
            candidate = f"{name}_duplicated_{repeats.get(name, 0)}"
            repeats[name] = repeats.get(name, 0) + 1
        names.append(candidate)
    return names


def _without_marks(content: bytes, separator: str, name: str) -> tuple[list[str], bytes, int]:
    """Return the header, the text with numbers for names, and how many rows it has; it holds no quotation mark."""
    n_lines = content.count(b"\n") + 1
    text = content.lstrip(b"\r\n")
    first, _, rest = (BLANK_LINES.sub(b"\n", text) if BLANK_LINES.search(text) else text).partition(b"\n")
    header = first.decode().rstrip("\r").split(separator)
    last = rest.rpartition(b"\n")[2]
    if last and last.count(separator.encode()) + 1 < len(header):
        raise _cut_off(name, n_lines, last.count(separator.encode()) + 1, len(header))
    return header, _numbered(header, separator) + rest, rest.count(b"\n") + bool(last)


def _rewritten(content: bytes, separator: str, name: str) -> tuple[list[str], bytes, int]:
    """Return the header, the text written anew with numbers for names and proper marks, and how many rows it has."""
    records = _records(content, separator, name)
    _, header = next(records, (1, []))
    written = io.BytesIO(_numbered(header, separator))
    text = io.TextIOWrapper(written, encoding="utf8", newline="")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text, delimiter=separator, lineterminator="\n")
    height = 0
    for _, cells in records:
        writer.writerow(cells)
        height += 1
    text.flush()
    return header, written.getvalue(), height


def _numbered(header: Sequence[str], separator: str) -> bytes:
    # The reader takes doubled marks in a header for two; numbers have none.
    return separator.join(f"c{place}" for place in range(len(header))).encode() + b"\n"


def _records(content: bytes, separator: str, name: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the number of its first line and the cells of the header and of every row; refuse what is none."""
    lines: list[str] = []

    def physical_lines() -> Iterator[str]:
        for line in io.TextIOWrapper(io.BytesIO(content), encoding="utf8", newline=""):
            lines.append(line)
            yield line

    reader = csv.reader(physical_lines(), delimiter=separator, strict=True)
    width, rows, header, hidden = 0, 0, (1, 1), False
    while True:
        number, lines[:] = reader.line_num + 1, []
        try:
            cells = next(reader)
        except StopIteration:
            if header[0] < header[1] and not rows:
                raise _long_header(name, header) from None
            return
        except csv.Error as problem:
            raise ReadError(f"{name!r}, line {number}: {_in_words(problem)}", hint=DOUBLED_MARK) from problem
        if not cells:
            continue
        if width == 0:
            width, header = len(cells), (number, reader.line_num)
            hidden = sum(line.count(separator) for line in lines) >= width
        else:
            rows += 1
        if header[0] < header[1] and (hidden or len(cells) < width):
            raise _long_header(name, header)
        if len(cells) > width:
            raise ReadError(
                f"{name!r}, line {number}: {len(cells)} cells where the header has {width}",
                hint=f"put quotation marks around a cell that holds {separator!r}",
            )
        if _swallowed(lines, cells, separator, width):
            if len(lines) > 1:
                reason = f"lines {number} to {reader.line_num} are one row, because a quotation mark stays open"
            else:
                reason = (
                    f"line {number}: between quotation marks {separator!r} separates nothing, and a cell is missing"
                )
            raise ReadError(f"{name!r}, {reason}", hint=DOUBLED_MARK)
        if len(cells) < width and not lines[-1].endswith(("\n", "\r")):
            raise _cut_off(name, number, len(cells), width)
        yield number, cells


def _swallowed(lines: Sequence[str], cells: Sequence[str], separator: str, width: int) -> bool:
    """Return whether stray marks seem to have made one row of several lines, or one cell of several."""
    whole = [line.count(separator) + 1 == width for line in lines]
    if len(cells) < width and (any(whole) or len(lines) > 1):
        return True
    return len(lines) > 1 and (all(whole) or any(whole[1:-1]))


def _in_words(problem: csv.Error) -> str:
    text = str(problem)
    if "end of data" in text:
        return "a quotation mark is not closed"
    if "expected after" in text:
        return "text follows the quotation mark that closes a cell"
    return text


def _long_header(name: str, lines: tuple[int, int]) -> ReadError:
    return ReadError(
        f"{name!r}, lines {lines[0]} to {lines[1]} are one header, because a quotation mark stays open",
        hint=DOUBLED_MARK,
    )


def _cut_off(name: str, line: int, cells: int, width: int) -> ReadError:
    return ReadError(
        f"{name!r} ends within line {line}, after {cells} of {width} cells", hint="read it again when it is complete"
    )
