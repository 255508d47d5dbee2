"""Scores and logged answers of the language model evaluation harness."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Unpack

import polars as pl

from benchreport.errors import ColumnError, ReadError, did_you_mean, give_warning
from benchreport.numerals import counted
from benchreport.tables.importers import FileForm, Importer
from benchreport.tables.importers.foreign import MALFORMED, written_by
from benchreport.tables.predictions import RIGHT, WRONG, predictions
from benchreport.tables.schema import Declared
from benchreport.tables.scores import scores

# Of a model's arguments the one that names it; an adapter names it before its base.
NAMED_BY = ("peft", "delta", "pretrained", "model", "path", "engine")
# Measures of the harness that are 1 for a right answer and 0 for a wrong one, in order of preference.
HITS = ("acc", "exact_match", "em", "acc_norm", "pass@1", "pass_at_1")
WRITTEN = "hand in the results_*.json that lm_eval wrote, its folder, or what simple_evaluate gives back"
LOGGED = "run lm_eval with --log_samples and hand in its folder or samples_*.jsonl"


@written_by("lm_eval", WRITTEN)
def from_lm_eval(results: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Read result files of the language model evaluation harness, as scores.

    Models are the algorithms and tasks the datasets. The harness says itself whether higher is better. A metric after a
    filter other than "none" is named with it: "exact_match (strict-match)". Groups of tasks are left out, since their
    scores are means over tasks that are there themselves. Standard errors stand in the column ``stderr``.

    Parameters
    ----------
    results
        A path to a ``results_*.json``, a folder of them, what ``simple_evaluate`` gives back, or a list of these.
    **declared
        ``metrics``, ``directions`` and ``factors``, as in :func:`scores`.

    Examples
    --------
    >>> import benchreport as br
    >>> kept = {"results": {"arc_easy": {"alias": "arc_easy", "acc,none": 0.66, "acc_stderr,none": 0.01}}}
    >>> said = {"higher_is_better": {"arc_easy": {"acc": True}}, "model_name": "gpt2"}
    >>> br.from_lm_eval(kept | said).select("algorithm", "dataset", "metric", "value", "stderr", "direction").row(0)
    ('gpt2', 'arc_easy', 'acc', 0.66, 0.01, 'higher')
    """
    rows: list[dict[str, Any]] = []
    odd: list[str] = []
    for record in _records(results):
        sound, skipped = _rows(record)
        rows, odd = [*rows, *sound], [*odd, *skipped]
    if odd:
        give_warning(skipped_tasks(odd), depth=2)  # the guard of the importers stands between
    return scores(_table(rows), **declared)


@written_by("lm_eval", LOGGED)
def from_lm_eval_samples(
    samples: Any,
    *,
    metric: str | None = None,
    after_filter: str | None = None,
    model: str | None = None,
    cluster: str | None = None,
) -> pl.DataFrame:
    """Read the answers that the harness logged with ``--log_samples``, as predictions.

    Harness tasks score free text in their own ways, so the answers themselves are not compared. These are scored
    items: ``truth`` is "right" everywhere and ``prediction`` is "right" or "wrong" as the metric says. They have no
    classes: reports give means and paired tests on items, and of the measures only accuracy and error rate apply.

    Parameters
    ----------
    samples
        A ``samples_*.jsonl``, a folder in which they are searched, or what ``simple_evaluate(log_samples=True)`` gives
        back; or a list of these.
    metric
        Which measure says right or wrong; by default ``acc``, else ``exact_match``, where a task has it.
    after_filter
        Keep the answers after this filter. By default all; a filter other than "none" is named with the task.
    model
        The name of the model, where neither a result file of the same run nor a folder names it.
    cluster
        A field of the questions that says which of them belong together, such as the passage they are about. Tests and
        intervals of items then allow for it.

    Examples
    --------
    >>> import benchreport as br
    >>> kept = {"arc": [{"doc_id": 0, "filter": "none", "acc": 1.0}, {"doc_id": 1, "filter": "none", "acc": 0.0}]}
    >>> br.from_lm_eval_samples({"model_name": "gpt2", "results": {}, "samples": kept}).row(1)
    ('gpt2', 'arc', 1, 'right', 'wrong')
    """
    rows: list[dict[str, Any]] = []
    odd: list[str] = []
    for name, task, answers in _logged(samples, model):
        try:
            rows.extend(_answers(name, task, answers, metric, after_filter, cluster))
        except ColumnError as problem:
            if metric is not None or cluster is not None:
                raise
            reason = problem
            odd.append(task)
    if odd and not rows:
        raise reason
    if odd:
        give_warning(skipped_tasks(odd), depth=2)
    if not rows:
        raise ColumnError("there are no samples", hint=LOGGED if after_filter is None else "is that the filter's name?")
    table = pl.DataFrame(rows, infer_schema_length=None)
    _refuse_other_questions(table)
    return predictions(table.drop("asked"))


