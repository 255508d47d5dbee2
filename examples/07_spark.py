"""Predictions that live in Spark: measured there, reported here.

    pip install 'benchreport[spark]'; python examples/07_spark.py [--out FOLDER]      needs Java

Counts and rank sums are aggregated by Spark; only scores come back, and the report is made from them.
"""

from __future__ import annotations

from pathlib import Path

from shared import output_folder

import benchreport as br


def main(folder: Path) -> None:
    """Measure a Spark frame and make the report of its scores."""
    from pyspark.sql import SparkSession

    spark = SparkSession.builder.master("local[2]").appName("benchreport").getOrCreate()
    try:
        frame = spark.read.parquet(str(br.example("small_study_predictions.parquet")))
        frame = frame.filter(frame.dataset == "breast_cancer")
        scores = br.measure(frame, metrics=["accuracy", "auc"], positive="malignant")
    finally:
        spark.stop()
    print(br.show(scores.head(4)))
    print(br.report(scores, title="Measured in Spark").write(folder / "spark.html"))


if __name__ == "__main__":
    main(output_folder(__doc__))
