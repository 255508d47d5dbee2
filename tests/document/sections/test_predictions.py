"""The section of predictions, its numbers computed a second time from the table in NumPy and SciPy."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest, chi2, norm, rankdata
from scipy.stats import t as t_law

import benchreport as br
from benchreport.document.model.blocks import Figure, Section, Table
from benchreport.document.sections import STANDARD
from tests.document.sections.sections import column, figures, only, plain, prose, table_of, tables, told
from tests.figures.cases_curves import classes, scored

ALPHA = 0.05


@cache
def study(dataset: str) -> pl.DataFrame:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    return table.filter(pl.col("dataset").cast(pl.String) == dataset)


def without_majority() -> pl.DataFrame:
    return study("breast_cancer").filter(pl.col("algorithm").cast(pl.String) != "Majority")


@cache
def cancer(**options: Any) -> Section:
    return told(study("breast_cancer"), "predictions", positive="malignant", **options)


def area(scores: np.ndarray, truth: np.ndarray) -> float:
    """Return the area under the ROC curve from the sum of ranks."""
    positives = int(truth.sum())
    gain = rankdata(scores)[truth].sum() - positives * (positives + 1) / 2
    return float(gain / (positives * (len(truth) - positives)))


class Oracle:
    """Everything once more, in arrays: errors, areas, probabilities and tests of one dataset of two classes."""

    def __init__(self, table: pl.DataFrame, positive: str) -> None:
        rows = table.with_columns(pl.col("algorithm", "truth", "prediction").cast(pl.String)).sort("instance")
        self.names = sorted(rows["algorithm"].unique())
        parts = {name: rows.filter(pl.col("algorithm") == name) for name in self.names}
        self.truth = parts[self.names[0]]["truth"].to_numpy() == positive
        self.called = {name: part["prediction"].to_numpy() == positive for name, part in parts.items()}
        self.chance = {name: part[f"prob_{positive}"].to_numpy() for name, part in parts.items()}
        other = next(label for label in rows["truth"].unique() if label != positive)
        self.rest = {name: part[f"prob_{other}"].to_numpy() for name, part in parts.items()}
        self.fold = parts[self.names[0]]["fold"].to_numpy() if "fold" in rows.columns else None
        self.wrong = {name: called != self.truth for name, called in self.called.items()}
        self.errors = {name: int(wrong.sum()) for name, wrong in self.wrong.items()}
        self.order = sorted(self.names, key=lambda name: (self.errors[name], name))

    @property
    def n(self) -> int:
        return len(self.truth)

    def area(self, name: str) -> float:
        return area(self.chance[name], self.truth)

    def placements(self, name: str) -> tuple[np.ndarray, np.ndarray]:
        scores = self.chance[name]
        above = scores[self.truth][:, None] - scores[~self.truth][None]
        wins = (above > 0) + 0.5 * (above == 0)
        return wins.mean(axis=1), wins.mean(axis=0)

    def covariance(self, a: str, b: str) -> float:
        (xa, ya), (xb, yb) = self.placements(a), self.placements(b)
        positive = np.cov(xa, xb)[0, 1] / len(xa)
        return float(positive + np.cov(ya, yb)[0, 1] / len(ya))

    def calls(self, name: str) -> bool:
        """Whether an algorithm outputs classes, as probabilities of 0 and 1."""
        return bool(np.isin(self.chance[name], (0, 1)).all())

    def quadratic_loss(self, name: str) -> float:
        return 2 * float(((self.chance[name] - self.truth) ** 2).mean())

    def calibration_error(self, name: str) -> float:
        chance = self.chance[name]
        place = np.minimum(np.floor((chance * 10).round(12)).astype(int), 9)
        gaps = [abs(chance[place == k].sum() - self.truth[place == k].sum()) for k in range(10)]
        return float(sum(gaps) / self.n)

    def log_loss(self, name: str) -> float:
        right = np.where(self.truth, self.chance[name], self.rest[name])
        with np.errstate(divide="ignore"):
            return float(-np.log(right).mean())

    def mcnemar(self, a: str, b: str) -> float:
        only_a, only_b = (self.wrong[a] & ~self.wrong[b]).sum(), (self.wrong[b] & ~self.wrong[a]).sum()
        return 1.0 if only_a + only_b == 0 else float(binomtest(int(only_a), int(only_a + only_b)).pvalue)

    def delong(self, a: str, b: str) -> float:
        spread = self.covariance(a, a) + self.covariance(b, b) - 2 * self.covariance(a, b)
        return float(2 * norm.sf(abs(self.area(a) - self.area(b)) / np.sqrt(spread)))

    def corrected_t(self, a: str, b: str) -> float:
        folds = np.unique(self.fold)
        rates = [[self.wrong[name][self.fold == fold].mean() for fold in folds] for name in (a, b)]
        gap = np.subtract(*rates)
        k = len(folds)
        t = gap.mean() / np.sqrt((1 / k + 1 / (k - 1)) * gap.var(ddof=1))
        return float(2 * t_law.sf(abs(t), k - 1))

    def beaten(self, test: str, first: str, better: dict[str, float]) -> list[str]:
        """Return whom the first algorithm beats after Holm's adjustment over all pairs, in the order of errors."""
        pairs = list(combinations(self.names, 2))
        p = [getattr(self, test)(a, b) for a, b in pairs]
        order = np.argsort(p)
        stepped = np.maximum.accumulate([(len(p) - place) * p[i] for place, i in enumerate(order)])
        adjusted = {frozenset(pairs[i]): value for i, value in zip(order, stepped, strict=True)}
        return [
            name
            for name in self.order
            if name != first and adjusted[frozenset((first, name))] <= ALPHA and better[first] < better[name]
        ]


