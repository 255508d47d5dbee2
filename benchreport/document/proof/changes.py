"""Changes between two reports or tables: verdicts, places, numbers, names, options and versions."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import polars as pl

from benchreport.document.analyses.answer.one_dataset import tested_pairs
from benchreport.document.build import evidence_from, in_table_names
from benchreport.document.evidence import Evidence, installed_versions
from benchreport.document.proof.attach import PROVENANCE, RECIPE, RESULTS
from benchreport.document.proof.rebuild import INPUTS, attached_files_of, attached_table, read_pdf
from benchreport.errors import BenchreportError, ReadError
from benchreport.naming import enumerated, initial
from benchreport.numerals import counted, integer, number, p_statement
from benchreport.options import Options, read_options
from benchreport.records import dataclass
from benchreport.study import study_from
from benchreport.tables.reading.read import read_frame
from benchreport.tables.schema import RUN_KEYS
from benchreport.threads import in_one_order

# Where a report records the rows that decide, and what they must have.
VERDICTS = "answer/verdicts"
DECIDING = ("metric", "a", "b", "better", "p_adjusted", "alpha")
# A number that differs by less than this part of itself was computed in another order.
TOLERANCE = 1e-12
DIGITS = 12  # mean ranks that agree so far are equal
PLACED = ("metric", "algorithm")
CELL = ("metric", "dataset", "algorithm")
PAIR = ("metric", "dataset", "a", "b")
COLUMNS: Mapping[str, Any] = {
    "change": pl.String,
    "metric": pl.String,
    "dataset": pl.String,
    "a": pl.String,
    "b": pl.String,
    "run": pl.String,
    "before": pl.String,
    "now": pl.String,
    "value_before": pl.Float64,
    "value_now": pl.Float64,
    "words": pl.String,
}
# The kinds of changes, as they are listed.
KINDS = (
    *("summary", "note", "verdict", "place", "metric", "algorithm", "dataset", "option", "version"),
    *("numbers", "number", "p-value"),
)
UNEXPLAINED = "Data, options and versions are the same, but not what was recorded: verify both reports."
UNDECIDED = "no significant difference"


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of two reports, under the names of its table.

    ``verdicts`` has a row for each pair that was tested, ``places`` one for each algorithm and metric, ``numbers`` one
    for each score. ``recorded`` says that the verdicts are those of the file, not computed again from its data.
    """

    tables: Mapping[str, pl.DataFrame]
    options: Options
    versions: Mapping[str, str]
    verdicts: pl.DataFrame
    places: pl.DataFrame
    numbers: pl.DataFrame
    directions: Mapping[str, str]
    recorded: bool = True

    def names(self, column: str) -> list[str]:
        """Return the metrics, algorithms or datasets of the report."""
        return self.numbers.get_column(column).unique().sort().to_list()


def compare(old: Any, new: Any, **options: Any) -> pl.DataFrame:
    """Return what changed between two reports: verdicts, places, numbers, names, options and versions, a row for each.

    A verdict changed where a pair of algorithms was tested in both and another one is significantly better now, or
    none is any more. Names are those of the tables.

    Parameters
    ----------
    old, new
        The PDF of a report, a table, or the path of a table. A PDF says what it recorded, without being verified. A
        table beside a PDF is judged with the options of that report.
    **options
        How tables are judged, as :func:`report` takes them.

    Returns
    -------
    polars.DataFrame
        ``change`` is the kind, ``words`` says it in a sentence. ``before`` and ``now`` are the better algorithm, the
        place, the score or the option; ``value_before`` and ``value_now`` the p-value, place or score as a number. No
        row where nothing changed.

    Examples
    --------
    >>> import benchreport as br
    >>> scores = br.read_scores(br.example("demsar2006_auc.csv"))
    >>> br.compare(scores, scores).height
    0
    >>> fewer = scores.filter(pl.col("dataset").cast(pl.String) != "voting")
    >>> print(br.compare(scores, fewer)["words"][0])
    Only the data differ.
    """
    pdfs = {id(given): recorded_side(given) for given in (old, new) if is_report(given)}
    base = next((side.options for side in pdfs.values()), None)
    chosen = read_options(options, base=base)
    sides = [pdfs.get(id(given)) or judged_side([_table(given)], chosen) for given in (old, new)]
    return changes(*sides)


