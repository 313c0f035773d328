"""A whole game as a story: its events in sentences as they happen, and how everybody stands after a round.

It fulfils kernel.telling.Teller: it looks on and touches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from marchsim.games.march import words as w
from marchsim.games.march.engine.horde import EVERY, centipedes_in_hexes
from marchsim.games.march.engine.moves.meadow import Play
from marchsim.games.march.naming.names import COLOURS, Names
from marchsim.games.march.naming.positions import hex_look, seat_look
from marchsim.games.march.players.loading import ALL
from marchsim.games.march.table.session import MarchSession
from marchsim.games.march.telling.board import board
from marchsim.games.march.telling.board.sight import Sight, scenery
from marchsim.games.march.telling.explain import Explainer
from marchsim.games.march.telling.human import Person
from marchsim.games.march.telling.narrate import narrator_of
from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment, Terminal
from marchsim.tabletop.naming import number, player_names
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.telling.narrator import Chronicle, Event, retold
from marchsim.tabletop.watching.scene import Look, Scenery

SECRET = (w.E_DRAW, w.E_DRAW_TILE, w.E_RETURN_TILE)  # seen by who does it alone
HEADINGS = ("points", "food", "larvae", "ants", "hexes", "control", "cards", "evolutions")


def silent(event: Event) -> bool:
    """Return whether a story leaves an event out: who is next shows in what it does, but for final turns."""
    return event[0] == w.E_MARKER and event[-1] == 0


def chronicle_of(names: Names) -> Chronicle:
    """Return what dates and words the events of one game."""
    return Chronicle(narrator_of(names), w.PHASES, w.E_ROUND, w.E_PHASE, w.WORKER, silent, SECRET)


class Story(Watcher):
    """Tells the games of a session to an audience."""

    def __init__(self, session: MarchSession, strategies: Sequence[str], audience: Audience) -> None:
        self.session = session
        self.players = player_names(strategies, COLOURS)
        self.names = Names(session.outfit.variant.components, self.players)
        self.chronicle = chronicle_of(self.names)
        self.sight = Sight(self.names)
        self.audience = audience
        self.gained: dict[tuple[int, int], int] = {}
        self.people: list[int] = []
        session.watcher = self

    @property
    def game(self) -> Play:
        """Return the game under way, or the last one."""
        assert self.session.g is not None
        return self.session.g

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Tell an event; a round begins with how the last one left everybody."""
        event: Event = (kind, seat, a, b, c, d)
        if kind == w.E_ROUND:
            self.round_over()
        if kind == w.E_POINTS:
            self.gained[seat, b] = self.gained.get((seat, b), 0) + a
        if kind == w.E_HORDE:
            self.gained[w.NOBODY, b] = self.gained.get((w.NOBODY, b), 0) + a
        moment = self.chronicle.moment(event)
        self.audience.happened(self.veiled(moment, seat) if kind in SECRET and self.people else moment)

    def veiled(self, moment: Moment, seat: int) -> Moment:
        """Return what the people in the game may know of a draw: it is their own, or another's."""
        if self.people == [seat]:
            return moment
        text = f"{self.players[seat]} draws or returns what nobody else sees"
        row = {key: moment.row[key] for key in ("number", "round", "phase")} | {"text": text}
        return replace(moment, text=text, line=None, row=row)

    def explain(self, seats: Sequence[int]) -> None:
        """Tell why seats decide as they do (kernel.telling.Teller.explain)."""
        self.session.listener = Explainer(self.session, self.names, seats, self.audience.decided)

    def person(self, seat: int, terminal: Terminal) -> object:
        """Return a strategy by which a person plays a seat (kernel.telling.Teller.person)."""
        self.people.append(seat)
        person = Person(self.session, self.names, seat, terminal)
        return Player(person, person, ALL)

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Return the events of a game that was recorded (kernel.telling.Teller.retold)."""
        return retold(chronicle_of(self.names), events)

    def round_over(self) -> None:
        """Tell that a round is over: how everybody stands, and what its points came from."""
        number_of_round = self.chronicle.round
        self.audience.round_over(number_of_round, self.summary() if number_of_round else [""])
        self.gained.clear()

    def summary(self) -> list[str]:
        """Return how everybody stands after a round, and what its points came from."""
        title = f"  After round {self.chronicle.round}"
        width = max([len(title), *(len(name) + 4 for name in self.players)]) + 2
        lines = ["", title.ljust(width) + "  ".join(HEADINGS)]
        for seat, name in enumerate(self.players):
            pairs = zip(HEADINGS, self.standing(seat), strict=True)
            cells = [str(value).rjust(len(heading)) for heading, value in pairs]
            lines.append(f"    {name}".ljust(width) + "  ".join(cells))
        for seat, name in enumerate(self.players):
            lines.append(f"    {name}: {self.gains(seat, w.POINT_SOURCES)} in this round")
        return [*lines, *self.horde(), ""]

    def gains(self, seat: int, sources: Sequence[str]) -> str:
        """Return what a player's points (NOBODY: the Horde's) of the round came from."""
        gains = [
            f"{source} {self.gained[seat, index]}"
            for index, source in enumerate(sources)
            if self.gained.get((seat, index))
        ]
        return ", ".join(gains) or "no points"

    def horde(self) -> list[str]:
        """Return how the Centipede Horde stands, if there is one."""
        g = self.game
        if not g.rules.horde:
            return []
        abroad = number(centipedes_in_hexes(g), "centipede")
        return [
            f"    The Horde: {self.gains(w.NOBODY, w.HORDE_SOURCES)} in this round",
            f"    The Horde has {number(g.s.horde_score, 'point')}, {abroad} in hexes "
            f"and {g.s.intruders} in the Great Tunnel",
        ]

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of HEADINGS for a player."""
        g = self.game
        look = seat_look(g, self.names, seat)
        tiles = [hex_look(g, self.names, g.s.laid[index]) for index in range(1, g.s.laid_n)]
        inhabited = sum(look.name in tile.sites.values() for tile in tiles)
        controlled = sum(tile.control == look.name for tile in tiles)
        evolutions = len(look.head) + len(look.thorax) + len(look.abdomen)
        return (
            look.score, look.food, look.larvae, look.army, inhabited, controlled, len(look.hand), evolutions,
        )  # fmt: skip

    def over(self, outcome: Outcome) -> list[str]:
        """Return how a game ended (kernel.telling.Teller.over)."""
        if outcome.void:
            whose = f" of {self.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            return [f"The game is void ({outcome.void}{whose}): {outcome.fault}"]
        self.round_over()
        end = self.ending(outcome) if outcome.opponent is None else self.common_ending(outcome)
        return [end, f"{outcome.turns} turns, {outcome.decisions} decisions, digest {outcome.digest}."]

    def picture(self, form: str, heading: str = "", below: str = "") -> bytes:
        """Return the board as the game stands (kernel.telling.Teller.picture)."""
        return board(self.game, self.names, heading, below).written(form)

    def scenery(self) -> Scenery:
        """Return what stays the same for whoever watches (tabletop.watching.Pictured.scenery)."""
        return scenery(self.session.outfit.variant.rules["horde"] > 0)

    def look(self) -> Look:
        """Return how the game stands, for whoever watches (tabletop.watching.Pictured.look)."""
        return self.sight.look(self.game)

    def ending(self, outcome: Outcome) -> str:
        """Return who has won a game that the players play against each other."""
        winners = [name for seat, name in enumerate(self.players) if (outcome.winners >> seat) & 1]
        verb = "wins" if len(winners) == 1 else "share the win"
        best = number(max(outcome.scores), "point")
        by = ", by ants in the Meadow" if outcome.decided_by == "ants" else ""
        return f"{' and '.join(winners)} {verb} with {best}{by}."

    def common_ending(self, outcome: Outcome) -> str:
        """Return who has won a game that the players play together against the Horde (HOR-11)."""
        g = self.game
        assert outcome.opponent is not None
        assert outcome.margin is not None
        whom = "the best player" if g.rules.horde_beats == EVERY else "the weakest player"
        if len(self.players) == 1:
            whom = self.players[0]
        ahead = f"{abs(outcome.margin)} {'fewer' if outcome.margin > 0 else 'more'} than"
        against = f"{number(outcome.opponent, 'point')}, {ahead if outcome.margin else 'as many as'} {whom}"
        if outcome.winners == 0:
            return f"The Centipede Horde wins with {against}."
        winners = "The players win together" if len(self.players) > 1 else f"{whom} wins"
        return f"{winners}: the Centipede Horde has {against}."
