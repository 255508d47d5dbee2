"""What is calibrated: designs, procedures and intervals, each with the share of false claims or misses it may have."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl

import benchreport as br
from benchreport.stats.answer.pair_verdicts import decided_pairs
from benchreport.stats.answer.verdict_intervals import Question
from benchreport.tables.blocks import Blocks
from tests.calibration.nulls import NULLS, Floats

REPLICATIONS = 2000
SEED = 20061
ALPHA = 0.05
# Rows of a table that go through at once.
MOST_ROWS = 400_000
# Algorithms and datasets: Wilcoxon tests decide, then Nemenyi's test confirmed, then none.
SIZES = ((3, 8), (4, 8), (4, 14), (8, 14), (8, 30), (20, 14), (4, 6), (8, 8), (20, 8), (4, 5))


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """How often something went wrong: the share over the replications, with its Monte Carlo error."""

    part: str
    procedure: str
    null: str
    algorithms: int
    datasets: int
    share: float
    replications: int
    limit: float

    @property
    def error(self) -> float:
        """The Monte Carlo standard error at the limit."""
        return float(np.sqrt(self.limit * (1 - self.limit) / self.replications))


def scores_of(values: Floats, *, metric: str = "accuracy", direction: str = "higher") -> pl.DataFrame:
    """Lay replications x datasets x algorithms out as a table of scores; NaN is no result."""
    runs, n, k = values.shape
    run, dataset, algorithm = (places.ravel() for places in np.indices((runs, n, k)))
    table = pl.DataFrame(
        {"replication": run, "dataset": dataset, "algorithm": algorithm, "value": values.ravel()}
    ).with_columns(
        pl.format("a{}", pl.col("algorithm").cast(pl.String).str.zfill(2)).alias("algorithm"),
        pl.format("d{}", "dataset").alias("dataset"),
        pl.lit(metric).alias("metric"),
        pl.lit(direction).alias("direction"),
    )
    kept = table.filter(pl.col("value").is_not_nan())
    keys = pl.col("algorithm", "dataset", "metric", "direction", "replication")
    return kept.with_columns(keys.cast(pl.String).cast(pl.Categorical))


def decided(table: pl.DataFrame, asked: Question) -> pl.DataFrame:
    """Return the verdicts on all pairs of every replication."""
    blocks = Blocks.of(table, by="replication", reduce=asked.reduce, missing=asked.missing)
    return blocks.with_keys(decided_pairs(blocks, asked, estimates=False))


def batches(null: str, k: int, n: int, replications: int) -> Iterator[Floats]:
    """Draw the replications of a setting in batches; the same setting always gives the same numbers."""
    random = np.random.default_rng([SEED, list(NULLS).index(null), k, n])
    size = max(1, MOST_ROWS // (k * n))
    for start in range(0, replications, size):
        yield NULLS[null].draw(random, min(size, replications - start), n, k)


def false_claims(null: str, rows: pl.DataFrame, k: int) -> pl.Series:
    """Return the replications in which some verdict is false: of algorithms that are alike, or the wrong way round."""
    standing = NULLS[null].standing(k)
    number = {name: pl.col(name).cast(pl.String).str.strip_prefix("a").cast(pl.Int64) for name in ("a", "b", "better")}
    clear = rows.filter(pl.col("p_adjusted") <= ALPHA).select("replication", **number)
    first, second, better = (clear[name].to_numpy() for name in ("a", "b", "better"))
    worse = np.where(better == first, second, first)
    wrong = standing[better] <= standing[worse]
    return clear["replication"].filter(pl.Series(wrong)).unique()


def verdict_shares(replications: int) -> Iterator[Share]:
    """Calibrate the verdicts of the function that chooses, over the nulls, sizes and kinds of family."""
    for null in NULLS:
        for k, n in SIZES:
            if null in ("noisy2", "strad") and k < 4:
                continue
            for part, options in families(k):
                yield verdict_share(part, null, k, n, replications, options)


def families(k: int) -> list[tuple[str, dict[str, Any]]]:
    """List the families that a page can rest on."""
    listed: list[tuple[str, dict[str, Any]]] = [("all pairs", {})]
    if k in (4, 8):
        listed += [("declared reference", {"control": "a01"}), ("weighted", {"control": "a01", "weights": "reference"})]
    return listed


def verdict_share(part: str, null: str, k: int, n: int, replications: int, options: dict[str, Any]) -> Share:
    """Count the reports with at least one false verdict."""
    wrong, procedure = 0, "none"
    for values in batches(null, k, n, replications):
        table = scores_of(values)
        rows = decided(table, Question(alpha=ALPHA, **options))
        procedure = rows["procedure"].drop_nulls().mode()[0]
        wrong += len(false_claims(null, rows, k))
    return Share(
        part=part, procedure=procedure, null=null, algorithms=k, datasets=n, share=wrong / replications,
        replications=replications, limit=ALPHA,
    )  # fmt: skip


def unit_shares(replications: int) -> Iterator[Share]:
    """Metrics with units on datasets that differ by six orders of magnitude: log ratios, or signs with values of 0."""
    for null in NULLS:
        for k, n in ((4, 14), (8, 14)):
            for part, shift in (("units, log ratios", 0.0), ("units, signs", None)):
                if shift is None and null == "skewd":
                    continue  # its differences have pseudo-median 0 and another median: no null of the sign test
                wrong = 0
                for values in batches(null, k, n, replications):
                    scale = 10.0 ** np.linspace(-3, 3, n)[None, :, None]
                    positive = np.exp(-0.3 * values) * scale
                    if shift is None:
                        # One value that is not positive rules logarithms out for the whole metric.
                        positive = positive - positive.min(axis=(1, 2), keepdims=True)
                    table = scores_of(positive, metric="rmse", direction="lower")
                    rows = decided(table, Question(alpha=ALPHA))
                    wrong += len(false_claims(null, rows, k))
                yield Share(
                    part=part, procedure="wilcoxon" if shift is not None else "sign_test", null=null, algorithms=k,
                    datasets=n, share=wrong / replications, replications=replications, limit=ALPHA,
                )  # fmt: skip


def gap_shares(replications: int) -> Iterator[Share]:
    """Results missing at random, pairs compared on the datasets that both have."""
    for null in NULLS:
        for k, n in ((4, 14), (8, 30)):
            wrong, random = 0, np.random.default_rng([SEED, 7, k, n])
            for values in batches(null, k, n, replications):
                holes = random.random(values.shape) < 0.1
                table = scores_of(np.where(holes, np.nan, values))
                asked = Question(alpha=ALPHA, missing="available")
                wrong += len(false_claims(null, decided(table, asked), k))
            yield Share(
                part="gaps, pairs available", procedure="wilcoxon", null=null, algorithms=k, datasets=n,
                share=wrong / replications, replications=replications, limit=ALPHA,
            )  # fmt: skip


def group_shares(replications: int) -> Iterator[Share]:
    """Families of datasets with intraclass correlation .8: the test works on their means."""
    for families_of_datasets, size in ((8, 3), (10, 3), (20, 3)):
        k, n = 3, families_of_datasets * size
        random = np.random.default_rng([SEED, 11, families_of_datasets])
        values = np.sqrt(0.8) * np.repeat(
            random.standard_normal((replications, families_of_datasets, k)), size, axis=1
        ) + np.sqrt(0.2) * random.standard_normal((replications, n, k))
        names = {f"d{i}": f"family {i // size}" for i in range(n)}
        asked = Question(alpha=ALPHA, group=names)
        rows = decided(scores_of(values), asked)
        yield Share(
            part="families of datasets", procedure="wilcoxon", null="ident", algorithms=k, datasets=n,
            share=len(false_claims("ident", rows, k)) / replications, replications=replications, limit=ALPHA,
        )  # fmt: skip


def interval_shares(replications: int) -> Iterator[Share]:
    """Any of the intervals of a page misses the true difference, at the level for all together."""
    for k, n in ((4, 14), (8, 14), (8, 30)):
        missed = 0
        for values in batches("ident", k, n, replications):
            moved = values + np.linspace(0.0, 1.0, k)
            rows = br.verdicts(scores_of(moved), by="replication", level="family")
            number = [rows[name].cast(pl.String).str.strip_prefix("a").cast(pl.Int64).to_numpy() for name in ("a", "b")]
            truth = (number[0] - number[1]) / (k - 1)
            # A limit that was cut at zero speaks of the sign, which the verdicts above are counted for.
            low, high = (rows[name].to_numpy() for name in ("ci_low", "ci_high"))
            outside = ((truth < low - 1e-12) & (low != 0)) | ((truth > high + 1e-12) & (high != 0))
            missed += rows["replication"].filter(pl.Series(outside)).n_unique()
        yield Share(
            part="intervals, 95 % together", procedure="verdict_interval", null="moderate", algorithms=k, datasets=n,
            share=missed / replications, replications=replications, limit=ALPHA,
        )  # fmt: skip


def best_shares(replications: int) -> Iterator[Share]:
    """The set of algorithms not distinguished from the best leaves out one of the true best."""
    for null in ("ident", "corr", "skew", "half"):
        for k, n in ((4, 14), (8, 14), (8, 30)):
            missed = 0
            standing = NULLS[null].standing(k)
            best = [f"a{place:02d}" for place in np.flatnonzero(standing == standing.max())]
            for values in batches(null, k, n, replications):
                placed = br.places(scores_of(values), by="replication")
                out = placed.filter(pl.col("algorithm").cast(pl.String).is_in(best) & ~pl.col("tier"))
                missed += out["replication"].n_unique()
            yield Share(
                part="not distinguished from the best", procedure="places", null=null, algorithms=k, datasets=n,
                share=missed / replications, replications=replications, limit=ALPHA,
            )  # fmt: skip
