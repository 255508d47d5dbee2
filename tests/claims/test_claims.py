"""Every claim of ten small reports, one for each kind of table, derived again; ``make claims`` reads 300."""

from __future__ import annotations

import re
from dataclasses import replace
from html import unescape
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.claims.audit import COMPLETE, audit, listed, read
from tests.claims.facts import Facts
from tests.claims.grid import (
    KINDS,
    NAMES,
    Setting,
    asked_settings,
    level_settings,
    report_of,
    settings,
    some_sections,
    table_of,
)
from tests.claims.parsers import judged
from tests.claims.sentences import Sentence, sentences
from tests.cli.shell import fine


@pytest.mark.parametrize("setting", settings(len(KINDS)), ids=lambda setting: f"report {setting.seed}")
def test_every_numeral_and_every_name_of_a_report_is_true_and_has_a_parser(setting: Setting) -> None:
    found = read(setting, some_sections(setting))
    assert found.parsed or found.refused
    assert not found.false, "\n".join(found.false)
    unparsed = {(part, text) for part, texts in found.unparsed.items() for text in texts}
    assert not unparsed - listed()


def test_no_claim_of_answer_captions_and_alternative_texts_goes_without_a_parser() -> None:
    assert not [text for part, text in listed() if part in COMPLETE]


@pytest.mark.parametrize(
    "setting", asked_settings(), ids=lambda setting: f"{setting.options['tests']['pairs']} {setting.seed}"
)
def test_every_claim_of_a_report_whose_test_was_asked_for_is_true(setting: Setting) -> None:
    found = read(setting, ("answer", "results"))
    assert found.parsed > 8
    assert not found.false, "\n".join(found.false)
    unparsed = {(part, text) for part, texts in found.unparsed.items() for text in texts}
    assert not unparsed - listed()


def doubtful() -> dict[str, tuple[Setting, pl.DataFrame]]:
    """Small tables with a fault planted in each, by the label of the item that speaks of it."""
    folds, single = (
        Setting(seed=920_000 + place, kind="scores", algorithms=4, datasets=14, metrics=("accuracy", "rmse"), design=design,
                gaps=0.0, ties=False, effect=0.5)
        for place, design in enumerate(("folds", "one value"))
    )  # fmt: skip
    runs, cells = table_of(folds), table_of(single)
    name, last = pl.col("algorithm"), NAMES[3]
    accuracy = (
        cells.filter((pl.col("metric") == "accuracy") & (name != last)).group_by("dataset").agg(pl.col("value").mean())
    )
    hard = accuracy.sort("value")["dataset"][:6].to_list()
    twin = cells.filter(name == NAMES[0]).with_columns(algorithm=pl.lit(NAMES[4]))
    far = (name == NAMES[1]) & (pl.col("metric") == "rmse") & pl.col("dataset").is_in(["data-3", "data-5"])
    rate = pl.col("metric") == "accuracy"
    return {
        "Identical results": (single, pl.concat([cells, twin])),
        "Divergent results": (single, cells.with_columns(value=pl.when(far).then(pl.col("value") * 1e7).otherwise("value"))),
        "Coarse values": (single, cells.with_columns(value=pl.when(rate).then((pl.col("value") * 5).round() / 5).otherwise("value"))),
        "Not missing at random": (single, cells.filter((name != last) | ~pl.col("dataset").is_in(hard))),
        "Unequal runs": (folds, runs.filter((name != NAMES[2]) | (pl.col("fold") < 3))),
    }  # fmt: skip


@pytest.mark.parametrize("label", doubtful())
def test_every_claim_about_doubtful_data_is_true_and_a_false_one_is_found(label: str) -> None:
    setting, table = doubtful()[label]
    report = report_of(setting, table, ("answer", "data", "coverage"))
    found = audit(setting, table, report)
    assert not found.false, "\n".join(found.false)
    assert not {(part, text) for part, texts in found.unparsed.items() for text in texts} - listed()
    facts = Facts(setting, table, report)
    about = [one for one in sentences(report, facts.names) if one.block == "care"]
    assert about
    for sentence in about:
        lie = re.sub(
            r"\b(\d+|five|three|14)\b", lambda number: "7" if number[1] != "7" else "8", sentence.text, count=1
        )
        if lie != sentence.text:
            assert judged(facts, replace(sentence, text=lie)) != [], lie


def of_levels(setting: Setting) -> tuple[Facts, list[Sentence]]:
    table = table_of(setting)
    report = report_of(setting, br.scores(table, factors="noise"), ("answer",))
    facts = Facts(setting, table, report)
    about = [one for one in sentences(report, facts.names) if one.block == "levels" and one.part != "other"]
    return facts, about


@pytest.mark.parametrize("setting", level_settings(), ids=lambda setting: f"levels {setting.seed}")
def test_every_claim_about_the_levels_of_a_factor_is_true(setting: Setting) -> None:
    facts, about = of_levels(setting)
    assert sorted(one.part for one in about) == ["answer", "caption"]
    for sentence in about:
        assert judged(facts, sentence) == [], sentence.text


def test_a_false_claim_about_levels_is_found() -> None:
    facts, about = of_levels(level_settings()[0])
    (sentence,) = [one for one in about if one.part == "answer"]
    first, second = facts.names.masked("kNN-3"), facts.names.masked("C4.5+m")
    swapped = sentence.text.translate(str.maketrans({first: second, second: first}))
    assert swapped != sentence.text
    assert judged(facts, Sentence(text=swapped, part="answer", section="answer", block="levels"))


def test_the_rows_that_a_predicate_kept_are_said_and_are_those_that_were_counted(tmp_path: Path) -> None:
    table = table_of(level_settings()[0])
    table.write_csv(tmp_path / "noisy.csv")
    where = "noise = 'low' and algorithm <> 'C4.5'"
    words = ("build", tmp_path / "noisy.csv", "--where", where, "--sections", "answer,data", "-o", tmp_path / "r.md")
    fine(*words)
    page = re.sub(r"\\(.)", r"\1", (tmp_path / "r.md").read_text(encoding="utf8"))
    (predicate,) = re.findall(r"The input was read where (.+?); no other row was used\.", page)
    assert unescape(predicate) == where
    kept = table.filter((pl.col("noise") == "low") & (pl.col("algorithm") != "C4.5"))
    assert kept.height < table.height / 3
    (results,) = re.findall(r"by accuracy: (\d+) results, none missing", page)
    assert int(results) == kept.height
    assert f"{kept['algorithm'].n_unique()} algorithms · {kept['dataset'].n_unique()} datasets" in page
