"""The formats of a report: the file names that mean each of them, and the function that makes its files."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from benchreport.errors import OptionError
from benchreport.files import Content
from benchreport.records import dataclass
from benchreport.scan import Index

if TYPE_CHECKING:
    from benchreport.document.model.blocks import Report
    from benchreport.figures.style import Format as FigureForm


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """One form of a report: its format, the file that a reader opens, the folder of the files beside it.

    ``named`` are the files that the user named. With ``data`` a file that can carry the data of the report does so;
    with ``siunitx`` LaTeX sets numbers by that package, with ``pgf`` the texts of figures.
    """

    kind: str
    main: Path
    folder: Path
    named: frozenset[Path]
    data: bool = True
    siunitx: bool = False
    pgf: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """The files of one form of a report, what the typesetter complained of, and how many bytes of data are inside."""

    files: Mapping[Path, Content]
    complaints: Sequence[str] = ()
    carried: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """One format of a report, declared in the module that writes it.

    A file name that ends in one of the ``suffixes`` means this format. A format with a ``main`` file fills a folder, so
    a folder means it too. The data of the tables lie in ``data_folder`` inside the folder of the output. Figures are
    drawn in the form ``figures``, if there are any. Files that a reader explores are written from the ``explorer`` of a
    report.

    Examples
    --------
    >>> FORMATS["html"].suffixes
    ('.html', '.htm')
    """

    id: str
    title: str
    suffixes: tuple[str, ...]
    main: str = ""
    data_folder: str = ""
    figures: FigureForm | None = None
    explored: bool = False
    write: Callable[[Report, Output], Written]


FORMATS = Index("benchreport.document.formats", Format)


def output_names() -> str:
    """Return the endings that the name of an output may have, for help texts and hints.

    Examples
    --------
    >>> output_names()
    '.html, .md, .pdf, or a folder for LaTeX'
    """
    declared = FORMATS.declared.values()
    endings = [record.field("suffixes")[0] for record in declared if not record.field("main")]
    folders = [f"or a folder for {record.field('title')}" for record in declared if record.field("main")]
    return ", ".join([*endings, *folders])


def format_of(name: str) -> Format:
    """Return the format that a file name means by its ending; a name without one is that of a folder.

    Examples
    --------
    >>> format_of("report.htm").title, format_of("paper").title
    ('HTML', 'LaTeX')
    """
    suffix = Path(name).suffix.lower()
    for key, record in FORMATS.declared.items():
        if suffix in record.field("suffixes") or (suffix == "" and record.field("main")):
            return FORMATS[key]
    raise OptionError(f"unknown format {name!r}", hint=output_names())
