"""The whole report of a large study beside autorank's analysis of one of its metrics.

autorank brings a package called ``tests`` that would hide ours, so it lives in an environment of its own.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.proof.cache import cached
from tests.benchmarks.race import Race

PEERS = Path(sys.prefix) / "peers" / "bin" / "python"
ALGORITHMS, DATASETS, FOLDS = 40, 112, 30
METRICS = ("accuracy", "balanced_accuracy", "auroc", "logloss")

OURS = "import sys; from benchreport.cli import main; main(['build', sys.argv[1], '-o', sys.argv[2], '--no-cache'])"
# With a third word, analyse again for every line that comes, and answer each with a line.
THEIRS = """
import contextlib, io, sys, warnings
warnings.simplefilter("ignore")
import matplotlib; matplotlib.use("agg")
import pandas as pd
from autorank import autorank, create_report, plot_stats
rows = pd.read_parquet(sys.argv[1])
rows = rows[rows.metric == "accuracy"]
wide = rows.pivot_table(index="dataset", columns="algorithm", values="value")
for line in sys.stdin if sys.argv[3:] else ["once"]:
    with contextlib.redirect_stdout(io.StringIO()):
        found = autorank(wide)
        if line.strip() != "analyse":
            create_report(found)
            plot_stats(found).figure.savefig(sys.argv[2])
            matplotlib.pyplot.close("all")
    print("done", flush=True)
"""


def bake_off() -> pl.DataFrame:
    """Make a table of the shape of the 2023 bake-off of time-series classifiers: 537,600 scores, with ties.

    Scores are shares of a test set, and on easy datasets many are perfect.
    """
    rng = np.random.default_rng(20260101)
    shape = (ALGORITHMS, DATASETS, FOLDS)
    instances = np.round(np.exp(rng.uniform(np.log(20), np.log(4_000), (1, DATASETS, 1))))
    skill = rng.normal(0, 0.7, (ALGORITHMS, 1, 1)) + rng.normal(2.2, 1.6, (1, DATASETS, 1))
    latent = skill + rng.normal(0, 0.5, (ALGORITHMS, DATASETS, 1)) + rng.normal(0, 0.3, shape)
    right = rng.binomial(instances.astype(int), 1 / (1 + np.exp(-latent))) / instances
    values = {
        "accuracy": right,
        "balanced_accuracy": np.clip(right - np.round(rng.exponential(0.02, shape), 3), 0, 1),
        "auroc": np.round(1 - (1 - right) ** 1.5, 6),
        "logloss": np.round(-np.log(np.clip(right, 0.01, 0.999)) + rng.exponential(0.05, shape), 6),
    }
    a, d, f = (index.ravel() for index in np.indices(shape))
    labels = pl.select(algorithm=pl.format("algorithm {}", pl.Series(a)), dataset=pl.format("dataset {}", pl.Series(d)))
    one = labels.with_columns(fold=pl.Series(f, dtype=pl.Int16))
    return pl.concat(
        one.with_columns(metric=pl.lit(metric), value=pl.Series(values[metric].ravel())) for metric in METRICS
    )


def races() -> list[Race]:
    folder = tempfile.TemporaryDirectory(prefix="benchreport-race-")
    table, page, plot, kept = (Path(folder.name) / name for name in ("table.parquet", "report.html", "cd.svg", "cache"))
    bake_off().write_parquet(table)
    scores = br.read_scores(table)
    peer = subprocess.Popen(
        [PEERS, "-c", THEIRS, table, plot, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )

    def ours(cache: Path | None) -> Path:
        with cached(cache):
            return br.report(scores).write(page)

    def theirs(what: str) -> str:
        answer = asked(peer, what)
        assert answer == "done\n", "autorank failed"
        return folder.name  # which lives as long as the races

    return [
        Race(
            name="HTML report of 40 algorithms x 112 datasets x 30 folds x 4 metrics, from file to file, new process",
            ours=_process(sys.executable, OURS, table, page),
            peer="autorank for accuracy alone, likewise: read, average, analyse, report, plot",
            theirs=_process(PEERS, THEIRS, table, plot),
        ),
        Race(
            name="the same in a running process, the table read",
            ours=lambda: ours(None),
            peer="autorank for accuracy alone, its means at hand: analyse, report, plot",
            theirs=lambda: theirs("whole"),
        ),
        Race(
            name="the same",
            ours=lambda: ours(None),
            peer="autorank() alone, no report and no plot",
            theirs=lambda: theirs("analyse"),
        ),
        Race(
            name="the same, what is costly in the cache",
            ours=lambda: ours(kept),
            peer="the report without a cache",
            theirs=lambda: ours(None),
        ),
    ]


def asked(peer: subprocess.Popen[str], what: str) -> str:
    """Let a waiting process work once."""
    assert peer.stdin is not None
    assert peer.stdout is not None
    peer.stdin.write(f"{what}\n")
    peer.stdin.flush()
    return peer.stdout.readline()


def _process(python: str | Path, program: str, *words: Path) -> Callable[[], Any]:
    return lambda: subprocess.run([python, "-c", program, *words], check=True, capture_output=True)
