"""The section of kinds of errors: corrected tests of patterns, planes and misses, computed a second time in NumPy."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import f as f_law

import benchreport as br
from benchreport.document.model.blocks import Section, rows_of
from benchreport.errors import BenchreportWarning
from tests.document.sections.sections import column, figures, only, plain, prose, table_of, tables, told

ALPHA = 0.05
FOLDS = 8
RATES = {"A": (0.05, 0.03), "B": (0.08, 0.05), "C": (0.30, 0.10), "D": (0.05, 0.25)}


@cache
def errors_of(dataset: str, classes: int = 2, seed: int = 6) -> dict[str, np.ndarray]:
    """Return the misses of every class per fold, by algorithm."""
    rng = np.random.default_rng([seed, len(dataset)])
    return {
        name: np.stack([rng.binomial(30, rates[k % 2], FOLDS) for k in range(classes)], axis=1)
        for name, rates in RATES.items()
    }


@cache
def table(*datasets: tuple[str, int], design: str | None = "kfold_cv") -> pl.DataFrame:
    """Return confusion counts of datasets with so many classes, 30 instances a fold; misses go to the next class."""
    rows = [
        (name, dataset, fold, f"c{actual}", f"c{predicted}", int(30 - missed if actual == predicted else missed))
        for dataset, classes in datasets
        for name, counts in errors_of(dataset, classes).items()
        for fold, actual in product(range(FOLDS), range(classes))
        for missed in [counts[fold, actual]]
        for predicted in (actual, (actual + 1) % classes)
    ]
    schema = ["algorithm", "dataset", "fold", "truth", "prediction", "count"]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    return br.counts(frame.rename({"fold": "run"})) if design is None else br.counts(frame, design=design)


FACTOR = 1 + FOLDS / (FOLDS - 1)  # 1 + K n_test / n_train


def wilks(x: np.ndarray, factor: float = 1.0) -> tuple[float, float, float]:
    """Return Wilks' lambda of algorithms x folds x classes with folds as blocks, Rao's F and its p-value."""
    many, folds, p = x.shape
    grand, algorithm, fold = x.mean((0, 1)), x.mean(1), x.mean(0)
    between = folds * (algorithm - grand).T @ (algorithm - grand)
    rest = (x - algorithm[:, None] - fold[None] + grand).reshape(-1, p)
    values = np.linalg.eigvals(np.linalg.solve(rest.T @ rest, between)).real.clip(0)
    size = float(np.prod(1 / (1 + values / factor)))
    df_h, df_e = many - 1, (many - 1) * (folds - 1)
    below = p * p + df_h * df_h - 5
    t = np.sqrt((p * p * df_h * df_h - 4) / below) if below > 0 else 1.0
    df1 = p * df_h
    df2 = (df_e + df_h - (p + df_h + 1) / 2) * t - (p * df_h - 2) / 2
    statistic = (1 - size ** (1 / t)) / size ** (1 / t) * df2 / df1
    return size, float(statistic), float(f_law.sf(statistic, df1, df2))


def hotelling_p(a: np.ndarray, b: np.ndarray, factor: float = 1.0) -> float:
    gap = a - b
    folds, p = gap.shape
    mean = gap.mean(axis=0)
    t2 = folds * mean @ np.linalg.solve(np.atleast_2d(np.cov(gap.T)), mean) / factor
    return float(f_law.sf(t2 * (folds - p) / (p * (folds - 1)), p, folds - p))


def holm(p: dict[Any, float]) -> dict[Any, float]:
    order = sorted(p, key=lambda key: p[key])
    stepped = np.minimum(np.maximum.accumulate([(len(p) - i) * p[key] for i, key in enumerate(order)]), 1)
    return dict(zip(order, map(float, stepped), strict=True))


def pairs(dataset: str, classes: int = 2, factor: float = FACTOR) -> dict[tuple[str, str], float]:
    counts = errors_of(dataset, classes)
    return holm({(a, b): hotelling_p(counts[a], counts[b], factor) for a, b in combinations(counts, 2)})


def one_dataset(**options: Any) -> Section:
    return told(table(("two", 2)), "errors", **options)


def stacked(dataset: str, classes: int = 2) -> np.ndarray:
    return np.stack(list(errors_of(dataset, classes).values())).astype(float)


def test_only_confusion_counts_have_it() -> None:
    assert only(br.read_scores(br.example("demsar2006_auc.csv")), "errors") is None
    assert only(br.read_predictions(br.example("small_study_predictions.parquet")), "errors") is None


def test_the_corrected_test_of_all_algorithms_is_printed_and_nothing_is_said_of_what_would_differ() -> None:
    size, statistic, p = wilks(stacked("two"), FACTOR)
    text = prose(one_dataset())
    assert p < 0.001
    assert f"differ (Wilks’ Λ = {size:.2f}, F = {statistic:.2f}, df = 6 and 40, p < .001)" in text
    assert not re.search("would differ|[Ww]ithout (that )?allowance", text)


def test_pairs_that_differ_are_those_of_the_corrected_hotelling_test() -> None:
    clear = {pair: p for pair, p in pairs("two").items() if p <= ALPHA}
    assert 0 < len(clear) < 6  # some differ, some do not
    text = prose(one_dataset())
    for a, b in combinations(RATES, 2):
        assert (f"{a} and {b} (p " in text) == ((a, b) in clear)


def test_the_outline_of_an_ellipse_excludes_no_difference_iff_the_pair_differs() -> None:
    numbers = figures(one_dataset())["error-plane-1"].picture.numbers
    first = numbers["first"][0]
    adjusted = {frozenset(pair): p for pair, p in pairs("two").items()}
    differences = numbers.filter(pl.col("item") == "difference")
    verdicts = []
    for row in differences.iter_rows(named=True):
        mean, cov = np.array([row["x"], row["y"]]), np.array([[row["xx"], row["xy"]], [row["xy"], row["yy"]]])
        distance = mean @ np.linalg.solve(cov, mean)
        p = adjusted[frozenset((first, row["algorithm"]))]
        assert row["p_adjusted"] == pytest.approx(p)
        verdicts.append(p <= ALPHA)
        assert (distance > row["reach_all"]) == (p <= ALPHA)
        alone = hotelling_p(errors_of("two")[row["algorithm"]], errors_of("two")[first], FACTOR)
        assert (distance > row["reach"]) == (alone <= ALPHA)
    assert any(verdicts)
    assert not all(verdicts)


def test_the_plane_shows_the_mean_counts_and_its_caption_counts_the_verdicts() -> None:
    section = one_dataset(positive="c1")
    figure = figures(section)["error-plane-1"]
    means = figure.picture.numbers.filter(pl.col("item") == "mean")
    for name, x, y in means.select("algorithm", "x", "y").rows():
        assert (x, y) == pytest.approx(tuple(errors_of("two")[name].mean(axis=0)))
    totals = {name: counts.sum() for name, counts in errors_of("two").items()}
    first = min(totals, key=lambda name: (totals[name], name))
    clear = sum(p <= ALPHA for pair, p in pairs("two").items() if first in pair)
    words = {0: "none does", 1: "one does", 2: "two do", 3: "three do"}
    assert plain(figure.caption).startswith("False alarms against misses on two.")
    assert f"differences from {first} in false alarms (horizontal) and misses (vertical)" in plain(figure.caption)
    assert plain(figure.caption).endswith(f"{words[clear]}.")


def test_several_datasets_have_a_table_and_say_where_pairs_cannot_be_tested() -> None:
    section = told(table(("two", 2), ("three", 3), ("many", 9)), "errors")
    rows = table_of(section, "error-patterns").frame
    for dataset, classes in (("two", 2), ("three", 3), ("many", 9)):
        size, statistic, p = wilks(stacked(dataset, classes), FACTOR)
        row = rows.filter(pl.col("dataset") == dataset).row(0, named=True)
        assert (row["estimate"], row["statistic"], row["p_value"]) == pytest.approx((size, statistic, p))
    assert "needs more folds than classes and cannot be used on many." in prose(section)
    texts = dict(
        zip(
            *(column(table_of(section, "error-patterns"), title) for title in ("Dataset", "pairs that differ")),
            strict=True,
        )
    )
    assert texts["many"] == "–"
    clear = sum(p <= ALPHA for p in pairs("three", 3).values())
    assert texts["three"] == f"{clear} of 6"


def test_misses_by_class_are_drawn_of_more_than_two_classes() -> None:
    section = told(table(("two", 2), ("three", 3)), "errors")
    numbers = figures(section)["class-misses"].picture.numbers
    assert numbers["dataset"].unique().to_list() == ["three"]
    for name, label, missed, n in numbers.select("algorithm", "label", "missed", "n").rows():
        assert missed == errors_of("three", 3)[name][:, int(label[1])].sum()
        assert n == 30 * FOLDS


def test_counts_without_folds_are_not_tested() -> None:
    summed = (
        table(("two", 2))
        .group_by("algorithm", "dataset", "actual", "predicted", maintain_order=True)
        .agg(pl.col("n").sum())
    )
    section = told(br.counts(summed), "errors")
    assert tables(section) == {}
    assert "Wilks" not in prose(section)
    assert list(figures(section)) == ["class-misses"]


def test_runs_of_which_nothing_says_what_they_are_are_not_tested() -> None:
    with pytest.warns(BenchreportWarning, match="folds, resamples or seeds"):
        report = br.report(table(("two", 2), ("three", 3), design=None))
    assert not {"hotelling", "manova"} & set(rows_of(report)["method"])
    assert "Design not declared" in str(report.sections[0].blocks)


def test_two_algorithms_are_compared_by_hotelling_s_test() -> None:
    two = table(("two", 2)).filter(pl.col("algorithm").cast(pl.String).is_in(["A", "C"]))
    text = prose(told(two, "errors"))
    p = hotelling_p(errors_of("two")["A"], errors_of("two")["C"], FACTOR)
    assert "patterns of errors of the two algorithms" in text
    assert f"p = {p:.3f}".replace("0.", ".") in text or p < 0.001
    assert "Wilks" not in text


def test_with_a_reference_only_its_comparisons_are_a_family() -> None:
    section = one_dataset(reference="B")
    counts = errors_of("two")
    adjusted = holm({name: hotelling_p(counts[name], counts["B"], FACTOR) for name in RATES if name != "B"})
    numbers = figures(section)["error-plane-1"].picture.numbers
    drawn = numbers.filter(pl.col("item") == "difference")
    assert dict(drawn.select("algorithm", "p_adjusted").rows()) == pytest.approx(adjusted)
    assert set(numbers["first"]) == {"B"}


def test_exchanging_two_algorithms_exchanges_what_is_said_of_them() -> None:
    names = {"A": "C", "C": "A"}
    swapped = table(("two", 2)).with_columns(pl.col("algorithm").cast(pl.String).replace(names).cast(pl.Categorical))
    numbers = figures(told(swapped, "errors"))["error-plane-1"].picture.numbers
    before = figures(one_dataset())["error-plane-1"].picture.numbers
    assert numbers["first"][0] == names.get(before["first"][0], before["first"][0])
