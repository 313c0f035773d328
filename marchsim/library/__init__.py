"""The library for other programs. It plays games and runs, loads runs, tries changes and levels seats.

`import marchsim` offers all of it and loads each part at its first use. Frames and estimates come from the
recorder and analysis packages. This package computes nothing and knows no game.
"""

from __future__ import annotations

from marchsim.library.changing import TriedChange, try_change
from marchsim.library.estimates import Estimates
from marchsim.library.levelling import LevelledSeats, level
from marchsim.library.playing import Game, evaluate, play, replay, run
from marchsim.library.run_data import LoadedRun, load

__all__ = [
    "Estimates", "Game", "LevelledSeats", "LoadedRun", "TriedChange",
    "evaluate", "level", "load", "play", "replay", "run", "try_change",
]  # fmt: skip
