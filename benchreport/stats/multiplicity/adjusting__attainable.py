"""Attainable significance: the least p-value that exact tests on n blocks can give, before and after adjustment."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np
import polars as pl

from benchreport.errors import OptionError, one_of
from benchreport.method import ALTERNATIVES, Alternative, Method
from benchreport.registry import METHODS
from benchreport.stats.forms.rows import checked_alpha
from benchreport.tables.rounding import Floats

MOST_BLOCKS = 1000
WEIGHTED_HOLM = "weighted_holm"


def attainable(
    n_blocks: int,
    n_algorithms: int,
    *,
    adjustment: str | None = "holm",
    control: bool = False,
    alternative: Alternative = "two-sided",
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Tell the smallest p-value that exact tests of so many blocks can give, and whether it survives adjustment.

    Parameters
    ----------
    n_blocks
        Blocks that differ, such as datasets.
    n_algorithms
        Algorithms that are compared.
    adjustment
        Name of an adjustment, as in :func:`adjust`; None leaves p-values as they are.
    control
        Compare with one of them only, rather than all pairs.
    alternative
        One-sided tests reach half the p-value.
    alpha
        Level of the decision.

    Returns
    -------
    polars.DataFrame
        One row: ``n_blocks``, ``n_tests``, ``smallest_p``, ``smallest_adjusted``, ``can_reject``, and
        ``blocks_needed``, with how many blocks something can be rejected.

    Examples
    --------
    >>> import benchreport as br
    >>> br.attainable(5, 4).row(0)
    (5, 6, 0.0625, 0.375, False, 8)
    """
    if n_blocks < 1 or n_algorithms < 2:
        raise OptionError(
            f"{n_algorithms} algorithms on {n_blocks} blocks make no comparison",
            hint="two algorithms and a block at least",
        )
    one_of(alternative, ALTERNATIVES, name="alternative")
    if adjustment is not None:
        one_of(adjustment, METHODS.adjustments, name="adjustment")
    level = checked_alpha(alpha)
    tests = n_algorithms - 1 if control else n_algorithms * (n_algorithms - 1) // 2
    sides = 2 if alternative == "two-sided" else 1
    smallest = least_adjusted(n_blocks, tests, adjustment, level, sides=sides)
    return pl.DataFrame(
        {
            "n_blocks": [n_blocks],
            "n_tests": [tests],
            "smallest_p": [least_p(n_blocks, sides=sides)],
            "smallest_adjusted": [smallest],
            "can_reject": [smallest <= level],
            "blocks_needed": [blocks_needed(tests, adjustment, level, sides=sides)],
        },
        schema_overrides={"blocks_needed": pl.Int64},
    )


def least_p(n_blocks: int, *, sides: int = 2) -> float:
    """Return the least p-value of an exact test over the signs of so many blocks.

    Examples
    --------
    >>> least_p(5), least_p(5, sides=1)
    (0.0625, 0.03125)
    """
    return min(1.0, sides * 0.5**n_blocks)


@lru_cache(maxsize=4096)
def least_adjusted(
    n_blocks: int, n_tests: int, adjustment: str | None, alpha: float, *, sides: int = 2, most_weight: float = 1.0
) -> float:
    """Return the least adjusted p-value of any test of a family, all of them exact over the signs of so many blocks.

    Every test of the family is given the least p-value, which a strict order of the algorithms allows; adjustments that
    step up then reject where those that step down cannot. ``most_weight`` is the largest weight of a weighted family.

    Examples
    --------
    >>> least_adjusted(8, 6, "holm", 0.05), least_adjusted(8, 6, "bh", 0.05)
    (0.046875, 0.0078125)
    """
    least = least_p(n_blocks, sides=sides)
    if adjustment is None:
        return least
    if adjustment == WEIGHTED_HOLM:
        return min(1.0, least / most_weight)
    return float(adjusted(np.full((1, n_tests), least), adjustment, alpha).min())


@lru_cache(maxsize=1024)
def blocks_needed(
    n_tests: int, adjustment: str | None, alpha: float, *, sides: int = 2, most_weight: float = 1.0
) -> int | None:
    """Return with how many blocks something can be rejected; None where no number of blocks would do.

    Examples
    --------
    >>> blocks_needed(6, "holm", 0.05), blocks_needed(3, "holm", 0.05)
    (8, 7)
    """
    sizes = range(1, MOST_BLOCKS)
    options: dict[str, Any] = {"sides": sides, "most_weight": most_weight}
    return next((n for n in sizes if least_adjusted(n, n_tests, adjustment, alpha, **options) <= alpha), None)


def adjusted(p: Floats, adjustment: str, alpha: float) -> Floats:
    """Adjust families given as rows of ascending p-values; pairs in any order where sets of pairs matter."""
    kernel = METHODS[adjustment].kernel
    if kernel is None:
        raise OptionError(f"{adjustment} is not an adjustment", hint=f"choose from {', '.join(METHODS.adjustments)}")
    return np.asarray(kernel(p, alpha))


def least_of_sign_flips(n: pl.Expr, sides: pl.Expr) -> pl.Expr:
    """Return the least p-value of exact tests of signs: of 2^n equal outcomes one is the most extreme on each side.

    Examples
    --------
    >>> pl.DataFrame({"n": [5, 0]}).select(least_of_sign_flips(pl.col("n"), pl.lit(2.0))).to_series().to_list()
    [0.0625, 1.0]
    """
    return (sides * pl.lit(0.5).pow(n)).clip(upper_bound=1.0)


def smallest_p(rows: pl.DataFrame) -> Any:
    """Return the smallest p-value each row could have had; 0 where any p-value is possible, 1 where there is none."""
    if not {"method", "law", "n", "alternative"} <= set(rows.columns):
        return np.zeros(rows.height)
    law = pl.col("law").fill_null("")
    exact = law.str.contains("exact") | (law == "binomial")
    sides = pl.when(pl.col("alternative") == "two-sided").then(2.0).otherwise(1.0)
    possible: pl.Expr = pl.lit(0.0)
    for name in rows.get_column("method").unique().drop_nulls().to_list():
        if name in METHODS and (least := METHODS[name].least_p) is not None:
            floor = least(pl.col("n").fill_null(0), sides)
            possible = pl.when(exact & (pl.col("method") == name)).then(floor).otherwise(possible)
    return rows.select(pl.when(pl.col("p_value").is_null()).then(1.0).otherwise(possible)).to_series().to_numpy()


ATTAINABLE = Method(
    id="attainable",
    title="Attainable significance",
    question="Could any pair be shown to differ with so few blocks, after adjustment?",
    kind="numbers",
    shape="none",
    symbol="p_{min}",
    formula="smallest p = 2 / 2^n (one-sided 1 / 2^n), adjusted as if every test of the family had reached it",
    tex=r"p_{\min} = 2^{1-n}",
    assumes=("an exact signed-rank, sign or sign-flip test on n blocks that all differ",),
    cites=("tarone1990",),
    table=attainable,
)
