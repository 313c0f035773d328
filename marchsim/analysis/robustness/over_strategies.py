"""How the effect of a change varies over strategies, in the mean of the possible boxes."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from marchsim.analysis.robustness.by_draw import EstimatesByDraw, Wanted
from marchsim.recorder.metrics import OF
from marchsim.stats.prediction import FieldMean, field


def over_strategies(found: Mapping[Wanted, EstimatesByDraw], variant: str) -> FieldMean | None:
    """Return how what a variant changes of shares varies over strategies, and for one more like them.

    Draws are the independent unit; one in which a strategy did not play is left out. None for fewer than
    three strategies, or fewer draws than strategies.
    """
    own = [one for (metric, named), one in found.items() if named == variant and metric.startswith(OF)]
    if not own:
        return None
    common = sorted(set.intersection(*(set(one.draws) for one in own)))
    if len(common) <= len(own):
        return None
    rows = np.array([[one.means[one.draws.index(draw)] for one in own] for draw in common])
    covariance = np.atleast_2d(np.cov(rows, rowvar=False)) / len(common)
    return field(rows.mean(axis=0), covariance)
