"""The section on wins and losses says what its rows say."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.tables.metric_names import printed_metric
from tests.document.sections.sections import column, every_format, figures, findings, only, prose, tables, told


def test_wins_ties_and_sign_test_are_those_of_the_catalogue(fx4: pl.DataFrame) -> None:
    section = told(fx4, "matrix", baseline="1")
    table = tables(section)["wins-error"]
    # METHODS, sign_test: column 1 against 2 has 7 wins, 2 losses, 1 tie, two-sided p 0.1796875.
    row = [cell.text for cell in table.rows[[row[0].text for row in table.rows].index("2")]]
    assert row[3:6] == ["2", "1", "7"]
    pair = table.frame.filter((pl.col("a") == "2") & (pl.col("b") == "1"))
    assert pair["p_value"].item() == pytest.approx(0.1796875)
    assert pair["method"].item() == "sign_test"


def test_the_matrix_shows_the_adjusted_p_values_of_all_pairs(fx4: pl.DataFrame) -> None:
    # METHODS section 14: Wilcoxon raw and Holm p of FX4; 1-3 and 1-4 are the only differences at 0.05.
    figure = figures(told(fx4, "matrix"))["matrix-error"]
    assert "2 of 6 pairs differ at 0.05" in figure.alternative


def test_the_best_algorithm_is_in_focus_and_its_wins_are_counted(fx4: pl.DataFrame) -> None:
    verdict = findings(told(fx4, "matrix"))[0]
    assert verdict.startswith(
        "By error, over 10 datasets, 1 wins more datasets than it loses against 2, 4 and 3. By the sign test, "
        "Holm-adjusted, the difference from 4 and 3 is significant."
    )


def test_the_number_of_nemenyi_verdicts_that_turn_is_said(demsar: pl.DataFrame) -> None:
    verdict = findings(told(demsar, "matrix", alpha=0.1))[1]
    rows = br.pool_stability(demsar, pools="all", alpha=0.1)
    turned = rows.filter(pl.col("n_flips") > 0).height
    assert f": {turned or 'none'} of its 6 decisions at 0.1 " in verdict


def test_a_decision_that_becomes_significant_is_not_called_reversed(demsar: pl.DataFrame) -> None:
    # A level at which taking one algorithm away makes a difference significant, or no longer so.
    for alpha in (0.03, 0.05, 0.1, 0.2):
        example = br.pool_stability(demsar, pools="all", alpha=alpha).filter(pl.col("flips_without").is_not_null())
        if example.is_empty():
            continue
        verdict = findings(told(demsar, "matrix", alpha=alpha))[1]
        a, b, differs = example.select(pl.col("a", "b").cast(pl.String), "differs").row(0)
        assert "reversed" not in verdict
        assert f"{a} and {b} {'no longer differ' if differs else 'differ'} significantly" in verdict
        return
    pytest.fail("no example")


def test_two_algorithms_get_a_plot_of_differences_and_no_letters(demsar: pl.DataFrame) -> None:
    two = demsar.filter(pl.col("algorithm").cast(pl.String).is_in(["C4.5", "C4.5+m"]))
    section = told(two, "matrix")
    assert list(figures(section)) == ["dataset-differences-auc"]
    # Demsar 2006, as in PEERS: sign test 10/2/2, p 0.0385742; Wilcoxon exact p 0.0073242.
    assert "(p = .039)" in findings(section)[0]
    assert "(p = .007)" in findings(section)[0]
    assert column(tables(section)["wins-auc"], "won") == ["2"]
    assert "letter" not in prose(section)


def test_the_other_test_stands_beside_when_the_sign_test_decides(demsar: pl.DataFrame) -> None:
    section = told(demsar, "matrix", tests={"pairs": "sign_test"}, baseline="C4.5")
    assert tables(section)["wins-auc"].frame["method"].unique().to_list() == ["wilcoxon"]
    assert "By Wilcoxon’s signed-rank test, Holm-adjusted" in prose(section)


def test_a_circle_of_wins_is_said_and_refers_to_nothing_before_it() -> None:
    # A beats B, B beats C, C beats A, each on two of three datasets.
    wide = pl.DataFrame({"dataset": ["p", "q", "r"], "A": [0.9, 0.7, 0.8], "B": [0.8, 0.9, 0.7], "C": [0.7, 0.8, 0.9]})
    words = prose(told(br.scores(wide, metric="accuracy"), "matrix"))
    assert "A beats B, B beats C and C beats A on most datasets." in words
    assert "either" not in words


def test_every_metric_has_its_line(study: pl.DataFrame) -> None:
    table = tables(told(study, "matrix"))["wins-metrics"]
    metrics = study["metric"].cast(pl.String).unique(maintain_order=True).to_list()
    assert column(table, "metric") == [printed_metric(name) for name in metrics]
    rows = table.frame.with_columns(pl.col("metric").cast(pl.String))
    assert set(rows["metric"]) == set(metrics)


def test_one_dataset_has_no_section_on_wins(study: pl.DataFrame) -> None:
    assert only(study.filter(pl.col("dataset") == "wine"), "matrix") is None


def test_all_ties_are_neither_wins_nor_losses(tmp_path: Path) -> None:
    wide = pl.DataFrame({"dataset": list("abcdef"), "A": [0.5] * 6, "B": [0.5] * 6, "C": [0.5] * 6})
    report = br.report(br.scores(wide, metric="accuracy"), sections=["matrix"])
    table = tables(report.sections[0])["wins-accuracy"]
    assert column(table, "tied") == ["", "6", "6"]
    every_format(report, tmp_path)


def test_more_algorithms_than_fit_are_named_by_their_mean_rank() -> None:
    wide = {"dataset": [f"d{i}" for i in range(6)]} | {
        f"a{j:02}": [0.9 - 0.02 * j + 0.001 * ((i * j) % 5) for i in range(6)] for j in range(14)
    }
    section = told(br.scores(pl.DataFrame(wide), metric="accuracy"), "matrix", baseline="a13")
    assert "The 9 algorithms of best mean rank out of 14, and a13." in str(figures(section)["matrix-accuracy"].caption)
    assert len(tables(section)["wins-accuracy"].rows) == 14
