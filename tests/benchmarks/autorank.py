"""The whole report of a large study beside autorank's analysis of one of its metrics."""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path

import benchreport as br
from benchreport.document.proof.cache import cached
from tests.benchmarks.documents import bake_off
from tests.benchmarks.peers import PEERS
from tests.benchmarks.race import Cost, Race, benchreport, process

# With a third word, analyse again for every line that comes, and answer each with the seconds of processor it took.
THEIRS = """
import contextlib, io, sys, time, warnings
warnings.simplefilter("ignore")
import matplotlib; matplotlib.use("agg")
import pandas as pd
from autorank import autorank, create_report, plot_stats
rows = pd.read_parquet(sys.argv[1])
rows = rows[rows.metric == "accuracy"]
wide = rows.pivot_table(index="dataset", columns="algorithm", values="value")
for line in sys.stdin if sys.argv[3:] else ["once"]:
    start = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        found = autorank(wide)
        if line.strip() != "analyse":
            create_report(found)
            plot_stats(found).figure.savefig(sys.argv[2])
            matplotlib.pyplot.close("all")
    print("done", time.process_time() - start, flush=True)
"""


def races() -> list[Race]:
    folder = tempfile.TemporaryDirectory(prefix="benchreport-race-")
    table, page, plot, store = (
        Path(folder.name) / name for name in ("table.parquet", "report.html", "cd.svg", "cache")
    )
    bake_off().write_parquet(table)
    scores = br.read_scores(table)

    def ours(cache: Path | None) -> Path:
        with cached(cache):
            return br.report(scores).write(Path(folder.name) / page.name, force=True)  # it lives as long as the races

    with_cache = Race(
        name="HTML report of the bake-off in a running process, the table read, what is costly in the cache",
        ours=lambda: ours(store),
        peer="the report without a cache",
        theirs=lambda: ours(None),
    )
    if not PEERS.exists():
        print("  autorank is not installed in its environment and is not raced; make benchmark installs it")
        return [with_cache]
    peer = subprocess.Popen(
        [PEERS, "-c", THEIRS, table, plot, "serve"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    return [
        Race(
            name="HTML report of the bake-off, from file to file, new process",
            ours=benchreport("build", table, "-o", page, "--force"),
            peer="autorank for accuracy alone, likewise: read, average, analyse, report, plot",
            theirs=process(PEERS, "-c", THEIRS, table, plot),
        ),
        Race(
            name="the same in a running process, the table read",
            ours=lambda: ours(None),
            peer="autorank for accuracy alone, its means at hand: analyse, report, plot",
            theirs=lambda: answer(peer, "whole"),
        ),
        Race(
            name="the same",
            ours=lambda: ours(None),
            peer="autorank() alone, no report and no plot",
            theirs=lambda: answer(peer, "analyse"),
        ),
        with_cache,
    ]


def answer(peer: subprocess.Popen[str], what: str) -> Cost:
    """Run a waiting process once, and return what it used."""
    if peer.stdin is None or peer.stdout is None:
        raise ChildProcessError("autorank cannot be reached")
    start = time.perf_counter()
    peer.stdin.write(f"{what}\n")
    peer.stdin.flush()
    word, _, seconds = peer.stdout.readline().partition(" ")
    if word != "done":
        raise ChildProcessError("autorank failed")
    return Cost(cpu=float(seconds), wall=time.perf_counter() - start)
