"""Stubs of the public names, written from the records: ``python -m tests.public_names`` (``make names``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import benchreport as br
from benchreport import expr
from benchreport.method import PACKAGES, Door
from benchreport.options import signature_imports, signature_text
from benchreport.registry import DOORS, column_forms, table_forms
from benchreport.tables.importers import IMPORTERS

PACKAGE = Path(br.__file__).parent
REPORT_IMPORTS = (
    f"from benchreport.document.evidence import Provenance\nfrom pathlib import Path\n{signature_imports()}\n"
)
HEADER = "# Written by `make names` from the records of the methods; do not edit.\n"


def stubs() -> dict[Path, str]:
    """Return the text of every stub, by path."""
    return {
        PACKAGE / "__init__.pyi": _surface(),
        PACKAGE / "expr.pyi": HEADER + _lines(_imports(column_forms()) | _homes(expr.COMPANIONS)),
        **{_folder(door) / "__init__.pyi": HEADER + _lines(_imports(table_forms(door))) for door in DOORS},
    }


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
    names = f"{maps}DOOR_NAMES: tuple[str, ...]\n__all__: list[str]\n"
    return f"{HEADER}{_lines(public)}{REPORT_IMPORTS}{signature_imports()}\n\n{names}\n{_report()}"


def _report() -> str:
    """Return the stub of ``report``, whose options the record of options gives."""
    own = [
        "predictions: Any = None,",
        "provenance: Provenance | None = None,",
        "templates: str | Path | Mapping[str, str] | None = None,",
    ]
    lines = "\n".join(f"    {line}" for line in ("table: Any,", "*,", *own, *signature_text().splitlines()))
    return f"def report(\n{lines}\n) -> Report: ...\n"


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
