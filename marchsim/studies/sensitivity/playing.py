"""Plays a configuration under draws of its assumed numbers: the same design, and for each draw its own deals.

The draws take turns: blocks 0 to n - 1 of the schedule are those of draw 0, the next n those of draw 1, and
so on. Everything else is a run like any other, so it resumes in the midst of a draw and may be extended.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from marchsim.errors import MarchsimError
from marchsim.kernel.game import Game, Variant
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.planning.plan import Plan, canonical
from marchsim.runner.playing.worker import ChunkPlayer, ChunkResult, GameJob
from marchsim.studies.sensitivity.draws import Draws
from marchsim.studies.sensitivity.priors import DrawnNumber

METHOD = "1"  # of how a draw becomes a box


class DrawPlayer(ChunkPlayer):
    """A job with draws made ready in this process; its variants are those of the draw being played."""

    def __init__(self, job: DrawJob, *place: Any) -> None:
        super().__init__(job, *place)
        self._drawn, self._stretch, self._draw = job, job.stretch, -1

    def play(self, chunk: Chunk) -> ChunkResult:
        """Play the games of a chunk, which all belong to one draw."""
        draw = chunk.first // self._stretch
        assert draw == chunk.last // self._stretch, chunk
        if draw != self._draw:
            self._variants[:] = boxes(self._drawn, self._game, draw)
            self.attempts.sessions.clear()
            self._draw = draw
        return super().play(chunk)


@dataclass(frozen=True)
class DrawJob(GameJob):
    """A job whose blocks belong to draws, `each` blocks to one.

    A draw lies above the first `below` overlays of every variant, and so below what the variant itself
    changes.
    """

    plays = DrawPlayer
    numbers: tuple[DrawnNumber, ...] = ()
    each: int = 1
    below: int = 0

    @property
    def stretch(self) -> int:
        """Return the number of games of a draw."""
        return self.each * self.schedule().games_per_block

    @property
    def draws(self) -> Draws:
        """Return the draws."""
        return Draws(self.numbers, self.seed, self.stage)

    def marks(self) -> dict[str, str]:
        """Return what makes the draws."""
        told = [
            [one.number.key, one.number.value, one.number.pool, repr(one.prior), []] for one in self.numbers
        ]
        whole = canonical([METHOD, told, self.below])
        return {"draws": sha256(whole.encode()).hexdigest(), "blocks of a draw": str(self.each)}


def boxes(job: DrawJob, game: Game, draw: int) -> list[Variant]:
    """Return the variants of a job with the numbers of a draw; one that a check refuses is an error."""
    overlay = job.draws.overlay(draw)
    found = []
    for recipe in job.variants:
        whole = (*recipe.overlays[: job.below], overlay, *recipe.overlays[job.below :])
        try:
            found.append(game.variant(recipe.name, recipe.preset, whole))
        except MarchsimError as refused:
            raise type(refused)(f"priors: {refused} Keep the priors within what the game allows.") from None
    return found


def drawn(plan: Plan, numbers: Sequence[DrawnNumber], each: int) -> Plan:
    """Return a plan whose blocks belong to draws of these numbers, `each` blocks to one."""
    below = len(plan.configuration.overlays)
    job = DrawJob.of(plan.job, numbers=tuple(numbers), each=each, below=below)
    return replace(plan, job=job, schedule=job.schedule())
