"""Tables, names and environments that exist do not crash a report: it is made, or refused in one sentence."""

from __future__ import annotations

import io
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes

import polars as pl
import pytest

import benchreport as br
from benchreport.document.formats.html import HTML
from benchreport.document.formats.markdown import markup_for
from benchreport.errors import ReadError, TemplateError, ValueFormatError
from benchreport.tables.reading.read import read_frame
from tests.cli.shell import fine, ladder, refused, run, save

QUICK = ("--sections", "provenance")
NOT_UTF8 = b"caf\xe9".decode("utf8", "surrogateescape")


def program(*words: str | Path, **options: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, "-m", "benchreport", *map(os.fsencode, words)], capture_output=True, check=False, **options
    )


def test_a_byte_order_mark_in_a_name_is_spelt_out_in_figures(tmp_path: Path) -> None:
    rows = [row | {"algorithm": f"A\ufeff{row['algorithm']}"} for row in ladder()]
    fine("plot", "cd", save(tmp_path / "t.csv", rows), "-o", tmp_path / "cd.pdf")
    fine("plot", "cd", save(tmp_path / "t.csv", rows), "-o", tmp_path / "cd.svg")
    assert "AU+FEFFB" in (tmp_path / "cd.svg").read_text(encoding="utf8")


@pytest.mark.parametrize("unit", [1e308, 5e-323, 1e-310])
def test_values_of_a_size_that_cannot_be_computed_with_are_refused(tmp_path: Path, unit: float) -> None:
    rows = [{"algorithm": r["algorithm"], "dataset": r["dataset"], "error": r["accuracy"] * unit} for r in ladder()]
    error, hint = refused("build", save(tmp_path / "t.csv", rows), "-o", tmp_path / "r.html", code=2)
    assert "metric 'error' takes the value" in error
    assert "power of ten" in hint


def test_a_metric_of_such_values_is_left_out_beside_others(tmp_path: Path) -> None:
    rows = [row | {"mse": row["accuracy"] * 1e308} for row in ladder()]
    done = run("build", save(tmp_path / "t.csv", rows), "-o", tmp_path / "r.md", *QUICK)
    assert done.exit_code == 0
    assert "warning: metric 'mse' is left out: it takes the value 9e+307" in done.stderr


@pytest.mark.parametrize("unit", [1e99, 1e-99])
def test_a_report_is_made_of_values_of_any_size_below(unit: float) -> None:
    rows = [{"algorithm": r["algorithm"], "dataset": r["dataset"], "error": r["accuracy"] * unit} for r in ladder()]
    assert br.report(br.scores(pl.DataFrame(rows))).sections
    with pytest.raises(ValueFormatError):
        br.report(br.scores(pl.DataFrame(rows).with_columns(pl.col("error") * unit**2)))


@pytest.mark.parametrize("fold", [float("inf"), 1e30, -1e300])
def test_folds_of_any_size_are_told_apart(fold: float) -> None:
    rows = [row | {"fold": number} for row in ladder() for number in (fold, 1.0)]
    table = br.scores(pl.DataFrame(rows))
    assert table.group_by("algorithm", "dataset").agg(pl.col("fold").n_unique())["fold"].unique().to_list() == [2]


@pytest.mark.long
def test_file_names_and_titles_that_are_not_utf8_are_printed_with_replacements(table: Path, tmp_path: Path) -> None:
    source = tmp_path / f"{NOT_UTF8}.csv"
    table.rename(source)
    outputs = [tmp_path / f"{NOT_UTF8}{ending}" for ending in (".html", ".md", ".pdf", "/")]
    words = [word for output in outputs for word in ("-o", output)]
    for locale in ("C", "C.UTF-8"):
        done = program("build", source, "--title", NOT_UTF8, *words, *QUICK, env=os.environ | {"LC_ALL": locale})
        assert done.returncode == 0, done.stderr
        assert os.fsencode(outputs[0]) in done.stdout.splitlines()
    text = outputs[1].read_text(encoding="utf8")
    assert text.startswith("# caf\ufffd\n")
    assert "caf\ufffd.csv" in text


@pytest.mark.long
def test_pictures_and_data_beside_a_name_that_is_not_utf8_are_found(table: Path, tmp_path: Path) -> None:
    words = [word for ending in (".md", ".html") for word in ("-o", tmp_path / f"{NOT_UTF8}{ending}")]
    done = program("build", table, *words, "--sections", "leaderboard,ranks")
    assert done.returncode == 0, done.stderr
    text = (tmp_path / f"{NOT_UTF8}.md").read_text(encoding="utf8")
    linked = re.findall(r"\]\((caf%E9_files/[^)]+)\)", text)
    assert linked
    assert all((tmp_path / os.fsdecode(unquote_to_bytes(link))).is_file() for link in linked)
    assert markup_for(NOT_UTF8).folder == HTML.with_data(NOT_UTF8).folder == "caf\ufffd"


