"""Ranks, Wilcoxon, Nemenyi and the start of the command line."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
from scipy import stats

import benchreport as br
from tests.benchmarks.race import Goal, Race, table


def races() -> list[Race]:
    many, many_values = table(20_000, 10, 4)
    wide, wide_values = table(4, 112, 40)
    pairs = [(i, j) for i in range(40) for j in range(i + 1, 40)]
    q = np.linspace(0.5, 12, 780)
    few = q[::39]
    python = [sys.executable, "-c"]
    return [
        Race(
            name="friedman, 20,000 groups of 10 x 4",
            ours=lambda: br.friedman(many),
            peer="scipy.stats.friedmanchisquare in a loop",
            theirs=lambda: [stats.friedmanchisquare(*values.T) for values in many_values[:500]],
            share=500 / 20_000,
        ),
        Race(
            name="exact Wilcoxon with interval, 3,120 pairs of 112",
            ours=lambda: br.wilcoxon(wide),
            peer="scipy.stats.wilcoxon (exact without ties, no interval) in a loop",
            theirs=lambda: [
                stats.wilcoxon(wide_values[0][:, i], wide_values[0][:, j], method="exact") for i, j in pairs
            ],
            share=1 / 4,
        ),
        Race(
            name="nemenyi, 40 algorithms x 4 metrics",
            ours=lambda: br.nemenyi(wide),
            peer="scipy.stats.studentized_range.sf",
            theirs=lambda: stats.studentized_range.sf(few, 40, np.inf),
            share=len(few) / 3_120,
        ),
        Race(
            name="benchreport --help",
            ours=lambda: subprocess.run(
                [sys.executable, "-m", "benchreport", "--help"], capture_output=True, check=True
            ),
            peer="python -c 'import click'",
            theirs=lambda: subprocess.run([*python, "import click"], check=True),
            goal=Goal(ratio=1.5),
        ),
    ]
