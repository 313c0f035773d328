"""With which power of its strength a colony wins: what the searcher's prospects are made of.

`python -m tools.antprospects 700` plays so many games of four plans and fits, for each part of a game,
a conditional logit of the winner among those with a Queen: logarithm of strength, pieces in store.
"""

from __future__ import annotations

import sys
from random import Random

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from tools import antgames

SEATS = 4
SPANS = ((1, 5), (6, 10), (11, 15), (16, 20), (21, 25), (26, 29))
Floats = NDArray[np.float64]


def played(games: int) -> list[tuple[int, Floats, Floats]]:
    """Return by round: its number, (seats, 3) of log strength, pieces and Queen or not, and who won."""
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
            strength = np.log(np.maximum(now[:, at["score"]], 1))
            state = np.column_stack([strength, now[:, at["stored"]], now[:, at["queens"]] > 0])
            found.append((number, state, won / won.sum()))
    return found


def loss(powers: Floats, states: Floats, won: Floats) -> float:
    """Return the mean negative log likelihood of the winners."""
    worth = states[:, :, :2] @ powers
    worth = np.where(states[:, :, 2] > 0, worth, -1e9)
    worth -= worth.max(axis=1, keepdims=True)
    chance = np.exp(worth) * (states[:, :, 2] > 0)
    chance /= chance.sum(axis=1, keepdims=True)
    return float(-(won * np.log(chance + 1e-12)).sum() / len(won))


def main(games: int) -> None:
    """Print the powers of each part of a game."""
    data = played(games)
    for low, high in SPANS:
        part = [(state, won) for number, state, won in data if low <= number <= high]
        states, won = np.stack([state for state, _ in part]), np.stack([won for _, won in part])
        fit = minimize(loss, np.zeros(2), args=(states, won), method="Nelder-Mead")
        print(
            f"rounds {low} to {high}: power of strength {fit.x[0]:.2f}, a piece in store {fit.x[1]:.3f}; "
            f"{fit.fun:.3f} (nothing known {loss(np.zeros(2), states, won):.3f})"
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 700)
