"""The files of a report: which there are in each format, and where they go."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import polars as pl

from benchreport.document.blocks import Report, tables_of
from benchreport.errors import OptionError
from benchreport.files import Content, FileSet, is_folder_name, place_named, write_sets
from benchreport.moment import made_at

# Rows of a data file that are text at a time.
PIECE = 20_000
FORMATS = {".html": "html", ".htm": "html", ".pdf": "pdf", ".md": "markdown", ".tex": "latex", "": "latex"}
RISKY = ("=", "+", "-", "@", "\t", "\r")
# Where a semicolon separates cells, a formula may begin behind one.
RISKY_INSIDE = r"([;\t\r\n]\s*)([=+@-])"


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One form of a report: its format, the file that a reader opens, the folder of the files beside it."""

    kind: str
    main: Path
    folder: Path
    named: frozenset[Path]


def output_of(text: str | Path) -> Output:
    """Tell the format from the name that a user gave; a folder means LaTeX, and a final slash means a folder.

    Examples
    --------
    >>> output_of("appendix.pdf").kind, output_of("paper.v2/").main.as_posix()
    ('pdf', 'paper.v2/main.tex')
    """
    path = place_named(text)
    suffix = "" if is_folder_name(text) else path.suffix.lower()
    if suffix not in FORMATS:
        raise OptionError(f"{path.name!r} is no format of a report", hint=".html, .pdf, .md, or a folder for LaTeX")
    if suffix == "":
        if path.exists() and not path.is_dir():
            raise OptionError(f"{str(path)!r} is a file, not a folder", hint=".html, .pdf, .md, or a folder for LaTeX")
        return Output(kind="latex", main=path / "main.tex", folder=path, named=frozenset())
    if path.is_dir():
        raise OptionError(f"{str(path)!r} is a folder", hint=f"-o {path}/ writes LaTeX into it")
    folder = path.parent if suffix == ".tex" else path.with_name(f"{path.stem}_files")
    return Output(kind=FORMATS[suffix], main=path, folder=folder, named=frozenset({path}))


def write_report(
    report: Report, path: str | Path, *, data: bool = True, siunitx: bool = False, force: bool = False
) -> Path:
    """Write one form of a report, with the data of its tables beside it; gives the file to open."""
    output = output_of(path)
    files, _ = files_of(report, output, data=data, siunitx=siunitx)
    write_sets([files], force=force)
    return output.main


def files_of(report: Report, output: Output, *, data: bool = True, siunitx: bool = False) -> tuple[FileSet, list[str]]:
    """Make every file that belongs to one form of a report, and what the typesetter complained of."""
    made_at()  # the makers of figures and fonts read the variable too, and fail in their own words
    kind, folder, main = output.kind, output.folder, output.main
    beside = folder / "data" if kind == "latex" else folder
    files: dict[Path, Content] = {
        beside / f"{table.id}.csv": partial(csv_pieces, table.frame) for table in tables_of(report)
    }
    complaints: list[str] = []
    if kind == "latex":
        from benchreport.document.latex import latex_files

        files |= {folder / name: content for name, content in latex_files(report, main.name, siunitx=siunitx).items()}
    elif kind == "markdown":
        from benchreport.document.markdown import markdown_files

        text, pictures = markdown_files(report, folder.name)
        files |= {folder / name: content for name, content in pictures.items()} | {main: text.encode()}
    elif kind == "pdf":
        from benchreport.document.pdf import pdf_bytes

        files[main], complaints = pdf_bytes(report, data=data, folder=folder.name)
    else:
        from benchreport.document.html import html_text

        files[main] = html_text(report, folder.name).encode()
    return FileSet(folder=folder, files=files, named=output.named), complaints


def csv_text(frame: pl.DataFrame) -> str:
    """Write a table as CSV; a text that a spreadsheet would run as a formula gets an apostrophe in front.

    Examples
    --------
    >>> csv_text(pl.DataFrame({"algorithm": ["=cmd()", "a;=cmd()"], "n": [-1, 2]}))
    "algorithm,n\\n'=cmd(),-1\\na;'=cmd(),2\\n"
    """
    return "".join(piece.decode() for piece in csv_pieces(frame))


def csv_pieces(frame: pl.DataFrame) -> Iterator[bytes]:
    """Write a table as :func:`csv_text` does, some rows at a time."""
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
