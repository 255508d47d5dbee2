"""The order that sorts rows of scores, as NumPy's up to which of equal values comes first, and their ties."""

from __future__ import annotations

import numpy as np
import pytest

from benchreport.stats.kernels.delong import LONG, ascending

RNG = np.random.default_rng(20261118)
ROWS = {
    "drawn": RNG.normal(size=(3, 2 * LONG)),
    "rounded": np.round(RNG.normal(size=(3, 2 * LONG)), 2),
    "negative": -RNG.exponential(size=(2, LONG)),
    "zeros of both signs": np.where(RNG.uniform(size=(2, LONG)) < 0.5, 0.0, -0.0),
    # Values that agree in all leading bits.
    "close together": 1.0 + RNG.permuted(np.tile(np.arange(LONG) * 2.0**-52, (2, 1)), axis=1),
    "close together below zero": -1.0 - RNG.integers(0, 99, (2, LONG)) * 2.0**-52,
    "all the same": np.full((1, LONG), 0.3),
    "infinite somewhere": np.where(RNG.uniform(size=(2, LONG)) < 0.1, np.inf, RNG.normal(size=(2, LONG))),
    "tiny": RNG.normal(size=(2, LONG)) * 1e-310,
    "missing somewhere": np.where(RNG.uniform(size=(2, LONG)) < 0.1, np.nan, RNG.normal(size=(2, LONG))),
    "short": RNG.normal(size=(4, 7)),
}


@pytest.mark.parametrize("name", ROWS)
def test_an_order_of_scores_sorts_every_row_and_names_every_place_once(name: str) -> None:
    values = ROWS[name]
    order, tied = ascending(values)
    assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(values.shape[1]), (len(values), 1)))
    ordered = np.take_along_axis(values, order, axis=1)
    assert np.array_equal(ordered, np.sort(values, axis=1), equal_nan=True)
    assert not tied[:, 0].any()
    assert np.array_equal(tied[:, 1:], ordered[:, 1:] == ordered[:, :-1])
