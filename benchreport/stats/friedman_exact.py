"""How probable is a rank statistic this large, among all arrangements of the ranks within blocks?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations

import numpy as np
import numpy.typing as npt
import polars as pl

from benchreport.tables.groups import aggregate, joined
from benchreport.threads import fast_product

Pattern = tuple[int, ...]
Integers = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
MOST_ALGORITHMS = 7
# Sums of ranks times arrangements, added up over the blocks: beyond this a group takes longer than a second.
MOST_STEPS = 5_000_000


def exact_tails(ranked: pl.DataFrame, groups: list[str], block: list[str]) -> pl.DataFrame:
    """Give each group the exact p-value of Friedman's statistic in ``exact_p``, null where it is too large for that.

    Conditional on the ties: every block keeps its ranks and shuffles them among the algorithms. Groups whose blocks
    have the same ties share one law.
    """
    whole = ranked.filter(pl.col("rank").is_not_null())
    doubled = (2 * pl.col("rank")).round().cast(pl.Int64)
    patterns = whole.group_by(*groups, *block).agg(__ranks=doubled.sort().cast(pl.String).str.join(" "))
    blocks = aggregate(patterns, groups, __blocks=pl.col("__ranks").sort().str.join("|"))
    sums = whole.group_by(*groups, "algorithm").agg(__sum=doubled.sum())
    squares = aggregate(sums, groups, __squares=(pl.col("__sum") ** 2).sum())
    facts = joined(blocks, squares, groups)
    laws = {text: exact_law(_read(text)) for text in facts.get_column("__blocks").unique().to_list() if text}
    tails = [_tail(laws.get(text), square) for text, square in facts.select("__blocks", "__squares").iter_rows()]
    return facts.select(*groups, exact_p=pl.Series(tails, dtype=pl.Float64))


def exact_law(blocks: Sequence[Pattern]) -> tuple[Integers, Floats] | None:
    """Give the sums of squared rank sums that can occur, ascending, and how probable each or a larger one is.

    ``blocks`` are the doubled ranks of every block, sorted. None where there are too many arrangements.

    Examples
    --------
    >>> squares, tails = exact_law([(2, 4, 6)] * 2)
    >>> squares.tolist(), tails.round(4).tolist()
    ([192, 200, 216, 224], [1.0, 0.8333, 0.5, 0.1667])
    """
    L = len(blocks[0])
    if L > MOST_ALGORITHMS:
        return None
    # The first block may stay as it is: only how the others lie to it matters, and only as a multiset.
    sums, weights = np.array([blocks[0]], dtype=np.int64), np.ones(1)
    powers = np.int64(2 * L * len(blocks) + 1) ** np.arange(L, dtype=np.int64)
    steps = 0
    for pattern in blocks[1:]:
        moves = np.array(sorted(set(permutations(pattern))), dtype=np.int64)
        steps += len(sums) * len(moves)
        if steps > MOST_STEPS:
            return None
        reached = np.sort((sums[:, None, :] + moves[None, :, :]).reshape(-1, L), axis=1)
        share = np.repeat(weights / len(moves), len(moves))
        _, first, which = np.unique(fast_product(reached, powers), return_index=True, return_inverse=True)
        sums, weights = reached[first], np.bincount(which, share).astype(np.float64)
    squares, which = np.unique((sums**2).sum(axis=1), return_inverse=True)
    chances = np.bincount(which, weights)
    return squares, np.minimum(np.cumsum(chances[::-1])[::-1], 1.0)


def _read(text: str) -> list[Pattern]:
    return [tuple(int(rank) for rank in block.split()) for block in text.split("|")]


def _tail(law: tuple[Integers, Floats] | None, square: int) -> float | None:
    if law is None:
        return None
    squares, tails = law
    return float(tails[np.searchsorted(squares, square)])
