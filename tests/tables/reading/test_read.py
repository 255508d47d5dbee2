"""Every kind of file gives the same rows, and a bad one says what is wrong with it."""

from __future__ import annotations

import gzip
import json
import sqlite3
from pathlib import Path

import polars as pl
import pyarrow as pa
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import ColumnError, ReadError
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.reading.read import FILE, read_frame, table_files
from benchreport.tables.scores import recognise

TABLE = pl.DataFrame({"algorithm": ["kNN", "Bäume"], "dataset": ["iris", "wine"], "accuracy": [0.25, 0.5]})
CSV = "algorithm,dataset,accuracy\nkNN,iris,0.25\nBäume,wine,0.5\n"
JSON = json.dumps(TABLE.to_dicts())
NDJSON = "\n".join(json.dumps(row) for row in TABLE.to_dicts())


def zst(text: str) -> bytes:
    return pa.Codec("zstd").compress(text.encode()).to_pybytes()


def gz(text: str) -> bytes:
    return gzip.compress(text.encode(), mtime=0)  # the clock has no place in the name of a test


FILES = {
    "comma.csv": CSV.encode(),
    "semicolon.csv": CSV.replace(",", ";").encode(),
    "tab.csv": CSV.replace(",", "\t").encode(),
    "bar.txt": CSV.replace(",", "|").encode(),
    "tabs.tsv": CSV.replace(",", "\t").encode(),
    "UPPER.CSV": CSV.encode(),
    "windows.csv": CSV.replace("\n", "\r\n").encode(),
    "marked.csv": CSV.encode("utf-8-sig"),
    "packed.csv.gz": gz(CSV),
    "packed.csv.zst": zst(CSV),
    "packed.tsv.gz": gz(CSV.replace(",", "\t")),
    "table.json": JSON.encode(),
    "table.json.gz": gz(JSON),
    "table.json.zst": zst(JSON),
    "lines.json": NDJSON.encode(),
    "lines.ndjson": NDJSON.encode(),
    "lines.jsonl": NDJSON.encode(),
    "lines.ndjson.gz": gz(NDJSON),
    "a name with [1] brackets.csv": CSV.encode(),
    "many.dots.v1.2.csv": CSV.encode(),
}


