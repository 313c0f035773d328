"""The size of a search: the blocks of each stage, derived from a number of games or a time limit."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from marchsim import jsonfile
from marchsim.errors import ConfigError, RecordError
from marchsim.runner.backends import choosing as places
from marchsim.runner.planning import plan as plans
from marchsim.studies import toml_text
from marchsim.studies.optimize import measuring, screening
from marchsim.studies.optimize.preparation import PreparedOptimize
from marchsim.studies.optimize.search import BATCH
from marchsim.studies.stages import StagePlayer
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
PACE, MOST_BYTES = "pace.json", 1 << 20


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
        arms = len(screening.design(prepared, prepared.configuration.seed).arms)
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
    """The blocks of each stage of a search.

    If there is a number of games, the layout has them. If there is a time, a stage gets as many as the time
    allows at the speed of this search so far, by the clock `now` in seconds. The folder keeps them, so a
    resumed search plays the same games.
    """

    prepared: PreparedOptimize
    options: OptimizeOptions
    player: StagePlayer
    now: Callable[[], float]

    def __post_init__(self) -> None:
        """Lay out the search, or read its sizes from the folder."""
        own, asked = self.prepared, self.options
        self._path, self._begun = self.player.folder / PACE, self.now()
        made = plans.make(own.configuration.changed(blocks=1), own.folders, "optimize").identity()
        asked = replace(asked, games=0) if asked.seconds else asked
        key = measuring.mark([made, repr((own.targets, own.knobs, own.file.changes, asked))])
        usual: dict[str, Any] = {
            "search": key,
            "games": self.options.games,
            "spent": 0.0,
            "played": 0.0,
            "playing": 0.0,
        }
        self._kept = usual
        if asked.seconds and self._path.is_file():
            words = "record of a search"
            stored = jsonfile.read(self._path, words, MOST_BYTES, RecordError, mend="delete it")
            if isinstance(stored, dict) and stored.get("search") == key:
                numbers = {name for name, value in stored.items() if type(value) in (int, float)}
                if numbers | {"search"} != usual.keys() | stored.keys():
                    raise RecordError(f"{self._path}: this {words} is damaged; delete it.")
                self._kept = stored
        self.laid = layout(own, self._kept["games"], enough=not asked.seconds)
        self._begun -= self._kept["spent"]

    def of_search(self) -> Iterator[int]:
        """Yield the blocks of the start and of each batch, or 0 once the time of the search is over."""
        yield self.laid.blocks if self.options.seconds is None else min(USUAL_BLOCKS, self.laid.blocks)
        for at in range(1, self.laid.batches + 1):
            yield self._stored(f"batch-{at:02}", partial(self._of_batch, at))

    def _of_batch(self, at: int) -> int:
        """The blocks of a batch. The first ones are played even if the time of the search is over."""
        laid = self.laid
        if self.options.seconds is None:
            return laid.blocks
        games = self._games((laid.screen_games + laid.games) / laid.whole) / (1 + laid.batches - at)
        blocks = min(MOST_BLOCKS_EACH, int(games / ((BATCH + 1) * laid.each)))
        return max(FEWEST_BLOCKS, blocks) if games > 0 or at <= FEWEST_BATCHES else 0

    def left(self) -> int:
        """The number of games left for the sealed deals."""
        if self.options.seconds is None:
            return self.laid.whole - self.player.played.games
        return self._stored("sealed", lambda: int(self._games(1.0)))

    def _games(self, share: float) -> float:
        """The number of games until a share of the time is over."""
        kept, seconds = self._kept, self.options.seconds or 0.0
        speed = kept["played"] / kept["playing"] if kept["played"] else kept["games"] / seconds
        return float((share * seconds - (self.now() - self._begun)) * speed)

    def _stored(self, stage: str, size: Callable[[], int]) -> int:
        if stage not in self._kept:
            self._kept[stage] = size()
            self._save()
        return int(self._kept[stage])

    @contextmanager
    def playing(self) -> Iterator[None]:
        """A context for playing a stage, whose games and seconds count for the speed.

        Those of each earlier stage count half as much as those of the next.
        """
        begun, games = self.now(), self.player.played.now
        yield
        self._kept["played"] = self._kept["played"] / 2 + self.player.played.now - games
        self._kept["playing"] = self._kept["playing"] / 2 + self.now() - begun
        self._save()

    def _save(self) -> None:
        if self.options.seconds is not None:
            self._kept["spent"] = self.now() - self._begun
            toml_text.put(self._path, json.dumps(self._kept, indent=1) + "\n")
