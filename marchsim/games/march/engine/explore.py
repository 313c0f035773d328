"""Explore: draw, place and enter a tile, with all consequences. Implements EXP, BEY-01 and BEY-02.

A Beyond the Meadow tile may act when it is placed and at Harvest. Its amounts define the effects, and a tile
without such amounts has none.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import (
    connected,
    offer_ants,
    offer_hand,
    offer_places,
    offer_spots,
    offer_turns,
    trapped,
)
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import affordable, play_held
from marchsim.games.march.engine.state import inhabits
from marchsim.games.march.engine.steps import clockwise, landing, place_larvae, reacts, settle
from marchsim.kernel.compat import append, i64, vec


def placed(g: Play, seat: i64, tile: i64) -> None:
    """Resolve the effect of a tile that a player has explored or placed (BEY-01)."""
    kit = g.kit
    if kit.tile_reveal[tile] > 0:
        play_from_the_lair(g, seat, tile)
    if kit.tile_joined[tile] > 0:
        spread_centipedes(g, seat, tile)
    if kit.tile_food[tile] > 0:
        for index in range(1, g.s.players):
            g.gain_food(clockwise(g, seat, index), kit.tile_food[tile], w.WHY_TILE, w.of_site(tile, 0))
    g.draw_cards(seat, kit.tile_draw[tile])


def play_from_the_lair(g: Play, seat: i64, tile: i64) -> None:
    """Tile 21: reveal cards, let the player play some of them, and discard the others.

    The player pays the costs of these cards. Nobody reacts to them.
    """
    revealed: vec[i64] = vec[i64]()
    while len(revealed) < g.kit.tile_reveal[tile]:
        card = g.reveal_card()
        if card < 0:
            break
        revealed = append(revealed, card)
    plays: i64 = 0
    while plays < g.kit.tile_play[tile] and g.s.rested[seat] == 0:  # a granted Rest ends the turn (RST-08)
        g.table.open(w.TILE_CONTEXT + tile, 0, 0, 0)
        g.table.offer(w.O_PASS)
        for i in range(len(revealed)):
            if revealed[i] >= 0 and affordable(g, seat, revealed[i]):
                g.table.offer(w.option(w.O_CARD, revealed[i], 0, 0, 0))
        choice = g.table.choose(seat, w.Q_FREE_CARD)
        if choice == w.O_PASS:
            break
        card = w.part(choice, 0)
        for i in range(len(revealed)):
            if revealed[i] == card:
                revealed[i] = -1
        play_held(g, seat, card, False, False)
        plays += 1
    for i in range(len(revealed)):
        if revealed[i] >= 0:
            g.discard_held(seat, revealed[i], w.WHY_TILE, w.of_site(tile, 0))


def spread_centipedes(g: Play, seat: i64, tile: i64) -> None:
    """Tile 23: put centipedes on this tile and on the tiles joined to it.

    If there are too few tokens, the player chooses the joined tiles that get one (SET-09).
    """
    s = g.s
    g.put_centipede(tile)
    while s.tokens > 0:
        g.table.open(w.TILE_CONTEXT + tile, 0, 0, 0)
        for edge in range(w.SIDES):
            other = connected(s, tile, edge)
            if other > w.TUNNEL and s.centipede[other] == 0:
                g.table.offer(w.option(w.O_CENTIPEDE, other, 0, 0, 0))
        if g.table.n == 0:
            return
        choice = g.table.options[0]
        if g.table.n > s.tokens:
            choice = g.table.choose(seat, w.Q_TOKEN)
        g.put_centipede(w.part(choice, 0))


def before_harvest(g: Play, seat: i64) -> None:
    """Tile 22: before a player collects, make it discard cards for each of its sites on this tile."""
    s = g.s
    discards = g.kit.tile_discard
    for hexno in range(1, w.HEXES):
        if discards[hexno] > 0 and s.placed[hexno] > 0 and inhabits(s, seat, hexno):
            due = discards[hexno] * (s.ants[seat * w.HEXES + hexno] - s.out[seat * w.HEXES + hexno])
            while due > 0 and s.hand_n[seat] > 0:
                discard_one(g, seat, w.TILE_CONTEXT + hexno, w.WHY_TILE, w.of_site(hexno, 0))
                due -= 1


def discard_one(g: Play, seat: i64, about: i64, why: i64, told: i64 = 0) -> i64:
    """Let a player choose a card in its hand and discard it. Return the card."""
    g.table.open(about, 0, 0, 0)
    offer_hand(g, seat)
    card = w.part(g.table.choose(seat, w.Q_DISCARD), 0)
    g.discard(seat, card, why, told)
    return card


# Explore (EXP)
def explore(g: Play, seat: i64) -> None:
    """Explore: pay, draw, place, move in, and resolve the effects (EXP-02 to EXP-06)."""
    g.pay_food(seat, g.rules.explore_cost, w.WHY_ACTION)
    tile = draw_to_explore(g, seat)
    g.table.open(tile, 0, 0, 0)
    offer_places(g, seat)
    choice = g.table.choose(seat, w.Q_PLACE)
    origin = w.part(choice, 0)
    lay_beside(g, seat, tile, origin, w.part(choice, 1))
    if g.rules.beyond_timing > 0:
        placed(g, seat, tile)
    move_in(g, seat, tile, origin)
    settle(g, seat)
    if g.rules.beyond_timing == 0:
        placed(g, seat, tile)
        settle(g, seat)
    if not g.phase_over:  # a Rest granted by tile 21's card may have ended it (D-11)
        after_explore(g, seat)
        explore_reactions(g, seat)


def draw_to_explore(g: Play, seat: i64) -> i64:
    """Draw a tile. With Scouting Thorax, draw several, let the player keep one, and put the others back."""
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
    """Let a player turn a tile and lay it beside hex `origin`, across `edge` (EXP-03, MEA-07)."""
    column = g.s.column[origin] + g.kit.edge_q[edge]
    row = g.s.row[origin] + g.kit.edge_r[edge]
    g.table.open(tile, column, row, 0)
    offer_turns(g, tile, (edge + 3) % 6)
    g.place_tile(seat, tile, column, row, w.part(g.table.choose(seat, w.Q_TURN), 0))
    if g.kit.icon[tile] == w.CENTIPEDE:
        g.put_centipede(tile)


def move_in(g: Play, seat: i64, tile: i64, origin: i64) -> None:
    """Let a player move one or more ants into the explored hex, all from the same hex (EXP-04)."""
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
    """Offer the ants that may move in first.

    They are those in hex `origin` or, if the rules say so, those in any hex joined to the new tile.
    """
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
    """Apply the explorer's top thorax after an Explore (EXP-05).

    It may give larvae for each larva site that the player inhabits in the whole Meadow, and food once a
    phase.
    """
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
    """Let each player who may react place larvae (EXP-06). Fill sites after each reaction (MEA-21)."""
    for index in range(1, g.s.players):
        other = clockwise(g, seat, index)
        if reacts(g, index) and g.s.larvae[other] > 0:
            if place_larvae(g, other, g.rules.explore_reaction_larvae, False, w.O_EXPLORE) > 0:
                settle(g, seat)


def place_anywhere(g: Play, seat: i64) -> i64:
    """Let a player draw a tile and lay it on any empty place beside a hex (MEA-01). Return the tile."""
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
