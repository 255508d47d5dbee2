"""What is compared under gaps follows from the pattern of gaps alone, by five rules."""

from __future__ import annotations

from itertools import combinations
from math import comb

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.errors import ColumnError, IncompleteError, OptionError
from benchreport.tables.gaps import blocks_needed, holm_floors

EXAMPLE = ["11110", "11111", "11101", "11110", "11011", "11110", "10111", "11110"]


def table_of(rows: list[str], *, metric: str = "accuracy", seed: int = 0) -> pl.DataFrame:
    """Scores with a result where a row of signs has a 1; algorithms are called A, B, ..., datasets d00, d01, ..."""
    random = np.random.default_rng(seed)
    cells = [
        (f"d{number:02}", chr(65 + column), metric, random.random() if sign == "1" else None)
        for number, row in enumerate(rows)
        for column, sign in enumerate(row)
    ]
    return br.scores(pl.DataFrame(cells, schema=["dataset", "algorithm", "metric", "value"], orient="row"))


def chosen(rows: list[str], **options: object) -> dict[str, object]:
    return br.missing_auto(table_of(rows), **options).row(0, named=True)  # type: ignore[arg-type]


def test_n_of_k_is_the_number_of_datasets_at_which_holm_can_reject() -> None:
    # ANSWER, deciding_test: k = 2, 3, 4, 5, 8, 10, 20, 40, all pairs and with a declared reference.
    sizes = (2, 3, 4, 5, 8, 10, 20, 40)
    assert [blocks_needed(comb(k, 2), 0.05) for k in sizes] == [6, 7, 8, 9, 11, 11, 13, 15]
    assert [blocks_needed(k - 1, 0.05) for k in sizes] == [6, 7, 7, 8, 9, 9, 10, 11]


@given(st.integers(1, 5000), st.floats(1e-6, 0.5))
def test_with_one_dataset_less_than_needed_nothing_can_be_rejected(comparisons: int, alpha: float) -> None:
    n = blocks_needed(comparisons, alpha)
    assert comparisons * 2.0 ** (1 - n) <= alpha
    assert n == 1 or comparisons * 2.0 ** (2 - n) > alpha


def test_rule_1_a_table_without_gaps_is_compared_as_it_is() -> None:
    row = chosen(["111"] * 9)
    assert (row["rule"], row["policy"], row["n_missing"], row["n_blocks_used"]) == (1, "complete", 0, 9)


def test_rule_2_complete_datasets_do_if_they_are_nine_of_ten_and_enough() -> None:
    row = chosen(["111"] * 18 + ["110", "011"])
    assert (row["rule"], row["policy"], row["n_complete"], row["n_blocks_used"]) == (2, "drop_blocks", 18, 18)
    assert row["note"] == "18 of 20 blocks have results of all 3 algorithms"
    # 17 of 20 are fewer than nine of ten; each pair still shares 18 or 19.
    assert chosen(["111"] * 17 + ["110", "011", "101"])["rule"] == 3
    # Nine of ten, but at this level five algorithms need 15 datasets, and three of them still 13.
    few = chosen(["11111"] * 9 + ["11110"], alpha=0.001)
    assert (few["rule"], few["n_needed"]) == (5, 15)


def test_rule_3_pairs_are_compared_on_what_they_share_if_each_shares_enough() -> None:
    row = chosen(["111"] * 5 + ["110", "110", "011", "011", "101", "101"])
    assert (row["rule"], row["policy"], row["least"], row["most"]) == (3, "available", 7, 7)
    assert row["n_undecidable"] == 0


def test_rule_4_the_largest_sub_table_with_half_the_algorithms_is_taken() -> None:
    row = chosen(["1110"] * 11 + ["0001"])
    assert (row["rule"], row["policy"]) == (4, "subtable")
    assert (row["n_algorithms_used"], row["n_blocks_used"], row["left_out"]) == (3, 11, "D")
    assert row["proved"] is True
    assert row["note"] == "kept 33 of 34 results"


def test_rule_4_takes_no_sub_table_with_too_few_datasets_for_its_algorithms() -> None:
    # The largest complete sub-table is 4 x 6 = 24, but four algorithms need 8 datasets; 3 x 7 = 21 has enough.
    rows = ["11110"] * 6 + ["11100"] + ["00001"] * 4
    row = chosen(rows)
    assert (row["rule"], row["n_algorithms_used"], row["n_blocks_used"], row["left_out"]) == (4, 3, 7, "D, E")
    largest = br.complete(table_of(rows), "subtable").drop_nulls("value")
    assert (largest["algorithm"].n_unique(), largest["dataset"].n_unique()) == (4, 6)


