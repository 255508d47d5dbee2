"""Simulated sizes of tests over datasets: how often a test of 5 % is significant among equal algorithms."""

from __future__ import annotations

import csv
from pathlib import Path

# Written by the simulation beside its own record: the least and the largest size of each test, and where that was.
SOURCE = Path(__file__).with_suffix(".csv")
SIMULATED = "simulated size at 5 % (3 to 20 equal algorithms, 5 to 60 datasets)"


def size_words(method: str) -> str:
    """Return the simulated sizes of a test in words, with a remark where they do not hold; none if not simulated.

    Examples
    --------
    >>> size_words("sign_test").partition(": ")[0]
    'simulated size at 5 % (3 to 20 equal algorithms, 5 to 60 datasets)'
    >>> "too large" in size_words("sign_test"), "too large" in size_words("friedman_aligned_posthoc")
    (False, True)
    >>> size_words("mcnemar")
    ''
    """
    with SOURCE.open(encoding="utf8", newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["method"] == method]
    sizes = []
    for row in rows:
        what = ", ".join(filter(None, (row["variant"], row["of"])))
        range_of = f"{100 * float(row['least']):.1f} to {100 * float(row['most']):.1f} %"
        where = f", too large with {row['algorithms']} algorithms on {row['datasets']} datasets"
        sizes.append(f"{what} {range_of}{where if row['holds'] == 'false' else ''}")
    return f"{SIMULATED}: {'; '.join(sizes)}" if sizes else ""
