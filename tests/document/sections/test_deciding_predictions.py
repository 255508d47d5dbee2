"""Page one of predictions: what decides with folds, seeds, attempts and clusters, and what counts are counts of."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.document.model.blocks import Care, Figure, Report
from tests.document.sections.sections import plain
from tests.document.sections.test_answer import care, page, report_of

FOLDS, EACH = 10, 20
Wrong = Mapping[str, Mapping[int, int]]


def folded(wrong: Wrong, **more: Any) -> pl.DataFrame:
    """Predictions of ten folds of 20 instances; algorithms err on so many of the first ones of each fold."""
    rows = [
        {"model": name, "fold": fold, "instance": fold * EACH + i, "truth": i % 2, "prediction": (i + (i < n)) % 2}
        for name, errors in wrong.items()
        for fold in range(FOLDS)
        for n in [errors.get(fold, 0)]
        for i in range(EACH)
    ]
    return pl.DataFrame(rows).with_columns(**more)


def corrected_t(x: np.ndarray) -> tuple[float, float]:
    """The p-value of Nadeau and Bengio's test of ten differences, and half the width of its interval."""
    error = np.sqrt(x.var(ddof=1) * (1 / FOLDS + 1 / (FOLDS - 1)))
    return float(2 * stats.t.sf(abs(x.mean()) / error, FOLDS - 1)), float(stats.t.isf(0.025, FOLDS - 1) * error)


