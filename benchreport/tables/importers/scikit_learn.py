"""Scores of scikit-learn's cross-validation and searches."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple, Unpack

import numpy as np
import polars as pl

from benchreport.errors import ColumnError, DirectionError, OptionError
from benchreport.tables.groups import listed
from benchreport.tables.importers import FileForm, Importer, TableForm
from benchreport.tables.importers.foreign import with_design_warnings, written_by
from benchreport.tables.reading.read import name_of
from benchreport.tables.schema import Declared, declared_name, known_direction
from benchreport.tables.scores import UNNAMED_METRIC, scores

TIMES = ("fit_time", "score_time")
TEST = "test_"
SPLIT = re.compile(r"^split(\d+)_test_(.+)$")
FIRST_SPLIT = re.compile(r"^split0_test_")
PARAMETER = "param_"
MAPPED = 'hand in {"kNN": cross_validate(...)}, {"kNN": {"iris": cross_validate(...)}} or {("kNN", "iris"): ...}'
SEARCHED = (
    'hand in the fitted search or its cv_results_, {"kNN": search}, {"kNN": {"iris": search}} or {("kNN", "iris"): ...}'
)
NEGATED = "neg_"


@written_by("scikit-learn", MAPPED)
def from_cross_validate(
    results: Mapping[Any, Any], *, repeats: int | None = None, times: bool = False, **declared: Unpack[Declared]
) -> pl.DataFrame:
    """Read what ``sklearn.model_selection.cross_validate`` gives back, as scores.

    Parameters
    ----------
    results
        ``{algorithm: result}`` for one dataset, ``{algorithm: {dataset: result}}`` or
        ``{(algorithm, dataset): result}``. Results made with ``return_indices=True`` tell the design and the sizes of
        the parts, and are refused when the algorithms were not tested on the same splits.
    repeats
        Of repeated cross-validation, when the results hold no indices; it declares the design.
    times
        Read ``fit_time`` and ``score_time`` as metrics too; ``metrics`` may name them as well.
    **declared
        ``dataset``, ``metric`` (the name of ``test_score``), ``metrics``, ``directions`` and ``design``, as in
        :func:`scores`.

    Returns
    -------
    polars.DataFrame
        Scores per fold, counted from 0. Negated losses get their own name and sign back: ``test_neg_log_loss`` becomes
        ``log_loss``, lower is better. Training scores are left out.

    Warns
    -----
    BenchreportWarning
        Where neither indices nor ``repeats`` nor ``design`` tell how the splits were made.

    Examples
    --------
    >>> import benchreport as br
    >>> kept = {"test_accuracy": [0.9, 1.0], "test_neg_log_loss": [-0.3, -0.1]}
    >>> scores = br.from_cross_validate({"kNN": kept}, dataset="iris", design="kfold_cv")
    >>> scores.select("fold", "metric", "value", "direction").rows()[1:3]
    [(1, 'accuracy', 1.0, 'higher'), (0, 'log_loss', 0.3, 'lower')]
    """
    results_by_name = leaves(results, _cross_validated, MAPPED)
    if any(leaf.algorithm is None for leaf in results_by_name):
        raise ColumnError("a result of cross_validate does not name its algorithm", hint=MAPPED)
    _refuse_other_splits(results_by_name)
    metric = declared_name(declared, "metric", UNNAMED_METRIC)
    extra = TIMES if times else tuple(name for name in TIMES if name in listed(declared.get("metrics")))
    dataset = declared_name(declared, "dataset", "data")
    parts = [_folds_of(leaf, repeats, metric, dataset, extra) for leaf in results_by_name]
    long, rest = _settled(pl.concat(parts, how="diagonal"), declared)
    return with_design_warnings(scores(long, **rest))


@written_by("scikit-learn", SEARCHED)
def from_search(results: Any, *, repeats: int | None = None, **declared: Unpack[Declared]) -> pl.DataFrame:
    """Read the ``cv_results_`` of a scikit-learn search, as scores; every candidate is an algorithm.

    The score of the winner is the best of many and hence too good: compare tuned algorithms on data that the search
    did not see.

    Parameters
    ----------
    results
        A fitted search, its ``cv_results_`` as it is or as a frame, ``{algorithm: search}``,
        ``{algorithm: {dataset: search}}`` or ``{(algorithm, dataset): search}``.
    repeats
        Of repeated cross-validation, whose splits are told apart by their number only; it declares the design.
    **declared
        As in :func:`from_cross_validate`.

    Returns
    -------
    polars.DataFrame
        Scores per candidate and split. Candidates are named by their parameters, which are kept in columns
        ``param_...`` too.

    Examples
    --------
    >>> import benchreport as br
    >>> found = {"params": [{"k": 1}, {"k": 3}], "split0_test_score": [0.8, 0.9], "split1_test_score": [0.7, 0.9]}
    >>> br.from_search(found, metric="accuracy", design="kfold_cv").select("algorithm", "fold", "value").row(1)
    ('k=3', 0, 0.9)
    """
    long, rest = stacked_candidates(results, declared, repeats)
    return with_design_warnings(scores(long, **rest))


def stacked_candidates(results: Any, declared: Declared, repeats: int | None = None) -> tuple[pl.DataFrame, Declared]:
    """Return the candidates of searches as a long table, and what is left to declare of it."""
    searches = leaves(results, _searched, SEARCHED)
    metric = declared_name(declared, "metric", UNNAMED_METRIC)
    parts = [_candidates_of(leaf, repeats, metric, declared_name(declared, "dataset", "data")) for leaf in searches]
    return _settled(pl.concat(parts, how="diagonal"), declared)


def _settled(long: pl.DataFrame, declared: Declared) -> tuple[pl.DataFrame, Declared]:
    turned = turned_back(long, declared.get("directions") or {})
    empty = [name for name in ("repeat", "n_train", "n_test") if turned.get_column(name).null_count() == turned.height]
    if declared.get("design") or turned.get_column("design").null_count() == turned.height:
        empty.append("design")
    # Beside a dataset with repeats, one without has a single one.
    rest: Declared = {**declared}
    if rest.get("metric") in long.get_column("metric"):
        rest.pop("metric", None)
    # Splits that are only numbered may be resamples as well as folds.
    number = {"fold": "run"} if "design" in empty else {}
    return turned.with_columns(pl.col("repeat").fill_null(0)).drop(empty).rename(number), rest


def _cross_validated(thing: Any) -> Mapping[str, Any] | None:
    if not isinstance(thing, Mapping):
        return None
    tested = [value for key, value in thing.items() if str(key).startswith(TEST)]
    return thing if tested and not any(isinstance(value, Mapping) for value in tested) else None


def _is_cross_validated(record: Any) -> bool:
    """Return whether an object maps names to results of cross_validate, as ``json.dump`` writes them."""
    try:
        results = leaves(record, _cross_validated, MAPPED) if isinstance(record, Mapping) else []
    except ColumnError:
        return False
    return bool(results) and all(leaf.algorithm is not None and set(leaf.result) & set(TIMES) for leaf in results)


def _folds_of_file(record: Any, path: Path) -> tuple[pl.DataFrame, list[str]]:
    results = leaves(record, _cross_validated, MAPPED)
    parts = [_folds_of(leaf, None, UNNAMED_METRIC, name_of(path)) for leaf in results]
    return _settled(pl.concat(parts, how="diagonal"), {})[0], []


def _folds_of(leaf: Leaf, repeats: int | None, metric: str, dataset: str, extra: Sequence[str] = ()) -> pl.DataFrame:
    measured = {key.removeprefix(TEST): values for key, values in leaf.result.items() if key.startswith(TEST)}
    measured = {metric if name == "score" else name: values for name, values in measured.items()}
    measured |= {name: leaf.result[name] for name in extra if name in leaf.result}
    lengths = {len(values) for values in measured.values()}
    if len(lengths) != 1:
        raise ColumnError(f"the scores of {leaf.algorithm!r} differ in length", hint="hand in results as they came")
    runs = _runs(lengths.pop(), repeats, leaf.result.get("indices"))
    return pl.concat(
        runs.with_columns(
            algorithm=pl.lit(leaf.algorithm),
            dataset=pl.lit(leaf.dataset or dataset),
            metric=pl.lit(name),
            value=pl.Series(np.asarray(values, dtype=float)).fill_nan(None),
        )
        for name, values in measured.items()
    )


def _runs(n: int, repeats: int | None, indices: Mapping[str, Sequence[Any]] | None = None) -> pl.DataFrame:
    """Return repeat and fold of every split, with sizes and design where the indices are known."""
    if indices is None:
        repeat, design = _declared_repeats(n, repeats)
        sizes: dict[str, list[int] | None] = {"n_train": None, "n_test": None}
    else:
        repeat, design = _design_of(indices)
        sizes = {f"n_{part}": [len(rows) for rows in indices[part]] for part in ("train", "test")}
    several = repeat is not None and repeat[-1] > 0
    starts = [0] if repeat is None else [0, *(split + 1 for split, (a, b) in enumerate(pairwise(repeat)) if a != b)]
    fold = [split - max(start for start in starts if start <= split) for split in range(n)]
    labels = {"repeat": repeat if several else None, "fold": fold, **sizes}
    columns: dict[str, Any] = {name: values or [None] * n for name, values in labels.items()}
    kinds = dict.fromkeys(columns, pl.Int64)
    return pl.DataFrame(columns, schema=kinds).with_columns(design=pl.lit(design, dtype=pl.Categorical))


def _declared_repeats(n: int, repeats: int | None) -> tuple[list[int] | None, str | None]:
    """Return the repeat of every split and the design that a number of repeats declares."""
    if repeats is None:
        return None, None
    if isinstance(repeats, bool) or not isinstance(repeats, int) or repeats < 1 or n % repeats:
        raise OptionError(f"repeats is {repeats!r}, but there are {n} splits", hint="it must divide them evenly")
    several = "cv52" if (repeats, n) == (5, 10) else "repeated_cv"
    return [split // (n // repeats) for split in range(n)], several if repeats > 1 else "kfold_cv"


def _design_of(indices: Mapping[str, Sequence[Any]]) -> tuple[list[int] | None, str]:
    """Return the repeat of every split and the design, from the rows of each test part."""
    tests = [frozenset(np.asarray(rows).tolist()) for rows in indices["test"]]
    if len(tests) == 1:
        return None, "holdout"
    everything = frozenset().union(*tests)
    repeat, tested = [0], tests[0]
    whole = True
    for test in tests[1:]:
        again = bool(tested & test)
        whole = whole and (not again or tested == everything)
        repeat.append(repeat[-1] + again)
        tested = test if again else tested | test
    sizes = [len(train) + len(test) for train, test in zip(indices["train"], tests, strict=True)]
    if not whole or tested != everything or set(sizes) != {len(everything)}:
        return None, "repeated_holdout"
    if repeat[-1] == 0:
        return repeat, "loo_cv" if max(map(len, tests)) == 1 else "kfold_cv"
    return repeat, "cv52" if (repeat[-1], len(tests)) == (4, 10) else "repeated_cv"


def _refuse_other_splits(results: Sequence[Leaf]) -> None:
    """Raise when two algorithms on one dataset were not tested on the same rows."""
    first: dict[str | None, tuple[str | None, list[list[int]]]] = {}
    for leaf in results:
        if "indices" not in leaf.result:
            continue
        tests = [sorted(np.asarray(rows).tolist()) for rows in leaf.result["indices"]["test"]]
        algorithm, same = first.setdefault(leaf.dataset, (leaf.algorithm, tests))
        if tests != same:
            split = next(
                (i for i, (a, b) in enumerate(zip(tests, same, strict=False)) if a != b), min(map(len, (tests, same)))
            )
            raise ColumnError(
                f"{algorithm!r} and {leaf.algorithm!r} were not tested on the same rows, from split {split} on",
                hint="give every algorithm the same splits: cv=KFold(10, shuffle=True, random_state=0)",
            )


def _searched(thing: Any) -> Mapping[str, Any] | None:
    if hasattr(thing, "fit") and not hasattr(thing, "cv_results_"):
        raise ColumnError(f"the {type(thing).__name__} is not fitted", hint="call its fit(X, y) first")
    thing = columns = getattr(thing, "cv_results_", thing)
    if isinstance(thing, pl.DataFrame):
        columns = thing.to_dict(as_series=False)
    elif hasattr(thing, "to_dict") and hasattr(thing, "columns"):
        columns = thing.to_dict("list")
    if not isinstance(columns, Mapping):
        return None
    return columns if any(SPLIT.match(str(key)) for key in columns) else None


def _candidates_of(leaf: Leaf, repeats: int | None, metric: str, dataset: str) -> pl.DataFrame:
    cells = [(match, leaf.result[key]) for key in leaf.result if (match := SPLIT.match(str(key)))]
    settings = _settings(leaf.result, len(cells[0][1]))
    names = [", ".join(f"{name}={_word(value)}" for name, value in setting.items()) for setting in settings]
    if leaf.algorithm is not None:
        names = [f"{leaf.algorithm} ({name})" if name else leaf.algorithm for name in names]
    parameters = dict.fromkeys(name for setting in settings for name in setting)
    settings_columns = {
        f"{PARAMETER}{name}": [_word(setting[name]) if name in setting else None for setting in settings]
        for name in parameters
    }
    candidates = pl.DataFrame(
        {"algorithm": names, "dataset": [leaf.dataset or dataset] * len(names), **settings_columns},
        schema_overrides=dict.fromkeys(settings_columns, pl.String),
    )
    runs = _runs(1 + max(int(match[1]) for match, _ in cells), repeats)
    return pl.concat(
        candidates.with_columns(
            metric=pl.lit(metric if match[2] == "score" else match[2]),
            value=pl.Series(np.ma.filled(np.ma.asarray(values, dtype=float), np.nan)).fill_nan(None),
            **{name: pl.lit(runs.get_column(name)[int(match[1])], dtype=kind) for name, kind in runs.schema.items()},
        )
        for match, values in cells
    )


def _settings(result: Mapping[str, Any], n: int) -> list[dict[str, Any]]:
    """Return the parameters of every candidate, from ``params`` or else from the columns of single parameters."""
    params = list(result.get("params", ()))
    if len(params) == n and all(isinstance(setting, Mapping) for setting in params):
        return [dict(setting) for setting in params]
    columns = {key.removeprefix(PARAMETER): list(result[key]) for key in result if str(key).startswith(PARAMETER)}
    if not columns:
        raise ColumnError(
            "the candidates of the search are not named", hint="a column 'params' or param_... names them"
        )
    return [{name: values[i] for name, values in columns.items() if _is_given(values[i])} for i in range(n)]


def _is_given(value: Any) -> bool:
    return value is not None and value is not np.ma.masked and value == value


def _word(value: Any) -> str:
    return " ".join(str(value).split())


def _is_search(columns: Sequence[str]) -> bool:
    named = "params" in columns or any(name.startswith(PARAMETER) for name in columns)
    return named and any(map(FIRST_SPLIT.match, columns))


class Leaf(NamedTuple):
    """One tool's result, and the names it was found under."""

    algorithm: str | None
    dataset: str | None
    result: Mapping[str, Any]


