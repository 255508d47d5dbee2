"""benchreport test: the rows of one method."""

from __future__ import annotations

import inspect
from collections.abc import Collection, Sequence
from typing import Any, get_type_hints

import click

from benchreport.cli.flags import SETTINGS, Flag, reference_flag
from benchreport.cli.plan import PLANS
from benchreport.cli.printing import Form, busy, output_options, print_rows
from benchreport.cli.reading import READING, comma_separated, read_table, settings_of, study_of, table_options
from benchreport.errors import OptionError
from benchreport.method import Method
from benchreport.options import FILLING, in_parameters
from benchreport.registry import METHODS
from benchreport.running import (
    TABLES,
    adjusted_rows,
    completed,
    function_over_tables,
    of_variant,
    refuse_policy,
    with_variant,
)
from benchreport.values import fitted, form

POOLED = "none"
INSTEAD = {"critical_difference": "benchreport test nemenyi TABLE gives it: estimate to ci_high"}


@click.command()
@click.argument("method")
@click.argument("source")
@click.option("--by", multiple=True, metavar="A,B", help="Columns whose groups are tested separately; none pools.")
@reference_flag("Compare all others with this algorithm only.")
@click.option("--alternative", type=click.Choice(["two-sided", "greater", "less"]), help="greater: a is better than b.")
@click.option("--variant", help="A named form of the method; `benchreport methods METHOD` lists them.")
@click.option("--ties", help="How ties are treated.")
@click.option("--zeros", help="How blocks without a difference are treated.")
@click.option("--reduce", type=click.Choice(["mean", "median"]), help="How several runs of a block become one value.")
@click.option("--constant", type=float, help="The value to compare with, for tests of one algorithm.")
@click.option("--margin", type=float, help="What counts as equivalent, in the metric's own units.")
@click.option("--loss", help="Which loss of a prediction is compared, such as zero_one or squared.")
@click.option("--positive", help="The positive class of a table of predictions.")
@click.option("--draws", type=int, help="How many random draws.")
@click.option("--seed", type=int, help="Seed of the random draws. Default: 0.")
@click.option("--alpha", type=float, help="Level of intervals and decisions. Default: 0.05.")
@click.option("--missing", type=click.Choice(FILLING), help="What to do about missing results. Default: refuse.")
@click.option(
    "--adjustment", "--adjust", cls=Flag, metavar="NAME", help="Adjust p-values for multiplicity, such as holm."
)
@click.option("--family", metavar="A,B", help="Columns that delimit a family to adjust; 'all' makes it one.")
@SETTINGS
@table_options
@click.option("--all", "whole", is_flag=True, help="Print all columns, however wide.")
@output_options
def test(method: str, source: str, form: Form | None, whole: bool, **values: Any) -> None:
    """Run one METHOD on a table of scores, predictions or counts and print its rows."""
    function = function_over_tables(method, instead)
    record = METHODS[method]
    study = study_of(source, {name: values.pop(name) for name in READING})
    policy: Any = values.pop("missing") or study.stated_option("missing") or "refuse"
    adjustment, family = values.pop("adjustment"), values.pop("family")
    values["by"] = _groups(values["by"])
    takes = inspect.signature(function).parameters
    settings = in_parameters(settings_of(values.pop("settings"), "--set draws=999"), takes)
    variant = (values | settings).get("variant")
    given = {name: value for name, value in (values | settings).items() if value is not None}
    options = _options(method, takes, with_variant(method, given))
    hints = get_type_hints(function)
    options |= {name: fitted(name, options[name], hints.get(name, Any)) for name in settings if name in options}
    # What a study declares for all its tests does not stop a method that has no use for it.
    for name, value in (("by", study.by), ("control", study.options.reference), ("alpha", study.options.alpha)):
        if name in takes and value is not None:
            options.setdefault(name, value)
    refuse_policy(method, policy, "--missing")
    _refuse_lacking(method, takes, options, hints)
    with busy(f"computing {method}"):
        table, shape = read_table(study, (record.shape, *record.also), method, missing=policy)
        table, own = completed(method, table, policy, options, shape=shape, alpha=study.options.alpha)
        rows = of_variant(method, function(table, **options, **own), variant)
        if adjustment is not None or family is not None or "p_value" in rows.columns:
            columns = None if family is None else [] if family == "all" else comma_separated(family, "--family metric")
            rows = adjusted_rows(method, rows, adjustment or study.stated_option("adjust"), columns)
    print_rows(rows, form or ("all" if whole else None))


def _groups(words: Sequence[str]) -> list[str] | None:
    """Return the columns to group by; the word none pools all rows."""
    names = comma_separated(",".join(words), "--by dataset,metric, or --by none") if words else None
    return [] if names == [POOLED] else names


def instead(record: Method) -> str:
    """Return where a method is found that is not computed from a table.

    Examples
    --------
    >>> instead(METHODS["holm"])
    'benchreport test METHOD TABLE --adjust holm'
    """
    if record.id in INSTEAD:
        return INSTEAD[record.id]
    if record.shape == "rows" and record.table is not None:
        return f"it takes the rows of a test: br.{record.id} in Python"
    if record.shape == "rows":
        return f"benchreport test METHOD TABLE --adjust {record.id}"
    if record.id in PLANS:
        return f"it takes plain numbers: benchreport plan {record.id} --help"
    if record.kind == "measure":
        return f"benchreport measure PREDICTIONS -o scores.csv --metrics {record.id}"
    return f"it takes plain numbers: br.{record.id} in Python"


def _options(method: str, takes: Collection[str], values: dict[str, Any]) -> dict[str, Any]:
    for name in values:
        if name not in takes or name in TABLES:
            listed = {_flag(option) for option in takes if option not in TABLES}
            listed |= {"--missing"} if METHODS[method].shape == "scores" else set()
            listed |= {"--adjust", "--family"} if METHODS[method].null else set()
            hint = f"its options are {', '.join(sorted(listed))}" if listed else "it takes a table and nothing else"
            raise OptionError(f"{method} has no option {_flags().get(name, f'--{name}')}", hint=hint)
    return values


def _flags() -> dict[str, str]:
    return {str(option.name): option.opts[-1] for option in test.params if isinstance(option, click.Option)}


def _flag(name: str) -> str:
    """Return how an option of a method is given: by a flag of its own, or by its name."""
    return _flags().get(name, f"--set {name}=…")


def flag_of_option(name: str, hint: Any) -> str:
    """Return how an option of a method is given, with what stands for its value.

    Examples
    --------
    >>> flag_of_option("constant", float), flag_of_option("sigma", float)
    ('--constant VALUE', '--set sigma=VALUE')
    """
    metavars = {option.name: option.metavar for option in test.params}
    flag = _flags().get(name)
    return f"--set {form(name, hint)}" if flag is None else f"{flag} {metavars[name] or 'VALUE'}"


def _refuse_lacking(method: str, takes: Any, options: dict[str, Any], hints: dict[str, Any]) -> None:
    for name, option in takes.items():
        if option.default is inspect.Parameter.empty and name not in TABLES and name not in options:
            raise OptionError(f"{method} needs the option {name!r}", hint=flag_of_option(name, hints.get(name, Any)))
