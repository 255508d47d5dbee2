"""Parsers of sentences: a pattern with named holes, and a function that derives again what stands in each."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tests.claims.facts import Facts
from tests.claims.sentences import SPELLED, Sentence

Contradictions = Iterator[str]
Check = Callable[..., Contradictions]

_NAME, _DATASET, _METRIC = "[\ue000-\ue7ff]", "[\ue800-\uefff]", r"[A-Za-z][A-Za-z_]*[0-9]?"
_NUMBER = r"[−+-]?\d[\d,]*(?:\.\d+)?(?:e[−+-]?\d+)?"
_COUNT = rf"(?:\d[\d,]*|(?i:{'|'.join(SPELLED)}|none|no))"
# What may stand in a hole, by the word behind its name.
HOLES = {
    "name": _NAME,
    "names": rf"{_NAME}(?:(?:,| and| or|, and|, or) {_NAME})*",
    "dataset": _DATASET,
    "datasets": rf"{_DATASET}(?:(?:,| and| or) {_DATASET})*",
    "metric": _METRIC,
    "metrics": rf"{_METRIC}(?:(?:,| and| or) {_METRIC})*",
    "count": _COUNT,
    "number": _NUMBER,
    "p": r"[=<>] \.\d+",
    "chance": r"(?:[=<>≥] )?\d\.\d+",
    "limits": rf"[\[(](?:{_NUMBER}|−∞), (?:{_NUMBER}|∞)[\])]",
    "words": r"[^.;:()]+?",
    "rest": r".+?",
    "link": r"@[\w.-]+",
}
HOLE = re.compile(r"\{(\w+):(\w+)\}")


@dataclass(frozen=True, kw_only=True)
class Parser:
    """One sentence that a report may say: in which parts, its pattern, and how its words are derived again."""

    parts: tuple[str, ...]
    pattern: re.Pattern[str]
    check: Check


PARSERS: list[Parser] = []


def claim(pattern: str, *parts: str) -> Callable[[Check], Check]:
    """Register a check for the sentences of a pattern.

    The pattern is a regular expression with holes such as ``{winner:name}``; the check takes the facts, the sentence
    and one argument per hole, and yields what contradicts the facts. Names are given unmasked, lists of names as lists.
    """

    def register(check: Check) -> Check:
        holes = HOLE.sub(lambda hole: rf"(?P<{hole[1]}__{hole[2]}>{HOLES[hole[2]]})", pattern)
        PARSERS.append(Parser(parts=parts, pattern=re.compile(holes), check=check))
        return check

    return register


def judged(facts: Facts, sentence: Sentence) -> list[str] | None:
    """Return what contradicts the facts in a sentence; None if no parser knows it."""
    for parser in PARSERS:
        if sentence.part not in parser.parts:
            continue
        match = parser.pattern.fullmatch(sentence.text)
        if match:
            return list(parser.check(facts, sentence, **_values(facts, match)))
    return None


def _values(facts: Facts, match: re.Match[str]) -> dict[str, Any]:
    values: dict[str, Any] = {}
    for group, text in match.groupdict().items():
        name, _, kind = group.rpartition("__")
        if text is None:
            values[name] = None
        elif kind in ("names", "datasets"):
            values[name] = facts.names.listed(text)
        elif kind == "metrics":
            values[name] = re.split(r", | and | or ", text)
        elif kind in ("name", "dataset", "words", "rest"):
            values[name] = facts.names.unmasked(text) if kind in ("name", "dataset") else text
        elif kind == "count":
            values[name] = count(text)
        else:
            values[name] = text
    return values


def count(text: str) -> int:
    """Return a count, in figures or in words."""
    word = text.lower()
    if word in ("none", "no"):
        return 0
    return SPELLED.index(word) if word in SPELLED else int(word.replace(",", ""))


def value(text: str) -> float:
    """Return the value of a printed number."""
    return float(text.replace("−", "-").replace(",", "").replace("∞", "inf"))


def rounding(text: str) -> float:
    """Return one unit of the last digit of a printed number."""
    mantissa, _, exponent = text.replace("−", "-").partition("e")
    decimals = len(mantissa.partition(".")[2])
    return 10.0 ** (-decimals + int(exponent or 0))


def agrees(text: str, true: float | None) -> bool:
    """Return whether a printed number is a true one, rounded."""
    if true is None or math.isnan(true):
        return False
    unit = rounding(text)
    digits = len(re.sub(r"\D", "", text.partition("e")[0]).lstrip("0"))
    # Whole numbers may be rounded to significant digits.
    if "." not in text and "e" not in text and digits >= 4:
        unit = max(unit, 10.0 ** (math.floor(math.log10(max(abs(true), 1.0))) - 3))
    return abs(value(text) - true) <= 0.5 * unit * (1 + 1e-6) + 1e-12 * abs(true)


def limit_agrees(text: str, true: float | None, *, upper: bool) -> bool:
    """Return whether a printed limit is a true one, rounded outward."""
    if text in ("∞", "−∞"):
        return true is None or math.isinf(true)
    if true is None:
        return False
    over = (value(text) - true) * (1 if upper else -1)
    slack = 1e-9 * max(1.0, abs(true))
    return -slack <= over <= rounding(text) + slack


def p_agrees(text: str, true: float | None) -> bool:
    """Return whether a printed p-value, as "= .031" or "< .001", is a true one."""
    if true is None:
        return False
    sign, _, number = text.partition(" ")
    bound = float(number)
    if sign == "<":
        return true < bound
    if sign == ">":
        return true >= bound
    return abs(bound - true) <= 0.5 * 10.0 ** -len(number.lstrip("0").lstrip(".")) * (1 + 1e-6)


def chance_agrees(text: str, true: float | None) -> bool:
    """Return whether a printed probability, perhaps a bound, is a true one."""
    if true is None:
        return False
    sign, _, number = text.rpartition(" ")
    unit = rounding(number)
    if sign == "<":
        return true < float(number) + unit / 2
    if sign == ">":
        return true > float(number) - unit / 2
    if sign == "≥":
        return true >= float(number) - unit / 2
    return agrees(number, true)


def same(what: str, said: Any, true: Any) -> Contradictions:
    """Yield a contradiction unless two values are equal; lists are compared without their order, tuples with it."""
    if isinstance(said, list) and isinstance(true, list):
        said, true = sorted(said), sorted(true)
    if said != true:
        yield f"{what}: says {said!r}, is {true!r}"


def rounded(what: str, said: str | None, true: float | None) -> Contradictions:
    """Yield a contradiction unless a printed number is a true one, rounded."""
    if said is None or not agrees(said, true):
        yield f"{what}: says {said}, is {true}"
