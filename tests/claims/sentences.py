"""The sentences of a report, each with its place; names are masked, so that a full stop or a figure in one is none."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

import polars as pl

from benchreport.document.model.blocks import Care, Figure, Finding, Report, Section, Table, Text, Words

# Algorithms and datasets are letters of the private use area while sentences are parsed.
ALGORITHM, DATASET = 0xE000, 0xE800
NAME = "[\ue000-\ue7ff]"
SPELLED = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# A sentence makes a claim where it has a name, a numeral or a number in words; "one" is mostly a pronoun.
NUMERAL = re.compile(
    rf"{NAME}|[\ue800-\uefff]|\d|\b(?:{'|'.join(SPELLED[2:])}|both)\b|(?:higher|lower) is better", re.IGNORECASE
)
LINK = re.compile(r"@[\w.-]+")
# Metrics of the grid, as they are printed; figures in their names are no numerals.
METRICS = (
    "accuracy", "error_rate", "rmse", "runtime", "balanced_accuracy", "mcc", "auc", "log_loss", "mae", "r2",
    "quadratic_probability_loss", "F1", "f1",
)  # fmt: skip
METRIC = re.compile(rf"(?<![\w-])(?:{'|'.join(METRICS)})(?![\w-])")
END = re.compile(r"(?<=[.?!])\s+(?=[A-Z@“‘<\d\ue000-\uefff]|n = )")
LINKED = re.compile(r" \(@[^)]*\)$")
PARTS = ("answer", "caption", "alternative", "other")


@dataclass(frozen=True, kw_only=True)
class Sentence:
    """One sentence: what part of the report it belongs to, where it stands, and the block it is about."""

    text: str
    part: str
    section: str
    block: str
    table: Table | None = None
    figure: Figure | None = None
    rows: pl.DataFrame | None = None

    @property
    def numbers(self) -> pl.DataFrame:
        """The numbers behind the figure whose words this is."""
        assert self.figure is not None
        return self.figure.picture.numbers  # type: ignore[union-attr]


@dataclass(frozen=True)
class Names:
    """The names of a report and the letters that stand for them."""

    algorithms: Sequence[str]
    datasets: Sequence[str]
    letters: Mapping[str, str] = field(init=False)
    pattern: re.Pattern[str] = field(init=False)

    def __post_init__(self) -> None:
        letters = {name: chr(ALGORITHM + place) for place, name in enumerate(self.algorithms)}
        letters |= {name: chr(DATASET + place) for place, name in enumerate(self.datasets)}
        longest = sorted(letters, key=len, reverse=True)
        either = "|".join(re.escape(name) for name in longest)
        object.__setattr__(self, "letters", letters)
        object.__setattr__(self, "pattern", re.compile(rf"(?<![\w-])(?:{either})(?![\w+-])"))

    def masked(self, text: str) -> str:
        """Return a text with a letter for every name."""
        return self.pattern.sub(lambda match: self.letters[match[0]], text)

    def unmasked(self, text: str) -> str:
        """Return a text with its names again."""
        names = {letter: name for name, letter in self.letters.items()}
        return re.sub("[\ue000-\uefff]", lambda match: names.get(match[0], match[0]), text)

    def listed(self, text: str) -> list[str]:
        """Return the names in a text, in its order."""
        return [self.unmasked(letter) for letter in re.findall("[\ue000-\uefff]", text)]


def flat(words: Words) -> str:
    """Return words as text: links as @id, citations left out, formulas as they are written."""
    parts = []
    for word in words:
        if isinstance(word, str):
            parts.append(word)
        elif word.kind in ("ref", "page", "file"):
            parts.append(f"@{word.text}")
        elif word.kind != "cite":
            parts.append(word.text)
    return "".join(parts).replace("\u00a0", " ").replace("\u202f", " ")


def split(text: str) -> list[str]:
    """Return the sentences of a masked text."""
    return [" ".join(part.split()) for part in END.split(text.strip()) if part.strip()]


def sentences(report: Report, names: Names) -> list[Sentence]:
    """Return all sentences of the texts, captions, notes and alternative texts of a report, masked."""
    return [sentence for section in report.sections for sentence in _of_section(section, names, report)]


def claims(report: Report, names: Names) -> list[Sentence]:
    """Return the sentences that say a number or name an algorithm."""
    return [
        sentence for sentence in sentences(report, names) if NUMERAL.search(METRIC.sub("", LINK.sub("", sentence.text)))
    ]


def template(sentence: Sentence) -> str:
    """Return a sentence with NAME for names and # for numerals, as the list of unparsed ones has it."""
    text = METRIC.sub("METRIC", LINK.sub("@", sentence.text))
    text = re.sub(rf"{NAME}", "NAME", text)
    text = re.sub("[\ue800-\uefff]", "DATASET", text)
    text = re.sub(rf"\b(?:{'|'.join(SPELLED[2:])})\b", "#", text, flags=re.IGNORECASE)
    text = re.sub(r"[−-]?(?:\d[\d,]*)?\.?\d+(?:e[−+-]?\d+)?", "#", text)
    for several, single in (
        (r"NAME \(#\)(?:(?:,| and| or) NAME \(#\))+", "NAMES (#)"),
        (r"NAME(?:(?:,| and| or) NAME)+", "NAMES"),
        (r"METRIC(?:(?:,| and) METRIC)+", "METRICS"),
        (r"DATASET \([^()]*\)(?:(?:,| and) DATASET \([^()]*\))*", "DATASETS (#)"),
        (r"DATASET(?:(?:,| and) DATASET)+", "DATASETS"),
    ):
        text = re.sub(several, single, text)
    return f"{re.sub(r'-.*', '', sentence.section)}: {text}"


