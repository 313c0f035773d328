"""A whole game as a story: its events in sentences, and the position of all players after each round.

A story changes nothing in the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment
from marchsim.tabletop.telling.narrator import Chronicle, Event, retold


class Story(Watcher):
    """Shows a session's games to an audience (implements kernel.telling.Teller with parts from the game).

    A game defines the words (`fresh`), the position after a round (`summary`) and the winners (`ending`).
    """

    def __init__(self, session: Any, players: tuple[str, ...], audience: Audience) -> None:
        self.players, self.audience = players, audience
        self.chronicle = self.fresh()
        session.watcher = self

    def fresh(self) -> Chronicle:
        """A new chronicle for the events of one game."""
        raise NotImplementedError

    def summary(self) -> list[str]:
        """Lines about the position of all players after the last round."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> list[str]:
        """The lines about the end of a valid game."""
        raise NotImplementedError

    def moment(self, event: Event) -> Moment:
        """An event as shown to the audience."""
        return self.chronicle.moment(event)

    # the frame --------------------------------------------------------------
    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Show an event. Before a new round, show the position after the last one."""
        if kind == self.chronicle.round_kind:
            self.round_over()
        self.audience.happened(self.moment((kind, seat, a, b, c, d)))

    def round_over(self) -> None:
        """Show the end of a round, or of the set-up."""
        number = self.chronicle.round
        self.audience.round_over(number, ["", *self.summary(), ""] if number else [""])

    def over(self, outcome: Outcome) -> list[str]:
        """The lines about the end of a game (kernel.telling.Teller.over)."""
        if outcome.void:
            whose = f" of {self.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            return [f"The game is void ({outcome.void}{whose}): {outcome.fault}"]
        self.round_over()
        return self.ending(outcome)

    def winners(self, outcome: Outcome) -> str:
        """A phrase on the winners of a competitive game. There may be none."""
        if outcome.winners == 0:
            return "Nobody wins"
        names = [name for seat, name in enumerate(self.players) if (outcome.winners >> seat) & 1]
        return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}"

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """The events of a recorded game (kernel.telling.Teller.retold)."""
        return retold(self.fresh(), events)
