"""Cases of the figures that compare algorithms over datasets."""

from __future__ import annotations

import polars as pl

import benchreport as br
from tests.figures.cases import Cases, accuracy, constant, demsar, hostile, large, made, study


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


def times() -> pl.DataFrame:
    """Ratios about 1 and far beyond, lower is better."""
    table = made(5, 14, metric="seconds")
    far = pl.when(pl.col("algorithm").cast(pl.String) == "algorithm04").then(300.0).otherwise(1.0)
    return table.with_columns(value=pl.col("value") * far, direction=pl.lit("lower", dtype=table.schema["direction"]))


def zeros() -> pl.DataFrame:
    """With values of 0 there are no ratios: wins decide."""
    return times().with_columns(value=(pl.col("value") - 0.7).clip(0))


def seven() -> pl.DataFrame:
    """Too few datasets for adjusted exact tests: Nemenyi, confirmed."""
    return made(5, 7)


def predicted() -> pl.DataFrame:
    return br.read_predictions(br.example("small_study_predictions.parquet"))


def fifteen() -> pl.DataFrame:
    return made(15, 30)


def nine_metrics(algorithms: int = 6) -> pl.DataFrame:
    """More metrics than stand side by side."""
    tables = [made(algorithms, 4, metric=f"metric {i}", seed=i) for i in range(9)]
    return pl.concat(tables)


def crowd_by_metric() -> pl.DataFrame:
    return nine_metrics(60)


def beyond() -> pl.DataFrame:
    """More algorithms than a page has rows."""
    return made(60, 12)


def doubled(table: pl.DataFrame) -> pl.DataFrame:
    """The same scores by a second metric of another order, under a long name."""
    other = table.with_columns(
        metric=pl.lit("a_second_metric_of_a_long_name").cast(table.schema["metric"]),
        value=(7 * pl.col("value")) % 1,
    )
    return pl.concat([table, other])


def crowd() -> pl.DataFrame:
    return doubled(made(30, 12))


def hostile_pair() -> pl.DataFrame:
    return doubled(hostile())


CASES: Cases = {
    "singles_map": {
        "study": (study, {"test": "cv52_f"}),
        "control": (study, {"test": "cv52_f", "control": "kNN", "row": 0.2}),
        "one-metric": (accuracy, {"width": "column"}),
        "hostile": (hostile, {}),
        "gappy": (gappy, {}),
        "long": (lambda: made(20, 80), {}),
    },
    "sorted_differences": {
        "published": (demsar, {}),
        "column": (demsar, {"width": "column", "height": 2.0}),
        "control": (accuracy, {"control": "kNN"}),
        "hostile": (hostile, {}),
        "large": (large, {}),
        "losses": (losses, {}),
        "constant": (constant, {}),
        "two": (two, {}),
    },
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
    "differences": {
        "published": (demsar, {}),
        "reference": (demsar, {"control": "C4.5"}),
        "column": (demsar, {"width": "column"}),
        "study": (accuracy, {}),
        "fifteen": (fifteen, {"row": 5.0, "noun": "classifier"}),
        "losses": (losses, {}),
        "times": (times, {}),
        "times-reference": (times, {"control": "algorithm02"}),
        "zeros": (zeros, {}),
        "seven": (seven, {}),
        "gappy": (gappy, {"missing": "available"}),
        "predictions": (predicted, {"dataset": "iris"}),
        "predictions-reference": (predicted, {"dataset": "wine", "control": "kNN"}),
        "hostile": (hostile, {}),
        "hostile-reference": (hostile, {"control": "é"}),
        "constant": (constant, {}),
        "two": (two, {}),
    },
    "standings": {
        "published": (demsar, {}),
        "large": (large, {}),
        "beyond": (beyond, {"more": "27 more: Table 4", "marked": ["algorithm59", "algorithm00"]}),
        "reference": (large, {"control": "algorithm20"}),
        "beyond-reference": (beyond, {"control": "algorithm20", "row": 4.0}),
        "twelve": (twelve, {"noun": "classifier"}),
        "gappy": (gappy, {"missing": "available"}),
        "blocks": (gappy, {"missing": "drop_blocks"}),
        "losses": (losses, {}),
        "times": (times, {}),
        "zeros": (zeros, {}),
        "hostile": (hostile, {}),
        "constant": (constant, {}),
        "two": (two, {}),
    },
    "rank_dots": {
        "study": (study, {}),
        "published": (demsar, {"row": 8.0, "noun": "variant"}),
        "column": (study, {"metrics": ["accuracy", "auc"], "width": "column"}),
        "nine": (nine_metrics, {}),
        "crowd": (crowd_by_metric, {}),
        "large": (large, {}),
        "hostile": (hostile, {}),
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
    "places_by_metric": {
        "study": (study, {}),
        "many": (crowd, {}),
        "many-column": (crowd, {"width": "column"}),
        "hostile": (hostile_pair, {"height": 2.0}),
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
