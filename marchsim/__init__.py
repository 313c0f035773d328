"""marchsim: simulate tournaments of a tabletop game and judge its balance.

    import marchsim, polars as pl
    run = marchsim.run("demo")                                            # or marchsim.load("runs/demo")
    run.seats.group_by("players", "strategy").agg(pl.mean("wins"))        # run.columns("seats") explains
    run.report.winrate()                                                  # with 95 % intervals
    print(marchsim.play("warlord,forager,explorer", seed=7))              # one game, told

Errors are MarchsimError with one clear line. Nothing heavy is imported before it is used.
"""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from marchsim.kernel import mode as _mode

if TYPE_CHECKING:
    from marchsim.errors import MarchsimError as MarchsimError
    from marchsim.library import Estimates as Estimates
    from marchsim.library import Game as Game
    from marchsim.library import LevelledSeats as LevelledSeats
    from marchsim.library import LoadedRun as LoadedRun
    from marchsim.library import TriedChange as TriedChange
    from marchsim.library import evaluate as evaluate
    from marchsim.library import level as level
    from marchsim.library import load as load
    from marchsim.library import play as play
    from marchsim.library import replay as replay
    from marchsim.library import run as run
    from marchsim.library import try_change as try_change

__version__ = "0.3.0"

# Before any module of the engine is imported: choose the compiled engine or its sources.
MODE = _mode.settle(Path(__file__).parent)

__all__ = [
    "Estimates", "Game", "LevelledSeats", "LoadedRun", "MarchsimError", "TriedChange",
    "evaluate", "level", "load", "play", "replay", "run", "try_change",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    """Load a public name at its first use (PEP 562)."""
    if name in __all__:
        return getattr(
            import_module("marchsim.errors" if name == "MarchsimError" else "marchsim.library"), name
        )
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    """The names in the package, including public ones that are not loaded yet."""
    return sorted({*globals(), *__all__})
