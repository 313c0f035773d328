"""The Queen Phase: abdomens, Harvest, feeding, Royal Decree, Slumber. Implements QUE, PLY-08 and tile 22.

Numbers alone define a Colony Goal. It scores if all of its conditions hold (`amounts`), and has no
other effect in Slumber.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine import explore
from marchsim.games.march.engine.horde import horde_slumber
from marchsim.games.march.engine.moments import ActiveCard
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.state import longest_chain
from marchsim.games.march.engine.steps import clockwise, lose_anywhere, settle, walk
from marchsim.games.march.words import HEXES, TUNNEL
from marchsim.kernel.compat import append, i64, vec


def harvest(g: Play) -> None:
    """Let each player, clockwise from the marker, discard cards for tile 22 and then collect resources."""
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        explore.before_harvest(g, seat)
        collect_all(g, seat)


def collect_all(g: Play, seat: i64) -> None:
    """Collect from every site that a player inhabits, in order of hex numbers.

    If the player's Abdomen card allows it, the player first chooses sites that yield food instead, and sites
    that yield twice.
    """
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
    """Collect one resource of a kind at site `at`. A single-larva site yields `larva_extra` more larvae."""
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
    """Let a player choose `most` of its sites. Returns their indexes (`hex * SITES + site`).

    If `for_food` is set, the chosen sites will yield food. Then the player may choose fewer sites, and none
    that yields food already.
    """
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


# Colony Goals: the points of each in Slumber (PLY-08, QUE-09)
def goal_points(g: Play, seat: i64, goal: i64) -> i64:
    """The points that a goal is worth now: 0 unless all of its conditions hold."""
    return g.figures.goal_points(seat, goal) if met(g, seat, goal) else i64(0)


def met(g: Play, seat: i64, goal: i64) -> bool:
    """Whether a player fulfils all conditions of a goal."""
    s = g.s
    card = g.cards[goal]
    if s.hand_n[seat] < card.need_hand or s.wins[seat] < card.need_wins:
        return False
    if card.need_inner > 0 and g.figures.inner_controlled(seat) < card.need_inner:
        return False
    if card.need_outer > 0 and g.figures.outer_inhabited(seat) < card.need_outer:
        return False
    if card.need_alone > 0 and g.figures.alone_inhabited(seat) < card.need_alone:
        return False
    if card.need_single_larvae > 0 and g.figures.single_larva_sites(seat) < card.need_single_larvae:
        return False
    if card.need_chain > 0 and longest_chain(g.s, seat) < card.need_chain:
        return False
    return exceeds_others(g, seat, goal)


def exceeds_others(g: Play, seat: i64, goal: i64) -> bool:
    """Whether a player exceeds both neighbours in everything that a goal compares (TWO-06).

    In ants in the Great Tunnel, the player must exceed all other players.
    """
    s = g.s
    card = g.cards[goal]
    for index in range(1, s.players):
        other = (seat + index) % s.players
        beside = index == 1 or index == s.players - 1
        if card.more_ants_in_tunnel > 0:
            if s.ants[seat * HEXES + TUNNEL] <= s.ants[other * HEXES + TUNNEL]:
                return False
        if not beside:
            continue
        if card.more_food > 0 and s.food[seat] <= s.food[other]:
            return False
        if card.more_larvae > 0 and s.larvae[seat] <= s.larvae[other]:
            return False
        if card.more_evolutions > 0 and s.evolutions(seat) <= s.evolutions(other):
            return False
    return True


# The phase as a whole: abdomens, feeding, the Royal Decree, Slumber
def queen_phase(g: Play) -> None:
    """Resolve abdomens, Harvest, feeding, Royal Decree and Slumber, each clockwise from the marker."""
    s = g.s
    g.begin_phase(w.QUEEN)
    for index in range(s.players):
        abdomen_begins(g, clockwise(g, s.marker, index))
    harvest(g)
    for index in range(s.players):
        feed(g, clockwise(g, s.marker, index))
    settle(g, s.marker)
    if s.round <= g.rules.rounds - g.rules.rounds_without_decree:
        for index in range(s.players):
            decree(g, clockwise(g, s.marker, index))
    slumber(g)


def abdomen_begins(g: Play, seat: i64) -> None:
    """Let a player's top abdomen act at the start of the phase, then fill sites (QUE-01, SOL-05)."""
    s = g.s
    abdomen = s.top(seat, w.ABDOMEN)
    if abdomen < 0:
        return
    card = g.cards[abdomen]
    g.draw_cards(seat, card.queen_draw, w.of_card(abdomen))
    if card.queen_ant_steps > 0:
        walk(g, seat, card.queen_ant_steps, False, False, w.NONE)
    if card.queen_points > 0 and g.figures.tiles_inhabited(seat) >= card.need_inhabited:
        g.score(seat, card.queen_points, w.BY_CARDS, w.of_card(abdomen))
    if isinstance(card, ActiveCard):
        card.queen_phase_begins(g, seat)
    settle(g, s.marker)


# feeding ---------------------------------------------------------------
def feed(g: Play, seat: i64) -> None:
    """Feed a player's ants with food, then with larvae. Ants that remain unfed die (QUE-04, QUE-05)."""
    s = g.s
    total = g.figures.mouths(seat, True)
    rate = g.figures.feed_rate(seat)
    food = min(g.figures.food_due(seat, True), s.food[seat])
    unfed = max(total - rate * food, 0)
    fed = min(s.larvae[seat] // g.rules.unfed_larvae, unfed)
    larvae = fed * g.rules.unfed_larvae
    g.events.add(w.E_FEED, seat, total, rate, food, larvae)
    g.pay_food(seat, food, w.WHY_FEED)
    g.lose_larvae(seat, larvae, w.WHY_FEED)
    if unfed > fed:
        g.events.add(w.E_STARVE, seat, unfed - fed, 0, 0, 0)
        lose_anywhere(g, seat, unfed - fed, w.WHY_STARVED, False)


def decree(g: Play, seat: i64) -> None:
    """Let a player's queen produce food or larvae, as the player chooses (QUE-07, PRI-01)."""
    g.table.open(0, 0, 0, 0)
    g.table.offer(w.O_FOOD)
    g.table.offer(w.O_LARVAE)
    food = g.figures.decree_food(seat, True)
    larvae = g.figures.decree_larvae(seat, True)
    if g.table.choose(seat, w.Q_DECREE) == w.O_FOOD:
        g.events.add(w.E_DECREE, seat, food, 0, 0, 0)
        g.gain_food(seat, food, w.WHY_DECREE)
    else:
        g.events.add(w.E_DECREE, seat, 0, larvae, 0, 0)
        g.gain_larvae(seat, larvae, w.WHY_DECREE)


# Slumber ----------------------------------------------------------------
def slumber(g: Play) -> None:
    """Score the Inner Meadow and the Colony Goals of all players (QUE-08, QUE-09, QUE-12)."""
    s = g.s
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        g.score(seat, g.rules.inner_points * g.figures.inner_scoring(seat), w.BY_INNER)
    for index in range(s.players):
        seat = clockwise(g, s.marker, index)
        for i in range(s.goal_n[seat]):
            goal = s.goal[seat * w.CARDS + i]
            g.score(seat, goal_points(g, seat, goal), w.BY_GOALS, w.of_card(goal))
    if g.rules.horde > 0:
        horde_slumber(g)
