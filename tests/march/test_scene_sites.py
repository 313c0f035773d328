"""The worth of the best sites of a tile, however many it has."""

from __future__ import annotations

from typing import Any

import pytest

from marchsim.games.march.players.heuristic.card_facts import CardFacts
from marchsim.games.march.players.heuristic.judgement import Judgement
from marchsim.games.march.players.heuristic.weights import DEFAULTS
from marchsim.games.march.words import NOBODY, SITES
from tools import games

TILE = 3
KINDS = ("F", "L", "D", "C", "P", "F")


@pytest.mark.parametrize("count", range(1, SITES + 1))
def test_the_best_sites_come_first(count: int) -> None:
    """Of n sites, own or empty or all, the best n count together; more than there are, all of them."""
    overlay: dict[str, Any] = {"tiles": {str(TILE): {"sites": " ".join(KINDS[:count])}}}
    g = games.deal_out(games.table(overlay, players=3), 5, ["evolver"] * 3)
    view = g.table.seats[1].view  # type: ignore[attr-defined]  # a mind sits on it
    judged = Judgement(view, CardFacts(g.kit), DEFAULTS)
    judged.look()
    for taken in range(count + 1):
        for site in range(count):
            g.s.site[TILE * SITES + site] = (0, 1, NOBODY)[site % 3] if site < taken else NOBODY
        for everything in (False, True):
            sites = [site for site in range(count) if everything or g.s.site[TILE * SITES + site] != 0]
            worths = sorted((judged.worth(TILE, site) for site in sites), reverse=True)
            judged.rank(TILE, everything, judged.free, 0)
            expected = [sum(worths[:n]) for n in range(SITES + 1)]
            assert [judged.free[n] for n in range(SITES + 1)] == expected
