"""The Mutant Ant: Double Spliced Genes, Enlightened Colony and Mutation. Implements PRI-08 to PRI-10."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import affordable, barred, pay, score_bodies
from marchsim.games.march.engine.steps import clockwise, reacts, settle
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.species.shared_traits import Primitive
from marchsim.kernel.compat import i64


class MutantAnt(Primitive):
    """Double Spliced Genes. Battles cost points (`battle_begins`). The hand mutates."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.MUTANT, w.O_GENES)
        self.battle_penalty = rules.enlightened_points

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has the food, and an evolution in hand that it can pay for (PRI-08)."""
        if g.s.food[seat] < g.rules.genes_cost:
            return False
        for i in range(g.s.hand_n[seat]):
            card = g.s.hand[seat * w.CARDS + i]
            if g.kit.kind[card] == w.EVOLUTION and affordable(g, seat, card):
                return True
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Play an evolution at its cost, then free ones that cost no more. The others may play one each."""
        g.lose_food(seat, g.rules.genes_cost, w.WHY_ACTION)
        g.table.open(w.NONE, 0, 0, 0)
        offer_evolutions(g, seat, w.NONE, True)
        choice = g.table.choose(seat, w.Q_EVOLVE)
        lay_evolution(g, seat, choice, False, seat)
        highest = g.kit.cost[w.part(choice, 0)]
        for _free in range(g.rules.genes_free_plays):
            g.table.open(highest, 1, 0, 0)
            g.table.offer(w.O_PASS)
            offer_evolutions(g, seat, highest, True)
            choice = g.table.choose(seat, w.Q_EVOLVE)
            if choice == w.O_PASS:
                break
            lay_evolution(g, seat, choice, True, seat)
        genes_reactions(g, seat)

    def soldier_phase_begins(self, g: Play, seat: i64) -> None:
        """Mutation: discard the hand and draw as many cards, even some just discarded (PRI-10)."""
        cards = g.s.hand_n[seat]
        while g.s.hand_n[seat] > 0:
            g.discard(seat, g.s.hand[seat * w.CARDS], w.WHY_TRADE)
        g.draw_cards(seat, cards)


def offer_evolutions(g: Play, seat: i64, highest: i64, beneath: bool) -> None:
    """Offer a hand's evolutions: those that cost at most `highest`, or all affordable ones (NONE).

    With `beneath`, a card may also be laid beneath the evolutions of its section.
    """
    s = g.s
    for i in range(s.hand_n[seat]):
        card = s.hand[seat * w.CARDS + i]
        if g.kit.kind[card] != w.EVOLUTION or barred(g, seat, card):
            continue
        if affordable(g, seat, card) if highest < 0 else g.kit.cost[card] <= highest:
            g.table.offer(w.option(w.O_EVOLVE, card, 0, 0, 0))
            if beneath and s.evolution_n[seat * 3 + g.kit.section[card]] > 0:
                g.table.offer(w.option(w.O_EVOLVE, card, 1, 0, 0))


def lay_evolution(g: Play, seat: i64, choice: i64, free: bool, first: i64) -> None:
    """Play an evolution from the hand as an O_EVOLVE option says. Fill sites clockwise from `first`."""
    card = w.part(choice, 0)
    g.take_from_hand(seat, card)
    g.note_play(seat, card, free)
    if not free:
        pay(g, seat, card, False)
        settle(g, first)
    g.unhold(card)
    if w.part(choice, 1) > 0:
        g.put_beneath(seat, card)
    else:
        g.put_on_top(seat, card)
    score_bodies(g, seat)


def genes_reactions(g: Play, seat: i64) -> None:
    """Let each other player play an evolution on top, at its cost. The Mutant Ant gains as many larvae."""
    for index in range(1, g.s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index):
            g.table.open(w.NONE, 0, 0, 0)
            g.table.offer(w.O_PASS)
            offer_evolutions(g, other, w.NONE, False)
            choice = g.table.choose(other, w.Q_EVOLVE)
            if choice != w.O_PASS:
                g.events.add(w.E_REACTION, other, w.O_GENES, 0, 0, 0)
                lay_evolution(g, other, choice, False, seat)
                g.gain_larvae(seat, g.kit.cost[w.part(choice, 0)], w.WHY_REACTION)
