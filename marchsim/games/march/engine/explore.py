"""Explore: draw, place and enter a tile, with all consequences. Implements EXP.

Effects that place a tile anywhere call `place_anywhere`.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import beyond
from marchsim.games.march.engine.legal import offer_ants, offer_places, offer_spots, offer_turns, trapped
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, landing, place_larvae, reacts, settle
from marchsim.kernel.compat import append, i64, vec


def explore(g: Play, seat: i64) -> None:
    """Explore: pay, draw, place, move in, and resolve the effects (EXP-02 to EXP-06)."""
    g.lose_food(seat, g.rules.explore_cost, w.WHY_ACTION)
    tile = draw_to_explore(g, seat)
    g.table.open(tile, 0, 0, 0)
    offer_places(g, seat)
    choice = g.table.choose(seat, w.Q_PLACE)
    origin = w.part(choice, 0)
    lay_beside(g, seat, tile, origin, w.part(choice, 1))
    if g.rules.beyond_timing > 0:
        beyond.placed(g, seat, tile)
    move_in(g, seat, tile, origin)
    settle(g, seat)
    if g.rules.beyond_timing == 0:
        beyond.placed(g, seat, tile)
        settle(g, seat)
    if not g.phase_over:  # a Rest granted by tile 21's card may have ended it (D-11)
        after_explore(g, seat)
        explore_reactions(g, seat)


def draw_to_explore(g: Play, seat: i64) -> i64:
    """Draw a tile. With a Scouting Thorax, look at several, take one and return the others to the top."""
    thorax = g.s.top(seat, w.THORAX)
    looks: i64 = 1 if thorax < 0 else g.cards[thorax].explore_look
    looks = min(looks, g.s.pile_n)
    if looks <= 1:
        return g.draw_tile(seat)
    drawn: vec[i64] = vec[i64]()
    for _ in range(looks):
        drawn = append(drawn, g.draw_tile(seat))
    g.table.open(0, 0, 0, 0)
    for i in range(looks):
        g.table.offer(w.option(w.O_TILE, drawn[i], 0, 0, 0))
    taken = w.part(g.table.choose(seat, w.Q_TILE), 0)
    i = looks - 1
    while i >= 0:
        if drawn[i] != taken:
            g.return_tile(seat, drawn[i])
        i -= 1
    return taken


def lay_beside(g: Play, seat: i64, tile: i64, origin: i64, edge: i64) -> None:
    """Let a player turn a tile and lay it across a tunnel of the hex explored from (EXP-03, MEA-07)."""
    column = g.s.column[origin] + g.kit.edge_q[edge]
    row = g.s.row[origin] + g.kit.edge_r[edge]
    g.table.open(tile, column, row, 0)
    offer_turns(g, tile, (edge + 3) % 6)
    g.place_tile(seat, tile, column, row, w.part(g.table.choose(seat, w.Q_TURN), 0))
    if g.kit.icon[tile] == w.CENTIPEDE:
        g.put_centipede(tile)


def move_in(g: Play, seat: i64, tile: i64, origin: i64) -> None:
    """Move one or more ants from a single hex into the explored one (EXP-04)."""
    moved: i64 = 0
    while True:
        g.table.open(tile, moved, 0, 0)
        if moved > 0:
            g.table.offer(w.O_PASS)
            offer_ants(g, seat, origin)
        else:
            offer_sources(g, seat, tile, origin)
        if g.table.n == 0:
            return
        choice = g.table.choose(seat, w.Q_MOVE_IN)
        if choice == w.O_PASS:
            return
        origin = w.part(choice, 0)
        g.step(seat, origin, w.part(choice, 1), tile, landing(g, seat, tile))
        moved += 1


def offer_sources(g: Play, seat: i64, tile: i64, origin: i64) -> None:
    """Offer the ants that may move in first: from hex `origin` or, by a ruling, from any joined hex."""
    if g.rules.explore_moves_from == 0:
        if not trapped(g, seat, origin):  # EXP-07 has seen to that, unless a Beyond effect came between
            offer_ants(g, seat, origin)
        return
    for edge in range(w.SIDES):
        other = g.s.beside[tile * 6 + edge]
        if other >= 0 and g.s.open[tile * 6 + edge] > 0 and g.s.open[other * 6 + (edge + 3) % 6] > 0:
            if not trapped(g, seat, other):
                offer_ants(g, seat, other)


def after_explore(g: Play, seat: i64) -> None:
    """Resolve the explorer's thorax (EXP-05): larvae per larva site, and food once a phase."""
    s = g.s
    thorax = s.top(seat, w.THORAX)
    if thorax < 0:
        return
    card = g.cards[thorax]
    if card.explore_site_larvae > 0:
        sites: i64 = 0
        for hexno in range(1, w.HEXES):
            for site in range(g.kit.sites[hexno]):
                kind = g.kit.resource[hexno * w.SITES + site]
                if s.site[hexno * w.SITES + site] == seat and (kind == w.LARVA or kind == w.LARVAE):
                    sites += 1
        g.gain_larvae(seat, sites * card.explore_site_larvae, w.WHY_CARD, w.of_card(thorax))
    if card.explore_food > 0 and s.explored[seat] == 0:
        g.note_explore_food(seat)
        g.gain_food(seat, card.explore_food, w.WHY_CARD, w.of_card(thorax))


def explore_reactions(g: Play, seat: i64) -> None:
    """Let each player that may react place larvae (EXP-06). Fill sites after each reaction (MEA-21)."""
    for index in range(1, g.s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index) and g.s.larvae[other] > 0:
            if place_larvae(g, other, g.rules.explore_reaction_larvae, False, w.O_EXPLORE) > 0:
                settle(g, seat)


def place_anywhere(g: Play, seat: i64) -> i64:
    """Draw a tile and place it on any empty place beside a hex, in any rotation. Return it (MEA-01)."""
    tile = draw_to_explore(g, seat)
    g.table.open(tile, 0, 0, 0)
    offer_spots(g)
    spot = g.table.choose(seat, w.Q_SPOT)
    g.table.open(tile, w.part(spot, 0), w.part(spot, 1), 0)
    offer_turns(g, tile, w.NONE)
    g.place_tile(seat, tile, w.part(spot, 0), w.part(spot, 1), w.part(g.table.choose(seat, w.Q_TURN), 0))
    if g.kit.icon[tile] == w.CENTIPEDE:
        g.put_centipede(tile)
    return tile
