"""The map of single datasets: tints are ranks, bold is best, marks are verdicts within a dataset."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.comparison.singles import TINTS, singles_map_alt, singles_map_data
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.page import page_of
from benchreport.figures.style import shades_of
from tests.figures.cases import made, study

singles_map = KINDS["singles_map"].draw


@pytest.mark.parametrize("control", [None, "kNN"])
def test_marks_are_the_significant_comparisons_with_the_best_of_the_row_or_the_control(control: str | None) -> None:
    numbers = singles_map_data(study(), test="cv52_f", control=control)
    rows = br.adjust(br.cv52_f(study(), by=("dataset", "metric"), control=control), "holm")
    means = study().group_by("metric", "dataset", "algorithm").agg(pl.col("value").mean(), pl.col("direction").first())
    best: dict[tuple[str, str], str] = {}
    for metric, dataset, algorithm, value, direction in means.sort("metric", "dataset").rows():
        others = means.filter(metric=metric, dataset=dataset)["value"]
        if value == (others.min() if direction == "lower" else others.max()):
            best[metric, dataset] = algorithm
    expected = set()
    for row in rows.filter(pl.col("p_adjusted") <= 0.05).iter_rows(named=True):
        key, better = (str(row["metric"]), str(row["dataset"])), str(row["better"])
        loser = str(row["b"]) if better == str(row["a"]) else str(row["a"])
        against = control or best[key]
        if better == against:
            expected.add((*key, loser, "worse"))
        elif control is not None:
            expected.add((*key, better, "better"))
    marked = numbers.filter(pl.col("mark") != "").select("metric", "dataset", "algorithm", "mark").rows()
    assert len(expected) > 3
    assert set(marked) == expected


def test_tints_follow_the_ranks_and_the_best_is_bold() -> None:
    numbers = singles_map_data(study())
    page = page_of(singles_map(numbers))
    first = numbers.filter(pl.col("metric") == numbers["metric"][0], pl.col("dataset") == numbers["dataset"][0])
    layer = next(layer for layer in page.collections if layer.get_label() == "ranks")
    tints = np.array([shades_of(TINTS)((rank - 1) / 5) for rank in first["rank"]])
    assert np.asarray(layer.get_facecolor()) == pytest.approx(tints)
    values = [text for text in page.texts if text.get_label() == "value"]
    assert len(values) == numbers.height
    bold = [text.get_fontweight() not in ("normal", 400) for text in values]
    assert bold == numbers["best"].to_list()


def test_ranks_are_better_first_whatever_the_direction() -> None:
    for (_, _), part in singles_map_data(study()).group_by("metric", "dataset"):
        ordered = part.sort("value", descending=not part["lower"][0])
        assert ordered["rank"].to_list() == sorted(part["rank"])
        assert ordered["best"][0]


def test_many_rows_have_no_numbers_and_too_many_are_refused() -> None:
    page = page_of(singles_map(singles_map_data(made(12, 60))))
    assert not [text for text in page.texts if text.get_label() == "value"]
    with pytest.raises(OptionError, match="do not fit"):
        singles_map(singles_map_data(made(12, 300)))


def test_a_missing_result_is_a_dash_and_the_words_count_marks() -> None:
    table = made(4, 6).filter(~((pl.col("dataset") == "dataset002") & (pl.col("algorithm") == "algorithm01")))
    page = page_of(singles_map(singles_map_data(table)))
    assert sum(line.get_label() == "missing" for line in page.lines) == 1
    assert "0 results are marked" in singles_map_alt(singles_map_data(table))
