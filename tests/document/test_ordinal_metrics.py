"""Shares without a lower end, such as R2: their differences on different datasets are not compared, only wins are."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.figures.comparison.folds import sorted_differences_data
from benchreport.figures.scores.pareto import pareto_data


def explained(lowest: float) -> pl.DataFrame:
    """Return R2 of three models on 16 datasets, A above B above C but for noise; down to about the lowest value."""
    draw = random.Random(4)
    rows = []
    for place in range(16):
        level = lowest if place % 4 == 0 else draw.uniform(0.2, 0.9)
        rows += [
            (m, f"d{place}", level + lead + draw.gauss(0, 0.02)) for m, lead in (("A", 0.06), ("B", 0.03), ("C", 0))
        ]
    return pl.DataFrame(rows, schema=["model", "dataset", "r2"], orient="row")


@pytest.mark.parametrize("lowest", [-3.0, 0.1])
def test_r2_is_compared_by_wins_alone(lowest: float, tmp_path: Path) -> None:
    scores = br.scores(explained(lowest))
    rows = br.verdicts(scores)
    assert rows["method"].unique().to_list() == ["sign_test"]
    wide = scores.select(pl.col("algorithm", "dataset").cast(pl.String), "value").pivot("algorithm", index="dataset")
    wins = (wide["A"] > wide["C"]).sum()
    assert rows.filter(pl.col("a") == "A", pl.col("b") == "C")["estimate"].item() == wins / 16
    br.report(scores).write(tmp_path / "r2.md")
    page = (tmp_path / "r2.md").read_text(encoding="utf8")
    assert "**No lower end.** R² has no lower end, so its differences on different datasets are not comparable" in page
    assert "true difference" not in page
    assert "ratio" not in page.replace("Iman", "")
    assert "mean R²" not in page


def test_a_test_of_differences_that_is_asked_for_does_not_take_differences_of_r2() -> None:
    rows = br.verdicts(br.scores(explained(0.1)), test="kfold_paired_t")
    assert rows["method"].unique().to_list() == ["sign_test"]


def test_r2_on_a_declared_scale_is_compared_on_it() -> None:
    rows = br.verdicts(br.scores(explained(0.1)), scales={"r2": "share"})
    assert rows["method"].unique().to_list() == ["wilcoxon"]


def test_errors_in_r2_are_compared_by_their_ratios() -> None:
    errors = explained(-3.0).select("model", "dataset", metric=pl.lit("r2"), error=1 - pl.col("r2"))
    rows = br.verdicts(br.scores(errors))
    assert rows["method"].unique().to_list() == ["log_ratio"]
    assert rows.filter(pl.col("a") == "A", pl.col("b") == "C")["better"].item() == "A"


@pytest.mark.parametrize("numbers", [sorted_differences_data, pareto_data])
def test_figures_of_sizes_refuse_differences_of_r2(numbers: Callable[..., pl.DataFrame]) -> None:
    table = explained(0.1).with_columns(time=pl.int_range(pl.len()) + 1.0)
    with pytest.raises(br.BenchreportError, match=r"without a lower end|not comparable"):
        numbers(br.scores(table) if numbers is pareto_data else br.scores(table, metrics="r2"))
