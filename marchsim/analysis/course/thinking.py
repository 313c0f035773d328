"""How much processor time each strategy took, from the games of a run that were clocked."""

from __future__ import annotations

from dataclasses import dataclass

import polars as pl

from marchsim.analysis.reading.source import Run, described, scan

COLUMNS = ("strategy", "games", "decisions", "cpu_seconds")


@dataclass(frozen=True)
class Thinking:
    """The cost of one strategy's answers: clocked seats, their decisions, total processor seconds."""

    strategy: str
    games: int
    decisions: int
    seconds: float

    @property
    def per_decision(self) -> float:
        """Return microseconds of processor time a decision."""
        return 1e6 * self.seconds / self.decisions if self.decisions else 0.0

    @property
    def per_game(self) -> float:
        """Return milliseconds of processor time a game, for one seat."""
        return 1e3 * self.seconds / self.games if self.games else 0.0


def thinking(run: Run) -> list[Thinking]:
    """Return the cost of each strategy's answers, by name; empty if no game was clocked."""
    if described(run, "thinking") is None:
        return []
    rows = scan(run, "thinking", COLUMNS).group_by("strategy").agg(pl.col(COLUMNS[1:]).sum())
    return [
        Thinking(str(name), int(games), int(decisions), float(seconds))
        for name, games, decisions, seconds in rows.select(COLUMNS).collect().sort("strategy").iter_rows()
    ]
