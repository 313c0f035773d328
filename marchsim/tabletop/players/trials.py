"""Trials: the results of candidates in imagined games, and the candidates that deserve further ones.

All candidates are tried in the same imagined games. After a few games, and after each further one, those
are given up that trail the best by more than chance would have it (a race, Maron and Moore 1994). The
spread of chance is estimated from all candidates together: with few games each that is surer than pair by
pair. A candidate may have a start over another: their rating before the first game.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from marchsim.kernel.compat import append, i64, vec

WARM_UP: Final = 2  # games before any candidate is given up


class Trials:
    """The results of candidates, one whole number an imagined game: sums and squares are kept.

    `least` is a standard deviation that is taken for granted, in the same unit. `patience` by how many
    hundredths of a standard error of the difference a candidate must trail to be given up.
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
        """Let a candidate take part, with a start over the others (below 0: behind them)."""
        self.left = append(self.left, candidate)
        self.start[candidate] = start

    def add(self, candidate: i64, value: i64) -> None:
        """Note the result of a candidate's next game."""
        self.games[candidate] += 1
        self.total[candidate] += value
        self.squares[candidate] += value * value

    def best(self) -> i64:
        """The candidate that is ahead of those left, all of which played as often."""
        best = self.left[0]
        for i in range(1, len(self.left)):
            if self.ahead(self.left[i], best) > 0:
                best = self.left[i]
        return best

    def ahead(self, candidate: i64, other: i64) -> i64:
        """The lead of one over another after as many games."""
        return self.total[candidate] + self.start[candidate] - self.total[other] - self.start[other]

    def drop(self) -> bool:
        """Give up candidates that trail the best clearly. Return whether one alone is left."""
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
        """The standard deviation of the results of a candidate, from all that are left."""
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
        """The mean result of a candidate, its start spread over its games (one at least)."""
        return float(self.total[candidate] + self.start[candidate]) / float(self.games[candidate])

    def error(self, candidate: i64) -> float:
        """The standard error of that mean. 0 for a single game."""
        n = self.games[candidate]
        if n < 2:
            return 0.0
        total = float(self.total[candidate])
        within = float(self.squares[candidate]) - total * total / float(n)
        return sqrt((within if within > 0.0 else 0.0) / float((n - 1) * n))


def highest(ratings: vec[i64]) -> i64:
    """The place of the highest rating, of equal ones the first."""
    best: i64 = 0
    for index in range(1, len(ratings)):
        if ratings[index] > ratings[best]:
            best = index
    return best
