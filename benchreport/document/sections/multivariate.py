"""Several metrics or error counts at once: MANOVA or Hotelling's test, its directions, pairs of algorithms."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from benchreport.document.analyses.error_kinds import error_kinds
from benchreport.document.analyses.joint_exhibits import (
    CORRECTED,
    DISTANCE,
    facing,
    joint_figures,
    pairs_table,
    share_text,
    single_metrics_table,
)
from benchreport.document.analyses.joint_metrics import Together, crowding, joined_metrics
from benchreport.document.analyses.untested import untested
from benchreport.document.evidence.result_rows import Outcome, adjusted, grouped, outcome_of, plain
from benchreport.document.evidence.runs import Runs
from benchreport.document.evidence.within import ALL_PAIRS_UP_TO
from benchreport.document.exhibits import tables as exhibits
from benchreport.document.exhibits.columns import adjusted_p, column, degrees_of_freedom, label
from benchreport.document.model.blocks import Cell, Figure, Section, Table
from benchreport.document.sections import Part
from benchreport.naming import enumerated
from benchreport.numerals import counted, degrees, integer, number
from benchreport.options import Options
from benchreport.remarks import remarks_in, words_of
from benchreport.stats.multiplicity.adjusting import adjustment_name
from benchreport.stats.several_metrics.t2_tests import hotelling
from benchreport.stats.several_metrics.variance_of_vectors import manova, manova_directions

if TYPE_CHECKING:
    from benchreport.document.evidence import Evidence

LISTED_UP_TO = 24
SMALLEST_WILKS = 0.0001
# Of so few datasets a figure is drawn for each.
DRAWN_DATASETS = 3
# With fewer degrees of freedom in the error scatter a verdict does not reach the summary.
LEAST_ERROR_DF = 10
# Of more datasets or algorithms only the number is told.
NAMED_DATASETS = 6
NAMED_ALGORITHMS = 8


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Result rows on all metrics together: one per dataset in ``decisive``, ``pillai`` and ``uncorrected``.

    ``pairs`` are Hotelling tests of two algorithms, adjusted within each dataset; ``told`` those with ``focus``.
    ``directions`` are the weights of the first direction on each dataset.
    """

    together: Together
    decisive: pl.DataFrame
    pillai: pl.DataFrame | None
    uncorrected: pl.DataFrame
    directions: pl.DataFrame | None
    pairs: pl.DataFrame
    told: pl.DataFrame
    focus: str | None

    @property
    def runs(self) -> Runs:
        """The runs that the tests rest on."""
        return self.together.runs

    @cached_property
    def two(self) -> bool:
        """Whether there are two algorithms only, so that Hotelling’s test is the whole story."""
        return bool((self.decisive["method"] == "hotelling").all())

    @cached_property
    def matched(self) -> bool:
        """Whether on some dataset the algorithms share their runs."""
        return bool(self.decisive["variant"].str.contains("corrected").any())

    @cached_property
    def single(self) -> str | None:
        """The dataset, where there is one only."""
        return str(self.decisive["dataset"][0]) if self.decisive.height == 1 else None

    @cached_property
    def error_df(self) -> int:
        """The least degrees of freedom of the error scatter of any dataset that was tested."""
        algorithms = self.runs.scores.group_by(pl.col("dataset").cast(pl.String)).agg(
            algorithms=pl.col("algorithm").n_unique()
        )
        rows = self.decisive.filter(pl.col("p_value").is_not_null()).join(algorithms, on="dataset")
        apart = ~pl.col("variant").str.contains("corrected")
        freedom = (pl.col("algorithms") - pl.when(apart).then(0).otherwise(1)) * (pl.col("n") - 1)
        return int(rows.select(freedom.min()).item() or 0)


def multivariate_section(evidence: Evidence) -> Section | None:
    """Write the section on several metrics at once; none where no dataset has two of them on several runs."""
    together = joined_metrics(evidence)
    if together is None:
        return None
    shared = {
        "together": together,
        "apart": [
            (enumerated([name for name, _ in names]), reason)
            for reason, names in grouped(together.apart, itemgetter(1)).items()
        ],
        "crowded": crowding(together.crowded, together.axis),
        "kinds": error_kinds(evidence, evidence.leader_of(evidence.metrics[0])),
    }
    if together.runs.scores.is_empty():
        return evidence.section("multivariate", shared | {"tested": False})
    joint = compared(evidence, together)
    return evidence.section("multivariate", shared | _context(evidence, joint))


