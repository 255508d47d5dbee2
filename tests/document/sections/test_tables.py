"""Complete tables have every result, in every format, with the digits that its scale deserves."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from io import BytesIO
from typing import Any

import numpy as np
import polars as pl
import pypdfium2
import pytest

import benchreport as br
from benchreport.document.exhibits.paper import parts_of
from benchreport.document.formats.html import html_text
from benchreport.document.formats.latex import latex_files
from benchreport.document.formats.markdown import markdown_files
from benchreport.document.formats.pdf import pdf_bytes
from benchreport.document.model.blocks import Report, Table, tables_of
from tests.document.sections.sections import plain, tables, told

ALGORITHMS, DATASETS = 40, 112


def frame_of(values: np.ndarray, metric: str, *, runs: bool = False) -> pl.DataFrame:
    """Return results by algorithm (last axis), dataset (first) and run (in between)."""
    d, f, a = np.indices(values.shape).reshape(3, -1)
    table = pl.DataFrame(
        {
            "algorithm": [f"A{i:02}" for i in a],
            "dataset": [f"data{i:03}" for i in d],
            "fold": f,
            metric: values.ravel(),
        }
    )
    return table if runs else table.drop("fold")


def results(*shape: int, metric: str = "accuracy", **declared: Any) -> pl.DataFrame:
    values = np.random.default_rng(3).beta(9, 1, shape)
    table = frame_of(values.reshape(shape[0], -1, shape[-1]), metric, runs=len(shape) == 3)
    return br.scores(table, **declared)


@pytest.fixture(scope="module")
def large() -> tuple[Report, Counter[str]]:
    scores = results(DATASETS, ALGORITHMS)
    texts = [f"{value:.3f}" for value in scores["value"]]
    bounded = {"1.000": ">.999", "0.000": "<.001"}
    return br.report(scores, sections=["tables"]), Counter(bounded.get(text, text[1:]) for text in texts)


def foots(report: Report) -> Counter[str]:
    return Counter(cell.text for table in tables_of(report) for cell in table.rows[-1][1:])


def test_nothing_is_cut_from_html_and_markdown(large: tuple[Report, Counter[str]]) -> None:
    report, expected = large
    cells = re.findall(r'<td class="right[^>]*>([^<]*)</td>', html_text(report))
    assert Counter(unescape(cell).strip() for cell in cells) == expected + foots(report)
    rows = [line for line in markdown_files(report, "files")[0].splitlines() if re.match(r"\| data\d", line)]
    assert len(rows) == DATASETS
    spoken = [re.sub(r"[*\s\\]", "", unescape(cell)) for row in rows for cell in row.split(" | ")[1:]]
    assert Counter(cell.strip("|") for cell in spoken if cell.strip("|")) == expected


def test_the_pdf_has_every_result_in_blocks_of_twenty_columns_under_repeated_heads(
    large: tuple[Report, Counter[str]],
) -> None:
    report, expected = large
    (table,) = tables_of(report)
    parts = parts_of(table)
    assert [len(part.columns) for part in parts] == [21, 21]
    assert [part.id for part in parts] == ["complete-accuracy", "complete-accuracy-part-2"]
    assert all(part.rows[0][0] == table.rows[0][0] for part in parts)
    document = pypdfium2.PdfDocument(BytesIO(pdf_bytes(report)[0]))
    pages = [page.get_textpage().get_text_bounded() for page in document]
    words = Counter(word for text in pages for word in text.split())
    assert {text: words[text] for text in expected} == dict(expected)
    assert words["data000"] == words["data111"] == len(parts)
    # The best algorithm heads its block on each of the pages that the block takes.
    first = table.columns[1].title
    block = [text for text in pages if re.search(r"\bdata\d{3}\b", text)]
    assert len(block) >= 3
    assert sum(first in re.sub(r"\s", "", text) for text in block) == 2


def test_columns_are_in_the_order_of_mean_ranks_and_the_caption_says_so() -> None:
    scores = results(12, 5)
    (table,) = tables(told(scores, "tables")).values()
    wide = scores.pivot("algorithm", index="dataset", values="value").drop("dataset")
    ranks = {
        name: np.mean([sorted(row, reverse=True).index(row[i]) + 1 for row in wide.rows()])
        for i, name in enumerate(wide.columns)
    }
    assert [column.title for column in table.columns[1:]] == sorted(ranks, key=lambda name: (ranks[name], name))
    assert [cell.text for cell in table.rows[-1]] == ["mean rank", *(f"{rank:.2f}" for rank in sorted(ranks.values()))]
    assert "in the order of mean rank; best of all 5 in bold. Higher is better." in plain(table.caption)


@pytest.mark.parametrize(("direction", "best"), [("higher", max), ("lower", min)])
def test_bold_is_the_best_of_all_algorithms(direction: Any, best: Any) -> None:
    scores = results(14, 30, directions={"accuracy": direction})
    (table,) = tables(told(scores, "tables")).values()
    for row in table.rows[:-1]:
        values = [cell.value for cell in row[1:]]
        assert [cell.emphasis for cell in row[1:]] == ["best" if value == best(values) else "" for value in values]


def texts_of(table: Table) -> dict[str, list[str]]:
    return {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}


def test_rows_of_unlike_scales_have_digits_of_their_own() -> None:
    values = {"a": [0.00123, 0.00456], "b": [1234.0, 2345.6], "c": [0.0214, 14401.3], "d": [3.0, 12.0], "e": [0.0, 0.5]}
    table = pl.DataFrame(
        {"dataset": list(values), "x": [v[0] for v in values.values()], "y": [v[1] for v in values.values()]}
    )
    (made,) = tables(told(br.scores(table, metric="rmse"), "tables")).values()
    assert texts_of(made) | {"mean rank": []} == {
        "a": ["0.00123", "0.00456"],
        "b": ["1,234", "2,346"],
        "c": ["0.0214", "14,401"],
        "d": ["3", "12"],
        "e": ["0.000", "0.500"],
        "mean rank": [],
    }


def test_rates_keep_the_decimals_they_were_published_with_and_only_one_looks_like_one() -> None:
    two = pl.DataFrame({"dataset": ["d", "e"], "x": [0.8, 1.0], "y": [0.75, 0.5]})
    (made,) = tables(told(br.scores(two, metric="accuracy"), "tables")).values()
    assert texts_of(made)["d"] == [".80", ".75"]
    assert texts_of(made)["e"] == ["1", ".50"]
    near = pl.DataFrame({"dataset": ["d", "e"], "x": [0.99996, 0.91237], "y": [0.00002, 0.0]})
    (made,) = tables(told(br.scores(near, metric="accuracy"), "tables")).values()
    assert texts_of(made)["d"] == [">.999", "<.001"]
    assert texts_of(made)["e"] == [".912", "0"]


def test_percentages_keep_their_zero() -> None:
    table = pl.DataFrame({"dataset": ["d", "e"], "x": [81.25, 9.5], "y": [75.0, 0.5]})
    (made,) = tables(told(br.scores(table, metric="accuracy"), "tables")).values()
    assert texts_of(made)["d"] == ["81.25", "75.00"]


def test_runs_are_averaged_and_their_standard_deviation_stands_behind() -> None:
    scores = results(6, 4, 3, design="kfold_cv")
    (table,) = tables(told(scores, "tables")).values()
    assert "Means of 4 runs ± standard deviation over them" in plain(table.caption)
    cells = scores.group_by("dataset", "algorithm").agg(m=pl.col("value").mean(), s=pl.col("value").std())
    expected = {(d, a): f"{m:.3f} ± {s:.3f}".replace("0.", ".") for d, a, m, s in cells.rows()}
    names = [column.title for column in table.columns[1:]]
    printed = {
        (row[0].text, name): cell.text for row in table.rows[:-1] for name, cell in zip(names, row[1:], strict=True)
    }
    assert printed == expected
    assert table.frame.columns == ["dataset", *names, *(f"{name} (sd)" for name in names)]
    assert "±" not in plain(next(iter(tables(told(results(6, 4, 9, design="kfold_cv"), "tables")).values())).caption)


@pytest.mark.parametrize("order", [(), ("data004", "data002", "data000", "data005", "data003", "data001")])
def test_datasets_with_equal_results_have_a_row_each_in_every_format(order: tuple[str, ...]) -> None:
    values = np.random.default_rng(1).uniform(0.5, 0.9, (6, 1, 4))
    values[4] = values[1]
    scores = br.scores(frame_of(values, "accuracy"))
    report = br.report(scores, sections=["tables"], dataset_order=order)
    (table,) = tables_of(report)
    datasets = list(order) or [f"data{i:03}" for i in range(6)]
    assert [row[0].text for row in table.rows] == [*datasets, "mean rank"]
    assert table.frame["dataset"].to_list() == datasets
    page = next(iter(pypdfium2.PdfDocument(BytesIO(pdf_bytes(report)[0])))).get_textpage().get_text_bounded()
    latex = latex_files(report, "main.tex")["tables/complete-accuracy.tex"].decode()
    for text in (html_text(report), markdown_files(report, "files")[0], latex, page):
        assert re.findall(r"data\d{3}", text[text.index("Every result") :])[:6] == datasets


def test_small_tables_of_several_metrics_are_one_and_each_metric_is_ruled_off() -> None:
    scores = pl.concat([results(4, 5), results(4, 5, metric="logloss")])
    (table,) = tables(told(scores, "tables")).values()
    assert [row[0].text for row in table.rows] == ["accuracy", "", "", "", "log loss", "lower is better", "", ""]
    assert table.rules == (4,)
    assert table.frame.select("metric", "dataset").height == 8
    assert len(tables(told(pl.concat([results(30, 5), results(30, 5, metric="logloss")]), "tables"))) == 2


def test_many_algorithms_on_few_datasets_are_rows() -> None:
    scores = results(2, 60)
    (table,) = tables(told(scores, "tables")).values()
    assert len(table.rows) == 60
    assert [column.title for column in table.columns] == ["algorithm", "data000", "data001"]
    best = dict(scores.filter(dataset="data001").select(pl.col("algorithm").cast(pl.String), "value").rows())
    (bold,) = [row[0].text for row in table.rows if row[2].emphasis == "best"]
    assert bold == max(best, key=lambda name: best[name])


def test_a_missing_result_is_a_dash_that_the_note_explains() -> None:
    scores = results(12, 4).filter(~((pl.col("dataset") == "data003") & (pl.col("algorithm") == "A02")))
    (table,) = tables(told(scores, "tables")).values()
    names = [column.title for column in table.columns]
    assert texts_of(table)["data003"][names.index("A02") - 1] == "—"
    assert "—: no result." in plain(table.note)


def test_the_data_of_a_complete_table_are_attached_to_the_pdf() -> None:
    from benchreport.document.proof.attach import attached_files

    report = br.report(results(5, 3), sections=["tables"])
    assert attached_files(report)["complete-accuracy.csv"][1].startswith(b"dataset,")


def test_rows_of_like_scales_have_the_same_digits() -> None:
    table = pl.DataFrame({"dataset": ["a", "b", "c"], "x": [0.31234, 0.0002, 1.2], "y": [0.45, 0.08, 0.0]})
    (made,) = tables(told(br.scores(table, metric="logloss"), "tables")).values()
    printed = texts_of(made)
    assert [printed[name] for name in "abc"] == [["0.312", "0.450"], ["<0.001", "0.080"], ["1.200", "0.000"]]
