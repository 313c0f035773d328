"""Perft: the number of answer sequences of each length from fixed positions with fixed dice.

The counts below are published: another count means that other options are offered somewhere, even where no
golden game comes by. A position is a deal, who plays it up to a decision, and that decision's number.
"""

from __future__ import annotations

import pytest

from marchsim.kernel.table import Chair
from tests.tools import games

pytestmark = pytest.mark.both


class Stop(Exception):
    """The script has ended at a question with so many options."""

    def __init__(self, n: int) -> None:
        super().__init__(n)
        self.n = n


class Scripted(Chair):
    """Answers by a script that all seats share; stops the game at its end."""

    def __init__(self, g: games.Play, script: list[int]) -> None:
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


def options_after(players: int, deal: int, script: list[int]) -> int:
    """Return how many options the decision after a script of answers has; 0 where the game has ended."""
    g = games.deal_out(games.table(players=players), deal, ["first"] * players)
    for seat in range(players):
        g.table.chairs[seat] = Scripted(g, script)
    try:
        games.run(g)
    except Stop as stop:
        return stop.n
    return 0


def opening(players: int, deal: int, policy: str, decisions: int) -> list[int]:
    """Return the first answers of a game of a frozen policy."""
    g = games.deal_out(games.table(players=players), deal, [policy] * players)
    notes: list[int] = []
    for seat in range(players):
        g.table.chairs[seat] = Noted(g.table.chairs[seat], notes)
    games.run(g)
    return notes[:decisions]


def perft(players: int, deal: int, script: list[int], depth: int) -> int:
    """Return the number of answer sequences of a length that follow a script."""
    n = options_after(players, deal, script)
    if depth == 1 or n == 0:
        return n
    return sum(perft(players, deal, [*script, answer], depth - 1) for answer in range(n))


# players, deal, policy, decisions played by it -> sequences of 1, 2, 3, ... answers
PUBLISHED = {
    (3, 1, "random", 0): [5, 14, 43, 143],
    (4, 2, "random", 0): [5, 14, 32, 80, 216],
    (5, 3, "random", 0): [5, 14, 39, 106],
    (3, 1, "random", 60): [6, 12, 30, 96],
    (4, 2, "random", 110): [4, 8, 44, 88],
    (5, 3, "random", 150): [3, 9, 18, 72],
    (3, 4, "first", 90): [4, 12, 24, 72],
    (4, 2, "eager", 180): [2, 4, 8, 24],
}
# the same and the length -> sequences of that length
DEEP = {
    (3, 1, "random", 0, 7): 3122,
    (4, 2, "random", 0, 7): 1866,
    (5, 3, "random", 0, 7): 2699,
}


@pytest.mark.parametrize("position", PUBLISHED, ids=lambda position: "-".join(map(str, position)))
def test_the_number_of_answer_sequences_is_as_published(position: tuple[int, int, str, int]) -> None:
    """From the set-up, from the middle and from the end of a game, for three to five players."""
    players, deal, policy, decisions = position
    script = opening(players, deal, policy, decisions)
    counts = PUBLISHED[position]
    assert [perft(players, deal, script, depth) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.slow
@pytest.mark.parametrize("position", DEEP, ids=lambda position: "-".join(map(str, position)))
def test_deep_counts_are_as_published(position: tuple[int, int, str, int, int]) -> None:
    """The same, longer sequences."""
    players, deal, policy, decisions, depth = position
    script = opening(players, deal, policy, decisions)
    assert perft(players, deal, script, depth) == DEEP[position]
