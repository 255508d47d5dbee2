"""From ten million predictions in a Parquet file to AUC and rates; as a program of its own, with the peak memory.

python -m tests.benchmarks.predictions [MILLIONS] [together|straddling|shuffled]
"""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
from sklearn import metrics as sk

import benchreport as br
from tests.benchmarks.race import Goal, Race

METRICS = ["auc", "tpr", "fpr", "precision", "accuracy"]
KEYS = ["algorithm", "dataset", "fold"]
DATASETS, FOLDS, INSTANCES = 50, 10, 1_000
LAYOUTS = {"together": 250_000, "straddling": 249_937, "shuffled": 250_000}
SQL = """
with ranked as (
    select algorithm, dataset, fold, truth, prediction,
           rank() over w + (count(*) over (partition by algorithm, dataset, fold, score) - 1) / 2.0 as place
    from '{path}' window w as (partition by algorithm, dataset, fold order by score)
)
select algorithm, dataset, fold,
       count(*) filter (truth = 1) as p,
       (sum(place) filter (truth = 1) - p * (p + 1) / 2) / (p * (count(*) - p)) as auc,
       count(*) filter (truth = 1 and prediction = 1) as tp,
       count(*) filter (truth = 0 and prediction = 1) as fp,
       count(*) filter (truth = prediction) as hits
from ranked group by algorithm, dataset, fold
"""


# A program of its own, with nothing of the peers in memory. The peak of getrusage would be that of its parent, too.
ALONE = f"""
import sys, time
import polars as pl
import benchreport as br

start, work = time.perf_counter(), time.process_time()
rows = br.measure(pl.scan_parquet(sys.argv[1]), metrics={METRICS}, positive=1).collect().height
took, worked = time.perf_counter() - start, time.process_time() - work
peak = next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(f"{{rows}} scores, {{took:.2f}} s, {{worked:.2f}} s of processors, peak {{int(peak) // 1024}} MiB")
"""


def write(path: Path, algorithms: int, layout: str = "together") -> None:
    """Write made predictions, half a million per algorithm, a part at a time."""
    rng = np.random.default_rng(20260101)
    size = DATASETS * FOLDS * INSTANCES
    names = pa.array([f"dataset_{number:02d}" for number in range(DATASETS)])
    dataset, fold = (
        np.repeat(np.arange(DATASETS), FOLDS * INSTANCES),
        np.tile(np.repeat(np.arange(FOLDS), INSTANCES), DATASETS),
    )
    instance = np.tile(np.arange(FOLDS * INSTANCES), DATASETS)
    models = pa.array([f"algorithm_{number:03d}" for number in range(algorithms)])
    writer = None
    for number in range(algorithms):
        # Shuffled: every part holds a share of every run, in any order.
        order = rng.permutation(size) if layout == "shuffled" else np.arange(size)
        algorithm = (number + order) % algorithms if layout == "shuffled" else np.full(size, number)
        truth = rng.integers(0, 2, size)
        score = np.round(1 / (1 + np.exp(-(rng.normal(size=size) + truth * (0.5 + algorithm % 20 / 20)))), 4)
        table = pa.table(
            {
                "algorithm": models.take(pa.array(algorithm)),
                "dataset": names.take(pa.array(dataset[order])),
                "fold": fold[order],
                "instance": instance[order],
                "truth": truth,
                "prediction": (score >= 0.5).astype(np.int64),
                "score": score,
            }
        )
        writer = writer or pq.ParquetWriter(path, table.schema)
        writer.write_table(table, row_group_size=LAYOUTS[layout])
    if writer is not None:
        writer.close()


def measured(path: Path) -> pl.DataFrame:
    lazy: Any = br.measure(pl.scan_parquet(path), metrics=METRICS, positive=1)
    scores: pl.DataFrame = lazy.collect()
    return scores


def by_scikit_learn(path: Path, algorithms: int) -> None:
    names = [f"algorithm_{number:03d}" for number in range(algorithms)]
    table = pl.scan_parquet(path).filter(pl.col("algorithm").is_in(names)).collect()
    for part in table.partition_by(KEYS):
        truth = part["truth"].to_numpy()
        sk.roc_auc_score(truth, part["score"].to_numpy())
        sk.confusion_matrix(truth, part["prediction"].to_numpy(), labels=[0, 1])


def by_polars_ds(path: Path) -> pl.DataFrame:
    import polars_ds as pds

    true, said = pl.col("truth") == 1, pl.col("prediction") == 1
    return (
        pl.read_parquet(path)
        .group_by(KEYS)
        .agg(
            auc=pds.query_roc_auc("truth", "score"),
            tp=(true & said).sum(),
            fp=(~true & said).sum(),
            p=true.sum(),
            n=pl.len(),
        )
    )


def races() -> list[Race]:
    folder = tempfile.TemporaryDirectory(prefix="benchreport-")
    path = Path(folder.name) / "predictions.parquet"
    write(path, 20)
    name = "auc and rates, 10 M rows of Parquet"

    def ours() -> pl.DataFrame:
        # The folder lives as long as the race.
        return measured(Path(folder.name) / "predictions.parquet")

    found = [
        Race(
            name=name,
            ours=ours,
            peer="a loop of scikit-learn",
            theirs=lambda: by_scikit_learn(path, 1),
            share=1 / 20,
            goal=Goal(faster=45),
            profile="finding and counting runs 37 %, sorting scores and counting pairs 29 %, "
            "reading the file twice 15 %; no function above 8 %",
        ),
        Race(
            name=name,
            ours=ours,
            peer="DuckDB SQL",
            theirs=lambda: duckdb.sql(SQL.format(path=path)).fetchall(),
            goal=Goal(faster=9),
        ),
    ]
    if importlib.util.find_spec("polars_ds"):
        found.append(
            Race(name=name, ours=ours, peer="polars-ds", theirs=lambda: by_polars_ds(path), goal=Goal(faster=12))
        )
    return found


def main(millions: int, layout: str) -> None:
    with tempfile.TemporaryDirectory(prefix="benchreport-") as folder:
        path = Path(folder) / "predictions.parquet"
        write(path, 2 * millions, layout)
        call = [sys.executable, "-c", ALONE, str(path)]
        print(f"{millions} M rows, {layout}:", subprocess.run(call, check=True, capture_output=True, text=True).stdout)


if __name__ == "__main__":
    main(int((sys.argv[1:] or ["10"])[0]), (sys.argv[2:] or ["together"])[0])
