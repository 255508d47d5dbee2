"""The whole report of a table of scores, predictions or confusion counts: its sections in order, from the evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import EllipsisType
from typing import Any

import polars as pl

from benchreport.document.analyses.scores_of_predictions import scores_of, scores_of_counts
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.model.blocks import Package, Report, Section, Table
from benchreport.document.model.looks import look_of
from benchreport.document.proof.attach import COUNTS, INPUT, PREDICTIONS
from benchreport.document.sections import PARTS
from benchreport.errors import OptionError, did_you_mean, give_warning, refuse_unknown
from benchreport.options import Options, read_options, takes_options
from benchreport.study import Study, study_text
from benchreport.tables.predictions import counts
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import table_kind
from benchreport.tables.scored import as_predictions
from benchreport.tables.scores import as_scores, open_scores
from benchreport.threads import in_one_order

# What makes a section: none, one or several.
SectionMaker = Callable[[Evidence], Section | Sequence[Section] | None]
OTHERS = "..."


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
    test shows; every choice is printed with its reason, and every one has an option.

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
    chosen = read_options({**options, "sections": names})
    whole = unwarned_report(table, chosen, predictions=predictions, provenance=provenance, templates=templates, own=own)
    for text in whole.warnings:
        give_warning(text)
    return whole


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
    scores, tables = _tables(table, predictions, options)
    look = look_of(options.theme, templates)
    evidence = evidence_of(
        scores, tables.get(PREDICTIONS), options, look, provenance or Provenance(), counts=tables.get(COUNTS)
    )
    sections = [_with_full_names(part, evidence.stands_for) for part in contents(evidence, own or {})]
    study = Study(scores=next(iter(tables)), predictions=PREDICTIONS if len(tables) > 1 else None, options=options)
    return Report(
        title=options.title,
        sections=tuple(sections),
        warnings=evidence.warnings,
        notes=evidence.notes if any(part.id.startswith(("summary", "comparison-")) for part in sections) else (),
        package=Package(tables=tables, recipe=study_text(study), provenance=evidence.provenance.text()),
        look=evidence.look,
    )


def report_of(
    study: Study,
    tables: Mapping[str, pl.DataFrame],
    provenance: Provenance | None = None,
    templates: str | Mapping[str, str] | None = None,
    own: Mapping[str, SectionMaker] | None = None,
) -> Report:
    """Return the report that a study declares, of the tables that were read for it."""
    first, *rest = tables.values()
    return unwarned_report(
        first,
        study.options,
        predictions=rest[0] if rest else None,
        provenance=provenance,
        templates=templates,
        own={name: make for name, make in (own or {}).items() if name in study.options.sections},
    )


def sections_of(parts: Sequence[Any]) -> tuple[tuple[str, ...], dict[str, SectionMaker]]:
    """Return the names of sections, and the functions that make some of them."""
    if isinstance(parts, str):
        raise OptionError(f"sections is {parts!r}", hint=f"sections=[{parts!r}]")
    names: list[str] = []
    own: dict[str, SectionMaker] = {}
    for part in parts:
        if isinstance(part, EllipsisType):
            names.append(OTHERS)
        elif callable(part):
            name = getattr(part, "__name__", "own").removesuffix("_section")
            own[name] = part
            names.append(name)
        elif isinstance(part, str):
            names.append(part)
        else:
            raise OptionError(f"{part!r} is not a section", hint="list names of sections, or functions of the evidence")
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


def section_order() -> list[str]:
    """Return the ids of all sections in the order of a report.

    Examples
    --------
    >>> section_order()[:3]
    ['summary', 'setup', 'coverage']
    """
    return in_order({name: part.field("after") for name, part in PARTS.declared.items()})


def in_order(after: Mapping[str, str | None]) -> list[str]:
    """Return names so that each stands behind the one it comes after.

    Of several behind the same one, the shortest chain comes first: a new section stands directly behind the one it
    names, and the rest of the report follows. Chains of one length keep their order.

    Examples
    --------
    >>> in_order({"setup": None, "ranks": "setup", "datasets": "ranks", "costs": "setup"})
    ['setup', 'costs', 'ranks', 'datasets']
    """

    def chain(name: str | None) -> list[str]:
        behind = sorted(([other, *chain(other)] for other, before in after.items() if before == name), key=len)
        return [other for names in behind for other in names]

    order = chain(None)
    stray = next((name for name in after if name not in order), None)
    if stray is not None:
        hint = did_you_mean(str(after[stray]), order)
        raise OptionError(f"section {stray!r} comes after {after[stray]!r}, which is not in the report", hint=hint)
    return order


def contents(evidence: Evidence, own: Mapping[str, SectionMaker]) -> tuple[Section, ...]:
    """Return the sections that the data call for, in the order of the options."""
    names = _names(evidence, own)
    closing = {name for name in names if name in PARTS and PARTS[name].reads_sections}
    made = {name: _listed(_maker(name, own)(evidence)) for name in names if name not in closing}
    others = [section for sections in made.values() for section in sections]
    for name in reversed(names):  # the methods read the reasons, the summary reads both
        if name in closing:
            made[name] = _listed(PARTS[name].make(evidence, others))
    return tuple(section for name in names for section in made[name])


def _names(evidence: Evidence, own: Mapping[str, SectionMaker]) -> list[str]:
    options = evidence.options
    usual = section_order()
    templates = [name.removeprefix("sections/").removesuffix(".jinja") for name in evidence.look.templates]
    choices = [*usual, *own, *(name for name in templates if "/" not in name and name not in usual)]
    named = [name for name in (*options.sections, *options.omit) if name != OTHERS]
    refuse_unknown(named, choices, "unknown section {!r}", OptionError)
    rest = [name for name in usual if name not in options.sections]
    order = [name for word in options.sections or (OTHERS,) for name in (rest if word == OTHERS else [word])]
    return [name for name in dict.fromkeys(order) if name not in options.omit]


def _maker(name: str, own: Mapping[str, SectionMaker]) -> SectionMaker:
    if name in own:
        return own[name]
    return PARTS[name].make if name in PARTS else _of_template(name)


def _of_template(name: str) -> SectionMaker:
    """Return the maker of a section from a template alone, which may print whatever the evidence holds."""

    def make(evidence: Evidence) -> Section:
        facts = {
            "evidence": evidence,
            "algorithms": evidence.algorithms,
            "datasets": evidence.datasets,
            "metrics": evidence.metrics,
            "comparisons": evidence.comparisons,
            "options": evidence.options,
            "asked": evidence.options,  # in the word of older templates
        }
        return evidence.section(name, facts)

    return make


def _listed(made: Section | Sequence[Section] | None) -> list[Section]:
    return [made] if isinstance(made, Section) else list(made or ())


def _with_full_names(part: Section, stands_for: Mapping[str, str]) -> Section:
    """Return a section with the full names in the data behind its tables; only printed names are short."""
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
