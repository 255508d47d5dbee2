"""Sameness: how many words of two standard reports stand in sentences that differ by names and numbers only."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Mark, Report, Table, Words, words_in
from tests.published import garcia_herrera_2008

MOST_SHARED = 0.25
# Of what is neither a name nor a number, even where two tables are of one kind and have one outcome.
MOST_EXPLAINED = 0.125
# Of two tables that share kind, size and outcome: 20 to 40 algorithms, several runs, a leader that some are not
# distinguished from. What they have in common are findings, and how a board, a map and a diagram are read.
MOST_OF_ONE_KIND = 0.35
ONE_KIND = ("tsc_bakeoff2023_112.parquet", "tsml_multivariate2021_missing.parquet", "automlbenchmark2019_4h.csv")
COLLECTION = Path(os.environ.get("ORACLES", "../shared/reference"))
# What they hold is the same by design.
APART = {"methods", "references"}
SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\s.])")
NUMBER = re.compile(r"(?:[<>=≤≥]\s?)?[\[(]?[−+-]?(?:\d[\d,]*(?:\.\d+)?|\.\d+)(?:\s?%|[\])])?")
COUNTS = (
    "zero one two three four five six seven eight nine ten eleven twelve none no all both each every any other others"
)
PLACEHOLDERS = re.compile(r"\b(?:NAME|NUMBER|COUNT)(?:(?:,| and| or| to| of|)\s*(?:NAME|NUMBER|COUNT))*")


def text_of(words: Words) -> str:
    return "".join(word if isinstance(word, str) else _mark(word) for word in words)


def _mark(mark: Mark) -> str:
    return {"ref": "REFERENCE", "page": "", "cite": "CITATION"}.get(mark.kind, mark.text)


def masked(text: str, names: Sequence[str]) -> str:
    """Return a text with names and numbers masked, spelt out or not, and lists of them."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", "NAME", text)
    text = re.sub(rf"\b(?:{COUNTS.replace(' ', '|')})\b", "COUNT", NUMBER.sub("NUMBER", text), flags=re.IGNORECASE)
    return PLACEHOLDERS.sub("MASK", re.sub(r"\s+", " ", text)).strip().lower()


def sentences(report: Report, names: Sequence[str]) -> Counter[str]:
    """Return the masked sentences of a report, those that explain a table or figure too."""
    spoken: Counter[str] = Counter()
    for section in report.sections:
        if section.id in APART:
            continue
        for block in section.blocks:
            parts = [block.caption, block.note] if isinstance(block, Table) else [words_in(block)]
            for words in parts:
                spoken.update(masked(part, names) for part in SENTENCE.split(text_of(words)) if part.strip())
    return spoken


def shared_share(first: Counter[str], second: Counter[str]) -> float:
    """Return the share of the words of two reports that stand in sentences of both."""
    both = first.keys() & second.keys()
    words = [(sentence, len(sentence.split()) * counts[sentence]) for counts in (first, second) for sentence in counts]
    return sum(length for sentence, length in words if sentence in both) / sum(length for _, length in words)


def explained(spoken: Counter[str]) -> Counter[str]:
    """Return the sentences that hold no name and no number, and so say nothing of the table."""
    return Counter({sentence: count for sentence, count in spoken.items() if "mask" not in sentence})


def names_in(table: pl.DataFrame) -> list[str]:
    columns = [column for column in ("algorithm", "dataset", "metric") if column in table.columns]
    return [str(name) for column in columns for name in table[column].unique()]


def test_masking_leaves_only_what_is_said_of_names_and_numbers() -> None:
    assert masked("A beats B by 0.02 [0.01, 0.03].", ["A", "B"]) == masked("C beats D by 3.", ["C", "D"])
    assert masked("A beats B.", ["A", "B"]) != masked("A loses to B.", ["A", "B"])


def test_the_same_report_is_the_same_and_another_is_not() -> None:
    first, second = Counter(["a b c", "d e"]), Counter(["a b c", "f g h i"])
    assert shared_share(first, first) == 1
    assert shared_share(first, second) == 6 / 12


