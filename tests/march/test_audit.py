"""The audit of a position finds each counter that does not agree with its source, and says which."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from marchsim.games.march import words as w
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.table.inspection import audit
from tools import games
from tools.onlooker import unsettled


def last(g: Play) -> int:
    """Return the hex that was laid last."""
    return int(g.s.laid[g.s.laid_n - 1])


def place(g: Play) -> int:
    """Return where on the grid the hex lies that was laid last."""
    return int(g.s.row[last(g)] * w.GRID + g.s.column[last(g)])


def vacant(g: Play) -> int:
    """Return a hex that does not lie."""
    return next(hexno for hexno in range(w.HEXES) if not g.s.placed[hexno])


def flipped(name: str, at: Callable[[Play], int]) -> Callable[[Play], None]:
    """Return what turns a flag of the state round."""

    def change(g: Play) -> None:
        vector = getattr(g.s, name)
        vector[at(g)] = 1 - vector[at(g)]

    return change


def moved(name: str, at: Callable[[Play], int] = lambda g: 0, by: int = 1) -> Callable[[Play], None]:
    """Return what moves a number of the state."""

    def change(g: Play) -> None:
        getattr(g.s, name)[at(g)] += by

    return change


def alone(name: str, by: int) -> Callable[[Play], None]:
    """Return what moves a number that is no vector."""

    def change(g: Play) -> None:
        setattr(g.s, name, getattr(g.s, name) + by)

    return change


def put(name: str, at: Callable[[Play], int], value: int) -> Callable[[Play], None]:
    """Return what sets a number of the state."""

    def change(g: Play) -> None:
        getattr(g.s, name)[at(g)] = value

    return change


def far_away(g: Play) -> None:
    """Lay the last hex where it touches no other."""
    hexno = last(g)
    g.s.grid[place(g)] = w.NONE
    g.s.column[hexno], g.s.row[hexno] = 0, 0
    g.s.grid[0] = hexno


def twice(g: Play) -> None:
    """Lay the last hex onto the first."""
    first = g.s.laid[0]
    g.s.column[last(g)], g.s.row[last(g)] = g.s.column[first], g.s.row[first]


BREAKS: dict[str, Callable[[Play], None]] = {
    "seat 0 has 37 cubes instead of 36": moved("supply"),
    "cards missing": alone("deck_n", -1),
    "instead of -1": moved("topmost", lambda g: next(at for at in range(9) if g.s.topmost[at] < 0), 3),
    "lie among those of the other side": alone("horde_deck_n", 1),
    "tokens left and": alone("tokens", 1),
    "has wormhole 7": put("wormhole", last, 7),
    "hex 0 has centipede 1, wormhole": moved("centipede"),
    "has centipede 2, wormhole": put("centipede", last, 2),
    "two hexes lie in one place": twice,
    "the hexes laid are not those placed": flipped("placed", vacant),
    "the grid holds other hexes than those laid": put("grid", lambda g: 0, 1),
    "is not on the grid where it lies": put("grid", place, 30),
    "touches no other": far_away,
    "lies beside": moved("beside", lambda g: last(g) * 6),
    "tunnels join hex": moved("joined", lambda g: last(g) * 6),
    "has other tunnels": flipped("open", lambda g: last(g) * 6),
    "is wrongly inside or outside the Inner Meadow": flipped("inner", last),
    "wrongly scores or does not": flipped("scoring", last),
    "an ant stands on a site that hex 0 does not have": put("site", lambda g: w.SITES - 1, 0),
    "ants in hex 3": moved("ants", lambda g: 3),
    "seat 0 has -1 ants in hex 0": put("out", lambda g: 0, -1),
    "ants on 0 sites": moved("crowd", vacant),
    "holds": moved("filled", lambda g: 2),
    "which does not lie": moved("out", vacant),
    "the armies are": moved("army", by=-1),
    "the sources of points add up to": moved("score"),
    "food fell below zero": put("food", lambda g: 2, -1),
    "hand fell below zero": put("hand_n", lambda g: 1, -1),
    "goals fell below zero": put("goal_n", lambda g: 1, -1),
    "the sources of the Horde's points are": alone("horde_score", 1),
    "something of the Horde fell below zero": alone("intruders", -1),
    "there is no Horde, but it has points, cards or centipedes": alone("intruders", 1),
}


@pytest.mark.parametrize("words", BREAKS)
def test_the_audit_names_what_is_wrong(words: str) -> None:
    """A game that is in order has no fault; each number that is moved by itself is named."""
    g = games.run(games.deal_out(games.table(players=3), 1, ["random"] * 3))
    assert audit(g) == []
    BREAKS[words](g)
    found = audit(g)
    assert [line for line in found if words in line], found


def test_before_anything_is_dealt_nothing_is_missed() -> None:
    """Cubes, cards and tokens come in the set-up; of an empty table only a part is a fault."""
    g = games.deal_out(games.table(players=3), 1, ["random"] * 3)
    g.s.phase = w.SETUP
    assert not [line for line in audit(g) if "cubes" in line or "cards" in line or "tokens" in line]
    g.s.supply[1], g.s.tokens = 3, 1
    told = " ".join(audit(g))
    assert "seat 1 has 3 cubes" in told and "1 tokens left" in told


def test_ants_beside_a_vacant_site_are_not_settled() -> None:
    """Only hexes with ants in the outskirts and a site that nobody holds."""
    g = games.run(games.deal_out(games.table(players=3), 1, ["random"] * 3))
    assert unsettled(g) == []
    hexno = next(at for at in range(1, w.HEXES) if g.s.placed[at] and g.s.filled[at] < g.kit.sites[at])
    g.s.crowd[hexno] += 1
    assert unsettled(g) == [hexno]
    full = next((at for at in range(1, w.HEXES) if g.s.placed[at] and g.s.filled[at] == g.kit.sites[at]), 0)
    g.s.crowd[full] += 1
    assert unsettled(g) == [hexno]
