"""Errors of a worker process arrive in the parent as what they are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

from marchsim.errors import ComponentsError
from marchsim.runner.backends.choosing import Multiprocess
from marchsim.runner.planning.chunks import Chunk


class DeckError(ComponentsError):
    """An error that a game outside of the package defines for itself."""


@dataclass
class Failing:
    """A job that cannot be prepared."""

    decision_seconds: float = 10.0
    trusted: bool = True

    def player(self, *_: Any, **_more: Any) -> Any:
        """Fail as a game does whose components are wrong."""
        raise DeckError("mine.toml: a deck of no cards.")


def test_an_error_of_a_game_of_ones_own_is_raised_as_the_kind_that_we_know() -> None:
    """The parent may not know its class, so it gets the nearest of ours, with its words and exit code."""
    backend = Multiprocess(Failing(), 1, print)
    try:
        backend.submit(Chunk(0, 9))
        with pytest.raises(ComponentsError, match=r"^mine.toml: a deck of no cards\.$"):
            while not backend.reports(10):
                pass
    finally:
        backend.close()
