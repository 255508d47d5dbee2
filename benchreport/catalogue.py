"""Which methods are there?"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from benchreport.method import Method
from benchreport.stats.adjust import BONFERRONI, HOLM
from benchreport.stats.folds import CORRECTED_RESAMPLED_T, CV52_F, CV52_T, KFOLD_PAIRED_T
from benchreport.stats.paired import SIGN_TEST, WILCOXON
from benchreport.stats.posthoc import CRITICAL_DIFFERENCE, NEMENYI
from benchreport.stats.ranks import AVERAGE_RANKS, FRIEDMAN, IMAN_DAVENPORT

METHODS: Mapping[str, Method] = MappingProxyType(
    {
        method.id: method
        for method in (
            KFOLD_PAIRED_T,
            CORRECTED_RESAMPLED_T,
            CV52_T,
            CV52_F,
            SIGN_TEST,
            WILCOXON,
            AVERAGE_RANKS,
            FRIEDMAN,
            IMAN_DAVENPORT,
            NEMENYI,
            CRITICAL_DIFFERENCE,
            BONFERRONI,
            HOLM,
        )
    }
)
