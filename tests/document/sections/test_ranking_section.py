"""The section on rankings says what the scores say."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import mannwhitneyu

import benchreport as br
from benchreport.document.model.blocks import Figure, Section
from tests.document.sections.instances import cells_of, sections_of, told
from tests.document.sections.sections import findings_of, plain, prose, table_of

# FX5 of the catalogue: 6 positive, 6 negative, two tied pairs of mixed class. AUC 0.75.
FX5 = [0.95, 0.90, 0.90, 0.80, 0.70, 0.70, 0.60, 0.55, 0.50, 0.40, 0.30, 0.10]
LABELS = [1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0, 0]
PERFECT = [0.9 - 0.001 * at if label else 0.1 + 0.001 * at for at, label in enumerate(LABELS)]
REVERSED = [1 - score for score in PERFECT]


def scored(dataset: str = "d", **algorithms: list[float | None]) -> pl.DataFrame:
    rows = [
        (name, dataset, at, LABELS[at], score) for name, scores in algorithms.items() for at, score in enumerate(scores)
    ]
    return pl.DataFrame(rows, schema=["algorithm", "dataset", "instance", "truth", "score"], orient="row")


def section_of(table: pl.DataFrame, **wishes: Any) -> Section:
    return told(table, "curves", **({"positive": 1, "metrics": ["auc"]} | wishes))


def hand_and_till(table: pl.DataFrame) -> float:
    """Average over ordered pairs of classes how often the one has the higher probability of itself, by SciPy."""
    mine = table.filter(pl.col("algorithm") == "GaussianNB").with_columns(pl.col("truth").cast(pl.String))
    areas = []
    for one, other in permutations(("setosa", "versicolor", "virginica"), 2):
        x, y = (mine.filter(pl.col("truth") == name)[f"prob_{one}"].to_numpy() for name in (one, other))
        areas.append(mannwhitneyu(x, y).statistic / (len(x) * len(y)))
    return sum(areas) / len(areas)


def test_the_measures_of_a_ranking_are_those_of_the_catalogue() -> None:
    frame = table_of(section_of(scored(A=FX5, B=REVERSED)), "rankings").frame
    row = frame.filter(pl.col("algorithm") == "A").row(0, named=True)
    assert row["auc_n"] == pytest.approx(0.75, rel=1e-9)  # fewer than 50 negatives: the whole area
    assert row["average_precision"] == pytest.approx(0.732936507937, rel=1e-9)
    assert row["average_precision_11"] == pytest.approx(0.758441558442, rel=1e-9)
    assert row["break_even_point"] == pytest.approx(0.666666666667, rel=1e-9)
    assert row["prevalence"] == 0.5
    areas = dict(table_of(section_of(scored(A=FX5, B=REVERSED)), "areas").frame.select("a", "estimate").rows())
    assert areas == {"A": pytest.approx(0.75), "B": pytest.approx(0.0)}


def test_text_and_table_tell_the_same_area() -> None:
    section = section_of(scored(A=FX5, B=REVERSED, C=[0.5] * 12))
    assert "the AUC of A, 0.7500" in prose(section)
    assert cells_of(table_of(section, "areas"))[0][:2] == ["A", "0.7500"]
    assert plain(table_of(section, "areas").note) == "12 instances, 6 of them positive."


def test_a_difference_of_two_areas_is_told_with_delongs_test() -> None:
    table = scored(A=FX5, B=REVERSED)
    section = section_of(table)
    finding = findings_of(section)[0]
    assert finding.rows["method"].to_list() == ["delong"]
    assert finding.rows["estimate"].item() == pytest.approx(0.75)
    words = prose(section)
    assert "A ranks the instances significantly better than B: the AUC of B minus that of A is −0.7500" in words


def test_a_curve_that_lies_above_another_is_said_to_lie_so_in_this_sample() -> None:
    section = section_of(scored(A=FX5, B=PERFECT))
    assert "In this sample, the ROC curve of B lies nowhere below that of A." in prose(section)
    crossing = section_of(
        scored(A=FX5, B=[0.99 if at == 11 else 0.9 - 0.01 * at if LABELS[at] else 0.1 for at in range(12)])
    )
    assert "crosses that of A, first at a false alarm rate of" in prose(crossing)
    assert "the ROC curve of A equals that of B." in prose(section_of(scored(A=FX5, B=FX5)))


def test_a_curve_above_another_whose_area_does_not_differ_significantly_is_not_said_to_rank_better() -> None:
    # B parts two tied pairs of A: its curve lies nowhere below, and DeLong's test sees no difference.
    better = [0.96, 0.95, 0.90, 0.80, 0.70, 0.75, 0.60, 0.55, 0.50, 0.40, 0.30, 0.10]
    section = section_of(scored(A=FX5, B=better))
    row = findings_of(section)[0].rows.row(0, named=True)
    assert row["p_adjusted"] > 0.05
    words = prose(section)
    assert "A and B do not differ significantly" in words or "B and A do not differ significantly" in words
    assert "The area of A does not differ significantly from its own." in words
    assert "whatever the costs" not in words
    assert "ranks better" not in words


def test_the_heading_names_curves_only_where_there_are_some() -> None:
    chances = scored(A=FX5, B=PERFECT).with_columns(prob_1="score", prob_0=1 - pl.col("score")).drop("score")
    assert told(chances, "curves").title == "Ranking quality"
    assert section_of(scored(A=FX5, B=PERFECT)).title == "Ranking quality: ROC, precision and recall, lift"


def test_the_lift_of_the_first_part_is_that_of_the_catalogue() -> None:
    section = section_of(scored(A=FX5, B=REVERSED))
    rows = {row["part"]: row for row in table_of(section, "lift").frame.rows(named=True)}
    assert rows[10]["lift"] == pytest.approx(1.0)
    # One tenth of 12 instances: the first, a positive, and a fifth of the tied pair, half of it positive.
    assert rows[1]["lift"] == pytest.approx((1 + 0.2 * 0.5) / 6 / 0.1)
    assert cells_of(table_of(section, "lift"))[0][3] == "1.83"


def test_the_positive_class_must_be_declared() -> None:
    chances = scored(A=FX5, B=PERFECT).with_columns(prob_1="score", prob_0=1 - pl.col("score")).drop("score")
    section = told(chances, "curves")
    assert "No positive class is declared for d." in prose(section)
    assert "--positive 1" in prose(section)
    areas = dict(table_of(section, "several-classes").frame.select("algorithm", "auc").rows())
    assert areas["A"] == pytest.approx(0.75)  # of two classes Hand and Till's M is the area


def test_three_classes_are_compared_two_at_a_time_and_against_the_rest() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet")).filter(pl.col("dataset") == "iris")
    section = told(table, "curves")
    frame = table_of(section, "several-classes").frame
    assert frame.filter(pl.col("algorithm") == "GaussianNB")["auc"].item() == pytest.approx(hand_and_till(table))
    assert sorted(row[0] for row in cells_of(table_of(section, "against-rest"))) == [
        "setosa",
        "versicolor",
        "virginica",
    ]
    assert [block.id for block in section.blocks if isinstance(block, Figure)] == ["roc-classes"]


def test_instances_without_a_score_are_left_out_for_all_algorithms() -> None:
    lacking: list[float | None] = [*FX5[:10], None, FX5[11]]
    chances = scored(A=FX5, B=lacking).with_columns(prob_1="score", prob_0=1 - pl.col("score"), prediction="truth")
    kept = told(chances.drop("score"), "curves", positive=1, metrics=["accuracy"])
    assert "1 instance without a score by some algorithm was left out for all" in prose(kept)
    assert table_of(kept, "areas").frame["n"].to_list() == [11, 11]


def test_a_dataset_with_one_class_only_has_no_area_and_says_why() -> None:
    table = scored(A=FX5, B=PERFECT).filter(pl.col("truth") == 1)
    with_decision = table.with_columns(prediction="truth")
    section = told(with_decision, "curves", positive=1, metrics=["accuracy"])
    assert "could not be compared" in prose(section)
    assert "no instance is negative" in prose(section)
    assert not [block for block in section.blocks if isinstance(block, Figure)]


def test_folds_are_averaged_in_the_figure_and_pooled_in_the_tables_and_this_is_said() -> None:
    table = scored(A=FX5, B=PERFECT).with_columns(fold=pl.col("instance") % 2)
    section = section_of(table, metrics=["auc"])
    words = prose(section)
    assert "averages over the folds" in words
    assert "pool the scores of all folds" in words
    assert "pooled AUC" in [head.title for head in table_of(section, "areas").columns]
    whole = section_of(scored(A=FX5, B=PERFECT))
    assert "averages over the folds" not in prose(whole)
    assert "AUC" in [head.title for head in table_of(whole, "areas").columns]


def test_decisions_alone_have_no_curves() -> None:
    table = scored(A=FX5, B=PERFECT).with_columns(prediction=(pl.col("score") > 0.5).cast(pl.Int64)).drop("score")
    assert "curves" not in sections_of(table, "curves", "predicted", positive=1)


def test_the_section_stands_in_markdown_and_html(tmp_path: Path) -> None:
    report = br.report(scored(A=FX5, B=PERFECT), sections=["curves"], positive=1, metrics=["auc"])
    for name in ("report.md", "report.html"):
        report.write(tmp_path / name)
        assert "lies nowhere below" in (tmp_path / name).read_text()


def test_printed_intervals_of_areas_are_delongs_on_the_logit_scale() -> None:
    table = table_of(section_of(scored(A=FX5, B=PERFECT)), "areas")
    assert "DeLong intervals on the logit scale" in plain(table.caption)
    row = table.frame.filter(pl.col("a") == "A").row(0, named=True)
    # The variance of DeLong, DeLong and Clarke-Pearson (1988) from all pairs of a positive and a negative.
    positives, negatives = (
        [score for score, label in zip(FX5, LABELS, strict=True) if label == side] for side in (1, 0)
    )
    wins = np.array([[(x > y) + 0.5 * (x == y) for y in negatives] for x in positives])
    area = wins.mean()
    spread = wins.mean(axis=1).var(ddof=1) / len(positives) + wins.mean(axis=0).var(ddof=1) / len(negatives)
    reach = 1.959963984540054 * np.sqrt(spread) / (area * (1 - area))
    limits = [1 / (1 + np.exp(-(np.log(area / (1 - area)) + side * reach))) for side in (-1, 1)]
    assert (row["ci_low"], row["ci_high"]) == pytest.approx(limits)
    assert row["variant"] == "logit"
