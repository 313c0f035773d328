"""The Crazy Ant: Dance of Chaos, Frenzy and Distracted Ranks. Implements PRI-02 to PRI-04."""

from __future__ import annotations

from marchsim.games.march.engine.moments import resolve
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import barred, play_held
from marchsim.games.march.engine.steps import clockwise, reacts, settle, walk
from marchsim.games.march.engine.workers import gain_by_reaction, play_reactions
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.species.shared_traits import Primitive
from marchsim.games.march.words import CRAZY, EVENT, NONE, O_DANCE, THORAX, WHY_ACTION
from marchsim.kernel.compat import append, i64, vec


class CrazyAnt(Primitive):
    """Dance of Chaos. No Rest while it has food or cards (`may_rest`). No thorax bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, CRAZY, O_DANCE)
        self.restless = 1
        self.lost_section = THORAX
        self.thorax_steps = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether the player has the food, and there is a card to draw, as in Forage (D-15)."""
        return g.s.food[seat] >= g.rules.dance_cost and g.s.deck_n + g.s.discards_n > 0

    def act(self, g: Play, seat: i64) -> None:
        """Dance of Chaos: play the deck's first event and take its steps. The others may gain larvae."""
        g.lose_food(seat, g.rules.dance_cost, WHY_ACTION)
        card = first_event(g, seat)
        if card >= 0:
            dance(g, seat, card)
        if g.phase_over:  # a Rest granted by the event has ended it (D-11)
            return
        for index in range(1, g.s.players):
            if reacts(g, index):
                gain_by_reaction(g, clockwise(g, seat, index), g.rules.dance_reaction_larvae, O_DANCE)


def first_event(g: Play, seat: i64) -> i64:
    """Discard cards from the deck until an event comes. Hold the event aside and return it, or NONE.

    The discarded cards stay aside during the search, so they are not shuffled into the deck (PRI-02).
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
    """Play the event free, then let the player take up to its ferocity in steps, larvae first.

    Others react to the event only if it grants actions, and before these (RST-08). A Rest among the actions
    ends the turn, so no steps follow.
    """
    play_held(g, seat, card, True, True)
    if g.cards[card].reactions_first():
        play_reactions(g, seat)
        resolve(g, seat, card)
    if g.s.rested[seat] == 0 and not g.phase_over:
        walk(g, seat, g.kit.ferocity[card], True, False, NONE)
        settle(g, seat)
