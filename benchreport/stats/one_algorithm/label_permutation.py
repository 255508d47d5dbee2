"""Label permutation test: the result on the true labels against results on shuffled ones."""

from __future__ import annotations

from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import ColumnError, did_you_mean
from benchreport.method import Alternative, Method, Remark
from benchreport.stats.forms.over import PER_DATASET, Frame, over_layout
from benchreport.stats.forms.sides import OptionsOfTest, checked_options
from benchreport.tables.blocks import Blocks, Grouped, Reduce, grouped_scores
from benchreport.tables.groups import By
from benchreport.tables.reading.frames import to_polars
from benchreport.tables.scores import as_scores
from benchreport.tables.scores import scores as score_door
from benchreport.tables.ties import sign_of_difference

NO_TRUE_RUN = Remark(code="no_true_run", note="no complete run on the true labels")
SHUFFLES = Remark(code="shuffles", note="{0} shuffles, standard error of p {1}")
UNREACHABLE = Remark(code="unreachable_shuffles", topic="unreachable", note="cannot reach alpha with so few shuffles")


def label_permutation_test(
    table: Frame,
    *,
    by: By = PER_DATASET,
    shuffle: str = "permutation_id",
    alternative: Alternative = "greater",
    alpha: float = 0.05,
    reduce: Reduce = "mean",
) -> Frame:
    """Compute the test of the result on the true labels against those of the same algorithm on shuffled labels.

    The table holds runs on both: column ``shuffle`` is 0 for the true labels and numbers the shuffles from 1. A high
    p-value has two readings: there is nothing to learn, or the learner is too weak.

    Parameters
    ----------
    table
        Scores, with one more column that numbers the shuffles.
    by
        Groups to test separately; the blocks of each shuffle are averaged.
    shuffle
        The column that numbers the shuffles.
    alternative
        "greater" means that the true labels give the better result.
    alpha
        Level of the decision.
    reduce
        How several runs of a block become one value.

    Returns
    -------
    polars.DataFrame
        One row per group and algorithm; ``n`` is the number of shuffles, ``statistic`` how many of them gave a result
        at least as good. Shuffles that lack a block of the true labels are left out and counted in ``n_dropped``.

    Examples
    --------
    >>> import benchreport as br
    >>> runs = pl.DataFrame({"permutation_id": range(100), "accuracy": [0.9] + [0.95] * 3 + [0.5] * 96})
    >>> table = br.scores(runs.with_columns(model=pl.lit("kNN"), dataset=pl.lit("toy")), factors="permutation_id")
    >>> br.label_permutation_test(table).select("a", "n", "statistic", "p_value").row(0)
    ('kNN', 99, 3.0, 0.04)
    """
    options = checked_options(LABEL_PERMUTATION_TEST, alternative, alpha)
    rows = partial(_tested, shuffle=shuffle, options=options, reduce=reduce)
    return over_layout(table, partial(_shuffled, by=by, shuffle=shuffle), rows, by=by)


def _shuffled(table: Any, *, by: By, shuffle: str) -> Grouped:
    scores = grouped_scores(table, by, partial(as_scores, door=partial(_entered, shuffle=shuffle)))
    _named(scores, shuffle)
    return Grouped.split(scores, by)


def _entered(table: Any, *, shuffle: str) -> pl.DataFrame:
    return score_door(_named(table, shuffle), factors=shuffle)


