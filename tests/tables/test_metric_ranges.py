"""Values that a metric cannot have are errors with the rows named, and a best mean below chance is a warning."""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.tables.designs.doubtful import below_chance
from benchreport.tables.scores import opened_scores


def wide(metric: str, *values: float | None) -> pl.DataFrame:
    """Return values of one metric, algorithms A and B by turns."""
    n = len(values)
    names = {"model": ["A", "B"] * (n // 2), "data": [f"d{i // 2}" for i in range(n)]}
    return pl.DataFrame({**names, metric: pl.Series(values, dtype=pl.Float64)})


# The ends follow from the definitions: rates are shares of cases, correlations lie from -1 to 1, R2 is 1 minus a
# quotient of sums of squares, errors are sizes.
@pytest.mark.parametrize(
    ("metric", "values", "words"),
    [
        ("accuracy", (0.9, 1.2), r"accuracy of B on d0, row 2, is 1\.2, above 1"),
        ("accuracy", (0.9, -0.1), r"row 2, is -0\.1, below 0"),
        ("AUC", (1.3, 0.8), r"AUC of A on d0, row 1, is 1\.3, above 1"),
        ("test_f1", (0.9, 1.01), "above 1"),
        ("MCC", (0.4, -1.5), r"is -1\.5, below -1"),
        ("kappa", (1.1, 0.2), "above 1"),
        ("R2", (1.11, -3.0), r"R2 of A on d0, row 1, is 1\.11, above 1"),
        ("error", (0.1, -0.1), r"error of B on d0, row 2, is -0\.1, below 0"),
        ("Brier", (0.1, -0.1), "below 0"),
        ("ECE", (0.1, -0.02), "below 0"),
        ("rmse", (3.0, -0.5), "below 0"),
        ("ndcg@10", (0.5, 1.5), "above 1"),
    ],
)
def test_a_value_that_its_metric_cannot_have_is_refused_with_its_row(
    metric: str, values: tuple[float, float], words: str
) -> None:
    table = wide(metric, *values)
    with pytest.raises(br.BenchreportError, match=f"impossible value: .*{words}") as refused:
        br.scores(table)
    (problem,) = opened_scores(table, {}, tolerant=True).problems
    assert str(problem) == str(refused.value)
    # What the hint says helps: the cell left empty.
    sound = pl.col(metric).is_between(-5, 1) if "above" in words else pl.col(metric) >= 0
    emptied = table.with_columns(pl.when(sound & (pl.col(metric) != -1.5)).then(metric))
    assert br.scores(emptied).height == 2


@pytest.mark.parametrize(
    ("metric", "values"),
    [
        ("accuracy", (84.2, 91.0)), ("accuracy", (0.0, 100.0)), ("accuracy", (1 + 1e-9, -1e-9)),
        ("auc", (1.0000001192, 0.5)), ("accuracy", (1.0, None)), ("mcc", (-0.9, 1.0)), ("mcc", (-45.0, 80.0)),
        ("r2", (-300.0, 0.9)), ("r2", (85.0, -20.0)), ("error_rate", (0.4, 1.2)), ("error", (12.5, 0.4)),
        ("loss", (-3.0, 250.0)), ("wer", (1.3, 0.2)), ("nll", (-2.0, 1.0)), ("reward", (-250.0, 900.0)),
        ("accuracy", (1234.5, 84.0)), ("hits", (350.0, 20.0)), ("gain", (-5.0, 5.0)),
        ("accuracy_std", (1.2, 0.9)), ("ssim", (-0.1, 0.9)),
    ],
)  # fmt: skip
def test_percentages_rounding_and_open_ends_are_read_as_they_are(metric: str, values: tuple[float, ...]) -> None:
    opened = opened_scores(wide(metric, *values), {})
    assert opened.table["value"].to_list() == list(values)


def test_a_negative_error_in_a_metric_is_refused() -> None:
    rows = {"method": ["A", "B"], "dataset": ["d", "d"], "metric": ["auc", "auc"], "error": [0.2, -0.1]}
    with pytest.raises(br.BenchreportError, match=r"error in auc of B on d, row 2, is -0\.1, below 0"):
        br.scores(pl.DataFrame(rows))


def test_the_hint_of_impossible_values_keeps_the_other_metrics() -> None:
    table = wide("accuracy", 0.9, 1.2).with_columns(auc=pl.lit(0.8))
    with pytest.raises(br.BenchreportError, match=r"--metrics auc"):
        br.scores(table)
    assert br.scores(table, metrics=["auc"]).height == 2


# Chance


@pytest.mark.parametrize(
    ("metric", "values", "expected"),
    [
        ("auc", (0.3, 0.2, 0.4, 0.1), [("auc", "A", 0.35, 0.5)]),
        ("auc", (35.0, 20.0, 45.0, 30.0), [("auc", "A", 40.0, 50.0)]),
        ("mcc", (-0.25, -0.5, 0.0, -0.1), [("mcc", "A", -0.125, 0.0)]),
        ("auc", (0.3, 0.8, 0.3, 0.8), []),
        ("accuracy", (0.3, 0.2, 0.3, 0.2), []),  # of how many classes is not known
        ("r2", (-3.0, -2.0, -1.0, -2.0), []),  # has no mean over datasets
    ],
)
def test_a_best_mean_below_chance_is_found(
    metric: str, values: tuple[float, ...], expected: list[tuple[object, ...]]
) -> None:
    rows = below_chance(br.scores(wide(metric, *values)))
    assert rows.select("metric", "algorithm", pl.col("mean").round(9), "chance").rows() == expected


def test_errors_in_auc_above_one_half_are_worse_than_chance() -> None:
    table = wide("error", 0.7, 0.8, 0.75, 0.9).with_columns(metric=pl.lit("auc"))
    rows = below_chance(br.scores(table))
    assert rows.select("metric", "algorithm", "chance", "lower").rows() == [("error in auc", "A", 0.5, True)]


def test_accuracy_has_a_level_of_chance_where_there_are_two_classes() -> None:
    scores = br.scores(wide("accuracy", 0.3, 0.2))
    assert below_chance(scores, two_classes=True)["chance"].to_list() == [0.5]
