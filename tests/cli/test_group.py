"""Are hints said in words that work at a shell?"""

from __future__ import annotations

from pathlib import Path

import click
import polars as pl
import pytest

import benchreport as br
from benchreport.cli import main
from benchreport.cli.group import at_the_shell
from benchreport.cli.measure import measure
from benchreport.cli.plot import plot
from benchreport.cli.test import test as command
from tests.cli.shell import DEMSAR, fine, refused, rows, run, save

STUDY = str(br.example("small_study_predictions.parquet"))


@pytest.mark.parametrize(
    ("hint", "said"),
    [
        ("missing='available' keeps them", "--missing available keeps them"),
        ("positive='1', for instance", "--positive 1, for instance"),
        ("columns={'your column': 'score'}", "--column 'your column=score'"),
        ('weights={"A": 1, "B": -1}', """--set 'weights={"A": 1, "B": -1}'"""),
        ("bins=10", "--set bins=10"),
        ("or br.mcnemar", "or benchreport test mcnemar"),
        ("br.complete(scores, 'drop_blocks') first", "br.complete(scores, 'drop_blocks') first"),
        ("columns={'x': 'truth'} (--column x=truth)", "columns={'x': 'truth'} (--column x=truth)"),
        ("a number above 0", "a number above 0"),
    ],
)
def test_arguments_become_options(hint: str, said: str) -> None:
    assert at_the_shell(hint, command) == said


def test_a_part_of_the_table_is_not_named_by_the_option_that_names_a_table() -> None:
    assert at_the_shell("name one: dataset='iris'", plot) == "name one: --set dataset=iris"
    assert at_the_shell("name one: dataset='iris'", measure) == "name one: dataset='iris'"


def test_a_hint_of_a_test_can_be_followed(tmp_path: Path) -> None:
    table = br.read_predictions(STUDY).filter(pl.col("dataset") == "breast_cancer")
    first = table.get_column("algorithm").cast(pl.String).min()
    gappy = tmp_path / "gappy.parquet"
    table.filter((pl.col("algorithm") != first) | (pl.col("fold") > pl.col("fold").min())).write_parquet(gappy)
    hint = refused("test", "mcnemar", gappy, code=2)[1]
    assert hint.startswith("--missing available")
    assert rows("test", "mcnemar", gappy, "--missing", "available")


@pytest.mark.parametrize(
    ("method", "setting", "hint"),
    [
        ("wilcoxon", "alpha=x", "a number: --set alpha=VALUE"),
        ("page_trend", "order=3", "several names: --set order=NAME,NAME"),
        ("ci_hoeffding_mean", "bound=1", "several numbers: --set bound=NUMBER,NUMBER"),
        ("contrasts", "weights=3", """a mapping: --set 'weights={"NAME": VALUE}'"""),
        ("contrasts", "families=3", """a mapping: --set 'families={"NAME": ["NAME"]}'"""),
        ("bootstrap_632", "training=accuracy", """a mapping: --set 'training={"NAME": VALUE}'"""),
        ("main_effects", "factors=[3]", "a text or several names: --set factors=VALUE"),
        ("wilcoxon", "zeros=3", "one of drop, pratt, split: --set zeros=VALUE"),
        ("wilcoxon", "estimate=1", "true or false: --set estimate=VALUE"),
    ],
)
def test_a_setting_of_the_wrong_kind_is_refused(method: str, setting: str, hint: str) -> None:
    assert refused("test", method, DEMSAR, "--set", setting, code=2)[1] == hint


def test_a_list_may_be_written_with_commas() -> None:
    names = "C4.5,C4.5+cf,C4.5+m,C4.5+m+cf"
    assert rows("test", "page_trend", DEMSAR, "--set", f"order={names}") == rows(
        "test", "page_trend", DEMSAR, "--set", 'order=["C4.5", "C4.5+cf", "C4.5+m", "C4.5+m+cf"]'
    )
    assert rows("test", "ci_hoeffding_mean", DEMSAR, "--set", "bound=0,1")[0]["ci_high"] > 1


def test_options_without_a_flag_are_listed_as_settings() -> None:
    hint = refused("test", "wilcoxon", DEMSAR, "--margin", "1", code=2)[1]
    assert "--set estimate=…" in hint
    assert "--estimate" not in hint
    assert rows("test", "wilcoxon", DEMSAR, "--set", "estimate=false")[0]["estimate"] is None


CURVES = [
    method.id
    for method in br.METHODS.values()
    if method.kind == "measure" and hasattr(br, method.id) and method.id not in ("multiclass_auc", "one_vs_rest")
]


@pytest.mark.parametrize("method", CURVES)
def test_curves_and_areas_are_printed_too(tmp_path: Path, method: str) -> None:
    table = br.read_predictions(STUDY).filter(pl.col("dataset") == "breast_cancer")
    path = tmp_path / "cancer.parquet"
    table.write_parquet(path)
    assert {row["dataset"] for row in rows("test", method, path, "--positive", "malignant")} == {"breast_cancer"}


def test_what_takes_rows_is_not_called_an_adjustment() -> None:
    assert "--adjust" not in refused("test", "cliques", DEMSAR, code=2)[1]
    assert "--adjust holm" in refused("test", "holm", DEMSAR, code=2)[1]


def test_a_name_for_the_dataset_of_a_table_that_has_names_is_refused(tmp_path: Path) -> None:
    for words in (["check"], ["test", "friedman"], ["build"]):
        more = ["-o", str(tmp_path / "x.html")] if words == ["build"] else []
        error, _ = refused(*words, DEMSAR, "--dataset", "iris", *more, code=2)
        assert "its own datasets" in error
    bare = save(tmp_path / "bare.csv", [{"model": a, "fold": f, "accuracy": f / 10} for a in "AB" for f in (1, 2)])
    assert "iris" in fine("test", "win_tie_loss", bare, "--dataset", "iris", "--by", "dataset,metric")


def test_notes_that_would_not_fit_stand_below_the_table() -> None:
    text = fine("test", "mcnemar", STUDY, "--json")
    assert "several trained models" in text
    printed = fine("test", "mcnemar", STUDY)
    lines = printed.splitlines()
    assert " ".join(printed.split()).count("predictions of several folds come from several trained models") == 1
    assert max(map(len, lines)) <= 120
    assert any(line.startswith("[1] ") for line in lines)


def test_a_person_reads_the_words_of_remarks_and_a_program_their_codes_too() -> None:
    words = "mean over all opponents"
    printed, data = fine("test", "win_rates", DEMSAR), fine("test", "win_rates", DEMSAR, "--csv")
    assert words in printed
    assert "all_opponents" not in printed
    assert words in data
    assert "all_opponents" in data


def test_the_reader_of_pdf_files_says_nothing_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "no.pdf"
    path.write_text("not a report")
    result = run("verify", path)
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 2


def test_no_two_options_of_a_command_have_one_name() -> None:
    context = click.Context(main)
    for name in main.list_commands(context):
        names = [parameter.name for parameter in main.get_command(context, name).params]
        assert len(names) == len(set(names)), name
