"""What does a study file declare?"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, asdict, dataclass, field
from pathlib import Path
from typing import Any

from benchreport.errors import StudyError, did_you_mean

Words = Mapping[str, str]
# What may be done about missing results: in every test, and in some tests only.
FILLING = ("drop_blocks", "drop_algorithms", "worst")
POLICIES = ("refuse", "available", *FILLING)


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A benchmark study as declared in TOML: the table, what its columns mean, and how to compare.

    Examples
    --------
    >>> Study(scores="scores.csv", control="RandomForest").alpha
    0.05
    """

    scores: str
    title: str = "Benchmark report"
    columns: Words = field(default_factory=dict)
    directions: Words = field(default_factory=dict)
    metric: str | None = None
    metrics: list[str] = field(default_factory=list)
    dataset: str | None = None
    factors: list[str] = field(default_factory=list)
    design: str | None = None
    encoding: str = "utf8"
    query: str | None = None
    by: list[str] | None = None
    control: str | None = None
    missing: str | None = None
    alpha: float = 0.05
    adjust: str | None = None
    positive: str | None = None
    outputs: list[str] = field(default_factory=list)


KINDS: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "scores": (str, "a path"),
    "title": (str, "a text"),
    "columns": (dict, "a table of own name = canonical name"),
    "directions": (dict, "a table of metric = 'higher' or 'lower'"),
    "metric": (str, "a text"),
    "metrics": (list, "a list of metrics to keep"),
    "dataset": (str, "a text"),
    "factors": (list, "a list of column names"),
    "design": (str, "a text"),
    "encoding": (str, "a text"),
    "query": (str, "a text"),
    "by": (list, "a list of column names"),
    "control": (str, "the name of an algorithm"),
    "missing": (str, "a policy"),
    "alpha": ((float, int), "a number between 0 and 1"),
    "adjust": (str, "an adjustment"),
    "positive": (str, "the positive class of a table of predictions"),
    "outputs": (list, "a list of files: .html, .pdf, .md, or a folder for LaTeX"),
}


def read_study(path: str | Path) -> Study:
    """Read a study file; every key is checked, and a misspelt one is named.

    The path of the table is relative to the study file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "study.toml"
    ...     _ = file.write_text('scores = "scores.csv"\\ncontroll = "kNN"')
    ...     read_study(file)
    Traceback (most recent call last):
    benchreport.errors.StudyError: study.toml: 'controll' is not an option of a study
    hint: did you mean 'control'?
    """
    path = Path(path)
    try:
        declared = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as problem:
        raise StudyError(f"no study file {str(path)!r}", hint="benchreport check TABLE works without one") from problem
    except UnicodeDecodeError as problem:
        raise StudyError(f"{path.name} is not UTF-8 text", hint="save it as UTF-8") from problem
    except tomllib.TOMLDecodeError as problem:
        raise StudyError(
            f"{path.name} is not valid TOML: {problem}", hint="texts stand in quotes, name = 'text'"
        ) from problem
    for key, value in declared.items():
        _check(path.name, key, value)
    if "scores" not in declared:
        raise StudyError(f"{path.name} names no table", hint="scores = 'scores.csv'")
    if "://" not in declared["scores"]:
        declared["scores"] = str(path.parent / declared["scores"])
    declared["outputs"] = [str(path.parent / output) for output in declared.get("outputs", [])]
    return Study(**declared)


def _check(name: str, key: str, value: Any) -> None:
    if key not in KINDS:
        raise StudyError(f"{name}: {key!r} is not an option of a study", hint=did_you_mean(key, KINDS))
    kind, meaning = KINDS[key]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    if not isinstance(value, kind) or isinstance(value, bool) or not all(isinstance(word, str) for word in inner):
        raise StudyError(f"{name}: {key} is {value!r}", hint=f"{key} is {meaning}")
    if key == "alpha" and isinstance(value, (float, int)) and not 0 < value < 1:
        raise StudyError(f"{name}: alpha is {value!r}", hint=f"alpha is {meaning}")
    if key == "missing" and value not in POLICIES:
        raise StudyError(f"{name}: missing is {value!r}", hint=did_you_mean(str(value), POLICIES))


def study_text(study: Study) -> str:
    """Write a study as a study file, leaving out what is as by default.

    Examples
    --------
    >>> print(study_text(Study(scores="scores.csv", directions={"gain": "higher"})))
    scores = "scores.csv"
    <BLANKLINE>
    [directions]
    "gain" = "higher"
    """
    plain, tables = [], []
    for name, value in asdict(study).items():
        default = Study.__dataclass_fields__[name]
        usual = default.default_factory() if default.default_factory is not MISSING else default.default
        if value == usual or name == "outputs":
            continue
        if isinstance(value, dict):
            lines = [f"{json.dumps(key)} = {json.dumps(word)}" for key, word in value.items()]
            tables.append("\n".join([f"[{name}]", *lines]))
        else:
            plain.append(f"{name} = {json.dumps(value)}")
    return "\n\n".join(["\n".join(plain), *tables])
