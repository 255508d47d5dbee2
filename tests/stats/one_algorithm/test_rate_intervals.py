"""Does every rate come with its interval?"""

from __future__ import annotations

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br

FX7 = {"tp": [40], "fp": [5], "fn": [10], "tn": [45]}


def fx7() -> pl.DataFrame:
    return br.counts(pl.DataFrame({"model": ["A"], **FX7}))


def test_every_rate_of_fixture_seven_has_the_interval_of_scipy() -> None:
    rows = br.rate_intervals(fx7(), positive="positive")
    counted = {
        "accuracy": (85, 100),
        "tpr": (40, 50),
        "tnr": (45, 50),
        "fpr": (5, 50),
        "fnr": (10, 50),
        "precision": (40, 45),
        "npv": (45, 55),
    }
    assert dict(rows.select("term", "n").rows()) == {name: of for name, (_, of) in counted.items()}
    for row in rows.rows(named=True):
        hits, of = counted[row["term"]]
        limits = stats.binomtest(hits, of).proportion_ci(method="wilson")
        assert (row["estimate"], row["ci_low"], row["ci_high"]) == pytest.approx((hits / of, *limits), rel=1e-9)


def test_a_rate_of_nothing_is_undefined_and_the_others_stay() -> None:
    never = br.counts(pl.DataFrame({"model": ["A"], "tp": [0], "fp": [0], "fn": [3], "tn": [7]}))
    rows = {row["term"]: row for row in br.rate_intervals(never, positive="positive").rows(named=True)}
    assert (rows["precision"]["status"], rows["precision"]["estimate"]) == ("undefined", None)
    assert rows["tpr"]["estimate"] == 0.0


def test_predictions_counts_and_lazy_tables_agree() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    cancer = table.filter(pl.col("dataset") == "breast_cancer")
    rows = br.rate_intervals(cancer, positive="malignant")
    shuffled = cancer.sample(fraction=1.0, shuffle=True, seed=3)
    assert_frame_equal(br.rate_intervals(shuffled, positive="malignant"), rows)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(br.rate_intervals(cancer.lazy(), positive="malignant").collect(engine=engine), rows)
    assert rows["a"].n_unique() == 6
    assert rows.filter(pl.col("term") == "accuracy")["status"].unique().to_list() == ["approximate"]  # folds are pooled
