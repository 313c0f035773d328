"""Events in which ants are lost: outbreaks, attacks, battles out of season.

Each class is one card: its amounts, what has to be there, what happens.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march.cards.ratings import G_HARM, G_LARVAE, X_OUTBREAK, X_SNEAK, X_SPARROW
from marchsim.games.march.engine.battle import resolve_hex
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import inhabits
from marchsim.games.march.engine.steps import clockwise, lose_anywhere, lose_in
from marchsim.games.march.words import HEXES, O_HEX, Q_HEX, WHY_CARD, option, part
from marchsim.kernel.compat import i64


class FungalOutbreak(ActiveCard):
    """Every player loses a part of its ants in one tile."""

    special: ClassVar = X_OUTBREAK
    main: ClassVar = "divisor"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.divisor: i64 = amounts["divisor"]

    def aimed(self) -> bool:
        """Paying with the last ants on tiles leaves nothing to hit."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """There is a tile with ants."""
        for hexno in range(1, HEXES):
            if g.s.crowd[hexno] > 0:
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Choose a tile; numbers are fixed, owners choose clockwise, then sites fill (GEN-04)."""
        s = g.s
        g.table.open(self.index, 0, 0, 0)
        for hexno in range(1, HEXES):
            if s.crowd[hexno] > 0:
                g.table.offer(option(O_HEX, hexno, 0, 0, 0))
        hexno = part(g.table.choose(seat, Q_HEX), 0)
        for index in range(s.players):
            owner = clockwise(g, seat, index)
            ants = s.ants[owner * HEXES + hexno]
            lose_in(g, owner, hexno, (ants + self.divisor - 1) // self.divisor, WHY_CARD)


class SneakAttack(ActiveCard):
    """The battles of one contested tile, now."""

    special: ClassVar = X_SNEAK

    def aimed(self) -> bool:
        """Paying with an ant of the tile may settle the contest."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """A tile is contested by ants or by a centipede."""
        for hexno in range(1, HEXES):
            if battle_due(g, hexno):
                return True
        return False

    def resolve(self, g: Play, seat: i64) -> None:
        """Choose a contested tile; its battles are fought now, without the start and end of a phase."""
        g.table.open(self.index, 0, 0, 0)
        for hexno in range(1, HEXES):
            if battle_due(g, hexno):
                g.table.offer(option(O_HEX, hexno, 0, 0, 0))
        resolve_hex(g, part(g.table.choose(seat, Q_HEX), 0))


def battle_due(g: Play, hexno: i64) -> bool:
    """Return whether a hex is contested, by ants or by a centipede with ants (MEA-14, MEA-15)."""
    return (g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0) or g.figures.contested(hexno)


class SparrowAttack(ActiveCard):
    """Every player loses ants in one tile that the player inhabits."""

    special: ClassVar = X_SPARROW
    main: ClassVar = "ants"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.ants: i64 = amounts["ants"]

    def aimed(self) -> bool:
        """An overlay may let it be paid with ants."""
        return True

    def has_target(self, g: Play, seat: i64) -> bool:
        """The player inhabits a tile."""
        return g.figures.tiles_inhabited(seat) > 0

    def resolve(self, g: Play, seat: i64) -> None:
        """Choose a tile; owners choose their losses clockwise (GEN-04)."""
        g.table.open(self.index, 0, 0, 0)
        for hexno in range(1, HEXES):
            if inhabits(g.s, seat, hexno):
                g.table.offer(option(O_HEX, hexno, 0, 0, 0))
        hexno = part(g.table.choose(seat, Q_HEX), 0)
        for index in range(g.s.players):
            lose_in(g, clockwise(g, seat, index), hexno, self.ants, WHY_CARD)


class ColdSnap(ActiveCard):
    """Everybody loses ants on tiles."""

    rated: ClassVar = (("others", G_HARM, 300), ("own", G_LARVAE, -150))

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.others: i64 = amounts["others"]
        self.own: i64 = amounts["own"]

    def resolve(self, g: Play, seat: i64) -> None:
        """Owners choose clockwise from the player (GEN-04)."""
        lose_anywhere(g, seat, self.own, WHY_CARD, True)
        for index in range(1, g.s.players):
            lose_anywhere(g, clockwise(g, seat, index), self.others, WHY_CARD, True)
