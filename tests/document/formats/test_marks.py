"""The marks of all figures of the standard report: each says which algorithm, dataset and value it shows."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product
from typing import Any
from xml.etree import ElementTree

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.formats.html import inline_svg, page_data
from benchreport.document.model.blocks import Figure, Picture, figures_of
from benchreport.figures.comparison.standings import place_text, rank_text
from benchreport.figures.comparison.verdict_rows import row_text
from benchreport.figures.marks import mark_of, unmarked, with_marks
from benchreport.figures.predictions.areas import CORNER, in_the_corner
from benchreport.figures.predictions.confusion import confusion_text
from benchreport.figures.predictions.instance_errors import misses_text
from benchreport.figures.scores.distances import ROWS
from benchreport.figures.style import save
from benchreport.figures.words import counted, names_in_words
from benchreport.numerals import fixed, limits, number, percent, row_decimals
from tests.document.conftest import HOSTILE

SVG = "{http://www.w3.org/2000/svg}"
Mark = tuple[str | None, str | None, str]  # algorithm, dataset, value


def large(k: int, n: int, *, names: tuple[str, ...] = (), gaps: bool = False, more: bool = False) -> pl.DataFrame:
    """Return accuracy and training time of many algorithms on many datasets, where asked for with gaps or by F1."""
    chance = np.random.default_rng(20260301)
    rows = [
        (name, f"set {j}", metric, float(value))
        for i, name in enumerate(names or [f"A{i}" for i in range(k)])
        for j in range(n)
        if not gaps or i % 5 or j % 7
        for metric, value in (
            ("accuracy", 0.9 - 0.01 * i - 0.02 * j + chance.normal(0, 0.01)),
            *([("f1", 0.8 - 0.01 * i - 0.02 * j + chance.normal(0, 0.02))] if more else []),
            ("training_time", 10 * (i + 1) * chance.uniform(0.8, 1.2)),
        )
    ]
    return br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "metric", "value"], orient="row"))


def numeric_predictions() -> pl.DataFrame:
    """Return predictions of numbers by three algorithms on 60 instances."""
    chance = np.random.default_rng(20260303)
    truth = chance.normal(0, 3, 60)
    frames = [
        pl.DataFrame({"algorithm": name, "instance": range(60), "truth": truth})
        .with_columns(prediction=pl.col("truth") + pl.Series(chance.normal(0, spread, 60)))
        for name, spread in (("near", 0.5), ("far", 1.5), ("farther", 2.0))
    ]  # fmt: skip
    return br.predictions(pl.concat(frames))


def confusions() -> pl.DataFrame:
    """Return confusion counts of four algorithms on a dataset of two classes and one of three, in eight folds."""
    chance = np.random.default_rng(20260302)
    rows = [
        (name, dataset, fold, f"c{actual}", f"c{(actual + wrong) % classes}", 30 - missed if wrong == 0 else missed)
        for (i, name), (dataset, classes) in product(enumerate("ABCD"), (("two", 2), ("three", 3)))
        for fold, actual in product(range(8), range(classes))
        for missed in [int(chance.binomial(30, 0.05 + 0.05 * i))]
        for wrong in (0, 1)
    ]
    schema = ["algorithm", "dataset", "fold", "truth", "prediction", "count"]
    return br.counts(pl.DataFrame(rows, schema=schema, orient="row"), design="kfold_cv")


def one_dataset() -> pl.DataFrame:
    every = br.read_predictions(br.example("small_study_predictions.parquet"))
    return every.filter(pl.col("dataset") == "breast_cancer")


TABLES: dict[str, tuple[Callable[[], Any], dict[str, Any]]] = {
    "demo": (lambda: br.read_scores(br.example("demsar2006_auc.csv")), {}),
    "reference": (lambda: br.read_scores(br.example("demsar2006_auc.csv")), {"reference": "C4.5"}),
    "5x2": (lambda: br.read_scores(br.example("small_study_5x2.csv")), {}),
    "predictions": (lambda: br.read_predictions(br.example("small_study_predictions.parquet")), {}),
    "one dataset": (one_dataset, {"positive": "malignant"}),
    "one test set": (lambda: one_dataset().drop("repeat", "fold"), {"positive": "malignant"}),
    "counts": (confusions, {}),
    "numbers": (numeric_predictions, {}),
    "gaps": (lambda: large(20, 24, gaps=True), {}),
    "large": (lambda: large(20, 30, more=True), {}),
    "two metrics": (lambda: large(5, 30, more=True), {}),
}
CASES = [pytest.param(name, id=name.replace(" ", "-")) for name in TABLES]


@cache
def report(name: str) -> br.Report:
    make, options = TABLES[name]
    return br.report(make(), **options)


@cache
def drawings(name: str) -> list[tuple[Figure, str, pl.DataFrame, ElementTree.Element]]:
    """Return the figures of a standard report with their kinds, their numbers and what the page shows."""
    result = []
    for figure in figures_of(report(name)):
        assert isinstance(figure.picture, Picture)
        drawing = ElementTree.fromstring(inline_svg(figure))
        result.append((figure, figure.picture.kind, figure.picture.numbers, drawing))
    return result


def marks_of(drawing: ElementTree.Element) -> list[Mark]:
    """Return what the marks of a drawing say, texts left out."""
    return [
        (element.get("data-a"), element.get("data-d"), element.get("data-v", ""))
        for element in drawing.iter()
        if element.get("data-v") is not None and element.find(f"{SVG}text") is None
    ]


# What the marks of each kind must say, from its numbers; a mark of an algorithm on a dataset as often as it is drawn.
def differences(numbers: pl.DataFrame) -> Iterator[Mark]:
    rows = numbers.to_dicts()
    yield from ((item["algorithm"], None, row_text(item)) for item in rows)
    for place in range(1 + max((member for item in rows for member in item["sets"]), default=-1)):
        names = [item["algorithm"] for item in rows if place in item["sets"]]
        words = f"no significant difference between {names_in_words(names)}"
        yield from ((name, None, words) for name in [None, *names])
    focus = next(item["algorithm"] for item in rows if item["is_focus"])
    for item in rows:
        # Tests over folds have no counts of the instances that only one gets wrong.
        if item["errors"] is not None and item["wins"] is not None:
            yield focus, None, f"{counted(item['wins'], 'error')} where {item['algorithm']} is right"
            yield item["algorithm"], None, f"{counted(item['losses'], 'error')} where {focus} is right"


def standings(numbers: pl.DataFrame) -> Iterator[Mark]:
    gaps = not numbers["coverage"].list.all().all()
    for item in numbers.to_dicts():
        yield item["algorithm"], None, rank_text(item)
        if item["place_low"] is not None:
            yield item["algorithm"], None, place_text(item)
        for dataset, present in zip(item["datasets"], item["coverage"], strict=True) if gaps else ():
            yield item["algorithm"], dataset, "has a result" if present else "no result"


def rank_dots(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        yield item["algorithm"], item["dataset"], f"rank {item['rank']:g} by {item['metric']}"
        yield item["algorithm"], None, f"mean rank {item['mean_rank']:.2f} by {item['metric']}"


def all_results(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        yield item["algorithm"], item["dataset"], f"{item['metric']} {number(item['value'])}"
        yield None, item["dataset"], f"median {item['metric']} {number(item['median'])}"
    for (dataset,), part in numbers.group_by("dataset"):
        low, high = (number(end) for end in (min(part["value"]), max(part["value"])))
        yield None, str(dataset), f"{numbers['metric'][0]} {low} to {high}"


def rank_map(numbers: pl.DataFrame) -> Iterator[Mark]:
    missing = numbers.filter(pl.col("rank").is_null())
    yield from ((name, dataset, "no result") for name, dataset in missing.select("algorithm", "dataset").rows())


def cd(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        if item["item"] == "algorithm":
            yield item["algorithm"], None, f"mean rank {item['mean_rank']:.2f}"
        elif item["item"] in ("bar", "set"):
            words = f"no significant difference between {names_in_words(item['members'])}"
            yield from ((name, None, words) for name in [None, *(item["members"] if item["item"] == "set" else ())])


def places_by_metric(numbers: pl.DataFrame) -> Iterator[Mark]:
    texts: dict[str, list[str]] = {}
    for item in numbers.to_dicts():
        texts.setdefault(item["algorithm"], []).append(f"mean rank {item['mean_rank']:.2f} by {item['metric']}")
    for name, ranks in texts.items():
        joined = ranks if len(texts) <= 15 else [f"{ranks[0]}, {rank}" for rank in ranks[1:]]
        yield from ((name, None, text) for text in joined)


def sorted_differences(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        words = f"{item['a']}{' / ' if item['ratio'] else ' minus '}{item['b']}"
        yield item["b"], item["dataset"], f"{words} {number(item['difference'], 3)}"


def singles_map(numbers: pl.DataFrame) -> Iterator[Mark]:
    for part in numbers.partition_by("metric", "dataset"):
        values = part["value"].to_list()
        rate = not part["lower"][0] and all(abs(value) <= 1 for value in values if value is not None)
        for item, decimals in zip(part.to_dicts(), [3] * len(values) if rate else row_decimals(values), strict=True):
            text = f"{item['metric']} {fixed(item['value'], decimals)}, rank {item['rank'] or 0:g}"
            text += f", significantly {item['mark']}" if item["mark"] else ""
            yield item["algorithm"], item["dataset"], text if item["value"] is not None else f"no {item['metric']}"


def distances(numbers: pl.DataFrame) -> Iterator[Mark]:
    for place, part in enumerate(numbers.partition_by("algorithm", maintain_order=True)):
        name, values = part["algorithm"][0], part["distance"].to_numpy()
        least = 1.0 if part["ratio"][0] else 0.0
        yield name, None, f"best on {percent(float(np.mean(values <= least)), 0)} of the datasets"
        low, middle, high = (number(float(value), 3) for value in np.quantile(values, [0.25, 0.5, 0.75]))
        if place < ROWS:
            yield name, None, f"median distance {middle}, quartiles {low} and {high}"


def pareto(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        texts = [
            f"{item[f'{side}_metric']} × {number(item[side], 3)}"
            if item[f"{side}_ratio"]
            else f"difference in {item[f'{side}_metric']} {number(item[side], 3)}"
            for side in ("quality", "cost")
        ]
        yield item["algorithm"], None, ", ".join(texts)


def roc_areas(numbers: pl.DataFrame) -> Iterator[Mark]:
    dataset = numbers["dataset"][0]
    pooled = "pooled " if numbers["folds"][0] else ""
    corner = in_the_corner(numbers["area"])
    for item in numbers.to_dicts():
        if item["item"] == "area":
            interval = limits(item["low"], item["high"], 3, null=None)
            yield item["algorithm"], dataset, f"{pooled}AUC {item['area']:.3f} {interval}"
        elif item["item"] == "cut" and (not corner or (item["x"] <= CORNER and item["y"] >= 1 - CORNER)):
            yield item["algorithm"], dataset, f"true positive rate {item['y']:.3f}, false positive rate {item['x']:.3f}"


def decisions(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        name, dataset = item["algorithm"], item["dataset"]
        if item["item"] == "cell":
            yield name, dataset, confusion_text(item["actual"], item["predicted"], item["n"], item["share"])
        elif item["item"] == "bar":
            yield name, dataset, f"{counted(item['n'], 'forecast')} of {item['low']:.2g} to {item['high']:.2g}"
        else:
            interval = limits(item["ci_low"], item["ci_high"], 2, null=None)
            shares = f"forecast {fixed(item['forecast'], 2)}, observed {fixed(item['observed'], 2)}"
            yield name, dataset, f"{shares} {interval}, n = {item['n']}"


def instance_map(numbers: pl.DataFrame) -> Iterator[Mark]:
    columns = numbers.filter(pl.col("item") == "instance").select("truth", "place", count="errors")
    k = numbers.filter(pl.col("item") == "algorithm")["algorithm"].n_unique()
    wrong = numbers.filter(pl.col("item") == "error").join(columns, on=["truth", "place"])
    for name, dataset, label, count in wrong.select("algorithm", "dataset", "truth", "count").rows():
        yield name, dataset, f"error on an instance of class {label}, wrong by {count} of {k}"


def class_misses(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        yield item["algorithm"], item["dataset"], misses_text(item["label"], item["missed"], item["share"])


def error_plane(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.to_dicts():
        kinds = ", ".join(f"{number(item[side], 3)} {item[f'label_{side}']}" for side in ("x", "y"))
        first = item["first"]
        words = {"mean": f"{kinds} per fold", "difference": f"difference from {first} per fold: {kinds}"}
        yield item["algorithm"], item["dataset"], words.get(item["item"], f"{kinds} in {counted(item['n'], 'fold')}")


def absolute_errors(numbers: pl.DataFrame) -> Iterator[Mark]:
    for item in numbers.filter(pl.col("item") == "pair").to_dicts():
        words = f"closer on {percent(item['closer'], 0)}, RMSE × {item['ratio']:.2f}"
        yield item["algorithm"], item["dataset"], words


EXPECTED: dict[str, Callable[[pl.DataFrame], Iterator[Mark]]] = {
    rule.__name__: rule
    for rule in (
        differences, standings, rank_dots, all_results, rank_map, cd, places_by_metric, sorted_differences, singles_map,
        distances, pareto, roc_areas, decisions, instance_map, class_misses, error_plane, absolute_errors,
    )
}  # fmt: skip
# Kinds that draw each mark of an algorithm on a dataset once.
ONCE = ("all_results", "class_misses", "instance_map", "rank_dots", "rank_map", "sorted_differences", "standings")


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_every_mark_of_the_standard_report_says_what_the_numbers_say(name: str) -> None:
    assert drawings(name)
    for figure, kind, numbers, drawing in drawings(name):
        drawn, expected = marks_of(drawing), list(EXPECTED[kind](numbers))
        if kind == "sorted_differences":  # the estimate is that of the head
            drawn = [mark for mark in drawn if mark[1] is not None]
        assert set(drawn) == set(expected), figure.id
        if kind in ONCE:
            own = [Counter(mark for mark in marks if mark[0] and mark[1]) for marks in (drawn, expected)]
            assert own[0] == own[1], figure.id


@pytest.mark.long
def test_every_rule_is_held_against_a_figure() -> None:
    assert {kind for name in TABLES for _, kind, _, _ in drawings(name)} == set(EXPECTED)


@pytest.mark.parametrize("name", CASES)
def test_every_point_that_is_drawn_has_a_mark(name: str) -> None:
    for figure, kind, _, drawing in drawings(name):
        in_key = 2 if kind == "error_plane" else 0
        assert len(list(unmarked_points(drawing))) == in_key, figure.id


def unmarked_points(element: ElementTree.Element) -> Iterator[ElementTree.Element]:
    """Return the points of a drawing that say nothing, but for the ticks of axes."""
    if {"data-a", "data-d", "data-v", "data-cells"} & set(element.keys()) or "tick_" in element.get("id", ""):
        return
    if element.tag == f"{SVG}use":
        yield element
    for child in element:
        yield from unmarked_points(child)


@pytest.mark.parametrize("name", ["gaps", "large"])
def test_a_map_of_ranks_has_the_names_of_rows_and_columns_and_a_text_for_each_cell(name: str) -> None:
    _, _, numbers, drawing = next(entry for entry in drawings(name) if entry[1] == "rank_map")
    image = next(element for element in drawing.iter(f"{SVG}image") if element.get("data-cells"))
    rows, columns, cells = (json.loads(image.get(f"data-{part}", "")) for part in ("rows", "cols", "cells"))
    texts = ["no result" if rank is None else f"rank {rank:g}" for rank in numbers["rank"]]
    assert list(product(rows, columns)) == numbers.select("algorithm", "dataset").rows()
    assert cells == texts


def test_marks_of_errors_over_folds_say_the_difference_with_its_interval_and_no_counts() -> None:
    drawing = next(drawing for _, kind, _, drawing in drawings("one dataset") if kind == "differences")
    said = {name: text for name, _, text in marks_of(drawing) if text.startswith("difference in error rate")}
    wrong = (pl.col("truth").cast(pl.String) != pl.col("prediction").cast(pl.String)).cast(pl.Float64)
    folds = one_dataset().group_by(pl.col("algorithm").cast(pl.String), "fold").agg(rate=wrong.mean()).sort("fold")
    rates = {name: part["rate"].to_numpy() for (name,), part in folds.group_by("algorithm", maintain_order=True)}
    best = min(rates, key=lambda name: float(rates[name].mean()))
    assert said.keys() == rates.keys() - {best}
    for name, text in said.items():
        # Nadeau and Bengio's t by SciPy: test to training is 1 to 9; 5 % shared out among all 15 pairs.
        gaps = rates[name] - rates[best]
        half = stats.t.isf(0.05 / 2 / 15, 9) * gaps.std(ddof=1) * (1 / 10 + 1 / 9) ** 0.5
        estimate, low, high = map(float, re.findall(r"-?[0-9.]+", text.replace("−", "-")))
        assert estimate == pytest.approx(gaps.mean(), abs=0.0006)
        assert (low, high) == pytest.approx((gaps.mean() - half, gaps.mean() + half), abs=0.0012)
    assert not [text for _, _, text in marks_of(drawing) if " where " in text]


def test_marks_of_errors_on_one_test_set_say_how_many_only_one_of_two_gets_wrong() -> None:
    drawing = next(drawing for _, kind, _, drawing in drawings("one test set") if kind == "differences")
    said = [mark for mark in marks_of(drawing) if " where " in mark[2]]
    wrong = {
        str(name): set(part.filter(pl.col("truth").cast(pl.String) != pl.col("prediction").cast(pl.String))["instance"])
        for (name,), part in one_dataset().group_by("algorithm")
    }
    best = min(wrong, key=lambda name: len(wrong[name]))
    for name in wrong.keys() - {best}:
        for one, other in ((name, best), (best, name)):
            assert (one, None, f"{counted(len(wrong[one] - wrong[other]), 'error')} where {other} is right") in said
    assert len(set(said)) == 2 * (len(wrong) - 1)


def test_names_of_algorithms_in_figures_lead_to_their_marks() -> None:
    drawing = next(drawing for _, kind, _, drawing in drawings("demo") if kind == "differences")
    names = {group.get("data-a") for group in drawing.iter(f"{SVG}g") if group.find(f"{SVG}text") is not None}
    assert names >= {"C4.5", "C4.5+m", "C4.5+cf", "C4.5+m+cf"}


@pytest.mark.parametrize("name", CASES)
def test_figures_outside_the_page_know_nothing_of_marks(name: str) -> None:
    for figure in figures_of(report(name)):
        assert b"marks." not in figure.svg
        assert b"data-a" not in figure.svg
        assert "marks." not in inline_svg(figure)


def test_a_saved_figure_has_no_ids_of_marks(tmp_path: Any) -> None:
    drawing = br.plot("cd", br.read_scores(br.example("demsar2006_auc.csv")))
    assert b"marks." not in save(drawing, tmp_path / "cd.svg").read_bytes()


def test_hostile_names_are_inert_in_marks_and_the_same_as_in_the_data_of_the_page() -> None:
    vectors = {*HOSTILE[:5], "url(#a) #123456", "http-equiv", '" onload="alert(1)', "</svg><script>alert(1)//"}
    hostile = br.report(large(0, 10, names=tuple({*HOSTILE} | vectors)))
    names: set[str | None] = set()
    for figure in figures_of(hostile):
        svg = inline_svg(figure)
        assert "http-equiv" not in svg
        elements = list(ElementTree.fromstring(svg).iter())
        assert f"{SVG}script" not in {element.tag for element in elements}
        assert not any(name.startswith("on") for element in elements for name in element.attrib)
        names |= {element.get("data-a") for element in elements} - {None}
    assert hostile.explorer is not None
    assert vectors <= names == set(json.loads(page_data(hostile.explorer.block))["algorithms"])


def test_an_id_that_looks_like_a_mark_by_chance_is_harmless() -> None:
    for code in ("marks.x", "marks.bnVsbA==", "marks.W10="):
        assert with_marks(f'<g id="{code}"><path/></g>') == "<g><path/></g>"
    uneven = mark_of(["A", "B"], ["iris"])
    assert with_marks(f'<g id="{uneven}"><path/></g>') == "<g><path/></g>"


def test_points_that_were_not_drawn_take_their_names_from_nobody() -> None:
    svg = f'<g id="{mark_of("A", ["iris", "wine"])}"><path/><defs><path/></defs><use/></g>'
    assert with_marks(svg) == '<g><path data-a="A"/><defs><path/></defs><use data-a="A"/></g>'
    assert unmarked(svg.encode()) == b"<g><path/><defs><path/></defs><use/></g>"
