"""Tables at the command line: the options that say how one is read, and reading it as a method needs it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.terminal import echo
from benchreport.errors import ColumnError, OptionError
from benchreport.files import name_as_text
from benchreport.tables.schema import WRITING

if TYPE_CHECKING:
    import polars as pl

    from benchreport.method import Shape
    from benchreport.options import Options
    from benchreport.study import Study

Decorator = Callable[[Callable[..., Any]], Callable[..., Any]]
# What a study declares of the contents of its table, and how the file is read.
DECLARED = ("columns", "directions", "metric", "metrics", "dataset", "factors", "design", "groups", *WRITING)
READING = (*DECLARED, "encoding", "query", "where")

FORMS = {
    "columns": "--column OWN=NAME",
    "directions": "--direction METRIC=higher",
    "groups": "--group monks-1=monks",
}

# What a table must hold to be one of the shape.
NEEDED = {
    "scores": "scores have a column for the metric and its value, or one per metric",
    "predictions": "predictions have the columns algorithm, instance, truth, and prediction, score or prob_<class>",
    "counts": "counts have the columns algorithm, actual, predicted, n; or tp, fp, fn, tn",
}


QUERY = "One SELECT or WITH, when SOURCE is a database address."


def decorated(command: Callable[..., Any], decorators: Iterable[Decorator]) -> Callable[..., Any]:
    """Return a command with further options; the last of them comes first in its help."""
    for decorate in decorators:
        command = decorate(command)
    return command


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options that say how a table is to be read."""
    options: tuple[Decorator, ...] = (
        click.option("--where", metavar="SQL", help='Keep the rows for which this holds, such as "noise = 0.1".'),
        click.option("--query", help=QUERY),
        click.option("--encoding", help="Of text files, such as latin1."),
        writing_options,
        click.option(
            "--group", "groups", multiple=True, metavar="DATASET=NAME", help="Family of a dataset that is a variant."
        ),
        click.option("--design", help="How the runs came about, such as kfold_cv, seeds or repeated_holdout."),
        click.option("--factor", "factors", multiple=True, help="A further column that tells rows apart."),
        click.option("--dataset", help="The dataset's name, in a table without one."),
        click.option("--metric", help="The metric's name, in a table without one."),
        click.option("--metrics", metavar="A,B", help="The metrics to keep, comma between them."),
        click.option(
            "--direction", "directions", multiple=True, metavar="METRIC=WAY", help="higher or lower is better?"
        ),
        click.option("--column", "columns", multiple=True, metavar="OWN=NAME", help="Read column OWN as NAME."),
    )
    return decorated(command, options)


