"""Reports of tables that are large in one way: many algorithms, many datasets, many rows; run by ``make long``."""

from __future__ import annotations

import filecmp
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.test_threads import with_threads

pytestmark = pytest.mark.long

# Builds a report and says how much memory it took at most, in megabytes. The peak of getrusage would count that of the
# process which started it.
BUILD = """
import pathlib, sys
from benchreport.cli import main
try:
    main(sys.argv[1:])
except SystemExit as ended:
    code = ended.code
peak = pathlib.Path("/proc/self/status").read_text().partition("VmHWM:")[2].split()[0]
print("megabytes", int(peak) / 1024)
sys.exit(code)
"""
# A report and its rows, from a table with gaps in which every library that has threads uses them.
REPORT = """
import pathlib, sys, warnings
import benchreport as br
from benchreport.document.proof.attach import parquet
from benchreport.document.model.blocks import rows_of
warnings.simplefilter("ignore")
folder = pathlib.Path(sys.argv[2])
report = br.report(br.read_scores(sys.argv[1]))
for name in ("report.md", "report.html"):
    report.write(folder / name)
(folder / "rows.parquet").write_bytes(parquet(rows_of(report)))
"""


def written(path: Path, algorithms: int, datasets: int, *, gaps: float = 0.0) -> Path:
    """Write a table of accuracies with four digits, a share of them missing."""
    rng = np.random.default_rng(algorithms)
    level = rng.uniform(0.6, 0.9, (datasets, 1)) + rng.normal(0, 0.03, algorithms)
    values = (level + rng.normal(0, 0.03, (datasets, algorithms))).clip(0, 1).round(4).ravel()
    frame = pl.DataFrame(
        {
            "dataset": [f"data{row // algorithms:05}" for row in range(values.size)],
            "algorithm": [f"algorithm{row % algorithms:04}" for row in range(values.size)],
            "accuracy": values,
        }
    )
    frame.filter(pl.Series(rng.random(values.size) >= gaps)).write_csv(path)
    return path


def built(*words: str, minutes: int = 20) -> tuple[float, subprocess.CompletedProcess[str]]:
    """Run ``benchreport build`` in a child; gives the most megabytes it held, and what it said."""
    done = subprocess.run(
        [sys.executable, "-c", BUILD, "build", *words],
        capture_output=True,
        text=True,
        timeout=60 * minutes,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return float(done.stdout.split("megabytes")[1]), done


@pytest.mark.parametrize(("algorithms", "datasets"), [(320, 20), (3, 20_000), (1_000, 3)])
def test_a_large_table_becomes_a_report_within_one_and_a_half_gigabytes(
    algorithms: int, datasets: int, tmp_path: Path
) -> None:
    table = written(tmp_path / "scores.csv", algorithms, datasets)
    html, text = tmp_path / "r.html", tmp_path / "r.md"
    megabytes, _ = built(str(table), "-o", str(html), "-o", str(text), "--no-cache")
    assert megabytes < 1_500
    assert text.stat().st_size < 1e6
    assert html.stat().st_size < 2e7
    # The complete table is on the page as a whole, and beside it as a file; no file is larger than a page can link.
    files = {path.name: path for path in (tmp_path / "r_files").iterdir()}
    complete = pl.read_csv(next(path for name, path in files.items() if name.startswith("complete")))
    assert complete.height == datasets
    assert complete.width >= algorithms + 1
    assert all(path.stat().st_size < 1e8 for path in files.values())
    assert html.read_text(encoding="utf8").count("algorithm0001") >= 2


def test_a_report_has_the_same_bytes_with_one_two_and_four_threads(tmp_path: Path) -> None:
    table = written(tmp_path / "scores.csv", 110, 40, gaps=0.05)
    for number in (1, 2, 4):
        (tmp_path / str(number)).mkdir()
        with_threads(number, "-c", REPORT, str(table), str(tmp_path / str(number)))
    first = tmp_path / "1"
    names = sorted(path.relative_to(first).as_posix() for path in first.rglob("*") if path.is_file())
    assert {"report.md", "report.html", "rows.parquet", "report_files/standings.csv"} <= set(names)
    for number in ("2", "4"):
        _, different, lost = filecmp.cmpfiles(first, tmp_path / number, names, shallow=False)
        assert (different, lost) == ([], [])


def test_a_report_of_537600_rows_verifies_within_the_limits(tmp_path: Path) -> None:
    rng = np.random.default_rng(7)
    algorithms, datasets, folds, metrics = 40, 112, 30, ("accuracy", "auc", "f1", "precision")
    keys = np.indices((datasets, algorithms, folds)).reshape(3, -1)
    skill = rng.normal(0, 0.02, algorithms)[keys[1]] + rng.uniform(0.6, 0.85, datasets)[keys[0]]
    frame = pl.DataFrame(
        {
            "dataset": pl.Series(keys[0]).cast(pl.String),
            "algorithm": pl.Series(keys[1]).cast(pl.String),
            "repeat": keys[2] // 10,
            "fold": keys[2] % 10,
        }
    ).with_columns(
        ("d" + pl.col("dataset")).alias("dataset"),
        ("a" + pl.col("algorithm")).alias("algorithm"),
        *(pl.Series(name, (skill + rng.normal(0, 0.02, len(skill))).round(4)) for name in metrics),
    )
    assert frame.height * len(metrics) == 537_600
    table, report = tmp_path / "scores.parquet", tmp_path / "r.pdf"
    frame.write_parquet(table)
    built(str(table), "-o", str(report), "--no-cache")
    done = subprocess.run(
        [sys.executable, "-m", "benchreport", "verify", str(report), str(table)],
        capture_output=True,
        text=True,
        timeout=1200,
        check=False,
        env=os.environ | {"COLUMNS": "200"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "given up" not in done.stdout + done.stderr
