"""Records in the modules of a package, found by listing its folder: all of them, or one by its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.abc import InspectLoader
from importlib.util import find_spec
from pkgutil import iter_modules
from types import ModuleType
from typing import Any, Protocol, TypeVar


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The name by which the record is asked for."""


T = TypeVar("T")
R = TypeVar("R", bound=Identified)


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
    return tuple(map(import_module, _modules(package)))


def _modules(package: str) -> list[str]:
    folders = import_module(package).__path__
    return [f"{package}.{entry.name}" for entry in iter_modules(folders) if not entry.ispkg]


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A record as the source of its module writes it: the module, and the fields whose values are written out."""

    module: str
    fields: Mapping[str, Any]


class Index(Mapping[str, R]):
    """The records of one kind in the modules of a package, by id.

    The ids, and other fields whose values are written out, are read from statements ``NAME = Kind(id="...", ...)`` in
    the source, so that a help text that lists them imports no module. A record is taken from its module when it is
    asked for: a file put into the folder is found, and a module that fails to import raises its error.

    Examples
    --------
    >>> from benchreport.method import Method
    >>> methods = Index("benchreport.stats.columns", Method)
    >>> methods.declared["cv52_t"].module, methods["cv52_t"].id
    ('benchreport.stats.columns.folds', 'cv52_t')
    """

    __slots__ = ("kind", "package")

    def __init__(self, package: str, kind: type[R]) -> None:
        self.package = package
        self.kind = kind

    @property
    def declared(self) -> Mapping[str, Declaration]:
        """The records as their modules write them, by id; modules come in alphabetical order."""
        return _declarations(self.package, self.kind.__name__)

    def __getitem__(self, name: str) -> R:
        module = import_module(self.declared[name].module)
        kinds = (value for value in vars(module).values() if isinstance(value, self.kind))
        return next(record for record in kinds if record.id == name)

    def __contains__(self, name: object) -> bool:
        return name in self.declared

    def __iter__(self) -> Iterator[str]:
        return iter(self.declared)

    def __len__(self) -> int:
        return len(self.declared)


@cache
def _declarations(package: str, kind: str) -> Mapping[str, Declaration]:
    declarations: dict[str, Declaration] = {}
    for module in _modules(package):
        for fields in _fields_written_out(module, kind):
            if "id" not in fields:
                raise ImportError(f"a {kind} in {module} does not write its id out; hint: id='its name'")
            twin = declarations.get(fields["id"])
            if twin is not None:
                raise ImportError(f"{kind} {fields['id']!r} is both in {twin.module} and in {module}; hint: rename one")
            declarations[fields["id"]] = Declaration(module=module, fields=fields)
    return declarations


def _fields_written_out(module: str, kind: str) -> Iterator[dict[str, Any]]:
    source = _source(module)
    first = re.search(rf"^\w+ = {kind}\(", source, re.MULTILINE)
    if first is None:
        return
    for statement in ast.parse(source[first.start() :], filename=module).body:
        match statement:
            case ast.Assign(value=ast.Call(func=ast.Name(id=name), keywords=keywords)) if name == kind:
                yield {str(field.arg): ast.literal_eval(field.value) for field in keywords if _is_literal(field.value)}


def _source(module: str) -> str:
    spec = find_spec(module)
    source = spec.loader.get_source(module) if spec and isinstance(spec.loader, InspectLoader) else None
    if source is None:
        raise ImportError(f"the source of {module} is missing; hint: install benchreport with its .py files")
    return source


def _is_literal(value: ast.expr) -> bool:
    try:
        ast.literal_eval(value)
    except ValueError:
        return False
    return True
