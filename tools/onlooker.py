"""An observer that checks the laws of a game at every event and every answer.

`Ledger` reconstructs the position from events alone. `Onlooker` compares it with the game's position, which
it also has recomputed from scratch (`table.audit`). `Ear` checks the options of each question.
"""

from __future__ import annotations

from collections import Counter

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import food_dealt, larvae_dealt
from marchsim.games.march.table.inspection import audit
from marchsim.kernel.columns import Watcher
from marchsim.kernel.table import Listener

# An event that is half of a change, or told before it: the books agree again at the next one.
HALF = (w.E_EXCHANGE, w.E_WAKE)
SETTLED = (w.E_ROUND, w.E_PHASE, w.E_MARKER, w.E_ACTION)


def unsettled(g: Play) -> list[int]:
    """Tiles with a vacant site and ants in the outskirts. There are none when an action starts (MEA-13)."""
    s = g.s
    return [
        hexno
        for hexno in range(1, w.HEXES)
        if s.crowd[hexno] > s.filled[hexno] and s.filled[hexno] < g.kit.sites[hexno]
    ]


class Ledger:
    """The board as reconstructed from events: ants by place, and food, larvae and points by seat."""

    def __init__(self, g: Play) -> None:
        players = g.s.players
        self.ants: Counter[tuple[int, int, int]] = Counter()
        self.food = [food_dealt(g, seat) for seat in range(players)]
        ants = g.rules.starting_ants
        self.larvae = [min(g.rules.cubes, larvae_dealt(g, seat) + ants) for seat in range(players)]
        self.points = [0] * (players * w.SOURCES)
        self.aside: list[int] = []  # tiles drawn and not yet laid
        self.swapped: tuple[int, int, int, int] | None = None

    def add(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Apply an event."""
        if kind == w.E_EMERGE:
            self.larvae[seat] -= 1
            self.move(seat, None, (a, b))
        elif kind == w.E_STEP:
            self.move(seat, (a, b), (c, d))
        elif kind == w.E_SETTLE:
            self.move(seat, (a, w.OUT), (a, b))
        elif kind == w.E_LOSE:
            self.move(seat, (a, b), None)
        elif kind == w.E_RETURN:
            self.larvae[seat] += 1
            self.move(seat, (a, b), None)
        elif kind == w.E_EXCHANGE:
            self.swapped = (a, b, c, d)
        elif kind == w.E_SWAPPED and self.swapped is not None:
            one, other = self.swapped[:2], self.swapped[2:]
            self.move(seat, one, other)
            self.move(a, other, one)
        elif kind == w.E_FOOD:
            self.food[seat] += a
        elif kind == w.E_LARVAE:
            self.larvae[seat] += a
        elif kind == w.E_WAKE:
            self.larvae[seat] += a
            self.food[seat] += b
        elif kind == w.E_POINTS:
            self.points[seat * w.SOURCES + b] += a
        elif kind == w.E_DRAW_TILE:
            self.aside.append(a)
        elif kind == w.E_RETURN_TILE or (kind == w.E_TILE and a != w.TUNNEL):
            self.aside.remove(a)

    def move(self, seat: int, start: tuple[int, int] | None, end: tuple[int, int] | None) -> None:
        """Move an ant from one place to another. None is a place off the map."""
        if start is not None:
            self.ants[(seat, *start)] -= 1
        if end is not None:
            self.ants[(seat, *end)] += 1

    def differences(self, g: Play) -> list[str]:
        """Sentences on all differences between the position and the events."""
        s, players = g.s, g.s.players
        found = []
        if +self.ants != standing(g):
            found.append("the ants stand elsewhere than the events say")
        if self.food != list(s.food)[:players]:
            found.append(f"the events give food {self.food}")
        if self.larvae != list(s.larvae)[:players]:
            found.append(f"the events give larvae {self.larvae}")
        if self.points != list(s.points)[: players * w.SOURCES]:
            found.append(f"the events give points {self.points}")
        return found


def standing(g: Play) -> Counter[tuple[int, int, int]]:
    """The number of ants in a position by seat, hex and slot."""
    s = g.s
    ants: Counter[tuple[int, int, int]] = Counter()
    for at, seat in enumerate(s.site):
        if seat >= 0:
            ants[(seat, at // w.SITES, at % w.SITES)] += 1
    for at, count in enumerate(s.out):
        if count:
            ants[(at // w.HEXES, at % w.HEXES, w.OUT)] = count
    return ants


class Ear(Listener):
    """Checks every answer: all options must differ, and the question must be a known one."""

    def __init__(self, g: Play) -> None:
        self.g = g
        self.asked: Counter[int] = Counter()
        self.found: list[str] = []

    def heard(self, seat: int, question: int, n: int, index: int) -> None:
        """Check the options that are still on the table."""
        table = self.g.table
        self.asked[question] += 1
        options = list(table.options)[:n]
        if len(set(options)) < n:
            self.found.append(f"question {w.QUESTIONS[question][0]} offers an option twice: {options}")
        if n < 2 or not 0 <= seat < self.g.s.players:
            self.found.append(f"seat {seat} was asked with {n} options")


class Onlooker(Watcher):
    """Checks a game at every event. `found` has each broken law and its event."""

    def __init__(self, g: Play) -> None:
        self.g = g
        self.ledger = Ledger(g)
        self.ear = Ear(g)
        self.tiles: list[int] = []
        self.seen: Counter[int] = Counter()
        self.found: list[str] = []
        g.events.watcher = self
        g.table.listener = self.ear

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Check every law in the present position."""
        g = self.g
        self.seen[kind] += 1
        self.ledger.add(kind, seat, a, b, c, d)
        wrong = audit(g)
        if g.s.phase != w.SETUP:
            wrong += self.tiles_kept()
            if kind not in HALF:
                wrong += self.ledger.differences(g)
        if kind in SETTLED and unsettled(g):
            wrong.append(f"hexes {unsettled(g)} have vacant sites and ants in the outskirts")
        where = f"event {sum(self.seen.values())} ({kind}, {seat}, {a}, {b}, {c}, {d}): "
        self.found += [where + what for what in wrong]

    def tiles_kept(self) -> list[str]:
        """Errors about tiles: each must be in the pile, in the Meadow or in a hand (SET-05)."""
        s = self.g.s
        tiles = sorted([*list(s.pile)[: s.pile_n], *list(s.laid)[: s.laid_n], *self.ledger.aside])
        if not self.tiles:
            self.tiles = tiles
        twice = len(set(tiles)) < len(tiles)
        return [] if tiles == self.tiles and not twice else [f"the tiles are {tiles} instead of {self.tiles}"]

    def verdict(self) -> list[str]:
        """The first errors found in the whole game."""
        return (self.found + self.ear.found)[:5]
