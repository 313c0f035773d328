"""The view of a seat: the public position, the seat's own hand, and the question that it must answer.

A view shares the state's public vectors, which you may read but never write. It has no access to other hands,
the deck or the pile. Indexes are those of `state`, such as `seat * HEXES + hex`, `hex * SITES + site` and
`hex * 6 + edge`.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.card import Kit
from marchsim.games.march.engine.figures import Figures
from marchsim.games.march.engine.state import Mat, State
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import CARDS, HEXES, SITES
from marchsim.kernel.compat import i64, vec
from marchsim.kernel.table import Table
from marchsim.tabletop.players.seats import Seen
from marchsim.tabletop.vectors import copy_all


class View(Seen):
    """The game as one seat sees it. `kit` has the numbers of cards and tiles, and `rules` has the rules."""

    def __init__(
        self, state: State, kit: Kit, rules: Ruleset, mats: list[Mat], table: Table, seat: i64
    ) -> None:
        super().__init__(table, seat)
        self._state: Final = state
        self.kit: Final = kit
        self.rules: Final = rules
        self.mats: Final = mats  # by species: the numbers of each
        self.figures: Final = Figures(state, kit, kit.book, rules, mats)  # what follows from the position
        self.players: i64 = state.players
        self.food: Final = state.food
        self.larvae: Final = state.larvae
        self.supply: Final = state.supply
        self.score: Final = state.score
        self.rested: Final = state.rested
        self.acted: Final = state.acted
        self.explored: Final = state.explored
        self.species: Final = state.species
        self.muted: Final = state.muted
        self.rest_larvae: Final = state.rest_larvae
        self.rest_food: Final = state.rest_food
        self.bodies: Final = state.bodies
        self.wins: Final = state.wins
        self.hand_n: Final = state.hand_n
        self.evolution_n: Final = state.evolution_n
        self.topmost: Final = state.topmost
        self.goal_n: Final = state.goal_n
        self.placed: Final = state.placed
        self.column: Final = state.column
        self.row: Final = state.row
        self.rotation: Final = state.rotation
        self.laid: Final = state.laid
        self.grid: Final = state.grid
        self.beside: Final = state.beside
        self.open: Final = state.open
        self.joined: Final = state.joined
        self.inner: Final = state.inner
        self.scoring: Final = state.scoring
        self.wormhole: Final = state.wormhole
        self.centipede: Final = state.centipede
        self.site: Final = state.site
        self.ants: Final = state.ants
        self.out: Final = state.out
        self.army: Final = state.army
        self.filled: Final = state.filled
        self.crowd: Final = state.crowd
        self.stirred: Final = state.stirred
        self.roamed: Final = state.roamed

    def copy_to(self, state: State) -> None:
        """Copy all public vectors except the grid into a state in which moves can be tried."""
        copy_all(self._state.public, state.public)

    # the position
    @property
    def round(self) -> i64:
        """The round, from 1."""
        return self._state.round

    @property
    def phase(self) -> i64:
        """The number of the phase (words.PHASES)."""
        return self._state.phase

    @property
    def marker(self) -> i64:
        """The seat that holds the Active Player Marker (in the Worker Phase: the active player)."""
        return self._state.marker

    @property
    def turns(self) -> i64:
        """The number of turns taken in this game so far."""
        return self._state.turns

    @property
    def laid_n(self) -> i64:
        """The number of hexes in the Meadow, including the Great Tunnel."""
        return self._state.laid_n

    @property
    def pile_n(self) -> i64:
        """The number of tiles left in the pile."""
        return self._state.pile_n

    @property
    def deck_n(self) -> i64:
        """The number of cards left in the deck."""
        return self._state.deck_n

    @property
    def discards_n(self) -> i64:
        """The number of cards in the discard pile."""
        return self._state.discards_n

    def discarded(self, index: i64) -> i64:
        """The card at position `index` in the discard pile, which is face up. Index 0 is the bottom card."""
        return self._state.discards[index]

    @property
    def evolved(self) -> i64:
        """The number of times that a topmost evolution or a species has changed in this game so far."""
        return self._state.evolved

    @property
    def tokens(self) -> i64:
        """The number of centipede/wormhole counters left."""
        return self._state.tokens

    @property
    def final(self) -> i64:
        """The number of final turns still due before the Worker Phase ends (TWO-04)."""
        return self._state.final

    @property
    def horde_score(self) -> i64:
        """The colony points of the Centipede Horde."""
        return self._state.horde_score

    @property
    def intruders(self) -> i64:
        """The number of centipedes in the Great Tunnel."""
        return self._state.intruders

    @property
    def horde_deck_n(self) -> i64:
        """The number of cards left in the Centipede Deck."""
        return self._state.horde_deck_n

    @property
    def horde_discards_n(self) -> i64:
        """The number of cards that the Centipede Horde has discarded."""
        return self._state.horde_discards_n

    def horde_discarded(self, index: i64) -> i64:
        """The card at position `index` in the Horde's discard pile, face up. Index 0 is the bottom card."""
        return self._state.horde_discards[index]

    def card(self, index: i64) -> i64:
        """The card at position `index` in the seat's hand."""
        return self._state.hand[self.seat * CARDS + index]

    def most_in_hand(self, values: vec[i64]) -> i64:
        """The highest of `values[card]` over the cards in the seat's hand. 0 if the hand is empty."""
        hand = self._state.hand
        first = self.seat * CARDS
        most: i64 = 0
        for i in range(first, first + self.hand_n[self.seat]):
            most = max(most, values[hand[i]])
        return most

    def has_in_hand(self, values: vec[i64], wanted: i64) -> bool:
        """Whether a card in the seat's hand has `values[card] == wanted`."""
        hand = self._state.hand
        first = self.seat * CARDS
        for i in range(first, first + self.hand_n[self.seat]):
            if values[hand[i]] == wanted:
                return True
        return False

    def goal(self, seat: i64, index: i64) -> i64:
        """The Colony Goal at position `index` of those that a player has in play."""
        return self._state.goal[seat * CARDS + index]

    def top(self, seat: i64, section: i64) -> i64:
        """The topmost evolution of a player in a section. NONE if there is none."""
        return self.topmost[seat * 3 + section]

    def evolutions(self, seat: i64) -> i64:
        """The number of evolutions that a player has in play, including covered ones."""
        return self._state.evolutions(seat)

    def covered(self, seat: i64, section: i64, index: i64) -> i64:
        """The evolution of a player at position `index` of a section, counted from the bottom."""
        return self._state.evolution[(seat * 3 + section) * CARDS + index]

    def holds(self, seat: i64, hexno: i64) -> i64:
        """The number of collection sites of a hex that a player inhabits."""
        return self.ants[seat * HEXES + hexno] - self.out[seat * HEXES + hexno]

    def controller(self, hexno: i64) -> i64:
        """The seat that holds the control site of a hex. NOBODY if none does."""
        return self.site[hexno * SITES]

    def neighbour(self, hexno: i64, edge: i64) -> i64:
        """The hex to which a tunnel across `edge` leads. NONE if there is none."""
        return self.joined[hexno * 6 + edge]
