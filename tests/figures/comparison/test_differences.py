"""The table of differences: numbers from SciPy and from oracles, and what of them is drawn where."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
import polars as pl
import pytest
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from scipy import stats

import benchreport as br
from benchreport.errors import OptionError, TooFewAlgorithmsError
from benchreport.figures.comparison.differences import differences_alt, differences_data, mean_scores
from benchreport.figures.comparison.verdict_rows import against, difference_numbers
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.looks import coloured
from tests.figures.cases import demsar, made
from tests.figures.cases_comparison import fifteen, losses, predicted, times, zeros

differences = KINDS["differences"].draw


def lines(figure: Figure, label: str) -> list:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == label]


def texts(figure: Figure, label: str) -> list[str]:
    return [text.get_text() for axes in figure.axes for text in axes.texts if text.get_label() == label]


def wide(table: pl.DataFrame) -> pl.DataFrame:
    plain = table.with_columns(pl.col("algorithm", "dataset").cast(pl.String))
    return plain.pivot("algorithm", index="dataset", values="value")


def pseudo_median(d: np.ndarray) -> float:
    i, j = np.triu_indices(d.size)
    return float(np.median((d[i] + d[j]) / 2))


def test_estimates_and_p_values_are_those_of_scipy_over_all_pairs() -> None:
    table, numbers = wide(demsar()), differences_data(demsar())
    names = numbers["algorithm"].to_list()
    raw = {}
    for a, b in combinations(names, 2):
        d = np.round(table[a].to_numpy() - table[b].to_numpy(), 12)
        d = d[d != 0]
        ranks = stats.rankdata(np.abs(d))
        signs = np.array(np.meshgrid(*[[0, 1]] * d.size)).reshape(d.size, -1)
        law, seen = ranks @ signs, ranks[d > 0].sum()
        raw[a, b] = min(1.0, 2 * min(np.mean(law <= seen + 1e-9), np.mean(law >= seen - 1e-9)))
    ordered = sorted(raw, key=raw.__getitem__)
    adjusted = np.minimum(1, np.maximum.accumulate([(6 - i) * raw[pair] for i, pair in enumerate(ordered)]))
    holm = dict(zip(ordered, adjusted, strict=True))
    for row in numbers.filter(~pl.col("is_focus")).iter_rows(named=True):
        d = table[row["algorithm"]].to_numpy() - table[names[0]].to_numpy()
        assert row["estimate"] == pytest.approx(pseudo_median(d), abs=1e-12)
        assert row["p"] == pytest.approx(holm[names[0], row["algorithm"]], abs=1e-12)
        assert row["differs"] == (row["p"] <= 0.05)


def test_a_verdict_is_seen_from_either_side() -> None:
    rows = br.verdicts(demsar())
    first_view = against(rows, "C4.5").filter(pl.col("algorithm") == "C4.5+m").row(0, named=True)
    other = against(rows, "C4.5+m").filter(pl.col("algorithm") == "C4.5").row(0, named=True)
    # The oracle of the specification: estimate .013, together (0, .0345], alone [.003, .0275].
    assert [round(first_view[name], 10) for name in ("estimate", "low", "high")] == [0.013, 0.0, 0.0345]
    assert (round(first_view["single_low"], 10), round(first_view["single_high"], 10)) == (0.003, 0.0275)
    assert (first_view["low_open"], first_view["high_open"]) == (True, False)
    assert [round(other[name], 10) for name in ("estimate", "low", "high")] == [-0.013, -0.0345, 0.0]
    assert (other["low_open"], other["high_open"]) == (False, True)
    assert (first_view["wins"], first_view["losses"]) == (other["losses"], other["wins"]) == (10, 2)


@pytest.mark.parametrize(("table", "other_way"), [(times, lambda ratio: 1 / ratio), (zeros, lambda share: 1 - share)])
def test_ratios_and_shares_of_wins_turn_into_their_opposites(
    table: Callable[[], pl.DataFrame], other_way: Callable[[float], float]
) -> None:
    rows, (first, second) = br.verdicts(table()), ("algorithm00", "algorithm03")
    first_view = against(rows, first).filter(pl.col("algorithm") == second)["estimate"][0]
    other = against(rows, second).filter(pl.col("algorithm") == first)["estimate"][0]
    assert first_view == pytest.approx(other_way(other))


def test_the_ratio_is_the_pseudo_median_of_the_logarithms() -> None:
    table = times()
    numbers, values = differences_data(table), wide(times())
    focus = numbers["algorithm"][0]
    for row in numbers.filter(~pl.col("is_focus")).iter_rows(named=True):
        logs = np.log(values[row["algorithm"]].to_numpy() / values[focus].to_numpy())
        assert row["estimate"] == pytest.approx(np.exp(pseudo_median(logs)), rel=1e-9)
    assert numbers["score"].null_count() == numbers.height  # a mean of seconds over datasets means nothing


def test_sets_are_the_largest_without_a_significant_pair() -> None:
    numbers, rows = differences_data(made(8, 12)), br.verdicts(made(8, 12))
    significant = rows.filter(pl.col("p_adjusted") <= 0.05).select("a", "b").rows()
    differing = {frozenset(map(str, pair)) for pair in significant}
    names = numbers["algorithm"].to_list()
    free = [
        set(group)
        for size in range(2, 9)
        for group in combinations(names, size)
        if not any(frozenset(pair) in differing for pair in combinations(group, 2))
    ]
    largest = [group for group in free if not any(group < other for other in free)]
    count = 1 + max(number for row in numbers["sets"] for number in row)
    drawn = [{row["algorithm"] for row in numbers.iter_rows(named=True) if i in row["sets"]} for i in range(count)]
    assert differing
    assert sorted(map(sorted, drawn)) == sorted(map(sorted, largest))
    figure = differences(numbers)
    assert len(lines(figure, "rail")) == len(largest)
    assert sum(len(line.get_ydata()) for line in lines(figure, "member")) == sum(map(len, largest))


def test_of_more_than_six_sets_none_is_drawn() -> None:
    numbers = differences_data(made(15, 13))
    assert br.cliques(br.verdicts(made(15, 13))).height > 6
    assert not any(len(row) for row in numbers["sets"])
    assert lines(differences(numbers), "rail") == []


def test_better_is_to_the_right_whichever_way_the_metric_runs() -> None:
    for table in (demsar(), losses(), times(), zeros()):
        numbers = differences_data(table)
        figure = differences(numbers)
        (null,) = lines(figure, "null")
        axes = null.axes
        at_null = axes.transData.transform((null.get_xdata()[0], 0))[0]
        marks = [*lines(figure, "estimate"), *lines(figure, "beyond")]
        filled = [line for line in marks if to_hex(line.get_markerfacecolor()) != "#ffffff"]
        assert filled or table is demsar()
        assert all(axes.transData.transform((line.get_xdata()[0], 0))[0] < at_null for line in filled)


def test_marks_are_filled_where_the_difference_is_significant() -> None:
    numbers = differences_data(demsar(), control="C4.5")
    figure = differences(numbers)
    filled = [to_hex(line.get_markerfacecolor()) != "#ffffff" for line in lines(figure, "estimate")]
    assert filled == numbers.filter(~pl.col("is_focus"))["differs"].to_list() == [True, True, False]


def test_a_reference_comes_first_without_ranks_and_rails_and_the_others_by_their_estimates() -> None:
    numbers = differences_data(demsar(), control="C4.5")
    figure = differences(numbers)
    assert numbers["algorithm"][0] == "C4.5"
    estimates = numbers["estimate"].to_list()[1:]
    assert estimates == sorted(estimates, reverse=True)
    assert "rank" not in texts(figure, "head")
    assert texts(figure, "aside") == ["reference"]
    assert lines(figure, "rail") == []
    assert numbers["comparisons"][0] == 3


def test_ratios_beyond_the_axis_end_in_an_arrow_and_keep_their_numbers() -> None:
    numbers = differences_data(times())
    figure = differences(numbers)
    (arrow,) = lines(figure, "beyond")
    far = numbers.filter(pl.col("algorithm") == "algorithm04").row(0, named=True)
    assert far["estimate"] > 100
    assert arrow.get_marker() == "<"
    assert any(text.startswith(f"{far['estimate']:,.0f} [") for text in texts(figure, "value"))


def test_an_interval_that_goes_on_beyond_the_axis_ends_in_an_arrow() -> None:
    numbers = differences_data(times())
    estimate, low = pl.col("estimate"), pl.col("low")
    within = numbers.with_columns(
        estimate=pl.when(estimate.is_null()).then(None).otherwise(1.1),
        low=pl.when(low.is_null()).then(None).otherwise(0.9),
        high=pl.when(low.is_null()).then(None).when(pl.int_range(pl.len()) == 1).then(3.0).otherwise(1.2),
    )
    arrows = lines(differences(within), "goes on")
    others = lines(differences(within.with_columns(high=pl.when(low.is_null()).then(None).otherwise(1.2))), "goes on")
    assert [arrow.get_marker() for arrow in arrows] == ["<"]
    assert others == []


def test_a_cut_limit_has_a_ring_and_a_round_bracket() -> None:
    rows = br.verdicts(demsar()).filter(pl.col("better") == "C4.5+m")
    assert rows["low_open"].any() or rows["high_open"].any()
    ranks = br.average_ranks(demsar()).with_columns(
        mean_rank=pl.when(pl.col("algorithm").cast(pl.String) == "C4.5+m").then(1.0).otherwise("mean_rank")
    )
    numbers = difference_numbers(br.verdicts(demsar()), ranks, metric="AUC", direction="higher")
    figure = differences(numbers)
    (ring,) = lines(figure, "cut")
    assert ring.get_xdata()[0] == 0
    assert "−0.013 [−0.035, 0)" in texts(figure, "value")


def test_a_row_may_be_lower_or_higher_within_its_range() -> None:
    numbers = differences_data(fifteen())
    heights = [differences(numbers, row=row).get_size_inches()[1] * 25.4 for row in (1, 5, 6.6, 8, 20)]
    assert heights == pytest.approx([93, 93, 117, 138, 138])


def test_colours_are_those_of_the_cast() -> None:
    numbers = differences_data(demsar())
    with coloured({}, cast=numbers["algorithm"].to_list()):
        figure = differences(numbers)
    assert [line.get_color() for line in lines(figure, "mark")] == ["#0b4f8a", "#d55e00", "#3aa987", "#8a3b7a"]


def test_means_are_given_only_where_all_have_the_same_datasets() -> None:
    assert mean_scores(demsar()) is not None
    assert mean_scores(demsar().head(-1)) is None


def test_more_than_fifteen_go_to_the_standings_and_fewer_than_two_nowhere() -> None:
    with pytest.raises(OptionError, match="16 algorithms do not fit"):
        differences(differences_data(made(16, 20)))
    with pytest.raises((TooFewAlgorithmsError, OptionError)):
        differences_data(made(1, 20))


def test_the_words_name_who_differs() -> None:
    words = differences_alt(differences_data(demsar(), control="C4.5"))
    assert "C4.5+m+cf 0.020 [0.002, 0.043], p = .025" in words
    assert words.endswith("2 of 3 differ significantly from C4.5.")


def test_errors_on_the_same_instances_are_counted_for_each_of_the_two() -> None:
    table = predicted().filter(pl.col("dataset").cast(pl.String) == "breast_cancer")
    right = table.with_columns(right=pl.col("truth") == pl.col("prediction")).sort("instance")
    answers = {
        str(name): part["right"].to_numpy() for (name,), part in right.partition_by("algorithm", as_dict=True).items()
    }
    numbers = differences_data(table)
    focus = numbers["algorithm"][0]
    pairs = {pair: _mcnemar(answers, *pair) for pair in combinations(sorted(answers), 2)}
    ordered = sorted(pairs, key=pairs.__getitem__)
    steps = [(len(pairs) - i) * pairs[pair] for i, pair in enumerate(ordered)]
    holm = dict(zip(ordered, np.minimum(1, np.maximum.accumulate(steps)), strict=True))
    for row in numbers.iter_rows(named=True):
        own, best = answers[row["algorithm"]], answers[focus]
        assert row["errors"] == (~own).sum()
        if row["is_focus"]:
            assert row["errors"] == min((~values).sum() for values in answers.values())
            continue
        assert row["wins"] == (own & ~best).sum()
        assert row["losses"] == (best & ~own).sum()
        assert row["estimate"] == pytest.approx((row["losses"] - row["wins"]) / own.size)
        assert row["p"] == pytest.approx(holm[tuple(sorted((focus, row["algorithm"])))])
        assert (row["low"] > 0 or row["high"] < 0 or row["low_open"] or row["high_open"]) == (row["p"] <= 0.05)


def _mcnemar(answers: dict[str, np.ndarray], a: str, b: str) -> float:
    only_a, only_b = (answers[a] & ~answers[b]).sum(), (answers[b] & ~answers[a]).sum()
    return float(stats.binomtest(int(only_a), int(only_a + only_b), 0.5).pvalue) if only_a + only_b else 1.0


def test_bars_to_both_sides_are_as_long_as_the_counts_say() -> None:
    numbers = differences_data(predicted(), dataset="breast_cancer")
    figure = differences(numbers)
    wings = [box for axes in figure.axes for box in axes.patches if box.get_label() == "wing"]
    counts = [
        count
        for row in numbers.filter(~pl.col("is_focus")).iter_rows(named=True)
        for count in (row["wins"], row["losses"])
    ]
    widths = np.array([box.get_width() for box in wings])
    assert [int(text) for text in texts(figure, "count")] == counts
    assert widths * sum(counts) == pytest.approx(np.array(counts) * widths.sum())
    assert {"error", "rate", "errors"} <= set(texts(figure, "head"))
