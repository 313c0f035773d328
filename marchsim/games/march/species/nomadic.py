"""The Nomadic Ant: Journey of 6000 Steps, Infertile Queen, Path of Peace. Implements PRI-05 to PRI-07."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import beyond
from marchsim.games.march.engine.explore import after_explore, draw_to_explore, lay_beside
from marchsim.games.march.engine.legal import offer_tunnels, some_slot, trapped
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, landing, place_larvae, reacts, settle, walk
from marchsim.games.march.rules.ruleset import Ruleset
from marchsim.games.march.species.shared_traits import Primitive
from marchsim.kernel.compat import append, i64, vec


class NomadicAnt(Primitive):
    """Journey of 6000 Steps. Fewer larvae from double sites (`collect`). No head bonus."""

    def __init__(self, rules: Ruleset) -> None:
        super().__init__(rules, w.NOMADIC, w.O_JOURNEY)
        self.double_larvae = rules.infertile_double_larvae
        self.lost_section = w.HEAD
        self.head_strength = 0

    def can_act(self, g: Play, seat: i64) -> bool:
        """Whether there are enough food and tiles, and a hex with enough open tunnels (PRI-05)."""
        if g.s.food[seat] < g.rules.journey_cost or g.s.pile_n < g.rules.journey_hexes:
            return False
        for i in range(g.s.laid_n):
            if may_set_out(g, seat, g.s.laid[i]):
                return True
        return False

    def act(self, g: Play, seat: i64) -> None:
        """Journey: explore the hexes, move all ants into them, and apply one Explore's consequences."""
        g.lose_food(seat, g.rules.journey_cost, w.WHY_ACTION)
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
    """Whether a player's ants may leave a hex that has as many open tunnels as the Journey needs."""
    if g.s.ants[seat * w.HEXES + hexno] == 0 or g.figures.open_tunnels(hexno) < g.rules.journey_hexes:
        return False
    return not trapped(g, seat, hexno)


def lay_on_journey(g: Play, seat: i64, tile: i64, origin: i64) -> i64:
    """Lay a tile beside `origin` or, if that is -1, a hex that the player chooses. Return that hex."""
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
    """Resolve the effects of the new hexes, in the order of laying.

    With `fill`, fill sites after each effect.
    """
    i: i64 = 0
    while i < len(tiles) and not g.phase_over:
        beyond.placed(g, seat, tiles[i])
        if fill:
            settle(g, seat)
        i += 1


def divide(g: Play, seat: i64, origin: i64, tiles: vec[i64]) -> None:
    """Let a player divide all its ants in the hex `origin` among the new hexes.

    All of them leave, so the only question is where each ant goes. A single new hex needs no question (D-13).
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
    """Let each other player place a larva in a tile that it inhabits, then move an ant. Both are optional."""
    for index in range(1, g.s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index):
            placed = place_larvae(g, other, g.rules.journey_reaction_larvae, True, w.O_JOURNEY)
            reaction = w.O_JOURNEY if placed == 0 else w.NONE
            moved = walk(g, other, g.rules.journey_reaction_steps, False, False, reaction)
            if placed + moved > 0:
                settle(g, seat)
