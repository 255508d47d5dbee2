"""The sources of the page's script: small, typed, and without a way to turn text into markup."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from benchreport.document.formats.html import page_script
from tests.document.conftest import needs
from tests.document.page.npm import installed

FOLDER = Path(__file__).parents[3] / "templates" / "styles" / "page"
MODULES = sorted(FOLDER.glob("*.js"))
MOST_BYTES = 84_000
CHECKED = ["--allowJs", "--checkJs", "--noEmit", "--strict", "--noImplicitAny", "false"]
CONFIG = [*CHECKED, "--target", "es2024", "--lib", "es2024,dom,dom.iterable"]
# Whatever makes markup or code of a text.
WAYS = re.compile(
    r"(?:inner|outer)HTML|insertAdjacentHTML|\beval\b|document\.write|new Function|srcdoc|DOMParser|ContextualFragment"
)


def test_the_script_is_small() -> None:
    assert sum(module.stat().st_size for module in MODULES) < MOST_BYTES


def test_the_order_names_every_module_once() -> None:
    order = (FOLDER / "ORDER").read_text(encoding="utf8").split()
    assert sorted(order) == [module.stem for module in MODULES]
    assert len(order) >= 10


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.stem)
def test_no_text_becomes_markup_or_code(module: Path) -> None:
    text = module.read_text(encoding="utf8")
    assert WAYS.findall(text) == []
    assert re.findall(r"setAttribute\(\s*[\"']style", text) == []
    assert re.findall(r"\bfetch\(|XMLHttpRequest|WebSocket|^import\b|\bimport\(", text) == []


def test_the_parts_hold_no_script_and_no_style() -> None:
    text = (FOLDER / "parts.html").read_text(encoding="utf8")
    assert re.findall(r"<script|<style|\sstyle=|\son\w+=", text) == []


def test_the_script_cannot_end_itself() -> None:
    assert "</script" not in page_script()
    assert "<script" not in page_script()


@pytest.mark.long
def test_types_are_right(tmp_path_factory: pytest.TempPathFactory) -> None:
    needs("npm")
    compiler = installed("typescript", tmp_path_factory) / ".bin" / "tsc"
    files = [str(path) for path in (*MODULES, FOLDER / "types.d.ts")]
    check = subprocess.run([compiler, *CONFIG, *files], capture_output=True, text=True, check=False)
    assert check.stdout == ""