def test_rule_5_the_example_of_the_specification() -> None:
    # ANSWER, missing_auto: present 33, complete 1, N(5) = 9, pairs on 3 to 7 datasets, no pair can be decided.
    row = chosen(EXAMPLE)
    assert (row["rule"], row["policy"], row["n_missing"], row["n_complete"]) == (5, "available", 7, 1)
    assert (row["n_needed"], row["least"], row["most"]) == (9, 3, 7)
    assert row["n_undecidable"] == 10
    assert row["note"] == "pairs share 3 to 7 blocks; 10 comparisons cannot become significant"


def test_the_pairs_of_the_example_share_as_many_datasets_as_the_specification_says() -> None:
    rows = br.wilcoxon(table_of(EXAMPLE), missing="available").sort("a", "b")
    assert rows["n"].to_list() == [7, 7, 7, 4, 6, 6, 3, 6, 3, 3]
    least = holm_floors(rows["n"].to_numpy()[None, :])
    assert least.min() == 10 * 2**-6 == 0.15625


@given(st.lists(st.integers(1, 14), min_size=1, max_size=10))
def test_the_least_p_values_by_holm_are_those_of_unanimous_signs(shared: list[int]) -> None:
    rows = pl.DataFrame({"p_value": [2.0 ** (1 - n) for n in shared]})
    expected = br.adjust(rows, "holm", family=[])["p_adjusted"].to_list()
    assert holm_floors(np.array([shared]))[0].tolist() == pytest.approx(expected, rel=1e-12)


def test_the_sub_table_of_the_example_is_the_one_of_the_specification() -> None:
    done = br.complete(table_of(EXAMPLE), "subtable")
    assert done["policy"].unique().to_list() == ["subtable:4:5:5:8"]
    assert done["dataset"].unique().sort().to_list() == ["d00", "d01", "d03", "d05", "d07"]
    assert done["algorithm"].unique().sort().to_list() == ["A", "B", "C", "D"]
    assert done["n_dropped"].unique().to_list() == [3]
    assert done["value"].null_count() == 0


PATTERNS = st.tuples(st.integers(2, 16), st.integers(2, 5)).flatmap(
    lambda shape: st.lists(
        st.text("1110", min_size=shape[1], max_size=shape[1]).filter(lambda row: "1" in row),
        min_size=shape[0],
        max_size=shape[0],
    )
)


