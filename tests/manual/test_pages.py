"""Every block of the manual runs as it stands, and prints what its page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from docs.building.__main__ import DOCS, ROOT, pages
from docs.building.blocks import PageError, blocks, read_page
from docs.building.not_run import NOT_RUN
from docs.building.running import run_page, without_comment

PAGES = [read_page(path) for path in pages()]
PARAMETERS = [
    pytest.param(page, id=str(page.path.relative_to(DOCS)), marks=[pytest.mark.long] if page.long else [])
    for page in PAGES
]


@pytest.mark.parametrize("page", PARAMETERS)
def test_the_blocks_of_a_page_print_what_it_says(page: object, tmp_path: Path) -> None:
    assert "\n".join(run_page(page, tmp_path)) == ""


def test_what_is_not_run_is_on_some_page_and_is_little() -> None:
    shown = [read_page(ROOT / "README.md"), *PAGES]
    commands = {
        without_comment(command.text)
        for page in shown
        for block in page.blocks
        if block.role == "console"
        for command in block.commands
    }
    assert NOT_RUN.keys() - commands == set()
    assert len(NOT_RUN) <= 12


def written(text: str, folder: Path) -> Path:
    path = folder / "page.md"
    path.write_text(text, encoding="utf8")
    return path


# A page, and a part of the fault that it has; an empty one is sound.
CASES = {
    "a console that prints it": ("```console\n$ echo one; echo two\none\n...\n```", ""),
    "a console that prints otherwise": ("```console\n$ echo one\ntwo\n```", "prints otherwise"),
    "a row with other columns": ("```console\n$ echo 'a  b'\na b\n```", "prints otherwise"),
    "a silent command beside one that prints": ("```console\n$ echo one\n$ echo two\ntwo\n```", "line 2"),
    "commands alone": ("```console\n$ echo one\n$ echo two\n```", ""),
    "a command that fails": ("```console\n$ exit 3\n```", "ended with 3"),
    "a continued command": ("```console\n$ echo one \\\n>   two\none two\n```", ""),
    "our program": ("```console\n$ benchreport --version\nbenchreport, version ...\n```", ""),
    "a misused program": ("```console\n$ benchreport bild\n```", "unknown command"),
    "a doctest": ("```python\n>>> 1 + 1\n2\n```", ""),
    "a wrong doctest": ("```pycon\n>>> 1 + 1\n3\n```", "Got:\n    2"),
    "names that stay": ("```python\nx = 1\n```\nand\n```python\n>>> x\n1\n```", ""),
    "a script with what it prints": ("```python\nprint(1)\n```\n\n```text\n1\n```", ""),
    "a script that prints otherwise": ("```python\nprint(2)\n```\n\n```text\n1\n```", "prints otherwise"),
    "a script that prints in silence": ("```python\nprint(2)\n```\n\nand\n\n```text\n2\n```", "prints otherwise"),
    "a script that raises": ("```python\n1 / 0\n```", "ZeroDivisionError"),
    "a file by its comment": ("```toml\n# a/other.toml\nx = 1\n```\n\n```console\n$ wc -l < a/other.toml\n2\n```", ""),
    "a file by its attribute": ("```text file=a.csv\nx,y\n```\n\n```console\n$ cat a.csv\nx,y\n```", ""),
    "a module": ("```python\n# mine.py\nY = 5\n```\n\n```python\n>>> import mine\n>>> mine.Y\n5\n```", ""),
    "a module with examples": (
        '```python file=mine.py\ndef y():\n    """>>> 1\n    2"""\n    return 5\n```\n\n'
        "```python\n>>> import mine\n>>> mine.y()\n5\n```",
        "",
    ),
    "a style by its comment": ("```css\n/* a.css */\n```\n\n```console\n$ cat a.css\n/* a.css */\n```", ""),
    "a part of a study file": ('```toml\nreference = "kNN"\n```', ""),
    "a misspelt part of a study file": ('```toml\nrefrence = "kNN"\n```', "did you mean 'reference'"),
    "an example table": ('---\nfiles: {"a.csv": "demsar2006_auc.csv"}\n---\n```console\n$ wc -l < a.csv\n57\n```', ""),
    "a warning of ours": (
        "```python\nimport warnings\nimport benchreport as br\nwarnings.warn('care', br.BenchreportWarning)\n```",
        "BenchreportWarning: care",
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_a_page_that_does_otherwise_than_it_says_is_a_fault(case: str, tmp_path: Path) -> None:
    text, fault = CASES[case]
    folder = tmp_path / "run"
    folder.mkdir()
    faults = "\n".join(run_page(read_page(written(text, tmp_path)), folder))
    assert fault in faults
    assert bool(fault) == bool(faults)


@pytest.mark.parametrize(
    "text",
    ["```\nx\n```", "```json\n{}\n```", "---\nflies: {}\n---\n", "```console\nls\n```"],
    ids=["no language", "a file without a name", "a misspelt setting", "no prompt"],
)
def test_a_block_that_nothing_can_be_done_with_is_refused(text: str, tmp_path: Path) -> None:
    with pytest.raises(PageError):
        [block.commands for block in read_page(written(text, tmp_path)).blocks if block.role == "console"]


def test_directives_are_no_blocks() -> None:
    assert list(blocks("```{toctree}\nindex\n```")) == []
