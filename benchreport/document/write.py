"""Files of a report: the output that a name means, and every file that belongs to it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.document.formats import FORMATS, Output, format_of, output_names
from benchreport.document.model.blocks import Report, tables_of
from benchreport.document.times import timed
from benchreport.errors import OptionError
from benchreport.files import Content, FileSet, is_folder_name, made_at, place_named, write_sets

FOLDER = ""  # the ending of a folder's name
# Rows of a data file that are text at a time.
PIECE = 20_000
RISKY = ("=", "+", "-", "@", "\t", "\r")
# Where a semicolon separates cells, a formula may begin behind one.
RISKY_INSIDE = r"([;\t\r\n]\s*)([=+@-])"


def output_of(text: str | Path) -> Output:
    """Return the output that the name which a user gave means; a final slash means a folder.

    Examples
    --------
    >>> output_of("appendix.pdf").kind, output_of("paper.v2/").main.as_posix()
    ('pdf', 'paper.v2/main.tex')
    """
    path = place_named(text)
    is_folder = is_folder_name(text) or not path.suffix
    form = format_of(FOLDER if is_folder else path.name)
    if is_folder:
        if path.exists() and not path.is_dir():
            raise OptionError(f"{str(path)!r} is a file, not a folder", hint=output_names())
        return Output(kind=form.id, main=path / form.main, folder=path, named=frozenset())
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder", hint=f"-o {path}/ writes {format_of(FOLDER).title} into it")
    folder = path.parent if form.main else path.with_name(f"{path.stem}_files")
    return Output(kind=form.id, main=path, folder=folder, named=frozenset({path}))


def standard_output(ending: str) -> Output:
    """Return the output of one format that goes to standard output, named as if it were a file.

    Examples
    --------
    >>> standard_output(".html").kind
    'html'
    """
    output = output_of(f"report{ending}")
    if FORMATS[output.kind].main:
        raise OptionError(f"{FORMATS[output.kind].title} is a folder of files", hint="-o FOLDER writes it")
    return output


def main_content(files: FileSet, output: Output) -> Iterable[bytes]:
    """Return the file of an output that a reader opens, without those beside it."""
    content = files.files[output.main]
    return [content] if isinstance(content, bytes) else content()


def write_report(report: Report, path: str | Path, *, force: bool = False, **choices: Any) -> Path:
    """Write one form of a report, with the data of its tables beside it, and return the file to open."""
    output = output_of(path)
    files, _ = files_of(report, output, **choices)
    write_sets([files], force=force)
    return output.main


@timed("markup")
def files_of(report: Report, output: Output, **choices: Any) -> tuple[FileSet, list[str]]:
    """Return every file that belongs to one form of a report, and what the typesetter complained of.

    ``choices`` are fields of :class:`Output`: data, siunitx, pgf.
    """
    made_at()  # the makers of figures and fonts read the variable too, and fail in their own words
    form = FORMATS[output.kind]
    beside = output.folder / form.data_folder
    tables: dict[Path, Content] = {
        beside / f"{table.id}.csv": partial(csv_pieces, table.frame) for table in tables_of(report)
    }
    written = form.write(report, replace(output, **choices))
    whole = {**tables, **written.files}
    files = FileSet(folder=output.folder, files=whole, named=output.named, carried=written.carried)
    return files, list(written.complaints)


def csv_text(frame: pl.DataFrame) -> str:
    """Return a table as CSV; a text that a spreadsheet would run as a formula gets an apostrophe in front.

    Examples
    --------
    >>> csv_text(pl.DataFrame({"algorithm": ["=cmd()", "a;=cmd()"], "n": [-1, 2]}))
    "algorithm,n\\n'=cmd(),-1\\na;'=cmd(),2\\n"
    """
    return "".join(piece.decode() for piece in csv_pieces(frame))


def csv_pieces(frame: pl.DataFrame) -> Iterator[bytes]:
    """Yield a table as :func:`csv_text` writes it, some rows at a time."""
    texts = [name for name, kind in frame.schema.items() if isinstance(kind, (pl.String, pl.Categorical))]
    text = {name: pl.col(name).cast(pl.String).str.replace_all(RISKY_INSIDE, "${1}'${2}") for name in texts}
    safe = [
        pl.when(value.str.head(1).is_in(RISKY)).then(pl.concat_str(pl.lit("'"), value)).otherwise(value).alias(name)
        for name, value in text.items()
    ]
    named = {name: re.sub(RISKY_INSIDE, r"\1'\2", name) for name in frame.columns}
    heads = {name: f"'{new}" if new.startswith(RISKY) else new for name, new in named.items()}
    for start in range(0, max(frame.height, 1), PIECE):
        rows = frame.slice(start, PIECE).with_columns(safe).rename(heads)
        yield rows.write_csv(include_header=start == 0).encode()
