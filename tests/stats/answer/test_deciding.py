"""Is the deciding test chosen from the numbers of algorithms and datasets alone, and is the choice right?"""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.stats.answer.deciding import most_weight
from benchreport.stats.multiplicity.adjusting import blocks_needed, least_adjusted

# Datasets from which a procedure can reject at 5 %: from 1 + log2(m / .05), and Nemenyi's from the range law.
NEEDED = [
    (2, 6, 6, 4),
    (3, 7, 7, 3),
    (4, 8, 7, 3),
    (5, 9, 8, 3),
    (8, 11, 9, 3),
    (10, 11, 9, 3),
    (20, 13, 10, 3),
    (40, 15, 11, 3),
]


@pytest.mark.parametrize(("k", "pairs", "reference", "nemenyi"), NEEDED)
def test_the_datasets_needed_are_those_of_the_table(k: int, pairs: int, reference: int, nemenyi: int) -> None:
    row = br.deciding_test(k, 5).row(0, named=True)
    assert (row["blocks_needed"], row["blocks_needed_reference"], row["blocks_needed_nemenyi"]) == (
        pairs,
        reference,
        nemenyi,
    )
    for n, decides in ((pairs, True), (pairs - 1, False)):
        assert (br.deciding_test(k, n)["procedure"].item() == "wilcoxon") is decides
    for n, decides in ((reference, True), (reference - 1, False)):
        assert (br.deciding_test(k, n, control=True)["procedure"].item() == "wilcoxon") is decides


@pytest.mark.parametrize(
    ("k", "n", "least"), [(4, 8, 0.046875), (4, 7, 0.09375), (8, 10, 0.0546875), (8, 11, 0.02734375)]
)
def test_the_least_holm_adjusted_p_is_m_over_two_to_the_n_minus_one(k: int, n: int, least: float) -> None:
    assert br.deciding_test(k, n)["least_adjusted"].item() == least


@pytest.mark.parametrize("adjustment", ["hochberg", "bh"])
def test_steps_up_reach_alpha_as_soon_as_a_single_test_does(adjustment: str) -> None:
    assert br.deciding_test(8, 6, adjustment=adjustment).row(0, named=True)["least_adjusted"] == 2**-5
    assert br.deciding_test(8, 6, adjustment=adjustment)["procedure"].item() == "wilcoxon"
    assert br.deciding_test(8, 6)["procedure"].item() == "none"


@pytest.mark.parametrize(("k", "n"), [(3, 5), (3, 6), (4, 5), (4, 7), (8, 10), (20, 8), (20, 12), (40, 14)])
def test_below_the_datasets_needed_no_pair_is_decided_and_the_note_says_what_would_help(k: int, n: int) -> None:
    row = br.deciding_test(k, n).row(0, named=True)
    assert row["procedure"] == "none"
    problem = (
        f"no exact test of a pair can reach 5 % after adjustment with {n} datasets; at least "
        f"{row['blocks_needed']} are needed for {k}"
    )
    fewer = f", or {row['blocks_needed_reference']} with one declared reference" if k > 3 else ""
    assert row["note"] == f"{problem} algorithms{fewer}"


def test_two_algorithms_have_no_fallback() -> None:
    assert br.deciding_test(2, 5)["procedure"].item() == "none"
    assert br.deciding_test(2, 6)["procedure"].item() == "wilcoxon"


def test_weights_need_datasets_by_the_largest_weight() -> None:
    assert most_weight(8) == pytest.approx(1 / 14)
    row = br.deciding_test(8, 10, weights="reference").row(0, named=True)
    assert row["least_adjusted"] == pytest.approx(14 * 2**-9)
    assert row["procedure"] == "wilcoxon"


def test_attainability_is_asked_of_the_method_and_the_adjustment() -> None:
    floors = {method.id for method in br.METHODS.values() if method.least_p is not None}
    assert floors == {"wilcoxon", "sign_test", "permutation_signflip", "log_ratio", "group_test"}
    assert least_adjusted(5, 6, None, 0.05) == 0.0625
    assert blocks_needed(6, "bh", 0.05) == 6


@pytest.mark.parametrize("adjustment", ["bh", "hochberg"])
def test_no_row_that_is_rejected_says_that_nothing_can_be(adjustment: Any) -> None:
    # Seven datasets on which everyone agrees: 2^-6 survives these adjustments, and not Holm's over six pairs.
    rows = [(f"d{i}", name, j + 0.01 * i) for i in range(7) for j, name in enumerate("ABCD")]
    scores = br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
    adjusted = br.wilcoxon(scores).pipe(br.adjust, adjustment)
    assert (adjusted["p_adjusted"] == 2**-6).all()
    assert not adjusted["note"].str.contains("can be rejected").any()
    assert br.verdicts(scores, adjustment=adjustment)["procedure"].unique().to_list() == ["wilcoxon"]


def test_every_adjustment_says_what_it_controls() -> None:
    rates = {"bh", "by", "tsbh"}
    for name in ("holm", "bonferroni", "hochberg", "shaffer", *rates):
        controls = "false discovery rate" if name in rates else "family-wise error rate"
        assert br.METHODS[name].controls == controls


def test_numbers_that_make_no_comparison_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="make no comparison"):
        br.deciding_test(1, 10)
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.deciding_test(4, 10, alpha=2)
