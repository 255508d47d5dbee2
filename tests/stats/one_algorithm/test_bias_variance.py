"""Risk on test data, and its split into bias, variance and noise."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.one_algorithm.bias_variance import BIAS_VARIANCE_COLUMNS


def truth_at(x: np.ndarray) -> np.ndarray:
    return x + 2 * np.sin(1.5 * x)


def fits(*, noise_sd: float = 0.2, refits: int = 50, degree: int = 1) -> pl.DataFrame:
    """The lecture's setup: 20 points, 50 linear fits; the range of x is ours, the seed gives none."""
    rng = np.random.default_rng(8)
    x = np.linspace(0, 10, 20)
    points = np.linspace(0.3, 9.7, 13)
    rows = []
    for repeat in range(refits):
        line = np.polyfit(x, truth_at(x) + rng.normal(0, noise_sd, 20), degree)
        rows += [
            ("line", repeat, i, f, h)
            for i, (f, h) in enumerate(zip(truth_at(points), np.polyval(line, points), strict=True))
        ]
    return pl.DataFrame(rows, schema=["algorithm", "repeat", "instance", "truth", "prediction"], orient="row")


def test_the_true_function_of_the_catalogue() -> None:
    # METHODS 3: f(5) = 6.87599995355.
    assert truth_at(np.array(5.0)) == pytest.approx(6.87599995355, rel=1e-11)


def test_variance_and_bias_add_up_to_the_squared_error_exactly() -> None:
    row = br.bias_variance_noise(fits(), truth="exact").row(0, named=True)
    assert row["squared_error"] == pytest.approx(row["variance"] + row["bias_squared"], rel=1e-13)
    assert (row["n_points"], row["least_refits"], row["most_refits"], row["status"]) == (13, 50, 50, "ok")


def test_parts_are_those_computed_by_hand() -> None:
    table = fits(refits=7)
    cube = table.sort("repeat", "instance")["prediction"].to_numpy().reshape(7, 13)
    f = table.sort("repeat", "instance")["truth"].to_numpy()[:13]
    row = br.bias_variance_noise(table, truth="exact", noise=0.04).row(0, named=True)
    assert row["variance"] == pytest.approx(cube.var(axis=0).mean(), rel=1e-12)
    assert row["bias_squared"] == pytest.approx(((cube.mean(axis=0) - f) ** 2).mean(), rel=1e-12)
    assert row["noise"] == 0.04


def test_bias_and_noise_are_one_sum_while_the_noise_is_unknown() -> None:
    noisy = br.bias_variance_noise(fits()).row(0, named=True)
    assert noisy["bias_squared"] is None
    assert "as a sum only" in noisy["note"]
    known = br.bias_variance_noise(fits(), noise=0.04).row(0, named=True)
    assert known["bias_squared"] == pytest.approx(noisy["bias_and_noise"] - 0.04, rel=1e-12)
    assert "too large" in br.bias_variance_noise(fits(), noise=99.0)["note"].item()


def test_a_flexible_model_has_less_bias_and_more_variance() -> None:
    table = pl.concat([fits(), fits(degree=9).with_columns(algorithm=pl.lit("bent"))])
    bent, line = br.bias_variance_noise(table, truth="exact").iter_rows(named=True)
    assert (bent["algorithm"], line["algorithm"]) == ("bent", "line")
    assert bent["bias_squared"] < line["bias_squared"]
    assert bent["variance"] > line["variance"]


def test_one_prediction_per_instance_tells_no_variance() -> None:
    row = br.bias_variance_noise(fits(refits=1), truth="exact").row(0, named=True)
    assert (row["variance"], row["bias_squared"], row["status"]) == (None, None, "too_few")
    assert row["squared_error"] > 0


def test_errors_too_large_to_square_are_told() -> None:
    table = fits(refits=2).with_columns(prediction=pl.col("prediction") * 1e200)
    row = br.bias_variance_noise(table).row(0, named=True)
    assert (row["status"], row["squared_error"], row["variance"]) == ("undefined", None, None)
    risk = br.empirical_risk(table, loss="squared").row(0, named=True)
    assert (risk["status"], risk["estimate"], risk["ci_low"]) == ("undefined", None, None)


def test_a_truth_that_differs_between_runs_is_told() -> None:
    table = fits(refits=3).with_columns(truth=pl.col("truth") + pl.col("repeat"))
    row = br.bias_variance_noise(table).row(0, named=True)
    assert row["status"] == "undefined"
    assert "differs between runs" in row["note"]


