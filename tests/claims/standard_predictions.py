"""Parsers of the sections of predictions and of kinds of errors: measures, tests, curves, reliability, instances."""

from __future__ import annotations

import re
from math import sqrt

import numpy as np
import polars as pl
from scipy import special, stats

from tests.claims.answer import ADJUSTMENTS
from tests.claims.facts import Facts, same_value, winners
from tests.claims.parsers import Contradictions, claim, count, p_agrees, rounded, same
from tests.claims.predicted import (
    LOWER,
    beside,
    delong,
    error_rate,
    folded,
    largest_first,
    measured,
    missed_by,
    n_instances,
    own_predictions,
    pairs_tested,
    residuals,
    roots,
)
from tests.claims.sentences import Sentence

CAPTION, ALTERNATIVE, OTHER = "caption", "alternative", "other"
# Drawn: of several datasets so many have curves and so many a map of misses; so many areas have colours.
CURVES, MAPS, COLOURED = 2, 6, 3
# The measures as sentences name them, with what is said of the best.
MEASURES = {
    "error": ("lowest", "error"),
    "misses": ("fewest", "missed"),
    "false alarms": ("fewest", "alarms"),
    "AUC": ("largest", "auc"),
    "quadratic loss": ("lowest", "quadratic_loss"),
    "calibration error": ("lowest", "ece"),
    "log loss": ("lowest", "log_loss"),
}
TESTS = {
    "McNemar’s exact test": "mcnemar",
    "DeLong’s test": "delong",
    "the corrected resampled t test": "trained anew",
}
QUESTIONS = {
    "fewer errors": "mcnemar",
    "better ranking (AUC)": "delong",
    "lower error if trained anew": "trained anew",
}
POOLED = r"(?P<{0}__rest>pooled )?"


def _only(facts: Facts) -> str:
    """Return the only dataset."""
    (dataset,) = facts.datasets
    return dataset


def _drawn(sentence: Sentence) -> str:
    """Return the dataset that a figure is drawn of."""
    (dataset,) = sentence.numbers["dataset"].drop_nulls().cast(pl.String).unique().to_list()
    return dataset


def _first_by(facts: Facts, values: dict[str, float], *, lower: bool) -> str:
    """Return the reference, or else the first by name of the best."""
    return facts.baseline or winners(values, lower=lower)[0]


def _pooled(facts: Facts, *said: str | None) -> Contradictions:
    for word in said:
        yield from same("pooled", word is not None, folded(facts))


def _tests_of(facts: Facts) -> list[str]:
    """Return the tests that the predictions of classes allow."""
    return ["mcnemar", *(["delong"] if "positive" in facts.options else []), *(["trained anew"] * folded(facts))]


def _family(facts: Facts) -> int:
    k = len(facts.algorithms)
    return k - 1 if facts.baseline else k * (k - 1) // 2


def _column(sentence: Sentence, facts: Facts, name: str, measure: str) -> Contradictions:
    """Check a column of the twin of a table of measures."""
    frame = sentence.table.frame
    for dataset in frame["dataset"].unique():
        true = measured(facts, dataset)[measure]
        for algorithm, value in frame.filter(pl.col("dataset") == dataset).select("algorithm", name).rows():
            if abs(value - true[algorithm]) > 1e-9:
                yield f"{name} of {algorithm} on {dataset}: says {value}, is {true[algorithm]}"


# Misses by class


def _misses(facts: Facts) -> dict[tuple[str, str, str], tuple[int, int]]:
    """Return how many instances are missed, and how many there are, by dataset, algorithm and true class."""
    if "actual" in facts.table.columns:
        cells = facts.table.select("dataset", "algorithm", "n", truth="actual", prediction="predicted")
    else:
        cells = facts.table.with_columns(n=pl.lit(1))
    missed = pl.col("n").filter(pl.col("truth") != pl.col("prediction")).sum()
    rows = cells.group_by("dataset", "algorithm", "truth").agg(missed=missed, n=pl.col("n").sum()).rows()
    mapped = largest_first(facts)[:MAPS]
    return {(dataset, name, label): (m, n) for dataset, name, label, m, n in rows if dataset in mapped}


