"""Names that differ only in case, blanks or look-alikes are reported, and read as one when declared."""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.errors import BenchreportWarning, DuplicateKeyError
from benchreport.tables.spellings import folded, similar_names, spellings


@pytest.mark.parametrize(
    "other",
    ["randomforest", "Random Forest", "random_forest", "Random\u00a0Forest", "Rand\u043emForest", "Random\u200bForest"],
)
def test_spellings_of_one_name_are_found(other: str) -> None:
    assert spellings(pl.Series(["RandomForest", other, "RandomForest"])) == {"RandomForest": [other]}


@pytest.mark.parametrize(("one", "other"), [("C4.5", "C4.5+m"), ("monks-1", "monks-2"), ("k-NN", "kNN"), ("é", "e")])
def test_other_names_are_not_folded(one: str, other: str) -> None:
    assert folded(one) != folded(other)


def scores() -> pl.DataFrame:
    """The forest is misspelt on d2, which has a capital on one row."""
    rows = [
        ("RF", "d1", 0.9),
        ("rf", "d2", 0.8),
        ("kNN", "d1", 0.7),
        ("kNN", "D2", 0.6),
        ("RF", "d3", 1),
        ("kNN", "d3", 0.5),
    ]
    return pl.DataFrame(rows, schema=["model", "dataset", "accuracy"], orient="row", strict=False)


def test_a_report_warns_of_them() -> None:
    with pytest.warns(BenchreportWarning) as caught:
        br.report(scores(), missing="available")
    texts = [str(warning.message) for warning in caught]
    assert any(text.startswith("algorithms 'RF' and 'rf' differ only in case") for text in texts)
    assert any("datasets 'd2' and 'D2'" in text and "--fold-names" in text for text in texts)


def test_folded_names_are_the_commonest_spelling() -> None:
    table = br.scores(scores(), fold_names=True)
    assert table["algorithm"].unique().sort().to_list() == ["RF", "kNN"]
    assert table["dataset"].unique().sort().to_list() == ["d1", "d2", "d3"]
    assert similar_names(table) == []


def test_folding_that_makes_one_run_of_two_is_refused() -> None:
    twice = pl.DataFrame({"model": ["RF", "rf"], "dataset": ["d", "d"], "accuracy": [0.5, 0.6]})
    with pytest.raises(DuplicateKeyError):
        br.scores(twice, fold_names=True)
