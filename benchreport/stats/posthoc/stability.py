"""Stability of Nemenyi's verdicts when other algorithms leave the comparison."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache, partial
from itertools import combinations
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import REMARK_COLUMNS, Method, Remark, schema_of
from benchreport.remarks import joined_remarks
from benchreport.stats.forms.over import over_blocks
from benchreport.stats.forms.parameters import documented
from benchreport.stats.forms.rows import SHARED_RUNS, Frame, checked_alpha
from benchreport.tables.blocks import Blocks, Reduce, pairs_of
from benchreport.tables.groups import By
from benchreport.tables.rounding import row_tie_keys

Pools = Literal["leave_one_out", "all"]
ALL_UP_TO = 12

# One row per group and pair.
STABILITY_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair"),
    "n": ("Int64", "blocks used"),
    "p_value": ("Float64", "Nemenyi's p-value among all algorithms"),
    "differs": ("Boolean", "whether it is at most alpha"),
    "n_pools": ("Int64", "smaller pools looked at, three algorithms at least"),
    "n_flips": ("Int64", "pools in which the verdict is the other one"),
    "p_low": ("Float64", "smallest p-value over all pools"),
    "p_high": ("Float64", "largest p-value over all pools"),
    "flips_without": ("String", "algorithms whose leaving alone turns the verdict"),
    "alpha": ("Float64", "level of the verdict"),
    **REMARK_COLUMNS,
}
# What is computed of a pair.
COMPUTED = ("p_value", "n_pools", "n_flips", "p_low", "p_high", "flips_without")
# Numbers held at a time: pairs times the pools of each.
BATCH = 2_000_000
FEW_FOR_POOLS = Remark(code="few_for_pools", note="fewer than two blocks or three algorithms")
NO_SMALLER_POOL = Remark(code="no_smaller_pool", note="no smaller pool of three")


@documented
def pool_stability(
    table: Frame, *, by: By = "metric", pools: Pools = "leave_one_out", alpha: float = 0.05, reduce: Reduce = "mean"
) -> Frame:
    """Return which of Nemenyi's verdicts hang on the presence of other algorithms.

    Parameters
    ----------
    pools
        "leave_one_out" takes one other algorithm away at a time; "all" looks at every pool of three or more that holds
        the pair, for up to 12 algorithms.
    alpha
        Level of the verdicts.

    Returns
    -------
    polars.DataFrame
        One row per group and pair, sorted by them; columns as in ``STABILITY_COLUMNS``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.pool_stability(scores, alpha=0.1).select("a", "b", "differs", "flips_without").row(1)
    ('C4.5', 'C4.5+m', True, None)
    """
    one_of(pools, ("leave_one_out", "all"), name="pools")
    rows = partial(_rows, pools=pools, alpha=checked_alpha(alpha))
    return over_blocks(table, rows, by=by, reduce=reduce, columns=STABILITY_COLUMNS)


def _rows(blocks: Blocks, *, pools: Pools, alpha: float) -> pl.DataFrame:
    pairs = pairs_of(blocks)
    parts = [
        rows
        for groups, places in blocks.cells.matrices()
        if places.shape[2] > 1
        for rows in _pairs_of_size(blocks, groups, places, pools, alpha)
    ]
    kinds = schema_of(STABILITY_COLUMNS)
    empty = pl.DataFrame(schema={"pair": pl.Int64, **{name: kinds[name] for name in COMPUTED}})
    tested = pl.concat([empty, *parts]).with_columns(pl.col(pl.Float64).fill_nan(None))
    few = (pl.col("n") < 2) | (pl.col("n_algorithms") < 3)
    named = pairs.named().select("group", "a", "b", pair=pl.int_range(pl.len()))
    rows = (
        named.hstack(blocks.facts[pairs.group].select("n", "n_algorithms"))
        .join(tested, on="pair", how="left", maintain_order="left")
        .with_columns(
            n_flips=pl.when(~few).then("n_flips"),
            differs=pl.col("p_value") <= alpha,
            alpha=pl.lit(alpha),
            remarks=joined_remarks(
                FEW_FOR_POOLS.where(few),
                NO_SMALLER_POOL.where(~few & (pl.col("n_pools") == 0)),
                SHARED_RUNS.where(~few & pl.Series(blocks.dependent[pairs.group])),
            ),
            note=None,
        )
    )
    return rows.select("group", *(pl.col(name).cast(kind) for name, kind in kinds.items()))


def _pairs_of_size(blocks: Blocks, groups: Any, places: Any, pools: Pools, alpha: float) -> Iterator[pl.DataFrame]:
    """Yield the rows of all pairs in groups of one size, some pairs at a time to bound the memory."""
    _, n, L = places.shape
    if pools == "all" and L > ALL_UP_TO:
        raise OptionError(
            f"{L} algorithms have too many pools to look at all", hint='pools="leave_one_out", or fewer algorithms'
        )
    most = L - 3 if pools == "all" else min(1, L - 3)
    leaving = [np.array(list(combinations(range(L - 2), size))) for size in range(1, most + 1)]
    numbers = L + max((chosen.size for chosen in leaving), default=0)
    i, j = np.triu_indices(L, 1)
    n_pairs = blocks.n_algorithms * (blocks.n_algorithms - 1) // 2
    first_pair = np.cumsum(n_pairs) - n_pairs
    for part in _slices(len(groups), L * max(n, L)):
        behind = _halves_behind(row_tie_keys(blocks.cells.oriented[places[part]]))
        for rows in _slices(len(behind) * len(i), numbers):
            number, pair = np.divmod(np.arange(rows.start, rows.stop), len(i))
            columns, turns = _verdicts(behind, number, i[pair], j[pair], n, leaving, alpha)
            group = groups[part][number]
            row, other = np.nonzero(turns)
            other += other >= i[pair[row]]
            other += other >= j[pair[row]]
            names = blocks.names(group[row], other).cast(pl.String)
            without = pl.DataFrame({"row": row, "name": names}).group_by("row", maintain_order=True)
            yield (
                pl.DataFrame({"pair": first_pair[group] + pair, **columns})
                .with_columns(row=pl.int_range(pl.len()))
                .join(without.agg(flips_without=pl.col("name").str.join(", ")), on="row", how="left")
                .drop("row")
            )


def _slices(n: int, numbers_each: int) -> Iterator[slice]:
    step = max(1, BATCH // numbers_each)
    return (slice(start, min(start + step, n)) for start in range(0, n, step))


def _verdicts(
    behind: Any, group: Any, i: Any, j: Any, blocks: int, leaving: Sequence[Any], alpha: float
) -> tuple[dict[str, Any], Any]:
    """Return the verdicts on pairs among all algorithms and in smaller pools, and whose leaving alone turns them."""
    rows, L = len(group), behind.shape[1]
    gain = behind[group, i] - behind[group, j]
    # The difference of two rank sums is a sum over all who take part, the two themselves included.
    total = gain.sum(axis=1, dtype=gain.dtype)
    others = np.ones(gain.shape, dtype=bool)
    others[np.arange(rows), i] = others[np.arange(rows), j] = False
    gain = gain[others].reshape(rows, L - 2)
    p = _nemenyi(total, blocks, L)
    differs, low, high = p <= alpha, p, p
    n_pools, n_flips = 0, np.zeros(rows, dtype=np.int64)
    turns = np.zeros(gain.shape, dtype=bool)
    for chosen in leaving:
        size = L - chosen.shape[1]
        lost = gain if chosen.shape[1] == 1 else gain[:, chosen].sum(axis=2, dtype=gain.dtype)
        apart = np.abs(total[:, None] - lost)
        flips = (apart >= _least_apart(blocks, size, alpha)) != differs[:, None]
        n_pools, n_flips = n_pools + len(chosen), n_flips + flips.sum(axis=1)
        low = np.minimum(low, _nemenyi(apart.max(axis=1), blocks, size))
        high = np.maximum(high, _nemenyi(apart.min(axis=1), blocks, size))
        if chosen.shape[1] == 1:
            turns = flips
    columns = {"p_value": p, "n_pools": np.full(rows, n_pools), "n_flips": n_flips, "p_low": low, "p_high": high}
    return columns, turns


def _halves_behind(keys: Any) -> Any:
    """Return for each algorithm how often it ranks behind each other, a tie half; in halves, so that sums are exact."""
    # Half the memory where even the sum over all algorithms fits.
    kind = np.int32 if keys.shape[1] * keys.shape[2] < 2**29 else np.int64
    behind = np.empty((len(keys), keys.shape[2], keys.shape[2]), dtype=kind)
    for c in range(keys.shape[2]):
        own = keys[:, :, c, None]
        behind[:, c] = 2 * (own < keys).sum(axis=1) + (own == keys).sum(axis=1)
        behind[:, c, c] = 0
    return behind


@lru_cache(maxsize=64)
def _least_apart(blocks: int, algorithms: int, alpha: float) -> int:
    """Return the least difference of rank sums, in halves, that tells two algorithms apart, or an impossible one."""
    apart = range(2 * blocks * algorithms)
    return bisect_left(apart, True, key=lambda halves: bool(_nemenyi(np.array(halves), blocks, algorithms) <= alpha))


def _nemenyi(halves: Any, blocks: int, algorithms: int) -> Any:
    from benchreport.stats.kernels.studentized_range import survival

    if blocks < 2 or algorithms < 3:
        return np.full(halves.shape, np.nan)
    difference = np.abs(halves) / (2 * blocks)
    return survival(difference / np.sqrt(algorithms * (algorithms + 1) / (12 * blocks)), algorithms)


POOL_STABILITY = Method(
    table=pool_stability,
    title="Stability of Nemenyi's verdicts",
    question="Which of Nemenyi's verdicts change when another algorithm leaves the comparison?",
    symbol="",
    formula="Nemenyi's p of the pair among the other algorithms and without some; R_a = 1 + sum_c P(c ranks before a)",
    tex=r"\bar{R}_a = 1 + \sum_{c \neq a} \Pr(c \succ a)",
    assumes=("datasets are independent",),
    cites=("benavoli2016", "ismailfawaz2023"),
    remarks=(FEW_FOR_POOLS, NO_SMALLER_POOL, SHARED_RUNS),
)
