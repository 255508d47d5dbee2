"""Parsers of the words for those who cannot see a figure; the numbers behind it are compared with the table too."""

from __future__ import annotations

import re
from itertools import pairwise

import numpy as np
import polars as pl

import benchreport as br
from benchreport.document.model.blocks import Text
from tests.claims.facts import STAND_IN, Facts, MetricFacts, same_value, winners
from tests.claims.parsers import Contradictions, agrees, chance_agrees, claim, count, p_agrees, rounded, same
from tests.claims.predicted import auc, calibration_error, error_rate, folded, n_errors, own_predictions
from tests.claims.sentences import Sentence, flat

ALTERNATIVE = "alternative"
# The diagram of all pairs: with a declared reference they are a second family, adjusted apart.
ALL_PAIRS = "rank-diagram"
WAY = r"\((?P<way__rest>higher|lower) is better\)"


def _metric_of(sentence: Sentence, facts: Facts) -> str:
    """Return the metric that a figure is called after."""
    for name in sorted(facts.metrics, key=len, reverse=True):
        if sentence.block.endswith(f"-{name.lower().replace('_', '-')}"):
            return name
    return facts.metrics[0]


def _way(facts: Facts, metric: str, way: str) -> Contradictions:
    if facts.of(metric).name not in facts.metrics:
        yield f"no metric {metric}"
    else:
        yield from same("better", way, "lower" if facts.of(metric).lower else "higher")


def _algorithms(numbers: pl.DataFrame, column: str = "algorithm") -> list[str]:
    return numbers[column].drop_nulls().cast(pl.String).unique(maintain_order=True).to_list()


# Best and worst: one sentence for many figures


@claim(
    r"(?P<first__rest>.+?) (?:has|share) the (?P<end__rest>best|largest|smallest|highest|lowest) {measure:rest} \({high:rest}\),"
    r" (?P<last__rest>.+?)(?: has| share)? the (?P<other__rest>worst|smallest|largest|lowest|highest) \({low:rest}\)\.",
    ALTERNATIVE,
)
def ends(facts, sentence, first, end, measure, high, last, other, low):
    truth = _measured(facts, sentence, measure)
    if truth is None:
        yield f"no such measure: {measure}"
        return
    values, lower = truth
    pairs = {"best": "worst", "largest": "smallest", "smallest": "largest", "highest": "lowest", "lowest": "highest"}
    yield from same("the other end", other, pairs[end])
    if end in ("smallest", "lowest") and not lower:
        yield f"the {end} {measure} is not the best"
    for words, said, way in ((first, high, lower), (last, low, not lower)):
        names = winners(values, lower=way)
        if number := re.fullmatch(r"(\d+) algorithms", words):
            yield from same("sharing", int(number[1]), len(names))
        else:
            yield from same(f"with {measure} {said}", facts.names.listed(words), names)
        yield from _printed(measure, said, values[names[0]])


@claim(r"(?:Both|All {k:count}) algorithms have the same {measure:rest} \({number:rest}\)\.", ALTERNATIVE)
def all_equal(facts, sentence, k, measure, number):
    truth = _measured(facts, sentence, measure)
    if truth is None:
        yield f"no such measure: {measure}"
        return
    values = truth[0]
    yield from same("algorithms", k or 2, len(values))
    yield from same("equal", len(winners(values, lower=True)), len(values))
    yield from _printed(measure, number, next(iter(values.values())))


@claim(r"{name:name} has the (?P<measure__rest>accuracy|error rate) {number:rest}\.", ALTERNATIVE)
def only_one(facts, sentence, name, measure, number):
    truth = _measured(facts, sentence, measure)
    assert truth is not None
    yield from same("algorithms", [name], list(truth[0]))
    yield from _printed(measure, number, truth[0][name])


def _printed(measure: str, said: str, true: float) -> Contradictions:
    if said.endswith("%"):
        yield from rounded(measure, said.removesuffix("%").strip(), 100 * true)
    else:
        yield from rounded(measure, said, true)


def _measured(facts: Facts, sentence: Sentence, measure: str) -> tuple[dict[str, float], bool] | None:
    """Return the values of a measure by algorithm, derived from the table, and whether lower is better."""
    numbers = sentence.numbers
    names = _algorithms(numbers)
    if measure == "mean rank":
        one = facts.of(_metric_of(sentence, facts))
        return dict(one.mean_ranks), True
    if measure in ("median", "mean"):
        metric = _metric_of(sentence, facts)
        return _centres(facts, metric, measure), facts.of(metric).lower
    dataset = str(numbers["dataset"][0]) if "dataset" in numbers.columns else ""
    if measure in ("accuracy", "error rate"):
        rates = {name: error_rate(facts, name, dataset) for name in names}
        return ({name: 1 - rate for name, rate in rates.items()}, False) if measure == "accuracy" else (rates, True)
    if measure == "number of errors":
        return {name: float(n_errors(facts, name, dataset)) for name in names}, True
    if ratio := re.fullmatch(r"ratio of (pooled )?RMSE to ([\ue000-\ue7ff])", measure):
        ratios = _ratios_of_errors(facts, dataset, facts.names.unmasked(ratio[2]))
        return None if ratios is None or (ratio[1] is not None) != folded(facts) else (ratios, True)
    plain = measure.removeprefix("mean ").removeprefix("pooled ").removeprefix("fold-averaged ")
    if plain == "AUC":
        if bool(re.search("pooled|fold-averaged", measure)) != folded(facts):
            return None
        return {name: _area(facts, name, dataset, measure) for name in names}, False
    if plain == "average precision":
        return {name: _average_precision(facts, name, dataset) for name in names}, False
    if plain == "lift in the best-scored tenth":
        heads = numbers.drop_nulls("area").group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("area").first())
        return dict(heads.rows()), False
    if plain.startswith("expected calibration error"):
        return {name: calibration_error(facts, name, dataset, plain) for name in names}, True
    return None


def _centres(facts: Facts, metric: str, measure: str) -> dict[str, float]:
    """Return medians or means over the datasets that all algorithms have, or over the runs of the only one."""
    known = facts.of(metric).scores.filter(pl.col("value").is_not_null())
    known = known.with_columns(pl.col("dataset", "algorithm").cast(pl.String))
    k = known["algorithm"].n_unique()
    shared = known.filter(pl.col("algorithm").n_unique().over("dataset") == k)
    known = shared if shared.height else known
    if known["dataset"].n_unique() > 1:
        known = known.group_by("dataset", "algorithm").agg(pl.col("value").mean())
    found = known.group_by("algorithm").agg(pl.col("value").median() if measure == "median" else pl.col("value").mean())
    return dict(found.rows())


