"""Does the TAB key complete what a command takes, in the protocol of every shell and in a real bash?"""

from __future__ import annotations

import os
import pty
import select
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchreport.running import runnable_methods
from tests.cli.shell import SCRIPT, ladder, run, save

SHELLS = ("bash", "zsh", "fish")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Scores in two metrics, of algorithms one of which has a blank in its name."""
    names = ["kNN", "k means", "SVM"]
    save(tmp_path / "scores.csv", [row | {"auc": 0.5, "log_loss": 0.3} for row in ladder(names)])
    return tmp_path


def completions(shell: str, *words: str, folder: Path) -> list[tuple[str, str]]:
    """Return the kind and the value of every completion of the last word, as the program hands them to a shell."""
    *before, last = words
    line = " ".join(["benchreport", *(f"'{word}'" if " " in word else word for word in before), last])
    place = last if shell == "fish" else str(len(words))
    surroundings = os.environ | {"_BENCHREPORT_COMPLETE": f"{shell}_complete", "COMP_WORDS": line, "COMP_CWORD": place}
    done = subprocess.run([SCRIPT], cwd=folder, env=surroundings, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    lines = [line for line in done.stdout.splitlines() if line]
    if shell == "zsh":
        return list(zip(lines[::3], lines[1::3], strict=True))
    return [(kind, value.partition("\t")[0]) for kind, _, value in (line.partition(",") for line in lines)]


CASES = [
    (("test", "wilc"), ["wilcoxon"]),
    (("methods", "kruskal"), ["kruskal_wallis"]),
    (("plot", "box"), ["box"]),
    (("plan", "power_f"), ["power_friedman"]),
    (("build", "scores.csv", "--sections", "answ"), ["answer"]),
    (("build", "scores.csv", "--omit", "answer,resul"), ["answer,results"]),
    (("test", "friedman", "scores.csv", "--metrics", "a"), ["accuracy", "auc"]),
    (("test", "friedman", "scores.csv", "--metrics", "auc,acc"), ["auc,accuracy"]),
    (("test", "wilcoxon", "scores.csv", "--baseline", "S"), ["SVM"]),
    (("test", "wilcoxon", "scores.csv", "--adjust", "holm"), ["holm", "holm_sidak"]),
    (("test", "friedman", "scores.csv", "--variant", "ex"), ["exact"]),
    (("measure", "predictions.csv", "--metrics", "brier"), ["brier_score"]),
    (("methods", "--door", "tw"), ["two"]),
    (("test", "friedman", "absent.csv", "--metrics", "a"), []),
]


@pytest.mark.parametrize(("words", "expected"), CASES, ids=[" ".join(words) for words, _ in CASES])
def test_words_are_completed(folder: Path, words: tuple[str, ...], expected: list[str]) -> None:
    assert completions("bash", *words, folder=folder) == [("plain", word) for word in expected]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_shell_is_handed_the_same_words(folder: Path, shell: str) -> None:
    assert ("plain", "friedman") in completions(shell, "test", "fried", folder=folder)
    metrics = completions(shell, "test", "friedman", "scores.csv", "--metrics", "log", folder=folder)
    assert metrics == [("plain", "log_loss")]


@pytest.mark.parametrize("shell", SHELLS)
@pytest.mark.parametrize("words", [("check", "sc"), ("test", "wilcoxon", "s"), ("build", "scores.csv", "-o", "re")])
def test_names_of_files_are_left_to_the_shell(folder: Path, shell: str, words: tuple[str, ...]) -> None:
    assert [kind for kind, _ in completions(shell, *words, folder=folder)] == ["file"]


def test_only_bash_is_handed_quotes(folder: Path) -> None:
    words = ("test", "wilcoxon", "scores.csv", "--reference", "k")
    assert [word for _, word in completions("bash", *words, folder=folder)] == ["kNN", "'k means'"]
    assert [word for _, word in completions("zsh", *words, folder=folder)] == ["kNN", "k means"]


def test_all_methods_of_tables_are_offered(folder: Path) -> None:
    assert [word for _, word in completions("bash", "test", "", folder=folder)] == runnable_methods()


@pytest.fixture
def bash(folder: Path) -> Iterator[int]:
    """A bash that someone types into, with our completion."""
    leader, follower = pty.openpty()
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    surroundings = os.environ | {"PATH": path, "PS1": "ready> ", "TERM": "dumb", "INPUTRC": os.devnull}
    command = ["bash", "--norc", "--noprofile", "-i"]
    process = subprocess.Popen(
        command, stdin=follower, stdout=follower, stderr=follower, cwd=folder, env=surroundings, start_new_session=True
    )
    os.close(follower)
    typed(leader, 'eval "$(benchreport completion bash)"; echo se""t\n', "\r\nset\r\n")
    yield leader
    process.kill()
    process.wait()
    os.close(leader)


def typed(leader: int, keys: str, awaited: str, seconds: float = 60.0) -> str:
    """Type some keys and return what the terminal shows, as soon as it shows what is awaited."""
    os.write(leader, keys.encode())
    seen = ""
    deadline = time.monotonic() + seconds
    while awaited not in seen and time.monotonic() < deadline:
        if select.select([leader], [], [], 0.1)[0]:
            seen += os.read(leader, 65536).decode()
    assert awaited in seen, seen
    return seen


def test_an_interactive_bash_completes_methods_metrics_and_files(bash: int) -> None:
    kill_line = "\x15"
    typed(bash, "benchreport test wilc\t", "wilcoxon ")
    typed(bash, "scor\t", "scores.csv ")
    typed(bash, "--metrics accu\t", "--metrics accuracy ")
    typed(bash, f"--baseline k\\ m\t{kill_line}", "'k means'")
    typed(bash, "benchreport plot cd scores.csv -o sco\t", "-o scores.csv ")


@pytest.mark.skipif(shutil.which("fish") is None, reason="fish is not installed")
def test_fish_completes_methods_and_files(folder: Path) -> None:
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    for line, word in (("benchreport test wilc", "wilcoxon"), ("benchreport check sco", "scores.csv")):
        script = f"benchreport completion fish | source; complete -C '{line}'"
        done = subprocess.run(
            ["fish", "-c", script],
            cwd=folder,
            env=os.environ | {"PATH": path},
            capture_output=True,
            text=True,
            check=True,
        )
        assert [found.partition("\t")[0] for found in done.stdout.splitlines()] == [word]


def test_a_script_is_printed_for_each_shell() -> None:
    for shell in SHELLS:
        assert "_BENCHREPORT_COMPLETE" in run("completion", shell).stdout
