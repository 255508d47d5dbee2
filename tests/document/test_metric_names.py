"""Printed names of metrics: those of papers, unless the user gave one; data files keep the names of the table."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import tables_of


def metrics_in(scores: pl.DataFrame, **options: Any) -> tuple[str, set[str]]:
    """Return the fact that names the metric, and the metrics in the data behind the tables."""
    report = br.report(scores, sections=["results"], **options)
    frames = [table.frame for table in tables_of(report) if "metric" in table.frame.columns]
    return next(fact for fact in report.facts if "better" in fact), {
        name for frame in frames for name in frame["metric"].cast(pl.String)
    }


@pytest.mark.parametrize(
    ("labels", "printed", "kept"),
    [({}, "AUC", "auc"), ({"auc": "auc"}, "auc", "auc"), ({"auc": "Area"}, "Area", "Area")],
)
def test_a_metric_is_printed_as_in_papers_unless_the_user_names_it(
    demsar: pl.DataFrame, labels: dict[str, str], printed: str, kept: str
) -> None:
    fact, in_data = metrics_in(demsar, labels=labels)
    assert fact == f"{printed}, higher is better"
    assert in_data == {kept}


def test_two_metrics_with_one_printed_name_keep_their_own(demsar: pl.DataFrame) -> None:
    twice = pl.concat([demsar, demsar.with_columns(metric=pl.lit("roc_auc").cast(pl.Categorical))])
    noise = pl.col("value") + pl.int_range(pl.len()) / 1e6  # equal numbers under two names would be left out
    twice = twice.with_columns(value=pl.when(pl.col("metric") == "auc").then(pl.col("value")).otherwise(noise))
    heads = {column.group for table in tables_of(br.report(twice, sections=["results"])) for column in table.columns}
    assert {"auc", "roc_auc"} <= heads


def test_what_is_compared_has_a_name(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="noun is ' '"):
        br.report(demsar, noun=" ")


def test_a_share_beyond_a_hundred_per_cent_is_compared_by_ratios(demsar: pl.DataFrame) -> None:
    large = demsar.with_columns(metric=pl.lit("metric_error").cast(pl.Categorical), value=pl.col("value") * 1000)
    large = large.with_columns(direction=pl.lit("lower").cast(pl.Categorical))
    (section,) = br.report(large, sections=["answer"]).sections
    words = "".join(word if isinstance(word, str) else word.text for word in section.blocks[1].words)
    assert "mean metric_error" not in words
    wide = large.select(pl.col("algorithm", "dataset").cast(pl.String), "value").pivot(on="algorithm", index="dataset")
    logs = np.log((wide["C4.5+m+cf"] / wide["C4.5"]).to_numpy())
    first, second = np.triu_indices(len(logs))
    assert f"a ratio of {np.exp(np.median((logs[first] + logs[second]) / 2)):.2f}" in words
