"""Do summary, reasons and methods come from what the other sections say?"""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.document.analyses.methods_used import methods_by_section
from benchreport.document.model.blocks import Finding, Section
from benchreport.document.sections.summary import MOST_HEADLINES
from tests.document.sections.told import ERRORS, FOLDS, folds, part_of, printed, said, table_of, wide

CLOSING = ["summary", "ranks", "within", "advice", "reasons", "methods", "provenance"]


def closed(scores: pl.DataFrame, **wishes: object) -> br.Report:
    return br.report(scores, sections=CLOSING, **wishes)


def test_the_summary_names_whom_the_leader_could_not_be_distinguished_from() -> None:
    report = closed(wide("error", **ERRORS))
    # METHODS 14, FX4: of the three pairs with A, A-C and A-D are significant after Holm over all six, A-B is not.
    (line,) = printed(table_of(report, "outcome"))
    found = (line["significantly worse"], line["no significant difference"], line["significantly better"])
    assert found == ("2", "1", "0")
    assert "A could not be distinguished from B by error." in said(report, "summary")


def test_a_leader_that_beats_all_others_is_said_to_and_nothing_is_called_open() -> None:
    errors = {name: [start + i / 100 for i in range(10)] for name, start in (("A", 0.0), ("B", 0.5), ("C", 1.0))}
    clear = said(closed(wide("error", A=errors["A"], B=errors["B"])), "summary")
    assert "A is significantly better than B by error (p = .002; difference −0.50" in clear
    both = said(closed(wide("error", **errors)), "summary")
    assert "A is significantly better than both others by error after Holm adjustment" in both
    assert "could not be distinguished" not in clear + both


@pytest.mark.parametrize("metrics", [1, 12])
def test_the_summary_repeats_few_headlines(metrics: int) -> None:
    frame = pl.DataFrame({"dataset": [f"d{i}" for i in range(10)]} | ERRORS)
    numbers = pl.col(list(ERRORS))
    parts = [
        br.scores(frame.with_columns(numbers * (1 + k / 100)), metric=f"m{k}", directions={f"m{k}": "lower"})
        for k in range(metrics)
    ]
    scores = pl.concat(parts)
    report = closed(scores, title="A title")
    headlines = [
        block
        for part in report.sections
        for block in part.blocks
        if isinstance(block, Finding) and block.headline and part.id != "summary"
    ]
    told = [block for block in part_of(report, "summary").blocks if getattr(block, "kind", "") == "item"]
    assert len(told) <= min(len(headlines), MOST_HEADLINES) + 1


def test_reasons_tell_the_family_the_policy_and_that_normality_was_not_tested() -> None:
    gaps = {name: list(values) for name, values in ERRORS.items()}
    gaps["B"][3] = None  # type: ignore[call-overload]
    text = said(closed(wide("error", **gaps)), "reasons")
    assert "so that no value can sway the choice. This is the default." in text
    text = said(closed(wide("error", **gaps), missing="drop_blocks"), "reasons")
    assert "Normality in particular was not tested first" in text
    assert "Over the 6 pairs." in text
    assert "Datasets that lack an algorithm are left out" in text
    against = said(closed(wide("error", **gaps), baseline="A", missing="worst"), "reasons")
    assert "Over the 3 comparisons with the reference" in against
    assert "This was asked for in the recipe." in against
    assert "missing results" not in said(closed(wide("error", **ERRORS)), "reasons")


def test_one_family_over_all_metrics_is_told_with_its_size() -> None:
    other = {name: [value**2 for value in values] for name, values in ERRORS.items()}
    both = pl.concat([wide("error", **ERRORS), wide("mse", **other)])
    assert "Over all metrics together, as the recipe asks: 12 pairs." in said(closed(both, family="all"), "reasons")


def test_a_test_asked_for_is_told_as_an_override() -> None:
    text = said(closed(wide("error", **ERRORS), tests={"pairs": "sign_test"}), "reasons")
    assert "Asked for in the recipe instead of the default: pairs: Sign test." in text


