"""The interface of a game to the layers above: its strategies, and the abilities that its modules provide.

`Door` checks, describes and creates strategies, and sets their weights.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

from marchsim.kernel.game import Session, StrategySource, Variant
from marchsim.kernel.numbers import ComponentNumber, Weight
from marchsim.kernel.showing import Page, Profile, Scenario
from marchsim.kernel.telling import Audience, Choice, EventValue, Inspector, Teller
from marchsim.tabletop.players import loading
from marchsim.tabletop.players.class_checks import StrategyKind
from marchsim.tabletop.players.weights import MOST, ROUNDS, Weights, shortest

DECIMALS = 2
STEP = 0.3  # a change that can be felt, where a game says no other


def weighted(kind: StrategyKind, source: StrategySource, parameters: Mapping[str, Any]) -> Any:
    """A player with these parameters, made from a strategy. None if the strategy has no weights."""
    player = loading.create(kind, loading.strategy_class(kind, source))
    player.configure(parameters)
    return player if kind.weighted is not None and isinstance(player, kind.weighted) else None


def weights_of(
    own: Weights, rounds: int, groups: Mapping[str, Sequence[str]], steps: Mapping[str, float]
) -> tuple[Weight, ...]:
    """The weights that belong to one of the `groups`, in order, with their values in each round.

    `own` has the values. `steps` are the noticeable changes of weights for which STEP is unsuitable.
    """
    group = {name: one for one, names in groups.items() for name in names}
    return tuple(
        Weight(name, _values(own, at, rounds), -MOST, MOST, DECIMALS, steps.get(name, STEP), group[name])
        for at, name in enumerate(own.names)
        if name in group
    )


def weighed(parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
    """The parameters with new values of weights. A value that never changes again is written once."""
    fresh = {name: shortest(each) for name, each in values.items()}
    return {**parameters, "weights": {**parameters.get("weights", {}), **fresh}}


def _values(weights: Weights, at: int, rounds: int) -> tuple[float, ...]:
    """The values of a weight in the first `rounds` rounds, but not in more than ROUNDS."""
    width = len(weights.names)
    return tuple(weights.table[row * width + at] / 100 for row in range(min(rounds, ROUNDS)))


# Strategies of all games: loaded, checked, described and created
class Door:
    """The part of a game's interface that deals with strategies (kernel.game.Game, tuning and showing).

    `begun` has the template of a new strategy and the table of the weights.
    """

    kind: StrategyKind
    begun: tuple[str, loading.Table]

    def strategy_class(self, source: StrategySource) -> type:
        """Compile the source of a strategy, check its class, and return the class."""
        return loading.strategy_class(self.kind, source)

    def strategy_factory(self, cls: type, parameters: Mapping[str, Any]) -> Callable[[], object]:
        """A function that creates a fresh player for each game."""
        return loading.factory(self.kind, cls, parameters)

    def profile(self, source: StrategySource) -> Profile:
        """The description of a strategy."""
        return loading.profile(self.kind, source)

    def new_strategy(self, name: str) -> tuple[str, str]:
        """The file name and the text of a new strategy for a person to start from."""
        return loading.begun(name, *self.begun)

    def weighed(self, parameters: Mapping[str, Any], values: Mapping[str, Sequence[float]]) -> dict[str, Any]:
        """The parameters of a strategy, with new values of some weights."""
        return weighed(parameters, values)


class PackagedGame(Door):
    """A game whose package has one module for each ability. A module is imported when it is first used."""

    def part(self, name: str) -> Any:
        """A module of the game's package, given its name, such as `telling.story`."""
        return import_module(f"{type(self).__module__.rpartition('.')[0]}.{name}")

    def event_values(self, items: Sequence[Mapping[str, Any]]) -> Mapping[str, Sequence[EventValue]]:
        """The values of each kind of event, with their meanings (kernel.telling.EventsExplained)."""
        values: Mapping[str, Sequence[EventValue]] = self.part("telling.events").event_values(items)
        return values

    def teller(self, session: Session, strategies: Sequence[str], audience: Audience) -> Teller:
        """The teller of a session's games (kernel.telling.Narrated). It describes them to an audience."""
        story: Teller = self.part("telling.story").Story(session, strategies, audience)
        return story

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """The inspector of a session's games (kernel.telling.Inspected)."""
        inspector: Inspector = self.part("table.inspection").Inspection(session, laws)
        return inspector

    def rehearse(
        self, session: Any, makers: Sequence[Callable[[], object]], hear: Callable[[Choice], None]
    ) -> None:
        """Call `hear` with each decision in the later games of a session (kernel.telling.RolledOut)."""
        rehearsal = self.part("telling.decisions").Rehearsal
        session.listener = rehearsal(session, makers, hear) if makers else None

    def component_rows(self, variant: Variant, kind: str, name: str) -> list[dict[str, Any]]:
        """The components of a kind as rows of plain data."""
        rows: list[dict[str, Any]] = self.part("telling.catalogue").rows(variant, kind, name)
        return rows

    def component_page(self, variant: Variant, kind: str, name: str) -> Page:
        """The components of a kind as a page for a reader."""
        page: Page = self.part("telling.catalogue").page(variant, kind, name)
        return page

    def rule_rows(self, variant: Variant, name: str) -> list[dict[str, Any]]:
        """The parameters of the rules that match `name`, as rows of plain data."""
        rows: list[dict[str, Any]] = self.part("telling.catalogue").rule_rows(variant, name)
        return rows

    def rule_page(self, variant: Variant, name: str, changes: bool) -> Page:
        """The parameters of the rules that match `name`, as a page for a reader."""
        page: Page = self.part("telling.catalogue").rule_page(variant, name, changes)
        return page

    def new_overlay(self, variant: Variant, assumed: bool) -> str:
        """An overlay file for a person to fill in: the assumed numbers if `assumed`, else the rules."""
        rules = self.part("rules.assumed")
        return str(rules.assumed_overlay(variant) if assumed else rules.rules_overlay(variant))

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """Every fact about the components (kernel.numbers.Assuming)."""
        numbers: tuple[ComponentNumber, ...] = self.part("rules.assumed").numbers(variant)
        return numbers

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """An overlay file for a person to fill in. It lists only the assumed numbers with these keys."""
        return str(self.part("rules.assumed").assumed_overlay(variant, keys))

    def scenario(self, path: Path, table: Mapping[str, Any]) -> Scenario:
        """The scenario in a file. `table` has the contents of the file."""
        scenario: Scenario = self.part("scenarios.scene").parse(table, str(path))
        return scenario