@claim(
    r"Instances missed by true class on (?:{sets:count} datasets|{dataset:dataset}), {k:count} algorithms\.",
    ALTERNATIVE,
)
def missed_by_class(facts, sentence, sets, dataset, k):
    true = _misses(facts)
    yield from same("datasets", sets or 1, len({key[0] for key in true}))
    yield from same("dataset", dataset, None if sets else facts.datasets[0])
    yield from same("algorithms", k, len(facts.algorithms))
    drawn = sentence.numbers.select("dataset", "algorithm", "label", "missed", "n").rows()
    yield from same("cells", {row[:3]: row[3:] for row in drawn}, true)


@claim(
    r"The largest share(?P<short__rest> short of all)?: {name:name} misses {missed:count} of {n:count} instances? of class"
    r" {label:words}(?: of {dataset:dataset})?\.",
    CAPTION,
    ALTERNATIVE,
)
def largest_share(facts, sentence, short, name, missed, n, label, dataset):
    true = _misses(facts)
    yield from same("misses", (missed, n), true.get((dataset or facts.datasets[0], name, label)))
    shares = [m / total for m, total in true.values() if total]
    if short:
        yield from same("a class is missed altogether", True, 1.0 in shares)
    most = max(share for share in shares if share < 1 or not short)
    if missed / n < most - 1e-12:
        yield f"{missed} of {n} is not the largest share, {most} is"


# Who is best in which measure


def _standing(facts: Facts, clauses: str) -> Contradictions:
    """Check who is said to be best in which measure, and that no measure in which others are best is left out."""
    values, said = measured(facts, _only(facts)), []
    for clause in clauses.split("; "):
        end = ""
        for word in re.findall(rf"lowest|fewest|largest|{'|'.join(sorted(MEASURES, key=len, reverse=True))}", clause):
            if word not in MEASURES:
                end = word
                continue
            true, measure = MEASURES[word]
            yield from same(f"the best {word}", end, true)
            yield from same(f"{end} {word}", facts.names.listed(clause), winners(values[measure], lower=LOWER[measure]))
            said.append(measure)
    leaders = set(winners(values["error"], lower=True))
    open_ = [name for name in LOWER if name in values and not leaders & set(winners(values[name], lower=LOWER[name]))]
    yield from same("measures in which others are best", [name for name in said if name != "error"], open_)


@claim(r"{name:name} has the best value of every measure(?: but one: {rest:rest})?\.", OTHER)
def best_of_every_measure(facts, sentence, name, rest):
    yield from same("lowest error", [name], winners(measured(facts, _only(facts))["error"], lower=True))
    yield from _standing(facts, rest or "")


@claim(r"(?P<words__rest>[\ue000-\ue7ff, and]+ (?:has|share) the lowest error(?:; .+)?)\.", OTHER)
def best_by_measure(facts, sentence, words):
    if not re.match(r"[^;]+error(?:;|$)", words):
        yield "the error does not come first"
    yield from _standing(facts, words)


@claim(
    rf"The {POOLED.format('pooled')}(?P<measure__rest>AUC|mean AUC over pairs of classes) of (?:{{k:count}} algorithms|{{name:name}})"
    r" (?:lies between {low:number} and {high:number}|is {all:number})(?: \({figure:link}\))?\.",
    OTHER,
)
def areas_between(facts, sentence, pooled, measure, k, name, low, high, all, figure):  # noqa: A002
    values = measured(facts, _only(facts))["auc"]
    yield from _pooled(facts, pooled)
    yield from same("measure", measure, "AUC" if facts.setting.kind == "binary" else "mean AUC over pairs of classes")
    yield from same("algorithms", k or 1, len(values))
    yield from rounded("smallest area", low or all, min(values.values()))
    yield from rounded("largest area", high or all, max(values.values()))


