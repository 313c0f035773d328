"""The search space and the search by CMA-ES (Hansen 2016, arXiv:1604.00772, with the library cmaes).

A point of the space is a vector of changes to a strategy's weights, each in units of the weight's step. The
point 0 is the strategy with its own weights. A change applies to all rounds. If `by_round` is set, each round
has changes of its own (D-98). The configuration's seed and the stage seed determine the random generator, so
equal results lead to equal candidates. A search can therefore be replayed from its results.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log
from typing import Any

import numpy as np

from marchsim.errors import ConfigError, nearest
from marchsim.kernel.numbers import Weight
from marchsim.kernel.rng import stream_key
from marchsim.stats.clusters import Floats

MOST_AXES = 400

Values = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Space:
    """The weights to search. If `by_round` is set, each round has values of its own."""

    weights: tuple[Weight, ...]
    by_round: bool = False

    @property
    def size(self) -> int:
        """The number of dimensions: the number of weights, times that of rounds if `by_round` is set."""
        return sum(len(weight.values) if self.by_round else 1 for weight in self.weights)

    def values(self, point: Floats | Sequence[float]) -> Values:
        """The weights at a point, shape (size,): a value for each round, rounded as the game stores it."""
        found: Values = {}
        at = 0
        for weight in self.weights:
            rounds = len(weight.values)
            own_moves = point[at : at + rounds] if self.by_round else [point[at]] * rounds
            moves = [float(x) for x in own_moves]
            found[weight.name] = tuple(
                _stored(weight, own + move * weight.step)
                for own, move in zip(weight.values, moves, strict=True)
            )
            at += rounds if self.by_round else 1
        return found

    def own(self) -> Values:
        """The strategy's own weights before tuning, a value for each round."""
        return {weight.name: weight.values for weight in self.weights}

    def changed(self, values: Mapping[str, Sequence[float]]) -> list[str]:
        """The names of the weights whose values differ from the strategy's own."""
        return [weight.name for weight in self.weights if tuple(values[weight.name]) != weight.values]


def _stored(weight: Weight, value: float) -> float:
    """Limit and round a value in the way the game stores it. -0.0 becomes 0."""
    return round(min(max(value, weight.low), weight.high), weight.decimals) + 0.0


def chosen(weights: Sequence[Weight], names: Sequence[str], by_round: bool) -> Space:
    """The space of the weights with these names or groups, or of all weights if `names` is empty."""
    known = {name: [weight for weight in weights if name in (weight.name, weight.group)] for name in names}
    for name, found in known.items():
        if not found:
            groups = list(dict.fromkeys(weight.group for weight in weights))
            every = [weight.name for weight in weights]
            raise ConfigError(
                f"--weights: there is no weight or group {name!r}.{nearest(name, [*every, *groups])} Groups: "
                f"{', '.join(groups)}; weights: {', '.join(every)}."
            )
    wanted = {weight.name for found in known.values() for weight in found}
    space = Space(tuple(w for w in weights if not names or w.name in wanted), by_round)
    if space.size > MOST_AXES:
        raise ConfigError(f"--by-round: {space.size} numbers, at most {MOST_AXES}; choose --weights.")
    return space


INSTALL = "tuning needs the extra `tune`: pip install 'marchsim[tune]'."
LARGER = 2  # times the usual population: many candidates judged on few games beat few judged on many


def population(size: int) -> int:
    """The number of candidates per generation in a space of `size` dimensions."""
    return LARGER * (4 + floor(3 * log(size)))


class Search:
    """A search in `size` dimensions. It starts at the strategy's own weights.

    The initial standard deviation is one step of each weight. In each generation, the search proposes its
    candidates and then receives their values. The result is the mean of the sampling distribution, not the
    luckiest candidate.
    """

    def __init__(self, size: int, seed: int, stage_seed: int) -> None:
        self.asked = np.zeros((0, size))
        key = stream_key("tune-search", seed, stage_seed) % 2**32
        self._cma = library()(mean=np.zeros(size), sigma=1.0, seed=key, population_size=population(size))

    @property
    def mean(self) -> Floats:
        """The current mean of the search, shape (size,)."""
        return np.asarray(self._cma.mean, dtype=np.float64)

    def candidates(self) -> Floats:
        """The points of the next generation, shape (population, size)."""
        self.asked = np.array([self._cma.ask() for _ in range(self._cma.population_size)])
        return self.asked

    def update(self, worth: Floats) -> None:
        """Update the search with the values of the candidates, shape (population,). Higher is better."""
        self._cma.tell([(point, -float(one)) for point, one in zip(self.asked, worth, strict=True)])


def library() -> Any:
    """The class of the library cmaes. Raises ConfigError if the library is not installed."""
    try:
        from cmaes import CMA
    except ImportError:
        raise ConfigError(INSTALL) from None
    return CMA