def _context(evidence: Evidence, joint: Joint) -> dict[str, Any]:
    options, single, together = evidence.options, joint.single, joint.together
    sound = joint.decisive.filter(pl.col("statistic").is_not_null())["dataset"].to_list()
    scores = joint.runs.scores
    metrics = None
    if single is not None and sound:
        metrics = single_metrics_table(evidence, scores, together, joint.focus if joint.two else None)
    figures: list[Figure] = []
    if len(sound) <= DRAWN_DATASETS:
        figures = [one for dataset in sound for one in joint_figures(evidence, scores, together, dataset, joint.focus)]
    table = _listing(joint, options) if joint.decisive.height <= LISTED_UP_TO else _counts(joint, options)
    clear = pl.col("p_adjusted") <= options.alpha
    first = joint.decisive.row(0, named=True)
    outcome = outcome_of(joint.told, joint.focus, options.alpha)
    apart = joint.told.filter(clear)["a"].to_list()
    n_tested = joint.decisive["p_value"].count()
    return {
        "tested": True,
        "joint": joint,
        "uneven": scores.group_by("dataset").agg(pl.col("metric").n_unique())["metric"].min() != len(together.metrics),
        "seeds": not joint.decisive["variant"].str.contains("corrected").all(),
        "datasets": counted(joint.decisive.height, "dataset"),
        "row": first,
        "f": number(first["statistic"]),
        "df": degrees(first["df1"], first["df2"], ", "),
        "criterion": number(first["estimate"]) if joint.two else f"= {_wilks(first['estimate'])}".replace("= <", "<"),
        "n_pillai": None if joint.pillai is None else joint.pillai.filter(clear).height,
        "p_pillai": None if joint.pillai is None else joint.pillai["p_value"][0],
        "p_uncorrected": joint.uncorrected["p_value"][0] if single and joint.uncorrected.height else None,
        "n_uncorrected": joint.uncorrected.filter(clear).height,
        "n_clear": joint.decisive.filter(clear).height,
        "verdicts": _verdicts(joint.decisive, options.alpha),
        "n_tested": n_tested,
        "headline": n_tested > 0 and joint.error_df >= LEAST_ERROR_DF and not together.doubted,
        "few_df": n_tested > 0 and joint.error_df < LEAST_ERROR_DF,
        "untested": [] if single else untested(joint.decisive, "dataset"),
        "table": table,
        "listed": joint.decisive.height <= LISTED_UP_TO,
        "dependent": _dependent(joint.decisive),
        "against": options.reference is not None and options.reference == joint.focus,
        "n_pairs": joint.told.height if joint.told["p_value"].count() else 0,
        "untested_pairs": untested(joint.told, "comparison"),
        "n_apart": len(apart),
        "n_ahead": len(outcome.worse),
        "n_behind": len(outcome.better),
        **_pair_names(outcome, apart),
        "pairs_table": pairs_table(joint.told, joint.pairs, together, options)
        if single and not joint.two and sound
        else None,
        "by_metric": metrics,
        "figures": figures,
    }


def compared(evidence: Evidence, together: Together) -> Joint:
    """Test what was chosen to be compared at once."""
    options, runs = evidence.options, together.runs
    two = len(evidence.algorithms) == 2
    focus = evidence.leader_of(evidence.metrics[0])
    pillai = directions = None
    if two:
        matched = runs.matched if runs.matched.height else runs.scores
        decisive = _hotelling_rows(runs, options, None)
        uncorrected = hotelling(matched, by="dataset", variant="paired", alpha=options.alpha)
    else:
        rows = _manova_rows(runs, options, "corrected")
        decisive, uncorrected = _criterion(rows, "wilks"), _criterion(_manova_rows(runs, options, "blocked"), "wilks")
        pillai = _adjusted(_criterion(rows, "pillai"), options)
        directions = _first_directions(runs)
    pairs = decisive.clear()
    if focus is not None and not two and (options.reference or len(evidence.algorithms) <= ALL_PAIRS_UP_TO):
        control = focus if focus == options.reference else None
        tested = plain(_hotelling_rows(runs, options, control)).sort("dataset", "a", "b")
        pairs = adjusted(tested, options, family=["dataset"])
    return Joint(
        together=together,
        decisive=_adjusted(decisive, options),
        pillai=pillai,
        uncorrected=_adjusted(uncorrected, options),
        directions=directions,
        pairs=pairs,
        told=pairs if focus is None else facing(pairs, focus),
        focus=focus,
    )