@claim(
    r"{name:name} is the worst calibrated \(ECE {ece:number}, {figure:link}\)"
    r"(?:: it is (?P<way__rest>over|under)confident \(mean confidence {confidence:number}, accuracy {accuracy:number}\))?\.",
    OTHER,
)
def worst_calibrated(facts, sentence, name, ece, figure, way, confidence, accuracy):
    values = measured(facts, _only(facts))
    yield from same("worst calibrated", name, winners(values["ece"], lower=False)[0])
    yield from rounded("calibration error", ece, values["ece"][name])
    right = 1 - values["error"][name]
    gap = values["confidence"][name] - right
    true = None if abs(gap) < values["ece"][name] / 2 else "over" if gap > 0 else "under"
    yield from same("confident", way, true)
    if way:
        yield from rounded("mean confidence", confidence, values["confidence"][name])
        yield from rounded("accuracy", accuracy, right)


# Several datasets


@claim(
    rf"{{who:names}} (?:has|have|share) the (?:lowest (?P<error__rest>error)|smallest {POOLED.format('pooled')}RMSE) on the most datasets"
    r" \({n:count} of {sets:count}(?P<each__rest> each)?\)\.",
    OTHER,
)
def best_on_most(facts, sentence, who, error, pooled, n, sets, each):
    wins = dict.fromkeys(facts.algorithms, 0.0)
    for dataset in facts.datasets:
        rates = {name: error_rate(facts, name, dataset) for name in wins} if error else roots(facts, dataset)
        for name in winners(rates, lower=True):
            wins[name] += 1
    if not error:
        yield from _pooled(facts, pooled)
    yield from same("best on the most", who, winners(wins, lower=False))
    yield from same("wins", (n, sets), (int(max(wins.values())), len(facts.datasets)))


@claim(r"Of the datasets tested, some pair differs significantly {rest:rest}\.", OTHER)
def some_pair_differs(facts, sentence, rest):
    parts = re.findall(rf"on (all )?(\w+)(?: of (\w+))? by ({'|'.join(TESTS)})", rest)
    yield from same("tests", [TESTS[test] for *_, test in parts], _tests_of(facts))
    for every, n, sets, test in parts:
        found = [pairs_tested(facts, dataset, TESTS[test]).values() for dataset in facts.datasets]
        clear = sum(any(p <= facts.alpha for p, _ in rows) for rows in found)
        yield from same(f"datasets by {test}", (count(n), count(sets or n)), (clear, len(found)))
        if every:
            yield from same("all datasets", count(n), len(found))


@claim(r"All (?P<what__rest>measures|errors) of all {k:count} algorithms are in {file:link}", OTHER)
def all_in_the_file(facts, sentence, what, k, file):
    yield from same("algorithms", k, len(facts.algorithms))
    rows = sorted(sentence.table.frame.select("dataset", "algorithm").rows())
    yield from same("rows of the file", rows, sorted((a, b) for a in facts.datasets for b in facts.algorithms))
    yield from same("measures", what, "errors" if facts.setting.kind == "regression" else "measures")


# The table of all measures


@claim(r"All measures on {dataset:dataset}\.", CAPTION)
@claim(r"Errors of the predicted numbers on {dataset:dataset}\.", CAPTION)
@claim(r"{n:count} instances?\.", CAPTION)
def measured_on(facts, sentence, dataset=None, n=None):
    frame = sentence.table.frame
    yield from same("rows", sorted(frame["algorithm"].to_list()), facts.algorithms)
    if dataset is not None:
        yield from same("dataset", dataset, _only(facts))
    if n is not None:
        yield from same("instances", n, n_instances(facts, _only(facts)))


@claim(r"(?P<kind__rest>Missed|False alarms): {actual:words}, predicted {said:words} \(of {n:count}\)\.", OTHER)
def kinds_of_errors(facts, sentence, kind, actual, said, n):
    mine, positive = own_predictions(facts, facts.algorithms[0], _only(facts)), facts.options["positive"]
    other = next(label for label in sorted(mine["truth"].unique()) if label != positive)
    yield from same("classes", (actual, said), (positive, other) if kind == "Missed" else (other, positive))
    yield from same("instances", n, int((mine["truth"] == actual).sum()))
    column = "missed" if kind == "Missed" else "alarms"
    yield from _column(sentence, facts, column, column)


