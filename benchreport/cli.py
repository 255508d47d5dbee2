"""The command line: parse, call, print."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.errors import BenchreportError, OptionError, did_you_mean
from benchreport.version import __version__

if TYPE_CHECKING:
    import polars as pl

    from benchreport.study import Study

POLICIES = ("refuse", "available", "drop_blocks", "drop_algorithms", "worst")


class Commands(click.Group):
    """The group of commands; an error a user can cause becomes two lines and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except BenchreportError as problem:
            if ctx.params.get("traceback"):
                raise
            click.echo(f"error: {problem}", err=True)
            ctx.exit(problem.exit_code)
        except (click.ClickException, click.exceptions.Exit, click.Abort, BrokenPipeError):
            raise
        except Exception as problem:
            if ctx.params.get("traceback"):
                raise
            click.echo(f"internal error: {type(problem).__name__}: {problem}", err=True)
            click.echo("hint: run again with `benchreport --traceback …` and report what it prints", err=True)
            ctx.exit(1)

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        """Find a command, suggesting the nearest to a misspelt one."""
        if args and self.get_command(ctx, args[0]) is None and not args[0].startswith("-"):
            raise click.UsageError(f"no command {args[0]!r}; {did_you_mean(args[0], self.list_commands(ctx))}", ctx)
        return super().resolve_command(ctx, args)


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="benchreport")
@click.option("--traceback", is_flag=True, help="Show the full Python traceback of an error.")
def main(traceback: bool) -> None:
    """Turn a table of benchmark results into statistics and reports that can be published.

    \b
    benchreport check scores.csv                    what is in this table?
    benchreport test wilcoxon scores.csv            one method, every pair, every metric
    benchreport methods                             what can be asked
    """


def table_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that say how a table is to be read."""
    for option in reversed(
        [
            click.option("--column", "columns", multiple=True, metavar="OWN=NAME", help="Read column OWN as NAME."),
            click.option(
                "--direction", "directions", multiple=True, metavar="METRIC=WAY", help="Is 'higher' or 'lower' better?"
            ),
            click.option("--metric", help="The metric's name, in a table without one."),
            click.option("--metrics", metavar="A,B", help="The metrics to keep, comma between them."),
            click.option("--factor", "factors", multiple=True, help="A further column that tells rows apart."),
            click.option("--design", help="How the runs came about, such as seeds or repeated_holdout."),
            click.option("--encoding", help="Of text files, such as latin1."),
            click.option("--query", help="SQL, when SOURCE is a database address."),
        ]
    ):
        command = option(command)
    return command


def output_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options for machine-readable output."""
    command = click.option("--csv", "as_csv", is_flag=True, help="Print CSV, all columns.")(command)
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, all columns.")(command)


@main.command(short_help="Say what is in a table.")
@click.argument("source")
@table_options
@output_options
def check(source: str, as_json: bool, as_csv: bool, **reading: Any) -> None:
    """Say what is in a table: design, coverage, ties, missing results, problems.

    SOURCE is a file, a folder, a quoted pattern, a database address, or a study file (.toml).
    """
    from benchreport.tables.describe import describe_counts, describe_predictions
    from benchreport.tables.design import design
    from benchreport.tables.predictions import counts, predictions, table_kind
    from benchreport.tables.read import read_frame

    study = _study(source, reading)
    with busy("reading"):
        frame = read_frame(study.scores, encoding=study.encoding, query=study.query)
        kind = table_kind(frame, dict(study.columns))
        declared = _declared(study)
        readers: dict[str, Callable[..., pl.DataFrame]] = {"predictions": predictions, "counts": counts}
        describers = {"predictions": describe_predictions, "counts": describe_counts}
        if kind == "scores":
            from benchreport.tables.scores import open_scores, recognise

            found = recognise(frame, columns=study.columns, factors=study.factors).sentence()
            table = open_scores(frame, **declared)
            described = design(table)
        else:
            found = f"a table of {kind}"
            table = readers[kind](frame, **declared)
            described = describers[kind](table)
    if as_json or as_csv:
        _print_rows(described, as_json, as_csv)
        return
    from benchreport.document.numbers import integer

    click.echo(f"{Path(study.scores).name}: {integer(frame.height)} rows; {found}")
    click.echo(_sizes(table))
    click.echo()
    if kind == "scores":
        _print_design(described, table)
    else:
        _print_rows(described, as_json, as_csv)


