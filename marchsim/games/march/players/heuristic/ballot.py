"""A ballot: the best of the options bid for, ties broken by the strategy's own stream of chance."""

from __future__ import annotations

from typing import Final

from marchsim.kernel.compat import i64, vec
from marchsim.kernel.rng import Stream

MOST: Final = 64  # tied options that are remembered


class Ballot:
    """Keeps the options with the highest bid. `open` it, `bid` for each option, then `pick`."""

    def __init__(self) -> None:
        self.best: i64 = 0
        self.n: i64 = 0
        self.tied: vec[i64] = vec[i64]([0] * MOST)

    def open(self) -> None:
        """Forget all bids."""
        self.n = 0

    def bid(self, index: i64, value: i64) -> None:
        """Bid for an option."""
        if self.n == 0 or value > self.best:
            self.best = value
            self.tied[0] = index
            self.n = 1
        elif value == self.best and self.n < MOST:
            self.tied[self.n] = index
            self.n += 1

    def may_win(self, most: i64) -> bool:
        """Return whether a bid of at most so much could be among the highest so far."""
        return self.n == 0 or most >= self.best

    def pick(self, rng: Stream) -> i64:
        """Return one of the options with the highest bid, each equally likely."""
        return self.tied[0] if self.n == 1 else self.tied[rng.below(self.n)]
