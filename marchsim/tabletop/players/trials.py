"""Trials: the results of candidates in rollouts, and the candidates that deserve further ones.

All candidates play the same rollouts. After a few games, and after each further one, those that trail the
best significantly are dropped (a race, Maron and Moore 1994). The standard deviation is pooled over all
candidates, since each has few games. A candidate may have a head start: its rating before the first game.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from marchsim.kernel.compat import append, i64, vec

WARM_UP: Final = 2  # games before any candidate is given up


class Trials:
    """The results of candidates, an integer for each rollout, as sums and sums of squares.

    `least` is the smallest assumed standard deviation, in the same unit. A candidate is dropped if it trails
    by more than `patience` hundredths of the standard error of the difference.
    """

    def __init__(self, question: i64, count: i64, least: i64, patience: i64) -> None:
        self.question: i64 = question
        self.count: i64 = count
        self.least: i64 = least
        self.patience: i64 = patience
        self.games: vec[i64] = vec[i64]([0] * count)
        self.total: vec[i64] = vec[i64]([0] * count)
        self.start: vec[i64] = vec[i64]([0] * count)  # added to the total, but no game
        self.squares: vec[i64] = vec[i64]([0] * count)
        self.left: vec[i64] = vec[i64]()  # candidates in the race, in the order in which they entered

    def enter(self, candidate: i64, start: i64) -> None:
        """Add a candidate with a head start over the others (negative if it starts behind them)."""
        self.left = append(self.left, candidate)
        self.start[candidate] = start

    def add(self, candidate: i64, value: i64) -> None:
        """Record the result of a candidate's next game."""
        self.games[candidate] += 1
        self.total[candidate] += value
        self.squares[candidate] += value * value

    def best(self) -> i64:
        """The best of the remaining candidates, all of which played equally often."""
        best = self.left[0]
        for i in range(1, len(self.left)):
            if self.ahead(self.left[i], best) > 0:
                best = self.left[i]
        return best

    def ahead(self, candidate: i64, other: i64) -> i64:
        """The lead of one candidate over another after equally many games."""
        return self.total[candidate] + self.start[candidate] - self.total[other] - self.start[other]

    def drop(self) -> bool:
        """Drop candidates that clearly trail the best. Return whether only one is left."""
        best = self.best()
        games = self.games[best]
        if games >= WARM_UP:
            behind = float(self.patience) / 100.0 * self.spread() * sqrt(2.0 * float(games))
            stay: vec[i64] = vec[i64]()
            for i in range(len(self.left)):
                if float(self.ahead(best, self.left[i])) <= behind:
                    stay = append(stay, self.left[i])
            self.left = stay
        return len(self.left) == 1

    def spread(self) -> float:
        """The standard deviation of a candidate's results, pooled over all that are left."""
        within = 0.0
        freedom: i64 = 0
        for i in range(len(self.left)):
            at = self.left[i]
            total = float(self.total[at])
            within += float(self.squares[at]) - total * total / float(self.games[at])
            freedom += self.games[at] - 1
        return sqrt(within / float(freedom) + float(self.least) * float(self.least))

    # for a reader ---------------------------------------------------------------
    def mean(self, candidate: i64) -> float:
        """The mean result of a candidate over its games (at least one), including its head start."""
        return float(self.total[candidate] + self.start[candidate]) / float(self.games[candidate])

    def error(self, candidate: i64) -> float:
        """The standard error of a candidate's `mean`. 0 for a single game."""
        n = self.games[candidate]
        if n < 2:
            return 0.0
        total = float(self.total[candidate])
        within = float(self.squares[candidate]) - total * total / float(n)
        return sqrt((within if within > 0.0 else 0.0) / float((n - 1) * n))


def highest(ratings: vec[i64]) -> i64:
    """The place of the highest rating, or of the first of several equal ones."""
    best: i64 = 0
    for index in range(1, len(ratings)):
        if ratings[index] > ratings[best]:
            best = index
    return best
