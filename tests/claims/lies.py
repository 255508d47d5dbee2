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
    # Data and design
    _lie("one value more", "pairs", "data/paragraph", r"280 values", "281 values"),
    _lie("gaps denied", "gaps", "data/paragraph", r"70 results ", "70 results, none missing "),
    _lie("one instance fewer", "binary", "data/paragraph", r"predictions of 30", "predictions of 29"),
    _lie("another number of folds", "pairs", "data/paragraph", r"from 5-fold", "from 10-fold"),
    _lie("folds called splits", "pairs", "data/paragraph", r"5-fold cross-validation", "5 random splits into training and test set"),
    _lie("another range", "reference", "data/paragraph", r"0\.000136", "0.000163"),
    _lie("another distance of the best and the worst", "counts", "data/paragraph", r"differ by 0\.103", "differ by 0.130"),
    _lie("datasets that differ more than algorithms", "few", "data/paragraph", r"Over all results, ", "Datasets differ more than algorithms: "),
    _lie("one gap more", "gaps", "data/paragraph", r"10 of 80", "11 of 80"),
    _lie("another algorithm with gaps", "gaps", "data/paragraph", r"C4\.5 has results on 14", "SVM (rbf) has results on 14"),
    _lie("results on all datasets", "gaps", "data/paragraph", r"SVM \(rbf\) on 19", "SVM (rbf) on all"),
    _lie("one mean fewer drawn", "pairs", "data/every-result", r"All 56 means", "All 55 means"),
    _lie("means called results", "pairs", "data/every-result", r"All 56 means", "All 56 results"),
    _lie("another dataset of the best median", "pairs", "data/every-result", r"on data-5", "on data-6"),
    _lie("another median", "counts", "data/every-result", r"0\.7807 on", "0.7870 on"),
    _lie("another algorithm that deviates most", "regression", "data/every-result", r"C4\.5\+m deviates", "C4.5 deviates"),
    _lie("another seed", "few", "references/paragraph", r"seed 0", "seed 1"),
    _lie("other software", "few", "references/paragraph", r"polars \d+", "polars 0"),
    # Results
    _lie("another statistic of all algorithms", "counts", "results/paragraph", r"F_F = 10\.79", "F_F = 10.97"),
    _lie("other degrees of freedom", "counts", "results/paragraph", "df = 3 and 33", "df = 3 and 36"),
    _lie("another p-value of all algorithms", "pairs", "results/paragraph", r"p = \.154", "p = .145"),
    _lie("another concordance", "pairs", "results/paragraph", r"W = 0\.12", "W = 0.21"),
    _lie("another statistic under gaps", "gaps", "results/paragraph", r"T = 21\.18", "T = 21.81"),
    _lie("a difference of all denied", "counts", "results/paragraph", "differ overall by", "do not differ significantly overall by"),
    _lie("another test of all algorithms", "few", "results/paragraph", "Iman–Davenport test", "Quade test"),
    _lie("another metric of the test of all", "counts", "results/paragraph", "overall by accuracy", "overall by mcc"),
    _lie("fewer datasets needed", "pairs", "results/paragraph", "more than 140", "more than 120"),
    _lie("one more beaten", "counts", "results/paragraph", "it beats two of three others", "it beats all three others"),
    _lie("another leader by a further metric", "counts", "results/paragraph", "By balanced_accuracy, kNN-3 also", "By balanced_accuracy, C4.5 also"),
    _lie("the same leader unsaid", "counts", "results/paragraph", "kNN-3 also has", "kNN-3 has"),
    _lie("one pair more by a further metric", "counts", "results/paragraph", "four of six pairs", "five of six pairs"),
    _lie("a bound below a p-value", "binary folds", "results/paragraph", r"p ≤ \.038", "p ≤ .036"),
    _lie("another number of pairs apart", "reference", "results/paragraph", "the ten pairs", "the six pairs"),
    _lie("datasets of the standings", "counts", "results/standings", "over 12 datasets", "over 11 datasets"),
    _lie("contents of the standings", "counts", "results/standings", "Scores, ranks and places by", "Scores and ranks by"),
    _lie("a score of the standings", "counts", "results/standings", r"^0\.865$", "0.856"),
    _lie("a rank of the standings", "reference", "results/standings", r"^3\.10$", "3.01"),
    _lie("places of the standings", "counts", "results/standings", "^1–2$", "1–3"),
    _lie("a verdict of the standings", "reference", "results/standings", "^worse$", "better"),
    _lie("another metric of all pairs", "counts", "results/all-pairs", "pairs by accuracy", "pairs by mcc"),
    _lie("a record of all pairs", "counts", "results/all-pairs", "^7–0–5$", "5–0–7"),
    _lie("a verdict of all pairs", "gaps", "results/all-pairs", "^kNN-3 better$", "n.s."),
    _lie("a p-value of all pairs", "reference", "results/all-pairs", r"^\.117$", ".171"),
    _lie("ratios turned round", "reference", "results/all-pairs", "below 1", "above 1"),
    _lie("another adjustment of the bars", "counts", "results/rank-diagram", "Holm-adjusted", "Hochberg-adjusted"),
    _lie("another test of the bars", "counts", "results/rank-diagram", "exact Wilcoxon tests", "sign tests"),
    _lie("fewer datasets of the bars", "gaps", "results/rank-diagram", "13 to 18 datasets", "12 to 18 datasets"),
    _lie("one line more by metric", "counts", "results/places-by-metric", "Mean ranks of 4 algorithms", "Mean ranks of 5 algorithms"),
    _lie("another best by metric", "counts", "results/places-by-metric", "kNN-3 has the best mean rank by accuracy", "C4.5 has the best mean rank by accuracy"),
    _lie("one place more moved", "counts", "results/places-by-metric", "place 1 by mcc, place 2", "place 1 by mcc, place 3"),
    _lie("another that moves", "counts", "results/places-by-metric", r"C4\.5 moves most", "kNN-3 moves most"),
    # Captions
    _lie("one dataset fewer in a caption", "gaps", "coverage/results-per-algorithm", r"of 20 datasets", "of 19 datasets"),
    _lie("another opponent in a caption", "counts", "matrix/wins-accuracy", r"against kNN-3 by", "against SVM (rbf) by"),
    _lie("datasets with gaps in a caption", "gaps", "aggregates/aggregates-error-rate", r"over 11 datasets", "over 20 datasets"),
    _lie("direction flipped in a caption", "reference", "tables/complete-rmse", r"Lower is better", "Higher is better"),
    _lie("another algorithm in a caption", "counts", "confusion/confusion-1", r"Confusion matrix of kNN-3", "Confusion matrix of C4.5"),
    _lie("another positive class in a caption", "binary", "curves/roc-1", r"yes is the positive class", "no is the positive class"),
    # Sensitivity, and the picture of page one
    _lie("one analysis more", "gaps", "sensitivity/paragraph", r"has all nine", "has all ten"),
    _lie("medians where there are no runs", "gaps", "sensitivity/paragraph", r"each test on complete", "each test with means and with medians over the runs and on complete"),
    _lie("one analysis of the same verdict more", "counts", "sensitivity/paragraph", r"hold in two\.", "hold in one."),
    _lie("another win that holds", "counts", "sensitivity/paragraph", r"The wins of kNN-3 over SVM \(rbf\)", "The wins of kNN-3 over C4.5"),
    _lie("winner and loser swapped", "multiclass", "sensitivity/paragraph", r"the win of C4\.5 over C4\.5\+m", "the win of C4.5+m over C4.5"),
    _lie("wins that hold in more analyses", "gaps", "sensitivity/paragraph", r"hold in two to eight", "hold in three to eight"),
    _lie("a win that holds everywhere", "gaps", "sensitivity/paragraph", r"No win holds in all nine alternative analyses; they hold in two to eight", "All five wins hold in all nine alternative analyses"),
    _lie("a difference in some analysis", "pairs", "sensitivity/paragraph", r"None of six alternative analyses finds a significant difference", "A difference is significant in two of six alternative analyses"),
    _lie("analyses that find nothing", "pairs", "sensitivity/paragraph", r"None of six", "None of five"),
    _lie("another pair that an analysis separates", "few", "sensitivity/paragraph", r"C4\.5\+m and kNN-3 are separated", "C4.5 and kNN-3 are separated"),
    _lie("one dataset more that decides", "multiclass", "sensitivity/paragraph", r"any one of seven datasets", "any one of six datasets"),
    _lie("datasets that decide another verdict", "counts", "sensitivity/paragraph", r"The win of C4\.5 over C4\.5\+m is lost", "The win of kNN-3 over C4.5+m is lost"),
    _lie("more differences of practical size", "counts", "sensitivity/paragraph", r"all four significant", "all five significant"),
    _lie("another winner for sure", "counts", "sensitivity/paragraph", r"all four significant differences are of practical size \(P > 0\.99\)", "kNN-3 is practically better than C4.5 (P = 0.97)"),
    _lie("fewer comparisons unadjusted for", "counts", "sensitivity/paragraph", r"for six comparisons", "for three comparisons"),
    _lie("another level of the symbols", "counts", "sensitivity/multiverse", r"significant at \.05", "significant at .01"),
    _lie("a symbol filled", "pairs", "sensitivity/multiverse", r"^○$", "●"),
    _lie("one analysis fewer in a row", "counts", "sensitivity/multiverse", r"^2 of 3$", "1 of 3"),
    _lie("another dataset in a row", "pairs", "sensitivity/multiverse", r"^data-10$", "data-1"),
    _lie("a posterior in a row", "pairs", "sensitivity/multiverse", r"^\.80 \.04$", ".08 .40"),
    _lie("differences from another", "counts", "answer/differences", r"Differences from kNN-3 in", "Differences from C4.5 in"),
    _lie("differences called ratios", "counts", "answer/differences", r"Differences from kNN-3 in accuracy", "Accuracy as a ratio to kNN-3"),
    _lie("intervals of fewer pairs", "counts", "answer/differences", r"all six pairs", "all three pairs"),
    _lie("pairs for comparisons with a reference", "reference", "answer/differences", r"all four comparisons", "all four pairs"),
    _lie("another level of each interval", "counts", "answer/differences", r"thick: 95 %", "thick: 90 %"),
    _lie("another adjustment of errors", "binary", "answer/differences", r"Holm-adjusted", "Finner-adjusted"),
    _lie("errors against another", "binary", "answer/differences", r"error rate from kNN-3", "error rate from C4.5"),
    _lie("another number of others", "reference", "answer/differences", r"The four others", "The five others"),
    _lie("ranks on more datasets", "binary folds", "answer/rank-dots", r"on the four datasets", "on the five datasets"),
    _lie("the best rank is another", "binary folds", "answer/rank-dots", r"rank 1 is", "rank 2 is"),
    # Predictions
    _lie("a measure that another has best", "binary", "predictions/paragraph", r"has the best value of every measure\.", "has the best value of every measure but one: C4.5 has the largest AUC."),
    _lie("another smallest area", "binary", "predictions/paragraph", r"between 0\.938", "between 0.983"),
    _lie("overconfident for underconfident", "binary", "predictions/paragraph", r"underconfident", "overconfident"),
    _lie("another mean confidence", "binary", "predictions/paragraph", r"confidence 0\.784", "confidence 0.748"),
    _lie("one instance wrong by all", "binary", "predictions/paragraph", r"none is misclassified by all three", "all three err on one"),
    _lie("another Q", "binary", "predictions/paragraph", r"Q = 5\.4", "Q = 4.5"),
    _lie("misses and alarms swapped", "binary", "predictions/paragraph", r"C4\.5\+m \(2\) misses the most yes instances, C4\.5 \(4\)", "C4.5 (2) misses the most yes instances, C4.5+m (4)"),
    _lie("another algorithm of differences", "binary", "predictions/roc-areas", r"differences from kNN-3", "differences from C4.5"),
    _lie("an area told apart", "binary", "predictions/roc-areas", r"kNN-3 from none of the others", "kNN-3 from C4.5"),
    _lie("Newcombe unsaid", "binary", "predictions/roc-areas", r", Newcombe’s without variance", ""),
    _lie("another confusion", "binary", "predictions/decisions", r"0 instances of class no", "1 instance of class no"),
    _lie("a calibration error with digits swapped", "binary", "predictions/decisions", r"C4\.5\+m 0\.168", "C4.5+m 0.186"),
    _lie("another family of tests", "binary", "predictions/what-tests-speak-of", r"over 3 pairs", "over 2 comparisons with kNN-3"),
    _lie("a win in the table of tests", "binary", "predictions/what-tests-speak-of", r"^–$", "C4.5"),
    _lie("one instance fewer in the map", "binary", "predictions/instance-map", r"The 7 instances", "The 6 instances"),
    _lie("other instances of a class", "binary", "predictions/measures", r"\(of 14\)", "(of 16)"),
    _lie("another rule of intervals", "binary", "predictions/measures", r"fewer than five", "fewer than six"),
    _lie("another range of the quadratic loss", "multiclass", "predictions/measures", r"0 to 2", "0 to 1"),
    _lie("one win fewer over datasets", "multiclass", "predictions/paragraph", r"eight of eight", "seven of eight"),
    _lie("one dataset more with a difference", "multiclass", "predictions/paragraph", r"on three of eight", "on four of eight"),
    _lie("a difference of areas", "binary folds", "predictions/paragraph", r"none of four by DeLong", "one of four by DeLong"),
    _lie("another class missed", "multiclass", "predictions/class-misses", r"6 of 15 instances of class dog", "6 of 15 instances of class cat"),
    _lie("another share missed", "counts", "errors/class-misses", r"misses 13 of 30", "misses 12 of 30"),
    _lie("another number of maps", "counts", "errors/class-misses", r"on 6 datasets", "on 12 datasets"),
    _lie("a smallest error with digits swapped", "one regression", "predictions/paragraph", r"0\.7144", "0.7414"),
    _lie("a difference of squared errors", "one regression", "predictions/paragraph", r"C4\.5\+m and SVM \(rbf\) and cannot be distinguished from kNN-3", "SVM (rbf) and cannot be distinguished from kNN-3 or C4.5+m"),
    _lie("ratios to another", "one regression", "predictions/predicted-numbers", r"Ratio: to C4\.5\.", "Ratio: to kNN-3."),
    _lie("gains over another", "one regression", "predictions/absolute-errors", r"over C4\.5\.", "over kNN-3."),
    # Cells of tables
    _lie("a p-value in a table", "counts", "comparison-accuracy/pairs-accuracy", r"^\.048$", ".148"),
    _lie("an interval in a table", "counts", "comparison-accuracy/pairs-accuracy", r"^\(0, 0\.095\]$", "[0.000, 0.095]"),
    _lie("a best algorithm in a table", "counts", "summary/outcome", r"^kNN-3$", "C4.5"),
    # Alternative texts
    _lie("best and worst swapped", "counts", "comparison-accuracy/ranks-accuracy", r"kNN-3 has the best mean rank \(1\.67\), SVM \(rbf\)", "SVM (rbf) has the best mean rank (1.67), kNN-3"),
    _lie("a bar over a difference", "counts", "comparison-accuracy/ranks-accuracy", r"kNN-3 and C4\.5; C4\.5\+m", "kNN-3, C4.5 and C4.5+m; C4.5+m"),
    _lie("another critical difference", "few", "comparison-accuracy/ranks-accuracy", r"difference is 1\.91", "difference is 1.19"),
    _lie("another critical difference of the standard diagram", "few", "results/rank-diagram", r"difference is 1\.91", "difference is 1.19"),
    _lie("a bar over a difference from no reference", "reference", "results/rank-diagram", r"kNN-3 and C4\.5; SVM", "kNN-3, C4.5 and C4.5+m; SVM"),
    _lie("a family apart unsaid", "reference", "results/paragraph", r", a family of their own that is adjusted apart from", ", adjusted with"),
    _lie("one error more", "binary", "predictions/instance-map", r"errors \(0\), C4\.5 the largest \(5\)", "errors (0), C4.5 the largest (6)"),
    _lie("another ratio", "regression", "predictions/absolute-errors", r"\(1\.468\)", "(1.486)"),
    _lie("a ratio to another", "regression", "predictions/absolute-errors", r"RMSE to kNN-3", "RMSE to C4.5+m"),
    _lie("pooled folds unsaid", "regression", "predictions/absolute-errors", r"pooled RMSE to", "RMSE to"),
    _lie("a pooled area called an area", "binary folds", "predictions/roc-areas-1", r"largest pooled AUC", "largest AUC"),
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

    def unless_told(text: str) -> str:
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
            rows = tuple(tuple(replace(cell, text=unless_told(cell.text)) for cell in row) for row in block.rows)
            return replace(block, caption=(caption,), rows=rows, note=(unless_told(flat(block.note)),))
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
