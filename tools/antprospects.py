"""Fit a colony's chance to win as powers of its dice and stores, which the searcher uses as prospects.

`python -m tools.antprospects 700` plays 700 games of four plans. For each part of a game it fits a
conditional logit of the winner to the games that somebody won, among the colonies with a Queen. The variables
are the logarithm of a colony's dice, the life of its Queen, and its pieces in store. It also prints the share
of games that are decided, by the number of Queens and of rounds left.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tools import antgames

SEATS = 4
SPANS = ((1, 10), (11, 20), (21, 30), (31, 45), (46, 59))
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Moment:
    """A round of a game: the state of each seat, the winner in the end, and the number of rounds left."""

    number: int
    state: Floats  # (seats, 4): log dice, Queen's life, pieces, Queen or not
    won: Floats
    left: int


def played(games: int) -> list[Moment]:
    """All rounds of some games."""
    session, drawn = antgames.table({"preset": "dealt"}, SEATS, "rounds"), Random(1)
    table = next(rows.table for rows in session.recorder.tables if rows.table.name == "rounds")
    at = {column.name: place for place, column in enumerate(table.columns)}
    found = []
    for deal in range(games):
        outcome = antgames.play(session, deal, drawn.sample(antgames.PLANS, SEATS))
        rows = session.take()["rounds"]
        won = np.array([outcome.winners >> seat & 1 for seat in range(SEATS)], dtype=float)
        for number in range(1, outcome.rounds):
            now = rows[rows[:, at["round"]] == number]
            now = now[np.argsort(now[:, at["seat"]])]
            dice = np.log(now[:, at["minors"]] + 2 * now[:, at["majors"]] + 3 * now[:, at["queens"]] + 1)
            alive = now[:, at["queens"]] > 0
            state = np.column_stack([dice, now[:, at["queen_life"]], now[:, at["stored"]], alive])
            found.append(Moment(number, state, won / max(won.sum(), 1), outcome.rounds - number))
    return found


def loss(powers: Floats, states: Floats, won: Floats) -> float:
    """The mean negative log likelihood of the winners."""
    worth = states[:, :, :3] @ powers
    worth = np.where(states[:, :, 3] > 0, worth, -1e9)
    worth -= worth.max(axis=1, keepdims=True)
    chance = np.exp(worth) * (states[:, :, 3] > 0)
    chance /= chance.sum(axis=1, keepdims=True)
    return float(-(won * np.log(chance + 1e-12)).sum() / len(won))


def fitted(part: Sequence[Moment]) -> str:
    """The powers fitted to one part of the games."""
    states, won = np.stack([one.state for one in part]), np.stack([one.won for one in part])
    fit = minimize(loss, np.zeros(3), args=(states, won), method="Nelder-Mead")
    dice, life, stored = fit.x
    return (
        f"power of dice {dice:.2f}, a life of the Queen {life:.3f}, a piece in store {stored:.3f}; "
        f"{fit.fun:.3f} (nothing known {loss(np.zeros(3), states, won):.3f})"
    )


def main(games: int) -> None:
    """Print the powers for each part of a game, and the pace at its end."""
    data = played(games)
    for low, high in SPANS:
        part = [one for one in data if low <= one.number <= high and one.won.sum() > 0]
        print(f"rounds {low} to {high}: {fitted(part)}" if part else f"rounds {low} to {high}: none won")
    for alive in range(2, SEATS + 1):
        there = [one for one in data if int(one.state[:, 3].sum()) == alive]
        for left in (5, 10, 20, 30, 45):
            of = [one.won.sum() > 0 for one in there if abs(60 - one.number - left) <= 1]
            if of:
                print(f"{alive} Queens, {left} rounds left: {100 * float(np.mean(of)):.0f} % decided")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 700)
