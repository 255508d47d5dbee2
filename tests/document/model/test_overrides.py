"""Does a report do what was asked of it, and say so?"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding, Mark, Words, figures_of, tables_of
from benchreport.errors import BenchreportError, OptionError
from tests.cli.shell import fine, refused


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return br.read_scores(br.example("demsar2006_auc.csv"))


@pytest.fixture(scope="module")
def two_metrics(scores: pl.DataFrame) -> pl.DataFrame:
    error = scores.with_columns(
        metric=pl.lit("error").cast(pl.Categorical), value=1 - pl.col("value"), direction=pl.lit("lower")
    )
    return br.scores(pl.concat([scores.with_columns(pl.col("direction").cast(pl.String)), error]).drop("direction"))


def plain(words: Words) -> str:
    return "".join(word.text if isinstance(word, Mark) else word for word in words)


def ids(report: br.Report) -> list[str]:
    return [part.id for part in report.sections]


def test_sections_come_in_the_order_asked_for(scores: pl.DataFrame) -> None:
    assert ids(br.report(scores, sections=["ranks", "setup"])) == ["comparison-auc", "setup"]


@pytest.fixture(scope="module")
def few() -> pl.DataFrame:
    """Two algorithms on three datasets, of which a whole report is made quickly."""
    wide = pl.DataFrame({"dataset": ["d", "e", "f"], "A": [0.9, 0.8, 0.7], "B": [0.8, 0.9, 0.6]})
    return br.scores(wide, metric="accuracy")


@pytest.fixture(scope="module")
def usual(few: pl.DataFrame) -> list[str]:
    """The sections of a report for which nothing was asked."""
    return ids(br.report(few))


@pytest.mark.parametrize("dots", [..., "..."])
def test_the_dots_stand_for_the_sections_not_named(few: pl.DataFrame, usual: list[str], dots: Any) -> None:
    asked = ids(br.report(few, sections=["provenance", dots]))
    assert asked == ["provenance", *(name for name in usual if name != "provenance")]
    assert len(asked) > 4


def test_a_section_can_be_left_out(few: pl.DataFrame, usual: list[str]) -> None:
    assert ids(br.report(few, omit=["answer", "tables"])) == [
        name for name in usual if name not in ("answer", "tables")
    ]


@pytest.mark.parametrize("wish", [{"sections": ["rank"]}, {"omit": ["rank"]}])
def test_a_section_that_is_not_known_is_answered_with_the_nearest(scores: pl.DataFrame, wish: dict[str, Any]) -> None:
    with pytest.raises(OptionError, match="unknown section 'rank'") as caught:
        br.report(scores, **wish)
    assert "'ranks'" in caught.value.hint


def limits_section(evidence: br.Evidence) -> br.Section:
    """A section of the user's own."""
    return br.section("Limits", f"There are {len(evidence.datasets)} datasets, no more.")


def test_a_function_makes_a_section_where_it_is_named(scores: pl.DataFrame) -> None:
    report = br.report(scores, sections=["setup", limits_section, "leaderboard"])
    assert ids(report) == ["setup", "limits", "leaderboard"]


def test_a_report_with_a_section_by_function_is_verified_with_that_function(
    scores: pl.DataFrame, tmp_path: Path
) -> None:
    pdf = br.report(scores, sections=["setup", limits_section]).write(tmp_path / "report.pdf")
    with pytest.raises(BenchreportError, match="'limits'") as caught:
        br.verify(pdf)
    assert "sections=[limits]" in caught.value.hint
    assert br.verify(pdf, sections=[limits_section]) == []
    assert ids(br.rebuild(pdf, sections=[limits_section])) == ["setup", "limits"]


