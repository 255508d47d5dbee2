"""Growth of time and memory with algorithms, datasets, metrics, runs and rows: exponents, and a plot in growth.svg.

Each point is one `benchreport build -o report.html --no-data` in a process of its own, without a cache. An exponent is
the slope of a line through the last three points in logarithms, of the seconds of processor without imports; a step is
the slope from one point to the next, so that work which is given up beyond some size does not hide what it cost before.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from benchreport.document.times import IMPORTS, STAGES
from tests.benchmarks.race import Cost, benchreport

PLOT = Path(__file__).with_name("growth.svg")
# What a fit of three noisy points, and a step between two, may be above a whole exponent.
SLACK, SLACK_OF_STEP = 0.1, 0.25
FITTED = 3
# Stages that take less than this at the largest size say nothing of growth.
LEAST_SECONDS = 0.3
METRICS = tuple(f"metric_{number}" for number in range(50))


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """How large a table is in every direction."""

    algorithms: int = 10
    datasets: int = 20
    metrics: int = 1
    runs: int = 1

    @property
    def rows(self) -> int:
        """How many scores the table holds."""
        return self.algorithms * self.datasets * self.metrics * self.runs


@dataclass(frozen=True, slots=True, kw_only=True)
class Direction:
    """A direction in which tables grow: their shapes by size, and the largest exponent that has a reason."""

    name: str
    shapes: Mapping[int, Shape]
    most: float
    why: str


DIRECTIONS = (
    Direction(
        name="algorithms",
        shapes={size: Shape(algorithms=size) for size in (5, 10, 20, 40, 80, 160, 320)},
        most=2.0,
        why="pairs are compared",
    ),
    Direction(
        name="datasets",
        shapes={size: Shape(datasets=size, algorithms=5) for size in (50, 200, 1_000, 2_000, 5_000, 20_000)},
        most=1.0,
        why="each is read, averaged and listed once",
    ),
    Direction(
        name="metrics",
        shapes={size: Shape(metrics=size) for size in (1, 2, 5, 10, 20, 50)},
        most=1.0,
        why="each is reported once",
    ),
    Direction(
        name="runs",
        shapes={size: Shape(runs=size) for size in (1, 3, 10, 30, 100)},
        most=1.0,
        why="each is averaged once",
    ),
    Direction(
        name="rows",
        shapes={
            shape.rows: shape
            for shape in (Shape(datasets=50, runs=n, metrics=2) for n in (100, 316, 1_000, 3_162, 10_000))
        },
        most=1.0,
        why="each is read and averaged once",
    ),
)


def write_table(path: Path, shape: Shape) -> Path:
    """Write made scores of a shape as a long table."""
    rng = np.random.default_rng(20260105)
    sizes = (shape.metrics, shape.datasets, shape.algorithms, shape.runs)
    level = rng.uniform(0.6, 0.9, (1, shape.datasets, 1, 1)) + rng.normal(0, 0.03, (1, 1, shape.algorithms, 1))
    cells = level + rng.normal(0, 0.02, (shape.metrics, shape.datasets, shape.algorithms, 1))
    values = (cells + rng.normal(0, 0.02, sizes)).clip(0, 1).round(4)
    metric, dataset, algorithm, run = (index.ravel() for index in np.indices(sizes, dtype=np.int32))
    frame = pl.DataFrame({"metric": metric, "dataset": dataset, "algorithm": algorithm, "seed": run})
    named = frame.with_columns(
        *(pl.format(f"{name} {{}}", name).alias(name) for name in ("dataset", "algorithm")),
        pl.lit(pl.Series(METRICS)).gather(pl.col("metric")).alias("metric"),
        value=pl.Series(values.ravel()),
    )
    (named if shape.runs > 1 else named.drop("seed")).write_parquet(path)
    return path


def costs_of(direction: Direction, folder: Path) -> dict[int, Cost]:
    """Return what a report of each size used."""
    costs = {}
    for size, shape in direction.shapes.items():
        table = write_table(folder / "table.parquet", shape)
        declared = [word for name in METRICS[: shape.metrics] for word in ("--direction", f"{name}=higher")]
        words = ("build", table, "-o", folder / "report.html", "--no-data", "--force", *declared)
        build = benchreport(*words, stages=True)
        costs[size] = build()
    return costs


def work(cost: Cost) -> float:
    """Return the seconds of processor without imports, which are the same for all sizes."""
    return cost.cpu - cost.stages[IMPORTS].cpu


def exponent(sizes: Sequence[int], amounts: Sequence[float]) -> float:
    """Compute the slope of the last amounts over the last sizes, both in logarithms."""
    x, y = np.log(sizes[-FITTED:]), np.log(np.maximum(amounts[-FITTED:], 1e-3))
    return float(((x - x.mean()) * (y - y.mean())).sum() / ((x - x.mean()) ** 2).sum())


def steepest(sizes: Sequence[int], amounts: Sequence[float]) -> tuple[float, int, int]:
    """Compute the largest slope from one size to the next, both in logarithms, and return it with these sizes."""
    points = zip(sizes, np.maximum(amounts, 1e-3), strict=True)
    return max(
        (float(np.log(more / less) / np.log(large / small)), small, large)
        for (small, less), (large, more) in pairwise(points)
    )


def words_of(direction: Direction, costs: Mapping[int, Cost]) -> Iterator[str]:
    """Yield how a direction grows: as a whole, what its stages do, and each size."""
    sizes = list(costs)
    seconds = [work(cost) for cost in costs.values()]
    whole, (step, small, large) = exponent(sizes, seconds), steepest(sizes, seconds)
    met = whole <= direction.most + SLACK and step <= direction.most + SLACK_OF_STEP
    yield (
        f"{direction.name}: exponent {whole:.2f}, steepest step {step:.2f} from {small:,} to {large:,}, at most "
        f"{direction.most:g} since {direction.why}: {'met' if met else 'missed'}; "
        f"of memory {exponent(sizes, [cost.megabytes or 0.0 for cost in costs.values()]):.2f}"
    )
    stages = {
        name: exponent(sizes, [cost.stages[name].cpu for cost in costs.values()])
        for name in STAGES
        if costs[sizes[-1]].stages[name].cpu >= LEAST_SECONDS and name != IMPORTS
    }
    if stages:  # those that take long enough to have a slope
        yield f"{direction.name}, by stage: " + ", ".join(f"{name} {slope:.2f}" for name, slope in stages.items())
    for size, cost in costs.items():
        parts = ", ".join(f"{name} {cost.stages[name].cpu:.2f}" for name in STAGES if cost.stages[name].cpu >= 0.05)
        spent = f"{cost.cpu:.2f} s CPU, {cost.wall:.2f} s wall, {cost.megabytes:.0f} MB"
        yield f"{size:,} {direction.name}: {spent}: {parts}"


def measures() -> Iterator[str]:
    """Yield the lines of every direction, and draw all of them."""
    directions: dict[str, dict[int, Cost]] = {}
    with tempfile.TemporaryDirectory(prefix="benchreport-growth-") as folder:
        for direction in DIRECTIONS:
            directions[direction.name] = costs_of(direction, Path(folder))
            yield from words_of(direction, directions[direction.name])
    draw(directions, PLOT)
    yield f"drawn in {PLOT.name}"


def draw(directions: Mapping[str, Mapping[int, Cost]], path: Path) -> None:
    """Draw seconds without imports above megabytes, a column for each direction, with lines of the allowed slope."""
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(2.6 * len(directions), 5.2), layout="constrained")
    panels = figure.subplots(2, len(directions), squeeze=False)
    most = {direction.name: direction.most for direction in DIRECTIONS}
    for column, (name, costs) in enumerate(directions.items()):
        sizes = np.array(list(costs), dtype=float)
        seconds = np.array([work(cost) for cost in costs.values()])
        peaks = np.array([cost.megabytes or np.nan for cost in costs.values()])
        for axes, amounts, label in zip(panels[:, column], (seconds, peaks), ("CPU s", "MB"), strict=True):
            axes.loglog(sizes, amounts, "o-", color="#0072b2")
            axes.set_xlabel(name)
            axes.set_ylabel(label if column == 0 else "")
            axes.minorticks_off()
            axes.grid(alpha=0.3)
        slope = seconds[-1] * (sizes / sizes[-1]) ** most[name]
        panels[0, column].loglog(sizes, slope, ":", color="#777777", label=f"exponent {most[name]:g}")
        panels[0, column].legend(fontsize=7)
    with rc_context({"svg.fonttype": "none", "svg.hashsalt": "growth"}):
        figure.savefig(path, format="svg", metadata={"Date": None})
