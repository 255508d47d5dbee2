"""Parsers of the section on results: tests of all algorithms together, neighbouring places, pairs, further metrics."""

from __future__ import annotations

import math
import re
from collections import Counter
from itertools import combinations, pairwise, permutations, product

import numpy as np
import polars as pl
from scipy import stats

from tests.claims.answer import ADJUSTMENTS
from tests.claims.facts import Facts, MetricFacts, ranked, same_value
from tests.claims.parsers import Contradictions, claim, count, p_agrees, rounded, same
from tests.claims.sentences import Sentence

CAPTION, ALTERNATIVE, OTHER = "caption", "alternative", "other"
COSTS = ("runtime",)
# Tests of all algorithms that look at the size of results, so that units forbid them.
BY_SIZE = ("quade", "friedman_aligned", "kruskal_wallis")
TITLES = {
    "iman_davenport": "Iman–Davenport test", "friedman": "Friedman test", "quade": "Quade test",
    "friedman_aligned": "Friedman test on aligned ranks", "kruskal_wallis": "Kruskal-Wallis test",
    "skillings_mack": "Skillings–Mack test",
}  # fmt: skip
# Tests of all algorithms that count arrangements on at most five datasets.
COUNTED = ("iman_davenport", "friedman", "quade", "friedman_aligned")
FALSE_DISCOVERIES = ("bh", "by")
# Tests of pairs whose estimate is a mean.
OF_MEANS = ("kfold_paired_t", "permutation_signflip")


def _about(facts: Facts, sentence: Sentence) -> MetricFacts:
    """Return the facts of the metric that a section is about: the one it is called after, or the first."""
    slug = sentence.section.removeprefix("comparison-")
    return facts.of(next((name for name in facts.metrics if name.lower().replace("_", "-") == slug), facts.metrics[0]))


# All algorithms together


def _blocks(one: MetricFacts) -> tuple[np.ndarray, np.ndarray]:
    """Return the results and their ranks, datasets by algorithms, of the datasets that all have."""
    values, ranks = [], []
    for (_,), block in one.complete_cells.group_by("dataset", maintain_order=True):
        row = dict(block.select("algorithm", "value").rows())
        places = ranked(row, lower=one.lower)
        values.append([row[name] for name in one.algorithms])
        ranks.append([places[name] for name in one.algorithms])
    return np.array(values), np.array(ranks)


def _asked(one: MetricFacts) -> str:
    """Return the test of all algorithms together that decides."""
    if one.policy == "available":
        return "skillings_mack"
    asked = one.facts.tests.get("omnibus", "iman_davenport")
    return "iman_davenport" if (one.units or one.name == "r2") and asked in BY_SIZE else asked


def _concordance(one: MetricFacts) -> float:
    _, ranks = _blocks(one)
    n, k = ranks.shape
    return float(stats.friedmanchisquare(*ranks.T).statistic) / (n * (k - 1))


def overall(one: MetricFacts) -> tuple[float | None, tuple[int, ...], float]:
    """Return statistic, degrees of freedom and p-value of the test of all algorithms together, by the textbook."""
    test = _asked(one)
    if test == "skillings_mack":
        return _skillings_mack(one)
    values, ranks = _blocks(one)
    n, k = ranks.shape
    dfs = (k - 1, (k - 1) * (n - 1))
    counted = _counted(one) if n <= 5 and test in COUNTED else None
    if test in ("iman_davenport", "friedman"):
        chi2 = n * (k - 1) * _concordance(one)
        if test == "friedman":
            return chi2, dfs[:1], float(stats.chi2.sf(chi2, k - 1)) if counted is None else counted
        if 1 - chi2 / (n * (k - 1)) < 1e-12:
            alike = math.prod(math.factorial(int((ranks[0] == rank).sum())) for rank in set(ranks[0]))
            return None, dfs, float((alike / math.factorial(k)) ** (n - 1))
        f = (n - 1) * chi2 / (n * (k - 1) - chi2)
        return f, dfs, float(stats.f.sf(f, *dfs)) if counted is None else counted
    if test == "quade":
        scores = _scores(one)
        between, total = float((scores.sum(axis=0) ** 2).sum() / n), float((scores**2).sum())
        if total - between <= 1e-12 * total:
            return None, dfs, float((1 / math.factorial(k)) ** (n - 1))
        f = (n - 1) * between / (total - between)
        return f, dfs, float(stats.f.sf(f, *dfs)) if counted is None else counted
    if test == "friedman_aligned":
        rank = _scores(one)
        spread = ((rank.sum(axis=0) - n * (n * k + 1) / 2) ** 2).sum()
        chi2 = float((k - 1) * spread / ((rank**2).sum() - (rank.sum(axis=1) ** 2).sum() / k))
    else:
        chi2 = float(stats.kruskal(*np.round(values, 12).T).statistic)
    return chi2, dfs[:1], float(stats.chi2.sf(chi2, k - 1)) if counted is None else counted


