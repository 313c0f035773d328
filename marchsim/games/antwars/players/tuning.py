"""The weights of a plan that a search may change, by group."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marchsim.games.antwars.players.loading import KIND
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.weights import GROUPS, STEPS
from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import tuning


def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, players: int
) -> tuple[Weight, ...]:
    """The weights of a strategy in games of `rounds` rounds. Empty if it is not a plan."""
    player: Plan | None = tuning.weighted(KIND, source, parameters)
    if player is None:
        return ()
    return tuning.weights_of(player.weights_at(players), rounds, GROUPS, STEPS)
