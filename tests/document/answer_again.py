"""The answer of page one a second time, from result rows and from the printed text, without the rooms that write it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import polars as pl

WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"]
# A size behind a name: a difference or percentage, or wins of so many datasets.
SIZE = r"(−?\d[\d.,]*\d|\d)(?: of (\d+))?"
SEVERAL = r"((?:<\d+>(?:, | and ))+<\d+>) (?:share|have) the (?:first|best|lowest|highest)"
ALONE = (
    r"(<\d+>) (?:leads|ranks first|is the best|is ahead|has the (?:best|lowest|highest|first)|has mean|is first of)"
    r"|The lead of (<\d+>)"
)
# A list of wins ends at the test that found them, at the next winner, or with its sentence.
WINS = (
    r"(It|<\d+>) beats ((?!it\b)[^;]*?)"
    r"(?= \((?:exact|sign|Nemenyi)| and <\d+> beats|, <\d+> beats|; |\. [A-Z<]|\.$)"
)
WITH_SIZES = r"((?:<\d+> \([^<]*?\)(?:, | and )?)+),?"


@dataclass(frozen=True, kw_only=True)
class Answered:
    """Who leads, who beats whom by how much, the place of a reference, and how many results are missing.

    ``beats`` has the size of every win; page one may name two of many and count them, in ``n_beaten``. ``open`` are
    those that the leader, or the reference, cannot be distinguished from, or how many they are.
    """

    leaders: frozenset[str]
    beats: Mapping[tuple[str, str], str] = field(default_factory=dict)
    n_beaten: int | None = None
    open: frozenset[str] | int | None = None
    place: int | None = None
    missing: int = 0


def number_of(word: str) -> int:
    """Read a count, in words or numerals."""
    return WORDS.index(word.lower()) if word.lower() in WORDS else int(word.replace(",", ""))


class Page:
    """The text of page one, in which names of algorithms are known."""

    def __init__(self, text: str, names: Iterable[str]) -> None:
        self.codes = {name: f"<{place}>" for place, name in enumerate(sorted(names, key=len, reverse=True))}
        for name, code in self.codes.items():
            text = re.sub(rf"(?<![\w<]){re.escape(name)}(?![\w+>])", code, text)
        self.text = text

    def names(self, text: str) -> list[str]:
        """List the algorithms that a text names."""
        owners = {code: name for name, code in self.codes.items()}
        return [owners[code] for code in re.findall(r"<\d+>", text)]

    def sizes(self, text: str) -> dict[str, str]:
        """Read the size behind every name."""
        pairs = re.findall(rf"(<\d+>) (?:by |on |\(){SIZE}", text)
        return {self.names(code)[0]: f"{size} of {of}" if of else size for code, size, of in pairs}

    @property
    def leaders(self) -> list[str]:
        """Who leads."""
        together, alone = re.search(SEVERAL, self.text), re.search(ALONE, self.text)
        if together:
            return self.names(together[1])
        return self.names(alone[1] or alone[2]) if alone else []

    @property
    def place(self) -> int | None:
        """The place of a reference."""
        place = re.search(r"<\d+> is (\w+) of \w+ by mean rank", self.text)
        return ORDINALS.index(place[1]) + 1 if place else None

    @property
    def beats(self) -> tuple[dict[tuple[str, str], str], int | None]:
        """Who beats whom by how much, and how many wins there are where they are counted."""
        wins: dict[tuple[str, str], str] = {}
        focus, count = (self.leaders or [""])[0], None
        for who, list_of_losers in re.findall(WINS, self.text):
            winner = focus if who == "It" else self.names(who)[0]
            many = re.match(r"([\w,]+) \w+, from ", list_of_losers)
            count = number_of(many[1]) if many else count
            wins |= {(winner, loser): size for loser, size in self.sizes(list_of_losers).items()}
        for code, size, of in re.findall(rf"(<\d+>) is ahead (?:by |on |\(){SIZE}", self.text):
            (winner,) = self.names(code)
            (loser,) = set(self.codes) - {winner}
            wins[winner, loser] = f"{size} of {of}" if of else size
        ahead = re.search(rf"{WITH_SIZES} beats? (it|<\d+>)", self.text)
        if ahead:
            loser = focus if ahead[2] == "it" else self.names(ahead[2])[0]
            wins |= {(winner, loser): size for winner, size in self.sizes(ahead[1]).items()}
        return wins, count

    @property
    def open(self) -> frozenset[str] | int | None:
        """Who cannot be distinguished from the leader or the reference, or how many; None where nobody is named."""
        ended = re.sub(r"\.(?=\d)", "·", self.text)
        behind = re.search(r"cannot be distinguished from (?!it)([^;]*?)(?:\.(?= )|\.$)", ended)
        before = re.search(rf"{WITH_SIZES} cannot be distinguished from it", self.text)
        if before:
            return frozenset(self.names(before[1]))
        if behind is None or behind[1].startswith("any"):
            return None
        counted = re.match(r"(\w+) \w+(?:,|$)", behind[1])
        return number_of(counted[1]) if counted else frozenset(self.names(behind[1]))

    def answered(self) -> Answered:
        """Read the answer."""
        wins, count = self.beats
        gone = re.search(r"Of ([\d,]+) results, ([\w,]+) (?:is|are) missing", self.text)
        return Answered(
            leaders=frozenset(self.leaders),
            beats=wins,
            n_beaten=count,
            open=self.open,
            place=self.place,
            missing=number_of(gone[2]) if gone else 0,
        )


def answered(rows: pl.DataFrame, ranks: pl.DataFrame, *, lower: bool, reference: str | None = None) -> Answered:
    """Derive the answer from verdicts (``br.verdicts``) and mean ranks (``br.average_ranks``)."""
    means = dict(ranks.select(pl.col("algorithm").cast(pl.String), "mean_rank").rows())
    leaders = {name for name, mean in means.items() if mean < min(means.values()) + 1e-9}
    focus = {reference} if reference else leaders
    beats, near = {}, set()
    for row in rows.with_columns(pl.col("a", "b", "better").cast(pl.String)).iter_rows(named=True):
        pair = {row["a"], row["b"]}
        if row["p_adjusted"] is not None and row["p_adjusted"] <= row["alpha"]:
            (loser,) = pair - {row["better"]}
            beats[row["better"], loser] = size_of(row, lower=lower)
        elif pair & focus:
            near |= pair - focus
    place = None if reference is None else 1 + sum(mean < means[reference] - 1e-9 for mean in means.values())
    return Answered(leaders=frozenset(leaders), beats=beats, open=frozenset(near), place=place)


def size_of(row: Mapping[str, Any], *, lower: bool) -> str:
    """Write the size of a significant difference: three decimals, a percentage or factor, wins, or mean ranks."""
    estimand, value, first = str(row["estimand"]), float(row["estimate"]), row["better"] == row["a"]
    if "probability" in estimand:
        wins = row["wins"] if first else row["losses"]
        return f"{wins} of {row['wins'] + row['losses'] + (row['n_ties'] or 0)}"
    if "ratio" in estimand:
        ratio = value if first else 1 / value
        if 0.5 <= ratio <= 2:
            return f"{100 * (1 - ratio if lower else ratio - 1):.0f}"
        return f"{1 / ratio if lower else ratio:.2g}"
    ahead = (value if first else -value) * (-1 if lower or "rank" in estimand else 1)
    places = Decimal("0.01") if "rank" in estimand else Decimal("0.001")
    return str(Decimal(f"{ahead:.12f}").quantize(places, ROUND_HALF_UP)).replace("-", "−")


def agree(page: Answered, rows: Answered, *, focus: str | None = None) -> None:
    """Check that page one says what the rows say: the leader, every win with its size, and nobody else.

    With a ``focus`` page one tells of its comparisons only.
    """
    assert page.place == rows.place
    if rows.place is None:
        assert page.leaders == rows.leaders
    wins = {pair: size for pair, size in rows.beats.items() if focus is None or focus in pair}
    assert set(page.beats) <= set(wins)
    assert {pair: wins[pair] for pair in page.beats} == dict(page.beats)
    assert (len(page.beats) if page.n_beaten is None else page.n_beaten) == len(wins)
    if isinstance(page.open, int):
        assert isinstance(rows.open, frozenset)
        assert page.open == len(rows.open)
    elif page.open is not None:
        assert page.open == rows.open


def intervals(rows: pl.DataFrame, focus: str, *, lower: bool) -> dict[str, tuple[float, float]]:
    """Derive from verdicts the interval of the lead of one algorithm over every other, positive where it is better."""
    found = {}
    for row in rows.with_columns(pl.col("a", "b").cast(pl.String)).iter_rows(named=True):
        if focus not in (row["a"], row["b"]) or "difference" not in str(row["estimand"]):
            continue
        turn = (-1 if row["b"] == focus else 1) * (-1 if lower else 1)
        low, high = sorted((turn * row["ci_low"], turn * row["ci_high"]))
        found[row["b"] if row["a"] == focus else row["a"]] = (low, high)
    return found
