"""The state of a game, the mats of players, and chains of tunnels.

The state consists of flat vectors of fixed size, which a view can share. Their indexes are `seat`, `seat *
HEXES + hex`, `seat * CARDS + place`, `hex * SITES + site` and `hex * 6 + edge`. During a game only `moves`
writes them. The moves also update derived values (ants, filled, topmost), and `table.inspection` recomputes
those from scratch. Chains of tunnels determine the scoring hexes of the Inner Meadow and a player's longest
chain. Implements MEA-10, MEA-11, MEA-19 and TWO-05.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.words import COMMON, HEXES, NONE, SIDES, TUNNEL
from marchsim.kernel.compat import append, i64, mypyc_attr, vec
from marchsim.tabletop.vectors import shared, zeros


@mypyc_attr(allow_interpreted_subclasses=True)
class Mat:
    """The numbers that depend on a player's species. This class has those of the Common Meadow Ant."""

    def __init__(self, rules: Ruleset) -> None:
        self.species: i64 = COMMON
        self.action: i64 = NONE  # option code of the species action
        self.starting_cards: i64 = rules.starting_cards
        self.head_strength: i64 = rules.head_strength
        self.thorax_steps: i64 = rules.thorax_steps
        self.abdomen_feeds: i64 = rules.abdomen_feeds
        self.lost_section: i64 = NONE  # whose Evolution Bonus the species does without
        self.double_larvae: i64 = rules.site_double_larvae
        self.decree_food: i64 = rules.decree_food
        self.decree_larvae: i64 = rules.decree_larvae
        self.battle_penalty: i64 = 0  # colony points lost for each battle
        self.restless: i64 = 0  # 1: no Rest with food or cards in hand


# to copy a part of it is quicker than to fill a vector
BARE: Final = vec[i64]([w.NONE] * (w.GRID * w.GRID))  # a Meadow without hexes


class State:
    """The complete state of a game, including its hidden parts: hands, deck and pile."""

    def __init__(self, players: i64) -> None:
        public: list[vec[i64]] = []  # the vectors that all players may see, but for the grid
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
        self.food: Final = shared(public, zeros(w.SEATS))
        self.larvae: Final = shared(public, zeros(w.SEATS))
        self.supply: Final = shared(public, zeros(w.SEATS))
        self.score: Final = shared(public, zeros(w.SEATS))
        self.rested: Final = shared(public, zeros(w.SEATS))
        self.acted: Final = shared(public, zeros(w.SEATS))
        self.rest_larvae: Final = shared(public, zeros(w.SEATS))
        self.rest_food: Final = shared(public, zeros(w.SEATS))
        self.bodies: Final = shared(public, zeros(w.SEATS))
        self.wins: Final = shared(public, zeros(w.SEATS))
        self.explored: Final = shared(public, zeros(w.SEATS))
        self.species: Final = shared(public, zeros(w.SEATS))
        # 1: a section's topmost evolution has no effect (PRI-04)
        self.muted: Final = shared(public, zeros(w.SEATS * 3))
        self.points: Final = zeros(w.SEATS * w.SOURCES)
        self.tally: Final = zeros(w.SEATS * w.TALLIES)
        # cards
        self.hand: Final = zeros(w.SEATS * w.CARDS)
        self.hand_n: Final = shared(public, zeros(w.SEATS))
        self.evolution: Final = zeros(w.SEATS * 3 * w.CARDS)
        self.evolution_n: Final = shared(public, zeros(w.SEATS * 3))
        # by section: the evolution in effect
        self.topmost: Final = shared(public, vec[i64]([w.NONE] * (w.SEATS * 3)))
        self.evolved: i64 = 0  # how often a `topmost` or a species has changed
        self.goal: Final = zeros(w.SEATS * w.CARDS)
        self.goal_n: Final = shared(public, zeros(w.SEATS))
        self.deck: Final = zeros(w.CARDS)
        self.deck_n: i64 = 0
        self.discards: Final = zeros(w.CARDS)
        self.discards_n: i64 = 0
        self.limbo: Final = zeros(w.CARDS)  # laid for battle, revealed or being resolved
        self.limbo_n: i64 = 0
        # the Meadow
        self.pile: Final = zeros(w.HEXES)
        self.pile_n: i64 = 0
        self.laid: Final = shared(public, zeros(w.HEXES))  # hexes in the order they were laid
        self.laid_n: i64 = 0
        self.placed: Final = shared(public, zeros(w.HEXES))
        self.column: Final = shared(public, zeros(w.HEXES))  # on the grid: q + CENTRE
        self.row: Final = shared(public, zeros(w.HEXES))
        self.rotation: Final = shared(public, zeros(w.HEXES))
        self.grid: Final = BARE[:]
        self.beside: Final = shared(public, BARE[: w.HEXES * 6])  # the hex across an edge, or NONE
        self.open: Final = shared(public, zeros(w.HEXES * 6))  # 1: a tunnel on that edge
        self.joined: Final = shared(public, BARE[: w.HEXES * 6])  # the hex that a tunnel joins, or NONE
        self.inner: Final = shared(public, zeros(w.HEXES))
        self.scoring: Final = shared(public, zeros(w.HEXES))  # 1: control of the hex scores in Slumber
        self.wormhole: Final = shared(public, zeros(w.HEXES))
        self.centipede: Final = shared(public, zeros(w.HEXES))
        # ants
        self.site: Final = shared(public, vec[i64]([w.NOBODY] * (w.HEXES * w.SITES)))
        self.ants: Final = shared(public, zeros(w.SEATS * w.HEXES))
        self.out: Final = shared(public, zeros(w.SEATS * w.HEXES))  # in the outskirts or the Great Tunnel
        self.army: Final = shared(public, zeros(w.SEATS))  # ants in the Meadow
        self.filled: Final = shared(public, zeros(w.HEXES))  # sites taken
        self.crowd: Final = shared(public, zeros(w.HEXES))  # ants of all players
        self.stirred: Final = shared(public, zeros(w.HEXES))  # how often an ant came, left or moved up
        self.roamed: Final = shared(public, zeros(w.SEATS))  # the same of the ants of a player, anywhere
        # the Centipede Horde
        self.horde_deck: Final = zeros(w.CARDS)
        self.horde_deck_n: i64 = 0
        self.horde_discards: Final = zeros(w.CARDS)
        self.horde_discards_n: i64 = 0
        self.horde_reshuffles: i64 = 0
        self.horde_score: i64 = 0
        self.intruders: i64 = 0  # centipedes in the Great Tunnel
        self.horde_points: Final = zeros(w.H_SOURCES)
        self.horde_cards: Final = zeros(w.C_KINDS)  # cards resolved in the round, by what they do
        # battles of the phase
        self.fought: vec[i64] = zeros(w.SEATS * w.HEXES)  # Trapjaw: this player has battled in this hex
        # what the cards table records
        self.drawn: Final = zeros(w.SEATS * w.CARDS)  # round of the first draw + 1
        self.played: Final = zeros(w.SEATS * w.CARDS)  # round of the first play
        self.laid_down: Final = zeros(w.SEATS * w.CARDS)  # discarded in battle
        self.thrown: Final = zeros(w.SEATS * w.CARDS)  # discarded otherwise
        self.public: Final = public

    def top(self, seat: i64, section: i64) -> i64:
        """The topmost evolution of a section (PLY-05), or NONE if there is none or it has no effect."""
        return self.topmost[seat * 3 + section]

    def evolutions(self, seat: i64) -> i64:
        """The number of evolutions that a player has in play, including covered ones."""
        n = self.evolution_n
        return n[seat * 3] + n[seat * 3 + 1] + n[seat * 3 + 2]


