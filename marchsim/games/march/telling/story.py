"""The story of a game of March of the Ants: sources of points, hidden cards, and the winners.

A person at a terminal may play a seat. Hidden cards of other players are never shown.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from dataclasses import replace

from marchsim.games.march import words as w
from marchsim.games.march.engine.horde import EVERY, centipedes_in_hexes
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.engine.view import View
from marchsim.games.march.naming import (
    COLOURS,
    SYNONYMS,
    HexLook,
    Names,
    about,
    hex_look,
    offered,
    seat_look,
    subject,
)
from marchsim.games.march.players.loading import ALL
from marchsim.games.march.players.strategy import Strategy
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling.board import Sight
from marchsim.games.march.telling.decisions import Explainer
from marchsim.games.march.telling.events import narrator_of
from marchsim.games.march.words import EVENT, EVOLUTION, PHASES, Q_ACTION, SIDES
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment, Terminal
from marchsim.tabletop.naming import number, player_names
from marchsim.tabletop.players.seats import Player
from marchsim.tabletop.telling.asker import Asker, Page
from marchsim.tabletop.telling.narrator import Chronicle, Event
from marchsim.tabletop.watching.scene import PicturedStory

SECRET = (w.E_DRAW, w.E_DRAW_TILE, w.E_RETURN_TILE)  # seen by who does it alone
HEADINGS = ("points", "food", "larvae", "ants", "hexes", "control", "cards", "evolutions")


def silent(event: Event) -> bool:
    """Whether a story omits an event. It omits moves of the marker except in final turns."""
    return event[0] == w.E_MARKER and event[-1] == 0


class Story(PicturedStory):
    """Tells the games of a session to an audience."""

    def __init__(self, session: MarchSession, strategies: Sequence[str], audience: Audience) -> None:
        self.names = Names(session.assembly.variant.components, player_names(strategies, COLOURS))
        self.sight = Sight(self.names, session.assembly.variant.rules["horde"] > 0)
        self.gained: dict[tuple[int, int], int] = {}
        self.people: list[int] = []
        super().__init__(session, self.names.players, audience)

    def fresh(self) -> Chronicle:
        """Create a chronicle of the events in one game."""
        return Chronicle(narrator_of(self.names), w.PHASES, w.E_ROUND, w.E_PHASE, w.WORKER, silent, SECRET)

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Show an event, and count its points by seat and source."""
        super().saw(kind, seat, a, b, c, d)
        if kind == w.E_POINTS:
            self.gained[seat, b] = self.gained.get((seat, b), 0) + a
        if kind == w.E_HORDE:
            self.gained[w.NOBODY, b] = self.gained.get((w.NOBODY, b), 0) + a

    def moment(self, event: Event) -> Moment:
        """An event to be shown. If people play, it leaves out all that they may not know."""
        moment = self.chronicle.moment(event)
        return self.veiled(moment, event[1]) if event[0] in SECRET and self.people else moment

    def veiled(self, moment: Moment, seat: int) -> Moment:
        """A draw to be shown. It names the card only if the people who play may know it."""
        if self.people == [seat]:
            return moment
        text = f"{self.players[seat]} draws or returns what nobody else sees"
        row = {key: moment.row[key] for key in ("number", "round", "phase")} | {"text": text}
        return replace(moment, text=text, line=None, row=row)

    def explain(self, seats: Sequence[int]) -> None:
        """Explain the decisions of these seats (kernel.telling.Teller.explain)."""
        self.session.listener = Explainer(self.session, self.names, seats, self.audience.decided)

    def person(self, seat: int, terminal: Terminal) -> object:
        """Create a strategy by which a person plays a seat (kernel.telling.Teller.person)."""
        self.people.append(seat)
        person = Person(self.session, self.names, seat, terminal)
        return Player(person, person, ALL)

    def round_over(self) -> None:
        """Show the end of a round, and count points from 0 again."""
        super().round_over()
        self.gained.clear()

    def summary(self) -> list[str]:
        """The numbers of all players after a round, and the sources of their points in it."""
        title = f"  After round {self.chronicle.round}"
        width = max([len(title), *(len(name) + 4 for name in self.players)]) + 2
        lines = [title.ljust(width) + "  ".join(HEADINGS)]
        for seat, name in enumerate(self.players):
            pairs = zip(HEADINGS, self.standing(seat), strict=True)
            cells = [str(value).rjust(len(heading)) for heading, value in pairs]
            lines.append(f"    {name}".ljust(width) + "  ".join(cells))
        for seat, name in enumerate(self.players):
            lines.append(f"    {name}: {self.gains(seat, w.POINT_SOURCES)} in this round")
        return [*lines, *self.horde()]

    def gains(self, seat: int, sources: Sequence[str]) -> str:
        """The points of a player in the round by source. For the Horde, `seat` is NOBODY."""
        gains = [
            f"{source} {self.gained[seat, index]}"
            for index, source in enumerate(sources)
            if self.gained.get((seat, index))
        ]
        return ", ".join(gains) or "no points"

    def horde(self) -> list[str]:
        """The lines about the Centipede Horde, or none if it does not play."""
        g = self.session.game
        if not g.rules.horde:
            return []
        abroad = number(centipedes_in_hexes(g), "centipede")
        return [
            f"    The Horde: {self.gains(w.NOBODY, w.HORDE_SOURCES)} in this round",
            f"    The Horde has {number(g.s.horde_score, 'point')}, {abroad} in hexes "
            f"and {g.s.intruders} in the Great Tunnel",
        ]

    def standing(self, seat: int) -> tuple[int, ...]:
        """A player's numbers in the position, in the order of HEADINGS."""
        g = self.session.game
        look = seat_look(g, self.names, seat)
        tiles = [hex_look(g, self.names, g.s.laid[index]) for index in range(1, g.s.laid_n)]
        inhabited = sum(look.name in tile.sites.values() for tile in tiles)
        controlled = sum(tile.control == look.name for tile in tiles)
        evolutions = len(look.head) + len(look.thorax) + len(look.abdomen)
        return (
            look.score, look.food, look.larvae, look.army, inhabited, controlled, len(look.hand), evolutions,
        )  # fmt: skip

    def ending(self, outcome: Outcome) -> list[str]:
        """The lines about the end of a game that is not void."""
        end = self.own_ending(outcome) if outcome.opponent is None else self.common_ending(outcome)
        return [end, f"{outcome.turns} turns, {outcome.decisions} decisions, digest {outcome.digest}."]

    def own_ending(self, outcome: Outcome) -> str:
        """The line about the winners of a game in which players compete."""
        best = number(max(outcome.scores), "point")
        by = ", by ants in the Meadow" if outcome.decided_by == "ants" else ""
        return f"{self.winners(outcome)} with {best}{by}."

    def common_ending(self, outcome: Outcome) -> str:
        """The line about the winner of a game in which all play against the Horde (HOR-11)."""
        assert outcome.opponent is not None
        assert outcome.margin is not None
        whom = "the best player" if self.session.rules.horde_beats == EVERY else "the weakest player"
        if len(self.players) == 1:
            whom = self.players[0]
        ahead = f"{abs(outcome.margin)} {'fewer' if outcome.margin > 0 else 'more'} than"
        against = f"{number(outcome.opponent, 'point')}, {ahead if outcome.margin else 'as many as'} {whom}"
        if outcome.winners == 0:
            return f"The Centipede Horde wins with {against}."
        winners = "The players win together" if len(self.players) > 1 else f"{whom} wins"
        return f"{winners}: the Centipede Horde has {against}."


