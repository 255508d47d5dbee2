"""Names of columns, kinds of tables, and directions of metrics."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypedDict, TypeVar
from unicodedata import normalize

from benchreport.errors import ColumnError, DirectionError, OptionError, did_you_mean, one_of, refuse_unknown
from benchreport.options import show_keywords

if TYPE_CHECKING:
    import polars as pl

Function = TypeVar("Function", bound=Callable[..., Any])
TableKind = Literal["scores", "predictions", "counts"]
Direction = Literal["higher", "lower"]

# A table's own name for a column, in order of preference; the first is canonical.
ALIASES: Mapping[str, tuple[str, ...]] = {
    "algorithm": (
        "algorithm", "algorithms", "algo", "model", "method", "classifier", "regressor", "estimator", "learner",
        "system", "framework", "approach", "solver", "strategy", "classifier_name", "model_name", "algorithm_name",
    ),
    "dataset": (
        "dataset", "datasets", "data_set", "data", "task", "problem", "benchmark", "database", "dataset_name",
        "data_name", "task_name", "environment", "env",
    ),
    "repeat": ("repeat", "repetition", "rep", "replication", "replicate"),
    "fold": ("fold", "cv_fold", "fold_id", "split", "resample", "seed", "run", "trial", "bootstrap", "attempt"),
    "metric": ("metric", "measure", "metric_name", "criterion", "indicator", "score_name"),
    "value": ("value", "score", "metric_value", "performance", "result"),
    "direction": ("direction",),
    "n_train": ("n_train", "train_size", "n_training"),
    "n_test": ("n_test", "test_size", "n_testing"),
    "instance": ("instance", "instance_id", "example", "example_id", "sample_id", "item", "question_id", "row_id"),
    "truth": ("truth", "y_true", "target", "label", "actual", "true_label", "gold"),
    "prediction": ("prediction", "y_pred", "predicted", "pred", "predicted_label"),
    "score": ("score", "y_score", "decision_function", "probability", "prob"),
    "weight": ("weight", "sample_weight"),
    "cluster": ("cluster", "group_id"),
    "group": ("group",),
    "actual": ("actual", "truth", "y_true", "true_label", "label"),
    "predicted": ("predicted", "prediction", "y_pred", "pred"),
    "n": ("n", "count", "freq", "frequency"),
}  # fmt: skip

RUN_KEYS = ("repeat", "fold")
# Columns of the spread that a table gives beside a score, by what it is said to be.
SPREADS: Mapping[str, str] = {"sd": "standard deviation", "stderr": "standard error", "spread": "spread"}
COLUMNS_OF: Mapping[TableKind, tuple[str, ...]] = {
    "scores": (
        "algorithm", "dataset", *RUN_KEYS, "metric", "value", *SPREADS, "direction", "n_train", "n_test", "group"
    ),
    "predictions": (
        "algorithm", "dataset", *RUN_KEYS, "instance", "truth", "prediction", "score", "weight", "cluster", "group"
    ),
    "counts": ("algorithm", "dataset", *RUN_KEYS, "actual", "predicted", "n"),
}  # fmt: skip
# Columns that say of an item whether it was answered right, instead of a truth and a prediction.
SCORED = ("correct", "is_correct", "right", "is_right", "passed", "solved", "resolved")
CONFUSION_CELLS = ("tp", "fp", "fn", "tn")

# Columns that count repetitions where they stand beside folds, and what a column of runs is by its own name.
REPETITIONS = ("seed", "run", "trial", "resample", "bootstrap")
DESIGN_OF_NAME: Mapping[str, str] = {"seed": "seeds", "fold": "kfold_cv", "cv_fold": "kfold_cv", "fold_id": "kfold_cv"}
# Of more numbers than these a column "fold" may as well number random splits, as collections of time series do.
MOST_FOLDS = 10
# What undeclared scores are: several values per cell, or one.
UNDECLARED, SINGLE = "runs", "single"
DESIGNS = ("holdout", "kfold_cv", "repeated_cv", "cv52", "loo_cv", "repeated_holdout", "bootstrap_oob", "seeds")

# Columns that `complete` and the reader add; they describe rows and never split them.
HISTORY = ("imputed", "n_dropped", "policy")
BOOKKEEPING = (*HISTORY, *SPREADS, "design", "n_train", "n_test", "direction")


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


HIGHER = _words("""
    accuracy acc bacc balacc balanced_accuracy auc auroc roc_auc auc_roc auprc pr_auc aucpr ap map average_precision
    f1 f1_score f_score f_measure f1_macro f1_micro f1_weighted precision recall sensitivity specificity tpr tnr
    hit_rate mcc matthews kappa cohen_kappa r2 r2_score r_squared explained_variance gmean g_mean jaccard iou dice ndcg
    mrr top1 top5 top_1 top_5 exact_match em bleu sacrebleu chrf rouge rouge_l meteor reward return episode_return
    win_rate success_rate success hypervolume hv silhouette nmi ari v_measure pearson spearman c_index concordance
    psnr ssim pass pass_at_1 hits hit hr recip_rank reciprocal_rank ndcg_cut map_cut bpref rprec nse kge skill_score
    brier_skill_score throughput speedup log_likelihood elbo likelihood
