"""Parsers of what page one says of the levels of a factor and of a test that was asked for."""

from __future__ import annotations

import re

from tests.claims.answer import ADJUSTMENTS
from tests.claims.facts import FACTOR, Facts
from tests.claims.parsers import Contradictions, claim, rounded, same
from tests.claims.sentences import NAME, Sentence

ANSWER, CAPTION = "answer", "caption"
ASKED = {
    "nemenyi": "Nemenyi’s test",
    "siegel": "Siegel-Castellan test",
    "conover": "Conover",
    "bonferroni_dunn": "Bonferroni-Dunn test",
}
LIKE = 1e-9


def _leaders(facts: Facts, metric: str | None) -> dict[str, list[str]]:
    """Return who has the best mean rank at every level; several where they share it."""
    raw = facts.metrics[0] if metric is None else facts.of(metric).name
    best = {}
    for level, ranks in facts.level_ranks(raw).items():
        least = min(ranks.values())
        best[level] = sorted(name for name, rank in ranks.items() if rank - least < LIKE)
    return best


@claim(
    r"At every level of {factor:words} the best mean rank(?: by {metric:metric})? is that of {names:names}\.", ANSWER
)
def same_at_every_level(facts, sentence, factor, metric, names) -> Contradictions:
    yield from same("factor", factor, FACTOR)
    yield from same("metric is named", metric is not None, len(facts.metrics) > 1)
    for level, leaders in _leaders(facts, metric).items():
        yield from same(f"best at {level}", sorted(names), leaders)


@claim(r"By level of {factor:words}, the best mean rank(?: by {metric:metric})? is that of {leaders:rest}\.", ANSWER)
def best_by_level(facts, sentence, factor, metric, leaders) -> Contradictions:
    yield from same("factor", factor, FACTOR)
    yield from same("metric is named", metric is not None, len(facts.metrics) > 1)
    printed = {}
    for names, level in re.findall(rf"((?:{NAME}(?:, | and )?)+) at (\w+)", leaders):
        printed[level] = sorted(facts.names.listed(names))
    true = _leaders(facts, metric)
    yield from same("best by level", printed, true)
    yield from same("levels agree", len({tuple(names) for names in true.values()}) == 1, False)


@claim(r"Mean ranks by {metric:metric} at the levels of {factor:words}\.", CAPTION)
def ranks_at_levels(facts: Facts, sentence: Sentence, metric: str, factor: str) -> Contradictions:
    yield from same("factor", factor, FACTOR)
    ranks = facts.level_ranks(facts.of(metric).name)
    table = sentence.table
    assert table is not None
    heads = [column.title for column in table.columns][1:]
    yield from same("levels", sorted(heads), sorted(ranks))
    for label, *cells in table.rows:
        for level, cell in zip(heads, cells, strict=True):
            yield from rounded(f"mean rank of {label.text} at {level}", cell.text, ranks[level][label.text])


@claim(r"{test:rest} decides because it was asked for; the default is an exact test of each pair\.", ANSWER)
def asked_for(facts, sentence, test) -> Contradictions:
    yield from same("test", test.startswith(ASKED[facts.tests["pairs"]]), True)


@claim(
    r"Its verdict on {two:count} algorithms depends on the others, and sizes are differences of mean ranks\.", ANSWER
)
def depends_on_others(facts, sentence, two) -> Contradictions:
    yield from same("a pair", two, 2)
    yield from same("compares mean ranks", set(facts.deciding["estimand"]), {"difference of mean ranks a - b"})


@claim(r"It keeps the probability of any false claim at {level:number} % where all algorithms are alike\.", ANSWER)
def keeps_its_level(facts, sentence, level) -> Contradictions:
    yield from rounded("level", level, 100 * facts.alpha)
    yield from same("holds for all pairs together", facts.together, True)


@claim(r"Its p-values are adjusted by {adjustment:rest}\.", ANSWER)
def adjusted_by(facts, sentence, adjustment) -> Contradictions:
    yield from same("adjustment", adjustment, ADJUSTMENTS[facts.adjustment])
    yield from same("holds for all pairs together", facts.together, False)