@claim(
    r"Intervals of error rates: Wilson, or Clopper-Pearson where fewer than {few:count} are wrong or right"
    r"(?P<areas__rest>; of AUC: DeLong, on the logit scale(?P<sure__rest>, or Newcombe where it has no variance)?)?\.",
    OTHER,
)
def intervals_of_rates(facts, sentence, few, areas, sure):
    yield from same("few errors", few, 5)
    for row in sentence.table.frame.to_dicts():
        wrong = len(missed_by(facts, row["dataset"])[row["algorithm"]])
        n = n_instances(facts, row["dataset"])
        limits = _exact(wrong, n, facts.alpha) if min(wrong, n - wrong) < few else _wilson(wrong, n, facts.alpha)
        where = f"{row['algorithm']} on {row['dataset']}"
        yield from _limits(f"the error rate of {where}", (row["ci_low"], row["ci_high"]), limits)
        if areas and 0 < row["auc"] < 1:
            true = _area_limits(facts, row["dataset"], row["algorithm"])
            yield from _limits(f"the area of {where}", (row["auc_low"], row["auc_high"]), true)
    if areas:
        extreme = [area for area in sentence.table.frame["auc"] if area in (0, 1)]
        yield from same("areas of 0 or 1", sure is not None, bool(extreme))


def _limits(what: str, said: tuple[float, float], true: tuple[float, float]) -> Contradictions:
    if max(abs(a - b) for a, b in zip(said, true, strict=True)) > 1e-6:
        yield f"interval of {what}: says {said}, is {true}"


def _wilson(k: int, n: int, alpha: float) -> tuple[float, float]:
    z = float(stats.norm.isf(alpha / 2))
    centre, half = k + z * z / 2, z * sqrt(k * (n - k) / n + z * z / 4)
    return (centre - half) / (n + z * z), (centre + half) / (n + z * z)


def _exact(k: int, n: int, alpha: float) -> tuple[float, float]:
    low = float(stats.beta.ppf(alpha / 2, k, n - k + 1)) if k else 0.0
    return low, float(stats.beta.ppf(1 - alpha / 2, k + 1, n - k)) if k < n else 1.0


def _area_limits(facts: Facts, dataset: str, name: str) -> tuple[float, float]:
    areas, spread = delong(facts, dataset)
    area, place = areas[name], facts.algorithms.index(name)
    half = float(stats.norm.isf(facts.alpha / 2)) * sqrt(spread[place, place]) / (area * (1 - area))
    low, high = special.expit(special.logit(area) + np.array([-half, half]))
    return float(low), float(high)


@claim(r"Quadratic loss: squared error of the probabilities, summed over classes, {low:count} to {high:count}\.", OTHER)
def quadratic_loss(facts, sentence, low, high):
    yield from same("quadratic loss", (low, high), (0, 2))
    yield from _column(sentence, facts, "quadratic_loss", "quadratic_loss")
    yield from _column(sentence, facts, "log_loss", "log_loss")


@claim(r"ECE: expected calibration error, {bins:count} bins\.", OTHER)
def calibration_in_bins(facts, sentence, bins):
    yield from same("bins", bins, 10)
    yield from _column(sentence, facts, "ece", "ece")


@claim(r"AUC of more than {classes:count} classes: mean over pairs of classes\.", OTHER)
def areas_of_classes(facts, sentence, classes):
    yield from same("classes", classes, 2)
    yield from _column(sentence, facts, "auc", "auc")


# What each test speaks of


@claim(
    r"The last (?:column rests|{columns:count} columns rest) on {how:rest}-adjusted p over {n:count}"
    r" (?:pairs|comparisons with {name:name}), for each test by itself\.",
    CAPTION,
)
def rests_on(facts, sentence, columns, how, n, name):
    dataset, table = _only(facts), sentence.table
    first = _first_by(facts, measured(facts, dataset)["error"], lower=True)
    yield from same("adjustment", how, ADJUSTMENTS[facts.adjustment])
    yield from same("comparisons", n, _family(facts))
    yield from same("reference", name, facts.baseline)
    titles = [column.title for column in table.columns]
    sides = {f"{first} is better than": 0, f"{first} is worse than": 1}
    yield from same(
        "columns of verdicts", [title in sides for title in titles[-(columns or 1) :]], [True] * (columns or 1)
    )
    yield from same("columns", columns or 1, sum(title in sides for title in titles))
    deciding_first = sorted(_tests_of(facts), key=lambda test: test != "trained anew")
    yield from same("tests", [QUESTIONS[row[0].text] for row in table.rows], deciding_first)
    for row in table.rows:
        true = beside(pairs_tested(facts, dataset, QUESTIONS[row[0].text]), first, facts.alpha)
        for title, cell in zip(titles, row, strict=True):
            if title in sides:
                names = facts.names.listed(facts.names.masked(cell.text))
                yield from same(f"{row[0].text}: {title}", names, true[sides[title]])