# B errs where A does, and on twelve instances more: all of them in two folds.
UNEVEN: Wrong = {"A": {0: 1, 5: 1}, "B": {0: 7, 5: 7}}
# B errs on three or four instances of every fold, A on none or one.
STEADY: Wrong = {"A": {fold: fold % 2 for fold in range(FOLDS)}, "B": {fold: 3 + fold // 5 for fold in range(FOLDS)}}


def differences(wrong: Wrong) -> np.ndarray:
    return np.array([(wrong["B"].get(fold, 0) - wrong["A"].get(fold, 0)) / EACH for fold in range(FOLDS)])


def test_folds_decide_page_one_where_the_pooled_instances_would_say_otherwise() -> None:
    table = folded(UNEVEN)
    assert stats.binomtest(12, 12).pvalue < 0.001
    p, _ = corrected_t(differences(UNEVEN))
    assert p > 0.05
    headline, lead = page(table)
    assert headline == "A has the lowest error on data; the other algorithm cannot be distinguished from it."
    assert lead.startswith(
        "A misclassifies 2 of 200 instances (error rate 0.010). It cannot be distinguished from B (14)"
    )
    assert "(corrected resampled t test)" in lead
    assert care(table)["Fitted models"] == (
        "Each algorithm is ten models, one per fold; the corrected resampled t test speaks of the algorithms. The "
        "exact McNemar test, which speaks of these models, finds B worse than A."
    )


def test_the_lead_and_the_picture_follow_the_test_of_the_folds() -> None:
    p, half = corrected_t(differences(STEADY))
    assert p < 0.001
    (section,) = report_of(folded(STEADY)).sections
    text = " ".join(plain(block.words) for block in section.blocks if hasattr(block, "words"))
    assert "A has the lowest error on data, significantly lower than the other." in text
    assert (
        "Over the ten folds its error rate is significantly lower than that of B (35) (corrected resampled t test, "
        "p < .001)." in text
    )
    (figure,) = (block for block in section.blocks if isinstance(block, Figure))
    row = figure.picture.numbers.filter(pl.col("algorithm") == "B").row(0, named=True)
    gap = differences(STEADY).mean()
    np.testing.assert_allclose([row["estimate"], row["low"], row["high"]], [gap, gap - half, gap + half], atol=1e-12)
    assert (row["errors"], row["instances"], row["wins"]) == (35, 200, None)
    assert "corrected resampled t test" in plain(figure.caption)
    assert "Bars" not in plain(figure.caption)


def test_holm_adjusts_the_folds_over_all_pairs() -> None:
    three = {**STEADY, "C": dict.fromkeys(range(FOLDS), 1)}
    x = np.array([[three[name].get(fold, 0) / EACH for fold in range(FOLDS)] for name in "ABC"])
    ps = sorted(corrected_t(x[j] - x[i])[0] for i, j in ((0, 1), (0, 2), (1, 2)))
    assert 3 * ps[0] < 0.05 < ps[2]
    _, lead = page(folded(three))
    assert "than that of B (35) (corrected resampled t test, Holm-adjusted p < .001)." in lead
    assert "It cannot be distinguished from C (10)." in lead


def test_a_reference_of_two_algorithms_is_told_of_the_other() -> None:
    steady, uneven = folded(STEADY), folded(UNEVEN)
    assert page(steady, reference="A")[0] == "The other algorithm is worse than A on data."
    assert page(steady, reference="B")[0] == "The other algorithm is better than B on data."
    assert "A (5) has a significantly lower error rate over the ten folds (" in page(steady, reference="B")[1]
    assert page(uneven, reference="B")[0] == "The other algorithm cannot be distinguished from B on data."


@cache
def seeded() -> pl.DataFrame:
    """Three seeds of two algorithms on the same 40 instances: A errs on 7 of 120 predictions, B on 52."""
    wrong = {"A": ({1}, {1, 2}, {1, 2, 3, 4}), "B": (set(range(17)), set(range(17)), set(range(18)))}
    rows = [
        {"model": name, "seed": seed, "instance": i, "truth": i % 2, "prediction": (i + (i in missed)) % 2}
        for name, seeds in wrong.items()
        for seed, missed in enumerate(seeds)
        for i in range(40)
    ]
    return pl.DataFrame(rows)


def test_seeds_are_seeds_and_counts_are_counts() -> None:
    headline, lead = page(seeded())
    assert headline == "A has the lowest error on data, significantly lower than the other."
    assert lead.startswith("A misclassifies 7 of 120 predictions (40 instances, three seeds; error rate 0.058 [")
    test = "(paired t test of the means of instances, p"
    assert f"On the same instances it makes significantly fewer errors than B (52) {test}" in lead
    notes = care(seeded())
    assert notes["Seeds"] == (
        "Each algorithm is three models, one per seed; the paired t test of the means of instances averages "
        "them on every instance."
    )
    assert not any("fold" in words for words in notes.values())


def test_tables_count_every_prediction_of_seeds() -> None:
    report = report_of(seeded(), sections=["answer", "predictions"])
    table = next(
        block for section in report.sections for block in section.blocks if getattr(block, "id", "") == "measures"
    )
    assert table.frame.select("algorithm", "errors").rows() == [("A", 7), ("B", 52)]
    assert "errors of 120" in " ".join(f"{column.group} {column.title}" for column in table.columns)


def test_attempts_at_items_are_no_models_and_no_folds() -> None:
    rows = [
        {"model": name, "item": i, "attempt": attempt, "correct": int((i * 7 + attempt * 3 + shift) % 10 >= shift)}
        for name, shift in (("M1", 4), ("M2", 3))
        for i in range(50)
        for attempt in range(5)
    ]
    report = report_of(pl.DataFrame(rows), sections=["answer", "data", "predictions", "methods"])
    text = "\n".join(
        plain(block.words) for section in report.sections for block in section.blocks if hasattr(block, "words")
    )
    assert "(50 items, five attempts; error rate " in text
    notes = care(pl.DataFrame(rows))
    assert notes["Attempts"].startswith("The five attempts at an item are averaged; the ")
    for words in (text, *notes.values()):
        found = [strange for strange in ("fold", "Welch", "seed", "models") if strange in words]
        assert not found, words


def test_clusters_of_instances_are_counted_on_page_one() -> None:
    wrong = {"A": range(10), "B": range(4, 60)}
    rows = [
        {"model": name, "instance": i, "cluster": i % 20, "truth": i % 2, "prediction": (i + (i in errors)) % 2}
        for name, errors in wrong.items()
        for i in range(200)
    ]
    words = care(pl.DataFrame(rows)).get("Clusters", "")
    assert words.startswith(
        "The instances come in 20 clusters and are not independent within them; the sign-flip test "
    )


def test_resamples_of_unknown_sizes_say_why_nothing_was_tested() -> None:
    random = np.random.default_rng(1)
    rows = [
        {"model": name, "fold": fold, "instance": int(i), "truth": int(i % 2), "prediction": int((i + (i % 9 < n)) % 2)}
        for fold in range(8)
        for part in [random.choice(200, 60, replace=False)]
        for name, n in (("A", 1), ("B", 3))
        for i in part
    ]
    headline, lead = page(pl.DataFrame(rows))
    assert headline == "A has the lowest error on data."
    assert lead.endswith("No test was made: the ratio of test to training size is not known.")
    assert " of 480 predictions (" in lead
    assert " instances, eight resamples; error rate" in lead


@cache
def forecasts() -> Report:
    """Three algorithms on 60 instances: S gives probabilities, H the best classes as 0 and 1, Z is sure of a miss."""
    rows = []
    for i in range(60):
        truth = i % 2
        for name, wrong, sure in (("H", i < 3, 1.0), ("S", i < 6, 0.9), ("Z", i < 8, 1.0 if i == 7 else 0.8)):
            said = (truth + wrong) % 2
            chances = {f"prob_{said}": sure, f"prob_{1 - said}": round(1 - sure, 3)}
            rows.append({"model": name, "instance": i, "truth": truth, "prediction": said, **chances})
    return report_of(pl.DataFrame(rows), sections=["answer", "data", "predictions", "tables"])


def words_of(report: Report) -> str:
    return "\n".join(plain(block.words) for part in report.sections for block in part.blocks if hasattr(block, "words"))


def table_named(report: Report, name: str) -> Any:
    (table,) = (block for part in report.sections for block in part.blocks if getattr(block, "id", "") == name)
    return table


def test_classes_are_no_probabilities() -> None:
    table = table_named(forecasts(), "measures")
    rows = {row[0].text: row for row in table.rows}
    titles = [column.title for column in table.columns]
    for title in ("quadratic loss", "ECE", "log loss"):
        assert rows["H"][titles.index(title)].text == "–"
    assert rows["S"][titles.index("quadratic loss")].emphasis == "best"
    assert "–: H output classes only" in plain(table.note)
    text = words_of(forecasts())
    assert "H has the lowest error; S has the lowest quadratic loss" in text


def test_a_measure_has_one_name_and_one_value_in_a_report() -> None:
    complete, measures = (table_named(forecasts(), name) for name in ("complete-quadratic-loss", "measures"))
    own = dict(measures.frame.select("algorithm", "quadratic_loss").rows())
    assert own["S"] == pytest.approx(2 * (54 * 0.1**2 + 6 * 0.9**2) / 60)
    heads, (row,) = [column.title for column in complete.columns], complete.rows
    assert row[heads.index("S")].text.lstrip("0") == f"{own['S']:.3f}".lstrip("0")
    assert "H" not in heads
    assert "Brier" not in words_of(forecasts())


def test_a_metric_that_is_left_out_has_no_best_value_elsewhere() -> None:
    (excluded,) = (words for label, words in care_of(forecasts()).items() if label == "Metrics left out")
    assert excluded.startswith("log loss (it is infinite for Z,")
    table = table_named(forecasts(), "measures")
    place = [column.title for column in table.columns].index("log loss")
    assert [row[place].emphasis for row in table.rows] == ["", "", ""]
    assert "lowest log loss" not in words_of(forecasts())


def care_of(report: Report) -> dict[str, str]:
    return {
        label: plain(words)
        for part in report.sections
        for block in part.blocks
        if isinstance(block, Care)
        for label, words in block.items
    }


def numbered_anew(*, numbers: bool = False) -> pl.DataFrame:
    """Three runs of 30 instances each, numbered from 0 in every run, whose truths change."""
    random = np.random.default_rng(5)
    truths = random.random((3, 30)) if numbers else random.integers(0, 2, (3, 30))
    rows = [
        {"model": name, "fold": run, "instance": i, "truth": truth.item(), "prediction": said}
        for run, own in enumerate(truths)
        for i, truth in enumerate(own)
        for name, off in (("A", i % 15 == 0), ("B", i % (3 + run) == 0))
        for said in [truth.item() + (0.01 + 0.3 * off if numbers else 0) if numbers else (truth.item() + off) % 2]
    ]
    return pl.DataFrame(rows)


@pytest.mark.parametrize("numbers", [False, True])
def test_instances_that_nobody_can_tell_apart_are_not_tested_beside_no_test_was_made(numbers: bool) -> None:
    report = report_of(numbered_anew(numbers=numbers), sections=["answer", "data", "predictions"])
    text = words_of(report)
    assert "No test was made: the runs may be folds, resamples or seeds, and the design was not declared." in text
    assert "significantly" not in text
    assert "90 instances" in report.facts[1]
    assert "The scores were computed from predictions of 90 instances." in text
    tables = {getattr(block, "id", "") for part in report.sections for block in part.blocks}
    assert "what-tests-speak-of" not in tables


def test_a_declared_design_tests_instances_that_are_numbered_anew() -> None:
    classes = br.predictions(numbered_anew(), design="kfold_cv")
    assert "(corrected resampled t test" in page(classes)[1]
    assert care(classes)["Fitted models"].endswith(
        "The exact McNemar test, which speaks of these models, finds B worse than A."
    )
    resamples = br.predictions(numbered_anew(), design="repeated_holdout")
    assert page(resamples)[1].endswith("No test was made: the ratio of test to training size is not known.")
    numbers = br.predictions(numbered_anew(numbers=True), design="kfold_cv")
    text = words_of(report_of(numbers, sections=["answer", "predictions"]))
    assert "As fitted, A has significantly smaller squared errors than B" in text


def test_one_value_of_numbers_is_told_with_the_test_that_was_made() -> None:
    single = numbered_anew(numbers=True).filter(pl.col("fold") == 0).drop("fold")
    text = words_of(report_of(single, sections=["answer", "predictions"]))
    assert "MAE is one value of each and was not tested; squared errors are, instance by instance." in text
    assert "A has significantly smaller squared errors than B" in text
    assert "No test" not in text


def test_test_sets_that_differ_are_named_with_their_sizes() -> None:
    table = folded(STEADY).filter((pl.col("model") == "B") | (pl.col("fold") < 5))
    assert "(35 of 200)" in page(table)[1]
    assert care(table)["Unequal test sets"] == "Not all algorithms predicted the same instances in the same runs."


def test_the_same_difference_in_every_fold_is_the_reason_why_nothing_was_tested() -> None:
    table = folded({"A": {}, "B": dict.fromkeys(range(FOLDS), 2)})
    assert page(table)[1].endswith("No test was made: the same difference on every fold.")
