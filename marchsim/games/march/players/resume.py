"""The continuation of a rollout from a seat's question: from a turn, a step, or a battle.

The engine itself continues only from the start of a turn. This module enters a turn or the Soldier Phase at a
question, as if the rest began with it. A view does not show everything, so two cases are left out: further
actions granted by the same card, and battles of more than two players in a hex.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.battle import battles_from, decide
from marchsim.games.march.engine.fighting import lay_ferocity
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.rounds import end_round, finish_round
from marchsim.games.march.engine.steps import settle, walk
from marchsim.games.march.engine.view import View
from marchsim.games.march.engine.workers import (
    after_turn,
    close_turn,
    go_on,
    march_reactions,
    marched,
    take_action,
)
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.recording import RoundEnd


def may_follow(view: View) -> bool:
    """Return whether a rollout can continue from a seat's question.

    It can from an action, in the seat's turn or granted by a card, from a step of a March or of a reaction to
    one, and from a card for ferocity in a Soldier Phase battle between two players.
    """
    question = view.question
    if question == w.Q_ACTION:
        return view.phase == w.WORKER and view.marker == view.seat
    if question == w.Q_STEP:
        return view.phase == w.WORKER
    if question == w.Q_FEROCITY and view.phase == w.SOLDIER and view.context(1) >= 0:
        return lays_one(view, view.seat) and lays_one(view, view.context(1))
    return False


def lays_one(view: View, seat: i64) -> bool:
    """Return whether a player may lay only one card in a battle. The first of several would be unseen."""
    head = view.top(seat, w.HEAD)
    return view.rules.battle_cards == 1 and (head < 0 or view.kit.book[head].ferocity_cards < 2)


def resume(g: Play, view: View, laid: vec[i64], follow: RoundEnd) -> bool:
    """Play to the end of the round. Return whether it was the last. `laid` are face-down cards."""
    question = view.question
    if question == w.Q_FEROCITY:
        fight_on(g, view, laid)
        return end_round(g, follow)
    if question == w.Q_ACTION and view.context(0) == w.NONE:
        go_on(g)
    else:
        final = g.s.final > 0
        if question == w.Q_ACTION:
            take_action(g, view.seat, view.context(0))
        else:
            step_on(g, view)
        close_turn(g, g.s.marker, final)
        after_turn(g)
    return finish_round(g, follow)


def step_on(g: Play, view: View) -> None:
    """Continue a March from one of its steps, or from a step in reaction to it."""
    seat = view.seat
    steps = view.context(0)
    must = view.context(1) == 0
    if seat == g.s.marker:
        larvae = False
        for index in range(view.n):
            larvae = larvae or w.code_of(view.option(index)) == w.O_LARVA
        walk(g, seat, steps, larvae, must, w.NONE)
        marched(g, seat)
        return
    walk(g, seat, steps, False, must, w.O_MARCH)
    settle(g, g.s.marker)
    place = seat - g.s.marker
    march_reactions(g, g.s.marker, (place if place > 0 else place + g.s.players) + 1)


def fight_on(g: Play, view: View, laid: vec[i64]) -> None:
    """Continue a battle from the laying of a card, then play the rest of the Soldier Phase's battles."""
    s = g.s
    hexno = view.context(0)
    seat = view.seat
    rival = view.context(1)
    own = view.context(2)
    other = view.context(3)
    nothing: vec[i64] = vec[i64]()
    if view.controller(hexno) == seat:  # the invader has laid its card already
        for i in range(len(laid)):
            s.limbo[i] = laid[i]
        s.limbo_n = len(laid)
        mine = lay_ferocity(g, seat, hexno, rival, own, other)
        decide(g, hexno, rival, seat, seat, other, own, laid, mine)
    else:
        mine = lay_ferocity(g, seat, hexno, rival, own, other)
        theirs = nothing
        if not g.figures.silences(seat):
            theirs = lay_ferocity(g, rival, hexno, seat, other, own)
        decide(g, hexno, seat, rival, rival, own, other, mine, theirs)
    battles_from(g, hexno + 1)
