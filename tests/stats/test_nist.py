"""Sums of squares keep their digits: the one-way sets of NIST's StRD, and exact fractions where NIST certifies nothing.

SmLs01 to SmLs09 are written down from their definition (Simon and Lesage 1989): nine treatments about a constant with
1, 7 or 13 leading digits, whose certified F is the number of observations per treatment. SiRstv and AtmWtAg are read
from the test data of SciPy, where SciPy was installed with them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction
from importlib.resources import files
from typing import Any

import polars as pl
import pytest

import benchreport as br

# Number of the set: leading constant, observations per treatment, digits of F to be reached.
SMLS = {
    1: ("1", 21, 12), 2: ("1", 201, 12), 3: ("1", 2001, 12),
    4: ("1000000", 21, 10), 5: ("1000000", 201, 10), 6: ("1000000", 2001, 10),
    7: ("1000000000000", 21, 4), 8: ("1000000000000", 201, 4), 9: ("1000000000000", 2001, 4),
}  # fmt: skip
CENTRES = "435353535"  # the first decimal of each treatment's mean
MEASURED = {"SiRstv": 12, "AtmWtAg": 10}

Samples = list[list[Fraction]]


def simon_lesage(number: int) -> Samples:
    """Return the decimals of a set: a mean, and as often one tenth below it as above."""
    constant, n, _ = SMLS[number]
    tenth = Fraction(1, 10)
    means = [Fraction(f"{constant}.{centre}") for centre in CENTRES]
    return [[mean, *[mean - tenth, mean + tenth] * (n // 2)] for mean in means]


def spreading(constant: str) -> Samples:
    """Return samples of decimals with unequal variances and sizes beside a large constant."""
    steps = [[0, 3, 1, 4], [2, 9, 6, 1, 8], [5, 5, 7, 0, 9, 4, 2]]
    return [[Fraction(constant) + Fraction(step * (j + 1), 10) for step in row] for j, row in enumerate(steps)]


def nist(name: str) -> tuple[Samples, float]:
    """Read a set of measurements with its certified F."""
    source = files("scipy.stats").joinpath("tests", "data", "nist_anova", f"{name}.dat")
    if not source.is_file():
        pytest.skip("SciPy was installed without its test data")
    lines = source.read_text(encoding="utf8").splitlines()
    certified = next(float(line.split()[-1]) for line in lines if line.startswith("Between"))
    start = max(i for i, line in enumerate(lines) if line.startswith("Data:")) + 1
    rows = [line.split() for line in lines[start:] if line.strip()]
    groups = sorted({group for group, _ in rows})
    return [[Fraction(value) for group, value in rows if group == wanted] for wanted in groups], certified


def table(samples: Samples) -> pl.DataFrame:
    rows = [(f"a{j}", f"d{i:05}", float(value)) for j, sample in enumerate(samples) for i, value in enumerate(sample)]
    long = pl.DataFrame(rows, schema=["algorithm", "dataset", "value"], orient="row")
    return br.scores(long, metric="y", directions={"y": "lower"})


def mean(values: Sequence[Fraction]) -> Fraction:
    return sum(values, Fraction(0)) / len(values)


def squares(values: Sequence[Fraction]) -> Fraction:
    centre = mean(values)
    return sum(((value - centre) ** 2 for value in values), Fraction(0))


def one_way_f(samples: Samples) -> Fraction:
    everything = [value for sample in samples for value in sample]
    within = sum((squares(sample) for sample in samples), Fraction(0))
    k, m = len(samples), len(everything)
    return (squares(everything) - within) / (k - 1) / (within / (m - k))


def welch_f(samples: Samples) -> Fraction:
    """Welch (1951), equation for F, in fractions."""
    k = len(samples)
    weights = [len(sample) * (len(sample) - 1) / squares(sample) for sample in samples]
    total = sum(weights, Fraction(0))
    centre = sum((w * mean(sample) for w, sample in zip(weights, samples, strict=True)), Fraction(0)) / total
    spread = sum((w * (mean(s) - centre) ** 2 for w, s in zip(weights, samples, strict=True)), Fraction(0)) / (k - 1)
    lack = sum(((1 - w / total) ** 2 / (len(s) - 1) for w, s in zip(weights, samples, strict=True)), Fraction(0))
    return spread / (1 + 2 * (k - 2) * lack / (k**2 - 1))


def levene_f(samples: Samples) -> Fraction:
    return one_way_f([[abs(value - mean(sample)) for value in sample] for sample in samples])


def bartlett_t(samples: Samples) -> float:
    free = [len(sample) - 1 for sample in samples]
    variances = [squares(sample) / f for sample, f in zip(samples, free, strict=True)]
    pooled = sum((f * v for f, v in zip(free, variances, strict=True)), Fraction(0)) / sum(free)
    t = sum(f * math.log(pooled / v) for f, v in zip(free, variances, strict=True))
    return t / float(1 + (sum(Fraction(1, f) for f in free) - Fraction(1, sum(free))) / (3 * (len(samples) - 1)))


def digits(found: float | None, expected: Any) -> float:
    """Count the digits that agree; none where nothing was computed."""
    if found is None:
        return -1.0
    gap = abs(Fraction(found) - Fraction(expected)) / abs(Fraction(expected))
    return 16.0 if gap == 0 else -math.log10(gap)


@pytest.mark.parametrize("number", SMLS)
def test_the_sets_of_simon_and_lesage_come_out_to_the_digits_that_their_numbers_hold(number: int) -> None:
    _, n, wanted = SMLS[number]
    samples = simon_lesage(number)
    assert one_way_f(samples) == n  # as NIST certifies
    row = br.anova_oneway(table(samples), by="metric").row(0, named=True)
    assert row["status"] in ("ok", "approximate")
    assert digits(row["statistic"], n) >= wanted
    lines = br.anova_table(table(samples), by="metric", model="oneway")
    between, within = (lines.filter(pl.col("term") == term)["ss"][0] for term in ("algorithm", "residual"))
    # NIST: 0.01 (n - 1) within each of the nine treatments, and n times that between all.
    assert digits(within, Fraction(9 * (n - 1), 100)) >= wanted - 1
    assert digits(between, n * Fraction(8, 100)) >= wanted - 1


@pytest.mark.parametrize("name", MEASURED)
def test_the_measurements_of_nist_come_out_as_certified(name: str) -> None:
    samples, certified = nist(name)
    assert digits(br.anova_oneway(table(samples), by="metric")["statistic"][0], certified) >= MEASURED[name]
    if len(samples) == 2:
        t = br.unpaired_t(table(samples), by="metric", variant="pooled")["statistic"][0]
        assert digits(t**2, certified) >= MEASURED[name]


PAIRS = {
    "fisher_lsd": {"variant": "oneway"},
    "pairwise_t_pooled": {},
    "tukey_hsd": {"variant": "oneway"},
    "scheffe": {"variant": "oneway"},
    "games_howell": {},
    "unpaired_t": {},
}


@pytest.mark.parametrize("number", [4, 5, 7, 8])
@pytest.mark.parametrize("name", PAIRS)
def test_pairs_of_treatments_keep_their_digits_too(name: str, number: int) -> None:
    _, n, wanted = SMLS[number]
    rows = getattr(br, name)(table(simon_lesage(number)), by="metric", **PAIRS[name])
    row = rows.filter(pl.col("a") == "a0", pl.col("b") == "a1").row(0, named=True)
    t = Fraction(1, 10) ** 2 / (2 * Fraction(1, 100) / n)  # squared: the means are 0.1 apart, the variances 0.01
    scale = {"tukey_hsd": 2, "games_howell": 2, "scheffe": Fraction(1, 8)}.get(name, 1)
    squared = abs(row["statistic"]) if name == "scheffe" else row["statistic"] ** 2
    assert digits(squared, t * scale) >= wanted - 2
    # Limits lie as far from the estimate as the law says, whatever the constant.
    assert digits(row["estimate"], Fraction(1, 10)) >= wanted - 2


@pytest.mark.parametrize(("constant", "wanted"), [("0", 13), ("1000000", 8), ("1000000000000", 2.5)])
def test_variances_that_differ_keep_their_digits_beside_a_large_constant(constant: str, wanted: float) -> None:
    samples = spreading(constant)
    scores = table(samples)
    options: dict[str, Any] = {"by": "metric", "missing": "available"}
    assert digits(br.welch_anova(scores, **options)["statistic"][0], welch_f(samples)) >= wanted
    assert digits(br.levene(scores, variant="mean", **options)["statistic"][0], levene_f(samples)) >= wanted
    assert digits(br.bartlett(scores, **options)["statistic"][0], bartlett_t(samples)) >= wanted


@pytest.mark.parametrize(("constant", "wanted"), [("0", 13), ("1000000", 8), ("1000000000000", 2.5)])
def test_shared_blocks_and_two_factors_keep_their_digits_beside_a_large_constant(constant: str, wanted: float) -> None:
    cells = [[3, 1, 4, 1, 5], [9, 2, 6, 5, 3], [5, 8, 9, 7, 9]]
    samples = [[Fraction(constant) + Fraction(step, 10) for step in row] for row in cells]
    k, n = len(samples), len(samples[0])
    everything = [value for sample in samples for value in sample]
    blocks = [mean([sample[i] for sample in samples]) for i in range(n)]
    between, of_blocks = n * squares([mean(sample) for sample in samples]), k * squares(blocks)
    error = squares(everything) - between - of_blocks
    f = between / (k - 1) / (error / ((k - 1) * (n - 1)))
    scores = table(samples)
    assert digits(br.anova_blocked(scores, by="metric")["statistic"][0], f) >= wanted
    lines = br.anova_twofactor(scores, by="metric", factors=("algorithm", "dataset"), interaction=False)
    assert digits(lines.filter(pl.col("term") == "algorithm")["statistic"][0], f) >= wanted
    # The first two differ by 6 1 2 4 -2 tenths: t squared is the F of two algorithms on shared blocks.
    d = [b - a for a, b in zip(samples[0], samples[1], strict=True)]
    t = mean(d) ** 2 / (squares(d) / (n - 1) / n)
    pair = scores.filter(pl.col("algorithm") != "a2")
    assert digits(br.kfold_paired_t(pair, by="metric")["statistic"][0] ** 2, t) >= wanted
    assert digits(br.anova_blocked(pair, by="metric")["statistic"][0], t) >= wanted


def test_hundreds_of_units_in_the_last_place_are_a_spread_and_a_few_are_none() -> None:
    # METHODS 0.2.7: a tenth beside 10^12 is 819 units in the last place.
    far = pl.DataFrame({"x": [1e12 + 0.1, 1e12 + 0.3, 1e12 + 0.2], "y": [1e12, 1e12, 1e12]})
    near = pl.DataFrame({"x": [0.1 + 0.2, 0.3, 0.3], "y": [0.0, 0.0, 0.0]})
    for name in ("kfold_paired_t", "paired_t_instances", "unpaired_t", "cohen_d"):
        status = [frame.select(getattr(br.expr, name)("x", "y")).unnest(name)["status"][0] for frame in (far, near)]
        assert status[0] in ("ok", "approximate"), name
        assert status[1] == "zero_variance", name
    for name, options in (("one_sample_t", {"constant": 0.0}), ("ci_mean_t", {})):
        status = [
            frame.select(getattr(br.expr, name)("x", **options)).unnest(name)["status"][0] for frame in (far, near)
        ]
        assert status == ["ok", "zero_variance"], name