def _scores(one: MetricFacts) -> np.ndarray:
    """Return what the deciding test adds up for each algorithm, datasets by algorithms."""
    test, (values, ranks) = _asked(one), _blocks(one)
    if test == "quade":
        return stats.rankdata(np.round(np.ptp(values, axis=1), 11))[:, None] * (ranks - (ranks.shape[1] + 1) / 2)
    if test == "friedman_aligned":
        return stats.rankdata(np.round(values - values.mean(axis=1, keepdims=True), 11)).reshape(values.shape)
    return ranks


def is_sampled(one: MetricFacts) -> bool:
    """Return whether there are too many arrangements of few datasets for counting."""
    n, k = _blocks(one)[1].shape
    return _asked(one) in COUNTED and n <= 5 and k > 4 and math.factorial(k) ** (n - 1) > 200_000


def _counted(one: MetricFacts) -> float:
    """Return the share of arrangements within datasets whose sums lie as far apart; of many a sample of our own."""
    scores = _scores(one)
    observed = (scores.sum(axis=0) ** 2).sum() - 1e-9
    if is_sampled(one):
        random = np.random.default_rng(977)
        drawn = sum(random.permuted(np.tile(block, (40_000, 1)), axis=1) for block in scores)
        return float(((drawn**2).sum(axis=1) >= observed).mean())
    sums = Counter({tuple(scores[0]): 1})
    for block in scores[1:]:
        reached: Counter[tuple[float, ...]] = Counter()
        for (so_far, many), order in product(sums.items(), permutations(block)):
            reached[tuple(sorted(a + b for a, b in zip(so_far, order, strict=True)))] += many
        sums = reached
    reached = sum(many for total, many in sums.items() if sum(x * x for x in total) >= observed)
    return reached / sum(sums.values())


def chance_agrees_with(one: MetricFacts, printed: str, chance: float) -> bool:
    """Return whether a printed p-value of all together is right; samples of arrangements agree to a hundredth."""
    if not is_sampled(one):
        return p_agrees(printed, chance)
    return abs(float(printed.split()[-1]) - chance) < 0.01 or p_agrees(printed, chance)


def _skillings_mack(one: MetricFacts) -> tuple[float, tuple[int, ...], float]:
    place = {name: number for number, name in enumerate(one.algorithms)}
    sums, shared = np.zeros(len(place)), np.zeros((len(place), len(place)))
    for (_,), block in one.cells.group_by("dataset"):
        row = dict(block.select("algorithm", "value").rows())
        k = len(row)
        for name, rank in ranked(row, lower=one.lower).items():
            sums[place[name]] += math.sqrt(12 / (k + 1)) * (rank - (k + 1) / 2)
        for a, b in combinations(row, 2):
            shared[place[a], place[b]] += 1
            shared[place[b], place[a]] += 1
    matrix = np.diag(shared.sum(axis=1)) - shared
    t = float(sums @ np.linalg.pinv(matrix) @ sums)
    return t, (len(place) - 1,), float(stats.chi2.sf(t, len(place) - 1))


