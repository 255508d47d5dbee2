"""What the critical difference diagram draws."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.lines import Line2D
from matplotlib.text import Text
from matplotlib.transforms import Bbox

import benchreport as br
from benchreport.figures import style
from benchreport.figures.comparison.critical_difference import BAR_GAP, cd_alt, cd_data, cd_items, cd_note, ranked_items
from benchreport.figures.kinds import KINDS
from benchreport.stats.ordering.indistinguishable_sets import indistinguishable
from tests.figures.cases import made

cd = KINDS["cd"].draw

SIZES = [2, 4, 8, 20, 40]
HOSTILE = [
    "$a_b$",
    "\\frac{1}{2}",
    "a{b}",
    "%s <b>&",
    "שלום",
    "مرحبا",
    "漢字",
    "tab\there",
    "x" * 120,
    " ",
    "😀",
    "e\u0301",
]
NO_GROUPS = pl.DataFrame(schema={"members": pl.List(pl.String), "low": pl.Float64, "high": pl.Float64})


def numbers_of(
    ranks: pl.DataFrame, groups: pl.DataFrame, *, difference: float | None = None, control: str | None = None
) -> pl.DataFrame:
    """The numbers of a diagram with these mean ranks and bars."""
    ruler = pl.DataFrame({"item": ["ruler"], "high": [difference]}).head(0 if difference is None else 1)
    parts = [ranked_items(ranks, control), groups.with_columns(item=pl.lit("bar")), ruler]
    return cd_items(parts, n=9, posthoc="nemenyi", judged="for all pairs together", alpha=0.05)


def diagram(
    ranks: pl.DataFrame, groups: pl.DataFrame, *, difference: float | None = None, control: str | None = None
) -> Figure:
    return cd(numbers_of(ranks, groups, difference=difference, control=control))


def description(ranks: pl.DataFrame, groups: pl.DataFrame, difference: float | None) -> str:
    return cd_alt(numbers_of(ranks, groups, difference=difference)).removesuffix(" n = 9 datasets.")


def ranks_of(names: list[str], means: list[float]) -> pl.DataFrame:
    return pl.DataFrame({"algorithm": names, "mean_rank": means})


def groups_within(ranks: pl.DataFrame, difference: float) -> pl.DataFrame:
    """Bars by Nemenyi's rule: mean ranks nearer than the critical difference."""
    pairs = list(combinations(ranks.iter_rows(), 2))
    rows = pl.DataFrame(
        {
            "a": [x[0] for x, _ in pairs],
            "b": [y[0] for _, y in pairs],
            "p_value": [float(abs(x[1] - y[1]) < difference) for x, y in pairs],
            "p_adjusted": pl.Series([None] * len(pairs), dtype=pl.Float64),
        }
    )
    return indistinguishable(ranks, rows)


@cache
def case(size: int, kind: str) -> tuple[pl.DataFrame, pl.DataFrame, float]:
    """Mean ranks of many shapes, with their bars."""
    generator = np.random.default_rng(size)
    spread = np.linspace(1.1, size - 0.1, size)
    means = {
        "spread": spread,
        "tied": np.full(size, (size + 1) / 2),
        "pairs": np.repeat(spread, 2)[:size],
        "crowded": (size + 1) / 2 + generator.normal(0, 0.01, size),
        "random": np.sort(generator.uniform(1, size, size)),
        "long": spread,
        "hostile": spread,
    }[kind]
    names = [f"algorithm-{i}" for i in range(size)]
    if kind == "long":
        names = [f"Model(depth={i}, {'option=value, ' * 8}seed={i % 3}, kind={i})" for i in range(size)]
    if kind == "hostile":
        names = [f"{HOSTILE[i % len(HOSTILE)]}{i or ''}" for i in range(size)]
    ranks = ranks_of(names, means.tolist())
    difference = max(0.4, size / 6)
    return ranks, groups_within(ranks, difference), difference


@cache
def drawn(size: int, kind: str, *, ruler: bool = True) -> Figure:
    ranks, groups, difference = case(size, kind)
    return diagram(ranks, groups, difference=difference if ruler else None)


def texts(figure: Figure, *labels: str) -> list[Text]:
    return [text for text in figure.axes[0].texts if text.get_label() in labels or not labels]


def lines(figure: Figure, label: str) -> list[Line2D]:
    return [line for line in figure.axes[0].lines if line.get_label() == label]


