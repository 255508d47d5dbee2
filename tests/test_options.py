"""Is an option declared once and then found in Python, in study files, at the shell, in the help and in the recipe?"""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import fields, replace
from pathlib import Path
from types import NoneType
from typing import Any, Literal, get_args, get_origin, get_type_hints

import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport import options as module
from benchreport.document.model.blocks import Report
from benchreport.errors import OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.plot import options_of as options_of_kind
from benchreport.options import (
    DEFAULTS,
    STAND_IN,
    Options,
    help_text,
    options_of,
    read_options,
)
from benchreport.study import Study, merged, study_from, study_options, study_text
from benchreport.tables.schema import Declared
from benchreport.values import alternatives, is_list
from benchreport.venues import VENUES
from tests.cli.shell import DEMSAR, fine, refused, rows, study
from tests.public_names import signature_imports, signature_text

PACKAGE = Path(br.__file__).parent
OPTIONS = options_of(Options)


@pytest.fixture(scope="module")
def scores() -> pl.DataFrame:
    return br.read_scores(DEMSAR)


# Declared once


def test_every_field_is_an_option_with_a_meaning_and_an_example() -> None:
    assert list(OPTIONS) == [field.name for field in fields(Options)]
    for option in study_options().values():
        assert option.help.endswith(".")
        assert option.read(option.example) is not None


def test_the_signature_of_report_has_every_option_with_its_type_and_default() -> None:
    shown = inspect.signature(br.report).parameters
    leading = ["table", "predictions", "provenance", "templates"]
    assert list(shown) == [*leading, *OPTIONS]
    for name, option in OPTIONS.items():
        assert shown[name].kind is inspect.Parameter.KEYWORD_ONLY
        assert shown[name].default == option.default == getattr(Options(), name)
        eval(shown[name].annotation, vars(module))  # the type is one that exists


def test_the_help_of_report_says_what_every_option_means() -> None:
    text = inspect.getdoc(br.report)
    assert text is not None
    assert help_text() in text
    assert "**options" not in text
    for option in OPTIONS.values():
        assert f"\n{option.name}\n    {option.help.split()[0]} " in text


def test_the_signature_of_scores_has_everything_that_may_be_declared() -> None:
    assert list(inspect.signature(br.scores).parameters) == ["frame", *Declared.__annotations__]
    assert set(inspect.signature(br.read_scores).parameters) == {
        "source",
        "encoding",
        "query",
        *Declared.__annotations__,
    }
    shown = inspect.signature(br.scores).parameters
    assert (shown["metric"].annotation, shown["metric"].default) == ("str | None", None)
    assert all(f"\n{name}\n" in str(inspect.getdoc(br.scores)) for name in Declared.__annotations__)
    table = pl.DataFrame({"dataset": ["iris", "wine"], "kNN": [0.95, 0.97], "SVM": [0.96, 0.98]})
    usual: Any = {name: shown[name].default for name in Declared.__annotations__} | {"directions": {"score": "higher"}}
    assert br.scores(table, **usual).equals(br.scores(table, directions={"score": "higher"}))


@pytest.mark.parametrize("function", [br.plot, br.plot_data, br.alt_text])
def test_the_signature_of_plot_has_the_options_of_every_kind(function: Any) -> None:
    shown = inspect.signature(function).parameters
    taken = {name for kind in KINDS for name in options_of_kind(kind)}
    assert list(shown)[:2] == ["kind", "table"]
    own = {"ax"} if function is br.plot else set()
    assert set(shown) == {"kind", "table", "reference"} | own | (taken - {"control"})
    assert (shown["alpha"].annotation, shown["alpha"].default) == ("float", 0.05)
    assert shown["width"].default is ...  # a column or a page, as the kind has it


def test_drawing_and_its_signature_import_the_modules_of_other_kinds_only_when_it_is_read() -> None:
    code = "import sys, benchreport as br; br.plot; print('benchreport.figures.comparison.hasse' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_the_stub_has_every_option_and_every_old_name_with_types_that_resolve() -> None:
    names: dict[str, Any] = {}
    exec(f"{signature_imports()}\ndef report(*, {signature_text()}) -> None: ...", names)
    shown = inspect.signature(names["report"]).parameters
    assert list(shown) == [*OPTIONS, "baseline", "control", "adjustment"]
    assert set(get_type_hints(names["report"])) == {*shown, "return"}
    plain = {name for name, option in OPTIONS.items() if isinstance(option.default, str | int | float | NoneType)}
    assert {name: shown[name].default for name in plain} == {name: OPTIONS[name].default for name in plain}
    assert {shown[name].default for name in shown if name not in plain} == {...}


# Old words


