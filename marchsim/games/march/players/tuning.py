"""Which weights of a plan a search may change, in groups, and how they are written into its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.games.march.players.heuristic import Heuristic
from marchsim.games.march.players.heuristic.weights import NAMES
from marchsim.games.march.players.loading import KIND, strategy_class
from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players.loading import made
from marchsim.tabletop.players.weights import MOST, Weights

DECIMALS = 2
STEP = 0.3  # colony points, or parts of a factor
TOGETHER = ("horde",)  # weights that count against the Centipede Horde alone
GROUPS = {
    "stores": ("food", "larva", "card", "ant", "hunger"),
    "land": ("inner", "site", "point", "end"),
    "war": ("battle", "centipede", "harm", "invade", "ferocity"),
    "cards": ("head", "thorax", "abdomen", "body", "goal", "event"),
    "actions": ("explore", "march", "forage", "play", "rest"),
    "horde": TOGETHER,
}
_GROUP = {name: group for group, names in GROUPS.items() for name in names}


def weights_of(
    source: StrategySource, parameters: Mapping[str, Any], rounds: int, horde: bool, players: int
) -> tuple[Weight, ...]:
    """Return the weights of a strategy in games of this length; () if it is no heuristic of weights."""
    player = made(KIND, strategy_class(source))
    player.configure(parameters)
    if not isinstance(player, Heuristic):
        return ()
    own = player.weights_at(players, horde)
    return tuple(
        Weight(name, _values(own, name, rounds), -MOST, MOST, DECIMALS, STEP, _GROUP[name])
        for name in NAMES
        if horde or name not in TOGETHER
    )


def weighed(parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """Return parameters with these weights; one that is the same from a round on is written once."""
    weights = dict(parameters.get("weights", {}))
    for name, each in values.items():
        short = list(each)
        while len(short) > 1 and short[-1] == short[-2]:
            short.pop()
        weights[name] = short if len(short) > 1 else short[0]
    return {**parameters, "weights": weights}


def _values(weights: Weights, name: str, rounds: int) -> tuple[float, ...]:
    at, width = NAMES.index(name), len(NAMES)
    return tuple(weights.table[row * width + at] / 100 for row in range(rounds))