@settings(max_examples=60)
@given(PATTERNS)
def test_the_five_rules_are_those_of_the_specification(rows: list[str]) -> None:
    present = np.array([[sign == "1" for sign in row] for row in rows])
    n, k = present.shape
    complete = int(present.all(axis=1).sum())
    needed = blocks_needed(comb(k, 2), 0.05)
    shared = [int((present[:, i] & present[:, j]).sum()) for i, j in combinations(range(k), 2)]
    sizes = [
        (height * width, width)
        for width in range(max(2, -(-k // 2)), k + 1)
        for columns in combinations(range(k), width)
        if (height := int(present[:, columns].all(axis=1).sum())) >= blocks_needed(comb(width, 2), 0.05)
    ]
    expected = (
        1
        if present.all()
        else 2
        if complete >= 0.9 * n and complete >= needed
        else 3
        if min(shared) >= needed
        else 4
        if sizes
        else 5
    )
    row = chosen(rows)
    assert row["rule"] == expected
    assert (row["n_complete"], row["least"], row["most"]) == (complete, min(shared), max(shared))
    if expected == 4:
        assert (row["n_algorithms_used"] * row["n_blocks_used"], row["n_algorithms_used"]) == max(sizes)  # type: ignore[operator]


def test_the_choice_reads_no_value() -> None:
    rows = ["1110"] * 11 + ["0001", "1001"]
    first, second = table_of(rows, seed=1), table_of(rows, seed=2)
    assert_frame_equal(br.missing_auto(first), br.missing_auto(second))
    kept = [br.complete(table, "auto").select("algorithm", "dataset") for table in (first, second)]
    assert_frame_equal(kept[0], kept[1])


@pytest.mark.parametrize("policy", ["auto", "subtable", "drop_algorithms"])
def test_no_policy_drops_the_reference(policy: str) -> None:
    table = table_of(["1110"] * 6 + ["1111"] * 9)
    without = br.complete(table, policy)  # type: ignore[arg-type]
    with_it = br.complete(table, policy, reference="D").drop_nulls("value")  # type: ignore[arg-type]
    assert "D" in with_it["algorithm"]
    assert with_it.filter(pl.col("algorithm") == "D").height == 9
    if policy != "auto":
        assert "D" not in without["algorithm"]


def test_with_a_reference_the_comparisons_are_those_with_it() -> None:
    row = chosen(["111"] * 7 + ["110"] * 2, reference="A")
    # Two comparisons need 7 datasets; B and C share 7 as well, but they are not compared.
    assert (row["n_needed"], row["least"], row["most"]) == (7, 7, 9)


def test_an_unknown_reference_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(ColumnError, match=r"(?s)no algorithm 'a' to be the reference.*did you mean 'A'"):
        br.missing_auto(table_of(EXAMPLE), reference="a")


@pytest.mark.parametrize("alpha", [0.0, 1.0, "x"])
def test_a_level_outside_zero_and_one_is_refused(alpha: float) -> None:
    for call in (br.missing_auto, lambda table, alpha: br.complete(table, "auto", alpha=alpha)):
        with pytest.raises(OptionError, match="alpha"):
            call(table_of(EXAMPLE), alpha=alpha)


def test_auto_settles_every_metric_by_itself() -> None:
    table = pl.concat(
        [
            table_of(["111"] * 8, metric="f1"),
            table_of(["111"] * 18 + ["110", "011"]),
            table_of(["1110"] * 11 + ["0001"], metric="error"),
            table_of(EXAMPLE, metric="auc"),
        ]
    )
    rows = br.missing_auto(table)
    assert dict(rows.select("metric", "policy").rows()) == {
        "accuracy": "drop_blocks",
        "auc": "available",
        "error": "subtable",
        "f1": "complete",
    }
    done = br.complete(table, "auto")
    assert dict(done.select("metric", "policy").unique().rows()) == {
        "accuracy": "drop_blocks:2:20",
        "auc": "available:7:40",
        "error": "subtable:3:4:11:12",
        "f1": None,
    }
    assert_frame_equal(
        done.filter(pl.col("metric") == "auc").drop("imputed", "n_dropped", "policy"),
        table.filter(pl.col("metric") == "auc"),
    )


def test_available_keeps_every_result_and_every_gap() -> None:
    table = table_of(EXAMPLE)
    done = br.complete(table, "available")
    assert_frame_equal(done.drop("imputed", "n_dropped", "policy"), table)
    assert done["policy"].unique().to_list() == ["available:7:40"]


def test_refuse_names_the_first_gaps() -> None:
    with pytest.raises(IncompleteError, match=r"accuracy, d00 lacks E; accuracy, d02 lacks D; .*; 4 more"):
        br.complete(table_of(EXAMPLE), "refuse")
    assert br.complete(table_of(["11", "11"]), "refuse").height == 4


def test_the_old_word_for_stand_ins_means_the_same() -> None:
    table = table_of(EXAMPLE)
    assert_frame_equal(br.complete(table, "reference", reference="A"), br.complete(table, "stand_in", reference="A"))


def test_dropping_algorithms_drops_the_datasets_that_the_reference_lacks_first() -> None:
    done = br.complete(table_of(["110", "011", "111", "111"]), "drop_algorithms", reference="A")
    assert done["algorithm"].unique().sort().to_list() == ["A", "B"]
    assert done["dataset"].unique().sort().to_list() == ["d00", "d02", "d03"]
    assert done["n_dropped"].unique().to_list() == [1]
    assert done["policy"].unique().to_list() == ["drop_algorithms_blocks:1:4:A|drop_algorithms:C"]


def test_lazy_in_lazy_out() -> None:
    table = table_of(EXAMPLE)
    lazy = br.missing_auto(table.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert_frame_equal(lazy.collect(), br.missing_auto(table))


def test_within_a_dataset_the_blocks_are_its_runs() -> None:
    rows = [("A", "d", fold, 0.5) for fold in range(10)] + [("B", "d", fold, 0.4) for fold in range(8)]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "accuracy"], orient="row"))
    row = br.missing_auto(table, by=("dataset", "metric")).row(0, named=True)
    assert (row["n_blocks"], row["n_missing"], row["policy"], row["least"]) == (10, 2, "available", 8)
