"""Study files: the table, what its columns mean, the options of the report, the files to write."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import field, replace
from pathlib import Path
from typing import Any, Literal

from benchreport.errors import BenchreportError, StudyError
from benchreport.files import is_folder_name
from benchreport.options import Option, Options, described_as, in_new_words, option, options_of, read_options
from benchreport.records import dataclass
from benchreport.resources import resource
from benchreport.values import described, toml_key, toml_text

Words = Mapping[str, str]
# The lines of the example that are no comments.
FILLED_IN = ("scores", "title", "outputs")
BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A benchmark study as declared in TOML: the table, what its columns mean, how to compare, what to write.

    ``options`` is what the report should be. ``stated`` names those of them that single tests have too and that the
    study states: a test keeps its own default for the others.

    Examples
    --------
    >>> Study(scores="scores.csv", options=Options(reference="RandomForest")).options.alpha
    0.05
    """

    scores: str = field(
        metadata=described_as(
            'The table: CSV, Parquet, Arrow, JSON, a folder of them, or a pattern such as "runs/*.csv".',
            example="scores.csv",
        )
    )
    predictions: str | None = option(
        None, "The predictions behind the scores.", example="predictions.parquet", flag=True, metavar="TABLE"
    )
    columns: Words = option(dict, "Your columns, with the names they are read as.", example={"clf": "algorithm"})
    directions: Words = option(
        dict, "Metrics, with 'higher' or 'lower' for what is better.", example={"gain": "higher"}
    )
    metric: str | None = option(None, "The metric's name, in a table without one.", example="accuracy")
    dataset: str | None = option(None, "The dataset's name, in a table without one.", example="iris")
    factors: list[str] = option(list, "Further columns that tell rows apart.", example=["noise"])
    design: str | None = option(
        None,
        "How the runs came about: kfold_cv, repeated_cv, cv52, loo_cv, repeated_holdout, bootstrap_oob or seeds.",
        example="repeated_holdout",
    )
    groups: Words = option(
        dict, "Datasets that are variants of one source, with their family.", example={"monks-1": "monks"}
    )
    decimal: Literal[",", "."] | None = option(
        None, "The sign before decimals: , reads '84,2' as 84.2, . reads '1,234.5' as 1234.5.", example=","
    )
    percent: bool = option(False, "Read '84.2 %' as 0.842.", example=True)
    units: bool = option(False, "Read '12 s' as 12; several units as seconds or bytes.", example=True)
    spread: bool = option(False, "Read '84.2 ± 0.3' and '84.2 (0.3)' as 84.2 with the spread 0.3.", example=True)
    fold_names: bool = option(
        False, "Read names that differ only in case, blanks or look-alikes as the commonest of them.", example=True
    )
    encoding: str = option("utf8", "Encoding of text files.", example="latin1")
    query: str | None = option(
        None, "One SELECT or WITH, when scores is the address of a database.", example="select * from results"
    )
    where: str | None = option(
        None,
        "Keep the rows of the table for which this SQL predicate holds.",
        example="noise = 0.1 and dataset <> 'iris'",
    )
    by: list[str] | None = option(None, "Columns whose groups single tests compare apart.", example=["noise"])
    templates: str | None = option(
        None,
        "A folder whose templates are used before ours; init --templates copies ours.",
        example="templates",
        flag=True,
        metavar="FOLDER",
    )
    siunitx: bool = option(False, "LaTeX tables with siunitx columns.", example=True, flag=True)
    pgf: bool = option(False, "LaTeX figures in the font of the document, as PGF.", example=True, flag=True)
    outputs: list[str] = option(
        list,
        "The files or folders to write; `benchreport build --help` lists the formats.",
        example=["report.html", "report.pdf"],
    )
    options: Options = field(default_factory=Options)
    stated: frozenset[str] = frozenset()

    @property
    def metrics(self) -> list[str]:
        """The metrics to keep, all if none is named."""
        return list(self.options.metrics)

    def stated_option(self, name: str) -> Any:
        """Return an option that single tests have too, or None where the study does not state it."""
        return getattr(self.options, name) if name in self.stated else None


def study_options() -> dict[str, Option]:
    """Return every key of a study file, by name: what declares the table, and the options of a report.

    Examples
    --------
    >>> list(study_options())[:3], study_options()["alpha"].default
    (['scores', 'predictions', 'columns'], 0.05)
    """
    return {**options_of(Study), **options_of(Options)}


