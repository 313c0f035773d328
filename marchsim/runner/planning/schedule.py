"""A lazy schedule of all games. Any game can be looked up by its id, the same on every machine.

Ids count through blocks, then numbers of players, line-ups, rotations and variants (innermost), so an id
keeps its meaning when blocks are added. A deal depends only on seed, stage, players, block and line-up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration.design import Design
from marchsim.runner.planning.lineups import LineUps, matchups


@dataclass(frozen=True, slots=True)
class Entry:
    """One game of a schedule. `seats[s]` is the field position of the strategy in seat s (0 plays first)."""

    game: int
    block: int
    deal: int
    players: int
    line_up: int
    rotation: int
    variant: int
    deal_key: int
    seats: tuple[int, ...]

    def seat_keys(self) -> tuple[int, ...]:
        """The stream key for the strategy in each seat."""
        return tuple(seat_key(self.deal_key, self.rotation, seat) for seat in range(self.players))


class Schedule:
    """All games of a design, in order of their ids. `stage` separates the deals of different uses."""

    def __init__(
        self, design: Design, names: Sequence[str], variants: int, seed: int, stage: str = "main"
    ) -> None:
        self.design = design
        self.seed = seed
        self.stage = stage
        self.variants = variants
        self.matchups = matchups(design, seed, tuple(names))
        self.line_ups_per_block = sum(part.size() for part in self.matchups)
        self._games = [part.size() * part.rotations * variants for part in self.matchups]
        self.games_per_block = sum(self._games)
        self._seating = lru_cache(maxsize=256)(self._seat)

    def total(self) -> int:
        """The number of games in the schedule."""
        return self.games_per_block * self.design.blocks

    def deals(self) -> int:
        """The number of different deals in the schedule."""
        per_block = len(self.matchups) if self.design.deals == "shared" else self.line_ups_per_block
        return per_block * self.design.blocks

    def first_game(self, block: int, part: int, line_up: int) -> int:
        """The id of the first game of a line-up in a block. `part` is the index of its number of players."""
        before = sum(self._games[:part])
        each = self.matchups[part].rotations * self.variants
        return block * self.games_per_block + before + line_up * each

    def entry(self, game: int) -> Entry:
        """The schedule entry of game number `game`. Raises IndexError if there is no such game."""
        if not 0 <= game < self.total():
            raise IndexError(game)
        block, at = divmod(game, self.games_per_block)
        part = 0
        while at >= self._games[part]:
            at -= self._games[part]
            part += 1
        matchup = self.matchups[part]
        at, variant = divmod(at, self.variants)
        index, rotation = divmod(at, matchup.rotations)
        deal, key, line_up, order = self._seating(block, part, index)
        seats = order[rotation:] + order[:rotation]
        return Entry(game, block, deal, matchup.players, line_up, rotation, variant, key, seats)

    def _seat(self, block: int, part: int, index: int) -> tuple[int, int, int, tuple[int, ...]]:
        """The deal number, deal key, line-up number and cyclic order of a line-up in a block."""
        matchup: LineUps = self.matchups[part]
        line_up, word, order = matchup.line_up(block, index)
        if self.design.deals == "shared":
            deal, word = block * len(self.matchups) + part, ""
        else:
            before = sum(other.size() for other in self.matchups[:part])
            deal = block * self.line_ups_per_block + before + index
        return deal, deal_key(self.seed, self.stage, matchup.players, block, word), line_up, order
