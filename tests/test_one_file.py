"""One file adds a method, a figure, a format or an importer, and two add a section."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

import benchreport

PACKAGE = Path(benchreport.__file__).parent
ROOT = PACKAGE.parent
PYTHON = """
import os, sys
import benchreport as br
from benchreport.cli import main

assert os.path.dirname(br.__file__) == os.path.join(os.getcwd(), "benchreport"), br.__file__
scores = br.read_scores(br.example("demsar2006_auc.csv"))
table = str(br.example("demsar2006_auc.csv"))


def shell(*words):
    print("$", *words[:2], flush=True)
    main(words, prog_name="benchreport", standalone_mode=False)

"""
FIGURE = '''
"""A toy: the number of results as text."""

from __future__ import annotations

from typing import Any

import polars as pl
from matplotlib.figure import Figure

from benchreport.figures.kinds import Kind


def toy_count_data(table: Any, *, least: int = 0) -> pl.DataFrame:
    """Compute the number of results of every algorithm."""
    return table.group_by("algorithm").len("n").filter(pl.col("n") >= least).sort("algorithm")


def toy_count(numbers: pl.DataFrame, *, inches: float = 2.0) -> Figure:
    """Draw one bar per algorithm."""
    figure = Figure(figsize=(inches, 1))
    figure.subplots().barh(numbers["algorithm"].cast(pl.String).to_list(), numbers["n"])
    return figure


def toy_count_alt(numbers: pl.DataFrame) -> str:
    """Return the number of algorithms in words."""
    return f"Bars of {numbers.height} algorithms."


TOY_COUNT = Kind(
    id="toy_count",
    title="Toy bars",
    question="How many results are there?",
)
'''
FORMAT = '''
"""A toy: the titles and findings of a report as plain text."""

from __future__ import annotations

from benchreport.document.model.blocks import Finding, Report
from benchreport.document.formats import Format, Output, Written


def plain_text(report: Report) -> str:
    """Return the titles of the sections, each with its findings."""
    lines = [report.title]
    for section in report.sections:
        findings = [block for block in section.blocks if isinstance(block, Finding)]
        lines += [f"* {section.title}", *("".join(map(str, finding.words)) for finding in findings)]
    return "\\n".join(lines) + "\\n"


def _written(report: Report, output: Output) -> Written:
    return Written(files={output.main: plain_text(report).encode()})


PLAIN_TEXT = Format(id="plain_text", title="plain text", suffixes=(".txt",), write=_written)
'''
IMPORTER = '''
"""A toy: results of a tool that writes scores as ``who@where``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import polars as pl

from benchreport.tables.importers import Importer, TableForm
from benchreport.tables.schema import Declared
from benchreport.tables.scores import scores


def from_toy(results: Any) -> pl.DataFrame:
    """Read the results of the toy, as scores."""
    long, _ = _stacked(results, {})
    return scores(long)


def _is_toy(columns: Sequence[str]) -> bool:
    return set(columns) == {"who@where", "toy_accuracy"}


def _stacked(table: pl.DataFrame, declared: Declared) -> tuple[pl.DataFrame, Declared]:
    names = pl.col("who@where").str.split("@")
    return table.select(
        algorithm=names.list.get(0), dataset=names.list.get(1), metric=pl.lit("accuracy"), value="toy_accuracy"
    ), declared


FROM_TOY = Importer(
    id="from_toy",
    tool="the toy",
    reads="results of the toy",
    function=from_toy,
    form=TableForm(fits=_is_toy, read=_stacked),
)
'''
SECTION = '''
"""A toy section: the number of algorithms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchreport.document.model.blocks import Section
from benchreport.document.sections import Part

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence


def toy_section(evidence: Evidence) -> Section:
    """Return a section that counts the algorithms."""
    return evidence.section("toy", {"n": len(evidence.algorithms)})


TOY = Part(id="toy", after="ranks", make=toy_section)
'''
TEMPLATE = """# A toy

