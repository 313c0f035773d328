"""What the stages of a study have played: each is a run folder from which the same call resumes."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from marchsim.runner.tournament import RunResult


@dataclass
class PlayedStages:
    """Games and void games by folder of a stage, how many games were played now, and in how many seconds."""

    stages: dict[Path, tuple[int, int]] = field(default_factory=dict)
    now: int = 0
    seconds: float = 0.0

    def add(self, done: RunResult) -> None:
        """Count a run; one that goes on counts once."""
        self.stages[done.folder.path] = done.games, done.void_games
        self.now += done.played
        self.seconds += done.seconds

    @property
    def games(self) -> int:
        """Return the number of games of all stages."""
        return sum(games for games, _ in self.stages.values())

    @property
    def voids(self) -> int:
        """Return how many of them were void."""
        return sum(voids for _, voids in self.stages.values())
