"""U5, an engineer with timings: from the files of pytest-benchmark and hyperfine to ratios."""

from __future__ import annotations

import csv
import json
import random
from itertools import combinations_with_replacement
from math import exp, log
from statistics import fmean, median

import pytest

from tests.journeys.desk import Desk

ALGORITHMS = {"sorted": 1.0, "list.sort": 0.9, "heapq": 2.1}
INPUTS = ("random_1k", "random_10k", "random_100k", "nearly_sorted", "reversed", "few_values", "strings", "floats")
RUNS, ROUNDS = 6, 5


def benchmarks(run: int) -> dict[str, object]:
    """Return the file that pytest-benchmark writes of one run: an indented object, seconds inside."""
    draw = random.Random(run)
    entries = [
        {
            "group": data,
            "name": f"test_sort[{algorithm}-{data}]",
            "fullname": f"test_sort.py::test_sort[{algorithm}-{data}]",
            "params": {"algorithm": algorithm, "data": data},
            "stats": {
                "min": 1.0,
                "mean": 1.0,
                "rounds": ROUNDS,
                "outliers": "3;3",
                "median": median((place + 1) * 1e-4 * factor * draw.lognormvariate(0, 0.04) for _ in range(ROUNDS)),
            },
        }
        for place, data in enumerate(INPUTS)
        for algorithm, factor in ALGORITHMS.items()
    ]
    return {"machine_info": {"node": "ci"}, "commit_info": {}, "benchmarks": entries, "version": "5.1.0"}


def written(seconds: float) -> str:
    return f"{seconds * 1e6:.1f} us" if seconds < 3e-4 else f"{seconds * 1e3:.4f} ms"


def seconds(text: str) -> float:
    number, unit = text.split()
    return float(number) * {"us": 1e-6, "ms": 1e-3}[unit]


def test_from_the_file_of_pytest_benchmark_to_a_report_of_ratios(desk: Desk) -> None:
    records = [benchmarks(run) for run in range(RUNS)]
    (desk.folder / "bench.json").write_text(json.dumps(records[0], indent=4))

    refused = desk.shell("benchreport build bench.json -o report.md", code=2)
    assert refused.problems == ["'bench.json' is a file of pytest-benchmark, which is not read yet"]
    (hint,) = refused.hints
    assert hint.startswith("make a table with a row per run: algorithm, dataset, run, time;")
    assert "rounds of one process are no repetitions" in hint
    assert hint.endswith("take benchmarks[].stats.median of each file")

    columns = hint.partition(": ")[2].partition(";")[0].split(", ")
    with (desk.folder / "timings.csv").open("w", newline="") as stream:
        table = csv.writer(stream)
        table.writerow(columns)
        for run, record in enumerate(records):
            for entry in record["benchmarks"]:  # type: ignore[attr-defined]
                time = written(entry["stats"]["median"])
                table.writerow([entry["params"]["algorithm"], entry["params"]["data"], run, time])
    desk.edits += 1  # the table had to be made

    second = desk.types("benchreport check timings.csv", code=2)
    assert second.problems == ["no column of scores among algorithm, dataset, run, time"]
    assert second.flags == "--units"

    third = desk.types(f"benchreport check timings.csv {second.flags}")
    assert "time    lower" in third.out
    assert any(note.startswith("column 'time': '") and note.endswith(" s") for note in third.notes)

    built = desk.types(f"benchreport build timings.csv {second.flags} --design seeds -o report.md")
    assert built.out == "report.md\n"
    assert desk.headline("report.md") == "list.sort has the lowest time of three algorithms on eight datasets."
    rows = list(csv.DictReader(desk.read("timings.csv").splitlines()))
    means = {
        (name, data): fmean(seconds(row["time"]) for row in rows if (row["algorithm"], row["dataset"]) == (name, data))
        for name in ALGORITHMS
        for data in INPUTS
    }
    logs = [log(means["heapq", data] / means["list.sort", data]) for data in INPUTS]
    ratio = exp(median((x + y) / 2 for x, y in combinations_with_replacement(logs, 2)))
    (line,) = [line for line in desk.read("report.md").splitlines() if line.startswith("| heapq |")][:1]
    assert line.split(" | ")[1] == f"{ratio:.2f}"

    assert (desk.commands, desk.edits) == (4, 1)


def test_ratios_on_the_command_line_are_found_by_what_people_call_them(desk: Desk) -> None:
    for words in ("speed-up", "speedup", "faster"):
        assert "log_ratio" in desk.types(f"benchreport methods --search '{words}'").out, words
    assert (desk.commands, desk.edits) == (3, 0)


@pytest.mark.parametrize("name", ["times.json", "times.csv"])
def test_the_file_of_hyperfine_is_refused_by_name_in_both_forms(desk: Desk, name: str) -> None:
    result = {"command": "sort a", "mean": 1.0, "stddev": 0.1, "median": 1.0, "user": 0.9, "system": 0.1}
    result |= {"min": 0.9, "max": 1.1}
    texts = {
        "times.json": json.dumps({"results": [result | {"times": [0.9, 1.1], "parameters": {"file": "a"}}]}, indent=2),
        "times.csv": f"{','.join(result)},parameter_file\n{','.join(map(str, result.values()))},a\n",
    }
    (desk.folder / name).write_text(texts[name])
    refused = desk.types(f"benchreport check {name}", code=2)
    assert refused.problems == [f"'{name}' is a file of hyperfine, which is not read yet"]
    assert "take results[].times, with the command as algorithm" in refused.hints[0]
    assert (desk.commands, desk.edits) == (1, 0)
