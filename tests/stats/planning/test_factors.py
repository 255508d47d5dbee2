"""Factors: levels, layout, replicates, blocks, effects and interactions."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

import benchreport as br
from benchreport.method import RESULT_COLUMNS, schema_of
from benchreport.stats.planning.factors import DESIGN_COLUMNS, FACTOR_COLUMNS, MISSING_COLUMNS
from benchreport.stats.planning.replicates import BLOCK_COLUMNS, PAIRING_COLUMNS, REPLICATION_COLUMNS
from tests.cli.shell import rows

# METHODS 8, anova_twofactor: two factors of two levels, three values each.
CELLS = {
    ("0", 0): (0.10, 0.12, 0.11),
    ("0", 1): (0.15, 0.14, 0.16),
    ("1", 0): (0.13, 0.12, 0.14),
    ("1", 1): (0.13, 0.15, 0.14),
}
EFFECTS = ("main_effects", "interactions")
AUDITS = {
    "factors_response": FACTOR_COLUMNS,
    "factorial_design": DESIGN_COLUMNS,
    "fractional_factorial": MISSING_COLUMNS,
    "replication": REPLICATION_COLUMNS,
    "blocking": BLOCK_COLUMNS,
    "pairing": PAIRING_COLUMNS,
    "main_effects": RESULT_COLUMNS,
    "interactions": RESULT_COLUMNS,
}


def two_factors() -> pl.DataFrame:
    rows = [(a, b, fold, value) for (a, b), values in CELLS.items() for fold, value in enumerate(values)]
    frame = pl.DataFrame(rows, schema=["algorithm", "extractor", "fold", "error"], orient="row")
    return br.scores(frame, factors="extractor", design="seeds")


def grid(combinations: Any, names: tuple[str, ...] = ("depth", "rate"), datasets: int = 2) -> pl.DataFrame:
    rng = np.random.default_rng(5)
    rows = [("net", f"d{d}", *levels, rng.random()) for levels in combinations for d in range(datasets)]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", *names, "accuracy"], orient="row")
    return br.scores(frame, factors=list(names))


def study() -> pl.DataFrame:
    """Two algorithms, three depths, four datasets, two folds, two metrics."""
    rng = np.random.default_rng(2)
    rows = [
        (a, f"d{d}", fold, depth, rng.random(), rng.random())
        for a, d, fold, depth in product("AB", range(4), range(2), (1, 2, 4))
    ]
    frame = pl.DataFrame(rows, schema=["algorithm", "dataset", "fold", "depth", "accuracy", "log_loss"], orient="row")
    return br.scores(frame, factors="depth")


def layout(table: pl.DataFrame, **options: Any) -> dict[str, Any]:
    return br.factorial_design(table, **options).row(0, named=True)


def test_a_full_grid_is_a_factorial_design_with_the_run_counts_of_the_catalogue() -> None:
    # METHODS 13: five levels of two factors are 25 runs, one factor at a time 10.
    found = layout(grid(product(range(5), range(5))))
    assert (found["design"], found["n_full"], found["n_run"], found["n_missing"]) == ("factorial_design", 25, 25, 0)
    assert (found["n_one_at_a_time"], found["n_factors"], found["balanced"], found["note"]) == (10, 2, True, None)


@pytest.mark.parametrize("baseline", [0, 2, 4])
def test_one_factor_at_a_time_is_recognised_whatever_its_baseline(baseline: int) -> None:
    combinations = {(x, baseline) for x in range(5)} | {(baseline, y) for y in range(5)}
    found = layout(grid(sorted(combinations)))
    assert (found["design"], found["n_run"]) == ("one_factor_at_a_time", 9)
    assert "interactions stay invisible" in found["note"]


def test_the_smallest_one_at_a_time_layout_is_recognised() -> None:
    assert layout(grid([(0, 0), (1, 0), (0, 1)]))["design"] == "one_factor_at_a_time"


def test_groups_are_recognised_each_by_itself() -> None:
    guess, single = [(0, 0), (1, 1), (2, 2)], [(0, 1), (1, 1), (2, 1), (1, 0)]
    tables = {"accuracy": guess, "auc": single, "f1": list(product(range(3), range(2)))}
    stacked = pl.concat(
        grid(combinations).with_columns(metric=pl.lit(metric).cast(pl.Categorical))
        for metric, combinations in tables.items()
    )
    assert br.factorial_design(stacked)["design"].to_list() == [
        "best_guess",
        "one_factor_at_a_time",
        "factorial_design",
    ]


def test_a_planned_half_is_fractional_and_its_other_half_is_listed() -> None:
    half = [levels for levels in product((0, 1), repeat=3) if sum(levels) % 2 == 0]
    table = grid(half, ("x", "y", "z"))
    assert layout(table)["design"] == "fractional_factorial"
    missing = br.fractional_factorial(table)
    assert missing["combination"].to_list() == ["x=0, y=0, z=1", "x=0, y=1, z=0", "x=1, y=0, z=0", "x=1, y=1, z=1"]
    assert missing["n_missing"].to_list() == [2] * 4


def test_tweaking_until_it_is_good_is_a_best_guess() -> None:
    found = layout(grid([(0, 0), (1, 1), (2, 2)]))
    assert (found["design"], found["n_missing"]) == ("best_guess", 6)
    assert "lucky" in found["note"]


def test_a_combination_without_all_its_blocks_is_listed_and_unbalances_the_design() -> None:
    table = grid(product(range(2), range(2))).filter(~((pl.col("depth") == 1) & (pl.col("dataset") == "d1")))
    found = layout(table)
    assert (found["design"], found["balanced"], found["note"]) == (
        "factorial_design", False, "some combinations lack blocks"
    )  # fmt: skip
    assert br.fractional_factorial(table).select("combination", "n_missing").rows() == [
        ("depth=1, rate=0", 1),
        ("depth=1, rate=1", 1),
    ]
    blocks = br.blocking(table).row(0, named=True)
    assert (blocks["n_combinations"], blocks["n_blocks"], blocks["n_complete"], blocks["complete"]) == (4, 2, 1, False)
    assert "d1" in blocks["note"]


def test_the_algorithm_is_a_factor_by_itself(demsar: pl.DataFrame) -> None:
    assert layout(demsar)["n_full"] == 4
    assert br.factors_response(demsar)["factor"].to_list() == ["algorithm", "dataset", "auc"]
    assert br.fractional_factorial(demsar).is_empty()


def test_roles_levels_and_response_are_listed() -> None:
    rows = br.factors_response(study()).filter(pl.col("metric") == "log_loss")
    assert rows.select("factor", "role", "n_levels").rows()[:4] == [
        ("algorithm", "controllable", 2),
        ("depth", "controllable", 3),
        ("dataset", "block", 4),
        ("fold", "uncontrollable", 2),
    ]
    response = rows.row(4, named=True)
    assert (response["factor"], response["role"], response["note"]) == ("log_loss", "response", "lower is better")
    assert rows["levels"].to_list()[1] == "1, 2, 4"


def test_unequal_levels_are_told(demsar: pl.DataFrame) -> None:
    gone = demsar.filter(~((pl.col("algorithm") == "C4.5") & (pl.col("dataset") == "wine")))
    row = br.factors_response(gone).row(0, named=True)
    assert (row["least"], row["most"]) == (13, 14)
    assert "differ" in row["note"]


def test_replicates_are_counted_and_their_spread_is_pooled() -> None:
    table = study()
    row = br.replication(table).filter(pl.col("metric") == "accuracy").row(0, named=True)
    assert (row["n_cells"], row["least"], row["most"], row["n_single"], row["status"]) == (24, 2, 2, 0, "ok")
    values = table.filter(pl.col("metric") == "accuracy").sort("algorithm", "depth", "dataset", "fold")["value"]
    pairs = values.to_numpy().reshape(24, 2)
    assert row["error_sd"] == pytest.approx(np.sqrt(pairs.var(axis=1, ddof=1).mean()), rel=1e-12)


def test_single_runs_tell_no_experimental_error(demsar: pl.DataFrame) -> None:
    row = br.replication(demsar).row(0, named=True)
    assert (row["error_sd"], row["status"], row["n_single"]) == (None, "too_few", 56)


@pytest.mark.parametrize("size", [1e300, 1e-300])
def test_the_spread_of_huge_and_tiny_replicates_is_finite(size: float) -> None:
    table = study().filter(pl.col("metric") == "accuracy")
    plain, scaled = br.replication(table), br.replication(table.with_columns(pl.col("value") * size))
    assert scaled["error_sd"].item() == pytest.approx(plain["error_sd"].item() * size, rel=1e-9)


def test_pairs_are_paired_on_the_runs_they_share() -> None:
    frame = pl.DataFrame(
        {
            "algorithm": ["A", "A", "B", "B", "C"],
            "dataset": ["x", "y", "x", "y", "z"],
            "accuracy": [0.1, 0.2, 0.3, 0.4, 0.5],
        }
    )
    rows = br.pairing(br.scores(frame))
    assert rows.select("a", "b", "n_a", "n_b", "n_shared", "paired").rows() == [
        ("A", "B", 2, 2, 2, True),
        ("A", "C", 2, 1, 0, False),
        ("B", "C", 2, 1, 0, False),
    ]
    assert "unpaired" in rows["note"].to_list()[1]
    failed = br.scores(frame).with_columns(value=pl.when(pl.col("dataset") != "x").then("value"))
    assert br.pairing(failed)["n_shared"].to_list() == [1, 0, 0]


def test_effects_of_the_catalogue() -> None:
    table, by = two_factors(), ("dataset", "metric")
    mains = br.main_effects(table, by=by, variant="independent")
    assert mains["term"].to_list() == ["algorithm", "extractor"]
    assert mains["statistic"].to_list() == pytest.approx([0.75, 18.75], rel=1e-10)
    assert mains["p_value"].to_list() == pytest.approx([0.411694431826, 0.00251155190651], rel=1e-10)
    assert mains.select("df1", "df2").rows() == [(1, 8), (1, 8)]
    assert mains["estimate"].to_list() == pytest.approx([0.005, 0.025], rel=1e-10)
    assert "extractor=0" in mains["note"].to_list()[1]
    (both,) = br.interactions(table, by=by, variant="independent").iter_rows(named=True)
    assert (both["term"], both["statistic"]) == ("algorithm:extractor", pytest.approx(6.75, rel=1e-10))
    assert both["p_value"] == pytest.approx(0.03171248741, rel=1e-10)
    assert both["status"] == "ok"


def test_the_blocked_effect_of_one_factor_is_the_blocked_anova_of_the_catalogue() -> None:
    # METHODS 8: FX1, blocked F(2,18) 32.592689295, p 1.03999097006e-06; one-way F(2,27) 11.0566873339.
    fx1 = {
        "A": [0.12, 0.15, 0.11, 0.14, 0.13, 0.16, 0.12, 0.10, 0.15, 0.13],
        "B": [0.14, 0.16, 0.15, 0.15, 0.12, 0.19, 0.15, 0.13, 0.16, 0.17],
        "C": [0.18, 0.17, 0.16, 0.19, 0.15, 0.20, 0.18, 0.14, 0.21, 0.16],
    }
    rows = [(name, fold, value) for name, values in fx1.items() for fold, value in enumerate(values)]
    table = br.scores(pl.DataFrame(rows, schema=["algorithm", "fold", "error"], orient="row"))
    blocked = br.main_effects(table, by=("dataset", "metric")).row(0, named=True)
    assert blocked["statistic"] == pytest.approx(32.592689295, rel=1e-10)
    assert blocked["p_value"] == pytest.approx(1.03999097006e-06, rel=1e-9)
    assert (blocked["df1"], blocked["df2"], blocked["status"]) == (2, 18, "approximate")
    assert "share training data" in blocked["note"]
    assert "algorithm=A" in blocked["note"]
    plain = br.main_effects(table, by=("dataset", "metric"), variant="independent").row(0, named=True)
    assert (plain["statistic"], plain["p_value"]) == pytest.approx((11.0566873339, 0.00031060885738), rel=1e-10)


def test_sums_of_squares_are_those_of_least_squares() -> None:
    # Brute force: residual sums of nested linear models with blocks.
    table = study().filter(pl.col("metric") == "accuracy")
    cells = table.group_by("algorithm", "depth", "dataset").agg(pl.col("value").mean()).sort(pl.all())
    y = cells["value"].to_numpy()

    def dummies(*names: str) -> np.ndarray:
        key = pl.struct(names).rank("dense")
        return np.eye(24)[cells.select(key).to_series().to_numpy().astype(int) - 1]

    def residual(*parts: np.ndarray) -> float:
        design = np.hstack(parts)
        return float(((y - design @ np.linalg.lstsq(design, y, rcond=None)[0]) ** 2).sum())

    block, a, d, cell = dummies("dataset"), dummies("algorithm"), dummies("depth"), dummies("algorithm", "depth")
    error = residual(block, cell) / 15
    expected = [residual(block, d) - residual(block, a, d), (residual(block, a) - residual(block, a, d)) / 2]
    mains = br.main_effects(table)
    assert mains["statistic"].to_list() == pytest.approx([part / error for part in expected], rel=1e-9)
    assert mains["df2"].to_list() == [15, 15]
    both = br.interactions(table).row(0, named=True)
    assert both["statistic"] == pytest.approx((residual(block, a, d) - residual(block, cell)) / 2 / error, rel=1e-9)
    assert both["p_value"] == pytest.approx(stats.f.sf(both["statistic"], 2, 15), rel=1e-10)


def test_without_replicates_interactions_are_the_error() -> None:
    table = grid(product(range(3), range(4)), datasets=1)
    mains = br.main_effects(table)
    assert mains["df2"].to_list() == [6, 6]
    assert set(mains["status"]) == {"approximate"}
    y = table.sort("depth", "rate")["value"].to_numpy().reshape(3, 4)
    rows, columns = y.mean(axis=1, keepdims=True), y.mean(axis=0, keepdims=True)
    error = ((y - rows - columns + y.mean()) ** 2).sum() / 6
    assert mains["statistic"].to_list() == pytest.approx(
        [4 * ((rows - y.mean()) ** 2).sum() / 2 / error, 3 * ((columns - y.mean()) ** 2).sum() / 3 / error], rel=1e-9
    )
    (both,) = br.interactions(table).iter_rows(named=True)
    assert (both["statistic"], both["p_value"], both["status"]) == (None, None, "too_few")
    three = grid(product(range(2), range(3), range(2)), ("x", "y", "z"), datasets=1)
    assert br.interactions(three)["df2"].to_list() == [2, 2, 2]


def test_an_incomplete_grid_is_never_averaged() -> None:
    gap = grid([(0, 0), (0, 1), (1, 0)])
    for call in EFFECTS:
        rows = getattr(br, call)(gap)
        assert set(rows["status"]) == {"undefined"}
        assert rows["p_value"].null_count() == rows.height
        assert "1 of 4 combinations were not run" in rows["note"].to_list()[0]
    failed = study().with_columns(value=pl.when((pl.col("dataset") != "d0") | (pl.col("depth") != 1)).then("value"))
    assert set(br.main_effects(failed)["status"]) == {"undefined"}


def hostile() -> pl.DataFrame:
    shapes = {
        "all_tied": lambda *_: 0.5,
        "all_zero": lambda *_: 0.0,
        "additive": lambda a, k, d: 0.1 * (a == "A") + 0.2 * k + 0.05 * d,
        "huge": lambda a, k, d: 1e300 * (1 + k * d + (a == "A") * (d == 1)),
        "tiny": lambda a, k, d: 1e-300 * (1 + k * d + (a == "A") * (d == 1)),
        "plain": lambda a, k, d: ((a == "A") * 7 + k * 3 + d * d * k) % 5.0,
    }
    rows = [
        (metric, a, k, f"d{d}", float(value(a, k, d)))
        for metric, value in shapes.items()
        for a, k in product("AB", (1, 2))
        for d in range(3)
    ]
    frame = pl.DataFrame(rows, schema=["metric", "algorithm", "k", "dataset", "value"], orient="row")
    return br.scores(frame, factors="k", directions=dict.fromkeys(shapes, "higher"))


@pytest.mark.parametrize("call", EFFECTS)
@pytest.mark.parametrize("variant", ["blocked", "independent"])
def test_hostile_groups_have_rows_with_a_status(call: str, variant: str) -> None:
    rows = getattr(br, call)(hostile(), variant=variant)
    status = dict(rows.select("metric", "status").rows())
    assert status["all_tied"] == status["all_zero"] == "all_ties"
    assert rows.filter(pl.col("status") == "all_ties")["p_value"].unique().to_list() == [1.0]
    assert {status["huge"], status["tiny"], status["plain"]} == {"ok"}
    if variant == "blocked":
        assert status["additive"] == "zero_variance"
    for name, kind in rows.schema.items():
        if kind == pl.Float64:
            assert rows[name].drop_nulls().is_finite().all()
    huge, tiny = (rows.filter(pl.col("metric") == name)["statistic"].to_list() for name in ("huge", "tiny"))
    assert huge == pytest.approx(tiny, rel=1e-9)


def test_a_factor_of_one_level_is_too_few() -> None:
    rows = br.main_effects(study().filter(pl.col("depth") == 1), factors=["algorithm", "depth"])
    assert rows["status"].to_list() == ["ok", "too_few"] * 2
    assert br.interactions(study().filter(pl.col("depth") == 1)).is_empty()


def test_lower_is_better_names_the_other_level_as_best() -> None:
    table = study().filter(pl.col("metric") == "accuracy")
    worse = table.with_columns(direction=pl.lit("lower").cast(pl.Categorical), value=-pl.col("value"))
    assert br.main_effects(worse)["note"].to_list() == br.main_effects(table)["note"].to_list()


@pytest.mark.parametrize("call", AUDITS)
def test_rows_have_their_schema_and_do_not_depend_on_order_laziness_or_engine(call: str) -> None:
    table, run = study(), getattr(br, call)
    options = {} if call == "pairing" else {"factors": ["algorithm", "depth"]}
    if call == "pairing":
        table = table.filter(pl.col("depth") == 1)
    expected = run(table, **options)
    assert expected.schema == pl.Schema({"metric": pl.Categorical()} | schema_of(AUDITS[call]))
    assert run(table.sample(fraction=1.0, shuffle=True, seed=3), **options).equals(expected)
    assert_frame_equal(run(table), expected)
    for engine in ("in-memory", "streaming"):
        assert_frame_equal(run(table.lazy(), **options).collect(engine=engine), expected)
    one = table.filter(pl.col("metric") == "log_loss")
    alone = expected.filter(pl.col("metric") == "log_loss")
    assert_frame_equal(run(one, **options), alone)
    assert_frame_equal(run(one, by=None, **options), alone.drop("metric"))


@pytest.mark.parametrize("call", [name for name in AUDITS if name != "pairing"])
def test_groups_may_be_several(call: str) -> None:
    rows = getattr(br, call)(study(), by=("dataset", "metric"))
    assert rows.columns[:2] == ["dataset", "metric"]
    if rows.height:
        assert rows.select("dataset", "metric").unique().height == 8


def test_plain_frames_go_through_the_door_with_their_factors() -> None:
    plain = study().select(pl.col("algorithm", "dataset", "metric").cast(pl.String), "fold", "depth", "value")
    assert_frame_equal(br.main_effects(plain, factors=["algorithm", "depth"]), br.main_effects(study()))


def test_effects_run_from_the_shell(tmp_path: Path) -> None:
    wide = (
        study().filter(pl.col("metric") == "accuracy").select("algorithm", "dataset", "fold", "depth", accuracy="value")
    )
    wide.write_csv(tmp_path / "grid.csv")
    found = rows("test", "main_effects", tmp_path / "grid.csv", "--factor", "depth")
    assert [row["term"] for row in found] == ["algorithm", "depth"]
    assert rows("test", "factorial_design", tmp_path / "grid.csv", "--factor", "depth")[0]["n_full"] == 6


def test_factors_that_are_none_are_refused() -> None:
    table = study()
    with pytest.raises(br.BenchreportError, match=r"no column 'dept' to be a factor[\s\S]*'depth'"):
        br.main_effects(table, factors=["algorithm", "dept"])
    with pytest.raises(br.BenchreportError, match="cannot be a factor"):
        br.main_effects(table, factors=["algorithm", "metric"])
    with pytest.raises(br.BenchreportError, match="several algorithms share a combination"):
        br.main_effects(table, factors="depth")
    with pytest.raises(br.BenchreportError, match="'depth' varies"):
        br.main_effects(table, factors="algorithm")
    holey = table.with_columns(depth=pl.when(pl.col("depth") > 1).then("depth"))
    with pytest.raises(br.BenchreportError, match="'depth' has empty cells"):
        br.main_effects(holey, factors=["algorithm", "depth"])
    with pytest.raises(br.BenchreportError, match="alpha"):
        br.main_effects(table, alpha=0)
    with pytest.raises(br.BenchreportError, match="variant 'nested'"):
        br.main_effects(table, variant="nested")
