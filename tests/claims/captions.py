"""Parsers of the captions of tables and figures."""

from __future__ import annotations

import re
from pathlib import Path

import polars as pl

from tests.claims.facts import Facts, winners
from tests.claims.parsers import Contradictions, claim, rounded, same
from tests.claims.predicted import auc
from tests.claims.sentences import Sentence

CAPTION = "caption"


def _ranked_focus(facts: Facts, metric: str, name: str) -> Contradictions:
    """Check that a name is the reference, or shares the best mean rank."""
    if facts.baseline is not None:
        yield from same("reference", name, facts.baseline)
    elif facts.of(metric).obstacle is None and name not in facts.of(metric).best:
        yield f"{name} is compared with the others, but {facts.of(metric).best} have the best mean rank"


def _slug(sentence: Sentence, metric: str) -> Contradictions:
    """Check that the caption names the metric that its exhibit is called after."""
    slug = metric.lower().replace("_", "-")
    if slug not in sentence.block:
        yield f"the exhibit is {sentence.block}, the caption names {metric}"


# Comparisons over datasets


@claim(r"Mean ranks by {metric:metric}; rank 1 is best\.", CAPTION)
def mean_ranks(facts, sentence, metric):
    yield from _slug(sentence, metric)


@claim(r"{name:name} is the reference; only the comparisons with it are judged here\.", CAPTION)
def reference_only(facts, sentence, name):
    yield from same("reference", name, facts.baseline)


@claim(r"Datasets won, tied and lost against {name:name} by {metric:metric}\.", CAPTION)
@claim(r"Posterior probabilities of each algorithm against {name:name} by {metric:metric}\.", CAPTION)
@claim(
    r"Posterior draws of the probabilities of better, practically equivalent and worse by {metric:metric}, against {name:name}\.",
    CAPTION,
)
@claim(r"Algorithms significantly worse and better than {name:name} by {metric:metric}, dataset by dataset\.", CAPTION)
@claim(
    r"Differences in {metric:metric} to {name:name}, a point per run, a bar at the mean(?:, on {dataset:dataset})?\.",
    CAPTION,
)
@claim(r"Comparisons with {name:name} by {metric:metric}, over the runs of {dataset:dataset}\.", CAPTION)
def against_focus(facts, sentence, name, metric, dataset=None):
    yield from _slug(sentence, metric)
    yield from _ranked_focus(facts, metric, name)
    if dataset is not None:
        yield from same("dataset", dataset, facts.datasets[0] if len(facts.datasets) == 1 else dataset)


@claim(
    r"Aggregates of {metric:metric} over {n:count} datasets?(?:, and the probability of improvement over {name:name})?\.",
    CAPTION,
)
def aggregates(facts, sentence, metric, n, name):
    yield from _slug(sentence, metric)
    yield from same("datasets", n, facts.of(metric).measured_cells["dataset"].n_unique())
    if name is not None:
        yield from _ranked_focus(facts, metric, name)


@claim(r"Simulated level of the {level:number} % intervals: {rest:rest}\.", CAPTION)
def simulated_levels(facts, sentence, level, rest):
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    metric = next(name for name in facts.metrics if sentence.block.endswith(name.replace("_", "-")))
    n = facts.of(metric).measured_cells["dataset"].n_unique()
    kinds = {"interquartile mean": "iqm_percentile", "optimality gap": "bootstrap_t"}
    for head, low, high in re.findall(r"(interquartile mean|optimality gap) (?:(\d+) to )?(\d+) %", rest):
        shares = _simulated(kinds[head])
        size = max([size for size in shares if size <= n], default=min(shares))
        true = tuple(round(100 * (1 - end)) for end in (max(shares[size]), min(shares[size])))
        yield from same(f"simulated level, {head}", (int(low or high), int(high)), true)


def _simulated(interval: str) -> dict[int, list[float]]:
    """Return the simulated shares of misses of an interval by number of datasets, as the record of calibration says."""
    record = Path(__file__).parents[1] / "calibration" / "RESULTS.md"
    rows = [
        [cell.strip() for cell in line.split("|")[1:-1]] for line in record.read_text(encoding="utf-8").splitlines()
    ]
    found: dict[int, list[float]] = {}
    for row in rows:
        if len(row) == 9 and row[2] == interval:
            found.setdefault(int(row[5]), []).append(float(row[6]))
    return found


@claim(
    r"Bands are pointwise (?:exact )?{level:number} % (?:bootstrap )?intervals(?: with datasets as trials)?\.", CAPTION
)
def bands(facts, sentence, level):
    yield from rounded("level", level, 100 * (1 - facts.alpha))


