"""Histograms, ranges, strips and ranks: counts, ends, orders."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from matplotlib.collections import LineCollection, PolyCollection
from matplotlib.colors import to_rgb

import benchreport as br
from benchreport.errors import IncompleteError, OptionError
from benchreport.figures.kinds import KINDS
from benchreport.figures.scores.distributions import (
    histogram_alt,
    histogram_data,
    range_data,
    rank_distribution_data,
    strip_data,
)
from benchreport.figures.style import MUTED, PALETTE
from tests.figures.cases import constant, demsar, large, made, study
from tests.figures.cases_distributions import alone, gaps, outlying, pair, wide_span

histogram = KINDS["histogram"].draw
rank_distribution = KINDS["rank_distribution"].draw
strip = KINDS["strip"].draw
range_plot = KINDS["range"].draw


def test_every_value_falls_into_one_bin_and_all_share_the_bins() -> None:
    for table in (demsar(), constant(), wide_span(), alone()):
        numbers = histogram_data(table)
        counts = numbers.group_by("algorithm").agg(pl.col("count").sum(), pl.col("n").first())
        assert (counts["count"] == counts["n"]).all()
        assert numbers.group_by("low").len()["len"].n_unique() == 1


def test_bins_count_as_numpy_does() -> None:
    numbers = histogram_data(demsar(), bins=6).filter(pl.col("algorithm") == "C4.5")
    values = demsar()["value"].to_numpy()
    part = demsar().filter(pl.col("algorithm") == "C4.5")["value"].to_numpy()
    assert numbers["count"].to_list() == np.histogram(part, 6, (values.min(), values.max()))[0].tolist()


def test_values_far_off_are_told_instead_of_flattening_all_bins() -> None:
    numbers = histogram_data(outlying())
    assert numbers["low"].min() > -1  # type: ignore[operator]
    assert numbers["beyond"][0] == 75 - numbers["count"].sum()
    assert "lie beyond" in histogram(numbers).axes[-1].texts[0].get_text()


def test_bars_are_as_high_as_their_counts_on_one_scale() -> None:
    numbers = histogram_data(demsar())
    panels = [axes for axes in histogram(numbers).axes if axes.patches]
    assert len({axes.get_ylim() for axes in panels}) == len({axes.get_xlim() for axes in panels}) == 1
    drawn = [bar.get_height() for axes in panels for bar in axes.patches]  # type: ignore[attr-defined]
    assert drawn == numbers["count"].to_list()


def test_a_number_of_bins_must_make_sense() -> None:
    with pytest.raises(OptionError, match="bins"):
        histogram_data(demsar(), bins=0)


def test_the_words_of_a_histogram_name_best_and_worst() -> None:
    assert "C4.5+m+cf has the best median (0.8865), C4.5 the worst (0.8285)" in histogram_alt(histogram_data(demsar()))


def test_ranges_go_from_the_smallest_to_the_largest_value() -> None:
    numbers = range_data(demsar())
    lines = next(c for c in range_plot(numbers).axes[0].collections if c.get_label() == "range")
    assert isinstance(lines, LineCollection)
    for row, segment in enumerate(lines.get_segments()):
        values = demsar().filter(pl.col("algorithm") == numbers["algorithm"][row])["value"]
        assert segment[:, 0].tolist() == [values.min(), values.max()]
        assert set(segment[:, 1].tolist()) == {row}
        assert numbers["mean"][row] == pytest.approx(values.mean())


def test_the_best_mean_is_the_lowest_where_lower_is_better() -> None:
    means = range_data(study(), metric="log_loss")["mean"].to_list()
    assert means == sorted(means)


def test_lines_join_the_values_of_one_dataset() -> None:
    numbers = strip_data(demsar())
    lines = next(c for c in strip(numbers).axes[0].collections if c.get_label() == "joined")
    assert isinstance(lines, LineCollection)
    segments = lines.get_segments()
    assert len(segments) == 14
    order = numbers["algorithm"].unique(maintain_order=True).to_list()
    paths = {tuple(segment[:, 0].tolist()) for segment in segments}
    for dataset in demsar()["dataset"].unique():
        scores = dict(demsar().filter(pl.col("dataset") == dataset).select("algorithm", "value").rows())
        assert tuple(scores[name] for name in order) in paths


def test_of_two_algorithms_lines_are_coloured_by_the_better_one() -> None:
    table = br.scores(
        pl.DataFrame({"dataset": ["p", "q", "r"], "A": [3.0, 1.0, 2.0], "B": [2.0, 4.0, 2.0]}), metric="error"
    )
    lines = next(c for c in strip(strip_data(table)).axes[0].collections if c.get_label() == "joined")
    first = strip_data(table)["algorithm"][0]
    colours = [tuple(np.round(colour[:3], 2)) for colour in lines.get_colors()]  # type: ignore[attr-defined]
    blue, orange, grey = ((*np.round(to_rgb(colour), 2),) for colour in (*PALETTE[:2], MUTED))
    assert first == "A"  # both have the median 2, so the name decides
    assert colours == [orange, blue, grey]


def test_many_algorithms_become_rows_without_lines() -> None:
    axes = strip(strip_data(large())).axes[0]
    assert not [c for c in axes.collections if c.get_label() == "joined"]
    assert sum(len(line.get_xdata()) for line in axes.lines) == 8000  # type: ignore[arg-type]


def test_a_dataset_that_one_algorithm_lacks_is_joined_among_the_others() -> None:
    lines = next(c for c in strip(strip_data(gaps())).axes[0].collections if c.get_label() == "joined")
    assert sorted({len(segment) for segment in lines.get_segments()}) == [4, 5]  # type: ignore[attr-defined]


def test_shares_of_ranks_add_up_and_ties_share_their_ranks() -> None:
    numbers = rank_distribution_data(demsar())
    for keys in ("algorithm", "rank"):
        assert numbers.group_by(keys).agg(pl.col("share").sum())["share"].to_list() == pytest.approx([1.0] * 4)
    # Demsar (2006), table 6: C4.5+m+cf is alone in front on 6 of 14 datasets, and all four tie on mushroom.
    best = numbers.filter(pl.col("algorithm") == "C4.5+m+cf", pl.col("rank") == 1)["share"].item()
    assert best == pytest.approx((6 + 1 / 4) / 14)


def test_mean_ranks_follow_from_the_shares() -> None:
    numbers = rank_distribution_data(demsar())
    means = numbers.group_by("algorithm", maintain_order=True).agg(
        (pl.col("rank") * pl.col("share")).sum(), pl.col("mean_rank").first()
    )
    assert means["rank"].to_list() == pytest.approx(means["mean_rank"].to_list())
    # Demsar (2006), table 6.
    assert sorted(means["mean_rank"].round(3).to_list()) == [1.929, 2.0, 2.929, 3.143]


def test_when_all_tie_all_ranks_are_shared_alike() -> None:
    assert set(rank_distribution_data(constant())["share"].round(12)) == {round(1 / 3, 12)}


def test_the_bars_of_an_algorithm_fill_its_row_from_0_to_1() -> None:
    axes = rank_distribution(rank_distribution_data(demsar())).axes[0]
    bars = next(c for c in axes.collections if isinstance(c, PolyCollection))
    boxes = [path.get_extents() for path in bars.get_paths()]
    assert sum(box.width for box in boxes) == pytest.approx(4.0)
    assert max(box.x1 for box in boxes) == pytest.approx(1.0)


def test_ranks_need_every_algorithm_on_every_dataset() -> None:
    with pytest.raises(IncompleteError):
        rank_distribution_data(gaps())


def test_row_order_does_not_matter() -> None:
    for data in (histogram_data, range_data, strip_data, rank_distribution_data):
        shuffled = pair().sample(fraction=1.0, shuffle=True, seed=3)
        assert data(pair()).equals(data(shuffled))  # type: ignore[operator]


def test_names_give_way_when_there_are_too_many_rows() -> None:
    axes = range_plot(range_data(made(120, 2))).axes[0]
    assert not [text for text in axes.texts if text.get_label() == "tick name"]
