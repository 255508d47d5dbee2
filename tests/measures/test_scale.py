"""Tables larger than memory are read whole runs at a time, and the scores are those of the table in memory."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from click.testing import CliRunner
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.cli import main
from benchreport.measures.areas import won_pairs
from benchreport.measures.scale import all_distinct
from benchreport.tables.reading import batches

POSITIVE = {"d0": "yes", "d1": "no", "d2": "yes"}
ASKED: list[dict[str, Any]] = [
    {"metrics": ["auc", "tpr", "accuracy"], "positive": "yes"},
    {"metrics": ["auc", "auroc"], "positive": POSITIVE},
    {"metrics": ["auc", "average_precision", "mcc"], "positive": "yes", "average": "pooled"},
    {"metrics": ["log_loss", "brier_score", "ece", "macro_f1"], "positive": POSITIVE},
    {"metrics": ["balanced_accuracy", "cohen_kappa"]},
    {"metrics": ["precision", "total_cost"], "positive": "yes", "cut": 0.4, "costs": (5, 1)},
    {"metrics": ["auc", "accuracy", "weighted_accuracy"], "positive": "yes", "weighted": True},
    {"metrics": ["accuracy"], "baselines": True},
    {"positive": "yes", "undefined": 0},
]
ORDERS = ("together", "interleaved", "shuffled")


def measure(table: Any, **options: Any) -> Any:
    """Measure a table whose instances have weights, each counted once unless asked otherwise."""
    return br.measure(table, **{"weighted": False, **options})


def made(order: str = "together") -> pl.DataFrame:
    """Make three algorithms, three datasets and four folds of uneven size; one dataset has a class of its own."""
    rng = np.random.default_rng(0)
    parts = []
    for a in range(3):
        for d in range(3):
            size = 40 + 13 * d
            truth = np.where(rng.random(size) < 0.4, "yes", "no")
            if d == 2:
                truth[::9] = "maybe"
            score = np.round(np.clip(0.3 * (truth == "yes") + 0.7 * rng.random(size), 0, 1), 1)
            said = np.where(score >= 0.5, "yes", "no")
            frame = pl.DataFrame(
                {"fold": np.arange(size) % 4, "instance": np.arange(size), "truth": truth, "said": said}
            )
            frame = frame.with_columns(pl.Series("score", score), weight=pl.int_range(size) % 3)
            parts.append(frame.select(pl.lit(f"m{a}").alias("model"), pl.lit(f"d{d}").alias("dataset"), pl.all()))
    table = pl.concat(parts).rename({"said": "y_pred"})
    if order == "shuffled":
        return table.sample(fraction=1, shuffle=True, seed=1)
    return (
        table.sort("dataset", "instance", "model") if order == "interleaved" else table.sort("model", "dataset", "fold")
    )


@pytest.fixture(params=["waiting", "parts"])
def small(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Read a few rows at a time, so that runs straddle them; and let rows wait, or sort them into parts."""
    monkeypatch.setattr(batches, "ROWS", 37)
    monkeypatch.setattr(batches, "FEW", 4)
    monkeypatch.setattr(batches, "GATHERED", 50)
    monkeypatch.setattr(batches, "PART", 64)
    monkeypatch.setattr(batches, "OPEN", 10**6 if request.param == "waiting" else 0)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("options", ASKED, ids=lambda options: "-".join(options.get("metrics", ["default"])))
