"""The size of a search: the blocks of each stage, derived from a number of games or a time limit."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial

from marchsim.errors import ConfigError
from marchsim.runner.backends import choosing as places
from marchsim.runner.planning import plan as plans
from marchsim.studies import measuring
from marchsim.studies.optimize import screening
from marchsim.studies.optimize.preparation import PreparedOptimize
from marchsim.studies.optimize.search import BATCH
from marchsim.studies.pace import Pace
from marchsim.studies.stages import StagePlayer, mark
from marchsim.studies.trying.playing import pilot

SCREEN_SHARE = 0.25  # of all games, at most
SEARCH_SHARE = 0.5  # of all others; the sealed deals have the rest
FINALISTS = 3
LEFT_OUT = 4  # the rule sets without one of the changes have a fourth of the sealed deals
START_EACH, FEWEST_START, MOST_START = 6, 24, 120
BATCHES, FEWEST_BATCHES = 15, 2
FEWEST_BLOCKS, USUAL_BLOCKS, MOST_BLOCKS_EACH = 8, 20, 400  # of a rule set of the search
FEWEST_SEALED = 30
SCREENED_BLOCKS = 30
PACE = "pace.json"


@dataclass(frozen=True)
class OptimizeOptions:
    """The size of a search: all games, deals of the confirmation (None: the rest).

    `retune` is the number of games for each strategy and finalist, in addition. If there are `seconds`, these
    count, and `games` is a guess of how many they allow.
    """

    games: int
    confirm: int | None = None
    retune: int = 0
    seconds: float | None = None


@dataclass(frozen=True)
class Layout:
    """The size of the stages: rule sets and blocks of the screening, of the start and of each batch."""

    whole: int  # all games, also those of the sealed deals
    screened: int
    screen_blocks: int
    start: int
    batches: int
    blocks: int
    each: int  # games of a block under one rule set

    @property
    def screen_games(self) -> int:
        """The number of games of the screening."""
        return self.screened * self.screen_blocks * self.each

    @property
    def games(self) -> int:
        """The number of games of the search."""
        return (self.start + self.batches * (BATCH + 1)) * self.blocks * self.each


def layout(prepared: PreparedOptimize, games: int, enough: bool = True) -> Layout:
    """The layout of a search of `games` games. If they are too few, raises ConfigError if `enough`.

    Otherwise the smallest search is laid out.
    """
    each = measuring.games_each(prepared.configuration, prepared.quantities, prepared.folders)
    left, arms, screen = games, 0, 0
    if not prepared.file.free:
        arms = len(screening.design(prepared, prepared.configuration.seed)[0])
        screen = min(SCREENED_BLOCKS, max(FEWEST_BLOCKS, int(SCREEN_SHARE * games / (arms * each))))
        left -= arms * screen * each
    many = len(prepared.knobs) if prepared.file.free else min(screening.KNOBS, len(prepared.knobs))
    every = math.prod(len(knob.values) for knob in prepared.knobs)
    start = min(MOST_START, max(FEWEST_START, START_EACH * many), every)
    for usual, most in ((USUAL_BLOCKS, BATCHES), (FEWEST_BLOCKS, FEWEST_BATCHES)):
        for batches in range(most, 0, -1):
            blocks = int(SEARCH_SHARE * left) // ((start + batches * (BATCH + 1)) * each)
            if blocks >= usual:
                blocks = min(MOST_BLOCKS_EACH, blocks)
                return Layout(games, arms, screen, start, batches, blocks, each)
    least = math.ceil(((start + BATCH + 1) / SEARCH_SHARE + arms) * each * FEWEST_BLOCKS)
    if not enough:
        return layout(prepared, least)
    raise ConfigError(
        f"{games:,} games are too few; a search of these numbers takes {least:,} (--games, --seconds)."
    )


def speed(prepared: PreparedOptimize, workers: places.Workers = None) -> float:
    """The number of games that this machine plays in a second now, guessed from a few games."""
    plan = plans.make(prepared.configuration.changed(blocks=1), prepared.folders, "pilot")
    return places.read(workers).at_once / max(1e-6, pilot(plan)[1])


@dataclass
class Sizes:
    """The blocks of each stage of a search: those of its layout, or as many as its time allows."""

    prepared: PreparedOptimize
    options: OptimizeOptions
    player: StagePlayer
    now: Callable[[], float]
    pace: Pace | None = None

    def __post_init__(self) -> None:
        """Lay out the search."""
        own, asked = self.prepared, self.options
        if asked.seconds:
            made = plans.make(own.configuration.changed(blocks=1), own.folders, "optimize").identity()
            key = mark([made, repr((own.targets, own.knobs, own.file.changes, replace(asked, games=0)))])
            self.pace = Pace(self.player.folder / PACE, key, asked.seconds, asked.games, self.now)
        self.laid = layout(own, self.pace.guess if self.pace else asked.games, enough=not self.pace)

    def of_search(self) -> Iterator[int]:
        """Yield the blocks of the start and of each batch, or 0 once the time of the search is over."""
        yield min(USUAL_BLOCKS, self.laid.blocks) if (pace := self.pace) else self.laid.blocks
        for at in range(1, self.laid.batches + 1):
            word = f"batch-{at:02}"
            yield pace.size(word, partial(self._of_batch, pace, at)) if pace else self.laid.blocks

    def _of_batch(self, pace: Pace, at: int) -> int:
        """The blocks of a batch. The first ones are played even if the time of the search is over."""
        laid = self.laid
        games = pace.games((laid.screen_games + laid.games) / laid.whole) / (1 + laid.batches - at)
        blocks = min(MOST_BLOCKS_EACH, int(games / ((BATCH + 1) * laid.each)))
        return max(FEWEST_BLOCKS, blocks) if games > 0 or at <= FEWEST_BATCHES else 0

    def left(self) -> int:
        """The number of games left for the sealed deals."""
        if (pace := self.pace) is None:
            return self.laid.whole - self.player.played.games
        return pace.size("sealed", lambda: int(pace.games(1.0)))

    def playing(self) -> AbstractContextManager[None]:
        """A context for playing a stage."""
        return self.pace.playing(self.player.played) if self.pace else nullcontext()
