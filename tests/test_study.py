"""Is every key of a study file checked, and every mistake named?"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchreport.errors import BenchreportError, StudyError
from benchreport.options import Options
from benchreport.study import Study, merged, read_study, study_from, study_options, study_text

EVERYTHING = """
scores = "scores.csv"
title = "Appendix B"
metric = "accuracy"
metrics = ["accuracy", "auc"]
dataset = "iris"
factors = ["size"]
design = "seeds"
encoding = "latin1"
query = "SELECT * FROM runs"
by = ["size", "metric"]
reference = "kNN"
missing = "worst"
alpha = 0.01
adjust = "holm"

[columns]
model = "algorithm"

[directions]
zorp = "lower"
"""


def written(folder: Path, text: str) -> Path:
    path = folder / "study.toml"
    path.write_text(text, encoding="utf8")
    return path


def problem(folder: Path, text: str) -> BenchreportError:
    with pytest.raises(StudyError) as caught:
        read_study(written(folder, text))
    assert caught.value.problem.startswith("study.toml")
    return caught.value


def test_every_key_arrives_in_the_study(tmp_path: Path) -> None:
    assert read_study(written(tmp_path, EVERYTHING)) == Study(
        scores=str(tmp_path / "scores.csv"),
        columns={"model": "algorithm"},
        directions={"zorp": "lower"},
        metric="accuracy",
        dataset="iris",
        factors=["size"],
        design="seeds",
        encoding="latin1",
        query="SELECT * FROM runs",
        by=["size", "metric"],
        options=Options(
            title="Appendix B",
            reference="kNN",
            missing="worst",
            alpha=0.01,
            adjust="holm",
            metrics=("accuracy", "auc"),
        ),
        stated=frozenset({"missing", "adjust"}),
    )


WISHED = """
scores = "scores.csv"
sections = ["summary", "...", "own"]
omit = ["advice"]
without_algorithms = ["kNN", "SVM, linear"]
without_datasets = ["adult"]
rope = 0.01
complexity = ["tree", "forest"]
seed = 7
siunitx = true

[tests]
pairs = "sign_test"

[margin]
accuracy = 0.02

[subsets]
small = ["iris", "wine"]

[costs.ill]
well = 5.0
ill = 0

[names]
rf = "Random forest"

