"""The section of probabilities: quality and calibration of predicted probabilities, and costs of errors."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, replace
from functools import partial

import polars as pl

from benchreport.document.analyses.contests import Audit, Contest, Tally, audit, contest_of, listing_of
from benchreport.document.evidence import Evidence
from benchreport.document.evidence import predictions as instances
from benchreport.document.evidence.rates import without_limits
from benchreport.document.evidence.result_rows import first_row, largest, median, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, decimals, digits, level_title, limits_to
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.measures.classes import INFINITE
from benchreport.measures.losses import Priced, loss_of
from benchreport.measures.measure import measure
from benchreport.measures.reliability import calibration
from benchreport.measures.scoring import MAJORITY, UNIFORM
from benchreport.measures.thresholds import cost_threshold
from benchreport.naming import enumerated
from benchreport.numerals import counted, decimals_for, fixed, number
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.remarks import value_in
from benchreport.stats.two_algorithms.costs import risk_test
from benchreport.stats.two_algorithms.on_instances import InstanceDependence, instance_dependence, paired_t_instances
from benchreport.tables.schema import probability_columns
from benchreport.tables.ties import tie_key

MEASURED = ("quadratic_probability_loss", "informational_loss", "ece")
QUADRATIC, BITS, ECE = MEASURED
DRAWN_ALGORITHMS = 6
BASELINES = {MAJORITY: "class shares", UNIFORM: "all classes alike"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Infinite:
    """Infinite log losses: whose they are, how many rows have them, and the most true classes given probability 0."""

    names: str
    n_rows: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BelowShares:
    """Probabilities worse than the class shares: the worst, and how many rows there are."""

    algorithm: str
    dataset: str
    skill: float
    n_rows: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecasts:
    """Losses of predicted probabilities, tests of the quadratic loss, and calibration on the largest dataset.

    ``rows`` and ``audit`` are None where pairs are not tested; ``event`` is what the drawn probabilities are of.
    """

    focus: str
    rows: pl.DataFrame | None
    tally: Tally
    family: str
    test_name: str
    units: str
    where: str
    one_dataset: bool
    skill: float | None
    table: Table
    bins: Table
    figure: Figure
    largest: str
    event: str
    infinite: Infinite | None
    below: BelowShares | None
    audit: Audit | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Probabilities:
    """What the template ``probabilities`` prints."""

    forecasts: Forecasts | None
    costs: CostTests | None


def probabilities_section(evidence: Evidence) -> Section | None:
    """Return the section on probabilities and costs; none where there are no probabilities and no costs."""
    record = Probabilities(forecasts=_forecasts(evidence), costs=costs_of(evidence))
    if record.forecasts is None and record.costs is None:
        return None
    return evidence.section("probabilities", record)


def _units(dependence: InstanceDependence) -> str:
    """Return what the tests count as independent, in words."""
    if dependence.clustered:
        return "clusters of instances"
    return "instances, the attempts at each averaged," if dependence.attempts > 1 else "instances"


def _test_name(dependence: InstanceDependence) -> str:
    if dependence.clustered:
        return "cluster-robust t test"
    return f"paired t test on {'the means of ' if dependence.attempts > 1 else ''}instances"


def _forecasts(evidence: Evidence) -> Forecasts | None:
    predicted, options = evidence.judged, evidence.options
    if predicted is None or instances.is_numeric_truth(predicted):
        return None
    forecast = {name.removeprefix("prob_") for name in probability_columns(predicted.columns)}
    whole = [name for name, labels in instances.classes_of(predicted).items() if set(labels) <= forecast]
    if not whole:
        return None
    predictions = instances.of_datasets(predicted, whole)
    dependence = instance_dependence(predictions)
    measured = _measured(predictions)
    own = measured.filter(~pl.col("algorithm").is_in(list(BASELINES)))
    losses = own.select("dataset", a="algorithm", estimate=QUADRATIC)
    contest = contest_of(evidence, predictions, losses, partial(paired_t_instances, loss="brier"))
    focus = contest.focus
    in_focus = own.filter(pl.col("algorithm") == focus.name).sort("dataset")
    drawn = next(name for name in instances.largest_first(predictions) if name in in_focus["dataset"].to_list())
    single = instances.of_datasets(predictions, [drawn])
    positive = instances.positives_of(evidence, single).get(drawn)
    return Forecasts(
        focus=focus.name,
        rows=contest.rows,
        tally=contest.tally(options.alpha),
        family=contest.family(),
        test_name=_test_name(dependence),
        units=_units(dependence),
        where=instances.where_of(own),
        one_dataset=len(whole) == 1,
        skill=in_focus["skill"][0],
        table=_loss_table(measured, contest, options, instances.pooled_word(predictions)),
        bins=_bin_table(single, drawn, positive, focus.name, options, sure=not dependence.dependent),
        figure=_reliability(evidence, single, own, drawn, positive, focus.name),
        largest=drawn,
        event=_event(positive),
        infinite=_infinite(own),
        below=_below_shares(own),
        audit=None if contest.rows is None else audit(contest.rows),
    )


def _infinite(own: pl.DataFrame) -> Infinite | None:
    rows = own.filter(pl.col("infinite") > 0)
    if rows.is_empty():
        return None
    names = enumerated(rows["algorithm"].sort().to_list())
    return Infinite(names=names, n_rows=rows.height, most=int(largest(rows["infinite"]) or 0))


def _below_shares(own: pl.DataFrame) -> BelowShares | None:
    rows = own.filter(pl.col("skill") < 0)
    worst = first_row(rows.sort("skill", "algorithm"))
    if worst is None:
        return None
    return BelowShares(algorithm=worst["algorithm"], dataset=worst["dataset"], skill=worst["skill"], n_rows=rows.height)


def _measured(predictions: pl.DataFrame) -> pl.DataFrame:
    """Return the losses of every algorithm and of forecasts without features; skill is against class shares."""
    scores = measure(predictions, weighted=False, metrics=list(MEASURED), average="pooled", baselines=True)
    keys = ["dataset", "algorithm"]
    long = (
        plain(scores)
        .group_by(*keys, "metric", maintain_order=True)
        .agg(
            value=pl.col("value").mean(),
            gaps=pl.col("value").is_null().any(),
            remarks=pl.col("remarks").drop_nulls().first(),
        )
    )
    values = long.with_columns(value=pl.when(~pl.col("gaps")).then("value"))
    wide = values.pivot("metric", index=keys, values="value")
    count = value_in(INFINITE).cast(pl.Int64)
    endless = long.filter(pl.col("metric") == BITS).select(*keys, infinite=count.fill_null(0))
    prior = wide.filter(pl.col("algorithm") == MAJORITY).select("dataset", prior=QUADRATIC, entropy=BITS)
    # The same estimator as in the reliability diagram: all instances of an algorithm together.
    errors = plain(calibration(predictions)).select(*keys, pl.col("ece").alias("__ece")).unique()
    wide = wide.join(errors, on=keys, how="left", maintain_order="left")
    wide = wide.with_columns(pl.coalesce("__ece", ECE).alias(ECE)).drop("__ece")
    losses = wide.join(endless, on=keys, how="left").join(prior, on="dataset", how="left")
    skill = pl.when(pl.col("prior") > 0).then(1 - pl.col(QUADRATIC) / pl.col("prior"))
    return losses.with_columns(skill=skill).sort("dataset", QUADRATIC, "algorithm", nulls_last=True)


def _loss_table(measured: pl.DataFrame, contest: Contest, options: Options, pooled: str) -> Table:
    listing = listing_of(
        measured,
        contest.focus,
        contest.against,
        name="algorithm",
        also=(MAJORITY,),
        difference="estimate",
        difference_low="ci_low",
        difference_high="ci_high",
        p_quadratic="p_adjusted",
    )
    together, group = pooled and "pooled over the folds", f"quadratic loss against {listing.focus}"
    columns = (
        column(QUADRATIC, "quadratic loss (0–2)", decimals(4), group=together),
        column("skill", printer=decimals(3), group=together),
        column((BITS, "infinite"), "log loss in bits", _bits, group=together),
        column(ECE, "ECE", decimals(3), group=together),
        column("difference", printer=decimals(4), group=group, when=listing.beside),
        column(("difference_low", "difference_high"), "interval", limits_to(4), group=group, when=listing.beside),
        adjusted_p(options, "p_quadratic", group=group, when=listing.beside),
    )
    note = (
        "In brackets: predictors that ignore the features. Quadratic loss: Brier score, summed over the classes. "
        "Skill: 1 is perfect, 0 as good as the class shares. ECE: expected calibration error of the most probable "
        "class, ten bins."
    )
    caption = "Losses of the predicted probabilities; smaller is better, and skill larger."
    return listing.table("forecasts", caption, columns, note=note, called=BASELINES)


def _bits(value: float | None, infinite: int | None) -> str:
    return "infinite" if infinite else fixed(value, 3)


def _bin_table(
    predictions: pl.DataFrame, dataset: str, positive: str | None, focus: str, options: Options, *, sure: bool
) -> Table:
    """Return the table of how often forecasts came true, for the algorithm in focus; all are in the twin.

    Without ``sure`` instances depend on each other, and Wilson's intervals do not apply.
    """
    frame = plain(calibration(predictions, positive=positive, alpha=options.alpha))
    if not sure:
        frame = without_limits(frame)
    columns = (
        column(("low", "high"), "forecast between", _bin, align="left"),
        column("n", "instances"),
        column("forecast", "mean forecast", decimals(3)),
        column("observed", "came true", decimals(3)),
        column(INTERVAL, level_title(options), limits_to(3, null=None), when=sure),
    )
    caption = f"Calibration of {focus} on {dataset}: probabilities of {_event(positive)}, and how often they came true."
    note = "Bins with fewer than five instances are merged with their neighbours."
    note += " Wilson intervals." if sure else ""
    own = frame.filter(pl.col("algorithm") == focus)
    return exhibits.table("calibration", caption, own, columns, twin=frame, note=note)


def _bin(low: float, high: float) -> str:
    return f"{fixed(low, 1)} to {fixed(high, 1)}"


def _event(positive: str | None) -> str:
    return f"class “{positive}”" if positive is not None else "the most probable class"


def _reliability(
    evidence: Evidence, predictions: pl.DataFrame, own: pl.DataFrame, dataset: str, positive: str | None, focus: str
) -> Figure:
    """Draw the reliability diagrams of the algorithm in focus and of those with the least loss."""
    from benchreport.figures.plot import plot_data

    order = own.filter(pl.col("dataset") == dataset)["algorithm"].to_list()
    names = list(dict.fromkeys([focus, *order]))[:DRAWN_ALGORITHMS]
    drawn = predictions.filter(pl.col("algorithm").cast(pl.String).is_in(names))
    numbers = plot_data("reliability", drawn, positive=positive, alpha=evidence.options.alpha)
    if instance_dependence(predictions).dependent:
        numbers = without_limits(numbers)
    some = f"; the {len(names)} with the least quadratic loss" if len(order) > len(names) else ""
    event = _event(positive)
    beside = f"Beside the names: the expected calibration error for {event}."
    caption = f"Reliability of the probabilities of {event} on {dataset}{some}. {beside}"
    return evidence.drawn("reliability", numbers, id="reliability", caption=caption)


Prices = dict[tuple[str, str], float]
NAMED_PRICES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cheapest cut of the probability of the positive class, by the prices of a false alarm and of a miss."""

    positive: str
    alarm: str
    miss: str
    probability: float


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
    if decided is None or not options.costs or not instances.has_classes(evidence):
        return None
    prices = prices_of(options.costs)
    priced = [name for name, seen in _confusions(decided).items() if all(pair in prices for pair in seen)]
    if not priced:
        loss_of(decided, Priced(costs=prices))  # says which confusion lacks a price
    predictions = instances.of_datasets(decided, priced)
    spent = _spent(predictions, prices)
    losses = spent.select("dataset", a="algorithm", estimate="mean")
    test = partial(risk_test, costs=prices, seed=options.seed)
    contest = contest_of(evidence, predictions, losses, lambda shared, **given: _flips(test(shared, **given)))
    focus = contest.focus
    cut, at_cut = _cut(evidence, predictions, prices)
    unpriced = decided["dataset"].n_unique() - len(priced)
    return CostTests(
        focus=focus.name,
        rows=contest.rows,
        tally=contest.tally(options.alpha),
        family=contest.family(),
        where=instances.where_of(spent),
        one_dataset=len(priced) == 1,
        mean=spent.filter(pl.col("algorithm") == focus.name).sort("dataset")["mean"][0],
        decimals=_decimals(spent),
        table=_cost_table(spent, contest, cut, at_cut, options, prices),
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


def _cut(evidence: Evidence, predictions: pl.DataFrame, prices: Prices) -> tuple[Cut | None, pl.DataFrame]:
    """Return the cheapest cut of the probability of the positive class, and what calls at that cut cost."""
    priced, classes = {}, instances.classes_of(predictions)
    for dataset, positive in instances.positives_of(evidence, predictions).items():
        others = set(classes[dataset]) - {positive}
        if f"prob_{positive}" in probability_columns(predictions.columns) and len(others) == 1:
            (other,) = others
            if (other, positive) in prices and (positive, other) in prices:
                priced[dataset] = (positive, prices[other, positive], prices[positive, other])
    if not priced:
        return None, pl.DataFrame()
    first = next(iter(priced.values()))
    positive, alarm, miss = first
    alike = dict.fromkeys((name for name, price in priced.items() if price == first), positive)
    cut = cost_threshold(alarm, miss)
    scores = measure(
        instances.of_datasets(predictions.drop("score", strict=False), alike),
        weighted=False,
        metrics="asymmetric_loss",
        positive=alike,
        cut=cut,
        costs=prices,
        average="pooled",
    )
    rows = plain(scores).group_by("dataset", "algorithm").agg(at_cut=pl.col("value").mean())
    return Cut(positive=positive, alarm=number(alarm), miss=number(miss), probability=cut), rows


def _decimals(spent: pl.DataFrame) -> int:
    return decimals_for(median(spent["mean"])) + 1


def _cost_table(
    spent: pl.DataFrame, contest: Contest, cut: Cut | None, at_cut: pl.DataFrame, options: Options, prices: Prices
) -> Table:
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
        listing = replace(listing, frame=listing.frame.join(at_cut, on=keys, how="left", maintain_order="left"))
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


PROBABILITIES = Part(id="probabilities", after="curves", make=probabilities_section, record=Probabilities)
