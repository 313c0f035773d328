"""The work that all sessions share: seating players, reporting faults, returning rows, timing answers.

If a strategy fails, the game is void and its rows are not kept. No exception is raised.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from time import perf_counter_ns, thread_time_ns
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from marchsim.errors import error_words
from marchsim.kernel.columns import Rows, Watcher
from marchsim.kernel.compat import to_bytes
from marchsim.kernel.game import Outcome
from marchsim.kernel.table import Clock, Fault, Listener, Seat, Table
from marchsim.tabletop.players import class_checks
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.seats import Player, PlayerSeat
from marchsim.tabletop.recording import Recorder

if TYPE_CHECKING:
    import numpy as np

Dealt = TypeVar("Dealt")  # a game of the session's kind: it has the `table`, the `events` and the state `s`


class TableSession(Generic[Dealt]):
    """A session of a worker, and its records (implements kernel.game.Session and Clocked).

    A game defines its set-up (`seat_players`), its play (`run`) and its `outcome`.
    """

    def __init__(self, kind: StrategyKind, players: int, recorder: Recorder) -> None:
        self.kind, self.players, self.recorder = kind, players, recorder
        self.watcher: Watcher | None = None  # sees the events of the games to come
        self.listener: Listener | None = None  # hears their answers
        self.clocked = False
        self.spent: list[tuple[int, float]] = []
        self.exchange: tuple[str, str] | None = None  # kernel.game.Arranged
        self.g: Dealt | None = None  # the game under way, or the last one
        self._table: Table | None = None
        self._game = -1
        self._seated: Sequence[Player] = ()
        self._minds: list[Seat] = []

    @property
    def game(self) -> Dealt:
        """The game in progress, or the last one."""
        assert self.g is not None
        return self.g

    def seat_players(self, deal_key: int, seat_keys: Sequence[int], players: Sequence[Player]) -> Dealt:
        """A game before its set-up, with a player in each seat."""
        raise NotImplementedError

    def run(self, g: Dealt) -> None:
        """Set up a game and play it to its end. The recorder is called at the end of each round."""
        raise NotImplementedError

    def outcome(self, g: Dealt) -> Outcome:
        """The outcome of a game."""
        raise NotImplementedError

    def play(
        self, game_id: int, deal_key: int, seat_keys: Sequence[int], strategies: Sequence[object]
    ) -> Outcome:
        """Play one game to its end (kernel.game.Session.play)."""
        players = [player for player in strategies if isinstance(player, Player)]
        assert len(players) == len(seat_keys) == self.players
        dealt = self.seat_players(deal_key, seat_keys, players)
        g: Any = dealt
        table: Table = g.table
        self.g, self._table, self._game = dealt, table, game_id
        g.events.watcher, table.listener = self.watcher, self.listener
        self.recorder.begin(game_id, g.events)
        self._seated, self._minds = players, list(table.seats)
        fault = attempt(table, self.players, self._begin, lambda: self.timed(dealt), self._where)
        self._seated, self._minds = [], []
        if fault:
            self.recorder.forget()
            return void(fault, g.s.round, g.s.turns, table.decisions)
        self.recorder.finished(g)
        return self.outcome(dealt)

    # Methods, since a nested function and its variables know each other: a game would be freed late.
    def _begin(self, seat: int) -> None:
        """Let a seat's strategy prepare for the game."""
        mind = self._minds[seat]
        assert isinstance(mind, PlayerSeat)
        self._seated[seat].begin(mind.view)

    def _where(self, seat: int, error: BaseException) -> str:
        """The hook and the line in which a seat's strategy failed, for a message."""
        assert self._table is not None
        return failed_in(self.kind, self._minds[seat], self._table.question, error)

    def timed(self, g: Dealt) -> None:
        """Play a game to its end. If requested, measure the time that the answers take."""
        if self.clocked:
            assert self._table is not None
            self.spent = clocked(self._table.seats, lambda: self.run(g))
        else:
            self.run(g)

    def take(self) -> dict[str, np.ndarray]:
        """Return and forget the rows kept so far (kernel.game.Session.take)."""
        return taken({rows.table.name: rows for rows in self.recorder.tables})

    def position(self) -> tuple[int, int]:
        """(game id, decisions so far) of the game in progress (kernel.game.Session.position)."""
        return self._game, 0 if self._table is None else self._table.decisions


