"""Advice on designs: what should be known before the numbers are believed."""

from __future__ import annotations

from benchreport.method import Advice


def _advice(
    name: str, title: str, question: str, fact: str, *cites: str, text: str = "", assumes: str = "none, it is advice"
) -> Advice:
    sources = cites or ("alpaydin2010",)
    return Advice(id=name, title=title, question=question, fact=fact, text=text, assumes=(assumes,), cites=sources)


# How the results came about.
HOLDOUT = _advice(
    "holdout",
    "One random split",
    "What does a single split into training and test data tell?",
    "one value per algorithm; about a third of the data is for testing",
    "alpaydin2010",
    "kohavi1995",
    text="A single split says nothing of the variation over training data: compare predictions on its instances.",
)
TRAIN_VAL_TEST = _advice(
    "train_val_test",
    "Training, validation and test data",
    "Was the result reported on data that no choice was made with?",
    "tune on validation data, report on test data, refit on all",
    "alpaydin2010",
    "hastie2009",
    text="Report tuned results on data that no choice was made with; otherwise call them optimistic.",
)
REPEATED_HOLDOUT = _advice(
    "repeated_holdout",
    "Repeated random splits",
    "What does it mean that random test sets overlap?",
    "the mean is unbiased for that training size, its runs are dependent",
    "nadeau2003",
    "dietterich1998",
    text="Random test sets overlap, so results depend on each other: a mean is fine, a plain t test is not.",
)
KFOLD_CV = _advice(
    "kfold_cv",
    "K-fold cross-validation",
    "What do the folds of one cross-validation share?",
    "any two training sets have K - 2 of K parts in common",
    "alpaydin2010",
    "kohavi1995",
    text="Folds share most of their training data: a plain t test over them rejects too often.",
)
CV_UNBIASEDNESS = _advice(
    "cv_unbiasedness",
    "What cross-validation estimates",
    "Of which model is the cross-validated error the error?",
    "E[CV risk on l instances] = E[risk of a model trained on l - l / K instances]",
    "kohavi1995",
    "hastie2009",
    text="The estimate is of models trained on a part of the data: slightly pessimistic for one trained on all.",
)
STRATIFIED_CV = _advice(
    "stratified_cv",
    "Stratified cross-validation",
    "Has every fold the class shares of the whole?",
    "a class of 20 % is about 20 % of every fold",
    "kohavi1995",
    text="Keep the class shares of the whole in every fold, and say so.",
)
REPEATED_CV = _advice(
    "repeated_cv",
    "Repeated cross-validation",
    "Are the runs of repeated cross-validation independent?",
    "R runs of K folds on the same data: the average steadies, the data stay the same",
    "nadeau2003",
    "kohavi1995",
    text="Repeating cross-validation adds runs, not data: use tests corrected for the overlap.",
)
LOO_CV = _advice(
    "loo_cv",
    "Leave one out",
    "What can be tested when every fold is one instance?",
    "K = N; with two equal classes the majority rule has 100 % error",
    "kohavi1995",
    text="Folds of one instance have no variance of their own: compare the instances.",
)
CV52 = _advice(
    "cv52",
    "Five times two-fold cross-validation",
    "Why five halvings, and not more?",
    "10 values; more halvings add dependence, fewer leave too little data",
    "dietterich1998",
    "alpaydin1999",
    text="Five halvings suit the 5x2 tests; more would add dependence, fewer leave too little data.",
)
BALANCING = _advice(
    "balancing",
    "Balanced classes",
    "Were classes balanced in the training data only?",
    "precision = tpr pi / (tpr pi + fpr (1 - pi)) depends on the share pi of the positive class",
    "hastie2009",
    text="Balance training data only: these metrics change with the class shares of the test data.",
)
CV_MODEL_SELECTION = _advice(
    "cv_model_selection",
    "Choosing by cross-validation",
    "Is the cross-validated error of the chosen model the error to report?",
    "the smallest of many estimates is biased low: an outer test set, or nested cross-validation",
    "cawley2010",
    text="The cross-validated error of the winner is biased low: use an outer test set or nested cross-validation.",
)

