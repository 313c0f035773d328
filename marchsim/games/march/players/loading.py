"""Strategies of March from files: their kind, the players made from them, and the weights to search.

If the user's class overrides a hook, that hook answers its question. Otherwise a native player with the same
parameters answers it (`players.strategy`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.weights import DEFAULTS
from marchsim.games.march.players.search import Searcher
from marchsim.games.march.players.strategy import HOOKS, Strategy
from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import door, loading
from marchsim.tabletop.players.class_checks import StrategyKind

RATINGS = tuple(f"rate_{name}" for name in HOOKS)  # of a heuristic
# what the package's classes make
MADE = (
    "rng", "hooks", "pieces", "weights", "among", "company", "given", "scene", "tied", "ratings", "rated",
    "trials", "script",
)  # fmt: skip
KIND = StrategyKind(
    Strategy, HOOKS, (Heuristic, Searcher), weighted=Heuristic, defaults=DEFAULTS, ratings=RATINGS, made=MADE,
    takes=("me", "table"), told=("round_begins",),
)  # fmt: skip
ALL = loading.every_hook(KIND)
strategy_class = partial(loading.strategy_class, KIND)
factory = partial(loading.factory, KIND)


# The weights that a search may change
TOGETHER = ("horde",)  # weights that count against the Centipede Horde alone
GROUPS = {
    "stores": ("food", "larva", "card", "ant", "hunger"),
    "land": ("inner", "site", "point", "end"),
    "war": ("battle", "centipede", "harm", "invade", "ferocity"),
    "cards": ("head", "thorax", "abdomen", "body", "goal", "event"),
    "actions": ("explore", "march", "forage", "play", "rest"),
    "horde": TOGETHER,
}


def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, horde: bool, players: int
) -> tuple[Weight, ...]:
    """The weights of a strategy in games of this length, or () if it is not a heuristic with weights."""
    player: Heuristic | None = door.weighted(KIND, source, parameters)
    if player is None:
        return ()
    own = player.weights_at(players, horde)
    groups = {group: names for group, names in GROUPS.items() if horde or names != TOGETHER}
    return door.weights_of(own, rounds, groups, {})
