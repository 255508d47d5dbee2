"""What if some were left out: what the page computes beside the rows of the product, and the command for the rest."""

from __future__ import annotations

import json
import shlex
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import quote

import polars as pl
import pytest
from selenium.webdriver.common.keys import Keys

import benchreport as br
from tests.document.chromium import Page
from tests.document.page.conftest import Opener
from tests.document.page.reports import explorer_of, report, synthetic
from tests.document.sections import answers

pytestmark = pytest.mark.long

TABLES = {"demo": answers.demo, "bake_off": lambda: synthetic(24, 30)}
# What is left out of each table: algorithms, datasets.
SELECTIONS: dict[str, list[tuple[list[str], list[str]]]] = {
    "demo": [([], []), (["C4.5"], []), ([], ["iris", "wine"]), (["C4.5+m"], ["lung cancer", "mushroom"])],
    "bake_off": [([], []), (["algorithm 0", "algorithm 7"], ["dataset 3", "dataset 4", "dataset 29"])],
}  # fmt: skip


def words(names: Sequence[str]) -> str:
    return ",".join(quote(name, safe="") for name in names)


def reduced(name: str, algorithms: Sequence[str], datasets: Sequence[str]) -> pl.DataFrame:
    """Return the table without what is left out."""
    text = TABLES[name]().with_columns(pl.col("algorithm", "dataset", "metric").cast(pl.String))
    kept_rows = text.filter(~pl.col("algorithm").is_in(algorithms) & ~pl.col("dataset").is_in(datasets))
    return br.scores(kept_rows.select("algorithm", "dataset", "metric", "value"))


def column(rows: list[dict[str, str]], *starts: str) -> str:
    return next(name for name in rows[0] if name.startswith(starts))


@pytest.mark.parametrize(
    ("name", "algorithms", "datasets"), [(name, *parts) for name, every in SELECTIONS.items() for parts in every]
)
def test_ranks_means_wins_places_and_all_estimates_are_those_of_the_product(
    name: str, algorithms: list[str], datasets: list[str], opened: Opener
) -> None:
    page = opened(name)
    whole = not algorithms and not datasets
    data = json.loads(explorer_of(report(name)))
    for metric in data["metrics"]:
        table = reduced(name, algorithms, datasets).filter(pl.col("metric").cast(pl.String) == metric["id"])
        text = pl.col("algorithm").cast(pl.String)
        ranks = {row["algorithm"]: row for row in br.average_ranks(table).with_columns(text).to_dicts()}
        means = dict(table.group_by(text).agg(pl.col("value").mean()).rows())
        pairs = {
            (row["a"], row["b"]): row["estimate"]
            for row in br.verdicts(table).with_columns(pl.col("a", "b").cast(pl.String)).to_dicts()
        }
        for reference in sorted(ranks):
            fragment = (
                f"ref={quote(reference)}&metric={metric['id']}&without={words(algorithms)}&skip={words(datasets)}"
            )
            page.run("location.hash = arguments[0]", fragment)
            page.wait("document.querySelector('#hero tr.is-ref')?.dataset.a === arguments[0]", reference)
            rows = page.table("the leaderboard")
            assert {row["Algorithm"] for row in rows} == set(ranks)
            assert len(rows) == len(ranks)
            size = column(rows, "Estimate")
            for row in rows:
                algorithm = row["Algorithm"]
                near = {"rel": 1e-6, "abs": 1e-12} if whole else {"rel": 1e-12, "abs": 1e-15}
                assert float(row["Mean rank"]) == pytest.approx(ranks[algorithm]["mean_rank"], **near)
                assert int(row["Best on"]) == ranks[algorithm]["n_first"]
                if metric["comparable"]:
                    assert float(row[column(rows, "Mean ")]) == pytest.approx(means[algorithm], **near)
                better = [other["mean_rank"] for other in ranks.values()]
                place = 1 + sum(rank < ranks[algorithm]["mean_rank"] - 1e-12 for rank in better)
                assert int(row["Place"]) == place
                if algorithm == reference:
                    assert row[size] == "reference"
                    continue
                estimate, other = pairs.get((algorithm, reference)), pairs.get((reference, algorithm))
                if estimate is None and other is not None:
                    estimate = 1 / other if metric["measure"] == "ratio" else -other
                loose = {"rel": 1e-6, "abs": 1e-12} if whole else {"rel": 1e-9, "abs": 1e-12}
                assert float(row[size]) == pytest.approx(estimate, **loose), (algorithm, reference)


def test_missing_results_leave_their_datasets_out_of_the_ranks(opened: Opener) -> None:
    page = opened("gaps", "#skip=lymphography")
    text = answers.demo().with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    table = br.scores(text.filter(~pl.col("dataset").is_in(["iris", "wine", "lymphography"])))
    ranks = {row["algorithm"]: row["mean_rank"] for row in br.average_ranks(table).to_dicts()}
    rows = page.table("the leaderboard")
    assert {row["Algorithm"]: float(row["Mean rank"]) for row in rows} == pytest.approx(ranks, rel=1e-12)
    page.bring(page.find("#g-box"))
    page.wait("document.querySelector('#g-box .g-cell.none')")
    assert page.count("#g-box .g-cell.none") == 2


# By mouse, keyboard and finger


def rows_in(page: Page) -> list[str | None]:
    return page.attributes("#hero tbody tr:not(.out)", "data-a")


