"""The table of policies for missing results counts what single calls find under each of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br

POLICIES = ("drop_blocks", "subtable", "available", "worst")


def gappy(n: int = 16, k: int = 4, *, share: float = 0.12, seed: int = 3, metric: str = "accuracy") -> pl.DataFrame:
    """Algorithms that differ a little, with gaps at random."""
    random = np.random.default_rng(seed)
    values = 0.5 + 0.04 * np.arange(k) + 0.04 * random.normal(size=(n, k))
    values[random.random((n, k)) < share] = np.nan
    frame = pl.DataFrame(np.round(values, 4), schema=[chr(65 + j) for j in range(k)])
    return br.scores(frame.with_columns(dataset=pl.format("d{}", pl.int_range(pl.len()))), metric=metric)


def verdicts(table: pl.DataFrame, policy: Any, **options: Any) -> set[tuple[str, str]]:
    """Winner and loser of every pair that differs, from single calls."""
    settled = br.complete(table, policy, reference=options.get("control"))
    rows = br.verdicts(settled, missing="available", **options).filter(pl.col("p_adjusted") <= 0.05)
    return {(str(row["better"]), str(row["b"] if row["better"] == row["a"] else row["a"])) for row in rows.to_dicts()}


@pytest.mark.parametrize("control", [None, "A"])
@pytest.mark.parametrize("seed", [1, 3, 5])
def test_verdicts_lost_gained_and_reversed_are_those_of_single_calls(seed: int, control: str | None) -> None:
    table = gappy(seed=seed)
    rows = br.missing_sensitivity(table, control=control)
    deciding = verdicts(table, "auto", control=control)
    for row in rows.to_dicts():
        policy = "auto" if row["policy"] == "deciding" else row["policy"]
        found = verdicts(table, policy, control=control)
        turned = {(loser, winner) for winner, loser in found}
        assert row["n_verdicts"] == len(found)
        assert row["n_reversed"] == len(turned & deciding)
        assert row["n_gained"] == len(found - deciding - {(b, a) for a, b in deciding})
        assert row["n_lost"] == len(deciding - found - turned)


def test_the_rows_are_the_policy_that_decides_and_four_others() -> None:
    assert br.missing_sensitivity(gappy())["policy"].to_list() == ["deciding", *POLICIES]


def test_counts_of_datasets_and_algorithms_are_those_of_the_completed_tables() -> None:
    table = gappy()
    rows = {row["policy"]: row for row in br.missing_sensitivity(table).to_dicts()}
    for policy in ("drop_blocks", "subtable"):
        settled = br.complete(table, policy).drop_nulls("value")
        expected = (settled["dataset"].n_unique(), settled["algorithm"].n_unique())
        assert (rows[policy]["least"], rows[policy]["n_algorithms"]) == expected
        assert rows[policy]["least"] == rows[policy]["most"]
    shared = br.pairing(table)["n_shared"]
    assert (rows["available"]["least"], rows["available"]["most"]) == (shared.min(), shared.max())
    assert rows["worst"]["n_imputed"] == br.missing_cells(table).height


def test_leader_and_tier_are_those_of_places() -> None:
    table = gappy(seed=5)
    rows = {row["policy"]: row for row in br.missing_sensitivity(table).to_dicts()}
    for policy in POLICIES:
        placed = br.places(br.complete(table, policy), missing="available").sort("mean_rank")  # type: ignore[arg-type]
        first = placed.filter(pl.col("place") == 1)["algorithm"].cast(pl.String).to_list()
        assert rows[policy]["leader"] == ", ".join(first)
        tier = placed.filter(pl.col("tier"))["algorithm"].cast(pl.String).to_list()
        assert rows[policy]["tier"] == ", ".join(tier)
        assert rows[policy]["n_tier"] == len(tier)


def test_a_failure_that_worst_rank_punishes_reverses_the_verdict() -> None:
    # B is better wherever it finishes, and fails on most datasets.
    n = 40
    ours = [0.5 + i / 1000 for i in range(n)]
    fragile = [value + 0.1 if i % 4 == 0 else None for i, value in enumerate(ours)]
    frame = pl.DataFrame({"dataset": [f"d{i}" for i in range(n)], "A": ours, "B": fragile})
    rows = br.missing_sensitivity(br.scores(frame, metric="accuracy"))
    worst = rows.filter(pl.col("policy") == "worst").row(0, named=True)
    assert (worst["n_verdicts"], worst["n_reversed"], worst["leader"]) == (1, 1, "A")
    assert rows.filter(pl.col("policy") == "deciding")["leader"].to_list() == ["B"]


def test_a_policy_that_leaves_nothing_has_a_row_that_says_so() -> None:
    frame = pl.DataFrame({"dataset": list("defghi"), "A": [1.0, None] * 3, "B": [None, 2.0] * 3, "C": [3.0] * 6})
    row = br.missing_sensitivity(br.scores(frame, metric="auc")).filter(pl.col("policy") == "drop_blocks")
    assert row.select("leader", "tier", "n_verdicts", "note").row(0) == (None, None, 0, "nothing is left to compare")


def test_metrics_go_through_together_as_alone() -> None:
    both = pl.concat([gappy(), gappy(seed=9, metric="auc", share=0.3)])
    together = br.missing_sensitivity(both)
    for metric in ("accuracy", "auc"):
        alone = br.missing_sensitivity(both.filter(pl.col("metric") == metric))
        assert_frame_equal(together.filter(pl.col("metric") == metric), alone)


def test_without_gaps_all_rows_agree() -> None:
    rows = br.missing_sensitivity(gappy(share=0.0))
    assert rows.drop("policy").unique().height == 1


def test_a_metric_that_no_test_can_decide_stays_so_beside_one_with_gaps() -> None:
    # Six datasets and three algorithms: 3 / 2^5 > .05, whatever another metric has.
    full = pl.DataFrame({"dataset": [f"d{i}" for i in range(6)], "A": [0.1] * 6, "B": [0.2] * 6, "C": [0.3] * 6})
    noise = np.round(np.arange(18).reshape(6, 3) / 1000, 4)
    full = full.with_columns(pl.col(name) + pl.Series(noise[:, j]) for j, name in enumerate("ABC"))
    complete = br.scores(full, metric="auc")
    both = pl.concat([complete, gappy(share=0.3)])
    alone = br.verdicts(complete)["procedure"].unique().to_list()
    together = br.verdicts(both, missing="available").filter(pl.col("metric") == "auc")["procedure"].unique().to_list()
    assert alone == together == ["none"]
