"""The Primitive Species: the mat of each, with its action and drawbacks. Implements PRI-01 to PRI-13.

A mat acts at triggers of the engine, as a card does. The actions that all players have are in the chapters of
the engine. The mat of the Common Meadow Ant is a plain `Mat`.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import explore
from marchsim.games.march.engine.battle import battle
from marchsim.games.march.engine.explore import after_explore, draw_to_explore, lay_beside
from marchsim.games.march.engine.legal import can_step, offer_tunnels, some_slot, trapped
from marchsim.games.march.engine.moments import ActiveMat, resolve
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import affordable, barred, pay, play_held, score_bodies
from marchsim.games.march.engine.state import Mat
from marchsim.games.march.engine.steps import clockwise, landing, place_larvae, reacts, settle, walk
from marchsim.games.march.engine.workers import gain_by_reaction, play_reactions
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import CRAZY, EVENT, NONE, O_DANCE, THORAX, WHY_ACTION
from marchsim.kernel.compat import append, i64, vec


# Common traits: a smaller Royal Decree and a species action (PRI-01)
class Primitive(ActiveMat):
    """A mat with a smaller Royal Decree and an action of its own, given by its option code (PRI-01)."""

    def __init__(self, rules: Ruleset, species: i64, action: i64) -> None:
        super().__init__(rules)
        self.species = species
        self.action = action
        self.decree_food = rules.species_decree_food
        self.decree_larvae = rules.species_decree_larvae


# The Crazy Ant: Dance of Chaos, Frenzy and Distracted Ranks.
class CrazyAnt(Primitive):
    """The Crazy Ant: Dance of Chaos, no Rest while it has food or cards (`may_rest`), no thorax bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, CRAZY, O_DANCE)
        self.restless = 1
        self.lost_section = THORAX
        self.thorax_steps = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has enough food, and a card can be drawn, as for Forage (D-15)."""
        return g.s.food[seat] >= g.rules.dance_cost and g.s.deck_n + g.s.discards_n > 0

    def act(self, g: Play, seat: i64) -> None:
        """Dance of Chaos: play the first event of the deck, then take steps. The others may gain larvae."""
        g.pay_food(seat, g.rules.dance_cost, WHY_ACTION)
        card = first_event(g, seat)
        if card >= 0:
            dance(g, seat, card)
        if g.phase_over:  # a Rest granted by the event has ended it (D-11)
            return
        for index in range(1, g.s.players):
            if reacts(g, index):
                gain_by_reaction(g, clockwise(g, seat, index), g.rules.dance_reaction_larvae, O_DANCE)


def first_event(g: Play, seat: i64) -> i64:
    """Discard cards from the deck until an event comes. Return the event, held aside, or NONE.

    The discarded cards stay aside until the search ends. So none of them is shuffled into the deck (PRI-02).
    """
    passed: vec[i64] = vec[i64]()
    card = g.reveal_card()
    while card >= 0 and (g.kit.kind[card] != EVENT or barred(g, seat, card)):
        passed = append(passed, card)
        card = g.reveal_card()
    for i in range(len(passed)):
        g.discard_held(seat, passed[i], WHY_ACTION)
    return card


def dance(g: Play, seat: i64, card: i64) -> None:
    """Play the event at no cost, then let the player take up to as many steps as the event's ferocity.

    Larvae may move too, but only before any ants. The others react only to an event that grants actions, and
    they react before these actions (RST-08). If one of the actions is a Rest, the turn ends without steps.
    """
    play_held(g, seat, card, True, True)
    if g.cards[card].reactions_first():
        play_reactions(g, seat)
        resolve(g, seat, card)
    if g.s.rested[seat] == 0 and not g.phase_over:
        walk(g, seat, g.kit.ferocity[card], True, False, NONE)
        settle(g, seat)


# The Mutant Ant: Double Spliced Genes, Enlightened Colony and Mutation.
class MutantAnt(Primitive):
    """The Mutant Ant: Double Spliced Genes, points lost in battles (`battle_begins`), and Mutation."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.MUTANT, w.O_GENES)
        self.battle_penalty = rules.enlightened_points

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has enough food, and an evolution in hand that it can pay for (PRI-08)."""
        if g.s.food[seat] < g.rules.genes_cost:
            return False
        for i in range(g.s.hand_n[seat]):
            card = g.s.hand[seat * w.CARDS + i]
            if g.kit.kind[card] == w.EVOLUTION and affordable(g, seat, card):
                return True
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Genes: let the player play an evolution at its cost, and then others at no cost.

        None of the others may have a higher cost than the first. Then each other player may play an evolution
        at its cost.
        """
        g.pay_food(seat, g.rules.genes_cost, w.WHY_ACTION)
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
        """Mutation: discard the hand and draw as many cards. Discarded cards may come back (PRI-10)."""
        cards = g.s.hand_n[seat]
        while g.s.hand_n[seat] > 0:
            g.discard(seat, g.s.hand[seat * w.CARDS], w.WHY_TRADE)
        g.draw_cards(seat, cards)


