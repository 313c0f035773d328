"""Ant Wars as a story: events, each colony after a round, and the end. Nothing is secret (ATG-03).

A person at a terminal may play a seat. Then the position is shown before each action.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from marchsim.games.antwars import words as w
from marchsim.games.antwars.engine.moves import Play
from marchsim.games.antwars.engine.view import View
from marchsim.games.antwars.naming import (
    COLOURS,
    Names,
    about,
    area_lines,
    area_look,
    band_words,
    map_of,
    offered,
    player_lines,
    subject,
)
from marchsim.games.antwars.players.loading import ALL
from marchsim.games.antwars.players.strategy import Strategy
from marchsim.games.antwars.table.session import AntWarsSession
from marchsim.games.antwars.telling import catalogue
from marchsim.games.antwars.telling.board import ARMY, Sight
from marchsim.games.antwars.telling.decisions import Explainer
from marchsim.games.antwars.telling.events import alike, narrator_of, together
from marchsim.games.antwars.words import Q_ACTION, Q_SPECIES
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Decision, Moment, Terminal
from marchsim.tabletop.naming import number, player_names
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.telling.asker import Asker, Page
from marchsim.tabletop.telling.narrator import Chronicle, Event
from marchsim.tabletop.watching.scene import PicturedStory

ENDINGS = {
    "last_queen": "the last colony with a Queen",
    "no_queen": "no Queen is left, and it was the strongest of those who lost theirs last",
    "famine": "the others' last Queen fell to the famine",
}
SIEGE = 8  # dice of an army, where no rule says how many besiege
AT_THE_CAP = (  # by `cap_win`
    "the rounds are over, an end that the rulebook does not have",
    "the rounds are over, and it is the strongest with a Queen",
    "the rounds are over, and whoever has a Queen has part in the win",
)


@dataclass
class Fought:
    """A battle of the round: its area, and the losses by player and kind of ant."""

    area: int
    losses: Counter[tuple[int, str]] = field(default_factory=Counter)

    def note(self, event: Event) -> None:
        """Record a loss in the battle: ants, a dead Queen or animals."""
        kind, seat, _, what, n, _ = event
        if kind == w.E_ANTS and n < 0:
            self.losses[seat, w.KINDS[what]] -= n
        elif kind == w.E_QUEEN and n == 0:
            self.losses[seat, "Queen"] += 1
        elif kind == w.E_ANIMAL and n < 0:
            self.losses[-1, "Gloomy" if what == w.GLOOMY else "spider"] -= n

    def words(self, names: Names) -> str:
        """The result of the battle as a line of text."""
        by: dict[int, list[str]] = {}
        for (seat, kind), n in self.losses.items():
            by.setdefault(seat, []).append(number(n, kind, "Gloomys" if kind == "Gloomy" else ""))
        lost = [
            f"{names.who(seat)} lost {' and '.join(kinds)}"
            if seat >= 0
            else f"{' and '.join(kinds)} eliminated"
            for seat, kinds in by.items()
        ]
        return f"  Battle in {names.area(self.area)}: {'; '.join(lost) or 'nobody lost an ant'}."


class Story(PicturedStory):
    """Describes the games of a session to an audience."""

    def __init__(self, session: AntWarsSession, strategies: Sequence[str], audience: Audience) -> None:
        titles = session.assembly.variant.components.titles
        self.names = Names(titles, session.board, player_names(strategies, COLOURS))
        self.sight = Sight(session.board, self.names)
        self.indent = ""
        self.run: list[Event] = []  # payments or dice that are told in one sentence, with what follows them
        self.waiting: list[str] = []  # lines that are told before the next one
        self.battles: list[Fought] = []
        super().__init__(session, self.names.players, audience)

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Describe an event.

        Payments share a line, as do the dice of a search. Losses are counted for each battle.
        """
        event = (kind, seat, a, b, c, d)
        if kind in (w.E_PAY, w.E_FACE):
            self.gather(event)
            return
        if kind == w.E_BATTLE:
            self.battles.append(Fought(a))
        elif self.battles and d == w.WHY_BATTLE:
            self.battles[-1].note(event)
        super().saw(*event)

    def gather(self, event: Event) -> None:
        """Keep an event back, to describe it together with similar ones."""
        if self.run and not alike(self.run[-1], event):
            self.waiting = self.let_go()
        moment = super().moment(event)
        self.indent = (moment.line or "")[: -len(moment.text)]
        self.run.append(event)
        self.audience.happened(replace(moment, line=None))

    def let_go(self) -> list[str]:
        """Return the lines of the events that were kept back, and clear them."""
        found = [*self.waiting, *([self.indent + together(self.names, self.run)] if self.run else [])]
        self.waiting, self.run = [], []
        return found

    def moment(self, event: Event) -> Moment:
        """Describe an event, preceded by all lines that were kept back.

        For a battle, also list the ants and animals in the area.
        """
        found = super().moment(event)
        if event[0] == w.E_BATTLE:
            told = f"{found.text}: {self.standing(event[2])}"
            found = replace(found, text=told, line=(found.line or "").replace(found.text, told))
        elif event[0] == w.E_MOVE and self.arrives(event):
            found = replace(found, mark=ARMY)
        if before := self.let_go():
            told = " ".join([*(line.strip() for line in before), found.text])
            found = replace(found, text=told, line="\n".join([*before, found.line or ""]))
        return found

    def arrives(self, event: Event) -> bool:
        """Whether an army that is large enough for a siege arrives at a rival's exit or anthill."""
        _, seat, left, entered, minors, majors = event
        board, rules = self.session.board, self.session.assembly.rules
        if rules.dice_minor * minors + rules.dice_major * majors < (rules.breach or SIEGE):
            return False

        def owners(area: int) -> set[int]:
            return {other for other in range(board.players) if area == board.exit[other]} | {board.home[area]}

        return bool(owners(entered) - owners(left) - {seat, w.NOBODY})

    def standing(self, area: int) -> str:
        """The ants and animals in an area, with the dice of each colony, in words."""
        g, look, stand = self.session.game, area_look(self.session.game, area), []
        for band in look.bands:
            dice = number(int(g.figures.dice_in(band.seat, area)), "die", "dice")
            stand.append(f"{band_words(band, self.names)} ({dice})")
        stand += [number(look.pupae, "pupa", "pupae")] if look.pupae else []
        stand += [number(look.gloomys, "Gloomy", "Gloomys")] if look.gloomys else []
        stand += [number(look.spiders, "spider")] if look.spiders else []
        return "; ".join(stand)

    def fresh(self) -> Chronicle:
        """A chronicle that puts the events of one game into words, with their rounds."""
        return Chronicle(narrator_of(self.names), w.PHASES, w.E_ROUND, w.E_PHASE, w.TURNS)

    def summary(self) -> list[str]:
        """Lines about the battles of a round, and about the possessions of each colony after it."""
        fought = [one.words(self.names) for one in self.battles]
        self.battles = []
        title = f"  After round {self.chronicle.round}"
        return [*self.let_go(), *fought, title, *player_lines(self.session.game, self.names)]

    def ending(self, outcome: Outcome) -> list[str]:
        """Lines about the winner, and about how the game was decided."""
        how = ENDINGS.get(outcome.decided_by) or AT_THE_CAP[self.session.assembly.rules.cap_win]
        return [
            f"{self.winners(outcome)}: {how}.",
            f"{outcome.rounds} rounds, {outcome.decisions} decisions, digest {outcome.digest}.",
        ]

    def explain(self, seats: Sequence[int]) -> None:
        """Explain the decisions of these seats (kernel.telling.Teller.explain)."""
        self.session.listener = Explainer(self.session, self.names, seats, self.decided)

    def decided(self, decision: Decision) -> None:
        """Describe an explained decision after all earlier events."""
        self.audience.decided(replace(decision, lines=(*self.let_go(), *decision.lines)))

    def person(self, seat: int, terminal: Terminal) -> object:
        """A strategy with which a person plays a seat (kernel.telling.Teller.person)."""
        person = Person(self.session, self.names, seat, terminal, self.let_go)
        return Player(person, person, ALL)


# A person at a terminal
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
            "players": lambda: player_lines(g, self.names),
            "boards": lambda: area_lines(g, self.names),
            "map": lambda: map_of(self.session.board, self.names),
            "species": lambda: catalogue.lines(self.session.assembly.variant),
            "all": lambda: self.position(g),
        }
        return self.asker.answer(offered(g, self.names, question), pages)

    def position(self, g: Play) -> list[str]:
        """The whole position."""
        when = f"Round {g.s.round} of {g.rules.rounds}"
        return ["", when, *player_lines(g, self.names), *area_lines(g, self.names), ""]

    def question_lines(self, g: Play, question: int) -> list[str]:
        """The question and the numbered options."""
        return self.asker.question(
            subject(question), about(g, self.names, question), offered(g, self.names, question)
        )
