"""Which games a search plays: the same fresh deals for all candidates, the candidate in every seat.

Deals are a stage's own: those of the search, of its pilot and of the confirmation have none in common, nor
with any run (D-99).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from marchsim.kernel.streams import deal_key
from marchsim.runner.planning.lineups import Drawn
from marchsim.runner.planning.plan import Job
from marchsim.runner.planning.schedule import Entry

PILOT, SEARCH, CONFIRM = "tune-pilot", "tune", "confirm"


@dataclass(frozen=True)
class Task:
    """The deals first..first + deals - 1 of a stage, each played by all candidates in every seat.

    `candidates` are parameters of the strategies `who`, positions among a job's entrants (none: all of the
    first). At the other seats sit the entrants from `company` on, in turn, or by their `shares`. Positions of
    games count through deals, then candidates, then seats. Where a candidate takes all seats (`team`) no seat
    differs from another, so each stands for a deal of its own.
    """

    stage: str
    first: int
    deals: int
    candidates: tuple[Mapping[str, Any], ...]
    who: tuple[int, ...] = ()
    company: int = 1
    shares: tuple[float, ...] = ()
    team: bool = False

    def entrant(self, candidate: int) -> int:
        """Return whose parameters a candidate's are."""
        return self.who[candidate] if self.who else 0

    def games(self, players: int) -> int:
        """Return the number of games."""
        return self.deals * len(self.candidates) * players

    def place(self, position: int, players: int) -> tuple[int, int, int]:
        """Return deal, candidate and rotation of the game at a position."""
        rest, rotation = divmod(position, players)
        deal, candidate = divmod(rest, len(self.candidates))
        return self.first + deal, candidate, rotation


class Tables:
    """Who sits with a candidate: the other entrants of a job."""

    def __init__(self, job: Job, players: int) -> None:
        self.job, self.players = job, players
        self._drawn: dict[tuple[int, tuple[float, ...]], Drawn] = {}

    def _others(self, task: Task, deal: int) -> tuple[int, ...]:
        if self.players < 2:
            return ()
        key = (task.company, task.shares)
        if key not in self._drawn:
            names = tuple(entrant.name for entrant in self.job.entrants[task.company :])
            self._drawn[key] = Drawn(self.job.seed, names, self.players - 1, task.shares)
        return tuple(at + task.company for at in self._drawn[key].line_up(deal, 0)[2])

    def entry(self, task: Task, position: int) -> Entry:
        """Return the game at a position of a task; nothing but the candidate depends on the candidate."""
        deal, candidate, rotation = task.place(position, self.players)
        order: tuple[int, ...] = (task.entrant(candidate),)
        if task.team:
            deal, rotation, order = deal * self.players + rotation, 0, order * self.players
        else:
            order += self._others(task, deal)
        key = deal_key(self.job.seed, task.stage, self.players, deal)
        seats = order[rotation:] + order[:rotation]
        return Entry(position, deal, deal, self.players, 0, rotation, 0, key, seats)


def stage(word: str, seed: int) -> str:
    """Return the name of a stage of the search with a stage seed."""
    return f"{word}:{seed}"
