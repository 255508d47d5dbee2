"""Posterior probabilities that one algorithm is better, as good as equal, or worse."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import integrate, stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.kernels import dirichlet
from benchreport.stats.kernels.dirichlet import drawn_weights, sign_shares, walsh_shares

SAMPLED = [br.bayes_sign, br.bayes_signed_rank]
ALL = [br.bayes_correlated_t, *SAMPLED]
every_method = pytest.mark.parametrize("method", ALL, ids=lambda method: method.__name__)
every_sampled = pytest.mark.parametrize("method", SAMPLED, ids=lambda method: method.__name__)
# Fixture FX1 of the method catalogue: errors on ten shared folds.
A = [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13]
B = [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17]


def folds(x: list[float], y: list[float], metric: str = "error", **sizes: int) -> pl.DataFrame:
    rows = [("toy", name, k, value) for name, values in (("A", x), ("B", y)) for k, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["dataset", "algorithm", "fold", metric], orient="row")
    return br.scores(frame.with_columns(pl.lit(size).alias(name) for name, size in sizes.items()))


def datasets(differences: list[float], **directions: str) -> pl.DataFrame:
    frame = pl.DataFrame(
        {"dataset": [f"d{i}" for i in range(len(differences))], "A": differences, "B": [0.0] * len(differences)}
    )
    return br.scores(frame, metric="value", directions={"value": "higher"} | directions)


def probabilities(rows: pl.DataFrame) -> list[float]:
    assert rows["term"].to_list() == ["a_better", "rope", "b_better"]
    return rows["estimate"].to_list()


def test_the_correlated_t_posterior_is_students_with_the_corrected_scale() -> None:
    d = np.array(B) - np.array(A)  # lower error is better, so this is the advantage of A
    law = stats.t(9, d.mean(), d.std(ddof=1) * np.sqrt(1 / 10 + 1 / 9))
    rows = br.bayes_correlated_t(folds(A, B).drop("design"), rope=0.01)
    assert probabilities(rows) == pytest.approx(
        [law.sf(0.01), law.cdf(0.01) - law.cdf(-0.01), law.cdf(-0.01)], rel=1e-9
    )
    assert rows["better"].unique().to_list() == ["A"]
    row = rows.row(0, named=True)
    assert row["effect"] == pytest.approx(d.mean())
    assert (row["effect_low"], row["effect_high"]) == pytest.approx(law.interval(0.95))
    assert "needs a declared design" in row["note"]


def test_without_a_rope_the_correlated_t_is_the_one_sided_p_of_the_corrected_t() -> None:
    # Two-sided p of the corrected t test in the method catalogue: 0.018619372954.
    p = 0.018619372954 / 2
    ours = probabilities(br.bayes_correlated_t(folds(A, B)))
    assert ours == pytest.approx([1 - p, 0.0, p], rel=1e-9)


def test_probabilities_sum_to_one_and_keep_their_digits_in_the_tails() -> None:
    x = [0.9 + 0.001 * i for i in range(10)]
    y = [0.5 + 0.0015 * i for i in range(10)]
    for rope in (0.0, 0.01, 0.2):
        ours = probabilities(br.bayes_correlated_t(folds(x, y, "accuracy"), rope=rope))
        assert sum(ours) == pytest.approx(1.0)
    assert 0 < ours[2] < ours[1] < 1e-6


def test_sizes_in_the_table_decide_the_correlation() -> None:
    told = br.bayes_correlated_t(folds(A, B, n_train=90, n_test=10), rope=0.01)
    assert told["estimate"].to_list() == pytest.approx(
        br.bayes_correlated_t(folds(A, B), rope=0.01)["estimate"].to_list()
    )
    wider = br.bayes_correlated_t(folds(A, B, n_train=50, n_test=50), rope=0.01)
    assert wider["estimate"][0] < told["estimate"][0]


def test_a_constant_difference_has_no_posterior_and_no_difference_lies_in_the_rope() -> None:
    same = br.bayes_correlated_t(folds(A, A), rope=0.01)
    assert set(same["status"]) == {"all_ties"}
    assert probabilities(same) == [0.0, 1.0, 0.0]
    shifted = br.bayes_correlated_t(folds(A, [value + 0.1 for value in A]), rope=0.01)
    assert set(shifted["status"]) == {"zero_variance"}
    assert probabilities(shifted) == [None] * 3


def exact_sign(counts: tuple[int, int, int], prior: float) -> list[float]:
    """Integrate the Dirichlet law over the part of the simplex where each share is the largest."""
    a, r, b = counts[0], counts[1] + prior, counts[2]

    def largest(first: float, second: float, third: float) -> float:
        if first == 0:
            return 0.0

        # The first exceeds the others: x > 1/3, and the second lies between 1 - 2x and x. Given x the rest is beta.
        def inner(x: float) -> float:
            low, high = max(0.0, (1 - 2 * x) / (1 - x)), min(1.0, x / (1 - x))
            if second == 0 or third == 0:
                inside = 1.0 if (x > 0.5) else 0.0
            else:
                inside = stats.beta.cdf(high, second, third) - stats.beta.cdf(low, second, third)
            return float(stats.beta.pdf(x, first, second + third) * inside)

        return float(integrate.quad(inner, 1 / 3, 1, points=[0.5], limit=200)[0])

    return [largest(a, r, b), largest(r, a, b), largest(b, a, r)]


@pytest.mark.parametrize("counts", [(5, 3, 4), (8, 2, 1), (2, 9, 3)])
def test_the_sign_test_agrees_with_numerical_integration(counts: tuple[int, int, int]) -> None:
    differences = [1.0] * counts[0] + [0.05] * counts[1] + [-1.0] * counts[2]
    rows = br.bayes_sign(datasets(differences), rope=0.1, draws=40_000)
    assert probabilities(rows) == pytest.approx(exact_sign(counts, 1.0), abs=0.012)
    # The mean of a Dirichlet law is its parameters over their sum.
    total = sum(counts) + 1
    assert rows["effect"].to_list() == pytest.approx(
        [counts[0] / total, (counts[1] + 1) / total, counts[2] / total], abs=5e-3
    )


def test_the_sign_test_without_a_rope_compares_the_two_sides_only() -> None:
    rows = br.bayes_sign(datasets([1.0] * 4 + [-1.0] * 2), draws=40_000)
    expected = stats.beta.sf(0.5, 4, 2)
    assert probabilities(rows) == pytest.approx([expected, 0.0, 1 - expected], abs=0.012)
    assert "no region of practical equivalence" in rows["note"][0]


def test_walsh_shares_are_the_double_sums_of_their_definition() -> None:
    rng = np.random.default_rng(0)
    d, rope, prior = np.round(rng.normal(0.1, 1, (3, 9)), 1), np.array([0.0, 0.3, 1.0]), 0.5
    ours = walsh_shares(d, np.zeros_like(d), rope, prior, 4, 99)
    ((_, weights, apart),) = drawn_weights(9, prior, 4, 99)
    w = np.concatenate([apart[:, None], weights], axis=1)
    for p in range(3):
        z = np.concatenate([[0.0], np.sort(d[p])])
        sums = z[:, None] + z[None, :]
        above = np.einsum("di,dj,ij->d", w, w, sums > 2 * rope[p] + 1e-9)
        below = np.einsum("di,dj,ij->d", w, w, sums < -2 * rope[p] - 1e-9)
        assert ours[p, 0] == pytest.approx(above)
        assert ours[p, 2] == pytest.approx(below)
        assert ours[p].sum(axis=0) == pytest.approx(np.ones(99))


@pytest.mark.parametrize("shares", [sign_shares, walsh_shares])
@pytest.mark.parametrize("batch", [1, 7, 50, 700])
def test_shares_are_the_same_in_batches_of_any_size(
    shares: Callable[..., Any], batch: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rng = np.random.default_rng(5)
    x, rope = np.round(rng.normal(0.1, 1, (4, 11)), 1), np.array([0.0, 0.3, 1.0, 0.1])
    together = shares(x, np.zeros_like(x), rope, 0.5, 3, 60)
    monkeypatch.setattr(dirichlet, "CHUNK", batch)
    assert np.array_equal(shares(x, np.zeros_like(x), rope, 0.5, 3, 60), together)


def test_the_posterior_of_many_datasets_is_drawn_in_little_memory() -> None:
    rng = np.random.default_rng(6)
    x, rope = rng.normal(0.05, 1, (1, 6_000)), np.array([0.1])
    tracemalloc.start()
    try:
        walsh_shares(x, np.zeros_like(x), rope, 0.5, 0, 2_000)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    # All pairs of datasets, or all draws of all weights, are 288 and 96 MB of numbers, and several of them.
    assert peak < 250e6


def test_differences_at_the_edge_of_the_rope_lie_in_it_in_spite_of_rounding() -> None:
    # 0.1 + 0.2 - 0.3 and 0.82 - 0.81 are not what they seem in binary.
    x, y = np.array([[0.82, 0.83]]), np.array([[0.81, 0.82]])
    for shares in (sign_shares, walsh_shares):
        assert shares(x, y, np.array([0.01]), 1.0, 0, 99)[0, 1] == pytest.approx(np.ones(99))


@every_sampled
def test_swapping_the_algorithms_swaps_the_sides(method: Callable[..., Any]) -> None:
    d = [0.3, -0.1, 0.25, 0.02, 0.4, -0.3, 0.15]
    higher = probabilities(method(datasets(d), rope=0.05))
    lower = probabilities(method(datasets(d, value="lower"), rope=0.05))
    assert higher[1] == pytest.approx(lower[1], abs=0.02)
    assert higher[0] == pytest.approx(lower[2], abs=0.02)


@every_sampled
def test_the_same_seed_gives_the_same_bytes_and_another_seed_nearly_the_same(method: Callable[..., Any]) -> None:
    table = datasets([0.3, -0.1, 0.25, 0.02, 0.4, -0.3, 0.15])
    first = method(table, rope=0.05, seed=1)
    assert first.equals(method(table.sample(fraction=1.0, shuffle=True, seed=5), rope=0.05, seed=1))
    other = method(table, rope=0.05, seed=2)
    assert not first.equals(other)
    assert probabilities(first) == pytest.approx(probabilities(other), abs=0.02)
    assert "20000 draws, seed 1, Monte Carlo standard error" in first["note"][0]


@every_sampled
def test_equal_algorithms_lie_in_the_rope(method: Callable[..., Any]) -> None:
    for rope in (0.0, 0.1):
        rows = method(datasets([0.0] * 6), rope=rope)
        assert probabilities(rows) == [0.0, 1.0, 0.0]
        assert set(rows["status"]) == {"all_ties"}


@every_sampled
def test_runs_of_one_dataset_carry_the_caveat(method: Callable[..., Any]) -> None:
    rows = method(folds(A, B), by=("dataset", "metric"), rope=0.01)
    assert set(rows["status"]) == {"approximate"}
    assert "bayes_correlated_t" in rows["note"][0]


def test_a_rope_of_its_own_for_every_metric(study: pl.DataFrame) -> None:
    ropes = {"accuracy": 0.01, "auc": 0.02, "balanced_accuracy": 0.03, "log_loss": 0.5}
    rows = br.bayes_correlated_t(study, rope=ropes)
    for metric, rope in ropes.items():
        alone = br.bayes_correlated_t(study.filter(pl.col("metric") == metric), rope=rope)
        assert_frame_equal(rows.filter(pl.col("metric") == metric), alone)
    with pytest.raises(br.BenchreportError, match="no rope for metric 'log_loss'"):
        br.bayes_correlated_t(study, rope={name: 0.1 for name in ropes if name != "log_loss"})
    with pytest.raises(br.BenchreportError, match="for the unknown metric"):
        br.bayes_correlated_t(study, rope=ropes | {"speed": 1.0})
    with pytest.raises(br.BenchreportError, match="put 'metric' into by"):
        br.bayes_sign(study.filter(pl.col("metric") == "auc"), by=None, rope=ropes)


@every_method
@pytest.mark.parametrize("rope", [-0.1, float("nan"), float("inf")])
def test_a_rope_is_a_number_from_zero_up(method: Callable[..., Any], rope: float, demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="rope is"):
        method(demsar, by="metric", rope=rope)


def test_samples_are_those_behind_the_test(demsar: pl.DataFrame) -> None:
    rows = br.bayes_signed_rank(demsar, rope=0.01, draws=2000, control="C4.5")
    samples = br.bayes_samples(demsar, rope=0.01, draws=2000, control="C4.5")
    assert samples.columns == ["metric", "a", "b", "draw", "a_better", "rope", "b_better"]
    assert samples.height == 3 * 2000
    means = samples.group_by("a", maintain_order=True).agg(pl.col("a_better", "rope", "b_better").mean())
    assert means.drop("a").to_numpy().ravel() == pytest.approx(rows["effect"].to_numpy())
    lazy = br.bayes_samples(demsar.lazy(), rope=0.01, draws=2000, control="C4.5")
    assert_frame_equal(lazy.collect(), samples)
    with pytest.raises(br.BenchreportError, match="method"):
        br.bayes_samples(demsar, method="bayes_t")  # type: ignore[arg-type]


def test_many_pairs_go_through_in_parts(monkeypatch: pytest.MonkeyPatch, demsar: pl.DataFrame) -> None:
    whole = br.bayes_signed_rank(demsar, rope=0.01, draws=500)
    monkeypatch.setattr("benchreport.stats.bayes.paired_tests.CHUNK", 1000)
    monkeypatch.setattr("benchreport.stats.kernels.dirichlet.CHUNK", 7000)
    assert_frame_equal(br.bayes_signed_rank(demsar, rope=0.01, draws=500), whole)


@every_method
def test_results_have_the_one_schema_lazily_and_in_every_engine(
    method: Callable[..., Any], study: pl.DataFrame
) -> None:
    options: dict[str, Any] = {"by": ("dataset", "metric"), "control": "kNN", "rope": 0.01}
    if method in SAMPLED:
        options["draws"] = 200
    rows = method(study, **options)
    keys = {name: pl.Categorical() for name in ("dataset", "metric")}
    assert rows.schema == pl.Schema(keys | schema_of(RESULT_COLUMNS))
    lazy = method(study.lazy(), **options)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), rows)
    shuffled = method(study.sample(fraction=1.0, shuffle=True, seed=7), **options)
    assert_frame_equal(shuffled, rows, abs_tol=0, rel_tol=1e-12)


@every_method
def test_hostile_groups_give_rows_with_a_status(method: Callable[..., Any]) -> None:
    groups: dict[str, list[tuple[float, ...]]] = {
        "one_block": [(0.1, 0.2, 0.3)],
        "all_tied": [(0.5, 0.5, 0.5)] * 6,
        "constant_shift": [(x, x + 0.1, x + 0.2) for x in (0.1, 0.2, 0.3, 0.4)],
        "huge": [(1e300, 2e300, 3e300), (2e300, 1e300, 3e300), (3e300, 2e300, 1e300)],
        "tiny": [(1e-300, 2e-300, 3e-300), (2e-300, 1e-300, 3e-300), (3e-300, 2e-300, 1e-300)],
        "two_algorithms": [(0.1, 0.2), (0.3, 0.2), (0.5, 0.1)],
    }
    rows = [
        (name, f"d{i}", f"a{j}", value)
        for name, blocks in groups.items()
        for i, block in enumerate(blocks)
        for j, value in enumerate(block)
    ]
    table = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    found = method(br.scores(table, directions=dict.fromkeys(groups, "higher")), by="metric", rope=0.01)
    assert found["metric"].n_unique() == len(groups)
    sound = found.filter(pl.col("status").is_in(["ok", "approximate"]))
    assert sound["estimate"].null_count() == 0
    assert found["estimate"].drop_nulls().is_between(0, 1).all()
    assert set(found.filter(pl.col("metric") == "all_tied")["status"]) == {"all_ties"}
    for name, kind in found.schema.items():
        if kind == pl.Float64:
            assert found[name].drop_nulls().is_finite().all(), name


@every_method
def test_gaps_are_refused_or_left_out_on_request(method: Callable[..., Any], demsar: pl.DataFrame) -> None:
    holey = demsar.filter((pl.col("dataset") != "wine") | (pl.col("algorithm") != "C4.5+m"))
    with pytest.raises(br.BenchreportError, match=r"lacks C4\.5\+m"):
        method(holey, by="metric")
    rows = method(holey, by="metric", missing="available")
    assert rows["n"].unique().sort().to_list() == [13, 14]


@every_method
def test_a_group_named_like_a_result_is_refused(method: Callable[..., Any], demsar: pl.DataFrame) -> None:
    for name in ("estimate", "term"):
        with pytest.raises(br.BenchreportError, match="column of the results"):
            method(demsar.with_columns(pl.lit("x").alias(name)), by=("metric", name))
