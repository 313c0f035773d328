"""A person at a terminal as a strategy. It shows the position, all of which is public, and reads answers."""

from __future__ import annotations

from collections.abc import Callable

from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming import Names, about, offered, subject
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.telling import catalogue, position
from marchsim.games.antwars.words import Q_ACTION, Q_SPECIES
from marchsim.kernel.telling import Terminal
from marchsim.tabletop.telling.asker import Asker, Page, numbered

HELP = (
    "  players  what everybody has",
    "  boards   who and what is where",
    "  map      where hexes and places of an anthill lie, by number",
    "  species  what each species is: Queens, life, start, costs, traits",
    "  all      the whole position",
)


class Person(Strategy):
    """A strategy that answers every question with the input of a person at a terminal."""

    def __init__(
        self,
        session: AntWarsSession,
        names: Names,
        seat: int,
        terminal: Terminal,
        before: Callable[[], list[str]],
    ) -> None:
        super().__init__()
        self.session, self.names = session, names
        self.before = before  # what the story still holds back
        self.asker = Asker(terminal, seat, names.players[seat], HELP)

    def otherwise(self, view: View) -> int:
        """Show the question and the options, and read an answer."""
        self.asker.tell(self.before())
        g = self.session.game
        if view.question == Q_ACTION:
            self.asker.tell(self.position(g))
        if view.question == Q_SPECIES:
            self.asker.tell(catalogue.lines(self.session.assembly.variant))
        question = int(view.question)
        self.asker.tell(self.question_lines(g, question))
        pages: dict[str, Page] = {
            "options": lambda: self.question_lines(g, question),
            "players": lambda: position.players(g, self.names),
            "boards": lambda: position.areas(g, self.names),
            "map": lambda: position.map_of(self.session.board, self.names),
            "species": lambda: catalogue.lines(self.session.assembly.variant),
            "all": lambda: self.position(g),
        }
        return self.asker.answer(offered(g, self.names), pages)

    def position(self, g: Play) -> list[str]:
        """The whole position."""
        when = f"Round {g.s.round} of {g.rules.rounds}"
        return ["", when, *position.players(g, self.names), *position.areas(g, self.names), ""]

    def question_lines(self, g: Play, question: int) -> list[str]:
        """The question and the numbered options."""
        context = about(g, self.names, question)
        asked = f"{subject(question)}{f' ({context})' if context else ''}"
        head = f"{self.asker.player}, choose {asked}:"
        return [head, *(f"  {line}" for line in numbered(offered(g, self.names)))]
