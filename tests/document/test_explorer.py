"""The data of a page: every value exactly, every verdict as in the rows, and no name that ends the block."""

from __future__ import annotations

import json
from base64 import b64decode
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.document import explorer
from benchreport.document.analyses import posteriors
from benchreport.document.build import unwarned_report
from benchreport.document.formats.html import html_text, page_data
from benchreport.document.model.blocks import Report, Table, Text
from benchreport.options import read_options
from benchreport.stats.bayes.paired_tests import bayes_signed_rank
from tests.document.conftest import HOSTILE
from tests.document.sections import answers


def report(table: pl.DataFrame, **wishes: Any) -> Report:
    return unwarned_report((table, None), read_options(wishes))


def block(made: Report) -> dict[str, Any]:
    assert made.explorer is not None
    return json.loads(page_data(made.explorer.block))  # type: ignore[no-any-return]


def values(metric: dict[str, Any], n: int, k: int) -> np.ndarray[Any, Any]:
    packed = metric["values"]
    flat = np.frombuffer(b64decode(packed), "<f8") if isinstance(packed, str) else np.array(packed, dtype=float)
    return flat.reshape(n, k)


def numbered(data: dict[str, Any], a: str, b: str) -> tuple[int, bool]:
    """Return the number of a pair in the upper triangle, and whether it is turned."""
    k, first, second = len(data["algorithms"]), data["algorithms"].index(a), data["algorithms"].index(b)
    low, high = sorted((first, second))
    return low * k - low * (low + 1) // 2 + high - low - 1, first > second


@pytest.mark.parametrize("file", ["demsar2006_auc.csv", "small_study_5x2.csv"])
def test_values_are_exact_and_pairs_and_places_are_those_of_the_rows(file: str) -> None:
    scores = br.read_scores(br.example(file))
    data = block(report(scores, labels={}))
    algorithms, datasets = data["algorithms"], data["datasets"]
    names = dict(zip([m["id"] for m in data["metrics"]], data["metrics"], strict=True))
    means = scores.group_by(pl.col("metric", "dataset", "algorithm").cast(pl.String)).agg(pl.col("value").mean())
    assert names
    for slug, metric in names.items():
        own = scores.filter(pl.col("metric").cast(pl.String).str.replace_all("_", "-") == slug)
        assert own.height
        table = values(metric, len(datasets), len(algorithms))
        for _, dataset, algorithm, value in means.filter(pl.col("metric").str.replace_all("_", "-") == slug).rows():
            assert table[datasets.index(dataset), algorithms.index(algorithm)] == pytest.approx(value, abs=1e-15)
        rows = br.verdicts(own, missing="available").with_columns(pl.col("a", "b", "better").cast(pl.String))
        if metric["pairs"] is None:
            assert (rows["procedure"] == "none").all()
            continue
        for row in rows.to_dicts():
            place, turned = numbered(data, row["a"], row["b"])
            sign = -1 if turned else 1
            pairs = {key: column[place] for key, column in metric["pairs"].items()}
            assert pairs["q"] == pytest.approx(row["p_adjusted"], rel=1e-6)
            assert pairs["d"] == pytest.approx(sign * row["estimate"], rel=1e-6)
            low, high = (row["ci_low"], row["ci_high"])[::sign]
            assert (pairs["lo"], pairs["hi"]) == pytest.approx((sign * low, sign * high), rel=1e-6)
        for row in br.places(own).with_columns(pl.col("algorithm").cast(pl.String)).to_dicts():
            at = algorithms.index(row["algorithm"])
            shown = tuple(metric[key][at] for key in ("place", "low", "high"))
            assert shown == (row["place"], row["place_low"], row["place_high"])


def test_a_declared_reference_has_its_own_family_beside_all_pairs() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    data = block(report(scores, reference="C4.5"))
    (metric,) = data["metrics"]
    assert data["algorithms"][data["reference"]] == "C4.5"
    assert metric["place"] is None
    rows = br.verdicts(scores, control="C4.5").with_columns(pl.col("a", "b").cast(pl.String))
    for row in rows.to_dicts():
        name, sign = (row["a"], 1) if row["b"] == "C4.5" else (row["b"], -1)
        at = data["algorithms"].index(name)
        assert metric["own"]["q"][at] == pytest.approx(row["p_adjusted"], rel=1e-6)
        assert metric["own"]["d"][at] == pytest.approx(sign * row["estimate"], rel=1e-6)
    assert metric["own"]["q"][data["reference"]] is None


