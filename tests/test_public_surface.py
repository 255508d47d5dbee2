"""The public surface: the names of the first edition, verbs and doors, stubs, and what importing costs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import benchreport as br
from benchreport.method import PACKAGES
from benchreport.registry import DOORS
from benchreport.scan import modules
from benchreport.tables.importers import IMPORTERS
from tests.public_names import drift, stale

HEAVY = ("matplotlib", "weasyprint", "scipy", "polars")

# The names of 0.1, and those that 0.2 brought before methods were found by their records.
NAMES = Path(__file__).with_name("first_edition.txt").read_text(encoding="utf8").split()
FLAT_NAMES = [name for name in NAMES if not name.startswith("expr.")]
COLUMN_FORMS = [name.removeprefix("expr.") for name in NAMES if name.startswith("expr.")]
# Methods whose column form takes what their table form reads from the table.
FROM_THE_TABLE = {"ci_mean_t": ["ratio"], "one_sample_t": ["ratio"]}


def output_of(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    return done.stdout.splitlines()[-1]


def test_public_names_are_sorted_and_unique() -> None:
    assert br.__all__ == sorted(set(br.__all__))


@pytest.mark.parametrize("name", FLAT_NAMES)
def test_every_name_of_the_first_edition_keeps_working(name: str) -> None:
    assert getattr(br, name) is not None
    assert name in br.__all__


@pytest.mark.parametrize("name", COLUMN_FORMS)
def test_every_column_form_of_the_first_edition_keeps_working(name: str) -> None:
    assert callable(getattr(br.expr, name))
    assert name in dir(br.expr)


def test_a_star_import_gives_exactly_the_public_names() -> None:
    names: dict[str, object] = {}
    exec("from benchreport import *", names)
    assert sorted(set(names) - {"__builtins__"}) == br.__all__


def test_a_listing_shows_verbs_and_doors_and_no_method() -> None:
    assert dir(br) == sorted({*br.VERBS, *IMPORTERS, *DOORS, "expr"})
    assert not [name for name in dir(br) if name in br.METHODS]
    assert len(br.VERBS) <= 42


def test_the_doors_are_those_of_the_records() -> None:
    assert set(PACKAGES) == set(DOORS)
    assert {record.door for record in br.METHODS.values()} == set(DOORS)


@pytest.mark.parametrize("door", DOORS)
def test_a_door_lists_its_methods_and_no_others(door: str) -> None:
    room = getattr(br, door)
    behind = {name for name, record in br.METHODS.items() if record.door == door and record.table is not None}
    assert set(dir(room)) == behind
    assert all(getattr(room, name) is getattr(br, name) for name in behind)


def test_a_method_behind_another_door_is_not_found_and_the_nearest_is_named() -> None:
    with pytest.raises(AttributeError, match="did you mean 'wilcoxon'"):
        br.two.wilcoxn  # noqa: B018
    with pytest.raises(AttributeError, match=r"behind br\.many"):
        br.many.wilcoxon  # noqa: B018


def test_every_method_over_tables_is_a_public_function() -> None:
    over_tables = [method.id for method in br.METHODS.values() if method.kind in ("table", "columns")]
    assert [name for name in over_tables if not callable(getattr(br, name, None))] == []


def test_every_method_with_a_column_form_has_an_expression() -> None:
    in_columns = [method.id for method in br.METHODS.values() if method.kind == "columns"]
    assert [name for name in in_columns if not callable(getattr(br.expr, name, None))] == []


def test_a_former_name_is_the_method_itself() -> None:
    for record in br.METHODS.values():
        for alias in record.aliases:
            assert br.METHODS[alias] is record
            assert getattr(br, alias) is record.table


def test_the_stubs_are_those_of_the_records() -> None:
    assert stale() == []  # make names writes them


def test_options_of_the_column_form_are_options_of_the_table_form() -> None:
    assert drift() == FROM_THE_TABLE


def test_no_public_name_is_one_that_a_test_runner_collects() -> None:
    former = {alias for record in br.METHODS.values() for alias in record.aliases}
    assert [name for name in br.__all__ if name.startswith("test") and name not in former] == []


def test_an_unknown_name_is_an_ordinary_attribute_error() -> None:
    with pytest.raises(AttributeError, match="'wilcoxn'"):
        br.wilcoxn  # noqa: B018


@pytest.mark.parametrize("module", ["benchreport", "benchreport.cli"])
def test_importing_it_imports_nothing_heavy(module: str) -> None:
    assert output_of(f"import sys, {module}; print([name for name in {HEAVY!r} if name in sys.modules])") == "[]"


def test_help_and_version_import_nothing_heavy() -> None:
    code = (
        "import sys; from benchreport.cli import main\n"
        "for word in ('--help', '--version'): main([word], standalone_mode=False)\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    assert output_of(code) == "[]"


def test_the_list_of_commands_imports_none_of_them() -> None:
    code = (
        "import sys; from benchreport.cli import COMMANDS, main\n"
        "main(['--help'], standalone_mode=False)\n"
        "modules = {f'benchreport.cli.{module}' for module, _ in COMMANDS.values()}\n"
        "print(sorted(modules & set(sys.modules)))"
    )
    assert output_of(code).endswith("[]")


def test_every_command_bears_the_sentence_that_the_list_of_commands_prints() -> None:
    code = (
        "from benchreport.cli import COMMANDS, main\n"
        "print([name for name in main.commands if main.commands[name].get_short_help_str(200) != COMMANDS[name][1]])"
    )
    assert output_of(code) == "[]"


def test_reading_all_records_imports_no_scipy_and_no_drawing() -> None:
    code = (
        "import sys, benchreport as br\n"
        f"len(br.METHODS), len(br.ADVICE), [dir(getattr(br, door)) for door in {DOORS}], dir(br.expr)\n"
        "print([name for name in ('scipy', 'matplotlib', 'weasyprint', 'jinja2') if name in sys.modules])"
    )
    assert output_of(code) == "[]"


def test_a_statistic_needs_no_drawing_and_no_oracle() -> None:
    code = (
        "import sys, benchreport as br\n"
        "br.nemenyi(br.read_scores(br.example('demsar2006_auc.csv')))\n"
        "print([name for name in ('matplotlib', 'weasyprint', 'scipy.stats') if name in sys.modules])"
    )
    assert output_of(code) == "[]"


def test_numbers_and_words_of_figures_need_no_drawing() -> None:
    code = (
        "import sys; import benchreport.document.formats.html; from benchreport.figures.kinds import KINDS\n"
        "functions = [function for kind in KINDS for function in (KINDS[kind].data, KINDS[kind].describe)]\n"
        "print(len(functions) == 2 * len(KINDS), 'matplotlib' in sys.modules)"
    )
    assert output_of(code) == "True False"


def test_a_method_is_run_by_its_id() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    by_id = br.run("wilcoxon", scores, adjust="holm", control="C4.5")
    assert by_id.equals(br.wilcoxon(scores, control="C4.5").pipe(br.adjust, "holm"))
    with pytest.raises(br.BenchreportError, match="no option 'contrl'"):
        br.run("wilcoxon", scores, contrl="C4.5")


def test_methods_are_found_by_question_text_and_door() -> None:
    assert "wilcoxon" in br.methods(door="two")["id"]
    assert br.methods(search="p / (p + 1 - p_max)")["id"].to_list() == ["li"]
    assert "wilcoxon" in br.methods(question="algorithm better datasets")["id"]
    assert br.methods().height == len(br.METHODS)


def test_no_module_behind_a_door_bears_the_name_of_a_method() -> None:
    # Importing it would set the attribute of the package to the module and hide the function.
    names = {*br.METHODS, *br.METHODS.former_names}
    behind = [module for package in PACKAGES.values() for module in modules(package)]
    assert [module for module in behind if module.rpartition(".")[2] in names] == []
