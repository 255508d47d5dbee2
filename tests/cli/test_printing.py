"""Does what is printed for a person fit the terminal, and does it say things once?"""

from __future__ import annotations

import os
import pty
import struct
import subprocess
import sys
import termios
from fcntl import ioctl
from pathlib import Path

import numpy as np
import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import DEMSAR, fine, ladder, refused, rows, save
from tests.cli.test_terminal import read_all


@pytest.fixture
def narrow(monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setenv("COLUMNS", "80")
    return 80


def far_apart(path: Path) -> Path:
    """Predictions on 40 datasets; A is almost always right and B almost never, on another share of each dataset."""
    rng = np.random.default_rng(1)
    frames = []
    for number in range(40):
        truth = rng.integers(0, 2, 300)
        for name, share in (("A", 0.95), ("B", 0.05 + number / 100)):
            called = np.where(rng.random(300) < share, truth, 1 - truth)
            columns = {"model": name, "dataset": f"d{number:02}", "item": np.arange(300)}
            frames.append(pl.DataFrame(columns | {"y_true": truth, "y_pred": called}))
    pl.concat(frames).write_csv(path)
    return path


def widest(text: str) -> int:
    return max(map(len, text.splitlines()))


@pytest.mark.parametrize("method", ["wilcoxon", "nemenyi", "friedman", "bayes_signed_rank", "average_ranks"])
def test_the_rows_of_a_test_fit_80_columns(narrow: int, method: str) -> None:
    assert widest(fine("test", method, DEMSAR)) <= narrow


def test_what_a_person_reads_is_printed_and_the_rest_is_named(narrow: int) -> None:
    text = " ".join(fine("test", "wilcoxon", DEMSAR).split())
    header = text.split(" auc ")[0].split()
    assert {"metric", "a", "b", "better", "n", "p_value", "estimate", "ci_low", "ci_high"} == set(header)
    assert "too narrow for n_ties, statistic, effect, effect_low, effect_high; --all prints all columns" in text
    whole = fine("test", "wilcoxon", DEMSAR, "--all")
    assert widest(whole) > narrow
    assert {"statistic", "effect", "effect_low", "effect_high", "n_ties"} <= set(whole.splitlines()[0].split())
    assert "too narrow" not in whole


def test_the_design_of_a_table_fits_80_columns_and_keeps_what_was_counted(narrow: int) -> None:
    text, _, commands = fine("check", DEMSAR).partition("you could ask:")
    assert commands  # lines to be typed are not broken
    assert widest(text) <= narrow
    header = text.splitlines()[3].split()
    assert "tied" in header  # 5 of the blocks have ties
    assert "missing" not in header  # nothing is missing


def test_long_names_are_broken_into_lines_and_stay_whole(narrow: int, tmp_path: Path) -> None:
    names = [f"{'Gradient boosted decision trees ' * 2}{i}" for i in range(2)]
    text = fine("test", "sign_test", save(tmp_path / "long.csv", ladder(names)))
    assert widest(text) <= narrow
    assert text.split().count("boosted") >= 4


def test_a_terminal_of_80_columns_gets_no_longer_line(tmp_path: Path) -> None:
    leader, follower = pty.openpty()
    ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "benchreport", "test", "wilcoxon", DEMSAR]
    surroundings = {name: value for name, value in os.environ.items() if name != "COLUMNS"}
    errors = tmp_path / "errors"
    with errors.open("wb") as file:
        process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=file, env=surroundings)
        os.close(follower)
        seen = read_all(leader).decode()
        assert process.wait() == 0
    assert "C4.5+m+cf" in seen
    assert widest(seen) <= 80


@pytest.mark.usefixtures("narrow")
def test_a_kind_of_remark_is_one_footnote_however_many_rows_carry_it(tmp_path: Path) -> None:
    path = far_apart(tmp_path / "predictions.csv")
    text = fine("test", "mcnemar", path)
    assert len(text.splitlines()) < 40 + 15
    assert text.count("mid-p") == 1
    p = sorted(float(row["note"].split("mid-p ")[1].split(",")[0]) for row in rows("test", "mcnemar", path))
    assert f"mid-p {p[0]:.4g}–{p[-1]:.4g}" in " ".join(text.split())
    assert fine("test", "mcnemar", path, "--all").count("mid-p") == 40


def test_no_number_of_a_note_shows_the_noise_of_rounding(tmp_path: Path) -> None:
    notes = [row["note"] for row in rows("test", "mcnemar", far_apart(tmp_path / "predictions.csv"))]
    digits = [len(word.partition("e")[0].strip("(),")) for note in notes for word in note.split() if word[0].isdigit()]
    assert max(digits) <= 9  # 0.0008623


@pytest.mark.parametrize("word", ["ttest", "t-test", "t.test", "T_Test"])
def test_a_method_is_guessed_by_what_its_name_means(word: str) -> None:
    assert refused("test", word, DEMSAR, code=2)[1] == "did you mean 'kfold_paired_t' or 'unpaired_t'?"


@pytest.mark.parametrize(
    ("words", "guess"),
    [
        (("plot", "critical_difference", DEMSAR, "-o", "x.svg"), "'cd'"),
        (("plot", "boxplot", DEMSAR, "-o", "x.svg"), "'box'"),
        (("test", "signed-rank", DEMSAR), "'wilcoxon'"),
        (("test", "anova", DEMSAR), "'welch_anova'"),
        (("methods", "kruskal wallis"), "'kruskal_wallis'"),
    ],
)
def test_words_of_the_field_lead_to_the_name(words: tuple[str, ...], guess: str) -> None:
    hint = refused(*words, code=2)[1]
    assert hint.startswith("did you mean")
    assert guess in hint


def test_nothing_is_guessed_where_nothing_is_near(tmp_path: Path) -> None:
    save(tmp_path / "num.csv", ladder())
    assert refused("check", tmp_path / "nosuch.csv", code=2)[1] == f"looked in '{tmp_path}'"
    assert "'num.csv'" in refused("check", tmp_path / "numb.csv", code=2)[1]
    for words in (("test", "zzz", DEMSAR), ("methods", "zzz")):
        hint = refused(*words, code=2)[1]
        assert "did you mean" not in hint
        assert "--search" in hint
        assert len(hint) < 120


@pytest.mark.parametrize("flag", ["reference", "baseline", "control"])
def test_the_reference_has_three_names_at_every_door(tmp_path: Path, flag: str) -> None:
    assert {row["b"] for row in rows("test", "sign_test", DEMSAR, f"--{flag}", "C4.5")} == {"C4.5"}
    assert {row["b"] for row in rows("test", "sign_test", DEMSAR, "--set", f"{flag}=C4.5")} == {"C4.5"}
    assert set(br.run("sign_test", br.read_scores(DEMSAR), **{flag: "C4.5"})["b"]) == {"C4.5"}
    drawn = tmp_path / f"{flag}.svg"
    fine("plot", "cd", DEMSAR, f"--{flag}", "C4.5", "-o", drawn)
    assert drawn.stat().st_size
    fine("build", DEMSAR, f"--{flag}", "C4.5", "--sections", "setup", "-o", tmp_path / "r.md")
    assert "reference: C4.5" in (tmp_path / "r.md").read_text(encoding="utf8")