@claim(
    r"The algorithms (?P<differ__rest>differ|do not differ significantly) overall(?: by {metric:metric})?"
    r" \((?P<test__rest>[^,;()]+ test[^,;()]*)(?:, (?:F_F = |T = )?{statistic:number}|(?P<infinite__rest>, F_F infinite))?"
    r"(?:, df = {df1:count}(?: and {df2:count})?)?, (?P<counted__rest>exact |permutation )?p {p:p}"
    r"(?:; Kendall’s W = {w:number})?\)\.",
    OTHER,
)
def all_together(facts, sentence, differ, metric, test, statistic, infinite, df1, df2, counted, p, w):
    one = _about(facts, sentence)
    yield from same("metric", metric, one.name if len(facts.metrics) > 1 else None)
    yield from same("test", test, TITLES[_asked(one)])
    true, dfs, chance = overall(one)
    if statistic is None:
        yield from same("finite", true is None, True)
    else:
        yield from rounded("statistic", statistic, true)
    if df1 is not None:
        yield from same("degrees of freedom", tuple(df for df in (df1, df2) if df is not None), dfs)
    if not chance_agrees_with(one, p, chance):
        yield f"p: says {p}, is {chance}"
    few = len(_blocks(one)[0]) <= 5 and _asked(one) in COUNTED
    yield from same("counts arrangements", counted is not None, few or true is None)
    if not is_sampled(one) or abs(chance - facts.alpha) > 0.01:
        yield from same("different", differ == "differ", chance <= facts.alpha)
    if w is not None:
        yield from rounded("Kendall's W", w, _concordance(one))


@claim(
    r"Over {n:count} datasets, (?P<differ__rest>the algorithms differ significantly|there is no significant difference between"
    r" the algorithms) by {metric:metric} \((?P<test__rest>[^;]+?), (?P<counted__rest>exact |permutation )?p {p:p};"
    r" Friedman chi\^2_F = {chi2:number}, (?:df = {df:count}, |exact |permutation )p {p_friedman:p};"
    r" Kendall’s W = {w:number}\)\.",
    OTHER,
)
def all_together_by(facts, sentence, n, differ, metric, test, counted, p, chi2, df, p_friedman, w):
    one = facts.of(metric)
    datasets, k = _blocks(one)[1].shape
    yield from same("datasets", n, datasets)
    true, _, chance = overall(one)
    few = datasets <= 5 and _asked(one) in COUNTED
    yield from same("counts arrangements", counted is not None, few or true is None)
    if not chance_agrees_with(one, p, chance):
        yield f"p: says {p}, is {chance}"
    if not is_sampled(one) or abs(chance - facts.alpha) > 0.01:
        yield from same("different", differ.endswith("significantly"), chance <= facts.alpha)
    statistic = datasets * (k - 1) * _concordance(one)
    yield from rounded("chi-square", chi2, statistic)
    yield from rounded("Kendall's W", w, statistic / (datasets * (k - 1)))
    if df is not None:
        yield from same("degrees of freedom", (df, datasets > 5), (k - 1, True))
        if not p_agrees(p_friedman, float(stats.chi2.sf(statistic, k - 1))):
            yield f"p of Friedman's test: says {p_friedman}"
    elif _asked(one) == "iman_davenport":
        yield from same("p of Friedman's test", p_friedman, p)


# Neighbouring places


def _steps(one: MetricFacts) -> list[list[str]]:
    """Return the algorithms by place, those of equal mean rank together."""
    steps: list[list[str]] = []
    for name in sorted(one.mean_ranks, key=lambda name: (one.mean_ranks[name], name)):
        if steps and abs(one.mean_ranks[steps[-1][-1]] - one.mean_ranks[name]) < 1e-9:
            steps[-1].append(name)
        else:
            steps.append([name])
    return steps


def _separated(one: MetricFacts) -> list[bool]:
    """Return for all neighbouring places whether everyone above beats everyone below."""
    wins = set(one.significant_pairs)
    return [all((a, b) in wins for a in above for b in below) for above, below in pairwise(_steps(one))]


