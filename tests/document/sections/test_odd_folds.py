"""Results on folds that leave little or nothing to test."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

import benchreport as br
from tests.document.conftest import HOSTILE
from tests.document.sections.folds import FX2, scores_of, section_of
from tests.document.sections.sections import findings_of, plain, prose

SECTIONS = ("within", "variance", "multivariate", "ordering")


def constant() -> pl.DataFrame:
    """Nothing ever varies."""
    return scores_of({name: {"fp": [0.5] * 4, "fn": [0.25] * 4} for name in "ABC"})


def tied() -> pl.DataFrame:
    """All algorithms have the same results, fold by fold."""
    return scores_of(dict.fromkeys("ABC", FX2["A"]))


def apart_by_a_constant() -> pl.DataFrame:
    """Every difference is the same on every fold."""
    return scores_of(
        {name: {m: [v + shift for v in FX2["A"][m]] for m in ("fp", "fn")} for shift, name in enumerate("ABC")}
    )


def two_folds() -> pl.DataFrame:
    """Two folds are the fewest there can be."""
    return scores_of({name: {m: list(FX2[name][m])[:2] for m in ("fp", "fn")} for name in "ABC"})


def full_of_holes() -> pl.DataFrame:
    """No fold has results of all algorithms."""
    return scores_of(
        {
            name: {m: [None if fold % 3 == turn else v for fold, v in enumerate(FX2[name][m])] for m in ("fp", "fn")}
            for turn, name in enumerate("ABC")
        }
    )


def hostile() -> pl.DataFrame:
    """Names that have broken other tools."""
    names = [HOSTILE[0], HOSTILE[2], HOSTILE[8]]
    return scores_of(
        {name: {f"{m} $%& <b>": FX2[own][m] for m in ("fp", "fn")} for name, own in zip(names, "ABC", strict=True)},
        dataset=HOSTILE[1],
    )


def sizes_unknown() -> pl.DataFrame:
    """Resamples whose sizes nobody told."""
    return scores_of(FX2).with_columns(design=pl.lit("repeated_holdout", pl.Categorical))


def one_result_each() -> pl.DataFrame:
    """One fold only."""
    return scores_of(FX2).filter(pl.col("fold") == 1)


CASES: tuple[Callable[[], pl.DataFrame], ...] = (
    constant, tied, apart_by_a_constant, two_folds, full_of_holes, hostile, sizes_unknown, one_result_each,
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)
@pytest.mark.parametrize("algorithms", [2, 3])
def test_odd_results_are_reported_without_a_number_that_is_none(
    case: Callable[[], pl.DataFrame], algorithms: int, tmp_path: Path
) -> None:
    scores = case()
    names = scores["algorithm"].cast(pl.String).unique().sort().to_list()[:algorithms]
    scores = scores.filter(pl.col("algorithm").cast(pl.String).is_in(names))
    report = br.report(scores, complexity=names, sections=["all"])
    for name in SECTIONS:
        part = section_of(report, name)
        if part is not None:
            text = prose(part)
            assert "None" not in text
            assert "nan" not in text.split()
            assert "= ," not in text
            assert "= )" not in text
    form = "report.md" if algorithms == 2 else "report.html"
    assert report.write(tmp_path / form).stat().st_size > 0


def test_ties_everywhere_are_no_difference() -> None:
    report = br.report(tied(), sections=["all"])
    for name in ("variance", "multivariate"):
        part = section_of(report, name)
        assert part is not None
        verdicts = [plain(finding.words) for finding in findings_of(part)]
        assert "all algorithms have equal results" in verdicts[0]
        assert not any("algorithms differ" in words for words in verdicts)


def test_unknown_sizes_are_told_as_the_reason_that_nothing_was_tested() -> None:
    report = br.report(sizes_unknown(), sections=["all"])
    part = section_of(report, "variance")
    assert part is not None
    assert "could not be compared by" in prose(part)
    assert "the ratio of test to training size is not known" in prose(part)
