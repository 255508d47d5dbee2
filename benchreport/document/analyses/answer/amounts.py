"""Leads of one algorithm over another, in words: differences, ratios, wins or mean ranks, as the test has them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl

from benchreport.document.evidence.comparison import Comparison, Metric
from benchreport.document.evidence.verdict_words import PERCENT_UP_TO, RANK_DIFFERENCE, RATIOS, limits_of, turned
from benchreport.numerals import decimals_for, fixed, limit_texts, number
from benchreport.records import dataclass
from benchreport.stats.answer.verdict_intervals import WIN_SHARE
from benchreport.tables.designs.doubtful import TIME_WORDS, is_cost
from benchreport.tables.schema import normalised


@dataclass(frozen=True, slots=True, kw_only=True)
class Lead:
    """The lead of one algorithm over another, which may be negative: its size in words, and the adjusted p-value.

    ``by`` follows a verb, as in "beats B by 0.013 (0, 0.035]". ``apart`` stands in brackets behind the other's name and
    ``phrase`` within a sentence: a ratio is that of the other to this one, as in the figure. ``own`` stands behind this
    one's name, with the ratio of this one to the other.
    """

    name: str
    other: str
    better: str | None
    by: str
    apart: str
    own: str
    phrase: str
    size: float
    p: float | None
    significant: bool


def leads_of(c: Comparison, name: str, rows: pl.DataFrame | None = None) -> list[Lead]:
    """Return the leads of one algorithm over those that it is compared with, the smallest first.

    Its deficits are negative leads, in their place.
    """
    return leads_over(c.tested if rows is None else rows, name, c.metric, decimals(c))


def leads_over(rows: pl.DataFrame, name: str, metric: Metric, places: int) -> list[Lead]:
    """Return the leads of one algorithm in rows of tests of pairs, the smallest first."""
    second = pl.col("b").cast(pl.String) == name
    own = turned(rows.filter(second | (pl.col("a").cast(pl.String) == name)), second)
    return sorted(leads(own, metric, places), key=lambda lead: (lead.size, lead.other))


def wins_of(c: Comparison) -> list[Lead]:
    """Return the significant differences of the deciding family, each as a lead of the better algorithm."""
    return leads(c.significant(), c.metric, decimals(c))


def decimals(c: Comparison) -> int:
    """Return the decimals of differences, those of the picture: three for rates, as a rule."""
    from benchreport.figures.comparison.verdict_rows import decimals_of

    return decimals_of(c.tested)


def leads(rows: pl.DataFrame, metric: Metric, places: int) -> list[Lead]:
    """Return the lead of a over b in every row."""
    return [_lead(_upward(row, metric), metric, places) for row in rows.iter_rows(named=True)]


def _upward(row: Mapping[str, Any], metric: Metric) -> dict[str, Any]:
    """Return a row whose estimate is positive where a is better; ratios and shares of wins stay as they are."""
    estimand = row["estimand"]
    falling = estimand == RANK_DIFFERENCE or (metric.lower and estimand not in (*RATIOS, WIN_SHARE))
    if not falling:
        return dict(row)
    low, high, estimate = (
        None if row[name] is None else -row[name] + 0.0 for name in ("ci_low", "ci_high", "estimate")
    )
    return {
        **row,
        "estimate": estimate,
        "ci_low": high,
        "ci_high": low,
        "low_open": row["high_open"],
        "high_open": row["low_open"],
    }


def _lead(row: Mapping[str, Any], metric: Metric, places: int) -> Lead:
    by, own, size = _words(row, metric, places)
    p, alpha = row["p_adjusted"], row["alpha"]
    apart = f"ratio {_ratio_text(_inverse(row))}" if own.startswith("ratio ") else own
    return Lead(
        name=str(row["a"]),
        other=str(row["b"]),
        better=None if row["better"] is None else str(row["better"]),
        by=by,
        apart=apart,
        own=own,
        phrase=apart.replace("ratio ", "a ratio of ") if apart.startswith("ratio ") else apart,
        size=size,
        p=p,
        significant=p is not None and p <= alpha and row["better"] is not None,
    )


def _words(row: Mapping[str, Any], metric: Metric, places: int) -> tuple[str, str, float]:
    """Return the lead of a as it follows a verb and as it stands in brackets, and its size for an order."""
    estimand, estimate = row["estimand"], row["estimate"]
    if estimand == WIN_SHARE:
        wins, losses, ties = row["wins"], row["losses"], row["n_ties"] or 0
        record = f"{wins} wins, {losses} losses" + (f", {ties} ties" if ties else "")
        return f"on {wins} of {wins + losses + ties} datasets", record, wins - losses
    if estimate is None:
        return "", "", 0.0
    if estimand == RANK_DIFFERENCE:
        return f"by {fixed(estimate, 2)} mean ranks", f"{fixed(estimate, 2)} mean ranks", estimate
    if estimand in RATIOS:
        ahead = 1 / estimate if metric.lower else estimate
        differs = row["better"] is not None and row["p_adjusted"] <= row["alpha"]
        words = _ratio(row, metric) if differs else f"ratio {_ratio_text(row)}"
        return f"({words})", words, ahead - 1
    interval = "" if None in (row["ci_low"], row["ci_high"]) else limits_of(row, places)
    words = f"{fixed(estimate, places)}{f' {interval}' if interval else ''}"
    return f"by {words}", words, estimate


def _inverse(row: Mapping[str, Any]) -> dict[str, Any]:
    """Return a row with the ratio of b to a."""
    estimate, low, high = (None if row[name] is None else 1 / row[name] for name in ("estimate", "ci_low", "ci_high"))
    ends = {"ci_low": high, "ci_high": low, "low_open": row["high_open"], "high_open": row["low_open"]}
    return {**row, "estimate": estimate, **ends}


def _ratio_text(row: Mapping[str, Any]) -> str:
    places = decimals_for(row["estimate"] / 2, 4) if row["estimate"] < 0.1 else 2
    interval = limits_of(row, places)
    return f"{fixed(row['estimate'], places)}{f' {interval}' if interval else ''}"


def _ratio(row: Mapping[str, Any], metric: Metric) -> str:
    """Return how much less or more a has than b, which differs: a percentage up to a factor of two, else a factor."""
    ratio, timed = row["estimate"], is_time(metric.name)
    less = ratio < 1 or (ratio == 1 and metric.lower)
    cut = row["high_open"] if less else row["low_open"]
    if 1 / PERCENT_UP_TO <= ratio <= PERCENT_UP_TO:
        sign = -1 if less else 1
        ends = [None if row[end] is None else 100 * sign * (row[end] - 1) for end in ("ci_low", "ci_high")]
        word = ("less" if less else "more") + " time" if timed else "lower" if less else "higher"
        return f"{fixed(100 * sign * (ratio - 1), 0)} % {word}{_between(ends, 0, 0.0, cut=cut, unit=' %')}"
    factor = 1 / ratio if less else ratio
    ends = [None if row[end] is None else 1 / row[end] if less else row[end] for end in ("ci_low", "ci_high")]
    faster = f"{_factor(factor)} times as fast" if timed and less else ""
    words = faster or f"{'lower' if less else 'higher'} by a factor of {_factor(factor)}"
    return f"{words}{_between(ends, 0 if factor >= 100 else 1, 1.0, cut=cut)}"


def is_time(metric: str) -> bool:
    """Return whether a metric is a time, of which less is "less time".

    Examples
    --------
    >>> is_time("training time"), is_time("RMSE"), is_time("peak memory")
    (True, False, False)
    """
    return is_cost(metric) and bool(TIME_WORDS & set(normalised(metric).split("_")))


def _factor(value: float) -> str:
    return fixed(value, 0) if value >= 100 else number(value, 2)


def _between(ends: list[float | None], places: int, null: float, *, cut: bool, unit: str = "") -> str:
    """Return the limits of an amount in words, the smaller first; a side cut at the null value is above it."""
    if None in ends:
        return ""
    low, high = sorted(end for end in ends if end is not None)
    least, most = limit_texts(low, high, places, null=None if cut else null)
    return f", above {fixed(null, 0)} and at most {most}{unit}" if cut else f", {least} to {most}{unit}"