@claim(
    r"Performance profiles by {metric:metric}, the {k:count} algorithms of best mean rank(?:, and {also:name})?: share of (?P<what__rest>results|runs) with that {again:metric} or"
    r" (?P<way__rest>more|less)(?:, every dataset weighing the same)?\.",
    CAPTION,
)
def profiles(facts, sentence, metric, k, also, what, again, way):
    yield from _slug(sentence, metric)
    yield from same("metric", again, metric)
    yield from same("direction", way, "less" if facts.of(metric).lower else "more")
    drawn = sentence.numbers["algorithm"].cast(pl.String).unique().to_list()
    yield from same("curves", k + (also is not None), len(drawn))
    if also is not None:
        yield from same("reference", also, facts.baseline)
    ranks = facts.of(metric).mean_ranks
    best = [name for name in drawn if name != also]
    others = [rank for name, rank in ranks.items() if name not in drawn]
    if max(ranks[name] for name in best) > min(others, default=99.0):
        yield f"{best} are not the {k} of best mean rank"


@claim(r"Verdicts at a posterior probability above {sure:number}, by metric\.", CAPTION)
def sure_verdicts(facts, sentence, sure):
    yield from same("probability", sure, "0.95")


@claim(r"Marks: the difference detected with power {power:number}\.", CAPTION)
def power_marks(facts, sentence, power):
    yield from rounded("power", power, 0.8)
    marks = sentence.numbers.filter(pl.col("item") == "mark")["power"].drop_nulls().to_list()
    for value in marks:
        yield from rounded("power at the mark", power, round(value, 6))


@claim(
    r"Power of a paired t test of this design to detect a true difference in {metric:metric}, one curve per rival, with the spread observed\.",
    CAPTION,
)
def power_curves(facts, sentence, metric):
    yield from _slug(sentence, metric)


@claim(r"Difference in {metric:metric} on every dataset, {a:name} − {b:name}, the largest advantage on top\.", CAPTION)
def on_every_dataset(facts, sentence, metric, a, b):
    yield from _slug(sentence, metric)
    heads = sentence.numbers.filter(pl.col("item") == "dataset")
    yield from same("subtracted", b, heads["control"][0])
    yield from same("algorithm", [a], heads["algorithm"].cast(pl.String).unique().to_list())
    values = dict(facts.of(metric).cells.select(pl.concat_str("dataset", "algorithm", separator="|"), "value").rows())
    for dataset, mean in heads.select(pl.col("dataset").cast(pl.String), "mean").rows():
        true = values[f"{dataset}|{a}"] - values[f"{dataset}|{b}"]
        if abs(mean - true) > 1e-9 * max(1.0, abs(true)):
            yield f"on {dataset} the figure shows {mean}, the difference is {true}"


@claim(
    r"{metric:metric} of each algorithm over the(?: {n:count})? (?P<what__rest>datasets|runs)(?: on which all have a result)?: median, quartiles, and a point per"
    r" (?P<point__rest>dataset|run)\.",
    CAPTION,
)
@claim(
    r"{metric:metric} of each algorithm over the (?P<what__rest>runs) on {only:dataset}, the only dataset on which all have a result: median, quartiles, and a point"
    r" per (?P<point__rest>run)\.",
    CAPTION,
)
def spread(facts, sentence, metric, what, point, n=None, only=None):
    yield from _slug(sentence, metric)
    yield from same("points", f"{point}s", what)
    known = facts.of(metric).scores.filter(pl.col("value").is_not_null())
    k = known["algorithm"].n_unique()
    shared = known.filter(pl.col("algorithm").n_unique().over("dataset") == k)["dataset"].cast(pl.String).unique()
    if only is not None:
        yield from same("datasets of all", [only], shared.to_list())
    elif n is not None:
        yield from same("datasets of all", (n, what), (shared.len(), "datasets"))
    elif shared.len() and shared.len() != known["dataset"].n_unique():
        yield "some algorithms lack datasets, which is not said"


@claim(r"Means and their differences rest on the {n:count} datasets without a missing result\.", CAPTION)
def means_without_stand_ins(facts, sentence, n):
    metric = next(name for name in facts.metrics if sentence.block.endswith(name.replace("_", "-")))
    yield from same("datasets", n, facts.of(metric).measured_cells["dataset"].n_unique())


@claim(r"Datasets with a result of each algorithm, of {n:count} datasets; fewest first\.", CAPTION)
def coverage(facts, sentence, n):
    yield from same("datasets", n, len(facts.datasets))


