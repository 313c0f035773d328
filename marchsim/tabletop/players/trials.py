"""Trials: what candidates came to in imagined games, and which of them are worth further ones.

All candidates are tried in the same imagined games. One that trails the best by more than chance would have
it, judged by the differences game by game, is given up (a race, Maron and Moore 1994); two are kept to the
least number of games, and with one left the race is over.
"""

from __future__ import annotations

from collections.abc import Callable
from math import sqrt
from statistics import fmean, stdev

WARM_UP = 8  # games before any candidate is given up
CLEAR = 1.5  # standard errors by which a candidate must trail to be given up


class Trials:
    """What candidates have come to: `values[candidate]`, one an imagined game."""

    def __init__(self, question: int, count: int) -> None:
        self.question = question
        self.values: list[list[float]] = [[] for _ in range(count)]

    def run(
        self, least: int, most: int, sample: Callable[[], int], play: Callable[[int, int], float]
    ) -> None:
        """Try candidates in up to `most` imagined games, at least two of them in `least`.

        `sample` names an imagined game by a key; `play` says what a candidate comes to in it.
        """
        left = list(range(len(self.values)))
        for game in range(1, most + 1):
            key = sample()
            for candidate in left:
                self.values[candidate].append(play(candidate, key))
            if game >= WARM_UP:
                left = self.in_the_race(left, 2 if game < least else 1)
            if len(left) == 1:
                return

    def in_the_race(self, candidates: list[int], fewest: int) -> list[int]:
        """Return the candidates that may still be the best, `fewest` at least."""
        ranked = sorted(candidates, key=lambda one: -self.mean(one))
        leader = ranked[0]
        return sorted(
            one for place, one in enumerate(ranked) if place < fewest or not self.clear(leader, one)
        )

    def clear(self, leader: int, other: int) -> bool:
        """Return whether a candidate trails another by more than CLEAR standard errors of the difference."""
        pairs = zip(self.values[leader], self.values[other], strict=True)
        differences = [one - two for one, two in pairs]
        return fmean(differences) > CLEAR * stdev(differences) / sqrt(len(differences))

    def best(self) -> list[int]:
        """Return the candidates with the highest mean among those tried most."""
        most = max(map(len, self.values))
        finalists = [one for one, values in enumerate(self.values) if len(values) == most]
        top = max(map(self.mean, finalists))
        return [one for one in finalists if self.mean(one) == top]

    def mean(self, candidate: int) -> float:
        """Return the mean of what a candidate came to."""
        return fmean(self.values[candidate])

    def error(self, candidate: int) -> float:
        """Return the standard error of that mean; there must be two games."""
        values = self.values[candidate]
        return stdev(values) / sqrt(len(values))
