"""Lies to be planted in reports: a place, what stands there, and what is put in its stead."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from benchreport.document.model.blocks import Block, Figure, Finding, Report, Section, Table, Text
from tests.claims.sentences import flat


@dataclass(frozen=True, kw_only=True)
class Lie:
    """One lie: in which study and section, in which block and part of it, a pattern and what replaces it."""

    name: str
    study: str
    section: str
    block: str
    old: str
    new: str


def _lie(name: str, study: str, place: str, old: str, new: str) -> Lie:
    section, _, block = place.partition("/")
    return Lie(name=name, study=study, section=section, block=block, old=old, new=new)


LIES = (
    # The answer
    _lie("names swapped", "reference", "summary/item", r"C4\.5 and kNN-3 are significantly better; Forest and", "C4.5 and Forest are significantly better; kNN-3 and"),
    _lie("a count one off", "counts", "summary/item", r"Of 6 pairs of algorithms, 4 differ", "Of 6 pairs of algorithms, 5 differ"),
    _lie("a verdict on another pair", "counts", "summary/item", r"better than C4\.5\+m and SVM", "better than C4.5 and SVM"),
    _lie("another winner", "gaps", "summary/item", r"^kNN-3 is significantly better than all three others", "SVM (rbf) is significantly better than all three others"),
    _lie("limits flipped", "gaps", "summary/item", r"\[−0\.051, −0\.001\]", "[0.001, 0.051]"),
    _lie("a limit beyond the null value", "gaps", "summary/item", r"\[−0\.0602, −0\.0003\]", "[−0.0602, 0.0003]"),
    _lie("a size one off", "regression", "summary/item", r"C4\.5: \d(\d) % lower", r"C4.5: 9\1 % lower"),
    _lie("one dataset more", "counts", "summary/paragraph", r"on 12 datasets", "on 13 datasets"),
    _lie("one algorithm more", "counts", "summary/paragraph", r"^Four algorithms", "Five algorithms"),
    _lie("one missing result fewer", "gaps", "summary/paragraph", r"10 of 80 results", "9 of 80 results"),
    _lie("fewer datasets of a pair", "gaps", "summary/paragraph", r"compared on 13 to 18", "compared on 12 to 18"),
    _lie("another reference", "reference", "summary/paragraph", r"with C4\.5\+m as the reference", "with C4.5 as the reference"),
    _lie("another level", "counts", "summary/paragraph", r"at most 0\.05", "at most 0.01"),
    _lie("another adjustment", "counts", "summary/paragraph", r"\(Holm\)", "(Hochberg)"),
    _lie("another number of open comparisons", "counts", "summary/paragraph", r", 2 show no significant", ", 3 show no significant"),
    _lie("another leader", "pairs", "summary/paragraph", r"C4\.5 could not be distinguished", "kNN-3 could not be distinguished"),
    _lie("a smaller probability", "counts", "summary/item", r"\(P > 0\.999\)", "(P = 0.961)"),
    _lie("better for worse", "counts", "summary/item", r"are practically worse than", "are practically better than"),
    _lie("one comparison more within datasets", "pairs", "summary/item", r"better in 13 of 42", "better in 14 of 42"),
    _lie("another dataset", "pairs", "summary/item", r"data-1, data-10 and data-8", "data-1, data-10 and data-9"),
    _lie("a difference where there is none", "binary", "summary/item", r"does not differ significantly in error rate from C4\.5 or C4\.5\+m", "errs significantly less often than C4.5 and C4.5+m"),
    _lie("digits swapped", "binary", "summary/item", r"16\.7 percentage points", "17.6 percentage points"),
    _lie("another area", "binary", "summary/item", r"AUC of kNN-3, 1\.0000", "AUC of kNN-3, 0.9900"),
    _lie("one comparison of losses fewer", "multiclass", "summary/item", r"9 significantly in its favour", "8 significantly in its favour"),
    # Sections
    _lie("a limit of a ratio", "regression", "comparison-rmse/finding", r"(\d+) to (\d+) %", r"\2 to \1 %"),
    _lie("a test said to be another family", "binary", "predicted/finding", r"Holm over all pairs", "Holm over the comparisons with kNN-3"),
    # Captions
    _lie("one dataset fewer in a caption", "gaps", "coverage/results", r"of 20 datasets", "of 19 datasets"),
    _lie("another opponent in a caption", "counts", "matrix/wins-accuracy", r"against kNN-3 by", "against SVM (rbf) by"),
    _lie("datasets with gaps in a caption", "gaps", "aggregates/aggregates-error-rate", r"over 11 datasets", "over 20 datasets"),
    _lie("direction flipped in a caption", "reference", "datasets/datasets-rmse", r"lower is better", "higher is better"),
    _lie("another algorithm in a caption", "counts", "confusion/confusion-1", r"Confusion matrix of kNN-3", "Confusion matrix of C4.5"),
    _lie("another positive class in a caption", "binary", "curves/roc-1", r"yes is the positive class", "no is the positive class"),
    # Cells of tables
    _lie("a p-value in a table", "counts", "comparison-accuracy/pairs-accuracy", r"^\.048$", ".148"),
    _lie("an interval in a table", "counts", "comparison-accuracy/pairs-accuracy", r"^\(0, 0\.095\]$", "[0.000, 0.095]"),
    _lie("a best algorithm in a table", "counts", "summary/outcome", r"^kNN-3$", "C4.5"),
    # Alternative texts
    _lie("best and worst swapped", "counts", "comparison-accuracy/ranks-accuracy", r"kNN-3 has the best mean rank \(1\.67\), SVM \(rbf\)", "SVM (rbf) has the best mean rank (1.67), kNN-3"),
    _lie("a bar over a difference", "counts", "comparison-accuracy/ranks-accuracy", r"kNN-3 and C4\.5; C4\.5\+m", "kNN-3, C4.5 and C4.5+m; C4.5+m"),
    _lie("another critical difference", "counts", "comparison-accuracy/ranks-accuracy", r"difference is 1\.35", "difference is 1.53"),
    _lie("a win taken away", "counts", "matrix/matrix-accuracy", r"11 wins, 0 ties", "10 wins, 1 tie"),
    _lie("another p-value", "counts", "matrix/matrix-accuracy", r"p = \.009", "p = .090"),
    _lie("a sign flipped", "counts", "matrix/matrix-accuracy", r"difference \+", "difference -"),
    _lie("a median with digits swapped", "counts", "distributions/spread-accuracy", r"0\.8553", "0.8535"),
    _lie("probabilities swapped", "counts", "bayes/simplex-accuracy", r"probability 0\.24, practically equivalent 0\.13", "probability 0.13, practically equivalent 0.24"),
    _lie("another detectable difference", "counts", "advice/power-accuracy", r"0\.0456", "0.0465"),
    _lie("another calibration error", "multiclass", "probabilities/reliability", r"\(0\.126\)", "(0.162)"),
    _lie("direction flipped", "counts", "distributions/spread-accuracy", r"higher is better", "lower is better"),
    _lie("a difference denied", "reference", "comparison-rmse/ranks-rmse", r"All others differ significantly from", "No significant difference from"),
)  # fmt: skip


def planted(report: Report, lie: Lie) -> Report:
    """Return a report with a lie in it."""
    changed = 0

    def told(text: str) -> str:
        nonlocal changed
        altered, times = re.subn(lie.old, lie.new, text, count=1)
        changed += times
        return altered

    def _in_cell(text: str) -> str:
        return text if changed else told(text)

    def altered(block: Block) -> Block:
        if changed:
            return block
        if isinstance(block, Text) and block.kind == lie.block:
            return replace(block, words=(told(flat(block.words)),))
        if isinstance(block, Finding) and lie.block == "finding":
            return replace(block, words=(told(flat(block.words)),))
        if isinstance(block, Table) and block.id == lie.block:
            caption = told(flat(block.caption))
            rows = tuple(tuple(replace(cell, text=_in_cell(cell.text)) for cell in row) for row in block.rows)
            return replace(block, caption=(caption,), rows=rows)
        if isinstance(block, Figure) and block.id == lie.block:
            caption = told(flat(block.caption))
            return replace(
                block, caption=(caption,), alternative=block.alternative if changed else told(block.alternative)
            )
        return block

    def with_lie(section: Section) -> Section:
        if section.id != lie.section:
            return section
        return replace(section, blocks=tuple(altered(block) for block in section.blocks))

    report = replace(report, sections=tuple(with_lie(section) for section in report.sections))
    assert changed == 1, f"the lie finds no place: {lie.name}"
    return report
