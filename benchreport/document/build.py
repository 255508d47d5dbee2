"""The whole report of a table of scores, predictions or confusion counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import EllipsisType
from typing import Any

import polars as pl

from benchreport.document.analyses.scores_of_predictions import scores_of, scores_of_counts
from benchreport.document.contents import OTHERS, SectionMaker, contents
from benchreport.document.evidence import Provenance, evidence_of
from benchreport.document.model.blocks import Package, Report, Section, Table
from benchreport.document.model.looks import look_of
from benchreport.document.proof.attach import COUNTS, INPUT, PREDICTIONS
from benchreport.errors import OptionError, give_warning
from benchreport.options import Options, read_options, takes_options
from benchreport.study import Study, study_text
from benchreport.tables.predictions import counts
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import table_kind
from benchreport.tables.scored import as_predictions
from benchreport.tables.scores import as_scores, open_scores
from benchreport.threads import in_one_order


@takes_options
def report(
    table: Any,
    *,
    predictions: Any = None,
    provenance: Provenance | None = None,
    templates: str | Path | Mapping[str, str] | None = None,
    **options: Any,
) -> Report:
    """Return the whole report of a table: coverage, leaderboard, tests, figures, methods, provenance.

    The design of the experiment decides which sections there are and which test answers which question, never what a
    test shows; every choice is told with its reason. All of it can be asked for otherwise.

    Parameters
    ----------
    table
        Scores, or predictions or confusion counts, which are measured first. Metrics whose direction is not known are
        left out, and the report says so.
    predictions
        The predictions behind the scores, for the sections on instances, classes and curves.
    provenance
        Files and recipe to be printed; a table in memory has none.
    templates
        A folder whose templates are used before ours, or their texts by path.
    **options
        As :class:`benchreport.options.Options` declares them.

    Warns
    -----
    BenchreportWarning
        Where something was left out or is in doubt, such as runs of which no design was declared.

    Examples
    --------
    >>> import benchreport as br
    >>> report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), reference="C4.5")
    >>> [section.title for section in report.sections][3:5]
    ['Leaderboard', 'Comparison by auc']
    """
    names, own = sections_of(options.get("sections", ()))
    wanted = read_options({**options, "sections": names})
    made = unwarned_report(table, wanted, predictions=predictions, provenance=provenance, templates=templates, own=own)
    for text in made.warnings:
        give_warning(text)
    return made


@in_one_order
def unwarned_report(
    table: Any,
    options: Options,
    *,
    predictions: Any = None,
    provenance: Provenance | None = None,
    templates: str | Path | Mapping[str, str] | None = None,
    own: Mapping[str, SectionMaker] | None = None,
) -> Report:
    """Return the report with its warnings inside, for those who print them in their own way.

    ``own`` are functions that make sections, by the names that ``options`` has for them.
    """
    scores, given = _tables(table, predictions, options)
    look = look_of(options.theme, templates)
    evidence = evidence_of(
        scores, given.get(PREDICTIONS), options, look, provenance or Provenance(), counts=given.get(COUNTS)
    )
    sections = [_with_full_names(part, evidence.stands_for) for part in contents(evidence, own or {})]
    study = Study(scores=next(iter(given)), predictions=PREDICTIONS if len(given) > 1 else None, options=options)
    return Report(
        title=options.title,
        sections=tuple(sections),
        warnings=evidence.warnings,
        notes=evidence.notes if any(part.id.startswith(("summary", "comparison-")) for part in sections) else (),
        package=Package(tables=given, recipe=study_text(study), provenance=evidence.provenance.text()),
        look=evidence.look,
    )


def sections_of(wanted: Sequence[Any]) -> tuple[tuple[str, ...], dict[str, SectionMaker]]:
    """Return the names of sections, and the functions that make some of them."""
    if isinstance(wanted, str):
        raise OptionError(f"sections is {wanted!r}", hint=f"sections=[{wanted!r}]")
    names: list[str] = []
    own: dict[str, SectionMaker] = {}
    for one in wanted:
        if isinstance(one, EllipsisType):
            names.append(OTHERS)
        elif callable(one):
            name = getattr(one, "__name__", "own").removesuffix("_section")
            own[name] = one
            names.append(name)
        elif isinstance(one, str):
            names.append(one)
        else:
            raise OptionError(f"{one!r} is no section", hint="name sections, or give functions of the evidence")
    return tuple(names), own


def _tables(table: Any, predictions: Any, options: Options) -> tuple[pl.DataFrame, dict[str, pl.DataFrame]]:
    """Return the scores of a report, measured where there are only predictions, and the tables as they went in."""
    frame = to_polars(table)
    kind = table_kind(frame)
    if kind == "scores":
        scores = as_scores(frame, open_scores, infinite="missing" if options.missing == "worst" else "refuse")
        beside = {} if predictions is None else {PREDICTIONS: as_predictions(to_polars(predictions))}
        return scores, {INPUT: scores} | beside
    if predictions is not None:
        raise OptionError("both tables hold predictions", hint="br.report(scores, predictions=…), or one table alone")
    if kind == "counts":
        counted = counts(frame)
        return scores_of_counts(counted, options.positive, options.metrics), {COUNTS: counted}
    predicted = as_predictions(frame)
    return scores_of(predicted, options.positive, options.metrics), {PREDICTIONS: predicted}


def _with_full_names(part: Section, stands_for: Mapping[str, str]) -> Section:
    """Return the data behind each table their full names back; only what is printed is shortened."""
    if not stands_for:
        return part
    blocks = [
        replace(block, frame=_renamed(block.frame, stands_for)) if isinstance(block, Table) else block
        for block in part.blocks
    ]
    return replace(part, blocks=tuple(blocks))


def _renamed(frame: pl.DataFrame, stands_for: Mapping[str, str]) -> pl.DataFrame:
    texts = [name for name, kind in frame.schema.items() if isinstance(kind, (pl.String, pl.Categorical))]
    full = frame.with_columns(pl.col(texts).cast(pl.String).replace(stands_for))
    return full.rename({name: stands_for[name] for name in full.columns if name in stands_for})