ORACLE = Oracle(study("breast_cancer"), "malignant")


def test_it_is_part_of_the_standard_report_of_predictions_alone() -> None:
    assert "predictions" in STANDARD
    assert only(br.read_scores(br.example("demsar2006_auc.csv")), "predictions") is None


def test_the_table_of_measures_prints_what_arrays_say() -> None:
    table = table_of(cancer(), "measures")
    assert column(table, "Algorithm") == ORACLE.order
    assert column(table, f"of {ORACLE.n}") == [str(ORACLE.errors[name]) for name in ORACLE.order]
    missed = [int((ORACLE.truth & ~ORACLE.called[name]).sum()) for name in ORACLE.order]
    alarms = [int((~ORACLE.truth & ORACLE.called[name]).sum()) for name in ORACLE.order]
    assert column(table, "missed") == [str(n) for n in missed]
    assert column(table, "false alarms") == [str(n) for n in alarms]
    frame = table.frame
    for name, compute in (
        ("auc", ORACLE.area),
        ("quadratic_loss", ORACLE.quadratic_loss),
        ("ece", ORACLE.calibration_error),
    ):
        for algorithm, value in frame.select("algorithm", name).rows():
            none = name != "auc" and ORACLE.calls(algorithm)
            assert value == (None if none else pytest.approx(compute(algorithm))), (name, algorithm)
    losses = {name: ORACLE.log_loss(name) for name in ORACLE.order}
    expected = [
        "–" if ORACLE.calls(name) else f"{loss:.2f}" if np.isfinite(loss) else "∞" for name, loss in losses.items()
    ]
    assert column(table, "log loss") == expected
    assert "∞" in expected


def test_intervals_of_rates_are_wilson_s_and_those_of_areas_delong_s_on_the_logit_scale() -> None:
    frame, z = table_of(cancer(), "measures").frame, norm.isf(0.025)
    for row in frame.iter_rows(named=True):
        name, n = row["algorithm"], ORACLE.n
        p = ORACLE.errors[name] / n
        middle, reach = p + z**2 / (2 * n), z * np.sqrt(p * (1 - p) / n + z**2 / (4 * n**2))
        assert row["ci_low"] == pytest.approx((middle - reach) / (1 + z**2 / n))
        assert row["ci_high"] == pytest.approx((middle + reach) / (1 + z**2 / n))
        area = ORACLE.area(name)
        error = np.sqrt(ORACLE.covariance(name, name)) / (area * (1 - area))
        logit = np.log(area / (1 - area))
        assert row["auc_low"] == pytest.approx(1 / (1 + np.exp(-(logit - z * error))))
        assert row["auc_high"] == pytest.approx(1 / (1 + np.exp(-(logit + z * error))))


def test_bold_marks_the_best_of_every_column_and_nothing_else() -> None:
    table = table_of(cancer(), "measures")
    best = {
        f"of {ORACLE.n}": min(ORACLE.errors.values()),
        "quadratic loss": min(map(ORACLE.quadratic_loss, ORACLE.names)),
        "ECE": min(map(ORACLE.calibration_error, ORACLE.names)),
    }
    for title, value in best.items():
        place = [head.title for head in table.columns].index(title)
        for row in table.rows:
            assert (row[place].emphasis == "best") == (row[place].value == pytest.approx(value)), title


