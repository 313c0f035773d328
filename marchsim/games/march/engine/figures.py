"""The figures of a position: the quantities that the rules derive from it, for rules and players alike.

The functions have no side effects and use no hidden information. If `top` is false, a figure leaves out the
bonus of the section's topmost evolution.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.card import Card, Kit
from marchsim.games.march.engine.state import EDGE, PATH, Mat, State, reach
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.kernel.compat import i64

# which tiles are counted
ALL_TILES: Final = 0
OUTER: Final = 1
ALONE: Final = 2
WORMHOLES: Final = 3


class Figures:
    """The figures of one game in progress. A `View` shows them as `view.figures`."""

    def __init__(self, state: State, kit: Kit, cards: list[Card], rules: Ruleset, mats: list[Mat]) -> None:
        self._s: Final = state
        self._kit: Final = kit
        self._cards: Final = cards
        self._rules: Final = rules
        self._mats: Final = mats

    # the Worker Phase -------------------------------------------------------
    def march_steps(self, seat: i64, top: bool) -> i64:
        """The steps of a player's March (MAR-01). If `top` is set, the top thorax's bonus is included."""
        thorax = self._s.topmost[seat * 3 + w.THORAX]
        steps = self._rules.march_steps + self.thorax_steps(seat)
        if top and thorax >= 0:
            steps += self._cards[thorax].march_steps
        return steps

    def raid_steps(self, seat: i64) -> i64:
        """The steps of a Raiding Party (WRK-08). Thoraxes add steps, but bonuses for a March do not."""
        return self._rules.raid_steps + self.thorax_steps(seat)

    def thorax_steps(self, seat: i64) -> i64:
        """The steps that a player's thoraxes give, including covered ones (PLY-06)."""
        return self._mat(seat).thorax_steps * self._s.evolution_n[seat * 3 + w.THORAX]

    def forage_cards(self, seat: i64, top: bool) -> i64:
        """The cards drawn in a player's Forage (FOR-01). If `top` is set, the top thorax adds to them."""
        thorax = self._s.topmost[seat * 3 + w.THORAX]
        cards = self._rules.forage_cards
        if top and thorax >= 0:
            cards += self._cards[thorax].forage_cards
        return cards

    def rests_to_end(self, capped: bool) -> i64:
        """The number of resting players at which the phase ends (RST-04, FIV-03, TWO-04).

        If `capped` is set, the result is at most the number of players.
        """
        resting = self._rules.resting_players
        return self._s.players if capped and resting > self._s.players else resting

    def starting_tiles(self) -> i64:
        """The largest number of starting tiles that can be on top of the pile (SET-06, FIV-01)."""
        if self._s.players >= w.SEATS:
            return w.HEXES
        return self._rules.starting_hexes * self._s.players

    # evolutions -------------------------------------------------------------
    def complete_bodies(self, seat: i64, section: i64, more: i64) -> i64:
        """A player's complete ant bodies if it had `more` further evolutions in a section (PLY-07)."""
        n = self._s.evolution_n
        complete = n[seat * 3 + section] + more
        for other in range(3):
            if other != section and n[seat * 3 + other] < complete:
                complete = n[seat * 3 + other]
        return complete

    # battles ----------------------------------------------------------------
    def head_strength(self, seat: i64, invades: bool, caste: bool) -> i64:
        """The Army Strength that a player's heads add (BAT-03, BAT-17).

        The effect of the top head always counts. The caste bonus of all heads counts only if `caste` is set.
        """
        s = self._s
        strength: i64 = 0
        if caste:
            strength = self._mat(seat).head_strength * s.evolution_n[seat * 3 + w.HEAD]
        head = s.topmost[seat * 3 + w.HEAD]
        if head >= 0:
            card = self._cards[head]
            strength += card.strength_as_invader if invades else card.strength_as_defender
        return strength

    def silences(self, seat: i64) -> bool:
        """Whether a player keeps opponents from laying cards for ferocity (Tawny Crazy Head)."""
        head = self._s.topmost[seat * 3 + w.HEAD]
        return head >= 0 and self._cards[head].silences > 0

    def winner_losses(self, strength: i64) -> i64:
        """The ants that a battle's winner loses to this Army Strength (BAT-07), before BAT-09 applies."""
        divisor = self._rules.winner_loss_divisor
        return strength >> 1 if divisor == 2 else strength // divisor

    def players_in(self, hexno: i64) -> i64:
        """The number of players with ants in a hex."""
        count: i64 = 0
        for seat in range(self._s.players):
            if self._s.ants[seat * w.HEXES + hexno] > 0:
                count += 1
        return count

    def contested(self, hexno: i64) -> bool:
        """Whether two or more players have ants in a hex, and some ants are in its outskirts (MEA-14).

        If so, the ants must battle. It is never so in the Great Tunnel.
        """
        if hexno == w.TUNNEL or self._s.crowd[hexno] <= self._kit.sites[hexno]:
            return False
        return self.players_in(hexno) >= 2

    # the Queen Phase ----------------------------------------------------------
    def mouths(self, seat: i64, guests: bool) -> i64:
        """The number of ants that a player must feed (QUE-05, QUE-11).

        If `guests` is set, it includes the ants that the abdomens of other players add.
        """
        s = self._s
        total = s.army[seat]
        abdomen = s.topmost[seat * 3 + w.ABDOMEN]
        if abdomen >= 0:
            card = self._cards[abdomen]
            if card.tunnel_unfed > 0:
                total -= s.ants[seat * w.HEXES + w.TUNNEL]
            total -= card.feed_self * (s.players - 1)
        if guests:
            for other in range(s.players):
                abdomen = s.topmost[other * 3 + w.ABDOMEN]
                if other != seat and abdomen >= 0:
                    total += self._cards[abdomen].feed_others
        return max(total, 0)

    def feed_rate(self, seat: i64) -> i64:
        """The number of ants that one food feeds (QUE-04, PLY-06)."""
        n = self._s.evolution_n[seat * 3 + w.ABDOMEN]
        return self._rules.feed_rate + self._mat(seat).abdomen_feeds * n

    def food_due(self, seat: i64, guests: bool) -> i64:
        """The food that a player needs to feed all ants. `guests` is as in `mouths`."""
        rate = self.feed_rate(seat)
        return (self.mouths(seat, guests) + rate - 1) // rate

    def site_yield(self, seat: i64, kind: i64) -> i64:
        """The amount that a site of resource `kind` yields to a player at Harvest (QUE-02, PRI-06)."""
        if kind == w.FOOD:
            return self._rules.site_food
        if kind == w.LARVA:
            return self._rules.site_larva
        if kind == w.LARVAE:
            return self._mat(seat).double_larvae
        return self._rules.site_card if kind == w.CARD else self._rules.site_point

    def decree_food(self, seat: i64, top: bool) -> i64:
        """The food of a player's Royal Decree (QUE-07, PRI-01). If `top` is set, the top abdomen counts."""
        abdomen = self._s.topmost[seat * 3 + w.ABDOMEN]
        food = self._mat(seat).decree_food
        return food + self._cards[abdomen].decree_food if top and abdomen >= 0 else food

    def decree_larvae(self, seat: i64, top: bool) -> i64:
        """The larvae of a player's Royal Decree. `top` is as in `decree_food`."""
        abdomen = self._s.topmost[seat * 3 + w.ABDOMEN]
        larvae = self._mat(seat).decree_larvae
        return larvae + self._cards[abdomen].decree_larvae if top and abdomen >= 0 else larvae

    def goal_points(self, seat: i64, goal: i64) -> i64:
        """The colony points that a Colony Goal gives in Slumber if its conditions are met (QUE-09)."""
        card = self._cards[goal]
        extra = card.points_per_wormhole
        if extra > 0:
            extra *= self.wormholes_inhabited(seat)
            if card.points_most > 0 and extra > card.points_most:
                extra = card.points_most
        return card.points + extra

    # the Meadow ---------------------------------------------------------------
    def open_tunnels(self, hexno: i64) -> i64:
        """The number of tunnels of a hex that lead to an empty place."""
        count: i64 = 0
        for at in range(hexno * w.SIDES, hexno * w.SIDES + w.SIDES):
            if self._s.open[at] > 0 and self._s.beside[at] < 0:
                count += 1
        return count

    def inner_controlled(self, seat: i64) -> i64:
        """The number of Inner Meadow hexes that a player controls (MEA-11, MEA-19)."""
        s = self._s
        laid = s.laid
        inner = s.inner
        site = s.site
        count: i64 = 0
        for i in range(s.laid_n):
            hexno = laid[i]
            if inner[hexno] > 0 and site[hexno * w.SITES] == seat:
                count += 1
        return count

    def inner_scoring(self, seat: i64) -> i64:
        """The number of hexes that score for a player in Slumber (QUE-08, TWO-05)."""
        s = self._s
        count: i64 = 0
        for i in range(s.laid_n):
            hexno = s.laid[i]
            if s.scoring[hexno] > 0 and s.site[hexno * w.SITES] == seat:
                count += 1
        return count

    def place_scores(self, column: i64, row: i64) -> bool:
        """Whether a tile on this place may score. The place must be next to the Great Tunnel.

        If the rules demand a direct tunnel (EDGE), the Great Tunnel must also have a tunnel on that side.
        """
        if not beside_centre(column, row):
            return False
        if self._rules.inner_connected != EDGE:
            return True
        for edge in range(w.SIDES):
            if self._across(column, row, edge) == w.TUNNEL:
                return self._s.open[w.TUNNEL * w.SIDES + (edge + 3) % 6] > 0
        return False

    def turn_scores(self, tile: i64, column: i64, row: i64, rotation: i64) -> bool:
        """Whether control of a tile would score if it were laid on a place in this rotation (TWO-05)."""
        if not beside_centre(column, row):
            return False
        asked = self._rules.inner_connected
        if asked != EDGE and asked != PATH:
            return True
        mask = self._kit.turned(tile, rotation)
        for edge in range(w.SIDES):
            other = self._across(column, row, edge)
            if (mask >> edge) & 1 == 0 or other < 0 or self._s.open[other * w.SIDES + (edge + 3) % 6] == 0:
                continue
            if other == w.TUNNEL or (asked == PATH and reach(self._s, other, w.NONE)[w.TUNNEL] > 0):
                return True
        return False

    def tile_scores(self, tile: i64, column: i64, row: i64, edge: i64) -> bool:
        """Whether a tile would score on a place in some rotation that has a tunnel across `edge`.

        If `edge` is NONE, any rotation will do.
        """
        if not self.place_scores(column, row):
            return False
        for rotation in range(w.SIDES):
            if edge < 0 or (self._kit.turned(tile, rotation) >> edge) & 1 > 0:
                if self.turn_scores(tile, column, row, rotation):
                    return True
        return False

    def _across(self, column: i64, row: i64, edge: i64) -> i64:
        return self._s.grid[(row + self._kit.edge_r[edge]) * w.GRID + column + self._kit.edge_q[edge]]

    def tiles_inhabited(self, seat: i64) -> i64:
        """The number of tiles that a player inhabits."""
        return self._inhabited(seat, ALL_TILES)

    def outer_inhabited(self, seat: i64) -> i64:
        """The number of tiles outside the Inner Meadow that a player inhabits (Outlander)."""
        return self._inhabited(seat, OUTER)

    def alone_inhabited(self, seat: i64) -> i64:
        """The number of tiles that a player inhabits without ants of any other player (Xenophobic Tribe)."""
        return self._inhabited(seat, ALONE)

    def wormholes_inhabited(self, seat: i64) -> i64:
        """The number of tiles with any kind of wormhole that a player inhabits (Eyeless Overlords)."""
        return self._inhabited(seat, WORMHOLES)

    def _inhabited(self, seat: i64, which: i64) -> i64:
        s = self._s
        laid = s.laid
        ants = s.ants
        out = s.out
        at = seat * w.HEXES
        count: i64 = 0
        for i in range(s.laid_n):
            hexno = laid[i]
            mine = ants[at + hexno]
            if mine == out[at + hexno]:
                continue
            if which == ALL_TILES:
                count += 1
            elif which == OUTER:
                count += 1 - s.inner[hexno]
            elif which == ALONE:
                if s.crowd[hexno] == mine:
                    count += 1
            elif s.wormhole[hexno] > 0:
                count += 1
        return count

    def single_larva_sites(self, seat: i64) -> i64:
        """The number of single-larva sites that a player's ants occupy (Nurturing Hive)."""
        s = self._s
        site = s.site
        resource = self._kit.resource
        count: i64 = 0
        for i in range(s.laid_n):
            hexno = s.laid[i]
            held = s.ants[seat * w.HEXES + hexno] - s.out[seat * w.HEXES + hexno]
            at = hexno * w.SITES
            while held > 0:
                if site[at] == seat:
                    held -= 1
                    if resource[at] == w.LARVA:
                        count += 1
                at += 1
        return count

    def _mat(self, seat: i64) -> Mat:
        return self._mats[self._s.species[seat]]


def beside_centre(column: i64, row: i64) -> bool:
    """Whether a place is next to that of the Great Tunnel."""
    dq = column - w.CENTRE
    dr = row - w.CENTRE
    return dq >= -1 and dq <= 1 and dr >= -1 and dr <= 1 and dq + dr >= -1 and dq + dr <= 1
