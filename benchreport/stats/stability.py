"""Which verdicts on a pair change when another algorithm leaves the comparison?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any, Literal

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import Method, schema_of
from benchreport.stats.layout import Layout, laid_out
from benchreport.stats.rows import SHARED_RUNS, Frame, checked_alpha, first_that_holds, notes, over_table, remark
from benchreport.tables.cells import Reduce, as_scores
from benchreport.tables.groups import By, joined
from benchreport.tables.rounding import row_tie_keys
from benchreport.tables.sizes import dependent_runs

Pools = Literal["leave_one_out", "all"]
ALL_UP_TO = 12

POOL_STABILITY = Method(
    id="pool_stability",
    title="Stability of Nemenyi's verdicts",
    question="Which of Nemenyi's verdicts change when another algorithm leaves the comparison?",
    kind="table",
    shape="scores",
    symbol="",
    formula="Nemenyi's p of the pair among the other algorithms and without some; R_a = 1 + sum_c P(c ranks before a)",
    null="",
    assumes=("datasets are independent",),
    cites=("benavoli2016", "ismailfawaz2023"),
)
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
    "note": ("String", "what a reader should know about this row"),
}
PLACES = {"__group": pl.Int64, "__i": pl.Int64, "__j": pl.Int64}
NO_PAIRS = pl.DataFrame(
    schema=PLACES
    | {"p_value": pl.Float64, "n_pools": pl.Int64, "n_flips": pl.Int64, "p_low": pl.Float64, "p_high": pl.Float64}
)
NO_TURNERS = pl.DataFrame(schema=PLACES | {"__place": pl.Int64})


def pool_stability(
    table: Frame,
    *,
    by: By = "metric",
    pools: Pools = "leave_one_out",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Tell which of Nemenyi's verdicts hang on the presence of other algorithms.

    Parameters
    ----------
    table
        Scores; an incomplete table is refused.
    by
        Groups to look at separately. With ``dataset`` among them the blocks are runs, else datasets.
    pools
        "leave_one_out" takes one other algorithm away at a time; "all" looks at every pool of three or more that holds
        the pair, for up to 12 algorithms.
    alpha
        Level of the verdicts.
    reduce
        How several runs of a block become one value.

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
    level = checked_alpha(alpha)

    def run(scores: Any) -> pl.DataFrame:
        known = as_scores(scores)
        layout = laid_out(known, by, reduce=reduce, taken=tuple(STABILITY_COLUMNS))
        sizes = ((groups, places) for groups, places in layout.matrices() if places.shape[2] > 1)
        parts = [_sized(layout, groups, places, pools, level) for groups, places in sizes]
        shared = dependent_runs(known, layout.groups).rename({"dependent": "__shared"})
        return _finished(layout, parts, level, shared)

    return over_table(table, by, STABILITY_COLUMNS, run)  # type: ignore[no-any-return]


def _sized(layout: Layout, groups: Any, places: Any, pools: Pools, alpha: float) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Look at all groups of one size: their pairs, and whose leaving turns which verdict."""
    _, n, L = places.shape
    if pools == "all" and L > ALL_UP_TO:
        raise OptionError(
            f"{L} algorithms have too many pools to look at all", hint='pools="leave_one_out", or fewer algorithms'
        )
    values = layout.values[places] * layout.facts["orientation"].to_numpy()[groups][:, None, None]
    before = _shares_before(row_tie_keys(values))
    i, j = (np.array(side) for side in zip(*combinations(range(L), 2), strict=True))
    others = np.array([[c for c in range(L) if c not in pair] for pair in zip(i, j, strict=True)], dtype=np.int64)
    # The difference of two mean ranks is a sum over who else takes part.
    own = before[:, j, i] - before[:, i, j]
    gain = before[:, others, i[:, None]] - before[:, others, j[:, None]]
    full = _nemenyi(own + gain.sum(axis=2), n, L)
    low, high = full.copy(), full.copy()
    counted, flipped = 0, np.zeros(full.shape, dtype=np.int64)
    turns = np.zeros(gain.shape, dtype=bool)
    for size in range(1, L - 2) if pools == "all" else range(L - 3, L - 2):
        if size < 1:
            continue
        subsets = np.array(list(combinations(range(L - 2), size)))
        p = _nemenyi(own[..., None] + gain[:, :, subsets].sum(axis=3), n, size + 2)
        flips = (p <= alpha) != (full <= alpha)[..., None]
        counted, flipped = counted + len(subsets), flipped + flips.sum(axis=2)
        low, high = np.minimum(low, p.min(axis=2)), np.maximum(high, p.max(axis=2))
        if size == L - 3:
            turns = flips[:, :, ::-1]  # the first subset lacks the last algorithm
    at = np.indices(full.shape)
    pairs = pl.DataFrame(
        {
            "__group": groups[at[0].ravel()],
            "__i": i[at[1].ravel()],
            "__j": j[at[1].ravel()],
            "p_value": full.ravel(),
            "n_pools": np.full(full.size, counted),
            "n_flips": flipped.ravel(),
            "p_low": low.ravel(),
            "p_high": high.ravel(),
        }
    )
    g, pair, who = np.nonzero(turns)
    turners = pl.DataFrame({"__group": groups[g], "__i": i[pair], "__j": j[pair], "__place": others[pair, who]})
    return pairs, turners


