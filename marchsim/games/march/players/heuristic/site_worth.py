"""The value of collection sites to a player: of each site, and of the best n sites in a hex together.

All values are in hundredths of a colony point. The totals of a hex are kept until prices change.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.view import View
from marchsim.games.march.players.heuristic.card_facts import CardFacts
from marchsim.games.march.players.heuristic.prices import Prices
from marchsim.games.march.words import HEXES, NOBODY, SITES
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.players.weights import Weights

CONTROL: Final = 10  # what holding the control site is worth in itself: it defends


class SiteWorth(Prices):
    """The values of collection sites to a seat, computed from its view and prices."""

    def __init__(self, view: View, facts: CardFacts, weights: Weights) -> None:
        super().__init__(view, facts, weights)
        # worth of the best n sites of a hex, by `hex * (SITES + 1) + n`: see rank()
        self.free: Final = vec[i64]([0] * (HEXES * (SITES + 1)))  # of those own or empty
        self.free_mark: Final = vec[i64]([-1] * HEXES)
        self.every: Final = vec[i64]([0] * (HEXES * (SITES + 1)))  # of all
        self.every_mark: Final = vec[i64]([-1] * HEXES)

    def control(self, hexno: i64) -> i64:
        """The value of holding the control site of a hex, apart from the site's yield."""
        if self.scoring[hexno] > 0:
            return CONTROL + self.inner_price
        return CONTROL

    def worth(self, hexno: i64, site: i64) -> i64:
        """The value of holding a site until the end of the game."""
        at = hexno * SITES + site
        at = self.resource[at]
        if site > 0:
            return self.yields[at]
        return self.yields[at] + self.control(hexno)

    def rank(self, hexno: i64, everything: bool, into: vec[i64], at: i64) -> None:
        """Compute the total value of the best n sites of a hex, for each n from 0 on.

        Only empty sites and those of the player count, unless `everything` is set. The total for n sites is
        written to `into[at + n]`. If n is above the number of sites, it is the total of all.
        """
        seat = self.seat
        k = hexno * SITES
        end = k + self.sites[hexno]
        kind = self.resource[k]
        value = self.yields[kind] + CONTROL
        if self.scoring[hexno] > 0:
            value += self.inner_price
        n: i64 = 0
        total: i64 = 0
        best: i64 = 0
        least: i64 = 0
        while True:
            holder = self.owner[k]
            if everything or holder == seat or holder == NOBODY:
                if n == 0:
                    best = value
                    least = value
                elif value > best:
                    best = value
                elif value < least:
                    least = value
                total += value
                n += 1
            k += 1
            if k >= end:
                break
            kind = self.resource[k]
            value = self.yields[kind]
        into[at + 1] = best
        into[at + 2] = total
        if n == 3:
            into[at + 2] = total - least
        into[at + 3] = total
        into[at + 4] = total
        into[at + 5] = total
        into[at + SITES] = total
        if n > 3:
            self.rank_many(hexno, everything, into, at)

    def rank_many(self, hexno: i64, everything: bool, into: vec[i64], at: i64) -> None:
        """Compute the totals of `rank` for a hex in which more than three sites count."""
        n: i64 = 0
        for site in range(self.sites[hexno]):
            holder = self.owner[hexno * SITES + site]
            if everything or holder == self.seat or holder == NOBODY:
                value = self.worth(hexno, site)
                n += 1
                i = at + n
                while i > at + 1 and into[i - 1] < value:
                    into[i] = into[i - 1]
                    i -= 1
                into[i] = value
        i = 2
        while i <= n:
            into[at + i] += into[at + i - 1]
            i += 1

    def every_of(self, hexno: i64) -> i64:
        """The index in `every` of the totals for all sites of a hex. They are valid until prices change."""
        at = hexno * (SITES + 1)
        if self.every_mark[hexno] != self.priced:
            self.every_mark[hexno] = self.priced
            self.rank(hexno, True, self.every, at)
        return at

    def free_of(self, hexno: i64) -> i64:
        """The index in `free` of the totals for empty and own sites of a hex, valid until an ant moves."""
        at = hexno * (SITES + 1)
        mark = (self.priced << 24) + self.stirred[hexno]
        if self.free_mark[hexno] != mark:
            self.free_mark[hexno] = mark
            self.rank(hexno, False, self.free, at)
        return at

    def hold(self, hexno: i64, n: i64, everything: bool) -> i64:
        """The total value of the best `n` sites of a tile.

        Unless `everything` is set, only empty sites and those of the player count.
        """
        if n <= 0:
            return 0
        n = min(n, SITES)
        if everything:
            return self.every[self.every_of(hexno) + n]
        return self.free[self.free_of(hexno) + n]
