"""Are the tails of the signed-rank law probabilities, however many blocks and ties there are?"""

from __future__ import annotations

import numpy as np
import pytest

from benchreport.stats.kernels.signed_rank import lower_tail


@pytest.mark.parametrize("n", [60, 112, 200])
def test_the_upper_end_of_the_law_is_one_and_never_more(n: int) -> None:
    # Doubled midranks in which the first two are tied, as 0.5-step ranks are kept in whole numbers.
    ranks = np.tile(np.concatenate([[3, 3], 2 * np.arange(3, n + 1)]), (200, 1))
    whole = n * (n + 1)
    totals = whole - np.arange(200)
    tails = lower_tail(ranks, totals)
    assert tails.max() <= 1.0
    assert tails == pytest.approx(np.ones(200), abs=1e-9)
