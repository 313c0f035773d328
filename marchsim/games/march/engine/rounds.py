"""A whole game: rounds of three phases, then the end. Implements QUE-10, QUE-12, END and HOR-11.

A game can also continue from the start of a phase or a turn (`play_from`).
"""

from __future__ import annotations

from typing import Final

from marchsim.games.march.engine.battle import soldier_phase
from marchsim.games.march.engine.horde import margin
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.queen_phase import queen_phase
from marchsim.games.march.engine.setup import set_up
from marchsim.games.march.engine.steps import clockwise
from marchsim.games.march.engine.workers import go_on, worker_phase
from marchsim.games.march.words import BY_END, MOST_CARDS, MOST_FOOD, MOST_LARVAE, QUEEN, WORKER
from marchsim.kernel.compat import i64, vec
from marchsim.tabletop.recording import RoundEnd

ANTS_THEN_SHARE: Final = 0  # final_tie: most ants, then shared


def play_game(g: Play, follow: RoundEnd) -> None:
    """Set up a game and play it to its end. `follow` is called at the end of each round."""
    set_up(g)
    g.begin_round(1)
    worker_phase(g)
    finish(g, follow)


def play_from(g: Play, follow: RoundEnd) -> None:
    """Play to the end of the game, from a turn of the Worker Phase or the start of another phase."""
    if g.s.phase == WORKER:
        go_on(g)
    finish(g, follow)


def finish(g: Play, follow: RoundEnd) -> None:
    """Play the rest of a round whose Worker Phase is over, and all later rounds."""
    while not finish_round(g, follow):
        g.begin_round(g.s.round + 1)
        worker_phase(g)


def finish_round(g: Play, follow: RoundEnd) -> bool:
    """Play the rest of a round whose Worker Phase is over. Return whether it was the last round."""
    if g.s.phase != QUEEN:
        soldier_phase(g)
    return end_round(g, follow)


def end_round(g: Play, follow: RoundEnd) -> bool:
    """Play the Queen Phase and, in the last round, end the game. Return whether it was the last round."""
    queen_phase(g)
    last = g.s.round >= g.rules.rounds
    if last:
        end_bonuses(g)
        g.end_game()
        if g.rules.horde > 0:
            g.end_horde(margin(g) < 0)
    follow.ended(g)
    g.events.end_round()
    return last


# the end ---------------------------------------------------------------
def end_bonuses(g: Play) -> None:
    """Award the bonuses for most larvae, most food and most cards (END-01, END-02)."""
    s = g.s
    award_most(g, s.larvae, MOST_LARVAE)
    award_most(g, s.food, MOST_FOOD)
    award_most(g, s.hand_n, MOST_CARDS)


def award_most(g: Play, stores: vec[i64], bonus: i64) -> None:
    """Give points to the player with most of a store. Tied players get fewer points each.

    If no player has any, nobody gets points unless the rules say so.
    """
    most: i64 = -1
    tied: i64 = 0
    for seat in range(g.s.players):
        if stores[seat] > most:
            most = stores[seat]
            tied = 1
        elif stores[seat] == most:
            tied += 1
    if most == 0 and g.rules.tie_at_zero == 0:
        return
    for index in range(g.s.players):
        seat = clockwise(g, g.s.marker, index)
        if stores[seat] == most:
            g.score(seat, g.rules.end_most if tied == 1 else g.rules.end_tied, BY_END, bonus)


def standing(g: Play, seat: i64) -> i64:
    """A number that orders the players at the end: by points, then by ants in the Meadow (END-03)."""
    level = g.s.score[seat] * 1000
    if g.rules.final_tie == ANTS_THEN_SHARE:
        level += g.s.army[seat]
    return level


def rank(g: Play, seat: i64) -> i64:
    """A player's rank: 1 plus the number of better seats. Against the Horde all have 1 or 2 (HOR-11)."""
    if g.rules.horde > 0:
        return 1 if margin(g) >= 0 else 2
    better: i64 = 1
    for other in range(g.s.players):
        if standing(g, other) > standing(g, seat):
            better += 1
    return better


def decided_by(g: Play) -> i64:
    """The way in which the game was decided: 0 by points, 1 by ants in the Meadow, 2 as a shared win.

    Against the Horde it is 3 if the players win, and 4 if the Horde wins.
    """
    if g.rules.horde > 0:
        return 3 if margin(g) >= 0 else 4
    first: i64 = 0
    level: i64 = 0
    most: i64 = -1
    for seat in range(g.s.players):
        if rank(g, seat) == 1:
            first += 1
        if g.s.score[seat] > most:
            most = g.s.score[seat]
            level = 1
        elif g.s.score[seat] == most:
            level += 1
    if first > 1:
        return 2
    return 1 if level > 1 else 0
