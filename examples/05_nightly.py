"""A nightly build: compare today's model with yesterday's, write a report, and fail when something got worse.

    python examples/05_nightly.py [--out FOLDER] [--inject]      exit code 1 on a regression

``--inject`` makes today's forest worse, to see the alarm.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl
from shared import output_folder

import benchreport as br

ALPHA, TOLERATED = 0.05, 0.005  # a loss of accuracy below half a point is no alarm


def main(folder: Path, *, inject: bool) -> int:
    """Give the exit code: 1 when a metric got significantly worse by more than is tolerated."""
    yesterday = br.read_scores(br.example("small_study_10x10.parquet")).filter(
        (pl.col("algorithm") == "RandomForest") & (pl.col("metric") == "accuracy")
    )
    today = yesterday.with_columns(pl.col("value") * 0.96) if inject else yesterday
    runs = pl.concat([named(yesterday, "yesterday"), named(today, "today")])
    rows = br.corrected_resampled_t(runs, control="yesterday", alpha=ALPHA).pipe(br.adjust, "holm")
    worse = rows.filter((pl.col("p_adjusted") <= ALPHA) & (pl.col("estimate") < -TOLERATED))

    verdict = f"{worse.height} of {rows.height} datasets got worse." if worse.height else "Nothing got worse."
    table = br.table(
        rows,
        caption="Today against yesterday.",
        columns={"dataset": "dataset", "estimate": "difference", "ci_low": "low", "ci_high": "high", "p_adjusted": "p"},
        note="Corrected resampled t tests over the same folds, adjusted by Holm.",
    )
    report = br.Report(title="Nightly", sections=(br.section("Accuracy", br.finding(verdict, rows), table),))
    print(report.write(folder / "nightly.html"))
    print(verdict)
    return 1 if worse.height else 0


def named(scores: pl.DataFrame, name: str) -> pl.DataFrame:
    """Call the algorithm by the day."""
    return scores.with_columns(algorithm=pl.lit(name).cast(pl.Categorical))


if __name__ == "__main__":
    sys.exit(main(output_folder(__doc__, flags=("--inject",)), inject="--inject" in sys.argv))
