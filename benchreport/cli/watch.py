"""benchreport watch: the report, made again whenever its table, study or templates change."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.build import SWITCHES, build_options, build_study, study_to_build
from benchreport.cli.flags import ListCommand
from benchreport.cli.group import failure_words
from benchreport.cli.terminal import echo
from benchreport.errors import BenchreportError, OptionError
from benchreport.records import dataclass

if TYPE_CHECKING:
    from benchreport.study import Study

SECONDS = 0.5
State = Mapping[Path, tuple[int, int]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Built:
    """A build that succeeded: what was written, what the author should know, how long it took."""

    outputs: tuple[str, ...]
    warnings: tuple[str, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Failed:
    """A build that could not be made, and what would help."""

    kind: str
    problem: str
    hint: str


@click.command(cls=ListCommand)
@build_options
def watch(source: str, **values: Any) -> None:
    """Write a report, and again whenever its table, study file or templates change; Ctrl-C ends it.

    Takes what build takes. Where the first report of a table cannot be made, watching ends; later, and with a study
    file, an error is printed and the next change makes the report again.
    """
    _refuse_unwatchable(source, values["outputs"])
    switches = {name: values.pop(name) for name in SWITCHES}
    printed: tuple[str, ...] = ()
    for event in builds(
        source,
        read=lambda: study_to_build(source, values),
        make=lambda study: build_study(study, **switches),
        ticks=_ticks(),
    ):
        _print_event(event, printed)
        printed = event.warnings if isinstance(event, Built) else printed


def builds(
    source: str, *, read: Callable[[], Study], make: Callable[[Study], list[str]], ticks: Iterable[object]
) -> Iterator[Built | Failed]:
    """Yield how each build went: at every tick the files are looked at, and built if they changed.

    What changes while a build runs is noticed at the next tick. Errors of the first build are raised, for they may be
    those of the command line; a study file can be edited, so it is waited for.
    """
    is_study = source.endswith(".toml")
    study = None if is_study else read()
    once = is_study
    built: State | None = None
    for _ in ticks:
        state = state_of(source, study)
        if state == built:
            continue
        built = state
        start = time.perf_counter()
        try:
            study = read()
            built = state_of(source, study)
            warnings = make(study)
        except Exception as problem:  # whatever fails is printed as build prints it, and the next change may fix it
            if not once:
                raise
            kind, words, hint = failure_words(problem, watch, "build")
            yield Failed(kind=kind, problem=words, hint=hint)
        else:
            once = True
            yield Built(outputs=tuple(study.outputs), warnings=tuple(warnings), seconds=time.perf_counter() - start)


def state_of(source: str, study: Study | None) -> State:
    """Return when each file behind a report was written, and how large it is; a missing file has no state.

    Examples
    --------
    >>> from benchreport.resources import example
    >>> from benchreport.study import Study
    >>> table = str(example("demsar2006_auc.csv"))
    >>> [path.name for path in state_of(table, Study(scores=table))]
    ['demsar2006_auc.csv']
    """
    states = {}
    for path in _files(source, study):
        with suppress(OSError):  # it was deleted a moment ago, and that is its state
            entry = path.stat()
            states[path] = (entry.st_mtime_ns, entry.st_size)
    return states


def _files(source: str, study: Study | None) -> Iterator[Path]:
    from benchreport.tables.reading.read import URI, table_files

    if source.endswith(".toml"):
        yield Path(source)
    if study is None:
        return
    for table in (study.scores, study.predictions):
        if table is not None and not URI.match(table):
            with suppress(BenchreportError):  # the build prints it; the next change is waited for
                yield from table_files(table)
    if study.templates is not None:
        yield from (path for path in sorted(Path(study.templates).rglob("*")) if path.is_file())


def _refuse_unwatchable(source: str, outputs: Sequence[str]) -> None:
    from benchreport.document.write import output_of
    from benchreport.tables.reading.read import URI
    from benchreport.tables.reading.streams import is_stream

    for output in outputs:
        output_of(output)
    if URI.match(source) or is_stream(source):
        word = "a database" if URI.match(source) else "standard input or a pipe"
        raise OptionError(f"{word} cannot be watched", hint="benchreport build makes the report once")
    if source.endswith(".toml") and not Path(source).exists():
        raise OptionError(
            f"no study file {source!r}", hint="benchreport watch study.toml, or a table and -o report.html"
        )


def _ticks() -> Iterator[None]:
    while True:
        yield
        time.sleep(SECONDS)


def _print_event(event: Built | Failed, printed: tuple[str, ...]) -> None:
    """Print one line for a build; warnings only when they are new."""
    if isinstance(event, Failed):
        echo(f"{event.kind}: {event.problem}", err=True)
        echo(f"hint: {event.hint}", err=True)
        echo("waiting for the next change; Ctrl-C ends it", err=True)
        return
    echo(f"{time.strftime('%H:%M:%S')} {', '.join(event.outputs)} in {event.seconds:.1f} s")
    for warning in event.warnings:
        if warning not in printed:
            echo(f"warning: {warning}", err=True)
