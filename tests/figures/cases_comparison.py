"""Cases of the figures that compare algorithms over datasets."""

from __future__ import annotations

import polars as pl

from tests.figures.cases import Cases, accuracy, constant, demsar, hostile, large, made


def one_dataset() -> pl.DataFrame:
    return made(4, 1, folds=3)


def gappy() -> pl.DataFrame:
    """Some results are missing."""
    return made(5, 9).with_row_index().filter(pl.col("index") % 7 != 3).drop("index")


def two() -> pl.DataFrame:
    return made(2, 9)


def twelve() -> pl.DataFrame:
    return made(12, 112)


def losses() -> pl.DataFrame:
    """Lower is better, over many orders of magnitude."""
    table = made(4, 30, metric="log_loss")
    return table.with_columns(
        value=10 ** ((pl.col("value") - 0.7) * 20), direction=pl.lit("lower", dtype=table.schema["direction"])
    )


def beyond() -> pl.DataFrame:
    """More algorithms than a page has rows."""
    return made(60, 12)


CASES: Cases = {
    "cd": {
        "published": (demsar, {}),
        "nemenyi": (demsar, {"posthoc": "nemenyi", "control": "C4.5"}),
        "control": (demsar, {"posthoc": "bonferroni_dunn", "control": "C4.5"}),
        "letters": (demsar, {"letters": True, "width": "column"}),
        "study": (accuracy, {}),
        "large": (large, {"posthoc": "nemenyi"}),
        "large-letters": (large, {"posthoc": "nemenyi", "letters": True}),
        "hostile": (hostile, {"posthoc": "nemenyi", "letters": True}),
        "hostile-column": (hostile, {"posthoc": "nemenyi", "letters": True, "width": "column"}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
    },
    "mcm": {
        "published": (demsar, {}),
        "study": (accuracy, {"width": "page"}),
        "twelve": (twelve, {}),
        "large": (large, {"posthoc": "nemenyi"}),
        "beyond": (beyond, {"posthoc": "sign_test"}),
        "hostile": (hostile, {}),
        "hostile-column": (hostile, {"width": "column"}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
        "losses": (losses, {"adjust": None}),
    },
    "win_rates": {
        "published": (demsar, {}),
        "study": (accuracy, {}),
        "twelve": (twelve, {}),
        "large": (large, {}),
        "large-column": (large, {"width": "column"}),
        "beyond": (beyond, {}),
        "gappy": (gappy, {"missing": "available"}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
    },
    "p_values": {
        "published": (demsar, {}),
        "study": (accuracy, {"posthoc": "conover", "adjust": "shaffer"}),
        "twelve": (twelve, {}),
        "large": (large, {"posthoc": "nemenyi"}),
        "beyond": (beyond, {"posthoc": "sign_test", "width": "page"}),
        "hostile": (hostile, {"alpha": 0.2}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
    },
    "hasse": {
        "published": (demsar, {"posthoc": "nemenyi", "alpha": 0.1}),
        "study": (accuracy, {}),
        "twelve": (twelve, {}),
        "large": (large, {"posthoc": "nemenyi"}),
        "large-column": (large, {"posthoc": "nemenyi", "width": "column"}),
        "hostile": (hostile, {"adjust": None}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
    },
    "forest": {
        "published": (demsar, {}),
        "control": (demsar, {"control": "C4.5", "posthoc": "bonferroni_dunn"}),
        "study": (accuracy, {"width": "page"}),
        "large": (large, {"posthoc": "nemenyi"}),
        "beyond": (beyond, {"posthoc": "sign_test"}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "two": (two, {}),
        "losses": (losses, {"control": "algorithm01"}),
        "no-intervals": (demsar, {"posthoc": "exact_friedman_pairs"}),
        "no-estimates": (demsar, {"posthoc": "dscf"}),
    },
    "scatter_pair": {
        "published": (demsar, {"a": "C4.5", "b": "C4.5+m"}),
        "study": (accuracy, {"points": "runs"}),
        "large": (large, {"width": "page"}),
        "gappy": (gappy, {}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "one-dataset": (one_dataset, {}),
        "losses": (losses, {}),
    },
}
