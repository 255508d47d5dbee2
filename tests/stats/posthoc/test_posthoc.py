"""Nemenyi's test and the critical difference."""

from __future__ import annotations

import math

import polars as pl
import pytest

import benchreport as br


def test_fixture_four_gives_the_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    rows = {(r["a"], r["b"]): r["p_value"] for r in br.nemenyi(fx4).iter_rows(named=True)}
    expected = {("1", "2"): 0.454368366687, ("1", "3"): 0.000563762116667, ("1", "4"): 0.0055148152272}
    expected |= {("2", "3"): 0.0724507245834, ("2", "4"): 0.264431841568, ("3", "4"): 0.930140401193}
    assert rows == pytest.approx(expected, rel=1e-9)
    assert br.critical_difference(4, 10) == pytest.approx(1.48323118544, rel=1e-10)


@pytest.mark.parametrize(
    ("n_algorithms", "quantile"),
    [
        (2, 1.95996398454),
        (3, 2.34370058638),
        (4, 2.56903177255),
        (5, 2.72777437087),
        (6, 2.84970541961),
        (7, 2.94832001753),
        (8, 3.03087844961),
        (9, 3.1017303413),
        (10, 3.16368357705),
    ],
)
def test_quantiles_agree_with_the_table_of_the_catalogue(n_algorithms: int, quantile: float) -> None:
    scale = math.sqrt(n_algorithms * (n_algorithms + 1) / (6 * 20))
    assert br.critical_difference(n_algorithms, 20) / scale == pytest.approx(quantile, rel=1e-10)


def test_demsar_critical_differences_are_the_published_ones() -> None:
    # Demsar 2006, p. 17: 1.25 at 0.05 and 1.12 at 0.10.
    assert br.critical_difference(4, 14) == pytest.approx(1.253559, rel=1e-6)
    assert br.critical_difference(4, 14, alpha=0.10) == pytest.approx(1.118060, rel=1e-6)


def test_the_interval_reaches_one_critical_difference_to_either_side(demsar: pl.DataFrame) -> None:
    rows = br.nemenyi(demsar, alpha=0.1)
    reach = br.critical_difference(4, 14, alpha=0.1)
    assert (rows["ci_high"] - rows["estimate"]).to_list() == pytest.approx([reach] * 6, rel=1e-12)
    assert (rows["estimate"] - rows["ci_low"]).to_list() == pytest.approx([reach] * 6, rel=1e-12)


def test_a_difference_beyond_the_critical_one_is_exactly_a_p_below_alpha(demsar: pl.DataFrame) -> None:
    # Demsar 2006: at 0.10 C4.5 differs from C4.5+m and C4.5+m+cf only.
    rows = br.nemenyi(demsar, alpha=0.10)
    excludes_zero = (rows["ci_low"] > 0) | (rows["ci_high"] < 0)
    assert excludes_zero.to_list() == (rows["p_value"] <= 0.10).to_list()
    assert rows.filter(excludes_zero).select("a", "b").rows() == [("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")]


def test_the_better_of_a_pair_has_the_smaller_mean_rank(fx4: pl.DataFrame) -> None:
    rows = br.nemenyi(fx4)
    assert rows.filter((pl.col("a") == "3") & (pl.col("b") == "4"))["better"].to_list() == ["4"]


@pytest.mark.parametrize(("n_algorithms", "n_blocks"), [(1, 10), (3, 1)])
def test_no_critical_difference_without_two_algorithms_and_two_blocks(n_algorithms: int, n_blocks: int) -> None:
    with pytest.raises(br.BenchreportError, match="no critical difference"):
        br.critical_difference(n_algorithms, n_blocks)
