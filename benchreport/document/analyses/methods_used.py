"""Methods that the sections of a report used: named in result rows, by the sections themselves, or behind figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import polars as pl

from benchreport.document.evidence import Evidence
from benchreport.document.evidence.comparison import COMPARISON, Comparison
from benchreport.document.model.blocks import Figure, Finding, Picture, Section, Table
from benchreport.method import Method
from benchreport.options import ranks_decide
from benchreport.registry import METHODS

OVER_DATASETS = "Comparison over datasets"
Groups = tuple[tuple[str, tuple[Method, ...]], ...]
# What rows call a method that bears another name.
SHORT_NAMES: Mapping[str, str] = {"paired_t": "kfold_paired_t"}
FIGURES: Mapping[str, str] = {"pareto": "pareto_front", "profile": "performance_profile", "decisions": "calibration"}
INTERVAL_OF: Mapping[str, str] = {"mcnemar": "ci_tango"}
# The measures of predictions by the columns of their tables.
SEVERAL_CLASSES: Mapping[str, str] = {
    "auc": "multiclass_auc",
    "quadratic_loss": "quadratic_probability_loss",
    **{name: name for name in ("ece", "log_loss", "rmse", "mae", "r2")},
}
TWO_CLASSES: Mapping[str, str] = {**SEVERAL_CLASSES, "auc": "auc_rank"}


def methods_by_section(sections: Sequence[Section]) -> Groups:
    """Return the methods that were run by the title of the section that needed them first."""
    groups: dict[str, dict[str, Method]] = {}
    first_title: dict[str, str] = {}
    for section in sections:
        title = OVER_DATASETS if section.id.startswith(COMPARISON) else section.title
        for name in methods_used(section):
            groups.setdefault(first_title.setdefault(name, title), {})[name] = METHODS[name]
    return tuple((title, tuple(methods.values())) for title, methods in groups.items())


def methods_used(section: Section) -> list[str]:
    """Return the methods behind the result rows of a section and those it says it uses, each once, in order."""
    columns = ("method", "test", "adjustment")
    names = [name for rows in rows_of(section) for column in columns for name in named_in(rows, column)]
    names += [*section.uses, *(choice.method for choice in section.choices)]
    return [name for name in dict.fromkeys(names) if name in METHODS]


def rows_of(section: Section) -> list[pl.DataFrame]:
    """Return the rows behind the findings and tables of a section."""
    findings = [block.rows for block in section.blocks if isinstance(block, Finding)]
    return findings + [block.frame for block in section.blocks if isinstance(block, Table)]


def named_in(rows: pl.DataFrame, column: str) -> list[str]:
    """Return what a column of result rows names, each once; adjustments where there was more than one test."""
    if column not in rows.columns:
        return []
    if column == "adjustment" and "family" in rows.columns:
        rows = rows.filter(~pl.col("family").str.ends_with("1 test"))
    elif column == "adjustment" and {"a", "b"} <= set(rows.columns):
        rows = rows if rows.select("a", "b").n_unique() > 1 else rows.clear()
    names = rows[column].unique(maintain_order=True).cast(pl.String).to_list()
    return [SHORT_NAMES.get(name, name) for name in names if name is not None]


def implied(section: Section, evidence: Evidence) -> Iterable[str]:
    """Return the methods behind what a section of the standard report shows, which its result rows do not name."""
    if section.id == "answer":
        apart = section.rows if section.rows is not None and all(c.reason for c in evidence.comparisons) else None
        adjustments = named_in(apart, "adjustment") if apart is not None and apart.height > 1 else ()
        return chain(chain.from_iterable(map(_behind, evidence.comparisons)), adjustments)
    if section.id == "singles":
        rows = [part.rows for part in evidence.within]
        return [name for column in ("method", "adjustment") for frame in rows for name in named_in(frame, column)]
    figures = [block.picture for block in section.blocks if isinstance(block, Figure)]
    drawn = {picture.kind: picture.numbers for picture in figures if isinstance(picture, Picture)}
    methods = [FIGURES[kind] for kind in drawn if kind in FIGURES]
    frames = rows_of(section)
    paired = [rows for rows in frames if {"method", "ci_low"} <= set(rows.columns) and rows["ci_low"].count()]
    methods += [INTERVAL_OF[name] for rows in paired for name in named_in(rows, "method") if name in INTERVAL_OF]
    adjusted = [rows for rows in frames if "p_adjusted" in rows.columns and "adjustment" not in rows.columns]
    methods += [evidence.options.adjust for rows in adjusted if rows["p_adjusted"].count() > 1]
    if section.id == "predictions":
        measures = TWO_CLASSES if _two_classes(evidence) else SEVERAL_CLASSES
        columns = dict.fromkeys(name for rows in frames for name in rows.columns if rows[name].count())
        methods += [measures[name] for name in columns if name in measures]
    return [name for name in methods if name in METHODS]


def _two_classes(evidence: Evidence) -> bool:
    judged = evidence.judged
    return judged is None or judged.group_by("dataset").agg(pl.col("truth").n_unique())["truth"].max() == 2


def _behind(c: Comparison) -> tuple[str, ...]:
    if c.reason is not None:
        return ()
    if c.undecided is not None:
        return ("deciding_test",)
    procedure = [c.procedure] if c.procedure in METHODS else []
    interval = ["verdict_interval"] if c.tested["ci_low"].count() and not ranks_decide(c.method) else []
    adjustment = [name for name in named_in(c.tested, "adjustment") if c.tested.height > 1]
    places = ["places"] if c.places.height > 2 else []
    return (*procedure, c.method, *interval, *adjustment, *places)
