"""Playing a card: the playable cards, their payment and their destination. Implements PLY and GEN-03."""

from __future__ import annotations

from typing import Final

from marchsim.games.march import words as w
from marchsim.games.march.engine.legal import offer_all_ants
from marchsim.games.march.engine.moments import has_target, resolve
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.steps import clockwise, settle, vacant_after
from marchsim.kernel.compat import append, i64, vec

PLACES: Final = w.OUT + 1  # of an ant in a hex: sites and outskirts


def barred(g: Play, seat: i64, card: i64) -> bool:
    """Whether a study forbids a player this card (`March.arrange`)."""
    return card == g.barred_card and seat == g.barred_seat


def affordable(g: Play, seat: i64, card: i64) -> bool:
    """Whether a player may play a card, and has enough larvae and ants to pay for it (PLY-01, PLY-02)."""
    if barred(g, seat, card):
        return False
    payment = g.kit.payment[card]
    purse: i64 = 0
    if payment != w.PAY_ANTS:
        purse += g.s.larvae[seat]
    if payment != w.PAY_LARVAE:
        purse += g.s.army[seat]
    return purse >= g.kit.cost[card]


def playable(g: Play, seat: i64, card: i64) -> bool:
    """Whether a player can pay for a card in its hand and, if it is an event, still has a target (GEN-03)."""
    if not affordable(g, seat, card):
        return False
    if g.kit.kind[card] != w.EVENT:
        return True
    if not g.cards[card].aimed():
        return has_target(g, seat, card)
    if not g.cards[card].freed_by_paying() and not has_target(g, seat, card):
        return False
    return target_left(g, seat, card, g.kit.cost[card], 0)


