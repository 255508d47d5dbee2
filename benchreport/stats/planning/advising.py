"""Advice on designs of experiments, and why it applies to a table of scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError
from benchreport.records import dataclass
from benchreport.registry import ADVICE
from benchreport.stats.planning.factors import factorial_design
from benchreport.tables.designs.design import design
from benchreport.tables.designs.doubtful import BASELINE_NAMES
from benchreport.tables.schema import RUN_KEYS, SPREADS, normalised, stem_of
from benchreport.tables.scores import as_scores, open_scores
from benchreport.tables.spreads import given_kinds

MANY_CANDIDATES = 10
FEW_DATASETS = 6
# What a measure of time, memory or size has in its name.
COST_WORDS = frozenset(
    ("time", "duration", "seconds", "runtime", "latency", "memory", "cost", "parameters", "flops", "energy", "carbon")
)
# Metrics that change with the class shares of the test data.
SHARE_NAMES = frozenset(
    ("accuracy", "acc", "error", "err", "error_rate", "precision", "f1", "f1_score", "f_score", "ap")
)
# Metrics of classifiers, apart from those of SHARE_NAMES.
CLASS_NAMES = frozenset(
    (
        *("auc", "auroc", "roc_auc", "auc_roc", "auprc", "pr_auc", "average_precision", "balanced_accuracy", "balacc"),
        *("bacc", "recall", "sensitivity", "specificity", "tpr", "tnr", "fpr", "fnr", "mcc", "matthews", "kappa"),
        *("cohen_kappa", "gmean", "g_mean", "log_loss", "logloss", "cross_entropy", "brier", "brier_score", "ece"),
        *("misclassification", "zero_one_loss", "f1_macro", "f1_micro", "f1_weighted", "quadratic_probability_loss"),
    )
)
CROSS_VALIDATION = ("kfold_cv", "repeated_cv", "cv52", "loo_cv")


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What a table of scores tells about its experiment."""

    n_algorithms: int
    n_datasets: int
    metrics: tuple[str, ...]
    lower: tuple[str, ...]
    designs: tuple[str, ...]
    least_runs: int
    most_runs: int
    spread: bool
    n_missing: int
    paired: bool
    costs: tuple[str, ...]
    shares: tuple[str, ...]
    classes: bool
    baselines: tuple[str, ...]
    layouts: tuple[str, ...]
    factors: tuple[str, ...]


def advice(table: Any) -> pl.DataFrame:
    """Return the advice that applies to a table of scores, and why.

    Columns ``id`` (one of ``ADVICE``), ``title``, ``text`` and ``why``.

    Examples
    --------
    >>> import benchreport as br
    >>> rows = br.advice(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> rows.filter(pl.col("id") == "one_run_caveat")["why"].item()
    'one value per algorithm and dataset'
    """
    return applying(facts_of(table))


def applying(facts: Facts) -> pl.DataFrame:
    """Return the advice that concerns an experiment of which these facts are known.

    Examples
    --------
    >>> import benchreport as br
    >>> applying(facts_of(br.read_scores(br.example("demsar2006_auc.csv"))))["id"][0]
    'guideline_a_aim'
    """
    rows = [
        (name, ADVICE[name].title, ADVICE[name].text, why)
        for name, reason in GUIDELINES.items()
        if (why := reason(facts)) is not None
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(("id", "title", "text", "why"), pl.String), orient="row")


def facts_of(table: Any, *, described: pl.DataFrame | None = None) -> Facts:
    """Return what the advice depends on; ``described`` is what :func:`design` says of the table, where it is known.

    Examples
    --------
    >>> import benchreport as br
    >>> facts_of(br.read_scores(br.example("small_study_5x2.csv"))).designs
    ('cv52',)
    """
    scores = as_scores(table, open_scores)
    described = design(scores) if described is None else described
    algorithms = scores.get_column("algorithm").unique().sort().cast(pl.String).to_list()
    metrics = scores.get_column("metric").unique().sort().cast(pl.String).to_list()
    falling = scores.filter(pl.col("direction") == "lower").get_column("metric")
    lower = falling.unique().sort().cast(pl.String).to_list()
    runs = described.get_column("n_repeats") * described.get_column("n_folds")
    layouts, factors = _layout(scores)
    return Facts(
        n_algorithms=len(algorithms),
        n_datasets=scores.get_column("dataset").n_unique(),
        metrics=tuple(metrics),
        lower=tuple(lower),
        designs=tuple(described.get_column("design").unique().sort().to_list()),
        least_runs=_whole(runs.min()),
        most_runs=_whole(runs.max()),
        spread=bool(given_kinds(scores)),
        n_missing=_whole(described.get_column("n_missing").sum()) + _whole(described.get_column("n_partial").sum()),
        paired=bool(described.get_column("paired").all()),
        costs=tuple(name for name in lower if COST_WORDS & set(normalised(name).split("_"))),
        shares=tuple(name for name in metrics if stem_of(name, SHARE_NAMES) in SHARE_NAMES),
        classes=any(stem_of(name, SHARE_NAMES | CLASS_NAMES) in SHARE_NAMES | CLASS_NAMES for name in metrics),
        baselines=tuple(name for name in algorithms if normalised(name) in BASELINE_NAMES),
        layouts=layouts,
        factors=factors,
    )


