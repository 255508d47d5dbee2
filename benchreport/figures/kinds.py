"""Which figures are there, and what are they made from?"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from benchreport.method import Shape


@dataclass(frozen=True, slots=True, kw_only=True)
class Kind:
    """One kind of figure.

    The module ``benchreport.figures.<module>`` holds three functions: ``<id>_data`` takes the table and gives the
    numbers behind the figure, ``<id>`` draws those numbers, ``<id>_alt`` says in words what they show.

    Examples
    --------
    >>> KINDS["cd"].question
    'Which algorithms rank best, and which of them were not shown to differ?'
    """

    id: str
    module: str
    title: str
    question: str
    shape: Shape
    also: tuple[Shape, ...] = ()


KINDS: Mapping[str, Kind] = MappingProxyType(
    {
        kind.id: kind
        for kind in (
            Kind(
                id="cd",
                module="critical_difference",
                title="Critical difference diagram",
                question="Which algorithms rank best, and which of them were not shown to differ?",
                shape="scores",
            ),
            Kind(
                id="box",
                module="distributions",
                title="Box plot",
                question="How are the results of each algorithm spread?",
                shape="scores",
            ),
            Kind(
                id="rescaled_box",
                module="distributions",
                title="Box plot of rescaled scores",
                question="How far does each algorithm come from the baseline to the best?",
                shape="scores",
            ),
            Kind(
                id="ridge",
                module="distributions",
                title="Ridge plot",
                question="What shape do the results of each algorithm have?",
                shape="scores",
            ),
            Kind(
                id="histogram",
                module="ranges",
                title="Histograms",
                question="How often does each algorithm come to which result?",
                shape="scores",
            ),
            Kind(
                id="range",
                module="ranges",
                title="Range plot",
                question="What are the worst, mean and best results of each algorithm?",
                shape="scores",
            ),
            Kind(
                id="strip",
                module="ranges",
                title="Strip plot",
                question="What are all the results, and how do they change from one algorithm to the next?",
                shape="scores",
            ),
            Kind(
                id="rank_distribution",
                module="ranges",
                title="Distribution of ranks",
                question="How often does each algorithm come first, second and so on?",
                shape="scores",
            ),
            Kind(
                id="fold_differences",
                module="folds",
                title="Differences on folds",
                question="How do two algorithms differ on every fold of every dataset?",
                shape="scores",
            ),
            Kind(
                id="profile",
                module="profiles",
                title="Performance profile",
                question="On which share of the datasets is each algorithm within a factor of the best?",
                shape="scores",
            ),
            Kind(
                id="ecdf",
                module="profiles",
                title="Score distribution",
                question="Which share of its runs does each algorithm bring to a score?",
                shape="scores",
            ),
            Kind(
                id="iqm",
                module="profiles",
                title="Aggregates with intervals",
                question="How good is each algorithm over all datasets, and how sure is that?",
                shape="scores",
            ),
            Kind(
                id="pareto",
                module="trade_off",
                title="Quality against cost",
                question="Which algorithms are worth their time?",
                shape="scores",
            ),
            Kind(
                id="learning_curve",
                module="trade_off",
                title="Learning curve",
                question="How does each algorithm improve with more data?",
                shape="scores",
            ),
            Kind(
                id="difference_ellipse",
                module="multivariate",
                title="Differences in two metrics",
                question="Do two algorithms differ in two metrics at once?",
                shape="scores",
            ),
            Kind(
                id="directions",
                module="separation",
                title="Directions of difference",
                question="Which combinations of metrics tell the algorithms apart?",
                shape="scores",
            ),
            Kind(
                id="manova_scores",
                module="separation",
                title="Algorithms along the directions of difference",
                question="Where do the algorithms lie when all metrics are taken together?",
                shape="scores",
            ),
            Kind(
                id="simplex",
                module="bayesian",
                title="Posterior in a simplex",
                question="Is an algorithm better, worse, or as good as equal over datasets?",
                shape="scores",
            ),
            Kind(
                id="posterior",
                module="bayesian",
                title="Posterior of the advantage",
                question="How much better is an algorithm on one dataset, and does it matter?",
                shape="scores",
            ),
            Kind(
                id="power_curve",
                module="planning",
                title="Power curve",
                question="How many runs does it take, or how small a difference can be found?",
                shape="none",
                also=("scores",),
            ),
            Kind(
                id="interval_comparison",
                module="planning",
                title="Intervals of an error rate",
                question="How sure is an error rate, by different intervals?",
                shape="none",
                also=("predictions", "counts"),
            ),
            Kind(
                id="interaction",
                module="factors",
                title="Interaction plot",
                question="Does the effect of one factor depend on another?",
                shape="scores",
            ),
            Kind(
                id="main_effects",
                module="factors",
                title="Main effects",
                question="Which level of each factor is best on average?",
                shape="scores",
            ),
            Kind(
                id="grid",
                module="grids",
                title="Grid of two factors",
                question="Which combination of two factors is best?",
                shape="scores",
            ),
            Kind(
                id="surface",
                module="grids",
                title="Response surface",
                question="Where should the next run go?",
                shape="scores",
            ),
            Kind(
                id="gaussian_border",
                module="risk",
                title="Borders between two normal classes",
                question="How near is an estimated border to the best there is?",
                shape="none",
            ),
            Kind(
                id="bias_variance",
                module="risk",
                title="Bias, variance and noise",
                question="Is the error due to an inflexible model, an unstable one, or noise?",
                shape="predictions",
            ),
            Kind(
                id="mcm",
                module="matrices",
                title="Multi-comparison matrix",
                question="By how much, how often and how surely does each algorithm beat each other?",
                shape="scores",
            ),
            Kind(
                id="win_rates",
                module="matrices",
                title="Win-rate matrix",
                question="On which share of the datasets does each algorithm beat each other?",
                shape="scores",
            ),
            Kind(
                id="p_values",
                module="matrices",
                title="Heat map of p-values",
                question="Which pairs of algorithms differ, and how surely?",
                shape="scores",
            ),
            Kind(
                id="hasse",
                module="hasse",
                title="Graph of significant differences",
                question="Which algorithms were shown to be better than which?",
                shape="scores",
            ),
            Kind(
                id="forest",
                module="forest",
                title="Forest plot of differences",
                question="How large are the differences, and how far could they be off?",
                shape="scores",
            ),
            Kind(
                id="scatter_pair",
                module="forest",
                title="Scatter of two algorithms",
                question="On which datasets does one algorithm beat another?",
                shape="scores",
            ),
            Kind(
                id="roc",
                module="curves",
                title="ROC curves",
                question="How many hits are bought with how many false alarms?",
                shape="predictions",
            ),
            Kind(
                id="pr",
                module="curves",
                title="Precision-recall curves",
                question="How pure does the retrieved set stay as more positives are demanded?",
                shape="predictions",
            ),
            Kind(
                id="lift",
                module="gains",
                title="Lift chart",
                question="How many times richer in positives is the selected part than a random one?",
                shape="predictions",
            ),
            Kind(
                id="gains",
                module="gains",
                title="Cumulative gains",
                question="Which share of the positives is found in the best-scored part?",
                shape="predictions",
            ),
            Kind(
                id="reliability",
                module="calibration",
                title="Reliability diagram",
                question="Do events forecast with probability p happen with frequency p?",
                shape="predictions",
            ),
            Kind(
                id="score_histograms",
                module="calibration",
                title="Histograms of scores by class",
                question="How far do the scores of the classes lie apart?",
                shape="predictions",
            ),
            Kind(
                id="retrieval_venn",
                module="retrieval",
                title="Overlap of the relevant and the retrieved",
                question="How do the relevant and the retrieved set overlap?",
                shape="predictions",
                also=("counts",),
            ),
            Kind(
                id="confusion",
                module="confusion",
                title="Confusion matrix",
                question="Which classes are mistaken for which?",
                shape="predictions",
                also=("counts",),
            ),
            Kind(
                id="per_class",
                module="per_class",
                title="Measures per class",
                question="How well is each class recognised?",
                shape="predictions",
                also=("counts",),
            ),
            Kind(
                id="null_histogram",
                module="null_histogram",
                title="Results on shuffled labels",
                question="Is there anything to learn?",
                shape="scores",
            ),
        )
    }
)
