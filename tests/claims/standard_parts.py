"""Parsers of the captions and alternative texts of sizes, costs, single datasets and complete tables."""

from __future__ import annotations

import re

import numpy as np
import polars as pl

from tests.claims.facts import STAND_IN, Facts, MetricFacts, winners
from tests.claims.parsers import claim, rounded, same, value
from tests.claims.standard_data import _cut

CAPTION, ALTERNATIVE = "caption", "alternative"


def _first(facts: Facts) -> MetricFacts:
    """Return the facts of the metric that the first numbers of the section on sizes are of."""
    return facts.of(facts.metrics[0])


def _values(one: MetricFacts) -> dict[str, dict[str, float]]:
    """Return the mean results by algorithm and dataset; made-up ones have no sizes and are left out."""
    results: dict[str, dict[str, float]] = {}
    cells = one.known if one.policy in STAND_IN else one.cells.filter(pl.col("value").is_not_null())
    for algorithm, dataset, mean in cells.group_by("algorithm", "dataset").agg(pl.col("value").mean()).rows():
        results.setdefault(str(algorithm), {})[str(dataset)] = mean
    return results


def _of(facts: Facts, printed: str) -> MetricFacts:
    """Return the facts of a metric by its printed name."""
    plain = printed.lower().replace(" ", "_")
    return facts.of(
        next(name for name in facts.metrics if name.lower() in (plain, printed.lower(), plain.replace("_", "")))
    )


# Complete tables


@claim(
    r"(?:Means of (?:{least:count} to )?{most:count} runs(?: ± standard deviation over them)?; )?"
    r"(?:(?:single v|V)alues ± {kind:rest} as given; )?[aA]lgorithms in the order"
    r" of (?:mean rank|place)(?: by {metric:rest})?; best of (?:all {k:count}|the column) in bold\.",
    CAPTION,
)
def complete_table(facts, sentence, least, most, kind, metric, k):
    names = [column.title for column in sentence.table.columns if column.title in facts.algorithms]
    if k is not None:
        yield from same("algorithms", k, len(names))
    words = {"sd": "standard deviation", "stderr": "standard error", "spread": "spread"}
    given = [word for name, word in words.items() if name in facts.scores.columns]
    printed = any(" ± " in cell.text for row in sentence.table.rows for cell in row)
    if kind is not None or (printed and most is None):
        yield from same("kind of spread", kind, given[0] if len(given) == 1 else "spread")
    sizes = facts.scores.filter(pl.col("value").is_not_null()).group_by("metric", "dataset", "algorithm").len()["len"]
    # Only the runs that all algorithms have are averaged.
    shared = [kept for name in facts.metrics for kept, _ in _cut(facts.of(name)).values() if kept]
    fewest = min([sizes.min(), *shared])
    if most is not None and not (least or most) >= fewest <= most <= sizes.max():
        yield f"runs: says {least} to {most}, are {fewest} to {sizes.max()}"


@claim(r"{way:words} is better\.", CAPTION)
def table_way(facts, sentence, way):
    slug = sentence.block.removeprefix("complete-")
    lower = {name.lower().replace("_", "-").replace(" ", "-"): facts.of(name).lower for name in facts.metrics}
    known = [value for name, value in lower.items() if slug in (name, name.replace("-", ""))]
    if known:
        yield from same("direction", way, "Lower" if known[0] else "Higher")


# Sorted differences


@claim(r"{name:name} against {whom:rest}, dataset by dataset; upwards {better:name} is better\.", CAPTION)
def compared_with(facts, sentence, name, whom, better):
    yield from same("focus", name, str(sentence.numbers["a"][0]))
    yield from same("better upwards", better, name)
    one = _first(facts)
    yield from same("others drawn", min(3, len(one.algorithms) - 1), sentence.numbers["b"].n_unique())


@claim(
    r"(?:Ratios|Differences) of {name:name} (?:to|from) {others:names} in {metric:rest} on {n:count} datasets?, sorted\.",
    ALTERNATIVE,
)
def sorted_differences(facts, sentence, name, others, metric, n):
    results = _values(_first(facts))
    both = {dataset for other in others for dataset in results[other] if dataset in results[name]}
    yield from same("datasets", n, len(both))