def boxes(figure: Figure, artists: list[Text]) -> list[Bbox]:
    renderer = FigureCanvasAgg(figure).get_renderer()
    with style.paper():
        return [artist.get_window_extent(renderer) for artist in artists if artist.get_text().strip()]


def ends(line: Line2D) -> tuple[float, float, float]:
    """Start, stop and height of a horizontal line, in inches."""
    (start, stop), (y, _) = (np.asarray(line.get_data()[i], dtype=float).tolist() for i in (0, 1))
    return start, stop, y


def place(figure: Figure, number: str) -> float:
    """Where the axis shows a whole rank."""
    return next(float(text.get_position()[0]) for text in texts(figure, "number") if text.get_text() == number)


@pytest.fixture(params=["spread", "tied", "pairs", "crowded", "random", "long", "hostile"])
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("ruler", [True, False])
def test_no_text_overlaps_another_or_leaves_the_page(size: int, kind: str, ruler: bool) -> None:
    figure = drawn(size, kind, ruler=ruler)
    text_boxes = boxes(figure, texts(figure))
    page = figure.bbox
    assert all(box.x0 >= 0 and box.y0 >= 0 and box.x1 <= page.x1 and box.y1 <= page.y1 for box in text_boxes)
    for box, other in combinations(text_boxes, 2):
        assert min(box.x1, other.x1) <= max(box.x0, other.x0) or min(box.y1, other.y1) <= max(box.y0, other.y0)


@pytest.mark.parametrize("size", SIZES)
def test_bars_on_one_level_keep_apart_and_levels_are_as_few_as_possible(size: int, kind: str) -> None:
    bars = [ends(line) for line in lines(drawn(size, kind), "bar")]
    assert len(bars) == case(size, kind)[1].height
    for (start, stop, y), (other_start, other_stop, other_y) in combinations(bars, 2):
        assert abs(y - other_y) > 1.5 * style.THICK / 72 or max(start, other_start) - min(stop, other_stop) > 0.05
    deepest = max((sum(start <= x < stop + BAR_GAP for start, stop, _ in bars) for x, _, _ in bars), default=0)
    assert len({y for _, _, y in bars}) == deepest


@pytest.mark.parametrize("size", SIZES)
def test_a_bar_covers_its_members_and_nobody_else(size: int, kind: str) -> None:
    figure = drawn(size, kind)
    feet = sorted(float(np.asarray(line.get_xdata())[0]) for line in lines(figure, "line"))
    bars = sorted(ends(line)[:2] for line in lines(figure, "bar"))
    for (start, stop), size_of_group in zip(bars, case(size, kind)[1]["size"], strict=True):
        covered = [x for x in feet if start <= x <= stop]
        # Feet closer than the least overhang cannot be told apart on paper anyway.
        assert len(covered) >= size_of_group
        assert len([x for x in feet if start + 0.0101 <= x <= stop - 0.0101]) <= size_of_group


@pytest.mark.parametrize("size", SIZES)
def test_lines_do_not_cross_or_run_through_labels(size: int, kind: str) -> None:
    figure = drawn(size, kind)
    paths = [np.column_stack([np.asarray(d, dtype=float) for d in line.get_data()]) for line in lines(figure, "line")]
    for path in paths:
        for other in paths:
            (x, top), (_, bottom) = other[0], other[1]
            left, right = sorted((path[1][0], path[2][0]))
            if not np.isclose(path[0][0], x, rtol=0, atol=1e-6):  # lines of tied ranks share their way down
                assert not (left < x < right and top < path[1][1] < bottom)
    inches = [box.transformed(figure.dpi_scale_trans.inverted()) for box in boxes(figure, texts(figure, "name"))]
    outermost = [min(path[:, 0].min() for path in paths), max(path[:, 0].max() for path in paths)]
    assert all(box.x1 <= outermost[0] or box.x0 >= outermost[1] for box in inches)


def test_fixture_four_is_drawn_as_the_catalogue_says(fx4: pl.DataFrame) -> None:
    ranks = br.average_ranks(fx4)
    figure = diagram(ranks, indistinguishable(ranks, br.nemenyi(fx4)), difference=1.48323118544)
    unit = place(figure, "2") - place(figure, "1")
    first, second = (ends(line) for line in lines(figure, "bar"))
    start = place(figure, "1")
    assert [(x - start) / unit + 1 for x in (*first[:2], *second[:2])] == pytest.approx([1.25, 2.1, 2.1, 3.5], abs=0.03)
    assert first[2] != second[2]
    ruler = ends(lines(figure, "ruler")[0])
    assert (ruler[1] - ruler[0]) / unit == pytest.approx(1.48323118544)
    assert [text.get_text() for text in texts(figure, "ruler value")] == ["CD = 1.48"]
    assert figure.get_size_inches()[1] < 1.9


