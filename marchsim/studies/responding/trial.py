"""Candidates play against a population: on the same deals, with the same opponents, and in every seat."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import polars as pl

from marchsim.analysis.reading.estimates import Estimate, share_of
from marchsim.errors import NothingMeasured
from marchsim.runner.configuration.schema import StrategyEntry
from marchsim.runner.planning.plan import canonical
from marchsim.runner.playing import interrupt
from marchsim.runner.tournament import Interrupted
from marchsim.studies.responding.field import DrawnField
from marchsim.studies.stages import StagePlayer
from marchsim.studies.tuning.findings import by_deal
from marchsim.studies.tuning.playing import Task, TuneJob, stage
from marchsim.studies.tuning.stepping import Stepper, Steps, parts

STEP_GAMES = 4_000  # what an interruption can cost
METHOD = "2"  # of how games become an answer


@dataclass(frozen=True)
class Candidate:
    """A possible answer and its origin: "tuned", "search" or "member" (of the population)."""

    entry: StrategyEntry
    kind: str
    words: str


TrialShares = Callable[[str, str, int, int, Sequence[int]], list[Estimate]]
"""What candidates win: by words for the progress, stage, seed, number of deals, and their places."""


class AnswerTrial:
    """Candidates against a population. The candidates are the first entrants of the job."""

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
        """The identity of the trial, which includes the options `asked`."""
        return self._identity | {f"--{key.replace('_', '-')}": str(value) for key, value in asked.items()}

    def task(self, word: str, seed: int, deals: int, who: Sequence[int]) -> Task:
        """A task in which the candidates numbered `who` play the deals of a stage."""
        made = tuple(dict(self.job.entrants[at].parameters) for at in who)
        return Task(stage(word, seed), 0, deals, made, tuple(who), len(self.candidates), self._shares)

    @contextmanager
    def sitting(self, place: StagePlayer, name: str, **asked: int) -> Iterator[TrialShares]:
        """Yield a function that plays deals of a stage and returns each candidate's share of wins.

        The games are stored in a folder, from which the trial resumes. At the end, they are counted in
        `place`.
        """
        folder = place.folder / name
        with Steps(folder, self.identity(**asked)) as steps:
            stepper = Stepper(self.job, self.players, place.backend, steps, place.progress)

            def shares(told: str, word: str, seed: int, deals: int, who: Sequence[int]) -> list[Estimate]:
                task = self.task(word, seed, deals, who)
                stepper.words = [told]
                place.progress.begin(stepper.done + task.games(self.players), stepper.done)
                try:
                    with interrupt.noted():
                        games = stepper.stretch(parts(task, self.players, STEP_GAMES))
                except KeyboardInterrupt:
                    raise Interrupted(f"{stepper.done:,} games are stored in {folder}") from None
                return self._shares_of(games, deals, who)

            try:
                yield shares
            finally:
                place.progress.end()
                stepper.close()
        place.played.count(folder, stepper.done, stepper.voids, stepper.played, 0.0)

    def _shares_of(self, games: pl.DataFrame, deals: int, who: Sequence[int]) -> list[Estimate]:
        """The share of wins of each candidate, with the deal as unit."""
        sums, counts = by_deal(games, deals, len(who), self.players)
        if not counts.sum(axis=0).all():
            silent = self.candidates[who[int(np.argmin(counts.sum(axis=0)))]].words
            raise NothingMeasured(f"no game of {silent} counts: all are void; see why with `marchsim run`.")
        return [share_of(sums[:, at], counts[:, at]) for at in range(len(who))]


def best(found: Sequence[Estimate]) -> int:
    """The index of the candidate with the most wins, or of the first one if several are equal."""
    return max(range(len(found)), key=lambda at: (found[at].value or 0.0, -at))
