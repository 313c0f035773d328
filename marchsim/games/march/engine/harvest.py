"""The Harvest of the Queen Phase: the yield of inhabited sites. Implements QUE-02, QUE-03 and tile 22."""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import beyond
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise
from marchsim.kernel.compat import append, i64, vec


def harvest(g: Play) -> None:
    """Let each player collect, clockwise from the marker: tile effects, abdomens' choices, resources."""
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        beyond.before_harvest(g, seat)
        collect_all(g, seat)


def collect_all(g: Play, seat: i64) -> None:
    """Collect from every site that a player inhabits, in the order of the hexes' numbers."""
    s = g.s
    abdomen = s.top(seat, w.ABDOMEN)
    swapped: vec[i64] = vec[i64]()
    doubled: vec[i64] = vec[i64]()
    extra: i64 = 0
    if abdomen >= 0:
        card = g.cards[abdomen]
        swapped = choose_sites(g, seat, abdomen, card.food_sites, True)
        doubled = choose_sites(g, seat, abdomen, card.twice_sites, False)
        extra = card.single_larva_extra
    filled = s.filled
    for hexno in range(1, w.HEXES):
        if filled[hexno] == 0:
            continue
        held = s.ants[seat * w.HEXES + hexno] - s.out[seat * w.HEXES + hexno]
        at = hexno * w.SITES
        while held > 0:  # one site for each of the player's ants
            if s.site[at] == seat:
                held -= 1
                kind = g.kit.resource[at]
                if among(swapped, at):
                    kind = w.FOOD
                for _ in range(2 if among(doubled, at) else 1):
                    collect(g, seat, kind, extra, at)
            at += 1


def collect(g: Play, seat: i64, kind: i64, larva_extra: i64, at: i64) -> None:
    """Collect one resource at site `at`. A single-larva site yields `larva_extra` more larvae."""
    number = g.figures.site_yield(seat, kind)
    if kind == w.FOOD:
        g.gain_food(seat, number, w.WHY_HARVEST, at)
    elif kind == w.LARVA:
        g.gain_larvae(seat, number + larva_extra, w.WHY_HARVEST, at)
    elif kind == w.LARVAE:
        g.gain_larvae(seat, number, w.WHY_HARVEST, at)
    elif kind == w.CARD:
        g.draw_cards(seat, number, at)
    else:
        g.score(seat, number, w.BY_SITES, at)


def among(places: vec[i64], at: i64) -> bool:
    """Whether `places` contains the site `at`."""
    for i in range(len(places)):
        if places[i] == at:
            return True
    return False


def choose_sites(g: Play, seat: i64, about: i64, most: i64, for_food: bool) -> vec[i64]:
    """Let a player choose `most` of its sites. With `for_food`, up to `most` that do not yield food yet."""
    s = g.s
    chosen: vec[i64] = vec[i64]()
    while len(chosen) < most:
        g.table.open(about, most - len(chosen), 1 if for_food else 0, 0)
        if for_food:
            g.table.offer(w.O_PASS)
        for i in range(s.laid_n):
            hexno = s.laid[i]
            for site in range(g.kit.sites[hexno]):
                at = hexno * w.SITES + site
                if s.site[at] == seat and not among(chosen, at):
                    if not for_food or g.kit.resource[at] != w.FOOD:
                        g.table.offer(w.option(w.O_SITE, hexno, site, 0, 0))
        if g.table.n == 0:
            break
        choice = g.table.choose(seat, w.Q_SITE)
        if choice == w.O_PASS:
            break
        chosen = append(chosen, w.part(choice, 0) * w.SITES + w.part(choice, 1))
    return chosen
