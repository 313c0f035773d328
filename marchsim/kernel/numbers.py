"""Numbers of a game that studies change: weights of strategies, handicaps of seats, assumed numbers.

All data are plain, so a study does not need to know the game.
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


# Handicaps: larger or smaller starting resources for single seats, to compensate for the order of play
@dataclass(frozen=True)
class Handicap:
    """A resource of which a seat may have more or less at the start of a game.

    `prefix` and the number of the seat (0 plays first) form the name of a rule parameter. Its value is the
    number of extra units (negative: fewer). `one` and `many` name the unit (larva, larvae).
    """

    prefix: str
    one: str
    many: str

    def parameter(self, seat: int) -> str:
        """The name of the rule parameter for a seat."""
        return f"{self.prefix}{seat}"

    def words(self, units: int) -> str:
        """Describe a number of units in words: `1 larva more`, `2 larvae fewer`."""
        size = abs(units)
        return f"{size} {self.one if size == 1 else self.many} {'more' if units > 0 else 'fewer'}"


@runtime_checkable
class Handicapped(Protocol):
    """A game whose seats can start with more or less of some resources: `handicaps`, by name."""

    handicaps: Mapping[str, Handicap]


# Assumed numbers of components (not read off a printed box), and their plausible values
NUMBER, SWITCH, CHOICE, PRESENCE, DEALT, EDGES = "number", "switch", "choice", "presence", "dealt", "edges"
ASSUMED = "assumed"  # the provenance of a number that may be another


@dataclass(frozen=True)
class ComponentNumber:
    """A number or other fact about a component, and its plausible values.

    `path` has the keys that lead to the fact in an overlay (`cards`, `royal-jelly`, `amounts`, `larvae`).
    `item` is the component on which the fact is printed. `kind` is the sort of fact (`cost`). `factor` is the
    group in which a study counts its influence (`cost.head`). Facts with the same `pool` are shuffled among
    each other. `form` is NUMBER (a whole number from `low` to `high`), SWITCH (0 or 1), CHOICE or PRESENCE
    (one of `options`), DEALT (one value of the pool, or a list of letters from it), or EDGES (`low` to `high`
    of the 6 edges).
    """

    path: tuple[str, ...]
    item: str
    kind: str
    factor: str
    form: str
    value: Any
    provenance: str
    low: int = 0
    high: int = 0
    options: tuple[Any, ...] = ()
    pool: str = ""

    @property
    def key(self) -> str:
        """The name of the number: the keys of its path, joined by dots."""
        return ".".join(self.path)


@runtime_checkable
class Assuming(Protocol):
    """A game that can list the assumed numbers of its components.

    `priors` has the distribution of plausible values for every kind (studies.sensitivity.priors).
    """

    priors: Mapping[str, Mapping[str, Any]]

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """All facts about the components of a variant, in an order that is always the same."""

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """An overlay file to fill in. It lists only the assumed numbers with these keys."""
