"""Does the doctor see what is wrong, and say what helps?"""

from __future__ import annotations

import subprocess
from importlib.metadata import PackageNotFoundError
from typing import Any

import pytest

from benchreport.document import machine
from benchreport.document.formats import fonts
from benchreport.document.machine import Need, examine

CORE = ("polars", "numpy", "scipy", "matplotlib", "jinja2", "weasyprint", "click", "rich", "narwhals", "pypdf")


def finding(what: str) -> Need:
    (found,) = [one for one in examine() if one.name.startswith(what)]
    return found


def test_python_and_every_core_package_are_looked_at() -> None:
    looked_at = [one.name for one in examine()]
    assert looked_at[0] == "Python"
    assert [name for name in CORE if name not in looked_at] == []


def test_what_only_tests_or_extras_need_is_not_looked_at() -> None:
    looked_at = {one.name for one in examine()}
    assert not looked_at & {"pytest", "pyspark", "connectorx", "mypy"}


def test_every_finding_knows_its_fix() -> None:
    assert [one.name for one in examine() if not one.fix] == []


def test_here_every_package_is_good() -> None:
    assert [one for one in examine() if one.name in CORE and not one.met] == []


def test_a_missing_package_is_a_problem_with_its_pip_line(monkeypatch: pytest.MonkeyPatch) -> None:
    known = machine.version

    def version(name: str) -> str:
        if name == "pypdf":
            raise PackageNotFoundError(name)
        return known(name)

    monkeypatch.setattr(machine, "version", version)
    found = finding("pypdf")
    assert (found.state, found.met, found.optional) == ("not installed", False, False)
    assert found.fix.startswith("pip install 'pypdf>=")


@pytest.mark.parametrize(
    ("installed", "good"), [("69.9", False), ("70.0", True), ("70", True), ("70.0.1", True), ("100.0", True)]
)
def test_a_package_is_good_from_the_version_we_ask_for(
    monkeypatch: pytest.MonkeyPatch, installed: str, good: bool
) -> None:
    monkeypatch.setattr(machine, "requires", lambda _: ["weasyprint>=70.0"])
    monkeypatch.setattr(machine, "version", lambda _: installed)
    found = finding("weasyprint")
    assert (found.state, found.met) == (installed, good)


@pytest.mark.parametrize("absent", [("pango-1.0",), ("harfbuzz-subset",), ("pango-1.0", "pangoft2-1.0")])
def test_missing_parts_of_pango_are_named_with_the_one_line_that_helps(
    monkeypatch: pytest.MonkeyPatch, absent: tuple[str, ...]
) -> None:
    def loaded(name: str) -> None:
        if name.removeprefix("lib").removesuffix(".so.0") in absent:
            raise OSError(f"{name}: cannot open shared object file: No such file or directory")

    monkeypatch.setattr(machine, "CDLL", loaded)
    found = finding("Pango")
    assert not found.met
    assert not found.optional
    assert all(name in found.state for name in absent)
    assert found.fix == "apt-get install libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0"


def test_pango_is_good_when_all_of_it_can_be_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []
    monkeypatch.setattr(machine, "CDLL", names.append)
    assert finding("Pango").met
    assert len(names) == 3


def test_a_library_that_lies_there_and_cannot_be_loaded_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def loaded(name: str) -> None:
        raise OSError(f"{name}: invalid ELF header")

    monkeypatch.setattr("ctypes.util.find_library", lambda name: f"lib{name}.so.0")
    monkeypatch.setattr(machine, "CDLL", loaded)
    assert not finding("Pango").met
    assert "pango-1.0 (libpango-1.0.so.0: invalid ELF header)" in finding("Pango").state


def test_an_old_python_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machine.sys, "version_info", (3, 10, 2, "final", 0))
    found = finding("Python")
    assert (found.state, found.met) == ("3.10.2", False)


def test_without_matplotlib_there_are_no_fonts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fonts, "find_spec", lambda _: None)
    found = finding("fonts")
    assert not found.met
    assert "matplotlib" in found.fix


@pytest.mark.parametrize("tool", ["Chinese", "LaTeX"])
def test_what_some_do_without_is_optional(monkeypatch: pytest.MonkeyPatch, tool: str) -> None:
    monkeypatch.setattr(machine.shutil, "which", lambda _: None)
    found = finding(tool)
    assert (found.met, found.optional) == (False, True)


@pytest.mark.parametrize(("listed", "good"), [("", False), ("/usr/share/fonts/NotoSansCJK.ttc: Noto\n", True)])
def test_a_font_for_chinese_is_found_by_fontconfig(monkeypatch: pytest.MonkeyPatch, listed: str, good: bool) -> None:
    def listing(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        return subprocess.CompletedProcess(command, 0, stdout=listed)

    monkeypatch.setattr(machine.shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(machine.subprocess, "run", listing)
    assert finding("Chinese").met is good


def test_the_doctor_answers_even_when_benchreport_runs_from_a_bare_checkout(monkeypatch: pytest.MonkeyPatch) -> None:
    def requires(name: str) -> list[str]:
        raise PackageNotFoundError(name)

    monkeypatch.setattr(machine, "requires", requires)
    assert finding("Python").met
