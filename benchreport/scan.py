"""Records in the modules of a package, found by listing its folder: all of them, or one by its id."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol, TypeVar

from benchreport.records import dataclass


class Identified(Protocol):
    """A record with an id."""

    @property
    def id(self) -> str:
        """The name by which the record is asked for."""


T = TypeVar("T")
R = TypeVar("R", bound=Identified)

# A record that begins with its id, and the next statement of a module.
PLAIN_ID = re.compile(r"\w+ = \w+\(\s*id=\"([^\"\\\\]+)\"")
NEXT = re.compile(r"^(?![)\s])", re.MULTILINE)


def records(package: str, kind: type[T]) -> tuple[T, ...]:
    """Return the records of one kind that the modules of a package define, each once.

    Modules come in alphabetical order, and the records of a module in the order in which it defines them. All modules
    in the package, and in the packages inside it, are imported: a file put into such a folder is found, and a module
    that fails to import raises its error.

    Examples
    --------
    >>> from benchreport.method import Method
    >>> [method.id for method in records("benchreport.stats.bayes", Method) if method.id.startswith("bayes")]
    ['bayes_correlated_t', 'bayes_sign', 'bayes_signed_rank']
    """
    values = [value for module in _imported(package) for value in vars(module).values()]
    # A record that another module imports is the same object, so identity leaves one of each.
    return tuple({id(value): value for value in values if isinstance(value, kind)}.values())


@cache
def _imported(package: str) -> tuple[ModuleType, ...]:
    return tuple(map(import_module, modules(package)))


@cache
def modules(package: str) -> tuple[str, ...]:
    """Return the modules of a package, and of the packages inside it, without importing them.

    Examples
    --------
    >>> modules("benchreport.stats.theory")
    ('benchreport.stats.theory.gaussian_classes',)
    """
    from pkgutil import iter_modules  # takes as long to import as all the rest

    entries = [(f"{package}.{entry.name}", entry.ispkg) for entry in iter_modules(import_module(package).__path__)]
    return tuple(name for entry, ispkg in entries for name in (modules(entry) if ispkg else (entry,)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Declaration:
    """A record as the source of its module writes it: the module, and the statement that makes it."""

    module: str
    source: str

    @property
    def fields(self) -> Mapping[str, ast.expr]:
        """The values of the fields as expressions."""
        return _fields(self.module, self.source)

    def field(self, name: str, default: Any = None) -> Any:
        """Return the value of a field, which must be written out; ``default`` where the record does not name it."""
        if name not in self.fields:
            return default
        try:
            return ast.literal_eval(self.fields[name])
        except ValueError:
            source = ast.unparse(self.fields[name])
            raise ImportError(f"{self.module}: {name}={source} is not a value; hint: write it out") from None


@cache
def _fields(module: str, source: str) -> Mapping[str, ast.expr]:
    match ast.parse(source, filename=module).body:
        case [ast.Assign(value=ast.Call(keywords=keywords)), *_]:
            return {str(field.arg): field.value for field in keywords}
    return {}


class Index(Mapping[str, R]):
    """The records of one kind in the modules of a package, by id.

    Ids, and other fields whose values are written out, are read from statements ``NAME = Kind(id="...", ...)`` in the
    source, so that a help text that lists them imports no module. A record is taken from its module when it is asked
    for: a file put into the folder is found, and a module that fails to import raises its error.

    Examples
    --------
    >>> from benchreport.tables.importers import Importer
    >>> importers = Index("benchreport.tables.importers", Importer)
    >>> importers.declared["from_lm_eval"].module, importers["from_lm_eval"].id
    ('benchreport.tables.importers.lm_eval', 'from_lm_eval')
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
    for module in modules(package):
        for declaration in _declared_in(module, kind):
            plain = PLAIN_ID.match(declaration.source)
            name = plain[1] if plain else declaration.field("id")
            if name in declarations:
                other = declarations[name].module
                raise ImportError(f"{kind} {name!r} is both in {other} and in {module}; hint: rename one of them")
            declarations[name] = declaration
    return declarations


def _declared_in(module: str, kind: str) -> Iterator[Declaration]:
    package, _, file = module.rpartition(".")
    source = Path(import_module(package).__path__[0], f"{file}.py").read_text(encoding="utf8")
    opening, place = f" = {kind}(", 0
    while (place := source.find(opening, place + 1)) >= 0:
        start = source.rfind("\n", 0, place) + 1
        if source[start:place].isidentifier():
            # To the next line at the margin that does not close the record.
            end = NEXT.search(source, place)
            yield Declaration(module=module, source=source[start : end.start() if end else None])
