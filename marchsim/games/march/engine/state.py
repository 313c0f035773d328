"""The state of a game: flat vectors of fixed size, which a view can share.

`moves.Play` is the only writer. Indexes: `seat`, `seat * HEXES + hex`, `seat * CARDS + place`, `hex * SITES +
site`, `hex * 6 + edge`. The moves update derived values (ants, filled, topmost), and `check` recomputes them
from scratch.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.kernel.compat import i64, vec

# to copy a part of these is quicker than to fill a vector
BARE: Final = vec[i64]([w.NONE] * (w.GRID * w.GRID))  # a Meadow without hexes
EMPTY: Final = vec[i64]([0] * (w.SEATS * 3 * w.CARDS))


def zeros(n: i64) -> vec[i64]:
    """A vector of `n` zeros. `n` is at most the length of the vector of evolutions."""
    return EMPTY[:n]


class State:
    """The complete state of a game, including hidden parts (hands, deck, pile)."""

    def __init__(self, players: i64) -> None:
        self.players: i64 = players
        self.round: i64 = 0
        self.phase: i64 = w.SETUP
        self.marker: i64 = 0
        self.active: i64 = 0
        self.turns: i64 = 0
        self.tokens: i64 = 0
        self.reshuffles: i64 = 0
        self.final: i64 = 0  # final turns still due before the Worker Phase ends (TWO-04)
        # players
        self.food: vec[i64] = zeros(w.SEATS)
        self.larvae: vec[i64] = zeros(w.SEATS)
        self.supply: vec[i64] = zeros(w.SEATS)
        self.score: vec[i64] = zeros(w.SEATS)
        self.rested: vec[i64] = zeros(w.SEATS)
        self.acted: vec[i64] = zeros(w.SEATS)
        self.rest_larvae: vec[i64] = zeros(w.SEATS)
        self.rest_food: vec[i64] = zeros(w.SEATS)
        self.bodies: vec[i64] = zeros(w.SEATS)
        self.wins: vec[i64] = zeros(w.SEATS)
        self.explored: vec[i64] = zeros(w.SEATS)
        self.species: vec[i64] = zeros(w.SEATS)
        self.muted: vec[i64] = zeros(w.SEATS * 3)  # 1: a section's topmost evolution has no effect (PRI-04)
        self.points: vec[i64] = zeros(w.SEATS * w.SOURCES)
        self.tally: vec[i64] = zeros(w.SEATS * w.TALLIES)
        # cards
        self.hand: vec[i64] = zeros(w.SEATS * w.CARDS)
        self.hand_n: vec[i64] = zeros(w.SEATS)
        self.evolution: vec[i64] = zeros(w.SEATS * 3 * w.CARDS)
        self.evolution_n: vec[i64] = zeros(w.SEATS * 3)
        self.topmost: vec[i64] = vec[i64]([w.NONE] * (w.SEATS * 3))  # by section: the evolution in effect
        self.evolved: i64 = 0  # how often a `topmost` or a species has changed
        self.goal: vec[i64] = zeros(w.SEATS * w.CARDS)
        self.goal_n: vec[i64] = zeros(w.SEATS)
        self.deck: vec[i64] = zeros(w.CARDS)
        self.deck_n: i64 = 0
        self.discards: vec[i64] = zeros(w.CARDS)
        self.discards_n: i64 = 0
        self.limbo: vec[i64] = zeros(w.CARDS)  # laid for battle, revealed or being resolved
        self.limbo_n: i64 = 0
        # the Meadow
        self.pile: vec[i64] = zeros(w.HEXES)
        self.pile_n: i64 = 0
        self.laid: vec[i64] = zeros(w.HEXES)  # hexes in the order they were laid
        self.laid_n: i64 = 0
        self.placed: vec[i64] = zeros(w.HEXES)
        self.column: vec[i64] = zeros(w.HEXES)  # on the grid: q + CENTRE
        self.row: vec[i64] = zeros(w.HEXES)
        self.rotation: vec[i64] = zeros(w.HEXES)
        self.grid: vec[i64] = BARE[:]
        self.beside: vec[i64] = BARE[: w.HEXES * 6]  # the hex across an edge, or NONE
        self.open: vec[i64] = zeros(w.HEXES * 6)  # 1: a tunnel on that edge
        self.joined: vec[i64] = BARE[: w.HEXES * 6]  # the hex that a tunnel joins, or NONE
        self.inner: vec[i64] = zeros(w.HEXES)
        self.scoring: vec[i64] = zeros(w.HEXES)  # 1: control of the hex scores in Slumber
        self.wormhole: vec[i64] = zeros(w.HEXES)
        self.centipede: vec[i64] = zeros(w.HEXES)
        # ants
        self.site: vec[i64] = vec[i64]([w.NOBODY] * (w.HEXES * w.SITES))
        self.ants: vec[i64] = zeros(w.SEATS * w.HEXES)
        self.out: vec[i64] = zeros(w.SEATS * w.HEXES)  # in the outskirts or the Great Tunnel
        self.army: vec[i64] = zeros(w.SEATS)  # ants in the Meadow
        self.filled: vec[i64] = zeros(w.HEXES)  # sites taken
        self.crowd: vec[i64] = zeros(w.HEXES)  # ants of all players
        self.stirred: vec[i64] = zeros(w.HEXES)  # how often an ant came, left or moved up
        self.roamed: vec[i64] = zeros(w.SEATS)  # the same of the ants of a player, anywhere
        # the Centipede Horde
        self.horde_deck: vec[i64] = zeros(w.CARDS)
        self.horde_deck_n: i64 = 0
        self.horde_discards: vec[i64] = zeros(w.CARDS)
        self.horde_discards_n: i64 = 0
        self.horde_reshuffles: i64 = 0
        self.horde_score: i64 = 0
        self.intruders: i64 = 0  # centipedes in the Great Tunnel
        self.horde_points: vec[i64] = zeros(w.H_SOURCES)
        self.horde_cards: vec[i64] = zeros(w.C_KINDS)  # cards resolved in the round, by what they do
        # battles of the phase
        self.fought: vec[i64] = zeros(w.SEATS * w.HEXES)  # Trapjaw: this player has battled in this hex
        # what the cards table records
        self.drawn: vec[i64] = zeros(w.SEATS * w.CARDS)  # round of the first draw + 1
        self.played: vec[i64] = zeros(w.SEATS * w.CARDS)  # round of the first play
        self.laid_down: vec[i64] = zeros(w.SEATS * w.CARDS)  # discarded in battle
        self.thrown: vec[i64] = zeros(w.SEATS * w.CARDS)  # discarded otherwise

    def top(self, seat: i64, section: i64) -> i64:
        """The topmost evolution of a section (PLY-05). NONE if there is none or it has no effect."""
        return self.topmost[seat * 3 + section]

    def evolutions(self, seat: i64) -> i64:
        """The number of evolutions that a player has in play, including covered ones."""
        n = self.evolution_n
        return n[seat * 3] + n[seat * 3 + 1] + n[seat * 3 + 2]


def inhabits(s: State, seat: i64, hexno: i64) -> bool:
    """Whether a player has an ant on a collection site of a hex (MEA-10)."""
    return s.ants[seat * w.HEXES + hexno] > s.out[seat * w.HEXES + hexno]