@claim(r"{name:name} is the first by name of the {n:count} with the lowest error\.", CAPTION)
def first_by_name(facts, sentence, name, n):
    best = winners(measured(facts, _only(facts))["error"], lower=True)
    yield from same("first by name", (name, n), (best[0], len(best)))


# Curves


@claim(r"ROC curves and their areas on {dataset:dataset}\.", CAPTION)
@claim(
    r"ROC curves of {k:count} algorithms on {dataset:dataset} for class {label:words}, and their areas\.", ALTERNATIVE
)
def curves_on(facts, sentence, dataset, k=None, label=None):
    yield from same("dataset drawn", dataset, _drawn(sentence))
    if dataset not in largest_first(facts)[:CURVES]:
        yield f"{dataset} is not one of the largest datasets"
    if k is not None:
        yield from same("curves", (k, label), (len(facts.algorithms), facts.options["positive"]))


@claim(
    r"Left: (?P<corner__rest>curves|upper left corner \(inset: whole curve\)) of the {n:count} largest areas, the others grey"
    r"(?P<marks__rest>; marks: the algorithms’ own decisions)?\.",
    CAPTION,
)
def left_curves(facts, sentence, corner, n, marks):
    dataset = _drawn(sentence)
    areas = list(delong(facts, dataset)[0].values())
    yield from same("coloured", n, COLOURED)
    if n >= len(areas):
        yield f"{len(areas)} algorithms have no others"
    close = min(areas) > 0.9 or sum(area > 0.97 for area in areas) > len(areas) / 2
    yield from same("corner", corner, "upper left corner (inset: whole curve)" if close else "curves")
    drawn = sentence.numbers.filter(pl.col("item") == "cut").select("algorithm", "x", "y").rows()
    yield from same("algorithms with a mark", [row[0] for row in drawn], facts.algorithms if marks else [])
    positive = facts.options["positive"]
    for name, x, y in drawn:
        mine = own_predictions(facts, name, dataset)
        said, true = (mine["prediction"] == positive).to_numpy(), (mine["truth"] == positive).to_numpy()
        if abs(x - said[~true].mean()) > 1e-9 or abs(y - said[true].mean()) > 1e-9:
            yield f"the decisions of {name} are not at {x}, {y}"


@claim(
    rf"Right: {POOLED.format('pooled')}AUC with DeLong’s interval by itself(?P<sure__rest>, Newcombe’s without variance)?; differences from"
    r" {name:name}(?: for all {n:count} (?P<family__rest>comparisons|pairs) together)?, DeLong’s test\.",
    CAPTION,
)
def right_areas(facts, sentence, pooled, sure, name, n, family):
    dataset = _drawn(sentence)
    areas = delong(facts, dataset)[0]
    yield from _pooled(facts, pooled)
    first = _first_by(facts, areas, lower=False)
    yield from same("first", name, first)
    yield from same("comparisons", n or 1, _family(facts))
    if family is not None:
        yield from same("family", family, "comparisons" if facts.baseline else "pairs")
    yield from same("areas of 0 or 1", sure is not None, any(area in (0, 1) for area in areas.values()))
    tested = pairs_tested(facts, dataset, "delong")
    for row in sentence.numbers.filter(pl.col("item") == "area").to_dicts():
        other = row["algorithm"]
        if abs(row["area"] - areas[other]) > 1e-9:
            yield f"the area of {other} is {areas[other]}"
        if 0 < row["area"] < 1:
            yield from _limits(other, (row["low"], row["high"]), _area_limits(facts, dataset, other))
        if other != first:
            p = tested.get((first, other), tested.get((other, first)))
            if abs(row["estimate"] - (areas[other] - areas[first])) > 1e-9 or p is None:
                yield f"difference of {other}: is {areas[other] - areas[first]}"
            elif row["p_adjusted"] is not None and abs(row["p_adjusted"] - p[0]) > 1e-9:
                yield f"adjusted p of {other}: says {row['p_adjusted']}, is {p[0]}"


