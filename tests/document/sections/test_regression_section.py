"""Does the section on predicted numbers say what the residuals say?"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.document.sections.instances import cells_of, decisions, sections_of, told
from tests.document.sections.sections import findings_of, prose, table_of

# FX8 of the catalogue: residuals of two regressors on the same 8 points.
FIRST = [0.5, -0.3, 0.8, -0.6, 0.2, -0.9, 0.4, 0.1]
SECOND = [0.3, -0.2, 0.6, -0.2, 0.1, -0.5, 0.5, 0.2]


def residuals(**algorithms: list[float]) -> pl.DataFrame:
    rows = [
        (name, "d", at, float(at), at + off) for name, errors in algorithms.items() for at, off in enumerate(errors)
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")


FX8 = residuals(first=FIRST, second=SECOND)


def test_the_paired_t_test_on_squared_errors_is_that_of_the_catalogue() -> None:
    section = told(FX8, "regression", tests={"instances": "paired_t_instances"})
    (finding,) = findings_of(section)
    assert finding.rows["p_value"].item() == pytest.approx(0.0747594021702, rel=1e-9)
    assert "first and second do not differ significantly in squared error" in prose(section)
    assert "the mean squared error of first is 2.19 times that of second" in prose(section)
    assert "df = 7, p = .075" in prose(section)


def test_the_tests_of_variances_stand_beside_with_the_values_of_the_catalogue() -> None:
    row = table_of(told(FX8, "regression"), "regression-pairs").frame.row(0, named=True)
    assert row["mse_ratio"] == pytest.approx(2.18518518519, rel=1e-9)
    assert row["p_f"] == pytest.approx(0.28968785385, rel=1e-9)
    assert row["p_pitman"] == pytest.approx(0.00642608898853, rel=1e-9)


def test_few_instances_are_compared_by_sign_flips_and_many_by_the_t_test() -> None:
    few = told(FX8, "regression")
    many = told(residuals(first=FIRST * 5, second=SECOND * 5), "regression")
    assert set(findings_of(few)[0].rows["method"]) == {"permutation_signflip"}
    assert set(findings_of(many)[0].rows["method"]) == {"paired_t_instances"}
    assert [choice.method for choice in few.choices] == ["permutation_signflip"]


def test_exact_sign_flips_are_counted_by_hand() -> None:
    gaps = [a * a - b * b for a, b in zip(FIRST, SECOND, strict=True)]
    observed = abs(sum(gaps))
    flips = [abs(sum(s * gap for s, gap in zip(signs, gaps, strict=True))) for signs in product((1, -1), repeat=8)]
    expected = sum(flip >= observed - 1e-12 for flip in flips) / len(flips)
    assert findings_of(told(FX8, "regression"))[0].rows["p_value"].item() == pytest.approx(expected)


def test_the_errors_are_measured_beside_always_saying_the_mean() -> None:
    rows = {
        row["algorithm"]: row for row in table_of(told(FX8, "regression"), "regression-errors").frame.rows(named=True)
    }
    assert rows["first"]["mse"] == pytest.approx(sum(off * off for off in FIRST) / 8)
    assert rows["first"]["mae"] == pytest.approx(sum(map(abs, FIRST)) / 8)
    assert rows["(majority)"]["r2"] == pytest.approx(0.0)
    printed = [cells[0] for cells in cells_of(table_of(told(FX8, "regression"), "regression-errors"))]
    assert printed == ["second", "first", "(mean of the truth)"]


def test_a_regressor_worse_than_the_mean_is_pointed_out() -> None:
    section = told(residuals(first=FIRST, wild=[9.0, -9.0] * 4), "regression")
    assert "wild predicts worse than the mean of the truths" in prose(section)


def test_mcnemars_test_is_not_for_numbers_and_the_report_says_so() -> None:
    assert "McNemar’s test, which was asked for, is for classes" in prose(
        told(FX8, "regression", tests={"instances": "mcnemar"})
    )


def test_equal_errors_are_not_told_apart() -> None:
    section = told(residuals(first=FIRST, second=FIRST), "regression")
    assert "1 has the same squared errors throughout" in prose(section)


def test_classes_have_no_such_section() -> None:
    table = decisions({"A": [("y", "y"), ("n", "n")], "B": [("y", "n"), ("n", "n")]})
    assert "regression" not in sections_of(table, "regression", "predicted")


def test_the_section_stands_in_markdown_and_html(tmp_path: Path) -> None:
    report = br.report(FX8, sections=["regression"])
    for name in ("report.md", "report.html"):
        report.write(tmp_path / name)
        assert "2.19 times that of second" in (tmp_path / name).read_text()