def skipped_tasks(tasks: list[str]) -> str:
    """Return in words which tasks of a harness were skipped.

    Examples
    --------
    >>> skipped_tasks(["ifeval"])
    'skipped 1 task whose results cannot be read: ifeval'
    """
    return f"skipped {counted(len(tasks), 'task')} whose results cannot be read: {', '.join(tasks)}"


def _table(rows: list[dict[str, Any]]) -> pl.DataFrame:
    if not rows:
        raise ColumnError("no task of these results has a score", hint=WRITTEN)
    kinds = {"value": pl.Float64, "stderr": pl.Float64, "direction": pl.String, "n_test": pl.Int64}
    table = pl.DataFrame(rows, schema_overrides=kinds, infer_schema_length=None)
    unmeasured = [] if table.get_column("stderr").is_not_null().any() else ["stderr"]
    return table.drop(*unmeasured, *(["n_test"] if table.get_column("n_test").null_count() else []))


def _rows(record: Mapping[str, Any]) -> tuple[list[dict[str, Any]], list[str]]:
    """Return the rows of a result, and the tasks whose results are not as the harness writes them."""
    model = _model(record)
    groups = {name for name, inner in record.get("group_subtasks", {}).items() if inner} | set(record.get("groups", {}))
    rows: list[dict[str, Any]] = []
    odd: dict[str, BaseException] = {}
    for task in record["results"]:
        if task in groups and len(record["results"]) > 1:
            continue
        try:
            rows += list(_rows_of_task(record, model, task))
        except MALFORMED as problem:
            odd[task] = problem
    if odd and not rows:
        raise next(iter(odd.values()))
    return rows, list(odd)


def _rows_of_task(record: Mapping[str, Any], model: str, task: str) -> Iterator[dict[str, Any]]:
    ways = record.get("higher_is_better", {}).get(task, {})
    n_samples = record.get("n-samples", {}).get(task, {}).get("effective")
    results = record["results"][task]
    for key, value in results.items():
        metric, comma, after = key.partition(",")
        is_score = isinstance(value, int | float) and not isinstance(value, bool) and key != "sample_len"
        if not is_score or metric.endswith("_stderr"):
            continue
        higher = ways.get(metric)
        stderr = results.get(f"{metric}_stderr{comma}{after}")
        yield {
            "algorithm": model,
            "dataset": task,
            "metric": metric if after in ("", "none") else f"{metric} ({after})",
            "value": float(value),
            "stderr": float(stderr) if isinstance(stderr, int | float) else None,
            "direction": None if higher is None else "higher" if higher else "lower",
            "n_test": n_samples,
        }


def _is_results(record: Any) -> bool:
    """Return whether an object is a result file of the harness: metrics by task, under the names it writes."""
    beside = {"configs", "versions", "higher_is_better", "n-shot", "model_name", "group_subtasks"}
    results = record.get("results") if isinstance(record, Mapping) else None
    return isinstance(results, Mapping) and "config_general" not in record and len(beside & set(record)) > 1


def _results_of_file(record: Any, _: Path) -> tuple[pl.DataFrame, list[str]]:
    rows, odd = _rows(record)
    return _table(rows), odd


