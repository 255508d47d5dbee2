"""Which differences a design could have shown."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.planning.detectable import DETECTABLE_COLUMNS


@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_detectable_difference_has_the_wanted_power(alternative: Any, demsar: pl.DataFrame) -> None:
    for row in br.detectable_difference(demsar, power=0.9, alternative=alternative).iter_rows(named=True):
        side = alternative if alternative == "two-sided" else "greater"
        planned = br.type2_power(difference=row["detectable"], sd=row["sd"], n=row["n"], alternative=side, variant="t")
        assert planned["power"].item() == pytest.approx(0.9, rel=1e-9)


def test_the_spread_is_that_of_the_paired_differences(demsar: pl.DataFrame) -> None:
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    row = br.detectable_difference(demsar, control="C4.5", difference=-0.02).row(1, named=True)
    differences = (wide["C4.5+m"] - wide["C4.5"]).to_numpy()
    assert row["sd"] == pytest.approx(differences.std(ddof=1), rel=1e-12)
    # SciPy: the noncentral t law, written out.
    critical, centre = stats.t.isf(0.025, 13), 0.02 / (row["sd"] / np.sqrt(14))
    expected = stats.nct.sf(critical, 13, centre) + stats.nct.cdf(-critical, 13, centre)
    assert (row["power"], row["difference"]) == (pytest.approx(expected, rel=1e-8), 0.02)


def test_runs_of_one_dataset_are_planned_with_the_corrected_test(study: pl.DataFrame) -> None:
    row = br.detectable_difference(study, by=("dataset", "metric")).row(0, named=True)
    assert row["status"] == "approximate"
    assert "corrected resampled" in row["note"]
    plain = br.type2_power(difference=row["detectable"], sd=row["sd"] * np.sqrt(10 * (1 / 10 + 1)), n=10, variant="t")
    assert plain["power"].item() == pytest.approx(0.8, rel=1e-9)  # two folds: as many instances test as train


def test_groups_without_a_spread_say_so() -> None:
    rows = [
        (metric, f"d{d}", a, value(a, d))
        for metric, value, size in (
            ("accuracy", lambda *_: 0.5, 3),
            ("auc", lambda a, d: 0.1 * d + 0.5 * (a == "A"), 3),
            ("f1", lambda *_: 0.1, 1),
            ("kappa", lambda a, d: 0.1 * d * (a == "A"), 3),
            ("mcc", lambda a, d: 1e300 * d * (a == "A"), 3),
            ("recall", lambda a, d: 1e-300 * d * (a == "A"), 3),
        )
        for d in range(size)
        for a in "AB"
    ]
    table = br.scores(pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row"))
    found = br.detectable_difference(table, difference=1)
    assert found["status"].to_list() == ["all_ties", "zero_variance", "too_few", "ok", "ok", "ok"]
    assert found["detectable"].is_null().to_list() == [True, True, True, False, False, False]
    assert found["power"].is_null().to_list() == [True, True, True, False, False, False]
    sizes = found["detectable"].to_list()[3:]
    assert sizes == pytest.approx([sizes[0], sizes[0] * 1e301, sizes[0] * 1e-299], rel=1e-9)


def test_rows_do_not_depend_on_order_laziness_or_engine(study: pl.DataFrame) -> None:
    expected = br.detectable_difference(study, difference=0.05)
    assert expected.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(DETECTABLE_COLUMNS))
    assert br.detectable_difference(study.sample(fraction=1.0, shuffle=True, seed=1), difference=0.05).equals(expected)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(br.detectable_difference(study.lazy(), difference=0.05).collect(engine=engine), expected)
    one = study.filter(pl.col("metric") == "auc")
    assert_frame_equal(
        br.detectable_difference(one, by=None, difference=0.05),
        expected.filter(pl.col("metric") == "auc").drop("metric"),
    )


def test_a_power_below_the_level_and_gaps_are_refused(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=r"power is 0\.05"):
        br.detectable_difference(demsar, power=0.05)
    gap = demsar.filter(~((pl.col("dataset") == "wine") & (pl.col("algorithm") == "C4.5")))
    with pytest.raises(br.BenchreportError, match=r"auc, wine lacks C4\.5"):
        br.detectable_difference(gap)
    assert br.detectable_difference(gap, missing="available")["n"].to_list()[:4] == [13, 13, 13, 14]
