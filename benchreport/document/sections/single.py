"""The section of single algorithms: error rates or means with their intervals, and tests against chance."""

from __future__ import annotations

import polars as pl

from benchreport.document.analyses.contests import LISTED, Audit, Focus, audit, focus_of, listing_of
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import Metric, obstacle
from benchreport.document.evidence.predictions import has_classes, largest_first, of_datasets, where_of
from benchreport.document.evidence.rates import rate, rate_interval
from benchreport.document.evidence.result_rows import adjusted, median, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, decimals, label, level_title, limits_to
from benchreport.document.model.blocks import Figure, Part, Section, Table
from benchreport.method import Method
from benchreport.naming import enumerated
from benchreport.numerals import counted, decimals_for, integer, number, percent
from benchreport.options import Options
from benchreport.records import dataclass
from benchreport.registry import METHODS
from benchreport.stats.one_algorithm.against_constant import binomial_test, one_sample_t
from benchreport.stats.one_algorithm.losses import mean_loss_t
from benchreport.stats.one_algorithm.means import ci_mean_t
from benchreport.stats.one_algorithm.rates import ci_clopper_pearson, ci_hoeffding
from benchreport.stats.two_algorithms.on_instances import InstanceDependence, instance_dependence
from benchreport.tables.blocks import ScoreTable
from benchreport.tables.designs.doubtful import CHANCE
from benchreport.tables.schema import RUN_KEYS, UNDECLARED, normalised

DRAWN_ALGORITHMS = 20
NAMED_OPEN = 6
# The test against the majority class, by whether instances come in clusters, and whether they are dependent at all.
TEST_NAMES = {
    (False, False): "exact binomial test",
    (False, True): "t test of instance means",
    (True, True): "cluster-robust t test",
}
# Of more means than these only those of the algorithm in focus are computed.
MOST_CELLS = 2_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Rates:
    """Error rates from predictions, and their tests against a predictor that always gives the largest class.

    That class is the ``label`` and its error rate the ``guess``, of the first dataset where there are several. Of ``n``
    rates ``n_better`` are significantly lower, those of the algorithms ``below``; those of ``open`` are not.
    ``interval`` is the one that was asked for, ``estimate`` and ``p_adjusted`` belong to the algorithm in ``focus``.
    """

    rows: pl.DataFrame
    dependence: InstanceDependence
    where: str
    one_dataset: bool
    label: str
    guess: str
    n: int
    n_better: int
    below: str
    open: str
    focus: str
    estimate: float | None
    p_adjusted: float | None
    test: Method
    test_name: str
    interval: str
    table: Table
    figure: Figure | None
    audit: Audit


@dataclass(frozen=True, slots=True, kw_only=True)
class ChanceTests:
    """Tests of ``n`` means against the chance ``levels`` of their metrics, ``n_clear`` of them significantly above."""

    rows: pl.DataFrame
    levels: str
    n: int
    n_clear: int
    untested: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Means:
    """Means over runs, by the first metric; ``alone`` names the algorithm that is shown where there are too many.

    ``corrected`` says that intervals allow for shared training data, ``wider`` how many times wider they are then.
    """

    metric: str
    n_metrics: int
    alone: str
    corrected: bool
    wider: str
    table: Table
    chance: ChanceTests | None
    audit: Audit


@dataclass(frozen=True, slots=True, kw_only=True)
class Single:
    """What the template ``single`` prints: from predictions the rates, from runs of scores the means."""

    rates: Rates | None
    means: Means | None


def single_section(evidence: Evidence) -> Section | None:
    """Return the section on single algorithms; none where there are neither classes nor several runs."""
    decided = evidence.decided
    if decided is not None and not has_classes(evidence):
        return None  # the error rates of scored items stand with their comparison
    rates = None if decided is None else _rates(evidence, decided)
    means = _means(evidence) if decided is None else None
    return evidence.section("single", Single(rates=rates, means=means)) if rates or means else None


