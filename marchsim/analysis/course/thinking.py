"""The processor time of each strategy, from clocked games."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from marchsim.analysis.reading.source import Run, described, scan

COLUMNS = ("strategy", "games", "decisions", "cpu_seconds")


@dataclass(frozen=True)
class Thinking:
    """The processor time of one strategy: clocked seats, their decisions, and total seconds."""

    strategy: str
    games: int
    decisions: int
    seconds: float

    @property
    def per_decision(self) -> float:
        """Microseconds of processor time per decision."""
        return 1e6 * self.seconds / self.decisions if self.decisions else 0.0

    @property
    def per_game(self) -> float:
        """Milliseconds of processor time per game, for one seat."""
        return 1e3 * self.seconds / self.games if self.games else 0.0


def thinking(run: Run) -> list[Thinking]:
    """The processor time of each strategy, sorted by name. Empty if no game was clocked."""
    if described(run, "thinking") is None:
        return []
    rows = scan(run, "thinking", COLUMNS).group_by("strategy").agg(pl.col(COLUMNS[1:]).sum())
    return [
        Thinking(str(name), int(games), int(decisions), float(seconds))
        for name, games, decisions, seconds in rows.select(COLUMNS).collect().sort("strategy").iter_rows()
    ]
