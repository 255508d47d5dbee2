"""Do metrics have the scale that their names imply, and the one that was declared?"""

from __future__ import annotations

import pytest

import benchreport as br
from benchreport.tables.metric_scale import COMPARABLE, SCALE_OF_NAME, known_scale, scale_word, scales_of
from benchreport.tables.schema import HIGHER, LOWER

# Of these the direction is known by name, and the scale is not: rewards and regrets have any unit, or none.
OPEN = {"reward", "return", "episode_return", "psnr", "log_likelihood", "elbo", "loss", "regret", "gap", "epsilon"}


@pytest.mark.parametrize(
    ("metric", "scale"),
    [
        ("Accuracy (%)", "share"),
        ("val_f1", "share"),
        ("macro f1", "share"),
        ("error", "share"),
        ("test error", "share"),
        ("roc_auc", "area"),
        ("MCC", "correlation"),
        ("RMSE", "ratio"),
        ("mean_absolute_error", "ratio"),
        ("train_time", "ratio"),
        ("time_train_s", "ratio"),
        ("perplexity", "ratio"),
        ("gain", "unknown"),
        ("score", "unknown"),
        ("accuracy_std", "unknown"),
        ("neg_rmse", "ratio"),
        ("1 - auc", "unknown"),
    ],
)
def test_the_scale_follows_from_the_name(metric: str, scale: str) -> None:
    assert known_scale(metric) == scale


def test_every_metric_of_known_direction_has_a_known_scale_or_is_listed_as_open() -> None:
    assert {name for name in HIGHER | LOWER if known_scale(name) == "unknown"} == OPEN


def test_no_name_has_two_scales() -> None:
    assert len(SCALE_OF_NAME) == len(set(SCALE_OF_NAME))
    assert {"share", "area", "correlation"} == COMPARABLE


def test_a_declared_scale_wins_and_a_percentage_is_a_share() -> None:
    assert scales_of(["gain", "auc"], {"gain": "percent", "auc": "ratio"}) == {"gain": "share", "auc": "ratio"}


def test_a_scale_that_means_nothing_is_refused_with_those_that_do() -> None:
    with pytest.raises(br.BenchreportError, match=r"unknown .* 'shares'") as error:
        scale_word("gain", "shares")
    assert "'share'" in str(error.value)
    with pytest.raises(br.BenchreportError, match="declared for 'gian'"):
        scales_of(["gain"], {"gian": "share"})
