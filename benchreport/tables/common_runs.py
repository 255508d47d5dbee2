"""Runs that all algorithms of a dataset have, for means that would otherwise rest on different runs."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from benchreport.tables.rounding import tie_key
from benchreport.tables.schema import RUN_KEYS

PLACE = ["metric", "dataset"]
SCHEMA = {"n_common": pl.Int64, "n_runs": pl.Int64, "n_algorithms": pl.Int64}


@dataclass(frozen=True, slots=True, kw_only=True)
class CommonRuns:
    """Scores to be averaged over runs, and the datasets that were cut to the runs that all algorithms have.

    ``cut`` has a row per metric and dataset: ``n_common`` of ``n_runs`` runs are compared.
    """

    scores: pl.DataFrame
    cut: pl.DataFrame


def common_runs(scores: pl.DataFrame) -> CommonRuns:
    """Return the scores, cut to common runs on the datasets where the missing runs change the order of the means.

    Elsewhere every algorithm keeps the mean of the runs it has. A dataset whose algorithms share no run is left as it
    is, and so are declared seeds, which are not matched.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = {"model": ["A", "A", "B"], "fold": [1, 2, 2], "accuracy": [0.2, 0.9, 0.8]}
    >>> found = common_runs(br.scores(pl.DataFrame(rows)))
    >>> found.cut.select("n_common", "n_runs").row(0), found.scores["value"].to_list()
    ((1, 2), [0.9, 0.8])
    """
    keys = [name for name in RUN_KEYS if name in scores.columns]
    nothing = scores.select(PLACE).clear().with_columns(pl.lit(None, kind).alias(name) for name, kind in SCHEMA.items())
    if not keys:
        return CommonRuns(scores=scores, cut=nothing)
    measured = scores.filter(pl.col("value").is_not_null())
    if "design" in scores.columns:
        measured = measured.filter((pl.col("design").cast(pl.String) != "seeds").fill_null(True))
    sizes = measured.group_by(PLACE).agg(
        n_algorithms=pl.col("algorithm").n_unique().cast(pl.Int64),
        n_runs=pl.struct(keys).n_unique().cast(pl.Int64),
        n_rows=pl.len().cast(pl.Int64),
    )
    uneven = sizes.filter(pl.col("n_rows") < pl.col("n_algorithms") * pl.col("n_runs"))
    if uneven.is_empty():
        return CommonRuns(scores=scores, cut=nothing)
    doubtful = measured.join(uneven.drop("n_rows"), on=PLACE)
    shared = doubtful.with_columns(
        __shared=pl.col("algorithm").n_unique().over([*PLACE, *keys]) == pl.col("n_algorithms")
    )
    means = shared.group_by(*PLACE, "algorithm").agg(
        pl.col("direction").first(),
        every=pl.col("value").sort().mean(),
        common=pl.col("value").filter("__shared").sort().mean(),
    )
    possible = pl.col("common").is_not_null().all()
    orders = means.with_columns(tie_key(pl.col(name), PLACE).alias(f"__{name}") for name in ("every", "common"))
    changed = orders.group_by(PLACE).agg(changed=(pl.col("__every") != pl.col("__common")).any() & possible)
    counts = shared.filter("__shared").group_by(PLACE).agg(n_common=pl.struct(keys).n_unique().cast(pl.Int64))
    cut = changed.filter("changed").select(PLACE).join(counts, on=PLACE).join(uneven.drop("n_rows"), on=PLACE)
    cut = cut.select(*PLACE, "n_common", "n_runs", "n_algorithms").sort(PLACE)
    kept = shared.filter("__shared").select(*PLACE, *keys).unique().join(cut.select(PLACE), on=PLACE, how="semi")
    untouched = scores.join(cut.select(PLACE), on=PLACE, how="anti", maintain_order="left")
    reduced = scores.join(cut.select(PLACE), on=PLACE, how="semi", maintain_order="left")
    reduced = reduced.join(kept, on=[*PLACE, *keys], how="semi", maintain_order="left")
    return CommonRuns(scores=pl.concat([untouched, reduced]), cut=cut)