def offer_evolutions(g: Play, seat: i64, highest: i64, beneath: bool) -> None:
    """Offer the evolutions in a hand that cost at most `highest` or, if that is NONE, the affordable ones.

    If `beneath` is set, each may also be laid beneath the evolutions of its section, if there are any.
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
    """Play the evolution of an O_EVOLVE option from the hand.

    If it is paid for, vacant sites are then filled, clockwise from player `first`.
    """
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
    """Let each other player play an evolution at its cost. The Mutant Ant gains larvae equal to that cost."""
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


# The Nomadic Ant: Journey of 6000 Steps, Infertile Queen, Path of Peace.
class NomadicAnt(Primitive):
    """The Nomadic Ant: Journey of 6000 Steps, fewer larvae from double sites (`collect`), no head bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.NOMADIC, w.O_JOURNEY)
        self.double_larvae = rules.infertile_double_larvae
        self.lost_section = w.HEAD
        self.head_strength = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the food, the tiles in the pile and the open tunnels of some hex are enough (PRI-05)."""
        if g.s.food[seat] < g.rules.journey_cost or g.s.pile_n < g.rules.journey_hexes:
            return False
        for i in range(g.s.laid_n):
            if may_set_out(g, seat, g.s.laid[i]):
                return True
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Journey: explore several hexes and move all ants of one hex there, as a single Explore."""
        g.pay_food(seat, g.rules.journey_cost, w.WHY_ACTION)
        origin: i64 = w.NONE
        tiles: vec[i64] = vec[i64]()
        while len(tiles) < g.rules.journey_hexes:
            tile = draw_to_explore(g, seat)
            origin = lay_on_journey(g, seat, tile, origin)
            tiles = append(tiles, tile)
        if g.rules.beyond_timing > 0:
            resolve_tiles(g, seat, tiles, False)
        divide(g, seat, origin, tiles)
        settle(g, seat)
        if g.rules.beyond_timing == 0:
            resolve_tiles(g, seat, tiles, True)
        if not g.phase_over:  # a Rest granted by tile 21's card may have ended it (D-11)
            after_explore(g, seat)
            journey_reactions(g, seat)


def may_set_out(g: Play, seat: i64, hexno: i64) -> bool:
    """Whether a player's ants may leave a hex, and it has as many open tunnels as the Journey needs."""
    if g.s.ants[seat * w.HEXES + hexno] == 0 or g.figures.open_tunnels(hexno) < g.rules.journey_hexes:
        return False
    return not trapped(g, seat, hexno)


def lay_on_journey(g: Play, seat: i64, tile: i64, origin: i64) -> i64:
    """Lay a tile beside hex `origin`, and return that hex.

    If `origin` is NONE, the player chooses the hex.
    """
    g.table.open(tile, 0, 0, 0)
    if origin >= 0:
        offer_tunnels(g, origin)
    else:
        for i in range(g.s.laid_n):
            if may_set_out(g, seat, g.s.laid[i]):
                offer_tunnels(g, g.s.laid[i])
    choice = g.table.choose(seat, w.Q_PLACE)
    lay_beside(g, seat, tile, w.part(choice, 0), w.part(choice, 1))
    return w.part(choice, 0)