def _ratios_of_errors(facts: Facts, dataset: str, first: str) -> dict[str, float] | None:
    """Return the ratios of root mean squared errors to that of the reference or the best; None to that of another."""
    roots = {}
    for name in facts.algorithms:
        mine = own_predictions(facts, name, dataset)
        roots[name] = float(((mine["prediction"] - mine["truth"]) ** 2).mean() ** 0.5)
    if first not in ([facts.baseline] if facts.baseline is not None else winners(roots, lower=True)):
        return None
    return {name: root / roots[first] for name, root in roots.items() if name != first}


def _area(facts: Facts, name: str, dataset: str, measure: str) -> float:
    """Return the area under the ROC curve: of the positive class or the mean over classes, pooled or over folds."""
    mine = own_predictions(facts, name, dataset)
    labels = [facts.options["positive"]] if "positive" in facts.options else sorted(mine["truth"].unique().to_list())
    parts = [mine]
    if "fold-averaged" in measure:
        parts = [mine.filter(pl.col("fold") == fold) for fold in sorted(mine["fold"].unique().to_list())]
    areas = []
    for label in labels:
        own = []
        for part in parts:
            truth = [value == label for value in part["truth"]]
            if any(truth) and not all(truth):
                own.append(auc(part[f"prob_{label}"].to_list(), truth))
        areas.append(sum(own) / len(own))
    return sum(areas) / len(areas)


def _average_precision(facts: Facts, name: str, dataset: str) -> float:
    """Return the mean precision at the recall of every positive, equal scores taken together."""
    mine = own_predictions(facts, name, dataset)
    label = facts.options["positive"]
    scores = mine[f"prob_{label}"].to_numpy()
    truth = (mine["truth"] == label).to_numpy()
    total, area, before = truth.sum(), 0.0, 0
    for cut in np.unique(scores)[::-1]:
        taken = scores >= cut
        hits = int(truth[taken].sum())
        area += (hits - before) / total * hits / taken.sum()
        before = hits
    return float(area)


# Mean ranks


@claim(r"Critical difference diagram: mean ranks of {k:count} algorithms, rank 1 is best\.", ALTERNATIVE)
def diagram(facts, sentence, k):
    one = facts.of(_metric_of(sentence, facts))
    yield from same("algorithms", k, len(one.algorithms))
    drawn = sentence.numbers.filter(pl.col("item") == "algorithm").select(
        pl.col("algorithm").cast(pl.String), "mean_rank"
    )
    for name, rank in drawn.rows():
        if abs(rank - one.mean_ranks[name]) > 1e-9:
            yield f"the diagram puts {name} at {rank}, its mean rank is {one.mean_ranks[name]}"


@claim(r"n = (?:{least:count} to )?{n:count} datasets(?P<each__rest> for each pair)?\.", ALTERNATIVE)
def of_datasets(facts, sentence, least, n, each):
    one = facts.of(_metric_of(sentence, facts))
    true = one.n_of_any if sentence.block == ALL_PAIRS else one.n
    yield from same("datasets", (least or n, n), true)
    yield from same("for each pair", each is not None, true[0] < true[1])


@claim(r"Bars join algorithms without a significant difference \((?P<test__rest>[^()]+)\): {rest:rest}\.", ALTERNATIVE)
def bars(facts, sentence, test, rest):
    one = facts.of(_metric_of(sentence, facts))
    method = sentence.numbers["posthoc"][0]
    yield from same("test", test.startswith(br.METHODS[method].title), True)
    yield from _bars_beside_a_reference(facts, sentence, one)
    order = sorted(one.mean_ranks, key=lambda name: (one.mean_ranks[name], name))
    said = []
    for group in rest.split("; "):
        if number := re.fullmatch(r"all (\w+)", group):
            yield from same("joined", count(number[1]), len(order))
            said.append(set(order))
        elif span := re.fullmatch(r"the (\w+) from ([\ue000-\ue7ff]) to ([\ue000-\ue7ff])", group):
            low, high = (one.mean_ranks[facts.names.unmasked(span[place])] for place in (2, 3))
            members = {name for name in order if low - 1e-9 <= one.mean_ranks[name] <= high + 1e-9}
            yield from same("joined", count(span[1]), len(members))
            said.append(members)
        else:
            said.append(set(facts.names.listed(group)))
    differ = {frozenset(pair) for pair in one.significant_pairs}
    for members in said:
        for a in members:
            for b in members:
                if frozenset((a, b)) in differ:
                    yield f"a bar joins {a} and {b}, which differ significantly"
    for first, second in pairwise(order):
        together = any({first, second} <= members for members in said)
        if not together and frozenset((first, second)) not in differ:
            yield f"no bar joins {first} and {second}, neighbours that do not differ significantly"


def _bars_beside_a_reference(facts: Facts, sentence: Sentence, one: MetricFacts) -> Contradictions:
    """Yield a contradiction where bars stand beside a reference, but in the figure whose section says they are apart."""
    if one.reference is None:
        return
    yield from same("a declared reference has bars", sentence.block, ALL_PAIRS)
    texts = [flat(block.words) for block in facts.sections[sentence.section].blocks if isinstance(block, Text)]
    apart = f"a family of their own that is adjusted apart from the comparisons with {one.reference}."
    if not any(apart in text and f"@{sentence.block}" in text for text in texts):
        yield f"bars of all pairs beside the reference {one.reference} are not said to be a family of their own"


@claim(r"There is no bar: all neighbours in rank differ significantly\.", ALTERNATIVE)
def no_bars(facts, sentence):
    one = facts.of(_metric_of(sentence, facts))
    yield from _bars_beside_a_reference(facts, sentence, one)
    order = sorted(one.mean_ranks, key=lambda name: one.mean_ranks[name])
    differ = {frozenset(pair) for pair in one.significant_pairs}
    for first, second in pairwise(order):
        if frozenset((first, second)) not in differ:
            yield f"{first} and {second} do not differ significantly"


