"""A method is named in its record: rules that the source of the product keeps."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

import benchreport as br

PACKAGE = Path(br.__file__).parent
# Among them the examples of `benchreport table` and of `table_of`.
MOST_FILES = 8
# Where a list of methods is a choice, and not a property that their records should hold.
CHOICES: Mapping[str, str] = {
    "cli/plan.py": "the commands of `benchreport plan`, in the order of its help, without importing a method",
    "document/sections/methods.py": "the heads under which methods of page one are described",
    "document/analyses/answer/one_dataset.py": "how page one names the tests on the instances of one dataset",
    "document/analyses/answer/several_datasets.py": "how page one names the tests over datasets",
    "document/sections/aggregates.py": "the aggregates that the section shows, with the heads of their columns",
    "document/evidence/comparison.py": "the tests of all algorithms that a report always shows",
    "document/evidence/within.py": "the test that suits each design, and what is shown beside it",
    "options.py": "the default tests of a report",
}
# These write the words of remarks.
WRITERS = frozenset({"method.py", "remarks.py"})


@cache
def sources() -> Mapping[str, ast.Module]:
    """Return the modules of the product by their paths within the package."""
    files = sorted(PACKAGE.rglob("*.py"))
    return {str(path.relative_to(PACKAGE).as_posix()): ast.parse(path.read_text(encoding="utf8")) for path in files}


def is_note(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value == "note"


def reads_of_note(module: ast.Module) -> Iterator[int]:
    """Return the lines where a module reads the column ``note``: as an index, or in a call that is not a selection.

    Lists of column names and selections may name it, for they hand the column on; so may a keyword of a dictionary.
    """
    for node in ast.walk(module):
        match node:
            case ast.Subscript(slice=index, ctx=ast.Load()) if is_note(index):
                yield node.lineno
            case ast.Call(func=ast.Attribute(attr="select" | "drop")):
                continue
            case ast.Call(args=arguments, keywords=keywords):
                given = [*arguments, *(keyword.value for keyword in keywords)]
                if any(map(is_note, given)):
                    yield node.lineno
            case ast.Attribute(attr="note", value=ast.Call() | ast.Attribute(value=ast.Name(id="pl"), attr="col")):
                yield node.lineno


def lists_of_methods(module: ast.Module) -> Iterator[tuple[int, set[str]]]:
    """Return the collections of a module that hold three or more ids of methods, with their lines.

    The id of a measure is the name of its metric too, a word of the data, so that lists of these are no lists of
    methods.
    """
    methods = {name for name, method in br.METHODS.items() if method.kind != "measure" and method.door != "scoring"}
    for node in ast.walk(module):
        match node:
            case ast.Tuple(elts=values) | ast.List(elts=values) | ast.Set(elts=values):
                parts = list(values)
            case ast.Dict(keys=keys, values=values):
                parts = [*(key for key in keys if key is not None), *values]
            case _:
                continue
        named = {part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)}
        if len(named & methods) >= 3:
            yield node.lineno, named & methods


def defines_methods(module: ast.Module) -> bool:
    """Return whether a module makes records of methods: ``NAME = Method(table=...)``, or of a family of methods."""
    calls = [statement.value for statement in module.body if isinstance(statement, ast.Assign)]
    named = [{keyword.arg for keyword in call.keywords} for call in calls if isinstance(call, ast.Call)]
    return any(names & {"id", "table"} and {"question", "formula"} <= names for names in named)


def test_few_files_of_the_product_name_a_method() -> None:
    naming = [
        path.relative_to(PACKAGE).as_posix()
        for path in sorted(PACKAGE.rglob("*.py"))
        if re.search(r"\bwilcoxon\b", path.read_text(encoding="utf8"))
    ]
    assert 0 < len(naming) <= MOST_FILES, naming


def test_no_module_of_the_product_reads_a_note() -> None:
    reading = {
        f"{path}:{line}" for path, module in sources().items() if path not in WRITERS for line in reads_of_note(module)
    }
    assert not reading, "read the codes in `remarks` instead (benchreport.remarks.carries, value_in)"


@pytest.mark.parametrize(
    "code",
    [
        'rows["note"]',
        'pl.col("note").is_null()',
        "pl.col.note",
        'rows.get_column("note")',
        'row.get("note")',
        'rows.filter(pl.col("remarks", "note"))',
        'pl.lit("note")',
    ],
)
def test_every_way_to_read_a_note_is_seen(code: str) -> None:
    assert list(reads_of_note(ast.parse(code)))


@pytest.mark.parametrize(
    "code", ['rows.select("n", "note")', 'COLUMNS = ("n", "note")', '{"note": words}', 'row["note"] = words']
)
def test_naming_the_column_last_is_no_reading(code: str) -> None:
    assert not list(reads_of_note(ast.parse(code)))


def test_lists_of_methods_are_choices_and_have_a_reason() -> None:
    listing = {
        path: named
        for path, module in sources().items()
        if not defines_methods(module)
        for _, named in lists_of_methods(module)
    }
    unexplained = {path: named for path, named in listing.items() if path not in CHOICES}
    assert not unexplained, "a property of a method belongs into its record; a choice has its reason in CHOICES"
    assert set(CHOICES) == set(listing), "a choice that is gone needs no reason"


def test_a_list_of_methods_is_seen_in_any_collection() -> None:
    for code in (
        '("sign_test", "friedman", "nemenyi")',
        '["sign_test", "friedman", "nemenyi", "more"]',
        '{"sign_test", "friedman", "nemenyi"}',
        '{"sign_test": "friedman", "x": "nemenyi"}',
    ):
        ((line, named),) = lists_of_methods(ast.parse(code))
        assert (line, named) == (1, {"sign_test", "friedman", "nemenyi"})
    assert not list(lists_of_methods(ast.parse('("sign_test", "friedman"), ("tpr", "fpr", "tnr")')))


def test_a_method_is_called_what_its_function_is_called() -> None:
    relative = br.METHODS["sign_test"].relative(table=br.wilcoxon, title="Another")
    assert (relative.id, relative.title, relative.table) == ("wilcoxon", "Another", br.wilcoxon)
    assert relative.expr is br.METHODS["wilcoxon"].expr
    assert relative.question == br.METHODS["sign_test"].question


def test_a_relative_without_a_column_form_does_not_take_that_of_the_family() -> None:
    assert br.METHODS["sign_test"].relative(table=br.nemenyi).expr is None


def test_a_method_without_function_and_id_is_refused() -> None:
    with pytest.raises(TypeError, match="'Sign test' has neither a function nor an id"):
        br.METHODS["sign_test"].relative(table=None)
