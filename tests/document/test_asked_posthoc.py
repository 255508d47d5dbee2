"""A post-hoc test of mean ranks decides where it is asked for by name, and the answer says what it controls."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.model.blocks import Care, Text, figures_of, rows_of, spoken, tables_of
from benchreport.errors import IncompleteError, OptionError

NAMES = "ABCD"
ASKED = {"pairs": "nemenyi"}


def table(gap: bool = False) -> pl.DataFrame:
    rows = [
        (name, f"d{block}", 0.5 + 0.1 * place + 0.013 * ((block * 7 + place * 3) % 5))
        for block in range(10)
        for place, name in enumerate(NAMES)
        if not (gap and name == "B" and block == 3)
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy"], orient="row")


def nemenyi_p() -> dict[tuple[str, str], float]:
    """Give p-values by SciPy's studentised range: Demsar 2006, formula of the critical difference turned round."""
    values = table().pivot("algorithm", index="dataset", values="accuracy").select(*NAMES).to_numpy()
    ranks = stats.rankdata(-values, axis=1).mean(axis=0)
    error = np.sqrt(4 * 5 / (12 * 10))
    return {
        (a, b): float(stats.studentized_range.sf(abs(ranks[i] - ranks[j]) / error, 4, np.inf))
        for (i, a), (j, b) in combinations(enumerate(NAMES), 2)
    }


def answer(report: br.Report) -> str:
    return " ".join(spoken(block.words) for block in report.sections[0].blocks if isinstance(block, Text))


@pytest.fixture(scope="module")
def report() -> br.Report:
    return br.report(br.scores(table()), tests=ASKED)


def test_the_verdicts_are_those_of_the_test_with_differences_of_mean_ranks() -> None:
    rows = br.verdicts(br.scores(table()), test="nemenyi")
    expected = nemenyi_p()
    for a, b, p, adjusted, estimate, low, high, ties, wins, losses in rows.select(
        *("a", "b", "p_value", "p_adjusted", "estimate", "ci_low", "ci_high", "n_ties", "wins", "losses")
    ).rows():
        assert p == adjusted == pytest.approx(expected[a, b], abs=1e-9)
        assert (low < 0 < high) == (adjusted > 0.05)
        assert high - estimate == pytest.approx(br.critical_difference(4, 10))
        assert wins + losses + ties == 10
    assert rows["procedure"].unique().to_list() == rows["method"].unique().to_list() == ["nemenyi"]
    assert rows["estimand"].unique().to_list() == ["difference of mean ranks a - b"]


def test_the_answer_names_the_test_and_has_mean_ranks_for_sizes(report: br.Report) -> None:
    words = answer(report)
    assert "It beats B by 2.00 mean ranks and A by 3.00 mean ranks" in words
    assert "Nemenyi’s test, valid if all algorithms spread equally; critical difference 1.48" in words
    assert "adjusted" not in words
    (care,) = [block for block in report.sections[0].blocks if isinstance(block, Care)]
    (sentence,) = [spoken(told) for label, told in care.items if label == "Test asked for"]
    assert "asked for" in sentence
    assert "any false claim at 5 % where all algorithms are alike" in sentence
    assert "depends on the others" in sentence


def test_no_verdict_stands_beside_a_hodges_lehmann_estimate(report: br.Report) -> None:
    decided = rows_of(report).filter(
        pl.col("place").str.starts_with("answer") | (pl.col("place") == "results/all-pairs")
    )
    decided = decided.filter(pl.col("a").is_not_null())
    assert decided["method"].drop_nulls().unique().to_list() == ["nemenyi"]
    assert "single_low" not in decided.columns or decided["single_low"].null_count() == decided.height
    (pairs,) = [block for block in tables_of(report) if block.id == "all-pairs"]
    assert "mean ranks apart" in [column.title for column in pairs.columns]
    assert not any("Hodges" in spoken(block.caption + block.note) for block in [pairs])
    (diagram,) = [figure for figure in figures_of(report) if figure.id == "rank-diagram"]
    assert "Nemenyi" in spoken(diagram.caption)


@pytest.mark.parametrize("sections", [["all"], ["standard"]])
def test_a_report_of_all_sections_is_made(sections: list[str]) -> None:
    halves = {"easy": [f"d{n}" for n in range(5)], "hard": [f"d{n}" for n in range(5, 10)]}
    whole = br.report(
        br.scores(table()), tests=ASKED, sections=sections, subsets=halves, complexity=list(NAMES), reference="A"
    )
    assert "beat A (Nemenyi’s test" in answer(whole)


