"""Posterior probabilities of better, as good as equal, and worse."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

import benchreport as br
from tests.oracles.first import wide
from tests.oracles.harness import Call, Oracle
from tests.oracles.tables import METRIC, path_of, read


def posterior(rows: pl.DataFrame, a: str, b: str) -> dict[str, float]:
    """Give the probabilities with the two algorithms in the order that the oracle has them."""
    found = {(row["a"], row["term"]): row["estimate"] for row in rows.iter_rows(named=True)}
    first = a < b
    return {
        "a": found[(a, "a_better")] if first else found[(b, "b_better")],
        "rope": found[(min(a, b), "rope")],
        "b": found[(a, "b_better")] if first else found[(b, "a_better")],
    }


def over_datasets(test: Callable[..., pl.DataFrame]) -> Call:
    def call(oracle: Oracle) -> Any:
        a, b, options = oracle.data["a"], oracle.data["b"], oracle.entry["options"]
        frame = wide(oracle).select("dataset", a, b)
        # Their difference is x - y whatever the metric: a larger value counts as better.
        scores = br.complete(br.scores(frame, metric=METRIC, directions={METRIC: "max"}), "drop_blocks")
        p = posterior(test(scores, rope=options["rope"], prior=options["s"], draws=50_000), a, b)
        if "probs" in oracle.result:
            return {"probs": [p["a"], p["b"]] if options["rope"] == 0 else [p["a"], p["rope"], p["b"]]}
        # scmamp's left is the side on which the second is better.
        return {"left": p["b"], "rope": p["rope"], "right": p["a"]}

    return call


def correlated_t(oracle: Oracle) -> Any:
    rope = oracle.entry["options"]["rope"]
    frame = read(path_of(oracle))
    if "dataset" in oracle.data:
        frame = frame.filter(pl.col("dataset") == oracle.data["dataset"])
        scores = br.scores(frame.drop("n_train", "n_test", strict=False), metrics=oracle.data["metric"])
        rows = br.bayes_correlated_t(scores, rope=rope, missing="available")
        found = []
        for pair in oracle.result:
            both = [pair["a"], pair["b"]]
            p = posterior(rows.filter(pl.col("a").is_in(both) & pl.col("b").is_in(both)), *both)
            found.append({"a_better": p["a"], "rope": p["rope"], "b_better": p["b"]})
        return found
    a, b = oracle.data["a"], oracle.data["b"]
    folds = frame.rename({frame.columns[0]: "fold"}).select("fold", a, b)
    scores = br.scores(folds, metric=METRIC, directions={METRIC: "max"})
    p = posterior(br.bayes_correlated_t(scores, rope=rope), a, b)
    return {"probs": [p["a"], p["b"]] if rope == 0 else [p["a"], p["rope"], p["b"]]}


REFERENCES: Mapping[str, Call] = {
    "bayesian_signed_rank": over_datasets(br.bayes_signed_rank),
    "bayesian_sign": over_datasets(br.bayes_sign),
    "bayesian_correlated_t": correlated_t,
}
