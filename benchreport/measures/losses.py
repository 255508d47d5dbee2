"""Losses of single predictions: by name, or by what each confusion costs."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Literal

import polars as pl

from benchreport.errors import ColumnError, OptionError, ValueFormatError, did_you_mean, one_of
from benchreport.measures.classes import measure_record
from benchreport.records import dataclass
from benchreport.tables.checks import are_improper
from benchreport.tables.schema import probability_columns
from benchreport.threads import added

Loss = Literal["zero_one", "squared", "absolute", "brier", "log_loss", "informational"]
# The price of a false alarm and of a miss; or the price of every (truth, prediction).
Costs = tuple[float, float] | Mapping[tuple[Any, Any], float]

LOSSES = ("zero_one", "squared", "absolute", "brier", "log_loss", "informational")
PROBABILISTIC = ("brier", "log_loss", "informational")


@dataclass(frozen=True, slots=True, kw_only=True)
class Priced:
    """Which loss is meant: by name, or by what each confusion costs."""

    loss: str = "zero_one"
    costs: Costs | None = None
    positive: Any = None

    def __post_init__(self) -> None:
        if self.loss != "residual":
            one_of(self.loss, LOSSES, name="loss")
        if self.costs is not None and self.loss != "zero_one":
            raise OptionError(
                f"costs are prices of confusions, loss={self.loss!r} is another loss", hint="give one of the two"
            )


def loss_of(table: pl.DataFrame, priced: Priced) -> pl.Expr:
    """Return the loss of every row of a table of predictions, as a number; null where there is no prediction.

    ``brier`` sums over all classes (0 to 2), ``log_loss`` is in nats and ``informational`` in bits; both are infinite
    where the true class was given probability 0.

    Examples
    --------
    >>> table = pl.DataFrame({"truth": [1, 0, 1], "prediction": [1, 1, 0]})
    >>> table.select(loss_of(table, Priced())).to_series().to_list()
    [0.0, 1.0, 1.0]
    >>> table.select(loss_of(table, Priced(costs=(5, 1), positive=1))).to_series().to_list()
    [0.0, 5.0, 1.0]
    """
    if priced.loss in PROBABILISTIC:
        return _probability_loss(table, priced)
    if "prediction" not in table.columns:
        raise ColumnError(
            "no column holds a prediction, which this loss needs",
            hint="columns={'your_column': 'prediction'}; scores and probabilities need a threshold first",
        )
    if priced.loss in ("squared", "absolute", "residual"):
        return _numeric_loss(table, priced.loss)
    if table.schema["truth"].is_float():
        raise ColumnError(
            "the truth holds numbers with decimals, which are hardly ever hit exactly",
            hint="loss='squared' or loss='absolute' suits numbers; cast classes to whole numbers or text",
        )
    if priced.costs is not None:
        return _cost(table, priced.costs, priced.positive)
    return (pl.col("prediction") != pl.col("truth")).cast(pl.Float64)


def _numeric_loss(table: pl.DataFrame, loss: str) -> pl.Expr:
    for name in ("truth", "prediction"):
        if not table.schema[name].is_numeric():
            raise ColumnError(
                f"column {name!r} holds classes, and {loss!r} needs numbers",
                hint="loss='zero_one' or costs= suits classes",
            )
    difference = pl.col("prediction").cast(pl.Float64) - pl.col("truth").cast(pl.Float64)
    residual = pl.when(difference.is_not_nan()).then(difference)
    return {"squared": residual**2, "absolute": residual.abs(), "residual": residual}[loss]


def _cost(table: pl.DataFrame, costs: Costs, positive: Any) -> pl.Expr:
    pairs = table.select(pl.col("truth", "prediction").cast(pl.String)).unique().drop_nulls().sort(pl.all()).rows()
    classes = sorted({label for pair in pairs for label in pair})
    if isinstance(costs, Mapping):
        prices = {(str(truth), str(prediction)): cost for (truth, prediction), cost in costs.items()}
    else:
        prices = _two_class_prices(costs, classes, positive)
    for (truth, prediction), cost in prices.items():
        right = truth == prediction
        fits = isinstance(cost, int | float) and math.isfinite(cost) and (cost > 0 or (right and cost == 0))
        if not fits:
            least = "at least 0" if right else "above 0"
            raise OptionError(f"the cost of {prediction!r} for {truth!r} is {cost!r}", hint=f"a finite number, {least}")
    lacking = [pair for pair in pairs if pair[0] != pair[1] and pair not in prices]
    if lacking:
        truth, prediction = lacking[0]
        raise OptionError(
            f"no cost is given for predicting {prediction!r} where {truth!r} is true",
            hint=f"costs={{({truth!r}, {prediction!r}): 1.0, ...}}; what is right costs nothing unless said",
        )
    priced = pl.lit(0.0)
    true, called = pl.col("truth").cast(pl.String), pl.col("prediction").cast(pl.String)
    for (truth, prediction), cost in prices.items():
        priced = pl.when((true == truth) & (called == prediction)).then(float(cost)).otherwise(priced)
    return pl.when(called.is_not_null()).then(priced)


def _two_class_prices(costs: Any, classes: list[str], positive: Any) -> dict[tuple[str, str], float]:
    if not isinstance(costs, tuple | list) or len(costs) != 2:
        raise OptionError(
            f"costs is {costs!r}", hint="(cost of a false alarm, cost of a miss), or {(truth, prediction): cost}"
        )
    if positive is None:
        raise OptionError(
            "costs of false alarms and misses need the positive class", hint=f"positive={classes[-1]!r}, for instance"
        )
    if str(positive) not in classes:
        raise OptionError(f"no class {positive!r} to be positive", hint=did_you_mean(str(positive), classes))
    others = [name for name in classes if name != str(positive)]
    false_alarm, miss = costs
    prices = {(name, str(positive)): false_alarm for name in others}
    return prices | {(str(positive), name): miss for name in others}


def _probability_loss(table: pl.DataFrame, priced: Priced) -> pl.Expr:
    columns = probability_columns(table.columns)
    if not columns:
        raise ColumnError(
            f"the loss {priced.loss!r} needs a probability for every class", hint="one column prob_<class> per class"
        )
    classes = [name.removeprefix("prob_") for name in columns]
    truth = pl.col("truth").cast(pl.String)
    unknown = table.filter(~truth.is_in(classes)).select(truth)
    if unknown.height:
        word = unknown.item(0, 0)
        raise ColumnError(f"class {word!r} has no column of probabilities", hint=f"a column 'prob_{word}'")
    _refuse_improper(table, columns)
    # Classes of other datasets are empty in this row.
    chance = true_chance(columns)
    if priced.loss == "brier":
        squares = added(pl.col(name).fill_null(0.0) ** 2 for name in columns)
        return pl.when(chance.is_not_null()).then(squares - 2 * chance + 1)
    # A probability of 1 gives 0, not the negative zero of a logarithm.
    nats = -chance.log() + 0.0
    return nats if priced.loss == "log_loss" else nats / math.log(2)


def true_chance(columns: Sequence[str]) -> pl.Expr:
    """Return the probability of the true class, from columns ``prob_<class>``."""
    truth = pl.col("truth").cast(pl.String)
    return pl.coalesce(pl.when(truth == name.removeprefix("prob_")).then(pl.col(name)) for name in columns)


def _refuse_improper(table: pl.DataFrame, columns: list[str]) -> None:
    whole = added(pl.col(name) for name in columns)
    bad = table.filter(are_improper(columns))
    if bad.height:
        place = ", ".join(f"{name} {bad.item(0, name)}" for name in ("algorithm", "dataset", "instance") if name in bad)
        total = bad.select(whole).item(0, 0)
        gaps = ", some are empty" if bad.select(pl.any_horizontal(pl.col(columns).is_null())).item(0, 0) else ""
        rows = "1 row" if bad.height == 1 else f"{bad.height} rows"
        raise ValueFormatError(
            f"the probabilities of {rows} are negative or do not sum to 1, first {place or 'row'} "
            f"(sum {total:.6g}{gaps})",
            hint="divide each row by its sum, or leave the cells of a failed prediction empty",
        )


ASYMMETRIC_LOSS = measure_record(
    "asymmetric_loss",
    "Mean cost",
    "What does a prediction cost on average, when confusions differ in price?",
    "sum over cells of cost times count / N",
    "the costs are right up to a factor",
    tex=r"\frac{1}{N} \sum_{ij} \lambda_{ij} C_{ij}",
)

TOTAL_COST = measure_record(
    "total_cost",
    "Total cost",
    "What do all predictions cost together?",
    "sum over cells of cost times count",
    "the costs are right",
    tex=r"\sum_{ij} \lambda_{ij} C_{ij}",
)
