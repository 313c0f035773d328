"""Fit the tables of `prospects`: the worth of each thing that a player has at the end of a round.

The games are of strong heuristics (those that `lookahead` imagines). Their weights are changed at random, so
that rare events occur too. At the end of each round the stock of every seat is recorded. The worth of each
thing is its coefficient in a conditional logit for the winner (McFadden 1974), fitted by Newton's method with
a small ridge, in colony points. The scale is the number of points that make a chance e times as large.
Against the Horde, a linear regression predicts the margin at the end.

`python -m tools.prospects` prints the tables of `prospects.py`, and how well they predict the winners of
games that were held back. `quick` plays few games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import play_game, standing
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic, Prospects, loading
from marchsim.games.march.players.heuristic.weights import NAMES
from marchsim.games.march.players.prospects import COMPANY, ROWS, THINGS
from marchsim.games.march.words import HEXES
from marchsim.kernel.rng import deal_key, seat_key
from marchsim.runner.configuration import sources
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.players.weights import ROUNDS, Weights
from marchsim.tabletop.recording import RoundEnd
from tools import games

GAMES = 24_000  # with four players
TEAM, TEAM_GAMES = 3, 5_000  # against the Horde
NOISE = (0.0, 0.2, 0.4)  # standard deviation by which weights differ from those of the imagined players
HELD_BACK = 0.15
RIDGE = 40.0
TEAM_RIDGE = 5.0
SMOOTH = 120  # the scale after the last round, where points say who won: a judgement, not a fit
Array = NDArray[np.float64]


class Stocktaker(RoundEnd):
    """Records the stock of all seats at the end of each round (points, then THINGS), and the Horde's."""

    def __init__(self, views: Sequence[View]) -> None:
        self.views = views
        self.prospects = Prospects()
        self.rounds: list[list[list[int]]] = []
        self.horde: list[list[float]] = []

    def ended(self, g: Play) -> None:
        """Record a round."""
        self.prospects.take_stock(self.views[0])
        held, n = list(self.prospects.stock), len(THINGS)
        seats = range(len(self.views))
        self.rounds.append([[int(g.s.score[at]), *map(int, held[at * n : (at + 1) * n])] for at in seats])
        mean = np.mean(self.rounds[-1], axis=0)
        centipedes = sum(int(g.s.centipede[at]) for at in range(HEXES))
        store = [float(mean[at]) for at in (4, 5, 1, 2, 3)]  # ants, inner hexes, food, larvae, cards
        self.horde.append([int(margin(g)), centipedes, int(g.s.intruders), *store])


def changed(weights: Weights, dice: np.random.Generator) -> Weights:
    """Weights with random changes, each the same in all rounds."""
    found, spread = weights.copy(), dice.choice(NOISE)
    for at in range(len(NAMES)):
        by = round(100 * dice.normal(0, spread))
        for row in range(ROUNDS):
            found.table[row * len(NAMES) + at] += by
    return found


def played(preset: str, players: int, count: int) -> list[tuple[Stocktaker, Play]]:
    """Play `count` games, and return each with the stocks at the end of its rounds."""
    dice = np.random.default_rng(players)
    pattern = loading.strategy_class(sources.find("lookahead"))()
    session, found = games.table({"preset": preset}, players), []
    for deal in range(count):
        key, seated = deal_key(1, "prospects", players, deal), []
        for _ in range(players):
            mind = Heuristic()
            together = pattern.company if preset == "coop" else pattern.weights
            mind.weights = changed(together, dice)
            seated.append(Player(mind, mind, 0))
        g = session.seat_players(key, [seat_key(key, 0, at) for at in range(players)], seated)
        taker = Stocktaker([View(g.s, g.kit, g.rules, g.mats, g.table, at) for at in range(players)])
        for player, view in zip(seated, taker.views, strict=True):
            player.begin(view)
        play_game(g, taker)
        found.append((taker, g))
    return found


def spread_out(stock: Array) -> Array:
    """Points, and the amount of each thing above each of its knots: shape (game, seat, column)."""
    columns = [stock[..., :1]]
    for at, (_, knots, _) in enumerate(THINGS):
        columns += [np.maximum(stock[..., at + 1 : at + 2] - knot, 0) for knot in knots]
    return np.concatenate(columns, axis=-1)


def chances(stock: Array, prices: Array) -> Array:
    """Each seat's chance to win."""
    worth = stock @ prices
    odds = np.exp(worth - worth.max(axis=1, keepdims=True))
    return np.asarray(odds / odds.sum(axis=1, keepdims=True))


def fitted(stock: Array, won: Array) -> Array:
    """The coefficients of the conditional logit. `won` has each seat's share of the win."""
    prices = np.zeros(stock.shape[2])
    for _ in range(30):
        chance = chances(stock, prices)
        slope = np.einsum("gs,gsc->c", won - chance, stock) - RIDGE * prices
        apart = stock - np.einsum("gs,gsc->gc", chance, stock)[:, None]
        curve = np.einsum("gs,gsc,gsd->cd", chance, apart, apart, optimize=True)
        step = np.linalg.solve(curve + RIDGE * np.eye(len(prices)), slope)
        prices += step
        if abs(step).max() < 1e-6:
            break
    return prices


def shares(g: Play) -> list[float]:
    """Each seat's share of the win."""
    level = [int(standing(g, seat)) for seat in range(g.s.players)]
    return [(one == max(level)) / level.count(max(level)) for one in level]


def table_of(left: int, stock: Array, won: Array) -> tuple[int, list[int]]:
    """The scale and the slopes with `left` rounds to come. The quality of the prediction is printed."""
    held = int(len(stock) * (1 - HELD_BACK))
    told = chances(stock[held:], fitted(stock[:held], won[:held]))
    print(f"# {left} to come: log-likelihood {(won[held:] * np.log(told)).sum(axis=1).mean():.4f} a game")
    prices = fitted(stock, won)
    return round(100 / prices[0]), [round(100 * one / prices[0]) for one in prices[1:]]


def print_market(count: int) -> None:
    """Print SCALES and THINGS."""
    found = played("standard", 4, count)
    won = np.array([shares(g) for _, g in found])
    rows = []
    for left in range(1, ROWS + 1):
        stock = np.array([taker.rounds[-1 - left] for taker, _ in found], dtype=float)
        rows.append(table_of(left, spread_out(stock), won))
    print(f"SCALES: Final = ({SMOOTH}, {', '.join(str(scale) for scale, _ in rows)})")
    print("THINGS: Final = (")
    for name, knots, _ in THINGS:
        slopes = tuple(tuple(left.pop(0) for _ in knots) for _, left in rows)
        print(f'    ("{name}", {knots}, {slopes}),')
    print(")")


def print_company(count: int) -> None:
    """Print COMPANY."""
    found = played("coop", TEAM, count)
    print("COMPANY: Final = (")
    for left in range(1, ROWS + 1):
        then = np.array([taker.horde[-1 - left] for taker, _ in found])
        change = np.array([taker.horde[-1][0] for taker, _ in found]) - then[:, 0]
        known = np.column_stack([then[:, 1:], np.ones(len(then))])
        square = known.T @ known + TEAM_RIDGE * np.eye(known.shape[1])
        prices = np.linalg.solve(square, known.T @ change)[: len(COMPANY[0])]
        print(f"    ({', '.join(str(round(100 * one)) for one in prices)}),")
    print(")")


def main(arguments: Sequence[str]) -> int:
    """Print the tables."""
    share = 60 if "quick" in arguments else 1
    print_market(GAMES // share)
    print_company(TEAM_GAMES // share)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
