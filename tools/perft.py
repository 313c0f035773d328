"""Perft: the number of answer sequences of each length from a fixed position with fixed dice, in any game.

A position is given by a deal, the policy that plays it, and the number of a decision. The world is the module
that plays a game: `games` or `antgames`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from marchsim.kernel.table import Chair


class Position(NamedTuple):
    """The start of the count: a deal, played by a policy for a number of decisions."""

    players: int
    deal: int
    policy: str
    decisions: int


class Stop(Exception):
    """Raised at the question where the script ends, with the number of options."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Scripted(Chair):
    """Answers from a script that all seats share, and stops the game at the end of the script."""

    def __init__(self, g: Any, script: list[int]) -> None:
        self.g = g
        self.script = script

    def answer(self, question: int) -> int:
        """The next answer in the script."""
        at = self.g.table.decisions - 1
        if at == len(self.script):
            raise Stop(self.g.table.n)
        return self.script[at]


class Noted(Chair):
    """Records the answers of another chair, for as many decisions as a position needs."""

    def __init__(self, inner: Chair, notes: list[int]) -> None:
        self.inner = inner
        self.notes = notes

    def answer(self, question: int) -> int:
        """Record and return the other chair's answer."""
        self.notes.append(int(self.inner.answer(question)))
        return self.notes[-1]


def options_after(world: Any, at: Position, script: list[int]) -> int:
    """The number of options in the decision after a script of answers, or 0 if the game has ended."""
    g = world.deal_out(world.table(players=at.players), at.deal, ["first"] * at.players)
    for seat in range(at.players):
        g.table.chairs[seat] = Scripted(g, script)
    try:
        world.run(g)
    except Stop as stop:
        return stop.n
    return 0


def opening(world: Any, at: Position) -> list[int]:
    """The answers that lead to a position."""
    g = world.deal_out(world.table(players=at.players), at.deal, [at.policy] * at.players)
    notes: list[int] = []
    for seat in range(at.players):
        g.table.chairs[seat] = Noted(g.table.chairs[seat], notes)
    world.run(g)
    return notes[: at.decisions]


def perft(world: Any, at: Position, script: list[int], depth: int) -> int:
    """The number of answer sequences of length `depth` that follow a script."""
    n = options_after(world, at, script)
    if depth == 1 or n == 0:
        return n
    return sum(perft(world, at, [*script, answer], depth - 1) for answer in range(n))


def counts(world: Any, at: Position, deepest: int) -> list[int]:
    """The numbers of answer sequences of 1, 2, ... answers from a position."""
    script = opening(world, at)
    return [perft(world, at, script, depth) for depth in range(1, deepest + 1)]
