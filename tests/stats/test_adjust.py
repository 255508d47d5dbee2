"""Adjustment for multiplicity."""

from __future__ import annotations

from itertools import pairwise

import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import benchreport as br


def adjusted(p: list[float | None], adjustment: str) -> list[float | None]:
    return br.adjust(pl.DataFrame({"p_value": p}, schema={"p_value": pl.Float64}), adjustment)["p_adjusted"].to_list()


@pytest.mark.parametrize(
    ("raw", "holm"),
    [  # R 4.2.2, p.adjust(p, "holm")
        ([0.01, 0.04, 0.03, 0.005, 0.2, 0.5, 0.04], [0.06, 0.16, 0.15, 0.035, 0.4, 0.5, 0.16]),
        ([0.02, 0.02, 0.02, 0.02, 0.8], [0.1, 0.1, 0.1, 0.1, 0.8]),
        ([1e-12, 3e-09, 0.049, 0.051, 0.9, 1.0], [6e-12, 1.5e-08, 0.196, 0.196, 1.0, 1.0]),
    ],
)
def test_holm_gives_what_r_gives(raw: list[float], holm: list[float]) -> None:
    assert adjusted(raw, "holm") == pytest.approx(holm, rel=1e-12)


def test_holm_gives_the_published_values_of_garcia_and_herrera() -> None:
    # García & Herrera 2008, Table 4: p-values of the ten pairs and their Holm adjustment.
    raw = [4.486991e-8, 1.736118e-7, 0.00288049, 0.00484876, 0.00796349, 0.01011233, 0.01276301, 0.02474467, 0.7439715]
    holm = [4.487e-7, 1.5625e-6, 0.02304388, 0.03394134, 0.04778094, 0.05056167, 0.05105203, 0.07423402, 1.0]
    assert adjusted([*raw, 0.8064959], "holm")[:9] == pytest.approx(holm, rel=1e-4)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_holm_is_a_running_maximum_and_never_above_bonferroni(p: list[float]) -> None:
    holm, bonferroni = adjusted(p, "holm"), adjusted(p, "bonferroni")
    assert bonferroni == [min(1.0, value * len(p)) for value in p]
    assert all(raw <= step <= single for raw, step, single in zip(p, holm, bonferroni, strict=True))
    ordered = [value for _, value in sorted(zip(p, holm, strict=True))]
    assert all(first <= second for first, second in pairwise(ordered))


def test_null_p_values_stay_null_but_count() -> None:
    assert adjusted([0.01, None, 0.02], "bonferroni") == pytest.approx([0.03, None, 0.06])
    assert adjusted([0.01, None, 0.02], "holm") == pytest.approx([0.03, None, 0.04])


def test_each_group_is_a_family_of_its_own_by_default(study: pl.DataFrame) -> None:
    rows = br.wilcoxon(study).pipe(br.adjust, "bonferroni")
    assert rows["family"].unique().sort().to_list() == [
        f"metric={metric}: 15 tests" for metric in ("accuracy", "auc", "balanced_accuracy", "log_loss")
    ]


def test_methods_that_are_stacked_do_not_share_a_family(demsar: pl.DataFrame) -> None:
    both = pl.concat([br.wilcoxon(demsar), br.sign_test(demsar)]).pipe(br.adjust, "holm")
    alone = pl.concat([br.wilcoxon(demsar).pipe(br.adjust, "holm"), br.sign_test(demsar).pipe(br.adjust, "holm")])
    assert both["p_adjusted"].to_list() == alone["p_adjusted"].to_list()


def test_a_declared_family_spans_the_groups(study: pl.DataFrame) -> None:
    rows = br.wilcoxon(study).pipe(br.adjust, "bonferroni", family=[])
    assert rows["family"].unique().to_list() == ["60 tests"]
    assert rows["p_adjusted"].to_list() == [min(1.0, 60 * p) for p in rows["p_value"]]


def test_rows_keep_their_order(demsar: pl.DataFrame) -> None:
    rows = br.wilcoxon(demsar)
    assert br.adjust(rows, "holm").select("a", "b").rows() == rows.select("a", "b").rows()


def test_lazy_rows_stay_lazy(demsar: pl.DataFrame) -> None:
    lazy = br.wilcoxon(demsar.lazy()).pipe(br.adjust, "holm")
    assert isinstance(lazy, pl.LazyFrame)
    assert lazy.collect().equals(br.wilcoxon(demsar).pipe(br.adjust, "holm"))


def test_what_cannot_be_adjusted_is_named(demsar: pl.DataFrame) -> None:
    with pytest.raises(br.BenchreportError, match="no column 'p_value'"):
        br.adjust(demsar, "holm")
    with pytest.raises(br.BenchreportError, match="did you mean 'holm'"):
        br.adjust(br.wilcoxon(demsar), "hollm")
    with pytest.raises(br.BenchreportError, match="to delimit a family"):
        br.adjust(br.wilcoxon(demsar), "holm", family="metrics")


def test_pairs_of_one_family_stay_together_whatever_law_each_was_referred_to() -> None:
    rows = pl.DataFrame(
        {"metric": ["auc"] * 3, "a": ["A", "A", "B"], "b": ["B", "C", "C"], "method": ["wilcoxon"] * 3}
        | {"variant": ["exact", "normal", "normal"], "p_value": [0.01, 0.02, 0.03], "flag": [True, False, True]}
    )
    assert br.adjust(rows, "bonferroni")["p_adjusted"].to_list() == pytest.approx([0.03, 0.06, 0.09])


def test_impossible_p_values_are_refused_and_nan_is_null() -> None:
    assert adjusted([0.01, float("nan"), 0.02], "holm") == pytest.approx([0.03, None, 0.04])
    with pytest.raises(br.BenchreportError, match="outside 0 and 1"):
        adjusted([0.5, 3.0], "holm")
