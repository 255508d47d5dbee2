"""What the section on several metrics at once says."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Figure, Table
from tests.document.sections.folds import FX2, found_section, fx1, fx2, printed, references_of, scores_of, section_of
from tests.document.sections.sections import findings_of, plain, prose, table_of

DIVISOR = 1 + 10 / 9  # ten folds, a test fold is a ninth of the training data


def test_two_algorithms_are_compared_by_hotelling_with_the_values_of_the_catalogue() -> None:
    # METHODS hotelling, FX2 A-B: T2 162.440217391, F(2,8) 72.1956521739, p 7.59485003424e-06.
    part = found_section(br.report(fx2("A", "B"), sections=["multivariate"]), "multivariate")
    rows = {row["variant"]: row for row in table_of(part, "joint").frame.iter_rows(named=True)}
    assert rows["paired"]["estimate"] == pytest.approx(162.440217391, rel=1e-9)
    assert rows["paired"]["statistic"] == pytest.approx(72.1956521739, rel=1e-9)
    assert rows["paired"]["p_value"] == pytest.approx(7.59485003424e-06, rel=1e-9)
    assert rows["corrected"]["statistic"] == pytest.approx(72.1956521739 / DIVISOR, rel=1e-9)
    assert rows["corrected"]["estimate"] == pytest.approx(162.440217391 / DIVISOR, rel=1e-9)
    words = plain(findings_of(part)[0].words)
    assert "corrected Hotelling test, T^2 = 76.95, F(2, 8) = 34.2, p" in words
    assert "Neither is better in every metric" in words


def test_each_metric_is_tested_by_itself_with_its_weight() -> None:
    # METHODS hotelling_posthoc: t_fp -10.3709872746, t_fn 3.25041803332, here divided by the root of the divisor;
    # w (-5.0625, 2.86141304348), which is compared after scaling by the standard deviations of the differences.
    part = found_section(br.report(fx2("A", "B"), sections=["multivariate"]), "multivariate")
    rows = {row["metric"]: row for row in printed(table_of(part, "joint-metrics"))}
    assert (rows["fp"]["better"], rows["fn"]["better"]) == ("A", "B")
    assert abs(float(rows["fp"]["t"].replace("−", "-"))) == pytest.approx(10.3709872746 / DIVISOR**0.5, abs=6e-4)
    assert abs(float(rows["fn"]["t"].replace("−", "-"))) == pytest.approx(3.25041803332 / DIVISOR**0.5, abs=6e-4)
    spread = {
        metric: pl.Series([a - b for a, b in zip(FX2["A"][metric], FX2["B"][metric], strict=True)]).std()
        for metric in ("fp", "fn")
    }
    ratio = (2.86141304348 * spread["fn"]) / (-5.0625 * spread["fp"])  # type: ignore[operator]
    assert float(rows["fn"]["weight"].replace("−", "-")) == pytest.approx(ratio, abs=6e-3)
    assert rows["fp"]["weight"] == "1.00"


def test_the_corrected_wilks_test_decides_and_the_uncorrected_one_is_a_sentence() -> None:
    part = found_section(br.report(fx2(), sections=["multivariate"]), "multivariate")
    frame = table_of(part, "joint").frame.filter(pl.col("method") == "manova")
    rows = {row["variant"]: row for row in frame.iter_rows(named=True)}
    decisive = findings_of(part)[0].rows.row(0, named=True)
    assert decisive["variant"] == "wilks, corrected"
    assert f"Λ = {decisive['estimate']:.4g}" in plain(findings_of(part)[0].words)
    assert rows["wilks, blocked"]["p_value"] < decisive["p_value"]
    assert prose(part).count("Without the correction") == 1
    titles = [column.title for column in table_of(part, "joint").columns]
    assert not any("one-way" in title or "correct" in title for title in titles)
    assert "p, Pillai" in titles


def test_pairs_are_told_with_the_distance_unsigned() -> None:
    part = found_section(br.report(fx2(), baseline="A", sections=["multivariate"]), "multivariate")
    rows = {row["algorithm"]: row for row in printed(table_of(part, "joint-pairs"))}
    assert rows["B"]["T²"] == "76.95"  # 162.440217391 of the catalogue over the divisor
    assert rows["B"]["better in every metric"] == "neither"
    assert rows["C"]["better in every metric"] == "A"
    assert "over the comparisons with the baseline" in prose(part)


def test_a_metric_that_follows_from_another_is_left_out_and_named() -> None:
    scores = fx2()
    wrong = scores.filter(pl.col("metric") == "fp").with_columns(
        value=100.0 - pl.col("value"),
        metric=pl.lit("tn", pl.Categorical),
        direction=pl.lit("higher", pl.Categorical),
    )
    part = found_section(br.report(pl.concat([scores, wrong]), sections=["multivariate"]), "multivariate")
    assert re.search("(?:tn|fp), to six digits a linear function of", prose(part))
    assert findings_of(part)[0].rows["df1"].to_list() == [4.0]  # two metrics, three algorithms


def test_many_datasets_are_counted() -> None:
    tables = [scores_of(FX2, dataset=f"d{number:02}") for number in range(30)]
    part = found_section(br.report(pl.concat(tables), sections=["multivariate"]), "multivariate")
    rows = {row["test"]: row for row in printed(table_of(part, "joint"))}
    assert rows["Wilks, corrected"]["differ significantly"] == "30"
    assert "on 30 of 30 datasets" in plain(findings_of(part)[0].words)
    assert not [block for block in part.blocks if isinstance(block, Figure)]


def test_the_two_kinds_of_errors_are_compared_where_predictions_say_which_class_is_positive() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    table = table.filter(pl.col("dataset") == "breast_cancer")
    part = found_section(br.report(table, positive="malignant", sections=["multivariate"]), "multivariate")
    frame = table_of(part, "error-kinds")
    counts = br.confusion_binary(table, by=("dataset", "fold"), positive="malignant")
    means = dict(counts.group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("fp").mean()).rows())
    rows = {row["algorithm"]: row for row in printed(frame)}
    assert {name: float(row["mean per run false positives"]) for name, row in rows.items()} == pytest.approx(
        means, rel=1e-3
    )
    assert set(frame.frame["method"]) == {"hotelling"}
    silent = br.report(table, sections=["multivariate"])
    assert "error-kinds" not in [b.id for s in silent.sections for b in s.blocks if isinstance(b, Table)]


def with_metric(scores: pl.DataFrame, name: str, like: str, value: pl.Expr | None = None) -> pl.DataFrame:
    """Add a metric that is computed from another one."""
    made = scores.filter(pl.col("metric") == like).with_columns(
        metric=pl.lit(name, pl.Categorical), value=pl.col("value") ** 2 if value is None else value
    )
    return pl.concat([scores, made])


def test_metrics_that_some_algorithm_lacks_are_left_out() -> None:
    scores = with_metric(fx2(), "loss", "fp")
    scores = scores.filter((pl.col("metric") != "loss") | (pl.col("algorithm") != "C"))
    part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
    assert "1 metric was left out, counted by dataset" in prose(part)


@pytest.mark.parametrize(
    ("name", "printed"),
    [
        ("time", "time"),
        ("training_duration", "training time"),
        ("Predict latency (ms)", "Predict latency (ms)"),
        ("memory_mb", "memory_mb"),
    ],
)
def test_what_a_run_took_is_not_joined_with_quality(name: str, printed: str) -> None:
    scores = with_metric(fx2(), name, "fp")
    alone = findings_of(found_section(br.report(fx2(), sections=["multivariate"]), "multivariate"))[0]
    part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
    assert (
        findings_of(part)[0].rows.select("statistic", "df1", "df2").rows()
        == alone.rows.select("statistic", "df1", "df2").rows()
    )
    assert f"{printed} is not compared together with the others" in prose(part)


def test_what_a_run_took_is_joined_when_asked() -> None:
    scores = with_metric(fx2(), "time", "fp", pl.col("value") + pl.col("fold"))
    part = found_section(br.report(scores, joint=["fp", "time"], sections=["multivariate"]), "multivariate")
    rows = br.manova(scores, metrics=["fp", "time"], variant="corrected")
    assert findings_of(part)[0].rows["statistic"][0] == pytest.approx(rows["statistic"][0], rel=1e-12)
    assert "in fp and time, taken as one vector per run" in prose(part)
    with pytest.raises(br.BenchreportError, match="no metric 'tiem'"):
        br.report(scores, joint=["fp", "tiem"])
    with pytest.raises(br.BenchreportError, match="joint names 'fp' alone"):
        br.report(scores, joint=["fp"])


def test_durations_alone_may_be_joined_with_each_other() -> None:
    renamed = fx2().with_columns(pl.col("metric").cast(pl.String).replace({"fp": "fit_time", "fn": "score_time"}))
    part = found_section(
        br.report(renamed.with_columns(pl.col("metric").cast(pl.Categorical)), sections=["multivariate"]),
        "multivariate",
    )
    assert "fit_time and score_time" in prose(part)


def test_only_metrics_of_the_same_runs_are_joined() -> None:
    scores = with_metric(fx2(), "loss", "fp").with_columns(
        fold=pl.col("fold") + pl.when(pl.col("metric") == "loss").then(10).otherwise(0)
    )
    part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
    alone = findings_of(found_section(br.report(fx2(), sections=["multivariate"]), "multivariate"))[0]
    assert findings_of(part)[0].rows["statistic"].to_list() == alone.rows["statistic"].to_list()
    assert "loss is not compared together with the others: it was not measured on the same runs" in prose(part)
    # Five folds in common are not the same runs either.
    half = with_metric(fx2(), "loss", "fp").filter((pl.col("metric") != "loss") | (pl.col("fold") <= 5))
    part = found_section(br.report(half, sections=["multivariate"]), "multivariate")
    assert findings_of(part)[0].rows["n"].to_list() == [10]


def test_metrics_without_any_runs_in_common_have_no_section() -> None:
    scores = fx2().with_columns(fold=pl.col("fold") + pl.when(pl.col("metric") == "fn").then(10).otherwise(0))
    assert section_of(br.report(scores, sections=["multivariate", "leaderboard"]), "multivariate") is None


def test_fewer_than_ten_error_degrees_of_freedom_make_no_headline() -> None:
    # Two algorithms on ten folds have 9, three have 18; three on five folds have 8, on six 10.
    for scores, freedom in (
        (fx2("A", "B"), 9),
        (fx2(), 18),
        (fx2().filter(pl.col("fold") <= 5), 8),
        (fx2().filter(pl.col("fold") <= 6), 10),
    ):
        part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
        assert findings_of(part)[0].headline == (freedom >= 10)
        assert (f"{freedom} degrees of freedom, fewer than 10, so this result" in prose(part)) == (freedom < 10)


def test_as_many_metrics_as_runs_are_said_and_not_computed() -> None:
    scores = with_metric(fx2(), "loss", "fp").filter(pl.col("fold") <= 3)
    part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
    assert not findings_of(part)
    assert "No dataset has more runs than metrics" in prose(part)
    assert "demo (3 runs, 3 metrics)" in prose(part)


def test_resamples_of_unknown_size_get_no_verdict() -> None:
    tables = [scores_of(FX2, dataset=name) for name in ("one", "two")]
    resampled = pl.concat(tables).with_columns(design=pl.lit("repeated_holdout", pl.Categorical))
    part = found_section(br.report(resampled, sections=["multivariate"]), "multivariate")
    finding = findings_of(part)[0]
    assert "on none of 2 datasets: the ratio of test to training size is not known" in plain(finding.words)
    assert not finding.headline
    assert "differ significantly" not in prose(part)


def test_one_metric_calls_for_no_section() -> None:
    assert section_of(br.report(fx1(), sections=["multivariate"]), "multivariate") is None


def test_no_section_without_several_runs() -> None:
    assert section_of(br.report(fx2().filter(pl.col("fold") == 1), sections=["multivariate"]), "multivariate") is None


def test_every_exhibit_is_referred_to(study: pl.DataFrame) -> None:
    for scores in (study, study.filter(pl.col("dataset") == "wine")):
        part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
        assert {block.id for block in part.blocks if isinstance(block, (Table, Figure))} <= references_of(part)


def test_the_section_renders_to_every_format(study: pl.DataFrame, tmp_path: Path) -> None:
    report = br.report(study.filter(pl.col("dataset") == "wine"), sections=["multivariate", "methods"])
    assert "Λ" in report.write(tmp_path / "report.md").read_text()
    assert "Λ" in report.write(tmp_path / "report.html").read_text()
    report.write(tmp_path / "latex")
    latex = "".join(path.read_text() for path in sorted((tmp_path / "latex").rglob("*.tex")))
    assert "\\Lambda" in latex
    assert "U+" not in latex


def test_the_verdict_tells_on_how_many_datasets_the_other_criterion_rejects() -> None:
    scores = br.read_scores(br.example("small_study_5x2.csv"))
    part = br.report(scores, sections=["multivariate"]).sections[0]
    (joint,) = [block for block in part.blocks if getattr(block, "id", "") == "joint"]
    pillai = joint.frame.filter(pl.col("variant").str.starts_with("pillai") & (pl.col("p_adjusted") <= 0.05)).height
    said = prose(part)
    assert "By Pillai’s trace" in said
    assert f"they differ significantly on {pillai or 'none'} of 4 datasets." in said


def test_verdicts_name_datasets_and_algorithms_from_their_rows() -> None:
    flat = {
        name: {metric: FX2["A"][metric][k:] + FX2["A"][metric][:k] for metric in ("fp", "fn")}
        for k, name in enumerate("ABC")
    }
    scores = pl.concat([scores_of(FX2, dataset="real"), scores_of(flat, dataset="shuffled")])
    part = found_section(br.report(scores, sections=["multivariate"]), "multivariate")
    assert "differ significantly on real, but not on shuffled (corrected Wilks test, Holm-adjusted" in plain(
        findings_of(part)[0].words
    )
    single = found_section(br.report(fx2(), baseline="A", sections=["multivariate"]), "multivariate")
    words = plain(findings_of(single)[-1].words)
    assert "A differs significantly from B and C in fp and fn taken together" in words
    assert "it is better in every metric than C" in words
    assert "worse" not in words
    none = found_section(br.report(scores_of(flat), baseline="A", sections=["multivariate"]), "multivariate")
    assert "A cannot be distinguished from B or C in fp and fn taken together" in plain(findings_of(none)[-1].words)


def test_the_picture_agrees_with_the_corrected_test() -> None:
    # The origin lies inside the ellipse iff the corrected test of the pair is not significant by itself.
    scores = fx2()
    numbers = br.plot_data("difference_ellipse", scores, metrics=["fp", "fn"], control="A", variant="corrected")
    for row in numbers.filter(pl.col("item") == "mean").iter_rows(named=True):
        test = br.hotelling(scores, control="A", variant="corrected").filter(pl.col("a") == row["a"]).row(0, named=True)
        det = row["xx"] * row["yy"] - row["xy"] ** 2
        squared = (row["yy"] * row["x"] ** 2 - 2 * row["xy"] * row["x"] * row["y"] + row["xx"] * row["y"] ** 2) / det
        assert (squared > row["reach"]) == (test["p_value"] <= 0.05)
        # n times the squared distance over the divisor is T2; the reach is where p is the level.
        assert 10 * squared / DIVISOR == pytest.approx(test["estimate"], rel=1e-9)
    part = found_section(br.report(fx2(), baseline="A", sections=["multivariate"]), "multivariate")
    (ellipse,) = [block for block in part.blocks if isinstance(block, Figure) and block.id.startswith("joint-ellipse")]
    assert "corrected for overlapping training sets" in ellipse.alternative
    assert "too small" not in ellipse.alternative
