"""Bootstrap and cross-validation estimates from result tables."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of

OPTIONS: dict[str, dict[str, Any]] = {
    "bootstrap_oob": {},
    "bootstrap_632": {"training": {"error": "train"}},
    "bootstrap_632_plus": {"training": {"error": "train"}, "no_information": {"error": "guess"}},
    "pooled_cv_error": {},
    "averaged_cv_error": {},
}
every_estimate = pytest.mark.parametrize("name", OPTIONS)


def replicates(**metrics: list[float | None]) -> pl.DataFrame:
    size = len(next(iter(metrics.values())))
    wide = pl.DataFrame({"algorithm": ["tree"] * size, "dataset": ["d"] * size, "repeat": range(size)} | metrics)
    return br.scores(wide, directions=dict.fromkeys(metrics, "lower"))


@pytest.fixture
def runs() -> pl.DataFrame:
    rows = [
        (algorithm, dataset, repeat, n, error, error / 3, 0.5)
        for algorithm, base in (("knn", 0.2), ("tree", 0.3))
        for dataset, harder in (("p", 0.0), ("q", 0.1))
        for repeat, n, error in ((1, 20, base + harder), (2, 10, base + harder + 0.03), (3, 15, base + harder - 0.02))
    ]
    names = ["algorithm", "dataset", "repeat", "n_test", "error", "train", "guess"]
    return br.scores(pl.DataFrame(rows, schema=names, orient="row"), directions={"train": "lower", "guess": "lower"})


def test_a_memoriser_on_random_labels_gives_the_values_of_the_catalogue() -> None:
    # METHODS 12: .632 x 50 % + .368 x 0 = 31.6 %, the .632+ estimate is 50 %, out-of-bag is right.
    scores = replicates(error=[0.45, 0.5, 0.55], train=[0.0, 0.0, 0.0])
    pair = {"error": "train"}
    only = scores.filter(pl.col("metric") == "error")
    assert br.bootstrap_oob(only)["estimate"].to_list() == pytest.approx([0.5])
    assert br.bootstrap_632(scores, training=pair)["estimate"].to_list() == pytest.approx([0.316])
    plus = br.bootstrap_632_plus(scores, training=pair, no_information={"error": 0.5})
    assert plus["estimate"].to_list() == pytest.approx([0.5])
    assert plus["effect"].to_list() == pytest.approx([1.0])


@pytest.mark.parametrize(
    ("seen", "out", "guess"),
    [(0.1, 0.3, 0.5), (0.0, 0.2, 0.5), (0.3, 0.2, 0.5), (0.1, 0.6, 0.5), (0.4, 0.45, 0.3)],
    ids=["usual", "memoriser", "better_than_training", "worse_than_guessing", "guessing_beats_training"],
)
def test_the_weight_follows_the_overfitting_rate(seen: float, out: float, guess: float) -> None:
    # Efron and Tibshirani 1997, equations 27 to 32, written out.
    kept = min(out, guess)
    rate = (kept - seen) / (guess - seen) if out > seen and guess > seen else 0.0
    weight = 0.632 / (1 - 0.368 * rate)
    expected = (1 - weight) * seen + weight * kept
    scores = replicates(error=[out, out], train=[seen, seen], guess=[guess, guess])
    found = br.bootstrap_632_plus(scores, training={"error": "train"}, no_information={"error": "guess"})
    assert found["estimate"].to_list() == pytest.approx([expected])
    turned = scores.with_columns(value=1 - pl.col("value"), direction=pl.lit("higher").cast(pl.Categorical))
    mirrored = br.bootstrap_632_plus(turned, training={"error": "train"}, no_information={"error": "guess"})
    assert mirrored["estimate"].to_list() == pytest.approx([1 - expected])


def test_pooled_and_averaged_results_differ_only_for_unequal_folds(runs: pl.DataFrame) -> None:
    errors = runs.filter(pl.col("metric") == "error")
    pooled = br.pooled_cv_error(errors)["estimate"][0]
    assert pooled == pytest.approx((20 * 0.2 + 10 * 0.23 + 15 * 0.18) / 45)
    assert br.averaged_cv_error(errors)["estimate"][0] == pytest.approx((0.2 + 0.23 + 0.18) / 3)
    equal = errors.with_columns(n_test=pl.lit(10))
    assert_frame_equal(
        br.pooled_cv_error(equal).select("a", "estimate"), br.averaged_cv_error(equal).select("a", "estimate")
    )


def test_without_test_sizes_nothing_can_be_pooled_and_the_row_says_so(runs: pl.DataFrame) -> None:
    rows = br.pooled_cv_error(runs.filter(pl.col("metric") == "error").drop("n_test"))
    assert set(rows["status"]) == {"undefined"}
    assert rows["estimate"].null_count() == rows.height
    assert "n_test" in rows["note"][0]


def test_runs_without_a_result_are_left_out_and_counted() -> None:
    scores = replicates(error=[0.4, None, 0.6], train=[0.1, 0.1, None])
    row = br.bootstrap_632(scores, training={"error": "train"}).row(0, named=True)
    assert (row["n"], row["n_dropped"]) == (1, 2)
    assert row["estimate"] == pytest.approx(0.632 * 0.4 + 0.368 * 0.1)
    none = br.bootstrap_632(replicates(error=[0.4], train=[None]), training={"error": "train"}).row(0, named=True)
    assert (none["status"], none["estimate"]) == ("too_few", None)


@every_estimate
def test_estimates_have_the_one_schema_and_stay_lazy(name: str, runs: pl.DataFrame) -> None:
    estimate = getattr(br, name)
    eager = estimate(runs, **OPTIONS[name])
    assert eager.schema == pl.Schema(dict.fromkeys(("dataset", "metric"), pl.Categorical()) | schema_of(RESULT_COLUMNS))
    lazy = estimate(runs.lazy(), **OPTIONS[name])
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), eager)
    shuffled = runs.sample(fraction=1.0, shuffle=True, seed=3)
    assert estimate(shuffled, **OPTIONS[name]).equals(eager)
    assert_frame_equal(eager, eager.sort("dataset", "metric", "a"))
    assert eager["b"].null_count() == eager.height


def test_companions_that_do_not_exist_are_named(runs: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="no metric 'trane'"):
        br.bootstrap_632(runs, training={"error": "trane"})
    with pytest.raises(br.BenchreportError, match="no_information does not name 'error'"):
        br.bootstrap_632_plus(runs, training={"error": "train"}, no_information={"guess": 0.5})
    with pytest.raises(br.BenchreportError, match="by lacks 'metric'"):
        br.bootstrap_632(runs.filter(pl.col("metric") == "error"), by="dataset", training={"error": "error"})
