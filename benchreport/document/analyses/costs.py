"""Costs of errors, by declared prices: totals, tests on the cost of each instance, the cheapest cut."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import partial

import polars as pl

from benchreport.document.analyses.contests import Contest, Tally, contest_of, listing_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.predictions import classes_of, has_classes, of_datasets, positives_of, where_of
from benchreport.document.evidence.result_rows import first_row, median, plain
from benchreport.document.exhibits.columns import adjusted_p, column, decimals, digits, limits_to
from benchreport.document.model.blocks import Table
from benchreport.measures.losses import Priced, loss_of
from benchreport.measures.measure import measure
from benchreport.measures.thresholds import cost_threshold
from benchreport.numerals import counted, decimals_for, number
from benchreport.options import Options
from benchreport.stats.two_algorithms.costs import risk_test
from benchreport.tables.schema import probability_columns
from benchreport.tables.ties import tie_key

Prices = dict[tuple[str, str], float]
NAMED_PRICES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cheapest cut of the probability of the positive class, by the prices of a false alarm and of a miss.

    ``rows`` are the costs of the algorithms at that cut.
    """

    positive: str
    alarm: str
    miss: str
    probability: float
    rows: pl.DataFrame


@dataclass(frozen=True, slots=True, kw_only=True)
class Reordered:
    """An algorithm that stands elsewhere by cost than by error: where, and its ranks."""

    algorithm: str
    dataset: str
    rank_cost: int
    rank_error: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CostTests:
    """Costs of the predictions: tests on the cost of each instance, and the order by cost.

    ``mean`` is the cost per instance of the algorithm in focus, with ``decimals``; ``unpriced`` names the number of
    datasets on which some confusion has no price.
    """

    focus: str
    rows: pl.DataFrame | None
    tally: Tally
    family: str
    where: str
    one_dataset: bool
    mean: float
    decimals: int
    table: Table
    cut: Cut | None
    reordered: Reordered | None
    unpriced: str


def costs_of(evidence: Evidence) -> CostTests | None:
    """Return the costs of the predictions: totals, tests on the cost of each instance, the cut that prices ask for."""
    decided, options = evidence.decided, evidence.options
    if decided is None or not options.costs or not has_classes(evidence):
        return None
    prices = prices_of(options.costs)
    priced = [name for name, seen in _confusions(decided).items() if all(pair in prices for pair in seen)]
    if not priced:
        loss_of(decided, Priced(costs=prices))  # says which confusion lacks a price
    predictions = of_datasets(decided, priced)
    spent = _spent(predictions, prices)
    losses = spent.select("dataset", a="algorithm", estimate="mean")
    test = partial(risk_test, costs=prices, seed=options.seed)
    contest = contest_of(evidence, predictions, losses, lambda shared, **given: _flips(test(shared, **given)))
    focus = contest.focus
    cut = _cut(evidence, predictions, prices)
    unpriced = decided["dataset"].n_unique() - len(priced)
    return CostTests(
        focus=focus.name,
        rows=contest.rows,
        tally=contest.tally(options.alpha),
        family=contest.family(),
        where=where_of(spent),
        one_dataset=len(priced) == 1,
        mean=spent.filter(pl.col("algorithm") == focus.name).sort("dataset")["mean"][0],
        decimals=_decimals(spent),
        table=_cost_table(spent, contest, cut, options, prices),
        cut=cut,
        reordered=_reordered(spent),
        unpriced=counted(unpriced, "dataset") if unpriced else "",
    )


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
    """Return the prices of confusions that a recipe declares.

    Examples
    --------
    >>> prices_of({"sick": {"well": 5.0}, "well": {"sick": 1.0}})
    {('sick', 'well'): 5.0, ('well', 'sick'): 1.0}
    """
    return {(str(truth), str(call)): float(cost) for truth, row in costs.items() for call, cost in row.items()}