def test_every_test_is_told_with_whom_the_leader_beats_by_it() -> None:
    table = table_of(cancer(), "what-tests-speak-of")
    leader = ORACLE.order[0]
    errors = {name: float(n) for name, n in ORACLE.errors.items()}
    losses = {name: -ORACLE.area(name) for name in ORACLE.names}
    expected = [
        ORACLE.beaten("corrected_t", leader, errors),
        ORACLE.beaten("mcnemar", leader, errors),
        ORACLE.beaten("delong", leader, losses),
    ]
    assert column(table, "Test") == ["corrected resampled t", "McNemar, exact", "DeLong"]
    assert column(table, f"{leader} is better than") == [
        " and ".join(names[:2]) if len(names) < 3 else ", ".join(names[:-1]) + f" and {names[-1]}" for names in expected
    ]
    assert len({tuple(names) for names in expected}) > 1  # the tests do not agree, so the rows cannot be mixed up
    positives = int(ORACLE.truth.sum())
    assert column(table, "Sampled at random") == [
        "10 training and test sets",
        f"{ORACLE.n} instances",
        f"{positives} + {ORACLE.n - positives} instances",
    ]
    assert set(table.frame["method"]) == {"mcnemar", "delong", "corrected_resampled_t"}


def test_exchanging_the_names_of_two_algorithms_exchanges_what_is_said_of_them() -> None:
    names = {"LogisticRegression": "GaussianNB", "GaussianNB": "LogisticRegression"}
    swapped = study("breast_cancer").with_columns(
        pl.col("algorithm").cast(pl.String).replace(names).cast(pl.Categorical)
    )
    section = told(swapped, "predictions", positive="malignant")
    assert column(table_of(section, "measures"), "Algorithm")[0] == "GaussianNB"
    assert "GaussianNB is better than" in [head.title for head in table_of(section, "what-tests-speak-of").columns]

    def exchanged(text: str) -> str:
        return re.sub("LogisticRegression|GaussianNB", lambda name: names[name[0]], text)

    assert prose(section) == exchanged(prose(cancer()))


def test_the_first_sentence_names_the_best_in_every_measure() -> None:
    text = prose(cancer())
    alarms = {name: float((~ORACLE.truth & ORACLE.called[name]).sum()) for name in ORACLE.names}
    measured = (ORACLE.errors, alarms, {name: ORACLE.calibration_error(name) for name in ORACLE.names})
    assert [min(values, key=lambda name: values[name]) for values in measured] == [
        ORACLE.order[0],
        "Majority",
        "Majority",
    ]
    second = "Majority raises the fewest false alarms and has the lowest calibration error"
    assert text.startswith(f"{ORACLE.order[0]} has the lowest error; {second}.")
    others = told(without_majority(), "predictions", positive="malignant")
    assert "has the best value of every measure" in prose(others)


def test_instances_are_counted_and_cochran_s_q_follows_from_the_counts() -> None:
    wrong = np.array([ORACLE.wrong[name] for name in ORACLE.names])
    some, every = int(wrong.any(axis=0).sum()), int(wrong.all(axis=0).sum())
    k, rows, columns = len(ORACLE.names), wrong.sum(axis=0), wrong.sum(axis=1)
    q = (k - 1) * (k * (columns**2).sum() - columns.sum() ** 2) / (k * rows.sum() - (rows**2).sum())
    words = ("no", "one", "two", "three", "four", "five")
    text = prose(cancer())
    assert f"At least one algorithm errs on {some} of the {ORACLE.n} instances; all six err on {words[every]}." in text
    assert f"Q = {q:,.1f}, df = {k - 1}, p < .001" in text
    assert chi2.sf(q, k - 1) < 0.001


def test_the_worst_calibrated_is_named_with_confidence_and_accuracy() -> None:
    soft = [name for name in ORACLE.names if not set(np.unique(ORACLE.chance[name])) <= {0.0, 1.0}]
    worst = max(soft, key=ORACLE.calibration_error)
    confidence = np.maximum(ORACLE.chance[worst], 1 - ORACLE.chance[worst]).mean()
    accuracy = 1 - ORACLE.errors[worst] / ORACLE.n
    assert confidence > accuracy
    text = prose(cancer())
    assert f"{worst} is the worst calibrated (ECE {ORACLE.calibration_error(worst):.3f}" in text
    assert f"it is overconfident (mean confidence {confidence:.3f}, accuracy {accuracy:.3f})" in text