def is_report(given: Any) -> bool:
    """Return whether something is the path of a PDF."""
    return isinstance(given, str | Path) and Path(given).suffix.lower() == ".pdf"


def _table(given: Any) -> Any:
    return read_frame(str(given)) if isinstance(given, str | Path) else given


@in_one_order
def judged_side(
    tables: Sequence[Any],
    options: Options,
    *,
    versions: Mapping[str, str] | None = None,
    recorded: pl.DataFrame | None = None,
) -> Side:
    """Return the report of some tables as far as it is compared; ``recorded`` are verdicts that take precedence."""
    inputs, evidence = evidence_from(tables, options)
    verdicts = _judged(evidence) if recorded is None else recorded
    scores = evidence.scores
    runs = [name for name in RUN_KEYS if name in scores.columns]
    texts = [pl.col(name).cast(pl.String) for name in (*CELL, *runs)]
    ranks = evidence.ranks.select(pl.col(*PLACED).cast(pl.String), pl.col("mean_rank").round(DIGITS))
    place = pl.col("mean_rank").rank("min").over("metric").cast(pl.Int64)
    return Side(
        tables=inputs,
        options=options,
        versions=versions or installed_versions(),
        verdicts=_own_names(_tidied(verdicts), evidence, options, "a", "b", "better"),
        places=_own_names(ranks.select(*PLACED, place=place), evidence, options, "algorithm"),
        numbers=_own_names(scores.select(*texts, pl.col("value").cast(pl.Float64)), evidence, options, "algorithm"),
        directions={
            evidence.table_metrics.get(metric.name, metric.name): "lower" if metric.lower else "higher"
            for metric in evidence.metrics
        },
        recorded=recorded is not None,
    )


def recorded_side(path: str | Path) -> Side:
    """Return the report inside a PDF: its verdicts as recorded, everything else from the data inside."""
    inside = attached_files_of(read_pdf(path), path)
    try:
        recorded = attached_table(inside[RESULTS])
        versions = {str(name): str(release) for name, release in json.loads(inside[PROVENANCE])["versions"].items()}
        options = study_from(inside[RECIPE].decode()).options
        tables = [attached_table(inside[name]) for name in INPUTS if name in inside]
        own = None
        if {"place", *DECIDING} <= set(recorded.columns):
            rows = recorded.filter(pl.col("place").cast(pl.String) == VERDICTS)
            own = rows if rows.height else None
        return judged_side(tables, options, versions=versions, recorded=own)
    except (pl.exceptions.PolarsError, ValueError, KeyError, TypeError, AttributeError, OSError) as problem:
        if isinstance(problem, BenchreportError):
            raise
        raise ReadError(
            f"the data inside {Path(path).name} cannot be read", hint=f"benchreport verify {Path(path).name}"
        ) from problem


def _judged(evidence: Evidence) -> pl.DataFrame:
    """Return the rows that decide: of pairs over the datasets, or on the only dataset."""
    usable = [c for c in evidence.comparisons if c.reason is None]
    if usable:
        rows = pl.concat([c.tested for c in usable], how="diagonal_relaxed")
    else:
        single = tested_pairs(evidence)
        if single is None:
            return pl.DataFrame(schema=dict.fromkeys(DECIDING, pl.String))
        rows = single[1].with_columns(metric=pl.lit(single[0]))
    return in_table_names(rows, evidence)