@main.command(short_help="Run one method on a table.")
@click.argument("method")
@click.argument("source")
@click.option("--by", multiple=True, metavar="COLUMN", help="Test groups separately; repeatable. Default: metric.")
@click.option("--control", help="Compare all others with this algorithm only.")
@click.option("--alternative", type=click.Choice(["two-sided", "greater", "less"]), help="greater: a is better than b.")
@click.option("--variant", help="A named form of the method; `benchreport methods METHOD` lists them.")
@click.option("--ties", help="How ties are treated.")
@click.option("--zeros", help="How blocks without a difference are treated.")
@click.option("--reduce", type=click.Choice(["mean", "median"]), help="How several runs of a block become one value.")
@click.option("--alpha", type=float, help="Level of intervals and decisions. Default: 0.05.")
@click.option("--missing", type=click.Choice(POLICIES), help="What to do about missing results. Default: refuse.")
@click.option("--adjust", "adjustment", metavar="NAME", help="Adjust p-values for multiplicity, such as holm.")
@table_options
@output_options
def test(method: str, source: str, as_json: bool, as_csv: bool, **given: Any) -> None:
    """Run one METHOD on a table of scores and print its rows."""
    import inspect

    import benchreport as br
    from benchreport.errors import one_of

    tables = [name for name, record in br.METHODS.items() if record.kind in ("table", "columns")]
    one_of(method, tables, name="method")
    function = getattr(br, method)
    reading = {
        name: given.pop(name)
        for name in ("columns", "directions", "metric", "metrics", "factors", "design", "encoding", "query")
    }
    study = _study(source, reading)
    given["by"] = list(given["by"]) or study.by
    given["control"] = given["control"] or study.control
    given["alpha"] = given["alpha"] if given["alpha"] is not None else study.alpha
    policy: Any = given.pop("missing") or study.missing or "refuse"
    adjustment: Any = given.pop("adjustment") or study.adjust
    known = inspect.signature(function).parameters
    options = {name: value for name, value in given.items() if value is not None}
    if policy == "available":
        options["missing"] = policy
    for name in sorted(set(options) - set(known)):
        if name not in ("alpha", "control"):
            raise OptionError(
                f"{method} has no option --{name}", hint=f"its options are {', '.join(sorted(set(known) - {'table'}))}"
            )
        options.pop(name)
    with busy(f"computing {method}"):
        scores = br.read_scores(study.scores, encoding=study.encoding, query=study.query, **_declared(study))
        if policy not in ("refuse", "available"):
            by = options.get("by", "metric")
            scores = br.complete(scores, policy, by=by)
        rows = function(scores, **options)
        if adjustment is not None:
            rows = br.adjust(rows, adjustment)
    _print_rows(rows, as_json, as_csv)


@main.command(short_help="List the methods, or describe one.")
@click.argument("method", required=False)
@output_options
def methods(method: str | None, as_json: bool, as_csv: bool) -> None:
    """List the methods, or describe one METHOD: question, formula, assumptions, citations."""
    from dataclasses import asdict

    import polars as pl

    from benchreport.catalogue import METHODS
    from benchreport.document.references import reference
    from benchreport.errors import one_of

    if method is None:
        listed = pl.DataFrame([{"id": m.id, "title": m.title, "question": m.question} for m in METHODS.values()])
        _print_rows(listed, as_json, as_csv)
        return
    one_of(method, METHODS, name="method")
    record = METHODS[method]
    if as_json:
        click.echo(json.dumps(asdict(record), indent=1))
        return
    lines = {
        "id": record.id,
        "asks": record.question,
        "computes": record.formula,
        "null": record.null or "none",
        "assumes": "; ".join(record.assumes),
        "variants": ", ".join(record.variants) or "none",
        "estimates": record.estimand or "",
        "effect": record.effect or "",
    }
    click.echo(record.title)
    for name, text in lines.items():
        if text:
            click.echo(f"  {name:<10}{text}")
    for key in record.cites:
        click.echo(f"  {'cites' if key == record.cites[0] else '':<10}{reference(key)}")


@main.command(short_help="Show what comes out, on a published table.")
def demo() -> None:
    """Show what benchreport makes of a published table: C4.5 variants on 14 datasets (Demsar 2006)."""
    import benchreport as br

    source = br.example("demsar2006_auc.csv")
    scores = br.read_scores(source)
    for title, rows in (
        ("What is in the table", None),
        ("Average ranks, 1 is best", br.average_ranks(scores)),
        ("Do the algorithms differ?", _stacked(br.friedman(scores), br.iman_davenport(scores))),
        ("Which pairs differ? Exact Wilcoxon signed-rank tests, Holm", br.adjust(br.wilcoxon(scores), "holm")),
        ("The same by Nemenyi's test on mean ranks", br.nemenyi(scores)),
    ):
        click.secho(title, bold=True)
        if rows is None:
            _print_design(br.design(scores), scores)
        else:
            _print_rows(rows, as_json=False, as_csv=False)
        click.echo()
    click.echo(f"Critical difference at 0.05: {br.critical_difference(4, 14):.3f} ranks")
    click.echo(f"The data: {source}")


@main.command(short_help="Check this machine.")
def doctor() -> None:
    """Check this machine: Python, packages, Pango, fonts; with the fix for each problem."""
    from benchreport.document.machine import examine

    findings = examine()
    width = max(len(finding.what) for finding in findings)
    for finding in findings:
        mark = "ok " if finding.good else "-- " if finding.optional else "!! "
        click.echo(
            f"{mark}{finding.what:<{width}}  {finding.seen}" + ("" if finding.good else f"\n   fix: {finding.fix}")
        )
    if any(not finding.good and not finding.optional for finding in findings):
        raise click.exceptions.Exit(1)


