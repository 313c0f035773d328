"""Events that change the map, or move ants and centipedes on it.

Each class is one card: its amounts, its condition and its effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Final

from marchsim.games.march import words as w
from marchsim.games.march.amounts import G_STEPS
from marchsim.games.march.cards.plain import offer_wormholes
from marchsim.games.march.engine import explore
from marchsim.games.march.engine.battle import rampage
from marchsim.games.march.engine.card import X_FLIGHT, X_HOLE, X_HUNT, X_JOURNEY, X_SWARM
from marchsim.games.march.engine.explore import place_anywhere
from marchsim.games.march.engine.legal import offer_all_ants, offer_ants, some_slot, trapped
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import inhabits
from marchsim.games.march.engine.steps import landing, place_larvae_in, settle
from marchsim.kernel.compat import i64

ANY_ONE: Final = -2  # a source still to be chosen: the hex of the first ant


def gather(g: Play, seat: i64, card: i64, source: i64, to: i64, most: i64, must: i64) -> None:
    """Let a player move up to `most` ants into hex `to`. The first `must` moves cannot be declined.

    The ants come from hex `source`. If it is NONE, they may come from any hexes. If it is ANY_ONE, all must
    come from the hex of the first ant.
    """
    one_hex = source != w.NONE
    for moved in range(most):
        g.table.open(card, to, moved, 0)
        if moved >= must:
            g.table.offer(w.O_PASS)
        for i in range(g.s.laid_n):
            hexno = g.s.laid[i]
            if hexno != to and (not one_hex or source < 0 or hexno == source) and not trapped(g, seat, hexno):
                offer_ants(g, seat, hexno)
        if g.table.n == 0:
            return
        choice = g.table.choose(seat, w.Q_GATHER)
        if choice == w.O_PASS:
            return
        source = w.part(choice, 0)
        g.step(seat, source, w.part(choice, 1), to, landing(g, seat, to))


class Journey(ActiveCard):
    """An event that places a hex anywhere and lets the player enter it."""

    special: ClassVar = X_JOURNEY

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether there is a tile to draw (EXP-07)."""
        return g.s.pile_n > 0

    def resolve(self, g: Play, seat: i64) -> None:
        """Draw, place and enter a tile, fill sites, and resolve the tile's effect."""
        tile = place_anywhere(g, seat)
        if g.rules.beyond_timing > 0:
            explore.placed(g, seat, tile)
        self.enter(g, seat, tile)
        settle(g, seat)
        if g.rules.beyond_timing == 0:
            explore.placed(g, seat, tile)

    def enter(self, g: Play, seat: i64, tile: i64) -> None:
        """Let the player bring ants or larvae into the new hex."""
        raise NotImplementedError


class QueensJourney(Journey):
    """Place a hex anywhere, and move ants from one other hex into it."""

    def enter(self, g: Play, seat: i64, tile: i64) -> None:
        """Let the player move any number of ants from one hex into the new one."""
        gather(g, seat, self.index, ANY_ONE, tile, 1000, 0)


class IntoTheUnknown(Journey):
    """Place a hex anywhere, and place larvae in it."""

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.larvae: i64 = amounts["larvae"]

    def enter(self, g: Play, seat: i64, tile: i64) -> None:
        """Let the player place larvae in the new hex."""
        place_larvae_in(g, seat, tile, self.larvae)


