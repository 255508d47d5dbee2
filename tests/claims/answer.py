"""Parsers of the answer: what was compared, the verdicts over datasets, and the headlines of the other sections."""

from __future__ import annotations

import math
import re
from typing import Any

import polars as pl

from tests.claims.facts import Facts, MetricFacts
from tests.claims.parsers import (
    Contradictions,
    claim,
    count,
    limit_agrees,
    p_agrees,
    rounded,
    same,
    value,
)
from tests.claims.sentences import Sentence

ANSWER, OTHER = "answer", "other"
ADJUSTMENTS = {
    "holm": "Holm", "bonferroni": "Bonferroni", "hochberg": "Hochberg", "bh": "Benjamini-Hochberg",
    "by": "Benjamini-Yekutieli", "hommel": "Hommel", "sidak": "Sidak", "finner": "Finner",
}  # fmt: skip
AFTER = r"(?: after {adjustment:words} adjustment)?"


# What was compared


@claim(
    r"{k:count} algorithms? (?:were|was) compared on {n:count} datasets? by (?:{m:count} metrics|{metric:metric})"
    r"(?:, with {reference:name} as the reference)?\.",
    ANSWER,
)
def compared(facts: Facts, _: Sentence, k: int, n: int, m: int | None, metric: str | None, reference: str | None):
    yield from _sizes(facts, k, n, m, metric, reference)
    for name in facts.metrics:
        yield from same(f"results missing by {name}", 0, facts.of(name).n_missing)


@claim(
    r"The table holds {k:count} algorithms? on {n:count} datasets? by (?:{m:count} metrics|{metric:metric})"
    r"(?:, with {reference:name} as the reference)?; {rest:rest}\.",
    ANSWER,
)
def held(
    facts: Facts,
    _: Sentence,
    k: int,
    n: int,
    m: int | None,
    metric: str | None,
    reference: str | None,
    rest: str,
):
    yield from _sizes(facts, k, n, m, metric, reference)
    if rest.startswith("by "):
        yield from _clause_of_metrics(facts, rest[3:])
        return
    for name in facts.metrics:
        yield from clause(facts.of(name), rest, facts)


@claim(r"By {rest:rest} missing; {deed:rest}\.", ANSWER)
def held_by_others(facts: Facts, sentence: Sentence, **_: Any) -> Contradictions:
    yield from _clause_of_metrics(facts, sentence.text.removeprefix("By ").removesuffix("."))


def _clause_of_metrics(facts: Facts, text: str) -> Contradictions:
    match = re.fullmatch(r"(?P<metrics>[\w, ]+?) (?P<clause>\d[\d,]* of .*)", text)
    if match is None:
        yield f"no clause on missing results: {text}"
        return
    for name in re.split(r", | and ", match["metrics"]):
        if name not in facts.metrics:
            yield f"no metric {name}"
        else:
            yield from clause(facts.of(name), match["clause"], facts)


def _sizes(facts: Facts, k: int, n: int, m: int | None, metric: str | None, reference: str | None) -> Contradictions:
    yield from same("algorithms", k, len(facts.algorithms))
    yield from same("datasets", n, len(facts.datasets))
    yield from same("reference", reference, facts.baseline)
    yield from same("metrics", [metric] if metric else m, facts.metrics if metric else len(facts.metrics))