""")
LOWER = _words("""
    error err error_rate misclassification zero_one_loss loss logloss log_loss cross_entropy nll brier brier_score mse
    rmse mae mape smape rmsle msle medae max_error fpr fnr false_positive_rate false_negative_rate ece perplexity ppl
    wer cer per ter eer time duration seconds runtime run_time train_time test_time training_duration latency memory
    cost total_cost regret gap igd gd epsilon hausdorff fid lpips bits_per_character bpc bits_per_byte crps pinball
    quadratic_loss informational_loss neg_log_likelihood negative_log_likelihood carbon energy flops parameters
    n_parameters size_bytes
""")
# First and last words that change nothing, and numbers of items looked at: `val_accuracy`, `latency_ms`, `hits@10`.
PREFIXES = _words("test val valid validation dev train mean avg average macro micro weighted median metric")
SUFFIXES = _words("""
    test val valid validation dev train mean avg average macro micro weighted median score percent percentage pct s ms
    us ns sec secs min minutes h hours mb gb mib gib kwh
""")
CUTOFF = re.compile(r"\d+|p\d\d")
# Precision and recall among the first: other numbers, as in P_95, are percentiles.
AMONG_FIRST = re.compile(r"[pr]_(1|3|5|10|15|20|30|100|200|500|1000)")
NEGATED = "neg_"
# What the values of a column of errors are called by their metric, and the last words of such columns.
ERROR_IN = "error in "
ERROR_WORDS = _words("error errors err loss regret")
# Last words that settle it, unless a word before them says the contrary.
LOWER_WORDS = _words("error loss time duration seconds latency runtime cost regret")
HIGHER_WORDS = _words("accuracy auc auroc f1 recall precision mcc kappa r2 reward")
# Words after which neither way is sure: a negated loss, the spread or the rank of a metric.
UNSETTLING = _words("""
    neg negative negated minus inverse std stdev sd se sem stderr standard var variance iqr range ci rank ranks ranking
    delta diff difference
