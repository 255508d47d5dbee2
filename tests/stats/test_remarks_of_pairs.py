"""Remarks of tests of two algorithms, of rates, means, verdicts and adjustments, as codes."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.remarks import words_of
from benchreport.stats.forms.rows import TABLE_REMARKS
from tests.remark_codes import codes_of

CONFUSIONS = {"tp": [10, 30], "fp": [2, 8], "fn": [3, 9], "tn": [25, 40]}
# Options without which a method does not run.
NEEDS: dict[str, dict[str, Any]] = {
    "ci_mean_z": {"sigma": 0.1},
    "z_test_mean": {"sigma": 0.1, "constant": 0.7},
    "one_sample_t": {"constant": 0.7},
    "one_sample_sign": {"constant": 0.7},
    "one_sample_wilcoxon": {"constant": 0.7},
    "ci_hoeffding_mean": {"bound": (0, 1)},
    "ci_empirical_bernstein": {"bound": (0, 1)},
    "tost_paired_t": {"margin": 0.05},
    "tost_wilcoxon": {"margin": 0.05},
}
OF_SCORES = (
    *NEEDS, "sign_test", "sign_test_normal", "wilcoxon", "kfold_paired_t", "corrected_resampled_t", "cv52_t",
    "cv52_f", "unpaired_t", "mann_whitney", "permutation_two_sample", "reward_comparison", "cohen_d", "hedges_g",
    "rank_biserial", "cliff_delta", "vargha_delaney", "win_tie_loss", "permutation_signflip", "ci_mean_t",
    "ci_bootstrap", "log_ratio", "nemenyi_confirmed", "verdicts", "verdict_interval",
)  # fmt: skip


def datasets(blocks: int, algorithms: str = "ABC", *, agree: bool = False) -> pl.DataFrame:
    rng = np.random.default_rng(3)
    rows = [
        (name, f"d{i}", j / 10 if agree else round(rng.uniform(0.5, 0.9), 3))
        for i in range(blocks)
        for j, name in enumerate(algorithms)
    ]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "accuracy"], orient="row"))


def folds() -> pl.DataFrame:
    rng = np.random.default_rng(4)
    rows = [(name, "toy", f, rng.uniform(0.5, 0.9)) for f in range(10) for name in "ABC"]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))


def predictions(instances: int) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    truth = rng.integers(0, 2, instances)
    parts = [
        pl.DataFrame({"instance": range(instances), "truth": truth, "prediction": np.where(wrong, 1 - truth, truth)})
        .with_columns(algorithm=pl.lit(name))
        for name, wrong in (("A", rng.random(instances) < 0.2), ("B", rng.random(instances) < 0.4))
    ]  # fmt: skip
    return br.predictions(pl.concat(parts))


@pytest.mark.parametrize(
    ("method", "codes"),
    [
        ("kfold_paired_t", {"shared_folds"}),
        ("cv52_f", {"not_five_by_two"}),
        ("corrected_resampled_t", {"needs_design"}),
        ("unpaired_t", {"sample_sizes", "matched_runs", "shared_runs"}),
        ("mann_whitney", {"sample_sizes", "matched_runs", "shared_runs"}),
        ("cohen_d", {"shared_runs_interval"}),
        ("win_tie_loss", {"win_tie_loss", "shared_runs_interval"}),
        ("one_sample_t", {"needs_design"}),
        ("tost_paired_t", {"equivalence", "shared_runs"}),
    ],
)
def test_tests_over_folds_remark_in_codes(method: str, codes: set[str]) -> None:
    rows = getattr(br, method)(folds().drop("design"), by=("dataset", "metric"), **NEEDS.get(method, {}))
    assert codes_of(rows["remarks"]) == codes


@pytest.mark.parametrize(
    ("method", "options", "codes"),
    [
        ("mcnemar", {}, {"beside_exact"}),
        ("mcnemar", {"variant": "midp"}, {"beside_midp"}),
        ("paired_t_instances", {}, {"few_instances"}),
        ("tost_paired_proportions", {"margin": 0.1, "alternative": "greater"}, {"a_not_worse"}),
        ("mean_loss_t", {}, {"few_units"}),
        ("bootstrap_paired", {"draws": 199}, set()),
    ],
)
def test_tests_on_instances_remark_in_codes(method: str, options: dict[str, Any], codes: set[str]) -> None:
    assert codes_of(getattr(br, method)(predictions(25), **options)["remarks"]) == codes


@pytest.mark.parametrize(
    ("method", "options", "codes"),
    [
        ("ci_proportion_wald", {}, set()),
        ("ci_hoeffding", {"alpha": 1e-9}, {"limit_outside_rates"}),
        ("approx_normal_test", {"constant": 0.01}, {"few_expected"}),
        ("rate_intervals", {"positive": "positive"}, set()),
    ],
)
def test_rates_remark_in_codes(method: str, options: dict[str, Any], codes: set[str]) -> None:
    table = br.counts(pl.DataFrame({"model": ["A", "B"], **CONFUSIONS}))
    assert codes_of(getattr(br, method)(table, **options)["remarks"]) == codes


@pytest.mark.parametrize("method", OF_SCORES)
def test_rows_carry_no_remark_that_their_record_lacks(method: str) -> None:
    record = br.METHODS[method]
    assert record.table is not None
    listed = {remark.code for remark in (*record.remarks, *TABLE_REMARKS)}
    tables = (datasets(4), datasets(12), datasets(6, agree=True), datasets(5, "AB"), folds())
    rows = [
        record.table(table, by=by, **NEEDS.get(method, {}))
        for table in tables
        for by in ("metric", ("dataset", "metric"))
    ]
    assert codes_of(part for frame in rows for part in frame["remarks"].to_list()) <= listed


def test_an_adjustment_adds_its_remarks_to_those_of_the_rows() -> None:
    rows = br.sign_test(datasets(5))
    adjusted = br.adjust(rows, "holm")
    remarks = adjusted["remarks"][0]
    assert remarks == "unreachable|none_rejectable:5:0.0625:0.05:holm:3"
    assert adjusted["note"][0] == words_of(remarks)
    assert adjusted["note"][0].endswith(
        "with 5 blocks the smallest possible p is 0.0625: nothing can be rejected at 0.05 after holm over 3 tests"
    )


def test_an_adjustment_leaves_the_notes_of_other_frames_alone() -> None:
    own = pl.DataFrame({"p_value": [0.01, 0.04], "note": ["by hand", None]})
    adjusted = br.adjust(own, "holm")
    assert adjusted["note"].to_list() == ["by hand", None]
    assert "remarks" not in adjusted.columns


def test_verdicts_that_no_test_can_reach_remark_it_first() -> None:
    rows = br.verdicts(datasets(4))
    assert {spelled.split("|")[0] for spelled in rows["remarks"]} == {"undecidable_pair:0.05:4:0.375"}
    decision = br.deciding_test(4, 5)
    assert decision["remarks"].item() == "undecidable_or_reference:5:5:8:4:7"
    assert decision["note"].item() == words_of(decision["remarks"].item())


@pytest.mark.parametrize("method", ["ci_hoeffding_mean", "ci_empirical_bernstein"])
def test_bounded_intervals_of_a_table_are_those_of_its_columns(method: str) -> None:
    table = datasets(12, "AB")
    rows = getattr(br, method)(table, bound=(0, 1)).select("law", "ci_low", "ci_high", "remarks")
    of_columns = table.group_by("algorithm", maintain_order=True).agg(getattr(br.expr, method)("value", bound=(0, 1)))
    assert rows.rows() == of_columns.unnest(method).select(rows.columns).rows()