def read_study(path: str | Path) -> Study:
    """Read a study file; every key is checked, and a misspelt one is named.

    The path of the table is relative to the study file.

    Examples
    --------
    >>> import tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     file = Path(folder) / "study.toml"
    ...     _ = file.write_text('scores = "scores.csv"\\nrefrence = "kNN"')
    ...     read_study(file)
    Traceback (most recent call last):
    benchreport.errors.StudyError: study.toml: 'refrence' is not an option of a study
    hint: did you mean 'reference'?
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
    beside: dict[str, Any] = {name: _beside(path, value) for name, value in tables.items() if value}
    if study.templates:
        beside["templates"] = str(path.parent / study.templates)
    return replace(study, **beside, outputs=[_output_beside(path, output) for output in study.outputs])


def study_from(text: str, source: str = "the recipe") -> Study:
    """Read the text of a study file.

    Examples
    --------
    >>> study_from('scores = "scores.csv"\\ncontrol = "kNN"').options.reference
    'kNN'
    """
    try:
        declared = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        hint = "texts stand in quotes, name = 'text'"
        raise StudyError(f"{source} is not valid TOML: {problem}", hint=hint) from problem
    study = merged(Study(scores=""), declared, source)
    if "scores" not in declared:
        raise StudyError(f"{source} names no table", hint="scores = 'scores.csv'")
    return study


def merged(study: Study, settings: Mapping[str, Any], source: str, *, commas: bool = False) -> Study:
    """Return a study with settings in the words of a study file; errors name their ``source``.

    At a shell a list may be a text with ``commas``.

    Examples
    --------
    >>> merged(Study(scores="scores.csv"), {"control": "kNN", "adjust": "hommel"}, "--set").options.adjust
    'hommel'
    >>> merged(Study(scores="scores.csv"), {"alpha": "small"}, "study.toml")
    Traceback (most recent call last):
    benchreport.errors.StudyError: study.toml: alpha is 'small'
    hint: alpha is a number, such as 0.01: level of the decisions, between 0 and 1
    """
    keys, about_table = study_options(), options_of(Study)
    try:
        named = in_new_words(settings, keys, "a study")
        declared = {name: keys[name].read(value, commas=commas) for name, value in named.items() if name in about_table}
        about_report = {name: value for name, value in named.items() if name not in about_table}
        options = read_options(about_report, base=study.options, commas=commas)
    except BenchreportError as problem:
        raise StudyError(f"{source}: {problem.problem}", hint=problem.hint) from problem
    stated = study.stated.union(name for name in about_report if keys[name].shared)
    return replace(study, **declared, options=options, stated=stated)


def _beside(path: Path, table: str) -> str:
    return table if "://" in table or table == "-" else str(path.parent / table)


def _output_beside(path: Path, output: str) -> str:
    """Return where an output of a study goes; no name stays none, and the slash of a folder stays behind it."""
    if not output.strip():
        return ""
    if output == "-":
        return output
    return f"{path.parent / output}{'/' if is_folder_name(output) else ''}"


def study_text(study: Study, *, words: Words | None = None) -> str:
    """Return a study as a study file, leaving out what is as by default and the files to write.

    ``words`` are older names to be used for some options.

    Examples
    --------
    >>> print(study_text(Study(scores="scores.csv", directions={"gain": "higher"}, options=Options(alpha=0.1))))
    scores = "scores.csv"
    alpha = 0.1
    <BLANKLINE>
    [directions]
    "gain" = "higher"
    """
    values = {name: getattr(study, name) for name in options_of(Study) if name != "outputs"}
    values |= {name: getattr(study.options, name) for name in options_of(Options)}
    keys = study_options()
    lines = {
        (words or {}).get(name, name): value
        for name, value in values.items()
        if value != keys[name].default or name in study.stated
    }
    plain = [f"{name} = {toml_text(value)}" for name, value in lines.items() if not isinstance(value, Mapping)]
    tables = [
        "\n".join([f"[{name}]", *(f"{toml_key(key)} = {toml_text(inner)}" for key, inner in value.items())])
        for name, value in lines.items()
        if isinstance(value, Mapping)
    ]
    return "\n\n".join(["\n".join(plain), *tables])


def older_words(text: str) -> dict[str, str]:
    """Return the names of options that a recipe has in older words.

    Examples
    --------
    >>> older_words('control = "kNN"')
    {'reference': 'control'}
    """
    used = tomllib.loads(text)
    return {key.name: word for key in study_options().values() for word in key.also if word in used}


def example_text(table: str = "scores.csv") -> str:
    """Return a study file to begin with, in which every key is an example with its meaning.

    Examples
    --------
    >>> print(example_text("runs.csv").splitlines()[7][:29])
    scores = "runs.csv"  # The ta
    """
    keys = study_options()
    lines = {key.name: _example_line(key) for key in keys.values() if not isinstance(_example(key), Mapping)}
    lines["scores"] = lines["scores"].replace(toml_text(keys["scores"].example), toml_text(table))
    commented = {name: f"#{line}" for name, line in lines.items() if name not in FILLED_IN}
    return (
        resource("templates", "study.toml")
        .read_text(encoding="utf8")
        .format(
            table=table,
            filled_in="\n".join(lines[name] for name in FILLED_IN),
            table_lines="\n".join(line for name, line in commented.items() if name in options_of(Study)),
            report_lines="\n".join(line for name, line in commented.items() if name in options_of(Options)),
            tables="\n\n".join(_example_table(key) for key in keys.values() if isinstance(_example(key), Mapping)),
        )
    )


def _example(key: Option) -> Any:
    """Return an example of a value: the one declared, the default, or any value of the type."""
    if key.example is not None:
        return key.example
    placeholders = {"a list": ["NAME"], "a table": {"NAME": "VALUE"}, "a number": 1.0, "a whole number": 1}
    usual = None if key.default in ((), {}, []) else key.default
    return placeholders.get(described(key.type).split(",")[0], "NAME") if usual is None else usual


def _example_line(key: Option) -> str:
    choices = f" One of {', '.join(key.choices)}." if key.choices else ""
    return f"{key.name} = {toml_text(_example(key))}  # {key.help}{choices}"


def _example_table(key: Option) -> str:
    rows = [
        f"#{name if BARE.fullmatch(name) else toml_key(name)} = {toml_text(value)}"
        for name, value in _example(key).items()
    ]
    return "\n".join([f"#[{key.name}]  # {key.help}", *rows])