@pytest.mark.parametrize("size", SIZES)
def test_better_ranks_are_further_left_and_the_ends_say_so(size: int) -> None:
    ranks, groups, _ = case(size, "spread")
    figure = diagram(ranks.sample(fraction=1, shuffle=True, seed=1), groups)
    numbers = sorted(texts(figure, "number"), key=lambda text: text.get_position()[0])
    assert [int(text.get_text()) for text in numbers] == sorted(int(text.get_text()) for text in numbers)
    words = sorted(texts(figure, "end"), key=lambda text: text.get_position()[0])
    assert [text.get_text() for text in words] == ["better", "worse"]
    feet = [float(np.asarray(line.get_xdata())[0]) for line in lines(figure, "line")]
    assert feet == sorted(feet)


@pytest.mark.parametrize("size", [2, 4, 8, 12])
def test_a_short_axis_shows_every_rank_from_one(size: int) -> None:
    figure = diagram(*case(size, "crowded")[:2])
    assert [text.get_text() for text in texts(figure, "number")] == [str(rank) for rank in range(1, size + 1)]


def test_the_better_half_stands_left_best_on_top_and_the_worst_right_on_top() -> None:
    figure = diagram(ranks_of(list("DBACE"), [4, 2, 1, 3, 5]), NO_GROUPS)
    names = {text.get_text(): text.get_position() for text in texts(figure, "name")}
    middle = style.PAGE_WIDTH / 2
    assert [names[name][0] < middle for name in "ABCDE"] == [True, True, True, False, False]
    assert names["A"][1] < names["B"][1] < names["C"][1]  # y runs downwards
    assert names["E"][1] < names["D"][1]
    assert [text.get_text() for text in texts(figure, "mean rank")] == ["1.00", "2.00", "3.00", "4.00", "5.00"]


def test_the_control_stands_out_by_colour_and_weight() -> None:
    figure = diagram(ranks_of(["A", "B"], [1.2, 1.8]), NO_GROUPS, control="B")
    looks = {text.get_text(): (to_hex(text.get_color()), text.get_weight()) for text in texts(figure, "name")}
    assert looks["B"] == (style.HIGHLIGHT, 600)
    assert looks["A"] == (style.INK, 400)
    assert {to_hex(line.get_color()) for line in lines(figure, "line")} == {
        s.lower() for s in (style.HIGHLIGHT, style.FAINT)
    }


def test_long_names_are_cut_but_stay_different() -> None:
    figure = diagram(*case(40, "long")[:2])
    names = [text.get_text() for text in texts(figure, "name")]
    assert len(set(names)) == 40
    assert all("…" in name for name in names)


def test_a_ruler_longer_than_the_axis_stays_on_the_page_and_true_to_scale() -> None:
    figure = diagram(ranks_of(["A", "B"], [1.2, 1.8]), NO_GROUPS, difference=9.5)
    start, stop, _ = ends(lines(figure, "ruler")[0])
    assert stop < style.PAGE_WIDTH
    assert stop - start == pytest.approx(9.5 * (place(figure, "2") - place(figure, "1")))


@pytest.mark.parametrize(("size", "lowest", "highest"), [(2, 0.6, 1.2), (4, 0.9, 1.7), (8, 1.2, 2.5), (40, 4.0, 6.0)])
def test_the_height_follows_the_number_of_algorithms(size: int, lowest: float, highest: float) -> None:
    ranks, groups, difference = case(size, "random")
    width, height = diagram(ranks, groups, difference=difference).get_size_inches()
    assert width == style.PAGE_WIDTH
    assert lowest < height < highest


def test_too_many_or_too_few_algorithms_are_refused_with_a_way_out() -> None:
    many = ranks_of([f"a{i}" for i in range(41)], [float(i) for i in range(41)])
    with pytest.raises(br.BenchreportError, match="table of mean ranks serves better"):
        diagram(many, NO_GROUPS)
    with pytest.raises(br.BenchreportError, match="two algorithms"):
        diagram(many.head(1), NO_GROUPS)


def test_an_unknown_control_is_refused_with_the_names_there_are() -> None:
    with pytest.raises(br.BenchreportError, match=r"did you mean 'C4\.5'"):
        cd_data(br.read_scores(br.example("demsar2006_auc.csv")), control="C45")


