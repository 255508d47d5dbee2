"""What check passes, build builds, and every command that check offers says something."""

from __future__ import annotations

import random
import shlex
from collections.abc import Sequence
from itertools import product
from math import factorial
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.cli.shell import fine, run

# Names of further columns: those that results, doors and figures give, and those of other tools.
QUIRKS = (
    *("imputed", "n_dropped", "policy", "weight", "cluster", "a", "n", "rank", "status", "note", "remarks", "block"),
    *("literal", "len", "subset", "value_right", "p_value", "__row", "cell", "order", "info"),
)
CELLS = {"truth values": ("True", "False"), "texts": ("x", "y"), "whole numbers": ("1", "2"), "nothing": ("", "")}


def table_of(
    folder: Path, k: int, n: int, further: Sequence[str] = (), cells: Sequence[str] = ("", ""), *, runs: int = 0
) -> Path:
    """Return a CSV file of k algorithms on n datasets; the first algorithm is clearly best."""
    draw = random.Random(k * n)
    header = ["model", "task", *(["seed"] if runs else []), "accuracy", *further]
    lines = [",".join(header)]
    for place, (j, d, seed) in enumerate(product(range(k), range(n), range(max(runs, 1)))):
        row = [
            f"M{j}",
            f"d{d}",
            *([str(seed)] if runs else []),
            f"{0.5 + 0.05 * j + 0.03 * d + draw.gauss(0, 0.02):.4f}",
        ]
        lines.append(",".join([*row, *(cells[place % 3 % 2] for _ in further)]))
    path = folder / "table.csv"
    path.write_text("\n".join([*lines, ""]))
    return path


def offers(printed: str) -> list[str]:
    return [line.strip() for line in printed.partition("you could ask:")[2].splitlines() if line.strip()]


@pytest.mark.parametrize("kind", CELLS)
def test_what_check_passes_build_builds(kind: str, tmp_path: Path) -> None:
    path = table_of(tmp_path, 3, 7, QUIRKS, CELLS[kind])
    checked = run("check", path)
    assert checked.exit_code == 0, checked.stderr
    built = run("build", path, "-o", tmp_path / "r.md", "--sections", "answer,data,results")
    assert built.exit_code == 0, built.stderr


@pytest.mark.parametrize(("k", "n", "runs"), [*product((2, 3, 5), (1, 4, 8), (0, 10))])
def test_no_command_is_offered_that_can_say_nothing(k: int, n: int, runs: int, tmp_path: Path) -> None:
    path = table_of(tmp_path, k, n, runs=runs)
    commands = offers(fine("check", path))
    assert commands
    for command in commands:
        words = shlex.split(command)[1:]
        place = words.index("-o") + 1 if "-o" in words else 0
        words = [*words[:place], str(tmp_path / words[place]), *words[place + 1 :]] if place else words
        done = fine(*words)
        if words[0] == "test":
            rows = br.run(words[1], br.read_scores(path))
            assert rows["p_value"].count() > 0
            # The smallest p-value that a test of n pairs, or of two samples of ten, can give lies below .05.
            assert not rows["note"].fill_null("").str.contains("cannot reach").all(), done
    over_datasets = {"plot cd", "test wilcoxon"}
    offered = {" ".join(shlex.split(command)[1:3]) for command in commands}
    assert n > 1 or "test friedman" not in offered
    if n < 6:  # 2 / 2^5 = .0625
        assert not offered & over_datasets
    elif k == 2:
        assert offered & over_datasets == {"test wilcoxon"}
    elif k == 5:  # ten pairs by Holm: 10 * 2 / 2^8 = .078
        assert "plot cd" not in offered
    else:
        assert "plot cd" in offered


def test_one_number_per_algorithm_is_no_box(tmp_path: Path) -> None:
    offered = offers(fine("check", table_of(tmp_path, 3, 1)))
    assert not [command for command in offered if "plot box" in command]


def test_a_table_that_complete_gave_is_read_back(tmp_path: Path) -> None:
    scores = br.scores(
        pl.DataFrame({"dataset": list("defg"), "A": [1.0, 2, 3, 4], "B": [2.0, None, 4, 5]}), metric="f1"
    )
    br.complete(scores, "drop_blocks").write_csv(tmp_path / "complete.csv")
    assert {"imputed", "n_dropped", "policy"} <= set(br.read_scores(tmp_path / "complete.csv").columns)


@pytest.mark.parametrize(("k", "n", "offered"), [(3, 2, False), (3, 3, True), (5, 2, True)])
def test_friedmans_test_is_offered_where_some_order_of_the_algorithms_is_rare_enough(
    k: int, n: int, offered: bool, tmp_path: Path
) -> None:
    # All datasets in one order have the least p-value: one of (k!)^(n - 1).
    assert (factorial(k) ** (n - 1) >= 20) == offered
    commands = offers(fine("check", table_of(tmp_path, k, n)))
    assert any("test friedman" in command for command in commands) == offered
