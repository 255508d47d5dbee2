"""Sizes of every test over datasets that can be asked for: how often is one of 5 % significant among equal algorithms?

``python -m tests.calibration.sizes`` simulates them anew, for all records of tests of scores, their variants and the
default adjustment, and writes SIZES.md and the extremes that the catalogue prints.
"""

from __future__ import annotations

import csv
import inspect
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.method import Method
from benchreport.registry import METHODS
from benchreport.stats.forms.sizes import SOURCE as EXTREMES
from tests.calibration.settings import ALPHA, SEED, scores_of

RECORD = Path(__file__).parent / "SIZES.md"
# Algorithms and datasets, and how many tables are simulated of each size.
SIZES: Mapping[tuple[int, int], int] = {
    (3, 5): 2000, (3, 6): 2000, (3, 10): 2000, (3, 30): 2000, (3, 60): 2000,
    (8, 5): 1000, (8, 6): 1000, (8, 10): 1000, (8, 30): 1000, (8, 60): 1000,
    (20, 5): 200, (20, 6): 200, (20, 10): 200, (20, 30): 200, (20, 60): 200,
}  # fmt: skip
# Tests that draw, or search for an interval, take longer: a quarter of the tables has to do.
SLOW = ("permutation_signflip", "permutation_two_sample", "dscf", "games_howell", "dunnett", "friedman_aligned")
DRAWS, SEVERAL = 1999, 4
# Of a row that is beyond chance ten times as many are simulated.
AGAIN = 10
# What a test needs besides the table.
NEEDS: Mapping[str, Callable[[Sequence[str]], dict[str, Any]]] = {
    "page_trend": lambda names: {"order": list(names)},
    "jonckheere": lambda names: {"order": list(names)},
    "dunnett": lambda names: {"control": names[0]},
    "bonferroni_dunn": lambda names: {"control": names[0]},
}
# Tests of scores that have no size here, and why.
ELSEWHERE: Mapping[str, str] = {
    "group_test": "families of datasets have a part of their own",
    "log_ratio": "the signed-rank test on logarithms; units have a part of their own",
    "corrected_resampled_t": "tests runs of one dataset; folds have a part of their own",
    "cv52_t": "tests five times two folds of one dataset",
    "cv52_f": "tests five times two folds of one dataset",
    "tost_paired_t": "its null hypothesis is a difference",
    "tost_wilcoxon": "its null hypothesis is a difference",
    "tost_proportions": "its null hypothesis is a difference",
    "contrasts": "takes weights of one's own",
    "anova_twofactor": "takes factors of one's own",
    "anova_table": "takes a model of one's own",
    "reward_comparison": "chooses among tests that are here",
}
EFFECTS = ("cohen_d", "hedges_g", "rank_biserial", "cliff_delta", "vargha_delaney", "win_tie_loss")


@dataclass(frozen=True, slots=True, kw_only=True)
class Size:
    """How often a test was significant: of ``part`` "all together", "one pair", or "family" after Holm's adjustment."""

    method: str
    variant: str
    part: str
    algorithms: int
    datasets: int
    share: float
    error: float
    replications: int

    @property
    def procedure(self) -> str:
        """The test with its variant."""
        return f"{self.method}, {self.variant}" if self.variant else self.method

    @property
    def beyond(self) -> bool:
        """Whether the share is above the level by more than chance."""
        return self.share > ALPHA + 3 * self.error


def askable() -> dict[str, Method]:
    """Return the tests of scores over datasets, by name."""
    return {
        name: method
        for name, method in METHODS.items()
        if method.door in ("two", "many", "posthoc")
        and method.shape == "scores"
        and method.null
        and method.table is not None
        and name not in (*ELSEWHERE, *EFFECTS)
        and "by" in inspect.signature(method.table).parameters
    }


def procedures() -> Iterator[tuple[str, str]]:
    """Yield every test with each of its variants."""
    for name, method in askable().items():
        yield from ((name, variant) for variant in method.variants or ("",))


def rejected(name: str, variant: str, table: pl.DataFrame, salt: int = 0) -> pl.DataFrame:
    """Return, a row per table, the share of comparisons that are significant and whether any is after adjustment."""
    method = METHODS[name]
    assert method.table is not None
    parameters = inspect.signature(method.table).parameters
    names = sorted(table["algorithm"].cast(pl.String).unique())
    options = NEEDS.get(name, lambda _: {})(names) | ({"variant": variant} if variant else {})
    options |= {"draws": DRAWS, "seed": salt} if "draws" in parameters else {}
    options |= {"estimate": False} if parameters.get("estimate") and parameters["estimate"].annotation == "bool" else {}
    rows = method.table(table, by="replication", **options)
    if method.simultaneous or not rows["a"].count():
        rows = rows.with_columns(p_adjusted="p_value")
    else:
        rows = br.adjust(rows, "holm")
    return rows.group_by("replication", maintain_order=True).agg(
        pair=(pl.col("p_value") <= ALPHA).fill_null(False).mean(),
        any=(pl.col("p_adjusted") <= ALPHA).fill_null(False).any().cast(pl.Float64),
        pairs=pl.len(),
    )


