"""What does init write?"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from benchreport.resources import resource
from benchreport.study import example_text, read_study, study_options
from tests.cli.shell import fine, ladder, refused, run, save


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# A study


def test_init_fills_in_the_only_table_and_the_study_builds(here: Path) -> None:
    save(here / "runs.csv", ladder(datasets=8))
    printed = fine("init")
    assert printed.splitlines() == ["study.toml", "Then: benchreport build study.toml"]
    assert read_study("study.toml").scores == "runs.csv"
    (here / "study.toml").write_text((here / "study.toml").read_text().replace(', "report.pdf"', ""))
    fine("build", "study.toml")
    assert (here / "report.html").exists()


@pytest.mark.parametrize("tables", [(), ("a.csv", "b.parquet")], ids=["none", "two"])
def test_init_asks_for_the_table_where_it_cannot_be_told(here: Path, tables: tuple[str, ...]) -> None:
    for name in tables:
        (here / name).touch()
    printed = fine("init")
    assert "Name your table" in printed
    assert all(name in printed for name in tables)
    assert read_study("study.toml").scores == "scores.csv"


def test_init_writes_into_another_folder_and_makes_it(here: Path) -> None:
    fine("init", "paper")
    assert (here / "paper" / "study.toml").exists()


def test_init_writes_over_nothing_unless_forced(here: Path) -> None:
    (here / "study.toml").write_text("mine")
    error, hint = refused("init", code=2)
    assert "study.toml" in error
    assert "--force" in hint
    assert (here / "study.toml").read_text() == "mine"
    fine("init", "--force")
    assert (here / "study.toml").read_text() != "mine"


def test_a_study_lies_in_one_folder(here: Path) -> None:
    refused("init", "a", "b", code=2)
    refused("init", "study.toml", code=2)
    assert list(here.iterdir()) == []


def test_the_study_shows_every_option_and_its_examples_are_read(tmp_path: Path) -> None:
    shown = re.sub(r"^#(?=[\w\[])", "", example_text(), flags=re.M)
    assert set(tomllib.loads(shown)) == set(study_options())
    (tmp_path / "study.toml").write_text(shown, encoding="utf8")
    assert read_study(tmp_path / "study.toml").columns == {"clf": "algorithm"}


# Templates


@pytest.mark.usefixtures("here")
def test_init_copies_words_and_styles_and_tells_how_to_use_them() -> None:
    printed = fine("init", "--templates").splitlines()
    for line in printed[:-1]:
        assert Path(line).read_bytes() == resource("templates", line.removeprefix("templates/")).read_bytes()
    assert {"templates/sections/setup.jinja", "templates/styles/screen.css", "templates/styles/themes/classic.css"} <= {
        *printed
    }
    assert 'templates = "templates"' in printed[-1]
    assert "--templates templates" in printed[-1]


@pytest.mark.usefixtures("here")
def test_what_init_copies_is_a_folder_that_a_report_takes() -> None:
    from benchreport.document.model.looks import look_of

    fine("init", "--templates")
    fine("init", "--templates", "formats/html.jinja", "references.bib")
    assert "references.bib" in look_of(templates="templates").templates


def test_init_copies_the_templates_that_are_named(here: Path) -> None:
    fine("init", "--templates", "sections/setup.jinja", "formats/html.jinja")
    written = sorted(path.relative_to(here).as_posix() for path in here.rglob("*") if path.is_file())
    assert written == ["templates/formats/html.jinja", "templates/sections/setup.jinja"]


def test_a_misspelt_template_is_answered_with_the_nearest_and_nothing_is_written(here: Path) -> None:
    _, hint = refused("init", "--templates", "sections/ranks.jinja", "sections/setpu.jinja", code=2)
    assert "'sections/setup.jinja'" in hint
    assert list(here.iterdir()) == []


def test_an_edited_template_is_not_written_over(here: Path) -> None:
    fine("init", "--templates", "sections/setup.jinja")
    (here / "templates" / "sections" / "setup.jinja").write_text("# Mine")
    error, _ = refused("init", "--templates", code=2)
    assert error == "templates/sections/setup.jinja would be overwritten"
    assert (here / "templates" / "sections" / "setup.jinja").read_text() == "# Mine"
    assert not (here / "templates" / "styles").exists()
    assert run("init", "--templates", "--force").exit_code == 0
    assert (here / "templates" / "sections" / "setup.jinja").read_text() != "# Mine"
