"""The strategies of Ant Wars at the program's door: their kind, and the players made of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marchsim.games.antwars.engine.strategy import HOOKS, Strategy
from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher
from marchsim.games.antwars.players.weights import DEFAULTS, NAMES
from marchsim.kernel.game import StrategySource
from marchsim.kernel.showing import Profile
from marchsim.tabletop.players import class_checks, loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.minds import Player

MADE = ("rng", "weights", "among", "outlook", "world")  # what the package's classes make
KIND = StrategyKind(Strategy, HOOKS, (Plan, Searcher), weighted=Plan, weights=NAMES, made=MADE)
ALL = loading.every_hook(KIND)


def strategy_class(source: StrategySource) -> type:
    """Return the strategy class that a source defines; raises StrategyError."""
    return loading.strategy_class(KIND, source)


def factory(cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
    """Return what makes one fresh Player per game; raises StrategyError for parameters it does not know."""
    return loading.factory(KIND, cls, parameters, Player)


def profile(source: StrategySource) -> Profile:
    """Return what the strategy of a source is made of; its file is run for that."""
    cls = strategy_class(source)
    made = loading.made(KIND, cls)
    weights = made.weights.changed_from(DEFAULTS) if isinstance(made, Plan) else {}
    return class_checks.profile(KIND, cls, loading.native_base(KIND, cls), weights)
