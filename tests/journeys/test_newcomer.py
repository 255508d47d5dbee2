"""U10, somebody with the file of somebody else: a row of averages, columns of another tool's own, seeds."""

from __future__ import annotations

import random

from tests.journeys.desk import Desk

PAPER = """model,CIFAR-10,CIFAR-100,SVHN,Flowers,Pets,Avg.
ResNet-50,94.8,77.2,96.4,91.7,92.1,90.4
DenseNet,95.1,76.8,96.8,90.3,91.5,90.1
MLP-Mixer,95.0,79.6,95.2,93.8,93.0,91.3
ViT-B,96.3,81.1,96.1,94.9,93.8,92.4
"""


def test_the_average_of_a_paper_is_no_sixth_dataset(desk: Desk) -> None:
    rows = [line.split(",") for line in PAPER.splitlines()]
    turned = [
        ",".join(["dataset" if cell == "model" else cell for cell in column]) for column in zip(*rows, strict=True)
    ]
    (desk.folder / "paper.csv").write_text("\n".join([*turned, ""]))

    checked = desk.types("benchreport check paper.csv --metric accuracy")
    assert "4 algorithms, 5 datasets" in checked.out
    assert checked.notes[-1].startswith("left out as a total: dataset 'Avg.' (4 values: means of the other datasets)")

    built = desk.types("benchreport build paper.csv --metric accuracy -o report.md")
    assert built.warnings[0] == checked.notes[-1]
    text = desk.read("report.md")
    assert text.startswith("# Four algorithms on five datasets")
    assert "Left out as totals: dataset 'Avg.' (4 values: means of the other datasets)." in text.replace("’", "'")
    assert text.count("Avg.") == 1

    # Where one of the printed numbers is wrong, it is a dataset of that name, and this is said.
    desk.edit("paper.csv", lambda lines: [line.replace("92.4", "92.9") for line in lines])
    again = desk.types("benchreport check paper.csv --metric accuracy")
    assert "4 algorithms, 6 datasets" in again.out
    assert again.notes[-1] == "dataset 'Avg.' is kept: it is no mean, median, sum or rank of the other datasets"


def test_a_column_called_seed_needs_no_design(desk: Desk) -> None:
    draw = random.Random(3)
    lines = [
        f"{method},wine,{seed},{0.8 + skill + draw.gauss(0, 0.01):.4f}"
        for method, skill in {"ours": 0.06, "forest": 0.03, "tree": 0.0}.items()
        for seed in range(10)
    ]
    (desk.folder / "seeds.csv").write_text("\n".join(["method,dataset,seed,accuracy", *lines, ""]))

    checked = desk.types("benchreport check seeds.csv")
    assert "accuracy  higher  seeds " in checked.out
    assert checked.notes == ["column 'seed' read as random seeds; if it is not, declare another design (--design)"]

    built = desk.types("benchreport build seeds.csv -o report.md")
    assert built.warnings == []
    assert "significantly" in desk.headline("report.md")
    text = desk.read("report.md")
    assert "10 seeds" in text
    assert "Welch" in text
    assert "declared" not in text
    assert (desk.commands, desk.edits) == (2, 0)


def test_ten_folds_of_the_automl_benchmark_are_its_folds(desk: Desk) -> None:
    draw = random.Random(4)
    lines = [
        f"openml.org/t/{task},{task},{framework},{fold},auc,0.8,{0.8 + skill + draw.gauss(0, 0.01):.4f},2026"
        for task in ("adult", "kc1")
        for framework, skill in {"flaml": 0.03, "TPOT": 0.0}.items()
        for fold in range(10)
    ]
    (desk.folder / "results.csv").write_text("\n".join(["id,task,framework,fold,metric,result,auc,utc", *lines, ""]))
    checked = desk.types("benchreport check results.csv")
    assert "auc     higher  kfold_cv " in checked.out
    desk.edit("results.csv", lambda rows: [rows[0], *(row for row in rows[1:] if row.split(",")[3] in "012")])
    assert "auc     higher  runs " in desk.types("benchreport check results.csv").out, "three of ten folds"


def test_columns_of_another_tool_s_own_stop_no_report(desk: Desk) -> None:
    draw = random.Random(5)
    lines = [
        f"{method},d{number},{0.8 + skill + draw.gauss(0, 0.02):.4f},{draw.choice(['True', 'False'])},{kind}"
        for method, skill in {"ours": 0.06, "forest": 0.03, "tree": 0.0}.items()
        for number, kind in enumerate(["a", "b"] * 4)
    ]
    (desk.folder / "tabarena.csv").write_text("\n".join(["method,dataset,roc_auc,imputed,policy", *lines, ""]))
    checked = desk.types("benchreport check tabarena.csv")
    told = "column 'imputed' is not used: complete gives that name; rename it to keep it"
    assert told in checked.notes
    assert len(checked.offered) == 3
    for command in checked.offered:
        desk.types(command)
    assert told in desk.types("benchreport build tabarena.csv -o report.md").notes
    refused = desk.types("benchreport check tabarena.csv --factor policy", code=2)
    assert refused.problems == ["a factor cannot be called 'policy': complete gives that name"]
