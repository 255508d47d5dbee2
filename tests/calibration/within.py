"""Tests on the runs of one dataset, and tests and intervals on independent instances."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import polars as pl
from scipy import stats

import benchreport as br
from tests.calibration.few import missed
from tests.calibration.settings import ALPHA, SEED, Share

# These are cheap, and close to their level: more replications than elsewhere tell them from chance.
MORE = 3
# Of the cross-validation of a real learner.
FOLDS = 10


def runs_of(values: np.ndarray, design: str) -> pl.DataFrame:
    """Lay replications x algorithms x runs out as scores; every replication is a dataset."""
    data, algorithm, run = (places.ravel() for places in np.indices(values.shape))
    frame = pl.DataFrame({"dataset": data, "algorithm": algorithm, "fold": run, "accuracy": values.ravel()})
    named = frame.with_columns(dataset=pl.format("d{}", "dataset"), algorithm=pl.format("a{}", "algorithm"))
    return br.scores(named, design=design)


def rejected(rows: pl.DataFrame) -> float:
    return rows.select((pl.col("p_value") <= ALPHA).sum()).item() / rows.height


def run_shares(simulated: int) -> Iterator[Share]:
    """Calibrate the tests on runs: folds whose differences have the correlation of their training sets, and seeds."""
    replications = MORE * simulated
    facts = {"algorithms": 2, "datasets": 1, "replications": replications, "limit": ALPHA}
    for folds in (5, 10):
        random = np.random.default_rng([SEED, 41, folds])
        # Nadeau and Bengio (2003): runs correlate by test size over all, 1 / folds.
        shared = np.sqrt(1 / folds) * random.standard_normal((replications, 2, 1))
        own = np.sqrt(1 - 1 / folds) * random.standard_normal((replications, 2, folds))
        rows = br.corrected_resampled_t(runs_of(0.8 + 0.02 * (shared + own), "kfold_cv"))
        share = rejected(rows)
        yield Share(part="folds", procedure="corrected_resampled_t", null=f"{folds} folds", share=share, **facts)
        out = missed(rows, 0.0)
        yield Share(
            part="folds, difference", procedure="corrected_resampled_t", null=f"{folds} folds", share=out, **facts
        )
    for seeds in (5, 10):
        random = np.random.default_rng([SEED, 42, seeds])
        spread = np.array([1.0, 2.0])[None, :, None]
        values = 0.8 + 0.01 * spread * random.standard_normal((replications, 2, seeds))
        rows = br.unpaired_t(runs_of(values, "seeds"), by=("dataset", "metric"))
        null = f"{seeds} seeds, one spread twice the other"
        yield Share(part="seeds", procedure="unpaired_t", null=null, share=rejected(rows), **facts)
        yield Share(part="seeds, difference", procedure="unpaired_t", null=null, share=missed(rows, 0.0), **facts)


def one_nearest(random: np.random.Generator, replications: int, n: int, shift: float) -> tuple[np.ndarray, np.ndarray]:
    """Return the classes of instances, and how cross-validated 1-NN predicts them from either of two views.

    Both views are drawn from one law given the class, so that the two algorithms are alike.
    """
    truth = random.integers(0, 2, (replications, n))
    views = random.standard_normal((replications, 2, n, 2)) + shift * truth[:, None, :, None]
    fold = np.arange(n) % FOLDS
    apart = np.where(fold[:, None] == fold, np.inf, 0.0)
    said = np.empty((replications, 2, n), dtype=np.int64)
    for run, view in enumerate(views):
        squares = (view**2).sum(axis=-1)
        distance = squares[:, :, None] + squares[:, None] - 2 * view @ view.swapaxes(1, 2) + apart
        said[run] = truth[run][distance.argmin(axis=-1)]
    return truth, said


def learner_shares(replications: int) -> Iterator[Share]:
    """Calibrate what decides on cross-validated predictions with a learner that remembers its training set.

    McNemar's test of the same predictions stands beside it as a test of the algorithms, which it is not.
    """
    for n, shift in ((100, 1.0), (200, 0.5)):
        random = np.random.default_rng([SEED, 43, n])
        truth, said = one_nearest(random, replications, n, shift)
        right = said == truth[:, None]
        rates = right.reshape(replications, 2, n // FOLDS, FOLDS).mean(axis=2)
        data, algorithm, item = (places.ravel() for places in np.indices(said.shape))
        frame = pl.DataFrame({"dataset": data, "algorithm": algorithm, "instance": item, "correct": right.ravel()})
        tested = {
            "corrected_resampled_t": (br.corrected_resampled_t(runs_of(rates, "kfold_cv")), ALPHA),
            "mcnemar": (
                br.mcnemar(br.predictions(frame.with_columns(pl.col("dataset", "algorithm").cast(pl.String)))),
                1.0,
            ),
        }
        for procedure, (rows, limit) in tested.items():
            beside = "" if limit == ALPHA else ", beside it"
            yield Share(
                part=f"cross-validated 1-NN{beside}", procedure=procedure, null=f"{n} instances, {FOLDS} folds",
                algorithms=2, datasets=1, share=rejected(rows), replications=replications, limit=limit,
            )  # fmt: skip


def rate_shares(simulated: int) -> Iterator[Share]:
    """Calibrate the interval of an error rate; counts are whole numbers, so that its level waves about what it says.

    The rate is another in every replication, which averages the waves.
    """
    replications = MORE * simulated
    for n in (30, 100):
        random = np.random.default_rng([SEED, 53, n])
        error = random.uniform(0.02, 0.5, replications)
        wrong = random.random((replications, n)) < error[:, None]
        data, item = (places.ravel() for places in np.indices(wrong.shape))
        frame = pl.DataFrame(
            {"dataset": data.astype(str), "algorithm": "a", "instance": item, "correct": 1 - wrong.ravel().astype(int)}
        )
        rows = br.ci_wilson(br.predictions(frame))
        truth = pl.Series(error[rows["dataset"].cast(pl.String).cast(pl.Int64).to_numpy()])
        outside = ((rows["ci_low"] > truth) | (rows["ci_high"] < truth)).mean()
        yield Share(
            part="error rate", procedure="wilson", null=f"{n} instances, any rate from 2 to 50 %", algorithms=1,
            datasets=1, share=float(outside), replications=replications, limit=ALPHA,
        )  # fmt: skip


def pair_shares(simulated: int) -> Iterator[Share]:
    """Calibrate what is printed of two predictors on independent instances: the difference of their errors, areas."""
    replications = MORE * simulated
    facts = {"algorithms": 2, "datasets": 1, "replications": replications, "limit": ALPHA}
    for n, error in ((50, 0.1), (100, 0.3), (200, 0.1)):
        random = np.random.default_rng([SEED, 51, n])
        # Two predictors of one rate that err together more often than chance.
        latent = np.sqrt(0.5) * random.standard_normal((replications, 1, n)) + np.sqrt(0.5) * random.standard_normal(
            (replications, 2, n)
        )
        data, algorithm, item = (places.ravel() for places in np.indices(latent.shape))
        frame = pl.DataFrame(
            {
                "dataset": data.astype(str),
                "algorithm": np.where(algorithm == 0, "a", "b"),
                "instance": item,
                "correct": (latent.ravel() > stats.norm.ppf(error)).astype(np.int64),
            }
        )
        table = br.predictions(frame)
        rows = br.mcnemar(table)
        null = f"{n} instances, error {error:.0%}"
        yield Share(part="two predictors", procedure="mcnemar", null=null, share=rejected(rows), **facts)
        yield Share(part="two predictors, difference", procedure="mcnemar", null=null, share=missed(rows, 0.0), **facts)
    for area, each in ((0.7, 30), (0.85, 50), (0.95, 100)):
        random = np.random.default_rng([SEED, 52, each])
        shift = np.sqrt(2) * stats.norm.ppf(area)
        truth = np.repeat([1, 0], each)
        shared = random.standard_normal((replications, 1, 2 * each))
        score = np.sqrt(0.5) * shared + np.sqrt(0.5) * random.standard_normal((replications, 2, 2 * each))
        score = score + shift * truth
        data, algorithm, item = (places.ravel() for places in np.indices(score.shape))
        frame = pl.DataFrame(
            {
                "dataset": data.astype(str),
                "algorithm": np.where(algorithm == 0, "a", "b"),
                "instance": item,
                "truth": truth[item],
                "score": score.ravel(),
            }
        )
        rows = br.delong(br.predictions(frame), positive=1)
        null = f"{area}, {each} and {each}"
        yield Share(part="two areas", procedure="delong", null=null, share=rejected(rows), **facts)
        yield Share(part="two areas, difference", procedure="delong", null=null, share=missed(rows, 0.0), **facts)