class MatingFlight(ActiveCard):
    """Exchange the places of two ants of different players."""

    rated: ClassVar = (("exchanges", G_STEPS, 80),)
    special: ClassVar = X_FLIGHT

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.exchanges: i64 = amounts["exchanges"]

    def aimed(self) -> bool:
        """True: paying with an ant may leave no pair that can change places."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether any two ants may change places."""
        s = g.s
        for one in range(s.players):
            for i in range(s.laid_n):
                if s.ants[one * w.HEXES + s.laid[i]] > 0 and has_partner(
                    g, one, s.laid[i], some_slot(g, one, s.laid[i])
                ):
                    return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose an ant and a partner for it, up to `exchanges` times."""
        for _done in range(self.exchanges):
            g.table.open(self.index, w.NONE, 0, 0)
            g.table.offer(w.O_PASS)
            for owner in range(g.s.players):
                offer_all_ants(g, owner)
            keep_with_partner(g)
            first = g.table.choose(seat, w.Q_SWAP)
            if first == w.O_PASS:
                return
            owner = w.part(first, 2)
            g.table.open(self.index, owner, w.part(first, 0), w.part(first, 1))
            offer_partners(g, owner, w.part(first, 0), w.part(first, 1))
            second = g.table.choose(seat, w.Q_SWAP)
            g.exchange(
                owner,
                w.part(first, 0),
                w.part(first, 1),
                w.part(second, 2),
                w.part(second, 0),
                w.part(second, 1),
            )


def may_exchange(g: Play, one: i64, hexno: i64, slot: i64, two: i64, other: i64, place: i64) -> bool:
    """Whether ants of players `one` and `two` may change places. A trapped ant may not leave its hex."""
    if one == two or (hexno == other and slot == place):
        return False
    return hexno == other or (not trapped(g, one, hexno) and not trapped(g, two, other))


def has_partner(g: Play, one: i64, hexno: i64, slot: i64) -> bool:
    """Whether an ant may change places with some other ant. The options on offer stay as they are."""
    s = g.s
    for two in range(s.players):
        i: i64 = 0
        while two != one and i < s.laid_n:
            other = s.laid[i]
            i += 1
            if s.ants[two * w.HEXES + other] == 0:
                continue
            if s.out[two * w.HEXES + other] > 0 and may_exchange(g, one, hexno, slot, two, other, w.OUT):
                return True
            if inhabits(s, two, other):
                place = some_slot(g, two, other)
                if may_exchange(g, one, hexno, slot, two, other, place):
                    return True
    return False


def keep_with_partner(g: Play) -> None:
    """Withdraw the ants on offer that cannot change places with any other."""
    table = g.table
    kept: i64 = 0
    for i in range(table.n):
        choice = table.options[i]
        if choice == w.O_PASS or has_partner(g, w.part(choice, 2), w.part(choice, 0), w.part(choice, 1)):
            table.options[kept] = choice
            kept += 1
    table.n = kept


def offer_partners(g: Play, one: i64, hexno: i64, slot: i64) -> None:
    """Offer the ants with which an ant may change places."""
    table = g.table
    for two in range(g.s.players):
        if two != one:
            offer_all_ants(g, two)
    kept: i64 = 0
    for i in range(table.n):
        choice = table.options[i]
        if may_exchange(g, one, hexno, slot, w.part(choice, 2), w.part(choice, 0), w.part(choice, 1)):
            table.options[kept] = choice
            kept += 1
    table.n = kept


class MysteriousHole(ActiveCard):
    """Place a wormhole token or a centipede."""

    rated: ClassVar = (("larvae", G_STEPS, 90),)
    special: ClassVar = X_HOLE

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.larvae: i64 = amounts["larvae"]

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether a token is left, and some tile lacks a wormhole or a centipede."""
        for hexno in range(1, w.HEXES if g.s.tokens > 0 else 1):
            if g.s.placed[hexno] > 0 and (g.s.wormhole[hexno] == 0 or g.s.centipede[hexno] == 0):
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player put a token on a tile and, after a wormhole, place larvae there."""
        g.table.open(self.index, 0, 0, 0)
        offer_wormholes(g)
        for hexno in range(1, w.HEXES):
            if g.s.placed[hexno] > 0 and g.s.centipede[hexno] == 0:
                g.table.offer(w.option(w.O_CENTIPEDE, hexno, 0, 0, 0))
        choice = g.table.choose(seat, w.Q_TOKEN)
        hexno = w.part(choice, 0)
        if w.code_of(choice) == w.O_CENTIPEDE:
            g.put_centipede(hexno)
        else:
            g.put_wormhole(hexno)
            place_larvae_in(g, seat, hexno, self.larvae)


class Swarm(ActiveCard):
    """Move ants from anywhere into one hex."""

    special: ClassVar = X_SWARM
    main: ClassVar = "ants"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.ants: i64 = amounts["ants"]

    def aimed(self) -> bool:
        """True: paying with the last ant that can move would leave none to swarm."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether some ant of the player may leave its hex, and there is another hex to move to."""
        if g.s.laid_n > 1:
            for i in range(g.s.laid_n):
                if movable(g, seat, g.s.laid[i]):
                    return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose a hex, then move at least one ant into it."""
        s = g.s
        g.table.open(self.index, 0, 0, 0)
        sources: i64 = 0
        for i in range(s.laid_n):
            if movable(g, seat, s.laid[i]):
                sources += 1
        for i in range(s.laid_n):
            own: i64 = 1 if movable(g, seat, s.laid[i]) else 0
            if sources > own:
                g.table.offer(w.option(w.O_HEX, s.laid[i], 0, 0, 0))
        gather(g, seat, self.index, w.NONE, w.part(g.table.choose(seat, w.Q_HEX), 0), self.ants, 1)


def movable(g: Play, seat: i64, hexno: i64) -> bool:
    """Whether a player has ants in a hex, and these ants may leave it."""
    return g.s.ants[seat * w.HEXES + hexno] > 0 and not trapped(g, seat, hexno)


class HuntingCentipedes(ActiveCard):
    """Move a centipede to an adjacent tile, where it battles."""

    special: ClassVar = X_HUNT

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.reward: i64 = amounts["points"]

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether some centipede is next to a tile without a centipede."""
        for hexno in range(1, w.HEXES):
            edge: i64 = 0
            while g.s.centipede[hexno] > 0 and edge < 6:
                other = g.s.beside[hexno * 6 + edge]
                if other > w.TUNNEL and g.s.centipede[other] == 0:
                    return True
                edge += 1
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player move a centipede, which then battles. The player scores if the centipede wins."""
        s = g.s
        g.table.open(self.index, 0, 0, 0)
        for hexno in range(1, w.HEXES):
            edge: i64 = 0
            while s.centipede[hexno] > 0 and edge < 6:
                other = s.beside[hexno * 6 + edge]
                if other > w.TUNNEL and s.centipede[other] == 0:
                    g.table.offer(w.option(w.O_SHIFT, hexno, other, 0, 0))
                edge += 1
        choice = g.table.choose(seat, w.Q_SHIFT)
        g.remove_centipede(w.part(choice, 0))
        g.put_centipede(w.part(choice, 1))
        if s.crowd[w.part(choice, 1)] > 0:
            won = rampage(g, w.part(choice, 1), 0)
            g.score(seat, self.reward * won, w.BY_CARDS)