def _is_logged(record: Any) -> bool:
    return isinstance(record, Mapping) and {"doc_id", "doc", "resps", "filtered_resps"} <= set(record)


def _answers_of_file(answers: Any, path: Path) -> tuple[pl.DataFrame, list[str]]:
    task = _task_of(path)
    try:
        rows = list(_answers(_model_beside(path), task, answers, None, None))
    except ColumnError:
        return pl.DataFrame(), [task]
    table = pl.DataFrame(rows, infer_schema_length=None).drop("asked")
    return table.with_columns(pl.Series(name, values) for name, values in _shared_fields(answers).items()), []


def _shared_fields(answers: Sequence[Mapping[str, Any]]) -> dict[str, list[str]]:
    """Return the fields of questions that several of them share, such as their passage: they may name clusters."""
    questions = [question if isinstance(question := answer.get("doc"), Mapping) else {} for answer in answers]
    names = dict.fromkeys(name for question in questions for name in question)
    columns = {name: [question.get(name) for question in questions] for name in names}
    return {
        f"doc.{name}": list(map(str, values))
        for name, values in columns.items()
        if all(isinstance(value, str | int) for value in values) and 1 < len(set(values)) < len(values)
    }


def _model(record: Mapping[str, Any]) -> str:
    """Return the name of the model of a result: the one the tool writes, else the one in its arguments."""
    if record.get("model_name"):
        return str(record["model_name"])
    config = record.get("config") or {}
    arguments = config.get("model_args") or {}
    if isinstance(arguments, str):
        arguments = dict(part.split("=", 1) for part in arguments.split(",") if "=" in part)
    named = next((arguments[key] for key in NAMED_BY if arguments.get(key)), None) or config.get("model")
    if not named:
        raise ColumnError("a result does not name its model", hint="add 'model_name' to it")
    return str(named)


def _records(results: Any) -> Iterator[Mapping[str, Any]]:
    for part in _parts(results, "results*.json", "results of the harness", WRITTEN):
        record = _read(part) if isinstance(part, Path) else part
        if isinstance(record, Mapping) and isinstance(record.get("results"), Mapping):
            yield record
        elif isinstance(part, Path):
            raise ReadError(f"{part.name!r} holds no results of the harness", hint=WRITTEN)
        else:
            raise ColumnError("this holds no results of the harness", hint=WRITTEN)


def _parts(source: Any, pattern: str, contents: str, hint: str) -> Iterator[Path | Mapping[str, Any]]:
    """Yield the files and the mappings that results were handed in as."""
    if isinstance(source, Mapping):
        yield source
    elif isinstance(source, str | Path):
        yield from _files(Path(source), pattern, hint)
    elif isinstance(source, Iterable):
        for part in source:
            yield from _parts(part, pattern, contents, hint)
    else:
        raise ColumnError(f"{type(source).__name__} holds no {contents}", hint=hint)


def _files(path: Path, pattern: str, hint: str) -> list[Path]:
    if path.is_file():
        return [path]
    paths = sorted(path.rglob(pattern)) if path.is_dir() else []
    if not paths:
        raise ReadError(f"no file {pattern} in {str(path)!r}", hint=hint)
    return paths


def _read(path: Path) -> Any:
    try:
        return json.loads(path.read_text(encoding="utf8"))
    except ValueError as problem:
        raise ReadError(f"{path.name!r} is not JSON: {problem}", hint="is the file whole?") from problem


def _logged(samples: Any, model: str | None) -> Iterator[tuple[str, str, list[Mapping[str, Any]]]]:
    """Yield model, task and answers of every log."""
    for part in _parts(samples, "samples_*.jsonl", "samples", LOGGED):
        if isinstance(part, Path):
            yield model or _model_beside(part), _task_of(part), _lines(part)
            continue
        logs = part.get("samples")
        if not isinstance(logs, Mapping):
            raise ColumnError("these results hold no samples", hint=LOGGED)
        for task, answers in logs.items():
            yield model or _model(part), str(task), list(answers)


