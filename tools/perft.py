"""Perft: the number of answer sequences of each length from a fixed position with fixed dice, in any game.

A position is given by a deal, the policy that plays it, and the number of a decision. The world is the module
that plays a game: `games` or `antgames`. Each game's counts are in `perft.json` beside its tests, by position
(players, deal, policy, decisions). `make golden UPDATE=1` counts the same positions again.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, NamedTuple

from marchsim.kernel.table import Seat


class Position(NamedTuple):
    """The start of the count: a deal, played by a policy for a number of decisions."""

    players: int
    deal: int
    policy: str
    decisions: int


def position(text: str) -> Position:
    """The position with this name in a file of counts."""
    players, deal, policy, decisions = text.split("-")[:4]
    return Position(int(players), int(deal), policy, int(decisions))


class Stop(Exception):
    """Raised at the question where the script ends, with the number of options."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Scripted(Seat):
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


class Noted(Seat):
    """Records the answers of another seat, for as many decisions as a position needs."""

    def __init__(self, inner: Seat, notes: list[int]) -> None:
        self.inner = inner
        self.notes = notes

    def answer(self, question: int) -> int:
        """Record and return the other seat's answer."""
        self.notes.append(int(self.inner.answer(question)))
        return self.notes[-1]


def options_after(world: Any, at: Position, script: list[int]) -> int:
    """The number of options in the decision after a script of answers, or 0 if the game has ended."""
    g = world.deal_out(world.table(players=at.players), at.deal, ["first"] * at.players)
    for seat in range(at.players):
        g.table.seats[seat] = Scripted(g, script)
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
        g.table.seats[seat] = Noted(g.table.seats[seat], notes)
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


def deep(world: Any, text: str) -> int:
    """The number of answer sequences from a position, whose name ends with their length."""
    at = position(text)
    return perft(world, at, opening(world, at), int(text.rpartition("-")[2]))


def counted(world: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The counts of a file, counted anew."""
    short = {text: counts(world, position(text), len(before)) for text, before in known["counts"].items()}
    return {"counts": short, "deep": {text: deep(world, text) for text in known["deep"]}}


def stored(file: Path) -> dict[str, Any]:
    """The counts in a file: `counts` of 1, 2, ... answers, and `deep` of one length."""
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found
