"""Finds the assumed numbers that matter: groups of them for each claim, and components to look up first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.robustness.judging import EstimatesByDraw
from marchsim.stats.clusters import Floats
from marchsim.stats.random_groups import Explained, explained, wrong_side
from marchsim.stats.two_level import TwoLevel


@dataclass(frozen=True)
class Inputs:
    """Draws as standardised columns (draws, m), with the factor, number and component of each column."""

    columns: Floats
    factors: tuple[str, ...]
    numbers: tuple[str, ...]
    items: tuple[str, ...]


@dataclass(frozen=True)
class Unsure:
    """An unsettled claim: the distance of the draws' mean from its line, and the variance of the draws.

    `weights` has the part of that variance due to each column.
    """

    off: float
    between2: float
    weights: Floats

    def wrong(self, known: float) -> float:
        """The chance that the claim is on the wrong side, once look-ups remove the variance `known`."""
        return wrong_side(self.off, self.between2, known)


@dataclass(frozen=True)
class LookUp:
    """A component to look up, with its most influential numbers first.

    `removed` (0 to 1) is the reduction of the chance of being wrong, as a share of that chance, once this and
    all earlier components are known.
    """

    item: str
    numbers: tuple[str, ...]
    removed: float


@dataclass(frozen=True)
class LookupWorth:
    """The components to look up first, and by which share look-ups reduce the chance of being wrong.

    `random` is the reduction by as many components with average influence, and `all` the reduction by all.
    """

    first: tuple[LookUp, ...]
    random: float
    all: float


def explain(found: EstimatesByDraw, inputs: Inputs) -> Explained | None:
    """The groups of numbers that explain why an estimate differs between draws.

    None if the estimate varies no more than its sampling errors.
    """
    held = found.deals >= 2
    rows = np.array(found.draws)[held]
    noise = found.variances[held] / found.deals[held]
    pooled = np.full(len(noise), float(np.mean(noise)))
    return explained(found.means[held], pooled, inputs.columns[rows], inputs.factors)


def unsure(model: TwoLevel, line: float, told: Explained) -> Unsure:
    """An unsettled claim for `look_up`. The explained variance never exceeds the variance between sets."""
    whole = float(np.sum(told.weights))
    scale = min(1.0, model.between2 / whole) if whole > 0 else 0.0
    return Unsure(model.mean - line, max(0.0, model.between2), told.weights * scale)


def look_up(claims: Sequence[Unsure], inputs: Inputs, many: int) -> LookupWorth | None:
    """The components that together most reduce the chance that a claim is on the wrong side.

    They are chosen greedily, each given those before it. None if no claim can be on the wrong side.
    """
    items = list(dict.fromkeys(inputs.items))
    own = {item: np.array([one == item for one in inputs.items]) for item in items}
    weights = np.array([[float(claim.weights[own[item]].sum()) for item in items] for claim in claims])
    before = sum(claim.wrong(0.0) for claim in claims)
    if not before:
        return None
    known = np.zeros(len(claims))
    left = list(range(len(items)))
    first: list[LookUp] = []
    while left and len(first) < many:
        risks = [_risk(claims, known + weights[:, at]) for at in left]
        best = left[int(np.argmin(risks))]
        known = known + weights[:, best]
        left.remove(best)
        first.append(LookUp(items[best], _influential(claims, inputs, items[best]), 1 - min(risks) / before))
    mean = weights.mean(axis=1) * min(many, len(items))
    return LookupWorth(
        tuple(first), 1 - _risk(claims, mean) / before, 1 - _risk(claims, weights.sum(axis=1)) / before
    )


def _risk(claims: Sequence[Unsure], known: Floats) -> float:
    return sum(claim.wrong(float(part)) for claim, part in zip(claims, known, strict=True))


def _influential(claims: Sequence[Unsure], inputs: Inputs, item: str) -> tuple[str, ...]:
    """The numbers of a component, the most influential one first."""
    worth: dict[str, float] = {}
    for at, (name, owner) in enumerate(zip(inputs.numbers, inputs.items, strict=True)):
        if owner == item:
            share = sum(float(one.weights[at]) / one.between2 for one in claims if one.between2)
            worth[name] = worth.get(name, 0.0) + share
    return tuple(sorted(worth, key=lambda name: (-worth[name], name)))
