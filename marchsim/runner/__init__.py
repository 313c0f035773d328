"""Plays the tournament of a configuration into a run folder: configuration, plan, workers, progress."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from marchsim.runner.tournament import RunResult as RunResult
    from marchsim.runner.tournament import run as run


def __getattr__(name: str) -> Any:
    """Import `run` and `RunResult` when they are first used, because they import polars and numpy."""
    if name in ("run", "RunResult"):
        from marchsim.runner import tournament

        return getattr(tournament, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
