"""The loading of Ant Wars strategies: their kind, and the players made from them."""

from __future__ import annotations

from functools import partial

from marchsim.games.antwars.players.plan import Plan
from marchsim.games.antwars.players.search import Searcher
from marchsim.games.antwars.players.strategy import HOOKS, Strategy
from marchsim.games.antwars.players.weights import DEFAULTS
from marchsim.tabletop.players import loading
from marchsim.tabletop.players.class_checks import StrategyKind

# what the package's classes make
MADE = ("rng", "hooks", "desk", "script", "weights", "among", "given", "outlook", "world")
KIND = StrategyKind(
    Strategy, HOOKS, (Plan, Searcher), weighted=Plan, defaults=DEFAULTS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)
