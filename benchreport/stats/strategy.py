"""Which advice applies to this experiment, and why?"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError
from benchreport.method import Advice
from benchreport.stats import notes_on_design as note
from benchreport.stats.factors import factorial_design
from benchreport.tables.cells import as_scores
from benchreport.tables.design import design
from benchreport.tables.schema import PREFIXES, RUN_KEYS, normalised
from benchreport.tables.scores import open_scores

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
# "Random" is a baseline, "Random Forest" is none: whole names only.
BASELINE_NAMES = frozenset(
    (
        *("majority", "majority_class", "most_frequent", "dummy", "dummyclassifier", "dummyregressor", "constant"),
        *("constantpredictor", "chance", "random", "random_guess", "prior", "zeror", "zero_r", "baseline", "mean"),
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
    n_missing: int
    paired: bool
    costs: tuple[str, ...]
    shares: tuple[str, ...]
    classes: bool
    baselines: tuple[str, ...]
    layouts: tuple[str, ...]
    factors: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Guideline:
    """A piece of advice: its record, its words, and why it applies to a table, if it does."""

    advice: Advice
    text: str
    why: Callable[[Facts], str | None]

    @property
    def id(self) -> str:
        """The id of the advice."""
        return self.advice.id


def advice(table: Any) -> pl.DataFrame:
    """List the advice that applies to a table of scores, and why.

    Columns ``id`` (one of ``ADVICE``), ``title``, ``text`` and ``why``.

    Examples
    --------
    >>> import benchreport as br
    >>> found = br.advice(br.read_scores(br.example("demsar2006_auc.csv")))
    >>> found.filter(pl.col("id") == "one_run_caveat")["why"].item()
    'one value per algorithm and dataset'
    """
    return applying(facts_of(table))


def applying(facts: Facts) -> pl.DataFrame:
    """List the advice that concerns an experiment of which these facts are known.

    Examples
    --------
    >>> import benchreport as br
    >>> applying(facts_of(br.read_scores(br.example("demsar2006_auc.csv"))))["id"][0]
    'guideline_a_aim'
    """
    rows = [
        (guideline.id, guideline.advice.title, guideline.text, why)
        for guideline in GUIDELINES
        if (why := guideline.why(facts)) is not None
    ]
    return pl.DataFrame(rows, schema=dict.fromkeys(("id", "title", "text", "why"), pl.String), orient="row")


def facts_of(table: Any, *, described: pl.DataFrame | None = None) -> Facts:
    """Gather what the advice depends on; ``described`` is what :func:`design` says of the table, where it is known.

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
        n_missing=_whole(described.get_column("n_missing").sum()) + _whole(described.get_column("n_partial").sum()),
        paired=bool(described.get_column("paired").all()),
        costs=tuple(name for name in lower if COST_WORDS & set(normalised(name).split("_"))),
        shares=tuple(name for name in metrics if _bare(name) in SHARE_NAMES),
        classes=any(_bare(name) in SHARE_NAMES | CLASS_NAMES for name in metrics),
        baselines=tuple(name for name in algorithms if normalised(name) in BASELINE_NAMES),
        layouts=layouts,
        factors=factors,
    )


def _layout(scores: pl.DataFrame) -> tuple[tuple[str, ...], tuple[str, ...]]:
    known = {"algorithm", "dataset", *RUN_KEYS, "metric", "value", "direction", "n_train", "n_test"}
    try:
        found = factorial_design(scores)
    except BenchreportError:  # a table without directions, or with rows that nothing tells apart
        return (), ()
    several = found.get_column("n_factors").max()
    further = tuple(name for name in scores.columns if name not in known) if _whole(several) > 1 else ()
    return tuple(found.get_column("design").unique().sort().to_list()), further


def _bare(metric: str) -> str:
    """Take off first words that change nothing: `test_accuracy` is an accuracy."""
    words = normalised(metric).split("_")
    while len(words) > 1 and words[0] in PREFIXES:
        words = words[1:]
    return "_".join(words)


def _whole(number: Any) -> int:
    return int(number or 0)


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(names[:4]) + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" + ("" if number == 1 else "s")


def _designed(*names: str) -> Callable[[Facts], str | None]:
    def why(facts: Facts) -> str | None:
        found = tuple(name for name in facts.designs if name in names)
        return f"the design is {_listed(found)}" if found else None

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


