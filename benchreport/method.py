"""What is a method, and what does every result row hold?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import polars as pl

Kind = Literal["table", "columns", "numbers", "measure", "figure", "note"]
Shape = Literal["scores", "predictions", "counts", "rows", "none"]
Alternative = Literal["two-sided", "greater", "less"]
Controls = Literal["family-wise error rate", "false discovery rate"]
Status = Literal["ok", "approximate", "too_few", "zero_variance", "all_ties", "singular", "undefined"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Method:
    """What a statistic is called, asks, assumes and cites.

    ``kind`` says how it is called: ``table`` takes a table, ``columns`` also has a column form in
    ``benchreport.expr``, ``numbers`` takes plain numbers or result rows. ``shape`` is the table it takes, ``also``
    lists others that will do. An adjustment says in ``controls`` which error rate it keeps at or below the level, and
    in ``dependence`` for which tests; ``sign_flips`` marks exact tests over the signs of n blocks, whose least
    two-sided p-value is 2^(1 - n). A ``signed`` statistic is one of a - b in the metric's units, as a t or a z: it
    changes its sign when a and b change places, and when values and direction of the metric are turned round.

    Examples
    --------
    >>> import benchreport as br
    >>> br.METHODS["sign_test"].question
    'Does one algorithm win on more datasets than chance allows?'
    >>> br.METHODS["bh"].controls, br.METHODS["bh"].dependence
    ('false discovery rate', 'independent or positively dependent tests')
    """

    id: str
    title: str
    question: str
    kind: Kind
    shape: Shape
    symbol: str
    formula: str
    null: str
    assumes: tuple[str, ...]
    cites: tuple[str, ...]
    estimand: str | None = None
    effect: str | None = None
    variants: tuple[str, ...] = ()
    also: tuple[Shape, ...] = ()
    controls: Controls | None = None
    dependence: str = ""
    sign_flips: bool = False
    signed: bool = False


# One glossary for the columns of all result rows. Null means "not computed"; status and note say why.
RESULT_COLUMNS: Mapping[str, tuple[str, str]] = {
    "a": ("Categorical", "first algorithm of the pair"),
    "b": ("Categorical", "second algorithm of the pair, or the control"),
    "better": ("Categorical", "which of the two did better in this sample, null if neither"),
    "method": ("String", "id of the method"),
    "variant": ("String", "which form of the method"),
    "term": ("String", "which source of variation, for tables of several"),
    "n": ("Int64", "blocks used"),
    "n_dropped": ("Int64", "blocks left out because results were missing"),
    "n_ties": ("Int64", "ties: tied blocks of a pair, or tied cells of a table"),
    "statistic": (
        "Float64",
        "test statistic; t, z, W+ and U are of a - b in the metric's units, wins of what is better",
    ),
    "df1": ("Float64", "degrees of freedom"),
    "df2": ("Float64", "denominator degrees of freedom"),
    "p_value": ("Float64", "p-value"),
    "p_adjusted": ("Float64", "p-value adjusted for the family"),
    "estimate": ("Float64", "estimate of the estimand"),
    "ci_low": ("Float64", "lower confidence limit at level 1 - alpha"),
    "ci_high": ("Float64", "upper confidence limit at level 1 - alpha"),
    "effect": ("Float64", "effect size, positive when a is better"),
    "effect_low": ("Float64", "lower confidence limit of the effect"),
    "effect_high": ("Float64", "upper confidence limit of the effect"),
    "alpha": ("Float64", "level of the interval and of the decision p <= alpha"),
    "law": ("String", "distribution the statistic is referred to"),
    "estimand": ("String", "what estimate estimates"),
    "effect_name": ("String", "what effect measures"),
    "alternative": ("String", "two-sided, greater (a is better than b) or less"),
    "adjustment": ("String", "adjustment for multiplicity"),
    "family": ("String", "the family that was adjusted for, with its size"),
    "status": ("String", "ok, approximate, too_few, zero_variance, all_ties, singular or undefined"),
    "note": ("String", "what a reader should know about this row"),
}

# average_ranks: one row per group and algorithm.
RANK_COLUMNS: Mapping[str, tuple[str, str]] = {
    "algorithm": ("Categorical", "the algorithm"),
    "n": ("Int64", "blocks ranked"),
    "n_dropped": ("Int64", "blocks left out because results were missing"),
    "mean_rank": ("Float64", "mean rank over the blocks, 1 is best"),
    "best_rank": ("Float64", "smallest rank reached"),
    "worst_rank": ("Float64", "largest rank reached"),
    "n_first": ("Int64", "blocks where no other algorithm ranked better"),
    "note": ("String", "what a reader should know about this row"),
}


def schema_of(columns: Mapping[str, tuple[str, str]]) -> dict[str, pl.DataType]:
    """Turn a glossary of columns into a Polars schema.

    Examples
    --------
    >>> schema_of(RANK_COLUMNS)["mean_rank"]
    Float64
    """
    import polars as pl

    return {name: getattr(pl, kind)() for name, (kind, _) in columns.items()}
