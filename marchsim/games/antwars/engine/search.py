"""The search with the Ant Wars dice. Implements ATR-01, ATR-02 and ATR-03."""

from __future__ import annotations

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.kernel.compat import i64, vec


def search(g: Play, seat: i64, area: i64) -> None:
    """Roll, ask the player for a type, and place the pieces found (ATR-01, ATR-02)."""
    rules = g.rules
    g.count(seat, w.T_SEARCH, 1)
    shown: vec[i64] = vec[i64]([0] * w.FACES)
    for _ in range(rules.search_dice):
        face = rules.dice_faces[g.dice.side(seat)]
        shown[face] += 1
        g.note_face(seat, area, face)
    g.table.open(area, 0, 0, 0)
    for piece in range(w.TYPES):
        if shown[piece] > 0:
            g.table.offer(w.option(w.O_TYPE, piece, shown[piece], 0, 0))
    if g.table.n > 0:
        piece = w.part(g.table.choose(seat, w.Q_FOUND), 0)
        n = shown[piece]
        if g.s.tile[area] == w.FIELD:
            n *= rules.foraging_factor
        g.find(seat, area, piece, n, w.WHY_SEARCH)
    if shown[w.GLOOMY] >= rules.gloomy_faces and g.s.gloomys > 0:
        g.set_animal(area, w.GLOOMY, 1, w.WHY_SEARCH)
    if shown[w.SPIDER] >= rules.spider_faces and g.s.spiders > 0:
        g.set_animal(area, w.SPIDER, 1, w.WHY_SEARCH)
