"""Two algorithms: paired t tests of many groups, exact Wilcoxon of many pairs."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Goal, Race, table

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
    long = (
        side_by_side.with_columns(fold=pl.int_range(pl.len()) % FOLDS)
        .unpivot(["x", "y"], index=["group", "fold"], variable_name="algorithm")
        .select(
            pl.col("algorithm", "group").cast(pl.String).cast(pl.Categorical),
            "fold",
            "value",
            metric=pl.lit("accuracy", dtype=pl.Categorical),
            direction=pl.lit("higher", dtype=pl.Categorical),
        )
        .rename({"group": "dataset"})
    )
    tied, rounded = table(5, 100, 50)
    values = rounded + rng.normal(0, 1e-4, rounded.shape)
    untied = tied.with_columns(value=pl.Series(values.ravel()))
    pairs = [(i, j) for i in range(50) for j in range(i + 1, 50)]
    first, second = (np.stack([values[0][:, pair[side]] for pair in pairs]) for side in (0, 1))
    few = 200
    whole = len(pairs) * 5
    loop: dict[str, Any] = {
        "peer": "scipy.stats.wilcoxon (exact, which holds without ties only) in a loop",
        "theirs": lambda: [
            stats.wilcoxon(x, y, method="exact") for x, y in zip(first[:few], second[:few], strict=True)
        ],
        "share": few / whole,
    }
    at_once: dict[str, Any] = {
        "peer": "scipy.stats.wilcoxon(axis=1) (exact, which holds without ties only)",
        "theirs": lambda: stats.wilcoxon(first, second, axis=1, method="exact"),
        "share": 1 / 5,
    }
    return [
        Race(
            name="paired t with intervals of difference and effect, 20,000 groups of 10 folds",
            ours=lambda: side_by_side.group_by("group").agg(br.expr.kfold_paired_t("x", "y")),
            peer="scipy.stats.ttest_rel (no intervals) in a loop",
            theirs=lambda: [stats.ttest_rel(one[:, 0], one[:, 1]) for one in folds[:FEW]],
            share=FEW / GROUPS,
        ),
        Race(
            name="the same from a long table of scores, 400,000 rows",
            ours=lambda: br.kfold_paired_t(long),
            peer="scipy.stats.ttest_rel (no intervals) in a loop",
            theirs=lambda: [stats.ttest_rel(one[:, 0], one[:, 1]) for one in folds[:FEW]],
            share=FEW / GROUPS,
        ),
        Race(
            name="exact Wilcoxon without ties, 6,125 pairs of 100 from a long table",
            ours=lambda: br.wilcoxon(untied, estimate=False),
            **loop,
        ),
        Race(
            name="exact Wilcoxon without ties, 6,125 pairs of 100 from a long table",
            ours=lambda: br.wilcoxon(untied, estimate=False),
            **at_once,
        ),
        Race(
            name="exact Wilcoxon with ties, by their own law, 6,125 pairs of 100 from a long table",
            ours=lambda: br.wilcoxon(tied, estimate=False),
            **loop,
        ),
        Race(
            name="exact Wilcoxon with ties, by their own law, 6,125 pairs of 100 from a long table",
            ours=lambda: br.wilcoxon(tied, estimate=False),
            **at_once,
            goal=Goal(faster=1),
            profile="bounds of waves 28 %, sorting differences 15 %, rank sums 13 %, "
            "reading the table and writing rows 20 %",
        ),
    ]