@pytest.mark.parametrize("name", FILES)
def test_every_text_file_gives_the_same_rows(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(FILES[name])
    assert_frame_equal(read_frame(path), TABLE)


@pytest.mark.parametrize("name", ["t.parquet", "t.pq", "t[1].parquet"])
def test_parquet_files_are_read(tmp_path: Path, name: str) -> None:
    TABLE.write_parquet(file := tmp_path / name)
    assert_frame_equal(read_frame(file), TABLE)


def test_names_in_parquet_files_become_categories_where_a_door_asks_for_them(tmp_path: Path) -> None:
    own = {"Model": ["kNN"], "task": ["iris"], "accuracy": [0.9], "comment": ["fine"]}
    pl.DataFrame(own).write_parquet(file := tmp_path / "t.parquet")
    frame = read_frame(file, categories=True)
    assert dict(frame.schema) == dict(
        zip(own, (pl.Categorical(), pl.Categorical(), pl.Float64, pl.String), strict=True)
    )
    assert frame.to_dicts() == read_frame(file).to_dicts()


@pytest.mark.parametrize("name", ["t.arrow", "t.ipc", "t.feather"])
def test_arrow_files_are_read(tmp_path: Path, name: str) -> None:
    TABLE.write_ipc(file := tmp_path / name)
    assert_frame_equal(read_frame(file), TABLE)


def test_arrow_streams_are_read(tmp_path: Path) -> None:
    TABLE.write_ipc_stream(file := tmp_path / "t.arrow")
    assert_frame_equal(read_frame(file), TABLE)


def test_numbers_with_leading_zeros_stay_names(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text("dataset,fold,A,B\n007,0,1,0\n010,1,0,1\n")
    table = read_frame(file)
    assert table["dataset"].to_list() == ["007", "010"]
    assert [table.schema[name] for name in ("fold", "A", "B")] == [pl.Int64] * 3


def test_a_path_may_be_given_as_text(tmp_path: Path) -> None:
    TABLE.write_csv(file := tmp_path / "t.csv")
    assert_frame_equal(read_frame(str(file)), read_frame(file))


@pytest.mark.parametrize("ending", ["json", "ndjson"])
def test_a_decimal_after_many_whole_numbers_keeps_its_decimals(tmp_path: Path, ending: str) -> None:
    rows = [json.dumps({"algorithm": f"A{number}", "accuracy": 1}) for number in range(300)]
    rows.append(json.dumps({"algorithm": "last", "accuracy": 0.5}))
    file = tmp_path / f"late.{ending}"
    file.write_text("[" + ",".join(rows) + "]" if ending == "json" else "\n".join(rows))
    assert read_frame(file)["accuracy"].to_list() == [1.0] * 300 + [0.5]


@pytest.mark.parametrize("ending", ["json", "ndjson"])
def test_a_column_that_appears_late_is_not_lost(tmp_path: Path, ending: str) -> None:
    rows = [json.dumps({"algorithm": f"A{number}"}) for number in range(300)]
    rows.append(json.dumps({"algorithm": "last", "accuracy": 0.5}))
    file = tmp_path / f"late.{ending}"
    file.write_text("[" + ",".join(rows) + "]" if ending == "json" else "\n".join(rows))
    assert read_frame(file)["accuracy"].to_list() == [None] * 300 + [0.5]


def test_a_decimal_after_many_whole_numbers_of_a_csv_keeps_its_decimals(tmp_path: Path) -> None:
    (file := tmp_path / "late.csv").write_text("algorithm,accuracy\n" + "A,1\n" * 2000 + "A,0.5\n")
    assert read_frame(file)["accuracy"].sum() == 2000.5


# Encodings


@pytest.mark.parametrize("encoding", ["latin1", "cp1252", "utf-16", "utf-16-le", "utf8"])
def test_a_declared_encoding_is_used(tmp_path: Path, encoding: str) -> None:
    (file := tmp_path / "t.csv").write_bytes(CSV.encode(encoding))
    assert_frame_equal(read_frame(file, encoding=encoding), TABLE)


@pytest.mark.parametrize("name", ["t.csv.gz", "t.csv.zst"])
def test_a_declared_encoding_is_used_inside_a_packed_file(tmp_path: Path, name: str) -> None:
    packed = (
        gzip.compress(CSV.encode("latin1"))
        if name.endswith("gz")
        else pa.Codec("zstd").compress(CSV.encode("latin1")).to_pybytes()
    )
    (file := tmp_path / name).write_bytes(packed)
    assert_frame_equal(read_frame(file, encoding="latin1"), TABLE)


def test_latin1_bytes_are_refused_with_the_encoding_to_try(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_bytes(CSV.encode("latin1"))
    with pytest.raises(ReadError, match=r"(?s)'t.csv' is not text in utf8.*hint: .*latin1"):
        read_frame(file)


def test_latin1_bytes_in_the_header_are_refused_too(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_bytes("dataset,kNN,Bäume\niris,0.5,0.25\n".encode("latin1"))
    with pytest.raises(ReadError, match="latin1"):
        read_frame(file)


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_utf16_bytes_are_refused_with_the_encoding_to_try(tmp_path: Path, encoding: str) -> None:
    (file := tmp_path / "t.csv").write_bytes(CSV.encode(encoding))
    with pytest.raises(ReadError, match="encoding='utf-16'"):
        read_frame(file)


def test_an_unknown_encoding_is_blamed_and_not_the_file(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text("algorithm,accuracy\nA,1\n")
    with pytest.raises(br.BenchreportError, match=r"(?i)encoding '?latin99"):
        read_frame(file, encoding="latin99")


# Files that are no table


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("e.csv", b""),
        ("e.csv", b"\n\n"),
        ("e.csv.gz", gz("")),
        ("e.tsv", b"algorithm\tdataset\taccuracy\n"),
        ("e.csv", b"algorithm,dataset,accuracy\n"),
        ("e.json", b""),
        ("e.json", b"[]"),
        ("e.ndjson", b""),
        ("e.parquet", b""),
    ],
)
def test_a_file_without_rows_is_called_empty(tmp_path: Path, name: str, content: bytes) -> None:
    (file := tmp_path / name).write_bytes(content)
    with pytest.raises(ReadError, match=r"'e\.\S+' is empty"):
        read_frame(file)


@pytest.mark.parametrize("ending", ["parquet", "arrow"])
def test_a_binary_table_without_rows_is_called_empty(tmp_path: Path, ending: str) -> None:
    file = tmp_path / f"e.{ending}"
    (TABLE.clear().write_parquet if ending == "parquet" else TABLE.clear().write_ipc)(file)
    with pytest.raises(ReadError, match="is empty"):
        read_frame(file)


def test_a_truncated_parquet_file_is_unreadable(tmp_path: Path) -> None:
    TABLE.write_parquet(file := tmp_path / "t.parquet")
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(ReadError, match=r"(?s)'t.parquet' cannot be read.*is the file whole"):
        read_frame(file)


def test_a_truncated_arrow_file_is_unreadable(tmp_path: Path) -> None:
    TABLE.write_ipc(file := tmp_path / "t.arrow")
    file.write_bytes(file.read_bytes()[:-20])
    with pytest.raises(ReadError, match="cannot be read"):
        read_frame(file)


@pytest.mark.parametrize("name", ["t.csv.gz", "t.json.gz", "t.ndjson.gz"])
def test_a_truncated_packed_file_is_unreadable(tmp_path: Path, name: str) -> None:
    (file := tmp_path / name).write_bytes(FILES.get(name.replace("t.", "packed.", 1), gz(JSON))[:-12])
    with pytest.raises(ReadError, match=f"'{name}'"):
        read_frame(file)


def test_a_damaged_packed_json_file_is_unreadable(tmp_path: Path) -> None:
    (file := tmp_path / "t.json.gz").write_bytes(gz(JSON)[:10] + b"\xff\xff\xff\xff")
    with pytest.raises(ReadError, match="cannot be read"):
        read_frame(file)


@pytest.mark.parametrize("content", ['[{"algorithm": "A"', "3", "nonsense"])
def test_broken_json_is_unreadable(tmp_path: Path, content: str) -> None:
    (file := tmp_path / "t.json").write_text(content)
    with pytest.raises(ReadError, match="cannot be read"):
        read_frame(file)


def test_a_line_with_too_many_cells_is_named(tmp_path: Path) -> None:
    (file := tmp_path / "t.csv").write_text(CSV + "SVM,iris,0.5,0.6,0.7\n")
    with pytest.raises(ReadError, match=r"'t\.csv', line 4: 5 cells where the header has 3"):
        read_frame(file)


def test_a_parquet_file_that_claims_to_be_text_is_refused(tmp_path: Path) -> None:
    TABLE.write_parquet(file := tmp_path / "t.csv")
    with pytest.raises(ReadError, match=r"'t\.csv'"):
        read_frame(file)


def test_an_unsupported_ending_is_named_with_those_that_work(tmp_path: Path) -> None:
    (file := tmp_path / "t.xlsx").write_bytes(b"PK")
    with pytest.raises(ReadError, match=r"(?s)'t.xlsx'.*hint: .*\.csv.*\.parquet"):
        read_frame(file)


def test_a_missing_file_is_named_with_the_nearest_one(tmp_path: Path) -> None:
    (tmp_path / "scores.csv").write_text(CSV)
    with pytest.raises(ReadError, match=r"(?s)scors\.csv.*did you mean 'scores\.csv'"):
        read_frame(tmp_path / "scors.csv")


def test_a_missing_file_without_a_near_one_says_where_was_looked(tmp_path: Path) -> None:
    (tmp_path / "x.log").write_text("")
    with pytest.raises(ReadError, match="hint: looked in"):
        read_frame(tmp_path / "scores.csv")


def test_a_missing_folder_is_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="no file"):
        read_frame(tmp_path / "nowhere" / "scores.csv")


# Several files


def test_a_folder_is_read_as_one_table_in_the_order_of_the_names(tmp_path: Path) -> None:
    TABLE[1:].write_csv(tmp_path / "b.csv")
    TABLE[:1].write_parquet(tmp_path / "a.parquet")
    (tmp_path / "notes.md").write_text("no table")
    assert [path.name for path in table_files(tmp_path)] == ["a.parquet", "b.csv"]
    assert_frame_equal(read_frame(tmp_path), TABLE.with_columns(pl.Series(FILE, ["a", "b"])))


def test_a_subfolder_that_ends_like_a_table_is_not_taken_for_one(tmp_path: Path) -> None:
    TABLE.write_csv(tmp_path / "a.csv")
    (tmp_path / "old.csv").mkdir()
    assert_frame_equal(read_frame(tmp_path), TABLE)


def test_a_pattern_reads_what_it_matches_and_nothing_else(tmp_path: Path) -> None:
    TABLE[:1].write_csv(tmp_path / "run1.csv")
    TABLE[1:].write_csv(tmp_path / "run2.csv")
    TABLE.write_csv(tmp_path / "other.csv")
    assert_frame_equal(read_frame(tmp_path / "run*.csv").drop(FILE), TABLE)


def test_a_pattern_looks_into_subfolders(tmp_path: Path) -> None:
    (tmp_path / "x" / "y").mkdir(parents=True)
    TABLE.write_csv(tmp_path / "x" / "y" / "t.csv")
    assert_frame_equal(read_frame(str(tmp_path / "**" / "*.csv")), TABLE)


def test_files_with_different_columns_are_stacked_by_name(tmp_path: Path) -> None:
    pl.DataFrame({"algorithm": ["A"], "accuracy": [1]}).write_csv(tmp_path / "1.csv")
    pl.DataFrame({"auc": [0.5], "algorithm": ["B"], "accuracy": [0.25]}).write_csv(tmp_path / "2.csv")
    expected = pl.DataFrame({"algorithm": ["A", "B"], "accuracy": [1.0, 0.25], "auc": [None, 0.5]})
    assert_frame_equal(read_frame(tmp_path).drop(FILE), expected)


def test_a_folder_without_tables_says_so(tmp_path: Path) -> None:
    (tmp_path / "notes.md").write_text("no table")
    with pytest.raises(ReadError, match=r"(?s)holds no table.*hint: tables end in .*\.csv"):
        read_frame(tmp_path)


def test_a_pattern_without_match_says_so(tmp_path: Path) -> None:
    with pytest.raises(ReadError, match="matches no table"):
        read_frame(tmp_path / "*.csv")


def test_an_empty_file_among_several_is_named(tmp_path: Path) -> None:
    TABLE.write_csv(tmp_path / "a.csv")
    (tmp_path / "b.csv").write_text("")
    with pytest.raises(ReadError, match=r"'b\.csv' is empty"):
        read_frame(tmp_path)


def test_files_that_cannot_be_stacked_are_refused(tmp_path: Path) -> None:
    pl.DataFrame({"accuracy": [[1]]}).write_parquet(tmp_path / "a.parquet")
    pl.DataFrame({"accuracy": [{"x": 1}]}).write_parquet(tmp_path / "b.parquet")
    with pytest.raises(ReadError, match=r"2 files of .* do not stack"):
        read_frame(tmp_path)


# Databases


@pytest.fixture
def database(tmp_path: Path) -> str:
    connection = sqlite3.connect(tmp_path / "results.db")
    connection.execute("create table scores (algorithm text, dataset text, accuracy real)")
    connection.executemany("insert into scores values (?, ?, ?)", TABLE.rows())
    connection.commit()
    connection.close()
    return f"sqlite://{tmp_path / 'results.db'}"


def test_a_query_is_read_from_a_database(database: str) -> None:
    assert_frame_equal(read_frame(database, query="select * from scores"), TABLE)


def test_scores_are_read_from_a_database(database: str) -> None:
    table = br.read_scores(database, query="select * from scores where dataset = 'iris'")
    assert table.select("algorithm", "metric", "value").rows() == [("kNN", "accuracy", 0.25)]


def test_a_database_without_a_query_says_what_is_needed(database: str) -> None:
    with pytest.raises(ReadError, match="needs a query"):
        read_frame(database)


def test_a_query_that_fails_says_why(database: str) -> None:
    with pytest.raises(ReadError, match="no such table: absent"):
        read_frame(database, query="select * from absent")


def test_a_query_without_rows_is_called_empty(database: str) -> None:
    with pytest.raises(ReadError, match=r"empty|no rows"):
        read_frame(database, query="select * from scores where dataset = 'none'")


def test_a_missing_database_file_is_refused_and_not_created(tmp_path: Path) -> None:
    with pytest.raises(ReadError):
        read_frame(f"sqlite://{tmp_path / 'none.db'}", query="select 1 as one")
    assert not (tmp_path / "none.db").exists()


def test_a_web_address_is_not_taken_for_a_database() -> None:
    with pytest.raises(ReadError) as caught:
        read_frame("https://example.org/scores.csv")
    assert "query" not in str(caught.value)
    assert "not fetched" in caught.value.problem
    assert "download it first" in caught.value.hint


# Frames


@pytest.mark.parametrize("thing", [[1, 2], "scores.csv", 3, None, pl.Series([1])])
def test_what_is_no_table_is_refused_by_its_type(thing: object) -> None:
    with pytest.raises(br.BenchreportError, match=f"a table is needed, not {type(thing).__name__}"):
        to_polars(thing)


def test_the_dataset_of_a_file_without_one_is_named_after_the_file(tmp_path: Path) -> None:
    (file := tmp_path / "iris.csv.gz").write_bytes(gz("algorithm,accuracy\nA,1\nB,0.5\n"))
    assert br.read_scores(file)["dataset"].to_list() == ["iris", "iris"]


def test_each_file_of_a_folder_names_its_own_dataset(tmp_path: Path) -> None:
    for name in ("iris", "wine"):
        (tmp_path / f"{name}.csv").write_text("algorithm,accuracy\nA,1\nB,0.5\n")
    table = br.read_scores(tmp_path)
    assert table.select("algorithm", "dataset").rows() == [("A", "iris"), ("B", "iris"), ("A", "wine"), ("B", "wine")]


def test_each_file_of_a_folder_names_its_own_algorithm_where_every_number_is_a_metric(tmp_path: Path) -> None:
    for name in ("kNN", "SVM"):
        (tmp_path / f"{name}.csv").write_text("dataset,accuracy,logloss\niris,1,0.1\nwine,0.5,0.2\n")
    table = br.read_scores(tmp_path, metrics="accuracy")
    assert table.select("algorithm", "dataset").rows() == [
        ("SVM", "iris"),
        ("SVM", "wine"),
        ("kNN", "iris"),
        ("kNN", "wine"),
    ]


def test_each_long_file_of_a_pattern_names_its_own_algorithm(tmp_path: Path) -> None:
    for name in ("kNN", "SVM"):
        (tmp_path / f"{name}.csv").write_text("dataset,metric,value\niris,auc,0.9\n")
    assert br.read_scores(tmp_path / "*.csv")["algorithm"].to_list() == ["SVM", "kNN"]


def test_each_file_with_a_column_per_algorithm_names_its_own_dataset(tmp_path: Path) -> None:
    for name in ("iris", "wine"):
        (tmp_path / f"{name}.csv").write_text("fold,A,B\n1,0.1,0.2\n2,0.3,0.4\n")
    table = br.read_scores(tmp_path, metric="error")
    assert table["dataset"].unique().sort().to_list() == ["iris", "wine"]
    assert table.columns == ["algorithm", "dataset", "fold", "metric", "value", "direction", "design"]


@pytest.mark.parametrize(("header", "meaning"), [("algorithm,accuracy", "dataset"), ("dataset,accuracy", "algorithm")])
def test_what_the_file_names_is_said(tmp_path: Path, header: str, meaning: str) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.csv").write_text(f"{header}\nx,0.5\n")
    assert f"'name of the file' read as {meaning}" in recognise(read_frame(tmp_path)).sentence()


def test_the_name_of_a_file_is_of_no_use_where_both_are_named(tmp_path: Path) -> None:
    TABLE[:1].write_csv(tmp_path / "1.csv")
    TABLE[1:].write_csv(tmp_path / "2.csv")
    assert "name of the file" not in recognise(read_frame(tmp_path)).sentence()
    assert br.read_scores(tmp_path).columns == ["algorithm", "dataset", "metric", "value", "direction"]


def test_files_that_name_neither_algorithm_nor_dataset_are_refused(tmp_path: Path) -> None:
    for name in ("1", "2"):
        (tmp_path / f"{name}.csv").write_text("fold,accuracy\n1,0.5\n")
    with pytest.raises(ColumnError, match="no column names the algorithm"):
        br.read_scores(tmp_path)


def test_each_file_of_predictions_names_its_own_dataset(tmp_path: Path) -> None:
    for name in ("iris", "wine"):
        (tmp_path / f"{name}.csv").write_text("algorithm,instance,truth,prediction\nA,1,x,x\n")
    table = br.read_predictions(tmp_path)
    assert table["dataset"].to_list() == ["iris", "wine"]
    assert FILE not in table.columns
