"""The stages of a study. Each stage is a resumable run folder, and its variants are compared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from marchsim.recorder.folder import RunFolder
from marchsim.runner import run
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import RunResult


@dataclass
class PlayedStages:
    """The games and void games of each stage folder, and the games and seconds of this call."""

    stages: dict[Path, tuple[int, int]] = field(default_factory=dict)
    now: int = 0
    seconds: float = 0.0

    def add(self, done: RunResult) -> None:
        """Add a run. It replaces an earlier run in the same folder."""
        self.count(done.folder.path, done.games, done.void_games, done.played, done.seconds)

    def count(self, folder: Path, games: int, voids: int, now: int, seconds: float) -> None:
        """Add a folder's games. `games` and `voids` count all stored ones, and `now` those of this call."""
        self.stages[folder] = games, voids
        self.now += now
        self.seconds += seconds

    @property
    def games(self) -> int:
        """The number of games in all stages."""
        return sum(games for games, _ in self.stages.values())

    @property
    def voids(self) -> int:
        """The number of void games in all stages."""
        return sum(voids for _, voids in self.stages.values())


@dataclass(frozen=True)
class StagePlayer:
    """Plays the stages of one study into its folder. `where` has `workers` and `warn` for `run`."""

    folder: Path
    progress: Progress
    where: Mapping[str, Any]
    strategy_paths: Sequence[Path] = ()
    played: PlayedStages = field(default_factory=PlayedStages)

    @property
    def backend(self) -> Where:
        """The place to play."""
        return places.read(self.where.get("workers"))

    def inside(self, name: str) -> StagePlayer:
        """A player of the same study, which plays into the subfolder `name`."""
        return replace(self, folder=self.folder / name)

    def play(self, name: str, configuration: Configuration, deals: str, note: str = "") -> RunFolder:
        """Play a stage into its run folder. Stages with the same key `deals` share their deals."""
        if note:
            self.progress.note(note)
        done = run(
            configuration, self.folder / name, stage=deals, strategy_paths=self.strategy_paths,
            progress=self.progress, **self.where,
        )  # fmt: skip
        self.played.add(done)
        return done.folder
