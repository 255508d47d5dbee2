"""Errors that other tools make in post-hoc tests and adjustments, beside our values."""

from __future__ import annotations

import math

import polars as pl
import pytest

import benchreport as br
from benchreport.stats.kernels.studentized_range import quantile, survival
from tests.stats.multiplicity.test_adjust import GARCIA_HERRERA, garcia_herrera


def critical(k: int, n: int, df: float, groups: int | None = None) -> float:
    return float(quantile(0.05, groups or k, df)) * math.sqrt(k * (k + 1) / (12 * n))


def test_the_critical_difference_takes_infinite_degrees_of_freedom() -> None:
    # On Demsar's table and on Garcia and Herrera's, scmamp 0.3.2 takes k (N - 1) and SAES 1.5.0 takes N - 1.
    assert br.critical_difference(4, 14) == pytest.approx(1.25356, abs=5e-6)
    assert critical(4, 14, 4 * 13) == pytest.approx(1.29507, abs=5e-6)
    assert br.critical_difference(5, 30) == pytest.approx(1.113609, abs=5e-7)
    assert critical(5, 30, 5 * 29) == pytest.approx(1.1277, abs=5e-5)
    assert critical(5, 30, 29) == pytest.approx(1.187, abs=5e-4)


def test_the_critical_difference_counts_the_algorithms_right(demsar: pl.DataFrame) -> None:
    # aeon 1.6.0 looks up q for k + 1 algorithms (2.728, not 2.569), under which C4.5 and C4.5+m no longer differ.
    assert float(quantile(0.05, 4)) / math.sqrt(2) == pytest.approx(2.569, abs=5e-4)
    assert float(quantile(0.05, 5)) / math.sqrt(2) == pytest.approx(2.728, abs=5e-4)
    differs = br.nemenyi(demsar, alpha=0.1).filter(pl.col("p_value") <= 0.1)
    assert differs.select("a", "b").rows() == [("C4.5", "C4.5+m"), ("C4.5", "C4.5+m+cf")]
    apart = differs["estimate"][0]
    one_too_many = float(quantile(0.1, 5)) * math.sqrt(4 * 5 / (12 * 14))
    assert br.critical_difference(4, 14, alpha=0.1) < apart < one_too_many


def test_holm_steps_down_and_is_no_single_level(demsar: pl.DataFrame) -> None:
    # aeon 1.6.0 calls alpha / (k - 1) for every pair "holm": 0.0167 here, with six pairs tested.
    rows = br.adjust(br.wilcoxon(demsar), "holm")
    raw = sorted(rows["p_value"])
    assert rows["p_adjusted"].min() == pytest.approx(6 * raw[0], rel=1e-12)
    assert raw[1] < 0.05 / 3 < rows["p_adjusted"].sort()[1]


def test_adjusted_p_values_never_exceed_one(demsar: pl.DataFrame) -> None:
    # critdd 0.0.5 multiplies without clipping.
    for name in ("bonferroni", "holm"):
        assert br.adjust(br.friedman_posthoc_z(demsar), name)["p_adjusted"].max() == 1.0


@pytest.mark.parametrize(("adjustment", "rejections"), [("shaffer", 6), ("hommel", 7)])
def test_garcia_and_herrera_reject_as_often_as_they_should(adjustment: str, rejections: int) -> None:
    # StaTDS 1.1.7 rejects 8 with Shaffer (alpha 0.05 for all) and 5 with "Hommel".
    rows = br.adjust(garcia_herrera(), adjustment)  # type: ignore[arg-type]
    assert rows.filter(pl.col("p_adjusted") <= 0.05).height == rejections


def test_bergmann_hommel_has_no_cumulative_maximum() -> None:
    # scmamp 0.3.2 gives 1NN-NB the 0.031854 of the pair before it.
    rows = br.adjust(garcia_herrera(), "bergmann_hommel")
    found = dict(zip(GARCIA_HERRERA, rows["p_adjusted"], strict=True))
    assert found["1NN", "NB"] == pytest.approx(3 * 0.01011233, rel=1e-6)
    assert found["1NN", "Kernel"] == pytest.approx(0.03185396, rel=1e-6)


def test_rom_never_rejects_less_than_hochberg() -> None:
    # scmamp 0.3.2 steps down with Rom's critical values: 0.098 for the four p-values of 0.02.
    rows = pl.DataFrame({"p_value": [0.02, 0.02, 0.02, 0.02, 0.8]})
    assert br.adjust(rows, "rom")["p_adjusted"].to_list() == pytest.approx([0.04] * 4 + [0.8])


def test_far_tails_keep_their_digits() -> None:
    # R's ptukey says 2.86e-14 and SciPy 0 for q = 15, k = 3; scmamp's (1 - pnorm) * 2 is 0 from z = 8.3 on.
    assert float(survival(15.0, 3)) == pytest.approx(8.33e-26, rel=1e-3)
    rows = [
        (f"d{i:03}", name, value + i / 1000) for i in range(150) for name, value in (("A", 1.0), ("B", 2.0), ("C", 3.0))
    ]
    table = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
    p = br.siegel(table).filter((pl.col("a") == "A") & (pl.col("b") == "C"))["p_value"].item()
    assert p == pytest.approx(math.erfc(2 / math.sqrt(12 / 900) / math.sqrt(2)), rel=1e-9)
    assert 0 < p < 1e-60


def test_tukey_p_values_are_not_clipped(demsar: pl.DataFrame) -> None:
    # scikit-posthocs#60, statsmodels#8185: p-values clipped to [0.001, 0.9] are useless for later adjustment.
    assert br.tukey_hsd(demsar, by="metric", variant="oneway")["p_value"].max() > 0.99
