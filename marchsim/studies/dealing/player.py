"""Plays deals one by one, each in several games, and encodes their rows: those of a void deal say why."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, MutableSequence, Sequence
from typing import Any

from marchsim.kernel.game import Arranged, Outcome, Table
from marchsim.recorder import parquet
from marchsim.recorder.parts import encoded
from marchsim.runner.planning.schedule import Entry
from marchsim.runner.playing import interrupt
from marchsim.runner.playing.tally import Streaks
from marchsim.runner.playing.worker import ChunkPlayer, ChunkResult, PlayAgain

Row = dict[str, Any]


class VoidGame(Exception):
    """A game of the deal is void."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.void)
        self.outcome = outcome


class DealPlayer(ChunkPlayer):
    """A study (a DealWork) prepared in this process; positions are deals, and `rows_of` describes their rows.

    A study says what the rows of a deal are (`_rows`), and of one with a void game (`_void_rows`).
    """

    rows_of: Table
    study: Any

    def __init__(
        self, study: Any, number: int = 0, beat: MutableSequence[int] | None = None,
        handles: Sequence[int] = (),
    ) -> None:  # fmt: skip
        super().__init__(study.job, number, beat, handles)
        self.study = study
        assert isinstance(self._game, Arranged)
        self._arranged = self._game

    def _rows(self, position: int, done: int) -> tuple[Entry, list[Row]]:
        """Play the games of a deal; return the first of them with the rows, or raise VoidGame."""
        raise NotImplementedError

    def _void_rows(self, position: int) -> tuple[Entry, list[Row]]:
        """Return the game as dealt, and a row for each of its seats but for why it is void."""
        raise NotImplementedError

    def _dealt(
        self, entry: Entry, position: int, done: int, table: str, exchange: tuple[str, str] | None,
        forbid: tuple[int, str] | None = None,
    ) -> tuple[Outcome, list[list[int]]]:  # fmt: skip
        """Play a game dealt otherwise; return it with the rows of one of its tables, or raise VoidGame."""
        session = self.attempts.session(entry.variant, entry.players)
        self._arranged.arrange(session, self.study.column, exchange, forbid)
        outcome = self._one(entry, position, done)
        rows = session.take()[table]
        if outcome.void:
            raise VoidGame(outcome)
        return outcome, rows.tolist()

    def _deal(self, result: ChunkResult, position: int, done: int, verdict: Outcome | None) -> Iterable[Row]:
        """Return the rows of a deal; if one game is void (or the verdict on it), all say so."""
        try:
            if verdict is not None:
                raise VoidGame(verdict)
            entry, rows = self._rows(position, done)
        except VoidGame as void:
            entry, rows = self._void_rows(position)
            self._judge(result, entry, void.outcome, unsure=False)
            return [row | {"void": void.outcome.void} for row in rows]
        result.streaks.good(entry.seats)
        return rows

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun = time.perf_counter()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows: list[Row] = []
        for done, position in enumerate(positions):
            try:
                rows += self._deal(result, position, done, verdicts.get(position))
            except PlayAgain as retry:
                result.end_before(position, retry.why)
                break
            interrupt.raise_if_noted()
            if result.streaks.too_many():
                result.stopped = True
                return result
        result.seconds = time.perf_counter() - begun
        if not rows:
            return result
        columns = {column.name: [row[column.name] for row in rows] for column in self.rows_of.columns}
        result.tables = {self.rows_of.name: encoded(self.rows_of, parquet.frame(self.rows_of, columns))}
        return result