def clause(one: MetricFacts, text: str, facts: Facts) -> Contradictions:
    """Check what is said to be missing and what was compared."""
    match = re.fullmatch(r"([\d,]+) of ([\d,]+) results? (?:is|are) missing; (.+)", text)
    if match is None:
        yield f"no clause on missing results: {text}"
        return
    datasets, algorithms = one.scores["dataset"].n_unique(), one.scores["algorithm"].n_unique()
    yield from same("missing", count(match[1]), one.n_missing)
    yield from same("cells", count(match[2]), datasets * algorithms)
    deed, _, left = match[3].partition(" (")
    out = sorted(set(one.scores["algorithm"].cast(pl.String)) - set(one.algorithms))
    named = facts.names.listed(left)
    more = re.search(r"(\d+) more", left)
    if more:
        yield from same("left out", len(named) + int(more[1]), len(out))
    elif left or one.policy in ("available", "subtable", "drop_algorithms"):
        yield from same("left out", named, out)
    least, most = one.n
    forms = {
        "available": r"pairs are compared on (?:(?P<least>\d+) to )?(?P<most>\d+) datasets?(?:; (?P<apart>\d+) pairs? shares? none)?",
        "subtable": r"(?P<k>\d+) of (?P<all>\d+) algorithms are compared on (?P<most>\d+) of (?P<n>\d+) datasets"
        r"(?:, (?P<kept>[\d,]+) of (?P<known>[\d,]+) results, not proved to be the most possible)?",
        "drop_algorithms": r"(?P<k>\d+) of (?P<all>\d+) algorithms are compared on (?P<most>\d+) of (?P<n>\d+) datasets?",
        "worst": r"(?P<made>[\d,]+) made-up values? (?:is|are) ranked last on (?:its dataset|their datasets)",
        "stand_in": r"(?P<made>[\d,]+) made-up values? stands? in for them",
        "drop_blocks": r"(?P<most>\d+) of (?P<n>\d+) datasets have results of all (?P<all>\d+) algorithms and are compared",
    }  # fmt: skip
    found = re.fullmatch(forms[one.policy], deed)
    if found is None:
        yield f"policy {one.policy}, but: {deed}"
        return
    filled = (
        one.settled.filter("imputed").select("dataset", "algorithm").n_unique()
        if one.policy in ("worst", "stand_in")
        else 0
    )
    apart = sum(not number for number in one.shared.values())
    true = {
        "least": least, "most": most, "k": len(one.algorithms), "all": algorithms, "n": datasets,
        "made": filled, "apart": apart, "kept": len(one.algorithms) * most, "known": one.known.height,
    }  # fmt: skip
    for name, said in found.groupdict().items():
        if said is not None:
            yield from same(name, count(said), true[name])
    if one.policy == "available":
        if found["least"] is None:
            yield from same("fewest datasets of a pair", most, least)
        yield from same("pairs without a dataset", count(found["apart"] or "0"), apart)


# Verdicts over datasets


def _by(facts: Facts, metrics: list[str]) -> list[MetricFacts]:
    return [facts.of(name) for name in metrics]


def _adjusted(facts: Facts, one: MetricFacts, adjustment: str | None) -> Contradictions:
    """Check that the adjustment named is the one asked for, and named only where it was made."""
    single = one.tested.height == 1 and facts.options.get("family") != "all"
    own = single or one.tested["method"][0] in ("nemenyi", "nemenyi_confirmed")
    yield from same("adjustment", adjustment, None if own else ADJUSTMENTS[facts.adjustment])


@claim(
    r"No pair(?: of algorithms)? can be decided by {metrics:metrics}: no exact test of a pair can reach {level:number} %(?: after adjustment)?"
    r" with {n:count} datasets?; at least {needed:count} are needed(?: for {what:rest})?\.",
    ANSWER,
    OTHER,
)
def undecided(facts: Facts, _: Sentence, metrics: list[str], level: str, n: int, needed: int, what: str | None):
    yield from rounded("level", level, 100 * facts.alpha)
    for one in _by(facts, metrics):
        yield from same(f"{one.name} decided by", one.tested["procedure"][0], "none")
        yield from same("datasets", n, one.n[1])
        k = len(one.algorithms)
        pairs = k * (k - 1) // 2
        if facts.options.get("family") == "all":
            yield from same("comparisons", what, f"the {facts.deciding.height} comparisons of all metrics")
            yield from same("needed", needed, _needed(facts.deciding.height, facts))
        elif one.reference:
            yield from same("comparisons", what, f"{k - 1} comparisons with a reference")
            yield from same("needed", needed, _needed(k - 1, facts))
        else:
            fewer = _needed(k - 1, facts)
            full = _needed(pairs, facts)
            other = f", or {fewer} with one declared reference" if fewer < full else ""
            yield from same("algorithms", what, None if k == 2 else f"{k} algorithms{other}")
            yield from same("needed", needed, full)