def _rates(evidence: Evidence, decided: pl.DataFrame) -> Rates:
    options, errors = evidence.options, evidence.error_rates
    dependence = instance_dependence(decided)
    largest = _largest_class(decided)
    guess = {name: 1 - share for name, share in largest.select("dataset", "share").rows()}
    # Where instances depend on each other, counts of errors are no binomial variables.
    against = mean_loss_t if dependence.dependent else binomial_test
    tests = adjusted(against(decided, constant=guess, alternative="greater", alpha=options.alpha), options)
    focus = focus_of(evidence, errors)
    clear = (pl.col("p_adjusted") <= options.alpha).fill_null(False)
    better, several = tests.filter(clear), len(guess) > 1
    names = enumerated(better["a"].unique().sort().to_list())
    own = tests.filter(pl.col("a") == focus.name).sort("dataset").row(0, named=True)
    return Rates(
        rows=tests,
        dependence=dependence,
        where=where_of(errors),
        one_dataset=not several,
        label=largest["label"][0],
        guess=percent(1 - largest["share"][0], 1),
        n=tests.height,
        n_better=better.height,
        below=f"all {tests.height} algorithms" if better.height == tests.height else names or "no algorithm",
        open=_names_of(tests.filter(~clear), several=several),
        focus=focus.name,
        estimate=own["estimate"],
        p_adjusted=own["p_adjusted"],
        test=METHODS[tests["method"][0]],
        test_name=TEST_NAMES[dependence.clustered, dependence.dependent],
        interval=METHODS[options.tests["rates"]].label if "rates" in options.tests else "",
        table=_rate_table(evidence, decided, tests, largest, focus, robust=dependence.dependent),
        figure=None if dependence.dependent else _figure(evidence, decided),
        audit=audit(tests),
    )


def _names_of(rows: pl.DataFrame, *, several: bool) -> str:
    """Return the algorithms of result rows in words, with their datasets, or their number where there are many."""
    if rows.height > NAMED_OPEN:
        return counted(rows.height, "error rate")
    names = rows.sort("dataset", "a").select("a", "dataset").rows()
    return enumerated([f"{a} on {dataset}" if several else a for a, dataset in names])


def _largest_class(decided: pl.DataFrame) -> pl.DataFrame:
    """Return the largest class of every dataset and its share of the instances, each counted once."""
    units = ["dataset", *(name for name in RUN_KEYS if name in decided.columns), "instance"]
    once = decided.unique(units).select(pl.col("dataset", "truth").cast(pl.String)).drop_nulls()
    counts = once.group_by("dataset", "truth").agg(n=pl.len())
    shares = counts.with_columns(share=pl.col("n") / pl.col("n").sum().over("dataset"))
    order = shares.sort("dataset", "n", "truth", descending=[False, True, False])
    return order.unique("dataset", keep="first", maintain_order=True).rename({"truth": "label"})


