"""Do places, rank sets, tier and resolution follow from the verdicts, and agree with values worked out by hand?"""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from scipy import stats

import benchreport as br
from benchreport.stats.answer import standings as places
from benchreport.stats.answer.standings import places_of, resolution_of
from tests.stats.answer.test_verdicts import table


def verdict_rows(beats: list[tuple[str, str]], names: str = "ABCD") -> pl.DataFrame:
    """Make rows of all pairs in which some beat others."""
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    won = {(a, b): a for a, b in beats} | {(b, a): a for a, b in beats}
    return pl.DataFrame(
        {
            "group": [0] * len(pairs),
            "a": [a for a, _ in pairs],
            "b": [b for _, b in pairs],
            "better": [won.get(pair) for pair in pairs],
            "p_adjusted": [0.01 if pair in won else 0.6 for pair in pairs],
            "procedure": ["wilcoxon"] * len(pairs),
        }
    ).with_columns(pl.col("a", "b", "better").cast(pl.Categorical))


def order(names: str = "ABCD", ranks: tuple[float, ...] = (1.0, 2.0, 3.0, 4.0)) -> pl.DataFrame:
    frame = pl.DataFrame({"group": 0, "algorithm": list(names), "mean_rank": list(ranks), "n": [10] * len(names)})
    return frame.with_columns(pl.col("algorithm").cast(pl.Categorical))


def test_places_of_fx4_are_those_of_the_catalogue(fx4: pl.DataFrame) -> None:
    rows = br.places(fx4)
    assert rows["place"].to_list() == [1, 2, 4, 3]
    assert rows.select("place_low", "place_high").rows() == [(1, 2), (1, 4), (2, 4), (2, 4)]
    assert rows.filter("tier")["algorithm"].to_list() == ["1", "2"]


def test_resolution_of_fx4_is_noethers_number(fx4: pl.DataFrame) -> None:
    row = br.resolution(fx4).row(0, named=True)
    assert (row["first"], row["second"], row["n_separated"], row["n_neighbours"]) == ("1", "2", 0, 3)
    assert row["p_first"] == pytest.approx(0.877777777778)
    assert row["error"] == pytest.approx(0.00833333333333)
    assert row["n_exact"] == pytest.approx(28.2835613705)
    assert row["n_needed"] == 29
    assert row["note"].startswith("if differences like those seen here persist, about 29 datasets")


def test_rank_sets_of_demsar_are_those_of_the_catalogue(demsar: pl.DataFrame) -> None:
    rows = br.places(demsar)
    assert rows.select("place_low", "place_high").rows() == [(2, 4), (1, 4), (1, 3), (1, 4)]
    assert rows["tier"].to_list() == [False, True, True, True]


def test_rank_sets_and_tier_are_functions_of_the_verdicts(fx4: pl.DataFrame, demsar: pl.DataFrame) -> None:
    for scores in (fx4, demsar):
        verdicts = br.verdicts(scores).filter(pl.col("p_adjusted") <= 0.05)
        for row in br.places(scores).iter_rows(named=True):
            mine = verdicts.filter((pl.col("a") == row["algorithm"]) | (pl.col("b") == row["algorithm"]))
            won = mine.filter(pl.col("better") == row["algorithm"]).height
            assert (row["n_worse"], row["n_better"]) == (won, mine.height - won)


def test_equal_mean_ranks_share_a_place() -> None:
    rows = places_of(verdict_rows([]), order(ranks=(2.0, 1.5, 0.1 + 1.4, 5.0)))
    assert rows["place"].to_list() == [3, 1, 1, 4]
    assert rows["tier"].all()


def test_a_circle_of_verdicts_is_one_component_of_the_tier() -> None:
    rows = places_of(verdict_rows([("A", "B"), ("B", "C"), ("C", "A"), ("A", "D")]), order())
    assert rows["tier"].to_list() == [True, True, True, False]
    assert rows["cycle"].to_list() == [True, True, True, False]


def test_a_circle_below_the_best_is_not_in_the_tier() -> None:
    rows = places_of(verdict_rows([("B", "C"), ("C", "D"), ("D", "B"), ("A", "B")]), order())
    assert rows["tier"].to_list() == [True, False, False, False]


def test_the_leader_by_mean_rank_may_lie_outside_the_tier() -> None:
    rows = places_of(verdict_rows([("B", "A")]), order())
    assert rows.filter(pl.col("place") == 1)["tier"].to_list() == [False]


def test_two_algorithms_have_rank_sets_of_one_place_or_both() -> None:
    both = order("AB", (1.0, 2.0))
    decided, undecided = (places_of(verdict_rows(beats, "AB"), both) for beats in ([("A", "B")], []))
    assert decided.select("place_low", "place_high").rows() == [(1, 1), (2, 2)]
    assert undecided.select("place_low", "place_high").rows() == [(1, 2), (1, 2)]


def test_where_no_verdict_is_attainable_the_note_gives_the_reason() -> None:
    rows = br.places(table(np.arange(5)[:, None] + 10.0 * np.arange(4)))
    assert rows.select("place_low", "place_high").unique().rows() == [(1, 4)]
    assert rows["tier"].all()
    assert rows["note"].str.contains("no pair can be decided with so few datasets").all()


