"""benchreport plan: power, sample sizes and bounds from plain numbers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, Literal, get_args, get_origin, get_type_hints

import click

from benchreport.cli.group import with_exit_codes
from benchreport.cli.printing import Form, busy, output_options, print_rows
from benchreport.errors import OptionError, did_you_mean
from benchreport.values import alternatives

PLANS = (
    "type2_power",
    "sample_size_power",
    "sample_size_hoeffding",
    "model_selection_bound",
    "sample_size_selection",
    "binomial_model",
    "k_disjoint_pairs",
    "resampling_costs",
    "simulate_test_size",
    "power_wilcoxon",
    "power_friedman",
)


SEVERAL = "Several numbers with commas between them give a row each."


class Plans(click.Group):
    """The planning methods; each becomes a command when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the planning methods."""
        return list(PLANS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Return the command of one method, made from its function."""
        return _command(cmd_name) if cmd_name in PLANS else None

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Return a method; raise with the nearest to a misspelt one."""
        if args and args[0] not in PLANS and not args[0].startswith("-"):
            raise OptionError(f"unknown planning method {args[0]!r}", hint=did_you_mean(args[0], PLANS))
        return super().resolve_command(ctx, args)


class Numbers(click.ParamType[Sequence[float]]):
    """Numbers with commas between them."""

    name = "numbers"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Sequence[float]:
        """Read the numbers."""
        try:
            return [float(word) for word in str(value).split(",")]
        except ValueError:
            self.fail(f"{value!r} is not a number, or numbers separated by commas", param, ctx)


@click.group(cls=Plans, invoke_without_command=True)
@output_options
@click.pass_context
def plan(ctx: click.Context, form: Form | None) -> None:
    """Compute power, sample sizes and bounds from plain numbers; without a method, list the methods.

    Several numbers with commas between them give a row each:

    \b
    benchreport plan type2_power --difference 0.01 --sd 0.02 --n 10,20,40
    """
    if ctx.invoked_subcommand is not None:
        if form:
            raise OptionError("--json and --csv belong after the method", hint="benchreport plan type2_power … --json")
        return
    import polars as pl

    from benchreport.registry import METHODS

    listed = pl.DataFrame([{"id": name, "question": METHODS[name].question} for name in PLANS])
    print_rows(listed, form)


def _command(method: str) -> click.Command:
    import benchreport as br
    from benchreport.stats.forms.parameters import parameter_words

    function: Callable[..., Any] = getattr(br, method)

    def run(form: Form | None, **values: Any) -> None:
        with busy(f"computing {method}"):
            rows = function(**{name: value for name, value in values.items() if value is not None})
        print_rows(rows, form)

    question = br.METHODS[method].question
    command = click.command(method, help=question, short_help=question, epilog=with_exit_codes(SEVERAL))(
        output_options(run)
    )
    hints = get_type_hints(function)
    words = parameter_words(function)
    own = [
        _option(name, parameter, hints[name], words[name])
        for name, parameter in inspect.signature(function).parameters.items()
    ]
    command.params = [*own, *command.params]
    return command


def _option(name: str, parameter: inspect.Parameter, hint: Any, words: str) -> click.Option:
    needed = parameter.default is inspect.Parameter.empty
    usual = "" if needed or parameter.default is None else f" Default: {_plain(parameter.default)}."
    flag = f"--{name.replace('_', '-')}"
    return click.Option([flag, name], type=_kind(hint), required=needed, help=f"{words}{usual}".strip())


def _plain(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _kind(hint: Any) -> Any:
    choices = next((get_args(kind) for kind in alternatives(hint) if get_origin(kind) is Literal), None)
    return click.Choice(choices) if choices else {int: click.INT, float: click.FLOAT}.get(hint) or Numbers()