def _rate_table(
    evidence: Evidence, decided: pl.DataFrame, tests: pl.DataFrame, largest: pl.DataFrame, focus: Focus, *, robust: bool
) -> Table:
    keys, options = ["dataset", "a"], evidence.options
    frame = evidence.error_rates
    for name, interval_of in (("exact", ci_clopper_pearson), ("hoeffding", ci_hoeffding)):
        rows = plain(interval_of(decided, alpha=options.alpha))
        ends = rows.select(*keys, pl.col("ci_low").alias(f"{name}_low"), pl.col("ci_high").alias(f"{name}_high"))
        frame = frame.join(ends, on=keys, how="left", maintain_order="left")
    wrong = (pl.col("estimate") * pl.col("n")).round() if robust else pl.col("statistic")
    against = tests.select(*keys, errors=wrong, p_majority="p_value", p_majority_adjusted="p_adjusted")
    frame = frame.join(against, on=keys, how="left", maintain_order="left")
    guess = largest.select("dataset", guess=1 - pl.col("share"))
    frame = frame.join(guess, on="dataset", how="left", maintain_order="left").sort("dataset", "estimate", "a")
    default = "rates" not in options.tests
    name = METHODS["mean_loss_t" if robust and default else options.test_for("rates")].label
    starred = default and not robust
    exact = name != "Clopper-Pearson" and not robust
    group, guesses = level_title(options), "majority class"
    columns = (
        column(("errors", "n"), "errors", _share_of, when=not robust),
        column("estimate", "rate", rate),
        column(INTERVAL, f"{name}*" if starred else name, rate_interval, group=group),
        column(("exact_low", "exact_high"), "exact", rate_interval, group=group, when=exact),
        column(("hoeffding_low", "hoeffding_high"), "Hoeffding", _cut_off, group=group, when=not robust),
        column("guess", "error", rate, group=guesses),
        adjusted_p(options, "p_majority_adjusted", group=guesses),
    )
    star = "* The exact interval where errors or right answers are fewer than five. " if starred else ""
    note = star + ("" if robust else "Hoeffding’s interval is cut off at 0 and 100 %.")
    caption = "Error rates one by one, and the test against a majority-class predictor."
    return listing_of(frame, focus, most=LISTED).table("single-rates", caption, columns, note=note)


def _share_of(wrong: float | None, n: int) -> str:
    return "" if wrong is None else f"{integer(int(wrong))} of {integer(n)}"


def _cut_off(low: float | None, high: float | None) -> str:
    """Return an interval of a rate between 0 and 1."""
    return rate_interval(None if low is None else max(low, 0.0), None if high is None else min(high, 1.0))


def _figure(evidence: Evidence, decided: pl.DataFrame) -> Figure | None:
    """Draw the intervals of the error rates on the largest dataset; of too many algorithms none."""
    dataset = next(name for name in largest_first(decided) if name in evidence.error_rates["dataset"].to_list())
    predicted = of_datasets(decided, [dataset])
    if predicted["algorithm"].n_unique() > DRAWN_ALGORITHMS:
        return None
    caption = f"Error rates on {dataset} with three intervals: how far each reaches."
    alpha = evidence.options.alpha
    return evidence.plotted("interval_comparison", predicted, alpha=alpha, id="rate-intervals", caption=caption)


def _means(evidence: Evidence) -> Means | None:
    """Return the mean of each algorithm over the runs of each dataset; None where there are no runs to average."""
    runs = pl.col("n_repeats") * pl.col("n_folds") > 1
    repeated = evidence.design.filter(runs & (pl.col("design") != UNDECLARED))
    if repeated.is_empty():
        return None
    options = evidence.options
    metric = evidence.metrics[0]
    leader = evidence.leader_of(metric) if obstacle(evidence.ranks_of(metric)) is None else None
    focus = leader or _best(evidence.of(metric), metric, options)
    alone = repeated.select((pl.col("n_datasets") * pl.col("n_algorithms")).sum()).item() > MOST_CELLS
    scores: pl.DataFrame = evidence.scores.filter(pl.col("algorithm") == focus) if alone else evidence.scores
    places = repeated.select(pl.col("metric").cast(pl.String), dataset="datasets").explode("dataset").unique()
    if places.height < evidence.scores.select("metric", "dataset").unique().height:
        spelled = scores.with_columns(pl.col("metric", "dataset").cast(pl.String))
        averaged = spelled.join(places, on=["metric", "dataset"], how="semi", maintain_order="left")
        scores = ScoreTable(averaged.cast({"metric": pl.Categorical, "dataset": pl.Categorical}))
    keys = ["dataset", "metric", "a"]
    uncorrected = plain(ci_mean_t(scores, variant="plain", alpha=options.alpha))
    ends = uncorrected.select(*keys, plain_low="ci_low", plain_high="ci_high")
    rows = plain(ci_mean_t(scores, alpha=options.alpha)).join(ends, on=keys, how="left", maintain_order="left")
    own = rows.filter(pl.col("metric") == metric.name)
    # Some mean of results that vary has an interval that allows for shared training data, or none varies.
    width, plain_width = pl.col("ci_high") - pl.col("ci_low"), pl.col("plain_high") - pl.col("plain_low")
    varying = own.filter(plain_width > 0)
    corrected = varying.is_empty() or varying["ci_low"].count() > 0
    wider = median(varying.select(width / plain_width).to_series())
    return Means(
        metric=metric.name,
        n_metrics=len(evidence.metrics),
        alone=focus if alone else "",
        corrected=corrected,
        wider=f"{wider:.1f}" if wider and wider > 1.01 else "",
        table=_mean_table(own, rows, metric, focus, options, corrected=corrected),
        chance=_against_chance(scores, evidence),
        audit=audit(rows.filter(pl.col("ci_low").is_null()) if corrected else rows.clear()),
    )


