"""Predictions that lie in Spark or DuckDB are aggregated there, and the scores are those of Polars."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br

ASKED = [
    {"metrics": ["auc", "tpr", "brier_score", "accuracy", "mcc"], "positive": "yes"},
    {"metrics": ["log_loss", "quadratic_probability_loss", "informational_loss"], "positive": "yes", "clip": 0.01},
    {"metrics": ["auc", "macro_f1"], "positive": "yes", "average": "pooled"},
    {"metrics": ["precision", "f_score"], "positive": "yes", "cut": 0.3},
]
Made = Callable[[pl.DataFrame], Any]


def classes() -> pl.DataFrame:
    rng = np.random.default_rng(0)
    size = 240
    truth = rng.random(size) < 0.4
    score = np.round(np.clip(0.3 * truth + 0.7 * rng.random(size), 0, 1), 1)
    return pl.DataFrame(
        {
            "model": np.repeat(["a", "b"], size // 2),
            "dataset": np.tile(np.repeat(["d", "e"], size // 4), 2),
            "fold": np.tile(np.arange(size // 4) % 3, 4),
            "instance": np.tile(np.arange(size // 4), 4),
            "truth": np.where(truth, "yes", "no"),
            "prediction": np.where(score >= 0.5, "yes", "no"),
            "score": score,
        }
    )


def decimals() -> pl.DataFrame:
    rng = np.random.default_rng(1)
    truth = np.round(rng.normal(size=60), 3)
    frame = pl.DataFrame({"truth": truth, "prediction": truth + np.round(rng.normal(size=60), 3)})
    return frame.with_columns(algorithm=pl.lit("m"), fold=pl.int_range(60) % 2, instance=pl.int_range(60))


def in_duckdb(frame: pl.DataFrame) -> Any:
    return duckdb.from_arrow(frame.to_arrow())


@pytest.fixture(scope="module")
def in_spark() -> Iterator[Made]:
    pytest.importorskip("pyspark", reason="pip install 'benchreport[spark]'")
    from pyspark.sql import SparkSession

    settings = {
        "spark.ui.enabled": "false",
        "spark.sql.shuffle.partitions": "1",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
    }
    session = SparkSession.builder.master("local[1]").config(map=settings).getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield lambda frame: session.createDataFrame(frame.rows(), schema=frame.columns)
    session.stop()


def agrees(frame: pl.DataFrame, made: Made, **options: Any) -> None:
    assert_frame_equal(br.measure(made(frame), **options), br.measure(br.predictions(frame), **options))


@pytest.mark.parametrize("options", ASKED, ids=lambda options: options["metrics"][0])
def test_scores_from_duckdb_are_those_of_polars(options: dict[str, Any]) -> None:
    agrees(classes(), in_duckdb, **options)


def test_numbers_from_duckdb_are_those_of_polars() -> None:
    agrees(decimals(), in_duckdb, metrics=["rmse", "mae", "r2"])


def test_every_dataset_may_have_a_positive_class_of_its_own_in_duckdb() -> None:
    agrees(classes(), in_duckdb, metrics=["auc", "fpr"], positive={"d": "yes", "e": "no"})
    agrees(classes(), in_duckdb, metrics=["auc", "fpr"], positive={"d": "yes"})


def test_probabilities_of_every_class_are_read_in_duckdb() -> None:
    frame = classes().with_columns(prob_yes="score", prob_no=1 - pl.col("score")).drop("score", "prediction")
    agrees(frame, in_duckdb, metrics=["accuracy", "log_loss", "quadratic_probability_loss"])
    with pytest.raises(br.BenchreportError, match="do not sum to 1"):
        br.measure(in_duckdb(frame.with_columns(prob_no="prob_yes")), metrics="log_loss")


def test_instances_without_a_score_leave_the_run_without_a_value_in_duckdb() -> None:
    holes = pl.when(pl.col("instance") != 5).then(pl.col("score"))
    agrees(classes().with_columns(score=holes), in_duckdb, metrics="auc", positive="yes")


def test_weights_are_counted_in_duckdb() -> None:
    frame = classes().with_columns(weight=pl.col("instance") % 4)
    agrees(frame, in_duckdb, metrics=["accuracy", "tpr"], positive="yes", weighted=True)


def test_what_an_engine_cannot_aggregate_is_refused() -> None:
    table = in_duckdb(classes())
    with pytest.raises(br.BenchreportError, match="ece is not measured"):
        br.measure(table, metrics="ece", positive="yes")
    with pytest.raises(br.BenchreportError, match="baselines"):
        br.measure(table, baselines=True)
    with pytest.raises(br.BenchreportError, match="instance"):
        br.measure(in_duckdb(pl.concat([classes(), classes().head(1)])))


@pytest.mark.spark
def test_scores_from_spark_are_those_of_polars(in_spark: Made) -> None:
    # One call, since every one of them costs Spark seconds.
    metrics = ["auc", "tpr", "macro_f1", "brier_score", "log_loss"]
    agrees(classes(), in_spark, metrics=metrics, positive="yes", clip=0.01)
