"""Imagined games: what every game needs in order to play on from a position that a seat sees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from marchsim.kernel.compat import append, i64, vec
from marchsim.kernel.rng import LANE, Stream
from marchsim.kernel.table import Chair, Table
from marchsim.tabletop.players.minds import Thinker

SALT_SEATS: Final = 1 << 25  # of the minds' own chance, by place clockwise


class Guest(Chair):
    """A seat of an imagined game: a mind that may be led to one action first.

    `leading` is the question that the action answers; `lead` the option to take, -1 for none.
    """

    def __init__(self, mind: Chair, table: Table, leading: i64) -> None:
        self.mind = mind
        self.table = table
        self.leading: i64 = leading
        self.lead: i64 = -1

    def answer(self, question: i64) -> i64:
        """Take the action led to where it is offered; else ask the mind."""
        if self.lead >= 0 and question == self.leading:
            wanted = self.lead
            self.lead = -1
            table = self.table
            for i in range(table.n):
                if table.options[i] == wanted:
                    return i
        return self.mind.answer(question)


def likenesses(player: Thinker, core: Callable[[], Any], n: i64) -> list[Any]:
    """Return minds that think as a player does where it does not search, one for each of n seats."""
    minds: list[Any] = []
    for _ in range(n):
        mind = core()
        mind.adopt(player)
        minds.append(mind)
    return minds


def reseed(stream: Stream, chance: Stream, place: i64) -> None:
    """Give a mind chance of its own, by that of the game and its place clockwise from who imagines."""
    stream.low = (chance.low ^ (SALT_SEATS + place)) & LANE
    stream.high = chance.high
    stream.count = 0


def same(source: vec[i64], target: vec[i64], n: i64) -> None:
    """Write the first n values of a vector into another."""
    for i in range(n):
        target[i] = source[i]


def wipe(target: vec[i64], n: i64) -> None:
    """Write zeros into the first n places of a vector."""
    for i in range(n):
        target[i] = 0


def vector(values: list[int]) -> vec[i64]:
    """Return a list as a vector."""
    found: vec[i64] = vec[i64]()
    for value in values:
        found = append(found, value)
    return found
