"""Each algorithm on its own: error rates or means with their intervals, and tests against chance."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document.analyses.contests import LISTED, Focus, audit, focus_of, listing_of
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence.comparison import Metric, obstacle
from benchreport.document.evidence.predictions import has_classes, largest_first, of_datasets, where_of
from benchreport.document.evidence.rates import rate, rate_interval
from benchreport.document.evidence.result_rows import adjusted, first_row, median, of_metrics, plain
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import INTERVAL, adjusted_p, column, decimals, label, level_title, limits_to
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated
from benchreport.numerals import counted, decimals_for, integer, number
from benchreport.options import Options
from benchreport.registry import METHODS
from benchreport.stats.one_algorithm.against_constant import one_sample_t
from benchreport.stats.one_algorithm.against_constant__one_sample_rates import binomial_test
from benchreport.stats.one_algorithm.losses import mean_loss_t
from benchreport.stats.one_algorithm.means import ci_mean_t
from benchreport.stats.one_algorithm.rates import ci_clopper_pearson, ci_hoeffding
from benchreport.stats.two_algorithms.on_instances__instance_dependence import instance_dependence
from benchreport.tables.blocks import ScoreTable
from benchreport.tables.schema import RUN_KEYS, UNDECLARED, normalised

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

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
# What a metric is expected to be for an algorithm that knows nothing of the instance, where its name settles it.
CHANCE: Mapping[str, float] = {
    **dict.fromkeys(("auc", "auroc", "roc_auc", "auc_roc"), 0.5),
    **dict.fromkeys(("mcc", "matthews", "kappa", "cohen_kappa", "r2", "r2_score", "r_squared"), 0.0),
}


def single_section(evidence: Evidence) -> Section | None:
    """Write the section on single algorithms: from predictions their rates, from runs of scores their means."""
    decided = evidence.decided
    if decided is not None and not has_classes(evidence):
        return None  # the error rates of scored items stand with their comparison
    counted_rates = None if decided is None else _from_predictions(evidence, decided)
    means = None if decided is not None else _from_runs(evidence)
    if counted_rates is None and means is None:
        return None
    return evidence.section("single", {"rates": counted_rates, "means": means})


def _from_predictions(evidence: Evidence, decided: pl.DataFrame) -> dict[str, Any]:
    options = evidence.options
    errors = evidence.error_rates
    dependence = instance_dependence(decided)
    exact = plain(ci_clopper_pearson(decided, alpha=options.alpha))
    bound = plain(ci_hoeffding(decided, alpha=options.alpha))
    largest = _largest_class(decided)
    guess = {name: 1 - share for name, share in largest.select("dataset", "share").rows()}
    # Where instances depend on each other, counts of errors are no binomial variables.
    against = mean_loss_t if dependence.dependent else binomial_test
    tests = adjusted(against(decided, constant=guess, alternative="greater", alpha=options.alpha), options)
    focus = focus_of(evidence, errors)
    clear = pl.col("p_adjusted") <= options.alpha
    open_ = tests.filter(~clear.fill_null(False)).sort("p_value", "dataset", "a", descending=[True, False, False])
    mine = tests.filter(pl.col("a") == focus.name).sort("dataset")
    drawn = next(name for name in largest_first(decided) if name in errors["dataset"].to_list())
    here = of_datasets(decided, [drawn])
    return {
        "rows": tests,
        "dependence": dependence,
        "focus": focus.name,
        "mine": mine.row(0, named=True) | {"guess": guess[mine["dataset"][0]]},
        "where": where_of(errors),
        "one": len(guess) == 1,
        "n": tests.height,
        "better": tests.filter(clear).height,
        "below": enumerated(tests.filter(clear)["a"].unique().sort().to_list()),
        "open_names": _names_of(open_, several=len(guess) > 1),
        "test_name": TEST_NAMES[dependence.clustered, dependence.dependent],
        "open": first_row(open_),
        "table": _rate_table(errors, exact, bound, tests, largest, focus, options, robust=dependence.dependent),
        "figure": None if dependence.dependent else _figure(evidence, here, drawn),
        "largest": largest.rows(named=True)[0],
        "test": METHODS[tests["method"][0]],
        "method_name": METHODS[str(errors["method"][0]) if dependence.dependent else options.test_for("rates")].label,
        "audit": audit(tests),
    }


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
    errors: pl.DataFrame,
    exact: pl.DataFrame,
    bound: pl.DataFrame,
    tests: pl.DataFrame,
    largest: pl.DataFrame,
    focus: Focus,
    options: Options,
    *,
    robust: bool,
) -> Table:
    keys = ["dataset", "a"]
    frame = errors
    for rows, name in ((exact, "exact"), (bound, "hoeffding")):
        ends = rows.select(*keys, pl.col("ci_low").alias(f"{name}_low"), pl.col("ci_high").alias(f"{name}_high"))
        frame = frame.join(ends, on=keys, how="left", maintain_order="left")
    wrong = (pl.col("estimate") * pl.col("n")).round() if robust else pl.col("statistic")
    against = tests.select(*keys, errors=wrong, p_majority="p_value", p_majority_adjusted="p_adjusted")
    frame = frame.join(against, on=keys, how="left", maintain_order="left")
    guess = largest.select("dataset", guess=1 - pl.col("share"))
    frame = frame.join(guess, on="dataset", how="left", maintain_order="left").sort("dataset", "estimate", "a")
    asked = "rates" in options.tests
    name = METHODS["mean_loss_t" if robust and not asked else options.test_for("rates")].label
    starred = not asked and not robust
    group, guesses = level_title(options), "majority class"
    columns = (
        column(("errors", "n"), "errors", _share_of, when=not robust),
        column("estimate", "rate", rate),
        column(INTERVAL, f"{name}*" if starred else name, rate_interval, group=group),
        column(
            ("exact_low", "exact_high"),
            "exact",
            rate_interval,
            group=group,
            when=name != "Clopper-Pearson" and not robust,
        ),
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


def _figure(evidence: Evidence, here: pl.DataFrame, dataset: str) -> Figure | None:
    if here["algorithm"].n_unique() > DRAWN_ALGORITHMS:
        return None
    caption = f"Error rates on {dataset} with three intervals: how far each reaches."
    alpha = evidence.options.alpha
    return evidence.plotted("interval_comparison", here, alpha=alpha, id="rate-intervals", caption=caption)


def _from_runs(evidence: Evidence) -> dict[str, Any] | None:
    """Return the mean of each algorithm over the runs of each dataset; the first metric is printed."""
    runs = pl.col("n_repeats") * pl.col("n_folds") > 1
    several = evidence.design.filter(runs & (pl.col("design") != UNDECLARED))
    if several.is_empty():
        return None
    options = evidence.options
    metric = evidence.metrics[0]
    leader = evidence.leader_of(metric) if obstacle(evidence.ranks_of(metric)) is None else None
    focus = leader or _best(evidence.of(metric), metric, options)
    cells = several.select((pl.col("n_datasets") * pl.col("n_algorithms")).sum()).item()
    alone = cells > MOST_CELLS
    scores: pl.DataFrame = evidence.scores.filter(pl.col("algorithm") == focus) if alone else evidence.scores
    places = several.select(pl.col("metric").cast(pl.String), dataset="datasets").explode("dataset").unique()
    if places.height < evidence.scores.select("metric", "dataset").unique().height:
        named = scores.with_columns(pl.col("metric", "dataset").cast(pl.String))
        kept = named.join(places, on=["metric", "dataset"], how="semi", maintain_order="left")
        scores = ScoreTable(kept.cast({"metric": pl.Categorical, "dataset": pl.Categorical}))
    corrected = plain(ci_mean_t(scores, alpha=options.alpha))
    narrow = plain(ci_mean_t(scores, variant="plain", alpha=options.alpha))
    keys = ["dataset", "metric", "a"]
    ends = narrow.select(*keys, plain_low="ci_low", plain_high="ci_high")
    rows = corrected.join(ends, on=keys, how="left", maintain_order="left")
    tests = _against_chance(scores, evidence)
    here = rows.filter(pl.col("metric") == metric.name)
    clear = pl.col("p_adjusted") <= options.alpha
    known = _corrected(here)
    return {
        "metric": metric.name,
        "n_metrics": len(evidence.metrics),
        "alone": focus if alone else None,
        "table": _mean_table(here, rows, metric, focus, options, known=known),
        "known": known,
        "wider": _wider(here),
        "tests": tests,
        "n_tests": 0 if tests is None else tests["p_value"].count(),
        "untested": [] if tests is None else untested(tests, "mean"),
        "n_clear": 0 if tests is None else tests.filter(clear).height,
        "levels": [f"{number(level)} for {name}" for name, level in _chance_levels(evidence).items()],
        "where": where_of(here),
        "audit": audit(rows.filter(pl.col("ci_low").is_null())) if known else None,
    }


def _best(scores: pl.DataFrame, metric: Metric, options: Options) -> str:
    """Name the baseline, or the algorithm with the best mean; of equals the first by name."""
    means = scores.group_by(pl.col("algorithm").cast(pl.String)).agg(mean=pl.col("value").mean().round_sig_figs(12))
    order = means.sort("mean", "algorithm", descending=[not metric.lower, False], nulls_last=True)
    names: list[str] = order["algorithm"].to_list()
    return options.reference if options.reference is not None and options.reference in names else names[0]


def _corrected(here: pl.DataFrame) -> bool:
    """Return whether some mean of results that vary has an interval that allows for shared training data."""
    vary = here.filter(pl.col("plain_high") > pl.col("plain_low"))
    return vary.is_empty() or vary["ci_low"].count() > 0


def _wider(here: pl.DataFrame) -> float | None:
    """Return how many times wider the corrected intervals are, in the median."""
    wide = pl.col("plain_high") - pl.col("plain_low")
    return median(here.filter(wide > 0).select((pl.col("ci_high") - pl.col("ci_low")) / wide).to_series())


def _chance_levels(evidence: Evidence) -> dict[str, float]:
    """Return the chance level of every metric whose name settles it."""
    named = {one.name: normalised(one.name) for one in evidence.metrics}
    return {name: CHANCE[word] for name, word in named.items() if word in CHANCE}


def _against_chance(scores: pl.DataFrame, evidence: Evidence) -> pl.DataFrame | None:
    """Test whether means exceed what knows nothing would reach, for metrics whose chance level is known."""
    options, levels = evidence.options, _chance_levels(evidence)
    higher = [one.name for one in evidence.metrics if not one.lower]
    found = []
    for level in sorted(set(levels.values())):
        here = of_metrics(scores, [name for name in higher if levels.get(name) == level])
        if here.height:
            found.append(plain(one_sample_t(here, constant=level, alternative="greater", alpha=options.alpha)))
    return adjusted(pl.concat(found), options) if found else None


def _mean_table(
    here: pl.DataFrame, rows: pl.DataFrame, metric: Metric, focus: str, options: Options, *, known: bool
) -> Table:
    frame = here.sort("dataset", "estimate", "a", descending=[False, not metric.lower, False], nulls_last=True)
    few = frame.height > LISTED
    kept = frame.filter(pl.col("a") == focus).head(LISTED) if few else frame
    low, high = ("ci_low", "ci_high") if known else ("plain_low", "plain_high")
    places = decimals_for(median(kept[high] - kept[low]))
    group = level_title(options)
    usual = ("plain_low", "plain_high")
    columns = (
        label("dataset", when=frame["dataset"].n_unique() > 1),
        label("a", "algorithm", when=not few),
        column("n", "runs"),
        column("estimate", "mean", decimals(places)),
        column(INTERVAL, "corrected", limits_to(places, null=None), group=group, when=known),
        column(usual, "plain t", limits_to(places, null=None), group=group, when=known),
        column(usual, f"plain t, {group}", limits_to(places, null=None), when=not known),
    )
    with_what = "its intervals" if known else "its interval"
    caption = f"Mean {metric.name} over the runs{f' of {focus}' if few else ''}, with {with_what}."
    left = rows.height - kept.height
    rest = f"{counted(left, 'further row')} of all algorithms and metrics: see" if left else ""
    return exhibits.table("means", caption, kept, columns, twin=rows, rest=rest)


SINGLE = Part(id="single", after="probabilities", make=single_section)
