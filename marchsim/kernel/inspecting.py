"""Inspection of a game during play: its coverage, and its own laws.

An inspector changes nothing, so an inspected game equals the same game without inspection.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from marchsim.kernel.game import Session


class Inspector(Protocol):
    """Observes the games of one session.

    `faults` are the laws that the last game broke, in words, each with its time.
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
        """The inspector of the games of a session from now on. With `laws` it also checks these."""
