"""Whether a difference is too small to matter: two one-sided tests, and the verdict.

A nonsignificant test does not show equality. "No difference" is concluded only if the 90 % interval is inside
the margin.
"""

from __future__ import annotations

from dataclasses import dataclass

from scipy import special

from marchsim.stats.contrasts import t_test
from marchsim.stats.intervals import Interval, t_interval

IDENTICAL = "identical"
EQUIVALENT = "equivalent"
CHANGED = "changed"
TRIVIAL = "changed but trivial"
INCONCLUSIVE = "inconclusive"


@dataclass(frozen=True)
class Equivalence:
    """The larger p of the two one-sided tests, and the corresponding interval of level 1 - 2 alpha."""

    p: float
    interval: Interval


def tost(difference: float, se: float, df: float, margin: float, alpha: float = 0.05) -> Equivalence:
    """The test that -margin < true difference < margin (Schuirmann 1987). `se`, `df`, `margin` > 0.

    p < alpha exactly if the interval of level 1 - 2 alpha is inside the margin.
    """
    above = float(special.stdtr(df, -(difference + margin) / se))
    below = float(special.stdtr(df, (difference - margin) / se))
    return Equivalence(max(above, below), t_interval(difference, se, df, 1 - 2 * alpha))


def verdict(difference: float, se: float, df: float, margin: float, alpha: float = 0.05) -> str | None:
    """The verdict of the t test and `tost`: equivalent, changed, changed but trivial, or inconclusive.

    None if there is no variance (`se` = 0). The conclusion then depends on the number of equal deals, see
    `marchsim.stats.bounded`.
    """
    if se == 0.0:
        return None
    changed = t_test(difference, se, df).p < alpha
    return word(changed, tost(difference, se, df, margin, alpha).p < alpha)


def word(changed: bool, inside: bool) -> str:
    """The verdict, given whether a difference is significant and whether it is within the margin."""
    if inside:
        return TRIVIAL if changed else EQUIVALENT
    return CHANGED if changed else INCONCLUSIVE
