"""What does a study file declare?"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import MISSING, Field, dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from benchreport.asked import FILLING, Asked, asked_for
from benchreport.errors import BenchreportError, StudyError, did_you_mean
from benchreport.files import is_folder_name

Words = Mapping[str, str]
# What may be done about missing results, in reports and in single tests.
POLICIES = FILLING
# What a report asks for under a name of its own.
SPELT = {"control": "baseline", "adjust": "adjustment"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A benchmark study as declared in TOML: the table, what its columns mean, how to compare, what to write.

    ``asked`` is what the report should be; ``missing`` and ``adjust`` stay open where nothing was said, for single
    tests have defaults of their own.

    Examples
    --------
    >>> Study(scores="scores.csv", asked=Asked(baseline="RandomForest")).asked.alpha
    0.05
    """

    scores: str
    predictions: str | None = None
    columns: Words = field(default_factory=dict)
    directions: Words = field(default_factory=dict)
    metric: str | None = None
    metrics: list[str] = field(default_factory=list)
    dataset: str | None = None
    factors: list[str] = field(default_factory=list)
    design: str | None = None
    groups: Words = field(default_factory=dict)
    encoding: str = "utf8"
    query: str | None = None
    by: list[str] | None = None
    missing: str | None = None
    adjust: str | None = None
    templates: str | None = None
    siunitx: bool = False
    outputs: list[str] = field(default_factory=list)
    asked: Asked = field(default_factory=Asked)


TEXT, LIST, TABLE, NUMBER = str, list, dict, (float, int)
KINDS: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "scores": (TEXT, "a path to the table of scores, predictions or counts"),
    "predictions": (TEXT, "a path to the predictions behind the scores"),
    "title": (TEXT, "a text"),
    "outputs": (LIST, "a list of files or folders to write, such as report.html"),
    "columns": (TABLE, "a table of own name = canonical name"),
    "directions": (TABLE, "a table of metric = 'higher' or 'lower'"),
    "metric": (TEXT, "a text"),
    "metrics": (LIST, "a list of metrics to keep"),
    "dataset": (TEXT, "a text"),
    "factors": (LIST, "a list of column names"),
    "design": (TEXT, "how the runs came about: 'kfold_cv', 'repeated_holdout', 'seeds' and so on"),
    "groups": (TABLE, "a table of dataset = family, for datasets that are variants of one source"),
    "encoding": (TEXT, "a text"),
    "query": (TEXT, "a text"),
    "joint": (LIST, "a list of metrics to compare together, as vectors"),
    "by": (LIST, "a list of column names"),
    "control": (TEXT, "the name of an algorithm"),
    "missing": (TEXT, "a policy"),
    "alpha": (NUMBER, "a number between 0 and 1"),
    "adjust": (TEXT, "an adjustment"),
    "family": (TEXT, "'metric' or 'all': over what pairwise tests are adjusted"),
    "scales": (TABLE, "a table of metric = 'share', 'area', 'correlation' or 'ratio' (a metric with a unit)"),
    "positive": ((TEXT, TABLE), "the positive class of predictions or counts, or a table of dataset = class"),
    "sections": (LIST, "a list of sections, in order; '...' stands for those not named"),
    "omit": (LIST, "a list of sections to leave out"),
    "tests": (TABLE, "a table of question = method"),
    "rope": ((*NUMBER, TABLE), "a difference that does not matter, or a table of metric = difference"),
    "margin": ((*NUMBER, TABLE), "an equivalence margin, or a table of metric = margin"),
    "subsets": ((TEXT, TABLE), "'size', a column of the table, or a table of name = list of datasets"),
    "complexity": (LIST, "a list of algorithms, simplest first"),
    "costs": (TABLE, "a table of actual class = {predicted class = cost}"),
    "names": (TABLE, "a table of algorithm = name to print"),
    "labels": (TABLE, "a table of metric = name to print"),
    "colours": (TABLE, "a table of algorithm = '#rrggbb'"),
    "templates": (TEXT, "a folder whose templates are used before ours"),
    "theme": (TEXT, "the look of the report"),
    "siunitx": (bool, "true or false: LaTeX tables with siunitx columns"),
    "seed": (int, "a whole number"),
}
# What is a table or list of something else than texts.
INNER: Mapping[str, type | tuple[type, ...]] = {"rope": NUMBER, "margin": NUMBER, "subsets": list, "costs": dict}


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
    if path.exists() and not path.is_file():
        raise StudyError(f"{str(path)!r} is not a file", hint="a study is a text file such as study.toml")
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as problem:
        raise StudyError(f"no study file {str(path)!r}", hint="benchreport check TABLE works without one") from problem
    except UnicodeDecodeError as problem:
        raise StudyError(f"{path.name} is not UTF-8 text", hint="save it as UTF-8") from problem
    study = study_from(text, path.name)
    tables = {name: getattr(study, name) for name in ("scores", "predictions")}
    here: dict[str, Any] = {name: _beside(path, value) for name, value in tables.items() if value}
    if study.templates:
        here["templates"] = str(path.parent / study.templates)
    return replace(study, **here, outputs=[_output_beside(path, output) for output in study.outputs])