def _needed(tests: int, facts: Facts) -> int:
    """Return the datasets from which an exact test can reject: least p 2^(1-n), adjusted as if all reached it."""
    for n in range(1, 60):
        least = 2.0 ** (1 - n)
        harmonic = sum(1 / place for place in range(1, tests + 1))
        adjusted = {
            "hochberg": least, "bh": least, "hommel": least, "by": least * harmonic,
            "sidak": 1 - (1 - least) ** tests, "finner": 1 - (1 - least) ** tests,
        }.get(facts.adjustment, least * tests)  # fmt: skip
        if min(1.0, adjusted) <= facts.alpha:
            return n
    raise AssertionError("no number of datasets is enough")


@claim(
    rf"{{reference:name}}, the reference, could not be distinguished from (?:the other algorithm|any of the {{others:count}} others)"
    rf" by {{metrics:metrics}}{AFTER}\.",
    ANSWER,
    OTHER,
)
def reference_alike(facts, _, reference, others, metrics, adjustment):
    for one in _by(facts, metrics):
        yield from same("reference", reference, one.reference)
        yield from same("others", others or 1, len(one.algorithms) - 1)
        yield from same(f"significant by {one.name}", list(one.significant), [])
        yield from same("decided", one.undecided, False)
        yield from _adjusted(facts, one, adjustment)


@claim(rf"Compared with {{reference:name}}, the reference, by {{metric:metric}}{AFTER}: {{rest:rest}}\.", ANSWER, OTHER)
def against_reference(facts, _, reference, metric, adjustment, rest):
    one = facts.of(metric)
    yield from same("reference", reference, one.reference)
    yield from _adjusted(facts, one, adjustment)
    better = sorted(winner for winner, loser in one.significant if loser == reference)
    worse = sorted(loser for winner, loser in one.significant if winner == reference)
    alike = sorted(set(one.algorithms) - {reference, *better, *worse})
    said: dict[str, list[str]] = {"better": [], "worse": [], "alike": []}
    for clause in rest.split("; "):
        if match := re.fullmatch(r"(.+) (?:is|are) significantly (better|worse)", clause):
            truth = better if match[2] == "better" else worse
            said[match[2]] = yield from _group(facts, one, match[1], truth, len(one.algorithms) - 1, match[2])
        elif match := re.fullmatch(r"no significant difference from (.+)", clause):
            said["alike"] = yield from _group(facts, one, match[1], alike, len(one.algorithms) - 1, "alike")
        else:
            yield f"not understood: {clause}"
    yield from same("better", said["better"], better)
    yield from same("worse", said["worse"], worse)
    yield from same("no significant difference", said["alike"], alike)


def _group(facts: Facts, one: MetricFacts, text: str, truth: list[str], others: int, word: str):
    """Return the algorithms that some words mean, with a check of every size in brackets."""
    if text in ("the other", "both others") or re.fullmatch(r"(?:all|any of the) \w+ others", text):
        number = {"the other": 1, "both others": 2}.get(text) or count(text.split()[-2])
        yield from same(f"others, {word}", number, others)
        yield from same(f"number {word}", len(truth), others)
        return truth
    if match := re.fullmatch(r"(\d+) of the (\d+) others", text):
        yield from same(f"number {word}", int(match[1]), len(truth))
        yield from same("others", int(match[2]), others)
        return truth
    names = facts.names.listed(text)
    for letter, size in _sized(text):
        name = facts.names.unmasked(letter)
        pair = (name, one.reference) if word == "better" else (one.reference, name)
        yield from _size(one, *pair, size)
    return names


def _sized(text: str) -> list[tuple[str, str]]:
    """Return names with what stands in brackets behind them, brackets of intervals included."""
    found, place = [], 0
    while match := re.compile(r"([\ue000-\ue7ff])(?: \(|: )").search(text, place):
        depth, end = 1, match.end()
        while end < len(text) and depth:
            depth += (text[end] in "([") - (text[end] in ")]")
            end += 1
        found.append((match[1], text[match.end() : end - (depth == 0)]))
        place = end
    return found


