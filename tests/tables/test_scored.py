"""Predictions laid out once: what plain Polars gives, in any order of rows, for items with a truth or without."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import benchreport as br
from benchreport.measures.instances import averaged_attempts, losses, repetition
from benchreport.measures.losses import Priced
from benchreport.measures.ranked import ranked, thresholds
from benchreport.stats.forms.predictions import untouched
from benchreport.tables import scored as module
from benchreport.tables.scored import LINE, PredictionTable, Scored, lay_out, named_pairs, pairs_of

STUDY = br.example("small_study_predictions.parquet")


def study() -> pl.DataFrame:
    return br.read_predictions(STUDY)


# Items with a score and no class: a model's answers to questions, in several attempts.
items_without_classes = st.lists(
    st.tuples(
        st.sampled_from(["gpt", "llama", "olmo"]),
        st.sampled_from(["maths", "history"]),
        st.integers(0, 2),
        st.integers(0, 3),
        st.floats(0, 1),
    ),
    min_size=1,
    max_size=40,
    unique_by=lambda row: row[:4],
)


def items(rows: list[tuple[Any, ...]]) -> pl.DataFrame:
    names = ["algorithm", "dataset", "repeat", "instance", "score"]
    return pl.DataFrame(rows, schema=names, orient="row").with_columns(
        pl.col("algorithm", "dataset").cast(pl.Categorical)
    )


@given(items_without_classes, st.sampled_from([("dataset",), ()]), st.randoms(use_true_random=False))
@settings(max_examples=80, deadline=None)
def test_items_that_have_a_score_and_no_class_are_laid_out_by_item_algorithm_and_attempt(
    rows: list[tuple[Any, ...]], by: tuple[str, ...], random: Any
) -> None:
    table = items(rows)
    scored = lay_out(table, by)
    matrix = scored.matrix(table["score"].to_numpy())
    # Every score stands in the row of its item and the column of its algorithm, and nothing else does.
    assert np.count_nonzero(~np.isnan(matrix)) == table.height
    for row, (algorithm, dataset, attempt, instance, score) in enumerate(rows):
        item, column = scored.items.of_row[row], scored.algorithm[row]
        assert matrix[item, column] == score
        assert scored.algorithms[int(column)] == algorithm
        name = scored.items.keys.row(int(item), named=True)
        assert name["instance"] == instance
        assert name["repeat"] in (None, attempt)
        assert name.get("dataset", dataset) == dataset
        if by:
            assert scored.keys.row(int(scored.group[row])) == (dataset,)
    shuffled = list(rows)
    random.shuffle(shuffled)
    other = lay_out(items(shuffled), by)
    np.testing.assert_array_equal(other.matrix(items(shuffled)["score"].to_numpy()), matrix)
    assert other.items.keys.equals(scored.items.keys)


names_of_algorithms = st.permutations(["A", "B", "C"]).flatmap(lambda names: st.integers(1, 3).map(lambda n: names[:n]))
place_of_item = st.tuples(st.sampled_from("ed"), st.integers(0, 4))
places_of_items = st.lists(place_of_item, min_size=1, max_size=6, unique=True) | st.lists(
    place_of_item, min_size=1, max_size=6
)


@given(names_of_algorithms, places_of_items, st.sampled_from([("dataset",), ()]), st.randoms(use_true_random=False))
@settings(max_examples=150, deadline=None)
def test_a_regular_table_is_laid_out_as_any_other(
    names: list[str], places: list[tuple[str, int]], by: tuple[str, ...], random: Any
) -> None:
    """The same items for every algorithm, in one order, are put side by side at once; some are there twice."""
    schema = {"algorithm": pl.Categorical, "dataset": pl.Categorical, "instance": pl.Int64, "truth": pl.Int64}
    rows = [(name, *place, sum(place[1:]) % 2) for name in names for place in places]
    if random.random() < 0.5:
        # One row that is another's, or two that change places, and the table is regular no more.
        first, second = random.randrange(len(rows)), random.randrange(len(rows))
        rows[first], rows[second] = rows[second], rows[random.choice([first, second])]
    table = pl.DataFrame(rows, schema=schema, orient="row")
    scored, plain = lay_out(table, by), lay_out(table, by)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_regular_items", lambda _: None)
        try:
            expected = plain.items
        except br.BenchreportError as error:
            with pytest.raises(type(error), match=re.escape(str(error))):
                scored.items  # noqa: B018
            return
    assert scored.items.keys.equals(expected.keys)
    for name in ("group", "start", "rows", "instance", "repeated", "is_full", "in_order", "first", "of_row"):
        np.testing.assert_array_equal(getattr(scored.items, name), getattr(expected, name), strict=True)
    numbers = np.arange(table.height)
    np.testing.assert_array_equal(
        np.where(expected.rows < 0, -1, scored.items.taken(numbers)), expected.rows, strict=True
    )
    assert scored.column("truth").equals(table["truth"][expected.first])
    levels = table["algorithm"].unique().cast(pl.String).sort().to_list()
    assert scored.algorithm.tolist() == [levels.index(name) for name in table["algorithm"].cast(pl.String)]
    there = set(zip(scored.group.tolist(), scored.algorithm.tolist(), strict=True))
    assert set(zip(*(place.tolist() for place in np.nonzero(scored.present)), strict=True)) == there


def layout_of(rows: list[tuple[Any, ...]], datasets: list[str] | None = None) -> Scored:
    schema = {"algorithm": pl.Categorical, "dataset": pl.Categorical, "fold": pl.Int64, "instance": pl.Int64}
    table = PredictionTable(pl.DataFrame(rows, schema=schema, orient="row"))
    return (table if datasets is None else table.of_datasets(datasets)).scored("dataset")


def test_items_of_one_name_in_another_order_of_datasets_are_not_mixed_up() -> None:
    scored = layout_of([("A", "d", 0, 1), ("A", "e", 0, 1), ("B", "e", 0, 1), ("B", "d", 0, 1)])
    assert not scored.is_regular
    assert scored.items.rows.tolist() == [[0, 1], [3, 2]]


def test_a_part_of_a_table_is_numbered_by_its_own_rows() -> None:
    regular = [(name, dataset, 0, item) for name in "BA" for dataset in "de" for item in range(3)]
    assert layout_of(regular).is_regular
    part = layout_of(regular, ["e"])
    assert part.algorithm.tolist() == [1, 1, 1, 0, 0, 0]
    assert part.items.rows.tolist() == [[3, 4, 5], [0, 1, 2]]
    # As many rows as the whole has algorithms, but all of one.
    uneven = [("A", "d", 0, 1), ("A", "d", 1, 1), ("A", "e", 0, 1), ("B", "e", 0, 1)]
    assert layout_of(uneven, ["d"]).present.tolist() == [[True, False]]


def plain_pairs(table: pl.DataFrame) -> pl.DataFrame:
    """Put 0/1 losses side by side by a join, one row per dataset, pair and instance."""
    wrong = (pl.col("prediction") != pl.col("truth")).cast(pl.Float64)
    own = table.select("dataset", "instance", "algorithm", loss=wrong)
    a, b = own.rename({"algorithm": "a", "loss": "x"}), own.rename({"algorithm": "b", "loss": "y"})
    both = a.join(b, on=["dataset", "instance"]).filter(pl.col("a") < pl.col("b"))
    return both.select("dataset", "a", "b", "instance", "x", "y").sort("dataset", "a", "b", "instance")


def test_pairs_are_those_of_a_plain_join() -> None:
    rows = br.instance_pairs(study()).select("dataset", "a", "b", "instance", "x", "y")
    assert rows.equals(plain_pairs(study()))


def test_pairs_are_those_of_a_double_loop() -> None:
    known = study().filter((pl.col("algorithm") != "kNN") | (pl.col("dataset") != "iris"))
    scored = Scored.of(known)
    expected = []
    for dataset in sorted(known["dataset"].unique().cast(pl.String)):
        own = known.filter(pl.col("dataset") == dataset)["algorithm"].unique().cast(pl.String).sort().to_list()
        expected += [(dataset, a, b) for place, a in enumerate(own) for b in own[place + 1 :]]
    pairs = named_pairs(scored, pairs_of(scored))
    assert scored.with_keys(pairs).rows() == expected
    with pytest.raises(br.BenchreportError, match="group iris lacks the control 'kNN'"):
        pairs_of(scored, "kNN")
    assert "iris" not in scored.with_keys(named_pairs(scored, pairs_of(scored, "kNN", everywhere=False)))["dataset"]


def test_steps_are_those_of_counting_above_every_score() -> None:
    table = study().filter(pl.col("dataset") == "breast_cancer")
    data = ranked(table, "dataset", "malignant")
    steps = data.scored.with_lines(thresholds(data)).filter(pl.col("threshold").is_not_null())
    for algorithm in ("kNN", "RandomForest"):
        own = table.filter(pl.col("algorithm") == algorithm)
        found = steps.filter(pl.col("algorithm") == algorithm)
        for threshold, tp, fp in found.select("threshold", "tp", "fp").rows():
            called = own.filter(pl.col("prob_malignant") >= threshold)["truth"].cast(pl.String)
            assert (tp, fp) == ((called == "malignant").sum(), (called != "malignant").sum())


def repeated_items(seed: int = 0) -> pl.DataFrame:
    rng = np.random.default_rng(seed)
    rows = [
        (name, dataset, attempt, item, item % 2, int(rng.integers(0, 2)))
        for name in ("A", "B", "C")
        for dataset in ("d", "e")
        for attempt in range(3 if dataset == "d" else 1)
        for item in range(8)
    ]
    names = ["algorithm", "dataset", "repeat", "instance", "truth", "prediction"]
    return br.predictions(pl.DataFrame(rows, schema=names, orient="row"))


def test_attempts_are_averaged_as_a_plain_mean_by_instance_does() -> None:
    table = repeated_items()
    known = averaged_attempts(losses(Scored.of(table), Priced()))
    wrong = (pl.col("prediction") != pl.col("truth")).cast(pl.Float64)
    means = table.group_by("dataset", "instance", "algorithm").agg(loss=wrong.mean())
    wide = means.pivot("algorithm", index=["dataset", "instance"], values="loss").sort("dataset", "instance")
    np.testing.assert_allclose(known.values, wide.select("A", "B", "C").to_numpy(), atol=1e-15)
    assert known.repetition.attempts.tolist() == [3, 1]


def test_a_layout_tells_attempts_from_pooled_folds_and_from_numbers_that_start_anew() -> None:
    table = repeated_items()
    told = repetition(Scored.of(table))
    assert (told.again.tolist(), told.pooled.tolist()) == ([True, False], [False, False])
    folds = table.filter(pl.col("repeat") == 0).with_columns(fold=pl.col("instance") % 2)
    told = repetition(Scored.of(folds))
    assert (told.again.tolist(), told.pooled.tolist()) == ([False, False], [True, True])
    anew = table.with_columns(truth=(pl.col("truth") + pl.col("repeat")) % 2)
    told = repetition(Scored.of(anew))
    assert (told.again.tolist(), told.pooled.tolist()) == ([False, False], [True, False])
    assert told.anew.sum() == 24


def test_what_is_shared_is_computed_once() -> None:
    scored = Scored.of(PredictionTable(study()))
    calls: list[int] = []

    def counted(layout: Scored, number: int) -> int:
        calls.append(number)
        return layout.items.n + number

    assert [scored.once(counted, 1), scored.once(counted, 1), scored.once(counted, 2)] == [2695, 2695, 2696]
    assert calls == [1, 2]
    assert scored.once(untouched) is scored


def test_a_part_of_a_table_shares_the_layout_of_the_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    table = PredictionTable(study())
    whole = br.mcnemar(table)
    monkeypatch.setattr(module, "lay_out", lambda *_: pytest.fail("laid out again"))
    part = br.mcnemar(table.of_datasets(["iris", "wine"]))
    assert part.equals(whole.filter(pl.col("dataset").is_in(["iris", "wine"])))


def test_lines_are_named_and_sorted_whatever_their_order() -> None:
    scored = Scored.of(study())
    lines = np.flatnonzero(scored.present)
    rows = pl.DataFrame({LINE: lines[::-1], "n": np.arange(len(lines))[::-1]})
    named = scored.with_lines(rows)
    assert named.select("dataset", "algorithm").equals(study().select("dataset", "algorithm").unique().sort(pl.all()))
    assert named["n"].to_list() == list(range(len(lines)))


def test_a_report_lays_its_predictions_out_once_for_every_question(monkeypatch: pytest.MonkeyPatch) -> None:
    questions: Counter[tuple[int, tuple[str, ...]]] = Counter()
    numbered: Counter[int] = Counter()
    sources = []
    lay, number = module.lay_out, module._numbered_items

    def laid(source: pl.DataFrame, by: Any) -> Scored:
        sources.append(source)  # kept, so that no other table has its identity
        questions[id(source), tuple(by)] += 1
        return lay(source, by)

    def items_of(layout: Scored) -> Any:
        numbered[id(layout.source)] += 1
        return number(layout)

    monkeypatch.setattr(module, "lay_out", laid)
    monkeypatch.setattr(module, "_numbered_items", items_of)
    br.report(study(), positive={"breast_cancer": "malignant"}, sections=["all"])
    whole = [(place, by) for place, by in questions if next(s for s in sources if id(s) == place).height > 16_000]
    assert max(questions.values()) == 1
    assert max(numbered.values()) == 1
    # The predictions themselves, each class against the rest for tests, and for drawings with and without folds.
    assert len(whole) == 4
    assert sum(numbered.values()) == 2