def test_classes_have_no_squared_error() -> None:
    table = pl.DataFrame({"model": ["A"], "instance": [1], "truth": ["x"], "prediction": ["y"]})
    with pytest.raises(br.BenchreportError, match="holds no numbers"):
        br.bias_variance_noise(table)
    with pytest.raises(br.BenchreportError, match="needs numbers, not classes"):
        br.empirical_risk(table, loss="squared")


def errors(wrong: int, m: int, **columns: Any) -> pl.DataFrame:
    return pl.DataFrame(
        {"model": ["A"] * m, "instance": range(m), "truth": [1] * m, "prediction": [0] * wrong + [1] * (m - wrong)}
    ).with_columns(**{name: pl.lit(value) for name, value in columns.items()})


def test_twelve_errors_of_forty_are_a_risk_of_three_tenths() -> None:
    # METHODS 3 and 4: 12 of 40 -> 0.3, Wilson [0.180748452297, 0.454300188181].
    row = br.empirical_risk(errors(12, 40)).row(0, named=True)
    assert (row["a"], row["n"], row["estimate"], row["status"]) == ("A", 40, 0.3, "ok")
    assert (row["ci_low"], row["ci_high"]) == pytest.approx((0.180748452297, 0.454300188181), rel=1e-10)
    # METHODS 4: no error in 40 leaves 0.0876216011973 open.
    none = br.empirical_risk(errors(0, 40)).row(0, named=True)
    assert (none["ci_low"], none["ci_high"]) == (0, pytest.approx(0.0876216011973, rel=1e-10))


def test_squared_and_absolute_losses_have_an_interval_by_student() -> None:
    table = fits(refits=1)
    for loss, losses in (
        ("squared", (table["prediction"] - table["truth"]) ** 2),
        ("absolute", (table["prediction"] - table["truth"]).abs()),
    ):
        row = br.empirical_risk(table, loss=loss).row(0, named=True)
        low, high = stats.t.interval(0.95, 12, losses.mean(), losses.std() / np.sqrt(13))
        assert (row["estimate"], row["ci_low"], row["ci_high"]) == pytest.approx((losses.mean(), low, high), rel=1e-9)


def test_repeated_instances_count_once_and_are_told() -> None:
    twice = pl.concat([errors(12, 40, repeat=1), errors(8, 40, repeat=2)])
    row = br.empirical_risk(twice).row(0, named=True)
    assert (row["n"], row["estimate"], row["status"]) == (40, 0.25, "approximate")
    assert "several times" in row["note"]


def test_training_rows_are_left_out_and_overlap_is_refused() -> None:
    test, train = errors(12, 40, subset="test"), errors(0, 60, subset="train").with_columns(pl.col("instance") + 100)
    assert br.empirical_risk(pl.concat([test, train]).with_columns(fold=pl.lit(1)))["estimate"].item() == 0.3
    both = br.predictions(test).vstack(br.predictions(errors(0, 5, subset="train")))
    with pytest.raises(br.BenchreportError, match="5 instances are trained and tested on"):
        br.empirical_risk(both)
    with pytest.raises(br.BenchreportError, match="holds 'half'"):
        br.empirical_risk(errors(1, 4, subset="half"))


def test_decimal_truths_are_no_classes() -> None:
    with pytest.raises(br.BenchreportError, match="decimals, not classes"):
        br.empirical_risk(fits())


@pytest.mark.parametrize(
    ("call", "options", "columns"),
    [
        ("bias_variance_noise", {"truth": "exact"}, BIAS_VARIANCE_COLUMNS),
        ("empirical_risk", {"loss": "absolute"}, RESULT_COLUMNS),
    ],
)
def test_lazy_shuffled_and_streamed_tables_give_the_same_rows(call: str, options: Any, columns: Any) -> None:
    table = br.predictions(pl.concat([fits(refits=4), fits(refits=4, degree=3).with_columns(algorithm=pl.lit("b"))]))
    run = getattr(br, call)
    expected = run(table, **options)
    assert expected.schema == pl.Schema({"dataset": pl.Categorical()} | schema_of(columns))
    shuffled = table.sample(fraction=1.0, shuffle=True, seed=5)
    assert run(shuffled, **options).equals(expected)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(run(table.lazy(), **options).collect(engine=engine), expected)
    assert_frame_equal(run(table, by=None, **options), expected.drop("dataset"))