@claim(r"{n:count} further pairs? (?:does|do) not differ significantly, but cannot be joined by a bar\.", ALTERNATIVE)
def unjoined(facts, sentence, n):
    one = facts.of(_metric_of(sentence, facts))
    drawn = sentence.numbers.filter(pl.col("item").is_in(["bar", "set"]))
    bar_members = [set(row) for row in drawn["members"].to_list()]
    alike = [
        (a, b)
        for place, a in enumerate(one.algorithms)
        for b in one.algorithms[place + 1 :]
        if not {(a, b), (b, a)} & set(one.significant_pairs)
    ]
    yield from same("pairs", n, sum(not any({a, b} <= members for members in bar_members) for a, b in alike))


@claim(r"The critical difference is {number:number}\.", ALTERNATIVE)
def critical(facts, sentence, number):
    from scipy.stats import studentized_range

    one = facts.of(_metric_of(sentence, facts))
    k, n = len(one.algorithms), len(one.datasets)
    q = studentized_range.ppf(1 - facts.alpha, k, np.inf) / np.sqrt(2)
    yield from rounded("critical difference", number, float(q * np.sqrt(k * (k + 1) / (6 * n))))


@claim(r"No pair can be decided, so there are no bars\.", ALTERNATIVE)
def no_pair(facts, sentence):
    yield from same("undecided", facts.of(_metric_of(sentence, facts)).undecided, True)


@claim(
    r"(?:All others differ significantly from {all_of:name}|No significant difference from {none_of:name}|Significantly different from {some_of:name}: {names:names})\.",
    ALTERNATIVE,
)
def from_reference(facts, sentence, all_of, none_of, some_of, names):
    one = facts.of(_metric_of(sentence, facts))
    reference = all_of or none_of or some_of
    yield from same("reference", reference, one.reference)
    differ = sorted({name for pair in one.significant for name in pair if name != reference})
    others = [name for name in one.algorithms if name != reference]
    yield from same("different", sorted(names) if some_of else others if all_of else [], differ)
    yield from same("decided", one.undecided, False)


# Page one: differences from the best or the reference, the board, ranks by metric

ERRORS = "error rate"
ROW = re.compile(r"([\ue000-\ue7ff]) ([−\d.,e+]+)(?: [\[(]([^,]+?), ([^\])]+)[\])])?(?:, p ([=<>] \.\d+))?", re.DOTALL)


def _in_focus(one: MetricFacts, name: str) -> Contradictions:
    """Yield a contradiction unless others are spoken of against a name; pairs of their own datasets have no mean ranks."""
    ranked = one.reference is not None or any(rank is not None for rank in one.mean_ranks.values())
    if ranked and name not in one.focus:
        yield f"{name} is neither the reference nor the best"


