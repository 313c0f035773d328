"""The stages of a study. Each stage is a resumable run folder, and its variants are compared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import polars as pl

from marchsim.recorder.folder import RunFolder
from marchsim.runner import run
from marchsim.runner.backends import choosing as places
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration.schema import Configuration
from marchsim.runner.planning.plan import canonical
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import RunResult
from marchsim.studies.toml_text import leaves

MOST_VOIDS = 3  # rule sets with void games that are named
MANY = 10  # changes of a rule set, above which they are not listed
REASONS = {"limit": "limit of decisions", "error": "a strategy failed", "answer": "an invalid answer"}


@dataclass
class PlayedStages:
    """Games and void games by stage folder, overlays by run folder and variant, and this call's games."""

    stages: dict[Path, tuple[int, int]] = field(default_factory=dict)
    changes: dict[Path, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
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

    def voids_by_change(self) -> list[dict[str, Any]]:
        """The void games of the run folders, by rule set and reason, most first."""
        counts: Counter[tuple[str, str]] = Counter()
        for folder, change in ((path, one) for path, one in self.changes.items() if self.stages[path][1]):
            games = RunFolder(folder).scan("games").select(pl.col("variant", "void").cast(pl.String))
            rows = games.filter(pl.col("void") != "").group_by("variant", "void").len().collect()
            for variant, reason, many in rows.rows():
                values = [f"{k} = {to}".removeprefix("rules.") for k, to in leaves(change.get(variant, {}))]
                told = f"rule sets with more than {MANY} changes" if len(values) > MANY else ", ".join(values)
                counts[told or "the game as it is", reason] += many
        ranked = sorted(counts.items(), key=lambda one: (-one[1], one[0]))
        return [{"rule_set": told, "reason": reason, "games": many} for (told, reason), many in ranked]

    def void_words(self) -> list[str]:
        """A sentence on the void games of the stages, or nothing if there are none."""
        rows = self.voids_by_change()
        told = [
            f"{row['games']:,} under {row['rule_set']} ({REASONS.get(row['reason'], row['reason'])})"
            for row in rows[:MOST_VOIDS]
        ]
        if rest := sum(row["games"] for row in rows[MOST_VOIDS:]):
            told.append(f"{rest:,} under others")
        return [f"Void games, which do not count: {'; '.join(told)}."] if told else []


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
        self.played.changes[done.folder.path] = {one.name: one.overlay for one in configuration.variants}
        return done.folder


def mark(told: Any) -> str:
    """A short hash of plain data. Stages with different data get different names."""
    return sha256(canonical(told).encode()).hexdigest()[:8]
