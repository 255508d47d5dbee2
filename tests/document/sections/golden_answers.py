"""The words of page one on small tables, as they are to be printed."""

from __future__ import annotations

# Headline and lead of every case.
GOLDEN: dict[str, tuple[str, str]] = {
    "no clear winner": (
        "No algorithm is clearly best on these 14 datasets.",
        "C4.5+m+cf leads (mean AUC 0.827, mean rank 1.93, best on seven datasets) but cannot be "
        "distinguished from any of the other three. Its largest lead, 0.020 [−0.001, 0.050] over C4.5, is "
        "not significant (p = .062). One pair differs: C4.5+m beats C4.5 by 0.013 (0, 0.035] (exact "
        "Wilcoxon test, Holm-adjusted p = .044). The win over C4.5 holds in one of three alternative "
        "analyses.",
    ),
    "clear winner": (
        "A is the best of four algorithms on 14 datasets.",
        "A has mean accuracy 0.716 and mean rank 1.00, and is best on all 14 datasets. It beats B by 0.031 "
        "[0.020, 0.041], C by 0.060 [0.049, 0.070] and D by 0.091 [0.079, 0.102] (exact Wilcoxon test, "
        "Holm-adjusted p < .001).",
    ),
    "leader, some alike": (
        "A ranks first of four; one algorithm cannot be distinguished from it.",
        "A has mean accuracy 0.716 and mean rank 1.29, and is best on ten datasets. It beats C by 0.050 "
        "[0.039, 0.060] and D by 0.081 [0.069, 0.092] (exact Wilcoxon test, Holm-adjusted p < .001). It "
        "cannot be distinguished from B (0.002 [−0.009, 0.012]).",
    ),
    "nothing differs": (
        "The four algorithms do not differ significantly on these 14 datasets.",
        "A has the best mean rank (mean accuracy 0.716, mean rank 2.36, best on four datasets). Taken "
        "together they do not differ either (Iman-Davenport test, p = .818). The largest difference, 0.002 "
        "[−0.010, 0.012] in favour of C over D, is not significant (exact Wilcoxon test, Holm-adjusted p > "
        ".999). With the spread seen here, a true difference of 0.014 would be found with 80 % power.",
    ),
    "no pair though not all alike": (
        "No pair of the six algorithms differs significantly on these eleven datasets.",
        "A has the best mean rank (mean accuracy 0.721, mean rank 1.91, best on seven datasets). Taken "
        "together they differ (Iman-Davenport test, p = .029). The largest difference, 0.018 [−0.004, "
        "0.041] in favour of A over F, is not significant (exact Wilcoxon test, Holm-adjusted p = .146). "
        "With the spread seen here, a true difference of 0.028 would be found with 80 % power.",
    ),
    "reference": (
        "Of four algorithms, two beat C and one is worse; one cannot be distinguished from it.",
        "B (0.030 [0.019, 0.041]) and A (0.060 [0.049, 0.070]) beat C; C beats E by 0.050 [0.039, 0.061] "
        "(exact Wilcoxon test, Holm-adjusted p < .001 over the four comparisons with the reference). D "
        "(−0.003 [−0.012, 0.009]) cannot be distinguished from it. C is third of five by mean rank.",
    ),
    "lower is better": (
        "C is the best of three algorithms on 14 datasets.",
        "C has mean error rate 0.656 (lower is better) and mean rank 1.00, and is best on all 14 datasets. "
        "It beats B by 0.030 [0.020, 0.039] and A by 0.060 [0.050, 0.069] (exact Wilcoxon test, "
        "Holm-adjusted p < .001).",
    ),
    "units": (
        "A has the lowest RMSE of three algorithms on 14 datasets.",
        "A has mean rank 1.00 by RMSE (lower is better), and is best on all 14 datasets. It beats B (20 % "
        "lower, 12 to 26 %) and C (38 % lower, 32 to 43 %) (exact Wilcoxon test of log ratios, "
        "Holm-adjusted p < .001).",
    ),
    "times": (
        "A has the lowest training time of three algorithms on 14 datasets.",
        "A has mean rank 1.00 by training time (lower is better), and is best on all 14 datasets. It beats "
        "B (3.4 times as fast, 3.1 to 3.7) and C (40 times as fast, 37.1 to 43.5) (exact Wilcoxon test of "
        "log ratios, Holm-adjusted p < .001).",
    ),
    "zeros": (
        "A has the lowest RMSE of three algorithms on 14 datasets.",
        "A has mean rank 1.07 by RMSE (lower is better), and is best on all 14 datasets. It beats B on 13 "
        "of 14 datasets and C on 13 of 14 datasets (sign test, Holm-adjusted p < .001).",
    ),
    "seven datasets, by ranks": (
        "A ranks first of five; two algorithms cannot be distinguished from it.",
        "A has mean accuracy 0.712 and mean rank 1.00, and is best on all seven datasets. It beats D by "
        "3.00 mean ranks and E by 4.00 mean ranks (Nemenyi’s test, valid if all algorithms spread equally; "
        "critical difference 2.31, p ≤ .004). It cannot be distinguished from B (1.00 mean ranks) and C "
        "(2.00 mean ranks).",
    ),
    "seven datasets": (
        "Seven datasets are too few to compare five algorithms pair by pair.",
        "No exact test of a pair can reach 5 % after adjustment with seven datasets; at least nine are "
        "needed for five algorithms, or eight with one declared reference. Taken together, the five "
        "algorithms differ (Iman-Davenport test, exact p < .001). As a description: A has the best mean "
        "rank (mean accuracy 0.712, mean rank 1.00, best on all seven datasets). Its lead over B is 0.053 "
        "on average, 0.035 to 0.071 on single datasets.",
    ),
    "missing results": (
        "A is the best of four algorithms on 10 to 14 datasets.",
        "Of 56 results, eight are missing; pairs are compared on 10 to 14 datasets. A has the first place "
        "by ranks adjusted for gaps, and is best on all 14 datasets. It beats B by 0.031 [0.020, 0.041], C "
        "by 0.057 [0.040, 0.073] and D by 0.086 [0.073, 0.103] (exact Wilcoxon test, Holm-adjusted p ≤ "
        ".010). A is first under every policy for missing results.",
    ),
    "two algorithms": (
        "A beats B on twelve datasets.",
        "A is ahead by 0.033 [0.024, 0.041] (exact Wilcoxon test, p < .001). A is better on twelve datasets"
        " and worse on none.",
    ),
    "two alike": (
        "A and B cannot be distinguished on these twelve datasets.",
        "The lead of A, 0.003 [−0.006, 0.011], is not significant (exact Wilcoxon test, p = .266). A is "
        "better on eight datasets and worse on four.",
    ),
    "fifty algorithms": (
        "M0 ranks first of 50; three algorithms cannot be distinguished from it.",
        "M0 has mean accuracy 0.718 and mean rank 1.78, and is best on twelve datasets. It beats 46 "
        "algorithms, from M4 (0.017 (0, 0.036]) to M49 (0.200 [0.176, 0.210]) (exact Wilcoxon test, "
        "Holm-adjusted p ≤ .013). It cannot be distinguished from three algorithms. Of the 46 wins, 45 hold"
        " in both alternative analyses; the win over M4 holds in one.",
    ),
    "circle": (
        "There is no order: A, B and C beat each other in a circle.",
        "A, B and C share the best mean rank (mean rank 2.00). Three pairs differ: A beats B on 60 of 90 "
        "datasets, B beats C on 60 of 90 datasets and C beats A on 60 of 90 datasets (sign test, "
        "Holm-adjusted p ≤ .007). The wins of A over B, C over A and B over C hold in none of three "
        "alternative analyses.",
    ),
    "leader beaten": (
        "X has the best mean rank, but Y beats it.",
        "X has mean accuracy 0.723 and mean rank 1.67, and is best on eight datasets. But Y (0.058 [0.049, "
        "0.114]) beats it (exact Wilcoxon test, Holm-adjusted p = .002). It beats Z1 by 0.032 [0.031, "
        "0.062], Z2 by 0.038 [0.036, 0.072] and Z3 by 0.043 [0.042, 0.082]. The wins of X over Z1, X over "
        "Z2 and X over Z3 hold in all three alternative analyses; the win of Y over X holds in two.",
    ),
    "shared first place": (
        "A and B share the first place of three on these twelve datasets.",
        "A and B have mean rank 1.50. Two pairs differ: A beats C by 0.061 [0.055, 0.066] and B beats C by "
        "0.061 [0.055, 0.066] (exact Wilcoxon test, Holm-adjusted p ≤ .002).",
    ),
    "families": (
        "A is the best of three algorithms on 18 datasets in nine groups.",
        "A has mean accuracy 0.718 and mean rank 1.00, and is best on all 18 datasets. It beats B by 0.033 "
        "[0.017, 0.045] and C by 0.063 [0.050, 0.072] (exact Wilcoxon test of the means of groups, "
        "Holm-adjusted p ≤ .012).",
    ),
    "too few datasets": (
        "Four datasets are too few to compare five algorithms pair by pair.",
        "No exact test of a pair can reach 5 % after adjustment with four datasets; at least nine are "
        "needed for five algorithms, or eight with one declared reference. Taken together, the five "
        "algorithms differ (Iman-Davenport test, exact p < .001). As a description: A has the best mean "
        "rank (mean accuracy 0.737, mean rank 1.00, best on all four datasets). Its lead over B is 0.037 on"
        " average, 0.015 to 0.051 on single datasets.",
    ),
    "confusion counts": (
        "Three datasets are too few to compare three algorithms by accuracy pair by pair.",
        "No exact test of a pair can reach 5 % after adjustment with three datasets; at least seven are "
        "needed for three algorithms. Taken together, the three algorithms differ (Iman-Davenport test, "
        "exact p = .028). As a description: A has the best mean rank (mean accuracy 0.850, mean rank 1.00, "
        "best on all three datasets). Its lead over B is 0.150 on every dataset. A also leads by the two "
        "other metrics.",
    ),
    "three metrics": (
        "A is the best of four algorithms by accuracy on 14 datasets.",
        "A has mean accuracy 0.716 and mean rank 1.00, and is best on all 14 datasets. It beats B by 0.031 "
        "[0.020, 0.041], C by 0.060 [0.049, 0.070] and D by 0.091 [0.079, 0.102] (exact Wilcoxon test, "
        "Holm-adjusted p < .001). A also leads by AUC and beats all three others there. By log loss, D "
        "leads; A is fourth.",
    ),
    "reference and metrics": (
        "Of three algorithms, one beats B by accuracy and two are worse.",
        "A (0.031 [0.021, 0.041]) beats B; B beats C by 0.030 [0.020, 0.039] and D by 0.061 [0.051, 0.071] "
        "(exact Wilcoxon test, Holm-adjusted p < .001 over the three comparisons with the reference). B is "
        "second of four by mean rank. By AUC, one beats B and two are worse. By log loss, two beat B and "
        "one is worse.",
    ),
    "complete datasets only": (
        "Only ten of 14 datasets have results of all four algorithms. On these A beats all three others.",
        "A has mean accuracy 0.708 and mean rank 1.00, and is best on all ten datasets. It beats B by 0.029"
        " [0.012, 0.039], C by 0.057 [0.040, 0.073] and D by 0.086 [0.073, 0.103] (exact Wilcoxon test, "
        "Holm-adjusted p ≤ .012). A is first under every policy for missing results.",
    ),
    "one value": (
        "A has the highest accuracy on d00.",
        "A has accuracy 0.863. No test can be made: there is one value of every algorithm.",
    ),
    "runs of one dataset": (
        "A has the highest accuracy on wine; one of two other algorithms cannot be distinguished from it.",
        "A has accuracy 0.902. It beats C (0.081 [0.067, 0.096]) (corrected resampled t test, Holm-adjusted"
        " p < .001). It cannot be distinguished from B (0.006 [−0.007, 0.020]).",
    ),
    "undeclared runs": (
        "A has the highest accuracy on wine.",
        "A has accuracy 0.902. No test was made: the runs may be folds, resamples or seeds, and the design "
        "was not declared.",
    ),
    "predictions": (
        "A has the lowest error on wine; one of two other algorithms cannot be distinguished from it.",
        "A misclassifies 10 of 200 instances (error rate 0.050 [0.027, 0.090]). On the same instances it "
        "makes significantly fewer errors than C (40) (exact McNemar test, Holm-adjusted p < .001). It "
        "cannot be distinguished from B (14).",
    ),
    "predictions and reference": (
        "Of two algorithms, one is worse than B on wine; one cannot be distinguished from it.",
        "B misclassifies 14 of 200 instances (error rate 0.070 [0.042, 0.115]). On the same instances it "
        "makes significantly fewer errors than C (40) (exact McNemar test, Holm-adjusted p < .001). It "
        "cannot be distinguished from A (10).",
    ),
    "another noun": (
        "The four variants do not differ significantly on these 14 datasets.",
        "A has the best mean rank (mean accuracy 0.716, mean rank 2.36, best on four datasets). Taken "
        "together they do not differ either (Iman-Davenport test, p = .818). The largest difference, 0.002 "
        "[−0.010, 0.012] in favour of C over D, is not significant (exact Wilcoxon test, Holm-adjusted p > "
        ".999). With the spread seen here, a true difference of 0.014 would be found with 80 % power.",
    ),
}