@claim(r"DeLong’s test distinguishes {name:name} from (?:{others:names}|none of the others)\.", ALTERNATIVE)
def distinguished(facts, sentence, name, others):
    dataset = _drawn(sentence)
    yield from same("first", name, _first_by(facts, delong(facts, dataset)[0], lower=False))
    worse, better, _ = beside(pairs_tested(facts, dataset, "delong"), name, facts.alpha)
    yield from same("distinguished", others or [], worse + better)


# Decisions and reliability


def _lowest_error(facts: Facts, dataset: str) -> list[str]:
    """Return the algorithms by error, equal ones by name."""
    return sorted(facts.algorithms, key=lambda name: (round(error_rate(facts, name, dataset), 12), name))


@claim(r"Confusion of {name:name}, and reliability of P\({label:words}\)\.", CAPTION)
@claim(r"Confusion of {name:name} on {dataset:dataset}: {rest:rest}\.", ALTERNATIVE)
def confusion_of(facts, sentence, name, label=None, dataset=None, rest=None):
    yield from same("lowest error", name, _lowest_error(facts, _only(facts))[0])
    if label is not None:
        yield from same("positive class", label, facts.options["positive"])
        return
    yield from same("dataset", dataset, _only(facts))
    mine = own_predictions(facts, name, _only(facts))
    classes = sorted(mine["truth"].unique())
    true = {
        (a, b): mine.filter((pl.col("truth") == a) & (pl.col("prediction") == b)).height
        for a in classes
        for b in classes
        if a != b
    }
    said = re.findall(r"([\d,]+) instances? of class (\w+) predicted as (\w+)", rest)
    yield from same("confusions", {(a, b): count(n) for n, a, b in said}, true)


@claim(r"Panels: the {n:count} lowest errors(?P<worst__rest> and the worst calibrated)?\.", CAPTION)
def panels(facts, sentence, n, worst):
    drawn = sentence.numbers.filter(pl.col("item") == "point")["algorithm"].unique(maintain_order=True).to_list()
    values = measured(facts, _only(facts))
    yield from same("panels", len(drawn), n + (worst is not None))
    yield from same("lowest errors", drawn[:n], _lowest_error(facts, _only(facts))[:n])
    if worst:
        yield from same("worst calibrated", drawn[-1], winners(values["ece"], lower=False)[0])


@claim(
    r"Points on the diagonal are calibrated; lines: Wilson’s {level:number} % interval; grey bars: instances per bin\.",
    CAPTION,
)
def reliability_lines(facts, sentence, level):
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    points = sentence.numbers.filter(pl.col("item") == "point")
    for name, n, share, low, high in points.select("algorithm", "n", "observed", "ci_low", "ci_high").rows():
        yield from _limits(f"a point of {name}", (low, high), _wilson(round(share * n), n, facts.alpha))
    bars = sentence.numbers.filter(pl.col("item") == "bar").group_by("algorithm").agg(pl.col("n").sum()).rows()
    yield from same("instances", {n for _, n in bars}, {n_instances(facts, _only(facts))})


@claim(r"Reliability diagrams on {dataset:dataset}; expected calibration error: {rest:rest}\.", ALTERNATIVE)
def reliability_of(facts, sentence, dataset, rest):
    yield from same("dataset", dataset, _only(facts))
    true = measured(facts, dataset)["ece"]
    drawn = sentence.numbers.filter(pl.col("item") == "point")["algorithm"].unique().to_list()
    yield from same("diagrams", facts.names.listed(rest), drawn)
    for part in rest.split(", "):
        letter, _, number = part.partition(" ")
        yield from rounded(f"calibration error of {letter}", number, true[facts.names.unmasked(letter)])


