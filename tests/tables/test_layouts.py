"""A report lays each of its score tables out once per question, and no other module pivots scores."""

from __future__ import annotations

import ast
import os
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import benchreport as br
from benchreport.tables import blocks as module
from benchreport.tables.blocks import Blocks

PACKAGE = Path(br.__file__).parent
COLLECTION = Path(os.environ.get("ORACLES", "../shared/reference"))
# What scatters rows into cells, and who may use it.
SCATTERING = {"full_means", "exact_sums"}
LAID_OUT_IN = {"tables/blocks.py", "tables/reduction.py"}
# It prints the cells of Blocks, one column per algorithm.
PRINTED_IN = {"document/exhibits/complete.py", "document/crossed.py"}


def layouts_of_report(scores: pl.DataFrame, monkeypatch: pytest.MonkeyPatch, **options: Any) -> Counter[Any]:
    """Count the layouts of one report by the content of the table, the groups and the reduction."""
    layouts: Counter[Any] = Counter()
    lay_out = module.lay_out

    def counted(table: pl.DataFrame, by: Sequence[str], reduce: Any) -> Blocks:
        content = table.with_columns(pl.col("algorithm", "dataset", "metric").cast(pl.String)).hash_rows(seed=1)
        layouts[content.sum(), table.height, tuple(by), reduce] += 1
        return lay_out(table, by, reduce)

    monkeypatch.setattr(module, "lay_out", counted)
    br.report(scores, **options)
    return layouts


def folds() -> pl.DataFrame:
    return br.read_scores(br.example("small_study_5x2.csv"))


@pytest.mark.parametrize("missing", ["auto", "drop_blocks", "available", "worst"])
def test_a_report_lays_out_each_table_at_most_once_per_question(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    first = (pl.col("dataset") == "iris") & (pl.col("algorithm") == "kNN") & (pl.col("metric") == "auc")
    layouts = layouts_of_report(folds().filter(~first), monkeypatch, missing=missing)
    assert layouts
    assert [key for key, times in layouts.items() if times > 1] == []


def test_a_report_of_a_full_table_takes_few_layouts(monkeypatch: pytest.MonkeyPatch) -> None:
    layouts = layouts_of_report(folds(), monkeypatch)
    assert max(layouts.values()) == 1
    assert layouts.total() <= 16


@pytest.mark.reference
def test_a_report_of_the_bake_off_lays_out_each_table_once(monkeypatch: pytest.MonkeyPatch) -> None:
    path = next(iter(sorted(COLLECTION.rglob("*bakeoff*.parquet"))), None)
    if path is None:
        pytest.skip(f"no bake-off in {COLLECTION}")
    layouts = layouts_of_report(br.read_scores(path, design="repeated_holdout"), monkeypatch)
    assert max(layouts.values()) == 1


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.relative_to(PACKAGE).as_posix())
def test_scores_are_pivoted_in_one_module(path: Path) -> None:
    place = path.relative_to(PACKAGE).as_posix()
    tree = ast.parse(path.read_text(encoding="utf8"))
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for alias in node.names}
    assert place in LAID_OUT_IN or not imported & SCATTERING
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and node.args]
    pivoted = [call.args[0] for call in calls if getattr(call.func, "attr", "") == "pivot"]
    named = {node.value for argument in pivoted for node in ast.walk(argument) if isinstance(node, ast.Constant)}
    assert place in PRINTED_IN or not named & {"algorithm", "dataset"}
