"""How far might a summary move, were the runs drawn again? Stratified bootstrap of many groups at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Remark
from benchreport.stats.forms.rows import checked_alpha, checked_draws

Floats = npt.NDArray[np.float64]
Sizes = npt.NDArray[np.int64]
# Gives one number per row and draw, from rows x strata x runs, draws x strata x runs and the sizes of the strata.
Statistic = Callable[[Floats, Floats, Sizes], Floats]
Resample = Literal["runs", "datasets"]
RESAMPLES = ("runs", "datasets")
# Numbers held at once; a batch this large stays in the cache of most machines.
BATCH = 1 << 19
# Replicates kept at once before their quantiles are taken.
KEPT = 1 << 23
DRAWN_AGAIN = Remark(code="drawn_again", note="{0} draws, seed {1}")
RESAMPLED_LIMITS = Remark(code="resampled_limits", note="{0} draws, seed {1}, Monte Carlo error of the limits {2}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Resampling:
    """What is drawn again, how often, from which seed, and the level of the interval.

    Examples
    --------
    >>> Resampling(resample="runs", draws=2000, seed=0, alpha=0.05).law
    'bootstrap of runs within datasets'
    """

    resample: Resample
    draws: int
    seed: int
    alpha: float

    def __post_init__(self) -> None:
        one_of(self.resample, RESAMPLES, name="resample")
        checked_draws(self.draws)
        checked_alpha(self.alpha)
        checked_seed(self.seed)

    @property
    def law(self) -> str:
        """Name the law that the interval comes from."""
        return "bootstrap of runs within datasets" if self.resample == "runs" else "bootstrap of datasets"

    def limits_remark(self, condition: pl.Expr) -> pl.Expr:
        """Return the remark on how limits were drawn, with their Monte Carlo error in the column ``error``."""
        error = pl.col("error").round_sig_figs(2)
        return RESAMPLED_LIMITS.where(condition, pl.lit(self.draws), pl.lit(self.seed), error)


def checked_seed(seed: int) -> int:
    """Raise an error for a seed that is not a whole number from 0 up.

    Examples
    --------
    >>> checked_seed(7)
    7
    """
    if isinstance(seed, bool) or not isinstance(seed, int) or seed < 0:
        raise OptionError(f"seed is {seed!r}", hint="a whole number from 0 up, such as 0")
    return seed


def resampled_counts(
    sizes: Sizes, resampling: Resampling, *, stream: int = 0, width: int | None = None
) -> Iterator[Floats]:
    """Draw how often each run is taken: arrays of draws x strata x runs, a part of the draws at a time.

    ``sizes`` says how many runs each stratum has; places beyond them are never drawn. With ``resample="datasets"``
    whole strata are drawn. What comes out depends on the sizes, the seed and the stream alone; ``width`` adds places.
    """
    strata, width = sizes.size, width or int(sizes.max())
    generator = np.random.default_rng([resampling.seed, stream])
    step = max(1, BATCH // (strata * width))
    for start in range(0, resampling.draws, step):
        draws = min(step, resampling.draws - start)
        if resampling.resample == "datasets":
            drawn = _tally(generator, draws, np.array([strata]), strata)
            present = np.arange(width) < sizes[:, None]
            yield drawn.reshape(draws, strata, 1) * present
        else:
            yield _tally(generator, draws, sizes, width)


def _tally(generator: np.random.Generator, draws: int, sizes: npt.NDArray[Any], width: int) -> Floats:
    places = np.empty((draws, int(sizes.sum())), dtype=np.int64)
    filled = 0
    for size in np.unique(sizes):
        strata = np.flatnonzero(sizes == size)
        drawn = generator.integers(0, size, (draws, strata.size, size), dtype=np.uint16 if size < 60_000 else np.uint64)
        until = filled + strata.size * int(size)
        places[:, filled:until] = (drawn + (strata * width)[:, None]).reshape(draws, -1)
        filled = until
    places += (np.arange(draws) * (sizes.size * width))[:, None]
    tallied = np.bincount(places.ravel(), minlength=draws * sizes.size * width)
    return tallied.reshape(draws, sizes.size, width).astype(np.float64)


def quantiles_of(replicates: Floats, resampling: Resampling) -> dict[str, Floats]:
    """Return the percentile interval of every row of replicates, and the Monte Carlo error of its limits."""
    low = resampling.alpha / 2
    error = np.sqrt(low * (1 - low) / resampling.draws)
    levels = np.array([low, 1 - low, low - error, low + error, 1 - low - error, 1 - low + error]).clip(0, 1)
    found = np.quantile(replicates, levels, axis=1)
    return {
        "low": found[0],
        "high": found[1],
        "error": np.maximum(found[3] - found[2], found[5] - found[4]) / 2,
    }


def intervals(cube: Floats, sizes: Sizes, statistic: Statistic, resampling: Resampling) -> dict[str, Floats]:
    """Bootstrap many rows, laid out as rows x strata x runs, whose strata have the same sizes."""
    together = max(1, KEPT // resampling.draws)
    parts = []
    for start in range(0, len(cube), together):
        rows = cube[start : start + together]
        drawn = [statistic(rows, counts, sizes) for counts in resampled_counts(sizes, resampling)]
        parts.append(quantiles_of(np.concatenate(drawn, axis=1), resampling))
    return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}


def batches(n_rows: int, numbers_per_row: int) -> Iterator[slice]:
    """Split rows so that no more than a batch of numbers is held at once."""
    step = max(1, BATCH // max(1, numbers_per_row))
    for start in range(0, n_rows, step):
        yield slice(start, min(start + step, n_rows))


def by_sizes(rows: pl.DataFrame, *sizes: str) -> Iterator[tuple[npt.NDArray[Any], pl.DataFrame, list[Sizes]]]:
    """Split rows with strata into those whose strata have the same sizes: their places, themselves, and the sizes."""
    text = [pl.col(name).cast(pl.List(pl.String)).list.join(",") for name in sizes]
    keyed = rows.with_row_index("__place").with_columns(__sizes=pl.concat_str(text, separator="|"))
    for part in keyed.drop_nulls(sizes).partition_by("__sizes", maintain_order=True):
        own = [part.get_column(name)[0].to_numpy() for name in sizes]
        yield part.get_column("__place").to_numpy(), part.drop("__place", "__sizes"), own


def cube(lists: pl.Series, sizes: npt.NDArray[Any]) -> Floats:
    """Lay lists of runs out as rows x strata x runs; where a stratum is short its first run stands in, uncounted."""
    flat = lists.explode(empty_as_null=False).to_numpy().reshape(lists.len(), -1)
    width = int(sizes.max())
    starts = np.cumsum(sizes) - sizes
    places = starts[:, None] + np.where(np.arange(width) < sizes[:, None], np.arange(width), 0)
    laid: Floats = flat[:, places]
    return laid
