"""Tuning of a game's strategies: the weights of a strategy, and a way to set other weights.

All data are plain, so a search does not need to know the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import StrategySource, Variant


@dataclass(frozen=True)
class Weight:
    """A weight of a strategy: its `values` by round, starting with the first round, and their limits.

    Values lie between `low` and `high` with at most `decimals` decimals. A search starts with changes
    of the size `step`, which are just noticeable. `group` names the weights that belong together.
    """

    name: str
    values: tuple[float, ...]
    low: float
    high: float
    decimals: int
    step: float
    group: str


@runtime_checkable
class Tunable(Protocol):
    """A game whose strategies may have tunable weights."""

    def weights_of(
        self, variant: Variant, players: int, source: StrategySource, parameters: Mapping[str, Any]
    ) -> tuple[Weight, ...]:
        """The weights of a strategy that can have an effect in games of a variant.

        The result is () if it has none. Raises StrategyError if the strategy's file cannot be run.
        """

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """A strategy's parameters with these weights, each with a value for every round from the first on."""