def test_the_figures_carry_the_numbers_of_the_tables() -> None:
    drawn = figures(cancer())
    assert list(drawn) == ["roc-areas", "decisions", "instance-map"]
    areas = drawn["roc-areas"].picture.numbers.filter(pl.col("item") == "area")
    assert dict(areas.select("algorithm", "area").rows()) == pytest.approx({n: ORACLE.area(n) for n in ORACLE.names})
    few = figures(told(without_majority(), "predictions", positive="malignant"))["instance-map"].picture.numbers
    errors = few.filter(pl.col("item") == "error").group_by("algorithm").len()
    assert dict(errors.rows()) == {name: n for name, n in ORACLE.errors.items() if name != "Majority"}
    many = drawn["instance-map"].picture.numbers
    wrong = np.array([ORACLE.wrong[name] for name in ORACLE.names]).sum(axis=0)
    assert many["least"][0] == next(least for least in range(1, 7) if (wrong >= least).sum() <= 120)
    assert many.filter(pl.col("item") == "instance").height == (wrong >= many["least"][0]).sum()


def test_with_a_reference_it_is_first_and_the_family_is_its_comparisons() -> None:
    section = cancer(reference="RandomForest")
    assert column(table_of(section, "measures"), "Algorithm")[0] == "RandomForest"
    tested = table_of(section, "what-tests-speak-of")
    assert "5 comparisons with RandomForest" in plain(tested.caption)
    rows = tested.frame.filter(pl.col("method") == "mcnemar")
    assert rows.height == 5
    raw = sorted(ORACLE.mcnemar(a, "RandomForest") for a in ORACLE.names if a != "RandomForest")
    stepped = np.minimum(np.maximum.accumulate([(5 - i) * p for i, p in enumerate(raw)]), 1)
    assert sorted(rows["p_adjusted"]) == pytest.approx(sorted(stepped))


def test_a_worse_reference_is_said_to_be_worse() -> None:
    tested = table_of(cancer(reference="Majority"), "what-tests-speak-of")
    assert column(tested, "Majority is better than") == ["–", "–", "–"]
    assert (
        "all five others" in column(tested, "Majority is worse than")[0]
        or "and" in column(tested, "Majority is worse than")[0]
    )


def test_both_columns_of_verdicts_are_said_to_rest_on_adjusted_p() -> None:
    assert "The last two columns rest on" in plain(
        table_of(cancer(reference="Majority"), "what-tests-speak-of").caption
    )
    assert "The last column rests on" in plain(table_of(cancer(), "what-tests-speak-of").caption)


def test_an_area_without_variance_is_said_to_have_newcombe_s_interval() -> None:
    rows = [
        {"algorithm": name, "instance": place, "truth": truth, "prediction": truth}
        | {"prob_yes": chance, "prob_no": 1 - chance}
        for name, chances in {"sure": (0.9, 0.8, 0.2, 0.1), "torn": (0.9, 0.3, 0.4, 0.1)}.items()
        for place, (truth, chance) in enumerate(zip(("yes", "yes", "no", "no"), chances, strict=True))
    ]
    section = told(br.predictions(pl.DataFrame(rows)), "predictions", positive="yes")
    note, caption = plain(table_of(section, "measures").note), plain(figures(section)["roc-areas"].caption)
    assert "of AUC: DeLong, on the logit scale, or Newcombe where it has no variance." in note
    assert "DeLong’s interval by itself, Newcombe’s without variance;" in caption
    assert "Newcombe" not in plain(table_of(cancer(), "measures").note)


def test_without_a_positive_class_no_class_is_singled_out_and_a_way_is_shown() -> None:
    section = told(study("breast_cancer"), "predictions")
    assert "missed" not in [head.title for head in table_of(section, "measures").columns]
    assert "roc-areas" not in figures(section)
    assert "No positive class is declared for breast_cancer; with --positive malignant" in prose(section)
    areas = dict(table_of(section, "measures").frame.select("algorithm", "auc").rows())
    either = {n: (ORACLE.area(n) + area(ORACLE.rest[n], ~ORACLE.truth)) / 2 for n in ORACLE.names}
    assert areas == pytest.approx(either)


