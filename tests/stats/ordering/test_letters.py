"""Compact letter displays."""

from __future__ import annotations

import polars as pl

import benchreport as br


def test_insect_sprays_get_the_letters_of_agricolae() -> None:
    # agricolae 1.3-7, LSD.test on InsectSprays: F, B, A share a; D, E, C share b. Means 14.5, 15.33, 2.08, 4.92, 3.5,
    # 16.67 and MSE 15.38 with 66 degrees of freedom put every pair within a group below the LSD of 3.197.
    means = {"A": 14.5, "B": 15.3333, "C": 2.0833, "D": 4.9167, "E": 3.5, "F": 16.6667}
    names = sorted(means)
    pairs = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :]]
    rows = pl.DataFrame(
        {
            "a": [a for a, _ in pairs],
            "b": [b for _, b in pairs],
            "better": [a if means[a] > means[b] else b for a, b in pairs],
            "p_value": [0.5 if abs(means[a] - means[b]) < 3.19671860618305 else 0.01 for a, b in pairs],
        }
    )
    shown = br.letters(rows).select(pl.col("algorithm").cast(pl.String), "letters").rows()
    assert shown == [("F", "a"), ("B", "a"), ("A", "a"), ("D", "b"), ("E", "b"), ("C", "b")]


def test_every_algorithm_has_a_letter_when_all_differ() -> None:
    rows = pl.DataFrame({"a": ["A", "A", "B"], "b": ["B", "C", "C"], "p_value": [0.001] * 3, "better": ["A", "A", "B"]})
    assert br.letters(rows)["letters"].to_list() == ["a", "b", "c"]


def test_needless_letters_are_left_out() -> None:
    # The triangle A-B-C, with A-D, B-D and C-D alike too, is one set; no further letter is spent on pairs inside.
    rows = pl.DataFrame({"a": ["A", "A", "B"], "b": ["B", "C", "C"], "p_value": [0.5] * 3, "better": [None] * 3})
    assert br.letters(rows.cast({"better": pl.String}))["letters"].to_list() == ["a", "a", "a"]


def test_lazy_rows_stay_lazy(demsar: pl.DataFrame) -> None:
    lazy = br.letters(br.nemenyi(demsar.lazy()), alpha=0.1)
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(br.letters(br.nemenyi(demsar), alpha=0.1))
