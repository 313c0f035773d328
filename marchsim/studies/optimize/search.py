"""Choose the next rule sets by response surfaces over all measurements, to minimise the expected miss.

A miss is the distance from a target's interval in units of its margin. The search minimises the expected
squared miss under the surfaces' own uncertainty, plus the cost of the changes. Every second rule set of a
batch is chosen by its optimistic loss, which is the loss if the surfaces err in its favour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from scipy import special

from marchsim.analysis.variants.quantities import FEW, Measured
from marchsim.stats import gaussian_process
from marchsim.stats.clusters import Floats
from marchsim.stats.gaussian_process import GaussianProcess
from marchsim.studies.optimize.preparation import PreparedOptimize, Values

PRICE = 0.1  # squared margins of miss that a change of cost 1 is worth
TOLERANCE = 0.03  # by how much another rule set must promise to be better, or the search is over
HOPE = 1.5  # standard errors by which a surface may be wrong in favour of a rule set
BEAM, ROUNDS, RANDOM = 12, 6, 120
BATCH = 10
REACH = 2.8  # standard errors to an end of an interval that holds together with others
NARROWED = 0.4  # of its width by which an interval is narrowed at each end, at most
POOLED = 100.0  # deals that the pooled variance counts as
SURE = 0.8  # chance of meeting all targets from which a rule set is believed to meet them
LIKELY = 0.5  # chance from which the cheapest such rule set is a finalist
KEYS = ("expected", "optimistic")
PLACES = 9  # of a score: below what a machine's order of adding changes


Measure = Callable[[int, list[Values], int], list[Measured]]
Span = tuple[float, float, float]  # an interval, and the margin that is a unit of a miss


@dataclass(frozen=True)
class Belief:
    """The prediction for a rule set: mean and standard deviation by target, and the loss.

    `optimistic` is the loss if the surfaces err in its favour. `chance` is the probability of meeting all
    targets.
    """

    values: Values
    means: Floats
    errors: Floats
    expected: float
    optimistic: float
    chance: float


@dataclass
class Search:
    """The state of a search. Its finalists are judged on `sealed` deals.

    Intervals of targets are narrowed by about the half-width of the sealed interval, so that the result can
    be confirmed.
    """

    prepared: PreparedOptimize
    rng: np.random.Generator
    sealed: int
    played: list[Values] = field(default_factory=list)
    _stages: list[list[int]] = field(default_factory=list)
    _measured: list[list[Measured]] = field(default_factory=list)
    _surfaces: list[GaussianProcess] = field(default_factory=list)
    _spans: list[Span] = field(default_factory=list)
    _bases: list[float] = field(default_factory=list)
    _beliefs: dict[Values, Belief] = field(default_factory=dict)
    _silent: set[Values] = field(default_factory=set)

    # what is known -------------------------------------------------------------
    def tell(self, arms: Sequence[Values], measured: list[Measured], deals: int) -> None:
        """Add the measurements of a stage, by target, and refit the surfaces.

        A rule set is excluded if too few deals measure a target, that is, less than half as many as in the
        base game. This happens, for instance, if nobody wins.
        """
        few = np.any([one.deals < min(FEW, one.deals[0] / 2) for one in measured], axis=0)
        self._silent |= {values for values, here in zip(arms, few, strict=True) if here}
        self._stages.append(list(range(len(self.played), len(self.played) + len(arms))))
        self.played += arms
        self._measured.append(measured)
        self._surfaces = [self._surface(at) for at in range(len(measured))]
        base = self.prepared.points([self.prepared.base])
        self._bases = [float(surface.predict(base)[0][0]) for surface in self._surfaces]
        self._spans = [self._span(at, one, deals) for at, one in enumerate(measured)]
        self._beliefs = {}

    def _surface(self, at: int) -> GaussianProcess:
        """Fit the surface of a target's quantity."""
        own = [stage[at] for stage in self._measured]
        means = np.concatenate([one.means for one in own])
        deals = np.concatenate([one.deals for one in own])
        variances = np.concatenate([one.variances for one in own])
        known = np.isfinite(means) & (deals > 1)
        pooled = np.average(variances[known], weights=deals[known])
        shrunk = (POOLED * pooled + deals * variances) / (POOLED + deals)
        of_mean = np.maximum(shrunk, 1e-12) / np.maximum(deals, 1)
        places = np.cumsum(known) - 1
        stages = [
            ([int(places[i]) for i in stage if known[i]], one.correlation)
            for stage, one in zip(self._stages, own, strict=True)
        ]
        noise = gaussian_process.stage_noise(of_mean[known], [pair for pair in stages if pair[0]])
        points = self.prepared.points(self.played)[known]
        return gaussian_process.fit(points, means[known], noise)

    def believe(self, rule_sets: Iterable[Values]) -> list[Belief]:
        """The predictions for these rule sets."""
        wanted = list(rule_sets)
        fresh = list(dict.fromkeys(one for one in wanted if one not in self._beliefs))
        if fresh:
            points = self.prepared.points(fresh)
            told = [surface.predict(points) for surface in self._surfaces]
            means = np.stack([mean for mean, _ in told], axis=1)
            errors = np.stack([error for _, error in told], axis=1)
            for at, values in enumerate(fresh):
                self._beliefs[values] = self._belief(values, means[at], errors[at])
        return [self._beliefs[one] for one in wanted]

    def _belief(self, values: Values, means: Floats, errors: Floats) -> Belief:
        price = PRICE * self.prepared.cost(values)
        expected = hoped = price
        chance = 1.0
        for target, base, span, mean, error in zip(
            self.prepared.targets, self._bases, self._spans, means, errors, strict=True
        ):
            expected += missed(*span, mean, error)
            hoped += missed(*span, mean, 0.0, HOPE * error)
            low, high, _ = target.at(base)
            chance *= float(special.ndtr((high - mean) / error) - special.ndtr((low - mean) / error))
        return Belief(values, means, errors, round(expected, PLACES), round(hoped, PLACES), chance)

    def _span(self, at: int, measured: Measured, deals: int) -> Span:
        """The margin of a target, and its interval narrowed by about half the width of the sealed one."""
        low, high, margin = self.prepared.targets[at].at(self._bases[at])
        variance = float(np.average(measured.variances, weights=np.maximum(measured.deals, 1)))
        count = max(1.0, self.sealed * float(np.median(measured.deals)) / max(1, deals))
        inset = min(REACH * math.sqrt(variance / count), NARROWED * (high - low))
        return low + inset, high - inset, margin

    # what to play ----------------------------------------------------------------
    def go(self, measure: Measure, start: int, sizes: Iterable[int]) -> None:
        """Play a start of `start` rule sets, then batches until no rule set promises an improvement.

        `sizes` has the number of deals of the start and of each batch, 0 to stop. `measure` gets the number
        of a stage (0: the start), its rule sets, the base game first, and its deals. It returns the
        measurements by target.
        """
        for at, deals in enumerate(sizes):
            wanted = self.ask() if at and deals else [] if at else self.start(start)
            if not wanted:
                break
            arms = list(dict.fromkeys([self.prepared.base, *wanted]))
            self.tell(arms, measure(at, arms, deals), deals)

    def possible(self, values: Values) -> bool:
        """Whether a rule set can be played, and no earlier play showed that it cannot be measured."""
        return values not in self._silent and self.prepared.possible(values)

    def start(self, most: int) -> list[Values]:
        """Rule sets that fill the space: each knob alone at its ends, then mixtures with few changes."""
        own = self.prepared
        found = [own.base]
        for at, knob in enumerate(own.knobs):
            ends = (knob.values[0], knob.values[-1]) if knob.ordered else knob.values
            found += [with_value(own.base, at, value) for value in ends if value != knob.base]
        kept = [one for one in dict.fromkeys(found) if self.possible(one)]
        order: list[int] = []
        for _ in range(50 * most):
            if len(kept) >= most:
                break
            many = 1 + len(kept) % own.file.changes
            if len(order) < many:
                order += [int(at) for at in self.rng.permutation(len(own.knobs))]
            chosen, order = order[:many], order[many:]
            one = self._mixture(chosen)
            if one not in kept and self.possible(one):
                kept.append(one)
        return kept[:most]

    def _mixture(self, places: Sequence[int]) -> Values:
        values = self.prepared.base
        for at in places:
            values = other_value(self.prepared, values, at, self.rng)
        return values

    def ask(self, many: int = BATCH) -> list[Values]:
        """The next rule sets, by lowest expected and by lowest optimistic loss in turn. [] to stop."""
        beliefs = self.look()
        by_expected = sorted(beliefs, key=by("expected"))
        by_hope = sorted(beliefs, key=by("optimistic", "expected"))
        if by_expected[0].expected - by_hope[0].optimistic < TOLERANCE:
            return []
        chosen: dict[Values, None] = {}
        for first, second in zip(by_expected, by_hope, strict=True):
            for one in (first, second):
                if len(chosen) < many and self.played.count(one.values) < 3:
                    chosen[one.values] = None
        return list(chosen)

    def look(self) -> list[Belief]:
        """Predictions for rule sets near the best ones, by local search over the surfaces."""
        own = self.prepared
        many = [1 + int(self.rng.integers(own.file.changes)) for _ in range(RANDOM)]
        mixed = [self._mixture([int(at) for at in self.rng.permutation(len(own.knobs))[:k]]) for k in many]
        seen = dict.fromkeys(one for one in (own.base, *self.played, *mixed) if self.possible(one))
        for _ in range(ROUNDS):
            beliefs = self.believe(seen)
            beam = {one.values for key in KEYS for one in sorted(beliefs, key=by(key))[:BEAM]}
            near = dict.fromkeys(one for values in sorted(beam, key=repr) for one in self.near(values))
            fresh = [one for one in near if one not in seen and self.possible(one)]
            if not fresh:
                break
            seen |= dict.fromkeys(fresh)
        return self.believe(seen)

    def near(self, values: Values) -> list[Values]:
        """The rule sets one step away, and those with one change undone."""
        own = self.prepared
        steps = [
            with_value(values, at, value)
            for at, knob in enumerate(own.knobs)
            for value in knob.neighbours(values[at])
        ]
        return [*steps, *(with_value(values, at, own.base[at]) for at in own.changed(values))]

    # what was found ----------------------------------------------------------------
    def front(self, beliefs: Sequence[Belief]) -> list[Belief]:
        """The best prediction for each number of changes, from 0."""
        found: dict[int, Belief] = {}
        for one in sorted(beliefs, key=by("expected")):
            found.setdefault(len(self.prepared.changed(one.values)), one)
        return [found[many] for many in sorted(found)]

    def finalists(self, beliefs: Sequence[Belief], most: int) -> list[Belief]:
        """The rule sets for the sealed deals besides the base game.

        The best, the cheapest that is likely to meet all targets, and then the front.
        """
        own = self.prepared
        ranked = sorted(beliefs, key=by("expected"))
        likely = [one for one in ranked if one.chance >= LIKELY]
        cheapest = sorted(likely, key=lambda one: own.cost(one.values))[:1]
        wanted = [
            *ranked[:1],
            *cheapest,
            *sorted(self.front(beliefs), key=lambda one: one.expected),
            *ranked[1:],
        ]
        found = {one.values: one for one in wanted if one.values != own.base}
        return list(found.values())[:most]

    def in_the_way(self, beliefs: Sequence[Belief]) -> int:
        """The index of the target whose removal would most help to meet the others."""
        spans = [target.at(base) for target, base in zip(self.prepared.targets, self._bases, strict=True)]
        means = np.stack([one.means for one in beliefs])
        losses = np.array(
            [[missed(*span, mean, 0.0) for mean in row] for span, row in zip(spans, means.T, strict=True)]
        ).T
        rest = losses.sum(axis=1, keepdims=True) - losses
        return int(np.argmin(rest.min(axis=0)))


