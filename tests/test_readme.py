"""The README's Python tour runs as it stands, on files of the names that it reads."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from benchreport.document.evidence import Evidence

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf8")
TOUR, BY_HAND, COLUMNS = re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files of the tour: scores of a small study, predictions whose classes are yes and no."""
    shutil.copy(br.example("small_study_5x2.csv"), tmp_path / "scores.csv")
    predictions = pl.read_parquet(br.example("small_study_predictions.parquet"))
    classes = predictions.group_by("dataset").agg(pl.col("truth").n_unique())
    binary = predictions.join(classes.filter(pl.col("truth") == 2).select("dataset"), on="dataset", how="semi")
    words = dict(zip(binary["truth"].unique().sort(), ("no", "yes"), strict=True))
    said = [pl.col(name).cast(pl.String).replace(words) for name in ("truth", "prediction") if name in binary.columns]
    probabilities = {f"prob_{name}": f"prob_{word}" for name, word in words.items()}
    named = {name: word for name, word in probabilities.items() if name in binary.columns}
    binary.with_columns(said).rename(named).write_parquet(tmp_path / "predictions.parquet")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def my_section(evidence: Evidence) -> br.Section:
    return br.section("Mine", f"{len(evidence.algorithms)} algorithms.")


def test_the_tour_in_python_runs_and_writes_what_it_says(folder: Path) -> None:
    names: dict[str, object] = {}
    exec(TOUR, names)
    assert (folder / "appendix.pdf").read_bytes().startswith(b"%PDF")
    assert isinstance(names["scores"], pl.DataFrame)


def test_a_report_is_put_together_by_hand_as_the_readme_does(folder: Path) -> None:
    costs = pl.DataFrame({"algorithm": ["kNN"], "euros": [3]})
    names = {"br": br, "costs": costs, "scores": br.read_scores("scores.csv"), "my_section": my_section}
    exec(BY_HAND, names)
    assert "Euros per run." in (folder / "nightly.html").read_text(encoding="utf8")


def test_columns_side_by_side_are_tested_as_the_readme_does() -> None:
    frame = pl.DataFrame({"seed": [1, 1, 2, 2], "new": [3, 4, 5, 6], "old": [1, 2, 6, 7]})
    rows = eval(COLUMNS, {"br": br, "frame": frame})
    assert rows["seed"].sort().to_list() == [1, 2]
    assert "wilcoxon" in rows.columns
