"""Columns and records of kinds that no table of results should have: each is refused in our own words, none changed."""

from __future__ import annotations

import datetime
import json
import sqlite3
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportError, ColumnError, OptionError, ReadError, ValueFormatError

LENGTH = datetime.timedelta(seconds=90)


def scores(**columns: Any) -> pl.DataFrame:
    return pl.DataFrame({"algorithm": ["A", "B"], "dataset": ["d", "d"], "accuracy": [0.5, 0.6]} | columns)


def predictions(**columns: Any) -> pl.DataFrame:
    kept = {"algorithm": ["A", "A"], "instance": [1, 2], "truth": ["x", "y"], "prediction": ["x", "x"]}
    return pl.DataFrame(kept | columns)


@pytest.mark.parametrize("name", ["algorithm", "dataset"])
def test_a_column_of_durations_holds_no_names(name: str) -> None:
    with pytest.raises(ColumnError, match=f"column '{name}' holds Duration"):
        br.scores(scores(**{name: [LENGTH, LENGTH]}))


@pytest.mark.parametrize("cell", [LENGTH, [0.5], b"\xff\xfe"], ids=["duration", "list", "bytes"])
@pytest.mark.parametrize("name", ["truth", "prediction"])
def test_a_class_of_a_kind_without_a_name_is_refused(name: str, cell: Any) -> None:
    with pytest.raises(ColumnError, match=f"column '{name}' holds"):
        br.predictions(predictions(**{name: [cell, cell]}))


def test_classes_that_are_very_large_numbers_stay_apart() -> None:
    large = pl.Series([2**64 - 1, 2**64 - 2], dtype=pl.UInt64)
    table = br.predictions(predictions(truth=large, prediction=large.gather([0, 0])))
    assert table["truth"].cast(pl.String).to_list() == ["18446744073709551615", "18446744073709551614"]
    assert (table["truth"] == table["prediction"]).to_list() == [True, False]


@pytest.mark.parametrize("n", [1e308, 2.0**63, 1e30])
def test_a_count_beyond_all_counting_is_refused(n: float) -> None:
    cells = {"algorithm": ["A", "A"], "actual": ["x", "y"], "predicted": ["x", "x"], "n": [n, 1.0]}
    with pytest.raises(ColumnError, match="something other than counts"):
        br.counts(pl.DataFrame(cells))


def test_a_size_beyond_all_counting_is_refused() -> None:
    with pytest.raises(ValueFormatError, match="column 'n_test' holds 1e"):
        br.scores(scores(n_test=[1e30, 1e30]))


def test_a_line_break_in_a_name_leaves_the_error_in_one_line() -> None:
    with pytest.raises(BenchreportError) as caught:
        br.scores(pl.DataFrame({"a\r\nb": ["x"], "dataset": ["d"]}))
    assert "\n" not in caught.value.problem
    assert r"a\r\nb" in caught.value.problem


def test_a_repeated_key_of_a_json_record_is_refused(tmp_path: Path) -> None:
    record = '{"algorithm": "A", "dataset": "d", "accuracy": 0.5, "accuracy": 0.9}'
    for name, text in (("t.json", f"[{record}]"), ("t.ndjson", f"{record}\n{record.replace('A', 'B', 1)}\n")):
        (path := tmp_path / name).write_text(text)
        with pytest.raises(ReadError, match="record 1: the key 'accuracy' appears twice"):
            br.read_scores(path)


@pytest.mark.parametrize("name", ["t.json", "t.ndjson"])
def test_an_unpaired_surrogate_escape_in_json_is_refused_and_a_pair_is_read(name: str, tmp_path: Path) -> None:
    path = tmp_path / name

    def write(algorithm: str) -> None:
        record = json.dumps({"algorithm": algorithm, "dataset": "d", "accuracy": 0.5})
        path.write_text(f"[{record}]" if name == "t.json" else record)

    write("A \ud83d B")
    with pytest.raises(ReadError, match="'algorithm' holds an unpaired surrogate"):
        br.read_scores(path)
    write("A \U0001f600 B")
    assert br.read_scores(path)["algorithm"].to_list() == ["A \U0001f600 B"]


def test_a_value_named_like_a_column_is_no_doubled_key(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    path.write_text('[{"algorithm": "dataset", "dataset": "dataset", "accuracy": 0.5}]')
    assert br.read_scores(path)["algorithm"].to_list() == ["dataset"]


@pytest.mark.parametrize("encoding", ["hex", "\x00", "rot13", "undefined"])
def test_a_codec_that_is_no_encoding_of_text_is_refused(encoding: str, tmp_path: Path) -> None:
    scores().write_csv(path := tmp_path / "t.csv")
    with pytest.raises(OptionError, match="unknown"):
        br.read_scores(path, encoding=encoding)


def test_a_nul_character_in_the_name_of_an_output_is_refused(tmp_path: Path) -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), sections=["setup"])
    with pytest.raises(OptionError, match="holds a NUL character"):
        report.write(str(tmp_path / "a\x00.md"))


def test_a_damaged_database_whose_message_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "results.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE scores (algorithm TEXT, dataset TEXT, accuracy REAL)")
    connection.execute("INSERT INTO scores VALUES ('A', 'd', 0.5)")
    connection.commit()
    connection.close()
    content = path.read_bytes()
    assert b"CREATE TABLE scores" in content
    path.write_bytes(content.replace(b"CREATE TABLE scores", b"CREATE TABL\xff scores"))
    with pytest.raises(ReadError, match="did not answer the query"):
        br.read_scores(f"sqlite:///{path}", query="SELECT * FROM scores")


def test_a_line_separator_inside_a_logged_answer_ends_no_line(tmp_path: Path) -> None:
    path = tmp_path / "samples_arc.jsonl"
    answers = [{"doc_id": i, "acc": 1.0, "resps": "a\u2028b", "filter": "none"} for i in range(2)]
    path.write_text("\n".join(json.dumps(one, ensure_ascii=False) for one in answers), encoding="utf8")
    assert br.from_lm_eval_samples(path, model="m").height == 2
