"""A whole game: set-up, rounds of turns and battles, and the end.

Implements ATT-01, ATG-01 to ATG-03 and ATE-02 to ATE-04.

`play_from` can continue from the start of any turn or phase, given the state alone.
"""

from __future__ import annotations

from marchsim.games.antwars.engine.battle import resolve_threats
from marchsim.games.antwars.engine.ending import end_battles, is_over, rank, remove_queenless
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.setup import set_up
from marchsim.games.antwars.engine.turns import act, feed, play_turns, take_turn
from marchsim.games.antwars.words import TURNS
from marchsim.kernel.compat import i64
from marchsim.tabletop.recording import RoundEnd


def play_game(g: Play, follow: RoundEnd) -> None:
    """Set up and play a game to its end. `follow` is notified at the end of each round."""
    set_up(g)
    over = False
    while not over:
        begin_round(g)
        play_turns(g)
        over = end_round(g, follow)


def play_from(g: Play, follow: RoundEnd) -> None:
    """Play on to the end of the game (`play_on`)."""
    play_on(g, follow, g.rules.rounds)


def play_on(g: Play, follow: RoundEnd, rounds: i64) -> None:
    """Play on from within a turn (with the actions left), or from the battles of a round.

    Stops at the end of the game or after `rounds` rounds, including the current one.
    """
    s = g.s
    if s.phase == TURNS:
        act(g, s.active)
        if g.rules.upkeep > 0:
            feed(g, s.active)
        for index in range((s.active - s.first + s.players) % s.players + 1, s.players):
            take_turn(g, (s.first + index) % s.players)
    over = end_round(g, follow)
    while not over and rounds > 1:
        rounds -= 1
        begin_round(g)
        play_turns(g)
        over = end_round(g, follow)


def begin_round(g: Play) -> None:
    """Begin the next round. The first player stays the same or changes, by the rules (ATT-01)."""
    number = g.s.round + 1
    first: i64 = 0
    if g.rules.first_player == 1:
        first = (number - 1) % g.s.players
    g.begin_round(number, first)


def end_round(g: Play, follow: RoundEnd) -> bool:
    """Resolve threats and check the end. Returns whether the game is over (ATT-01, ATE-02 to ATE-04)."""
    resolve_threats(g)
    end_battles(g)
    over = is_over(g)
    if over:
        g.end_game()
        for seat in range(g.s.players):
            g.note_end(seat, g.figures.score(seat), rank(g, seat))
    else:
        remove_queenless(g)
    follow.ended(g)
    g.events.end_round()
    return over
