"""The claims of a report, judged: what is false, and what no parser knows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

import tests.claims.alternatives
import tests.claims.answer
import tests.claims.asked
import tests.claims.captions
import tests.claims.doubts
import tests.claims.headlines
import tests.claims.standard_data
import tests.claims.standard_parts
import tests.claims.standard_predictions
import tests.claims.standard_results
import tests.claims.standard_sensitivity  # noqa: F401
from benchreport.document.model.blocks import Report
from benchreport.errors import BenchreportError, IncompleteError
from tests.claims.facts import Facts
from tests.claims.grid import Setting, report_of, table_of
from tests.claims.parsers import judged
from tests.claims.sentences import claims, template
from tests.claims.tables import contradictions as in_tables
from tests.claims.verdict_rows import contradictions as in_rows

LISTED = Path(__file__).with_name("unparsed.txt")
# Of these parts every claim has a parser.
COMPLETE = ("answer", "caption", "alternative")


@dataclass(kw_only=True)
class Audit:
    """What was found in a report: false sentences with the reason, and sentences without a parser, by part."""

    false: list[str] = field(default_factory=list)
    unparsed: dict[str, set[str]] = field(default_factory=dict)
    parsed: int = 0
    refused: bool = False


def audit(setting: Setting, table: pl.DataFrame, report: Report, *, section: str | None = None) -> Audit:
    """Judge every claim of a report, or of one section."""
    facts = Facts(setting, table, report)
    found = Audit()
    for sentence in claims(report, facts.names):
        if section not in (None, sentence.section):
            continue
        contradictions = judged(facts, sentence)
        if contradictions is None:
            found.unparsed.setdefault(sentence.part, set()).add(template(sentence))
            continue
        found.parsed += 1
        where = f"setting {setting.seed}, {sentence.section}/{sentence.block}, {sentence.part}"
        text = facts.names.unmasked(sentence.text)
        found.false += [f"{where}: {text}\n    {facts.names.unmasked(reason)}" for reason in contradictions]
    found.false += [f"setting {setting.seed}, table: {reason}" for reason in in_tables(facts)]
    if section is None:
        found.false += [f"setting {setting.seed}, rows: {reason}" for reason in in_rows(facts)]
    return found


def read(setting: Setting, sections: Sequence[str] = ()) -> Audit:
    """Make the report of a setting, or some of its sections, and judge its claims; a table of which nothing remains makes none."""
    table = table_of(setting)
    try:
        report = report_of(setting, table, sections)
    except IncompleteError:
        return Audit(refused=True)
    except BenchreportError as problem:
        return Audit(false=[f"setting {setting.seed} makes no report: {problem}"])
    return audit(setting, table, report)


def listed() -> set[tuple[str, str]]:
    """Return the templates of the sentences that may go without a parser, each with its part."""
    lines = LISTED.read_text(encoding="utf-8").splitlines()
    return {(part, text) for part, _, text in (line.partition("\t") for line in lines) if part}
