"""Sums of differences under drawn signs: single precision first, and in full where that leaves a doubt."""

from __future__ import annotations

import numpy as np
import pytest

from benchreport.stats.kernels import sign_flips


@pytest.mark.parametrize("absolute", [True, False])
@pytest.mark.parametrize("scale", [1.0, 1e-20, 1e-41])
@pytest.mark.parametrize("m", [1, 7, 30, 128])
def test_single_precision_first_counts_as_many_draws_as_sums_in_full(m: int, scale: float, absolute: bool) -> None:
    rng = np.random.default_rng(m)
    # Whole steps make many sums equal to what they have to reach, and the last digit decides about others.
    values = np.concatenate([rng.normal(size=(40, m)), rng.integers(-3, 4, (40, m)) / 3]) * scale
    signs = sign_flips.random_signs(rng, 700, m)
    sums = (values[:, None, :] * signs).sum(axis=2)
    least = np.abs(values.sum(axis=1)) - 1e-13 * np.abs(values).sum(axis=1)
    expected = ((np.abs(sums) if absolute else sums) >= least[:, None]).sum(axis=1)
    assert sign_flips._reaching_of_few(values, signs, least, absolute).tolist() == expected.tolist()
    assert sign_flips._reaching(values, signs, least, absolute).tolist() == expected.tolist()


def test_more_groups_and_draws_than_are_at_hand_are_all_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(1)
    values, signs = rng.normal(size=(50, 12)), sign_flips.random_signs(rng, 333, 12)
    least = np.abs(values.sum(axis=1)) * (1 - 1e-13)
    whole = sign_flips._reaching_of_few(values, signs, least, absolute=True)
    for name, size in (("GROUPS_AT_HAND", 7), ("DRAWS_AT_HAND", 10), ("CACHED", 400)):
        monkeypatch.setattr(sign_flips, name, size)
    assert sign_flips._reaching_of_few(values, signs, least, absolute=True).tolist() == whole.tolist()


def test_more_doubts_than_are_at_hand_are_all_settled(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    # Sums of few whole numbers: one in five or so is exactly what it has to reach.
    values, signs = rng.integers(1, 3, (40, 12)) / 3, sign_flips.random_signs(rng, 600, 12)
    steps = np.rint(3 * values[:, None, :] * signs).sum(axis=2)
    monkeypatch.setattr(sign_flips, "DOUBTS_AT_HAND", 100)
    count = sign_flips._reaching_of_few(values, signs, np.full(40, 2 / 3 - 1e-13), absolute=True)
    assert count.tolist() == (np.abs(steps) >= 2).sum(axis=1).tolist()


def test_steps_are_looked_for_in_rows_whose_first_size_has_some_and_found_where_all_have() -> None:
    rng = np.random.default_rng(3)
    whole = np.sort(rng.integers(1, 9, (6, 12)) / 4, axis=1)
    measured = np.sort(np.abs(rng.normal(size=(6, 12))), axis=1)
    mixed = whole.copy()
    mixed[:, -1] += np.pi
    for rows in (whole, measured, mixed):
        steps = sign_flips._steps(rows, rows, rows.max(axis=1))
        together = sign_flips._steps(*(np.concatenate([whole, measured, mixed]),) * 2, np.full(18, 4.0))
        if rows is whole:
            units = rows / steps
            np.testing.assert_allclose(units, units[:, :1] * np.ones(12))
            assert (np.gcd.reduce(steps, axis=1) == 1).all()
            assert together[:6].tolist() == steps.tolist()
        else:
            assert not steps.any()
    assert not together[6:].any()
