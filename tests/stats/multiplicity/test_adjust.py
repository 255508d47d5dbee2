"""Adjustment for multiplicity."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

import benchreport as br
from benchreport.stats.kernels.implied_hypotheses import bergmann_hommel_adjusted
from benchreport.stats.multiplicity.adjusting import rom_critical_values


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
        f"metric={metric}: 15 tests, any dependence" for metric in ("accuracy", "auc", "balanced_accuracy", "log_loss")
    ]


def test_methods_that_are_stacked_do_not_share_a_family(demsar: pl.DataFrame) -> None:
    both = pl.concat([br.wilcoxon(demsar), br.sign_test(demsar)]).pipe(br.adjust, "holm")
    alone = pl.concat([br.wilcoxon(demsar).pipe(br.adjust, "holm"), br.sign_test(demsar).pipe(br.adjust, "holm")])
    assert both["p_adjusted"].to_list() == alone["p_adjusted"].to_list()


def test_a_declared_family_spans_the_groups(study: pl.DataFrame) -> None:
    rows = br.wilcoxon(study).pipe(br.adjust, "bonferroni", family=[])
    assert rows["family"].unique().to_list() == ["60 tests, any dependence"]
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


# García & Herrera 2008: z tests of five classifiers on 30 datasets, as retyped in the field notes of scmamp.
GARCIA_HERRERA = {
    ("C4.5", "Kernel"): 4.486991e-8,
    ("NB", "Kernel"): 1.736118e-7,
    ("Kernel", "CN2"): 0.00288049,
    ("C4.5", "1NN"): 0.00484876,
    ("1NN", "Kernel"): 0.00796349,
    ("1NN", "NB"): 0.01011233,
    ("C4.5", "CN2"): 0.01276301,
    ("NB", "CN2"): 0.02474467,
    ("1NN", "CN2"): 0.7439715,
    ("C4.5", "NB"): 0.8064959,
}


def garcia_herrera() -> pl.DataFrame:
    return pl.DataFrame(
        {
            "a": [a for a, _ in GARCIA_HERRERA],
            "b": [b for _, b in GARCIA_HERRERA],
            "p_value": list(GARCIA_HERRERA.values()),
        }
    )


@pytest.mark.parametrize(
    ("adjustment", "expected"),
    [
        (
            "hommel",
            [4.487e-7, 1.5625e-6, 0.02016339, 0.02552602, 0.03190752, 0.04044934, 0.04948934, 0.07423402]
            + 2 * [0.8064959],
        ),
        (
            "shaffer",
            [4.487e-7, 1.04167e-6, 0.01728291, 0.02909258, 0.04778094, 0.04778094, 0.05105203, 0.07423402, 1, 1],
        ),
        # By the definition, so 1NN-NB is 0.030337 where scmamp's extra cumulative maximum gives 0.03185396.
        (
            "bergmann_hommel",
            [4.487e-7, 1.04167e-6, 0.01152194, 0.02909258, 0.03185396, 0.030337, 0.03828902, 0.03828902, 1, 1],
        ),
    ],
)
def test_garcia_and_herrera_get_their_adjusted_values(adjustment: Any, expected: list[float]) -> None:
    assert br.adjust(garcia_herrera(), adjustment)["p_adjusted"].to_list() == pytest.approx(expected, rel=2e-5)


def test_garcia_and_herrera_against_a_control() -> None:
    # scmamp 0.3.2, control C4.5: 1NN, NB, Kernel, CN2. Its Rom values hold at 0.05 only and are not compared.
    raw = [0.00484876, 0.8064959, 4.486991e-8, 0.01276301]
    assert adjusted(raw, "finner") == pytest.approx([0.00967402, 0.8064959, 1.794796e-7, 0.01698104], rel=2e-6)
    assert adjusted(raw, "li") == pytest.approx([0.02444514, 0.8064959, 2.318809e-7, 0.06187613], rel=2e-6)
    assert adjusted(raw, "holland") == pytest.approx([0.01447587, 0.8064959, 1.794796e-7, 0.02536312], rel=2e-6)


@pytest.mark.parametrize(
    ("adjustment", "expected"),
    [  # R 4.2.2 p.adjust, statsmodels 0.15.0 multipletests and scmamp 0.3.2 on one vector
        ("hochberg", [0.06, 0.12, 0.12, 0.035, 0.4, 0.5, 0.12]),
        ("holland", [0.058519850599, 0.15065344, 0.1412659743, 0.0344793531905158, 0.36, 0.5, 0.15065344]),
        ("holm_sidak", [0.058519850599, 0.15065344, 0.1412659743, 0.0344793531905158, 0.36, 0.5, 0.15065344]),
        (
            "finner",
            [0.03456468476, 0.06894645545, 0.06860469024, 0.03447935319, 0.2292060128, 0.5, 0.06894645545],
        ),
        ("li", [1 / 51, 2 / 27, 0.03 / 0.53, 1 / 101, 2 / 7, 0.5, 2 / 27]),
        ("tsbh", [0.025, 0.04, 0.04, 0.025, 1 / 6, 5 / 14, 0.04]),
    ],
)
def test_other_implementations_give_the_same(adjustment: str, expected: list[float]) -> None:
    raw = [0.01, 0.04, 0.03, 0.005, 0.2, 0.5, 0.04]
    assert adjusted(raw, adjustment) == pytest.approx(expected, rel=1e-9)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=9))
def test_hommel_is_the_closed_test_of_simes(p: list[float]) -> None:
    def simes(chosen: list[float]) -> float:
        return min(len(chosen) * value / (i + 1) for i, value in enumerate(sorted(chosen)))

    sets = [[i for i in range(len(p)) if mask >> i & 1] for mask in range(1, 2 ** len(p))]
    bounds = [(members, simes([p[i] for i in members])) for members in sets]
    expected = [min(1.0, max(bound for members, bound in bounds if i in members)) for i in range(len(p))]
    assert adjusted(p, "hommel") == pytest.approx(expected, rel=1e-12, abs=1e-15)


@given(st.lists(st.floats(1e-6, 1), min_size=1, max_size=8))
def test_rom_rejects_what_its_critical_values_reject(p: list[float]) -> None:
    ours = adjusted(p, "rom")
    hochberg, ordered = adjusted(p, "hochberg"), sorted(p, reverse=True)
    assert all(rom <= step * (1 + 1e-12) for rom, step in zip(ours, hochberg, strict=True))
    for alpha in (0.01, 0.05, 0.3):
        critical = rom_critical_values(np.array([alpha]), len(p))[0]
        steps = [i for i, value in enumerate(ordered) if value <= critical[i]]
        threshold = ordered[steps[0]] if steps else -1.0
        for value, mine in zip(p, ours, strict=True):
            if abs(mine - alpha) > 1e-9:
                assert (mine <= alpha) == (value <= threshold)


def test_rom_critical_values_are_the_published_ones() -> None:
    # Rom 1990: c3 = alpha / 3 + alpha^2 / 12.
    assert rom_critical_values(np.array([0.05]), 3)[0, 2] == pytest.approx(0.05 / 3 + 0.05**2 / 12, rel=1e-14)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=12))
def test_adjusted_values_keep_the_order_and_never_fall_below_the_raw(p: list[float]) -> None:
    for name in ("sidak", "holm_sidak", "finner", "hochberg", "hommel", "rom", "bh", "by"):
        ours = adjusted(p, name)
        assert all(raw <= mine * (1 + 1e-12) + 1e-300 and mine <= 1 for raw, mine in zip(p, ours, strict=True))
        ordered = [mine for _, mine in sorted(zip(p, ours, strict=True))]
        assert all(first <= second * (1 + 1e-12) for first, second in pairwise(ordered))


def test_families_of_many_sizes_are_adjusted_as_if_alone() -> None:
    sizes = [1, 3, 3, 5, 2]
    rows = pl.DataFrame(
        [(f"g{g}", "A", str(i), (7 * g + 3 * i + 1) % 17 / 17) for g, size in enumerate(sizes) for i in range(size)],
        schema=["metric", "a", "b", "p_value"],
        orient="row",
    ).sample(fraction=1, shuffle=True, seed=5)
    for name in ("holm", "hommel", "rom", "bh", "li"):
        together = br.adjust(rows, name)
        for part in rows.partition_by("metric"):
            alone = br.adjust(part, name)
            same = together.filter(pl.col("metric") == part["metric"][0])
            assert same["p_adjusted"].to_list() == pytest.approx(alone["p_adjusted"].to_list(), rel=1e-14)


def test_shaffer_and_bergmann_hommel_refuse_what_is_not_transitive(demsar: pl.DataFrame) -> None:
    for name in ("shaffer", "bergmann_hommel"):
        for test in (br.wilcoxon, br.sign_test):
            with pytest.raises(br.BenchreportError, match="imply each other"):
                br.adjust(test(demsar), name)
        with pytest.raises(br.BenchreportError, match="all pairs of algorithms"):
            br.adjust(br.friedman_posthoc_z(demsar, control="C4.5"), name)
        with pytest.raises(br.BenchreportError, match="all pairs of algorithms"):
            br.adjust(pl.DataFrame({"p_value": [0.1, 0.2, 0.3]}), name)


@given(st.permutations(range(10)), st.lists(st.booleans(), min_size=10, max_size=10))
def test_bergmann_hommel_knows_a_pair_whatever_its_place_and_whoever_comes_first(
    order: list[int], swapped: list[bool]
) -> None:
    pairs = list(combinations("ABCDE", 2))
    p = [0.001 * (1 + 7 * place % 11) for place in range(10)]
    expected = bergmann_hommel_adjusted(np.array([p]), 5)[0].tolist()
    rows = [(*(reversed(pairs[i]) if swapped[i] else pairs[i]), p[i]) for i in order]
    given_rows = pl.DataFrame(rows, schema=["a", "b", "p_value"], orient="row")
    ours = br.adjust(given_rows, "bergmann_hommel")["p_adjusted"].to_list()
    assert ours == pytest.approx([expected[i] for i in order], rel=1e-14)


@pytest.mark.parametrize("pairs", [["AB", "BA", "AC"], ["AB", "AC", "AC"], ["AB", "AC", "CC"], ["AB", "AC"]])
def test_pairs_that_are_not_all_there_once_are_refused(pairs: list[str]) -> None:
    rows = pl.DataFrame({"a": [pair[0] for pair in pairs], "b": [pair[1] for pair in pairs]})
    for name in ("shaffer", "bergmann_hommel"):
        with pytest.raises(br.BenchreportError, match="all pairs of algorithms"):
            br.adjust(rows.with_columns(p_value=pl.lit(0.01)), name)


def test_bergmann_hommel_refuses_ten_algorithms() -> None:
    names = "ABCDEFGHIJ"
    pairs = [(a, b, 0.5) for i, a in enumerate(names) for b in names[i + 1 :]]
    rows = pl.DataFrame(pairs, schema=["a", "b", "p_value"], orient="row")
    with pytest.raises(br.BenchreportError, match="up to 9 algorithms"):
        br.adjust(rows, "bergmann_hommel")
    assert br.adjust(rows, "shaffer").height == 45


def test_rows_that_were_adjusted_are_refused_and_simultaneous_ones_marked(demsar: pl.DataFrame) -> None:
    once = br.adjust(br.wilcoxon(demsar), "holm")
    with pytest.raises(br.BenchreportError, match="adjusted already"):
        br.adjust(once, "bonferroni")
    with pytest.raises(br.BenchreportError, match="adjusted already"):
        br.adjust(once.lazy(), "bonferroni").collect()
    assert br.adjust(br.nemenyi(demsar), "holm")["note"].str.contains("were adjusted again").all()


def test_what_could_never_be_rejected_is_said(demsar: pl.DataFrame) -> None:
    few = demsar.filter(pl.col("dataset").is_in(demsar["dataset"].unique().sort().head(5).to_list()))
    note = br.adjust(br.wilcoxon(few), "holm")["note"][0]
    expected = (
        "with 5 blocks the smallest possible p is 0.0625: nothing can be rejected at 0.05 after holm over 6 tests"
    )
    assert expected in note
    assert "smallest possible" not in (br.adjust(br.wilcoxon(demsar), "holm")["note"][0] or "")


def test_attainable_levels_are_those_of_the_exact_law() -> None:
    assert br.attainable(5, 4).row(0) == (5, 6, 0.0625, 0.375, False, 8)
    assert br.attainable(6, 2, adjustment=None)["can_reject"].item()
    assert not br.attainable(5, 2, adjustment=None)["can_reject"].item()
    assert br.attainable(5, 2, adjustment=None, alternative="greater")["smallest_p"].item() == 0.03125
    # Stepping up, six tests at the smallest p reject together.
    assert br.attainable(6, 4, adjustment="hochberg")["can_reject"].item()
    assert br.attainable(8, 4, control=True)["smallest_adjusted"].item() == 3 * 2 / 2**8
    assert br.attainable(6, 4, adjustment="bergmann_hommel")["smallest_adjusted"].item() == 6 * 2 / 2**6
    with pytest.raises(br.BenchreportError, match="not all pairs"):
        br.attainable(6, 6, adjustment="shaffer", control=True)
    with pytest.raises(br.BenchreportError, match="make no comparison"):
        br.attainable(0, 4)


def test_too_many_tests_for_rom_are_refused() -> None:
    with pytest.raises(br.BenchreportError, match="more than 300"):
        adjusted([0.5] * 301, "rom")
