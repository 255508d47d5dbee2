"""Is what is public the same wherever it is written down, and cheap to import?"""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import benchreport as br

SOURCE = ast.parse(Path(br.__file__).read_text(encoding="utf8"))
HEAVY = ("matplotlib", "weasyprint", "scipy.stats", "polars")


def imported_for_types() -> dict[str, str]:
    """Name to module, from the imports under TYPE_CHECKING."""
    (block,) = [
        node
        for node in SOURCE.body
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ]
    imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
    assert len(imports) == len(block.body)
    return {alias.asname or alias.name: str(node.module) for node in imports for alias in node.names}


def test_public_names_are_sorted_and_unique() -> None:
    assert br.__all__ == sorted(set(br.__all__))


@pytest.mark.parametrize("name", br.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    assert getattr(br, name) is not None


def test_a_star_import_gives_exactly_the_public_names() -> None:
    seen: dict[str, object] = {}
    exec("from benchreport import *", seen)
    assert sorted(set(seen) - {"__builtins__"}) == br.__all__


def test_type_checkers_see_every_public_name_where_it_lives() -> None:
    homes = {name: f"benchreport.{place}" for name, place in br.HOME.items()}
    assert imported_for_types() == homes | {"expr": "benchreport"}


def test_type_checkers_may_pass_every_public_name_on() -> None:
    nodes = [node for node in ast.walk(SOURCE) if isinstance(node, ast.ImportFrom)]
    passed_on = {alias.asname for node in nodes for alias in node.names if alias.asname == alias.name}
    assert [name for name in br.__all__ if name not in passed_on] == []


def test_every_public_function_is_defined_where_it_is_said_to_live() -> None:
    functions = {name: getattr(br, name) for name in br.HOME if callable(getattr(br, name))}
    strays = {name for name, thing in functions.items() if thing.__module__ != f"benchreport.{br.HOME[name]}"}
    assert strays == set()


def test_every_method_over_tables_is_a_public_function() -> None:
    over_tables = [method.id for method in br.METHODS.values() if method.kind in ("table", "columns")]
    assert [name for name in over_tables if name not in br.__all__] == []


def test_every_method_with_a_column_form_has_an_expression() -> None:
    in_columns = [method.id for method in br.METHODS.values() if method.kind == "columns"]
    assert [name for name in in_columns if not callable(getattr(br.expr, name, None))] == []


def test_a_listing_of_the_package_shows_the_public_names() -> None:
    assert dir(br) == br.__all__


def test_an_unknown_name_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'wilcoxn'"):
        br.wilcoxn  # noqa: B018


@pytest.mark.parametrize("module", ["benchreport", "benchreport.cli"])
def test_importing_it_imports_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
    assert done.stderr == ""


def test_help_and_version_import_nothing_heavy() -> None:
    code = (
        "import sys; from benchreport.cli import main\n"
        "for word in ('--help', '--version'): main([word], standalone_mode=False)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"


def test_a_statistic_needs_no_drawing_and_no_oracle() -> None:
    code = (
        "import sys, benchreport as br\n"
        "br.nemenyi(br.read_scores(br.example('demsar2006_auc.csv')))\n"
        "print([name for name in ('matplotlib', 'weasyprint', 'scipy.stats') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
