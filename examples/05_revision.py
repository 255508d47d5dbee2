"""A paper before and after its revision: the report is made again, and what changed is listed for the reviewers.

    python examples/05_revision.py [--out FOLDER] [--strict]      with --strict, exit code 1 if a verdict changed

Here the reviewers asked for a reference and another adjustment, and a mistyped number was corrected. Both states are
reports of one experiment. New measurements are another matter: their noise alone changes verdicts, so this is no alarm
for a nightly benchmark.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polars as pl
from shared import output_folder

import benchreport as br


def main(folder: Path, *, strict: bool) -> int:
    """Write both reports and what changed between them."""
    revised = pl.read_csv(br.example("demsar2006_auc.csv"))
    corrected = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "C4.5")
    submitted = revised.with_columns(value=pl.when(corrected).then(0.963).otherwise("value"))  # 0.936, mistyped
    before, now = (folder / name for name in ("submitted.pdf", "revised.pdf"))
    print(br.report(br.scores(submitted)).write(before))
    print(br.report(br.scores(revised), reference="C4.5", adjust="hochberg").write(now))
    changes = br.compare(before, now)
    listed = br.table(changes.select("change", "words"), caption="What changed since the submission.")
    report = br.Report(title="Changes", sections=(br.section("Changes", listed),))
    print(report.write(folder / "changes.html"))
    verdicts = changes.filter(change="verdict")
    print("\n".join(verdicts["words"]) or "No verdict changed.")
    return 1 if strict and verdicts.height else 0


if __name__ == "__main__":
    sys.exit(main(output_folder(__doc__, flags=("--strict",)), strict="--strict" in sys.argv))
