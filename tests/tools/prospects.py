"""Measures the prices of `prospects`: what each thing that a player has leads to by the end of a game.

At turns drawn from games of heuristics every action is imagined to the end of the game, some times over. At
the end of each round on the way the stock of every seat is taken; a regression (ridge, so that what is rare
stays near nothing) says how much of a lead in final points over the mean of the others each thing more than
theirs stands for. `python -m tests.tools.prospects` prints the table; `quick` looks at few turns.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

import numpy as np
from numpy.typing import NDArray

from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import RoundEnd
from marchsim.games.march.engine.view import View
from marchsim.games.march.players import Heuristic, World, may_follow
from marchsim.games.march.players.prospects import ROWS, THINGS, Prospects
from marchsim.kernel.table import Chair
from tests.tools import games

FIELD = ("brooder", "opportunist", "warden", "trapper", "explorer", "evolver")
TABLES = {3: 30, 4: 60, 5: 10}  # turns looked at by number of players
SAMPLES = 40  # imagined games of each action
RATE = 0.06  # of the turns of a game
RIDGE = 200.0
Stock = NDArray[np.float64]


class Stocktaker(RoundEnd):
    """Takes the stock of all seats at the end of each round: points first, then THINGS."""

    def __init__(self, world: World, players: int) -> None:
        self.views = [world.seen(seat) for seat in range(players)]
        self.prospects = Prospects()
        self.rounds: list[list[list[int]]] = []

    def ended(self, g: Play) -> None:
        """Write a round down."""
        stock = []
        for seat, view in enumerate(self.views):
            self.prospects.take_stock(view, seat)
            stock.append([int(view.score[seat]), *map(int, self.prospects.stock)])
        self.rounds.append(stock)


class Onlooker(Chair):
    """Sits for a heuristic, and now and then imagines what would come of each of its actions."""

    def __init__(self, mind: Chair, view: View, dice: Random, stocks: list[list[Stock]]) -> None:
        self.mind, self.view, self.dice, self.stocks = mind, view, dice, stocks

    def answer(self, question: int) -> int:
        """Look, and pass the question on."""
        if may_follow(self.view) and self.dice.random() < RATE:
            self.stocks.append(self.imagined())
        return int(self.mind.answer(question))

    def imagined(self) -> list[Stock]:
        """Return the stocks of all rounds of each imagined game: (round, seat, thing)."""
        view = self.view
        world = World(view, [Heuristic() for _ in range(view.players)])
        found = []
        for key in [self.dice.getrandbits(60) for _ in range(SAMPLES)]:
            for index in range(view.n):
                taker = world.follower = Stocktaker(world, view.players)
                world.imagine(key)
                world.follow(view.option(index), view.rules.rounds)
                found.append(np.array(taker.rounds, dtype=float))
        return found


def collected(players: int, turns: int) -> list[list[Stock]]:
    """Return the stocks of so many turns, taken from games of as many players."""
    stocks: list[list[Stock]] = []
    dice, deal = Random(players), 0
    while len(stocks) < turns:
        g = games.deal_out(games.table(players=players), deal, games.line_up(FIELD, players, deal))
        for seat, chair in enumerate(list(g.table.chairs)):
            view = View(g.s, g.kit, g.rules, g.mats, g.table, seat)
            g.table.chairs[seat] = Onlooker(chair, view, dice, stocks)
        games.run(g)
        deal += 1
    return stocks[:turns]


def prices(stocks: Sequence[list[Stock]], left: int) -> list[int]:
    """Return the price of each thing in hundredths with so many rounds to come, by ridge regression."""
    square, product = RIDGE * np.eye(len(THINGS)), np.zeros(len(THINGS))
    for rounds in (one for games_of in stocks for one in games_of if len(one) > left):
        then, end = beyond_others(rounds[-1 - left]), beyond_others(rounds[-1])
        square += then[:, 1:].T @ then[:, 1:]
        product += then[:, 1:].T @ (end[:, 0] - then[:, 0])
    return [round(100 * float(price)) for price in np.linalg.solve(square, product)]


def beyond_others(stock: Stock) -> Stock:
    """Return what each seat has beyond the mean of the others."""
    others = (stock.sum(axis=0) - stock) / (len(stock) - 1)
    return stock - others


def main(arguments: Sequence[str]) -> int:
    """Print the table."""
    share = 10 if "quick" in arguments else 1
    stocks = [one for players, turns in TABLES.items() for one in collected(players, turns // share)]
    for left in range(1, ROWS + 1):
        print(f"    {tuple(prices(stocks, left))},")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