# A person at a terminal
HELP = (
    "  hand     your cards, with what they say",
    "  meadow   the hexes: who is where",
    "  players  what everybody has",
    "  all      the whole position",
)


class Person(Strategy):
    """A strategy that answers every question with the words that a person types."""

    def __init__(self, session: MarchSession, names: Names, seat: int, terminal: Terminal) -> None:
        super().__init__()
        self.session = session
        self.names = names
        self.seat = seat
        self.asker = Asker(terminal, seat, names.players[seat], HELP, SYNONYMS)
        self.seen = (-1, -1)
        self.texts = {card.id: card.rendered for card in session.assembly.variant.components.cards}

    def otherwise(self, view: View) -> int:
        """Show the question and the options, and read an answer."""
        g = self.session.game
        now = (int(g.s.round), int(g.s.phase))
        if view.question == Q_ACTION or now != self.seen:
            self.asker.tell(self.position(g))
        self.seen = now
        self.asker.tell(self.lines(g, view.question))
        pages: dict[str, Page] = {
            "options": lambda: self.lines(g, view.question),
            "hand": lambda: self.hand(g),
            "meadow": lambda: self.meadow(g),
            "players": lambda: self.players(g),
            "all": lambda: self.position(g),
        }
        return self.asker.answer(offered(g, self.names, view.question), pages)

    def lines(self, g: Play, question: int) -> list[str]:
        """The question and the numbered options."""
        return self.asker.question(
            subject(question), about(g, self.names, question), offered(g, self.names, question)
        )

    # the position as this seat may see it ------------------------------------
    def position(self, g: Play) -> list[str]:
        """The position: round and phase, all players' holdings, the Meadow, and the person's own hand."""
        when = f"Round {g.s.round} of {g.rules.rounds}, {PHASES[g.s.phase]}"
        piles = f"{g.s.deck_n} cards in the deck, {g.s.pile_n} hexes in the pile"
        return ["", f"{when}; {piles}", *self.players(g), *self.meadow(g), *self.hand(g), ""]

    def players(self, g: Play) -> list[str]:
        """The holdings of all players, with the number of cards in each hand."""
        found = []
        for seat in range(g.s.players):
            look = seat_look(g, self.names, seat)
            you = " (you)" if seat == self.seat else ""
            rest = ", rested" if look.rested else ""
            found.append(
                f"  {look.name}{you}: {look.score} points, {look.food} food, {look.larvae} larvae, "
                f"{look.army} ants, {len(look.hand)} cards in hand{rest}"
            )
            body = [f"{name} {', '.join(cards)}" for name, cards in (
                ("head", look.head), ("thorax", look.thorax), ("abdomen", look.abdomen), ("goals", look.goals)
            ) if cards]  # fmt: skip
            if body:
                found.append(f"    {'; '.join(body)}")
        if g.rules.horde:
            found.append(f"  The Centipede Horde: {g.s.horde_score} points")
        return found

    def meadow(self, g: Play) -> list[str]:
        """A line about each hex: its sites with their owners, other ants, and tunnels."""
        laid = [g.s.laid[at] for at in range(g.s.laid_n)]
        return [f"  {hex_words(hex_look(g, self.names, at), self.ways(g, at))}" for at in laid]

    def ways(self, g: Play, hexno: int) -> list[str]:
        """The names of the hexes to which tunnels lead from a hex."""
        others = [g.s.joined[hexno * 6 + edge] for edge in range(SIDES)]
        return [self.names.hex(other) for other in others if other >= 0]

    def hand(self, g: Play) -> list[str]:
        """The cards in the person's hand, with cost, ferocity and text."""
        held = seat_look(g, self.names, self.seat).hand
        found = ["  Your hand:" if held else "  Your hand is empty."]
        for card in sorted(held):
            number = self.names.ids.index(card)
            kind = g.kit.kind[number]
            what = "event" if kind == EVENT else "evolution" if kind == EVOLUTION else "goal"
            head = f"    {card} ({what}, cost {g.kit.cost[number]}, ferocity {g.kit.ferocity[number]})"
            found += [head, *(f"      {line}" for line in textwrap.wrap(self.texts[card], 90))]
        return found


def hex_words(look: HexLook, ways: Sequence[str]) -> str:
    """The contents of a hex, in one line."""
    sites = ", ".join(f"{site}{f' {owner}' if owner else ' empty'}" for site, owner in look.sites.items())
    out = ", ".join(f"{player} {count}" for player, count in look.out.items())
    marks = [word for word, there in (
        ("Inner Meadow", look.inner), ("centipede", look.centipede), ("wormhole", look.wormhole),
        ("contested", look.contested),
    ) if there]  # fmt: skip
    words = [sites, f"{'outskirts' if sites else 'ants'}: {out}" if out else "", ", ".join(marks)]
    words.append(f"tunnels to {', '.join(ways)}" if ways else "")
    return f"{look.name}: " + "; ".join(word for word in words if word)
