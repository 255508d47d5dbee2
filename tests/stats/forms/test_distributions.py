"""Tail probabilities as Polars expressions."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

from benchreport.stats.forms import distributions as d

GRID = np.array([-8.0, -2.0, 0.0, 1.0, 4.0, 12.0, 37.0])


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        (d.normal_sf("x"), stats.norm.sf(GRID)),
        (d.t_sf("x", 9), stats.t.sf(GRID, 9)),
        (d.chi2_sf(pl.col("x").abs(), 4), stats.chi2.sf(abs(GRID), 4)),
        (d.f_sf(pl.col("x").abs(), 3, 27), stats.f.sf(abs(GRID), 3, 27)),
        (d.binomial_sf(pl.col("x").clip(0, 40), 40, 0.2), stats.binom.sf(GRID.clip(0, 40) - 1, 40, 0.2)),
    ],
)
def test_upper_tails_agree_with_scipy_down_to_the_far_end(expression: pl.Expr, expected: np.ndarray) -> None:
    ours = pl.DataFrame({"x": GRID}).select(expression).to_series().to_numpy()
    assert ours == pytest.approx(expected, rel=1e-10)


def test_quantiles_turn_tails_around() -> None:
    p = pl.DataFrame({"p": [1e-9, 0.025, 0.5, 0.9]})
    back = p.select(d.normal_sf(d.normal_isf("p"))).to_series().to_list()
    assert back == pytest.approx(p["p"].to_list(), rel=1e-12)
    beta = p.select(d.beta_quantile("p", 12, 29)).to_series().to_list()
    assert beta == pytest.approx(stats.beta.ppf([1e-9, 0.025, 0.5, 0.9], 12, 29), rel=1e-9)


def test_nulls_stay_null_and_undefined_values_become_null() -> None:
    frame = pl.DataFrame({"t": [1.0, None, 2.0], "df": [5.0, 5.0, -1.0]})
    assert frame.select(d.t_sf("t", "df")).to_series().is_null().to_list() == [False, True, True]


def test_one_call_serves_all_groups_whatever_the_context() -> None:
    frame = pl.DataFrame({"g": [1, 1, 2], "x": [1.0, 3.0, 2.0]})
    means = frame.group_by("g", maintain_order=True).agg(p=d.normal_sf(pl.col("x").mean()))
    assert means["p"].to_list() == pytest.approx([stats.norm.sf(2.0)] * 2)
    streamed = frame.lazy().select(d.normal_sf("x").alias("p")).collect(engine="streaming")
    assert streamed["p"].to_list() == pytest.approx(stats.norm.sf([1.0, 3.0, 2.0]))