def resolve_tiles(g: Play, seat: i64, tiles: vec[i64], fill: bool) -> None:
    """Resolve the effects of the new hexes in their order. If `fill` is set, fill sites after each."""
    i: i64 = 0
    while i < len(tiles) and not g.phase_over:
        explore.placed(g, seat, tiles[i])
        if fill:
            settle(g, seat)
        i += 1


def divide(g: Play, seat: i64, origin: i64, tiles: vec[i64]) -> None:
    """Let a player divide its ants in the hex `origin` among the new hexes.

    All of them leave, so the player only chooses where each goes. A single new hex leaves no choice (D-13).
    """
    if trapped(g, seat, origin):  # `may_set_out` has seen to that, unless a Beyond effect came between
        return
    while g.s.ants[seat * w.HEXES + origin] > 0:
        slot = some_slot(g, seat, origin)
        g.table.open(origin, g.s.ants[seat * w.HEXES + origin], 0, 0)
        for i in range(len(tiles)):
            g.table.offer(w.option(w.O_STEP, origin, slot, tiles[i], w.OUT))
        tile = w.part(g.table.choose(seat, w.Q_DIVIDE), 2)
        g.step(seat, origin, slot, tile, landing(g, seat, tile))


def journey_reactions(g: Play, seat: i64) -> None:
    """Let each other player place a larva in a tile it inhabits, then move an ant. Both are optional."""
    for index in range(1, g.s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index):
            placed = place_larvae(g, other, g.rules.journey_reaction_larvae, True, w.O_JOURNEY)
            reaction = w.O_JOURNEY if placed == 0 else w.NONE
            moved = walk(g, other, g.rules.journey_reaction_steps, False, False, reaction)
            if placed + moved > 0:
                settle(g, seat)


# The Raiding Ant: Raiding Party, One Track Mind and War Rations.
class RaidingAnt(Primitive):
    """The Raiding Ant: Raiding Party, fewer cards at the start (`cards_dealt`), no abdomen bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.RAIDING, w.O_RAID)
        self.starting_cards = rules.raider_starting_cards
        self.lost_section = w.ABDOMEN
        self.abdomen_feeds = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has enough food, and a step to take or a battle to fight now (PRI-11)."""
        if g.s.food[seat] < g.rules.raid_cost:
            return False
        return raid_awaits(g, seat) or (g.figures.raid_steps(seat) > 0 and can_step(g, seat))

    def act(self, g: Play, seat: i64) -> None:
        """Raiding Party: take steps, then fight a battle if any is possible. The opponent may react."""
        g.pay_food(seat, g.rules.raid_cost, w.WHY_ACTION)
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
    """Whether a player has ants in a contested tile. The options on offer stay as they are."""
    for hexno in range(1, w.HEXES):
        if g.s.ants[seat * w.HEXES + hexno] > 0 and g.figures.contested(hexno):
            return True
    return False


def offer_raids(g: Play, seat: i64) -> None:
    """Offer the other players in each contested tile where the player has ants."""
    s = g.s
    for hexno in range(1, w.HEXES):
        if s.ants[seat * w.HEXES + hexno] > 0 and g.figures.contested(hexno):
            for index in range(1, s.players):
                other = clockwise(g, seat, index)
                if s.ants[other * w.HEXES + hexno] > 0:
                    g.table.offer(w.option(w.O_VICTIM, hexno, other, 0, 0))


def raid_reaction(g: Play, seat: i64, victim: i64) -> None:
    """Let the attacked player draw cards if it may react (FIV-02)."""
    cards = g.rules.raid_reaction_cards
    left = victim - seat if victim > seat else victim - seat + g.s.players
    if cards == 0 or g.s.deck_n + g.s.discards_n == 0 or not reacts(g, left):
        return
    g.events.add(w.E_REACTION, victim, w.O_RAID, 0, 0, 0)
    g.draw_cards(victim, cards)


# The mat of each species
def make_mats(rules: Ruleset) -> list[Mat]:
    """Make the mats of all species, in the order of the species' numbers."""
    return [Mat(rules), CrazyAnt(rules), NomadicAnt(rules), MutantAnt(rules), RaidingAnt(rules)]