def _shares_before(keys: Any) -> Any:
    """Give how often each algorithm ranks before each other, ties half; larger keys rank first."""
    L = keys.shape[2]
    before = np.empty((len(keys), L, L))
    for c in range(L):
        mine = keys[:, :, c, None]
        before[:, c] = ((mine > keys) + (mine == keys) / 2).mean(axis=1)
    before[:, np.arange(L), np.arange(L)] = 0.0
    return before


def _nemenyi(difference: Any, blocks: int, algorithms: int) -> Any:
    from benchreport.stats.studentized_range import survival

    if blocks < 2 or algorithms < 3:
        return np.full(difference.shape, np.nan)
    return survival(np.abs(difference) / np.sqrt(algorithms * (algorithms + 1) / (12 * blocks)), algorithms)


def _finished(
    layout: Layout, parts: Sequence[tuple[pl.DataFrame, pl.DataFrame]], alpha: float, shared: pl.DataFrame
) -> pl.DataFrame:
    groups, keys = layout.groups, ["__group", "__i", "__j"]
    names = layout.algorithms.select("algorithm").with_columns(__group=pl.Series(layout.group_of_algorithm))
    names = names.with_columns(__place=pl.int_range(pl.len()).over("__group"))
    a, b = (names.rename({"__place": at, "algorithm": side}) for at, side in (("__i", "a"), ("__j", "b")))
    everyone = a.join(b, on="__group").filter(pl.col("__i") < pl.col("__j"))
    measured = pl.concat([NO_PAIRS, *(pairs for pairs, _ in parts)])
    turned = pl.concat([NO_TURNERS, *(turners for _, turners in parts)]).join(names, on=["__group", "__place"])
    without = (
        turned.sort(*keys, "__place")
        .group_by(keys, maintain_order=True)
        .agg(flips_without=pl.col("algorithm").cast(pl.String).str.join(", "))
    )
    facts = joined(layout.facts, shared, groups).with_columns(__group=pl.int_range(pl.len()))
    few = (pl.col("n") < 2) | (pl.col("n_algorithms") < 3)
    rows = (
        everyone.join(measured, on=keys, how="left")
        .join(without, on=keys, how="left")
        .join(facts.select("__group", *groups, "n", "n_algorithms", "__shared"), on="__group")
        .sort(*groups, "a", "b")
        .with_columns(pl.col("p_value", "p_low", "p_high").fill_nan(None))
        .with_columns(
            n_flips=pl.when(~few).then("n_flips"),
            differs=pl.col("p_value") <= alpha,
            alpha=pl.lit(alpha),
            note=notes(
                first_that_holds(
                    [
                        (few, "fewer than two blocks or three algorithms"),
                        (pl.col("n_pools") == 0, "no smaller pool of three"),
                    ],
                    None,
                ),
                remark(~few & pl.col("__shared"), SHARED_RUNS),
            ),
        )
    )
    return rows.select(*groups, *STABILITY_COLUMNS).cast(schema_of(STABILITY_COLUMNS))  # type: ignore[arg-type]