@pytest.mark.parametrize("word", ["reference", "baseline", "control"])
def test_every_word_for_the_reference_is_taken_in_python_study_files_and_at_the_shell(
    word: str, scores: pl.DataFrame, tmp_path: Path
) -> None:
    recipe = 'scores = "scores.parquet"\nreference = "C4.5"\nsections = ["setup"]'
    made: Any = br.report(scores, sections=["setup"], **{word: "C4.5"})
    assert made.package.recipe == recipe
    assert study_text(study_from(f'scores = "scores.parquet"\n{word} = "C4.5"\nsections = ["setup"]')) == recipe
    for words in (("--set", f"{word}=C4.5"), (f"--{word}", "C4.5")):
        fine("build", DEMSAR, *words, "--sections", "provenance", "-o", tmp_path / "r.md", "--force")
        assert 'reference = "C4.5"' in (tmp_path / "r.md").read_text(encoding="utf8")


@pytest.mark.parametrize("word", ["adjust", "adjustment"])
def test_every_word_for_the_adjustment_is_taken_in_python_study_files_and_at_the_shell(
    word: str, scores: pl.DataFrame, tmp_path: Path
) -> None:
    made: Any = br.report(scores, sections=["setup"], **{word: "hommel"})
    assert 'adjust = "hommel"' in made.package.recipe.splitlines()
    assert study_from(f'scores = "s.csv"\n{word} = "hommel"').stated_option("adjust") == "hommel"
    for words in (("--set", f"{word}=hommel"), (f"--{word}", "hommel")):
        fine("build", DEMSAR, *words, "--sections", "provenance", "-o", tmp_path / "r.md", "--force")
        assert 'adjust = "hommel"' in (tmp_path / "r.md").read_text(encoding="utf8")
    assert {row["adjustment"] for row in rows("test", "wilcoxon", DEMSAR, f"--{word}", "hommel")} == {"hommel"}


@pytest.mark.parametrize("words", [("--reference", "C4.5"), ("--baseline", "C4.5"), ("--set", "reference=C4.5")])
def test_single_tests_and_figures_take_every_word_for_the_reference(words: tuple[str, str], tmp_path: Path) -> None:
    assert rows("test", "wilcoxon", DEMSAR, *words) == rows("test", "wilcoxon", DEMSAR, "--control", "C4.5")
    fine("plot", "cd", DEMSAR, *words, "-o", tmp_path / "new.svg")
    fine("plot", "cd", DEMSAR, "--control", "C4.5", "-o", tmp_path / "old.svg")
    assert (tmp_path / "new.svg").read_bytes() == (tmp_path / "old.svg").read_bytes()


def test_figures_take_the_reference_in_python(scores: pl.DataFrame) -> None:
    named = br.plot_data("cd", scores, reference="C4.5")
    assert named.equals(br.plot_data("cd", scores, control="C4.5"))
    assert not named.equals(br.plot_data("cd", scores))
    # Here the baseline is a word of the figure's own.
    assert br.plot_data("rescaled_box", scores, baseline="worst").equals(br.plot_data("rescaled_box", scores))


@pytest.mark.parametrize("command", ["build", "watch", "test", "plot"])
def test_the_help_shows_new_words_only(command: str) -> None:
    shown = fine(command, "--help").split("\n  Exit codes")[0].split()
    assert {"--reference", "--adjust"} <= set(shown)
    assert {"--baseline", "--control", "--adjustment"} & {word.strip(",") for word in shown} == set()


def test_one_option_in_two_words_is_refused(tmp_path: Path, scores: pl.DataFrame) -> None:
    with pytest.raises(OptionError, match="'baseline' and 'reference' are the same option") as caught:
        br.report(scores, baseline="C4.5", reference="C4.5")
    assert "leave out 'baseline'" in caught.value.hint
    both = study(tmp_path, f"scores='{DEMSAR}'\ncontrol='A'\nbaseline='A'\noutputs=['r.md']")
    assert "are the same option" in refused("build", both, code=2)[0]


def test_hints_use_the_new_words(scores: pl.DataFrame) -> None:
    for misspelt, meant in (("basline", "reference"), ("contrl", "reference"), ("adjustmnt", "adjust")):
        with pytest.raises(OptionError, match=f"did you mean '{meant}'"):
            br.report(scores, **{misspelt: "x"})


def test_templates_and_sections_of_earlier_versions_find_the_old_words(scores: pl.DataFrame, tmp_path: Path) -> None:
    (tmp_path / "sections").mkdir()
    words = "# Own\n\n{{ asked.baseline }}, {{ evidence.asked.adjustment }}, {{ options.reference }}.\n"
    (tmp_path / "sections" / "own.jinja").write_text(words, encoding="utf8")
    report = br.report(scores, reference="C4.5", sections=["own"], templates=tmp_path)
    assert "C4.5, holm, C4.5." in report.write(tmp_path / "r.md").read_text(encoding="utf8")


