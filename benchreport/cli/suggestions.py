"""Commands that fit a table: each is tried on it before it is printed."""

from __future__ import annotations

import shlex
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from math import factorial, log
from typing import TYPE_CHECKING, Any

import click

from benchreport.errors import BenchreportError
from benchreport.options import PAIR_TEST, Options

if TYPE_CHECKING:
    import polars as pl

    from benchreport.tables.schema import TableKind

# What is tried, in this order, on each kind of table.
TRIED: Mapping[TableKind, tuple[tuple[str, ...], ...]] = {
    "scores": (
        ("plot", "cd", "ranks.pdf"),
        ("test", "friedman"),
        ("test", PAIR_TEST),
        ("test", "corrected_resampled_t"),
        ("plot", "box", "scores.pdf"),
        ("test", "mann_whitney"),
        ("plot", "strip", "scores.pdf"),
        ("table", "table.tex"),
    ),
    "predictions": (
        ("measure", "scores.csv"),
        ("test", "mcnemar"),
        ("test", "ci_wilson"),
        ("plot", "confusion", "confusion.pdf"),
        ("plot", "absolute_errors", "errors.pdf"),
        ("test", "mean_loss_t"),
    ),
    "counts": (("measure", "scores.csv"), ("test", "ci_wilson"), ("plot", "error_plane", "errors.pdf")),
}
# What ``measure`` computes or does not read.
MEASURED = ("--metrics", "--metric", "--direction", "--factor")
MOST = 3
# A box of fewer values shows nothing that the values do not.
FEWEST_BOXED = 3
FEWEST_RANKED = 3
# Trying takes as long as the commands themselves; larger tables would make a check slow.
MOST_ROWS = 200_000


def commands_for(table: pl.DataFrame, kind: TableKind, source: str, reading: Mapping[str, Any]) -> list[str]:
    """Return up to three commands that work on a table, in the words of the shell, with the options it is read by."""
    if table.height > MOST_ROWS:
        return []
    flags = reading_flags(reading)
    if kind == "scores":
        table, metrics = _directed(table)
        flags += ["--metrics", ",".join(metrics)] if metrics and not reading.get("metrics") else []
    commands = []
    for action, *words in TRIED[kind]:
        more = _tried(action, words[0], table, kind, reading.get("factors") or ())
        if more is None:
            continue
        name = [words[0]] if action in ("plot", "test") else []
        output = ["-o", words[-1]] if action != "test" else []
        taken = _without(flags, MEASURED if action == "measure" else ("--metrics",) if "--metrics" in more else ())
        commands.append(shlex.join(["benchreport", action, *name, source, *output, *more, *taken]))
        if len(commands) == MOST:
            break
    return commands


def reading_flags(reading: Mapping[str, Any]) -> list[str]:
    """Return the options by which a table is read as words of the shell."""
    options = {option.name: option for option in click.get_current_context().command.params}
    words: list[str] = []
    for name, value in reading.items():
        if not value:
            continue
        flag = options[name].opts[-1]
        if value is True:
            words.append(flag)
        else:
            words += [word for text in ([value] if isinstance(value, str) else value) for word in (flag, str(text))]
    return words


def _without(flags: Sequence[str], names: Sequence[str]) -> list[str]:
    """Return flags without those of these names and their values."""
    named = {place for place, word in enumerate(flags) if word in names}
    return [word for place, word in enumerate(flags) if place not in named and place - 1 not in named]


def _directed(table: pl.DataFrame) -> tuple[pl.DataFrame, list[str]]:
    """Return the scores whose direction is known, and their metrics where there are others."""
    import polars as pl

    directed = table.filter(pl.col("direction").is_not_null())
    names = directed.get_column("metric").unique(maintain_order=True).cast(pl.String).to_list()
    return directed, names if directed.height < table.height else []


def _tried(action: str, word: str, table: pl.DataFrame, kind: TableKind, factors: Sequence[str]) -> list[str] | None:
    """Return the further words that a command needs on a table; None where it does not work at all."""
    for trial, words in _trials(action, word, table, kind, factors):
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                if trial():
                    return words
        except BenchreportError:
            continue
    return None


def _trials(
    action: str, word: str, table: pl.DataFrame, kind: TableKind, factors: Sequence[str]
) -> Iterator[tuple[Callable[[], bool], list[str]]]:
    import benchreport as br

    if action == "measure":
        yield (lambda: bool(br.measure(table).height)), []
        yield (lambda: bool(br.measure(table, weighted=True).height)), ["--weighted"]
    elif action == "table":
        yield (lambda: bool(br.table_of(table).columns)), []
    elif action == "plot":
        if kind != "scores":
            yield (lambda: bool(br.plot(word, table))), []
            return
        metric = str(table.get_column("metric").first())  # a figure shows one
        yield (lambda: _is_drawn(word, table)), []
        yield (lambda: _is_drawn(word, table, metric=metric)), ["--metrics", metric]
    else:
        k = table.get_column("algorithm").n_unique() if word == "friedman" else 0
        yield (lambda: _is_computed(br.run(word, table), k)), []
        if kind == "scores":
            gaps: dict[str, Any] = {"missing": "drop_blocks"}
            yield (lambda: _is_computed(br.run(word, table, **gaps), k)), ["--missing", "drop_blocks"]
        if kind == "scores" and factors:
            by = [*factors, "metric"]
            words = ["--by", ",".join(by)]
            yield (lambda: _is_computed(br.run(word, table, by=by), k)), words
            yield (lambda: _is_computed(br.run(word, table, by=by, **gaps), k)), [*words, "--missing", "drop_blocks"]


def _is_computed(rows: pl.DataFrame, k: int = 0) -> bool:
    """Return whether a test was made that its number of blocks lets become significant, Friedman's of k algorithms."""
    import polars as pl

    from benchreport.remarks import about

    if "status" not in rows.columns:
        return rows.height > 0
    made = rows.filter(pl.col("status") == "ok", ~about("unreachable").fill_null(False))
    if k:  # the least p-value of Friedman's test is one of all orders of k algorithms on all datasets but one
        made = made.filter((pl.col("n") - 1) * log(factorial(k)) >= -log(Options().alpha))
    return made.height > 0


def _is_drawn(word: str, table: pl.DataFrame, **options: Any) -> bool:
    """Return whether a figure of scores is drawn and can show a difference: boxes of values, bars that end."""
    import benchreport as br

    whole = br.complete(table, "drop_blocks")
    if word == "box" and (whole.group_by("metric", "algorithm").len().get_column("len") < FEWEST_BOXED).all():
        return False
    if word == "cd" and whole.get_column("algorithm").n_unique() < FEWEST_RANKED:
        return False
    able = word != "cd" or _is_computed(br.run(PAIR_TEST, whole, adjust=Options().adjust))
    return able and bool(br.plot(word, whole, **options))
