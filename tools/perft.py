"""Perft: the number of answer sequences of each length from a fixed position with fixed dice, in any game.

A position is a deal, who plays it up to a decision, and that decision's number. The world is the module that
plays a game: `games` or `antgames`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from marchsim.kernel.table import Chair


class Position(NamedTuple):
    """Where the count begins: after so many decisions of a deal played by a policy."""

    players: int
    deal: int
    policy: str
    decisions: int


class Stop(Exception):
    """The script has ended at a question with so many options."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Scripted(Chair):
    """Answers by a script that all seats share; stops the game at its end."""

    def __init__(self, g: Any, script: list[int]) -> None:
        self.g = g
        self.script = script

    def answer(self, question: int) -> int:
        """Return the next answer of the script."""
        at = self.g.table.decisions - 1
        if at == len(self.script):
            raise Stop(self.g.table.n)
        return self.script[at]


class Noted(Chair):
    """Notes the answers of another chair, for as many decisions as a position needs."""

    def __init__(self, inner: Chair, notes: list[int]) -> None:
        self.inner = inner
        self.notes = notes

    def answer(self, question: int) -> int:
        """Ask, note and return."""
        self.notes.append(int(self.inner.answer(question)))
        return self.notes[-1]


def options_after(world: Any, at: Position, script: list[int]) -> int:
    """Return how many options the decision after a script of answers has; 0 where the game has ended."""
    g = world.deal_out(world.table(players=at.players), at.deal, ["first"] * at.players)
    for seat in range(at.players):
        g.table.chairs[seat] = Scripted(g, script)
    try:
        world.run(g)
    except Stop as stop:
        return stop.n
    return 0


def opening(world: Any, at: Position) -> list[int]:
    """Return the answers that lead to a position."""
    g = world.deal_out(world.table(players=at.players), at.deal, [at.policy] * at.players)
    notes: list[int] = []
    for seat in range(at.players):
        g.table.chairs[seat] = Noted(g.table.chairs[seat], notes)
    world.run(g)
    return notes[: at.decisions]


def perft(world: Any, at: Position, script: list[int], depth: int) -> int:
    """Return the number of answer sequences of a length that follow a script."""
    n = options_after(world, at, script)
    if depth == 1 or n == 0:
        return n
    return sum(perft(world, at, [*script, answer], depth - 1) for answer in range(n))


def counts(world: Any, at: Position, deepest: int) -> list[int]:
    """Return the number of answer sequences of 1, 2, ... answers from a position."""
    script = opening(world, at)
    return [perft(world, at, script, depth) for depth in range(1, deepest + 1)]