def _size(one: MetricFacts, winner: str, loser: str, text: str) -> Contradictions:
    """Check how much better the winner of a pair is said to be."""
    row = one.row(winner, loser)
    if row is None:
        yield f"no comparison of {winner} and {loser}"
        return
    turned = row["a"] != winner
    estimand = str(row["estimand"])
    if match := re.fullmatch(r"won (\d+), lost (\d+)(?:, tied (\d+))?", text):
        wins, losses = (row["losses"], row["wins"]) if turned else (row["wins"], row["losses"])
        yield from same("wins", (int(match[1]), int(match[2]), int(match[3] or 0)), (wins, losses, row["n_ties"] or 0))
        return
    if match := re.fullmatch(r"mean ranks ([\d.]+) apart", text):
        yield from rounded("mean ranks apart", match[1], abs(one.mean_ranks[winner] - one.mean_ranks[loser]))
        return
    estimate, low, high = row["estimate"], row["ci_low"], row["ci_high"]
    if match := re.fullmatch(r"(mean )?difference ([−\d.,e]+)(?:, ([\[(].*[\])]))?", text):
        yield from same("mean difference", match[1] is not None, estimand.startswith("mean"))
        if turned:
            estimate, low, high = -estimate, None if high is None else -high, None if low is None else -low
        yield from rounded("difference", match[2], estimate)
        if match[3]:
            yield from limits(match[3], low, high, row, turned=turned)
        better = estimate < 0 if one.lower else estimate > 0
        if estimate and not better:
            yield f"{winner} is said to be better than {loser}, but the difference is {estimate}"
        return
    if turned:
        estimate, low, high = 1 / estimate, None if high is None else 1 / high, None if low is None else 1 / low
    word = "lower" if one.lower else "higher"
    if match := re.fullmatch(rf"(\d+) % {word}(?:, (.+) %)?", text):
        scaled = [None if number is None else 100 * abs(number - 1) for number in (estimate, low, high)]
        yield from _ratio(match[1], match[2], scaled)
    elif match := re.fullmatch(rf"{word} by a factor of ([\d.,e+]+)(?:, (.+))?", text):
        flip = [None if number is None else 1 / number if one.lower else number for number in (estimate, low, high)]
        yield from _ratio(match[1], match[2], flip)
    else:
        yield f"size not understood: {text}"


def _ratio(said: str, bounds: str | None, scaled: list[float | None]) -> Contradictions:
    yield from rounded("ratio", said, scaled[0])
    if bounds is None:
        return
    known = sorted(number for number in scaled[1:] if number is not None)
    match = re.fullmatch(r"(?:above (\S+) and at most (\S+)|(\S+) to (\S+))", bounds)
    if match is None or len(known) != 2:
        yield f"limits not understood: {bounds}"
        return
    low, high = match[1] or match[3], match[2] or match[4]
    if not limit_agrees(low, known[0], upper=False) or not limit_agrees(high, known[1], upper=True):
        yield f"limits: says {bounds}, are {known}"


def limits(text: str, low: float | None, high: float | None, row: dict[str, Any], *, turned: bool) -> Contradictions:
    """Check printed limits, and that they exclude the null value where the row is significant and only there."""
    said = re.fullmatch(r"([\[(])(\S+), (\S+)([\])])", text)
    if said is None:
        yield f"limits not understood: {text}"
        return
    low_open, high_open = (row["high_open"], row["low_open"]) if turned else (row["low_open"], row["high_open"])
    if not limit_agrees(said[2], low, upper=False) or not limit_agrees(said[3], high, upper=True):
        yield f"limits: says {text}, are {low} and {high}"
    if said[2] != "−∞":
        yield from same("lower limit open", said[1] == "(", bool(low_open))
    if said[3] != "∞":
        yield from same("upper limit open", said[4] == ")", bool(high_open))
    p = row["p_adjusted"] if row["p_adjusted"] is not None else row["p_value"]
    least = -math.inf if said[2] == "−∞" else value(said[2])
    most = math.inf if said[3] == "∞" else value(said[3])
    null = row.get("null_value") or 0.0
    excluded = null < least or null > most or (null == least and said[1] == "(") or (null == most and said[4] == ")")
    yield from same(f"{text} excludes {null:g}", excluded, p is not None and p <= row["alpha"])


@claim(
    r"{winner:name} is significantly better than {loser:name} by {metric:metric} \(p {p:p}; {size:rest}\)\.",
    ANSWER,
    OTHER,
)
def only_pair(facts, _, winner, loser, metric, p, size):
    one = facts.of(metric)
    yield from same("significant pairs", list(one.significant), [(winner, loser)])
    yield from same("pairs", one.tested.height, 1)
    if not p_agrees(p, one.tested["p_value"][0]):
        yield f"p: says {p}, is {one.tested['p_value'][0]}"
    yield from _size(one, winner, loser, size)


