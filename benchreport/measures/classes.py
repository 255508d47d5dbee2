"""Classes of a dataset, the class that each instance was called, and the records of measures that read them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, OptionError, did_you_mean
from benchreport.method import Method, Remark
from benchreport.tables.schema import probability_columns

# One label of a class for all datasets, or one per dataset.
Positive = Any | Mapping[str, Any] | None
FrozenPositive = str | tuple[tuple[str, str], ...] | None
TRUTH, SAID, WEIGHT = "__truth", "__said_class", "__weight"
IS_POSITIVE, SAID_POSITIVE, CHANCE = "__is_positive", "__said_positive", "__chance"
# What measures assume; where the positive class must be declared, a dataset may lack it.
TRUTH_KNOWN, DECLARED = "every instance has one true class", "the positive class is declared"
RANKED = (DECLARED, "a score at the threshold or above is a positive call")
NO_CLASS = Remark(code="no_class", note="no such class in this dataset")
NO_POSITIVE = Remark(code="no_positive", note="no instance is positive")
NO_NEGATIVE = Remark(code="no_negative", note="no instance is negative")
NO_INSTANCES = Remark(code="no_instances", note="no instances")
NOT_PREDICTED = Remark(code="not_predicted", note="some instances were not predicted")
SOME_NOT_PREDICTED = Remark(code="some_not_predicted", note="{0} of {1} instances were not predicted")
INFINITE = Remark(
    code="infinite_score", note="infinite: {0} true classes were given probability 0; clip=1e-15, say, bounds it"
)


def described(
    table: Callable[..., Any] | None,
    title: str,
    question: str,
    symbol: str,
    formula: str,
    *cites: str,
    assumes: Any = RANKED,
    **fields: Any,
) -> Method:
    """Return the record of a measure, by default one of rankings; ``fields`` are those of any method."""
    return Method(
        table=table,
        title=title,
        question=question,
        kind="measure",
        shape="predictions",
        behind="scoring",
        symbol=symbol,
        formula=formula,
        assumes=assumes,
        cites=cites,
        **fields,
    )


def measure_record(
    form: Callable[..., pl.Expr] | str,
    title: str,
    question: str,
    formula: str,
    assumes: str = TRUTH_KNOWN,
    why: Remark = NO_INSTANCES,
    *,
    cites: tuple[str, ...] = ("alpaydin2010",),
    **fields: Any,
) -> Method:
    """Return the record of a measure that :func:`measure` computes; ``why`` is the remark where it is undefined.

    ``form`` is the column form, which bears the name of the measure, or this name where there is none.
    """
    ident, expr = (form, None) if isinstance(form, str) else (form.__name__, form)
    remarks = (NO_CLASS if assumes == DECLARED else NOT_PREDICTED, SOME_NOT_PREDICTED, INFINITE, why)
    fields |= {"id": ident, "expr": expr, "assumes": (assumes,), "remarks": remarks}
    return described(None, title, question, ident, formula, *cites, **fields)


def frozen_positive(positive: Positive) -> FrozenPositive:
    """Return a declared positive class as a value by which results can be remembered.

    Examples
    --------
    >>> frozen_positive(1), frozen_positive({"iris": "setosa"})
    ('1', (('iris', 'setosa'),))
    """
    if isinstance(positive, Mapping):
        return tuple(sorted((str(name), str(label)) for name, label in positive.items()))
    return None if positive is None else str(positive)


def declared_positive(positive: FrozenPositive) -> Positive:
    """Return the positive class as it was declared, before :func:`frozen_positive`."""
    return dict(positive) if isinstance(positive, tuple) else positive


def with_decisions(table: pl.DataFrame, positive: Positive, cut: float | None) -> pl.DataFrame:
    """Return a table with the true class and the class that was called, as text.

    The call is the ``prediction``. With ``cut`` it is positive where the score, or the probability of the positive
    class, is at least the cut, and the other class elsewhere. Without predictions it is the most probable class.
    """
    refuse_decimals(table)
    true = pl.col("truth").cast(pl.String)
    if cut is not None:
        return _cut(table.with_columns(true.alias(TRUTH)), positive, cut)
    if "prediction" in table.columns:
        return table.with_columns(true.alias(TRUTH), pl.col("prediction").cast(pl.String).alias(SAID))
    columns = probability_columns(table.columns)
    if not columns:
        raise ColumnError(
            "no column holds a prediction, only scores",
            hint="cut=0.5, say, and positive= (--cut 0.5 --positive CLASS): scores from the cut up are positive calls",
        )
    top = pl.max_horizontal(columns)
    called = pl.coalesce(pl.when(pl.col(name) == top).then(pl.lit(name.removeprefix("prob_"))) for name in columns)
    return table.with_columns(true.alias(TRUTH), called.alias(SAID))


def refuse_decimals(table: pl.DataFrame) -> None:
    """Raise when the truth holds numbers with decimals, which are no classes."""
    if table.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, not classes",
            hint="rmse, mae and r2 measure numbers; cast classes to whole numbers or text",
        )


def refuse_bad_weights(weight: pl.Series) -> None:
    """Raise when a weight is empty or negative."""
    if weight.is_empty() or weight.null_count() or weight.fill_nan(-1.0).lt(0).any():
        raise ColumnError("column 'weight' is empty or negative somewhere", hint="weights are numbers from 0 up")


def positive_of(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return the positive class of every dataset, as text; null where the dataset has no such class.

    Examples
    --------
    >>> table = pl.DataFrame({"dataset": ["d", "d", "e"], "truth": ["yes", "no", "spam"]})
    >>> positive_of(table, {"d": "yes", "e": "spam"}).rows()
    [('d', 'yes'), ('e', 'spam')]
    """
    truths = set(table.select("dataset", "truth").unique().cast(pl.String).rows())
    classes = sorted(label for _, label in truths)
    if positive is None:
        raise OptionError(
            "which class is positive is never guessed", hint=f"positive={classes[-1]!r}, say (--positive {classes[-1]})"
        )
    datasets = sorted({name for name, _ in truths})
    if isinstance(positive, Mapping):
        for name in positive:
            if name not in datasets:
                raise OptionError(
                    f"no dataset {name!r} to have a positive class", hint=did_you_mean(str(name), datasets)
                )
        declared = {name: str(label) for name, label in positive.items()}
    else:
        declared = dict.fromkeys(datasets, str(positive))
    for label in sorted(set(declared.values())):
        if label not in classes:
            raise OptionError(
                f"no class {label!r} to be positive", hint=did_you_mean(label, list(dict.fromkeys(classes)))
            )
    labels = [declared.get(name) for name in datasets]
    there = [label if (name, label) in truths else None for name, label in zip(datasets, labels, strict=True)]
    return pl.DataFrame(
        {
            "dataset": pl.Series(datasets, dtype=pl.String).cast(table.schema["dataset"]),
            "positive": pl.Series(there, dtype=pl.String),
        }
    )


