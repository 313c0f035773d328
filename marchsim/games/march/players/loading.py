"""The loading of strategies of March of the Ants: their kind, and the players made from them.

A hook that the user's class overrides answers its question. Otherwise a native core with the same parameters
answers it (`players.strategy`).
"""

from __future__ import annotations

from functools import partial

from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.weights import DEFAULTS
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.tabletop.players import loading
from marchsim.tabletop.players.class_checks import StrategyKind

RATINGS = tuple(f"rate_{name}" for name in HOOKS)  # of a heuristic
# what the package's classes make
MADE = (
    "rng", "hooks", "desk", "weights", "among", "company", "given", "scene", "tied", "ratings", "rated",
    "trials", "script",
)  # fmt: skip
KIND = StrategyKind(
    Strategy, HOOKS, (Heuristic, Searcher), weighted=Heuristic, defaults=DEFAULTS, ratings=RATINGS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)
