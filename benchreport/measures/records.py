"""What does each measure ask, and how is it written?"""

from __future__ import annotations

from collections.abc import Callable

import polars as pl

from benchreport.measures import probability, rates, regression
from benchreport.measures.metrics import measure_named
from benchreport.method import Method

TRUTH_KNOWN = "every instance has one true class"
DECLARED = "the positive class is declared"
BOOK, SCORING = ("alpaydin2010",), ("brier1950",)


def _record(
    id: str,  # noqa: A002
    title: str,
    question: str,
    formula: str,
    assumes: str,
    cites: tuple[str, ...] = BOOK,
    *,
    tex: str = "",
    expr: Callable[..., pl.Expr] | None = None,
) -> Method:
    return Method(
        id=id,
        title=title,
        question=question,
        kind="measure",
        shape="predictions",
        symbol=id,
        formula=formula,
        tex=tex,
        assumes=(assumes,),
        cites=cites,
        remarks=measure_named(id).remarks,
        expr=expr,
    )


ACCURACY = _record(
    "accuracy",
    "Accuracy",
    "Which share of the instances was predicted right?",
    "(tp + tn) / N",
    TRUTH_KNOWN,
    tex=r"\frac{\mathrm{tp} + \mathrm{tn}}{N}",
    expr=rates.accuracy,
)
ERROR_RATE = _record(
    "error_rate",
    "Error rate",
    "Which share of the instances was predicted wrong?",
    "(fp + fn) / N",
    TRUTH_KNOWN,
    tex=r"\frac{\mathrm{fp} + \mathrm{fn}}{N}",
    expr=rates.error_rate,
)
ZERO_ONE_LOSS = _record(
    "zero_one_loss",
    "0/1 loss",
    "Was the prediction wrong?",
    "L = 1 if y differs from g(x), else 0",
    TRUTH_KNOWN,
    tex=r"L = \mathbf{1}[y \neq g(x)]",
)
WEIGHTED_ACCURACY = _record(
    "weighted_accuracy",
    "Weighted accuracy",
    "Which share of the weight was predicted right?",
    "sum of the weights of right predictions / sum of weights",
    "weights are numbers from 0 up",
    tex=r"\frac{\sum_i w_i \mathbf{1}[y_i = g(x_i)]}{\sum_i w_i}",
)
TPR = _record(
    "tpr",
    "True positive rate",
    "Which share of the positives was found?",
    "tp / (tp + fn)",
    DECLARED,
    tex=r"\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fn}}",
    expr=rates.tpr,
)
FPR = _record(
    "fpr",
    "False positive rate",
    "Which share of the negatives raised alarm?",
    "fp / (fp + tn)",
    DECLARED,
    tex=r"\frac{\mathrm{fp}}{\mathrm{fp} + \mathrm{tn}}",
    expr=rates.fpr,
)
PRECISION = _record(
    "precision",
    "Precision",
    "Which share of the positive calls was right?",
    "tp / (tp + fp)",
    DECLARED,
    tex=r"\frac{\mathrm{tp}}{\mathrm{tp} + \mathrm{fp}}",
    expr=rates.precision,
)
TNR = _record(
    "tnr",
    "True negative rate",
    "Which share of the negatives was left alone?",
    "tn / (fp + tn)",
    DECLARED,
    tex=r"\frac{\mathrm{tn}}{\mathrm{fp} + \mathrm{tn}}",
    expr=rates.tnr,
)
FNR = _record(
    "fnr",
    "False negative rate",
    "Which share of the positives was missed?",
    "fn / (tp + fn)",
    DECLARED,
    tex=r"\frac{\mathrm{fn}}{\mathrm{tp} + \mathrm{fn}}",
    expr=rates.fnr,
)
F_SCORE = _record(
    "f_score",
    "F score",
    "How good are precision and recall together?",
    "(1 + b^2) tp / ((1 + b^2) tp + b^2 fn + fp), b = 1 unless told",
    DECLARED,
    tex=r"\frac{(1 + b^2) \, \mathrm{tp}}{(1 + b^2) \, \mathrm{tp} + b^2 \, \mathrm{fn} + \mathrm{fp}}",
    expr=rates.f_score,
)
BALANCED_ACCURACY = _record(
    "balanced_accuracy",
    "Balanced accuracy",
    "Which share is found of each class, all classes weighing the same?",
    "mean over classes of hits / instances of the class",
    "every class of the dataset occurs",
    tex=r"\frac{1}{K} \sum_{j=1}^{K} \frac{C_{jj}}{n_j}",
    expr=rates.balanced_accuracy,
)
MCC = _record(
    "mcc",
    "Matthews correlation",
    "How strongly do truth and decision correlate?",
    "(tp tn - fp fn) / sqrt((tp+fp)(tp+fn)(tn+fp)(tn+fn)); covariance form for several classes",
    TRUTH_KNOWN,
    tex=(
        r"\frac{\mathrm{tp} \, \mathrm{tn} - \mathrm{fp} \, \mathrm{fn}}{\sqrt{(\mathrm{tp} + \mathrm{fp}) "
        r"(\mathrm{tp} + \mathrm{fn}) (\mathrm{tn} + \mathrm{fp}) (\mathrm{tn} + \mathrm{fn})}}"
    ),
    expr=rates.mcc,
)
COHEN_KAPPA = _record(
    "cohen_kappa",
    "Cohen's kappa",
    "How much do truth and decision agree beyond chance?",
    "(p_o - p_e) / (1 - p_e), p_e from the margins",
    TRUTH_KNOWN,
    ("cohen1960",),
    tex=r"\frac{p_o - p_e}{1 - p_e}",
)
ASYMMETRIC_LOSS = _record(
    "asymmetric_loss",
    "Mean cost",
    "What does a prediction cost on average, when confusions differ in price?",
    "sum over cells of cost times count / N",
    "the costs are right up to a factor",
    tex=r"\frac{1}{N} \sum_{ij} \lambda_{ij} C_{ij}",
)
TOTAL_COST = _record(
    "total_cost",
    "Total cost",
    "What do all predictions cost together?",
    "sum over cells of cost times count",
    "the costs are right",
    tex=r"\sum_{ij} \lambda_{ij} C_{ij}",
)
QUADRATIC_PROBABILITY_LOSS = _record(
    "quadratic_probability_loss",
    "Quadratic loss",
    "How far are all class probabilities from the truth?",
    "mean of sum_j (p_j - a_j)^2 over all classes, 0 to 2",
    "probabilities of a row sum to 1",
    SCORING,
    tex=r"\frac{1}{N} \sum_{i=1}^{N} \sum_j (p_{ij} - a_{ij})^2",
    expr=probability.quadratic_probability_loss,
)
BRIER_SCORE = _record(
    "brier_score",
    "Brier score",
    "How far is the probability of the positive class from the truth?",
    "mean of (p - y)^2, 0 to 1; half the quadratic loss",
    DECLARED,
    SCORING,
    tex=r"\frac{1}{N} \sum_{i=1}^{N} (p_i - y_i)^2",
    expr=probability.brier_score,
)
INFORMATIONAL_LOSS = _record(
    "informational_loss",
    "Informational loss",
    "How many bits does the forecast leave open about the true class?",
    "mean of -log2 p_c",
    "no true class was given probability 0",
    tex=r"-\frac{1}{N} \sum_{i=1}^{N} \log_2 p_{i c_i}",
    expr=probability.informational_loss,
)
LOG_LOSS = _record(
    "log_loss",
    "Log loss",
    "How surprised is the forecast by the true class?",
    "mean of -ln p_c",
    "no true class was given probability 0",
    tex=r"-\frac{1}{N} \sum_{i=1}^{N} \ln p_{i c_i}",
    expr=probability.log_loss,
)
CONDITIONAL_LOG_LIKELIHOOD = _record(
    "conditional_log_likelihood",
    "Conditional log-likelihood",
    "How probable were all true classes, given the forecasts?",
    "sum of ln p_c",
    "instances are independent",
    tex=r"\sum_{i=1}^{N} \ln p_{i c_i}",
    expr=probability.conditional_log_likelihood,
)
ECE = _record(
    "ece",
    "Expected calibration error",
    "How far are forecasts from observed frequencies?",
    "sum over bins of n_b / N |mean forecast - observed frequency|",
    "scores are probabilities",
    SCORING,
    tex=r"\sum_b \frac{n_b}{N} |\bar{p}_b - \bar{y}_b|",
)
MSE = _record(
    "mse",
    "Mean squared error",
    "How far off are predicted numbers?",
    "mean of (y - g)^2",
    "truth is a number",
    tex=r"\frac{1}{N} \sum_{i=1}^{N} (y_i - g_i)^2",
    expr=regression.mse,
)
RMSE = _record(
    "rmse",
    "Root mean squared error",
    "How far off are predicted numbers, in their own units?",
    "sqrt(mean of (y - g)^2)",
    "truth is a number",
    tex=r"\sqrt{\frac{1}{N} \sum_{i=1}^{N} (y_i - g_i)^2}",
    expr=regression.rmse,
)
MAE = _record(
    "mae",
    "Mean absolute error",
    "How far off are predicted numbers on average?",
    "mean of |y - g|",
    "truth is a number",
    tex=r"\frac{1}{N} \sum_{i=1}^{N} |y_i - g_i|",
    expr=regression.mae,
)
R2 = _record(
    "r2",
    "Coefficient of determination",
    "Which share of the truth's variance is explained?",
    "1 - sum (y - g)^2 / sum (y - mean y)^2",
    "the truth varies",
    tex=r"1 - \frac{\sum_i (y_i - g_i)^2}{\sum_i (y_i - \bar{y})^2}",
    expr=regression.r2,
)
