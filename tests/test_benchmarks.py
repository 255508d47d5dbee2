"""Benchmarks measure what they say: processor time of threads and children, by turns, against goals, into one page."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import pytest

from benchreport.document.times import STAGES, TOTAL, Seconds
from tests.benchmarks import race as racing
from tests.benchmarks.__main__ import TOPICS
from tests.benchmarks.race import Cost, Goal, Race, Result, best, measured, process, python, run
from tests.benchmarks.results import Outcome, line_of, machine, with_versions, write_page

BUSY = "import time\nwhile time.process_time() < {}: pass"
FOLDER = Path(racing.__file__).parent


def result(goal: Goal | None, ours: Cost, theirs: Cost | None = None) -> Result:
    race = Race(name="ranks", ours=list, peer="a loop", theirs=list, goal=goal)
    return Result(race=race, ours=ours, theirs=theirs, rounds=5)


def test_both_sides_run_by_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(racing, "SHORT", 0.0)
    turns: list[str] = []
    ended = run(
        Race(name="x", ours=lambda: turns.append("ours"), theirs=lambda: turns.append("theirs"), peer="y", rounds=3)
    )
    assert turns == ["ours", "theirs"] * 3
    assert ended.rounds == 3


def test_what_takes_long_has_fewer_rounds_and_the_result_says_so() -> None:
    ended = run(Race(name="x", ours=lambda: Cost(cpu=1.0, wall=1.0)), patience=0.0)
    assert ended.rounds == 1
    assert line_of(ended).endswith("best of 1")


def test_the_best_of_each_is_scaled_to_the_whole() -> None:
    costs = [Cost(cpu=2.0, wall=5.0, megabytes=90.0), Cost(cpu=3.0, wall=4.0, megabytes=80.0)]
    assert best(costs, 0.5) == Cost(cpu=4.0, wall=8.0, megabytes=80.0)


def test_a_short_call_is_measured_several_times_and_a_long_one_once() -> None:
    calls = []
    cost = measured(lambda: calls.append(sum(range(100_000))))
    assert len(calls) > 3
    assert cost.wall * len(calls) >= racing.SHORT > cost.wall
    calls.clear()
    measured(lambda: calls.append(time.sleep(0.11)))
    assert len(calls) == 1


def test_a_child_that_was_waited_for_counts_to_a_call() -> None:
    cost = measured(lambda: __import__("subprocess").run([sys.executable, "-S", "-c", BUSY.format(0.3)], check=True))
    assert cost.cpu >= 0.28


def test_a_process_is_measured_with_its_own_peak_and_not_with_ours() -> None:
    ballast = bytearray(300_000_000)
    ballast[::4096] = b"x" * len(ballast[::4096])
    small = python(BUSY.format(0.3))()
    assert small.cpu == pytest.approx(0.3, abs=0.15)
    assert small.wall >= 0.25
    assert small.megabytes is not None
    assert small.megabytes < 100 < len(ballast) / 1e6
    large = python("x = bytearray(200_000_000); x[::4096] = b'x' * len(x[::4096])")()
    assert large.megabytes == pytest.approx(small.megabytes + 200e6 / 2**20, rel=0.1)


def test_a_process_that_fails_is_no_measurement() -> None:
    with pytest.raises(ChildProcessError, match="ended with 3"):
        process(sys.executable, "-c", "raise SystemExit(3)")()


@pytest.mark.parametrize(
    ("goal", "ours", "met"),
    [
        (None, 1.0, None),
        (Goal(faster=2), 1.0, True),
        (Goal(faster=2), 1.1, False),
        (Goal(ratio=1.5), 3.0, True),
        (Goal(ratio=1.5), 3.1, False),
        (Goal(megabytes=100), 1.0, True),
        (Goal(megabytes=99), 1.0, False),
        (Goal(seconds=4), 2.0, True),
        (Goal(seconds=4), 2.1, False),
        (Goal(faster=2, megabytes=99), 1.0, False),
    ],
)
def test_a_goal_is_met_or_missed(
    goal: Goal | None, ours: float, met: bool | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(racing, "machine_scale", lambda: 0.5)  # goals in seconds are for a machine half as fast
    ended = result(goal, Cost(cpu=ours, wall=9.0, megabytes=100.0), Cost(cpu=2.0, wall=0.1))
    assert ended.met is met


def test_a_line_has_both_clocks_the_ratio_the_goal_and_the_rounds() -> None:
    ended = result(Goal(faster=4), Cost(cpu=0.5, wall=0.25), Cost(cpu=1.0, wall=1.5))
    words = "ranks: 0.500 s CPU, 0.250 s wall; 2.0x faster than a loop (1.000 s CPU, 1.500 s wall)"
    assert line_of(ended) == f"{words}; at least 4x faster: missed; best of 5"


def test_peers_are_named_with_their_versions() -> None:
    from importlib.metadata import version

    both = with_versions("pandas pivot_table and scipy.stats.friedmanchisquare per metric")
    assert both.endswith(f"[scipy {version('scipy')}, pandas {version('pandas')}]")
    assert with_versions("a loop") == "a loop"


def test_the_page_keeps_other_topics_and_their_order(tmp_path: Path) -> None:
    page = tmp_path / "RESULTS.md"
    stages = dict.fromkeys((*STAGES, TOTAL), Seconds(0.1, 0.2))
    slow, fast = (
        result(Goal(faster=2), Cost(cpu=ours, wall=1.0, megabytes=55.5, stages=stages), Cost(cpu=2.0, wall=2.0))
        for ours in (1.5, 0.5)
    )
    for topic, ended in (("two", slow), ("first", slow), ("two", fast)):
        write_page(Outcome(topic=topic, title=f"On {topic}.", results=(ended,)), None, ("first", "two"), page)
    text = page.read_text(encoding="utf8")
    assert text.index("## first") < text.index("## two")
    assert text.count("## ") == 2
    rows = [line for line in text.splitlines() if line.startswith("| ranks") and "a loop" in line]
    cells = "| ranks | {} | 1.000 | 56 | a loop | 2.000 | 2.000 | {} | at least 2x faster | {} | 5 |"
    assert rows == [cells.format("1.500", "1.3x faster", "missed"), cells.format("0.500", "4.0x faster", "met")]
    assert machine() in text
    before = text
    write_page(Outcome(topic="two", title="On two.", results=(fast,)), None, ("first", "two"), page)
    assert page.read_text(encoding="utf8") == before


def test_a_profile_is_printed_with_a_goal_that_was_missed_alone(tmp_path: Path) -> None:
    page = tmp_path / "RESULTS.md"
    race = Race(name="ranks", ours=list, peer="a loop", theirs=list, goal=Goal(faster=2), profile="half is sorting")
    for ours, written in ((1.5, True), (0.5, False)):
        ended = Result(race=race, ours=Cost(cpu=ours, wall=1.0), theirs=Cost(cpu=2.0, wall=2.0), rounds=5)
        write_page(Outcome(topic="two", title="On two.", results=(ended,)), None, ("two",), page)
        assert ("- ranks, missed: half is sorting" in page.read_text(encoding="utf8")) is written


def test_every_topic_is_a_module() -> None:
    assert [topic for topic in TOPICS if not (FOLDER / f"{topic}.py").exists()] == []


def test_the_floor_runs_exact_tests_with_holms_adjustment_and_draws_twelve_figures(tmp_path: Path) -> None:
    import numpy as np
    import polars as pl
    from scipy import stats

    from tests.benchmarks import floor

    rng = np.random.default_rng(1)
    x, y = rng.normal(0.2, 1, (30, 7)), rng.normal(0, 1, (30, 7))
    y[:4, 0] = x[:4, 0]
    p = floor.wilcoxon(x, y)
    expected = [
        stats.wilcoxon((x - y)[:, place][(x != y)[:, place]], method="exact").pvalue for place in range(x.shape[1])
    ]
    assert p == pytest.approx(expected)
    assert floor.holm(np.array([0.01, 0.04, 0.03])) == pytest.approx([0.03, 0.06, 0.06])
    shape = (4, 5, 12, 2)
    metric, algorithm, dataset, fold = (index.ravel() for index in np.indices(shape))
    names = {"metric": metric, "algorithm": algorithm, "dataset": dataset}
    table = pl.DataFrame({**names, "fold": fold, "value": rng.normal(size=metric.size)})
    table.with_columns(pl.col(*names).cast(pl.String)).write_parquet(tmp_path / "table.parquet")
    floor.main(tmp_path / "table.parquet", tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf8")
    assert page.count("<svg") == 12
    assert "40 tests" in page


@pytest.mark.parametrize(
    ("seconds", "verdict"),
    [
        ((1.0, 2.1, 4.1, 8.0), "exponent 0.96, steepest step 1.07 from 10 to 20, at most 1 since x: met"),
        ((1.0, 4.5, 17.0, 64.0), "exponent 1.92, steepest step 2.17 from 10 to 20, at most 1 since x: missed"),
        # Work that is given up beyond some size.
        ((1.0, 2.0, 12.0, 8.0), "exponent 1.00, steepest step 2.58 from 20 to 40, at most 1 since x: missed"),
    ],
)
def test_growth_is_judged_by_its_exponent_and_its_steepest_step(seconds: tuple[float, ...], verdict: str) -> None:
    from tests.benchmarks.growth import Direction, Shape, words_of

    sizes = (10, 20, 40, 80)
    direction = Direction(name="rows", shapes={size: Shape() for size in sizes}, most=1.0, why="x")

    def words(read: float) -> list[str]:
        stages = {name: Seconds(0.0, 0.0) for name in STAGES} | {"imports": Seconds(1.5, 1.5)}
        costs = {
            size: Cost(
                cpu=1.5 + cpu, wall=9.0, megabytes=float(size), stages={**stages, "read": Seconds(read * size, 1.0)}
            )
            for size, cpu in zip(sizes, seconds, strict=True)
        }
        return [*words_of(direction, costs)]

    first, *points = words(read=0.0)
    assert first == f"rows: {verdict}; of memory 1.00"
    assert len(points) == len(sizes)
    assert words(read=0.1)[1] == "rows, by stage: read 1.00"


def test_tables_that_grow_have_the_rows_they_say(tmp_path: Path) -> None:
    import polars as pl

    from tests.benchmarks.growth import DIRECTIONS, Shape, draw, write_table

    shape = Shape(algorithms=3, datasets=4, metrics=2, runs=5)
    table = pl.read_parquet(write_table(tmp_path / "table.parquet", shape))
    assert table.height == shape.rows == 120
    assert table.n_unique(["metric", "dataset", "algorithm", "seed"]) == 120
    assert {direction.name: max(direction.shapes) for direction in DIRECTIONS} == {
        "algorithms": 320,
        "datasets": 20_000,
        "metrics": 50,
        "runs": 100,
        "rows": 10_000_000,
    }
    costs = {size: Cost(cpu=size, wall=1, megabytes=size, stages={"imports": Seconds(0.5, 0.5)}) for size in (1, 2, 4)}
    draw({direction.name: costs for direction in DIRECTIONS}, tmp_path / "growth.svg")
    picture = (tmp_path / "growth.svg").read_text(encoding="utf8")
    assert all(f">{direction.name}<" in picture for direction in DIRECTIONS)
