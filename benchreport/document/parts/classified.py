"""Parts that the sections on predictions share: decisions, dependence, the algorithm in focus, error rates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from benchreport.document import exhibits
from benchreport.document.blocks import Table
from benchreport.document.columns import Printed, column, label
from benchreport.document.numbers import counted, integer, limits, percent
from benchreport.document.parts.comparison import turned_against
from benchreport.document.parts.result_rows import adjusted, first_row, outcome_of, plain
from benchreport.document.parts.untested import WITHOUT_REMARKS
from benchreport.measures.classes import SAID, TRUTH, with_decisions
from benchreport.naming import best_of, enumerated, named
from benchreport.options import Options
from benchreport.registry import table_form
from benchreport.remarks import about, words_of
from benchreport.stats.instance_dependence import instance_dependence
from benchreport.stats.mean_loss import mean_loss_t
from benchreport.stats.rates import ci_clopper_pearson
from benchreport.tables.schema import RUN_KEYS, probability_columns
from benchreport.tables.scored_items import is_scored

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

# With fewer errors, or fewer right answers, the exact interval is preferred: chosen by counts, not by outcome.
FEW = 5
# Without a baseline all pairs are tested; above so many algorithms there are too many to tell of.
ALL_PAIRS_UP_TO = 20
# More rows than these are not printed; the text then speaks of the algorithm in focus.
LISTED = 30
# Of more predictions only some instances are drawn.
MOST_DRAWN = 60_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Focus:
    """The algorithm that the others are compared with: the baseline, or the one with the least mean loss.

    ``leaders`` are all that share the least mean loss.
    """

    name: str
    baseline: str | None
    others: int
    leaders: tuple[str, ...] = ()

    @property
    def tested(self) -> bool:
        """Whether pairs are tested: with a baseline, or all of them where they are not too many."""
        return self.others > 0 and (self.baseline is not None or self.others < ALL_PAIRS_UP_TO)


def is_numeric_truth(predicted: pl.DataFrame) -> bool:
    """Tell predictions of numbers from predictions of classes."""
    return predicted.schema["truth"].is_float()


def has_classes(evidence: Evidence) -> bool:
    """Return whether the predictions, or confusion counts, are of classes: numbers and scored items have none."""
    if evidence.counts is not None:
        return True
    predicted = evidence.predictions
    return predicted is not None and not is_numeric_truth(predicted) and not is_scored(predicted)


def decisions_of(predicted: pl.DataFrame) -> pl.DataFrame | None:
    """Return predictions of classes, the most probable class where only probabilities are there; or None."""
    if is_numeric_truth(predicted):
        return None
    if "prediction" in predicted.columns:
        return predicted
    if not probability_columns(predicted.columns):
        return None
    called = pl.col(SAID).cast(predicted.schema["truth"])
    return with_decisions(predicted, None, None).with_columns(prediction=called).drop(SAID, TRUTH)


def cells_of(evidence: Evidence) -> pl.DataFrame | None:
    """Return what confusion matrices are counted from: confusion counts, or predicted classes; or None."""
    if not has_classes(evidence):
        return None
    return evidence.counts if evidence.counts is not None else evidence.decided


def focus_of(evidence: Evidence, losses: pl.DataFrame) -> Focus:
    """Choose the baseline, or the algorithm with the least mean loss over datasets; of equals the first by name.

    ``losses`` has the columns ``a`` and ``estimate``, one row per algorithm and dataset.
    """
    means = dict(losses.group_by(pl.col("a").cast(pl.String)).agg(pl.col("estimate").mean()).sort("a").rows())
    leaders = best_of(means, lower=True)
    baseline = evidence.options.reference if evidence.options.reference in means else None
    name = baseline or next(iter(leaders or means))
    return Focus(name=name, baseline=baseline, others=len(means) - 1, leaders=tuple(leaders))


def with_control(predicted: pl.DataFrame, control: str | None) -> pl.DataFrame:
    """Keep the datasets on which an algorithm was measured, if one is named."""
    if control is None:
        return predicted
    kept = predicted.filter(pl.col("algorithm") == control).get_column("dataset").unique()
    return predicted.filter(pl.col("dataset").is_in(kept.implode()))


def error_rates(decided: pl.DataFrame, options: Options) -> pl.DataFrame:
    """Return the error rate of every algorithm and dataset with its interval.

    The interval asked for, or Wilson's, which gives way to the exact one where errors or right answers are few. Where
    instances depend on each other, the t interval over clusters or over the means of instances instead.
    """
    if "rates" not in options.tests and "instance" in decided.columns and instance_dependence(decided).dependent:
        return plain(mean_loss_t(decided, alpha=options.alpha))
    rows = plain(table_form(options.test_for("rates"))(decided, alpha=options.alpha))
    if "rates" in options.tests:
        return rows
    errors = (pl.col("estimate") * pl.col("n")).round()
    few = ((errors < FEW) | (pl.col("n") - errors < FEW)).fill_null(False)
    if not rows.select(few.any()).item():
        return rows
    exact = plain(ci_clopper_pearson(decided, alpha=options.alpha))
    return pl.concat([rows.filter(~few), exact.filter(few)]).sort("dataset", "a")


def positives_of(evidence: Evidence, predicted: pl.DataFrame) -> dict[str, str]:
    """Give the declared positive class of each dataset that has such a class, under the printed names."""
    positive = evidence.options.positive
    if positive is None:
        return {}
    truth = "truth" if "truth" in predicted.columns else "actual"
    classes = predicted.select(pl.col("dataset", truth).cast(pl.String)).unique().sort("dataset", truth).rows()
    found = {}
    for dataset, name in classes:
        own = positive.get(evidence.stands_for.get(dataset, dataset)) if isinstance(positive, Mapping) else positive
        if own is not None and str(own) == name:
            found[dataset] = name
    return found


def classes_of(predicted: pl.DataFrame) -> dict[str, list[str]]:
    """List the true classes of each dataset."""
    pairs = predicted.select(pl.col("dataset", "truth").cast(pl.String)).unique().drop_nulls().sort("dataset", "truth")
    return dict(pairs.group_by("dataset", maintain_order=True).agg("truth").rows())


def of_datasets(predicted: pl.DataFrame, datasets: Iterable[str]) -> pl.DataFrame:
    """Keep the predictions on some datasets."""
    return predicted.filter(pl.col("dataset").cast(pl.String).is_in(list(datasets)))


def where_of(rows: pl.DataFrame) -> str:
    """Name the dataset of result rows, or say how many there are."""
    names = rows["dataset"].unique().cast(pl.String).to_list()
    return names[0] if len(names) == 1 else counted(len(names), "dataset")


def largest_first(predicted: pl.DataFrame) -> list[str]:
    """Sort datasets by their number of instances, the largest first."""
    own = ["dataset"] if "instance" in predicted.columns else ["dataset", "algorithm"]
    size = pl.col("instance").n_unique() if "instance" in predicted.columns else pl.col("n").sum()
    sizes = predicted.group_by(pl.col(own).cast(pl.String)).agg(n=size).group_by("dataset").agg(pl.col("n").max())
    return sizes.sort("n", "dataset", descending=[True, False])["dataset"].to_list()


def thinned(here: pl.DataFrame) -> tuple[pl.DataFrame, str]:
    """Keep every so many instances of one dataset for a drawing that could not show more, and say so."""
    step = -(-here.height // MOST_DRAWN)
    if step < 2:
        return here, ""
    kept = here.select("instance").unique().sort("instance").gather_every(step)
    return here.join(kept, on="instance", how="semi"), f" Drawn from every {ordinal(step)} instance."


def turned(rows: pl.DataFrame, focus: str) -> pl.DataFrame:
    """Take the pairs with one algorithm, and turn them so that it is ``b``."""
    return turned_against(rows, focus).sort("dataset", "a")


def tally(told: pl.DataFrame | None, focus: str, alpha: float) -> dict[str, Any]:
    """Count the comparisons with an algorithm that came out for it and against it, with names, and find the widest."""
    if told is None:
        return {"n": 0, "only": None, "widest": None}
    outcome = outcome_of(told, focus, alpha)
    return {
        "n": told.height,
        "ahead": len(outcome.worse),
        "behind": len(outcome.better),
        "worse": named(outcome.worse, told.height),
        "stronger": named(outcome.better, told.height),
        "open": enumerated(sorted(outcome.open), "or"),
        "widest": widest_of(told),
        "only": told.row(0, named=True) if told.height == 1 else None,
    }


def widest_of(told: pl.DataFrame) -> dict[str, Any] | None:
    """Return the row of the largest difference."""
    known = told.filter(pl.col("estimate").is_not_null())
    order = known.sort(pl.col("estimate").abs(), "dataset", "a", descending=[True, False, False])
    return first_row(order)


@dataclass(frozen=True, slots=True, kw_only=True)
class Contest:
    """Tests of the algorithms on the same predictions: of every two, or of all others against the baseline.

    ``rows`` are all that were tested, ``told`` those with the algorithm in focus, which is their ``b``; both are None
    where pairs are not tested.
    """

    focus: Focus
    rows: pl.DataFrame | None = None
    told: pl.DataFrame | None = None

    def facts(self, alpha: float) -> dict[str, Any]:
        """Return what sections say of the tests."""
        return tally(self.told, self.focus.name, alpha) | {
            "focus": self.focus.name,
            "against": self.focus.baseline is not None,
            "rows": self.rows,
            "audit": None if self.rows is None else audit(self.rows),
        }


def contest_of(
    evidence: Evidence,
    predicted: pl.DataFrame,
    losses: pl.DataFrame,
    test: Callable[..., pl.DataFrame],
    *,
    when: bool = True,
) -> Contest:
    """Test pairs of algorithms on predictions, adjusted within each dataset, with the focus that ``losses`` ask for.

    ``test`` takes the predictions on datasets that have the baseline, and the options ``control``, ``alpha`` and
    ``missing``.
    """
    focus, options = focus_of(evidence, losses), evidence.options
    if not when or not focus.tested:
        return Contest(focus=focus)
    shared = with_control(predicted, focus.baseline)
    rows = adjusted(test(shared, control=focus.baseline, alpha=options.alpha, missing="available"), options)
    return Contest(focus=focus, rows=rows, told=turned(rows, focus.name))


@dataclass(frozen=True, slots=True, kw_only=True)
class Listing:
    """Rows of every algorithm and dataset, to be printed with their differences from the algorithm in focus.

    Of too many rows only those of the focus are printed, without the differences. ``name`` is the column of algorithms.
    """

    frame: pl.DataFrame
    focus: str
    name: str = "a"
    compared: bool = False
    also: tuple[str, ...] = ()

    @property
    def few(self) -> bool:
        """Whether only the rows of the algorithm in focus are printed."""
        return self.frame.height > LISTED

    @property
    def beside(self) -> bool:
        """Whether differences from the algorithm in focus are printed."""
        return self.compared and not self.few

    @property
    def several(self) -> bool:
        """Whether there is more than one dataset."""
        return self.frame["dataset"].n_unique() > 1

    @property
    def kept(self) -> pl.DataFrame:
        """The rows that are printed."""
        if not self.few:
            return self.frame
        return self.frame.filter(pl.col(self.name).is_in([self.focus, *self.also]))

    def table(
        self,
        id: str,  # noqa: A002
        caption: str,
        columns: Sequence[Printed | None],
        *,
        note: str = "",
        rest: str = "Of {rows} those of {focus}; all are in",
        called: Mapping[str, str] | None = None,
    ) -> Table:
        """Print the rows, dataset and algorithm first; those ``called`` otherwise stand in brackets."""
        names = {name: f"({words})" for name, words in (called or {}).items()}
        algorithm = column(self.name, "algorithm", lambda name: names.get(name, str(name)), align="left")
        printed = (label("dataset", when=self.several), algorithm, *columns)
        words = rest.format(rows=counted(self.frame.height, "row"), focus=self.focus) if self.few else ""
        return exhibits.table(id, caption, self.kept, printed, twin=self.frame, note=note, rest=words)


def listing_of(
    frame: pl.DataFrame,
    focus: Focus,
    told: pl.DataFrame | None = None,
    *,
    name: str = "a",
    also: tuple[str, ...] = (),
    **differences: str,
) -> Listing:
    """Join rows with those of their differences from the focus, whose columns get new names."""
    if told is not None:
        against = told.select("dataset", pl.col("a").alias(name), **differences)
        frame = frame.join(against, on=["dataset", name], how="left", maintain_order="left")
    return Listing(frame=frame, focus=focus.name, name=name, compared=told is not None, also=also)


def audit(rows: pl.DataFrame) -> dict[str, Any]:
    """Say of result rows what a reader must know: pooled folds, repeated instances, what was dropped or not tested."""
    sound = pl.col("status").is_in(["ok", "approximate", "all_ties"])
    untested = rows.filter(~sound)
    reasons = [
        words_of(remarks) if remarks else WITHOUT_REMARKS.get(status, status)
        for status, remarks in untested.select(pl.col("status").cast(pl.String), "remarks").rows()
    ]
    return {
        "pooled": not rows.filter(about("pooled")).is_empty(),
        "again": not rows.filter(about("repeated")).is_empty(),
        "dropped": integer(max(rows["n_dropped"].fill_null(0).to_list(), default=0)),
        "tied": rows.filter(pl.col("status") == "all_ties").height,
        "untested": counted(untested.height, "row") if untested.height else "",
        "reasons": "; ".join(list(dict.fromkeys(reasons))[:3]),
    }


def without_limits(rows: pl.DataFrame) -> pl.DataFrame:
    """Return rows without their intervals, which take instances as independent."""
    return rows.with_columns(pl.lit(None, dtype=pl.Float64).alias(name) for name in ("ci_low", "ci_high"))


def pooled_word(predicted: pl.DataFrame) -> str:
    """Return "pooled " where the results of several trained models are put together, else nothing."""
    runs = [name for name in RUN_KEYS if name in predicted.columns]
    return "pooled " if runs and predicted.select(runs).n_unique() > 1 else ""


def datasets_named(names: Sequence[str]) -> str:
    """Return the names of a few datasets, or how many they are.

    Examples
    --------
    >>> datasets_named(["iris", "wine"]), datasets_named(["a", "b", "c", "d"])
    ('iris and wine', '4 datasets')
    """
    return enumerated(names) if len(names) <= 3 else counted(len(names), "dataset")


def ordinal(number: int) -> str:
    """Write a number in a row.

    Examples
    --------
    >>> ordinal(2), ordinal(11), ordinal(23)
    ('2nd', '11th', '23rd')
    """
    ending = "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{integer(number)}{ending}"


def rate_interval(low: float | None, high: float | None) -> str:
    """Return the interval of a rate in per cent, rounded outward.

    Examples
    --------
    >>> rate_interval(0.0123, 0.0456)
    '[1.2, 4.6] %'
    """
    return "" if low is None or high is None else f"{limits(100 * low, 100 * high, 1, null=None)} %"


def rate(value: float | None) -> str:
    """Return a rate in per cent, with one decimal."""
    return percent(value, 1)