def leaves(results: Any, read: Callable[[Any], Mapping[str, Any] | None], example: str) -> list[Leaf]:
    """Return results in ``{algorithm: result}``, ``{algorithm: {dataset: result}}`` or ``{(algorithm, dataset): …}``.

    One result alone will do as well; what mixes these layouts is refused. ``read`` gives a result as a mapping of
    columns, or None for what is not one; ``example`` says what would be.

    Examples
    --------
    >>> leaves({"kNN": {"iris": [1]}}, lambda thing: {"x": thing} if isinstance(thing, list) else None, "lists")
    [Leaf(algorithm='kNN', dataset='iris', result={'x': [1]})]
    """
    walked = list(_walk(results, read, ()))
    if not walked or any(leaf is None for leaf in walked):
        raise ColumnError("this holds no results that can be read", hint=example)
    named = [leaf for leaf in walked if leaf is not None]
    if len({leaf.dataset is None for leaf in named}) > 1:
        raise ColumnError("some results name their dataset and others do not", hint=example)
    places = [(leaf.algorithm, leaf.dataset) for leaf in named]
    if len(set(places)) < len(places):
        twice = next(place for place in places if places.count(place) > 1)
        raise ColumnError(f"two results are named {' and '.join(map(repr, filter(None, twice)))}", hint=example)
    return named


