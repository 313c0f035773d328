"""Evolutions whose effects are more than numbers. Each class is one card: its amounts and its triggers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from marchsim.games.march import words as w
from marchsim.games.march.amounts import G_HARM, G_LARVAE, G_POINTS, G_STEPS, G_STRENGTH
from marchsim.games.march.cards.fortunes import choose_rival
from marchsim.games.march.engine.card import X_TRAITOR
from marchsim.games.march.engine.legal import offer_ants
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, lose_in, place_larvae_in
from marchsim.kernel.compat import i64, vec


class ArmyHead(ActiveCard):
    """Start of the Soldier Phase: deploy larvae to a hex with the player's ants, or recall ants from it."""

    rated: ClassVar = (("larvae", G_STEPS, 50),)

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.larvae: i64 = amounts["larvae"]

    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Let the player deploy larvae to a hex or the Great Tunnel, recall ants from either, or pass."""
        s = g.s
        g.table.open(self.index, 0, 0, 0)
        g.table.offer(w.O_PASS)
        for i in range(s.laid_n):
            hexno = s.laid[i]
            if s.ants[seat * w.HEXES + hexno] > 0:
                if s.larvae[seat] > 0:
                    g.table.offer(w.option(w.O_DEPLOY, hexno, 0, 0, 0))
                g.table.offer(w.option(w.O_RECALL, hexno, 0, 0, 0))
        choice = g.table.choose(seat, w.Q_ARMY)
        if w.code_of(choice) == w.O_DEPLOY:
            place_larvae_in(g, seat, w.part(choice, 0), self.larvae)
        elif w.code_of(choice) == w.O_RECALL:
            self.recall(g, seat, w.part(choice, 0))

    def recall(self, g: Play, seat: i64, hexno: i64) -> None:
        """Let the player return any number of its ants in a hex to its chamber."""
        while g.s.ants[seat * w.HEXES + hexno] > 0:
            g.table.open(self.index, w.NONE, 0, 0)
            g.table.offer(w.O_PASS)
            offer_ants(g, seat, hexno)
            choice = g.table.choose(seat, w.Q_GATHER)
            if choice == w.O_PASS:
                return
            g.recall_ant(seat, hexno, w.part(choice, 1))


class BlastHead(ActiveCard):
    """Start of the Soldier Phase: the player may destroy its own ants on a tile to destroy others there."""

    rated: ClassVar = (("others", G_HARM, 30), ("", G_STRENGTH, 20))
    main: ClassVar = "others"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.own: i64 = amounts["own"]
        self.others: i64 = amounts["others"]

    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Let the player destroy its ants on one tile, then choose who loses ants there (GEN-04)."""
        hexno: i64 = w.NONE
        for destroyed in range(self.own):
            g.table.open(self.index, hexno, 0, 0)
            if destroyed == 0:
                g.table.offer(w.O_PASS)
            self.offer_bombs(g, seat, hexno)
            if g.table.n == 0:
                break
            choice = g.table.choose(seat, w.Q_VICTIM)
            if choice == w.O_PASS:
                return
            hexno = w.part(choice, 0)
            g.lose_ant(seat, hexno, w.part(choice, 1), w.WHY_CARD, w.of_card(self.index))
        if hexno >= 0:
            self.blast(g, seat, hexno)

    def offer_bombs(self, g: Play, seat: i64, hexno: i64) -> None:
        """Offer the player's ants that it may destroy.

        Before the first choice, `hexno` is NONE, and these are its ants on each tile where it has at least
        `own` of them. Then they are its ants on tile `hexno`.
        """
        for i in range(g.s.laid_n):
            tile = g.s.laid[i]
            if tile != w.TUNNEL and (
                tile == hexno or (hexno < 0 and g.s.ants[seat * w.HEXES + tile] >= self.own)
            ):
                offer_ants(g, seat, tile)

    def blast(self, g: Play, seat: i64, hexno: i64) -> None:
        """Let the player assign up to `others` losses to players. Each then chooses which ants to lose."""
        s = g.s
        named: vec[i64] = vec[i64]([0] * w.SEATS)
        for total in range(self.others):
            g.table.open(self.index, hexno, self.others - total, 0)
            g.table.offer(w.O_PASS)
            for index in range(s.players):
                owner = clockwise(g, seat, index)
                if s.ants[owner * w.HEXES + hexno] > named[owner]:
                    g.table.offer(w.option(w.O_SEAT, owner, 0, 0, 0))
            choice = g.table.choose(seat, w.Q_VICTIM)
            if choice == w.O_PASS:
                break
            named[w.part(choice, 0)] += 1
        for index in range(s.players):
            owner = clockwise(g, s.marker, index)
            lose_in(g, owner, hexno, named[owner], w.WHY_CARD, w.of_card(self.index))


