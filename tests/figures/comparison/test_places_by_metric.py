"""Places by metric in words: who is best by each, who moves most."""

from __future__ import annotations

import polars as pl

from benchreport.figures.comparison.rank_dots import places_by_metric_alt, ranked_by_metric


def numbers(**places: dict[str, int]) -> pl.DataFrame:
    """Places of algorithms by metric, as mean ranks too."""
    rows = [(metric, name, float(place), place) for metric, own in places.items() for name, place in own.items()]
    frame = pl.DataFrame(rows, schema=["metric", "algorithm", "mean_rank", "place"], orient="row")
    return ranked_by_metric(frame, list(places))


def test_one_that_moves_most_is_named_with_its_places() -> None:
    words = places_by_metric_alt(numbers(auc={"A": 1, "B": 2, "C": 3}, f1={"A": 3, "B": 1, "C": 2}))
    assert words.endswith("B has the best mean rank by f1. A moves most: place 1 by auc, place 3 by f1.")


def test_those_that_move_equally_far_are_all_named() -> None:
    words = places_by_metric_alt(numbers(auc={"A": 1, "B": 2, "C": 3}, f1={"A": 2, "B": 1, "C": 3}))
    assert words.endswith("A and B move most, by 1 place.")


def test_nobody_is_said_to_be_best_where_the_best_is_not_drawn() -> None:
    words = places_by_metric_alt(numbers(auc={"A": 2, "B": 3, "C": 4, "D": 1}, f1={"A": 1, "B": 2, "C": 3}))
    assert words == "Mean ranks of 3 algorithms by auc and f1, rank 1 is best. A has the best mean rank by f1." + (
        " A, B and C move most, by 1 place."
    )