@claim(
    r"If differences like those seen here persist, about {n:count} datasets would separate the first {two:count} with"
    r" {power:number} % power ?\.",
    OTHER,
)
@claim(r"Separating the first {two:count} would take more than {n:count} datasets like these ?\.", OTHER)
def datasets_needed(facts, sentence, n, two, power=None):
    one = _about(facts, sentence)
    steps = _steps(one)
    yield from same("first and second", (two, [len(step) for step in steps[:2]]), (2, [1, 1]))
    if _separated(one)[0]:
        yield "the first two are separated"
    of = {
        name: dict(one.cells.filter(pl.col("algorithm") == name).select("dataset", "value").rows())
        for (name,) in steps[:2]
    }
    first, second = of.values()
    leads = []
    for dataset in first.keys() & second.keys():
        x, y = first[dataset], second[dataset]
        lead = 0.0 if same_value(x, y) else math.log(x / y) if one.units else x - y
        leads.append(round(-lead if one.lower else lead, 11))
    sums = [a + b for a, b in combinations(leads, 2)]
    share = sum(0.5 if abs(total) <= 1e-11 else float(total > 0) for total in sums) / len(sums)
    family = facts.pairs.height if facts.options.get("family") == "all" else one.pairs.height
    z = stats.norm.isf(facts.alpha / family / 2) + stats.norm.ppf(0.8)
    needed = math.ceil(z**2 / (3 * (share - 0.5) ** 2)) if share > 0.5 else math.inf
    if power is None:
        yield from same("ten times the datasets", n, 10 * len(leads))
        if needed <= n:
            yield f"{needed} datasets would do"
        return
    unit = 10 ** max(0, len(str(needed)) - 2)
    yield from same("datasets needed", n, -(-needed // unit) * unit)
    yield from rounded("power", power, 80)


# Further metrics

OUTCOMES = {
    "beats_all": r"it beats (?:both|all (?P<all>\w+)) others",
    "beats": r"it beats (?P<counts>.+) of (?P<rivals>\w+) others",
    "reference": r"(?P<better>\w+) of (?P<rivals>\w+) beats? (?P<name>[\ue000-\ue7ff]), (?P<worse>\w+) (?:is|are) worse",
    "none": r"no pair differs significantly|the two do not differ significantly",
    "one": r"the difference is significant",
    "some": r"(?P<n>\w+) of (?P<pairs>[\w,]+) pairs differs? significantly(?:, but (?P<ahead>.+) beats? it)?",
    "overall": r"the algorithms (?P<differ>differ|do not differ significantly) overall \(p (?P<sign>[=<>≤≥]) (?P<p>\.\d+)\)",
}


@claim(
    r"By {metrics:metrics}, {names:names} (?P<also__rest>also )?(?P<verb__rest>has|share) the best mean rank(?:; {outcome:rest})?\.",
    OTHER,
)
def by_further_metrics(facts, sentence, metrics, names, also, verb, outcome):
    first, ones = facts.of(facts.metrics[0]), [facts.of(metric) for metric in metrics]
    yield from same("share", verb == "share", len(names) > 1)
    for one in ones:
        yield from same(f"best by {one.name}", names, one.best)
        if one is first:
            yield f"{one.name} is the first metric"
    yield from same("also", also is not None, first.obstacle is None and first.best == sorted(names))
    if outcome is None:
        for one in ones:
            yield from same("undecided", one.undecided, True)
        return
    kind, said = next(
        ((kind, found) for kind, form in OUTCOMES.items() if (found := re.fullmatch(form, outcome))), (None, None)
    )
    if said is None:
        yield f"not understood: {outcome}"
        return
    yield from _outcome(facts, ones, str(kind), said)


def _outcome(facts: Facts, ones: list[MetricFacts], kind: str, said: re.Match[str]) -> Contradictions:
    """Check what is said of the verdicts by further metrics."""
    part = said.groupdict()
    for number, one in enumerate(ones):
        wins, rivals = list(one.significant), len(one.algorithms) - 1
        yield from same(f"undecided by {one.name}", one.undecided, kind == "overall")
        beaten = [b for a, b in wins if a == one.best[0]]
        ahead = [a for a, b in wins if b == one.best[0]]
        if kind in ("beats", "beats_all"):
            yield from same(f"beats by {one.name}", (one.reference, ahead), (None, []))
            counts = re.split(r", | and ", part.get("counts") or "")
            claimed = count(counts[number]) if kind == "beats" else count(part["all"] or "two")
            yield from same(f"beaten by {one.name}", claimed, len(beaten))
            yield from same("others", count(part.get("rivals") or part.get("all") or "two"), rivals)
            if kind == "beats":
                yield from same("metrics", len(counts), len(ones))
        elif kind == "reference":
            better, worse = ([a for a, b in wins if b == one.reference], [b for a, b in wins if a == one.reference])
            yield from same("reference", facts.names.unmasked(part["name"]), one.reference)
            claims = tuple(count(part[name]) for name in ("better", "rivals", "worse"))
            yield from same(f"better, others, worse by {one.name}", claims, (len(better), rivals, len(worse)))
        elif kind in ("none", "one"):
            yield from same(f"significant by {one.name}", len(wins), int(kind == "one"))
            if rivals > 1:
                yield from same("said of several", "pair" in said[0], True)
        elif kind == "some":
            claims = (count(part["n"]), count(part["pairs"]))
            yield from same(f"significant by {one.name}", claims, (len(wins), one.pairs.height))
            if part["ahead"] and "others" not in part["ahead"]:
                yield from same("ahead", facts.names.listed(part["ahead"]), ahead)
            elif part["ahead"] is None and len(one.best) == 1:
                yield from same("ahead", [], ahead)
    if kind == "overall":
        yield from _overall(facts, ones, part["differ"] == "differ", part["sign"], part["p"])


def _overall(facts: Facts, ones: list[MetricFacts], differ: bool, sign: str, printed: str) -> Contradictions:
    """Check the p-value of the tests of all algorithms together, or the bound of several."""
    chances = [overall(one)[2] for one in ones]
    if any(map(is_sampled, ones)):
        return
    yield from same("different", [differ] * len(ones), [chance <= facts.alpha for chance in chances])
    bound = max(chances) if differ else min(chances)
    if sign not in "≤≥":
        if not all(p_agrees(f"{sign} {printed}", chance) for chance in (chances if sign in "<>" else [bound])):
            yield f"p: says {sign} {printed}, is {chances}"
        yield from same("tests", 1 if sign == "=" else len(ones), len(ones))
        return
    unit = 10.0 ** -len(printed.lstrip("."))
    over = float(printed) - bound if sign == "≤" else bound - float(printed)
    yield from same("bound", sign, "≤" if differ else "≥")
    if not -1e-12 <= over < unit:
        yield f"p: says {sign} {printed}, are {chances}"


@claim(r"The algorithms could not be compared by {metrics:metrics}: {why:rest}\.", OTHER)
def not_compared(facts, sentence, metrics, why):
    reasons = {"only": "one algorithm", "there": "one algorithm", "no": "no dataset", "comparisons": "one dataset"}
    for one in map(facts.of, metrics):
        yield from same(f"obstacle by {one.name}", reasons[why.split()[0]], one.obstacle)
        if why.startswith("only"):
            yield from same("algorithms", facts.names.listed(why), one.algorithms)


# Standings


@claim(r"(?P<contents__words>[A-Z][a-z, ]+) by metric over {n:count} datasets?\.", CAPTION)
def standings(facts, sentence, contents, n):
    titles = {column.title for column in sentence.table.columns}
    words = {
        "scores": "mean" in titles or any(title.startswith("ratio to") for title in titles),
        "ranks": "rank" in titles,
        "places": "places" in titles,
    }
    yield from same(
        "contents", re.split(r", | and ", contents.lower()), [word for word, applies in words.items() if applies]
    )
    for group in {column.group for column in sentence.table.columns if column.group}:
        one = facts.of(group.removesuffix(" (lower is better)"))
        yield from same(f"datasets by {one.name}", n, len(one.datasets))
        yield from same("lower", "lower" in group, one.lower)


# All pairs


@claim(r"All {n:count} pairs by {metric:metric}\.", CAPTION)
def all_pairs(facts, sentence, n, metric):
    k = len(_about(facts, sentence).algorithms)
    yield from same("metric", metric, _about(facts, sentence).name)
    yield from same("pairs", (n, len(sentence.table.rows)), (k * (k - 1) // 2,) * 2)


@claim(
    r"(?:@all-pairs and @rank-diagram show|@(?:all-pairs|rank-diagram) shows) the {n:count} pairs, a family of their own that is"
    r" adjusted apart from the comparisons with {name:name}\.",
    OTHER,
)
def apart_from_reference(facts, sentence, n, name):
    one = _about(facts, sentence)
    k = len(one.algorithms)
    yield from same("pairs", n, k * (k - 1) // 2)
    yield from same("reference", name, one.reference)
    if k == 2:
        yield "one pair is no family apart"


@claim(r"Negative: the first is better\.", OTHER)
def negative_in_favour(facts, sentence):
    yield from same("lower", _about(facts, sentence).lower, True)


@claim(
    r"Ratio: (?P<what__rest>Hodges-Lehmann estimate of the ratio|ratio of the geometric means); (?P<way__rest>below|above) 1: the first"
    r" is better\.",
    OTHER,
)
def ratios(facts, sentence, what, way):
    one = _about(facts, sentence)
    yield from same("ratios", one.units, True)
    yield from same("mean", what.startswith("ratio"), facts.tests.get("pairs") in OF_MEANS)
    yield from same("direction", way, "below" if one.lower else "above")


@claim(
    r"Ratio: (?P<what__rest>Hodges-Lehmann estimate of the ratio|ratio of the geometric means) over the datasets that both have\."
    r"(?: n: datasets with a result\.)?",
    OTHER,
)
def ratios_of_shared_datasets(facts, sentence, what):
    yield from same("mean", what.startswith("ratio"), facts.tests.get("pairs") in OF_MEANS)
    yield from same("ratios of pairs", any(one.units and one.policy == "available" for one in facts.compared), True)


@claim(r"FCR: at most {share:number} % of the significant intervals miss on average \(false coverage rate\)\.", OTHER)
def false_coverage(facts, sentence, share):
    yield from rounded("share", share, 100 * facts.alpha)
    yield from same("false discoveries", facts.adjustment in FALSE_DISCOVERIES, True)


# The diagram


@claim(r"Mean ranks by [^,;]+\.", CAPTION)
def mean_ranks_drawn(facts, sentence):
    drawn = sentence.numbers.filter(pl.col("item") == "algorithm").select(
        pl.col("algorithm").cast(pl.String), "mean_rank"
    )
    yield from _drawn_at(_about(facts, sentence), dict(drawn.rows()))


def _drawn_at(one: MetricFacts, drawn: dict[str, float]) -> Contradictions:
    for name, rank in drawn.items():
        if abs(rank - one.mean_ranks[name]) > 1e-9:
            yield f"{name} is drawn at {rank}, its mean rank by {one.name} is {one.mean_ranks[name]}"


@claim(
    r"(?:Bars join algorithms of which no {two:count} differ|Every pair of algorithms differs) significantly \((?P<test__rest>[^,()]+)(?:, (?P<adjustment__rest>[\w-]+)-adjusted)?,"
    r" (?:{least:count} to )?{most:count} datasets\)\.",
    CAPTION,
)
def bars_join(facts, sentence, two, test, adjustment, least, most):
    one = _about(facts, sentence)
    if two is None:
        k = len(one.algorithms)
        yield from same("pairs that differ", len(one.significant_pairs), k * (k - 1) // 2)
    else:
        yield from same("joined", two, 2)
    yield from same("datasets", (least or most, most), one.n_of_any)
    ranks_decide = one.pairs["method"][0] == "nemenyi_confirmed"
    together = ranks_decide or facts.together
    yield from same("adjustment", adjustment, None if together else ADJUSTMENTS[facts.adjustment])
    yield from same("test", test, _test(facts, one, ranks_decide=ranks_decide))
    for members in sentence.numbers.filter(pl.col("item").is_in(["bar", "set"]))["members"].to_list():
        for pair in one.significant_pairs:
            if set(pair) <= set(members):
                yield f"a bar joins {pair[0]} and {pair[1]}, which differ significantly"


def _test(facts: Facts, one: MetricFacts, *, ranks_decide: bool) -> str:
    """Return the test of pairs in words."""
    if ranks_decide:
        return "Nemenyi tests confirmed by the pairs’ own tests"
    asked = facts.tests.get("pairs", "wilcoxon")
    if asked == "wilcoxon":
        exact = one.pairs["law"].str.starts_with("exact").all()
        return "Wilcoxon tests of log ratios" if one.units else "exact Wilcoxon tests" if exact else "Wilcoxon tests"
    logarithms = " of logarithms" if one.units else ""
    return {
        "sign_test": "sign tests",
        "kfold_paired_t": f"paired t tests{logarithms}",
        "permutation_signflip": "sign-flip tests",
        "nemenyi": "Nemenyi tests",
        "siegel": "Siegel-Castellan tests",
        "conover": "Conover tests",
        "bonferroni_dunn": "Bonferroni-Dunn tests",
    }[asked]


@claim(
    r"{a:name} and {b:name} also do not differ significantly; no bar can show this because {between:name}, ranked between them,"
    r" differs from {whom:name}\.",
    OTHER,
)
def no_bar_can_show(facts, sentence, a, b, between, whom):
    one = _about(facts, sentence)
    differ = {frozenset(pair) for pair in one.significant_pairs}
    yield from same(
        "a and b, between and whom", (frozenset((a, b)) in differ, frozenset((between, whom)) in differ), (False, True)
    )
    low, high = one.mean_ranks[a], one.mean_ranks[b]
    for name in (between, whom):
        if not low - 1e-9 <= one.mean_ranks[name] <= high + 1e-9:
            yield f"{name} is not ranked between {a} and {b}"


# Mean ranks by metric


def _by_metric(facts: Facts) -> tuple[list[str], list[str]]:
    """Return the metrics whose mean ranks are drawn, and the algorithms that all of them rank."""
    ones = [one for one in facts.compared if one.name not in COSTS]
    names = set(facts.algorithms).intersection(*(one.algorithms for one in ones))
    return [one.name for one in ones], sorted(names)


def _place(one: MetricFacts, name: str) -> int:
    return 1 + sum(rank < one.mean_ranks[name] - 1e-9 for rank in one.mean_ranks.values())


def _spans(facts: Facts) -> dict[str, int]:
    """Return by algorithm how many places lie between its best and its worst."""
    metrics, names = _by_metric(facts)
    places = {name: [_place(facts.of(metric), name) for metric in metrics] for name in names}
    return {name: max(own) - min(own) for name, own in places.items()}


@claim(r"One line per algorithm; rank 1 is at the top\.", CAPTION)
@claim(r"Mean ranks of {k:count} algorithms by {printed:rest}, rank 1 is best\.", ALTERNATIVE)
def ranks_by_metric(facts, sentence, k=None, printed=None):
    metrics, names = _by_metric(facts)
    if printed is not None:
        more = re.search(r" and (\w+) more$", printed)
        listed = re.split(r", | and ", printed[: more.start()] if more else printed)
        yield from same("metrics", listed, metrics[: len(listed)])
        yield from same("metrics in all", len(listed) + (count(more[1]) if more else 0), len(metrics))
        yield from same("algorithms", k, len(names))
    yield from same("lines", sentence.numbers["algorithm"].unique().to_list(), names)
    for (metric,), part in sentence.numbers.group_by("metric"):
        yield from _drawn_at(facts.of(str(metric)), dict(part.select("algorithm", "mean_rank").rows()))


def _listed(what: str, names: list[str], more: int | None, true: list[str]) -> Contradictions:
    """Check names that are all there are, or the first of them and how many more."""
    yield from same(what, len(names) + (more or 0), len(true))
    yield from same(what, [name for name in names if name not in true], [])


@claim(
    r"{names:names}(?: and {more:count} more)? (?P<verb__rest>has|share) the best mean rank by {metric:metric}\.",
    ALTERNATIVE,
)
def best_by_metric(facts, sentence, names, more, verb, metric):
    drawn = _by_metric(facts)[1]
    best = [name for name in facts.of(metric).best if name in drawn]
    yield from _listed(f"best by {metric}", names, more, best)
    yield from same("share", verb == "share", len(best) > 1)


@claim(
    r"{name:name} moves most: place {best:count} by {high:metric}, place {worst:count} by {low:metric}\.", ALTERNATIVE
)
@claim(r"{names:names}(?: and {more:count} more)? move most, by {n:count} places?\.", ALTERNATIVE)
def moves_most(facts, sentence, name=None, best=None, high=None, worst=None, low=None, names=None, more=None, n=None):
    spans = _spans(facts)
    most = max(spans.values())
    yield from _listed("most", names or [name], more, [other for other, span in spans.items() if span == most])
    if names is not None:
        yield from same("places", n, most)
        return
    yield from same("best and worst place", (best, worst), (_place(facts.of(high), name), _place(facts.of(low), name)))
    yield from same("from best to worst", worst - best, most)