def test_the_description_says_who_is_best_and_what_is_joined(fx4: pl.DataFrame) -> None:
    ranks = br.average_ranks(fx4)
    text = description(ranks, indistinguishable(ranks, br.nemenyi(fx4)), 1.483)
    assert "1 has the best mean rank (1.25), 3 the worst (3.50)" in text
    assert "without a significant difference (Nemenyi test, for all pairs together): 1 and 2; 2, 4 and 3." in text
    assert text.endswith("The critical difference is 1.48.")


def test_the_description_knows_the_extremes() -> None:
    tied = ranks_of(list("ABC"), [2, 2, 2])
    assert "All three algorithms have the same mean rank (2.00). " in description(tied, NO_GROUPS, None)
    assert "): all 3." in description(tied, groups_within(tied, 1), None)
    assert description(ranks_of(list("AB"), [1, 2]), NO_GROUPS, None).endswith(
        "all neighbours in rank differ significantly."
    )
    many = ranks_of(list("ABCDEFG"), [1, 2, 2, 2, 2, 2, 7])
    assert "the 6 from A to F" in description(many, groups_within(many, 1.5), None)


SCRIPT = """
import hashlib, sys
import polars as pl
from benchreport.figures.comparison.critical_difference import cd_items, ranked_items
from benchreport.figures.kinds import KINDS
from benchreport.figures.style import rendered
ranks = pl.DataFrame({"algorithm": [f"a{i}" for i in range(20)], "mean_rank": [1 + i * 0.9 for i in range(20)]})
groups = pl.DataFrame({"members": [["a0", "a1"], ["a1", "a2"]], "low": [1.0, 1.9], "high": [1.9, 2.8]})
parts = [ranked_items(ranks, "a3"), groups.with_columns(item=pl.lit("bar"))]
figure = KINDS["cd"].draw(cd_items(parts, n=9, posthoc="nemenyi", judged="for all pairs together", alpha=0.05))
for form in ("svg", "pdf", "png"):
    print(hashlib.sha256(rendered(figure, form)).hexdigest())
"""


@pytest.mark.long
def test_bytes_are_the_same_in_any_process_and_pyplot_is_never_loaded(capsys: pytest.CaptureFixture[str]) -> None:
    def run(**environment: str) -> list[str]:
        script = SCRIPT + "assert 'matplotlib.pyplot' not in sys.modules"
        command = [sys.executable, "-W", "error", "-c", script]
        return subprocess.run(
            command, capture_output=True, text=True, check=True, env=os.environ | environment
        ).stdout.split()

    names: dict[str, Any] = {}
    exec(SCRIPT, names)
    printed = capsys.readouterr().out.split()
    assert run(PYTHONHASHSEED="1") == run(PYTHONHASHSEED="2", SOURCE_DATE_EPOCH="0", TZ="Asia/Tokyo") == printed
    again = names["rendered"](names["figure"], "svg")
    assert hashlib.sha256(again).hexdigest() == printed[0]


def test_a_set_that_passes_by_another_algorithm_is_a_line_with_dots_at_its_members() -> None:
    """Check Demsar's table by Wilcoxon: C4.5 and C4.5+m+cf do not differ, but C4.5+m between them differs from C4.5."""
    numbers = cd_data(br.read_scores(br.example("demsar2006_auc.csv")))
    assert numbers.filter(pl.col("item") == "bar")["members"].to_list() == [["C4.5+m+cf", "C4.5+m", "C4.5+cf"]]
    (members,) = numbers.filter(pl.col("item") == "set")["members"].to_list()
    assert sorted(members) == ["C4.5", "C4.5+cf", "C4.5+m+cf"]
    figure = cd(numbers)
    (dots,) = lines(figure, "member")
    ranks = dict(numbers.filter(pl.col("item") == "algorithm").select("algorithm", "mean_rank").rows())
    unit, first = place(figure, "2") - place(figure, "1"), place(figure, "1")
    expected = [first + (ranks[name] - 1) * unit for name in members]
    assert sorted(np.asarray(dots.get_xdata(), dtype=float)) == pytest.approx(sorted(expected))
    assert "without a dot" in cd_note(numbers)
    assert "C4.5+m+cf, C4.5+cf and C4.5" in cd_alt(numbers) or "C4.5, C4.5+cf and C4.5+m+cf" in cd_alt(numbers)