def _lines(path: Path) -> list[Mapping[str, Any]]:
    try:
        return [json.loads(line) for line in path.read_text(encoding="utf8").split("\n") if line.strip()]
    except ValueError as problem:
        raise ReadError(f"{path.name!r} is not JSON, line by line: {problem}", hint="is the file whole?") from problem


def _task_of(path: Path) -> str:
    """Read the task out of ``samples_<task>_<date>.jsonl``."""
    name = path.stem.removeprefix("samples_")
    task, _, date = name.rpartition("_")
    return task if task and date[:4].isdigit() and "T" in date else name


def _model_beside(path: Path) -> str:
    """Return the name of the model in the result file of the same run, else the name of the folder."""
    beside = path.with_name(f"results_{path.stem.rpartition('_')[2]}.json")
    if beside.is_file():
        return _model(_read(beside))
    return path.resolve().parent.name


def _answers(
    model: str,
    task: str,
    answers: list[Mapping[str, Any]],
    metric: str | None,
    only: str | None,
    cluster: str | None = None,
) -> Iterator[dict[str, Any]]:
    name = _metric_of(task, answers, metric)
    for answer in answers:
        after = str(answer.get("filter", "none"))
        if only is not None and after != only:
            continue
        hit = answer.get(name)
        if hit not in (0, 1):
            raise ColumnError(
                f"metric {name!r} of task {task!r} is {hit!r} for doc_id {answer.get('doc_id')}, neither 0 nor 1",
                hint="metric= takes one that says right or wrong; from_lm_eval reads the others",
            )
        yield {
            "algorithm": model,
            "dataset": task if after == "none" or only is not None else f"{task} ({after})",
            "instance": answer["doc_id"],
            "truth": RIGHT,
            "prediction": RIGHT if hit else WRONG,
            "asked": answer.get("doc_hash"),
        } | ({} if cluster is None else {"cluster": _cluster_of(task, answer, cluster)})


def _cluster_of(task: str, answer: Mapping[str, Any], name: str) -> str:
    """Return the cluster of a question, which one of its fields names."""
    question = answer.get("doc")
    fields = question if isinstance(question, Mapping) else {}
    if fields.get(name) is None:
        raise ColumnError(
            f"question {answer.get('doc_id')} of task {task!r} has no {name!r} to be its cluster",
            hint=did_you_mean(name, list(map(str, fields))) if fields else "the log does not hold its questions",
        )
    return str(fields[name])


def _metric_of(task: str, answers: list[Mapping[str, Any]], metric: str | None) -> str:
    there = set(answers[0]) if answers else set()
    if metric is not None:
        if answers and metric not in there:
            measured = sorted(name for name in there if answers[0][name] in (0, 1) and name != "doc_id")
            raise ColumnError(f"task {task!r} has no metric {metric!r}", hint=did_you_mean(metric, measured))
        return metric
    usual = next((name for name in HITS if name in there), None)
    if usual is None and answers:
        raise ColumnError(f"no metric of task {task!r} is known to say right or wrong", hint="metric='its name'")
    return usual or HITS[0]


def _refuse_other_questions(table: pl.DataFrame) -> None:
    """Raise when the same number means different questions to different models."""
    questions = table.drop_nulls("asked").group_by("dataset", "instance").agg(pl.col("asked").n_unique())
    unlike = questions.filter(pl.col("asked") > 1).sort("dataset", "instance")
    if unlike.height:
        task, number, _ = unlike.row(0)
        raise ColumnError(
            f"doc_id {number} of task {task!r} is not the same question for all models, and {unlike.height - 1} more",
            hint="evaluate all models on the same version of the task",
        )


FROM_LM_EVAL = Importer(
    id="from_lm_eval",
    tool="lm_eval",
    reads="results of the language model evaluation harness",
    function=from_lm_eval,
    file=FileForm(fits=_is_results, read=_results_of_file),
)

FROM_LM_EVAL_SAMPLES = Importer(
    id="from_lm_eval_samples",
    tool="lm_eval",
    reads="answers that the language model evaluation harness logged",
    function=from_lm_eval_samples,
    file=FileForm(fits=_is_logged, read=_answers_of_file, lines=True),
)
