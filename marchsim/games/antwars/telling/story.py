"""A whole game as a story: its events in sentences as they happen, and how everybody stands after a round.

It fulfils kernel.telling.Teller: it looks on and touches nothing. Nothing is secret in this game (ATG-03).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.naming.names import COLOURS, Names
from marchsim.games.antwars.players.loading import ALL
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.telling import position
from marchsim.games.antwars.telling.board import Sight, board, scenery
from marchsim.games.antwars.telling.explain import Explainer
from marchsim.games.antwars.telling.human import Person
from marchsim.games.antwars.telling.sentences import SILENT, narrator_of
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment, Terminal
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.telling.narrator import Chronicle, Event, retold
from marchsim.tabletop.watching.scene import Look, Scenery

ENDINGS = {
    "last_queen": "the last colony with a Queen",
    "no_queen": "no Queen is left, and it was the strongest of those who lost theirs last",
    "rounds": "the rounds are over, and it is the strongest with a Queen",
    "famine": "the others' last Queen fell to the famine",
}


def silent(event: Event) -> bool:
    """Return whether a story leaves an event out."""
    return event[0] in SILENT


def chronicle_of(names: Names) -> Chronicle:
    """Return what dates and words the events of one game."""
    return Chronicle(narrator_of(names), w.PHASES, w.E_ROUND, w.E_PHASE, w.TURNS, silent)


class Story(Watcher):
    """Tells the games of a session to an audience."""

    def __init__(self, session: AntWarsSession, strategies: Sequence[str], audience: Audience) -> None:
        self.session, self.audience = session, audience
        self.players = player_names(strategies, COLOURS)
        self.names = Names(session.outfit.variant, session.board, self.players)
        self.chronicle = chronicle_of(self.names)
        self.sight = Sight(session.board, self.names)
        session.watcher = self

    @property
    def game(self) -> Play:
        """Return the game under way, or the last one."""
        assert self.session.g is not None
        return self.session.g

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Tell an event; a round begins with how the last one left everybody."""
        if kind == w.E_ROUND:
            self.round_over()
        self.audience.happened(self.chronicle.moment((kind, seat, a, b, c, d)))

    def round_over(self) -> None:
        """Tell that a round is over, and how everybody stands."""
        number = self.chronicle.round
        lines = (
            ["", f"  After round {number}", *position.players(self.game, self.names), ""] if number else [""]
        )
        self.audience.round_over(number, lines)

    def over(self, outcome: Outcome) -> list[str]:
        """Return how a game ended (kernel.telling.Teller.over)."""
        if outcome.void:
            whose = f" of {self.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            return [f"The game is void ({outcome.void}{whose}): {outcome.fault}"]
        self.round_over()
        winners = [name for seat, name in enumerate(self.players) if (outcome.winners >> seat) & 1]
        verb = "wins" if len(winners) == 1 else "share the win"
        return [
            f"{' and '.join(winners)} {verb}: {ENDINGS[outcome.decided_by]}.",
            f"{outcome.rounds} rounds, {outcome.decisions} decisions, digest {outcome.digest}.",
        ]

    def explain(self, seats: Sequence[int]) -> None:
        """Tell why seats decide as they do (kernel.telling.Teller.explain)."""
        self.session.listener = Explainer(self.session, self.names, seats, self.audience.decided)

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person plays a seat (kernel.telling.Teller.person)."""
        person = Person(self.session, self.names, seat, terminal)
        return Player(person, person, ALL)

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Return the events of a game that was recorded (kernel.telling.Teller.retold)."""
        return retold(chronicle_of(self.names), events)

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """Return the boards as the game stands (kernel.telling.Teller.picture)."""
        return board(self.game, self.names, heading, below).written(form)

    def scenery(self) -> Scenery:
        """Return what stays the same for whoever watches (tabletop.watching.Pictured.scenery)."""
        return scenery()

    def look(self) -> Look:
        """Return how the game stands, for whoever watches (tabletop.watching.Pictured.look)."""
        return self.sight.look(self.game)
