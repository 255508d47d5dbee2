"""Fonts, formulas and code of templates that lie ready are those that would be made anew."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from importlib.metadata import version
from io import BytesIO
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont

import benchreport as br
from benchreport.document.formats.fonts import FACES, USUAL, text_faces
from benchreport.document.formats.html import html_text
from benchreport.document.model.sandbox import READY as CODES
from benchreport.document.model.sandbox import Sandbox, macros_of
from benchreport.document.model.templates import section_environment
from benchreport.figures import formulas
from benchreport.resources import resource
from tests.ready_files import FOLDER, FORMULAS, made_predictions, ready_font, template_codes

READY = json.loads(FORMULAS.read_text(encoding="utf8"))
EMBEDDED = re.compile(r"base64,([^)]*)\)")


def signs_of(font: bytes) -> set[int]:
    """Return the characters that a font has."""
    return set(TTFont(BytesIO(font)).getBestCmap())


@pytest.mark.parametrize("face", FACES)
def test_a_ready_font_is_the_one_cut_anew(face: str) -> None:
    ready = (FOLDER / "fonts" / "page" / face).with_suffix(".woff2").read_bytes()
    assert signs_of(ready) == signs_of(ready_font(face))
    assert ready == ready_font(face)


@pytest.mark.parametrize("face", FACES)
def test_a_ready_font_does_not_bear_the_reserved_name(face: str) -> None:
    names = TTFont((FOLDER / "fonts" / "page" / face).with_suffix(".woff2"))["name"]
    family = FACES[face][0].removesuffix("General")
    titles = [str(record) for record in names.names if record.nameID in (1, 3, 4, 6, 16, 18)]
    assert [title for title in titles if family in title] == []


@pytest.mark.parametrize(("tex", "display", "outline"), READY, ids=range(len(READY)))
def test_a_ready_formula_is_the_one_set_anew(tex: str, display: bool, outline: dict[str, object]) -> None:
    assert formulas.newly_set(tex, display=display) == formulas.SetFormula(**outline)  # type: ignore[arg-type]


def test_a_name_in_unusual_letters_has_them_in_the_fonts_of_its_page() -> None:
    sheet = text_faces("DejaVu Sans", "Łukasiewicz")
    assert "Ł" not in USUAL
    assert all(ord("Ł") in signs_of(b64decode(font)) for font in EMBEDDED.findall(sheet))
    assert EMBEDDED.findall(sheet)


def test_a_report_of_predictions_on_several_datasets_sets_no_formula_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(tex: str, *, display: bool) -> None:
        raise AssertionError(f"{tex} was set anew ({display=})")

    monkeypatch.setattr(formulas, "newly_set", refuse)
    formulas.set_formula.cache_clear()
    assert '<p class="formula">' in html_text(br.report(br.predictions(made_predictions())))


def test_the_page_of_a_usual_report_has_the_ready_fonts_and_formulas(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(tex: str, *, display: bool) -> None:
        raise AssertionError(f"{tex} was set anew ({display=})")

    monkeypatch.setattr(formulas, "newly_set", refuse)
    formulas.set_formula.cache_clear()
    page = html_text(br.report(br.read_scores(br.example("demsar2006_auc.csv"))))
    embedded = [b64decode(font) for font in re.findall(r"font/woff2;base64,([^)]*)\)", page)]
    ready = [path.read_bytes() for path in resource("templates", "fonts/page").iterdir()]
    assert embedded
    assert all(font in ready for font in embedded)


# Another version of Jinja2 may write other code, and then the files are not used.
PINS = (FOLDER.parent / "constraints.txt").read_text(encoding="utf8").lower().split()
of_this_version = pytest.mark.skipif(
    f"jinja2=={version('jinja2')}" not in PINS,
    reason="the code that lies ready was written by another version of Jinja2",
)


@of_this_version
def test_the_ready_code_of_templates_is_that_made_anew() -> None:
    ready = {path.name: path.read_text(encoding="utf8").rstrip("\n") for path in (FOLDER / CODES).glob("*.py")}
    assert ready == template_codes(), "`make ready` writes them"


@of_this_version
def test_a_usual_report_compiles_no_template(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def refuse(*_: object) -> None:
        raise AssertionError("a template was compiled")

    monkeypatch.setattr(Sandbox, "compile", refuse)
    section_environment.cache_clear()
    macros_of.cache_clear()
    report = br.report(br.read(br.example("demsar2006_auc.csv")))
    for name in ("html", "md", "tex"):
        assert report.write(tmp_path / f"report.{name}")


def test_a_template_with_another_text_is_compiled(tmp_path: Path) -> None:
    own = tmp_path / "sections" / "answer.jinja"
    own.parent.mkdir()
    own.write_text("# Ours\n\nHello.\n", encoding="utf8")
    report = br.report(br.read(br.example("demsar2006_auc.csv")), templates=tmp_path, sections=["answer"])
    assert "Hello." in html_text(report)