# Instances


@claim(
    r"At least one algorithm errs on {some:count} of the {n:count} instances; (?:all {k:count}|both) err on {every:count}\.",
    OTHER,
)
@claim(
    r"At least one algorithm errs on {some:count} of the {n:count} instances; none is misclassified by (?:all {k:count}|both)\.",
    OTHER,
)
@claim(r"No algorithm errs on any of the {n:count} instances\.", OTHER)
@claim(r"The {some:count} instances? that at least one algorithm gets wrong\.", CAPTION)
@claim(
    r"Map of errors by instance on {dataset:dataset}: of {n:count} instances?, {some:count} are misclassified by at least one of"
    r" {k:count} algorithms?, {every:count} by all\.",
    ALTERNATIVE,
)
def wrong_together(facts, sentence, some=0, n=None, k=None, every=None, dataset=None):
    wrong = list(missed_by(facts, _only(facts)).values())
    yield from same("wrong by any", some, len(set.union(*wrong)))
    if sentence.part != CAPTION:
        yield from same("wrong by all", every or 0, len(set.intersection(*wrong)))
        yield from same("instances", n, n_instances(facts, _only(facts)))
        yield from same("algorithms", k or 2, len(wrong)) if some else ()
    if dataset is not None:
        yield from same("dataset", dataset, _only(facts))


@claim(
    r"The error rates (?P<fitted__rest>of these models )?(?P<verdict__rest>differ|do not differ significantly) overall \(Cochran’s test, Q = {q:number}, df = {df:count}, p {p:p}\)\.",
    OTHER,
)
def cochran(facts, sentence, fitted, verdict, q, df, p):
    yield from same("of the fitted models", fitted is not None, folded(facts))
    wrong = missed_by(facts, _only(facts))
    k, sums = len(wrong), np.array([len(own) for own in wrong.values()])
    rows = np.array([sum(one in own for own in wrong.values()) for one in set.union(*wrong.values())])
    true = (k - 1) * (k * (sums**2).sum() - sums.sum() ** 2) / (k * rows.sum() - (rows**2).sum())
    chance = float(stats.chi2.sf(true, k - 1))
    yield from rounded("Q", q, float(true))
    yield from same("df", df, k - 1)
    if not p_agrees(p, chance):
        yield f"p: says {p}, is {chance}"
    yield from same("verdict", verdict, "differ" if chance <= facts.alpha else "do not differ significantly")


MOST = r"{%s:names} \({%s:count}(?: each)?\)"


@claim(
    rf"{MOST % ('missing', 'misses')} (?:misses|miss) the most {{label:words}} instances,"
    rf" {MOST % ('alarming', 'alarms')} (?:raises|raise) the most false alarms\.",
    OTHER,
)
def most_errors_of_a_kind(facts, sentence, missing, misses, label, alarming, alarms):
    values = measured(facts, _only(facts))
    yield from same("positive class", label, facts.options["positive"])
    for kind, who, n in (("missed", missing, misses), ("alarms", alarming, alarms)):
        yield from same(f"most {kind}", who, winners(values[kind], lower=False))
        yield from same(kind, n, int(max(values[kind].values())))


# Predicted numbers


@claim(
    rf"{{who:names}} ha(?:s|ve) the smallest {POOLED.format('pooled')}RMSE \({{rmse:number}}\)(?:,(?: {{whom:names}})| and) the smallest"
    rf" {POOLED.format('again')}mean absolute error \({{mae:number}}\)\.",
    OTHER,
)
def smallest_errors(facts, sentence, who, pooled, rmse, whom, again, mae):
    squared = roots(facts, _only(facts))
    absolute = {name: float(np.abs(residuals(facts, name, _only(facts))).mean()) for name in facts.algorithms}
    yield from _pooled(facts, pooled, again)
    for said, values, number in ((who, squared, rmse), (whom or who, absolute, mae)):
        yield from same("smallest", said, winners(values, lower=True))
        yield from rounded("error", number, min(values.values()))


