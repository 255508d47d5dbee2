"""Reports that a page is tried with: plain, with a reference, with many names, with hostile names, with gaps."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.formats.html import page_data
from tests.document.sections import answers

# Each has broken out of something somewhere: markup, scripts, addresses, selectors, spreadsheets, shells, Python.
VECTORS = (
    "</script><script>broken=1</script>",
    "<img src=x onerror=window.broken=1>",
    '"><svg onload=window.broken=1>',
    "'-(window.broken=1)-'",
    "javascript:window.broken=1",
    "${window.broken=1}",
    "{{7*7}} {% raw %}",
    "<!--<script>window.broken=1",
    "]]><x>&lt;b&gt;&amp;",
    "$(touch broken)",
    "`touch broken`",
    "x; touch broken #",
    "--output=broken",
    "=HYPERLINK(1)",
    "a,b&vs=c,d#e=f",
    "100%25 %22 %",
    '"]); open("broken", "w") #\\',
    "שלום עולם 漢字",
    "__proto__",
    'y"] , [data-a="x',
)


def demo() -> br.Report:
    return br.report(br.read_scores(br.example("demsar2006_auc.csv")), title="Four trees")


def declared() -> br.Report:
    return br.report(br.read_scores(br.example("demsar2006_auc.csv")), reference="C4.5")


def two_fold() -> br.Report:
    """Return a report on 5 x 2 folds with several metrics, one of them without a common scale."""
    return br.report(br.read_scores(br.example("small_study_5x2.csv")))


def predictions() -> br.Report:
    return br.report(br.read_predictions(br.example("small_study_predictions.parquet")))


def scores_of(values: Mapping[str, np.ndarray], algorithms: list[str], datasets: list[str]) -> pl.DataFrame:
    """Return values by dataset and algorithm as a table of scores; what is not a number is missing."""
    tables = [
        pl.DataFrame(table, schema=algorithms)
        .with_columns(dataset=pl.Series(datasets), metric=pl.lit(metric))
        .unpivot(index=["dataset", "metric"], variable_name="algorithm")
        for metric, table in values.items()
    ]
    return br.scores(pl.concat(tables).filter(pl.col("value").is_not_nan()))


def hostile() -> br.Report:
    values = np.array([[answers.noise(d, a) for a in range(20)] for d in range(20)])
    table = np.round(0.7 + 0.1 * values - 0.01 * np.arange(20), 4)
    scores = scores_of({"accuracy": table}, list(VECTORS), [f"{name}2" for name in VECTORS])
    return br.report(scores, title="</title><script>window.broken=1</script>")


def synthetic(algorithms: int, datasets: int) -> pl.DataFrame:
    """Return random rates and errors with units of some algorithms on some datasets, with ties."""
    rng = np.random.default_rng(20260101)
    level = rng.uniform(0.4, 0.95, (datasets, 1)) - np.linspace(0, 0.1, algorithms)
    rates = np.round(np.clip(level + rng.normal(0, 0.03, level.shape), 0, 1), 2)
    errors = np.round(rng.lognormal(0, 2, (datasets, 1)) * (2 - level) * rng.lognormal(0, 0.1, level.shape), 4)
    names = [f"algorithm {n}" for n in range(algorithms)], [f"dataset {n}" for n in range(datasets)]
    return scores_of({"accuracy": rates, "rmse": errors}, *names)


def bake_off() -> br.Report:
    """Return a report of the shape of a bake-off, smaller."""
    return br.report(synthetic(24, 30))


def wide_intervals() -> br.Report:
    """Return a report on algorithms that hardly differ on average and much on single datasets."""
    return br.report(answers.rates(14, 0.0, 0.001, 0.002, 0.003, spread=0.1))


@dataclass(frozen=True)
class Block:
    """Data of a page that no analysis was made for."""

    block: Mapping[str, Any]


def large() -> br.Report:
    """Return the demo with the data of 200 x 200 random values in its page; their tests would take minutes."""
    values = np.random.default_rng(20260101).uniform(0.4, 1, (200, 200))
    data = json.loads(explorer_of(report("demo")))
    metric = data["metrics"][0] | {"values": b64encode(values.astype("<f8").tobytes()).decode(), "pairs": None}
    empty = dict.fromkeys(("low", "high", "own", "answer")) | dict.fromkeys(("place", "best"), [None] * 200)
    ranks = (-values).argsort(axis=1).argsort(axis=1).mean(axis=0) + 1
    names = [f"algorithm {n}" for n in ranks.argsort().argsort()]
    metric |= {**empty, "mean": values.mean(axis=0).tolist(), "rank": ranks.tolist()}
    data |= {"algorithms": names, "datasets": [f"dataset {n}" for n in range(200)], "metrics": [metric]}
    return replace(report("demo"), explorer=Block(data))


def families() -> br.Report:
    """Return a report on datasets that come in families."""
    return br.report(answers.families())


def areas() -> br.Report:
    """Return a report on the published table of Demsar 2006 with the areas that the UCI repository gives its datasets.

    Rheum, which is not of that repository, is of medicine too.
    """
    other = {"adult (sample)": "social", "voting": "social", "ionosphere": "physical", "wine": "physical"}
    area = pl.col("dataset").cast(pl.String).replace_strict(other, default="life")
    return br.report(br.read_scores(br.example("demsar2006_auc.csv")).with_columns(group=area))


def explorer_of(made: br.Report) -> str:
    """Return the data of a page as JSON."""
    assert made.explorer is not None
    return page_data(made.explorer.block)


def gaps() -> br.Report:
    """Return a report on a table with a few missing results."""
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    text = scores.with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    absent = (pl.col("algorithm") == "C4.5+m") & pl.col("dataset").is_in(["iris", "wine"])
    return br.report(br.scores(text.filter(~absent)))


REPORTS: Mapping[str, Callable[[], br.Report]] = {
    "demo": demo,
    "declared": declared,
    "two_fold": two_fold,
    "predictions": predictions,
    "hostile": hostile,
    "bake_off": bake_off,
    "wide_intervals": wide_intervals,
    "large": large,
    "gaps": gaps,
    "families": families,
    "areas": areas,
}


@cache
def report(name: str) -> br.Report:
    """Return one of the reports, made once."""
    return REPORTS[name]()