def test_rows_are_unticked_and_put_back(opened: Opener) -> None:
    page = opened("demo")
    written = page.text(".headline")
    page.click("#wi-button")
    page.click('#hero tr[data-a="C4.5"] .keep')
    assert "C4.5" not in rows_in(page)
    assert page.text(".headline").startswith("Without C4.5, ")
    assert {row["p"] for row in page.table("the leaderboard")} == {""}
    assert page.count('#wi-chips [data-a="C4.5"]') == 1
    style = page.run("return getComputedStyle(document.querySelector('#hero td.c-p .old')).fontStyle")
    assert style == "italic"
    page.wait("location.hash === '#without=C4.5'")
    page.click("#wi-chips button")
    assert len(rows_in(page)) == 4
    assert page.text(".headline") == written
    page.click("#wi-button")
    assert not page.is_seen("#whatif")


def test_a_part_of_a_name_leaves_out_all_that_have_it(opened: Opener) -> None:
    page = opened("demo")
    page.focus("#wi-button")
    page.press(Keys.ENTER)
    page.click("#wi-d")
    page.press("breast", Keys.ENTER)
    assert page.count("#wi-chips [data-d]") == 2
    page.click("#wi-a")
    page.press("+", Keys.ENTER)
    page.wait_for_words("At least two must stay.")
    assert len(rows_in(page)) == 4
    page.click("#wi-all")
    assert page.count("#wi-chips button") == 0


def test_delete_leaves_the_dataset_of_the_table_out(opened: Opener) -> None:
    page = opened("demo")
    page.bring(page.find("#g-box"))
    page.wait("document.querySelector('#g-box .g-row')")
    page.focus("#g-box")
    page.press(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.DELETE)
    first = page.attributes("#g-box .g-row.out", "data-d")
    assert len(first) == 1
    assert page.attributes("#wi-chips button", "data-d") == first


def test_a_finger_leaves_out_too(opened: Opener) -> None:
    page = opened("demo")
    page.resize(390, 844, touch=True)
    page.tap("#wi-button")
    page.tap('#hero tr[data-a="C4.5"] .keep')
    assert "C4.5" not in rows_in(page)
    assert not page.is_seen("#duel")


def test_nothing_is_recomputed_but_what_is_in_sight(opened: Opener) -> None:
    page = opened("bake_off")
    page.run(
        "window.touched = new Set(); new MutationObserver((changes) => changes.forEach((change) =>"
        " window.touched.add(change.target.closest('#hero, #grid, #slope, #verdict, #whatif')?.id)))"
        ".observe(document.body, {subtree: true, childList: true})"
    )
    page.run("location.hash = 'skip=dataset%203'")
    page.wait("window.touched.has('hero')")
    assert "grid" not in page.run("return [...window.touched]")


# The command


def test_safe_names_make_a_line_for_the_shell_which_computes_the_selection(opened: Opener, tmp_path: Path) -> None:
    page = opened("demo", "#without=C4.5%2Bcf&skip=iris,wine")
    line = page.text("#wi-code")
    assert line.startswith("benchreport build ")
    command = shlex.split(line)
    command[2] = str(br.example("demsar2006_auc.csv"))
    program = "import sys; from benchreport.cli import main; main(sys.argv[1:])"
    page_file = tmp_path / "report.html"
    subprocess.run([sys.executable, "-c", program, *command[1:], "-o", str(page_file)], check=True, capture_output=True)
    text = page_file.read_text(encoding="utf8")
    data = json.loads(text.partition('id="page-data">')[2].partition("</script>")[0])
    assert set(data["algorithms"]) == {"C4.5", "C4.5+m", "C4.5+m+cf"}
    assert len(data["datasets"]) == 12
    made = Page(page.browser, page_file.as_uri())
    made.open("#without=C4.5")
    made.run("document.querySelector('#wi-more').open = true")
    assert made.text("#wi-code").startswith("benchreport build demsar2006_auc.csv ")
    assert not made.is_seen("#wi-file")


def test_a_command_without_a_file_says_what_to_name(opened: Opener) -> None:
    page = opened("bake_off", "#without=algorithm%203")
    page.run("document.querySelector('#wi-more').open = true")
    assert page.is_seen("#wi-file")
    name = page.text("#wi-file").split()[3].rstrip(",")
    assert name in page.text("#wi-code")


def test_a_command_reads_predictions_as_such(opened: Opener) -> None:
    page = opened("predictions", "#without=Majority&skip=wine")
    page.wait("document.querySelector('#wi-code').textContent")
    assert page.text("#wi-code").startswith("benchreport build ")
    data = json.loads(explorer_of(report("predictions")))
    table = getattr(br, data["reader"])(br.example("small_study_predictions.parquet"))
    assert br.report(table, without_algorithms=["Majority"], without_datasets=["wine"]).sections
    with pytest.raises(br.BenchreportError):
        br.read_scores(br.example("small_study_predictions.parquet"))


def test_other_names_make_python_which_computes_the_selection(
    opened: Opener, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = opened("demo", "#without=C4.5&skip=adult%20(sample)")
    code = page.run("return document.querySelector('#wi-code').textContent")
    assert code.startswith("import benchreport as br\n")
    assert code.isascii()
    monkeypatch.chdir(tmp_path)
    file = code.partition('read_scores("')[2].partition('"')[0]
    (tmp_path / file).write_bytes(br.example("demsar2006_auc.csv").read_bytes())
    exec(compile(code, "command", "exec"), {})
    text = (tmp_path / "report.html").read_text(encoding="utf8")
    data = json.loads(text.partition('id="page-data">')[2].partition("</script>")[0])
    assert len(data["algorithms"]) == 3
    assert "adult (sample)" not in data["datasets"]
    page.run("document.querySelector('#wi-more').open = true")
    page.click("#wi-copy")
    assert page.wait("window.copied") == code