The toy counts {{ n }} algorithms.
"""


def copy_with(tmp_path: Path, files: Mapping[str, str]) -> Path:
    """Write a copy of the product in which only these files are new; what is not beside one of them is a link."""
    house = tmp_path / "house"
    house.mkdir()
    _link(PACKAGE, house / "benchreport", {*(str(Path(path).parent) for path in files)})
    shutil.copytree(ROOT / "templates", house / "templates")
    (house / "examples").symlink_to(ROOT / "examples")
    for path, text in files.items():
        assert not (house / path).exists()
        (house / path).write_text(text.lstrip())
    return house


def _link(folder: Path, place: Path, opened: set[str]) -> None:
    """Link a folder, or make one with links to all that is in it where one of the opened folders lies inside."""
    inside = folder.relative_to(ROOT)
    if not any(Path(path).is_relative_to(inside) for path in opened):
        place.symlink_to(folder)
        return
    place.mkdir()
    for path in folder.iterdir():
        if path.is_dir():
            _link(path, place / path.name, opened)
        elif path.suffix == ".pyi":
            shutil.copy(path, place / path.name)  # make names writes them
        else:
            (place / path.name).symlink_to(path)


def run_in(house: Path, code: str) -> str:
    """Run code in a new process that imports the copy."""
    settings = {"PYTHONDONTWRITEBYTECODE": "1", "PYTHONWARNINGS": "error"}
    run = subprocess.run(
        [sys.executable, "-c", PYTHON + code],
        cwd=house,
        env={name: value for name, value in os.environ.items() if name != "PYTHONPATH"} | settings,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def differing(house: Path) -> set[str]:
    """Return the files of the copy that are not those of the product, by path."""
    files = [path for path in (house / "benchreport").rglob("*") if path.is_file() and path.suffix != ".pyc"]
    return {
        str(path.relative_to(house))
        for path in files
        if not (twin := ROOT / path.relative_to(house)).exists() or twin.read_bytes() != path.read_bytes()
    }


@pytest.mark.long
def test_a_paired_test_with_an_exact_law_is_one_file_and_generated_stubs(tmp_path: Path) -> None:
    source = Path(__file__).with_name("toys").joinpath("signed_scores.py").read_text(encoding="utf8")
    house = copy_with(tmp_path, {"benchreport/stats/two_algorithms/normal_scores.py": source})
    (house / "tests").symlink_to(ROOT / "tests")
    (house / "pyproject.toml").symlink_to(ROOT / "pyproject.toml")
    code = """
from tests import public_names

public_names.main()
assert br.signed_scores is br.two.signed_scores is br.METHODS["signed_scores"].table
assert "signed_scores" in dir(br.two) and "signed_scores" in br.methods(search="normal-scores")["id"]
assert br.expr.signed_scores("x", "y") is not None
rows = br.run("signed_scores", scores, adjust="holm")
assert rows["status"].unique().to_list() == ["ok"] and rows["n_ties"].sum() > 0
assert br.plot_data("cd", scores, posthoc="signed_scores").height > 0
br.report(scores, tests={"pairs": "signed_scores"}, sections=["all"]).write("toy.md")
shell("test", "signed_scores", table, "--csv")
shell("methods", "signed_scores")
shell("build", table, "-o", "shell.md", "--set", 'tests={"pairs": "signed_scores"}', "--sections", "ranks")
import pytest