def writing_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a command with the options that say how the cells of a table are written."""
    from benchreport.cli.flags import flag_of
    from benchreport.study import study_options

    keys = study_options()
    return decorated(command, (flag_of(keys[name]) for name in reversed(WRITING)))


def study_of(source: str, reading: dict[str, Any], *, base: Options | None = None) -> Study:
    """Return a study file joined with the options of a command, which win; a table alone is a study too.

    ``base`` are the options of a table alone, where they are not the usual ones.
    """
    from benchreport.options import Options
    from benchreport.study import Study, merged, read_study

    if not source.strip():
        raise OptionError("no table", hint="benchreport check scores.csv")
    study = read_study(source) if source.endswith(".toml") else Study(scores=source, options=base or Options())
    _warn_of_writing(study.scores)
    declarations = {name: _as_text(value) for name, value in reading.items() if value}
    for name, form in FORMS.items():
        if name in declarations:
            declarations[name] = getattr(study, name) | dict(pair_of(text, form) for text in declarations[name])
    if "factors" in declarations:
        declarations["factors"] = list(declarations["factors"])
    if "metrics" in declarations:
        declarations["metrics"] = comma_separated(declarations["metrics"], "--metrics accuracy,auc")
    study = merged(study, declarations, "the table")
    _refuse_idle_query(study)
    return study


def _refuse_idle_query(study: Study) -> None:
    """Raise where a query is asked of a table that is no database, which would ignore it."""
    from benchreport.tables.reading.read import SUFFIXES

    if study.query and study.scores.lower().endswith(SUFFIXES) and "://" not in study.scores:
        raise OptionError(
            f"{name_as_text(study.scores)!r} is a table, not a database, and takes no query",
            hint="leave out --query, or keep some rows by --where",
        )


def _as_text(value: Any) -> Any:
    if isinstance(value, bool):
        return value
    return name_as_text(value) if isinstance(value, str) else [name_as_text(word) for word in value]


def _warn_of_writing(source: str) -> None:
    """Print a hint where a query could change the database that it reads."""
    if "://" not in source:
        return
    from benchreport.tables.reading.database import LIMITED_ACCOUNT, PORTS, may_write, scheme_of

    if may_write(source) and scheme_of(source) in PORTS:
        echo(f"hint: {LIMITED_ACCOUNT.format(scheme=scheme_of(source))}", err=True)


def declared(study: Study) -> Any:
    """Return what a study declares of its table, as arguments of the readers."""
    from benchreport.tables.reading.read import name_of

    declarations = {name: value for name in DECLARED if (value := getattr(study, name))}
    return {"dataset": name_of(study.scores)} | declarations


def declared_scores(study: Study, missing: str | None = None) -> Any:
    """Return what a study declares of a table of scores; where missing results rank last, so do infinitely bad ones.

    ``missing`` is the policy for missing results, where it is not that of the study.
    """
    policy = missing or study.stated_option("missing")
    return declared(study) | ({"infinite": "missing"} if policy == "worst" else {})


def comma_separated(text: str, form: str) -> list[str]:
    """Return the names of a list with commas."""
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        raise OptionError(f"{text!r} holds no name", hint=form)
    return names


def read_table(
    study: Study, shapes: Sequence[Shape], method: str, *, missing: str | None = None
) -> tuple[pl.DataFrame, Shape]:
    """Read the table of a study as one of the shapes a method takes, and return which it is.

    ``missing`` is the policy for missing results, where it is not that of the study.
    """
    import benchreport as br
    from benchreport.tables.predictions import counts, predictions
    from benchreport.tables.reading.read import read_frame
    from benchreport.tables.reading.rows import kept_rows
    from benchreport.tables.schema import table_kind

    if tuple(shapes) == ("scores",) and study.where is None:
        own = declared_scores(study, missing)
        scores = br.read_scores(study.scores, encoding=study.encoding, query=study.query, **own)
        return _rest(study, with_declared_dataset(study, scores)), "scores"
    frame = read_frame(study.scores, encoding=study.encoding, query=study.query, decimal=study.decimal, categories=True)
    frame = kept_rows(frame, study.where)
    kind = table_kind(frame, study.columns)
    if kind not in shapes and tuple(shapes) != ("scores",):  # else the door of scores says what it is
        kinds = " or ".join(shapes)
        raise ColumnError(f"{method} needs a table of {kinds}, this one holds {kind}", hint=NEEDED[shapes[0]])
    kind = "scores" if tuple(shapes) == ("scores",) else kind
    door = {"scores": br.scores, "predictions": predictions, "counts": counts}[kind]
    declarations = declared_scores(study, missing) if kind == "scores" else declared(study)
    return _rest(study, with_declared_dataset(study, door(frame, **declarations))), kind


def _rest(study: Study, table: pl.DataFrame) -> pl.DataFrame:
    """Return a table without what the study leaves out, after a warning of names that look alike."""
    from benchreport.tables.spellings import FIX, similar_names

    for text in similar_names(table):
        echo(f"warning: {text}; {FIX}", err=True)
    if not study.options.without_algorithms and not study.options.without_datasets:
        return table
    from benchreport.document.evidence.left_out import rest_of

    return rest_of(table, study.options)


def with_declared_dataset(study: Study, table: pl.DataFrame) -> pl.DataFrame:
    """Return a table; raise where the study names its dataset and the table names others itself."""
    datasets = table.get_column("dataset").unique().cast(str).sort().to_list()
    if study.dataset and datasets != [study.dataset]:
        raise OptionError(
            f"the table names its own datasets, so --dataset {study.dataset!r} does not apply",
            hint="leave out --dataset; to keep one dataset, filter the table",
        )
    return table


def pair_of(text: str, form: str, *, first: bool = False) -> tuple[str, str]:
    """Return NAME and VALUE of NAME=VALUE, split at its last equals sign, or at its first."""
    left, equals, right = text.partition("=") if first else text.rpartition("=")
    if not equals or not left or not right:
        raise OptionError(f"{text!r} is not a pair NAME=VALUE", hint=form)
    return left, right


def settings_of(settings: Sequence[str], form: str) -> dict[str, Any]:
    """Read further options, given as NAME=VALUE."""
    pairs = [pair_of(text, form, first=True) for text in settings]
    return {name.replace("-", "_"): value_of(value) for name, value in pairs}


def value_of(text: Any) -> Any:
    """Read JSON, or a table as a study file has it, where a text is one; anything else stays as it is.

    Examples
    --------
    >>> value_of('{pairs = "sign_test"}'), value_of('{"pairs": "sign_test"}'), value_of("{x")
    ({'pairs': 'sign_test'}, {'pairs': 'sign_test'}, '{x')
    """
    try:
        return json.loads(text) if isinstance(text, str) else text
    except ValueError:
        return _inline_table(text) if text.startswith("{") else text


def _inline_table(text: str) -> Any:
    try:
        return tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        return text
