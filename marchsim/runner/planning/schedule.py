"""A lazy schedule of all games. Any game can be looked up by its id, the same on every machine.

Ids count through blocks, then numbers of players, line-ups, rotations and variants (innermost), so an id
keeps its meaning when blocks are added. A deal depends only on seed, stage, players, block and line-up.

A line-up is a tuple of positions in the field. Each line-up depends only on its block, not on rules,
components and parameters. It is therefore the same when blocks are added.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, permutations
from math import comb, factorial, gcd
from typing import Protocol

from marchsim.errors import ConfigError
from marchsim.kernel.rng import deal_key, seat_key, stream_key
from marchsim.runner.configuration.design import Design


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


MOST_LISTED = 1_000_000
TICKETS = 200  # that shares are rounded to: half a percent each

LineUp = tuple[int, ...]


class LineUps(Protocol):
    """The line-ups with one number of players. A block plays each of them in `rotations` rotations."""

    players: int
    rotations: int

    def size(self) -> int:
        """The number of line-ups in each block."""
        return 1

    def line_up(self, block: int, index: int) -> tuple[int, str, LineUp]:
        """The number, name and cyclic order (positions in the field) of a line-up in a block."""


class Listed(LineUps):
    """Line-ups that are the same in every block."""

    def __init__(
        self, seed: int, names: tuple[str, ...], players: int, line_ups: list[LineUp], kind: str
    ) -> None:
        self.players = players
        self.rotations = 1 if kind == "mirror" else players
        self._seed = seed
        self._line_ups = line_ups
        self._as_written = kind == "fixed"
        self._words = [_word(names, line_up, self._as_written) for line_up in line_ups]

    def size(self) -> int:
        """The number of line-ups in each block."""
        return len(self._line_ups)

    def line_up(self, block: int, index: int) -> tuple[int, str, LineUp]:
        """The number, name and cyclic order of a line-up in a block. Fixed line-ups keep their order."""
        word, line_up = self._words[index], self._line_ups[index]
        if self._as_written:
            return index, word, line_up
        order = cyclic_order(self._seed, self.players, word, block)
        return index, word, tuple(line_up[at] for at in order)


class Drawn(LineUps):
    """One random line-up per block, balanced so that all strategies play about equally often.

    The field is shuffled and dealt out, one line-up after another, until all strategies have had equally many
    places in line-ups. Then it is shuffled again. After any block, two strategies therefore differ by at most
    one place. If the field is smaller than the table, a line-up repeats strategies as evenly as possible.
    With shares, the field consists of TICKETS entries, divided among the strategies in proportion to their
    shares. A line-up may then repeat a strategy, as with independent draws.
    """

    def __init__(self, seed: int, names: tuple[str, ...], players: int, shares: tuple[float, ...]) -> None:
        self.players = players
        self.rotations = players
        self._seed = seed
        self._names = names
        self._tickets = tickets(shares) if shares else ()
        size = len(self._tickets) or len(names)
        self._cycle = size // gcd(size, players)

    def line_up(self, block: int, index: int) -> tuple[int, str, LineUp]:
        """The number (its rank among all line-ups), name and cyclic order of the line-up of a block."""
        cycle, at = divmod(block, self._cycle)
        size = len(self._tickets) or len(self._names)
        field = shuffled(size, self._seed, "line-ups", self.players, cycle)
        members = tuple(field[(at * self.players + i) % len(field)] for i in range(self.players))
        number = _rank(len(field), members)
        if self._tickets:
            members = tuple(self._tickets[ticket] for ticket in members)
            number = _rank_of_any(len(self._names), members)
        word = _word(self._names, members, False)
        order = cyclic_order(self._seed, self.players, "", block)
        return number, word, tuple(members[i] for i in order)


def tickets(shares: tuple[float, ...]) -> tuple[int, ...]:
    """TICKETS positions in proportion to `shares` (largest remainders), each position at least once."""
    parts = [TICKETS * share / sum(shares) for share in shares]
    counts = [max(1, int(part)) for part in parts]
    for at in sorted(range(len(parts)), key=lambda at: (int(parts[at]) - parts[at], at)):
        counts[at] += sum(counts) < TICKETS
    while sum(counts) > TICKETS:
        counts[counts.index(max(counts))] -= 1
    return tuple(at for at, count in enumerate(counts) for _ in range(count))


def matchups(design: Design, seed: int, names: tuple[str, ...]) -> tuple[LineUps, ...]:
    """The line-ups with each number of players. Raises ConfigError if the design cannot be played."""
    found: list[LineUps] = []
    for players in design.players:
        if design.kind == "random":
            found.append(Drawn(seed, names, players, tuple(share for _, share in design.shares)))
        else:
            found.append(Listed(seed, names, players, _listed(design, names, players), design.kind))
    return tuple(found)


def _listed(design: Design, names: tuple[str, ...], players: int) -> list[LineUp]:
    field = range(len(names))
    if design.kind == "mirror":
        return [(at,) * players for at in field]
    if design.kind == "roundrobin":
        _enough(design.kind, len(names), players, players, comb(len(names), players))
        return list(combinations(field, players))
    if design.kind == "gauntlet":
        return _gauntlet(design, names, players)
    return [tuple(names.index(n) for n in line_up) for line_up in design.line_ups if len(line_up) == players]


def _gauntlet(design: Design, names: tuple[str, ...], players: int) -> list[LineUp]:
    focal = [names.index(name) for name in design.focal]
    others = [at for at in range(len(names)) if at not in focal]
    if design.opponents == "copies":
        _enough("gauntlet", len(others), 1, players, len(focal) * len(others))
        return [(f,) + (o,) * (players - 1) for f in focal for o in others]
    _enough("gauntlet", len(others), players - 1, players, len(focal) * comb(len(others), players - 1))
    return [(f, *rest) for f in focal for rest in combinations(others, players - 1)]


def _enough(kind: str, have: int, need: int, players: int, line_ups: int) -> None:
    if have < need:
        besides = " besides the focal ones" if kind == "gauntlet" else ""
        raise ConfigError(
            f'strategies: kind = "{kind}" with {players} players needs at least {need}{besides}, '
            f"and there {'is' if have == 1 else 'are'} {have}; "
            'add strategies, or use kind = "random" or "mirror".'
        )
    if line_ups > MOST_LISTED:
        raise ConfigError(
            f'design.kind: "{kind}" would make {line_ups} line-ups of {players}; use kind = "random" '
            "for large fields."
        )


def cyclic_order(seed: int, players: int, line_up: str, block: int) -> tuple[int, ...]:
    """The cyclic order of a line-up in a block, as positions in the line-up.

    There are (k-1)! cyclic orders of k players. Each series of (k-1)! blocks has all of them, shuffled.
    """
    orders = factorial(players - 1)
    run, at = divmod(block, orders)
    return _orders(players)[shuffled(orders, seed, "orders", players, line_up, run)[at]]


@lru_cache(maxsize=16)
def _orders(players: int) -> tuple[tuple[int, ...], ...]:
    return tuple((0, *rest) for rest in permutations(range(1, players)))


@lru_cache(maxsize=4096)
def shuffled(size: int, *words: str | int) -> tuple[int, ...]:
    """The numbers 0 to `size` - 1 in an order that depends only on `words`, the same on every machine."""
    return tuple(sorted(range(size), key=lambda at: stream_key(*words, at)))


def _word(names: tuple[str, ...], line_up: LineUp, as_written: bool) -> str:
    words = [names[at] for at in line_up]
    return "+".join(words if as_written else sorted(words))


def _rank(size: int, members: LineUp) -> int:
    """The rank of a line-up among all line-ups. Strategies that every line-up must have are left out."""
    copies = len(members) // size
    chosen = [at for at in range(size) if members.count(at) > copies] if len(members) != size else []
    rank, last = 0, -1
    for place, at in enumerate(chosen):
        for skipped in range(last + 1, at):
            rank += comb(size - skipped - 1, len(chosen) - place - 1)
        last = at
    return rank


def _rank_of_any(size: int, members: LineUp) -> int:
    """The rank of a line-up among all line-ups in which strategies may be repeated."""
    apart = tuple(at + place for place, at in enumerate(sorted(members)))
    return _rank(size + len(members) - 1, apart)
