"""Cost: the cheapest of the algorithms not distinguished from the best, against the verdicts themselves."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import polars as pl
import pytest

import benchreport as br
from tests.document.sections.sections import figures, only, plain, prose, told


def study(*, gap: float = 0.0, cost: str = "train_time", seed: int = 2) -> pl.DataFrame:
    """Return three good algorithms, of which B takes half the time of A, and a bad one that takes a hundredth."""
    random = np.random.default_rng(seed)
    n = 20
    level = random.uniform(0.6, 0.9, n)
    noise = random.normal(0, 0.01, (4, n))
    seconds = random.lognormal(6, 1, n) * np.exp(random.normal(0, 0.05, (4, n)))
    quality = {"A": level + 0.002, "B": level - gap, "C": level - 0.001, "D": level - 0.1}
    factor = {"A": 1.0, "B": 0.5, "C": 1.5, "D": 0.01}
    rows = [
        {
            "model": name,
            "dataset": f"d{i:02}",
            "accuracy": quality[name][i] + noise[j, i],
            cost: factor[name] * seconds[j, i],
        }
        for j, name in enumerate("ABCD")
        for i in range(n)
    ]
    return br.scores(pl.DataFrame(rows, schema=["model", "dataset", "accuracy", cost], orient="row"))


def test_the_cheapest_of_those_not_distinguished_from_the_best_is_named_with_its_savings() -> None:
    scores = study()
    quality, seconds = (br.verdicts(scores.filter(pl.col("metric") == name)) for name in ("accuracy", "train_time"))
    open_pairs = quality.filter(pl.col("p_adjusted") > 0.05).select(pl.col("a", "b").cast(pl.String)).rows()
    best = br.average_ranks(scores.filter(pl.col("metric") == "accuracy")).sort("mean_rank")["algorithm"][0]
    assert {name for pair in open_pairs if best in pair for name in pair} == {"A", "B", "C"}
    words = prose(told(scores, "cost"))
    assert words.startswith(
        f"Of {best} and the two algorithms that cannot be distinguished from it by accuracy, B is the cheapest"
    )
    for a, b, estimate in seconds.select(pl.col("a", "b").cast(pl.String), "estimate").rows():
        if "B" in (a, b) and "D" not in (a, b):
            ratio, other = (estimate, b) if a == "B" else (1 / estimate, a)
            text = (
                rf"{100 * (1 - ratio):.0f} % less time than {other}"
                if ratio > 0.5
                else rf"{1 / ratio:.2g} times as fast as {other}"
            )
            assert re.search(text, words), (text, words)


def test_the_cheapest_of_all_is_said_to_lose() -> None:
    words = prose(told(study(), "cost"))
    assert re.search(
        r"The cheapest of all, D, is \d+ times as fast as [ABC] \([\d,.]+ to [\d,.]+\) and loses 0\.\d+ \[", words
    )


def test_a_loss_in_units_is_that_of_the_cheapest_and_not_of_its_rival() -> None:
    wide = study().with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    cells = wide.pivot("metric", index=["algorithm", "dataset"], values="value")
    scores = br.scores(cells.with_columns(rmse=1.6 - pl.col("accuracy")).drop("accuracy"))
    row = br.verdicts(scores.filter(pl.col("metric") == "rmse")).with_columns(pl.col("a", "b").cast(pl.String))
    words = prose(told(scores, "cost", metrics=["rmse", "train_time"]))
    said = re.search(r"The cheapest of all, D, .* as fast as (\w) .* and has a RMSE that is (\d+) % higher \(", words)
    assert said, words
    ratio = row.filter(pl.col("a") == said[1], pl.col("b") == "D")["estimate"].item()
    assert ratio < 1, "D has the larger error"
    assert int(said[2]) == round(100 * (1 / ratio - 1))


def test_those_that_cost_less_than_the_best_are_said_to_be_worse_only_where_all_are() -> None:
    words = prose(told(study(gap=0.05), "cost", reference="A"))
    assert "significantly worse" not in prose(told(study(), "cost"))
    assert "The two that cost less than A by training time are significantly worse by accuracy." in words


def test_swapping_the_direction_of_the_quality_changes_who_is_cheapest() -> None:
    scores = study()
    flipped = br.scores(
        scores.pivot("metric", index=["algorithm", "dataset"], values="value"), directions={"accuracy": "lower"}
    )
    assert "D is the cheapest" not in prose(told(scores, "cost"))
    assert "The cheapest of all" not in prose(told(flipped, "cost"))


def test_other_costs_are_spoken_of_by_name() -> None:
    words = prose(told(study(cost="memory"), "cost"))
    assert "B is the cheapest by memory" in words
    assert "time" not in words


def test_no_cost_metric_no_section() -> None:
    assert only(br.read_scores(br.example("demsar2006_auc.csv")), "cost") is None
    assert only(study().filter(pl.col("metric") != "accuracy"), "cost") is None
    assert only(study().filter(pl.col("dataset") == "d00"), "cost") is None


@pytest.mark.parametrize("reference", [None, "C"])
def test_the_caption_says_what_is_hollow_and_relative_to_whom(reference: str | None) -> None:
    section = told(study(), "cost", reference=reference)
    (figure,) = figures(section).values()
    numbers: Any = figure.picture
    focus = numbers.numbers["focus"][0]
    assert focus == (reference or focus)
    caption = plain(figure.caption)
    assert caption.startswith("accuracy against training time. ")
    assert f"Estimates relative to {focus}. Hollow: accuracy not distinguished from that of {focus}." in caption


def test_a_trivial_baseline_without_a_cost_is_left_out_of_the_plane_and_named() -> None:
    scores = study()
    trivial = scores.filter(pl.col("algorithm") == "D", pl.col("metric") == "accuracy")
    trivial = trivial.with_columns(algorithm=pl.lit("majority").cast(pl.Categorical), value=pl.lit(0.5))
    (figure,) = figures(told(pl.concat([scores, trivial]), "cost")).values()
    picture: Any = figure.picture
    assert "majority" not in picture.numbers["algorithm"].to_list()
    assert "Without training time: majority." in plain(figure.caption)
