"""The studentised range behind Nemenyi's and Tukey's tests, at first and once its table is known."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import stats

from benchreport.stats.kernels.studentized_range import _integrand, _tail_table, survival
from tests.benchmarks.race import Race


def anew(q: Any, groups: int, df: float) -> Any:
    _tail_table.cache_clear()
    _integrand.cache_clear()
    return survival(q, groups, df)


def races() -> list[Race]:
    many = np.linspace(0.5, 12, 300 * 299 // 2)
    some = np.linspace(0.5, 12, 30 * 29 // 2)
    few, fewer = many[:: len(many) // 200], some[::20]
    return [
        Race(
            name="Nemenyi's p-values of 300 algorithms, 44,850 pairs, first metric",
            ours=lambda: anew(many, 300, np.inf),
            peer="scipy.stats.studentized_range.sf, vectorised",
            theirs=lambda: stats.studentized_range.sf(few, 300, np.inf),
            share=len(few) / len(many),
        ),
        Race(
            name="Nemenyi's p-values of 300 algorithms, 44,850 pairs, further metrics",
            ours=lambda: survival(many, 300),
            peer="scipy.stats.studentized_range.sf, vectorised",
            theirs=lambda: stats.studentized_range.sf(few, 300, np.inf),
            share=len(few) / len(many),
        ),
        Race(
            name="Tukey's p-values of 30 algorithms, 500 df, 435 pairs",
            ours=lambda: anew(some, 30, 500.0),
            peer="scipy.stats.studentized_range.sf, vectorised",
            theirs=lambda: stats.studentized_range.sf(fewer, 30, 500.0),
            share=len(fewer) / len(some),
        ),
    ]