def test_several_classes_have_a_mean_area_over_pairs_of_classes_and_a_quadratic_loss_up_to_two() -> None:
    table = study("iris")
    section = told(table, "predictions")
    frame = table_of(section, "measures").frame
    rows = table.with_columns(pl.col("algorithm", "truth").cast(pl.String))
    labels = sorted(rows["truth"].unique())
    for name in frame["algorithm"]:
        own = rows.filter(pl.col("algorithm") == name)
        truth = own["truth"].to_numpy()
        chance = {label: own[f"prob_{label}"].to_numpy() for label in labels}
        pairs = []
        for i, j in combinations(labels, 2):
            for positive, other in ((i, j), (j, i)):
                x, y = chance[positive][truth == positive], chance[positive][truth == other]
                pairs.append(((x[:, None] > y) + 0.5 * (x[:, None] == y)).mean())
        loss = sum(((chance[label] - (truth == label)) ** 2) for label in labels).mean()
        row = frame.filter(pl.col("algorithm") == name).row(0, named=True)
        assert row["auc"] == pytest.approx(np.mean(pairs))
        assert row["quadratic_loss"] == pytest.approx(loss)
    assert "M" in [head.title for head in table_of(section, "measures").columns]


def test_many_classes_have_a_map_of_misses_that_adds_up() -> None:
    section = told(study("digits"), "predictions")
    numbers = figures(section)["class-misses"].picture.numbers
    rows = study("digits").with_columns(pl.col("algorithm", "truth", "prediction").cast(pl.String))
    for name, label, missed, n in numbers.select("algorithm", "label", "missed", "n").rows():
        own = rows.filter((pl.col("algorithm") == name) & (pl.col("truth") == label))
        assert (missed, n) == (own.filter(pl.col("prediction") != label).height, own.height)


def test_a_class_that_is_missed_altogether_is_told_apart_from_the_largest_share() -> None:
    labels = ["ant", "bee", "cow", "dog"] * 5
    said = {
        "blind": ["ant", "bee", "cow", "cow"] * 5,
        "near": ["ant", "bee", "cow", "dog"] * 4 + ["ant", "bee", "dog", "dog"],
    }
    rows = [
        {"algorithm": name, "instance": place, "truth": truth, "prediction": guess}
        for name, guesses in said.items()
        for place, (truth, guess) in enumerate(zip(labels, guesses, strict=True))
    ]
    caption = plain(figures(told(br.predictions(pl.DataFrame(rows)), "predictions"))["class-misses"].caption)
    assert "The largest share short of all: near misses 1 of 5 instances of class cow." in caption


def test_hard_labels_have_no_reliability_and_their_area_is_told_apart() -> None:
    rows = study("breast_cancer").with_columns(
        prob_malignant=pl.when(pl.col("algorithm").cast(pl.String) == "kNN")
        .then((pl.col("prediction").cast(pl.String) == "malignant").cast(pl.Float64))
        .otherwise("prob_malignant")
    )
    hard = rows.with_columns(
        prob_benign=pl.when(pl.col("algorithm").cast(pl.String) == "kNN")
        .then(1 - pl.col("prob_malignant"))
        .otherwise("prob_benign")
    )
    section = told(br.predictions(hard), "predictions", positive="malignant")
    drawn = figures(section)["decisions"].picture.numbers.filter(pl.col("item") == "point")
    assert "kNN" not in drawn["algorithm"].unique().to_list()
    assert re.search(r"kNN \(0\.\d+\) outputs classes only", prose(section))
    assert "Of the algorithms that output probabilities," in prose(section)


def test_algorithms_with_unequal_numbers_of_instances_are_compared_by_rates_alone() -> None:
    table = study("breast_cancer").filter(
        ~((pl.col("algorithm").cast(pl.String) == "LogisticRegression") & (pl.col("instance") % 2 == 1))
    )
    section = told(br.predictions(table), "predictions", positive="malignant")
    heads = [head.title for head in table_of(section, "measures").columns]
    assert "instances" in heads
    assert "missed" not in heads
    assert "misses the most" not in prose(section)


def test_nothing_wrong_is_said_in_words() -> None:
    table = study("iris").with_columns(prediction=pl.col("truth"))
    section = told(br.predictions(table), "predictions")
    assert "No algorithm errs on any of the 150 instances." in prose(section)
    assert "instance-map" not in figures(section)
    assert "Cochran" not in prose(section)


