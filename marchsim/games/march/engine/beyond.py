"""The Beyond the Meadow tiles: their effects when placed and at Harvest. Implements BEY-01 and BEY-02.

The amounts come from the tile's data. A tile without such amounts has no effect.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import connected, offer_hand
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import affordable, play_held
from marchsim.games.march.engine.state import inhabits
from marchsim.games.march.engine.steps import clockwise
from marchsim.kernel.compat import append, i64, vec


def placed(g: Play, seat: i64, tile: i64) -> None:
    """Resolve the effect of a tile when a player explores or places it (BEY-01)."""
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
    """Tile 21: reveal cards. The placer may play some at cost, without reactions. Discard the rest."""
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
    """Tile 23: put centipedes here and on joined tiles. If too few are left, the placer chooses (SET-09)."""
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
    """Tile 22: before a player collects, it discards cards for each site that it inhabits there."""
    s = g.s
    discards = g.kit.tile_discard
    for hexno in range(1, w.HEXES):
        if discards[hexno] > 0 and s.placed[hexno] > 0 and inhabits(s, seat, hexno):
            due = discards[hexno] * (s.ants[seat * w.HEXES + hexno] - s.out[seat * w.HEXES + hexno])
            while due > 0 and s.hand_n[seat] > 0:
                discard_one(g, seat, w.TILE_CONTEXT + hexno, w.WHY_TILE, w.of_site(hexno, 0))
                due -= 1


def discard_one(g: Play, seat: i64, about: i64, why: i64, told: i64 = 0) -> i64:
    """Let a player choose a card from its hand to discard. Return the card."""
    g.table.open(about, 0, 0, 0)
    offer_hand(g, seat)
    card = w.part(g.table.choose(seat, w.Q_DISCARD), 0)
    g.discard(seat, card, why, told)
    return card