def test_the_words_of_the_first_metric_are_those_of_page_one() -> None:
    made = report(answers.demo())
    printed = {
        block.kind: "".join(word if isinstance(word, str) else word.text for word in block.words)
        for block in made.sections[0].blocks
        if isinstance(block, Text)
    }
    words = block(made)["metrics"][0]["answer"]
    assert words["headline"] == printed["headline"]
    assert words["lead"][0] in printed["lead"]


def test_no_name_ends_the_block() -> None:
    table = answers.demo().with_columns(pl.col("algorithm").cast(pl.String))
    names = dict(zip(sorted(table["algorithm"].unique()), ("HTTP-equiv=refresh", *HOSTILE), strict=False))
    made = report(br.scores(table.with_columns(pl.col("algorithm").replace_strict(names))))
    assert made.explorer is not None
    assert not set("<>&") & set(page_data(made.explorer.block))
    assert set(block(made)["algorithms"]) == set(names.values())
    assert "HTTP-equiv=refresh" not in html_text(made)


def test_one_dataset_has_nothing_to_explore() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    made = report(scores.filter(pl.col("dataset").cast(pl.String) == "iris"))
    assert made.explorer is not None
    assert made.explorer.block is None


def test_posteriors_are_those_of_the_bayesian_signed_rank_test() -> None:
    scores = answers.demo()
    data = block(report(scores))
    (metric,) = data["metrics"]
    assert metric["bayes"]["rope"] == 0.01
    rows = br.bayes_signed_rank(scores, rope=0.01, draws=20_000).with_columns(pl.col("a", "b").cast(pl.String))
    chances = {(row["a"], row["b"], row["term"]): row["estimate"] for row in rows.to_dicts()}
    for (a, b, term), chance in chances.items():
        place, turned = numbered(data, a, b)
        if term != "rope":
            first_better = (term == "a_better") != turned
            shown = metric["bayes"]["better"][place]
            if first_better:
                assert shown == pytest.approx(chance, abs=0.02)
        else:
            assert metric["bayes"]["same"][place] == pytest.approx(chance, abs=0.02)


@pytest.mark.parametrize("policy", ["auto", "worst", "drop_blocks", "available"])
def test_scores_with_gaps_are_those_of_the_table_of_standings(policy: str) -> None:
    table = answers.demo().with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    gap = (pl.col("algorithm") == "C4.5") & pl.col("dataset").is_in(["iris", "wine"])
    made = report(br.scores(table.filter(~gap)), missing=policy)
    data = block(made)
    (standings,) = [item for part in made.sections for item in part.blocks if getattr(item, "id", "") == "standings"]
    assert isinstance(standings, Table)
    printed = dict(standings.frame.select(pl.col("algorithm").cast(pl.String), "mean").rows())
    shown = dict(zip(data["algorithms"], data["metrics"][0]["mean"], strict=True))
    assert shown == {name: None if mean is None else pytest.approx(mean, rel=1e-6) for name, mean in printed.items()}
    assert (shown["C4.5"] is None) == (policy == "worst")


def test_of_too_many_pairs_only_values_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(explorer, "MOST_PAIRS", 5)
    (metric,) = block(report(answers.demo()))["metrics"]
    assert metric["pairs"] is None
    assert metric["bayes"] is None
    assert len(metric["values"]) > 0


def test_posteriors_of_the_report_and_of_the_explorer_are_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []

    def counted(*args: Any, **options: Any) -> pl.DataFrame:
        drawn.append(options)
        return bayes_signed_rank(*args, **options)

    monkeypatch.setattr(posteriors, "bayes_signed_rank", counted)
    made = report(br.read_scores(br.example("demsar2006_auc.csv")))
    assert block(made)["metrics"][0]["bayes"] is not None
    assert len(drawn) == 1
