"""A whole game as a story: its events in sentences as they happen, and how everybody stands after a round.

It looks on and touches nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.telling import Audience, Moment
from marchsim.tabletop.telling.narrator import Chronicle, Event, retold


class Story(Watcher):
    """Tells the games of a session to an audience (fulfils kernel.telling.Teller with what a game adds).

    A game has the words (`fresh`), says how a round left everybody (`summary`) and who has won (`ending`).
    """

    def __init__(self, session: Any, players: tuple[str, ...], audience: Audience) -> None:
        self.players, self.audience = players, audience
        self.chronicle = self.fresh()
        session.watcher = self

    def fresh(self) -> Chronicle:
        """Return what dates and words the events of one game."""
        raise NotImplementedError

    def summary(self) -> list[str]:
        """Return how the last round left everybody."""
        raise NotImplementedError

    def ending(self, outcome: Outcome) -> list[str]:
        """Return how a game ended that is not void."""
        raise NotImplementedError

    def moment(self, event: Event) -> Moment:
        """Return an event as it is told."""
        return self.chronicle.moment(event)

    # the frame --------------------------------------------------------------
    def saw(self, kind: int, seat: int, a: int, b: int, c: int, d: int) -> None:
        """Tell an event; a round begins with how the last one left everybody."""
        if kind == self.chronicle.round_kind:
            self.round_over()
        self.audience.happened(self.moment((kind, seat, a, b, c, d)))

    def round_over(self) -> None:
        """Tell that a round, or the set-up, is over."""
        number = self.chronicle.round
        self.audience.round_over(number, ["", *self.summary(), ""] if number else [""])

    def over(self, outcome: Outcome) -> list[str]:
        """Return how a game ended (kernel.telling.Teller.over)."""
        if outcome.void:
            whose = f" of {self.players[outcome.fault_seat]}" if outcome.fault_seat >= 0 else ""
            return [f"The game is void ({outcome.void}{whose}): {outcome.fault}"]
        self.round_over()
        return self.ending(outcome)

    def winners(self, outcome: Outcome) -> str:
        """Return who has won a game that the players play against each other; nobody may have."""
        if outcome.winners == 0:
            return "Nobody wins"
        names = [name for seat, name in enumerate(self.players) if (outcome.winners >> seat) & 1]
        return f"{' and '.join(names)} {'wins' if len(names) == 1 else 'share the win'}"

    def retold(self, events: Sequence[Mapping[str, Any]]) -> list[Moment]:
        """Return the events of a game that was recorded (kernel.telling.Teller.retold)."""
        return retold(self.fresh(), events)
