# Written by `make names` from the records of the methods; do not edit.
from benchreport.stats.theory.gaussian_classes import bayes_classifier as bayes_classifier
from benchreport.stats.theory.gaussian_classes import bayes_risk as bayes_risk
from benchreport.stats.theory.gaussian_classes import gaussian_discriminant as gaussian_discriminant
from benchreport.stats.theory.gaussian_classes import generalization_risk as generalization_risk

__all__ = [
    "bayes_classifier",
    "bayes_risk",
    "gaussian_discriminant",
    "generalization_risk",
]