def attempt(
    table: Table,
    players: int,
    begin: Callable[[int], None],
    play: Callable[[], None],
    where: Callable[[int, BaseException], str],
) -> Fault | None:
    """Let each strategy prepare for a game, and play it. Returns the fault if the game is void, else None.

    `where` gives the hook, file and line in which a strategy failed, for the message. Errors outside
    strategies are raised.
    """
    asking = -1
    try:
        for asking in range(players):
            begin(asking)
        asking = -1
        play()
    except Fault as fault:
        at = where(table.asking, fault) if fault.reason == "error" and table.asking >= 0 else ""
        return Fault(fault.reason, at + fault.message, fault.seat)
    except (Exception, SystemExit, KeyboardInterrupt) as error:
        seat = asking if asking >= 0 else table.asking
        if seat < 0:
            raise
        at = where(seat, error) if asking < 0 else ""
        return Fault("error", at + error_words(error), seat)
    finally:
        table.seats.clear()  # they know the table: without the circle a game's memory is free at once
    return None


def failed_in(kind: StrategyKind, seat: Seat, question: int, error: BaseException) -> str:
    """The hook and line in which the strategy of a seat failed, for a message. '' if it has no strategy."""
    if not isinstance(seat, PlayerSeat):
        return ""
    return class_checks.where(kind, type(seat.user), question, error.__traceback__)


def void(fault: Fault, rounds: int, turns: int, decisions: int) -> Outcome:
    """The outcome of a void game."""
    return Outcome(
        (), (), 0, rounds, turns, decisions, "", void=fault.reason, fault=fault.message, fault_seat=fault.seat
    )


def ended(
    g: Any,
    scores: list[int],
    ranks: list[int],
    decided_by: str,
    opponent: int | None = None,
    margin: int | None = None,
    winners: int | None = None,
) -> Outcome:
    """The outcome of a finished game. If `winners` is None, the seats with rank 1 have won."""
    if winners is None:
        winners = sum([1 << seat for seat, rank in enumerate(ranks) if rank == 1])
    return Outcome(
        scores=tuple(scores),
        ranks=tuple(ranks),
        winners=winners,
        rounds=g.s.round,
        turns=g.s.turns,
        decisions=g.table.decisions,
        digest=g.events.digest(),
        round_digests=tuple(g.events.digests),
        decided_by=decided_by,
        opponent=opponent,
        margin=margin,
    )


def taken(tables: Mapping[str, Rows]) -> dict[str, np.ndarray]:
    """Return the rows of all tables as int64 arrays (rows, columns) by name, and forget them."""
    import numpy as np

    found = {}
    for name, rows in tables.items():
        flat = np.frombuffer(to_bytes(rows.values, 0, rows.count), dtype=np.int64)
        found[name] = flat.reshape(-1, rows.width)
        rows.cut(0)
    return found


def clocked(seats: list[Seat], play: Callable[[], None]) -> list[tuple[int, float]]:
    """Play a game. Returns the number of answers of each seat, and the processor seconds that they took.

    Answers are measured in wall time, which is quick to read. Wall time is converted by the ratio of
    processor time to wall time of the whole game.
    """
    clocks = [Clock(seat) for seat in seats]
    for seat, clock in enumerate(clocks):
        seats[seat] = clock
    wall, cpu = perf_counter_ns(), thread_time_ns()
    play()
    cpu, wall = thread_time_ns() - cpu, perf_counter_ns() - wall
    share = min(1.0, cpu / wall) if wall else 1.0
    return [(int(clock.answers), int(clock.nanoseconds) * share / 1e9) for clock in clocks]