def sizes_of(name: str, variant: str, k: int, n: int, replications: int, *, salt: int = 0) -> list[Size]:
    """Simulate equal algorithms with normal results and count what is significant."""
    random = np.random.default_rng([SEED, 61, salt, k, n])
    facts = rejected(name, variant, scores_of(random.standard_normal((replications, n, k))), salt)
    several = facts["pairs"].max() > 1  # type: ignore[operator]
    parts = {"all together": "any"} if not several else {"one pair": "pair", "family": "any"}
    if METHODS[name].simultaneous:
        parts = {"family": "any"}
    made = []
    for part, column in parts.items():
        share, spread = facts[column].mean(), facts[column].std()
        error = (ALPHA * (1 - ALPHA) / replications) ** 0.5
        # Pairs of one table are counted together, and are more than one trial.
        error = float(spread) / replications**0.5 if part == "one pair" else error  # type: ignore[arg-type]
        made.append(
            Size(
                method=name, variant=variant, part=part, algorithms=k, datasets=n, share=float(share),  # type: ignore[arg-type]
                error=error, replications=replications,
            )
        )  # fmt: skip
    return made


def simulated(procedure: tuple[str, str]) -> list[Size]:
    """Simulate one test at all sizes; what is beyond chance once more with ten times the tables."""
    (name, variant), made = procedure, []
    for (k, n), replications in SIZES.items():
        few = replications // SEVERAL if name in SLOW else replications
        first = sizes_of(name, variant, k, n, few)
        if any(one.beyond for one in first):
            again = [sizes_of(name, variant, k, n, few, salt=1 + place) for place in range(AGAIN)]
            first = [_pooled([parts[place] for parts in again]) for place in range(len(first))]
        made += first
    return made


def _pooled(parts: Sequence[Size]) -> Size:
    one, many = parts[0], len(parts)
    share, error = sum(part.share for part in parts) / many, one.error / many**0.5
    return replace(one, share=share, error=error, replications=one.replications * many)


HEAD = """# Simulated sizes of tests over datasets

Written by `python -m tests.calibration.sizes`; do not edit. Percentages of tables of equal algorithms (independent
normal results) in which a test of 5 % is significant, for tables of *algorithms × datasets*. *One pair*: any two of the
algorithms, unadjusted; *family*: at least one of all pairs, after Holm’s adjustment where the test does not adjust
itself. Tables, seed {seed}: {tables}; a quarter of them for {slow}; ten times as many, once, for what was above 5 % by
more than three standard errors. **Bold** is what then still is.

| test | of | {sizes} |
|---|---|{lines}
"""


def text_of(every: Sequence[Size]) -> str:
    """Write the table of sizes."""
    by_row: dict[tuple[str, str], dict[tuple[int, int], str]] = {}
    for one in every:
        cell = f"{100 * one.share:.1f}"
        cells = by_row.setdefault((one.procedure, one.part), {})
        cells[one.algorithms, one.datasets] = f"**{cell}**" if one.beyond else cell
    tables = {k: many for (k, _), many in SIZES.items()}
    head = HEAD.format(
        seed=SEED,
        tables=", ".join(f"{many:,} of {k} algorithms" for k, many in tables.items()),
        slow=", ".join(SLOW),
        sizes=" | ".join(f"{k} × {n}" for k, n in SIZES),
        lines="---:|" * len(SIZES),
    )
    rows = (
        f"| {procedure} | {part} | {' | '.join(cells.get(size, '') for size in SIZES)} |\n"
        for (procedure, part), cells in by_row.items()
    )
    return head + "".join(rows)


def write_extremes(every: Sequence[Size], path: Path) -> None:
    """Write the least and the largest size of each test where the package reads them."""
    groups: dict[tuple[str, str, str], list[Size]] = {}
    for one in every:
        groups.setdefault((one.method, one.variant, one.part), []).append(one)
    with path.open("w", encoding="utf8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["method", "variant", "of", "least", "most", "algorithms", "datasets", "holds"])
        for key, sizes in groups.items():
            worst = max(sizes, key=lambda one: (one.beyond, one.share))
            least = min(one.share for one in sizes)
            row = f"{least:.3f}", f"{worst.share:.3f}", worst.algorithms, worst.datasets, str(not worst.beyond).lower()
            writer.writerow([*key, *row])


def main() -> int:
    """Simulate all sizes and write them."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        every = []
        for made in pool.map(simulated, list(procedures())):
            every += made
            beyond = [f"{one.algorithms} x {one.datasets}: {one.share:.3f} ({one.part})" for one in made if one.beyond]
            print(f"{made[0].procedure}: {', '.join(beyond) or 'holds'}", flush=True)
    RECORD.write_text(text_of(every), encoding="utf8")
    write_extremes(every, EXTREMES)
    return 0


if __name__ == "__main__":
    sys.exit(main())
