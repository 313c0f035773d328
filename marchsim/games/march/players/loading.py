"""The strategies of March of the Ants at the program's door: their kind, and the players made of them.

A player's questions go to the user's object where its class overrides the hook, and to a native core with
the same parameters otherwise (`engine.strategy`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from marchsim.games.march.engine.strategy import Strategy
from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.weights import DEFAULTS, NAMES
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.words import QUESTIONS
from marchsim.kernel.game import StrategySource
from marchsim.kernel.showing import Profile
from marchsim.tabletop.players import class_checks, loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.minds import Player

HOOKS = tuple(name for name, _ in QUESTIONS)
RATINGS = tuple(f"rate_{name}" for name in HOOKS)  # of a heuristic
MADE = (
    "rng",
    "weights",
    "among",
    "company",
    "scene",
    "tied",
    "ratings",
    "rated",
    "trials",
)  # what the package's classes make
KIND = StrategyKind(
    Strategy, HOOKS, (Heuristic, Searcher), weighted=Heuristic, weights=NAMES, ratings=RATINGS, made=MADE,
)  # fmt: skip
ALL = loading.every_hook(KIND)


def strategy_class(source: StrategySource) -> type:
    """Return the strategy class that a source defines; raises StrategyError."""
    return loading.strategy_class(KIND, source)


def factory(cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
    """Return what makes one fresh Player per game; raises StrategyError for parameters it does not know."""
    return loading.factory(KIND, cls, parameters, Player)


def native_base(cls: type) -> type[Strategy]:
    """Return the nearest class of the package that a strategy builds on."""
    base: type[Strategy] = loading.native_base(KIND, cls)
    return base


def profile(source: StrategySource) -> Profile:
    """Return what the strategy of a source is made of; its file is run for that."""
    cls = strategy_class(source)
    made = loading.made(KIND, cls)
    weights = made.weights.changed_from(DEFAULTS) if isinstance(made, Heuristic) else {}
    return class_checks.profile(KIND, cls, native_base(cls), weights)
