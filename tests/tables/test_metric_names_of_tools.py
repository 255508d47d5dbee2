"""Directions, scales and ranges of metrics as tools and papers spell them, and columns of errors in them."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.tables.metric_names import printed_metric
from benchreport.tables.metric_scale import known_scale
from benchreport.tables.schema import known_direction
from benchreport.tables.scores import opened_scores

# Directions and scales are those of the tools' own documentation: scikit-learn (names of scorers), trec_eval,
# torchmetrics, the papers on pass@k, LPIPS and bits per byte.
SPELT = [
    ("accuracy_mean", "higher", "share"), ("acc_avg", "higher", "share"), ("mean_test_f1_macro", "higher", "share"),
    ("roc_auc_score", "higher", "area"), ("pass@1", "higher", "share"), ("pass@10", "higher", "share"),
    ("hits@10", "higher", "share"), ("R@1", "higher", "share"), ("Recall@100", "higher", "share"),
    ("mAP@0.5", "higher", "area"), ("mAP@0.5:0.95", "higher", "area"), ("P_10", "higher", "share"),
    ("ndcg_cut_10", "higher", "share"), ("nDCG@10", "higher", "share"), ("recip_rank", "higher", "share"),
    ("MRR@10", "higher", "share"), ("latency_ms", "lower", "ratio"), ("latency_p99_ms", "lower", "ratio"),
    ("train_time_s", "lower", "ratio"), ("rmse_mean", "lower", "ratio"), ("bits_per_byte", "lower", "ratio"),
    ("LPIPS", "lower", "ratio"), ("EER", "lower", "share"), ("wer", "lower", "share"), ("bleu", "higher", "share"),
    ("BLEU-4", "higher", "share"), ("rouge1", "higher", "share"), ("rougeLsum", "higher", "share"),
    ("ROUGE-2", "higher", "share"), ("rouge1_fmeasure", "higher", "share"), ("neg_log_loss", "higher", "ratio"),
    ("neg_mean_squared_error", "higher", "ratio"), ("mean_test_neg_root_mean_squared_error", "higher", "ratio"),
    ("neg_brier_score", "higher", "share"), ("neg_log_likelihood", "lower", "ratio"), ("r2_mean", "higher", "ordinal"),
]  # fmt: skip
# A spread, a rank, a percentile, and names that say two things.
UNSETTLED = (
    "accuracy_std", "auc_stderr", "mean_rank", "P_95", "loss_accuracy", "time_to_accuracy", "standard_error",
    "neg_gain",
)  # fmt: skip


@pytest.mark.parametrize(("metric", "direction", "scale"), SPELT)
def test_a_metric_is_known_however_tools_spell_it(metric: str, direction: str, scale: str) -> None:
    assert (known_direction(metric), known_scale(metric)) == (direction, scale)


@pytest.mark.parametrize("metric", UNSETTLED)
def test_a_name_that_does_not_settle_it_is_not_guessed(metric: str) -> None:
    assert (known_direction(metric), known_scale(metric)) == (None, "unknown")


@pytest.mark.parametrize("metric", ["accuracy", "auc", "mcc", "rmse", "r2", "latency", "brier", "ndcg", "log_loss"])
@pytest.mark.parametrize("spelling", ["{}_mean", "{}_avg", "mean_{}", "{} (test)", "mean_test_{}", "{}_score", "{}@5"])
def test_the_scale_and_the_direction_never_depend_on_a_suffix(metric: str, spelling: str) -> None:
    spelt = spelling.format(metric)
    assert (known_direction(spelt), known_scale(spelt)) == (known_direction(metric), known_scale(metric))


# Columns of errors


def of_errors(metric: str = "auc", column: str = "error", **more: Any) -> pl.DataFrame:
    """Return errors of two methods on eight datasets, those of "good" smaller on every one."""
    rows = [
        (m, f"d{d}", metric, 0.1 + d / 50 + (m == "bad") * (0.05 + d / 200)) for d in range(8) for m in ("good", "bad")
    ]
    table = pl.DataFrame(rows, schema=["method", "dataset", "metric", column], orient="row")
    return table.with_columns(**{name: pl.lit(value) for name, value in more.items()})


@pytest.mark.parametrize("declared", [False, True])
@pytest.mark.parametrize("column", ["error", "err", "metric_error", "loss", "Test loss", "regret"])
def test_the_smaller_error_wins_whatever_metric_it_is_an_error_in(column: str, declared: bool) -> None:
    words: Any = {"columns": {column: "value"}} if declared else {}
    scores = br.scores(of_errors(column=column), **words)
    assert scores["metric"].unique().to_list() == ["error in auc"]
    assert scores["direction"].unique().to_list() == ["lower"]
    assert br.wilcoxon(scores)["better"].to_list() == ["good"]


def test_an_error_in_a_metric_is_printed_as_one_and_has_its_scale() -> None:
    assert [printed_metric(f"error in {name}") for name in ("auc", "acc", "gain")] == [
        "error in AUC", "error in accuracy", "error in gain",
    ]  # fmt: skip
    # 1 - R2 is a ratio of sums of squares.
    scales = [known_scale(f"error in {name}") for name in ("auc", "accuracy", "mcc", "r2", "gain")]
    assert scales == ["area", "share", "correlation", "ratio", "unknown"]


@pytest.mark.parametrize("metric", ["log_loss", "rmse", "error_rate"])
def test_a_loss_is_its_own_error_and_not_turned_twice(metric: str) -> None:
    scores = br.scores(of_errors(metric))
    assert set(scores.select("metric", "direction").unique().rows()) == {(metric, "lower")}


def test_the_error_of_a_negated_loss_is_the_loss() -> None:
    scores = br.scores(of_errors("neg_log_loss"))
    assert set(scores.select("metric", "direction").unique().rows()) == {("log_loss", "lower")}
    assert scores["value"].min() > 0


def test_a_metric_of_unknown_direction_in_a_column_of_errors_is_better_lower() -> None:
    assert br.scores(of_errors("gain"))["direction"].unique().to_list() == ["lower"]


def test_a_declared_direction_of_a_metric_stands_above_the_name_of_the_column() -> None:
    scores = br.scores(of_errors(), directions={"auc": "higher"})
    assert set(scores.select("metric", "direction").unique().rows()) == {("auc", "higher")}
    scores = br.scores(of_errors(), directions={"auc": "lower"})
    assert set(scores.select("metric", "direction").unique().rows()) == {("error in auc", "lower")}


def test_a_direction_column_that_contradicts_a_column_of_errors_is_refused() -> None:
    table = of_errors(direction="higher")
    with pytest.raises(br.BenchreportError, match=r"holds errors.*higher auc is better"):
        br.scores(table)
    assert br.scores(table, directions={"auc": "lower"})["direction"].unique().to_list() == ["lower"]
    assert br.scores(of_errors(direction="lower"))["direction"].unique().to_list() == ["lower"]


def test_a_metric_is_kept_by_its_own_name_or_as_an_error() -> None:
    table = pl.concat([of_errors(), of_errors("rmse")])
    for name in ("auc", "error in auc"):
        assert br.scores(table, metrics=[name])["metric"].unique().to_list() == ["error in auc"]
        assert (
            br.report(br.scores(table), metrics=[name], sections=["answer"]).facts[2].startswith("error in AUC, lower")
        )


def test_a_value_beside_an_error_is_the_value() -> None:
    table = of_errors().with_columns(value=1 - pl.col("error"))
    assert set(br.scores(table).select("metric", "direction").unique().rows()) == {("auc", "higher")}


def test_of_two_columns_of_errors_the_hint_names_one() -> None:
    table = of_errors(column="test_error").with_columns(other_error="test_error", seconds=pl.lit(3.0))
    with pytest.raises(br.BenchreportError, match=r"(?s)no column of scores.*--column test_error=value"):
        br.scores(table)


@pytest.mark.parametrize("column", ["time_s", "rank"])
def test_a_column_of_times_or_ranks_declared_to_hold_values_needs_a_direction(column: str) -> None:
    opened = opened_scores(of_errors(column=column), {"columns": {column: "value"}})
    assert opened.table["direction"].to_list() == [None] * 16


def test_a_declared_column_without_a_metric_is_a_metric_of_its_own_name() -> None:
    table = of_errors().drop("metric")
    scores = br.scores(table, columns={"error": "value"})
    assert set(scores.select("metric", "direction").unique().rows()) == {("error", "lower")}


def test_a_negated_loss_is_read_as_the_loss() -> None:
    table = pl.DataFrame({"model": ["A", "B"], "data": ["d", "d"], "neg_log_loss": [-0.5, 0.0]})
    opened = opened_scores(table, {})
    assert opened.table.select("metric", "value", "direction").rows() == [
        ("log_loss", 0.5, "lower"), ("log_loss", 0.0, "lower"),
    ]  # fmt: skip
    assert opened.notes == ["metric 'neg_log_loss' is read as 'log_loss', without its minus"]
    for name in ("neg_log_loss", "log_loss"):
        assert br.scores(table, metrics=[name])["metric"].unique().to_list() == ["log_loss"]


def test_a_negated_loss_above_zero_has_no_known_direction() -> None:
    table = pl.DataFrame({"model": ["A", "B"], "data": ["d", "d"], "neg_rmse": [0.5, 0.7]})
    assert opened_scores(table, {}).table["direction"].to_list() == [None, None]
    assert br.scores(table, directions={"neg_rmse": "lower"})["metric"].unique().to_list() == ["neg_rmse"]
