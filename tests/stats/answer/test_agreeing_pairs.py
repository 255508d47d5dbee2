"""Intervals of matched tests agree with the adjusted verdicts, whichever test is asked."""

from __future__ import annotations

from functools import partial

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest, norm

import benchreport as br
from benchreport.stats.answer.agreeing_pairs import agreeing_pairs

TABLE = br.read_predictions(br.example("small_study_predictions.parquet")).filter(
    pl.col("dataset").cast(pl.String) == "breast_cancer"
)
TESTS = {"mcnemar": partial(br.mcnemar, TABLE), "delong": partial(br.delong, TABLE, positive="malignant")}


def holm(p: list[float]) -> list[float]:
    order = np.argsort(p)
    stepped = np.maximum.accumulate([(len(p) - place) * p[i] for place, i in enumerate(order)])
    return [float(min(1.0, stepped[list(order).index(i)])) for i in range(len(p))]


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("adjustment", ["holm", "bonferroni", "bh"])
def test_an_interval_excludes_zero_iff_the_adjusted_test_rejects(name: str, adjustment: str) -> None:
    rows = agreeing_pairs(lambda alpha: TESTS[name](alpha=alpha), adjustment=adjustment)
    low, high = pl.col("ci_low"), pl.col("ci_high")
    excludes = (low > 0) | (high < 0) | ((low == 0) & pl.col("low_open")) | ((high == 0) & pl.col("high_open"))
    judged = rows.with_columns(excludes=excludes, rejects=pl.col("p_adjusted") <= 0.05)
    assert judged["rejects"].any()
    assert judged["excludes"].to_list() == judged["rejects"].to_list()


def test_p_values_of_mcnemar_are_those_of_the_binomial_law_stepped_down_by_holm() -> None:
    answers = TABLE.with_columns(
        pl.col("algorithm").cast(pl.String),
        right=pl.col("truth").cast(pl.String) == pl.col("prediction").cast(pl.String),
    )
    right = answers.sort("instance").pivot("algorithm", index="instance", values="right")
    rows = agreeing_pairs(lambda alpha: br.mcnemar(TABLE, alpha=alpha))
    raw = []
    for a, b in rows.select("a", "b").rows():
        only_a, only_b = (right[a] & ~right[b]).sum(), (right[b] & ~right[a]).sum()
        raw.append(float(binomtest(only_a, only_a + only_b).pvalue))
    assert rows["p_adjusted"].to_list() == pytest.approx(holm(raw), rel=1e-9)


def test_limits_of_delong_together_are_wider_than_alone_by_the_ratio_of_normal_quantiles() -> None:
    rows = agreeing_pairs(lambda alpha: br.delong(TABLE, positive="malignant", alpha=alpha), adjustment="bonferroni")
    wide, alone = rows["ci_high"] - rows["estimate"], rows["single_high"] - rows["estimate"]
    ratio = norm.isf(0.025 / rows.height) / norm.isf(0.025)
    untouched = ~(rows["low_open"] | rows["high_open"]) & (rows["ci_high"] != 0)
    assert (wide / alone).filter(untouched).to_list() == pytest.approx([ratio] * untouched.sum())


def test_with_the_false_discovery_rate_limits_hold_for_the_selected_share_of_the_pairs() -> None:
    rows = agreeing_pairs(lambda alpha: br.delong(TABLE, positive="malignant", alpha=alpha), adjustment="bh")
    rejected = rows.filter(pl.col("p_adjusted") <= 0.05).height
    ratio = norm.isf(0.025 * rejected / rows.height) / norm.isf(0.025)
    inside = rows.filter(~pl.col("low_open") & ~pl.col("high_open") & (pl.col("ci_high") != 0))
    wide, alone = inside["ci_high"] - inside["estimate"], inside["single_high"] - inside["estimate"]
    assert (wide / alone).to_list() == pytest.approx([ratio] * inside.height)
