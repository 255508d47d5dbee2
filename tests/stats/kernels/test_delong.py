"""The order that sorts rows of scores, as NumPy's up to which of equal values comes first, ties and placements."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchreport.stats.kernels import delong as module
from benchreport.stats.kernels.delong import LONG, ascending, double_placements, sorts_by_vectors

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


@pytest.mark.parametrize("by_vectors", [True, False])
@pytest.mark.parametrize("name", ROWS)
def test_an_order_of_scores_sorts_every_row_and_names_every_place_once(
    name: str, by_vectors: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "sorts_by_vectors", lambda: by_vectors)
    values = ROWS[name]
    order, tied = ascending(values)
    assert np.array_equal(np.sort(order, axis=1), np.tile(np.arange(values.shape[1]), (len(values), 1)))
    ordered = np.take_along_axis(values, order, axis=1)
    assert np.array_equal(ordered, np.sort(values, axis=1), equal_nan=True)
    assert not tied[:, 0].any()
    assert np.array_equal(tied[:, 1:], ordered[:, 1:] == ordered[:, :-1])


# Neighbours that differ in their last bits alone, zeros of both signs, and the ends of the line.
NEIGHBOURS = [sign * np.nextafter(size, 2.0) for size in (0.0, 0.5, 1.0 - 2.0**-53, 1.0) for sign in (1.0, -1.0)]
scores = st.sampled_from([*NEIGHBOURS, 0.0, -0.0, 0.5, 1.0, -1.0, np.inf, -np.inf]) | st.floats(allow_nan=False)
# Of two classes, or of a third too, which takes no part.
sheets = st.sampled_from([(0, 1), (0, 1, -1)]).flatmap(
    lambda flags: st.lists(st.tuples(scores, scores, st.sampled_from(flags)), min_size=2, max_size=40)
)


@given(sheets, st.booleans())
def test_placements_are_those_of_comparing_every_positive_with_every_negative(
    sheet: list[tuple[float, float, int]], by_vectors: bool
) -> None:
    values, flags = np.array([row[:2] for row in sheet]).T, np.array([row[2] for row in sheet], dtype=np.int8)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "sorts_by_vectors", lambda: by_vectors)
        patch.setattr(module, "LONG", 1)
        placed = double_placements(values[None], flags[None])[0]
    larger = 2 * (values[:, :, None] > values[:, None, :]) + (values[:, :, None] == values[:, None, :])
    ups, downs = flags == 1, flags == 0
    assert np.array_equal(placed[:, ups], larger[:, ups][:, :, downs].sum(axis=2))
    assert np.array_equal(placed[:, downs], larger[:, ups][:, :, downs].sum(axis=1))


@pytest.mark.parametrize(
    ("features", "wide"),
    [
        ({"baseline": ["SSE", "SSE2"], "found": ["AVX2", "AVX512_SKX"]}, True),
        ({"baseline": ["X86_V2"], "found": ["X86_V3", "X86_V4"]}, True),
        ({"baseline": ["X86_V4"]}, True),
        ({"baseline": ["X86_V2"], "found": ["X86_V3"], "not found": ["X86_V4"]}, False),
        ({"baseline": ["NEON", "ASIMD"], "found": ["ASIMDHP"]}, False),
        (None, False),
    ],
)
def test_vectors_are_those_that_numpy_names(
    features: dict[str, list[str]] | None, wide: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = {} if features is None else {"SIMD Extensions": features}
    monkeypatch.setattr(np, "show_config", lambda **_: config)
    sorts_by_vectors.cache_clear()
    try:
        assert sorts_by_vectors() is wide
    finally:
        sorts_by_vectors.cache_clear()