def test_multiple_comparisons_with_the_best_leave_out_by_one_sided_tests() -> None:
    values = np.random.default_rng(11).normal(size=(12, 4)) + np.array([0.0, 0.4, 1.0, 1.1])  # without ties
    rows = br.places(table(values), tier="mcb")
    expected = []
    for i in range(4):
        tails = [stats.wilcoxon(values[:, j], values[:, i], alternative="greater").pvalue for j in range(4) if j != i]
        expected.append(3 * min(tails) > 0.05)
    assert rows["tier"].to_list() == expected
    assert len(set(expected)) == 2


def resolved(
    d: np.ndarray, *, separated: bool = False, tests: int = 1, comparison: str = "difference"
) -> dict[str, object]:
    """Give the resolution of two algorithms with the differences d, the first placed first."""
    rows = verdict_rows([("A", "B")] if separated else [], "AB")
    rows = pl.concat([rows] * tests)
    lists = pl.DataFrame(
        {
            "group": 0,
            "a": ["A"],
            "b": ["B"],
            "orientation": [1.0],
            "comparison": [comparison],
            "difference": [d.tolist()],
            "noise": [0.0],
        }
    )
    return resolution_of(rows, places_of(rows.head(1), order("AB", (1.0, 2.0))), lists, alpha=0.05).row(0, named=True)


def noether(d: np.ndarray) -> float:
    n = len(d)
    share = np.mean([0.5 if d[i] + d[j] == 0 else d[i] + d[j] > 0 for i in range(n) for j in range(i + 1, n)])
    return float((stats.norm.isf(0.025) + stats.norm.ppf(0.8)) ** 2 / (3 * (share - 0.5) ** 2))


def test_the_number_is_printed_only_from_eight_datasets_on() -> None:
    d = np.array([3.0, 2.0, 1.0, -0.5, 4.0, -2.5, 1.5])
    assert resolved(d)["n_needed"] is None
    assert resolved(d)["note"] is None
    assert resolved(np.append(d, 0.7))["n_needed"] is not None


def test_where_only_signs_are_compared_there_is_no_number_of_signed_ranks() -> None:
    d = np.array([3.0, 2.0, 1.0, -0.5, 4.0, -2.5, 1.5, 0.7])
    row = resolved(d, comparison="sign")
    assert (row["n_needed"], row["more_than"], row["note"]) == (None, None, None)


def test_the_number_is_rounded_up_to_two_digits() -> None:
    rng = np.random.default_rng(4)
    d = rng.normal(0.3, 1, 40)
    row = resolved(d)
    exact = noether(d)
    assert row["n_exact"] == pytest.approx(exact)
    assert 100 < exact < 400
    assert row["n_needed"] == int(np.ceil(exact / 10) * 10)


def test_beyond_ten_times_the_datasets_only_that_is_said() -> None:
    d = np.array([1.0, -1.1, 2.0, -2.1, 3.0, -2.9, 0.5, -0.4, 0.6])
    assert 90 < noether(d) < np.inf
    row = resolved(d)
    assert (row["n_needed"], row["more_than"]) == (None, 90)
    assert row["note"] == "separating the first two would take more than 90 datasets like these"


def test_orders_that_disagree_are_said_to() -> None:
    row = resolved(np.array([0.1] * 6 + [-5.0, -6.0, -7.0]))
    assert row["p_first"] < 0.5
    assert (row["n_needed"], row["more_than"]) == (None, None)
    assert row["note"] == "the orders by mean rank and by size of the differences disagree"


def test_separated_places_need_no_number() -> None:
    assert resolved(np.arange(1.0, 12.0), separated=True)["note"] is None


def test_an_adjustment_of_the_false_discovery_rate_gives_no_rank_sets(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="adjustment 'bh'"):
        br.places(demsar, adjustment="bh")


def test_under_gaps_places_are_those_of_skillings_mack_effects() -> None:
    demsar = br.read_scores(br.example("demsar2006_auc.csv"))
    gap = pl.col("dataset").is_in(["iris", "wine"]) & (pl.col("algorithm") == "C4.5+m+cf")
    table = demsar.filter(~gap)
    placed, effects = br.places(table, missing="available"), br.rank_effects(table)
    for name in ("algorithm", "n", "mean_rank", "place"):
        assert placed[name].to_list() == effects[name].to_list()


def test_algorithms_that_share_no_dataset_have_places_among_themselves() -> None:
    frame = pl.DataFrame(
        {
            "dataset": list("defghi"),
            "A": [0.1, 0.2, 0.3, None, None, None],
            "B": [0.4, 0.5, 0.6, None, None, None],
            "C": [None, None, None, 0.1, 0.2, 0.3],
            "D": [None, None, None, 0.4, 0.5, 0.6],
        }
    )
    placed = br.places(br.scores(frame, metric="accuracy"), missing="available")
    assert placed["place"].to_list() == [2, 1, 2, 1]
    assert all("share no dataset with others" in note for note in placed["note"])


@pytest.mark.parametrize("held", [1, 30, 10_000])
def test_the_share_of_pairs_is_the_same_however_many_sums_are_held(held: int, monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(2)
    values, edge = np.round(rng.normal(0.2, 1, (5, 23)), 1), np.array([0.0, 0.1, 0.3, 1e-9, 9.0])
    first, second = np.triu_indices(23, 1)
    sums = values[:, first] + values[:, second]
    expected = np.where(np.abs(sums) <= edge[:, None], 1, 2 * (sums > 0)).sum(axis=1)
    monkeypatch.setattr(places, "SUMS", held)
    assert places._halves_above(values, edge).tolist() == expected.tolist()