@claim(
    r"There is no significant difference between {pair:names} by {metric:metric} \(p {p:p}; {size:rest}\)\.",
    ANSWER,
    OTHER,
)
def only_pair_alike(facts, sentence, pair, metric, p, size):
    one = facts.of(metric)
    yield from same("significant pairs", list(one.significant), [])
    yield from same("pair", pair, one.algorithms)
    row = one.tested.row(0, named=True)
    if not p_agrees(p, row["p_value"]):
        yield f"p: says {p}, is {row['p_value']}"
    if match := re.fullmatch(
        r"(?:difference|ratio) ([\ue000-\ue7ff]) (?:−|to) ([\ue000-\ue7ff]) ([−\d.,e+]+)(?:, ([\[(].*[\])]))?", size
    ):
        yield from same(
            "a and b", (facts.names.unmasked(match[1]), facts.names.unmasked(match[2])), (row["a"], row["b"])
        )
        yield from rounded("estimate", match[3], row["estimate"])
        if match[4]:
            yield from limits(match[4], row["ci_low"], row["ci_high"], row, turned=False)
    elif match := re.fullmatch(r"([\ue000-\ue7ff]) won (\d+), lost (\d+)(?:, tied (\d+))?", size):
        first = facts.names.unmasked(match[1]) == row["a"]
        true = (row["wins"], row["losses"]) if first else (row["losses"], row["wins"])
        yield from same("wins", (int(match[2]), int(match[3]), int(match[4] or 0)), (*true, row["n_ties"] or 0))
    else:
        yield f"size not understood: {size}"


@claim(
    rf"{{winner:name}} is significantly better than (?:(?P<others__rest>both others|the other|all \w+ others)) by {{metric:metric}}{AFTER}"
    r"(?: \({sizes:rest}\))?\.",
    ANSWER,
    OTHER,
)
def best_of_all(facts, _, winner, others, metric, adjustment, sizes):
    one = facts.of(metric)
    beaten = sorted(loser for first, loser in one.significant if first == winner)
    yield from same("beaten", beaten, sorted(set(one.algorithms) - {winner}))
    yield from same("best mean rank", [winner], one.best)
    number = {"the other": 1, "both others": 2}.get(others) or count(others.split()[1])
    yield from same("others", number, len(one.algorithms) - 1)
    yield from _adjusted(facts, one, adjustment)
    for part in (sizes or "").split("; ") if sizes else []:
        yield from _size(one, winner, facts.names.unmasked(part[0]), part[3:])


@claim(
    rf"Of {{pairs:count}} pairs? of algorithms, {{n:count}} differs? significantly by {{metrics:metrics}}{AFTER}(?P<rest__rest>|[:;,] .+)\.",
    ANSWER,
    OTHER,
)
def pairs_that_differ(facts, _, pairs, n, metrics, adjustment, rest):
    for one in _by(facts, metrics):
        yield from same("pairs", pairs, one.tested.height)
        yield from same(f"significant by {one.name}", n, len(one.significant))
        yield from same("decided", one.undecided, False)
        yield from _adjusted(facts, one, adjustment)
    one = facts.of(metrics[0])
    named = re.findall(r"([\ue000-\ue7ff]) is better than ([\ue000-\ue7ff])", rest)
    if named:
        said = [(facts.names.unmasked(a), facts.names.unmasked(b)) for a, b in named]
        yield from same("winners and losers", said, sorted(one.significant))
        for (winner, loser), (_, size) in zip(said, _sized(rest), strict=False):
            yield from _size(one, winner, loser, size)
        return
    if match := re.search(r"([\ue000-\ue7ff]) is significantly better than ([^;]+)", rest):
        winner = facts.names.unmasked(match[1])
        truth = sorted(loser for first, loser in one.significant if first == winner)
        said = yield from _group(facts, one, match[2], truth, len(one.algorithms) - 1, "beaten")
        yield from same("beaten", said, truth)
        yield from same("best mean rank", [winner], one.best)
    if match := re.search(r"; ([^;]+) beats? ([\ue000-\ue7ff]), which has the best mean rank", rest):
        leader = facts.names.unmasked(match[2])
        truth = sorted(first for first, loser in one.significant if loser == leader)
        said = yield from _group(facts, one, match[1], truth, len(one.algorithms) - 1, "beat the leader")
        yield from same("beat the leader", said, truth)
        yield from same("best mean rank", [leader], one.best)
    if match := re.search(r"but there is no order: (.+) beat each other in a circle", rest):
        for name in facts.names.listed(match[1]):
            if not any(first == name for first, _ in one.significant):
                yield f"{name} beats nobody, so it is in no circle"


