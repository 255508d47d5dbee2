"""What every method promises, whatever it takes and gives: tables, columns, adjustments and records."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Any, get_args

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

import benchreport as br
from benchreport.document.model.references import entries
from benchreport.method import RESULT_COLUMNS, Question, Status, schema_of
from benchreport.registry import DOORS, remarks_by_code
from benchreport.remarks import words_of
from benchreport.stats.forms.rows import TABLE_REMARKS
from benchreport.tables.groups import listed
from benchreport.tables.schema import COLUMNS_OF
from tests.contract import CALLS, LAST_BIT, call_of, column_of, is_test, is_usual, options_of, result_of, table_of
from tests.remark_codes import codes_of
from tests.standard_tables import COLUMNS, TABLES

FUNCTIONS = [method for method in br.METHODS.values() if method.table is not None]
EXPRESSIONS = [method for method in br.METHODS.values() if method.expr is not None]
OVER_TABLES = [method for method in FUNCTIONS if method.shape != "none"]
GROUPED = [method for method in OVER_TABLES if "by" in inspect.signature(method.table).parameters]
SEEDED = [method for method in FUNCTIONS if "seed" in inspect.signature(method.table).parameters]
ADJUSTMENTS = [br.METHODS[name] for name in br.METHODS.adjustments]
# Measures without a form of their own are asked for by `measure`.
MEASURED = [method for method in br.METHODS.values() if not (method.table or method.expr or method.kernel)]

# They give the rows that they are given, in that order.
KEEPS_ROWS: Mapping[str, str] = {
    "one_vs_rest": "one table per class, each in the order of the predictions",
    "page_family": "result rows with adjusted p-values beside them",
}
# Tests whose p-value needs more than the standard table, or that are asked for their interval.
WITHOUT_P: Mapping[str, str] = {
    "ci_difference_errors": "an interval of a difference",
    "mean_loss_t": "a p-value needs a constant to compare with",
}


def each(methods: list[br.Method]) -> Any:
    return pytest.mark.parametrize("method", methods, ids=lambda method: method.id)


@cache
def result(method_id: str) -> Any:
    return result_of(br.METHODS[method_id])


def shuffled(table: pl.DataFrame) -> pl.DataFrame:
    return table.sample(fraction=1.0, shuffle=True, seed=7)


def groups_of(method: br.Method) -> list[str]:
    """Return the columns by which a method is grouped on its standard table."""
    assert method.table is not None
    by = inspect.signature(method.table).parameters.get("by")
    default = ("metric" if method.shape == "rows" else None) if by is None else by.default
    return listed(options_of(method, method.table).get("by", default))


def rows_agree(frame: pl.DataFrame, declared: set[str]) -> None:
    """Check that numbers are finite, statuses and remarks are declared, and notes say the remarks."""
    for name, kind in frame.schema.items():
        if kind == pl.Float64:
            assert frame[name].drop_nulls().is_finite().all(), name
    if "status" in frame.columns:
        assert set(frame["status"]) <= set(get_args(Status))
    assert ("remarks" in frame.columns) == ("note" in frame.columns)
    if "remarks" in frame.columns:
        assert codes_of(frame["remarks"]) <= declared
        assert frame["note"].to_list() == [words_of(text) if text else None for text in frame["remarks"]]


@each(FUNCTIONS)
def test_a_function_is_public_bears_the_id_and_is_documented_with_an_example(method: br.Method) -> None:
    assert method.table is not None
    assert method.table.__name__ == method.id
    assert getattr(br, method.id) is method.table
    assert method.id in br.__all__
    assert ">>> " in (inspect.getdoc(method.table) or "")


@each(EXPRESSIONS)
def test_a_column_form_bears_the_id_and_is_documented_with_an_example(method: br.Method) -> None:
    assert method.expr is not None
    # Where both forms lie in one file, or the column has a shorter name, the function has another one.
    assert method.expr.__name__ in (method.id, f"{method.id}_expr", *method.aliases)
    assert getattr(br.expr, method.id) is method.expr
    assert ">>> " in (inspect.getdoc(method.expr) or "")


@each(FUNCTIONS)
def test_options_are_named_in_the_call(method: br.Method) -> None:
    assert method.table is not None
    takes = list(inspect.signature(method.table).parameters.values())
    leading = [one.name for one in takes if one.kind is not inspect.Parameter.KEYWORD_ONLY]
    if method.shape != "none":
        assert leading == ["rows" if method.shape == "rows" else "table"]
    else:
        # Numbers: those without a name are the arguments of the contract.
        assert len(leading) == len(call_of(method).arguments)


@each(FUNCTIONS)
def test_a_result_has_rows_with_numbers_statuses_and_declared_remarks(method: br.Method) -> None:
    frame = result(method.id)
    assert isinstance(frame, call_of(method).returns)
    if not isinstance(frame, pl.DataFrame):
        return
    assert frame.height > 0
    declared = {remark.code for remark in (*method.remarks, *TABLE_REMARKS)}
    # Rows of any test keep their remarks.
    rows_agree(frame, set(remarks_by_code()) if method.shape == "rows" else declared)
    numbers = frame.select(pl.selectors.numeric())
    assert numbers.width == 0 or any(numbers[name].count() for name in numbers.columns)


@each([method for method in FUNCTIONS if is_usual(method) and is_test(method)])
def test_some_row_of_a_test_has_a_p_value(method: br.Method) -> None:
    given = result(method.id)["p_value"].drop_nulls()
    assert given.is_between(0, 1).all()
    assert given.is_empty() == (method.id in WITHOUT_P)


def glossaries(method: br.Method) -> Iterator[Mapping[str, tuple[str, str]]]:
    """Yield the columns of results, and the glossaries of columns that the module of a method knows."""
    yield RESULT_COLUMNS
    for value in vars(inspect.getmodule(method.table)).values():
        if isinstance(value, Mapping) and value and all(map(is_entry, value.values())):
            yield value


def is_entry(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(isinstance(word, str) for word in value)


@each(FUNCTIONS)
def test_the_columns_of_a_result_are_documented(method: br.Method) -> None:
    frame = result(method.id)
    if not isinstance(frame, pl.DataFrame):
        return
    keys = groups_of(method)
    own = pl.Schema({name: kind for name, kind in frame.schema.items() if name not in keys})
    if any(own == pl.Schema(schema_of(columns)) for columns in glossaries(method)):
        assert frame.columns[: len(keys)] == keys
        return
    assert method.kind in ("measure", "numbers") or method.door == "scoring", "a table has a glossary"
    text = documentation(method.id)
    shared = {*RESULT_COLUMNS, *br.METHODS, *br.METHODS.former_names, *COLUMNS_OF["predictions"]}
    assert not [name for name in own.names() if name not in shared and not re.search(rf"\b{name}\b", text)]


def documentation(name: str) -> str:
    """Return what is said of a method and its columns, also by the methods that it refers to."""
    own = inspect.getdoc(getattr(br, name)) or ""
    others = [other for other in re.findall(r"[Aa]s in :func:`(\w+)`", own) if other != name]
    return "\n".join([own, *map(documentation, others)])


@each(OVER_TABLES)
def test_the_order_of_rows_changes_nothing(method: br.Method) -> None:
    table = table_of(method)
    assert table is not None
    again = result_of(method, shuffled(table))
    if method.id in KEEPS_ROWS:
        assert_frame_equal(again, result(method.id), check_row_order=False, check_exact=True)
    elif method.id in LAST_BIT:
        assert_frame_equal(again, result(method.id), rel_tol=1e-12, abs_tol=0)
    else:
        assert again.equals(result(method.id))


@each(OVER_TABLES)
def test_a_lazy_table_gives_the_same_lazily(method: br.Method) -> None:
    table = table_of(method)
    assert table is not None
    lazy = result_of(method, table.lazy())
    # What turns predictions into curves and counts says in its type that it gives a frame at once.
    at_once = inspect.signature(method.table).return_annotation == "pl.DataFrame"
    assert at_once == (method.door == "scoring")
    assert isinstance(lazy, pl.DataFrame if at_once else pl.LazyFrame)
    assert lazy.lazy().collect_schema() == result(method.id).schema
    assert_frame_equal(lazy.lazy().collect(), result(method.id))


@each(OVER_TABLES)
def test_a_group_is_not_touched_by_its_neighbours(method: br.Method) -> None:
    table = table_of(method)
    assert table is not None
    key = "dataset" if "dataset" in result(method.id).columns else "metric"
    group = pl.col(key).cast(pl.String) == table[key].cast(pl.String).max()
    together, alone = result(method.id).filter(group), result_of(method, table.filter(group))
    assert 0 < together.height < result(method.id).height
    # Numbers of several groups may be computed in one sweep, which rounds otherwise.
    assert_frame_equal(together, alone, rel_tol=1e-12, abs_tol=1e-15)


@each(GROUPED)
def test_an_unknown_group_is_refused_with_a_hint(method: br.Method) -> None:
    with pytest.raises(br.BenchreportError, match="colour") as caught:
        result_of(method, table_of(method), by=(*groups_of(method), "colour"))
    assert caught.value.hint


# Names that a user may well give to a factor, and methods to what they compute.
USUAL = ("key", "rank", "x", "level", "mean", "policy")


@each([method for method in GROUPED if "predictions" in (method.shape, *method.also)])
def test_predictions_are_grouped_by_columns_of_any_name_that_results_do_not_have(method: br.Method) -> None:
    table, groups = table_of(method), groups_of(method)
    names = [name for name in USUAL if name not in result(method.id).columns]
    words = [pl.lit(f"{name} of all").alias(name) for name in names]
    rows = result_of(method, table.with_columns(words), by=(*groups, *names))
    assert rows.columns[: len(groups) + len(names)] == [*groups, *names]
    drop = ["family"] if "family" in rows.columns else []
    assert_frame_equal(rows.drop(*names, *drop), result(method.id).drop(drop))


@each(SEEDED)
def test_the_same_seed_gives_the_same_numbers(method: br.Method) -> None:
    np.random.seed(11)  # noqa: NPY002
    again = result_of(method, seed=0)
    assert again.equals(result(method.id)) if isinstance(again, pl.DataFrame) else again == result(method.id)


@each(EXPRESSIONS)
def test_a_column_form_gives_one_value_whatever_the_order_the_engine_and_the_neighbours(method: br.Method) -> None:
    column = column_of(method)
    alone = COLUMNS.select(column)
    assert alone.height == 1
    if method.kind == "columns":
        assert alone.schema == pl.Schema({method.id: pl.Struct(schema_of(RESULT_COLUMNS))})
        rows_agree(alone.unnest(method.id), {remark.code for remark in method.remarks})
        assert alone.unnest(method.id)["method"].item() == method.id
    else:
        assert alone.columns[0] in (method.id, *method.aliases)
        assert alone.dtypes == [pl.Float64]
        assert alone.to_series().is_finite().all()
    assert_frame_equal(shuffled(COLUMNS).select(column), alone, rel_tol=1e-12, abs_tol=0)
    assert_frame_equal(COLUMNS.lazy().select(column).collect(engine="streaming"), alone)
    twice = pl.concat([COLUMNS.with_columns(group=pl.lit("p")), shuffled(COLUMNS).with_columns(group=pl.lit("q"))])
    grouped = twice.group_by("group", maintain_order=True).agg(column)
    assert_frame_equal(grouped.filter(pl.col("group") == "p").drop("group"), alone)


@each(MEASURED)
def test_a_measure_without_a_form_of_its_own_is_measured(method: br.Method) -> None:
    table = TABLES["predictions"]().with_columns(weight=1.0 + pl.col("instance") % 3)
    weighted = method.id == "weighted_accuracy"
    rows = br.measure(table, metrics=method.id, positive=1, costs=(1, 2), weighted=weighted)
    assert set(rows["metric"]) == {method.id}
    assert rows["value"].is_finite().all()


# Adjustments.
def pairs() -> pl.DataFrame:
    """Return the rows of all pairs by metric, of a test whose null hypotheses imply each other, with given p-values."""
    rows = br.friedman_posthoc_z(TABLES["scores"]())
    return rows.with_columns(p_value=pl.Series(FAMILY))


FAMILY = [0.0004, 0.011, 0.03, 0.2, 0.04, 0.9, 0.6, 0.0, 1.0, 0.05, 0.05, 0.3]
# Its estimate of how many hypotheses are true may be smaller than their number, so that p-values shrink.
BELOW_RAW = {"tsbh": "estimates how many hypotheses are true, and divides by it"}


@each(ADJUSTMENTS)
def test_an_adjustment_says_what_it_controls_and_for_which_tests(method: br.Method) -> None:
    assert method.kernel is not None
    assert method.controls is not None
    assert method.dependence
    assert method.shape == "rows"


@each(ADJUSTMENTS)
def test_one_p_value_is_left_as_it_is(method: br.Method) -> None:
    row = pairs().filter((pl.col("a") == "A") & (pl.col("b") == "B") & (pl.col("metric") == "accuracy"))
    (adjusted,) = br.adjust(row, method.id).rows(named=True)
    assert adjusted["p_adjusted"] == pytest.approx(adjusted["p_value"], rel=1e-12)
    assert adjusted["adjustment"] == method.id
    assert adjusted["family"].endswith("1 test")


@each(ADJUSTMENTS)
def test_families_are_adjusted_within_zero_and_one_in_their_order_and_not_below_the_raw_values(
    method: br.Method,
) -> None:
    rows = br.adjust(pairs(), method.id)
    rows_agree(rows, set(remarks_by_code()))
    assert rows["p_adjusted"].is_between(0, 1).all()
    if method.id not in BELOW_RAW:
        assert (rows["p_adjusted"] >= rows["p_value"] * (1 - 1e-12)).all()
    for family in rows.partition_by("metric"):
        assert family.sort("p_value")["p_adjusted"].is_sorted()
        tied = family.filter(pl.col("p_value").is_duplicated())
        assert tied["p_adjusted"].n_unique() <= tied["p_value"].n_unique()
    assert rows["family"].str.ends_with(f"6 tests, {method.dependence}").all()


def test_the_adjustment_that_may_shrink_p_values_does() -> None:
    rows = br.adjust(pl.DataFrame({"p_value": [0.001, 0.002, 0.003, 0.004, 0.9]}), "tsbh")
    assert (rows["p_adjusted"] < rows["p_value"]).any()


@each(ADJUSTMENTS)
def test_an_adjustment_does_not_depend_on_the_order_of_rows_and_neighbouring_families(method: br.Method) -> None:
    rows = br.adjust(pairs(), method.id)
    keys = ["metric", "a", "b"]
    again = br.adjust(shuffled(pairs()), method.id)
    assert_frame_equal(again.sort(keys), rows.sort(keys), check_exact=True)
    single = pl.col("metric") == "log_loss"
    assert_frame_equal(br.adjust(pairs().filter(single), method.id), rows.filter(single), check_exact=True)
    assert_frame_equal(br.adjust(pairs().lazy(), method.id).collect(), rows)


# Records.
@each(list(br.METHODS.values()))
def test_a_record_is_complete(method: br.Method) -> None:
    assert method.door in DOORS
    assert method.title
    assert method.name
    assert method.question.endswith("?")
    assert method.formula
    assert method.assumes
    assert method.cites
    assert set(method.cites) <= set(entries())
    assert set(method.answers) <= set(get_args(Question))
    assert len({remark.code for remark in method.remarks}) == len(method.remarks)
    assert all(remarks_by_code()[remark.code] == remark for remark in method.remarks)
    if method.tex:
        from matplotlib.mathtext import MathTextParser

        MathTextParser("path").parse(f"${method.tex}$")


def test_every_fact_of_the_contract_is_about_a_method_and_a_standard_table() -> None:
    assert set(CALLS) <= set(br.METHODS)
    assert {call.table for call in CALLS.values()} <= {"", *TABLES}


def test_a_method_that_cannot_be_called_fails_with_what_to_add() -> None:
    def toy(table: Any, *, depth: int) -> Any:
        """Return the table."""
        return table.head(depth)

    record = replace(br.METHODS["sign_test"], id="toy", table=toy, expr=lambda x, z: pl.col(x) + pl.col(z))
    with pytest.raises(AssertionError, match=r"add 'toy': Call\(options=\{'depth': \.\.\.\}\) to CALLS in tests/contr"):
        result_of(record)
    with pytest.raises(AssertionError, match=r"add 'toy': Call\(columns=\{'z': \.\.\.\}\)"):
        column_of(record)
