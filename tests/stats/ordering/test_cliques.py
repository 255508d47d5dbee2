"""Runs of algorithms that were not shown to differ."""

from __future__ import annotations

from itertools import combinations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import benchreport as br
from benchreport.stats.ordering.indistinguishable_sets import few_cliques, in_rank_order, indistinguishable


def ranks_of(*means: float) -> pl.DataFrame:
    return pl.DataFrame({"algorithm": [chr(65 + i) for i in range(len(means))], "mean_rank": list(means)})


def rows_of(ranks: pl.DataFrame, different: set[frozenset[str]]) -> pl.DataFrame:
    pairs = list(combinations(ranks["algorithm"], 2))
    return pl.DataFrame(
        {
            "a": [a for a, _ in pairs],
            "b": [b for _, b in pairs],
            "p_value": [0.001 if frozenset(pair) in different else 0.5 for pair in pairs],
            "p_adjusted": pl.Series([None] * len(pairs), dtype=pl.Float64),
        }
    )


def test_fixture_four_gives_the_bars_of_the_catalogue(fx4: pl.DataFrame) -> None:
    runs = indistinguishable(br.average_ranks(fx4), br.nemenyi(fx4))
    assert runs.columns == ["members", "low", "high", "size"]
    assert runs.rows() == [(["1", "2"], 1.25, 2.1, 2), (["2", "4", "3"], 2.1, 3.5, 3)]


def test_the_adjusted_p_decides_where_there_is_one(demsar: pl.DataFrame) -> None:
    ranks, plain = br.average_ranks(demsar), br.wilcoxon(demsar)
    assert plain.filter(pl.col("p_value") <= 0.05).height > 0
    assert indistinguishable(ranks, plain.pipe(br.adjust, "bonferroni"), alpha=0.001)["size"].to_list() == [4]
    assert indistinguishable(ranks, plain)["size"].max() < 4


def test_a_p_equal_to_alpha_is_a_difference() -> None:
    ranks = ranks_of(1.2, 1.8)
    rows = rows_of(ranks, set()).with_columns(p_value=pl.lit(0.05))
    assert indistinguishable(ranks, rows, alpha=0.05).height == 0
    assert indistinguishable(ranks, rows, alpha=0.0499).height == 1


def test_a_pair_without_p_was_not_shown_to_differ() -> None:
    ranks = ranks_of(1.2, 1.8)
    rows = rows_of(ranks, set()).with_columns(p_value=pl.lit(None, pl.Float64))
    assert indistinguishable(ranks, rows)["members"].to_list() == [["A", "B"]]


def test_no_run_when_all_pairs_differ_keeps_the_columns() -> None:
    ranks = ranks_of(1, 2, 3)
    runs = indistinguishable(ranks, rows_of(ranks, {frozenset("AB"), frozenset("BC"), frozenset("AC")}))
    assert runs.height == 0
    assert runs.schema == {"members": pl.List(pl.String), "low": pl.Float64, "high": pl.Float64, "size": pl.Int64}


def test_equal_mean_ranks_go_by_name_and_may_differ() -> None:
    ranks = pl.DataFrame({"algorithm": ["C", "B", "A"], "mean_rank": [2.0, 2.0, 2.0]})
    runs = indistinguishable(ranks, rows_of(ranks, {frozenset("AC")}))
    assert runs["members"].to_list() == [["A", "B"], ["B", "C"]]
    assert runs["low"].to_list() == runs["high"].to_list() == [2.0, 2.0]


def test_a_run_does_not_jump_over_an_algorithm_that_differs() -> None:
    ranks = ranks_of(1, 2, 3, 4)
    rows = rows_of(ranks, {frozenset("AB"), frozenset("CD")})
    assert indistinguishable(ranks, rows)["members"].to_list() == [["B", "C"]]


