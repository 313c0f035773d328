"""CMA-ES (Hansen 2016, arXiv:1604.00772; the library cmaes) over the corrections of a plan's weights.

A search is replayed from its results: it draws from a generator seeded by the configuration's seed and the
stage seed, so the same results make the same candidates.
"""

from __future__ import annotations

from math import floor, log
from typing import Any

import numpy as np

from marchsim.errors import ConfigError
from marchsim.kernel.streams import stream_key
from marchsim.stats.clusters import Floats

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
