"""The README's commands and its Python run as they stand, on files of the names that it reads."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from docs.building.blocks import read_page
from docs.building.running import run_page

README = read_page(Path(__file__).parents[1] / "README.md")
ANSWERS = ("no", "yes")


def tables_of_the_readme(folder: Path) -> None:
    """Write what the README reads: scores of a small study, predictions whose classes are yes and no, two reports."""
    shutil.copy(br.example("small_study_5x2.csv"), folder / "scores.csv")
    predictions = pl.read_parquet(br.example("small_study_predictions.parquet"))
    classes = predictions.group_by("dataset").agg(pl.col("truth").n_unique())
    binary = predictions.join(classes.filter(pl.col("truth") == 2).select("dataset"), on="dataset", how="semi")
    words = dict(zip(binary["truth"].unique().sort(), ANSWERS, strict=True))
    labels = [pl.col(name).cast(pl.String).replace(words) for name in ("truth", "prediction")]
    probabilities = {f"prob_{name}": f"prob_{word}" for name, word in words.items()}
    named = binary.with_columns(labels).rename(probabilities)
    answers = named.drop(name for name in named.columns if named[name].null_count() == named.height)
    answers.write_parquet(folder / "predictions.parquet")
    answers.write_csv(folder / "predictions.csv")
    br.report(br.read_scores(folder / "scores.csv"), sections=["answer"]).write(folder / "old.pdf")
    shutil.copy(folder / "old.pdf", folder / "new.pdf")


@pytest.mark.long
def test_every_command_and_program_of_the_readme_runs(tmp_path: Path) -> None:
    tables_of_the_readme(tmp_path)
    assert "\n".join(run_page(README, tmp_path)) == ""
    for name, start in {"appendix.pdf": b"%PDF", "r.pdf": b"%PDF", "t.tex": b"%", "cd.pdf": b"%PDF"}.items():
        assert (tmp_path / name).read_bytes().startswith(start), name
    assert "Euros per run." in (tmp_path / "nightly.html").read_text(encoding="utf8")


@pytest.mark.reference
def test_check_prints_of_the_automl_benchmark_what_the_readme_shows() -> None:
    table = Path(os.environ["ORACLES"]) / "automlbenchmark2019_4h.csv"
    (illustration,) = (block for block in README.blocks if block.role == "illustration")
    command = [sys.executable, "-m", "benchreport", "check", str(table)]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"COLUMNS": "200"})
    printed = {re.sub(r"\s+", " ", line) for line in (done.stdout + done.stderr).splitlines()}
    assert [line for line in illustration.text.splitlines() if re.sub(r"\s+", " ", line) not in printed] == []
