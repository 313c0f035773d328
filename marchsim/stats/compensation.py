"""Whole units that bring several means to one target, found on a response surface with known errors.

First-order response surface (Box and Wilson 1951, JRSS B 13, 1-45): a lever changes all means by its slopes.
Each further unit may have a fixed part of the effect of the unit before it (Mitscherlich's law, 1909).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from marchsim.stats.clusters import Floats

Units = NDArray[np.int64]
BEAM = 300  # combinations kept from one number of units to the next
PATIENCE = 3  # further units without anything better after which the search ends


def worth(units: Floats | Units, further: Floats | float = 1.0) -> Floats:
    """The effect of units (..., levers), as a multiple of the effect of a first unit.

    Each unit has `further` times the effect of the unit before it.
    """
    size, part = np.abs(units), np.asarray(further, np.float64)
    straight = part == 1.0
    less = (1 - part**size) / np.where(straight, 1.0, 1 - part)
    found: Floats = np.sign(units) * np.where(straight, size, less)
    return found


def units_of(worths: Floats, further: Floats | float = 1.0) -> Floats:
    """The number of units that together have `worths` times the effect of a first unit. Inverts `worth`.

    It is infinite if no number of units has this effect.
    """
    part = np.broadcast_to(np.asarray(further, np.float64), np.shape(worths))
    found = np.array(worths, np.float64)
    bent = part != 1.0
    left = 1 - np.abs(found[bent]) * (1 - part[bent])
    with np.errstate(divide="ignore"):
        sizes = np.where(left > 0, np.log(np.maximum(left, 0.0)) / np.log(part[bent]), np.inf)
    found[bent] = np.sign(found[bent]) * sizes
    return found


@dataclass(frozen=True)
class Surface:
    """Means `start` (k,) that should all be `target`, and the effects of one unit of each lever, `slopes`.

    `slopes` is (levers, k). `errors` (1 + levers, 1 + levers) are the covariances of start and slopes, summed
    over the k means. Each unit of a lever has `further` (levers,) times the effect of the unit before it.
    """

    start: Floats
    slopes: Floats
    errors: Floats
    target: float
    further: Floats | float = 1.0

    def means(self, units: Units) -> Floats:
        """The predicted means (..., k) with these units (..., levers)."""
        found: Floats = self.start + worth(units, self.further) @ self.slopes
        return found

    def weights(self, units: Units) -> Floats:
        """The weights (n, 1 + levers) of start and slopes in the predicted means, for units (n, levers)."""
        return np.hstack([np.ones((len(units), 1)), worth(units, self.further)])

    def misses(self, units: Units) -> Floats:
        """The expected sum of the squared distances of the means from the target, for units (n, levers).

        The sum is the squared distance of the estimates plus their variance. More units add variance, so of
        two equally good predictions the more precise one is better.
        """
        near = np.sum((self.means(units) - self.target) ** 2, axis=1)
        weights = self.weights(units)
        found: Floats = near + np.einsum("ij,jk,ik->i", weights, self.errors, weights)
        return found


@dataclass(frozen=True)
class Option:
    """A combination of units: the number for each lever, and the predicted distance from the target.

    The distance is that of `Surface.misses`.
    """

    units: tuple[int, ...]
    misses: float

    @property
    def changes(self) -> int:
        """The number of levers that the combination moves."""
        return sum(map(bool, self.units))

    @property
    def size(self) -> int:
        """The number of units that the combination adds or removes."""
        return sum(abs(one) for one in self.units)


def options(surface: Surface, levers: Sequence[int], most_each: int, most: int, changes: int) -> list[Option]:
    """Combinations of these levers that come near the target, best first.

    A beam search extends good combinations of n - 1 units by one unit. Each lever has at most `most_each`
    units either way, all levers together at most `most`, and at most `changes` levers move.
    """
    beam = np.zeros((1, len(surface.slopes)), np.int64)
    found: list[Option] = []
    best, since = float(surface.misses(beam)[0]), 0
    for _ in range(most):
        beam = _extended(beam, levers, most_each, changes)
        if not len(beam):
            break
        misses = surface.misses(beam)
        order = np.lexsort((*beam.T, misses.round(12)))[:BEAM]
        beam = beam[order]
        found += [
            Option(tuple(row), miss) for row, miss in zip(beam.tolist(), misses[order].tolist(), strict=True)
        ]
        since = 0 if found[-len(order)].misses < best else since + 1
        best = min(best, found[-len(order)].misses)
        if since == PATIENCE:
            break
    return sorted(found, key=lambda one: (round(one.misses, 12), one.size, one.units))


def _extended(beam: Units, levers: Sequence[int], most_each: int, changes: int) -> Units:
    """All distinct combinations that move one lever of a combination of the beam by one more unit."""
    found = np.unique(np.concatenate([beam[:0], *_steps(beam, levers, most_each)]), axis=0)
    fewer: Units = found[np.count_nonzero(found, axis=1) <= changes]
    return fewer


def _steps(beam: Units, levers: Sequence[int], most_each: int) -> Iterator[Units]:
    for lever in levers:
        for way in (1, -1):
            own = beam[:, lever] * way
            more = beam[(own >= 0) & (own < most_each)].copy()
            more[:, lever] += way
            yield more


def solution(surface: Surface, levers: Sequence[int]) -> list[float]:
    """The real-valued units of these levers that bring all means to the target, or as near as possible.

    If several solutions do so, it is the smallest (least squares of minimum norm).
    """
    wanted, own = surface.target - surface.start, list(levers)
    found = np.linalg.lstsq(surface.slopes[own].T, wanted, rcond=1e-9)[0].astype(np.float64)
    further = np.broadcast_to(surface.further, len(surface.slopes))[own]
    return [float(one) for one in units_of(found, further)]
