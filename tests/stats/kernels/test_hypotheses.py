"""Sets of pairwise equalities that can be true together."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.stats.kernels.implied_hypotheses import (
    bergmann_hommel_adjusted,
    exhaustive_sets,
    pairs_of,
    possible_counts,
    shaffer_adjusted,
)


def partitions(items: list[int]) -> list[list[list[int]]]:
    if not items:
        return [[]]
    first, rest = items[0], partitions(items[1:])
    grown = [[[first], *part] for part in rest]
    return grown + [[*part[:i], [first, *part[i]], *part[i + 1 :]] for part in rest for i in range(len(part))]


@pytest.mark.parametrize(
    ("algorithms", "count"),  # Bell numbers less one, as published for up to nine algorithms
    [(2, 1), (3, 4), (4, 14), (5, 51), (6, 202), (7, 876), (8, 4139), (9, 21146)],
)
def test_there_are_as_many_exhaustive_sets_as_published(algorithms: int, count: int) -> None:
    sets = exhaustive_sets(algorithms)
    assert len(sets) == count
    assert len(np.unique(sets, axis=0)) == count


@pytest.mark.parametrize("algorithms", [2, 3, 4, 5])
def test_exhaustive_sets_are_the_pairs_within_the_parts_of_a_partition(algorithms: int) -> None:
    pairs = pairs_of(algorithms)
    expected = {
        frozenset(pair for pair in pairs if any(pair[0] in part and pair[1] in part for part in parts))
        for parts in partitions(list(range(algorithms)))
    } - {frozenset()}
    found = {
        frozenset(pair for pair, inside in zip(pairs, row, strict=True) if inside)
        for row in exhaustive_sets(algorithms)
    }
    assert found == expected
    assert set(possible_counts(algorithms)) == {len(members) for members in expected} | {0}


def test_shaffers_counts_are_the_published_ones() -> None:
    # Shaffer 1986: for k = 5 the possible numbers of true hypotheses are 0, 1, 2, 3, 4, 6, 10.
    assert possible_counts(5) == (0, 1, 2, 3, 4, 6, 10)


def test_shaffers_counts_of_many_algorithms_are_those_of_his_recursion() -> None:
    # Shaffer 1986, section 3: S(k) is the union over j of C(j, 2) + S(k - j), with S(0) = S(1) = {0}.
    sets = [{0}, {0}]
    for k in range(2, 41):
        sets.append({j * (j - 1) // 2 + rest for j in range(1, k + 1) for rest in sets[k - j]})
        assert possible_counts(k) == tuple(sorted(sets[k]))


@given(st.lists(st.floats(0, 1), min_size=6, max_size=6))
def test_bergmann_hommel_is_never_above_shaffer_nor_shaffer_above_holm(p: list[float]) -> None:
    raw = np.array([p])
    order = np.argsort(raw[0], kind="stable")
    shaffer = np.empty(6)
    shaffer[order] = shaffer_adjusted(raw[:, order], 4)[0]
    holm = np.empty(6)
    holm[order] = np.minimum(1, np.maximum.accumulate(raw[0, order] * np.arange(6, 0, -1)))
    bergmann = bergmann_hommel_adjusted(raw, 4)[0]
    assert (bergmann <= shaffer + 1e-15).all()
    assert (shaffer <= holm + 1e-15).all()
    assert (raw[0] <= bergmann + 1e-15).all()
