"""Which weights of a plan a search may change, in groups."""

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
    """Return the weights of a strategy in games of this length; () if it is no plan of weights."""
    player: Plan | None = tuning.weighted(KIND, source, parameters)
    if player is None:
        return ()
    return tuning.weights_of(player.weights_at(players), rounds, GROUPS, STEPS)
