"""Precision follows the share of positives; the two rates do not."""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import OptionError

RATES = pl.DataFrame({"tpr": [0.8, 0.9, 0.0, 0.8, None], "fpr": [0.1, 0.0, 0.0, 0.1, 0.1]})


def adjusted(prevalence: float | str) -> list[float | None]:
    return RATES.select(br.expr.adjusted_precision("tpr", "fpr", prevalence=prevalence)).to_series().to_list()


def test_precision_at_another_share_of_positives_follows_bayes() -> None:
    # METHODS 12, balancing: tpr pi / (tpr pi + fpr (1 - pi))
    assert adjusted(0.01)[0] == pytest.approx(0.008 / (0.008 + 0.099), rel=1e-15)


def test_without_false_alarms_every_call_is_right() -> None:
    assert adjusted(0.3)[1] == 1.0


def test_nothing_called_positive_has_no_precision() -> None:
    assert adjusted(0.3)[2] is None
    assert adjusted(0.3)[4] is None


def test_at_the_share_of_the_test_set_it_is_the_precision_itself() -> None:
    # FX7: tp = 40, fn = 10, fp = 5, tn = 45
    rates = pl.DataFrame({"tpr": [0.8], "fpr": [0.1]})
    assert rates.select(br.expr.adjusted_precision("tpr", "fpr", prevalence=0.5)).item() == pytest.approx(40 / 45)


def test_the_share_may_be_a_column() -> None:
    shares = RATES.with_columns(share=pl.Series([0.5, 0.5, 0.5, 2.0, 0.5]))
    found = shares.select(br.expr.adjusted_precision("tpr", "fpr", prevalence="share")).to_series().to_list()
    assert found[0] == pytest.approx(0.8 / 0.9)
    assert found[3] is None


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan"), True])
def test_a_share_outside_zero_and_one_is_refused(share: float) -> None:
    with pytest.raises(OptionError, match="prevalence"):
        br.expr.adjusted_precision("tpr", "fpr", prevalence=share)
