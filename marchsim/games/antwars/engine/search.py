"""The search with the Ant Wars dice. Holds ATR-01, ATR-02 and ATR-03."""

from __future__ import annotations

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.words import (
    FACES,
    FIELD,
    GLOOMY,
    O_TYPE,
    Q_FOUND,
    SPIDER,
    T_SEARCH,
    TYPES,
    WHY_SEARCH,
    option,
    part,
)
from marchsim.kernel.compat import i64, vec


def search(g: Play, seat: i64, area: i64) -> None:
    """Roll, let the player choose a type, and place what was found (ATR-01, ATR-02)."""
    rules = g.rules
    g.count(seat, T_SEARCH, 1)
    shown: vec[i64] = vec[i64]([0] * FACES)
    for _ in range(rules.search_dice):
        face = rules.dice_faces[g.dice.side(seat)]
        shown[face] += 1
        g.note_face(seat, area, face)
    g.table.open(area, 0, 0, 0)
    for piece in range(TYPES):
        if shown[piece] > 0:
            g.table.offer(option(O_TYPE, piece, shown[piece], 0, 0))
    if g.table.n > 0:
        piece = part(g.table.choose(seat, Q_FOUND), 0)
        n = shown[piece]
        if g.s.tile[area] == FIELD:
            n *= rules.foraging_factor
        g.find(seat, area, piece, n, WHY_SEARCH)
    if shown[GLOOMY] >= rules.gloomy_faces and g.s.gloomys > 0:
        g.set_animal(area, GLOOMY, 1, WHY_SEARCH)
    if shown[SPIDER] >= rules.spider_faces and g.s.spiders > 0:
        g.set_animal(area, SPIDER, 1, WHY_SEARCH)
