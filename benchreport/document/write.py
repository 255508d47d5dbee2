"""Where does a report go? Every file is written beside its place and then moved there."""

from __future__ import annotations

import os
import re
import tempfile
from pathlib import Path

import polars as pl

from benchreport.document.blocks import Report, tables_of
from benchreport.errors import OptionError

FORMATS = {".html": "html", ".htm": "html", ".pdf": "pdf", ".md": "markdown", ".tex": "latex", "": "latex"}
RISKY = ("=", "+", "-", "@", "\t", "\r")
# Where a semicolon separates cells, a formula may begin behind one.
RISKY_INSIDE = r"([;\t\r\n]\s*)([=+@-])"


def format_of(path: Path) -> str:
    """Tell the format from the name; a folder means LaTeX.

    Examples
    --------
    >>> format_of(Path("appendix.pdf")), format_of(Path("latex/"))
    ('pdf', 'latex')
    """
    if path.suffix.lower() not in FORMATS:
        raise OptionError(f"{path.name!r} is no format of a report", hint=".html, .pdf, .md, or a folder for LaTeX")
    return FORMATS[path.suffix.lower()]


def write_report(report: Report, path: Path, *, data: bool = True, siunitx: bool = False) -> Path:
    """Write one form of a report, with the data of its tables beside it; gives the file to open."""
    files, _ = files_of(report, path, data=data, siunitx=siunitx)
    for place_of, content in files.items():
        place(place_of, content)
    return main_file(path)


def main_file(path: Path) -> Path:
    """Say which file a reader opens."""
    return path / "main.tex" if path.suffix == "" else path


def files_of(
    report: Report, path: Path, *, data: bool = True, siunitx: bool = False
) -> tuple[dict[Path, bytes], list[str]]:
    """Make every file that belongs to one form of a report, and what the typesetter complained of."""
    kind = format_of(path)
    folder = path.parent if path.suffix else path
    beside = folder / "data" if kind == "latex" else path.with_name(f"{path.stem}_files")
    files = {beside / f"{table.id}.csv": csv_text(table.frame).encode() for table in tables_of(report)}
    complaints: list[str] = []
    if kind == "latex":
        from benchreport.document.latex import latex_files

        made = latex_files(report, main_file(path).name, siunitx=siunitx)
        files |= {folder / name: content for name, content in made.items()}
    elif kind == "markdown":
        from benchreport.document.markdown import markdown_files

        text, pictures = markdown_files(report, beside.name)
        files |= {beside / name: content for name, content in pictures.items()} | {path: text.encode()}
    elif kind == "pdf":
        from benchreport.document.pdf import pdf_bytes

        files[path], complaints = pdf_bytes(report, data=data)
    else:
        from benchreport.document.html import html_text

        files[path] = html_text(report).encode()
    return files, complaints


def place(path: Path, content: bytes) -> None:
    """Write a file beside its place, then move it there, so that it is whole or absent."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def csv_text(frame: pl.DataFrame) -> str:
    """Write a table as CSV; a text that a spreadsheet would run as a formula gets an apostrophe in front.

    Examples
    --------
    >>> csv_text(pl.DataFrame({"algorithm": ["=cmd()", "a;=cmd()"], "n": [-1, 2]}))
    "algorithm,n\\n'=cmd(),-1\\na;'=cmd(),2\\n"
    """
    texts = [name for name, kind in frame.schema.items() if isinstance(kind, (pl.String, pl.Categorical))]
    text = {name: pl.col(name).cast(pl.String).str.replace_all(RISKY_INSIDE, "${1}'${2}") for name in texts}
    safe = frame.with_columns(
        pl.when(value.str.head(1).is_in(RISKY)).then(pl.concat_str(pl.lit("'"), value)).otherwise(value).alias(name)
        for name, value in text.items()
    )
    named = {name: re.sub(RISKY_INSIDE, r"\1'\2", name) for name in safe.columns}
    return safe.rename({name: f"'{new}" if new.startswith(RISKY) else new for name, new in named.items()}).write_csv()