def _tidied(rows: pl.DataFrame) -> pl.DataFrame:
    """Return tested pairs with their names in order, the better algorithm where it is significant, and the p-value."""
    texts = {name: pl.col(name).cast(pl.String) for name in ("metric", "a", "b", "better")}
    numbers = {name: pl.col(name).cast(pl.Float64, strict=False) for name in ("p_adjusted", "alpha")}
    dataset = pl.col("dataset").cast(pl.String) if "dataset" in rows.columns else pl.lit(None, pl.String)
    plain = rows.select(**texts, **numbers, dataset=dataset).drop_nulls(["a", "b"])
    turned = pl.col("a") > pl.col("b")
    return plain.select(
        pl.col("metric", "dataset"),
        a=pl.when(turned).then("b").otherwise("a"),
        b=pl.when(turned).then("a").otherwise("b"),
        better=pl.when(pl.col("p_adjusted") <= pl.col("alpha")).then("better"),
        p="p_adjusted",
        alpha="alpha",
    ).unique(PAIR, maintain_order=True, keep="first")


def _own_names(frame: pl.DataFrame, evidence: Evidence, options: Options, *columns: str) -> pl.DataFrame:
    """Return a frame under the names of the table, whatever the report printed for them."""
    algorithms = {label: name for name, label in options.names.items()}
    own = in_table_names(frame, evidence)
    return own.with_columns(pl.col(columns).replace(algorithms), pl.col("metric").replace(evidence.table_metrics))


def changes(old: Side, new: Side) -> pl.DataFrame:
    """Return what changed between two reports, a row for each change, as :func:`compare` does."""
    listed = [
        *_notes(old, new),
        *_verdict_changes(old, new),
        *_place_changes(old, new),
        *_name_changes(old, new),
        *_direction_changes(old, new),
        *_option_changes(old, new),
        *_version_changes(old, new),
    ]
    rows = pl.concat([pl.DataFrame(listed, schema=COLUMNS), _number_changes(old, new)])
    summary = _summary(old, new)
    if not summary and rows.is_empty():
        return rows
    first = pl.DataFrame([{"change": "summary", "words": summary or UNEXPLAINED}], schema=COLUMNS)
    order = pl.col("change").replace_strict({kind: place for place, kind in enumerate(KINDS)}, return_dtype=pl.Int64)
    return pl.concat([first, rows]).sort(order, maintain_order=True)


def _summary(old: Side, new: Side) -> str:
    """Return which of data, options and versions differ, as a sentence; nothing where none does."""
    differing = {
        "the data": not _same_tables(old.tables, new.tables),
        "the options": asdict(old.options) != asdict(new.options),
        "the versions of the software": dict(old.versions) != dict(new.versions),
    }
    parts = [part for part, differs in differing.items() if differs]
    if not parts:
        return ""
    return f"Only {parts[0]} differ." if len(parts) == 1 else f"{initial(enumerated(parts))} differ."


def _same_tables(old: Mapping[str, pl.DataFrame], new: Mapping[str, pl.DataFrame]) -> bool:
    return old.keys() == new.keys() and all(_in_order(old[name]).equals(_in_order(new[name])) for name in old)


def _in_order(table: pl.DataFrame) -> pl.DataFrame:
    """Return a table so that the order of its rows and columns, and how its texts are stored, do not matter."""
    columns = sorted(table.columns)
    plain = table.select(pl.col(columns)).with_columns(pl.col(pl.Categorical).cast(pl.String))
    return pl.DataFrame(plain.sort(columns, nulls_last=True))


def _notes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    for side, word in ((old, "old"), (new, "new")):
        if not side.recorded and dict(side.versions) != installed_versions():
            words = f"The {word} report records no verdicts; they were computed again from its data."
            yield {"change": "note", "words": words}


