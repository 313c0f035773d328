"""Assumed numbers of components (not read off the printed box), and their plausible values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from marchsim.kernel.game import Variant

NUMBER, SWITCH, CHOICE, PRESENCE, DEALT, EDGES = "number", "switch", "choice", "presence", "dealt", "edges"
ASSUMED = "assumed"  # the provenance of a number that may be another


@dataclass(frozen=True)
class ComponentNumber:
    """A fact about a component, and its plausible values.

    `path` is its path of keys in an overlay (`cards`, `royal-jelly`, `amounts`, `larvae`). `item` is the
    component that shows it. `kind` is the sort of fact (`cost`). `factor` is the group in which its influence
    is counted (`cost.head`). Facts of one `pool` are shuffled among each other. `form` is a whole number from
    `low` to `high`, a SWITCH (0 or 1), a CHOICE or PRESENCE among `options`, a DEALT value (one of the pool,
    or a list of letters from it), or a set of EDGES (`low` to `high` of 6).
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
        """The name of the number."""
        return ".".join(self.path)


@runtime_checkable
class Assuming(Protocol):
    """A game that can list the assumed numbers of its components.

    `priors` gives the plausible values by kind (studies.sensitivity.priors). Every kind has one.
    """

    priors: Mapping[str, Mapping[str, Any]]

    def component_numbers(self, variant: Variant) -> tuple[ComponentNumber, ...]:
        """Every fact about the components of a variant, always in the same order."""

    def overlay_to_look_up(self, variant: Variant, keys: tuple[str, ...]) -> str:
        """An overlay to fill in with the assumed numbers of these keys alone."""
