"""Two algorithms: paired t tests of many groups, exact Wilcoxon of many pairs."""

from __future__ import annotations

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Race, table

FOLDS, GROUPS, FEW = 10, 20_000, 500


def races() -> list[Race]:
    rng = np.random.default_rng(20260102)
    folds = np.round(rng.normal(0.8, 0.05, (GROUPS, FOLDS, 2)), 3)
    side_by_side = pl.DataFrame(
        {
            "group": np.repeat(np.arange(GROUPS), FOLDS),
            "x": folds[:, :, 0].ravel(),
            "y": folds[:, :, 1].ravel(),
        }
    )
    wide, values = table(5, 100, 50)
    pairs = [(i, j) for i in range(50) for j in range(i + 1, 50)]
    first = np.stack([values[0][:, i] for i, _ in pairs])
    second = np.stack([values[0][:, j] for _, j in pairs])
    few = 200
    return [
        Race(
            name="paired t with intervals of difference and effect, 20,000 groups of 10 folds",
            ours=lambda: side_by_side.group_by("group").agg(br.expr.kfold_paired_t("x", "y")),
            peer="scipy.stats.ttest_rel (no intervals) in a loop",
            theirs=lambda: [stats.ttest_rel(one[:, 0], one[:, 1]) for one in folds[:FEW]],
            share=FEW / GROUPS,
        ),
        Race(
            name="exact Wilcoxon with ties, 6,125 pairs of 100",
            ours=lambda: br.wilcoxon(wide, estimate=False),
            peer="scipy.stats.wilcoxon (exact without ties) in a loop",
            theirs=lambda: [
                stats.wilcoxon(x, y, method="exact") for x, y in zip(first[:few], second[:few], strict=True)
            ],
            share=few / 6_125,
        ),
        Race(
            name="exact Wilcoxon with ties, 6,125 pairs of 100",
            ours=lambda: br.wilcoxon(wide, estimate=False),
            peer="scipy.stats.wilcoxon(axis=1) (exact without ties)",
            theirs=lambda: stats.wilcoxon(first, second, axis=1, method="exact"),
            share=1 / 5,
        ),
    ]
