"""The whole report of a table of scores, predictions or confusion counts: its sections in order, from the evidence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from types import EllipsisType
from typing import TYPE_CHECKING, Any, Unpack

import polars as pl

from benchreport.document.analyses.predictions.scores_of_predictions import scores_of, scores_of_counts
from benchreport.document.evidence import Evidence, Provenance, evidence_of
from benchreport.document.evidence.left_out import remaining
from benchreport.document.evidence.levels import by_level
from benchreport.document.explorer import Explorer
from benchreport.document.model.blocks import Block, Figure, Finding, Look, Package, Picture, Report, Section, Table
from benchreport.document.model.looks import look_of
from benchreport.document.proof.attach import COUNTS, INPUT, PREDICTIONS
from benchreport.document.sections import CLOSING, OPENING, PARTS, STANDARD
from benchreport.document.stages import shown_in_notebooks, stage
from benchreport.document.times import timed
from benchreport.errors import OptionError, did_you_mean, give_warning, refuse_unknown
from benchreport.options import Options, read_options, takes_options
from benchreport.study import Study, study_text
from benchreport.tables.predictions import counts
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.schema import Declared, table_kind
from benchreport.tables.scored import as_predictions, remembering
from benchreport.tables.scores import OpenedScores, as_scores, opened_scores
from benchreport.threads import in_one_order

if TYPE_CHECKING:
    from benchreport.figures.style import Format

# What makes a section: none, one or several.
SectionMaker = Callable[[Evidence], Section | Sequence[Section] | None]
OTHERS = "..."
# Sections that had another name.
FORMER = {"datasets": "tables"}
# Words that stand for several sections.
RUNS = ("standard", "all")
# The section that an option asks for by itself.
ASKED_BY = {
    "complexity": "ordering",
    "costs": "probabilities",
    "joint": "multivariate",
    "margin": "equivalence",
    "rope": "bayes",
    "subsets": "subsets",
}


@takes_options
def report(
    table: Any,
    *,
    predictions: Any = None,
    provenance: Provenance | None = None,
    templates: str | Path | Mapping[str, str] | None = None,
    **options: Any,
) -> Report:
    """Return the whole report of a table: the answer first, then results, sizes, every result, methods.

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
    >>> [section.title for section in report.sections][:3]
    ['Answer', 'Data and design', 'Results']
    """
    names, own = sections_of(options.get("sections", ()))
    chosen = read_options({**options, "sections": names})
    tables = (table, predictions)
    with shown_in_notebooks():
        whole = unwarned_report(tables, chosen, provenance=provenance, templates=templates, own=own)
    for text in whole.warnings:
        give_warning(text)
    return whole


@timed("statistics")
@in_one_order
def unwarned_report(
    tables: Sequence[Any],
    options: Options,
    *,
    provenance: Provenance | None = None,
    templates: str | Path | Mapping[str, str] | None = None,
    own: Mapping[str, SectionMaker] | None = None,
    forms: Sequence[Format] = (),
) -> Report:
    """Return the report with its warnings inside, for those who print them in their own way.

    ``tables`` are a table and the predictions behind its scores, if there are any; ``own`` are functions that make
    sections, by the names that ``options`` has for them. Figures in the given forms are begun in workers, if there are
    any.
    """
    inputs, evidence = evidence_from(tables, options, provenance=provenance, look=look_of(options.theme, templates))
    sections = [_with_table_names(part, evidence) for part in contents(evidence, own or {}, forms)]
    study = Study(scores=next(iter(inputs)), predictions=PREDICTIONS if len(inputs) > 1 else None, options=options)
    return Report(
        title=evidence.title,
        facts=evidence.facts,
        author=options.author,
        venue=options.venue,
        sections=tuple(sections),
        warnings=evidence.warnings,
        notes=evidence.notes
        if any(part.id.startswith(("answer", "summary", "comparison-")) for part in sections)
        else (),
        package=Package(tables=inputs, recipe=study_text(study), provenance=evidence.provenance.text()),
        look=evidence.look,
        explorer=Explorer(evidence),
        losses=evidence.losses,
    )


def evidence_from(
    tables: Sequence[Any], options: Options, *, provenance: Provenance | None = None, look: Look | None = None
) -> tuple[dict[str, pl.DataFrame], Evidence]:
    """Return the tables of a report as they went in, and the evidence that follows from them and the options."""
    inputs, opened = _tables(*tables, options=options)
    origin = provenance or Provenance()
    rest, chosen, factor = by_level(*remaining(inputs, options))
    evidence = evidence_of(
        _scores(rest, chosen),
        rest.get(PREDICTIONS),
        chosen,
        look or Look(),
        replace(origin, totals=(*origin.totals, *opened.totals)),
        counts=rest.get(COUNTS),
    )
    evidence = replace(evidence, warnings=(*evidence.warnings, *opened.doubts))
    return inputs, replace(evidence, levels=factor) if factor else evidence


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


def _tables(table: Any, predictions: Any = None, *, options: Options) -> tuple[dict[str, pl.DataFrame], OpenedScores]:
    """Return the tables of a report as they went in, by the names of their files, and what was left out of scores."""
    opened = OpenedScores()

    def door(frame: Any, **declared: Unpack[Declared]) -> pl.DataFrame:
        nonlocal opened
        opened = opened_scores(frame, declared)
        return opened.table

    frame = to_polars(table)
    kind = table_kind(frame)
    if kind == "scores":
        scores = as_scores(frame, door, infinite="missing" if options.missing == "worst" else "refuse")
        beside = {} if predictions is None else {PREDICTIONS: remembering(as_predictions(to_polars(predictions)))}
        return {INPUT: scores} | beside, opened
    if predictions is not None:
        raise OptionError("both tables hold predictions", hint="br.report(scores, predictions=…), or one table alone")
    if kind == "counts":
        return {COUNTS: counts(frame)}, opened
    return {PREDICTIONS: remembering(as_predictions(frame))}, opened


def _scores(tables: Mapping[str, pl.DataFrame], options: Options) -> pl.DataFrame:
    """Return the scores of a report, measured where there are only predictions or counts."""
    if INPUT in tables:
        return tables[INPUT]
    if COUNTS in tables:
        return scores_of_counts(tables[COUNTS], options.positive, options.metrics)
    return scores_of(remembering(tables[PREDICTIONS]), options.positive, options.metrics)


def section_order() -> list[str]:
    """Return the ids of all sections in the order of a report.

    Examples
    --------
    >>> section_order()[:3]
    ['answer', 'data', 'results']
    """
    others = {name: part.field("after") for name, part in PARTS.declared.items() if name not in STANDARD}
    return [name for name in (*OPENING, *in_order(others), *CLOSING) if name in PARTS.declared]


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


def contents(evidence: Evidence, own: Mapping[str, SectionMaker], forms: Sequence[Format] = ()) -> tuple[Section, ...]:
    """Return the sections that the data call for, in the order of the options."""
    names = _names(evidence, own)
    closing = {name for name in names if name in PARTS and PARTS[name].reads_sections}
    made: dict[str, list[Section]] = {}
    begun = {name: begin for name in names if name in PARTS and (begin := PARTS[name].begin) is not None}
    for begin in begun.values():
        begin(evidence)
    for name in sorted(names, key=begun.__contains__):  # last what a worker computes first
        if name not in closing:
            stage(f"computing and drawing: {name}")
            made[name] = _listed(_maker(name, own)(evidence))
            _begin_figures(made[name], forms)
    for name in section_order():  # the methods read what page one uses, the references all that is cited
        if name in closing:
            ready = [section for other in names for section in made.get(other, ())]
            made[name] = _listed(PARTS[name].make(evidence, ready))
            _begin_figures(made[name], forms)
    return tuple(section for name in names for section in made[name])


def _begin_figures(sections: Sequence[Section], forms: Sequence[Format]) -> None:
    """Run the drawing of figures in workers, if there are any, while further sections are made."""
    for section, form in product(sections, forms):
        for block in section.blocks:
            if isinstance(block, Figure) and isinstance(block.picture, Picture):
                block.picture.begin(form)


def _names(evidence: Evidence, own: Mapping[str, SectionMaker]) -> list[str]:
    options = evidence.options
    usual = section_order()
    templates = [name.removeprefix("sections/").removesuffix(".jinja") for name in evidence.look.templates]
    choices = [*usual, *own, *(name for name in templates if "/" not in name and name not in usual)]
    words, omitted = (
        [name if name in choices else FORMER.get(name, name) for name in names]
        for names in (options.sections, options.omit)
    )
    named = [name for name in (*words, *omitted) if name not in (OTHERS, *RUNS)]
    refuse_unknown(named, [*choices, *RUNS], "unknown section {!r}", OptionError)
    wanted = {name for option, name in ASKED_BY.items() if getattr(options, option)}
    standard = [name for name in usual if name in STANDARD or name in wanted]
    chosen = words or ["standard"]
    runs = {"all": usual, "standard": standard, OTHERS: [name for name in standard if name not in chosen]}
    order = [name for word in chosen for name in runs.get(word, [word])]
    return [name for name in dict.fromkeys(order) if name not in omitted]


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


def _with_table_names(part: Section, evidence: Evidence) -> Section:
    """Return a section with the names of the input in the data behind it; printed names are short or well known."""
    if not evidence.stands_for and not evidence.metric_names:
        return part
    rows = None if part.rows is None else in_table_names(part.rows, evidence)
    return replace(part, blocks=tuple(_in_table_names(block, evidence) for block in part.blocks), rows=rows)


def _in_table_names(block: Block, evidence: Evidence) -> Block:
    if isinstance(block, Table):
        return replace(block, frame=in_table_names(block.frame, evidence))
    return replace(block, rows=in_table_names(block.rows, evidence)) if isinstance(block, Finding) else block


def in_table_names(frame: pl.DataFrame, evidence: Evidence) -> pl.DataFrame:
    """Return a frame of printed names under the names of the input: shortened ones, and metrics named as in papers."""
    texts = [name for name, kind in frame.schema.items() if isinstance(kind, (pl.String, pl.Categorical))]
    full = frame.with_columns(pl.col(texts).cast(pl.String).replace(evidence.stands_for))
    if "metric" in texts:
        full = full.with_columns(pl.col("metric").replace(evidence.metric_names))
    if "family" in texts:
        families = {f"metric={label}": f"metric={name}" for label, name in evidence.metric_names.items()}
        full = full.with_columns(pl.col("family").str.replace_many(families))
    own = {**evidence.stands_for, **evidence.metric_names}
    heads = {name: name.partition(":") for name in full.columns}  # as in auc:mean
    return full.rename({name: own[head] + colon + rest for name, (head, colon, rest) in heads.items() if head in own})
