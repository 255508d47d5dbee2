"""U1, a PhD student: from a spreadsheet saved by a German Excel to the report and the table of the paper."""

from __future__ import annotations

import random
from statistics import fmean, stdev

from tests.journeys.desk import Desk

METHODS = {"Ours": 4.2, "XGBoost": 3.0, "RandomForest": 2.2, "TabNet": 1.2, "MLP": 0.6, "LogReg": 0.0}
DATASETS = ("adult", "Higgs", "Jannis", "MiniBooNE", "covertype", "electricity", "bank", "credit")
SEEDS = 3
CRASHED = ("TabNet", "credit", 2)


def results() -> dict[tuple[str, str, int], float]:
    """Return the accuracies in percent that the student measured, one per method, dataset and seed."""
    draw = random.Random(7)
    return {
        (method, dataset, seed): round(70 + 2.1 * place + skill + draw.gauss(0, 0.6), 1)
        for place, dataset in enumerate(DATASETS)
        for method, skill in METHODS.items()
        for seed in range(SEEDS)
    }


def spreadsheet() -> str:
    """Return the file as it is: semicolons, decimal commas, percent signs, points in thousands, and slips."""
    draw = random.Random(8)
    lines = []
    for (method, dataset, seed), value in results().items():
        accuracy = "NaN" if (method, dataset, seed) == CRASHED else f"{value:.1f} %".replace(".", ",")
        seconds = f"{draw.uniform(900, 12_000):,.1f}".translate(str.maketrans(",.", ".,"))
        spelt = "randomforest" if (method, dataset) == ("RandomForest", "adult") else method
        blank = " " if (method, dataset, seed) == ("MLP", "Higgs", 1) else ""
        lines.append(f"{spelt};{dataset}{blank};{seed};{accuracy};{seconds}")
    lines.insert(20, lines[10])  # a run that was pasted twice
    return "\n".join(["Method;Dataset;Seed;Acc;train_time_s", *lines, ""])


def cell(method: str, dataset: str) -> list[float]:
    runs = results()
    return [runs[method, dataset, seed] / 100 for seed in range(SEEDS) if (method, dataset, seed) != CRASHED]


def mean_ranks() -> dict[str, float]:
    """Return mean ranks by plain counting; no two means of a dataset are equal."""
    ranks: dict[str, list[int]] = {method: [] for method in METHODS}
    for dataset in DATASETS:
        ordered = sorted(METHODS, key=lambda method: -fmean(cell(method, dataset)))
        for place, method in enumerate(ordered, 1):
            ranks[method].append(place)
    return {method: fmean(places) for method, places in ranks.items()}


def test_from_the_spreadsheet_to_the_report_and_the_table_of_the_paper(desk: Desk) -> None:
    (desk.folder / "results.csv").write_text(spreadsheet(), encoding="utf8")

    first = desk.shell("benchreport check results.csv", code=2)
    assert [problem.partition(",")[0] for problem in first.problems] == [
        "column 'Acc' holds '74",
        "column 'train_time_s' holds '" + spreadsheet().split("\n")[1].split(";")[4].partition(",")[0],
        "the same key more than once: algorithm=TabNet",
        "algorithms 'RandomForest' and 'randomforest' differ only in case",
    ], "all problems at once"
    assert "in rows 11, 21;" in first.problems[2]
    assert "(--percent --decimal ,) read 84,2 % as 0.842" in first.hints[0]
    assert first.flags == "--percent --decimal , --fold-names"

    desk.delete_row("results.csv", 21)
    flags = first.flags
    second = desk.types(f"benchreport check results.csv {flags}")
    assert "6 algorithms, 8 datasets, 2 metrics" in second.out
    assert "failed: Acc of TabNet on credit, fold 2" in second.out.splitlines()
    assert "algorithm 'randomforest' read as 'RandomForest'" in second.notes
    assert len(second.offered) == 3
    assert second.offered[0] == f"benchreport test wilcoxon results.csv {flags}"
    # Of 15 pairs on eight datasets Holm's first step asks for p < .0033; the smallest there is 2 / 2^8 = .0078.
    assert not [command for command in second.offered if "plot cd" in command]

    built = desk.types(f"benchreport build results.csv {flags} -o report.md")
    assert built.out == "report.md\n"
    ranks = mean_ranks()
    assert min(ranks, key=ranks.__getitem__) == "Ours"
    assert (
        desk.headline("report.md") == "Eight datasets are too few to compare six algorithms by accuracy pair by pair."
    )
    assert f"mean rank {ranks['Ours']:.2f}" in desk.read("report.md")
    # Seeds are not matched, so every run counts.
    assert "TabNet has two of three runs on credit." in desk.read("report.md")

    desk.types(f'benchreport table results.csv {flags} --metrics Acc --cell "mean ± sd" --mark wilcoxon -o table.tex')
    text = desk.read("table.tex")
    for dataset in DATASETS:
        (line,) = [line for line in text.splitlines() if line.startswith(f"{dataset} &")]
        printed = line.replace(r"\textbf{", "").replace("}", "").removesuffix(r" \\").split(" & ")[1:]
        expected = [f"{fmean(cell(m, dataset)):.3f} $\\pm$ {stdev(cell(m, dataset)):.3f}" for m in METHODS]
        assert printed == expected, dataset
    assert "Fewer runs: TabNet on credit (2 of 3)." in text

    assert (desk.commands, desk.edits) == (4, 1)


def test_every_command_that_check_offers_is_typed_as_it_stands(desk: Desk) -> None:
    (desk.folder / "results.csv").write_text(spreadsheet(), encoding="utf8")
    flags = desk.types("benchreport check results.csv", code=2).flags
    desk.delete_row("results.csv", 21)
    for command in desk.types(f"benchreport check results.csv {flags}").offered:
        assert desk.types(command).out
    assert {path.name for path in desk.folder.iterdir()} == {"results.csv", "scores.pdf"}
    assert (desk.commands, desk.edits) == (5, 1)