def _verdict_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    """Yield the pairs whose verdict changed, and those whose p-value alone did."""
    everyone, metrics = (set(old.names(name)) & set(new.names(name)) for name in ("algorithm", "metric"))
    both = old.verdicts.join(new.verdicts, on=PAIR, how="full", suffix="_now", nulls_equal=True, coalesce=True)
    tested = [side.verdicts.select(*PAIR, tested=pl.lit(True)) for side in (old, new)]
    for side, name in zip(tested, ("tested", "tested_now"), strict=True):
        both = both.join(side.rename({"tested": name}), on=PAIR, how="left", nulls_equal=True)
    comparable = both.filter(pl.col("a").is_in(everyone) & pl.col("b").is_in(everyone))
    shared = pl.col("metric").is_in(metrics) | pl.col("dataset").is_not_null()
    for row in comparable.filter(shared).sort(PAIR).iter_rows(named=True):
        common = {name: row[name] for name in PAIR} | {"value_before": row["p"], "value_now": row["p_now"]}
        if row["better"] != row["better_now"]:
            texts = {"before": row["better"] or UNDECIDED, "now": row["better_now"] or UNDECIDED}
            yield {"change": "verdict", **common, **texts, "words": _verdict_words(row, _by(row, old, new))}
        elif row["tested"] and row["tested_now"] and _differ(row["p"], row["p_now"]):
            words = f"{row['a']} and {row['b']}: {_p_words(row)}{_by(row, old, new)}"
            yield {"change": "p-value", **common, "before": _p(row, ""), "now": _p(row, "_now"), "words": words}


def _verdict_words(row: Mapping[str, Any], by: str) -> str:
    """Return a change of a verdict as a sentence without its end."""
    before, now = row["better"], row["better_now"]
    worse = {row["a"]: row["b"], row["b"]: row["a"]}
    if not row["tested"]:
        return f"{now} beats {worse[now]}{by} (p {_p(row, '_now')}); the pair was not tested before"
    if not row["tested_now"]:
        return f"{before} beat {worse[before]}{by} before (p {_p(row, '')}); the pair is not tested now"
    if now is None:
        return f"{before} no longer beats {worse[before]}{by} ({_p_words(row)})"
    return f"{now} now beats {worse[now]}{by}{', which was better before' if before else ''} ({_p_words(row)})"


def _p(row: Mapping[str, Any], when: str) -> str:
    p, alpha = row[f"p{when}"], row[f"alpha{when}"]
    return p_statement(p, alpha=alpha or 0.05) if p is not None else "unknown"


def _p_words(row: Mapping[str, Any]) -> str:
    return f"p {_p(row, '')} before, {_p(row, '_now').removeprefix('= ')} now"


def _by(row: Mapping[str, Any], old: Side, new: Side) -> str:
    """Return by which metric and on which dataset, where there are several."""
    several = len({*old.names("metric"), *new.names("metric")}) > 1
    on = f" on {row['dataset']}" if row.get("dataset") else ""
    return f"{on} by {row['metric']}" if several else on


def _differ(before: float | None, now: float | None) -> bool:
    if before is None or now is None:
        return before is not now
    return abs(before - now) > TOLERANCE * max(abs(before), abs(now))


def _place_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    both = old.places.join(new.places, on=PLACED, suffix="_now").filter(pl.col("place") != pl.col("place_now"))
    for row in both.sort("metric", "place_now", "algorithm").iter_rows(named=True):
        before, now = row["place"], row["place_now"]
        verb = "rose" if now < before else "fell"
        yield {
            "change": "place",
            "metric": row["metric"],
            "a": row["algorithm"],
            "before": integer(before),
            "now": integer(now),
            "value_before": float(before),
            "value_now": float(now),
            "words": f"{row['algorithm']} {verb} from place {before} to {now}{_by(row, old, new)}",
        }


def _name_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    """Yield the metrics, algorithms and datasets that only one of the reports has."""
    for kind, column in (("metric", "metric"), ("algorithm", "a"), ("dataset", "dataset")):
        before, now = old.names(kind), new.names(kind)
        for name in sorted({*before, *now}):
            if name not in now:
                yield {"change": kind, column: name, "before": name, "words": f"the {kind} {name} is gone"}
            elif name not in before:
                yield {"change": kind, column: name, "now": name, "words": f"the {kind} {name} is new"}