@pytest.mark.parametrize("epoch", ["abc", "", "1e9", "99999999999999999999", "-1e400", "٣"])
@pytest.mark.parametrize("name", ["r.html", "r.pdf", "latex"])
def test_a_broken_source_date_epoch_is_named(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, epoch: str, name: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", epoch)
    error, hint = refused("build", table, "-o", tmp_path / name, *QUICK, code=2)
    assert error == f"SOURCE_DATE_EPOCH is {epoch!r}"
    assert "seconds since 1970" in hint
    assert list(tmp_path.iterdir()) == [table]


@pytest.mark.parametrize("name", ["r.md", "cd.svg", "cd.pdf", "cd.png"])
def test_a_broken_source_date_epoch_is_named_before_anything_is_drawn(
    table: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "abc")
    words = ("build", table) if name == "r.md" else ("plot", "cd", table)
    error, _ = refused(*words, "-o", tmp_path / name, code=2)
    assert error == "SOURCE_DATE_EPOCH is 'abc'"
    assert list(tmp_path.iterdir()) == [table]


@pytest.mark.parametrize(
    "closed",
    ["<&- >&- 2>&-", *(pytest.param(less, marks=pytest.mark.long) for less in ("2>&-", ">&- 2>&-", "2</dev/null"))],
)
def test_closed_streams_do_not_stop_a_build(table: Path, tmp_path: Path, closed: str) -> None:
    command = f"{sys.executable} -m benchreport build {table} -o {tmp_path / 'r.html'} --sections provenance {closed}"
    assert subprocess.run(["bash", "-c", command], check=False).returncode == 0
    assert (tmp_path / "r.html").read_text(encoding="utf8").startswith("<!DOCTYPE html>")


@pytest.mark.parametrize(
    "words", [("check", "t.csv"), ("check", "t.toml"), ("verify", "t.pdf"), ("build", "t.csv", "-o", "r.html")]
)
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path, words: tuple[str, ...]) -> None:
    os.mkfifo(tmp_path / words[1])
    done = program(*words, cwd=tmp_path, timeout=300)
    error, hint = done.stderr.decode().splitlines()
    assert done.returncode == 2
    assert re.fullmatch(rf"error: '{words[1]}' is (a pipe or a device|not a file)|error: no report 't.pdf'", error)
    assert hint.startswith("hint: ")


@pytest.mark.parametrize("name", ["t.parquet", "t.arrow"])
def test_a_panic_of_the_reader_is_an_error_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], name: str
) -> None:
    def panic(*_: Any, **__: Any) -> None:
        os.write(2, b"thread 'main' panicked at polars\nstack backtrace:\n")
        raise pl.exceptions.PanicException("called `Result::unwrap()` on an `Err` value")

    (path := tmp_path / name).write_bytes(b"ARROW1 anything")
    monkeypatch.setattr(pl, "read_parquet_schema", panic)
    monkeypatch.setattr(pl, "read_parquet", panic)
    monkeypatch.setattr(pl, "read_ipc", panic)
    with pytest.raises(ReadError, match=r"'t\.\w+' cannot be read: called `Result::unwrap"):
        read_frame(path)
    assert capfd.readouterr().err == ""


def test_what_others_print_while_a_table_is_read_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    pl.DataFrame({"a": [1]}).write_parquet(path := tmp_path / "t.parquet")
    read = pl.read_parquet

    def talking(*words: Any) -> Any:
        os.write(2, b"something else\n")
        return read(*words)

    monkeypatch.setattr(pl, "read_parquet", talking)
    read_frame(path)
    assert capfd.readouterr().err == "something else\n"


def test_damaged_binary_tables_give_a_table_or_an_error_of_ours(tmp_path: Path) -> None:
    whole = pl.DataFrame(
        {"algorithm": ["A", "B"] * 6, "dataset": [f"d{n // 2}" for n in range(12)], "error": [0.5] * 12}
    )
    whole.write_ipc(stream := io.BytesIO())
    content = stream.getvalue()
    refusals = 0
    for place in range(0, len(content), 7):
        damaged = content[:place] + bytes([content[place] ^ 0x81]) + content[place + 1 :]
        (path := tmp_path / "t.arrow").write_bytes(damaged)
        try:
            read_frame(path)
        except ReadError:
            refusals += 1
    assert refusals > 20


def test_a_panic_anywhere_is_an_internal_error_of_two_lines(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    def panic(*_: Any, **__: Any) -> None:
        raise pl.exceptions.PanicException("index out of bounds")

    monkeypatch.setattr("benchreport.tables.reading.read.read_with_digests", panic)
    done = run("check", table)
    assert done.exit_code == 2
    assert done.stderr.splitlines()[0] == "internal error: PanicException: index out of bounds"
    assert len(done.stderr.splitlines()) == 2


@pytest.mark.parametrize("address", ["http://example.org/x.png", "file:///etc/hostname", "x.png"])
def test_an_address_in_a_template_is_refused_and_not_fetched(tmp_path: Path, address: str) -> None:
    style = tmp_path / "templates" / "styles"
    style.mkdir(parents=True)
    (style / "paper.css").write_text(f"body {{ background: url({address}) }}")
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, sections=["provenance"], templates=tmp_path / "templates")
    if address == "x.png":
        report.write(tmp_path / "r.pdf")  # a picture without a place is left out, as the typesetter says
        return
    with pytest.raises(TemplateError, match=r"nothing is downloaded"):
        report.write(tmp_path / "r.pdf")


def test_low_memory_is_said_as_low_memory(monkeypatch: pytest.MonkeyPatch, table: Path) -> None:
    def exhausted(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr("benchreport.tables.reading.read.read_with_digests", exhausted)
    error, _ = refused("check", table, code=2)
    assert error == "not enough memory"


def test_a_library_that_finds_no_room_is_not_called_absent(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    report = br.report(scores, sections=["provenance"])

    def no_room(name: str, *words: Any, **options: Any) -> Any:
        if name.startswith("weasyprint"):
            raise OSError("cannot load library 'libpango-1.0-0': libgobject-2.0.so: failed to map segment")
        return real(name, *words, **options)

    real = __import__
    monkeypatch.setattr("builtins.__import__", no_room)
    with pytest.raises(ReadError, match="not enough memory"):
        report.write(tmp_path / "r.pdf")
