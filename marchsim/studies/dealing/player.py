"""Plays deals one by one, each in several games, and encodes their rows: those of a void deal say why."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.kernel.game import Outcome, Table
from marchsim.recorder import parquet
from marchsim.recorder.parts import encoded
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
    """A study prepared in this process; positions are deals, and `rows_of` describes their rows."""

    rows_of: Table

    def deal(
        self, result: ChunkResult, position: int, done: int, verdict: Outcome | None
    ) -> Sequence[Mapping[str, Any]]:
        """Return the rows of a deal; if one game is void (or the verdict on it), all rows say so."""
        raise NotImplementedError

    def _play(self, positions: Sequence[int], verdicts: Mapping[int, Outcome]) -> ChunkResult:
        begun = time.perf_counter()
        result = ChunkResult(positions[0], positions[-1], 0.0, 0, {}, Streaks())
        rows: list[Mapping[str, Any]] = []
        for done, position in enumerate(positions):
            try:
                rows += self.deal(result, position, done, verdicts.get(position))
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
