"""Full and partial orders of algorithms."""

from __future__ import annotations

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.method import schema_of
from benchreport.stats.kernels.graphs import cheapest_sinks_first, members, reachable, transitive_reduction
from benchreport.stats.ordering.complete_order import ORDER_COLUMNS
from tests.stats.posthoc.test_posthoc_means import FX1


@pytest.fixture
def fx1() -> pl.DataFrame:
    rows = [("d", i, name, value) for name, values in FX1.items() for i, value in enumerate(values)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "fold", "algorithm", "error"], orient="row"))


def test_fixture_one_gives_the_orders_and_reasons_of_the_catalogue(fx1: pl.DataFrame) -> None:
    # METHODS multitest_order: cost C < B < A, paired t; p(B<C) .00241, p(A<C) 5.7e-6, p(A<B) .00122.
    loose, strict = (
        br.multitest_order(fx1, order=["C", "B", "A"], test="kfold_paired_t", alpha=alpha) for alpha in (0.05, 0.003)
    )
    assert loose["algorithm"].to_list() == ["A", "B", "C"]
    assert strict["algorithm"].to_list() == ["B", "A", "C"]
    assert strict["position"].to_list() == [1, 2, 3]
    assert strict["shown_better_than"].to_list() == [None, "C", None]
    assert strict["complexity"].to_list() == [2, 3, 1]
    assert strict["reason"].to_list() == [
        "simplest of the rest that none was shown to beat",
        "significantly better than the simpler ones left",
        "simplest of the rest, none of which is significantly better",
    ]


def test_without_any_difference_the_order_is_that_of_simplicity(study: pl.DataFrame) -> None:
    names = study["algorithm"].unique().sort(descending=True).to_list()
    rows = br.multitest_order(study, by="metric", order=names, test="wilcoxon")  # four datasets
    for part in rows.partition_by("metric"):
        assert part["algorithm"].to_list() == names


@pytest.mark.parametrize(
    ("order", "message"),
    [(None, "is needed"), ("ABC", "is needed"), (["A", "B"], "'C' is not in"), (["A", "B", "C", "C"], "twice"),
     (["A", "B", "C", "D"], "no algorithm 'D'")],
)  # fmt: skip
def test_an_order_of_complexity_names_all_algorithms_once(order: object, message: str, fx1: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match=message):
        br.multitest_order(fx1, order=order)  # type: ignore[arg-type]


def test_multitest_keeps_the_contract(study: pl.DataFrame) -> None:
    order = study["algorithm"].unique().sort().to_list()
    eager = br.multitest_order(study, order=order, test="wilcoxon")
    assert eager.schema == pl.Schema(
        {"dataset": pl.Categorical(), "metric": pl.Categorical()} | schema_of(ORDER_COLUMNS)
    )
    lazy = br.multitest_order(study.lazy(), order=order, test="wilcoxon")
    assert isinstance(lazy, pl.LazyFrame)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(lazy.collect(engine=engine), eager)
    shuffled = br.multitest_order(study.sample(fraction=1, shuffle=True, seed=3), order=order, test="wilcoxon")
    assert_frame_equal(shuffled, eager)
    one = study.filter((pl.col("metric") == "auc") & (pl.col("dataset") == study["dataset"][0]))
    alone = br.multitest_order(one, order=order, test="wilcoxon")
    assert_frame_equal(alone, eager.filter((pl.col("metric") == "auc") & (pl.col("dataset") == study["dataset"][0])))
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.multitest_order(study, order=order, alpha=2)


def rows_of(edges: dict[tuple[str, str], bool]) -> pl.DataFrame:
    """Result rows in which the first of each pair is better, where told so."""
    return pl.DataFrame(
        {
            "a": [min(pair) for pair in edges],
            "b": [max(pair) for pair in edges],
            "better": [pair[0] for pair in edges],
            "p_value": [0.01 if shown else 0.5 for shown in edges.values()],
        }
    )


def test_what_follows_from_other_edges_is_left_out() -> None:
    rows = rows_of({("A", "B"): True, ("B", "C"): True, ("A", "C"): True})
    found = br.partial_order(rows)
    assert found.select(pl.col("above", "below").cast(pl.String)).rows() == [("A", "B"), ("B", "C")]
    assert found["p"].to_list() == [0.01, 0.01]
    gap = br.partial_order(rows_of({("A", "B"): True, ("B", "C"): False, ("A", "C"): True}))
    assert gap.select(pl.col("above", "below").cast(pl.String)).rows() == [("A", "B"), ("A", "C")]


def test_cycles_are_kept_and_marked() -> None:
    found = br.partial_order(rows_of({("A", "B"): True, ("B", "C"): True, ("C", "A"): True}))
    assert found.height == 3
    assert found["note"].str.contains("cycle").all()


def test_a_partial_order_of_groups_stays_lazy(study: pl.DataFrame) -> None:
    rows = br.friedman_posthoc_z(study)
    lazy = br.partial_order(rows.lazy())
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(br.partial_order(rows))
    assert br.partial_order(rows).columns[0] == "metric"


@given(st.integers(1, 6).flatmap(lambda n: st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n)))
def test_a_reduced_order_reaches_what_the_whole_reached_and_no_edge_is_needless(raw: list[int]) -> None:
    edges = [mask & ~((1 << node + 1) - 1) for node, mask in enumerate(raw)]  # forward only, so no cycle
    reduced = transitive_reduction(edges)
    assert reachable(reduced) == reachable(edges)
    for node, kept in enumerate(reduced):
        for step in members(kept):
            fewer = [mask & ~(1 << step) if at == node else mask for at, mask in enumerate(reduced)]
            assert reachable(fewer) != reachable(edges)


@given(st.integers(1, 7).flatmap(lambda n: st.lists(st.integers(0, 2**n - 1), min_size=n, max_size=n)))
def test_nothing_comes_before_what_was_shown_to_beat_it(raw: list[int]) -> None:
    edges = [mask & ~((1 << node + 1) - 1) for node, mask in enumerate(raw)]
    place = {node: at for at, node in enumerate(cheapest_sinks_first(edges))}
    assert sorted(place) == list(range(len(edges)))
    assert all(place[better] < place[node] for node, mask in enumerate(edges) for better in members(mask))
