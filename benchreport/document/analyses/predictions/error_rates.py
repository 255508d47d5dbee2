"""Error rates of algorithms on instances: how many, in words, and as a table."""

from __future__ import annotations

from functools import partial

import polars as pl

from benchreport.document.analyses.contests import Focus, listing_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.rates import rate, rate_interval
from benchreport.document.evidence.runs import several_by_design
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, level_title
from benchreport.document.model.blocks import Table
from benchreport.numerals import fixed, limits, percent
from benchreport.options import Options
from benchreport.tables.predictions import is_scored


def populations(evidence: Evidence) -> str:
    """Return which population the tests on instances and the tests on runs speak of; nothing without tests on runs."""
    designs = set(several_by_design(evidence.design)["design"].cast(pl.String))
    if not designs or evidence.predictions is None:
        return ""
    noun = "items" if is_scored(evidence.predictions) else "instances"
    anew = f"models trained anew on other training sets of these data{', or' if 'seeds' in designs else ''}"
    seeds = f"further runs with other random seeds on these very {noun}"
    runs = seeds if designs == {"seeds"} else f"{anew} {seeds}" if "seeds" in designs else anew
    return (
        f"Two populations: tests on {noun} generalise to further {noun} for the models as they were trained, tests on "
        f"runs to {runs}; so the two can disagree."
    )


def error_table(
    errors: pl.DataFrame,
    against: pl.DataFrame | None,
    focus: Focus,
    options: Options,
    noun: str = "instances",
    *,
    id: str = "errors",
) -> Table:
    """Return the table of error rates with intervals and, where tested, differences from the algorithm in focus."""
    listing = listing_of(
        errors.sort("dataset", "estimate", "a"),
        focus,
        against,
        difference="estimate",
        difference_low="ci_low",
        difference_high="ci_high",
        p_instances="p_adjusted",
    )
    group, ends = f"against {focus.name}", ("difference_low", "difference_high")
    sure = listing.kept.drop_nulls(INTERVAL).height > 0
    limited = listing.beside and listing.kept.drop_nulls(ends).height > 0
    interval = partial(points_interval, alpha=options.alpha)
    columns = (
        column("n", noun),
        column("estimate", "error", rate),
        column(INTERVAL, level_title(options), rate_interval, when=sure),
        column("difference", printer=points, group=group, when=listing.beside),
        column((*ends, "p_instances"), "interval", interval, group=group, when=limited),
        adjusted_p(options, "p_instances", group=group, when=listing.beside),
    )
    where = "" if listing.several else f" on {listing.frame['dataset'][0]}"
    caption = f"Error rates{f' of {focus.name}' if listing.few else ''}{where}{' with their intervals' if sure else ''}"
    caption += f", and differences from {focus.name} in percentage points." if listing.beside else "."
    together = f"Intervals {group}: {percent(1 - options.alpha)} for the comparisons of a dataset together."
    return listing.table(id, caption, columns, note=together if limited else "")


def points(value: float | None) -> str:
    """Write a difference of two rates in percentage points."""
    return "" if value is None else fixed(100 * value, 1)


def points_interval(low: float | None, high: float | None, p: float | None, alpha: float) -> str:
    """Return an interval in percentage points, open where it was cut at no difference."""
    if low is None or high is None:
        return ""
    cut = p is not None and p <= alpha
    return limits(100 * low, 100 * high, 1, open_low=cut and low == 0, open_high=cut and high == 0)