def test_a_file_in_any_order_gives_the_scores_of_the_table_in_memory(
    options: dict[str, Any], order: str, tmp_path: Path
) -> None:
    table = made(order)
    table.write_parquet(tmp_path / "p.parquet", row_group_size=50)
    lazy: Any = measure(pl.scan_parquet(tmp_path / "p.parquet"), **options)
    assert_frame_equal(lazy.collect(), measure(br.predictions(table), **options))


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("places", [0, 60])
def test_more_combinations_than_there_are_places_for_are_counted_by_hashing(
    places: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(batches, "PLACES", places)
    table = made("shuffled")
    lazy: Any = measure(table.lazy(), **ASKED[0])
    assert_frame_equal(lazy.collect(), measure(br.predictions(table), **ASKED[0]))


@pytest.mark.usefixtures("small")
def test_numbers_and_probabilities_come_in_batches_too() -> None:
    rng = np.random.default_rng(2)
    frame = made().with_columns(truth=pl.Series(rng.normal(size=made().height)), y_pred=pl.col("score"))
    options: dict[str, Any] = {"metrics": ["rmse", "mae", "r2"]}
    lazy: Any = measure(frame.drop("score").lazy(), **options)
    assert_frame_equal(lazy.collect(), measure(br.predictions(frame.drop("score")), **options))
    chances = made().filter(pl.col("dataset") != "d2").with_columns(prob_yes="score", prob_no=1 - pl.col("score"))
    chances = chances.drop("score", "y_pred")
    for asked in ({"metrics": ["accuracy", "log_loss"]}, {"metrics": ["auc", "tpr"], "positive": "yes", "cut": 0.3}):
        lazy = measure(chances.lazy(), **asked)  # type: ignore[arg-type]
        assert_frame_equal(lazy.collect(), measure(br.predictions(chances), **asked))  # type: ignore[arg-type]


@pytest.mark.usefixtures("small")
def test_a_lazy_table_that_is_no_file_is_written_to_one_first() -> None:
    lazy: Any = measure(made().lazy().filter(pl.col("fold") > 0), metrics="auc", positive="yes")
    expected = measure(br.predictions(made().filter(pl.col("fold") > 0)), metrics="auc", positive="yes")
    assert_frame_equal(lazy.collect(), expected)


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("order", ORDERS)
def test_instances_that_come_twice_are_refused(order: str) -> None:
    table = made(order)
    again = pl.concat([table, table.filter(pl.col("instance") == 7).head(1)])
    for metrics in ("accuracy", "auc"):
        lazy: Any = measure(again.lazy(), metrics=metrics, positive="yes")
        with pytest.raises(br.BenchreportError, match="instance=7"):
            lazy.collect()


@pytest.mark.usefixtures("small")
def test_blanks_around_names_and_missing_scores_are_treated_as_at_the_door() -> None:
    padded = pl.when(pl.col("fold") == 1).then(pl.format(" {} ", "model")).otherwise("model")
    holes = pl.when(pl.col("instance") != 5).then(pl.col("score"))
    table = made("shuffled").with_columns(model=padded, score=holes)
    options: dict[str, Any] = {"metrics": ["auc", "accuracy"], "positive": "yes", "average": "pooled"}
    lazy: Any = measure(table.lazy(), **options)
    assert_frame_equal(lazy.collect(), measure(br.predictions(table), **options))


# Zeros of both signs are equal; the smallest and the largest numbers leave no bit free when some are below 0.
SCORES = (0.0, -0.0, 0.1, 0.5, 1.0, 3.0, -0.5, -7.25, 5e-324, -5e-324, 1e308, float("inf"), float("-inf"))


@settings(max_examples=100, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 4), st.sampled_from(SCORES), st.booleans()), min_size=1, max_size=40))
def test_pairs_are_counted_as_one_by_one(rows: list[tuple[int, float, bool]]) -> None:
    group, score, positive = (np.array(column) for column in zip(*rows, strict=True))
    wins, positives, sizes = won_pairs(group, score, positive, 5)
    for number in range(5):
        here = group == number
        first, second = score[here & positive], score[here & ~positive]
        assert wins[number] == (2 * (first[:, None] > second) + (first[:, None] == second)).sum()
        assert (positives[number], sizes[number]) == (first.size, here.sum())