@claim(
    r"Against {name:name}: better on {wins:count}, equal on {ties:count}, worse on {losses:count};"
    r" from {low:number} to {high:number}\.",
    ALTERNATIVE,
)
def record(facts, sentence, name, wins, ties, losses, low, high):
    one = _first(facts)
    results, focus = _values(one), str(sentence.numbers["a"][0])
    shared = [dataset for dataset in results[focus] if dataset in results[name]]
    pairs = np.array([[results[focus][d], results[name][d]] for d in shared])
    apart = np.where(np.isclose(pairs[:, 0], pairs[:, 1], rtol=1e-12), 0.0, pairs[:, 0] - pairs[:, 1])
    ahead = -apart if one.lower else apart
    counts = (int((ahead > 0).sum()), int((ahead == 0).sum()), int((ahead < 0).sum()))
    yield from same("record", (wins, ties, losses), counts)
    drawn = pairs[:, 0] / pairs[:, 1] if one.units else apart
    yield from rounded("least", low, float(drawn.min()))
    yield from rounded("most", high, float(drawn.max()))


# Distances


@claim(r"Left: share of the {n:count} datasets within a distance\.", CAPTION)
@claim(
    r"(?:Factors of|Distances from) the best of {n:count} datasets? in {metric:rest} of {k:count} algorithms:"
    r" share of datasets within a distance, and quartiles\.",
    ALTERNATIVE,
)
def distances(facts, sentence, n, metric=None, k=None):
    one = _first(facts)
    yield from same("datasets", n, one.measured_cells["dataset"].n_unique())
    if k is not None:
        yield from same("algorithms", k, len(one.algorithms))


@claim(r"Right: median, quartiles and central 80 %\.", CAPTION)
def quantiles(facts, sentence):
    yield from ()


@claim(r"Medians: {rest:rest}\.", ALTERNATIVE)
def medians(facts, sentence, rest):
    one = _first(facts)
    cells = one.measured_cells.filter(pl.col("value").is_not_null())
    best = cells.group_by("dataset").agg(best=pl.col("value").min() if one.lower else pl.col("value").max())
    joined = cells.join(best, on="dataset")
    value, top = joined["value"], joined["best"]
    apart = (value / top if one.lower else top / value) if one.units else (value - top).abs()
    true = dict(
        joined.select("algorithm", apart.alias("apart")).group_by("algorithm").agg(pl.col("apart").median()).rows()
    )
    for part in rest.replace("; last ", ", ").split(", "):
        name, _, number = part.rpartition(" ")
        yield from rounded(f"median of {name}", number, true.get(facts.names.unmasked(name)))


# Costs


@claim(r"Estimates relative to {name:name}\.", CAPTION)
@claim(r"Hollow: {metric:rest} not distinguished from that of {name:name}\.", CAPTION)
def relative_to(facts, sentence, name, metric=None):
    yield from same("focus", name, str(sentence.numbers["focus"][0]))
    if metric is not None:
        one = _of(facts, metric)
        alike = sorted(
            set(one.algorithms) - {name} - {other for pair in one.significant if name in pair for other in pair}
        )
        drawn = sentence.numbers.filter("alike")["algorithm"].to_list()
        yield from same("alike", drawn, [other for other in alike if other in sentence.numbers["algorithm"]])


@claim(r"Without {metric:rest}: {names:names}\.", CAPTION)
def without_cost(facts, sentence, metric, names):
    yield from same("without", names, sorted(set(facts.algorithms) - set(sentence.numbers["algorithm"])))


@claim(
    r"{quality:rest} against {cost:rest} of {k:count} algorithms, relative to {name:name}, over {n:count} datasets?\.",
    ALTERNATIVE,
)
def plane(facts, sentence, quality, cost, k, name, n):
    yield from same("algorithms", k, sentence.numbers.height)
    yield from same("focus", name, str(sentence.numbers["focus"][0]))
    yield from same("datasets", n, _of(facts, quality).n[1])


