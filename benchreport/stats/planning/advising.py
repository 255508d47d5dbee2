"""Advice on designs of experiments, and why it applies to a table of scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import polars as pl

from benchreport.errors import BenchreportError
from benchreport.method import Advice
from benchreport.stats.planning.factors import factorial_design
from benchreport.tables.designs.design import design
from benchreport.tables.schema import PREFIXES, RUN_KEYS, normalised
from benchreport.tables.scores import as_scores, open_scores

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
        (advised.id, advised.title, advised.text, why)
        for advised, reason in GUIDELINES.items()
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
    canonical = {"algorithm", "dataset", *RUN_KEYS, "metric", "value", "direction", "n_train", "n_test"}
    try:
        layouts = factorial_design(scores)
    except BenchreportError:  # a table without directions, or with rows that nothing tells apart
        return (), ()
    several = layouts.get_column("n_factors").max()
    further = tuple(name for name in scores.columns if name not in canonical) if _whole(several) > 1 else ()
    return tuple(layouts.get_column("design").unique().sort().to_list()), further


def _bare(metric: str) -> str:
    """Return a metric without first words that change nothing: `test_accuracy` is an accuracy."""
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


_advice = partial(Advice, assumes=("none, it is advice",), cites=("alpaydin2010",))

# How the results came about.
HOLDOUT = _advice(
    id="holdout",
    title="One random split",
    question="What does a single split into training and test data tell?",
    fact="one value per algorithm; about a third of the data is for testing",
    text="A single split says nothing of the variation over training data: compare predictions on its instances.",
    cites=("alpaydin2010", "kohavi1995"),
)
TRAIN_VAL_TEST = _advice(
    id="train_val_test",
    title="Training, validation and test data",
    question="Was the result reported on data that no choice was made with?",
    fact="tune on validation data, report on test data, refit on all",
    text="Report tuned results on data that no choice was made with; otherwise call them optimistic.",
    cites=("alpaydin2010", "hastie2009"),
)
REPEATED_HOLDOUT = _advice(
    id="repeated_holdout",
    title="Repeated random splits",
    question="What does it mean that random test sets overlap?",
    fact="the mean is unbiased for that training size, its runs are dependent",
    text="Random test sets overlap, so results depend on each other: a mean is fine, a plain t test is not.",
    cites=("nadeau2003", "dietterich1998"),
)
KFOLD_CV = _advice(
    id="kfold_cv",
    title="K-fold cross-validation",
    question="What do the folds of one cross-validation share?",
    fact="any two training sets have K - 2 of K parts in common",
    text="Folds share most of their training data: a plain t test over them rejects too often.",
    cites=("alpaydin2010", "kohavi1995"),
)
CV_UNBIASEDNESS = _advice(
    id="cv_unbiasedness",
    title="What cross-validation estimates",
    question="Of which model is the cross-validated error the error?",
    fact="E[CV risk on l instances] = E[risk of a model trained on l - l / K instances]",
    text="The estimate is of models trained on a part of the data: slightly pessimistic for one trained on all.",
    cites=("kohavi1995", "hastie2009"),
)
STRATIFIED_CV = _advice(
    id="stratified_cv",
    title="Stratified cross-validation",
    question="Has every fold the class shares of the whole?",
    fact="a class of 20 % is about 20 % of every fold",
    text="Keep the class shares of the whole in every fold, and say so.",
    cites=("kohavi1995",),
)
REPEATED_CV = _advice(
    id="repeated_cv",
    title="Repeated cross-validation",
    question="Are the runs of repeated cross-validation independent?",
    fact="R runs of K folds on the same data: the average steadies, the data stay the same",
    text="Repeating cross-validation adds runs, not data: use tests corrected for the overlap.",
    cites=("nadeau2003", "kohavi1995"),
)
LOO_CV = _advice(
    id="loo_cv",
    title="Leave one out",
    question="What can be tested when every fold is one instance?",
    fact="K = N; with two equal classes the majority rule has 100 % error",
    text="Folds of one instance have no variance of their own: compare the instances.",
    cites=("kohavi1995",),
)
CV52 = _advice(
    id="cv52",
    title="Five times two-fold cross-validation",
    question="Why five halvings, and not more?",
    fact="10 values; more halvings add dependence, fewer leave too little data",
    text="Five halvings suit the 5x2 tests; more would add dependence, fewer leave too little data.",
    cites=("dietterich1998", "alpaydin1999"),
)
BALANCING = _advice(
    id="balancing",
    title="Balanced classes",
    question="Were classes balanced in the training data only?",
    fact="precision = tpr pi / (tpr pi + fpr (1 - pi)) depends on the share pi of the positive class",
    text="Balance training data only: these metrics change with the class shares of the test data.",
    cites=("hastie2009",),
)
CV_MODEL_SELECTION = _advice(
    id="cv_model_selection",
    title="Choosing by cross-validation",
    question="Is the cross-validated error of the chosen model the error to report?",
    fact="the smallest of many estimates is biased low: an outer test set, or nested cross-validation",
    text="The cross-validated error of the winner is biased low: use an outer test set or nested cross-validation.",
    cites=("cawley2010",),
)
# How the experiment was laid out.
BEST_GUESS = _advice(
    id="best_guess",
    title="Best guess",
    question="Were settings tried until one was good?",
    fact="fewer combinations than the main effects need",
    text="Trying settings until one is good neither explains nor finds the best.",
    cites=("alpaydin2010", "montgomery2005"),
)
ONE_FACTOR_AT_A_TIME = _advice(
    id="one_factor_at_a_time",
    title="One factor at a time",
    question="Was one factor varied while all others stayed at a baseline?",
    fact="about L F runs: 10 for two factors of five levels, where a grid has 25",
    text="Varying one factor at a time hides interactions and may miss the best combination.",
    cites=("alpaydin2010", "montgomery2005"),
)
RANDOMIZATION = _advice(
    id="randomization",
    title="Random order of the runs",
    question="Could the order of the runs have influenced the results?",
    fact="of little weight for software, save for timings",
    text="Run in random order where times are measured: a busy machine slows whatever runs then.",
    cites=("alpaydin2010", "montgomery2005"),
)
ONE_RUN_CAVEAT = _advice(
    id="one_run_caveat",
    title="One value per cell",
    question="Can one value per algorithm and dataset show how much results vary?",
    fact="no: neither over training data nor over starting states",
    text=(
        "One value per cell shows no variation over training data or starting states; if it is an average, "
        "its spread is not in the table."
    ),
)
NO_FREE_LUNCH = _advice(
    id="no_free_lunch",
    title="No free lunch",
    question="For which data do the conclusions hold?",
    fact="for these datasets and data like them; over all possible data all algorithms are alike",
    text="The conclusions hold for these datasets and data like them, not for unrelated applications.",
    cites=("wolpert1996", "alpaydin2010"),
)
OTHER_CRITERIA = _advice(
    id="other_criteria",
    title="Other criteria",
    question="What else than error decides between two algorithms?",
    fact="risk, time and memory to train and to predict, interpretability, ease of programming",
    text="Where no difference is shown, choose the simpler, cheaper or more understandable algorithm.",
)
ABSOLUTE_VALUE_CAVEAT = _advice(
    id="absolute_value_caveat",
    title="Absolute values",
    question="How good is a score, without the level of chance beside it?",
    fact="compare with a majority, prior or chance baseline, and with the noise of the labels",
    text="A score means little without the level of chance and the noise of the labels beside it.",
    cites=("alpaydin2010", "hastie2009"),
)
OVERFITTING_NOTE = _advice(
    id="overfitting_note",
    title="Overfitting by choice",
    question="How many candidates were compared on the same data?",
    fact="the best of many on small data overfits the validation data too; see model_selection_bound",
    text="The best of many is partly luck: give the number tried and its price (model_selection_bound).",
    cites=("cawley2010", "hastie2009"),
)
LEAKAGE_RULES = _advice(
    id="leakage_rules",
    title="Leakage",
    question="Did anything of the test data reach the training?",
    fact="split first; scale, impute and select features on training data only; no instance on both sides",
    text="Split first; scale, impute and select features on training data only; keep copies on one side.",
    cites=("kaufman2012",),
)
METRIC_AGNOSTIC_NOTE = _advice(
    id="metric_agnostic_note",
    title="Metrics other than error",
    question="May times and sizes be compared over datasets?",
    fact="yes, by order: sign and Friedman tests do not change under monotone transforms, Wilcoxon's may",
    text="Compare times and sizes over datasets by order, so that one slow dataset does not decide.",
    cites=("alpaydin2010", "demsar2006"),
)
GENE_FILTER_T = _advice(
    id="gene_filter_t",
    title="A t statistic as a filter of features",
    question="May features be picked by their t statistic?",
    fact="an unpaired t per feature, on training data only; not computed here",
    cites=("kaufman2012", "alpaydin2010"),
)
# The course of an experiment, step by step.
GUIDELINE_A_AIM = _advice(
    id="guideline_a_aim",
    title="Aim of the study",
    question="What question is to be answered?",
    fact="one algorithm against a level; two or several on one dataset; several over several datasets",
    text="State the question before the tests: it decides which of them apply.",
)
GUIDELINE_B_RESPONSE = _advice(
    id="guideline_b_response",
    title="Choice of the response",
    question="Which measure answers the question?",
    fact="error, squared error, risk, precision and recall, or a cost-sensitive measure",
    text="Say why these metrics answer the question, and which way each is better.",
)
GUIDELINE_C_FACTORS = _advice(
    id="guideline_c_factors",
    title="Choice of factors and levels",
    question="Which factors are varied, and over which levels?",
    fact="levels on a scale that fits the data; experience is no reason to leave a factor out",
    text="List the factors and their levels; put levels on a scale that fits the data.",
)
GUIDELINE_D_DESIGN = _advice(
    id="guideline_d_design",
    title="Choice of the design",
    question="Are all combinations run, and often enough?",
    fact="a full grid unless factors do not interact; enough replicates; real data rather than toys",
    text="Run all combinations unless factors do not interact, with enough replicates, on real data.",
    cites=("alpaydin2010", "montgomery2005"),
)
GUIDELINE_E_RUN = _advice(
    id="guideline_e_run",
    title="Running the experiment",
    question="Could someone else run it again?",
    fact="trial runs; save seeds and intermediate results; equal diligence for rival methods; tested libraries",
    text="Record versions, seeds and inputs; give rival methods the same diligence as your own.",
)
GUIDELINE_F_ANALYSIS = _advice(
    id="guideline_f_analysis",
    title="Analysis of the data",
    question="Were results looked at before they were tested?",
    fact="tests of hypotheses, and pictures of the distributions beside them",
    text="Look at the distributions before and beside the tests.",
)
GUIDELINE_G_CONCLUSIONS = _advice(
    id="guideline_g_conclusions",
    title="Conclusions and the next step",
    question="What follows, and what is to be run next?",
    fact="spend at most 25 % of the resources on the first experiment; a test never proves a claim true",
    text=(
        "Spend at most 25 % of the resources on a first experiment; no difference shown is not equality; "
        "study the failures before the next version."
    ),
)

# Why each advice applies to an experiment, if it does.
GUIDELINES: Mapping[Advice, Callable[[Facts], str | None]] = {
    GUIDELINE_A_AIM: _aim,
    GUIDELINE_B_RESPONSE: _response,
    GUIDELINE_C_FACTORS: _factors,
    GUIDELINE_D_DESIGN: _design,
    GUIDELINE_E_RUN: _always("what was recorded cannot be seen in a table"),
    GUIDELINE_F_ANALYSIS: _always("figures and tests answer different questions"),
    GUIDELINE_G_CONCLUSIONS: _always("experiments are repeated, not finished"),
    HOLDOUT: _designed("holdout"),
    ONE_RUN_CAVEAT: lambda facts: "one value per algorithm and dataset" if facts.most_runs == 1 else None,
    KFOLD_CV: _designed("kfold_cv"),
    REPEATED_CV: _designed("repeated_cv"),
    REPEATED_HOLDOUT: _designed("repeated_holdout"),
    CV52: _designed("cv52"),
    LOO_CV: _designed("loo_cv"),
    CV_UNBIASEDNESS: _designed(*CROSS_VALIDATION),
    STRATIFIED_CV: lambda facts: _designed("kfold_cv", "repeated_cv", "cv52")(facts) if facts.classes else None,
    TRAIN_VAL_TEST: _always("whether anything was tuned cannot be seen in a table"),
    CV_MODEL_SELECTION: lambda facts: _candidates(facts) if _designed(*CROSS_VALIDATION)(facts) else None,
    OVERFITTING_NOTE: _candidates,
    LEAKAGE_RULES: _always("leakage cannot be seen in a table of scores"),
    BALANCING: lambda facts: f"class shares change {_listed(facts.shares)}" if facts.shares else None,
    ABSOLUTE_VALUE_CAVEAT: _without_baseline,
    METRIC_AGNOSTIC_NOTE: lambda facts: (
        f"compared over datasets: {_listed(facts.costs)}" if facts.costs and facts.n_datasets > 1 else None
    ),
    OTHER_CRITERIA: _criteria,
    RANDOMIZATION: lambda facts: f"the order of the runs may change {_listed(facts.costs)}" if facts.costs else None,
    ONE_FACTOR_AT_A_TIME: _laid_out("one_factor_at_a_time"),
    BEST_GUESS: _laid_out("best_guess"),
    NO_FREE_LUNCH: lambda facts: f"measured on {_counted(facts.n_datasets, 'dataset')}",
}