@pytest.mark.parametrize("test", ["siegel", "conover", "friedman_posthoc_z", "exact_friedman_pairs", "miller"])
def test_any_post_hoc_test_of_mean_ranks_can_be_asked_for(test: str) -> None:
    scores = br.scores(table())
    rows = br.verdicts(scores, test=test)
    own = br.run(test, scores)
    assert rows["p_value"].to_list() == own["p_value"].to_list()
    if test == "miller":
        assert rows["p_adjusted"].equals(rows["p_value"], check_names=False)
    else:
        assert rows["p_adjusted"].to_list() == br.adjust(own, "holm")["p_adjusted"].to_list()
        assert rows["ci_low"].null_count() == rows.height
    assert "asked for" in str(br.report(scores, tests={"pairs": test}, sections=["answer"]).sections[0].blocks)


def test_it_is_never_chosen_by_itself() -> None:
    for blocks in range(2, 12):
        part = table().filter(pl.col("dataset").is_in([f"d{n}" for n in range(blocks)]))
        assert "nemenyi" not in br.verdicts(br.scores(part))["procedure"].to_list()


def test_marks_of_a_table_can_be_its_own() -> None:
    paper = br.table_of(br.scores(table()), mark="nemenyi")
    signs = {column.title: cell.sup for column, cell in zip(paper.columns, paper.table.rows[-1], strict=True)}
    expected = {name: "▾" if nemenyi_p()[name, "D"] <= 0.05 else "" for name in "ABC"}
    assert signs == {"dataset": "", "D": "", **expected}
    assert "Nemenyi’s test, two-sided, for all pairs together" in paper.note[0]


def test_gaps_and_other_post_hoc_tests_are_refused() -> None:
    with pytest.raises(IncompleteError, match="needs complete blocks"):
        br.verdicts(br.scores(table(gap=True)), test="nemenyi", missing="available")
    assert "Nemenyi" in answer(br.report(br.scores(table(gap=True)), tests=ASKED, missing="drop_blocks"))


@pytest.mark.parametrize(
    ("test", "reason"),
    [
        ("tukey_hsd", "one variance for all pairs"),
        ("scheffe", "one variance for all pairs"),
        ("fisher_lsd", "one variance for all pairs"),
        ("games_howell", "as independent samples"),
        ("dunn", "as independent samples"),
        ("quade_posthoc", "mix the sizes of differences"),
        ("friedman_aligned_posthoc", "mix the sizes of differences"),
    ],
)
def test_what_cannot_decide_over_datasets_is_refused_with_the_reason_and_what_can(test: str, reason: str) -> None:
    scores = br.scores(table())
    for ask in (
        lambda: br.report(scores, tests={"pairs": test}),
        lambda: br.verdicts(scores, test=test),
        lambda: br.table_of(scores, mark=test),
    ):
        with pytest.raises(OptionError, match=f"{test} cannot decide over datasets.*{reason}") as caught:
            ask()
        assert "kfold_paired_t" in caught.value.hint
    instead = br.report(scores, tests={"pairs": "kfold_paired_t"}, sections=["answer"])
    assert "paired t test" in answer(instead).casefold()


def test_one_variance_for_all_pairs_rejects_too_often_over_datasets() -> None:
    # Nine variants of one algorithm and one of another kind, all alike on average over datasets.
    rng = np.random.default_rng(1)
    studies, datasets, k = 400, 12, 10
    spread = np.array([0.01] * 9 + [0.06])
    values = 0.5 + rng.normal(0, 0.1, (studies, datasets, 1)) + rng.normal(0, 1, (studies, datasets, k)) * spread
    index = np.indices(values.shape).reshape(3, -1)
    names = {"study": index[0], "dataset": index[1].astype(str), "algorithm": index[2].astype(str)}
    frame = br.scores(pl.DataFrame(names | {"accuracy": values.ravel()}), factors="study")
    tukey = br.tukey_hsd(frame, by=["study", "metric"])
    paired = br.adjust(br.kfold_paired_t(frame, by=["study", "metric"]), "holm")
    wrong = {
        name: rows.group_by("study").agg((pl.col(p) <= 0.05).any())[p].mean()
        for name, rows, p in (("tukey", tukey, "p_value"), ("paired", paired, "p_adjusted"))
    }
    assert wrong["tukey"] > 0.15
    assert wrong["paired"] < 0.08


def test_p_values_against_a_reference_are_said_to_hold_for_what_they_hold_for() -> None:
    spread = {
        name: [0.9 - 0.1 * place + 0.001 * (7 * place + d) for d in range(14)] for place, name in enumerate("ABCD")
    }
    frame = pl.DataFrame(
        [(name, f"d{d}", value) for name, values in spread.items() for d, value in enumerate(values)],
        schema=["algorithm", "dataset", "accuracy"],
        orient="row",
    )
    words = {
        test: answer(br.report(br.scores(frame), reference="A", tests={"pairs": test}, sections=["answer"]))
        for test in ("nemenyi", "bonferroni_dunn", "wilcoxon")
    }
    assert "for all pairs together)" in words["nemenyi"]
    assert "over the three comparisons with the reference)" in words["bonferroni_dunn"]
    assert "over the three comparisons with the reference)" in words["wilcoxon"]