plugins = ["-p", "no:randomly", "-p", "no:cacheprovider"]
promises = ["tests/test_contract.py", "tests/test_contract_all.py"]
assert pytest.main(["-q", "-n0", *plugins, *promises, "-k", "signed_scores"]) == 0
"""
    printed = run_in(house, code)
    stubs = {"benchreport/__init__.pyi", "benchreport/expr.pyi", "benchreport/stats/two_algorithms/__init__.pyi"}
    assert differing(house) == {"benchreport/stats/two_algorithms/normal_scores.py", *stubs}
    for stub in stubs:
        assert " as signed_scores\n" in (house / stub).read_text()
    assert "auc,C4.5,C4.5+m,C4.5+m,signed_scores" in printed
    assert "\nSigned normal-scores test  (signed_scores)\n" in printed
    for report in ("toy.md", "shell.md"):
        words = (house / report).read_text().replace("\\", "")
        assert "by signed normal-scores tests" in words
        assert "p = .007" in words or ".044" in words


def test_a_kind_of_figure_is_one_file(tmp_path: Path) -> None:
    house = copy_with(tmp_path, {"benchreport/figures/scores/toys.py": FIGURE})
    code = """
assert br.plot("toy_count", scores, inches=3.0).get_figwidth() == 3
assert br.plot_data("toy_count", scores, least=14).height == 4
assert br.plot_data("toy_count", scores, least=15).height == 0
assert br.alt_text("toy_count", scores) == "Bars of 4 algorithms."
shell("plot", "toy_count", table, "-o", "toy.svg", "--set", "inches=4")
shell("plot", "toy_count", table, "--csv")
shell("plot", "--help")
"""
    printed = run_in(house, code)
    assert "C4.5,14" in printed
    assert "\n  toy_count            Toy bars\n" in printed
    assert "<svg" in (house / "toy.svg").read_text()


def test_a_format_is_one_file(tmp_path: Path) -> None:
    house = copy_with(tmp_path, {"benchreport/document/formats/plain_text.py": FORMAT})
    code = """
br.report(scores, title="Toys", sections=["summary"]).write("python.txt")
shell("build", table, "-o", "shell.txt", "-o", "shell.md", "--title", "Toys", "--sections", "summary,ranks")
shell("build", "--help")
try:
    br.report(scores, sections=["setup"]).write("report.doc")
except br.BenchreportError as problem:
    print(problem.hint)
"""
    printed = run_in(house, code)
    names = ".html, .md, .pdf, .txt, or a folder for LaTeX"
    assert printed.endswith(f"{names}\n")
    assert names in " ".join(printed.split())
    assert " ".join(printed.split()).count(names) == 2
    assert (house / "python.txt").read_text().startswith("Toys\n* ")
    assert "\n* Comparison" in (house / "shell.txt").read_text()
    assert "# Toys" in (house / "shell.md").read_text()
    assert list((house / "shell_files").glob("*.csv")) != []


def test_an_importer_is_one_file(tmp_path: Path) -> None:
    house = copy_with(tmp_path, {"benchreport/tables/importers/toy.py": IMPORTER})
    (house / "toy.csv").write_text("who@where,toy_accuracy\nkNN@iris,0.9\nSVM@iris,0.8\n")
    code = """
import polars as pl

assert "from_toy" in dir(br)
assert br.from_toy(pl.read_csv("toy.csv"))["value"].to_list() == [0.9, 0.8]
assert br.read_scores("toy.csv")["algorithm"].to_list() == ["kNN", "SVM"]
shell("check", "toy.csv")
"""
    assert "results of the toy" in run_in(house, code)


def test_a_section_is_a_module_and_a_template(tmp_path: Path) -> None:
    files = {"benchreport/document/sections/toy.py": SECTION, "templates/sections/toy.jinja": TEMPLATE}
    house = copy_with(tmp_path, files)
    code = """
from benchreport.document.build import section_order

others = [name for name in section_order() if name not in ("setup", "ranks", "toy", "tables")]
print(*(section.id for section in br.report(scores, sections=["all"], omit=others).sections))
shell("build", table, "-o", "toy.md", "--sections", "setup,toy")
try:
    br.report(scores, sections=["toyy"])
except br.BenchreportError as problem:
    print(problem.hint)
"""
    printed = run_in(house, code)
    assert printed.startswith("setup comparison-auc toy tables\n")
    assert printed.endswith("did you mean 'toy'?\n")
    assert "The toy counts 4 algorithms." in (house / "toy.md").read_text()
