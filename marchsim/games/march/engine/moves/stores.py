"""Moves of time and stores: rounds, phases, turns, rests, food, larvae, colony points.

As in the whole package, each changes one thing and records its event. `told` names a cause that the reason
leaves open: `of_site`, `of_card`, else 0.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.card import Card
from marchsim.games.march.engine.cards_and_tiles import Kit
from marchsim.games.march.engine.figures import Figures
from marchsim.games.march.engine.nest_mat import Mat
from marchsim.games.march.engine.state import State, zeros
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.kernel.columns import Events
from marchsim.kernel.compat import i64
from marchsim.kernel.rng import Stream
from marchsim.kernel.table import Fault, Table

DEPTH_MOST: Final = 50  # a fifth of what Python's own stack bears


class Stores:
    """The parts of a game in progress that every move needs, with the moves of time and stores."""

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
        self.s = state
        self.kit = kit
        self.rules = rules
        self.cards = cards
        self.mats = mats  # by species
        self.figures = Figures(state, kit, cards, rules, mats)
        self.table = table
        self.chance = chance
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
        """Advance the round marker (QUE-10) and reset the counts of the round."""
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
        """Begin a phase and reset its counts."""
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
        """Count one of the final turns as taken. The last ends the Worker Phase (TWO-04)."""
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
        """Enter (`change` 1) or leave (-1) an effect that grants actions.

        Raises Fault if more than DEPTH_MOST are nested. A free card could grant actions again and again.
        """
        self.depth += change
        if self.depth > DEPTH_MOST:
            raise Fault(
                "limit", f"more than {DEPTH_MOST} effects that grant actions inside each other", w.NOBODY
            )

    def begin_turn(self, seat: i64) -> None:
        """Begin a player's turn. Raises Fault if the game has more turns than it may have decisions.

        Free actions could otherwise continue a game forever without asking anybody.
        """
        self.s.active = seat
        self.s.turns += 1
        if self.s.turns > self.rules.decisions_most:
            raise Fault("limit", f"the game passed its limit of {self.rules.decisions_most} turns", w.NOBODY)

    def pass_marker(self, seat: i64) -> None:
        """Hand the Active Player Marker to a player (WRK-05). The event has the final turns left."""
        self.s.marker = seat
        self.events.add_told(w.E_MARKER, seat, 0, 0, 0, self.s.final)

    def note_action(self, seat: i64, code: i64, card: i64) -> None:
        """Record that a player takes an action. `code` is its option code, `card` the card of a Play."""
        kind: i64 = w.T_SPECIES
        if code <= w.O_REST:
            kind = w.T_EXPLORES + code - w.O_EXPLORE
        self.s.acted[seat] += 1
        self.s.tally[seat * w.TALLIES + kind] += 1
        self.events.add(w.E_ACTION, seat, code, card, 0, 0)

    def note_explore_food(self, seat: i64) -> None:
        """Record that a player has received its food for exploring in this phase (Pavement Thorax)."""
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
        """Put a larva (first rest of the round) or food (later ones) on the resting area (RST-02, RST-03)."""
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
        """Move the contents of the resting area into the chamber and the stores (RST-06)."""
        s = self.s
        if s.rest_larvae[seat] + s.rest_food[seat] > 0:
            self.events.add(w.E_WAKE, seat, s.rest_larvae[seat], s.rest_food[seat], 0, 0)
        s.larvae[seat] += s.rest_larvae[seat]
        s.food[seat] += s.rest_food[seat]
        s.rest_larvae[seat] = 0
        s.rest_food[seat] = 0

    def look_up(self, at: i64) -> None:
        """Update the topmost evolution of a section (`seat * 3 + section`) after a change."""
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
        """Add food to a player's stores while tokens last (SET-09). Nothing else limits it (GEN-06)."""
        n = self.food_left(n)
        if n > 0:
            self.s.food[seat] += n
            self.events.add_told(w.E_FOOD, seat, n, why, 0, told)

    def fill_supply(self, seat: i64, cubes: i64, larvae: i64, food: i64) -> None:
        """Give a player its cubes, some of them in the chamber, and its food (SET-02, SET-03)."""
        s = self.s
        larvae = min(larvae, cubes)
        s.supply[seat] = cubes - larvae
        s.larvae[seat] = larvae
        s.food[seat] = food

    def food_left(self, n: i64) -> i64:
        """`n`, or the number of food tokens left if that is lower (SET-09). 0 food tokens mean no limit."""
        s = self.s
        if self.rules.food_tokens == 0:
            return n
        left = self.rules.food_tokens
        for i in range(s.players):
            left -= s.food[i] + s.rest_food[i]
        if left < 0:  # a set-up may give more food than there are tokens
            left = 0
        return min(n, left)

    def lose_food(self, seat: i64, n: i64, why: i64) -> None:
        """Take up to `n` food from a player."""
        n = min(n, self.s.food[seat])
        if n > 0:
            self.s.food[seat] -= n
            self.events.add(w.E_FOOD, seat, -n, why, 0, 0)

    def gain_larvae(self, seat: i64, n: i64, why: i64, told: i64 = 0) -> None:
        """Move up to `n` cubes from the supply into the Larvae Chamber (QUE-03, GEN-05)."""
        s = self.s
        n = min(n, s.supply[seat])
        if n > 0:
            s.supply[seat] -= n
            s.larvae[seat] += n
            self.events.add_told(w.E_LARVAE, seat, n, why, 0, told)

    def lose_larvae(self, seat: i64, n: i64, why: i64, told: i64 = 0) -> i64:
        """Move up to `n` larvae from the chamber to the supply. Return the number moved."""
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
