"""Two algorithms side by side, instance by instance."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.measures.instances import losses, side_by_side
from benchreport.measures.losses import Priced
from benchreport.tables.scored import Scored, pairs_of


def table(rows: list[tuple[Any, ...]], *further: str) -> pl.DataFrame:
    return pl.DataFrame(rows, schema=["algorithm", "instance", "truth", "prediction", *further], orient="row")


TWO = [("p", 1, "x", "x"), ("p", 2, "y", "x"), ("q", 1, "x", "y"), ("q", 2, "y", "y")]


def test_losses_of_a_pair_stand_side_by_side() -> None:
    rows = br.instance_pairs(table(TWO))
    assert rows.select("dataset", "a", "b", "instance", "x", "y").rows() == [
        ("data", "p", "q", 1, 0.0, 1.0),
        ("data", "p", "q", 2, 1.0, 0.0),
    ]


def test_the_order_of_rows_changes_nothing() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    shuffled = study.sample(fraction=1.0, shuffle=True, seed=5)
    assert br.instance_pairs(shuffled).equals(br.instance_pairs(study))


def test_a_control_is_always_the_second_of_a_pair() -> None:
    more = [*TWO, ("r", 1, "x", "x"), ("r", 2, "y", "y")]
    rows = br.instance_pairs(table(more), control="p")
    assert rows.select("a", "b").unique(maintain_order=True).rows() == [("q", "p"), ("r", "p")]
    with pytest.raises(br.BenchreportError, match="no algorithm 's'"):
        br.instance_pairs(table(more), control="s")


def test_missing_instances_are_named() -> None:
    with pytest.raises(br.BenchreportError, match="data, 2 lacks q"):
        br.instance_pairs(table(TWO[:3]))
    with pytest.raises(br.BenchreportError, match="data, 1 lacks q"):
        br.instance_pairs(table([*TWO[:2], ("q", 1, "x", None), TWO[3]]))


def test_pairs_may_be_compared_on_what_is_available_to_both() -> None:
    rows = br.instance_pairs(table(TWO[:3]), missing="available")
    assert rows.select("instance", "x", "y", "n_dropped").rows() == [(1, 0.0, 1.0, 1)]


def test_instances_numbered_differently_are_noticed_by_their_truth() -> None:
    crossed = [*TWO[:2], ("q", 1, "y", "y"), ("q", 2, "x", "y")]
    with pytest.raises(br.BenchreportError, match="the truth of 2 instances differs between algorithms, first data, 1"):
        br.instance_pairs(table(crossed))


def test_folds_cut_anew_for_every_algorithm_still_match_by_instance() -> None:
    folds = [(*row, fold) for row, fold in zip(TWO, (1, 2, 2, 1), strict=True)]
    rows = br.instance_pairs(table(folds, "fold"))
    assert rows.select("fold", "instance", "x", "y").rows() == [(None, 1, 0.0, 1.0), (None, 2, 1.0, 0.0)]


def test_an_instance_predicted_in_several_repeats_is_matched_repeat_by_repeat() -> None:
    repeats = [(*row, repeat) for repeat in (1, 2) for row in TWO]
    rows = br.instance_pairs(table(repeats, "repeat"))
    assert rows.select("repeat", "instance").rows() == [(1, 1), (1, 2), (2, 1), (2, 2)]


def test_folds_within_repeats_need_not_be_the_same_for_all() -> None:
    runs = [(*row, repeat, fold) for repeat in (1, 2) for row, fold in zip(TWO, (1, 2, 2, 1), strict=True)]
    rows = br.instance_pairs(table(runs, "repeat", "fold"))
    assert rows.select("repeat", "fold").unique().sort("repeat").rows() == [(1, None), (2, None)]


def test_one_group_does_not_decide_how_another_is_matched() -> None:
    single = [(*row, "once", 1) for row in TWO]
    double = [(*row, "twice", repeat) for repeat in (1, 2) for row in TWO]
    rows = br.instance_pairs(table(single + double, "dataset", "repeat"))
    once = rows.filter(pl.col("dataset") == "once")
    assert once["repeat"].to_list() == [None, None]
    assert rows.filter(pl.col("dataset") == "twice")["repeat"].to_list() == [1, 1, 2, 2]


def test_a_further_column_that_tells_rows_apart_must_be_grouped_by() -> None:
    known = br.predictions(table(TWO))
    twice = pl.concat(known.with_columns(noise=pl.lit(level)) for level in ("low", "high"))
    with pytest.raises(br.BenchreportError, match="'noise' varies"):
        br.instance_pairs(twice)
    assert br.instance_pairs(twice, by=("dataset", "noise")).height == 4


def test_without_groups_the_dataset_tells_instances_apart() -> None:
    both = table([(*row, name) for name in ("one", "two") for row in TWO], "dataset")
    rows = br.instance_pairs(both, by=None)
    assert rows.columns[:4] == ["a", "b", "dataset", "instance"]
    assert rows.height == 4


def test_one_algorithm_is_nothing_to_compare() -> None:
    with pytest.raises(br.BenchreportError, match="only one algorithm, 'p'"):
        br.instance_pairs(table(TWO[:2]))


def test_a_column_of_the_results_is_no_group() -> None:
    with pytest.raises(br.BenchreportError, match="'x' is a column of the results"):
        br.instance_pairs(br.predictions(table(TWO)).with_columns(x=pl.lit("a")), by="x")


def test_errors_may_be_looked_at_class_by_class() -> None:
    rows = br.instance_pairs(table(TWO), by="truth")
    assert rows.select("truth", "instance", "x", "y").rows() == [("x", 1, 0.0, 1.0), ("y", 2, 1.0, 0.0)]


def test_batches_are_small_and_together_the_whole() -> None:
    study = br.read_predictions(br.example("small_study_predictions.parquet"))
    known = losses(Scored.of(study), Priced())
    pairs = pairs_of(known.scored)
    whole = pl.concat(side_by_side(known, pairs))
    parts = list(side_by_side(known, pairs, rows=1000))
    assert len(parts) > 10
    assert max(part.height for part in parts) <= 1000 + study["instance"].n_unique()
    assert pl.concat(parts).equals(whole)


def test_twenty_algorithms_on_many_instances_pass_through_in_bounded_batches() -> None:
    rng = np.random.default_rng(0)
    k, m = 20, 2000
    frame = pl.DataFrame(
        {
            "algorithm": np.repeat([f"m{j:02}" for j in range(k)], m),
            "instance": np.tile(np.arange(m), k),
            "truth": np.zeros(k * m, dtype=np.int64),
            "prediction": rng.integers(0, 2, k * m),
        }
    )
    rows = br.mcnemar(frame)
    assert rows.height == 190
    assert (rows["n"] == m).all()
