"""Names of one letter are names: an algorithm called F is not the statistic, in heads of columns and in words."""

from __future__ import annotations

import re
from itertools import product

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.formats.html import html_text
from benchreport.document.formats.latex import latex_files
from benchreport.document.formats.markdown import markdown_files
from benchreport.document.model.blocks import Report

LETTERS = ("F", "t", "p", "n", "r", "W", "F (tuned)", "Mean")
SYMBOL = '<span class="math"><i>{}</i></span>'
HEADS = re.compile(r'<th scope="col"[^>]*>(.*?)</th>')


def results(
    algorithms: tuple[str, ...], datasets: tuple[str, ...], metrics: tuple[str, ...], runs: int
) -> pl.DataFrame:
    rng = np.random.default_rng(7)
    keys = product(algorithms, datasets, metrics, range(runs))
    rows = [(a, d, m, run, 0.5 + 0.02 * algorithms.index(a) + 0.01 * rng.normal()) for a, d, m, run in keys]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "metric", "fold", "value"], orient="row")
    return br.scores(table, directions=dict.fromkeys(metrics, "higher"), design="kfold_cv" if runs > 1 else None)


@pytest.fixture(scope="module")
def report() -> Report:
    scores = results(LETTERS, ("F", "p", "d3", "d4", "d5", "d6", "d7", "d8"), ("accuracy", "F"), 3)
    return br.report(scores, sections=["ordering", "variance", "tables"], complexity=LETTERS)


def heads(page: str, table: str) -> list[str]:
    """Return the heads of the columns of one table of a page."""
    return HEADS.findall(re.search(rf'id="{table}".*?</thead>', page, re.DOTALL)[0])


def test_a_column_of_an_algorithm_or_metric_called_like_a_statistic_has_its_name_as_head(report: Report) -> None:
    page = html_text(report)
    assert sorted(heads(page, "complete")) == sorted(("metric", "dataset", *LETTERS))
    assert heads(page, "order-firsts") == ["algorithm", "accuracy", "F"]


def test_statistics_beside_such_names_are_set_as_statistics(report: Report) -> None:
    assert {SYMBOL.format("F"), SYMBOL.format("p")} <= {*heads(html_text(report), "anova")}


def test_datasets_called_like_statistics_are_names_where_they_head_columns() -> None:
    many = tuple(f"A{i:02}" for i in range(24))
    page = html_text(br.report(results(many, ("F", "p", "t"), ("accuracy",), 1), sections=["tables"]))
    assert heads(page, "complete") == ["algorithm", "F", "p", "t"]


def test_no_format_sets_such_a_name_as_a_formula(report: Report) -> None:
    latex = {name: text.decode() for name, text in latex_files(report, "main.tex").items() if name.endswith(".tex")}
    complete = next(text for name, text in latex.items() if "complete" in name)
    for text in (complete, markdown_files(report, "files")[0].split("Every result")[1]):
        assert not re.search(r"[$*][FtpnrW][$*]", text)
