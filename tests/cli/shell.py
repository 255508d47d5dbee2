"""How the tests of the command line call it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import polars as pl
from click.testing import CliRunner, Result

import benchreport as br
from benchreport.cli import main

SCRIPT = Path(sys.executable).parent / "benchreport"
ANSI = re.compile(r"\x1b\[")
DEMSAR = str(br.example("demsar2006_auc.csv"))


def run(*words: str | Path) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="benchreport")


def fine(*words: str | Path) -> str:
    result = run(*words)
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    return result.stdout


def rows(*words: str | Path) -> list[dict[str, Any]]:
    return json.loads(fine(*words, "--json"))


def refused(*words: str | Path, code: int) -> tuple[str, str]:
    """Run, demand the two lines of an error on stderr and nothing on stdout; give what stands in them."""
    result = run(*words)
    assert isinstance(result.exception, SystemExit), result.exception
    assert result.exit_code == code
    assert result.stdout == ""
    lines = result.stderr.splitlines()
    assert len(lines) == 2, result.stderr
    error, hint = lines
    assert error.startswith("error: ")
    assert hint.startswith("hint: ")
    return error.removeprefix("error: "), hint.removeprefix("hint: ")


def shell(command: str, **options: Any) -> subprocess.CompletedProcess[str]:
    path = f"{SCRIPT.parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        ["bash", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"PATH": path, **options.pop("env", {})},
        **options,
    )


def ladder(algorithms: Iterable[str] = "ABC", datasets: int = 6) -> list[dict[str, Any]]:
    """A beats B beats C on every dataset, by differences that are all unlike."""
    return [
        {"algorithm": name, "dataset": f"d{j}", "accuracy": round(0.9 - 0.05 * i - 0.001 * i * j, 3)}
        for j in range(1, datasets + 1)
        for i, name in enumerate(algorithms)
    ]


def save(path: Path, table: list[dict[str, Any]]) -> Path:
    pl.DataFrame(table, infer_schema_length=None).write_csv(path)
    return path


def pair(path: Path, differences: Iterable[float]) -> Path:
    """A - B takes these values, one per dataset."""
    cells = [("A", 0.5 + d, j) for j, d in enumerate(differences)] + [("B", 0.5, j) for j, _ in enumerate(differences)]
    return save(path, [{"algorithm": a, "dataset": f"d{j}", "accuracy": round(x, 6)} for a, x, j in cells])


def study(folder: Path, text: str, name: str = "study.toml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf8")
    return path


def measured(text: str) -> dict[str, str]:
    """Read the one row of numbers that `check` prints under its header."""
    lines = text.splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("metric "))
    return dict(zip(lines[at].split(), lines[at + 1].split(), strict=True))