@main.command(short_help="Print a script that completes commands.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print the script that completes commands in a SHELL: eval "$(benchreport completion bash)"."""
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    if kind is None:
        raise OptionError(f"no completion for {shell!r}", hint="choose bash, zsh or fish")
    click.echo(kind(main, {}, "benchreport", "_BENCHREPORT_COMPLETE").source())


@contextlib.contextmanager
def busy(what: str) -> Iterator[None]:
    """Show on a terminal that something is going on."""
    if not sys.stderr.isatty():
        yield
        return
    from rich.console import Console

    with Console(stderr=True).status(what):
        yield


def _study(source: str, reading: dict[str, Any]) -> Study:
    """Join what a study file says with what the options say; options win."""
    from dataclasses import replace

    from benchreport.study import Study, read_study

    study = read_study(source) if source.endswith(".toml") else Study(scores=source)
    said = {name: value for name, value in reading.items() if value}
    for name, kind in (("columns", "--column OWN=NAME"), ("directions", "--direction METRIC=higher")):
        if name in said:
            said[name] = getattr(study, name) | dict(_pair(text, kind) for text in said[name])
    if "factors" in said:
        said["factors"] = list(said["factors"])
    if "metrics" in said:
        said["metrics"] = [name.strip() for name in said["metrics"].split(",") if name.strip()]
    return replace(study, **said)


def _pair(text: str, kind: str) -> tuple[str, str]:
    left, equals, right = text.rpartition("=")
    if not equals or not left or not right:
        raise OptionError(f"{text!r} is not a pair", hint=kind)
    return left, right


def _declared(study: Study) -> Any:
    names = ("columns", "directions", "metric", "metrics", "dataset", "factors", "design")
    return {name: value for name in names if (value := getattr(study, name))}


def _sizes(table: pl.DataFrame) -> str:
    from benchreport.document.numbers import integer

    return ", ".join(
        f"{integer(n)} {name}{'' if n == 1 else 's'}"
        for name in ("algorithm", "dataset", "metric")
        if name in table.columns
        for n in [table.get_column(name).n_unique()]
    )


def _print_design(described: pl.DataFrame, table: pl.DataFrame) -> None:
    """Print a design as a person reads it, then every problem with its remedy."""
    import polars as pl

    from benchreport.document.plain import text_table
    from benchreport.tables.complete import missing_cells

    shown = described.select(
        "metric",
        better=pl.col("direction").cast(pl.String).fill_null("unknown"),
        design="design",
        datasets="n_datasets",
        algorithms="n_algorithms",
        runs=pl.when(pl.col("n_repeats") > 1)
        .then(pl.format("{} x {}", "n_repeats", "n_folds"))
        .otherwise(pl.col("n_folds").cast(pl.String)),
        missing="n_missing",
        partial="n_partial",
        tied="n_tied",
        constant="n_constant",
        paired="paired",
    )
    click.echo(text_table(shown))
    each = described.select("metric", pl.col("note").str.split("; ")).explode("note").drop_nulls()
    for note, metrics in each.group_by("note", maintain_order=True).agg("metric").rows():
        click.echo(f"note: {note} ({', '.join(dict.fromkeys(metrics))})")
    unknown = described.filter(pl.col("direction").is_null()).get_column("metric").unique().sort().to_list()
    for metric in unknown:
        click.echo(f"hint: --direction {metric}=higher or {metric}=lower says it; --metrics … keeps only the others")
    lacking = missing_cells(table.with_columns(pl.col("direction").fill_null("higher")))
    gone = lacking.filter(pl.col("n_missing") == pl.col("n_runs"))
    if gone.height:
        first = [
            f"{row['algorithm']} on {row['dataset']}"
            for row in gone.unique(["dataset", "algorithm"], maintain_order=True).head(5).to_dicts()
        ]
        click.echo(f"missing: {', '.join(first)}{' …' if gone.height > 5 else ''}")
        click.echo("hint: comparisons need a policy: --missing drop_blocks, drop_algorithms, worst or available")


def _stacked(*frames: pl.DataFrame) -> pl.DataFrame:
    import polars as pl

    return pl.concat(frames)


def _print_rows(rows: pl.DataFrame, as_json: bool, as_csv: bool) -> None:
    """Print all columns for a machine; for a person leave out columns that are empty or say the same in every row."""
    import polars as pl

    if as_json:
        click.echo(rows.write_json())
        return
    if as_csv:
        lists = [name for name, kind in rows.schema.items() if isinstance(kind, pl.List)]
        click.echo(rows.with_columns(pl.col(lists).list.join(";")).write_csv(), nl=False)
        return
    from benchreport.document.plain import text_table

    silent = {
        "alpha",
        "law",
        "estimand",
        "effect_name",
        "alternative",
        "adjustment",
        "family",
        "method",
        "variant",
        "status",
    }
    shown, same = [], []
    for name in rows.columns:
        column = rows.get_column(name)
        if column.null_count() == column.len() or (name == "n_dropped" and not column.sum()):
            continue
        if name in silent and column.n_unique() == 1 and rows.height > 0:
            same.append(f"{name} {column[0]}")
        else:
            shown.append(name)
    click.echo(text_table(rows.select(shown)))
    if same:
        click.echo(f"({'; '.join(same)})")
