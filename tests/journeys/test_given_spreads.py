"""U12, an author who has means and spreads only: a table copied from a paper, and results of a harness."""

from __future__ import annotations

import json

from tests.journeys.desk import Desk

TABLE = """dataset,kNN,SVM,Forest
iris,94.2 ± 0.3,95.1 ± 0.2,94.8(0.4)
wine,96.0 ± 0.5,97.2 ± 0.3,97.9(0.2)
glass,68.1 ± 1.2,70.4 ± 1.0,74.3(0.9)
sonar,80.7 ± 0.8,84.0 ± 0.6,85.5(0.7)
"""
DENIED = ("spread is not", "whose spread nobody", "may be an average")


def test_spreads_of_a_paper_stand_in_the_report_and_in_the_next_paper(desk: Desk) -> None:
    (desk.folder / "paper.csv").write_text(TABLE, encoding="utf8")
    refused = desk.types("benchreport check paper.csv --metric accuracy", code=2)
    assert refused.flags == "--spread"
    checked = desk.types(f"benchreport check paper.csv --metric accuracy {refused.flags}")
    assert "column 'Forest': '94.8(0.4)' read as 94.8 with the spread 0.4" in checked.notes

    options = f"paper.csv --metric accuracy {refused.flags}"
    desk.types(f"benchreport build {options} -o report.pdf -o report.md")
    report = desk.read("report.md")
    assert "Values ± spread as given" in report
    for line in TABLE.splitlines()[1:]:
        _, *cells = line.replace("(", " ± ").replace(")", "").split(",")
        assert all(cell in report for cell in cells)
    assert not any(words in report for words in DENIED)
    assert desk.types("benchreport verify report.pdf paper.csv").out.startswith("report.pdf: every number")

    table = desk.types(f"benchreport table {options}").out
    assert "| iris | 94.2 ± 0.3 | **95.1 ± 0.2** | 94.8 ± 0.4 |" in table
    assert "±: spread as given." in table


def test_a_column_of_standard_deviations_and_a_harness_need_no_flag(desk: Desk) -> None:
    rows = [line.split(",") for line in TABLE.splitlines()]
    cells = [
        (name, row[0], cell.replace("(", " ± ").rstrip(")"))
        for row in rows[1:]
        for name, cell in zip(rows[0][1:], row[1:], strict=True)
    ]
    lines = [f"{name},{dataset},{cell.replace(' ± ', ',')},5" for name, dataset, cell in cells]
    (desk.folder / "own.csv").write_text(
        "\n".join(["model,dataset,accuracy,accuracy_std,n_seeds", *lines]), encoding="utf8"
    )
    checked = desk.types("benchreport check own.csv")
    assert "accuracy comes with its standard deviation (accuracy_std)" in checked.notes
    assert not any("accuracy_std" in note and "direction" in note for note in checked.notes)
    assert "| iris | 94.2 ± 0.3 | **95.1 ± 0.2** | 94.8 ± 0.4 |" in desk.types("benchreport table own.csv").out

    for model, accuracy in (("small", 0.61), ("large", 0.68)):
        tasks = {
            task: {"acc,none": accuracy + place / 50, "acc_stderr,none": 0.014}
            for place, task in enumerate(("arc", "piqa"))
        }
        record = {
            "results": tasks,
            "higher_is_better": {task: {"acc": True} for task in tasks},
            "model_name": model,
            "configs": {},
        }
        (desk.folder / f"results_{model}.json").write_text(json.dumps(record), encoding="utf8")
    table = desk.types("benchreport table 'results_*.json'")
    assert "| arc | **0.680 ± 0.014** | 0.610 ± 0.014 |" in table.out
    assert "±: standard error as given." in table.out