def test_items_that_are_right_or_wrong_are_called_items() -> None:
    rng = np.random.default_rng(4)
    rows = [(name, i, int(rng.random() < p)) for name, p in (("A", 0.9), ("B", 0.6), ("C", 0.3)) for i in range(80)]
    items = br.predictions(pl.DataFrame(rows, schema=["model", "item", "correct"], orient="row"))
    section = told(items, "predictions")
    assert column(table_of(section, "what-tests-speak-of"), "Sampled at random") == ["80 items"]
    assert "of the 80 items" in prose(section)
    assert "that at least one algorithm gets wrong. One column per item," in plain(
        figures(section)["instance-map"].caption
    )


def test_clusters_are_what_a_test_of_clusters_samples() -> None:
    rng = np.random.default_rng(4)
    rows = [
        (name, i, f"c{i // 4}", int(rng.random() < p))
        for name, p in (("A", 0.9), ("B", 0.6), ("C", 0.3))
        for i in range(80)
    ]
    items = br.predictions(pl.DataFrame(rows, schema=["model", "item", "cluster", "correct"], orient="row"))
    section = told(items, "predictions")
    tested = table_of(section, "what-tests-speak-of")
    assert column(tested, "Sampled at random") == ["20 clusters"]
    assert column(tested, "Test") == ["sign flips of whole clusters"]
    assert "instance-map" not in figures(section)


def test_errors_of_several_attempts_are_counted_among_all_predictions() -> None:
    rng = np.random.default_rng(4)
    rows = [
        (name, i, seed, int(rng.random() < p))
        for name, p in (("A", 0.9), ("B", 0.6))
        for i in range(40)
        for seed in range(3)
    ]
    items = br.predictions(pl.DataFrame(rows, schema=["model", "item", "seed", "correct"], orient="row"))
    table = table_of(told(items, "predictions"), "measures")
    assert [head.title for head in table.columns][:2] == ["Algorithm", "of 120"]
    wrong = {name: str(sum(not right for other, _, _, right in rows if other == name)) for name in "AB"}
    assert dict(zip(column(table, "Algorithm"), column(table, "of 120"), strict=True)) == wrong


def test_many_algorithms_are_not_tested_pair_by_pair_without_a_reference() -> None:
    table = scored(25, 100)
    section = told(table, "predictions", positive=1)
    assert "what-tests-speak-of" not in tables(section)
    assert "there are more than 20 algorithms" in prose(section)
    against = told(table, "predictions", positive=1, reference="algorithm03")
    assert "what-tests-speak-of" in tables(against)


def test_scores_without_decisions_have_areas_alone() -> None:
    section = told(scored(4).drop("prediction"), "predictions", positive=1)
    assert [head.title for head in table_of(section, "measures").columns] == ["Algorithm", "estimate", "95 % interval"]
    assert list(figures(section)) == ["roc-areas"]
    assert "own decisions" not in plain(figures(section)["roc-areas"].caption)


def test_the_noun_of_the_study_is_used() -> None:
    section = told(study("breast_cancer"), "predictions", positive="malignant", noun="classifier")
    assert "At least one classifier errs" in prose(section)
    assert "algorithm" not in prose(section)


def test_several_datasets_have_a_row_each_with_the_pairs_that_differ() -> None:
    table = br.read_predictions(br.example("small_study_predictions.parquet"))
    section = told(table, "predictions", positive={"breast_cancer": "malignant"})
    printed = table_of(section, "predictions-by-dataset")
    assert column(printed, "Dataset") == ["breast_cancer", "digits", "iris", "wine"]
    rows = br.adjust(br.mcnemar(table), "holm").with_columns(pl.col("dataset").cast(pl.String))
    clear = rows.filter(pl.col("p_adjusted") <= ALPHA).group_by("dataset").len().sort("dataset")
    assert column(printed, "errors") == [str(n) for n in clear["len"]]
    assert [name for name in figures(section) if name.startswith("roc-areas")] == ["roc-areas-1"]
    lowest = column(printed, "by")
    most = max(set(lowest), key=lowest.count)
    assert f"{most} has the lowest error on the most datasets" in prose(section)