@claim(r"(?:Mean|Results by) {metric:metric} per dataset \((?P<way__rest>higher|lower) is better\)\.", CAPTION)
def per_dataset(facts, sentence, metric, way):
    yield from same("direction", way, "lower" if facts.of(metric).lower else "higher")


@claim(r"(?:Rank tests for|Pairwise comparisons by) {metric:metric}\.", CAPTION)
@claim(r"Pairs of algorithms by {metric:metric}, after the textbook analysis of variance\.", CAPTION)
def of_metric(facts, sentence, metric):
    yield from _slug(sentence, metric)


# Runs and several metrics


@claim(r"Mean {metric:metric} over the runs of {name:name}, with its intervals?\.", CAPTION)
def mean_of_runs(facts, sentence, metric, name):
    if metric not in facts.metrics:
        yield f"no metric {metric}"
    else:
        yield from _ranked_focus(facts, metric, name)


@claim(r"Analysis of variance over the runs of {dataset:dataset}\.", CAPTION)
@claim(r"Weights of the metrics in the directions in which the algorithms differ most on {dataset:dataset}\.", CAPTION)
@claim(
    r"Multivariate analysis of variance over the runs of {dataset:dataset}(?:, corrected for overlapping training sets)?\.",
    CAPTION,
)
def of_dataset(facts, sentence, dataset):
    if sentence.table is not None and "dataset" in sentence.table.frame.columns:
        known = sentence.table.frame["dataset"].cast(pl.String).unique().to_list()
        if dataset not in known:
            yield f"the rows are of {known}"
    elif len(facts.datasets) == 1:
        yield from same("dataset", dataset, facts.datasets[0])


@claim(
    r"The algorithms on {dataset:dataset} along the (?:{n:count} )?directions? in which they differ most, in units of the residual standard deviation, with"
    r" {level:number} % ellipses of the means(?:, corrected for overlapping training sets)?; arrows show which way each metric grows\.",
    CAPTION,
)
def scores_of_manova(facts, sentence, dataset, n, level):
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    if n is not None:
        yield from same("directions", n, 2)
    present = facts.table.filter(pl.col("dataset") == dataset)["algorithm"].n_unique()
    yield from same("algorithms drawn", sentence.numbers["k"][0], present)


@claim(
    r"Hotelling’s test of each algorithm against {name:name} in {metrics:metrics}(?:, corrected for overlapping training sets)?\.",
    CAPTION,
)
def hotelling_against(facts, sentence, name, metrics):
    for metric in metrics:
        if metric not in facts.metrics:
            yield f"no metric {metric}"
    yield from _ranked_focus(facts, facts.metrics[0], name)


@claim(
    r"Hotelling’s test of the {k:count} algorithms over the runs of each dataset(?:, corrected for overlapping training sets)?\.",
    CAPTION,
)
def hotelling_of_all(facts, sentence, k):
    yield from same("algorithms", k, len(facts.algorithms))


@claim(r"False positives and false negatives together, compared with {name:name} by Hotelling’s test\.", CAPTION)
def kinds_of_errors(facts, sentence, name):
    yield from _ranked_focus(facts, "accuracy", name) if facts.baseline else ()
    assert sentence.table is not None
    for a, b in sentence.table.frame.select(pl.col("a", "b").cast(pl.String)).rows():
        if name not in (a, b) and facts.baseline:
            yield f"the rows compare {a} with {b}"


# Predictions


def _least_loss(facts: Facts, name: str, loss: str) -> Contradictions:
    """Check that a name is the reference, or has the least mean loss over the datasets."""
    if facts.baseline is not None:
        yield from same("reference", name, facts.baseline)
        return
    means = {algorithm: _mean_loss(facts, algorithm, loss) for algorithm in facts.algorithms}
    if name not in winners(means, lower=True):
        yield f"{name} is in focus, but {winners(means, lower=True)} have the least {loss}"


def _mean_loss(facts: Facts, algorithm: str, loss: str) -> float:
    losses = []
    for dataset in facts.datasets:
        mine = facts.table.filter((pl.col("dataset") == dataset) & (pl.col("algorithm") == algorithm))
        if loss == "error" and "actual" in mine.columns:
            wrong = mine.filter(pl.col("actual") != pl.col("predicted"))["n"].sum()
            losses.append(wrong / mine["n"].sum())
        elif loss == "error":
            losses.append(float((mine["truth"] != mine["prediction"]).mean()))
        elif loss == "squared error":
            losses.append(float(((mine["truth"] - mine["prediction"]) ** 2).mean()))
        elif loss == "area lost":
            losses.append(1 - auc(mine["prob_yes"].to_list(), [label == "yes" for label in mine["truth"]]))
    return sum(losses) / len(losses)


