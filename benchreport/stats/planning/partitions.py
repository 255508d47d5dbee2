"""Partitions of a dataset: disjoint pairs of training and validation data, costs of resampling."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import polars as pl

from benchreport.errors import OptionError
from benchreport.method import Remark
from benchreport.remarks import with_words
from benchreport.stats.forms.rows import checked_number
from benchreport.stats.planning.sizes import planning_method, whole_numbers

HOLDOUT = Remark(code="holdout_cost", note="cheap; the estimate varies much with the split")
KFOLD = Remark(code="kfold_cv_cost", note="folds share training data")
CV52 = Remark(code="cv52_cost", note="for the 5x2 tests; half of the data trains")
LOO = Remark(code="loo_cv_cost", note="always the same; no variance per fold, no strata")
BOOTSTRAP = Remark(code="bootstrap_oob_cost", note="per replicate; pessimistic")


def k_disjoint_pairs(*, n: int, parts: int = 10) -> pl.DataFrame:
    """Return the sizes of K disjoint pairs of training and validation data, one row per pair.

    No instance is used twice, so the replicates are independent; parts differ by one instance at most. ``n_train`` and
    ``n_test`` are the sizes of each ``part``.

    Parameters
    ----------
    n
        Instances of the dataset.
    parts
        Pairs to make.

    Examples
    --------
    >>> import benchreport as br
    >>> br.k_disjoint_pairs(n=1001, parts=10).head(2).rows()
    [(1, 51, 50), (2, 50, 50)]
    """
    (size,), (count,) = whole_numbers(n, "n", least=4), whole_numbers(parts, "parts", least=2)
    if size < 2 * count:
        raise OptionError(f"{size} instances do not make {count} pairs", hint=f"parts of at most {size // 2}")
    part = np.arange(count)
    sizes = size // count + (part < size % count)
    return pl.DataFrame({"part": part + 1, "n_train": sizes - sizes // 2, "n_test": sizes // 2})


def resampling_costs(*, n: int, folds: Sequence[int] | int = (3, 5, 10), test_share: float = 0.3) -> pl.DataFrame:
    """Return what each way of resampling a dataset of n instances withholds, costs, and is like.

    ``share_withheld`` is the part of the data a model does not train on; ``n_fits`` counts the models trained.
    ``id`` names the design in the catalogue.

    Parameters
    ----------
    n
        Instances of the dataset.
    folds
        Numbers of folds to look at.
    test_share
        Share of the instances that a single split holds out for testing.

    Examples
    --------
    >>> import benchreport as br
    >>> br.resampling_costs(n=100).select("design", "share_withheld", "n_fits").row(3)
    ('10-fold cross-validation', 0.1, 10)
    """
    (size,) = whole_numbers(n, "n", least=2)
    share = checked_number(test_share, "test_share", least=0, most=1, strict=True)
    cuts = whole_numbers(folds, "folds", least=2)
    if max(cuts) > size:
        raise OptionError(f"{size} instances do not make {max(cuts)} folds", hint=f"at most {size} folds")
    rows = [
        ("holdout", "one random split", share, 1, HOLDOUT.spelled()),
        *(("kfold_cv", f"{k}-fold cross-validation", 1 / k, k, KFOLD.spelled()) for k in cuts),
        ("cv52", "five times two-fold cross-validation", 0.5, 10, CV52.spelled()),
        ("loo_cv", "leave one out", 1 / size, size, LOO.spelled()),
        ("bootstrap_oob", "bootstrap, tested out of bag", (1 - 1 / size) ** size, 1, BOOTSTRAP.spelled()),
    ]
    names = ["id", "design", "share_withheld", "n_fits", "remarks"]
    costs = pl.DataFrame(rows, schema=names, orient="row").with_columns(n=pl.lit(size))
    return with_words(costs.select("id", "design", "n", "share_withheld", "n_fits", "remarks"))


K_DISJOINT_PAIRS = planning_method(
    table=k_disjoint_pairs,
    title="Disjoint training and validation pairs",
    question="How large are the parts when a large dataset is cut so that no two runs share an instance?",
    symbol="K",
    formula="cut n instances into K parts, halve each into training and validation data",
    null="none",
    assumes=(
        "the dataset is large enough for K parts",
        "the only design with independent replicates: a plain t is valid",
    ),
    cites=("alpaydin2010",),
)

RESAMPLING_COSTS = planning_method(
    table=resampling_costs,
    title="What resampling costs",
    question="How much data does each way of resampling withhold from training, and how many fits does it take?",
    symbol="share",
    formula="K folds withhold 1 / K and take K fits; a bootstrap leaves out (1 - 1 / n)^n of the instances",
    tex=r"\frac{1}{K}, \quad \left( 1 - \frac{1}{n} \right)^n",
    null="none",
    assumes=("a fit costs the same whatever its training size",),
    cites=("kohavi1995", "alpaydin2010"),
    remarks=(HOLDOUT, KFOLD, CV52, LOO, BOOTSTRAP),
)
