"""Assumed numbers of components (numbers not read off a printed box) and their plausible values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import Variant

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
