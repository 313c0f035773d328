"""Inspection of a game during play: what it covers, and the game's invariants (laws).

An inspector changes nothing, so a game plays out the same with or without it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from marchsim.kernel.game import Session


class Inspector(Protocol):
    """Observes the games of one session.

    `faults` describe the invariants that the last game broke, and when.
    """

    faults: list[str]

    def things(self) -> Mapping[str, Sequence[str]]:
        """The names of all things to cover under these rules, by kind (cards played, hexes laid)."""

    def seen(self) -> Mapping[str, frozenset[str]]:
        """The names of the things in the last game, by kind."""


@runtime_checkable
class Inspected(Protocol):
    """A game whose sessions can be inspected."""

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """An inspector of the later games of a session. With `laws` it also checks their invariants."""