@claim(
    r"Confusion matrix of {name:name} on {dataset:dataset}: actual classes in rows, predicted classes in columns\.",
    CAPTION,
)
@claim(r"Error rates of {name:name} with their intervals\.", CAPTION)
@claim(r"Rates of {name:name} on {dataset:dataset} with Wilson intervals\.", CAPTION)
@claim(r"Recall with its Wilson interval, precision and F1 of each class: {name:name} on {dataset:dataset}\.", CAPTION)
@claim(r"Recall, precision and F1 of each class: {name:name} on {dataset:dataset}\.", CAPTION)
@claim(
    r"Error rates(?: on {dataset:dataset})? with their intervals, and differences from {name:name} in percentage points\.",
    CAPTION,
)
@claim(r"Instances on which an algorithm and {name:name} are right and wrong together\.", CAPTION)
def least_errors(facts, sentence, name, dataset=None):
    yield from _least_loss(facts, name, "error")
    if sentence.figure is not None and dataset is not None:
        yield from same("dataset drawn", dataset, str(sentence.numbers["dataset"][0]))
        yield from same("algorithm drawn", [name], sentence.numbers["algorithm"].cast(pl.String).unique().to_list())


@claim(r"Rates on {dataset:dataset}; “{label:words}” is the positive class\.", CAPTION)
@claim(
    r"(?:ROC curves|Precision against recall|Lift|Cumulative gains) on {dataset:dataset}; {label:words} is the positive class\.",
    CAPTION,
)
def positive_on(facts, sentence, dataset, label):
    yield from same("positive class", label, facts.options["positive"])
    if sentence.figure is not None:
        yield from same("dataset drawn", dataset, str(sentence.numbers["dataset"][0]))


@claim(r"Lift by tenths, best scored first: {name:name} on {dataset:dataset}; {label:words} is positive\.", CAPTION)
@claim(
    r"Areas under the ROC curve with DeLong intervals(?: on the logit scale)?, and DeLong’s paired test against {name:name}\.",
    CAPTION,
)
def largest_area(facts, sentence, name, dataset=None, label=None):
    yield from _least_loss(facts, name, "area lost")
    if label is not None:
        yield from same("positive class", label, facts.options["positive"])


@claim(r"ROC curves of each class of {dataset:dataset} against the rest\.", CAPTION)
def each_class(facts, sentence, dataset):
    yield from same("dataset drawn", dataset, str(sentence.numbers["dataset"][0]))


@claim(
    r"Each class of {dataset:dataset} against the rest: {name:name}, hardest first, with DeLong intervals(?: on the logit scale)?\.",
    CAPTION,
)
def hardest_first(facts, sentence, dataset, name):
    frame = sentence.table.frame
    keys = [column for column in ("auc", "estimate") if column in frame.columns]
    values = frame[keys[0]].drop_nulls().to_list() if keys else []
    if values != sorted(values):
        yield f"the areas are {values}, which is not hardest first"
    if "algorithm" in frame.columns:
        yield from same("algorithm", [name], frame["algorithm"].cast(pl.String).unique().to_list())


@claim(
    r"Hand and Till’s M: mean over all pairs of classes of the chance that an instance of one class has a higher probability of it than an instance of the"
    r" other; {chance:number} is chance\.",
    CAPTION,
)
def hand_and_till(facts, sentence, chance):
    yield from rounded("chance", chance, 0.5)


@claim(
    r"Calibration of {name:name} on {dataset:dataset}: probabilities of {what:rest}, and how often they came true\.",
    CAPTION,
)
@claim(r"Reliability of the probabilities of {what:rest} on {dataset:dataset}\.", CAPTION)
def calibration(facts, sentence, what, dataset, name=None):
    event = f"class “{facts.options['positive']}”" if "positive" in facts.options else "the most probable class"
    yield from same("event", what, event)
    if sentence.figure is not None:
        yield from same("dataset drawn", dataset, str(sentence.numbers["dataset"][0]))
    if name is not None and facts.baseline is not None:
        yield from same("reference", name, facts.baseline)


@claim(r"Squared errors against {name:name}: {test:words}, and for comparison the Pitman-Morgan and F tests\.", CAPTION)
def squared_errors(facts, sentence, name, test):
    yield from _least_loss(facts, name, "squared error")


@claim(r"Error rates on {dataset:dataset} with {n:count} intervals: how far each reaches\.", CAPTION)
def three_intervals(facts, sentence, dataset, n):
    yield from same("intervals", n, sentence.numbers["interval"].n_unique())
    yield from same("dataset drawn", dataset, str(sentence.numbers["dataset"][0]))