def _tested(table: Grouped, *, shuffle: str, options: OptionsOfTest, reduce: Reduce) -> pl.DataFrame:
    blocks = Blocks.of(table.source, by=[*table.by, shuffle], reduce=reduce, missing="available", alone=True)
    place = ["owner", "algorithm"]
    owner = pl.struct(table.by).rle_id() if table.by else pl.lit(0)
    owners = blocks.keys.select(owner=owner, shuffle=shuffle)
    cells = blocks.long().filter(pl.col("value").is_not_null())
    # Sums of decimals depend on their order; this one does not depend on the order of the rows.
    results = (
        cells.hstack(owners[cells["group"].to_numpy()])
        .sort("value")
        .group_by(*place, "shuffle", "orientation")
        .agg(result=(pl.col("value") * pl.col("orientation")).mean(), blocks=pl.len())
        .sort(*place, "shuffle")
    )
    true = pl.col("shuffle") == 0
    whole = pl.col("blocks") == pl.col("blocks").filter(true).first().over(place)
    observed = pl.col("result").filter(true).first()
    judged = results.with_columns(whole=whole, side=sign_of_difference(pl.col("result"), observed.over(place)))
    shuffled = ~true & pl.col("whole")
    side = pl.col("side").filter(shuffled)
    as_good = {
        "greater": (side >= 0).sum(),
        "less": (side <= 0).sum(),
        "two-sided": pl.min_horizontal((side >= 0).sum(), (side <= 0).sum()),
    }[options.alternative]
    other = pl.col("result").filter(shuffled)
    facts = judged.group_by(place, maintain_order=True).agg(
        observed=observed,
        draws=shuffled.sum().cast(pl.Int64),
        dropped=(~true & ~pl.col("whole")).sum().cast(pl.Int64),
        as_good=as_good.cast(pl.Int64),
        mean=other.mean(),
        sd=other.std(),
        orientation=pl.col("orientation").first(),
    )
    return facts.select(pl.col("owner").alias("group"), *_row(options))


def _named(frame: Any, shuffle: str) -> pl.DataFrame:
    """Raise an error for a table that does not number its shuffles."""
    table = to_polars(frame)
    if shuffle not in table.columns:
        raise ColumnError(
            f"no column {shuffle!r} numbers the shuffles; {did_you_mean(shuffle, table.columns)}",
            hint="it is 0 for runs on the true labels and 1, 2, ... for runs on shuffled ones; shuffle='your_column'",
        )
    numbers = table.get_column(shuffle)
    if not numbers.dtype.is_integer() or numbers.null_count() or (numbers < 0).any():
        raise ColumnError(
            f"column {shuffle!r} does not number the shuffles",
            hint="whole numbers: 0 for the true labels, 1, 2, ... for the shuffles",
        )
    return table


def _row(options: OptionsOfTest) -> list[pl.Expr]:
    observed, draws, count = pl.col("observed"), pl.col("draws"), pl.col("as_good")
    sound = observed.is_not_null() & (draws > 0)
    sides = 2 if options.alternative == "two-sided" else 1
    p = pl.min_horizontal(sides * (count + 1) / (draws + 1), pl.lit(1.0))
    error = (p * (1 - p) / draws).sqrt().round_sig_figs(2)
    return options.row(
        a=pl.col("algorithm"),
        n=draws,
        n_dropped=pl.col("dropped"),
        statistic=pl.when(sound).then(count),
        p_value=pl.when(sound).then(p),
        estimate=observed * pl.col("orientation"),
        effect=pl.when(sound & (pl.col("sd") > 0)).then((observed - pl.col("mean")) / pl.col("sd")),
        law="label permutations",
        status=[(observed.is_null(), "undefined"), (draws == 0, "too_few")],
        remarks=[
            NO_TRUE_RUN.where(observed.is_null()),
            SHUFFLES.where(sound, draws, error),
            UNREACHABLE.where(sound & (sides / (draws + 1) > options.alpha)),
        ],
    )


LABEL_PERMUTATION_TEST = Method(
    table=label_permutation_test,
    title="Label permutation test",
    question="Is there anything to learn: does an algorithm do better on the true labels than on shuffled ones?",
    symbol="b",
    formula="p = (1 + number of shuffled results at least as good as the true one) / (S + 1)",
    tex=r"p = \frac{1 + b}{S + 1}",
    null="inputs and labels are independent",
    assumes=("the whole training, selection included, was run again on every shuffle", "instances are exchangeable"),
    cites=("ojala2010", "phipson2010"),
    estimand="result of a on the true labels",
    effect="result minus the mean of the shuffled ones, in their standard deviations",
    remarks=(NO_TRUE_RUN, SHUFFLES, UNREACHABLE),
)
