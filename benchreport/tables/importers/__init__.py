"""Importers: functions that read what other tools wrote, and the tables that are recognised by their columns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from benchreport.records import dataclass
from benchreport.scan import Index

if TYPE_CHECKING:
    from pathlib import Path

    import polars as pl

    from benchreport.tables.schema import Declared


@dataclass(frozen=True, slots=True, kw_only=True)
class TableForm:
    """The columns by which the table of a tool is recognised, and the function that makes a long table of it.

    With ``own_keys`` its keys need no declaring: a user who declares columns wants the table read in another way.
    """

    fits: Callable[[Sequence[str]], bool]
    read: Callable[[pl.DataFrame, Declared], tuple[pl.DataFrame, Declared]]
    own_keys: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class FileForm:
    """The layout by which a JSON file of a tool is recognised, and the function that makes a table of it.

    ``fits`` is asked about the object that a file holds, or about the first of its ``lines``; ``read`` returns rows,
    and the names of what was skipped because it is not as the tool writes it.
    """

    fits: Callable[[Any], bool]
    read: Callable[[Any, Path], tuple[pl.DataFrame, list[str]]]
    lines: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Importer:
    """A public function that reads the results of a tool, declared in the module of the function.

    ``id`` is the name of the function, and ``reads`` says what it reads. With a ``form`` the tables of the tool are
    recognised wherever scores are read, with a ``file`` its JSON files wherever files are.

    Examples
    --------
    >>> IMPORTERS["from_mlflow"].reads
    'runs of MLflow'
    """

    id: str
    tool: str
    reads: str
    function: Callable[..., pl.DataFrame]
    form: TableForm | None = None
    file: FileForm | None = None


IMPORTERS = Index("benchreport.tables.importers", Importer)