def _layout(scores: pl.DataFrame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    canonical = {"algorithm", "dataset", *RUN_KEYS, "metric", "value", "direction", "n_train", "n_test", *SPREADS}
    try:
        layouts = factorial_design(scores)
    except BenchreportError:  # a table without directions, or with rows that nothing tells apart
        return (), ()
    several = layouts.get_column("n_factors").max()
    further = tuple(name for name in scores.columns if name not in canonical) if _whole(several) > 1 else ()
    return tuple(layouts.get_column("design").unique().sort().to_list()), further


def _whole(number: Any) -> int:
    return int(number or 0)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _designed(*names: str) -> Callable[[Facts], str | None]:
    def why(facts: Facts) -> str | None:
        designs = tuple(name for name in facts.designs if name in names)
        return f"the design is {_listed(designs)}" if designs else None

    return why


def _laid_out(name: str) -> Callable[[Facts], str | None]:
    return lambda facts: f"{_listed(facts.factors)} varied so" if name in facts.layouts else None


def _always(text: str) -> Callable[[Facts], str | None]:
    return lambda _: text


def _aim(facts: Facts) -> str:
    sizes = f"{_counted(facts.n_algorithms, 'algorithm')} on {_counted(facts.n_datasets, 'dataset')}"
    if facts.n_algorithms == 1:
        return f"{sizes}: is its error below a level?"
    who = "two algorithms" if facts.n_algorithms == 2 else "several algorithms"
    where = "one dataset" if facts.n_datasets == 1 else "several datasets"
    return f"{sizes}: {who} on {where}"


def _response(facts: Facts) -> str:
    ways = tuple(f"{name} ({'lower' if name in facts.lower else 'higher'} is better)" for name in facts.metrics)
    return _listed(ways)


def _factors(facts: Facts) -> str:
    return f"factors: algorithm, {_listed(facts.factors)}" if facts.factors else "the algorithm is the only factor"


def _design(facts: Facts) -> str:
    runs = f"{facts.least_runs}" if facts.least_runs == facts.most_runs else f"{facts.least_runs} to {facts.most_runs}"
    gaps = f", {_counted(facts.n_missing, 'cell')} incomplete" if facts.n_missing else ""
    few = (
        f"; fewer than {FEW_DATASETS} datasets leave rank tests inconclusive" if facts.n_datasets < FEW_DATASETS else ""
    )
    return f"{_listed(facts.designs)}, runs per cell: {runs}{gaps}{few}"


def _candidates(facts: Facts) -> str | None:
    return f"{facts.n_algorithms} candidates were compared" if facts.n_algorithms >= MANY_CANDIDATES else None


def _without_baseline(facts: Facts) -> str | None:
    return None if facts.baselines else "no algorithm is named like a majority, prior or chance baseline"


def _criteria(facts: Facts) -> str:
    if facts.costs:
        return f"measured: {_listed(facts.costs)}; see pareto_front"
    return "neither time nor memory nor size was measured"


# Why each advice of advice.toml applies to an experiment, if it does.
GUIDELINES: Mapping[str, Callable[[Facts], str | None]] = {
    "guideline_a_aim": _aim,
    "guideline_b_response": _response,
    "guideline_c_factors": _factors,
    "guideline_d_design": _design,
    "guideline_e_run": _always("what was recorded cannot be seen in a table"),
    "guideline_f_analysis": _always("figures and tests answer different questions"),
    "guideline_g_conclusions": _always("experiments are repeated, not finished"),
    "holdout": _designed("holdout"),
    "one_run_caveat": lambda facts: (
        "one value per algorithm and dataset" if facts.most_runs == 1 and not facts.spread else None
    ),
    "kfold_cv": _designed("kfold_cv"),
    "repeated_cv": _designed("repeated_cv"),
    "repeated_holdout": _designed("repeated_holdout"),
    "cv52": _designed("cv52"),
    "loo_cv": _designed("loo_cv"),
    "cv_unbiasedness": _designed(*CROSS_VALIDATION),
    "stratified_cv": lambda facts: _designed("kfold_cv", "repeated_cv", "cv52")(facts) if facts.classes else None,
    "train_val_test": _always("whether anything was tuned cannot be seen in a table"),
    "cv_model_selection": lambda facts: _candidates(facts) if _designed(*CROSS_VALIDATION)(facts) else None,
    "overfitting_note": _candidates,
    "leakage_rules": _always("leakage cannot be seen in a table of scores"),
    "balancing": lambda facts: f"class shares change {_listed(facts.shares)}" if facts.shares else None,
    "absolute_value_caveat": _without_baseline,
    "metric_agnostic_note": lambda facts: (
        f"compared over datasets: {_listed(facts.costs)}" if facts.costs and facts.n_datasets > 1 else None
    ),
    "other_criteria": _criteria,
    "randomization": lambda facts: f"the order of the runs may change {_listed(facts.costs)}" if facts.costs else None,
    "one_factor_at_a_time": _laid_out("one_factor_at_a_time"),
    "best_guess": _laid_out("best_guess"),
    "no_free_lunch": lambda facts: f"measured on {_counted(facts.n_datasets, 'dataset')}",
}
