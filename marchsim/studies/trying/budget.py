"""How many deals a try plays, fixed before it is played and the same on every machine.

A budget in seconds is one of a reference machine: some games on deals of their own tell how many decisions a
game has, and a game costs as long as the reference takes for them. So a fast machine is done sooner and a
slow one later, and both have the same numbers.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from marchsim.errors import ConfigError
from marchsim.runner.configuration.schema import MOST_BLOCKS, Configuration
from marchsim.runner.dispatch import apart
from marchsim.runner.planning import design_warnings
from marchsim.runner.planning import plan as plans
from marchsim.runner.planning.plan import Plan

SECONDS = 30.0
PACE = 400_000  # decisions of the shipped plans that two cores of the reference machine take in a second
AROUND = 100  # decisions that take as long as what is done once for each game
PILOT = 16  # games
FEWEST_GAMES = 400
MOST_SECONDS = 1e6


@dataclass(frozen=True)
class Budget:
    """What limits a try: deals with each number of players, games, or seconds of the reference machine."""

    deals: int | None = None
    games: int | None = None
    seconds: float | None = None

    def check(self) -> None:
        """Raise ConfigError for a budget that is none, or for several."""
        asked = {"--deals": self.deals, "--games": self.games, "--seconds": self.seconds}
        given = {name: value for name, value in asked.items() if value is not None}
        if len(given) > 1:
            raise ConfigError(f"{', '.join(given)}: each says how much to play; give one of them.")
        for name, value in given.items():
            if not 0 < value <= (MOST_SECONDS if name == "--seconds" else MOST_BLOCKS):
                raise ConfigError(f"{name}: {value:g} is not a budget; give a number above 0.")


def blocks_for(configuration: Configuration, budget: Budget, folders: Sequence[Path] = ()) -> int:
    """Return how many blocks a try plays."""
    plan = plans.make(configuration.changed(blocks=1), folders, "pilot")
    each = plan.schedule.games_per_block
    fewest = min(design_warnings.deals_of(plan, matchup) for matchup in plan.schedule.matchups)
    if budget.deals is not None:
        blocks = math.ceil(budget.deals / fewest)
    elif budget.games is not None:
        blocks = math.ceil(budget.games / each)
    else:
        seconds = SECONDS if budget.seconds is None else budget.seconds
        enough = max(math.ceil(FEWEST_GAMES / each), math.ceil(design_warnings.FEWEST_DEALS / fewest))
        blocks = max(enough, int(seconds * PACE / (AROUND + decisions(plan)) / each))
    return min(MOST_BLOCKS, max(1, blocks))


def decisions(plan: Plan) -> float:
    """Return how many decisions a game of a plan has, from some games that are not stored."""
    total = plan.portion.size(plan.job.design.blocks)
    positions = range(0, total, max(1, total // PILOT))[:PILOT]
    with apart(plan.job) as play:
        return sum(one.decisions for one in play(positions)) / max(1, len(positions))
