"""Algorithms and datasets that are left out by choice: who is compared, what the report says, what the PDF carries."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Report, Table
from benchreport.document.proof.attach import INPUT
from benchreport.errors import BenchreportError, OptionError, TooFewAlgorithmsError
from tests.cli.shell import fine
from tests.document.sections.sections import prose, told

CHOICE: dict[str, Any] = {"without_algorithms": ["C4.5+m"], "without_datasets": ["adult (sample)", "iris"]}


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def part(scores: pl.DataFrame) -> Report:
    return br.report(scores, **CHOICE)


def rest(table: pl.DataFrame, algorithms: list[str], datasets: list[str]) -> pl.DataFrame:
    gone = {"algorithm": algorithms, "dataset": datasets}
    return table.filter(*(~pl.col(name).cast(pl.String).is_in(names) for name, names in gone.items()))


def frames(report: Report) -> dict[str, pl.DataFrame]:
    """Return the tables of a report by id, names as text."""
    blocks = [block for section in report.sections for block in section.blocks]
    return {block.id: block.frame.cast({pl.Categorical(): pl.String}) for block in blocks if isinstance(block, Table)}


def predictions(algorithms: str = "ABC") -> pl.DataFrame:
    rows = [
        {"algorithm": name, "dataset": data, "instance": i, "truth": "yn"[i % 2], "prediction": "yn"[(i * j + i) % 2]}
        for j, name in enumerate(algorithms)
        for data in ("d1", "d2", "d3")
        for i in range(12)
    ]
    return pl.DataFrame(rows)


def test_the_tables_are_those_of_a_table_that_never_held_what_is_left_out(scores: pl.DataFrame, part: Report) -> None:
    alone = br.report(rest(scores, *CHOICE.values()))
    assert part.title == alone.title == "Three algorithms on twelve datasets"
    ours, theirs = frames(part), frames(alone)
    assert list(ours) == list(theirs)
    for name, frame in ours.items():
        assert frame.equals(theirs[name]), name


def test_page_one_and_the_data_say_what_is_left_out(part: Report) -> None:
    assert part.facts[1:3] == ("12 datasets, no result missing", "1 algorithm and 2 datasets left out by choice")
    page = {section.id: prose(section) for section in part.sections}
    assert "This report compares three algorithms on twelve datasets by AUC: 36 results, none missing" in page["data"]
    assert "Left out by choice: C4.5+m and the datasets adult (sample) and iris." in page["data"]
    assert "Left out by choice" not in prose(br.report(br.read_scores(br.example("demsar2006_auc.csv"))).sections[1])


@pytest.mark.parametrize(
    ("choice", "sentence"),
    [
        (CHOICE, "C4.5+m and the datasets adult (sample) and iris."),
        ({"without_datasets": ["iris"]}, "The dataset iris."),
        (
            {"without_algorithms": ["C4.5", "C4.5+m"], "without_datasets": ["iris"]},
            "C4.5 and C4.5+m, and the dataset iris.",
        ),
        ({"without_algorithms": ["C4.5"], "names": {"C4.5": "plain"}}, "plain."),
    ],
    ids=str,
)
def test_read_with_care_names_them(choice: dict[str, Any], sentence: str, scores: pl.DataFrame, tmp_path: Path) -> None:
    page = br.report(scores, sections=["answer"], **choice).write(tmp_path / "r.md").read_text(encoding="utf8")
    assert f"**Left out by choice.** {sentence}" in page.replace("\\", "")


def test_many_names_are_counted_on_page_one_and_listed_in_the_data(scores: pl.DataFrame, tmp_path: Path) -> None:
    names = scores["dataset"].cast(pl.String).unique().sort().to_list()[:7]
    report = br.report(scores, sections=["answer", "data"], without_datasets=names)
    page = report.write(tmp_path / "r.md").read_text(encoding="utf8").replace("\\", "")
    assert "**Left out by choice.** Seven datasets." in page
    assert f"Left out by choice: the datasets {', '.join(names[:-1])} and {names[-1]}." in page


def test_coverage_does_not_say_that_nothing_was_left_out(scores: pl.DataFrame) -> None:
    assert "nothing was left out" in prose(told(scores, "coverage"))
    words = prose(told(scores, "coverage", without_datasets=["iris"]))
    assert "every metric; nothing was filled in." in words
    assert "Left out by choice: the dataset iris." in words


@pytest.mark.long
def test_the_pdf_keeps_the_whole_table_and_is_verified_and_rebuilt(
    scores: pl.DataFrame, part: Report, tmp_path: Path
) -> None:
    assert part.package is not None
    assert part.package.tables[INPUT].height == scores.height
    assert 'without_algorithms = ["C4.5+m"]' in part.package.recipe.splitlines()
    verified = br.verification(pdf := part.write(tmp_path / "part.pdf"))
    assert (verified.differences, verified.compared) == ((), "every object of the file")
    assert "left out by the recipe: C4.5+m, adult (sample), iris" in verified.remarks
    assert br.rebuild(pdf).write(tmp_path / "again.pdf").read_bytes() == pdf.read_bytes()


def test_a_name_of_the_table_comes_before_a_printed_label(scores: pl.DataFrame) -> None:
    names = {"C4.5": "plain", "C4.5+m": "C4.5"}
    by_name = br.report(scores, sections=["data"], names=names, without_algorithms=["C4.5"])
    assert "Left out by choice: plain." in prose(by_name.sections[0])
    by_label = br.report(scores, sections=["data"], names=names, without_algorithms=["plain"])
    assert prose(by_label.sections[0]) == prose(by_name.sections[0])


def test_what_other_options_say_of_it_is_dropped(scores: pl.DataFrame) -> None:
    order = ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"]
    first, second = ["iris", "adult (sample)"], ["mushroom", "lymphography", "voting", "wine"]
    report = br.report(
        scores,
        sections=["ordering", "subsets"],
        names={"C4.5+m": "pruned"},
        colours={"pruned": "#0072b2"},
        complexity=order,
        subsets={"gone": first, "kept": [*second[:3], "iris"]},
        **CHOICE,
    )
    assert [section.id for section in report.sections] == ["ordering", "subsets"]
    assert not any("pruned" in prose(section) or "gone" in prose(section) for section in report.sections)
    with pytest.raises(OptionError, match="no algorithm 'pruned' to be renamed"):
        br.report(scores, names={"pruned": "x"}, **CHOICE)


@pytest.mark.parametrize(
    ("wish", "problem", "hint"),
    [
        ({"without_algorithms": ["C45"]}, "no algorithm 'C45' to leave out", "did you mean 'C4.5'"),
        ({"without_datasets": ["Iris"]}, "no dataset 'Iris' to leave out", "did you mean 'iris'"),
        (
            CHOICE | {"reference": "C4.5+m"},
            "the reference 'C4.5+m' is left out",
            "another reference",
        ),
        (
            {"without_algorithms": ["C4.5"], "reference": "plain", "names": {"C4.5": "plain"}},
            "the reference 'plain' is left out",
            "another reference",
        ),
        (
            {"without_algorithms": ["twin"], "names": {"C4.5": "twin", "C4.5+m": "twin"}},
            "several algorithms are called 'twin'",
            "'C4.5' or 'C4.5+m'",
        ),
    ],
    ids=str,
)
def test_what_cannot_be_left_out_is_refused(
    wish: dict[str, Any], problem: str, hint: str, scores: pl.DataFrame
) -> None:
    with pytest.raises(OptionError) as caught:
        br.report(scores, **wish)
    assert caught.value.problem == problem
    assert hint in caught.value.hint


def test_two_algorithms_and_a_dataset_must_be_left(scores: pl.DataFrame) -> None:
    everyone, everywhere = (scores[name].cast(pl.String).unique().sort().to_list() for name in ("algorithm", "dataset"))
    with pytest.raises(TooFewAlgorithmsError, match=r"only one algorithm is left, 'C4.5.m.cf'"):
        br.report(scores, without_algorithms=everyone[:3])
    for wish in ({"without_algorithms": everyone}, {"without_datasets": everywhere}):
        with pytest.raises(BenchreportError, match="nothing is left to compare"):
            br.report(scores, **wish)
    assert br.report(scores, without_datasets=everywhere[1:]).title == "Four algorithms on adult (sample)"


@pytest.mark.long
@pytest.mark.parametrize("kind", ["predictions", "counts", "both"])
def test_predictions_and_counts_lose_the_same_rows(kind: str, tmp_path: Path) -> None:
    table = predictions()
    positive = {"d1": "y", "d2": "y", "d3": "n"}
    choice: dict[str, Any] = {"without_algorithms": ["C"], "without_datasets": ["d3"], "positive": positive}
    if kind == "counts":
        table = table.group_by("algorithm", "dataset", actual="truth", predicted="prediction").len("n").sort(pl.all())
    if kind == "both":
        report = br.report(br.measure(table, metrics=["accuracy"]), predictions=table, **choice)
    else:
        report = br.report(table, **choice)
    assert report.facts[0] == "2 algorithms"
    assert report.facts[1].startswith("2 datasets")
    assert report.package is not None
    assert all(whole["algorithm"].n_unique() == 3 for whole in report.package.tables.values())
    named = [frame for frame in frames(report).values() if "algorithm" in frame.columns]
    assert named
    assert not any("C" in frame["algorithm"].to_list() for frame in named)
    assert br.verify(report.write(tmp_path / "r.pdf")) == []


def test_single_tests_and_figures_follow_the_study(scores: pl.DataFrame, tmp_path: Path) -> None:
    scores.write_csv(tmp_path / "scores.csv")
    study = tmp_path / "study.toml"
    study.write_text("scores = 'scores.csv'\nwithout_algorithms = ['C4.5']\nwithout_datasets = ['iris']")
    assert "C4.5 " not in fine("test", "wilcoxon", study)
    own = rest(scores, ["C4.5"], ["iris"])
    own.write_csv(tmp_path / "rest.csv")
    assert fine("test", "wilcoxon", study, "--csv") == fine("test", "wilcoxon", tmp_path / "rest.csv", "--csv")