def inhabits(s: State, seat: i64, hexno: i64) -> bool:
    """Whether a player has an ant on a collection site of a hex (MEA-10)."""
    return s.ants[seat * w.HEXES + hexno] > s.out[seat * w.HEXES + hexno]


# Chains of tunnels: the scoring hexes of the Inner Meadow, and a player's longest chain.
EDGE: Final = 1  # inner_connected: joined to the Great Tunnel by the common edge
PATH: Final = 2  # inner_connected: joined by any chain of tunnels


def scores(s: State, hexno: i64, asked: i64) -> i64:
    """1 if control of a hex scores in Slumber, else 0 (QUE-08, TWO-05).

    The hex must be in the Inner Meadow. If `asked` is EDGE, a tunnel must also join it to the Great Tunnel.
    If it is PATH, a chain of tunnels is enough.
    """
    if s.inner[hexno] == 0:
        return 0
    if asked == EDGE:
        return i64(1) if joined(s, hexno, TUNNEL) else i64(0)
    if asked == PATH:
        return reach(s, hexno, -1)[TUNNEL]
    return 1


def joined(s: State, hexno: i64, other: i64) -> bool:
    """Whether a tunnel directly joins two hexes."""
    for at in range(hexno * SIDES, hexno * SIDES + SIDES):
        if s.joined[at] == other:
            return True
    return False


def reach(s: State, start: i64, seat: i64) -> vec[i64]:
    """A vector with 1 for each hex that a chain of tunnels joins to `start`, and 0 for all others.

    If `seat` is not -1, the chain may use only tiles that the seat inhabits, and never the Great Tunnel.
    """
    marks: vec[i64] = vec[i64]([0] * HEXES)
    queue: vec[i64] = vec[i64]()
    queue = append(queue, start)
    marks[start] = 1
    i: i64 = 0
    while i < len(queue):
        first = queue[i] * SIDES
        i += 1
        for at in range(first, first + SIDES):
            other = s.joined[at]
            if other >= 0 and marks[other] == 0 and (seat < 0 or inhabits(s, seat, other)):
                marks[other] = 1
                queue = append(queue, other)
    return marks


def longest_chain(s: State, seat: i64) -> i64:
    """The number of tiles in the largest set of joined tiles that a player inhabits (Extensive Tunnel)."""
    best: i64 = 0
    seen: vec[i64] = vec[i64]([0] * HEXES)
    for hexno in range(1, HEXES):
        if seen[hexno] == 0 and inhabits(s, seat, hexno):
            marks = reach(s, hexno, seat)
            size: i64 = 0
            for other in range(1, HEXES):
                size += marks[other]
                seen[other] += marks[other]
            best = max(best, size)
    return best
