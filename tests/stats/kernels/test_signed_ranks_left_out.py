"""Signed ranks without each difference: sums and exact tails against enumeration, and against tests made anew."""

from __future__ import annotations

from itertools import product

import numpy as np
import polars as pl
import pytest
from scipy.stats import rankdata

from benchreport.stats.kernels import signed_ranks_left_out
from benchreport.stats.kernels.signed_rank import ordered_differences
from benchreport.stats.kernels.signed_ranks_left_out import without_each
from benchreport.stats.two_algorithms.over_datasets import signed_rank_facts, wilcoxon_without_each


def differences(n: int, seed: int, *, distinct: int) -> np.ndarray:
    rng = np.random.default_rng(seed)
    return rng.integers(1, distinct + 1, n) * rng.choice([-1.0, 1.0], n, p=[0.3, 0.7])


@pytest.mark.parametrize("distinct", [1, 2, 3, 5, 1000])
@pytest.mark.parametrize("n", [2, 3, 6, 9])
def test_tails_are_those_of_all_signs(n: int, distinct: int) -> None:
    d = differences(n, 7 * n + distinct, distinct=distinct)
    ordered = ordered_differences(d[None], np.zeros((1, n)))
    left_out = without_each(ordered.keys)
    tails = left_out.tail()
    signs = np.array(list(product([0, 1], repeat=n - 1)))
    for column, place in enumerate(ordered.places[0]):
        rest = np.delete(d, place)
        ranks = rankdata(np.abs(rest))
        above = ranks[rest > 0].sum()
        assert left_out.above[0, column] == 2 * above
        assert left_out.squares[0, column] == (4 * ranks**2).sum()
        assert tails[0, column] == (signs @ ranks <= min(above, ranks.sum() - above)).mean()


@pytest.mark.parametrize(("n", "distinct"), [(45, 4), (45, 12), (112, 40), (112, 10_000), (130, 1), (502, 30)])
def test_tests_without_a_value_are_those_of_the_shorter_lists(n: int, distinct: int) -> None:
    rng = np.random.default_rng(n + distinct)
    d = differences(n, n, distinct=distinct)
    d[rng.random(n) < 0.1] = 0.0
    y = rng.integers(0, 9, n).astype(np.float64)
    tests = wilcoxon_without_each(pl.DataFrame({"x": [(y + d).tolist()], "y": [y.tolist()]}))
    assert tests is not None
    assert tests.counts.tolist() == (d != 0).tolist()
    places = np.flatnonzero(d)
    shorter = pl.DataFrame(
        {name: [np.delete(side, i).tolist() for i in places] for name, side in (("x", y + d), ("y", y))}
    )
    anew = signed_rank_facts(shorter, "two-sided", "drop", "exact", 0.05, False)
    # Tails by waves are within 2e-15 of the unit, those by counting within their last digits.
    np.testing.assert_allclose(tests.p_value[places], anew["p_value"], rtol=1e-12, atol=1e-14)
    assert np.sign(tests.balance[places]).tolist() == np.sign(anew["effect"].to_numpy()).tolist()


def test_few_laws_at_once_give_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    d = differences(60, 3, distinct=25)
    keys = ordered_differences(d[None], np.zeros((1, 60))).keys
    together = without_each(keys).tail()
    monkeypatch.setattr(signed_ranks_left_out, "LAWS_AT_ONCE", 1)
    assert without_each(keys).tail().tolist() == together.tolist()


def test_a_tie_that_would_fall_apart_is_not_taken_for_one() -> None:
    step = 0.8e-14
    chain = [1.0, 1.0 + step, 1.0 + 2 * step, 2.0]
    assert ordered_differences(np.array([chain]), np.zeros((1, 4))).loose.tolist() == [True]
    assert wilcoxon_without_each(pl.DataFrame({"x": [chain], "y": [[0.0] * 4]})) is None
    pair = [1.0, 1.0 + step, 1.5, 2.0]
    assert ordered_differences(np.array([pair]), np.zeros((1, 4))).loose.tolist() == [False]


def test_nothing_or_ties_alone_are_left_of_single_differences() -> None:
    tests = wilcoxon_without_each(pl.DataFrame({"x": [[1.0], [1.0, 3.0]], "y": [[0.0], [0.0, 3.0]]}))
    assert tests is not None
    assert np.isnan(tests.p_value).tolist() == [True, False, True]
    assert tests.p_value[1] == 1.0
    assert tests.balance[:2].tolist() == [0.0, 0.0]