# Types and values


@pytest.mark.parametrize(
    ("wish", "problem"),
    [
        ({"metrics": "auc"}, "metrics is 'auc'"),
        ({"sections": "ranks"}, "sections is 'ranks'"),
        ({"names": ["C4.5"]}, "names is"),
        ({"title": 5}, "title is 5"),
        ({"title": "x" * 501}, "501 characters"),
        ({"alpha": True}, "alpha is True"),
        ({"seed": 0.5}, "seed is 0.5"),
        ({"rope": {"auc": "wide"}}, "rope is"),
        ({"margin": float("nan")}, "margin is nan"),
        ({"positive": ["yes"]}, "positive is"),
        ({"missing": "stand_in"}, "needs a reference"),
    ],
    ids=str,
)
def test_a_value_that_means_nothing_is_refused_in_python(wish: dict[str, Any], problem: str) -> None:
    with pytest.raises(OptionError, match=problem):
        read_options(wish) if "sections" not in wish else br.report(pl.DataFrame(), **wish)


def test_python_may_give_any_sequence_and_any_class() -> None:
    made = read_options({"metrics": pl.Series(["auc", "accuracy"]), "omit": {"bayes"}, "positive": {"iris": 1}})
    assert (made.metrics, made.omit, made.positive) == (("auc", "accuracy"), ("bayes",), {"iris": "1"})
    assert read_options({"positive": 1}).positive == "1"


def test_a_list_may_have_commas_at_the_shell_and_not_in_a_study_file() -> None:
    bare = Study(scores="scores.csv")
    assert merged(bare, {"omit": "bayes,advice"}, "--set", commas=True).options.omit == ("bayes", "advice")
    with pytest.raises(OptionError, match="omit is"):
        read_options({"omit": "bayes,advice"})


# The recipe


def values(kind: Any, name: str) -> st.SearchStrategy[Any]:
    """Give any value that an option can have."""
    texts = st.text(st.characters(codec="utf8"), max_size=5)
    answers = {question: st.sampled_from(br.METHODS.answering(question)) for question in DEFAULTS}
    special = {
        "alpha": st.floats(0, 1, exclude_min=True, exclude_max=True),
        "adjust": st.sampled_from(br.METHODS.adjustments),
        "noun": st.sampled_from(["classifier", "Modell", "策略"]),
        "tests": st.fixed_dictionaries({}, optional=answers),
        "venue": st.sampled_from([*VENUES]),
    }
    if name in special:
        return special[name]
    if is_list(kind):
        return st.lists(texts, max_size=3).map(list if get_origin(kind) is list else tuple)
    if get_origin(kind) is Mapping:
        return st.dictionaries(texts, values(get_args(kind)[1], name), max_size=3)
    if get_origin(kind) is Literal:
        return st.sampled_from([word for word in get_args(kind) if word not in STAND_IN])
    plain = {str: texts, int: st.integers(-(2**63), 2**63 - 1), bool: st.booleans(), NoneType: st.none()}
    return plain.get(kind, st.floats(0, exclude_min=True, allow_nan=False))


def records(record: type) -> st.SearchStrategy[dict[str, Any]]:
    """Give some options of a record, of any value that their types allow."""
    any_value = {
        name: st.one_of(*(values(kind, name) for kind in alternatives(option.type)))
        for name, option in options_of(record).items()
        if name != "outputs"  # where a report goes is no part of how it is made
    }
    return st.fixed_dictionaries({}, optional=any_value)


@settings(max_examples=50)
@given(options=records(Options), own=records(Study))
def test_every_recipe_is_read_as_it_was_written(options: dict[str, Any], own: dict[str, Any]) -> None:
    made = Study(**{"scores": "scores.csv", **own}, options=read_options(options))
    again = study_from(study_text(made))
    assert again.options == made.options
    assert study_text(again) == study_text(made)
    assert {name: getattr(again, name) for name in own} == own


def test_the_recipe_has_new_words_and_leaves_out_what_is_as_by_default() -> None:
    options = read_options({"baseline": "kNN", "adjustment": "bh", "alpha": 0.05, "costs": {"a": {"b": 2}}})
    lines = study_text(Study(scores="scores.csv", options=options)).splitlines()
    assert lines == ['scores = "scores.csv"', 'reference = "kNN"', 'adjust = "bh"', "", "[costs]", '"a" = {"b" = 2}']


