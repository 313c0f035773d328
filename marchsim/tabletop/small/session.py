"""Sessions of small games, and their records (kernel.game.Session)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from marchsim.kernel.columns import Watcher
from marchsim.kernel.game import Outcome
from marchsim.kernel.rng import Stream
from marchsim.tabletop import sessions
from marchsim.tabletop.players import class_checks
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.minds import Player
from marchsim.tabletop.recording import Columns, Recorder, RoundsTable, SeatsTable, round_columns
from marchsim.tabletop.small.events import ROUND, EventKind
from marchsim.tabletop.small.play import Play

if TYPE_CHECKING:
    import numpy as np

Dealing = Callable[[int, int], Play]  # from the number of players and the key of a deal to a game


class SmallRecorder(Recorder):
    """Keeps answers by seat, scores by round, and events."""

    def __init__(self, record: str, kinds: Mapping[str, EventKind]) -> None:
        seats = Columns()
        seats.number("answers", "i32", "questions that the seat answered")
        self.seats = SeatsTable(seats)
        self.rounds = RoundsTable(round_columns("points after the round", "points"))
        super().__init__(
            record, self.seats, [self.rounds], {kind.number: name for name, kind in kinds.items()}
        )

    def ended(self, g: Play) -> None:
        """Keep the scores of a round."""
        if self.with_rounds:
            for seat in g.seats:
                self.rounds.begin(self.game, g.round, seat, g.scores[seat])
                self.rounds.keep()

    def finished(self, g: Play) -> None:
        """Keep the answers of each seat, and the events."""
        for seat in g.seats:
            values = self.seats.room()
            values[self.seats.count] = g.answers[seat]
            self.seats.keep()
        self.write_events(g._events, ROUND)


class SmallSession:
    """Plays games of one variant and number of players (kernel.game.Session)."""

    def __init__(
        self, deal: Dealing, kind: StrategyKind, kinds: Mapping[str, EventKind], players: int, record: str
    ):
        self.deal, self.kind, self.kinds, self.players = deal, kind, kinds, players
        self.recorder = SmallRecorder(record, kinds)
        self.watcher: Watcher | None = None
        self._play: Play | None = None
        self._game = -1

    @property
    def game(self) -> Play:
        """The game in progress, or the last one."""
        assert self._play is not None
        return self._play

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end. A strategy's failure makes a void outcome."""
        g = self._play = self.deal(self.players, deal_key)
        self._game = game_id
        g._events.watcher = self.watcher
        self.recorder.begin(game_id, g._events)
        g._round_ended = lambda: self.recorder.ended(g)  # type: ignore[method-assign]
        users: list[Any] = [player.user for player in strategies if isinstance(player, Player)]
        for user, key in zip(users, seat_keys, strict=True):
            user.rng = Stream(key)
        g.seat(users)

        def begin(seat: int) -> None:
            users[seat].begin(g._seen(seat, question="", options=()))

        def where(seat: int, error: BaseException) -> str:
            hooks = self.kind.hooks
            if g._view.question not in hooks:
                return ""
            number = hooks.index(g._view.question)
            return class_checks.where(self.kind, type(users[seat]), number, error.__traceback__)

        if fault := sessions.attempt(g._table, self.players, begin, g._run, where):
            self.recorder.forget()
            return sessions.void(fault, g.round, g.round, g._table.decisions)
        self.recorder.finished(g)
        return outcome(g)

    def take(self) -> dict[str, np.ndarray]:
        """Return and forget the rows kept so far."""
        return sessions.taken({rows.table.name: rows for rows in self.recorder.tables})

    def position(self) -> tuple[int, int]:
        """(game id, decisions so far) of the game in progress."""
        return self._game, 0 if self._play is None else self._play._table.decisions


def outcome(g: Play) -> Outcome:
    """The outcome of a game: its winners have rank 1, the others follow by their points."""
    won = set(g.winners())
    if not won:
        raise ValueError(f"{type(g).__name__}.winners names no winner; every game has at least one")
    standing = [(seat in won, g.scores[seat]) for seat in g.seats]
    ranks = tuple(1 + sum(other > own for other in standing) for own in standing)
    ranks = tuple(1 if seat in won else rank for seat, rank in enumerate(ranks))
    return Outcome(
        tuple(g.scores), ranks, sum(1 << seat for seat in won), g.round, g.round, g._table.decisions,
        g._events.digest(), tuple(g._events.digests), "score",
    )  # fmt: skip