def test_a_template_alone_makes_a_section_and_travels_with_the_report(scores: pl.DataFrame, tmp_path: Path) -> None:
    (tmp_path / "own" / "sections").mkdir(parents=True)
    words = "# Thanks to {{ algorithms | length }} authors\n\nBest: {{ m.strong(comparisons[0].focus) }}.\n"
    (tmp_path / "own" / "sections" / "thanks.jinja").write_text(words, encoding="utf8")
    report = br.report(scores, sections=["setup", "thanks"], templates=tmp_path / "own")
    assert report.sections[1].title == "Thanks to 4 authors"
    pdf = report.write(tmp_path / "report.pdf")
    assert br.verify(pdf) == []
    assert br.rebuild(pdf).sections[1].title == "Thanks to 4 authors"


def test_the_test_asked_for_is_run_told_and_described(scores: pl.DataFrame) -> None:
    asked = {"pairs": "sign_test", "omnibus": "quade"}
    report = br.report(scores, tests=asked, sections=["ranks", "reasons", "methods"])
    (pairs,) = [table for table in tables_of(report) if table.id == "pairs-auc"]
    expected = br.sign_test(scores).pipe(br.adjust, "holm")
    assert pairs.frame["p_adjusted"].to_list() == expected["p_adjusted"].to_list()
    (comparison,) = [part for part in report.sections if part.id == "comparison-auc"]
    omnibus, verdict = [block for block in comparison.blocks if isinstance(block, Finding)]
    assert "Quade" in plain(omnibus.words)
    assert verdict.rows["method"].unique().to_list() == ["sign_test"]
    reasons = {choice.question: choice for choice in comparison.choices}
    assert reasons["Which pairs differ over the datasets?"].method == "sign_test"
    assert "asked for" in plain(reasons["Which pairs differ over the datasets?"].reason)
    (methods,) = [part for part in report.sections if part.id == "methods"]
    headings = [plain(block.words) for block in methods.blocks if getattr(block, "kind", "") == "heading"]
    assert not any("Wilcoxon" in title for title in headings)


def test_a_test_that_cannot_answer_a_question_is_refused(scores: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match="mcnemar"):
        br.report(scores, tests={"pairs": "mcnemar"})


def test_one_family_over_all_metrics_is_adjusted_as_one(two_metrics: pl.DataFrame) -> None:
    rows = br.wilcoxon(two_metrics)
    report = br.report(two_metrics, family="all", adjustment="bonferroni", sections=["ranks"])
    for metric in ("auc", "error"):
        (table,) = [table for table in tables_of(report) if table.id == f"pairs-{metric}"]
        raw = rows.filter(pl.col("metric") == metric)["p_value"]
        assert table.frame["p_adjusted"].to_list() == pytest.approx([min(1.0, 12 * p) for p in raw], rel=1e-12)


def test_names_labels_and_colours_are_those_asked_for(scores: pl.DataFrame) -> None:
    report = br.report(
        scores,
        names={"C4.5+m": "Pruned"},
        labels={"auc": "Area (AUC)"},
        baseline="C4.5+m",
        colours={"C4.5+m": "#AA3377"},
        sections=["ranks", "distributions"],
    )
    assert "Comparison by Area (AUC)" in [part.title for part in report.sections]
    (pairs,) = [table for table in tables_of(report) if table.id == "pairs-area-auc"]
    assert {row[1].text for row in pairs.rows} == {"Pruned"}
    assert any(b"#aa3377" in figure.svg.lower() for figure in figures_of(report))


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"names": {"C5": "x"}}, "'C5'"),
        ({"names": {"C4.5": "x", "C4.5+m": "x"}}, "'x'"),
        ({"labels": {"auk": "x"}}, "'auk'"),
        ({"colours": {"C4.5": "blue"}}, "'blue'"),
        ({"colours": {"C9": "#000000"}}, "'C9'"),
        ({"complexity": ["C4.5", "C9"]}, "'C9'"),
        ({"baseline": "C9"}, "'C9'"),
        ({"metrics": ["auk"]}, "'auk'"),
        ({"alpha": 5}, "alpha"),
        ({"theme": "articel"}, "articel"),
    ],
    ids=lambda value: value if isinstance(value, str) else next(iter(value)),
)
def test_what_does_not_fit_the_table_is_named(scores: pl.DataFrame, wish: dict[str, Any], problem: str) -> None:
    with pytest.raises(BenchreportError, match=re.escape(problem)):
        br.report(scores, **wish)