def _best(scores: pl.DataFrame, metric: Metric, options: Options) -> str:
    """Return the reference, or the algorithm with the best mean; of equals the first by name."""
    means = scores.group_by(pl.col("algorithm").cast(pl.String)).agg(mean=pl.col("value").mean().round_sig_figs(12))
    order = means.sort("mean", "algorithm", descending=[not metric.lower, False], nulls_last=True)
    names: list[str] = order["algorithm"].to_list()
    return options.reference if options.reference is not None and options.reference in names else names[0]


def _against_chance(scores: pl.DataFrame, evidence: Evidence) -> ChanceTests | None:
    """Return the tests of means against the chance level, for metrics of known level; None where there are none."""
    options = evidence.options
    words = {metric.name: normalised(metric.name) for metric in evidence.metrics}
    levels = {name: CHANCE[word] for name, word in words.items() if word in CHANCE}
    higher = [metric.name for metric in evidence.metrics if not metric.lower]
    parts = []
    for level in sorted(set(levels.values())):
        means = of_metrics(scores, [name for name in higher if levels.get(name) == level])
        if means.height:
            parts.append(plain(one_sample_t(means, constant=level, alternative="greater", alpha=options.alpha)))
    if not parts:
        return None
    tests = adjusted(pl.concat(parts), options)
    return ChanceTests(
        rows=tests,
        levels=" and ".join(f"{number(level)} for {name}" for name, level in levels.items()),
        n=tests["p_value"].count(),
        n_clear=tests.filter(pl.col("p_adjusted") <= options.alpha).height,
        untested=tuple(untested(tests, "mean")),
    )


def _mean_table(
    own: pl.DataFrame, rows: pl.DataFrame, metric: Metric, focus: str, options: Options, *, corrected: bool
) -> Table:
    frame = own.sort("dataset", "estimate", "a", descending=[False, not metric.lower, False], nulls_last=True)
    few = frame.height > LISTED
    printed = frame.filter(pl.col("a") == focus).head(LISTED) if few else frame
    usual = ("plain_low", "plain_high")
    low, high = INTERVAL if corrected else usual
    places = decimals_for(median(printed[high] - printed[low]))
    limits = limits_to(places, null=None)
    group = level_title(options)
    columns = (
        label("dataset", when=frame["dataset"].n_unique() > 1),
        label("a", "algorithm", when=not few),
        column("n", "runs"),
        column("estimate", "mean", decimals(places)),
        column(INTERVAL, "corrected", limits, group=group, when=corrected),
        column(usual, "plain t", limits, group=group, when=corrected),
        column(usual, f"plain t, {group}", limits, when=not corrected),
    )
    of_focus, intervals = f" of {focus}" if few else "", "its intervals" if corrected else "its interval"
    more = rows.height - printed.height
    rest = f"{counted(more, 'further row')} of all algorithms and metrics: see" if more else ""
    caption = f"Mean {metric.name} over the runs{of_focus}, with {intervals}."
    return exhibits.table("means", caption, printed, columns, twin=rows, rest=rest)


SINGLE = Part(id="single", after="probabilities", make=single_section, record=Single)
