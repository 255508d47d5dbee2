"""Page one: its exact words on small tables, and what they say against the result rows."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from functools import cache
from typing import Any
from warnings import catch_warnings, simplefilter

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Care, Figure, Text
from tests.document.answer_again import Page, agree, answered, intervals
from tests.document.sections import answers
from tests.document.sections.golden_answers import GOLDEN
from tests.document.sections.sections import plain


def report_of(table: pl.DataFrame, **wishes: Any) -> br.Report:
    """Page one alone, or the sections asked for, without warnings."""
    with catch_warnings():
        simplefilter("ignore", br.BenchreportWarning)
        return br.report(table, **{"sections": ["answer"], **wishes})


def page(table: pl.DataFrame, **wishes: Any) -> tuple[str, str]:
    """The headline and the lead paragraphs of page one."""
    (section,) = report_of(table, **wishes).sections
    headline, *leads = (plain(block.words) for block in section.blocks if isinstance(block, Text))
    return headline, " ".join(leads)


def care(table: pl.DataFrame, **wishes: Any) -> dict[str, str]:
    """What page one says is to be read with care, by label."""
    (section,) = report_of(table, **wishes).sections
    return {label: plain(words) for block in section.blocks if isinstance(block, Care) for label, words in block.items}


Case = tuple[Callable[[], pl.DataFrame], dict[str, Any], str | None]
# Tables whose pairs are compared over datasets: how they are asked about, and of whom page one tells, if not of all.
COMPARED: dict[str, Case] = {
    "no clear winner": (answers.demo, {}, None),
    "clear winner": (answers.winner, {}, "A"),
    "leader, some alike": (answers.some_alike, {}, "A"),
    "nothing differs": (answers.nothing, {}, None),
    "reference": (answers.between, {"reference": "C"}, "C"),
    "lower is better": (answers.losses, {}, "C"),
    "units": (answers.ratios, {}, "A"),
    "times": (answers.times, {}, "A"),
    "zeros": (answers.zeros, {}, "A"),
    "seven datasets, by ranks": (answers.seven, {"tests": {"pairs": "nemenyi"}}, "A"),
    "missing results": (answers.gaps, {}, "A"),
    "two algorithms": (answers.pair, {}, None),
    "two alike": (answers.equal_pair, {}, None),
    "fifty algorithms": (answers.crowd, {}, "M0"),
    "circle": (answers.circle, {"tests": {"pairs": "sign_test"}}, None),
    "leader beaten": (answers.beaten, {}, "X"),
    "shared first place": (answers.shared_first, {}, None),
    "families": (answers.families, {}, "A"),
}


# Tables with another kind of answer.
OTHERS: dict[str, Case] = {
    "too few datasets": (answers.few, {}, None),
    "seven datasets": (answers.seven, {}, None),
    "no pair though not all alike": (answers.apart_together, {}, None),
    "confusion counts": (answers.counts, {}, None),
    "three metrics": (answers.metrics, {}, None),
    "reference and metrics": (answers.metrics, {"reference": "B"}, None),
    "complete datasets only": (answers.gaps, {"missing": "drop_blocks"}, None),
    "one value": (answers.one_value, {}, None),
    "runs of one dataset": (answers.runs_of_one, {}, None),
    "undeclared runs": (answers.undeclared_runs, {}, None),
    "predictions": (answers.predictions, {}, None),
    "predictions and reference": (answers.predictions, {"reference": "B"}, None),
    "another noun": (answers.nothing, {"noun": "variant"}, None),
}


@cache
def page_of(case: str) -> tuple[str, str]:
    """The headline and the lead of a case."""
    make, wishes, _ = (COMPARED | OTHERS)[case]
    return page(make(), **wishes)


def rows_of(table: pl.DataFrame, wishes: dict[str, Any]) -> tuple[pl.DataFrame, pl.DataFrame, bool]:
    """The verdicts, the mean ranks, and whether lower is better."""
    gaps = table.height < table["algorithm"].n_unique() * table["dataset"].n_unique()
    group = {"group": "group"} if "group" in table.columns else {}
    test = {"test": wishes["tests"]["pairs"]} if "tests" in wishes else {}
    missing: Any = "available" if gaps else "refuse"
    rows = br.verdicts(table, control=wishes.get("reference"), missing=missing, **group, **test)
    ranks = br.rank_effects(table) if gaps else br.average_ranks(table)
    return rows, ranks, table["direction"][0] == "lower"


@pytest.mark.parametrize("case", COMPARED)
def test_page_one_says_what_the_rows_say(case: str) -> None:
    make, wishes, focus = COMPARED[case]
    table = make()
    rows, ranks, lower = rows_of(table, wishes)
    text = " ".join(page_of(case))
    names = table["algorithm"].cast(pl.String).unique().to_list()
    said = Page(text, names).answered()
    derived = answered(rows, ranks, lower=lower, reference=wishes.get("reference"))
    agree(said, derived, focus=focus)
    n, k = table["dataset"].n_unique(), len(names)
    assert said.missing == n * k - table.height


@pytest.mark.parametrize("case", [case for case in COMPARED if case not in ("nothing differs", "two alike")])
def test_a_swapped_verdict_is_noticed(case: str) -> None:
    make, wishes, focus = COMPARED[case]
    table = make()
    rows, ranks, lower = rows_of(table, wishes)
    names = table["algorithm"].cast(pl.String).unique().to_list()
    said = Page(" ".join(page_of(case)), names).answered()
    texts = rows.with_columns(pl.col("a", "b", "better").cast(pl.String))
    winner, loser = next(iter(said.beats))
    pair = pl.col("a").is_in([winner, loser]) & pl.col("b").is_in([winner, loser])
    swapped = texts.with_columns(better=pl.when(pair).then(pl.lit(loser)).otherwise("better"))
    lost = texts.with_columns(p_adjusted=pl.when(pair).then(0.5).otherwise("p_adjusted"))
    for changed in (swapped, lost):
        with pytest.raises(AssertionError):
            agree(said, answered(changed, ranks, lower=lower, reference=wishes.get("reference")), focus=focus)


@pytest.mark.parametrize("case", ["clear winner", "lower is better", "units", "reference", "seven datasets, by ranks"])
def test_a_swapped_direction_is_noticed(case: str) -> None:
    make, wishes, focus = COMPARED[case]
    table = make()
    names = table["algorithm"].cast(pl.String).unique().to_list()
    said = Page(" ".join(page_of(case)), names).answered()
    other = {"higher": "lower", "lower": "higher"}
    turned = table.with_columns(pl.col("direction").cast(pl.String).replace(other).cast(pl.Categorical))
    rows, ranks, lower = rows_of(turned, wishes)
    with pytest.raises(AssertionError):
        agree(said, answered(rows, ranks, lower=lower, reference=wishes.get("reference")), focus=focus)


@pytest.mark.parametrize("case", ["clear winner", "leader, some alike", "lower is better", "missing results"])
def test_intervals_on_page_one_are_those_of_the_family_rounded_outward(case: str) -> None:
    make, wishes, focus = COMPARED[case]
    table = make()
    assert focus is not None
    rows, _, lower = rows_of(table, wishes)
    expected = intervals(rows, focus, lower=lower)
    read = Page(page_of(case)[1], table["algorithm"].cast(pl.String).unique().to_list())
    printed = re.findall(r"(<\d+>) (?:by |\()−?[\d.]+ [\[(](−?[\d.]+), (−?[\d.]+)[\])]", read.text)
    assert len(printed) == len(expected)
    for code, *ends in printed:
        (name,) = read.names(code)
        low, high = (float(end.replace("−", "-")) for end in ends)
        least, most = expected[name]
        assert least - 0.001 < low <= least + 1e-12, name
        assert most - 1e-12 <= high < most + 0.001, name


def test_a_cut_interval_is_open_at_no_difference() -> None:
    _, lead = page_of("no clear winner")
    assert "C4.5+m beats C4.5 by 0.013 (0, 0.035] (exact Wilcoxon test, Holm-adjusted p = .044)" in lead


@pytest.mark.parametrize("name", GOLDEN)
def test_the_words_of_page_one(name: str) -> None:
    assert page_of(name) == GOLDEN[name]


def test_every_case_has_its_words() -> None:
    assert set(GOLDEN) == set(COMPARED | OTHERS)


def test_errors_on_page_one_are_counted_from_the_predictions() -> None:
    table = answers.predictions()
    wrong = table.group_by("algorithm").agg((pl.col("truth") != pl.col("prediction")).sum())
    errors = dict(wrong.rows())
    _, lead = page_of("predictions")
    assert f"A misclassifies {errors['A']} of 200 instances" in lead
    for name in "BC":
        assert f"{name} ({errors[name]})" in lead
    rows = br.adjust(br.mcnemar(br.predictions(table)), "holm")
    significant = {(a, b) for a, b, p in rows.select("a", "b", "p_adjusted").rows() if p <= 0.05}
    assert ("A", "C") in significant
    assert ("A", "B") not in significant
    assert "fewer errors than C (40)" in lead
    assert "cannot be distinguished from B (14)" in lead


def test_a_table_without_a_doubt_has_no_care_band() -> None:
    runs = pl.concat(
        answers.winner().with_columns(fold=pl.lit(fold), value=pl.col("value") + 0.001 * fold) for fold in range(3)
    )
    assert care(br.scores(runs.drop("direction"), design="repeated_holdout")) == {}


def test_what_to_read_with_care_comes_in_order() -> None:
    assert list(care(answers.gaps())) == ["Coverage", "Not missing at random"]
    assert list(care(answers.predictions())) == ["One dataset"]
    assert list(care(answers.zeros())) == ["Zero values"]
    assert list(care(answers.metrics())) == ["Several metrics"]
    assert list(care(answers.seven())) == ["Few datasets"]
    assert list(care(answers.undeclared_runs())) == ["One dataset"]


def test_the_most_isolated_results_are_named_with_what_they_do_to_a_mean() -> None:
    table, datasets = answers.rates(14, 0.0, 0.002, 0.06), ["d12", "d13"]
    dataset, b = pl.col("dataset").cast(pl.String), pl.col("algorithm").cast(pl.String) == "B"
    planted = table.with_columns(value=pl.when(b & dataset.is_in(datasets)).then(0.05).otherwise("value"))
    a_or_c = planted.filter(~b & dataset.is_in(datasets)).group_by("dataset").agg(pl.col("value").min() - 0.05)
    least = math.floor(100 * a_or_c["value"].min()) / 100  # type: ignore[operator]
    means = [part.filter(b)["value"].mean() for part in (planted.filter(~dataset.is_in(datasets)), planted)]
    assert care(planted)["Isolated results"] == (
        f"On d12 and d13 B is at least {least:.2f} below every other algorithm. Without these datasets its mean "
        f"accuracy is {means[0]:.3f} instead of {means[1]:.3f}."
    )
    third = pl.col("algorithm").cast(pl.String) == "C"
    worse = planted.with_columns(value=pl.when(third & (dataset == "d11")).then(0.0).otherwise("value"))
    assert care(worse)["Isolated results"].startswith("On d11 C is at least ")
    assert "distinguished" not in care(worse)["Isolated results"]
    assert "Isolated results" not in care(table)
    percents = care(planted.with_columns(value=100 * pl.col("value")))["Isolated results"]
    assert f"is {100 * means[0]:.1f} instead of {100 * means[1]:.1f}." in percents  # type: ignore[operator]


def test_the_facts_below_the_title() -> None:
    facts = report_of(answers.gaps(), source="made up").facts
    assert facts == (
        "4 algorithms", "14 datasets", "8 of 56 results missing", "accuracy, higher is better", "one value per cell",
        "source: made up",
    )  # fmt: skip
    assert report_of(answers.gaps(), missing="drop_blocks").facts[1] == "10 of 14 datasets used"
    assert report_of(answers.metrics(), reference="B", noun="classifier").facts == (
        "4 classifiers", "14 datasets, no result missing", "3 metrics", "one value per cell", "reference: B (declared)",
    )  # fmt: skip
    assert report_of(answers.runs_of_one()).facts[3] == "10-fold cross-validation"
    assert "10 runs per cell, design not declared" in report_of(answers.undeclared_runs()).facts


def test_page_one_is_printed_without_a_number_and_has_one_picture() -> None:
    (section,) = report_of(answers.demo()).sections
    assert not section.numbered
    assert [block.id for block in section.blocks if isinstance(block, Figure)] == ["differences"]


def test_times_at_a_limit_are_named_with_it() -> None:
    at_limit = {"A": [3600.0, 3605.0, 3601.0, 3610.0, 3602.0, 3604.0], "B": [3603.0, 40.0, 3601.0, 3600.0, 8.0, 3606.0]}
    quick = {"C": [1.0, 2.0, 3.0, 4.0, 9.0, 12.0]}
    sentence = care(answers.wide("train_time", **at_limit, **quick))["Budget, not need"]
    assert sentence == (
        "Training time piles up between 3,600 and 3,610: that of A on nearly every dataset and that of B on 67 % of "
        "them. Such values show the limit."
    )


@pytest.mark.parametrize("wishes", [{}, {"reference": "B"}])
def test_a_ratio_has_the_same_direction_in_the_text_and_in_the_figure(wishes: dict[str, str]) -> None:
    (section,) = report_of(answers.sizes(14, 1.0, 1.02, 1.04), **wishes).sections
    (numbers,) = [block.picture.numbers for block in section.blocks if isinstance(block, Figure)]
    drawn = dict(numbers.filter(~pl.col("is_focus"), ~pl.col("differs")).select("algorithm", "estimate").rows())
    text = " ".join(plain(block.words) for block in section.blocks if isinstance(block, Text))
    said = dict(re.findall(r"\b([A-C]) \(ratio ([\d.]+) \[", text))
    said |= {
        name: ratio for ratio, name in re.findall(r"a ratio of ([\d.]+) \[.*?\] in favour of \w over ([A-C])", text)
    }
    assert said, text
    assert {name: f"{drawn[name]:.2f}" for name in said} == said
