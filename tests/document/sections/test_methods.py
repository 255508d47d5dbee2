"""The methods section: every method used in a standard report is described once, with its formula, and no other."""

from __future__ import annotations

import polars as pl
import pytest

import benchreport as br
from benchreport.document.model.blocks import Finding, Mark, Section, Table, Text, words_in
from benchreport.document.model.mathml import mathml
from benchreport.document.sections import STANDARD
from benchreport.document.sections.methods import in_symbols
from tests.document.sections.sections import plain
from tests.document.sections.told import ERRORS, FOLDS, folds, part_of, said, wide

NOT_EVIDENCE = "A non-significant difference is not evidence that two"
MANY = {name: [value + 0.001 * place for place in range(20)] for name, value in (("A", 0.1), ("B", 0.2), ("C", 0.3))}


def predictions() -> pl.DataFrame:
    """Ten folds of two hundred instances with the classes and probabilities that three classifiers predicted."""
    rows = [
        (name, f"i{i}", i // 20, i % 2, (i + shift) % every == 0, i)
        for name, shift, every in (("kNN", 1, 9), ("SVM", 2, 14), ("tree", 3, 5))
        for i in range(200)
    ]
    schema = ["algorithm", "instance", "fold", "y_true", "wrong", "place"]
    frame = pl.DataFrame(rows, schema=schema, orient="row")
    sure = 0.6 + pl.col("place") % 7 / 20
    right = pl.when("wrong").then(1 - sure).otherwise(sure)
    return br.predictions(
        frame.select(
            "algorithm",
            "instance",
            "fold",
            "y_true",
            dataset=pl.lit("moons"),
            y_pred=pl.when("wrong").then(1 - pl.col("y_true")).otherwise("y_true"),
            score=pl.when(pl.col("y_true") == 1).then(right).otherwise(1 - right),
        )
    )


TABLES = {
    "one value per dataset": lambda: br.read_scores(br.example("demsar2006_auc.csv")),
    "5x2": lambda: folds("error", datasets=8, repeats=5, A=[0.1, 0.12], B=[0.2, 0.25], C=[0.11, 0.15]),
    "predictions": predictions,
}


# Methods that pictures, intervals and columns of measures show without naming them.
SHOWN = {
    "one value per dataset": set[str](),
    "5x2": {"cv52_f"},
    "predictions": {
        "ci_tango",
        "calibration",
        "quadratic_probability_loss",
        "ece",
        "log_loss",
        "auc_rank",
        "corrected_resampled_t",
    },
}


def named_in_rows(report: br.Report) -> set[str]:
    """Return the methods that the result rows behind findings and tables of the standard report name."""
    blocks = [block for part in report.sections if part.id in STANDARD for block in part.blocks]
    frames = [b.rows if isinstance(b, Finding) else b.frame for b in blocks if isinstance(b, (Finding, Table))]
    named = [
        frame[column] for frame in frames for column in ("method", "test", "adjustment") if column in frame.columns
    ]
    names = {name for column in named for name in column.drop_nulls().cast(pl.String).unique()}
    return {"kfold_paired_t" if name == "paired_t" else name for name in names} & set(br.METHODS)


def beginning(method: str) -> str:
    """Return the first sentence of the account of a method, as printed before the work it cites."""
    return plain(in_symbols(br.METHODS[method].account.partition(". ")[0].removesuffix(".")))


def formulas(section: Section) -> list[str]:
    """Return the formulas that a section displays."""
    return [str(block.words[0].text) for block in section.blocks if isinstance(block, Text) and block.kind == "formula"]  # type: ignore[union-attr]


@pytest.mark.parametrize("table", TABLES)
def test_every_method_of_the_rows_is_described_once_and_none_that_was_not_used(table: str) -> None:
    report = br.report(TABLES[table](), sections=["standard"])
    text = said(report, "methods")
    rows = named_in_rows(report)
    assert rows
    assert [name for name in rows if text.count(beginning(name)) != 1] == []
    uses = {name for part in report.sections for name in part.uses}
    choices = {choice.method for part in report.sections for choice in part.choices}
    known = rows | uses | choices | {"holm", "verdict_interval", "places"} | SHOWN[table]
    others = [name for name in br.METHODS if br.METHODS[name].account and name not in known]
    assert [name for name in others if beginning(name) in text] == []


@pytest.mark.parametrize("table", TABLES)
def test_formulas_of_the_methods_of_the_rows_are_displayed_once(table: str) -> None:
    report = br.report(TABLES[table](), sections=["standard"])
    shown = formulas(part_of(report, "methods"))
    assert len(shown) == len(set(shown))
    printed = ", \\quad ".join(shown)
    assert [name for name in named_in_rows(report) if br.METHODS[name].tex not in printed] == []


@pytest.mark.parametrize("table", TABLES)
def test_the_sentence_on_what_is_not_significant_stands_once_in_a_report(table: str) -> None:
    report = br.report(TABLES[table](), sections=["standard"])
    words = [w for part in report.sections for block in part.blocks for w in words_in(block) if isinstance(w, str)]
    assert sum(word.count(NOT_EVIDENCE) for word in words) == 1


def test_the_design_counts_algorithms_and_datasets_and_says_that_runs_were_averaged() -> None:
    text = said(br.report(wide("error", **ERRORS), sections=["standard"]), "methods")
    assert "There are k = 4 algorithms and n = 10 datasets." in text
    assert "the mean of its runs" not in text
    runs = said(br.report(folds("error", datasets=7, **FOLDS), sections=["standard"]), "methods")
    assert "the mean of its runs" in runs


def test_the_family_is_all_pairs_or_the_comparisons_with_the_reference() -> None:
    scores = wide("error", **ERRORS)
    alone = said(br.report(scores, sections=["standard"]), "methods")
    assert "The family comprises the m = 6 comparisons." in alone
    against = br.report(scores, sections=["answer", "methods"], reference="A")
    assert "The family comprises the m = 3 comparisons with the reference." in said(against, "methods")
    other = wide("mse", **{name: [value**2 for value in values] for name, values in ERRORS.items()})
    both = said(br.report(pl.concat([scores, other]), sections=["answer", "methods"]), "methods")
    assert "A family comprises the m = 6 comparisons by one metric; families are adjusted separately." in both


def test_another_test_and_adjustment_are_described_with_their_reasons() -> None:
    options = {"tests": {"pairs": "sign_test"}, "adjust": "hochberg"}
    text = said(br.report(wide("error", **MANY), sections=["answer", "results", "methods"], **options), "methods")
    assert "on request, the sign test replaced the default" in text
    assert "Hochberg’s step-up method" in text
    assert "It controls the family-wise error rate for" in text
    assert "Holm’s step-down" not in text
    assert "Wilcoxon’s signed-rank test ranks" not in text


def test_too_few_datasets_have_no_test_of_pairs_but_the_condition_for_one() -> None:
    few = wide("error", **{name: values[:4] for name, values in ERRORS.items()})
    text = said(br.report(few, sections=["answer", "methods"]), "methods")
    assert "otherwise no verdict on a pair is given" in text
    assert "Wilcoxon’s" not in text
    assert "adjusted p" not in text


def test_methods_of_further_sections_are_listed_with_formula_and_work() -> None:
    scores = wide("error", **ERRORS)
    report = br.report(scores, sections=["standard", "aggregates"])
    section = part_of(report, "methods")
    (place,) = [n for n, b in enumerate(section.blocks) if isinstance(b, Text) and b.kind == "heading"]
    items = section.blocks[place + 1 :]
    titles = {block.words[0].text: block.words for block in items if isinstance(block, Text)}  # type: ignore[union-attr]
    assert Mark("formula", br.METHODS["iqm"].tex) in titles["Interquartile mean"]
    assert Mark("cite", br.METHODS["iqm"].cites[0]) in titles["Interquartile mean"]
    assert "Wilcoxon signed-rank test" not in titles


def test_a_report_of_further_sections_alone_has_the_list_alone() -> None:
    section = part_of(br.report(wide("error", **ERRORS), sections=["ranks", "methods"]), "methods")
    assert {block.kind for block in section.blocks if isinstance(block, Text)} == {"item"}


def test_the_methods_speak_of_what_is_compared_by_its_noun() -> None:
    text = said(br.report(wide("error", **ERRORS), sections=["answer", "methods"], noun="strategy"), "methods")
    assert "algorithm" not in text
    assert "strategies" in text


def test_accounts_are_sentences_whose_symbols_can_be_set() -> None:
    for method in br.METHODS.values():
        if not method.account:
            continue
        assert method.account.endswith("."), method.id
        assert method.account.count("$") % 2 == 0, method.id
        for word in in_symbols(method.account):
            if isinstance(word, Mark):
                assert mathml(word.text)


def test_no_two_methods_share_their_account() -> None:
    accounts = [method.account for method in br.METHODS.values() if method.account]
    assert len(accounts) == len(set(accounts))


# What the tables print


def test_signs_and_heads_of_the_tables_are_explained_where_they_are_printed() -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")))
    words = said(report, "methods")
    for sentence in (
        "Places not excluded hold for all algorithms together with 95 % confidence.",
        "The standard deviation (sd) is over datasets.",
        "IQM is the interquartile mean.",
        "n.s. stands for no significant difference.",
        "A round bracket excludes the limit of an interval.",
        "that both are equivalent (within ±0.01).",
    ):
        assert sentence in words


def test_what_is_not_printed_is_not_explained() -> None:
    scores = wide(A=[0.1 * place for place in range(1, 10)], B=[0.1 * place + 0.02 for place in range(1, 10)])
    words = said(br.report(scores), "methods")
    assert "round bracket" not in words
    assert "n.s." not in words


@pytest.mark.parametrize("adjust", ["bh", "by"])
def test_no_confidence_for_all_places_where_false_discoveries_are_controlled(adjust: str) -> None:
    report = br.report(br.read_scores(br.example("demsar2006_auc.csv")), adjust=adjust)
    assert "Places not excluded" not in said(report, "methods")
