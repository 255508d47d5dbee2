"""Multivariate analyses of variance of many groups."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import polars as pl

import benchreport as br
from tests.benchmarks.race import Goal, Race


def many_metrics(groups: int, blocks: int, algorithms: int, metrics: int) -> tuple[pl.DataFrame, np.ndarray]:
    rng = np.random.default_rng(20260101)
    values = rng.normal(0.8, 0.05, (groups, blocks, algorithms, metrics))
    g, b, a, m = np.indices(values.shape).reshape(4, -1)
    frame = pl.DataFrame({"dataset": g, "fold": b, "algorithm": a, "metric": m, "value": values.ravel()})
    labels = pl.col("dataset", "algorithm", "metric").cast(pl.String).cast(pl.Categorical)
    return frame.with_columns(labels, direction=pl.lit("higher", dtype=pl.Categorical)), values


def races() -> list[Race]:
    if find_spec("statsmodels") is None:
        print("manova: not raced, statsmodels is not installed")
        return []
    import pandas as pd
    from statsmodels.multivariate.manova import MANOVA

    table, values = many_metrics(500, 10, 4, 3)
    frames = [
        pd.DataFrame(part.reshape(40, 3), columns=["m0", "m1", "m2"]).assign(algorithm=list("abcd") * 10)
        for part in values[:25]
    ]
    return [
        Race(
            name="manova, 500 groups of 10 x 4 x 3",
            ours=lambda: br.manova(table),
            peer="statsmodels MANOVA.from_formula in a loop",
            theirs=lambda: [MANOVA.from_formula("m0 + m1 + m2 ~ algorithm", frame).mv_test() for frame in frames],
            share=25 / 500,
            goal=Goal(faster=500),
        )
    ]
