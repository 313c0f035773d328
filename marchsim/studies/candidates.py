"""The games of a search for strategies: candidates play the same fresh deals in every seat, a row each.

Each stage has its own deals. The search, its pilot and the confirmation share no deals with each other or
with any run (D-99).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marchsim.kernel.game import Column, Outcome, Table
from marchsim.kernel.rng import deal_key
from marchsim.recorder import parquet
from marchsim.recorder.parts import encoded
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.planning.plan import Job
from marchsim.runner.planning.schedule import Drawn, Entry
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.rows import credit
from marchsim.runner.playing.watch import GAME
from marchsim.runner.playing.worker import UNSURE, ChunkPlayer, ChunkResult, GameJob, PlayAgain, Streaks

PILOT, SEARCH, CONFIRM = "tune-pilot", "tune", "confirm"


@dataclass(frozen=True)
class Task:
    """Deals `first` to `first + deals - 1` of a stage, each played by all candidates in every seat.

    `candidates` has the parameters of each candidate. `who` has the index of each candidate's strategy among
    the job's entrants, and is empty if all candidates use the first one. The entrants from index `company` on
    take the other seats, in turn or drawn by their `shares`. Positions count seats first, then candidates,
    then deals. If `team` is set, a candidate takes all seats, and each position that would be another seat is
    another deal.
    """

    stage: str
    first: int
    deals: int
    candidates: tuple[Mapping[str, Any], ...]
    who: tuple[int, ...] = ()
    company: int = 1
    shares: tuple[float, ...] = ()
    team: bool = False

    def entrant(self, candidate: int) -> int:
        """The index of the entrant that plays with a candidate's parameters."""
        return self.who[candidate] if self.who else 0

    def games(self, players: int) -> int:
        """The number of games of the task."""
        return self.deals * len(self.candidates) * players

    def place(self, position: int, players: int) -> tuple[int, int, int]:
        """The deal, candidate and rotation of the game at a position."""
        rest, rotation = divmod(position, players)
        deal, candidate = divmod(rest, len(self.candidates))
        return self.first + deal, candidate, rotation


class Tables:
    """The seatings of a candidate together with other entrants of a job."""

    def __init__(self, job: Job, players: int) -> None:
        self.job, self.players = job, players
        self._drawn: dict[tuple[int, tuple[float, ...]], Drawn] = {}

    def _others(self, task: Task, deal: int) -> tuple[int, ...]:
        if self.players < 2:
            return ()
        key = (task.company, task.shares)
        if key not in self._drawn:
            names = tuple(entrant.name for entrant in self.job.entrants[task.company :])
            self._drawn[key] = Drawn(self.job.seed, names, self.players - 1, task.shares)
        return tuple(at + task.company for at in self._drawn[key].line_up(deal, 0)[2])

    def entry(self, task: Task, position: int) -> Entry:
        """The game at a position of a task. Only the candidate's own seat depends on the candidate."""
        deal, candidate, rotation = task.place(position, self.players)
        order: tuple[int, ...] = (task.entrant(candidate),)
        if task.team:
            deal, rotation, order = deal * self.players + rotation, 0, order * self.players
        else:
            order += self._others(task, deal)
        key = deal_key(self.job.seed, task.stage, self.players, deal)
        seats = order[rotation:] + order[:rotation]
        return Entry(position, deal, deal, self.players, 0, rotation, 0, key, seats)


def stage(word: str, seed: int) -> str:
    """The name of a stage of the search, which includes the seed."""
    return f"{word}:{seed}"


GAMES = Table(
    "games",
    "One row for each game of a step of a search, in order of position.",
    (
        Column("position", "i32", "place of the game in its step: deals, then candidates, then seats"),
        Column("credit", "f64", "what the candidate won", "wins"),
        Column("margin", "i32", "its score less the best of the others, or that against the opponent"),
        Column("void", "str", "why the game does not count, '' if it does"),
    ),
    ("position",),
)


class TunePlayer(ChunkPlayer):
    """Plays the games of a search in one process."""

    def __init__(self, job: TuneJob, *place: Any) -> None:
        super().__init__(job, *place)
        self._tables = Tables(job, job.design.players[0])
        self._task = Task("", 0, 0, ())
        self._makers: list[Callable[[], object]] = []

    def play(self, chunk: Chunk) -> ChunkResult:
        """Play the games of a chunk, with the candidates of its task."""
        assert isinstance(chunk.task, Task)
        if chunk.task != self._task:
            self._task = chunk.task
            classes = self.attempts.classes
            self._makers = [
                self._game.strategy_factory(classes[self._task.entrant(at)], one)
                for at, one in enumerate(self._task.candidates)
            ]
        return super().play(chunk)

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun = time.perf_counter()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows: list[tuple[int, float, int | None, str]] = []
        for done, position in enumerate(positions):
            entry = self._tables.entry(self._task, position)
            _, candidate, _ = self._task.place(position, entry.players)
            focal = self._task.entrant(candidate)
            self.attempts.let(focal, self._makers[candidate])
            try:
                outcome = verdicts.get(position) or self._one(entry, position, done)
            except PlayAgain as retry:
                result.end_before(position, retry.why)
                break
            self._judge(result, entry, outcome, position in verdicts or outcome.void in UNSURE)
            rows.append((position, *_result(outcome, entry.seats.index(focal))))
            interrupt.raise_if_noted()
            if result.streaks.too_many():
                result.stopped = True
                return result
        self.attempts.watch.beat[GAME] = -1
        self.attempts.spent.clear()
        for session in self.attempts.sessions.values():
            session.take()
        result.seconds = time.perf_counter() - begun
        if rows:
            columns = zip((column.name for column in GAMES.columns), zip(*rows, strict=True), strict=True)
            frame = parquet.frame(GAMES, {name: list(column) for name, column in columns})
            result.tables = {GAMES.name: encoded(GAMES, frame)}
        return result


def _result(outcome: Outcome, seat: int) -> tuple[float, int | None, str]:
    """The credit, the margin or None, and the reason if the game is void ('' if it is valid)."""
    if outcome.void:
        return 0.0, None, outcome.void
    return credit(outcome, seat) or 0.0, margin(outcome, seat), ""


def margin(outcome: Outcome, seat: int) -> int | None:
    """A seat's lead over its best rival, or the lead of all seats together over their opponent.

    It is None if nobody wins the game, since more points are then no closer to a win.
    """
    if outcome.margin is not None:
        return outcome.margin
    if not outcome.winners:
        return None
    others = [score for at, score in enumerate(outcome.scores) if at != seat]
    return outcome.scores[seat] - max(others) if others else None


class TuneJob(GameJob):
    """The games of a search as work for any backend. Tasks name the entrants to be tuned."""

    plays = TunePlayer
