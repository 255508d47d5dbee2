"""Parsers of the section on sensitivity and of the captions of page one."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import polars as pl

from tests.claims.answer import ADJUSTMENTS
from tests.claims.facts import STAND_IN, Facts, MetricFacts, winners
from tests.claims.other_analyses import Agreement, Analysis, agreements, analyses_of, rank_analyses_of
from tests.claims.parsers import Contradictions, claim, count, rounded, same, value
from tests.claims.predicted import folded
from tests.claims.sentences import NAME

CAPTION, OTHER = "caption", "other"
# Of more algorithms only comparisons with the one in focus are listed, without words on posteriors.
PAIRS_UP_TO = 6
NAMED_UP_TO, DATASETS_NAMED = 3, 6
SURE, REGION, FEWEST_PICKED, DRAWS = 0.95, 0.01, 10, 20_000
RATES = ("accuracy", "error_rate")


def _first(facts: Facts) -> MetricFacts:
    """Return the facts of the metric that is spoken of."""
    return facts.of(facts.metrics[0])


def _listed(facts: Facts) -> list[Agreement]:
    """Return the comparisons with the one in focus, and of few algorithms all others that differ."""
    one = _first(facts)
    few = len(one.algorithms) <= PAIRS_UP_TO
    return [
        agreement
        for agreement in agreements(one)
        if one.focus[0] in agreement.pair or (few and agreement.better is not None)
    ]


def _verdicts(facts: Facts) -> list[Agreement]:
    """Return the verdicts that are spoken of: those listed, else all."""
    listed = [agreement for agreement in _listed(facts) if agreement.better is not None]
    return listed or [agreement for agreement in agreements(_first(facts)) if agreement.better is not None]


def _of(facts: Facts, winner: str, loser: str) -> Agreement | None:
    """Return the verdict of one algorithm over another."""
    return next((agreement for agreement in _verdicts(facts) if agreement.names == (winner, loser)), None)


def _able(facts: Facts) -> list[Analysis]:
    """Return the analyses that can come to a verdict on some pair."""
    return [analysis for analysis in analyses_of(_first(facts)) if analysis.winners]


# The list of analyses

RUNS = "with means and with medians over the runs"
GAPS = "on complete datasets, on those of each pair and with missing results ranked last"


EVERY = r"(?:all {n:count}|(?P<few__rest>both|the only)) alternative analys[ei]s"
SOME = r"(?:{n:count} of {m:count} alternative analyses|(?P<only__rest>the only) alternative analysis)"
FEW = {"both": 2, "the only": 1, None: None}


@claim(
    rf"{{link:link}} has (?:{EVERY}|(?P<ranks__rest>tests of mean ranks))(?: by {{metric:rest}})?(?:: each test {{versions:rest}})?\.",
    OTHER,
)
def list_of_analyses(facts, sentence, link, n, few, ranks, metric, versions):
    every = analyses_of(_first(facts))
    yield from same("table", link.removeprefix("@"), "multiverse")
    yield from same("analyses", 0 if ranks else n or FEW[few], len(_able(facts)))
    yield from same("metric", metric, facts.metrics[0] if len(facts.metrics) > 1 else None)
    said = [words for words in (RUNS, GAPS) if words in (versions or "")]
    runs, gaps = {one.runs for one in every}, {one.gaps for one in every}
    yield from same("versions", said, [w for w, have in ((RUNS, runs), (GAPS, gaps)) if len(have) > 1])
    yield from same("other words", (versions or "").replace(RUNS, "").replace(GAPS, "").strip(" and"), "")


# Wins under other analyses

PAIRED = re.compile(rf"({NAME}) over ({NAME})")
PART = re.compile(
    rf"(?:only )?(?:the wins? of (?P<pairs>{NAME} over {NAME}(?:(?:, | and ){NAME} over {NAME})*)"
    r"|of the (?P<whole>\w+) wins, (?P<some>\w+)|(?P<both>both) wins|all (?P<all>\w+) wins|the other (?P<other>\w+)|(?P<none>no win)|(?P<they>they))"
    r" holds? in (?P<held>all \w+ alternative analyses|(?:both|the only) alternative analys[ei]s|none to \w+|\w+ to \w+|\w+ of \w+ alternative analyses|\w+)",
    re.IGNORECASE,
)


@claim(
    r"(?P<rest__rest>(?:(?:Only t|T)he wins? of|Of the \w+ wins,|Both wins|All \w+ wins|No win) .*holds? in .+)\.",
    OTHER,
)
def wins_that_hold(facts, sentence, rest):
    claims = _verdicts(facts)
    total = max((claim.counts[1] for claim in claims), default=0)
    left = list(claims)
    clauses = [clause for part in rest.split("; ") for clause in re.split(r"(?<=\w)(?:,| and) (?=the win)", part)]
    for clause in clauses:
        found = PART.fullmatch(clause)
        if found is None:
            yield f"not understood: {clause}"
            return
        low, high = _held(found["held"], total)
        if found["none"]:
            yield from same("wins that hold in all", sum(claim.unanimous for claim in claims), 0)
            continue
        if found["pairs"]:
            named = [
                _of(facts, facts.names.unmasked(a), facts.names.unmasked(b)) for a, b in PAIRED.findall(found["pairs"])
            ]
        else:
            named = [claim for claim in left if low <= claim.counts[0] <= high]
            number = found["some"] or found["all"] or found["other"]
            n = 2 if found["both"] else len(left) if found["they"] else count(number)
            yield from same(f"number: {clause}", n, len(named))
            if found["whole"]:
                yield from same("wins", count(found["whole"]), len(claims))
        for win in named:
            if win is None or win not in left:
                yield f"{clause}: this is no win of the report, or is named twice"
                continue
            left.remove(win)
            if not low <= win.counts[0] <= high:
                yield f"{clause}: it holds in {win.counts}"
    yield from same("wins that are not spoken of", len(left), 0)


def _held(words: str, total: int) -> tuple[int, int]:
    """Return in how many analyses at least and at most some wins are said to hold."""
    if words.startswith(("all ", "both ", "the only ")):
        return total, total
    numbers = [count(word) for word in words.removesuffix(" alternative analyses").split() if word not in ("of", "to")]
    return (numbers[0], numbers[0]) if " of " in words else (numbers[0], numbers[-1])


@claim(r"None of {m:count} alternative analyses finds a significant difference\.", OTHER)
@claim(rf"A difference is significant in {SOME}(?:: {{names:rest}})?\.", OTHER)
def any_verdict(facts, sentence, m=None, n=0, only=None, names=None):
    able = _able(facts)
    finds = [one for one in able if any(one.winners.values())]
    yield from same("verdicts of the report", len(_verdicts(facts)), 0)
    yield from same("analyses", m or 1, len(able))
    yield from same("analyses with a difference", 1 if only else n, len(finds))
    if names is not None:
        yield from same("named", names.split("; "), [_name(one) for one in finds])


def _name(one: Analysis) -> str:
    """Return an analysis as the list calls it."""
    gaps = {"complete": "complete datasets", "pairs": "available pairs", "worst": "missing results last", None: ""}
    parts = (one.test, one.runs and f"{one.runs} of runs", gaps[one.gaps])
    return ", ".join(part for part in parts if part)


@claim(rf"{{names:names}} are separated in {SOME}(?:; this report does not separate them)?\.", OTHER)
def separated(facts, sentence, names, n, m, only):
    found = [agreement for agreement in _listed(facts) if agreement.pair == frozenset(names)]
    yield from same("comparisons listed", len(found), 1)
    for agreement in found:
        yield from same("verdict of the report", agreement.better, None)
        yield from same("analyses", (n or 1, m or 1), (len(agreement.others), agreement.counts[1]))


# Datasets that decide a verdict


@claim(
    r"(?:It|The win of {winner:name} over {loser:name}) is lost"
    r" (?:(?P<all__rest>whichever dataset is left out)|without any one of {n:count} datasets|without {datasets:datasets})\.",
    OTHER,
)
def drops_out(facts, sentence, winner, loser, all, n, datasets):  # noqa: A002
    claims = _verdicts(facts)
    if winner is None:
        yield from same("verdicts", len(claims), 1)
    agreement = claims[0] if winner is None else _of(facts, winner, loser)
    if agreement is None:
        yield f"{winner} over {loser} is no verdict of the report"
    elif all is not None:
        yield from same("datasets", list(agreement.hangs_on), facts.datasets)
    elif n is not None:
        yield from same("number of datasets", n, len(agreement.hangs_on))
    else:
        yield from same("datasets", datasets, list(agreement.hangs_on))


@claim(r"Single datasets decide {n:count} more wins?\.", OTHER)
def more_decided(facts, sentence, n):
    hanging = [agreement for agreement in _verdicts(facts) if agreement.hangs_on]
    yield from same("further verdicts", n, len(hanging) - NAMED_UP_TO)


# Posterior probabilities


@lru_cache(maxsize=256)
def _posterior(one: MetricFacts, a: str, b: str) -> tuple[float, float, float]:
    """Draw the Bayesian signed-rank test: the probability that a is practically better, that both are equivalent, b."""
    of = {
        name: dict(one.cells.filter(pl.col("algorithm") == name).select("dataset", "value").rows()) for name in (a, b)
    }
    shared = sorted(of[a].keys() & of[b].keys())
    apart = np.array([0.0, *((of[a][d] - of[b][d]) * (-1 if one.lower else 1) for d in shared)])
    weights = np.random.default_rng(7).dirichlet([0.5, *[1.0] * len(shared)], DRAWS)
    means = (apart[:, None] + apart) / 2
    above, below = (
        ((weights @ side) * weights).sum(axis=1) for side in (means > REGION + 1e-12, means < -REGION - 1e-12)
    )
    inside = 1 - above - below
    first, second = (x > np.maximum(y, inside) for x, y in ((above, below), (below, above)))
    return float(first.mean()), float(1 - first.mean() - second.mean()), float(second.mean())


def _error(p: float) -> float:
    """Return by how much two drawings of a probability may differ."""
    return 5 * (2 * max(p * (1 - p), 1e-4) / DRAWS) ** 0.5


def _chance(text: str, true: float) -> bool:
    """Return whether a printed probability, perhaps a bound, may be that of another drawing."""
    number = text.lstrip("=>≥ ")
    said, slack = value(f"0{number}" if number.startswith(".") else number), _error(true) + 0.005 + 1e-9
    return true >= said - slack if text.startswith((">", "≥")) else abs(true - said) <= slack


def _oriented(facts: Facts, agreement: Agreement) -> tuple[str, str]:
    """Return the two of a comparison as they are listed: the one in focus first, else the better one."""
    focus = _first(facts).focus[0]
    return (focus, *(agreement.pair - {focus})) if focus in agreement.pair else agreement.names


def _believable(facts: Facts) -> bool:
    """Return whether posteriors are drawn: of rates, of measured results, and of enough datasets to pick the best."""
    one = _first(facts)
    filled = any(
        facts.of(name).policy in STAND_IN and facts.of(name).settled["imputed"].any() for name in facts.metrics
    )
    return one.name in RATES and not filled and (one.reference is not None or one.n_of_any[1] >= FEWEST_PICKED)


def _sure(p: float) -> bool | None:
    """Return whether a probability is above what counts as sure; None where drawings may differ about it."""
    return None if abs(p - SURE) <= _error(SURE) else p > SURE


BELIEF = re.compile(rf"({NAME}) is practically (better than|equivalent to) ({NAME}) \(P (.+)\)")
SIZED = re.compile(
    r"(?:(the)|(both)|all (\w+)|(\w+) of (\w+)) significant differences? (?:is|are) of practical size \(P (.+)\)"
)
UNDECIDED = re.compile(r"the other is undecided|the other (\w+) are undecided")


@claim(r"By the Bayesian signed-rank test {rest:rest}\.", OTHER)
def believed(facts, sentence, rest):
    one, listed = _first(facts), _listed(facts)
    yield from same("posteriors", _believable(facts), True)
    yield from same("few algorithms", len(one.algorithms) <= PAIRS_UP_TO, True)
    chances = {
        agreement.pair: (_oriented(facts, agreement), _posterior(one, *_oriented(facts, agreement)))
        for agreement in listed
    }
    significant = {agreement.pair: agreement.better for agreement in listed if agreement.better is not None}
    shared = {}
    for pair, better in significant.items():
        (a, _), p = chances[pair]
        shared[pair] = p[0] if better == a else p[2]
    spoken: set[frozenset[str]] = set()
    sized = 0
    for part in rest.split("; "):
        if found := SIZED.fullmatch(part):
            total = 1 if found[1] else 2 if found[2] else count(found[3] or found[5])
            yield from same("significant differences", total, len(significant))
            sized = count(found[4]) if found[4] else total
            yield from _sized(list(shared.values()), sized, found[6])
        elif found := BELIEF.fullmatch(part):
            winner, other = facts.names.unmasked(found[1]), facts.names.unmasked(found[3])
            pair = frozenset((winner, other))
            if pair not in significant:
                yield f"{part}: there is no verdict on {winner} and {other}"
                continue
            (a, _), (better, rope, worse) = chances[pair]
            p = rope if "equivalent" in found[2] else better if winner == a else worse
            spoken.add(pair)
            if _sure(p) is False or not _chance(found[4], p):
                yield f"{part}: the probability is {p}"
            if significant.get(pair) == winner and "better" in found[2]:
                yield f"{part}: it is one of the significant differences"
        elif found := UNDECIDED.fullmatch(part):
            left = count(found[1]) if found[1] else 1
            yield from same("undecided", left, len(significant) - sized - len(spoken))
        else:
            yield f"not understood: {part}"
    for pair, ((a, b), p) in chances.items():
        known = pair in spoken or pair not in significant or _sure(shared.get(pair, 0.0)) is not False
        if not known and any(_sure(chance) for chance in p):
            yield f"{a} and {b} are not spoken of: the probabilities are {p}"


def _sized(shared: Sequence[float], said: int, p: str) -> Contradictions:
    """Check how many significant differences are of practical size, and the least of their probabilities."""
    sure, perhaps = ([x for x in shared if _sure(x) in kinds] for kinds in ((True,), (True, None)))
    if not len(sure) <= said <= len(perhaps):
        yield f"of practical size: says {said}, are {len(sure)} to {len(perhaps)}"
    elif not any(_chance(p, x) for x in ([min(perhaps)] if len(sure) == len(perhaps) else perhaps)):
        yield f"P {p}: the probabilities are {perhaps}"


@claim(r"Unlike the p-values, these probabilities are not adjusted for {n:count} comparisons\.", OTHER)
def not_adjusted(facts, sentence, n):
    yield from same("comparisons", n, _first(facts).tested.height)


# The table

FILLED, HALF, HOLLOW, CANNOT, REVERSED = "●", "◐", "○", "–", "×"
COLUMNS = {
    ("", "Wilcoxon"): "Wilcoxon",
    ("", "paired t"): "paired t",
    ("", "sign"): "sign",
    ("", "sign flips"): "sign flips of means",
    ("mean ranks", "Nemenyi"): "Nemenyi",
    ("mean ranks", "Shaffer"): "mean ranks, Shaffer",
}
FURTHER = ("same verdict", "changes without", "P(>) P(=)")


@claim(r"Filled: significant at {level:rest}\.", CAPTION)
def symbols(facts, sentence, level):
    yield from rounded("level", f"0{level}", facts.alpha)
    one, table, listed = _first(facts), sentence.table, _listed(facts)
    heads = [(column.group, column.title) for column in table.columns]
    against = all(one.focus[0] in agreement.pair for agreement in listed)
    yield from same("first column", heads[0][1], f"{one.focus[0]} against" if against else "Pair (a − b)")
    rows = {row[0].text: dict(zip(heads, (cell.text for cell in row), strict=True)) for row in table.rows}
    true = {" − ".join(_oriented(facts, agreement)[against:]): agreement for agreement in listed}
    yield from same("rows", list(rows), list(true))
    printed = {COLUMNS[head]: head for head in heads if head in COLUMNS}
    for head in heads[1:]:
        if head[1] not in FURTHER and head not in COLUMNS:
            yield f"there is no analysis {', '.join(head)}"
    for label in rows.keys() & true.keys():
        agreement, row = true[label], rows[label]
        for analysis in COLUMNS.values():
            symbol = row[printed[analysis]] if analysis in printed else CANNOT
            made = [*agreement.analyses, *rank_analyses_of(one)]
            yield from same(f"{label}, {analysis}", symbol, _symbol(agreement, made, analysis))
        if ("", "same verdict") in row:
            yield from same(f"{label}, same verdict", row["", "same verdict"], "{} of {}".format(*agreement.counts))
        if ("", "changes without") in row:
            yield from same(f"{label}, changes without", row["", "changes without"], _without(one, agreement))
        if chances := row.get(("", "P(>) P(=)")):
            posterior = _posterior(one, *_oriented(facts, agreement))
            if not all(_chance(text, p) for text, p in zip(chances.split(), posterior, strict=False)):
                yield f"{label}: P says {chances}, is {posterior}"


def _symbol(agreement: Agreement, analyses: Sequence[Analysis], test: str) -> str:
    own = [one.winners[agreement.pair] for one in analyses if one.test == test and agreement.pair in one.winners]
    if not own:
        return CANNOT
    if agreement.better is not None and any(winner not in (None, agreement.better) for winner in own):
        return REVERSED
    return FILLED if all(own) else HALF if any(own) else HOLLOW


def _without(one: MetricFacts, agreement: Agreement) -> str:
    n = len(agreement.hangs_on)
    if not n:
        return "none"
    if len(one.algorithms) > PAIRS_UP_TO:
        return str(n)
    return agreement.hangs_on[0] if n == 1 else f"{n} datasets"


@claim(r"Mean ranks: depend on the other algorithms, not counted\.", OTHER)
def ranks_apart(facts, sentence):
    yield from same("mean ranks", any(one.winners for one in rank_analyses_of(_first(facts))), True)


@claim(rf"{CANNOT}: cannot reach {{level:number}} %, or not defined\.", OTHER)
def cannot_reach(facts, sentence, level):
    yield from rounded("level", level, 100 * facts.alpha)


@claim(
    r"P: Bayesian probability that (?:the first|{name:name}) is better and that both are equivalent \(within ±{rope:number}\)\.",
    OTHER,
)
def posterior_columns(facts, sentence, name, rope):
    focus = _first(facts).focus[0]
    yield from same("posteriors", _believable(facts), True)
    yield from rounded("region", rope, REGION)
    yield from same("first", name, focus if all(focus in agreement.pair for agreement in _listed(facts)) else None)


# Captions of page one


@claim(r"Differences from {name:name} in {metric:rest}\.", CAPTION)
@claim(r"{metric:rest} as a ratio to {name:name}\.", CAPTION)
@claim(r"Share of the datasets won against {name:name} by {metric:rest}\.", CAPTION)
@claim(r"Mean ranks by {metric:rest}, less that of {name:name}\.", CAPTION)
def differences_from(facts, sentence, name, metric):
    one = _first(facts)
    yield from same("metric", metric.lower(), one.name.lower())
    yield from same("in focus", name, one.focus[0])
    method = one.tested["method"][0]
    by_ranks, by_wins = facts.posthoc, method == "sign_test"
    first = "Mean ranks" if by_ranks else "Share" if by_wins else metric if one.units else "Differences"
    yield from same("what is drawn", sentence.text.startswith(first), True)


@claim(r"Differences in mean {metric:metric} from {name:name}\.", CAPTION)
def means_from(facts, sentence, metric, name):
    one = _first(facts)
    yield from same("metric", metric, one.name)
    yield from same("one dataset", len(facts.datasets), 1)
    means = dict(one.known.select("algorithm", "value").rows())
    yield from same("in focus", name in ([facts.baseline] if facts.baseline else winners(means, lower=one.lower)), True)


@claim(r"Differences in error rate from {name:name}\.", CAPTION)
@claim(r"Bars: instances on which only one of the two errs\.", CAPTION)
def errors_from(facts, sentence, name=None):
    numbers = sentence.numbers
    focus = str(numbers.filter("is_focus")["algorithm"][0])
    missed = facts.table.filter(pl.col("truth") != pl.col("prediction"))
    wrong = {name: set(missed.filter(pl.col("algorithm") == name)["instance"]) for name in facts.algorithms}
    yield from same("errors", dict(numbers.select("algorithm", "errors").rows()), {a: len(w) for a, w in wrong.items()})
    if name is not None:
        yield from same("in focus", name, focus)
        best = winners({key: float(len(own)) for key, own in wrong.items()}, lower=True)
        yield from same("in focus", name in ([facts.baseline] if facts.baseline else best), True)
        return
    for other, wins, losses in numbers.filter(~pl.col("is_focus")).select("algorithm", "wins", "losses").rows():
        true = (len(wrong[focus] - wrong[other]), len(wrong[other] - wrong[focus]))
        yield from same(f"only one of {focus} and {other} errs", (wins, losses), true)


@claim(r"Line: {level:number} % interval(?: \({test:rest}\))?\.", CAPTION)
@claim(
    r"Thin lines: {level:number} % intervals for all {m:count} (?P<family__rest>pairs|comparisons) together(?: \({test:rest}\))?;"
    r" thick: {each:number} % each\.",
    CAPTION,
)
def interval_lines(facts, sentence, level, test, m=1, family=None, each=None):
    numbers = sentence.numbers
    k = numbers.height
    yield from rounded("level", level, 100 * (1 - facts.alpha))
    yield from same("level of each", each or level, level)
    yield from same("comparisons", m, k - 1 if facts.baseline in numbers["algorithm"] else k * (k - 1) // 2)
    if family is not None:
        yield from same("family", family, "pairs" if facts.baseline is None else "comparisons")
    adjusted = f"{ADJUSTMENTS[facts.adjustment]}-adjusted " if m > 1 else ""
    # Folds decide where there are several, else instances.
    classes = facts.setting.kind in ("binary", "multiclass") and not folded(facts)
    of_one = f"{adjusted}{'exact McNemar' if classes else 'corrected resampled t'} test"
    yield from same("test", test, of_one if len(facts.datasets) == 1 else None)


@claim(r"Right: sets without a significant difference, with a dot for each member\.", CAPTION)
def rails(facts, sentence):
    numbers = sentence.numbers
    members: dict[int, list[str]] = {}
    for name, sets in numbers.select("algorithm", "sets").rows():
        for place in sets or ():
            members.setdefault(place, []).append(name)
    if str(numbers["metric"][0]) not in facts.metrics or len(facts.datasets) == 1:
        focus = str(numbers.filter("is_focus")["algorithm"][0])
        differ = {frozenset((focus, other)) for other in numbers.filter("differs")["algorithm"]}
    else:
        differ = {frozenset(pair) for pair in _first(facts).significant_pairs}
    for names in members.values():
        yield from (
            f"{' and '.join(sorted(pair))} differ significantly and are joined" for pair in differ if pair <= set(names)
        )


@claim(r"The {n:count} others are not compared with one another here\.", CAPTION)
def not_compared(facts, sentence, n):
    yield from same("others", n, len(_first(facts).algorithms) - 1)
    yield from same("a reference", _first(facts).reference is not None, True)


@claim(r"Ranks on the {n:count} datasets, by metric\.", CAPTION)
@claim(r"Dots: rank on one dataset, ties share their mean rank; rank {best:number} is at the right\.", CAPTION)
def rank_dots(facts, sentence, n=None, best=None):
    numbers = sentence.numbers
    if n is not None:
        yield from same("datasets", n, _first(facts).n[1])
    else:
        yield from same("best rank", best, "1")
    for metric in numbers["metric"].unique():
        one = facts.of(metric)
        drawn = dict(numbers.filter(pl.col("metric") == metric).group_by("algorithm").agg(pl.col("rank").mean()).rows())
        for name, rank in one.mean_ranks.items():
            if abs(drawn.get(name, 0.0) - rank) > 1e-9:
                yield f"mean rank of {name} by {metric}: drawn {drawn.get(name)}, is {rank}"