@claim(
    r"Table of (?P<what__rest>differences in|ratios of|wins by|mean ranks by) {metric:rest} "
    + WAY
    + r": {k:count} algorithms? against {name:name}(?:, with {level:number} % intervals"
    r"(?: for all {m:count} comparisons together)?)?\.",
    ALTERNATIVE,
)
def table_of_differences(facts, sentence, what, metric, way, k, name, level, m):
    yield from same("rows", k, sentence.numbers.height - 1)
    yield from same(
        "intervals", level is not None, sentence.numbers["low"].count() + sentence.numbers["high"].count() > 0
    )
    if level is not None:
        yield from rounded("level", level, 100 * (1 - facts.alpha))
        yield from same("comparisons", m or 1, int(sentence.numbers["comparisons"][0]))
    if metric == ERRORS:
        rates = dict(sentence.numbers.select("algorithm", "score").rows())
        yield from same("better", way, "lower")
        if facts.baseline is None and name not in winners(rates, lower=True):
            yield f"{name} has not the lowest error rate"
        return
    one = facts.of(metric)
    yield from _way(facts, metric, way)
    if len(facts.datasets) == 1:
        size = len(one.algorithms)
        yield from same("comparisons", m or 1, size * (size - 1) // 2 if facts.baseline is None else size - 1)
        means = dict(one.known.select("algorithm", "value").rows())
        if name != facts.baseline and name not in winners(means, lower=one.lower):
            yield f"{name} has not the best mean"
        return
    yield from _in_focus(one, name)
    if level is not None:
        yield from same("comparisons", m or 1, one.tested.height)
    terms = {"difference": "differences in", "ratio": "ratios of", "wins": "wins by", "ranks": "mean ranks by"}
    yield from same("what", what, terms[str(sentence.numbers["terms"][0])])


@claim(r"(?P<rest__rest>[\ue000-\ue7ff] [−\d.,e+]+(?: [\[(].+?[\])])?(?:, p [=<>] \.\d+)?(?:; .+)?)\.", ALTERNATIVE)
def rows_of_differences(facts, sentence, rest):
    numbers = sentence.numbers
    focus, metric = str(numbers.filter("is_focus")["algorithm"][0]), str(numbers["metric"][0])
    terms = str(numbers["terms"][0])
    for clause in rest.removesuffix("; and so on").split("; "):
        found = ROW.fullmatch(clause)
        if found is None:
            yield f"not understood: {clause}"
            continue
        name = facts.names.unmasked(found[1])
        if metric == ERRORS:
            continue
        if len(facts.datasets) == 1:
            means = dict(facts.of(metric).known.select("algorithm", "value").rows())
            yield from rounded(f"estimate of {name}", found[2], means[name] - means[focus])
            continue
        row = facts.of(metric).row(name, focus)
        if row is None:
            yield f"{name} and {focus} were not compared"
            continue
        turn = row["a"] == focus
        true = row["estimate"]
        if turn and true is not None:
            true = (1 / true if true else true) if terms == "ratio" else 1 - true if terms == "wins" else -true
        yield from rounded(f"estimate of {name}", found[2], true)
        if found[5] is not None and not p_agrees(found[5], row["p_adjusted"]):
            yield f"p of {name}: says {found[5]}, is {row['p_adjusted']}"


@claim(r"(?:{n:count} of {m:count} differ|No algorithm differs) significantly from {name:name}\.", ALTERNATIVE)
def differing_from(facts, sentence, n, m, name):
    numbers = sentence.numbers
    metric = str(numbers["metric"][0])
    yield from same("in focus", name, str(numbers.filter("is_focus")["algorithm"][0]))
    if metric == ERRORS or len(facts.datasets) == 1:
        true = numbers.filter(~pl.col("is_focus") & (pl.col("p") <= facts.alpha)).height
    else:
        one = facts.of(metric)
        true = 0 if one.undecided else len([pair for pair in one.significant if name in pair])
    yield from same("differing", n or 0, true)
    if m is not None:
        yield from same("others", m, numbers.height - 1)


@claim(
    r"Board of {k:count} algorithms by {metric:rest} "
    + WAY
    + r"; {name:name} (?P<lead__rest>has the best mean rank|is the reference)\.",
    ALTERNATIVE,
)
def board(facts, sentence, k, metric, way, name, lead):
    one = facts.of(metric)
    yield from _way(facts, metric, way)
    yield from same("algorithms", k, len(one.algorithms))
    yield from _in_focus(one, name)
    yield from same("a reference", lead == "is the reference", one.reference is not None)


@claim(
    r"(?:{n:count} others? cannot be distinguished from it: (?P<names__rest>.+?)(?: and {more:count} more)?"
    r"|It differs significantly from all {m:count} others)\.",
    ALTERNATIVE,
)
def not_distinguished(facts, sentence, n, names, more, m):
    numbers = sentence.numbers
    one, focus = facts.of(str(numbers["metric"][0])), str(numbers.filter("is_focus")["algorithm"][0])
    beaten = {other for pair in one.significant if focus in pair for other in pair} - {focus}
    alike = [name for name in one.algorithms if name != focus and name not in beaten]
    yield from same("not distinguished", n or 0, len(alike))
    if names is not None:
        said = facts.names.listed(names)
        yield from same("named", set(said) <= set(alike), True)
        yield from same("how many", len(said) + (more or 0), len(alike))


@claim(r"Places not excluded: {first:name} {low:rest}, {last:name} {high:rest}\.", ALTERNATIVE)
def places_not_excluded(facts, sentence, first, low, last, high):
    one = facts.of(str(sentence.numbers["metric"][0]))
    for name, said in ((first, low), (last, high)):
        better = sum(loser == name for _, loser in one.significant_pairs)
        worse = sum(winner == name for winner, _ in one.significant_pairs)
        ends = (1 + better, len(one.algorithms) - worse)
        yield from same(f"places of {name}", tuple(map(int, said.split("–"))), ends if ends[0] < ends[1] else ends[:1])


@claim(r"{n:count} algorithms? lacks? some results\.", ALTERNATIVE)
def lacking(facts, sentence, n):
    one = facts.of(str(sentence.numbers["metric"][0]))
    counts = dict(one.known.group_by(pl.col("algorithm").cast(pl.String)).agg(pl.col("dataset").n_unique()).rows())
    datasets = one.known["dataset"].n_unique()
    yield from same("lacking", n, sum(counts.get(name, 0) < datasets for name in one.algorithms))


@claim(
    r"Ranks of {k:count} algorithms? on {n:count} datasets? by {m:count} metrics?: a dot per dataset, a bar at the mean\.",
    ALTERNATIVE,
)
def ranks_by_metric(facts, sentence, k, n, m):
    metrics = sentence.numbers["metric"].unique().to_list()
    ones = [facts.of(name) for name in metrics]
    yield from same("metrics", m, len(metrics))
    yield from same("algorithms", k, len({name for one in ones for name in one.algorithms}))
    yield from same("datasets", n, sentence.numbers["dataset"].n_unique())


@claim(r"Best mean rank by metric: {rest:rest}\.", ALTERNATIVE)
def best_by_metric(facts, sentence, rest):
    for clause in rest.removesuffix("; and so on").split("; "):
        found = re.fullmatch(r"(.+?) ([\ue000-\ue7ff].*?)(?: and \d+ more)? \(([\d.]+)\)", clause)
        if found is None:
            yield f"not understood: {clause}"
            continue
        one = facts.of(found[1])
        yield from same("best", set(facts.names.listed(found[2])) <= set(one.best), True)
        yield from rounded("mean rank", found[3], one.mean_ranks[one.best[0]])


# Pairs


@claim(
    r"Multi-comparison matrix of {k:count} algorithms by mean {metric:metric} "
    + WAY
    + r", n = (?:{least:count} to )?{n:count} datasets\.",
    ALTERNATIVE,
)
def matrix(facts, sentence, k, metric, way, least, n):
    yield from _way(facts, metric, way)
    yield from same("algorithms", k, len(facts.of(metric).algorithms))
    yield from same("datasets", n, facts.of(metric).complete_cells["dataset"].n_unique())


def _mean_of(facts: Facts, metric: str) -> dict[str, float]:
    cells = facts.of(metric).measured_cells.group_by("algorithm").agg(pl.col("value").mean())
    return dict(cells.rows())


@claim(r"(?P<best__rest>.+) (?:has|share) the best mean, (?P<worst__rest>.+) (?:has|share) the worst\.", ALTERNATIVE)
def best_mean(facts, sentence, best, worst):
    metric = _metric_of(sentence, facts)
    means, lower = _mean_of(facts, metric), facts.of(metric).lower
    yield from same("best mean", facts.names.listed(best), winners(means, lower=lower))
    yield from same("worst mean", facts.names.listed(worst), winners(means, lower=not lower))


@claim(r"All means are equal\.", ALTERNATIVE)
def equal_means(facts, sentence):
    means = _mean_of(facts, _metric_of(sentence, facts))
    yield from same("equal means", len(winners(means, lower=True)), len(means))


@claim(r"{n:count} of {m:count} pairs? differs? at {alpha:number}\.", ALTERNATIVE)
def pairs_differ(facts, sentence, n, m, alpha):
    yield from rounded("alpha", alpha, facts.alpha)
    numbers = sentence.numbers.with_columns(pl.col("a", "b").cast(pl.String))
    pairs = numbers.filter(pl.col("a") < pl.col("b"))
    yield from same("pairs", m, pairs.height)
    yield from same("differing", n, pairs.filter(pl.col("p") <= facts.alpha).height)
    one = facts.of(_metric_of(sentence, facts))
    drawn = set(numbers["a"])
    true = [pair for pair in one.significant_pairs if set(pair) <= drawn]
    yield from same("differing by the deciding test", n, len(true))


@claim(
    r"{a:name} against {b:name}: mean difference {d:number}, {wins:count} wins?, {ties:count} (?:tie|ties), {losses:count} (?:loss|losses)(?:, p {p:p})?\.",
    ALTERNATIVE,
)
def pair_in_matrix(facts, sentence, a, b, d, wins, ties, losses, p):
    metric = _metric_of(sentence, facts)
    one = facts.of(metric)
    cells = one.complete_cells
    of = {name: dict(cells.filter(pl.col("algorithm") == name).select("dataset", "value").rows()) for name in (a, b)}
    gaps = [of[a][dataset] - of[b][dataset] for dataset in of[a]]
    means = _mean_of(facts, metric)
    yield from _significant_digits("mean difference", d, means[a] - means[b])
    equal = [same_value(of[a][dataset], of[b][dataset]) for dataset in of[a]]
    better = [((gap < 0) if one.lower else (gap > 0)) and not tie for gap, tie in zip(gaps, equal, strict=True)]
    yield from same(
        "wins, ties, losses", (wins, ties, losses), (sum(better), sum(equal), len(gaps) - sum(better) - sum(equal))
    )
    row = sentence.numbers.filter((pl.col("a").cast(pl.String) == a) & (pl.col("b").cast(pl.String) == b)).row(
        0, named=True
    )
    if p is not None and not p_agrees(p, row["p"]):
        yield f"p: says {p}, is {row['p']}"


def _significant_digits(what: str, said: str, true: float) -> Contradictions:
    if not agrees(said.removeprefix("+"), true) and not agrees(said.removeprefix("+"), float(f"{true:.3g}")):
        yield f"{what}: says {said}, is {true}"


@claim(
    r"Differences in {metric:metric} " + WAY + r" to {name:name} on (?:the runs of )?{n:count} datasets?,"
    r" (?:one difference each|n = (?:{least:count} to )?{most:count} runs? each)\.",
    ALTERNATIVE,
)
def differences(facts, sentence, metric, way, name, n, least, most):
    yield from _way(facts, metric, way)
    heads = sentence.numbers.filter(pl.col("item") == "dataset")
    yield from same("compared with", name, str(heads["control"][0]))
    yield from same("datasets", n, heads["dataset"].n_unique())
    sizes = heads["n"]
    yield from same("runs", (least or most or 1, most or 1), (sizes.min(), sizes.max()))


@claim(r"(?P<rest__rest>[\ue000-\ue7ff] is better on .+)\.", ALTERNATIVE)
def better_on(facts, sentence, rest):
    heads = sentence.numbers.filter(pl.col("item") == "dataset").with_columns(
        pl.col("algorithm", "dataset").cast(pl.String)
    )
    metric, control = str(heads["metric"][0]), str(heads["control"][0])
    lower = facts.of(metric).lower
    said = 0
    for clause in rest.split("; "):
        if more := re.fullmatch(r"(\d+) more algorithms? (?:is|are) compared", clause):
            yield from same("further algorithms", int(more[1]), heads["algorithm"].n_unique() - said)
            continue
        found = re.fullmatch(
            r"([\ue000-\ue7ff]) is better on (\d+) of (\d+) (?:runs|datasets)(?: and|,) worse on (\d+)(?:, ahead on average on (\d+) datasets?)?",
            clause,
        )
        if found is None:
            yield f"not understood: {clause}"
            continue
        said += 1
        name = facts.names.unmasked(found[1])
        mine = heads.filter(pl.col("algorithm") == name)
        averaged = int(heads["n"].max()) == 1
        wins, losses, n, ahead = _runs_won(
            facts, metric, name, control, mine["dataset"].to_list(), lower=lower, averaged=averaged
        )
        yield from same("counted", "datasets" if averaged else "runs", found[0].split(" of ")[1].split()[1])
        yield from same(f"runs of {name}", tuple(int(found[place]) for place in (2, 4, 3)), (wins, losses, n))
        if found[5] is not None:
            yield from same(f"datasets ahead, {name}", int(found[5]), ahead)


def _runs_won(
    facts: Facts, metric: str, name: str, control: str, datasets: list[str], *, lower: bool, averaged: bool
) -> tuple[int, int, int, int]:
    """Count the runs won and lost, all of them, and the datasets whose mean difference favours the algorithm."""
    scores = facts.of(metric).scores.filter(pl.col("value").is_not_null())
    scores = scores.with_columns(pl.col("dataset", "algorithm").cast(pl.String))
    keys = [column for column in ("repeat", "fold", "seed") if column in scores.columns]
    if averaged:
        scores, keys = facts.of(metric).complete_cells, []
    wins = losses = n = ahead = 0
    for dataset in datasets:
        here = scores.filter(pl.col("dataset") == dataset)
        runs = [
            dict(zip(part.select(keys).rows() if keys else [()] * part.height, part["value"], strict=True))
            for part in (here.filter(pl.col("algorithm") == who) for who in (name, control))
        ]
        gaps = []
        for run in runs[0].keys() & runs[1].keys():
            gap = 0.0 if same_value(runs[0][run], runs[1][run]) else runs[0][run] - runs[1][run]
            gaps.append(-gap if lower else gap)
        wins, losses, n = wins + sum(gap > 0 for gap in gaps), losses + sum(gap < 0 for gap in gaps), n + len(gaps)
        ahead += bool(gaps) and float(np.mean(gaps)) > 1e-12 * max(map(abs, gaps))
    return wins, losses, n, ahead


# Distributions


@claim(
    r"(?:Box plot|Histograms|Range plot|Strip plot) of {metric:metric} "
    + WAY
    + r" for {k:count} algorithms, n = (?:{least:count} to )?{n:count}"
    r" (?P<what__rest>datasets?|runs?) each\.",
    ALTERNATIVE,
)
def boxes(facts, sentence, metric, way, k, least, n, what):
    yield from _way(facts, metric, way)
    known = facts.of(metric).scores.filter(pl.col("value").is_not_null())
    yield from same("algorithms", k, known["algorithm"].n_unique())
    shared = known.filter(pl.col("algorithm").n_unique().over("dataset") == k)
    known = shared if shared.height else known
    per = known.group_by("algorithm").agg(
        pl.col("dataset").n_unique() if what.startswith("dataset") else pl.len().alias("dataset")
    )
    yield from same(what, (least or n, n), (per["dataset"].min(), per["dataset"].max()))


@claim(r"The middle half of {name:name} is the widest \({low:number} to {high:number}\)\.", ALTERNATIVE)
def widest(facts, sentence, name, low, high):
    heads = sentence.numbers.filter(pl.col("item") == "box").with_columns(pl.col("algorithm").cast(pl.String))
    values = _values(facts, _metric_of(sentence, facts))
    spans = {who: np.quantile(mine, [0.25, 0.75]) for who, mine in values.items()}
    sizes = {who: float(span[1] - span[0]) for who, span in spans.items()}
    noise = 1e-12 * max(abs(end) for span in spans.values() for end in span)
    yield from same("widest", [name], [who for who, size in sizes.items() if size >= max(sizes.values()) - noise])
    yield from rounded("first quartile", low, float(spans[name][0]))
    yield from rounded("third quartile", high, float(spans[name][1]))
    for who, q1, q3 in heads.select("algorithm", "q1", "q3").rows():
        if abs(q1 - spans[who][0]) + abs(q3 - spans[who][1]) > 1e-9 * max(1.0, abs(q3)):
            yield f"the box of {who} is drawn from {q1} to {q3}, its quartiles are {spans[who]}"


def _values(facts: Facts, metric: str) -> dict[str, list[float]]:
    known = facts.of(metric).scores.filter(pl.col("value").is_not_null())
    known = known.with_columns(pl.col("dataset", "algorithm").cast(pl.String))
    shared = known.filter(pl.col("algorithm").n_unique().over("dataset") == known["algorithm"].n_unique())
    known = shared if shared.height else known
    if known["dataset"].n_unique() > 1:
        known = known.group_by("dataset", "algorithm").agg(pl.col("value").mean())
    return {name: known.filter(pl.col("algorithm") == name)["value"].to_list() for name in known["algorithm"].unique()}


@claim(r"{name:name}, on top, ranges from {low:number} to {high:number}\.", ALTERNATIVE)
def ranges(facts, sentence, name, low, high):
    values = _values(facts, _metric_of(sentence, facts))[name]
    yield from rounded("smallest", low, min(values))
    yield from rounded("largest", high, max(values))
    yield from same("on top", name, str(sentence.numbers["algorithm"][0]))


@claim(r"The fullest bin is {low:number} to {high:number} of {name:name}\.", ALTERNATIVE)
def fullest(facts, sentence, low, high, name):
    top = sentence.numbers.filter(pl.col("count") == pl.col("count").max())
    yield from same("fullest bins", [name], top["algorithm"].cast(pl.String).to_list())
    yield from rounded("low", low, top["low"][0])
    yield from rounded("high", high, top["high"][0])


@claim(
    r"Score distributions of {k:count} algorithms, {n:count} (?P<what__rest>results|runs) each, by {metric:metric} "
    + WAY
    + r"\.",
    ALTERNATIVE,
)
def distributions(facts, sentence, k, n, what, metric, way):
    yield from _way(facts, metric, way)
    yield from same("algorithms", k, len(_algorithms(sentence.numbers)))
    yield from same(what, n, int(sentence.numbers["n"].max()))


@claim(
    r"Half of the (?:results|runs) of {first:name} reach {a:number}(?:, half of those of {last:name} {b:number})?\.",
    ALTERNATIVE,
)
def halves(facts, sentence, first, a, last, b):
    numbers = sentence.numbers.with_columns(pl.col("algorithm").cast(pl.String))
    lower = numbers["direction"][0] == "lower"
    for name, said in ((first, a), (last, b)):
        if name is None:
            continue
        reached = numbers.filter((pl.col("algorithm") == name) & (pl.col("y") >= 0.5))["x"]
        yield from rounded(f"half of {name}", said, reached.min() if lower else reached.max())


# Power and posteriors


@claim(
    r"Power of a test against true difference in {metric:metric} to {name:name}(?:, {k:count} of {m:count} pairs)?(?:, {dataset:dataset})?, n = {n:count}"
    r" (?P<what__rest>datasets|runs), level {alpha:number}, marks: power {power:number}\.",
    ALTERNATIVE,
)
def power_opening(facts, sentence, metric, name, k, m, dataset, n, what, alpha, power):
    yield from rounded("level", alpha, facts.alpha)
    yield from rounded("power", power, 0.8)
    one = facts.of(metric)
    if facts.baseline is not None:
        yield from same("compared with", name, facts.baseline)
    elif one.obstacle is None and name not in one.best:
        yield f"{name} is compared with, but {one.best} have the best mean rank"
    if what == "datasets":
        if one.policy in STAND_IN:
            yield from same("datasets", n, one.measured_cells["dataset"].n_unique())
        if one.policy in ("complete", "drop_blocks", "subtable", "drop_algorithms"):
            yield from same("datasets", n, len(one.datasets))
    if k is not None:
        yield from same("curves", k, sentence.numbers.filter(pl.col("item") == "mark").height)


@claim(r"(?P<rest__rest>[\ue000-\ue7ff]: (?:power|unknown power).+)\.", ALTERNATIVE)
def power_marks(facts, sentence, rest):
    marks = sentence.numbers.filter(pl.col("item") == "mark")
    known = {row["label"]: row for row in marks.with_columns(pl.col("label").cast(pl.String)).to_dicts()}
    said = 0
    for clause in rest.split("; "):
        if more := re.fullmatch(r"and (\d+) more curves?", clause):
            yield from same("more curves", int(more[1]), marks.height - said)
            continue
        said += 1
        found = re.fullmatch(r"([\ue000-\ue7ff]): power ([\d.]+) at (\S+)", clause)
        if found is None:
            if not re.fullmatch(r"[\ue000-\ue7ff]: unknown power", clause):
                yield f"not understood: {clause}"
            continue
        row = known[facts.names.unmasked(found[1])]
        yield from rounded("power", found[2], row["power"])
        yield from _significant_digits("difference", found[3], row["x"])
        yield from same("power at the mark", found[2], "0.80")


@claim(r"No curve reaches a power of 0\.8\.", ALTERNATIVE)
def no_power(facts, sentence):
    yield from same("marks", sentence.numbers.filter(pl.col("item") == "mark").height, 0)


@claim(
    r"Posterior draws in triangles, algorithms against {name:name} in {metric:metric} over (?:{least:count} to )?{most:count} datasets, with a region of practical"
    r" equivalence of {rope:number} to either side\.",
    ALTERNATIVE,
)
def triangles(facts, sentence, name, metric, least, most, rope):
    one = facts.of(metric)
    if facts.baseline is not None:
        yield from same("compared with", name, facts.baseline)
    elif name not in one.best:
        yield f"{name} is compared with, but {one.best} have the best mean rank"
    pairs = sentence.numbers.filter(pl.col("item") == "pair")
    yield from same("datasets", (least or most, most), (pairs["n"].min(), pairs["n"].max()))
    yield from rounded("region", rope, float(facts.options.get("rope", 0.01)))
    if one.policy != "available":
        yield from same("datasets", most, len(one.datasets))


@claim(r"(?P<rest__rest>[\ue000-\ue7ff]: better with probability .+)\.", ALTERNATIVE)
def triangle_shares(facts, sentence, rest):
    table = _posterior_table(facts, _metric_of(sentence, facts))
    pairs = sentence.numbers.filter(pl.col("item") == "pair").with_columns(pl.col("a").cast(pl.String))
    known = {row["a"]: row for row in pairs.to_dicts()}
    said = 0
    for clause in rest.split("; "):
        if more := re.fullmatch(r"and (\d+) more pairs?", clause):
            yield from same("more pairs", int(more[1]), pairs.height - said)
            continue
        said += 1
        found = re.fullmatch(
            r"([\ue000-\ue7ff]): better with probability (.+), practically equivalent (.+), worse (.+)", clause
        )
        if found is None:
            yield f"not understood: {clause}"
            continue
        name = facts.names.unmasked(found[1])
        for place, term in ((2, "a_better"), (3, "rope"), (4, "b_better")):
            if not chance_agrees(found[place], known[name][term]):
                yield f"{name}, {term}: says {found[place]}, is {known[name][term]}"
            if name in table and not chance_agrees(found[place], table[name][term]):
                yield f"{name}, {term}: says {found[place]}, the table says {table[name][term]}"


def _posterior_table(facts: Facts, metric: str) -> dict[str, dict[str, float]]:
    table = facts.tables.get(f"bayes-{metric.lower().replace('_', '-')}")
    found: dict[str, dict[str, float]] = {}
    if table is not None:
        for row in table.frame.with_columns(pl.col(pl.Categorical).cast(pl.String)).to_dicts():
            found.setdefault(row["a"], {})[row["term"]] = row["estimate"]
    return found


# Classes, curves, probabilities


@claim(r"Confusion matrix on {dataset:dataset}: {k:count} classes, {n:count} instances?\.", ALTERNATIVE)
def confusion(facts, sentence, dataset, k, n):
    yield from same("classes", k, len(_classes(facts, dataset)))
    name = _algorithms(sentence.numbers)[0]
    mine = own_predictions(facts, name, dataset)
    yield from same("instances", n, int(mine["n"].sum()) if "n" in mine.columns else mine.height)


def _classes(facts: Facts, dataset: str) -> list[str]:
    table = facts.table.filter(pl.col("dataset") == dataset)
    columns = ("actual", "predicted") if "actual" in table.columns else ("truth", "prediction")
    return sorted({label for column in columns for label in table[column].to_list()})


def _mistakes(facts: Facts, sentence: Sentence) -> dict[tuple[str, str], int]:
    name, dataset = _algorithms(sentence.numbers)[0], str(sentence.numbers["dataset"][0])
    mine = own_predictions(facts, name, dataset)
    if "actual" in mine.columns:
        pairs = mine.select("actual", "predicted", "n").rows()
    else:
        pairs = [(*pair, n) for *pair, n in mine.group_by("truth", "prediction").len().rows()]
    return {(actual, predicted): n for actual, predicted, n in pairs if actual != predicted}


@claim(
    r"The most frequent confusion is class {actual:words} predicted as {predicted:words} \({n:count} times?\)\.",
    ALTERNATIVE,
)
def most_frequent(facts, sentence, actual, predicted, n):
    mistakes = _mistakes(facts, sentence)
    top = [pair for pair, times in mistakes.items() if times == max(mistakes.values())]
    yield from same("most frequent", [(actual, predicted)], top)
    yield from same("times", n, max(mistakes.values()))


@claim(r"The most frequent of {k:count} confusions occur {n:count} times? each\.", ALTERNATIVE)
def several_most_frequent(facts, sentence, k, n):
    mistakes = _mistakes(facts, sentence)
    classes = len(_classes(facts, str(sentence.numbers["dataset"][0])))
    if k not in (len([times for times in mistakes.values() if times]), classes * (classes - 1)):
        yield f"{k} confusions: {mistakes}"
    yield from same("times", n, max(mistakes.values()))
    if sum(times == n for times in mistakes.values()) < 2:
        yield f"one confusion is the most frequent: {mistakes}"


@claim(r"No instance is misclassified\.", ALTERNATIVE)
def no_mistake(facts, sentence):
    yield from same("mistakes", sum(_mistakes(facts, sentence).values()), 0)


@claim(
    r"(?:ROC curves|Precision-recall curves|Lift charts|Cumulative gains) of {k:count} algorithms on {dataset:dataset}, (?:class {label:words}|each of {m:count} classes against"
    r" the rest), {n:count} instances?\.",
    ALTERNATIVE,
)
def curves(facts, sentence, k, dataset, label, m, n):
    yield from same("algorithms", k, len(_algorithms(sentence.numbers)))
    yield from same("instances", n, own_predictions(facts, facts.algorithms[0], dataset).height)
    if label is not None:
        yield from same("class", label, facts.options["positive"])
    else:
        yield from same("classes", m, len(_classes(facts, dataset)))


@claim(r"Random calls have a precision of {number:number}\.", ALTERNATIVE)
def random_precision(facts, sentence, number):
    mine = own_predictions(facts, facts.algorithms[0], str(sentence.numbers["dataset"][0]))
    yield from rounded("share of positives", number, float((mine["truth"] == facts.options["positive"]).mean()))


@claim(r"The part before {n:count} false positives is shown as well\.", ALTERNATIVE)
def early(facts, sentence, n):
    yield from same("false positives", n, int(sentence.numbers["early"].drop_nulls()[0]))


@claim(
    r"Reliability diagrams of {k:count} algorithms on {dataset:dataset}, forecasts of (?P<event__rest>the most probable class|\w+), {n:count} instances?\.",
    ALTERNATIVE,
)
def reliability(facts, sentence, k, dataset, event, n):
    yield from same("algorithms", k, len(_algorithms(sentence.numbers)))
    yield from same("event", event, facts.options.get("positive", "the most probable class"))
    yield from same("instances", n, own_predictions(facts, facts.algorithms[0], dataset).height)


@claim(r"The interval of {n:count} of {m:count} bins excludes the diagonal\.", ALTERNATIVE)
def bins(facts, sentence, n, m):
    points = sentence.numbers.filter((pl.col("item") == "point") & (pl.col("n") > 0))
    yield from same("bins", m, points.height)
    outside = [row for row in points.to_dicts() if not row["ci_low"] <= row["forecast"] <= row["ci_high"]]
    yield from same("outside", n, len(outside))


@claim(
    r"{three:count} {level:number} % intervals of the error rate of each of {k:count} algorithms on {dataset:dataset}, n = {n:count}; lower is better\.",
    ALTERNATIVE,
)
def three_intervals(facts, sentence, three, level, k, dataset, n):
    yield from same("intervals", three, sentence.numbers["interval"].n_unique())
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    yield from same("algorithms", k, len(_algorithms(sentence.numbers)))
    yield from same("instances", n, own_predictions(facts, facts.algorithms[0], dataset).height)


@claim(r"Mean width from narrow to wide: {rest:rest}\.", ALTERNATIVE)
def widths(facts, sentence, rest):
    mean: dict[str, list[float]] = {}
    for row in sentence.numbers.to_dicts():
        mean.setdefault(row["interval"], []).append(row["high"] - row["low"])
    said = re.findall(r"([A-Z][\w-]+) \(([\d.]+)\)", rest)
    true = {name: float(np.mean(sizes)) for name, sizes in mean.items()}
    yield from same("intervals", [name for name, _ in said], list(true))
    if [true[name] for name, _ in said] != sorted(true.values()):
        yield f"not from narrow to wide: {true}"
    for name, size in said:
        yield from rounded(name, size, true[name])


# Directions


def _share(said: str, true: float) -> bool:
    if said.startswith("<"):
        return true < 0.01
    return true > 0.99 if said.startswith(">") else agrees(said, 100 * true)


@claim(
    r"Weights of {k:count} metrics in the directions in which {a:count} algorithms differ most, over {n:count} (?:runs|datasets)\.",
    ALTERNATIVE,
)
def weights(facts, sentence, k, a, n):
    yield from same("metrics", k, sentence.numbers["metric"].n_unique())
    yield from same("algorithms", a, int(sentence.numbers["k"][0]))
    yield from same("runs", n, int(sentence.numbers["n"][0]))


@claim(
    r"Direction {n:count} holds (?P<share__rest>[<>]? ?[\d.]+) % of the difference; largest weights: {rest:rest}\.",
    ALTERNATIVE,
)
def direction(facts, sentence, n, share, rest):
    rows = [row for row in sentence.numbers.to_dicts() if row["direction"] == n]
    if not rows or not _share(share, rows[0]["share"]):
        yield f"direction {n}: says {share} %, the rows are {[row['share'] for row in rows]}"
    known = {row["metric"]: row["weight"] for row in rows}
    said = re.findall(r"([A-Za-z]\w*) \(([−-]?[\d.]+)\)", rest)
    for name, weight in said:
        yield from rounded(f"weight of {name}", weight, known.get(name))
    top = sorted(known, key=lambda name: -abs(known[name] or 0.0))[: len(said)]
    if {round(abs(known[name] or 0), 9) for name in top} != {round(abs(known[name] or 0), 9) for name, _ in said}:
        yield f"the largest weights are those of {top}"


@claim(
    r"Positions of {k:count} algorithms along the directions in which they differ most, over {n:count} (?:runs|datasets)\.",
    ALTERNATIVE,
)
def positions(facts, sentence, k, n):
    yield from same("algorithms", k, sentence.numbers.filter(pl.col("item") == "mean")["name"].n_unique())
    yield from same("runs", n, int(sentence.numbers["n"][0]))


@claim(
    r"The first direction holds (?P<share__rest>[<>]? ?[\d.]+) % of the difference; {a:name} and {b:name} lie farthest apart on it\.",
    ALTERNATIVE,
)
def first_direction(facts, sentence, share, a, b):
    if not _share(share, sentence.numbers["share_x"][0]):
        yield f"says {share} %, is {sentence.numbers['share_x'][0]}"
    means = dict(sentence.numbers.filter(pl.col("item") == "mean").select(pl.col("name").cast(pl.String), "x").rows())
    ends = [min(means, key=lambda name: means[name]), max(means, key=lambda name: means[name])]
    if abs(means[a] - means[b]) < means[ends[1]] - means[ends[0]] - 1e-12:
        yield f"{ends} lie farthest apart"


@claim(r"It goes most with {metric:metric} \(correlation {r:number}\)\.", ALTERNATIVE)
def goes_with(facts, sentence, metric, r):
    arrows = dict(sentence.numbers.filter(pl.col("item") == "arrow").drop_nulls("x").select("name", "x").rows())
    yield from rounded("correlation", r, arrows.get(metric))
    if metric in arrows and abs(arrows[metric]) < max(map(abs, arrows.values())) - 1e-12:
        yield f"the correlations are {arrows}"


@claim(
    r"Differences in {x:metric} and {y:metric} to {name:name}, one point for each of (?:{least:count} to )?{n:count} (?:runs|datasets), with the {level:number} % confidence"
    r" ellipse of the mean(?:, corrected for overlapping training sets)?\.",
    ALTERNATIVE,
)
def ellipse(facts, sentence, x, y, name, least, n, level):
    first = sentence.numbers.row(0, named=True)
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    yield from same("metrics", (x, y), (first["metric_x"], first["metric_y"]))
    yield from same("compared with", name, first["b"])
    yield from same("points", n, sentence.numbers.filter(pl.col("item") == "mean")["n"].max())


@claim(r"The origin lies (?P<where__rest>outside|inside) the ellipse of {names:names}\.", ALTERNATIVE)
def origin(facts, sentence, where, names):
    means = sentence.numbers.filter(pl.col("item") == "mean").drop_nulls("reach").to_dicts()
    true = [row["a"] for row in means if (row["p_value"] <= row["alpha"]) == (where == "outside")]
    yield from same(where, names, true)


@claim(r"Runs share training data, so the ellipses are too small\.", ALTERNATIVE)
def too_small(facts, sentence):
    yield from same("dependent", bool(sentence.numbers["dependent"][0]), True)
