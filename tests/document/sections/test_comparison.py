"""Do words, tables and figures of the comparison over datasets rest on the same verdicts, and claim no more?"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Table, tables_of
from benchreport.study import Study, study_from, study_text
from tests.cli.shell import run
from tests.document.sections.sections import figures
from tests.document.sections.told import ERRORS, part_of, printed, said, table_of, wide
from tests.stats.answer.test_verdicts import rmse, table

NAMES = "ABCDEF"


def told(scores: pl.DataFrame, **wishes: Any) -> br.Report:
    return br.report(scores, sections=["summary", "ranks", "reasons"], **wishes)


def spread(n: int, k: int = 4, *, step: float = 0.4, metric: str = "accuracy", seed: int = 7) -> pl.DataFrame:
    """Values of k algorithms on n datasets, each a little better than the one before."""
    rng = np.random.default_rng(seed)
    return table(np.abs(rng.normal(5, 0.5, (n, k)) + step * np.arange(k)), metric)


def pairs_of(report: br.Report) -> Table:
    (found,) = [exhibit for exhibit in tables_of(report) if exhibit.id.startswith("pairs-")]
    return found


INTERVAL = re.compile(r"([\[(])(\S+), (\S+)([\])])")


def excludes(text: str, null: float) -> bool:
    """Read an interval as it is printed: does it leave the null value out?"""
    found = INTERVAL.fullmatch(text.replace("−", "-").replace("∞", "inf").replace(",", "", 0))
    assert found, text
    left, low, high, right = found.groups()
    low_value, high_value = float(low), float(high)
    above = low_value > null or (low_value == null and left == "(")
    below = high_value < null or (high_value == null and right == ")")
    return above or below


GRID = list(
    itertools.product(
        ["holm", "bonferroni", "bh", "by", "hochberg"],
        ["wilcoxon", "sign_test", "kfold_paired_t"],
        [None, "A"],
        ["accuracy", "rmse"],
        [5, 7, 12, 30],
    )
)


@pytest.mark.parametrize("place", range(0, len(GRID), 9))
def test_a_printed_interval_excludes_the_null_value_iff_the_printed_verdict_is_significant(place: int) -> None:
    adjustment, test, baseline, metric, n = GRID[place]
    report = told(spread(n, metric=metric, step=0.35), adjustment=adjustment, tests={"pairs": test}, baseline=baseline)
    exhibit = pairs_of(report)
    heads = [column.title for column in exhibit.columns]
    decided = max(i for i, head in enumerate(heads) if head.startswith("p") and head != "p (Nemenyi)")
    head = heads[heads.index("won–lost") + 1]
    null = {"a − b": 0.0, "a / b": 1.0, "won by a": 0.5, "Δ rank": 0.0}[head]
    for row in exhibit.rows:
        significant = row[decided].emphasis == "best"
        assert significant == (row[decided].value <= 0.05)
        if "interval" in heads and row[heads.index("interval")].text:
            assert excludes(row[heads.index("interval")].text, null) == significant
    bold = sum(row[decided].emphasis == "best" for row in exhibit.rows)
    text = said(report, f"comparison-{metric}")
    if "can be decided" in text:
        assert bold == 0
    elif bold == 0:
        assert re.search(r"none differs significantly|could not be distinguished|no significant difference", text)
    else:
        assert "significantly" in text


def test_limits_never_round_onto_the_null_value_against_the_test() -> None:
    d = np.array([0.02] * 9 + [0.0004])
    values = np.column_stack([np.full(10, 0.5), 0.5 + d])
    report = told(table(values))
    (row,) = printed(pairs_of(report))
    assert float(row["p"]) <= 0.05
    assert excludes(row["interval"], 0.0)


def test_without_a_declared_reference_the_family_is_all_pairs_whoever_leads(demsar: pl.DataFrame) -> None:
    report = told(demsar)
    exhibit = table_of(report, "pairs-auc")
    assert len(exhibit.rows) == 6
    # The p-values of the leader's own three pairs would be .037 and .044 over k - 1 comparisons.
    expected = br.wilcoxon(demsar).pipe(br.adjust, "holm")["p_adjusted"].to_list()
    place = [column.title for column in exhibit.columns].index("p (Holm)")
    assert [row[place].value for row in exhibit.rows] == pytest.approx(expected)
    assert "C4.5+m+cf could not be distinguished from any of the others by AUC." in said(report, "summary")


def test_a_leader_is_called_significantly_best_only_if_it_beats_all_others_over_all_pairs() -> None:
    # Of 15 pairs on 9 datasets none can be significant by Holm over all (15 / 2^8 > .05), each of 5 could: 5 / 2^8.
    values = np.arange(9)[:, None] + 10.0 * np.arange(6)
    report = told(table(values))
    text = said(report, "comparison-ssim")
    assert "No pair of algorithms can be decided by ssim" in text
    assert "all five others" not in text
    drawn = figures(part_of(report, "comparison-ssim"))["ranks-ssim"].picture.numbers
    assert set(drawn["item"]) == {"algorithm", "undecided"}


def test_text_table_and_diagram_never_contradict_each_other() -> None:
    report = told(table(np.arange(12)[:, None] + 10.0 * np.arange(6)))
    assert "F is significantly better than all five others by ssim" in said(report, "comparison-ssim")
    drawn = figures(part_of(report, "comparison-ssim"))["ranks-ssim"]
    assert drawn.picture.numbers.filter(pl.col("item") == "bar").height == 0
    assert "There is no bar" in drawn.alternative
    (line,) = printed(table_of(report, "outcome"))
    assert (line["significantly worse"], line["no significant difference"]) == ("5", "0")


def test_with_a_declared_reference_its_comparisons_decide_text_figure_and_table(demsar: pl.DataFrame) -> None:
    report = told(demsar, baseline="C4.5")
    part = part_of(report, "comparison-auc")
    text = said(report, "comparison-auc")
    assert "Compared with C4.5, the reference, by AUC after Holm adjustment: C4.5+m (difference 0.013," in text
    assert "are significantly better; no significant difference from C4.5+cf." in text
    exhibit = table_of(report, "pairs-auc")
    assert len(exhibit.rows) == 3
    assert "p (Nemenyi)" not in [column.title for column in exhibit.columns]
    drawn = figures(part)["ranks-auc"]
    items = drawn.picture.numbers
    assert set(items["item"]) == {"algorithm", "differs", "alike"}
    assert items.filter(pl.col("item") == "differs")["members"][0].to_list() == ["C4.5+m", "C4.5+m+cf"]
    assert "Significantly different from C4.5: C4.5+m, C4.5+m+cf." in drawn.alternative
    assert "Bars" not in str(drawn.caption) + drawn.alternative
    assert "neighbouring places" not in text
    (line,) = printed(table_of(report, "outcome"))
    counts = (line["significantly worse"], line["no significant difference"], line["significantly better"])
    assert counts == ("0", "1", "2")


def test_where_no_test_can_decide_the_summary_the_section_and_the_console_say_so(tmp_path: Path) -> None:
    scores = table(np.arange(5)[:, None] + 10.0 * np.arange(4))
    needed = "at least 8 are needed for 4 algorithms, or 7 with one declared reference"
    remedy = f"no exact test of a pair can reach 5 % after adjustment with 5 datasets; {needed}"
    report = told(scores)
    assert f"No pair can be decided by ssim: {remedy}." in said(report, "summary")
    assert f"No pair of algorithms can be decided by ssim: {remedy}." in said(report, "comparison-ssim")
    assert "p (Nemenyi)" not in [column.title for column in pairs_of(report).columns]
    drawn = figures(part_of(report, "comparison-ssim"))["ranks-ssim"]
    assert "No pair can be decided, so there are no bars." in drawn.alternative
    path = tmp_path / "scores.csv"
    scores.select(pl.col("algorithm", "dataset").cast(pl.String), accuracy="value").write_csv(path)
    out = tmp_path / "r.md"
    result = run("build", path, "-o", out, "--sections", "summary,ranks")
    assert result.exit_code == 0
    assert f"note: no pair can be decided by accuracy: {remedy}" in result.stderr


def test_a_reference_decides_with_fewer_datasets_than_all_pairs_need() -> None:
    scores = table(np.arange(7)[:, None] + 10.0 * np.arange(4))
    assert "D (difference 30, [30, 30])" in said(told(scores, baseline="A"), "comparison-ssim")
    assert "No pair of algorithms can be decided" in said(told(scores), "comparison-ssim")


def test_a_test_of_mean_ranks_that_was_asked_for_prints_mean_ranks_and_its_adjustment() -> None:
    report = told(spread(7, step=1.0), tests={"pairs": "nemenyi_confirmed"})
    heads = [column.title for column in pairs_of(report).columns]
    assert "Δ rank" in heads
    assert "p (confirmed)" in heads
    assert "It was asked for in the recipe" in said(report, "reasons")
    assert "Hodges-Lehmann" not in str(pairs_of(report).note)


@pytest.mark.parametrize(
    ("test", "head", "noun"),
    [
        ("wilcoxon", "a − b", "Hodges-Lehmann estimate of the difference"),
        ("sign_test", "won by a", "share of the datasets without a tie that a wins"),
        ("kfold_paired_t", "a − b", "mean difference"),
    ],
)
def test_a_verdict_stands_beside_the_estimate_of_its_own_test(test: str, head: str, noun: str) -> None:
    report = told(spread(20, k=3, step=0.5), tests={"pairs": test})
    exhibit = pairs_of(report)
    assert head in [column.title for column in exhibit.columns]
    assert noun in str(exhibit.note)
    text = said(report, "comparison-accuracy")
    assert ("won " in text) == (test == "sign_test")
    assert ("mean difference" in text) == (test == "kfold_paired_t")


@pytest.mark.parametrize("metric", ["rmse", "gain"])
def test_multiplying_a_dataset_changes_no_word_on_a_metric_with_units(metric: str) -> None:
    values = rmse()
    first = told(table(values, metric, direction="lower"))
    for dataset in (0, 5, 11):
        moved = values.copy()
        moved[dataset] *= 1000
        second = told(table(moved, metric, direction="lower"))
        for name in ("summary", f"comparison-{metric}", "reasons"):
            assert said(first, name) == said(second, name)
        assert printed(table_of(first, f"pairs-{metric}")) == printed(table_of(second, f"pairs-{metric}"))


def test_a_metric_with_units_is_compared_by_ratios_in_percent_or_by_a_factor() -> None:
    values = rmse()
    values[:, 3] *= 4
    text = said(told(table(values, "rmse", direction="lower")), "comparison-rmse")
    rows = br.verdicts(table(values, "rmse", direction="lower"))
    near, far = rows.row(1, named=True), rows.row(2, named=True)
    assert 0.5 < near["estimate"] < 1
    assert far["estimate"] < 0.5
    assert f"C: {100 * (1 - near['estimate']):.0f} % lower" in text
    assert f"D: lower by a factor of {1 / far['estimate']:.2g}" in text
    assert "Kruskal" not in said(told(table(values, "rmse", direction="lower")), "comparison-rmse")


def test_values_of_zero_make_the_sign_test_decide_and_the_reason_is_given() -> None:
    values = rmse()
    values[3, 3] = 0.0
    report = told(table(values, "rmse", direction="lower"))
    assert "won by a" in [column.title for column in pairs_of(report).columns]
    assert "some of its values are 0 or below" in said(report, "reasons")


def test_a_scale_may_be_declared_and_is_kept_in_the_recipe() -> None:
    values = spread(12, metric="gain")
    by_ratio, by_difference = told(values), told(values, scales={"gain": "share"})
    assert "a / b" in [column.title for column in pairs_of(by_ratio).columns]
    assert "a − b" in [column.title for column in pairs_of(by_difference).columns]
    assert "Declare scales if it is a share" in said(by_ratio, "reasons")
    study = study_from('scores = "s.csv"\n[scales]\ngain = "share"')
    assert study.options.scales == {"gain": "share"}
    assert study_from(study_text(study)).options.scales == {"gain": "share"}
    assert by_difference.package is not None
    assert '"gain" = "share"' in by_difference.package.recipe
    with pytest.raises(br.BenchreportError, match="a scale is declared for 'gian'"):
        told(values, scales={"gian": "share"})
    assert isinstance(study, Study)


def test_a_printed_label_changes_no_scale() -> None:
    report = told(spread(12), labels={"accuracy": "Quality"})
    assert "a − b" in [column.title for column in table_of(report, "pairs-quality").columns]


@pytest.mark.parametrize("adjustment", ["bh", "by", "tsbh"])
def test_a_false_discovery_rate_is_claimed_as_one(adjustment: str) -> None:
    text = said(told(spread(12), adjustment=adjustment), "reasons")
    assert "expected share of false claims" in text
    assert "any false claim" not in text
    assert "Bh" not in text
    summary = said(told(spread(12), adjustment="bh"), "summary")
    assert "(Benjamini-Hochberg)" in summary


@pytest.mark.parametrize("adjustment", ["bh", "hochberg"])
def test_no_report_says_that_pairs_differ_and_that_none_can(adjustment: str) -> None:
    values = np.arange(7)[:, None] + 10.0 * np.arange(4)  # 2^-6 survives these adjustments, and not Holm's
    report = told(table(values), adjustment=adjustment)
    words = said(report, "comparison-ssim") + said(report, "summary")
    assert "D is significantly better than all three others" in words
    assert "can be decided" not in words
    assert "can become significant" not in words


def test_several_on_top_share_the_best_rank_and_none_is_called_best_alone() -> None:
    values = np.array([[1.0, 2.0, 5.0], [2.0, 1.0, 5.0]] * 5)
    report = told(table(values, "error", direction="lower"))
    text = said(report, "comparison-error")
    assert "A and B share the best mean rank, 1.50 of 3." in text
    assert "A is significantly better than all" not in text
    summary = said(report, "summary")
    assert "could not be distinguished" not in summary
    outcome = table_of(report, "outcome")
    assert "significantly worse" not in [column.title for column in outcome.columns]
    assert printed(outcome)[0]["best mean rank"] == "A, B"


def test_the_leader_by_mean_rank_that_is_beaten_is_not_praised() -> None:
    # B wins by a hair on most datasets and loses badly on the others: the best mean rank, but a worse pseudo-median.
    rng = np.random.default_rng(5)
    small = rng.uniform(0.001, 0.002, 14)
    other = np.where(np.arange(14) < 8, small, -rng.uniform(3, 4, 14))
    a = np.full(14, 50.0) + rng.uniform(0, 0.0001, 14)
    values = np.column_stack([a, a + other, a - 10 - rng.uniform(0, 1, 14)])
    rows = br.verdicts(table(values))
    pair = rows.filter(pl.col("a") == "A", pl.col("b") == "B").row(0, named=True)
    text = said(told(table(values)), "comparison-ssim")
    if pair["p_adjusted"] <= 0.05:
        assert "A is better than B" in text
    assert "B is significantly better than both others" not in text


def test_families_of_datasets_decide_by_their_means() -> None:
    values = 0.5 + 0.05 * (np.random.default_rng(2).normal(size=(16, 3)) + 0.9 * np.arange(3))
    families = {f"d{i:03}": f"family {i // 2}" for i in range(16)}
    plain = table(values).select(pl.col("dataset", "algorithm").cast(pl.String), accuracy="value")
    report = told(br.scores(plain, groups=families))
    rows = printed(table_of(report, "pairs-accuracy"))
    assert {row["n"] for row in rows} == {"8"}
    assert "groups of datasets without a tie" in str(table_of(report, "pairs-accuracy").note)
    assert "the exact test is made on the family means" in said(report, "reasons")
    column = plain.with_columns(group=pl.col("dataset").replace_strict(families, return_dtype=pl.String))
    again = told(br.scores(column))
    assert printed(table_of(again, "pairs-accuracy")) == rows


def test_one_family_over_all_metrics_holds_for_verdicts_intervals_and_the_remedy() -> None:
    both = pl.concat([wide("error", **ERRORS), wide("ece", **{k: [v / 3 for v in vs] for k, vs in ERRORS.items()})])
    report = told(both, family="all")
    remedy = "no exact test of a pair can reach 5 %"
    assert remedy not in said(report, "summary")  # 12 / 2^9 = .023
    few = both.filter(pl.col("dataset").cast(pl.String) < "d08")
    text = said(told(few, family="all"), "summary")
    assert (
        "can reach 5 % after adjustment with 8 datasets; at least 9 are needed for the 12 comparisons of all metrics"
        in text
    )


def test_the_datasets_that_would_separate_the_first_two_are_told() -> None:
    text = said(told(wide("error", **ERRORS)), "comparison-error")
    # METHODS, FX4: Noether's N is 28.28.
    assert "If differences like those seen here persist, about 29 datasets would separate the first two" in text


def test_a_set_that_passes_by_another_algorithm_is_in_the_figure_and_explained(demsar: pl.DataFrame) -> None:
    drawn = figures(part_of(told(demsar), "comparison-auc"))["ranks-auc"]
    (members,) = drawn.picture.numbers.filter(pl.col("item") == "set")["members"].to_list()
    assert sorted(members) == ["C4.5", "C4.5+cf", "C4.5+m+cf"]
    assert "algorithms without a dot are not in them" in str(drawn.caption[0])
    assert drawn.picture.numbers.filter(pl.col("item") == "ruler").is_empty()


def test_sections_on_sizes_leave_metrics_with_units_out() -> None:
    both = pl.concat([wide("error", **ERRORS), wide("rmse", **{k: [v * 1000 for v in vs] for k, vs in ERRORS.items()})])
    report = br.report(both, sections=["bayes", "advice", "aggregates"], margin=0.01)
    names = [part.id for part in report.sections]
    assert "bayes" in names
    assert "rmse" not in said(report, "bayes")
    reach = table_of(report, "reach")
    assert [row["metric"] for row in printed(reach)] == ["error"]
