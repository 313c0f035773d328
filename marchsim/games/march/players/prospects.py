"""What a player's position promises at the end of a round: its points, and what stores and colony will bring.

All numbers are hundredths of a colony point. What each thing led to by the end of the game was measured in
imagined games, by how many rounds were still to come: `python -m tests.tools.prospects` does it again.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.words import ABDOMEN, HEAD, HEXES, SITES, THORAX
from marchsim.kernel.compat import append, i64, vec

THINGS: Final = (
    "food", "larva", "card", "ant", "inner hex", "head", "thorax", "abdomen", "goal",
    "food site", "larva site", "larvae site", "card site", "point site",
)  # fmt: skip
SITE: Final = 9  # where the sites begin, in the order of their resources
ROWS: Final = 3  # with more rounds to come than these, prices are as with so many
PRICES: Final = (  # by rounds to come, from 1
    (50, 16, 51, 31, 51, 78, 15, 61, 76, 18, 7, 10, 19, 95),
    (92, 26, 74, 28, 54, 144, 83, 103, 132, 62, 42, 83, 91, 9),
    (107, 22, 94, 74, 67, 284, 178, 95, 83, 46, 54, 79, 47, 0),
)


class Prospects:
    """Judges positions at the end of a round, by tables of prices that are laid out once."""

    def __init__(self) -> None:
        self.stock: vec[i64] = vec[i64]([0] * len(THINGS))  # what a player has of each of THINGS
        self.prices: vec[i64] = vec[i64]()
        for row in PRICES:
            for price in row:
                self.prices = append(self.prices, price)

    def take_stock(self, view: View, seat: i64) -> None:
        """Count what a player has of each of THINGS; `view` may be that of any seat."""
        stock = self.stock
        stock[0] = view.food[seat]
        stock[1] = view.larvae[seat]
        stock[2] = view.hand_n[seat]
        stock[3] = view.army[seat]
        stock[4] = 0
        stock[5] = view.evolution_n[seat * 3 + HEAD]
        stock[6] = view.evolution_n[seat * 3 + THORAX]
        stock[7] = view.evolution_n[seat * 3 + ABDOMEN]
        stock[8] = view.goal_n[seat]
        for i in range(SITE, len(stock)):
            stock[i] = 0
        for i in range(view.laid_n):
            if view.ants[seat * HEXES + view.laid[i]] > 0:
                self.count_sites(view, seat, view.laid[i])

    def count_sites(self, view: View, seat: i64, hexno: i64) -> None:
        """Add the sites that a player inhabits in a hex, and the hex if it is an inner one under control."""
        kit = view.kit
        at = hexno * SITES
        if view.inner[hexno] > 0 and view.site[at] == seat:
            self.stock[4] += 1
        for site in range(kit.sites[hexno]):
            if view.site[at + site] == seat:
                self.stock[SITE + kit.resource[at + site] - 1] += 1

    def of(self, view: View, seat: i64) -> i64:
        """Return what a player's position promises; at the end of the last round only its points count."""
        left = view.rules.rounds - view.round
        value = 100 * view.score[seat]
        if left <= 0:
            return value
        if left > ROWS:
            left = ROWS
        self.take_stock(view, seat)
        n: i64 = len(self.stock)
        first = (left - 1) * n
        for i in range(n):
            value += self.stock[i] * self.prices[first + i]
        return value

    def lead(self, view: View) -> i64:
        """Return by how much the view's seat leads the best other one; alone, what its own promises."""
        best: i64 = 0
        for seat in range(view.players):
            if seat != view.seat:
                value = self.of(view, seat)
                if value > best:
                    best = value
        return self.of(view, view.seat) - best