# How the experiment was laid out.
BEST_GUESS = _advice(
    "best_guess",
    "Best guess",
    "Were settings tried until one was good?",
    "fewer combinations than the main effects need",
    "alpaydin2010",
    "montgomery2005",
    text="Trying settings until one is good neither explains nor finds the best.",
)
ONE_FACTOR_AT_A_TIME = _advice(
    "one_factor_at_a_time",
    "One factor at a time",
    "Was one factor varied while all others stayed at a baseline?",
    "about L F runs: 10 for two factors of five levels, where a grid has 25",
    "alpaydin2010",
    "montgomery2005",
    text="Varying one factor at a time hides interactions and may miss the best combination.",
)
RANDOMIZATION = _advice(
    "randomization",
    "Random order of the runs",
    "Could the order of the runs have influenced the results?",
    "of little weight for software, save for timings",
    "alpaydin2010",
    "montgomery2005",
    text="Run in random order where times are measured: a busy machine slows whatever runs then.",
)
ONE_RUN_CAVEAT = _advice(
    "one_run_caveat",
    "One value per cell",
    "Can one value per algorithm and dataset show how much results vary?",
    "no: neither over training data nor over starting states",
    "alpaydin2010",
    text=(
        "One value per cell shows no variation over training data or starting states; if it is an average, "
        "its spread is not in the table."
    ),
)
NO_FREE_LUNCH = _advice(
    "no_free_lunch",
    "No free lunch",
    "For which data do the conclusions hold?",
    "for these datasets and data like them; over all possible data all algorithms are alike",
    "wolpert1996",
    "alpaydin2010",
    text="The conclusions hold for these datasets and data like them, not for unrelated applications.",
)
OTHER_CRITERIA = _advice(
    "other_criteria",
    "Other criteria",
    "What else than error decides between two algorithms?",
    "risk, time and memory to train and to predict, interpretability, ease of programming",
    "alpaydin2010",
    text="Where no difference is shown, choose the simpler, cheaper or more understandable algorithm.",
)
ABSOLUTE_VALUE_CAVEAT = _advice(
    "absolute_value_caveat",
    "Absolute values",
    "How good is a score, without the level of chance beside it?",
    "compare with a majority, prior or chance baseline, and with the noise of the labels",
    "alpaydin2010",
    "hastie2009",
    text="A score means little without the level of chance and the noise of the labels beside it.",
)
OVERFITTING_NOTE = _advice(
    "overfitting_note",
    "Overfitting by choice",
    "How many candidates were compared on the same data?",
    "the best of many on small data overfits the validation data too; see model_selection_bound",
    "cawley2010",
    "hastie2009",
    text="The best of many is partly luck: give the number tried and its price (model_selection_bound).",
)
LEAKAGE_RULES = _advice(
    "leakage_rules",
    "Leakage",
    "Did anything of the test data reach the training?",
    "split first; scale, impute and select features on training data only; no instance on both sides",
    "kaufman2012",
    text="Split first; scale, impute and select features on training data only; keep copies on one side.",
)
METRIC_AGNOSTIC_NOTE = _advice(
    "metric_agnostic_note",
    "Metrics other than error",
    "May times and sizes be compared over datasets?",
    "yes, by order: sign and Friedman tests do not change under monotone transforms, Wilcoxon's may",
    "alpaydin2010",
    "demsar2006",
    text="Compare times and sizes over datasets by order, so that one slow dataset does not decide.",
)
GENE_FILTER_T = _advice(
    "gene_filter_t",
    "A t statistic as a filter of features",
    "May features be picked by their t statistic?",
    "an unpaired t per feature, on training data only; not computed here",
    "kaufman2012",
    "alpaydin2010",
)

# The course of an experiment, step by step.
GUIDELINE_A_AIM = _advice(
    "guideline_a_aim",
    "Aim of the study",
    "What question is to be answered?",
    "one algorithm against a level; two or several on one dataset; several over several datasets",
    text="State the question before the tests: it decides which of them apply.",
)
GUIDELINE_B_RESPONSE = _advice(
    "guideline_b_response",
    "Choice of the response",
    "Which measure answers the question?",
    "error, squared error, risk, precision and recall, or a cost-sensitive measure",
    text="Say why these metrics answer the question, and which way each is better.",
)
GUIDELINE_C_FACTORS = _advice(
    "guideline_c_factors",
    "Choice of factors and levels",
    "Which factors are varied, and over which levels?",
    "levels on a scale that fits the data; experience is no reason to leave a factor out",
    text="List the factors and their levels; put levels on a scale that fits the data.",
)
GUIDELINE_D_DESIGN = _advice(
    "guideline_d_design",
    "Choice of the design",
    "Are all combinations run, and often enough?",
    "a full grid unless factors do not interact; enough replicates; real data rather than toys",
    "alpaydin2010",
    "montgomery2005",
    text="Run all combinations unless factors do not interact, with enough replicates, on real data.",
)
GUIDELINE_E_RUN = _advice(
    "guideline_e_run",
    "Running the experiment",
    "Could someone else run it again?",
    "trial runs; save seeds and intermediate results; equal diligence for rival methods; tested libraries",
    text="Record versions, seeds and inputs; give rival methods the same diligence as your own.",
)
GUIDELINE_F_ANALYSIS = _advice(
    "guideline_f_analysis",
    "Analysis of the data",
    "Were results looked at before they were tested?",
    "tests of hypotheses, and pictures of the distributions beside them",
    text="Look at the distributions before and beside the tests.",
)
GUIDELINE_G_CONCLUSIONS = _advice(
    "guideline_g_conclusions",
    "Conclusions and the next step",
    "What follows, and what is to be run next?",
    "spend at most 25 % of the resources on the first experiment; a test never proves a claim true",
    text=(
        "Spend at most 25 % of the resources on a first experiment; no difference shown is not equality; "
        "study the failures before the next version."
    ),
)