GUIDELINES: tuple[Guideline, ...] = (
    Guideline(
        advice=note.GUIDELINE_A_AIM,
        text="State the question before the tests: it decides which of them apply.",
        why=_aim,
    ),
    Guideline(
        advice=note.GUIDELINE_B_RESPONSE,
        text="Say why these metrics answer the question, and which way each is better.",
        why=_response,
    ),
    Guideline(
        advice=note.GUIDELINE_C_FACTORS,
        text="List the factors and their levels; put levels on a scale that fits the data.",
        why=_factors,
    ),
    Guideline(
        advice=note.GUIDELINE_D_DESIGN,
        text="Run all combinations unless factors do not interact, with enough replicates, on real data.",
        why=_design,
    ),
    Guideline(
        advice=note.GUIDELINE_E_RUN,
        text="Record versions, seeds and inputs; give rival methods the same diligence as your own.",
        why=_always("what was recorded cannot be seen in a table"),
    ),
    Guideline(
        advice=note.GUIDELINE_F_ANALYSIS,
        text="Look at the distributions before and beside the tests.",
        why=_always("figures and tests answer different questions"),
    ),
    Guideline(
        advice=note.GUIDELINE_G_CONCLUSIONS,
        text="Spend at most 25 % of the resources on a first experiment; no difference shown is not equality; "
        "study the failures before the next version.",
        why=_always("experiments are repeated, not finished"),
    ),
    Guideline(
        advice=note.HOLDOUT,
        text="A single split says nothing of the variation over training data: compare predictions on its instances.",
        why=_designed("holdout"),
    ),
    Guideline(
        advice=note.ONE_RUN_CAVEAT,
        text="One value per cell shows no variation over training data or starting states; if it is an average, its "
        "spread is not in the table.",
        why=lambda facts: "one value per algorithm and dataset" if facts.most_runs == 1 else None,
    ),
    Guideline(
        advice=note.KFOLD_CV,
        text="Folds share most of their training data: a plain t test over them rejects too often.",
        why=_designed("kfold_cv"),
    ),
    Guideline(
        advice=note.REPEATED_CV,
        text="Repeating cross-validation adds runs, not data: use tests corrected for the overlap.",
        why=_designed("repeated_cv"),
    ),
    Guideline(
        advice=note.REPEATED_HOLDOUT,
        text="Random test sets overlap, so results depend on each other: a mean is fine, a plain t test is not.",
        why=_designed("repeated_holdout"),
    ),
    Guideline(
        advice=note.CV52,
        text="Five halvings suit the 5x2 tests; more would add dependence, fewer leave too little data.",
        why=_designed("cv52"),
    ),
    Guideline(
        advice=note.LOO_CV,
        text="Folds of one instance have no variance of their own: compare the instances.",
        why=_designed("loo_cv"),
    ),
    Guideline(
        advice=note.CV_UNBIASEDNESS,
        text="The estimate is of models trained on a part of the data: slightly pessimistic for one trained on all.",
        why=_designed(*CROSS_VALIDATION),
    ),
    Guideline(
        advice=note.STRATIFIED_CV,
        text="Keep the class shares of the whole in every fold, and say so.",
        why=lambda facts: _designed("kfold_cv", "repeated_cv", "cv52")(facts) if facts.classes else None,
    ),
    Guideline(
        advice=note.TRAIN_VAL_TEST,
        text="Report tuned results on data that no choice was made with; otherwise call them optimistic.",
        why=_always("whether anything was tuned cannot be seen in a table"),
    ),
    Guideline(
        advice=note.CV_MODEL_SELECTION,
        text="The cross-validated error of the winner is biased low: use an outer test set or nested cross-validation.",
        why=lambda facts: _candidates(facts) if _designed(*CROSS_VALIDATION)(facts) else None,
    ),
    Guideline(
        advice=note.OVERFITTING_NOTE,
        text="The best of many is partly luck: give the number tried and its price (model_selection_bound).",
        why=_candidates,
    ),
    Guideline(
        advice=note.LEAKAGE_RULES,
        text="Split first; scale, impute and select features on training data only; keep copies on one side.",
        why=_always("leakage cannot be seen in a table of scores"),
    ),
    Guideline(
        advice=note.BALANCING,
        text="Balance training data only: these metrics change with the class shares of the test data.",
        why=lambda facts: f"class shares change {_listed(facts.shares)}" if facts.shares else None,
    ),
    Guideline(
        advice=note.ABSOLUTE_VALUE_CAVEAT,
        text="A score means little without the level of chance and the noise of the labels beside it.",
        why=_without_baseline,
    ),
    Guideline(
        advice=note.METRIC_AGNOSTIC_NOTE,
        text="Compare times and sizes over datasets by order, so that one slow dataset does not decide.",
        why=lambda facts: (
            f"compared over datasets: {_listed(facts.costs)}" if facts.costs and facts.n_datasets > 1 else None
        ),
    ),
    Guideline(
        advice=note.OTHER_CRITERIA,
        text="Where no difference is shown, choose the simpler, cheaper or more understandable algorithm.",
        why=_criteria,
    ),
    Guideline(
        advice=note.RANDOMIZATION,
        text="Run in random order where times are measured: a busy machine slows whatever runs then.",
        why=lambda facts: f"the order of the runs may change {_listed(facts.costs)}" if facts.costs else None,
    ),
    Guideline(
        advice=note.ONE_FACTOR_AT_A_TIME,
        text="Varying one factor at a time hides interactions and may miss the best combination.",
        why=_laid_out("one_factor_at_a_time"),
    ),
    Guideline(
        advice=note.BEST_GUESS,
        text="Trying settings until one is good neither explains nor finds the best.",
        why=_laid_out("best_guess"),
    ),
    Guideline(
        advice=note.NO_FREE_LUNCH,
        text="The conclusions hold for these datasets and data like them, not for unrelated applications.",
        why=lambda facts: f"measured on {_counted(facts.n_datasets, 'dataset')}",
    ),
)