def _verdicts(rows: pl.DataFrame, alpha: float) -> str:
    """Say on which of the datasets tested the algorithms differ; of many datasets only how many."""
    clear = rows.filter(pl.col("p_adjusted") <= alpha)["dataset"].to_list()
    left = rows.filter(pl.col("p_adjusted") > alpha)["dataset"].to_list()
    if len(clear) + len(left) > NAMED_DATASETS:
        return f"differ significantly on {len(clear) or 'none'} of {counted(len(clear) + len(left), 'dataset')}"
    if not clear:
        return f"do not differ significantly on {enumerated(left, 'or')}"
    return f"differ significantly on {enumerated(clear)}" + (f", but not on {enumerated(left, 'or')}" if left else "")


def _pair_names(outcome: Outcome, apart: list[str]) -> dict[str, str]:
    """Say, of a single dataset, from which algorithms the one in focus differs, and which of them it is ahead of."""
    differs = f"differs significantly from {_several(apart)}" if apart else ""
    if outcome.open:
        other = f"cannot be distinguished from {_several(outcome.open, 'or')}"
        differs = f"{differs}, but {other}" if differs else other
    return {
        "pair_names": differs,
        "better_than": _several(outcome.worse),
        "worse_than": _several(outcome.better),
    }


def _several(names: list[str], last: str = "and") -> str:
    return enumerated(names, last) if len(names) <= NAMED_ALGORITHMS else f"{integer(len(names))} of the others"


def _hotelling_rows(runs: Runs, options: Options, control: str | None) -> pl.DataFrame:
    """Run Hotelling’s test: corrected on shared runs, of two samples on seeds; a reference only where it has runs."""

    def test(variant: Literal["corrected", "two_sample"]) -> Callable[[pl.DataFrame], pl.DataFrame]:
        return lambda scores: hotelling(
            _with_reference(scores, control), by="dataset", control=control, variant=variant, alpha=options.alpha
        )

    return runs.tested(test("corrected"), test("two_sample"))


def _with_reference(scores: pl.DataFrame, reference: str | None) -> pl.DataFrame:
    """Keep the datasets that have results of the reference."""
    if reference is None:
        return scores
    own = pl.col("algorithm").cast(pl.String) == reference
    return scores.filter((own & pl.col("value").is_not_null()).any().over("dataset"))


def _manova_rows(runs: Runs, options: Options, variant: Literal["corrected", "blocked"]) -> pl.DataFrame:
    """Run the multivariate analyses of variance: on shared runs of the variant named, one-way on seeds."""
    test = partial(manova, by="dataset", alpha=options.alpha)
    return runs.tested(partial(test, variant=variant), partial(test, variant="oneway"))


def _first_directions(runs: Runs) -> pl.DataFrame:
    """Return the share of the first direction on each dataset."""
    test = partial(manova_directions, by="dataset")
    rows = runs.tested(partial(test, variant="blocked"), partial(test, variant="oneway"))
    first = plain(rows).filter(pl.col("variant").str.starts_with("direction 1"))
    return first.group_by("dataset").agg(share=pl.col("effect").first())


def _criterion(rows: pl.DataFrame, name: str) -> pl.DataFrame:
    return rows.filter(pl.col("variant").str.starts_with(name))


def _adjusted(rows: pl.DataFrame, options: Options) -> pl.DataFrame:
    return adjusted(plain(rows).sort("dataset"), options, family=[])


def _dependent(rows: pl.DataFrame) -> list[tuple[str, int]]:
    """Return which metrics were left out as functions of others, and on how many datasets."""
    left_out = [part for remark, part in remarks_in(rows) if remark.topic == "left_out"]
    return [(words_of(part).removeprefix("left out "), left_out.count(part)) for part in dict.fromkeys(left_out)]


