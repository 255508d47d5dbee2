"""Remarks of tests of many algorithms, of several metrics, of areas and of factors, as codes."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.remarks import words_of
from benchreport.stats.forms.rows import TABLE_REMARKS
from benchreport.stats.many_algorithms.complete_blocks import ROUGH
from tests.remark_codes import codes_of

# Post hoc tests that need nothing but a table.
OF_TABLES = sorted(
    name
    for name, record in br.METHODS.behind("posthoc").items()
    if record.kind != "numbers" and record.shape == "scores" and name not in ("contrasts", "dunnett")
)
LAYOUT = {"algorithm": ["A", "B"] * 4, "dataset": ["d", "d", "e", "e"] * 2, "k": [1] * 4 + [2] * 4}


def datasets(blocks: int, algorithms: str = "ABC", *, agree: bool = False) -> pl.DataFrame:
    rng = np.random.default_rng(3)
    rows = [
        (name, f"d{i}", j / 10 if agree else round(rng.uniform(0.5, 0.9), 3))
        for i in range(blocks)
        for j, name in enumerate(algorithms)
    ]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy"], orient="row"))


def folds(metrics: tuple[str, ...] = ("accuracy", "auc")) -> pl.DataFrame:
    rng = np.random.default_rng(4)
    rows = [(name, "toy", f, *(rng.uniform(0.5, 0.9) for _ in metrics)) for f in range(10) for name in "ABC"]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", *metrics], orient="row"))


@pytest.mark.parametrize(
    ("method", "blocks", "algorithms", "codes"),
    [
        ("friedman", 12, "ABC", set()),
        ("friedman", 6, "ABC", {"few_blocks"}),
        ("friedman", 6, "AB", {"few_algorithms"}),
        ("quade", 1, "ABC", {"few_complete_blocks"}),
        ("nemenyi", 6, "ABC", {"few_blocks"}),
        ("siegel", 6, "AB", {"few_algorithms"}),
        ("kruskal_wallis", 4, "ABC", {"few_values", "shared_blocks_see_friedman"}),
        ("dunn", 12, "ABC", {"shared_blocks_see_nemenyi"}),
        ("skillings_mack", 1, "ABC", {"few_shared_blocks"}),
        ("pool_stability", 12, "ABC", {"no_smaller_pool"}),
    ],
)
def test_tests_over_datasets_remark_in_codes(method: str, blocks: int, algorithms: str, codes: set[str]) -> None:
    assert codes_of(getattr(br, method)(datasets(blocks, algorithms))["remarks"]) == codes


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        ("anova_oneway", {"shared_blocks_see_anova", "shared_runs"}),
        ("levene", {"shared_blocks", "shared_runs"}),
        ("games_howell", {"shared_blocks_oneway", "shared_runs"}),
        ("hotelling", {"shared_runs"}),
        ("hotelling_direction", {"shared_runs_weights"}),
        ("manova", {"shared_blocks_see_blocked", "lower_bound", "shared_runs"}),
    ],
)
def test_tests_over_folds_remark_in_codes(method: str, codes: set[str]) -> None:
    assert codes_of(getattr(br, method)(folds())["remarks"]) == codes


@pytest.mark.parametrize("method", OF_TABLES)
def test_posthoc_rows_carry_no_remark_that_their_record_lacks(method: str) -> None:
    record = br.METHODS[method]
    assert record.table is not None
    listed = {remark.code for remark in (*record.remarks, *TABLE_REMARKS)}
    tables = (datasets(4), datasets(12), datasets(6, agree=True), datasets(1), datasets(5, "AB"), folds(("accuracy",)))
    rows = [record.table(table, by=by) for table in tables for by in ("metric", ("dataset", "metric"))]
    carried = [part for frame in rows if "remarks" in frame.columns for part in frame["remarks"].to_list()]
    assert codes_of(carried) <= listed


def test_metrics_left_out_are_values_of_a_remark() -> None:
    table = folds(("accuracy",)).select("algorithm", "dataset", "fold", accuracy="value")
    table = table.with_columns(error=1 - pl.col("accuracy"), size=pl.lit(3.0))
    rows = br.hotelling(br.scores(table, metrics=["accuracy", "error", "size"], directions={"size": "lower"}))
    remarks = rows["remarks"][0]
    assert remarks.startswith("linear_metrics:error:accuracy:1|constant_metrics:size")
    assert rows["note"][0] == words_of(remarks)
    assert "left out error, to six digits a linear function of accuracy; left out size" in rows["note"][0]


def test_names_with_signs_of_their_own_survive_in_remarks() -> None:
    table = pl.DataFrame(
        {**LAYOUT, "k": ["a|b:50%"] * 4 + ["c"] * 4, "accuracy": [0.9, 0.6, 0.8, 0.4, 0.5, 0.3, 0.2, 0.2]}
    )
    rows = br.main_effects(br.scores(table, factors="k")).filter(pl.col("term") == "k")
    assert "best mean at k=a|b:50%" in rows["note"][0]
    assert "best_level" in codes_of(rows["remarks"])


def test_layouts_of_factors_remark_what_they_hide() -> None:
    table = br.scores(pl.DataFrame({**LAYOUT, "accuracy": [0.1 * i for i in range(8)]}), factors="k")
    partly = table.filter(~((pl.col("algorithm") == "B") & (pl.col("k") == 2)))
    assert codes_of(br.factorial_design(table)["remarks"]) == set()
    assert codes_of(br.factorial_design(partly)["remarks"]) == {"one_factor_at_a_time"}
    assert codes_of(br.factors_response(partly)["remarks"]) == {"higher_is_better", "uneven_levels"}


def test_few_blocks_have_the_sentence_of_reports() -> None:
    assert ROUGH.note == "rough with fewer than 10 blocks"
    assert ROUGH.sentence == "With fewer than ten datasets the laws of rank statistics are approximate."
