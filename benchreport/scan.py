"""Records in the modules of a package, found by listing its folder."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TypeVar

T = TypeVar("T")


def records(package: str, kind: type[T]) -> tuple[T, ...]:
    """Return the records of one kind that the modules of a package define, each once.

    Modules come in alphabetical order, and the records of a module in the order in which it defines them. All modules
    directly in the package are imported: a file put into its folder is found, and a module that fails to import raises
    its error. Packages inside the package are left out.

    Examples
    --------
    >>> from benchreport.method import Method
    >>> [method.id for method in records("benchreport.stats.columns", Method) if method.id.startswith("cv52")]
    ['cv52_t', 'cv52_f']
    """
    values = [value for module in _imported(package) for value in vars(module).values()]
    # A record that another module imports is the same object, so identity leaves one of each.
    return tuple({id(value): value for value in values if isinstance(value, kind)}.values())


@cache
def _imported(package: str) -> tuple[ModuleType, ...]:
    folders = import_module(package).__path__
    return tuple(import_module(f"{package}.{entry.name}") for entry in iter_modules(folders) if not entry.ispkg)