def _direction_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    for metric, before in old.directions.items():
        now = new.directions.get(metric, before)
        if before != now:
            words = f"{metric}: {before} was better before, {now} is better now"
            yield {"change": "metric", "metric": metric, "before": before, "now": now, "words": words}


def _option_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    ours = asdict(new.options)
    for name, before in asdict(old.options).items():
        if before != ours[name]:
            yield _replaced("option", name, _text(before), _text(ours[name]))


def _version_changes(old: Side, new: Side) -> Iterator[dict[str, Any]]:
    for name in dict.fromkeys((*old.versions, *new.versions)):
        before, now = (side.versions.get(name, "unknown") for side in (old, new))
        if before != now:
            yield _replaced("version", name, before, now)


def _replaced(kind: str, name: str, before: str, now: str) -> dict[str, Any]:
    words = f"{name} was {before or 'not given'}, is {now or 'not given'}"
    return {"change": kind, "a": name, "before": before, "now": now, "words": words}


def _text(value: Any) -> str:
    return "" if value in (None, "", (), [], {}) else value if isinstance(value, str) else json.dumps(value)


def _number_changes(old: Side, new: Side) -> pl.DataFrame:
    """Return the scores that changed, largest differences first, and for each metric how many they are."""
    runs = [name for name in RUN_KEYS if name in old.numbers.columns and name in new.numbers.columns]
    keys = [*CELL, *runs]
    before, now = (side.numbers.group_by(keys).agg(pl.col("value").mean()) for side in (old, new))
    in_both = [pl.col(name).is_in(sorted({*old.names(name)} & {*new.names(name)})) for name in CELL]
    both = before.join(now, on=keys, how="full", suffix="_now", nulls_equal=True, coalesce=True).filter(in_both)
    difference = (pl.col("value_now") - pl.col("value")).abs()
    size = pl.max_horizontal(pl.col("value", "value_now").abs())
    one_is_missing = pl.col("value").is_null() != pl.col("value_now").is_null()
    changed = both.filter(one_is_missing | (difference > TOLERANCE * size)).sort(
        "metric", difference, *keys[1:], descending=[False, True, *[False] * (len(keys) - 1)], nulls_last=True
    )
    texts = {
        name: pl.col(value).map_elements(lambda x: number(x, 6), return_dtype=pl.String)
        for name, value in (("before", "value"), ("now", "value_now"))
    }
    run = pl.concat_str([pl.format(f"{name} {{}}", name) for name in runs], separator=", ", ignore_nulls=True)
    rows = changed.select(
        *(pl.col(name) for name in ("metric", "dataset", "algorithm", "value", "value_now")),
        run=run if runs else pl.lit(None, pl.String),
        **texts,
    ).with_columns(pl.when(pl.col("run") != "").then("run").alias("run"), pl.col("before", "now").fill_null("none"))
    where = pl.format("{} on {}", "algorithm", "dataset") + pl.format(", {}", "run").fill_null("")
    listed = rows.select(
        *("metric", "dataset", "run", "before", "now"),
        change=pl.lit("number"),
        a="algorithm",
        b=pl.lit(None, pl.String),
        value_before="value",
        value_now="value_now",
        words=pl.format("{} by {}: {} before, {} now", where, "metric", "before", "now"),
    ).select(*COLUMNS)
    totals = dict(both.group_by("metric").len().rows())
    sums = [
        {
            "change": "numbers",
            "metric": metric,
            "words": f"{integer(part.height)} of {counted(totals[metric], 'value')} of {metric} changed, most: "
            f"{part['words'][0].replace(f' by {metric}:', ',', 1)}",
        }
        for (metric,), part in listed.group_by("metric", maintain_order=True)
    ]
    return pl.concat([pl.DataFrame(sums, schema=COLUMNS), listed])
