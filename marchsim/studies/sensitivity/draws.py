"""Draws of the assumed numbers, and the play of a configuration under these draws.

Each number has its own random stream, seeded by seed, stage, draw and number. If the prior of a number
changes, all other numbers therefore stay the same, and draw k does not depend on the number of draws. Draws
are independent (D-170). Blocks 0 to n - 1 of the schedule belong to draw 0, the next n to draw 1, and so on.
In all other ways it is an ordinary run, which can be extended, and resumed in the middle of a draw.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import accumulate
from typing import Any

import numpy as np

from marchsim.analysis.robustness.mattering import Inputs
from marchsim.errors import MarchsimError
from marchsim.kernel.game import Game, Variant
from marchsim.kernel.numbers import ComponentNumber
from marchsim.kernel.rng import Stream, stream_key
from marchsim.runner.planning.chunks import Chunk
from marchsim.runner.planning.plan import Plan, canonical
from marchsim.runner.playing.worker import ChunkPlayer, ChunkResult, GameJob
from marchsim.stats.clusters import Floats
from marchsim.studies.sensitivity.priors import DealtAgain, DrawnNumber, Edges, ListedValues

SIDES = 6


@dataclass(frozen=True)
class Draws:
    """All draws of the assumed `numbers` for one stage."""

    numbers: tuple[DrawnNumber, ...]
    seed: int
    stage: str

    @cached_property
    def _pools(self) -> dict[str, list[DrawnNumber]]:
        found: dict[str, list[DrawnNumber]] = {}
        for one in self.numbers:
            if isinstance(one.prior, DealtAgain):
                found.setdefault(one.prior.pool, []).append(one)
        return found

    def values(self, draw: int) -> dict[tuple[str, ...], Any]:
        """The value of each number in a draw, by the number's path."""
        found: dict[tuple[str, ...], Any] = {}
        for one in self.numbers:
            if not isinstance(one.prior, DealtAgain):
                found[one.number.path] = self._value(one, draw)
        for pool, members in self._pools.items():
            found |= _dealt(members, self._stream(draw, pool))
        return {one.number.path: found[one.number.path] for one in self.numbers}

    def overlay(self, draw: int) -> tuple[str, dict[str, Any]]:
        """The name of a draw, and an overlay with all numbers that it changes."""
        found: dict[str, Any] = {}
        values = self.values(draw)
        for one in self.numbers:
            value = values[one.number.path]
            if value != one.number.value:
                place = found
                for part in one.number.path[:-1]:
                    place = place.setdefault(part, {})
                place[one.number.path[-1]] = value
        return f"draw {draw}", found

    def _stream(self, draw: int, word: str) -> Stream:
        return Stream(stream_key("draw", self.seed, self.stage, draw, word))

    def _value(self, one: DrawnNumber, draw: int) -> Any:
        if isinstance(one.prior, Edges):
            return _edges(one.number.value, one.prior, self._stream(draw, one.number.key))
        assert isinstance(one.prior, ListedValues)
        chance = _uniform(self._stream(draw, one.number.key))
        for value, below in zip(one.prior.values, accumulate(one.prior.chances), strict=True):
            if chance < below:
                return value
        return one.prior.values[-1]


def _uniform(stream: Stream) -> float:
    """A uniform number strictly between 0 and 1, from 52 random bits."""
    high, low = int(stream.bits()), int(stream.bits())
    return (float(high << 20 | low >> 12) + 0.5) / 2**52


def _edges(edges: Sequence[int], prior: Edges, stream: Stream) -> list[int]:
    """The edges after one may have been added and one removed by chance."""
    found = list(edges)
    more, fewer = _uniform(stream) < prior.add, _uniform(stream) < prior.drop
    free = [edge for edge in range(SIDES) if edge not in found]
    if more and free and len(found) < prior.high:
        found.append(free[stream.below(len(free))])
    own = [edge for edge in found if edge in edges]
    if fewer and own and len(found) > prior.low:
        found.remove(own[stream.below(len(own))])
    return sorted(found)