def test_sets_too_many_to_be_drawn_give_way_to_runs_of_neighbours() -> None:
    table = made(40, 40)
    numbers, rows = cd_data(table), br.adjust(br.wilcoxon(table), "holm")
    alike = {tuple(sorted(map(str, pair))) for pair in rows.filter(pl.col("p_adjusted") > 0.05).select("a", "b").rows()}
    assert br.cliques(rows).height > 16
    assert numbers.filter(pl.col("item") == "set").is_empty()
    joined = {
        pair
        for members in numbers.filter(pl.col("item") == "bar")["members"]
        for pair in combinations(sorted(members), 2)
    }
    unjoined = {tuple(pair) for pair in numbers.filter(pl.col("item") == "unjoined")["members"].to_list()}
    assert joined | unjoined == alike
    assert f"{len(unjoined)} more pairs" in cd_note(numbers)


def test_nothing_but_the_diagram_stands_in_the_figure() -> None:
    figure = cd(cd_data(br.read_scores(br.example("demsar2006_auc.csv")), posthoc="nemenyi"))
    written = {text.get_label() for axes in figure.axes for text in axes.texts}
    assert written == {"number", "end", "name", "mean rank", "ruler value"}
    plain = cd(cd_data(br.read_scores(br.example("demsar2006_auc.csv"))))
    assert lines(plain, "ruler") == []


def test_letters_stand_beside_the_names_and_agree_with_the_bars() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    numbers = cd_data(scores, posthoc="nemenyi", alpha=0.1, letters=True)
    names = [text.get_text() for text in texts(cd(numbers), "name")]
    # At 0.1 only C4.5 differs: from C4.5+m (p = 0.089) and from C4.5+m+cf (p = 0.062).
    assert sorted(names) == ["C4.5 (b)", "C4.5+cf (ab)", "C4.5+m (a)", "C4.5+m+cf (a)"]
    assert "letters" not in cd_data(scores).columns


def test_a_control_by_bonferroni_and_dunn_gets_a_band_of_the_critical_difference_and_no_bars() -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    numbers = cd_data(scores, posthoc="bonferroni_dunn", control="C4.5+cf")
    figure = cd(numbers)
    assert lines(figure, "bar") == []
    start, stop, _ = ends(lines(figure, "band")[0])
    unit, first = place(figure, "2") - place(figure, "1"), place(figure, "1")
    reach = br.critical_difference(4, 14, variant="bonferroni_dunn")
    middle = dict(numbers.filter(pl.col("item") == "algorithm").select("algorithm", "mean_rank").rows())["C4.5+cf"]
    assert (start - first) / unit + 1 == pytest.approx(middle - reach)
    assert (stop - first) / unit + 1 == pytest.approx(min(middle + reach, 4))  # cut at the end of the axis
    assert len(lines(figure, "band end")) == 1 + (middle + reach <= 4)
    inside = [
        name
        for name, rank in numbers.filter(pl.col("item") == "algorithm").select("algorithm", "mean_rank").rows()
        if name != "C4.5+cf" and abs(rank - middle) <= reach
    ]
    rows = br.bonferroni_dunn(scores, control="C4.5+cf")
    assert sorted(inside) == sorted(rows.filter(pl.col("p_value") > 0.05)["a"].cast(pl.String))
    assert f"{len(inside)} of the 3 others lie within" in cd_alt(numbers)


@pytest.mark.parametrize("posthoc", sorted(br.METHODS.answering("posthoc")))
def test_bars_can_rest_on_any_test_of_all_pairs(posthoc: str) -> None:
    scores = br.read_scores(br.example("demsar2006_auc.csv"))
    numbers = cd_data(scores, posthoc=posthoc)
    rows = getattr(br, posthoc)(scores, by="metric")
    rows = rows if br.METHODS[posthoc].simultaneous else br.adjust(rows, "holm")
    alike = rows.filter(pl.coalesce("p_adjusted", "p_value") > 0.05).height
    bars = numbers.filter(pl.col("item").is_in(["bar", "set"]))["members"].to_list()
    joined = {pair for members in bars for pair in combinations(sorted(members), 2)}
    assert len(joined) + numbers.filter(pl.col("item") == "unjoined").height == alike


def test_a_column_is_wide_enough_for_short_names() -> None:
    figure = cd(cd_data(br.read_scores(br.example("demsar2006_auc.csv"))), width="column")
    assert figure.get_size_inches()[0] == style.COLUMN_WIDTH
    assert {text.get_text() for text in texts(figure, "name")} >= {"C4.5", "C4.5+m", "C4.5+cf"}