@claim(r"On the Pareto front, with {metrics:rest}: {members:rest}\.", ALTERNATIVE)
@claim(r"{rest:count} others? (?:is|are) dominated by one of these\.", ALTERNATIVE)
def front(facts, sentence, metrics=None, members=None, rest=None):
    numbers = sentence.numbers
    ways = {side: -1 if numbers[f"{side}_direction"][0] == "lower" else 1 for side in ("cost", "quality")}
    points = {
        name: (ways["cost"] * c, ways["quality"] * q)
        for name, c, q in numbers.select("algorithm", "cost", "quality").rows()
    }
    free = [
        name
        for name, point in points.items()
        if not any(other != point and other[0] >= point[0] and other[1] >= point[1] for other in points.values())
    ]
    if rest is not None:
        yield from same("dominated", rest, len(points) - len(free))
    elif " more" not in members:
        yield from same("front", facts.names.listed(members), free)


# Single datasets


@claim(
    r"Tests are adjusted over (?:the|up to) {n:count} (?:pairs|comparisons with {name:name}) of a dataset and metric\.",
    CAPTION,
)
def adjusted_over(facts, sentence, n, name):
    k = sentence.numbers["algorithm"].n_unique()
    yield from same("family", n, k - 1 if name is not None else k * (k - 1) // 2)
    yield from same("reference", name, facts.baseline)


@claim(r"(?:Dot: significantly worse|Triangle: significantly better) than {name:name}\.", CAPTION)
def marked_against(facts, sentence, name):
    yield from same("reference", name, facts.baseline)


@claim(r"The first {n:count} of {all:count} metrics\.", CAPTION)
def first_metrics(facts, sentence, n, all):  # noqa: A002
    yield from same("metrics drawn", n, sentence.numbers["metric"].n_unique())


@claim(r"Heat map of {k:count} algorithms on {n:count} datasets? by {metrics:rest}, tinted by rank\.", ALTERNATIVE)
def heat_map(facts, sentence, k, n, metrics):
    yield from same("algorithms", k, sentence.numbers["algorithm"].n_unique())
    yield from same("datasets", n, sentence.numbers["dataset"].n_unique())


@claim(r"{name:name} is best, or shares the best, in {n:count} of {rows:count} rows?\.", ALTERNATIVE)
def most_often_best(facts, sentence, name, n, rows):
    numbers = sentence.numbers
    wins = 0
    parts = numbers.partition_by("metric", "dataset")
    for part in parts:
        values = dict(part.drop_nulls("value").select("algorithm", "value").rows())
        wins += name in winners(values, lower=bool(part["lower"][0]))
    yield from same("wins", n, wins)
    yield from same("rows", rows, len(parts))


@claim(r"{n:count} results? (?:is|are) marked as significantly different\.", ALTERNATIVE)
def marks(facts, sentence, n):
    yield from same("marks", n, int((sentence.numbers["mark"] != "").sum()))


# Sentences on sizes

OTHER = "other"


def _drawn(facts: Facts) -> tuple[str, list[str]]:
    """Return the algorithm in focus and those that the picture compares it with."""
    (numbers,) = [
        block.picture.numbers
        for section in facts.report.sections
        for block in section.blocks
        if getattr(block, "id", "") == "sorted-differences"
    ]
    return str(numbers["a"][0]), numbers["b"].unique(maintain_order=True).to_list()


def _apart(facts: Facts) -> dict[tuple[str, str], tuple[float, float]]:
    """Return by other algorithm and dataset the size of a difference or factor, and by how much the focus is ahead."""
    one, (focus, others) = _first(facts), _drawn(facts)
    results = _values(one)
    sizes = {}
    for other in others:
        for dataset in set(results[focus]) & set(results[other]):
            x, y = results[focus][dataset], results[other][dataset]
            ahead = 0.0 if np.isclose(x, y, rtol=1e-12) else (np.log(x / y) if one.units else x - y)
            size = max(x / y, y / x) if one.units else abs(x - y)
            sizes[other, dataset] = (size, -ahead if one.lower else ahead)
    return sizes


@claim(r"{name:name} is within {margin:number} of {rest:rest}\.", OTHER)
def near(facts, sentence, name, margin, rest):
    focus, others = _drawn(facts)
    yield from same("focus", name, focus)
    sizes = _apart(facts)
    printed = re.findall(r"([\ue000-\ue7ff]) on (\d+)(?: of (\d+))?", rest)
    yield from same("others", [facts.names.unmasked(letter) for letter, _, _ in printed], others)
    for letter, close, n in printed:
        own = [size for (other, _), (size, _) in sizes.items() if other == facts.names.unmasked(letter)]
        yield from same("near", int(close), sum(size <= value(margin) * (1 + 1e-9) for size in own))
        if n:
            yield from same("datasets", int(n), len(own))


SIZE = r"(?:a factor of )?{%s:number} \((?:{%s:name} )?on {%s:dataset}\)"
LEAD, DEFICIT = SIZE % ("lead", "who", "dataset"), SIZE % ("deficit", "whom", "where")


@claim(
    rf"(?:Its largest lead|The largest lead of {{name:name}}) over .+? is {LEAD}, its largest deficit {DEFICIT}\.",
    OTHER,
)
@claim(rf"{{name:name}} is never behind; its largest lead over .+? is {LEAD}\.", OTHER)
@claim(rf"{{name:name}} is never ahead; its largest deficit against .+? is {DEFICIT}\.", OTHER)
def extremes(facts, sentence, name=None, lead=None, who=None, dataset=None, deficit=None, whom=None, where=None):
    focus, others = _drawn(facts)
    if name is not None:
        yield from same("focus", name, focus)
    sizes = _apart(facts)
    for sign, printed, other, place in ((1, lead, who, dataset), (-1, deficit, whom, where)):
        far = max((sign * ahead for _, ahead in sizes.values()), default=0.0)
        if printed is None:
            if far > 0:
                yield f"there is a {'lead' if sign > 0 else 'deficit'} of {far}"
            continue
        size, ahead = sizes[other or others[0], place]
        yield from rounded("size", printed, size)
        if sign * ahead < far - 1e-12:
            yield f"{other} on {place} is not the farthest"


# Sentences on single datasets and costs


@claim(
    r"The runs of a dataset come from {design:rest}, so each dataset is tested by itself"
    r" \({test:rest}(?:, {how:rest}-adjusted over (?:the|up to) {n:count} (?:pairs|comparisons with {name:name}))?\)\.",
    OTHER,
)
def tested_by_itself(facts, sentence, design, test, how, n, name):
    if n is not None:
        k = len(facts.algorithms)
        most = k - 1 if name is not None else k * (k - 1) // 2
        yield from same("reference", name, facts.baseline)
        if n > most:
            yield f"{n} comparisons of {k} algorithms"


@claim(r"Of (?:up to )?{total:count} (?:pairs|comparisons with {name:name}), {counts:rest}: {where:rest}\.", OTHER)
@claim(r"No (?:pair|comparison with {name:name}) is significant on any dataset\.", OTHER)
def differing(facts, sentence, name, total=None, counts=None, where=None):
    yield from same("reference", name, facts.baseline)
    if counts is None:
        return
    numbers = [int(text.replace(",", "")) for text in re.findall(r"(?<![\w,])\d[\d,]*(?= (?:differ|by))", counts)]
    if max(numbers, default=0) > total:
        yield f"{max(numbers)} of {total} differ"
    places = [int(text.replace(",", "")) for text in re.findall(r"(\d[\d,]*) on [\ue800-\uefff]", where)]
    if places:
        yield from same("significant by dataset", sum(places), sum(numbers))


@claim(r"Significantly (?:worse|better) than (?:{name:name}|the best of the dataset): {rest:rest}\.", OTHER)
def marked_names(facts, sentence, name, rest):
    yield from same("reference", name, facts.baseline)
    figures = [
        block
        for section in facts.report.sections
        for block in section.blocks
        if getattr(block, "id", "") == "singles-map"
    ]
    for figure in figures:
        drawn = figure.picture.numbers.filter(pl.col("mark") == ("worse" if "worse" in sentence.text else "better"))
        printed = facts.names.listed(rest)
        for marked in drawn["algorithm"].unique():
            if marked not in printed:
                yield f"{marked} is marked and not named"


@claim(r"Of {total:count} comparisons {n:count} could not be tested\.", OTHER)
@claim(r"Mean ranks over {n:count} datasets?\. —: no result\.", OTHER)
@claim(r"Mean ranks over {n:count} datasets?\.", OTHER)
def some_of_all(facts, sentence, n, total=None):
    if n > (total or len(facts.datasets)):
        yield f"{n} of {total or len(facts.datasets)}"


@claim(
    r"Of {name:name} and the (?:algorithm|{n:count} algorithms) that cannot be distinguished from it by {metric:rest},"
    r" {cheapest:name} is the cheapest by {cost:rest}(?:: {savings:rest}|, though not significantly cheaper than {open:rest})\.",
    OTHER,
)
def cheapest_of_the_best(facts, sentence, name, n, metric, cheapest, cost, savings, open):  # noqa: A002
    quality, price = _of(facts, metric), _of(facts, cost)
    different = {other for pair in quality.significant if name in pair for other in pair}
    alike = sorted(set(quality.algorithms) - {name} - different)
    yield from same("alike", n or 1, len(alike))
    if cheapest not in [name, *alike]:
        yield f"{cheapest} is distinguished from {name}"
    beaten = [loser for winner, loser in price.significant_pairs if winner in [name, *alike] and loser == cheapest]
    yield from same("cheaper than the cheapest", beaten, [])


@claim(r"The cheapest of all, {name:name}, {saving:rest} and (?:loses|gains) {change:rest}\.", OTHER)
def cheapest_of_all(facts, sentence, name, saving, change):
    costs = [facts.of(metric) for metric in facts.metrics if metric in ("runtime", "train_time", "time")]
    for one in costs:
        beaten = [winner for winner, loser in one.significant_pairs if loser == name]
        yield from same("cheaper than the cheapest of all", beaten, [])


@claim(
    r"The cheapest of all, {name:name}, (?P<saving__rest>.+?) (?:than|as) {focus:name}(?: \([^)]*\))?"
    r" and has a {metric:metric} that is (?P<size__rest>.+)\.",
    OTHER,
)
def worse_by_a_ratio(facts, sentence, name, saving, focus, metric, size):
    yield from cheapest_of_all(facts, sentence, name, saving, size)
    row = facts.of(metric).row(name, focus)
    if row is None:
        yield f"no comparison of {name} and {focus}"
        return
    ratio = row["estimate"] if row["a"] == name else 1 / row["estimate"]
    words = re.fullmatch(r"(?:(\d+) % (lower|higher)|(lower|higher) by a factor of ([\d.,e+]+))(?: \(.+\))?", size)
    if words is None:
        yield f"size not understood: {size}"
        return
    yield from same("way", words[2] or words[3], "lower" if ratio < 1 else "higher")
    if words[1]:
        yield from rounded("percentage", words[1], 100 * abs(ratio - 1))
    else:
        yield from rounded("factor", words[4], max(ratio, 1 / ratio))


@claim(
    r"The {n:count} that cost less than {name:name} by {cost:rest} are significantly worse by {metric:rest}\.", OTHER
)
def cheaper_ones(facts, sentence, n, name, cost, metric):
    worse = [loser for winner, loser in _of(facts, metric).significant if winner == name]
    if n > len(worse):
        yield f"{n} cost less, {len(worse)} are worse"


# Two families


@claim(
    r"Verdicts on all pairs, where they are shown beside them, are a second family that is adjusted apart; over both together the risk of a false claim may exceed {alpha:number}\.",
    OTHER,
)
def second_family(facts, sentence, alpha):
    yield from rounded("level", alpha, facts.alpha)
    if facts.baseline is None:
        yield "no reference is declared"
