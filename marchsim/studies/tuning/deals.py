"""Which games a search plays: the same fresh deals for all candidates, the candidate in every seat.

Deals are a stage's own: those of the search, of its pilot and of the confirmation have none in common, nor
with any run (D-99).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from marchsim.kernel.streams import deal_key
from marchsim.runner.planning.lineups import Drawn
from marchsim.runner.planning.plan import Job
from marchsim.runner.planning.schedule import Entry

PILOT, SEARCH, CONFIRM = "tune-pilot", "tune", "confirm"


@dataclass(frozen=True)
class Task:
    """The deals first..first + deals - 1 of a stage, each played by all candidates in every seat.

    `candidates` are the parameters of the focal strategy. Positions count through deals, then candidates,
    then seats.
    """

    stage: str
    first: int
    deals: int
    candidates: tuple[Mapping[str, Any], ...]

    def games(self, players: int) -> int:
        """Return the number of games."""
        return self.deals * len(self.candidates) * players

    def place(self, position: int, players: int) -> tuple[int, int, int]:
        """Return deal, candidate and rotation of the game at a position."""
        rest, rotation = divmod(position, players)
        deal, candidate = divmod(rest, len(self.candidates))
        return self.first + deal, candidate, rotation


@dataclass(frozen=True)
class Tables:
    """Who sits with the candidate, which is the first entrant of a job; the others take turns."""

    job: Job
    players: int

    @cached_property
    def _company(self) -> Drawn | None:
        names = tuple(entrant.name for entrant in self.job.entrants[1:])
        return Drawn(self.job.seed, names, self.players - 1) if self.players > 1 else None

    def entry(self, task: Task, position: int) -> Entry:
        """Return the game at a position of a task; nothing but the candidate depends on the candidate."""
        deal, _, rotation = task.place(position, self.players)
        others = self._company.line_up(deal, 0)[2] if self._company else ()
        order = (0, *(at + 1 for at in others))
        key = deal_key(self.job.seed, task.stage, self.players, deal)
        seats = order[rotation:] + order[:rotation]
        return Entry(position, deal, deal, self.players, 0, rotation, 0, key, seats)


def stage(word: str, seed: int) -> str:
    """Return the name of a stage of the search with a stage seed."""
    return f"{word}:{seed}"
