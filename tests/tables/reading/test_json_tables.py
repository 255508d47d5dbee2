"""JSON is read in every layout of pandas and in nested records, or refused with the layout named."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from benchreport.errors import ReadError
from benchreport.tables.reading.read import read_frame

ROWS = [
    {"model": "kNN", "dataset": "iris", "accuracy": 0.9},
    {"model": "SVM", "dataset": "iris", "accuracy": None},
    {"model": "kNN", "dataset": "wine", "accuracy": 0.75},
]


def read(folder: Path, text: str | object) -> pl.DataFrame:
    path = folder / "t.json"
    path.write_text(text if isinstance(text, str) else json.dumps(text))
    return read_frame(path)


@pytest.mark.parametrize("indent", [None, 2])
@pytest.mark.parametrize("orient", ["columns", "index", "records", "split", "table"])
def test_every_layout_of_pandas_is_read_alike(orient: Any, indent: int | None, tmp_path: Path) -> None:
    text = pd.DataFrame(ROWS).to_json(orient=orient, indent=indent or 0)
    assert_frame_equal(read(tmp_path, text), pl.DataFrame(ROWS))


def test_rows_without_names_are_refused_with_the_layout(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="orient='values'"):
        read(tmp_path, pd.DataFrame(ROWS).to_json(orient="values"))


@pytest.mark.parametrize("indent", [None, 1])
def test_columns_of_lists_and_a_single_record_are_read(indent: int | None, tmp_path: Path) -> None:
    columns = {"model": ["kNN", "SVM"], "accuracy": [0.5, 0.75]}
    assert read(tmp_path, json.dumps(columns, indent=indent)).to_dict(as_series=False) == columns
    assert read(tmp_path, json.dumps(ROWS[0], indent=indent)).to_dicts() == ROWS[:1]


def test_the_only_list_of_records_in_an_object_is_read(tmp_path: Path) -> None:
    assert_frame_equal(read(tmp_path, {"made": "today", "runs": ROWS}), pl.DataFrame(ROWS))


def test_records_within_records_become_columns(tmp_path: Path) -> None:
    nested = [{"model": {"name": "kNN", "k": {"value": 3}}, "scores": {"auc": 0.5}}]
    assert read(tmp_path, nested).to_dicts() == [{"model.name": "kNN", "model.k.value": 3, "scores.auc": 0.5}]


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"kNN": {"iris": 0.5}, "SVM": {"iris": 0.6}}, "maps names to names, 'kNN' to 'iris'"),
        ({"model": ["kNN"], "accuracy": [0.5, 0.6]}, "columns of different lengths or rows: 'accuracy' has 2, not 1"),
        ({"a": [1, 2], "b": {"c": 3}}, "one object with the keys 'a', 'b', which is not a table"),
        ({"runs": ROWS, "more": ROWS}, "one object with the keys 'runs', 'more', which is not a table"),
        ([1, 2], "a list of single values"),
    ],
)
def test_other_layouts_are_refused_by_what_they_are(content: object, problem: str, tmp_path: Path) -> None:
    with pytest.raises(ReadError) as caught:
        read(tmp_path, content)
    assert problem in caught.value.problem


def test_a_key_that_appears_twice_in_an_indented_object_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="'auc' appears twice"):
        read(tmp_path, '{\n "model": ["kNN"],\n "auc": [1],\n "auc": [2]\n}')


def test_a_number_that_is_none_is_a_failed_run(tmp_path: Path) -> None:
    assert read(tmp_path, '{\n"model": ["a", "b"], "auc": [NaN, 0.5]\n}')["auc"].to_list() == [None, 0.5]
