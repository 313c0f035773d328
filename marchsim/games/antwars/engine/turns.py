"""The turns of a round. Implements ATT-01 to ATT-04 and ATG-04 (hunger)."""

from __future__ import annotations

from typing import Final

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.anthill import demolish, dig, hatch, pay, transform
from marchsim.games.antwars.engine.foraging import forage
from marchsim.games.antwars.engine.legal import offer_actions
from marchsim.games.antwars.engine.loads import lay_down, settle
from marchsim.games.antwars.engine.movement import explore, mobilize
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.turn_start import start_turn
from marchsim.kernel.compat import i64, vec

# the tally that counts an action, by O_*
TALLIED: Final = vec[i64](
    [0, w.T_FORAGE, w.T_HATCH, w.T_DIG, w.T_DEMOLISH, w.T_TRANSFORM, w.T_EXPLORE, w.T_MOBILIZE]
)


def play_turns(g: Play) -> None:
    """Play every player's turn, clockwise from the first (ATT-01)."""
    s = g.s
    g.begin_phase(w.TURNS)
    for index in range(s.players):
        take_turn(g, (s.first + index) % s.players)


def take_turn(g: Play, seat: i64) -> None:
    """Play a player's turn: its start, its actions and its end (ATT-02, ATT-03)."""
    s = g.s
    if s.ants(seat) + s.pupae_n[seat] == 0:
        g.skip_turn(seat)
        return
    g.begin_turn(seat)
    start_turn(g, seat)
    act(g, seat)
    if g.rules.upkeep > 0:
        feed(g, seat)


def act(g: Play, seat: i64) -> None:
    """Play the remaining actions. The player may stop at any time (ATT-03, ATT-04)."""
    while g.s.left > 0:
        g.table.open(g.s.left, 0, 0, 0)
        offer_actions(g, seat)
        choice = g.table.choose(seat, w.Q_ACTION)
        if choice == w.O_STOP:
            g.end_turn()
            return
        perform(g, seat, w.code_of(choice), w.part(choice, 0), w.part(choice, 1))


def perform(g: Play, seat: i64, code: i64, area: i64, second: i64) -> None:
    """Perform an action."""
    g.note_action(seat, code, area, second, TALLIED[code])
    if code == w.O_FORAGE:
        forage(g, seat, area)
    elif code == w.O_HATCH:
        hatch(g, seat, area)
    elif code == w.O_DIG:
        dig(g, seat, area)
    elif code == w.O_DEMOLISH:
        demolish(g, seat, area)
    elif code == w.O_TRANSFORM:
        transform(g, seat, area, second)
    elif code == w.O_EXPLORE:
        explore(g, seat, area, second)
    else:
        assert code == w.O_MOBILIZE
        mobilize(g, seat, area)


# hunger -------------------------------------------------------------------------
def feed(g: Play, seat: i64) -> None:
    """Pay a piece for each `upkeep` ants, and remove an ant for each missing piece (ATG-04)."""
    due = g.s.ants(seat) // g.rules.upkeep
    while due > 0 and g.figures.funds(seat) > 0:
        pay(g, seat, 1)
        due -= 1
    while due > 0 and starve(g, seat):
        due -= 1
    settle(g)


def starve(g: Play, seat: i64) -> bool:
    """Remove a Minor, else a Major, in the area with the highest number. Returns whether there was one."""
    s = g.s
    kind: i64 = w.MINOR if s.minor_n[seat] > 0 else w.MAJOR
    if kind == w.MAJOR and s.major_n[seat] == 0:
        return False
    area = g.board.areas - 1
    while (s.minors[seat * w.AREAS + area] if kind == w.MINOR else s.majors[seat * w.AREAS + area]) == 0:
        area -= 1
    g.place_ants(seat, area, kind, -1, w.WHY_HUNGER)
    lay_down(g, seat, area, w.WHY_HUNGER)
    return True
