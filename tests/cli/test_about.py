"""Do demo, doctor and completion work?"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.shell import fine


@pytest.mark.long
def test_the_demo_makes_the_report_of_a_published_table_in_all_formats(tmp_path: Path) -> None:
    # R: friedman.test gives 10.952, p = 0.01199; exactRankTests gives 0.00732 for C4.5 against C4.5+m.
    text = fine("demo", "-o", tmp_path)
    assert ".007" in text
    made = [Path(line) for line in text.splitlines()[-4:]]
    assert [path.name for path in made] == ["report.html", "report.md", "latex", "report.pdf"]
    assert all(path.exists() for path in made)
    page = (tmp_path / "report.md").read_text(encoding="utf8")
    # Iman and Davenport's F and Kendall's W follow from R's statistic with 14 datasets and 4 algorithms.
    statistic, freedom = 10.952, 14 * 3
    for number in (f"{13 * statistic / (freedom - statistic):.2f}", f"{statistic / freedom:.2f}", ".007", "3.14"):
        assert number in page
