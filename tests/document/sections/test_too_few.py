"""Page one where exact tests cannot decide on a pair, and the figures and plans that go with it."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.analyses.answer.several_datasets import Standing, standing_of
from benchreport.document.evidence import Provenance, evidence_of
from benchreport.document.model.blocks import Look
from benchreport.options import read_options
from tests.cli.shell import run
from tests.document.sections import answers
from tests.document.sections.sections import figures, told
from tests.document.sections.test_answer import care, page
from tests.document.sections.told import folds


def standing(table: pl.DataFrame) -> Standing:
    """What page one knows of the first metric."""
    evidence = evidence_of(table, None, read_options({}), Look(), Provenance())
    return standing_of(evidence.comparisons[0], evidence)


@pytest.mark.parametrize(("k", "n"), [(3, 6), (5, 8), (20, 12)])
def test_below_the_datasets_needed_page_one_names_no_pair_and_says_how_many_are_needed(k: int, n: int) -> None:
    table = answers.rates(n, *(0.02 * place for place in range(k)))
    headline, lead = page(table)
    assert "too few to compare" in headline
    assert "beats" not in lead
    assert f"at least {'seven' if k == 3 else 'nine' if k == 5 else '13'} are needed" in lead
    assert "Taken together" in lead
    offer = care(table)["Few datasets"]
    assert (
        'tests.pairs = "nemenyi" (all algorithms spread equally) or "kfold_paired_t" (differences are normal)' in offer
    )


def test_the_lead_of_the_first_is_its_mean_and_range_over_the_datasets() -> None:
    table = answers.few()
    wide = table.pivot("algorithm", index="dataset", values="value")
    lead = wide["A"] - wide["B"]
    words = f"{lead.mean():.3f} on average, {lead.min():.3f} to {lead.max():.3f} on single datasets"
    assert f"Its lead over B is {words}." in page(table)[1]
    times = answers.sizes(4, 1.0, 1.3)
    wide = times.pivot("algorithm", index="dataset", values="value")
    ratio = (wide["A"] / wide["B"]).to_numpy()
    words = f"{stats.gmean(ratio):.2f} times that of B on average, {ratio.min():.2f} to {ratio.max():.2f} times"
    assert f"Its RMSE is {words} on single datasets." in page(times)[1]


@pytest.mark.parametrize(
    ("test", "assumed"), [("nemenyi", "all algorithms spread equally"), ("kfold_paired_t", "differences are normal")]
)
def test_a_test_that_was_asked_for_decides_and_its_assumption_stands_beside_the_p_value(
    test: str, assumed: str
) -> None:
    headline, lead = page(answers.seven(), tests={"pairs": test})
    assert "too few" not in headline
    assert f", valid if {assumed}" in lead


def test_methods_say_how_often_nemenyis_test_errs_where_algorithms_spread_unequally() -> None:
    report = br.report(answers.seven(), tests={"pairs": "nemenyi"})
    methods = next(section for section in report.sections if section.id == "methods")
    text = " ".join("".join(getattr(word, "text", word) for word in block.words) for block in methods.blocks)
    assert "up to 22 % of simulated reports" in text


def joined(numbers: pl.DataFrame) -> set[tuple[str, ...]]:
    """The pairs that bars and sets join."""
    members = numbers.filter(pl.col("item").is_in(["bar", "set"]))["members"].to_list()
    return {pair for names in members for pair in combinations(sorted(names), 2)}


@pytest.mark.parametrize("case", [answers.some_alike, answers.ratios, answers.demo, answers.families])
def test_the_diagram_of_the_command_has_the_bars_of_the_report(case: Callable[[], pl.DataFrame]) -> None:
    table = case()
    drawn = figures(told(table, "results"))["rank-diagram"].picture
    numbers = br.plot_data("cd", table)
    assert joined(numbers) == joined(drawn.numbers)
    assert numbers["posthoc"][0] == drawn.numbers["posthoc"][0]


def test_the_diagram_of_the_command_says_that_no_pair_can_be_decided() -> None:
    table = answers.rates(8, *(0.05 * place for place in range(5)))
    assert "No pair can be decided" in br.alt_text("cd", table)
    texts = [text.get_text() for axes in br.plot("cd", table).axes for text in axes.texts]
    assert "no pair can be decided" in texts
    asked = br.alt_text("cd", table, posthoc="nemenyi_confirmed")
    assert "(Nemenyi test, confirmed by the pair’s own test, for all pairs together)" in asked


def test_the_command_draws_with_the_test_that_the_study_asks_for(tmp_path: Path) -> None:
    table = answers.rates(8, *(0.05 * place for place in range(5)))
    path = tmp_path / "scores.csv"
    table.select(pl.col("algorithm", "dataset").cast(pl.String), accuracy="value").write_csv(path)
    (tmp_path / "study.toml").write_text('scores = "scores.csv"\ntests = {pairs = "nemenyi"}\n')
    assert "No pair can be decided" in run("plot", "cd", path, "--alt").stdout
    assert "(Nemenyi test, for all pairs together)" in run("plot", "cd", tmp_path / "study.toml", "--alt").stdout


def test_tests_on_single_datasets_are_adjusted_over_all_that_page_one_speaks_of() -> None:
    rng = np.random.default_rng(4)
    shifts = {"A": 0.04, "B": 0.02, "C": 0.0}
    table = folds(datasets=3, **{name: (0.8 + up + rng.normal(0, 0.02, 30)).tolist() for name, up in shifts.items()})
    rows = br.corrected_resampled_t(table, by=("dataset", "metric"))
    together, apart = (
        int((br.adjust(rows, "holm", family=family)["p_adjusted"] <= 0.05).sum()) for family in ([], "dataset")
    )
    assert together < apart
    words = page(table)[1].split("On single datasets pairs differ significantly: ")[1]
    assert "corrected resampled t test, Holm-adjusted over the 9 tests on all datasets" in words
    assert sum({"one": 1, "two": 2, "three": 3}[count] for count in re.findall(r"(\w+) of three on", words)) == together


@pytest.mark.parametrize(("k", "n"), [(4, 8), (8, 11), (8, 20), (20, 13), (40, 15)])
def test_the_difference_planned_for_is_found_by_the_deciding_test_in_80_percent_of_studies(k: int, n: int) -> None:
    """The test is SciPy's exact Wilcoxon test; Holm's first step asks for alpha over the number of pairs."""
    from benchreport.stats.planning.simulations import wilcoxon_shift

    shift = wilcoxon_shift(n, 0.8, 0.05 / (k * (k - 1) / 2))
    assert shift is not None
    studies = np.random.default_rng([k, n]).normal(shift, 1, (2000, n))
    p = stats.wilcoxon(studies, axis=1, mode="exact").pvalue
    assert 0.75 < np.mean(p <= 0.05 / (k * (k - 1) / 2)) < 0.85


def test_with_groups_plans_are_made_on_group_means_and_count_groups() -> None:
    random = np.random.default_rng(3)
    groups = np.repeat(np.arange(8), 3)
    level = random.normal(0, 0.03, (8, 3))[groups]
    values = 0.8 + level + random.normal(0, 0.002, (24, 3)) - 0.002 * np.arange(3)
    frame = pl.DataFrame({"dataset": [f"d{i:02}" for i in range(24)], "group": [f"g{g}" for g in groups]})
    table = br.scores(frame.with_columns(pl.DataFrame(values, schema=["A", "B", "C"])), metric="accuracy")
    own = standing(table)
    assert own.case == "nothing"
    means = pl.DataFrame(values, schema=["A", "B", "C"]).with_columns(g=pl.Series(groups)).group_by("g").mean()
    spreads = sorted((means[a] - means[b]).std() for a, b in combinations("ABC", 2))
    from benchreport.stats.planning.simulations import wilcoxon_shift

    assert float(own.detectable) == pytest.approx(spreads[1] * wilcoxon_shift(8, 0.8, 0.05 / 3), abs=6e-4)
    note = br.resolution(table, group="group")["note"][0]
    assert "groups of datasets" in note


def test_a_test_without_a_plan_of_its_own_leaves_the_planning_sentence_out() -> None:
    assert "would be found with" in page(answers.nothing())[1]
    assert "would be found with" not in page(answers.nothing(), tests={"pairs": "sign_test"})[1]