@given(st.integers(2, 7).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(range(n * (n - 1) // 2))))))
def test_runs_are_the_maximal_ones_that_a_search_of_all_slices_finds(case: tuple[int, set[int]]) -> None:
    n, chosen = case
    ranks = ranks_of(*(1 + i / 2 for i in range(n)))
    names = ranks["algorithm"].to_list()
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    different = {pairs[i] for i in chosen}
    slices = [names[i:j] for i in range(n) for j in range(i + 2, n + 1)]
    alike = [s for s in slices if not any(frozenset(pair) in different for pair in combinations(s, 2))]
    expected = [s for s in alike if not any(set(s) < set(other) for other in alike)]
    rows = rows_of(ranks, different).sample(fraction=1, shuffle=True, seed=n)
    assert indistinguishable(ranks.reverse(), rows)["members"].to_list() == expected


def test_pairs_that_were_not_tested_are_not_called_alike(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="3 of 6 pairs were not tested"):
        indistinguishable(br.average_ranks(demsar), br.wilcoxon(demsar, control="C4.5"))


def test_rows_and_ranks_of_several_groups_are_refused(study: pl.DataFrame) -> None:
    ranks, rows = br.average_ranks(study), br.nemenyi(study)
    one = ranks.filter(pl.col("metric") == ranks["metric"][0])
    with pytest.raises(br.BenchreportError, match="more than one mean rank"):
        indistinguishable(ranks, rows)
    with pytest.raises(br.BenchreportError, match="one method and one group"):
        indistinguishable(one, rows)
    with pytest.raises(br.BenchreportError, match="no mean rank"):
        in_rank_order(pl.DataFrame({"algorithm": ["A"], "mean_rank": [None]}))


@pytest.mark.parametrize("alpha", [0, 1, -0.1])
def test_a_level_outside_its_range_is_refused(alpha: float) -> None:
    ranks = ranks_of(1, 2)
    with pytest.raises(br.BenchreportError, match="alpha"):
        indistinguishable(ranks, rows_of(ranks, set()), alpha=alpha)


def test_cliques_of_a_grouped_table_are_the_runs_where_these_cover_all(study: pl.DataFrame) -> None:
    rows, ranks = br.nemenyi(study), br.average_ranks(study)
    found = br.cliques(rows, ranks=ranks)
    for metric in study["metric"].unique():
        runs = indistinguishable(ranks.filter(pl.col("metric") == metric), rows.filter(pl.col("metric") == metric))
        mine = found.filter(pl.col("metric") == metric)
        assert mine["members"].to_list() == runs["members"].to_list()
        assert mine["contiguous"].all()


def test_a_set_with_a_gap_is_found_and_flagged() -> None:
    ranks = ranks_of(1, 2, 3, 4)
    rows = rows_of(ranks, {frozenset("AB"), frozenset("CD")}).drop("p_adjusted")
    found = br.cliques(rows, ranks=ranks)
    assert found.select("members", "contiguous").rows() == [
        (["A", "C"], False),
        (["A", "D"], False),
        (["B", "C"], True),
        (["B", "D"], False),
    ]


def test_an_algorithm_that_differs_is_not_bridged() -> None:
    # aeon 1.6.0 joins pairs that differ into one clique (its own test correct_clique4); a set may hold no such pair.
    ranks = ranks_of(1, 2, 3, 4, 5)
    different = {frozenset("AE"), frozenset("BE"), frozenset("AC")}
    for members in br.cliques(rows_of(ranks, different), ranks=ranks)["members"]:
        assert not any(frozenset(pair) in different for pair in combinations(members, 2))


@given(st.integers(2, 6).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.sampled_from(range(n * (n - 1) // 2))))))
def test_cliques_and_letters_are_those_a_search_of_all_sets_finds(case: tuple[int, set[int]]) -> None:
    n, chosen = case
    ranks = ranks_of(*range(1, n + 1))
    names = ranks["algorithm"].to_list()
    pairs = [frozenset(pair) for pair in combinations(names, 2)]
    different = {pairs[i] for i in chosen}
    subsets = [set(s) for size in range(2, n + 1) for s in combinations(names, size)]
    alike = [s for s in subsets if not any(frozenset(pair) in different for pair in combinations(s, 2))]
    expected = [s for s in alike if not any(s < other for other in alike)]
    rows = rows_of(ranks, different)
    found = [set(members) for members in br.cliques(rows, ranks=ranks)["members"]]
    assert sorted(map(sorted, found)) == sorted(map(sorted, expected))
    letters = dict(br.letters(rows, ranks=ranks).select(pl.col("algorithm").cast(pl.String), "letters").rows())
    for pair in pairs:
        a, b = sorted(pair)
        assert bool(set(letters[a]) & set(letters[b])) == (pair not in different)


def test_cliques_stay_lazy_and_refuse_what_is_no_test_of_all_pairs(demsar: pl.DataFrame) -> None:
    lazy = br.cliques(br.nemenyi(demsar.lazy()))
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(br.cliques(br.nemenyi(demsar)))
    with pytest.raises(br.BenchreportError, match="3 of 6 pairs were not tested"):
        br.cliques(br.wilcoxon(demsar, control="C4.5"))
    with pytest.raises(br.BenchreportError, match="compared twice"):
        br.cliques(pl.concat([br.wilcoxon(demsar), br.nemenyi(demsar)]))
    with pytest.raises(br.BenchreportError, match="not rows of pairs"):
        br.cliques(demsar)
    with pytest.raises(br.BenchreportError, match="no mean rank"):
        br.cliques(br.nemenyi(demsar), ranks=br.average_ranks(demsar).head(2))


def test_of_more_sets_than_can_be_drawn_none_is_listed() -> None:
    # Algorithms in threes that differ from each other only have 3 ** 40 largest sets.
    names = [f"A{place:03}" for place in range(120)]
    rows = pl.DataFrame(
        [(a, b, 0.001 if i // 3 == j // 3 else 0.5) for (i, a), (j, b) in combinations(enumerate(names), 2)],
        schema=["a", "b", "p_value"],
        orient="row",
    )
    assert few_cliques(rows, 10) == []
    few = rows.filter(pl.col("a") < "A006", pl.col("b") < "A006")
    assert few_cliques(few, 8) == []
    assert few_cliques(few, 9) == br.cliques(few)["members"].to_list()
    assert len(few_cliques(few, 9)) == 9