def _confusions(decided: pl.DataFrame) -> dict[str, list[tuple[str, str]]]:
    """Return the confusions that occur, by dataset."""
    text = decided.select(pl.col("dataset", "truth", "prediction").cast(pl.String)).unique().drop_nulls()
    wrong = text.filter(pl.col("truth") != pl.col("prediction")).sort("dataset", "truth", "prediction")
    confusions: dict[str, list[tuple[str, str]]] = {name: [] for name in text["dataset"].unique().sort()}
    for dataset, truth, call in wrong.rows():
        confusions[dataset].append((truth, call))
    return confusions


def _spent(predictions: pl.DataFrame, prices: Prices) -> pl.DataFrame:
    """Return the costs of every algorithm and dataset, with their ranks by cost and by error."""
    lost = predictions.select(
        pl.col("dataset", "algorithm").cast(pl.String),
        cost=loss_of(predictions, Priced(costs=prices)),
        wrong=loss_of(predictions, Priced()),
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


def _reordered(spent: pl.DataFrame) -> Reordered | None:
    """Return the algorithm whose ranks by cost and by error differ most; None where the orders are the same."""
    moved = spent.filter(pl.col("rank_cost") != pl.col("rank_error"))
    distance = (pl.col("rank_cost") - pl.col("rank_error")).abs()
    row = first_row(moved.sort(distance, "dataset", "algorithm", descending=[True, False, False]))
    return None if row is None else Reordered(**{field.name: row[field.name] for field in fields(Reordered)})


def _cut(evidence: Evidence, predictions: pl.DataFrame, prices: Prices) -> Cut | None:
    """Return the cheapest cut of the probability of the positive class, and what calls at that cut cost."""
    priced, classes = {}, classes_of(predictions)
    for dataset, positive in positives_of(evidence, predictions).items():
        others = set(classes[dataset]) - {positive}
        if f"prob_{positive}" in probability_columns(predictions.columns) and len(others) == 1:
            (other,) = others
            if (other, positive) in prices and (positive, other) in prices:
                priced[dataset] = (positive, prices[other, positive], prices[positive, other])
    if not priced:
        return None
    first = next(iter(priced.values()))
    positive, alarm, miss = first
    alike = dict.fromkeys((name for name, price in priced.items() if price == first), positive)
    cut = cost_threshold(alarm, miss)
    scores = measure(
        of_datasets(predictions.drop("score", strict=False), alike),
        metrics="asymmetric_loss",
        positive=alike,
        cut=cut,
        costs=prices,
        average="pooled",
    )
    rows = plain(scores).group_by("dataset", "algorithm").agg(at_cut=pl.col("value").mean())
    return Cut(positive=positive, alarm=number(alarm), miss=number(miss), probability=cut, rows=rows)


def _decimals(spent: pl.DataFrame) -> int:
    return decimals_for(median(spent["mean"])) + 1


def _cost_table(spent: pl.DataFrame, contest: Contest, cut: Cut | None, options: Options, prices: Prices) -> Table:
    keys = ["dataset", "algorithm"]
    listing = listing_of(
        spent,
        contest.focus,
        contest.against,
        name="algorithm",
        method="method",
        difference="estimate",
        low="ci_low",
        high="ci_high",
        p_cost="p_adjusted",
    )
    if cut is not None:
        listing = replace(listing, frame=listing.frame.join(cut.rows, on=keys, how="left", maintain_order="left"))
    places, group = _decimals(spent), f"against {listing.focus}"
    columns = (
        column("total", printer=digits(6), group="cost"),
        column("mean", "per instance", decimals(places), group="cost"),
        column("rank_cost", "cost", group="rank by"),
        column("rank_error", "error", group="rank by"),
        column("difference", printer=decimals(places), group=group, when=listing.beside),
        column(("low", "high"), "interval", limits_to(places), group=group, when=listing.beside),
        adjusted_p(options, "p_cost", group=group, when=listing.beside),
        None if cut is None else column("at_cut", f"at cut {number(cut.probability, 3)}", decimals(places)),
    )
    listed = [f"{number(cost)} where {truth} is called {call}" for (truth, call), cost in prices.items()]
    more = f"; and {len(listed) - NAMED_PRICES} more" if len(listed) > NAMED_PRICES else ""
    caption = f"Costs of the predictions. Prices: {'; '.join(listed[:NAMED_PRICES])}{more}."
    return listing.table("costs", caption, columns)