class TrapjawHead(ActiveCard):
    """A point for the player's first battle in each hex of a Soldier Phase."""

    rated: ClassVar = (("points", G_POINTS, 40),)

    def battle_over(self, g: Play, seat: i64, hexno: i64) -> None:
        """Score the points unless the player has already battled in the hex in this phase."""
        if g.s.fought[seat * w.HEXES + hexno] == 0:
            g.score(seat, self.points, w.BY_CARDS, w.of_card(self.index))


class TraitorousHead(ActiveCard):
    """Points for the centipedes in the Meadow. None battles the player on tiles that the player controls."""

    special: ClassVar = X_TRAITOR

    def befriends_centipedes(self) -> bool:
        """True: centipedes never battle the player on tiles that it controls."""
        return True

    def soldier_phase_ends(self, g: Play, seat: i64) -> None:
        """Score points for each centipede in the Meadow and the Great Tunnel (D-20)."""
        count = g.s.intruders
        for hexno in range(1, w.HEXES):
            count += g.s.centipede[hexno]
        g.score(seat, self.points * count, w.BY_CARDS, w.of_card(self.index))


class ParasiticThorax(ActiveCard):
    """The first card drawn in a Forage is discarded, and another player loses larvae to this player."""

    rated: ClassVar = (("drop", G_LARVAE, 120),)

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.drop: i64 = amounts["drop"]

    def forage_drops(self) -> i64:
        """The number of drawn cards that are discarded at the start of a Forage."""
        return self.drop

    def drop_card(self, g: Play, seat: i64) -> None:
        """Draw a card and discard it. Another player loses as many larvae as the card's ferocity.

        The player gains as many larvae as the other loses. In a solo game the card is only discarded.
        """
        own = w.of_card(self.index)
        card = g.draw_card(seat, own)
        if card < 0:
            return
        g.discard(seat, card, w.WHY_CARD, own)
        if g.s.players == 1:
            return
        lost = g.lose_larvae(choose_rival(g, seat, self.index), g.kit.ferocity[card], w.WHY_CARD, own)
        g.gain_larvae(seat, lost, w.WHY_CARD, own)


class StingingAbdomen(ActiveCard):
    """Start of the Queen Phase: another player loses ants on a tile where this player has ants."""

    rated: ClassVar = (("ants", G_HARM, 100), ("", G_STRENGTH, 60))
    main: ClassVar = "ants"

    def __init__(self, index: i64, amounts: Mapping[str, int]) -> None:
        super().__init__(index, amounts)
        self.losses: i64 = amounts["ants"]

    def queen_phase_begins(self, g: Play, seat: i64) -> None:
        """Let the player choose a tile and another player with ants there, or pass."""
        s = g.s
        g.table.open(self.index, w.NONE, 0, 0)
        g.table.offer(w.O_PASS)
        for i in range(s.laid_n):
            hexno = s.laid[i]
            if hexno == w.TUNNEL or s.ants[seat * w.HEXES + hexno] == 0:
                continue
            for index in range(1, s.players):
                other = clockwise(g, seat, index)
                if s.ants[other * w.HEXES + hexno] > 0:
                    g.table.offer(w.option(w.O_VICTIM, hexno, other, 0, 0))
        choice = g.table.choose(seat, w.Q_VICTIM)
        if choice != w.O_PASS:
            lose_in(g, w.part(choice, 1), w.part(choice, 0), self.losses, w.WHY_CARD, w.of_card(self.index))
