"""Inspection of games during play: the things that occur in them (coverage), and the laws that they break.

A law is an invariant of a game. An inspector changes nothing in a game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol, runtime_checkable

from marchsim.kernel.game import Session


class Inspector(Protocol):
    """Observes the games of a session.

    `faults` describes each invariant that the last game broke, and when it did so.
    """

    faults: list[str]

    def things(self) -> Mapping[str, Sequence[str]]:
        """The names of everything that can occur under these rules, by kind (cards played, hexes laid)."""

    def seen(self) -> Mapping[str, frozenset[str]]:
        """The names of everything that occurred in the last game, by kind."""


@runtime_checkable
class Inspected(Protocol):
    """A game whose sessions can be inspected."""

    def inspector(self, session: Session, laws: bool) -> Inspector:
        """An inspector for the session's later games. If `laws` is set, it also checks the game's laws."""
