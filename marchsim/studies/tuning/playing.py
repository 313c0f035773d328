"""Plays the games of a search: one row for each, with what the candidate won and by how much."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marchsim.kernel.game import Column, Outcome, Table
from marchsim.recorder import parquet
from marchsim.recorder.parts import encoded
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.rows import credit
from marchsim.runner.playing.tally import Streaks
from marchsim.runner.playing.watch import GAME
from marchsim.runner.playing.worker import UNSURE, ChunkPlayer, ChunkResult, GameJob, PlayAgain
from marchsim.studies.tuning.deals import Tables, Task

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
    """A search made ready in this process."""

    def __init__(self, job: TuneJob, *place: Any) -> None:
        super().__init__(job, *place)
        self._tables = Tables(job, job.design.players[0])
        self._task = Task("", 0, 0, ())
        self._makers: list[Callable[[], object]] = []

    def play(self, chunk: Chunk) -> ChunkResult:
        """Play the games of a chunk, whose task names the candidates."""
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
            rows.append((position, *_told(outcome, entry.seats.index(focal))))
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


def _told(outcome: Outcome, seat: int) -> tuple[float, int | None, str]:
    """Return credit, margin (None where the game has no scores) and why the game is void."""
    if outcome.void:
        return 0.0, None, outcome.void
    return credit(outcome, seat), margin(outcome, seat), ""


def margin(outcome: Outcome, seat: int) -> int | None:
    """Return by how much a seat beats the best of the others, or all together their opponent."""
    if outcome.margin is not None:
        return outcome.margin
    others = [score for at, score in enumerate(outcome.scores) if at != seat]
    return outcome.scores[seat] - max(others) if others else None


class TuneJob(GameJob):
    """The games of a search as work for any backend; tasks say which entrants are searched."""

    plays = TunePlayer
