"""What do errors cost, by the prices that were asked for?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.contests import Contest, contest_of, listing_of
from benchreport.document.evidence.predictions import classes_of, has_classes, of_datasets, positives_of, where_of
from benchreport.document.evidence.result_rows import median, plain
from benchreport.document.exhibits.columns import adjusted_p, column, decimals, digits, limits_to
from benchreport.document.model.blocks import Table
from benchreport.measures.losses import Priced, loss_of
from benchreport.measures.measure import measure
from benchreport.measures.thresholds import cost_threshold
from benchreport.numerals import counted, decimals_for, fixed, number
from benchreport.options import Options
from benchreport.stats.two_algorithms.costs import risk_test
from benchreport.tables.schema import probability_columns
from benchreport.tables.ties import tie_key

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

Prices = dict[tuple[str, str], float]
NAMED_PRICES = 12


def costs_of(evidence: Evidence) -> dict[str, Any] | None:
    """Gather what is said of costs: totals, tests on the cost of each instance, the cut that costs ask for."""
    decided, options = evidence.decided, evidence.options
    if decided is None or not options.costs or not has_classes(evidence):
        return None
    prices = prices_of(options.costs)
    priced = [name for name, seen in _seen(decided).items() if all(pair in prices for pair in seen)]
    if not priced:
        loss_of(decided, Priced(costs=prices))  # says which confusion lacks a price
    here = of_datasets(decided, priced)
    spent = _spent(here, prices)
    losses = spent.select("dataset", a="algorithm", estimate="mean")
    test = partial(risk_test, costs=prices, seed=options.seed)
    contest = contest_of(evidence, here, losses, lambda shared, **given: _flips(test(shared, **given)))
    cut = _cut(evidence, here, prices)
    return contest.facts(options.alpha) | {
        "where": where_of(spent),
        "one": len(priced) == 1,
        "mine": spent.filter(pl.col("algorithm") == contest.focus.name).sort("dataset").row(0, named=True),
        "table": _cost_table(spent, contest, cut, options, prices),
        "cut": cut,
        "reordered": _reordered(spent),
        "unpriced": counted(decided["dataset"].n_unique() - len(priced), "dataset"),
        "digits": lambda value: fixed(value, _decimals(spent)),
        "decimals": _decimals(spent),
    }


def _flips(tested: pl.DataFrame) -> pl.DataFrame:
    """Return the sign flips, which decide and have no interval, with that of the t test beside them."""
    flips = tested.filter(pl.col("variant") == "sign_flip")
    keys = ["dataset", "a", "b"]
    t_tests = tested.filter(pl.col("variant") == "paired_t").select(
        *keys, "ci_low", "ci_high", t="statistic", p_t="p_value"
    )
    joined = flips.drop("ci_low", "ci_high").join(t_tests, on=keys, how="left", maintain_order="left")
    return joined.select(*flips.columns, "t", "p_t")


def prices_of(costs: Mapping[str, Mapping[str, float]]) -> Prices:
    """Turn the costs of a recipe into prices of confusions.

    Examples
    --------
    >>> prices_of({"sick": {"well": 5.0}, "well": {"sick": 1.0}})
    {('sick', 'well'): 5.0, ('well', 'sick'): 1.0}
    """
    return {(str(truth), str(said)): float(cost) for truth, row in costs.items() for said, cost in row.items()}


def _seen(decided: pl.DataFrame) -> dict[str, list[tuple[str, str]]]:
    """Return the confusions that occur, by dataset."""
    text = decided.select(pl.col("dataset", "truth", "prediction").cast(pl.String)).unique().drop_nulls()
    wrong = text.filter(pl.col("truth") != pl.col("prediction")).sort("dataset", "truth", "prediction")
    found: dict[str, list[tuple[str, str]]] = {name: [] for name in text["dataset"].unique().sort()}
    for dataset, truth, said in wrong.rows():
        found[dataset].append((truth, said))
    return found


def _spent(here: pl.DataFrame, prices: Prices) -> pl.DataFrame:
    """Add up the costs of every algorithm and dataset, and rank by cost and by error."""
    lost = here.select(
        pl.col("dataset", "algorithm").cast(pl.String),
        cost=loss_of(here, Priced(costs=prices)),
        wrong=loss_of(here, Priced()),
    )
    sums = lost.group_by("dataset", "algorithm").agg(
        n=pl.col("cost").count().cast(pl.Int64),
        total=pl.col("cost").sort().sum(),
        mean=pl.col("cost").sort().mean(),
        error=pl.col("wrong").mean(),
    )
    ranks = sums.with_columns(
        rank_cost=tie_key(pl.col("mean"), "dataset").rank("min").over("dataset").cast(pl.Int64),
        rank_error=tie_key(pl.col("error"), "dataset").rank("min").over("dataset").cast(pl.Int64),
    )
    return ranks.sort("dataset", "mean", "algorithm")


def _reordered(spent: pl.DataFrame) -> dict[str, Any] | None:
    """Find where the order by cost is not the order by error."""
    moved = spent.filter(pl.col("rank_cost") != pl.col("rank_error"))
    if moved.is_empty():
        return None
    widest = moved.sort(
        (pl.col("rank_cost") - pl.col("rank_error")).abs(), "dataset", "algorithm", descending=[True, False, False]
    )
    return {"n": moved.height, "of": spent.height, "first": widest.row(0, named=True)}


def _cut(evidence: Evidence, here: pl.DataFrame, prices: Prices) -> dict[str, Any] | None:
    """Return the cheapest cut of the probability of the positive class, and what calls at that cut cost."""
    found, classes = {}, classes_of(here)
    for dataset, positive in positives_of(evidence, here).items():
        others = set(classes[dataset]) - {positive}
        if f"prob_{positive}" in probability_columns(here.columns) and len(others) == 1:
            (other,) = others
            if (other, positive) in prices and (positive, other) in prices:
                found[dataset] = (positive, prices[other, positive], prices[positive, other])
    if not found:
        return None
    dataset, (positive, alarm, miss) = next(iter(found.items()))
    same = {name: spec[0] for name, spec in found.items() if spec == (positive, alarm, miss)}
    cut = cost_threshold(alarm, miss)
    chances = here.drop("score", strict=False)
    scores = measure(
        of_datasets(chances, same), metrics="asymmetric_loss", positive=same, cut=cut, costs=prices, average="pooled"
    )
    at_cut = plain(scores).group_by("dataset", "algorithm").agg(at_cut=pl.col("value").mean())
    return {
        "positive": positive,
        "alarm": number(alarm),
        "miss": number(miss),
        "cut": cut,
        "rows": at_cut,
    }


def _decimals(spent: pl.DataFrame) -> int:
    return decimals_for(median(spent["mean"])) + 1


def _cost_table(
    spent: pl.DataFrame, contest: Contest, cut: dict[str, Any] | None, options: Options, prices: Prices
) -> Table:
    keys = ["dataset", "algorithm"]
    listing = listing_of(
        spent,
        contest.focus,
        contest.told,
        name="algorithm",
        method="method",
        difference="estimate",
        low="ci_low",
        high="ci_high",
        p_cost="p_adjusted",
    )
    if cut is not None:
        listing = replace(listing, frame=listing.frame.join(cut["rows"], on=keys, how="left", maintain_order="left"))
    places, group = _decimals(spent), f"against {listing.focus}"
    columns = (
        column("total", printer=digits(6), group="cost"),
        column("mean", "per instance", decimals(places), group="cost"),
        column("rank_cost", "cost", group="rank by"),
        column("rank_error", "error", group="rank by"),
        column("difference", printer=decimals(places), group=group, when=listing.beside),
        column(("low", "high"), "interval", limits_to(places), group=group, when=listing.beside),
        adjusted_p(options, "p_cost", group=group, when=listing.beside),
        None if cut is None else column("at_cut", f"at cut {number(cut['cut'], 3)}", decimals(places)),
    )
    listed = [f"{number(cost)} where {truth} is called {said}" for (truth, said), cost in prices.items()]
    more = f"; and {len(listed) - NAMED_PRICES} more" if len(listed) > NAMED_PRICES else ""
    caption = f"Costs of the predictions. Prices: {'; '.join(listed[:NAMED_PRICES])}{more}."
    return listing.table("costs", caption, columns)