# How the leader or the reference stands


@claim(r"Of {total:count} comparisons with {focus:rest}, {n:count} shows? no significant difference\.", ANSWER)
def still_open(facts, _, total, focus, n):
    yield from _standing(facts, focus, total, n)


@claim(r"All {total:count} comparisons with {focus:rest} show a significant difference\.", ANSWER)
def none_open(facts, _, total, focus):
    yield from _standing(facts, focus, total, 0)


def _standing(facts: Facts, focus: str, total: int, n: int) -> Contradictions:
    reference = facts.compared[0].reference
    yield from same("focus", facts.names.unmasked(focus), reference or "the algorithm of best mean rank")
    all_of, open_of = 0, 0
    for one in facts.compared:
        if one.undecided or len(one.focus) > 1:
            continue
        all_of += len(one.algorithms) - 1
        open_of += len(one.algorithms) - 1 - sum(one.focus[0] in pair for pair in one.significant)
    yield from same("comparisons", total, all_of)
    yield from same("open", n, open_of)


@claim(r"{focus:name} could not be distinguished from {whom:rest} by {metric:metric}\.", ANSWER)
def not_distinguished(facts, _, focus, whom, metric):
    one = facts.of(metric)
    yield from same("focus", [focus], one.focus)
    alike = [
        name
        for name in one.algorithms
        if name != focus and not any({name, focus} == {*pair} for pair in one.significant)
    ]
    if whom in ("any of the others", "either of the others", "the other"):
        yield from same("not distinguished", sorted(alike), sorted(set(one.algorithms) - {focus}))
        sizes = {"the other": (1,), "either of the others": (2,)}.get(whom, range(3, 100))
        if len(alike) not in sizes:
            yield f"{whom} are {len(alike)}"
    else:
        yield from same("not distinguished", facts.names.listed(whom), alike)
    yield from same("decided", one.undecided, False)


@claim(
    r"A difference(?: in {link:link})? is called significant when its (?P<adjusted__rest>adjusted )?p-value is at most {alpha:number}"
    r"(?: \((?P<adjustment__rest>[^;()]+)\))?\.",
    ANSWER,
    OTHER,
)
def meaning_of_significant(facts, sentence, link, adjusted, alpha, adjustment):
    yield from rounded("alpha", alpha, facts.alpha)
    several = len(facts.algorithms) > 2 or facts.options.get("family") == "all"
    yield from same("adjusted", adjusted is not None, several)
    if sentence.part == "answer":
        yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment] if several else None)


@claim(r"A non-significant difference is not evidence that two algorithms are equal\.", ANSWER, OTHER)
def caveat(facts, _):
    yield from ()


@claim(r"{n:count} further findings? (?:is|are) in the sections that follow\.", ANSWER)
def further(facts, _, n):
    from benchreport.document.model.blocks import Finding, Text

    made = [b for part in facts.report.sections for b in part.blocks if isinstance(b, Finding) and b.headline]
    told = [b for b in facts.sections["summary"].blocks if isinstance(b, Text) and b.kind == "item"]
    merged = sum(len([w for w in b.words if getattr(w, "kind", "") == "ref"]) > 1 for b in told)
    if n > len(made) or (not merged and n != len(made) - _headlines(facts)):
        yield f"further findings: says {n}, there are {len(made)} headlines and {len(told)} items"


def _headlines(facts: Facts) -> int:
    from benchreport.document.model.blocks import Text

    items = [b for b in facts.sections["summary"].blocks if isinstance(b, Text) and b.kind == "item"]
    return sum(any(getattr(word, "kind", "") == "ref" for word in item.words) for item in items)
