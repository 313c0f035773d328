"""A whole game as a story: its events as lines while they happen, and how everybody stands as a round ends.

It looks on and touches nothing, so a game that is watched is the same as one that is not.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from marchsim.games.march import words as w
from marchsim.games.march.horde import EVERY, centipedes_in_hexes
from marchsim.games.march.looks import hex_look, seat_look
from marchsim.games.march.naming import COLOURS, Names, letters
from marchsim.games.march.narrate import Event, Narrator
from marchsim.games.march.sentences import number
from marchsim.games.march.session import MarchSession
from marchsim.kernel.columns import Watcher

if TYPE_CHECKING:
    from marchsim.kernel.game import Outcome

SILENT = (w.E_MARKER,)  # who is next shows in what it does
HEADINGS = ("points", "food", "larvae", "ants", "hexes", "control", "cards", "evolutions")


def player_names(strategies: Sequence[str]) -> tuple[str, ...]:
    """Return what players are called: by their strategy; by colour too where it sits there twice."""
    often = [letters(name) for name in strategies]
    return tuple(
        name if often.count(letters(name)) == 1 and letters(name) else f"{name} ({COLOURS[seat]})"
        for seat, name in enumerate(strategies)
    )


class Story(Watcher):
    """Tells the games of a session line by line; `tell` is called with each line.

    With `tell_event` it hands on every event too.
    """

    def __init__(
        self,
        session: MarchSession,
        players: Sequence[str],
        tell: Callable[[str], None],
        tell_event: Callable[[dict[str, Any]], None] | None = None,
    ) -> None:
        self.session = session
        self.names = Names(session.outfit.variant.components, players)
        self.narrator = Narrator(self.names)
        self.tell = tell
        self.tell_event = tell_event
        self.gained: dict[tuple[int, int], int] = {}
        session.watcher = self

    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Tell an event; a round begins with how the last one left everybody."""
        event: Event = (kind, seat, a, b, c, d)
        if kind == w.E_ROUND:
            self.round_over(a - 1)
        if kind == w.E_POINTS:
            self.gained[seat, b] = self.gained.get((seat, b), 0) + a
        if kind == w.E_HORDE:
            self.gained[w.NOBODY, b] = self.gained.get((w.NOBODY, b), 0) + a
        if self.tell_event is not None:
            self.tell_event(self.narrator.row(event))
        if kind not in SILENT:
            self.tell(self.narrator.line(event))

    def round_over(self, number_of_round: int) -> None:
        """Tell how everybody stands after a round, and what its points came from."""
        if number_of_round < 1:
            self.tell("")
            return
        title = f"  After round {number_of_round}"
        width = max([len(title), *(len(name) + 4 for name in self.names.players)]) + 2
        self.tell("")
        self.tell(title.ljust(width) + "  ".join(HEADINGS))
        for seat, name in enumerate(self.names.players):
            pairs = zip(HEADINGS, self.standing(seat), strict=True)
            cells = [str(value).rjust(len(heading)) for heading, value in pairs]
            self.tell(f"    {name}".ljust(width) + "  ".join(cells))
        for seat, name in enumerate(self.names.players):
            self.tell(f"    {name}: {self.gains(seat, w.POINT_SOURCES)} in this round")
        self.tell_horde()
        self.tell("")
        self.gained.clear()

    def gains(self, seat: int, sources: Sequence[str]) -> str:
        """Return what a player's points (NOBODY: the Horde's) of the round came from."""
        gains = [
            f"{source} {self.gained[seat, index]}"
            for index, source in enumerate(sources)
            if self.gained.get((seat, index))
        ]
        return ", ".join(gains) or "no points"

    def tell_horde(self) -> None:
        """Tell how the Centipede Horde stands, if there is one."""
        g = self.session.g
        assert g is not None
        if g.rules.horde:
            abroad = number(centipedes_in_hexes(g), "centipede")
            self.tell(f"    The Horde: {self.gains(w.NOBODY, w.HORDE_SOURCES)} in this round")
            self.tell(
                f"    The Horde has {number(g.s.horde_score, 'point')}, {abroad} in hexes "
                f"and {g.s.intruders} in the Great Tunnel"
            )

    def standing(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of HEADINGS for a player."""
        g = self.session.g
        assert g is not None
        look = seat_look(g, self.names, seat)
        tiles = [hex_look(g, self.names, g.s.laid[index]) for index in range(1, g.s.laid_n)]
        inhabited = sum(look.name in tile.sites.values() for tile in tiles)
        controlled = sum(tile.control == look.name for tile in tiles)
        evolutions = len(look.head) + len(look.thorax) + len(look.abdomen)
        return (
            look.score, look.food, look.larvae, look.army, inhabited, controlled, len(look.hand), evolutions,
        )  # fmt: skip

    def over(self, outcome: Outcome) -> None:
        """Tell how a game ended."""
        if outcome.void:
            whose = f" of {self.names.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            self.tell(f"The game is void ({outcome.void}{whose}): {outcome.fault}")
            return
        self.round_over(outcome.rounds)
        self.tell(self.ending(outcome) if outcome.opponent is None else self.common_ending(outcome))
        self.tell(f"{outcome.turns} turns, {outcome.decisions} decisions, digest {outcome.digest}.")

    def ending(self, outcome: Outcome) -> str:
        """Return who has won a game that the players play against each other."""
        winners = [name for seat, name in enumerate(self.names.players) if (outcome.winners >> seat) & 1]
        verb = "wins" if len(winners) == 1 else "share the win"
        best = number(max(outcome.scores), "point")
        by = ", by ants in the Meadow" if outcome.decided_by == "ants" else ""
        return f"{' and '.join(winners)} {verb} with {best}{by}."

    def common_ending(self, outcome: Outcome) -> str:
        """Return who has won a game that the players play together against the Horde (HOR-11)."""
        g = self.session.g
        assert g is not None
        assert outcome.opponent is not None
        assert outcome.margin is not None
        whom = "the best player" if g.rules.horde_beats == EVERY else "the weakest player"
        if len(self.names.players) == 1:
            whom = self.names.players[0]
        ahead = f"{abs(outcome.margin)} {'fewer' if outcome.margin > 0 else 'more'} than"
        against = f"{number(outcome.opponent, 'point')}, {ahead if outcome.margin else 'as many as'} {whom}"
        if outcome.winners == 0:
            return f"The Centipede Horde wins with {against}."
        winners = "The players win together" if len(self.names.players) > 1 else f"{whom} wins"
        return f"{winners}: the Centipede Horde has {against}."
