"""benchreport test: one method, as a table."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, get_type_hints

import click

from benchreport.cli.flags import Flag, reference_flag
from benchreport.cli.plan import PLANS
from benchreport.cli.printing import Form, busy, output_options, print_rows
from benchreport.cli.reading import READING, comma_separated, read_table, settings_of, study_of, table_options
from benchreport.errors import OptionError, did_you_mean
from benchreport.options import in_parameters
from benchreport.study import POLICIES
from benchreport.values import fitted, form

if TYPE_CHECKING:
    from benchreport.method import Method

INSTEAD = {"critical_difference": "benchreport test nemenyi TABLE gives it: estimate to ci_high"}
# Read from the table, not from the command line.
TABLES = ("table", "predictions", "scores")


@click.command(short_help="Run one method on a table.")
@click.argument("method")
@click.argument("source")
@click.option("--by", multiple=True, metavar="A,B", help="Columns whose groups are tested separately.")
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
@click.option("--missing", type=click.Choice(POLICIES), help="What to do about missing results. Default: refuse.")
@click.option(
    "--adjustment",
    "--adjust",
    "adjustment",
    cls=Flag,
    metavar="NAME",
    help="Adjust p-values for multiplicity, such as holm.",
)
@click.option("--family", metavar="A,B", help="Columns that delimit a family to adjust; 'all' makes it one.")
@click.option(
    "--set",
    "settings",
    multiple=True,
    metavar="NAME=VALUE",
    help="Any further option; VALUE may be JSON.",
)
@table_options
@output_options
def test(method: str, source: str, form: Form | None, **given: Any) -> None:
    """Run one METHOD on a table of scores, predictions or counts and print its rows."""
    from benchreport.running import adjusted_rows, completed, refuse_policy

    record, function = _function(method)
    study = study_of(source, {name: given.pop(name) for name in READING})
    policy: Any = given.pop("missing") or study.stated_option("missing") or "refuse"
    adjustment, family = given.pop("adjustment"), given.pop("family")
    given["by"] = comma_separated(",".join(given["by"]), "--by dataset,metric") if given["by"] else None
    takes = inspect.signature(function).parameters
    settings = in_parameters(settings_of(given.pop("settings"), "--set draws=999"), takes)
    options = _options(method, function, given | settings)
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
        rows = function(table, **options, **own)
        if adjustment is not None or family is not None or "p_value" in rows.columns:
            columns = None if family is None else [] if family == "all" else comma_separated(family, "--family metric")
            rows = adjusted_rows(method, rows, adjustment or study.stated_option("adjust"), columns)
    print_rows(rows, form)


def _function(method: str) -> tuple[Method, Callable[..., Any]]:
    from benchreport.registry import METHODS
    from benchreport.running import runnable_methods

    names = runnable_methods()
    if method not in METHODS:
        raise OptionError(f"method {method!r} is not known", hint=did_you_mean(method, names))
    record = METHODS[method]
    if record.id not in names or record.table is None:
        raise OptionError(f"{method} is not computed from a table", hint=INSTEAD.get(method) or _instead(method))
    return record, record.table


def _instead(method: str) -> str:
    from benchreport.registry import METHODS

    record = METHODS[method]
    if record.shape == "rows" and record.table is not None:
        return f"it takes the rows of a test: br.{method} in Python"
    if record.shape == "rows":
        return f"benchreport test METHOD TABLE --adjust {method}"
    if method in PLANS:
        return f"it takes plain numbers: benchreport plan {method} --help"
    if record.kind == "measure":
        return f"benchreport measure PREDICTIONS -o scores.csv --metrics {method}"
    return f"it takes plain numbers: br.{method} in Python"


def _options(method: str, function: Callable[..., Any], given: dict[str, Any]) -> dict[str, Any]:
    takes = inspect.signature(function).parameters
    options = {name: value for name, value in given.items() if value is not None}
    for name in options:
        if name not in takes or name in TABLES:
            known = [_flag(option) for option in sorted(takes) if option not in TABLES]
            hint = f"its options are {', '.join(known)}" if known else "it takes a table and nothing else"
            raise OptionError(f"{method} has no option {_flags().get(name, f'--{name}')}", hint=hint)
    return options


def _flags() -> dict[str, str]:
    return {str(option.name): option.opts[-1] for option in test.params if isinstance(option, click.Option)}


def _flag(name: str) -> str:
    """Return how an option of a method is given: by a flag of its own, or by its name."""
    return _flags().get(name, f"--set {name}=…")


def _refuse_lacking(method: str, takes: Any, options: dict[str, Any], hints: dict[str, Any]) -> None:
    flags = _flags()
    for name, option in takes.items():
        if option.default is inspect.Parameter.empty and name not in TABLES and name not in options:
            said = f"{flags[name]} VALUE" if name in flags else f"--set {form(name, hints.get(name, Any))}"
            raise OptionError(f"{method} needs to be told {name!r}", hint=said)
