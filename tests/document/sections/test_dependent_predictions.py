"""What reports say of clustered instances, repeated attempts and scored items: verdicts count what is independent."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding, Report
from benchreport.errors import OptionError
from tests.cli.shell import fine
from tests.document.sections.told import printed, said, table_of
from tests.stats.two_algorithms.test_dependent_instances import CLUSTERS, drawn, items

ON_ROWS = {"mcnemar", "ci_wilson", "ci_clopper_pearson", "binomial_test", "delong"}


def classes(*, cluster: bool = False, folds: int = 1, seed: int = 5) -> pl.DataFrame:
    """Two classifiers of two classes on 80 instances with scores, perhaps in clusters of four."""
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, 80)
    rows = [
        (name, "d", i % folds, i, i // 4, int(truth[i]), int(score > 0.5), float(score))
        for name, skill in (("A", 0.9), ("B", 0.4))
        for i, score in enumerate(1 / (1 + np.exp(-(skill * (2 * truth - 1) + rng.normal(0, 1, 80)))))
    ]
    names = ["algorithm", "dataset", "fold", "instance", "cluster", "truth", "prediction", "score"]
    frame = pl.DataFrame(rows, schema=names, orient="row")
    return br.predictions(frame.drop([*([] if folds > 1 else ["fold"]), *([] if cluster else ["cluster"])]))


def verdicts(report: Report) -> set[str]:
    findings = [block for part in report.sections for block in part.blocks if isinstance(block, Finding)]
    tested = [finding.rows["method"] for finding in findings if "method" in finding.rows.columns]
    return {str(method) for methods in tested for method in methods}


@pytest.fixture(scope="module")
def clustered() -> Report:
    return br.report(classes(cluster=True), positive="1", sections=["all"])


def test_with_clusters_no_verdict_rests_on_pooled_rows(clustered: Report) -> None:
    assert not verdicts(clustered) & ON_ROWS
    assert "permutation_signflip" in verdicts(clustered)  # twenty clusters are too few for the t law
    assert "mean_loss_t" in verdicts(clustered)


def test_with_clusters_the_headline_names_the_test_that_counts_them(clustered: Report) -> None:
    assert "sign flips of whole clusters" in said(clustered, "predicted")
    summary = said(clustered, "summary")
    assert "sign flips of whole clusters" in summary
    assert "McNemar" not in summary
    assert "come in clusters and are not independent within them" in said(clustered, "predicted")


def test_with_clusters_intervals_of_rates_are_not_binomial(clustered: Report) -> None:
    frame = table_of(clustered, "errors").frame
    assert set(frame["method"]) == {"mean_loss_t"}
    expected = br.mean_loss_t(classes(cluster=True)).sort("a")
    assert frame.sort("a")["ci_high"].to_list() == pytest.approx(expected["ci_high"].to_list())
    heads = {column.title for column in table_of(clustered, "single-rates").columns}
    assert not {"exact", "Hoeffding", "Wilson*"} & heads


def test_with_clusters_areas_have_neither_tests_nor_intervals(clustered: Report) -> None:
    assert "the instances come in clusters, so they are not independent, as DeLong’s test assumes" in said(
        clustered, "curves"
    )
    areas = table_of(clustered, "areas")
    assert areas.frame["ci_low"].count() == 0
    assert "interval" not in str(areas.caption)
    assert not any("interval" in column.title for column in areas.columns)


def test_without_clusters_mcnemar_decides() -> None:
    report = br.report(classes(), sections=["predicted"])
    assert verdicts(report) == {"mcnemar"}


def test_attempts_are_averaged_and_counted_as_items() -> None:
    report = br.report(items(drawn(40, 5)), sections=["summary", "predicted", "single", "leaderboard"])
    assert verdicts(report) == {"paired_t_instances"}
    text = said(report, "predicted")
    assert "attempted items up to 5 times; the attempts at an item are averaged" in text
    assert "over 40 items of d" in text
    assert "the paired t test on the means of items" in said(report, "summary")
    assert "mid-p" not in [column.title for column in table_of(report, "agreement").columns]


def test_a_test_on_rows_that_was_asked_for_makes_no_headline() -> None:
    report = br.report(items(drawn(40, 5)), sections=["summary", "predicted"], tests={"instances": "mcnemar"})
    assert "so rejects too often" in said(report, "predicted")
    assert "McNemar" not in said(report, "summary")


def test_two_answers_to_one_question_say_which_population_each_speaks_of() -> None:
    report = br.report(classes(folds=8), sections=["within", "predicted"])
    assert verdicts(report) >= {"corrected_resampled_t", "mcnemar"}
    assert (
        "tests on instances generalise to further instances for the models as they were trained, tests on runs to "
        "models trained anew on other training sets of these data; so the two can disagree"
    ) in said(report, "predicted")
    alone = br.report(classes(), sections=["predicted"])
    assert "Two populations" not in said(alone, "predicted")


def test_the_summary_says_so_too_where_both_answers_stand_in_it() -> None:
    both = br.report(classes(folds=8), sections=["summary", "within", "predicted"])
    assert "Two populations" in said(both, "summary")
    assert "Two populations" not in said(br.report(classes(), sections=["summary", "predicted"]), "summary")


def test_runs_with_other_seeds_or_attempts_speak_of_no_other_training_set() -> None:
    report = br.report(items(drawn(40, 5)), sections=["coverage", "within", "predicted"])
    assert "tests on runs to further runs with other random seeds on these very items" in said(report, "predicted")
    assert "other training sets" not in said(report, "predicted")
    assert "every comparison is paired" not in said(report, "coverage")


def test_with_clusters_neither_classes_nor_calibration_nor_the_pick_have_binomial_intervals() -> None:
    frame = classes(cluster=True).with_columns(prob_1="score", prob_0=1 - pl.col("score"))
    report = br.report(br.predictions(frame), sections=["leaderboard", "confusion", "probabilities"])
    assert "There are no intervals: the instances come in clusters" in said(report, "confusion")
    for name in ("per-class-1", "calibration"):
        assert table_of(report, name).frame["ci_low"].count() == 0
        assert "Wilson" not in str(table_of(report, name))
    assert "cluster-robust t test" in said(report, "probabilities")
    # Hoeffding's inequality is one for independent instances.
    assert "Hoeffding" not in said(report, "leaderboard")
    plain = br.predictions(frame.drop("cluster"))
    alone = br.report(plain, sections=["leaderboard", "confusion", "probabilities"])
    assert table_of(alone, "per-class-1").frame["ci_low"].count() > 0
    assert "Hoeffding" in said(alone, "leaderboard")


def test_with_clusters_the_squared_errors_of_regressors_are_compared_over_clusters_alone() -> None:
    rng = np.random.default_rng(3)
    truth = rng.normal(0, 2, 160)
    rows = [
        (name, "d", i, i // 4, float(truth[i]), float(truth[i] + spread * noise))
        for name, spread in (("A", 1.0), ("B", 1.5))
        for i, noise in enumerate(rng.normal(0, 1, 160))
    ]
    frame = pl.DataFrame(
        rows, schema=["algorithm", "dataset", "instance", "cluster", "truth", "prediction"], orient="row"
    )
    report = br.report(br.predictions(frame), sections=["regression"])
    assert "cluster-robust t" in said(report, "regression")
    pairs = table_of(report, "regression-pairs")
    assert not {"Pitman-Morgan", "F"} & {column.title for column in pairs.columns}
    assert "Pitman" not in str(pairs.caption)
    alone = br.report(br.predictions(frame.drop("cluster")), sections=["regression"])
    assert {"Pitman-Morgan", "F"} <= {column.title for column in table_of(alone, "regression-pairs").columns}
    assert "cluster" not in said(alone, "regression")


def test_a_test_that_was_not_made_is_not_among_the_reasons(clustered: Report) -> None:
    assert not {"delong"} & {choice.method for part in clustered.sections for choice in part.choices}


# Scored items


def harness(model: str, hits: list[int]) -> dict[str, object]:
    logged = {"arc": [{"doc_id": i, "filter": "none", "acc": float(hit)} for i, hit in enumerate(hits)]}
    return {"model_name": model, "results": {}, "samples": logged}


@pytest.fixture(scope="module")
def scored() -> Report:
    rng = np.random.default_rng(2)
    logs = [harness(name, list(rng.random(60) < skill)) for name, skill in (("gpt", 0.8), ("lm", 0.5), ("tiny", 0.4))]
    return br.report(br.from_lm_eval_samples(logs), sections=["all"])


def test_scored_items_get_no_class_sections(scored: Report) -> None:
    assert not {"confusion", "curves", "probabilities", "single"} & {part.id for part in scored.sections}


def test_no_sentence_on_scored_items_speaks_of_classes(scored: Report, tmp_path: Path) -> None:
    text = scored.write(tmp_path / "r.md").read_text().replace("\\", "")
    body = text.split("References")[0]
    assert not re.search(r"majority|largest class|class shares|confusion|uniform guess|balanced|unbalanced", body)
    assert "always" not in said(scored, "leaderboard")


def test_scored_items_are_measured_by_accuracy_and_compared_item_by_item(scored: Report) -> None:
    assert {str(column.group or column.title) for column in table_of(scored, "board").columns} & {
        "balanced_accuracy",
        "mcc",
    } == set()
    assert [row[0].text for row in table_of(scored, "board").rows] == ["gpt", "lm", "tiny"]
    assert "mcnemar" in verdicts(scored)
    assert "over 60 items of arc" in said(scored, "predicted")


def test_measures_that_need_classes_are_refused_for_scored_items() -> None:
    with pytest.raises(OptionError, match="no classes") as caught:
        br.report(items(drawn(20, 1)), metrics=["mcc"])
    assert "accuracy" in caught.value.hint


@pytest.mark.parametrize("answers", [[True, False], [1, 0], ["1", "0"]], ids=["booleans", "numbers", "texts"])
def test_a_column_correct_makes_a_table_of_scored_items(answers: list[object]) -> None:
    table = pl.DataFrame({"model": ["A", "A"], "item": [1, 2], "correct": answers})
    assert br.predictions(table).select("truth", "prediction").rows() == [("right", "right"), ("right", "wrong")]
    assert br.prediction_design(table).select("task", "n_classes", "n_single_class", "note").row(0)[:3] == (
        "scored items", None, None,
    )  # fmt: skip


def test_check_says_that_a_table_holds_scored_items(tmp_path: Path) -> None:
    table = items(drawn(20, 1)).with_columns(pl.col(pl.Categorical).cast(pl.String))
    table.write_csv(tmp_path / "items.csv")
    text = fine("check", tmp_path / "items.csv")
    assert "scored items" in text
    assert "class" not in text


def test_a_mark_that_is_neither_right_nor_wrong_is_refused() -> None:
    with pytest.raises(br.BenchreportError, match="neither 0 nor 1"):
        br.predictions(pl.DataFrame({"model": ["A", "A"], "item": [1, 2], "correct": [0.5, 1.0]}))


def test_items_of_tables_with_classes_are_no_scored_items() -> None:
    report = br.report(classes(), sections=["leaderboard", "single"], positive="1")
    assert "majority class" in [row[0].text for row in table_of(report, "board").rows]
    assert printed(table_of(report, "single-rates"))
    assert len(CLUSTERS) == 42