def target_left(g: Play, seat: i64, card: i64, due: i64, start: i64) -> bool:
    """Whether a player can pay `due` more larvae and ants and still have a target for the event.

    The search tries larvae first if `start` is 0, and then the player's ants from place `start` on. Places
    are numbered hex by hex in the order of laying, with PLACES numbers for each hex. Each try is undone and
    records no event.
    """
    s = g.s
    if due == 0:
        return target_once_filled(g, seat, card)
    payment = g.kit.payment[card]
    if start == 0 and payment != w.PAY_ANTS and s.larvae[seat] > 0:
        g.shift_larvae(seat, -1)
        found = target_left(g, seat, card, due - 1, 0)
        g.shift_larvae(seat, 1)
        if found:
            return True
    place = start
    while payment != w.PAY_LARVAE and place < s.laid_n * PLACES:
        hexno = s.laid[place // PLACES]
        slot = w.OUT - place % PLACES
        if s.ants[seat * w.HEXES + hexno] == 0:
            place += PLACES - place % PLACES
            continue
        if s.out[seat * w.HEXES + hexno] > 0 if slot == w.OUT else s.site[hexno * w.SITES + slot] == seat:
            g.leave(seat, hexno, slot)
            found = target_left(g, seat, card, due - 1, place)
            g.enter(seat, hexno, slot)
            if found:
                return True
        place += 1
    return False


def target_once_filled(g: Play, seat: i64, card: i64) -> bool:
    """Whether an event will have a target once vacant sites are filled (MEA-21). The filling is undone."""
    s = g.s
    sites = g.kit.sites
    moved: vec[i64] = vec[i64]()  # hex, site and owner of each ant, one after the other
    hexno = vacant_after(g, w.TUNNEL)
    while hexno < w.HEXES:
        index: i64 = 0
        while s.filled[hexno] < sites[hexno] and s.crowd[hexno] > s.filled[hexno] and index < s.players:
            owner = clockwise(g, seat, index)
            site: i64 = 0
            while s.out[owner * w.HEXES + hexno] > 0 and site < sites[hexno]:
                if s.site[hexno * w.SITES + site] == w.NOBODY:
                    g.leave(owner, hexno, w.OUT)
                    g.enter(owner, hexno, site)
                    moved = append(moved, hexno)
                    moved = append(moved, site)
                    moved = append(moved, owner)
                site += 1
            index += 1
        hexno = vacant_after(g, hexno)
    found = has_target(g, seat, card)
    for i in range(0, len(moved), 3):
        g.leave(moved[i + 2], moved[i], moved[i + 1])
        g.enter(moved[i + 2], moved[i], w.OUT)
    return found


def payment_ok(g: Play, seat: i64, card: i64, choice: i64, due: i64) -> bool:
    """Whether the event can keep a target if the player pays `choice` now and `due` more later."""
    if w.code_of(choice) == w.O_CHAMBER:
        g.shift_larvae(seat, -1)
        found = target_left(g, seat, card, due, 0)
        g.shift_larvae(seat, 1)
        return found
    g.leave(seat, w.part(choice, 0), w.part(choice, 1))
    found = target_left(g, seat, card, due, 0)
    g.enter(seat, w.part(choice, 0), w.part(choice, 1))
    return found


def pay(g: Play, seat: i64, card: i64, keep_target: bool) -> None:
    """Let a player pay for a card, one larva or ant at a time, with ants from anywhere (PLY-01, PLY-11)."""
    s = g.s
    table = g.table
    payment = g.kit.payment[card]
    due = g.kit.cost[card]
    while due > 0:
        table.open(card, due, 0, 0)
        if payment != w.PAY_ANTS and s.larvae[seat] > 0:
            table.offer(w.O_CHAMBER)
        if payment != w.PAY_LARVAE:
            offer_all_ants(g, seat)
        if keep_target:
            kept: i64 = 0
            for i in range(table.n):
                if payment_ok(g, seat, card, table.options[i], due - 1):
                    table.options[kept] = table.options[i]
                    kept += 1
            table.n = kept
        choice = table.choose(seat, w.Q_PAY)
        if w.code_of(choice) == w.O_CHAMBER:
            g.lose_larvae(seat, 1, w.WHY_PAY)
        else:
            g.lose_ant(seat, w.part(choice, 0), w.part(choice, 1), w.WHY_PAY)
        due -= 1


def play_held(g: Play, seat: i64, card: i64, free: bool, action: bool) -> None:
    """Play a card held aside: make room for a goal, pay, fill sites, resolve, fill sites again (MEA-21).

    If `action` is set, the card was played from the hand as an action, and the payment must leave an event
    with a target (GEN-03). An event that others react to first is discarded before its effect, and if
    `action` is set, the caller resolves it. Any other event is discarded after its effect (PLY-04), or
    without effect if it has no target after all.
    """
    g.note_play(seat, card, free)
    kind = g.kit.kind[card]
    if kind != w.EVENT and kind != w.EVOLUTION:
        make_room(g, seat, card)
    if not free:
        pay(g, seat, card, action and kind == w.EVENT and g.cards[card].aimed())
        settle(g, seat)
    if kind == w.EVENT:
        if g.cards[card].reactions_first():
            g.discard_held(seat, card, w.WHY_CARD)
            if not action:
                resolve(g, seat, card)
            return
        if has_target(g, seat, card):
            resolve(g, seat, card)
        g.discard_held(seat, card, w.WHY_CARD)
        settle(g, seat)
    elif kind == w.EVOLUTION:
        g.unhold(card)
        evolve(g, seat, card)
    else:
        g.unhold(card)
        g.put_goal(seat, card)
        resolve(g, seat, card)
        settle(g, seat)


def make_room(g: Play, seat: i64, card: i64) -> None:
    """Let a player discard Colony Goals until it may have one more (PLY-09)."""
    s = g.s
    while s.goal_n[seat] > 0 and s.goal_n[seat] >= g.rules.goals_most:
        g.table.open(card, 0, 0, 0)
        for i in range(s.goal_n[seat]):
            g.table.offer(w.option(w.O_CARD, s.goal[seat * w.CARDS + i], 0, 0, 0))
        goal = w.part(g.table.choose(seat, w.Q_DROP_GOAL), 0)
        g.take_goal(seat, goal)
        g.discard_held(w.NOBODY, goal, w.WHY_CARD)


def evolve(g: Play, seat: i64, card: i64) -> None:
    """Lay an evolution on its section, and score the body that this may complete."""
    g.put_on_top(seat, card)
    score_bodies(g, seat)


def score_bodies(g: Play, seat: i64) -> None:
    """Score complete bodies that have not scored yet. Points for bodies are never taken back (PLY-07)."""
    complete = g.figures.complete_bodies(seat, w.HEAD, 0)
    while g.s.bodies[seat] < complete:
        g.count_body(seat)
        g.score(seat, g.rules.body_points, w.BY_BODIES)
