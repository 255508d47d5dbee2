"""The first edition tried again: pages of its reports, and forgeries of a report that its verify finds.

git archive b2aae90 | tar x -C FOLDER; python -m tests.document.proof.first_edition FOLDER
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pypdf import PdfReader

import benchreport as br
from tests.document.proof.test_forgery import FORGERIES, forged

TABLES = ("demsar2006_auc.csv", "small_study_5x2.csv", "small_study_predictions.parquet")
SOUND = """
import sys
import benchreport as br
scores = br.read_scores(br.example("demsar2006_auc.csv"))
br.report(scores, title="Appendix B", sections=["setup", "distributions", "bayes"]).write(sys.argv[1])
"""
FOUND = """
import sys
import benchreport as br
for path in sys.argv[1:]:
    try:
        print(int(bool(br.verify(path))))
    except br.BenchreportError:
        print(1)
"""


def run(edition: Path, *words: str) -> str:
    """Run Python with the package of a folder; return what it prints."""
    environment = {**os.environ, "PYTHONPATH": str(edition), "BENCHREPORT_CACHE": "off"}
    return subprocess.run(
        [sys.executable, *words], env=environment, cwd=edition, check=True, capture_output=True, text=True
    ).stdout


def pages_of(edition: Path, table: str, folder: Path) -> int:
    """Return the number of pages of a report of an example table."""
    target = folder / f"{table}.pdf"
    run(edition, "-m", "benchreport", "build", str(br.example(table)), "-o", str(target))
    return len(PdfReader(target).pages)


def found_forgeries(edition: Path, folder: Path) -> tuple[int, int]:
    """Return how many forged copies of a report of an edition its verify finds, and how many there are."""
    sound = folder / "sound.pdf"
    run(edition, "-c", SOUND, str(sound))
    copies = []
    for number, forge in enumerate(forge for forgers in FORGERIES.values() for forge in forgers):
        copies.append(folder / f"{number}.pdf")
        copies[-1].write_bytes(forged(sound, forge))
    answers = run(edition, "-c", FOUND, *map(str, (sound, *copies))).split()
    if answers[0] != "0":
        raise SystemExit("the report itself is not accepted")
    return sum(map(int, answers[1:])), len(copies)


def main(edition: Path) -> None:
    """Print the figures of an edition."""
    with tempfile.TemporaryDirectory() as name:
        for table in TABLES:
            print(f"{table}: {pages_of(edition, table, Path(name))} pages")
        found, forgeries = found_forgeries(edition, Path(name))
        print(f"forgeries found: {found} of {forgeries}")


if __name__ == "__main__":
    main(Path(sys.argv[1]).resolve())
