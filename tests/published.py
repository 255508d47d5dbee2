"""Tables of papers, retyped, for tests that compare with the numbers printed there."""

from __future__ import annotations

import polars as pl

import benchreport as br

# Accuracies of five classifiers on thirty datasets: S. Garcia and F. Herrera, An extension on "Statistical comparisons
# of classifiers over multiple data sets" for all pairwise comparisons, JMLR 9 (2008), the table of the case study.
GARCIA_HERRERA_2008 = {
    "Abalone": (0.219, 0.202, 0.249, 0.165, 0.261),
    "Adult": (0.803, 0.75, 0.813, 0.692, 0.798),
    "Australian": (0.859, 0.814, 0.845, 0.542, 0.816),
    "Autos": (0.809, 0.774, 0.673, 0.275, 0.785),
    "Balance": (0.768, 0.79, 0.727, 0.872, 0.706),
    "Breast": (0.759, 0.654, 0.734, 0.703, 0.714),
    "Bupa": (0.693, 0.611, 0.572, 0.689, 0.572),
    "Cleveland": (0.544, 0.531, 0.558, 0.439, 0.541),
    "Dermatology": (0.945, 0.954, 0.978, 0.541, 0.858),
    "German": (0.725, 0.705, 0.739, 0.625, 0.717),
    "Glass": (0.674, 0.736, 0.721, 0.356, 0.704),
    "Hayes-Roth": (0.801, 0.357, 0.52, 0.309, 0.52),
    "Heart": (0.785, 0.77, 0.841, 0.659, 0.759),
    "Led7Digit": (0.71, 0.402, 0.728, 0.12, 0.674),
    "Letter": (0.691, 0.827, 0.667, 0.527, 0.638),
    "Lymphography": (0.743, 0.739, 0.83, 0.549, 0.746),
    "Mushrooms": (0.99, 0.482, 0.941, 0.857, 0.99),
    "OptDigits": (0.867, 0.098, 0.915, 0.986, 0.784),
    "Satimage": (0.821, 0.872, 0.815, 0.885, 0.778),
    "SpamBase": (0.893, 0.824, 0.902, 0.739, 0.885),
    "Splice": (0.799, 0.655, 0.925, 0.517, 0.755),
    "Tic-tac-toe": (0.845, 0.731, 0.693, 0.653, 0.704),
    "Vehicle": (0.741, 0.701, 0.591, 0.663, 0.619),
    "Vowel": (0.799, 0.994, 0.603, 0.269, 0.621),
    "Wine": (0.949, 0.955, 0.989, 0.77, 0.954),
    "Yeast": (0.555, 0.505, 0.569, 0.312, 0.556),
    "Zoo": (0.928, 0.928, 0.945, 0.419, 0.897),
    "Car": (0.915, 0.857, 0.86, 0.7, 0.777),
    "Crx": (0.855, 0.796, 0.857, 0.607, 0.809),
    "Ion": (0.906, 0.359, 0.895, 0.641, 0.918),
}
CLASSIFIERS = ("C4.5", "1NN", "NaiveBayes", "Kernel", "CN2")


def garcia_herrera_2008() -> pl.DataFrame:
    rows = [
        (dataset, name, value)
        for dataset, values in GARCIA_HERRERA_2008.items()
        for name, value in zip(CLASSIFIERS, values, strict=True)
    ]
    return br.scores(pl.DataFrame(rows, schema=["dataset", "algorithm", "accuracy"], orient="row"))