@pytest.fixture(scope="module")
def aged(scores: pl.DataFrame) -> Report:
    """A report as it was made before options had their words of today."""
    made = br.report(scores, reference="C4.5", adjust="hommel", sections=["setup"])
    assert made.package is not None
    old = made.package.recipe.replace("reference =", "control =").replace("adjust =", "adjustment =")
    assert old.splitlines()[1:3] == ['control = "C4.5"', 'adjustment = "hommel"']
    return replace(made, package=replace(made.package, recipe=old))


def test_a_report_whose_recipe_has_old_words_is_verified(aged: Report, tmp_path: Path) -> None:
    verified = br.verification(aged.write(tmp_path / "report.pdf"))
    assert (verified.differences, verified.compared) == ((), "every object of the file")


def test_a_comment_in_a_recipe_with_old_words_is_found(aged: Report, tmp_path: Path) -> None:
    assert aged.package is not None
    package = replace(aged.package, recipe=f"{aged.package.recipe}\n# all is well")
    found = br.verify(replace(aged, package=package).write(tmp_path / "report.pdf"))
    assert "other content" in [one.said for one in found]


# One field


FIELD = """\
    venue: str | None = option(None, "Where the report is published.", flag=True)
    copies: int = option(1, "How many are printed.", also=("prints",))
"""
USE = """
import contextlib, inspect, io, json, sys
from pathlib import Path
import benchreport as br
from benchreport.cli import main
from tests.public_names import signature_text
from benchreport.study import example_text, study_from

def run(*words):
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        main(list(words), standalone_mode=False)
    return printed.getvalue()

source, page = sys.argv[1:]
study = Path("study.toml")
lines = [f"scores = '{source}'", f"outputs = ['{page}']", "sections = ['provenance']", "venue = 'JMLR'", "prints = 2"]
study.write_text("\\n".join(lines))
report = br.report(br.read_scores(source), sections=["setup"], venue="JMLR", prints=2)
run("build", source, "--sections", "provenance", "--venue", "TMLR", "--set", "copies=3", "-o", page)
shell = Path(page).read_text()
run("build", str(study))
print(json.dumps({
    "signature": {name: repr(inspect.signature(br.report).parameters[name].default) for name in ("venue", "copies")},
    "stub": signature_text(),
    "documented": br.report.__doc__,
    "recipe": report.package.recipe,
    "read": [study_from(report.package.recipe).options.venue, study_from(report.package.recipe).options.copies],
    "shell": shell,
    "study": Path(page).read_text(),
    "help": " ".join(run("build", "--help").split()),
    "example": example_text(),
    "package": br.__file__,
}))
"""


@pytest.fixture(scope="module")
def one_field_more(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Use a copy of the package in which the record of the options has two more fields, and nothing else differs."""
    folder = tmp_path_factory.mktemp("copy")
    package = folder / "benchreport"
    package.mkdir()
    for path in PACKAGE.iterdir():
        (package / path.name).symlink_to(path)
    for name in ("templates", "examples", "tests"):
        (folder / name).symlink_to(PACKAGE.parent / name)
    text = (PACKAGE / "options.py").read_text(encoding="utf8")
    (package / "options.py").unlink()
    before, last, after = text.partition("    seed: int = option(")
    (package / "options.py").write_text(f"{before}{FIELD}{last}{after}", encoding="utf8")
    done = subprocess.run(
        [sys.executable, "-c", USE, DEMSAR, str(folder / "page.md")],
        env=os.environ | {"PYTHONPATH": str(folder)},
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    used: dict[str, Any] = json.loads(done.stdout)
    assert used["package"] == str(package / "__init__.py")
    return used


def test_one_field_is_an_option_in_python(one_field_more: dict[str, Any]) -> None:
    assert one_field_more["signature"] == {"venue": "None", "copies": "1"}
    assert "    venue\n        Where the report is published.\n" in one_field_more["documented"]
    assert "venue: str | None = None,\ncopies: int = 1," in one_field_more["stub"]
    assert "prints: int = ...," in one_field_more["stub"]


def test_one_field_is_an_option_of_study_files_and_at_the_shell(one_field_more: dict[str, Any]) -> None:
    assert 'venue = "TMLR"\n    copies = 3\n' in one_field_more["shell"]
    assert 'venue = "JMLR"\n    copies = 2\n' in one_field_more["study"]
    assert "--venue TEXT Where the report is published. " in one_field_more["help"]
    assert " copies How many are printed. " in one_field_more["help"]
    assert "--copies" not in one_field_more["help"]
    assert "#copies = 1  # How many are printed.\n" in one_field_more["example"]


def test_one_field_is_written_into_the_recipe_and_read_again(one_field_more: dict[str, Any]) -> None:
    assert one_field_more["recipe"].splitlines()[-2:] == ['venue = "JMLR"', "copies = 2"]
    assert one_field_more["read"] == ["JMLR", 2]
