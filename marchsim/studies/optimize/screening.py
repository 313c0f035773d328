"""The screening before a search: the knobs that move a target.

Half of it moves each knob alone, one step up and down from the base game. The other half fills the space: on
two paths from random rule sets each knob in turn gets another random value (Morris 1991). It finds knobs
whose effect depends on others. The search goes on with knobs of which one step alone about closes the gap of
a target, and with those that move the targets most.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from marchsim.analysis.variants.quantities import Measured
from marchsim.runner.planning.plan import BASE
from marchsim.stats.clusters import NOTHING, Floats
from marchsim.stats.intervals import t_quantile
from marchsim.studies.optimize.preparation import PreparedOptimize, Target, Values
from marchsim.studies.optimize.search import other_value, with_value

KNOBS = 8  # most knobs that a search goes on with
NEAREST = 4  # of them, at most, chosen since one step about closes a gap
CLOSED = 0.5  # of the gap of a target that such a step leaves, at most
PATHS = 2
ERROR = 0.05  # of any knob that moves nothing
Pair = tuple[int, int, int]  # two rule sets to compare, and the knob in which they differ


def design(prepared: PreparedOptimize, seed: int) -> tuple[dict[str, Values], list[Pair]]:
    """The rule sets of a screening, the base game first, and its comparisons."""
    rng = np.random.default_rng(seed)
    places, pairs = {prepared.base: 0}, []

    def pair(one: Values, other: Values, at: int) -> None:
        first, second = (places.setdefault(values, len(places)) for values in (one, other))
        pairs.append((first, second, at))

    for at, knob in enumerate(prepared.knobs):
        for value in knob.neighbours(knob.base):
            if prepared.possible(one := with_value(prepared.base, at, value)):
                pair(prepared.base, one, at)
    for _ in range(PATHS):
        here = prepared.base
        for moved in (False, True):  # to a random rule set, and from there along the path
            for at in map(int, rng.permutation(len(prepared.knobs))):
                one = other_value(prepared, here, at, rng)
                if prepared.playable(one):
                    if moved:
                        pair(here, one, at)
                    here = one
    return {f"screen-{at:03}" if at else BASE: values for values, at in places.items()}, pairs


def moving(targets: Sequence[Target], pairs: Sequence[Pair], measured: Sequence[Measured]) -> list[int]:
    """The indices of the knobs to search.

    First those of which one step about closes a gap, nearest first. Then those that move a target, strongest
    first (Bonferroni at 5 %).
    """
    one, other, knobs = np.array(pairs, dtype=int).reshape(-1, 3).T
    strength = np.stack([_strengths(each.values[:, other] - each.values[:, one]) for each in measured])
    deals = min(len(each.values) for each in measured)
    limit = t_quantile(1 - ERROR / max(1, strength.size), deals - 1)
    best = {int(at): float(strength[:, knobs == at].max()) for at in dict.fromkeys(knobs)}
    strong = sorted((at for at in best if best[at] > limit), key=lambda at: (-best[at], at))
    gaps = np.stack([_gaps(*pair) for pair in zip(targets, measured, strict=True)])
    clear = strength > t_quantile(1 - ERROR, deals - 1)
    closed = ((gaps[:, :1] > 0) & (gaps[:, other] <= CLOSED * gaps[:, :1]) & clear).any(axis=0)
    whole = (gaps**2).sum(axis=0)
    steps = [
        (float(whole[other[k]]), int(knobs[k]))
        for k in np.flatnonzero(closed & (one == 0) & (whole[other] < whole[0]))
    ]
    near = list(dict.fromkeys(at for _, at in sorted(steps)))[:NEAREST]
    return list(dict.fromkeys([*near, *strong]))[:KNOBS]


def _gaps(target: Target, measured: Measured) -> Floats:
    """The distance of each rule set from a target in margins, shape (rule sets,)."""
    low, high, margin = target.at(float(measured.means[0]))
    found: Floats = np.maximum(0.0, np.maximum(low - measured.means, measured.means - high)) / margin
    return found


def _strengths(apart: np.ndarray) -> np.ndarray:
    """The means of differences, shape (deals, comparisons), in standard errors."""
    deals = np.maximum(np.isfinite(apart).sum(axis=0), 1)
    mean = np.nansum(apart, axis=0) / deals
    se = np.sqrt(np.nansum((apart - mean) ** 2, axis=0) / np.maximum(deals - 1, 1) / deals)
    return np.where(se > NOTHING, np.abs(mean) / np.maximum(se, NOTHING), 0.0)
