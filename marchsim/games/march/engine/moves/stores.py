"""Moves of time, stores and cards: rounds, turns, rests, food, larvae, points, decks, hands, discards.

Each move changes one thing and records its event. If the reason `why` does not say which site or card is the
cause, `told` does: `of_site`, `of_card`, or 0 for neither. A card that is being resolved, revealed or laid in
a battle is held aside, so each card always has a place.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.card import Card, Kit
from marchsim.games.march.engine.figures import Figures
from marchsim.games.march.engine.state import Mat, State
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.kernel.columns import Events
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.rng import Stream, sort_by_key
from marchsim.kernel.table import Fault, Table
from marchsim.tabletop.vectors import zeros

SALT_RESHUFFLE: Final = 64
DEPTH_MOST: Final = 50  # a fifth of what Python's own stack bears


def take_out(cards: vec[i64], first: i64, n: i64, card: i64) -> None:
    """Remove a card from the `n` cards that begin at index `first`, and close the gap."""
    at = first
    while cards[at] != card:
        at += 1
    for later in range(at, first + n - 1):
        cards[later] = cards[later + 1]


class Stores:
    """The parts of a game in progress that all moves use, with the moves of time, stores and cards."""

    def __init__(
        self,
        state: State,
        kit: Kit,
        rules: Ruleset,
        cards: list[Card],
        mats: list[Mat],
        table: Table,
        chance: Stream,
    ) -> None:
        self.s: Final = state
        self.kit: Final = kit
        self.rules: Final = rules
        self.cards: Final = cards
        self.mats: Final = mats  # by species
        self.figures: Final = Figures(state, kit, cards, rules, mats)
        self.table: Final = table
        self.chance: Final = chance
        self.events = Events()
        self.trappers: i64 = 0  # players whose thorax traps ants (Weaver Thorax)
        self.phase_over = False  # the Worker Phase has ended (RST-04)
        self.depth: i64 = 0  # effects that grant actions, one inside the other
        # what a study arranges (`March.arrange`): two cards that change places before the deal, and a
        # card that a player may not play
        self.exchanged: i64 = w.NONE
        self.exchanged_for: i64 = w.NONE
        self.barred_seat: i64 = w.NOBODY
        self.barred_card: i64 = w.NONE

    # time -----------------------------------------------------------------
    def begin_round(self, number: i64) -> None:
        """Advance the round marker (QUE-10), and reset the counts that are kept per round."""
        s = self.s
        s.round = number
        wins = s.wins
        tally = s.tally
        cards = s.horde_cards
        for i in range(w.SEATS):
            wins[i] = 0
        for i in range(w.SEATS * w.TALLIES):
            tally[i] = 0
        for i in range(w.C_KINDS):
            cards[i] = 0
        self.events.add(w.E_ROUND, w.NOBODY, number, 0, 0, 0)

    def begin_phase(self, phase: i64) -> None:
        """Begin a phase, and reset the counts that are kept per phase."""
        s = self.s
        s.phase = phase
        self.phase_over = False
        s.final = 0
        for seat in range(s.players):
            s.rested[seat] = 0
            s.acted[seat] = 0
            s.explored[seat] = 0
        if phase == w.SOLDIER:
            s.fought = zeros(w.SEATS * w.HEXES)
        self.events.add(w.E_PHASE, s.marker, phase, 0, 0, 0)

    def grant_final_turns(self, turns: i64) -> None:
        """Set the number of turns that follow before the Worker Phase ends (TWO-04)."""
        self.s.final = turns

    def count_final_turn(self) -> None:
        """Count one final turn as taken. After the last one the Worker Phase ends (TWO-04)."""
        self.s.final -= 1
        self.phase_over = self.s.final == 0

    def end_worker_phase(self) -> None:
        """End the Worker Phase at once (RST-04)."""
        self.phase_over = True

    def end_game(self) -> None:
        """End the game."""
        self.s.phase = w.OVER
        for seat in range(self.s.players):
            self.events.add(w.E_END, seat, self.s.score[seat], self.s.army[seat], 0, 0)

    def go_deeper(self, change: i64) -> None:
        """Record that an effect that grants actions begins (`change` 1) or is over (-1).

        Raises Fault if more than DEPTH_MOST such effects are nested, as free cards could grant actions
        forever.
        """
        self.depth += change
        if self.depth > DEPTH_MOST:
            raise Fault(
                "limit", f"more than {DEPTH_MOST} effects that grant actions inside each other", w.NOBODY
            )

    def begin_turn(self, seat: i64) -> None:
        """Begin a player's turn. Raises Fault if the game has had too many turns (`decisions_most`).

        Without a limit, free actions could continue a game forever without a single decision.
        """
        self.s.active = seat
        self.s.turns += 1
        if self.s.turns > self.rules.decisions_most:
            raise Fault("limit", f"the game passed its limit of {self.rules.decisions_most} turns", w.NOBODY)

    def pass_marker(self, seat: i64) -> None:
        """Hand the Active Player Marker to a player (WRK-05). The event shows the final turns left."""
        self.s.marker = seat
        self.events.add_told(w.E_MARKER, seat, 0, 0, 0, self.s.final)

    def note_action(self, seat: i64, code: i64, card: i64) -> None:
        """Record a player's action. `code` is its option code. `card` is the card that it plays, or NONE."""
        kind: i64 = w.T_SPECIES
        if code <= w.O_REST:
            kind = w.T_EXPLORES + code - w.O_EXPLORE
        self.s.acted[seat] += 1
        self.s.tally[seat * w.TALLIES + kind] += 1
        self.events.add(w.E_ACTION, seat, code, card, 0, 0)

    def note_explore_food(self, seat: i64) -> None:
        """Record that a player has had its food for exploring in this phase (Pavement Thorax)."""
        self.s.explored[seat] = 1

    def note_battle(self, seat: i64) -> None:
        """Count a battle that a player fights."""
        self.s.tally[seat * w.TALLIES + w.T_BATTLES] += 1

    def note_victory(self, seat: i64, against_centipede: bool) -> None:
        """Count a battle that a player has won."""
        s = self.s
        s.wins[seat] += 1
        s.tally[seat * w.TALLIES + w.T_WON] += 1
        if against_centipede:
            s.tally[seat * w.TALLIES + w.T_CENTIPEDES] += 1

    def note_fought(self, seat: i64, hexno: i64) -> None:
        """Record that a player has battled in a hex in this Soldier Phase (Trapjaw Head)."""
        self.s.fought[seat * w.HEXES + hexno] = 1

    def rest(self, seat: i64) -> None:
        """Put a larva (first rest of a round) or food (later rests) on the resting area (RST-02, RST-03)."""
        s = self.s
        first: i64 = 1 - s.rested[seat]
        if first > 0:
            s.rested[seat] = 1
            larvae = min(self.rules.rest_larvae, s.supply[seat])
            s.supply[seat] -= larvae
            s.rest_larvae[seat] += larvae
        else:
            s.rest_food[seat] += self.food_left(self.rules.rest_food)
        self.events.add(w.E_REST, seat, first, s.rest_larvae[seat], s.rest_food[seat], 0)

    def wake(self, seat: i64) -> None:
        """Move larvae from the resting area into the chamber, and food into the stores (RST-06)."""
        s = self.s
        if s.rest_larvae[seat] + s.rest_food[seat] > 0:
            self.events.add(w.E_WAKE, seat, s.rest_larvae[seat], s.rest_food[seat], 0, 0)
        s.larvae[seat] += s.rest_larvae[seat]
        s.food[seat] += s.rest_food[seat]
        s.rest_larvae[seat] = 0
        s.rest_food[seat] = 0

    def look_up(self, at: i64) -> None:
        """Update the topmost evolution of a section at index `at` (`seat * 3 + section`) after a change."""
        s = self.s
        n = s.evolution_n[at]
        s.topmost[at] = w.NONE
        if n > 0 and s.muted[at] == 0:
            s.topmost[at] = s.evolution[at * w.CARDS + n - 1]
        s.evolved += 1
        self.trappers = 0
        for seat in range(s.players):
            thorax = s.topmost[seat * 3 + w.THORAX]
            if thorax >= 0 and self.cards[thorax].traps > 0:
                self.trappers += 1

    # species -------------------------------------------------------------
    def mat(self, seat: i64) -> Mat:
        """The nest mat of a player."""
        return self.mats[self.s.species[seat]]

    def take_mat(self, seat: i64, species: i64) -> None:
        """Give a player its species for the game."""
        s = self.s
        s.species[seat] = species
        lost = self.mats[species].lost_section
        if lost >= 0 and self.rules.species_bonus_lost > 0:
            s.muted[seat * 3 + lost] = 1
            self.look_up(seat * 3 + lost)
        s.evolved += 1
        self.events.add(w.E_SPECIES, seat, species, 0, 0, 0)

    # stores -------------------------------------------------------------
    def gain_food(self, seat: i64, n: i64, why: i64, told: i64 = 0) -> None:
        """Add food to a player's stores while tokens last (SET-09). There is no other limit (GEN-06)."""
        n = self.food_left(n)
        if n > 0:
            self.s.food[seat] += n
            self.events.add_told(w.E_FOOD, seat, n, why, 0, told)

    def fill_supply(self, seat: i64, cubes: i64, larvae: i64, food: i64) -> None:
        """Give a player its cubes, of which `larvae` are in the chamber, and its food (SET-02, SET-03)."""
        s = self.s
        larvae = min(larvae, cubes)
        s.supply[seat] = cubes - larvae
        s.larvae[seat] = larvae
        s.food[seat] = food

    def food_left(self, n: i64) -> i64:
        """The part of `n` food for which tokens are left (SET-09).

        If the rules have no limit on food tokens, that is all of it.
        """
        s = self.s
        if self.rules.food_tokens == 0:
            return n
        left = self.rules.food_tokens
        for i in range(s.players):
            left -= s.food[i] + s.rest_food[i]
        if left < 0:  # a set-up may give more food than there are tokens
            left = 0
        return min(n, left)

    def pay_food(self, seat: i64, n: i64, why: i64) -> None:
        """Take `n` food from a player, or all that it has if that is less."""
        n = min(n, self.s.food[seat])
        if n > 0:
            self.s.food[seat] -= n
            self.events.add(w.E_FOOD, seat, -n, why, 0, 0)

    def gain_larvae(self, seat: i64, n: i64, why: i64, told: i64 = 0) -> None:
        """Move `n` cubes from the supply into the Larvae Chamber, or all that are left (QUE-03, GEN-05)."""
        s = self.s
        n = min(n, s.supply[seat])
        if n > 0:
            s.supply[seat] -= n
            s.larvae[seat] += n
            self.events.add_told(w.E_LARVAE, seat, n, why, 0, told)

    def lose_larvae(self, seat: i64, n: i64, why: i64, told: i64 = 0) -> i64:
        """Move `n` larvae from the chamber to the supply, or all if there are fewer. Return the number."""
        s = self.s
        n = min(n, s.larvae[seat])
        if n > 0:
            s.larvae[seat] -= n
            s.supply[seat] += n
            self.events.add_told(w.E_LARVAE, seat, -n, why, 0, told)
        return n

    def score(self, seat: i64, n: i64, source: i64, told: i64 = 0) -> None:
        """Change a player's colony points, which never fall below zero (END-04)."""
        s = self.s
        n = max(n, -s.score[seat])
        if n != 0:
            s.score[seat] += n
            s.points[seat * w.SOURCES + source] += n
            self.events.add_told(w.E_POINTS, seat, n, source, 0, told)

    # cards --------------------------------------------------------------
    def deal_key(self, salt: i64, card: i64) -> i64:
        """The sorting key of a card in a shuffle. `salt` distinguishes the shuffles of a deal."""
        return self.chance.keyed(salt, self.kit.key_low[card], self.kit.key_high[card])

    def shuffle_deck(self, salt: i64) -> None:
        """Shuffle the deck by the sorting keys of its cards."""
        self.shuffle_cards(self.s.deck, self.s.deck_n, salt)

    def shuffle_cards(self, pile: vec[i64], n: i64, salt: i64) -> None:
        """Shuffle a pile by sorting keys, so that a missing or a new card does not reorder the others."""
        keys: vec[i64] = vec[i64]([0] * n)
        for i in range(n):
            keys[i] = self.deal_key(salt, pile[i])
        sort_by_key(pile, keys, n)

    def fill_deck(self, salt: i64) -> None:
        """Make the deck from all cards in the game (SET-04) except the Horde's (HOR-01), and shuffle it."""
        s = self.s
        for card in range(self.kit.cards):
            of_the_horde = self.rules.horde > 0 and self.kit.centipede[card] > 0
            if self.kit.enabled[card] > 0 and not of_the_horde:
                s.deck[s.deck_n] = card
                s.deck_n += 1
        self.shuffle_deck(salt)

    def exchange_in_deck(self, one: i64, other: i64) -> None:
        """Swap two cards of the deck before the deal. There is no event, since the deck is hidden.

        If one of the cards is not in the deck, nothing happens.
        """
        deck = self.s.deck
        first: i64 = w.NONE
        second: i64 = w.NONE
        for i in range(self.s.deck_n):
            if deck[i] == one:
                first = i
            elif deck[i] == other:
                second = i
        if first >= 0 and second >= 0:
            deck[first] = other
            deck[second] = one

    def refill_deck(self) -> None:
        """Shuffle the discard pile into a new deck if the deck is empty (FOR-03)."""
        s = self.s
        if s.deck_n > 0 or s.discards_n == 0:
            return
        for i in range(s.discards_n):
            s.deck[i] = s.discards[i]
        s.deck_n = s.discards_n
        s.discards_n = 0
        self.shuffle_deck(SALT_RESHUFFLE + s.reshuffles)
        s.reshuffles += 1
        self.events.add(w.E_RESHUFFLE, w.NOBODY, s.deck_n, 0, 0, 0)

    def draw_card(self, seat: i64, told: i64 = 0) -> i64:
        """Draw a card into a player's hand. Return the card, or NONE if no card is left (FOR-03)."""
        s = self.s
        self.refill_deck()
        if s.deck_n == 0:
            return w.NONE
        s.deck_n -= 1
        card = s.deck[s.deck_n]
        s.hand[seat * w.CARDS + s.hand_n[seat]] = card
        s.hand_n[seat] += 1
        if s.drawn[seat * w.CARDS + card] == 0:
            s.drawn[seat * w.CARDS + card] = s.round + 1
        self.events.add_told(w.E_DRAW, seat, card, 0, 0, told)
        return card

    def draw_cards(self, seat: i64, n: i64, told: i64 = 0) -> None:
        """Draw `n` cards, or as many as are left."""
        for _ in range(n):
            self.draw_card(seat, told)

    def reveal_card(self) -> i64:
        """Turn up the top card of the deck and hold it aside. Return it, or NONE if none is left (CEN-10)."""
        s = self.s
        self.refill_deck()
        if s.deck_n == 0:
            return w.NONE
        s.deck_n -= 1
        card = s.deck[s.deck_n]
        self.hold(card)
        self.events.add(w.E_REVEAL, w.NOBODY, card, 0, 0, 0)
        return card

    def hold(self, card: i64) -> None:
        """Lay a card aside while it is resolved, revealed or in a battle."""
        self.s.limbo[self.s.limbo_n] = card
        self.s.limbo_n += 1

    def unhold(self, card: i64) -> None:
        """Remove a card from the cards held aside."""
        s = self.s
        take_out(s.limbo, 0, s.limbo_n, card)
        s.limbo_n -= 1

    def take_from_hand(self, seat: i64, card: i64) -> None:
        """Take a card out of a hand and hold it aside."""
        s = self.s
        take_out(s.hand, seat * w.CARDS, s.hand_n[seat], card)
        s.hand_n[seat] -= 1
        self.hold(card)

    def lay_card(self, seat: i64, card: i64) -> None:
        """Lay a card from the hand face down for ferocity. Its event is recorded when it is revealed."""
        self.take_from_hand(seat, card)
        self.s.laid_down[seat * w.CARDS + card] += 1

    def take_from_discards(self, seat: i64, card: i64) -> None:
        """Take a card out of the discard pile and hold it aside."""
        s = self.s
        take_out(s.discards, 0, s.discards_n, card)
        s.discards_n -= 1
        self.hold(card)
        self.events.add(w.E_TAKE, seat, card, 0, 0, 0)

    def discard_held(self, seat: i64, card: i64, why: i64, told: i64 = 0) -> None:
        """Put a card that was held aside face up on the discard pile."""
        s = self.s
        self.unhold(card)
        s.discards[s.discards_n] = card
        s.discards_n += 1
        self.events.add_told(w.E_DISCARD, seat, card, why, 0, told)

    def discard(self, seat: i64, card: i64, why: i64, told: i64 = 0) -> None:
        """Discard a card from a hand."""
        s = self.s
        self.take_from_hand(seat, card)
        s.thrown[seat * w.CARDS + card] += 1
        self.discard_held(seat, card, why, told)

    # cards in play ---------------------------------------------------------
    def note_play(self, seat: i64, card: i64, free: bool) -> None:
        """Record that a player plays a card."""
        s = self.s
        if s.played[seat * w.CARDS + card] == 0:
            s.played[seat * w.CARDS + card] = s.round
        self.events.add(w.E_PLAY, seat, card, 1 if free else 0, 0, 0)

    def put_on_top(self, seat: i64, card: i64) -> None:
        """Lay an evolution on top of its body section (PLY-05)."""
        s = self.s
        at = seat * 3 + self.kit.section[card]
        s.evolution[at * w.CARDS + s.evolution_n[at]] = card
        s.evolution_n[at] += 1
        self.look_up(at)
        self.events.add(w.E_EVOLVE, seat, card, self.kit.section[card], 0, 0)

    def put_beneath(self, seat: i64, card: i64) -> None:
        """Lay an evolution beneath all others of its body section (PRI-08)."""
        s = self.s
        at = seat * 3 + self.kit.section[card]
        i = s.evolution_n[at]
        while i > 0:
            s.evolution[at * w.CARDS + i] = s.evolution[at * w.CARDS + i - 1]
            i -= 1
        s.evolution[at * w.CARDS] = card
        s.evolution_n[at] += 1
        self.look_up(at)
        self.events.add(w.E_BENEATH, seat, card, self.kit.section[card], 0, 0)

    def take_off_top(self, seat: i64, section: i64) -> i64:
        """Take the topmost evolution off a section and hold it aside. Return the card."""
        s = self.s
        at = seat * 3 + section
        s.evolution_n[at] -= 1
        n = s.evolution_n[at]
        card = s.evolution[at * w.CARDS + n]
        self.look_up(at)
        self.hold(card)
        self.events.add(w.E_DEVOLVE, seat, card, section, 0, 0)
        return card

    def count_body(self, seat: i64) -> None:
        """Count one more complete ant body as scored (PLY-07)."""
        self.s.bodies[seat] += 1

    def put_goal(self, seat: i64, card: i64) -> None:
        """Put a Colony Goal in play (PLY-08)."""
        s = self.s
        s.goal[seat * w.CARDS + s.goal_n[seat]] = card
        s.goal_n[seat] += 1
        self.events.add(w.E_GOAL, seat, card, 0, 0, 0)

    def take_goal(self, seat: i64, card: i64) -> None:
        """Take a Colony Goal out of play and hold it aside (PLY-09)."""
        s = self.s
        take_out(s.goal, seat * w.CARDS, s.goal_n[seat], card)
        s.goal_n[seat] -= 1
        self.hold(card)
        self.events.add(w.E_DROP_GOAL, seat, card, 0, 0, 0)

    def shift_larvae(self, seat: i64, change: i64) -> None:
        """Change a player's larvae without an event, in a trial that is then undone (GEN-03)."""
        self.s.larvae[seat] += change
