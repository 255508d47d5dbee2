"""What do errors cost, by the prices that were asked for?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Column, Table, data_file
from benchreport.document.numbers import counted, decimals_for, fixed, limits, number
from benchreport.document.parts.classified import (
    LISTED,
    Focus,
    adjusted,
    audit,
    classes_of,
    decisions_of,
    focus_of,
    has_classes,
    of_datasets,
    plain,
    positives_of,
    tally,
    texts,
    turned,
    where_of,
    with_control,
)
from benchreport.measures.losses import Priced, loss_of
from benchreport.measures.measure import measure
from benchreport.measures.thresholds import cost_threshold
from benchreport.options import Options
from benchreport.stats.adjustments import adjustment_name
from benchreport.stats.risk import risk_test
from benchreport.tables.rounding import tie_key
from benchreport.tables.schema import probability_columns

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

Prices = dict[tuple[str, str], float]
NAMED_PRICES = 12


def costs_of(evidence: Evidence) -> dict[str, Any] | None:
    """Gather what is said of costs: totals, tests on the cost of each instance, the cut that costs ask for."""
    decided, options = decisions_of(evidence), evidence.options
    if decided is None or not options.costs or not has_classes(evidence):
        return None
    prices = prices_of(options.costs)
    priced = [name for name, seen in _seen(decided).items() if all(pair in prices for pair in seen)]
    if not priced:
        loss_of(decided, Priced(costs=prices))  # says which confusion lacks a price
    here = of_datasets(decided, priced)
    spent = _spent(here, prices)
    focus = focus_of(evidence, spent.select("dataset", a="algorithm", estimate="mean"))
    pairs = told = None
    if focus.tested:
        shared = with_control(here, focus.baseline)
        tested = plain(
            risk_test(
                shared,
                costs=prices,
                control=focus.baseline,
                seed=options.seed,
                alpha=options.alpha,
                missing="available",
            )
        )
        flips = adjusted(tested.filter(pl.col("variant") == "sign_flip"), options)
        intervals = tested.filter(pl.col("variant") == "paired_t").select(
            "dataset", "a", "b", t_low="ci_low", t_high="ci_high", t="statistic", p_t="p_value"
        )
        # The sign flips decide and have no interval; that of the t test stands beside them.
        pairs = flips.join(intervals, on=["dataset", "a", "b"], how="left", maintain_order="left")
        pairs = pairs.with_columns(ci_low="t_low", ci_high="t_high").drop("t_low", "t_high")
        told = turned(pairs, focus.name)
    cut = _cut(evidence, here, prices)
    table = _cost_table(spent, told, cut, focus, options, prices)
    return (tally(told, focus.name, options.alpha) if told is not None else {"n": 0, "only": None, "widest": None}) | {
        "focus": focus.name,
        "against": focus.baseline is not None,
        "rows": pairs,
        "audit": audit(pairs) if pairs is not None else None,
        "where": where_of(spent),
        "one": len(priced) == 1,
        "mine": spent.filter(pl.col("algorithm") == focus.name).sort("dataset").row(0, named=True),
        "table": table,
        "cut": cut,
        "reordered": _reordered(spent),
        "unpriced": counted(decided["dataset"].n_unique() - len(priced), "dataset"),
        "digits": lambda value: fixed(value, _decimals(spent)),
        "decimals": _decimals(spent),
    }


def prices_of(costs: Mapping[str, Mapping[str, float]]) -> Prices:
    """Turn the costs of a recipe into prices of confusions.

    Examples
    --------
    >>> prices_of({"sick": {"well": 5.0}, "well": {"sick": 1.0}})
    {('sick', 'well'): 5.0, ('well', 'sick'): 1.0}
    """
    return {(str(truth), str(said)): float(cost) for truth, row in costs.items() for said, cost in row.items()}


def _seen(decided: pl.DataFrame) -> dict[str, list[tuple[str, str]]]:
    """List the confusions that occur, by dataset."""
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
    """Find the cheapest cut of the probability of the positive class, and what calls at that cut cost."""
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
    return decimals_for(spent["mean"].median()) + 1  # type: ignore[arg-type]


def _cost_table(
    spent: pl.DataFrame,
    told: pl.DataFrame | None,
    cut: dict[str, Any] | None,
    focus: Focus,
    options: Options,
    prices: Prices,
) -> Table:
    frame = spent
    if told is not None:
        against = told.select(
            "dataset", "method", algorithm="a", difference="estimate", low="ci_low", high="ci_high", p_cost="p_adjusted"
        )
        frame = frame.join(against, on=["dataset", "algorithm"], how="left", maintain_order="left")
    if cut is not None:
        frame = frame.join(cut["rows"], on=["dataset", "algorithm"], how="left", maintain_order="left")
    few = frame.height > LISTED
    kept = frame.filter(pl.col("algorithm") == focus.name) if few else frame
    decimals = _decimals(spent)
    shown = kept.select(
        *("dataset", "algorithm", "rank_cost", "rank_error"),
        total=texts(number(value, 6) for value in kept["total"]),
        mean=texts(fixed(value, decimals) for value in kept["mean"]),
    )
    columns = {
        "dataset": Column(title="dataset", align="left"),
        "algorithm": Column(title="algorithm", align="left"),
        "total": Column(title="total", group="cost"),
        "mean": Column(title="per instance", group="cost"),
        "rank_cost": Column(title="cost", group="rank by"),
        "rank_error": Column(title="error", group="rank by"),
    }
    if told is not None and not few:
        group = f"against {focus.name}"
        shown = shown.with_columns(
            difference=texts(fixed(value, decimals) for value in kept["difference"]),
            interval=texts(limits(low, high, decimals) for low, high in kept.select("low", "high").rows()),
            p_cost=kept["p_cost"],
        )
        columns |= {
            "difference": Column(title="difference", group=group),
            "interval": Column(title="interval", group=group),
            "p_cost": Column(title=f"p ({adjustment_name(options.adjust)})", group=group),
        }
    if cut is not None:
        shown = shown.with_columns(at_cut=texts(fixed(value, decimals) for value in kept["at_cut"]))
        columns["at_cut"] = Column(title=f"at cut {number(cut['cut'], 3)}")
    if frame["dataset"].n_unique() == 1:
        del columns["dataset"]
    listed = [f"{number(cost)} where {truth} is called {said}" for (truth, said), cost in prices.items()]
    more = f"; and {len(listed) - NAMED_PRICES} more" if len(listed) > NAMED_PRICES else ""
    caption = f"Costs of the predictions. Prices: {'; '.join(listed[:NAMED_PRICES])}{more}."
    note = (f"Of {counted(frame.height, 'row')} those of {focus.name}; all are in ", data_file("costs"), ".")
    return exhibits.table("costs", caption, shown, columns, twin=frame, note=note if few else ())
