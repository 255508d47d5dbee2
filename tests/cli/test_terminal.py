"""What a terminal gets to see of data that would move its cursor."""

from __future__ import annotations

import ast
import os
import pty
import subprocess
import sys
from pathlib import Path

import benchreport.cli
from benchreport.cli.terminal import visible
from tests.cli.shell import run, save

EVIL = "A\x1b[2J\x1b[32mevery number follows\u202e\u200b\x9b1m"
TABLE = [{"algorithm": name, "dataset": f"d{i}", "accuracy": 0.5 + i / 10} for i in range(3) for name in (EVIL, "B")]


def at_a_terminal(*words: str) -> bytes:
    """Run the command line on a terminal of its own, and return everything that reaches it."""
    leader, follower = pty.openpty()
    command = [sys.executable, "-m", "benchreport", *words]
    process = subprocess.Popen(command, stdin=follower, stdout=follower, stderr=follower, close_fds=True)
    os.close(follower)
    seen = read_all(leader)
    process.wait()
    return seen


def read_all(leader: int) -> bytes:
    """Read everything that a program prints on a terminal, until it ends."""
    seen = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:  # the program has ended
            break
        if not part:
            break
        seen += part
    os.close(leader)
    return seen


def test_a_terminal_shows_control_bidi_and_zero_width_characters_as_escapes(tmp_path: Path) -> None:
    seen = at_a_terminal("test", "sign_test", str(save(tmp_path / "scores.csv", TABLE))).decode()
    assert "\\x1b[2J" in seen
    assert not any(sign in seen for sign in ("\x1b[2J", "\x1b[32mevery", "\u202e", "\u200b", "\x9b"))


def test_what_changed_is_harmless_too(tmp_path: Path) -> None:
    renamed = [row | {"algorithm": "C" if row["algorithm"] == EVIL else "B"} for row in TABLE]
    old, new = save(tmp_path / "old.csv", TABLE), save(tmp_path / "new.csv", renamed)
    seen = at_a_terminal("compare", str(old), str(new)).decode()
    assert "the algorithm C is new" in seen
    assert "the algorithm A\\x1b[2J" in seen
    assert not any(sign in seen for sign in ("\x1b[2J", "\x1b[32mevery", "\u202e", "\u200b", "\x9b"))


def test_an_error_about_a_hostile_file_name_is_harmless_too() -> None:
    seen = at_a_terminal("check", "no\x1b[2Jfile.csv").decode()
    assert "\x1b[2J" not in seen
    assert "no" in seen


def test_pipes_keep_the_data_as_they_are(tmp_path: Path) -> None:
    result = run("test", "sign_test", save(tmp_path / "scores.csv", TABLE), "--csv")
    assert EVIL in result.stdout


def test_layout_and_letters_of_all_scripts_stay() -> None:
    assert visible("été 精度\tמודל\nB") == "été 精度\tמודל\nB"


def test_the_command_line_prints_through_one_door() -> None:
    folder = Path(benchreport.cli.__file__).parent
    others = [
        f"{path.name}:{node.lineno}"
        for path in sorted(folder.glob("*.py"))
        if path.name != "terminal.py"
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.Attribute) and node.attr in ("echo", "secho", "echo_via_pager")
    ]
    assert others == []
