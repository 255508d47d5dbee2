"""Do the sections on single datasets and on predictions say what their rows say?"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Figure, Finding, Report, Section, Table
from tests.cli.shell import fine, refused, save


def part(report: Report, title: str) -> Section:
    (found,) = [section for section in report.sections if section.title == title]
    return found


def words(section: Section) -> str:
    texts = [block.words for block in section.blocks if isinstance(block, Finding)]
    return " ".join("".join(word if isinstance(word, str) else word.text for word in text) for text in texts)


@pytest.fixture(scope="module")
def accuracy() -> pl.DataFrame:
    return br.read_scores(br.example("small_study_5x2.csv"), metrics="accuracy")


@pytest.fixture(scope="module")
def predictions() -> pl.DataFrame:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    kept = table.filter(pl.col("dataset") == "breast_cancer").drop(pl.selectors.starts_with("prob_"))
    ranked = table.filter(pl.col("dataset") == "breast_cancer").select("prob_benign", "prob_malignant")
    return pl.concat([kept, ranked], how="horizontal")


def test_five_by_two_folds_are_compared_by_the_combined_f_test(accuracy: pl.DataFrame) -> None:
    section = part(br.report(accuracy, baseline="kNN", sections=["within"]), "Within each dataset")
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    ours = table.frame.filter(pl.col("method") == "cv52_f")
    theirs = br.adjust(br.cv52_f(accuracy, control="kNN"), "holm").sort("dataset", "a")
    assert set(table.frame["method"]) == {"cv52_f", "cv52_t"}  # the t test stands beside
    assert ours["p_adjusted"].to_list() == pytest.approx(theirs["p_adjusted"].to_list())
    clear = theirs.filter(pl.col("p_adjusted") <= 0.05)
    said = words(section)
    ahead = clear.filter(pl.col("better") == "kNN").height
    assert f"significantly better in {ahead or 'none'} of {theirs.height} comparisons" in said


def test_without_a_baseline_the_family_is_all_pairs(accuracy: pl.DataFrame) -> None:
    section = part(br.report(accuracy, sections=["within"]), "Within each dataset")
    (table,) = [block for block in section.blocks if isinstance(block, Table)]
    assert table.frame.filter(pl.col("method") == "cv52_f").height == 4 * 15
    assert table.frame["family"][0].startswith("dataset=breast_cancer, metric=accuracy: 15 tests")


def test_one_dataset_alone_is_compared_over_its_runs(accuracy: pl.DataFrame) -> None:
    wine = accuracy.filter(pl.col("dataset") == "wine")
    report = br.report(wine, baseline="Majority", sections=["ranks", "within"])
    others = "DecisionTree, GaussianNB, LogisticRegression, RandomForest and kNN"
    assert f"On wine, Majority is significantly worse than {others}" in words(part(report, "Within each dataset"))
    assert "Comparison by accuracy" not in [section.title for section in report.sections]


def test_one_dataset_without_runs_is_told_what_it_lacks(accuracy: pl.DataFrame) -> None:
    single = accuracy.filter((pl.col("dataset") == "wine") & (pl.col("repeat") == 1) & (pl.col("fold") == 1))
    report = br.report(single.drop("repeat", "fold", "design", strict=False), sections=["ranks"])
    texts = [str(block) for block in part(report, "Comparison by accuracy").blocks]
    assert "need two of them or more" in " ".join(texts)


def test_seeds_are_compared_as_samples(accuracy: pl.DataFrame) -> None:
    once = accuracy.filter(pl.col("repeat") == 1).drop("repeat", "design", strict=False)
    seeds = pl.concat([once, once.with_columns(fold=pl.col("fold") + 2, value=pl.col("value") - 0.001)])
    table = br.scores(seeds, design="seeds")
    section = part(br.report(table, baseline="kNN", sections=["within"]), "Within each dataset")
    assert "Welch" in words(section)


def test_a_table_without_runs_has_no_such_section(demsar: pl.DataFrame) -> None:
    assert [section.id for section in br.report(demsar, sections=["within", "setup"]).sections] == ["setup"]


def test_predictions_are_measured_and_compared_instance_by_instance(predictions: pl.DataFrame) -> None:
    report = br.report(predictions, positive="malignant", baseline="kNN", sections=["all"])
    section = part(report, "Predictions, instance by instance")
    table, _ = [block for block in section.blocks if isinstance(block, Table)]
    rows = dict(table.frame.select("a", "p_instances").rows())
    theirs = br.adjust(br.mcnemar(predictions, control="kNN"), "holm")
    assert rows["GaussianNB"] == pytest.approx(theirs.filter(pl.col("a") == "GaussianNB")["p_adjusted"][0])
    assert rows["kNN"] is None
    drawn = [block.id for part in report.sections for block in part.blocks if isinstance(block, Figure)]
    assert {"roc-1", "pr-1", "lift-1", "confusion-1", "reliability", "rate-intervals"} <= set(drawn)
    assert "McNemar" in " ".join(str(block) for block in part(report, "Methods").blocks)


@pytest.mark.parametrize(
    "sections",
    [
        "confusion,provenance",
        pytest.param("predicted,confusion,curves,probabilities,single,provenance", marks=pytest.mark.long),
    ],
    ids=["short", "all"],
)
def test_a_report_of_predictions_can_be_verified_and_built_from_the_shell(
    predictions: pl.DataFrame, tmp_path: Path, sections: str
) -> None:
    predictions.write_parquet(tmp_path / "predictions.parquet")
    pdf = tmp_path / "report.pdf"
    fine("build", tmp_path / "predictions.parquet", "--positive", "malignant", "--sections", sections, "-o", pdf)
    assert br.verify(pdf) == []


def test_numeric_predictions_are_measured_by_their_errors() -> None:
    rows = [
        (name, dataset, i, float(i), i + step * (i % 3))
        for name, step in (("A", 0.1), ("B", 0.3))
        for dataset in ("p", "q", "r")
        for i in range(12)
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")
    titles = [section.title for section in br.report(frame, sections=["all"]).sections]
    compared = {title for title in titles if title.startswith("Comparison")}
    assert compared == {"Comparison by RMSE", "Comparison by MAE", "Comparison by R²"}
    assert "Predictions, instance by instance" not in titles


def test_a_positive_class_for_scores_is_refused(tmp_path: Path) -> None:
    path = save(tmp_path / "scores.csv", [{"algorithm": a, "dataset": "d", "accuracy": 0.5} for a in "AB"])
    assert "positive" in refused("build", path, "--positive", "yes", "-o", tmp_path / "r.html", code=2)[0]
