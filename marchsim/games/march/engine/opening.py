"""Opening hexes: before the first turn each player draws starting hexes and places one of them with its ants.

Holds TWO-02, TWO-03 and the same part of HOR-12. Only rulesets with `opening_hexes` use it.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.explore import lay_beside
from marchsim.games.march.engine.legal import offer_tunnels
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, place_larva
from marchsim.kernel.compat import append, i64, vec
from marchsim.kernel.rng import sort_by_key

SALT_OPENING: Final = 16  # and the player's place in turn order


def open_meadow(g: Play) -> None:
    """Let each player, from the starting player on, place a hex of its choice with its ants (TWO-02)."""
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        home = place_opening(g, seat, unused(g, w.STARTING, g.rules.opening_hexes, SALT_OPENING + index))
        for _ants in range(g.rules.starting_ants):
            place_larva(g, seat, home)


def place_opening(g: Play, seat: i64, drawn: vec[i64]) -> i64:
    """Let a player place one of the hexes drawn, joined to the Great Tunnel, and return it.

    With no hex or no open tunnel left the ants' home is the Great Tunnel itself. Only the hex's own token is
    resolved (MEA-07), since the game has not begun (D-22).
    """
    g.table.open(w.NONE, 0, 0, 0)
    offer_tunnels(g, w.TUNNEL)
    if len(drawn) == 0 or g.table.n == 0:
        return w.TUNNEL
    tile = draft(g, seat, drawn)
    g.table.open(tile, 0, 0, 0)
    offer_tunnels(g, w.TUNNEL)
    edge = w.part(g.table.choose(seat, w.Q_PLACE), 1)
    lay_beside(g, seat, tile, w.TUNNEL, edge)
    return tile


def draft(g: Play, seat: i64, drawn: vec[i64]) -> i64:
    """Let a player choose one of the hexes drawn. Put the others back."""
    for i in range(len(drawn)):
        g.draw_starting(seat, drawn[i])
    g.table.open(0, 0, 0, 0)
    for i in range(len(drawn)):
        g.table.offer(w.option(w.O_TILE, drawn[i], 0, 0, 0))
    chosen = w.part(g.table.choose(seat, w.Q_DRAFT), 0)
    for i in range(len(drawn)):
        if drawn[i] != chosen:
            g.return_starting(seat, drawn[i])
    return chosen


def unused(g: Play, group: i64, most: i64, salt: i64) -> vec[i64]:
    """Up to `most` unused tiles of a group, drawn at random."""
    tiles: vec[i64] = vec[i64]()
    keys: vec[i64] = vec[i64]()
    for tile in range(1, w.HEXES):
        if g.kit.group[tile] == group and g.kit.tile_enabled[tile] > 0 and g.s.placed[tile] == 0:
            tiles = append(tiles, tile)
            keys = append(keys, g.tile_key(salt, tile))
    sort_by_key(tiles, keys, len(tiles))
    drawn: vec[i64] = vec[i64]()
    i: i64 = 0
    while i < len(tiles) and i < most:
        drawn = append(drawn, tiles[i])
        i += 1
    return drawn
