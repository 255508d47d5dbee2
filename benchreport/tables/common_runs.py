"""Runs that all algorithms of a dataset have, for means that would otherwise rest on different runs."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl

from benchreport.tables.blocks import Blocks, Flags, Floats
from benchreport.tables.rounding import row_tie_keys


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
    blocks = Blocks.of(scores, by=("metric", "dataset"), missing="available", alone=True)
    if "design" in scores.columns:
        seeds = blocks.of_source(seeds=(pl.col("design").cast(pl.String) == "seeds").any().fill_null(False))["seeds"]
    else:
        seeds = pl.repeat(False, blocks.n_groups, eager=True)
    own = blocks.over_blocks(np.maximum, blocks.measured)
    n_algorithms = own.sum(axis=1)
    shared = blocks.used & (blocks.measured.sum(axis=1) == n_algorithms[blocks.group])
    n_common = np.bincount(blocks.group[shared], minlength=blocks.n_groups)
    places = [row_tie_keys(_means(blocks, runs)) for runs in (blocks.used, shared)]
    moved = ((places[0] != places[1]) & own).any(axis=1)
    cut = moved & (n_common > 0) & (n_common < blocks.n_blocks) & ~seeds.to_numpy()
    counts = {"n_common": n_common, "n_runs": blocks.n_blocks, "n_algorithms": n_algorithms}
    told = blocks.keys.hstack(pl.DataFrame(counts)).filter(pl.Series(cut))
    if not cut.any():
        return CommonRuns(scores=scores, cut=told)
    row, _ = blocks.source_cell
    return CommonRuns(scores=blocks.source.filter(pl.Series(~cut[blocks.group[row]] | shared[row])), cut=told)


def _means(blocks: Blocks, runs: Flags) -> Floats:
    """Average the values of each algorithm over some runs, groups by columns; NaN where it has none."""
    counted = blocks.measured & runs[:, None]
    sums = blocks.over_blocks(np.add, np.where(counted, blocks.values, 0.0))
    with np.errstate(invalid="ignore"):
        return np.asarray(sums / blocks.over_blocks(np.add, counted.astype(np.int64)))
