# Written by `make names` from the records of the methods; do not edit.
from benchreport.measures.areas import auc_direct as auc_direct
from benchreport.measures.areas import auc_n as auc_n
from benchreport.measures.areas import auc_rank as auc
from benchreport.measures.areas import auc_rank as auc_rank
from benchreport.measures.areas import average_precision as average_precision
from benchreport.measures.areas import average_precision_11 as average_precision_11
from benchreport.measures.areas import break_even_point as break_even_point
from benchreport.measures.areas import partial_auc as partial_auc
from benchreport.measures.areas import youden as youden
from benchreport.measures.confusion import confusion_binary as confusion_binary
from benchreport.measures.confusion import confusion_multiclass as confusion_multiclass
from benchreport.measures.confusion import per_class_measures as per_class_measures
from benchreport.measures.curves import pr_curve as pr_curve
from benchreport.measures.curves import precision_at_recall as precision_at_recall
from benchreport.measures.curves import roc_curve as roc_curve
from benchreport.measures.curves import roc_dominance as roc_dominance
from benchreport.measures.curves import roc_n as roc_n
from benchreport.measures.curves import sens_spec_curve as sens_spec_curve
from benchreport.measures.multiclass import multiclass_auc as multiclass_auc
from benchreport.measures.multiclass import one_vs_rest as one_vs_rest
from benchreport.measures.reliability import calibration as calibration
from benchreport.measures.retrieval import gains as gains
from benchreport.measures.retrieval import lift as lift
from benchreport.measures.retrieval import retrieval_venn as retrieval_venn
from benchreport.measures.thresholds import cost_threshold as cost_threshold
from benchreport.measures.thresholds import decision_threshold as decision_threshold
from benchreport.stats.one_algorithm.roc_bands import roc_average as roc_average
from benchreport.stats.one_algorithm.roc_bands import roc_band as roc_band

__all__ = [
    "auc",
    "auc_direct",
    "auc_n",
    "auc_rank",
    "average_precision",
    "average_precision_11",
    "break_even_point",
    "calibration",
    "confusion_binary",
    "confusion_multiclass",
    "cost_threshold",
    "decision_threshold",
    "gains",
    "lift",
    "multiclass_auc",
    "one_vs_rest",
    "partial_auc",
    "per_class_measures",
    "pr_curve",
    "precision_at_recall",
    "retrieval_venn",
    "roc_average",
    "roc_band",
    "roc_curve",
    "roc_dominance",
    "roc_n",
    "sens_spec_curve",
    "youden",
]
