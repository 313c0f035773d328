"""Section: how variants are compared, in words, for readers who check it."""

from __future__ import annotations

from marchsim.analysis.variants import Study
from marchsim.analysis.verdicts import FLIP_SEED, FLIPS_UNDER
from marchsim.recorder.metrics import OTHER_MARGIN, SHARE_MARGIN
from marchsim.reporting.document import Bullets, Section
from marchsim.reporting.format import percent, size
from marchsim.reporting.methods import APART, UNIT
from marchsim.stats.clusters import FEW
from marchsim.stats.power import DETECTABLE

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
VERDICTS = (
    "Verdicts. Identical: the same value in every deal. Equivalent: the 90 % interval lies inside the margin "
    "(two one-sided tests at 5 %, Schuirmann 1987) and p is not under 5 %. Changed: p under 5 % (Holm 1979, "
    "over the whole primary family) and the 90 % interval not inside. Changed but trivial: both. "
    "Inconclusive: neither, which is no sign that nothing changed. All variants share one control, which "
    "Holm's adjustment allows for.",
    f"Margins are {size(SHARE_MARGIN)} points for shares and {percent(OTHER_MARGIN)} of the control's mean "
    "for other numbers, unless the configuration declares others.",
    f"Detectable = {DETECTABLE:.2f} standard errors: the true difference that one two-sided test at 5 % "
    "finds in 80 % of such runs.",
    "Halves of the field: every other strategy in the order of the configuration; a game belongs to the half "
    "that has more than half of its seats.",
    "Trends: the least-squares slope over the values played, computed in each deal; t over deals.",
)


def methods(study: Study) -> Section:
    """Return the section on methods, as far as they were used."""
    kinds = {one.apart for one in study.meetings}
    said = [
        *UNIT,
        *(PAIRED if False in kinds else ()),
        *(UNPAIRED if True in kinds else ()),
        *VERDICTS,
        *APART,
    ]
    return Section("methods", "Methods", 2, [Bullets(tuple(said))])
