"""Candidates against a population: all play the same deals against the same others, in every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from marchsim.analysis.reading.estimates import Estimate, share_of
from marchsim.errors import NothingMeasured
from marchsim.runner.backends.choosing import Where
from marchsim.runner.configuration.schema import StrategyEntry
from marchsim.runner.planning.plan import canonical
from marchsim.runner.playing import interrupt
from marchsim.runner.progress.display import Progress
from marchsim.runner.tournament import Interrupted
from marchsim.studies.responding.field import DrawnField
from marchsim.studies.tuning.findings import by_deal
from marchsim.studies.tuning.playing import Task, TuneJob, stage
from marchsim.studies.tuning.stepping import Stepper, parts
from marchsim.studies.tuning.steps import Steps

STEP_GAMES = 4_000  # what an interruption can cost
METHOD = "2"  # of how games become an answer


@dataclass(frozen=True)
class Candidate:
    """Who may be an answer, and how it was found: "tuned", "search" or "member" of the population."""

    entry: StrategyEntry
    kind: str
    words: str


class AnswerTrial:
    """Candidates, the first entrants of a job, against a population, who are the others."""

    def __init__(self, candidates: Sequence[Candidate], against: DrawnField) -> None:
        self.candidates, self.players = tuple(candidates), against.players
        entries = [*(one.entry for one in candidates), *against.drawn]
        plan = against.plan(entries)
        self.job = TuneJob.of(plan.job)
        self._shares = against.weights()
        self._identity = {
            key: value for key, value in plan.identity().items() if key not in ("stage", "record")
        } | {
            "players": canonical([[one.name, one.fingerprint()] for one in plan.job.entrants]),
            "shares": canonical(list(self._shares)), "candidates": str(len(candidates)), "method": METHOD,
        }  # fmt: skip

    def identity(self, **asked: object) -> dict[str, str]:
        """Return what makes the trial, with what else was asked for."""
        return self._identity | {f"--{key.replace('_', '-')}": str(value) for key, value in asked.items()}

    def task(self, word: str, seed: int, deals: int, who: Sequence[int]) -> Task:
        """Return deals of a stage, played by these of the candidates."""
        made = tuple(dict(self.job.entrants[at].parameters) for at in who)
        return Task(stage(word, seed), 0, deals, made, tuple(who), len(self.candidates), self._shares)


class TrialSitting:
    """Plays the stages of a trial, from a folder that it resumes from."""

    def __init__(
        self, trial: AnswerTrial, folder: Path, where: Where, progress: Progress,
        identity: dict[str, str],
    ) -> None:  # fmt: skip
        self._trial, self._progress = trial, progress
        self._steps = Steps(folder, identity)
        self._stepper = Stepper(trial.job, trial.players, where, self._steps, progress)
        self._where = folder

    def __enter__(self) -> TrialSitting:
        self._steps.__enter__()
        return self

    def __exit__(self, *about: object) -> None:
        self._progress.end()
        self._stepper.close()
        self._steps.__exit__(*about)  # type: ignore[arg-type]  # handed on as they came

    @property
    def played(self) -> tuple[int, int]:
        """Return the games of all stages, and how many of them were played now."""
        return self._stepper.done, self._stepper.played

    def shares(self, told: str, word: str, seed: int, deals: int, who: Sequence[int]) -> list[Estimate]:
        """Return what these candidates win on deals of a stage, by deal."""
        task = self._trial.task(word, seed, deals, who)
        self._stepper.words = [told]
        self._progress.begin(self._stepper.done + task.games(self._trial.players), self._stepper.done)
        try:
            with interrupt.noted():
                games = self._stepper.stretch(parts(task, self._trial.players, STEP_GAMES))
        except KeyboardInterrupt:
            raise Interrupted(f"{self._stepper.done:,} games are stored in {self._where}") from None
        sums, counts = by_deal(games, deals, len(who), self._trial.players)
        if not counts.sum(axis=0).all():
            silent = self._trial.candidates[who[int(np.argmin(counts.sum(axis=0)))]].words
            raise NothingMeasured(f"no game of {silent} counts: all are void; see why with `marchsim run`.")
        return [share_of(sums[:, at], counts[:, at]) for at in range(len(who))]


def best(found: Sequence[Estimate]) -> int:
    """Return which candidate won most, the first of those who are level."""
    return max(range(len(found)), key=lambda at: (found[at].value or 0.0, -at))
