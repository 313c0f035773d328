"""The Raiding Ant: Raiding Party, One Track Mind and War Rations. Implements PRI-11 to PRI-13."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.battle import battle
from marchsim.games.march.engine.legal import can_step
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, reacts, settle, walk
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.species.shared_traits import Primitive
from marchsim.kernel.compat import i64


class RaidingAnt(Primitive):
    """Raiding Party. Fewer cards at the start (`cards_dealt`). No abdomen bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.RAIDING, w.O_RAID)
        self.starting_cards = rules.raider_starting_cards
        self.lost_section = w.ABDOMEN
        self.abdomen_feeds = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has the food, and a step to take or a battle to fight now (PRI-11)."""
        if g.s.food[seat] < g.rules.raid_cost:
            return False
        return raid_awaits(g, seat) or (g.figures.raid_steps(seat) > 0 and can_step(g, seat))

    def act(self, g: Play, seat: i64) -> None:
        """Raiding Party: take steps, then fight a battle if there is one. The opponent may react."""
        g.lose_food(seat, g.rules.raid_cost, w.WHY_ACTION)
        walk(g, seat, g.figures.raid_steps(seat), True, not raid_awaits(g, seat), w.NONE)
        settle(g, seat)
        g.table.open(0, 0, 0, 0)
        offer_raids(g, seat)
        if g.table.n == 0:
            return
        choice = g.table.choose(seat, w.Q_RAID)
        victim = w.part(choice, 1)
        battle(g, w.part(choice, 0), seat, victim, victim)
        raid_reaction(g, seat, victim)


def raid_awaits(g: Play, seat: i64) -> bool:
    """Whether a player has ants in a tile contested by ants now. Leaves the offered options alone."""
    for hexno in range(1, w.HEXES):
        if g.s.ants[seat * w.HEXES + hexno] > 0 and g.figures.contested(hexno):
            return True
    return False


def offer_raids(g: Play, seat: i64) -> None:
    """Offer each other player in each tile that ants contest and where the player has ants."""
    s = g.s
    for hexno in range(1, w.HEXES):
        if s.ants[seat * w.HEXES + hexno] > 0 and g.figures.contested(hexno):
            for index in range(1, s.players):
                other = clockwise(g, seat, index)
                if s.ants[other * w.HEXES + hexno] > 0:
                    g.table.offer(w.option(w.O_VICTIM, hexno, other, 0, 0))


def raid_reaction(g: Play, seat: i64, victim: i64) -> None:
    """Let the attacked player draw cards, if it may react (FIV-02)."""
    cards = g.rules.raid_reaction_cards
    left = victim - seat if victim > seat else victim - seat + g.s.players
    if cards == 0 or g.s.deck_n + g.s.discards_n == 0 or not reacts(g, left):
        return
    g.events.add(w.E_REACTION, victim, w.O_RAID, 0, 0, 0)
    g.draw_cards(victim, cards)
