"""Which algorithms, neighbours in mean rank, were not shown to differ?"""

from __future__ import annotations

import polars as pl

from benchreport.errors import OptionError
from benchreport.stats.rows import checked_alpha


def indistinguishable(ranks: pl.DataFrame, rows: pl.DataFrame, *, alpha: float = 0.05) -> pl.DataFrame:
    """Join neighbours in mean rank among which no pair was shown to differ: the bars of a CD diagram.

    Only runs that cannot be extended are kept, and none of a single algorithm. Not to have been shown to differ is
    no evidence of being equal.

    Parameters
    ----------
    ranks
        Mean ranks of one group, as :func:`benchreport.average_ranks` gives them: one row per algorithm.
    rows
        Result rows of any test of all pairs, same group. A pair differs when its adjusted p-value, or its p-value
        where there is none, is at most ``alpha``; a pair without p-value was not shown to differ.
    alpha
        Level at which two algorithms differ.

    Returns
    -------
    polars.DataFrame
        One row per run, best first: ``members`` in rank order, ``low`` and ``high`` (the smallest and largest mean
        rank among them) and ``size``.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> ranks = br.average_ranks(scores)
    >>> runs = indistinguishable(ranks, br.nemenyi(scores), alpha=0.1)
    >>> runs["members"].to_list()
    [['C4.5+m+cf', 'C4.5+m', 'C4.5+cf'], ['C4.5+cf', 'C4.5']]
    """
    reaches = _reaches(ranks, rows, alpha)
    reach, place = pl.col("reach"), pl.col("place")
    longest = reaches.filter((reach > place) & (reach > reach.shift(1, fill_value=-1))).select("place", "reach")
    # A run is a slice of the algorithms in rank order.
    inside = longest.join(reaches.select("algorithm", "mean_rank", at="place"), how="cross").filter(
        pl.col("at").is_between(place, reach)
    )
    return (
        inside.sort("place", "at")
        .group_by("place", maintain_order=True)
        .agg(
            members=pl.col("algorithm"),
            low=pl.col("mean_rank").min(),
            high=pl.col("mean_rank").max(),
            size=pl.len().cast(pl.Int64),
        )
        .drop("place")
    )


def uncovered(ranks: pl.DataFrame, rows: pl.DataFrame, *, alpha: float = 0.05) -> int:
    """Count the pairs that were not shown to differ, yet are joined by no run.

    They exist when some algorithm ranked between the two differs from one of them; bars cannot show such pairs.
    Parameters as in :func:`indistinguishable`.

    Examples
    --------
    >>> ranks = pl.DataFrame({"algorithm": ["A", "B", "C"], "mean_rank": [1.5, 2.0, 2.5]})
    >>> rows = pl.DataFrame({"a": ["A", "A", "B"], "b": ["B", "C", "C"], "p_value": [0.01, 0.3, 0.4]})
    >>> rows = rows.with_columns(p_adjusted=pl.lit(None, pl.Float64))
    >>> indistinguishable(ranks, rows)["members"].to_list()
    [['B', 'C']]
    >>> uncovered(ranks, rows)
    1
    """
    reaches = _reaches(ranks, rows, alpha).select(first="place", reach="reach")
    pairs = _placed(in_rank_order(ranks), rows, alpha).join(reaches, on="first")
    return pairs.filter(~pl.col("differs") & (pl.col("last") > pl.col("reach"))).height


def in_rank_order(ranks: pl.DataFrame) -> pl.DataFrame:
    """Sort one group of mean ranks, best first, and number the places; equal ranks go by name.

    Examples
    --------
    >>> in_rank_order(pl.DataFrame({"algorithm": ["B", "A"], "mean_rank": [1.5, 1.5]})).rows()
    [(0, 'A', 1.5), (1, 'B', 1.5)]
    """
    places = ranks.select(pl.col("algorithm").cast(pl.String), pl.col("mean_rank").cast(pl.Float64))
    if places["algorithm"].n_unique() < places.height:
        raise OptionError(
            "an algorithm has more than one mean rank", hint="give the ranks of one group, such as one metric"
        )
    if places["mean_rank"].null_count():
        raise OptionError("an algorithm has no mean rank", hint="leave out groups that have lost all their blocks")
    return places.sort("mean_rank", "algorithm").with_row_index("place").cast({"place": pl.Int64})


def _reaches(ranks: pl.DataFrame, rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Find, for each algorithm, the last place up to which no pair differs when starting from it."""
    places = in_rank_order(ranks)
    different = _placed(places, rows, alpha).filter("differs")
    barrier = different.group_by(place="first").agg(barrier=pl.col("last").min())
    stop = pl.col("barrier").fill_null(places.height)
    return (
        places.join(barrier, on="place", how="left", maintain_order="left")
        .with_columns(reach=stop.cum_min(reverse=True) - 1)
        .drop("barrier")
    )


def _placed(places: pl.DataFrame, rows: pl.DataFrame, alpha: float) -> pl.DataFrame:
    """Turn result rows into pairs of places, the better first, and whether they differ."""
    level = checked_alpha(alpha)
    place = dict(zip(places["algorithm"], places["place"], strict=True))
    a, b = (pl.col(name).cast(pl.String).replace_strict(place, default=None, return_dtype=pl.Int64) for name in "ab")
    pairs = rows.select(
        first=pl.min_horizontal(a, b),
        last=pl.max_horizontal(a, b),
        known=a.is_not_null() & b.is_not_null() & (a != b),
        differs=(pl.coalesce("p_adjusted", "p_value") <= level).fill_null(False),
    ).filter("known")
    expected = places.height * (places.height - 1) // 2
    distinct = pairs.select("first", "last").n_unique() if pairs.height else 0
    if distinct < expected:
        raise OptionError(
            f"{expected - distinct} of {expected} pairs were not tested", hint="test all pairs, without a control"
        )
    if pairs.height > expected:
        raise OptionError(f"{pairs.height} rows for {expected} pairs", hint="give the rows of one method and one group")
    return pairs.drop("known")
