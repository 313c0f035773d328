"""Counting void games: who made them, why, and when twenty in a row are enough."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

TOO_MANY = 20


@dataclass(frozen=True)
class Void:
    """A void game: the strategy at fault (-1: not known), the kind, and what happened in words."""

    game: int
    strategy: int
    kind: str
    fault: str


@dataclass
class Streaks:
    """How many games in a row each strategy has made void.

    Where nobody is known to be at fault, it counts against all who sat there.
    """

    open: dict[int, int] = field(default_factory=dict)
    seen_good: set[int] = field(default_factory=set)

    def good(self, seats: Iterable[int]) -> None:
        """A game of these strategies counts."""
        self.seen_good.update(seats)
        if self.open:
            for strategy in seats:
                self.open.pop(strategy, None)

    def void(self, seats: tuple[int, ...], seat: int) -> None:
        """A game was made void by the strategy at a seat (-1: by any of them)."""
        guilty = set(seats) if seat < 0 else {seats[seat]}
        self.good(set(seats) - guilty)
        for strategy in guilty:
            self.open[strategy] = self.open.get(strategy, 0) + 1

    def too_many(self) -> bool:
        """Return whether some strategy has made too many in a row."""
        return bool(self.open) and max(self.open.values()) >= TOO_MANY

    def worst(self) -> int:
        """Return the strategy with the longest row of void games."""
        return max(sorted(self.open), key=lambda strategy: self.open[strategy])

    def follow(self, later: Streaks) -> None:
        """Take in the streaks of a chunk that came after."""
        for strategy in sorted(later.seen_good):
            self.open.pop(strategy, None)
        for strategy, count in later.open.items():
            self.open[strategy] = self.open.get(strategy, 0) + count