@claim(
    r"(?P<fitted__rest>As fitted, )?{name:name} (?P<words__rest>(?:has significantly|cannot be distinguished) .+?) \(paired t test on squared errors"
    r"(?:, {how:rest}-adjusted over {n:count} (?P<family__rest>comparisons|pairs))?\)\.",
    OTHER,
)
def squared_errors_of_first(facts, sentence, fitted, name, words, how, n, family):
    yield from same("fitted models", fitted is not None, folded(facts))
    yield from same("first", name, _first_by(facts, roots(facts, _only(facts)), lower=True))
    true = beside(pairs_tested(facts, _only(facts), "squared"), name, facts.alpha)
    ways = ("smaller squared errors than", "larger (?:ones|squared errors) than", "cannot be distinguished from")
    for way, names in zip(ways, true, strict=True):
        said = re.search(rf"{way} ([\ue000-\ue7ff](?:(?:,| and| or) [\ue000-\ue7ff])*)", words)
        yield from same(way, facts.names.listed(said[1]) if said else [], names)
    if "larger ones" in words and "smaller squared errors" not in words:
        yield "ones: nothing was named before"
    yield from same("comparisons", n or 1, _family(facts))
    if how is not None:
        yield from same("adjustment", how, ADJUSTMENTS[facts.adjustment])
        yield from same("family", family, "comparisons" if facts.baseline else "pairs")


@claim(r"Ratio: to {name:name}\. p: paired t test on squared errors, against {again:name}\.", OTHER)
def ratios_to(facts, sentence, name, again):
    dataset = _only(facts)
    values = roots(facts, dataset)
    first = _first_by(facts, values, lower=True)
    yield from same("first", [name, again], [first, first])
    tested = pairs_tested(facts, dataset, "squared")
    for other, rmse, ratio, p in sentence.table.frame.select("algorithm", "rmse", "rmse_ratio", "p_adjusted").rows():
        if not np.allclose([rmse, ratio], [values[other], values[other] / values[first]], rtol=1e-9):
            yield f"RMSE of {other}: is {values[other]}, the row says {rmse} and {ratio}"
        true = tested.get((first, other), tested.get((other, first)))
        if other != first and (true is None or abs(p - true[0]) > 1e-9):
            yield f"adjusted p of {other}: says {p}, is {true}"


@claim(r"Gains in absolute error over {name:name}(?: on {dataset:dataset})?\.", CAPTION)
@claim(
    r"Instances sorted by the gain; coloured where the algorithm comes closer than {name:name}, grey where {again:name} does\.",
    CAPTION,
)
@claim(
    r"Differences in absolute error from {name:name} on {dataset:dataset}, {k:count} algorithms?, {n:count} instances?\.",
    ALTERNATIVE,
)
@claim(
    rf"{{other:name}} has the ratio of {POOLED.format('pooled')}RMSE to {{name:name}} {{ratio:number}}\.", ALTERNATIVE
)
def gains_over(facts, sentence, name, dataset=None, again=None, k=None, n=None, pooled=None, other=None, ratio=None):
    drawn = largest_first(facts)[0]
    values = roots(facts, drawn)
    yield from same("dataset drawn", [dataset or drawn, _drawn(sentence)], [drawn, drawn])
    yield from same("first", [name, again or name], 2 * [_first_by(facts, values, lower=True)])
    if k is not None:
        yield from same("algorithms, instances", (k, n), (len(values) - 1, n_instances(facts, drawn)))
    if ratio is not None:
        yield from _pooled(facts, pooled)
        yield from rounded("ratio", ratio, values[other] / values[name])
        yield from same("others", [other], [one for one in values if one != name])
    own = np.abs(residuals(facts, name, drawn))
    for one, closer, factor in (
        sentence.numbers.filter(pl.col("item") == "pair").select("algorithm", "closer", "ratio").rows()
    ):
        share = float((np.abs(residuals(facts, one, drawn)) < own).mean())
        if not same_value(share, closer) or abs(factor - values[one] / values[name]) > 1e-9:
            yield f"{one}: closer on {share}, ratio {values[one] / values[name]}; drawn are {closer} and {factor}"
