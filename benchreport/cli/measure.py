"""benchreport measure: from predictions or confusion counts to scores."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from benchreport.cli.flags import format_option, output_ending
from benchreport.cli.printing import Form, busy, output_options, print_rows, progress_bar
from benchreport.cli.reading import QUERY, READING, comma_separated, pair_of, read_table, study_of, writing_options
from benchreport.cli.terminal import echo, write_out
from benchreport.errors import OptionError

if TYPE_CHECKING:
    import polars as pl

    from benchreport.study import Study

# The format in which Polars writes a file, by the end of its name.
WRITERS = {".parquet": "parquet", ".csv": "csv", ".arrow": "ipc", ".ipc": "ipc", ".json": "json", ".ndjson": "ndjson"}


@click.command()
@click.argument("source", required=False, default="")
@click.option("-o", "--output", "output", metavar="FILE", help="Where the scores go: .parquet, .csv, .arrow, .json.")
@format_option("csv")
@click.option("--metrics", metavar="A,B", help="What to measure; by default what the columns allow.")
@click.option("--positive", multiple=True, metavar="CLASS", help="The positive class, or DATASET=CLASS for each.")
@click.option("--cut", type=float, help="Call positive what scores this or more, instead of reading predictions.")
@click.option("--costs", metavar="ALARM,MISS", help="What a false alarm and a miss cost.")
@click.option(
    "--average", type=click.Choice(["folds", "pooled"]), default="folds", help="A score per fold, or per repeat."
)
@click.option("--beta", type=float, default=1.0, help="Weight of recall in f_score.")
@click.option("--bins", type=int, default=10, help="Bins of ece.")
@click.option("--clip", type=float, help="Least probability in log_loss and its kin, such as 1e-15.")
@click.option("--undefined", type=float, help="0 or 1: what to put in for rates that are 0/0.")
@click.option("--weighted/--unweighted", default=None, help="Let instances weigh as their column weight says, or not.")
@click.option("--baselines", is_flag=True, help="Add algorithms that know no feature.")
@click.option("--list", "listing", is_flag=True, help="List what can be measured.")
@click.option("--column", "columns", multiple=True, metavar="OWN=NAME", help="Read column OWN as NAME.")
@click.option("--dataset", help="The dataset's name, in a table without one.")
@writing_options
@click.option("--encoding", help="Of text files, such as latin1.")
@click.option("--query", help=QUERY)
@output_options
def measure(
    source: str, output: str | None, stdout_format: str | None, form: Form | None, listing: bool, **options: Any
) -> None:
    """Compute a table of scores from a table of predictions, or of confusion counts.

    SOURCE is a file, a folder, a quoted pattern, - for standard input, or a database address.
    """
    import benchreport as br
    from benchreport.files import file_named, write_file

    if listing:
        print_rows(_listing(), form)
        return
    if not source.strip():
        raise OptionError("no table", hint="benchreport measure predictions.csv -o scores.csv")
    ending = output_ending([output] if output else [], stdout_format, "csv")
    writer = _writer(ending or output)
    place = file_named(output) if output is not None and ending is None else Path()
    study = study_of(source, {name: options.pop(name, None) for name in READING if name != "metrics"})
    if options["metrics"]:
        options["metrics"] = comma_separated(options["metrics"], "--metrics accuracy,mcc")
    options |= {"positive": _positive(options["positive"]), "costs": _costs(options["costs"])}
    lazy = _scanned(study)
    if lazy is None:
        with busy("measuring"):
            table, _ = read_table(study, ("predictions", "counts"), "measure")
            scores = br.measure(table, **options)
    else:
        with progress_bar("measuring") as tell:
            scores = br.measure(lazy, progress=lambda done, rows: tell(completed=done, total=rows), **options)
            scores = scores.lazy().collect()
    if output is None:
        print_rows(scores, form)
        return
    content = BytesIO()
    getattr(scores, f"write_{writer}")(content)
    if ending is not None:
        write_out([content.getvalue()], ending)
        return
    write_file(place, content.getvalue())
    empty = scores.get_column("value").null_count()
    lacking = f"; {empty} undefined, column note says why" if empty else ""
    echo(f"{output}: {scores.height} scores{lacking}")


def _scanned(study: Study) -> pl.LazyFrame | None:
    """Return a Parquet file as a lazy table, which is read in batches; nothing for what must be read as a whole."""
    import polars as pl

    from benchreport.tables.reading.read import URI, name_of, table_files
    from benchreport.tables.reading.streams import is_stream
    from benchreport.tables.schema import WRITING, canonical_names, displaced, table_kind

    declared = any(getattr(study, name) for name in WRITING)
    if URI.match(study.scores) or study.query or is_stream(study.scores) or declared:
        return None
    paths = table_files(study.scores)
    if len(paths) != 1 or paths[0].suffix.lower() not in (".parquet", ".pq"):
        return None
    lazy = pl.scan_parquet(paths[0], glob=False)
    try:
        columns = lazy.collect_schema().names()
    except pl.exceptions.PolarsError:
        return None
    if table_kind(columns, study.columns) != "predictions":
        return None
    names = canonical_names(columns, "predictions", study.columns)
    if all(own == name for own, name in names.items()) and "dataset" in columns:
        return lazy
    used = [name for name in columns if name not in displaced(columns, names)]
    renamed = lazy.select(pl.col(name).alias(names.get(name, name)) for name in used)
    if "dataset" in names.values():
        return renamed
    return renamed.with_columns(dataset=pl.lit(study.dataset or name_of(study.scores)))


def _listing() -> pl.DataFrame:
    import polars as pl

    from benchreport.measures.metrics import MEASURES, SYNONYMS

    rows = [
        {
            "metric": record.name,
            "title": record.title,
            "reads": record.reads,
            "better": record.direction,
            "positive": "needed" if record.positive else "",
            "also": ", ".join(other for other, name in SYNONYMS.items() if name == record.name),
        }
        for record in MEASURES.values()
    ]
    return pl.DataFrame(rows)


def _writer(output: str | None) -> str:
    if output is None:
        return ""
    suffix = output if output in WRITERS else Path(output).suffix.lower()
    if suffix not in WRITERS:
        raise OptionError(f"unknown kind of table {output!r}", hint=f"end the name with one of {', '.join(WRITERS)}")
    return WRITERS[suffix]


def _positive(words: tuple[str, ...]) -> Any:
    if not words:
        return None
    if len(words) == 1 and "=" not in words[0]:
        return words[0]
    return dict(pair_of(word, "--positive yes, or --positive DATASET=CLASS for each") for word in words)


def _costs(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        false_alarm, miss = (float(word) for word in text.split(","))
    except ValueError as problem:
        raise OptionError(f"{text!r} is not a pair of costs", hint="--costs 5,1: a false alarm, a miss") from problem
    return false_alarm, miss
