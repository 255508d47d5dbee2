"""The same input gives the same bits whatever the number of threads, and products are what NumPy says."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import benchreport
from benchreport import threads

PACKAGE = Path(benchreport.__file__).parent
SHAPES = [((3,), (3,)), ((4, 3), (3,)), ((3,), (3, 5)), ((4, 3), (3, 5)), ((2, 4, 3), (3, 5)), ((2, 4, 3), (2, 3, 5))]
# Files that call LAPACK themselves: on matrices with as many columns as a plane, a task or a study has dimensions.
FEW_COLUMNS = {
    *("stats/planning/surface.py", "stats/theory/gaussian_classes.py", "stats/several_metrics/variance_of_vectors.py"),
    *("figures/models/separation.py", "figures/models/factors.py"),
}
BLAS = {"dot", "matmul", "inner", "vdot", "tensordot", "cov", "corrcoef", "polyfit"}

# Sums over groups, a system of 60 equations and eigenvalues: all came out otherwise with another number of threads.
CHILD = """
import hashlib, sys
import numpy as np, polars as pl, benchreport as br
rng = np.random.default_rng(1)
n, k = 40, 110
value = rng.normal(0.7, 0.05, n * k)
table = pl.DataFrame({
    "dataset": [f"d{i // k}" for i in range(n * k)],
    "algorithm": [f"a{i % k:03}" for i in range(n * k)],
    "accuracy": value,
}).filter(pl.Series(rng.random(n * k) > 0.05))
scores = br.scores(table)
frames = [
    br.rank_effects(scores),
    br.skillings_mack(scores),
    br.measure(pl.DataFrame({
        "dataset": "d", "algorithm": [f"m{i % 3}" for i in range(9000)], "instance": [i // 3 for i in range(9000)],
        "truth": rng.normal(size=9000), "prediction": rng.normal(size=9000),
    }), metrics=["mse", "mae"]),
    br.measure(pl.DataFrame({
        "dataset": "d", "algorithm": [f"m{i % 3}" for i in range(900)], "instance": [i // 3 for i in range(900)],
        "truth": [f"c{i // 3 % 12}" for i in range(900)],
    }).hstack([pl.Series(f"prob_c{c}", column) for c, column in enumerate(rng.dirichlet(np.ones(12), 900).T)])),
]
columns = [column for frame in frames for column in frame.select(pl.selectors.float())]
print(hashlib.sha256(b"".join(column.to_numpy().tobytes() for column in columns)).hexdigest())
"""


def with_threads(number: int, *words: str) -> str:
    """Run Python in a process whose libraries take so many threads; gives what it prints."""
    names = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "POLARS_MAX_THREADS")
    env = os.environ | dict.fromkeys(names, str(number))
    done = subprocess.run([sys.executable, *words], env=env, capture_output=True, text=True, check=True)
    return done.stdout


def test_numbers_are_the_same_with_one_two_and_four_threads() -> None:
    assert len({with_threads(number, "-c", CHILD) for number in (1, 2, 4)}) == 1


@pytest.mark.parametrize(("first", "second"), SHAPES)
def test_products_are_those_of_numpy(first: Any, second: Any) -> None:
    rng = np.random.default_rng(0)
    a, b = rng.normal(size=first), rng.normal(size=second)
    assert threads.product(a, b) == pytest.approx(np.matmul(a, b), rel=1e-13, abs=1e-13)
    whole = np.rint(10 * a), np.rint(10 * b)
    assert np.array_equal(threads.product(*whole), np.matmul(*whole))
    assert np.array_equal(threads.fast_product(*whole), np.matmul(*whole))


@pytest.mark.parametrize("n", [2, threads.SMALL, threads.SMALL + 1, 90])
def test_systems_and_eigenvalues_are_those_of_lapack(n: int) -> None:
    rng = np.random.default_rng(n)
    a = rng.normal(size=(3, n, n))
    symmetric = a + a.transpose(0, 2, 1)
    right = rng.normal(size=(3, n, 2))
    assert threads.solve(a, right) == pytest.approx(np.linalg.solve(a, right), rel=1e-8, abs=1e-10)
    assert threads.inverse(a) == pytest.approx(np.linalg.inv(a), rel=1e-8, abs=1e-10)
    expected = np.linalg.eigvalsh(symmetric)
    assert threads.roots(symmetric) == pytest.approx(expected, rel=1e-11, abs=1e-11)
    values, axes = threads.roots_and_axes(symmetric)
    assert values == pytest.approx(expected, rel=1e-11, abs=1e-11)
    assert np.matmul(axes * values[:, None, :], axes.transpose(0, 2, 1)) == pytest.approx(symmetric, abs=1e-11)
    assert np.matmul(axes.transpose(0, 2, 1), axes) == pytest.approx(np.tile(np.eye(n), (3, 1, 1)), abs=1e-12)


def test_eigenvalues_of_matrices_that_are_diagonal_or_repeat_a_root() -> None:
    n = threads.SMALL + 5
    ones = np.ones((n, n))
    matrices = np.array([np.diag(np.arange(n, dtype=float)), np.eye(n) - ones / n, np.zeros((n, n))])
    assert threads.roots(matrices) == pytest.approx(np.linalg.eigvalsh(matrices), abs=1e-12)
    _, axes = threads.roots_and_axes(matrices)
    assert np.matmul(axes.transpose(0, 2, 1), axes) == pytest.approx(np.tile(np.eye(n), (3, 1, 1)), abs=1e-12)


def test_a_large_system_without_a_solution_is_refused_as_a_small_one_is() -> None:
    for n in (3, threads.SMALL + 1):
        with pytest.raises(np.linalg.LinAlgError):
            threads.solve(np.zeros((1, n, n)), np.ones((1, n, 1)))


def test_covariances_are_those_of_numpy() -> None:
    rows = np.random.default_rng(3).normal(size=(30, 4))
    assert threads.covariance(rows) == pytest.approx(np.cov(rows, rowvar=False), rel=1e-12)


@pytest.mark.parametrize("before", [None, "0"])
def test_the_wish_to_polars_is_taken_back_after_the_outermost_block(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(threads.UNDIVIDED, raising=False)
    if before is not None:
        monkeypatch.setenv(threads.UNDIVIDED, before)
    with threads.undivided():
        with pytest.raises(KeyError), threads.undivided():
            raise KeyError
        assert os.environ[threads.UNDIVIDED] == "1"
    assert os.environ.get(threads.UNDIVIDED) == before


def test_columns_of_decimals_are_added_in_one_place_only() -> None:
    # What is left counts, or adds the sizes of datasets, which are whole.
    calls = [
        path.relative_to(PACKAGE).as_posix()
        for path in PACKAGE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf8")))
        if isinstance(node, ast.Attribute) and node.attr in ("mean_horizontal", "sum_horizontal")
    ]
    assert set(calls) <= {
        *("stats/planning/factors.py", "stats/forms/rows.py", "measures/multiclass.py", "figures/models/risk.py"),
        *(f"document/{name}.py" for name in ("sections/confusion", "exhibits/complete", "analyses/groups_of_datasets")),
    }


def test_matrices_are_multiplied_in_one_place_only() -> None:
    strays = []
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        nodes = [] if name == "threads.py" else list(ast.walk(ast.parse(path.read_text(encoding="utf8"))))
        products = [node for node in nodes if isinstance(getattr(node, "op", None), ast.MatMult)]
        numpy = [node for node in nodes if isinstance(node, ast.Attribute) and ast.unparse(node.value) == "np"]
        calls = [node for node in numpy if node.attr in BLAS or (node.attr == "linalg" and name not in FEW_COLUMNS)]
        strays += [f"{name}:{node.lineno}" for node in (*products, *calls)]
    assert strays == []