def _wilks(value: float | None) -> str:
    """Write Wilks' criterion, which is small where algorithms differ."""
    return number(value) if value is None or value >= SMALLEST_WILKS else f"< {SMALLEST_WILKS}"


def _listing(joint: Joint, options: Options) -> Table:
    rows, criterion = joint.decisive, number if joint.two else _wilks
    sizes = joint.runs.scores.group_by(pl.col("dataset").cast(pl.String)).agg(
        pl.col("metric").n_unique().cast(pl.Int64), pl.col("algorithm").n_unique().cast(pl.Int64)
    )
    # The degrees of freedom tell how many metrics are left without those that are functions of others or do not vary.
    groups = pl.lit(1) if joint.two else pl.col("algorithm") - 1
    left = (pl.col("df1") / groups).round().cast(pl.Int64)
    dimensions = (
        rows.select("dataset", "df1").join(sizes, on="dataset").select("dataset", metrics=pl.coalesce(left, "metric"))
    )
    several = rows.height > 1
    shown = rows.join(dimensions, on="dataset", how="left", maintain_order="left")
    p, source = (f"p ({adjustment_name(options.adjust)})", "p_adjusted") if several else ("p", "p_value")
    if joint.pillai is not None:
        pillai = joint.pillai.select("dataset", p_pillai=source)
        shown = shown.join(pillai, on="dataset", how="left", maintain_order="left")
    shared = joint.directions is not None and several
    if joint.directions is not None:
        shown = shown.join(joint.directions, on="dataset", how="left", maintain_order="left")
    columns = (
        label("dataset", when=several),
        column("n", "runs"),
        column("metrics", f"{joint.together.axis}s"),
        column("estimate", "T²" if joint.two else "Wilks’ Λ", lambda value: Cell(text=criterion(value), value=value)),
        column("statistic", "F"),
        degrees_of_freedom(),
        column("p_value", "p"),
        adjusted_p(options, when=several),
        column("effect", "distance", when=joint.two),
        column("p_pillai", f"{p}, Pillai", when=joint.pillai is not None),
        column("share", "first direction", share_text, align="right", when=shared),
    )
    return exhibits.table("joint", _caption(joint), shown, columns, twin=_twin(joint), note=_table_note(joint, several))


def _table_note(joint: Joint, several: bool) -> str:
    if joint.two:
        return DISTANCE
    return "First direction: its share of the difference between the algorithms." if several else ""


def _counts(joint: Joint, options: Options) -> Table:
    clear = (pl.col("p_adjusted") <= options.alpha).sum().cast(pl.Int64)
    corrected = ", corrected" if joint.matched else ""
    forms: dict[str, pl.DataFrame] = {f"{'Hotelling' if joint.two else 'Wilks'}{corrected}": joint.decisive}
    if joint.pillai is not None:
        forms[f"Pillai{corrected}"] = joint.pillai
    counts = pl.concat(
        frame.select(
            test=pl.lit(title),
            datasets=pl.len().cast(pl.Int64),
            differ=clear,
            open=(pl.col("p_adjusted") > options.alpha).sum().cast(pl.Int64),
            untested=pl.col("p_value").null_count().cast(pl.Int64),
        )
        for title, frame in forms.items()
    )
    columns = (
        label("test"),
        column("datasets"),
        column("differ", "differ significantly"),
        column("open", "no significant difference"),
        column("untested", "not tested", when=counts["untested"].sum() > 0),
    )
    return exhibits.table("joint", _caption(joint), counts, columns, twin=_twin(joint))


def _caption(joint: Joint) -> str:
    test = "Hotelling’s test of the two algorithms" if joint.two else "Multivariate analysis of variance"
    where = f"over the runs of {joint.single}" if joint.single else "over the runs of each dataset"
    corrected = CORRECTED if joint.matched else ""
    return f"{test} {where}{corrected}."


def _twin(joint: Joint) -> pl.DataFrame:
    frames: list[pl.DataFrame] = [joint.decisive, joint.uncorrected]
    frames += [joint.pillai] if joint.pillai is not None else []
    return pl.concat([*frames, *([joint.pairs] if joint.pairs.height else [])])


MULTIVARIATE = Part(id="multivariate", after="variance", make=multivariate_section)
