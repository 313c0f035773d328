"""The Worker Phase: turns, the choice of an action, rests. Holds WRK, RST, FIV-03, TWO-04, HOR-02 and HOR-14.

The actions are in `explore`, `actions` and `species`. Effects that grant actions call `take_action`.
"""

from __future__ import annotations

from marchsim.games.march import words as w
from marchsim.games.march.engine.actions import forage, march, play_a_card
from marchsim.games.march.engine.explore import explore
from marchsim.games.march.engine.horde import horde_turn
from marchsim.games.march.engine.legal import can_explore, can_step
from marchsim.games.march.engine.moments import ActiveMat
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.plays import playable
from marchsim.games.march.engine.steps import clockwise
from marchsim.kernel.compat import i64


def worker_phase(g: Play) -> None:
    """Take turns from the holder of the marker until enough players rest (WRK-01, RST-04, FIV-03)."""
    g.begin_phase(w.WORKER)
    go_on(g)


def go_on(g: Play) -> None:
    """Take the remaining turns of a Worker Phase, and end it (RST-05, RST-06)."""
    whole_turn(g, g.s.marker)
    after_turn(g)


def after_turn(g: Play) -> None:
    """Take the turns that follow a turn in a Worker Phase, and end the phase (RST-05, RST-06)."""
    s = g.s
    while not g.phase_over:
        g.pass_marker(clockwise(g, s.marker, 1))  # WRK-05
        whole_turn(g, s.marker)
    for seat in range(s.players):
        g.wake(seat)


def whole_turn(g: Play, seat: i64) -> None:
    """Take a turn with its consequences: a final turn counts (TWO-04), the Horde turns up a card (HOR-02).

    No card follows the Rest that ends the phase. A final turn that is no Rest is a turn like any other
    (D-19).
    """
    final = g.s.final > 0
    take_turn(g, seat)
    close_turn(g, seat, final)


def close_turn(g: Play, seat: i64, final: bool) -> None:
    """Count a final turn, and let the Horde turn up a card (HOR-02)."""
    if final and not g.phase_over:
        g.count_final_turn()
    ended_by_rest = g.phase_over and g.s.rested[seat] > 0
    if g.rules.horde > 0 and (not ended_by_rest or g.rules.horde_last_card > 0):
        horde_turn(g)


def take_turn(g: Play, seat: i64) -> None:
    """Let the active player take a turn: one action, or another rest (RST-03, RST-09)."""
    g.begin_turn(seat)
    if g.s.rested[seat] > 0:
        g.note_action(seat, w.O_REST, w.NONE)
        g.rest(seat)
    else:
        take_action(g, seat, w.NONE)


def may_rest(g: Play, seat: i64) -> bool:
    """Whether a player may rest: not as its first action, unless without cards and food (RST-01).

    A final turn may always be a Rest (TWO-04). A restless species rests only without cards and food
    (PRI-03).
    """
    s = g.s
    if s.hand_n[seat] == 0 and s.food[seat] == 0:
        return True
    return g.mat(seat).restless == 0 and (s.acted[seat] > 0 or s.final > 0)


def take_action(g: Play, seat: i64, granted_by: i64) -> bool:
    """Let a player choose and take one action with its reactions. Return False if it declines.

    `granted_by` is the card that grants the action, or NONE. Only a granted action may be declined. A player
    without another option rests, so no player is ever out of the game (GEN-07, RST-01).
    """
    s = g.s
    table = g.table
    rules = g.rules
    explores = s.food[seat] >= rules.explore_cost and can_explore(g, seat)
    marches = s.food[seat] >= rules.march_cost and can_step(g, seat)
    table.open(granted_by, 0, 0, 0)
    if explores:
        table.offer(w.O_EXPLORE)
    if marches:
        table.offer(w.O_MARCH)
    if s.food[seat] >= rules.forage_cost and s.deck_n + s.discards_n > 0:
        table.offer(w.O_FORAGE)
    for i in range(s.hand_n[seat]):
        card = s.hand[seat * w.CARDS + i]
        if playable(g, seat, card):
            table.offer(w.option(w.O_PLAY, card, 0, 0, 0))
    mat = g.mat(seat)
    if isinstance(mat, ActiveMat) and mat.can_act(g, seat):
        table.offer(mat.action)
    if may_rest(g, seat) or table.n == 0:
        table.offer(w.O_REST)
    if granted_by >= 0:
        table.offer(w.O_PASS)
    choice = table.choose(seat, w.Q_ACTION)
    if choice == w.O_PASS:
        return False
    act(g, seat, w.code_of(choice), w.part(choice, 0))
    return True


def act(g: Play, seat: i64, code: i64, card: i64) -> None:
    """Carry out an action and its reactions (WRK-02, WRK-03)."""
    played: i64 = w.NONE
    if code == w.O_PLAY:
        played = card
    g.note_action(seat, code, played)
    if code == w.O_EXPLORE:
        explore(g, seat)
    elif code == w.O_MARCH:
        march(g, seat)
    elif code == w.O_FORAGE:
        forage(g, seat)
    elif code == w.O_PLAY:
        play_a_card(g, seat, card)
    elif code == w.O_REST:
        rest(g, seat)
    else:
        mat = g.mat(seat)
        if isinstance(mat, ActiveMat):
            mat.act(g, seat)


def rest(g: Play, seat: i64) -> None:
    """Rest for the first time in a round (RST-02). The last rest needed ends the phase at once (RST-04).

    By the rules for two players the others have one turn more instead (TWO-04).
    """
    g.rest(seat)
    resting: i64 = 0
    for other in range(g.s.players):
        resting += g.s.rested[other]
    if resting < g.figures.rests_to_end(True) or g.s.final > 0:
        return
    g.gain_larvae(seat, g.rules.last_rest_bonus_larvae, w.WHY_REST)  # RST-07
    if g.rules.final_turn > 0 and g.s.players > 1:
        g.grant_final_turns(g.s.players - 1)
    else:
        g.end_worker_phase()
