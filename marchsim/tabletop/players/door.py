"""The loading of strategies, common to all games: it checks, describes and creates them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from marchsim.kernel.game import StrategySource
from marchsim.kernel.showing import Profile
from marchsim.tabletop.players import loading, tuning
from marchsim.tabletop.players.class_checks import StrategyKind

if TYPE_CHECKING:
    from marchsim.tabletop.players import starter


class Door:
    """The part of a game's interface (kernel.game.Game, tuning and showing) that deals with strategies.

    `begun` is the template of a new strategy and the table of its weights.
    """

    kind: StrategyKind
    begun: tuple[str, starter.Table]

    def strategy_class(self, source: StrategySource) -> type:
        """Compile and check the strategy class of a source."""
        return loading.strategy_class(self.kind, source)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """A function that creates a fresh player for each game."""
        return loading.factory(self.kind, cls, parameters)

    def profile(self, source: StrategySource) -> Profile:
        """The description of a strategy."""
        return loading.profile(self.kind, source)

    def new_strategy(self, name: str) -> tuple[str, str]:
        """The file name and the text of a strategy to start from."""
        from marchsim.tabletop.players import starter

        return starter.begun(name, *self.begun)

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """A strategy's parameters with these weights set."""
        return tuning.weighed(parameters, values)
