"""Do the examples run as they are?"""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

import benchreport as br
from benchreport.study import read_study
from tests.cli.shell import shell

EXAMPLES = Path(__file__).parent.parent / "examples"
SCRIPTS = sorted(path.name for path in EXAMPLES.glob("0*.py"))


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(EXAMPLES / name), *words]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.long
def test_the_gallery_draws_what_is_asked_for(tmp_path: Path) -> None:
    done = run("gallery.py", "--out", str(tmp_path), "cd", "roc", "surface", "null_histogram")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "gallery.html").read_text(encoding="utf8")
    assert page.count("<figure>") == 4
    assert (tmp_path / "gallery.png").read_bytes().startswith(b"\x89PNG")


def test_examples_are_numbered_without_a_gap_and_told_of() -> None:
    numbered = sorted(path.name for path in EXAMPLES.glob("0*"))
    assert [name[:2] for name in numbered] == [f"{n:02}" for n in range(1, len(numbered) + 1)]
    told = (EXAMPLES / "README.md").read_text(encoding="utf8")
    assert [name for name in numbered if f"`{name}`" not in told] == []


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=pytest.mark.spark if "spark" in name else pytest.mark.long) for name in SCRIPTS],
)
def test_an_example_writes_the_files_it_names(name: str, tmp_path: Path) -> None:
    done = run(name, "--out", str(tmp_path))
    assert done.returncode == 0, done.stderr
    named = [Path(line) for line in done.stdout.splitlines() if line.startswith(str(tmp_path))]
    assert named
    assert all(path.stat().st_size > 1000 for path in named)
    if name in OUTCOMES:
        OUTCOMES[name](tmp_path, done.stdout)


def _appendix(folder: Path, printed: str) -> None:
    assert "verified" in printed
    assert (folder / "latex" / "numbers.tex").exists()


def _own_section(folder: Path, _: str) -> None:
    text = (folder / "own.md").read_text(encoding="utf8")
    titles = ["## 4 Leaderboard", "## 5 Stability from run to run", "## 6 Data and design"]
    assert sorted(titles, key=text.index) == titles


OUTCOMES = {"01_paper_appendix.py": _appendix, "06_custom_section.py": _own_section}


@pytest.mark.long
def test_what_a_revision_changed_is_listed_and_ends_with_1_where_no_verdict_may_change(tmp_path: Path) -> None:
    done = run("05_revision.py", "--out", str(tmp_path), "--strict")
    assert done.returncode == 1
    assert "C4.5+m now beats C4.5" in done.stdout
    assert "option" in (tmp_path / "changes.html").read_text(encoding="utf8")


def test_nothing_advises_an_alarm_on_verdicts_of_new_measurements() -> None:
    """Noise alone changes a verdict in most nights; compare is for two states of one report."""
    example = (EXAMPLES / "05_revision.py").read_text(encoding="utf8")
    guide = (EXAMPLES.parent / "docs" / "guides" / "ci.md").read_text(encoding="utf8")
    help_text = " ".join(shell("benchreport compare --help").stdout.split())
    assert "so this is no alarm for a nightly benchmark" in " ".join(example.split())
    assert "`compare` is no gate" in guide
    assert "in 57 to 69 %" in " ".join(guide.split())
    assert "nightly" not in guide
    assert "For new measurements this is no gate: noise alone changes a verdict" in help_text


@pytest.mark.long
def test_the_study_file_builds(tmp_path: Path) -> None:
    from benchreport.cli.build import build_study

    study = read_study(EXAMPLES / "02_many_datasets.toml")
    build_study(replace(study, outputs=[str(tmp_path / "summary.html")]))
    page = (tmp_path / "summary.html").read_text(encoding="utf8")
    assert "Random forest" in page
    assert br.read_scores(study.scores)["algorithm"].n_unique() == 6
