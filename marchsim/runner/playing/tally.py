"""Counts during a run: void games, consecutive void games, and games won against an opponent."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from marchsim.errors import plural

TOO_MANY = 20
MOST_TOLD = 6  # with more variants and numbers of players than this, a standing is one number


@dataclass(frozen=True)
class Void:
    """A void game: the strategy at fault (-1: unknown), the kind, a description, and the strategy's seat.

    `unsure` is True if the game might be valid when it is replayed.
    """

    game: int
    strategy: int
    kind: str
    fault: str
    seat: int = -1
    unsure: bool = False


@dataclass
class Streaks:
    """Counts consecutive void games by strategy. If none is to blame, a game counts for all at its table."""

    open: dict[int, int] = field(default_factory=dict)
    seen_good: set[int] = field(default_factory=set)

    def good(self, seats: Iterable[int]) -> None:
        """Record a valid game of these strategies."""
        self.seen_good.update(seats)
        if self.open:
            for strategy in seats:
                self.open.pop(strategy, None)

    def void(self, seats: tuple[int, ...], seat: int) -> None:
        """Record a void game, caused by the strategy at `seat`. -1 means that it may be any at the table."""
        guilty = set(seats) if seat < 0 else {seats[seat]}
        self.good(set(seats) - guilty)
        for strategy in guilty:
            self.open[strategy] = self.open.get(strategy, 0) + 1

    def too_many(self) -> bool:
        """Whether a strategy has made too many games void in a row."""
        return bool(self.open) and max(self.open.values()) >= TOO_MANY

    def worst(self) -> int:
        """The strategy with the most void games in a row."""
        return max(sorted(self.open), key=lambda strategy: self.open[strategy])

    def follow(self, later: Streaks) -> None:
        """Append the streaks of a later chunk."""
        for strategy in sorted(later.seen_good):
            self.open.pop(strategy, None)
        for strategy, count in later.open.items():
            self.open[strategy] = self.open.get(strategy, 0) + count


Won = dict[tuple[int, int], tuple[int, int]]  # (variant, players): (games won together, games)


@dataclass
class OpponentTally:
    """Counts games won against an opponent. `variants` has the names of each variant and its opponent."""

    variants: Mapping[int, tuple[str, str]]
    won: Won = field(default_factory=dict)

    def add(self, found: Won) -> None:
        """Add the counts of further games."""
        for key, (won, games) in found.items():
            before = self.won.get(key, (0, 0))
            self.won[key] = (before[0] + won, before[1] + games)

    def words(self) -> list[str]:
        """A line for each opponent, such as `won against X: 3 of 10 games`."""
        parts: dict[str, Won] = {}
        for key, count in sorted(self.won.items()):
            parts.setdefault(self.variants[key[0]][1], {})[key] = count
        return [f"won against {opponent}: {self._counts(found)}" for opponent, found in parts.items()]

    def _counts(self, found: Won) -> str:
        if not 1 < len(found) <= MOST_TOLD:
            won, games = (sum(count[at] for count in found.values()) for at in (0, 1))
            return f"{won:,} of {games:,} games"
        parts = (f"{won:,} of {games:,} ({self._label(key, found)})" for key, (won, games) in found.items())
        return "; ".join(parts)

    def _label(self, key: tuple[int, int], found: Won) -> str:
        """The label that tells a count from the others: its variant, its number of players, or both."""
        variant, players = key
        names = [self.variants[variant][0]] if len({other for other, _ in found}) > 1 else []
        if len({other for _, other in found}) > 1:
            names.append(plural(players, "player"))
        return ", ".join(names)