def with_positive(table: pl.DataFrame, positive: Positive) -> pl.DataFrame:
    """Return whether the true class and the called class of every row are the positive one, and the chance it had.

    The chance is the ``score`` if there is one, else the probability of the positive class.
    """
    marked = table.join(positive_of(table, positive), on="dataset", how="left", maintain_order="left")
    label = pl.col("positive")
    added = [(pl.col("truth").cast(pl.String) == label).alias(IS_POSITIVE)]
    if SAID in marked.columns:
        added.append((pl.col(SAID) == label).alias(SAID_POSITIVE))
    columns = probability_columns(marked.columns)
    if "score" in marked.columns:
        added.append(pl.col("score").alias(CHANCE))
    elif columns:
        of = [pl.when(label == name.removeprefix("prob_")).then(pl.col(name)) for name in columns]
        added.append(pl.coalesce(of).alias(CHANCE))
    return marked.with_columns(added)


def labels_of(table: pl.DataFrame) -> pl.DataFrame:
    """Return the classes of every dataset: those that are true or called anywhere in it."""
    names = [name for name in (TRUTH, SAID) if name in table.columns]
    long = pl.concat([table.select("dataset", label=name).unique() for name in names])
    return long.drop_nulls().unique().sort("dataset", "label")


def with_labels(places: pl.DataFrame, labels: pl.DataFrame, name: str) -> pl.DataFrame:
    """Return a row for every place and class, in a column of that name: of its dataset, or where none is named of all.

    Examples
    --------
    >>> labels = pl.DataFrame({"dataset": ["d", "d", "e"], "label": ["x", "y", "y"]})
    >>> with_labels(pl.DataFrame({"run": [1]}), labels, "actual").sort("actual").rows()
    [(1, 'x'), (1, 'y')]
    """
    named = labels.rename({"label": name})
    if "dataset" in places.columns:
        return places.join(named, on="dataset")
    return places.join(named.select(name).unique(), how="cross")


def class_counts(table: pl.DataFrame, keys: Sequence[str]) -> pl.DataFrame:
    """Return counts per class of the dataset: ``row`` actual, ``col`` called, ``hit`` both, ``total`` of all.

    ``classes`` counts the classes that occur at all in the group, on either side.
    """
    keys = list(keys)
    weight = pl.col(WEIGHT)
    called = table.filter(pl.col(SAID).is_not_null())
    row = called.group_by(*keys, label=TRUTH).agg(
        row=weight.sum(), hit=weight.filter(pl.col(TRUTH) == pl.col(SAID)).sum()
    )
    col = called.group_by(*keys, label=SAID).agg(col=weight.sum())
    full = with_labels(table.select(keys).unique(), labels_of(table), "label")
    counted = full.join(row, on=[*keys, "label"], how="left").join(col, on=[*keys, "label"], how="left")
    counted = counted.with_columns(pl.col("row", "col", "hit").fill_null(0.0)).sort(*keys, "label")
    return counted.with_columns(total=pl.col("row").sum().over(keys))


def _cut(table: pl.DataFrame, positive: Positive, cut: float) -> pl.DataFrame:
    if isinstance(cut, bool) or not isinstance(cut, int | float) or cut != cut:
        raise OptionError(f"cut is {cut!r}", hint="a number, such as 0.5: scores from the cut up are positive calls")
    labels = table.select("dataset", label=TRUTH).unique().sort("dataset", "label")
    marked = with_positive(table, positive)
    if CHANCE not in marked.columns:
        raise ColumnError(
            "there is no score to cut", hint="columns={'your_column': 'score'}, or one column prob_<class> per class"
        )
    others = labels.join(positive_of(table, positive), on="dataset").filter(pl.col("label") != pl.col("positive"))
    other = others.group_by("dataset").agg(other=pl.when(pl.len() == 1).then(pl.col("label").first()))
    called = pl.when(pl.col(CHANCE) >= cut).then("positive").otherwise("other")
    decision = pl.when(pl.col(CHANCE).is_not_null()).then(called).alias(SAID)
    joined = marked.join(other, on="dataset", how="left", maintain_order="left").with_columns(decision)
    return joined.drop("other", "positive", IS_POSITIVE, CHANCE)
