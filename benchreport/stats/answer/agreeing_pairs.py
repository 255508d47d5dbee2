"""Tests of pairs with intervals for all of them together, which agree with the adjusted verdicts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

from benchreport.stats.answer.verdict_intervals import cut, errors
from benchreport.stats.multiplicity.adjusting import Adjustment, adjust
from benchreport.tables.groups import listed

ALONE = ("single_low", "single_high")


def agreeing_pairs(
    test: Callable[[float], pl.DataFrame],
    *,
    adjustment: Adjustment = "holm",
    family: str | Sequence[str] = ("dataset",),
    alpha: float = 0.05,
) -> pl.DataFrame:
    """Run a test of pairs at the level of each family, adjusted, with intervals that agree with the verdicts.

    ``test`` takes the level of its intervals. ``ci_low`` and ``ci_high`` hold for all pairs of a family together and
    exclude 0 iff the adjusted test rejects; a limit that was cut there is open (``low_open``, ``high_open``).
    ``single_low`` and ``single_high`` are the limits of the pair alone. The test itself, not its interval, decides.

    Examples
    --------
    >>> import benchreport as br
    >>> table = br.read_predictions(br.example("small_study_predictions.parquet"))
    >>> rows = agreeing_pairs(lambda alpha: br.mcnemar(table, alpha=alpha))
    >>> rows.filter((pl.col("ci_low") > 0) & (pl.col("p_adjusted") > 0.05)).height
    0
    """
    families = listed(family)
    keys = [*families, "a", "b"]
    alone = adjust(test(alpha), adjustment, family=families)
    rows = alone.with_columns(pl.col(pl.Categorical).cast(pl.String)).rename(
        dict(zip(("ci_low", "ci_high"), ALONE, strict=True))
    )
    levels = rows.with_columns(__error=errors(alone, families, alpha, "family"))
    wide = [
        test(error)
        .with_columns(pl.col(pl.Categorical).cast(pl.String))
        .join(levels.filter(pl.col("__error") == error).select(keys), on=keys, how="semi")
        .select(*keys, "ci_low", "ci_high")
        for error in levels["__error"].unique().sort()
    ]
    favours_a = pl.col("better") == pl.col("a")
    together = rows.join(pl.concat(wide), on=keys, how="left", maintain_order="left").with_columns(
        null_value=pl.lit(0.0), orientation=pl.when(favours_a == (pl.col("estimate") > 0)).then(1).otherwise(-1)
    )
    return cut(together, alpha).drop("orientation")
