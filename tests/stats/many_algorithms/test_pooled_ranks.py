"""Ranks over all results together."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

import benchreport as br


def samples_of(*samples: list[float]) -> pl.DataFrame:
    rows = [(f"d{i}", f"a{j}", float(value)) for j, sample in enumerate(samples) for i, value in enumerate(sample)]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "value"], orient="row"), metric="accuracy")


def test_fixture_four_gives_the_kruskal_wallis_values_of_the_catalogue(fx4: pl.DataFrame) -> None:
    row = br.kruskal_wallis(fx4).row(0, named=True)
    assert row["statistic"] == pytest.approx(0.968308733666, rel=1e-10)
    assert row["p_value"] == pytest.approx(0.808919663459, rel=1e-10)
    assert "share their blocks" in row["note"]


@given(st.lists(st.lists(st.integers(0, 9), min_size=2, max_size=6), min_size=2, max_size=4))
def test_kruskal_wallis_agrees_with_scipy_on_samples_of_any_size(samples: list[list[int]]) -> None:
    row = br.kruskal_wallis(samples_of(*samples), missing="available").row(0, named=True)  # type: ignore[arg-type]
    if len({value for sample in samples for value in sample}) == 1:
        assert (row["status"], row["p_value"]) == ("all_ties", 1.0)
        return
    expected = stats.kruskal(*samples)
    assert row["statistic"] == pytest.approx(expected.statistic, rel=1e-9, abs=1e-12)
    assert row["p_value"] == pytest.approx(expected.pvalue, rel=1e-9)
    total = sum(map(len, samples))
    assert row["effect"] == pytest.approx(expected.statistic / (total - 1), rel=1e-9, abs=1e-12)


def test_values_that_differ_in_the_last_bit_are_tied() -> None:
    row = br.kruskal_wallis(samples_of([0.1 + 0.2, 0.5], [0.3, 0.6], [0.7, 0.2])).row(0, named=True)
    assert row["n_ties"] == 2


def test_few_values_make_it_approximate() -> None:
    assert br.kruskal_wallis(samples_of([0.1, 0.2], [0.3, 0.4], [0.5, 0.6]))["status"][0] == "approximate"
    assert br.kruskal_wallis(samples_of([0.1], [0.3], [0.5]))["status"][0] == "too_few"


def test_folds_of_one_dataset_are_said_to_share_training_data(study: pl.DataFrame) -> None:
    rows = br.kruskal_wallis(study, by=("dataset", "metric"))
    assert set(rows["status"]) == {"approximate"}
    assert rows["note"].str.contains("runs share training data").all()


def test_uneven_samples_are_refused_unless_asked_for() -> None:
    with pytest.raises(br.BenchreportError, match="missing"):
        br.kruskal_wallis(samples_of([0.1, 0.2, 0.4], [0.3, 0.4]))


def test_many_groups_give_what_each_gives_alone() -> None:
    values = np.random.default_rng(3).integers(0, 12, (40, 6, 3))
    rows = [(f"m{g:02}", f"d{b}", f"a{a}", float(values[g, b, a])) for g, b, a in np.ndindex(*values.shape)]
    table = pl.DataFrame(rows, schema=["metric", "dataset", "algorithm", "value"], orient="row")
    found = br.kruskal_wallis(br.scores(table, directions={f"m{g:02}": "higher" for g in range(40)}))
    expected = [stats.kruskal(*group.T).statistic for group in values]
    assert found["statistic"].to_list() == pytest.approx(expected, rel=1e-9, abs=1e-12)