# Of page one, whose other sentences tests/document/answer_again.py reads: the levels of a factor, and what was asked for.
OF_LEVELS = ("At every level of ", "By level of ")
ASKED_FOR = ("Test asked for",)
DOUBTS = ("Identical results", "Divergent results", "Coarse values", "Not missing at random", "Unequal runs")


def _headline_rows(report: Report, item: str) -> pl.DataFrame | None:
    """Return the rows of the finding that an item of the answer repeats: of its section, the one most like it."""
    link = re.search(r"\(@([\w.-]+)", item)
    findings = [
        block
        for section in report.sections
        if link and section.id == link[1]
        for block in section.blocks
        if isinstance(block, Finding)
    ]
    if not findings:
        return None
    return max(findings, key=lambda block: SequenceMatcher(None, flat(block.words), item).ratio()).rows


def _of_section(section: Section, names: Names, report: Report) -> Iterator[Sentence]:
    own = "answer" if section.id == "summary" else "other"
    for block in section.blocks:
        if isinstance(block, Text) and block.kind in ("paragraph", "item"):
            whole = flat(block.words)
            rows = _headline_rows(report, whole) if own == "answer" else None
            for text in split(names.masked(LINKED.sub("", whole))):
                yield Sentence(text=text, part=own, section=section.id, block=block.kind, rows=rows)
        elif isinstance(block, Text) and (whole := flat(block.words)).startswith(OF_LEVELS):
            yield Sentence(text=names.masked(whole), part="answer", section=section.id, block="levels")
        elif isinstance(block, Care):
            for label, words in block.items:
                for text in split(names.masked(flat(words))) if label in (*ASKED_FOR, *DOUBTS) else []:
                    yield Sentence(text=text, part="answer", section=section.id, block="care")
        elif isinstance(block, Finding):
            for text in split(names.masked(flat(block.words))):
                yield Sentence(text=text, part=own, section=section.id, block="finding", rows=block.rows)
        elif isinstance(block, Table):
            for part, words in (("caption", block.caption), ("other", block.note)):
                for text in split(names.masked(flat(words))):
                    yield Sentence(text=text, part=part, section=section.id, block=block.id, table=block)
        elif isinstance(block, Figure):
            for part, words in (("caption", block.caption), ("alternative", (block.alternative,))):
                for text in split(names.masked(flat(words))):
                    yield Sentence(text=text, part=part, section=section.id, block=block.id, figure=block)
