"""The numbers that are searched, and the search: CMA-ES (Hansen 2016, arXiv:1604.00772; the library cmaes).

A point of the space is a vector of corrections of a plan's weights in units of a weight's step; 0 is the plan
itself. A correction counts in all rounds, or with `by_round` each round has one of its own (D-98). A search
is replayed from its results: it draws from a generator seeded by the configuration's seed and the stage seed,
so the same results make the same candidates.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import floor, log
from typing import Any

import numpy as np

from marchsim.errors import ConfigError, nearest
from marchsim.kernel.streams import stream_key
from marchsim.kernel.tuning import Weight
from marchsim.stats.clusters import Floats

MOST_AXES = 400

Values = dict[str, tuple[float, ...]]


@dataclass(frozen=True)
class Space:
    """The weights that are searched, by round or not."""

    weights: tuple[Weight, ...]
    by_round: bool = False

    @property
    def size(self) -> int:
        """Return how many numbers are searched."""
        return sum(len(weight.values) if self.by_round else 1 for weight in self.weights)

    def values(self, point: Floats | Sequence[float]) -> Values:
        """Return the weights at a point (size,), a value for each round, as the game keeps them."""
        found: Values = {}
        at = 0
        for weight in self.weights:
            rounds = len(weight.values)
            own_moves = point[at : at + rounds] if self.by_round else [point[at]] * rounds
            moves = [float(x) for x in own_moves]
            found[weight.name] = tuple(
                _kept(weight, own + move * weight.step)
                for own, move in zip(weight.values, moves, strict=True)
            )
            at += rounds if self.by_round else 1
        return found

    def own(self) -> Values:
        """Return the plan's own weights."""
        return {weight.name: weight.values for weight in self.weights}

    def changed(self, values: Mapping[str, Sequence[float]]) -> list[str]:
        """Return the names of the weights that are not the plan's own."""
        return [weight.name for weight in self.weights if tuple(values[weight.name]) != weight.values]


def _kept(weight: Weight, value: float) -> float:
    """Return a value as the game keeps it; -0.0 is 0."""
    return round(min(max(value, weight.low), weight.high), weight.decimals) + 0.0


def chosen(weights: Sequence[Weight], names: Sequence[str], by_round: bool) -> Space:
    """Return the space of the weights that are named, or whose group is (none named: of all)."""
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
    """Return how many candidates a generation has in a space of `size` numbers."""
    return LARGER * (4 + floor(3 * log(size)))


class Search:
    """A search of a space of `size` numbers from the plan itself, with a standard deviation of one step.

    Each generation is asked for its candidates once and then told what they are worth. Its result is the
    mean of the distribution that it draws from, not the luckiest candidate. With `pull` a candidate loses so
    much of what it is worth for each step (root mean square over the numbers, squared) from the plan.
    """

    def __init__(self, size: int, seed: int, stage_seed: int, pull: float = 0.0) -> None:
        self._pull = pull
        self._asked = np.zeros((0, size))
        key = stream_key("tune-search", seed, stage_seed) % 2**32
        self._cma = library()(mean=np.zeros(size), sigma=1.0, seed=key, population_size=population(size))

    @property
    def mean(self) -> Floats:
        """Return the point that the search has come to, (size,)."""
        return np.asarray(self._cma.mean, dtype=np.float64)

    def candidates(self) -> Floats:
        """Return the points of the next generation, (population, size)."""
        self._asked = np.array([self._cma.ask() for _ in range(self._cma.population_size)])
        return self._asked

    def told(self, worth: Floats) -> None:
        """Take in what the candidates are worth, (population,): more is better."""
        lost = self._pull * np.mean(self._asked**2, axis=1) - worth
        self._cma.tell([(point, float(one)) for point, one in zip(self._asked, lost, strict=True)])


def library() -> Any:
    """Return the class of the library; ConfigError unless it is there."""
    try:
        from cmaes import CMA
    except ImportError:
        raise ConfigError(INSTALL) from None
    return CMA
