"""Files of harnesses that are not read yet: recognised by their layout, refused by name with what to do."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from benchreport.errors import ReadError
from benchreport.records import dataclass

LONG = "make a table with a row per result: algorithm, dataset, fold, metric, value"
ITEMS = "make a table with a row per item: algorithm, dataset, instance, correct"
TIMES = "make a table with a row per run: algorithm, dataset, run, time"
STARTS = f"{TIMES}; run it several times, since rounds of one process are no repetitions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Harness:
    """A tool whose files are no tables: ``fits`` knows an object that it wrote, ``columns`` are those of its CSV."""

    tool: str
    hint: str
    fits: Callable[[Any], bool] = lambda _: False
    columns: frozenset[str] = frozenset()


def _holds(*keys: str) -> Callable[[Any], bool]:
    return lambda record: isinstance(record, Mapping) and set(keys) <= set(record)


def _first(record: Any, key: str) -> Collection[str]:
    """Return the keys of the first entry of a list, or of a record, under a key."""
    inner = record.get(key) if isinstance(record, Mapping) else None
    entry = inner[0] if isinstance(inner, list) and inner else inner
    return entry if isinstance(entry, Mapping) else ()


HARNESSES = (
    Harness(
        tool="Inspect",
        hint=f"{ITEMS}; inspect_ai.analysis.samples_df(log) has one row per sample",
        fits=lambda record: _holds("status", "eval")(record) and "task" in _first(record, "eval"),
    ),
    Harness(
        tool="pytest-benchmark",
        hint=f"{STARTS}, and take benchmarks[].stats.median of each file",
        fits=_holds("machine_info", "benchmarks"),
        columns=frozenset({"name", "min", "max", "mean", "stddev", "rounds", "iterations"}),
    ),
    Harness(
        tool="Google Benchmark",
        hint=f"{STARTS}, and take the median of each file",
        fits=_holds("context", "benchmarks"),
        columns=frozenset({"name", "iterations", "real_time", "cpu_time", "time_unit"}),
    ),
    Harness(
        tool="hyperfine",
        hint=f"{TIMES}; take results[].times, with the command as algorithm",
        fits=lambda record: {"command", "mean"} <= set(_first(record, "results")),
        columns=frozenset({"command", "mean", "stddev", "median", "user", "system"}),
    ),
    Harness(
        tool="asv",
        hint=f"{TIMES}; asv publish and asv show print single results",
        fits=_holds("commit_hash", "env_name", "results"),
    ),
    Harness(
        tool="promptfoo",
        hint=f"{ITEMS}; take results.results[], with the provider as algorithm and testIdx as instance",
        fits=lambda record: {"prompts", "results", "version"} <= set(_first(record, "results")),
    ),
    Harness(
        tool="deepeval",
        hint=f"{ITEMS}; take testCases[].metricsData",
        fits=_holds("testCases"),
    ),
    Harness(
        tool="lighteval",
        hint=f"{LONG}; take results[task][metric], with config_general.model_name as algorithm",
        fits=_holds("config_general", "results"),
    ),
    Harness(
        tool="HELM",
        hint=f"{ITEMS}; take the mean of every entry of stats, with instance_id as instance",
        fits=lambda record: (
            (
                isinstance(record, list)
                and bool(record)
                and isinstance(record[0], Mapping)
                and {"instance_id", "stats"} <= set(record[0])
            )
            or _holds("scenario_spec", "adapter_spec")(record)
        ),
    ),
    Harness(
        tool="MTEB",
        hint=f"{LONG}; take main_score of every split, with task_name as dataset",
        fits=_holds("task_name", "scores"),
    ),
    Harness(
        tool="Every Eval Ever",
        hint=f"{LONG}; take evaluation_results[].score_details.score",
        fits=_holds("schema_version", "evaluation_results"),
    ),
    Harness(
        tool="criterion.rs",
        hint=f"{STARTS}, and take the median of times divided by iters of each sample.json",
        fits=lambda record: _holds("iters", "times")(record) or _holds("group_id", "function_id")(record),
    ),
    Harness(
        tool="an arena of pairwise votes",
        hint="compare algorithms on scores; votes between pairs are not read",
        columns=frozenset({"model_a", "model_b", "winner"}),
    ),
)
# Files that are no text, by the end of their names.
ENDINGS: Mapping[str, str] = {".eval": "Inspect"}


def refuse_harness(record: Any, name: str) -> None:
    """Raise for an object that a known harness wrote, whose files are not read yet.

    Examples
    --------
    >>> refuse_harness({"machine_info": {}, "benchmarks": []}, "0001.json")
    Traceback (most recent call last):
    benchreport.errors.ReadError: '0001.json' is a file of pytest-benchmark, which is not read yet
    hint: make a table with a row per run: algorithm, dataset, run, time; run it several times, since rounds ...
    """
    columns = record[0] if isinstance(record, list) and record and isinstance(record[0], Mapping) else {}
    for harness in HARNESSES:
        if harness.fits(record) or (harness.columns and harness.columns <= set(columns)):
            raise _refusal(harness, name)


def refuse_harness_table(columns: Collection[str], name: str) -> None:
    """Raise for the columns of a table that a known harness wrote and that holds summaries, not runs.

    Examples
    --------
    >>> refuse_harness_table(["command", "mean", "stddev", "median", "user", "system", "min", "max"], "t.csv")
    Traceback (most recent call last):
    benchreport.errors.ReadError: 't.csv' is a file of hyperfine, which is not read yet
    hint: make a table with a row per run: algorithm, dataset, run, time; take results[].times, with the command ...
    """
    for harness in HARNESSES:
        if harness.columns and harness.columns <= set(columns):
            raise _refusal(harness, name)


def refuse_harness_ending(ending: str, name: str) -> None:
    """Raise for a file whose ending says which harness wrote it."""
    for harness in HARNESSES:
        if harness.tool == ENDINGS.get(ending):
            raise _refusal(harness, name)


def _refusal(harness: Harness, name: str) -> ReadError:
    return ReadError(f"{name!r} is a file of {harness.tool}, which is not read yet", hint=harness.hint)