def _walk(thing: Any, read: Callable[[Any], Mapping[str, Any] | None], names: tuple[str, ...]) -> Iterator[Leaf | None]:
    result = read(thing)
    if result is not None:
        algorithm, dataset = (*names, None, None)[:2]
        yield Leaf(algorithm, dataset, result)
    elif isinstance(thing, Mapping) and len(names) < 2:
        for name, inner in thing.items():
            further = tuple(map(str, name)) if isinstance(name, tuple) else (str(name),)
            if len(names) + len(further) > 2 or not all(further):
                raise ColumnError(
                    f"{name!r} names neither an algorithm nor an algorithm and a dataset",
                    hint='{("kNN", "iris"): ...} names both',
                )
            yield from _walk(inner, read, (*names, *further))
    else:
        yield None


def turned_back(long: pl.DataFrame, declared: Mapping[str, str]) -> pl.DataFrame:
    """Return negated losses their own sign and name, and every metric its direction.

    scikit-learn's scorers count higher as better: a loss is negated, and ``neg_`` stands before its name unless the
    user named it. A metric with a declared direction is left as it is.

    Examples
    --------
    >>> table = pl.DataFrame({"metric": ["neg_log_loss", "own"], "value": [-0.25, 0.5]})
    >>> turned_back(table, {}).rows()
    [('log_loss', 0.25, 'lower'), ('own', 0.5, 'higher')]
    """
    signs = long.group_by("metric").agg(
        negative=(pl.col("value") < 0).any().fill_null(False), positive=(pl.col("value") > 0).any().fill_null(False)
    )
    parts = []
    for metric, negative, positive in signs.sort("metric").iter_rows():
        if metric not in declared:
            parts.append({"metric": metric, **_own_direction(metric, negative, positive)})
    settled = pl.DataFrame(
        parts, schema={"metric": pl.String, "name": pl.String, "turned": pl.Boolean, "way": pl.String}
    )
    # A loss of nothing is 0, not -0.
    value = pl.when(pl.col("turned") & (pl.col("value") != 0)).then(-pl.col("value")).otherwise("value")
    return (
        long.join(settled, on="metric", how="left", maintain_order="left")
        .with_columns(metric=pl.coalesce("name", "metric"), value=value, direction="way")
        .drop("name", "turned", "way")
    )


def _own_direction(metric: str, negative: bool, positive: bool) -> dict[str, str | bool]:
    own = metric.removeprefix(NEGATED)
    if own != metric and own and not positive:
        return {"name": own, "turned": True, "way": "lower"}
    if known_direction(metric) != "lower":
        return {"name": metric, "turned": False, "way": "higher"}
    if negative and positive:
        raise DirectionError(
            f"metric {metric!r} takes both signs, so it is not known whether it was negated",
            hint=f"directions={{{metric!r}: 'higher'}} or 'lower'",
        )
    return {"name": metric, "turned": negative, "way": "lower"}


FROM_CROSS_VALIDATE = Importer(
    id="from_cross_validate",
    tool="scikit-learn",
    reads="results of scikit-learn's cross_validate",
    function=from_cross_validate,
    file=FileForm(fits=_is_cross_validated, read=_folds_of_file),
)

FROM_SEARCH = Importer(
    id="from_search",
    tool="scikit-learn",
    reads="candidates of a scikit-learn search",
    function=from_search,
    form=TableForm(fits=_is_search, read=stacked_candidates, own_keys=True),
)
