"""Simulate the error rates of everything that decides or is printed as an interval: python -m tests.calibration.

Writes RESULTS.md, which a test reads; nothing else writes it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from pathlib import Path

from tests.calibration.settings import (
    REPLICATIONS,
    SEED,
    Share,
    best_shares,
    gap_shares,
    group_shares,
    interval_shares,
    unit_shares,
    verdict_shares,
)

RESULTS = Path(__file__).parent / "RESULTS.md"
PARTS = (verdict_shares, unit_shares, gap_shares, group_shares, best_shares, interval_shares)
HEAD = """# Simulated error rates

Written by `make calibrate`; do not edit. Each row is the share of {replications} simulated reports (seed {seed})
with at least one false claim (a verdict on algorithms that are alike, or the wrong way round), or with at least one
interval that misses the true value. `limit` is what the claim allows; two standard errors are {error:.1%} at 5 %.

Nulls: *ident* exchangeable algorithms; *corr* near duplicates; *skew* identical with log-normal losses; *half* half of
them identical, half spread below; *noisy2* two identical noisy algorithms around a tight bunch; *strad* two equal
algorithms on opposite sides of the rest; *skewd* one algorithm with exponential differences, pseudo-median 0.

| part | procedure | null | algorithms | datasets | share | limit | replications |
|---|---|---|---|---|---|---|---|
"""


def text_of(shares: Iterable[Share], replications: int) -> str:
    """Write the table of results."""
    error = 2 * (0.05 * 0.95 / replications) ** 0.5
    lines = [
        f"| {one.part} | {one.procedure} | {one.null} | {one.algorithms} | {one.datasets} | {one.share:.4f} "
        f"| {one.limit:.3f} | {one.replications} |\n"
        for one in shares
    ]
    return HEAD.format(replications=replications, seed=SEED, error=error) + "".join(lines)


def main(arguments: list[str]) -> int:
    replications = int(arguments[0]) if arguments else REPLICATIONS
    started, shares = time.monotonic(), []
    for part in PARTS:
        for one in part(replications):
            shares.append(one)
            setting = f"{one.part}, {one.null}, {one.algorithms} x {one.datasets}"
            print(f"{time.monotonic() - started:6.0f} s  {setting}: {one.share:.4f}")
    RESULTS.write_text(text_of(shares, replications), encoding="utf8")
    beyond = [one for one in shares if one.share - 2 * one.error > one.limit]
    print(f"{len(shares)} settings, {len(beyond)} beyond their limit, {time.monotonic() - started:.0f} s")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
