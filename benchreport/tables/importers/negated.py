"""Which way is better, where every score is made so that higher is better?"""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from benchreport.errors import DirectionError
from benchreport.tables.schema import known_direction

NEGATED = "neg_"


def turned_back(long: pl.DataFrame, declared: Mapping[str, str]) -> pl.DataFrame:
    """Return negated losses their own sign and name, and every metric its direction.

    scikit-learn's scorers count higher as better: a loss is negated, and ``neg_`` stands before its name unless the
    user named it. A metric with a declared direction is left as it is.

    Examples
    --------
    >>> table = pl.DataFrame({"metric": ["neg_log_loss", "own"], "value": [-0.25, 0.5]})
    >>> turned_back(table, {}).rows()
    [('log_loss', 0.25, 'lower'), ('own', 0.5, 'higher')]
    """
    signs = long.group_by("metric").agg(
        negative=(pl.col("value") < 0).any().fill_null(False), positive=(pl.col("value") > 0).any().fill_null(False)
    )
    parts = []
    for metric, negative, positive in signs.sort("metric").iter_rows():
        if metric not in declared:
            parts.append({"metric": metric, **_settled(metric, negative, positive)})
    settled = pl.DataFrame(
        parts, schema={"metric": pl.String, "name": pl.String, "turned": pl.Boolean, "way": pl.String}
    )
    # A loss of nothing is 0, not -0.
    value = pl.when(pl.col("turned") & (pl.col("value") != 0)).then(-pl.col("value")).otherwise("value")
    return (
        long.join(settled, on="metric", how="left", maintain_order="left")
        .with_columns(metric=pl.coalesce("name", "metric"), value=value, direction="way")
        .drop("name", "turned", "way")
    )


def _settled(metric: str, negative: bool, positive: bool) -> dict[str, str | bool]:
    own = metric.removeprefix(NEGATED)
    if own != metric and own and not positive:
        return {"name": own, "turned": True, "way": "lower"}
    if known_direction(metric) != "lower":
        return {"name": metric, "turned": False, "way": "higher"}
    if negative and positive:
        raise DirectionError(
            f"metric {metric!r} takes both signs, so it is not known whether it was negated",
            hint=f"directions={{{metric!r}: 'higher'}} or 'lower'",
        )
    return {"name": metric, "turned": negative, "way": "lower"}
