"""Numbers in disguise are recognised and said, converted when declared, and never dropped in silence."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportWarning, ColumnError, OptionError, ValueFormatError
from benchreport.tables.disguised import disguise_of
from benchreport.tables.scores import opened_scores, recognise


def table(*cells: str, name: str = "accuracy") -> pl.DataFrame:
    """A score of each of some algorithms on one dataset, beside a sound metric."""
    models = [f"m{place}" for place in range(len(cells))]
    return pl.DataFrame({"model": models, "dataset": ["d"] * len(cells), name: list(cells), "auc": 0.5})


def read(*cells: str, **declared: Any) -> list[float | None]:
    scores = br.scores(table(*cells), **declared)
    return scores.filter(pl.col("metric") == "accuracy")["value"].to_list()


@pytest.mark.parametrize(
    ("cells", "declared", "expected"),
    [
        (("84,2", "90"), {"decimal": ","}, [84.2, 90]),
        (("1.234,5", "1.234"), {"decimal": ","}, [1234.5, 1234]),
        (("1 234,5", "0.25"), {"decimal": ","}, [1234.5, 0.25]),
        (("1,234.5", "11,776.2"), {"decimal": "."}, [1234.5, 11776.2]),
        (("1,234", "2,000"), {"decimal": "."}, [1234, 2000]),
        (("1,234", "2,000"), {"decimal": ","}, [1.234, 2]),
        (("84.2 %", "7%", "NA"), {"percent": True}, [0.842, 0.07, None]),
        (("84,2 %", "90 %"), {"decimal": ",", "percent": True}, [0.842, 0.9]),
        (("84.2 ± 0.3", "90 +/- 1"), {"spread": True}, [84.2, 90]),
        (("12 s", "13.5 s"), {"units": True}, [12, 13.5]),
        (("12 s", "1.2e3 ms"), {"units": True}, [12, 1.2]),
    ],
)
def test_numbers_are_read_as_declared(
    cells: tuple[str, ...], declared: dict[str, Any], expected: list[float | None]
) -> None:
    assert read(*cells, **declared) == expected


@pytest.mark.parametrize(
    ("cells", "flag"),
    [
        (("84,2", "90,1"), "--decimal ,"),
        (("3,384.4", "11,776.2"), "--decimal ."),
        (("1,234.5", "7"), "--decimal ."),
        (("84.2 %", "90 %"), "--percent"),
        (("84,2 %", "90,1 %"), "--percent --decimal ,"),
        (("84,2 %", "90 %"), "--percent --decimal ,"),
        (("1,234.5 %", "90 %"), "--percent --decimal ."),
    ],
)
def test_what_is_surely_a_number_is_refused_with_the_declaration_that_reads_it(
    cells: tuple[str, ...], flag: str
) -> None:
    with pytest.raises(ValueFormatError) as caught:
        br.scores(table(*cells))
    assert repr(cells[0]) in caught.value.problem
    assert f"({flag})" in caught.value.hint
    words = flag.split()
    declared: dict[str, Any] = {"percent": True} if "--percent" in words else {}
    declared |= {"decimal": words[-1]} if "--decimal" in words else {}
    assert None not in read(*cells, **declared)


def test_a_comma_that_may_mean_both_is_named_with_both_readings() -> None:
    with pytest.raises(ValueFormatError) as caught:
        br.scores(table("1,234", "2,345"))
    assert "as 1.234" in caught.value.hint
    assert "as 1234" in caught.value.hint


@pytest.mark.parametrize(
    ("cell", "flag"), [("84.2 ± 0.3", "--spread"), ("12.3 s", "--units"), ("12,3 s", "--units --decimal ,")]
)
def test_a_column_with_spreads_or_units_is_left_out_with_a_warning(cell: str, flag: str) -> None:
    with pytest.warns(BenchreportWarning, match=rf"column 'accuracy' is not used: .*'{cell}'.*\({flag}\)"):
        scores = br.scores(table(cell, cell))
    assert scores["metric"].unique().to_list() == ["auc"]


def test_a_table_whose_only_scores_are_disguised_says_what_reads_them() -> None:
    with pytest.raises(ColumnError, match=r"(?s)no column of scores.*--spread"):
        br.scores(table("84.2 ± 0.3", "1 ± 0.1").drop("auc"))


@pytest.mark.parametrize("cells", [("84.2 %", "90"), ("84.2", "9 %")])
def test_numbers_with_and_without_a_percent_sign_are_not_mixed(cells: tuple[str, str]) -> None:
    with pytest.raises(ColumnError, match="with and without a percent sign"):
        br.scores(table(*cells), percent=True)


def test_units_of_different_quantities_are_not_mixed() -> None:
    with pytest.raises(ColumnError, match="mixes the units MB, s"):
        br.scores(table("12 s", "3 MB"), units=True)


def test_another_sign_before_decimals_is_refused() -> None:
    with pytest.raises(OptionError, match="unknown decimal"):
        br.scores(table("1"), decimal=";")


def test_names_that_look_like_numbers_stay_names() -> None:
    frame = pl.DataFrame({"model": ["1,5", "2,5"], "dataset": ["1,0", "1,0"], "auc": ["0,5", "0,7"]})
    scores = br.scores(frame, decimal=",")
    assert scores["algorithm"].to_list() == ["1,5", "2,5"]
    assert scores["dataset"].unique().to_list() == ["1,0"]
    assert scores["value"].to_list() == [0.5, 0.7]


def test_a_point_between_thousands_of_a_file_is_read_as_one(tmp_path: Path) -> None:
    path = tmp_path / "eu.csv"
    path.write_text("model;dataset;seconds\nA;d;1.234\nB;d;2.500\n")
    assert br.read_scores(path)["value"].to_list() == [1.234, 2.5]
    assert br.read_scores(path, decimal=",")["value"].to_list() == [1234, 2500]


def test_german_spreadsheets_are_read(tmp_path: Path) -> None:
    path = tmp_path / "eu.csv"
    path.write_text("model;dataset;accuracy\nA;d;0,95\nB;d;1\n")
    assert br.read_scores(path, decimal=",")["value"].to_list() == [0.95, 1]


def test_predictions_and_counts_are_read_as_declared() -> None:
    predicted = pl.DataFrame(
        {"model": ["A", "A"], "item": ["1,5", "2,5"], "y_true": ["1,5", "2"], "y_pred": ["1,25", "2"], "w": ["x", "y"]}
    )
    answers = br.predictions(predicted, decimal=",")
    assert answers["instance"].to_list() == ["1,5", "2,5"]
    assert answers["truth"].to_list() == [1.5, 2]
    counted = pl.DataFrame({"model": ["A"], "tp": ["1,234"], "fp": ["1"], "fn": ["2"], "tn": ["3"]})
    assert br.counts(counted, decimal=".")["n"].to_list() == [1234, 1, 2, 3]


@pytest.mark.parametrize(
    ("column", "reason"),
    [
        (["crash", "ok"], "it holds text, such as 'crash'"),
        ([None, None], "no cell holds a number"),
        (["NA", ""], "no cell holds a number"),
        ([[1], [2]], "it holds lists or records"),
        (["12 s", "13 s"], "it holds text, such as '12 s'; units=True (--units)"),
    ],
)
def test_a_column_that_is_not_used_is_named_with_the_reason(column: list[Any], reason: str) -> None:
    frame = table("0.5", "0.6").with_columns(pl.Series("extra", column, strict=False))
    assert recognise(frame).unused["extra"].startswith(reason)
    assert recognise(frame).spread == ("accuracy", "auc")


def test_an_algorithm_without_any_result_stays_an_algorithm() -> None:
    frame = pl.DataFrame({"dataset": ["d", "e"], "A": [0.5, 0.6], "B": [0.5, 0.7], "C": ["NA", "NA"]})
    assert br.scores(frame, metric="auc")["algorithm"].unique().sort().to_list() == ["A", "B", "C"]


def test_a_known_metric_without_any_number_is_a_doubt() -> None:
    frame = table("0.5", "0.6").with_columns(logloss=pl.lit(None, dtype=pl.Float64))
    assert opened_scores(frame, {}).doubts == ["column 'logloss' is not used: no cell holds a number"]


def test_a_metric_to_keep_that_holds_no_numbers_says_why() -> None:
    with pytest.raises(ColumnError, match=r"(?s)'accuracy' is not a metric: it holds text, such as '12 s'.*--units"):
        br.scores(table("12 s", "13 s"), metrics=["accuracy", "auc"])
    with pytest.raises(ColumnError, match=r"(?s)'status' is not a metric.*metrics=\['auc'\]"):
        br.scores(table("ok", "crash", name="status"), metrics="status")


def test_metrics_that_are_not_kept_need_not_be_numbers() -> None:
    scores = br.scores(table("84.2 %", "90 %"), metrics="auc")
    assert scores["metric"].unique().to_list() == ["auc"]


@pytest.mark.parametrize("text", ["iris", "7B", "v1.2", "2024-01-01", "3;3", "1h8c", "a 5"])
def test_other_texts_are_no_numbers_in_disguise(text: str) -> None:
    assert disguise_of(pl.Series([text])) is None


def test_keys_beside_a_column_of_scores_are_no_lost_metrics() -> None:
    long = pl.DataFrame(
        {
            "algorithm": ["A", "B", "A", "B"],
            "dataset": ["d", "d", "e", "e"],
            "metric": ["auc"] * 4,
            "value": [0.1, 0.2, 0.3, 0.4],
            "constraint": ["1h"] * 4,
        }
    )
    assert recognise(long).doubtful == ()
    assert recognise(long.drop("metric").rename({"value": "auc"})).doubtful == ("constraint",)
