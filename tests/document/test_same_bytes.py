"""The same report has the same bytes with any number of threads and processors, with a cold, a warm and no cache."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import polars as pl
import pytest

THREADS = ("POLARS_MAX_THREADS", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")
FORMS = ("report.html", "report.md", "latex/", "report.pdf")
# A process may use so many processors, and whatever it starts likewise: workers are as many as there are processors.
BUILD = """
import os, sys
os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:int(sys.argv[1])])
from benchreport.cli import main
main(sys.argv[2:])
"""


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Write folds of six algorithms on fourteen datasets by two metrics, some missing, in no order."""
    rng = np.random.default_rng(11)
    shape = (6, 14, 5)
    a, d, f = (index.ravel() for index in np.indices(shape))
    level = rng.normal(0, 0.03, (6, 1, 1)) + rng.uniform(0.6, 0.9, (1, 14, 1))
    frame = pl.DataFrame({"algorithm": a, "dataset": d, "fold": f}).with_columns(
        pl.format("algorithm {}", "algorithm").alias("algorithm"),
        pl.format("dataset {}", "dataset").alias("dataset"),
        *(pl.Series(name, (level + rng.normal(0, 0.02, shape)).ravel()) for name in ("accuracy", "auc")),
    )
    path = tmp_path / "scores.csv"
    frame.sample(fraction=0.97, shuffle=True, seed=5).write_csv(path)
    return path


def built(table: Path, folder: Path, *, processors: int, threads: int, cache: str) -> dict[str, bytes]:
    """Return all files of a report in every format, written by a process of its own."""
    outputs = [word for name in FORMS for word in ("-o", f"{folder}/{name}")]
    environment = {
        **dict.fromkeys(THREADS, str(threads)),
        "BENCHREPORT_CACHE": cache,
        "PYTHONHASHSEED": str(threads),
        "SOURCE_DATE_EPOCH": "1700000000",
    }
    subprocess.run(
        [sys.executable, "-c", BUILD, str(processors), "build", str(table), *outputs, "--design", "kfold_cv"],
        env=os.environ | environment,
        check=True,
        capture_output=True,
    )
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.long
@pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="processors are chosen on Linux alone")
def test_threads_processors_and_cache_leave_every_byte_of_every_format(table: Path, tmp_path: Path) -> None:
    store = tmp_path / "cache"
    alone = built(table, tmp_path / "alone", processors=1, threads=1, cache="off")
    cold = built(table, tmp_path / "cold", processors=2, threads=2, cache=str(store))
    assert list(store.rglob("*.entry"))
    warm = built(table, tmp_path / "warm", processors=2, threads=3, cache=str(store))
    assert {"report.html", "report.md", "report.pdf", "latex/main.tex"} <= alone.keys()
    for other in (cold, warm):
        assert other.keys() == alone.keys()
        assert [name for name, content in alone.items() if other[name] != content] == []
