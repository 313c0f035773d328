"""What the door of every game of this kind does alike: it lets strategies in and sets their weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from marchsim.kernel.game import StrategySource
from marchsim.tabletop.players import loading, tuning
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.minds import Player


class Door:
    """The part of a game (kernel.game.Game, kernel.tuning) that its kind of strategies decides."""

    kind: StrategyKind

    def strategy_class(self, source: StrategySource) -> type:
        """Compile and check the strategy class of a source."""
        return loading.strategy_class(self.kind, source)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """Return what makes one fresh player per game."""
        return loading.factory(self.kind, cls, parameters, Player)

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """Return a strategy's parameters with these weights."""
        return tuning.weighed(parameters, values)
