"""Does the section on equivalence appear when a margin is declared, and say what its rows say?"""

from __future__ import annotations

from itertools import product
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from scipy.stats import rankdata

import benchreport as br
from tests.document.sections.sections import column, every_format, findings, only, prose, tables, told


def test_there_is_no_section_without_a_margin(demsar: pl.DataFrame) -> None:
    assert only(demsar, "equivalence") is None


def one_sided(d: np.ndarray) -> float:
    """Give the exact p of Wilcoxon's test that d is above 0, from all ways to set the signs."""
    kept = d[d != 0]
    ranks = rankdata(np.abs(kept).round(9))
    signs = np.array(list(product((0, 1), repeat=len(kept))))
    return float((signs @ ranks >= ranks[kept > 0].sum() - 1e-9).mean())


def test_p_values_are_the_larger_of_two_exact_one_sided_tests(demsar: pl.DataFrame) -> None:
    rows = tables(told(demsar, "equivalence", baseline="C4.5", margin=0.02))["equivalence-auc"].frame
    wide = demsar.pivot("algorithm", index="dataset", values="value")
    for name, p in rows.select("a", "p_value").rows():
        d = (wide[name] - wide["C4.5"]).to_numpy()
        expected = max(one_sided((d + 0.02).round(9)), one_sided((0.02 - d).round(9)))
        assert p == pytest.approx(expected)


def test_a_wide_margin_shows_equivalence_and_a_narrow_one_does_not(demsar: pl.DataFrame) -> None:
    wide = findings(told(demsar, "equivalence", baseline="C4.5", margin=0.2))[0]
    narrow = findings(told(demsar, "equivalence", baseline="C4.5", margin=0.0001))[0]
    assert "within a margin of 0.2, C4.5+m+cf, C4.5+m and C4.5+cf are equivalent to C4.5" in wide
    assert "within a margin of 0.0001, no algorithm is equivalent to C4.5" in narrow
    assert "equal" not in wide.replace("equivalent", "")


def test_a_better_algorithm_is_not_worse_though_not_equivalent(demsar: pl.DataFrame) -> None:
    section = told(demsar, "equivalence", baseline="C4.5", margin=0.005)
    table = tables(section)["equivalence-auc"]
    verdicts = dict(zip(column(table, "a"), column(table, "shown"), strict=True))
    assert verdicts["C4.5+m+cf"] == "not worse"


def test_the_margin_of_a_metric_leaves_the_others_out(study: pl.DataFrame) -> None:
    section = told(study, "equivalence", margin={"accuracy": 0.05}, baseline="kNN")
    assert list(tables(section)) == ["equivalence-accuracy"]


def test_a_margin_for_an_unknown_metric_is_named(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="a margin for the unknown metric 'acu'"):
        only(demsar, "equivalence", margin={"acu": 0.01})


def test_without_a_baseline_all_pairs_are_adjusted_for(demsar: pl.DataFrame) -> None:
    section = told(demsar, "equivalence", margin=0.02)
    rows = tables(section)["equivalence-auc"].frame
    assert rows.height == 6
    assert rows["family"][0].startswith("metric=auc: 6 tests")
    assert "over 6 comparisons, all pairs" in prose(section)


def test_lower_is_better_turns_the_verdict_round(demsar: pl.DataFrame, tmp_path: Path) -> None:
    turned = demsar.with_columns(
        value=1 - pl.col("value"), metric=pl.lit("error", pl.Categorical), direction=pl.lit("lower", pl.Categorical)
    )
    ours = tables(told(demsar, "equivalence", baseline="C4.5", margin=0.01))["equivalence-auc"]
    report = br.report(turned, sections=["equivalence"], baseline="C4.5", margin=0.01)
    theirs = tables(report.sections[0])["equivalence-error"]
    assert column(ours, "shown") == column(theirs, "shown")
    assert column(ours, "not worse") == column(theirs, "not worse")
    every_format(report, tmp_path)