def by(*keys: str) -> Callable[[Belief], tuple[Any, ...]]:
    """A sort key for predictions by `keys`. The values of the rule sets break ties."""
    return lambda one: (*(getattr(one, key) for key in keys), repr(one.values))


def missed(low: float, high: float, margin: float, mean: float, error: float, room: float = 0.0) -> float:
    """The expected squared distance, in margins, of a normal value from an interval widened by `room`."""
    below, above = low - room - mean, mean - high - room
    if error <= 0:
        return float(max(0.0, below, above) ** 2 / margin**2)
    return float((_tail(below / error) + _tail(above / error)) * error**2 / margin**2)


def _tail(z: float) -> float:
    """The expected squared shortfall of a standard normal value below z."""
    density = np.exp(-0.5 * z * z) / np.sqrt(2 * np.pi)
    return float((1 + z * z) * special.ndtr(z) + z * density)


def other_value(prepared: PreparedOptimize, values: Values, at: int, rng: np.random.Generator) -> Values:
    """The rule set with another random value for one knob."""
    others = [one for one in prepared.knobs[at].values if one != values[at]]
    return with_value(values, at, others[int(rng.integers(len(others)))])


def with_value(values: Values, at: int, value: object) -> Values:
    """The rule set with another value for one knob."""
    return (*values[:at], value, *values[at + 1 :])