def _dealt(members: Sequence[DrawnNumber], stream: Stream) -> dict[tuple[str, ...], Any]:
    """Shuffle the values of a pool: single values, or the letters of lists, which keep their lengths."""
    parts = [
        one.number.value if isinstance(one.number.value, list) else [one.number.value] for one in members
    ]
    letters = [letter for part in parts for letter in part]
    for at in range(len(letters) - 1, 0, -1):  # Fisher and Yates
        other = stream.below(at + 1)
        letters[at], letters[other] = letters[other], letters[at]
    found: dict[tuple[str, ...], Any] = {}
    for one, part in zip(members, parts, strict=True):
        own, letters = letters[: len(part)], letters[len(part) :]
        found[one.number.path] = own if isinstance(one.number.value, list) else own[0]
    return found


def coordinates(draws: Draws, many: Sequence[int]) -> Inputs:
    """The draws `many` as columns, shape (draws, columns).

    A numeric value is a column, and other values become indicator columns. All columns are centred, and the
    variances of all columns of one number sum to 1.
    """
    numbers = tuple(one.number for one in draws.numbers)
    told = [draws.values(draw) for draw in many]
    columns, owners = [], list[ComponentNumber]()
    for number in numbers:
        own = [one for one in _features([values[number.path] for values in told]) if one.std() > 0]
        for column in own:
            columns.append((column - column.mean()) / (column.std() * len(own) ** 0.5))
            owners.append(number)
    whole = np.column_stack(columns) if columns else np.zeros((len(told), 0))
    return Inputs(
        whole, tuple(one.factor for one in owners), tuple(one.key for one in owners),
        tuple(one.item for one in owners),
    )  # fmt: skip


def _features(values: Sequence[Any]) -> list[Floats]:
    """The values of one number as columns: the value itself, counts of letters, or indicators of options."""
    first = values[0]
    if isinstance(first, list):
        letters = sorted({letter for value in values for letter in value}, key=str)
        counts = [np.array([float(value.count(letter)) for value in values]) for letter in letters]
        front = [np.array([float(value[0] == letter) for value in values]) for letter in letters]
        return counts if isinstance(first[0], int) else [*counts, *front]
    if isinstance(first, int) and not isinstance(first, bool):
        return [np.array(values, dtype=np.float64)]
    options = sorted(set(values), key=str)
    return [np.array([float(value == option) for value in values]) for option in options[1:]]


METHOD = "1"  # of how a draw becomes a box


class DrawPlayer(ChunkPlayer):
    """Plays a job with draws in one process. Its variants are those of the current draw."""

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
    """A job whose blocks belong to draws, with `each` blocks per draw.

    In every variant, the draw is applied after the first `below` overlays and before the variant's own
    changes.
    """

    plays = DrawPlayer
    numbers: tuple[DrawnNumber, ...] = ()
    each: int = 1
    below: int = 0

    @property
    def stretch(self) -> int:
        """The number of games per draw."""
        return self.each * self.schedule().games_per_block

    @property
    def draws(self) -> Draws:
        """The draws to which the blocks belong."""
        return Draws(self.numbers, self.seed, self.stage)

    def marks(self) -> dict[str, str]:
        """The part of the run's identity that describes the draws."""
        told = [[one.number.key, one.number.value, one.number.pool, repr(one.prior)] for one in self.numbers]
        whole = canonical([METHOD, told, self.below])
        return {"draws": sha256(whole.encode()).hexdigest(), "blocks of a draw": str(self.each)}


def boxes(job: DrawJob, game: Game, draw: int) -> list[Variant]:
    """The variants of a job with the numbers of a draw. Raises an error if the game rejects one."""
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
    """The plan with `each` blocks for each draw of `numbers`."""
    below = len(plan.configuration.overlays)
    job = DrawJob.of(plan.job, numbers=tuple(numbers), each=each, below=below)
    return replace(plan, job=job, schedule=job.schedule())