def test_methods_are_described_once_under_the_section_that_needs_them_first() -> None:
    other = {name: [value**2 for value in values] for name, values in FOLDS.items()}
    scores = pl.concat([folds("error", datasets=7, **FOLDS), folds("mae", datasets=7, **other)])
    told = [part for part in closed(scores).sections if part.id not in ("summary", "methods", "provenance")]
    groups = methods_by_section(told)
    ids = [method.id for _, methods in groups for method in methods]
    assert len(ids) == len(set(ids))
    titles = dict(groups)
    assert "wilcoxon" in [method.id for method in titles["Comparison over datasets"]]
    assert "corrected_resampled_t" in [method.id for method in titles["Within each dataset"]]
    text = said(closed(scores), "methods")
    assert text.count("Wilcoxon signed-rank test:") == 1


def test_a_section_that_uses_no_method_has_no_group() -> None:
    assert methods_by_section([Section(id="own", title="Own", blocks=())]) == ()


def test_provenance_tells_the_seed() -> None:
    assert "follow from the seed 7" in said(closed(wide("error", **ERRORS), seed=7), "provenance")


def few(*names: str, datasets: int = 3) -> pl.DataFrame:
    """Results of three algorithms on a few datasets, without any pattern, by several metrics."""
    parts = []
    for place, name in enumerate(names):
        values = {a: [(7 * i + 3 * j + place) % 11 / 20 for i in range(datasets)] for j, a in enumerate("ABC")}
        parts.append(wide(name, **values))
    return pl.concat(parts)


def test_metrics_by_which_nothing_differs_share_a_line_of_the_summary() -> None:
    text = said(closed(few("accuracy", "precision", "recall", datasets=10)), "summary")
    assert "none differs significantly by accuracy, precision or recall after Holm adjustment" in text
    assert text.count("differs significantly") == 1


def test_metrics_that_cannot_be_decided_share_a_line_that_gives_the_remedy() -> None:
    report = closed(few("accuracy", "precision", "recall"))
    remedy = (
        "no exact test of a pair can reach 5 % after adjustment with 3 datasets; at least 7 are needed for 3 algorithms"
    )
    assert f"No pair can be decided by accuracy, precision and recall: {remedy}." in said(report, "summary")
    assert report.notes == (f"no pair can be decided by accuracy, precision and recall: {remedy}",)
    for metric in ("accuracy", "precision", "recall"):
        assert f"No pair of algorithms can be decided by {metric}: {remedy}." in said(report, f"comparison-{metric}")
    assert "significant difference" not in said(report, "comparison-recall").replace("there is no significant", "")


def test_a_metric_that_shows_a_difference_keeps_its_own_line_of_the_summary() -> None:
    clear = {name: [start + i / 100 for i in range(10)] for name, start in (("A", 0.0), ("B", 0.5), ("C", 1.0))}
    alike = {name: [(i * step) % 7 / 10 for i in range(10)] for name, step in (("A", 2), ("B", 3), ("C", 5))}
    other = {name: [(i * step) % 9 / 10 for i in range(10)] for name, step in (("A", 2), ("B", 3), ("C", 5))}
    report = closed(pl.concat([wide("error", **clear), wide("ece", **other), wide("brier", **alike)]))
    text = said(report, "summary")
    assert "A is significantly better than both others by error after Holm adjustment" in text
    assert "none differs significantly by ECE or Brier score after Holm adjustment" in text


def test_the_only_metric_is_named_and_not_counted(demsar: pl.DataFrame) -> None:
    report = closed(demsar)
    assert "Four algorithms were compared on 14 datasets by AUC." in said(report, "summary")


def test_a_pair_without_the_best_algorithm_is_named(demsar: pl.DataFrame) -> None:
    # SciPy: exact Wilcoxon p of C4.5 and C4.5+m is 0.0073, times six pairs below 0.05; no other is.
    text = said(closed(demsar), "summary")
    # The interval is that of all six pairs together, cut at 0 because only Holm's second step rejects.
    named = "C4.5+m is better than C4.5 (difference 0.013, (0, 0.035])"
    assert f"1 differs significantly by AUC after Holm adjustment: {named}" in text
