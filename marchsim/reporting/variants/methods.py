"""Section: how variants are compared, in words, for readers who check it."""

from __future__ import annotations

from marchsim.analysis.variants.verdicts import FLIP_SEED, FLIPS_UNDER
from marchsim.recorder.metrics import OTHER_MARGIN, SHARE_MARGIN
from marchsim.reporting.pages.document import Bullets, Section
from marchsim.reporting.pages.format import percent, size
from marchsim.reporting.sections import budget
from marchsim.reporting.sections.methods import APART, UNIT
from marchsim.reporting.variants.summary import Found
from marchsim.stats.bounded import SPARSE
from marchsim.stats.clusters import FEW

PAIRED = (
    "Each metric has one value a deal: the mean over its games that count. The same deal, line-up and seats "
    "are played under both rulesets, and the difference of each deal counts once; mean difference with t "
    f"intervals over deals. Tests: t by deal, under {FLIPS_UNDER} deals sign flips (at least 9,999 draws, "
    f"seed {FLIP_SEED}); under {FEW} deals there is none.",
    "The variance saved by pairing is 1 minus the variance of the differences over the sum of both "
    "variances; less than 0 means that pairing added some.",
)
UNPAIRED = (
    f"Rulesets without {FEW} deals in common are independent samples: Welch's t (1947) over deals of each "
    "side.",
)
SPARSELY = (
    f"Where fewer than {SPARSE} deals, and not half of them, have another difference than the commonest one, "
    "t would be too sure: the intervals and p are those of a bounded mean (Gaffke 2005), whose range is the "
    "largest difference that a deal can have (1 for shares; of numbers the largest value seen). They allow "
    "for deals unlike all that were seen: of n deals that are all the same up to 1 - 0.05^(1/n) may differ.",
)
VERDICTS = (
    "Verdicts. Identical: the same value in every deal, and the largest difference times the share of deals "
    "that may differ (95 %) lies inside the margin. Equivalent: the 90 % interval lies inside the margin "
    "(two one-sided tests at 5 % for each metric by itself, Schuirmann 1987) and p is not under 5 %. "
    "Changed: p under 5 % (Holm 1979, over the whole primary family) and the 90 % interval not inside. "
    "Changed but trivial: both. Inconclusive: neither, which is no sign that nothing changed. All variants "
    "share one control, which Holm's adjustment allows for. The 95 % intervals are not adjusted.",
    f"Margins are {size(SHARE_MARGIN)} points for shares and {percent(OTHER_MARGIN)} of the control's mean "
    "for other numbers, unless the configuration declares others. That mean is an estimate, so the ratio to "
    "it is tested: the 90 % interval is Fieller's (1954) of the ratio less 1, times the control's mean. "
    "Where few deals differ the mean is taken as known: its error is then far below that of the difference.",
    "Detectable: the true difference that the test finds in 80 % of such runs, at the level of Holm's first "
    "step, 5 % over the number of tests.",
    "Effects by strategy: what it sees is its own share of wins, the same in the first seat, its own score, "
    "and the games in which it sits; differences by deal, with the covariance of strategies that meet on "
    "deals. True effects are draws around a mean with SD tau (random effects). The prediction interval of "
    "another strategy takes neither as known: each quantile of chi-square names a tau by Cochran's Q, and "
    "mean and effect are normal given tau (Iyer, Wang and Mathew 2004; Nagashima, Noma and Furukawa 2019). "
    "tau: Paule and Mandel (1982), its interval by Q-profile (Viechtbauer 2007). Yardsticks take no part.",
    "Trends: the least-squares slope over the values played, computed in each deal; t over deals.",
)


def methods(found: Found, alone: bool = True) -> Section:
    """Return the section on methods, as far as they were used; with the budget of error, if `alone`."""
    kinds = {one.apart for one in found.study.meetings}
    said = [
        *UNIT,
        *((*PAIRED, *SPARSELY) if False in kinds else ()),
        *(UNPAIRED if True in kinds else ()),
        *VERDICTS,
        *((budget.methods(found.budget),) if alone else ()),
        *APART,
    ]
    return Section("methods", "Methods", 2, [Bullets(tuple(said))])
