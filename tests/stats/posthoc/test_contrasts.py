"""Contrasts of groups of algorithms."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from tests.stats.posthoc.test_posthoc_means import FX1

WEIGHTS = {"A": 1, "B": -1 / 2, "C": -1 / 2}


@pytest.fixture
def fx1() -> pl.DataFrame:
    rows = [("d", i, name, value) for name, values in FX1.items() for i, value in enumerate(values)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "fold", "algorithm", "error"], orient="row"))


def test_fixture_one_gives_the_contrast_of_the_catalogue(fx1: pl.DataFrame) -> None:
    # METHODS contrasts: psi -0.032, t -4.04053859901, p 0.000397531348608.
    row = br.contrasts(fx1, weights=WEIGHTS, variant="oneway").row(0, named=True)
    assert row["estimate"] == pytest.approx(-0.032, rel=1e-12)
    assert row["statistic"] == pytest.approx(-4.04053859901, rel=1e-10)
    assert row["p_value"] == pytest.approx(0.000397531348608, rel=1e-9)
    # Scheffe by SciPy: t^2 / 2 against F(2, 27).
    assert row["p_adjusted"] == pytest.approx(stats.f.sf(4.04053859901**2 / 2, 2, 27), rel=1e-9)
    assert (row["adjustment"], row["status"]) == ("scheffe", "approximate")


def test_fixture_one_blocked_gives_the_contrast_of_the_catalogue(fx1: pl.DataFrame) -> None:
    # METHODS contrasts, blocked: t -6.93724198589, p 1.7522961075e-06.
    row = br.contrasts(fx1, weights=WEIGHTS).row(0, named=True)
    assert row["statistic"] == pytest.approx(-6.93724198589, rel=1e-10)
    assert row["p_value"] == pytest.approx(1.7522961075e-06, rel=1e-9)
    assert row["df1"] == 18


def test_families_compare_the_means_of_their_members(fx1: pl.DataFrame) -> None:
    named = br.contrasts(fx1, families={"x": ["A"], "rest": ["B", "C"]})
    assert named["term"].to_list() == ["x - rest"]
    plain = br.contrasts(fx1, weights=WEIGHTS)
    assert_frame_equal(named.drop("term"), plain.drop("term"))
    three = br.contrasts(fx1, families={"a": ["A"], "b": ["B"], "c": ["C"]})
    assert three["term"].to_list() == ["a - b", "a - c", "b - c"]
    lsd = br.fisher_lsd(fx1)
    assert three["p_value"].to_list() == pytest.approx(lsd["p_value"].to_list(), rel=1e-12)
    assert three["p_adjusted"].to_list() == pytest.approx(br.scheffe(fx1)["p_value"].to_list(), rel=1e-12)


def test_one_sided_contrasts_speak_of_what_has_positive_weights(fx1: pl.DataFrame) -> None:
    greater, less = (
        br.contrasts(fx1, weights=WEIGHTS, alternative=side).row(0, named=True) for side in ("greater", "less")
    )
    assert greater["p_value"] < 1e-5  # A has less error
    assert greater["p_value"] + less["p_value"] == pytest.approx(1)
    assert greater["ci_low"] is None
    assert greater["ci_high"] < 0
    assert less["ci_high"] is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({}, "need weights or families"),
        ({"weights": {"A": 1, "B": 1}}, "sum to 2"),
        ({"weights": {"A": 0, "B": 0}}, "are zero"),
        ({"weights": {}}, "are zero"),
        ({"weights": {"A": 1, "Z": -1}}, "no algorithm 'Z'"),
        ({"weights": {"A": float("nan"), "B": 1}}, "not numbers"),
        ({"families": {"x": ["A"]}}, "two names"),
        ({"families": {"x": ["A"], "y": ["A"]}}, "in both"),
        ({"families": {"x": "A", "y": ["B"]}}, "two names"),
    ],
)
def test_what_is_no_contrast_is_refused(options: Any, message: str, fx1: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=message):
        br.contrasts(fx1, **options)


def test_bad_groups_have_rows_with_a_status() -> None:
    steady = [("steady", f"d{i}", n, i + s) for i in range(4) for n, s in (("A", 0.0), ("B", 0.5), ("C", 1.0))]
    still = [("still", f"d{i}", n, 0.5) for i in range(4) for n in "ABC"]
    lone = [("lone", "d0", n, 0.5) for n in "ABC"]
    part = [("part", f"d{i}", n, i * s) for i in range(4) for n, s in (("A", 1.0), ("B", 2.0))]
    table = br.scores(
        pl.DataFrame([*steady, *still, *lone, *part], schema=["metric", "dataset", "algorithm", "value"], orient="row"),
        directions=dict.fromkeys(("steady", "still", "lone", "part"), "higher"),
    )
    rows = br.contrasts(table, by="metric", weights=WEIGHTS)
    found = {row["metric"]: (row["status"], row["p_value"]) for row in rows.iter_rows(named=True)}
    assert found == {
        "lone": ("too_few", None),
        "part": ("undefined", None),
        "steady": ("zero_variance", None),
        "still": ("all_ties", 1.0),
    }


def test_contrasts_keep_the_contract(study: pl.DataFrame) -> None:
    names = study["algorithm"].unique().sort().to_list()
    weights = {"first": {names[0]: 1, names[1]: -1}, "second": {names[2]: 2, names[3]: -1, names[4]: -1}}
    eager = br.contrasts(study, by="metric", weights=weights)
    assert eager.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(RESULT_COLUMNS))
    assert eager.height == 4 * 2
    lazy = br.contrasts(study.lazy(), by="metric", weights=weights)
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), eager)
    assert br.contrasts(study.sample(fraction=1, shuffle=True, seed=3), by="metric", weights=weights).equals(eager)
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.contrasts(study, weights=weights, alpha=0)