@pytest.mark.parametrize("shift", [0.0, -0.5, -300.0])
def test_areas_of_many_rows_are_those_of_scikit_learn(shift: float) -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    rng = np.random.default_rng(3)
    lengths = [5, 40_000, 700, 30_000, 9]
    group = rng.permutation(np.repeat(np.arange(5), lengths))
    positive = rng.random(group.size) < 0.3
    score = np.round(rng.random(group.size) + 0.2 * positive, 3) + shift
    wins, positives, sizes = won_pairs(group, score, positive, 5)
    assert sizes.tolist() == lengths
    for number in np.flatnonzero((positives > 0) & (positives < sizes)):
        area = metrics.roc_auc_score(positive[group == number], score[group == number])
        pairs = positives[number] * (sizes[number] - positives[number])
        assert wins[number] / 2 / pairs == pytest.approx(area, rel=1e-12)


def test_readings_begin_where_units_do_unless_these_lie_among_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(batches, "ROWS", 4)
    # The rows 0, 4, 8 and 12 lie in the units that begin at 0, 3, 3 and 10.
    units = pl.DataFrame({"first": [10, 0, 9, 3], "last": [13, 2, 9, 8]})
    assert batches._unit_starts(units) == [0, 3, 10]
    assert batches._unit_starts(pl.DataFrame({"first": [0, 2], "last": [5, 3]})) is None


def test_combinations_are_counted_where_names_and_numbers_come_later() -> None:
    parts = [
        pl.DataFrame({"name": ["b", "a", "b"], "fold": [3, 3, 3], "hit": [True, False, True]}),
        pl.DataFrame({"name": ["c", "c"], "fold": [-2, 9], "hit": [False, False]}),
        pl.DataFrame({"name": ["a", "b"], "fold": [3, 3], "hit": [False, True]}),
    ]
    parts = [part.cast({"name": pl.Categorical}) for part in parts]
    whole = batches.Tally()
    for number, part in enumerate(parts):
        counts = whole.counted(part)
        assert counts is not None
        whole.add(counts, number, number)
    rows = sorted(whole.frame().cast({"name": pl.String}).rows())
    assert rows == [
        ("a", 3, False, 2, 0, 2),
        ("b", 3, True, 3, 0, 2),
        ("c", -2, False, 1, 1, 1),
        ("c", 9, False, 1, 1, 1),
    ]


def test_missing_keys_and_numbers_of_all_64_bits_have_no_places() -> None:
    assert batches.Ranges.of(pl.DataFrame({"fold": [1, None]})) is None
    assert batches.Ranges.of(pl.DataFrame({"fold": [1, 2**64 - 1]}, schema={"fold": pl.UInt64})) is None
    assert batches.Ranges.of(pl.DataFrame({"fold": ["1"]})) is None
    assert not all_distinct(pl.DataFrame({"fold": [1, 1], "instance": [4, 4]}))
    assert not all_distinct(pl.DataFrame({"fold": [1, 1], "instance": [4, 10**9]}))


def test_the_command_reads_a_large_file_in_batches(tmp_path: Path) -> None:
    made("shuffled").write_parquet(tmp_path / "p.parquet")
    call = [
        "measure",
        str(tmp_path / "p.parquet"),
        "-o",
        str(tmp_path / "scores.parquet"),
        "--metrics",
        "auc,accuracy",
        "--unweighted",
    ]
    result = CliRunner().invoke(main, [*call, "--positive", "yes"])
    assert result.exit_code == 0, result.output
    expected = measure(br.predictions(made()), metrics=["auc", "accuracy"], positive="yes")
    assert_frame_equal(pl.read_parquet(tmp_path / "scores.parquet"), expected, categorical_as_str=True)


def test_progress_ends_at_the_last_row() -> None:
    told: list[tuple[int, int]] = []
    lazy: Any = measure(made().lazy(), metrics="accuracy", progress=lambda done, of: told.append((done, of)))
    lazy.collect()
    assert told[-1] == (2 * made().height, 2 * made().height)
