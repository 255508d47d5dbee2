"""U3, an evaluator of language models: from the folders that lm_eval wrote to a report and paired items in clusters."""

from __future__ import annotations

import json
import random
from math import sqrt
from pathlib import Path
from statistics import fmean

import pytest

from tests.journeys.desk import Desk

MODELS = {"alpha-7b": 0.74, "beta-7b": 0.66, "gamma-1b": 0.48}
TASKS = ("arc", "boolq", "copa", "hellaswag", "openbookqa", "piqa", "sciq", "winogrande")
ITEMS, PER_PASSAGE = 60, 4
Hits = dict[tuple[str, str], list[int]]


def hits() -> Hits:
    """Return which items each model answers rightly; those of a passage are hard or easy together."""
    answers: Hits = {}
    for place, task in enumerate(TASKS):
        draw = random.Random(place)
        ease = [draw.gauss(0, 0.15) for _ in range(ITEMS // PER_PASSAGE)]
        for model, skill in MODELS.items():
            chances = [skill - 0.01 * place + ease[item // PER_PASSAGE] for item in range(ITEMS)]
            answers[model, task] = [int(draw.random() < chance) for chance in chances]
    return answers


def harness(folder: Path, answers: Hits) -> None:
    """Write what lm_eval 0.4 leaves: a folder per model, its results, and a log of answers per task."""
    for day, model in enumerate(MODELS, 1):
        place = folder / f"org__{model}"
        place.mkdir(parents=True)
        stamp = f"2026-01-0{day}T10-00-00.000001"
        results = {
            task: {"alias": task, "acc,none": fmean(answers[model, task]), "acc_stderr,none": 0.05} for task in TASKS
        }
        record = {
            "results": results,
            "group_subtasks": {},
            "configs": {},
            "versions": dict.fromkeys(TASKS, 1.0),
            "n-shot": dict.fromkeys(TASKS, 0),
            "higher_is_better": {task: {"acc": True} for task in TASKS},
            "config": {"model": "hf", "model_args": f"pretrained=org/{model}"},
            "git_hash": "4fb6f1d",
            "date": 1767261600.0,
            "model_name": f"org/{model}",
            "chat_template": None,
            "transformers_version": "4.57.1",
        }
        (place / f"results_{stamp}.json").write_text(json.dumps(record, indent=2))
        for task in TASKS:
            lines = [
                {
                    "doc_id": item,
                    "doc": {"question": f"{task} {item}?", "passage": f"p{item // PER_PASSAGE}"},
                    "target": "0",
                    "resps": [[["-1.0", "False"]]],
                    "filtered_resps": [["-1.0", "False"]],
                    "filter": "none",
                    "metrics": ["acc"],
                    "doc_hash": f"{task}-{item}",
                    "acc": float(hit),
                }
                for item, hit in enumerate(answers[model, task])
            ]
            (place / f"samples_{task}_{stamp}.jsonl").write_text("\n".join(map(json.dumps, lines)) + "\n")


def clustered_error(answers: Hits, a: str, b: str) -> tuple[float, float]:
    """Return the mean difference of all items and its standard error over passages, by the formula written out."""
    differences = {
        (task, item): x - y
        for task in TASKS
        for item, (x, y) in enumerate(zip(answers[a, task], answers[b, task], strict=True))
    }
    mean = fmean(differences.values())
    sums: dict[tuple[str, int], float] = {}
    for (task, item), value in differences.items():
        key = task, item // PER_PASSAGE
        sums[key] = sums.get(key, 0.0) + value - mean
    clusters = len(sums)
    return mean, sqrt(clusters / (clusters - 1) * sum(value**2 for value in sums.values())) / len(differences)


def test_from_the_folders_of_lm_eval_to_a_report_and_to_paired_items_in_clusters(desk: Desk) -> None:
    answers = hits()
    harness(desk.folder / "harness", answers)

    checked = desk.shell("benchreport check harness")
    assert "3 algorithms, 8 datasets, 1 metric" in checked.out
    assert "git_hash" not in checked.out
    assert "read 3 files as results of the language model evaluation harness" in checked.notes
    (skipped,) = [note for note in checked.notes if note.startswith("skipped 24 other files")]
    assert skipped.endswith(
        "'harness/**/samples_*.jsonl' reads answers that the language model evaluation harness logged"
    )

    built = desk.types("benchreport build harness --reference org/alpha-7b -o report.md")
    assert built.out == "report.md\n"
    means = {model: fmean(fmean(answers[model, task]) for task in TASKS) for model in MODELS}
    assert max(means, key=means.__getitem__) == "alpha-7b"
    assert "org/alpha-7b" in desk.headline("report.md")
    for model, mean in means.items():
        assert f"| org/{model} | " in desk.read("report.md")
        assert f"{mean:.3f}" in desk.read("report.md"), model

    pattern = skipped.rpartition("; ")[2].partition(" reads")[0]
    refused = desk.types(f"benchreport test paired_t_instances {pattern} --by none --column passage=cluster", code=2)
    assert refused.problems == ["no column 'passage' to be read as 'cluster'"]
    assert "'doc.passage'" in refused.hints[0]

    paired = desk.types(f"benchreport test paired_t_instances {pattern} --by none --column doc.passage=cluster --json")
    rows = {(row["a"], row["b"]): row for row in json.loads(paired.out)}
    for a, b in (("alpha-7b", "beta-7b"), ("beta-7b", "gamma-1b")):
        mean, error = clustered_error(answers, a, b)
        row = rows[f"org/{a}", f"org/{b}"]
        # Losses are compared, so a better model has the smaller one.
        assert row["estimate"] == pytest.approx(-mean)
        assert row["statistic"] == pytest.approx(-mean / error)
        assert row["variant"] == "cluster-robust"
        assert "120 clusters" in row["note"]

    assert (desk.commands, desk.edits) == (4, 0)


def test_answers_become_a_report_of_items(desk: Desk) -> None:
    harness(desk.folder / "harness", hits())
    built = desk.types("benchreport build 'harness/**/samples_*.jsonl' --column doc.passage=cluster -o items.md")
    assert built.notes == ["read 24 files as answers that the language model evaluation harness logged"]
    assert "480 instances" in desk.read("items.md")
    assert (desk.commands, desk.edits) == (1, 0)


def test_a_log_of_another_harness_is_refused_by_name_with_what_to_do(desk: Desk) -> None:
    log = {"version": 2, "status": "success", "eval": {"task": "arc", "model": "openai/x"}, "results": {}}
    (desk.folder / "log.json").write_text(json.dumps(log, indent=1))
    refused = desk.types("benchreport check log.json", code=2)
    assert refused.problems == ["'log.json' is a file of Inspect, which is not read yet"]
    assert refused.hints[0].startswith("make a table with a row per item: algorithm, dataset, instance, correct")
    rows = [f"{model},arc,{item},{hit}" for model in MODELS for item, hit in enumerate(hits()[model, "arc"])]
    (desk.folder / "items.csv").write_text("\n".join(["algorithm,dataset,instance,correct", *rows, ""]))
    checked = desk.types("benchreport check items.csv")
    assert "arc" in checked.out
    assert "scored items" in checked.out
    assert (desk.commands, desk.edits) == (2, 0)
