"""Stubs of the public names, written from the records: ``python -m tests.public_names`` (``make names``)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import benchreport as br
from benchreport import expr
from benchreport.method import PACKAGES, Door
from benchreport.options import Options, options_of
from benchreport.registry import DOORS, column_forms, table_forms
from benchreport.tables.importers import IMPORTERS
from benchreport.values import toml_text

PACKAGE = Path(br.__file__).parent
# Where the names come from that the types of options use, for stub files.
HOMES = {
    "Any": "typing",
    "Callable": "collections.abc",
    "EllipsisType": "types",
    "Family": "benchreport.options",
    "Filling": "benchreport.options",
    "Literal": "typing",
    "Mapping": "collections.abc",
    "Sequence": "collections.abc",
}
HEADER = "# Written by `make names` from the records of the methods; do not edit.\n"


def stubs() -> dict[Path, str]:
    """Return the text of every stub, by path."""
    return {
        PACKAGE / "__init__.pyi": _surface(),
        PACKAGE / "expr.pyi": _stub(_imports(column_forms()) | _homes(expr.COMPANIONS)),
        **{_folder(door) / "__init__.pyi": _stub(_imports(table_forms(door))) for door in DOORS},
    }


def _stub(imports: Mapping[str, str]) -> str:
    return f"{HEADER}{_lines(imports)}\n{_listed(imports)}"


def _listed(names: Iterable[str]) -> str:
    """Return ``__all__`` written out: a name that is imported under another one is exported by it alone."""
    lines = "".join(f'    "{name}",\n' for name in sorted(names))
    return f"__all__ = [\n{lines}]\n"


def _folder(door: Door) -> Path:
    return PACKAGE.parent.joinpath(*PACKAGES[door].split("."))


def _surface() -> str:
    verbs = {name: f"benchreport.{module}" for name, module in (br.VERBS | br.COMPANIONS).items()}
    rooms = {name: PACKAGES[name].rpartition(".") for name in DOORS}
    doors = {name: f"from {room} import {package} as {name}" for name, (room, _, package) in rooms.items()}
    others = {
        "__version__": "from benchreport.version import __version__ as __version__",
        "expr": "from benchreport import expr as expr",
    }
    importers = {name: importer.function for name, importer in IMPORTERS.items()}
    public = {**_imports(table_forms() | importers), **_homes(verbs), **doors, **others}
    public.pop("report")  # its options are those of a record
    maps = "".join(f"{name}: dict[str, str]\n" for name in ("VERBS", "COMPANIONS"))
    names = f"{maps}{_listed({*public, 'report'} - {'__version__'})}"
    imports = f"from benchreport.document.evidence import Provenance\nfrom pathlib import Path\n{signature_imports()}\n"
    return f"{HEADER}{_lines(public)}{imports}\n\n{names}\n{_report()}"


def _report() -> str:
    """Return the stub of ``report``, whose options the record of options gives."""
    own = [
        "predictions: Any = None,",
        "provenance: Provenance | None = None,",
        "templates: str | Path | Mapping[str, str] | None = None,",
    ]
    lines = "\n".join(f"    {line}" for line in ("table: Any,", "*,", *own, *signature_text().splitlines()))
    return f"def report(\n{lines}\n) -> Report: ...\n"


def signature_text() -> str:
    """Return the options as keyword-only parameters, a line each; old names come last."""
    declared = options_of(Options).values()
    lines = [f"{option.name}: {option.python} = {_default_text(option.default)}," for option in declared]
    lines += [f"{word}: {option.python} = ...," for option in declared for word in option.also]
    return "\n".join(lines)


def signature_imports() -> str:
    """Return the imports that :func:`signature_text` needs, a line for each module."""
    words = set(re.findall(r"\w+", " ".join(option.python for option in options_of(Options).values())))
    used = sorted(words & set(HOMES))
    modules = sorted({HOMES[name] for name in used})
    return "\n".join(
        f"from {home} import {', '.join(name for name in used if HOMES[name] == home)}" for home in modules
    )


def _default_text(default: Any) -> str:
    """Return a default as source text; in a stub ``...`` stands for one that can change."""
    if isinstance(default, str):
        return toml_text(default)
    return repr(default) if default is None or isinstance(default, bool | int | float) else "..."


def _imports(functions: Mapping[str, Callable[..., Any]]) -> dict[str, str]:
    """Return the import of every public name from the module that defines its function."""
    return {
        name: f"from {function.__module__} import {function.__name__} as {name}" for name, function in functions.items()
    }


def _homes(modules: Mapping[str, str]) -> dict[str, str]:
    return {name: f"from {module} import {name} as {name}" for name, module in modules.items()}


def _lines(imports: Mapping[str, str]) -> str:
    return "".join(f"{line}\n" for line in sorted(imports.values()))


def stale() -> list[Path]:
    """Return the stubs that do not say what the records say."""
    return [path for path, text in stubs().items() if not path.exists() or path.read_text(encoding="utf8") != text]


def drift() -> dict[str, list[str]]:
    """Return the options of column forms that their table forms lack, or give another default, by method."""
    import inspect

    differences: dict[str, list[str]] = {}
    for name, record in br.METHODS.items():
        if record.kind != "columns" or record.table is None or record.expr is None:
            continue
        table = inspect.signature(record.table).parameters
        lacking = [
            option.name
            for option in inspect.signature(record.expr).parameters.values()
            if option.kind is inspect.Parameter.KEYWORD_ONLY
            and (option.name not in table or table[option.name].default != option.default)
        ]
        if lacking:
            differences[name] = lacking
    return differences


def main(paths: Iterable[Path] = ()) -> None:
    """Write the stubs that are stale, and say which."""
    import_module("benchreport.registry")
    for path in paths or stale():
        path.write_text(stubs()[path], encoding="utf8")
        print(f"wrote {path.relative_to(PACKAGE.parent)}")


if __name__ == "__main__":
    main()
