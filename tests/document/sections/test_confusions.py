"""The section on classes says what the confusion matrix says."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Figure, Table
from tests.document.sections.instances import cells_of, decisions, matrix, told
from tests.document.sections.sections import findings_of, plain, prose, table_of

# Rows A (25, 5, 20), B (0, 45, 5), C (25, 0, 25): recall and precision 0.5, 0.9, 0.5 (METHODS, confusion_multiclass).
THREE = matrix(
    {("A", "A"): 25, ("A", "B"): 5, ("A", "C"): 20, ("B", "B"): 45, ("B", "C"): 5, ("C", "A"): 25, ("C", "C"): 25}
)
# FX7: tp 40, fn 10, fp 5, tn 45.
FX7 = matrix({("+", "+"): 40, ("+", "-"): 10, ("-", "+"): 5, ("-", "-"): 45})


def worse(pairs: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Give a classifier that calls everything the first class."""
    return [(truth, pairs[0][0]) for truth, _ in pairs]


def test_the_three_largest_confusions_are_named() -> None:
    section = told(decisions({"good": THREE, "poor": worse(THREE)}), "confusion")
    # A as B and B as C occur five times each: neither is among the three most frequent.
    assert (
        "The most frequent confusions are class “C” predicted as “A” (25 times, 50.0 % of its class) and class “A” "
        "predicted as “C” (20 times, 40.0 % of its class)."
    ) in prose(section)


def test_equal_numbers_of_errors_are_not_called_the_lowest_error_rate() -> None:
    other = [*THREE[1:], THREE[0]]  # the same confusions on other instances
    shared = told(decisions({"one": THREE, "two": other, "poor": worse(THREE)}), "confusion")
    assert "one of two algorithms that share the lowest error rate" in prose(shared)
    assert "which has the lowest" not in prose(shared)
    alone = told(decisions({"good": THREE, "poor": worse(THREE)}), "confusion")
    assert "good, which has the lowest error rate" in prose(alone)
    tables = [decisions({"good": FX7, "poor": worse(FX7)}, dataset=name) for name in ("d1", "d2")]
    assert "good, which has the lowest mean error rate" in prose(told(pl.concat(tables), "confusion"))


def test_of_classes_of_equal_size_none_is_called_the_majority() -> None:
    words = prose(told(decisions({"good": THREE, "poor": worse(THREE)}), "confusion"))
    assert "The majority-class predictor would be right in 33.3 %." in words


def test_each_class_has_its_recall_precision_and_f() -> None:
    table = table_of(told(decisions({"good": THREE, "poor": worse(THREE)}), "confusion"), "per-class-1")
    rows = {row[0]: row for row in cells_of(table)}
    assert rows["A"][2:] == ["0.500", "[0.366, 0.634]", "0.500", "0.500"]
    assert rows["B"][2:] == ["0.900", "[0.786, 0.957]", "0.900", "0.900"]


def test_the_rates_of_a_declared_positive_class_are_those_of_the_catalogue() -> None:
    section = told(decisions({"good": FX7, "poor": worse(FX7)}), "confusion", positive="+")
    rows = {row["algorithm"]: row for row in table_of(section, "class-rates").frame.rows(named=True)}
    expected = {"tpr": 0.8, "fpr": 0.1, "precision": 0.888888888889, "tnr": 0.9, "fnr": 0.2, "f_score": 0.842105263158}
    for name, value in (expected | {"balanced_accuracy": 0.85, "mcc": 0.703526470681}).items():
        assert rows["good"][name] == pytest.approx(value, rel=1e-9)
    assert rows["poor"]["mcc"] is None
    assert "An empty cell is 0/0." in str(table_of(section, "class-rates").note)


def test_both_kinds_of_errors_are_counted() -> None:
    section = told(decisions({"good": FX7, "poor": worse(FX7)}), "confusion", positive="+")
    assert (
        "good misclassifies 15 of 100 instances: 10 instances of class “+” missed (false negatives), 5 false alarms "
        "(false positives)."
    ) in prose(section)


def test_the_intervals_of_the_rates_are_wilsons() -> None:
    section = told(decisions({"good": FX7, "poor": worse(FX7)}), "confusion", positive="+")
    rows = {row[0]: row for row in cells_of(table_of(section, "class-intervals"))}
    # By hand, with z = 1.96: (40 + z^2 / 2) / (50 + z^2) = 0.7786, and 0.1090 to either side;
    # 0.66963 to 0.88757 is rounded outward.
    assert rows["recall (tpr)"] == ["recall (tpr)", "actual positives", "50", "0.800", "[0.669, 0.888]"]
    assert rows["precision"][2] == "45"


def test_an_accuracy_below_the_share_of_the_largest_class_is_a_warning() -> None:
    rare = matrix({("no", "no"): 90, ("no", "yes"): 7, ("yes", "yes"): 2, ("yes", "no"): 1})
    section = told(decisions({"eager": rare, "majority": worse(rare)}), "confusion")
    words = prose(section)
    assert "The accuracy of eager on d, 92.0 %, is below that of the majority-class predictor, 97.0 %." in words
    assert "The majority-class predictor, class “no”, would be right in 97.0 %." in words


def test_no_warning_is_given_where_all_do_better() -> None:
    section = told(decisions({"good": THREE, "same": THREE}), "confusion")
    assert len(findings_of(section)) == 1


def test_the_positive_class_is_never_guessed() -> None:
    section = told(decisions({"good": FX7, "poor": worse(FX7)}), "confusion")
    assert "No positive class is declared for d" in prose(section)
    assert "class-rates" not in [block.id for block in section.blocks if isinstance(block, Table)]


def test_of_many_classes_the_worst_are_printed_and_the_rest_counted() -> None:
    calls = {
        name: [(f"c{at % 40}", f"c{(at + (at % (7 + k) == 0)) % 40}") for at in range(400)]
        for k, name in enumerate("AB")
    }
    table = table_of(told(decisions(calls), "confusion"), "per-class-1")
    assert len(table.rows) == 15
    assert table.frame.height == 40
    assert plain(table.note).endswith("the other 25 are in per-class-1.csv.")


def test_the_largest_of_many_datasets_is_drawn_and_the_others_are_in_the_data_file() -> None:
    tables = [decisions({"good": FX7[: 60 + at], "poor": worse(FX7)[: 60 + at]}, dataset=f"d{at}") for at in range(5)]
    section = told(pl.concat(tables), "confusion")
    assert [block.id for block in section.blocks if isinstance(block, Figure)] == ["confusion-1"]
    assert "on the largest of 5 datasets" in prose(section)
    assert table_of(section, "per-class-1").frame["dataset"].n_unique() == 5
    assert cells_of(table_of(section, "classes"))[4][:3] == ["d4", "64", "2"]


def test_the_same_words_stand_in_markdown_and_html(tmp_path: Path) -> None:
    report = br.report(decisions({"good": FX7, "poor": worse(FX7)}), sections=["confusion"], positive="+")
    for name in ("report.md", "report.html"):
        report.write(tmp_path / name)
        assert "10 instances of class “+” missed" in (tmp_path / name).read_text().replace("\\", "")
