"""Confusion matrices and measures per class: what is drawn where."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from sklearn.metrics import confusion_matrix, precision_recall_fscore_support

import benchreport as br
from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.predictions.confusion import confusion_alt, confusion_data, per_class_alt, per_class_data
from benchreport.figures.predictions.selection import in_class_order
from tests.figures.cases_curves import counted, digits, iris, large, many_classes, small_study, unretrieved

confusion = KINDS["confusion"].draw
per_class = KINDS["per_class"].draw


def pictures(figure: Figure) -> list[Axes]:
    return [axes for axes in figure.axes if axes.get_label() not in ("page", "legend", "footnote")]


def texts(axes: Axes, label: str) -> list[str]:
    return [text.get_text() for text in axes.texts if text.get_label() == label]


def lines(axes: Axes, label: str) -> list[Any]:
    return [line for line in axes.lines if line.get_label() == label]


def test_cells_are_counted_as_another_library_counts_them() -> None:
    table = digits().filter(pl.col("algorithm") == "GaussianNB")
    numbers = confusion_data(digits(), algorithm="GaussianNB")
    labels = numbers["actual"].unique(maintain_order=True).to_list()
    assert labels == [str(i) for i in range(10)]
    other = confusion_matrix(table["truth"].cast(pl.String), table["prediction"].cast(pl.String), labels=labels)
    assert numbers["n"].to_numpy().reshape(10, 10).tolist() == other.tolist()


def test_the_cells_of_one_algorithm_hold_count_and_share_of_the_row() -> None:
    # METHODS, FX7: tp 40, fn 10, fp 5, tn 45.
    axes = pictures(confusion(confusion_data(counted())))[0]
    assert texts(axes, "cell") == ["45", "90%", "5", "10%", "10", "20%", "40", "80%"]


def test_several_algorithms_stand_best_first_with_their_accuracy() -> None:
    figure = confusion(confusion_data(iris()))
    names = [text for axes in figure.axes for text in texts(axes, "panel name")]
    shares = [float(name.split()[-1].rstrip("%")) for name in names]
    assert len(names) == 6
    assert shares == sorted(shares, reverse=True)
    assert names[-1] == "Majority 33.3%"


def test_what_is_right_is_blue_and_what_is_wrong_is_orange_and_nothing_is_white() -> None:
    axes = pictures(confusion(confusion_data(iris())))[0]
    cells = np.asarray(axes.collections[0].get_array()).reshape(3, 3, 3)
    assert cells[0, 0, 2] > cells[0, 0, 0]
    assert cells[1, 2, 0] > cells[1, 2, 2]
    assert cells[0, 1].tolist() == [1.0, 1.0, 1.0]


def test_of_many_classes_the_rest_is_put_together_and_no_instance_is_lost() -> None:
    numbers = confusion_data(many_classes(), algorithm="algorithm02")
    figure = confusion(numbers, width="page")
    axes = pictures(figure)[0]
    assert texts(axes, "tick name")[-1].endswith("11 others")
    assert sum(int(text) for text in texts(axes, "cell")) == numbers["n"].sum() == 400


def test_names_of_classes_are_sorted_with_their_numbers() -> None:
    assert in_class_order(["10", "9", "b2", "b10", "a"]) == ["9", "10", "a", "b2", "b10"]


def test_classes_never_said_have_a_column_and_a_row_without_instances_has_no_share() -> None:
    cells = pl.DataFrame({"model": "m", "actual": ["a", "a"], "predicted": ["a", "b"], "n": [3, 1]})
    numbers = confusion_data(br.counts(cells))
    assert numbers.select("actual", "predicted", "n", "share").rows() == [
        ("a", "a", 3, 0.75),
        ("a", "b", 1, 0.25),
        ("b", "a", 0, None),
        ("b", "b", 0, None),
    ]
    confusion(numbers)


def test_words_name_the_most_frequent_confusion_only_if_there_is_one() -> None:
    words = confusion_alt(confusion_data(iris(), algorithm="DecisionTree"))
    assert "DecisionTree has the accuracy 96.0%" in words
    # Three versicolor are called virginica, and as many the other way round.
    assert "The most frequent of 6 confusions occur 3 times each." in words
    other = confusion_alt(confusion_data(iris(), algorithm="Majority"))
    assert "occur 50 times each" in other


def test_an_unknown_algorithm_is_named_with_what_was_meant() -> None:
    with pytest.raises(OptionError, match="no algorithm 'knn'"):
        confusion_data(iris(), algorithm="knn")
    with pytest.raises(OptionError, match="4 datasets"):
        per_class_data(small_study())


def test_rates_of_classes_are_those_of_another_library() -> None:
    table = digits().filter(pl.col("algorithm") == "DecisionTree")
    numbers = per_class_data(digits(), algorithm="DecisionTree").filter(pl.col("item") == "class")
    labels = numbers["label"].to_list()
    truth, prediction = (table[name].cast(pl.String) for name in ("truth", "prediction"))
    precision, recall, f, n = precision_recall_fscore_support(truth, prediction, labels=labels)
    assert np.allclose(numbers["precision"], precision)
    assert np.allclose(numbers["recall"], recall)
    assert np.allclose(numbers["F1"], f)
    assert numbers["n"].to_list() == n.tolist()


def test_one_algorithm_has_bars_and_several_have_marks_below_each_other() -> None:
    bars = pictures(per_class(per_class_data(iris(), algorithm="kNN")))
    assert [len(axes.patches) for axes in bars] == [3, 3, 3]
    several = pictures(per_class(per_class_data(iris())))[0]
    marks = lines(several, "rate")
    assert len(marks) == 6
    rows = np.array([line.get_ydata() for line in marks])
    assert len(np.unique(rows.round(6))) == 18
    assert (np.abs(rows - np.round(rows)) < 0.5).all()


def test_of_many_algorithms_the_best_and_the_worst_stand_out() -> None:
    axes = pictures(per_class(per_class_data(large())))[0]
    assert len(lines(axes, "rate")) == 2
    assert len(lines(axes, "others")[0].get_xdata()) == 80


def test_a_rate_without_a_denominator_has_no_mark() -> None:
    numbers = per_class_data(unretrieved())
    row = numbers.filter(pl.col("algorithm") == "none", pl.col("label") == "positive").row(0, named=True)
    assert (row["recall"], row["precision"]) == (0.0, None)
    precision = pictures(per_class(numbers))[1]
    assert sorted(len(line.get_xdata()) for line in lines(precision, "rate")) == [1, 1]


def test_words_tell_the_hardest_class() -> None:
    words = per_class_alt(per_class_data(iris(), algorithm="DecisionTree"))
    assert "Class setosa has the highest F (1)" in words
    assert "150 instances" in words
