"""A spread that stands beside a score travels with it, from cells, from columns and from rows of its own."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportError, BenchreportWarning, ColumnError, ValueFormatError
from benchreport.tables.scores import open_scores, opened_scores

PLACES = {"model": ["A", "A", "B", "B"], "dataset": ["d1", "d2", "d1", "d2"]}
SD = [0.01, 0.02, None, 0.03]


def scores(columns: dict[str, Any], /, **declared: Any) -> pl.DataFrame:
    return br.scores(pl.DataFrame(PLACES | columns), **declared)


def of(table: pl.DataFrame, metric: str, kind: str) -> list[float | None]:
    assert kind in table.columns
    return table.filter(pl.col("metric") == metric).sort("algorithm", "dataset")[kind].to_list()


@pytest.mark.parametrize(
    "cell",
    [
        "84.2 ± 0.3", "84.2±0.3", "84.2 +/- 0.3", "84.2(0.3)", "84.2 (0.3)", r"84.2 \pm 0.3", r"$84.2 \pm 0.3$",
        r"84.2 $\pm$ 0.3",
    ],
)  # fmt: skip
def test_a_spread_in_a_cell_stands_in_a_column_of_its_own(cell: str) -> None:
    algorithms = pl.DataFrame({"dataset": ["d1", "d2"], "A": [cell, "90.0"], "B": ["80.0 ± 1.0", "—"]})
    metrics = pl.DataFrame({"model": ["A", "B"], "dataset": "d1", "accuracy": [cell, "90.0"], "f1": ["0.5", "0.6"]})
    long = pl.DataFrame({"model": ["A", "B"], "dataset": "d1", "metric": "accuracy", "score": [cell, "90.0"]})
    shapes = {
        "metrics": lambda: br.scores(metrics, spread=True).filter(pl.col("metric") == "accuracy"),
        "long": lambda: br.scores(long, spread=True),
        "algorithms": lambda: br.scores(algorithms, metric="accuracy", spread=True),
    }
    for shape, read in shapes.items():
        table = read()
        assert "spread" in table.columns, shape
        rows = table.select("algorithm", "dataset", "value", "spread").rows()
        assert ("A", "d1", 84.2, 0.3) in rows, shape
        assert any(row[2:] == (90.0, None) for row in rows), shape
    assert ("B", "d2", None, None) in rows, "a dash is no result"


def test_whole_numbers_in_brackets_may_be_ranks_and_are_refused_by_name() -> None:
    # Demsar, JMLR 7 (2006), Table 2 prints ranks so.
    table = pl.DataFrame({"dataset": ["adult", "cmc"], "C4.5": ["0.763 (4)", "0.628 (4)"], "m": ["0.768 (3)", "0.6"]})
    with pytest.raises(ColumnError, match=r"column 'C4\.5' holds '0\.763 \(4\)' in row 1: .* rank"):
        br.scores(table, metric="auc", spread=True)
    with pytest.raises(ColumnError) as undeclared:
        br.scores(table, metric="auc")
    assert "--spread" not in undeclared.value.hint


@pytest.mark.parametrize("cell", ["84.2 ± 0.3", "84.2 (0.3)", r"$84.2 \pm 0.3$"])
def test_undeclared_spreads_in_cells_are_refused_with_the_flag_that_reads_them(cell: str) -> None:
    table = pl.DataFrame({"dataset": ["d1", "d2"], "A": [cell, cell], "B": [cell, cell]})
    with pytest.raises(ColumnError) as caught:
        br.scores(table, metric="accuracy")
    assert "(--spread)" in caught.value.hint


def test_the_cell_that_is_no_number_is_named_and_not_a_sound_one() -> None:
    mostly = pl.DataFrame(
        {"dataset": list("abc"), "A": ["1.0 ± 0.3", r"\textbf{2}", "1.0 ± 0.1"], "B": ["1.0 ± 0.1"] * 3}
    )
    with pytest.raises(ColumnError, match=r"column 'A' holds '\\\\textbf\{2\}' in row 2"):
        br.scores(mostly, metric="accuracy", spread=True)


@pytest.mark.parametrize(
    ("value", "spread", "kind"),
    [
        ("accuracy", "accuracy_std", "sd"),
        ("accuracy", "accuracy_sd", "sd"),
        ("accuracy", "std_accuracy", "sd"),
        ("accuracy", "Accuracy (std. dev.)", "sd"),
        ("accuracy_mean", "accuracy_std", "sd"),
        ("mean_test_accuracy", "std_test_accuracy", "sd"),
        ("acc,none", "acc_stderr,none", "stderr"),
        ("acc", "acc_se", "stderr"),
        ("accuracy", "std", "sd"),
    ],
)
def test_a_column_called_the_spread_of_a_metric_is_that_and_no_metric(value: str, spread: str, kind: str) -> None:
    table = open_scores(pl.DataFrame(PLACES | {value: [0.9, 0.8, 0.7, 0.6], spread: SD}))
    assert table["metric"].unique().to_list() == [value]
    assert of(table, value, kind) == SD


@pytest.mark.parametrize(("name", "kind"), [("std", "sd"), ("sd", "sd"), ("stderr", "stderr"), ("se", "stderr"),
                                            ("value_std", "sd")])  # fmt: skip
def test_a_long_table_has_the_spread_in_a_column_beside_the_value(name: str, kind: str) -> None:
    table = scores({"metric": ["accuracy"] * 4, "value": [0.9, 0.8, 0.7, 0.6], name: SD})
    assert of(table, "accuracy", kind) == SD
    again = br.scores(pl.read_csv(io.StringIO(table.write_csv())))
    assert again.equals(table, null_equal=True)


def test_a_standard_error_among_the_metrics_of_a_long_table_belongs_to_its_metric() -> None:
    rows = [
        (model, dataset, metric, value)
        for place, (model, dataset) in enumerate(zip(*PLACES.values(), strict=True))
        for metric, value in (("acc", 0.9 - place / 10), ("acc_stderr", 0.01 * (place + 1)), ("f1", 0.5))
    ]
    frame = pl.DataFrame(rows, schema=["model", "dataset", "metric", "value"], orient="row")
    for kept in (None, "acc"):
        table = br.scores(frame, metrics=kept)
        assert of(table, "acc", "stderr") == pytest.approx([0.01, 0.02, 0.03, 0.04])
        assert "acc_stderr" not in table["metric"].unique().to_list()
    assert of(br.scores(frame), "f1", "stderr") == [None] * 4


def test_spreads_of_errors_and_of_losses_with_a_minus_follow_the_metric() -> None:
    metrics = ["neg_log_loss", "neg_log_loss_std"] * 2
    frame = pl.DataFrame({"model": list("AABB"), "dataset": "d1", "metric": metrics, "value": [-0.3, 0.1, -0.4, 0.2]})
    losses = br.scores(frame)
    assert losses.select("metric", "value", "sd").rows() == [("log_loss", 0.3, 0.1), ("log_loss", 0.4, 0.2)]
    errors = br.scores(pl.DataFrame(PLACES | {"metric": ["auc"] * 4, "error": [0.1] * 4, "error_std": SD}))
    assert of(errors, "error in auc", "sd") == SD


def test_each_metric_has_the_spread_of_its_own_name() -> None:
    columns = {
        "accuracy": [0.9] * 4,
        "rmse_se": [0.1, 0.2, 0.3, 0.4],
        "rmse": [1.0] * 4,
        "accuracy_sd": SD,
        "f1": [0.5] * 4,
    }
    table = scores(columns)
    assert of(table, "accuracy", "sd") == SD
    assert of(table, "rmse", "stderr") == [0.1, 0.2, 0.3, 0.4]
    assert of(table, "f1", "sd") == of(table, "f1", "stderr") == of(table, "rmse", "sd") == [None] * 4
    assert set(scores(columns, metrics=["f1"]).columns).isdisjoint({"sd", "stderr"})


def test_what_has_no_partner_or_is_wanted_as_a_metric_is_no_spread() -> None:
    with pytest.raises(BenchreportError, match="is higher or lower better"):
        scores({"accuracy": [0.9] * 4, "f1": [0.5] * 4, "auc_std": [0.1] * 4})
    wanted = scores({"accuracy": [0.9] * 4, "accuracy_std": [0.1] * 4}, directions={"accuracy_std": "lower"})
    assert sorted(wanted["metric"].unique()) == ["accuracy", "accuracy_std"]
    # Squeeze-and-excitation networks and stable diffusion are algorithms.
    wide = pl.DataFrame({"dataset": ["d1", "d2"], "SE-ResNet": [0.9, 0.8], "ResNet": [0.9, 0.7], "SD": [0.9, 0.6]})
    assert sorted(br.scores(wide, metric="accuracy")["algorithm"].unique()) == ["ResNet", "SD", "SE-ResNet"]


def test_a_declared_column_is_the_spread_of_the_only_scores() -> None:
    assert of(scores({"accuracy": [0.9] * 4, "err": SD}, columns={"err": "sd"}), "accuracy", "sd") == SD
    with pytest.raises(ColumnError, match="declared as 'sd', and there are 2 columns of scores") as caught:
        scores({"accuracy": [0.9] * 4, "f1": [0.9] * 4, "err": SD}, columns={"err": "sd"})
    assert "'accuracy_sd'" in caught.value.hint
    with pytest.raises(ColumnError, match="a factor cannot be called 'sd'"):
        scores({"accuracy": [0.9] * 4, "sd": [1, 2, 3, 4]}, factors="sd")


@pytest.mark.parametrize(
    "columns",
    [
        {"accuracy": [0.9] * 4, "accuracy_std": [0.1, -0.1, 0.1, -0.2]},
        {"accuracy": ["0.9 ± 0.1", "0.9 ± -0.1", "0.9 ± 0.1", "0.9 ± -0.2"]},
        {"metric": ["acc", "acc_std", "f1", "acc_std"], "value": [0.9, -0.1, 0.9, -0.2]},
    ],
    ids=["column", "cells", "rows"],
)
def test_a_negative_spread_is_refused_with_its_rows(columns: dict[str, Any]) -> None:
    with pytest.raises(ValueFormatError, match=r"the spread -0\.1, row 2, 4"):
        scores(columns, spread=True)


def test_a_spread_is_read_as_per_cent_where_its_value_is() -> None:
    signs = scores({"accuracy": ["84.2 %"] * 4, "accuracy_std": [1.5] * 4}, percent=True)
    cells = scores({"accuracy": ["84.2 ± 1.5 %"] * 4}, percent=True, spread=True)
    assert signs["value"].to_list() == cells["value"].to_list() == [0.842] * 4
    assert signs["sd"].to_list() == cells["spread"].to_list() == [0.015] * 4
    with pytest.raises(ColumnError, match="with and without a percent sign"):
        scores({"accuracy": ["84.2 ± 1.5 %", "84 ± 1", "85 ± 1", "86 ± 1"]}, percent=True, spread=True)


def test_a_spread_describes_rows_and_never_tells_them_apart() -> None:
    table = scores({"accuracy": [0.9, 0.8, 0.7, None], "accuracy_std": SD})
    assert of(table, "accuracy", "sd") == [0.01, 0.02, None, None], "a failed run has no spread"
    complete = br.complete(table, "worst")
    assert of(complete, "accuracy", "sd") == [0.01, 0.02, None, None]
    assert br.average_ranks(br.complete(table, "drop_blocks")).height == 2
    assert br.factors_response(table).filter(pl.col("factor") == "sd").is_empty()


def test_files_that_name_their_algorithm_may_give_spreads(tmp_path: Path) -> None:
    for name in "AB":
        pl.DataFrame({"dataset": ["d1", "d2"], "accuracy": [0.9, 0.8], "accuracy_std": [0.1, 0.2]}).write_csv(
            tmp_path / f"{name}.csv"
        )
    table = br.read_scores(tmp_path)
    assert sorted(table["algorithm"].unique()) == ["A", "B"]
    assert of(table, "accuracy", "sd") == [0.1, 0.2, 0.1, 0.2]


def test_a_reader_is_told_which_spread_comes_with_which_score() -> None:
    notes = opened_scores(pl.DataFrame(PLACES | {"accuracy": [0.9] * 4, "accuracy_std": SD}), {}).notes
    assert notes == ["accuracy comes with its standard deviation (accuracy_std)"]
    (cells,) = opened_scores(pl.DataFrame(PLACES | {"accuracy": ["84.2 ± 0.3"] * 4}), {"spread": True}).notes
    assert cells == "column 'accuracy': '84.2 ± 0.3' read as 84.2 with the spread 0.3"


def test_results_of_the_language_model_harness_keep_their_standard_errors() -> None:
    results = {
        "results": {"arc": {"acc,none": 0.66, "acc_stderr,none": 0.01, "em,strict": 0.5, "em_stderr,strict": "N/A"}},
        "higher_is_better": {"arc": {"acc": True, "em": True}},
        "model_name": "m",
    }
    table = br.from_lm_eval(results)
    assert table.select("metric", "value", "stderr").rows() == [("acc", 0.66, 0.01), ("em (strict)", 0.5, None)]
    without = {"results": {"arc": {"acc,none": 0.66}}, "higher_is_better": {}, "model_name": "m"}
    assert "stderr" not in br.from_lm_eval(without).columns


def test_a_spread_of_two_metrics_without_a_name_is_left_as_it_was() -> None:
    with pytest.raises(BenchreportError, match="Not known for metric 'std'"):
        scores({"accuracy": [0.9] * 4, "f1": [0.5] * 4, "std": [0.1] * 4})
    with pytest.warns(BenchreportWarning, match="column 'accuracy' is not used"):
        scores({"accuracy": ["84.2 ± 0.3"] * 4, "f1": [0.5] * 4})
