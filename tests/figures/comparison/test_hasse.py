"""What the graph of significant differences draws."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text

import benchreport as br
from benchreport.figures.comparison.hasse import MOST_EDGES, hasse_alt, hasse_data
from benchreport.figures.kinds import KINDS
from benchreport.figures.layout.order_graph import layers_of, placed
from benchreport.figures.style import paper
from tests.figures.cases import constant, demsar, hostile, large, made

hasse = KINDS["hasse"].draw


def nodes(figure: Figure) -> list[Text]:
    return [text for axes in figure.axes for text in axes.texts if text.get_label() == "node"]


def edges(figure: Figure) -> list[Line2D]:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == "edge"]


def numbers_of(links: list[tuple[str, str]], names: list[str], notes: list[str | None] | None = None) -> pl.DataFrame:
    """The numbers of a given order."""
    sound = [link for link, note in zip(links, notes or [None] * len(links), strict=True) if note is None]
    layer = layers_of(names, sound)
    items = [{"item": "algorithm", "algorithm": name, "layer": layer[name], "beats": 0} for name in names]
    lines = [
        {"item": "edge", "above": above, "below": below, "remarks": note}
        for (above, below), note in zip(links, notes or [None] * len(links), strict=True)
    ]
    schema = {"item": pl.String, "algorithm": pl.String, "layer": pl.Int64, "beats": pl.Int64}
    frame = pl.DataFrame([*items, *lines], schema=schema | dict.fromkeys(("above", "below", "remarks"), pl.String))
    words = {"posthoc": "wilcoxon", "judged": "adjusted by holm", "metric": "auc"}
    return frame.with_columns(n=pl.lit(9), alpha=pl.lit(0.05), **{key: pl.lit(word) for key, word in words.items()})


def test_lines_lead_down_from_the_better_to_the_worse() -> None:
    figure = hasse(hasse_data(demsar(), posthoc="nemenyi", alpha=0.1))
    height = {text.get_text(): text.get_position()[1] for text in nodes(figure)}
    assert height["C4.5+m"] == height["C4.5+m+cf"] > height["C4.5"]
    assert len(edges(figure)) == 2
    for line in edges(figure):
        y = np.asarray(line.get_ydata(), dtype=float)
        assert (np.diff(y) < 0).all()


def test_an_edge_that_a_path_implies_is_not_drawn() -> None:
    numbers = hasse_data(made(3, 40))
    beats = dict(numbers.filter(pl.col("item") == "algorithm").select("algorithm", "beats").rows())
    assert beats == {"algorithm02": 2, "algorithm01": 1, "algorithm00": 0}
    drawn = numbers.filter(pl.col("item") == "edge").select("above", "below").rows()
    assert drawn == [("algorithm01", "algorithm00"), ("algorithm02", "algorithm01")]
    assert len(edges(hasse(numbers))) == 2


@pytest.mark.parametrize("seed", range(8))
def test_nodes_never_overlap_and_lines_run_through_no_name(seed: int) -> None:
    rng = np.random.default_rng(seed)
    names = [f"algorithm-{'x' * int(rng.integers(0, 9))}{i}" for i in range(11)]
    cover = [(names[i], names[j]) for i, j in combinations(range(11), 2) if rng.random() < 0.15]
    figure = hasse(numbers_of(cover, names), width="page")
    with paper():
        renderer = FigureCanvasAgg(figure).get_renderer()
        boxes = [text.get_window_extent(renderer) for text in nodes(figure)]
    assert len(boxes) == 11
    for box, other in combinations(boxes, 2):
        assert box.x1 <= other.x0 or other.x1 <= box.x0 or box.y1 <= other.y0 or other.y1 <= box.y0
    page = figure.axes[0]
    for line in edges(figure):
        bends = page.transData.transform(np.column_stack([line.get_xdata(), line.get_ydata()]))[1:-1]
        for x, y in bends:
            assert not any(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for box in boxes)


def test_an_edge_stays_below_all_that_lead_to_it() -> None:
    assert layers_of(list("ABCD"), [("A", "B"), ("B", "C"), ("A", "C"), ("D", "C")]) == {"A": 0, "B": 1, "C": 2, "D": 0}


def test_a_layer_too_wide_for_the_room_is_not_placed() -> None:
    layer = {"A": 0, "B": 0}
    assert placed(layer, [], {"A": 1.0, "B": 1.0}, 1.5) is None
    places = placed(layer, [], {"A": 1.0, "B": 1.0}, 2.5)
    assert places is not None
    assert abs(places.nodes["A"][0] - places.nodes["B"][0]) >= 1.0


def test_contradictions_are_dashed_and_told() -> None:
    note = "part of a cycle: the tests contradict an order"
    links = [("A", "B"), ("B", "C"), ("C", "A"), ("A", "D")]
    numbers = numbers_of(links, list("ABCD"), [note, note, note, None])
    figure = hasse(numbers)
    dashed = [line for axes in figure.axes for line in axes.lines if line.get_label() == "cycle"]
    assert (len(dashed), len(edges(figure))) == (3, 1)
    assert "contradict" in hasse_alt(numbers)


def test_a_crowded_graph_becomes_a_list_with_every_name() -> None:
    numbers = hasse_data(large(), posthoc="nemenyi")
    assert numbers.filter(pl.col("item") == "edge").height > MOST_EDGES
    figure = hasse(numbers)
    assert edges(figure) == []
    text = " ".join(node.get_text() for node in nodes(figure))
    assert all(f"algorithm{i:02d}" in text for i in range(40))


def test_without_differences_all_stand_in_one_layer() -> None:
    numbers = hasse_data(constant())
    assert set(numbers["layer"]) == {0}
    assert "No algorithm beats another significantly." in hasse_alt(numbers)
    assert len({text.get_position()[1] for text in nodes(hasse(numbers))}) == 1


def test_the_same_graph_whatever_the_order_of_the_rows() -> None:
    shuffled = hostile().sample(fraction=1, shuffle=True, seed=3)
    assert hasse_data(shuffled, adjust=None).equals(hasse_data(hostile(), adjust=None))


def test_an_unknown_test_is_refused_with_those_there_are() -> None:
    with pytest.raises(br.BenchreportError, match="did you mean 'wilcoxon'"):
        hasse_data(demsar(), posthoc="wilcox")
