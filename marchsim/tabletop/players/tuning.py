"""The weights of a strategy that a search may change, and their conversion to parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from marchsim.kernel.game import StrategySource
from marchsim.kernel.tuning import Weight
from marchsim.tabletop.players import loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.weights import MOST, ROUNDS, Weights, shortest

DECIMALS = 2
STEP = 0.3  # a change that can be felt, where a game says no other


def weighted(kind: StrategyKind, source: StrategySource, parameters: Mapping[str, Any]) -> Any:
    """A player of a strategy with these parameters. None if the strategy has no weights."""
    player = loading.made(kind, loading.strategy_class(kind, source))
    player.configure(parameters)
    return player if kind.weighted is not None and isinstance(player, kind.weighted) else None


def weights_of(
    own: Weights, rounds: int, groups: Mapping[str, Sequence[str]], steps: Mapping[str, float]
) -> tuple[Weight, ...]:
    """The weights of `own` that belong to `groups`, in order, for games of this many rounds.

    `steps` are the noticeable changes of weights for which STEP is unsuitable.
    """
    group = {name: one for one, names in groups.items() for name in names}
    return tuple(
        Weight(name, _values(own, at, rounds), -MOST, MOST, DECIMALS, steps.get(name, STEP), group[name])
        for at, name in enumerate(own.names)
        if name in group
    )


def weighed(parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The parameters with these weights set. A value that holds up to the last round is written once."""
    fresh = {name: shortest(each) for name, each in values.items()}
    return {**parameters, "weights": {**parameters.get("weights", {}), **fresh}}


def _values(weights: Weights, at: int, rounds: int) -> tuple[float, ...]:
    """The value of a weight in each round, up to `ROUNDS`."""
    width = len(weights.names)
    return tuple(weights.table[row * width + at] / 100 for row in range(min(rounds, ROUNDS)))
