"""Ranks by metric: against SciPy, one panel per metric, blocks of panels, the best mean in bold."""

from __future__ import annotations

import polars as pl
import pytest
from matplotlib.figure import Figure
from scipy.stats import rankdata

from benchreport.errors import ColumnError
from benchreport.figures.comparison.rank_dots import rank_dots_alt, rank_dots_data
from benchreport.figures.kinds import KINDS
from tests.figures.cases import study
from tests.figures.cases_comparison import crowd_by_metric, nine_metrics

rank_dots = KINDS["rank_dots"].draw


def lines(figure: Figure, label: str) -> list:
    return [line for axes in figure.axes for line in axes.lines if line.get_label() == label]


def texts(figure: Figure, label: str) -> list:
    return [text for axes in figure.axes for text in axes.texts if text.get_label() == label]


def test_ranks_are_those_of_the_means_of_every_dataset_and_rank_1_is_best() -> None:
    numbers = rank_dots_data(study())
    printed = {"accuracy": "accuracy", "log_loss": "log loss"}
    for metric, name in printed.items():
        part = study().filter(pl.col("metric").cast(pl.String) == metric)
        sign = -1 if part["direction"][0] == "higher" else 1
        means = part.group_by(pl.col("algorithm", "dataset").cast(pl.String)).agg(pl.col("value").mean().round(12))
        table = means.sort("algorithm").pivot("algorithm", index="dataset", values="value")
        ranks = rankdata(sign * table.drop("dataset").to_numpy(), axis=1)
        for place, algorithm in enumerate(table.columns[1:]):
            own = numbers.filter((pl.col("metric") == name) & (pl.col("algorithm") == algorithm))
            expected = dict(zip(table["dataset"], ranks[:, place], strict=True))
            assert dict(own.select("dataset", "rank").rows()) == expected
            assert own["mean_rank"][0] == pytest.approx(ranks[:, place].mean())


def test_every_panel_has_a_bar_at_the_mean_and_its_number_the_best_in_bold() -> None:
    numbers = rank_dots_data(study())
    figure = rank_dots(numbers)
    heads = numbers.unique(["metric", "algorithm"], maintain_order=True)
    means = heads["mean_rank"].to_list()
    assert [line.get_xdata()[0] for line in lines(figure, "mean")] == means
    assert [text.get_text() for text in texts(figure, "mean rank")] == [f"{mean:.2f}" for mean in means]
    best = heads.with_columns(best=pl.col("mean_rank") == pl.col("mean_rank").min().over("metric"))["best"]
    assert [text.get_weight() == 600 for text in texts(figure, "mean rank")] == best.to_list()
    assert all(line.axes.xaxis_inverted() for line in lines(figure, "mean"))


def test_algorithms_stand_in_the_order_of_the_first_metric() -> None:
    numbers = rank_dots_data(study(), metrics=["auc", "accuracy"])
    first = numbers.filter(pl.col("metric") == "AUC").unique("algorithm", maintain_order=True)
    assert first["mean_rank"].to_list() == sorted(first["mean_rank"])
    assert numbers["metric"].unique(maintain_order=True).to_list() == ["AUC", "accuracy"]
    with pytest.raises(ColumnError, match="no metric 'acuracy'"):
        rank_dots_data(study(), metrics=["acuracy"])


def test_more_than_six_metrics_stand_in_blocks_that_repeat_the_names() -> None:
    figure = rank_dots(rank_dots_data(nine_metrics()))
    assert len([text for text in texts(figure, "name") if text.get_text() == "algorithm05"]) == 2
    assert len({line.axes for line in lines(figure, "mean")}) == 9


def test_what_does_not_fit_is_counted() -> None:
    figure = rank_dots(rank_dots_data(crowd_by_metric()))
    rows = {text.get_text() for text in texts(figure, "name")}
    written = {text.get_text() for axes in figure.axes for text in axes.texts}
    assert f"{60 - len(rows)} more" in written


def test_the_words_name_the_best_by_each_metric() -> None:
    assert "log loss LogisticRegression (1.25)" in rank_dots_alt(rank_dots_data(study()))
