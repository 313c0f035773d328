"""Strategies of Ant Wars from files: their kind, the players made from them, and the weights to search."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher
from marchsim.games.antwars.players.strategy import HOOKS, Strategy
from marchsim.games.antwars.players.weights import DEFAULTS, GROUPS, STEPS
from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import door, loading
from marchsim.tabletop.players.class_checks import StrategyKind

# what the package's classes make
MADE = ("rng", "hooks", "pieces", "script", "weights", "among", "given", "outlook", "world")
KIND = StrategyKind(
    Strategy, HOOKS, (Plan, Searcher), weighted=Plan, defaults=DEFAULTS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)


# The weights of a plan that a search may change
def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, players: int
) -> tuple[Weight, ...]:
    """The weights of a strategy in games of this many rounds and players. Empty if it is not a plan."""
    player: Plan | None = door.weighted(KIND, source, parameters)
    if player is None:
        return ()
    return door.weights_of(player.weights_at(players), rounds, GROUPS, STEPS)