""")
DIRECTION_WORDS: Mapping[str, Direction] = {
    "higher": "higher", "max": "higher", "maximize": "higher", "maximise": "higher", "up": "higher",
    "lower": "lower", "min": "lower", "minimize": "lower", "minimise": "lower", "down": "lower",
}  # fmt: skip


# What is done about infinite values unless it is declared.
INFINITE: Final = "refuse"
# Declarations that say how the cells of a table are written.
WRITING: Final = ("decimal", "percent", "units", "spread", "fold_names")


class Declared(TypedDict, total=False):
    """What a user may say about a table so that nothing has to be guessed."""

    columns: Mapping[str, str] | None
    directions: Mapping[str, str] | None
    metric: str | None
    metrics: str | Sequence[str] | None
    dataset: str | None
    factors: str | Sequence[str] | None
    design: str | None
    infinite: Literal["refuse", "missing"]
    groups: Mapping[str, str] | None
    decimal: str | None
    percent: bool
    units: bool
    spread: bool
    fold_names: bool


def shows_declarations(function: Function) -> Function:
    """Return a function that takes ``**declared`` with a signature that names what may be declared of a table.

    Examples
    --------
    >>> @shows_declarations
    ... def sketch(frame, **declared): ...
    >>> print(inspect.signature(sketch).parameters["metric"], list(inspect.signature(sketch).parameters)[:3])
    metric: 'str | None' = None ['frame', 'columns', 'directions']
    """
    switches = {name: False for name, kind in Declared.__annotations__.items() if kind.__forward_arg__ == "bool"}
    defaults = dict.fromkeys(Declared.__annotations__) | {"infinite": INFINITE} | switches
    keywords = [
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=defaults[name], annotation=kind.__forward_arg__)
        for name, kind in Declared.__annotations__.items()
    ]
    show_keywords(function, keywords)
    return function


def declared_name(declared: Declared, key: Literal["metric", "dataset"], otherwise: str) -> str:
    """Return the name that is declared for all rows of a table, or another where none is.

    Examples
    --------
    >>> declared_name({"metric": "accuracy"}, "metric", "score"), declared_name({}, "metric", "score")
    ('accuracy', 'score')
    """
    name = declared.get(key)
    return otherwise if name is None else name


def refuse_unknown_keywords(declared: Mapping[str, Any]) -> None:
    """Raise when a table is declared by a word that means nothing."""
    for keyword in declared:
        one_of(keyword, Declared.__annotations__, name="keyword")
    forms = {"columns": "{'own': 'algorithm'}", "directions": "{'gain': 'higher'}", "groups": "{'monks-1': 'monks'}"}
    for keyword, form in forms.items():
        if not isinstance(declared.get(keyword) or {}, Mapping):
            raise OptionError(f"{keyword} is {declared[keyword]!r}", hint=f"a mapping, such as {keyword}={form}")


def normalised(name: str) -> str:
    """Return a name without case, spaces and punctuation.

    Examples
    --------
    >>> normalised("Log-Loss (val)"), normalised("R²")
    ('log_loss_val', 'r2')
    """
    return re.sub(r"[^0-9a-z]+", "_", normalize("NFKC", name).strip().casefold()).strip("_")


def stem_of(metric: str, names: Container[str] = ()) -> str:
    """Return a metric without first and last words that change nothing, unless they belong to one of the names.

    Examples
    --------
    >>> stem_of("Test accuracy"), stem_of("mean_score", {"mean_score"}), stem_of("mAP@0.5"), stem_of("P_10")
    ('accuracy', 'mean_score', 'map', 'precision')
    """
    text = normalised(metric)
    if AMONG_FIRST.fullmatch(text):
        return "precision" if text[0] == "p" else "recall"
    words = text.split("_")
    while len(words) > 1 and "_".join(words) not in names:
        if words[0] in PREFIXES:
            words = words[1:]
        elif words[-1] in SUFFIXES or CUTOFF.fullmatch(words[-1]):
            words = words[:-1]
        else:
            break
    return "_".join(words)


def is_unsettled(metric: str) -> bool:
    """Return whether a name is that of a spread, a rank or a negated metric, so that neither way is sure.

    Examples
    --------
    >>> is_unsettled("accuracy_std"), is_unsettled("accuracy")
    (True, False)
    """
    return bool(UNSETTLING & set(normalised(metric).split("_")))


def known_direction(metric: str) -> Direction | None:
    """Return which way a metric's name is usually read, if its name settles it.

    Examples
    --------
    >>> known_direction("Balanced Accuracy"), known_direction("val_logloss"), known_direction("1 - error")
    ('higher', 'lower', None)
    """
    if metric.startswith(ERROR_IN):
        return "lower"
    stem = stem_of(metric, HIGHER | LOWER)
    if stem in HIGHER:
        return "higher"
    if stem in LOWER:
        return "lower"
    if stem.startswith(NEGATED) and known_direction(stem.removeprefix(NEGATED)) == "lower":
        return "higher"
    words = stem.split("_")
    if words[0] == "1" or is_unsettled(stem):
        return None
    if words[-1] in LOWER_WORDS or (words[0] == "time" and normalised(metric).endswith(("_s", "_ms", "_sec"))):
        return "lower"
    if words[0].startswith("rouge"):
        return "higher"
    return "higher" if words[-1] in HIGHER_WORDS and not LOWER_WORDS & set(words) else None


def without_minus(metric: str) -> str | None:
    """Return the loss that a metric negates so that higher is better; None of other metrics.

    Examples
    --------
    >>> without_minus("neg_log_loss"), without_minus("mean_test_neg_mean_squared_error"), without_minus("neg_gain")
    ('log_loss', 'mean_test_mean_squared_error', None)
    """
    negated = stem_of(metric, HIGHER | LOWER).startswith(NEGATED) and known_direction(metric) == "higher"
    return re.sub(r"(?i)neg[^a-z0-9]+", "", metric, count=1) if negated else None


def name_in(metrics: Container[str], metric: str) -> str:
    """Return the name that a metric of the user's table bears among others: its own, or that of its errors.

    Examples
    --------
    >>> name_in(["error in auc"], "auc"), name_in(["log_loss"], "neg_log_loss"), name_in(["auc"], "auc")
    ('error in auc', 'log_loss', 'auc')
    """
    names = (metric, f"{ERROR_IN}{metric}", without_minus(metric))
    return next((name for name in names if name is not None and name in metrics), metric)


def holds_errors(column: str) -> bool:
    """Return whether a column of values is named like errors, whatever metric they are errors in.

    Examples
    --------
    >>> holds_errors("metric_error"), holds_errors("Regret"), holds_errors("std_err"), holds_errors("accuracy")
    (True, True, False, False)
    """
    words = normalised(column).split("_")
    return words[-1] in ERROR_WORDS and words[0] != "1" and not is_unsettled(column)


def direction_word(metric: str, word: str) -> Direction:
    """Read a declared direction; ``max`` and ``min`` are understood.

    Examples
    --------
    >>> direction_word("gain", "max")
    'higher'
    """
    if normalised(word) not in DIRECTION_WORDS:
        raise DirectionError(f"direction {word!r} of metric {metric!r} is not known", hint="say 'higher' or 'lower'")
    return DIRECTION_WORDS[normalised(word)]


def unknown_direction(metrics: Iterable[str], others: Iterable[str] = ()) -> DirectionError:
    """Return the error for metrics whose direction nobody declared."""
    names, others = sorted(metrics), sorted(others)
    keep = f"; or leave it out: metrics={others!r} (--metrics {','.join(others)})" if others else ""
    listed = ", ".join(map(repr, names[:5])) + (" …" if len(names) > 5 else "")
    return DirectionError(
        f"is higher or lower better? Not known for metric {listed}",
        hint=f"directions={{{names[0]!r}: 'higher'}} or 'lower' (--direction {names[0]}=higher){keep}",
    )


def canonical_names(
    columns: Sequence[str], kind: TableKind, declared: Mapping[str, str] | None = None
) -> dict[str, str]:
    """Return the canonical names of a table's own columns; declared names win, then exact ones, then aliases.

    Examples
    --------
    >>> canonical_names(["Model", "task", "accuracy"], "scores")
    {'Model': 'algorithm', 'task': 'dataset'}
    """
    canonical_columns = COLUMNS_OF[kind]
    names: dict[str, str] = {}
    for own, canonical in (declared or {}).items():
        if own not in columns:
            raise ColumnError(f"no column {own!r} to be read as {canonical!r}", hint=did_you_mean(own, columns))
        refuse_unknown([canonical], canonical_columns, f"{{!r}} is not a column of {kind}")
        twin = next((other for other, name in names.items() if name == canonical), None)
        if twin is not None:
            raise ColumnError(
                f"columns {twin!r} and {own!r} are both declared as {canonical!r}", hint="declare one of them"
            )
        names[own] = canonical
    for canonical in canonical_columns:
        if canonical in names.values() or canonical in SPREADS:  # whose these are, names of metrics say
            continue
        own_name = _find(canonical, [column for column in columns if column not in names])
        if own_name is not None:
            names[own_name] = canonical
    # A seed or run beside folds counts repetitions.
    if "fold" in names.values() and "repeat" not in names.values():
        rest = [column for column in columns if column not in names and normalised(column) in REPETITIONS]
        if len(rest) == 1:
            names[rest[0]] = "repeat"
    return names


def renamed(table: pl.DataFrame, names: Mapping[str, str]) -> pl.DataFrame:
    """Return columns their canonical names; a column whose name was declared to be another one gives way."""
    return table.drop(displaced(table.columns, names)).rename(dict(names))


def displaced(columns: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """Return the columns whose own name another one takes.

    Examples
    --------
    >>> displaced(["algorithm", "variant"], {"variant": "algorithm"})
    ['algorithm']
    """
    return [name for name in names.values() if name in columns and name not in names]


def _find(canonical: str, columns: Sequence[str]) -> str | None:
    if canonical in columns:
        return canonical
    matches = [column for column in columns if normalised(column) in ALIASES[canonical]]
    matches.sort(key=lambda column: ALIASES[canonical].index(normalised(column)))
    settled = len(matches) == 1 or canonical in RUN_KEYS or (matches and normalised(matches[0]) == canonical)
    if matches and not settled:
        raise ColumnError(
            f"columns {' and '.join(map(repr, matches))} could both be the {canonical!r}",
            hint=f"say which: columns={{{matches[0]!r}: {canonical!r}}} (--column {matches[0]}={canonical})",
        )
    return matches[0] if matches else None


def table_kind(table: Any, declared: Mapping[str, str] | None = None, *, beside_metrics: bool = False) -> TableKind:
    """Return whether a table, or a list of columns, is one of scores, predictions or counts.

    A canonical table is known by its types, any other by the names of its columns, some of which may be ``declared``.
    With ``beside_metrics`` the columns tp, fp, fn and tn make counts even where others are named like metrics.

    Examples
    --------
    >>> table_kind(["model", "item", "y_true", "y_pred"]), table_kind(["model", "task", "accuracy"])
    ('predictions', 'scores')
    """
    import polars as pl

    if isinstance(table, pl.DataFrame | pl.LazyFrame):
        schema = table.collect_schema()
        kind = None if declared else canonical_kind(schema)
        if kind is not None:
            return kind
        table = schema.names()
    if not isinstance(table, list | tuple):
        table = getattr(table, "column_names", None) or getattr(table, "columns", ())
    own = [(declared or {}).get(name, name) for name in map(str, table)]
    names, chances = {normalised(name) for name in own}, probability_columns(own)

    def holds(*canonical: str) -> bool:
        return all(names & set(ALIASES[name]) for name in canonical)

    cells = set(CONFUSION_CELLS) <= names
    if cells and beside_metrics:
        return "counts"
    if "value" not in names:
        if holds("actual", "predicted", "n") and not holds("instance"):
            return "counts"
        if holds("truth") and (holds("prediction") or chances or holds("instance", "score")):
            return "predictions"
        # Scored items say of each whether it was answered right. Rows of instances are predictions even where the truth
        # is misspelt or lacking, which is then said.
        items = not holds("truth") and names & set(SCORED)
        if holds("instance") and (items or holds("prediction") or len(chances) > 1):
            return "predictions"
    return "counts" if cells and not any(map(known_direction, names)) else "scores"


def canonical_kind(schema: pl.Schema) -> TableKind | None:
    """Return which kind of table has these names and types, as the doors give them; None before a door."""
    import polars as pl

    if not _has(schema, {"algorithm": pl.Categorical, "dataset": pl.Categorical}):
        return None
    if _has(schema, {"metric": pl.Categorical, "value": pl.Float64, "direction": pl.Categorical}):
        return "scores"
    runs = all(isinstance(schema[name], pl.Int64 | pl.Categorical) for name in RUN_KEYS if name in schema)
    answers = {schema[name] for name in ("truth", "prediction") if name in schema}
    same = len(answers) == 1 and all(isinstance(kind, pl.Int64 | pl.Float64 | pl.Categorical) for kind in answers)
    if runs and same and "instance" in schema and "truth" in schema:
        return "predictions"
    return "counts" if _has(schema, {"actual": pl.Categorical, "predicted": pl.Categorical, "n": pl.Int64}) else None


def _has(schema: pl.Schema, kinds: Mapping[str, type[pl.DataType]]) -> bool:
    return all(isinstance(schema.get(name), kind) for name, kind in kinds.items())


def probability_columns(columns: Sequence[str]) -> list[str]:
    """Return the columns that hold the probability of a class."""
    return [name for name in columns if name.startswith("prob_")]