def study_from(text: str, name: str = "the recipe") -> Study:
    """Read the text of a study file.

    Examples
    --------
    >>> study_from('scores = "scores.csv"\\ncontrol = "kNN"').asked.baseline
    'kNN'
    """
    try:
        declared = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        hint = "texts stand in quotes, name = 'text'"
        raise StudyError(f"{name} is not valid TOML: {problem}", hint=hint) from problem
    for key, value in declared.items():
        check_option(name, key, value)
    if "scores" not in declared:
        raise StudyError(f"{name} names no table", hint="scores = 'scores.csv'")
    own = {one.name for one in fields(Study)} - {"asked"}
    return with_wishes(Study(**{key: value for key, value in declared.items() if key in own}), declared, name)


def with_wishes(study: Study, said: Mapping[str, Any], name: str = "the study") -> Study:
    """Add what is asked of the report, in the words of a study file.

    Examples
    --------
    >>> with_wishes(Study(scores="scores.csv"), {"control": "kNN", "adjust": "hommel"}).asked.adjustment
    'hommel'
    """
    known = {one.name for one in fields(Asked)}
    wishes = {one.name: getattr(study.asked, one.name) for one in fields(Asked)}
    wishes |= {SPELT.get(key, key): value for key, value in said.items() if SPELT.get(key, key) in known}
    open_ones = {key: said[key] for key in ("missing", "adjust", "metrics") if said.get(key)}
    try:
        return replace(study, asked=asked_for(wishes), **open_ones)
    except BenchreportError as problem:
        raise StudyError(f"{name}: {problem.problem}", hint=problem.hint) from problem


def _beside(path: Path, table: str) -> str:
    return table if "://" in table else str(path.parent / table)


def _output_beside(path: Path, output: str) -> str:
    """Return where an output of a study goes; no name stays none, and the slash of a folder stays behind it."""
    if not output.strip():
        return ""
    return f"{path.parent / output}{'/' if is_folder_name(output) else ''}"


def check_option(name: str, key: str, value: Any) -> None:
    """Refuse an option of a study that is not known or of another kind; ``name`` says where it was given.

    Examples
    --------
    >>> check_option("study.toml", "alpha", "small")
    Traceback (most recent call last):
    benchreport.errors.StudyError: study.toml: alpha is 'small'
    hint: alpha is a number between 0 and 1
    """
    if key not in KINDS:
        raise StudyError(f"{name}: {key!r} is not an option of a study", hint=did_you_mean(key, KINDS))
    kind, meaning = KINDS[key]
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    right = isinstance(value, kind) and (kind is bool or not isinstance(value, bool))
    if not right or not all(isinstance(word, INNER.get(key, str)) for word in inner):
        raise StudyError(f"{name}: {key} is {value!r}", hint=f"{key} is {meaning}")
    if key == "alpha" and not 0 < value < 1:
        raise StudyError(f"{name}: alpha is {value!r}", hint=f"alpha is {meaning}")
    if key == "missing" and value not in POLICIES:
        raise StudyError(f"{name}: missing is {value!r}", hint=did_you_mean(str(value), POLICIES))


def study_text(study: Study) -> str:
    """Write a study as a study file, leaving out what is as by default.

    Examples
    --------
    >>> print(study_text(Study(scores="scores.csv", directions={"gain": "higher"}, asked=Asked(alpha=0.1))))
    scores = "scores.csv"
    alpha = 0.1
    <BLANKLINE>
    [directions]
    "gain" = "higher"
    """
    said = _unusual(study, ("outputs", "asked"))
    own_words = {given: word for word, given in SPELT.items()}
    said |= {own_words.get(name, name): value for name, value in _unusual(study.asked).items()}
    plain = [f"{name} = {_toml(value)}" for name, value in said.items() if not isinstance(value, Mapping)]
    tables = [
        "\n".join([f"[{name}]", *(f"{json.dumps(key)} = {_toml(word)}" for key, word in value.items())])
        for name, value in said.items()
        if isinstance(value, Mapping)
    ]
    return "\n\n".join(["\n".join(plain), *tables])


def _unusual(record: Any, leave: tuple[str, ...] = ()) -> dict[str, Any]:
    values = {one.name: (getattr(record, one.name), _usual(one)) for one in fields(record) if one.name not in leave}
    return {name: value for name, (value, usual) in values.items() if value != usual}


def _usual(one: Field[Any]) -> Any:
    return one.default_factory() if one.default_factory is not MISSING else one.default


def _toml(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {_toml(word)}" for key, word in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(_toml(word) for word in value) + "]"
    return json.dumps(value, ensure_ascii=False)
