"""One dataset, many runs: which classifiers differ, when folds share their training data?

    python examples/03_folds_of_one_dataset.py [--out FOLDER]

Shows the tests one by one, as frames, and then the report that a reader gets.
"""

from __future__ import annotations

from pathlib import Path

import polars as pl
from shared import output_folder

import benchreport as br


def main(folder: Path) -> None:
    """Compare classifiers on the 10 x 10 folds of one dataset."""
    scores = br.read_scores(br.example("small_study_10x10.parquet"))
    wine = scores.filter((pl.col("dataset") == "wine") & (pl.col("metric") == "accuracy"))

    once = wine.filter(pl.col("repeat") == 1)
    naive = br.kfold_paired_t(once)  # rejects too often: folds share training data
    right = br.corrected_resampled_t(once).pipe(br.adjust, "holm")
    both = right.select("a", "b", "estimate", "ci_low", "ci_high", p_corrected="p_value", p_holm="p_adjusted").join(
        naive.select("a", "b", p_naive="p_value"), on=["a", "b"]
    )
    print(br.show(both, caption="Ten folds."))

    # All hundred runs, in a report that chooses the corrected test itself and says why.
    report = br.report(wine, title="Accuracy on wine, 10 x 10 folds")
    print(report.write(folder / "wine.html"))


if __name__ == "__main__":
    main(output_folder(__doc__))
