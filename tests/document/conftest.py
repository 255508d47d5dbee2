"""Reports to look at: a plain one, and one whose names try to break out."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator

import polars as pl
import pytest
from selenium import webdriver

import benchreport as br
from benchreport.document.formats.pdf import pdf_bytes
from tests.document.chromium import started
from tests.once import made_once

HOSTILE = (
    "<script>alert(1)</script>",
    "A&B_100%",
    "\\input{/etc/passwd}",
    "=cmd()",
    "{{7*7}}",
    "x" * 120,
    "שלום עולם",
    "漢字アルゴリズム",
    "| pipe ** _star_ `tick` [link](javascript:alert(1)) $x$ ~ # ^",
)


def needs(*programs: str) -> None:
    """Skip where a program is not installed; in continuous integration it must be."""
    absent = [program for program in programs if shutil.which(program) is None]
    if absent and not os.environ.get("CI"):
        pytest.skip(f"not installed: {', '.join(absent)}")
    assert not absent


def needs_style(name: str) -> None:
    """Skip where a LaTeX package is not installed; in continuous integration it must be."""
    needs("kpsewhich")
    found = subprocess.run(["kpsewhich", name], capture_output=True, check=False).returncode == 0
    if not found and not os.environ.get("CI"):
        pytest.skip(f"not installed: {name}")
    assert found


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    needs("chromium", "chromedriver")
    driver = started(tmp_path_factory.mktemp("profile"))
    yield driver
    driver.quit()


@pytest.fixture(scope="session")
def plain() -> br.Report:
    """The published table of Demsar 2006."""
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    return br.report(scores, title="C4.5 and its variants", baseline="C4.5", sections=["all"])


@pytest.fixture(scope="session")
def plain_pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made_once(tmp_path_factory, "plain.pdf", lambda: pdf_bytes(request.getfixturevalue("plain"))[0])


@pytest.fixture(scope="session")
def hostile() -> br.Report:
    """Names, metrics and datasets that have broken other tools."""
    datasets = [f"# {name} data" if i % 2 else name for i, name in enumerate(HOSTILE)]
    metric = "re_call $%& <b>"
    cells = [
        (algorithm, dataset, metric, ((i * 7 + j * 5) % 13) / 13)
        for i, algorithm in enumerate(HOSTILE)
        for j, dataset in enumerate(datasets)
    ]
    table = pl.DataFrame(cells, schema=["algorithm", "dataset", "metric", "value"], orient="row")
    scores = br.scores(table, directions={metric: "higher"})
    return br.report(scores, title="<h1>Title</h1> & \\textbf{more} ${7*7}", sections=["all"])


@pytest.fixture(scope="session")
def hostile_pdf(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return made_once(tmp_path_factory, "hostile.pdf", lambda: pdf_bytes(request.getfixturevalue("hostile"))[0])