def ladder() -> pl.DataFrame:
    """Return scores of six algorithms on 24 datasets, three seeds each, that follow each other at a distance."""
    rows = [
        (
            f"rung {a}",
            f"set {d}",
            seed,
            "accuracy",
            0.6 + 0.02 * a + 0.01 * (d % 9) + 0.004 * ((7 * a + 5 * d + seed) % 11),
        )
        for a in range(6)
        for d in range(24)
        for seed in range(3)
    ]
    return br.scores(
        pl.DataFrame(rows, schema=["algorithm", "dataset", "seed", "metric", "value"], orient="row"), design="seeds"
    )


@pytest.fixture(scope="module")
def reports() -> dict[str, tuple[Report, list[str]]]:
    """Return standard reports of unlike tables: without a winner, of runs, of one dataset, with a clear order."""
    predictions = br.read_predictions(br.example("small_study_predictions.parquet"))
    tables = {
        "few": br.read_scores(br.example("demsar2006_auc.csv")),
        "runs": br.read_scores(br.example("small_study_5x2.csv")),
        "predictions": predictions.filter(pl.col("dataset") == predictions["dataset"][0]),
        "ladder": ladder(),
        "published": garcia_herrera_2008(),
    }
    return {name: (br.report(table), [*names_in(table), *METRICS]) for name, table in tables.items()}


METRICS = ("AUC", "accuracy", "balanced accuracy", "log loss", "Brier score", "MCC", "macro F1", "F1")


@pytest.mark.parametrize("pair", list(combinations(("few", "runs", "predictions", "ladder"), 2)), ids="-".join)
def test_at_most_a_quarter_of_two_reports_is_the_same(
    reports: dict[str, tuple[Report, list[str]]], pair: tuple[str, str]
) -> None:
    first, second = (sentences(*reports[name]) for name in pair)
    both = {sentence: len(sentence.split()) for sentence in first.keys() & second.keys()}
    assert shared_share(first, second) <= MOST_SHARED, both


@pytest.mark.parametrize("pair", list(combinations(("few", "ladder", "published"), 2)), ids="-".join)
def test_what_is_explained_in_the_same_words_is_an_eighth_of_two_tables_of_one_kind(
    reports: dict[str, tuple[Report, list[str]]], pair: tuple[str, str]
) -> None:
    """Findings of one shape are the same sentences with other names; what explains them must not be."""
    first, second = (sentences(*reports[name]) for name in pair)
    same = explained(first).keys() & explained(second).keys()
    words = sum(len(sentence.split()) * (first[sentence] + second[sentence]) for sentence in same)
    assert words <= MOST_EXPLAINED * sum(
        len(sentence.split()) * count for spoken in (first, second) for sentence, count in spoken.items()
    )


@pytest.mark.reference
@pytest.mark.filterwarnings("ignore::benchreport.errors.BenchreportWarning")
def test_published_tables_share_a_quarter_of_their_words_and_those_of_one_kind_a_third() -> None:
    tables: dict[str, pl.DataFrame] = {
        name: br.read_scores(COLLECTION / name)
        for name in ("demsar2006_auc.csv", "made_5x2cv_metrics.csv", *ONE_KIND[:2])
    }
    failures = pl.read_csv(COLLECTION / ONE_KIND[2]).filter(pl.col("metric") != "result")
    tables[ONE_KIND[2]] = br.scores(failures)
    tables["predictions"] = br.read_predictions(COLLECTION / "pred_made_breast_cancer.csv")
    spoken = {name: sentences(br.report(table), [*names_in(table), *METRICS]) for name, table in tables.items()}
    for first, second in combinations(spoken, 2):
        most = MOST_OF_ONE_KIND if {first, second} <= set(ONE_KIND) else MOST_SHARED
        assert shared_share(spoken[first], spoken[second]) <= most, (first, second)
