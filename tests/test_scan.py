"""Are records found in the folder they lie in, and is one that cannot be used named?"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from benchreport.document.build import in_order
from benchreport.document.formats import FORMATS
from benchreport.document.sections import PARTS
from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS, Kind
from benchreport.scan import Index, records
from benchreport.tables.importers import IMPORTERS

INDEXES: dict[str, Index[Any]] = {"figures": KINDS, "formats": FORMATS, "sections": PARTS, "importers": IMPORTERS}
HEAD = "from benchreport.figures.kinds import Kind\n"
TOY = 'Kind(id="toy", title="Toy", question="?", shape="none")'


@pytest.fixture
def toys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """An empty package whose name no other test uses."""
    folder = tmp_path / f"toys_of_{request.node.name}"
    folder.mkdir()
    (folder / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    return folder


@pytest.mark.parametrize("room", INDEXES)
def test_what_the_sources_declare_is_what_the_modules_hold(room: str) -> None:
    index = INDEXES[room]
    held = {record.id: record for record in records(index.package, index.kind)}
    assert list(index) == list(held)
    assert all(index[name] is record for name, record in held.items())


def test_listing_ids_and_titles_imports_no_module_of_the_package() -> None:
    code = (
        "import sys; from benchreport.figures.kinds import KINDS;"
        "print(*(part.field('title') for part in KINDS.declared.values()), sep=';');"
        "print([name for name in sys.modules if name.split('.')[0] in ('matplotlib', 'polars', 'numpy', 'scipy')])"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    titles, heavy = run.stdout.splitlines()
    assert "Critical difference diagram" in titles.split(";")
    assert heavy == "[]"


def test_a_file_put_into_the_folder_is_found(toys: Path) -> None:
    (toys / "one.py").write_text(f"{HEAD}TOY = {TOY}\n")
    (toys / "other.py").write_text(f"from {toys.name}.one import TOY\n")
    assert [kind.id for kind in records(toys.name, Kind)] == ["toy"]
    assert Index(toys.name, Kind)["toy"].title == "Toy"


def test_a_module_that_fails_to_import_raises_and_does_not_vanish(toys: Path) -> None:
    (toys / "broken.py").write_text(f"{HEAD}import no_such_module\nTOY = {TOY}\n")
    index = Index(toys.name, Kind)
    assert list(index) == ["toy"]
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        index["toy"]
    with pytest.raises(ModuleNotFoundError, match="no_such_module"):
        records(toys.name, Kind)


def test_a_syntax_error_raises_too(toys: Path) -> None:
    (toys / "broken.py").write_text(f"{HEAD}TOY = {TOY}\ndef (:\n")
    index = Index(toys.name, Kind)
    assert list(index) == ["toy"]
    with pytest.raises(SyntaxError):
        index["toy"]


def test_fields_are_those_of_the_statement_however_it_is_laid_out(toys: Path) -> None:
    (toys / "one.py").write_text(
        f'{HEAD}def make():\n    LOCAL = Kind(id="local")\n\n\n'
        'FIRST = Kind(\n    title="First",\n    id="first",\n    question="Which?",\n)\n'
        'SECOND = Kind(id="second", title="Se" "cond", question="Which?")\nNAMES = ["third"]\n'
    )
    declared = Index(toys.name, Kind).declared
    assert {name: declaration.field("title") for name, declaration in declared.items()} == {
        "first": "First",
        "second": "Second",
    }
    assert [set(declaration.fields) for declaration in declared.values()] == [{"id", "title", "question"}] * 2


def test_one_id_in_two_modules_is_refused(toys: Path) -> None:
    for name in ("one", "other"):
        (toys / f"{name}.py").write_text(f"{HEAD}TOY = {TOY}\n")
    with pytest.raises(ImportError, match=rf"Kind 'toy' is both in {toys.name}.one and in {toys.name}.other"):
        list(Index(toys.name, Kind))


def test_a_field_that_a_listing_needs_must_be_written_out(toys: Path) -> None:
    toy = TOY.replace('title="Toy"', "title=TITLE")
    (toys / "one.py").write_text(f"{HEAD}TITLE = 'Toy'\nTOY = {toy}\n")
    index = Index(toys.name, Kind)
    assert index["toy"].title == "Toy"
    with pytest.raises(ImportError, match="title=TITLE is not a value"):
        index.declared["toy"].field("title")


def test_no_two_formats_claim_one_ending_and_one_fills_a_folder() -> None:
    endings = [suffix for form in FORMATS.values() for suffix in form.suffixes]
    assert len(endings) == len(set(endings))
    assert [form.id for form in FORMATS.values() if form.main] == ["latex"]


def test_every_importer_bears_the_name_of_its_function() -> None:
    assert [importer.function.__name__ for importer in IMPORTERS.values()] == list(IMPORTERS)


def test_a_section_stands_directly_behind_the_one_it_names() -> None:
    usual = {"summary": None, "ranks": "summary", "matrix": "ranks", "datasets": "matrix"}
    assert in_order(usual) == list(usual)
    assert in_order({"aside": "ranks", **usual}) == ["summary", "ranks", "aside", "matrix", "datasets"]
    assert in_order({"aside": "zoo", "zoo": "summary", **usual})[:3] == ["summary", "zoo", "aside"]
    assert in_order({**usual, "aside": "matrix"})[-2:] == ["datasets", "aside"]  # of one length: as declared


@pytest.mark.parametrize("after", ["rank", "aside"], ids=["unknown", "itself"])
def test_a_section_behind_none_that_has_a_place_is_refused(after: str) -> None:
    with pytest.raises(OptionError, match=f"section 'aside' comes after {after!r}"):
        in_order({"summary": None, "ranks": "summary", "aside": after})
