"""Planted worlds for searches: quantities with known surfaces over knobs, measured with correlated noise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from marchsim.analysis.variants.quantities import METRIC, SEAT, Measured, Quantity
from marchsim.recorder.metrics import Margin
from marchsim.studies.optimize import confirmation
from marchsim.studies.optimize.confirmation import RuleSetResult
from marchsim.studies.optimize.preparation import PreparedOptimize, Target, Values
from marchsim.studies.optimize.search import Search
from marchsim.studies.optimize.targets import Knob, TargetsFile

SPREADS = (8.0, 80.0, 80.0)  # of a deal's value: turns, and two wins indices
SHARED = 0.3  # correlation of two rule sets on a deal
START, BATCHES, DEALS, SEALED, FINALISTS = 80, 10, 60, 3_000, 3

Truth = Callable[[Values], Sequence[float]]


class PlantedRules(PreparedOptimize):
    """A search whose rule sets need no game."""

    def playable(self, values: Values) -> bool:
        """Every rule set can be played."""
        return True


def steps(values: Values) -> list[float]:
    """The steps of each knob from its base value, 2 of 0 to 4."""
    return [float(value) - 2 for value in values]


def straight(values: Values) -> Sequence[float]:
    """Every effect is straight; the targets are met by two changes."""
    x = steps(values)
    return 50 + 2 * x[0] - 1.5 * x[1], 100 + 6 * x[1] - 5 * x[3], 118 - 9 * x[5] + 2 * x[2]


def curved(values: Values) -> Sequence[float]:
    """Two effects are curved, and two numbers act together."""
    x = steps(values)
    return 50 + 2 * x[0] + 0.5 * x[2] ** 2, 100 + 5 * x[1] * x[3] + 3 * x[1], 118 - 8 * x[5] - 1.5 * x[4] ** 2


def out_of_reach(values: Values) -> Sequence[float]:
    """The first target cannot be met."""
    x = steps(values)
    return 56 + 1.5 * x[0], 100 + 6 * x[1] - 5 * x[3], 118 - 9 * x[5]


def opposed(values: Values) -> Sequence[float]:
    """The first two targets contradict each other: one number moves both, and each needs another value."""
    x = steps(values)
    return 50 + 2 * x[0], 100 - 14 * x[0], 100.0


def planted(knobs: int = 12, changes: int = 4) -> PlantedRules:
    """A search with these targets: turns 44 to 47, the first two seats within 12 of 100."""
    targets = (
        Target(Quantity(METRIC, "turns", 4), 44.0, 47.0, Margin(2.5)),
        Target(Quantity(SEAT, "1", 4), 88.0, 112.0, Margin(8.0)),
        Target(Quantity(SEAT, "2", 4), 88.0, 112.0, Margin(8.0)),
    )
    made = tuple(Knob(f"knob-{at}", (0, 1, 2, 3, 4), 1.0, True, 2) for at in range(knobs))
    file = TargetsFile("planted.toml", "planted", (4,), {}, (), (), changes)
    return PlantedRules(file, None, targets, made)  # type: ignore[arg-type]  # no game is played


def met(rules: PlantedRules, truth: Truth, values: Values) -> bool:
    """Whether a rule set meets all targets in truth."""
    told = zip(rules.targets, truth(values), strict=True)
    return all(target.low <= value <= target.high for target, value in told)


def measured(
    rules: PlantedRules, truth: Truth, arms: Sequence[Values], deals: int, rng: np.random.Generator
) -> list[Measured]:
    """Measure rule sets on the same deals."""
    means = np.array([truth(values) for values in arms])
    found = []
    for at, target in enumerate(rules.targets):
        common = rng.normal(0, SPREADS[at] * SHARED**0.5, (deals, 1))
        own = rng.normal(0, SPREADS[at] * (1 - SHARED) ** 0.5, (deals, len(arms)))
        found.append(Measured(target.quantity, means[:, at] + common + own))
    return found


@dataclass(frozen=True)
class PlantedSearch:
    """A search on a planted world: the result taken, and how often beliefs about finalists hold the truth."""

    best: RuleSetResult
    results: list[RuleSetResult]
    covered: float
    way: int
    looked: int


def searched(rules: PlantedRules, truth: Truth, seed: int, batches: int = BATCHES) -> PlantedSearch:
    """Search a planted world as `optimize` does, from start to sealed deals."""
    rng = np.random.default_rng([seed, 1])
    search = Search(rules, np.random.default_rng([seed, 2]), SEALED)
    search.go(
        lambda at, arms, deals: measured(rules, truth, arms, deals, rng), START, [DEALS] * (1 + batches)
    )
    beliefs = search.look()
    finalists = search.finalists(beliefs, FINALISTS)
    arms = [rules.base, *(one.values for one in finalists)]
    named = {str(at): one for at, one in enumerate(arms)}
    told = measured(rules, truth, arms, SEALED, rng)
    results = list(confirmation.judge(rules.targets, named, told).values())
    best = results[confirmation.best(results, [rules.cost(one.values) for one in results])]
    inside = [np.abs(one.means - np.array(truth(one.values))) < 1.96 * one.errors for one in finalists]
    return PlantedSearch(
        best, results, float(np.mean(inside)), search.in_the_way(beliefs), len(set(search.played))
    )
