"""Ant Wars as a story: what each colony has after a round, and how it is won. Nothing is secret (ATG-03)."""

from __future__ import annotations

from collections.abc import Sequence

from marchsim.games.antwars import words as w
from marchsim.games.antwars.naming.names import COLOURS, Names
from marchsim.games.antwars.players.loading import ALL
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.telling import position
from marchsim.games.antwars.telling.board import Sight, board, scenery
from marchsim.games.antwars.telling.explain import Explainer
from marchsim.games.antwars.telling.human import Person
from marchsim.games.antwars.telling.sentences import SILENT, narrator_of
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Terminal
from marchsim.tabletop.naming import player_names
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.telling import story
from marchsim.tabletop.telling.narrator import Chronicle, Event
from marchsim.tabletop.watching.scene import Look, Scenery

ENDINGS = {
    "last_queen": "the last colony with a Queen",
    "no_queen": "no Queen is left, and it was the strongest of those who lost theirs last",
    "famine": "the others' last Queen fell to the famine",
}
AT_THE_CAP = (  # by `cap_win`
    "the rounds are over, an end that the rulebook does not have",
    "the rounds are over, and it is the strongest with a Queen",
    "the rounds are over, and whoever has a Queen has part in the win",
)


def silent(event: Event) -> bool:
    """Return whether a story leaves an event out."""
    return event[0] in SILENT


class Story(story.Story):
    """Tells the games of a session to an audience."""

    def __init__(self, session: AntWarsSession, strategies: Sequence[str], audience: Audience) -> None:
        self.session = session
        self.names = Names(session.outfit.variant, session.board, player_names(strategies, COLOURS))
        self.sight = Sight(session.board, self.names)
        super().__init__(session, self.names.players, audience)

    def fresh(self) -> Chronicle:
        """Return what dates and words the events of one game."""
        return Chronicle(narrator_of(self.names), w.PHASES, w.E_ROUND, w.E_PHASE, w.TURNS, silent)

    def summary(self) -> list[str]:
        """Return what each colony has after a round."""
        title = f"  After round {self.chronicle.round}"
        return [title, *position.players(self.session.game, self.names)]

    def ending(self, outcome: Outcome) -> list[str]:
        """Return who has won, and why the game ended."""
        how = ENDINGS.get(outcome.decided_by) or AT_THE_CAP[self.session.outfit.rules.cap_win]
        return [
            f"{self.winners(outcome)}: {how}.",
            f"{outcome.rounds} rounds, {outcome.decisions} decisions, digest {outcome.digest}.",
        ]

    def explain(self, seats: Sequence[int]) -> None:
        """Tell why seats decide as they do (kernel.telling.Teller.explain)."""
        self.session.listener = Explainer(self.session, self.names, seats, self.audience.decided)

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person plays a seat (kernel.telling.Teller.person)."""
        person = Person(self.session, self.names, seat, terminal)
        return Player(person, person, ALL)

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """Return the boards as the game stands (kernel.telling.Drawn.picture)."""
        return board(self.session.game, self.names, heading, below).written(form)

    def scenery(self) -> Scenery:
        """Return what stays the same for whoever watches (tabletop.watching.Pictured.scenery)."""
        return scenery()

    def look(self) -> Look:
        """Return how the game stands, for whoever watches (tabletop.watching.Pictured.look)."""
        return self.sight.look(self.session.game)
