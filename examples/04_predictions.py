"""Predictions behind the scores: measures, ROC curves, instance-wise tests, calibration.

python examples/04_predictions.py [--out FOLDER]
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
from shared import output_folder

import benchreport as br


def main(folder: Path) -> None:
    """Make the report of a binary problem from every test prediction."""
    everything = br.read_predictions(br.example("small_study_predictions.parquet"))
    predictions = everything.filter(pl.col("dataset") == "breast_cancer").select(
        "algorithm", "dataset", "repeat", "fold", "instance", "truth", "prediction", "prob_benign", "prob_malignant"
    )
    print(br.show(br.measure(predictions, metrics=["accuracy", "auc", "mcc"], positive="malignant").head(6)))
    print(br.show(br.delong(predictions, positive="malignant", control="RandomForest")))

    report = br.report(
        predictions,
        title="Breast cancer, prediction by prediction",
        positive="malignant",
        reference="RandomForest",
        costs={"malignant": {"benign": 5.0}, "benign": {"malignant": 1.0}},
    )
    print(report.write(folder / "breast_cancer.html"))


if __name__ == "__main__":
    main(output_folder(__doc__))
