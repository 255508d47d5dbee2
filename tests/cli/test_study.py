"""What does a study file say?"""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import ladder, refused, rows, save, study


def test_a_study_file_finds_its_table_beside_itself(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = table.parent / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    path = study(table.parent, "scores = 'scores.csv'")
    assert rows("check", path)[0]["n_cells"] == 18
    assert rows("check", "../study.toml")[0]["n_cells"] == 18


def test_a_study_file_says_everything_about_a_table(tmp_path: Path) -> None:
    own = [
        {
            "Verfahren": r["algorithm"],
            "Menge": r["dataset"],
            "seed": seed,
            "size": "s",
            "zorp": r["accuracy"],
            "accuracy": 0.5,
        }
        for r in ladder()
        for seed in (1, 2)
    ]
    pl.DataFrame(own[:-2]).write_csv(tmp_path / "own.csv")
    path = study(
        tmp_path,
        """
        scores = "own.csv"
        title = "Zorp"
        metrics = ["zorp"]
        factors = ["size"]
        design = "seeds"
        encoding = "utf8"
        by = ["size", "metric"]
        control = "A"
        missing = "drop_blocks"
        alpha = 0.1
        adjust = "bonferroni"
        [columns]
        Verfahren = "algorithm"
        Menge = "dataset"
        [directions]
        zorp = "lower"
        """,
    )
    found = rows("test", "sign_test", path)
    assert [(row["size"], row["metric"], row["a"], row["b"], row["better"]) for row in found] == [
        ("s", "zorp", "B", "A", "B"),
        ("s", "zorp", "C", "A", "C"),
    ]
    assert {(row["n"], row["n_dropped"], row["alpha"], row["adjustment"]) for row in found} == {
        (5, 1, 0.1, "bonferroni")
    }
    assert [row["p_adjusted"] for row in found] == [4 / 32] * 2
    assert {row["design"] for row in rows("check", path)} == {"seeds"}


def test_a_study_file_names_the_metric_and_the_dataset_of_a_table_without(tmp_path: Path) -> None:
    (tmp_path / "wide.csv").write_text("fold,A,B\n1,0.9,0.8\n2,0.8,0.7\n")
    path = study(tmp_path, "scores='wide.csv'\nmetric='accuracy'\ndataset='iris'\nby=['dataset','metric']")
    (row,) = rows("test", "sign_test", path)
    assert (row["dataset"], row["metric"], row["n"]) == ("iris", "accuracy", 2)


def test_options_win_over_the_study_file(table: Path) -> None:
    path = study(table.parent, "scores='scores.csv'\ncontrol='A'\nalpha=0.1\nadjust='holm'\nby=['dataset']")
    found = rows(
        "test", "sign_test", path, "--control", "B", "--alpha", "0.2", "--adjust", "bonferroni", "--by", "metric"
    )
    assert [(row["a"], row["b"]) for row in found] == [("A", "B"), ("C", "B")]
    assert {(row["metric"], row["alpha"], row["adjustment"]) for row in found} == {("accuracy", 0.2, "bonferroni")}


def test_options_add_to_the_tables_of_a_study_file(tmp_path: Path) -> None:
    own = [{"who": r["algorithm"], "where": r["dataset"], "zorp": r["accuracy"]} for r in ladder()]
    save(tmp_path / "own.csv", own)
    path = study(tmp_path, "scores='own.csv'\n[columns]\nwho='algorithm'\n[directions]\nzorp='higher'")
    words = ("test", "sign_test", path, "--control", "A", "--column", "where=dataset")
    assert [row["better"] for row in rows(*words)] == ["A", "A"]
    assert [row["better"] for row in rows(*words, "--direction", "zorp=lower")] == ["B", "C"]


def test_what_a_study_declares_for_tests_does_not_stop_a_method_without_it(table: Path) -> None:
    path = study(table.parent, "scores='scores.csv'\ncontrol='A'\nalpha=0.1\nadjust='holm'")
    assert rows("test", "friedman", path)[0]["statistic"] == pytest.approx(12)
    assert [row["mean_rank"] for row in rows("test", "average_ranks", path)] == [1, 2, 3]


@pytest.mark.parametrize(
    ("text", "problem", "remedy"),
    [
        ("scores='scores.csv'\ncontroll='A'", "'controll'", "'reference'"),
        ("scores='scores.csv'\nadjust=['holm']", "adjust", "adjustment"),
        ("scores=scores.csv", "not valid TOML", "quotes"),
        ("title='no table'", "names no table", "scores = "),
        ("scores='scores.csv'\nadjust='hlm'", "'hlm'", "'holm'"),
        ("scores='scores.csv'\nmissing='drop_block'", "'drop_block'", "'drop_blocks'"),
        ("scores='scores.csv'\nmissing='avaliable'", "'avaliable'", "'available'"),
        ("scores='scores.csv'\nalpha=5", "alpha", "between 0 and 1"),
        ("scores='scores.csv'\ndesign='sedds'", "'sedds'", "'seeds'"),
    ],
    ids=["key", "type", "syntax", "no table", "adjustment", "policy", "policy of tests", "level", "design"],
)
def test_a_wrong_study_file_exits_2_and_names_the_mistake(table: Path, text: str, problem: str, remedy: str) -> None:
    error, hint = refused("test", "sign_test", study(table.parent, text), code=2)
    assert problem in error
    assert remedy in hint


def test_a_study_file_that_is_absent_or_a_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    refused("check", tmp_path / "absent.toml", code=2)
    refused("check", tmp_path / "folder.toml", code=2)


def test_a_study_whose_table_is_absent_exits_1(tmp_path: Path) -> None:
    error, _ = refused("check", study(tmp_path, "scores='absent.csv'"), code=2)
    assert "absent.csv" in error
