"""The Centipede Horde: the effects of its cards, its points in Slumber, and whether it wins. Implements HOR.

The moves of the Horde's deck, centipedes and points are in `moves.meadow`, and its battles are in `battle`.
`workers` turns up a card after each turn.
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine import explore
from marchsim.games.march.engine.battle import rampage
from marchsim.games.march.engine.legal import offer_spots, offer_turns
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.kernel.compat import i64

SALT_SPOT: Final = 1 << 21  # and the tile
SALT_TURN: Final = 1 << 22  # and the tile
ACTIVE: Final = 1  # horde_places: the active player
EVERY: Final = 1  # horde_beats: every player


# its cards --------------------------------------------------------------
def horde_turn(g: Play) -> None:
    """Turn up and resolve a card of the Horde, and each further card that a sentry brings (HOR-02, HOR-06).

    Each card is discarded before the next is turned up. Nothing happens if no card is left.
    """
    more = True
    while more:
        card = g.take_horde_card()
        if card < 0:
            return
        more = resolve_card(g, card)
        g.discard_horde_card(card)


def resolve_card(g: Play, card: i64) -> bool:
    """Resolve a card of the Horde according to its kind. Return whether another card follows."""
    kind = g.kit.kind[card]
    if kind == w.EVOLUTION:
        g.meet_card(card, w.C_INVADE)
        invade(g)
        return False
    if kind != w.EVENT:
        g.meet_card(card, w.C_RAMPAGE)
        rampage_everywhere(g)
        return False
    vanguard = lowest_centipede(g)
    if vanguard == w.NONE:
        g.meet_card(card, w.C_SENTRY)
        return sentry(g)
    g.meet_card(card, w.C_ADVANCE)
    advance(g, vanguard, g.kit.ferocity[card])
    return False


def invade(g: Play) -> None:
    """Invade: place a centipede in the highest-numbered hex without one, or in the Great Tunnel (HOR-03)."""
    s = g.s
    hexno: i64 = w.HEXES - 1
    while hexno > w.TUNNEL and (s.placed[hexno] == 0 or s.centipede[hexno] > 0):
        hexno -= 1
    if hexno == w.TUNNEL:
        enter_tunnel(g)
    else:
        g.put_centipede(hexno)


def enter_tunnel(g: Play) -> None:
    """Move a centipede into the Great Tunnel. The Horde scores its points once per player (HOR-10)."""
    g.intrude()
    g.score_horde(g.rules.horde_tunnel_points * g.s.players, w.H_TUNNEL)


def lowest_centipede(g: Play) -> i64:
    """The lowest-numbered hex with a centipede, or NONE. The Great Tunnel does not count."""
    for hexno in range(1, w.HEXES):
        if g.s.centipede[hexno] > 0:
            return hexno
    return w.NONE


def advance(g: Play, hexno: i64, jumps: i64) -> None:
    """Advance: a centipede jumps to lower and lower hexes, and finally into the Great Tunnel (HOR-04)."""
    s = g.s
    while jumps > 0 and hexno > w.TUNNEL:
        to = hexno - 1
        while to > w.TUNNEL and (s.placed[to] == 0 or s.centipede[to] > 0):
            to -= 1
        g.jump_centipede(hexno, to)
        if to == w.TUNNEL:
            enter_tunnel(g)
        hexno = to
        jumps -= 1


def rampage_everywhere(g: Play) -> None:
    """Rampage: each centipede battles the ants in its hex, lowest hex first, with extra strength (HOR-05)."""
    for hexno in range(1, w.HEXES):
        if g.s.centipede[hexno] > 0 and g.s.crowd[hexno] > 0:
            rampage(g, hexno, g.rules.rampage_strength)


# sentries -----------------------------------------------------------------
def sentry(g: Play) -> bool:
    """Sentry: turn up a hex and place it with a centipede. Return whether another card follows (HOR-06).

    Nothing happens if the pile is empty. A Beyond the Meadow hex adds its centipedes, but has no other
    effect.
    """
    if g.s.pile_n == 0:
        return False
    tile = g.draw_tile(w.NOBODY)
    g.table.open(tile, 0, 0, 0)
    offer_spots(g)
    spot = decide(g, w.Q_SPOT, SALT_SPOT + tile)
    column = w.part(spot, 0)
    row = w.part(spot, 1)
    g.table.open(tile, column, row, 0)
    offer_turns(g, tile, w.NONE)
    g.place_tile(w.NOBODY, tile, column, row, w.part(decide(g, w.Q_TURN, SALT_TURN + tile), 0))
    g.put_centipede(tile)
    if g.kit.tile_joined[tile] > 0:
        explore.spread_centipedes(g, g.s.active, tile)
    return g.kit.icon[tile] == w.CENTIPEDE


def decide(g: Play, question: i64, salt: i64) -> i64:
    """Choose one of the options on offer at random or, if the rules say so, ask the active player.

    Each option has a random key of the deal, and the smallest key wins. So all options are equally likely, a
    missing option does not reorder the others, and no other random choice changes.
    """
    if g.rules.horde_places == ACTIVE:
        return g.table.choose(g.s.active, question)
    best = g.table.options[0]
    for i in range(1, g.table.n):
        if g.chance.keyed(salt, g.table.options[i], 0) < g.chance.keyed(salt, best, 0):
            best = g.table.options[i]
    return best


# its points ---------------------------------------------------------------
def horde_slumber(g: Play) -> None:
    """Give the Horde points for each centipede in the Meadow and in the Great Tunnel (HOR-10)."""
    g.score_horde(g.rules.horde_slumber_points * (centipedes_in_hexes(g) + g.s.intruders), w.H_SLUMBER)


def centipedes_in_hexes(g: Play) -> i64:
    """The number of hexes that have a centipede."""
    count: i64 = 0
    for hexno in range(1, w.HEXES):
        count += g.s.centipede[hexno]
    return count


def margin(g: Play) -> i64:
    """The players' lead over the Horde in points. If it is negative, the Horde wins and all lose (HOR-11)."""
    least = g.s.score[0]
    most = g.s.score[0]
    for seat in range(1, g.s.players):
        least = min(least, g.s.score[seat])
        most = max(most, g.s.score[seat])
    return (most if g.rules.horde_beats == EVERY else least) - g.s.horde_score