def test_only_the_metrics_asked_for_are_compared(two_metrics: pl.DataFrame) -> None:
    report = br.report(two_metrics, metrics=["error"], sections=["ranks"])
    assert [name for name in ids(report) if name.startswith("comparison-")] == ["comparison-error"]


@pytest.mark.long
def test_the_recipe_inside_the_pdf_holds_whatever_was_asked_for(two_metrics: pl.DataFrame, tmp_path: Path) -> None:
    wishes: Any = {
        "title": "Everything",
        "baseline": "C4.5",
        "alpha": 0.1,
        "adjustment": "hommel",
        "family": "all",
        "tests": {"pairs": "sign_test"},
        "names": {"C4.5+m": "Pruned"},
        "labels": {"error": "Error rate"},
        "colours": {"C4.5": "#0072B2"},
        "sections": ["summary", "ordering", "provenance"],
        "rope": {"auc": 0.02},
        "complexity": ["C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"],
        "theme": "classic",
    }
    report = br.report(two_metrics, **wishes)
    pdf = report.write(tmp_path / "report.pdf")
    assert br.verify(pdf) == []
    again = br.rebuild(pdf)
    assert [part.title for part in again.sections] == [part.title for part in report.sections]
    assert again.look == report.look


@pytest.mark.long
def test_scores_and_the_predictions_behind_them_make_one_report_that_can_be_verified(tmp_path: Path) -> None:
    predictions = pl.DataFrame(
        {
            "algorithm": [name for name in "AB" for _ in range(40)],
            "dataset": ["d"] * 80,
            "instance": [*range(40), *range(40)],
            "truth": ["yes", "no"] * 40,
            "prediction": ["yes", "no"] * 30 + ["no"] * 20,
        }
    )
    scores = br.scores(
        pl.DataFrame({"dataset": [f"d{i}" for i in range(6)], "A": [0.9] * 6, "B": [0.8, 0.7, 0.9, 0.6, 0.5, 0.85]}),
        metric="accuracy",
    )
    predictions.write_csv(tmp_path / "predictions.csv")
    scores.write_parquet(tmp_path / "scores.parquet")
    both = ["ranks", "predicted", "provenance"]
    pdf = tmp_path / "report.pdf"
    fine(
        "build", tmp_path / "scores.parquet", "--predictions", tmp_path / "predictions.csv",
        "--sections", ",".join(both), "-o", pdf, "-o", tmp_path / "report.md",
    )  # fmt: skip
    assert br.verify(pdf) == []
    text = (tmp_path / "report.md").read_text(encoding="utf8")
    assert "Comparison by accuracy" in text
    assert "McNemar" in text
    assert "predictions.csv" in text
    assert ids(br.report(scores, predictions=predictions, sections=both)) == ids(br.rebuild(pdf))


def test_a_setting_of_a_study_can_be_given_at_the_shell(tmp_path: Path, scores: pl.DataFrame) -> None:
    scores.write_parquet(tmp_path / "scores.parquet")
    page = tmp_path / "report.md"
    asked = ("--set", "alpha=0.2", "--set", 'tests={"pairs": "sign_test"}', "--sections", "ranks,reasons")
    fine("build", tmp_path / "scores.parquet", *asked, "-o", page)
    assert "Sign test" in page.read_text(encoding="utf8")
    problem, hint = refused("build", tmp_path / "scores.parquet", "--set", "alhpa=0.2", "-o", page, code=2)
    assert "'alhpa'" in problem
    assert "'alpha'" in hint