def numbers(instances: int = 80, datasets: int = 1) -> pl.DataFrame:
    """Return predictions of numbers by three algorithms, "near" the closest."""
    rng = np.random.default_rng(8)
    rows = []
    for d in range(datasets):
        truth = rng.normal(0, 10.0**d, instances)
        for name, spread in (("near", 0.3), ("middle", 0.45), ("far", 1.2)):
            rows += [
                (name, f"d{d}", i, float(truth[i]), float(truth[i] + spread * 10.0**d * rng.normal()))
                for i in range(instances)
            ]
    schema = ["algorithm", "dataset", "instance", "truth", "prediction"]
    return br.predictions(pl.DataFrame(rows, schema=schema, orient="row"))


def test_errors_of_numbers_ratios_and_tests_follow_from_the_table() -> None:
    table = numbers()
    section = told(table, "predictions")
    frame = table_of(section, "predicted-numbers").frame
    rows = table.with_columns(pl.col("algorithm").cast(pl.String)).sort("instance")
    errors = {
        name: (own["prediction"] - own["truth"]).to_numpy()
        for name in ("near", "middle", "far")
        for own in [rows.filter(pl.col("algorithm") == name)]
    }
    assert frame["algorithm"].to_list() == ["near", "middle", "far"]
    roots = [float(np.sqrt((errors[name] ** 2).mean())) for name in frame["algorithm"]]
    assert frame["rmse"].to_list() == pytest.approx(roots)
    assert frame["mae"].to_list() == pytest.approx([float(np.abs(errors[name]).mean()) for name in frame["algorithm"]])
    assert frame["rmse_ratio"].to_list() == pytest.approx([root / roots[0] for root in roots])
    raw = {}
    for a, b in combinations(errors, 2):
        gap = errors[a] ** 2 - errors[b] ** 2
        raw[a, b] = float(2 * t_law.sf(abs(gap.mean() / (gap.std(ddof=1) / np.sqrt(len(gap)))), len(gap) - 1))
    order = sorted(raw, key=lambda pair: raw[pair])
    stepped = dict(
        zip(order, np.minimum(np.maximum.accumulate([(3 - i) * raw[p] for i, p in enumerate(order)]), 1), strict=True)
    )
    printed = frame.filter(pl.col("algorithm") != "near")
    assert printed["p_adjusted"].to_list() == pytest.approx([stepped["near", name] for name in printed["algorithm"]])
    closer = {name: float((np.abs(errors[name]) < np.abs(errors["near"])).mean()) for name in ("middle", "far")}
    drawn = figures(section)["absolute-errors"].picture.numbers.filter(pl.col("item") == "pair")
    assert dict(drawn.select("algorithm", "closer").rows()) == pytest.approx(closer)
    text = prose(section)
    assert "near has the smallest RMSE" in text
    assert "near has significantly smaller squared errors than" in text
    assert "far has significantly larger squared errors than" in prose(told(table, "predictions", reference="far"))


def test_numbers_on_several_datasets_have_ratios_and_no_means_over_datasets() -> None:
    section = told(numbers(datasets=3), "predictions")
    table = table_of(section, "predicted-numbers")
    assert column(table, "Dataset") == ["d0", "d1", "d2"]
    ratios = [float(text) for text in column(table, "largest")]
    assert all(3 < ratio < 6 for ratio in ratios)
    assert "near has the smallest RMSE on the most datasets (three of three)." in prose(section)


@pytest.mark.parametrize("alpha", [0.01, 0.2])
def test_the_level_of_the_report_is_that_of_intervals_and_verdicts(alpha: float) -> None:
    section = cancer(alpha=alpha)
    level = f"{100 * (1 - alpha):g} % interval"
    assert level in [head.title for head in table_of(section, "measures").columns]
    rows = table_of(section, "what-tests-speak-of").frame
    assert rows["alpha"].unique().to_list() == [alpha]


def test_classes_of_strange_names_are_printed(tmp_path: Any) -> None:
    table = classes(3, ("a rather long name of a class, with a comma", "漢字 k", "$x_1$"))
    report = br.report(table, sections=["predictions"])
    assert report.write(tmp_path / "report.html").stat().st_size > 1000


def test_every_figure_has_words_and_begins_its_caption_with_a_statement() -> None:
    blocks = [block for block in cancer().blocks if isinstance(block, (Figure, Table))]
    assert all(re.match(r"[A-Z][^.]+\. ?", plain(block.caption)) for block in blocks)
    assert all(block.alternative for block in blocks if isinstance(block, Figure))
