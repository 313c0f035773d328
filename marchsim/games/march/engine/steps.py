"""Small procedures that many chapters share: filling sites, placing larvae, steps, losses, turn order.

If the rules leave a choice, a procedure asks the owner of the ants. Implements GEN-01, GEN-02, GEN-04,
MEA-08, MEA-09, MEA-13, MEA-21, WRK-03, FIV-02, MAR-02, MAR-03 and PLY-10.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import (
    offer_all_ants,
    offer_ant_steps,
    offer_ants,
    offer_larvae,
    offer_sites,
)
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.kernel.compat import i64


def clockwise(g: Play, first: i64, index: i64) -> i64:
    """The seat `index` places clockwise from `first`."""
    seat = first + index
    return seat - g.s.players if seat >= g.s.players else seat


def reacts(g: Play, index: i64) -> bool:
    """Whether the player `index` places to the left of the active player may react (WRK-03, FIV-02)."""
    return g.s.players < g.rules.neighbours_react_from or index == 1 or index == g.s.players - 1


def landing(g: Play, seat: i64, hexno: i64) -> i64:
    """Ask a player which empty site its ant takes in a hex (MEA-09). Return it, or OUT if the hex is full."""
    s = g.s
    if s.filled[hexno] >= g.kit.sites[hexno]:
        return w.OUT
    table = g.table
    table.open(hexno, 0, 0, 0)
    offer_sites(g, hexno, w.NOBODY)
    return w.part(table.choose(seat, w.Q_INHABIT), 1)


def settle_hex(g: Play, hexno: i64, first: i64) -> None:
    """Fill a hex's vacant sites with ants from its outskirts, players clockwise from `first` (MEA-13)."""
    s = g.s
    index: i64 = 0
    while index < s.players and s.filled[hexno] < g.kit.sites[hexno]:
        seat = clockwise(g, first, index)
        index += 1
        while s.out[seat * w.HEXES + hexno] > 0 and s.filled[hexno] < g.kit.sites[hexno]:
            if s.out[seat * w.HEXES + hexno] >= g.kit.sites[hexno] - s.filled[hexno]:
                slot: i64 = 0  # all vacant sites become this player's: nothing to choose
                while s.site[hexno * w.SITES + slot] != w.NOBODY:
                    slot += 1
                g.settle_ant(seat, hexno, slot)
            else:
                g.settle_ant(seat, hexno, landing(g, seat, hexno))


def settle(g: Play, first: i64) -> None:
    """Fill the vacant sites of all hexes, in the order of their numbers (MEA-13, MEA-21)."""
    hexno = vacant_after(g, w.TUNNEL)
    while hexno < w.HEXES:
        settle_hex(g, hexno, first)
        hexno = vacant_after(g, hexno)


def vacant_after(g: Play, last: i64) -> i64:
    """The lowest hex above `last` with a vacant site and ants in its outskirts, or HEXES if there is none."""
    s = g.s
    laid = s.laid
    crowd = s.crowd
    filled = s.filled
    sites = g.kit.sites
    lowest: i64 = w.HEXES
    i: i64 = s.laid_n - 1
    while i >= 0:
        hexno = laid[i]
        if crowd[hexno] > filled[hexno] and last < hexno < lowest and filled[hexno] < sites[hexno]:
            lowest = hexno
        i -= 1
    return lowest


def place_larva(g: Play, seat: i64, hexno: i64) -> None:
    """Turn a larva from a player's chamber, if it has one, into an ant in a hex (MEA-08)."""
    if g.s.larvae[seat] > 0:
        g.emerge(seat, hexno, landing(g, seat, hexno))


def place_larvae(g: Play, seat: i64, most: i64, tiles_only: bool, reaction: i64) -> i64:
    """Let a player place up to `most` larvae in hexes it inhabits or the Great Tunnel. Return the number.

    If `tiles_only` is set, the Great Tunnel is left out (PRI-05). If this is a reaction to an action,
    `reaction` is its option code, else NONE.
    """
    placed: i64 = 0
    while placed < most and g.s.larvae[seat] > 0:
        g.table.open(most - placed, 0, 0, 0)
        g.table.offer(w.O_PASS)
        offer_larvae(g, seat, tiles_only)
        choice = g.table.choose(seat, w.Q_EMERGE)
        if choice == w.O_PASS:
            break
        if placed == 0 and reaction >= 0:
            g.events.add(w.E_REACTION, seat, reaction, 0, 0, 0)
        place_larva(g, seat, w.part(choice, 0))
        placed += 1
    return placed