[colours]
rf = "#0072B2"
"""


def test_everything_asked_for_survives_being_written_and_read_again(tmp_path: Path) -> None:
    study = read_study(written(tmp_path, WISHED))
    assert study.options.costs == {"ill": {"well": 5.0, "ill": 0}}
    assert study.options.sections == ("summary", "...", "own")
    assert study.options.without_algorithms == ("kNN", "SVM, linear")
    assert study_from(study_text(study)) == study


@pytest.mark.parametrize(
    ("wish", "hint"),
    [
        ("rope = -1", "positive"),
        ("[margin]\nauc = 0", "positive"),
        ("[tests]\npairs = 'wilcoxn'", "wilcoxon"),
        ("[tests]\npair = 'wilcoxon'", "pairs"),
        ("family = 'metrics'", "metric"),
        ("[costs]\nill = 3", "cost"),
        ("siunitx = 1", "true or false"),
    ],
)
def test_what_cannot_be_asked_for_is_answered_with_what_can(tmp_path: Path, wish: str, hint: str) -> None:
    assert hint in problem(tmp_path, f"scores = 'scores.csv'\n{wish}").hint


def test_a_study_needs_no_more_than_a_table(tmp_path: Path) -> None:
    study = read_study(written(tmp_path, "scores = 'scores.csv'"))
    assert study == Study(scores=str(tmp_path / "scores.csv"))
    assert (study.by, study.options.reference) == (None, None)
    assert (study.stated_option("missing"), study.stated_option("adjust")) == (None, None)


def test_a_study_remembers_what_it_states_of_the_options_that_single_tests_have_too(tmp_path: Path) -> None:
    study = read_study(written(tmp_path, "scores = 'scores.csv'\nmissing = 'auto'\nalpha = 0.05"))
    assert study.options == Options()
    assert (study.stated_option("missing"), study.stated_option("adjust")) == ("auto", None)
    assert study_text(study).splitlines()[1:] == ['missing = "auto"']
    assert merged(study, {"adjustment": "holm"}, "--set").stated_option("adjust") == "holm"


def test_the_table_is_sought_beside_the_study_wherever_one_stands(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "papers").mkdir()
    written(tmp_path / "papers", "scores = '../data/*.csv'")
    monkeypatch.chdir(tmp_path)
    assert Path(read_study("papers/study.toml").scores) == Path("papers/../data/*.csv")


@pytest.mark.parametrize("source", ["/data/scores.csv", "postgresql://host/runs", "sqlite:///home/me/runs.db"])
def test_an_absolute_path_or_an_address_stays_as_it_is(tmp_path: Path, source: str) -> None:
    assert read_study(written(tmp_path, f"scores = '{source}'")).scores == source


@pytest.mark.parametrize(
    ("misspelt", "meant"),
    [
        ("score", "scores"),
        ("colums", "columns"),
        ("direction", "directions"),
        ("controll", "reference"),
        ("refrence", "reference"),
        ("ajustment", "adjust"),
        ("aplha", "alpha"),
    ],
)
def test_a_misspelt_key_is_answered_with_the_nearest_one(tmp_path: Path, misspelt: str, meant: str) -> None:
    caught = problem(tmp_path, f"{misspelt} = 'x'")
    assert repr(misspelt) in caught.problem
    assert repr(meant) in caught.hint


def test_a_key_like_no_other_is_answered_with_all_of_them(tmp_path: Path) -> None:
    caught = problem(tmp_path, "scores = 'x.csv'\nqqq = 1")
    assert [key for key in study_options() if repr(key) not in caught.hint] == []


@pytest.mark.parametrize(
    "line",
    [
        "scores = 3",
        "scores = ['a.csv', 'b.csv']",
        "title = 1",
        "columns = ['model']",
        "columns = {model = 1}",
        "directions = 'higher'",
        "directions = {zorp = true}",
        "metrics = 'auc'",
        "metrics = [1, 2]",
        "factors = 'size'",
        "by = 'metric'",
        "by = [['metric']]",
        "reference = ['kNN']",
        "missing = false",
        "alpha = '0.05'",
        "alpha = true",
        "adjust = 1",
        "sections = [1]",
        "subsets = {small = 'iris'}",
        "names = {rf = 1}",
        "rope = {auc = 'small'}",
        "seed = 0.5",
        "templates = {a = 'b'}",
        "query = 2026-01-01",
    ],
)
def test_a_value_of_the_wrong_type_is_named_with_what_it_should_be(tmp_path: Path, line: str) -> None:
    key = line.split(" = ")[0]
    text = line if key == "scores" else f"scores = 'scores.csv'\n{line}"
    caught = problem(tmp_path, text)
    assert f"{key} is" in caught.problem
    assert caught.hint.startswith(f"{key} is ")


@pytest.mark.parametrize("level", ["5", "0", "1", "-0.05", "nan"])
def test_a_level_outside_0_and_1_is_refused(tmp_path: Path, level: str) -> None:
    assert "between 0 and 1" in problem(tmp_path, f"scores = 'scores.csv'\nalpha = {level}").hint


def test_a_whole_key_as_a_heading_is_refused(tmp_path: Path) -> None:
    assert "'study'" in problem(tmp_path, "[study]\nscores = 'scores.csv'").problem


@pytest.mark.parametrize(
    "text",
    ["scores = scores.csv", "scores", "scores = 'a'\nscores = 'b'", "[columns\n"],
    ids=["bare", "key", "twice", "["],
)
def test_what_is_not_toml_is_said_with_its_place(tmp_path: Path, text: str) -> None:
    caught = problem(tmp_path, text)
    assert "not valid TOML" in caught.problem
    assert "(at " in caught.problem


def test_a_file_that_is_not_utf_8_is_refused_as_such(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_bytes("scores = 'café.csv'".encode("latin1"))
    with pytest.raises(StudyError) as caught:
        read_study(path)
    assert "UTF-8" in caught.value.hint


def test_a_file_with_a_byte_order_mark_is_read(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text("scores = 'scores.csv'", encoding="utf-8-sig")
    assert read_study(path).scores == str(tmp_path / "scores.csv")


def test_a_study_without_a_table_is_refused(tmp_path: Path) -> None:
    assert "scores =" in problem(tmp_path, "title = 'x'").hint


def test_a_study_file_that_does_not_exist_is_named(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match="absent"):
        read_study(tmp_path / "absent.toml")


def test_a_folder_is_not_a_study_file(tmp_path: Path) -> None:
    with pytest.raises(StudyError):
        read_study(tmp_path)
