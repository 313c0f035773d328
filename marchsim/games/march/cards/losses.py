"""Events that destroy ants: outbreaks, attacks, and battles outside the Soldier Phase.

Each class is one card: its amounts, its condition and its effect.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march.amounts import G_HARM, G_LARVAE
from marchsim.games.march.engine.battle import resolve_hex
from marchsim.games.march.engine.card import X_OUTBREAK, X_SNEAK, X_SPARROW
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import inhabits
from marchsim.games.march.engine.steps import clockwise, lose_anywhere, lose_in
from marchsim.games.march.words import HEXES, O_HEX, Q_HEX, WHY_CARD, option, part
from marchsim.kernel.compat import i64


class InOneHex(ActiveCard):
    """An event that takes effect on one tile, which the player chooses."""

    def aimed(self) -> bool:
        """True: paying with ants may leave no tile to choose."""
        return True

    def fits(self, g: Play, seat: i64, hexno: i64) -> bool:
        """Whether the player may choose this tile."""
        raise NotImplementedError

    def happens(self, g: Play, seat: i64, hexno: i64) -> None:
        """Apply the card's effect on the chosen tile."""
        raise NotImplementedError

    def has_target(self, g: Play, seat: i64) -> bool:
        """Whether there is a tile that the player may choose."""
        for hexno in range(1, HEXES):
            if self.fits(g, seat, hexno):
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Let the player choose a tile, and apply the effect on it."""
        g.table.open(self.index, 0, 0, 0)
        for hexno in range(1, HEXES):
            if self.fits(g, seat, hexno):
                g.table.offer(option(O_HEX, hexno, 0, 0, 0))
        self.happens(g, seat, part(g.table.choose(seat, Q_HEX), 0))


class FungalOutbreak(InOneHex):
    """Every player loses a fraction of its ants on one tile."""

    special: ClassVar = X_OUTBREAK
    main: ClassVar = "divisor"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.divisor: i64 = amounts["divisor"]

    def fits(self, g: Play, seat: i64, hexno: i64) -> bool:
        """Whether there are ants on the tile."""
        return g.s.crowd[hexno] > 0

    def happens(self, g: Play, seat: i64, hexno: i64) -> None:
        """Let each player in turn choose which of its ants it loses, clockwise (GEN-04)."""
        for index in range(g.s.players):
            owner = clockwise(g, seat, index)
            ants = g.s.ants[owner * HEXES + hexno]
            lose_in(g, owner, hexno, (ants + self.divisor - 1) // self.divisor, WHY_CARD)


class SneakAttack(InOneHex):
    """The battles on one tile are fought immediately."""

    special: ClassVar = X_SNEAK

    def fits(self, g: Play, seat: i64, hexno: i64) -> bool:
        """Whether the tile is contested, or has both ants and a centipede (MEA-14, MEA-15)."""
        return (g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0) or g.figures.contested(hexno)

    def happens(self, g: Play, seat: i64, hexno: i64) -> None:
        """Fight the battles of the chosen tile now, outside the Soldier Phase."""
        resolve_hex(g, hexno)


class SparrowAttack(InOneHex):
    """Every player loses ants on one tile that the player inhabits."""

    special: ClassVar = X_SPARROW
    main: ClassVar = "ants"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.ants: i64 = amounts["ants"]

    def fits(self, g: Play, seat: i64, hexno: i64) -> bool:
        """Whether the player inhabits the tile."""
        return inhabits(g.s, seat, hexno)

    def happens(self, g: Play, seat: i64, hexno: i64) -> None:
        """Let each player in turn choose which of its ants it loses, clockwise (GEN-04)."""
        for index in range(g.s.players):
            lose_in(g, clockwise(g, seat, index), hexno, self.ants, WHY_CARD)


class ColdSnap(ActiveCard):
    """Every player loses some of its ants. Ants in the Great Tunnel are safe."""

    rated: ClassVar = (("others", G_HARM, 300), ("own", G_LARVAE, -150))

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.others: i64 = amounts["others"]
        self.own: i64 = amounts["own"]

    def resolve(self, g: Play, seat: i64) -> None:
        """Let each player choose which of its ants it loses, clockwise from the player (GEN-04)."""
        lose_anywhere(g, seat, self.own, WHY_CARD, True)
        for index in range(1, g.s.players):
            lose_anywhere(g, clockwise(g, seat, index), self.others, WHY_CARD, True)
