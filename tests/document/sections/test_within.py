"""What the section on single datasets says of their runs."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.model.blocks import Figure
from tests.document.sections.folds import FX1, found_section, fx1, printed, scores_of, section_of
from tests.document.sections.sections import findings_of, plain, prose, table_of

FX3 = ((0.02, 0.01), (0.03, -0.01), (0.015, 0.025), (0.0, 0.03), (0.02, 0.02))


def five_by_two() -> pl.DataFrame:
    """Two algorithms whose 5 x 2 cv differences are fixture FX3 of the method catalogue."""
    rows = [
        (name, "demo", repeat, fold, 0.2 + (difference if name == "A" else 0.0))
        for repeat, pair in enumerate(FX3, 1)
        for fold, difference in enumerate(pair, 1)
        for name in "AB"
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "repeat", "fold", "error"], orient="row")
    return br.scores(frame, design="cv52")


def seeded(runs: int) -> pl.DataFrame:
    """Two algorithms with so many seeds each."""
    rows = [
        (name, "game", seed, base + ((seed * 7) % 5) / 10)
        for name, base in (("A", 1.0), ("B", 2.0))
        for seed in range(runs)
    ]
    table = pl.DataFrame(rows, schema=["algorithm", "dataset", "seed", "reward"], orient="row")
    return br.scores(table, directions={"reward": "higher"}, design="seeds")


def test_the_corrected_test_decides_with_the_values_of_the_catalogue() -> None:
    # METHODS 14, FX1, corrected resampled t with Holm over the three pairs.
    part = found_section(br.report(fx1(), sections=["within"]), "within")
    (finding,) = findings_of(part)
    pairs = {row["a"] + row["b"]: row["p_adjusted"] for row in finding.rows.iter_rows(named=True)}
    assert pairs == pytest.approx({"AB": 0.037239, "AC": 0.00062856, "BC": 0.037239}, rel=2e-5)
    assert "A is significantly better than B and C by error" in plain(finding.words)


def test_the_table_prints_the_rows_of_the_verdict() -> None:
    # METHODS kfold_paired_t, FX1 A-B: mean -0.021; corrected t -2.86528, p 0.018619; plain p 0.0024363.
    part = found_section(br.report(fx1(), sections=["within"]), "within")
    (first, _) = printed(table_of(part, "within-error"))
    assert first["a"] == "B"
    assert (first["a − A"], first["t"], first["df"], first["p"], first["p (Holm)"]) == (
        "0.021", "2.865", "9", ".019", ".037",
    )  # fmt: skip
    assert first["p (Holm), for comparison paired t"] == f"{2 * 0.00243625560579:.3f}".removeprefix(
        "0"
    )  # Holm: the larger of two
    low, high = (value.strip("[]") for value in first["95 % interval"].split(", "))
    spread = stats.t.isf(0.025, 9) * 0.0159513148187 * (1 / 10 + 1 / 9) ** 0.5
    assert (float(low), float(high)) == pytest.approx((0.021 - spread, 0.021 + spread), abs=6e-4)


def test_a_statistic_has_the_sign_of_the_difference_beside_it_whoever_comes_first_by_name() -> None:
    swapped = scores_of({name: {"error": FX1[old]} for name, old in (("Z", "A"), ("Y", "B"))})
    (row,) = printed(table_of(found_section(br.report(swapped, sections=["within"]), "within"), "within-error"))
    assert (row["a"], row["a − Z"], row["t"]) == ("Y", "0.021", "2.865")
    (turned,) = printed(
        table_of(found_section(br.report(swapped, baseline="Y", sections=["within"]), "within"), "within-error")
    )
    assert (turned["a"], turned["a − Y"], turned["t"]) == ("Z", "−0.021", "−2.865")


def test_two_algorithms_get_a_sentence_with_statistic_interval_and_p() -> None:
    part = found_section(br.report(fx1().filter(pl.col("algorithm") != "C"), sections=["within"]), "within")
    (finding,) = findings_of(part)
    words = plain(finding.words)
    assert "A is significantly better than B by error" in words
    assert "t = 2.865, df = 9, p = .019" in words
    assert "mean difference B − A 0.021, 95 % interval 0.004 to 0.038" in words
    assert "adjust" not in words


def test_five_by_two_folds_are_decided_by_the_combined_f_test_with_the_t_test_beside() -> None:
    # METHODS cv52_f: FX3 f 1.5, p 0.342486; cv52_t: p 0.277852.
    part = found_section(br.report(five_by_two(), sections=["within"]), "within")
    (row,) = printed(table_of(part, "within-error"))
    assert (row["F"], row["df"], row["p"]) == ("1.500", "10, 5", ".342")
    assert row["p, for comparison 5 × 2 cv t"] == ".278"
    assert "A and B do not differ significantly by error" in prose(part)


def test_few_seeds_get_a_permutation_test_beside_welch_and_many_do_not() -> None:
    few, many = (found_section(br.report(seeded(runs), sections=["within"]), "within") for runs in (6, 12))
    assert "permutation" in prose(few)
    assert "permutation" not in prose(many)
    (row,) = printed(table_of(few, "within-reward"))
    assert "p, for comparison permutation" in row
    x, y = ([base + ((seed * 7) % 5) / 10 for seed in range(6)] for base in (1.0, 2.0))
    assert row["p"] == "< .001"
    assert stats.ttest_ind(x, y, equal_var=False).pvalue < 0.001
    assert not [block for block in few.blocks if isinstance(block, Figure)]  # seeds have no run in common


def test_the_plain_t_test_is_not_shown_beside_repeated_cross_validation() -> None:
    scores = br.read_scores(br.example("small_study_10x10.parquet"), metrics="accuracy")
    part = found_section(br.report(scores, sections=["within"]), "within")
    assert "paired t test on folds" not in prose(part)
    assert set(table_of(part, "within-accuracy").frame["method"]) == {"corrected_resampled_t"}


def test_the_test_that_was_asked_for_decides() -> None:
    part = found_section(br.report(fx1(), tests={"folds": "kfold_paired_t"}, sections=["within"]), "within")
    (finding,) = findings_of(part)
    assert set(finding.rows["method"]) == {"kfold_paired_t"}
    raw = {row["a"] + row["b"]: row["p_value"] for row in finding.rows.iter_rows(named=True)}
    assert raw["AB"] == pytest.approx(0.00243625560579, rel=1e-9)


def test_what_could_not_be_tested_is_told_with_its_reason() -> None:
    steady = scores_of(
        {"A": {"error": [0.1] * 5}, "B": {"error": [0.2] * 5}, "C": {"error": [0.1, 0.2, 0.3, 0.1, 0.2]}}
    )
    part = found_section(br.report(steady, sections=["within"]), "within")
    assert "1 comparison of 3 could not be tested: the same difference on every fold." in prose(part)


def test_what_no_metric_could_be_tested_for_is_told_once() -> None:
    values = {name: {"error": own, "loss": [3 * value for value in own]} for name, own in FX1.items()}
    tables = [scores_of(values, dataset=name) for name in ("one", "two")]
    resampled = pl.concat(tables).with_columns(design=pl.lit("repeated_holdout", pl.Categorical))
    part = found_section(br.report(resampled, sections=["within"]), "within")
    (finding,) = findings_of(part)
    assert plain(finding.words) == (
        "On none of 2 datasets could another algorithm be compared with A by error and loss: "
        "the ratio of test to training size is not known."
    )
    assert set(finding.rows["metric"]) == {"error", "loss"}
    assert not finding.headline


def test_no_section_without_several_runs(demsar: pl.DataFrame) -> None:
    assert section_of(br.report(demsar, sections=["within"]), "within") is None


def test_datasets_beyond_the_printed_ones_are_counted() -> None:
    many = pl.concat(
        [scores_of({name: {"error": FX1[name]} for name in "ABC"}, dataset=f"d{number:03}") for number in range(70)]
    )
    part = found_section(br.report(many, sections=["within"]), "within")
    table = table_of(part, "within-error")
    assert len(table.rows) == 60
    assert "the other 10 are in within-error.csv" in plain(table.note)
    assert table.frame["dataset"].n_unique() == 70


def test_the_section_reads_the_same_in_all_formats(tmp_path: Path) -> None:
    report = br.report(fx1(), sections=["within"])
    markdown = report.write(tmp_path / "report.md").read_text()
    html = report.write(tmp_path / "report.html").read_text()
    assert ".037" in markdown
    assert ".037" in html
    report.write(tmp_path / "latex")
    assert ".037" in "".join(path.read_text() for path in sorted((tmp_path / "latex").rglob("*.tex")))
