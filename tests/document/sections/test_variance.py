"""What the section on analysis of variance says."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.model.blocks import Figure
from tests.document.sections.folds import FX1, found_section, fx1, printed, scores_of, section_of
from tests.document.sections.sections import findings_of, plain, prose, table_of


def test_fixture_one_gives_the_tests_of_the_catalogue() -> None:
    # METHODS 14: corrected F(2,18) 15.4386422977, p 0.000124591642738; METHODS 8: one-way F(2,27) 11.0566873339,
    # p 0.00031060885738; blocked F(2,18) 32.592689295, p 1.03999097006e-06.
    part = found_section(br.report(fx1(), sections=["variance"]), "variance")
    rows = table_of(part, "anova").frame
    found = {(row["method"], row["variant"]): row for row in rows.iter_rows(named=True)}
    corrected, oneway, blocked = (
        found[key] for key in (("anova_blocked", "resampled"), ("anova_oneway", None), ("anova_blocked", "plain"))
    )
    assert (corrected["statistic"], corrected["p_value"]) == pytest.approx((15.4386422977, 0.000124591642738), rel=1e-9)
    assert (oneway["statistic"], oneway["p_value"]) == pytest.approx((11.0566873339, 0.00031060885738), rel=1e-9)
    assert (blocked["statistic"], blocked["p_value"]) == pytest.approx((32.592689295, 1.03999097006e-06), rel=1e-9)


def test_the_verdict_reads_the_corrected_test() -> None:
    part = found_section(br.report(fx1(), sections=["variance"]), "variance")
    (finding,) = findings_of(part)
    assert finding.headline
    assert "On demo, the algorithms differ significantly by error" in plain(finding.words)
    assert "corrected F = 15.44, df = 2 and 18, p < .001" in plain(finding.words)
    assert finding.rows["variant"].to_list() == ["resampled"]
    # 0.0092467 / (0.0092467 + residual): METHODS FX1 gives SSb and F(2,18) = (SSb / 2) / (SSe / 18).
    between = 0.00924666666667
    residual = between / 2 / 32.592689295 * 18
    assert f"partial η² = {between / (between + residual):.3g}" in plain(finding.words)


def test_the_sources_of_variation_add_up() -> None:
    part = found_section(br.report(fx1(), sections=["variance"]), "variance")
    frame = table_of(part, "anova-sources").frame
    sums = dict(frame.select("term", "ss").rows())
    assert sums["algorithm"] == pytest.approx(0.00924666666667, rel=1e-9)
    assert sum(sums.values()) == pytest.approx(0.0205366666667, rel=1e-9)  # SST of METHODS
    first, *_ = printed(table_of(part, "anova-sources"))
    assert (first["source"], first["df"], first["F"], first["p"]) == ("algorithms", "2", "32.59", "< .001")


def test_the_matrix_holds_tukey_above_and_fisher_below_the_diagonal() -> None:
    part = found_section(br.report(fx1(), sections=["variance"]), "variance")
    rows = {row["algorithm"]: row for row in printed(table_of(part, "anova-pairs-error"))}
    error = 0.00462333333333 / 32.592689295  # mean square between over F: the blocked error, 18 df
    spread = (2 * error / 10) ** 0.5
    t, q = 0.021 / spread, 0.021 / (error / 10) ** 0.5
    assert rows["A"]["B"] == f"{stats.studentized_range.sf(q, 3, 18):.3f}".removeprefix("0")
    assert rows["B"]["A"] == "< .001"
    assert 2 * stats.t.sf(t, 18) < 0.001
    assert [rows[name]["letters"] for name in "ABC"] == ["a", "b", "c"]
    assert rows["A"]["mean ± sd"].startswith("0.131 ± ")


def test_fishers_rule_is_told_where_the_analysis_does_not_reject() -> None:
    values = {"A": [1.0, 2.0, 3.0, 4.0], "B": [2.0, 1.0, 4.0, 3.0], "C": [1.5, 2.5, 2.0, 4.5]}
    part = found_section(
        br.report(scores_of({name: {"error": own} for name, own in values.items()}), sections=["variance"]), "variance"
    )
    assert stats.f_oneway(*values.values()).pvalue > 0.05
    assert "by Fisher’s rule no pair differs" in prose(part)
    assert "the algorithms do not differ significantly" in prose(part)


def test_many_datasets_are_counted_and_adjusted_over_each_other() -> None:
    tables = [
        scores_of(
            {name: {"error": [value + 0.001 * number for value in FX1[name]]} for name in "ABC"},
            dataset=f"d{number:02}",
        )
        for number in range(30)
    ]
    part = found_section(br.report(pl.concat(tables), sections=["variance"]), "variance")
    (row,) = printed(table_of(part, "anova"))
    assert (row["datasets"], row["differ"], row["not shown"]) == ("30", "30", "0")
    rows = findings_of(part)[0].rows
    # The same differences on every dataset: Holm multiplies the smallest of 30 equal p-values by 30.
    assert rows["p_adjusted"].to_list() == pytest.approx([30 * 0.000124591642738] * 30, rel=1e-6)
    assert not [block for block in part.blocks if isinstance(block, Figure)]


def test_equal_results_on_the_first_dataset_do_not_stand_for_all() -> None:
    equal = scores_of({name: {"error": FX1["A"]} for name in "ABC"}, dataset="d1")
    other = scores_of({name: {"error": FX1[name]} for name in "ABC"}, dataset="d2")
    part = found_section(br.report(pl.concat([equal, other]), sections=["variance"]), "variance")
    (finding,) = findings_of(part)
    assert finding.rows["status"][0] == "all_ties"
    assert plain(finding.words).startswith("By error, the algorithms differ significantly on 1 of 2 datasets")


def test_seeds_are_decided_by_the_one_way_analysis() -> None:
    values = {"A": [1.0, 1.4, 1.1, 0.9], "B": [2.0, 2.2, 1.7, 2.4], "C": [1.2, 1.6, 0.8, 1.3]}
    rows = [(name, "game", seed, value) for name, own in values.items() for seed, value in enumerate(own)]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "seed", "reward"], orient="row")
    scores = br.scores(table, directions={"reward": "higher"}, design="seeds")
    part = found_section(br.report(scores, sections=["variance"]), "variance")
    (finding,) = findings_of(part)
    peer = stats.f_oneway(*values.values())
    assert finding.rows["method"].to_list() == ["anova_oneway"]
    assert (finding.rows["statistic"][0], finding.rows["p_value"][0]) == pytest.approx(tuple(peer), rel=1e-9)
    assert "Nadeau" not in prose(part)


def test_runs_that_some_algorithm_lacks_are_left_out_and_counted() -> None:
    holes = {name: {"error": list(values)} for name, values in FX1.items()}
    gappy = scores_of({**holes, "C": {"error": [None, *FX1["C"][1:]]}})
    part = found_section(br.report(gappy, sections=["variance"]), "variance")
    assert "1 run was left out" in prose(part)
    assert findings_of(part)[0].rows["n"].to_list() == [9]
    kept = found_section(br.report(fx1(), sections=["variance"]), "variance")
    assert "left out" not in prose(kept)


def test_two_algorithms_get_no_section() -> None:
    assert section_of(br.report(fx1().filter(pl.col("algorithm") != "C"), sections=["variance"]), "variance") is None


def test_no_section_without_several_runs(demsar: pl.DataFrame) -> None:
    assert section_of(br.report(demsar, sections=["variance"]), "variance") is None


def test_the_section_renders_to_every_format(study: pl.DataFrame, tmp_path: Path) -> None:
    report = br.report(study.filter(pl.col("dataset") == "wine"), sections=["variance", "methods"])
    assert "η²" in report.write(tmp_path / "report.md").read_text()
    assert "η²" in report.write(tmp_path / "report.html").read_text()
    report.write(tmp_path / "latex")
    latex = "".join(path.read_text() for path in sorted((tmp_path / "latex").rglob("*.tex")))
    assert "\\eta" in latex
    assert "U+" not in latex
