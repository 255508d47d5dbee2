"""Files of harnesses: those with an importer are read, the others refused by name, none read as a table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportWarning, ColumnError, ReadError
from benchreport.tables.reading.read import read_frame, read_with_digests

# As each tool writes them, cut to what tells them apart and a little beside (FORMATS of the tools, 2026).
NOT_READ: dict[str, tuple[str, Any]] = {
    "Inspect": ("log.json", {"version": 2, "status": "success", "eval": {"task": "t", "model": "m"}, "results": {}}),
    "pytest-benchmark": (
        "0001.json",
        {"machine_info": {}, "commit_info": {}, "benchmarks": [{"name": "a", "stats": {}}]},
    ),
    "Google Benchmark": ("out.json", {"context": {}, "benchmarks": [{"name": "a", "real_time": 1.0}]}),
    "hyperfine": ("h.json", {"results": [{"command": "ls", "mean": 0.1, "times": [0.1]}]}),
    "asv": ("a.json", {"commit_hash": "1", "env_name": "e", "result_columns": ["result"], "results": {"b": [1]}}),
    "promptfoo": ("p.json", {"evalId": "1", "results": {"version": 3, "results": [], "prompts": []}}),
    "deepeval": ("d.json", {"testCases": [{"name": "a", "success": True}]}),
    "lighteval": ("results_1.json", {"config_general": {"model_name": "m"}, "results": {"t:0": {"acc": 0.5}}}),
    "HELM": ("stats.json", [{"instance_id": "id1", "train_trial_index": 0, "stats": []}]),
    "MTEB": ("Task.json", {"task_name": "T", "scores": {"test": [{"main_score": 0.5}]}}),
    "Every Eval Ever": ("u.json", {"schema_version": "0.3.0", "evaluation_results": [{"evaluation_name": "a"}]}),
    "criterion.rs": ("sample.json", {"sampling_mode": "Linear", "iters": [1.0], "times": [2.0]}),
}


@pytest.mark.parametrize("indent", [None, 1])
@pytest.mark.parametrize("tool", NOT_READ)
def test_a_harness_that_is_not_read_yet_is_named_with_what_to_do(tool: str, indent: int | None, tmp_path: Path) -> None:
    name, content = NOT_READ[tool]
    (tmp_path / name).write_text(json.dumps(content, indent=indent))
    with pytest.raises(ReadError, match=rf"'{name}' is a file of {tool}, which is not read yet") as caught:
        read_frame(tmp_path / name)
    assert caught.value.hint.startswith("make a table with a row per ")


@pytest.mark.parametrize("tool", ["pytest-benchmark", "Google Benchmark", "criterion.rs"])
def test_rounds_of_one_process_are_not_recommended_as_rows(tool: str, tmp_path: Path) -> None:
    name, content = NOT_READ[tool]
    (tmp_path / name).write_text(json.dumps(content))
    with pytest.raises(ReadError) as caught:
        read_frame(tmp_path / name)
    assert "run it several times, since rounds of one process are no repetitions" in caught.value.hint
    assert "stats.data" not in caught.value.hint


@pytest.mark.parametrize(
    ("tool", "header"),
    [
        ("pytest-benchmark", "name,min,max,mean,stddev,median,iqr,outliers,ops,rounds,iterations"),
        ("hyperfine", "command,mean,stddev,median,user,system,min,max"),
        ("Google Benchmark", "name,iterations,real_time,cpu_time,time_unit,bytes_per_second"),
        ("an arena of pairwise votes", "model_a,model_b,winner,language"),
    ],
)
def test_tables_of_summaries_are_refused_by_name(tool: str, header: str, tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(f"{header}\n{','.join('1' for _ in header.split(','))}\n")
    with pytest.raises(ReadError, match=f"'t.csv' is a file of {tool}"):
        read_frame(tmp_path / "t.csv")


def test_an_inspect_log_is_refused_by_its_ending_also_in_a_folder(tmp_path: Path) -> None:
    (tmp_path / "logs").mkdir()
    (tmp_path / "logs" / "a.eval").write_bytes(b"PK")
    for source in (tmp_path, tmp_path / "logs" / "a.eval"):
        with pytest.raises(ReadError, match=r"'a\.eval' is a file of Inspect"):
            read_frame(source)


def harness(folder: Path, model: str, results: dict[str, Any], when: str = "2024-05-01T10-00-00.000001") -> Path:
    """Result file of a model, in a folder of its own, as lm_eval 0.4 writes it."""
    place = folder / model
    place.mkdir(parents=True, exist_ok=True)
    ways = {task: {"acc": True} for task in results}
    record = {
        "results": results, "group_subtasks": {}, "configs": {}, "versions": {}, "n-shot": {},
        "higher_is_better": ways, "n-samples": {task: {"original": 9, "effective": 9} for task in results},
        "config": {"model": "hf"}, "git_hash": "abc", "date": 1.5, "model_name": model,
    }  # fmt: skip
    path = place / f"results_{when}.json"
    path.write_text(json.dumps(record, indent=2))
    return path


def answers(folder: Path, model: str, task: str, hits: list[Any], when: str = "2024-05-01T10-00-00.000001") -> None:
    lines = [
        json.dumps({"doc_id": n, "doc": {"q": n}, "target": "x", "resps": [], "filtered_resps": [], "filter": "none",
                    "metrics": ["acc"], "doc_hash": f"h{n}", "acc": hit})
        for n, hit in enumerate(hits)
    ]  # fmt: skip
    (folder / model / f"samples_{task}_{when}.jsonl").write_text("\n".join(lines))


def test_result_files_of_lm_eval_are_found_below_a_folder(tmp_path: Path) -> None:
    for model, value in (("a", 0.5), ("b", 0.75)):
        harness(tmp_path, model, {"arc": {"alias": "arc", "acc,none": value, "acc_stderr,none": 0.1}})
        answers(tmp_path, model, "arc", [1.0, 0.0])
    reading = read_with_digests(tmp_path)
    assert reading.notes == ("read 2 files as results of the language model evaluation harness",)
    assert reading.skipped == (
        "skipped 2 other files: samples_arc_2024-05-01T10-00-00.000001.jsonl, "
        f"samples_arc_2024-05-01T10-00-00.000001.jsonl; '{tmp_path}/**/samples_*.jsonl' reads answers that the "
        "language model evaluation harness logged",
    )
    assert br.read(f"{tmp_path}/**/samples_*.jsonl").equals(br.from_lm_eval_samples(tmp_path))
    with pytest.warns(BenchreportWarning, match="skipped 2 other files"):
        scores = br.read(tmp_path)
    assert scores.select("algorithm", "dataset", "metric", "value", "direction").rows() == [
        ("a", "arc", "acc", 0.5, "higher"),
        ("b", "arc", "acc", 0.75, "higher"),
    ]
    assert_same = br.from_lm_eval(tmp_path)
    assert assert_same.select(scores.columns).rows() == scores.rows()


def test_answers_of_lm_eval_are_read_as_predictions(tmp_path: Path) -> None:
    for model, hits in (("a", [1.0, 0.0]), ("b", [1.0, 1.0])):
        harness(tmp_path, model, {"arc": {"acc,none": 0.5}})
        answers(tmp_path, model, "arc", hits)
    predicted = br.read(str(tmp_path / "*" / "samples_*.jsonl"))
    assert predicted.filter(pl.col("prediction") == "wrong").select("algorithm", "instance").rows() == [("a", 1)]
    assert br.from_lm_eval_samples(tmp_path).equals(predicted.select(br.from_lm_eval_samples(tmp_path).columns))


def passages(folder: Path, model: str, hits: list[float]) -> None:
    """Log answers to questions of which every two are about the same passage."""
    answers(folder, model, "arc", hits)
    (path,) = (folder / model).glob("samples_*.jsonl")
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line["doc"]["passage"] = line["doc_id"] // 2
    path.write_text("\n".join(map(json.dumps, lines)))


def test_a_field_of_the_questions_names_their_clusters(tmp_path: Path) -> None:
    for model, hits in (("a", [1.0, 0.0, 1.0, 0.0]), ("b", [1.0, 1.0, 1.0, 0.0])):
        harness(tmp_path, model, {"arc": {"acc,none": 0.5}})
        passages(tmp_path, model, hits)
    items = br.from_lm_eval_samples(tmp_path, cluster="passage")
    assert items.filter(pl.col("algorithm") == "a")["cluster"].cast(pl.String).to_list() == ["0", "0", "1", "1"]
    pattern = str(tmp_path / "**" / "samples_*.jsonl")
    assert br.read(pattern)["doc.passage"].to_list() == items["cluster"].cast(pl.String).to_list()
    assert "doc.q" not in br.read(pattern).columns, "a field that no two questions share names no clusters"
    assert br.read(pattern, columns={"doc.passage": "cluster"})["cluster"].equals(items["cluster"])
    with pytest.raises(ColumnError, match=r"(?s)question 0 of task 'arc' has no 'pasage'.*did you mean 'passage'"):
        br.from_lm_eval_samples(tmp_path, cluster="pasage")


def test_one_odd_task_is_skipped_and_named(tmp_path: Path) -> None:
    path = harness(tmp_path, "a", {"arc": {"acc,none": 0.5}, "broken": 3})
    with pytest.warns(BenchreportWarning, match=r"skipped broken of 'results_.*json'"):
        assert br.read(path)["dataset"].to_list() == ["arc"]
    with pytest.warns(BenchreportWarning, match="skipped 1 task whose results cannot be read: broken"):
        assert br.from_lm_eval(path)["dataset"].to_list() == ["arc"]


def test_an_odd_task_among_answers_is_skipped_and_named(tmp_path: Path) -> None:
    harness(tmp_path, "a", {"arc": {"acc,none": 0.5}})
    answers(tmp_path, "a", "arc", [1.0, 0.0])
    answers(tmp_path, "a", "chrf", [0.25, 0.5])
    with pytest.warns(BenchreportWarning, match="skipped chrf"):
        predicted = br.read(str(tmp_path / "a" / "samples_*.jsonl"))
    assert predicted["dataset"].unique().to_list() == ["arc"]
    with pytest.warns(BenchreportWarning, match="skipped 1 task"):
        assert br.from_lm_eval_samples(tmp_path)["dataset"].unique().to_list() == ["arc"]


def test_tables_below_a_folder_are_found_where_it_holds_none_itself(tmp_path: Path) -> None:
    for name in ("x", ".hidden", "report_files"):
        (tmp_path / "runs" / name).mkdir(parents=True)
        (tmp_path / "runs" / name / "scores.csv").write_text(f"model,dataset,auc\n{name},d,0.5\n")
    (tmp_path / "runs" / "report_files" / ".benchreport.json").write_text("{}")
    assert read_frame(tmp_path)["model"].to_list() == ["x"]
    (tmp_path / "own.csv").write_text("model,dataset,auc\nown,d,0.5\n")
    assert read_frame(tmp_path)["model"].to_list() == ["own"]
