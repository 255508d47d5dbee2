"""Simulate the error rates of everything that decides or is printed as an interval: python -m tests.calibration.

Writes RESULTS.md, which a test reads, and the levels of intervals that captions carry; nothing else writes them. With
``--only`` and names of parts the others are kept as recorded.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from benchreport.stats.summaries.interval_levels import SOURCE as LEVELS
from tests.calibration.few import area_shares, few_shares, win_shares
from tests.calibration.instances import instance_shares
from tests.calibration.page import page_shares
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
from tests.calibration.within import learner_shares, pair_shares, rate_shares, run_shares

RESULTS = Path(__file__).parent / "RESULTS.md"
PARTS: Mapping[str, Callable[[int], Iterator[Share]]] = {
    "verdicts": verdict_shares,
    "units": unit_shares,
    "gaps": gap_shares,
    "families": group_shares,
    "best": best_shares,
    "intervals": interval_shares,
    "few": few_shares,
    "wins": win_shares,
    "areas": area_shares,
    "instances": instance_shares,
    "rates": rate_shares,
    "pairs": pair_shares,
    "runs": run_shares,
    "learners": learner_shares,
    "page": page_shares,
}
# Intervals over datasets whose simulated level a caption may have to carry.
CARRIED = ("bootstrap_t", "order_statistics", "iqm_percentile", "exact")
HEAD = """# Simulated error rates

Written by `make calibrate`; do not edit. Each row is the share of simulated reports, {replications} or more (seed
{seed}), with at least one false claim (a verdict on algorithms that are alike, or the wrong way round), or with at
least one interval that misses the true value. `limit` is what the claim allows; two standard errors are {error:.1%} at
5 %. Limits above 5 % belong to intervals whose captions carry their simulated level.

Nulls: *ident* exchangeable algorithms; *corr* near duplicates; *skew* identical with log-normal losses; *half* half of
them identical, half spread below; *noisy2* two identical noisy algorithms around a tight bunch; *strad* two equal
algorithms on opposite sides of the rest; *skewd* one algorithm with exponential differences, pseudo-median 0. Of
intervals the law of the results; of areas the true area and the instances of both classes; of dependent instances how
many clusters or items there are, and how many instances or attempts in each, with correlation .5 within. Folds have
the correlation of their training sets; seeds of the two algorithms spread unequally. Rows with the limit 1 decide
nothing and stand there for comparison.

| run | part | procedure | null | algorithms | datasets | share | limit | replications |
|---|---|---|---|---|---|---|---|---|
"""


def text_of(shares: Mapping[str, Iterable[Share]], replications: int) -> str:
    """Write the table of results."""
    error = 2 * (0.05 * 0.95 / replications) ** 0.5
    lines = [
        f"| {run} | {one.part} | {one.procedure} | {one.null} | {one.algorithms} | {one.datasets} | {one.share:.4f} "
        f"| {one.limit:.3f} | {one.replications} |\n"
        for run, made in shares.items()
        for one in made
    ]
    return HEAD.format(replications=replications, seed=SEED, error=error) + "".join(lines)


def recorded(text: str) -> dict[str, list[Share]]:
    """Read the shares of a table of results, by run."""
    lines = [line for line in text.splitlines() if line.startswith("| ")][1:]
    shares: dict[str, list[Share]] = {}
    for line in lines:
        run, part, procedure, null, k, n, share, limit, replications = (cell.strip() for cell in line[1:-1].split("|"))
        one = Share(
            part=part, procedure=procedure, null=null, algorithms=int(k), datasets=int(n), share=float(share),
            limit=float(limit), replications=int(replications),
        )  # fmt: skip
        shares.setdefault(run, []).append(one)
    return shares


def write_levels(shares: Mapping[str, Iterable[Share]], path: Path) -> None:
    """Write the misses of the intervals over datasets where the package reads them."""
    with path.open("w", encoding="utf8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["interval", "law", "datasets", "share"])
        for one in (one for made in shares.values() for one in made if one.procedure in CARRIED):
            writer.writerow([one.procedure, one.null, one.datasets, f"{one.share:.4f}"])


def main(arguments: list[str]) -> int:
    asked = argparse.ArgumentParser(prog="python -m tests.calibration")
    asked.add_argument("replications", nargs="?", type=int, default=REPLICATIONS)
    asked.add_argument("--only", nargs="+", choices=list(PARTS), default=list(PARTS), help="parts to simulate anew")
    options = asked.parse_args(arguments)
    kept = recorded(RESULTS.read_text(encoding="utf8")) if set(options.only) < set(PARTS) else {}
    started, shares = time.monotonic(), {}
    for name, part in PARTS.items():
        shares[name] = [] if name in options.only else kept.get(name, [])
        for one in part(options.replications) if name in options.only else ():
            shares[name].append(one)
            setting = f"{one.part}, {one.null}, {one.algorithms} x {one.datasets}"
            print(f"{time.monotonic() - started:6.0f} s  {setting}: {one.share:.4f}")
    RESULTS.write_text(text_of(shares, options.replications), encoding="utf8")
    write_levels(shares, LEVELS)
    every = [one for made in shares.values() for one in made]
    beyond = [one for one in every if one.share - 2 * one.error > one.limit]
    print(f"{len(every)} settings, {len(beyond)} beyond their limit, {time.monotonic() - started:.0f} s")
    return 1 if beyond else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