def place_larvae_in(g: Play, seat: i64, hexno: i64, most: i64) -> None:
    """Let a player place up to `most` larvae in a hex, whether it inhabits the hex or not (MEA-18)."""
    for left in range(most, 0, -1):
        if g.s.larvae[seat] == 0:
            return
        g.table.open(left, 0, 0, 0)
        g.table.offer(w.O_PASS)
        g.table.offer(w.option(w.O_LARVA, hexno, 0, 0, 0))
        if g.table.choose(seat, w.Q_EMERGE) == w.O_PASS:
            return
        place_larva(g, seat, hexno)


def walk(g: Play, seat: i64, steps: i64, larvae: bool, must: bool, reaction: i64) -> i64:
    """Let a player take up to `steps` steps (MAR-02, MAR-03). Return the number taken.

    If `larvae` is set, larvae may move too, before any ants. If `must` is set, the first step cannot be
    declined (MAR-06). If this is a reaction to an action, `reaction` is its option code, else NONE.
    """
    taken: i64 = 0
    table = g.table
    while taken < steps:
        stop = taken > 0 or not must
        table.open(steps - taken, 1 if stop else 0, 0, 0)
        if stop:
            table.offer(w.O_PASS)
        if larvae:
            offer_larvae(g, seat, False)
        offer_ant_steps(g, seat)
        if table.n == 0:
            break
        choice = table.choose(seat, w.Q_STEP)
        if choice == w.O_PASS:
            break
        if taken == 0 and reaction >= 0:
            g.events.add(w.E_REACTION, seat, reaction, 0, 0, 0)
        if w.code_of(choice) == w.O_LARVA:
            place_larva(g, seat, w.part(choice, 0))
        else:
            larvae = False
            ant_step(g, seat, choice)
        taken += 1
    return taken


def ant_step(g: Play, seat: i64, choice: i64) -> None:
    """Move an ant as an O_STEP option describes."""
    hexno = w.part(choice, 0)
    to = w.part(choice, 2)
    to_slot = w.part(choice, 3)
    if to != hexno:
        to_slot = landing(g, seat, to)
    g.step(seat, hexno, w.part(choice, 1), to, to_slot)


def lose_in(g: Play, seat: i64, hexno: i64, n: i64, why: i64, told: i64 = 0) -> None:
    """Let a player lose `n` ants of its choice in a hex, or all of them if it has fewer there (PLY-10)."""
    for left in range(n, 0, -1):
        ants = g.s.ants[seat * w.HEXES + hexno]
        if ants == 0:
            return
        g.table.open(hexno, left, why, 0)
        offer_ants(g, seat, hexno)
        choice = g.table.options[0]
        if ants > left:  # else all of them go: nothing to choose
            choice = g.table.choose(seat, w.Q_LOSE)
        g.lose_ant(seat, hexno, w.part(choice, 1), why, told)


def lose_anywhere(g: Play, seat: i64, n: i64, why: i64, tiles_only: bool) -> None:
    """Let a player choose `n` of its ants to lose. If `tiles_only` is set, the Great Tunnel is safe."""
    s = g.s
    for left in range(n, 0, -1):
        ants = s.army[seat] - s.ants[seat * w.HEXES + w.TUNNEL] if tiles_only else s.army[seat]
        if ants == 0:
            return
        g.table.open(w.NONE, left, why, 0)
        if tiles_only:
            for i in range(s.laid_n):
                if s.laid[i] != w.TUNNEL:
                    offer_ants(g, seat, s.laid[i])
        else:
            offer_all_ants(g, seat)
        choice = g.table.options[0]
        if ants > left:  # else all of them go: nothing to choose
            choice = g.table.choose(seat, w.Q_LOSE)
        g.lose_ant(seat, w.part(choice, 0), w.part(choice, 1), why)
