"""Can the rate to beat differ from dataset to dataset, and can curves be compared with one algorithm alone?"""

from __future__ import annotations

import polars as pl
import pytest
from scipy.stats import binomtest

import benchreport as br
from benchreport.errors import ColumnError, OptionError

ROWS = [
    (f"m{m}", f"d{d}", i, i % 2, int((i * (m + 3) // (d + 2)) % 2))
    for m in range(3)
    for d in range(2)
    for i in range(30)
]
TABLE = br.predictions(
    pl.DataFrame(ROWS, schema=["algorithm", "dataset", "instance", "truth", "prediction"], orient="row")
)


def test_every_dataset_is_tested_against_its_own_rate() -> None:
    rates = {"d0": 0.5, "d1": 0.3}
    rows = br.binomial_test(TABLE, constant=rates, alternative="greater")
    for dataset, errors, n, p in rows.select("dataset", "statistic", "n", "p_value").rows():
        assert p == pytest.approx(binomtest(int(errors), n, rates[dataset], alternative="less").pvalue, rel=1e-9)


def test_a_dataset_without_a_rate_is_not_tested() -> None:
    rows = br.binomial_test(TABLE, constant={"d0": 0.5})
    assert set(rows.filter(pl.col("dataset") == "d1")["status"]) == {"undefined"}
    assert rows.filter(pl.col("dataset") == "d0")["p_value"].null_count() == 0


def test_rates_by_dataset_need_datasets_as_groups() -> None:
    with pytest.raises(OptionError, match="but the groups are not"):
        br.binomial_test(TABLE, by=None, constant={"d0": 0.5})
    with pytest.raises(OptionError, match="constant is 2"):
        br.binomial_test(TABLE, constant={"d0": 2})


def test_curves_compared_with_one_algorithm_are_those_among_all_pairs() -> None:
    scored = TABLE.with_columns(score=((pl.col("instance") * 7 + pl.col("prediction") * 5) % 11).cast(pl.Float64))
    every = br.roc_dominance(scored, positive=1)
    against = br.roc_dominance(scored, positive=1, control="m2")
    assert against["b"].cast(pl.String).unique().to_list() == ["m2"]
    assert against.equals(every.filter(pl.col("b") == "m2"))
    with pytest.raises(ColumnError, match="to be the control"):
        br.roc_dominance(scored, positive=1, control="m9")
